//! `croupier table`: tables on meters, and the keypad's rounds [PRG-9].

mod recall;

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};
use games::{Posting, Table as Felt};
use house::table::Table;
use house::table::command::{Dollars, TableCommand};
use house::table::keypad::{KeypadRound, KeypadRow};
use house::table::setup::{Kind, Setup};
use house::{
    Award, AwardNumber, Command, HouseProcedure, KeySwitch, Posted, PostedRow, Procedure, RecordId,
    Seat, TableId, report,
};
use money::Cents;
use rulebook::Rulebook;
use serde::Serialize;

use crate::args::{KeyTo, Place, PlaceArgs, TableOpen, TableVerb, Under};
use crate::commands::done::{done, done_with};
use crate::commands::remote::tables;
use crate::lookup;
use crate::output::{Output, Printer};
use crate::page::{Align, Page};
use crate::session;
use recall::Printed;

/// Runs the command.
pub fn run(book: &Rulebook, command: &TableVerb, printer: &Printer) -> anyhow::Result<()> {
    match command {
        TableVerb::Open(args) => {
            let (setup, posted) = setup(book, args)?;
            let Posted { game, schedule, edition, wager, .. } = &posted;
            let kind = if args.seats { "live table" } else { "table" };
            let says = format!(
                "{kind} {} opened on {}: {game} {schedule} at {wager:#}, edition {edition}",
                args.table, args.meter
            );
            let table = args.table.clone();
            done(&args.by, Command::SetUpTable { table, setup }, &says, printer)
        }
        TableVerb::List(at) => match &at.0 {
            Place::Store(_) => printer.print(&list(at)?),
            Place::Server(server) => printer.print(&tables::list(server)?),
        },
        TableVerb::Show { table, at } => match &at.0 {
            Place::Store(_) => printer.print(&show(table, at)?),
            Place::Server(server) => printer.print(&tables::show(server, table)?),
        },
        TableVerb::Recall { table, round, round_file, at } => {
            let printed = if *round_file { Printed::RoundFile } else { Printed::Steps };
            recall::run(table, *round, &printed, at, printer)
        }
        TableVerb::Close { table, by } => {
            let what = Command::CloseTable { table: table.clone() };
            done(by, what, &format!("table {table} closed"), printer)
        }
        TableVerb::Lock { table, bets, player, by } => {
            let bets: BTreeMap<Seat, Cents> = by_seat(bets, "SEAT=AMOUNT")?;
            let noun = if bets.len() == 1 { "bet" } else { "bets" };
            let says = format!("{table}: {} {noun} locked", bets.len());
            let bets = bets.into_iter().map(|(seat, bet)| (seat, Dollars(bet))).collect();
            let first: BTreeMap<Seat, u8> = by_seat(player, "SEAT=SEAT")?;
            let players = first.into_iter().map(|(seat, first)| (seat, Seat(first))).collect();
            done(by, Command::at(table, TableCommand::Lock { bets, players }), &says, printer)
        }
        TableVerb::Key { table, seat, hand, by } => {
            let key = TableCommand::Key { seat: Seat(*seat), hand: hand.clone() };
            let says = |effect: &house::Effect| {
                let pressed = || format!("{hand} pressed at seat {seat}");
                let key = effect.key.as_ref().map_or_else(pressed, report::key_words);
                format!("{table}: {key}")
            };
            done_with(by, Command::at(table, key), says, printer)
        }
        TableVerb::ReturnBet { table, seat, reason, by } => {
            let (seat_of, reason) = (Seat(*seat), reason.clone());
            let what = Command::at(table, TableCommand::ReturnBet { seat: seat_of, reason });
            let says = format!(
                "{table}: seat {seat}'s bet and its contribution returned; tell a supervisor"
            );
            done(by, what, &says, printer)
        }
        TableVerb::Cards { table, hands, by } => {
            let hands = by_seat(hands, "SEAT=HAND")?;
            let what = Command::at(table, TableCommand::Cards { hands });
            done(by, what, &format!("{table}: cards entered"), printer)
        }
        TableVerb::Override { table, reason, by } => {
            let what = Command::at(table, TableCommand::Override { reason: reason.clone() });
            let says = |effect: &house::Effect| match effect.proposal {
                Some(proposal) => format!(
                    "{table}: proposal {proposal} to override awaits another supervisor's approval"
                ),
                None => format!("{table}: overridden"),
            };
            done_with(by, what, says, printer)
        }
        TableVerb::Verify { award, paid, differs, by } => {
            let (award, reason) = (AwardNumber(*award), differs.clone());
            let says = |effect: &house::Effect| match effect.proposal {
                Some(proposal) => format!(
                    "award {award} stays pending: proposal {proposal} awaits another supervisor's approval"
                ),
                None => format!("award {award} verified and paid"),
            };
            let what = Command::of_award(TableCommand::Verify { award, paid: *paid, reason });
            done_with(by, what, says, printer)
        }
        TableVerb::Void { award, reason, by } => {
            let award = AwardNumber(*award);
            let what = Command::of_award(TableCommand::Void { award, reason: reason.clone() });
            done(by, what, &format!("award {award} voided"), printer)
        }
        TableVerb::TurnKey { table, to, by } => {
            let (to, word) = match to {
                KeyTo::Jph => (KeySwitch::Jph, "JPH"),
                KeyTo::Run => (KeySwitch::Run, "RUN"),
            };
            let what = Command::at(table, TableCommand::TurnKey { to });
            done(by, what, &format!("{table}: key turned to {word}"), printer)
        }
        TableVerb::JPot { table, by } => {
            let what = Command::at(table, TableCommand::JPot);
            done(by, what, &format!("{table}: J-POT, every keyed win recorded"), printer)
        }
        TableVerb::GameOver { table, by } => {
            let what = Command::at(table, TableCommand::GameOver);
            done(by, what, &format!("{table}: game over"), printer)
        }
        TableVerb::Misdeal { table, reason, by } => {
            let what = Command::at(table, TableCommand::Misdeal { reason: reason.clone() });
            done(by, what, &format!("{table}: misdeal, all bets returned"), printer)
        }
    }
}

/// How a table is set up, only a keypad or live with seats, and what it posts.
fn setup(book: &Rulebook, args: &TableOpen) -> anyhow::Result<(Setup, Posted)> {
    let posted_in = |book| posted(book, &args.game, &args.schedule, &args.under, None);
    let (posted, _) = posted_in(book)?;
    let verify_from = args.verify_from.unwrap_or(posted.verify_from);
    if verify_from < Cents::ZERO {
        bail!("--verify-from cannot be negative");
    }
    let kind = if args.seats { Kind::Live } else { Kind::Keypad };
    let mut setup = Setup::new(&args.game, kind);
    setup.edition = Some(posted.edition.clone());
    setup.schedules = [("progressive".to_owned(), args.schedule.clone())].into();
    setup.options = lookup::pairs(&args.under.option)?.into_iter().collect();
    setup.meter = Some(args.meter.clone());
    setup.verify_from = verify_from;
    let is_built_in = posted_in(Rulebook::embedded()).is_ok_and(|(known, _)| known == posted);
    let posted = Posted { verify_from, ..posted };
    if !is_built_in && args.seats {
        bail!("a table with seats goes by the built-in rulebook");
    }
    setup.posted = (!is_built_in).then(|| Box::new(posted.clone()));
    Ok((setup, posted))
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

/// A table on a meter, and why it cannot be trusted if it or its meter fails the self-check.
#[derive(Serialize)]
struct Seen {
    #[serde(flatten)]
    row: KeypadRow,
    #[serde(skip)]
    table: Table,
    /// The awards of the round that is open.
    #[serde(skip)]
    awards: Vec<Award>,
    #[serde(skip_serializing_if = "Option::is_none")]
    out_of_order: Option<String>,
}

impl Seen {
    /// None for a table without a progressive.
    fn new(seen: &session::Seen, table: &Table) -> Option<Seen> {
        let row = seen.house().keypad_row(table)?;
        let own = seen.snapshot.doubt(&RecordId::Keypad(table.id().clone()).key());
        let out_of_order = own.map(ToString::to_string).or_else(|| seen.doubt(&row.meter));
        let awards = match table.keypad_round() {
            Some(round) => round.awards(seen.house()).cloned().collect(),
            None => Vec::new(),
        };
        Some(Seen { row, table: table.clone(), awards, out_of_order })
    }

    fn state(&self) -> String {
        match &self.out_of_order {
            Some(why) => format!("OUT OF ORDER: {why}"),
            None => state(&self.row, &self.table),
        }
    }
}

#[derive(Serialize)]
struct List {
    tables: Vec<Seen>,
}

fn list(at: &PlaceArgs) -> anyhow::Result<List> {
    let seen = session::look(at.store()?)?;
    Ok(List { tables: seen.house().tables().filter_map(|table| Seen::new(&seen, table)).collect() })
}

fn state(row: &KeypadRow, table: &Table) -> String {
    match table.keypad_round() {
        _ if !row.is_open => "closed".to_owned(),
        None => "open".to_owned(),
        Some(round) => {
            let number = round.played.number;
            let is_keyed = round.keys.lit.values().any(|keyed| keyed.award.is_some());
            if is_keyed { format!("round {number}, wins keyed") } else { format!("round {number}") }
        }
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
            let KeypadRow { id, meter, posted, rounds, .. } = &seen.row;
            vec![
                id.to_string(),
                meter.to_string(),
                posted.game.clone(),
                posted.schedule.clone(),
                posted.edition.clone(),
                rounds.to_string(),
                seen.state(),
            ]
        };
        let rows: Vec<Vec<String>> = self.tables.iter().map(row).collect();
        page.aligned(&head, &rows, |column| if column == 5 { Align::Right } else { Align::Left });
    }
}

fn show(table: &TableId, at: &PlaceArgs) -> anyhow::Result<Seen> {
    let seen = session::look(at.store()?)?;
    let found = Seen::new(&seen, seen.house().table(table)?);
    found.with_context(|| format!("table {table} has no progressive: it has no keypad"))
}

impl Output for Seen {
    fn page(&self, page: &mut Page) {
        let KeypadRow { id, meter, posted, .. } = &self.row;
        if let Some(why) = &self.out_of_order {
            page.title(&format!("Table {id}"), "OUT OF ORDER");
            page.paragraph(why);
            return;
        }
        page.title(&format!("Table {id}"), &self.state());
        page.blank();
        page.item("meter", 10, meter.as_str(), "");
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
        if let Some(round) = self.table.keypad_round() {
            page.heading(&format!("round {}", round.played.number));
            seats(page, &round, &self.awards);
        }
    }
}

/// The current round, seat by seat, with what each award is worth and what became of it.
fn seats(page: &mut Page, round: &KeypadRound<'_>, awards: &[Award]) {
    let head = ["seat", "bet", "keyed", "award", "amount", "", "cards"].map(str::to_owned);
    let seats = round.played.bets.keys().chain(round.keys.lit.keys());
    let seats: std::collections::BTreeSet<&Seat> = seats.collect();
    let row = |seat: &&Seat| {
        let award = awards.iter().find(|award| award.seat == **seat);
        let cards = round.played.cards.as_ref().and_then(|cards| cards.get(*seat));
        vec![
            seat.to_string(),
            round.bet(**seat).map_or_else(String::new, |bet| format!("{bet:#}")),
            round.keyed(**seat).unwrap_or_default().to_owned(),
            award.map_or_else(String::new, |award| award.number.to_string()),
            award.map_or_else(String::new, |award| format!("{:#}", award.amount)),
            award.map_or("", report::standing_word).to_owned(),
            cards.map_or("", |row| round.hand(*row)).to_owned(),
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
    for (upheld, saw) in seats.iter().filter_map(|seat| round.overridden(**seat)) {
        let found = report::disagreement_words(&saw);
        let by = upheld.agreed.as_ref().map_or_else(String::new, |agreed| {
            format!(" by {} and {}", agreed.by, agreed.approved_by)
        });
        page.paragraph(&format!("Overridden{by} [PRG-22], {found}: {}.", upheld.reason));
    }
    for words in awards.iter().filter_map(report::paid_words) {
        page.paragraph(&format!("{words}."));
    }
}
