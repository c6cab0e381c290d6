//! A week of a house: many tables of several games on linked and own meters, played by processes that
//! are killed at random and take up what they left. Shared by the example `week` and the tests.

mod audit;
mod plan;
mod run;
mod table;

pub use plan::Plan;
pub use run::{run, work};

/// Whatever went wrong, in words.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;
