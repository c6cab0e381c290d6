//! One run over all evaluators and columns, and what came of it.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use cards::{Card, DECK};

use crate::workload::random_sevens;
use crate::{CardByCard, Evaluator, Naive, Ours, Workload};

/// What is measured, a column of the table each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Column {
    /// All 133,784,560 seven-card hands, in nested loops.
    AllSevens,
    /// Random hands from seven cards each.
    RandomSevens,
    /// Random hands that are put together already.
    ReadySevens,
    /// All 2,598,960 five-card hands, in nested loops.
    AllFives,
}

impl Column {
    /// All four, in the order of the table.
    pub const ALL: [Column; 4] =
        [Column::AllSevens, Column::RandomSevens, Column::ReadySevens, Column::AllFives];

    /// The column's heading.
    pub const fn words(self) -> &'static str {
        match self {
            Column::AllSevens => "all 7-card hands in order",
            Column::RandomSevens => "random 7 cards",
            Column::ReadySevens => "random, hands ready",
            Column::AllFives => "all 5-card hands in order",
        }
    }

    /// How often the workload is repeated for one time taken, so that it takes milliseconds.
    const fn repeats(self) -> u32 {
        match self {
            Column::AllSevens => 1,
            _ => 4,
        }
    }
}

/// How quick one evaluator was in one column.
#[derive(Clone, Copy, Debug)]
pub struct Measurement {
    /// The workload that was measured.
    pub column: Column,
    /// The best of all passes.
    pub hands_per_second: f64,
    /// How many times as quick ours was.
    pub ours_ratio: f64,
}

/// Whose an evaluator is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The one in use here.
    Ours,
    /// A public crate.
    Public,
    /// One of ours that only shows where a difference comes from.
    Reference,
}

/// The measurements of one evaluator.
#[derive(Clone, Debug)]
pub struct EvaluatorRow {
    /// The evaluator.
    pub name: &'static str,
    /// Whether it is ours, public, or for reference.
    pub kind: Kind,
    /// One for each of [`Column::ALL`].
    pub measurements: [Measurement; 4],
    /// Whether it puts all five-card hands and the random seven-card hands into the same order as ours, and every pass
    /// gave the same sum of values.
    pub agrees: bool,
}

/// The measurements of a run: ours first, then the public ones, then those for reference.
#[derive(Clone, Debug)]
pub struct EvaluatorBench {
    /// A row for each evaluator.
    pub rows: Vec<EvaluatorRow>,
    /// How often each was measured.
    pub passes: usize,
}

impl EvaluatorBench {
    /// How many times as quick ours was as the quickest public evaluator in a column; `None` if
    /// none was measured.
    pub fn lead(&self, column: Column) -> Option<f64> {
        self.rows
            .iter()
            .filter(|row| row.kind == Kind::Public)
            .flat_map(|row| row.measurements)
            .filter(|measurement| measurement.column == column)
            .map(|measurement| measurement.ours_ratio)
            .reduce(f64::min)
    }
}

const PASSES: usize = 9;

/// Measures every evaluator in every column, in passes that take turns, and keeps each one's best:
/// whatever else the machine does then falls on all alike. Takes about half a minute. `progress` is
/// told what is being done.
pub fn evaluators(progress: &mut dyn FnMut(&str)) -> EvaluatorBench {
    progress("preparing the hands");
    let mut runners: Vec<Box<dyn Run>> = vec![Runner::<Ours>::boxed(Kind::Ours)];
    #[cfg(feature = "peers")]
    runners.extend([
        Runner::<crate::Pokers>::boxed(Kind::Public),
        Runner::<crate::RsPoker>::boxed(Kind::Public),
        Runner::<crate::AyaPoker>::boxed(Kind::Public),
    ]);
    runners.push(Runner::<CardByCard>::boxed(Kind::Reference));
    for pass in 1..=PASSES {
        progress(&format!("pass {pass} of {PASSES}"));
        for column in Column::ALL {
            for runner in &mut runners {
                runner.time(column, column.repeats());
            }
        }
    }
    progress("the naive evaluator");
    let mut naive = Runner::<Naive>::boxed(Kind::Reference);
    for column in Column::ALL {
        naive.time(column, 1);
    }
    runners.push(naive);
    let ours = runners[0].speeds();
    let mut rows = Vec::new();
    for runner in runners {
        progress(&format!("comparing the order of {}", runner.name()));
        let speeds = runner.speeds();
        let measurements = [0, 1, 2, 3].map(|place| Measurement {
            column: Column::ALL[place],
            hands_per_second: speeds[place],
            ours_ratio: ours[place] / speeds[place],
        });
        let (name, kind, agrees) = (runner.name(), runner.kind(), runner.agrees());
        rows.push(EvaluatorRow { name, kind, measurements, agrees });
    }
    EvaluatorBench { rows, passes: PASSES }
}

/// An evaluator with its workload, whatever its types.
trait Run {
    fn name(&self) -> &'static str;
    fn kind(&self) -> Kind;
    fn time(&mut self, column: Column, repeats: u32);
    fn speeds(&self) -> [f64; 4];
    fn agrees(&self) -> bool;
}

struct Runner<E: Evaluator> {
    kind: Kind,
    workload: Workload<E>,
    best: [Duration; 4],
    sums: [Option<u64>; 4],
    is_steady: bool,
}

impl<E: Evaluator + 'static> Runner<E> {
    fn boxed(kind: Kind) -> Box<dyn Run> {
        Box::new(Runner::<E> {
            kind,
            workload: Workload::new(),
            best: [Duration::MAX; 4],
            sums: [None; 4],
            is_steady: true,
        })
    }
}

impl<E: Evaluator> Run for Runner<E> {
    fn name(&self) -> &'static str {
        E::NAME
    }

    fn kind(&self) -> Kind {
        self.kind
    }

    fn time(&mut self, column: Column, repeats: u32) {
        for _ in 0..repeats {
            let start = Instant::now();
            let sum = black_box(black_box(&self.workload).run(black_box(column)));
            let time = start.elapsed();
            let place = column as usize;
            self.best[place] = self.best[place].min(time);
            self.is_steady &= *self.sums[place].get_or_insert(sum) == sum;
        }
    }

    fn speeds(&self) -> [f64; 4] {
        Column::ALL.map(|column| {
            let seconds = self.best[column as usize].as_secs_f64();
            self.workload.hands(column) as f64 / seconds
        })
    }

    fn agrees(&self) -> bool {
        self.is_steady && is_same_order::<E>()
    }
}

/// Is there, between our values and this evaluator's of the same hands, a one-to-one relation that
/// keeps the order?
fn is_same_order<E: Evaluator>() -> bool {
    let mut pairs = BTreeMap::new();
    let mut is_function = true;
    let mut note = |ours: u32, theirs: u32| {
        is_function &= *pairs.entry(ours).or_insert(theirs) == theirs;
    };
    each_five(|cards| note(Ours::five(&cards), E::five(&cards.map(E::card))));
    for cards in random_sevens(1 << 17) {
        note(Ours::seven(&cards), E::seven_in_order(&cards.map(E::card)));
    }
    // Five-card hands have 7,462 values, and with our values ascending theirs must too.
    let theirs: Vec<u32> = pairs.values().copied().collect();
    is_function && theirs.len() == 7462 && theirs.is_sorted_by(|a, b| a < b)
}

#[expect(clippy::needless_range_loop, reason = "the places are what is looped over")]
fn each_five(mut visit: impl FnMut([Card; 5])) {
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                for d in c + 1..52 {
                    for e in d + 1..52 {
                        visit([DECK[a], DECK[b], DECK[c], DECK[d], DECK[e]]);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_naive_evaluator_has_our_order() {
        assert!(is_same_order::<Naive>());
    }

    #[cfg(feature = "peers")]
    #[test]
    fn public_evaluators_have_our_order() {
        assert!(is_same_order::<crate::Pokers>());
        assert!(is_same_order::<crate::RsPoker>());
        assert!(is_same_order::<crate::AyaPoker>());
    }
}
