//! How much a seat, a session and an address may ask for: generous for people and bots, and bounded, because every act
//! takes a turn of the one writer and stays in the chain.
//!
//! What is not asked for is saved up to [`Rate::at_once`], so that a burst is as good as a steady stream.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use house::clock::Clock;
use house::{PersonId, Seat, SessionNumber, TableId};

use crate::auth::counted_as;
use crate::error::ApiError;
use crate::visitors::VISITORS;

/// How often something may be asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// In the long run.
    pub per_second: u32,
    /// After a pause.
    pub at_once: u32,
}

impl Rate {
    /// What one person may ask for at one seat, in all sessions together.
    pub const SEAT: Rate = Rate { per_second: 100, at_once: 1_000 };
    /// What one session may ask for, at all tables together.
    pub const SESSION: Rate = Rate { per_second: 100, at_once: 1_000 };
    /// What everybody at one address may ask for together. This machine itself is not limited so.
    pub const ADDRESS: Rate = Rate { per_second: 200, at_once: 2_000 };

    fn micros_each(self) -> i64 {
        1_000_000 / i64::from(self.per_second.max(1))
    }

    /// How long it takes to save up all of it.
    fn micros_saved(self) -> i64 {
        self.micros_each() * i64::from(self.at_once)
    }
}

/// Whose asking is counted.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Counted {
    Seat(TableId, Seat, PersonId),
    Session(SessionNumber),
    Address(String),
}

impl Counted {
    fn rate(&self) -> Rate {
        match self {
            Counted::Seat(..) => Rate::SEAT,
            Counted::Session(_) => Rate::SESSION,
            Counted::Address(_) => Rate::ADDRESS,
        }
    }

    fn words(&self) -> &'static str {
        match self {
            Counted::Seat(..) => "this seat",
            Counted::Session(_) => "this session",
            Counted::Address(_) => "this address",
        }
    }
}

/// What was asked for lately.
pub(crate) struct Limits {
    clock: Clock,
    start: Instant,
    asked: Mutex<Asked>,
}

/// When all that was asked for will have been saved up again, for those of whom something is missing.
#[derive(Default)]
struct Asked {
    until: HashMap<Counted, i64>,
    /// With how many of them those who have all again are forgotten.
    forget_at: usize,
}

/// The least number with which it is worth the work to look for those to forget.
const FORGET_FROM: usize = 1_024;

impl Limits {
    pub(crate) fn new(clock: Clock) -> Limits {
        let asked = Asked { until: HashMap::new(), forget_at: FORGET_FROM };
        Limits { start: clock.instant(), clock, asked: Mutex::new(asked) }
    }

    /// Something is asked for in a session.
    pub(crate) fn session(&self, session: SessionNumber) -> Result<(), ApiError> {
        self.take(&[Counted::Session(session)])
    }

    /// An act is sent in a session from an address; what it says is not read yet.
    pub(crate) fn act(&self, session: SessionNumber, address: IpAddr) -> Result<(), ApiError> {
        // Visitors have no session of their own, and a new token whenever they want one.
        let mut counted = Vec::new();
        if session != VISITORS {
            counted.push(Counted::Session(session));
        }
        if !address.to_canonical().is_loopback() {
            counted.push(Counted::Address(counted_as(address)));
        }
        self.take(&counted)
    }

    /// A person asks for something at a seat. Others who name the seat take nothing away from it.
    pub(crate) fn seat(
        &self,
        table: &TableId,
        seat: Seat,
        person: &PersonId,
    ) -> Result<(), ApiError> {
        self.take(&[Counted::Seat(table.clone(), seat, person.clone())])
    }

    /// Of how many something is missing, or was when they were looked at last.
    pub(crate) fn kept(&self) -> usize {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).until.len()
    }

    /// Takes one of what each of them may ask for, or nothing from any.
    fn take(&self, counted: &[Counted]) -> Result<(), ApiError> {
        let running = self.clock.instant().duration_since(self.start);
        let now = i64::try_from(running.as_micros()).unwrap_or(i64::MAX);
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        for who in counted {
            let rate = who.rate();
            let missing = asked.missing(who, now);
            let wait = missing + rate.micros_each() - rate.micros_saved();
            if wait > 0 {
                return Err(too_fast(who, wait));
            }
        }
        for who in counted {
            let until = now + asked.missing(who, now) + who.rate().micros_each();
            asked.until.insert(who.clone(), until);
        }
        asked.forget(now);
        Ok(())
    }
}

impl Asked {
    /// How long it takes until everything is saved up again.
    fn missing(&self, who: &Counted, now: i64) -> i64 {
        self.until.get(who).map_or(0, |until| (*until - now).max(0))
    }

    /// Forgets those of whom nothing is missing, when there are twice as many as were left the last time.
    fn forget(&mut self, now: i64) {
        if self.until.len() > self.forget_at {
            self.until.retain(|_, until| *until > now);
            self.forget_at = FORGET_FROM.max(self.until.len() * 2);
        }
    }
}

fn too_fast(who: &Counted, wait_micros: i64) -> ApiError {
    let seconds = u64::try_from(wait_micros).unwrap_or(0).div_ceil(1_000_000);
    let Rate { per_second, .. } = who.rate();
    let message = format!(
        "too much at once from {}, which may send {per_second} acts a second: wait {seconds} s and send it again",
        who.words()
    );
    ApiError::too_fast("too-fast", message, seconds)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use money::Moment;

    use super::*;

    fn limits() -> (Limits, Clock) {
        let clock = Clock::by_hand(Moment(0));
        (Limits::new(clock.clone()), clock)
    }

    #[test]
    fn a_burst_is_taken_and_saved_up_again() {
        let (limits, clock) = limits();
        let session = SessionNumber(1);
        let taken = || (0..5_000).take_while(|_| limits.session(session).is_ok()).count();
        assert_eq!(taken(), 1_000);
        // 100 a second: a hundredth of a second brings one.
        clock.advance(Duration::from_micros(10_000));
        assert_eq!(taken(), 1);
        clock.advance(Duration::from_micros(1_000_000));
        assert_eq!(taken(), 100);
        assert!(limits.session(SessionNumber(2)).is_ok(), "others are not held up");
        clock.advance(Duration::from_micros(3_600_000_000));
        assert_eq!(taken(), 1_000, "no more is saved up than that");
    }

    #[test]
    fn who_asks_for_little_is_forgotten() {
        let (limits, clock) = limits();
        for number in 0..100_000 {
            clock.advance(Duration::from_micros(1_000));
            limits.session(SessionNumber(number)).unwrap();
        }
        let kept = limits.kept();
        assert!(kept <= 2 * FORGET_FROM, "{kept} are kept");
    }
}
