//! Who is connected: who watches which table, and when each player was last heard of. Bots play only while
//! someone is there, and the seat of a player who is gone is given up after the posted time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use house::clock::Clock;
use house::{PersonId, TableId};

/// Who is here.
#[derive(Clone)]
pub struct Presence {
    here: Arc<Mutex<Here>>,
    clock: Clock,
}

#[derive(Default)]
struct Here {
    watchers: HashMap<TableId, usize>,
    people: HashMap<PersonId, Seen>,
}

/// When someone was last heard of.
#[derive(Clone, Copy)]
struct Seen {
    streams: usize,
    last: Instant,
    /// When another process last told of them.
    elsewhere: Option<Instant>,
}

impl Seen {
    fn new(now: Instant) -> Seen {
        Seen { streams: 0, last: now, elsewhere: None }
    }
}

impl Presence {
    /// Nobody is here yet.
    pub fn new(clock: Clock) -> Presence {
        Presence { here: Arc::default(), clock }
    }

    fn here(&self) -> std::sync::MutexGuard<'_, Here> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Who is here now, and which tables are watched, for the other processes.
    pub fn here_now(&self) -> Vec<String> {
        const LATELY: Duration = Duration::from_secs(10);
        let (here, now) = (self.here(), self.clock.instant());
        let is_here = |seen: &Seen| seen.streams > 0 || now.duration_since(seen.last) < LATELY;
        let people = here.people.iter().filter(|(_, seen)| is_here(seen));
        let people = people.map(|(person, _)| format!("person {person}"));
        people.chain(here.watchers.keys().map(|table| format!("table {table}"))).collect()
    }

    /// Someone has asked for something.
    pub fn heard(&self, person: &PersonId) {
        let now = self.clock.instant();
        let mut here = self.here();
        match here.people.get_mut(person) {
            Some(seen) => seen.last = now,
            None => drop(here.people.insert(person.clone(), Seen::new(now))),
        }
    }

    /// Someone watches a table, until the guard is dropped.
    pub fn watch(&self, table: &TableId, person: Option<&PersonId>) -> Watching {
        let mut here = self.here();
        *here.watchers.entry(table.clone()).or_default() += 1;
        if let Some(person) = person {
            let now = self.clock.instant();
            let seen = here.people.entry(person.clone());
            seen.or_insert(Seen::new(now)).streams += 1;
        }
        Watching { presence: self.clone(), table: table.clone(), person: person.cloned() }
    }

    /// Does anyone watch this table?
    pub fn is_watched(&self, table: &TableId) -> bool {
        self.here().watchers.contains_key(table)
    }

    /// For how long nobody has heard of a player; a process that has just started counts from then.
    pub fn gone_for(&self, person: &PersonId) -> Duration {
        let now = self.clock.instant();
        let mut here = self.here();
        let seen = here.people.entry(person.clone()).or_insert(Seen::new(now));
        let last = seen.elsewhere.map_or(seen.last, |elsewhere| elsewhere.max(seen.last));
        if seen.streams > 0 { Duration::ZERO } else { now.duration_since(last) }
    }

    /// Another process tells that someone is connected there: they are gone only from the last time it did.
    pub fn seen_elsewhere(&self, person: &PersonId) {
        let now = self.clock.instant();
        let mut here = self.here();
        here.people.entry(person.clone()).or_insert(Seen::new(now)).elsewhere = Some(now);
    }
}

/// Someone watches a table.
pub struct Watching {
    presence: Presence,
    table: TableId,
    person: Option<PersonId>,
}

impl Drop for Watching {
    fn drop(&mut self) {
        let mut here = self.presence.here();
        if let Some(count) = here.watchers.get_mut(&self.table) {
            *count -= 1;
            if *count == 0 {
                here.watchers.remove(&self.table);
            }
        }
        if let Some(seen) = self.person.as_ref().and_then(|person| here.people.get_mut(person)) {
            seen.streams -= 1;
            seen.last = self.presence.clock.instant();
        }
    }
}
