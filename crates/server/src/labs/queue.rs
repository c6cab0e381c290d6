//! The questions that wait for the labs, and the thread that answers them.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::error::ApiError;

/// How many questions wait at most.
const WAITING_MAX: usize = 64;
/// How many of them one asker has at most: pages that are open beside each other.
const WAITING_EACH_MAX: usize = 4;
/// The lowest priority that a thread can have.
const LAST: i32 = 19;

/// Who asks a question, and on which page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Asker {
    /// A session or an address.
    pub(crate) who: String,
    /// The page whose newer questions take the place of older ones; nothing for a question that stands alone.
    pub(crate) page: Option<String>,
}

/// Something to be done in its turn.
struct Job {
    asker: Asker,
    work: Box<dyn FnOnce() + Send>,
}

/// Jobs that wait, first come first served.
#[derive(Default)]
struct Waiting {
    jobs: VecDeque<Job>,
    is_worked_on: bool,
}

/// The questions of one server.
#[derive(Default)]
pub(super) struct Queue(Mutex<Waiting>);

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many questions wait.
    pub(super) fn waiting(&self) -> usize {
        self.lock().jobs.len()
    }

    /// Does something in its turn. What nobody waits for any more is left out.
    pub(super) async fn run<T: Send + 'static>(
        self: &Arc<Queue>,
        asker: Asker,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let (answer, answered) = oneshot::channel();
        let work = move || {
            if !answer.is_closed() {
                let done = catch_unwind(AssertUnwindSafe(work));
                let done = done.map_err(|_| ApiError::internal("a what-if panicked"));
                // Whoever asked may have gone in the meantime.
                let _ = answer.send(done);
            }
        };
        self.push(Job { asker, work: Box::new(work) })?;
        answered.await.unwrap_or_else(|_| Err(replaced()))
    }

    fn push(self: &Arc<Queue>, job: Job) -> Result<(), ApiError> {
        let mut waiting = self.lock();
        if job.asker.page.is_some() {
            waiting.jobs.retain(|other| other.asker != job.asker);
        }
        let own = waiting.jobs.iter().filter(|other| other.asker.who == job.asker.who).count();
        if own >= WAITING_EACH_MAX || waiting.jobs.len() >= WAITING_MAX {
            let message = "the lab has more questions than it can answer: ask again in a moment";
            return Err(ApiError::too_fast("lab-busy", message, 2));
        }
        waiting.jobs.push_back(job);
        if !waiting.is_worked_on {
            let queue = Arc::clone(self);
            let thread = std::thread::Builder::new().name("lab".to_owned());
            thread.spawn(move || queue.work()).map_err(ApiError::internal)?;
            waiting.is_worked_on = true;
        }
        Ok(())
    }

    /// Does what waits until nothing does.
    fn work(&self) {
        // On Linux this is the thread's own priority. Where it cannot be set, the work is done all the same.
        let _ = rustix::process::setpriority_process(None, LAST);
        loop {
            let job = {
                let mut waiting = self.lock();
                let job = waiting.jobs.pop_front();
                waiting.is_worked_on = job.is_some();
                job
            };
            match job {
                Some(job) => (job.work)(),
                None => return,
            }
        }
    }
}

fn replaced() -> ApiError {
    let message = "a newer question of this page took its place";
    ApiError::new(axum::http::StatusCode::CONFLICT, "replaced", message)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn asker(who: &str, page: &str) -> Asker {
        let page = (!page.is_empty()).then(|| page.to_owned());
        Asker { who: who.to_owned(), page }
    }

    /// Holds the worker until it is told to go on, so that what comes then must wait.
    fn held(queue: &Arc<Queue>) -> mpsc::Sender<()> {
        let (go, wait) = mpsc::channel::<()>();
        let (started, starts) = mpsc::channel();
        let work = move || {
            started.send(()).unwrap();
            wait.recv().unwrap();
        };
        queue.push(Job { asker: asker("other", ""), work: Box::new(work) }).unwrap();
        starts.recv().unwrap();
        go
    }

    #[tokio::test]
    async fn a_newer_question_takes_the_place_of_the_one_that_waits() {
        let queue = Arc::<Queue>::default();
        let go = held(&queue);
        let ask = |page: &str, answer: u32| {
            let (queue, asker) = (Arc::clone(&queue), asker("ann", page));
            tokio::spawn(async move { queue.run(asker, move || answer).await })
        };
        let (first, other) = (ask("a", 1), ask("b", 2));
        while queue.waiting() < 2 {
            tokio::task::yield_now().await;
        }
        let second = ask("a", 3);
        assert_eq!(first.await.unwrap().unwrap_err().code(), "replaced");
        go.send(()).unwrap();
        assert_eq!(second.await.unwrap().unwrap(), 3);
        assert_eq!(other.await.unwrap().unwrap(), 2, "another page is not held up");
    }

    #[tokio::test]
    async fn who_asks_for_too_much_is_refused_and_others_are_not() {
        let queue = Arc::<Queue>::default();
        let go = held(&queue);
        let nothing = |who: &str| Job { asker: asker(who, ""), work: Box::new(|| {}) };
        let taken = (0..1_000).take_while(|_| queue.push(nothing("ann")).is_ok()).count();
        assert_eq!(taken, WAITING_EACH_MAX);
        assert!(queue.push(nothing("bob")).is_ok());
        let taken = (0..1_000).filter(|who| queue.push(nothing(&who.to_string())).is_ok()).count();
        assert_eq!(taken, WAITING_MAX - WAITING_EACH_MAX - 1);
        go.send(()).unwrap();
        assert_eq!(queue.run(asker("cy", "a"), || 5).await.map_err(|error| error.code()), Ok(5));
    }

    #[tokio::test]
    async fn a_question_that_panics_is_an_error_and_the_next_is_answered() {
        let queue = Arc::<Queue>::default();
        let failed = queue.run(asker("ann", ""), || panic!("as it must")).await;
        assert_eq!(failed.map(|()| 0).unwrap_err().code(), "internal-error");
        assert_eq!(queue.run(asker("ann", ""), || 7).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn what_nobody_waits_for_is_not_done() {
        let queue = Arc::<Queue>::default();
        let go = held(&queue);
        let (done, was_done) = mpsc::channel();
        let gone = tokio::spawn({
            let queue = Arc::clone(&queue);
            async move { queue.run(asker("ann", ""), move || done.send(()).unwrap()).await }
        });
        while queue.waiting() < 1 {
            tokio::task::yield_now().await;
        }
        gone.abort();
        assert!(gone.await.unwrap_err().is_cancelled());
        go.send(()).unwrap();
        queue.run(asker("bob", ""), || ()).await.unwrap();
        assert!(was_done.recv().is_err(), "it was dropped without being done");
    }
}
