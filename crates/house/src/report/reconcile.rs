//! Meters beside what was counted of them, and what the house owes on them.

use super::{CHUNK, read_record, read_row};
use crate::machine::House;
use ledger::{EntryRef, Store, StoreError};
use money::{Cents, MeterUnits};
use progressive::{Meter, MeterId, Totals, as_text};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Difference above which a reconciliation is marked (A3).
pub const MARK: Cents = Cents::dollars(50);

/// One meter against the sum of its entries, and against what someone read off the sign (A3).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Reconciled {
    /// The meter.
    pub meter: MeterId,
    /// What the ledger says its sign shows.
    #[serde(with = "as_text")]
    pub display: MeterUnits,
    /// The sum of the changes of all its entries.
    #[serde(with = "as_text")]
    pub entries: MeterUnits,
    /// What was read off the sign, if someone did.
    #[serde(with = "as_text::option")]
    pub sign: Option<MeterUnits>,
    /// The larger of the two differences.
    #[serde(with = "as_text")]
    pub difference: MeterUnits,
    /// Whether it is over $50.
    pub is_marked: bool,
    /// Whether the law of conservation holds.
    pub balances: bool,
}

/// Reconciles every meter with the sum of its entries and with what was read off the signs;
/// `progress` hears how many entries of how many are read. Others may write meanwhile: each meter is
/// held against the entries up to the one that left it so.
pub fn reconcile(
    store: &mut dyn Store,
    signs: &BTreeMap<MeterId, MeterUnits>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<Reconciled>, StoreError> {
    let mut meters: BTreeMap<MeterId, (Meter, u64)> = BTreeMap::new();
    for row in ledger::rows_now::<House>(store, "meter")? {
        let meter: Meter = read_row(&row)?;
        meters.insert(meter.id.clone(), (meter, row.seq));
    }
    let last = meters.values().map(|(_, seq)| *seq).max().unwrap_or(0);
    let mut sums: BTreeMap<MeterId, MeterUnits> = BTreeMap::new();
    let mut read = Ok(());
    store.visit(0, last, &mut |entry| {
        if entry.seq.is_multiple_of(CHUNK as u64) || entry.seq == last {
            progress(entry.seq, last);
        }
        read = add_moves(&mut sums, &meters, entry);
        if read.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    read?;
    let one = |(meter, _): &(Meter, u64)| reconciled(meter, &sums, signs);
    Ok(meters.values().map(one).collect())
}

/// Adds what an entry changed on the signs.
fn add_moves(
    sums: &mut BTreeMap<MeterId, MeterUnits>,
    meters: &BTreeMap<MeterId, (Meter, u64)>,
    entry: EntryRef<'_>,
) -> Result<(), StoreError> {
    if !entry.line.contains("\"moves\":") {
        return Ok(());
    }
    for moved in read_record(entry)?.effect.moves {
        if meters.get(&moved.meter).is_some_and(|(_, last)| entry.seq <= *last) {
            let sum = sums.entry(moved.meter).or_insert(MeterUnits::ZERO);
            *sum += moved.after.display - moved.before;
        }
    }
    Ok(())
}

fn reconciled(
    meter: &Meter,
    sums: &BTreeMap<MeterId, MeterUnits>,
    signs: &BTreeMap<MeterId, MeterUnits>,
) -> Reconciled {
    let size = |amount: MeterUnits| if amount < MeterUnits::ZERO { -amount } else { amount };
    let display = meter.totals.display;
    let entries = sums.get(&meter.id).copied().unwrap_or(MeterUnits::ZERO);
    let sign = signs.get(&meter.id).copied();
    let apart = sign.map_or(MeterUnits::ZERO, |sign| size(sign - display));
    let difference = size(display - entries).max(apart);
    Reconciled {
        meter: meter.id.clone(),
        display,
        entries,
        sign,
        difference,
        is_marked: difference > MeterUnits::from(MARK),
        balances: meter.balances(),
    }
}

/// What a meter owes, and where it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct Liability {
    pub meter: MeterId,
    pub totals: Totals,
    #[serde(with = "as_text")]
    pub owed: MeterUnits,
    pub is_closed: bool,
    /// Whether it is for play money [PRG-24]. Nobody is owed that.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub play_money: bool,
}

/// What every meter owes.
pub fn liability(house: &House) -> Vec<Liability> {
    let one = |meter: &Meter| Liability {
        meter: meter.id.clone(),
        totals: meter.totals,
        owed: meter.liability(),
        is_closed: meter.is_closed,
        play_money: house.is_play_money(&meter.id),
    };
    house.meters().map(one).collect()
}

/// What the house owes on its meters: play money is owed to nobody [PRG-24].
pub fn owed(meters: &[Liability]) -> MeterUnits {
    let real = meters.iter().filter(|meter| !meter.play_money);
    real.fold(MeterUnits::ZERO, |sum, meter| sum + meter.owed)
}
