//! What the library answers about games, rules, odds, strategies and recorded rounds.

pub mod games;
pub mod odds;
pub mod par;
pub mod progressive;
pub mod protect;
pub mod rules;
pub mod settle;
pub mod strategy;
