//! A store in a PostgreSQL database: for linked tables and several servers on one house.
//!
//! Everything is in the schema `croupier`. A writer locks the one row that says where the chain ends,
//! so writers of any number of processes queue there; a group of postings takes four round trips:
//! begin and lock, look for repeated ids, write everything, commit. Every commit notifies.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use postgres::error::{DbError, Severity, SqlState};
use postgres::fallible_iterator::FallibleIterator as _;
use postgres::{Client, Config, NoTls, SimpleQueryMessage, Statement};

use super::{Batch, Row, Store, StoreError};
use crate::chain::{Entry, Hash, Head};
use crate::house::Key;
use crate::ids::RequestId;

/// What makes each version from the one before; never changed, only added to.
const MIGRATIONS: &[&str] = &[include_str!("postgres/1.sql")];

/// Two processes do not migrate one database at once: "CRPR".
const MIGRATION_LOCK: i64 = 0x4352_5052;

/// Nothing is acknowledged before the disk, and a synchronous standby if there is one, has it. A
/// writer that hangs does not hold the others up for ever.
const SESSION: &str = "SET synchronous_commit = on;
     SET lock_timeout = '5s';
     SET statement_timeout = '60s';
     SET idle_in_transaction_session_timeout = '60s';
     SET default_transaction_isolation = 'read committed'";

const BEGIN: &str = "BEGIN; SELECT seq, encode(hash, 'hex') FROM croupier.head FOR UPDATE";
const HEAD: &str = "SELECT seq, hash FROM croupier.head";
const WRITE: &str = "WITH added AS (
         INSERT INTO croupier.entries (seq, id, line, hash)
         SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::text[], $4::bytea[])
     ), changed AS (
         INSERT INTO croupier.rows (kind, name, json, seq, is_live)
         SELECT * FROM unnest($5::text[], $6::text[], $7::text[], $8::bigint[], $9::boolean[])
         ON CONFLICT (kind, name)
         DO UPDATE SET json = excluded.json, seq = excluded.seq, is_live = excluded.is_live
     )
     UPDATE croupier.head SET seq = coalesce($10, seq), hash = coalesce($11, hash)
     RETURNING pg_notify('croupier', seq::text)";
const ROWS_LIVE: &str = "SELECT kind, name, json, seq, is_live FROM croupier.rows WHERE is_live";
const ROWS_SINCE: &str = "SELECT kind, name, json, seq, is_live FROM croupier.rows WHERE seq > $1";
const ROW: &str =
    "SELECT kind, name, json, seq, is_live FROM croupier.rows WHERE kind = $1 AND name = $2";
const ROWS_OF: &str =
    "SELECT kind, name, json, seq, is_live FROM croupier.rows WHERE kind = $1 ORDER BY name";
const FIND: &str = "SELECT seq, line, hash, id FROM croupier.entries WHERE id = ANY($1)";
const ENTRIES: &str =
    "SELECT seq, line, hash FROM croupier.entries WHERE seq > $1 ORDER BY seq LIMIT $2";

/// A connection with its statements.
struct Line {
    client: Client,
    prepared: Prepared,
}

struct Prepared {
    find: Statement,
    write: Statement,
    head: Statement,
    entries: Statement,
}

/// A store in a PostgreSQL database. A lost connection is made again by the next call that is not
/// in the middle of writing.
pub struct PostgresStore {
    config: Config,
    line: Option<Line>,
    is_writing: bool,
    /// Has the server warned since this was last looked at? It warns when it stops waiting for a
    /// synchronous standby: the commit is then on one disk only.
    is_warned: Arc<AtomicBool>,
}

impl PostgresStore {
    /// Opens the house of a database, making or migrating its tables if need be. Waits for the
    /// network: not for an asynchronous task.
    pub fn open(url: &str) -> Result<PostgresStore, StoreError> {
        let mut config: Config = url.parse().map_err(|error: postgres::Error| {
            StoreError::Unavailable(format!(
                "{}; write postgres://USER@HOST/DATABASE",
                describe(&error)
            ))
        })?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(Duration::from_secs(5));
        }
        config.tcp_user_timeout(Duration::from_secs(15));
        config.keepalives_idle(Duration::from_secs(10));
        if config.get_application_name().is_none() {
            config.application_name("croupier");
        }
        let is_warned = Arc::new(AtomicBool::new(false));
        let warned = Arc::clone(&is_warned);
        config.notice_callback(move |notice| {
            if notice.parsed_severity() == Some(Severity::Warning) {
                warned.store(true, Ordering::Relaxed);
            }
        });
        let mut store = PostgresStore { config, line: None, is_writing: false, is_warned };
        store.line()?;
        Ok(store)
    }

    /// Listens for what others write.
    pub(super) fn listen(&mut self) -> Result<(), StoreError> {
        self.ask(|line| line.client.batch_execute("LISTEN croupier"))
    }

    /// Waits for a notice: has one come?
    pub(super) fn wait_for_notice(&mut self, at_most: Duration) -> Result<bool, StoreError> {
        let is_told = self.ask(|line| {
            let told = line.client.notifications().timeout_iter(at_most).next()?.is_some();
            // The others that came with it say nothing more.
            let mut notices = line.client.notifications();
            let mut rest = notices.iter();
            while rest.next()?.is_some() {}
            Ok(told)
        })?;
        if !is_told && self.line.as_ref().is_some_and(|line| line.client.is_closed()) {
            self.line = None;
            return Err(StoreError::Unavailable("the connection was closed".to_owned()));
        }
        Ok(is_told)
    }

    /// The connection; made anew if it was lost and nothing is half written.
    fn line(&mut self) -> Result<&mut Line, StoreError> {
        if self.line.as_ref().is_some_and(|line| line.client.is_closed()) {
            self.line = None;
        }
        if self.line.is_none() {
            if self.is_writing {
                return Err(StoreError::Unavailable("the connection was lost".to_owned()));
            }
            self.line = Some(connect(&self.config)?);
        }
        self.line.as_mut().ok_or_else(|| StoreError::Unavailable("no connection".to_owned()))
    }

    /// Asks the server something. After an error that leaves it unknown how the connection stands,
    /// it is given up.
    fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut Line) -> Result<T, postgres::Error>,
    ) -> Result<T, StoreError> {
        let line = self.line()?;
        question(line).map_err(|error| {
            let is_over = |told: &DbError| {
                matches!(told.parsed_severity(), Some(Severity::Fatal | Severity::Panic))
            };
            if error.as_db_error().is_none_or(is_over) {
                self.line = None;
            }
            failed(&error)
        })
    }

    /// Asks something that changes nothing: if the connection proves to be lost, once more on a new
    /// one.
    fn read<T>(
        &mut self,
        question: impl Fn(&mut Line) -> Result<T, postgres::Error>,
    ) -> Result<T, StoreError> {
        match self.ask(&question) {
            Err(StoreError::Unavailable(_)) if self.line.is_none() && !self.is_writing => {
                self.ask(&question)
            }
            answer => answer,
        }
    }
}

/// Connects, and makes sure that the tables are there.
fn connect(config: &Config) -> Result<Line, StoreError> {
    let mut client = config.connect(NoTls).map_err(|error| match failed(&error) {
        StoreError::Unavailable(why) => StoreError::Unavailable(format!(
            "{why}; is the server running, is the database made, and may this user connect?"
        )),
        other => other,
    })?;
    client.batch_execute(SESSION).map_err(|error| failed(&error))?;
    migrate(&mut client)?;
    let prepared = prepare(&mut client).map_err(|error| failed(&error))?;
    Ok(Line { client, prepared })
}

fn prepare(client: &mut Client) -> Result<Prepared, postgres::Error> {
    Ok(Prepared {
        find: client.prepare(FIND)?,
        write: client.prepare(WRITE)?,
        head: client.prepare(HEAD)?,
        entries: client.prepare(ENTRIES)?,
    })
}

/// The version of the tables: 0 where there are none.
fn version(client: &mut Client) -> Result<i64, postgres::Error> {
    let there = client.query_one("SELECT to_regclass('croupier.migrations') IS NOT NULL", &[])?;
    if !there.get::<_, bool>(0) {
        return Ok(0);
    }
    let version =
        client.query_one("SELECT coalesce(max(version), 0) FROM croupier.migrations", &[])?;
    Ok(version.get(0))
}

fn migrate(client: &mut Client) -> Result<(), StoreError> {
    let known = i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX);
    let found = version(client).map_err(|error| failed(&error))?;
    if found > known {
        return Err(StoreError::TooNew { found, known });
    }
    if found == known {
        return Ok(());
    }
    migrate_locked(client).map_err(|error| failed(&error))
}

fn migrate_locked(client: &mut Client) -> Result<(), postgres::Error> {
    let mut transaction = client.transaction()?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&MIGRATION_LOCK])?;
    transaction.batch_execute(
        "CREATE SCHEMA IF NOT EXISTS croupier;
         CREATE TABLE IF NOT EXISTS croupier.migrations (
             version bigint PRIMARY KEY,
             at timestamptz NOT NULL DEFAULT now()
         )",
    )?;
    // Another process may have been faster.
    let done: i64 = transaction
        .query_one("SELECT coalesce(max(version), 0) FROM croupier.migrations", &[])?
        .get(0);
    for (number, migration) in (1i64..).zip(MIGRATIONS).filter(|(number, _)| *number > done) {
        transaction.batch_execute(migration)?;
        transaction.execute("INSERT INTO croupier.migrations (version) VALUES ($1)", &[&number])?;
    }
    transaction.commit()
}

/// What an error says, with the server's own words.
fn describe(error: &postgres::Error) -> String {
    use std::error::Error as _;
    match (error.as_db_error(), error.source()) {
        (Some(told), _) => told.message().to_owned(),
        (None, Some(source)) => format!("{error}: {source}"),
        (None, None) => error.to_string(),
    }
}

/// What an error of PostgreSQL means to a house.
fn failed(error: &postgres::Error) -> StoreError {
    let text = describe(error);
    let Some(code) = error.code() else { return StoreError::Unavailable(text) };
    let conflicts = [
        &SqlState::T_R_SERIALIZATION_FAILURE,
        &SqlState::T_R_DEADLOCK_DETECTED,
        &SqlState::LOCK_NOT_AVAILABLE,
    ];
    if conflicts.contains(&code) {
        return StoreError::Conflict;
    }
    if *code == SqlState::READ_ONLY_SQL_TRANSACTION {
        return StoreError::Unavailable(format!("{text}: this is a standby, not the primary"));
    }
    // Constraints, lost tables, and what the server calls corrupted.
    match &code.code()[..2] {
        "22" | "23" | "42" | "XX" if *code != SqlState::INSUFFICIENT_PRIVILEGE => {
            StoreError::Damaged(text)
        }
        _ => StoreError::Unavailable(text),
    }
}

fn damaged(what: &str) -> StoreError {
    StoreError::Damaged(what.to_owned())
}

fn to_seq(seq: i64) -> Result<u64, StoreError> {
    u64::try_from(seq).map_err(|_| damaged("an entry has a negative number"))
}

fn from_seq(seq: u64) -> i64 {
    i64::try_from(seq).unwrap_or(i64::MAX)
}

fn to_hash(bytes: &[u8]) -> Result<Hash, StoreError> {
    bytes.try_into().map(Hash).map_err(|_| damaged("a hash has not 32 bytes"))
}

fn to_entry(row: &postgres::Row) -> Result<Entry, StoreError> {
    Ok(Entry { seq: to_seq(row.get(0))?, line: row.get(1), hash: to_hash(row.get(2))? })
}

fn to_rows(rows: &[postgres::Row]) -> Result<Vec<Row>, StoreError> {
    let one = |row: &postgres::Row| {
        let (kind, name): (&str, &str) = (row.get(0), row.get(1));
        let key = Key::parse(kind, name)
            .ok_or_else(|| damaged(&format!("there is a row {kind} \"{name}\"")))?;
        Ok(Row { key, json: row.get(2), seq: to_seq(row.get(3))?, is_live: row.get(4) })
    };
    rows.iter().map(one).collect()
}

/// A batch in columns, as one statement takes it.
fn write_batch(line: &mut Line, batch: &Batch) -> Result<(), postgres::Error> {
    let (entries, rows) = (&batch.entries, &batch.rows);
    let seqs: Vec<i64> = entries.iter().map(|entry| from_seq(entry.seq)).collect();
    let ids: Vec<[u8; 16]> = batch.ids.iter().map(|id| id.0.to_be_bytes()).collect();
    let ids: Vec<&[u8]> = ids.iter().map(<[u8; 16]>::as_slice).collect();
    let lines: Vec<&str> = entries.iter().map(|entry| entry.line.as_str()).collect();
    let hashes: Vec<&[u8]> = entries.iter().map(|entry| entry.hash.0.as_slice()).collect();
    let kinds: Vec<&str> = rows.iter().map(|row| row.key.kind()).collect();
    let names: Vec<String> = rows.iter().map(|row| row.key.name()).collect();
    let jsons: Vec<&str> = rows.iter().map(|row| row.json.as_str()).collect();
    let changed: Vec<i64> = rows.iter().map(|row| from_seq(row.seq)).collect();
    let live: Vec<bool> = rows.iter().map(|row| row.is_live).collect();
    let (last, hash) = (seqs.last(), hashes.last());
    line.client.execute(
        &line.prepared.write,
        &[&seqs, &ids, &lines, &hashes, &kinds, &names, &jsons, &changed, &live, &last, &hash],
    )?;
    Ok(())
}

impl Store for PostgresStore {
    fn begin(&mut self) -> Result<Head, StoreError> {
        // A connection may have died since it was last used, and nothing is lost by asking again.
        let begun = match self.ask(|line| line.client.simple_query(BEGIN)) {
            Err(StoreError::Unavailable(_)) if self.line.is_none() => {
                self.ask(|line| line.client.simple_query(BEGIN))
            }
            begun => begun,
        };
        self.is_writing = true;
        let told = begun.inspect_err(|_| self.roll_back())?;
        let row = told.iter().find_map(|message| match message {
            SimpleQueryMessage::Row(row) => Some((row.get(0)?, row.get(1)?)),
            _ => None,
        });
        let head = row.and_then(|(seq, hash)| {
            Some(Head { seq: seq.parse().ok()?, hash: hash.parse().ok()? })
        });
        head.ok_or_else(|| damaged("it does not say where the chain ends")).inspect_err(|_| {
            self.roll_back();
        })
    }

    fn write(&mut self, batch: &Batch) -> Result<(), StoreError> {
        assert!(self.is_writing, "what is written stands behind a begin");
        self.ask(|line| write_batch(line, batch))
    }

    fn commit(&mut self, batch: &Batch) -> Result<(), StoreError> {
        self.write(batch)?;
        self.is_warned.store(false, Ordering::Relaxed);
        self.ask(|line| line.client.batch_execute("COMMIT"))?;
        self.is_writing = false;
        if self.is_warned.load(Ordering::Relaxed) {
            let why = "the server committed with a warning, so that its standby may not have it";
            return Err(StoreError::Unavailable(why.to_owned()));
        }
        Ok(())
    }

    fn roll_back(&mut self) {
        if std::mem::take(&mut self.is_writing)
            && let Some(line) = &mut self.line
            && line.client.batch_execute("ROLLBACK").is_err()
        {
            // The server rolls back what a lost connection has begun.
            self.line = None;
        }
    }

    fn head(&mut self) -> Result<Head, StoreError> {
        let row = self.read(|line| line.client.query_one(&line.prepared.head, &[]))?;
        Ok(Head { seq: to_seq(row.get(0))?, hash: to_hash(row.get(1))? })
    }

    fn rows_since(&mut self, seq: u64) -> Result<Vec<Row>, StoreError> {
        let rows = match seq {
            0 => self.read(|line| line.client.query(ROWS_LIVE, &[])),
            seq => self.read(|line| line.client.query(ROWS_SINCE, &[&from_seq(seq)])),
        };
        to_rows(&rows?)
    }

    fn row(&mut self, key: &Key) -> Result<Option<Row>, StoreError> {
        let (kind, name) = (key.kind(), key.name());
        let rows = self.read(|line| line.client.query(ROW, &[&kind, &name]))?;
        Ok(to_rows(&rows)?.into_iter().next())
    }

    fn rows_of(&mut self, kind: &str) -> Result<Vec<Row>, StoreError> {
        to_rows(&self.read(|line| line.client.query(ROWS_OF, &[&kind]))?)
    }

    fn find(&mut self, ids: &[RequestId]) -> Result<Vec<(RequestId, Entry)>, StoreError> {
        let wanted: Vec<[u8; 16]> = ids.iter().map(|id| id.0.to_be_bytes()).collect();
        let wanted: Vec<&[u8]> = wanted.iter().map(<[u8; 16]>::as_slice).collect();
        let rows = self.read(|line| line.client.query(&line.prepared.find, &[&wanted]))?;
        let one = |row: &postgres::Row| {
            let id = row.get::<_, &[u8]>(3).try_into().map(u128::from_be_bytes);
            let id = id.map_err(|_| damaged("an id has not 16 bytes"))?;
            Ok((RequestId(id), to_entry(row)?))
        };
        rows.iter().map(one).collect()
    }

    fn entries(&mut self, after: u64, limit: usize) -> Result<Vec<Entry>, StoreError> {
        let (after, limit) = (from_seq(after), i64::try_from(limit).unwrap_or(i64::MAX));
        let rows =
            self.read(|line| line.client.query(&line.prepared.entries, &[&after, &limit]))?;
        rows.iter().map(to_entry).collect()
    }
}
