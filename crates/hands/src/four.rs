//! Values of four-card hands, and of the best four of five or six cards.

use std::fmt;

use cards::{Card, CardSet, Rank, Suit};

use crate::ranks::lowest;
use crate::value::described_value;
use crate::words::{self, InFull};
use crate::{Category, Ranks, WrongSize};

/// The value of a four-card hand [GEN-6]: four of a kind, straight flush, three of a kind, flush,
/// straight, two pair, pair, high card.
///
/// The category takes the upper three bits. Below it stands the set of ranks of a high card or
/// flush as it is, and the deciding ranks of the others, four bits each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FourValue(u16);

const SHIFT: u32 = 13;

/// The categories, lowest first.
const ORDER: [Category; 8] = {
    use Category::*;
    [HighCard, Pair, TwoPair, Straight, Flush, ThreeOfAKind, StraightFlush, FourOfAKind]
};

const HIGH_CARD: u16 = 0;
const PAIR: u16 = 1;
const TWO_PAIR: u16 = 2;
const STRAIGHT: u16 = 3;
const FLUSH: u16 = 4;
const THREE_OF_A_KIND: u16 = 5;
const STRAIGHT_FLUSH: u16 = 6;
const FOUR_OF_A_KIND: u16 = 7;

impl FourValue {
    /// The value of four cards of a deck.
    #[inline]
    pub fn of(cards: &[Card; 4]) -> FourValue {
        FourValue::best(cards.iter().collect())
    }

    /// The value of the best four of five cards of a deck: a player's [FCP-1].
    #[inline]
    pub fn best_of_5(cards: &[Card; 5]) -> FourValue {
        FourValue::best(cards.iter().collect())
    }

    /// The value of the best four of six cards of a deck: the dealer's [FCP-1].
    #[inline]
    pub fn best_of_6(cards: &[Card; 6]) -> FourValue {
        FourValue::best(cards.iter().collect())
    }

    /// The value of the best four cards of a set of four to six.
    #[inline]
    pub fn of_set(set: CardSet) -> Result<FourValue, WrongSize> {
        WrongSize::check(set, 4, 6)?;
        Ok(FourValue::best(set))
    }

    /// The best four of four to six cards, category by category from the highest.
    #[inline]
    fn best(set: CardSet) -> FourValue {
        let [a, b, c, d] = Suit::ALL.map(|suit| set.ranks_of(suit));
        let ranks = set.ranks();
        let twice = a & b | c & d | (a | b) & (c | d);
        let thrice = a & b & (c | d) | c & d & (a | b);
        let four = a & b & c & d;
        // Six cards have at most one suit of four.
        let suited = [a, b, c, d].into_iter().find(|lane| lane.count_ones() >= 4);
        if four != 0 {
            return FourValue::new(FOUR_OF_A_KIND, top(four));
        }
        if let Some(top) = suited.and_then(straight) {
            return FourValue::new(STRAIGHT_FLUSH, top);
        }
        if thrice != 0 {
            let three = top(thrice);
            return FourValue::new(THREE_OF_A_KIND, three << 4 | top(ranks & !(1 << three)));
        }
        if let Some(ranks) = suited {
            return FourValue::new(FLUSH, highest(ranks, 4));
        }
        if let Some(top) = straight(ranks) {
            return FourValue::new(STRAIGHT, top);
        }
        if twice == 0 {
            return FourValue::new(HIGH_CARD, highest(ranks, 4));
        }
        let pair = top(twice);
        let second = twice & !(1 << pair);
        if second != 0 {
            return FourValue::new(TWO_PAIR, pair << 4 | top(second));
        }
        let kickers = ranks & !(1 << pair);
        let kicker = top(kickers);
        FourValue::new(PAIR, pair << 8 | kicker << 4 | top(kickers & !(1 << kicker)))
    }

    const fn new(category: u16, rest: u16) -> FourValue {
        FourValue(category << SHIFT | rest)
    }

    /// The kind of hand; A-K-Q-J of a suit is a straight flush.
    pub const fn category(self) -> Category {
        ORDER[(self.0 >> SHIFT) as usize]
    }

    /// Whether the hand is A-K-Q-J of one suit.
    pub const fn is_royal(self) -> bool {
        self.0 == STRAIGHT_FLUSH << SHIFT | Rank::Ace as u16
    }

    /// The ranks that decide between hands of this category, in the order they decide; of a
    /// straight its top, a four in A-2-3-4.
    pub const fn ranks(self) -> Ranks {
        let rest = self.0 & ((1 << SHIFT) - 1);
        let [a, b, c] = [(rest >> 8) as u8, (rest >> 4 & 15) as u8, (rest & 15) as u8];
        match self.0 >> SHIFT {
            HIGH_CARD | FLUSH => {
                let mut ranks = Ranks::EMPTY;
                let mut left = rest;
                while left != 0 {
                    let rank = top(left);
                    left &= !(1 << rank);
                    ranks = ranks.and(Rank::ALL[rank as usize]);
                }
                ranks
            }
            PAIR => Ranks::from_indices([a, b, c, 0, 0], 3),
            TWO_PAIR | THREE_OF_A_KIND => Ranks::from_indices([b, c, 0, 0, 0], 2),
            _ => Ranks::from_indices([c, 0, 0, 0, 0], 1),
        }
    }

    const fn encode(category: Category, ranks: Ranks) -> FourValue {
        let [a, b, c, d, _] = ranks.indices();
        let (place, rest) = match category {
            Category::HighCard | Category::Flush => {
                let place = if matches!(category, Category::Flush) { FLUSH } else { HIGH_CARD };
                (place, 1 << a | 1 << b | 1 << c | 1 << d)
            }
            Category::Pair => (PAIR, (a as u16) << 8 | (b as u16) << 4 | c as u16),
            Category::TwoPair => (TWO_PAIR, (a as u16) << 4 | b as u16),
            Category::ThreeOfAKind => (THREE_OF_A_KIND, (a as u16) << 4 | b as u16),
            Category::Straight => (STRAIGHT, a as u16),
            Category::StraightFlush => (STRAIGHT_FLUSH, a as u16),
            Category::FourOfAKind => (FOUR_OF_A_KIND, a as u16),
            Category::FullHouse | Category::RoyalFlush => panic!("not in the four-card order"),
        };
        FourValue::new(place, rest)
    }
}

/// The highest rank of a set that has one.
#[inline(always)]
const fn top(ranks: u16) -> u16 {
    15 - ranks.leading_zeros() as u16
}

/// The highest few ranks of a set.
#[inline(always)]
fn highest(mut ranks: u16, few: u32) -> u16 {
    while ranks.count_ones() > few {
        ranks &= ranks - 1;
    }
    ranks
}

/// The top of the best straight of four; the four of A-2-3-4 [GEN-4].
#[inline(always)]
fn straight(ranks: u16) -> Option<u16> {
    // With the ace below the deuce too, so that bit zero is A-2-3-4.
    let line = ranks << 1 | ranks >> 12;
    let runs = line & line >> 1 & line >> 2 & line >> 3;
    if runs == 0 { None } else { Some(top(runs) + 2) }
}

described_value!(FourValue, 4);
