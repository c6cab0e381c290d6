//! Refuses options that would change nothing.

use anyhow::bail;
use odds::{Subject, schedules, wagers};
use rulebook::Schedule;

use crate::args::Odds as Args;

/// Refuses an option that applies to none of the wagers asked about, and says to which it applies.
pub(super) fn check(subject: &Subject, args: &Args) -> anyhow::Result<()> {
    if args.meter.is_some() {
        need(subject, args, "--meter", "progressive wagers", is_progressive)?;
    }
    if args.seats > 0 {
        need(subject, args, "--seats", "progressive wagers that pay envy", pays_envy)?;
    }
    if args.printed {
        let what = "wagers with a row that is read otherwise than printed";
        need(subject, args, "--printed", what, |wager| is_read_otherwise(subject, &wager.wager))?;
    }
    if args.fractions {
        need(subject, args, "--fractions", "wagers on blackjack", |schedule| {
            odds::is_on_blackjack(&schedule.wager)
        })?;
    }
    Ok(())
}

fn is_progressive(schedule: &Schedule) -> bool {
    schedule.progressive.is_some()
}

fn pays_envy(schedule: &Schedule) -> bool {
    schedule.parts.iter().flat_map(|part| &part.rows).any(|row| row.envy.is_some())
}

/// Whether a ruling reads a row of the wager otherwise than printed.
fn is_read_otherwise(subject: &Subject, wager: &str) -> bool {
    let rows = subject.section().schedules_of(wager).flat_map(|schedule| &schedule.parts);
    rows.flat_map(|part| &part.rows).any(|row| row.printed.is_some())
}

/// Refuses an option unless it applies to a schedule that was asked about.
fn need(
    subject: &Subject,
    args: &Args,
    option: &str,
    what: &str,
    applies: impl Fn(&Schedule) -> bool,
) -> anyhow::Result<()> {
    let all: Vec<Schedule> =
        wagers(subject).iter().flat_map(|wager| schedules(subject, wager)).collect();
    let is_asked = |schedule: &&Schedule| {
        let is = |asked: &Option<String>, id: &String| asked.as_ref().is_none_or(|a| a == id);
        is(&args.wager, &schedule.wager) && is(&args.schedule, &schedule.id)
    };
    if all.iter().filter(is_asked).any(&applies) {
        return Ok(());
    }
    let mut known: Vec<&str> =
        all.iter().filter(|schedule| applies(schedule)).map(|s| s.wager.as_str()).collect();
    known.dedup();
    let game = subject.game();
    match known.as_slice() {
        [] => bail!("{option} applies to {what}; {game} has none"),
        known => bail!("{option} applies to {what}: in {game}, {}", known.join(", ")),
    }
}
