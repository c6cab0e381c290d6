//! The ledger: takes requests from many callers at once and answers when they are durable.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{Sender, SyncSender, TrySendError, channel, sync_channel};
use std::sync::{Arc, Weak};
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::sync::{broadcast, oneshot, watch};

use crate::chain::{Hash, Head};
use crate::check::Problem;
use crate::ids::RequestId;
use crate::keeper::{Job, Keeper, Published, StoreTask};
use crate::machine::{Key, Machine, Post};
use crate::store::{Changes, Kept, Store, StoreError, VaultChange};
use money::Moment;

/// How much a ledger takes on at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How many requests may wait before callers have to.
    pub queue_max: usize,
    /// How many are written with one commit: 1 is a transaction for each.
    pub group_max: usize,
    /// How long rows may wait while entries are written: zero writes them with every commit.
    pub rows_every: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { queue_max: 4_096, group_max: 1_024, rows_every: Duration::from_millis(250) }
    }
}

/// The machine as of the last commit, and what of it cannot be trusted. Everything in it is durable.
#[derive(Clone, Debug)]
pub struct Snapshot<M> {
    /// The machine.
    pub machine: M,
    /// Where the chain ends.
    pub head: Head,
    /// The latest moment that an entry has: a clock behind it was set back.
    pub latest: Moment,
    /// What the self-check found: what these name takes no requests.
    pub problems: Arc<Vec<Problem>>,
}

impl<M> Snapshot<M> {
    /// The problem that puts a thing in doubt, if there is one.
    pub fn doubt(&self, key: &Key) -> Option<&Problem> {
        self.problems.iter().find(|problem| problem.depends_on(key))
    }
}

/// The receipt of an accepted request.
#[derive(Clone, Debug)]
pub struct Receipt<M: Machine> {
    /// The number of its entry.
    pub seq: u64,
    /// The effect of the request.
    pub effect: M::Effect,
    /// Whether it had been done already, by a request with the same id and content.
    pub is_repeated: bool,
    /// The machine after the commit that made it durable.
    pub snapshot: Arc<Snapshot<M>>,
}

/// Why a request was not accepted. Unless it says otherwise, nothing was changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum PostError<R: std::error::Error> {
    #[error(transparent)]
    Refused(R),
    #[error("request ID {0} was already used for a different request")]
    IdReused(RequestId),
    #[error("out of order: {0}")]
    InDoubt(Problem),
    /// The machine failed on this request. It changed nothing; other requests go on.
    #[error("internal error: the request was not carried out")]
    Failed { why: String },
    /// Whether it was done is unknown: send the same request, with the same id, again.
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("too many requests are waiting; try again")]
    Busy,
    #[error("the ledger is closed")]
    Closed,
}

pub(crate) type Answer<M> = Result<Receipt<M>, PostError<<M as Machine>::Refusal>>;

/// A ledger on a store. Clones share it; when the last one is dropped, it finishes what waits and
/// closes.
#[derive(Clone)]
pub struct Ledger<M: Machine> {
    writer: Arc<Writer<M>>,
    published: Published<M>,
}

/// The way to the thread that writes.
struct Writer<M: Machine> {
    jobs: Option<SyncSender<Job<M>>>,
    thread: Option<JoinHandle<()>>,
}

impl<M: Machine> Ledger<M> {
    /// Opens the ledger in a store after a self-check (F3): what contradicts itself refuses every
    /// request, and says so; the rest goes on.
    pub fn open(store: Box<dyn Store>) -> Result<Ledger<M>, StoreError> {
        Ledger::open_with(store, Limits::default())
    }

    /// Opens the ledger in a store, with limits.
    pub fn open_with(store: Box<dyn Store>, limits: Limits) -> Result<Ledger<M>, StoreError> {
        Ledger::open_from(store, M::default(), limits)
    }

    /// Opens the ledger in a store, for a machine that is equipped like this one, which has no state.
    pub fn open_from(
        mut store: Box<dyn Store>,
        blank: M,
        limits: Limits,
    ) -> Result<Ledger<M>, StoreError> {
        let (jobs, waiting) = sync_channel(limits.queue_max);
        let (opened, is_open) = channel();
        // The store is read on the thread that will own it: some stores cannot be used on a thread
        // that runs asynchronous tasks.
        let run = move || {
            let Some(keeper) = open_keeper(&mut *store, blank, limits, &opened) else { return };
            keeper.run(&mut *store, &waiting, limits.group_max.max(1));
        };
        let thread = std::thread::Builder::new()
            .name("ledger".to_owned())
            .spawn(run)
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        let died = |_| StoreError::Unavailable("the ledger's thread ended".to_owned());
        let published = is_open.recv().map_err(died)??;
        let writer = Arc::new(Writer { jobs: Some(jobs), thread: Some(thread) });
        Ok(Ledger { writer, published })
    }

    /// The machine as of the last commit. Never waits for the writer.
    pub fn snapshot(&self) -> Arc<Snapshot<M>> {
        Arc::clone(&self.published.last.borrow())
    }

    /// Tells that there is a new snapshot.
    pub fn watch(&self) -> watch::Receiver<Arc<Snapshot<M>>> {
        self.published.last.clone()
    }

    /// Sends every new snapshot in turn. A receiver that falls far behind misses some, and gets an error that says so.
    pub fn each(&self) -> broadcast::Receiver<Arc<Snapshot<M>>> {
        self.published.each.subscribe()
    }

    /// Posts a request and waits until it is durable. Not for an asynchronous task.
    pub fn post(&self, post: Post<M::Request>) -> Answer<M> {
        self.post_later(post)?.blocking_recv().unwrap_or(Err(PostError::Closed))
    }

    /// Posts a request; the answer comes when it is durable. Waits only while the queue is full.
    pub fn post_later(
        &self,
        post: Post<M::Request>,
    ) -> Result<oneshot::Receiver<Answer<M>>, PostError<M::Refusal>> {
        let (answer, answered) = oneshot::channel();
        let jobs = self.writer.jobs.as_ref().ok_or(PostError::Closed)?;
        jobs.send(Job::Post(Box::new(post), answer)).map_err(|_| PostError::Closed)?;
        Ok(answered)
    }

    /// Posts a request from an asynchronous task. A full queue is refused instead of waited for.
    pub async fn post_async(&self, post: Post<M::Request>) -> Answer<M> {
        let (answer, answered) = oneshot::channel();
        let jobs = self.writer.jobs.as_ref().ok_or(PostError::Closed)?;
        jobs.try_send(Job::Post(Box::new(post), answer)).map_err(|error| match error {
            TrySendError::Full(_) => PostError::Busy,
            TrySendError::Disconnected(_) => PostError::Closed,
        })?;
        answered.await.unwrap_or(Err(PostError::Closed))
    }

    /// Reads what other processes wrote since the last commit here, and publishes it.
    pub fn refresh(&self) -> Result<Arc<Snapshot<M>>, PostError<M::Refusal>> {
        let (answer, answered) = oneshot::channel();
        let jobs = self.writer.jobs.as_ref().ok_or(PostError::Closed)?;
        jobs.send(Job::Refresh(answer)).map_err(|_| PostError::Closed)?;
        let refreshed = answered.blocking_recv().map_err(|_| PostError::Closed)?;
        Ok(refreshed?)
    }

    /// Keeps a text beside the chain and returns the hash that a request names it by. It is durable
    /// then; nothing else is. Exports do not contain it.
    pub fn keep(&self, text: Kept) -> Result<Hash, PostError<M::Refusal>> {
        let hash = text.hash();
        self.store_task(|answer| StoreTask::Change(VaultChange::Keep(text), answer))??;
        Ok(hash)
    }

    /// What is kept beside the chain under a hash.
    pub fn kept(&self, hash: Hash) -> Result<Option<Kept>, PostError<M::Refusal>> {
        Ok(self.store_task(|answer| StoreTask::Kept(hash, answer))??)
    }

    /// Forgets what is kept beside the chain under a hash.
    pub fn forget(&self, hash: Hash) -> Result<(), PostError<M::Refusal>> {
        Ok(self.store_task(|answer| StoreTask::Change(VaultChange::Forget(hash), answer))??)
    }

    /// Whether the last commit failed. Until another one succeeds, the store may not be writable.
    pub fn has_failed(&self) -> bool {
        self.published.has_failed.load(Ordering::Relaxed)
    }

    /// Writes nothing, durably: a store that cannot take it cannot take any request either.
    pub fn probe(&self) -> Result<(), PostError<M::Refusal>> {
        Ok(self.store_task(StoreTask::Probe)??)
    }

    /// Brings everything into the store's main file, so that a copy of that file alone is complete: for a clean stop
    /// while others still hold this ledger. The last of them does the same.
    pub fn settle(&self) -> Result<(), PostError<M::Refusal>> {
        Ok(self.store_task(StoreTask::Settle)??)
    }

    /// Takes note of what someone else found that does not agree: what it names takes no requests.
    pub fn doubt(&self, problem: Problem) -> Result<(), PostError<M::Refusal>> {
        self.store_task(|answer| StoreTask::Inconsistency(problem, answer))
    }

    fn store_task<T>(
        &self,
        ask: impl FnOnce(oneshot::Sender<T>) -> StoreTask,
    ) -> Result<T, PostError<M::Refusal>> {
        let (answer, answered) = oneshot::channel();
        let jobs = self.writer.jobs.as_ref().ok_or(PostError::Closed)?;
        jobs.send(Job::StoreTask(ask(answer))).map_err(|_| PostError::Closed)?;
        answered.blocking_recv().map_err(|_| PostError::Closed)
    }

    /// Follows what other processes write, until the follower or the ledger is dropped.
    pub fn follow(&self, changes: Changes) -> Result<Follower, StoreError> {
        let (stop, stopped) = channel::<()>();
        let writer = Arc::downgrade(&self.writer);
        let thread = std::thread::Builder::new()
            .name("ledger-follow".to_owned())
            .spawn(move || follow(changes, &writer, &stopped))
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Follower { stop: Some(stop), thread: Some(thread) })
    }
}

type Opened<M> = Result<Published<M>, StoreError>;

fn open_keeper<M: Machine>(
    store: &mut dyn Store,
    blank: M,
    limits: Limits,
    opened: &Sender<Opened<M>>,
) -> Option<Keeper<M>> {
    match Keeper::open(store, blank, limits.rows_every) {
        Ok(keeper) => opened.send(Ok(keeper.published())).ok().map(|()| keeper),
        Err(error) => {
            // The caller may be gone already.
            let _ = opened.send(Err(error));
            None
        }
    }
}

impl<M: Machine> Drop for Writer<M> {
    fn drop(&mut self) {
        // Nobody can send any more: the thread finishes what waits, and ends.
        self.jobs = None;
        if let Some(thread) = self.thread.take()
            && thread.thread().id() != std::thread::current().id()
        {
            let _ = thread.join();
        }
    }
}

/// Follows other processes while it lives.
pub struct Follower {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Follower {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// How long one wait for news lasts: a follower that is dropped ends within this time.
const WAIT: Duration = Duration::from_millis(200);

fn follow<M: Machine>(
    mut changes: Changes,
    writer: &Weak<Writer<M>>,
    stopped: &std::sync::mpsc::Receiver<()>,
) {
    use std::sync::mpsc::TryRecvError;
    while stopped.try_recv() == Err(TryRecvError::Empty) {
        let is_news = match changes.wait(WAIT) {
            Ok(news) => news.is_some(),
            // A store that is lost is asked again; requests meanwhile are told so themselves.
            Err(_) => {
                std::thread::sleep(WAIT);
                true
            }
        };
        let Some(writer) = writer.upgrade() else { return };
        if is_news && let Some(jobs) = &writer.jobs {
            let (answer, _) = oneshot::channel();
            // A full queue is read to the end soon, and every commit catches up by itself.
            let _ = jobs.try_send(Job::Refresh(answer));
        }
    }
}
