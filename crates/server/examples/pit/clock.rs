//! The week that the pit plays: requests carry its time, which runs as fast as the play lasts.

use std::time::{Duration, Instant};

use money::Moment;

/// Monday, 2 November 2026, in microseconds.
pub const MONDAY: i64 = 1_793_577_600_000_000;
pub const DAY: i64 = 86_400 * 1_000_000;
pub const DAYS: i64 = 7;

/// A part of the week: each process plays one, the next after the last.
#[derive(Clone, Copy)]
pub struct Clock {
    from: i64,
    micros: i64,
    started: Instant,
    lasts: Duration,
}

impl Clock {
    /// The part of this number out of so many, which lasts so long.
    pub fn start(part: u64, parts: u64, lasts: Duration) -> Clock {
        let week = i128::from(DAYS * DAY);
        let at = |part: u64| (week * i128::from(part) / i128::from(parts)) as i64;
        let from = MONDAY + at(part);
        Clock { from, micros: at(part + 1) - at(part), started: Instant::now(), lasts }
    }

    /// The time in the pit.
    pub fn now(&self) -> Moment {
        let share = self.started.elapsed().as_secs_f64() / self.lasts.as_secs_f64();
        Moment(self.from + (self.micros as f64 * share.min(0.999_999)) as i64)
    }
}
