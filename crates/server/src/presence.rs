//! Who is connected: who watches which table, who deals at it, and when each player was last heard of. Bots play only
//! while someone is there, a dealer's table seats players while a dealer is there, and the seat of a player who is gone
//! is given up after the posted time.

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
    dealt: HashMap<TableId, Dealt>,
}

/// Dealers and supervisors at a table.
#[derive(Clone, Copy)]
struct Dealt {
    streams: usize,
    last: Instant,
}

impl Dealt {
    /// How long a dealer who does nothing and watches nothing is still taken to be at the table.
    const STAYS: Duration = Duration::from_secs(10 * 60);

    fn is_at(&self, now: Instant) -> bool {
        self.streams > 0 || now.saturating_duration_since(self.last) < Dealt::STAYS
    }
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
    /// How long someone who is gone and has no seat is remembered.
    const STAYS: Duration = Duration::from_secs(10 * 60);

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
        let watched = here.watchers.keys().map(|table| format!("table {table}"));
        let dealt = here.dealt.iter().filter(|(_, dealt)| dealt.is_at(now));
        let dealt = dealt.map(|(table, _)| format!("dealer {table}"));
        people.chain(watched).chain(dealt).collect()
    }

    /// A dealer or a supervisor has done something at a table.
    pub fn deals(&self, table: &TableId) {
        let last = self.clock.instant();
        self.here().dealt.entry(table.clone()).or_insert(Dealt { streams: 0, last }).last = last;
    }

    /// Whether a dealer or a supervisor is at the table.
    pub fn has_dealer(&self, table: &TableId) -> bool {
        let now = self.clock.instant();
        self.here().dealt.get(table).is_some_and(|dealt| dealt.is_at(now))
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

    /// Someone watches a table, until the guard is dropped. `is_dealer` says whether that person may deal there.
    pub fn watch(&self, table: &TableId, person: Option<&PersonId>, is_dealer: bool) -> Watching {
        let mut here = self.here();
        if is_dealer {
            let last = self.clock.instant();
            here.dealt.entry(table.clone()).or_insert(Dealt { streams: 0, last }).streams += 1;
        }
        *here.watchers.entry(table.clone()).or_default() += 1;
        if let Some(person) = person {
            let now = self.clock.instant();
            let seen = here.people.entry(person.clone());
            seen.or_insert(Seen::new(now)).streams += 1;
        }
        let (presence, table) = (self.clone(), table.clone());
        Watching { presence, table, person: person.cloned(), is_dealer }
    }

    /// Whether anyone watches this table.
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

    /// Forgets people who are not connected, have no seat and were not heard of for a while, and tables that have no
    /// dealer any more. Someone who is asked about later counts as gone from then.
    pub(crate) fn prune(&self, has_seat: impl Fn(&PersonId) -> bool) {
        let now = self.clock.instant();
        let mut here = self.here();
        here.people.retain(|person, seen| {
            let last = seen.elsewhere.map_or(seen.last, |elsewhere| elsewhere.max(seen.last));
            let is_recent = now.saturating_duration_since(last) < Seen::STAYS;
            seen.streams > 0 || is_recent || has_seat(person)
        });
        here.dealt.retain(|_, dealt| dealt.is_at(now));
    }

    /// How many people, and how many tables' dealers, are remembered.
    pub fn kept(&self) -> [(&'static str, usize); 2] {
        let here = self.here();
        [("people_here", here.people.len()), ("dealers_here", here.dealt.len())]
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
    is_dealer: bool,
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
        if self.is_dealer
            && let Some(dealt) = here.dealt.get_mut(&self.table)
        {
            dealt.streams -= 1;
            dealt.last = self.presence.clock.instant();
        }
        if let Some(seen) = self.person.as_ref().and_then(|person| here.people.get_mut(person)) {
            seen.streams -= 1;
            seen.last = self.presence.clock.instant();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dealer_is_there_while_watching_and_for_a_while_after_acting() {
        let clock = Clock::by_hand(money::Moment(0));
        let (presence, table) = (Presence::new(clock.clone()), "t-1".parse().unwrap());
        let (dan, ann): (PersonId, PersonId) = ("dan".parse().unwrap(), "ann".parse().unwrap());
        let passes = |seconds| clock.advance(Duration::from_secs(seconds));
        let player = presence.watch(&table, Some(&ann), false);
        assert!(!presence.has_dealer(&table), "a player is no dealer");
        drop(player);
        let dealer = presence.watch(&table, Some(&dan), true);
        passes(3_600);
        assert!(presence.has_dealer(&table), "for as long as the page is open");
        assert!(presence.here_now().contains(&"dealer t-1".to_owned()));
        drop(dealer);
        passes(60);
        assert!(presence.has_dealer(&table), "who reloads a page is not gone");
        passes(541);
        assert!(!presence.has_dealer(&table));
        presence.deals(&table);
        passes(599);
        assert!(presence.has_dealer(&table));
        passes(2);
        assert!(!presence.has_dealer(&table));
    }

    /// Ten thousand guests come and go: those who are gone and have no seat are forgotten.
    #[test]
    fn who_is_gone_and_has_no_seat_is_forgotten() {
        let clock = Clock::by_hand(money::Moment(0));
        let presence = Presence::new(clock.clone());
        let table: TableId = "t-1".parse().unwrap();
        let seated: PersonId = "ann".parse().unwrap();
        presence.heard(&seated);
        let watching = presence.watch(&table, Some(&"dan".parse().unwrap()), true);
        let mut most = 0;
        for number in 0..10_000 {
            presence.heard(&format!("guest-{number}").parse().unwrap());
            clock.advance(Duration::from_secs(1));
            presence.prune(|person| *person == seated);
            most = most.max(presence.kept()[0].1);
        }
        // One a second for ten minutes, the one with a seat and the one who watches.
        assert!(most <= 602, "{most} are remembered");
        assert_eq!(
            presence.gone_for(&seated),
            Duration::from_secs(10_000),
            "a seat is not forgotten"
        );
        assert_eq!(presence.kept()[1], ("dealers_here", 1), "the page is open");
        drop(watching);
        clock.advance(Duration::from_secs(600));
        presence.prune(|_| false);
        assert_eq!(presence.kept(), [("people_here", 0), ("dealers_here", 0)]);
    }
}
