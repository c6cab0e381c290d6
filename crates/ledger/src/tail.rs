//! The last entries of a chain, and what follows from them that is not written yet.
//!
//! A commit always writes its entries. Rows and the index of subjects only follow from those, so they are written
//! with a commit when the ledger is quiet, and a few times a second when it is busy; the entry that they are
//! written with carries the digest of all rows. The entries after it are few: opening the
//! ledger replays them, and a search for what entries are about reads them one by one.

use std::collections::BTreeMap;

use crate::chain::{Entry, Head};
use crate::check;
use crate::digest::{Archived, StateDigest, row_hash};
use crate::machine::{Change, Key, Machine};
use crate::record::{Frame, Record};
use crate::store::{Row, Store, StoreError, Subject};

/// How many entries may be ahead of the rows: as many as are replayed in a fraction of a second.
pub(crate) const AHEAD_MAX: usize = 4_096;
/// How many entries are read at a time.
const CHUNK: u64 = 1_024;

/// The last entries of a chain, back to the one that the rows were written with.
pub(crate) struct Tail {
    /// Where the chain ends before them.
    pub(crate) from: Head,
    /// The entries, in order.
    pub(crate) entries: Vec<Entry>,
    /// How many of them the rows have.
    pub(crate) written: usize,
    /// The digest of the rows that were written then.
    pub(crate) state: StateDigest,
    /// The other rows as they were then; unknown where an older release wrote them.
    pub(crate) archived: Option<Archived>,
}

impl Tail {
    /// Reads the last entries: at least `least`, if there are as many.
    pub(crate) fn read(store: &mut dyn Store, head: Head, least: u64) -> Result<Tail, StoreError> {
        let mut count = least.max(1);
        loop {
            // One more than is asked for, for its hash.
            let after = head.seq.saturating_sub(count + 1);
            let mut entries = entries_up_to(store, after, head)?;
            let is_all = head.seq <= count;
            let from = match is_all {
                true => Head::EMPTY,
                false if entries.is_empty() => Head::EMPTY,
                false => entries.remove(0).head(),
            };
            let state = |(place, entry): (usize, &Entry)| {
                let frame = Frame::read(entry.as_ref()).ok()?;
                Some((place + 1, frame.state?, frame.archived))
            };
            match entries.iter().enumerate().rev().find_map(state) {
                Some((written, state, archived)) => {
                    return Ok(Tail { from, entries, written, state, archived });
                }
                None if is_all => {
                    let (state, archived) = (StateDigest::default(), Some(Archived::default()));
                    return Ok(Tail { from, entries, written: 0, state, archived });
                }
                None => count = count.saturating_mul(2).max(CHUNK),
            }
        }
    }

    /// The number of the entry that the rows were written with.
    pub(crate) fn written_seq(&self) -> u64 {
        let last = self.written.checked_sub(1).and_then(|last| self.entries.get(last));
        last.map_or(self.from.seq, |entry| entry.seq)
    }

    /// The entries that the rows do not have.
    pub(crate) fn ahead(&self) -> &[Entry] {
        &self.entries[self.written..]
    }
}

fn entries_up_to(store: &mut dyn Store, after: u64, head: Head) -> Result<Vec<Entry>, StoreError> {
    let count = usize::try_from(head.seq.saturating_sub(after)).unwrap_or(usize::MAX);
    let mut entries = store.entries(after, count)?;
    // Others may have written meanwhile.
    entries.retain(|entry| entry.seq <= head.seq);
    Ok(entries)
}

/// The number of the last entry that the rows and the index have.
pub(crate) fn written_seq(store: &mut dyn Store, head: Head) -> Result<u64, StoreError> {
    Ok(Tail::read(store, head, 1)?.written_seq())
}

/// What an entry is about, in order and without repetition.
pub(crate) fn subjects_of<M: Machine>(
    seq: u64,
    request: &M::Request,
    effect: &M::Effect,
) -> impl Iterator<Item = Subject> {
    let mut keys = M::subjects(request, effect);
    keys.sort();
    keys.dedup();
    keys.into_iter().map(move |key| Subject { key, seq })
}

/// Entries after this one that are about `key`, in order, at most `limit`.
pub fn about<M: Machine>(
    store: &mut dyn Store,
    key: &Key,
    after: u64,
    limit: usize,
) -> Result<Vec<Entry>, StoreError> {
    // What the index does not have is read first: if it is written meanwhile, it is found twice, and never missed.
    let head = store.head()?;
    let tail = Tail::read(store, head, 1)?;
    let mut found = BTreeMap::new();
    for entry in tail.ahead().iter().filter(|entry| entry.seq > after) {
        let record: Record<M> = Record::read(entry.as_ref())
            .map_err(|error| StoreError::Damaged(format!("entry {}: {error}", entry.seq)))?;
        if M::subjects(&record.request, &record.effect).contains(key) {
            found.insert(entry.seq, entry.clone());
        }
    }
    for entry in store.entries_about(key, after, limit)? {
        found.insert(entry.seq, entry);
    }
    Ok(found.into_values().take(limit).collect())
}

/// The rows of a kind as they are after the last entry, live or not, in the order of their keys: for reports.
pub fn rows_now<M: Machine>(store: &mut dyn Store, kind: &str) -> Result<Vec<Row>, StoreError> {
    now::<M>(store, |store| store.rows_of(kind), |key| key.kind == kind)
}

/// One row as it is after the last entry, live or not.
pub fn row_now<M: Machine>(store: &mut dyn Store, key: &Key) -> Result<Option<Row>, StoreError> {
    let rows = now::<M>(store, |store| Ok(store.row(key)?.into_iter().collect()), |it| it == key)?;
    Ok(rows.into_iter().next())
}

/// What was written of the wanted rows, and what the entries since then have changed.
fn now<M: Machine>(
    store: &mut dyn Store,
    written: impl FnOnce(&mut dyn Store) -> Result<Vec<Row>, StoreError>,
    is_wanted: impl Fn(&Key) -> bool,
) -> Result<Vec<Row>, StoreError> {
    let head = store.begin_read()?;
    let read = || {
        let rows = written(store)?;
        let is_current = Tail::read(store, head, 1)?.ahead().is_empty();
        let machine = match is_current {
            true => None,
            false => Some(check::examine::<M>(store, head)?.machine),
        };
        Ok::<_, StoreError>((rows, machine))
    };
    let read = read();
    store.roll_back();
    let (rows, machine) = read?;
    let mut rows: BTreeMap<Key, Row> = rows.into_iter().map(|row| (row.key.clone(), row)).collect();
    let changes = machine.map(|mut machine| machine.take_changes()).unwrap_or_default();
    for Change { key, json, is_live } in changes.into_iter().filter(|it| is_wanted(&it.key)) {
        // A row that was changed outside this program stays as it is, so that it is found out.
        if rows.get(&key).is_none_or(Row::is_intact) {
            let hash = row_hash(&key, &json);
            rows.insert(key.clone(), Row { key, json, hash, seq: head.seq, is_live });
        }
    }
    Ok(rows.into_values().collect())
}
