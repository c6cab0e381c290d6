//! `croupier rng-test`: the statistical tests of 25 CFR 547.14 on the generator and on shuffled decks.

use serde::Serialize;
use shuffle::randomness::{self, LEVEL, Plan, Report, Score, Source, Tested};

use crate::args::RngTest as Args;
use crate::output::{Negative, Output, Printer};
use crate::page::{Page, grouped};
use crate::progress::Bar;

#[derive(Serialize)]
struct RngTest {
    /// The chance that a perfect generator fails one test.
    level: f64,
    samples: u32,
    seed: String,
    tests: Vec<TestOut>,
    failed_at_first: Failed,
    failed: Failed,
}

/// The number of tests that failed, and the chance that a perfect generator fails at least as many.
#[derive(Serialize)]
struct Failed {
    tests: u32,
    chance: f64,
}

#[derive(Serialize)]
struct TestOut {
    source: &'static str,
    test: &'static str,
    #[serde(flatten)]
    first: ScoreOut,
    #[serde(skip_serializing_if = "Option::is_none")]
    repeated: Option<ScoreOut>,
    result: &'static str,
}

#[derive(Serialize)]
struct ScoreOut {
    samples: usize,
    statistic: f64,
    degrees_of_freedom: Option<u32>,
    p: f64,
}

/// Runs the tests; one that fails twice is a negative answer.
pub fn run(args: &Args, printer: &Printer) -> anyhow::Result<()> {
    let plan = Plan { samples: args.samples as usize, seed: args.seed.clone() };
    let mut progress = Bar::follow("testing the generator");
    let report = randomness::run(&plan, &mut progress)?;
    drop(progress);
    let (failed, _) = report.failed();
    printer.print(&RngTest::new(args, &report))?;
    if failed == 0 {
        return Ok(());
    }
    let tests = if failed == 1 { "1 test".to_owned() } else { format!("{failed} tests") };
    Err(Negative(format!(
        "{tests} failed twice; run the tests again without --seed, and if the same one fails again, \
         take the generator out of use"
    ))
    .into())
}

impl RngTest {
    fn new(args: &Args, report: &Report) -> RngTest {
        let failed = |(tests, chance): (u32, f64)| Failed { tests, chance };
        RngTest {
            level: LEVEL,
            samples: args.samples,
            seed: report.seed.reveal(),
            tests: report.tested.iter().map(TestOut::new).collect(),
            failed_at_first: failed(report.failed_at_first()),
            failed: failed(report.failed()),
        }
    }

    fn summary(&self, page: &mut Page) {
        let all = self.tests.len();
        let (first, again) = (&self.failed_at_first, &self.failed);
        page.blank();
        page.paragraph(&match first.tests {
            0 => format!(
                "None of {all} tests failed; a perfect generator passes all in {} of runs.",
                percent((1.0 - LEVEL).powi(all as i32))
            ),
            tests => format!(
                "{tests} of {all} tests failed at first; a perfect generator fails {tests} or more in \
                 {} of runs.",
                percent(first.chance)
            ),
        });
        if first.tests > 0 {
            page.paragraph(&match again.tests {
                0 => "Repeated on new numbers, twice as many, none failed again.".to_owned(),
                tests => format!(
                    "Repeated on new numbers, twice as many, {tests} failed again; a perfect \
                     generator fails {tests} or more twice in {} of runs.",
                    percent(again.chance)
                ),
            });
        }
        page.blank();
        page.paragraph(
            "p is the chance that a perfect generator gives a statistic as far out on either side; \
             a test fails below 0.01. So one test in a hundred fails by chance: it is repeated on \
             new numbers, twice as many, and has failed only if it fails again. Without degrees \
             of freedom (df) the statistic is Kolmogorov's, otherwise chi-square.",
        );
        page.blank();
        page.paragraph("--seed repeats all but the tests of the operating system's seeds:");
        page.item("seed", 4, &self.seed, "");
    }
}

impl TestOut {
    fn new(tested: &Tested) -> TestOut {
        let score = |samples: usize, score: &Score| ScoreOut {
            samples,
            statistic: score.statistic,
            degrees_of_freedom: score.freedom,
            p: score.p,
        };
        TestOut {
            source: source_id(tested.source),
            test: tested.name,
            first: score(tested.samples, &tested.first),
            repeated: tested.repeated.as_ref().map(|again| score(2 * tested.samples, again)),
            result: match (tested.repeated, tested.is_failed()) {
                (None, _) => "pass",
                (Some(_), false) => "pass on repeat",
                (Some(_), true) => "fail",
            },
        }
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let row = |name: String, score: &ScoreOut, result: &str| {
            vec![
                name,
                format!("{:.2}", score.statistic),
                score.degrees_of_freedom.map(|freedom| freedom.to_string()).unwrap_or_default(),
                if score.p < 0.00005 { "< 0.0001".to_owned() } else { format!("{:.4}", score.p) },
                result.to_owned(),
            ]
        };
        match &self.repeated {
            None => vec![row(self.test.to_owned(), &self.first, self.result)],
            Some(again) => vec![
                row(self.test.to_owned(), &self.first, "repeated"),
                row(format!("  on {}", grouped(&again.samples)), again, self.result),
            ],
        }
    }
}

impl Output for RngTest {
    fn page(&self, page: &mut Page) {
        let [numbers, decks] = [self.samples, self.samples / 10].map(|count| grouped(&count));
        let right = format!("{numbers} numbers or {decks} decks each");
        page.title("Tests of randomness, 25 CFR 547.14", &right);
        for source in [Source::System, Source::Stream, Source::Rounds, Source::Decks] {
            let tests = self.tests.iter().filter(|test| test.source == source_id(source));
            let rows: Vec<Vec<String>> = tests.flat_map(TestOut::rows).collect();
            if rows.is_empty() {
                continue;
            }
            page.heading(source.words());
            page.table(&["test", "statistic", "df", "p", "result"].map(str::to_owned), &rows);
        }
        self.summary(page);
    }
}

fn source_id(source: Source) -> &'static str {
    match source {
        Source::System => "system",
        Source::Stream => "stream",
        Source::Rounds => "rounds",
        Source::Decks => "decks",
    }
}

fn percent(chance: f64) -> String {
    match chance * 100.0 {
        percent if percent < 0.01 => format!("{percent:.1e}%"),
        percent => format!("{percent:.2}%"),
    }
}
