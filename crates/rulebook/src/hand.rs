//! The hands that rows of a schedule name.

use std::fmt;

use cards::{Rank, Suit};
use hands::Category;

use crate::pattern::NamedPattern;
use crate::words::words;

words! {
    /// An order in which hands are ranked.
    pub enum Order {
        /// Two cards.
        TwoCard = "two-card",
        /// Three cards [GEN-5].
        ThreeCard = "three-card",
        /// The best four cards [GEN-6].
        FourCard = "four-card",
        /// The best five cards.
        FiveCard = "five-card",
        /// Five cards of a deck with a joker.
        FiveCardJoker = "five-card-joker",
        /// How many cards a busted dealer has.
        DealerBust = "dealer-bust",
        /// Each row says which cards it is for.
        Pattern = "pattern",
    }
}

/// When a royal flush was complete [PRG-14].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RoyalIn {
    /// In the hole cards and the flop.
    Five,
    /// With the turn.
    Six,
    /// Somewhere in the seven cards.
    Seven,
    /// All five on the board.
    Board,
}

/// What a row names: a kind of hand, with its condition. Which hands satisfy it is decided in
/// one place, by the game's settlement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HandType {
    /// A category of the order, whatever its ranks.
    Category(Order, Category),
    /// A category dealt in the first cards and laid down [SS-2].
    Dealt(Category),
    /// A royal flush complete at a certain time.
    Royal(RoyalIn),
    /// A pair of ranks from the first to the second.
    Pair(Order, Rank, Rank),
    /// One pair or less.
    PairOrLess,
    /// No pair, highest card lower than this rank.
    HighCardBelow(Rank),
    /// Four aces.
    FourAces,
    /// Four aces and the joker.
    FiveAces,
    /// A straight or royal flush that the joker completes.
    WithJoker(Category),
    /// A-K-Q of one suit.
    MiniRoyal,
    /// A-K-Q of spades, or of another suit.
    RoyalOf(SuitOf),
    /// A pair of aces in the player's and in the dealer's hand.
    AcesBoth,
    /// An ace with a lower card of these ranks.
    AceWith(Kickers, Suited),
    /// The dealer busts with this many cards.
    Bust(u8),
    /// The dealer busts with this many cards or more.
    BustOrMore(u8),
    /// The cards that a pattern says.
    Is(&'static NamedPattern),
}

/// Whose suit a three-card royal is of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SuitOf {
    /// This suit.
    Only(Suit),
    /// Any other than this one.
    Not(Suit),
}

/// What goes with an ace in a two-card hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kickers {
    /// A king.
    King,
    /// A queen or a jack.
    QueenOrJack,
}

/// Whether the two cards must be of one suit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Suited {
    /// The cards must be of one suit.
    Yes,
    /// They need not be.
    Any,
}

/// A hand of the vocabulary.
struct Word {
    order: Order,
    words: &'static str,
    hand: HandType,
    /// Larger is better; rows of a table never grow. A dealt hand ranks with the same hand not dealt.
    strength: u8,
}

const fn word(order: Order, strength: u8, words: &'static str, hand: HandType) -> Word {
    Word { order, words, hand, strength }
}

use Category::{
    Flush, FourOfAKind, FullHouse, RoyalFlush, Straight, StraightFlush, ThreeOfAKind, TwoPair,
};
use HandType as H;
use Order::{DealerBust, FiveCard, FiveCardJoker as Jokers, FourCard, ThreeCard, TwoCard};

/// Every hand that a row may name, best first in each order.
#[rustfmt::skip]
const VOCABULARY: &[Word] = &[
    word(FiveCard, 99, "royal flush in five cards", H::Royal(RoyalIn::Five)),
    word(FiveCard, 98, "royal flush in six cards", H::Royal(RoyalIn::Six)),
    word(FiveCard, 97, "royal flush in seven cards", H::Royal(RoyalIn::Seven)),
    word(FiveCard, 96, "royal flush", H::Category(FiveCard, RoyalFlush)),
    word(FiveCard, 95, "royal flush on the board", H::Royal(RoyalIn::Board)),
    word(FiveCard, 90, "straight flush", H::Category(FiveCard, StraightFlush)),
    word(FiveCard, 80, "four of a kind dealt", H::Dealt(FourOfAKind)),
    word(FiveCard, 80, "four of a kind", H::Category(FiveCard, FourOfAKind)),
    word(FiveCard, 70, "full house", H::Category(FiveCard, FullHouse)),
    word(FiveCard, 60, "flush", H::Category(FiveCard, Flush)),
    word(FiveCard, 50, "straight", H::Category(FiveCard, Straight)),
    word(FiveCard, 40, "three of a kind", H::Category(FiveCard, ThreeOfAKind)),
    word(FiveCard, 30, "two pair dealt", H::Dealt(TwoPair)),
    word(FiveCard, 30, "two pair", H::Category(FiveCard, TwoPair)),
    word(FiveCard, 24, "pair of queens or better", H::Pair(FiveCard, Rank::Queen, Rank::Ace)),
    word(FiveCard, 23, "pair of jacks or better", H::Pair(FiveCard, Rank::Jack, Rank::Ace)),
    word(FiveCard, 22, "pair of tens or better", H::Pair(FiveCard, Rank::Ten, Rank::Ace)),
    word(FiveCard, 21, "pair of tens or jacks", H::Pair(FiveCard, Rank::Ten, Rank::Jack)),
    word(FiveCard, 20, "pair of sixes to tens", H::Pair(FiveCard, Rank::Six, Rank::Ten)),
    word(FiveCard, 10, "pair or less", H::PairOrLess),
    word(Jokers, 99, "five aces", H::FiveAces),
    word(Jokers, 96, "royal flush", H::Category(Jokers, RoyalFlush)),
    word(Jokers, 95, "royal flush with the joker", H::WithJoker(RoyalFlush)),
    word(Jokers, 90, "straight flush", H::Category(Jokers, StraightFlush)),
    word(Jokers, 85, "straight flush with the joker", H::WithJoker(StraightFlush)),
    word(Jokers, 80, "four of a kind", H::Category(Jokers, FourOfAKind)),
    word(Jokers, 70, "full house", H::Category(Jokers, FullHouse)),
    word(Jokers, 60, "flush", H::Category(Jokers, Flush)),
    word(Jokers, 50, "straight", H::Category(Jokers, Straight)),
    word(Jokers, 40, "three of a kind", H::Category(Jokers, ThreeOfAKind)),
    word(Jokers, 30, "two pair", H::Category(Jokers, TwoPair)),
    word(Jokers, 22, "pair of tens or better", H::Pair(Jokers, Rank::Ten, Rank::Ace)),
    word(FourCard, 85, "four aces", H::FourAces),
    word(FourCard, 80, "four of a kind", H::Category(FourCard, FourOfAKind)),
    word(FourCard, 70, "straight flush", H::Category(FourCard, StraightFlush)),
    word(FourCard, 60, "three of a kind", H::Category(FourCard, ThreeOfAKind)),
    word(FourCard, 50, "flush", H::Category(FourCard, Flush)),
    word(FourCard, 40, "straight", H::Category(FourCard, Straight)),
    word(FourCard, 30, "two pair", H::Category(FourCard, TwoPair)),
    word(FourCard, 25, "pair of aces", H::Pair(FourCard, Rank::Ace, Rank::Ace)),
    word(FourCard, 20, "pair", H::Category(FourCard, Category::Pair)),
    word(FourCard, 10, "less than ten-high", H::HighCardBelow(Rank::Ten)),
    word(ThreeCard, 92, "A-K-Q of spades", H::RoyalOf(SuitOf::Only(Suit::Spades))),
    word(ThreeCard, 91, "A-K-Q of another suit", H::RoyalOf(SuitOf::Not(Suit::Spades))),
    word(ThreeCard, 90, "royal flush", H::MiniRoyal),
    word(ThreeCard, 80, "straight flush", H::Category(ThreeCard, StraightFlush)),
    word(ThreeCard, 70, "three of a kind", H::Category(ThreeCard, ThreeOfAKind)),
    word(ThreeCard, 60, "straight", H::Category(ThreeCard, Straight)),
    word(ThreeCard, 50, "flush", H::Category(ThreeCard, Flush)),
    word(ThreeCard, 20, "pair", H::Category(ThreeCard, Category::Pair)),
    word(TwoCard, 99, "pair of aces, the dealer too", H::AcesBoth),
    word(TwoCard, 95, "pair of aces", H::Pair(TwoCard, Rank::Ace, Rank::Ace)),
    word(TwoCard, 90, "ace-king suited", H::AceWith(Kickers::King, Suited::Yes)),
    word(TwoCard, 85, "ace-queen or ace-jack suited", H::AceWith(Kickers::QueenOrJack, Suited::Yes)),
    word(TwoCard, 80, "ace-king", H::AceWith(Kickers::King, Suited::Any)),
    word(TwoCard, 75, "pair of jacks to kings", H::Pair(TwoCard, Rank::Jack, Rank::King)),
    word(TwoCard, 70, "ace-queen or ace-jack", H::AceWith(Kickers::QueenOrJack, Suited::Any)),
    word(TwoCard, 65, "pair of twos to tens", H::Pair(TwoCard, Rank::Two, Rank::Ten)),
    word(TwoCard, 60, "pair", H::Category(TwoCard, Category::Pair)),
    word(TwoCard, 50, "straight flush", H::Category(TwoCard, StraightFlush)),
    word(TwoCard, 40, "straight", H::Category(TwoCard, Straight)),
    word(TwoCard, 30, "flush", H::Category(TwoCard, Flush)),
    word(DealerBust, 8, "bust with 8 cards or more", H::BustOrMore(8)),
    word(DealerBust, 7, "bust with 7 cards", H::Bust(7)),
    word(DealerBust, 6, "bust with 6 cards", H::Bust(6)),
    word(DealerBust, 5, "bust with 5 cards", H::Bust(5)),
    word(DealerBust, 4, "bust with 4 cards", H::Bust(4)),
    word(DealerBust, 3, "bust with 3 cards", H::Bust(3)),
];

impl HandType {
    /// The hands of an order and their words, best first.
    pub fn of_order(order: Order) -> Vec<(&'static str, HandType)> {
        let of_order = VOCABULARY.iter().filter(|word| word.order == order);
        of_order.map(|word| (word.words, word.hand)).collect()
    }

    /// The words of the rulebook: `pair of tens or better`.
    pub fn words(self) -> &'static str {
        if let HandType::Is(row) = self {
            return row.words;
        }
        VOCABULARY.iter().find(|word| word.hand == self).map_or("", |word| word.words)
    }

    /// How good it is among the hands of its order; larger is better.
    pub(crate) fn strength(self) -> u8 {
        VOCABULARY.iter().find(|word| word.hand == self).map_or(0, |word| word.strength)
    }
}

impl fmt::Display for HandType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vocabulary_names_each_hand_once_best_first() {
        for (index, word) in VOCABULARY.iter().enumerate() {
            assert_eq!(word.hand.words(), word.words, "a hand has one name");
            assert_eq!(word.hand.strength(), word.strength);
            let next = VOCABULARY.get(index + 1).filter(|next| next.order == word.order);
            assert!(next.is_none_or(|next| next.strength <= word.strength), "{}", word.words);
        }
        assert_eq!(HandType::of_order(Order::DealerBust).len(), 6);
    }
}
