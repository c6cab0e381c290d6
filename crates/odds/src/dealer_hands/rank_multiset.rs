//! A few ranks, of which some may be there several times.

use cards::{CardSet, Rank};

use crate::choose::CHOOSE;

/// The most cards a multiset can hold.
const MOST: usize = 6;

/// A few ranks, lowest first, of which some may be there several times.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RankMultiset {
    ranks: [u8; MOST],
    len: u8,
}

/// The number of the first multiset of each size; the last one is how many multisets there are.
pub(super) const FIRST: [usize; MOST + 2] = {
    let mut first = [0; MOST + 2];
    let mut len = 0;
    while len <= MOST {
        first[len + 1] = first[len] + CHOOSE[12 + len][len] as usize;
        len += 1;
    }
    first
};

impl RankMultiset {
    pub(super) const EMPTY: RankMultiset = RankMultiset { ranks: [0; MOST], len: 0 };

    /// The ranks of some cards.
    pub(super) fn of_cards(cards: CardSet) -> RankMultiset {
        let each = |rank: Rank| std::iter::repeat_n(rank as u8, cards.count_of(rank));
        Rank::ALL.into_iter().flat_map(each).collect()
    }

    pub(super) fn len(&self) -> usize {
        usize::from(self.len)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u8> {
        self.ranks.into_iter().take(self.len())
    }

    /// How often a rank is in it.
    pub(super) fn count(&self, rank: u8) -> usize {
        self.iter().filter(|other| *other == rank).count()
    }

    /// The number of the multiset: smaller multisets first, so that all up to a size are numbered without
    /// gaps.
    pub(super) fn number(&self) -> usize {
        let places = self.iter().zip(0..);
        let place = |(rank, below): (u8, usize)| CHOOSE[usize::from(rank) + below][below + 1];
        FIRST[self.len()] + places.map(place).sum::<u32>() as usize
    }

    /// This multiset without one of each of these ranks, which it has.
    pub(super) fn without_each(&self, mut lane: u16) -> RankMultiset {
        let keep = |rank: &u8| {
            let is_taken = lane >> rank & 1 == 1;
            lane &= !(1 << rank);
            !is_taken
        };
        self.iter().filter(keep).collect()
    }

    /// This multiset and one of each of these ranks.
    pub(super) fn with_each(&self, lane: u16) -> RankMultiset {
        let mut counts = [0; 13];
        self.iter().for_each(|rank| counts[usize::from(rank)] += 1);
        let count = |rank: u8| counts[usize::from(rank)] + usize::from(lane >> rank & 1);
        (0..13).flat_map(|rank| std::iter::repeat_n(rank, count(rank))).collect()
    }

    /// Every multiset of `len` ranks, none of them more often than `most`.
    pub(super) fn all(len: usize, most: usize) -> Vec<RankMultiset> {
        let mut found = vec![RankMultiset::EMPTY];
        for _ in 0..len {
            let longer = |multiset: RankMultiset| {
                let lowest = multiset.iter().last().unwrap_or(0);
                let next = (lowest..13).filter(move |rank| multiset.count(*rank) < most);
                next.map(move |rank| multiset.iter().chain([rank]).collect())
            };
            found = found.into_iter().flat_map(longer).collect();
        }
        found
    }

    /// Visits every multiset that is part of this one.
    pub(super) fn parts(&self, mut visit: impl FnMut(&Part)) {
        let mut part = Part::default();
        for rank in self.iter() {
            if part.ranks.last() == Some(&rank) {
                *part.held.last_mut().expect("as many as ranks") += 1;
            } else {
                part.ranks.push(rank);
                part.held.push(1);
                part.taken.push(0);
            }
        }
        part.visit(0, FIRST[0] as u32, &mut visit);
    }
}

impl FromIterator<u8> for RankMultiset {
    fn from_iter<I: IntoIterator<Item = u8>>(ranks: I) -> RankMultiset {
        let mut multiset = RankMultiset::EMPTY;
        for rank in ranks {
            multiset.ranks[multiset.len()] = rank;
            multiset.len += 1;
        }
        multiset
    }
}

/// A part of a multiset: of each of its ranks some.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    /// The ranks of the whole, each once.
    pub(super) ranks: arrayvec::ArrayVec<u8, MOST>,
    /// How often each is in the whole.
    pub(super) held: arrayvec::ArrayVec<u8, MOST>,
    /// How often each is in the part.
    pub(super) taken: arrayvec::ArrayVec<u8, MOST>,
    /// How many cards it has.
    pub(super) len: usize,
    /// Its number as a multiset.
    pub(super) number: usize,
}

impl Part {
    fn visit(&mut self, place: usize, sum: u32, visit: &mut impl FnMut(&Part)) {
        let Some(&rank) = self.ranks.get(place) else {
            self.number = FIRST[self.len] + sum as usize;
            visit(self);
            return;
        };
        let (len, mut sum) = (self.len, sum);
        for taken in 0..=self.held[place] {
            self.taken[place] = taken;
            self.visit(place + 1, sum, visit);
            sum += CHOOSE[usize::from(rank) + self.len][self.len + 1];
            self.len += 1;
        }
        self.taken[place] = 0;
        self.len = len;
    }

    /// Each rank of the whole with how often it is there and in the part.
    pub(super) fn counts(&self) -> impl Iterator<Item = (u8, usize, usize)> {
        let counts = self.held.iter().zip(&self.taken);
        self.ranks
            .iter()
            .zip(counts)
            .map(|(&rank, (&held, &taken))| (rank, held.into(), taken.into()))
    }

    /// In how many ways the rest of the whole is filled from `of_rank` cards of each rank, those of the part being
    /// given.
    pub(super) fn completions(&self, of_rank: usize) -> u32 {
        self.counts().map(|(_, held, taken)| CHOOSE[of_rank - taken][held - taken]).product()
    }

    /// What the part adds to an alternating sum over the subsets of the whole's cards.
    pub(super) fn alternating(&self) -> i32 {
        let ways: u32 = self.counts().map(|(_, held, taken)| CHOOSE[held][taken]).product();
        if self.len.is_multiple_of(2) { ways as i32 } else { -(ways as i32) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bags_are_numbered_without_gaps() {
        for len in 0..=MOST {
            let mut numbers: Vec<usize> =
                RankMultiset::all(len, 6).iter().map(RankMultiset::number).collect();
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(FIRST[len]..FIRST[len + 1]), "{len}");
        }
        assert_eq!(RankMultiset::all(5, 4).len(), 6_175);
        assert_eq!(RankMultiset::all(6, 4).len(), 18_395);
    }

    #[test]
    fn parts_have_the_numbers_of_their_bags() {
        let whole: RankMultiset = [2, 2, 2, 5, 12].into_iter().collect();
        let mut sum = 0;
        whole.parts(|part| {
            let each = |(rank, _, taken)| std::iter::repeat_n(rank, taken);
            let multiset: RankMultiset = part.counts().flat_map(each).collect();
            assert_eq!((part.number, part.len), (multiset.number(), multiset.len()));
            sum += part.alternating();
        });
        assert_eq!(sum, 0, "the alternating sum over all subsets");
    }
}
