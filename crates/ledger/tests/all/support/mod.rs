//! What every test needs: stores of each kind, and a bank to keep in them.

pub mod bank;
#[allow(dead_code, reason = "the tests of house use all of it")]
pub mod cluster;
#[allow(dead_code, reason = "the tests of house use all of it")]
pub mod forge;
pub mod places;

pub(crate) use places::on_every_store;

/// What the stores of these tests keep.
pub type Machine = bank::Bank<1>;

/// Rows are written with every commit, so that tests can look at them.
pub const ROWS_EVERY: std::time::Duration = std::time::Duration::ZERO;
