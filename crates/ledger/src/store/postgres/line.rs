//! A connection to a server, on which nothing is waited for without end.
//!
//! A server that hangs keeps its connection alive, and a commit whose synchronous standby is lost waits
//! in the server for ever: only a clock on this side ends that. So the connection is asynchronous and
//! has a runtime of its own, which runs while something is asked and on the thread that asks.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Notify;
use tokio::time::timeout;
use tokio_postgres::error::{DbError, Severity};
use tokio_postgres::{AsyncMessage, Client, Config, Connection, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::tls::Server;
use crate::store::StoreError;

/// How long a server may take to answer. What it has not said by then is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadlines {
    /// For a connection: a server in the same building answers within milliseconds.
    pub connect: Duration,
    /// For each call of a posting. A flush takes milliseconds, a disk that is in trouble seconds; a
    /// table does not stand still for longer. Another writer is waited for half as long.
    pub posting: Duration,
    /// For a chunk of a long reading, which may come from a slow disk.
    pub reading: Duration,
    /// For the server to take note that what it has not answered is given up.
    pub cancel: Duration,
}

impl Default for Deadlines {
    fn default() -> Deadlines {
        Deadlines {
            connect: Duration::from_secs(5),
            posting: Duration::from_secs(10),
            reading: Duration::from_secs(60),
            cancel: Duration::from_secs(1),
        }
    }
}

/// Why something that was asked has no answer.
pub(super) enum Failure {
    /// The server, or the connection to it, said so.
    Told(tokio_postgres::Error),
    /// It did not answer within this time.
    Late(Duration),
    /// It could not even be asked.
    NotAsked(StoreError),
}

impl From<tokio_postgres::Error> for Failure {
    fn from(error: tokio_postgres::Error) -> Failure {
        Failure::Told(error)
    }
}

impl Failure {
    /// Whether the connection is gone or in an unknown state.
    pub(super) fn ends_the_line(&self) -> bool {
        let is_over = |told: &DbError| {
            matches!(told.parsed_severity(), Some(Severity::Fatal | Severity::Panic))
        };
        match self {
            Failure::Told(error) => error.as_db_error().is_none_or(is_over),
            Failure::Late(_) | Failure::NotAsked(_) => true,
        }
    }
}

/// What a server says without being asked.
#[derive(Default)]
struct News {
    /// Told when someone has written, and when the connection has ended.
    told: Notify,
    /// Whether the server has warned since the last call. It warns when it stops waiting for a
    /// synchronous standby: the commit is then on one disk only.
    is_warned: AtomicBool,
}

/// A connection.
pub(super) struct Line {
    /// There until the line goes.
    runtime: Option<Runtime>,
    client: Client,
    news: Arc<News>,
    tls: Option<MakeRustlsConnect>,
    cancel: Duration,
}

impl Line {
    /// Connects to a server.
    pub(super) fn connect(server: &Server, deadlines: &Deadlines) -> Result<Line, Failure> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| {
            Failure::NotAsked(StoreError::Unavailable(format!("no runtime: {error}")))
        })?;
        // Of several servers each has its time.
        let Server { config, tls } = server;
        let servers = config.get_hosts().len().max(config.get_hostaddrs().len()).max(1);
        let at_most = deadlines.connect * u32::try_from(servers).unwrap_or(u32::MAX);
        let news = Arc::new(News::default());
        let connected = runtime.block_on(async {
            let connecting = call(config, tls.clone(), Arc::clone(&news));
            timeout(at_most, connecting).await
        });
        let client = match connected {
            Ok(connected) => connected?,
            Err(_) => {
                // A name that is still looked up is not waited for.
                runtime.shutdown_background();
                return Err(Failure::Late(at_most));
            }
        };
        let (runtime, tls) = (Some(runtime), tls.clone());
        Ok(Line { runtime, client, news, tls, cancel: deadlines.cancel })
    }

    /// Whether the connection has ended.
    pub(super) fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    /// Asks the server something. What it has not answered in time is cancelled, so that it holds no
    /// lock for someone who is gone: a server that waits for a standby does not look at its
    /// connections.
    pub(super) fn ask<T>(
        &self,
        at_most: Duration,
        question: impl AsyncFnOnce(&Client) -> Result<T, tokio_postgres::Error>,
    ) -> Result<T, Failure> {
        self.block_on(async {
            let mut asked = pin!(question(&self.client));
            if let Ok(answer) = timeout(at_most, &mut asked).await {
                return Ok(answer?);
            }
            // It is late whether this arrives or not, and whatever is answered now: nobody waits for
            // it any more. But what the server warns of is heard.
            let _ = timeout(self.cancel, self.cancel()).await;
            let _ = timeout(self.cancel, asked).await;
            Err(Failure::Late(at_most))
        })
    }

    async fn cancel(&self) -> Result<(), tokio_postgres::Error> {
        let cancel = self.client.cancel_token();
        match &self.tls {
            Some(tls) => cancel.cancel_query(tls.clone()).await,
            None => cancel.cancel_query(NoTls).await,
        }
    }

    /// Waits until the server tells that someone has written, or the connection ends, or the time is
    /// over.
    pub(super) fn wait(&self, at_most: Duration) {
        let _ = self.block_on(async { timeout(at_most, self.news.told.notified()).await });
    }

    /// Whether the server has warned since the last call.
    pub(super) fn take_warning(&self) -> bool {
        self.news.is_warned.swap(false, Ordering::Relaxed)
    }

    fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        let runtime = self.runtime.as_ref().expect("it is there until the line goes");
        runtime.block_on(future)
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Connects, and lets the connection be carried.
async fn call(
    config: &Config,
    tls: Option<MakeRustlsConnect>,
    news: Arc<News>,
) -> Result<Client, tokio_postgres::Error> {
    match tls {
        Some(tls) => {
            let (client, connection) = config.connect(tls).await?;
            tokio::spawn(hear(connection, news));
            Ok(client)
        }
        None => {
            let (client, connection) = config.connect(NoTls).await?;
            tokio::spawn(hear(connection, news));
            Ok(client)
        }
    }
}

/// Carries the connection, and hears what the server says without being asked.
async fn hear<S, T>(mut connection: Connection<S, T>, news: Arc<News>)
where
    S: AsyncRead + AsyncWrite + Unpin,
    T: AsyncRead + AsyncWrite + Unpin,
{
    while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
        match message {
            AsyncMessage::Notification(_) => news.told.notify_one(),
            AsyncMessage::Notice(notice) if notice.parsed_severity() == Some(Severity::Warning) => {
                news.is_warned.store(true, Ordering::Relaxed);
            }
            _ => {}
        }
    }
    drop(connection);
    news.told.notify_one();
}
