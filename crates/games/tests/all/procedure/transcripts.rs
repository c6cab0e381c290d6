//! One round of every game with what the dealer is told at each point: `docs/rounds/*.steps`.
//!
//! `CROUPIER_BLESS=1 cargo test -p games --test all transcripts` rewrites them; read the
//! difference line by line.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use games::play_recorded;
use rulebook::Rulebook;

use super::{due, replayed};

/// A recorded round of each game.
const ROUNDS: [&str; 14] = [
    "blackjack-splits",
    "buster-blackjack-live",
    "caribbean-stud-two-royals",
    "casino-war-wars",
    "four-card-poker-four-aces",
    "holdem-212-alone",
    "let-it-ride-royal",
    "mississippi-stud-folded-royal",
    "phil-em-up-straight-flush",
    "silverado-stud-lay-downs",
    "texas-holdem-bonus-royal-at-the-turn",
    "three-card-poker-jackpot",
    "ultimate-texas-holdem-folded-trips",
    "war-blackjack-press",
];

#[test]
fn transcripts_of_the_recorded_rounds_are_as_they_were_read() {
    let rounds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rounds");
    let is_bless = std::env::var_os("CROUPIER_BLESS").is_some();
    for game in Rulebook::embedded().games() {
        let is_own = |name: &&&str| name.starts_with(&game.id);
        assert_eq!(ROUNDS.iter().filter(is_own).count(), 1, "{} has a transcript", game.id);
    }
    for name in ROUNDS {
        let text = fs::read_to_string(rounds.join(format!("{name}.round.toml"))).unwrap();
        let path = rounds.join(format!("{name}.steps"));
        let expected = transcript(&text);
        if is_bless {
            fs::write(&path, expected).unwrap();
            continue;
        }
        let found = fs::read_to_string(&path).unwrap_or_default();
        for (found, expected) in found.lines().zip(expected.lines()) {
            assert_eq!(found, expected, "{}", path.display());
        }
        assert_eq!(found, expected, "{}", path.display());
    }
}

/// The log of a round, and under each operation the steps that it makes due.
fn transcript(text: &str) -> String {
    let played =
        play_recorded(Rulebook::embedded(), "test", text).unwrap_or_else(|p| panic!("{p}"));
    let section = played.round.table().section().number.clone();
    let log = played.log_text();
    let mut lines = log.lines().skip_while(|line| !line.starts_with("open"));
    let mut page = String::new();
    replayed(&played.round, |round, events| {
        for line in lines.by_ref().take(events.len()) {
            page.push_str(line);
            page.push('\n');
        }
        for step in due(round, events) {
            let say = step.say.map_or_else(String::new, |say| format!("\"{say}\" "));
            let cites: Vec<String> =
                step.cite.iter().map(|cite| cite.to_string().replace(&section, "")).collect();
            let _ = writeln!(
                page,
                "    {} {say}{}  {}",
                step.step.chore.word(),
                step.text,
                cites.join(" ")
            );
        }
    });
    page
}
