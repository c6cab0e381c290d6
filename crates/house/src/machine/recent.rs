//! What happened lately, by a key and by time, so that the oldest is found without looking at the others. Strangers
//! decide how much of it there is: nothing here is ever gone through as a whole for a request.

use std::ops::RangeFrom;
use std::sync::Arc;

use imbl::{OrdMap, OrdSet};
use money::Moment;

/// Records by key, and by the moment that their age is counted from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Recent<K: Ord + Clone, T> {
    records: OrdMap<K, (Moment, Arc<T>)>,
    by_time: OrdSet<(Moment, K)>,
}

impl<K: Ord + Clone, T> Default for Recent<K, T> {
    fn default() -> Recent<K, T> {
        Recent { records: OrdMap::new(), by_time: OrdSet::new() }
    }
}

impl<K: Ord + Clone, T: Clone> Recent<K, T> {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.records.len()
    }

    /// A record.
    pub(crate) fn get(&self, key: &K) -> Option<&Arc<T>> {
        work::count();
        self.records.get(key).map(|(_, record)| record)
    }

    /// Keeps a record under a key, in the place of the one that was there.
    pub(crate) fn insert(&mut self, key: K, moment: Moment, record: T) {
        self.remove(&key);
        work::count();
        self.by_time.insert((moment, key.clone()));
        self.records.insert(key, (moment, Arc::new(record)));
    }

    /// Lets go of a record.
    pub(crate) fn remove(&mut self, key: &K) {
        work::count();
        if let Some((moment, _)) = self.records.remove(key) {
            self.by_time.remove(&(moment, key.clone()));
        }
    }

    /// The record with the earliest moment.
    pub(crate) fn oldest(&self) -> Option<(Moment, T)> {
        work::count();
        let (moment, key) = self.by_time.get_min()?;
        let (_, record) = self.records.get(key)?;
        Some((*moment, T::clone(record)))
    }

    /// The records from a key on, one after the other.
    pub(crate) fn range(&self, keys: RangeFrom<K>) -> impl Iterator<Item = (&K, &T)> {
        let from = self.records.range(keys);
        from.inspect(|_| work::count()).map(|(key, (_, record))| (key, &**record))
    }

    /// All of them: for what entries of older releases did.
    pub(super) fn all(&self) -> impl Iterator<Item = &T> {
        self.records.values().inspect(|_| work::count()).map(|(_, record)| &**record)
    }
}

/// How many records were looked at, written or let go: tests count it.
pub(crate) mod work {
    #[cfg(test)]
    thread_local! {
        static DONE: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
    }

    pub(super) fn count() {
        #[cfg(test)]
        DONE.with(|done| done.set(done.get() + 1));
    }

    /// What was done on this thread so far.
    #[cfg(test)]
    pub(crate) fn done() -> usize {
        DONE.with(std::cell::Cell::get)
    }
}
