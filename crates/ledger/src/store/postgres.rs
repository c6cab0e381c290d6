//! A store in a PostgreSQL database: for several processes or machines on one ledger.
//!
//! Everything is in the schema `croupier`. A writer locks the one row that says where the chain ends,
//! so writers of any number of processes queue there. A group of requests takes four round trips: begin
//! and lock, look for repeated ids, write everything, commit. Every commit notifies. Every call has a
//! deadline: a server that does not answer is given up on, and nothing is acknowledged.

mod errors;
mod line;
mod meet;
mod migrate;
mod tls;

use std::collections::HashSet;
use std::pin::pin;
use std::time::Duration;

use futures_util::TryStreamExt as _;
use tokio_postgres::{Client, Error, SimpleQueryMessage, Statement};

use super::{Batch, Kept, OpenMode, Row, Store, StoreError, Subject, VaultChange, Visit};
use crate::chain::{Entry, EntryRef, Hash, Head};
use crate::ids::RequestId;
use crate::machine::Key;
use errors::{failed, not_confirmed};
pub use line::Deadlines;
use line::{Failure, Line};
use tls::Server;

/// Nothing is acknowledged before the disk, and a synchronous standby if there is one, has it. A
/// writer that hangs does not hold the others up for ever.
fn session(deadlines: &Deadlines) -> String {
    format!(
        "SET synchronous_commit = on;
         SET lock_timeout = {};
         SET statement_timeout = {};
         SET idle_in_transaction_session_timeout = '60s';
         SET default_transaction_isolation = 'read committed'",
        deadlines.posting.as_millis() / 2,
        deadlines.reading.as_millis(),
    )
}

const BEGIN: &str = "BEGIN; SELECT seq, encode(hash, 'hex') FROM croupier.head FOR UPDATE";
const BEGIN_READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
     SELECT seq, encode(hash, 'hex') FROM croupier.head";
const LISTEN: &str = "LISTEN croupier";
const HEAD: &str = "SELECT seq, hash FROM croupier.head";
const WRITE: &str = "WITH added AS (
         INSERT INTO croupier.entries (seq, id, line, hash)
         SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::text[], $4::bytea[])
     ), changed AS (
         INSERT INTO croupier.rows (kind, name, json, hash, seq, is_live)
         SELECT * FROM unnest($5::text[], $6::text[], $7::text[], $8::bytea[], $9::bigint[],
                              $10::boolean[])
         ON CONFLICT (kind, name) DO UPDATE SET json = excluded.json, hash = excluded.hash,
         seq = excluded.seq, is_live = excluded.is_live
     ), about AS (
         INSERT INTO croupier.subjects (kind, name, seq)
         SELECT * FROM unnest($11::text[], $12::text[], $13::bigint[])
         ON CONFLICT DO NOTHING
     )
     UPDATE croupier.head SET seq = coalesce($14, seq), hash = coalesce($15, hash)
     RETURNING pg_notify('croupier', seq::text)";
const ROWS_LIVE: &str =
    "SELECT kind, name, json, hash, seq, is_live FROM croupier.rows WHERE is_live";
const ROW: &str =
    "SELECT kind, name, json, hash, seq, is_live FROM croupier.rows WHERE kind = $1 AND name = $2";
const ROWS_OF: &str =
    "SELECT kind, name, json, hash, seq, is_live FROM croupier.rows WHERE kind = $1 ORDER BY name";
const FILED_COUNT: &str = "SELECT count(*) FROM croupier.rows WHERE NOT is_live";
const ARCHIVED: &str = "SELECT kind, name, json, hash, seq, is_live FROM croupier.rows
     JOIN unnest($1::text[], $2::text[]) AS asked (kind, name) USING (kind, name) WHERE NOT is_live";
const ALL_ARCHIVED: &str = "SELECT kind, name, json, hash, seq, is_live FROM croupier.rows
     WHERE (kind, name) > ($1, $2) AND NOT is_live ORDER BY kind, name LIMIT $3";
const FIND: &str = "SELECT seq, line, hash, id FROM croupier.entries WHERE id = ANY($1)";
const ENTRIES: &str =
    "SELECT seq, line, hash FROM croupier.entries WHERE seq > $1 ORDER BY seq LIMIT $2";
const ENTRIES_ABOUT: &str = "SELECT seq, line, hash
     FROM croupier.subjects JOIN croupier.entries USING (seq)
     WHERE kind = $1 AND name = $2 AND seq > $3 ORDER BY seq LIMIT $4";
const SUBJECTS: &str = "SELECT kind, name, seq FROM croupier.subjects
     WHERE (kind, name, seq) > ($1, $2, $3) ORDER BY kind, name, seq LIMIT $4";
const KINDS: &str = "SELECT DISTINCT kind FROM croupier.rows ORDER BY kind";
const KEEP: &str = "INSERT INTO croupier.vault (hash, text) VALUES ($1, $2) ON CONFLICT DO NOTHING";
const FORGET: &str = "DELETE FROM croupier.vault WHERE hash = $1";
const KEPT: &str = "SELECT text FROM croupier.vault WHERE hash = $1";
const VAULT: &str = "SELECT hash, text FROM croupier.vault ORDER BY hash";
const RANGE: &str = "SELECT seq, line, hash FROM croupier.entries
     WHERE seq > $1 AND seq <= $2 ORDER BY seq LIMIT $3";
/// How many entries are visited before the deadline starts over.
const CHUNK: i64 = 65_536;
/// How many rows that are kept only to be looked up are read at a time.
const FILED_CHUNK: i64 = 4_096;

/// The statements in constant use.
struct Prepared {
    find: Statement,
    write: Statement,
    head: Statement,
    entries: Statement,
    range: Statement,
}

/// A connection with its statements.
struct Session {
    line: Line,
    prepared: Prepared,
}

/// A store in a PostgreSQL database. The next call that is not in the middle of writing replaces a lost
/// connection.
pub struct PostgresStore {
    server: Server,
    deadlines: Deadlines,
    mode: OpenMode,
    session: Option<Session>,
    is_begun: bool,
    is_listening: bool,
}

impl PostgresStore {
    /// Opens a database as the mode says, and brings its tables up to date unless it is only read.
    /// Waits for the network: not for an asynchronous task.
    pub fn open(url: &str, mode: OpenMode) -> Result<PostgresStore, StoreError> {
        PostgresStore::open_with(url, mode, Deadlines::default())
    }

    /// Opens a database, with deadlines.
    pub fn open_with(
        url: &str,
        mode: OpenMode,
        deadlines: Deadlines,
    ) -> Result<PostgresStore, StoreError> {
        let mut server = tls::parse(url)?;
        let config = &mut server.config;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(deadlines.connect);
        }
        config.tcp_user_timeout(Duration::from_secs(15));
        config.keepalives_idle(Duration::from_secs(10));
        if config.get_application_name().is_none() {
            config.application_name("croupier");
        }
        PostgresStore::connected(server, mode, deadlines)
    }

    fn connected(
        server: Server,
        mode: OpenMode,
        deadlines: Deadlines,
    ) -> Result<PostgresStore, StoreError> {
        let mut store = PostgresStore {
            server,
            deadlines,
            mode,
            session: None,
            is_begun: false,
            is_listening: false,
        };
        store.session()?;
        Ok(store)
    }

    /// Listens for what others write, also on connections that are made later.
    pub(super) fn listen(&mut self) -> Result<(), StoreError> {
        self.is_listening = true;
        self.ask(self.deadlines.posting, async |client, _| client.batch_execute(LISTEN).await)
            .map_err(failed)
    }

    /// Waits until someone has written, but no longer than this.
    pub(super) fn wait_for_notice(&mut self, at_most: Duration) -> Result<(), StoreError> {
        let Session { line, .. } = self.session()?;
        line.wait(at_most);
        if line.is_closed() {
            self.session = None;
            return Err(StoreError::Unavailable("the connection was closed".to_owned()));
        }
        Ok(())
    }

    /// The connection; replaced if it was lost and nothing is half written.
    fn session(&mut self) -> Result<&Session, StoreError> {
        if self.session.as_ref().is_some_and(|session| session.line.is_closed()) {
            self.session = None;
        }
        if self.session.is_none() {
            if self.is_begun {
                return Err(StoreError::Unavailable("the connection was lost".to_owned()));
            }
            self.session = Some(self.connect()?);
        }
        self.session.as_ref().ok_or_else(|| StoreError::Unavailable("no connection".to_owned()))
    }

    /// Connects, and makes sure that the tables are there.
    fn connect(&self) -> Result<Session, StoreError> {
        let Deadlines { posting, .. } = self.deadlines;
        let line = Line::connect(&self.server, &self.deadlines).map_err(|failure| match failed(
            failure,
        ) {
            StoreError::Unavailable(why) => StoreError::Unavailable(format!(
                "{why}; is the server running, does the database exist, and may this user connect?"
            )),
            other => other,
        })?;
        let session = session(&self.deadlines);
        line.ask(posting, async |client| client.batch_execute(&session).await).map_err(failed)?;
        let (found, known) =
            (line.ask(posting, migrate::version).map_err(failed)?, migrate::known());
        if found > known {
            return Err(StoreError::TooNew { found, known });
        }
        match self.mode {
            OpenMode::Existing | OpenMode::ReadOnly if found == 0 => {
                return Err(StoreError::Empty("the database has no croupier tables".to_owned()));
            }
            OpenMode::ReadOnly if found < known => {
                return Err(StoreError::Unavailable(format!(
                    "its tables have version {found}, this program reads version {known}; open it \
                     for writing once to bring it up to date"
                )));
            }
            OpenMode::Create | OpenMode::Existing if found < known => {
                line.ask(migrate::AT_MOST, migrate::migrate).map_err(failed)?;
            }
            OpenMode::Create | OpenMode::Existing | OpenMode::ReadOnly => {}
        }
        let prepared = line.ask(posting, prepare).map_err(failed)?;
        if self.is_listening {
            line.ask(posting, async |client| client.batch_execute(LISTEN).await).map_err(failed)?;
        }
        Ok(Session { line, prepared })
    }

    /// Asks the server something. After an error that leaves it unknown how the connection stands,
    /// it is given up.
    fn ask<T>(
        &mut self,
        at_most: Duration,
        question: impl AsyncFnOnce(&Client, &Prepared) -> Result<T, Error>,
    ) -> Result<T, Failure> {
        let Session { line, prepared } = self.session().map_err(Failure::NotAsked)?;
        let answer = line.ask(at_most, async |client| question(client, prepared).await);
        answer.inspect_err(|failure| {
            if failure.ends_the_line() {
                self.session = None;
            }
        })
    }

    /// Begins a transaction with a query that returns where the chain ends.
    fn begin_with(&mut self, sql: &str) -> Result<Head, StoreError> {
        let at_most = self.deadlines.posting;
        let begin = async |client: &Client, _: &Prepared| client.simple_query(sql).await;
        // A connection may have died since it was last used, and nothing is lost by asking again.
        let begun = match self.ask(at_most, begin) {
            Err(Failure::Told(_)) if self.session.is_none() => self.ask(at_most, begin),
            begun => begun,
        };
        self.is_begun = true;
        let told = begun.map_err(failed).inspect_err(|_| self.roll_back())?;
        let row = told.iter().find_map(|message| match message {
            SimpleQueryMessage::Row(row) => Some((row.get(0)?, row.get(1)?)),
            _ => None,
        });
        let head = row.and_then(|(seq, hash)| {
            Some(Head { seq: seq.parse().ok()?, hash: hash.parse().ok()? })
        });
        head.ok_or_else(|| damaged("the end of the chain is not recorded")).inspect_err(|_| {
            self.roll_back();
        })
    }

    /// Ends what was begun, and has it confirmed.
    fn end(&mut self) -> Result<(), StoreError> {
        let at_most = self.deadlines.posting;
        let Session { line, .. } = self.session()?;
        line.take_warning();
        let committed = line.ask(at_most, async |client| client.batch_execute("COMMIT").await);
        let is_warned = line.take_warning();
        match committed {
            Ok(()) if is_warned => {
                self.is_begun = false;
                let why = "the server committed with a warning: its standby may not have the entry";
                Err(StoreError::Unavailable(why.to_owned()))
            }
            Ok(()) => {
                self.is_begun = false;
                Ok(())
            }
            Err(failure) => {
                if failure.ends_the_line() {
                    self.session = None;
                }
                Err(match failure {
                    Failure::Late(at_most) => not_confirmed(at_most, is_warned),
                    failure => failed(failure),
                })
            }
        }
    }

    /// Asks something that changes nothing: if the connection proves to be lost, once more on a new
    /// one. A server that is late is not asked again.
    #[allow(clippy::needless_pass_by_value, reason = "a question is written where it is asked")]
    fn read<T>(
        &mut self,
        at_most: Duration,
        question: impl AsyncFn(&Client, &Prepared) -> Result<T, Error>,
    ) -> Result<T, StoreError> {
        match self.ask(at_most, &question) {
            Err(Failure::Told(_)) if self.session.is_none() && !self.is_begun => {
                self.ask(at_most, &question)
            }
            answer => answer,
        }
        .map_err(failed)
    }
}

async fn prepare(client: &Client) -> Result<Prepared, Error> {
    Ok(Prepared {
        find: client.prepare(FIND).await?,
        write: client.prepare(WRITE).await?,
        head: client.prepare(HEAD).await?,
        entries: client.prepare(ENTRIES).await?,
        range: client.prepare(RANGE).await?,
    })
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
    bytes.try_into().map(Hash).map_err(|_| damaged("a hash is not 32 bytes long"))
}

fn to_entry_ref(row: &tokio_postgres::Row) -> Result<EntryRef<'_>, StoreError> {
    Ok(EntryRef { seq: to_seq(row.get(0))?, line: row.get(1), hash: to_hash(row.get(2))? })
}

fn to_entry(row: &tokio_postgres::Row) -> Result<Entry, StoreError> {
    to_entry_ref(row).map(|entry| entry.to_entry())
}

fn to_rows(rows: &[tokio_postgres::Row]) -> Result<Vec<Row>, StoreError> {
    let one = |row: &tokio_postgres::Row| {
        let key = Key { kind: row.get(0), name: row.get(1) };
        let (json, hash) = (row.get(2), to_hash(row.get(3))?);
        Ok(Row { key, json, hash, seq: to_seq(row.get(4))?, is_live: row.get(5) })
    };
    rows.iter().map(one).collect()
}

/// What closes the entries to every writer.
fn seal(to: &str) -> String {
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('\'', "''");
    let words = StoreError::Moved { to: to.to_owned() }.to_string();
    format!(
        "CREATE TABLE croupier.moved (address text NOT NULL);
         INSERT INTO croupier.moved (address) VALUES (E'{}');
         CREATE FUNCTION croupier.sealed() RETURNS trigger LANGUAGE plpgsql
         AS 'BEGIN RAISE EXCEPTION USING MESSAGE = TG_ARGV[0]; END';
         CREATE TRIGGER sealed BEFORE INSERT ON croupier.entries
         FOR EACH ROW EXECUTE FUNCTION croupier.sealed(E'{}')",
        quoted(to),
        quoted(&words)
    )
}

/// How far entries were looked at, and by whom.
struct Seen<'a> {
    after: u64,
    last: u64,
    is_enough: bool,
    visit: Visit<'a>,
}

impl Seen<'_> {
    /// Looks at the next chunk of entries as it comes from the server.
    async fn look(
        &mut self,
        client: &Client,
        prepared: &Prepared,
    ) -> Result<Result<(), StoreError>, Error> {
        let bounds = [from_seq(self.after), from_seq(self.last), CHUNK];
        let mut rows = pin!(client.query_raw(&prepared.range, bounds).await?);
        let mut count = 0;
        while let Some(row) = rows.try_next().await? {
            let entry = match to_entry_ref(&row) {
                Ok(entry) => entry,
                Err(error) => return Ok(Err(error)),
            };
            count += 1;
            self.after = entry.seq;
            if (self.visit)(entry).is_break() {
                self.is_enough = true;
                return Ok(Ok(()));
            }
        }
        self.is_enough = count < CHUNK;
        Ok(Ok(()))
    }
}

/// A batch in columns, as one statement takes it.
async fn write_batch(client: &Client, write: &Statement, batch: &Batch) -> Result<(), Error> {
    let (entries, rows) = (&batch.entries, &batch.rows);
    let seqs: Vec<i64> = entries.iter().map(|entry| from_seq(entry.seq)).collect();
    let ids: Vec<[u8; 16]> = batch.ids.iter().map(|id| id.0.to_be_bytes()).collect();
    let ids: Vec<&[u8]> = ids.iter().map(<[u8; 16]>::as_slice).collect();
    let lines: Vec<&str> = entries.iter().map(|entry| entry.line.as_str()).collect();
    let hashes: Vec<&[u8]> = entries.iter().map(|entry| entry.hash.0.as_slice()).collect();
    let kinds: Vec<&str> = rows.iter().map(|row| &*row.key.kind).collect();
    let names: Vec<&str> = rows.iter().map(|row| &*row.key.name).collect();
    let row_hashes: Vec<&[u8]> = rows.iter().map(|row| row.hash.0.as_slice()).collect();
    let jsons: Vec<&str> = rows.iter().map(|row| row.json.as_str()).collect();
    let changed: Vec<i64> = rows.iter().map(|row| from_seq(row.seq)).collect();
    let live: Vec<bool> = rows.iter().map(|row| row.is_live).collect();
    let (last, hash) = (seqs.last(), hashes.last());
    let subjects = || batch.subjects.iter();
    let about_kinds: Vec<&str> = subjects().map(|about| &*about.key.kind).collect();
    let about_names: Vec<&str> = subjects().map(|about| &*about.key.name).collect();
    let about_seqs: Vec<i64> = subjects().map(|about| from_seq(about.seq)).collect();
    client
        .execute(
            write,
            &[
                &seqs,
                &ids,
                &lines,
                &hashes,
                &kinds,
                &names,
                &jsons,
                &row_hashes,
                &changed,
                &live,
                &about_kinds,
                &about_names,
                &about_seqs,
                &last,
                &hash,
            ],
        )
        .await?;
    for change in &batch.vault {
        match change {
            VaultChange::Keep(kept) => {
                client.execute(KEEP, &[&kept.hash().0.as_slice(), &kept.text()]).await?
            }
            VaultChange::Forget(hash) => client.execute(FORGET, &[&hash.0.as_slice()]).await?,
        };
    }
    Ok(())
}

impl Store for PostgresStore {
    fn begin(&mut self) -> Result<Head, StoreError> {
        if self.mode == OpenMode::ReadOnly {
            return Err(StoreError::ReadOnly);
        }
        self.begin_with(BEGIN)
    }

    fn begin_read(&mut self) -> Result<Head, StoreError> {
        self.begin_with(BEGIN_READ)
    }

    fn write(&mut self, batch: &Batch) -> Result<(), StoreError> {
        assert!(self.is_begun, "writing follows a begin");
        let write = async |client: &Client, prepared: &Prepared| {
            write_batch(client, &prepared.write, batch).await
        };
        self.ask(self.deadlines.posting, write).map_err(failed)
    }

    fn commit(&mut self, batch: &Batch) -> Result<(), StoreError> {
        self.write(batch)?;
        self.end()
    }

    fn seal(&mut self, to: &str) -> Result<(), StoreError> {
        assert!(self.is_begun, "sealing follows a begin");
        let seal = seal(to);
        let asked = async |client: &Client, _: &Prepared| client.batch_execute(&seal).await;
        self.ask(self.deadlines.posting, asked).map_err(failed)?;
        self.end()
    }

    fn moved_to(&mut self) -> Result<Option<String>, StoreError> {
        self.read(self.deadlines.posting, async |client, _| {
            let is_sealed = "SELECT to_regclass('croupier.moved') IS NOT NULL";
            if !client.query_one(is_sealed, &[]).await?.get::<_, bool>(0) {
                return Ok(None);
            }
            let to = client.query_one("SELECT address FROM croupier.moved", &[]).await?;
            Ok(Some(to.get(0)))
        })
    }

    fn roll_back(&mut self) {
        if std::mem::take(&mut self.is_begun)
            && let Some(Session { line, .. }) = &self.session
        {
            let at_most = self.deadlines.posting;
            let rolled = line.ask(at_most, async |client| client.batch_execute("ROLLBACK").await);
            if rolled.is_err() {
                // The server rolls back what a lost connection has begun.
                self.session = None;
            }
        }
    }

    fn head(&mut self) -> Result<Head, StoreError> {
        let row = self.read(self.deadlines.posting, async |client, prepared| {
            client.query_one(&prepared.head, &[]).await
        })?;
        Ok(Head { seq: to_seq(row.get(0))?, hash: to_hash(row.get(1))? })
    }

    fn rows_live(&mut self) -> Result<Vec<Row>, StoreError> {
        let rows =
            self.read(self.deadlines.reading, async |client, _| client.query(ROWS_LIVE, &[]).await);
        to_rows(&rows?)
    }

    fn row(&mut self, key: &Key) -> Result<Option<Row>, StoreError> {
        let Key { kind, name } = key;
        let rows = self.read(self.deadlines.posting, async |client, _| {
            client.query(ROW, &[kind, name]).await
        })?;
        Ok(to_rows(&rows)?.into_iter().next())
    }

    fn rows_of(&mut self, kind: &str) -> Result<Vec<Row>, StoreError> {
        let rows = self
            .read(self.deadlines.reading, async |client, _| client.query(ROWS_OF, &[&kind]).await);
        to_rows(&rows?)
    }

    fn archived_count(&mut self) -> Result<u64, StoreError> {
        let row = self.read(self.deadlines.reading, async |client, _| {
            client.query_one(FILED_COUNT, &[]).await
        })?;
        to_seq(row.get(0))
    }

    fn archived_among(&mut self, keys: &[Key]) -> Result<Vec<Row>, StoreError> {
        let kinds: Vec<&str> = keys.iter().map(|key| &*key.kind).collect();
        let names: Vec<&str> = keys.iter().map(|key| &*key.name).collect();
        let rows = self.read(self.deadlines.posting, async |client, _| {
            client.query(ARCHIVED, &[&kinds, &names]).await
        })?;
        to_rows(&rows)
    }

    fn visit_archived(&mut self, visit: &mut dyn FnMut(Row)) -> Result<(), StoreError> {
        let mut after = Key::new("", "");
        loop {
            let Key { kind, name } = &after;
            let rows = self.read(self.deadlines.reading, async |client, _| {
                client.query(ALL_ARCHIVED, &[kind, name, &FILED_CHUNK]).await
            })?;
            let rows = to_rows(&rows)?;
            let Some(last) = rows.last() else { return Ok(()) };
            after = last.key.clone();
            rows.into_iter().for_each(&mut *visit);
        }
    }

    fn find(&mut self, ids: &[RequestId]) -> Result<Vec<(RequestId, Entry)>, StoreError> {
        let wanted: Vec<[u8; 16]> = ids.iter().map(|id| id.0.to_be_bytes()).collect();
        let wanted: Vec<&[u8]> = wanted.iter().map(<[u8; 16]>::as_slice).collect();
        let rows = self.read(self.deadlines.posting, async |client, prepared| {
            client.query(&prepared.find, &[&wanted]).await
        })?;
        let one = |row: &tokio_postgres::Row| {
            let id = row.get::<_, &[u8]>(3).try_into().map(u128::from_be_bytes);
            let id = id.map_err(|_| damaged("an ID is not 16 bytes long"))?;
            Ok((RequestId(id), to_entry(row)?))
        };
        rows.iter().map(one).collect()
    }

    fn entries(&mut self, after: u64, limit: usize) -> Result<Vec<Entry>, StoreError> {
        let (after, limit) = (from_seq(after), i64::try_from(limit).unwrap_or(i64::MAX));
        let rows = self.read(self.deadlines.reading, async |client, prepared| {
            client.query(&prepared.entries, &[&after, &limit]).await
        })?;
        rows.iter().map(to_entry).collect()
    }

    fn entries_about(
        &mut self,
        key: &Key,
        after: u64,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        let (after, limit) = (from_seq(after), i64::try_from(limit).unwrap_or(i64::MAX));
        let rows = self.read(self.deadlines.reading, async |client, _| {
            client.query(ENTRIES_ABOUT, &[&key.kind, &key.name, &after, &limit]).await
        })?;
        rows.iter().map(to_entry).collect()
    }

    fn subjects(
        &mut self,
        after: Option<&Subject>,
        limit: usize,
    ) -> Result<Vec<Subject>, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let (kind, name, seq) = after
            .map_or(("", "", 0), |after| (&*after.key.kind, &*after.key.name, from_seq(after.seq)));
        let rows = self.read(self.deadlines.reading, async |client, _| {
            client.query(SUBJECTS, &[&kind, &name, &seq, &limit]).await
        })?;
        let one = |row: &tokio_postgres::Row| {
            let key = Key { kind: row.get(0), name: row.get(1) };
            Ok(Subject { key, seq: to_seq(row.get(2))? })
        };
        rows.iter().map(one).collect()
    }

    fn kinds(&mut self) -> Result<Vec<String>, StoreError> {
        let rows =
            self.read(self.deadlines.reading, async |client, _| client.query(KINDS, &[]).await)?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    fn kept(&mut self, hash: Hash) -> Result<Option<Kept>, StoreError> {
        let row = self.read(self.deadlines.posting, async |client, _| {
            client.query_opt(KEPT, &[&hash.0.as_slice()]).await
        })?;
        row.map(|row| Kept::found(hash, row.get(0))).transpose()
    }

    fn kept_hashes(&mut self) -> Result<HashSet<Hash>, StoreError> {
        let rows =
            self.read(self.deadlines.reading, async |client, _| client.query(VAULT, &[]).await)?;
        let mut hashes = HashSet::new();
        for row in rows {
            let hash = to_hash(row.get(0))?;
            if Kept::is_intact(hash, row.get(1)) {
                hashes.insert(hash);
            }
        }
        Ok(hashes)
    }

    fn vault(&mut self) -> Result<Vec<Kept>, StoreError> {
        let rows =
            self.read(self.deadlines.reading, async |client, _| client.query(VAULT, &[]).await)?;
        rows.iter().map(|row| Kept::found(to_hash(row.get(0))?, row.get(1))).collect()
    }

    fn visit(&mut self, after: u64, last: u64, visit: Visit<'_>) -> Result<(), StoreError> {
        let at_most = self.deadlines.reading;
        let mut seen = Seen { after, last, is_enough: false, visit };
        while !seen.is_enough {
            let looked = match self.ask(at_most, async |c, p| seen.look(c, p).await) {
                // From where it was lost.
                Err(Failure::Told(_)) if self.session.is_none() && !self.is_begun => {
                    self.ask(at_most, async |c, p| seen.look(c, p).await)
                }
                looked => looked,
            };
            looked.map_err(failed)??;
        }
        Ok(())
    }

    fn reader(&self) -> Result<Box<dyn Store>, StoreError> {
        let reader =
            PostgresStore::connected(self.server.clone(), OpenMode::ReadOnly, self.deadlines)?;
        Ok(Box::new(reader))
    }
}
