//! `croupier simulate`: rounds through the real machine, beside the exact values.

use games::Posting;
use odds::{Arithmetic, Estimate, Run, Simulation, decimal, simulate};
use rulebook::Rulebook;
use serde::Serialize;

use crate::args::Simulate as Args;
use crate::lookup;
use crate::output::{Negative, Output, Printer};
use crate::page::Page;
use crate::progress::Bar;

#[derive(Serialize)]
pub struct Simulated {
    game: String,
    rounds: u64,
    seed: u64,
    threads: usize,
    seconds: f64,
    rounds_per_second: f64,
    estimates: Vec<EstimateOut>,
    #[serde(skip)]
    title: String,
}

#[derive(Serialize)]
struct EstimateOut {
    wager: String,
    schedule: String,
    bets: u64,
    mean: f64,
    /// From the exact standard deviation, as the interval is.
    standard_error: f64,
    /// The interval that holds the exact value in 95 of 100 simulations.
    confidence_95: [f64; 2],
    exact: f64,
    /// The same as a fraction, where it was computed as one.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact_fraction: Option<String>,
    deviation: f64,
    /// How the outcomes are spread over what a bet can come to.
    chi_square: f64,
    degrees_of_freedom: u32,
    p: f64,
    /// What contradicts the exact figures.
    #[serde(skip_serializing_if = "Option::is_none")]
    contradicts: Option<String>,
    /// How what the rounds play differs from what the odds of the wager are about.
    notes: Vec<String>,
}

/// Plays the rounds and prints what they say. If that contradicts the exact figures, the answer is negative.
pub fn run(book: &Rulebook, args: &Args, printer: &Printer) -> anyhow::Result<()> {
    let game = lookup::game(book, &args.game)?;
    let posting = Posting {
        game: game.id.clone(),
        edition: args.under.edition,
        schedules: lookup::pairs(&args.schedule)?,
        options: lookup::pairs(&args.under.option)?,
        ..Posting::default()
    };
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or_else(cores, usize::from);
    let bar = Bar::new();
    let run = Run { rounds: args.rounds, seed: args.seed, threads };
    let simulation = simulate(book, &posting, run, &bar)?;
    let seconds = simulation.took.as_secs_f64();
    drop(bar);
    let judged = judge([(&posting, &simulation)]);
    printer.print(&Simulated {
        game: game.id.clone(),
        rounds: simulation.rounds,
        seed: args.seed,
        threads,
        seconds,
        rounds_per_second: simulation.rounds as f64 / seconds,
        estimates: simulation.estimates.into_iter().map(EstimateOut::new).collect(),
        title: game.title.clone(),
    })?;
    judged
}

/// A negative answer that names every wager whose rounds contradict its exact figures.
pub(super) fn judge<'s>(
    all: impl IntoIterator<Item = (&'s Posting, &'s Simulation)>,
) -> anyhow::Result<()> {
    let mut failed = Vec::new();
    for (posting, simulation) in all {
        let schedules: Vec<String> =
            posting.schedules.iter().map(|(bet, id)| format!("{bet}={id}")).collect();
        let at = if schedules.is_empty() {
            String::new()
        } else {
            format!(" ({})", schedules.join(", "))
        };
        for estimate in &simulation.estimates {
            let Estimate { wager, schedule, .. } = estimate;
            let why = estimate.contradicts();
            failed.extend(why.map(|why| format!("{} {wager} {schedule}{at}: {why}", posting.game)));
        }
    }
    if failed.is_empty() {
        return Ok(());
    }
    Err(Negative(format!("the rounds contradict the exact figures: {}", failed.join("; "))).into())
}

impl EstimateOut {
    fn new(estimate: Estimate) -> EstimateOut {
        EstimateOut {
            deviation: estimate.deviation(),
            bets: estimate.bets,
            mean: estimate.mean,
            standard_error: estimate.standard_error(),
            confidence_95: estimate.confidence_95(),
            exact: decimal(&estimate.exact),
            exact_fraction: (estimate.arithmetic == Arithmetic::Fractions)
                .then(|| format!("{}/{}", estimate.exact.numer(), estimate.exact.denom())),
            chi_square: estimate.fit.statistic,
            degrees_of_freedom: estimate.fit.freedom,
            p: estimate.fit.p,
            contradicts: estimate.contradicts(),
            wager: estimate.wager,
            schedule: estimate.schedule,
            notes: estimate.notes,
        }
    }
}

impl Output for Simulated {
    fn page(&self, page: &mut Page) {
        let right = format!("seed {}, {} threads", self.seed, self.threads);
        page.title(&format!("{}: {} rounds", self.title, self.rounds), &right);
        page.paragraph("The player's result per unit of the first wager, played optimally.");
        page.blank();
        let head = ["", "mean", "95% interval", "exact", "std errors"].map(str::to_owned);
        let row = |estimate: &EstimateOut| {
            let [low, high] = estimate.confidence_95;
            vec![
                format!("{} {}", estimate.wager, estimate.schedule),
                format!("{:+.6}", estimate.mean),
                format!("{low:+.6} to {high:+.6}"),
                format!("{:+.6}", estimate.exact),
                format!("{:+.2}", estimate.deviation),
            ]
        };
        page.table(&head, &self.estimates.iter().map(row).collect::<Vec<_>>());
        for estimate in &self.estimates {
            for note in &estimate.notes {
                page.item(&format!("{} {}:", estimate.wager, estimate.schedule), 0, note, "");
            }
        }
        page.blank();
        page.paragraph(
            "The interval is the mean and 1.96 standard errors on either side, from the exact \
             standard deviation: 95 of 100 simulations give one that holds the exact value.",
        );
        let p = |estimate: &EstimateOut| {
            format!("{} {} {:.4}", estimate.wager, estimate.schedule, estimate.p)
        };
        let all: Vec<String> = self.estimates.iter().map(p).collect();
        page.paragraph(&format!(
            "The chance p that the outcomes are spread at least as far from the exact chances \
             (chi-square): {}. Four standard errors, or a p of 0.0001 or less, contradict the exact \
             figures.",
            all.join(", ")
        ));
        page.paragraph(&format!(
            "{:.2} s, {:.2} million rounds a second.",
            self.seconds,
            self.rounds_per_second / 1e6
        ));
    }
}
