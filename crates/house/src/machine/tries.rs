//! Wrong secrets by name and place. A person who guesses from one place is locked out there: the same name can still
//! sign in from elsewhere, so that a stranger cannot lock a supervisor out. Names that nobody has are counted in the
//! same way, so that a lock does not tell who works here.

use std::fmt;

use money::Moment;
use progressive::PersonId;
use serde::{Deserialize, Serialize};

use super::locks::{Locks, must_not_be_locked, still_locked};
use super::unknown_names::{is_silent, with_one_more};
use super::{House, RecordId, TokenMark};
use crate::refusal::Refusal;

/// How many names and places are kept at most; with one more, the one that was tried longest ago is let go.
const TRIES_MAX: usize = 10_000;

/// Where a sign-in is tried: what its wrong secrets are counted under.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TriedFrom {
    /// On the machine that has the store.
    Here,
    /// A network address.
    Address(String),
    /// A device on which the person signed in before, by the mark of its token. What strangers do elsewhere does not
    /// lock it.
    Device(TokenMark),
}

impl fmt::Display for TriedFrom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TriedFrom::Here => f.write_str("here"),
            TriedFrom::Address(address) => f.write_str(address),
            TriedFrom::Device(mark) => write!(f, "device {mark}"),
        }
    }
}

/// The wrong secrets that were given for a name from one place lately.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Tries {
    /// The name, whether anybody has it or not.
    pub name: PersonId,
    /// The place.
    pub from: TriedFrom,
    /// How many in a row.
    pub wrong: u32,
    /// When the last one was.
    pub last: Moment,
    /// Until when nobody can sign in under the name from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locked_until: Option<Moment>,
    /// They do not count any more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_over: bool,
}

/// Where someone cannot sign in now, and until when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LockedOut {
    /// Where.
    pub place: LockedPlace,
    /// Until when.
    pub until: Moment,
}

/// A place where someone cannot sign in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LockedPlace {
    /// At every network address, except on devices that are known.
    EveryAddress,
    /// At a network address, because of wrong secrets for this name.
    Address(String),
    /// At a network address that gave too many wrong secrets, whatever the names.
    BlockedAddress(String),
    /// On a device on which the person signed in before.
    KnownDevice,
    /// On the machine that has the store.
    Here,
}

impl LockedPlace {
    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            LockedPlace::EveryAddress => "every-address",
            LockedPlace::Address(_) => "address",
            LockedPlace::BlockedAddress(_) => "blocked-address",
            LockedPlace::KnownDevice => "known-device",
            LockedPlace::Here => "this-machine",
        }
    }

    /// The address, if it is one.
    pub fn address(&self) -> Option<&str> {
        match self {
            LockedPlace::Address(address) | LockedPlace::BlockedAddress(address) => Some(address),
            LockedPlace::EveryAddress | LockedPlace::KnownDevice | LockedPlace::Here => None,
        }
    }
}

impl Tries {
    /// The name of its row.
    pub(super) fn row(&self) -> String {
        row(&self.name, &self.from)
    }
}

fn row(name: &PersonId, from: &TriedFrom) -> String {
    format!("{name} {from}")
}

impl House {
    /// Until when nobody can sign in under a name from a place, if so. A device that is known and the machine itself
    /// are locked by their own wrong secrets only.
    pub fn locked_for(&self, name: &PersonId, from: &TriedFrom, at: Moment) -> Option<Moment> {
        let known = self.tries.get(&row(name, from));
        let there = still_locked(known.and_then(|tries| tries.locked_until), at);
        match from {
            TriedFrom::Here | TriedFrom::Device(_) => there,
            TriedFrom::Address(_) => there.max(self.locked_at(name, at)),
        }
    }

    /// Whether someone with this name has signed in on the device with this mark.
    pub fn is_device_of(&self, name: &PersonId, mark: TokenMark) -> bool {
        let known = self.people.get(name).filter(|person| !person.is_retired);
        known.is_some_and(|person| person.devices.contains(&mark))
    }

    /// Whether someone can sign in under a name from a place now.
    pub(super) fn must_be_open_to(
        &self,
        name: &PersonId,
        from: &TriedFrom,
        at: Moment,
    ) -> Result<(), Refusal> {
        if let TriedFrom::Address(address) = from {
            self.must_not_be_blocked(address, at)?;
        }
        must_not_be_locked(name, self.locked_for(name, from, at))
    }

    /// Counts a wrong secret for a name from a place.
    pub(super) fn count_try(&mut self, name: &PersonId, from: &TriedFrom, at: Moment) {
        self.let_old_tries_go(at);
        let known = self.tries.get(&row(name, from));
        let wrong = known.map_or(1, |known| with_one_more(known.wrong, Some(known.last), at));
        self.put_tries(Tries {
            name: name.clone(),
            from: from.clone(),
            wrong,
            last: at,
            locked_until: Locks::HERE.after(at, wrong),
            is_over: false,
        });
    }

    /// Forgets the wrong secrets for a name from a place.
    pub(super) fn forgive_tries(&mut self, name: &PersonId, from: &TriedFrom) {
        if let Some(known) = self.tries.get(&row(name, from)) {
            let over = Tries { is_over: true, ..Tries::clone(known) };
            self.put_tries(over);
        }
    }

    /// Forgets the wrong secrets for a name from everywhere; returns those that there were.
    pub(super) fn forgive_all_tries(&mut self, name: &PersonId) -> Vec<Tries> {
        let known: Vec<Tries> = self.tries_of(name).cloned().collect();
        for tries in &known {
            self.put_tries(Tries { is_over: true, ..tries.clone() });
        }
        known
    }

    /// The wrong secrets for a name, by place.
    fn tries_of(&self, name: &PersonId) -> impl Iterator<Item = &Tries> {
        let first = format!("{name} ");
        let rows = self.tries.range(first.clone()..);
        rows.take_while(move |(row, _)| row.starts_with(&first)).map(|(_, tries)| tries)
    }

    /// Where a name is locked now, and which addresses that tried it are blocked.
    pub fn locks_of(&self, name: &PersonId, at: Moment) -> Vec<LockedOut> {
        let everywhere = self.locked_at(name, at);
        let everywhere =
            everywhere.map(|until| LockedOut { place: LockedPlace::EveryAddress, until });
        let there = self.tries_of(name).flat_map(|tries| {
            let lock = still_locked(tries.locked_until, at).map(|until| {
                let place = match &tries.from {
                    TriedFrom::Here => LockedPlace::Here,
                    TriedFrom::Address(address) => LockedPlace::Address(address.clone()),
                    TriedFrom::Device(_) => LockedPlace::KnownDevice,
                };
                LockedOut { place, until }
            });
            let blocked = match &tries.from {
                TriedFrom::Address(address) => self.blocked_until(address, at).map(|until| {
                    LockedOut { place: LockedPlace::BlockedAddress(address.clone()), until }
                }),
                TriedFrom::Here | TriedFrom::Device(_) => None,
            };
            lock.into_iter().chain(blocked)
        });
        everywhere.into_iter().chain(there).collect()
    }

    /// What nobody has tried for a day is let go, and the oldest where there are too many.
    fn let_old_tries_go(&mut self, at: Moment) {
        while let Some((last, tries)) = self.tries.oldest()
            && (is_silent(last, at) || self.tries.len() >= TRIES_MAX)
        {
            self.put_tries(Tries { is_over: true, ..tries });
        }
    }

    fn put_tries(&mut self, tries: Tries) {
        let row = tries.row();
        self.touch(RecordId::Tries(row.clone()));
        if tries.is_over {
            // Nothing of it is needed any more: its last form is all that is written.
            self.tries.remove(&row);
            self.dirty.gone.insert(RecordId::Tries(row), super::stored::json(&tries).into());
        } else {
            self.keep_tries(tries);
        }
    }

    pub(super) fn keep_tries(&mut self, tries: Tries) {
        self.tries.insert(tries.row(), tries.last, tries);
    }
}
