//! The way in: takes what people do to the ledger, with the time and, where a shuffle may be needed, a
//! secret from the operating system, sealed. The machine itself has neither clock nor chance.

use ledger::RequestId;
use money::Moment;
use progressive::{DeviceId, PersonId, TableId};

use crate::clock::Clock;
pub use crate::clock::now;
use crate::machine::{InSession, Session};
use crate::request::{Command, Request, Submission};
use crate::table::Table;
use crate::table::command::TableCommand;
use crate::table::play::{Play, Progress};
use crate::table::shuffling::FreshSeed;
use crate::{Ledger, PostError, Receipt};

/// A place from which people act in a house: a page, a keypad, the command line.
#[derive(Clone)]
pub struct Desk {
    ledger: Ledger,
    device: DeviceId,
    clock: Clock,
}

impl Desk {
    /// A desk at a house.
    pub fn new(ledger: Ledger, device: DeviceId) -> Desk {
        Desk { ledger, device, clock: Clock::system() }
    }

    /// The same desk with another clock.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Desk {
        Desk { clock, ..self }
    }

    /// The house's ledger.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The name of this place in entries.
    pub fn device(&self) -> &DeviceId {
        &self.device
    }

    /// The clock on the desk.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// This moment, by the clock on the desk.
    pub fn now(&self) -> Moment {
        self.clock.now()
    }

    /// A request for something, as of now.
    pub fn request(&self, by: &PersonId, id: RequestId, command: Command) -> Submission {
        let act = Request::new(by.clone(), self.device.clone(), command);
        Submission { id, at: self.now(), request: act }
    }

    /// A request for something in a session, as of now.
    pub fn in_session(&self, session: &Session, id: RequestId, command: Command) -> Submission {
        let mut request = self.request(&session.person, id, command);
        request.request.session = InSession(Some(session.number));
        if let Some(device) = &session.started.device {
            request.request.device = device.clone();
        }
        request
    }

    /// A request for something at a table.
    pub fn at_table(
        &self,
        by: &PersonId,
        id: RequestId,
        table: &TableId,
        command: TableCommand,
    ) -> Submission {
        self.request(by, id, self.command(table, command, None))
    }

    /// Something at a table, if it is still as expected. What may open a new shuffle brings its secret, sealed: a bet that
    /// opens a round and, where bets were opened on a shuffle of version 1, anything that is done there before the lock.
    pub fn command(&self, table: &TableId, command: TableCommand, expect: Option<u64>) -> Command {
        let snapshot = self.ledger.snapshot();
        let house = &snapshot.machine;
        let on = house.floor_table(table).ok();
        let round = on.and_then(|on| match house.play(table).map(Play::progress) {
            Some(Progress::Over) | None => {
                let opens = matches!(command, TableCommand::Bet { .. }) && on.needs_seed();
                opens.then(|| on.rounds() + 1)
            }
            Some(Progress::Betting) => on.has_readable_shuffle().then(|| on.rounds()),
            Some(Progress::Playing | Progress::Settled) => None,
        });
        let fresh = |(on, round): (&Table, u64)| {
            FreshSeed::from_system(house.keys(), table, round, on.felt().decks())
        };
        // Without chance and a key there is no shuffle: the bet is refused, and says so.
        let seed = on.zip(round).and_then(|of| fresh(of).ok());
        Command::Table { table: Some(table.clone()), command, seed, expect }
    }

    /// Does something and waits until it is durable. Not for an asynchronous task.
    pub fn act(
        &self,
        by: &PersonId,
        id: RequestId,
        command: Command,
    ) -> Result<Receipt, PostError> {
        self.ledger.post(self.request(by, id, command))
    }

    /// Does something at a table and waits until it is durable. Not for an asynchronous task.
    pub fn play(
        &self,
        by: &PersonId,
        id: RequestId,
        table: &TableId,
        command: TableCommand,
    ) -> Result<Receipt, PostError> {
        self.ledger.post(self.at_table(by, id, table, command))
    }
}

/// An id for a request that nobody else has used.
pub fn fresh_id() -> Result<RequestId, shuffle::NoRandomness> {
    let seed = shuffle::Seed::from_system()?;
    let (half, _) = seed.bytes().split_at(16);
    Ok(RequestId(half.iter().fold(0, |id, byte| id << 8 | u128::from(*byte))))
}
