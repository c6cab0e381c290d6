//! `croupier games`: the list of games.

use rulebook::{Edition, EditionId, Game, Rulebook, Section};
use serde::Serialize;

use crate::output::Output;
use crate::page::Page;

#[derive(Serialize)]
pub struct Games {
    games: Vec<GameLine>,
}

#[derive(Serialize)]
struct GameLine {
    id: String,
    title: String,
    section: String,
    summary: String,
    decks: Vec<u8>,
    seats: u8,
    editions: Vec<EditionLine>,
    wagers: Vec<WagerLine>,
}

/// An edition as JSON has it.
#[derive(Serialize)]
pub struct EditionLine {
    id: String,
    effective: Option<String>,
    sdr: Option<String>,
    status: &'static str,
    /// Is only a part of the text known?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    partial: bool,
    text: String,
}

impl From<&Edition> for EditionLine {
    fn from(edition: &Edition) -> EditionLine {
        let effective = match edition.id {
            EditionId::Date(_) => Some(edition.id.to_string()),
            EditionId::Proposed => None,
        };
        EditionLine {
            id: edition.id.to_string(),
            effective,
            sdr: edition.sdr.clone(),
            status: edition.status.word(),
            partial: edition.is_partial,
            text: edition.text.clone(),
        }
    }
}

impl EditionLine {
    /// `2015-07-01 (41 SDR 218, adopted)`.
    pub fn register(&self) -> String {
        let partial = if self.partial { ", partial" } else { "" };
        match &self.sdr {
            Some(sdr) => format!("{} ({sdr}, {}{partial})", self.id, self.status),
            None if self.id == self.status => format!("{}{partial}", self.id),
            None => format!("{} ({}{partial})", self.id, self.status),
        }
    }

    /// Where the text comes from and what is new in it.
    pub fn text(&self) -> &str {
        &self.text
    }
}

#[derive(Serialize)]
struct WagerLine {
    id: String,
    title: String,
    need: &'static str,
    bets: Vec<String>,
    lines: Vec<String>,
    schedules: Vec<String>,
    /// The section of a side bet that a table may add.
    #[serde(skip_serializing_if = "Option::is_none")]
    section: Option<String>,
}

/// Every game of the book, each with the wagers and schedules of its newest edition.
pub fn run(book: &Rulebook) -> Games {
    Games { games: book.games().iter().map(game).collect() }
}

fn game(game: &Game) -> GameLine {
    let section = game.newest_with_side_bets();
    GameLine {
        id: game.id.clone(),
        title: game.title.clone(),
        section: game.section.clone(),
        summary: game.summary.clone(),
        decks: game.decks.iter().map(|decks| decks.get()).collect(),
        seats: game.seats,
        editions: game.editions.iter().map(EditionLine::from).collect(),
        wagers: wagers(&section),
    }
}

fn wagers(section: &Section) -> Vec<WagerLine> {
    let wager = |wager: &rulebook::Wager| WagerLine {
        id: wager.id.clone(),
        title: wager.title.clone(),
        need: wager.need.word(),
        bets: wager.bets.clone(),
        lines: wager.lines.clone(),
        schedules: section.schedule_names(&wager.id).into_iter().map(str::to_owned).collect(),
        section: wager.side.as_ref().and_then(|side| side.section.clone()),
    };
    section.wagers.iter().map(wager).collect()
}

impl Output for Games {
    fn page(&self, page: &mut Page) {
        for (index, game) in self.games.iter().enumerate() {
            if index > 0 {
                page.blank();
            }
            page.title(&game.id, &format!("{}  {}", game.title, game.section));
            let editions: Vec<&str> = game.editions.iter().map(|e| e.id.as_str()).collect();
            let label_width = game.wagers.iter().map(|wager| wager.id.len()).max().unwrap_or(0);
            let label_width = label_width.max("editions".len());
            page.item("editions", label_width, &editions.join(", "), "");
            for wager in &game.wagers {
                page.item(&wager.id, label_width, &wager.schedules.join(", "), "");
            }
        }
    }
}
