//! What is asked of meters on paper: each report is built first and printed second.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context as _, anyhow};
use money::MeterUnits;
use progressive::report::{self, Liability, Reconciled, StatementLine};
use progressive::{Award, AwardNumber, Meter, MeterId, Standing, Totals};
use serde::Serialize;

use crate::args::{At, MeterStatement};
use crate::house;
use crate::output::Output;
use crate::page::{Align, Page};

#[derive(Serialize)]
pub(super) struct List {
    meters: Vec<Meter>,
}

pub(super) fn list(at: &At) -> anyhow::Result<List> {
    let meters = house::look(&at.store, |house, _| Ok(house.meters().cloned().collect()))?;
    Ok(List { meters })
}

impl Output for List {
    fn page(&self, page: &mut Page) {
        if self.meters.is_empty() {
            page.paragraph(
                "There is no meter yet: croupier meter create NAME --seed AMOUNT --as PERSON",
            );
            return;
        }
        let head = ["meter", "shows", "pending", "hits", "tables", ""].map(str::to_owned);
        let row = |meter: &Meter| {
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
                state,
            ]
        };
        let rows: Vec<Vec<String>> = self.meters.iter().map(row).collect();
        let side = |column: usize| if matches!(column, 0 | 5) { Align::Left } else { Align::Right };
        page.aligned(&head, &rows, side);
    }
}

#[derive(Serialize)]
pub(super) struct Show {
    #[serde(flatten)]
    meter: Meter,
}

pub(super) fn show(meter: &MeterId, at: &At) -> anyhow::Result<Show> {
    let id = meter.clone();
    let found = house::look(&at.store, move |house, _| Ok(house.meter(&id).cloned()))?;
    Ok(Show { meter: found? })
}

fn totals(page: &mut Page, totals: &Totals) {
    for (label, amount) in [
        ("display", totals.display),
        ("reserve", totals.reserve),
        ("overflow", totals.overflow),
        ("pending", totals.pending),
        ("paid", totals.paid),
        ("seeds", totals.seeds),
        ("contributions", totals.contributions),
        ("adjustments", totals.adjustments),
    ] {
        page.item(label, 14, &format!("{:>16}", amount.to_string()), "");
    }
}

impl Output for Show {
    fn page(&self, page: &mut Page) {
        let meter = &self.meter;
        page.title(&format!("Meter {}", meter.id), &format!("{} hits", meter.hits));
        page.blank();
        totals(page, &meter.totals);
        page.heading("terms");
        let terms = &meter.terms;
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
        let tables: Vec<&str> = meter.tables.iter().map(progressive::TableId::as_str).collect();
        page.item("tables", 14, &tables.join(", "), "");
        if !meter.last_hits.is_empty() {
            page.heading("last hits");
            let head = ["award", "when", "table", "seat", "hand", "amount"].map(str::to_owned);
            let row = |hit: &progressive::Hit| {
                vec![
                    hit.award.to_string(),
                    house::time(hit.at),
                    hit.table.to_string(),
                    hit.seat.to_string(),
                    hit.hand.clone(),
                    hit.amount.to_string(),
                ]
            };
            page.table(&head, &meter.last_hits.iter().map(row).collect::<Vec<_>>());
        }
    }
}

#[derive(Serialize)]
pub(super) struct Statement {
    meter: MeterId,
    lines: Vec<StatementLine>,
}

pub(super) fn statement(args: &MeterStatement) -> anyhow::Result<Statement> {
    let span = house::span(args.from.as_deref(), args.until.as_deref())?;
    let meter = args.meter.clone();
    let lines = house::look(&args.at.store, move |house, store| match house.meter(&meter) {
        Ok(_) => report::statement(store, &meter, &span).map(Ok),
        Err(refusal) => Ok(Err(refusal)),
    })??;
    if let Some(path) = &args.csv {
        let mut text = String::from(
            "entry,time,person,device,what,before,change,after,reserve,overflow,pending,paid\n",
        );
        for line in &lines {
            let what = line.what.replace('"', "\"\"");
            let totals = &line.totals;
            text.push_str(&format!(
                "{},{},{},{},\"{what}\",{},{},{},{},{},{},{}\n",
                line.seq,
                house::time(line.at),
                line.by,
                line.device,
                line.before,
                line.change,
                line.after,
                totals.reserve,
                totals.overflow,
                totals.pending,
                totals.paid
            ));
        }
        fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(Statement { meter: args.meter.clone(), lines })
}

impl Output for Statement {
    fn page(&self, page: &mut Page) {
        page.title(
            &format!("Statement of meter {}", self.meter),
            &format!("{} entries", self.lines.len()),
        );
        let head = ["what", "entry", "before", "change", "after"].map(str::to_owned);
        let row = |line: &StatementLine| {
            vec![
                format!("{} {}: {}", house::time(line.at), line.by, line.what),
                line.seq.to_string(),
                line.before.to_string(),
                line.change.to_string(),
                line.after.to_string(),
            ]
        };
        page.table(&head, &self.lines.iter().map(row).collect::<Vec<_>>());
    }
}

#[derive(Serialize)]
pub(super) struct Slip {
    #[serde(flatten)]
    award: Award,
}

pub(super) fn slip(number: u64, at: &At) -> anyhow::Result<Slip> {
    let number = AwardNumber(number);
    let award = house::look(&at.store, move |_, store| report::award(store, number))?;
    Ok(Slip { award: award.ok_or_else(|| anyhow!("there is no award {number}"))? })
}

impl Output for Slip {
    fn page(&self, page: &mut Page) {
        let award = &self.award;
        page.title(&format!("Win slip {}", award.number), &house::time(award.keyed_at));
        page.blank();
        let mut item = |label: &str, words: &str| page.item(label, 18, words, "");
        item("table", &format!("{}, round {}, seat {}", award.table, award.round, award.seat));
        item("hand", &award.hand);
        item("amount", &format!("{:#}", award.amount));
        item("meter", award.meter.as_str());
        item("sign before", &award.before.to_string());
        item("sign after", &award.after.to_string());
        item("keyed by", award.keyed_by.as_str());
        match &award.standing {
            Standing::Pending => item("standing", "PENDING"),
            Standing::Paid { by, at, paid, differs } => {
                item("paid", &format!("{paid:#}, verified by {by}, {}", house::time(*at)));
                if let Some(reason) = differs {
                    item("differs because", reason);
                }
            }
            Standing::Voided { by, at, reason } => {
                item("voided", &format!("by {by}, {}: {reason}", house::time(*at)));
            }
        }
        item("signatures", "________________________   ________________________");
    }
}

#[derive(Serialize)]
pub(super) struct Reconciliation {
    meters: Vec<Reconciled>,
}

pub(super) fn reconcile(signs: &[String], at: &At) -> anyhow::Result<Reconciliation> {
    let sign = |text: &String| -> anyhow::Result<(MeterId, MeterUnits)> {
        let (meter, amount) =
            text.split_once('=').ok_or_else(|| anyhow!("\"{text}\": write METER=AMOUNT"))?;
        Ok((meter.trim().parse()?, amount.trim().parse()?))
    };
    let signs: BTreeMap<MeterId, MeterUnits> = signs.iter().map(sign).collect::<Result<_, _>>()?;
    let meters = house::look(&at.store, move |house, store| {
        if let Some(unknown) = signs.keys().find(|meter| house.meter(meter).is_err()) {
            return Ok(Err(anyhow!("there is no meter {unknown}")));
        }
        report::reconcile(house, store, &signs).map(Ok)
    })??;
    Ok(Reconciliation { meters })
}

impl Reconciliation {
    /// The meters that do not agree.
    pub(super) fn marked(&self) -> Vec<&str> {
        let off = self.meters.iter().filter(|meter| meter.is_marked || !meter.balances);
        off.map(|meter| meter.meter.as_str()).collect()
    }
}

impl Output for Reconciliation {
    fn page(&self, page: &mut Page) {
        page.title("Reconciliation", "differences over $50 are marked");
        let head = ["meter", "shows", "entries", "sign", "difference", ""].map(str::to_owned);
        let row = |meter: &Reconciled| {
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
                mark.to_owned(),
            ]
        };
        let side = |column: usize| if matches!(column, 0 | 5) { Align::Left } else { Align::Right };
        page.aligned(&head, &self.meters.iter().map(row).collect::<Vec<_>>(), side);
    }
}

#[derive(Serialize)]
pub(super) struct Liabilities {
    meters: Vec<Liability>,
    total: String,
}

pub(super) fn liability(at: &At) -> anyhow::Result<Liabilities> {
    let meters = house::look(&at.store, |house, _| Ok(report::liability(house)))?;
    let total = meters.iter().fold(MeterUnits::ZERO, |sum, meter| sum + meter.owed);
    Ok(Liabilities { meters, total: total.to_string() })
}

impl Output for Liabilities {
    fn page(&self, page: &mut Page) {
        page.title("Liability by meter", &format!("together {}", self.total));
        let head =
            ["meter", "display", "reserve", "overflow", "pending", "owed"].map(str::to_owned);
        let row = |meter: &Liability| {
            let totals = &meter.totals;
            let amounts =
                [totals.display, totals.reserve, totals.overflow, totals.pending, meter.owed];
            std::iter::once(meter.meter.to_string())
                .chain(amounts.iter().map(ToString::to_string))
                .collect()
        };
        page.table(&head, &self.meters.iter().map(row).collect::<Vec<_>>());
    }
}

#[derive(Serialize)]
pub(super) struct Proposals {
    proposals: Vec<progressive::Proposal>,
}

pub(super) fn proposals(at: &At) -> anyhow::Result<Proposals> {
    let proposals = house::look(&at.store, |house, _| Ok(house.proposals().cloned().collect()))?;
    Ok(Proposals { proposals })
}

impl Output for Proposals {
    fn page(&self, page: &mut Page) {
        if self.proposals.is_empty() {
            page.paragraph("Nothing waits for a second supervisor.");
        }
        for proposal in &self.proposals {
            let words = report::proposed_words(&proposal.proposed);
            page.item(&proposal.number.to_string(), 5, &format!("{words}, by {}", proposal.by), "");
        }
    }
}
