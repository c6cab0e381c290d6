//! Gaming days: what every table took in and every meter owed between two closings.
//!
//! A day ends when a supervisor closes it, not when a clock says so: what is in an earlier entry belongs to the day,
//! what is in a later one to the next. Rounds, chips and awards may be under way; what lies on the tables then is part
//! of the day's end. Everything is read from the book, so a day balances whenever the book does.

use std::collections::BTreeMap;

use ledger::{Store, StoreError};
use money::{MeterUnits, Moment};
use progressive::{MeterId, PersonId, TableId, Totals, as_text, sparse};
use serde::{Deserialize, Serialize};

use crate::book::{Account, Book};
use crate::machine::{House, RecordId};

/// A gaming day that was closed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Day {
    /// Its number, from 1.
    pub number: u64,
    /// When the day before it was closed; nothing for the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened: Option<Moment>,
    /// When it was closed.
    pub closed: Moment,
    /// By whom.
    pub by: PersonId,
    /// Where the money was at its beginning, and at its end.
    pub before: Positions,
    /// At its end.
    pub after: Positions,
}

/// Where all money is at a moment.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Positions {
    /// Every table that has handled any.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tables: BTreeMap<TableId, TablePosition>,
    /// Every meter.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub meters: BTreeMap<MeterId, MeterPosition>,
    /// What came from everyone outside is less than nothing here.
    #[serde(with = "as_text")]
    pub outside: MeterUnits,
    /// The house's own funds.
    #[serde(with = "as_text")]
    pub house: MeterUnits,
}

/// Where a table's money is, or what became of it in a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct TablePosition {
    /// The cash of buy-ins.
    #[serde(with = "as_text")]
    pub drop: MeterUnits,
    /// What was raked from pots.
    #[serde(with = "as_text")]
    pub rake: MeterUnits,
    /// The dealers' tips.
    #[serde(with = "as_text")]
    pub tokes: MeterUnits,
    /// The chip tray.
    #[serde(with = "as_text")]
    pub tray: MeterUnits,
    /// The players' chips, those on the layout too.
    #[serde(with = "as_text")]
    pub players: MeterUnits,
}

/// Where a meter's money is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct MeterPosition {
    /// By its own accounts.
    #[serde(with = "sparse")]
    pub totals: Totals,
    /// What it owes, in the book.
    #[serde(with = "as_text")]
    pub owed: MeterUnits,
}

impl Default for MeterPosition {
    fn default() -> MeterPosition {
        MeterPosition { totals: Totals::NONE, owed: MeterUnits::ZERO }
    }
}

impl TablePosition {
    /// What became of it since.
    pub fn since(self, before: TablePosition) -> TablePosition {
        TablePosition {
            drop: self.drop - before.drop,
            rake: self.rake - before.rake,
            tokes: self.tokes - before.tokes,
            tray: self.tray - before.tray,
            players: self.players - before.players,
        }
    }

    /// What the house is up: the drop and the rake, less what left the tray.
    pub fn win(self) -> MeterUnits {
        self.drop + self.rake + self.tray
    }

    /// All of it.
    pub fn total(self) -> MeterUnits {
        self.win() + self.tokes + self.players
    }
}

impl Positions {
    /// Where the money of a house is.
    fn of(house: &House) -> Positions {
        let mut positions = Positions::default();
        for meter in house.meters() {
            let position = MeterPosition { totals: meter.totals, owed: MeterUnits::ZERO };
            positions.meters.insert(meter.id.clone(), position);
        }
        positions.take_in(&house.book);
        positions
    }

    fn take_in(&mut self, book: &Book) {
        for (account, balance) in book.balances() {
            match account {
                Account::Outside => self.outside += balance,
                Account::House => self.house += balance,
                Account::Tray(table) => self.table_mut(table).tray += balance,
                Account::Drop(table) => self.table_mut(table).drop += balance,
                Account::Toke(table) => self.table_mut(table).tokes += balance,
                Account::Rake(table) => self.table_mut(table).rake += balance,
                Account::Chips(table, _) | Account::Layout(table, _) => {
                    self.table_mut(table).players += balance;
                }
                Account::Meter(meter) => {
                    self.meters.entry(meter.clone()).or_default().owed += balance;
                }
            }
        }
    }

    fn table_mut(&mut self, table: &TableId) -> &mut TablePosition {
        self.tables.entry(table.clone()).or_default()
    }

    fn table(&self, table: &TableId) -> TablePosition {
        self.tables.get(table).copied().unwrap_or_default()
    }

    fn meter(&self, meter: &MeterId) -> MeterPosition {
        self.meters.get(meter).copied().unwrap_or_default()
    }
}

/// The play money in a day's totals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub struct PlayMoney {
    pub came_in: MeterUnits,
    pub to_house: MeterUnits,
}

/// What a meter did in a day: in + contributions + seeds + top-ups + adjustments - awards = out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct MeterDay {
    /// What it owed at the beginning.
    pub owed_before: MeterUnits,
    pub contributions: MeterUnits,
    pub seeds: MeterUnits,
    pub top_ups: MeterUnits,
    pub adjustments: MeterUnits,
    /// What was paid.
    pub awards: MeterUnits,
    /// What it owes at the end.
    pub owed_after: MeterUnits,
    /// Where that is.
    pub totals: Totals,
}

impl MeterDay {
    /// Whether it adds up.
    pub fn balances(self) -> bool {
        let came_in = self.contributions + self.seeds + self.top_ups + self.adjustments;
        let Totals { display, reserve, overflow, pending, .. } = self.totals;
        self.owed_before + came_in - self.awards == self.owed_after
            && display + reserve + overflow + pending == self.owed_after
    }
}

impl Day {
    /// What every table did that day, those that were open and those that still hold money.
    pub fn tables(&self) -> impl Iterator<Item = (&TableId, TablePosition, TablePosition)> {
        let all = self.after.tables.keys();
        let gone = self.before.tables.keys().filter(|id| !self.after.tables.contains_key(*id));
        all.chain(gone).map(|id| {
            let after = self.after.table(id);
            (id, after.since(self.before.table(id)), after)
        })
    }

    /// What every meter did that day.
    pub fn meters(&self) -> impl Iterator<Item = (&MeterId, MeterDay)> {
        self.after.meters.iter().map(|(id, after)| {
            let before = self.before.meter(id);
            let (then, now) = (before.totals, after.totals);
            let day = MeterDay {
                owed_before: before.owed,
                contributions: now.contributions - then.contributions,
                seeds: now.seeds - then.seeds,
                top_ups: now.top_ups - then.top_ups,
                adjustments: now.adjustments - then.adjustments,
                awards: now.paid - then.paid,
                owed_after: after.owed,
                totals: now,
            };
            (id, day)
        })
    }

    /// What came in from everyone outside; less than nothing if more went out.
    pub fn came_in(&self) -> MeterUnits {
        self.before.outside - self.after.outside
    }

    /// What the house's own funds got.
    pub fn to_house(&self) -> MeterUnits {
        self.after.house - self.before.house
    }

    /// Of what came in and of what the house's own funds got, the part that is play money [PRG-24]: that of the tables
    /// where chips are free and of their meters, which nothing else touches.
    pub fn play_money(&self, house: &House) -> PlayMoney {
        let free = self.tables().filter(|(id, ..)| house.is_free(id));
        let meters = self.meters().filter(|(id, _)| house.is_play_money(id));
        let mut of_it = PlayMoney::default();
        for (_, day) in meters {
            of_it.to_house -= day.seeds + day.top_ups + day.adjustments;
            of_it.came_in += day.owed_after - day.owed_before;
        }
        free.for_each(|(_, day, _)| of_it.came_in += day.total());
        of_it.came_in += of_it.to_house;
        of_it
    }

    /// What the book does not account for: nothing.
    pub fn difference(&self) -> MeterUnits {
        let mut kept = self.to_house();
        self.tables().for_each(|(_, day, _)| kept += day.total());
        self.meters().for_each(|(_, day)| kept += day.owed_after - day.owed_before);
        self.came_in() - kept
    }

    /// Whether every dollar of the day has its place.
    pub fn balances(&self) -> bool {
        self.difference() == MeterUnits::ZERO && self.meters().all(|(_, day)| day.balances())
    }
}

impl House {
    /// The number of the day that is open.
    pub fn open_day(&self) -> u64 {
        self.last_day().map_or(1, |day| day.number + 1)
    }

    /// The day that is open as it would be if it were closed now.
    pub fn day_so_far(&self, at: Moment, by: &PersonId) -> Day {
        let last = self.last_day();
        Day {
            number: self.open_day(),
            opened: last.map(|day| day.closed),
            closed: at,
            by: by.clone(),
            before: last.map(|day| day.after.clone()).unwrap_or_default(),
            after: Positions::of(self),
        }
    }
}

/// A day that was closed, if it was.
pub fn closed_day(store: &mut dyn Store, number: u64) -> Result<Option<Day>, StoreError> {
    let key = RecordId::Day(number).key();
    let Some(row) = ledger::row_now::<House>(store, &key)? else { return Ok(None) };
    let damaged = |why: String| StoreError::Damaged(format!("{key}: {why}"));
    if !row.is_intact() {
        return Err(damaged("its content does not match its hash".to_owned()));
    }
    serde_json::from_str(&row.json).map(Some).map_err(|error| damaged(error.to_string()))
}
