//! A place for a ledger: a store of some kind that can be opened again. The tests of `house` use it too.

use std::path::PathBuf;
use std::time::Duration;

use ledger::{Entry, Ledger, Limits, MemoryStore, OpenMode, Store, store};
use tempfile::TempDir;

use super::{Machine, ROWS_EVERY, cluster};

/// One test as three: on memory, on SQLite and on PostgreSQL.
macro_rules! on_every_store {
    ($($(#[$note:meta])* fn $name:ident($place:ident: &Place) $body:block)+) => {$(
        $(#[$note])*
        mod $name {
            #[allow(unused_imports)]
            use super::*;
            use crate::support::places::{Kind, Place};

            fn run($place: &Place) $body

            #[test]
            fn memory() {
                run(&Place::new(Kind::Memory));
            }

            #[test]
            fn sqlite() {
                run(&Place::new(Kind::Sqlite));
            }

            #[test]
            fn postgres() {
                run(&Place::new(Kind::Postgres));
            }
        }
    )+};
}

pub(crate) use on_every_store;

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
            _ => store::open(&self.url, OpenMode::Create).unwrap_or_else(|error| panic!("{error}")),
        }
    }

    pub fn ledger(&self) -> Ledger<Machine> {
        self.ledger_of(ROWS_EVERY)
    }

    /// A ledger of any machine, whose rows may wait for so long.
    pub fn ledger_of<M: ledger::Machine>(&self, rows_every: Duration) -> Ledger<M> {
        let limits = Limits { rows_every, ..Limits::default() };
        Ledger::open_with(self.store(), limits).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Changes what is kept outside this program; something must be changed.
    pub fn behind_the_back(&self, sql: &str) {
        let changed = match self.kind {
            Kind::Memory => panic!("nobody else sees this process's memory"),
            Kind::Sqlite => {
                let file = rusqlite::Connection::open(self.file()).unwrap();
                file.execute_batch(sql).unwrap();
                file.total_changes()
            }
            Kind::Postgres => {
                let mut client = postgres::Client::connect(&self.url, postgres::NoTls).unwrap();
                client.batch_execute("SET search_path = croupier").unwrap();
                let told = client.simple_query(sql).unwrap();
                let count = |message: &_| match message {
                    postgres::SimpleQueryMessage::CommandComplete(count) => *count,
                    _ => 0,
                };
                told.iter().map(count).sum()
            }
        };
        assert!(changed > 0, "{sql}");
    }

    /// The lines of the log as it would be exported.
    pub fn log(&self) -> Vec<String> {
        let entries = self.store().entries(0, usize::MAX).unwrap();
        entries.iter().map(Entry::to_text).collect()
    }
}
