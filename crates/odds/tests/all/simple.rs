//! The simple strategies that games list.

use std::collections::BTreeMap;

use odds::{Silent, Spot, SpotError, Subject, decided_wagers, schedules, simple, solve};
use rulebook::Rulebook;

fn subjects() -> impl Iterator<Item = Subject> {
    let games = Rulebook::embedded().games().iter();
    games.map(|game| Subject::open(Rulebook::embedded(), &game.id, None, BTreeMap::new()).unwrap())
}

/// Each of them is played, and none is better than the best play.
#[test]
fn every_listed_strategy_is_played_and_costs_something_or_nothing() {
    let mut played = 0;
    // Those of hold 'em are measured one by one in tests of their own.
    for subject in subjects().filter(|subject| !subject.game().contains("holdem")) {
        for wager in decided_wagers(&subject) {
            let first = schedules(&subject, &wager).swap_remove(0).id;
            let edge = |id| {
                let solution = solve(&subject, &wager, Some(&first), id, &Silent).unwrap();
                solution.distribution.house_edge()
            };
            let listed = simple(&subject, &wager);
            let Some(best) = (!listed.is_empty()).then(|| edge(None)) else { continue };
            for strategy in listed {
                let cost = odds::decimal(&(edge(Some(strategy.id)) - &best));
                assert!(cost > -1e-12, "{} {wager} {}: {cost}", subject.game(), strategy.id);
                played += 1;
            }
        }
    }
    assert!(played > 20, "{played}");
}

/// A joker in a game without one is refused, and decides nothing.
#[test]
fn a_joker_is_refused_where_there_is_none() {
    for subject in subjects().filter(|subject| !subject.decks().has_joker()) {
        for wager in decided_wagers(&subject) {
            let first = schedules(&subject, &wager).swap_remove(0).id;
            let solution = solve(&subject, &wager, Some(&first), None, &Silent).unwrap();
            let mut refused = false;
            for own in 1..=5 {
                for (board, dealer) in [(0, 0), (0, 1), (3, 0)] {
                    let mut cards = cards::DECK.into_iter();
                    let mut own: Vec<_> = cards.by_ref().take(own).collect();
                    own[0] = cards::Card::JOKER;
                    let board = cards.by_ref().take(board).collect();
                    let dealer = cards.take(dealer).collect();
                    let spot = Spot { own, board, dealer, so_far: Vec::new() };
                    let values = solution.advisor.values(&spot);
                    assert!(values.is_err(), "{} {wager}: {spot:?}", subject.game());
                    refused |= values == Err(SpotError::Joker);
                }
            }
            let is_decided = !solution.advisor.charts().is_empty();
            assert!(refused || !is_decided, "{} {wager}", subject.game());
        }
    }
}
