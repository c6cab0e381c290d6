//! The demo house: everything there is to try, with people whose secrets everybody knows. It is for one
//! machine, never for a real floor.

use std::collections::BTreeMap;

use ledger::RequestId;
use money::Cents;
use progressive::{DeviceId, PersonId, Stakes, TableId};

use crate::desk::now;
use crate::people::{SecretError, forget_secret, house_itself, keep_secret};
use crate::refusal::Refusal;
use crate::request::{Act, NewPerson, Request, Role, What};
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

/// Every game, and the progressive that its tables post, if it has one.
pub const GAMES: [(&str, Option<&str>); 12] = [
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

const LEAST: Cents = Cents::dollars(5);
const MOST: Cents = Cents::dollars(100);

/// A table of the demo house. Those where chips are free share their game's meter; one with real money has its own
/// [PRG-24].
fn setup(table: &str, game: &str, kind: Kind) -> Result<Setup, Refusal> {
    let mut setup = Setup::new(game, kind);
    let posts = GAMES.iter().find(|(known, _)| *known == game).and_then(|(_, posts)| *posts);
    if let Some(schedule) = posts {
        setup.schedules.insert("progressive".to_owned(), schedule.to_owned());
    }
    setup.guests = kind != Kind::Live;
    if posts.is_some() {
        let meter = match setup.stakes() {
            Stakes::Play => game,
            Stakes::Real => table,
        };
        setup.meter = Some(name(meter)?);
    }
    setup.guest_buy_in = setup.guests.then_some(Cents::dollars(1_000));
    setup.post_limits(LEAST, MOST)?;
    Ok(setup)
}

/// The tables of the demo house.
fn tables() -> Result<BTreeMap<TableId, Setup>, Refusal> {
    let practice = GAMES.iter().map(|(game, _)| (*game, *game, Kind::Practice));
    let staffed =
        [("dealer-1", "three-card-poker", Kind::Virtual), ("live-1", "caribbean-stud", Kind::Live)];
    practice
        .chain(staffed)
        .map(|(table, game, kind)| Ok((name(table)?, setup(table, game, kind)?)))
        .collect()
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
    let act = Act::new(house_itself(), device.clone(), What::FoundDemo { people, tables });
    let posted = ledger.post(Request { id, at: now(), request: act });
    if let Err(PostError::Refused(_)) = &posted {
        for mark in marks {
            let _ = forget_secret(ledger, mark);
        }
    }
    Ok(posted?)
}
