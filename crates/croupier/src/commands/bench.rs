//! `croupier bench`: how fast, as ratios to what else one could use.

use bench::{Column, EvaluatorBench, EvaluatorRow, Measurement, RoundsRow};
use serde::Serialize;

use crate::output::{Output, Printer};
use crate::page::Page;

#[derive(Serialize)]
pub struct Bench {
    passes: usize,
    /// How many times as fast ours is as the fastest other, a column each.
    lead: Vec<Option<f64>>,
    evaluators: Vec<Line>,
    rounds: Vec<RoundLine>,
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
pub fn run(printer: &Printer) -> Bench {
    let measured = bench::evaluators(&mut |what| printer.message(&format!("evaluators: {what}")));
    let rounds = bench::rounds(&mut |game| printer.message(&format!("rounds: {game}")));
    Bench::new(&measured, rounds)
}

impl Bench {
    fn new(measured: &EvaluatorBench, rounds: Vec<RoundsRow>) -> Bench {
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
        }
    }
}

impl Output for Bench {
    fn page(&self, page: &mut Page) {
        page.title("Hand evaluation", "million hands a second, one core");
        page.paragraph(&format!(
            "Best of {} passes in turn. In brackets: how many times as fast ours is.",
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
                "Built without the feature `peers`: no public evaluator to compare with.",
            );
        }
        page.blank();
        page.title("Rounds through the machine", "thousands a second, one core");
        let head = ["game", "one seat", "seats", "seat-rounds", "ns a seat"].map(str::to_owned);
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
    }
}
