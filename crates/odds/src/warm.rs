//! What no pay touches, counted once and kept while it is used.

use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// How long something is kept after its last use.
const KEPT: Duration = Duration::from_secs(120);

/// Holds what a wager's figures are computed from, so that it is not counted again.
pub(crate) type Held = Arc<dyn Any + Send + Sync>;

/// Things that are counted when they are first needed, and released when nobody has needed them for a while and
/// nobody holds them.
pub(crate) struct Warm<K: 'static, T: 'static> {
    kept: Mutex<Vec<Kept<K, T>>>,
}

struct Kept<K, T> {
    key: K,
    /// Nothing when it was not used for a while: then it lives as long as others hold it.
    thing: Option<Arc<T>>,
    held: Weak<T>,
    used: Instant,
}

impl<K: PartialEq + Send, T: Send + Sync> Warm<K, T> {
    pub(crate) const fn new() -> Warm<K, T> {
        Warm { kept: Mutex::new(Vec::new()) }
    }

    /// The thing with this key, counted if it must be. Two who need it first at the same time both count it: to wait
    /// for each other would be to wait for threads that one of them needs to count.
    pub(crate) fn get(&'static self, key: K, count: impl FnOnce() -> T) -> Arc<T> {
        if let Some(known) = self.kept().iter_mut().find(|known| known.key == key)
            && let Some(thing) = known.held.upgrade()
        {
            known.used = Instant::now();
            known.thing = Some(Arc::clone(&thing));
            return thing;
        }
        let thing = Arc::new(count());
        let mut kept = self.kept();
        kept.retain(|known| known.key != key);
        let is_first = kept.is_empty();
        let (held, used) = (Arc::downgrade(&thing), Instant::now());
        kept.push(Kept { key, thing: Some(Arc::clone(&thing)), held, used });
        drop(kept);
        if is_first {
            // Where no thread can be had, it is kept for good.
            let _ = std::thread::Builder::new().spawn(|| self.watch());
        }
        thing
    }

    fn kept(&self) -> MutexGuard<'_, Vec<Kept<K, T>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Releases what is no longer used, until nothing is left.
    fn watch(&self) {
        loop {
            let used = self.kept().iter().map(|known| known.used).min();
            let Some(used) = used else { return };
            std::thread::sleep(KEPT.saturating_sub(used.elapsed()).max(Duration::from_secs(1)));
            let mut kept = self.kept();
            for known in kept.iter_mut().filter(|known| known.used.elapsed() >= KEPT) {
                known.thing = None;
                known.used = Instant::now();
            }
            kept.retain(|known| known.held.strong_count() > 0);
            if kept.is_empty() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counted once for each key as long as somebody holds it.
    #[test]
    fn what_is_held_is_not_counted_again() {
        static WARM: Warm<u8, Vec<u8>> = Warm::new();
        let first = WARM.get(1, || vec![1]);
        assert!(Arc::ptr_eq(&first, &WARM.get(1, || unreachable!("it is known"))));
        assert_eq!(*WARM.get(2, || vec![2]), [2]);
        WARM.kept().iter_mut().for_each(|known| known.thing = None);
        assert!(Arc::ptr_eq(&first, &WARM.get(1, || unreachable!("it is held"))));
        assert_eq!(*WARM.get(2, || vec![3]), [3], "nobody held it");
    }
}
