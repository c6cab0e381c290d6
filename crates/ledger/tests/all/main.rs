//! The ledger's promises, on a machine that is no house: a few accounts with money in them.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod ahead;
mod altered;
mod clocks;
mod followers;
mod opening;
mod past;
mod posting;
mod snapshots;
mod support;
mod vault;
mod versions;
