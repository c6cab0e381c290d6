//! Player's hands as blackjack sees them: how many cards of each value, in no order.

use std::collections::HashMap;

use cards::Rank;

/// The values of cards: 0 is an ace, 1 a deuce, 9 a ten or a face card.
pub(crate) const VALUES: usize = 10;
pub(crate) const ACE: usize = 0;
pub(crate) const TEN: usize = 9;

/// How many cards of each value are in the shoe.
pub(crate) type Shoe = [u16; VALUES];

/// The most a hand may count.
pub(crate) const LIMIT: u8 = 21;

/// The value of a rank.
pub(crate) const fn value_of(rank: Rank) -> usize {
    hands::Total::points_of(rank) as usize - 1
}

/// The shoe of a number of decks.
pub(crate) fn shoe_of(decks: u8) -> Shoe {
    let mut shoe = [4 * u16::from(decks); VALUES];
    shoe[TEN] *= 4;
    shoe
}

/// How many cards a shoe holds.
pub(crate) fn size_of(shoe: &Shoe) -> u16 {
    shoe.iter().sum()
}

/// A shoe without one card of a value.
pub(crate) fn without(shoe: &Shoe, value: usize) -> Shoe {
    let mut shoe = *shoe;
    shoe[value] = shoe[value].saturating_sub(1);
    shoe
}

/// A hand by its place in [`Hands`].
pub(crate) type HandId = u16;

/// One hand that has not bust.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HandShape {
    /// Its cards.
    pub(crate) counts: [u8; VALUES],
    /// How many.
    pub(crate) size: u8,
    /// Its points with every ace as one.
    pub(crate) hard: u8,
    /// Its points.
    pub(crate) points: u8,
}

impl HandShape {
    pub(crate) fn is_soft(&self) -> bool {
        self.points != self.hard
    }
}

/// Every hand of a shoe that has not bust, by points with aces as one, so that a hand comes before
/// all that can be made of it; and which hand a further card makes.
#[derive(Debug)]
pub(crate) struct Hands {
    pub(crate) shapes: Vec<HandShape>,
    next: Vec<[HandId; VALUES]>,
}

impl Hands {
    /// No hand: the card busts, or the shoe has no more of it.
    pub(crate) const NONE: HandId = HandId::MAX;
    /// The hand without a card.
    pub(crate) const EMPTY: HandId = 0;

    pub(crate) fn new(shoe: &Shoe) -> Hands {
        let mut all = Vec::new();
        gather(shoe, VALUES, [0; VALUES], 0, &mut all);
        all.sort_by_key(|counts| (hard_of(counts), std::cmp::Reverse(*counts)));
        let places: HashMap<u64, HandId> =
            all.iter().zip(0..).map(|(counts, id)| (packed(counts), id)).collect();
        let next = |counts: &[u8; VALUES]| {
            std::array::from_fn(|value| {
                let mut more = *counts;
                more[value] += 1;
                places.get(&packed(&more)).copied().unwrap_or(Hands::NONE)
            })
        };
        let next = all.iter().map(next).collect();
        Hands { shapes: all.into_iter().map(shape).collect(), next }
    }

    pub(crate) fn len(&self) -> usize {
        self.shapes.len()
    }

    pub(crate) fn shape(&self, id: HandId) -> &HandShape {
        &self.shapes[usize::from(id)]
    }

    /// The hand with one card more; [`Hands::NONE`] if it is bust.
    #[inline]
    pub(crate) fn with(&self, id: HandId, value: usize) -> HandId {
        self.next[usize::from(id)][value]
    }

    /// What a shoe has left besides a hand; nothing if the hand cannot be held.
    pub(crate) fn left(&self, shoe: &Shoe, id: HandId) -> Option<Shoe> {
        let mut left = *shoe;
        for (left, &count) in left.iter_mut().zip(&self.shape(id).counts) {
            *left = left.checked_sub(u16::from(count))?;
        }
        Some(left)
    }

    /// The values that a hand can draw from a shoe, how many of each there are, and the hands they make.
    pub(crate) fn draws<'d>(
        &'d self,
        id: HandId,
        left: &'d Shoe,
    ) -> impl Iterator<Item = (usize, u16, HandId)> + 'd {
        let next = &self.next[usize::from(id)];
        (0..VALUES).filter(|&value| left[value] > 0).map(|value| (value, left[value], next[value]))
    }

    /// The hand of these two cards.
    pub(crate) fn pair(&self, first: usize, second: usize) -> HandId {
        match self.with(Hands::EMPTY, first) {
            Hands::NONE => Hands::NONE,
            id => self.with(id, second),
        }
    }

    /// The hands of two cards or more, the lowest first.
    pub(crate) fn decided(&self) -> impl DoubleEndedIterator<Item = HandId> + '_ {
        (0..self.len() as HandId).filter(|&id| self.shape(id).size >= 2)
    }
}

fn gather(
    shoe: &Shoe,
    below: usize,
    counts: [u8; VALUES],
    points: u8,
    all: &mut Vec<[u8; VALUES]>,
) {
    if below == 0 {
        all.push(counts);
        return;
    }
    let value = below - 1;
    let mut counts = counts;
    let mut points = points;
    loop {
        gather(shoe, value, counts, points, all);
        counts[value] += 1;
        points += below as u8;
        if points > LIMIT || u16::from(counts[value]) > shoe[value] {
            return;
        }
    }
}

fn hard_of(counts: &[u8; VALUES]) -> u8 {
    counts.iter().zip(1u8..).map(|(count, points)| count * points).sum()
}

fn packed(counts: &[u8; VALUES]) -> u64 {
    counts.iter().fold(0, |packed, &count| packed << 5 | u64::from(count))
}

fn shape(counts: [u8; VALUES]) -> HandShape {
    let hard = hard_of(&counts);
    let is_soft = counts[ACE] > 0 && hard + 10 <= LIMIT;
    let points = if is_soft { hard + 10 } else { hard };
    HandShape { counts, size: counts.iter().sum(), hard, points }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_comes_before_what_can_be_made_of_it() {
        let hands = Hands::new(&shoe_of(1));
        assert_eq!(hands.shape(Hands::EMPTY).size, 0);
        for id in 0..hands.len() as HandId {
            for value in 0..VALUES {
                let next = hands.with(id, value);
                assert!(next > id);
            }
        }
        let soft = hands.shape(hands.pair(ACE, 5));
        assert_eq!((soft.points, soft.hard, soft.is_soft()), (17, 7, true));
    }

    /// A hand is a partition of at most 21 into parts of at most ten.
    #[test]
    fn there_are_as_many_hands_as_partitions() {
        let mut ways = [0u32; 22];
        ways[0] = 1;
        for part in 1..=10 {
            for points in part..=21 {
                ways[points] += ways[points - part];
            }
        }
        assert_eq!(Hands::new(&shoe_of(8)).len() as u32, ways.iter().sum::<u32>());
    }
}
