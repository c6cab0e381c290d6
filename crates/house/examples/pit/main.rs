//! A busy pit: tables of all twelve games and all three kinds, bots at the seats, simulated dealers
//! and supervisors. Plays for a while and prints the book.
//!
//! `cargo run --release -p house --example pit [STORE] [TABLES] [SECONDS] [KILLS]`, by default on a new
//! SQLite file, 24 tables, 10 seconds, no kills. With kills, the pit runs in a process of its own that is
//! killed in the middle of play so many times. Afterward the chain is verified, every request is
//! replayed, and an auditor that shares no code (audit.py) goes over the exported log.

#![allow(clippy::print_stdout, reason = "an example prints what it does")]

mod floor;
mod kills;
mod staff;

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use house::bots::Bots;
use house::desk::{Desk, fresh_id};
use house::{House, Ledger, TableId};
use ledger::check::{self, Depth};
use ledger::store::{self, OpenMode};
use money::MeterUnits;

/// What one table's loop measured.
#[derive(Default)]
struct Measured {
    acts: u64,
    refused: u64,
    micros: Vec<u64>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let folder = tempfile::tempdir()?;
    let new = format!("sqlite:{}", folder.path().join("pit.db").display());
    let url = args.next().unwrap_or(new);
    let tables: usize = args.next().map_or(Ok(24), |text| text.parse())?;
    let seconds: u64 = args.next().map_or(Ok(10), |text| text.parse())?;
    let kills: u64 = args.next().map_or(Ok(0), |text| text.parse())?;
    let journal = folder.path().join("acknowledged");
    if let Some(journal) = kills::journal_of_child() {
        return play(&url, tables, seconds, &journal);
    }
    if kills == 0 {
        play(&url, tables, seconds, &journal)?;
    } else {
        kills::play_and_kill(&url, tables, seconds, kills, &journal)?;
    }
    verify(&url, folder.path(), &journal)
}

/// Opens the house, or founds it, and plays.
fn play(url: &str, tables: usize, seconds: u64, journal: &Path) -> Result<(), Box<dyn Error>> {
    let ledger = Ledger::open(store::open(url, OpenMode::Create)?)?;
    let desk = Desk::new(ledger, "pit".parse()?);
    let bots = Arc::new(Bots::default());
    println!("Opening {tables} tables and solving their games for the bots ...");
    let ids = floor::open(&desk, tables)?;
    floor::solve(&desk, &bots, &ids);

    println!("Playing for {seconds} s on {url} ...");
    let is_over = Arc::new(AtomicBool::new(false));
    let started = Instant::now();
    let threads: Vec<_> = ids
        .iter()
        .cloned()
        .map(|id| {
            let (desk, bots, is_over) = (desk.clone(), Arc::clone(&bots), Arc::clone(&is_over));
            let journal = kills::Journal::open(journal);
            std::thread::spawn(move || run(&desk, &bots, &id, &is_over, &mut journal?))
        })
        .collect();
    std::thread::sleep(Duration::from_secs(seconds));
    is_over.store(true, Ordering::Relaxed);
    let mut all = Measured::default();
    for thread in threads {
        let one = thread.join().map_err(|_| "a table's thread crashed")?;
        let one = one.map_err(|error| format!("the journal: {error}"))?;
        all.acts += one.acts;
        all.refused += one.refused;
        all.micros.extend(one.micros);
    }
    let took = started.elapsed();
    report(&desk, all, took);
    Ok(())
}

/// Verifies the chain, replays every request, and has the log audited.
fn verify(url: &str, folder: &Path, journal: &Path) -> Result<(), Box<dyn Error>> {
    println!("\nVerifying the chain and replaying every request ...");
    let mut reader = store::open(url, OpenMode::ReadOnly)?;
    let checked = check::full::<House>(&mut *reader, Depth::Replay, &mut |_, _| {})?;
    for problem in &checked.problems {
        println!("  {problem}");
    }
    let verdict = if checked.problems.is_empty() { "agree" } else { "DO NOT AGREE" };
    println!("  {} entries and the house they lead to {verdict}", checked.head.seq);
    if !checked.problems.is_empty() {
        return Err("the house does not verify".into());
    }
    println!("\nAuditing the exported log ...");
    let log = folder.join("house.log");
    let mut file = std::io::BufWriter::new(std::fs::File::create(&log)?);
    let mut written = Ok(());
    reader.visit(0, checked.head.seq, &mut |entry| {
        written = writeln!(file, "{} {}", entry.hash, entry.line);
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    written?;
    file.flush()?;
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/pit/audit.py");
    let status = Command::new("python3").arg(script).arg(&log).arg(journal).status()?;
    if status.success() { Ok(()) } else { Err("the audit failed".into()) }
}

/// Plays one table: whatever is due next is done, by whoever's turn it is.
fn run(
    desk: &Desk,
    bots: &Bots,
    id: &TableId,
    is_over: &AtomicBool,
    journal: &mut kills::Journal,
) -> io::Result<Measured> {
    let mut measured = Measured::default();
    let mut staff = staff::Staff::new(id);
    let mut snapshot = desk.ledger().snapshot();
    while !is_over.load(Ordering::Relaxed) {
        let Some((by, deed)) = staff.next(&snapshot.machine, bots) else {
            std::thread::sleep(Duration::from_millis(1));
            snapshot = desk.ledger().snapshot();
            continue;
        };
        let Ok(request) = fresh_id() else { return Ok(measured) };
        let asked = Instant::now();
        match desk.play(&by, request, id, deed) {
            Ok(receipt) => {
                measured.acts += 1;
                journal.note(request)?;
                measured.micros.push(asked.elapsed().as_micros() as u64);
                snapshot = receipt.snapshot;
            }
            Err(_) => {
                measured.refused += 1;
                snapshot = desk.ledger().snapshot();
            }
        }
    }
    Ok(measured)
}

/// Prints what was played, how fast, and where the money is.
fn report(desk: &Desk, mut measured: Measured, took: Duration) {
    let snapshot = desk.ledger().snapshot();
    let house = &snapshot.machine;
    measured.micros.sort_unstable();
    let at = |share: f64| {
        let place = ((measured.micros.len() as f64 * share) as usize)
            .min(measured.micros.len().saturating_sub(1));
        measured.micros.get(place).copied().unwrap_or(0) as f64 / 1_000.0
    };
    println!(
        "\n{} acts in {:.1} s: {:.0} a second, p50 {:.1} ms, p99 {:.1} ms; {} refused",
        measured.acts,
        took.as_secs_f64(),
        measured.acts as f64 / took.as_secs_f64(),
        at(0.5),
        at(0.99),
        measured.refused
    );
    println!(
        "\n{:<24} {:<9} {:>8} {:>14} {:>10} {:>10}",
        "table", "kind", "rounds", "tray", "toke box", "rake"
    );
    let balance = |account: String| {
        let account = account.parse().ok();
        account.map_or(MeterUnits::ZERO, |account| house.book().balance(&account))
    };
    for table in house.floor() {
        let id = table.id();
        println!(
            "{:<24} {:<9} {:>8} {:>14} {:>10} {:>10}",
            id.as_str(),
            table.setup().kind.word(),
            table.rounds(),
            balance(format!("tray {id}")).to_string(),
            balance(format!("toke {id}")).to_string(),
            balance(format!("rake {id}")).to_string(),
        );
    }
    let mut kinds: BTreeMap<String, MeterUnits> = BTreeMap::new();
    for (account, balance) in house.book().balances() {
        let name = account.to_string();
        let kind = name.split(' ').next().unwrap_or_default().to_owned();
        *kinds.entry(kind).or_insert(MeterUnits::ZERO) += balance;
    }
    println!("\nThe book");
    for (kind, balance) in kinds {
        println!("  {kind:<10} {:>18}", balance.to_string());
    }
    println!("  {:<10} {:>18}", "together", house.book().total().to_string());
}
