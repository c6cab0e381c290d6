//! Progressive meters as a casino runs them: contributions, awards under a jackpot lock, the dealer's
//! keypad, corrections under dual control, an append-only ledger with an audit chain, and stores.
//!
//! A [`House`] is people, meters, tables, open awards and proposals. A [`Request`] says who wants what;
//! [`House::apply`] does all of it or refuses and changes nothing. Every [`Entry`] of the ledger is a
//! request with what it did, chained by hashes. Integers only; the law of conservation
//! ([`Totals::balance`]) is asserted on every entry.
//!
//! This crate knows no game and no card: a table tells it which rows it posts and which hand was keyed.

mod award;
mod chain;
pub mod check;
mod house;
mod ids;
mod ledger;
mod log;
mod meter;
mod refusal;
pub mod report;
mod request;
mod set_aside;
pub mod store;
mod table;

pub use award::{Award, Source, Standing};
pub use chain::{Broken, Entry, EntryRef, Hash, HashError, Head, Record, Verifier};
pub use house::{Effect, Envy, House, Key, Move, Person, Proposal};
pub use ids::{
    AwardNumber, DeviceId, MeterId, Moment, NameError, PersonId, ProposalNumber, RequestId,
    RequestIdError, Seat, TableId,
};
pub use ledger::{Ledger, Limits, PostError, Receipt};
pub use log::{LogError, verify_log};
pub use meter::{Account, Hit, Meter, Reset, Terms, Totals, Transfer};
pub use refusal::Refusal;
pub use request::{EventKind, Proposed, Request, Role, What};
pub use set_aside::{Claim, Figured, SetAside};
pub use store::{Batch, MemoryStore, Moved, PostgresStore, Row, SqliteStore, Store, StoreError};
pub use table::{
    BetSize, Disagreement, HouseProcedure, KeySwitch, Keyed, OpenRound, Posted, PostedRow,
    Procedure, Table,
};
