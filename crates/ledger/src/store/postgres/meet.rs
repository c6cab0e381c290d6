//! Several processes on one database: which leads, and what each tells the others.

use tokio_postgres::{Client, Error};

use super::{PostgresStore, StoreError, failed};
use crate::store::peers::Met;

/// The process that holds this lock leads; the lock ends with the connection. "CRLD".
const LEAD: i64 = 0x4352_4c44;

const LEADS: &str = "SELECT EXISTS (
         SELECT FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND granted
         AND objsubid = 1 AND (classid::bigint << 32 | objid::bigint) = $1
     )";
const TAKE: &str = "SELECT pg_try_advisory_lock($1)";
const TELL: &str = "INSERT INTO croupier.present (process, names, seen) VALUES ($1, $2, now())
     ON CONFLICT (process) DO UPDATE SET names = excluded.names, seen = excluded.seen";
const HEAR: &str = "SELECT DISTINCT unnest(names) FROM croupier.present
     WHERE process <> $1 AND seen > now() - interval '10 seconds'";
const FORGET: &str = "DELETE FROM croupier.present WHERE seen < now() - interval '1 hour'";

impl PostgresStore {
    pub(in crate::store) fn meet(
        &mut self,
        process: &str,
        tell: &[String],
    ) -> Result<Met, StoreError> {
        let at_most = self.deadlines.posting;
        self.ask(at_most, async |client, _| meet(client, process, tell).await).map_err(failed)
    }
}

async fn meet(client: &Client, process: &str, tell: &[String]) -> Result<Met, Error> {
    let holds: bool = client.query_one(LEADS, &[&LEAD]).await?.get(0);
    let leads = holds || client.query_one(TAKE, &[&LEAD]).await?.get(0);
    client.execute(TELL, &[&process, &tell]).await?;
    client.execute(FORGET, &[]).await?;
    let heard = client.query(HEAR, &[&process]).await?;
    Ok(Met { leads, elsewhere: heard.iter().map(|row| row.get(0)).collect() })
}
