//! `croupier meter sign`: the signs as they change, whichever process changes them (P6).

use std::collections::BTreeMap;
use std::time::Duration;

use money::Rounding;
use progressive::{Award, House, Meter, MeterId, store};
use serde::Serialize;

use crate::args::MeterSign;
use crate::house;
use crate::output::Printer;

/// How long a wait for the next change lasts; then the house is looked at again.
const WAIT: Duration = Duration::from_secs(10);
/// How long to wait before a lost store is asked again.
const AGAIN: Duration = Duration::from_millis(500);

/// What a sign shows.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
struct Sign {
    meter: MeterId,
    /// In whole cents.
    shows: String,
    /// The wins that are being verified.
    pending: Vec<Win>,
    out_of_order: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Serialize)]
struct Win {
    award: u64,
    table: String,
    seat: u8,
    hand: String,
    amount: String,
}

impl Sign {
    fn of(house: &House, meter: &Meter) -> Sign {
        let win = |award: &Award| Win {
            award: award.number.0,
            table: award.table.to_string(),
            seat: award.seat.0,
            hand: award.hand.clone(),
            amount: award.amount.to_string(),
        };
        let wins = house.awards().filter(|award| award.meter == meter.id && award.is_from_meter());
        Sign {
            meter: meter.id.clone(),
            shows: meter.totals.display.to_cents(Rounding::Down).to_string(),
            pending: wins.map(win).collect(),
            out_of_order: meter.fault.clone(),
        }
    }

    fn line(&self) -> String {
        let mut line = format!("{:<20} {:>16}", self.meter, format!("${}", self.shows));
        for win in &self.pending {
            let Win { table, seat, hand, amount, .. } = win;
            line.push_str(&format!("  PENDING ${amount} {hand}, {table} seat {seat}"));
        }
        if let Some(fault) = &self.out_of_order {
            line.push_str(&format!("  OUT OF ORDER: {fault}"));
        }
        line
    }
}

/// Prints a line for each sign, and one whenever a sign changes, until it is stopped.
pub(super) fn run(args: &MeterSign, printer: &Printer) -> anyhow::Result<()> {
    let mut changes = store::watch(&args.at.store)?;
    let ledger = house::open(&args.at.store)?;
    let wanted = args.meters.clone();
    let known = move |house: &House, _: &mut dyn progressive::Store| {
        Ok(wanted.iter().try_for_each(|meter| house.meter(meter).map(|_| ())))
    };
    ledger.read(known)??;
    let mut shown: BTreeMap<MeterId, Sign> = BTreeMap::new();
    let mut lines = 0;
    let mut is_lost = false;
    loop {
        let signs = ledger.read(|house, _| {
            let open = house.meters().filter(|meter| !meter.is_closed);
            Ok(open.map(|meter| Sign::of(house, meter)).collect::<Vec<_>>())
        });
        let waited = signs.map_err(anyhow::Error::from).and_then(|signs| {
            is_lost = false;
            for sign in signs.into_iter().filter(|sign| is_wanted(args, sign)) {
                if shown.get(&sign.meter) == Some(&sign) {
                    continue;
                }
                match printer.is_json() {
                    true => printer.line(&serde_json::to_string(&sign)?),
                    false => printer.line(&sign.line()),
                }
                shown.insert(sign.meter.clone(), sign);
                lines += 1;
            }
            Ok(if args.lines.is_none_or(|most| lines < most) { changes.wait(WAIT)? } else { None })
        });
        if args.lines.is_some_and(|most| lines >= most) {
            return Ok(());
        }
        // A sign that cannot be read says so, and comes back by itself (F4).
        if let Err(error) = waited {
            if !is_lost {
                printer.message(&format!("the signs are out of date: {error}"));
            }
            is_lost = true;
            shown.clear();
            std::thread::sleep(AGAIN);
        }
    }
}

fn is_wanted(args: &MeterSign, sign: &Sign) -> bool {
    args.meters.is_empty() || args.meters.contains(&sign.meter)
}
