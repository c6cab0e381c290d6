//! Tables as a server shows them.

use std::collections::BTreeMap;

use house::TableId;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::output::Output;
use crate::page::{Align, Page};
use crate::remote::{Client, Server};

/// The tables of the pit.
#[derive(Serialize, Deserialize)]
pub struct Pit {
    tables: Vec<PitTable>,
}

#[derive(Serialize, Deserialize)]
struct PitTable {
    table: String,
    game: String,
    kind: String,
    edition: String,
    seats: u8,
    seated: usize,
    min: String,
    max: String,
    meter: Option<String>,
    state: String,
    version: u64,
    guests: bool,
}

/// The open tables.
pub fn list(server: &Server) -> anyhow::Result<Pit> {
    Client::new(server)?.get("pit")
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
                table.kind.clone(),
                table.edition.clone(),
                format!("{} of {}", table.seated, table.seats),
                format!("${} to ${}", table.min, table.max),
                table.meter.clone().unwrap_or_default(),
                table.state.clone(),
            ]
        };
        let rows: Vec<Vec<String>> = self.tables.iter().map(row).collect();
        page.aligned(&head.map(str::to_owned), &rows, |_| Align::Left);
    }
}

/// A table as the server shows it to the person who is signed in.
#[derive(Serialize)]
#[serde(transparent)]
pub struct Shown(Value);

/// A table.
pub fn show(server: &Server, table: &TableId) -> anyhow::Result<Shown> {
    Ok(Shown(Client::new(server)?.get(&format!("tables/{table}"))?))
}

impl Output for Shown {
    fn page(&self, page: &mut Page) {
        let Ok(view) = serde_json::from_value::<View>(self.0.clone()) else {
            page.paragraph("This server shows tables in another form: use --json.");
            return;
        };
        let state = if view.is_open { view.kind.as_str() } else { "closed" };
        page.title(&format!("Table {}", view.table), state);
        page.item("game", 10, &format!("{}, edition {}", view.game, view.edition), "");
        for (bet, [min, max]) in &view.posted.limits {
            page.item(bet, 10, &format!("${min} to ${max}"), "");
        }
        for (bet, schedule) in &view.posted.schedules {
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
        view.round.page(page);
    }
}

/// What is printed of a table.
#[derive(Deserialize)]
pub struct View {
    pub table: String,
    game: String,
    kind: String,
    edition: String,
    is_open: bool,
    posted: Posted,
    pub round: Round,
    meter: Option<Sign>,
    call: Option<Called>,
}

#[derive(Deserialize)]
struct Posted {
    limits: BTreeMap<String, [String; 2]>,
    schedules: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Sign {
    id: String,
    display: Option<String>,
}

#[derive(Deserialize)]
struct Called {
    by: String,
    at: String,
    why: String,
}

#[derive(Deserialize)]
pub struct Round {
    pub number: u64,
    next: Next,
    seats: Vec<Seat>,
    dealer: Vec<String>,
    board: Vec<String>,
    lines: Vec<Line>,
    is_void: bool,
}

#[derive(Deserialize)]
struct Seat {
    seat: u8,
    player: Option<String>,
    chips: String,
    bets: BTreeMap<String, String>,
    hands: Vec<Hand>,
    folded: bool,
}

#[derive(Deserialize)]
struct Hand {
    cards: Vec<String>,
}

#[derive(Deserialize)]
struct Line {
    seat: u8,
    wager: String,
    staked: String,
    returned: String,
    result: String,
}

#[derive(Deserialize)]
struct Next {
    kind: String,
    seat: Option<u8>,
    hand: Option<u8>,
    to: Option<String>,
    actions: Vec<String>,
    step: Option<Step>,
}

#[derive(Deserialize)]
struct Step {
    text: String,
    say: Option<String>,
    cite: Vec<String>,
}

impl Round {
    /// The seats, the cards, and what comes next.
    pub fn page(&self, page: &mut Page) {
        for seat in &self.seats {
            page.item(&format!("seat {}", seat.seat), 8, &seat.words(), "");
        }
        for (name, cards) in [("dealer", &self.dealer), ("board", &self.board)] {
            if !cards.is_empty() {
                page.item(name, 8, &cards.join(" "), "");
            }
        }
        for line in &self.lines {
            let Line { seat, wager, staked, returned, result } = line;
            let words = format!("seat {seat} {wager}: ${staked} {result}, ${returned} returned");
            page.item("settled", 8, &words, "");
        }
        if self.is_void {
            page.item("void", 8, "all bets are returned", "");
        }
        let cite = self.next.step.as_ref().map(|step| step.cite.join(" ")).unwrap_or_default();
        page.item("next", 8, &self.next.words(), &cite);
    }
}

impl Seat {
    fn words(&self) -> String {
        let player = self.player.iter().map(|name| format!("{name}, ${} in chips", self.chips));
        let bets = self.bets.iter().map(|(bet, amount)| format!("{bet} ${amount}"));
        let hands = self.hands.iter().filter(|hand| !hand.cards.is_empty());
        let hands = hands.map(|hand| hand.cards.join(" "));
        let folded = self.folded.then(|| "folded".to_owned());
        player.chain(bets).chain(hands).chain(folded).collect::<Vec<_>>().join("; ")
    }
}

impl Next {
    /// What comes next, and who does it.
    fn words(&self) -> String {
        let whose =
            self.seat.map_or_else(|| "the dealer".to_owned(), |seat| format!("seat {seat}"));
        let hand = self
            .hand
            .filter(|hand| *hand > 1)
            .map_or_else(String::new, |hand| format!(", hand {hand}"));
        match (self.kind.as_str(), &self.step) {
            (_, Some(Step { text, say: Some(say), .. })) => format!("{text} Say: \"{say}\""),
            (_, Some(Step { text, .. })) => text.clone(),
            ("bets", None) => "bets".to_owned(),
            ("card", None) => match self.to.as_deref() {
                None | Some("seat") => format!("a card for {whose}{hand}"),
                Some("dealer") => "a card for the dealer".to_owned(),
                Some(to) => format!("a card for the {to}"),
            },
            ("decision", None) if self.actions.is_empty() => format!("{whose}{hand} decides"),
            ("decision", None) => format!("{whose}{hand} decides: {}", self.actions.join(", ")),
            ("award", None) => {
                format!("the award of {whose}: key it, and a supervisor verifies it")
            }
            ("done", None) => "the round is over".to_owned(),
            (_, None) => "the dealer's next step".to_owned(),
        }
    }
}
