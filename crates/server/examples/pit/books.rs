//! What the house says about itself, for the auditor to compare with its own books: every account, every
//! meter, every table's rounds, and each meter's statement for each day of the week.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

use house::report::{self, Span};
use house::{Ledger, MeterId};
use ledger::store::{self, OpenMode};
use money::{MeterUnits, Moment};
use serde_json::{Value, json};

use super::clock::{DAY, DAYS, MONDAY};

/// Writes it all to a file.
pub fn write(url: &str, path: &Path) -> Result<(), Box<dyn Error>> {
    let ledger = Ledger::open(store::open(url, OpenMode::Existing)?)?;
    let snapshot = ledger.snapshot();
    let house = &snapshot.machine;
    let accounts: BTreeMap<String, String> = house
        .book()
        .balances()
        .map(|(account, balance)| (account.to_string(), exact(balance)))
        .collect();
    let rounds: BTreeMap<String, u64> =
        house.floor().map(|table| (table.id().to_string(), table.rounds())).collect();
    let mut pending: Vec<u64> = house.awards().map(|award| award.number.0).collect();
    pending.sort_unstable();
    let mut reader = store::open(url, OpenMode::ReadOnly)?;
    let mut days = Vec::new();
    for meter in house.meters() {
        for day in 0..DAYS {
            days.push(statement(&mut *reader, &meter.id, day)?);
        }
    }
    let all = json!({ "accounts": accounts, "rounds": rounds, "pending": pending, "days": days });
    std::fs::write(path, all.to_string())?;
    Ok(())
}

/// A day of a meter, by its statement: how many lines, and what they add up to.
fn statement(
    store: &mut dyn ledger::Store,
    meter: &MeterId,
    day: i64,
) -> Result<Value, Box<dyn Error>> {
    let from = MONDAY + day * DAY;
    let span =
        Span { from: Some(Moment(from)), until: Some(Moment(from + DAY)), ..Span::default() };
    let lines = report::statement(store, meter, &span)?;
    let mut change = MeterUnits::ZERO;
    let mut moved: BTreeMap<String, MeterUnits> = BTreeMap::new();
    for line in &lines {
        change += line.change;
        for transfer in &line.transfers {
            let way = serde_json::to_value([transfer.from, transfer.to])?;
            let way = format!("{} to {}", text(&way[0]), text(&way[1]));
            *moved.entry(way).or_insert(MeterUnits::ZERO) += transfer.amount;
        }
    }
    let moved: BTreeMap<String, String> =
        moved.into_iter().map(|(way, amount)| (way, exact(amount))).collect();
    Ok(json!({
        "day": day,
        "meter": meter.to_string(),
        "lines": lines.len(),
        "change": exact(change),
        "moved": moved,
    }))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// All six decimals.
fn exact(amount: MeterUnits) -> String {
    amount.get().to_string()
}
