//! `croupier meter`: meters from the command line.

mod reports;
mod sign;

use anyhow::{Context as _, anyhow, bail};
use house::{ProposalNumber, Proposed, Terms, What, report};
use rulebook::{Amounts, Progressive, Rulebook, Schedule};

use crate::args::{MeterCommand, MeterConfigure, MeterCreate, SignInArgs, TermArgs};
use crate::commands::done::{Done, done};
use crate::lookup;
use crate::output::{Negative, Printer};
use crate::session;

/// Runs the command.
pub fn run(book: &Rulebook, command: &MeterCommand, printer: &Printer) -> anyhow::Result<()> {
    match command {
        MeterCommand::Create(args) => {
            let terms = terms(book, args)?;
            let what = What::CreateMeter { meter: args.meter.clone(), terms };
            done(&args.by, what, &format!("meter {} created", args.meter), printer)
        }
        MeterCommand::Configure(args) => {
            let what = configured(args)?;
            done(&args.by, what, &format!("terms of {} changed", args.meter), printer)
        }
        MeterCommand::List(at) => printer.print(&reports::list(at)?),
        MeterCommand::Show { meter, at } => printer.print(&reports::show(meter, at)?),
        MeterCommand::Sign(args) => sign::run(args, printer),
        MeterCommand::Statement(args) => printer.print(&reports::statement(args)?),
        MeterCommand::Wins(args) => printer.print(&reports::wins(args)?),
        MeterCommand::Slip { award, at } => printer.print(&reports::slip(*award, at)?),
        MeterCommand::Reconcile { sign, output } => {
            let report = reports::reconcile(sign, output)?;
            printer.print(&report)?;
            match report.marked().as_slice() {
                [] => Ok(()),
                marked => {
                    Err(Negative(format!("does not reconcile: {}", marked.join(", "))).into())
                }
            }
        }
        MeterCommand::Liability(output) => printer.print(&reports::liability(output)?),
        MeterCommand::Proposals(at) => printer.print(&reports::proposals(at)?),
        MeterCommand::Record(args) => printer.print(&reports::record(args)?),
        MeterCommand::Adjust { meter, amount, reason, by } => {
            let (meter, amount, reason) = (meter.clone(), *amount, reason.clone());
            propose(by, Proposed::Adjust { meter, amount, reason }, printer)
        }
        MeterCommand::Transfer { from, to, amount, petition, by } => {
            let (from, to, petition) = (from.clone(), to.clone(), petition.clone());
            propose(by, Proposed::Transfer { from, to, amount: *amount, petition }, printer)
        }
        MeterCommand::Release { meter, amount, reason, by } => {
            let (meter, amount, reason) = (meter.clone(), *amount, reason.clone());
            propose(by, Proposed::ReleaseOverflow { meter, amount, reason }, printer)
        }
        MeterCommand::Approve { proposal, by } => {
            let what = What::Approve { proposal: ProposalNumber(*proposal) };
            done(by, what, &format!("proposal {proposal} approved"), printer)
        }
        MeterCommand::Reject { proposal, reason, by } => {
            let what = What::Reject { proposal: ProposalNumber(*proposal), reason: reason.clone() };
            done(by, what, &format!("proposal {proposal} rejected"), printer)
        }
        MeterCommand::Fault { meter, says, by } => {
            let what = What::Fault { meter: meter.clone(), says: says.clone() };
            done(by, what, &format!("meter {meter} is out of order and takes no bets"), printer)
        }
        MeterCommand::Clear { meter, reason, by } => {
            let what = What::ClearFault { meter: meter.clone(), reason: reason.clone() };
            done(by, what, &format!("meter {meter} is back in order"), printer)
        }
        MeterCommand::Close { meter, by } => {
            let what = What::CloseMeter { meter: meter.clone() };
            done(by, what, &format!("meter {meter} closed"), printer)
        }
    }
}

fn propose(by: &SignInArgs, proposed: Proposed, printer: &Printer) -> anyhow::Result<()> {
    let words = report::proposed_words(&proposed);
    let receipt = session::post(by, What::Propose { proposed })?;
    let number = receipt.effect.proposal.map_or_else(String::new, |number| number.to_string());
    let says = format!("{words}; proposal {number} awaits another supervisor's approval");
    printer.print(&Done::new(&receipt, &says))
}

/// The terms of a new meter: those of a schedule, or the usual ones, with the given changes.
fn terms(book: &Rulebook, args: &MeterCreate) -> anyhow::Result<Terms> {
    let said = &args.terms;
    let mut terms = match &args.like {
        None => {
            let seed = said.seed.context("give the starting amount with --seed or --like")?;
            Terms::with_seed(seed)
        }
        Some(like) => {
            let (game, schedule) =
                like.split_once('/').ok_or_else(|| anyhow!("write --like GAME/SCHEDULE"))?;
            let section = lookup::game(book, game)?.newest();
            let found = section.schedules_of("progressive").find(|known| known.id == schedule);
            let found = found.with_context(|| {
                format!("{game} has no progressive {schedule}; see `croupier rules {game}`")
            })?;
            let known = posted_terms(found, said)?;
            Terms {
                nominal: known.nominal,
                contribution: known.contribution,
                reserve: known.reserve,
                ..Terms::with_seed(known.seed)
            }
        }
    };
    terms.base = said.seed.unwrap_or(terms.base);
    say(&mut terms, said);
    Ok(terms)
}

/// The terms of a schedule at the given wager, by default its nominal one [PRG-7].
fn posted_terms(schedule: &Schedule, said: &TermArgs) -> anyhow::Result<Progressive> {
    let nominal = schedule.progressive.map(|terms| terms.nominal).unwrap_or_default();
    let posted = schedule.posted_at(said.nominal.unwrap_or(nominal));
    let terms = posted.and_then(|posted| posted.progressive).with_context(|| {
        format!("the wager of {} is {nominal:#} or a whole multiple of it [PRG-7]", schedule.id)
    })?;
    match said.seed {
        Some(seed) if terms.amounts == Amounts::Fixed && seed != terms.seed => {
            bail!("the rule seeds {} at {:#}, not {seed:#} [PRG-8]", schedule.id, terms.seed)
        }
        _ => Ok(terms),
    }
}

/// Changes the terms that were given.
fn say(terms: &mut Terms, said: &TermArgs) {
    terms.reset = said.seed.unwrap_or(terms.reset);
    terms.nominal = said.nominal.unwrap_or(terms.nominal);
    terms.contribution = said.contribution.unwrap_or(terms.contribution);
    terms.reserve = said.reserve.unwrap_or(terms.reserve);
    terms.limit = said.limit.or(terms.limit);
    terms.reasonable = said.reasonable.unwrap_or(terms.reasonable);
}

/// The terms of a meter with the given changes.
fn configured(args: &MeterConfigure) -> anyhow::Result<What> {
    let seen = session::look(&args.by.at.store)?;
    let mut terms = seen.house().meter(&args.meter)?.terms.clone();
    say(&mut terms, &args.terms);
    if args.no_limit {
        terms.limit = None;
    }
    Ok(What::Configure { meter: args.meter.clone(), terms })
}
