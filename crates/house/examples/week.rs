//! A house runs a week of simulated play: a hundred tables of several games on linked and own meters,
//! a million rounds with wins, toggles, voids, misdeals, corrections and sign records, played by
//! processes that are killed with -9 at random and take up what they left. At the end the chain is
//! verified and replayed, and every meter is held against an auditor's own books and against what
//! the tables noted: exits 1 if anything differs.
//!
//! ```text
//! cargo run --release -p house --example week
//! cargo run --release -p house --example week -- --rounds 50000 --kills 5
//! cargo run --release -p house --example week -- --store postgres://house@db/empty
//! ```
//!
//! With `--folder DIR` the tables' notes stay there, and `--resume` takes up a week that was broken off,
//! on whatever store holds the house by then: docs/standby.sh does that with a standby.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example prints")]
#![allow(clippy::unwrap_used, reason = "the auditor falls over what it does not accept")]

#[allow(dead_code, reason = "the tests use all of it")]
#[path = "../tests/all/auditor.rs"]
mod auditor;
#[path = "week/mod.rs"]
mod week;

use std::process::{Command, ExitCode};

use week::{Failure, Plan};

const USAGE: &str = "usage: week [--store sqlite:PATH | postgres://...] [--tables N] [--rounds N] \
    [--kills N] [--workers N] [--seed N] [--folder DIR] [--resume]";

fn main() -> ExitCode {
    match play() {
        Ok(is_fine) => ExitCode::from(u8::from(!is_fine)),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn play() -> Result<bool, Failure> {
    if week::work()? {
        return Ok(true);
    }
    let folder = tempfile::tempdir()?;
    let mut plan = Plan {
        store: format!("sqlite:{}", folder.path().join("house.db").display()),
        folder: folder.path().to_owned(),
        tables: 100,
        rounds: 1_000_000,
        workers: 2,
        kills: 20,
        seed: rand::random::<u32>().into(),
        is_resumed: false,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        if name == "--resume" {
            plan.is_resumed = true;
            continue;
        }
        let value = arguments.next().ok_or(USAGE)?;
        match name.as_str() {
            "--store" => plan.store = value,
            "--tables" => plan.tables = value.parse()?,
            "--rounds" => plan.rounds = value.parse()?,
            "--workers" => plan.workers = value.parse()?,
            "--kills" => plan.kills = value.parse()?,
            "--seed" => plan.seed = value.parse()?,
            "--folder" => plan.folder = value.into(),
            _ => return Err(USAGE.into()),
        }
    }
    if plan.tables == 0 || plan.workers == 0 || plan.rounds < plan.tables {
        return Err("there is at least one table, one process, and a round for each table".into());
    }
    eprintln!("{} processes, seed {}", plan.workers, plan.seed);
    let command = || Ok(Command::new(std::env::current_exe()?));
    let figures = week::run(&plan, &command, &mut |says| eprintln!("{says}"))?;
    println!("{figures}");
    Ok(figures.is_fine())
}
