//! What several processes on one store share beside the chain: which of them leads, and what each has to tell. None of
//! it is kept: it is true only while the processes run.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use super::{PostgresStore, StoreError};

/// What came of meeting the other processes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Met {
    /// Whether this process leads. At most one does; when it is gone, another takes over.
    pub leads: bool,
    /// What the others have told lately.
    pub elsewhere: Vec<String>,
}

/// One of several processes on a store.
pub struct Peers(Meeting);

enum Meeting {
    /// No other process sees the store.
    Alone,
    /// The lock of a file beside the store. The process that holds it leads.
    File { file: File, leads: bool },
    /// A lock in the database, which ends with the connection.
    Postgres { store: Box<PostgresStore>, process: String },
}

impl Peers {
    /// A store that no other process sees.
    pub fn alone() -> Peers {
        Peers(Meeting::Alone)
    }

    pub(super) fn of_sqlite(path: &Path) -> Result<Peers, StoreError> {
        let mut name = path.as_os_str().to_owned();
        name.push("-lease");
        let file =
            OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(name);
        let file = file.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Peers(Meeting::File { file, leads: false }))
    }

    pub(super) fn of_postgres(store: PostgresStore, process: String) -> Peers {
        Peers(Meeting::Postgres { store: Box::new(store), process })
    }

    /// Tells the others what there is to tell, and hears what they have told. Waits for the network: not for an
    /// asynchronous task.
    pub fn meet(&mut self, tell: &[String]) -> Result<Met, StoreError> {
        match &mut self.0 {
            Meeting::Alone => Ok(Met { leads: true, elsewhere: Vec::new() }),
            Meeting::File { file, leads } => {
                *leads = *leads || file.try_lock().is_ok();
                Ok(Met { leads: *leads, elsewhere: Vec::new() })
            }
            Meeting::Postgres { store, process } => store.meet(process, tell),
        }
    }
}
