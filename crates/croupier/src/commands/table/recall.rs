//! `croupier table recall`: a round step by step, from its cards or from the keypad.

use std::collections::BTreeMap;

use anyhow::anyhow;
use house::TableId;
use house::recall::{Reader, recall};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::args::{Place, PlaceArgs};
use crate::output::{Output, Printer};
use crate::page::{Align, Page};
use crate::remote::Client;
use crate::session;

/// What is printed of a round.
pub enum Printed {
    Steps,
    RoundFile,
}

/// Runs the command. A user who can read the store sees every card of a round that is over, and of
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
        return print(&Recalled::new(recalled)?, printed, printer);
    }
    let mut seen = session::look(at.store()?)?;
    let recalled = recall(&seen.snapshot.machine, &mut *seen.store, table, round, Reader::Ledger)?;
    print(&Recalled::new(serde_json::to_value(recalled)?)?, printed, printer)
}

fn print(recalled: &Recalled, printed: &Printed, printer: &Printer) -> anyhow::Result<()> {
    match printed {
        Printed::Steps => printer.print(recalled),
        Printed::RoundFile => printer.document("round_file", &recalled.file()?),
    }
}

/// A round as stores and servers recall it.
#[derive(Serialize)]
#[serde(transparent)]
struct Recalled {
    whole: Value,
    #[serde(skip)]
    known: Known,
}

/// What is printed of it.
#[derive(Deserialize)]
struct Known {
    table: String,
    round: u64,
    game: String,
    edition: String,
    players: BTreeMap<String, String>,
    steps: Vec<CardStep>,
    lines: Vec<Line>,
    round_file: Option<String>,
    no_round_file: Option<String>,
}

#[derive(Deserialize)]
struct CardStep {
    op: String,
    /// What was done besides the round's operations, in a sentence.
    says: Option<String>,
    at: Option<String>,
    by: Option<String>,
    cite: Option<String>,
    text: Vec<String>,
    seats: Vec<SeatThen>,
    dealer: Vec<String>,
    board: Vec<String>,
    burns: Vec<String>,
}

#[derive(Deserialize)]
struct SeatThen {
    seat: u8,
    hands: Vec<Hand>,
}

#[derive(Deserialize)]
struct Hand {
    cards: Vec<String>,
}

#[derive(Deserialize)]
struct Line {
    seat: u8,
    wager: String,
    hand: Option<u8>,
    staked: String,
    returned: String,
    result: String,
    row: String,
    cite: String,
}

impl Recalled {
    fn new(whole: Value) -> anyhow::Result<Recalled> {
        let known = serde_json::from_value(whole.clone())?;
        Ok(Recalled { whole, known })
    }

    fn file(&self) -> anyhow::Result<String> {
        let Known { table, round, round_file, no_round_file, .. } = &self.known;
        round_file.clone().ok_or_else(|| {
            let why = no_round_file.as_deref();
            let why = why.unwrap_or("the round is not over, or you may not see every card of it");
            anyhow!("round {round} at table {table} has no file: {why}")
        })
    }
}

impl Output for Recalled {
    fn page(&self, page: &mut Page) {
        let Known { table, round, game, edition, players, steps, .. } = &self.known;
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
        settlement(page, &self.known.lines);
        if let Some(why) = &self.known.no_round_file {
            page.paragraph(&format!("There is no round file: {why}."));
        }
    }
}

/// The cards on the table: `1 As Ks, dealer ?? 7c`.
fn cards(step: &CardStep) -> Option<String> {
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

fn settlement(page: &mut Page, lines: &[Line]) {
    if lines.is_empty() {
        return;
    }
    page.heading("settlement");
    let head = ["seat", "wager", "staked", "returned", "result", "by", "rule"].map(str::to_owned);
    let row = |line: &Line| {
        let hand = line.hand.map_or_else(String::new, |hand| format!("/{hand}"));
        vec![
            line.seat.to_string(),
            format!("{}{hand}", line.wager),
            line.staked.clone(),
            line.returned.clone(),
            line.result.clone(),
            line.row.clone(),
            line.cite.clone(),
        ]
    };
    page.aligned(&head, &lines.iter().map(row).collect::<Vec<_>>(), |_| Align::Left);
}
