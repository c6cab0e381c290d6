//! The second witness: rounds through the real machine agree with the count of all deals.

use std::collections::BTreeMap;

use games::Posting;
use odds::{Run, Silent, Simulation, Subject, postings, simulate};
use rulebook::Rulebook;

fn subject(game: &str, options: &[(&str, &str)]) -> Subject {
    let options: BTreeMap<String, String> =
        options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    Subject::open(Rulebook::embedded(), game, None, options).unwrap()
}

/// Every wager within four standard errors of its exact value.
fn check(posting: &Posting, rounds: u64, seed: u64) -> Simulation {
    let run = Run { rounds, seed, threads: 2 };
    let simulation = simulate(Rulebook::embedded(), posting, run, &Silent).unwrap();
    assert!(!simulation.estimates.is_empty());
    for estimate in &simulation.estimates {
        let (wager, schedule) = (&estimate.wager, &estimate.schedule);
        let deviation = estimate.deviation();
        assert!(estimate.bets > 0, "{} {wager} {schedule} was never bet", posting.game);
        assert!(
            deviation.abs() < 4.0,
            "{} {wager} {schedule}: {:.6} ± {:.6} is {deviation:.1} standard errors from the exact \
             value; seed {seed}",
            posting.game,
            estimate.mean,
            estimate.standard_error,
        );
    }
    simulation
}

/// Every schedule of a game.
fn check_all(game: &str, options: &[(&str, &str)], rounds: u64) {
    for (index, posting) in postings(&subject(game, options)).iter().enumerate() {
        check(posting, rounds, 7 + index as u64);
    }
}

#[test]
fn three_card_poker() {
    check_all("three-card-poker", &[], 400_000);
}

#[test]
fn let_it_ride() {
    check_all("let-it-ride", &[], 150_000);
    check_all("let-it-ride", &[("stake-kept", "true"), ("printed", "true")], 50_000);
}

#[test]
fn caribbean_stud() {
    check_all("caribbean-stud", &[], 200_000);
}

#[test]
fn silverado_stud() {
    check_all("silverado-stud", &[], 60_000);
}

#[test]
fn four_card_poker() {
    check_all("four-card-poker", &[], 60_000);
}

#[test]
fn texas_holdem_bonus() {
    check_all("texas-holdem-bonus", &[], 150_000);
}

#[test]
fn mississippi_stud() {
    check_all("mississippi-stud", &[], 200_000);
}

#[test]
fn ultimate_texas_holdem() {
    check_all("ultimate-texas-holdem", &[], 100_000);
}

#[test]
fn holdem_212() {
    check_all("holdem-212", &[], 100_000);
}

#[test]
fn blackjack() {
    check_all("blackjack", &[], 400_000);
    check_all("blackjack", &[("decks", "1"), ("soft-17", "hit"), ("surrender", "late")], 300_000);
    check_all("blackjack", &[("decks", "2"), ("peek", "false")], 300_000);
}

#[test]
fn buster_blackjack() {
    check_all("buster-blackjack", &[], 40_000);
    check_all("buster-blackjack", &[("decks", "1")], 40_000);
}

#[test]
fn war_blackjack() {
    check_all("war-blackjack", &[], 400_000);
    check_all("war-blackjack", &[("decks", "1")], 200_000);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let posting = &postings(&subject("three-card-poker", &[]))[1];
    let results = [1, 2, 3].map(|threads| {
        let run = Run { rounds: 50_001, seed: 3, threads };
        simulate(Rulebook::embedded(), posting, run, &Silent).unwrap().estimates
    });
    assert_eq!(results[0], results[1]);
    assert_eq!(results[0], results[2]);
    let other = Run { rounds: 50_001, seed: 4, threads: 1 };
    let other = simulate(Rulebook::embedded(), posting, other, &Silent).unwrap().estimates;
    assert_ne!(results[0], other, "another seed gives other cards");
}
