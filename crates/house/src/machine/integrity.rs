//! Which entries were verified, and when: tables do not open on a house that nobody has verified for long.

use ledger::Head;
use money::Moment;
use serde::{Deserialize, Serialize};

use super::{Effect, House};
use crate::refusal::Refusal;

/// For how many days a verification of the whole chain is good, unless the house has set another number.
pub const VERIFY_DAYS: u16 = 7;
/// The longest that a house can set.
const VERIFY_DAYS_MAX: u16 = 90;
const DAY_MICROS: i64 = 24 * 60 * 60 * 1_000_000;

/// How far the chain was verified, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Verified {
    /// Up to this entry.
    pub seq: u64,
    /// At this moment.
    pub at: Moment,
}

impl House {
    /// The last verification of the whole chain that found nothing wrong.
    pub fn verified(&self) -> Option<Verified> {
        self.verified
    }

    pub(super) fn set_verified(&mut self, seq: u64, at: Moment) {
        self.verified = Some(Verified { seq, at });
    }

    /// The chain was verified up to here.
    pub(super) fn chain_verified(&mut self, at: Moment, head: Head) -> Result<Effect, Refusal> {
        // Of two that ran at the same time, the one that saw less may come later.
        if self.verified.is_some_and(|last| last.seq > head.seq) {
            return Err(Refusal::NothingChanges);
        }
        self.set_verified(head.seq, at);
        Ok(Effect::default())
    }

    /// The chain was found broken: no table opens until it was verified again.
    pub(super) fn chain_broken(&mut self) -> Effect {
        self.verified = None;
        Effect::default()
    }

    /// A table opens only on a house that was verified lately. A verification from the future was dated by
    /// a clock that has been put right since.
    pub(crate) fn must_be_verified(&self, at: Moment) -> Result<(), Refusal> {
        let days = self.verify_days();
        let is_good = |verified: &Verified| {
            let age = at.0.saturating_sub(verified.at.0);
            (-DAY_MICROS..=i64::from(days) * DAY_MICROS).contains(&age)
        };
        match self.verified.filter(is_good) {
            Some(_) => Ok(()),
            None => Err(Refusal::NotVerified { days }),
        }
    }

    /// For how many days a verification is good.
    pub fn verify_days(&self) -> u16 {
        self.verify_days.unwrap_or(VERIFY_DAYS)
    }

    pub(super) fn verify_every(&mut self, days: u16) -> Result<Effect, Refusal> {
        if !(1..=VERIFY_DAYS_MAX).contains(&days) {
            return Err(Refusal::BadTerms("a verification is good for 1 to 90 days"));
        }
        if days == self.verify_days() {
            return Err(Refusal::NothingChanges);
        }
        self.verify_days = Some(days);
        Ok(Effect::default())
    }
}
