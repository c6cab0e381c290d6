//! A house replayed from its entries.

use std::collections::{BTreeMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{SyncSender, sync_channel};

use serde_json::Value;

use super::{CHUNK, Problem, Walked, against_the_law, must_have_entries};
use crate::chain::{Broken, Entry, EntryRef, Head, Record, Verifier};
use crate::house::{House, Key};
use crate::ids::{MeterId, RequestId};
use crate::store::{Moved, Store, StoreError};

/// A house replayed from its entries.
#[derive(Default)]
pub(crate) struct Replay {
    house: House,
    rows: BTreeMap<Key, (Value, bool)>,
    ids: HashSet<RequestId>,
    /// Which entries moved which meter.
    moves: BTreeMap<MeterId, Vec<u64>>,
}

impl Replay {
    /// Reads the chain up to this head, verifies it, and repeats every request. One thread reads
    /// while another does.
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
        }
        self.note_changes();
        Ok(())
    }

    /// Repeats the request of an entry.
    pub(crate) fn entry(&mut self, entry: EntryRef<'_>) -> Result<(), Broken> {
        self.request_of(entry).map_err(|why| against_the_law(entry.seq, why))
    }

    fn request_of(&mut self, entry: EntryRef<'_>) -> Result<(), String> {
        let record: Record = serde_json::from_str(entry.line).map_err(|error| error.to_string())?;
        if record.seq != entry.seq {
            return Err(format!("it is numbered {}", record.seq));
        }
        if !self.ids.insert(record.request.id) {
            return Err(format!("request {} was already done", record.request.id));
        }
        // A law that is asserted may fall; the house is then not looked at again.
        let apply = AssertUnwindSafe(|| self.house.apply(&record.request));
        let effect = catch_unwind(apply)
            .map_err(|_| "repeating it does not conserve money".to_owned())?
            .map_err(|refusal| refusal.to_string())?;
        for moved in Moved::by(entry.seq, &effect) {
            self.moves.entry(moved.meter).or_default().push(moved.seq);
        }
        let is_same = effect == record.effect;
        is_same.then_some(()).ok_or_else(|| "repeating it has a different result".to_owned())
    }

    /// Notes what changed since this was last called.
    pub(crate) fn note_changes(&mut self) {
        for (key, value, is_live) in self.house.take_changes() {
            self.rows.insert(key, (value, is_live));
        }
    }

    /// Compares what it came to with what is written, up to this head.
    pub(super) fn compare(
        &mut self,
        store: &mut dyn Store,
        head: Head,
        problems: &mut Vec<Problem>,
    ) -> Result<(), StoreError> {
        for kind in Key::KINDS {
            let rows = store.rows_of(kind)?;
            must_have_entries(&rows, store.head()?, problems);
            for row in rows {
                let made = self.rows.remove(&row.key);
                // What was written since the entries were read is another matter.
                let is_same = |(value, is_live): (Value, bool)| {
                    let json = value.to_string();
                    (json, is_live) == (row.json.clone(), row.is_live)
                };
                if row.seq <= head.seq && !made.is_some_and(is_same) {
                    problems.push(Problem::NotAsReplayed(row.key));
                }
            }
        }
        let missing = std::mem::take(&mut self.rows).into_keys();
        problems.extend(missing.map(Problem::NotAsReplayed));
        self.compare_moves(store, head, problems)
    }

    /// Compares which entries moved which meter; of each meter the first difference is told.
    fn compare_moves(
        &mut self,
        store: &mut dyn Store,
        head: Head,
        problems: &mut Vec<Problem>,
    ) -> Result<(), StoreError> {
        let made = std::mem::take(&mut self.moves).into_iter();
        let in_order = |(meter, seqs): (MeterId, Vec<u64>)| {
            seqs.into_iter().map(move |seq| Moved { meter: meter.clone(), seq })
        };
        let mut made = made.flat_map(in_order).peekable();
        let mut told = HashSet::new();
        let mut tell = |Moved { meter, seq }: Moved, is_missing: bool| {
            if told.insert(meter.clone()) {
                problems.push(Problem::Statement { meter, seq, is_missing });
            }
        };
        let mut after: Option<Moved> = None;
        loop {
            let kept = store.moves(after.as_ref(), CHUNK)?;
            let Some(last) = kept.last() else { break };
            after = Some(last.clone());
            // What was written since the entries were read is another matter.
            let now = store.head()?;
            for moved in kept {
                while let Some(missing) = made.next_if(|made| *made < moved) {
                    tell(missing, true);
                }
                let is_later = moved.seq > head.seq && moved.seq <= now.seq;
                if made.next_if_eq(&moved).is_none() && !is_later {
                    tell(moved, false);
                }
            }
        }
        made.for_each(|missing| tell(missing, true));
        Ok(())
    }
}

/// Reads the entries up to this head, and gives them away in chunks.
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
