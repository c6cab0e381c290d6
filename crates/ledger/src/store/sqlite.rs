//! A store in a SQLite file: the default. Several processes may open the same file.
//!
//! It uses a write-ahead log (WAL) and flushes every commit (`synchronous=FULL`). When the
//! ledger is closed, the write-ahead log is taken into the file, so that the file alone is the house. A writer takes
//! SQLite's one write lock before it reads where the chain ends, so nobody can come between. The file
//! is created readable by its owner only: it holds hands in play and shuffle seeds.

mod checkpoints;

use std::collections::HashSet;
use std::fs::OpenOptions;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension as _, params};

use super::{Batch, Kept, OpenMode, Row, Store, StoreError, Subject, VaultChange, Visit};
use crate::chain::{Entry, EntryRef, Hash, Head};
use crate::ids::RequestId;
use crate::machine::Key;
use checkpoints::Checkpoints;

/// Marks the file as ours: "CRLG".
const APPLICATION: i64 = 0x4352_4c47;

/// What makes each version from the one before; never changed, only added to.
const MIGRATIONS: &[&str] = &[
    include_str!("sqlite/1.sql"),
    include_str!("sqlite/2.sql"),
    include_str!("sqlite/3.sql"),
    include_str!("sqlite/4.sql"),
];

/// How often, a millisecond apart, another process's lock is tried before it is a conflict.
const LOCK_TRIES: i32 = 2_000;

/// How long a file may be empty while another process creates it.
const CREATED_WITHIN: Duration = Duration::from_secs(2);

const INSERT_ENTRY: &str = "INSERT INTO entries (seq, id, line, hash) VALUES (?1, ?2, ?3, ?4)";
const PUT_ROW: &str =
    "INSERT INTO rows (kind, name, json, hash, seq, is_live) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
     ON CONFLICT (kind, name) DO UPDATE SET json = excluded.json, hash = excluded.hash,
     seq = excluded.seq, is_live = excluded.is_live";
/// Most rows are there already and stay live: the index of live rows is then left alone.
const UPDATE_ROW: &str = "UPDATE rows SET json = ?3, hash = ?4, seq = ?5
     WHERE kind = ?1 AND name = ?2 AND is_live = ?6";
/// A copy may have it already.
const INSERT_SUBJECT: &str =
    "INSERT INTO subjects (kind, name, seq) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
const HEAD: &str = "SELECT seq, hash FROM entries ORDER BY seq DESC LIMIT 1";
const ROWS_LIVE: &str = "SELECT kind, name, json, hash, seq, is_live FROM rows WHERE is_live = 1";
const ROW: &str =
    "SELECT kind, name, json, hash, seq, is_live FROM rows WHERE kind = ?1 AND name = ?2";
const ROWS_OF: &str =
    "SELECT kind, name, json, hash, seq, is_live FROM rows WHERE kind = ?1 ORDER BY name";
const FILED_COUNT: &str = "SELECT count(*) FROM rows WHERE is_live = 0";
const ARCHIVED: &str = "SELECT kind, name, json, hash, seq, is_live FROM rows
     WHERE kind = ?1 AND name = ?2 AND is_live = 0";
const ALL_ARCHIVED: &str = "SELECT kind, name, json, hash, seq, is_live FROM rows
     WHERE is_live = 0 ORDER BY kind, name";
const FIND: &str = "SELECT seq, line, hash FROM entries WHERE id = ?1";
const ENTRIES: &str = "SELECT seq, line, hash FROM entries WHERE seq > ?1 ORDER BY seq LIMIT ?2";
const ENTRIES_ABOUT: &str = "SELECT entries.seq, line, hash FROM subjects JOIN entries USING (seq)
     WHERE kind = ?1 AND name = ?2 AND subjects.seq > ?3 ORDER BY subjects.seq LIMIT ?4";
const SUBJECTS: &str = "SELECT kind, name, seq FROM subjects WHERE (kind, name, seq) > (?1, ?2, ?3)
     ORDER BY kind, name, seq LIMIT ?4";
const KINDS: &str = "SELECT DISTINCT kind FROM rows ORDER BY kind";
const KEEP: &str = "INSERT INTO vault (hash, text) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
const FORGET: &str = "DELETE FROM vault WHERE hash = ?1";
const KEPT: &str = "SELECT text FROM vault WHERE hash = ?1";
const VAULT: &str = "SELECT hash, text FROM vault ORDER BY hash";
const RANGE: &str = "SELECT seq, line, hash FROM entries WHERE seq > ?1 AND seq <= ?2 ORDER BY seq";

/// A store in a SQLite file.
pub struct SqliteStore {
    /// Since the first commit. It ends before the connection is closed.
    checkpoints: Option<Checkpoints>,
    connection: Connection,
    mode: OpenMode,
    file: OpenFile,
}

/// The file as it was opened. SQLite writes on to a file that was moved away or deleted, and all of that would be
/// lost.
struct OpenFile {
    path: PathBuf,
    id: Option<(u64, u64)>,
}

impl OpenFile {
    fn at(path: &Path) -> OpenFile {
        OpenFile { path: path.to_owned(), id: OpenFile::id_at(path) }
    }

    fn id_at(path: &Path) -> Option<(u64, u64)> {
        std::fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
    }

    fn must_be_there(&self) -> Result<(), StoreError> {
        if OpenFile::id_at(&self.path) == self.id {
            return Ok(());
        }
        let path = self.path.display();
        Err(StoreError::Unavailable(format!(
            "the file {path} was moved, deleted or replaced: put it back, or restart the program on the file to use"
        )))
    }
}

impl SqliteStore {
    /// Opens a file as the mode says, and brings its tables up to date unless it is only read.
    pub fn open(path: &Path, mode: OpenMode) -> Result<SqliteStore, StoreError> {
        if mode == OpenMode::Create {
            create(path)?;
        } else if !path.exists() {
            return Err(StoreError::Empty(format!("there is no file {}", path.display())));
        } else if std::fs::metadata(path).is_ok_and(|file| file.len() == 0) {
            // Opening it would write to it.
            return Err(StoreError::Empty(format!("the file {} is empty", path.display())));
        }
        let mut connection = match mode {
            OpenMode::Create => Connection::open_with_flags(path, OpenFlags::default()),
            OpenMode::Existing => {
                let flags = OpenFlags::default() & !OpenFlags::SQLITE_OPEN_CREATE;
                Connection::open_with_flags(path, flags)
            }
            OpenMode::ReadOnly => connect_to_read(path),
        }
        .map_err(failed)?;
        prepare(&mut connection, mode).map_err(failed)?;
        let file = OpenFile::at(path);
        let mut store = SqliteStore { checkpoints: None, connection, mode, file };
        match mode {
            OpenMode::Create => store.migrate()?,
            OpenMode::Existing | OpenMode::ReadOnly => {
                if store.number("SELECT count(*) FROM sqlite_schema").map_err(failed)? == 0 {
                    let why = format!("the file {} is empty", path.display());
                    return Err(StoreError::Empty(why));
                }
                if mode == OpenMode::Existing { store.migrate()? } else { store.must_be_known()? }
            }
        }
        Ok(store)
    }

    /// Lets the file grow to this many pages and no more, as a full disk would.
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

    /// What is only read must have the newest tables already.
    fn must_be_known(&self) -> Result<(), StoreError> {
        let known = i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX);
        let version = self.number("PRAGMA user_version").map_err(failed)?;
        self.must_be_ours(version, known)?;
        if version == known {
            return Ok(());
        }
        Err(StoreError::Unavailable(format!(
            "its tables have version {version}, this program reads version {known}; open it for \
             writing once to bring it up to date"
        )))
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

    /// A file of another program, or of a later version, is left alone.
    fn must_be_ours(&self, version: i64, known: i64) -> Result<(), StoreError> {
        let application = self.number("PRAGMA application_id").map_err(failed)?;
        let tables = self.number("SELECT count(*) FROM sqlite_schema").map_err(failed)?;
        if application != APPLICATION && tables > 0 {
            return Err(StoreError::Empty(
                "this SQLite file belongs to another program".to_owned(),
            ));
        }
        if version > known {
            return Err(StoreError::TooNew { found: version, known });
        }
        Ok(())
    }

    fn migrate_locked(&mut self, known: i64) -> Result<(), StoreError> {
        // Another process may have come first.
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
        let mut update = self.connection.prepare_cached(UPDATE_ROW)?;
        let mut put = self.connection.prepare_cached(PUT_ROW)?;
        for row in &batch.rows {
            let Key { kind, name } = &row.key;
            let row = params![kind, name, row.json, row.hash.0, row.seq, row.is_live];
            if update.execute(row)? == 0 {
                put.execute(row)?;
            }
        }
        let mut insert = self.connection.prepare_cached(INSERT_SUBJECT)?;
        for Subject { key, seq } in &batch.subjects {
            insert.execute(params![key.kind, key.name, seq])?;
        }
        for change in &batch.vault {
            match change {
                VaultChange::Keep(kept) => {
                    let mut keep = self.connection.prepare_cached(KEEP)?;
                    keep.execute(params![kept.hash().0, kept.text()])?
                }
                VaultChange::Forget(hash) => {
                    self.connection.prepare_cached(FORGET)?.execute([hash.0])?
                }
            };
        }
        Ok(())
    }

    fn read_rows(
        &self,
        query: &str,
        values: impl rusqlite::Params,
    ) -> Result<Vec<Row>, StoreError> {
        let read = || -> rusqlite::Result<Vec<Row>> {
            self.connection.prepare_cached(query)?.query_map(values, to_row)?.collect()
        };
        read().map_err(failed)
    }
}

/// Creates the file if it is missing, for its owner's eyes only; SQLite's other files follow it. An empty file may be what
/// is left of a house: no other one is founded in it.
fn create(path: &Path) -> Result<(), StoreError> {
    match OpenOptions::new().write(true).create_new(true).mode(0o600).open(path) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            match stays_empty(path) {
                true => Err(StoreError::Unavailable(format!(
                    "the file {} is empty: if a house was there, restore it; if not, delete the file and start again",
                    path.display()
                ))),
                false => Ok(()),
            }
        }
        Err(error) => Err(StoreError::Unavailable(format!(
            "cannot create {}: {error}; does its folder exist, and may this user write to it?",
            path.display()
        ))),
    }
}

/// Whether a file is empty, and not only because another process has just created it.
fn stays_empty(path: &Path) -> bool {
    let is_empty = || std::fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() == 0);
    let until = Instant::now() + CREATED_WITHIN;
    while is_empty() {
        if Instant::now() >= until {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    false
}

/// Opens a file to read. Where nothing can be written beside it (a read-only disk, another's folder)
/// SQLite cannot share it with writers; if there is no write-ahead log, nobody is writing, and it is
/// read as it is.
fn connect_to_read(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(path, flags)?;
    let read = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()));
    let Err(error) = read else { return Ok(connection) };
    let is_unshared = matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::SystemIoFailure)
    );
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let has_log = std::fs::metadata(log).is_ok_and(|log| log.len() > 0);
    if !is_unshared || has_log {
        return Err(error);
    }
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let path = percent_encode(path.as_os_str().as_bytes(), PATH);
    Connection::open_with_flags(format!("file:{path}?immutable=1"), flags)
}

/// What stands for itself in the path of a file's address.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'.').remove(b'-').remove(b'_');

/// Sets how the file is written and waited for.
fn prepare(connection: &mut Connection, mode: OpenMode) -> rusqlite::Result<()> {
    connection.busy_handler(Some(|tries| {
        std::thread::sleep(Duration::from_millis(1));
        tries < LOCK_TRIES
    }))?;
    connection.set_prepared_statement_cache_capacity(32);
    connection.pragma_update(None, "cache_size", -16_384)?;
    if mode == OpenMode::ReadOnly {
        return Ok(());
    }
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    // What many groups change again and again, such as the index of ids, goes into the file once.
    connection.pragma_update(None, "wal_autocheckpoint", 8_000)?;
    // A busy hour's log is given back to the disk once it is taken into the file.
    connection.pragma_update(None, "journal_size_limit", 64 << 20)
}

fn to_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    let key = Key { kind: row.get(0)?, name: row.get(1)? };
    let (json, hash) = (row.get(2)?, Hash(row.get(3)?));
    Ok(Row { key, json, hash, seq: row.get(4)?, is_live: row.get(5)? })
}

fn to_entry(row: &rusqlite::Row<'_>) -> rusqlite::Result<Entry> {
    Ok(Entry { seq: row.get(0)?, line: row.get(1)?, hash: Hash(row.get(2)?) })
}

/// What an error of SQLite means.
#[allow(clippy::needless_pass_by_value, reason = "it is what errors are mapped with")]
fn failed(error: rusqlite::Error) -> StoreError {
    let text = error.to_string();
    if let Some(moved) = StoreError::from_seal(&text) {
        return moved;
    }
    match error {
        rusqlite::Error::SqliteFailure(failure, _) => match failure.code {
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => StoreError::Conflict,
            ErrorCode::ReadOnly => StoreError::ReadOnly,
            ErrorCode::NotADatabase => {
                StoreError::Empty("the file is not a SQLite database".to_owned())
            }
            ErrorCode::DatabaseCorrupt
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
        if self.mode == OpenMode::ReadOnly {
            return Err(StoreError::ReadOnly);
        }
        self.file.must_be_there()?;
        self.connection
            .prepare_cached("BEGIN IMMEDIATE")
            .and_then(|mut begin| begin.execute([]))
            .map_err(failed)?;
        self.head()
    }

    fn begin_read(&mut self) -> Result<Head, StoreError> {
        self.connection.execute_batch("BEGIN").map_err(failed)?;
        self.head().inspect_err(|_| self.roll_back())
    }

    fn write(&mut self, batch: &Batch) -> Result<(), StoreError> {
        assert!(!self.connection.is_autocommit(), "writing follows a begin");
        self.insert(batch).map_err(failed)
    }

    fn commit(&mut self, batch: &Batch) -> Result<(), StoreError> {
        self.write(batch)?;
        if batch.entries.is_empty() {
            // What another process wrote and did not live to flush can already be read. SQLite flushes
            // nothing for an empty commit, so the version is written again.
            let version = format!("PRAGMA user_version = {}", MIGRATIONS.len());
            self.connection.execute_batch(&version).map_err(failed)?;
        }
        let committed =
            self.connection.prepare_cached("COMMIT").and_then(|mut commit| commit.execute([]));
        committed.map_err(failed)?;
        if let Some(path) = self.connection.path() {
            self.checkpoints.get_or_insert_with(|| Checkpoints::start(path.into())).written();
        }
        Ok(())
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
        // SQLite may have ended it itself, on a full disk for example.
        if !self.connection.is_autocommit() {
            // What cannot be rolled back is rolled back when the file is next opened.
            let _ = self.connection.execute_batch("ROLLBACK");
        }
    }

    fn head(&mut self) -> Result<Head, StoreError> {
        if self.connection.is_autocommit() {
            self.file.must_be_there()?;
        }
        let head = |row: &rusqlite::Row<'_>| Ok(Head { seq: row.get(0)?, hash: Hash(row.get(1)?) });
        let read = || self.connection.prepare_cached(HEAD)?.query_row([], head).optional();
        Ok(read().map_err(failed)?.unwrap_or(Head::EMPTY))
    }

    fn rows_live(&mut self) -> Result<Vec<Row>, StoreError> {
        self.read_rows(ROWS_LIVE, [])
    }

    fn row(&mut self, key: &Key) -> Result<Option<Row>, StoreError> {
        let rows = self.read_rows(ROW, params![key.kind, key.name])?;
        Ok(rows.into_iter().next())
    }

    fn rows_of(&mut self, kind: &str) -> Result<Vec<Row>, StoreError> {
        self.read_rows(ROWS_OF, [kind])
    }

    fn archived_count(&mut self) -> Result<u64, StoreError> {
        self.number(FILED_COUNT).map(|count| u64::try_from(count).unwrap_or(0)).map_err(failed)
    }

    fn archived_among(&mut self, keys: &[Key]) -> Result<Vec<Row>, StoreError> {
        let read = || -> rusqlite::Result<Vec<Row>> {
            let mut archived = self.connection.prepare_cached(ARCHIVED)?;
            let mut found = Vec::new();
            for Key { kind, name } in keys {
                found.extend(archived.query_row([kind, name], to_row).optional()?);
            }
            Ok(found)
        };
        read().map_err(failed)
    }

    fn visit_archived(&mut self, visit: &mut dyn FnMut(Row)) -> Result<(), StoreError> {
        let mut read = || -> rusqlite::Result<()> {
            let mut archived = self.connection.prepare_cached(ALL_ARCHIVED)?;
            archived.query_map([], to_row)?.try_for_each(|row| row.map(&mut *visit))
        };
        read().map_err(failed)
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

    fn entries_about(
        &mut self,
        key: &Key,
        after: u64,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let read = || -> rusqlite::Result<Vec<Entry>> {
            let mut about = self.connection.prepare_cached(ENTRIES_ABOUT)?;
            about.query_map(params![key.kind, key.name, after, limit], to_entry)?.collect()
        };
        read().map_err(failed)
    }

    fn subjects(
        &mut self,
        after: Option<&Subject>,
        limit: usize,
    ) -> Result<Vec<Subject>, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let (kind, name, seq) =
            after.map_or(("", "", 0), |after| (&*after.key.kind, &*after.key.name, after.seq));
        let to_subject = |row: &rusqlite::Row<'_>| {
            let key = Key { kind: row.get(0)?, name: row.get(1)? };
            Ok(Subject { key, seq: row.get(2)? })
        };
        let read = || -> rusqlite::Result<Vec<Subject>> {
            let mut subjects = self.connection.prepare_cached(SUBJECTS)?;
            subjects.query_map(params![kind, name, seq, limit], to_subject)?.collect()
        };
        read().map_err(failed)
    }

    fn kinds(&mut self) -> Result<Vec<String>, StoreError> {
        let read = || -> rusqlite::Result<Vec<String>> {
            self.connection.prepare_cached(KINDS)?.query_map([], |row| row.get(0))?.collect()
        };
        read().map_err(failed)
    }

    fn kept(&mut self, hash: Hash) -> Result<Option<Kept>, StoreError> {
        let read = || -> rusqlite::Result<Option<String>> {
            let mut kept = self.connection.prepare_cached(KEPT)?;
            kept.query_row([hash.0], |row| row.get(0)).optional()
        };
        read().map_err(failed)?.map(|text| Kept::found(hash, text)).transpose()
    }

    fn kept_hashes(&mut self) -> Result<HashSet<Hash>, StoreError> {
        let read = || -> rusqlite::Result<HashSet<Hash>> {
            let mut vault = self.connection.prepare_cached(VAULT)?;
            let mut rows = vault.query([])?;
            let mut hashes = HashSet::new();
            while let Some(row) = rows.next()? {
                let hash = Hash(row.get(0)?);
                if Kept::is_intact(hash, row.get_ref(1)?.as_str()?) {
                    hashes.insert(hash);
                }
            }
            Ok(hashes)
        };
        read().map_err(failed)
    }

    fn vault(&mut self) -> Result<Vec<Kept>, StoreError> {
        let read = || -> rusqlite::Result<Vec<(Hash, String)>> {
            let pair = |row: &rusqlite::Row<'_>| Ok((Hash(row.get(0)?), row.get(1)?));
            self.connection.prepare_cached(VAULT)?.query_map([], pair)?.collect()
        };
        let all = read().map_err(failed)?.into_iter();
        all.map(|(hash, text)| Kept::found(hash, text)).collect()
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

    fn settle(&mut self) -> Result<(), StoreError> {
        if self.mode == OpenMode::ReadOnly {
            return Ok(());
        }
        // It waits for readers as for a lock, and says so if they took too long.
        let is_busy = |row: &rusqlite::Row<'_>| row.get::<_, i64>(0);
        let busy = self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], is_busy);
        if busy.map_err(failed)? == 0 { Ok(()) } else { Err(StoreError::Conflict) }
    }

    fn reader(&self) -> Result<Box<dyn Store>, StoreError> {
        let path = self.connection.path().unwrap_or_default();
        Ok(Box::new(SqliteStore::open(Path::new(path), OpenMode::ReadOnly)?))
    }
}
