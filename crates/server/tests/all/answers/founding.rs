//! Houses with fixed people and times.

use std::collections::BTreeMap;
use std::sync::Arc;

use house::clock::Clock;
use house::demo;
use house::desk::{Desk, fresh_id};
use house::people::{house_itself, keep_secret};
use house::table::setup::{Kind, Setup};
use house::{Command, NewPerson, Request, Role, Submission};
use house::{Ledger, TableId};
use keys::seal::SealKeys;
use ledger::{Limits, MemoryStore, Store as _};
use money::{Cents, Moment};
use rulebook::Game;
use server::{App, Options};

use crate::support::{House, NoLibrary};

/// The morning of 1 January 2030.
const START: Moment = Moment(1_893_492_000_000_000);

/// A table where everything can be bet.
pub fn table(game: &Game, kind: Kind) -> (TableId, Setup) {
    let name = format!("{}-1", kind.word());
    let mut setup = Setup::new(&game.id, kind);
    let schedules = game.newest().schedules;
    let first = schedules.into_iter().find(|schedule| schedule.progressive.is_some());
    if let Some(schedule) = first {
        setup.schedules.insert("progressive".to_owned(), schedule.id);
        let meter = if kind == Kind::Practice { "play" } else { name.as_str() };
        setup.meter = Some(meter.parse().unwrap());
    }
    setup.guests = kind == Kind::Practice;
    setup.guest_buy_in = setup.guests.then_some(Cents::dollars(1_000));
    setup.post_limits(Cents::dollars(5), Cents::dollars(100)).unwrap();
    (name.parse().unwrap(), setup)
}

/// A house with the people of the demo, two players, and these tables.
pub async fn house(tables: BTreeMap<TableId, Setup>) -> House {
    let founded = move || {
        let (store, keys) = (MemoryStore::new(), SealKeys::default());
        let reader = store.reader().unwrap();
        let machine = house::House::with_keys(keys);
        let ledger = Ledger::open_from(Box::new(store), machine, Limits::default()).unwrap();
        let staff = demo::PEOPLE.map(|person| (person.person, person.name, person.role));
        let players = [("ann", "Ann", Role::Player), ("ben", "Ben", Role::Player)];
        let mut people = Vec::new();
        for (person, name, role) in staff.into_iter().chain(players) {
            let secret = keep_secret(&ledger, role, &format!("{person}-demo")).unwrap();
            let (person, name) = (person.parse().unwrap(), name.to_owned());
            people.push(NewPerson { person, name, role, secret });
        }
        let what = Command::FoundDemo { people, tables };
        let request = Request::new(house_itself(), "server".parse().unwrap(), what);
        ledger.post(Submission { id: fresh_id().unwrap(), at: START, request }).unwrap();
        let clock = Clock::by_hand(START);
        let desk = Desk::new(ledger, "server".parse().unwrap()).with_clock(clock.clone());
        let app = App::new(desk, reader, Arc::new(NoLibrary), Options::default());
        (app, clock)
    };
    let (app, clock) = tokio::task::spawn_blocking(founded).await.unwrap();
    let router = server::app(app.clone());
    House { app, router, clock }
}
