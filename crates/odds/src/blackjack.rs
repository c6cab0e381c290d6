//! Blackjack, 20:18:15: the best play of every combination of cards against every card up, and
//! what comes of it; Buster, War and Hold 'em 212 are played with it too.
//!
//! 1. [`dealer`]: how the dealer's hand ends, for any shoe.
//! 2. [`player`]: the best play of each hand, those with most points first.
//! 3. [`splits`]: what comes of a pair that is split, played on as if it had been dealt.
//! 4. [`model`]: all of it for a table; [`results`]: the ways in which a wager ends.
//! 5. [`basic`], [`charts`]: strategies that people can learn, and what they cost.

mod advice;
mod basic;
mod charts;
mod dealer;
mod fraction;
mod hands;
mod model;
mod numbers;
mod outcomes;
mod player;
mod results;
mod rules;
mod splits;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use games::{Action, Choice, Felt};
use num_bigint::BigUint;

pub(crate) use advice::{Advice, Presses, check_decks};
pub(crate) use dealer::{CARDS_MAX, busts};
pub(crate) use hands::{ACE, TEN, VALUES, shoe_of, value_of};
pub(crate) use model::{Cell, Model, Strategy, UpRank};
pub(crate) use numbers::Doubles;
pub(crate) use results::{Ways, distribution, in_units};
pub(crate) use rules::{Rules, Soft17};

use crate::compare::Difference;
use crate::distribution::Gathering;
use crate::exact::{Exact, whole};
use crate::game::{Bend, Game, Question, Unit};
use crate::solution::{
    ActionShare, Advisor, Arithmetic, Policy, Simple, Solution, Spot, SpotError, Valued,
    unknown_strategy,
};
use crate::strategy::Chart;
use crate::subject::Subject;
use basic::Basic;
use model::Insuring;

/// The simple strategies for a hand of blackjack.
pub(crate) const SIMPLE: &[Simple] = &[
    Simple { id: "basic", says: "Play by the total of the hand: the charts of basic strategy." },
    Simple { id: "no-splits", says: "Play each hand optimally, but never split." },
    Simple {
        id: "never-bust",
        says: "Stand on every hand that one card can bust; otherwise basic strategy.",
    },
    Simple { id: "mimic-dealer", says: "Draw as the dealer does; never double or split." },
    Simple {
        id: "always-insure",
        says: "Play optimally, and take insurance whenever it is offered.",
    },
];

const DECISION: &str = "on the first two cards";

/// The game.
pub(crate) struct Blackjack;

impl Game for Blackjack {
    fn unit(&self, wager: &str) -> Unit {
        match wager {
            "insurance" => Unit::half("the insurance bet"),
            _ => Unit::bet("the blackjack bet"),
        }
    }

    fn bend(&self, wager: &str) -> Option<Bend> {
        (wager == "insurance").then_some(Bend::Insures)
    }

    fn simple(&self, wager: &str) -> &'static [Simple] {
        if wager == "blackjack" { SIMPLE } else { &[] }
    }

    fn solve(&self, question: &Question<'_>) -> Vec<Solution> {
        let rules = Rules::of(question.subject);
        match question.wager {
            "insurance" => question.schedules.iter().map(|_| insurance(&rules)).collect(),
            _ => solve(question, rules),
        }
    }
}

/// Solves a wager on blackjack.
pub(crate) fn solve(question: &Question<'_>, rules: Rules) -> Vec<Solution> {
    let model = solved(question, rules);
    let strategy = strategy(&model, question.policy);
    question.schedules.iter().map(|_| solution(&model, &strategy, None)).collect()
}

/// How many tables' blackjack is remembered: one for each number of decks.
const REMEMBERED: usize = 8;

/// The models solved last: four games and several wagers of each need the same ones.
static SOLVED: Mutex<VecDeque<Arc<Model>>> = Mutex::new(VecDeque::new());

/// A table's blackjack, solved.
pub(crate) fn solved(question: &Question<'_>, rules: Rules) -> Arc<Model> {
    let remembered = || SOLVED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(model) = remembered().iter().find(|model| model.rules == rules) {
        return Arc::clone(model);
    }
    question.progress.begin("hands against every card up", 1);
    let model = Arc::new(Model::new(rules));
    question.progress.advance(1);
    let mut remembered = remembered();
    remembered.truncate(REMEMBERED - 1);
    remembered.push_front(Arc::clone(&model));
    model
}

/// Whether this is the wager on blackjack, whose edge is a fraction only on request ([`exact_blackjack_edge`]).
pub fn is_on_blackjack(wager: &str) -> bool {
    wager == "blackjack"
}

/// The house edge of the wager on blackjack as an exact fraction, with the best play; nothing for
/// a game without that wager. It takes some ten times as long as in doubles, from which the play
/// is found either way.
pub fn exact_blackjack_edge(subject: &Subject) -> Option<Exact> {
    subject.blackjack()?;
    let model = Model::new(Rules::of(subject));
    Some(-fraction::value(&model, &model.best))
}

/// Solves the wager on blackjack in Hold 'em 212.
pub(crate) fn solve_212(question: &Question<'_>) -> Vec<Solution> {
    let mut solutions = solve(question, Rules::of(question.subject));
    for solution in &mut solutions {
        solution.notes.push(
            "The player decides on their own cards and the up card alone [ODD-2]. That is exact for \
             what the player then knows: unseen, the board, the burned cards and the other hands \
             are like the rest of the deck. A player who remembers the board could do a little \
             better."
                .to_owned(),
        );
    }
    solutions
}

/// The strategy of a policy.
pub(crate) fn strategy(model: &Model, policy: Policy) -> Strategy {
    match policy {
        Policy::Simple("basic") => Basic::find(model).strategy(model),
        Policy::Simple("no-splits") => model.never_splitting(),
        Policy::Simple("never-bust") => basic::never_bust(model),
        Policy::Simple("mimic-dealer") => basic::mimic_dealer(model),
        Policy::Simple("always-insure") => {
            Strategy { insurance: Insuring::Always, ..model.best.clone() }
        }
        Policy::Optimal => model.best.clone(),
        Policy::Simple(other) => unknown_strategy(other),
    }
}

/// A wager on blackjack under a strategy.
pub(crate) fn solution(
    model: &Arc<Model>,
    strategy: &Strategy,
    presses: Option<(Presses, Chart)>,
) -> Solution {
    let mut ways = Ways::default();
    let mut choices = [0.0; 5];
    for (_, chance, cell) in model.cells(strategy) {
        ways.add_all(&cell.ways, chance);
        for (sum, share) in choices.iter_mut().zip(cell.choices) {
            *sum += chance * share;
        }
    }
    let actions = [Action::Hit, Action::Stand, Action::Double, Action::Split, Action::Surrender];
    let share = |(action, chance): (Action, f64)| ActionShare {
        at: DECISION,
        action,
        combinations: BigUint::from(in_units(chance)),
    };
    Solution {
        distribution: distribution(ways.outcomes(&model.rules.pays)),
        actions: actions.into_iter().zip(choices).filter(|(_, c)| *c > 0.0).map(share).collect(),
        arithmetic: Arithmetic::Doubles,
        notes: notes(model),
        advisor: Box::new(Advice::new(model, strategy, presses)),
    }
}

/// What a reader must know of a wager on blackjack.
pub(crate) fn notes(model: &Model) -> Vec<String> {
    let mut notes = vec![
        format!(
            "Each combination of cards is played optimally from a full shoe of {} cards, knowing only \
             the player's own hand and the up card [ODD-2]. Chances are computed in double \
             precision; the smallest difference between a best choice and the next best is {:.1e} \
             of the wager, far more than any rounding error.",
            model.rules.decks() * 52,
            model.gap
        ),
        "Doubling for less is never better than the better of doubling in full and not doubling."
            .to_owned(),
    ];
    if model.rules.hands_max > 1 {
        notes.push(
            "\"Splits, 3 wagers in all\" is a pair that became two or more hands with three wagers on \
             them together: one on each hand, and another on each that was doubled."
                .to_owned(),
        );
        notes.push(
            "A hand after a split is played as if it had been dealt, and pairs are split again \
             as often as allowed. What each such hand comes to is exact, and so are the house edge \
             and the average wager. How hands of one split come together is not: once it is known \
             how many there are and how the dealer ends, they are taken as independent, which \
             touches the rows of splits and, slightly, the deviation."
                .to_owned(),
        );
    }
    if model.rules.pays.surrender.is_some() && model.rules.hands_max > 1 {
        let after_split = match model.rules.surrenders_after_split {
            true => {
                "Late surrender is figured on the first two cards of every hand, also after a split"
            }
            false => "Late surrender is figured on the first two cards dealt, not after a split",
        };
        notes.push(format!("{after_split} [BJ-2]."));
    }
    if !model.rules.peeks {
        notes.push(
            "The dealer does not peek: against a dealer blackjack, doubles and splits are returned, \
             but a busted hand is lost [BJ-3] [BJ-9]."
                .to_owned(),
        );
    }
    notes
}

/// Insurance as if it were always taken: the hole card is any card but the ace that is up.
fn insurance(rules: &Rules) -> Solution {
    let (cards, tens) = (hands::size_of(&rules.shoe) - 1, rules.shoe[TEN]);
    let pay = rules.pays.insurance.clone();
    let mut gathering = Gathering::default();
    gathering.add(
        "dealer's blackjack",
        whole(1),
        pay.clone().unwrap_or_else(|| whole(1).into()),
        tens,
    );
    // Where it is not offered, nobody can lose it.
    let lost = if pay.is_some() { whole(0) } else { whole(1) };
    gathering.add("no blackjack", whole(1), lost, cards - tens);
    let mut notes = vec![
        "As if taken on every hand against an ace, before the player looks at their own cards; \
         the deals are the hole cards. Declining loses nothing and is best unless the player's \
         own cards make a ten more likely: `strategy --wager insurance --hand` values a hand."
            .to_owned(),
    ];
    if pay.is_none() {
        notes.push("This table does not offer insurance, so nothing is won or lost.".to_owned());
    }
    Solution {
        distribution: gathering.finish(),
        actions: vec![ActionShare {
            at: "against an ace",
            action: Action::Insure,
            combinations: cards.into(),
        }],
        arithmetic: Arithmetic::Fractions,
        notes,
        advisor: Box::new(Beside {
            rules: rules.clone(),
            values: advice::insurance_values,
            charts: charts::insurance,
            play: OnceLock::new(),
        }),
    }
}

/// Advice on a wager beside a hand of blackjack; the hand is played optimally, as is figured when it is first asked for.
pub(crate) struct Beside {
    pub(crate) rules: Rules,
    pub(crate) values: fn(&Model, &Spot) -> Result<Vec<Valued>, SpotError>,
    pub(crate) charts: fn(&Model) -> Vec<Chart>,
    pub(crate) play: OnceLock<(Arc<Model>, Advice)>,
}

impl Beside {
    fn play(&self) -> &(Arc<Model>, Advice) {
        self.play.get_or_init(|| {
            let model = Arc::new(Model::new(self.rules.clone()));
            let advice = Advice::new(&model, &model.best, None);
            (model, advice)
        })
    }
}

impl Advisor for Beside {
    fn choose(&self, felt: &Felt, seat: usize, choice: &Choice) -> Action {
        self.play().1.choose(felt, seat, choice)
    }

    fn values(&self, spot: &Spot) -> Result<Vec<Valued>, SpotError> {
        (self.values)(&self.play().0, spot)
    }

    /// Insurance is always taken.
    fn differences(&self, _: &dyn Advisor) -> Vec<Difference> {
        Vec::new()
    }

    fn charts(&self) -> Vec<Chart> {
        (self.charts)(&self.play().0)
    }
}
