//! The boards of four that a starting hand can meet, up to the suits that it leaves alike.

use std::sync::LazyLock;

use super::boards::{each_set, number_all, place};
use super::flops::{Flops, RELATIONS, each_suit};
use super::lattice::{Part, TURN_CELLS, seen_by_suit, turn_cell};
use super::showdown::{Showdown, Showdowns};
use super::start::{Kind, Ranks, Start};
use super::texture::{choose, multiset_place};

/// The cells of a suit, and one of nothing.
const ROOM: usize = TURN_CELLS + 1;

/// A board of four cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    /// Its cards, a bit each by dense index.
    cards: u64,
    /// The flops in it, one for each card that can have come last.
    pub(crate) flops: [u16; 4],
    /// The number of its ranks.
    ranks: u16,
    /// Where the suits that have two cards or more see it.
    cells: [u16; 2],
    /// How many boards it stands for.
    pub(crate) times: u8,
}

impl Turn {
    fn new(kind: Kind, cards: [usize; 4], times: u8) -> Turn {
        let ranks = cards.map(|card| card >> 2);
        let seen = (0..4).filter_map(|suit| {
            let [of_suit, others] = seen_by_suit(&cards, suit);
            Some(kind.holds(suit) * ROOM + turn_cell(&of_suit, &others)?)
        });
        let mut cells = [TURN_CELLS as u16; 2];
        cells.iter_mut().zip(seen).for_each(|(place, cell)| *place = cell as u16);
        let flop = |last: usize| {
            let flop = std::array::from_fn(|place| cards[place + usize::from(place >= last)]);
            Flops::of(kind).number(flop) as u16
        };
        Turn {
            cards: cards.iter().fold(0, |set, card| set | 1 << card),
            flops: std::array::from_fn(flop),
            ranks: multiset_place(&ranks) as u16,
            cells,
            times,
        }
    }

    /// Its cards' dense indices, lowest first.
    pub(crate) fn indices(&self) -> [u8; 4] {
        let mut left = self.cards;
        std::array::from_fn(|_| {
            let lowest = left.trailing_zeros() as u8;
            left &= left - 1;
            lowest
        })
    }
}

/// All boards of four of a kind of starting hand.
pub(crate) struct Turns {
    all: Vec<Turn>,
    /// The number of the board that stands for each.
    number_of: Vec<u32>,
}

static TURNS: [LazyLock<Turns>; 3] = [
    LazyLock::new(|| Turns::new(Kind::Pair)),
    LazyLock::new(|| Turns::new(Kind::Suited)),
    LazyLock::new(|| Turns::new(Kind::Offsuit)),
];

impl Turns {
    /// Those of a kind of starting hand.
    pub(crate) fn of(kind: Kind) -> &'static Turns {
        &TURNS[kind as usize]
    }

    fn new(kind: Kind) -> Turns {
        let renamings = kind.renamings();
        let mut number_of = vec![u32::MAX; choose(52, 4)];
        let mut all = Vec::new();
        each_set::<4>(|cards| {
            if let Some(times) = number_all(&mut number_of, cards, &renamings, all.len() as u32) {
                all.push(Turn::new(kind, cards, times));
            }
        });
        Turns { all, number_of }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// The number of a board of four, given by dense indices in any order.
    #[inline]
    pub(crate) fn number(&self, mut cards: [usize; 4]) -> usize {
        cards.sort_unstable();
        self.number_of[place(&cards)] as usize
    }

    /// Those that a starting hand meets, with their numbers.
    pub(crate) fn met(start: Start) -> impl Iterator<Item = (usize, &'static Turn)> {
        let held = start.cards().iter().fold(0u64, |set, card| set | 1 << card.index());
        let all = Turns::of(start.kind).all.iter().enumerate();
        all.filter(move |(_, turn)| turn.cards & held == 0)
    }
}

/// The worth of boards of four to two ranks: sums over the river.
pub(crate) struct TurnWorth<W> {
    ranks: Vec<W>,
    cells: Vec<W>,
}

impl<W: Part> TurnWorth<W> {
    /// Of what the rivers are worth, by how a suit stands to the hand, if there is a flush suit.
    pub(crate) fn new(
        showdowns: &Showdowns,
        ranks: Ranks,
        worth: impl FnMut(Option<usize>, &[Showdown]) -> Vec<W>,
    ) -> TurnWorth<W> {
        let mut cells = vec![W::zero(); RELATIONS * ROOM];
        let plain = each_suit(showdowns, ranks, worth, |relation, more| {
            let of_suit = ranks.left_outside(relation).suit_turns(&more);
            cells[relation * ROOM..][..TURN_CELLS].copy_from_slice(&of_suit);
        });
        TurnWorth { ranks: ranks.left().plain_turns(&plain), cells }
    }

    /// The sum of a board of four over every river.
    #[inline]
    pub(crate) fn of(&self, turn: &Turn) -> W {
        let cell = |place: usize| self.cells[usize::from(turn.cells[place])];
        self.ranks[usize::from(turn.ranks)] + cell(0) + cell(1)
    }
}
