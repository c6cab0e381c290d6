//! The books at the end of the week: the house's own, an auditor's made from the exported lines, and
//! what the tables noted for themselves, held against each other to the millionth of a dollar.

use std::collections::BTreeMap;
use std::fmt;
use std::io::BufReader;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use house::book::Account;
use house::{House, Ledger, check, report, store};
use ledger::{Entry, OpenMode, RequestId, Store, Verifier};
use money::MeterUnits;

use super::Failure;
use super::plan::Plan;
use crate::auditor::Books;

/// How many entries are read at a time.
const CHUNK: usize = 8_192;

/// What the week came to.
#[derive(Default, Debug)]
pub struct Figures {
    pub tables: usize,
    pub meters: usize,
    pub rounds: u64,
    pub entries: u64,
    /// How many of them were there before this run played.
    pub entries_before: u64,
    pub kills: u64,
    pub played: Duration,
    /// How many entries there are of each kind.
    pub kinds: BTreeMap<String, u64>,
    /// The answers that tables heard.
    pub heard: u64,
    /// How many of them were to requests made again that had been done before.
    pub repeated: u64,
    /// How long the full check with replay took, and the auditor.
    pub checked: Duration,
    pub audited: Duration,
    /// What all meters owe, took in, and paid.
    pub owed: MeterUnits,
    pub contributed: MeterUnits,
    pub paid: MeterUnits,
    /// The sum of all differences, in millionths of a dollar.
    pub difference: i128,
    /// Everything that does not agree, in words.
    pub problems: Vec<String>,
}

impl Figures {
    /// Does everything agree?
    pub fn is_fine(&self) -> bool {
        self.problems.is_empty() && self.difference == 0
    }

    fn differ(&mut self, what: &str, one: i128, other: i128) {
        if one != other {
            self.difference += (one - other).abs();
            self.problems.push(format!("{what}: {one} and {other} millionths of a dollar"));
        }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.played.as_secs_f64();
        writeln!(f, "tables       {} on {} meters", self.tables, self.meters)?;
        writeln!(f, "rounds       {}", self.rounds)?;
        let kinds: Vec<String> =
            self.kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        writeln!(f, "entries      {}: {}", self.entries, kinds.join(", "))?;
        let posted = self.entries - self.entries_before;
        let speed = posted as f64 / seconds;
        writeln!(f, "played in    {seconds:.1} s: {posted} postings, {speed:.0} a second")?;
        writeln!(f, "kills        {}", self.kills)?;
        let (heard, repeated) = (self.heard, self.repeated);
        writeln!(f, "acknowledged {heard}, each kept once; {repeated} made again after a kill")?;
        writeln!(f, "full check   {:.1} s, chain and replay", self.checked.as_secs_f64())?;
        writeln!(f, "auditor      {:.1} s", self.audited.as_secs_f64())?;
        writeln!(f, "contributed  ${}", self.contributed)?;
        writeln!(f, "paid         ${}", self.paid)?;
        writeln!(f, "liability    ${}", self.owed)?;
        for problem in &self.problems {
            writeln!(f, "WRONG        {problem}")?;
        }
        let (dollars, rest) = (self.difference / 1_000_000, self.difference % 1_000_000);
        match rest % 100 {
            0 => write!(f, "differences  ${dollars}.{:04}", rest / 100),
            _ => write!(f, "differences  ${dollars}.{rest:06}"),
        }
    }
}

/// What the tables noted: the id of every entry, and what they know of each meter.
#[derive(Default)]
struct Noted {
    answers: Vec<(u64, RequestId)>,
    repeated: u64,
    /// By meter: bets in cents, awards paid in cents, corrections in millionths.
    bets: BTreeMap<String, i128>,
    paid: BTreeMap<String, i128>,
    adjusted: BTreeMap<String, i128>,
}

fn read_notes(plan: &Plan) -> Result<Noted, Failure> {
    let mut noted = Noted::default();
    for file in std::fs::read_dir(&plan.folder)? {
        let path = file?.path();
        if path.extension().is_some_and(|extension| extension == "heard") {
            noted.read(BufReader::new(std::fs::File::open(path)?))?;
        }
    }
    noted.answers.sort_unstable();
    Ok(noted)
}

impl Noted {
    fn read(&mut self, lines: impl std::io::BufRead) -> Result<(), Failure> {
        // A request is made again right after a restart: only the last answer can come twice.
        let mut last = None;
        for line in lines.lines() {
            let line = line?;
            let mut words = line.split(' ');
            let (id, seq) = (words.next(), words.next());
            let id: RequestId = id.ok_or("a note has an id")?.parse()?;
            let answer = (seq.ok_or("a note has a number")?.parse()?, id);
            let mut words = words.peekable();
            self.repeated += u64::from(words.next_if_eq(&"repeated").is_some());
            if last.replace(answer) == Some(answer) {
                continue;
            }
            self.answers.push(answer);
            for word in words {
                let mut parts = word.split(':');
                let mut part = || parts.next().ok_or("a note has three parts");
                let (kind, meter, amount) = (part()?, part()?, part()?.parse::<i128>()?);
                let sums = match kind {
                    "in" => &mut self.bets,
                    "paid" => &mut self.paid,
                    _ => &mut self.adjusted,
                };
                *sums.entry(meter.to_owned()).or_default() += amount;
            }
        }
        Ok(())
    }
}

/// Audits a week that was played, and completes its figures.
pub fn audit(plan: &Plan, mut figures: Figures) -> Result<Figures, Failure> {
    let mut store = store::open(&plan.store, OpenMode::Existing)?;
    let started = Instant::now();
    let checked = check::full::<House>(&mut *store, check::Depth::Replay, &mut |_, _| {})?;
    figures.checked = started.elapsed();
    figures.problems.extend(checked.problems.iter().map(ToString::to_string));
    figures
        .problems
        .extend(check::quick::<House>(&mut *store)?.problems.iter().map(ToString::to_string));
    figures.entries = checked.head.seq;
    let noted = read_notes(plan)?;
    (figures.heard, figures.repeated) = (noted.answers.len() as u64, noted.repeated);
    let started = Instant::now();
    let books = walk(&mut *store, &noted, &mut figures)?;
    figures.audited = started.elapsed();
    let ledger = Ledger::open(store::open(&plan.store, OpenMode::Existing)?)?;
    let house = &ledger.snapshot().machine;
    for reconciled in report::reconcile(&mut *store, &BTreeMap::new(), &mut |_, _| {})? {
        let what = format!("reconciliation of {}", reconciled.meter);
        figures.differ(&what, reconciled.difference.get().into(), 0);
        if reconciled.is_marked || !reconciled.balances {
            figures.problems.push(format!("{what}: marked, or out of balance"));
        }
    }
    hold_against(house, &books, &noted, &mut figures);
    weigh_tables(plan, house, &mut figures);
    Ok(figures)
}

/// Goes through every line as it would be exported: the chain, the auditor, and the tables' notes.
fn walk(store: &mut dyn Store, noted: &Noted, figures: &mut Figures) -> Result<Books, Failure> {
    let (mut books, mut chain) = (Books::default(), Verifier::default());
    let mut answers = noted.answers.iter();
    loop {
        let entries = store.entries(chain.head().seq, CHUNK)?;
        if entries.is_empty() {
            break;
        }
        for entry in &entries {
            chain.line(&entry.to_text())?;
            // Every entry was acknowledged, under its own id and number, and every
            // acknowledgement has its entry.
            let heard = answers.next();
            if heard != Some(&(entry.seq, request_id(entry)?)) {
                let why = format!("entry {} is not what was acknowledged: {heard:?}", entry.seq);
                figures.problems.push(why);
                return Ok(books);
            }
            *figures.kinds.entry(kind(entry)).or_default() += 1;
            let added = catch_unwind(AssertUnwindSafe(|| books.add(entry)));
            if added.is_err() {
                let why = format!("the auditor does not accept entry {}", entry.seq);
                figures.problems.push(why);
                return Ok(books);
            }
        }
    }
    if let Some((seq, id)) = answers.next() {
        figures.problems.push(format!("entry {seq}, request {id}, was acknowledged and is lost"));
    }
    Ok(books)
}

/// The id of an entry's request, read from its line.
fn request_id(entry: &Entry) -> Result<RequestId, Failure> {
    let line: serde_json::Value = serde_json::from_str(&entry.line)?;
    Ok(line["id"].as_str().ok_or("an entry has an id")?.parse()?)
}

fn kind(entry: &Entry) -> String {
    let told = entry.line.split_once("\"do\":\"").and_then(|(_, rest)| rest.split_once('"'));
    told.map_or_else(String::new, |(kind, _)| kind.to_owned())
}

/// The house against the auditor, and against what the tables noted.
fn hold_against(house: &House, books: &Books, noted: &Noted, figures: &mut Figures) {
    let mut owed_by_auditor = 0;
    for meter in house.meters() {
        let id = meter.id.as_str();
        let totals = &meter.totals;
        let known = [
            ("seeds", totals.seeds),
            ("top-ups", totals.top_ups),
            ("contributions", totals.contributions),
            ("adjustments", totals.adjustments),
            ("display", totals.display),
            ("reserve", totals.reserve),
            ("overflow", totals.overflow),
            ("paid", totals.paid),
            ("pending", totals.pending),
        ];
        let Some(account) = books.meters.get(id) else {
            figures.problems.push(format!("the auditor knows no meter {id}"));
            continue;
        };
        for (name, amount) in known {
            let what = format!("{name} of {id}, house and auditor");
            figures.differ(&what, amount.get().into(), account.total(name));
        }
        for name in ["display", "reserve", "overflow", "pending"] {
            owed_by_auditor += account.total(name);
        }
        let sum = |sums: &BTreeMap<String, i128>| sums.get(id).copied().unwrap_or(0);
        // A cent at a hundredth of a percent is a millionth of a dollar.
        let terms = &meter.terms;
        let points = terms.contribution.basis_points() + terms.reserve.basis_points();
        let noted = [
            ("contributions", totals.contributions, sum(&noted.bets) * i128::from(points)),
            ("paid", totals.paid, sum(&noted.paid) * 10_000),
            ("adjustments", totals.adjustments, sum(&noted.adjusted)),
        ];
        for (name, amount, by_tables) in noted {
            let what = format!("{name} of {id}, house and tables");
            figures.differ(&what, amount.get().into(), by_tables);
        }
        figures.contributed += totals.contributions;
        figures.paid += totals.paid;
    }
    for (table, amount) in books.trays() {
        let booked = format!("tray {table}").parse().map(|account| house.book().balance(&account));
        let booked = booked.map_or(0, |balance| i128::from(balance.get()));
        figures.differ(&format!("the tray of {table}, house and auditor"), booked, amount);
    }
    let outside = house.book().balance(&Account::Outside);
    figures.differ("outside, house and auditor", outside.get().into(), books.account("outside"));
    for liability in report::liability(house) {
        figures.owed += liability.owed;
    }
    figures.differ("liability, house and auditor", figures.owed.get().into(), owed_by_auditor);
}

/// Every table has played its rounds, and nothing hangs.
fn weigh_tables(plan: &Plan, house: &House, figures: &mut Figures) {
    (figures.tables, figures.meters) = (house.tables().count(), house.meters().count());
    figures.rounds = house.tables().map(house::table::Table::rounds).sum();
    if figures.rounds != plan.rounds {
        figures.problems.push(format!("{} rounds of {}", figures.rounds, plan.rounds));
    }
    for table in house.tables().filter(|it| it.keypad_round().is_some() || !it.is_open()) {
        figures.problems.push(format!("table {} is closed or has an open round", table.id()));
    }
    for award in house.awards() {
        figures.problems.push(format!("award {} was not decided", award.number));
    }
}
