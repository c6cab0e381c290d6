//! Values of three-card hands.

use std::fmt;

use cards::{Card, CardSet, Rank};

use crate::ranks::lowest;
use crate::value::described_value;
use crate::words::{self, InFull};
use crate::{Category, Ranks, WrongSize};

/// The value of a three-card hand [GEN-5]: straight flush, three of a kind, straight, flush, pair,
/// high card.
///
/// The category takes the upper bits, and below it stand the deciding ranks, four bits each, the
/// first uppermost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreeValue(u16);

const SHIFT: u32 = 12;

/// The categories, lowest first.
const ORDER: [Category; 6] = {
    use Category::*;
    [HighCard, Pair, Flush, Straight, ThreeOfAKind, StraightFlush]
};

const HIGH_CARD: u16 = 0;
const PAIR: u16 = 1;
const FLUSH: u16 = 2;
const STRAIGHT: u16 = 3;
const THREE_OF_A_KIND: u16 = 4;
const STRAIGHT_FLUSH: u16 = 5;

impl ThreeValue {
    /// The value of three cards of a deck.
    #[inline]
    pub fn of(cards: &[Card; 3]) -> ThreeValue {
        let [a, b, c] = cards.map(|card| card.rank() as u16);
        let high = a.max(b).max(c);
        let low = a.min(b).min(c);
        let middle = a + b + c - high - low;
        let is_flush = cards[0].suit() == cards[1].suit() && cards[1].suit() == cards[2].suit();
        if high == low {
            return ThreeValue::new(THREE_OF_A_KIND, [high, 0, 0]);
        }
        if high == middle || middle == low {
            let kicker = if high == middle { low } else { high };
            return ThreeValue::new(PAIR, [middle, kicker, 0]);
        }
        // A-3-2 is the lowest straight, and its top is the three [GEN-4].
        let is_low = (high, middle) == (Rank::Ace as u16, Rank::Three as u16);
        if is_low || high - low == 2 {
            let top = if is_low { middle } else { high };
            return ThreeValue::new(if is_flush { STRAIGHT_FLUSH } else { STRAIGHT }, [top, 0, 0]);
        }
        ThreeValue::new(if is_flush { FLUSH } else { HIGH_CARD }, [high, middle, low])
    }

    /// The value of a set of three cards.
    #[inline]
    pub fn of_set(set: CardSet) -> Result<ThreeValue, WrongSize> {
        let wrong = WrongSize { len: set.len(), least: 3, most: 3 };
        let mut cards = set.iter();
        match (cards.next(), cards.next(), cards.next(), cards.next()) {
            (Some(a), Some(b), Some(c), None) => Ok(ThreeValue::of(&[a, b, c])),
            _ => Err(wrong),
        }
    }

    const fn new(category: u16, [a, b, c]: [u16; 3]) -> ThreeValue {
        ThreeValue(category << SHIFT | a << 8 | b << 4 | c)
    }

    /// The kind of hand; A-K-Q of a suit is a straight flush.
    pub const fn category(self) -> Category {
        ORDER[(self.0 >> SHIFT) as usize]
    }

    /// Whether the hand is A-K-Q of one suit, the mini royal [GEN-5].
    pub const fn is_royal(self) -> bool {
        self.0 == STRAIGHT_FLUSH << SHIFT | (Rank::Ace as u16) << 8
    }

    /// The ranks that decide between hands of this category, in the order they decide; of a
    /// straight its top, a three in A-2-3.
    pub const fn ranks(self) -> Ranks {
        let len = match self.0 >> SHIFT {
            HIGH_CARD | FLUSH => 3,
            PAIR => 2,
            _ => 1,
        };
        let rest = self.0;
        let indices = [(rest >> 8 & 15) as u8, (rest >> 4 & 15) as u8, (rest & 15) as u8, 0, 0];
        Ranks::from_indices(indices, len)
    }

    const fn encode(category: Category, ranks: Ranks) -> ThreeValue {
        let place = match category {
            Category::HighCard => HIGH_CARD,
            Category::Pair => PAIR,
            Category::Flush => FLUSH,
            Category::Straight => STRAIGHT,
            Category::ThreeOfAKind => THREE_OF_A_KIND,
            Category::StraightFlush => STRAIGHT_FLUSH,
            _ => panic!("not in the three-card order"),
        };
        let [a, b, c, ..] = ranks.indices();
        ThreeValue::new(place, [a as u16, b as u16, c as u16])
    }
}

described_value!(ThreeValue, 3);
