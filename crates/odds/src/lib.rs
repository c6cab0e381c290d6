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
mod analysis;
mod blackjack;
mod buster_blackjack;
mod caribbean_stud;
mod casino_war;
mod census;
mod choose;
mod classes;
mod dealer_hands;
mod dealt;
mod distribution;
mod draws;
mod exact;
mod findings;
mod four_card_poker;
mod game;
mod holdem;
mod holdem_212;
mod kinds;
mod let_it_ride;
mod mississippi_stud;
mod own_schedule;
mod pay_limits;
mod regular;
mod rules;
mod scaled;
mod settled;
mod side_bet;
mod silverado_stud;
mod simulate;
mod solution;
mod strategy;
mod streets;
mod subject;
mod suits;
mod target;
mod texas_holdem_bonus;
mod three_card_poker;
mod ultimate_texas_holdem;
mod war_blackjack;
mod whatif;

pub use analysis::{
    Analysis, Ask, AskError, analyse, decided_wagers, is_decided, schedule, schedules, simple,
    solve, wagers,
};
pub use blackjack::exact_blackjack_edge;
pub use distribution::{Distribution, Outcome};
pub use exact::{Exact, decimal, digits, fraction, percent, whole};
pub use findings::{Finding, FindingKind, compared, findings_of};
pub use game::{Progress, Silent};
pub use own_schedule::{OwnSchedule, own_schedule};
pub use pay_limits::{PAY_MAX, PayLimitError};
pub use regular::{Regular, Worth};
pub use side_bet::MeterFigures;
pub use simulate::{Estimate, Run, SimulateError, Simulation, postings, simulate};
pub use solution::{
    ActionShare, Advisor, Arithmetic, Policy, Simple, Solution, Spot, SpotError, Valued,
};
pub use strategy::{Body, Chart, Grid, Key};
pub use subject::Subject;
pub use target::{Postable, TargetEdge, target_edge};
pub use whatif::{Change, Changed, NewPay, WhatIfError, analyse_changed, changed};
