//! The flops that a starting hand can meet, up to the suits that it leaves alike.

use std::sync::LazyLock;

use super::boards::{each_set, number_all, place};
use super::lattice::{CELLS, FLOP_RANKS, LeftOf, Part, plain_of_flush, seen_by_suit};
use super::showdown::{Showdown, Showdowns};
use super::start::{Kind, Ranks, Start};
use super::texture::{choose, multiset_place};

/// The cells of a suit, and one of nothing.
const ROOM: usize = CELLS + 1;
/// How a suit can stand to a hand: without it, with its higher card, with its lower one, with both.
pub(crate) const RELATIONS: usize = 4;

/// A flop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Flop {
    /// Its cards' dense indices, lowest first.
    pub(crate) cards: [u8; 3],
    /// How many flops it stands for.
    pub(crate) times: u8,
    /// The number of its ranks.
    ranks: u16,
    /// Where its suits see it.
    cells: [u16; 3],
}

impl Flop {
    fn new(kind: Kind, cards: [usize; 3], times: u8) -> Flop {
        let mut ranks = cards.map(|card| card >> 2);
        ranks.sort_unstable();
        let mut cells = [CELLS as u16; 3];
        let seen = (0..4).filter_map(|suit| Some((suit, seen_by_suit(cards, suit)?)));
        for (place, (suit, cell)) in cells.iter_mut().zip(seen) {
            *place = (kind.holds(suit) * ROOM + cell) as u16;
        }
        let cards = cards.map(|card| card as u8);
        Flop { cards, times, ranks: multiset_place(&ranks) as u16, cells }
    }
}

/// All flops of a kind of starting hand.
pub(crate) struct Flops {
    all: Vec<Flop>,
    /// The number of the flop that stands for each.
    number_of: Vec<u16>,
}

static FLOPS: [LazyLock<Flops>; 3] = [
    LazyLock::new(|| Flops::new(Kind::Pair)),
    LazyLock::new(|| Flops::new(Kind::Suited)),
    LazyLock::new(|| Flops::new(Kind::Offsuit)),
];

impl Flops {
    /// Those of a kind of starting hand.
    pub(crate) fn of(kind: Kind) -> &'static Flops {
        &FLOPS[kind as usize]
    }

    fn new(kind: Kind) -> Flops {
        let renamings = kind.renamings();
        let mut number_of = vec![u16::MAX; choose(52, 3)];
        let mut all = Vec::new();
        each_set::<3>(|cards| {
            if let Some(times) = number_all(&mut number_of, cards, &renamings, all.len() as u16) {
                all.push(Flop::new(kind, cards, times));
            }
        });
        Flops { all, number_of }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// The number of a flop, given by dense indices in any order.
    #[inline]
    pub(crate) fn number(&self, mut cards: [usize; 3]) -> usize {
        cards.sort_unstable();
        usize::from(self.number_of[place(&cards)])
    }

    /// Those that a starting hand meets, with their numbers.
    pub(crate) fn met(start: Start) -> impl Iterator<Item = (usize, &'static Flop)> {
        let held = start.cards().map(|card| card.index() as u8);
        let is_met = move |flop: &Flop| held.iter().all(|card| !flop.cards.contains(card));
        Flops::of(start.kind).all.iter().enumerate().filter(move |(_, flop)| is_met(flop))
    }
}

/// The worth of flops to two ranks: sums over turn and river.
pub(crate) struct Worth<W> {
    ranks: Vec<W>,
    cells: Vec<W>,
}

impl<W: Part> Worth<W> {
    /// Of the worth of plain textures and of what each suit adds to those with it as the flush suit.
    pub(crate) fn new(
        ranks: Ranks,
        plain: &[W],
        mut flush: impl FnMut(usize) -> Vec<W>,
    ) -> Worth<W> {
        let mut cells = vec![W::zero(); RELATIONS * ROOM];
        for &relation in ranks.relations() {
            let of_suit = ranks.left_outside(relation).suit_up(&flush(relation));
            cells[relation * ROOM..][..CELLS].copy_from_slice(&of_suit);
        }
        Worth { ranks: ranks.left().plain_up(plain), cells }
    }

    /// Of what each river is worth, 0 where there is no such hand.
    pub(crate) fn of_rivers(
        showdowns: &Showdowns,
        ranks: Ranks,
        worth: impl Fn(Showdown) -> W,
    ) -> Worth<W> {
        let plain: Vec<W> = showdowns.plain(ranks).iter().map(|&river| worth(river)).collect();
        Worth::new(ranks, &plain, |relation| {
            let rivers = showdowns.flush(ranks, relation).zip(plain_of_flush());
            let more = |(river, &of_ranks): (Showdown, &u16)| match river.is_there() {
                true => worth(river) - plain[usize::from(of_ranks)],
                false => W::zero(),
            };
            rivers.map(more).collect()
        })
    }

    /// The sum of a flop over every turn and river.
    #[inline]
    pub(crate) fn of(&self, flop: &Flop) -> W {
        let cell = |place: usize| self.cells[usize::from(flop.cells[place])];
        self.ranks[usize::from(flop.ranks)] + cell(0) + cell(1) + cell(2)
    }
}

/// How often flops are met by two ranks, and then rivers.
pub(crate) struct Met {
    ranks: Vec<i32>,
    cells: Vec<i32>,
}

impl Met {
    pub(crate) fn new() -> Met {
        Met { ranks: vec![0; FLOP_RANKS], cells: vec![0; RELATIONS * ROOM] }
    }

    #[inline]
    pub(crate) fn add(&mut self, flop: &Flop, times: i32) {
        self.ranks[usize::from(flop.ranks)] += times;
        flop.cells.iter().for_each(|&cell| self.cells[usize::from(cell)] += times);
    }

    /// How often the plain textures are met whatever their suits, and those with a flush suit.
    pub(crate) fn plain(&self, left: &LeftOf) -> Vec<i32> {
        left.plain_down(&self.ranks)
    }

    pub(crate) fn flush(&self, left: &LeftOf, relation: usize) -> Vec<i32> {
        left.suit_down(&self.cells[relation * ROOM..][..CELLS])
    }
}
