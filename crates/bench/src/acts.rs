//! How fast a house is: acts at practice tables of all twelve games, each table waiting for its answer,
//! grouped commits against one transaction for each act.

use std::time::{Duration, Instant};

use house::bots::{Bots, SIMPLE};
use house::desk::{Desk, fresh_id};
use house::table::deed::Deed;
use house::table::setup::{Kind, Setup};
use house::{HOUSE_ITSELF, Ledger, PersonId, Role, Seat, TableId, What};
use ledger::{Limits, OpenMode, SqliteStore};
use money::Cents;

use crate::ledger::Failure;

const LASTS: Duration = Duration::from_secs(2);

const GAMES: [&str; 12] = [
    "let-it-ride",
    "three-card-poker",
    "caribbean-stud",
    "silverado-stud",
    "four-card-poker",
    "texas-holdem-bonus",
    "mississippi-stud",
    "ultimate-texas-holdem",
    "holdem-212",
    "blackjack",
    "buster-blackjack",
    "war-blackjack",
];

/// How quick a house with so many tables was.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ActsRow {
    /// How many tables play at once.
    pub tables: usize,
    /// Acts a second with a transaction for each.
    pub one_by_one: f64,
    /// Acts a second with one transaction for all that wait.
    pub grouped: f64,
    /// How long the slowest hundredth of the grouped acts took at least, in milliseconds.
    pub p99: f64,
}

impl ActsRow {
    /// How many times as fast grouping is.
    pub fn ratio(&self) -> f64 {
        self.grouped / self.one_by_one
    }
}

/// Measures acts on SQLite files in a temporary folder. `progress` is told what is done.
pub fn acts_in_files(progress: &mut dyn FnMut(&str)) -> Result<Vec<ActsRow>, Failure> {
    let folder = tempfile::tempdir()?;
    let mut rows = Vec::new();
    for tables in [1, 20, 200] {
        progress(&format!("acts at {tables} tables"));
        let open = |group_max| -> Result<Desk, Failure> {
            let file = folder.path().join(format!("{tables}-{group_max}.db"));
            let store = SqliteStore::open(&file, OpenMode::Create)?;
            let limits = Limits { group_max, ..Limits::default() };
            Ok(Desk::new(Ledger::open_with(Box::new(store), limits)?, "bench".parse()?))
        };
        let (one_by_one, _) = measure(&open(1)?, tables)?;
        let (grouped, p99) = measure(&open(Limits::default().group_max)?, tables)?;
        rows.push(ActsRow { tables, one_by_one, grouped, p99 });
    }
    Ok(rows)
}

fn measure(desk: &Desk, tables: usize) -> Result<(f64, f64), Failure> {
    let ids = set_up(desk, tables)?;
    let started = Instant::now();
    let measured: Result<Vec<Vec<u64>>, Failure> = std::thread::scope(|scope| {
        let play = |id: &'_ TableId| {
            let (desk, id) = (desk.clone(), id.clone());
            scope.spawn(move || play(&desk, &id, started))
        };
        let threads: Vec<_> = ids.iter().map(play).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().map_err(|_| "a table's thread crashed")?)
            .collect()
    });
    let took = started.elapsed();
    let mut micros: Vec<u64> = measured?.concat();
    micros.sort_unstable();
    let place = (micros.len() * 99 / 100).min(micros.len().saturating_sub(1));
    let p99 = micros.get(place).copied().unwrap_or(0) as f64 / 1_000.0;
    Ok((micros.len() as f64 / took.as_secs_f64(), p99))
}

/// Opens the tables, with two bots at each.
fn set_up(desk: &Desk, tables: usize) -> Result<Vec<TableId>, Failure> {
    let (ann, house): (PersonId, PersonId) = ("ann".parse()?, HOUSE_ITSELF.parse()?);
    let what = What::AddPerson {
        person: ann.clone(),
        name: "Ann".to_owned(),
        role: Role::Supervisor,
        secret: house::SecretMark::of(""),
    };
    desk.act(&ann, fresh_id()?, what)?;
    let mut ids = Vec::new();
    for number in 0..tables {
        let id: TableId = format!("t{number}").parse()?;
        let setup = Setup::new(GAMES[number % GAMES.len()], Kind::Practice);
        desk.act(&ann, fresh_id()?, What::SetUpTable { table: id.clone(), setup })?;
        for seat in [1, 3] {
            let (seat, buy_in) = (Seat(seat), Cents::dollars(10_000));
            let plays = SIMPLE.to_owned();
            desk.play(&house, fresh_id()?, &id, Deed::SeatBot { seat, buy_in, plays })?;
        }
        ids.push(id);
    }
    Ok(ids)
}

/// Plays a table for a while; how long each act took, in microseconds.
fn play(desk: &Desk, id: &TableId, started: Instant) -> Result<Vec<u64>, Failure> {
    let bots = Bots::default();
    let house: PersonId = HOUSE_ITSELF.parse()?;
    let mut snapshot = desk.ledger().snapshot();
    let mut micros = Vec::new();
    while started.elapsed() < LASTS {
        let deed = bots.deed(&snapshot.machine, id).ok_or("a table stands still")?;
        let asked = Instant::now();
        snapshot = desk.play(&house, fresh_id()?, id, deed)?.snapshot;
        micros.push(asked.elapsed().as_micros() as u64);
    }
    Ok(micros)
}
