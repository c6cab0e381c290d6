//! Rounds from the command line: settle, replay, play.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::run::{croupier, json, refusal, stdout};

fn rounds() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rounds")
}

/// Writes a round to a file of its own.
fn file(directory: &Path, text: &str) -> String {
    let path = directory.join("a.round.toml");
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The example of the format's description: K-Q... the player has ace-king high against a pair of
/// nothing; the dealer's best is king high, so he does not qualify.
const EXAMPLE: &str = r#"
game = "ultimate-texas-holdem"
schedules = { blind = "UTH-01", trips = "UTH-02", progressive = "UTHP-01" }
meter = "10000.00"
dealer = "Kd 7c"
board = "2h 9s Jd 4c Th"
[[seat]]
number = 1
cards = "As Ks"
bets = { ante = "10", blind = "10", trips = "5", progressive = "1" }
tips = { ante = "5" }
actions = ["check", "check", "bet 1x"]
"#;

#[test]
fn h212_10_settle_lists_what_went_wrong_and_what_follows() {
    let path = rounds().join("holdem-212-exposed-card.round.toml");
    let path = path.to_str().unwrap();
    let settled = json(&["settle", path, "--json"]);
    assert_eq!(
        settled["events"],
        json!([{
            "event": "exposed-card",
            "seat": 2,
            "card": "Jd",
            "consequence": "misdeal",
            "supervisor": true,
            "cite": "20:18:16:15.11(1)",
        }])
    );
    let lines = settled["lines"].as_array().unwrap();
    assert!(lines.len() == 5 && lines.iter().all(|line| line["result"] == "dead"));
    assert_eq!(settled["rake"], "0.00");
    // The cards that were dealt are shown.
    let text = stdout(&["settle", path]);
    assert!(text.contains("seat 2    Jd"), "{text}");
    let told =
        "exposed card, seat 2, Jd: a misdeal, every wager goes back; the supervisor is called";
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&text).contains(told), "{text}");
    let explained = stdout(&["settle", path, "--explain"]);
    assert!(words(&explained).contains("[H212-10] Any card exposed by the dealer"), "{explained}");
    // Nothing went wrong: there is no such key.
    let scratch = tempfile::tempdir().unwrap();
    let settled = json(&["settle", &file(scratch.path(), EXAMPLE), "--json"]);
    assert!(settled.get("events").is_none());
    // A card that goes to the discards is named with its event.
    let path = rounds().join("three-card-poker-exposed-card.round.toml");
    let settled = json(&["settle", path.to_str().unwrap(), "--json"]);
    let faced = &settled["events"][1];
    assert_eq!((&faced["card"], &faced["cite"]), (&json!("Tc"), &json!("[IRR-1]")));
}

#[test]
fn settle_prints_the_contract() {
    // The dealer has king high and does not qualify: the ante is returned, play is paid 1 to 1,
    // the blind pushes below a straight, trips and progressive lose; 25% of $1 goes to the meter.
    let scratch = tempfile::tempdir().unwrap();
    let settled = json(&["settle", &file(scratch.path(), EXAMPLE), "--json"]);
    let short = |line: &Value| {
        let text = |key: &str| line[key].as_str().unwrap().to_owned();
        format!("{} {} {} {}", text("wager"), text("staked"), text("returned"), text("result"))
    };
    let lines: Vec<String> = settled["lines"].as_array().unwrap().iter().map(short).collect();
    assert_eq!(
        lines,
        [
            "play 10.00 20.00 win",
            "ante 10.00 10.00 push",
            "blind 10.00 10.00 push",
            "trips 5.00 0.00 lose",
            "progressive 1.00 0.00 lose",
        ]
    );
    assert_eq!(settled["lines"][1]["cite"], "20:18:16:15.15(13)(a)");
    assert_eq!(
        settled["seats"],
        json!([{ "seat": 1, "staked": "36.00", "returned": "40.00", "net": "4.00" }])
    );
    assert_eq!(
        settled["meter"],
        json!({ "before": "10000.0000", "contributed": "0.2500", "awarded": "0.0000",
                "after": "10000.2500" })
    );
    assert_eq!(
        settled["tips"],
        json!([{ "seat": 1, "wager": "ante", "staked": "5.00", "returned": "5.00",
                 "result": "push" }])
    );
    assert!(settled.get("rake").is_none(), "only games with a pot have a rake");
}

#[test]
fn settle_says_why_line_by_line() {
    let path = rounds().join("three-card-poker-jackpot.round.toml");
    let text = stdout(&["settle", path.to_str().unwrap(), "--explain"]);
    assert!(text.contains("seat 2 progressive: A-K-Q of spades"), "{text}");
    assert!(text.contains("20:18:16:15.02(16)"), "{text}");
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn every_recorded_round_prints_within_eighty_columns() {
    for entry in fs::read_dir(rounds()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            for line in stdout(&["settle", path.to_str().unwrap()]).lines() {
                assert!(line.chars().count() <= 80, "{}: {line}", path.display());
            }
        }
    }
}

#[test]
fn a_bad_round_gets_every_problem_with_its_line() {
    let scratch = tempfile::tempdir().unwrap();
    let text = EXAMPLE
        .replace("UTH-02", "UTH-09")
        .replace("meter =", "metre =")
        .replace("As Ks", "As Kx")
        .replace("bet 1x", "bid 1x");
    let found = refusal(&["settle", &file(scratch.path(), &text)]);
    for expected in [
        "4 problems",
        ":3: schedules.trips: trips has no schedule \"UTH-09\"",
        ":4: metre: unknown key; did you mean meter?",
        ":9: seat[1].cards: in \"As Kx\", at character 5",
        ":12: seat[1].actions[3]: \"bid 1x\" is not an action",
    ] {
        assert!(found.contains(expected), "{expected} is not in\n{found}");
    }
    assert!(refusal(&["settle", "no-such-file"]).contains("cannot read no-such-file"));
}

#[test]
fn a_log_is_replayed_to_the_same_end_or_not() {
    let scratch = tempfile::tempdir().unwrap();
    let log = scratch.path().join("a.log");
    let log_name = log.to_str().unwrap();
    stdout(&["settle", &file(scratch.path(), EXAMPLE), "--log", log_name]);
    assert!(stdout(&["replay", log_name]).contains("The replay matches"));
    assert_eq!(json(&["replay", log_name, "--json"])["lines"], 5);

    let text = fs::read_to_string(&log).unwrap();
    fs::write(&log, text.replace("returned 20.00", "returned 25.00")).unwrap();
    let output = croupier(&["replay", log_name]);
    assert_eq!(output.status.code(), Some(1), "a log that does not come out the same is a no");
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("the log says"), "{message}");

    fs::write(&log, text.replace("deal board up 2h", "deal board up As")).unwrap();
    assert!(refusal(&["replay", log_name]).contains("As is already on the table"));
}

/// Plays with these lines typed in.
fn play(args: &[&str], typed: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["play"])
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_game_is_played_in_the_terminal_from_first_bet_to_last_line() {
    for game in rulebook::Rulebook::embedded().games() {
        // The first choice again and again, for three rounds or until nothing is typed any more.
        let text = play(&[&game.id, "--seats", "3", "--seed", "7"], &"\n1\n1\n1\n1\n1\n".repeat(9));
        assert!(text.contains("this round"), "{}: {text}", game.id);
        assert!(text.contains(&game.section), "{}", game.id);
        let settled = text.lines().filter(|line| line.starts_with("  ") && line.contains('.'));
        for line in settled {
            assert!(line.chars().count() <= 80, "{}: {line}", game.id);
        }
    }
    let again = || play(&["blackjack", "--seed", "3"], "\n2\n\n2\nq\n");
    assert_eq!(again(), again(), "the same seed deals the same cards");
}

#[test]
fn play_takes_bets_and_refuses_what_the_table_does() {
    let text = play(&["caribbean-stud"], "ante 60\nante five\nante 5\nfold\nq\n");
    assert!(text.contains("over the limit of $100"), "{text}");
    assert!(text.contains("Write bets like"), "{text}");
    assert!(text.contains("-$5 this round"), "{text}");
    let refused = refusal(&["play", "three-card-poker", "--schedule", "progressive=PMG-09"]);
    assert!(refused.contains("progressive has no schedule \"PMG-09\""), "{refused}");
}

#[test]
fn settle_given_a_log_says_to_use_replay() {
    let path = rounds().join("let-it-ride-royal.log");
    let path = path.to_str().unwrap();
    let said = refusal(&["settle", path]);
    assert!(said.contains(&format!("is the log of a round: use croupier replay {path}")), "{said}");
    assert!(said.lines().count() <= 2, "{said}");
}

/// Twelve keys that no round file has, each a problem of its own, and no other.
#[test]
fn settle_shows_ten_problems_and_how_many_more() {
    let directory = tempfile::tempdir().unwrap();
    let unknown: String = (1..=12).map(|n| format!("unknown-{n} = 1\n")).collect();
    let said = refusal(&["settle", &file(directory.path(), &format!("{unknown}{EXAMPLE}"))]);
    assert_eq!(said.matches("unknown-").count(), 10, "{said}");
    assert!(said.contains("12 problems") && said.contains("and 2 more"), "{said}");
}

#[test]
fn rules_list_the_options_that_every_table_has() {
    for game in ["let-it-ride", "blackjack", "four-card-poker"] {
        let card = json(&["rules", game, "--json"]);
        let options = card["options"].as_array().unwrap();
        for key in ["chip", "dealing"] {
            let option = options.iter().find(|option| option["key"] == key);
            assert!(option.is_some_and(|option| option["says"] != ""), "{game} {key}");
        }
    }
}
