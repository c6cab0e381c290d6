//! The way in: takes what people do to the ledger, with the time and, where a shuffle may be needed, a
//! seed from the operating system. The machine itself has neither clock nor chance.

use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use ledger::{CLOCK_BEHIND_MAX_MICROS, CLOCK_TOLERANCE_MICROS, RequestId};
use money::Moment;
use progressive::{DeviceId, PersonId, TableId};

use crate::machine::{InSession, Session};
use crate::request::{Act, Request, What};
use crate::table::deed::Deed;
use crate::table::play::{Play, Progress};
use crate::table::shuffling::FreshSeed;
use crate::{Ledger, PostError, Receipt};

/// A place from which people act in a house: a page, a keypad, the command line.
#[derive(Clone)]
pub struct Desk {
    ledger: Ledger,
    device: DeviceId,
}

impl Desk {
    /// A desk at a house.
    pub fn new(ledger: Ledger, device: DeviceId) -> Desk {
        Desk { ledger, device }
    }

    /// The house's ledger.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The name of this place in entries.
    pub fn device(&self) -> &DeviceId {
        &self.device
    }

    /// A request for something, as of now.
    pub fn request(&self, by: &PersonId, id: RequestId, what: What) -> Request {
        let act = Act::new(by.clone(), self.device.clone(), what);
        Request { id, at: now(), request: act }
    }

    /// A request for something in a session, as of now.
    pub fn in_session(&self, session: &Session, id: RequestId, what: What) -> Request {
        let mut request = self.request(&session.person, id, what);
        request.request.session = InSession(Some(session.number));
        if let Some(device) = &session.started.device {
            request.request.device = device.clone();
        }
        request
    }

    /// A request for something at a table.
    pub fn at_table(&self, by: &PersonId, id: RequestId, table: &TableId, deed: Deed) -> Request {
        self.request(by, id, self.deed(table, deed, None))
    }

    /// Something at a table, if it is still as expected. A bet that may open a new shuffle brings the
    /// seed.
    pub fn deed(&self, table: &TableId, deed: Deed, expect: Option<u64>) -> What {
        let snapshot = self.ledger.snapshot();
        let house = &snapshot.machine;
        let is_new = house.play(table).map(Play::progress).is_none_or(|it| it == Progress::Over);
        let may_shuffle = matches!(deed, Deed::Bet { .. })
            && is_new
            && house.floor_table(table).is_ok_and(crate::table::Table::needs_seed);
        // Without chance there is no shuffle: the bet is refused, and says so.
        let seed = if may_shuffle { FreshSeed::from_system().ok() } else { None };
        What::Play { table: table.clone(), deed, seed, expect }
    }

    /// Does something and waits until it is durable. Not for an asynchronous task.
    pub fn act(&self, by: &PersonId, id: RequestId, what: What) -> Result<Receipt, PostError> {
        self.ledger.post(self.request(by, id, what))
    }

    /// Does something at a table and waits until it is durable. Not for an asynchronous task.
    pub fn play(
        &self,
        by: &PersonId,
        id: RequestId,
        table: &TableId,
        deed: Deed,
    ) -> Result<Receipt, PostError> {
        self.ledger.post(self.at_table(by, id, table, deed))
    }
}

/// This moment, by the machine's clock; it does not go back while the program runs, see [`SteadyClock`].
pub fn now() -> Moment {
    steady(|clock, wall, running| clock.read(wall, running))
}

/// Time does not go on from before this moment: the latest that a house's entries have.
pub fn not_before(latest: Moment) {
    steady(|clock, wall, running| clock.not_before(latest, wall, running));
}

/// By how many whole seconds the machine's clock is behind the time that is used instead; nothing if it is not.
pub fn clock_behind_seconds() -> Option<i64> {
    steady(|clock, wall, running| clock.behind_micros(wall, running))
        .map(|micros| micros / 1_000_000)
}

fn steady<T>(ask: impl FnOnce(&mut SteadyClock, Moment, Duration) -> T) -> T {
    static CLOCK: Mutex<SteadyClock> = Mutex::new(SteadyClock::new());
    static STARTED: LazyLock<Instant> = LazyLock::new(Instant::now);
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let wall = Moment(i64::try_from(since.as_micros()).unwrap_or(i64::MAX));
    let mut clock = CLOCK.lock().unwrap_or_else(PoisonError::into_inner);
    ask(&mut clock, wall, STARTED.elapsed())
}

/// A clock that never goes back. When the machine's clock is set back, this one goes on as if it had not been, so that
/// betting clocks still end and no entry is dated before an earlier one. A clock that is set back by more than a
/// day was wrong before, and is followed.
#[derive(Debug)]
pub struct SteadyClock {
    /// A moment, and how long the program had been running then.
    from: Option<(Moment, Duration)>,
}

impl SteadyClock {
    /// A clock that has not been read.
    pub const fn new() -> SteadyClock {
        SteadyClock { from: None }
    }

    /// What it shows, if the machine's clock shows `wall` and the program has been running for so long.
    pub fn read(&mut self, wall: Moment, running: Duration) -> Moment {
        match self.expected(running).filter(|expected| is_behind(wall, *expected)) {
            Some(expected) => expected,
            None => {
                self.from = Some((wall, running));
                wall
            }
        }
    }

    /// From now on it shows nothing before this moment.
    pub fn not_before(&mut self, latest: Moment, wall: Moment, running: Duration) {
        if is_behind(self.read(wall, running), latest) {
            self.from = Some((latest, running));
        }
    }

    /// By how much the machine's clock is behind, if it is enough to tell of.
    pub fn behind_micros(&self, wall: Moment, running: Duration) -> Option<i64> {
        let expected = self.expected(running).filter(|expected| is_behind(wall, *expected))?;
        Some(expected.0 - wall.0).filter(|behind| *behind > CLOCK_TOLERANCE_MICROS)
    }

    fn expected(&self, running: Duration) -> Option<Moment> {
        let (from, since) = self.from?;
        let passed = i64::try_from(running.saturating_sub(since).as_micros()).unwrap_or(i64::MAX);
        Some(Moment(from.0.saturating_add(passed)))
    }
}

impl Default for SteadyClock {
    fn default() -> SteadyClock {
        SteadyClock::new()
    }
}

/// Is a clock behind a moment, and by no more than a clock that is not followed?
fn is_behind(wall: Moment, moment: Moment) -> bool {
    (1..=CLOCK_BEHIND_MAX_MICROS).contains(&moment.0.saturating_sub(wall.0))
}

/// An id for a request that nobody else has used.
pub fn fresh_id() -> Result<RequestId, shuffle::NoRandomness> {
    let seed = shuffle::Seed::from_system()?;
    let (half, _) = seed.bytes().split_at(16);
    Ok(RequestId(half.iter().fold(0, |id, byte| id << 8 | u128::from(*byte))))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: i64 = 1_000_000;

    fn at(second: i64) -> Moment {
        Moment((1_800_000_000 + second) * SECOND)
    }

    #[test]
    fn a_clock_that_is_set_back_is_not_followed_until_it_has_caught_up() {
        let mut clock = SteadyClock::new();
        let run = Duration::from_secs;
        assert_eq!(clock.read(at(0), run(0)), at(0));
        assert_eq!(clock.read(at(10), run(10)), at(10));
        // Ten minutes back: time goes on as it did.
        assert_eq!(clock.read(at(-590), run(10)), at(10));
        assert_eq!(clock.read(at(-585), run(15)), at(15));
        assert_eq!(clock.behind_micros(at(-585), run(15)), Some(600 * SECOND));
        // Put right again.
        assert_eq!(clock.read(at(21), run(20)), at(21));
        assert_eq!(clock.behind_micros(at(21), run(20)), None);
        // It had been years ahead.
        assert_eq!(clock.read(at(21 - 3 * 86_400), run(21)), at(21 - 3 * 86_400));
    }

    #[test]
    fn time_goes_on_from_the_last_entry_at_the_earliest() {
        let mut clock = SteadyClock::new();
        clock.not_before(at(60), at(0), Duration::ZERO);
        assert_eq!(clock.behind_micros(at(1), Duration::from_secs(1)), Some(60 * SECOND));
        assert_eq!(clock.read(at(2), Duration::from_secs(2)), at(62));
        // An entry from the past changes nothing.
        clock.not_before(at(-60), at(3), Duration::from_secs(3));
        assert_eq!(clock.read(at(3), Duration::from_secs(3)), at(63));
    }
}
