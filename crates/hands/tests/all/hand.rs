//! Hands being gathered, and what they cost.

use cards::{CardSet, DECK};
use hands::{FiveValue, FourValue, Hand, ThreeValue, TwoValue, WrongSize};

use crate::{cards, each_hand, random_hands, set};

#[test]
fn a_hand_gives_its_cards_back() {
    assert_eq!(Hand::EMPTY.cards(), CardSet::EMPTY);
    for card in DECK {
        assert_eq!(Hand::from(card).cards(), CardSet::from(card));
    }
    for hand in random_hands::<7>(1000) {
        let cards: CardSet = hand.iter().collect();
        assert_eq!(Hand::from(hand).cards(), cards);
        assert_eq!(Hand::<7>::try_from(cards), Ok(Hand::from(hand)));
    }
}

#[test]
fn a_hand_does_not_depend_on_the_order_of_its_cards() {
    for [a, b, c, d, e] in random_hands::<5>(1000) {
        let hand = Hand::EMPTY.with(e).with(c).with(a).with(d).with(b);
        assert_eq!(hand, Hand::from([a, b, c, d, e]));
        assert_eq!(Hand::from([e, a]) + Hand::from([d, c, b]), hand);
    }
}

#[test]
fn the_last_card_of_five_and_six_at_once() {
    // Every four cards, and every five of a sample, with all cards that follow in the deck.
    each_hand(|hand: [_; 4]| {
        let four = Hand::from(hand);
        let mut place = hand[3].index() + 1;
        four.value_with_deck_from(place, |value| {
            assert_eq!(value, four.with(DECK[place]).value());
            place += 1;
        });
        assert_eq!(place, 52);
    });
    for mut hand in random_hands::<5>(100_000) {
        hand.sort_unstable_by_key(|card| card.index());
        let five = Hand::from(hand);
        let mut place = hand[4].index() + 1;
        five.value_with_deck_from(place, |value| {
            assert_eq!(value, five.with(DECK[place]).value());
            place += 1;
        });
        assert_eq!(place, 52);
    }
}

#[test]
fn a_set_of_the_wrong_size_is_refused() {
    let wrong = |len, least, most| WrongSize { len, least, most };
    assert_eq!(FiveValue::of_set(set("As Ks Qs Js")), Err(wrong(4, 5, 7)));
    assert_eq!(FiveValue::of_set(CardSet::FULL), Err(wrong(52, 5, 7)));
    assert_eq!(FourValue::of_set(set("As Ks Qs")), Err(wrong(3, 4, 6)));
    assert_eq!(ThreeValue::of_set(set("As Ks Qs Js")), Err(wrong(4, 3, 3)));
    assert_eq!(ThreeValue::of_set(CardSet::EMPTY), Err(wrong(0, 3, 3)));
    assert_eq!(TwoValue::of_set(set("As Ks Qs")), Err(wrong(3, 2, 2)));
    assert_eq!(Hand::<5>::try_from(set("As Ks")), Err(wrong(2, 5, 5)));
    assert_eq!(wrong(4, 5, 7).to_string(), "this kind of hand takes 5 to 7 cards, not 4");
    assert_eq!(wrong(4, 3, 3).to_string(), "this kind of hand takes 3 cards, not 4");
}

#[test]
fn values_are_small_and_tables_fit_a_second_level_cache() {
    assert_eq!(size_of::<Hand<7>>(), 12);
    assert_eq!(size_of::<FiveValue>(), 2);
    assert_eq!(size_of::<Option<FourValue>>(), 4);
    const { assert!(hands::tables::BYTES < 256_000) };
    let [a, b] = cards("As Kd");
    assert_eq!(TwoValue::of(&[a, b]), TwoValue::of(&[b, a]));
}
