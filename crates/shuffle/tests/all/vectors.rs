//! The shuffle gives what `tests/reference.py`, a second implementation, says.

use std::io::Write as _;
use std::num::NonZeroU32;
use std::path::Path;
use std::process::{Command, Stdio};

use cards::{Card, DECK, DeckCount, parse_cards};
use serde_json::{Value, json};
use shuffle::{Seed, Words, deck, reshuffle};

pub fn here(file: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(file)
}

/// What the second implementation prints.
pub fn reference(task: &str, input: &str) -> String {
    let mut child = Command::new("python3")
        .arg(here("tests/reference.py"))
        .arg(task)
        .env("PYTHONUTF8", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 runs: install Python 3.9 or later");
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        // It answers while it is still being told, and neither waits for the other.
        scope.spawn(move || stdin.write_all(input.as_bytes()).unwrap());
        child.wait_with_output().unwrap()
    });
    assert!(output.status.success(), "reference.py {task}");
    String::from_utf8(output.stdout).unwrap()
}

pub fn words(case: &Value) -> Words {
    let mut words = Words::new();
    for (seat, word) in case["words"].as_object().unwrap() {
        let word = word.as_str().unwrap().parse().unwrap();
        words.set(seat.parse().unwrap(), word).unwrap();
    }
    words
}

/// Our order for a case of the vectors.
fn ours(case: &Value) -> String {
    let seed: Seed = case["seed"].as_str().unwrap().parse().unwrap();
    let round = case["round"].as_str().unwrap().parse().unwrap();
    let shuffle = u32::try_from(case["shuffle"].as_u64().unwrap()).unwrap();
    let words = words(case);
    let order = match NonZeroU32::new(shuffle) {
        None => {
            let decks = DeckCount::new(case["decks"].as_u64().unwrap()).unwrap();
            deck(&seed, &words, round, decks)
        }
        Some(shuffle) => {
            let cards = parse_cards(case["cards"].as_str().unwrap()).unwrap();
            reshuffle(&seed, &words, round, shuffle, &cards)
        }
    };
    line(&order)
}

pub fn line(cards: &[Card]) -> String {
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_shuffle_gives_the_vectors() {
    let text = std::fs::read_to_string(here("vectors.json")).unwrap();
    let vectors: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert!(vectors.len() >= 18);
    for case in &vectors {
        let seed: Seed = case["seed"].as_str().unwrap().parse().unwrap();
        assert_eq!(seed.commitment().to_string(), case["commitment"], "{}", case["name"]);
        assert_eq!(ours(case), case["order"], "{}", case["name"]);
    }
    let rejected = vectors.iter().filter(|case| case["rejected"] != 0).count();
    assert!(rejected > 0, "one of the vectors rejects a number");
}

#[test]
fn the_vectors_are_those_of_the_second_implementation() {
    let text = std::fs::read_to_string(here("vectors.json")).unwrap();
    assert_eq!(reference("vectors", ""), text, "`reference.py vectors` prints vectors.json");
}

/// A generator for the cases: Knuth's MMIX constants.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, bound: u64) -> u64 {
        let Dice(state) = self;
        *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (*state >> 33) % bound
    }
}

/// A case as the vectors have them, with any seed, words, round and cards.
fn any_case(dice: &mut Dice) -> Value {
    const LETTERS: [char; 8] = ['a', 'Z', '7', '-', 'é', '♠', '日', '🂡'];
    let seed: String = (0..64).map(|_| format!("{:x}", dice.below(16))).collect();
    let mut words = serde_json::Map::new();
    for seat in 1..=7 {
        if dice.below(2) == 0 {
            let length = 1 + dice.below(64);
            let word: String = (0..length).map(|_| LETTERS[dice.below(8) as usize]).collect();
            words.insert(seat.to_string(), word.into());
        }
    }
    let round = (dice.below(1 << 31) << (dice.below(34))).to_string();
    let decks = 1 + dice.below(8);
    let shuffle = dice.below(3);
    let copies = DECK.into_iter().flat_map(|card| (0..decks).map(move |_| card));
    let cards: Vec<Card> = match shuffle {
        0 => copies.collect(),
        // Some of the cards, and not in the standard order.
        _ => copies.filter(|_| dice.below(3) > 0).collect::<Vec<_>>().into_iter().rev().collect(),
    };
    json!({
        "seed": seed, "words": words, "round": round, "shuffle": shuffle, "decks": decks,
        "cards": line(&cards),
    })
}

#[test]
fn two_hundred_other_cases_have_the_order_of_the_second_implementation() {
    let mut dice = Dice(547);
    let cases: Vec<Value> = (0..200).map(|_| any_case(&mut dice)).collect();
    let input: String = cases.iter().map(|case| format!("{case}\n")).collect();
    let orders = reference("orders", &input);
    assert_eq!(orders.lines().count(), cases.len());
    for (case, order) in cases.iter().zip(orders.lines()) {
        assert_eq!(ours(case), order, "{case}");
    }
}
