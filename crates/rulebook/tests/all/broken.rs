//! A rulebook broken in one way each: every message names the file, the line, the key and what
//! was expected, and says nothing beside the point.

mod entries;
mod felt;
mod schedules;
mod side_bets;
mod steps;

use std::path::Path;

use rulebook::{LoadError, Rulebook};

/// A copy of the embedded rulebook in a directory that goes away by itself.
fn copy() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in Rulebook::embedded_files() {
        std::fs::write(directory.path().join(name), text).unwrap();
    }
    directory
}

/// The problems of a directory, without its path; of the directory as a whole: `DIR`.
fn problems(directory: &Path) -> Vec<String> {
    let whole = directory.display().to_string();
    match Rulebook::load(directory) {
        Ok(_) => Vec::new(),
        Err(LoadError::Problems(problems)) => {
            let short =
                |text: String| text.replace(&format!("{whole}/"), "").replace(&whole, "DIR");
            problems.iter().map(|problem| short(problem.to_string())).collect()
        }
        Err(error) => panic!("{error}"),
    }
}

fn line_of(text: &str, words: &str) -> usize {
    let offset = text.find(words).unwrap_or_else(|| panic!("no {words}"));
    1 + text[..offset].matches('\n').count()
}

/// A message with the lines of the words that stand in braces: `twice: line {key = "play"}`.
fn with_lines(message: &str, text: &str) -> String {
    match message.split_once('{').and_then(|(head, rest)| Some((head, rest.split_once('}')?))) {
        Some((head, (words, tail))) => format!("{head}{}{tail}", line_of(text, words)),
        None => message.to_owned(),
    }
}

/// Edits one file of a copy at its only `find`. What is expected: the words at whose line in the
/// edited file the message stands ("" for where the edit begins to differ), and key and message.
#[track_caller]
fn check(file: &str, find: &str, replace: &str, expected: &[(&str, &str)]) {
    let directory = copy();
    let path = directory.path().join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text.matches(find).count(), 1, "{find} stands once in {file}");
    let edited = text.replacen(find, replace, 1);
    std::fs::write(&path, &edited).unwrap();
    let same = find.bytes().zip(replace.bytes()).take_while(|(a, b)| a == b).count();
    let edit = text.find(find).unwrap() + same;
    let edit_line = 1 + text[..edit].matches('\n').count();
    let message = |(words, message): &(&str, &str)| {
        let line = if words.is_empty() { edit_line } else { line_of(&edited, words) };
        format!("{file}:{line}: {}", with_lines(message, &edited))
    };
    let expected: Vec<String> = expected.iter().map(message).collect();
    let found = problems(directory.path());
    let (shown, wanted) = (found.join("\n  "), expected.join("\n  "));
    assert!(found == expected, "found\n  {shown}\nexpected\n  {wanted}");
}

const TCP: &str = "three-card-poker.toml";
const LIR: &str = "let-it-ride.toml";
const THB: &str = "texas-holdem-bonus.toml";
const WAR: &str = "war-blackjack.toml";
const H212: &str = "holdem-212.toml";

#[test]
fn a_copy_is_the_same_rulebook() {
    let copy = copy();
    let (loaded, embedded) = (Rulebook::load(copy.path()).unwrap(), Rulebook::embedded());
    assert_eq!(loaded.games().len(), embedded.games().len());
    for (loaded, embedded) in loaded.games().iter().zip(embedded.games()) {
        for edition in &embedded.editions {
            assert_eq!(loaded.edition(edition.id), embedded.edition(edition.id));
        }
    }
    assert_eq!(loaded.bounds(), embedded.bounds());
    assert_eq!(loaded.rulings(), embedded.rulings());
}

#[test]
fn what_is_no_toml() {
    check(
        TCP,
        "seats = 7\n",
        "seats = = 7\n",
        &[
            ("", "invalid TOML: extra `=`, expected nothing"),
            ("", "invalid TOML: unexpected key or value, expected newline, `#`"),
        ],
    );
}

#[test]
fn keys_that_are_unknown_or_missing() {
    check(
        TCP,
        "summary = \"Three",
        "sumary = \"Three",
        &[
            ("# Three-card poker", "summary: missing"),
            ("", "sumary: unknown key; did you mean summary?"),
        ],
    );
    check(
        TCP,
        "{ hand = \"straight flush\",  pays = [\"5 to 1\"] }",
        "{ hand = \"straight flush\",  pay = [\"5 to 1\"] }",
        &[
            ("", "table[1].rows[1].pays: missing"),
            ("", "table[1].rows[1].pay: unknown key; did you mean pays?"),
        ],
    );
    check(
        TCP,
        "need = \"either\"\nbets = [\"pair-plus\"]",
        "bets = [\"pair-plus\"]",
        &[("[[wager]]\nid = \"pair-plus\"", "wager[2].need: missing")],
    );
    check(
        "general.toml",
        "bet-max = \"$1,000\"\n",
        "maximum = \"$1,000\"\n",
        &[
            ("[bounds]", "bounds.bet-max: missing"),
            ("", "bounds.maximum: unknown key; expected bet-max, seats-max, chips or cite"),
        ],
    );
    let paying = "[paying]\nbefore = [\"war\"]\nseat = [\"insurance\", \"blackjack\"]\nafter = []\n\
                  cite = [\"war\", \"second-card\", \"GEN-1\", \"WAR-2\"]\n";
    check(WAR, paying, "", &[("# War blackjack", "paying: missing")]);
}

#[test]
fn values_of_another_type_or_outside_their_domain() {
    check(
        TCP,
        "seats = 7\n",
        "seats = \"seven\"\n",
        &[("", "seats: expected a whole number, found text")],
    );
    check(TCP, "seats = 7\n", "seats = 8\n", &[("", "seats: 8 is out of range: expected 1 to 7")]);
    check(
        TCP,
        "lines = [\"play\", \"ante-bonus\", \"ante\"]",
        "lines = \"play\"",
        &[("", "wager[1].lines: expected a list, found text")],
    );
    check(
        THB,
        "[[limit]]",
        "[limit]",
        &[("[limit]", "limit: expected [[limit]] tables, found a table")],
    );
    check(
        THB,
        "values = \"dollars\"",
        "values = \"euros\"",
        &[("", "option[2].values: unknown value \"euros\"; write dollars or odds")],
    );
    check(
        TCP,
        "need = \"either\"\nbets = [\"ante\"]",
        "need = \"ether\"\nbets = [\"ante\"]",
        &[("", "wager[1].need: unknown value \"ether\"; did you mean \"either\"?")],
    );
    check(
        TCP,
        "need = \"either\"\nbets = [\"ante\"]",
        "need = \"must\"\nbets = [\"ante\"]",
        &[("", "wager[1].need: unknown value \"must\"; write required, either or optional")],
    );
    check(
        TCP,
        "decks = [1]",
        "decks = []",
        &[("", "decks: is empty: list at least one number of decks, the usual one first")],
    );
    check(TCP, "title = \"Three-card poker\"", "title = \"\"", &[("", "title: must not be empty")]);
    check(
        H212,
        "pot = \"$20\"",
        "pot = \"twenty\"",
        &[("", "rake[2].pot: \"twenty\" is not a dollar amount: write it like 10, 2.50 or $1,000")],
    );
}

#[test]
fn a_file_whose_name_is_not_its_game_and_a_section_twice() {
    check(
        TCP,
        "game = \"three-card-poker\"",
        "game = \"3-card-poker\"",
        &[("", "game: the game is \"3-card-poker\", so the file should be 3-card-poker.toml")],
    );
    check(
        TCP,
        "game = \"three-card-poker\"",
        "game = \"Three Card\"",
        &[(
            "",
            "game: \"Three Card\" is not a valid ID: use lowercase letters, digits and hyphens",
        )],
    );
    let (_, caribbean) =
        Rulebook::embedded_files().find(|(name, _)| *name == "caribbean-stud.toml").unwrap();
    let other = line_of(caribbean, "section = ");
    check(
        TCP,
        "section = \"20:18:16:15.02\"",
        "section = \"20:18:16:15.05\"",
        &[(
            "",
            &format!(
                "section: 20:18:16:15.05 is already the section in caribbean-stud.toml:{other}"
            ),
        )],
    );
}

#[test]
fn directories_that_are_no_rulebook() {
    let directory = copy();
    std::fs::remove_file(directory.path().join("general.toml")).unwrap();
    let no_general =
        "DIR:1: general.toml is missing: it holds the rulings and limits for all games";
    assert_eq!(problems(directory.path()), [no_general]);

    let empty = tempfile::tempdir().unwrap();
    let no_game = "DIR:1: no games found: write one GAME.toml for each section";
    assert_eq!(problems(empty.path()), [no_general, no_game]);

    let absent = empty.path().join("absent");
    let error = Rulebook::load(&absent).unwrap_err();
    assert_eq!(error.to_string(), format!("cannot read {}", absent.display()));
    assert!(std::error::Error::source(&error).is_some(), "the cause is said apart");
}

#[test]
fn problems_of_several_files_are_said_together() {
    let directory = copy();
    let edits = [(WAR, "seats = 7", "seats = 9"), (LIR, "seats = 7", "seat = 7")];
    for (file, find, replace) in edits {
        let path = directory.path().join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replacen(find, replace, 1)).unwrap();
    }
    assert_eq!(
        problems(directory.path()),
        [
            "let-it-ride.toml:1: seats: missing",
            "let-it-ride.toml:9: seat: unknown key; did you mean seats?",
            "war-blackjack.toml:9: seats: 9 is out of range: expected 1 to 7",
        ]
    );
}
