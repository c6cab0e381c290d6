//! Tells when any process has written to a store, so that signs and pages follow (P6).

use std::path::Path;
use std::time::{Duration, Instant};

use super::{OpenMode, PostgresStore, SqliteStore, Store as _, StoreError};
use crate::chain::Head;

/// How often a file is polled: a poll costs a few microseconds.
const POLL: Duration = Duration::from_millis(50);
/// How long to wait before a lost server is called again.
const AGAIN: Duration = Duration::from_millis(250);

enum Watched {
    Nothing,
    Sqlite { store: Box<SqliteStore>, version: i64 },
    Postgres { store: Box<PostgresStore>, is_listening: bool },
}

/// Watches a store for what any process writes.
pub struct Changes {
    watched: Watched,
    seen: Head,
}

impl Changes {
    /// A store that no other process sees.
    pub(super) fn never() -> Changes {
        Changes { watched: Watched::Nothing, seen: Head::EMPTY }
    }

    pub(super) fn of_sqlite(path: &Path) -> Result<Changes, StoreError> {
        let mut store = Box::new(SqliteStore::open(path, OpenMode::ReadOnly)?);
        let (version, seen) = (store.data_version()?, store.head()?);
        Ok(Changes { watched: Watched::Sqlite { store, version }, seen })
    }

    /// What any process writes to a database.
    pub fn of_postgres(mut store: PostgresStore) -> Result<Changes, StoreError> {
        store.listen()?;
        // Read after listening begins, so that nothing is missed.
        let seen = store.head()?;
        let store = Box::new(store);
        Ok(Changes { watched: Watched::Postgres { store, is_listening: true }, seen })
    }

    /// Where the chain ended when it was last read.
    pub fn head(&self) -> Head {
        self.seen
    }

    /// Waits until something is written, and returns where the chain ends then; `None` after this time.
    /// A lost store is an error each time, until it is back.
    pub fn wait(&mut self, at_most: Duration) -> Result<Option<Head>, StoreError> {
        let until = Instant::now() + at_most;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if let Some(head) = self.watched.poll(left)?
                && head != self.seen
            {
                self.seen = head;
                return Ok(Some(head));
            }
            if Instant::now() >= until {
                return Ok(None);
            }
        }
    }
}

impl Watched {
    /// Waits a moment, and reads the head if something may have changed it.
    fn poll(&mut self, at_most: Duration) -> Result<Option<Head>, StoreError> {
        match self {
            Watched::Nothing => {
                std::thread::sleep(at_most);
                Ok(None)
            }
            Watched::Sqlite { store, version } => {
                let now = store.data_version()?;
                if now == *version {
                    std::thread::sleep(POLL.min(at_most));
                    return Ok(None);
                }
                let head = store.head()?;
                *version = now;
                Ok(Some(head))
            }
            Watched::Postgres { store, is_listening } => {
                let told = if *is_listening {
                    store.wait_for_notice(at_most)
                } else {
                    std::thread::sleep(AGAIN.min(at_most));
                    // What was written while nobody listened is noticed as well.
                    store.listen()
                };
                *is_listening = told.is_ok();
                told?;
                // Also without a notice: a server that hangs sends none, and is found out.
                store.head().map(Some)
            }
        }
    }
}
