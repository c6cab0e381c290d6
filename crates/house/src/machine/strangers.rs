//! Names that nobody signs in under, but that someone has tried lately. Wrong secrets lock such a name as they lock a
//! person's, so that a lock does not tell who works here.

use std::sync::Arc;

use money::Moment;
use progressive::PersonId;
use serde::{Deserialize, Serialize};

use super::people::{lock_after, must_not_be_locked};
use super::{House, Thing};
use crate::refusal::Refusal;

/// After how long without a wrong secret a name starts over: a day.
const SILENCE_MICROS: i64 = 24 * 60 * 60 * 1_000_000;

/// A name that nobody signs in under, and the wrong secrets that were given for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Stranger {
    /// The name.
    pub name: PersonId,
    /// How many wrong secrets were given in a row.
    pub wrong: u32,
    /// When the last one was.
    pub last: Moment,
    /// Until when nobody can sign in under it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locked_until: Option<Moment>,
    /// They do not count any more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_over: bool,
}

/// How many wrong secrets in a row there are with one more, when the last one before it was then.
pub(super) fn with_one_more(wrong: u32, last: Option<Moment>, at: Moment) -> u32 {
    let is_over = last.is_some_and(|last| is_silent(last, at));
    if is_over { 1 } else { wrong.saturating_add(1) }
}

pub(super) fn is_silent(last: Moment, at: Moment) -> bool {
    at.0.saturating_sub(last.0) >= SILENCE_MICROS
}

impl House {
    /// Until when nobody can sign in under a name, whether it is anybody's or not.
    pub fn locked_at(&self, name: &PersonId, at: Moment) -> Option<Moment> {
        let known = self.people.get(name).filter(|known| !known.is_retired);
        let until = match known {
            Some(person) => person.locked_until,
            None => self.strangers.get(name).and_then(|stranger| stranger.locked_until),
        };
        super::people::still_locked(until, at)
    }

    pub(super) fn name_must_not_be_locked(
        &self,
        name: &PersonId,
        at: Moment,
    ) -> Result<(), Refusal> {
        must_not_be_locked(name, self.locked_at(name, at))
    }

    /// Counts a wrong secret for a name that nobody signs in under.
    pub(super) fn count_stranger(&mut self, name: &PersonId, at: Moment, locks_at: u32) {
        let silent = self.strangers.values().filter(|it| is_silent(it.last, at));
        let silent: Vec<Stranger> = silent.map(|it| Stranger::clone(it)).collect();
        for stranger in silent {
            self.put_stranger(Stranger { is_over: true, ..stranger });
        }
        let known = self.strangers.get(name).filter(|it| !it.is_over);
        let wrong = known.map_or(1, |known| with_one_more(known.wrong, Some(known.last), at));
        self.put_stranger(Stranger {
            name: name.clone(),
            wrong,
            last: at,
            locked_until: lock_after(locks_at, at, wrong),
            is_over: false,
        });
    }

    fn put_stranger(&mut self, stranger: Stranger) {
        self.touch(Thing::Stranger(stranger.name.clone()));
        if stranger.is_over {
            self.unwritten.ended.push(Thing::Stranger(stranger.name.clone()));
        }
        self.strangers.insert(stranger.name.clone(), Arc::new(stranger));
    }
}
