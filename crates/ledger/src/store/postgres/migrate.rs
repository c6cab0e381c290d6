//! The tables of a database, made and brought up to date.

use std::time::Duration;

use tokio_postgres::{Client, Error};

/// What makes each version from the one before; never changed, only added to.
const MIGRATIONS: &[&str] = &[
    include_str!("1.sql"),
    include_str!("2.sql"),
    include_str!("3.sql"),
    include_str!("4.sql"),
    include_str!("5.sql"),
];

/// Two processes do not migrate one database at once: "CRLG".
const MIGRATION_LOCK: i64 = 0x4352_4c47;

/// How long a migration may take: it goes through every entry, and nobody can play meanwhile anyway.
pub(super) const AT_MOST: Duration = Duration::from_secs(3_600);

/// The version that this program knows.
pub(super) fn known() -> i64 {
    i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX)
}

/// The version of the tables: 0 where there are none.
pub(super) async fn version(client: &Client) -> Result<i64, Error> {
    let there =
        client.query_one("SELECT to_regclass('croupier.migrations') IS NOT NULL", &[]).await?;
    if there.get::<_, bool>(0) { made(client).await } else { Ok(0) }
}

async fn made(client: &Client) -> Result<i64, Error> {
    let version = "SELECT coalesce(max(version), 0) FROM croupier.migrations";
    Ok(client.query_one(version, &[]).await?.get(0))
}

/// Brings the tables up to date. If it fails, the connection must be given up, and nothing is changed.
pub(super) async fn migrate(client: &Client) -> Result<(), Error> {
    // A long history takes its time.
    client.batch_execute("BEGIN; SET LOCAL statement_timeout = 0").await?;
    client.execute("SELECT pg_advisory_xact_lock($1)", &[&MIGRATION_LOCK]).await?;
    client
        .batch_execute(
            "CREATE SCHEMA IF NOT EXISTS croupier;
             CREATE TABLE IF NOT EXISTS croupier.migrations (
                 version bigint PRIMARY KEY,
                 at timestamptz NOT NULL DEFAULT now()
             )",
        )
        .await?;
    // Another process may have come first.
    let done = made(client).await?;
    for (number, migration) in (1i64..).zip(MIGRATIONS).filter(|(number, _)| *number > done) {
        client.batch_execute(migration).await?;
        let note = "INSERT INTO croupier.migrations (version) VALUES ($1)";
        client.execute(note, &[&number]).await?;
    }
    client.batch_execute("COMMIT").await
}
