//! Mississippi Stud, 20:18:16:15.14: what to bet on each street.

mod chart;
mod published;

use rulebook::Schedule;

use crate::census::Space;
use crate::exact::Exact;
use crate::game::{Game, Question, Unit};
use crate::joint::SideNets;
use crate::solution::{Simple, Solution, unknown_strategy};
use crate::streets::{self, Streets};
use crate::subject::Subject;

const SIMPLE: &[Simple] = &[
    Simple {
        id: "published",
        says: "The published rules: points for high and middle cards, three antes on made hands \
               and the best draws.",
    },
    Simple { id: "always-1x", says: "Bet one ante on every street, whatever the cards." },
    Simple { id: "always-3x", says: "Bet three antes on every street, whatever the cards." },
];

const STREETS: Streets = Streets {
    // The largest of three bets comes first, and a fold last.
    choose: |id, cards, staked| {
        3 - usize::from(match id {
            "always-1x" => 1,
            "always-3x" => 3,
            "published" => published::bet(cards, staked),
            other => unknown_strategy(other),
        })
    },
    decisions: &["on two cards", "on three cards", "on four cards"],
    at_stake: |antes| format!("{antes} antes"),
    charts: chart::charts,
};

/// The game.
pub(crate) struct MississippiStud;

impl Game for MississippiStud {
    fn unit(&self, _: &str) -> Unit {
        Unit::ANTE
    }

    fn space(&self, _: &Subject, schedule: &Schedule) -> Option<Space> {
        (schedule.wager == "progressive").then_some(Space::Five)
    }

    fn simple(&self, _: &str) -> &'static [Simple] {
        SIMPLE
    }

    fn solve(&self, question: &Question<'_>) -> Vec<Solution> {
        streets::solve(question, &STREETS)
    }

    fn products(&self, question: &Question<'_>, sides: &[&SideNets]) -> Vec<Option<Exact>> {
        streets::products(question, &STREETS, sides)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(id: &str) -> usize {
        (STREETS.choose)(id, &cards::parse_cards("2c 3d").unwrap(), 1)
    }

    #[test]
    fn every_listed_strategy_is_played() {
        for simple in SIMPLE {
            let _ = choose(simple.id);
        }
    }

    #[test]
    #[should_panic(expected = "nothing plays it")]
    fn an_unknown_strategy_is_not_played_as_another() {
        let _ = choose("unknown");
    }
}
