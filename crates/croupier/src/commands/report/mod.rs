//! `croupier report`: the math report of a game, one HTML file as a test lab files it, or of every game with an index.

mod charts;
mod checks;
mod csv;
mod document;
mod front;
mod groups;
mod index;
mod measure;
mod provenance;
mod sheet;
mod table;
mod wagers;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use games::{Posting, Table};
use odds::{
    Analysis, Ask, Chart, Estimate, Run, Second, SecondMethod, Simulation, Subject, analyse,
    decided_wagers, postings, simulate,
};
use rulebook::{EditionId, Rulebook};

use crate::args::Report as Args;
use crate::lookup;
use crate::output::Printer;
use crate::progress::Bar;
use groups::Group;
use provenance::Origin;

/// Everything in a report.
struct Report {
    subject: Subject,
    analyses: Vec<Analysis>,
    /// The second computation of each analysis, by its place; of equal analyses only the first one's.
    seconds: Vec<Option<Second>>,
    strategies: Vec<Strategy>,
    /// Every posting that was simulated.
    witness: Vec<Posted>,
    rounds: u64,
    /// The seed of the first posting.
    seed: u64,
    origin: Origin,
}

/// The strategy of a wager under a schedule.
struct Strategy {
    wager: String,
    schedule: String,
    charts: Vec<Chart>,
}

/// A posting with what its rounds say.
struct Posted {
    posting: Posting,
    /// The options that the schedules decide against what is posted.
    decided: BTreeMap<String, String>,
    simulation: Simulation,
}

/// Which rounds are simulated.
#[derive(Clone, Copy)]
struct Plan {
    rounds: u64,
    seed: u64,
}

/// Writes the report and the CSV if one is asked for, or the reports of all games.
pub fn run(
    book: &Rulebook,
    directory: Option<&Path>,
    args: &Args,
    printer: &Printer,
) -> anyhow::Result<()> {
    let plan = Plan { rounds: args.rounds, seed: args.seed };
    let origin = || Origin::now(directory, args.author.as_deref());
    let Some(game) = &args.game else {
        return index::write_all(book, plan, &origin, args.out.as_deref(), printer);
    };
    let game = lookup::game(book, game)?;
    let mut options = lookup::pairs(&args.under.option)?;
    if let Some(decks) = args.decks {
        options.insert("decks".to_owned(), decks.to_string());
    }
    let subject = opened(book, &game.id, args.under.edition, options)?;
    let report = Report::new(book, subject, plan, origin()?)?;
    let path = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.html", game.id)));
    write(&path, &document::html(&report), printer)?;
    crate::csv::write(args.csv.as_deref(), &csv::HEAD, &csv::rows(&report.analyses))?;
    if let Some(path) = &args.csv {
        printer.message(&format!("wrote {}", path.display()));
    }
    report.judge()
}

fn write(path: &Path, text: &str, printer: &Printer) -> anyhow::Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    printer.message(&format!("wrote {}", path.display()));
    Ok(())
}

fn opened(
    book: &Rulebook,
    game: &str,
    edition: Option<EditionId>,
    options: BTreeMap<String, String>,
) -> anyhow::Result<Subject> {
    Subject::open(book, game, edition, options).map_err(|errors| lookup::cannot_open(&errors))
}

impl Report {
    fn new(
        book: &Rulebook,
        subject: Subject,
        plan: Plan,
        origin: Origin,
    ) -> anyhow::Result<Report> {
        let bar = Bar::new();
        let analyses = analyse(&subject, &Ask::default(), &bar)?;
        let mut strategies = Vec::new();
        for wager in decided_wagers(&subject) {
            let schedule = odds::schedules(&subject, &wager).swap_remove(0).id;
            let solution = odds::solve(&subject, &wager, Some(&schedule), None, &bar)?;
            let charts = solution.advisor.charts();
            strategies.push(Strategy { wager, schedule, charts });
        }
        let seconds = second_edges(&subject, &analyses, &bar)?;
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let mut witness = Vec::new();
        for (posting, seed) in postings(&subject).into_iter().zip(plan.seed..) {
            let run = Run { rounds: plan.rounds, seed, threads };
            let simulation = simulate(book, &posting, run, &bar)?;
            let table = Table::open(book, posting.clone())
                .map_err(|errors| lookup::cannot_open(&errors))?;
            let is_decided = |key: &str, value: &str| subject.option(key) != value;
            let options = table.options().iter();
            let decided = options.filter(|(key, value)| is_decided(key, value));
            let decided = decided.map(|(key, value)| (key.clone(), value.clone())).collect();
            witness.push(Posted { posting, decided, simulation });
        }
        let Plan { rounds, seed } = plan;
        Ok(Report { subject, analyses, seconds, strategies, witness, rounds, seed, origin })
    }

    /// The analyses of a wager, those with equal figures together.
    fn groups_of(&self, wager: &str) -> Vec<Group<'_>> {
        groups::grouped(self.analyses.iter().filter(|analysis| analysis.wager == wager))
    }

    /// The second computation of an analysis.
    fn second(&self, analysis: &Analysis) -> Option<&Second> {
        let place = self.analyses.iter().position(|known| std::ptr::eq(known, analysis))?;
        self.seconds.get(place)?.as_ref()
    }

    fn estimates(&self) -> impl Iterator<Item = &Estimate> {
        self.witness.iter().flat_map(|posted| &posted.simulation.estimates)
    }

    /// What a wager is called.
    fn title<'r>(&'r self, wager: &'r str) -> &'r str {
        self.subject.section().wager(wager).map_or(wager, |wager| wager.title.as_str())
    }

    fn unit(&self, wager: &str) -> &'static str {
        odds::unit(&self.subject, wager)
    }

    /// A negative answer if the rounds or a second method contradict the figures.
    fn judge(&self) -> anyhow::Result<()> {
        let pairs = self.witness.iter().map(|posted| (&posted.posting, &posted.simulation));
        super::simulate::judge(pairs)?;
        let verdict = Verdict::of(self);
        if verdict.disagree == 0 {
            return Ok(());
        }
        Err(crate::output::Negative(verdict.words()).into())
    }
}

/// Computes every edge a second time, once for analyses with equal figures and not for a simple strategy beside the best.
fn second_edges(
    subject: &Subject,
    analyses: &[Analysis],
    bar: &Bar,
) -> anyhow::Result<Vec<Option<Second>>> {
    let decided = decided_wagers(subject);
    let mut method = SecondMethod::default();
    let mut seconds = Vec::new();
    for (place, analysis) in analyses.iter().enumerate() {
        let Analysis { wager, schedule, distribution, meter, .. } = analysis;
        let is_known = |known: &Analysis| {
            known.wager == *wager && known.distribution == *distribution && known.meter == *meter
        };
        if analyses[..place].iter().any(is_known) {
            seconds.push(None);
            continue;
        }
        let solution = match decided.contains(wager) {
            true => Some(odds::solve(subject, wager, Some(schedule), None, bar)?),
            false => None,
        };
        let is_best = solution.as_ref().is_none_or(|it| it.distribution == *distribution);
        let second = method.edge(subject, analysis, solution.as_ref());
        seconds.push(second.filter(|_| is_best));
    }
    Ok(seconds)
}

/// What the checks of a report come to.
struct Verdict {
    postings: usize,
    checks: usize,
    failed: usize,
    /// The greatest deviation in standard errors, and the least p.
    greatest: f64,
    least: f64,
    /// How many edges were computed twice, how many of those differ, and how many there are.
    twice: usize,
    disagree: usize,
    edges: usize,
}

impl Verdict {
    fn of(report: &Report) -> Verdict {
        let estimates = || report.estimates();
        let seconds = || report.seconds.iter().flatten();
        let wagers = report.subject.section().wagers.iter();
        Verdict {
            postings: report.witness.len(),
            checks: estimates().count(),
            failed: estimates().filter(|estimate| estimate.contradicts().is_some()).count(),
            greatest: estimates().map(|it| it.deviation().abs()).fold(0.0, f64::max),
            least: estimates().map(|estimate| estimate.fit.p).fold(1.0, f64::min),
            twice: seconds().count(),
            disagree: seconds().filter(|second| !second.agrees).count(),
            edges: wagers.map(|wager| report.groups_of(&wager.id).len()).sum(),
        }
    }

    fn passes(&self) -> bool {
        self.failed == 0 && self.disagree == 0
    }

    fn words(&self) -> String {
        let Verdict { postings, checks, failed, greatest, least, twice, disagree, edges } = self;
        let rounds = match failed {
            0 => format!("All {checks} checks of {postings} postings agree with the exact values"),
            _ => format!(
                "{failed} of {checks} checks of {postings} postings contradict the exact values"
            ),
        };
        let second = match (twice, disagree) {
            (0, _) => String::new(),
            (_, 0) => format!(
                " The second method gives the same edge in all {twice} of {edges} cases that have one."
            ),
            _ => format!(" The second method gives another edge in {disagree} of {twice} cases."),
        };
        format!(
            "{rounds}: greatest |z| {greatest:.2} (criterion below 4), least chi-square p {least:.4} (criterion above \
             0.0001).{second}"
        )
    }
}
