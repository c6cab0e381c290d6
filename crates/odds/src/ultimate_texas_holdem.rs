//! Ultimate Texas Hold'em, 20:18:16:15.15: ante, blind and play over every board and every hand of
//! the dealer's.

mod advice;
mod bets;
mod hand;
mod knowing;
mod rules;

use std::sync::Arc;

use games::Action;
use num_bigint::{BigInt, BigUint};
use rulebook::Schedule;

use self::advice::Advice;
use self::bets::{Bets, OUTCOMES, Plan};
use self::hand::{Solved, Tally};
use crate::amount::Amount;
use crate::census::Space;
use crate::distribution::{Distribution, Gathering};
use crate::exact::{Exact, fraction, whole};
use crate::game::{Game, Question, Unit};
use crate::holdem::counted::Counted;
use crate::holdem::grades::{GRADES, by_grade, outcomes};
use crate::holdem::start::Start;
use crate::protect::{Knowing, Secrets, Sees};
use crate::scaled::Scale;
use crate::solution::{ActionShare, Arithmetic, Simple, Solution};
use crate::subject::{Subject, pay_table};
use crate::warm::Held;

const SIMPLE: &[Simple] = &[
    Simple {
        id: "basic",
        says: "Before the flop, bet 4x with a pair of threes or better, any ace, any suited king, \
               an offsuit king with a five or better, a suited queen with a six or better, an \
               offsuit queen with an eight or better, a suited jack with an eight or better, or \
               jack-ten offsuit; check the rest. After the flop, bet 2x with two pair or better \
               that is not all on the board, a card that pairs the board, or four to a flush if \
               you hold a ten or better of that suit; check the rest, pocket deuces included. After \
               the river, bet 1x with a pocket pair, a card that pairs the board, a better kind of \
               hand than the board alone, or if fewer than 21 of the 45 unseen cards, held by the \
               dealer, would beat you; fold the rest.",
    },
    Simple { id: "always-4x", says: "Bet 4x on every hand." },
    Simple {
        id: "never-before-the-river",
        says: "Check before and after the flop, then bet 1x or fold, whichever is better.",
    },
];

/// When a player decides.
const AT: [&str; 3] = ["before the flop", "after the flop", "after the river"];

/// The game.
pub(crate) struct UltimateTexasHoldem;

impl Game for UltimateTexasHoldem {
    fn unit(&self, _: &str) -> Unit {
        Unit::ANTE
    }

    fn space(&self, _: &Subject, schedule: &Schedule) -> Option<Space> {
        (schedule.wager == "progressive").then(|| crate::holdem::progressive_space(schedule))
    }

    fn simple(&self, _: &str) -> &'static [Simple] {
        SIMPLE
    }

    fn warm(&self, _: &Subject, wager: &str) -> Vec<Held> {
        if wager == "ante" { vec![Counted::warm()] } else { Vec::new() }
    }

    fn secrets(&self, _: &Subject) -> Secrets {
        Secrets { dealer: 1, board: 5, both: true, ..Secrets::default() }
    }

    fn knowing(&self, question: &Question<'_>, sees: Sees) -> Option<Knowing> {
        knowing::knowing(question, sees)
    }

    fn solve(&self, question: &Question<'_>) -> Vec<Solution> {
        let counted = Counted::warm();
        let mut done: Vec<(&Schedule, Answer)> = Vec::new();
        let mut solutions = Vec::new();
        for schedule in question.schedules {
            // Schedules with the same blind are solved once.
            let same = done.iter().position(|(other, _)| other.parts == schedule.parts);
            let place = same.unwrap_or_else(|| {
                let pays = Pays::of(question.subject, schedule);
                done.push((schedule, Answer::new(&counted, &pays, question)));
                done.len() - 1
            });
            solutions.push(done[place].1.solution());
        }
        solutions
    }
}

/// What the lines return, in antes.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Pays {
    win: Amount,
    tie: Amount,
    unqualified_ante: Amount,
    unqualified_play: Amount,
    /// The blind's rows and what they return; a win on none of them last.
    blind: Vec<Amount>,
    words: Vec<String>,
    /// The row of each grade.
    rows: [u8; GRADES],
}

impl Pays {
    fn of(subject: &Subject, schedule: &Schedule) -> Pays {
        let table = pay_table(schedule, "blind");
        let mut blind = table.returns();
        blind.push(subject.pay("blind-below-straight"));
        let below = table.rows().len() as u8;
        let mut words: Vec<String> =
            table.rows().iter().map(|row| format!(", {}", row.hand)).collect();
        words.push(String::new());
        Pays {
            win: subject.pay("win"),
            tie: subject.pay("tie"),
            unqualified_ante: subject.pay("unqualified-ante"),
            unqualified_play: subject.pay("unqualified-play"),
            blind,
            words,
            rows: by_grade(below, |value| table.five(value).map_or(below, |row| row.place() as u8)),
        }
    }

    /// What ante and blind return together and what play returns for each ante of it, for an
    /// outcome in the order of [`OUTCOMES`] and a row.
    fn returned(&self, outcome: usize, row: usize) -> (Amount, Amount) {
        let (is_qualified, blind) = (outcome.is_multiple_of(2), &self.blind[row]);
        let ante = |qualified: &Amount| {
            if is_qualified { qualified.clone() } else { self.unqualified_ante.clone() }
        };
        match outcome / 2 {
            0 if is_qualified => (&self.win + blind, self.win.clone()),
            0 => (ante(&self.win) + blind, self.unqualified_play.clone()),
            1 => (ante(&self.tie) + &self.tie, self.tie.clone()),
            _ => (ante(&Amount::default()), Amount::default()),
        }
    }

    /// The results in whole parts of an ante.
    fn bets(&self) -> Bets {
        let all: Vec<(Amount, Amount)> = (0..OUTCOMES)
            .flat_map(|outcome| (0..self.blind.len()).map(move |row| (outcome, row)))
            .map(|(outcome, row)| self.returned(outcome, row))
            .collect();
        let scale =
            Scale::for_all(all.iter().flat_map(|(fixed, play)| [&fixed.value, &play.value]));
        let part =
            |returned: &Amount, staked: i64| -> i128 { scale.of(&(returned - whole(staked))) };
        Bets {
            nets: all.iter().map(|(fixed, play)| [part(fixed, 2), part(play, 1)]).collect(),
            blind_rows: self.blind.len(),
            rows: self.rows,
            ante: scale.unit,
        }
    }
}

/// The wager solved under one blind.
struct Answer {
    distribution: Distribution,
    actions: Vec<ActionShare>,
    advice: Advice,
}

impl Answer {
    fn new(counted: &Counted, pays: &Pays, question: &Question<'_>) -> Answer {
        let bets = pays.bets();
        question.progress.begin("starting hands", Start::COUNT as u64);
        let plan = Plan::of(question.policy);
        let advance = |hands| question.progress.advance(hands);
        let (solved, tally) = Solved::new(counted, &bets, plan.as_ref(), advance);
        let solved = Arc::new(solved);
        let advice = Advice { pays: pays.clone(), policy: question.policy, solved };
        Answer { distribution: distribution(pays, &tally), actions: actions(&tally), advice }
    }

    fn solution(&self) -> Solution {
        Solution {
            distribution: self.distribution.clone(),
            actions: self.actions.clone(),
            arithmetic: Arithmetic::Fractions,
            notes: Vec::new(),
            advisor: Box::new(self.advice.clone()),
        }
    }
}

/// Turn and river come together, but were told apart in counting.
fn deals(counted: u64) -> BigUint {
    BigUint::from(counted / 2)
}

fn distribution(pays: &Pays, tally: &Tally) -> Distribution {
    let mut gathering = Gathering::default();
    for (&times, boards) in hand::PLAYS.iter().zip(&tally.plays) {
        for (grade, sums) in boards.iter() {
            let row = usize::from(pays.rows[grade]);
            for (outcome, count) in outcomes(grade, sums).into_iter().enumerate() {
                let (fixed, play) = pays.returned(outcome, row);
                let on_blind = if outcome / 2 == 0 { pays.words[row].as_str() } else { "" };
                let label = format!("bet {times}x: {}{on_blind}", OUTCOMES_WORDS[outcome]);
                let returned = fixed + play * whole(times);
                gathering.add(label, whole(2 + times), returned, deals(count as u64));
            }
        }
    }
    gathering.add("fold", whole(2), whole(0), deals(tally.folded));
    gathering.finish()
}

const OUTCOMES_WORDS: [&str; OUTCOMES] = [
    "wins",
    "wins, the dealer does not qualify",
    "ties",
    "ties, the dealer does not qualify",
    "loses",
    "loses, the dealer does not qualify",
];

fn actions(tally: &Tally) -> Vec<ActionShare> {
    let bet = hand::PLAYS.map(|times| Action::BetTimes(times as u8));
    let made: [u64; 4] = std::array::from_fn(|place| tally.made(place));
    let [four, three, two, one] = made;
    let share = |at: usize, action: Action, counted: u64| ActionShare {
        at: AT[at],
        action,
        combinations: deals(counted),
    };
    vec![
        share(0, bet[0], four),
        share(0, bet[1], three),
        share(0, Action::Check, two + one + tally.folded),
        share(1, bet[2], two),
        share(1, Action::Check, one + tally.folded),
        share(2, bet[3], one),
        share(2, Action::Fold, tally.folded),
    ]
}

/// The mean of a sum over so many deals, in antes.
fn mean(sum: i128, deals: u64, ante: i128) -> Exact {
    fraction(BigInt::from(sum), BigInt::from(deals) * BigInt::from(ante))
}
