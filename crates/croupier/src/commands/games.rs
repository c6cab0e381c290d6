//! `croupier games`: the list of games.

use rulebook::{Edition, EditionId, Game, Rulebook, Section};
use wire::library::games::{EditionEntry, GameEntry, GameList, WagerEntry};

use crate::output::Output;
use crate::page::Page;

/// An edition as JSON has it.
pub fn edition(edition: &Edition) -> EditionEntry {
    let effective = match edition.id {
        EditionId::Date(_) => Some(edition.id.to_string()),
        EditionId::Proposed => None,
    };
    EditionEntry {
        id: edition.id.to_string(),
        effective,
        sdr: edition.sdr.clone(),
        status: edition.status.word().to_owned(),
        partial: edition.is_partial,
        text: edition.text.clone(),
    }
}

/// Every game of the book, each with the wagers and schedules of its newest edition.
pub fn run(book: &Rulebook) -> GameList {
    GameList { games: book.games().iter().map(game).collect() }
}

fn game(game: &Game) -> GameEntry {
    let section = game.newest_with_side_bets();
    GameEntry {
        id: game.id.clone(),
        title: game.title.clone(),
        section: game.section.clone(),
        summary: game.summary.clone(),
        decks: game.decks.iter().map(|decks| decks.get()).collect(),
        seats: game.seats,
        editions: game.editions.iter().map(edition).collect(),
        wagers: wagers(&section),
    }
}

fn wagers(section: &Section) -> Vec<WagerEntry> {
    let wager = |wager: &rulebook::Wager| WagerEntry {
        id: wager.id.clone(),
        title: wager.title.clone(),
        need: wager.need.word().to_owned(),
        bets: wager.bets.clone(),
        lines: wager.lines.clone(),
        schedules: section.schedule_names(&wager.id).into_iter().map(str::to_owned).collect(),
        section: wager.side.as_ref().and_then(|side| side.section.clone()),
    };
    section.wagers.iter().map(wager).collect()
}

impl Output for GameList {
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
