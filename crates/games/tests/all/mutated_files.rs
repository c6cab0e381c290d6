//! Round files and logs with random damage: refused with a place, or settled; never a panic.

use std::fs;
use std::path::Path;

use games::{play_recorded, replay};
use rulebook::Rulebook;

use crate::random_play::Dice;

/// How many damaged copies of each file are tried.
const COPIES: usize = 400;

/// Words that mean something in a round file, to put where they do not belong.
const WORDS: &[&str] = &[
    "\"fold\"",
    "\"play\"",
    "\"bet 4x\"",
    "\"hit\"",
    "\"split\"",
    "\"raise 10\"",
    "\"0\"",
    "\"-5\"",
    "\"1000000\"",
    "\"0.333\"",
    "ante",
    "progressive",
    "[[seat]]",
    "number = 7",
    "number = 1",
    "\"As\"",
    "\"As As\"",
    "\"??\"",
    "player = 1",
    "meter = \"0\"",
    "edition = \"proposed\"",
    "true",
    "{ }",
    "[]",
    "=",
    "\"",
    "\n",
    "#",
    "chips = \"1\"",
    "button = 3",
];

fn files(extension: &str) -> Vec<(String, String)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rounds");
    let mut files = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|found| found == extension) {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            files.push((name, fs::read_to_string(&path).unwrap()));
        }
    }
    files.sort();
    files
}

/// One to four random edits: a piece cut out, doubled, or replaced by something else of the file or
/// by a word.
fn damage(text: &str, dice: &mut Dice) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=dice.below(4) {
        let from = dice.below(chars.len().max(1));
        let to = (from + 1 + dice.below(12)).min(chars.len());
        let piece: Vec<char> = match dice.below(4) {
            0 => Vec::new(),
            1 => dice.pick(WORDS).chars().collect(),
            2 => chars[from..to].repeat(2),
            _ => {
                let other = dice.below(chars.len().max(1));
                chars[other..(other + 10).min(chars.len())].to_vec()
            }
        };
        chars.splice(from.min(chars.len())..to, piece);
    }
    chars.into_iter().collect()
}

#[test]
fn a_damaged_round_file_is_settled_or_refused_with_its_place() {
    let (mut settled, mut refused) = (0, 0);
    for (name, text) in files("toml") {
        for copy in 0..COPIES {
            let mut dice = Dice(copy as u64 * 7919 + text.len() as u64);
            let damaged = damage(&text, &mut dice);
            match play_recorded(Rulebook::embedded(), &name, &damaged) {
                Ok(_) => settled += 1,
                Err(problems) => {
                    refused += 1;
                    assert!(!problems.is_empty(), "{name} {copy}: refused without a word");
                    let lines = damaged.lines().count() + 1;
                    for problem in problems.iter() {
                        assert!((1..=lines).contains(&problem.place.line), "{problem}");
                    }
                }
            }
        }
    }
    // Damage in a comment is harmless; most of it is not.
    assert!(settled > 100 && refused > 1_000, "{settled} settled, {refused} refused");
}

#[test]
fn a_damaged_log_is_replayed_or_refused() {
    let mut refused = 0;
    for (name, text) in files("log") {
        assert!(replay(Rulebook::embedded(), &text).is_ok(), "{name}");
        for copy in 0..COPIES / 4 {
            let mut dice = Dice(copy as u64 * 104_729 + text.len() as u64);
            refused +=
                usize::from(replay(Rulebook::embedded(), &damage(&text, &mut dice)).is_err());
        }
    }
    assert!(refused > 1_000, "{refused} refused");
}
