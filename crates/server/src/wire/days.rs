//! Gaming days.

use house::day::{Day, MeterDay, TablePosition};
use house::{MeterId, TableId, rfc3339};
use money::{MeterUnits, Rounding};
use serde::Serialize;
use utoipa::ToSchema;

/// Gaming days, the newest first.
#[derive(Serialize, ToSchema)]
pub struct DaysOut {
    pub days: Vec<DayLine>,
    /// Where to go on, if there are more: the days before this one.
    pub before: Option<u64>,
}

/// A gaming day in a list.
#[derive(Serialize, ToSchema)]
pub struct DayLine {
    pub day: u64,
    /// `open` or `closed`.
    pub state: &'static str,
    /// When the day before it was closed; nothing for the first.
    pub opened_at: Option<String>,
    pub closed_at: Option<String>,
    pub closed_by: Option<String>,
}

/// A gaming day: what every table took in and every meter owes.
#[derive(Serialize, ToSchema)]
pub struct DayOut {
    #[serde(flatten)]
    pub line: DayLine,
    pub tables: Vec<TableDayOut>,
    pub meters: Vec<MeterDayOut>,
    /// What came in from everyone outside, less what went out, with four decimals.
    pub came_in: String,
    /// What the house's own funds got: seeds and corrections come out of them.
    pub to_house: String,
    /// What came in, less what tables, meters and the house's funds got: nothing.
    #[schema(example = "0.0000")]
    pub difference: String,
    /// Does every dollar of the day have its place?
    pub balances: bool,
}

/// A table's day.
#[derive(Serialize, ToSchema)]
pub struct TableDayOut {
    pub table: String,
    /// The cash of buy-ins.
    pub drop: String,
    /// What the house is up: the drop and the rake, less what left the tray, for meters too; with four decimals.
    pub win: String,
    pub rake: String,
    /// The dealers' tips.
    pub tokes: String,
    /// By how much the players' chips at the table became more.
    pub players: String,
    /// What lies there at the end: the tray, counted from nothing, and the players' chips.
    pub tray_after: String,
    pub players_after: String,
}

/// A meter's day: `in` + `contributions` + `seeds` + `adjustments` - `awards` = `out`.
#[derive(Serialize, ToSchema)]
pub struct MeterDayOut {
    pub meter: String,
    /// What it owed at the beginning.
    #[serde(rename = "in")]
    pub owed_before: String,
    pub contributions: String,
    pub seeds: String,
    pub adjustments: String,
    /// What was paid.
    pub awards: String,
    /// What it owes at the end: display, reserve, overflow and pending.
    pub out: String,
    pub display: String,
    pub reserve: String,
    pub overflow: String,
    pub pending: String,
    pub balances: bool,
}

impl DayLine {
    /// A day, open or closed.
    pub fn of(day: &Day, is_open: bool) -> DayLine {
        DayLine {
            day: day.number,
            state: if is_open { "open" } else { "closed" },
            opened_at: day.opened.map(rfc3339),
            closed_at: (!is_open).then(|| rfc3339(day.closed)),
            closed_by: (!is_open).then(|| day.by.to_string()),
        }
    }
}

impl DayOut {
    /// A day, open or closed.
    pub fn of(day: &Day, is_open: bool) -> DayOut {
        DayOut {
            line: DayLine::of(day, is_open),
            tables: day.tables().map(|(id, did, after)| table(id, did, after)).collect(),
            meters: day.meters().map(|(id, did)| meter(id, did)).collect(),
            came_in: day.came_in().to_string(),
            to_house: day.to_house().to_string(),
            difference: day.difference().to_string(),
            balances: day.balances(),
        }
    }
}

/// Whole cents, as players and dealers handle them.
fn cents(amount: MeterUnits) -> String {
    amount.to_cents(Rounding::Down).to_string()
}

fn table(id: &TableId, did: TablePosition, after: TablePosition) -> TableDayOut {
    TableDayOut {
        table: id.to_string(),
        drop: cents(did.drop),
        win: did.win().to_string(),
        rake: cents(did.rake),
        tokes: cents(did.tokes),
        players: cents(did.players),
        tray_after: after.tray.to_string(),
        players_after: cents(after.players),
    }
}

fn meter(id: &MeterId, did: MeterDay) -> MeterDayOut {
    MeterDayOut {
        meter: id.to_string(),
        owed_before: did.owed_before.to_string(),
        contributions: did.contributions.to_string(),
        seeds: did.seeds.to_string(),
        adjustments: did.adjustments.to_string(),
        awards: did.awards.to_string(),
        out: did.owed_after.to_string(),
        display: did.totals.display.to_string(),
        reserve: did.totals.reserve.to_string(),
        overflow: did.totals.overflow.to_string(),
        pending: did.totals.pending.to_string(),
        balances: did.balances(),
    }
}
