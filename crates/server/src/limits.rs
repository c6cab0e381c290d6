//! How fast guests may come in from one address: every one of them is written down for good.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// How many guests may come in at once.
const BURST: f64 = 30.0;
/// And then how many a second.
const RATE: f64 = 0.5;
/// How many addresses are remembered.
const ADDRESSES_MAX: usize = 10_000;

/// A bucket for each address.
#[derive(Default)]
pub(crate) struct GuestLimit {
    buckets: Mutex<HashMap<IpAddr, (f64, Instant)>>,
}

impl GuestLimit {
    /// May another guest come in from here now? This machine itself is not limited.
    pub(crate) fn takes(&self, address: IpAddr) -> bool {
        if address.is_loopback() {
            return true;
        }
        let now = Instant::now();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= ADDRESSES_MAX {
            let is_full =
                |left: f64, since: Instant| left + since.elapsed().as_secs_f64() * RATE >= BURST;
            buckets.retain(|_, (left, since)| !is_full(*left, *since));
        }
        let (left, since) = buckets.entry(address).or_insert((BURST, now));
        *left = (*left + now.duration_since(*since).as_secs_f64() * RATE).min(BURST);
        *since = now;
        let takes = *left >= 1.0;
        if takes {
            *left -= 1.0;
        }
        takes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_gets_thirty_guests_at_once_and_others_are_not_concerned() {
        let limit = GuestLimit::default();
        let (one, other) = ("192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap());
        assert!((0..30).all(|_| limit.takes(one)));
        assert!(!limit.takes(one));
        assert!(limit.takes(other));
        let here = "127.0.0.1".parse().unwrap();
        assert!((0..100).all(|_| limit.takes(here)));
    }
}
