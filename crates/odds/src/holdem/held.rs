//! What players look for on the flop and on the turn.

use arrayvec::ArrayVec;
use cards::{Card, CardSet, DECK, Rank};
use hands::{Category, FiveValue};

use super::start::Start;

const TWO_PAIR: FiveValue = FiveValue::floor(Category::TwoPair, &[]).expect("two pair is a hand");
const STRAIGHT: FiveValue = FiveValue::floor(Category::Straight, &[]).expect("a straight is one");

/// What two cards make of a board of three or four, as players see it: the first that fits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Held {
    /// Two pair or better, not all of it on the board.
    TwoPairOrBetter,
    /// A pair in the hand.
    PocketPair(Rank),
    /// A card of the hand pairs one of the board.
    BoardPair(Rank),
    /// Four cards of a suit, and the highest of them that is held.
    FlushDraw(Rank),
    /// Anything else, and the higher card.
    Nothing(Rank),
}

impl Held {
    /// What a starting hand has on a board of three or four, given by dense indices.
    pub(crate) fn of(start: Start, board: &[u8]) -> Held {
        let board: ArrayVec<Card, 4> = board.iter().map(|&card| DECK[usize::from(card)]).collect();
        let own = start.cards();
        let set: CardSet = own.iter().chain(&board).collect();
        let value = FiveValue::of_set(set).expect("five or six cards");
        let is_pocket = start.high == start.low;
        let paired = own
            .iter()
            .map(|card| card.rank())
            .find(|rank| board.iter().any(|card| card.rank() == *rank));
        let is_more = value >= STRAIGHT || is_pocket || paired.is_some();
        if value >= TWO_PAIR && is_more {
            return Held::TwoPairOrBetter;
        }
        if is_pocket {
            return Held::PocketPair(start.high);
        }
        if let Some(rank) = paired {
            return Held::BoardPair(rank);
        }
        let of_suit = |suit| own.iter().chain(&board).filter(|card| card.suit() == suit).count();
        let drawn = own.iter().filter(|card| of_suit(card.suit()) == 4).map(|card| card.rank());
        drawn.max().map_or(Held::Nothing(start.high), Held::FlushDraw)
    }
}
