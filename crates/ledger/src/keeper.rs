//! The thread that owns the store: applies what waits in order, writes it with one commit, then answers.
//!
//! Nothing is acknowledged before it is durable, and a busy ledger costs one flush for a whole group. Rows and the
//! index are written with a group when it is time for them (see [`crate::tail`]).
//! The queue is bounded: callers that post faster than the disk can keep up have to wait.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use money::Moment;
use tokio::sync::{broadcast, oneshot, watch};

use crate::chain::{Entry, Hash, Head, Verifier};
use crate::check::{self, Examined, Problem};
use crate::digest::{Archived, StateDigest, row_hash};
use crate::ids::RequestId;
use crate::ledger::{Answer, PostError, Receipt, Snapshot};
use crate::machine::{Change, Key, Machine, Post};
use crate::record::{Dated, Record, RowsAt};
use crate::store::{Batch, Kept, Row, Store, StoreError, Subject, VaultChange};
use crate::tail::{AHEAD_MAX, subjects_of};

/// How long a group is gathered at most: a fraction of what a flush takes.
const GATHER: Duration = Duration::from_micros(300);
/// How often a group is retried when another writer came first.
const TRIES: usize = 20;
/// And for how long: then callers are told, instead of a table standing still.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many entries are taken in from other writers; after more, the rows are read instead.
const FOLLOW_MAX: u64 = 20_000;
/// How many are read at a time.
const CHUNK: usize = 1_024;

/// How many entries get their rows at once, before rows have to wait: a quiet ledger has none waiting.
const AT_ONCE_MAX: usize = 16;

/// How many snapshots a receiver of every snapshot may fall behind.
const BEHIND_MAX: usize = 256;

/// Where snapshots are published.
#[derive(Clone)]
pub(crate) struct Published<M> {
    pub(crate) last: watch::Receiver<Arc<Snapshot<M>>>,
    pub(crate) each: broadcast::Sender<Arc<Snapshot<M>>>,
    /// Whether the last commit failed.
    pub(crate) has_failed: Arc<AtomicBool>,
}

/// What the thread is asked to do.
pub(crate) enum Job<M: Machine> {
    Post(Box<Post<M::Request>>, oneshot::Sender<Answer<M>>),
    Refresh(oneshot::Sender<Result<Arc<Snapshot<M>>, StoreError>>),
    StoreTask(StoreTask),
}

/// Something for the store besides the chain.
pub(crate) enum StoreTask {
    Change(VaultChange, oneshot::Sender<Result<(), StoreError>>),
    Kept(Hash, oneshot::Sender<Result<Option<Kept>, StoreError>>),
    /// Tries whether the store can be written.
    Probe(oneshot::Sender<Result<(), StoreError>>),
    /// Brings everything into the store's main file.
    Settle(oneshot::Sender<Result<(), StoreError>>),
    /// What someone else found that does not agree.
    Inconsistency(Problem, oneshot::Sender<()>),
}

type Waiting<M> = (Post<<M as Machine>::Request>, oneshot::Sender<Answer<M>>);

/// Requests that were done, by id.
enum Done<M: Machine> {
    /// By an entry that the store has: its number, what was asked, what it did.
    Stored(u64, M::Request, M::Effect),
    /// By this group: the place among what was applied.
    Here(usize),
}

type AllDone<M> = HashMap<RequestId, Done<M>>;

/// A request that was applied and is to be written, with what it did.
struct Applied<'p, M: Machine> {
    seq: u64,
    post: &'p Post<M::Request>,
    dated: Dated,
    effect: M::Effect,
}

/// The outcome of one request of a group, before the commit.
enum Outcome<M: Machine> {
    /// It was applied: the next of those that were.
    Applied,
    /// It had been done already.
    Repeated(u64, M::Effect),
    Not(PostError<M::Refusal>),
}

/// The outcome of a request: its entry, the entry's effect, and whether it had been done before.
type Came<M> = Result<(u64, <M as Machine>::Effect, bool), PostError<<M as Machine>::Refusal>>;

/// The entries that the store has and its rows and index do not have yet.
struct Ahead {
    /// How many there are.
    entries: usize,
    /// What they are about.
    subjects: Vec<Subject>,
    /// Since when, and for how many entries since then, rows were written at once.
    since: Instant,
    at_once: usize,
    /// How long they may wait when the ledger is busy.
    rows_every: Duration,
}

impl Ahead {
    fn new(rows_every: Duration) -> Ahead {
        Ahead { entries: 0, subjects: Vec::new(), since: Instant::now(), at_once: 0, rows_every }
    }

    /// Whether rows are written with the next commit, which has `more` entries. They wait only while there are many.
    fn is_due(&self, more: usize) -> bool {
        self.at_once + self.entries + more <= AT_ONCE_MAX
            || self.since.elapsed() >= self.rows_every
            || self.entries + more > AHEAD_MAX
    }

    /// Rows and index have everything now; what the index had to get.
    fn written(&mut self) -> Vec<Subject> {
        if self.since.elapsed() >= self.rows_every {
            (self.since, self.at_once) = (Instant::now(), 0);
        }
        self.at_once += self.entries;
        self.entries = 0;
        std::mem::take(&mut self.subjects)
    }
}

/// The machine as it is written down, where its chain ends, and what of it cannot be trusted.
pub(crate) struct Keeper<M: Machine> {
    machine: M,
    head: Head,
    /// The latest moment that any entry has: a clock behind it has moved backward.
    latest: Moment,
    /// The hash of every live row, and their digest.
    live: HashMap<Key, Hash>,
    digest: StateDigest,
    /// The digest by the entries alone. It differs from that of the rows if they were changed outside
    /// this program; what is written then still says so.
    state: StateDigest,
    /// The rows that are kept only to be looked up, by the entries too; unknown if an older release wrote them last.
    archived: Option<Archived>,
    ahead: Ahead,
    problems: Arc<Vec<Problem>>,
    publish: watch::Sender<Arc<Snapshot<M>>>,
    /// The same, for those who want each of them.
    each: broadcast::Sender<Arc<Snapshot<M>>>,
    /// Whether the last commit failed.
    has_failed: Arc<AtomicBool>,
}

impl<M: Machine> Keeper<M> {
    /// Checks what the store holds, and takes it in.
    pub(crate) fn open(
        store: &mut dyn Store,
        machine: M,
        rows_every: Duration,
    ) -> Result<Keeper<M>, StoreError> {
        let (head, problems, latest) = (Head::EMPTY, Arc::default(), Moment::default());
        let empty =
            Snapshot { machine: machine.clone(), head, latest, problems: Arc::clone(&problems) };
        let mut keeper = Keeper {
            machine,
            head,
            latest,
            live: HashMap::new(),
            digest: StateDigest::default(),
            state: StateDigest::default(),
            archived: None,
            ahead: Ahead::new(rows_every),
            problems,
            publish: watch::Sender::new(Arc::new(empty)),
            each: broadcast::Sender::new(BEHIND_MAX),
            has_failed: Arc::default(),
        };
        let head = store.begin_read()?;
        let taken = keeper.begin_at(store, head);
        store.roll_back();
        taken?;
        keeper.publish();
        Ok(keeper)
    }

    /// Checks what the store holds and starts over with it: what a long history leaves is read once.
    fn begin_at(&mut self, store: &mut dyn Store, head: Head) -> Result<(), StoreError> {
        self.forget();
        let examined = check::examine_as(store, head, &self.machine)?;
        let Examined { checked, rows, machine, state, archived, subjects, ahead, latest } =
            examined;
        let unreadable = checked.problems.iter().find_map(|problem| match problem {
            Problem::Unreadable { key, why } => Some(format!("{key}: {why}")),
            _ => None,
        });
        checked.problems.into_iter().for_each(|problem| self.note(problem));
        if let Some(why) = unreadable {
            return Err(StoreError::Damaged(why));
        }
        for row in &rows {
            self.set_live(row);
        }
        (self.machine, self.head, self.latest) = (machine, head, latest);
        (self.state, self.archived) = (state, archived);
        (self.ahead.entries, self.ahead.subjects) = (ahead, subjects);
        Ok(())
    }

    /// Where snapshots are published: the last, and each of them.
    pub(crate) fn published(&self) -> Published<M> {
        Published {
            last: self.publish.subscribe(),
            each: self.each.clone(),
            has_failed: Arc::clone(&self.has_failed),
        }
    }

    pub(crate) fn run(
        mut self,
        store: &mut dyn Store,
        waiting: &Receiver<Job<M>>,
        group_max: usize,
    ) {
        let mut expected = 0;
        while let Ok(first) = waiting.recv() {
            let Gathered { posts, refreshes, tasks } = gather(first, waiting, expected, group_max);
            expected = posts.len();
            if !posts.is_empty() {
                self.post(store, posts);
            }
            if !refreshes.is_empty() {
                let refreshed = self.refresh(store);
                for answer in refreshes {
                    let _ = answer.send(refreshed.clone());
                }
            }
            for task in tasks {
                self.do_task(store, task);
            }
        }
        // The log beside the file is whole, too, if this cannot be done.
        let _ = store.settle();
    }

    /// Does a task for the store besides the chain. The caller may be gone by then.
    fn do_task(&mut self, store: &mut dyn Store, task: StoreTask) {
        match task {
            StoreTask::Change(change, answer) => {
                let batch = Batch { vault: vec![change], ..Batch::default() };
                drop(answer.send(self.commit_beside(store, &batch)));
            }
            StoreTask::Kept(hash, answer) => drop(answer.send(store.kept(hash))),
            // A commit of nothing is written like any other.
            StoreTask::Probe(answer) => {
                drop(answer.send(self.commit_beside(store, &Batch::default())));
            }
            StoreTask::Settle(answer) => drop(answer.send(store.settle())),
            StoreTask::Inconsistency(problem, answer) => {
                self.note(problem);
                self.publish();
                let _ = answer.send(());
            }
        }
    }

    /// Commits what is not part of the chain; durable when it is answered.
    fn commit_beside(&self, store: &mut dyn Store, batch: &Batch) -> Result<(), StoreError> {
        let until = Instant::now() + PATIENCE;
        let mut tries = 0;
        loop {
            tries += 1;
            let committed = store.begin().and_then(|_| store.commit(batch));
            if committed.is_err() {
                store.roll_back();
            }
            match committed {
                Err(StoreError::Conflict) if tries < TRIES && Instant::now() < until => {}
                committed => {
                    self.has_failed.store(committed.is_err(), Ordering::Relaxed);
                    return committed;
                }
            }
        }
    }

    fn refresh(&mut self, store: &mut dyn Store) -> Result<Arc<Snapshot<M>>, StoreError> {
        if store.head()? != self.head {
            // Rows and entries of one moment: others may be writing.
            let head = store.begin_read()?;
            let caught_up = self.catch_up(store, head);
            store.roll_back();
            caught_up?;
            self.publish();
        }
        Ok(Arc::clone(&self.publish.borrow()))
    }

    fn publish(&self) -> Arc<Snapshot<M>> {
        let snapshot = Arc::new(Snapshot {
            machine: self.machine.clone(),
            head: self.head,
            latest: self.latest,
            problems: Arc::clone(&self.problems),
        });
        self.publish.send_replace(Arc::clone(&snapshot));
        // Nobody may want each of them.
        let _ = self.each.send(Arc::clone(&snapshot));
        snapshot
    }

    /// Takes in what other writers wrote.
    fn catch_up(&mut self, store: &mut dyn Store, head: Head) -> Result<(), StoreError> {
        if head == self.head {
            return Ok(());
        }
        // A store that was put back to an older state is read from the start, also if others wrote past the entry
        // last seen here.
        let is_near = head.seq > self.head.seq && head.seq - self.head.seq <= FOLLOW_MAX;
        if self.head != Head::EMPTY && is_near && self.follow(store, head)? {
            return Ok(());
        }
        self.begin_at(store, head)
    }

    /// Does what other writers did, up to this head; `false` if the entry last seen here is not in that chain.
    fn follow(&mut self, store: &mut dyn Store, head: Head) -> Result<bool, StoreError> {
        while self.head.seq < head.seq {
            let entries = store.entries(self.head.seq, CHUNK)?;
            for entry in entries.iter().take_while(|entry| entry.seq <= head.seq) {
                if Verifier::from(self.head).entry(entry.seq, &entry.line, entry.hash).is_err() {
                    return Ok(false);
                }
                self.take_in(entry).map_err(|why| {
                    // The machine may be in the middle of it.
                    self.forget();
                    StoreError::Damaged(format!("entry {}: {why}", entry.seq))
                })?;
            }
            if entries.is_empty() {
                return Ok(false);
            }
        }
        Ok(self.head == head)
    }

    /// Does what another writer's entry says.
    fn take_in(&mut self, entry: &Entry) -> Result<(), String> {
        let record: Record<M> = Record::read(entry.as_ref()).map_err(|error| error.to_string())?;
        let effect = check::redo(&mut self.machine, &record)?;
        self.head = entry.head();
        self.latest = self.latest.max(record.at);
        self.ahead.entries += 1;
        self.ahead.subjects.extend(subjects_of::<M>(entry.seq, &record.request, &effect));
        if let Some(state) = record.state {
            // The other one has written the rows: they are the same as these would be.
            self.take_rows(entry.seq);
            self.ahead.written();
            self.archived = record.archived;
            if self.state != state {
                self.state = state;
                self.note(Problem::Altered { seq: entry.seq });
            }
        }
        Ok(())
    }

    fn note(&mut self, problem: Problem) {
        if !self.problems.contains(&problem) {
            Arc::make_mut(&mut self.problems).push(problem);
        }
    }

    /// The rows that changed, as they are after this entry, and the keys of those that were not live before. The
    /// digests of live rows have them then.
    fn take_rows(&mut self, seq: u64) -> (Vec<Row>, Vec<Key>) {
        let changes = self.machine.take_changes();
        let (mut rows, mut came) = (Vec::with_capacity(changes.len()), Vec::new());
        for Change { key, json, is_live } in changes {
            let hash = row_hash(&key, &json);
            let row = Row { key, json, hash, seq, is_live };
            let before = self.set_live(&row);
            replace(&mut self.state, before, &row);
            if before.is_none() {
                came.push(row.key.clone());
            }
            rows.push(row);
        }
        (rows, came)
    }

    /// The rows that are kept only to be looked up once these are written. Those that were not live before may have
    /// been among them.
    fn refile(
        &self,
        store: &mut dyn Store,
        rows: &[Row],
        came: &[Key],
    ) -> Result<Archived, StoreError> {
        let mut archived = match self.archived {
            Some(archived) => archived,
            None => check::archived(store)?,
        };
        if !came.is_empty() {
            store.archived_among(came)?.iter().for_each(|row| archived.remove(row.hash));
        }
        rows.iter().filter(|row| !row.is_live).for_each(|row| archived.add(row.hash));
        Ok(archived)
    }

    /// Keeps the digest up to date with a row; returns the hash that it had.
    fn set_live(&mut self, row: &Row) -> Option<Hash> {
        let before = match (row.is_live, self.live.get_mut(&row.key)) {
            (true, Some(hash)) => Some(std::mem::replace(hash, row.hash)),
            (true, None) => self.live.insert(row.key.clone(), row.hash),
            (false, _) => self.live.remove(&row.key),
        };
        replace(&mut self.digest, before, row);
        before
    }

    fn forget(&mut self) {
        let equipped = std::mem::take(&mut self.machine);
        self.machine.equip(&equipped);
        self.head = Head::EMPTY;
        self.latest = Moment::default();
        self.live.clear();
        self.digest = StateDigest::default();
        self.state = StateDigest::default();
        self.archived = None;
        self.ahead.entries = 0;
        self.ahead.subjects.clear();
    }

    fn post(&mut self, store: &mut dyn Store, posts: Vec<Waiting<M>>) {
        let (requests, answers): (Vec<_>, Vec<_>) = posts.into_iter().unzip();
        let mut tries = 0;
        let until = Instant::now() + PATIENCE;
        let written = loop {
            tries += 1;
            match self.write(store, &requests) {
                Err(StoreError::Conflict) if tries < TRIES && Instant::now() < until => {}
                done => break done,
            }
            store.roll_back();
            self.forget();
        };
        match written {
            Ok(outcomes) => {
                let snapshot = self.publish();
                for (to, outcome) in answers.into_iter().zip(outcomes) {
                    let answer = outcome.map(|(seq, effect, is_repeated)| {
                        let snapshot = Arc::clone(&snapshot);
                        Receipt { seq, effect, is_repeated, snapshot }
                    });
                    let _ = to.send(answer);
                }
            }
            Err(error) => {
                self.has_failed.store(true, Ordering::Relaxed);
                store.roll_back();
                // What was applied in memory may or may not be written: the store knows.
                self.forget();
                for to in answers {
                    let _ = to.send(Err(error.clone().into()));
                }
            }
        }
    }

    /// Applies the requests and writes them with one commit.
    fn write(
        &mut self,
        store: &mut dyn Store,
        requests: &[Post<M::Request>],
    ) -> Result<Vec<Came<M>>, StoreError> {
        let head = store.begin()?;
        self.catch_up(store, head)?;
        let mut done = known::<M>(store, requests)?;
        let mut applied: Vec<Applied<'_, M>> = Vec::with_capacity(requests.len());
        let mut outcomes = Vec::with_capacity(requests.len());
        for post in requests {
            outcomes.push(self.one(post, &mut done, &mut applied));
        }
        let is_repeated = |outcome: &Outcome<M>| matches!(outcome, Outcome::Repeated(..));
        if applied.is_empty() && !outcomes.iter().any(is_repeated) {
            store.roll_back();
        } else {
            // A repeated request may have been written and not confirmed: a commit, even of nothing,
            // is confirmed only when everything before it is durable.
            let batch = self.batch(store, &applied)?;
            store.commit(&batch)?;
            self.has_failed.store(false, Ordering::Relaxed);
        }
        let mut applied = applied.into_iter();
        let came = |outcome| match outcome {
            Outcome::Applied => {
                let Applied { seq, effect, .. } = applied.next().expect("one for each outcome");
                Ok((seq, effect, false))
            }
            Outcome::Repeated(seq, effect) => Ok((seq, effect, true)),
            Outcome::Not(error) => Err(error),
        };
        Ok(outcomes.into_iter().map(came).collect())
    }

    fn one<'p>(
        &mut self,
        post: &'p Post<M::Request>,
        done: &mut AllDone<M>,
        applied: &mut Vec<Applied<'p, M>>,
    ) -> Outcome<M> {
        let known = done.get(&post.id).map(|done| match done {
            Done::Stored(seq, request, effect) => (*seq, request, effect),
            Done::Here(place) => {
                let Applied { seq, post, effect, .. } = &applied[*place];
                (*seq, &post.request, effect)
            }
        });
        if let Some((seq, request, effect)) = known {
            return if *request == post.request {
                Outcome::Repeated(seq, effect.clone())
            } else {
                Outcome::Not(PostError::IdReused(post.id))
            };
        }
        if let Some(problem) = self.doubt_about(&post.request) {
            return Outcome::Not(PostError::InDoubt(problem.clone()));
        }
        // The machine works on a clone: what is refused, or fails half way, never happened.
        let mut next = self.machine.clone();
        let dated = Dated::after(self.latest, post.at);
        let result = catch_unwind(AssertUnwindSafe(|| next.apply(dated.at, &post.request)));
        let effect = match result {
            Ok(Ok(effect)) => effect,
            Ok(Err(refusal)) => return Outcome::Not(PostError::Refused(refusal)),
            Err(panic) => return Outcome::Not(PostError::Failed { why: said(&*panic) }),
        };
        self.machine = next;
        self.latest = self.latest.max(dated.at);
        done.insert(post.id, Done::Here(applied.len()));
        let seq = self.head.seq + applied.len() as u64 + 1;
        applied.push(Applied { seq, post, dated, effect });
        Outcome::Applied
    }

    /// Nothing is done with what contradicts itself; a note of it can be.
    fn doubt_about(&self, request: &M::Request) -> Option<&Problem> {
        if self.problems.is_empty() {
            return None;
        }
        let keys = self.machine.depends_on(request);
        let is_doubtful = |problem: &&Problem| keys.iter().any(|key| problem.depends_on(key));
        self.problems.iter().find(is_doubtful)
    }

    /// What is written for the requests that were applied: the entries, and the rows if it is time for them.
    fn batch(
        &mut self,
        store: &mut dyn Store,
        applied: &[Applied<'_, M>],
    ) -> Result<Batch, StoreError> {
        let mut batch = Batch::default();
        let count = applied.len();
        // While anything is in doubt, rows stay as they were found: written again, they would look good.
        let is_sound = self.problems.iter().all(Problem::is_about_the_past);
        let is_due = count > 0 && is_sound && self.ahead.is_due(count);
        let mut rows_at = None;
        if is_due {
            let (rows, came) = self.take_rows(self.head.seq + count as u64);
            let archived = self.refile(store, &rows, &came)?;
            self.archived = Some(archived);
            rows_at = Some(RowsAt { state: self.state, archived });
            batch.rows = rows;
        }
        for (place, Applied { seq, post, dated, effect }) in applied.iter().enumerate() {
            let rows = rows_at.filter(|_| place + 1 == count);
            let entry: Entry = Record::<M>::entry(self.head, *dated, post, effect, rows);
            self.head = entry.head();
            self.ahead.subjects.extend(subjects_of::<M>(*seq, &post.request, effect));
            batch.entries.push(entry);
            batch.ids.push(post.id);
        }
        self.ahead.entries += count;
        if is_due {
            batch.subjects = self.ahead.written();
        }
        Ok(batch)
    }
}

/// Puts a row into a digest in place of what it was before.
fn replace(digest: &mut StateDigest, before: Option<Hash>, row: &Row) {
    if let Some(before) = before {
        digest.remove(before);
    }
    if row.is_live {
        digest.add(row.hash);
    }
}

/// The requests among these that were done already.
fn known<M: Machine>(
    store: &mut dyn Store,
    requests: &[Post<M::Request>],
) -> Result<AllDone<M>, StoreError> {
    let ids: Vec<RequestId> = requests.iter().map(|post| post.id).collect();
    let mut done = HashMap::new();
    for (id, entry) in store.find(&ids)? {
        let record: Record<M> = Record::read(entry.as_ref())
            .map_err(|error| StoreError::Damaged(format!("entry {}: {error}", entry.seq)))?;
        done.insert(id, Done::Stored(record.seq, record.request, record.effect));
    }
    Ok(done)
}

/// What a panic said.
fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

type Refreshes<M> = Vec<oneshot::Sender<Result<Arc<Snapshot<M>>, StoreError>>>;

/// What waits, by what it takes to answer it.
struct Gathered<M: Machine> {
    posts: Vec<Waiting<M>>,
    refreshes: Refreshes<M>,
    tasks: Vec<StoreTask>,
}

/// Everything that waits, up to a group. Callers that were just answered usually post again at once:
/// as many as last time are waited for, but not for long, so that the first of them does not cost the
/// others a flush. A table that plays alone never waits.
fn gather<M: Machine>(
    first: Job<M>,
    waiting: &Receiver<Job<M>>,
    expected: usize,
    group_max: usize,
) -> Gathered<M> {
    let (mut posts, mut refreshes, mut tasks) = (Vec::new(), Vec::new(), Vec::new());
    let until = Instant::now() + GATHER;
    let mut next = Some(first);
    while let Some(job) = next {
        match job {
            Job::Post(post, answer) => posts.push((*post, answer)),
            Job::Refresh(answer) => refreshes.push(answer),
            Job::StoreTask(task) => tasks.push(task),
        }
        next = match posts.len() {
            count if count >= group_max => None,
            count if count >= expected => waiting.try_recv().ok(),
            _ => waiting.recv_timeout(until.saturating_duration_since(Instant::now())).ok(),
        };
    }
    Gathered { posts, refreshes, tasks }
}
