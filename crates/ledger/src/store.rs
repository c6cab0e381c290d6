//! What keeps a ledger: the trait, and what goes in and out. Stores keep bytes and order; what they
//! mean is the machine's business.

mod address;
mod changes;
mod copy;
mod memory;
mod peers;
mod postgres;
mod sqlite;
mod vault;

pub use address::{Address, OpenError, OpenMode, open, watch};
pub use changes::Changes;
pub use copy::{CopyError, copy, relocate};
pub use memory::MemoryStore;
pub use peers::{Met, Peers};
pub use postgres::{Deadlines, PostgresStore};
pub use sqlite::SqliteStore;
pub use vault::{Kept, VaultChange};

use std::collections::HashSet;
use std::ops::ControlFlow;

use crate::chain::{Entry, EntryRef, Hash, Head};
use crate::digest::row_hash;
use crate::ids::RequestId;
use crate::machine::Key;

/// Why a store did not do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum StoreError {
    /// Gone, full, or cut off. Whether the last commit was kept is unknown; send the same requests
    /// again.
    #[error("the store cannot be reached: {0}")]
    Unavailable(String),
    /// Two writers met; nothing was written and the same can be tried again.
    #[error("another writer got there first")]
    Conflict,
    /// It holds something that no version of this program wrote.
    #[error("the store is damaged: {0}")]
    Damaged(String),
    /// It holds no ledger.
    #[error("no house found: {0}")]
    Empty(String),
    /// It was opened for reading.
    #[error("the store is open read-only")]
    ReadOnly,
    /// It was written by a later version of this program.
    #[error(
        "the store is version {found}, but this program supports versions up to {known}: upgrade it"
    )]
    TooNew { found: i64, known: i64 },
    /// The house is elsewhere now; here it can only be read.
    #[error("{MOVED}{to}{OPEN_THERE}")]
    Moved { to: String },
}

/// What a sealed store says to any program that writes to it, and how this program recognizes it.
const MOVED: &str = "the house was moved to ";
const OPEN_THERE: &str = ": open it there";

impl StoreError {
    /// The error that a sealed store reported in these words.
    fn from_seal(words: &str) -> Option<StoreError> {
        let to = words.strip_prefix(MOVED)?.strip_suffix(OPEN_THERE)?;
        Some(StoreError::Moved { to: to.to_owned() })
    }
}

/// A thing of the machine's state as a store keeps it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The thing whose state it holds.
    pub key: Key,
    /// Its state, as JSON.
    pub json: String,
    /// The hash of both.
    pub hash: Hash,
    /// The last entry of the commit that last wrote it.
    pub seq: u64,
    /// Whether it is still part of the state, or kept only to be looked up.
    pub is_live: bool,
}

impl Row {
    /// Whether the content matches the hash.
    pub fn is_intact(&self) -> bool {
        row_hash(&self.key, &self.json) == self.hash
    }
}

/// What is written together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Batch {
    /// The entries, in order, right after the head.
    pub entries: Vec<Entry>,
    /// The ids of their requests, in the same order.
    pub ids: Vec<RequestId>,
    /// Everything that was changed since rows were last written, as it is after the last entry; none if that can
    /// wait.
    pub rows: Vec<Row>,
    /// What entries are about: of these, and of those before them that waited.
    pub subjects: Vec<Subject>,
    /// What changes beside the chain.
    pub vault: Vec<VaultChange>,
}

/// That an entry is about something.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Subject {
    /// What it is about.
    pub key: Key,
    /// The number of the entry.
    pub seq: u64,
}

/// What keeps a ledger. One writer at a time is between `begin` and its end; others wait or are told
/// [`StoreError::Conflict`].
pub trait Store: Send {
    /// Begins to write: no other writer can come between. Returns where the chain ends.
    fn begin(&mut self) -> Result<Head, StoreError>;

    /// Begins to read: everything read until [`Store::roll_back`] is as of one moment, and nobody waits
    /// for it. Returns where the chain ends then.
    fn begin_read(&mut self) -> Result<Head, StoreError>;

    /// Writes a batch that counts only when a later one is committed: for more than fits in one.
    fn write(&mut self, batch: &Batch) -> Result<(), StoreError>;

    /// Writes a last batch and ends. When this returns `Ok`, everything written since `begin` survives
    /// a loss of power.
    fn commit(&mut self, batch: &Batch) -> Result<(), StoreError>;

    /// Closes the store to every writer for good, with a note of where the house went, and ends. This
    /// holds for those who have it open, and survives a loss of power like a commit.
    fn seal(&mut self, to: &str) -> Result<(), StoreError>;

    /// Where the house went, if it was moved away from here.
    fn moved_to(&mut self) -> Result<Option<String>, StoreError>;

    /// Ends what was begun, without writing.
    fn roll_back(&mut self);

    /// Where the chain ends.
    fn head(&mut self) -> Result<Head, StoreError>;

    /// Every live row.
    fn rows_live(&mut self) -> Result<Vec<Row>, StoreError>;

    /// One row, live or not.
    fn row(&mut self, key: &Key) -> Result<Option<Row>, StoreError>;

    /// The rows of a kind, live or not, in the order of their keys: for reports.
    fn rows_of(&mut self, kind: &str) -> Result<Vec<Row>, StoreError>;

    /// The entries that these requests have made already.
    fn find(&mut self, ids: &[RequestId]) -> Result<Vec<(RequestId, Entry)>, StoreError>;

    /// How many rows are kept only to be looked up: counted in an index, not one by one.
    fn archived_count(&mut self) -> Result<u64, StoreError>;

    /// Those of these rows that are kept only to be looked up.
    fn archived_among(&mut self, keys: &[Key]) -> Result<Vec<Row>, StoreError>;

    /// Goes through all rows that are kept only to be looked up, in the order of their keys. `visit` must not use the
    /// store.
    fn visit_archived(&mut self, visit: &mut dyn FnMut(Row)) -> Result<(), StoreError>;

    /// Entries after this one, in order, at most `limit`.
    fn entries(&mut self, after: u64, limit: usize) -> Result<Vec<Entry>, StoreError>;

    /// Entries after this one that are about `key`, in order, at most `limit`, as far as the index goes:
    /// [`crate::about`] finds the others too.
    fn entries_about(
        &mut self,
        key: &Key,
        after: u64,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError>;

    /// Which entries are about what, in the order of keys and entries, after this one, at most so
    /// many.
    fn subjects(
        &mut self,
        after: Option<&Subject>,
        limit: usize,
    ) -> Result<Vec<Subject>, StoreError>;

    /// The kinds of rows that it holds.
    fn kinds(&mut self) -> Result<Vec<String>, StoreError>;

    /// What is kept beside the chain under a hash.
    fn kept(&mut self, hash: Hash) -> Result<Option<Kept>, StoreError>;

    /// The hashes of everything that is kept beside the chain and matches its hash.
    fn kept_hashes(&mut self) -> Result<HashSet<Hash>, StoreError>;

    /// Everything that is kept beside the chain: for copies.
    fn vault(&mut self) -> Result<Vec<Kept>, StoreError>;

    /// Goes through the entries after the one up to the other, in order and without copying them, until
    /// `visit` breaks. `visit` must not use the store.
    fn visit(&mut self, after: u64, last: u64, visit: Visit<'_>) -> Result<(), StoreError>;

    /// Another connection to the same store, for reading at the same time.
    fn reader(&self) -> Result<Box<dyn Store>, StoreError>;

    /// Brings everything that was committed into the store's main file, where it has others beside it: a copy of
    /// that file alone is then complete.
    fn settle(&mut self) -> Result<(), StoreError> {
        Ok(())
    }
}

/// What visits borrowed entries.
pub type Visit<'a> = &'a mut dyn FnMut(EntryRef<'_>) -> ControlFlow<()>;
