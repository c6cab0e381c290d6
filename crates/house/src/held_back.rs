//! What no one may read in the ledger yet: entries with the cards and the seeds of rounds that are not
//! over.

use ledger::{Store, StoreError};
use progressive::TableId;
use serde::Serialize;

use crate::Record;
use crate::machine::{House, round_key};
use crate::report;
use crate::request::Command;
use crate::table::play::{Play, Progress};
use crate::table::shuffling::Shuffled;

/// A table whose shuffle is not revealed or whose round is not over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OpenTable {
    /// The table.
    pub table: TableId,
    /// The first round that may still be dealt from its shuffle.
    pub round: u64,
}

/// The entries that are held back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct HeldBack {
    /// The first of them.
    pub from: u64,
    /// Because of these.
    pub tables: Vec<OpenTable>,
}

impl HeldBack {
    /// Why, in words.
    pub fn words(&self) -> String {
        let tables: Vec<&str> = self.tables.iter().map(|open| open.table.as_str()).collect();
        let (noun, tables) =
            (if tables.len() == 1 { "table" } else { "tables" }, tables.join(", "));
        let from = self.from;
        format!("entries from {from} on are held back until the rounds at {noun} {tables} are over")
    }
}

impl House {
    /// The tables with cards or seeds that are not revealed yet: each with the first round that they
    /// may tell of.
    pub fn open_rounds(&self) -> Vec<OpenTable> {
        let open = |table: &crate::table::Table| {
            let shuffled = table.shuffle().filter(|shuffle| !shuffle.is_spent());
            let play = self.play(table.id()).filter(|play| play.progress() != Progress::Over);
            let rounds = shuffled.map(Shuffled::round).into_iter().chain(play.map(Play::number));
            Some(OpenTable { table: table.id().clone(), round: rounds.min()? })
        };
        self.floor().filter_map(open).collect()
    }

    /// Whether an entry tells of a round that is not over, or of a shuffle that is not revealed.
    pub fn is_held_back(open: &[OpenTable], record: &Record) -> bool {
        let (Some(table), round) = (&record.effect.table, record.effect.round) else {
            return false;
        };
        let is_it = |open: &&OpenTable| open.table == *table;
        let open = open.iter().find(is_it);
        // A round without a number at such a table may be any.
        open.is_some_and(|open| round.is_none_or(|round| round >= open.round))
    }
}

/// What an entry did, in words for people; of a round that is not over, only who did what where. `known` is the
/// last entry that `open` is known for.
pub fn told(open: &[OpenTable], known: u64, record: &Record) -> String {
    if is_told(open, known, record) {
        return report::words(&record.request.command, record);
    }
    let Command::Table { .. } = &record.request.command else {
        return report::words(&record.request.command, record);
    };
    let round = record.effect.round.map_or_else(String::new, |round| format!(" round {round}"));
    let table = record.effect.table.as_ref().map_or("", |table| table.as_str());
    format!("{table}{round}: held back until the round is over")
}

/// Whether everything that an entry says may be told.
pub fn is_told(open: &[OpenTable], known: u64, record: &Record) -> bool {
    record.seq <= known && !House::is_held_back(open, record)
}

/// The entries that are held back, if any are: from the first entry of the oldest round that is not
/// over.
pub fn held_back(house: &House, store: &mut dyn Store) -> Result<Option<HeldBack>, StoreError> {
    let tables = house.open_rounds();
    let mut from: Option<u64> = None;
    for open in &tables {
        let first = ledger::about::<House>(store, &round_key(&open.table, open.round), 0, 1)?;
        if let Some(entry) = first.first() {
            from = Some(from.map_or(entry.seq, |from| from.min(entry.seq)));
        }
    }
    Ok(from.map(|from| HeldBack { from, tables }))
}
