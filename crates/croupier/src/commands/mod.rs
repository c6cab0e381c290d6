//! One module per command.

pub mod audit;
#[cfg(feature = "bench")]
pub mod bench;
pub mod day;
mod done;
pub mod games;
pub mod keys;
pub mod meter;
pub mod odds;
pub mod par;
pub mod person;
pub mod play;
pub mod progressive;
pub mod protect;
pub mod rank;
pub mod remote;
pub mod replay;
pub mod report;
pub mod rng_test;
pub mod rulebook;
pub mod rules;
pub mod serve;
pub mod settle;
pub mod shell;
pub mod simulate;
pub mod store;
pub mod strategy;
pub mod table;
pub mod verify_shuffle;
