//! Hands in words.

use hands::{FiveValue, FourValue, ThreeValue, TwoValue};

use crate::{cards, set};

#[track_caller]
fn five(text: &str, words: &str) {
    assert_eq!(FiveValue::of_set(set(text)).unwrap().in_full().to_string(), words);
}

#[test]
fn five_cards() {
    five("As Ks Qs Js Ts", "royal flush");
    five("Ks Qs Js Ts 9s", "king-high straight flush");
    five("As 2s 3s 4s 5s", "five-high straight flush");
    five("Ts Td Th Tc 8s", "four of a kind, tens with an eight kicker");
    five("Ts Td Th 4c 4s", "full house, tens full of fours");
    five("Qs Ts 7s 4s 2s", "queen-high flush with ten, seven, four and two");
    five("As 2d 3s 4s 5s", "five-high straight");
    five("6s 6d 6h Kc 4s", "three of a kind, sixes with king and four kickers");
    five("Ks Kd 4h 4c As", "two pair, kings and fours with an ace kicker");
    five("Ts Td Ah 9c 4s 3d 2c", "pair of tens with ace, nine and four kickers");
    five("As Kd 9h 6c 2s", "ace-king high with nine, six and two");
    assert_eq!(FiveValue::of(&cards("Ts Td Ah 9c 4s")).to_string(), "pair of tens");
    assert_eq!(FiveValue::of(&cards("As Kd 9h 6c 2s")).to_string(), "ace-king high");
}

#[test]
fn four_cards() {
    let check = |text, words| {
        assert_eq!(FourValue::of(&cards(text)).in_full().to_string(), words);
    };
    check("Ts Td Th Tc", "four of a kind, tens");
    check("As Ks Qs Js", "ace-high straight flush");
    check("As 2d 3s 4s", "four-high straight");
    check("Ts Td Th 4c", "three of a kind, tens with a four kicker");
    check("Ts Td 4h 4c", "two pair, tens and fours");
    check("Ts Td 4h 2c", "pair of tens with four and two kickers");
    check("Qs 9s 4s 2s", "queen-high flush with nine, four and two");
    check("Qs 9s 4s 2d", "queen-nine high with four and two");
}

#[test]
fn three_cards() {
    let check = |text, words| {
        assert_eq!(ThreeValue::of(&cards(text)).in_full().to_string(), words);
    };
    check("As Ks Qs", "ace-high straight flush");
    check("As 2d 3s", "three-high straight");
    check("6s 6d 6h", "three of a kind, sixes");
    check("Ts Td 8h", "pair of tens with an eight kicker");
    check("Qs 6d 4h", "queen-six high with four");
    check("Qs 6s 4s", "queen-high flush with six and four");
    assert!(ThreeValue::of(&cards("As Ks Qs")).is_royal());
    assert!(!ThreeValue::of(&cards("As Kd Qs")).is_royal());
}

#[test]
fn two_cards() {
    let check = |text, words| assert_eq!(TwoValue::of(&cards(text)).to_string(), words);
    check("As Ks", "ace-king suited");
    check("As Kd", "ace-king");
    check("Ts Td", "pair of tens");
    check("As 2s", "two-high straight flush");
    check("9s Td", "ten-high straight");
    check("Qs 7s", "queen-high flush");
    check("Qs 7d", "queen-seven high");
    assert_eq!(&*TwoValue::of(&cards("Qs 7s")).kickers(), [cards::Rank::Seven]);
}
