//! A week of a busy pit: tables of every game and all three kinds, bots at the seats, simulated
//! dealers and supervisors, jackpots and whatever goes wrong. Plays for a while and prints the book.
//!
//! `cargo run --release -p server --example pit [STORE] [TABLES] [SECONDS] [KILLS] [PROCESSES]`, by
//! default on a new SQLite file, 24 tables, 10 seconds, no kills, one process. STORE may be an empty
//! database's address, or `postgres` for a server that is started for it. With kills, the pit runs in a
//! process of its own that is killed so many times, each time up to SECONDS after its first act; with
//! several, all of them act at all tables. The requests' clocks cover seven days.
//! Afterward the chain is verified, every request is replayed, and an auditor that shares no code
//! (audit.py) goes over the exported log and compares it with what the house says.

#![allow(clippy::print_stdout, reason = "an example prints what it does")]
#![allow(clippy::unwrap_used, reason = "the server's support is written for tests")]

mod books;
mod clock;
#[allow(dead_code, reason = "the tests use all of it")]
#[path = "../../../ledger/tests/all/support/cluster.rs"]
mod cluster;
mod deck;
mod floor;
mod kills;
mod staff;
mod trouble;

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use house::desk::{Desk, fresh_id};
use house::{House, Ledger, PostError, TableId, post_error_code};
use ledger::check::{self, Depth};
use ledger::store::{self, OpenMode};
use money::MeterUnits;
use server::bots::Bots;

use clock::Clock;
use staff::{Ask, Staff};

/// A table at which so many requests are refused one after the other stands still.
const STUCK: u32 = 2_000;

/// What is played, and where.
struct Plan {
    url: String,
    tables: usize,
    seconds: u64,
    /// How many processes play it at the same time, all at the same tables.
    processes: u64,
}

/// What one table's loop measured.
#[derive(Default)]
struct Measured {
    acts: u64,
    refused: BTreeMap<&'static str, u64>,
    micros: Vec<u64>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let folder = tempfile::tempdir()?;
    let new = format!("sqlite:{}", folder.path().join("pit.db").display());
    let mut url = args.next().unwrap_or_else(|| new.clone());
    let tables: usize = args.next().map_or(Ok(24), |text| text.parse())?;
    let seconds: u64 = args.next().map_or(Ok(10), |text| text.parse())?;
    let kills: u64 = args.next().map_or(Ok(0), |text| text.parse())?;
    let processes: u64 = args.next().map_or(Ok(1), |text| text.parse())?;
    let journal = folder.path().join("acknowledged");
    if let Some(journal) = kills::journal_of_child() {
        return play(&Plan { url, tables, seconds, processes }, &journal);
    }
    // The server stops when this process ends.
    match url.as_str() {
        "postgres" => url = cluster::shared().database(),
        "sqlite" => url = new,
        _ => {}
    }
    let plan = Plan { url, tables, seconds, processes };
    println!("Opening {tables} tables on {} ...", plan.url);
    floor::open(&desk(&plan)?, &Clock::start(0, kills + 1, Duration::from_secs(1)), tables)?;
    let started = Instant::now();
    if kills == 0 && processes == 1 {
        play(&plan, &journal)?;
    } else {
        kills::play_and_kill(&plan, kills, &journal)?;
    }
    println!("\nPlayed for {:.0} s, starts included", started.elapsed().as_secs_f64());
    verify(&plan.url, folder.path(), &journal)
}

/// Opens the house; a new one is empty.
fn desk(plan: &Plan) -> Result<Desk, Box<dyn Error>> {
    let ledger = Ledger::open(store::open(&plan.url, OpenMode::Create)?)?;
    Ok(Desk::new(ledger, "pit".parse()?))
}

/// Plays a part of the week.
fn play(plan: &Plan, journal: &Path) -> Result<(), Box<dyn Error>> {
    let lasts = Duration::from_secs(plan.seconds);
    let (part, parts) = kills::part();
    let desk = desk(plan)?;
    let bots = Arc::new(Bots::default());
    let ids: Vec<TableId> =
        desk.ledger().snapshot().machine.floor().map(|table| table.id().clone()).collect();
    floor::solve(&desk, &bots, &ids);

    let is_over = Arc::new(AtomicBool::new(false));
    let clock = Clock::start(part, parts, lasts);
    let started = Instant::now();
    let threads: Vec<_> = ids
        .iter()
        .cloned()
        .map(|id| {
            let (desk, bots, is_over) = (desk.clone(), Arc::clone(&bots), Arc::clone(&is_over));
            let journal = kills::Journal::open(journal);
            std::thread::spawn(move || {
                let mut journal = journal.map_err(|error| error.to_string())?;
                run(&desk, &bots, &id, &is_over, clock, &mut journal)
            })
        })
        .collect();
    std::thread::sleep(lasts);
    is_over.store(true, Ordering::Relaxed);
    let mut all = Measured::default();
    for thread in threads {
        let one = thread.join().map_err(|_| "a table's thread crashed")??;
        all.acts += one.acts;
        for (code, count) in one.refused {
            *all.refused.entry(code).or_default() += count;
        }
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
    let books = folder.join("books.json");
    books::write(url, &books)?;
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/pit/audit.py");
    let status = Command::new("python3").arg(script).args([&log, &books]).arg(journal).status()?;
    if status.success() {
        return Ok(());
    }
    // For whoever looks into it.
    let kept = std::env::temp_dir().join("pit-house.log");
    std::fs::copy(&log, &kept)?;
    Err(format!("the audit failed: {}", kept.display()).into())
}

/// Plays one table: whatever is due next is done, by whoever's turn it is.
fn run(
    desk: &Desk,
    bots: &Bots,
    id: &TableId,
    is_over: &AtomicBool,
    clock: Clock,
    journal: &mut kills::Journal,
) -> Result<Measured, String> {
    let mut measured = Measured::default();
    let mut staff = Staff::new(id);
    let mut snapshot = desk.ledger().snapshot();
    let mut refused = 0;
    while !is_over.load(Ordering::Relaxed) {
        let now = clock.now();
        let Some((by, ask)) = staff.next(&snapshot.machine, bots, now) else {
            std::thread::sleep(Duration::from_millis(1));
            snapshot = desk.ledger().snapshot();
            continue;
        };
        let request = fresh_id().map_err(|error| error.to_string())?;
        let mut post = match ask {
            Ask::AtTable(command) => desk.at_table(&by, request, id, command),
            Ask::AtDesk(what) => desk.request(&by, request, what),
        };
        post.at = now;
        let said = format!("{:?}", post.request.command);
        let asked = Instant::now();
        match desk.ledger().post(post) {
            Ok(receipt) => {
                refused = 0;
                measured.acts += 1;
                journal.note(request).map_err(|error| format!("the journal: {error}"))?;
                measured.micros.push(asked.elapsed().as_micros() as u64);
                snapshot = receipt.snapshot;
            }
            Err(PostError::Refused(refusal)) => {
                refused += 1;
                *measured.refused.entry(refusal.code()).or_default() += 1;
                if refused == STUCK {
                    return Err(format!("{id} stands still: {said}: {refusal}"));
                }
                snapshot = desk.ledger().snapshot();
            }
            Err(error) => {
                return Err(format!("{id}: {said}: {} ({error})", post_error_code(&error)));
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
        "\n{} acts in {:.1} s: {:.0} a second, p50 {:.1} ms, p99 {:.1} ms; {} refused: {:?}",
        measured.acts,
        took.as_secs_f64(),
        measured.acts as f64 / took.as_secs_f64(),
        at(0.5),
        at(0.99),
        measured.refused.values().sum::<u64>(),
        measured.refused,
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
