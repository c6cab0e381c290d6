//! What a house is asked for on paper: statements, slips, reconciliation, liability, sign records.
//! Everything here is computed from the ledger's own lines and rows; nothing is changed.

mod in_words;
mod reconcile;

pub use in_words::{
    disagreement_words, key_words, override_words, paid_words, proposed_words, standing_word,
    standing_words, waited_seconds, words,
};
pub use reconcile::{Liability, MARK, Reconciled, liability, owed, reconcile};

use std::ops::ControlFlow;

use ledger::{EntryRef, RequestId, Row, Store, StoreError};
use money::{MeterUnits, Moment};
use progressive::{
    Account, Award, AwardNumber, DeviceId, MeterId, PersonId, TableId, Totals, Transfer, as_text,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Record;
use in_words::in_dollars;

use crate::machine::{Effect, House, Move, Proposal, RecordId, round_key};
use crate::request::{Command, Request};

/// How many entries are read at a time.
const CHUNK: usize = 10_000;

/// A line of a meter's statement: one entry with what the sign showed before and after (A1).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct StatementLine {
    pub seq: u64,
    pub at: Moment,
    pub by: PersonId,
    pub device: DeviceId,
    pub what: String,
    /// The edition that the table was open under, for what was done at a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// The awards that were decided, as they stood then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub awards: Vec<Award>,
    #[serde(with = "as_text")]
    pub before: MeterUnits,
    #[serde(with = "as_text")]
    pub change: MeterUnits,
    #[serde(with = "as_text")]
    pub after: MeterUnits,
    /// What the house made up for a round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_up: Option<TopUp>,
    /// The money that moved, from which account to which.
    pub transfers: Vec<Transfer>,
    /// Where all of its money is after it.
    pub totals: Totals,
    /// By how many microseconds the clock that it was made by was behind an earlier entry's, if
    /// noticeably.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock_back_micros: Option<i64>,
}

/// What the house put on a meter for a round, because another table had won what was due [PRG-19] (3).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct TopUp {
    /// The table.
    pub table: TableId,
    /// Its round.
    pub round: u64,
    /// How much; less than nothing where it went back to the house, since the round needs it no more.
    #[serde(with = "as_text")]
    pub amount: MeterUnits,
}

impl TopUp {
    /// What of a move is a top-up for the round that the entry names.
    fn of(moved: &Move, effect: &Effect) -> Option<TopUp> {
        let made_up = |transfer: &Transfer| match (transfer.from, transfer.to) {
            (Account::TopUps, _) => Some(transfer.amount),
            (_, Account::TopUps) => Some(-transfer.amount),
            _ => None,
        };
        let amount = moved.transfers.iter().find_map(made_up)?;
        Some(TopUp { table: effect.table.clone()?, round: effect.round?, amount })
    }

    /// `top-up by the house for t1 round 4: $1,000.00`.
    pub fn words(&self) -> String {
        let TopUp { table, round, amount } = self;
        match *amount < MeterUnits::ZERO {
            true => format!(
                "top-up for {table} round {round} back to the house: {}",
                in_dollars(-*amount)
            ),
            false => {
                format!("top-up by the house for {table} round {round}: {}", in_dollars(*amount))
            }
        }
    }
}

/// Which entries are looked at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Span {
    /// Behind this entry.
    pub after_seq: u64,
    /// From this moment on.
    pub from: Option<Moment>,
    /// Before this moment.
    pub until: Option<Moment>,
}

impl Span {
    fn holds(&self, at: Moment) -> bool {
        self.from.is_none_or(|from| at >= from) && self.until.is_none_or(|until| at < until)
    }
}

/// Goes through the entries of a span in order, each with its line; `progress` hears how many entries
/// of how many are read. Lines without some text are not even read as JSON.
pub fn each_record(
    store: &mut dyn Store,
    span: &Span,
    having: Option<&str>,
    progress: &mut dyn FnMut(u64, u64),
    mut visit: impl FnMut(&Record, &str),
) -> Result<(), StoreError> {
    let last = store.head()?.seq;
    let mut read = Ok(());
    store.visit(span.after_seq, last, &mut |entry| {
        if entry.seq.is_multiple_of(CHUNK as u64) {
            progress(entry.seq, last);
        }
        if having.is_some_and(|text| !entry.line.contains(text)) {
            return ControlFlow::Continue(());
        }
        match read_record(entry) {
            Ok(record) if span.holds(record.at) => visit(&record, entry.line),
            Ok(_) => {}
            Err(error) => {
                read = Err(error);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    })?;
    read
}

/// The entry that a request has made, if it was made.
pub fn made_by(store: &mut dyn Store, id: RequestId) -> Result<Option<Record>, StoreError> {
    let found = store.find(&[id])?;
    found.first().map(|(_, entry)| read_record(entry.as_ref())).transpose()
}

/// Every entry that moved a meter's money. No others are read.
pub fn statement(
    store: &mut dyn Store,
    meter: &MeterId,
    span: &Span,
) -> Result<Vec<StatementLine>, StoreError> {
    let mut lines = Vec::new();
    let mut after = span.after_seq;
    loop {
        let entries =
            ledger::about::<House>(store, &RecordId::Meter(meter.clone()).key(), after, CHUNK)?;
        let Some(last) = entries.last() else { return Ok(lines) };
        after = last.seq;
        for entry in &entries {
            let record = read_record(entry.as_ref())?;
            if span.holds(record.at) {
                lines.extend(statement_lines(store, &record, meter)?);
            }
        }
    }
}

/// What an approval carried out, and who had proposed it: its own entry has only the number (A1).
fn approved(store: &mut dyn Store, record: &Record) -> Result<Option<String>, StoreError> {
    let Command::Approve { proposal } = &record.request.command else { return Ok(None) };
    let row = ledger::row_now::<House>(store, &RecordId::Proposal(*proposal).key())?;
    let Some(proposal) = row.as_ref().map(read_row::<Proposal>).transpose()? else {
        return Ok(None);
    };
    let words = proposed_words(&proposal.proposed);
    Ok(Some(format!("; proposed by {}: {words}", proposal.by)))
}

/// What an entry did to a meter.
pub fn statement_lines(
    store: &mut dyn Store,
    record: &Record,
    meter: &MeterId,
) -> Result<Vec<StatementLine>, StoreError> {
    let about = approved(store, record)?.unwrap_or_default();
    let Request { by, device, command, .. } = &record.request;
    let line = |moved: &Move| StatementLine {
        seq: record.seq,
        at: record.at,
        by: by.clone(),
        device: device.clone(),
        what: words(command, record) + &about,
        edition: record.effect.edition.clone(),
        awards: decided(record).filter(|award| award.meter == *meter).cloned().collect(),
        before: moved.before,
        change: moved.after.display - moved.before,
        after: moved.after.display,
        top_up: TopUp::of(moved, &record.effect),
        transfers: moved.transfers.clone(),
        totals: moved.after,
        clock_back_micros: record.clock_back_micros,
    };
    Ok(record.effect.moves.iter().filter(|moved| moved.meter == *meter).map(line).collect())
}

/// The awards that an entry decided: all but those that are still pending.
fn decided(record: &Record) -> impl Iterator<Item = &Award> {
    record.effect.awards.iter().filter(|award| !award.is_pending())
}

/// What an entry says.
pub fn read_record(entry: EntryRef<'_>) -> Result<Record, StoreError> {
    Record::read(entry)
        .map_err(|error| StoreError::Damaged(format!("entry {}: {error}", entry.seq)))
}

/// Every entry of a table's round, from the lock to its end (L2).
pub fn round(
    store: &mut dyn Store,
    table: &TableId,
    number: u64,
) -> Result<Vec<Record>, StoreError> {
    let entries = ledger::about::<House>(store, &round_key(table, number), 0, usize::MAX)?;
    entries.iter().map(|entry| read_record(entry.as_ref())).collect()
}

/// An award with its number, for its slip (W5).
pub fn award(store: &mut dyn Store, number: AwardNumber) -> Result<Option<Award>, StoreError> {
    let row = ledger::row_now::<House>(store, &RecordId::Award(number).key())?;
    row.as_ref().map(read_intact).transpose()
}

/// Every award of a house, in the order of their numbers.
pub fn awards(store: &mut dyn Store) -> Result<Vec<Award>, StoreError> {
    ledger::rows_now::<House>(store, "award")?.iter().map(read_intact).collect()
}

/// A row that was not changed outside this program: a slip is worth money.
fn read_intact<T: DeserializeOwned>(row: &Row) -> Result<T, StoreError> {
    if !row.is_intact() {
        let why = format!("the record of {} was changed outside this program", row.key);
        return Err(StoreError::Damaged(why));
    }
    read_row(row)
}

fn read_row<T: DeserializeOwned>(row: &Row) -> Result<T, StoreError> {
    serde_json::from_str(&row.json)
        .map_err(|error| StoreError::Damaged(format!("{}: {error}", row.key)))
}
