//! Strategies of one's own: rules in the words of the charts, priced exactly.
//!
//! What rules cost is what they lose at each decision, counted over all the deals in which they come to it: the best
//! choice is worth so much, theirs so much less, and the difference between two strategies is the sum of these.

mod dealer;
mod lines;
mod streets;
mod text;

use std::collections::HashMap;

use cards::Card;
use games::Action;
use num_traits::Zero as _;

use crate::analysis::{AskError, schedule, solve};
use crate::exact::Exact;
use crate::game::Progress;
use crate::subject::Subject;

pub use text::{RulesError, RulesProblem, as_rules};

/// How many mistakes are told.
const WORST: usize = 10;

/// Why rules have no price.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum OwnRulesError {
    #[error(transparent)]
    Ask(#[from] AskError),
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error(
        "rules of one's own are not priced for {0}; they are for three-card-poker, caribbean-stud, four-card-poker, \
         let-it-ride and mississippi-stud. --cost prices its simple strategies"
    )]
    NotPriced(String),
}

/// What rules come to.
#[derive(Clone, PartialEq, Debug)]
pub struct PricedRules {
    /// The house edge when they are followed.
    pub edge: Exact,
    /// The house edge of the best play.
    pub best: Exact,
    /// The hands with which they lose most, the worst first.
    pub mistakes: Vec<Mistake>,
}

impl PricedRules {
    /// What following them costs, in units of the first wager.
    pub fn cost(&self) -> Exact {
        &self.edge - &self.best
    }
}

/// Hands of one kind that the rules do not play best.
#[derive(Clone, PartialEq, Debug)]
pub struct Mistake {
    /// When: `Bet 1`, or the dealer's card of the example; may be empty.
    pub at: String,
    /// The kind of hand: `three to a flush`, `A-K-Q`.
    pub hand: String,
    /// One of them.
    pub example: Vec<Card>,
    /// What the rules choose.
    pub chosen: Action,
    /// What is best.
    pub best: Action,
    /// How often it happens.
    pub chance: Exact,
    /// What it costs over all deals, in units of the first wager.
    pub costs: Exact,
}

/// When, which hands, what is chosen and what is best.
type What = (String, String, Action, Action);

/// Mistakes being gathered.
#[derive(Default)]
struct Mistakes(HashMap<What, Mistake>);

impl Mistakes {
    fn add(&mut self, what: What, cards: &[Card], costs: Exact, chance: Exact) {
        let mistake = self.0.entry(what).or_insert_with_key(|(at, hand, chosen, best)| Mistake {
            at: at.clone(),
            hand: hand.clone(),
            example: cards.to_vec(),
            chosen: *chosen,
            best: *best,
            chance: Exact::zero(),
            costs: Exact::zero(),
        });
        mistake.costs += costs;
        mistake.chance += chance;
    }

    fn worst(self) -> Vec<Mistake> {
        let mut all: Vec<Mistake> = self.0.into_values().collect();
        all.sort_by(|a, b| {
            b.costs
                .cmp(&a.costs)
                .then_with(|| (&a.at, &a.hand, &a.example).cmp(&(&b.at, &b.hand, &b.example)))
        });
        all.truncate(WORST);
        all
    }
}

/// Prices rules for a wager under a schedule.
pub fn price_rules(
    subject: &Subject,
    wager: &str,
    named: Option<&str>,
    text: &str,
    progress: &dyn Progress,
) -> Result<PricedRules, OwnRulesError> {
    let sections = text::sections(text).map_err(RulesError)?;
    let solution = solve(subject, wager, named, None, progress)?;
    let posted = schedule(subject, wager, named)?;
    let of_streets = |streets: &'static [streets::Street]| {
        let plan = streets::Plan::read(&sections, streets, &posted)?;
        plan.cost(&solution).map_err(|problem| vec![problem])
    };
    let of_showdown = |game: &dealer::Showdown| {
        let plan = dealer::Plan::read(&sections, game, &solution)?;
        plan.cost(&solution).map_err(|problem| vec![problem])
    };
    let (cost, mistakes) = match subject.game() {
        "let-it-ride" => of_streets(streets::LET_IT_RIDE),
        "mississippi-stud" => of_streets(streets::MISSISSIPPI),
        "three-card-poker" => of_showdown(&dealer::THREE_CARD),
        "caribbean-stud" => of_showdown(&dealer::CARIBBEAN),
        "four-card-poker" => of_showdown(&dealer::FOUR_CARD),
        other => return Err(OwnRulesError::NotPriced(other.to_owned())),
    }
    .map_err(RulesError)?;
    let best = solution.distribution.house_edge();
    Ok(PricedRules { edge: &best + cost, best, mistakes })
}
