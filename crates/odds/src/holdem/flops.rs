//! The flops that a starting hand can meet, up to the suits that it leaves alike.

use std::sync::LazyLock;

use super::boards::{each_set, number_all, place};
use super::lattice::{CELLS, FLOP_RANKS, LeftOf, Part, flop_cell, plain_of_flush, seen_by_suit};
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
        let ranks = cards.map(|card| card >> 2);
        let seen = (0..4).filter_map(|suit| {
            let [of_suit, others] = seen_by_suit(&cards, suit);
            Some(kind.holds(suit) * ROOM + flop_cell(&of_suit, &others)?)
        });
        let mut cells = [CELLS as u16; 3];
        cells.iter_mut().zip(seen).for_each(|(place, cell)| *place = cell as u16);
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

/// Visits what each suit adds, as the flush suit, to what the ranks of a river are worth; and says
/// that. Rivers are worth something by how a suit stands to the hand, if there is a flush suit.
pub(crate) fn each_suit<W: Part>(
    showdowns: &Showdowns,
    ranks: Ranks,
    mut worth: impl FnMut(Option<usize>, &[Showdown]) -> Vec<W>,
    mut visit: impl FnMut(usize, Vec<W>),
) -> Vec<W> {
    let plain = worth(None, showdowns.plain(ranks));
    for &relation in ranks.relations() {
        let rivers = showdowns.flush(ranks, relation);
        let mut flush = worth(Some(relation), rivers);
        for ((worth, river), &of_ranks) in flush.iter_mut().zip(rivers).zip(plain_of_flush()) {
            let more = *worth - plain[usize::from(of_ranks)];
            *worth = if river.is_there() { more } else { W::zero() };
        }
        visit(relation, flush);
    }
    plain
}

/// The worth of flops to two ranks: sums over turn and river.
pub(crate) struct Worth<W> {
    ranks: Vec<W>,
    cells: Vec<W>,
}

impl<W: Part> Worth<W> {
    /// Of what the rivers are worth, by how a suit stands to the hand, if there is a flush suit.
    pub(crate) fn new(
        showdowns: &Showdowns,
        ranks: Ranks,
        worth: impl FnMut(Option<usize>, &[Showdown]) -> Vec<W>,
    ) -> Worth<W> {
        let mut cells = vec![W::zero(); RELATIONS * ROOM];
        let plain = each_suit(showdowns, ranks, worth, |relation, more| {
            let of_suit = ranks.left_outside(relation).suit_up(&more);
            cells[relation * ROOM..][..CELLS].copy_from_slice(&of_suit);
        });
        Worth { ranks: ranks.left().plain_up(&plain), cells }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::holdem::boards::place_of;
    use crate::holdem::showdown::{Place, Showdown};

    /// What a river is worth in these tests: a number of its place, if the hand meets it.
    fn worth((relation, texture): Place, river: Showdown) -> i64 {
        let seed = texture * 7_919 + relation.map_or(3, |relation| 11 + relation) * 104_729;
        if river.is_there() { (seed % 1_009) as i64 - 500 } else { 0 }
    }

    /// The sums of several flops, and how often rivers follow them, by going through turn and river.
    #[test]
    fn sums_are_those_of_going_through_turn_and_river() {
        let showdowns = Showdowns::warm();
        for (kind, at) in [(Kind::Pair, 4), (Kind::Suited, 17), (Kind::Offsuit, 50)] {
            let start = Start::all().filter(|start| start.kind == kind).nth(at).unwrap();
            let ranks = start.ranks();
            let of = |relation, rivers: &[Showdown]| {
                let all = rivers.iter().enumerate();
                all.map(|(texture, &river)| worth((relation, texture), river)).collect()
            };
            let sums: Worth<i64> = Worth::new(&showdowns, ranks, of);
            let held = start.cards().map(|card| card.index());
            for (_, flop) in Flops::met(start).step_by(97) {
                let cards = flop.cards.map(usize::from);
                let is_left = |card: &usize| !held.contains(card) && !cards.contains(card);
                let left: Vec<usize> = (0..52).filter(is_left).collect();
                let mut met = Met::new();
                met.add(flop, 1);
                let plain = met.plain(&ranks.left());
                assert_eq!(plain.iter().sum::<i32>(), 47 * 46);
                let mut sum = 0;
                let mut rivers = std::collections::BTreeMap::new();
                for &turn in &left {
                    for &river in left.iter().filter(|&&river| river != turn) {
                        let place = place_of(kind, [cards[0], cards[1], cards[2], turn, river]);
                        let showdown = match place {
                            (None, texture) => showdowns.plain(ranks)[texture],
                            (Some(relation), texture) => showdowns.flush(ranks, relation)[texture],
                        };
                        assert!(showdown.is_there());
                        sum += worth(place, showdown);
                        *rivers.entry(place).or_insert(0) += 1;
                    }
                }
                assert_eq!(sums.of(flop), sum, "{flop:?}");
                for &relation in ranks.relations() {
                    let flush = met.flush(&ranks.left_outside(relation), relation);
                    let there = showdowns.flush(ranks, relation).iter();
                    for (texture, (times, river)) in flush.into_iter().zip(there).enumerate() {
                        let counted = rivers.get(&(Some(relation), texture)).copied();
                        assert!(!river.is_there() || times == counted.unwrap_or(0));
                    }
                }
            }
        }
    }
}
