//! Self-check (F3): does what a store keeps agree with itself?
//!
//! [`quick`] looks at every live thing and at the last entries; it takes the same time however long the
//! history is, and is done before any table opens. [`full`] goes through the whole chain, and if asked
//! does every request anew and compares what it did, and the house it leaves, with what is written.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::mpsc::sync_channel;

use money::MeterUnits;
use serde_json::Value;

use crate::chain::{Broken, Entry, Head, Verifier};
use crate::house::{House, Key};
use crate::ids::{MeterId, RequestId};
use crate::store::{Row, Store, StoreError};

/// How many entries [`quick`] looks at.
const TAIL: u64 = 1_000;
/// How many are read at a time.
const CHUNK: usize = 8_192;

/// Something that does not agree.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum Problem {
    #[error("the chain is broken: {0}")]
    Chain(#[from] Broken),
    #[error("the store says that its chain ends with entry {}, but it ends with {found}", .head.seq)]
    Head { head: Head, found: u64 },
    #[error("the {} {} cannot be read: {why}", .key.kind(), .key.name())]
    Unreadable { key: Key, why: String },
    #[error("meter {0} does not balance")]
    Unbalanced(MeterId),
    #[error("meter {meter} has {pending} pending, but its awards come to {awards}")]
    Pending { meter: MeterId, pending: MeterUnits, awards: MeterUnits },
    #[error("meter {meter} is not as entry {seq} left it")]
    NotAsEntered { meter: MeterId, seq: u64 },
    #[error("the {} {} was last changed by entry {seq}, which is not there", .key.kind(), .key.name())]
    NoEntry { key: Key, seq: u64 },
    #[error("the {} {} is not what the entries make of it", .0.kind(), .0.name())]
    NotAsReplayed(Key),
}

impl Problem {
    /// The meter that must take no bets because of it; all of them if it names none.
    pub fn meter(&self) -> Option<&MeterId> {
        match self {
            Problem::Chain(_) | Problem::Head { .. } => None,
            Problem::Unreadable { key, .. }
            | Problem::NoEntry { key, .. }
            | Problem::NotAsReplayed(key) => match key {
                Key::Meter(meter) => Some(meter),
                _ => None,
            },
            Problem::Unbalanced(meter)
            | Problem::Pending { meter, .. }
            | Problem::NotAsEntered { meter, .. } => Some(meter),
        }
    }
}

/// What a check found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Where the chain ended when it was looked at.
    pub head: Head,
    /// How many entries were looked at.
    pub entries: u64,
    /// Everything that does not agree.
    pub problems: Vec<Problem>,
}

impl Checked {
    /// Does everything agree?
    pub fn is_fine(&self) -> bool {
        self.problems.is_empty()
    }
}

/// How deep a full check goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// Every entry bears out its hash and follows the one before.
    Chain,
    /// Also, every request is done anew: it does what its entry says, and all of them leave the house
    /// that is written.
    Replay,
}

/// Checks every live thing and the last entries. Nobody writes meanwhile; it takes milliseconds.
pub fn quick(store: &mut dyn Store) -> Result<Checked, StoreError> {
    let head = store.begin()?;
    let checked = quick_locked(store, head);
    store.roll_back();
    checked
}

fn quick_locked(store: &mut dyn Store, head: Head) -> Result<Checked, StoreError> {
    let mut problems = Vec::new();
    let rows = store.rows_since(0)?;
    must_have_entries(&rows, head, &mut problems);
    let house = load(&rows, &mut problems);
    check_meters(&house, &mut problems);
    let (from, entries) = tail(store, head)?;
    let mut chain = Verifier::from(from);
    match entries.iter().try_for_each(|entry| chain.entry(entry.seq, &entry.line, entry.hash)) {
        Err(broken) => problems.push(broken.into()),
        Ok(()) if chain.head() != head => {
            problems.push(Problem::Head { head, found: chain.head().seq });
        }
        Ok(()) => check_last_moves(&house, &entries, &mut problems),
    }
    Ok(Checked { head, entries: entries.len() as u64, problems })
}

/// The last entries, and the end of the chain before them.
fn tail(store: &mut dyn Store, head: Head) -> Result<(Head, Vec<Entry>), StoreError> {
    // One more than is checked, for its hash.
    let Some(before) = head.seq.checked_sub(TAIL + 1) else {
        return Ok((Head::EMPTY, store.entries(0, CHUNK)?));
    };
    let mut entries = store.entries(before, CHUNK)?;
    let from = if entries.is_empty() { Head::EMPTY } else { entries.remove(0).head() };
    Ok((from, entries))
}

/// Every row was left by an entry that is there.
fn must_have_entries(rows: &[Row], head: Head, problems: &mut Vec<Problem>) {
    for row in rows.iter().filter(|row| row.seq > head.seq) {
        problems.push(Problem::NoEntry { key: row.key.clone(), seq: row.seq });
    }
}

fn load(rows: &[Row], problems: &mut Vec<Problem>) -> House {
    let mut house = House::default();
    for row in rows {
        if let Err(error) = house.load(&row.key, &row.json) {
            problems.push(Problem::Unreadable { key: row.key.clone(), why: error.to_string() });
        }
    }
    house
}

fn check_meters(house: &House, problems: &mut Vec<Problem>) {
    for meter in house.meters() {
        if !meter.balances() {
            problems.push(Problem::Unbalanced(meter.id.clone()));
        }
        let mut awards = MeterUnits::ZERO;
        for award in house.awards().filter(|a| a.meter == meter.id && a.is_from_meter()) {
            awards += award.amount.into();
        }
        if awards != meter.totals.pending {
            let (meter, pending) = (meter.id.clone(), meter.totals.pending);
            problems.push(Problem::Pending { meter, pending, awards });
        }
    }
}

/// The newest move of each meter in the tail is where its money is now.
fn check_last_moves(house: &House, entries: &[Entry], problems: &mut Vec<Problem>) {
    let mut seen: BTreeSet<MeterId> = BTreeSet::new();
    for entry in entries.iter().rev() {
        let record = match entry.record() {
            Ok(record) => record,
            Err(error) => {
                problems.push(against_the_law(entry.seq, error.to_string()).into());
                continue;
            }
        };
        for moved in record.effect.moves.iter().rev() {
            let is_newest = seen.insert(moved.meter.clone());
            let is_there = house.meter(&moved.meter).is_ok_and(|meter| meter.totals == moved.after);
            if is_newest && !is_there {
                let (meter, seq) = (moved.meter.clone(), entry.seq);
                problems.push(Problem::NotAsEntered { meter, seq });
            }
        }
    }
}

fn against_the_law(seq: u64, why: String) -> Broken {
    Broken::Law { line: seq, seq, why }
}

/// Checks the whole chain up to where it ends now; `progress` hears how many entries of how many are
/// done. Others may write meanwhile. Stops at the first break: nothing behind it can be trusted.
pub fn full(
    store: &mut dyn Store,
    depth: Depth,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Checked, StoreError> {
    let head = store.head()?;
    let mut problems = Vec::new();
    let mut replay = Replay::default();
    let (to_check, chunks) = sync_channel::<Vec<Entry>>(4);
    // One thread reads while another hashes.
    let (read, walked) = std::thread::scope(|scope| {
        let walker = scope.spawn(|| {
            let mut chain = Verifier::default();
            let mut done = Ok(());
            for entries in chunks {
                done = walk(&mut chain, &mut replay, &entries, depth);
                if done.is_err() {
                    break;
                }
            }
            (chain, done)
        });
        let mut read_all = || {
            let mut after = 0;
            while after < head.seq {
                let mut entries = store.entries(after, CHUNK)?;
                entries.retain(|entry| entry.seq <= head.seq);
                let Some(last) = entries.last() else { break };
                after = last.seq;
                progress(after, head.seq);
                if to_check.send(entries).is_err() {
                    break;
                }
            }
            Ok(())
        };
        let read: Result<(), StoreError> = read_all();
        drop(to_check);
        (read, walker.join())
    });
    read?;
    // A law that is asserted fell: the entries cannot be done anew.
    let Ok((chain, walked)) = walked else {
        let why = "doing it anew breaks the law of conservation".to_owned();
        problems.push(against_the_law(head.seq, why).into());
        return Ok(Checked { head, entries: 0, problems });
    };
    let entries = chain.head().seq;
    if let Err(broken) = walked.and_then(|()| chain.ends_at(head)) {
        problems.push(broken.into());
    } else if depth == Depth::Replay {
        replay.compare(store, head, &mut problems)?;
    }
    Ok(Checked { head, entries, problems })
}

fn walk(
    chain: &mut Verifier,
    replay: &mut Replay,
    entries: &[Entry],
    depth: Depth,
) -> Result<(), Broken> {
    for entry in entries {
        chain.entry(entry.seq, &entry.line, entry.hash)?;
        if depth == Depth::Replay {
            replay.entry(entry).map_err(|why| against_the_law(entry.seq, why))?;
        }
    }
    replay.note_changes();
    Ok(())
}

/// A house made anew from its entries.
#[derive(Default)]
struct Replay {
    house: House,
    rows: BTreeMap<Key, (Value, bool)>,
    ids: HashSet<RequestId>,
}

impl Replay {
    fn entry(&mut self, entry: &Entry) -> Result<(), String> {
        let record = entry.record().map_err(|error| error.to_string())?;
        if record.seq != entry.seq {
            return Err(format!("it calls itself entry {}", record.seq));
        }
        if !self.ids.insert(record.request.id) {
            return Err(format!("request {} was done before", record.request.id));
        }
        let effect = self.house.apply(&record.request).map_err(|refusal| refusal.to_string())?;
        let is_same = effect == record.effect;
        is_same.then_some(()).ok_or_else(|| "it did something else".to_owned())
    }

    fn note_changes(&mut self) {
        for (key, value, is_live) in self.house.take_changes() {
            self.rows.insert(key, (value, is_live));
        }
    }

    /// Compares what it came to with what is written, up to this head.
    fn compare(
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
        Ok(())
    }
}
