//! verify-shuffle and rng-test.

use std::fs;

use serde_json::Value;

use crate::run::{croupier, json, refusal, stdout};

const SEED: &str = "0000000000000000000000000000000000000000000000000000000000000000";
/// `(printf croupier-shuffle-1; head -c 32 /dev/zero) | sha256sum`
const COMMITMENT: &str = "512d29fbb4dc08645d7dabe1b91783c053a13a598bf44ae632a51f628b4ee797";

/// The vectors of docs/shuffle.md.
fn vectors() -> Vec<Value> {
    serde_json::from_str(include_str!("../../../shuffle/vectors.json")).unwrap()
}

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let base = ["verify-shuffle", "--commitment", COMMITMENT, "--seed", SEED, "--round", "1"];
    base.iter().chain(more).copied().collect()
}

/// A vector as arguments.
fn args(vector: &Value) -> Vec<String> {
    let text = |key: &str| vector[key].as_str().unwrap().to_owned();
    let mut args = vec!["verify-shuffle".to_owned(), "--json".to_owned()];
    for key in ["commitment", "seed", "round"] {
        args.extend([format!("--{key}"), text(key)]);
    }
    for (seat, word) in vector["words"].as_object().unwrap() {
        args.extend(["--word".to_owned(), format!("{seat}={}", word.as_str().unwrap())]);
    }
    match vector["decks"].as_u64() {
        Some(decks) => args.extend(["--decks".to_owned(), decks.to_string()]),
        None => {
            args.extend(["--shuffle".to_owned(), vector["shuffle"].to_string()]);
            args.extend(["--cards".to_owned(), text("cards")]);
        }
    }
    args
}

/// A vector as a file.
fn file(vector: &Value) -> String {
    let mut text = format!("commitment = {}\nseed = {}\n", vector["commitment"], vector["seed"]);
    text += &format!("round = {}\n", vector["round"].as_str().unwrap());
    match vector["decks"].as_u64() {
        Some(decks) => text += &format!("decks = {decks}\n"),
        None => text += &format!("shuffle = {}\ncards = {}\n", vector["shuffle"], vector["cards"]),
    }
    for (seat, word) in vector["words"].as_object().unwrap() {
        text += &format!("[[word]]\nseat = {seat}\nword = {word}\n");
    }
    text
}

#[test]
fn every_vector_is_verified_from_arguments_and_from_a_file() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("shuffle.toml");
    for vector in vectors() {
        let args = args(&vector);
        let found = json(&args.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(found["matches"], true);
        let order: Vec<&str> =
            found["order"].as_array().unwrap().iter().map(|card| card.as_str().unwrap()).collect();
        assert_eq!(order.join(" "), vector["order"], "{}", vector["name"]);
        // Whole numbers of TOML end below 2^63.
        if vector["round"].as_str().unwrap().parse::<i64>().is_ok() {
            fs::write(&path, file(&vector)).unwrap();
            let read = json(&["verify-shuffle", "--file", path.to_str().unwrap(), "--json"]);
            assert_eq!(read, found, "{}", vector["name"]);
        }
    }
}

#[test]
fn the_order_is_printed_first_card_first() {
    let text = stdout(&with(&["--word", "3=lucky seven", "--decks", "8"]));
    assert!(text.contains("The seed matches the commitment."), "{text}");
    assert!(text.contains("lucky seven"));
    assert!(text.contains("8 decks, 416 cards"));
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let one = stdout(&with(&[]));
    let first = vectors()[0]["order"].as_str().unwrap()[..38].to_owned();
    assert!(one.contains(&format!("    1  {first}\n   14  ")), "{one}");
}

#[test]
fn a_seed_of_another_commitment_is_a_negative_answer() {
    let other = SEED.replacen('0', "1", 1);
    let args = ["verify-shuffle", "--commitment", COMMITMENT, "--seed", &other, "--round", "1"];
    let output = croupier(&args);
    assert_eq!(output.status.code(), Some(1));
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.contains("THE SEED DOES NOT MATCH THE COMMITMENT"), "{printed}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("from the same round and copied in full"), "{said}");
    let output = croupier(&args.iter().copied().chain(["--json"]).collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(1));
    let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(printed["matches"], false);
    assert_ne!(printed["commitment_of_seed"], COMMITMENT);
}

#[test]
fn what_is_wrong_with_a_claim_is_said() {
    let check = |more: &[&str], expected: &str| {
        let said = refusal(&with(more));
        assert!(said.contains(expected), "{more:?}: {said}");
    };
    check(&["--word", "luck"], "write SEAT=WORD, e.g. \"3=lucky seven\"");
    check(&["--word", "x=luck"], "write SEAT=WORD");
    check(&["--word", "8=luck"], "there is no seat 8: seats are 1 to 7");
    check(&["--word", "2="], "the word is empty");
    check(&["--word", "2=a\tb"], "character 2 of the word (U+0009) is not printable");
    check(&["--word", "2=a", "--word", "2=b"], "seat 2 already has a word");
    check(&["--decks", "9"], "--decks");
    check(&["--shuffle", "1"], "--cards");
    check(&["--cards", "As Kd"], "--shuffle");
    check(&["--shuffle", "1", "--cards", "As Kx"], "'x' is not a suit");
    check(&["--file", "shuffle.toml"], "cannot be used with");
    assert!(refusal(&["verify-shuffle", "--seed", SEED]).contains("--commitment <HEX>"));
    let short = refusal(&["verify-shuffle", "--seed", "00ff"]);
    assert!(short.contains("expected 64 hexadecimal digits, found 4"), "{short}");
}

#[test]
fn what_is_wrong_with_a_file_is_said_all_at_once() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("shuffle.toml");
    let text = "comitment = ''\nseed = '00'\nround = -1\ncards = 'As'\n[[word]]\nseat = 9\nword = ''\n\
                [[word]]\nseat = 2\nword = 'a'\n[[word]]\nseat = 2\nword = 'b'\n";
    fs::write(&path, text).unwrap();
    let said = refusal(&["verify-shuffle", "--file", path.to_str().unwrap()]);
    for expected in [
        "comitment: unknown key; did you mean commitment?",
        "shuffle.toml:2: seed: \"00\": expected 64 hexadecimal digits, found 2",
        "shuffle.toml:3: round: -1 is out of range",
        "shuffle: missing: `cards` needs the number of the later shuffle",
        "shuffle.toml:6: word[1].seat: 9 is out of range: expected 1 to 7",
        "shuffle.toml:7: word[1].word: \"\": the word is empty",
        "word[3].seat: seat 2 already has a word",
    ] {
        assert!(said.contains(expected), "{expected}\n{said}");
    }
    assert!(refusal(&["verify-shuffle", "--file", "none.toml"]).contains("cannot read none.toml"));
}

/// With one seed the run is always the same; that of seed 1 fails nothing twice.
#[test]
fn n1_cfr_547_14_a_run_with_a_seed_repeats() {
    let seed = format!("{:064x}", 1);
    let args = ["rng-test", "--samples", "10000", "--seed", &seed];
    let text = stdout(&args);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(!text.contains("SEEDS FROM THE OPERATING SYSTEM"), "they cannot repeat");
    assert_eq!(stdout(&args), text);
    let run = json(&args.into_iter().chain(["--json"]).collect::<Vec<_>>());
    let tests = run["tests"].as_array().unwrap();
    assert_eq!(tests.len(), 32);
    for name in [
        "chi-square: bytes",
        "equidistribution",
        "gap",
        "poker",
        "coupon collector",
        "permutation of 5",
        "runs up",
        "serial correlation, lags 1-16",
        "spectral",
        "subsequence: every 8th",
    ] {
        let test = tests.iter().find(|test| test["test"] == name).expect(name);
        assert!(test["p"].as_f64().unwrap() > 0.0 && test["statistic"].is_f64(), "{test}");
        assert!(text.contains(name), "{name}");
    }
    assert_eq!(run["seed"], seed);
}

/// Of the seeds from 1 on, 75 is the first whose run fails a test twice, as one run in 300 does by
/// chance: the answer is negative, and the chance is given.
#[test]
fn n1_a_test_that_fails_twice_is_a_negative_answer() {
    let seed = format!("{:064x}", 75);
    let args = ["rng-test", "--samples", "10000", "--seed", &seed];
    let output = croupier(&args);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    // 1 - (1 - 0.0001)^32 = 0.0031950
    assert!(text.contains("1 failed again; a perfect"), "{text}");
    assert!(text.contains("fails 1 or more twice in 0.32% of runs."), "{text}");
    assert!(String::from_utf8(output.stderr).unwrap().contains("1 test failed twice"));
    assert!(refusal(&["rng-test", "--samples", "10"]).contains("10000..=20000000"));
}
