//! The ranks that decide between hands of a category, in the order in which they decide.

use std::ops::Deref;

use cards::Rank;

use crate::Category;

/// Up to five ranks, the one that decides first in front. Reads as a slice.
#[derive(Clone, Copy, Debug)]
pub struct Ranks {
    ranks: [Rank; 5],
    len: u8,
}

impl Ranks {
    pub(crate) const EMPTY: Ranks = Ranks { ranks: [Rank::Two; 5], len: 0 };

    /// The first `len` of these indices.
    pub(crate) const fn from_indices(indices: [u8; 5], len: usize) -> Ranks {
        let mut ranks = Ranks::EMPTY;
        let mut place = 0;
        while place < len {
            ranks = ranks.and(Rank::ALL[indices[place] as usize]);
            place += 1;
        }
        ranks
    }

    /// These plus one rank.
    pub(crate) const fn and(mut self, rank: Rank) -> Ranks {
        self.ranks[self.len as usize] = rank;
        self.len += 1;
        self
    }

    /// The index of the rank at a place, 0 beyond the end.
    pub(crate) const fn index_at(&self, place: usize) -> u8 {
        if place < self.len as usize { self.ranks[place] as u8 } else { 0 }
    }

    pub(crate) const fn indices(&self) -> [u8; 5] {
        let (mut indices, mut place) = ([0; 5], 0);
        while place < 5 {
            indices[place] = self.index_at(place);
            place += 1;
        }
        indices
    }

    /// All but the first few.
    pub(crate) const fn skip(&self, count: usize) -> Ranks {
        let mut rest = Ranks::EMPTY;
        let mut place = count;
        while place < self.len as usize {
            rest = rest.and(self.ranks[place]);
            place += 1;
        }
        rest
    }

    const fn has(&self, rank: Rank) -> bool {
        let mut place = 0;
        while place < self.len as usize {
            if self.ranks[place] as u8 == rank as u8 {
                return true;
            }
            place += 1;
        }
        false
    }
}

impl Deref for Ranks {
    type Target = [Rank];

    fn deref(&self) -> &[Rank] {
        &self.ranks[..usize::from(self.len)]
    }
}

impl PartialEq for Ranks {
    fn eq(&self, other: &Ranks) -> bool {
        **self == **other
    }
}

impl Eq for Ranks {}

impl IntoIterator for Ranks {
    type Item = Rank;
    type IntoIter = std::iter::Take<std::array::IntoIter<Rank, 5>>;

    fn into_iter(self) -> Self::IntoIter {
        self.ranks.into_iter().take(usize::from(self.len))
    }
}

/// The deciding ranks of a category with this many cards: groups within which ranks descend, as a
/// pair and then its kickers. `None` if there is no such hand.
const fn groups(category: Category, cards: usize) -> Option<&'static [usize]> {
    use Category::*;
    Some(match (category, cards) {
        (HighCard | Flush, 3) => &[3],
        (HighCard | Flush, 4) => &[4],
        (HighCard | Flush, 5) => &[5],
        (Pair, 3) => &[1, 1],
        (Pair, 4) => &[1, 2],
        (Pair, 5) => &[1, 3],
        (TwoPair, 4) => &[2],
        (TwoPair, 5) => &[2, 1],
        (ThreeOfAKind, 4) | (FourOfAKind | FullHouse, 5) => &[1, 1],
        (ThreeOfAKind, 5) => &[1, 2],
        (Straight | StraightFlush, 3..=5) | (ThreeOfAKind, 3) | (FourOfAKind, 4) => &[1],
        (RoyalFlush, 5) => &[1],
        _ => return None,
    })
}

/// The lowest deciding ranks of a category with this many cards that begin with these, or `None` if
/// no hand does.
pub(crate) const fn lowest(category: Category, cards: usize, leading: &[Rank]) -> Option<Ranks> {
    let Some(groups) = groups(category, cards) else { return None };
    if matches!(category, Category::Straight | Category::StraightFlush | Category::RoyalFlush) {
        return lowest_straight(category, cards, leading);
    }
    let mut ranks = Ranks::EMPTY;
    let (mut group, mut given) = (0, 0);
    while group < groups.len() {
        let end = ranks.len as usize + groups[group];
        let mut ceiling = 13;
        while (ranks.len as usize) < end && given < leading.len() {
            let rank = leading[given];
            if rank as usize >= ceiling || ranks.has(rank) {
                return None;
            }
            ceiling = rank as usize;
            ranks = ranks.and(rank);
            given += 1;
        }
        match filled(ranks, end, ceiling) {
            Some(full) => ranks = full,
            None => return None,
        }
        group += 1;
    }
    if given < leading.len() {
        return None;
    }
    if matches!(category, Category::HighCard | Category::Flush) && is_straight(&ranks) {
        return raised(ranks, given);
    }
    Some(ranks)
}

/// The ranks filled up to a length with the lowest that are free, all of them below the ceiling.
const fn filled(ranks: Ranks, end: usize, ceiling: usize) -> Option<Ranks> {
    let mut filled = ranks;
    let mut missing = end - ranks.len as usize;
    while missing > 0 {
        // The `missing`-th lowest of the free ranks, so that the group descends.
        let (mut rank, mut free) = (0, 0);
        while rank < 13 {
            if !ranks.has(Rank::ALL[rank]) {
                free += 1;
                if free == missing {
                    break;
                }
            }
            rank += 1;
        }
        if rank >= ceiling {
            return None;
        }
        filled = filled.and(Rank::ALL[rank]);
        missing -= 1;
    }
    Some(filled)
}

/// A high card or flush that came out as a straight: the first rank that was not given, one higher.
const fn raised(mut ranks: Ranks, given: usize) -> Option<Ranks> {
    if given == ranks.len as usize {
        return None;
    }
    let raised = ranks.ranks[given] as usize + 1;
    let ceiling = if given == 0 { 13 } else { ranks.ranks[given - 1] as usize };
    if raised >= ceiling {
        return None;
    }
    ranks.ranks[given] = Rank::ALL[raised];
    Some(ranks)
}

/// Whether these descending ranks make a straight.
const fn is_straight(ranks: &Ranks) -> bool {
    let len = ranks.len as usize;
    let (first, last) = (ranks.ranks[0] as usize, ranks.ranks[len - 1] as usize);
    let second = ranks.ranks[1] as usize;
    first - last == len - 1 || (first == 12 && second == len - 2)
}

const fn lowest_straight(category: Category, cards: usize, leading: &[Rank]) -> Option<Ranks> {
    // The lowest has a low ace: its top is the five with five cards, the three with three.
    let lowest = match category {
        Category::RoyalFlush => 12,
        _ => cards - 2,
    };
    // With five cards the ace-high straight flush is the royal.
    let highest = match category {
        Category::StraightFlush if cards == 5 => 11,
        _ => 12,
    };
    let top = match leading {
        [] => lowest,
        [top] => *top as usize,
        _ => return None,
    };
    if top < lowest || top > highest {
        return None;
    }
    Some(Ranks::EMPTY.and(Rank::ALL[top]))
}
