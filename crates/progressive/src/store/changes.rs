//! Tells when any process has written to a store, so that signs follow within a second (P6).

use std::path::Path;
use std::time::{Duration, Instant};

use super::{PostgresStore, SqliteStore, Store as _, StoreError};
use crate::chain::Head;

/// How often a file is looked at: a look costs a few microseconds.
const LOOK: Duration = Duration::from_millis(50);
/// How long to wait before a lost server is called again.
const AGAIN: Duration = Duration::from_millis(250);

enum Watched {
    Nothing,
    Sqlite { store: SqliteStore, version: i64 },
    Postgres { store: Box<PostgresStore>, is_listening: bool },
}

/// What any process writes to a store, told as it comes.
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
        let mut store = SqliteStore::open(path)?;
        let (version, seen) = (store.data_version()?, store.head()?);
        Ok(Changes { watched: Watched::Sqlite { store, version }, seen })
    }

    /// What any process writes to a database.
    pub fn of_postgres(mut store: PostgresStore) -> Result<Changes, StoreError> {
        store.listen()?;
        // Read behind the listening, so that nothing falls between.
        let seen = store.head()?;
        let store = Box::new(store);
        Ok(Changes { watched: Watched::Postgres { store, is_listening: true }, seen })
    }

    /// Where the chain ended when it was last looked at.
    pub fn head(&self) -> Head {
        self.seen
    }

    /// Waits until the chain ends elsewhere, and says where; nothing if it did not within this time.
    /// A store that is lost is an error each time, until it is back.
    pub fn wait(&mut self, at_most: Duration) -> Result<Option<Head>, StoreError> {
        let until = Instant::now() + at_most;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if let Some(head) = self.watched.look(left)?
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
    fn look(&mut self, at_most: Duration) -> Result<Option<Head>, StoreError> {
        match self {
            Watched::Nothing => {
                std::thread::sleep(at_most);
                Ok(None)
            }
            Watched::Sqlite { store, version } => {
                let now = store.data_version()?;
                if now == *version {
                    std::thread::sleep(LOOK.min(at_most));
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
                    // What was written while nobody listened is told as well.
                    store.listen()
                };
                *is_listening = told.is_ok();
                told?;
                // Also when nothing was told: a server that hangs tells nothing, and is found out.
                store.head().map(Some)
            }
        }
    }
}
