//! `croupier rulebook`: checks an operator's own rulebook, or exports the built-in one.

use std::fs;

use anyhow::{Context as _, bail};
use games::{OpenError, Posting, Table};
use rulebook::Rulebook;
use serde::Serialize;

use crate::args::RulebookCommand;
use crate::output::{Output, Printer};
use crate::page::Page;

/// What a valid directory holds.
#[derive(Serialize)]
struct Checked {
    directory: String,
    games: usize,
    side_bets: usize,
    editions: usize,
    schedules: usize,
    rows: usize,
    rulings: usize,
    /// Games that this program has no rules of play for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_played: Vec<String>,
}

/// Checks or exports.
pub fn run(command: &RulebookCommand, printer: &Printer) -> anyhow::Result<()> {
    match command {
        RulebookCommand::Check { directory } => {
            let book = Rulebook::load(directory)
                .with_context(|| format!("the rulebook in {} has errors", directory.display()))?;
            let not_played = opened(&book)
                .with_context(|| format!("the rulebook in {} has errors", directory.display()))?;
            let checked = count(directory.display().to_string(), &book);
            printer.print(&Checked { not_played, ..checked })
        }
        RulebookCommand::Export { directory } => {
            if directory.is_dir() && fs::read_dir(directory)?.next().is_some() {
                bail!("{} is not empty: give a new directory", directory.display());
            }
            let create = || format!("cannot write to {}", directory.display());
            fs::create_dir_all(directory).with_context(create)?;
            for (name, text) in Rulebook::embedded_files() {
                fs::write(directory.join(name), text).with_context(create)?;
            }
            printer.print(&count(directory.display().to_string(), Rulebook::embedded()))
        }
    }
}

/// Opens a table of every game in every edition, so that what the rules of play need is there: the games that this
/// program has none for.
fn opened(book: &Rulebook) -> anyhow::Result<Vec<String>> {
    let (mut not_played, mut problems) = (Vec::new(), Vec::new());
    for game in book.games() {
        for edition in &game.editions {
            let posting =
                Posting { game: game.id.clone(), edition: Some(edition.id), ..Posting::default() };
            let errors = Table::open(book, posting).err().unwrap_or_default();
            if errors.iter().any(|error| matches!(error, OpenError::NotPlayed(_))) {
                not_played.push(game.id.clone());
                break;
            }
            problems.extend(
                errors.iter().map(|why| format!("{}.toml, edition {}: {why}", game.id, edition.id)),
            );
        }
    }
    if problems.is_empty() { Ok(not_played) } else { bail!(problems.join("\n")) }
}

fn count(directory: String, book: &Rulebook) -> Checked {
    let mut side_bets: Vec<&rulebook::Game> =
        book.games().iter().flat_map(rulebook::Game::side_bets).collect();
    side_bets.sort_by_key(|side_bet| &side_bet.id);
    side_bets.dedup_by_key(|side_bet| &side_bet.id);
    let all = || book.games().iter().chain(side_bets.iter().copied());
    let sections: Vec<_> = all().map(rulebook::Game::newest).collect();
    let schedules = || sections.iter().flat_map(|section| &section.schedules);
    let own = |section: &rulebook::Section| {
        let general = book.rulings();
        section.rulings.iter().filter(|ruling| !general.contains(ruling)).count()
    };
    Checked {
        directory,
        games: book.games().len(),
        side_bets: side_bets.len(),
        editions: all().map(|game| game.editions.len()).sum(),
        schedules: schedules().count(),
        rows: schedules().flat_map(|schedule| &schedule.parts).map(|part| part.rows.len()).sum(),
        rulings: book.rulings().len() + sections.iter().map(own).sum::<usize>(),
        not_played: Vec::new(),
    }
}

impl Output for Checked {
    fn page(&self, page: &mut Page) {
        let Checked { directory, games, side_bets, editions, schedules, rows, rulings, not_played } =
            self;
        page.paragraph(&format!(
            "{directory} is valid: {games} games, {side_bets} side bets, {editions} editions, {schedules} schedules, \
             {rows} rows, {rulings} rulings."
        ));
        for game in not_played {
            page.paragraph(&OpenError::NotPlayed(game.clone()).to_string());
        }
    }
}
