//! Version 2: the committed deck, its permutation and its openings are those of `tests/reference.py`, and nothing that
//! was altered is taken.

use std::collections::BTreeSet;

use cards::{Card, DeckCount};
use serde_json::{Value, json};
use shuffle::{CommittedDeck, Dealing, Proof, ProofError, ProvedCard, Secret, Seed, Words};

use crate::vectors::{Dice, here, line, reference, words};

fn vectors() -> Vec<Value> {
    let text = std::fs::read_to_string(here("vectors-2.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn secret(case: &Value) -> Secret {
    // A seed is read from the same digits.
    let digits: Seed = case["secret"].as_str().unwrap().parse().unwrap();
    Secret::from_bytes(*digits.bytes())
}

/// Our results for a case of the vectors.
fn ours(case: &Value) -> Proof {
    let secret = secret(case);
    let joker = case["joker"].as_bool().unwrap_or(false);
    let decks = DeckCount::new(case["decks"].as_u64().unwrap()).unwrap().with_joker(joker);
    let deck = CommittedDeck::new(&secret, decks);
    let words = words(case);
    let first_round = case["first_round"].as_str().unwrap().parse().unwrap();
    let table = case["table"].as_str().unwrap();
    let dealing = Dealing { root: deck.root(), table, round: first_round, decks, words: &words };
    let permutation = dealing.permutation();
    assert_eq!(json!(permutation), case["permutation"], "{}", case["name"]);
    assert_eq!(line(&dealing.cards(&secret)), case["order"], "{}", case["name"]);
    let opened = case["opened"].as_array().unwrap().iter();
    let opened = opened.map(|dealt| dealt.as_u64().unwrap() as u32);
    let openings = opened.filter_map(|dealt| deck.open(&permutation, dealt));
    Proof {
        version: 2,
        table: table.to_owned(),
        round: first_round,
        first_round,
        decks: decks.get(),
        joker,
        commitment: deck.root().to_string(),
        words: words.iter().map(|(seat, word)| (seat, word.to_string())).collect(),
        openings: openings.map(ProvedCard::from).collect(),
    }
}

#[test]
fn version_2_gives_the_vectors() {
    let vectors = vectors();
    assert!(vectors.len() >= 12);
    for case in &vectors {
        let proof = ours(case);
        assert_eq!(proof.commitment, case["commitment"], "{}", case["name"]);
        assert_eq!(json!(proof.openings), case["openings"], "{}", case["name"]);
        let proved = proof.check().unwrap();
        assert_eq!(proved.cards.len(), case["opened"].as_array().unwrap().len());
    }
}

#[test]
fn the_vectors_of_version_2_are_those_of_the_second_implementation() {
    let text = std::fs::read_to_string(here("vectors-2.json")).unwrap();
    assert_eq!(reference("vectors-2", ""), text, "`reference.py vectors-2` prints vectors-2.json");
}

#[test]
fn forty_other_decks_are_those_of_the_second_implementation() {
    let mut dice = Dice(2);
    let any = |dice: &mut Dice| {
        let secret: String = (0..64).map(|_| format!("{:x}", dice.below(16))).collect();
        let words: serde_json::Map<String, Value> = (1..=7)
            .filter(|_| dice.below(2) == 0)
            .map(|seat| (seat.to_string(), "wörd".into()))
            .collect();
        let decks = 1 + dice.below(8);
        let opened: BTreeSet<u64> = (0..5).map(|_| dice.below(52 * decks)).collect();
        json!({
            "name": "any", "secret": secret, "table": "t-1", "first_round": dice.below(1 << 31).to_string(),
            "decks": decks, "words": words, "opened": opened,
        })
    };
    let cases: Vec<Value> = (0..40).map(|_| any(&mut dice)).collect();
    let input: String = cases.iter().map(|case| format!("{case}\n")).collect();
    for answer in reference("proofs", &input).lines() {
        let case: Value = serde_json::from_str(answer).unwrap();
        let proof = ours(&case);
        assert_eq!(proof.commitment, case["commitment"]);
        assert_eq!(json!(proof.openings), case["openings"]);
    }
}

/// A whole deck has 52 different cards, each opened at its own position.
#[test]
fn shf_2_a_whole_deck_opens_to_52_different_cards() {
    let whole =
        vectors().into_iter().find(|case| case["name"] == "every position of a deck").unwrap();
    let proved = ours(&whole).check().unwrap();
    let different: BTreeSet<String> =
        proved.cards.iter().map(|(_, card)| card.to_string()).collect();
    assert_eq!((proved.is_whole(), different.len()), (true, 52));
}

/// A deck with a joker opens to 53, and is not complete without it.
#[test]
fn shf_2_a_deck_with_a_joker_opens_to_53_different_cards() {
    let is_it = |case: &Value| case["name"] == "every position of a deck with a joker";
    let mut proof = ours(&vectors().into_iter().find(is_it).unwrap());
    let proved = proof.check().unwrap();
    let different: BTreeSet<Card> = proved.cards.iter().map(|(_, card)| *card).collect();
    assert_eq!((proved.is_whole(), different.len()), (true, 53));
    assert!(different.contains(&Card::JOKER));
    proof.joker = false;
    proof.check().expect_err("another number of positions gives another permutation");
}

/// Turns one hexadecimal digit into another.
fn other_digit(text: &str, place: usize) -> String {
    let mut digits: Vec<char> = text.chars().collect();
    digits[place] = if digits[place] == '0' { '1' } else { '0' };
    digits.into_iter().collect()
}

#[test]
fn shf_2_whatever_is_altered_is_refused() {
    let is_whole = |case: &&Value| case["name"].as_str().unwrap().starts_with("every position");
    for case in vectors().iter().filter(|case| !is_whole(case)) {
        let proof = ours(case);
        proof.check().unwrap();
        let refused = |change: &dyn Fn(&mut Proof)| {
            let mut altered = proof.clone();
            change(&mut altered);
            assert_ne!(altered, proof);
            altered.check().expect_err("an altered proof")
        };
        for place in [0, 31, 63] {
            refused(&|proof| proof.commitment = other_digit(&proof.commitment, place));
        }
        refused(&|proof| proof.table.push('x'));
        refused(&|proof| proof.first_round ^= 1);
        refused(&|proof| proof.decks = proof.decks % 8 + 1);
        refused(&|proof| proof.joker = !proof.joker);
        refused(&|proof| drop(proof.words.insert(6, "another".to_owned())));
        refused(&|proof| proof.version = 1);
        for place in 0..proof.openings.len() {
            refused(&|proof| {
                let card = &mut proof.openings[place].card;
                *card = if card == "As" { "Ks".to_owned() } else { "As".to_owned() };
            });
            refused(&|proof| proof.openings[place].position ^= 1);
            refused(&|proof| proof.openings[place].dealt ^= 1);
            for digit in [0, 63] {
                refused(&|proof| {
                    proof.openings[place].salt = other_digit(&proof.openings[place].salt, digit);
                });
            }
            for beside in 0..proof.openings[place].path.len() {
                refused(&|proof| {
                    let hash = &mut proof.openings[place].path[beside];
                    *hash = other_digit(hash, 7);
                });
            }
            refused(&|proof| drop(proof.openings[place].path.pop()));
            refused(&|proof| proof.openings[place].path.push("00".repeat(32)));
            let again = proof.openings[place].clone();
            let twice = refused(&|proof| proof.openings.push(again.clone()));
            assert!(matches!(twice, ProofError::Twice { .. }), "{twice}");
        }
    }
}

/// Words that run together, and words of other seats, give other permutations.
#[test]
fn the_words_and_their_seats_decide_the_permutation() {
    let deck = CommittedDeck::new(&Secret::from_bytes([9; 32]), DeckCount::ONE);
    let permutation = |of: &[(u8, &str)]| {
        let mut words = Words::new();
        for (seat, word) in of {
            words.set(*seat, word.parse().unwrap()).unwrap();
        }
        let root = deck.root();
        Dealing { root, table: "t", round: 1, decks: DeckCount::ONE, words: &words }.permutation()
    };
    let all = [
        permutation(&[]),
        permutation(&[(1, "luck")]),
        permutation(&[(2, "luck")]),
        permutation(&[(1, "lu"), (2, "ck")]),
    ];
    let different: BTreeSet<&Vec<u32>> = all.iter().collect();
    assert_eq!(different.len(), all.len());
}
