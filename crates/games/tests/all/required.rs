//! The least that a table takes.

use std::sync::Arc;

use games::{Posting, Table};
use money::Cents;
use rulebook::Rulebook;

fn opened(game: &str, limits: &[(&str, i64, i64)]) -> Arc<Table> {
    let limits = limits
        .iter()
        .map(|&(bet, least, most)| (bet.to_owned(), (Cents::dollars(least), Cents::dollars(most))));
    let posting = Posting { game: game.to_owned(), limits: limits.collect(), ..Posting::default() };
    Table::open(Rulebook::embedded(), posting).expect("the table opens")
}

fn least(game: &str, limits: &[(&str, i64, i64)]) -> Vec<(&'static str, i64)> {
    let bets = opened(game, limits).least_bets().expect("it takes bets");
    bets.into_iter().map(|(bet, amount)| (bet, amount.get())).collect()
}

/// What is posted counts: $15 to $50, in cents.
#[test]
fn the_least_is_the_posted_minimum_of_what_is_required() {
    assert_eq!(least("caribbean-stud", &[("ante", 15, 50)]), [("ante", 1_500)]);
    assert_eq!(least("blackjack", &[("blackjack", 25, 500)]), [("blackjack", 2_500)]);
}

/// The 212 requires two bets: blackjack is $3 to $25, and the ante of a player alone is $5 [H212-1].
#[test]
fn the_212_requires_both_bets() {
    let mut bets = least("holdem-212", &[]);
    bets.sort_unstable();
    assert_eq!(bets, [("blackjack", 300), ("holdem", 500)]);
}

/// Every table takes its least and its usual bets, and the least are on the same bets and never more.
#[test]
fn every_table_takes_its_least_and_its_usual_bets() {
    for game in Rulebook::embedded().games() {
        let table = opened(&game.id, &[]);
        let (least, usual) = (table.least_bets().unwrap(), table.usual_bets().unwrap());
        assert!(!least.is_empty(), "{}", game.id);
        assert!(table.takes(&least) && table.takes(&usual), "{}: {least:?} {usual:?}", game.id);
        for ((bet, at_least), (same, amount)) in least.iter().zip(&usual) {
            assert_eq!(bet, same, "{}", game.id);
            assert!(at_least <= amount, "{} {bet}", game.id);
        }
        // A chip less on any bet, and the table does not take them.
        for place in 0..least.len() {
            let mut less = least.clone();
            less[place].1 -= table.chip();
            assert!(!table.takes(&less), "{}: {less:?}", game.id);
        }
    }
}

/// A player alone antes $5, and several $1 each (6) [H212-1].
#[test]
fn h212_1_the_ante_of_each_depends_on_how_many_play() {
    let table = opened("holdem-212", &[]);
    let ante = |players| {
        let bets = table.usual_bets_among(players).unwrap();
        bets.into_iter().find(|(bet, _)| *bet == "holdem").unwrap().1
    };
    assert_eq!([1, 2, 7].map(ante), [5, 1, 1].map(Cents::dollars));
}
