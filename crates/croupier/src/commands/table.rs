//! `croupier table`: tables on meters, and the keypad's rounds [PRG-9].

mod recall;

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};
use games::{Posting, Table as Felt};
use house::table::setup::{Kind, Setup};
use house::{
    AwardNumber, HouseProcedure, KeySwitch, OpenRound, Posted, PostedRow, Procedure, Seat, Table,
    TableId, Thing, What, report,
};
use money::Cents;
use rulebook::Rulebook;
use serde::Serialize;

use crate::args::{KeyTo, Place, PlaceArgs, TableCommand, TableOpen, Under};
use crate::commands::done::{done, done_with};
use crate::commands::remote::tables;
use crate::lookup;
use crate::output::{Output, Printer};
use crate::page::{Align, Page};
use crate::session;
use recall::Printed;

/// Runs the command.
pub fn run(book: &Rulebook, command: &TableCommand, printer: &Printer) -> anyhow::Result<()> {
    match command {
        TableCommand::Open(args) => {
            let (table, meter, posted) =
                (args.table.clone(), args.meter.clone(), posted_by(book, args)?);
            if matches!(args.by.place(), Place::Server(_)) {
                return open_with_seats(args, &posted, printer);
            }
            let Posted { game, schedule, edition, wager, .. } = &posted;
            let says = format!(
                "table {table} opened on {meter}: {game} {schedule} at {wager:#}, edition {edition}"
            );
            done(&args.by, What::OpenTable { table, meter, posted }, &says, printer)
        }
        TableCommand::List(at) => match &at.0 {
            Place::Store(_) => printer.print(&list(at)?),
            Place::Server(server) => printer.print(&tables::list(server)?),
        },
        TableCommand::Show { table, at } => match &at.0 {
            Place::Store(_) => printer.print(&show(table, at)?),
            Place::Server(server) => printer.print(&tables::show(server, table)?),
        },
        TableCommand::Recall { table, round, round_file, at } => {
            let printed = if *round_file { Printed::RoundFile } else { Printed::Steps };
            recall::run(table, *round, &printed, at, printer)
        }
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
            let what = What::Key { table: table.clone(), seat: Seat(*seat), hand: hand.clone() };
            let says = |effect: &house::Effect| {
                let pressed = || format!("{hand} pressed at seat {seat}");
                let key = effect.key.as_ref().map_or_else(pressed, report::key_words);
                format!("{table}: {key}")
            };
            done_with(by, what, says, printer)
        }
        TableCommand::ReturnBet { table, seat, reason, by } => {
            let (id, reason) = (table.clone(), reason.clone());
            let what = What::ReturnBet { table: id, seat: Seat(*seat), reason };
            let says = format!(
                "{table}: seat {seat}'s bet and its contribution returned; tell a supervisor"
            );
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
        TableCommand::Override { table, reason, by } => {
            let what = What::Override { table: table.clone(), reason: reason.clone() };
            let says = |effect: &house::Effect| match effect.proposal {
                Some(proposal) => format!(
                    "{table}: proposal {proposal} to override awaits another supervisor's approval"
                ),
                None => format!("{table}: overridden"),
            };
            done_with(by, what, says, printer)
        }
        TableCommand::Verify { award, paid, differs, by } => {
            let (award, differs) = (AwardNumber(*award), differs.clone());
            let says = |effect: &house::Effect| match effect.proposal {
                Some(proposal) => format!(
                    "award {award} stays pending: proposal {proposal} awaits another supervisor's approval"
                ),
                None => format!("award {award} verified and paid"),
            };
            done_with(by, What::Verify { award, paid: *paid, differs }, says, printer)
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
            done(by, what, &format!("{table}: J-POT, every keyed win recorded"), printer)
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

/// Opens a table on a server: a live one, with seats.
fn open_with_seats(args: &TableOpen, posted: &Posted, printer: &Printer) -> anyhow::Result<()> {
    let (table, mut setup) = (args.table.clone(), Setup::new(&args.game, Kind::Live));
    setup.edition = Some(posted.edition.clone());
    setup.schedules = [("progressive".to_owned(), args.schedule.clone())].into();
    setup.options = lookup::pairs(&args.under.option)?.into_iter().collect();
    setup.meter = Some(args.meter.clone());
    setup.verify_from = posted.verify_from;
    let Posted { game, schedule, edition, wager, .. } = posted;
    let says = format!(
        "live table {table} opened on {}: {game} {schedule} at {wager:#}, edition {edition}",
        args.meter
    );
    done(&args.by, What::SetUpTable { table, setup }, &says, printer)
}

/// What a table posts, with what the house chooses for it.
fn posted_by(book: &Rulebook, args: &TableOpen) -> anyhow::Result<Posted> {
    let (posted, _) = posted(book, &args.game, &args.schedule, &args.under, None)?;
    let verify_from = args.verify_from.unwrap_or(posted.verify_from);
    if verify_from < Cents::ZERO {
        bail!("--verify-from cannot be negative");
    }
    Ok(Posted { verify_from, ..posted })
}

/// What a table posts: only what the rulebook has (T1).
pub(super) fn posted(
    book: &Rulebook,
    game: &str,
    schedule: &str,
    under: &Under,
    wager: Option<Cents>,
) -> anyhow::Result<(Posted, Arc<Felt>)> {
    let no_progressive = || format!("{game} has no progressive");
    let newest = lookup::game(book, game)?.newest();
    newest.schedules_of("progressive").next().with_context(no_progressive)?;
    let mut options = lookup::pairs(&under.option)?;
    options.extend(wager.map(|wager| ("progressive-wager".to_owned(), wager.to_string())));
    let schedules = [("progressive".to_owned(), schedule.to_owned())];
    let posting = Posting {
        game: game.to_owned(),
        edition: under.edition,
        schedules: schedules.into(),
        options,
        ..Posting::default()
    };
    let felt = Felt::open(book, posting).map_err(|errors| lookup::cannot_open(&errors))?;
    let posted = house::table::setup::posted(&felt).with_context(no_progressive)?;
    Ok((posted, felt))
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
        let seat = seat.trim().parse().ok();
        let seat = seat.ok_or_else(|| anyhow!("\"{text}\": the seat must be a number"))?;
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

fn list(at: &PlaceArgs) -> anyhow::Result<List> {
    let seen = session::look(at.store()?)?;
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
        let head =
            ["table", "meter", "game", "schedule", "edition", "rounds", ""].map(str::to_owned);
        let row = |seen: &Seen| {
            let table = &seen.table;
            vec![
                table.id.to_string(),
                table.meter.to_string(),
                table.posted.game.clone(),
                table.posted.schedule.clone(),
                table.posted.edition.clone(),
                table.rounds.to_string(),
                seen.state(),
            ]
        };
        let rows: Vec<Vec<String>> = self.tables.iter().map(row).collect();
        page.aligned(&head, &rows, |column| if column == 5 { Align::Right } else { Align::Left });
    }
}

fn show(table: &TableId, at: &PlaceArgs) -> anyhow::Result<Seen> {
    let seen = session::look(at.store()?)?;
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
        page.item("edition", 10, &posted.edition, "");
        page.item(
            "bets",
            10,
            &format!("exactly {:#}, seats 1 to {}", posted.wager, posted.seats),
            "[PRG-7]",
        );
        let several = match posted.house_procedure {
            HouseProcedure::Sequential => "one at a time, last seat first",
            HouseProcedure::Split => "top awards share the meter",
        };
        page.item("multiple", 10, several, "[PRG-5]");
        let recorded = match posted.procedure {
            Procedure::Keypad => "keyed by the dealer, verified by a supervisor",
            Procedure::JPot | Procedure::JPotAtOnce => "key to JPH, J-POT, key to RUN",
        };
        page.item("wins", 10, recorded, "[ED-3]");
        let alone = match posted.verify_from {
            Cents::ZERO => "every winner".to_owned(),
            from => format!("every winner but those the tray pays below {from:#}"),
        };
        page.item("supervisor", 10, &alone, "[PRG-9]");
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
