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
use house::{House, PersonId, Seat, SessionNumber, TableId};

use crate::auth::counted_as;
use crate::error::ApiError;
use crate::visitors::VISITORS;

/// How often something may be asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// In the long run.
    pub acts: u32,
    /// In which time.
    pub per: Per,
    /// After a pause.
    pub at_once: u32,
}

/// The time that a rate is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Per {
    Second,
    Minute,
}

impl Per {
    fn micros(self) -> i64 {
        match self {
            Per::Second => 1_000_000,
            Per::Minute => 60_000_000,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Per::Second => "second",
            Per::Minute => "minute",
        }
    }
}

impl Rate {
    /// What one person may ask for at one seat, in all sessions together.
    pub const SEAT: Rate = Rate { acts: 100, per: Per::Second, at_once: 1_000 };
    /// What one session may ask for, at all tables together.
    pub const SESSION: Rate = Rate { acts: 100, per: Per::Second, at_once: 1_000 };
    /// What everybody at one address may ask for together. This machine itself is not limited so.
    pub const ADDRESS: Rate = Rate { acts: 200, per: Per::Second, at_once: 2_000 };
    /// What one guest may ask for: nobody knows who that is. Guests on this machine itself are limited as people are.
    pub const GUEST: Rate = Rate { acts: 5, per: Per::Second, at_once: 200 };
    /// What all guests at one address may ask for together.
    pub const GUESTS: Rate = Rate { acts: 10, per: Per::Second, at_once: 600 };
    /// What a guest may ask for without finishing a round; each finished round gives all of it back.
    pub const NO_ROUND: Rate = Rate { acts: 10, per: Per::Minute, at_once: 100 };

    /// What-ifs that one session, or one address without a session, may ask for.
    pub const LAB: Rate = Rate { acts: 10, per: Per::Second, at_once: 300 };

    fn micros_each(self) -> i64 {
        self.per.micros() / i64::from(self.acts.max(1))
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
    Guest(PersonId),
    Guests(String),
    NoRound(PersonId),
    Lab(String),
}

impl Counted {
    fn rate(&self) -> Rate {
        match self {
            Counted::Seat(..) => Rate::SEAT,
            Counted::Session(_) => Rate::SESSION,
            Counted::Address(_) => Rate::ADDRESS,
            Counted::Guest(_) => Rate::GUEST,
            Counted::Guests(_) => Rate::GUESTS,
            Counted::NoRound(_) => Rate::NO_ROUND,
            Counted::Lab(_) => Rate::LAB,
        }
    }

    fn words(&self) -> &'static str {
        match self {
            Counted::Seat(..) => "this seat",
            Counted::Session(_) => "this session",
            Counted::Address(_) => "this address",
            Counted::Guest(_) => "this guest",
            Counted::Guests(_) => "the guests at this address",
            Counted::NoRound(_) => "a guest who finishes no round",
            Counted::Lab(_) => "this lab",
        }
    }
}

/// A guest who acts from another machine.
pub(crate) struct Guest<'a>(&'a PersonId);

impl Guest<'_> {
    /// The person who acts, if it is a guest from another machine.
    pub(crate) fn of<'a>(house: &House, person: &'a PersonId, from: IpAddr) -> Option<Guest<'a>> {
        let is_guest = house.person(person).is_ok_and(|known| known.is_guest);
        (is_guest && !from.to_canonical().is_loopback()).then_some(Guest(person))
    }
}

/// What was asked for lately.
pub(crate) struct Limits {
    clock: Clock,
    start: Instant,
    allowances: Mutex<Allowances>,
}

/// When all that was asked for will have been saved up again, for those of whom something is missing.
#[derive(Default)]
struct Allowances {
    until: HashMap<Counted, i64>,
    /// The rounds in which guests have bets, by table.
    bets: HashMap<PersonId, HashMap<TableId, u64>>,
    /// With how many of them those who have all again are forgotten.
    forget_at: usize,
}

/// The least number with which it is worth the work to look for those to forget.
const FORGET_FROM: usize = 1_024;

impl Limits {
    pub(crate) fn new(clock: Clock) -> Limits {
        let allowances = Allowances { forget_at: FORGET_FROM, ..Allowances::default() };
        Limits { start: clock.instant(), clock, allowances: Mutex::new(allowances) }
    }

    /// Something is asked for in a session.
    pub(crate) fn session(&self, session: SessionNumber) -> Result<(), ApiError> {
        self.take(&[Counted::Session(session)])
    }

    /// A what-if is asked for, by a session or from an address.
    pub(crate) fn lab(&self, who: &str) -> Result<(), ApiError> {
        self.take(&[Counted::Lab(who.to_owned())])
    }

    /// An act is sent in a session from an address; what it says is not read yet.
    pub(crate) fn act(
        &self,
        session: SessionNumber,
        address: IpAddr,
        guest: Option<&Guest<'_>>,
    ) -> Result<(), ApiError> {
        // Visitors have no session of their own, and a new token whenever they want one.
        let mut counted = Vec::new();
        if session != VISITORS {
            counted.push(Counted::Session(session));
        }
        if !address.to_canonical().is_loopback() {
            counted.push(Counted::Address(counted_as(address)));
        }
        if let Some(Guest(person)) = guest {
            counted.push(Counted::Guest(PersonId::clone(person)));
            counted.push(Counted::Guests(counted_as(address)));
            counted.push(Counted::NoRound(PersonId::clone(person)));
        }
        self.take(&counted)
    }

    /// A guest has a bet in a round.
    pub(crate) fn has_bet(&self, Guest(person): &Guest<'_>, table: &TableId, round: u64) {
        let mut allowances = self.allowances.lock().unwrap_or_else(PoisonError::into_inner);
        let bets = allowances.bets.entry(PersonId::clone(person)).or_default();
        bets.insert(table.clone(), round);
    }

    /// A guest has no bet at a table any more.
    pub(crate) fn has_no_bet(&self, Guest(person): &Guest<'_>, table: &TableId) {
        let mut allowances = self.allowances.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bets) = allowances.bets.get_mut(*person) {
            bets.remove(table);
        }
    }

    /// Gives a guest back what a finished round gives back, if one of those with the guest's bets is over.
    pub(crate) fn give_back(
        &self,
        Guest(person): &Guest<'_>,
        is_over: impl Fn(&TableId, u64) -> bool,
    ) {
        let mut allowances = self.allowances.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(bets) = allowances.bets.get_mut(*person) else { return };
        let before = bets.len();
        bets.retain(|table, round| !is_over(table, *round));
        if bets.len() < before {
            allowances.until.remove(&Counted::NoRound(PersonId::clone(person)));
        }
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
        self.allowances.lock().unwrap_or_else(PoisonError::into_inner).until.len()
    }

    /// Takes one of what each of them may ask for, or nothing from any.
    fn take(&self, counted: &[Counted]) -> Result<(), ApiError> {
        let running = self.clock.instant().duration_since(self.start);
        let now = i64::try_from(running.as_micros()).unwrap_or(i64::MAX);
        let mut allowances = self.allowances.lock().unwrap_or_else(PoisonError::into_inner);
        for who in counted {
            let rate = who.rate();
            let missing = allowances.missing(who, now);
            let wait = missing + rate.micros_each() - rate.micros_saved();
            if wait > 0 {
                return Err(too_fast(who, wait));
            }
        }
        for who in counted {
            let until = now + allowances.missing(who, now) + who.rate().micros_each();
            allowances.until.insert(who.clone(), until);
        }
        allowances.forget(now);
        Ok(())
    }
}

impl Allowances {
    /// How long it takes until everything is saved up again.
    fn missing(&self, who: &Counted, now: i64) -> i64 {
        self.until.get(who).map_or(0, |until| (*until - now).max(0))
    }

    /// Forgets those of whom nothing is missing, when there are twice as many as were left the last time.
    fn forget(&mut self, now: i64) {
        if self.until.len() > self.forget_at {
            self.until.retain(|_, until| *until > now);
            let until = &self.until;
            self.bets.retain(|person, _| until.contains_key(&Counted::NoRound(person.clone())));
            self.forget_at = FORGET_FROM.max(self.until.len() * 2);
        }
    }
}

fn too_fast(who: &Counted, wait_micros: i64) -> ApiError {
    let seconds = u64::try_from(wait_micros).unwrap_or(0).div_ceil(1_000_000);
    let Rate { acts, per, .. } = who.rate();
    let message = format!(
        "too much at once from {}: {acts} acts a {} are taken; wait {seconds} s and send it again",
        who.words(),
        per.word()
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
