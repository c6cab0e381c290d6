//! Hands that differ by more than the names of the suits.
//!
//! A set of cards is four sets of ranks, one a suit. Where no suit is different from another, only
//! the multiset of the four counts: each is met once, with the number of sets it stands for.

use cards::{CardSet, Suit};

/// A set of cards and how many sets it stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Distinct {
    pub(crate) cards: CardSet,
    pub(crate) times: u32,
}

/// The suits in every order.
pub(crate) const NAMES: [[Suit; 4]; 24] = {
    let mut names = [[Suit::Clubs; 4]; 24];
    let mut found = 0;
    let mut code = 0;
    while code < 256 {
        let [a, b, c, d] = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6];
        if a != b && a != c && a != d && b != c && b != d && c != d {
            names[found] = [Suit::ALL[a], Suit::ALL[b], Suit::ALL[c], Suit::ALL[d]];
            found += 1;
        }
        code += 1;
    }
    names
};

/// Every set of `size` cards of a deck, up to the names of the suits.
pub(crate) fn distinct(size: u32) -> Vec<Distinct> {
    let mut found = Vec::new();
    let mut by_size: [Vec<u16>; 14] = Default::default();
    for ranks in 0..1u16 << 13 {
        by_size[ranks.count_ones() as usize].push(ranks);
    }
    for first in (0..=size.min(13)).rev() {
        for &a in &by_size[first as usize] {
            extend(&by_size, &mut [a, 0, 0, 0], 1, size - first, &mut found);
        }
    }
    found
}

/// Gives the next suit every set of ranks that is not greater than the one before it, larger sets
/// being greater.
fn extend(
    by_size: &[Vec<u16>; 14],
    lanes: &mut [u16; 4],
    place: usize,
    left: u32,
    found: &mut Vec<Distinct>,
) {
    if place == 4 {
        if left == 0 {
            found.push(Distinct { cards: set_of(*lanes), times: times(*lanes) });
        }
        return;
    }
    let before = lanes[place - 1];
    for size in 0..=left.min(before.count_ones()) {
        for &ranks in &by_size[size as usize] {
            if size == before.count_ones() && ranks > before {
                break;
            }
            lanes[place] = ranks;
            extend(by_size, lanes, place + 1, left - size, found);
        }
    }
}

/// The cards with these ranks in each suit.
fn set_of(lanes: [u16; 4]) -> CardSet {
    let bits = lanes.into_iter().rev().fold(0, |bits, ranks| bits << 16 | u64::from(ranks));
    CardSet::from_bits(bits).expect("thirteen ranks a suit")
}

/// In how many ways the four can be given to the suits.
fn times(lanes: [u16; 4]) -> u32 {
    let mut times = 24;
    let mut equal = 1;
    for pair in lanes.windows(2) {
        equal = if pair[0] == pair[1] { equal + 1 } else { 1 };
        times /= equal;
    }
    times
}

/// The set of [`distinct`] that stands for some cards, and what each suit is called there.
pub(crate) fn canonical(cards: CardSet) -> (CardSet, [Suit; 4]) {
    // Larger sets of ranks first, and of those as large the one with the greater bits; the suit
    // itself goes along in the lowest bits.
    let mut lanes = Suit::ALL.map(|suit| {
        let ranks = cards.ranks_of(suit);
        ranks.count_ones() << 18 | u32::from(ranks) << 2 | suit as u32
    });
    lanes.sort_unstable_by(|a, b| b.cmp(a));
    let mut called = Suit::ALL;
    for (place, lane) in lanes.into_iter().enumerate() {
        called[lane as usize & 3] = Suit::ALL[place];
    }
    (set_of(lanes.map(|lane| (lane >> 2 & 0x1fff) as u16)), called)
}

#[cfg(test)]
mod tests {
    use cards::Card;

    use super::*;

    /// 169 starting hands, 1,755 flops, 16,432 and 134,459 boards of four and five are known; the
    /// sums are the binomials of 52.
    #[test]
    fn every_set_is_stood_for_once() {
        for (size, classes, sets) in [
            (1, 13, 52),
            (2, 169, 1_326),
            (3, 1_755, 22_100),
            (4, 16_432, 270_725),
            (5, 134_459, 2_598_960),
        ] {
            let found = distinct(size);
            assert_eq!(found.len(), classes);
            assert_eq!(found.iter().map(|set| set.times).sum::<u32>(), sets);
            assert!(found.iter().all(|set| set.cards.len() == size as usize));
            assert!(found.iter().all(|set| canonical(set.cards).0 == set.cards));
        }
    }

    #[test]
    fn suits_are_called_what_they_are_in_the_distinct_set() {
        let cards: CardSet = "2s 9s Kd 3d 4d".parse().unwrap();
        let (distinct, called) = canonical(cards);
        assert_eq!(distinct, "3c 4c Kc 2d 9d".parse().unwrap());
        let renamed = cards.iter().map(|card| Card::new(card.rank(), called[card.suit().index()]));
        assert_eq!(renamed.collect::<CardSet>(), distinct);
    }
}
