//! What keeps a ledger: the trait, and what goes in and out. Stores keep bytes and order; what they
//! mean is decided by the house.

mod address;
mod changes;
mod copy;
mod memory;
mod postgres;
mod sqlite;

pub use address::{Address, OpenError, open, watch};
pub use changes::Changes;
pub use copy::{CopyError, copy, relocate};
pub use memory::MemoryStore;
pub use postgres::{Deadlines, PostgresStore};
pub use sqlite::SqliteStore;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::chain::{Entry, EntryRef, Head};
use crate::house::{Effect, Key};
use crate::ids::{MeterId, RequestId};

/// Why a store did not do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum StoreError {
    /// Gone, full, or cut off. Whether the last commit was kept is not known; the same requests may be
    /// made again.
    #[error("the store cannot be reached: {0}")]
    Unavailable(String),
    /// Two writers collided; nothing was written, and the write may be retried.
    #[error("another writer got there first")]
    Conflict,
    /// It holds something that no version of this program wrote.
    #[error("the store is damaged: {0}")]
    Damaged(String),
    /// It was written by a later version of this program.
    #[error(
        "the store is version {found}, but this program supports versions up to {known}: upgrade it"
    )]
    TooNew { found: i64, known: i64 },
    /// The house is elsewhere now; here it can only be read.
    #[error("{MOVED}{to}{OPEN_THERE}")]
    Moved { to: String },
}

/// What a sealed store says to whoever writes, whether it knows of seals or not; and what this program
/// knows it by.
const MOVED: &str = "the house was moved to ";
const OPEN_THERE: &str = ": open it there";

impl StoreError {
    /// The error that a sealed store told in these words.
    fn from_seal(words: &str) -> Option<StoreError> {
        let to = words.strip_prefix(MOVED)?.strip_suffix(OPEN_THERE)?;
        Some(StoreError::Moved { to: to.to_owned() })
    }
}

/// A thing of a house as a store keeps it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Which thing.
    pub key: Key,
    /// Its current state, as JSON.
    pub json: String,
    /// The entry that last changed it.
    pub seq: u64,
    /// Is it still part of the house, or kept only to be looked up?
    pub is_live: bool,
}

/// What is written together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Batch {
    /// The entries, in order, right behind the head.
    pub entries: Vec<Entry>,
    /// The ids of their requests, in the same order.
    pub ids: Vec<RequestId>,
    /// Everything that they changed, in its state after the last of them.
    pub rows: Vec<Row>,
    /// Which meters they moved.
    pub moves: Vec<Moved>,
}

/// That an entry moved a meter.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Moved {
    /// Which meter.
    pub meter: MeterId,
    /// Which entry.
    pub seq: u64,
}

impl Moved {
    /// What an entry moved, each meter once.
    pub fn by(seq: u64, effect: &Effect) -> impl Iterator<Item = Moved> {
        let meters: BTreeSet<&MeterId> = effect.moves.iter().map(|moved| &moved.meter).collect();
        meters.into_iter().map(move |meter| Moved { meter: meter.clone(), seq })
    }
}

/// That an entry moved a meter, as a database keeps it.
fn to_moved((meter, seq): (String, u64)) -> Result<Moved, StoreError> {
    let damaged = || StoreError::Damaged(format!("entry {seq} is listed for a meter \"{meter}\""));
    Ok(Moved { meter: meter.parse().map_err(|_| damaged())?, seq })
}

/// What keeps a ledger. One writer at a time is between `begin` and its end; others wait or are told
/// [`StoreError::Conflict`].
pub trait Store: Send {
    /// Begins to write: no other writer comes between. Says where the chain ends.
    fn begin(&mut self) -> Result<Head, StoreError>;

    /// Writes a batch that counts only once a later one is committed: for what is too much at once.
    fn write(&mut self, batch: &Batch) -> Result<(), StoreError>;

    /// Writes a last batch and ends. When this returns well, everything that was written since
    /// `begin` outlives a loss of power.
    fn commit(&mut self, batch: &Batch) -> Result<(), StoreError>;

    /// Closes the store to every writer for good, with a note of where the house went, and ends. Holds
    /// for those who have it open, and outlives a loss of power like a commit.
    fn seal(&mut self, to: &str) -> Result<(), StoreError>;

    /// Where the house went, if it was moved away from here.
    fn moved_to(&mut self) -> Result<Option<String>, StoreError>;

    /// Ends without writing.
    fn roll_back(&mut self);

    /// Where the chain ends.
    fn head(&mut self) -> Result<Head, StoreError>;

    /// The rows that entries behind this one changed; for 0 every row that is live.
    fn rows_since(&mut self, seq: u64) -> Result<Vec<Row>, StoreError>;

    /// One row, live or not.
    fn row(&mut self, key: &Key) -> Result<Option<Row>, StoreError>;

    /// The rows of a kind, live or not, in the order of their keys: for reports.
    fn rows_of(&mut self, kind: &str) -> Result<Vec<Row>, StoreError>;

    /// The entries that these requests have made already.
    fn find(&mut self, ids: &[RequestId]) -> Result<Vec<(RequestId, Entry)>, StoreError>;

    /// Entries after this one, in order, at most this many.
    fn entries(&mut self, after: u64, limit: usize) -> Result<Vec<Entry>, StoreError>;

    /// Entries after this one that moved a meter, in order, at most this many.
    fn moving(
        &mut self,
        meter: &MeterId,
        after: u64,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError>;

    /// Which entries moved which meter, in the order of meters and entries, behind this one, at most
    /// so many.
    fn moves(&mut self, after: Option<&Moved>, limit: usize) -> Result<Vec<Moved>, StoreError>;

    /// Goes through the entries behind the one up to the other, in order and where they lie, until
    /// `visit` has seen enough. It must not use the store.
    fn visit(&mut self, after: u64, last: u64, visit: Visit<'_>) -> Result<(), StoreError>;

    /// A second connection to the same store, for reading in parallel.
    fn reader(&self) -> Result<Box<dyn Store>, StoreError>;
}

/// What looks at entries where they lie.
pub type Visit<'a> = &'a mut dyn FnMut(EntryRef<'_>) -> ControlFlow<()>;
