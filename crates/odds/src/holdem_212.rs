//! Hold 'em 212, 20:18:16:15.11: the pot of a player alone with the dealer over every board and every
//! hand of the dealer's; 2 card plus on two cards.

mod advice;
mod hand;
mod terms;

use std::sync::Arc;

use games::Action;
use money::Cents;
use num_bigint::BigUint;
use rulebook::Schedule;

use self::advice::Advice;
use self::hand::{Plan, Tally};
use self::terms::{STREETS, Terms};
use crate::blackjack;
use crate::distribution::{Distribution, Gathering};
use crate::exact::{Exact, whole};
use crate::game::{Game, Question, Unit};
use crate::holdem::showdown::Showdowns;
use crate::holdem::start::{Ranks, Start};
use crate::solution::{ActionShare, Arithmetic, Simple, Solution};
use crate::subject::Subject;
use crate::warm::Held;

const SIMPLE: &[Simple] = &[
    Simple { id: "always-min", says: "Bet the least in every round, never fold." },
    Simple { id: "always-max", says: "Bet the most in every round, never fold." },
    Simple {
        id: "paired",
        says: "Bet the most with a pair or better that uses one of your cards, otherwise the least; \
               never fold.",
    },
];

/// When a player decides.
const AT: [&str; STREETS] =
    ["before the flop", "after the flop", "after the turn", "after the river"];

/// The game.
pub(crate) struct Holdem212;

impl Game for Holdem212 {
    fn unit(&self, wager: &str) -> Unit {
        if wager == "blackjack" { Unit::bet("the blackjack bet") } else { Unit::ANTE }
    }

    fn simple(&self, wager: &str) -> &'static [Simple] {
        match wager {
            "holdem" => SIMPLE,
            _ => blackjack::SIMPLE,
        }
    }

    fn warm(&self, _: &Subject, wager: &str) -> Vec<Held> {
        if wager == "holdem" { vec![Showdowns::warm()] } else { Vec::new() }
    }

    fn solve(&self, question: &Question<'_>) -> Vec<Solution> {
        match question.wager {
            "blackjack" => blackjack::solve_212(question),
            _ => {
                let solution = |_: &Schedule| solve(question);
                question.schedules.iter().map(solution).collect()
            }
        }
    }
}

fn solve(question: &Question<'_>) -> Solution {
    let (showdowns, terms) = (Showdowns::warm(), Terms::of(question.subject));
    let plan = Plan::of(question.policy);
    question.progress.begin("starting hands", Start::COUNT as u64);
    let ranks: Vec<Ranks> = Ranks::all().collect();
    let solved = hand::solve_all(&showdowns, &terms, &plan, &ranks, question.progress);
    Solution {
        distribution: distribution(&terms, &solved.tally),
        actions: actions(&terms, &solved.tally),
        arithmetic: Arithmetic::Fractions,
        notes: vec![
            "For a lone player against the dealer, in units of the ante; bets are whole dollars \
             [ODD-3]."
                .to_owned(),
        ],
        advisor: Box::new(Advice {
            terms,
            policy: question.policy,
            plan,
            showdowns,
            hands: Arc::new(solved.hands),
            rows: Arc::new(solved.rows),
            shares: Arc::new(solved.shares),
        }),
    }
}

/// Dollars as antes.
fn antes(terms: &Terms, dollars: i64) -> Exact {
    whole(dollars) / whole(terms.ante)
}

fn distribution(terms: &Terms, tally: &Tally) -> Distribution {
    let mut gathering = Gathering::default();
    let outcomes = ["wins", "the dealer does not qualify", "ties", "loses"];
    for (place, counts) in tally.ended.iter().enumerate() {
        let pot = terms.pot(STREETS, place);
        for ((words, count), returns) in outcomes.iter().zip(counts).zip(&terms.returns) {
            let returned = returns * terms.after_rake(pot) / whole(terms.ante);
            let row = format!("pot of ${pot}: {words}");
            gathering.add(row, antes(terms, pot), returned, *count);
        }
    }
    for (street, counts) in tally.folded.iter().enumerate() {
        for (place, &count) in counts.iter().enumerate() {
            let pot = terms.pot(street, place);
            let row = format!("fold {}, pot of ${pot}", AT[street]);
            gathering.add(row, antes(terms, pot), whole(0), count);
        }
    }
    gathering.finish()
}

fn actions(terms: &Terms, tally: &Tally) -> Vec<ActionShare> {
    let mut shares = Vec::new();
    for (street, at) in AT.into_iter().enumerate() {
        for (bet, &count) in tally.bets[street].iter().enumerate().rev() {
            let action = Action::Bet(Cents::dollars(terms.least + bet as i64));
            shares.push(ActionShare { at, action, combinations: count.into() });
        }
        let folded: BigUint = tally.folded[street].iter().copied().map(BigUint::from).sum();
        shares.push(ActionShare { at, action: Action::Fold, combinations: folded });
    }
    shares
}
