//! What kinds of hands there are.

use std::fmt;

/// A kind of hand of three, four or five cards.
///
/// There is no order here on purpose: a straight beats a flush with three cards [GEN-5] and loses
/// to it with four or five. Compare values instead.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Category {
    HighCard,
    Pair,
    TwoPair,
    ThreeOfAKind,
    Straight,
    Flush,
    FullHouse,
    FourOfAKind,
    StraightFlush,
    RoyalFlush,
}

impl Category {
    /// All ten, in the five-card order from the lowest.
    pub const ALL: [Category; 10] = {
        use Category::*;
        [
            HighCard,
            Pair,
            TwoPair,
            ThreeOfAKind,
            Straight,
            Flush,
            FullHouse,
            FourOfAKind,
            StraightFlush,
            RoyalFlush,
        ]
    };

    /// The category in words: `three of a kind`.
    pub const fn words(self) -> &'static str {
        match self {
            Category::HighCard => "high card",
            Category::Pair => "pair",
            Category::TwoPair => "two pair",
            Category::ThreeOfAKind => "three of a kind",
            Category::Straight => "straight",
            Category::Flush => "flush",
            Category::FullHouse => "full house",
            Category::FourOfAKind => "four of a kind",
            Category::StraightFlush => "straight flush",
            Category::RoyalFlush => "royal flush",
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words())
    }
}

/// A kind of two-card hand, lowest first, in the order in which 2 Card Plus pays [H212-9].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum TwoCategory {
    HighCard,
    Flush,
    Straight,
    StraightFlush,
    Pair,
    AceKing,
    AceKingSuited,
}

impl TwoCategory {
    /// All seven, lowest first.
    pub const ALL: [TwoCategory; 7] = {
        use TwoCategory::*;
        [HighCard, Flush, Straight, StraightFlush, Pair, AceKing, AceKingSuited]
    };

    /// The category in words: `ace-king suited`.
    pub const fn words(self) -> &'static str {
        match self {
            TwoCategory::HighCard => "high card",
            TwoCategory::Flush => "flush",
            TwoCategory::Straight => "straight",
            TwoCategory::StraightFlush => "straight flush",
            TwoCategory::Pair => "pair",
            TwoCategory::AceKing => "ace-king",
            TwoCategory::AceKingSuited => "ace-king suited",
        }
    }
}

impl fmt::Display for TwoCategory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words())
    }
}
