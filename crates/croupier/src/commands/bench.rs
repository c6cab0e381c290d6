//! `croupier bench`: how fast, compared with alternatives.

use anyhow::anyhow;
use bench::acts::ActsRow;
use bench::ledger::LedgerRow;
use bench::{
    AnalysisRow, Column, EvaluatorBench, EvaluatorRow, Measurement, RoundsRow, ShufflesRow,
};
use serde::Serialize;

use crate::output::{Output, Printer};
use crate::page::Page;

#[derive(Serialize)]
pub struct Bench {
    passes: usize,
    /// How many times as fast ours is as the fastest other, one per column.
    lead: Vec<Option<f64>>,
    evaluators: Vec<Line>,
    rounds: Vec<RoundLine>,
    odds: Vec<OddsLine>,
    shuffles: Vec<ShuffleLine>,
    ledger: Vec<LedgerLine>,
    acts: Vec<ActsLine>,
}

#[derive(Serialize)]
struct ShuffleLine {
    decks: u8,
    shuffles_per_second: f64,
    /// The same committed to card by card (version 2).
    committed_per_second: f64,
    /// How often a viewer can check six cards of such a round.
    checked_per_second: f64,
    rand_per_second: f64,
    /// How many times as fast ours is.
    ratio: f64,
}

#[derive(Serialize)]
struct LedgerLine {
    tables: usize,
    meters: usize,
    one_by_one_per_second: f64,
    grouped_per_second: f64,
    ratio: f64,
}

#[derive(Serialize)]
struct OddsLine {
    game: String,
    analyses: usize,
    seconds: f64,
    deals: f64,
    naive_seconds: f64,
    /// How many times as long dealing one by one would take.
    ratio: f64,
    simulated_rounds_per_second: f64,
}

#[derive(Serialize)]
struct RoundLine {
    game: String,
    rounds_per_second: f64,
    seats: u8,
    seat_rounds_per_second: f64,
}

#[derive(Serialize)]
struct Line {
    evaluator: &'static str,
    /// Whether it puts all hands in the same order as ours.
    agrees: bool,
    columns: Vec<Cell>,
}

#[derive(Serialize)]
struct Cell {
    column: &'static str,
    hands_per_second: f64,
    ours_ratio: f64,
}

/// Measures the evaluators; progress goes to stderr.
pub fn run(printer: &Printer) -> anyhow::Result<Bench> {
    let measured = bench::evaluators(&mut |what| printer.message(&format!("evaluators: {what}")));
    let rounds = bench::rounds(&mut |game| printer.message(&format!("rounds: {game}")));
    let odds = bench::analyses(&mut |game| printer.message(&format!("odds: {game}")));
    let told = &mut |what: &str| printer.message(&format!("ledger: {what}"));
    let ledger = bench::ledger::postings_in_files(told).map_err(|error| anyhow!(error))?;
    let told = &mut |what: &str| printer.message(&format!("house: {what}"));
    let acts = bench::acts::acts_in_files(told).map_err(|error| anyhow!(error))?;
    printer.message("shuffles");
    let mut bench = Bench::new(&measured, rounds, odds);
    bench.shuffles = bench::shuffles().iter().map(ShuffleLine::new).collect();
    bench.ledger = ledger.iter().map(LedgerLine::new).collect();
    bench.acts = acts.iter().map(ActsLine::new).collect();
    Ok(bench)
}

/// Acts through a house.
#[derive(Serialize)]
struct ActsLine {
    tables: usize,
    one_by_one_per_second: f64,
    grouped_per_second: f64,
    ratio: f64,
    p99_ms: f64,
}

impl ActsLine {
    fn new(row: &ActsRow) -> ActsLine {
        ActsLine {
            tables: row.tables,
            one_by_one_per_second: row.one_by_one,
            grouped_per_second: row.grouped,
            ratio: row.ratio(),
            p99_ms: row.p99,
        }
    }
}

impl ShuffleLine {
    fn new(row: &ShufflesRow) -> ShuffleLine {
        ShuffleLine {
            decks: row.decks,
            shuffles_per_second: row.ours,
            committed_per_second: row.committed,
            checked_per_second: row.checked,
            rand_per_second: row.rand,
            ratio: row.ours / row.rand,
        }
    }
}

impl LedgerLine {
    fn new(row: &LedgerRow) -> LedgerLine {
        LedgerLine {
            tables: row.tables,
            meters: row.meters,
            one_by_one_per_second: row.one_by_one,
            grouped_per_second: row.grouped,
            ratio: row.ratio(),
        }
    }
}

impl Bench {
    fn new(measured: &EvaluatorBench, rounds: Vec<RoundsRow>, odds: Vec<AnalysisRow>) -> Bench {
        let cell = |measurement: &Measurement| Cell {
            column: measurement.column.words(),
            hands_per_second: measurement.hands_per_second,
            ours_ratio: measurement.ours_ratio,
        };
        let line = |row: &EvaluatorRow| Line {
            evaluator: row.name,
            agrees: row.agrees,
            columns: row.measurements.iter().map(cell).collect(),
        };
        Bench {
            passes: measured.passes,
            lead: Column::ALL.into_iter().map(|column| measured.lead(column)).collect(),
            evaluators: measured.rows.iter().map(line).collect(),
            rounds: rounds
                .into_iter()
                .map(|row| RoundLine {
                    game: row.game,
                    rounds_per_second: row.one_seat,
                    seats: row.seats,
                    seat_rounds_per_second: row.seat_rounds,
                })
                .collect(),
            odds: odds
                .into_iter()
                .map(|row| OddsLine {
                    ratio: row.naive_seconds / row.seconds,
                    game: row.game,
                    analyses: row.analyses,
                    seconds: row.seconds,
                    deals: row.deals,
                    naive_seconds: row.naive_seconds,
                    simulated_rounds_per_second: row.simulated_rounds_per_second,
                })
                .collect(),
            shuffles: Vec::new(),
            ledger: Vec::new(),
            acts: Vec::new(),
        }
    }
}

impl Output for Bench {
    fn page(&self, page: &mut Page) {
        page.title("Hand evaluation", "million hands per second, one core");
        page.paragraph(&format!(
            "Best of {} alternating passes. In parentheses: how many times as fast ours is.",
            self.passes
        ));
        page.blank();
        let columns = ["", "all 7", "random 7", "ready 7", "all 5", "same order"];
        let row = |line: &Line| {
            let cell = |cell: &Cell| {
                format!("{:.0} ({:.2})", cell.hands_per_second / 1e6, cell.ours_ratio)
            };
            let agrees = if line.agrees { "yes" } else { "no" };
            std::iter::once(line.evaluator.to_owned())
                .chain(line.columns.iter().map(cell))
                .chain(std::iter::once(agrees.to_owned()))
                .collect()
        };
        let rows: Vec<Vec<String>> = self.evaluators.iter().map(row).collect();
        page.table(&columns.map(str::to_owned), &rows);
        if self.lead.iter().all(Option::is_none) {
            page.paragraph(
                "To compare with public evaluators as well: cargo run --release --features peers \
                 -- bench",
            );
        }
        page.blank();
        page.title("Rounds through the machine", "thousands per second, one core");
        let head = ["game", "one seat", "seats", "seat-rounds", "ns per seat"].map(str::to_owned);
        let row = |line: &RoundLine| {
            vec![
                line.game.clone(),
                format!("{:.0}", line.rounds_per_second / 1e3),
                line.seats.to_string(),
                format!("{:.0}", line.seat_rounds_per_second / 1e3),
                format!("{:.0}", 1e9 / line.seat_rounds_per_second),
            ]
        };
        page.table(&head, &self.rounds.iter().map(row).collect::<Vec<_>>());
        self.odds_page(page);
        self.shuffles_page(page);
        self.ledger_page(page);
        self.acts_page(page);
    }
}

impl Bench {
    fn shuffles_page(&self, page: &mut Page) {
        page.blank();
        page.title("Shuffles", "thousands per second, one core");
        page.paragraph(
            "Each from a seed of its own. Ours can be repeated in a browser: HMAC-SHA-256 in counter \
             mode; rand's is SliceRandom with ChaCha20. Version 2 commits to every card by itself; checked is \
             a viewer's check of six cards.",
        );
        let head =
            ["decks", "version 1", "version 2", "checked", "rand", "1 to rand"].map(str::to_owned);
        let row = |line: &ShuffleLine| {
            vec![
                line.decks.to_string(),
                format!("{:.0}", line.shuffles_per_second / 1e3),
                format!("{:.1}", line.committed_per_second / 1e3),
                format!("{:.1}", line.checked_per_second / 1e3),
                format!("{:.0}", line.rand_per_second / 1e3),
                format!("{:.2}", line.ratio),
            ]
        };
        page.table(&head, &self.shuffles.iter().map(row).collect::<Vec<_>>());
    }

    fn ledger_page(&self, page: &mut Page) {
        page.blank();
        page.title("Ledger", "postings per second, SQLite in a temporary folder");
        let head = ["tables", "meters", "one by one", "grouped", "times"].map(str::to_owned);
        let row = |line: &LedgerLine| {
            vec![
                line.tables.to_string(),
                line.meters.to_string(),
                format!("{:.0}", line.one_by_one_per_second),
                format!("{:.0}", line.grouped_per_second),
                format!("{:.1}", line.ratio),
            ]
        };
        page.table(&head, &self.ledger.iter().map(row).collect::<Vec<_>>());
    }

    fn acts_page(&self, page: &mut Page) {
        page.blank();
        page.title("Acts in a house", "per second, SQLite in a temporary folder");
        page.paragraph(
            "Practice tables of all games with two bots at each; every table waits for its \
             answer before it acts again.",
        );
        let head = ["tables", "one by one", "grouped", "times", "p99 ms"].map(str::to_owned);
        let row = |line: &ActsLine| {
            vec![
                line.tables.to_string(),
                format!("{:.0}", line.one_by_one_per_second),
                format!("{:.0}", line.grouped_per_second),
                format!("{:.1}", line.ratio),
                format!("{:.1}", line.p99_ms),
            ]
        };
        page.table(&head, &self.acts.iter().map(row).collect::<Vec<_>>());
    }

    fn odds_page(&self, page: &mut Page) {
        page.blank();
        page.title("Exact odds", "all wagers and schedules of a game");
        page.paragraph(
            "Beside dealing every deal of the main wager one by one on all cores, at the pace \
             measured in this run; and rounds simulated by the optimal strategy, thousands a second \
             and core.",
        );
        let head = ["game", "analyses", "seconds", "deals", "one by one", "times", "simulated"];
        let row = |line: &OddsLine| {
            let counted = line.deals > 0.0;
            let or_blank = |text: String| if counted { text } else { String::new() };
            vec![
                line.game.clone(),
                line.analyses.to_string(),
                format!("{:.3}", line.seconds),
                or_blank(format!("{:.1e}", line.deals)),
                or_blank(span(line.naive_seconds)),
                or_blank(format!("{:.0}", line.ratio)),
                format!("{:.0}", line.simulated_rounds_per_second / 1e3),
            ]
        };
        let rows: Vec<Vec<String>> = self.odds.iter().map(row).collect();
        page.table(&head.map(str::to_owned), &rows);
    }
}

/// A time in the unit that people would use.
fn span(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 120.0 => format!("{seconds:.1} s"),
        seconds if seconds < 7_200.0 => format!("{:.1} min", seconds / 60.0),
        seconds if seconds < 172_800.0 => format!("{:.1} h", seconds / 3_600.0),
        seconds => format!("{:.1} days", seconds / 86_400.0),
    }
}
