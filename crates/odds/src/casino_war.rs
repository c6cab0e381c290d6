//! Casino War, 20:18:16:15.17: the initial bet with its war, and the tie wager, by counting ranks.

use cards::Rank;
use games::{Action, Choice, Felt};
use num_bigint::BigUint;
use rulebook::Schedule;

use crate::amount::Amount;
use crate::distribution::{Distribution, Gathering};
use crate::exact::{Exact, whole};
use crate::game::{Game, Question, Unit};
use crate::solution::{
    ActionShare, Advisor, Arithmetic, Policy, Simple, Solution, Spot, SpotError, Valued, ranked,
    unknown_strategy,
};
use crate::strategy::{Body, Chart};
use crate::subject::Subject;

const SIMPLE: &[Simple] = &[
    Simple { id: "always-war", says: "Go to war on every tie." },
    Simple { id: "always-surrender", says: "Surrender on every tie." },
];

const DECISION: &str = "on a tie";

/// The game.
pub(crate) struct CasinoWar;

impl Game for CasinoWar {
    fn unit(&self, _: &str) -> Unit {
        Unit::bet("the bet")
    }

    fn simple(&self, wager: &str) -> &'static [Simple] {
        if wager == "bet" { SIMPLE } else { &[] }
    }

    fn solve(&self, question: &Question<'_>) -> Vec<Solution> {
        let pays = Pays::of(question.subject);
        let deals = Deals::of(question.subject);
        let solve = |_: &Schedule| match question.wager {
            "tie" => pays.solve_tie(deals),
            _ => pays.solve_bet(deals, question.policy),
        };
        question.schedules.iter().map(solve).collect()
    }
}

/// How many ordered deals there are of two cards, and after a tie of two more. The burned cards are unseen and change
/// nothing.
#[derive(Clone, Copy)]
struct Deals {
    /// One of the first two cards is higher: the player's, and as many times the dealer's.
    higher: u64,
    tied: u64,
    /// The same for the two cards of a war, after a tie.
    war_higher: u64,
    war_tied: u64,
}

impl Deals {
    fn of(subject: &Subject) -> Deals {
        let ranks = Rank::ALL.len() as u64;
        let alike = 4 * u64::from(subject.decks().get());
        let pairs = |cards: u64| cards * (cards - 1);
        let tied = ranks * pairs(alike);
        let war_tied = (ranks - 1) * pairs(alike) + pairs(alike - 2);
        Deals {
            higher: (pairs(ranks * alike) - tied) / 2,
            tied,
            war_higher: (pairs(ranks * alike - 2) - war_tied) / 2,
            war_tied,
        }
    }

    /// The deals of a war's two cards.
    fn wars(self) -> u64 {
        2 * self.war_higher + self.war_tied
    }
}

/// How many times its stake each outcome returns.
#[derive(Clone, Debug)]
struct Pays {
    win: Amount,
    surrender: Amount,
    war_bet: Amount,
    war_won: Amount,
    war_tied: Amount,
    tie: Amount,
}

impl Pays {
    fn of(subject: &Subject) -> Pays {
        Pays {
            win: subject.pay("win"),
            surrender: subject.pay("surrender"),
            war_bet: subject.pay("war-bet"),
            war_won: subject.pay("war-won"),
            war_tied: subject.pay("war-tied"),
            tie: subject.pay("tie"),
        }
    }

    /// What bet and war wager return together when the player wins or ties a war.
    fn returned(&self) -> [Amount; 2] {
        [&self.war_bet + &self.war_won, &self.war_bet + &self.war_tied]
    }

    /// The expected result of going to war, in initial bets.
    fn value_of_war(&self, deals: Deals) -> Exact {
        let [won, tied] = self.returned();
        let sum = won * whole(deals.war_higher) + tied * whole(deals.war_tied);
        sum.value / whole(deals.wars()) - whole(2)
    }

    fn value_of_surrender(&self) -> Exact {
        &self.surrender - whole(1)
    }

    fn solve_bet(&self, deals: Deals, policy: Policy) -> Solution {
        let goes_to_war = match policy {
            Policy::Optimal => self.value_of_war(deals) >= self.value_of_surrender(),
            Policy::Simple("always-war") => true,
            Policy::Simple("always-surrender") => false,
            Policy::Simple(other) => unknown_strategy(other),
        };
        let mut gathering = Gathering::default();
        let all = |count: u64| BigUint::from(count) * deals.wars();
        gathering.add("higher card", whole(1), self.win.clone(), all(deals.higher));
        gathering.add("lower card", whole(1), whole(0), all(deals.higher));
        let tied = |count: u64| BigUint::from(deals.tied) * count;
        if goes_to_war {
            let [won, again] = self.returned();
            gathering.add("war won", whole(2), won, tied(deals.war_higher));
            gathering.add("war tied", whole(2), again, tied(deals.war_tied));
            gathering.add("war lost", whole(2), whole(0), tied(deals.war_higher));
        } else {
            gathering.add("surrender", whole(1), self.surrender.clone(), tied(deals.wars()));
        }
        let share = |action, is_chosen: bool| {
            let combinations = if is_chosen { tied(deals.wars()) } else { BigUint::ZERO };
            ActionShare { at: DECISION, action, combinations }
        };
        let actions = vec![share(Action::War, goes_to_war), share(Action::Surrender, !goes_to_war)];
        self.solution(gathering.finish(), actions, deals, goes_to_war)
    }

    fn solve_tie(&self, deals: Deals) -> Solution {
        let mut gathering = Gathering::default();
        gathering.add("tie", whole(1), self.tie.clone(), deals.tied);
        gathering.add("no tie", whole(1), whole(0), 2 * deals.higher);
        let goes_to_war = self.value_of_war(deals) >= self.value_of_surrender();
        self.solution(gathering.finish(), Vec::new(), deals, goes_to_war)
    }

    fn solution(
        &self,
        distribution: Distribution,
        actions: Vec<ActionShare>,
        deals: Deals,
        goes_to_war: bool,
    ) -> Solution {
        let (war, surrender) = (self.value_of_war(deals), self.value_of_surrender());
        Solution {
            distribution,
            actions,
            arithmetic: Arithmetic::Fractions,
            notes: Vec::new(),
            advisor: Box::new(Advice { war, surrender, goes_to_war }),
        }
    }
}

struct Advice {
    war: Exact,
    surrender: Exact,
    goes_to_war: bool,
}

impl Advisor for Advice {
    fn choose(&self, _: &Felt, _: usize, _: &Choice) -> Action {
        if self.goes_to_war { Action::War } else { Action::Surrender }
    }

    fn values(&self, spot: &Spot) -> Result<Vec<Valued>, SpotError> {
        let [own] = spot.own::<1>("one card")?;
        spot.is_first()?;
        if own.rank() != spot.up_card()?.rank() {
            let why = "the player's card does not tie the dealer's";
            return Err(SpotError::NoDecision(why.to_owned()));
        }
        Ok(ranked(vec![
            Valued { action: Action::War, value: self.war.clone() },
            Valued { action: Action::Surrender, value: self.surrender.clone() },
        ]))
    }

    fn charts(&self) -> Vec<Chart> {
        let rule =
            if self.goes_to_war { "Go to war on every tie." } else { "Surrender on every tie." };
        vec![Chart {
            title: "War or surrender".to_owned(),
            body: Body::Rules(vec![rule.to_owned()]),
            note: "Exactly optimal: what a war is worth does not depend on the rank.".to_owned(),
        }]
    }
}
