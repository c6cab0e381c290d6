//! A store in memory: for tests, and to try things out.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Bound;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use super::{Batch, Kept, Row, Store, StoreError, Subject, VaultChange, Visit};
use crate::chain::{Entry, Hash, Head};
use crate::ids::RequestId;
use crate::machine::Key;

#[derive(Default)]
struct Held {
    entries: Vec<Entry>,
    places: HashMap<RequestId, usize>,
    rows: BTreeMap<Key, Row>,
    subjects: BTreeSet<Subject>,
    vault: HashMap<Hash, Kept>,
    is_writing: bool,
    moved_to: Option<String>,
}

#[derive(Default)]
struct Shared {
    held: Mutex<Held>,
    free: Condvar,
}

/// A store in memory. Its clones are other writers on the same store.
#[derive(Default)]
pub struct MemoryStore {
    shared: Arc<Shared>,
    is_mine: bool,
    /// What is written and not committed.
    written: Batch,
}

impl Clone for MemoryStore {
    fn clone(&self) -> MemoryStore {
        MemoryStore { shared: Arc::clone(&self.shared), is_mine: false, written: Batch::default() }
    }
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        // A writer that panicked while holding it has written nothing yet.
        self.shared.held.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Store for MemoryStore {
    fn begin(&mut self) -> Result<Head, StoreError> {
        let mut kept = self.held();
        while kept.is_writing {
            let waited = self.shared.free.wait(kept);
            kept = waited.unwrap_or_else(std::sync::PoisonError::into_inner);
        }
        kept.is_writing = true;
        let head = kept.entries.last().map_or(Head::EMPTY, Entry::head);
        drop(kept);
        self.is_mine = true;
        Ok(head)
    }

    fn begin_read(&mut self) -> Result<Head, StoreError> {
        // There is no second copy to read from, so writers wait.
        self.begin()
    }

    fn write(&mut self, batch: &Batch) -> Result<(), StoreError> {
        assert!(self.is_mine, "writing follows a begin");
        self.written.entries.extend_from_slice(&batch.entries);
        self.written.ids.extend_from_slice(&batch.ids);
        self.written.rows.extend_from_slice(&batch.rows);
        self.written.subjects.extend_from_slice(&batch.subjects);
        self.written.vault.extend_from_slice(&batch.vault);
        Ok(())
    }

    fn commit(&mut self, batch: &Batch) -> Result<(), StoreError> {
        self.write(batch)?;
        let written = std::mem::take(&mut self.written);
        let mut kept = self.held();
        if let Some(to) = kept.moved_to.clone().filter(|_| !written.entries.is_empty()) {
            return Err(StoreError::Moved { to });
        }
        for (entry, id) in written.entries.into_iter().zip(written.ids) {
            let place = kept.entries.len();
            kept.entries.push(entry);
            kept.places.insert(id, place);
        }
        for row in written.rows {
            kept.rows.insert(row.key.clone(), row);
        }
        kept.subjects.extend(written.subjects);
        for change in written.vault {
            match change {
                VaultChange::Keep(text) => drop(kept.vault.insert(text.hash(), text)),
                VaultChange::Forget(hash) => drop(kept.vault.remove(&hash)),
            }
        }
        drop(kept);
        self.roll_back();
        Ok(())
    }

    fn seal(&mut self, to: &str) -> Result<(), StoreError> {
        self.held().moved_to = Some(to.to_owned());
        self.roll_back();
        Ok(())
    }

    fn moved_to(&mut self) -> Result<Option<String>, StoreError> {
        Ok(self.held().moved_to.clone())
    }

    fn roll_back(&mut self) {
        self.written = Batch::default();
        if std::mem::take(&mut self.is_mine) {
            self.held().is_writing = false;
            self.shared.free.notify_one();
        }
    }

    fn head(&mut self) -> Result<Head, StoreError> {
        Ok(self.held().entries.last().map_or(Head::EMPTY, Entry::head))
    }

    fn rows_live(&mut self) -> Result<Vec<Row>, StoreError> {
        Ok(self.held().rows.values().filter(|row| row.is_live).cloned().collect())
    }

    fn row(&mut self, key: &Key) -> Result<Option<Row>, StoreError> {
        Ok(self.held().rows.get(key).cloned())
    }

    fn rows_of(&mut self, kind: &str) -> Result<Vec<Row>, StoreError> {
        let kept = self.held();
        Ok(kept.rows.values().filter(|row| row.key.kind == kind).cloned().collect())
    }

    fn archived_count(&mut self) -> Result<u64, StoreError> {
        Ok(self.held().rows.values().filter(|row| !row.is_live).count() as u64)
    }

    fn archived_among(&mut self, keys: &[Key]) -> Result<Vec<Row>, StoreError> {
        let kept = self.held();
        let archived = keys.iter().filter_map(|key| kept.rows.get(key)).filter(|row| !row.is_live);
        Ok(archived.cloned().collect())
    }

    fn visit_archived(&mut self, visit: &mut dyn FnMut(Row)) -> Result<(), StoreError> {
        self.held().rows.values().filter(|row| !row.is_live).cloned().for_each(visit);
        Ok(())
    }

    fn find(&mut self, ids: &[RequestId]) -> Result<Vec<(RequestId, Entry)>, StoreError> {
        let kept = self.held();
        let found = |id: &RequestId| Some((*id, kept.entries[*kept.places.get(id)?].clone()));
        Ok(ids.iter().filter_map(found).collect())
    }

    fn entries(&mut self, after: u64, limit: usize) -> Result<Vec<Entry>, StoreError> {
        let kept = self.held();
        let from = usize::try_from(after).unwrap_or(usize::MAX).min(kept.entries.len());
        Ok(kept.entries[from..].iter().take(limit).cloned().collect())
    }

    fn entries_about(
        &mut self,
        key: &Key,
        after: u64,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        let from = Subject { key: key.clone(), seq: after };
        let subjects = self.subjects(Some(&from), limit)?;
        let kept = self.held();
        let place = |subject: Subject| usize::try_from(subject.seq - 1).ok();
        let about = subjects.into_iter().take_while(|subject| subject.key == *key);
        Ok(about.filter_map(|subject| kept.entries.get(place(subject)?).cloned()).collect())
    }

    fn subjects(
        &mut self,
        after: Option<&Subject>,
        limit: usize,
    ) -> Result<Vec<Subject>, StoreError> {
        let from = after.map_or(Bound::Unbounded, Bound::Excluded);
        let kept = self.held();
        Ok(kept.subjects.range((from, Bound::Unbounded)).take(limit).cloned().collect())
    }

    fn kinds(&mut self) -> Result<Vec<String>, StoreError> {
        let kept = self.held();
        let kinds: BTreeSet<&String> = kept.rows.keys().map(|key| &key.kind).collect();
        Ok(kinds.into_iter().cloned().collect())
    }

    fn kept(&mut self, hash: Hash) -> Result<Option<Kept>, StoreError> {
        Ok(self.held().vault.get(&hash).cloned())
    }

    fn kept_hashes(&mut self) -> Result<HashSet<Hash>, StoreError> {
        Ok(self.held().vault.keys().copied().collect())
    }

    fn vault(&mut self) -> Result<Vec<Kept>, StoreError> {
        Ok(self.held().vault.values().cloned().collect())
    }

    fn visit(&mut self, after: u64, last: u64, visit: Visit<'_>) -> Result<(), StoreError> {
        let kept = self.held();
        let from = usize::try_from(after).unwrap_or(usize::MAX).min(kept.entries.len());
        let wanted = kept.entries[from..].iter().take_while(|entry| entry.seq <= last);
        let _ = wanted.map(Entry::as_ref).try_for_each(visit);
        Ok(())
    }

    fn reader(&self) -> Result<Box<dyn Store>, StoreError> {
        Ok(Box::new(self.clone()))
    }
}

impl Drop for MemoryStore {
    fn drop(&mut self) {
        self.roll_back();
    }
}
