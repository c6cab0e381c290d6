//! `croupier table recall`: a round step by step, from its cards or from the keypad.

use std::collections::BTreeMap;

use anyhow::{anyhow, bail};
use house::recall::{Reader, Recall, RecallError, recall};
use house::table::command::{Dollars, TableCommand};
use house::table::steps::StepDone;
use house::{AwardNumber, Command, Record, Seat, TableId, report};
use money::Moment;
use serde::Serialize;
use wire::table::LineOut;

use crate::args::{Place, PlaceArgs};
use crate::commands::done::Done;
use crate::output::{Output, Printer};
use crate::page::{Align, Page};
use crate::remote::Client;
use crate::session;

/// What is printed of a round.
pub enum Printed {
    Steps,
    RoundFile,
}

/// Runs the command. Whoever can read the store sees every card of a round that is over, and of
/// another what anyone sees.
pub fn run(
    table: &TableId,
    round: u64,
    printed: &Printed,
    at: &PlaceArgs,
    printer: &Printer,
) -> anyhow::Result<()> {
    if let Place::Server(server) = &at.0 {
        let client = Client::signed_in(server, None)?;
        let recalled = client.get(&format!("tables/{table}/rounds/{round}"))?;
        return print(&WithCards(recalled), printed, printer);
    }
    let mut seen = session::look(at.store()?)?;
    match (with_cards(&mut seen, table, round)?, printed) {
        (Some(recalled), printed) => print(&WithCards((&recalled).into()), printed, printer),
        (None, Printed::RoundFile) => {
            bail!("the cards of round {round} at table {table} are not known")
        }
        (None, Printed::Steps) => printer.print(&keyed(&mut seen, table, round)?),
    }
}

/// The round, if its cards are known; a table with a keypad alone knows none.
fn with_cards(
    seen: &mut session::Seen,
    table: &TableId,
    round: u64,
) -> anyhow::Result<Option<Recall>> {
    let house = &seen.snapshot.machine;
    if house.floor_table(table).is_err() {
        return Ok(None);
    }
    match recall(house, &mut *seen.store, table, round, Reader::Ledger) {
        Ok(recalled) => Ok(Some(recalled).filter(Recall::has_cards)),
        // It may be one of the keypad's, from before the table had cards.
        Err(RecallError::NoSuchRound { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn print(recalled: &WithCards, printed: &Printed, printer: &Printer) -> anyhow::Result<()> {
    match printed {
        Printed::Steps => printer.print(recalled),
        Printed::RoundFile => printer.document("round_file", &recalled.file()?),
    }
}

/// A round with its cards, as stores and servers recall it.
#[derive(Serialize)]
#[serde(transparent)]
struct WithCards(wire::recall::Recall);

impl WithCards {
    fn file(&self) -> anyhow::Result<String> {
        let wire::recall::Recall { table, round, round_file, no_round_file, .. } = &self.0;
        round_file.clone().ok_or_else(|| {
            let why = no_round_file.as_deref();
            let why = why.unwrap_or("the round is not over, or you may not see every card of it");
            anyhow!("round {round} at table {table} has no file: {why}")
        })
    }
}

impl Output for WithCards {
    fn page(&self, page: &mut Page) {
        let wire::recall::Recall { table, round, game, edition, players, steps, .. } = &self.0;
        page.title(&format!("Table {table}, round {round}"), &format!("{} steps", steps.len()));
        page.item("game", 8, &format!("{game}, edition {edition}"), "");
        for (seat, player) in players {
            page.item(&format!("seat {seat}"), 8, player, "");
        }
        for (number, step) in steps.iter().enumerate() {
            page.blank();
            let said = step.says.as_ref().unwrap_or(&step.op);
            page.item(&(number + 1).to_string(), 4, said, step.cite.as_deref().unwrap_or(""));
            if let (Some(at), Some(by)) = (&step.at, &step.by) {
                page.item("", 4, &format!("{at}, {by}"), "");
            }
            for line in &step.text {
                page.item("", 4, line, "");
            }
            if let Some(cards) = cards(step) {
                page.item("", 4, &cards, "");
            }
        }
        settlement(page, &self.0.lines);
        if let Some(why) = &self.0.no_round_file {
            page.paragraph(&format!("There is no round file: {why}."));
        }
    }
}

/// The cards on the table: `1 As Ks, dealer ?? 7c`.
fn cards(step: &wire::recall::Step) -> Option<String> {
    let hands = step.seats.iter().flat_map(|seat| {
        seat.hands.iter().map(|hand| (seat.seat.to_string(), hand.cards.as_slice()))
    });
    let others = [("dealer", &step.dealer), ("board", &step.board), ("burned", &step.burns)];
    let others = others.map(|(name, cards)| (name.to_owned(), cards.as_slice()));
    let piles = hands.chain(others).filter(|(_, cards)| !cards.is_empty());
    let piles: Vec<String> =
        piles.map(|(name, cards)| format!("{name} {}", cards.join(" "))).collect();
    (!piles.is_empty()).then(|| piles.join(", "))
}

fn settlement(page: &mut Page, lines: &[LineOut]) {
    if lines.is_empty() {
        return;
    }
    page.heading("settlement");
    let head = ["seat", "wager", "staked", "returned", "result", "by", "rule"].map(str::to_owned);
    let row = |line: &LineOut| {
        let hand = line.hand.map_or_else(String::new, |hand| format!("/{hand}"));
        vec![
            line.seat.to_string(),
            format!("{}{hand}", line.wager),
            line.staked.clone(),
            line.returned.clone(),
            line.result.to_string(),
            line.row.to_string(),
            line.cite.clone(),
        ]
    };
    page.aligned(&head, &lines.iter().map(row).collect::<Vec<_>>(), |_| Align::Left);
}

#[derive(Serialize)]
struct Recalled {
    table: TableId,
    round: u64,
    steps: Vec<Step>,
}

#[derive(Serialize)]
struct Step {
    at: Moment,
    by: String,
    /// Who bet what, at the lock.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    bets: BTreeMap<Seat, String>,
    /// What the cards showed, where they were entered.
    #[serde(skip_serializing_if = "Option::is_none")]
    cards: Option<BTreeMap<Seat, String>>,
    /// The awards that were verified, by whom, and how long after their keys.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    verified: Vec<Verified>,
    /// The dealer's steps that were done with it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    procedure: Vec<StepDone>,
    #[serde(flatten)]
    done: Done,
}

#[derive(Serialize)]
struct Verified {
    award: AwardNumber,
    by: String,
    seconds_after_key: i64,
}

impl Step {
    fn new(record: &Record) -> Step {
        let (mut bets, mut cards) = (BTreeMap::new(), None);
        match &record.request.command {
            Command::Table { command: TableCommand::Lock { bets: locked, .. }, .. } => {
                let bet = |(seat, Dollars(bet)): (&Seat, &Dollars)| (*seat, bet.to_string());
                bets = locked.iter().map(bet).collect();
            }
            Command::Table { command: TableCommand::Cards { hands }, .. } => {
                cards = Some(hands.clone());
            }
            _ => {}
        }
        let verified = record.effect.awards.iter().filter_map(|award| {
            let house::Standing::Paid { by, .. } = &award.standing else { return None };
            let seconds_after_key = report::waited_seconds(award)?;
            Some(Verified { award: award.number, by: by.to_string(), seconds_after_key })
        });
        Step {
            at: record.at,
            by: record.request.by.to_string(),
            bets,
            cards,
            verified: verified.collect(),
            procedure: record.effect.steps.clone(),
            done: Done::recalled(record),
        }
    }
}

/// A round of the keypad, from its entries.
fn keyed(seen: &mut session::Seen, table: &TableId, round: u64) -> anyhow::Result<Recalled> {
    if seen.house().floor_table(table).is_err() {
        seen.house().table(table)?;
    }
    let records = report::round(&mut *seen.store, table, round)?;
    if records.is_empty() {
        bail!("table {table} has no round {round}");
    }
    Ok(Recalled { table: table.clone(), round, steps: records.iter().map(Step::new).collect() })
}

impl Output for Recalled {
    fn page(&self, page: &mut Page) {
        let steps = format!("{} steps", self.steps.len());
        page.title(&format!("Table {}, round {}", self.table, self.round), &steps);
        for step in &self.steps {
            page.blank();
            page.subheading(&format!("{} {}", session::time(step.at), step.by));
            for (seat, bet) in &step.bets {
                page.item(&format!("seat {seat}"), 14, &format!("bets ${bet}"), "");
            }
            step.done.page(page);
            for done in &step.procedure {
                page.item("step", 14, &done.text, &done.cite.join(", "));
            }
        }
    }
}
