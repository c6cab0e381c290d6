//! Other processes of the same house: which one minds clocks and bots, and who is connected to the others.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use house::{PersonId, TableId};
use ledger::store::Peers as Exchange;

use crate::state::App;

/// How often processes tell each other who is connected.
const EVERY: Duration = Duration::from_secs(2);

/// What this process knows of the others.
#[derive(Default)]
pub struct Peers {
    is_leader: AtomicBool,
    elsewhere: Mutex<HashSet<String>>,
}

impl Peers {
    /// Whether this process runs the clocks and the bots.
    pub fn is_leader(&self) -> bool {
        self.is_leader.load(Ordering::Relaxed)
    }

    /// Whether someone is connected to another process.
    pub fn is_elsewhere(&self, person: &PersonId) -> bool {
        self.knows(&format!("person {person}"))
    }

    /// Whether someone watches a table through another process.
    pub fn is_watched(&self, table: &TableId) -> bool {
        self.knows(&format!("table {table}"))
    }

    /// Whether a dealer is at a table, through another process.
    pub fn has_dealer(&self, table: &TableId) -> bool {
        self.knows(&format!("dealer {table}"))
    }

    fn knows(&self, name: &str) -> bool {
        self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner).contains(name)
    }
}

/// Keeps in touch with the other processes, until the server stops.
pub(crate) fn run(app: &App, mut exchange: Exchange) {
    while !*app.stopping().borrow() {
        match exchange.meet(&app.presence.here_now()) {
            Ok(met) => {
                if met.leads != app.peers.is_leader.swap(met.leads, Ordering::Relaxed) {
                    tracing::info!(leads = met.leads, "clocks and bots");
                }
                let elsewhere: HashSet<String> = met.elsewhere.into_iter().collect();
                *app.peers.elsewhere.lock().unwrap_or_else(PoisonError::into_inner) = elsewhere;
            }
            Err(error) => {
                // Whoever still reaches the store takes over.
                app.peers.is_leader.store(false, Ordering::Relaxed);
                tracing::warn!(%error, "the other processes cannot be reached");
            }
        }
        let mut waited = Duration::ZERO;
        while waited < EVERY && !*app.stopping().borrow() {
            std::thread::sleep(Duration::from_millis(100));
            waited += Duration::from_millis(100);
        }
    }
}
