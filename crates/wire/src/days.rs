//! Gaming days.

use house::day::{Day, MeterDay, PlayMoney, TablePosition, closed_day};
use house::people::house_itself;
use house::{House, MeterId, TableId, rfc3339};
use ledger::{Store, StoreError};
use money::{MeterUnits, Moment, Rounding};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Gaming days, the newest first.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DaysOut {
    pub days: Vec<DayLine>,
    /// Where to go on, if there are more: the days before this one.
    pub before: Option<u64>,
}

/// A gaming day in a list.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DayLine {
    pub day: u64,
    /// `open` or `closed`.
    pub state: String,
    /// When the day before it was closed; nothing for the first.
    pub opened_at: Option<String>,
    pub closed_at: Option<String>,
    pub closed_by: Option<String>,
}

/// A gaming day: what every table took in and every meter owes.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DayOut {
    #[serde(flatten)]
    pub line: DayLine,
    pub tables: Vec<TableDayOut>,
    pub meters: Vec<MeterDayOut>,
    /// What came in from everyone outside, less what went out, with four decimals.
    pub came_in: String,
    /// What the house's own funds got: seeds, top-ups and corrections come out of them.
    pub to_house: String,
    /// How much of that is play money [PRG-24], where any is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play_money: Option<PlayMoneyOut>,
    /// What came in, less what tables, meters and the house's funds got: nothing.
    #[schema(example = "0.0000")]
    pub difference: String,
    /// Does every dollar of the day have its place?
    pub balances: bool,
    /// The end of the chain when this was read, signed: number, first digits of the hash, a check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
}

/// The play money in a day's totals.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct PlayMoneyOut {
    pub came_in: String,
    pub to_house: String,
}

impl PlayMoneyOut {
    fn of(PlayMoney { came_in, to_house }: PlayMoney) -> PlayMoneyOut {
        PlayMoneyOut { came_in: came_in.to_string(), to_house: to_house.to_string() }
    }
}

/// A table's day.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct TableDayOut {
    pub table: String,
    /// Are the chips there free [PRG-24]?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub play_money: bool,
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

/// A meter's day: `in` + `contributions` + `seeds` + `top_ups` + `adjustments` - `awards` = `out`.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct MeterDayOut {
    pub meter: String,
    /// Is it for play money [PRG-24]?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub play_money: bool,
    /// What it owed at the beginning.
    #[serde(rename = "in")]
    pub owed_before: String,
    pub contributions: String,
    pub seeds: String,
    /// What the house made up where another table had won what was due [PRG-19].
    #[serde(default = "nothing")]
    #[schema(required = false)]
    pub top_ups: String,
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

/// How many days a list has at most, and how many unless said.
const DAYS_MAX: u64 = 100;
const DAYS_USUAL: u64 = 30;

impl DaysOut {
    /// So many days before one, or the newest; the one that is open as it is now.
    pub fn read(
        house: &House,
        store: &mut dyn Store,
        before: Option<u64>,
        limit: Option<u64>,
        now: Moment,
    ) -> Result<DaysOut, StoreError> {
        let open = house.day_so_far(now, &house_itself());
        let last = before.map_or(open.number, |before| before.saturating_sub(1)).min(open.number);
        let first = last.saturating_sub(limit.unwrap_or(DAYS_USUAL).clamp(1, DAYS_MAX)) + 1;
        let mut days = Vec::new();
        for number in (first..=last).rev() {
            match number == open.number {
                true => days.push(DayLine::of(&open, true)),
                false => {
                    days.extend(closed_day(store, number)?.map(|day| DayLine::of(&day, false)));
                }
            }
        }
        Ok(DaysOut { days, before: (first > 1).then_some(first) })
    }
}

impl DayLine {
    /// A day, open or closed.
    fn of(day: &Day, is_open: bool) -> DayLine {
        DayLine {
            day: day.number,
            state: if is_open { "open" } else { "closed" }.to_owned(),
            opened_at: day.opened.map(rfc3339),
            closed_at: (!is_open).then(|| rfc3339(day.closed)),
            closed_by: (!is_open).then(|| day.by.to_string()),
        }
    }
}

impl DayOut {
    /// A day; the one that is open as it is now.
    pub fn read(
        house: &House,
        store: &mut dyn Store,
        number: u64,
        now: Moment,
    ) -> Result<Option<DayOut>, StoreError> {
        if number == house.open_day() {
            return Ok(Some(DayOut::of(house, &house.day_so_far(now, &house_itself()), true)));
        }
        Ok(closed_day(store, number)?.map(|day| DayOut::of(house, &day, false)))
    }

    fn of(house: &House, day: &Day, is_open: bool) -> DayOut {
        DayOut {
            line: DayLine::of(day, is_open),
            tables: day.tables().map(|(id, did, after)| table(house, id, did, after)).collect(),
            meters: day.meters().map(|(id, did)| meter(house, id, did)).collect(),
            came_in: day.came_in().to_string(),
            to_house: day.to_house().to_string(),
            play_money: Some(day.play_money(house))
                .filter(|of_it| *of_it != PlayMoney::default())
                .map(PlayMoneyOut::of),
            difference: day.difference().to_string(),
            balances: day.balances(),
            head: None,
        }
    }
}

/// Whole cents, as players and dealers handle them.
fn cents(amount: MeterUnits) -> String {
    amount.to_cents(Rounding::Down).to_string()
}

fn table(house: &House, id: &TableId, did: TablePosition, after: TablePosition) -> TableDayOut {
    TableDayOut {
        table: id.to_string(),
        play_money: house.is_free(id),
        drop: cents(did.drop),
        win: did.win().to_string(),
        rake: cents(did.rake),
        tokes: cents(did.tokes),
        players: cents(did.players),
        tray_after: after.tray.to_string(),
        players_after: cents(after.players),
    }
}

/// What a server of an earlier release has topped up.
fn nothing() -> String {
    MeterUnits::ZERO.to_string()
}

fn meter(house: &House, id: &MeterId, did: MeterDay) -> MeterDayOut {
    MeterDayOut {
        meter: id.to_string(),
        play_money: house.is_play_money(id),
        owed_before: did.owed_before.to_string(),
        contributions: did.contributions.to_string(),
        seeds: did.seeds.to_string(),
        top_ups: did.top_ups.to_string(),
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
