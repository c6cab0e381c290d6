//! Network addresses from which too much came lately: wrong secrets, whatever the names, so that someone who tries one
//! secret with many names is slowed down too; and guests, because every one of them is written down for good.

use money::Moment;
use serde::{Deserialize, Serialize};

use super::{Context, House, RecordId};
use crate::refusal::Refusal;

/// How many wrong secrets an address may give within ten minutes.
pub const WRONG_FROM_ADDRESS_MAX: u32 = 30;
/// For how long they count: ten minutes.
const WRONG_MICROS: i64 = 10 * 60 * 1_000_000;
/// How many guests may come in from an address within a minute.
pub const GUESTS_FROM_ADDRESS_MAX: u32 = 30;
/// For how long they count: a minute.
const GUESTS_MICROS: i64 = 60 * 1_000_000;
/// How many addresses are kept at most; with one more, the one that counts the least longer is let go.
pub(super) const ADDRESSES_MAX: usize = 10_000;

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

    /// From when on nothing of it counts.
    fn counts_until(&self) -> Moment {
        let wrong = self.since.0.saturating_add(WRONG_MICROS);
        let guests = self.guests.map(|guests| guests.since.0.saturating_add(GUESTS_MICROS));
        Moment(guests.map_or(wrong, |guests| guests.max(wrong)))
    }
}

impl House {
    /// Until when nobody can sign in from an address, if it has given too many wrong secrets.
    pub fn blocked_until(&self, address: &str, at: Moment) -> Option<Moment> {
        let known = self.addresses.get(&address.to_owned())?;
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
    pub(super) fn count_wrong(&mut self, context: Context<'_>, address: &str) {
        let mut known = self.address_at(context, address);
        if !known.wrong_counts_at(context.at) {
            (known.wrong, known.since) = (0, context.at);
        }
        known.wrong = known.wrong.saturating_add(1);
        self.put_address(known);
    }

    /// Takes wrong secrets off an address that are forgiven.
    pub(super) fn forgive_address(&mut self, address: &str, wrong: u32) {
        let known = self.addresses.get(&address.to_owned()).map(|known| Address::clone(known));
        if let Some(known) = known.filter(|known| known.wrong > 0) {
            self.put_address(Address { wrong: known.wrong.saturating_sub(wrong), ..known });
        }
    }

    /// Counts a guest from an address, if not too many came lately.
    pub(super) fn count_guest(
        &mut self,
        context: Context<'_>,
        address: &str,
    ) -> Result<(), Refusal> {
        let at = context.at;
        let mut known = self.address_at(context, address);
        let Guests { count, since } = known.guests_at(at).unwrap_or(Guests { count: 0, since: at });
        if count >= GUESTS_FROM_ADDRESS_MAX {
            return Err(Refusal::TooManyGuests { until: Moment(since.0 + GUESTS_MICROS) });
        }
        known.guests = Some(Guests { count: count + 1, since });
        self.put_address(known);
        Ok(())
    }

    /// What is known of an address; what does not count any more is let go.
    fn address_at(&mut self, context: Context<'_>, address: &str) -> Address {
        match context.rules.bound_unknown_names() {
            true => self.let_old_addresses_go(context.at),
            false => self.let_all_old_addresses_go(context.at),
        }
        let known = self.addresses.get(&address.to_owned()).map(|known| Address::clone(known));
        known.unwrap_or_else(|| Address::new(address, context.at))
    }

    /// What does not count any more is let go, and where there are too many, what counts the least longer.
    fn let_old_addresses_go(&mut self, at: Moment) {
        while let Some((until, address)) = self.addresses.oldest()
            && (until <= at || self.addresses.len() >= ADDRESSES_MAX)
        {
            self.put_address(Address { is_over: true, ..address });
        }
    }

    /// The same in entries from before addresses were kept by time: each of them was looked at, and one from a time to
    /// come did not count either.
    fn let_all_old_addresses_go(&mut self, at: Moment) {
        let over: Vec<Address> =
            self.addresses.all().filter(|it| !it.counts_at(at)).cloned().collect();
        for known in over {
            self.put_address(Address { is_over: true, ..known });
        }
    }

    fn put_address(&mut self, address: Address) {
        let record = RecordId::Address(address.address.clone());
        self.touch(record.clone());
        if address.is_over {
            self.addresses.remove(&address.address);
            self.dirty.gone.insert(record, super::stored::json(&address).into());
        } else {
            self.keep_address(address);
        }
    }

    pub(super) fn keep_address(&mut self, address: Address) {
        self.addresses.insert(address.address.clone(), address.counts_until(), address);
    }
}
