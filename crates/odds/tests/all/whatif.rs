//! Schedules changed by the user and schedules of his own.

use std::collections::BTreeMap;

use odds::{
    Ask, Change, Silent, Subject, WhatIfError, analyse_changed, changed, fraction, nearest,
    own_schedule, percent, schedules,
};
use rulebook::{Rulebook, Schedule};

fn subject(game: &str) -> Subject {
    Subject::open(Rulebook::embedded(), game, None, BTreeMap::new()).unwrap()
}

fn first(game: &str, wager: &str) -> Schedule {
    schedules(&subject(game), wager).remove(0)
}

fn edge(game: &str, schedule: &Schedule) -> odds::Exact {
    let book = Rulebook::embedded();
    let all = analyse_changed(book, &subject(game), schedule, &Ask::default(), &Silent).unwrap();
    all[0].house_edge()
}

fn change(text: &str) -> Change {
    text.parse().unwrap()
}

/// 1,096 of 22,100 hands are flushes, so each unit less on them costs 1,096/22,100.
#[test]
fn a_changed_row_costs_its_share() {
    let pair_plus = first("three-card-poker", "pair-plus");
    let three = changed(&pair_plus, &[change("flush=3 to 1")]).unwrap();
    assert_eq!(edge("three-card-poker", &three), fraction(512 + 1_096, 22_100));
    let none = changed(&pair_plus, &[change("flush=nothing")]).unwrap();
    assert_eq!(edge("three-card-poker", &none), fraction(512 + 5 * 1_096, 22_100));
    let push = changed(&pair_plus, &[change("Flush = push")]).unwrap();
    assert_eq!(edge("three-card-poker", &push), fraction(512 + 4 * 1_096, 22_100));
    let both = changed(&pair_plus, &[change("flush=3 to 1"), change("pair=3 to 2")]).unwrap();
    // 3,744 pairs at a half more.
    assert_eq!(edge("three-card-poker", &both), fraction(512 + 1_096 - 1_872, 22_100));
}

/// A new row goes where it belongs: the four royals are paid above the other straight flushes.
#[test]
fn a_new_row_is_put_in_its_place() {
    let pair_plus = first("three-card-poker", "pair-plus");
    let royal = changed(&pair_plus, &[change("royal flush=50 to 1")]).unwrap();
    assert_eq!(edge("three-card-poker", &royal), fraction(512 - 40, 22_100));
    assert_eq!(royal.parts[0].rows[0].hand.words(), "royal flush");
}

#[test]
fn changes_that_make_no_sense_are_refused() {
    let pair_plus = first("three-card-poker", "pair-plus");
    for (text, message) in [
        ("flushy=3 to 1", "no row can be \"flushy\" there; a row can be "),
        ("flush=100%", "only a progressive can pay \"100%\""),
        ("flush=$5", "only a progressive can pay \"$5\""),
        ("ante-bonus: flush=3 to 1", "standard has no table for ante-bonus; it pays pair-plus"),
    ] {
        let error = changed(&pair_plus, &[change(text)]).unwrap_err().to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
    for text in ["flush", "=3 to 1", "flush=3", "flush=three to one"] {
        assert!(text.parse::<Change>().is_err(), "{text}");
    }
}

/// The flush of pair plus: 5 to 1 would give (512 - 1,096)/22,100 = -2.6%, 4 to 1 2.3%, 3 to 1 7.3%.
#[test]
fn the_nearest_pay_is_found() {
    let book = Rulebook::embedded();
    let pair_plus = first("three-card-poker", "pair-plus");
    let subject = subject("three-card-poker");
    for (target, pays) in
        [(fraction(3, 100), "4 to 1"), (fraction(6, 100), "3 to 1"), (fraction(-1, 100), "5 to 1")]
    {
        let free = [change("flush=?")];
        let ask = Ask::default();
        let (found, analysis) =
            nearest(book, &subject, &pair_plus, &free, &target, &ask, &Silent).unwrap();
        assert_eq!(found.to_string(), pays, "for {}", percent(&target, 2));
        let again = changed(&pair_plus, &[change(&format!("flush={pays}"))]).unwrap();
        assert_eq!(analysis.house_edge(), edge("three-card-poker", &again));
    }
    let none = nearest(book, &subject, &pair_plus, &[], &fraction(1, 10), &Ask::default(), &Silent);
    assert!(matches!(none, Err(WhatIfError::NotOneFree(0))));
}

/// The ante bonus changes what is played; whatever the pay, the one found is the nearest of all.
#[test]
fn the_nearest_pay_is_found_where_the_player_adapts() {
    let book = Rulebook::embedded();
    let ante = first("three-card-poker", "ante");
    let subject = subject("three-card-poker");
    let free = [change("straight flush=?")];
    let target = fraction(3, 100);
    let ask = Ask::default();
    let (found, _) = nearest(book, &subject, &ante, &free, &target, &ask, &Silent).unwrap();
    let distance = |pay: u32| {
        let set = changed(&ante, &[change(&format!("straight flush={pay} to 1"))]).unwrap();
        let difference = edge("three-card-poker", &set) - &target;
        if difference < fraction(0, 1) { -difference } else { difference }
    };
    let best = (1..20).min_by_key(|&pay| distance(pay)).unwrap();
    assert_eq!(found.to_string(), format!("{best} to 1"));
}

#[test]
fn a_schedule_of_ones_own_is_read() {
    let text = r#"
game = "three-card-poker"
wager = "pair-plus"
name = "ours"
rows = [
  { hand = "pair", pays = "1 to 1" },
  { hand = "straight flush", pays = "40 to 1" },
]
"#;
    let own = own_schedule(Rulebook::embedded(), "own.toml", text).unwrap();
    // 48 straight flushes win 40, 3,744 pairs 1, the other 18,308 lose.
    assert_eq!(edge(&own.game, &own.schedule), fraction(18_308 - 3_744 - 48 * 40, 22_100));
}

#[test]
fn every_problem_of_ones_own_schedule_is_reported() {
    let text = r#"
game = "three-card-poker"
wager = "pair-plus"
seed = "$5"
rows = [
  { hand = "pear", pays = "1 to 1" },
  { hand = "pair", pays = "100%" },
  { hand = "flush", pays = "4 to 1", envy = "$5" },
]
"#;
    let problems = own_schedule(Rulebook::embedded(), "own.toml", text).unwrap_err().to_string();
    for message in [
        "own.toml:1: name: missing",
        "own.toml:4: seed: only a progressive has this",
        "own.toml:8: rows[3].envy: only a progressive has envy",
        "own.toml:6: rows[1].hand: no row can be \"pear\" there",
        "own.toml:7: rows[2].pays: only a progressive can pay \"100%\"",
    ] {
        assert!(problems.contains(message), "{message} in\n{problems}");
    }
    let wrong = "game = \"tree-card-poker\"\nwager = \"x\"\nname = \"n\"\nrows = []\n";
    let problem = own_schedule(Rulebook::embedded(), "own.toml", wrong).unwrap_err().to_string();
    assert!(problem.contains("did you mean"), "{problem}");
}
