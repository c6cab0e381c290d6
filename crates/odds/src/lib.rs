//! Exact odds: what every wager costs under every schedule that the rule permits, how it should be
//! played, and a simulation through the real rounds as the second witness.
//!
//! A [`Subject`] is a game under one edition with the house's options. [`analyse`] counts every
//! deal and gives for each wager and schedule its [`Distribution`]: every way it can end with the
//! number of deals; house edge, risk, deviation and hit frequency are computed from it as
//! fractions. [`solve`] gives a wager with decisions as a [`Solution`], whose [`Advisor`] says what to
//! choose, what each choice is worth, and the strategy as a chart.
//!
//! Each game has a file that says what differs; counting hands ([`side_bet`](MeterFigures)),
//! suit-distinct hands, statistics and questions are written once.

mod against_dealer;
mod amount;
mod analysis;
mod bands;
mod census;
mod choose;
mod classes;
mod compare;
mod dealer_hands;
mod dealt;
mod distribution;
mod draws;
mod editable;
mod every_round;
mod exact;
mod findings;
mod game;
mod gradient;
mod greatest;
mod holdem;
mod joint;
mod kinds;
mod lab;
mod life;
mod own_rules;
mod own_schedule;
mod par;
mod pay_limits;
mod protect;
mod regular;
mod rules;
mod scaled;
mod second;
mod sensitivity;
mod settled;
mod side_bet;
mod simulate;
mod solution;
mod strategy;
mod streets;
mod subject;
mod suits;
mod target;
mod warm;
mod whatif;

// Every game is a line here, but those that are solved by playing every round of them. rustfmt does not look into macros: `cargo xtask fmt` formats these files too.
game::registry! {
    blackjack = "blackjack": Blackjack;
    buster_blackjack = "buster-blackjack": BusterBlackjack;
    caribbean_stud = "caribbean-stud": GAME;
    four_card_poker = "four-card-poker": GAME;
    holdem_212 = "holdem-212": Holdem212;
    let_it_ride = "let-it-ride": GAME;
    mississippi_stud = "mississippi-stud": GAME;
    phil_em_up = "phil-em-up": PhilEmUp;
    silverado_stud = "silverado-stud": SilveradoStud;
    texas_holdem_bonus = "texas-holdem-bonus": TexasHoldemBonus;
    three_card_poker = "three-card-poker": GAME;
    ultimate_texas_holdem = "ultimate-texas-holdem": UltimateTexasHoldem;
    war_blackjack = "war-blackjack": WarBlackjack;
}

pub use analysis::{
    Analysis, Ask, AskError, analyse, decided_wagers, is_decided, schedule, schedules, simple,
    solve, unit, wagers,
};
pub use bands::{Ahead, Band, CONFIDENCES, ROUNDS, ahead, bands, chance_ahead};
pub use blackjack::{exact_blackjack_edge, is_on_blackjack};
pub use compare::Difference;
pub use distribution::{Distribution, Outcome};
pub use editable::{Editable, addable, editable, pay_amount, postable_near, unit_words};
pub use exact::{Exact, decimal, digits, fraction, of_meter, percent, whole};
pub use findings::{Finding, FindingKind, compared, findings_of};
pub use game::{Progress, Silent, Unit};
pub use gradient::Paid;
pub use greatest::{Chance, Greatest};
pub use joint::{Covariance, Method};
pub use lab::{Base, Lab, WhatIf};
pub use life::{
    AwardLife, BaseGame, Liability, Life, LifeAsk, LifeError, LinkedPace, LinkedPaceError,
    LinkedTable, MeterLaw, life,
};
pub use own_rules::{
    Mistake, OwnRulesError, PricedRules, RulesError, RulesProblem, as_rules, price_rules,
};
pub use own_schedule::{OwnSchedule, own_schedule};
pub use par::{Combined, Pace, Par, ParRow, combined, par};
pub use pay_limits::{PAY_MAX, PayLimitError};
pub use protect::{
    CardEffect, Counted, Penetration, ProtectError, Protected, Sees, SeesError, count, protect,
};
pub use regular::{Regular, Worth};
pub use second::{Second, SecondMethod};
pub use sensitivity::{Moved, Sensitive, sensitivity};
pub use shuffle::randomness::GoodnessOfFit;
pub use side_bet::MeterFigures;
pub use simulate::{Estimate, Run, SimulateError, Simulation, postings, simulate};
pub use solution::{
    ActionShare, Advisor, Arithmetic, Policy, Simple, Solution, Spot, SpotError, SpotGains, Valued,
};
pub use strategy::{Body, Chart, Grid, Key};
pub use subject::Subject;
pub use target::{Postable, TargetEdge, TargetLine, target_edge};
pub use whatif::{Change, Changed, NewPay, WhatIfError, analyse_changed, changed};
