//! What every test needs: stores of each kind, and a house to play in.

#[path = "../../../../ledger/tests/all/support/cluster.rs"]
pub mod cluster;
#[path = "../../../../ledger/tests/all/support/forge.rs"]
pub mod forge;
pub mod house;
pub mod pit;
#[path = "../../../../ledger/tests/all/support/places.rs"]
pub mod places;

pub(crate) use places::on_every_store;

/// What the stores of these tests keep.
pub type Machine = ::house::House;

/// Rows are written with every commit, so that tests can look at them; the pits are as busy as real ones.
pub const ROWS_EVERY: std::time::Duration = std::time::Duration::ZERO;
