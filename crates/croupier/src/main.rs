//! `croupier`: South Dakota's casino table games by the book.
//!
//! A thin program over the libraries: arguments are read in [`args`], each command of
//! [`commands`] builds what it has to say, and [`output`] prints it for people or as JSON.

mod anchoring;
mod args;
mod commands;
mod csv;
mod failure;
mod lookup;
mod output;
mod page;
mod palette;
mod progress;
mod public_json;
mod remote;
mod session;

use std::process::ExitCode;

use clap::{ColorChoice, Parser};

use crate::args::{Args, Command};
use crate::failure::Failure;
use crate::output::{Negative, Printer};

/// Under load a sixth of the server's time went to the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return misused(&error),
    };
    let printer = Printer::new(args.global.json, args.global.color);
    match run(&args, &printer) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            printer.error(&error);
            // A negative answer is 1, wrong use or bad input 2.
            ExitCode::from(if error.is::<Negative>() { 1 } else { 2 })
        }
    }
}

/// Answers a command line that is not understood, or that asks for help.
fn misused(error: &clap::Error) -> ExitCode {
    if error.use_stderr() && std::env::args_os().any(|argument| argument == "--json") {
        let message = error.render().to_string();
        let message = message.trim().trim_start_matches("error: ").to_owned();
        Printer::new(true, ColorChoice::Never).failure(&Failure::usage(message));
        return ExitCode::from(2);
    }
    error.exit()
}

fn run(args: &Args, printer: &Printer) -> anyhow::Result<()> {
    let global = &args.global;
    if !args.command.as_ref().is_some_and(Command::uses_rulebook) {
        global.refuse_rulebook()?;
    }
    let of_house = &printer.for_house();
    match &args.command {
        None => commands::serve::run_bare(&Args::serve(), printer),
        Some(Command::Serve(serve)) => commands::serve::run(serve, printer),
        Some(Command::Games) => printer.print(&commands::games::run(global.rulebook()?.as_ref())),
        Some(Command::Rules(rules)) => {
            commands::rules::run(global.rulebook()?.as_ref(), rules, printer)
        }
        Some(Command::Rank(rank)) => printer.print(&commands::rank::run(rank)?),
        Some(Command::Settle(settle)) => {
            printer.print(&commands::settle::run(global.rulebook()?.as_ref(), settle)?)
        }
        Some(Command::Odds(odds)) => {
            commands::odds::run(global.rulebook()?.as_ref(), odds, printer)
        }
        Some(Command::Par(par)) => commands::par::run(global.rulebook()?.as_ref(), par, printer),
        Some(Command::Progressive(progressive)) => {
            commands::progressive::run(global.rulebook()?.as_ref(), progressive, printer)
        }
        Some(Command::Protect(protect)) => {
            commands::protect::run(global.rulebook()?.as_ref(), protect, printer)
        }
        Some(Command::Strategy(strategy)) => {
            commands::strategy::run(global.rulebook()?.as_ref(), strategy, printer)
        }
        Some(Command::Report(report)) => {
            commands::report::run(global.rulebook()?.as_ref(), report, printer)
        }
        Some(Command::Simulate(simulate)) => {
            commands::simulate::run(global.rulebook()?.as_ref(), simulate, printer)
        }
        Some(Command::Play(play)) => {
            commands::play::run(global.rulebook()?.as_ref(), play, printer)
        }
        Some(Command::Replay(replay)) => {
            commands::replay::run(global.rulebook()?.as_ref(), replay, printer)
        }
        Some(Command::VerifyShuffle(verify)) => commands::verify_shuffle::run(verify, printer),
        Some(Command::RngTest(test)) => commands::rng_test::run(test, printer),
        Some(Command::Rulebook(command)) => commands::rulebook::run(command, printer),
        Some(Command::Meter(meter)) => {
            commands::meter::run(global.rulebook()?.as_ref(), meter, of_house)
        }
        Some(Command::Table(table)) => {
            commands::table::run(global.rulebook()?.as_ref(), table, of_house)
        }
        Some(Command::SignIn(sign_in)) => commands::remote::sign_in(sign_in, printer),
        Some(Command::SignOut(at)) => commands::remote::sign_out(at, printer),
        Some(Command::Act(act)) => commands::remote::act(act, printer),
        Some(Command::Found(found)) => commands::person::found(found, of_house),
        Some(Command::Person(person)) => commands::person::run(person, of_house),
        Some(Command::Day(day)) => commands::day::run(day, of_house),
        Some(Command::Keys(keys)) => commands::keys::run(keys, printer),
        Some(Command::Audit(audit)) => commands::audit::run(audit, of_house),
        Some(Command::Store(store)) => commands::store::run(store, of_house),
        #[cfg(feature = "bench")]
        Some(Command::Bench) => printer.print(&commands::bench::run(printer)?),
        #[cfg(not(feature = "bench"))]
        Some(Command::Bench) => anyhow::bail!(
            "this build has no benchmarks: in the source, run cargo run --profile dist --features bench -- bench"
        ),
        Some(Command::Completions(completions)) => commands::shell::completions(completions),
        Some(Command::Man(man)) => commands::shell::man(man, printer),
    }
}
