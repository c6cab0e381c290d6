//! `croupier rulebook`: checks an operator's own rulebook, or exports the built-in one.

use std::fs;

use anyhow::{Context as _, bail};
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
    editions: usize,
    schedules: usize,
    rows: usize,
    rulings: usize,
}

/// Checks or exports.
pub fn run(command: &RulebookCommand, printer: &Printer) -> anyhow::Result<()> {
    match command {
        RulebookCommand::Check { directory } => {
            let book = Rulebook::load(directory)
                .with_context(|| format!("the rulebook in {} has errors", directory.display()))?;
            printer.print(&count(directory.display().to_string(), &book))
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

fn count(directory: String, book: &Rulebook) -> Checked {
    let sections: Vec<_> = book.games().iter().map(rulebook::Game::newest).collect();
    let schedules = || sections.iter().flat_map(|section| &section.schedules);
    let own = |section: &rulebook::Section| {
        let general = book.rulings();
        section.rulings.iter().filter(|ruling| !general.contains(ruling)).count()
    };
    Checked {
        directory,
        games: book.games().len(),
        editions: book.games().iter().map(|game| game.editions.len()).sum(),
        schedules: schedules().count(),
        rows: schedules().flat_map(|schedule| &schedule.parts).map(|part| part.rows.len()).sum(),
        rulings: book.rulings().len() + sections.iter().map(own).sum::<usize>(),
    }
}

impl Output for Checked {
    fn page(&self, page: &mut Page) {
        let Checked { directory, games, editions, schedules, rows, rulings } = self;
        page.paragraph(&format!(
            "{directory} is valid: {games} games, {editions} editions, {schedules} schedules, \
             {rows} rows, {rulings} rulings."
        ));
    }
}
