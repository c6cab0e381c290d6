//! Every exact edge, pinned: recomputed and compared to the last digit.
//!
//! `CROUPIER_BLESS=1 cargo test -p odds --test all pinned` writes the file anew; every line that
//! changes is looked at before it is kept.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use odds::{Analysis, Arithmetic, Ask, Silent, Subject, analyse, digits};
use rulebook::Rulebook;

const FILE: &str = "tests/exact-odds.tsv";
const HEAD: &str = "\
# Every exact house edge of the newest editions: game, edition, wager, schedule, options, edge.
# A fraction in lowest terms, or with ~ in front what double precision gives.
# Written 2026-11-15 by CROUPIER_BLESS=1 cargo test -p odds --test all pinned
";

fn line(analysis: &Analysis) -> String {
    let options: Vec<String> =
        analysis.options.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let edge = analysis.house_edge();
    let edge = match analysis.arithmetic {
        Arithmetic::Fractions => format!("{}/{}", edge.numer(), edge.denom()),
        Arithmetic::Doubles => format!("~{}", digits(&edge, 10)),
    };
    [
        analysis.game.as_str(),
        &analysis.edition.to_string(),
        &analysis.wager,
        &analysis.schedule,
        &options.join(" "),
        &edge,
    ]
    .join("\t")
}

/// Blackjack and its kin under options that change how hands are played: game, wager, options.
const POSTED: [(&str, &str, &str); 18] = [
    ("blackjack", "blackjack", "decks=1 soft-17=hit surrender=late peek=false"),
    ("blackjack", "blackjack", "decks=2 peek=false resplit-aces=true split-aces=draw"),
    ("blackjack", "blackjack", "decks=6 double=none surrender=late surrender-after-split=false"),
    (
        "blackjack",
        "blackjack",
        "decks=4 double=9-to-11 double-after-split=false splits=2 surrender=late peek=false",
    ),
    ("blackjack", "blackjack", "decks=8 double=10-or-11 split=equal-rank insurance=false splits=0"),
    ("blackjack", "blackjack", "decks=1 split=equal-rank splits=1"),
    (
        "blackjack",
        "blackjack",
        "decks=3 soft-17=hit split=equal-rank surrender=late resplit-aces=true",
    ),
    ("blackjack", "insurance", "decks=1 insurance=false"),
    ("buster-blackjack", "blackjack", "decks=2 buster-bonus=on"),
    ("buster-blackjack", "buster", "decks=2 buster-bonus=on"),
    ("buster-blackjack", "buster", "decks=8 buster-bonus=on soft-17=hit"),
    (
        "buster-blackjack",
        "buster",
        "decks=6 buster-bonus=on buster-bonus-7-cards=2000 buster-bonus-minimum=25",
    ),
    ("war-blackjack", "war", "decks=1 press=never"),
    ("war-blackjack", "war", "decks=2 peek=false soft-17=hit surrender=late"),
    ("war-blackjack", "blackjack", "decks=2 peek=false soft-17=hit surrender=late"),
    ("casino-war", "bet", "decks=7"),
    ("holdem-212", "blackjack", "soft-17=hit"),
    ("holdem-212", "blackjack", "double-after-split=false splits=1"),
];

/// The analyses of one wager under some options.
fn posted(game: &str, wager: &str, options: &str) -> Vec<Analysis> {
    let pair = |option: &str| {
        let (key, value) = option.split_once('=').unwrap();
        (key.to_owned(), value.to_owned())
    };
    let options = options.split(' ').map(pair).collect();
    let subject = Subject::open(Rulebook::embedded(), game, None, options).unwrap();
    analyse(&subject, &Ask { wager: Some(wager.to_owned()), ..Ask::default() }, &Silent).unwrap()
}

/// A subject for each number of decks.
fn subjects(game: &rulebook::Game) -> Vec<Subject> {
    let book = Rulebook::embedded();
    let has_decks = game.newest().options.iter().any(|option| option.key == "decks");
    let open = |options| Subject::open(book, &game.id, None, options).unwrap();
    if !has_decks {
        return vec![open(BTreeMap::new())];
    }
    let mut decks: Vec<u8> = game.decks.iter().map(|decks| decks.get()).collect();
    decks.sort_unstable();
    let posted = |decks: u8| BTreeMap::from([("decks".to_owned(), decks.to_string())]);
    decks.into_iter().map(posted).map(open).collect()
}

#[test]
fn every_edge_is_as_it_was_when_it_was_last_looked_at() {
    let mut text = HEAD.to_owned();
    for game in Rulebook::embedded().games() {
        for subject in subjects(game) {
            for analysis in analyse(&subject, &Ask::default(), &Silent).unwrap() {
                writeln!(text, "{}", line(&analysis)).unwrap();
            }
        }
    }
    for (game, wager, options) in POSTED {
        for analysis in posted(game, wager, options) {
            writeln!(text, "{}", line(&analysis)).unwrap();
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    if env::var_os("CROUPIER_BLESS").is_some() {
        fs::write(&path, &text).unwrap();
        return;
    }
    let pinned = fs::read_to_string(&path).unwrap();
    let (old, new): (Vec<&str>, Vec<&str>) = (pinned.lines().collect(), text.lines().collect());
    for (old, new) in old.iter().zip(&new) {
        assert_eq!(old, new);
    }
    assert_eq!(old.len(), new.len(), "as many edges as were pinned");
}
