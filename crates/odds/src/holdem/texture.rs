//! Textures: boards as far as they matter to a showdown.
//!
//! A board on which no suit has three cards is plain: only its ranks matter, and its texture is
//! their multiset. Else the suit that has three or more is the flush suit, and the texture is the
//! set of its ranks with the multiset of the other cards' ranks: which suits those have does not
//! matter.

use std::sync::LazyLock;

use arrayvec::ArrayVec;
use cards::{Card, Rank, Suit};

use crate::choose::CHOOSE;

/// Ranks.
pub(crate) const RANKS: usize = 13;
/// Multisets of five ranks. Those of one rank five times are numbered, but there are none.
pub(crate) const PLAIN: usize = 6_188;
/// Sets of three ranks, of four and of five.
const SETS: [usize; 3] = [286, 715, 1_287];
/// Multisets of two ranks.
const PAIRS: usize = 91;
/// Where the textures with three, four and five cards of the flush suit begin.
const FLUSH_BEGINS: [usize; 3] = [0, SETS[0] * PAIRS, SETS[0] * PAIRS + SETS[1] * RANKS];
/// Textures with a flush suit.
pub(crate) const FLUSH: usize = FLUSH_BEGINS[2] + SETS[2];

/// The place of a set, lowest member first, among the sets of as many.
pub(crate) fn set_place(members: &[usize]) -> usize {
    let places = members.iter().enumerate();
    places.map(|(place, &member)| CHOOSE[member][place + 1] as usize).sum()
}

/// The place of a multiset, lowest first, among the multisets of as many.
pub(crate) fn multiset_place(members: &[usize]) -> usize {
    let places = members.iter().enumerate();
    places.map(|(place, &member)| CHOOSE[member + place][place + 1] as usize).sum()
}

/// The place of two ranks among the multisets of two.
pub(crate) fn pair_place(a: usize, b: usize) -> usize {
    let (low, high) = (a.min(b), a.max(b));
    high * (high + 1) / 2 + low
}

/// The ranks of a set, lowest first.
fn members(mut ranks: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = ranks.trailing_zeros() as usize;
        ranks &= ranks.wrapping_sub(1);
        (lowest < 16).then_some(lowest)
    })
}

fn with_member(set: &[usize], member: usize) -> Option<Vec<usize>> {
    let mut larger = set.to_vec();
    larger.push(member);
    larger.sort_unstable();
    larger.windows(2).all(|two| two[0] != two[1]).then_some(larger)
}

/// All sets of so many ranks, in the order of their places.
fn sets(size: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = (0..1u16 << RANKS)
        .filter(|ranks| ranks.count_ones() as usize == size)
        .map(|ranks| members(ranks).collect())
        .collect();
    all.sort_by_key(|set| set_place(set));
    all
}

/// Visits all multisets of as many ranks as there are places, lowest first, in the order of their
/// places.
pub(crate) fn each_multiset(multiset: &mut [usize], visit: &mut impl FnMut(&[usize])) {
    fn extend(all: &mut [usize], left: usize, visit: &mut impl FnMut(&[usize])) {
        let Some(place) = left.checked_sub(1) else { return visit(all) };
        for rank in 0..all.get(left).map_or(RANKS, |&above| above + 1) {
            all[place] = rank;
            extend(all, place, visit);
        }
    }
    let size = multiset.len();
    extend(multiset, size, visit);
}

/// All multisets of so many ranks, in the order of their places.
fn multisets(size: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    each_multiset(&mut vec![0; size], &mut |multiset| all.push(multiset.to_vec()));
    all
}

/// What a rank that is added to a board adds to the number of its texture, a row for everything
/// that it can be added to.
pub(crate) static ROWS: LazyLock<Vec<[u32; RANKS]>> = LazyLock::new(rows);

const PAIR_ROWS: usize = 1_820;
const TRIPLE_ROWS: usize = PAIR_ROWS + 78;
const FOUR_ROWS: usize = TRIPLE_ROWS + SETS[0];
const OTHER_ROWS: usize = FOUR_ROWS + SETS[1];
const LAST_ROW: usize = OTHER_ROWS + RANKS;

fn rows() -> Vec<[u32; RANKS]> {
    let mut rows = Vec::with_capacity(LAST_ROW + 1);
    for four in multisets(4) {
        rows.push(std::array::from_fn(|rank| {
            let mut five = four.clone();
            five.push(rank);
            five.sort_unstable();
            multiset_place(&five) as u32
        }));
    }
    for size in 2..=4 {
        for set in sets(size) {
            let place = |rank| with_member(&set, rank).map_or(0, |larger| set_place(&larger));
            rows.push(std::array::from_fn(|rank| place(rank) as u32));
        }
    }
    for other in 0..RANKS {
        rows.push(std::array::from_fn(|rank| (pair_place(other, rank) * SETS[0]) as u32));
    }
    rows.push(std::array::from_fn(|rank| (rank * SETS[1]) as u32));
    rows
}

/// Where to look for the textures that some river cards make of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lookup {
    /// The row of [`ROWS`].
    pub(crate) row: u16,
    /// What is added to it.
    pub(crate) base: u32,
    /// Are they textures with a flush suit?
    pub(crate) is_flush: bool,
}

/// The textures of a board of four and one card more, by its rank.
///
/// `suit` holds the ranks of the suit in question that lie there and `others` those of the other
/// cards, lowest first. The last card is of that suit or `is_other`.
pub(crate) fn lookup(suit: u16, others: &[usize], is_other: bool) -> Lookup {
    let ranks: Vec<usize> = members(suit).collect();
    let place = set_place(&ranks);
    let (row, base) = match (ranks.len(), is_other) {
        (2, false) => (PAIR_ROWS + place, FLUSH_BEGINS[0] + multiset_place(others) * SETS[0]),
        (3, false) => (TRIPLE_ROWS + place, FLUSH_BEGINS[1] + others[0] * SETS[1]),
        (4, false) => (FOUR_ROWS + place, FLUSH_BEGINS[2]),
        (3, true) => (OTHER_ROWS + others[0], FLUSH_BEGINS[0] + place),
        (4, true) => (LAST_ROW, FLUSH_BEGINS[1] + place),
        _ => {
            let mut all: Vec<usize> = ranks.iter().chain(others).copied().collect();
            all.sort_unstable();
            return Lookup { row: multiset_place(&all) as u16, base: 0, is_flush: false };
        }
    };
    Lookup { row: row as u16, base: base as u32, is_flush: true }
}

/// The texture of a finished board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Texture {
    /// No suit has three cards.
    Plain(usize),
    /// A suit has three or more.
    Flush(Suit, usize),
}

/// The texture of a finished board, each suit's ranks a bit each.
pub(crate) fn texture(lanes: [u16; 4]) -> Texture {
    let flush = Suit::ALL.into_iter().find(|suit| lanes[suit.index()].count_ones() >= 3);
    let mut others: ArrayVec<usize, 5> = Suit::ALL
        .into_iter()
        .filter(|&suit| Some(suit) != flush)
        .flat_map(|suit| members(lanes[suit.index()]))
        .collect();
    others.sort_unstable();
    let Some(suit) = flush else { return Texture::Plain(multiset_place(&others)) };
    let ranks: ArrayVec<usize, 5> = members(lanes[suit.index()]).collect();
    let (begins, set) = (FLUSH_BEGINS[others_begin(&ranks)], set_place(&ranks));
    let place = multiset_place(&others) * SETS[others_begin(&ranks)] + set;
    Texture::Flush(suit, begins + place)
}

fn others_begin(suited: &[usize]) -> usize {
    suited.len() - 3
}

/// The cards of a board that stands for a texture. Where there is a flush suit, it is clubs.
pub(crate) struct Model {
    pub(crate) board: [Card; 5],
    /// How many clubs, if they are the flush suit.
    pub(crate) flush: Option<usize>,
}

/// Boards that stand for the plain textures, by number; none for five cards of a rank.
pub(crate) fn plain_models() -> Vec<Option<Model>> {
    let model = |ranks: Vec<usize>| {
        let is_deck = ranks[0] != ranks[4];
        // Neighbors get different suits, so that no suit comes three times and no card twice.
        let card = |place: usize| card(ranks[place], Suit::ALL[place % 4]);
        is_deck.then(|| Model { board: std::array::from_fn(card), flush: None })
    };
    multisets(5).into_iter().map(model).collect()
}

/// Boards that stand for the textures with a flush suit, by number.
pub(crate) fn flush_models() -> Vec<Model> {
    let mut models = Vec::with_capacity(FLUSH);
    for suited in 3..=5 {
        let sets = sets(suited);
        for others in multisets(5 - suited) {
            for set in &sets {
                let clubs = set.iter().map(|&rank| card(rank, Suit::Clubs));
                let suits = [Suit::Diamonds, Suit::Hearts];
                let rest = others.iter().zip(suits).map(|(&rank, suit)| card(rank, suit));
                let board: Vec<Card> = clubs.chain(rest).collect();
                let board = board.try_into().expect("five cards");
                models.push(Model { board, flush: Some(suited) });
            }
        }
    }
    models
}

fn card(rank: usize, suit: Suit) -> Card {
    Card::new(Rank::from_index(rank).expect("one of thirteen"), suit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::CardSet;

    fn lanes(board: &[Card]) -> [u16; 4] {
        let set: CardSet = board.iter().collect();
        Suit::ALL.map(|suit| set.ranks_of(suit))
    }

    #[test]
    fn multisets_come_in_the_order_of_their_places() {
        for size in 1..=5 {
            let places: Vec<usize> =
                multisets(size).iter().map(|all| multiset_place(all)).collect();
            assert!(places.iter().copied().eq(0..CHOOSE[12 + size][size] as usize));
        }
    }

    #[test]
    fn every_texture_has_its_own_number_and_model() {
        assert_eq!(PLAIN - RANKS + FLUSH, 42_783);
        for (place, model) in plain_models().iter().enumerate() {
            let Some(model) = model else { continue };
            assert_eq!(texture(lanes(&model.board)), Texture::Plain(place));
        }
        for (place, model) in flush_models().iter().enumerate() {
            assert_eq!(texture(lanes(&model.board)), Texture::Flush(Suit::Clubs, place));
        }
    }
}
