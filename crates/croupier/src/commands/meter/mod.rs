//! `croupier meter`: meters from the command line.

mod reports;
mod sign;
mod wins;

use anyhow::{Context as _, anyhow};
use house::{AwardNumber, Command, Criteria, ProposalNumber, Proposed, Terms};
use rulebook::Rulebook;

use crate::args::{
    CriteriaArgs, MeterCommand, MeterConfigure, MeterCreate, Place, SignInArgs, TermArgs, Under,
};
use crate::commands::done::{Done, done, propose};
use crate::commands::remote::meters;
use crate::commands::table;
use crate::failure::NoCall;
use crate::output::{Negative, Printer};
use crate::{remote, session};

/// What stands beside the name of a meter for play money [PRG-24].
const PLAY_MONEY: &str = "play money";

/// What is said of a meter, with that it is for play money if it is.
pub(crate) fn with_stakes(words: &str, play_money: bool) -> String {
    match (words, play_money) {
        (_, false) => words.to_owned(),
        ("", true) => PLAY_MONEY.to_owned(),
        (_, true) => format!("{words}, {PLAY_MONEY}"),
    }
}

/// Runs the command.
pub fn run(book: &Rulebook, command: &MeterCommand, printer: &Printer) -> anyhow::Result<()> {
    match command {
        MeterCommand::Create(args) => {
            must_be_usual(&args.by, &args.criteria.under)?;
            let (criteria, terms) = terms(book, args)?;
            let says = format!("meter {} created for {criteria}", args.meter);
            let what = Command::CreateMeter { meter: args.meter.clone(), criteria, terms };
            done(&args.by, what, &says, printer)
        }
        MeterCommand::Configure(args) => {
            let says = format!("terms of {} changed", args.meter);
            match args.by.place() {
                Place::Store(_) => done(&args.by, configured(args)?, &says, printer),
                Place::Server(server) => {
                    let call = remote::configure(&args.meter, &args.terms, args.no_limit);
                    let answer = remote::ask(server, &args.by, call)?;
                    printer.print(&Done::answered(&answer, |_| says))
                }
            }
        }
        MeterCommand::List(at) => match &at.0 {
            Place::Store(_) => printer.print(&reports::list(at)?),
            Place::Server(server) => printer.print(&meters::list(server)?),
        },
        MeterCommand::Show { meter, at } => match &at.0 {
            Place::Store(_) => printer.print(&reports::show(meter, at)?),
            Place::Server(server) => printer.print(&meters::show(server, meter)?),
        },
        MeterCommand::Sign(args) => match &args.at.0 {
            Place::Store(_) => sign::run(args, printer),
            Place::Server(server) => sign::follow(server, args, printer),
        },
        MeterCommand::Statement(args) => printer.print(&reports::statement(args)?),
        MeterCommand::Wins(args) => match &args.output.at.0 {
            Place::Store(_) => printer.print(&wins::list(args)?),
            Place::Server(server) => printer.print(&meters::wins(server, args)?),
        },
        MeterCommand::Slip { award, at } => match &at.0 {
            Place::Store(_) => printer.print(&wins::slip(*award, at)?),
            Place::Server(server) => printer.print(&meters::slip(server, *award)?),
        },
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
        MeterCommand::Proposals(at) => match &at.0 {
            Place::Store(_) => printer.print(&reports::proposals(at)?),
            Place::Server(server) => printer.print(&meters::proposals(server)?),
        },
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
        MeterCommand::Reschedule { meter, criteria, petition, by } => {
            must_be_usual(by, &criteria.under)?;
            let (criteria, _) = rulebook_criteria(book, criteria)?;
            let (meter, petition) = (meter.clone(), petition.clone());
            propose(by, Proposed::Reschedule { meter, criteria, petition }, printer)
        }
        MeterCommand::BackOut { award, reason, by } => {
            let (award, reason) = (AwardNumber(*award), reason.clone());
            propose(by, Proposed::BackOut { award, reason }, printer)
        }
        MeterCommand::Approve { proposal, by } => {
            let what = Command::Approve { proposal: ProposalNumber(*proposal) };
            done(by, what, &format!("proposal {proposal} approved"), printer)
        }
        MeterCommand::Reject { proposal, reason, by } => {
            let what =
                Command::Reject { proposal: ProposalNumber(*proposal), reason: reason.clone() };
            done(by, what, &format!("proposal {proposal} rejected"), printer)
        }
        MeterCommand::Fault { meter, says, by } => {
            let what = Command::Fault { meter: meter.clone(), says: says.clone() };
            done(by, what, &format!("meter {meter} is out of order and takes no bets"), printer)
        }
        MeterCommand::Clear { meter, reason, by } => {
            let what = Command::ClearFault { meter: meter.clone(), reason: reason.clone() };
            done(by, what, &format!("meter {meter} is back in order"), printer)
        }
        MeterCommand::Close { meter, by } => {
            let what = Command::CloseMeter { meter: meter.clone() };
            done(by, what, &format!("meter {meter} closed"), printer)
        }
    }
}

/// A server takes the newest edition's usual options here.
fn must_be_usual(by: &SignInArgs, Under { option, edition }: &Under) -> Result<(), NoCall> {
    let is_usual = option.is_empty() && edition.is_none();
    match by.place() {
        Place::Server(_) if !is_usual => {
            Err(NoCall::new("a server takes neither --option nor --edition here"))
        }
        Place::Server(_) | Place::Store(_) => Ok(()),
    }
}

/// What a new meter is for, and its terms: the schedule's, with the given changes.
fn terms(book: &Rulebook, args: &MeterCreate) -> anyhow::Result<(Criteria, Terms)> {
    let (criteria, mut terms) = rulebook_criteria(book, &args.criteria)?;
    terms.base = args.terms.seed.unwrap_or(terms.base);
    say(&mut terms, &args.terms);
    Ok((criteria, terms))
}

/// A schedule of the rulebook at the given wager, by default its nominal one [PRG-7], with the terms that
/// it states [PRG-8].
fn rulebook_criteria(book: &Rulebook, said: &CriteriaArgs) -> anyhow::Result<(Criteria, Terms)> {
    let (game, schedule) = match said.schedule.split_once('/') {
        Some(pair) => pair,
        None => (game_with(book, &said.schedule)?, said.schedule.as_str()),
    };
    let (_, felt) = table::posted(book, game, schedule, &said.under, said.wager)?;
    house::table::setup::meter_for(&felt).context("a progressive was posted")
}

/// A game that posts a schedule: which one makes no difference for those that several games post.
fn game_with<'b>(book: &'b Rulebook, schedule: &str) -> anyhow::Result<&'b str> {
    let posts = |game: &&rulebook::Game| {
        game.newest().schedules_of("progressive").any(|known| known.id == schedule)
    };
    let game = book.games().iter().find(posts).map(|game| game.id.as_str());
    game.ok_or_else(|| {
        anyhow!("no game posts \"{schedule}\": write --schedule GAME/SCHEDULE, as in `croupier rules GAME`")
    })
}

/// Changes the terms that were given.
fn say(terms: &mut Terms, said: &TermArgs) {
    terms.reset = said.seed.unwrap_or(terms.reset);
    terms.contribution = said.contribution.unwrap_or(terms.contribution);
    terms.reserve = said.reserve.unwrap_or(terms.reserve);
    terms.limit = said.limit.or(terms.limit);
    terms.reasonable = said.reasonable.unwrap_or(terms.reasonable);
}

/// The terms of a meter with the given changes.
fn configured(args: &MeterConfigure) -> anyhow::Result<Command> {
    let seen = session::look(args.by.at.store()?)?;
    let mut terms = seen.house().meter(&args.meter)?.terms.clone();
    say(&mut terms, &args.terms);
    if args.no_limit {
        terms.limit = None;
    }
    Ok(Command::Configure { meter: args.meter.clone(), terms })
}
