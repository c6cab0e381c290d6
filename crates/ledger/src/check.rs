//! Self-check (F3): compares the parts of a store with each other.
//!
//! [`quick`] covers everything that the current state depends on: every live row against its hash, all of
//! them together against the digest in the entry that they were written with, the entries since then, each done
//! again, the machine's own books, and the last entries of the chain. Rows that are kept only to be looked up are
//! counted, and what the machine keeps beside the chain must be there. But for that count in an index, it takes the same
//! time however long the history is, and runs before any request is taken.
//! [`full`] walks the whole chain and compares the rows that are kept only to be looked up with their digest or, if
//! asked, replays every request and compares.

mod ranges;
mod replay;

use std::collections::HashSet;

use money::Moment;

use crate::chain::{Broken, Entry, Hash, Head, Verifier};
use crate::digest::{Archived, StateDigest};
use crate::machine::{Inconsistency, Key, Machine};
use crate::record::{Frame, Record};
use crate::store::{Row, Store, StoreError, Subject};
use crate::tail::{Tail, subjects_of, written_seq};
pub(crate) use replay::{Replay, redo};

/// How many entries [`quick`] verifies.
const TAIL: u64 = 1_000;
/// How many changed records of the past are named.
const NAMED_MAX: usize = 10;
/// How many are read at a time.
const CHUNK: usize = 8_192;

/// Something that does not agree.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum Problem {
    #[error("the audit chain is broken: {0}")]
    Chain(#[from] Broken),
    #[error("the store records entry {} as its last, but its chain ends at entry {found}", .head.seq)]
    Head { head: Head, found: u64 },
    #[error(
        "the current records do not match entry {seq}: one was changed, added or removed outside this program"
    )]
    Altered { seq: u64 },
    #[error("the record of {key} was changed outside this program")]
    Row { key: Key },
    #[error("the record of {key} cannot be read: {why}")]
    Unreadable { key: Key, why: String },
    #[error("{key}: {why}")]
    Inconsistency { key: Key, why: String },
    #[error("the record of {key} was last changed by entry {seq}, which is missing")]
    NoEntry { key: Key, seq: u64 },
    #[error("the record of {0} does not match the entries")]
    NotAsReplayed(Key),
    #[error(
        "{expected} past records should be there as of entry {seq}, but there are {found}: some were deleted or added outside this program; croupier audit verify --replay names them"
    )]
    Archived { seq: u64, expected: u64, found: u64 },
    #[error("the past record of {key} was changed outside this program")]
    ArchivedRow { key: Key },
    #[error(
        "the past records do not match entry {seq}: one was replaced outside this program; croupier audit verify --replay names it"
    )]
    ArchivedAltered { seq: u64 },
    #[error(
        "{missing} of {named} secrets that are kept beside the chain are missing or were changed outside this program: restore them from a backup, or give those people new ones"
    )]
    Vault { missing: u64, named: u64 },
    #[error("the index of {key} is wrong about entry {seq}, which {}", if *.is_missing { "concerns it" } else { "does not concern it" })]
    Index { key: Key, seq: u64, is_missing: bool },
}

impl Problem {
    /// The one thing that it puts in doubt; everything if it names none.
    pub fn key(&self) -> Option<&Key> {
        match self {
            Problem::Chain(_)
            | Problem::Head { .. }
            | Problem::Altered { .. }
            | Problem::Archived { .. }
            | Problem::ArchivedAltered { .. }
            | Problem::Vault { .. } => None,
            Problem::Row { key }
            | Problem::ArchivedRow { key }
            | Problem::Unreadable { key, .. }
            | Problem::Inconsistency { key, .. }
            | Problem::NoEntry { key, .. }
            | Problem::NotAsReplayed(key)
            | Problem::Index { key, .. } => Some(key),
        }
    }

    /// Whether the problem is in rows that are only looked up. The current state does not depend on those, so the
    /// problem is reported and requests are still taken.
    pub fn is_about_the_past(&self) -> bool {
        matches!(
            self,
            Problem::Archived { .. }
                | Problem::ArchivedRow { .. }
                | Problem::ArchivedAltered { .. }
                | Problem::Vault { .. }
        )
    }

    /// Whether the problem puts this thing in doubt.
    pub fn depends_on(&self, key: &Key) -> bool {
        !self.is_about_the_past() && self.key().is_none_or(|doubtful| doubtful == key)
    }
}

/// What a check found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Where the chain ended when it was checked.
    pub head: Head,
    /// How many entries were verified.
    pub entries: u64,
    /// Everything that does not agree.
    pub problems: Vec<Problem>,
}

impl Checked {
    /// Whether everything agrees.
    pub fn is_fine(&self) -> bool {
        self.problems.is_empty()
    }
}

/// How deep a full check goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// Every entry matches its hash and follows the one before.
    Chain,
    /// Every request is also replayed: it does what its entry says, and all of them together lead to
    /// the current state.
    Replay,
}

/// Checks every live row and the last entries, as of one moment. It takes milliseconds, and nobody waits
/// for it.
pub fn quick<M: Machine>(store: &mut dyn Store) -> Result<Checked, StoreError> {
    let head = store.begin_read()?;
    let examined = examine::<M>(store, head);
    store.roll_back();
    examined.map(|examined| examined.checked)
}

/// What a quick check found, and what it read to find it.
pub(crate) struct Examined<M> {
    pub(crate) checked: Checked,
    /// Every live row.
    pub(crate) rows: Vec<Row>,
    /// The machine after the last entry.
    pub(crate) machine: M,
    /// The digest of the rows, by the entry that they were written with.
    pub(crate) state: StateDigest,
    /// The rows that are kept only to be looked up, by the same entry.
    pub(crate) archived: Option<Archived>,
    /// What the entries since then are about, and how many they are.
    pub(crate) subjects: Vec<Subject>,
    pub(crate) ahead: usize,
    /// The latest moment among the last entries.
    pub(crate) latest: Moment,
}

/// A quick check of what was read as of one moment, at which the chain ended here.
pub(crate) fn examine<M: Machine>(
    store: &mut dyn Store,
    head: Head,
) -> Result<Examined<M>, StoreError> {
    examine_as(store, head, &M::default())
}

/// The same with a machine that is equipped like this one.
pub(crate) fn examine_as<M: Machine>(
    store: &mut dyn Store,
    head: Head,
    like: &M,
) -> Result<Examined<M>, StoreError> {
    let mut problems = Vec::new();
    let rows = store.rows_live()?;
    let digest = check_rows(&rows, head, &mut problems);
    let tail = Tail::read(store, head, TAIL)?;
    let mut examined = Examined::<M> {
        machine: load(&rows, &mut problems),
        rows,
        state: tail.state,
        archived: tail.archived,
        subjects: Vec::new(),
        ahead: tail.ahead().len(),
        latest: Moment::default(),
        checked: Checked { head, entries: tail.entries.len() as u64, problems },
    };
    examined.machine.equip(like);
    let mut chain = Verifier::from(tail.from);
    let verified = |entry: &Entry| chain.entry(entry.seq, &entry.line, entry.hash);
    match tail.entries.iter().try_for_each(verified) {
        Err(broken) => examined.found(broken.into()),
        Ok(()) if chain.head() != head => {
            examined.found(Problem::Head { head, found: chain.head().seq });
        }
        Ok(()) => {
            if tail.state != digest {
                examined.found(Problem::Altered { seq: tail.written_seq() });
            }
            examined.replay(tail.ahead());
        }
    }
    if let Some(frame) = tail.entries.last().and_then(|last| Frame::read(last.as_ref()).ok()) {
        examined.latest = examined.latest.max(frame.at);
    }
    examined.check_the_past(store, tail.written_seq())?;
    for Inconsistency { key, why } in examined.machine.inconsistencies() {
        examined.found(Problem::Inconsistency { key, why });
    }
    Ok(examined)
}

impl<M: Machine> Examined<M> {
    /// Counts what is kept only to be looked up, and looks for what is kept beside the chain.
    fn check_the_past(&mut self, store: &mut dyn Store, seq: u64) -> Result<(), StoreError> {
        if let Some(Archived { count: expected, .. }) = self.archived {
            let found = store.archived_count()?;
            if found != expected {
                self.found(Problem::Archived { seq, expected, found });
            }
        }
        let named: HashSet<Hash> = self.machine.keeps().into_iter().collect();
        if !named.is_empty() {
            let missing = named.difference(&store.kept_hashes()?).count() as u64;
            if missing > 0 {
                self.found(Problem::Vault { missing, named: named.len() as u64 });
            }
        }
        Ok(())
    }

    fn found(&mut self, problem: Problem) {
        self.checked.problems.push(problem);
    }

    /// Does again what the rows do not have yet.
    fn replay(&mut self, entries: &[Entry]) {
        for entry in entries {
            let redone = Record::read(entry.as_ref())
                .map_err(|error| error.to_string())
                .and_then(|record| Ok((redo(&mut self.machine, &record)?, record)));
            match redone {
                Ok((effect, record)) => {
                    self.latest = self.latest.max(record.at);
                    self.subjects.extend(subjects_of::<M>(entry.seq, &record.request, &effect));
                }
                // Rows that are not what they were cannot be gone on from.
                Err(_) if !self.checked.problems.is_empty() => {
                    return self.found(Problem::Altered { seq: entry.seq });
                }
                Err(why) => return self.found(impossible(entry.seq, why).into()),
            }
        }
    }
}

/// Every row matches its hash and was left by an entry that is there. The digest of all of them.
fn check_rows(rows: &[Row], head: Head, problems: &mut Vec<Problem>) -> StateDigest {
    let mut digest = StateDigest::default();
    for row in rows {
        if !row.is_intact() {
            problems.push(Problem::Row { key: row.key.clone() });
        }
        digest.add(row.hash);
    }
    must_have_entries(rows, head, problems);
    digest
}

fn must_have_entries(rows: &[Row], head: Head, problems: &mut Vec<Problem>) {
    for row in rows.iter().filter(|row| row.seq > head.seq) {
        problems.push(Problem::NoEntry { key: row.key.clone(), seq: row.seq });
    }
}

fn load<M: Machine>(rows: &[Row], problems: &mut Vec<Problem>) -> M {
    let mut machine = M::default();
    for row in rows {
        if let Err(why) = machine.load(&row.key, &row.json) {
            problems.push(Problem::Unreadable { key: row.key.clone(), why });
        }
    }
    machine
}

fn impossible(seq: u64, why: String) -> Broken {
    Broken::Impossible { line: seq, seq, why }
}

/// Checks the whole chain up to where it ends now; `progress` hears how many entries of how many are
/// done. Others may write meanwhile. Stops at the first break: nothing after it can be trusted.
pub fn full<M: Machine>(
    store: &mut dyn Store,
    depth: Depth,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Checked, StoreError> {
    full_from(store, M::default(), depth, progress)
}

/// The same, where a replay begins with this machine: without state, and equipped.
pub fn full_from<M: Machine>(
    store: &mut dyn Store,
    blank: M,
    depth: Depth,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Checked, StoreError> {
    let head = store.head()?;
    let mut problems = Vec::new();
    let mut replay = Replay::<M>::with_rows_of(written_seq(store, head)?, blank);
    let walked = match depth {
        Depth::Chain => ranges::verify(store, head, progress)?,
        Depth::Replay => replay.walk(store, head, progress)?,
    };
    match walked.broken {
        Some(broken) => problems.push(broken.into()),
        None if depth == Depth::Replay => replay.compare(store, &mut problems)?,
        None => compare_archived(store, &mut problems)?,
    }
    Ok(Checked { head, entries: walked.entries, problems })
}

/// Reads all rows that are kept only to be looked up, as of one moment, and compares them with the digest of the entry
/// that rows were last written with. An older release wrote no digest.
fn compare_archived(store: &mut dyn Store, problems: &mut Vec<Problem>) -> Result<(), StoreError> {
    let head = store.begin_read()?;
    let mut read = || -> Result<(), StoreError> {
        let tail = Tail::read(store, head, 1)?;
        let Some(expected) = tail.archived else { return Ok(()) };
        let (mut archived, mut altered) = (Archived::default(), Vec::new());
        store.visit_archived(&mut |row| {
            archived.add(row.hash);
            if !row.is_intact() && altered.len() < NAMED_MAX {
                altered.push(Problem::ArchivedRow { key: row.key });
            }
        })?;
        problems.append(&mut altered);
        let seq = tail.written_seq();
        if archived.count != expected.count {
            let (expected, found) = (expected.count, archived.count);
            problems.push(Problem::Archived { seq, expected, found });
        } else if archived != expected {
            problems.push(Problem::ArchivedAltered { seq });
        }
        Ok(())
    };
    let read = read();
    store.roll_back();
    read
}

/// What is kept only to be looked up, as the store has it.
pub(crate) fn archived(store: &mut dyn Store) -> Result<Archived, StoreError> {
    let mut archived = Archived::default();
    store.visit_archived(&mut |row| archived.add(row.hash))?;
    Ok(archived)
}

/// How far a chain is intact, and what is wrong after that.
struct Walked {
    entries: u64,
    broken: Option<Broken>,
}

impl Walked {
    /// A walk that has ended, with or without an error, with the chain so far.
    fn ended(chain: &Verifier, walked: Result<(), Broken>) -> Walked {
        Walked { entries: chain.head().seq, broken: walked.err() }
    }
}

/// How many threads can work at once.
pub(crate) fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
