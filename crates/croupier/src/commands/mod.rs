//! One module a command.

pub mod bench;
pub mod games;
pub mod play;
pub mod rank;
pub mod replay;
pub mod rulebook;
pub mod rules;
pub mod settle;
pub mod shell;
