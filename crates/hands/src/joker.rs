//! Values of five cards of a deck with a joker.

use std::fmt;

use cards::{Card, CardSet, Rank, Suit};

use crate::{Category, FiveValue};

/// What a joker may stand for besides an ace. With four aces it makes five aces either way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Joker {
    /// The card that completes a straight flush. As an ace it has no suit, so that it never completes a flush.
    StraightFlushes,
    /// The card that completes a straight, a flush or a straight flush.
    StraightsAndFlushes,
}

/// The value of five cards of a deck with a joker.
///
/// There is no order here: such hands are paid by a schedule and not compared with each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum JokerValue {
    /// Four aces and the joker.
    FiveAces,
    /// What the joker and four other cards make at best.
    WithJoker(FiveValue),
    /// Five cards without the joker.
    Natural(FiveValue),
}

impl JokerValue {
    /// The value of five different cards, the joker among them or not.
    pub fn of(cards: &[Card; 5], joker: Joker) -> JokerValue {
        let [Some(a), Some(b), Some(c), Some(d)] = others(cards) else {
            return JokerValue::Natural(FiveValue::of(cards));
        };
        let natural = [a, b, c, d];
        let set: CardSet = natural.iter().collect();
        if set.count_of(Rank::Ace) == 4 {
            return JokerValue::FiveAces;
        }
        let is_suited = natural.iter().all(|card| card.suit() == a.suit());
        let value = |card: Card| FiveValue::of(&[a, b, c, d, card]);
        let free = |rank: Rank| {
            // Where all four are of one suit, the joker's suit matters, and that is tried apart.
            let mut cards = Suit::ALL.into_iter().map(move |suit| Card::new(rank, suit));
            cards.find(|card| !(set.has(*card) || is_suited && card.suit() == a.suit()))
        };
        let ace = free(Rank::Ace).map(value);
        let suited = Rank::ALL.into_iter().map(|rank| Card::new(rank, a.suit()));
        let suited = suited.filter(|card| is_suited && !set.has(*card)).map(value);
        let suited = suited.filter(|value| match joker {
            Joker::StraightFlushes => is_straight_flush(*value),
            Joker::StraightsAndFlushes => true,
        });
        let straights = Rank::ALL.into_iter().filter(|_| joker == Joker::StraightsAndFlushes);
        let straights = straights.filter_map(free).map(value);
        let straights = straights.filter(|value| value.category() == Category::Straight);
        let best = ace.into_iter().chain(suited).chain(straights).max();
        JokerValue::WithJoker(best.expect("one ace is free where there are not four"))
    }

    /// The value of a set of five cards; nothing for another number.
    pub fn of_set(set: CardSet, joker: Joker) -> Option<JokerValue> {
        let cards: Vec<Card> = set.iter().collect();
        Some(JokerValue::of(cards.as_slice().try_into().ok()?, joker))
    }

    /// The kind of hand; none for five aces, which no deck without a joker makes.
    pub fn category(self) -> Option<Category> {
        match self {
            JokerValue::FiveAces => None,
            JokerValue::WithJoker(value) | JokerValue::Natural(value) => Some(value.category()),
        }
    }
}

fn is_straight_flush(value: FiveValue) -> bool {
    matches!(value.category(), Category::StraightFlush | Category::RoyalFlush)
}

/// The cards beside the joker; not four of them if it is not there.
fn others(cards: &[Card; 5]) -> [Option<Card>; 4] {
    let mut others = cards.iter().copied().filter(|card| !card.is_joker());
    let found = std::array::from_fn(|_| others.next());
    if others.next().is_some() { [None; 4] } else { found }
}

/// The hand in words; a straight or royal flush with the joker is said to be one, because it is another hand.
impl fmt::Display for JokerValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JokerValue::FiveAces => f.pad("five aces"),
            JokerValue::Natural(value) => value.fmt(f),
            JokerValue::WithJoker(value) if is_straight_flush(*value) => {
                f.pad(&format!("{value} with the joker"))
            }
            JokerValue::WithJoker(value) => value.fmt(f),
        }
    }
}
