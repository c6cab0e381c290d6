//! The ledger: takes requests from many tables at once, does them one after the other, and writes
//! them in groups.
//!
//! One thread owns the store. It takes every request that waits, begins to write, does them in the
//! order in which they came, writes all of them with one commit, and only then answers: nothing is
//! acknowledged before it is durable, and a hot meter costs one flush for a whole group. The queue is
//! bounded: who posts faster than the disk can keep is made to wait.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::chain::{Entry, Head, Record};
use crate::check::{self, Problem};
use crate::house::{Effect, House};
use crate::ids::RequestId;
use crate::refusal::Refusal;
use crate::request::{Request, What};
use crate::store::{Batch, Moved, Row, Store, StoreError};

/// How much a ledger takes on at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How many requests may wait before those who post are made to.
    pub queue_max: usize,
    /// How many are written with one commit: 1 is a transaction for each.
    pub group_max: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { queue_max: 4_096, group_max: 1_024 }
    }
}

/// How long a group is gathered at most: a fraction of what a flush takes.
const GATHER: Duration = Duration::from_micros(300);
/// How often a group is tried again when another writer was faster.
const TRIES: usize = 20;
/// And for how long: then those who wait are told, instead of a table standing still.
const PATIENCE: Duration = Duration::from_secs(10);

/// What an accepted request came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Receipt {
    /// The number of its entry.
    pub seq: u64,
    /// What it did.
    pub effect: Effect,
    /// Was it done before, by a request with the same id and content?
    pub is_repeated: bool,
}

/// Why a request was not accepted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum PostError {
    /// It was refused, and nothing was changed.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Whether it was done is not known: the same request, with the same id, may be made again.
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the ledger is closed")]
    Closed,
}

type Answer = Result<Receipt, PostError>;

type Look = Box<dyn FnOnce(Result<&House, StoreError>, &mut dyn Store) + Send>;

enum Job {
    Post(Box<Request>, Sender<Answer>),
    Read(Look),
}

/// A ledger on a store. Clones post to the same one; the last to go closes it, when everything that
/// waits is done.
#[derive(Clone)]
pub struct Ledger {
    writing: Arc<Writing>,
    problems: Arc<Vec<Problem>>,
}

/// The way to the thread that writes. When the last ledger goes, it is left to finish, and joined.
struct Writing {
    jobs: Option<SyncSender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Ledger {
    /// Opens the ledger that a store keeps, after a self-check (F3): what does not agree with itself
    /// refuses everything, and says so; the other meters are played on.
    pub fn open(store: Box<dyn Store>) -> Result<Ledger, StoreError> {
        Ledger::open_with(store, Limits::default())
    }

    /// Opens the ledger in a store, with custom limits.
    pub fn open_with(mut store: Box<dyn Store>, limits: Limits) -> Result<Ledger, StoreError> {
        let (jobs, waiting) = sync_channel(limits.queue_max);
        let (opened, is_open) = channel();
        // Read on the thread that owns the store from now on: some stores may not be used on a thread
        // that runs asynchronous tasks.
        let run = move || {
            let mut keeper = Keeper::default();
            let checked = keeper.check(&mut *store);
            let is_fine = checked.is_ok();
            if opened.send(checked).is_ok() && is_fine {
                keeper.run(&mut *store, &waiting, limits.group_max.max(1));
            }
        };
        let thread = std::thread::Builder::new()
            .name("ledger".to_owned())
            .spawn(run)
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        let gone = || StoreError::Unavailable("the ledger's thread crashed".to_owned());
        let problems = Arc::new(is_open.recv().map_err(|_| gone())??);
        let writing = Arc::new(Writing { jobs: Some(jobs), thread: Some(thread) });
        Ok(Ledger { writing, problems })
    }

    /// What the self-check found when this was opened: what it names takes no bets.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Posts a request and waits until it is durable.
    pub fn post(&self, request: Request) -> Result<Receipt, PostError> {
        self.post_later(request)?.recv().unwrap_or(Err(PostError::Closed))
    }

    /// Posts a request; the answer comes when it is durable. Waits only if too many others do.
    pub fn post_later(&self, request: Request) -> Result<Receiver<Answer>, PostError> {
        let (answer, answered) = channel();
        self.send(Job::Post(Box::new(request), answer))?;
        Ok(answered)
    }

    /// Looks at the house as it is written down, and at the store: between two groups, so that
    /// everything seen is durable.
    pub fn read<T: Send + 'static>(
        &self,
        look: impl FnOnce(&House, &mut dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, PostError> {
        let (answer, answered) = channel();
        let read = move |house: Result<&House, StoreError>, store: &mut dyn Store| {
            let seen = house.and_then(|house| look(house, store));
            // Whoever asked may be gone.
            let _ = answer.send(seen);
        };
        self.send(Job::Read(Box::new(read)))?;
        Ok(answered.recv().map_err(|_| PostError::Closed)??)
    }

    fn send(&self, job: Job) -> Result<(), PostError> {
        let jobs = self.writing.jobs.as_ref().ok_or(PostError::Closed)?;
        jobs.send(job).map_err(|_| PostError::Closed)
    }
}

impl Drop for Writing {
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

/// The house as it is written down, where its chain ends, and what of it cannot be trusted.
#[derive(Default)]
struct Keeper {
    house: House,
    head: Head,
    problems: Vec<Problem>,
}

impl Keeper {
    /// Looks whether what is written agrees with itself, and takes it in.
    fn check(&mut self, store: &mut dyn Store) -> Result<Vec<Problem>, StoreError> {
        self.problems = check::quick(store)?.problems;
        self.look(store)?;
        Ok(self.problems.clone())
    }

    /// Inconsistent state accepts no requests, except a note of the inconsistency.
    fn must_be_sound(&self, request: &Request) -> Result<(), Refusal> {
        if self.problems.is_empty() || matches!(request.what, What::Event { .. }) {
            return Ok(());
        }
        let about = self.house.meters_of(&request.what);
        let is_in_doubt =
            |problem: &&Problem| problem.meter().is_none_or(|meter| about.contains(&meter));
        match self.problems.iter().find(is_in_doubt) {
            Some(problem) => Err(Refusal::Faulty(problem.to_string())),
            None => Ok(()),
        }
    }

    fn run(mut self, store: &mut dyn Store, waiting: &Receiver<Job>, group_max: usize) {
        let mut expected = 0;
        while let Ok(first) = waiting.recv() {
            let (posts, reads) = gather(first, waiting, expected, group_max);
            expected = posts.len();
            if !posts.is_empty() {
                self.post(store, &posts);
            }
            for read in reads {
                let seen = self.look(store);
                read(seen, store);
            }
        }
    }

    /// The house as of now, with what other writers have done.
    fn look(&mut self, store: &mut dyn Store) -> Result<&House, StoreError> {
        let head = store.head()?;
        self.catch_up(store, head)?;
        Ok(&self.house)
    }

    /// Takes in what other writers have written.
    fn catch_up(&mut self, store: &mut dyn Store, head: Head) -> Result<(), StoreError> {
        if head == self.head {
            return Ok(());
        }
        // A store that was put back to an older state is read whole, also when others have written
        // past the entry that was last seen here.
        let is_behind = head.seq > self.head.seq && self.is_in(store)?;
        let from = if is_behind { self.head.seq } else { 0 };
        if from == 0 {
            self.forget();
        }
        for row in store.rows_since(from)? {
            self.house
                .load(&row.key, &row.json)
                .map_err(|error| StoreError::Damaged(format!("{:?}: {error}", row.key)))?;
        }
        self.head = head;
        Ok(())
    }

    /// Is the entry that was last seen here still in the store?
    fn is_in(&self, store: &mut dyn Store) -> Result<bool, StoreError> {
        let Some(before) = self.head.seq.checked_sub(1) else { return Ok(true) };
        let last = store.entries(before, 1)?;
        Ok(last.first().is_some_and(|entry| entry.head() == self.head))
    }

    fn post(&mut self, store: &mut dyn Store, posts: &[(Request, Sender<Answer>)]) {
        let requests: Vec<&Request> = posts.iter().map(|(request, _)| request).collect();
        let mut tries = 0;
        let until = Instant::now() + PATIENCE;
        let answers = loop {
            tries += 1;
            match self.write(store, &requests) {
                Err(StoreError::Conflict) if tries < TRIES && Instant::now() < until => {}
                done => break done,
            }
            store.roll_back();
            self.forget();
        };
        match answers {
            Ok(answers) => {
                for ((_, to), answer) in posts.iter().zip(answers) {
                    let _ = to.send(answer);
                }
            }
            Err(error) => {
                store.roll_back();
                // What was done in memory may or may not be written: the store knows.
                self.forget();
                for (_, to) in posts {
                    let _ = to.send(Err(error.clone().into()));
                }
            }
        }
    }

    fn forget(&mut self) {
        (self.house, self.head) = (House::default(), Head::EMPTY);
    }

    /// Does the requests and writes them with one commit.
    fn write(
        &mut self,
        store: &mut dyn Store,
        requests: &[&Request],
    ) -> Result<Vec<Answer>, StoreError> {
        let head = store.begin()?;
        self.catch_up(store, head)?;
        let ids: Vec<RequestId> = requests.iter().map(|request| request.id).collect();
        let mut done: HashMap<RequestId, Record> = HashMap::new();
        for (id, entry) in store.find(&ids)? {
            let record = entry
                .record()
                .map_err(|error| StoreError::Damaged(format!("entry {}: {error}", entry.seq)))?;
            done.insert(id, record);
        }
        let mut batch = Batch::default();
        let mut answers: Vec<Answer> = Vec::with_capacity(requests.len());
        for request in requests {
            answers.push(self.one(request, &mut done, &mut batch));
        }
        if batch.entries.is_empty() && !answers.iter().any(is_repeated) {
            store.roll_back();
            return Ok(answers);
        }
        // What is repeated may have been written and not confirmed: a commit, even of nothing, is
        // confirmed only when all before it is durable.
        let seq = self.head.seq;
        let row = |(key, json, is_live): (_, serde_json::Value, bool)| Row {
            key,
            json: json.to_string(),
            seq,
            is_live,
        };
        batch.rows = self.house.take_changes().into_iter().map(row).collect();
        store.commit(&batch)?;
        Ok(answers)
    }

    fn one(
        &mut self,
        request: &Request,
        done: &mut HashMap<RequestId, Record>,
        batch: &mut Batch,
    ) -> Answer {
        if let Some(record) = done.get(&request.id) {
            if !record.request.is_same(request) {
                return Err(Refusal::OtherContent(request.id).into());
            }
            let (seq, effect) = (record.seq, record.effect.clone());
            return Ok(Receipt { seq, effect, is_repeated: true });
        }
        self.must_be_sound(request)?;
        let effect = self.house.apply(request)?;
        let entry = Entry::after(self.head, request, effect.clone());
        self.head = entry.head();
        let seq = entry.seq;
        batch.entries.push(entry);
        batch.ids.push(request.id);
        batch.moves.extend(Moved::by(seq, &effect));
        let record = Record { seq, request: request.clone(), effect: effect.clone() };
        done.insert(request.id, record);
        Ok(Receipt { seq, effect, is_repeated: false })
    }
}

fn is_repeated(answer: &Answer) -> bool {
    answer.as_ref().is_ok_and(|receipt| receipt.is_repeated)
}

type Posts = Vec<(Request, Sender<Answer>)>;

/// Everything that waits, up to a group. Who was answered a moment ago posts again in a moment: as
/// many as last time are waited for, but not for long, so that the first of them does not cost the
/// others a flush. A table that plays alone never waits.
fn gather(
    first: Job,
    waiting: &Receiver<Job>,
    expected: usize,
    group_max: usize,
) -> (Posts, Vec<Look>) {
    let (mut posts, mut reads) = (Vec::new(), Vec::new());
    let until = Instant::now() + GATHER;
    let mut next = Some(first);
    while let Some(job) = next {
        match job {
            Job::Post(request, answer) => posts.push((*request, answer)),
            Job::Read(read) => reads.push(read),
        }
        next = match posts.len() {
            _ if !reads.is_empty() => None,
            count if count >= group_max => None,
            count if count >= expected => waiting.try_recv().ok(),
            _ => waiting.recv_timeout(until.saturating_duration_since(Instant::now())).ok(),
        };
    }
    (posts, reads)
}
