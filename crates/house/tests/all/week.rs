//! A small week of a house with kills thrown in; `cargo run --release -p house --example week`
//! is the large one.

#[path = "../../examples/week/mod.rs"]
mod simulation;

use std::process::Command;

use simulation::Plan;

use crate::support::places::{Kind, Place};

/// The process that is killed: run by the tests below; nothing to do otherwise.
#[test]
fn worker() {
    simulation::work().unwrap();
}

fn play(kind: Kind) {
    let (place, folder) = (Place::new(kind), tempfile::tempdir().unwrap());
    let plan = Plan {
        store: place.url.clone(),
        folder: folder.path().to_owned(),
        tables: 6,
        rounds: 3_000,
        workers: 2,
        kills: 3,
        seed: rand::random::<u32>().into(),
        is_resumed: false,
    };
    let command = || {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["--exact", "week::worker", "--nocapture", "--test-threads=1"]);
        Ok(command)
    };
    let figures = simulation::run(&plan, &command, &mut |_| {}).unwrap();
    assert!(figures.is_fine(), "seed {}: {figures}", plan.seed);
    assert_eq!((figures.rounds, figures.kills), (3_000, 3), "seed {}: {figures}", plan.seed);
}

#[test]
fn sqlite() {
    play(Kind::Sqlite);
}

#[test]
fn postgres() {
    play(Kind::Postgres);
}
