//! `croupier replay`: replays a round from its log, step by step.

use std::fs;
use std::io::{self, BufRead as _, IsTerminal as _};

use anyhow::Context as _;
use games::{ReplayError, replay};
use rulebook::Rulebook;
use serde::Serialize;

use crate::args::Replay as Args;
use crate::output::{Negative, Output, Printer};
use crate::page::Page;

#[derive(Serialize)]
struct Replayed {
    game: String,
    edition: String,
    events: Vec<String>,
    lines: usize,
}

/// Replays a log and shows what happened; a log that does not replay to the same result is a
/// negative answer.
pub fn run(book: &Rulebook, args: &Args, printer: &Printer) -> anyhow::Result<()> {
    let name = args.file.display().to_string();
    let text = fs::read_to_string(&args.file).with_context(|| format!("cannot read {name}"))?;
    let played = match replay(book, &text) {
        Ok(played) => played,
        Err(error @ (ReplayError::Differs { .. } | ReplayError::OtherRulebook { .. })) => {
            return Err(Negative(format!("{name}, {error}")).into());
        }
        Err(error) => return Err(anyhow::anyhow!("{name}, {error}")),
    };
    let round = &played.round;
    let events: Vec<String> =
        round.log().events().iter().map(|event| played.log_line(event)).collect();
    if args.step && io::stdin().is_terminal() {
        step(&events, printer);
    }
    printer.print(&Replayed {
        game: round.table().section().game.clone(),
        edition: round.table().section().edition.id.to_string(),
        lines: round.settlement().lines.len(),
        events,
    })
}

/// Shows one event at a time; Enter goes on, `q` goes to the end.
fn step(events: &[String], printer: &Printer) {
    let mut answers = io::stdin().lock().lines();
    for (event, number) in events.iter().zip(1..) {
        printer.message(&format!("{number:>4}  {event}   [Enter, q]"));
        match answers.next() {
            Some(Ok(answer)) if !answer.trim().eq_ignore_ascii_case("q") => {}
            _ => return,
        }
    }
}

impl Output for Replayed {
    fn page(&self, page: &mut Page) {
        page.title(&self.game, &format!("edition {}", self.edition));
        for (event, number) in self.events.iter().zip(1..) {
            page.item(&format!("{number:>3}"), 3, event, "");
        }
        page.blank();
        let (events, lines) = (self.events.len(), self.lines);
        page.paragraph(&format!("The replay matches: {events} events, {lines} lines."));
    }
}
