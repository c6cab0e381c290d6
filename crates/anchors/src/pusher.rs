//! Pushing heads in the background: the latest wins, and nobody who acts waits for it.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use ledger::Head;

use crate::line::PrintedLine;
use crate::signer::Signer;
use crate::target::Target;

/// How often the anchor in the key folder is replaced.
const KEEP_EVERY: Duration = Duration::from_secs(1);
/// How often a head goes to each other place.
const PUSH_EVERY: Duration = Duration::from_secs(10);
/// How long a place that failed is left alone at most.
const RETRY_MAX: Duration = Duration::from_secs(300);

/// How one place is doing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Status {
    /// A name for metrics: `keys`, or the kind and its number among those that were given.
    pub name: String,
    /// The place as logs name it; none for the key folder.
    pub place: Option<String>,
    /// The number of the last entry that it has from this process.
    pub pushed_seq: u64,
    /// How often it failed.
    pub failures: u64,
    /// Why it failed the last time, unless it has succeeded since.
    pub error: Option<String>,
}

/// Is told what came of every push: where, and why it failed.
pub type Tell = dyn Fn(&str, Result<Head, &str>) + Send + Sync;

/// Pushes the heads of a house to its key folder and to other places, each on a thread of its own.
pub struct Pusher {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

struct Shared {
    signer: Signer,
    state: Mutex<State>,
    changed: Condvar,
    tell: Box<Tell>,
}

struct State {
    latest: Option<Head>,
    is_stopping: bool,
    statuses: Vec<Status>,
}

enum Place {
    Keys,
    Target(Target),
}

impl Pusher {
    /// Starts pushing what [`Pusher::offer`] is given.
    pub fn start(signer: Signer, targets: Vec<Target>, tell: Box<Tell>) -> std::io::Result<Pusher> {
        let named = (1..)
            .zip(targets)
            .map(|(number, target)| (format!("{}-{number}", target.kind()), Place::Target(target)));
        let places: Vec<_> =
            std::iter::once(("keys".to_owned(), Place::Keys)).chain(named).collect();
        let status = |(name, place): &(String, Place)| Status {
            name: name.clone(),
            place: match place {
                Place::Keys => None,
                Place::Target(target) => Some(target.to_string()),
            },
            pushed_seq: 0,
            failures: 0,
            error: None,
        };
        let statuses = places.iter().map(status).collect();
        let state = Mutex::new(State { latest: None, is_stopping: false, statuses });
        let shared = Arc::new(Shared { signer, state, changed: Condvar::new(), tell });
        let pusher = Pusher { shared: Arc::clone(&shared), threads: Mutex::default() };
        for (number, (_, place)) in places.into_iter().enumerate() {
            let shared = Arc::clone(&shared);
            let builder = std::thread::Builder::new().name("anchor".to_owned());
            let thread = builder.spawn(move || shared.serve(number, &place))?;
            pusher.threads().push(thread);
        }
        Ok(pusher)
    }

    /// Here is a head that is durable. Returns at once.
    pub fn offer(&self, head: Head) {
        self.shared.state().latest = Some(head);
        self.shared.changed.notify_all();
    }

    /// How every place is doing.
    pub fn statuses(&self) -> Vec<Status> {
        self.shared.state().statuses.clone()
    }

    /// The places besides the key folder that have a head from this process, once each was tried or time is up.
    pub fn pushed_within(&self, limit: Duration) -> Vec<String> {
        let is_waiting = |state: &mut State| {
            let mut places = state.statuses.iter().filter(|status| status.place.is_some());
            places.any(|status| status.pushed_seq == 0 && status.failures == 0)
        };
        let waited = self.shared.changed.wait_timeout_while(self.shared.state(), limit, is_waiting);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let pushed = state.statuses.iter().filter(|status| status.pushed_seq > 0);
        pushed.filter_map(|status| status.place.clone()).collect()
    }

    /// The signer of heads.
    pub fn signer(&self) -> &Signer {
        &self.shared.signer
    }

    /// A head as it is printed.
    pub fn printed(&self, head: Head) -> PrintedLine {
        self.shared.signer.printed(head)
    }

    /// Pushes the last head wherever it is missing, once more where it failed, and stops.
    pub fn finish(&self) {
        self.shared.state().is_stopping = true;
        self.shared.changed.notify_all();
        for thread in std::mem::take(&mut *self.threads()) {
            let _ = thread.join();
        }
    }

    fn threads(&self) -> MutexGuard<'_, Vec<JoinHandle<()>>> {
        self.threads.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Pusher {
    fn drop(&mut self) {
        self.finish();
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn serve(&self, number: usize, place: &Place) {
        let every = match place {
            Place::Keys => KEEP_EVERY,
            Place::Target(_) => PUSH_EVERY,
        };
        let mut pace = Pace::new(every);
        let mut pushed = None;
        while let Some((head, is_last)) = self.next(pushed, &pace) {
            let result = self.push(place, head);
            pace.tried(Instant::now(), result.is_ok());
            if result.is_ok() {
                pushed = Some(head);
            }
            self.note(number, place, head, result);
            if is_last {
                return;
            }
        }
    }

    /// Waits for a head to push; whether it is the last.
    fn next(&self, pushed: Option<Head>, pace: &Pace) -> Option<(Head, bool)> {
        let mut state = self.state();
        loop {
            let news = state.latest.filter(|head| pushed != Some(*head));
            if state.is_stopping {
                return news.map(|head| (head, true));
            }
            let wait = news.map(|head| (head, pace.wait(Instant::now())));
            state = match wait {
                Some((head, Duration::ZERO)) => return Some((head, false)),
                Some((_, wait)) => {
                    let waited = self.changed.wait_timeout(state, wait);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    fn push(&self, place: &Place, head: Head) -> Result<(), String> {
        let anchor = self.signer.sign(head);
        match place {
            Place::Keys => self.signer.keep(&anchor).map_err(|error| in_full(&error)),
            Place::Target(target) => target.push(&anchor).map_err(|error| in_full(&error)),
        }
    }

    fn note(&self, number: usize, place: &Place, head: Head, result: Result<(), String>) {
        let whereto = match place {
            Place::Keys => "the key folder".to_owned(),
            Place::Target(target) => target.to_string(),
        };
        let told = result.as_ref().map_or_else(|error| Err(error.as_str()), |()| Ok(head));
        (self.tell)(&whereto, told);
        let mut state = self.state();
        let Some(status) = state.statuses.get_mut(number) else { return };
        match result {
            Ok(()) => {
                status.pushed_seq = head.seq;
                status.error = None;
            }
            Err(error) => {
                status.failures += 1;
                status.error = Some(error);
            }
        }
        drop(state);
        self.changed.notify_all();
    }
}

/// An error with its causes.
fn in_full(error: &dyn std::error::Error) -> String {
    let mut words = error.to_string();
    let causes = std::iter::successors(error.source(), |cause| cause.source());
    for cause in causes.map(ToString::to_string) {
        // Some errors already say their cause.
        if !words.contains(&cause) {
            words = format!("{words}: {cause}");
        }
    }
    words
}

/// When a place is tried next: at most so often, and more rarely the longer it fails.
#[derive(Clone, Copy, Debug)]
struct Pace {
    every: Duration,
    failed: u32,
    last: Option<Instant>,
}

impl Pace {
    fn new(every: Duration) -> Pace {
        Pace { every, failed: 0, last: None }
    }

    fn tried(&mut self, now: Instant, is_done: bool) {
        self.failed = if is_done { 0 } else { self.failed.saturating_add(1) };
        self.last = Some(now);
    }

    fn wait(&self, now: Instant) -> Duration {
        let Some(last) = self.last else { return Duration::ZERO };
        let pause = self.every.saturating_mul(1 << self.failed.min(16)).min(RETRY_MAX);
        pause.saturating_sub(now.saturating_duration_since(last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_tried_at_most_so_often_and_more_rarely_while_it_fails() {
        let seconds = Duration::from_secs;
        let start = Instant::now();
        let mut pace = Pace::new(seconds(10));
        assert_eq!(pace.wait(start), Duration::ZERO);
        pace.tried(start, true);
        assert_eq!(pace.wait(start + seconds(4)), seconds(6));
        assert_eq!(pace.wait(start + seconds(10)), Duration::ZERO);
        for pause in [20, 40, 80, 160, 300, 300] {
            pace.tried(start, false);
            assert_eq!(pace.wait(start), seconds(pause));
        }
        pace.tried(start, true);
        assert_eq!(pace.wait(start), seconds(10));
    }
}
