//! Network addresses from which too many wrong secrets came, whatever the names: whoever tries one secret
//! with many names is slowed down too.

use std::sync::Arc;

use money::Moment;
use serde::{Deserialize, Serialize};

use super::{House, Thing};
use crate::refusal::Refusal;

/// How many wrong secrets an address may give within ten minutes.
pub const WRONG_FROM_ADDRESS_MAX: u32 = 30;
/// For how long they count: ten minutes.
const WINDOW_MICROS: i64 = 10 * 60 * 1_000_000;

/// An address from which wrong secrets came lately.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Address {
    /// The address.
    pub address: String,
    /// How many wrong secrets.
    pub wrong: u32,
    /// Since when they are counted.
    pub since: Moment,
    /// They do not count any more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_over: bool,
}

impl Address {
    fn counts_at(&self, at: Moment) -> bool {
        (0..WINDOW_MICROS).contains(&at.0.saturating_sub(self.since.0))
    }
}

impl House {
    /// Until when nobody can sign in from an address, if it has given too many wrong secrets.
    pub fn blocked_until(&self, address: &str, at: Moment) -> Option<Moment> {
        let known = self.addresses.get(address)?;
        let is_blocked = known.counts_at(at) && known.wrong >= WRONG_FROM_ADDRESS_MAX;
        is_blocked.then_some(Moment(known.since.0 + WINDOW_MICROS))
    }

    pub(super) fn must_not_be_blocked(&self, address: &str, at: Moment) -> Result<(), Refusal> {
        match self.blocked_until(address, at) {
            Some(until) => Err(Refusal::Blocked { until }),
            None => Ok(()),
        }
    }

    /// Counts a wrong secret from an address.
    pub(super) fn count_wrong(&mut self, address: &str, at: Moment) {
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
        let (wrong, since) = known.map_or((0, at), |it| (it.wrong, it.since));
        let wrong = wrong.saturating_add(1);
        self.put_address(Address { address: address.to_owned(), wrong, since, is_over: false });
    }

    fn put_address(&mut self, address: Address) {
        self.touch(Thing::Address(address.address.clone()));
        if address.is_over {
            self.unwritten.ended.push(Thing::Address(address.address.clone()));
        }
        self.addresses.insert(address.address.clone(), Arc::new(address));
    }
}
