//! The 169 starting hands, and cards renamed so that a hand is the one that stands for its kind.

use cards::{Card, Rank, Suit};

use super::texture::RANKS;
use crate::suits::NAMES;

/// How the suits of two cards stand to each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    Pair,
    Suited,
    Offsuit,
}

impl Kind {
    pub(crate) const ALL: [Kind; 3] = [Kind::Pair, Kind::Suited, Kind::Offsuit];

    /// Which suits, clubs first, can be renamed into which others without changing a hand that
    /// stands for its kind.
    pub(crate) fn renamings(self) -> Vec<[usize; 4]> {
        let all = |keeps: fn(&[usize; 4]) -> bool| {
            NAMES.map(|names| names.map(Suit::index)).into_iter().filter(keeps)
        };
        match self {
            // Clubs and diamonds are held.
            Kind::Pair => all(|to| to[0] < 2 && to[1] < 2).collect(),
            // Clubs are held.
            Kind::Suited => all(|to| to[0] == 0).collect(),
            // Clubs are the higher card's, diamonds the lower one's.
            Kind::Offsuit => all(|to| to[0] == 0 && to[1] == 1).collect(),
        }
    }

    /// How many ways a hand that stands for its kind has to be related to a flush suit, none of it
    /// being held first.
    pub(crate) const fn relations(self) -> usize {
        match self {
            Kind::Pair | Kind::Suited => 2,
            Kind::Offsuit => 3,
        }
    }

    /// The relation to a flush suit.
    pub(crate) const fn relation(self, suit: usize) -> usize {
        match (self, suit) {
            (Kind::Pair, 0 | 1) | (Kind::Suited | Kind::Offsuit, 0) => 1,
            (Kind::Offsuit, 1) => 2,
            _ => 0,
        }
    }

    /// How many hands it stands for.
    pub(crate) const fn times(self) -> u64 {
        match self {
            Kind::Pair => 6,
            Kind::Suited => 4,
            Kind::Offsuit => 12,
        }
    }
}

/// A starting hand up to the names of its suits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Start {
    pub(crate) high: Rank,
    pub(crate) low: Rank,
    pub(crate) kind: Kind,
}

impl Start {
    /// How many there are.
    pub(crate) const COUNT: usize = RANKS * RANKS;

    /// All of them, by number.
    pub(crate) fn all() -> impl Iterator<Item = Start> {
        (0..Start::COUNT).map(|number| Start::in_grid(number / RANKS, number % RANKS))
    }

    /// The hand in a grid with aces first, suited hands above the diagonal.
    pub(crate) fn in_grid(row: usize, column: usize) -> Start {
        let rank = |place: usize| Rank::ALL[RANKS - 1 - place];
        let [high, low] = [rank(row.min(column)), rank(row.max(column))];
        let kind = match row.cmp(&column) {
            std::cmp::Ordering::Equal => Kind::Pair,
            std::cmp::Ordering::Less => Kind::Suited,
            std::cmp::Ordering::Greater => Kind::Offsuit,
        };
        Start { high, low, kind }
    }

    /// Its number.
    #[inline]
    pub(crate) fn number(self) -> usize {
        let place = |rank: Rank| RANKS - 1 - rank.index();
        let (high, low) = (place(self.high), place(self.low));
        match self.kind {
            Kind::Offsuit => low * RANKS + high,
            _ => high * RANKS + low,
        }
    }

    /// The start of two cards, and how suits are renamed so that they are the [`Start::cards`].
    #[inline]
    pub(crate) fn of([a, b]: [Card; 2]) -> (Start, Renaming) {
        let [high, low] = if a.rank() >= b.rank() { [a, b] } else { [b, a] };
        let kind = match () {
            () if high.rank() == low.rank() => Kind::Pair,
            () if high.suit() == low.suit() => Kind::Suited,
            () => Kind::Offsuit,
        };
        let start = Start { high: high.rank(), low: low.rank(), kind };
        (start, Renaming::bringing_down(high.suit(), low.suit()))
    }

    /// The two cards that stand for it.
    pub(crate) fn cards(self) -> [Card; 2] {
        let second = if self.kind == Kind::Suited { Suit::Clubs } else { Suit::Diamonds };
        [Card::new(self.high, Suit::Clubs), Card::new(self.low, second)]
    }

    /// How many hands it stands for.
    pub(crate) const fn times(self) -> u64 {
        self.kind.times()
    }

    /// Its short name: `AA`, `AKs`, `T9o`.
    #[cfg(test)]
    pub(crate) fn name(self) -> String {
        let suits = match self.kind {
            Kind::Pair => "",
            Kind::Suited => "s",
            Kind::Offsuit => "o",
        };
        format!("{}{}{suits}", self.high.letter(), self.low.letter())
    }
}

/// Suits renamed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Renaming([u8; 4]);

impl Renaming {
    /// The first suit becomes clubs, the next one, if it is another, diamonds.
    #[inline]
    fn bringing_down(first: Suit, second: Suit) -> Renaming {
        let mut to = [u8::MAX; 4];
        let mut next = 0;
        for suit in [first, second].into_iter().chain(Suit::ALL) {
            let place = &mut to[suit.index()];
            if *place == u8::MAX {
                *place = next;
                next += 1;
            }
        }
        Renaming(to)
    }

    /// The dense index of a card after renaming: rank times four plus suit.
    #[inline]
    pub(crate) fn index(self, card: Card) -> usize {
        card.rank().index() * 4 + usize::from(self.0[card.suit().index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::pairs;

    #[test]
    fn every_hand_is_brought_to_the_one_that_stands_for_it() {
        let mut times = [0; Start::COUNT];
        for hand in pairs() {
            let (start, renaming) = Start::of(hand);
            times[start.number()] += 1;
            let mut renamed = hand.map(|card| renaming.index(card));
            let mut stands = start.cards().map(Card::index);
            renamed.sort_unstable();
            stands.sort_unstable();
            assert_eq!(renamed, stands, "{hand:?}");
        }
        for start in Start::all() {
            assert_eq!(times[start.number()], start.times());
            assert_eq!(Start::of(start.cards()).0, start);
        }
        assert_eq!(Start::in_grid(0, 1).name(), "AKs");
        assert_eq!(Start::in_grid(1, 0).name(), "AKo");
    }
}
