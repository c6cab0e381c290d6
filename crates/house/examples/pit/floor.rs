//! The pit's people, meters and tables.

use std::error::Error;

use house::bots::{Bots, OPTIMAL};
use house::desk::{Desk, fresh_id};
use house::table::deed::Deed;
use house::table::setup::{Kind, Setup};
use house::{HOUSE_ITSELF, MeterId, PersonId, Role, Seat, TableId, What};
use money::Cents;

/// Every game, with the progressive it posts, if it has one.
const GAMES: [(&str, Option<&str>); 12] = [
    ("let-it-ride", Some("LIRP-1")),
    ("three-card-poker", Some("paytable-1")),
    ("caribbean-stud", Some("CS-10")),
    ("silverado-stud", None),
    ("four-card-poker", Some("FCCP-1")),
    ("texas-holdem-bonus", Some("THBP-08")),
    ("mississippi-stud", Some("MS-STUD-01")),
    ("ultimate-texas-holdem", Some("UTHP-01")),
    ("holdem-212", None),
    ("blackjack", None),
    ("buster-blackjack", None),
    ("war-blackjack", None),
];

/// Opens so many tables, a meter for each game with a progressive, and seats bots.
pub fn open(desk: &Desk, count: usize) -> Result<Vec<TableId>, Box<dyn Error>> {
    let sue: PersonId = "sue".parse()?;
    let snapshot = desk.ledger().snapshot();
    if snapshot.machine.person(&sue).is_ok() {
        // The house was founded before, by a process that was killed.
        return Ok(snapshot.machine.floor().map(|table| table.id().clone()).collect());
    }
    for (person, role) in
        [("sue", Role::Supervisor), ("bob", Role::Supervisor), ("dan", Role::Dealer)]
    {
        let (name, secret) = (person.to_uppercase(), house::SecretMark::of(""));
        let what = What::AddPerson { person: person.parse()?, name, role, secret };
        desk.act(&sue, fresh_id()?, what)?;
    }
    for (game, schedule) in GAMES {
        if schedule.is_some() {
            let terms = setup(game, schedule, Kind::Practice)?.meter_terms()?;
            let (criteria, terms) = terms.ok_or("it posts a progressive")?;
            let meter = game.parse()?;
            desk.act(&sue, fresh_id()?, What::CreateMeter { meter, criteria, terms })?;
        }
    }
    let house: PersonId = HOUSE_ITSELF.parse()?;
    let mut ids = Vec::new();
    for number in 0..count {
        let (game, schedule) = GAMES[number % GAMES.len()];
        let kind = [Kind::Practice, Kind::Virtual, Kind::Live][number / GAMES.len() % 3];
        let setup = setup(game, schedule, kind)?;
        let id: TableId = format!("{game}-{}", 1 + number / GAMES.len()).parse()?;
        desk.act(&sue, fresh_id()?, What::SetUpTable { table: id.clone(), setup })?;
        for seat in [2, 4, 5] {
            let (seat, buy_in) = (Seat(seat), Cents::dollars(1_000));
            let plays = OPTIMAL.to_owned();
            desk.play(&house, fresh_id()?, &id, Deed::SeatBot { seat, buy_in, plays })?;
        }
        ids.push(id);
    }
    Ok(ids)
}

/// A table of a game, on the game's meter if it posts a progressive.
fn setup(game: &str, schedule: Option<&str>, kind: Kind) -> Result<Setup, Box<dyn Error>> {
    let mut setup = Setup::new(game, kind);
    if let Some(schedule) = schedule {
        setup.schedules.insert("progressive".to_owned(), schedule.to_owned());
        setup.meter = Some(game.parse::<MeterId>()?);
    }
    Ok(setup)
}

/// Solves every game before the clock runs.
pub fn solve(desk: &Desk, bots: &Bots, ids: &[TableId]) {
    let snapshot = desk.ledger().snapshot();
    for id in ids {
        if let Ok(table) = snapshot.machine.floor_table(id) {
            bots.prepare(table);
        }
    }
}
