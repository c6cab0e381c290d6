//! How fast a house is: acts at its tables, and what must not grow with its history.
//!
//! ```text
//! cargo run --release -p bench --example house_bench -- acts 200 10
//! cargo run --release -p bench --example house_bench -- history sqlite:/tmp/long.db 10000000 100000
//! ```
//!
//! The first form plays 200 tables for 10 seconds and says how many acts were durable. The second fills a
//! house with paid awards, which can still be backed out, and with rounds at 100 tables, or takes the one
//! that is there; then it opens the house and recalls rounds.
#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use std::time::{Duration, Instant};

use bench::acts;
use bench::ledger::{Failure, posted};
use house::desk::{Desk, fresh_id};
use house::recall::{Reader, recall};
use house::table::command::{Dollars, TableCommand};
use house::{AwardNumber, Command, Criteria, House, Ledger, PersonId, Role, Seat, Terms};
use ledger::check;
use ledger::{Limits, OpenMode, store};
use money::Cents;

const TABLES: usize = 100;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["acts", tables, seconds] => {
            let lasts = Duration::from_secs(seconds.parse()?);
            let pace = acts::pace_in_file(tables.parse()?, Limits::default().group_max, lasts)?;
            let acts::Pace { per_second, p50, p99 } = pace;
            println!("{per_second:.0} acts a second, p50 {p50:.1} ms, p99 {p99:.1} ms");
            Ok(())
        }
        ["history", url, entries, awards] => {
            make(url, entries.parse()?, awards.parse()?)?;
            open(url)
        }
        _ => Err("say: acts TABLES SECONDS, or history STORE ENTRIES AWARDS".into()),
    }
}

/// Fills a house.
fn make(url: &str, entries: u64, awards: u64) -> Result<(), Failure> {
    let started = Instant::now();
    let store = store::open(url, OpenMode::Create)?;
    let desk = Desk::new(Ledger::open(store)?, "bench".parse()?);
    let ids = acts::set_up(&desk, TABLES)?;
    if desk.ledger().snapshot().machine.person(&"dan".parse()?).is_err() {
        pay(&desk, awards)?;
    }
    while desk.ledger().snapshot().head.seq < entries {
        acts::pace(&desk, &ids, Duration::from_secs(2))?;
    }
    println!("made in {:.0} s", started.elapsed().as_secs_f64());
    Ok(())
}

/// Wins this number of awards at a keypad, one after the other, and pays them.
fn pay(desk: &Desk, awards: u64) -> Result<(), Failure> {
    let (ann, dan): (PersonId, PersonId) = ("ann".parse()?, "dan".parse()?);
    let (name, secret) = ("Dan".to_owned(), house::SecretMark::of(""));
    let hire = Command::AddPerson { person: dan.clone(), name, role: Role::Dealer, secret };
    let (meter, criteria) = ("m0".parse()?, Criteria::of(&posted()?));
    let terms = Terms::with_seed(Cents::dollars(10_000));
    for what in [
        hire,
        Command::CreateMeter { meter, criteria, terms },
        Command::open_keypad("keypad".parse()?, &"m0".parse()?, posted()?),
    ] {
        desk.act(&ann, fresh_id()?, what)?;
    }
    let mut answers = std::collections::VecDeque::new();
    for award in (1..=awards).map(AwardNumber) {
        let table: house::TableId = "keypad".parse()?;
        let (seat, hand) = (Seat(1), "straight flush".to_owned());
        let bets = [(seat, Dollars(Cents::dollars(1)))].into();
        for (by, what) in [
            (&dan, Command::at(&table, TableCommand::Lock { bets, players: Default::default() })),
            (&dan, Command::at(&table, TableCommand::Key { seat, hand })),
            (&ann, Command::of_award(TableCommand::Verify { award, paid: None, reason: None })),
            (&dan, Command::at(&table, TableCommand::GameOver)),
        ] {
            answers.push_back(desk.ledger().post_later(desk.request(by, fresh_id()?, what))?);
        }
        while answers.len() > 4_000 {
            for answer in answers.drain(..2_000) {
                answer.blocking_recv()??;
            }
        }
    }
    for answer in answers {
        answer.blocking_recv()??;
    }
    Ok(())
}

/// Opens a house and recalls rounds from all of its history.
fn open(url: &str) -> Result<(), Failure> {
    let timed = |what: &str, started: Instant| {
        println!("{what:<40} {:>9.1} ms", started.elapsed().as_secs_f64() * 1e3);
    };
    let mut reader = store::open(url, OpenMode::ReadOnly)?;
    let started = Instant::now();
    let rows = reader.rows_live()?.len();
    timed("read the live rows", started);
    let started = Instant::now();
    let quick = check::quick::<House>(&mut *reader)?;
    timed("the self-check alone", started);
    let started = Instant::now();
    let ledger = Ledger::open(store::open(url, OpenMode::Existing)?)?;
    timed("open the house, self-check included", started);
    println!("{} entries, {rows} live rows; problems: {:?}", quick.head.seq, quick.problems);
    let desk = Desk::new(ledger, "bench".parse()?);
    let by: PersonId = "ann".parse()?;
    let says = "opened".to_owned();
    let started = Instant::now();
    desk.act(&by, fresh_id()?, Command::Event { kind: house::EventKind::Start, says })?;
    timed("the first request", started);
    let snapshot = desk.ledger().snapshot();
    let mut micros = Vec::new();
    for table in snapshot.machine.floor() {
        for share in 1..=10 {
            let number = (table.rounds() * share / 10).max(1);
            let started = Instant::now();
            recall(&snapshot.machine, &mut *reader, table.id(), number, Reader::Ledger)?;
            micros.push(started.elapsed().as_micros());
        }
    }
    micros.sort_unstable();
    let at = |share: usize| micros.get(micros.len() * share / 100).map_or(0.0, |m| *m as f64 / 1e3);
    println!(
        "{} rounds recalled: p50 {:.2} ms, p99 {:.2} ms, slowest {:.2} ms",
        micros.len(),
        at(50),
        at(99),
        micros.last().map_or(0.0, |m| *m as f64 / 1e3)
    );
    Ok(())
}
