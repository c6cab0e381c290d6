//! One module a command.

pub mod bench;
pub mod games;
pub mod rank;
pub mod rulebook;
pub mod rules;
pub mod shell;
