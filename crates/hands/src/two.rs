//! Values of two-card hands.

use std::fmt;

use cards::{Card, CardSet, Rank};

use crate::{Ranks, TwoCategory, WrongSize};

/// The value of a two-card hand [H212-9]: ace-king suited, ace-king, pair, straight flush,
/// straight, flush, high card. A-2 is the lowest straight.
///
/// The category takes the upper bits, and below it stand the deciding ranks, four bits each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TwoValue(u16);

const SHIFT: u32 = 8;

impl TwoValue {
    /// The value of two cards of a deck.
    #[inline]
    pub fn of(cards: &[Card; 2]) -> TwoValue {
        let [a, b] = cards.map(Card::rank);
        let (high, low) = (a.max(b), a.min(b));
        let is_flush = cards[0].suit() == cards[1].suit();
        let (suited, plain, top, second) = if high == low {
            (TwoCategory::Pair, TwoCategory::Pair, high, None)
        } else if (high, low) == (Rank::Ace, Rank::King) {
            (TwoCategory::AceKingSuited, TwoCategory::AceKing, high, None)
        } else if (high, low) == (Rank::Ace, Rank::Two) {
            // The ace is low, so the two is the top.
            (TwoCategory::StraightFlush, TwoCategory::Straight, low, None)
        } else if high.index() == low.index() + 1 {
            (TwoCategory::StraightFlush, TwoCategory::Straight, high, None)
        } else {
            (TwoCategory::Flush, TwoCategory::HighCard, high, Some(low))
        };
        TwoValue::encode(if is_flush { suited } else { plain }, top, second)
    }

    /// The value of a set of two cards.
    #[inline]
    pub fn of_set(set: CardSet) -> Result<TwoValue, WrongSize> {
        let wrong = WrongSize { len: set.len(), least: 2, most: 2 };
        let mut cards = set.iter();
        match (cards.next(), cards.next(), cards.next()) {
            (Some(a), Some(b), None) => Ok(TwoValue::of(&[a, b])),
            _ => Err(wrong),
        }
    }

    const fn encode(category: TwoCategory, top: Rank, second: Option<Rank>) -> TwoValue {
        let second = match second {
            Some(rank) => rank as u16,
            None => 0,
        };
        TwoValue((category as u16) << SHIFT | (top as u16) << 4 | second)
    }

    /// The number itself, for tables and storage; a greater one is a better hand.
    pub const fn get(self) -> u16 {
        self.0
    }

    /// The kind of hand.
    pub const fn category(self) -> TwoCategory {
        TwoCategory::ALL[(self.0 >> SHIFT) as usize]
    }

    /// The ranks that decide between hands of this category, in the order they decide; of a
    /// straight its top, a two in A-2.
    pub const fn ranks(self) -> Ranks {
        let top = Ranks::EMPTY.and(Rank::ALL[(self.0 >> 4 & 15) as usize]);
        match self.category() {
            TwoCategory::HighCard | TwoCategory::Flush => {
                top.and(Rank::ALL[(self.0 & 15) as usize])
            }
            _ => top,
        }
    }

    /// The ranks that the words of the value do not name: the lower of a flush.
    pub const fn kickers(self) -> Ranks {
        match self.category() {
            TwoCategory::Flush => self.ranks().skip(1),
            _ => Ranks::EMPTY,
        }
    }

    /// The lowest value of a category whose deciding ranks begin with these; `None` if no hand is
    /// like that.
    pub const fn floor(category: TwoCategory, leading: &[Rank]) -> Option<TwoValue> {
        use TwoCategory::*;
        let (lowest, highest) = match category {
            // 4-2 is the lowest without a pair or a straight; A-K and A-2 stand elsewhere.
            HighCard | Flush => (Rank::Four, Rank::Ace),
            // K-Q is the highest straight, since A-K stands above.
            Straight | StraightFlush => (Rank::Two, Rank::King),
            Pair => (Rank::Two, Rank::Ace),
            AceKing | AceKingSuited => (Rank::Ace, Rank::Ace),
        };
        let is_unpaired = matches!(category, HighCard | Flush);
        let (top, given) = match leading {
            [] => (lowest, None),
            [top] => (*top, None),
            [top, second] if is_unpaired => (*top, Some(*second)),
            _ => return None,
        };
        if (top as u8) < lowest as u8 || top as u8 > highest as u8 {
            return None;
        }
        let second = match given {
            _ if !is_unpaired => None,
            // A-2 is a straight.
            None if matches!(top, Rank::Ace) => Some(Rank::Three),
            None => Some(Rank::Two),
            Some(rank) if rank as u8 + 1 >= top as u8 => return None,
            Some(Rank::Two) if matches!(top, Rank::Ace) => return None,
            Some(rank) => Some(rank),
        };
        Some(TwoValue::encode(category, top, second))
    }
}

impl fmt::Display for TwoValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let category = self.category();
        match (category, &*self.ranks()) {
            (TwoCategory::HighCard, [top, second]) => {
                write!(f, "{}-{} high", top.word(), second.word())
            }
            (TwoCategory::Pair, [rank, ..]) => write!(f, "pair of {}", rank.plural()),
            (TwoCategory::AceKing | TwoCategory::AceKingSuited, _) => write!(f, "{category}"),
            (_, [top, ..]) => write!(f, "{}-high {category}", top.word()),
            (_, []) => write!(f, "{category}"),
        }
    }
}

impl fmt::Debug for TwoValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TwoValue({self} {:?})", &*self.ranks())
    }
}
