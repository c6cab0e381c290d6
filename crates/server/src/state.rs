//! What every handler has: the house, its live channels, who is here, and what the library answers.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use anchors::Pusher;
use house::desk::Desk;
use house::{Ledger, Snapshot};
use ledger::{Store, StoreError};
use money::Moment;
use tokio::sync::{Semaphore, watch};

use crate::bots::Bots;
use crate::error::ApiError;
use crate::labs::Labs;
use crate::library::Library;
use crate::limits::Limits;
use crate::live::Live;
use crate::metrics::Metrics;
use crate::peers::Peers;
use crate::presence::Presence;
use crate::secrets::Secrets;

/// How many analyses run at once; the others wait.
const ANALYSES_AT_ONCE: usize = 1;
/// How many rules and settlements are looked up at once: they are quick, and do not wait for analyses.
const LOOKUPS_AT_ONCE: usize = 2;
/// How long an answer to "is the store there?" is good for.
const READY_FOR: Duration = Duration::from_secs(1);
/// How long the store may take to answer.
const READY_WITHIN: Duration = Duration::from_secs(3);

/// How a house is put on the network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// The address of a client is taken from `X-Forwarded-For`: there is a reverse proxy in front.
    pub trusts_proxy: bool,
    /// Cookies are sent over TLS only.
    pub is_secure: bool,
    /// The pit shows the exact house edge of each table's main wager.
    pub shows_edge: bool,
}

/// Why a house is not ready: told to anyone who asks, so it names nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotReady {
    /// The store does not answer.
    #[error("the store cannot be reached")]
    Store,
    /// The last commit failed, or nothing can be written: the disk is full, the file is read-only, its folder is
    /// gone.
    #[error("the store cannot be written to")]
    Write,
    /// The self-check found something that does not agree.
    #[error("the self-check failed")]
    SelfCheck,
}

/// The server's state. Clones share it.
#[derive(Clone)]
pub struct App(Arc<Shared>);

/// What clones share.
pub struct Shared {
    /// The way into the house.
    pub desk: Desk,
    /// What is sent to watchers.
    pub live: Live,
    /// Who is connected, and where.
    pub presence: Presence,
    /// What is known of other processes of the same house.
    pub peers: Peers,
    /// What the commands answer: rules, odds, strategies, settlements.
    pub library: Arc<dyn Library>,
    /// What the house's bots know.
    pub bots: Bots,
    /// Counters for operators.
    pub metrics: Metrics,
    /// How it is put on the network.
    pub options: Options,
    /// What signs the heads of the chain and pushes them; nothing for a house without keys.
    pub anchors: OnceLock<Arc<Pusher>>,
    /// What-ifs.
    pub(crate) labs: Labs,
    pub(crate) limits: Limits,
    pub(crate) secrets: Secrets,
    pub(crate) analyses: Permits,
    pub(crate) lookups: Permits,
    pub(crate) answers: crate::pages::games::Answers,
    readers: Mutex<Readers>,
    ready: tokio::sync::Mutex<Option<(Instant, Result<(), NotReady>)>>,
    stopping: watch::Sender<bool>,
}

/// Work that is slow, so that only some of it is done at once.
pub(crate) struct Permits(Arc<Semaphore>);

impl Permits {
    pub(crate) fn new(at_once: usize) -> Permits {
        Permits(Arc::new(Semaphore::new(at_once)))
    }

    /// Does something on a thread of its own, in its turn. The turn lasts as long as the work, even if the client that
    /// asked has gone: nobody gets more done at once by hanging up and asking again.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let turn = Arc::clone(&self.0).acquire_owned().await.map_err(ApiError::internal)?;
        let working = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work()
        });
        working.await.map_err(ApiError::internal)
    }
}

/// Connections for reading history.
struct Readers {
    first: Box<dyn Store>,
    idle: Vec<Box<dyn Store>>,
}

impl std::ops::Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl App {
    /// The state of a server for a house. `reader` is another connection to the house's store.
    pub fn new(
        desk: Desk,
        reader: Box<dyn Store>,
        library: Arc<dyn Library>,
        options: Options,
    ) -> App {
        let live = Live::new(desk.ledger());
        let presence = Presence::new(desk.clock().clone());
        let limits = Limits::new(desk.clock().clone());
        App(Arc::new(Shared {
            desk,
            live,
            presence,
            peers: Peers::default(),
            library,
            bots: Bots::default(),
            metrics: Metrics::install(),
            options,
            anchors: OnceLock::new(),
            labs: Labs::default(),
            limits,
            secrets: Secrets::default(),
            analyses: Permits::new(ANALYSES_AT_ONCE),
            lookups: Permits::new(LOOKUPS_AT_ONCE),
            answers: crate::pages::games::Answers::default(),
            readers: Mutex::new(Readers { first: reader, idle: Vec::new() }),
            ready: tokio::sync::Mutex::new(None),
            stopping: watch::Sender::new(false),
        }))
    }

    /// Reads history on a thread of its own, through a connection of its own.
    pub async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut dyn Store, &Snapshot) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let app = self.clone();
        let reading = tokio::task::spawn_blocking(move || app.read_here(read));
        Ok(reading.await.map_err(ApiError::internal)??)
    }
}

impl Shared {
    /// The house's ledger.
    pub fn ledger(&self) -> &Ledger {
        self.desk.ledger()
    }

    /// How many secrets were hashed since the start: what is refused at once costs none.
    pub fn secrets_hashed(&self) -> u64 {
        self.secrets.hashed()
    }

    /// How many records this process keeps in memory beside the house, by kind.
    pub(crate) fn kept(&self) -> [(&'static str, usize); 5] {
        let [people, dealers] = self.presence.kept();
        [
            ("versions", self.live.versions_kept()),
            people,
            dealers,
            ("limits", self.limits.kept()),
            ("labs", self.labs.kept()),
        ]
    }

    /// This moment, by the clock of the house.
    pub fn now(&self) -> Moment {
        self.desk.now()
    }

    /// The end of the chain, signed, as it is printed on paper that is kept.
    pub fn printed_head(&self) -> Option<String> {
        let head = self.snapshot().head;
        self.anchors.get().map(|anchors| anchors.printed(head).to_string())
    }

    /// The house as of the last commit.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.ledger().snapshot()
    }

    fn readers(&self) -> std::sync::MutexGuard<'_, Readers> {
        self.readers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads history on this thread, which may wait.
    pub(crate) fn read_here<T>(
        &self,
        read: impl FnOnce(&mut dyn Store, &Snapshot) -> T,
    ) -> Result<T, StoreError> {
        let mut store = self.reader()?;
        let found = read(&mut *store, &self.snapshot());
        self.readers().idle.push(store);
        Ok(found)
    }

    fn reader(&self) -> Result<Box<dyn Store>, StoreError> {
        let mut readers = self.readers();
        match readers.idle.pop() {
            Some(reader) => Ok(reader),
            None => readers.first.reader(),
        }
    }

    /// The house with what other processes have written; nothing while the store does not answer.
    pub(crate) async fn caught_up(&self) -> Option<Arc<Snapshot>> {
        let ledger = self.ledger().clone();
        let asked = tokio::task::spawn_blocking(move || ledger.refresh());
        tokio::time::timeout(READY_WITHIN, asked).await.ok()?.ok()?.ok()
    }

    /// Whether the store is there and can be written to, and the house passed its self-check. However often this is
    /// asked, the store is asked once a second.
    pub async fn is_ready(&self) -> Result<(), NotReady> {
        let mut known = self.ready.lock().await;
        if let Some((at, ready)) = *known
            && at.elapsed() < READY_FOR
        {
            // What failed since then is known without asking.
            return if self.ledger().has_failed() {
                ready.and(Err(NotReady::Write))
            } else {
                ready
            };
        }
        let ready = self.find_out_if_ready().await;
        *known = Some((Instant::now(), ready));
        ready
    }

    async fn find_out_if_ready(&self) -> Result<(), NotReady> {
        let now = self.caught_up().await.ok_or(NotReady::Store)?;
        let ledger = self.ledger().clone();
        let asked = tokio::task::spawn_blocking(move || ledger.probe());
        match tokio::time::timeout(READY_WITHIN, asked).await {
            Ok(Ok(Ok(()))) => {}
            _ => return Err(NotReady::Write),
        }
        let is_sound = now.problems.iter().all(ledger::Problem::is_about_the_past);
        if is_sound { Ok(()) } else { Err(NotReady::SelfCheck) }
    }

    /// Tells every stream to end.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Tells when the server stops.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }
}
