//! The time of day, and time that only runs forward. The machine has neither: whoever posts a request says when.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use money::Moment;

/// A clock. Clones show the same time.
#[derive(Clone, Debug, Default)]
pub struct Clock(Option<ByHand>);

/// A clock that stands still until it is advanced.
#[derive(Clone, Debug)]
struct ByHand {
    day: Moment,
    start: Instant,
    advanced_us: Arc<AtomicU64>,
}

impl Clock {
    /// The operating system's clock.
    pub fn system() -> Clock {
        Clock(None)
    }

    /// A clock that stands still until it is advanced, for trying what takes a while.
    pub fn by_hand(day: Moment) -> Clock {
        Clock(Some(ByHand { day, start: Instant::now(), advanced_us: Arc::default() }))
    }

    /// Advances a clock that is set by hand. The operating system's clock stays as it is.
    pub fn advance(&self, by: Duration) {
        if let Some(hand) = &self.0 {
            let micros = u64::try_from(by.as_micros()).unwrap_or(u64::MAX);
            hand.advanced_us.fetch_add(micros, Ordering::SeqCst);
        }
    }

    /// This moment.
    pub fn now(&self) -> Moment {
        match &self.0 {
            None => {
                let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                Moment(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
            }
            Some(hand) => {
                let micros = hand.advanced_us.load(Ordering::SeqCst);
                Moment(hand.day.0.saturating_add_unsigned(micros))
            }
        }
    }

    /// This instant, for measuring how long something takes: it never goes back.
    pub fn instant(&self) -> Instant {
        match &self.0 {
            None => Instant::now(),
            Some(hand) => {
                hand.start + Duration::from_micros(hand.advanced_us.load(Ordering::SeqCst))
            }
        }
    }
}
