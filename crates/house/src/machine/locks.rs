//! For how long wrong secrets lock a name.

use money::Moment;
use progressive::PersonId;

use crate::refusal::Refusal;
use crate::request::HouseRules;

/// How many wrong secrets in a row from one place lock a name there.
pub const WRONG_SECRETS_MAX: u32 = 5;
/// How many wrong secrets in a row from anywhere lock a name for every place where it is not known.
pub const WRONG_ANYWHERE_MAX: u32 = 30;
/// How long the first lock lasts at a place; each further wrong secret doubles it.
const LOCK_FIRST_MICROS: i64 = 60_000_000;
/// How long a lock lasts at most.
const LOCK_MAX_MICROS: i64 = 60 * LOCK_FIRST_MICROS;
/// How long a lock lasts that counts from anywhere: strangers cannot keep a name locked with a few wrong secrets.
const LOCK_ANYWHERE_MICROS: i64 = 2 * LOCK_FIRST_MICROS;

/// How wrong secrets in a row lock a name.
#[derive(Clone, Copy)]
pub(super) enum Locks {
    /// From this many on, each one for twice as long.
    Doubling { from: u32 },
    /// From this many on, each one for the same short time.
    Short { from: u32 },
}

impl Locks {
    /// Where they are counted for one place.
    pub(super) const HERE: Locks = Locks::Doubling { from: WRONG_SECRETS_MAX };

    /// Where they are counted from anywhere.
    pub(super) fn anywhere(rules: HouseRules) -> Locks {
        match rules.bound_unknown_names() {
            true => Locks::Short { from: WRONG_ANYWHERE_MAX },
            false => Locks::Doubling { from: WRONG_ANYWHERE_MAX },
        }
    }

    /// Until when a name is locked after this many wrong secrets in a row.
    pub(super) fn after(self, at: Moment, wrong: u32) -> Option<Moment> {
        let lasts = match self {
            Locks::Doubling { from } => {
                let doublings = wrong.checked_sub(from)?.min(6);
                (LOCK_FIRST_MICROS << doublings).min(LOCK_MAX_MICROS)
            }
            Locks::Short { from } if wrong >= from => LOCK_ANYWHERE_MICROS,
            Locks::Short { .. } => return None,
        };
        Some(Moment(at.0 + lasts))
    }
}

/// Until when a lock lasts at this moment, if it still does. None is longer than an hour: if more is left, the clock
/// has moved back since.
pub(super) fn still_locked(until: Option<Moment>, at: Moment) -> Option<Moment> {
    until.filter(|until| (1..=LOCK_MAX_MICROS).contains(&(until.0 - at.0)))
}

pub(super) fn must_not_be_locked(name: &PersonId, until: Option<Moment>) -> Result<(), Refusal> {
    match until {
        Some(until) => Err(Refusal::Locked { person: name.clone(), until }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locks_double_from_a_minute_to_an_hour_at_a_place_and_last_two_minutes_anywhere() {
        let minutes = |locks: Locks| {
            move |wrong| locks.after(Moment(0), wrong).map(|until| until.0 / 60_000_000)
        };
        let here = minutes(Locks::HERE);
        assert_eq!(here(4), None);
        let locks: Vec<i64> = (5..14).filter_map(here).collect();
        assert_eq!(locks, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
        assert_eq!(here(u32::MAX), Some(60));
        let anywhere = minutes(Locks::anywhere(HouseRules::CURRENT));
        assert_eq!(anywhere(29), None);
        assert_eq!([30, 31, 40, u32::MAX].map(anywhere), [Some(2); 4]);
    }
}
