//! `croupier meter`: meters from the command line.

mod reports;

use anyhow::{Context as _, anyhow, bail};
use progressive::{
    EventKind, MeterId, ProposalNumber, Proposed, Receipt, Role, Terms, What, report,
};
use rulebook::Rulebook;
use serde::Serialize;

use crate::args::{By, MeterCommand, MeterCreate, MeterPerson};
use crate::house;
use crate::lookup;
use crate::output::{Negative, Output, Printer};
use crate::page::Page;

/// Does what was asked for.
pub fn run(book: &Rulebook, command: &MeterCommand, printer: &Printer) -> anyhow::Result<()> {
    match command {
        MeterCommand::Person(args) => printer.print(&add_person(args)?),
        MeterCommand::Create(args) => {
            let terms = terms(book, args)?;
            let what = What::CreateMeter { meter: args.meter.clone(), terms };
            done(&args.by, what, &format!("meter {} created", args.meter), printer)
        }
        MeterCommand::List(at) => printer.print(&reports::list(at)?),
        MeterCommand::Show { meter, at } => printer.print(&reports::show(meter, at)?),
        MeterCommand::Statement(args) => printer.print(&reports::statement(args)?),
        MeterCommand::Slip { award, at } => printer.print(&reports::slip(*award, at)?),
        MeterCommand::Reconcile { sign, at } => {
            let report = reports::reconcile(sign, at)?;
            printer.print(&report)?;
            match report.marked().as_slice() {
                [] => Ok(()),
                marked => Err(Negative(format!("look into {}", marked.join(", "))).into()),
            }
        }
        MeterCommand::Liability(at) => printer.print(&reports::liability(at)?),
        MeterCommand::Proposals(at) => printer.print(&reports::proposals(at)?),
        MeterCommand::Record(by) => record(by, printer),
        MeterCommand::Adjust { meter, amount, reason, by } => {
            let (meter, amount, reason) = (meter.clone(), *amount, reason.clone());
            propose(by, Proposed::Adjust { meter, amount, reason }, printer)
        }
        MeterCommand::Transfer { from, to, amount, petition, by } => {
            let (from, to, petition) = (from.clone(), to.clone(), petition.clone());
            propose(by, Proposed::Transfer { from, to, amount: *amount, petition }, printer)
        }
        MeterCommand::Approve { proposal, by } => {
            let what = What::Approve { proposal: ProposalNumber(*proposal) };
            done(by, what, &format!("proposal {proposal} approved"), printer)
        }
        MeterCommand::Reject { proposal, reason, by } => {
            let what = What::Reject { proposal: ProposalNumber(*proposal), reason: reason.clone() };
            done(by, what, &format!("proposal {proposal} rejected"), printer)
        }
        MeterCommand::Close { meter, by } => {
            let what = What::CloseMeter { meter: meter.clone() };
            done(by, what, &format!("meter {meter} closed"), printer)
        }
    }
}

/// What was written down.
#[derive(Serialize)]
struct Done {
    entry: u64,
    says: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    proposal: Option<u64>,
    meters: Vec<Moved>,
}

#[derive(Serialize)]
struct Moved {
    meter: MeterId,
    before: String,
    after: String,
}

impl Done {
    fn new(receipt: &Receipt, says: &str) -> Done {
        let moved = |moved: &progressive::Move| Moved {
            meter: moved.meter.clone(),
            before: moved.before.to_string(),
            after: moved.after.display.to_string(),
        };
        Done {
            entry: receipt.seq,
            says: says.to_owned(),
            proposal: receipt.effect.proposal.map(|number| number.0),
            meters: receipt.effect.moves.iter().map(moved).collect(),
        }
    }
}

impl Output for Done {
    fn page(&self, page: &mut Page) {
        page.paragraph(&format!("{} (entry {}).", self.says, self.entry));
        for moved in &self.meters {
            page.item(
                moved.meter.as_str(),
                20,
                &format!("{} -> {}", moved.before, moved.after),
                "",
            );
        }
    }
}

fn done(by: &By, what: What, says: &str, printer: &Printer) -> anyhow::Result<()> {
    let receipt = house::post(by, what)?;
    printer.print(&Done::new(&receipt, says))
}

fn propose(by: &By, proposed: Proposed, printer: &Printer) -> anyhow::Result<()> {
    let words = report::proposed_words(&proposed);
    let receipt = house::post(by, What::Propose { proposed })?;
    let number = receipt.effect.proposal.map_or_else(String::new, |number| number.to_string());
    let says = format!("{words}; it waits as proposal {number} for another supervisor");
    printer.print(&Done::new(&receipt, &says))
}

fn add_person(args: &MeterPerson) -> anyhow::Result<Done> {
    let ledger = house::open(&args.at.store)?;
    let is_first = ledger.read(|house, _| Ok(house.people().next().is_none()))?;
    let by = match &args.by {
        Some(by) if !is_first => {
            house::sign_in(&ledger, by)?;
            by.clone()
        }
        _ if is_first => args.person.clone(),
        _ => bail!("say which supervisor adds the person: --as PERSON"),
    };
    let variable = std::env::var("CROUPIER_NEW_SECRET");
    let secret = match variable {
        Ok(secret) => secret,
        Err(_) => house::secret(&format!("New secret of {}: ", args.person))?,
    };
    let role = match args.role.as_str() {
        "supervisor" => Role::Supervisor,
        "auditor" => Role::Auditor,
        _ => Role::Dealer,
    };
    let what = What::AddPerson {
        person: args.person.clone(),
        name: args.name.clone(),
        role,
        secret: house::kept(&secret)?,
    };
    let receipt = house::post_as(&ledger, &by, what)?;
    Ok(Done::new(&receipt, &format!("{} added as {}", args.person, args.role)))
}

/// The terms of a new meter: those of a schedule, or the usual ones, with what was said.
fn terms(book: &Rulebook, args: &MeterCreate) -> anyhow::Result<Terms> {
    let mut terms = match &args.like {
        None => {
            let seed = args.seed.context("say what the meter starts at: --seed or --like")?;
            Terms::with_seed(seed)
        }
        Some(like) => {
            let (game, schedule) =
                like.split_once('/').ok_or_else(|| anyhow!("write --like GAME/SCHEDULE"))?;
            let section = lookup::game(book, game)?.newest();
            let found = section.schedules_of("progressive").find(|known| known.id == schedule);
            let known = found.and_then(|schedule| schedule.progressive).with_context(|| {
                format!("{game} has no progressive {schedule}; see `croupier rules {game}`")
            })?;
            Terms {
                nominal: known.nominal,
                contribution: known.contribution,
                reserve: known.reserve,
                ..Terms::with_seed(known.seed)
            }
        }
    };
    if let Some(seed) = args.seed {
        (terms.base, terms.reset) = (seed, seed);
    }
    terms.contribution = args.contribution.unwrap_or(terms.contribution);
    terms.reserve = args.reserve.unwrap_or(terms.reserve);
    terms.limit = args.limit.or(terms.limit);
    terms.reasonable = args.reasonable.unwrap_or(terms.reasonable);
    Ok(terms)
}

/// The weekly sign record (A3): what every sign shows, and where the audit chain ends.
fn record(by: &By, printer: &Printer) -> anyhow::Result<()> {
    let ledger = house::open(&by.at.store)?;
    house::sign_in(&ledger, &by.person)?;
    let says = ledger.read(|house, store| {
        let head = store.head()?;
        let shown = house.meters().filter(|meter| !meter.is_closed);
        let signs: Vec<String> =
            shown.map(|meter| format!("{} {}", meter.id, meter.totals.display)).collect();
        Ok(format!("signs: {}; chain {}:{}", signs.join(", "), head.seq, head.hash))
    })?;
    let what = What::Event { kind: EventKind::SignRecord, says: says.clone() };
    let receipt = house::post_as(&ledger, &by.person, what)?;
    printer.print(&Done::new(&receipt, &says))
}
