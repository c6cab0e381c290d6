//! The pit's people, meters and tables.

use std::error::Error;

use house::desk::{Desk, fresh_id};
use house::table::command::TableCommand;
use house::table::setup::{Kind, Setup};
use house::{Command, HOUSE_ITSELF, MeterId, PersonId, Role, Seat, TableId};
use money::Cents;
use server::bots::{Bots, OPTIMAL, SIMPLE};

use super::clock::Clock;
use super::trouble;

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
pub fn open(desk: &Desk, clock: &Clock, count: usize) -> Result<(), Box<dyn Error>> {
    let act = |by: &PersonId, what: Command| -> Result<(), Box<dyn Error>> {
        let mut request = desk.request(by, fresh_id()?, what);
        request.at = clock.now();
        desk.ledger().post(request)?;
        Ok(())
    };
    let sue: PersonId = "sue".parse()?;
    for (person, role) in [
        ("sue", Role::Supervisor),
        ("bob", Role::Supervisor),
        ("dan", Role::Dealer),
        ("dee", Role::Dealer),
    ] {
        let (name, secret) = (person.to_uppercase(), house::SecretMark::of(""));
        let what = Command::AddPerson { person: person.parse()?, name, role, secret };
        act(&sue, what)?;
    }
    for (game, schedule) in GAMES {
        if schedule.is_some() {
            let terms = setup(game, schedule, Kind::Practice)?.meter_terms()?;
            let (criteria, terms) = terms.ok_or("it posts a progressive")?;
            let meter = game.parse()?;
            act(&sue, Command::CreateMeter { meter, criteria, terms })?;
        }
    }
    let house: PersonId = HOUSE_ITSELF.parse()?;
    for number in 0..count {
        let (game, schedule) = GAMES[number % GAMES.len()];
        let kind = [Kind::Practice, Kind::Virtual, Kind::Live][number / GAMES.len() % 3];
        let mut setup = setup(game, schedule, kind)?;
        if schedule.is_some() && number % 2 == 1 {
            // Here the dealer pays small awards from the tray alone [PRG-9].
            setup.verify_from = Cents::dollars(100);
        }
        let id: TableId = format!("{game}-{}", 1 + number / GAMES.len()).parse()?;
        let plays = plays(&setup).to_owned();
        act(&sue, Command::SetUpTable { table: id.clone(), setup })?;
        for seat in trouble::SEATS {
            let (seat, buy_in) = (Seat(seat), Cents::dollars(1_000));
            let command = TableCommand::SeatBot { seat, buy_in, plays: plays.clone() };
            act(
                &house,
                Command::Table { table: Some(id.clone()), command, seed: None, expect: None },
            )?;
        }
    }
    Ok(())
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

/// What the bots of a table play. Solving these three games takes longer than the play between two
/// kills.
pub fn plays(setup: &Setup) -> &'static str {
    match setup.game.as_str() {
        "texas-holdem-bonus" | "ultimate-texas-holdem" | "holdem-212" => SIMPLE,
        _ => OPTIMAL,
    }
}

/// Solves the games before the clock runs.
pub fn solve(desk: &Desk, bots: &Bots, ids: &[TableId]) {
    let snapshot = desk.ledger().snapshot();
    for id in ids {
        if let Some(table) =
            snapshot.machine.floor_table(id).ok().filter(|table| plays(table.setup()) == OPTIMAL)
        {
            bots.prepare(table);
        }
    }
}
