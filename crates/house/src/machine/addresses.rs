//! Network addresses from which too much came lately: wrong secrets, whatever the names, so that whoever tries one
//! secret with many names is slowed down too; and guests, because every one of them is written down for good.

use std::sync::Arc;

use money::Moment;
use serde::{Deserialize, Serialize};

use super::{House, Thing};
use crate::refusal::Refusal;

/// How many wrong secrets an address may give within ten minutes.
pub const WRONG_FROM_ADDRESS_MAX: u32 = 30;
/// For how long they count: ten minutes.
const WRONG_MICROS: i64 = 10 * 60 * 1_000_000;
/// How many guests may come in from an address within a minute.
pub const GUESTS_FROM_ADDRESS_MAX: u32 = 30;
/// For how long they count: a minute.
const GUESTS_MICROS: i64 = 60 * 1_000_000;

/// An address from which wrong secrets or guests came lately.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Address {
    /// The address.
    pub address: String,
    /// How many wrong secrets.
    pub wrong: u32,
    /// Since when they are counted.
    pub since: Moment,
    /// The guests, if any came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guests: Option<Guests>,
    /// They do not count any more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_over: bool,
}

/// The guests that came from an address lately.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Guests {
    /// How many.
    pub count: u32,
    /// Since when they are counted.
    pub since: Moment,
}

fn is_within(micros: i64, since: Moment, at: Moment) -> bool {
    (0..micros).contains(&at.0.saturating_sub(since.0))
}

impl Address {
    fn new(address: &str, at: Moment) -> Address {
        Address { address: address.to_owned(), wrong: 0, since: at, guests: None, is_over: false }
    }

    fn wrong_counts_at(&self, at: Moment) -> bool {
        is_within(WRONG_MICROS, self.since, at)
    }

    fn guests_at(&self, at: Moment) -> Option<Guests> {
        self.guests.filter(|guests| is_within(GUESTS_MICROS, guests.since, at))
    }

    fn counts_at(&self, at: Moment) -> bool {
        self.wrong_counts_at(at) || self.guests_at(at).is_some()
    }
}

impl House {
    /// Until when nobody can sign in from an address, if it has given too many wrong secrets.
    pub fn blocked_until(&self, address: &str, at: Moment) -> Option<Moment> {
        let known = self.addresses.get(address)?;
        let is_blocked = known.wrong_counts_at(at) && known.wrong >= WRONG_FROM_ADDRESS_MAX;
        is_blocked.then_some(Moment(known.since.0 + WRONG_MICROS))
    }

    pub(super) fn must_not_be_blocked(&self, address: &str, at: Moment) -> Result<(), Refusal> {
        match self.blocked_until(address, at) {
            Some(until) => Err(Refusal::Blocked { until }),
            None => Ok(()),
        }
    }

    /// Counts a wrong secret from an address.
    pub(super) fn count_wrong(&mut self, address: &str, at: Moment) {
        let mut known = self.address_at(address, at);
        if !known.wrong_counts_at(at) {
            (known.wrong, known.since) = (0, at);
        }
        known.wrong = known.wrong.saturating_add(1);
        self.put_address(known);
    }

    /// Counts a guest from an address, if not too many came lately.
    pub(super) fn count_guest(&mut self, address: &str, at: Moment) -> Result<(), Refusal> {
        let mut known = self.address_at(address, at);
        let Guests { count, since } = known.guests_at(at).unwrap_or(Guests { count: 0, since: at });
        if count >= GUESTS_FROM_ADDRESS_MAX {
            return Err(Refusal::TooManyGuests { until: Moment(since.0 + GUESTS_MICROS) });
        }
        known.guests = Some(Guests { count: count + 1, since });
        self.put_address(known);
        Ok(())
    }

    /// What is known of an address; what does not count any more is let go, of all addresses.
    fn address_at(&mut self, address: &str, at: Moment) -> Address {
        let over: Vec<Address> = self
            .addresses
            .values()
            .filter(|it| !it.counts_at(at))
            .map(|it| (**it).clone())
            .collect();
        for known in over {
            self.put_address(Address { is_over: true, ..known });
        }
        let known = self.addresses.get(address).filter(|it| !it.is_over);
        known.map_or_else(|| Address::new(address, at), |known| (**known).clone())
    }

    fn put_address(&mut self, address: Address) {
        self.touch(Thing::Address(address.address.clone()));
        if address.is_over {
            self.unwritten.ended.push(Thing::Address(address.address.clone()));
        }
        self.addresses.insert(address.address.clone(), Arc::new(address));
    }
}
