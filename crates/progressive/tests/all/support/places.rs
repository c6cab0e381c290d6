//! A place for a house: a store of some kind that can be opened again.

use std::path::PathBuf;

use progressive::{Ledger, MemoryStore, Store, store};
use tempfile::TempDir;

use super::cluster;

/// What keeps it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Memory,
    Sqlite,
    Postgres,
}

/// An empty place, gone with the test.
pub struct Place {
    pub kind: Kind,
    pub url: String,
    memory: MemoryStore,
    dir: TempDir,
}

impl Place {
    pub fn new(kind: Kind) -> Place {
        let dir = tempfile::tempdir().expect("a folder");
        let url = match kind {
            Kind::Memory => "memory:".to_owned(),
            Kind::Sqlite => format!("sqlite:{}", dir.path().join("house.db").display()),
            Kind::Postgres => cluster::shared().database(),
        };
        Place { kind, url, memory: MemoryStore::new(), dir }
    }

    /// The file of a SQLite place.
    pub fn file(&self) -> PathBuf {
        self.dir.path().join("house.db")
    }

    /// The store, opened once more: another writer.
    pub fn store(&self) -> Box<dyn Store> {
        match self.kind {
            Kind::Memory => Box::new(self.memory.clone()),
            _ => store::open(&self.url).unwrap_or_else(|error| panic!("{error}")),
        }
    }

    pub fn ledger(&self) -> Ledger {
        Ledger::open(self.store()).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The lines of the log as it would be exported.
    pub fn log(&self) -> Vec<String> {
        let entries = self.store().entries(0, usize::MAX).unwrap();
        entries.iter().map(progressive::Entry::to_text).collect()
    }
}
