//! The demo house: everything there is to try, with people whose secrets everybody knows. It is for one
//! machine, never for a real floor.

use std::collections::BTreeMap;

use ledger::RequestId;
use money::Cents;
use progressive::{DeviceId, PersonId, Stakes, TableId};
use rulebook::{Family, Game, Rulebook};

use crate::desk::now;
use crate::people::{SecretError, forget_secret, house_itself, keep_secret};
use crate::refusal::Refusal;
use crate::request::{Command, NewPerson, Request, Role, Submission};
use crate::table::setup::{Kind, Setup};
use crate::{Ledger, PostError, Receipt};

/// Someone who works in the demo house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct DemoPerson {
    pub person: &'static str,
    pub name: &'static str,
    pub role: Role,
    pub secret: &'static str,
}

/// Who works in the demo house. Players come in as guests.
pub const PEOPLE: [DemoPerson; 4] = [
    DemoPerson { person: "sue", name: "Sue", role: Role::Supervisor, secret: "sue-demo" },
    DemoPerson { person: "bob", name: "Bob", role: Role::Supervisor, secret: "bob-demo" },
    DemoPerson { person: "dan", name: "Dan", role: Role::Dealer, secret: "dan-demo" },
    DemoPerson { person: "aud", name: "Aud", role: Role::Auditor, secret: "aud-demo" },
];

const LEAST: Cents = Cents::dollars(5);
const MOST: Cents = Cents::dollars(100);

/// A table of the demo house. Those where chips are free share their game's meter; one with real money has its own
/// [PRG-24].
fn setup(table: &str, game: &Game, kind: Kind) -> Result<Setup, Refusal> {
    let mut setup = Setup::new(&game.id, kind);
    let posts = progressive(game);
    if let Some(schedule) = &posts {
        setup.schedules.insert("progressive".to_owned(), schedule.clone());
    }
    setup.guests = kind != Kind::Live;
    if posts.is_some() {
        let meter = match setup.stakes() {
            Stakes::Play => game.id.as_str(),
            Stakes::Real => table,
        };
        setup.meter = Some(name(meter)?);
    }
    setup.guest_buy_in = setup.guests.then_some(Cents::dollars(1_000));
    setup.post_limits(LEAST, MOST)?;
    Ok(setup)
}

/// A practice table of a game that offers every side bet with a section of its own, each on the first schedule that goes
/// with the table's decks.
fn with_side_bets(table: &str, game: &Game) -> Result<Setup, Refusal> {
    let mut setup = setup(table, game, Kind::Practice)?;
    let decks = setup.felt()?.decks().get();
    for section in game.side_bets().iter().map(Game::newest) {
        let mut fitting = section.schedules.into_iter();
        if let Some(first) = fitting.find(|known| known.decks_conflict(decks).is_none()) {
            setup.schedules.insert(first.chosen_as, first.id);
        }
    }
    setup.post_limits(LEAST, MOST)?;
    Ok(setup)
}

/// The progressive that a game's tables post: the first of its section, if it has one.
fn progressive(game: &Game) -> Option<String> {
    let schedules = game.newest().schedules;
    let first = schedules.into_iter().find(|schedule| schedule.progressive.is_some());
    first.map(|schedule| schedule.id)
}

/// The tables of the demo house: a practice table for every game of the rulebook, one more of the first game that side
/// bets can be added to, with all of them, and two games with a meter that staff deal: the first of them with the house's
/// cards, and the first whose players hold five cards with real ones.
fn tables() -> Result<BTreeMap<TableId, Setup>, Refusal> {
    let games = Rulebook::embedded().games();
    let practice = games.iter().map(|game| (game.id.as_str(), game, Kind::Practice));
    let with_meter = || games.iter().filter(|game| progressive(game).is_some());
    let dealt = with_meter().next().map(|game| ("dealer-1", game, Kind::Virtual));
    let live = with_meter().find(|game| game.newest().felt.is_of(Family::FiveCards));
    let live = live.map(|game| ("live-1", game, Kind::Live));
    let mut tables = practice
        .chain(dealt)
        .chain(live)
        .map(|(table, game, kind)| Ok((name(table)?, setup(table, game, kind)?)))
        .collect::<Result<BTreeMap<TableId, Setup>, Refusal>>()?;
    if let Some(game) = games.iter().find(|game| !game.side_bets().is_empty()) {
        let table = format!("{}-side-bets", game.id);
        tables.insert(name(&table)?, with_side_bets(&table, game)?);
    }
    Ok(tables)
}

fn name<N: std::str::FromStr>(text: &str) -> Result<N, Refusal> {
    text.parse().map_err(|_| Refusal::CannotOpen { why: format!("\"{text}\" is not a name") })
}

/// Founds the demo house in an empty store: all of it in one entry, or nothing.
pub fn found(ledger: &Ledger, device: &DeviceId, id: RequestId) -> Result<Receipt, SecretError> {
    let mut people = Vec::new();
    for DemoPerson { person, name, role, secret } in PEOPLE {
        let person: PersonId = person.parse().expect("a demo person has a name");
        let secret = keep_secret(ledger, role, secret)?;
        people.push(NewPerson { person, name: name.to_owned(), role, secret });
    }
    let marks: Vec<_> = people.iter().map(|person| person.secret).collect();
    let tables = tables().map_err(PostError::Refused)?;
    let act = Request::new(house_itself(), device.clone(), Command::FoundDemo { people, tables });
    let posted = ledger.post(Submission { id, at: now(), request: act });
    if let Err(PostError::Refused(_)) = &posted {
        for mark in marks {
            let _ = forget_secret(ledger, mark);
        }
    }
    Ok(posted?)
}
