//! `croupier table`: tables on meters, and the keypad's rounds [PRG-9].

use std::collections::BTreeMap;
use std::str::FromStr;

use anyhow::{Context as _, anyhow, bail};
use games::{Posting, Table as Felt};
use house::{
    AwardNumber, BetSize, HouseProcedure, KeySwitch, OpenRound, Posted, PostedRow, Procedure,
    Record, Seat, Table, TableId, Thing, What, report,
};
use money::Cents;
use rulebook::Rulebook;
use serde::Serialize;

use crate::args::{KeyTo, StoreArgs, TableCommand, TableOpen};
use crate::commands::done::{Done, done};
use crate::lookup;
use crate::output::{Output, Printer};
use crate::page::{Align, Page};
use crate::session;

/// Runs the command.
pub fn run(book: &Rulebook, command: &TableCommand, printer: &Printer) -> anyhow::Result<()> {
    match command {
        TableCommand::Open(args) => {
            let (table, meter) = (args.table.clone(), args.meter.clone());
            let says = format!("table {table} opened on {meter}: {} {}", args.game, args.schedule);
            done(
                &args.by,
                What::OpenTable { table, meter, posted: posted(book, args)? },
                &says,
                printer,
            )
        }
        TableCommand::List(at) => printer.print(&list(at)?),
        TableCommand::Show { table, at } => printer.print(&show(table, at)?),
        TableCommand::Recall { table, round, at } => printer.print(&recall(table, *round, at)?),
        TableCommand::Close { table, by } => {
            let what = What::CloseTable { table: table.clone() };
            done(by, what, &format!("table {table} closed"), printer)
        }
        TableCommand::Lock { table, bets, player, by } => {
            let bets: BTreeMap<Seat, Cents> = by_seat(bets, "SEAT=AMOUNT")?;
            let noun = if bets.len() == 1 { "bet" } else { "bets" };
            let says = format!("{table}: {} {noun} locked", bets.len());
            let bets = bets.into_iter().map(|(seat, bet)| (seat, bet.get())).collect();
            let first: BTreeMap<Seat, u8> = by_seat(player, "SEAT=SEAT")?;
            let players = first.into_iter().map(|(seat, first)| (seat, Seat(first))).collect();
            done(by, What::Lock { table: table.clone(), bets, players }, &says, printer)
        }
        TableCommand::Key { table, seat, hand, by } => {
            let says = format!("{table}: {hand} pressed for seat {seat}");
            let what = What::Key { table: table.clone(), seat: Seat(*seat), hand: hand.clone() };
            done(by, what, &says, printer)
        }
        TableCommand::Cards { table, hands, by } => {
            let hands = by_seat(hands, "SEAT=HAND")?;
            done(
                by,
                What::Cards { table: table.clone(), hands },
                &format!("{table}: cards entered"),
                printer,
            )
        }
        TableCommand::Overrule { table, reason, by } => {
            let what = What::Overrule { table: table.clone(), reason: reason.clone() };
            done(by, what, &format!("{table}: keys upheld over the cards"), printer)
        }
        TableCommand::Verify { award, paid, differs, by } => {
            let (award, differs) = (AwardNumber(*award), differs.clone());
            let says = format!("award {award} verified and paid");
            done(by, What::Verify { award, paid: *paid, differs }, &says, printer)
        }
        TableCommand::Void { award, reason, by } => {
            let award = AwardNumber(*award);
            let what = What::Void { award, reason: reason.clone() };
            done(by, what, &format!("award {award} voided"), printer)
        }
        TableCommand::TurnKey { table, to, by } => {
            let (to, word) = match to {
                KeyTo::Jph => (KeySwitch::Jph, "JPH"),
                KeyTo::Run => (KeySwitch::Run, "RUN"),
            };
            let what = What::TurnKey { table: table.clone(), to };
            done(by, what, &format!("{table}: key turned to {word}"), printer)
        }
        TableCommand::JPot { table, by } => {
            let what = What::JPot { table: table.clone() };
            done(by, what, &format!("{table}: J-POT, win recorded"), printer)
        }
        TableCommand::GameOver { table, by } => {
            let what = What::GameOver { table: table.clone() };
            done(by, what, &format!("{table}: game over"), printer)
        }
        TableCommand::Misdeal { table, reason, by } => {
            let what = What::Misdeal { table: table.clone(), reason: reason.clone() };
            done(by, what, &format!("{table}: misdeal, all bets returned"), printer)
        }
    }
}

/// What a table posts: only what the rulebook has (T1).
fn posted(book: &Rulebook, args: &TableOpen) -> anyhow::Result<Posted> {
    let no_progressive = || format!("{} has no progressive", args.game);
    let newest = lookup::game(book, &args.game)?.newest();
    newest.schedules_of("progressive").next().with_context(no_progressive)?;
    let schedules = [("progressive".to_owned(), args.schedule.clone())];
    let posting = Posting {
        game: args.game.clone(),
        edition: args.under.edition,
        schedules: schedules.into(),
        options: lookup::pairs(&args.under.option)?,
        ..Posting::default()
    };
    let felt = Felt::open(book, posting).map_err(|errors| lookup::cannot_open(&errors))?;
    let progressive = felt.progressive().with_context(no_progressive)?;
    let row = |row: &games::PayRow| PostedRow {
        hand: row.hand.to_string(),
        pays: row.odds,
        envy: row.envy,
    };
    Ok(Posted {
        game: args.game.clone(),
        schedule: args.schedule.clone(),
        // Rows and envy are those of the posted wager, and no other is taken [PRG-7].
        nominal: progressive.wager,
        bets: BetSize::Exactly(progressive.wager),
        rows: progressive.table.rows().iter().map(row).collect(),
        house_procedure: match progressive.procedure {
            games::HouseProcedure::Sequential => HouseProcedure::Sequential,
            games::HouseProcedure::Split => HouseProcedure::Split,
        },
        // The editions differ in how a win is recorded [ED-3].
        procedure: match felt.section().term("jackpot-procedure") {
            Some("j-pot") => Procedure::JPot,
            _ => Procedure::Keypad,
        },
        envy_needs_bet: felt.envy_needs_own_bet(),
    })
}

/// `SEAT=...` arguments, each seat once.
fn by_seat<T: FromStr>(texts: &[String], shape: &str) -> anyhow::Result<BTreeMap<Seat, T>>
where
    T::Err: std::fmt::Display,
{
    let mut seats = BTreeMap::new();
    for text in texts {
        let (seat, value) =
            text.split_once('=').ok_or_else(|| anyhow!("\"{text}\": write {shape}"))?;
        let seat = seat.trim().parse().ok().filter(|seat| (1..=7).contains(seat));
        let seat = seat.ok_or_else(|| anyhow!("\"{text}\": the seat must be 1 to 7"))?;
        let value = value.trim().parse().map_err(|error| anyhow!("\"{text}\": {error}"))?;
        if seats.insert(Seat(seat), value).is_some() {
            return Err(anyhow!("\"{text}\": seat {seat} appears twice"));
        }
    }
    Ok(seats)
}

/// A table, and why it cannot be trusted if it or its meter fails the self-check.
#[derive(Serialize)]
struct Seen {
    #[serde(flatten)]
    table: Table,
    #[serde(skip_serializing_if = "Option::is_none")]
    out_of_order: Option<String>,
}

impl Seen {
    fn new(seen: &session::Seen, table: &Table) -> Seen {
        let own = seen.snapshot.doubt(&Thing::Table(table.id.clone()).key());
        let out_of_order = own.map(ToString::to_string).or_else(|| seen.doubt(&table.meter));
        Seen { table: table.clone(), out_of_order }
    }

    fn state(&self) -> String {
        match &self.out_of_order {
            Some(why) => format!("OUT OF ORDER: {why}"),
            None => state(&self.table),
        }
    }
}

#[derive(Serialize)]
struct List {
    tables: Vec<Seen>,
}

fn list(at: &StoreArgs) -> anyhow::Result<List> {
    let seen = session::look(&at.store)?;
    Ok(List { tables: seen.house().tables().map(|table| Seen::new(&seen, table)).collect() })
}

fn state(table: &Table) -> String {
    match &table.round {
        _ if !table.is_open => "closed".to_owned(),
        None => "open".to_owned(),
        Some(round) if round.keyed.values().any(|keyed| keyed.award.is_some()) => {
            format!("round {}, wins keyed", round.number)
        }
        Some(round) => format!("round {}", round.number),
    }
}

impl Output for List {
    fn page(&self, page: &mut Page) {
        if self.tables.is_empty() {
            page.paragraph("No tables yet: see croupier table open --help");
            return;
        }
        let head = ["table", "meter", "game", "schedule", "rounds", ""].map(str::to_owned);
        let row = |seen: &Seen| {
            let table = &seen.table;
            vec![
                table.id.to_string(),
                table.meter.to_string(),
                table.posted.game.clone(),
                table.posted.schedule.clone(),
                table.rounds.to_string(),
                seen.state(),
            ]
        };
        let rows: Vec<Vec<String>> = self.tables.iter().map(row).collect();
        page.aligned(&head, &rows, |column| if column == 4 { Align::Right } else { Align::Left });
    }
}

fn show(table: &TableId, at: &StoreArgs) -> anyhow::Result<Seen> {
    let seen = session::look(&at.store)?;
    Ok(Seen::new(&seen, seen.house().table(table)?))
}

impl Output for Seen {
    fn page(&self, page: &mut Page) {
        let (table, posted) = (&self.table, &self.table.posted);
        if let Some(why) = &self.out_of_order {
            page.title(&format!("Table {}", table.id), "OUT OF ORDER");
            page.paragraph(why);
            return;
        }
        page.title(&format!("Table {}", table.id), &state(table));
        page.blank();
        page.item("meter", 10, table.meter.as_str(), "");
        page.item("game", 10, &format!("{}, schedule {}", posted.game, posted.schedule), "");
        page.item("bets", 10, &posted.bets.to_string(), "");
        let several = match posted.house_procedure {
            HouseProcedure::Sequential => "one at a time, last seat first",
            HouseProcedure::Split => "top awards share the meter",
        };
        page.item("multiple", 10, several, "[PRG-5]");
        let recorded = match posted.procedure {
            Procedure::Keypad => "keyed by the dealer, verified by a supervisor",
            Procedure::JPot => "key to JPH, J-POT, key to RUN",
        };
        page.item("wins", 10, recorded, "[ED-3]");
        page.heading("schedule");
        let head = ["hand", "pays", "envy"].map(str::to_owned);
        let row = |row: &PostedRow| {
            let envy = row.envy.map_or_else(String::new, |envy| format!("{envy:#}"));
            vec![row.hand.clone(), row.pays.to_string(), envy]
        };
        page.table(&head, &posted.rows.iter().map(row).collect::<Vec<_>>());
        if let Some(round) = &table.round {
            page.heading(&format!("round {}", round.number));
            seats(page, round);
        }
    }
}

#[derive(Serialize)]
struct Recalled {
    table: TableId,
    round: u64,
    steps: Vec<Step>,
}

#[derive(Serialize)]
struct Step {
    time: String,
    by: String,
    #[serde(flatten)]
    done: Done,
}

fn recall(table: &TableId, round: u64, at: &StoreArgs) -> anyhow::Result<Recalled> {
    let mut seen = session::look(&at.store)?;
    seen.house().table(table)?;
    let records = report::round(&mut *seen.store, table, round)?;
    if records.is_empty() {
        bail!("table {table} has no round {round}");
    }
    let step = |record: Record| Step {
        time: session::time(record.at),
        by: record.request.by.to_string(),
        done: Done::recalled(&record),
    };
    Ok(Recalled { table: table.clone(), round, steps: records.into_iter().map(step).collect() })
}

impl Output for Recalled {
    fn page(&self, page: &mut Page) {
        let steps = format!("{} steps", self.steps.len());
        page.title(&format!("Table {}, round {}", self.table, self.round), &steps);
        for step in &self.steps {
            page.blank();
            page.subheading(&format!("{} {}", step.time, step.by));
            step.done.page(page);
        }
    }
}

/// The current round, seat by seat.
fn seats(page: &mut Page, round: &OpenRound) {
    let head = ["seat", "bet", "keyed", "award", "cards"].map(str::to_owned);
    let seats = round.bets.keys().chain(round.keyed.keys());
    let seats: std::collections::BTreeSet<&Seat> = seats.collect();
    let row = |seat: &&Seat| {
        let keyed = round.keyed.get(*seat);
        let award = keyed.and_then(|keyed| keyed.award);
        let cards = round.cards.as_ref().and_then(|cards| cards.get(*seat));
        vec![
            seat.to_string(),
            round.bet(**seat).map_or_else(String::new, |bet| format!("{bet:#}")),
            keyed.map_or_else(String::new, |keyed| keyed.hand.clone()),
            award.map_or_else(String::new, |award| award.to_string()),
            cards.cloned().unwrap_or_default(),
        ]
    };
    page.aligned(&head, &seats.iter().map(row).collect::<Vec<_>>(), |_| Align::Left);
    for disagreement in round.disagreements() {
        let word = |hand: &Option<String>| hand.clone().unwrap_or_else(|| "nothing".to_owned());
        page.paragraph(&format!(
            "Seat {}: keyed {}, but the cards show {}.",
            disagreement.seat,
            word(&disagreement.keyed),
            word(&disagreement.cards)
        ));
    }
}
