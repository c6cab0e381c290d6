//! What no pay touches, counted once and kept while it is used.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long something is kept after its last use.
const KEPT: Duration = Duration::from_secs(120);

/// Something that is counted when it is first needed, and released when nobody has needed it for a
/// while.
pub(crate) struct Warm<T> {
    kept: Mutex<Option<(Arc<T>, Instant)>>,
    count: fn() -> T,
}

impl<T: Send + Sync> Warm<T> {
    pub(crate) const fn new(count: fn() -> T) -> Warm<T> {
        Warm { kept: Mutex::new(None), count }
    }

    /// The thing, counted if it must be. Two who need it first at the same time both count it: to wait
    /// for each other would be to wait for threads that one of them needs to count.
    pub(crate) fn get(&'static self) -> Arc<T> {
        if let Some((thing, used)) = &mut *self.kept() {
            *used = Instant::now();
            return Arc::clone(thing);
        }
        let thing = Arc::new((self.count)());
        if self.kept().replace((Arc::clone(&thing), Instant::now())).is_none() {
            // Where no thread can be had, it is kept for good.
            let _ = std::thread::Builder::new().spawn(|| self.watch());
        }
        thing
    }

    fn kept(&self) -> MutexGuard<'_, Option<(Arc<T>, Instant)>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until it is no longer used, and releases it.
    fn watch(&self) {
        let mut wait = KEPT;
        loop {
            std::thread::sleep(wait);
            let mut kept = self.kept();
            let Some((_, used)) = &*kept else { return };
            match KEPT.checked_sub(used.elapsed()) {
                Some(left) if !left.is_zero() => wait = left,
                _ => {
                    *kept = None;
                    return;
                }
            }
        }
    }
}
