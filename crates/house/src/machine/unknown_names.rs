//! Names that nobody signs in under, but that someone has tried lately. Wrong secrets lock such a name as they lock a
//! person's, so that a lock does not tell who works here.

use money::Moment;
use progressive::PersonId;
use serde::{Deserialize, Serialize};

use super::locks::{Locks, must_not_be_locked, still_locked};
use super::{House, RecordId};
use crate::refusal::Refusal;
use crate::request::HouseRules;

/// After how long without a wrong secret a name starts over: a day.
const SILENCE_MICROS: i64 = 24 * 60 * 60 * 1_000_000;
/// How many such names are kept at most; with one more, the one that was tried longest ago is let go.
pub(super) const UNKNOWN_NAMES_MAX: usize = 10_000;

/// A name that nobody signs in under, and the wrong secrets that were given for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct UnknownName {
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
            None => self.unknown_names.get(name).and_then(|unknown| unknown.locked_until),
        };
        still_locked(until, at)
    }

    pub(super) fn name_must_not_be_locked(
        &self,
        name: &PersonId,
        at: Moment,
    ) -> Result<(), Refusal> {
        must_not_be_locked(name, self.locked_at(name, at))
    }

    /// Counts a wrong secret for a name that nobody signs in under.
    pub(super) fn count_unknown_name(
        &mut self,
        name: &PersonId,
        at: Moment,
        locks: Locks,
        rules: HouseRules,
    ) {
        self.drop_old_unknown_names(at, rules);
        let known = self.unknown_names.get(name);
        let wrong = known.map_or(1, |known| with_one_more(known.wrong, Some(known.last), at));
        self.put_unknown_name(UnknownName {
            name: name.clone(),
            wrong,
            last: at,
            locked_until: locks.after(at, wrong),
            is_over: false,
        });
    }

    /// What nobody has tried for a day is let go, and the oldest where there are too many.
    fn drop_old_unknown_names(&mut self, at: Moment, rules: HouseRules) {
        while let Some((last, unknown)) = self.unknown_names.oldest() {
            let are_too_many =
                rules.bound_unknown_names() && self.unknown_names.len() >= UNKNOWN_NAMES_MAX;
            if !is_silent(last, at) && !are_too_many {
                break;
            }
            self.put_unknown_name(UnknownName { is_over: true, ..unknown });
        }
    }

    fn put_unknown_name(&mut self, unknown: UnknownName) {
        let record = RecordId::UnknownName(unknown.name.clone());
        self.touch(record.clone());
        if unknown.is_over {
            self.unknown_names.remove(&unknown.name);
            self.dirty.gone.insert(record, super::stored::json(&unknown).into());
        } else {
            self.keep_unknown_name(unknown);
        }
    }

    pub(super) fn keep_unknown_name(&mut self, unknown: UnknownName) {
        self.unknown_names.insert(unknown.name.clone(), unknown.last, unknown);
    }
}

#[cfg(test)]
mod tests {
    use super::super::addresses::ADDRESSES_MAX;
    use super::super::recent::work;
    use super::super::{HOUSE_ITSELF, TriedFrom};
    use super::*;
    use crate::request::{Command, Request};
    use ledger::Machine as _;

    /// A wrong secret for a name that nobody has.
    fn guess(house: &mut House, rules: HouseRules, number: usize, address: Option<String>) {
        let what = Command::SignInRefused {
            person: Some(format!("name-{number}").parse().unwrap()),
            from: address.clone().map(TriedFrom::Address),
            address,
            locks_any_name: true,
        };
        let device = "server".parse().unwrap();
        let act = Request { rules, ..Request::new(HOUSE_ITSELF.parse().unwrap(), device, what) };
        house.act(Moment(i64::try_from(number).unwrap()), &act).unwrap();
        house.take_changes();
    }

    fn address(number: usize) -> Option<String> {
        Some(format!("10.{}.{}.{}", number >> 16, number >> 8 & 255, number & 255))
    }

    /// How many records one more guess looks at after `guesses` others, each with a name and an address of its own.
    fn work_after(guesses: usize, rules: HouseRules) -> usize {
        let mut house = House::default();
        (0..guesses).for_each(|number| guess(&mut house, rules, number, address(number)));
        let before = work::done();
        guess(&mut house, rules, guesses, address(guesses));
        work::done() - before
    }

    #[test]
    fn a_wrong_guess_costs_the_same_however_many_names_and_addresses_were_seen() {
        let few = work_after(10, HouseRules::CURRENT);
        assert_eq!(work_after(1_000, HouseRules::CURRENT), few);
        assert!(few < 50, "{few} records are looked at");
        // Entries of older releases looked at each address, and the count sees it.
        let old = |guesses| work_after(guesses, HouseRules::FIRST);
        assert!(old(1_000) >= old(10) + 990);
    }

    #[test]
    fn names_and_addresses_that_are_made_up_are_kept_up_to_a_number() {
        let mut house = House::default();
        let last = UNKNOWN_NAMES_MAX + 50;
        (0..last).for_each(|it| guess(&mut house, HouseRules::CURRENT, it, address(it)));
        assert_eq!(
            (house.unknown_names.len(), house.addresses.len()),
            (UNKNOWN_NAMES_MAX, ADDRESSES_MAX)
        );
        // Those that were tried longest ago are gone.
        let is_kept = |house: &House, number: usize| {
            house.unknown_names.get(&format!("name-{number}").parse().unwrap()).is_some()
        };
        assert!(!is_kept(&house, 49) && is_kept(&house, 50) && is_kept(&house, last - 1));
        // Entries of older releases keep what they kept.
        let mut house = House::default();
        (0..last).for_each(|it| guess(&mut house, HouseRules::FIRST, it, None));
        assert_eq!(house.unknown_names.len(), last);
    }
}
