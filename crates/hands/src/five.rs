//! Values of five-card hands, and of the best five of six or seven cards.

use std::fmt;

use cards::{Card, CardSet, Rank};

use crate::ranks::lowest;
use crate::value::described_value;
use crate::words::{self, InFull};
use crate::{Category, Hand, Ranks, WrongSize, code};

/// The value of a five-card hand: royal flush, straight flush, four of a kind, full house, flush,
/// straight, three of a kind, two pair, pair, high card.
///
/// Values compare as the hands do; equal values tie, since suits never break ties [GEN-4].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FiveValue(pub(crate) u16);

impl FiveValue {
    /// The value of five cards of a deck.
    #[inline(always)]
    pub fn of(cards: &[Card; 5]) -> FiveValue {
        Hand::value_of_5(cards)
    }

    /// The value of the best five of six cards of a deck.
    #[inline(always)]
    pub fn best_of_6(cards: &[Card; 6]) -> FiveValue {
        Hand::value_of_6(cards)
    }

    /// The value of the best five of seven cards of a deck.
    #[inline(always)]
    pub fn best_of_7(cards: &[Card; 7]) -> FiveValue {
        Hand::value_of_7(cards)
    }

    /// The value of the best five cards of a set of five to seven.
    pub fn of_set(set: CardSet) -> Result<FiveValue, WrongSize> {
        if let Ok(hand) = Hand::<7>::try_from(set) {
            return Ok(hand.value());
        }
        if let Ok(hand) = Hand::<6>::try_from(set) {
            return Ok(hand.value());
        }
        match Hand::<5>::try_from(set) {
            Ok(hand) => Ok(hand.value()),
            Err(WrongSize { len, .. }) => Err(WrongSize { len, least: 5, most: 7 }),
        }
    }

    /// The kind of hand.
    #[inline]
    pub const fn category(self) -> Category {
        // Only ten of the sixteen numbers occur; the mask spares a check.
        const CATEGORIES: [Category; 16] = {
            let mut padded = [Category::RoyalFlush; 16];
            let mut place = 0;
            while place < Category::ALL.len() {
                padded[place] = Category::ALL[place];
                place += 1;
            }
            padded
        };
        CATEGORIES[(self.0 >> code::CATEGORY_SHIFT) as usize & 15]
    }

    /// The ranks that decide between hands of this category, in the order they decide: of two
    /// pair the higher, the lower, the kicker; of a straight its top, a five in A-2-3-4-5.
    pub const fn ranks(self) -> Ranks {
        let (indices, len) = code::decode(self.0);
        Ranks::from_indices(indices, len)
    }

    const fn encode(category: Category, ranks: Ranks) -> FiveValue {
        FiveValue(code::encode(category as u16, ranks.indices()))
    }
}

described_value!(FiveValue, 5);
