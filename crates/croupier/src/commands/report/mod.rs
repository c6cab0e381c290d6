//! `croupier report`: the math report of a game, one HTML file as a test lab would file it.

mod charts;
mod csv;
mod html;

use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use games::Posting;
use odds::{
    Analysis, Ask, Chart, Run, Simulation, Subject, analyse, decided_wagers, postings, simulate,
};
use rulebook::Rulebook;
use sha2::{Digest as _, Sha256};

use crate::args::Report as Args;
use crate::lookup;
use crate::output::Printer;
use crate::progress::Bar;

/// Everything in a report.
struct Report {
    subject: Subject,
    analyses: Vec<Analysis>,
    strategies: Vec<Strategy>,
    /// Every posting that was simulated.
    witness: Vec<(Posting, Simulation)>,
    rounds: u64,
    rulebook_hash: String,
}

/// The strategy of a wager under a schedule.
struct Strategy {
    wager: String,
    schedule: String,
    charts: Vec<Chart>,
}

/// Writes the report, and the CSV if one is asked for.
pub fn run(book: &Rulebook, args: &Args, printer: &Printer) -> anyhow::Result<()> {
    let game = lookup::game(book, &args.game)?;
    let mut options = lookup::pairs(&args.under.option)?;
    if let Some(decks) = args.decks {
        options.insert("decks".to_owned(), decks.to_string());
    }
    let subject = Subject::open(book, &game.id, args.under.edition, options)
        .map_err(|errors| lookup::cannot_open(&errors))?;
    let report = Report::new(book, subject, args.rounds)?;
    let path = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.html", game.id)));
    fs::write(&path, html::page(&report))
        .with_context(|| format!("cannot write {}", path.display()))?;
    printer.message(&format!("wrote {}", path.display()));
    crate::csv::write(args.csv.as_deref(), &csv::HEAD, &csv::rows(&report.analyses))?;
    if let Some(path) = &args.csv {
        printer.message(&format!("wrote {}", path.display()));
    }
    let witness = report.witness.iter().map(|(posting, simulation)| (posting, simulation));
    super::simulate::judge(witness)
}

impl Report {
    fn new(book: &Rulebook, subject: Subject, rounds: u64) -> anyhow::Result<Report> {
        let bar = Bar::new();
        let analyses = analyse(&subject, &Ask::default(), &bar)?;
        let mut strategies = Vec::new();
        for wager in decided_wagers(&subject) {
            let schedule = odds::schedules(&subject, &wager).swap_remove(0).id;
            let solution = odds::solve(&subject, &wager, Some(&schedule), None, &bar)?;
            let charts = solution.advisor.charts();
            strategies.push(Strategy { wager, schedule, charts });
        }
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let mut witness = Vec::new();
        for (posting, seed) in postings(&subject).into_iter().zip(1..) {
            let run = Run { rounds, seed, threads };
            let simulation = simulate(book, &posting, run, &bar)?;
            witness.push((posting, simulation));
        }
        let rulebook_hash = hash(&format!("{:?}", subject.section()));
        Ok(Report { subject, analyses, strategies, witness, rounds, rulebook_hash })
    }
}

/// The SHA-256 of a text.
fn hash(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}
