//! How fast the ledger is: grouped commits against one transaction for each posting, on the same store
//! in the same run; opening and reading a house with a long history; checking its chain.
//!
//! ```text
//! cargo run --release -p bench --example ledger_bench -- sqlite:/tmp/bench-dir
//! cargo run --release -p bench --example ledger_bench -- postgres://postgres@/bench?host=/run/postgresql
//! cargo run --release -p bench --example ledger_bench -- history sqlite:/tmp/long.db 2000000
//! cargo run --release -p bench --example ledger_bench -- copy sqlite:/tmp/long.db sqlite:/tmp/copy.db
//! cargo run --release -p bench --example ledger_bench -- log sqlite:/tmp/long.db /tmp/long.log
//! ```
//!
//! The first form makes fresh houses in the folder; the second wants an empty database, and empties it
//! before each measurement.
#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use std::io::Write as _;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bench::ledger as postings_bench;
use bench::ledger::{Failure, LedgerRow, found, request, round};
use house::{House, Ledger};
use ledger::check::{self, Depth};
use ledger::{OpenMode, Store, store, verify_log};

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["history", url, entries] => history(url, entries.parse()?),
        ["copy", from, to] => copy(from, to),
        ["log", url, file] => log(url, file),
        [url] => postings(url),
        _ => {
            Err("give a store, or: history STORE ENTRIES, copy STORE STORE, log STORE FILE".into())
        }
    }
}

fn postings(url: &str) -> Result<(), Failure> {
    println!(
        "{:>7} {:>7} {:>14} {:>14} {:>7}",
        "tables", "meters", "one by one/s", "grouped/s", "ratio"
    );
    let mut made = 0;
    let mut fresh = || {
        made += 1;
        fresh(url, made)
    };
    for row in postings_bench::postings(&mut fresh, &mut |_| {})? {
        let LedgerRow { tables, meters, one_by_one, grouped } = row;
        let ratio = row.ratio();
        println!("{tables:>7} {meters:>7} {one_by_one:>14.0} {grouped:>14.0} {ratio:>7.1}");
    }
    Ok(())
}

/// An empty store: a new file in the folder, or the database emptied.
fn fresh(url: &str, number: usize) -> Result<Box<dyn Store>, Failure> {
    if let Some(folder) = url.strip_prefix("sqlite:") {
        std::fs::create_dir_all(folder)?;
        let file = format!("{folder}/bench-{}-{number}.db", std::process::id());
        return Ok(store::open(&format!("sqlite:{file}"), OpenMode::Create)?);
    }
    if url.starts_with("postgres") {
        let mut client = postgres::Client::connect(url, postgres::NoTls)?;
        client.batch_execute("DROP SCHEMA IF EXISTS croupier CASCADE")?;
    }
    Ok(store::open(url, OpenMode::Create)?)
}

/// Makes a long history, or takes the one that is there, and measures what must not grow with it.
fn history(url: &str, entries: u64) -> Result<(), Failure> {
    make(url, entries)?;
    let timed = |what: &str, started: Instant| {
        println!("{what:<44} {:>10.1} ms", started.elapsed().as_secs_f64() * 1e3);
    };
    let started = Instant::now();
    let mut store = store::open(url, OpenMode::Existing)?;
    let quick = check::quick::<House>(&mut *store)?;
    timed("open the store and check it quickly", started);
    println!("{} entries; problems: {:?}", quick.head.seq, quick.problems);
    let started = Instant::now();
    let ledger = Ledger::open(store)?;
    timed("open the ledger", started);
    let started = Instant::now();
    const READS: u32 = 1_000;
    for _ in 0..READS {
        let meter = "m0".parse()?;
        ledger.snapshot().machine.meter(&meter)?;
    }
    println!("{:<44} {:>10.1} us", "read a meter", (started.elapsed() / READS).as_secs_f64() * 1e6);
    drop(ledger);
    for (depth, name) in [(Depth::Chain, "chain"), (Depth::Replay, "replay")] {
        let mut store = store::open(url, OpenMode::ReadOnly)?;
        let started = Instant::now();
        let full = check::full::<House>(&mut *store, depth, &mut |_, _| {})?;
        let speed = full.entries as f64 / started.elapsed().as_secs_f64();
        timed(&format!("check all of it: {name}, {speed:.0} entries/s"), started);
        println!("problems: {:?}", full.problems);
    }
    Ok(())
}

/// Fills a store through the ledger, without waiting for each answer.
fn make(url: &str, entries: u64) -> Result<(), Failure> {
    const TABLES: u64 = 100;
    let mut store = store::open(url, OpenMode::Create)?;
    let there = store.head()?.seq;
    if there >= entries {
        return Ok(());
    }
    let ledger = Ledger::open(store)?;
    let first = if there == 0 { found(&ledger, TABLES as usize, 4)? } else { there + 1 };
    let started = Instant::now();
    let mut answers = std::collections::VecDeque::new();
    for number in first..=entries {
        let step = (number - first) / TABLES;
        let what = round((number % TABLES) as usize, step)?;
        answers.push_back(ledger.post_later(request(number, what)?)?);
        if answers.len() > 4_000 {
            for answer in answers.drain(..2_000) {
                answer.blocking_recv()??;
            }
        }
    }
    for answer in answers {
        answer.blocking_recv()??;
    }
    let speed = (entries - first) as f64 / started.elapsed().as_secs_f64();
    println!("made {entries} entries at {speed:.0} entries/s");
    Ok(())
}

fn speed(what: &str, entries: u64, started: Instant) {
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "{what}: {entries} entries, {seconds:.1} s, {:.0} entries/s",
        entries as f64 / seconds
    );
}

/// Copies a house while one of its tables plays on, and says how long that was made to wait.
fn copy(from: &str, to: &str) -> Result<(), Failure> {
    let is_over = AtomicBool::new(false);
    let ledger = Ledger::open(store::open(from, OpenMode::Existing)?)?;
    let first = ledger.snapshot().head.seq + 1;
    let started = Instant::now();
    std::thread::scope(|scope| {
        let player = scope.spawn(|| -> Result<(u64, Duration), Failure> {
            // A round that is open is ended first.
            let is_open = ledger
                .snapshot()
                .machine
                .tables()
                .next()
                .is_some_and(|table| table.keypad_round().is_some());
            let (mut step, mut longest) = (u64::from(is_open), Duration::ZERO);
            while !is_over.load(Ordering::Relaxed) || step % 2 == 1 {
                let asked = Instant::now();
                ledger.post(request(first + step, round(0, step)?)?)?;
                longest = longest.max(asked.elapsed());
                step += 1;
            }
            Ok((step, longest))
        });
        let mut source = store::open(from, OpenMode::Existing)?;
        let mut target = store::open(to, OpenMode::Create)?;
        let copied = store::copy::<House>(&mut *source, &mut *target, &mut |_, _| {});
        is_over.store(true, Ordering::Relaxed);
        speed("copy", copied?.seq, started);
        let (posted, longest) = player.join().map_err(|_| "the table fell")??;
        println!("meanwhile {posted} postings at one table, the longest in {longest:.1?}");
        Ok(())
    })
}

/// Writes the log to a file, or takes the one that is there, and verifies it.
fn log(url: &str, path: &str) -> Result<(), Failure> {
    if !std::fs::exists(path)? {
        let started = Instant::now();
        let mut file = std::io::BufWriter::new(std::fs::File::create(path)?);
        let (mut entries, mut written) = (0, Ok(()));
        store::open(url, OpenMode::ReadOnly)?.visit(0, u64::MAX, &mut |entry| {
            entries = entry.seq;
            written = writeln!(file, "{} {}", entry.hash, entry.line);
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        written?;
        file.flush()?;
        speed("export", entries, started);
    }
    for (depth, name) in [(Depth::Chain, "verify the log"), (Depth::Replay, "replay the log")] {
        let started = Instant::now();
        let head = verify_log::<House>(std::fs::File::open(path)?, depth, None)?;
        speed(name, head.seq, started);
    }
    Ok(())
}
