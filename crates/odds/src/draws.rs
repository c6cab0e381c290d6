//! What people see in a few cards: what is made, what can still be made, how many cards pay when
//! they pair. Strategies for people are rules about these.

use cards::{Card, CardSet, Rank};

use crate::kinds::pair_kind;

/// What a pair of each rank does, by the rank: high cards pay when they pair, middle ones push.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Points([u8; 13]);

impl Points {
    /// The points of a schedule, by what it pays on pairs.
    pub(crate) fn of(net: &[i128]) -> Points {
        let points = |rank: Rank| match net[pair_kind(rank)] {
            1.. => 2,
            0 => 1,
            _ => 0,
        };
        Points(Rank::ALL.map(points))
    }

    /// The points where cards from a rank on are high, and from another one middle.
    pub(crate) fn from(high: Rank, middle: Rank) -> Points {
        let points = |rank: Rank| u8::from(rank >= high) + u8::from(rank >= middle);
        Points(Rank::ALL.map(points))
    }

    /// Points rank by rank.
    pub(crate) fn by_rank(points: impl Fn(Rank) -> u8) -> Points {
        Points(Rank::ALL.map(points))
    }

    /// The points of a rank: two for a high card, one for a middle one.
    pub(crate) fn rank(&self, rank: Rank) -> u8 {
        self.0[rank.index()]
    }

    /// The points of some cards together.
    pub(crate) fn sum(&self, cards: &[Card]) -> u8 {
        cards.iter().map(|card| self.rank(card.rank())).sum()
    }

    /// How many of these cards are high.
    pub(crate) fn high(&self, cards: &[Card]) -> usize {
        cards.iter().filter(|card| self.rank(card.rank()) == 2).count()
    }

    /// How many of these cards are middle.
    pub(crate) fn middle(&self, cards: &[Card]) -> usize {
        cards.iter().filter(|card| self.rank(card.rank()) == 1).count()
    }

    /// Whether there are middle cards, so that points must be counted.
    pub(crate) fn has_middle(&self) -> bool {
        self.0.contains(&1)
    }

    /// Which cards count what: `High cards: T J Q K A.`
    pub(crate) fn words(&self) -> String {
        let list = |points: u8| {
            let ranks = Rank::ALL.into_iter().filter(|rank| self.rank(*rank) == points);
            ranks.map(|rank| rank.letter().to_string()).collect::<Vec<_>>().join(" ")
        };
        let none = |list: String| if list.is_empty() { "none".to_owned() } else { list };
        let high = none(list(2));
        if self.has_middle() {
            format!("Two points for a high card ({high}), one for a middle card ({}).", list(1))
        } else {
            format!("High cards: {high}.")
        }
    }
}

/// What is made already.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Made {
    Nothing,
    /// A pair that loses if nothing is added.
    LowPair,
    /// A pair that pushes.
    MiddlePair,
    /// A pair that pays.
    HighPair,
    TwoPair,
    Three,
    Four,
}

/// What kind of draw some cards are. The better comes later, as far as that can be said.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Shape {
    pub(crate) made: Made,
    /// Whether they can become a royal flush.
    pub(crate) is_royal: bool,
    /// Whether they are of one suit.
    pub(crate) is_suited: bool,
    /// In how many runs of five ranks they fit.
    pub(crate) ways: u8,
    pub(crate) cards: u8,
}

/// The runs of five ranks, a bit a rank, the ace also low.
const RUNS: [u16; 10] = {
    let mut runs = [0b1_0000_0000_1111; 10];
    let mut low = 0;
    while low < 9 {
        runs[low + 1] = 0b1_1111 << low;
        low += 1;
    }
    runs
};

impl Shape {
    /// The shape of two to four cards.
    pub(crate) fn of(cards: &[Card], points: &Points) -> Shape {
        let mut counts = [0u8; 13];
        let mut ranks = 0u16;
        for card in cards {
            counts[card.rank().index()] += 1;
            ranks |= 1 << card.rank().index();
        }
        let most = counts.iter().copied().max().unwrap_or(0);
        let pairs = counts.iter().filter(|count| **count == 2).count();
        let pair = Rank::ALL.into_iter().find(|rank| counts[rank.index()] == 2);
        let made = match (most, pairs, pair.map(|rank| points.rank(rank))) {
            (4, _, _) => Made::Four,
            (3, _, _) => Made::Three,
            (2, 2, _) => Made::TwoPair,
            (2, _, Some(2)) => Made::HighPair,
            (2, _, Some(1)) => Made::MiddlePair,
            (2, _, _) => Made::LowPair,
            _ => Made::Nothing,
        };
        let is_open = made == Made::Nothing;
        let fits = |run: &&u16| ranks & !**run == 0;
        let is_suited = is_open && cards.iter().all(|card| card.suit() == cards[0].suit());
        let is_royal = is_suited && ranks & !RUNS[9] == 0;
        // Nobody counts the ways of a royal draw.
        let has_ways = is_open && !is_royal;
        let ways = if has_ways { RUNS.iter().filter(fits).count() as u8 } else { 0 };
        Shape { made, is_royal, is_suited, ways, cards: cards.len() as u8 }
    }

    /// The shape in words, for several cards: `three to a straight flush, in two ways`.
    pub(crate) fn words(self) -> String {
        let cards = ["none", "one", "two", "three", "four"][usize::from(self.cards.min(4))];
        let ways = ["", "in one way", "in two ways", "in three ways", "in four ways"];
        let ways = ways[usize::from(self.ways.min(4))];
        match self.made {
            Made::Four => return "four of a kind".to_owned(),
            Made::Three => return "three of a kind".to_owned(),
            Made::TwoPair => return "two pair".to_owned(),
            Made::HighPair => return "a pair that pays".to_owned(),
            Made::MiddlePair => return "a pair that pushes".to_owned(),
            Made::LowPair => return "a lower pair".to_owned(),
            Made::Nothing => {}
        }
        match (self.is_royal, self.is_suited, self.ways) {
            (true, _, _) => format!("{cards} to a royal flush"),
            (_, true, 0) => format!("{cards} to a flush"),
            (_, true, _) => format!("{cards} to a straight flush, {ways}"),
            (_, _, 0) => "any other hand".to_owned(),
            (_, _, 1) if self.cards == 4 => "four to an inside straight".to_owned(),
            (_, _, _) if self.cards == 4 => "four to an outside straight".to_owned(),
            _ => format!("{cards} to a straight, {ways}"),
        }
    }

    /// How many ranks are missing between the lowest and the highest card, the ace counting high;
    /// nothing if they lie too far apart for a straight, or two are of a rank.
    pub(crate) fn gaps(cards: &[Card]) -> Option<usize> {
        let ranks: CardSet = cards.iter().collect();
        let ranks = ranks.ranks();
        let spread = 16 - ranks.leading_zeros() as usize - ranks.trailing_zeros() as usize;
        let is_draw = spread <= 5 && ranks.count_ones() as usize == cards.len();
        is_draw.then(|| spread - cards.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Vec<Card> {
        cards::parse_cards(text).unwrap()
    }

    #[test]
    fn shapes_in_words() {
        let points = Points::from(Rank::Jack, Rank::Six);
        for (text, words) in [
            ("2c 2d 3h", "a lower pair"),
            ("6c 6d 3h 4d", "a pair that pushes"),
            ("Jc Jd Jh 4d", "three of a kind"),
            ("Jc Jd 4h 4d", "two pair"),
            ("Qs As Ts", "three to a royal flush"),
            ("9s Js Qs", "three to a straight flush, in two ways"),
            ("As 2s 3s", "three to a straight flush, in one way"),
            ("3s 4s 5s", "three to a straight flush, in three ways"),
            ("3s 4s 9s", "three to a flush"),
            ("As Kd Qh Jd", "four to an inside straight"),
            ("Ts Kd Qh Jd", "four to an outside straight"),
            ("Ts 9d 8h", "three to a straight, in three ways"),
            ("Ts 9d 2h", "any other hand"),
        ] {
            assert_eq!(Shape::of(&cards(text), &points).words(), words, "{text}");
        }
    }

    #[test]
    fn gaps_count_the_ace_high() {
        for (text, gaps) in [
            ("As 2s 3s", None),
            ("2s 3s 4d", Some(0)),
            ("As Ks Ts", Some(2)),
            ("5s 7d 8s", Some(1)),
            ("5s 9d Ts", None),
            ("5s 5d 6s", None),
        ] {
            assert_eq!(Shape::gaps(&cards(text)), gaps, "{text}");
        }
    }
}
