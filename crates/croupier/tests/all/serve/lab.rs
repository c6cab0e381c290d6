//! The lab of a running server: the same figures as the command's, and a schedule that goes into a rulebook.

use std::fs;
use std::path::Path;

use super::http::Client;
use super::process::{Folder, Served};
use crate::run::{json, stdout};

/// Figures without the time that they took.
fn timeless(mut answer: serde_json::Value) -> serde_json::Value {
    for result in answer["results"].as_array_mut().into_iter().flatten() {
        result["seconds"] = 0.into();
    }
    answer
}

#[test]
fn a_what_if_is_what_the_command_prints() {
    let folder = Folder::new();
    let server = Served::start(&folder.store());
    let mut anyone = Client::new(server.address);
    for (query, line) in [
        (
            "game=three-card-poker&wager=pair-plus&pay=flush%3D5+to+1&pay=pair%3Dnothing",
            &[
                "three-card-poker",
                "--wager",
                "pair-plus",
                "--pay",
                "flush=5 to 1",
                "--pay",
                "pair=nothing",
            ][..],
        ),
        (
            "game=caribbean-stud&wager=progressive&schedule=CS-10&meter=50000&pay=flush%3D%2475",
            &[
                "caribbean-stud",
                "--wager",
                "progressive",
                "--schedule",
                "CS-10",
                "--meter",
                "50000",
                "--pay",
                "flush=$75",
            ],
        ),
        (
            "game=mississippi-stud&wager=ante&pay=straight%3D%3F&target_edge=4%25",
            &["mississippi-stud", "--wager", "ante", "--pay", "straight=?", "--target-edge", "4%"],
        ),
        (
            "game=blackjack&wager=insurance&decks=6&pay=insurance%3D11+to+5",
            &["blackjack", "--wager", "insurance", "--decks", "6", "--pay", "insurance=11 to 5"],
        ),
    ] {
        let answer = anyone.get(&format!("/api/v1/odds?{query}"));
        assert_eq!(answer.status, 200, "{query}: {}", answer.body);
        let printed = json(&[&["odds"], line, &["--json"]].concat());
        assert_eq!(timeless(answer.json()), timeless(printed), "{query}");
    }
    for (query, says) in [
        ("game=three-card-poker&wager=pair-plus&pay=flash%3D5+to+1", "there is no row or pay"),
        ("game=three-card-poker&wager=pair-plus&pay=flush", "cannot read"),
        (
            "game=three-card-poker&wager=pair-plus&pay=flush%3D5+to+1&pay=flush%3D6+to+1",
            "changed twice",
        ),
        ("game=three-card-poker&pay=flush%3D5+to+1", "name the wager"),
        ("game=three-card-poker&wager=pair-plus&pay=flush%3D5+to+1&wide=1", "no option"),
        (
            "game=three-card-poker&wager=pair-plus&pay=flush%3D5+to+1&schedule=/etc/passwd",
            "rulebook's",
        ),
        (
            "game=three-card-poker&wager=pair-plus&pay=flush%3D5+to+1&findings=true",
            "cannot be used with",
        ),
        ("wager=pair-plus&pay=flush%3D5+to+1", "name the game"),
    ] {
        let answer = anyone.get(&format!("/api/v1/odds?{query}"));
        assert_eq!((answer.status, answer.code()), (400, "malformed".to_owned()), "{query}");
        assert!(answer.body.contains(says), "{query}: {}", answer.body);
    }
}

/// The rulebook in a folder of its own, with text at the end of one file.
fn rulebook_with(folder: &Path, game: &str, text: &str) {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebook");
    for entry in fs::read_dir(own).unwrap().flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|kind| kind == "toml") {
            fs::copy(&path, folder.join(entry.file_name())).unwrap();
        }
    }
    let file = folder.join(format!("{game}.toml"));
    let before = fs::read_to_string(&file).unwrap();
    fs::write(file, before + "\n" + text).unwrap();
}

/// A schedule of every shape: two tables, one with a ruling's pays, envy, patterns, decks, an older edition.
#[test]
fn a_schedule_that_is_saved_goes_into_a_rulebook() {
    let folder = Folder::new();
    let server = Served::start(&folder.store());
    let mut anyone = Client::new(server.address);
    for (game, wager, schedule, pay, edition) in [
        ("ultimate-texas-holdem", "trips", "UTH-02", "flush=5 to 1", "proposed"),
        ("ultimate-texas-holdem", "progressive", "PMG-02", "flush=45 for 1", "2012-04-23"),
        ("silverado-stud", "base", "A-A", "three-card: flush=4 to 1", ""),
        ("caribbean-stud", "progressive", "PMG-01", "flush=45 for 1", "proposed"),
        ("buster-blackjack", "buster", "H3", "bust with 7 cards=60 to 1", ""),
        ("blackjack", "21-plus-3", "", "flush=6 to 1", ""),
        ("let-it-ride", "three-card-bonus", "", "pair=nothing", ""),
    ] {
        let mut query = vec![("pay", pay)];
        query.extend((!schedule.is_empty()).then_some(("schedule", schedule)));
        query.extend((!edition.is_empty()).then_some(("edition", edition)));
        let text = |(name, value): &(&str, &str)| {
            let value =
                value.replace('%', "%25").replace(' ', "+").replace('=', "%3D").replace('$', "%24");
            format!("{name}={value}")
        };
        let query = query.iter().map(text).collect::<Vec<_>>().join("&");
        let file = anyone.get(&format!("/lab/{game}/{wager}/schedule.toml?{query}"));
        assert_eq!(file.status, 200, "{game}: {}", file.body);
        let book = tempfile::tempdir().unwrap();
        rulebook_with(book.path(), if wager == "21-plus-3" { wager } else { game }, &file.body);
        let path = book.path().to_str().unwrap();
        stdout(&["rulebook", "check", path]);
        let name = file.body.lines().find_map(|line| line.strip_prefix("names = [\"")).unwrap();
        let name = name.trim_end_matches("\"]");
        let with = |rest: &[&str]| {
            let mut line = vec!["odds", game, "--wager", wager, "--json"];
            if !edition.is_empty() {
                line.extend(["--edition", edition]);
            }
            line.extend(rest);
            let printed = json(&line);
            printed["results"]
                .as_array()
                .unwrap()
                .iter()
                .map(|result| result["house_edge_exact"].clone())
                .collect::<Vec<_>>()
        };
        let saved = with(&["--rulebook", path, "--schedule", name]);
        let mut changed = vec!["--pay", pay];
        if !schedule.is_empty() {
            changed.extend(["--schedule", schedule]);
        }
        assert_eq!(saved, with(&changed), "{game} {wager}: {}", file.body);
        assert!(!saved.is_empty());
    }
}
