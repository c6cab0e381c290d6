//! The time of day, and time that only runs forward. The machine has neither: each request says when it was made.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use ledger::{CLOCK_BEHIND_MAX_MICROS, CLOCK_TOLERANCE_MICROS};
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
    /// The operating system's clock, which does not go back: see [`SteadyClock`].
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
            None => now(),
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

/// This moment, by the operating system's clock; it does not go back while the program runs, see [`SteadyClock`].
pub fn now() -> Moment {
    steady(|clock, wall, running| clock.read(wall, running))
}

/// Time does not go on from before this moment: the latest that a house's entries have.
pub fn not_before(latest: Moment) {
    steady(|clock, wall, running| clock.not_before(latest, wall, running));
}

/// By how many whole seconds the machine's clock is behind the time that is used instead; nothing if it is not.
pub fn clock_behind_seconds() -> Option<i64> {
    steady(|clock, wall, running| clock.behind_micros(wall, running))
        .map(|micros| micros / 1_000_000)
}

fn steady<T>(ask: impl FnOnce(&mut SteadyClock, Moment, Duration) -> T) -> T {
    static CLOCK: Mutex<SteadyClock> = Mutex::new(SteadyClock::new());
    static STARTED: LazyLock<Instant> = LazyLock::new(Instant::now);
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let wall = Moment(i64::try_from(since.as_micros()).unwrap_or(i64::MAX));
    let mut clock = CLOCK.lock().unwrap_or_else(PoisonError::into_inner);
    ask(&mut clock, wall, STARTED.elapsed())
}

/// A clock that never goes back. When the machine's clock is set back, this one goes on as if it had not been, so that
/// betting clocks still end and no entry is dated before an earlier one. A clock that is set back by more than a
/// day was wrong before, and is followed.
#[derive(Debug)]
pub struct SteadyClock {
    /// A moment, and how long the program had been running then.
    from: Option<(Moment, Duration)>,
}

impl SteadyClock {
    /// A clock that has not been read.
    pub const fn new() -> SteadyClock {
        SteadyClock { from: None }
    }

    /// What it shows, if the machine's clock shows `wall` and the program has been running for so long.
    pub fn read(&mut self, wall: Moment, running: Duration) -> Moment {
        match self.expected(running).filter(|expected| is_behind(wall, *expected)) {
            Some(expected) => expected,
            None => {
                self.from = Some((wall, running));
                wall
            }
        }
    }

    /// From now on it shows nothing before this moment.
    pub fn not_before(&mut self, latest: Moment, wall: Moment, running: Duration) {
        if is_behind(self.read(wall, running), latest) {
            self.from = Some((latest, running));
        }
    }

    /// By how much the machine's clock is behind, if it is enough to tell of.
    pub fn behind_micros(&self, wall: Moment, running: Duration) -> Option<i64> {
        let expected = self.expected(running).filter(|expected| is_behind(wall, *expected))?;
        Some(expected.0 - wall.0).filter(|behind| *behind > CLOCK_TOLERANCE_MICROS)
    }

    fn expected(&self, running: Duration) -> Option<Moment> {
        let (from, since) = self.from?;
        let passed = i64::try_from(running.saturating_sub(since).as_micros()).unwrap_or(i64::MAX);
        Some(Moment(from.0.saturating_add(passed)))
    }
}

impl Default for SteadyClock {
    fn default() -> SteadyClock {
        SteadyClock::new()
    }
}

/// Whether a clock is behind a moment, and by no more than a clock that is not followed.
fn is_behind(wall: Moment, moment: Moment) -> bool {
    (1..=CLOCK_BEHIND_MAX_MICROS).contains(&moment.0.saturating_sub(wall.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: i64 = 1_000_000;

    fn at(second: i64) -> Moment {
        Moment((1_800_000_000 + second) * SECOND)
    }

    #[test]
    fn a_clock_that_is_set_back_is_not_followed_until_it_has_caught_up() {
        let mut clock = SteadyClock::new();
        let run = Duration::from_secs;
        assert_eq!(clock.read(at(0), run(0)), at(0));
        assert_eq!(clock.read(at(10), run(10)), at(10));
        // Ten minutes back: time goes on as it did.
        assert_eq!(clock.read(at(-590), run(10)), at(10));
        assert_eq!(clock.read(at(-585), run(15)), at(15));
        assert_eq!(clock.behind_micros(at(-585), run(15)), Some(600 * SECOND));
        // Put right again.
        assert_eq!(clock.read(at(21), run(20)), at(21));
        assert_eq!(clock.behind_micros(at(21), run(20)), None);
        // It had been years ahead.
        assert_eq!(clock.read(at(21 - 3 * 86_400), run(21)), at(21 - 3 * 86_400));
    }

    #[test]
    fn time_goes_on_from_the_last_entry_at_the_earliest() {
        let mut clock = SteadyClock::new();
        clock.not_before(at(60), at(0), Duration::ZERO);
        assert_eq!(clock.behind_micros(at(1), Duration::from_secs(1)), Some(60 * SECOND));
        assert_eq!(clock.read(at(2), Duration::from_secs(2)), at(62));
        // An entry from the past changes nothing.
        clock.not_before(at(-60), at(3), Duration::from_secs(3));
        assert_eq!(clock.read(at(3), Duration::from_secs(3)), at(63));
    }
}
