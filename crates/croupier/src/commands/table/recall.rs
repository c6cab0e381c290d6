//! `croupier table recall`: a round step by step, from its cards or from the keypad.

use anyhow::anyhow;
use house::TableId;
use house::recall::{Reader, recall};
use serde::Serialize;
use wire::table::LineOut;

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
        return print(&Recalled(recalled), printed, printer);
    }
    let mut seen = session::look(at.store()?)?;
    let recalled = recall(&seen.snapshot.machine, &mut *seen.store, table, round, Reader::Ledger)?;
    print(&Recalled((&recalled).into()), printed, printer)
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
struct Recalled(wire::recall::Recall);

impl Recalled {
    fn file(&self) -> anyhow::Result<String> {
        let wire::recall::Recall { table, round, round_file, no_round_file, .. } = &self.0;
        round_file.clone().ok_or_else(|| {
            let why = no_round_file.as_deref();
            let why = why.unwrap_or("the round is not over, or you may not see every card of it");
            anyhow!("round {round} at table {table} has no file: {why}")
        })
    }
}

impl Output for Recalled {
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
