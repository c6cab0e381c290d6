//! A machine rebuilt from its entries.

use std::collections::{BTreeMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{SyncSender, sync_channel};

use serde_json::Value;

use super::{CHUNK, Problem, Walked, impossible, must_have_entries};
use crate::chain::{Broken, Entry, EntryRef, Head, Verifier};
use crate::ids::RequestId;
use crate::machine::{Key, Machine};
use crate::record::Record;
use crate::store::{Store, StoreError, Subject};
use crate::tail::subjects_of;

/// A machine rebuilt from its entries.
pub(crate) struct Replay<M> {
    machine: M,
    /// The last entry that the store's rows and index have.
    written: u64,
    rows: BTreeMap<Key, (String, bool)>,
    ids: HashSet<RequestId>,
    /// Which entries are about what.
    subjects: BTreeMap<Key, Vec<u64>>,
}

impl<M: Machine> Default for Replay<M> {
    fn default() -> Replay<M> {
        Replay {
            machine: M::default(),
            written: u64::MAX,
            rows: BTreeMap::new(),
            ids: HashSet::new(),
            subjects: BTreeMap::new(),
        }
    }
}

impl<M: Machine> Replay<M> {
    /// A replay that is compared with rows as this entry left them.
    pub(super) fn with_rows_of(written: u64, machine: M) -> Replay<M> {
        Replay { machine, written, ..Replay::default() }
    }

    /// Reads the chain up to this head, verifies it, and replays every request. One thread reads while
    /// another replays.
    pub(super) fn walk(
        &mut self,
        store: &mut dyn Store,
        head: Head,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Walked, StoreError> {
        let (give, chunks) = sync_channel::<Vec<Entry>>(4);
        let (read, walked) = std::thread::scope(|scope| {
            let walker = scope.spawn(|| {
                let mut chain = Verifier::default();
                let mut chunks = chunks.into_iter();
                let walked = chunks.try_for_each(|entries| self.chunk(&mut chain, &entries));
                let walked = walked.and_then(|()| chain.ends_at(head));
                Walked::ended(&chain, walked)
            });
            let read = read_chunks(store, head, &give, progress);
            drop(give);
            (read, walker.join())
        });
        read?;
        Ok(walked.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    }

    fn chunk(&mut self, chain: &mut Verifier, entries: &[Entry]) -> Result<(), Broken> {
        for entry in entries {
            chain.entry(entry.seq, &entry.line, entry.hash)?;
            self.entry(entry.as_ref())?;
            if entry.seq == self.written {
                self.note_changes();
            }
        }
        if chain.head().seq < self.written {
            self.note_changes();
        }
        Ok(())
    }

    /// Replays the request of an entry.
    pub(crate) fn entry(&mut self, entry: EntryRef<'_>) -> Result<(), Broken> {
        self.request_of(entry).map_err(|why| impossible(entry.seq, why))
    }

    fn request_of(&mut self, entry: EntryRef<'_>) -> Result<(), String> {
        let record: Record<M> = Record::read(entry).map_err(|error| error.to_string())?;
        if record.seq != entry.seq {
            return Err(format!("it says it is entry {}", record.seq));
        }
        if !self.ids.insert(record.id) {
            return Err(format!("request {} was done before", record.id));
        }
        let effect = redo(&mut self.machine, &record)?;
        if entry.seq <= self.written {
            for subject in subjects_of::<M>(entry.seq, &record.request, &effect) {
                self.subjects.entry(subject.key).or_default().push(subject.seq);
            }
        }
        Ok(())
    }

    /// Notes what changed since this was last called.
    pub(crate) fn note_changes(&mut self) {
        for change in self.machine.take_changes() {
            self.rows.insert(change.key, (change.json, change.is_live));
        }
    }

    /// Compares the result with what is written.
    pub(super) fn compare(
        &mut self,
        store: &mut dyn Store,
        problems: &mut Vec<Problem>,
    ) -> Result<(), StoreError> {
        for kind in store.kinds()? {
            let rows = store.rows_of(&kind)?;
            must_have_entries(&rows, store.head()?, problems);
            for row in rows {
                let made = self.rows.remove(&row.key);
                // Written by an older release, a row may lack what is written today.
                let is_same = |(json, is_live): (String, bool)| {
                    is_live == row.is_live
                        && (json == row.json
                            || M::normalize(&row.key, &row.json).as_ref() == Ok(&json))
                };
                // What was written after the entries were read is not compared.
                if row.seq <= self.written && !made.is_some_and(is_same) {
                    problems.push(Problem::NotAsReplayed(row.key));
                }
            }
        }
        let missing = std::mem::take(&mut self.rows).into_keys();
        problems.extend(missing.map(Problem::NotAsReplayed));
        self.compare_subjects(store, problems)
    }

    /// Compares which entries are about what; of each thing the first difference is reported.
    fn compare_subjects(
        &mut self,
        store: &mut dyn Store,
        problems: &mut Vec<Problem>,
    ) -> Result<(), StoreError> {
        let made = std::mem::take(&mut self.subjects).into_iter();
        let in_order = |(key, seqs): (Key, Vec<u64>)| {
            seqs.into_iter().map(move |seq| Subject { key: key.clone(), seq })
        };
        let mut made = made.flat_map(in_order).peekable();
        let mut told = HashSet::new();
        let mut tell = |Subject { key, seq }: Subject, is_missing: bool| {
            if told.insert(key.clone()) {
                problems.push(Problem::Index { key, seq, is_missing });
            }
        };
        let mut after: Option<Subject> = None;
        loop {
            let kept = store.subjects(after.as_ref(), CHUNK)?;
            let Some(last) = kept.last() else { break };
            after = Some(last.clone());
            let now = store.head()?;
            for subject in kept {
                while let Some(missing) = made.next_if(|made| *made < subject) {
                    tell(missing, true);
                }
                // What was written meanwhile is not compared.
                let is_later = subject.seq > self.written && subject.seq <= now.seq;
                if made.next_if_eq(&subject).is_none() && !is_later {
                    tell(subject, false);
                }
            }
        }
        made.for_each(|missing| tell(missing, true));
        Ok(())
    }
}

/// Repeats a recorded entry, which must have the same effect. After an error the machine must not be used.
pub(crate) fn redo<M: Machine>(machine: &mut M, record: &Record<M>) -> Result<M::Effect, String> {
    let apply = AssertUnwindSafe(|| machine.redo(record.at, &record.request, &record.effect));
    let effect = catch_unwind(apply)
        .map_err(|_| "replaying it breaks an invariant".to_owned())?
        .map_err(|refusal| format!("replaying it is refused: {refusal}"))?;
    let is_same = effect == record.effect
        || (record.version < M::VERSION && is_extended::<M>(&record.effect, &effect));
    if is_same { Ok(effect) } else { Err("replaying it has another effect".to_owned()) }
}

/// Whether the new effect has everything that an older release wrote, and perhaps more.
fn is_extended<M: Machine>(old: &M::Effect, new: &M::Effect) -> bool {
    match (serde_json::to_value(old), serde_json::to_value(new)) {
        (Ok(old), Ok(new)) => contains(&new, &old),
        _ => false,
    }
}

fn contains(new: &Value, old: &Value) -> bool {
    match (new, old) {
        (Value::Object(new), Value::Object(old)) => {
            old.iter().all(|(key, old)| new.get(key).is_some_and(|new| contains(new, old)))
        }
        (Value::Array(new), Value::Array(old)) => {
            new.len() == old.len() && new.iter().zip(old).all(|(new, old)| contains(new, old))
        }
        (new, old) => new == old,
    }
}

/// Reads the entries up to this head, and hands them over in chunks.
fn read_chunks(
    store: &mut dyn Store,
    head: Head,
    give: &SyncSender<Vec<Entry>>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), StoreError> {
    let mut after = 0;
    while after < head.seq {
        let mut entries = store.entries(after, CHUNK)?;
        entries.retain(|entry| entry.seq <= head.seq);
        let Some(last) = entries.last() else { break };
        after = last.seq;
        progress(after, head.seq);
        if give.send(entries).is_err() {
            break;
        }
    }
    Ok(())
}
