//! Tables as a server shows them.

use house::TableId;
use serde::Serialize;
use wire::pit::{PitOut, PitTable};
use wire::table::{NextOut, RoundView, SeatOut, StepOut, TableView};

use crate::output::Output;
use crate::page::{Align, Page};
use crate::remote::{Client, Server};

/// The tables of the pit.
#[derive(Serialize)]
pub struct Pit {
    tables: Vec<PitTable>,
}

/// The open tables.
pub fn list(server: &Server) -> anyhow::Result<Pit> {
    let PitOut { tables, meters: _ } = Client::new(server)?.get("pit")?;
    Ok(Pit { tables })
}

impl Output for Pit {
    fn page(&self, page: &mut Page) {
        if self.tables.is_empty() {
            page.paragraph("No tables are open.");
            return;
        }
        let head = ["table", "game", "kind", "edition", "seated", "bets", "meter", ""];
        let row = |table: &PitTable| {
            vec![
                table.table.clone(),
                table.game.clone(),
                table.kind.to_string(),
                table.edition.clone(),
                format!("{} of {}", table.seated, table.seats),
                format!("${} to ${}", table.min, table.max),
                table.meter.clone().unwrap_or_default(),
                table.state.to_string(),
            ]
        };
        let rows: Vec<Vec<String>> = self.tables.iter().map(row).collect();
        page.aligned(&head.map(str::to_owned), &rows, |_| Align::Left);
    }
}

/// A table as the server shows it to the person who is signed in.
#[derive(Serialize)]
#[serde(transparent)]
pub struct Shown(TableView);

/// A table.
pub fn show(server: &Server, table: &TableId) -> anyhow::Result<Shown> {
    Ok(Shown(Client::new(server)?.get(&format!("tables/{table}"))?))
}

impl Output for Shown {
    fn page(&self, page: &mut Page) {
        let view = &self.0;
        let state = if view.is_open { &*view.kind } else { "closed" };
        let posted = view.posted.view();
        page.title(&format!("Table {}", view.table), state);
        page.item("game", 10, &format!("{}, edition {}", view.game, view.edition), "");
        for (bet, [min, max]) in &posted.limits {
            page.item(bet, 10, &format!("${min} to ${max}"), "");
        }
        for (bet, schedule) in &posted.schedules {
            page.item(bet, 10, &format!("schedule {schedule}"), "");
        }
        if let Some(meter) = &view.meter {
            let shows = meter
                .display
                .as_deref()
                .map_or_else(|| "is out of order".to_owned(), |amount| format!("shows {amount}"));
            page.item("meter", 10, &format!("{} {shows}", meter.id), "");
        }
        if let Some(call) = &view.call {
            page.item("CALLED", 10, &format!("by {}, {} {}", call.by, call.at, call.why), "");
        }
        page.heading(&format!("round {}", view.round.number));
        round_page(&view.round, page);
    }
}

/// The seats, the cards, and what comes next.
pub fn round_page(round: &RoundView, page: &mut Page) {
    for seat in &round.seats {
        page.item(&format!("seat {}", seat.seat), 8, &seat_words(seat), "");
    }
    for (name, cards) in [("dealer", &round.dealer), ("board", &round.board)] {
        if !cards.is_empty() {
            page.item(name, 8, &cards.join(" "), "");
        }
    }
    for line in &round.lines {
        let (seat, wager, staked) = (line.seat, &line.wager, &line.staked);
        let words =
            format!("seat {seat} {wager}: ${staked} {}, ${} returned", line.result, line.returned);
        page.item("settled", 8, &words, "");
    }
    if round.is_void {
        page.item("void", 8, "all bets are returned", "");
    }
    let cite = round.next.step.as_ref().map(|step| step.cite.join(" ")).unwrap_or_default();
    page.item("next", 8, &next_words(&round.next), &cite);
}

fn seat_words(seat: &SeatOut) -> String {
    let player = seat.player.iter().map(|name| format!("{name}, ${} in chips", seat.chips));
    let bets = seat.bets.iter().map(|(bet, amount)| format!("{bet} ${amount}"));
    let hands = seat.hands.iter().filter(|hand| !hand.cards.is_empty());
    let hands = hands.map(|hand| hand.cards.join(" "));
    let folded = seat.folded.then(|| "folded".to_owned());
    player.chain(bets).chain(hands).chain(folded).collect::<Vec<_>>().join("; ")
}

/// What comes next, and who does it.
fn next_words(next: &NextOut) -> String {
    let whose = next.seat.map_or_else(|| "the dealer".to_owned(), |seat| format!("seat {seat}"));
    let hand = next
        .hand
        .filter(|hand| *hand > 1)
        .map_or_else(String::new, |hand| format!(", hand {hand}"));
    match (&*next.kind, &next.step) {
        (_, Some(StepOut { text, say: Some(say), .. })) => format!("{text} Say: \"{say}\""),
        (_, Some(StepOut { text, .. })) => text.clone(),
        ("bets", None) => "bets".to_owned(),
        ("card", None) => match next.to.as_deref() {
            None | Some("seat") => format!("a card for {whose}{hand}"),
            Some("dealer") => "a card for the dealer".to_owned(),
            Some(to) => format!("a card for the {to}"),
        },
        ("decision", None) if next.actions.is_empty() => format!("{whose}{hand} decides"),
        ("decision", None) => format!("{whose}{hand} decides: {}", next.actions.join(", ")),
        ("award", None) => {
            format!("the award of {whose}: key it, and a supervisor verifies it")
        }
        ("done", None) => "the round is over".to_owned(),
        (_, None) => "the dealer's next step".to_owned(),
    }
}
