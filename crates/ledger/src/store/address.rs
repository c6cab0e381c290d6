//! Where a store is: what people write on the command line.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use super::{Changes, MemoryStore, Peers, PostgresStore, SqliteStore, Store, StoreError};

/// Where a store is.
#[derive(Clone, PartialEq, Eq)]
pub enum Address {
    /// `memory:`, gone with the process.
    Memory,
    /// `sqlite:PATH` or just `PATH`, a file on this machine.
    Sqlite(PathBuf),
    /// `postgres://USER@HOST/DATABASE`, a server.
    Postgres(String),
}

/// What a store is opened for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpenMode {
    /// To read and write what is there; a store without a ledger is an error.
    Existing,
    /// To found a ledger; the store is created if it is missing.
    Create,
    /// To read only: nothing is created, migrated or locked.
    ReadOnly,
}

/// Why a store was not opened.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum OpenError {
    #[error(
        "\"{0}\" is not a store address: write a path (house.db) or sqlite:PATH for a file, postgres://USER@HOST/DATABASE for a server, or memory: to try things out"
    )]
    NotAnAddress(String),
    #[error("\"sqlite:\" needs a file path: sqlite:house.db")]
    NoPath,
    #[error("{address}: {error}")]
    Store { address: Address, error: StoreError },
}

impl FromStr for Address {
    type Err = OpenError;

    fn from_str(text: &str) -> Result<Address, OpenError> {
        if text == "memory:" {
            return Ok(Address::Memory);
        }
        if let Some(path) = text.strip_prefix("sqlite:") {
            return if path.is_empty() {
                Err(OpenError::NoPath)
            } else {
                Ok(Address::Sqlite(PathBuf::from(path)))
            };
        }
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Address::Postgres(text.to_owned()));
        }
        if is_path(text) {
            return Ok(Address::Sqlite(PathBuf::from(text)));
        }
        Err(OpenError::NotAnAddress(without_password(text)))
    }
}

/// Whether the text is a path, and not an address with a mistyped scheme. What starts like a path is one; any other
/// text is, unless it has a colon or an `@`, or is one word without a dot or a slash: `postgres`, `sqlite`.
fn is_path(text: &str) -> bool {
    let starts_like_one = ["/", "./", "../"].iter().any(|start| text.starts_with(start));
    starts_like_one || (!text.contains([':', '@']) && text.contains(['/', '.']))
}

/// As it was written but without a password: this goes to logs.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Memory => f.write_str("memory:"),
            Address::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
            Address::Postgres(url) => f.write_str(&without_password(url)),
        }
    }
}

/// Nor in a log for programmers.
impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({self})")
    }
}

/// An address without its password, whether in the user part or after `password=`.
fn without_password(url: &str) -> String {
    let mut shown = url.to_owned();
    if let Some(start) = shown.find("://").map(|place| place + 3)
        && let Some(at) = shown[start..].rfind('@').map(|place| place + start)
        && let Some(colon) = shown[start..at].find(':').map(|place| place + start)
    {
        shown.replace_range(colon..at, "");
    } else if !shown.contains("://")
        && let Some(at) = shown.rfind('@')
    {
        // Misspelled: the password may be anywhere before the host.
        shown.replace_range(..at, "***");
    }
    if let Some(start) = shown.find("password=").map(|place| place + "password=".len()) {
        let end = shown[start..].find('&').map_or(shown.len(), |place| place + start);
        shown.replace_range(start..end, "***");
    }
    shown
}

impl Address {
    /// Opens the store. Waits for disk and network: not for an asynchronous task.
    pub fn open(&self, mode: OpenMode) -> Result<Box<dyn Store>, OpenError> {
        let opened: Result<Box<dyn Store>, StoreError> = match self {
            Address::Memory => Ok(Box::new(MemoryStore::new())),
            Address::Sqlite(path) => {
                SqliteStore::open(path, mode).map(|store| Box::new(store) as _)
            }
            Address::Postgres(url) => {
                PostgresStore::open(url, mode).map(|store| Box::new(store) as _)
            }
        };
        opened.map_err(|error| OpenError::Store { address: self.clone(), error })
    }

    /// The address as others can use it, wherever they run: with an absolute path, without a password.
    pub fn to_note(&self) -> String {
        match self {
            Address::Sqlite(path) => {
                let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
                Address::Sqlite(path).to_string()
            }
            other => other.to_string(),
        }
    }

    /// Meets the other processes on the store, under a name that only this process has.
    pub fn peers(&self, process: &str) -> Result<Peers, OpenError> {
        let peers = match self {
            Address::Memory => Ok(Peers::alone()),
            Address::Sqlite(path) => Peers::of_sqlite(path),
            Address::Postgres(url) => PostgresStore::open(url, OpenMode::Existing)
                .map(|store| Peers::of_postgres(store, process.to_owned())),
        };
        peers.map_err(|error| OpenError::Store { address: self.clone(), error })
    }

    /// Watches the store for what any process writes.
    pub fn watch(&self) -> Result<Changes, OpenError> {
        let watched = match self {
            Address::Memory => Ok(Changes::never()),
            Address::Sqlite(path) => Changes::of_sqlite(path),
            Address::Postgres(url) => {
                PostgresStore::open(url, OpenMode::ReadOnly).and_then(Changes::of_postgres)
            }
        };
        watched.map_err(|error| OpenError::Store { address: self.clone(), error })
    }
}

/// Opens the store at an address: `memory:`, `sqlite:PATH` or `postgres://...`.
pub fn open(url: &str, mode: OpenMode) -> Result<Box<dyn Store>, OpenError> {
    url.parse::<Address>()?.open(mode)
}

/// Watches the store at an address for what any process writes.
pub fn watch(url: &str) -> Result<Changes, OpenError> {
    url.parse::<Address>()?.watch()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_passwords_never_shown() {
        let shown = |text: &str| text.parse::<Address>().map(|address| address.to_string());
        assert_eq!(shown("memory:").unwrap(), "memory:");
        assert_eq!(shown("sqlite:/var/house.db").unwrap(), "sqlite:/var/house.db");
        let hidden = shown("postgres://pit:s3cr:t@db/house?password=x1&port=5").unwrap();
        assert_eq!(hidden, "postgres://pit@db/house?password=***&port=5");
        let noted = |text: &str| text.parse::<Address>().unwrap().to_note();
        assert_eq!(noted("postgres://pit:s3cret@db/house"), "postgres://pit@db/house");
        let folder = std::env::current_dir().unwrap();
        assert_eq!(noted("sqlite:house.db"), format!("sqlite:{}/house.db", folder.display()));
        assert_eq!(shown("sqlite:").unwrap_err(), OpenError::NoPath);
        for path in
            ["/var/house.db", "house.db", "pit/house", "./a:b", "../house", "/a@b", "/pg://x"]
        {
            assert_eq!(shown(path).unwrap(), format!("sqlite:{path}"));
        }
        for mistyped in
            ["", "postgres", "sqlite", "sqllite:house.db", "postgre://h/d", "c:house.db"]
        {
            assert!(shown(mistyped).is_err(), "{mistyped}");
        }
        let error = shown("mysql://u:p@h/d").unwrap_err().to_string();
        assert!(error.contains("mysql://u@h/d") && error.contains("sqlite:PATH"), "{error}");
        for misspelled in ["postgres:/u:s3cret@h/d", "u:s3cret@h/d", "postgres:u:s3cret@h/d"] {
            let error = shown(misspelled).unwrap_err().to_string();
            assert!(error.contains("***@h/d") && !error.contains("s3cret"), "{error}");
        }
        let address: Address = "postgres://pit:s3cret@db/house".parse().unwrap();
        assert!(!format!("{address:?}").contains("s3cret"));
    }
}
