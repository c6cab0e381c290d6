//! Texas Hold'em Bonus, 20:18:16:15.12: ante, flop, turn and river over every board and every hand of
//! the dealer's.

mod advice;
mod hand;
mod knowing;

use std::sync::Arc;

use games::Action;
use hands::FiveValue;
use num_bigint::BigInt;
use rulebook::Schedule;

use self::advice::Advice;
use self::hand::{Bets, OUTCOMES, Plan, Solver, Tally};
use crate::amount::Amount;
use crate::census::Space;
use crate::distribution::{Distribution, Gathering};
use crate::exact::{Exact, fraction, whole};
use crate::game::{Bend, Game, Question, Unit};
use crate::holdem::counted::Counted;
use crate::holdem::grades::by_grade;
use crate::holdem::start::Start;
use crate::protect::{Knowing, Secrets, Sees};
use crate::scaled::Scale;
use crate::solution::{ActionShare, Arithmetic, Simple, Solution};
use crate::subject::Subject;
use crate::warm::Held;

const SIMPLE: &[Simple] = &[
    Simple {
        id: "pair-or-better",
        says: "Bet the flop with everything except deuce-three to deuce-seven offsuit; bet turn and \
               river with a pair or better that uses one of your cards.",
    },
    Simple { id: "never-fold", says: "Bet the flop with every hand, then play optimally." },
    Simple { id: "check-down", says: "Bet the flop with every hand, check turn and river." },
    Simple { id: "always-bet", says: "Bet flop, turn and river with every hand." },
];

/// When a player decides.
const AT: [&str; 3] = ["before the flop", "after the flop", "after the turn"];

/// The game.
pub(crate) struct TexasHoldemBonus;

impl Game for TexasHoldemBonus {
    fn unit(&self, _: &str) -> Unit {
        Unit::ANTE
    }

    fn space(&self, _: &Subject, schedule: &Schedule) -> Option<Space> {
        match schedule.wager.as_str() {
            "bonus" => Some(Space::TwoAndTwo),
            "progressive" => Some(crate::holdem::progressive_space(schedule)),
            _ => None,
        }
    }

    fn note(&self, wager: &str) -> Option<&'static str> {
        match wager {
            "bonus" => Some("For a player who never folds: a fold loses the bonus [THB-3]."),
            "progressive" => {
                Some("For a player who never folds: a fold loses the progressive [ODD-5] [PRG-13].")
            }
            _ => None,
        }
    }

    fn bend(&self, wager: &str) -> Option<Bend> {
        (wager == "progressive").then_some(Bend::Stays)
    }

    fn simple(&self, _: &str) -> &'static [Simple] {
        SIMPLE
    }

    fn warm(&self, _: &Subject, wager: &str) -> Vec<Held> {
        if wager == "ante" { vec![Counted::warm()] } else { Vec::new() }
    }

    fn secrets(&self, _: &Subject) -> Secrets {
        Secrets { dealer: 1, board: 5, ..Secrets::default() }
    }

    fn knowing(&self, question: &Question<'_>, sees: Sees) -> Option<Knowing> {
        knowing::knowing(question, sees)
    }

    fn solve(&self, question: &Question<'_>) -> Vec<Solution> {
        let pays = Pays::of(question.subject);
        let (distribution, actions, advice) = solve(&pays, question);
        let solution = |_: &Schedule| Solution {
            distribution: distribution.clone(),
            actions: actions.clone(),
            arithmetic: Arithmetic::Fractions,
            notes: Vec::new(),
            advisor: Box::new(advice.clone()),
        };
        question.schedules.iter().map(solution).collect()
    }
}

/// What the lines return, in antes.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Pays {
    win: Amount,
    win_ante: Amount,
    win_ante_below: Amount,
    tie: Amount,
    /// The lowest hand that wins on the ante.
    pays_ante: FiveValue,
}

impl Pays {
    fn of(subject: &Subject) -> Pays {
        let pays_ante = games::ante_pays_from(subject.section());
        Pays {
            win: subject.pay("win"),
            win_ante: subject.pay("win-ante"),
            win_ante_below: subject.pay("win-ante-below-flush"),
            tie: subject.pay("tie"),
            pays_ante: pays_ante.expect("the table was opened, so the term is there"),
        }
    }

    /// What the ante returns and what each ante of the other bets returns, for an outcome in the
    /// order of [`OUTCOMES`].
    fn returned(&self) -> [(Amount, Amount); OUTCOMES] {
        [
            (self.win_ante.clone(), self.win.clone()),
            (self.win_ante_below.clone(), self.win.clone()),
            (self.tie.clone(), self.tie.clone()),
            (Amount::default(), Amount::default()),
        ]
    }

    /// The results in whole parts of an ante.
    fn bets(&self) -> Bets {
        let all = self.returned();
        let scale =
            Scale::for_all(all.iter().flat_map(|(ante, street)| [&ante.value, &street.value]));
        let part = |returned: &Amount| -> i128 { scale.of(&(returned - whole(1))) };
        let floor = self.pays_ante;
        Bets {
            nets: all.map(|(ante, street)| [part(&ante), part(&street)]),
            pays_ante: by_grade(false, |value| value >= floor),
            ante: scale.unit,
        }
    }

    fn words(&self) -> [String; OUTCOMES] {
        let ante = format!("wins with a {} or better", self.pays_ante.category());
        [ante, "wins".to_owned(), "ties".to_owned(), "loses".to_owned()]
    }
}

fn solve(pays: &Pays, question: &Question<'_>) -> (Distribution, Vec<ActionShare>, Advice) {
    let (counted, bets) = (Counted::warm(), pays.bets());
    question.progress.begin("starting hands", Start::COUNT as u64);
    let solver = Solver { counted: &counted, bets: &bets, plan: Plan::of(question.policy) };
    let (hands, all) = solver.all(|hands| question.progress.advance(hands));
    let advice = Advice { pays: pays.clone(), policy: question.policy, hands: Arc::new(hands) };
    (distribution(pays, &all), actions(&all), advice)
}

fn distribution(pays: &Pays, tally: &Tally) -> Distribution {
    let mut gathering = Gathering::default();
    let made = ["flop", "flop and turn", "flop and river", "flop, turn and river"];
    for (streets, (counts, made)) in tally.counts.iter().zip(made).enumerate() {
        let more = i64::from(streets.count_ones());
        let outcomes = counts.iter().zip(pays.words()).zip(pays.returned());
        for ((&count, words), (ante, street)) in outcomes {
            let returned = ante + street * whole(2 + more);
            gathering.add(format!("bets on {made}: {words}"), whole(3 + more), returned, count);
        }
    }
    gathering.add("fold", whole(1), whole(0), tally.folded);
    gathering.finish()
}

fn actions(tally: &Tally) -> Vec<ActionShare> {
    let made: Vec<u64> = tally.counts.iter().map(|counts| counts.iter().sum()).collect();
    let share = |at: usize, action: Action, combinations: u64| ActionShare {
        at: AT[at],
        action,
        combinations: combinations.into(),
    };
    vec![
        share(0, Action::BetTimes(2), made.iter().sum()),
        share(0, Action::Fold, tally.folded),
        share(1, Action::BetTimes(1), made[1] + made[3]),
        share(1, Action::Check, made[0] + made[2]),
        share(2, Action::BetTimes(1), made[2] + made[3]),
        share(2, Action::Check, made[0] + made[1]),
    ]
}

/// The mean of a sum over so many deals, in antes.
fn mean(sum: i128, deals: u64, ante: i128) -> Exact {
    fraction(BigInt::from(sum), BigInt::from(deals) * BigInt::from(ante))
}
