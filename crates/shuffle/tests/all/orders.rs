//! Laws of the order: nothing is lost, and everything it is made from matters.

use std::collections::BTreeSet;
use std::num::NonZeroU32;

use cards::{Card, DECK, DeckCount, Shoe, parse_cards};
use shuffle::{Seed, Words, deck, reshuffle};

fn seed(byte: u8) -> Seed {
    Seed::from_bytes([byte; 32])
}

fn words(list: &[(u8, &str)]) -> Words {
    let mut words = Words::new();
    for (seat, word) in list {
        words.set(*seat, word.parse().unwrap()).unwrap();
    }
    words
}

#[test]
fn every_deck_and_every_shoe_is_complete() {
    for decks in 1..=8 {
        let decks = DeckCount::new(decks).unwrap();
        for round in 0..50 {
            let mut shoe = Shoe::new(decks);
            for card in deck(&seed(7), &Words::new(), round, decks) {
                shoe.take(card).unwrap();
            }
            assert!(shoe.is_empty(), "{decks:?}, round {round}");
        }
    }
}

#[test]
fn a_reshuffle_has_the_cards_it_was_given_and_their_order_does_not_matter() {
    let given = parse_cards("As 2c Kd Kd 7h 2c Ts Qd 3s 9c").unwrap();
    let turned: Vec<Card> = given.iter().rev().copied().collect();
    let one = NonZeroU32::MIN;
    let dealt = reshuffle(&seed(1), &Words::new(), 3, one, &given);
    assert_eq!(reshuffle(&seed(1), &Words::new(), 3, one, &turned), dealt);
    let sorted = |mut cards: Vec<Card>| {
        cards.sort();
        cards
    };
    assert_eq!(sorted(dealt), sorted(given));
    assert!(reshuffle(&seed(1), &Words::new(), 3, one, &[]).is_empty());
}

/// A single change anywhere gives another order; the same again gives the same.
#[test]
fn seed_words_seats_round_and_number_all_matter() {
    let base = words(&[(2, "luck"), (5, "ab")]);
    let changed = [
        words(&[]),
        words(&[(2, "luck")]),
        words(&[(2, "Luck"), (5, "ab")]),
        words(&[(2, "luck!"), (5, "ab")]),
        words(&[(3, "luck"), (5, "ab")]),
        words(&[(2, "ab"), (5, "luck")]),
        words(&[(2, "lucka"), (5, "b")]),
        words(&[(2, "luck"), (4, "a"), (5, "b")]),
    ];
    let mut orders = BTreeSet::new();
    let mut cases = 0;
    let mut note = |order: Vec<Card>| {
        cases += 1;
        orders.insert(order);
    };
    for words in changed.iter().chain([&base]) {
        note(deck(&seed(1), words, 9, DeckCount::ONE));
    }
    for round in [0, 1, 8, 10, 9 << 8, 9 << 32, u64::MAX] {
        note(deck(&seed(1), &base, round, DeckCount::ONE));
    }
    for byte in 2..10 {
        note(deck(&seed(byte), &base, 9, DeckCount::ONE));
    }
    for number in [1, 2, 256, u32::MAX] {
        note(reshuffle(&seed(1), &base, 9, NonZeroU32::new(number).unwrap(), &DECK));
    }
    assert_eq!(orders.len(), cases);
    assert_eq!(
        deck(&seed(1), &base, 9, DeckCount::ONE),
        deck(&seed(1), &base.clone(), 9, DeckCount::ONE)
    );
}

/// Two decks are not one deck and another: the number of cards is part of what is shuffled.
#[test]
fn the_number_of_decks_matters() {
    let mut starts = BTreeSet::new();
    for decks in 1..=8 {
        let order = deck(&seed(1), &Words::new(), 1, DeckCount::new(decks).unwrap());
        starts.insert(order[..10].to_vec());
    }
    assert_eq!(starts.len(), 8);
}
