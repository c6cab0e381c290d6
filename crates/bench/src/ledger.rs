//! How fast the ledger is: grouped commits against one transaction for each posting, on the same
//! kind of store in the same run.

use std::time::{Duration, Instant};

use house::table::command::{Dollars, TableCommand};
use house::{Command, Criteria, Ledger, Posted, PostedRow, Request, Role, Seat, Submission, Terms};
use ledger::{Limits, OpenMode, RequestId, SqliteStore, Store};
use money::{Cents, Moment};
use rulebook::Rulebook;

/// Why something was not measured.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// How long each measurement lasts, and how often the two ways take turns: a disk's mood changes.
const LASTS: Duration = Duration::from_millis(700);
const TURNS: usize = 3;

/// Postings a second of a number of tables on a number of meters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LedgerRow {
    /// How many tables post at once.
    pub tables: usize,
    /// On how many meters.
    pub meters: usize,
    /// With a transaction for each posting.
    pub one_by_one: f64,
    /// With one for all that wait.
    pub grouped: f64,
}

impl LedgerRow {
    /// How many times as fast grouping is.
    pub fn ratio(&self) -> f64 {
        self.grouped / self.one_by_one
    }
}

/// Measures postings on fresh stores, the two ways in turns. `progress` is told what is done.
pub fn postings(
    fresh: &mut dyn FnMut() -> Result<Box<dyn Store>, Failure>,
    progress: &mut dyn FnMut(&str),
) -> Result<Vec<LedgerRow>, Failure> {
    let mut rows = Vec::new();
    for (tables, meters) in [(1, 1), (8, 1), (64, 1), (8, 8), (64, 64)] {
        progress(&format!("{tables} tables, {meters} meters"));
        let mut speeds = [0.0; 2];
        for _ in 0..TURNS {
            for (speed, group) in speeds.iter_mut().zip([1, Limits::default().group_max]) {
                *speed += measure(fresh()?, tables, meters, group)? / TURNS as f64;
            }
        }
        let [one_by_one, grouped] = speeds;
        rows.push(LedgerRow { tables, meters, one_by_one, grouped });
    }
    Ok(rows)
}

/// Measures postings on SQLite files in a temporary folder.
pub fn postings_in_files(progress: &mut dyn FnMut(&str)) -> Result<Vec<LedgerRow>, Failure> {
    let folder = tempfile::tempdir()?;
    let mut made = 0;
    let mut fresh = || -> Result<Box<dyn Store>, Failure> {
        made += 1;
        Ok(Box::new(SqliteStore::open(
            &folder.path().join(format!("{made}.db")),
            OpenMode::Create,
        )?))
    };
    postings(&mut fresh, progress)
}

/// A request with an id that spreads like those of many tables.
pub fn request(number: u64, what: Command) -> Result<Submission, Failure> {
    let spread = u128::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    let (id, at) = (RequestId(spread), Moment(1_800_000_000_000_000 + number as i64));
    let act = Request::new("ann".parse()?, "bench".parse()?, what);
    Ok(Submission { id, at, request: act })
}

/// What a table posts.
pub fn posted() -> Result<Posted, Failure> {
    let row = |hand: &str, pays: &str| -> Result<PostedRow, Failure> {
        Ok(PostedRow { hand: hand.to_owned(), pays: pays.parse()?, envy: None })
    };
    let rows = vec![row("royal flush", "100%")?, row("straight flush", "10%")?];
    let has_progressive = |game: &&rulebook::Game| {
        game.newest().schedules.iter().any(|schedule| schedule.progressive.is_some())
    };
    let game = Rulebook::embedded().games().iter().find(has_progressive);
    let game = game.map_or("", |game| game.id.as_str());
    Ok(Posted::new(game, "2026-05-05", "CSP-1", Cents::dollars(1), rows))
}

/// Founds a house with these numbers of tables and meters, and returns the number of the next request.
pub fn found(ledger: &Ledger, tables: usize, meters: usize) -> Result<u64, Failure> {
    let mut acts = vec![Command::AddPerson {
        person: "ann".parse()?,
        name: "Ann".to_owned(),
        role: Role::Supervisor,
        secret: house::SecretMark::of("-"),
    }];
    for meter in 0..meters {
        let terms = Terms::with_seed(Cents::dollars(10_000));
        let (meter, criteria) = (format!("m{meter}").parse()?, Criteria::of(&posted()?));
        acts.push(Command::CreateMeter { meter, criteria, terms });
    }
    for table in 0..tables {
        let meter = format!("m{}", table % meters).parse()?;
        let table = format!("t{table}").parse()?;
        acts.push(Command::open_keypad(table, &meter, posted()?));
    }
    let mut number = 0;
    for what in acts {
        number += 1;
        ledger.post(request(number, what)?)?;
    }
    Ok(number + 1)
}

/// What a table posts: lock, game over, lock, ...
pub fn round(table: usize, step: u64) -> Result<Command, Failure> {
    let bets = [1, 4].map(|seat| (Seat(seat), Dollars(Cents::dollars(1))));
    let command = match step % 2 {
        0 => TableCommand::Lock { bets: bets.into(), players: Default::default() },
        _ => TableCommand::GameOver,
    };
    Ok(Command::at(&format!("t{table}").parse()?, command))
}

/// Measures the postings a second of these tables, each waiting for its answer.
fn measure(
    store: Box<dyn Store>,
    tables: usize,
    meters: usize,
    group_max: usize,
) -> Result<f64, Failure> {
    let ledger = Ledger::open_with(store, Limits { group_max, ..Limits::default() })?;
    let first = found(&ledger, tables, meters)?;
    let started = Instant::now();
    let counts: Result<Vec<u64>, Failure> = std::thread::scope(|scope| {
        let play = |table: usize| {
            let ledger = ledger.clone();
            scope.spawn(move || -> Result<u64, Failure> {
                let mut step = 0;
                while started.elapsed() < LASTS {
                    let number = first + (table as u64) + step * 1_000;
                    ledger.post(request(number, round(table, step)?)?)?;
                    step += 1;
                }
                Ok(step)
            })
        };
        let playing: Vec<_> = (0..tables).map(play).collect();
        let joined = playing.into_iter().map(|table| table.join());
        joined.map(|count| count.map_err(|_| Failure::from("a table fell"))?).collect()
    });
    let seconds = started.elapsed().as_secs_f64();
    Ok(counts?.iter().sum::<u64>() as f64 / seconds)
}
