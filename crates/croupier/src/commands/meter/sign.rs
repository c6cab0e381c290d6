//! `croupier meter sign`: the signs as they change, whichever process changes them (P6).

use std::collections::BTreeMap;
use std::time::Duration;

use house::{Award, Meter, MeterId, RecordId, Snapshot, store};
use money::Rounding;
use serde::Serialize;
use wire::floor::AwardOut;
use wire::meters::MeterOut;

use crate::args::MeterSign;
use crate::commands::remote::meters;
use crate::failure::NotSignedIn;
use crate::output::Printer;
use crate::remote::{Client, Refused, Server};
use crate::session;

/// How long a wait for the next change lasts; then the house is looked at again.
const WAIT: Duration = Duration::from_secs(10);
/// How long to wait before a lost store is asked again.
const AGAIN: Duration = Duration::from_millis(500);

/// What a sign shows.
#[derive(Clone, PartialEq, Eq, Serialize)]
struct Sign {
    meter: MeterId,
    /// In whole cents; nothing while the meter fails the self-check.
    shows: Option<String>,
    /// The wins that are being verified.
    pending: Vec<Win>,
    out_of_order: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    play_money: bool,
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
    fn of(snapshot: &Snapshot, meter: &Meter) -> Sign {
        let play_money = snapshot.machine.is_play_money(&meter.id);
        if let Some(problem) = snapshot.doubt(&RecordId::Meter(meter.id.clone()).key()) {
            let out_of_order = Some(problem.to_string());
            return Sign {
                meter: meter.id.clone(),
                shows: None,
                pending: Vec::new(),
                out_of_order,
                play_money,
            };
        }
        let house = &snapshot.machine;
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
            shows: Some(meter.totals.display.to_cents(Rounding::Down).to_string()),
            pending: wins.map(win).collect(),
            out_of_order: meter.fault.clone(),
            play_money,
        }
    }

    /// A sign as a server shows it.
    fn on_server(client: &Client, meter: &MeterOut) -> anyhow::Result<Sign> {
        let win = |award: AwardOut| Win {
            award: award.award,
            table: award.table,
            seat: award.seat,
            hand: award.hand,
            amount: award.amount,
        };
        let id: MeterId = meter.meter.parse()?;
        let pending = match &*meter.state {
            "pending" => meters::pending(client, &id)?,
            _ => Vec::new(),
        };
        Ok(Sign {
            meter: id,
            shows: meters::shows(meter),
            pending: pending.into_iter().map(win).collect(),
            out_of_order: meter.why.clone(),
            play_money: meter.play_money,
        })
    }

    fn line(&self) -> String {
        let shows = self.shows.as_ref().map_or_else(String::new, |shows| format!("${shows}"));
        let mut line = format!("{:<20} {shows:>16}", self.meter);
        if self.play_money {
            line.push_str("  play money");
        }
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
    let ledger = session::follow(args.at.store()?)?;
    let mut changes = store::watch(args.at.store()?)?;
    let house = &ledger.snapshot().machine;
    args.meters.iter().try_for_each(|meter| house.meter(meter).map(drop))?;
    let mut shown: BTreeMap<MeterId, Sign> = BTreeMap::new();
    let mut lines = 0;
    let mut is_lost = false;
    loop {
        let waited = ledger.refresh().map_err(anyhow::Error::from).and_then(|snapshot| {
            is_lost = false;
            let open = snapshot.machine.meters().filter(|meter| !meter.is_closed);
            let signs = open.map(|meter| Sign::of(&snapshot, meter));
            for sign in signs.filter(|sign| is_wanted(args, sign)) {
                if shown.get(&sign.meter) == Some(&sign) {
                    continue;
                }
                show(&sign, printer)?;
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

/// The same of a server, over its live events.
pub(super) fn follow(server: &Server, args: &MeterSign, printer: &Printer) -> anyhow::Result<()> {
    let client = Client::signed_in(server, None)?;
    let known = |meter: &MeterId| client.get::<MeterOut>(&format!("meters/{meter}")).map(drop);
    args.meters.iter().try_for_each(known)?;
    let mut shown: BTreeMap<MeterId, Sign> = BTreeMap::new();
    let mut lines = 0;
    let mut is_lost = false;
    loop {
        let followed = client.follow("meters/events", |event| {
            is_lost = false;
            let Ok(meter) = serde_json::from_value::<MeterOut>(event) else { return Ok(true) };
            let sign = Sign::on_server(&client, &meter)?;
            let is_old = shown.get(&sign.meter) == Some(&sign);
            if is_old || meter.state == "closed" || !is_wanted(args, &sign) {
                return Ok(true);
            }
            show(&sign, printer)?;
            shown.insert(sign.meter.clone(), sign);
            lines += 1;
            Ok(args.lines.is_none_or(|most| lines < most))
        });
        let Err(error) = followed else { return Ok(()) };
        // A session that ended does not come back by itself; a server does.
        if error.is::<NotSignedIn>() || error.is::<Refused>() {
            return Err(error);
        }
        if !is_lost {
            printer.message(&format!("the signs are out of date: {error}"));
        }
        is_lost = true;
        shown.clear();
        std::thread::sleep(AGAIN);
    }
}

fn show(sign: &Sign, printer: &Printer) -> anyhow::Result<()> {
    match printer.is_json() {
        true => printer.line(&serde_json::to_string(sign)?),
        false => printer.line(&sign.line()),
    }
    Ok(())
}

fn is_wanted(args: &MeterSign, sign: &Sign) -> bool {
    args.meters.is_empty() || args.meters.contains(&sign.meter)
}
