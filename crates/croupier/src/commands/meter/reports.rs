//! Reports on meters: each is built first and printed second.

use std::collections::BTreeMap;

use anyhow::{anyhow, bail};
use house::report::{self, Liability, Reconciled, StatementLine, TopUp};
use house::{Account, Award, Command, EventKind, Meter, MeterId, RecordId, Totals};
use money::MeterUnits;
use serde::Serialize;

use super::{PLAY_MONEY, wins, with_stakes};
use crate::args::{MeterRecord, MeterStatement, PlaceArgs, ReportArgs};
use crate::csv;
use crate::output::Output;
use crate::page::{Align, Page};
use crate::progress::Bar;
use crate::session::{self, OutOfOrder, Seen};

#[derive(Serialize)]
pub(super) struct List {
    meters: Vec<Listed>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    out_of_order: Vec<OutOfOrder>,
}

pub(super) fn list(at: &PlaceArgs) -> anyhow::Result<List> {
    let seen = session::look(at.store()?)?;
    let (out_of_order, meters) = trusted(&seen, seen.house().meters().cloned(), |meter| &meter.id);
    let meters = meters.into_iter().map(|meter| Listed::new(&seen, meter)).collect();
    Ok(List { meters, out_of_order })
}

/// A meter, with what it is for [PRG-24].
#[derive(Serialize)]
pub(super) struct Listed {
    #[serde(flatten)]
    meter: Meter,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    play_money: bool,
}

impl Listed {
    fn new(seen: &Seen, meter: Meter) -> Listed {
        let play_money = seen.house().is_play_money(&meter.id);
        Listed { meter, play_money }
    }
}

/// Tells what of a report is about meters that failed the self-check: no amount of them is shown.
fn trusted<T>(
    seen: &Seen,
    lines: impl IntoIterator<Item = T>,
    meter: impl Fn(&T) -> &MeterId,
) -> (Vec<OutOfOrder>, Vec<T>) {
    let (mut doubtful, mut fine) = (Vec::new(), Vec::new());
    for line in lines {
        match seen.doubt(meter(&line)) {
            Some(why) => doubtful.push(OutOfOrder { meter: meter(&line).clone(), why }),
            None => fine.push(line),
        }
    }
    (doubtful, fine)
}

fn out_of_order(page: &mut Page, meters: &[OutOfOrder]) {
    for OutOfOrder { meter, why } in meters {
        page.item(meter.as_str(), 20, &format!("OUT OF ORDER: {why}"), "");
    }
}

impl Output for List {
    fn page(&self, page: &mut Page) {
        out_of_order(page, &self.out_of_order);
        if self.meters.is_empty() {
            if !self.out_of_order.is_empty() {
                return;
            }
            page.paragraph(
                "There is no meter yet: croupier meter create NAME --schedule GAME/SCHEDULE --as PERSON",
            );
            return;
        }
        let head = ["meter", "shows", "pending", "hits", "tables", "for", ""].map(str::to_owned);
        let row = |Listed { meter, play_money }: &Listed| {
            let state = match (&meter.fault, meter.is_closed) {
                (_, true) => "closed".to_owned(),
                (Some(fault), _) => format!("out of order: {fault}"),
                (None, false) if meter.totals.pending > MeterUnits::ZERO => "PENDING".to_owned(),
                (None, false) => String::new(),
            };
            vec![
                meter.id.to_string(),
                meter.totals.display.to_string(),
                meter.totals.pending.to_string(),
                meter.hits.to_string(),
                meter.tables.len().to_string(),
                meter.criteria.to_string(),
                with_stakes(&state, *play_money),
            ]
        };
        let rows: Vec<Vec<String>> = self.meters.iter().map(row).collect();
        let side =
            |column: usize| if matches!(column, 0 | 5 | 6) { Align::Left } else { Align::Right };
        page.aligned(&head, &rows, side);
    }
}

#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Show {
    /// It agrees with itself.
    Fine {
        #[serde(flatten)]
        meter: Box<Listed>,
        /// The awards that wait to be verified.
        waiting: Vec<Award>,
    },
    /// It failed the self-check.
    OutOfOrder { id: MeterId, out_of_order: String },
}

pub(super) fn show(meter: &MeterId, at: &PlaceArgs) -> anyhow::Result<Show> {
    let seen = session::look(at.store()?)?;
    let found = seen.house().meter(meter)?;
    if let Some(out_of_order) = seen.doubt(meter) {
        return Ok(Show::OutOfOrder { id: meter.clone(), out_of_order });
    }
    let waiting = seen.house().awards().filter(|award| award.meter == *meter).cloned().collect();
    Ok(Show::Fine { meter: Box::new(Listed::new(&seen, found.clone())), waiting })
}

fn totals(page: &mut Page, totals: &Totals) {
    let (sources, places): (Vec<Account>, Vec<Account>) =
        Account::ALL.iter().partition(|account| account.is_source());
    for account in places.into_iter().chain(sources) {
        let amount = totals.of(account).to_string();
        page.item(account.word(), 14, &format!("{amount:>16}"), "");
    }
}

impl Output for Show {
    fn page(&self, page: &mut Page) {
        let (meter, waiting) = match self {
            Show::Fine { meter, waiting } => (meter, waiting),
            Show::OutOfOrder { id, out_of_order } => {
                page.title(&format!("Meter {id}"), "OUT OF ORDER");
                page.paragraph(out_of_order);
                return;
            }
        };
        let Listed { meter, play_money } = &**meter;
        let hits = with_stakes(
            &format!("{} {}", meter.hits, if meter.hits == 1 { "hit" } else { "hits" }),
            *play_money,
        );
        page.title(&format!("Meter {}", meter.id), &hits);
        page.blank();
        if let Some(fault) = &meter.fault {
            page.item("OUT OF ORDER", 14, fault, "");
        }
        totals(page, &meter.totals);
        page.heading("terms");
        let terms = &meter.terms;
        page.item("schedule", 14, &meter.criteria.to_string(), "[PRG-12]");
        page.item(
            "seed",
            14,
            &format!("{:#}, after a top award {:#}", terms.base, terms.reset),
            "",
        );
        let rates =
            format!("{} to the display, {} to the reserve", terms.contribution, terms.reserve);
        page.item("each wager", 14, &rates, "");
        let limit = terms.limit.map_or_else(|| "none".to_owned(), |limit| format!("{limit:#}"));
        page.item("limit", 14, &limit, "");
        page.item("reasonable", 14, &format!("{:#} in one round", terms.reasonable), "");
        let tables: Vec<&str> = meter.tables.iter().map(house::TableId::as_str).collect();
        page.item("tables", 14, &tables.join(", "), "");
        if !waiting.is_empty() {
            page.heading("waiting to be verified");
            wins::table(page, waiting);
        }
        if !meter.last_hits.is_empty() {
            page.heading("last hits");
            let head = ["award", "when", "table", "seat", "hand", "amount", ""].map(str::to_owned);
            let row = |hit: &house::Hit| {
                vec![
                    hit.award.to_string(),
                    session::time(hit.at),
                    hit.table.to_string(),
                    hit.seat.to_string(),
                    hit.hand.clone(),
                    hit.amount.to_string(),
                    hit_words(hit),
                ]
            };
            page.table(&head, &meter.last_hits.iter().map(row).collect::<Vec<_>>());
        }
    }
}

/// That a hit was backed out, or paid with another amount.
fn hit_words(hit: &house::Hit) -> String {
    let paid = hit.paid.map(|paid| format!("{paid} paid"));
    let undone = hit.is_backed_out.then(|| "backed out".to_owned());
    paid.into_iter().chain(undone).collect::<Vec<_>>().join(", ")
}

#[derive(Serialize)]
pub(super) struct Statement {
    meter: MeterId,
    #[serde(skip_serializing_if = "Option::is_none")]
    out_of_order: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    play_money: bool,
    lines: Vec<StatementLine>,
    #[serde(skip)]
    has_accounts: bool,
}

pub(super) fn statement(args: &MeterStatement) -> anyhow::Result<Statement> {
    let span = session::span(args.from.as_deref(), args.until.as_deref())?;
    let mut seen = session::look(args.output.at.store()?)?;
    seen.house().meter(&args.meter)?;
    let lines = report::statement(&mut *seen.store, &args.meter, &span)?;
    let head = [
        "entry",
        "time",
        "person",
        "device",
        "what",
        "before",
        "change",
        "after",
        "reserve",
        "overflow",
        "pending",
        "paid",
        "transfers",
        "clock",
        "edition",
        "awards",
        "top-up",
    ];
    let row = |line: &StatementLine| {
        let totals = &line.totals;
        let amounts = [
            line.before,
            line.change,
            line.after,
            totals.reserve,
            totals.overflow,
            totals.pending,
            totals.paid,
        ];
        let mut fields = vec![
            line.seq.to_string(),
            session::time(line.at),
            line.by.to_string(),
            line.device.to_string(),
            line.what.clone(),
        ];
        fields.extend(amounts.map(|amount| amount.to_string()));
        fields.push(transfers(line).join("; "));
        fields.push(clock(line).unwrap_or_default());
        fields.push(line.edition.clone().unwrap_or_default());
        fields.push(awards(line).join("; "));
        fields.push(line.top_up.as_ref().map(TopUp::words).unwrap_or_default());
        fields
    };
    csv::write(args.output.csv.as_deref(), &head, &lines.iter().map(row).collect::<Vec<_>>())?;
    let out_of_order = seen.doubt(&args.meter);
    let play_money = seen.house().is_play_money(&args.meter);
    let (meter, has_accounts) = (args.meter.clone(), args.accounts);
    Ok(Statement { meter, out_of_order, play_money, lines, has_accounts })
}

/// A note that the clock behind an entry was earlier than that of an entry before it.
fn clock(line: &StatementLine) -> Option<String> {
    let seconds = line.clock_back_micros? / 1_000_000;
    Some(format!("the clock had moved back {seconds} s"))
}

/// What became of the awards that an entry decided, with what was paid instead of them [PRG-20].
fn awards(line: &StatementLine) -> Vec<String> {
    let words = |award: &Award| {
        let standing = report::standing_words(award);
        format!("award {} of {:#}: {standing}", award.number, award.amount)
    };
    line.awards.iter().map(words).collect()
}

fn transfers(line: &StatementLine) -> Vec<String> {
    line.transfers.iter().map(ToString::to_string).collect()
}

impl Output for Statement {
    fn page(&self, page: &mut Page) {
        page.title(
            &format!("Statement of meter {}", self.meter),
            &with_stakes(&format!("{} entries", self.lines.len()), self.play_money),
        );
        if let Some(why) = &self.out_of_order {
            page.item("OUT OF ORDER", 14, why, "");
        }
        let head = ["what", "edition", "entry", "before", "change", "after"].map(str::to_owned);
        let row = |line: &StatementLine| {
            let mut rows = vec![vec![
                format!("{} {}: {}", session::time(line.at), line.by, line.what),
                line.edition.clone().unwrap_or_default(),
                line.seq.to_string(),
                line.before.to_string(),
                line.change.to_string(),
                line.after.to_string(),
            ]];
            rows.extend(line.top_up.iter().map(|top_up| vec![format!("    {}", top_up.words())]));
            rows.extend(awards(line).into_iter().map(|words| vec![format!("    {words}")]));
            rows.extend(clock(line).map(|words| vec![format!("    {words}")]));
            if self.has_accounts {
                rows.extend(transfers(line).into_iter().map(|words| vec![format!("    {words}")]));
            }
            rows
        };
        page.table(&head, &self.lines.iter().flat_map(row).collect::<Vec<_>>());
    }
}

#[derive(Serialize)]
pub(super) struct Reconciliation {
    meters: Vec<Agreed>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    out_of_order: Vec<OutOfOrder>,
}

pub(super) fn reconcile(signs: &[String], output: &ReportArgs) -> anyhow::Result<Reconciliation> {
    let sign = |text: &String| -> anyhow::Result<(MeterId, MeterUnits)> {
        let (meter, amount) =
            text.split_once('=').ok_or_else(|| anyhow!("\"{text}\": write METER=AMOUNT"))?;
        Ok((meter.trim().parse()?, amount.trim().parse()?))
    };
    let signs: BTreeMap<MeterId, MeterUnits> = signs.iter().map(sign).collect::<Result<_, _>>()?;
    let mut seen = session::look(output.at.store()?)?;
    let mut progress = Bar::follow("adding up the entries");
    let meters = report::reconcile(&mut *seen.store, &signs, &mut progress)?;
    drop(progress);
    if let Some(unknown) = signs.keys().find(|sign| meters.iter().all(|m| m.meter != **sign)) {
        bail!("there is no meter {unknown}");
    }
    let (out_of_order, meters) = trusted(&seen, meters, |meter| &meter.meter);
    let agreed = |found: Reconciled| {
        let play_money = seen.house().is_play_money(&found.meter);
        Agreed { found, play_money }
    };
    let meters: Vec<Agreed> = meters.into_iter().map(agreed).collect();
    let head = ["meter", "shows", "entries", "sign", "difference", "mark"];
    let rows: Vec<Vec<String>> = meters.iter().map(reconciled).collect();
    csv::write(output.csv.as_deref(), &head, &rows)?;
    Ok(Reconciliation { meters, out_of_order })
}

/// A meter beside its entries, with what it is for [PRG-24].
#[derive(Serialize)]
struct Agreed {
    #[serde(flatten)]
    found: Reconciled,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    play_money: bool,
}

fn reconciled(Agreed { found: meter, play_money }: &Agreed) -> Vec<String> {
    let mark = match (meter.is_marked, meter.balances) {
        (_, false) => "DOES NOT BALANCE",
        (true, _) => "OVER $50",
        _ => "",
    };
    vec![
        meter.meter.to_string(),
        meter.display.to_string(),
        meter.entries.to_string(),
        meter.sign.map_or_else(String::new, |sign| sign.to_string()),
        meter.difference.to_string(),
        with_stakes(mark, *play_money),
    ]
}

impl Reconciliation {
    /// The meters that do not agree.
    pub(super) fn marked(&self) -> Vec<&str> {
        let meters = self.meters.iter().map(|meter| &meter.found);
        let off = meters.filter(|meter| meter.is_marked || !meter.balances);
        let doubtful = self.out_of_order.iter().map(|doubtful| doubtful.meter.as_str());
        off.map(|meter| meter.meter.as_str()).chain(doubtful).collect()
    }
}

impl Output for Reconciliation {
    fn page(&self, page: &mut Page) {
        page.title("Reconciliation", "differences over $50 are marked");
        out_of_order(page, &self.out_of_order);
        let head = ["meter", "shows", "entries", "sign", "difference", ""].map(str::to_owned);
        let side = |column: usize| if matches!(column, 0 | 5) { Align::Left } else { Align::Right };
        page.aligned(&head, &self.meters.iter().map(reconciled).collect::<Vec<_>>(), side);
    }
}

#[derive(Serialize)]
pub(super) struct Liabilities {
    meters: Vec<Liability>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    out_of_order: Vec<OutOfOrder>,
    /// Of the meters that are in order and not for play money.
    total: String,
}

const OWED: [&str; 7] = ["meter", "display", "reserve", "overflow", "pending", "owed", "stakes"];

fn owed(meter: &Liability) -> Vec<String> {
    let totals = &meter.totals;
    let amounts = [totals.display, totals.reserve, totals.overflow, totals.pending, meter.owed];
    let amounts = amounts.iter().map(ToString::to_string);
    let stakes = with_stakes("", meter.play_money);
    std::iter::once(meter.meter.to_string()).chain(amounts).chain([stakes]).collect()
}

pub(super) fn liability(output: &ReportArgs) -> anyhow::Result<Liabilities> {
    let seen = session::look(output.at.store()?)?;
    let all = report::liability(seen.house());
    let (out_of_order, meters) = trusted(&seen, all, |meter| &meter.meter);
    csv::write(output.csv.as_deref(), &OWED, &meters.iter().map(owed).collect::<Vec<_>>())?;
    let total = report::owed(&meters);
    Ok(Liabilities { meters, out_of_order, total: total.to_string() })
}

impl Output for Liabilities {
    fn page(&self, page: &mut Page) {
        page.title("Liability by meter", &format!("together {}", self.total));
        out_of_order(page, &self.out_of_order);
        let head = OWED.map(|head| if head == "stakes" { "" } else { head }.to_owned());
        let side = |column: usize| if matches!(column, 0 | 6) { Align::Left } else { Align::Right };
        page.aligned(&head, &self.meters.iter().map(owed).collect::<Vec<_>>(), side);
    }
}

/// The weekly sign record (A3): what every sign shows, and where the audit chain ends.
#[derive(Serialize)]
pub(super) struct SignRecord {
    entry: u64,
    signs: Vec<Shown>,
    /// To be written down on paper: nobody can make another chain that ends there.
    chain: String,
}

#[derive(Serialize)]
struct Shown {
    meter: MeterId,
    shows: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    play_money: bool,
}

impl Shown {
    /// What it shows, with that it is not money where it is not.
    fn words(&self) -> String {
        if self.play_money { format!("{} {PLAY_MONEY}", self.shows) } else { self.shows.clone() }
    }
}

pub(super) fn record(args: &MeterRecord) -> anyhow::Result<SignRecord> {
    let by = &args.by;
    let (store, person) = by.at_store()?;
    let ledger = session::open(store)?;
    session::sign_in(&ledger, person)?;
    let snapshot = ledger.refresh()?;
    let open = snapshot.machine.meters().filter(|meter| !meter.is_closed);
    let shown = |meter: &Meter| {
        let shows = match snapshot.doubt(&RecordId::Meter(meter.id.clone()).key()) {
            Some(_) => "OUT OF ORDER".to_owned(),
            None => meter.totals.display.to_string(),
        };
        let play_money = snapshot.machine.is_play_money(&meter.id);
        Shown { meter: meter.id.clone(), shows, play_money }
    };
    let signs: Vec<Shown> = open.map(shown).collect();
    let chain = format!("{}:{}", snapshot.head.seq, snapshot.head.hash);
    let all: Vec<String> =
        signs.iter().map(|sign| format!("{} {}", sign.meter, sign.words())).collect();
    let says = format!("signs: {}; chain {chain}", all.join(", "));
    let what = Command::Event { kind: EventKind::SignRecord, says };
    let receipt = session::post_as(&ledger, person, by.request, what)?;
    let row = |sign: &Shown| vec![sign.meter.to_string(), sign.words(), chain.clone()];
    let rows: Vec<Vec<String>> = signs.iter().map(row).collect();
    csv::write(args.csv.as_deref(), &["meter", "shows", "chain"], &rows)?;
    Ok(SignRecord { entry: receipt.seq, signs, chain })
}

impl Output for SignRecord {
    fn page(&self, page: &mut Page) {
        page.title("Weekly sign record", &format!("entry {}", self.entry));
        let head = ["meter", "shows"].map(str::to_owned);
        let row = |sign: &Shown| vec![sign.meter.to_string(), sign.words()];
        page.table(&head, &self.signs.iter().map(row).collect::<Vec<_>>());
        page.blank();
        page.paragraph("End of the audit chain (write this down on paper):");
        page.paragraph(&self.chain);
    }
}

#[derive(Serialize)]
pub(super) struct Proposals {
    proposals: Vec<house::Proposal>,
}

pub(super) fn proposals(at: &PlaceArgs) -> anyhow::Result<Proposals> {
    let seen = session::look(at.store()?)?;
    Ok(Proposals { proposals: seen.house().proposals().cloned().collect() })
}

impl Output for Proposals {
    fn page(&self, page: &mut Page) {
        if self.proposals.is_empty() {
            page.paragraph("No proposals are waiting for a second supervisor.");
        }
        for proposal in &self.proposals {
            let words = report::proposed_words(&proposal.proposed);
            page.item(&proposal.number.to_string(), 5, &format!("{words}, by {}", proposal.by), "");
        }
    }
}
