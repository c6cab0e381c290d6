//! A durable ledger for any deterministic machine.
//!
//! A [`Machine`] is a function of its requests: it applies one request at a time, all of it or none of
//! it. A [`Ledger`] takes requests from many callers, applies them in order, writes them in groups as
//! hash-chained entries, and answers only when they are durable. A request carries the caller's id: the
//! same id with the same content is done once, however often it is sent.
//!
//! Readers never touch the writer: a [`Snapshot`] of the machine is published after every commit, and
//! history is read through a connection of its own ([`Store::reader`]).
//!
//! This crate knows no rule, no money and no clock. What a request means is the machine's business;
//! when it was made comes with it.

mod chain;
pub mod check;
mod digest;
mod ids;
mod keeper;
#[allow(clippy::module_inception)]
mod ledger;
mod log;
mod machine;
mod record;
pub mod store;
mod tail;

pub use chain::{Broken, Entry, EntryRef, Hash, HashError, Head, Verifier};
pub use check::{Checked, Depth, Problem};
pub use digest::{Archived, StateDigest, row_hash};
pub use ids::{RequestId, RequestIdError};
pub use ledger::{Follower, Ledger, Limits, PostError, Receipt, Snapshot};
pub use log::{LogError, verify_log};
pub use machine::{Change, Inconsistency, Key, Machine, Post};
pub use money::Moment;
pub use record::{CLOCK_BEHIND_MAX_MICROS, CLOCK_TOLERANCE_MICROS, Record, RecordError};
pub use store::{
    Address, Batch, Changes, Kept, MemoryStore, OpenError, OpenMode, PostgresStore, Row,
    SqliteStore, Store, StoreError, Subject, VaultChange,
};
pub use tail::{about, row_now, rows_now};
