//! How fast a house is: acts at practice tables of all games, each table waiting for its answer,
//! grouped commits against one transaction for each act.

use std::time::{Duration, Instant};

use house::desk::{Desk, fresh_id};
use house::table::command::TableCommand;
use house::table::setup::{Kind, Setup};
use house::{Command, HOUSE_ITSELF, Ledger, PersonId, Role, Seat, TableId};
use ledger::{Limits, OpenMode, SqliteStore};
use money::Cents;
use rulebook::Rulebook;
use server::bots::{Bots, SIMPLE};

use crate::ledger::Failure;

/// How long each measurement lasts, and how often the two ways take turns: a disk's mood changes.
const LASTS: Duration = Duration::from_secs(2);
const TURNS: usize = 3;

/// The pace of a house with a number of tables.
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

/// What was measured in one go.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    /// Acts a second.
    pub per_second: f64,
    /// How long the middle act took, in milliseconds.
    pub p50: f64,
    /// How long the slowest hundredth took at least, in milliseconds.
    pub p99: f64,
}

/// Measures acts on SQLite files in a temporary folder, the two ways in turns. `progress` is told what is
/// done.
pub fn acts_in_files(progress: &mut dyn FnMut(&str)) -> Result<Vec<ActsRow>, Failure> {
    let mut rows = Vec::new();
    for tables in [1, 20, 200] {
        progress(&format!("acts at {tables} tables"));
        let mut row = ActsRow { tables, one_by_one: 0.0, grouped: 0.0, p99: 0.0 };
        for _ in 0..TURNS {
            row.one_by_one += pace_in_file(tables, 1, LASTS)?.per_second / TURNS as f64;
            let grouped = pace_in_file(tables, Limits::default().group_max, LASTS)?;
            row.grouped += grouped.per_second / TURNS as f64;
            row.p99 += grouped.p99 / TURNS as f64;
        }
        rows.push(row);
    }
    Ok(rows)
}

/// Plays `tables` tables of a new house in a temporary folder, with at most `group_max` acts in a commit.
pub fn pace_in_file(tables: usize, group_max: usize, lasts: Duration) -> Result<Pace, Failure> {
    let folder = tempfile::tempdir()?;
    let store = SqliteStore::open(&folder.path().join("house.db"), OpenMode::Create)?;
    let limits = Limits { group_max, ..Limits::default() };
    let desk = Desk::new(Ledger::open_with(Box::new(store), limits)?, "bench".parse()?);
    let ids = set_up(&desk, tables)?;
    pace(&desk, &ids, lasts)
}

/// Plays tables for so long, each waiting for its answer.
pub fn pace(desk: &Desk, ids: &[TableId], lasts: Duration) -> Result<Pace, Failure> {
    let started = Instant::now();
    let measured: Result<Vec<Vec<u64>>, Failure> = std::thread::scope(|scope| {
        let play = |id: &'_ TableId| {
            let (desk, id) = (desk.clone(), id.clone());
            scope.spawn(move || play(&desk, &id, started, lasts))
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
    let at = |percent: usize| {
        let place = (micros.len() * percent / 100).min(micros.len().saturating_sub(1));
        micros.get(place).copied().unwrap_or(0) as f64 / 1_000.0
    };
    let per_second = micros.len() as f64 / took.as_secs_f64();
    Ok(Pace { per_second, p50: at(50), p99: at(99) })
}

/// Opens `tables` tables, game by game, with two bots at each, unless they are open already.
pub fn set_up(desk: &Desk, tables: usize) -> Result<Vec<TableId>, Failure> {
    let (ann, house): (PersonId, PersonId) = ("ann".parse()?, HOUSE_ITSELF.parse()?);
    let there = desk.ledger().snapshot();
    if there.machine.person(&ann).is_err() {
        let (name, secret) = ("Ann".to_owned(), house::SecretMark::of(""));
        let what = Command::AddPerson { person: ann.clone(), name, role: Role::Supervisor, secret };
        desk.act(&ann, fresh_id()?, what)?;
    }
    let mut ids = Vec::new();
    let games = Rulebook::embedded().games();
    for number in 0..tables {
        let id: TableId = format!("floor-{number}").parse()?;
        if there.machine.floor_table(&id).is_ok() {
            ids.push(id);
            continue;
        }
        let setup = Setup::new(&games[number % games.len()].id, Kind::Practice);
        desk.act(&ann, fresh_id()?, Command::SetUpTable { table: id.clone(), setup })?;
        for seat in [1, 3] {
            let (seat, buy_in) = (Seat(seat), Cents::dollars(10_000));
            let plays = SIMPLE.to_owned();
            desk.play(&house, fresh_id()?, &id, TableCommand::SeatBot { seat, buy_in, plays })?;
        }
        ids.push(id);
    }
    Ok(ids)
}

/// Plays a table for a while; how long each act took, in microseconds.
fn play(desk: &Desk, id: &TableId, started: Instant, lasts: Duration) -> Result<Vec<u64>, Failure> {
    let bots = Bots::default();
    let house: PersonId = HOUSE_ITSELF.parse()?;
    let mut snapshot = desk.ledger().snapshot();
    let mut micros = Vec::new();
    while started.elapsed() < lasts {
        let command = bots.command(&snapshot.machine, id).ok_or("a table stands still")?;
        let asked = Instant::now();
        snapshot = desk.play(&house, fresh_id()?, id, command)?.snapshot;
        micros.push(asked.elapsed().as_micros() as u64);
    }
    Ok(micros)
}
