//! A store in a SQLite file: the default. Several processes may open the same file.
//!
//! Written ahead (WAL) and flushed at every commit (`synchronous=FULL`). A writer takes SQLite's one
//! write lock before it reads where the chain ends, so nobody comes between.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OptionalExtension as _, params};

use super::{Batch, Moved, Row, Store, StoreError, Visit, to_moved};
use crate::chain::{Entry, EntryRef, Hash, Head};
use crate::house::Key;
use crate::ids::{MeterId, RequestId};

/// Marks the file as a house's: "CRPR".
const APPLICATION: i64 = 0x4352_5052;

/// What makes each version from the one before; never changed, only added to.
const MIGRATIONS: &[&str] = &[include_str!("sqlite/1.sql"), include_str!("sqlite/2.sql")];

/// How often, a millisecond apart, another process's lock is tried before a conflict is told.
const LOCK_TRIES: i32 = 2_000;

const INSERT_ENTRY: &str = "INSERT INTO entries (seq, id, line, hash) VALUES (?1, ?2, ?3, ?4)";
const PUT_ROW: &str =
    "INSERT INTO rows (kind, name, json, seq, is_live) VALUES (?1, ?2, ?3, ?4, ?5)
     ON CONFLICT (kind, name)
     DO UPDATE SET json = excluded.json, seq = excluded.seq, is_live = excluded.is_live";
const INSERT_MOVE: &str = "INSERT INTO moves (meter, seq) VALUES (?1, ?2)";
const HEAD: &str = "SELECT seq, hash FROM entries ORDER BY seq DESC LIMIT 1";
const ROWS_LIVE: &str = "SELECT kind, name, json, seq, is_live FROM rows WHERE is_live = 1";
const ROWS_SINCE: &str = "SELECT kind, name, json, seq, is_live FROM rows WHERE seq > ?1";
const ROW: &str = "SELECT kind, name, json, seq, is_live FROM rows WHERE kind = ?1 AND name = ?2";
const ROWS_OF: &str =
    "SELECT kind, name, json, seq, is_live FROM rows WHERE kind = ?1 ORDER BY name";
const FIND: &str = "SELECT seq, line, hash FROM entries WHERE id = ?1";
const ENTRIES: &str = "SELECT seq, line, hash FROM entries WHERE seq > ?1 ORDER BY seq LIMIT ?2";
const MOVING: &str = "SELECT entries.seq, line, hash FROM moves JOIN entries USING (seq)
     WHERE meter = ?1 AND moves.seq > ?2 ORDER BY moves.seq LIMIT ?3";
const MOVES: &str = "SELECT meter, seq FROM moves WHERE (meter, seq) > (?1, ?2)
     ORDER BY meter, seq LIMIT ?3";
const RANGE: &str = "SELECT seq, line, hash FROM entries WHERE seq > ?1 AND seq <= ?2 ORDER BY seq";

/// A store in a SQLite file.
pub struct SqliteStore {
    connection: Connection,
}

impl SqliteStore {
    /// Opens a house's file, making or migrating it if need be.
    pub fn open(path: &Path) -> Result<SqliteStore, StoreError> {
        let mut connection = Connection::open(path).map_err(|error| match failed(error) {
            StoreError::Unavailable(why) => StoreError::Unavailable(format!(
                "{why}; does its folder exist, and may this user write to it?"
            )),
            other => other,
        })?;
        prepare(&mut connection).map_err(failed)?;
        let mut store = SqliteStore { connection };
        store.migrate()?;
        Ok(store)
    }

    /// Lets the file grow to so many pages and no more, as a full disk would.
    pub fn limit_pages(&mut self, pages: u32) -> Result<(), StoreError> {
        let set = |_: &rusqlite::Row<'_>| Ok(());
        let pragma = format!("PRAGMA max_page_count = {pages}");
        self.connection.query_row(&pragma, [], set).map_err(failed)
    }

    /// A number that differs whenever another connection has written.
    pub(super) fn data_version(&mut self) -> Result<i64, StoreError> {
        self.number("PRAGMA data_version").map_err(failed)
    }

    fn number(&self, query: &str) -> rusqlite::Result<i64> {
        self.connection.prepare_cached(query)?.query_row([], |row| row.get(0))
    }

    fn migrate(&mut self) -> Result<(), StoreError> {
        let known = i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX);
        let version = self.number("PRAGMA user_version").map_err(failed)?;
        self.must_be_ours(version, known)?;
        if version == known {
            return Ok(());
        }
        self.connection.execute_batch("BEGIN IMMEDIATE").map_err(failed)?;
        let migrated = self.migrate_locked(known);
        if migrated.is_err() {
            self.roll_back();
        }
        migrated
    }

    /// A file of something else, or of a later version, is left alone.
    fn must_be_ours(&self, version: i64, known: i64) -> Result<(), StoreError> {
        let application = self.number("PRAGMA application_id").map_err(failed)?;
        let tables = self.number("SELECT count(*) FROM sqlite_schema").map_err(failed)?;
        if application != APPLICATION && tables > 0 {
            return Err(StoreError::Damaged(
                "this SQLite file does not belong to a house".to_owned(),
            ));
        }
        if version > known {
            return Err(StoreError::TooNew { found: version, known });
        }
        Ok(())
    }

    fn migrate_locked(&mut self, known: i64) -> Result<(), StoreError> {
        // Another process may have been faster.
        let version = self.number("PRAGMA user_version").map_err(failed)?;
        self.must_be_ours(version, known)?;
        for migration in MIGRATIONS.iter().skip(usize::try_from(version).unwrap_or(0)) {
            self.connection.execute_batch(migration).map_err(failed)?;
        }
        let end =
            format!("PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {known}; COMMIT");
        self.connection.execute_batch(&end).map_err(failed)
    }

    fn insert(&self, batch: &Batch) -> rusqlite::Result<()> {
        let mut insert = self.connection.prepare_cached(INSERT_ENTRY)?;
        for (entry, id) in batch.entries.iter().zip(&batch.ids) {
            insert.execute(params![entry.seq, id.0.to_be_bytes(), entry.line, entry.hash.0])?;
        }
        let mut put = self.connection.prepare_cached(PUT_ROW)?;
        for row in &batch.rows {
            let (kind, name) = (row.key.kind(), row.key.name());
            put.execute(params![kind, name, row.json, row.seq, row.is_live])?;
        }
        let mut insert = self.connection.prepare_cached(INSERT_MOVE)?;
        for moved in &batch.moves {
            insert.execute(params![moved.meter.as_str(), moved.seq])?;
        }
        Ok(())
    }

    fn read_rows(
        &self,
        query: &str,
        values: impl rusqlite::Params,
    ) -> Result<Vec<Row>, StoreError> {
        let read = || -> rusqlite::Result<Vec<Result<Row, StoreError>>> {
            self.connection.prepare_cached(query)?.query_map(values, to_row)?.collect()
        };
        read().map_err(failed)?.into_iter().collect()
    }
}

/// Sets how the file is written and waited for.
fn prepare(connection: &mut Connection) -> rusqlite::Result<()> {
    connection.busy_handler(Some(|tries| {
        std::thread::sleep(Duration::from_millis(1));
        tries < LOCK_TRIES
    }))?;
    connection.set_prepared_statement_cache_capacity(32);
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    // What many groups change again and again, such as the index of ids, goes into the file once.
    connection.pragma_update(None, "wal_autocheckpoint", 8_000)?;
    // A busy hour's log is given back to the disk once it is taken into the file.
    connection.pragma_update(None, "journal_size_limit", 64 << 20)?;
    connection.pragma_update(None, "cache_size", -16_384)
}

fn to_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Result<Row, StoreError>> {
    let (kind, name) = (row.get_ref(0)?.as_str()?, row.get_ref(1)?.as_str()?);
    let Some(key) = Key::parse(kind, name) else {
        return Ok(Err(StoreError::Damaged(format!("unexpected row {kind} \"{name}\""))));
    };
    Ok(Ok(Row { key, json: row.get(2)?, seq: row.get(3)?, is_live: row.get(4)? }))
}

fn to_entry(row: &rusqlite::Row<'_>) -> rusqlite::Result<Entry> {
    Ok(Entry { seq: row.get(0)?, line: row.get(1)?, hash: Hash(row.get(2)?) })
}

/// What an error of SQLite means to a house.
#[allow(clippy::needless_pass_by_value, reason = "it is what errors are mapped with")]
fn failed(error: rusqlite::Error) -> StoreError {
    let text = error.to_string();
    if let Some(moved) = StoreError::from_seal(&text) {
        return moved;
    }
    match error {
        rusqlite::Error::SqliteFailure(failure, _) => match failure.code {
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => StoreError::Conflict,
            ErrorCode::DatabaseCorrupt
            | ErrorCode::NotADatabase
            | ErrorCode::ConstraintViolation
            | ErrorCode::TypeMismatch => StoreError::Damaged(text),
            _ => StoreError::Unavailable(text),
        },
        rusqlite::Error::InvalidColumnType(..)
        | rusqlite::Error::FromSqlConversionFailure(..)
        | rusqlite::Error::IntegralValueOutOfRange(..)
        | rusqlite::Error::Utf8Error(..) => StoreError::Damaged(text),
        _ => StoreError::Unavailable(text),
    }
}

impl Store for SqliteStore {
    fn begin(&mut self) -> Result<Head, StoreError> {
        self.connection
            .prepare_cached("BEGIN IMMEDIATE")
            .and_then(|mut begin| begin.execute([]))
            .map_err(failed)?;
        self.head()
    }

    fn write(&mut self, batch: &Batch) -> Result<(), StoreError> {
        assert!(!self.connection.is_autocommit(), "what is written stands behind a begin");
        self.insert(batch).map_err(failed)
    }

    fn commit(&mut self, batch: &Batch) -> Result<(), StoreError> {
        self.write(batch)?;
        if batch.entries.is_empty() {
            // What another process wrote and did not live to flush can be read already. SQLite flushes
            // nothing for a commit of nothing, so the version is written again.
            let version = format!("PRAGMA user_version = {}", MIGRATIONS.len());
            self.connection.execute_batch(&version).map_err(failed)?;
        }
        let committed =
            self.connection.prepare_cached("COMMIT").and_then(|mut commit| commit.execute([]));
        committed.map(|_| ()).map_err(failed)
    }

    fn seal(&mut self, to: &str) -> Result<(), StoreError> {
        let quoted = |text: &str| text.replace('\'', "''");
        let words = StoreError::Moved { to: to.to_owned() }.to_string();
        let seal = format!(
            "CREATE TABLE moved (address TEXT NOT NULL) STRICT;
             INSERT INTO moved (address) VALUES ('{}');
             CREATE TRIGGER sealed BEFORE INSERT ON entries
             BEGIN SELECT RAISE(ABORT, '{}'); END",
            quoted(to),
            quoted(&words)
        );
        self.connection.execute_batch(&seal).map_err(failed)?;
        self.commit(&Batch::default())
    }

    fn moved_to(&mut self) -> Result<Option<String>, StoreError> {
        let is_sealed = "SELECT count(*) FROM sqlite_schema WHERE name = 'moved'";
        if self.number(is_sealed).map_err(failed)? == 0 {
            return Ok(None);
        }
        let read = self.connection.query_row("SELECT address FROM moved", [], |row| row.get(0));
        read.map(Some).map_err(failed)
    }

    fn roll_back(&mut self) {
        // SQLite may have ended it by itself, on a full disk for one.
        if !self.connection.is_autocommit() {
            // What cannot be rolled back is rolled back when the file is next opened.
            let _ = self.connection.execute_batch("ROLLBACK");
        }
    }

    fn head(&mut self) -> Result<Head, StoreError> {
        let head = |row: &rusqlite::Row<'_>| Ok(Head { seq: row.get(0)?, hash: Hash(row.get(1)?) });
        let read = || self.connection.prepare_cached(HEAD)?.query_row([], head).optional();
        Ok(read().map_err(failed)?.unwrap_or(Head::EMPTY))
    }

    fn rows_since(&mut self, seq: u64) -> Result<Vec<Row>, StoreError> {
        match seq {
            0 => self.read_rows(ROWS_LIVE, []),
            seq => self.read_rows(ROWS_SINCE, [seq]),
        }
    }

    fn row(&mut self, key: &Key) -> Result<Option<Row>, StoreError> {
        let rows = self.read_rows(ROW, params![key.kind(), key.name()])?;
        Ok(rows.into_iter().next())
    }

    fn rows_of(&mut self, kind: &str) -> Result<Vec<Row>, StoreError> {
        self.read_rows(ROWS_OF, [kind])
    }

    fn find(&mut self, ids: &[RequestId]) -> Result<Vec<(RequestId, Entry)>, StoreError> {
        let read = || -> rusqlite::Result<Vec<(RequestId, Entry)>> {
            let mut find = self.connection.prepare_cached(FIND)?;
            let mut found = Vec::new();
            for id in ids {
                let entry = find.query_row([id.0.to_be_bytes()], to_entry).optional()?;
                found.extend(entry.map(|entry| (*id, entry)));
            }
            Ok(found)
        };
        read().map_err(failed)
    }

    fn entries(&mut self, after: u64, limit: usize) -> Result<Vec<Entry>, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        let read = || -> rusqlite::Result<Vec<Entry>> {
            self.connection.prepare_cached(ENTRIES)?.query_map([after, limit], to_entry)?.collect()
        };
        read().map_err(failed)
    }

    fn moving(
        &mut self,
        meter: &MeterId,
        after: u64,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let read = || -> rusqlite::Result<Vec<Entry>> {
            let mut moving = self.connection.prepare_cached(MOVING)?;
            moving.query_map(params![meter.as_str(), after, limit], to_entry)?.collect()
        };
        read().map_err(failed)
    }

    fn moves(&mut self, after: Option<&Moved>, limit: usize) -> Result<Vec<Moved>, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let (meter, seq) = after.map_or(("", 0), |moved| (moved.meter.as_str(), moved.seq));
        let read = || -> rusqlite::Result<Vec<(String, u64)>> {
            let mut moves = self.connection.prepare_cached(MOVES)?;
            let pair = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
            moves.query_map(params![meter, seq, limit], pair)?.collect()
        };
        read().map_err(failed)?.into_iter().map(to_moved).collect()
    }

    fn visit(&mut self, after: u64, last: u64, visit: Visit<'_>) -> Result<(), StoreError> {
        let bound = |seq: u64| i64::try_from(seq).unwrap_or(i64::MAX);
        let mut read = || -> rusqlite::Result<()> {
            let mut range = self.connection.prepare_cached(RANGE)?;
            let mut rows = range.query([bound(after), bound(last)])?;
            while let Some(row) = rows.next()? {
                let line = row.get_ref(1)?.as_str()?;
                let entry = EntryRef { seq: row.get(0)?, line, hash: Hash(row.get(2)?) };
                if visit(entry).is_break() {
                    break;
                }
            }
            Ok(())
        };
        read().map_err(failed)
    }

    fn reader(&self) -> Result<Box<dyn Store>, StoreError> {
        let path = self.connection.path().unwrap_or_default();
        Ok(Box::new(SqliteStore::open(Path::new(path))?))
    }
}
