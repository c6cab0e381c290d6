//! The 169 starting hands, and cards renamed so that a hand is the one that stands for its kind.

use std::sync::LazyLock;

use cards::{Card, DECK, Rank, Suit};

use super::lattice::LeftOf;
use super::showdown::{Left, Place};
use super::texture::{Model, RANKS, flush_models, pair_place, plain_models};
use crate::solution::Spot;

/// How the suits of two cards stand to each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    Pair,
    Suited,
    Offsuit,
}

impl Kind {
    #[cfg(test)]
    pub(crate) const ALL: [Kind; 3] = [Kind::Pair, Kind::Suited, Kind::Offsuit];

    /// Which suits, clubs first, can be renamed into which others without changing a hand that
    /// stands for its kind.
    pub(crate) fn renamings(self) -> Vec<[usize; 4]> {
        let all = |keeps: fn(&[usize; 4]) -> bool| permutations().into_iter().filter(keeps);
        match self {
            // Clubs and diamonds are held.
            Kind::Pair => all(|to| to[0] < 2 && to[1] < 2).collect(),
            // Clubs are held.
            Kind::Suited => all(|to| to[0] == 0).collect(),
            // Clubs are the higher card's, diamonds the lower one's.
            Kind::Offsuit => all(|to| to[0] == 0 && to[1] == 1).collect(),
        }
    }

    /// Which of a hand's cards are of a suit: the higher one is one, the lower one two. The cards of a
    /// pair are alike.
    pub(crate) const fn holds(self, suit: usize) -> usize {
        match (self, suit) {
            (Kind::Suited, 0) => 3,
            (_, 0) | (Kind::Pair, 1) => 1,
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

fn permutations() -> Vec<[usize; 4]> {
    let mut all = Vec::new();
    for a in 0..4 {
        for b in (0..4).filter(|&b| b != a) {
            for c in (0..4).filter(|&c| c != a && c != b) {
                all.push([a, b, c, 6 - a - b - c]);
            }
        }
    }
    all
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
    #[cfg(test)]
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

    /// The hand on a board, given by dense indices.
    pub(crate) fn spot(self, board: &[u8]) -> Spot {
        let board = board.iter().map(|&card| DECK[usize::from(card)]).collect();
        Spot { own: self.cards().to_vec(), board, ..Spot::default() }
    }

    /// Its ranks.
    pub(crate) fn ranks(self) -> Ranks {
        Ranks { high: self.high, low: self.low }
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

/// The ranks of a starting hand. Those of two ranks share what does not depend on suits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ranks {
    pub(crate) high: Rank,
    pub(crate) low: Rank,
}

impl Ranks {
    /// All of them, by number.
    pub(crate) fn all() -> impl Iterator<Item = Ranks> {
        let lower = |&high: &Rank| Rank::ALL[..=high.index()].iter().map(move |&low| (high, low));
        Rank::ALL.iter().flat_map(lower).map(|(high, low)| Ranks { high, low })
    }

    /// Their number.
    pub(crate) fn number(self) -> usize {
        pair_place(self.high.index(), self.low.index())
    }

    /// The starting hands with these ranks.
    pub(crate) fn starts(self) -> impl Iterator<Item = Start> {
        let Ranks { high, low } = self;
        let kinds: &[Kind] =
            if high == low { &[Kind::Pair] } else { &[Kind::Suited, Kind::Offsuit] };
        kinds.iter().map(move |&kind| Start { high, low, kind })
    }

    /// How a suit can stand to such hands, as in [`Kind::holds`].
    pub(crate) fn relations(self) -> &'static [usize] {
        if self.high == self.low { &[0, 1] } else { &[0, 1, 2, 3] }
    }

    /// The types of the cards beside a flush suit: those of the suit come after the other ranks.
    pub(crate) fn types(self, relation: usize) -> [usize; 2] {
        [self.high.index() + RANKS * (relation & 1), self.low.index() + RANKS * (relation >> 1)]
    }

    /// A hand of these ranks at a place.
    pub(crate) fn spot(self, (relation, texture): Place) -> Spot {
        static MODELS: LazyLock<(Vec<Option<Model>>, Vec<Model>)> =
            LazyLock::new(|| (plain_models(), flush_models()));
        let model = match relation {
            None => MODELS.0[texture].as_ref(),
            Some(_) => MODELS.1.get(texture),
        };
        let model = model.expect("the place is a board's");
        let [a, b] = self.types(relation.unwrap_or(0));
        let left = Left::of(model).cards;
        let own = [left[a].first(), left[b].get(usize::from(a == b))];
        let own = own.into_iter().flatten().copied().collect();
        Spot { own, board: model.board.to_vec(), ..Spot::default() }
    }

    /// The cards that are left.
    pub(crate) fn left(self) -> LeftOf {
        let mut left = LeftOf([4; RANKS]);
        [self.high, self.low].iter().for_each(|rank| left.0[rank.index()] -= 1);
        left
    }

    /// The cards that are left outside a suit.
    pub(crate) fn left_outside(self, relation: usize) -> LeftOf {
        let mut left = LeftOf([3; RANKS]);
        let outside = self.types(relation).into_iter().filter(|&held| held < RANKS);
        outside.for_each(|rank| left.0[rank] -= 1);
        left
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
