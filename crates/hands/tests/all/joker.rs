//! Five cards of a deck with a joker, against plain substitution of all 52 cards.

use cards::{Card, DECK, parse_cards};
use hands::{Category, FiveValue, Joker, JokerValue, naive};

use crate::each_hand;

const READINGS: [Joker; 2] = [Joker::StraightFlushes, Joker::StraightsAndFlushes];

/// The best that four cards make with any card of the 52 that the joker may stand for, as a key of [`naive::five`]; of
/// five aces one of its own, above all others.
fn substituted(four: [Card; 4], joker: Joker) -> naive::Key {
    let is_ace = |card: &Card| card.rank() == cards::Rank::Ace;
    if four.iter().all(is_ace) {
        return [10, 0, 0, 0, 0, 0];
    }
    let [a, b, c, d] = four;
    let mut best = [0; 6];
    for card in DECK.into_iter().filter(|card| !four.contains(card)) {
        let key = naive::five(&[a, b, c, d, card]);
        let (is_straight, is_flush) = (key[0] == 4, key[0] == 5);
        let may_stand_for = match (joker, key[0] >= 8) {
            (_, true) => true,
            // An ace of no suit makes no flush.
            (Joker::StraightFlushes, false) => is_ace(&card) && !is_flush,
            (Joker::StraightsAndFlushes, false) => is_ace(&card) || is_straight || is_flush,
        };
        if may_stand_for {
            best = best.max(key);
        }
    }
    best
}

fn key_of(value: FiveValue) -> naive::Key {
    let mut key = [0; 6];
    key[0] = value.category() as u8;
    for (place, rank) in value.ranks().iter().enumerate() {
        key[place + 1] = *rank as u8 + 2;
    }
    key
}

/// All C(53, 5) = 2,869,685 hands: the 2,598,960 without the joker are poker's, and each of the C(52, 4) = 270,725 with
/// it is what substitution gives.
#[test]
fn every_hand_of_53_cards_is_what_substitution_gives() {
    let (mut with, mut without) = (0, 0);
    each_hand::<4>(|four| {
        let [a, b, c, d] = four;
        // The joker's place among the five does not matter.
        for (joker, cards) in
            READINGS.into_iter().zip([[a, b, c, d, Card::JOKER], [a, Card::JOKER, d, c, b]])
        {
            let key = match JokerValue::of(&cards, joker) {
                JokerValue::FiveAces => [10, 0, 0, 0, 0, 0],
                JokerValue::WithJoker(value) => key_of(value),
                JokerValue::Natural(_) => panic!("the joker is among them"),
            };
            assert_eq!(key, substituted(four, joker), "{four:?} {joker:?}");
        }
        with += 1;
    });
    each_hand::<5>(|cards| {
        let natural = JokerValue::Natural(FiveValue::of(&cards));
        assert_eq!(READINGS.map(|joker| JokerValue::of(&cards, joker)), [natural; 2]);
        without += 1;
    });
    assert_eq!((with, without), (270_725, 2_598_960));
}

/// By hand: five aces 1. Of each suit 41 sets of four ranks fit a run of five (11 in a row, 10 x 3 with a gap), 5 of them
/// in the highest: royal 4 x 5 = 20, straight flush 4 x 36 = 144. A plain flush takes the other 4 x (715 - 41) = 2,696
/// suited sets. A plain straight takes every other suit of the 41: 41 x (256 - 4) = 10,332; if the joker is only an ace,
/// of the two runs with an ace that lacks one: T-J-Q-K and 2-3-4-5, 2 x 252 = 504.
#[test]
fn the_hands_with_the_joker_are_counted_by_hand() {
    let count = |joker: Joker| {
        let mut counts = [0; 11];
        each_hand(|[a, b, c, d]| {
            let value = JokerValue::of(&[a, b, c, d, Card::JOKER], joker);
            counts[value.category().map_or(10, |category| category as usize)] += 1;
        });
        let of = |category: Category| counts[category as usize];
        use Category::{Flush, RoyalFlush, Straight, StraightFlush};
        [counts[10], of(RoyalFlush), of(StraightFlush), of(Flush), of(Straight)]
    };
    assert_eq!(count(Joker::StraightsAndFlushes), [1, 20, 144, 2_696, 10_332]);
    assert_eq!(count(Joker::StraightFlushes), [1, 20, 144, 0, 504]);
}

#[test]
fn hands_with_the_joker_in_words() {
    let words = |text: &str, joker| {
        let cards = parse_cards(text).unwrap().try_into().unwrap();
        JokerValue::of(&cards, joker).to_string()
    };
    for (text, printed, usual) in [
        ("As Ah Ad Ac Jk", "five aces", "five aces"),
        ("Ks Qs Js Ts Jk", "royal flush with the joker", "royal flush with the joker"),
        ("Ks Qs Js Ts As", "royal flush", "royal flush"),
        (
            "9s Qs Js Ts Jk",
            "king-high straight flush with the joker",
            "king-high straight flush with the joker",
        ),
        (
            "2s 3s 4s 5s Jk",
            "six-high straight flush with the joker",
            "six-high straight flush with the joker",
        ),
        ("Ks Qs 7s 2s Jk", "ace-king high", "ace-high flush"),
        ("As Qs 7s 2s Jk", "pair of aces", "ace-high flush"),
        ("9s Qh Js Ts Jk", "ace-queen high", "king-high straight"),
        ("Ks Qh Js Ts Jk", "ace-high straight", "ace-high straight"),
        ("2s 3h 4s 5s Jk", "five-high straight", "six-high straight"),
        ("As 2h 4s 5s Jk", "pair of aces", "five-high straight"),
        ("Ks Kh Kd 2s Jk", "three of a kind, kings", "three of a kind, kings"),
        ("Ks Kh Ad 2s Jk", "two pair, aces and kings", "two pair, aces and kings"),
        ("As Ah Ks Kd Jk", "full house, aces full of kings", "full house, aces full of kings"),
        ("Ks Kh Kd Kc Jk", "four of a kind, kings", "four of a kind, kings"),
    ] {
        assert_eq!(words(text, Joker::StraightFlushes), printed, "{text}");
        assert_eq!(words(text, Joker::StraightsAndFlushes), usual, "{text}");
    }
}
