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
/// Multisets of two ranks, of one and of none: the cards outside a suit that has all the others.
pub(crate) const OTHERS: [usize; 3] = [91, RANKS, 1];
/// Textures with a flush suit.
pub(crate) const FLUSH: usize = suit_begins(5)[3];

/// Where boards of `cards` cards begin, as a suit sees them that has all but two of the cards, all but
/// one, and all; then how many places there are.
pub(crate) const fn suit_begins(cards: usize) -> [usize; 4] {
    let two = CHOOSE[RANKS][cards - 2] as usize * OTHERS[0];
    let one = two + CHOOSE[RANKS][cards - 1] as usize * OTHERS[1];
    [0, two, one, one + CHOOSE[RANKS][cards] as usize]
}

/// The place of a board, as a suit sees it: by the ranks of the suit and those of the other cards, two
/// at most, lowest first.
pub(crate) fn suit_place(of_suit: &[usize], others: &[usize]) -> usize {
    let part = 2 - others.len();
    let place = set_place(of_suit) * OTHERS[part] + multiset_place(others);
    suit_begins(of_suit.len() + others.len())[part] + place
}

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

/// All sets of so many ranks, in the order of their places.
pub(crate) fn sets(size: usize) -> Vec<Vec<usize>> {
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
pub(crate) fn multisets(size: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    each_multiset(&mut vec![0; size], &mut |multiset| all.push(multiset.to_vec()));
    all
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
    Texture::Flush(suit, suit_place(&ranks, &others))
}

/// The plain texture of each texture with a flush suit.
pub(crate) static PLAIN_OF_FLUSH: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut plain = Vec::with_capacity(FLUSH);
    for suited in 3..=5 {
        for set in sets(suited) {
            for others in multisets(5 - suited) {
                let mut all = [set.as_slice(), &others].concat();
                all.sort_unstable();
                plain.push(multiset_place(&all) as u16);
            }
        }
    }
    plain
});

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
        for set in sets(suited) {
            for others in multisets(5 - suited) {
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
