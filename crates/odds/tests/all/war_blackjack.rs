//! War blackjack: the published figure, and the press by a plain recursion and in real rounds.

use cards::Rank;
use games::Action;
use odds::{Arithmetic, Ask, Body, Silent, Solution, Spot, Subject, decimal, fraction, solve};
use rulebook::{EditionId, Rulebook};

use crate::blackjack_tables::{Plain, analyses, options, play, subject};

fn solved(edition: Option<EditionId>, posted: &[(&str, &str)], id: Option<&str>) -> Solution {
    let book = Rulebook::embedded();
    let subject = Subject::open(book, "war-blackjack", edition, options(posted)).unwrap();
    solve(&subject, "war", None, id, &Silent).unwrap()
}

fn of_2014() -> Option<EditionId> {
    Some("2014-07-29".parse().unwrap())
}

/// KNOWN.md: (4n-1)/(52n-1) with n decks, if every win is taken.
#[test]
fn known_edge_of_the_bet_alone() {
    for decks in 1..=8i64 {
        let posted = decks.to_string();
        let solution = solved(None, &[("decks", &posted)], Some("never-press"));
        let edge = solution.distribution.house_edge();
        assert_eq!(edge, fraction(4 * decks - 1, 52 * decks - 1));
        assert_eq!(solution.arithmetic, Arithmetic::Fractions);
    }
}

fn height(rank: Rank) -> usize {
    if rank == Rank::Ace { 0 } else { rank.index() + 1 }
}

/// What blackjack is worth after each first card and card up that win, with one deck and no splits,
/// and how likely they are.
fn after_wins() -> Vec<(f64, f64)> {
    let mut plain = Plain::new(1);
    let value_of = |rank: Rank| match rank {
        Rank::Ace => 0,
        Rank::Jack | Rank::Queen | Rank::King => 9,
        rank => rank.index() + 1,
    };
    let mut wins = Vec::new();
    for own in Rank::ALL {
        for up in Rank::ALL.into_iter().filter(|&up| height(own) > height(up)) {
            let (first, up) = (value_of(own), value_of(up));
            let (mut on, mut known) = (0.0, 0.0);
            for second in 0..10 {
                let chance = plain.chance([first, up, second]);
                known += chance;
                on += chance * plain.first([first.min(second), first.max(second)], up);
            }
            wins.push((16.0 / (52.0 * 51.0), on / known));
        }
    }
    wins
}

#[test]
fn presses_card_by_card() {
    let posted = [("decks", "1"), ("splits", "0")];
    let wins = after_wins();
    let won: f64 = wins.iter().map(|win| win.0).sum();
    for (edition, added) in [(None, 1.0), (of_2014(), 2.0)] {
        for (id, least) in [(None, 0.0), (Some("always-press"), -1.0)] {
            let pressed = wins.iter().filter(|(_, on)| *on >= least);
            let pressed: f64 = pressed.map(|(chance, on)| chance * added * on).sum();
            let value = won - (1.0 - won) + pressed;
            let found = decimal(&solved(edition, &posted, id).distribution.value());
            assert!((found - value).abs() < 1e-12, "{id:?}: {found} but {value}");
        }
    }
}

#[test]
fn simple_strategies_cost() {
    let best = decimal(&solved(None, &[], None).distribution.house_edge());
    for id in ["never-press", "always-press"] {
        assert!(decimal(&solved(None, &[], Some(id)).distribution.house_edge()) > best);
    }
}

/// The chart, the values and the choices say the same, and real rounds come to the value.
#[test]
fn chart_values_and_rounds() {
    for (edition, posted) in [(None, &[][..]), (of_2014(), &[("decks", "1")])] {
        let solution = solved(edition, posted, None);
        let charts = solution.advisor.charts();
        let Body::Grid(grid) = &charts[0].body else { panic!("a grid") };
        let watch = |felt: &games::Felt, choice: &games::Choice, action: Action| {
            if choice.actions[0] != Action::Take {
                return;
            }
            let (own, up) = (felt.seats[0].cards()[0], felt.dealer.cards()[0]);
            let cell = &grid.cells[height(own.rank())][height(up.rank())];
            assert_eq!(cell, if action == Action::Press { "P" } else { "T" });
            let spot = Spot { own: vec![own], dealer: vec![up], ..Spot::default() };
            assert_eq!(solution.advisor.values(&spot).unwrap()[0].action, action);
        };
        // War and blackjack together, each per unit of War; the other wager is twenty times less.
        let bets = [("war", 100), ("blackjack", 5)];
        let played =
            play("war-blackjack", edition, posted, &bets, &*solution.advisor, 300_000, watch);
        let book = Rulebook::embedded();
        let subject = Subject::open(book, "war-blackjack", edition, options(posted)).unwrap();
        let hand = solve(&subject, "blackjack", None, None, &Silent).unwrap();
        let value = decimal(&solution.distribution.value())
            + decimal(&hand.distribution.value()) * 5.0 / 100.0;
        let off = (played.mean - value) / played.error;
        assert!(off.abs() < 4.0, "{off} standard errors");
    }
}

#[test]
fn a_card_that_does_not_win_decides_nothing() {
    let solution = solved(None, &[], None);
    let values = |own: &str, up: &str| {
        let (own, dealer) = (cards::parse_cards(own).unwrap(), cards::parse_cards(up).unwrap());
        solution.advisor.values(&Spot { own, dealer, ..Spot::default() })
    };
    assert!(values("Ks", "9h").is_ok());
    assert!(values("9s", "9h").is_err());
    assert!(values("As", "9h").is_err());
    assert!(values("As 2s", "9h").is_err());
}

/// KNOWN.md: of n decks the next card ties in 4n-1 of 52n-1 cases, and wins and losses are alike.
#[test]
fn war_1_the_bet_without_the_press() {
    for decks in 1..=8u64 {
        let posted = decks.to_string();
        let known = fraction(4 * decks - 1, 52 * decks - 1);
        let never =
            analyses(&subject("war-blackjack", &[("decks", &posted), ("press", "never")]), "war");
        assert_eq!(never.len(), 1, "the option says which");
        assert_eq!(never[0].house_edge_exact(), Some(known.clone()));
        let both = analyses(&subject("war-blackjack", &[("decks", &posted)]), "war");
        let options: Vec<Option<&str>> =
            both.iter().map(|found| found.options.get("press").map(String::as_str)).collect();
        assert_eq!(options, [None, Some("never")]);
        assert_eq!(both[1].house_edge_exact(), Some(known));
        assert!(both[0].house_edge() < both[1].house_edge(), "the best press is better");
    }
}

/// War at 2 to 1 from one deck: 1/17 ties, 8/17 wins, 8/17 losses.
#[test]
fn war_1_the_pay_can_be_changed() {
    let book = Rulebook::embedded();
    let subject = subject("war-blackjack", &[("decks", "1"), ("press", "never")]);
    let schedule = odds::schedule(&subject, "war", None).unwrap();
    let two = odds::changed(&subject, &schedule, &["war-win=2 to 1".parse().unwrap()]).unwrap();
    let found = odds::analyse_changed(book, &subject, &two, &Ask::default(), &Silent).unwrap();
    assert_eq!(found[0].house_edge(), fraction(-7, 17));
}

#[test]
fn war_3_the_strategy_for_blackjack_shows_when_to_press() {
    let subject = subject("war-blackjack", &[]);
    let solution = solve(&subject, "blackjack", None, None, &Silent).unwrap();
    let titles: Vec<String> =
        solution.advisor.charts().into_iter().map(|chart| chart.title).collect();
    assert!(titles.contains(&"Press or take".to_owned()), "{titles:?}");
    assert!(titles.contains(&"Hard totals".to_owned()), "{titles:?}");
}
