//! Self-check (F3): does what a store keeps agree with itself?
//!
//! [`quick`] looks at every live thing and at the last entries; it takes the same time however long the
//! history is, and is done before any table opens. [`full`] goes through the whole chain, and if asked
//! repeats every request and compares the results, and the final house, with what is stored.

mod ranges;
mod replay;

use std::collections::BTreeSet;

use money::MeterUnits;

use crate::chain::{Broken, Entry, Head, Verifier};
use crate::house::{House, Key};
use crate::ids::MeterId;
use crate::store::{Row, Store, StoreError};
pub(crate) use replay::Replay;

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
    #[error("the store records entry {} as its last, but its chain ends at entry {found}", .head.seq)]
    Head { head: Head, found: u64 },
    #[error("the {} {} cannot be read: {why}", .key.kind(), .key.name())]
    Unreadable { key: Key, why: String },
    #[error("meter {0} does not balance")]
    Unbalanced(MeterId),
    #[error("meter {meter} has {pending} pending, but its pending awards add up to {awards}")]
    Pending { meter: MeterId, pending: MeterUnits, awards: MeterUnits },
    #[error("meter {meter} does not match entry {seq}, its last change")]
    NotAsEntered { meter: MeterId, seq: u64 },
    #[error("the {} {} was last changed by entry {seq}, which is missing", .key.kind(), .key.name())]
    NoEntry { key: Key, seq: u64 },
    #[error("the {} {} does not match the entries", .0.kind(), .0.name())]
    NotAsReplayed(Key),
    #[error("the statement of meter {meter} {} entry {seq}", if *.is_missing { "is missing" } else { "wrongly lists" })]
    Statement { meter: MeterId, seq: u64, is_missing: bool },
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
            | Problem::NotAsEntered { meter, .. }
            | Problem::Statement { meter, .. } => Some(meter),
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
    /// Every entry matches its hash and follows the one before.
    Chain,
    /// Also, every request is repeated: it does what its entry says, and all of them leave the house
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
/// done. Others may write meanwhile. Stops at the first break: nothing after it can be trusted.
pub fn full(
    store: &mut dyn Store,
    depth: Depth,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Checked, StoreError> {
    let head = store.head()?;
    let mut problems = Vec::new();
    let mut replay = Replay::default();
    let walked = match depth {
        Depth::Chain => ranges::verify(store, head, progress)?,
        Depth::Replay => replay.walk(store, head, progress)?,
    };
    match walked.broken {
        Some(broken) => problems.push(broken.into()),
        None if depth == Depth::Replay => replay.compare(store, head, &mut problems)?,
        None => {}
    }
    Ok(Checked { head, entries: walked.entries, problems })
}

/// How far a chain was found whole, and what is wrong behind that.
struct Walked {
    entries: u64,
    broken: Option<Broken>,
}

impl Walked {
    /// A walk that came to an end, well or not, with the chain so far.
    fn ended(chain: &Verifier, walked: Result<(), Broken>) -> Walked {
        Walked { entries: chain.head().seq, broken: walked.err() }
    }
}

/// How many threads have something to do at once.
pub(crate) fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
