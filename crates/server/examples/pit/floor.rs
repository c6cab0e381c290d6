//! The pit's people, meters and tables.

use std::error::Error;

use house::desk::{Desk, fresh_id};
use house::table::command::TableCommand;
use house::table::setup::{Kind, Setup};
use house::{Command, HOUSE_ITSELF, MeterId, PersonId, Role, Seat, TableId};
use money::Cents;
use rulebook::{Game, Rulebook};
use server::bots::{Bots, OPTIMAL, SIMPLE};

use super::clock::Clock;
use super::trouble;

/// The progressive that a game posts: the first of its section, if it has one.
fn progressive(game: &Game) -> Option<String> {
    let schedules = game.newest().schedules;
    schedules.into_iter().find(|known| known.progressive.is_some()).map(|known| known.id)
}

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
    let games = Rulebook::embedded().games();
    for game in games {
        if progressive(game).is_some() {
            let terms = setup(game, Kind::Practice)?.meter_terms()?;
            let (criteria, terms) = terms.ok_or("it posts a progressive")?;
            let meter = game.id.parse()?;
            act(&sue, Command::CreateMeter { meter, criteria, terms })?;
        }
    }
    let house: PersonId = HOUSE_ITSELF.parse()?;
    for number in 0..count {
        let game = &games[number % games.len()];
        let kind = [Kind::Practice, Kind::Virtual, Kind::Live][number / games.len() % 3];
        let mut setup = setup(game, kind)?;
        if setup.meter.is_some() && number % 2 == 1 {
            // Here the dealer pays small awards from the tray alone [PRG-9].
            setup.verify_from = Cents::dollars(100);
        }
        let id: TableId = format!("{}-{}", game.id, 1 + number / games.len()).parse()?;
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
fn setup(game: &Game, kind: Kind) -> Result<Setup, Box<dyn Error>> {
    let mut setup = Setup::new(&game.id, kind);
    if let Some(schedule) = progressive(game) {
        setup.schedules.insert("progressive".to_owned(), schedule);
        setup.meter = Some(game.id.parse::<MeterId>()?);
    }
    Ok(setup)
}

/// What the bots of a table play. Solving a game with a board of five cards takes longer than the play between two
/// kills.
pub fn plays(setup: &Setup) -> &'static str {
    let game = Rulebook::embedded().game(&setup.game);
    if game.is_some_and(|game| game.newest().felt.board.len() == 5) { SIMPLE } else { OPTIMAL }
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
