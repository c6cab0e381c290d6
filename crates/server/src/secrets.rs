//! The queue for Argon2. Hashing is slow on purpose, so that only some of it is done at once, only one for each
//! address, and only a few wait: a client that sends many secrets delays nobody else.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::StatusCode;
use tokio::sync::Semaphore;

use crate::error::ApiError;
use crate::state::Permits;

/// How many secrets are hashed at once.
const AT_ONCE: usize = 2;
/// How many of one address are hashed or wait.
const OF_ONE_MAX: usize = 8;
/// How many are hashed or wait in all.
const WAITING_MAX: usize = 128;

/// The queue.
pub(crate) struct Secrets {
    turns: Permits,
    refusals: Permits,
    lanes: Arc<Mutex<HashMap<String, Lane>>>,
    hashed: Arc<AtomicU64>,
}

/// Those from one address: one after the other.
struct Lane {
    turn: Arc<Semaphore>,
    waiting: usize,
}

impl Default for Secrets {
    fn default() -> Secrets {
        let [turns, refusals] = [Permits::new(AT_ONCE), Permits::new(AT_ONCE)];
        Secrets { turns, refusals, lanes: Arc::default(), hashed: Arc::default() }
    }
}

impl Secrets {
    /// Hashes something for an address in its turn, or refuses when too many wait.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        address: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let place = self.queue_up(address)?;
        let turn = Arc::clone(&place.turn).acquire_owned().await.map_err(ApiError::internal)?;
        let hashed = Arc::clone(&self.hashed);
        let work = move || {
            let _held = (turn, place);
            hashed.fetch_add(1, Ordering::Relaxed);
            work()
        };
        self.turns.run(work).await
    }

    /// Does what needs no hash, such as writing down that a name is impossible, in its turn in the same queue: it
    /// delays no hash, and takes no more threads than there are turns.
    pub(crate) async fn run_unhashed<T: Send + 'static>(
        &self,
        address: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let place = self.queue_up(address)?;
        let turn = Arc::clone(&place.turn).acquire_owned().await.map_err(ApiError::internal)?;
        let work = move || {
            let _held = (turn, place);
            work()
        };
        self.refusals.run(work).await
    }

    /// How many were hashed so far.
    pub(crate) fn hashed(&self) -> u64 {
        self.hashed.load(Ordering::Relaxed)
    }

    fn queue_up(&self, address: &str) -> Result<Waiting, ApiError> {
        let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = lanes.values().map(|lane| lane.waiting).sum();
        let of_one = lanes.get(address).map_or(0, |lane| lane.waiting);
        if of_one >= OF_ONE_MAX {
            let message = "too many secrets from this address are being checked; try again";
            return Err(ApiError::too_fast("busy", message, 1));
        }
        if all >= WAITING_MAX {
            let message = "too many secrets are being checked; try again in a moment";
            return Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message).again_in(2));
        }
        let lane = lanes.entry(address.to_owned()).or_insert_with(Lane::new);
        lane.waiting += 1;
        let turn = Arc::clone(&lane.turn);
        Ok(Waiting { lanes: Arc::clone(&self.lanes), address: address.to_owned(), turn })
    }
}

impl Lane {
    fn new() -> Lane {
        Lane { turn: Arc::new(Semaphore::new(1)), waiting: 0 }
    }
}

/// A place in the queue; it is free again when this is dropped.
struct Waiting {
    lanes: Arc<Mutex<HashMap<String, Lane>>>,
    address: String,
    turn: Arc<Semaphore>,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lane) = lanes.get_mut(&self.address) {
            lane.waiting -= 1;
            if lane.waiting == 0 {
                lanes.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::sync::mpsc;

    use super::*;

    /// 400 impossible names at once: eight of the address wait, the others are refused, and while they are stuck a
    /// secret from elsewhere is hashed all the same. From many addresses, only as many as there are turns have a
    /// thread.
    #[tokio::test]
    async fn what_is_not_hashed_waits_in_the_queue_and_delays_no_secret() {
        let secrets = Arc::new(Secrets::default());
        let running = Arc::new(AtomicUsize::new(0));
        let (release, held) = mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        let (started, mut has_started) = tokio::sync::mpsc::unbounded_channel();
        let send = |address: String| {
            let (secrets, running) = (Arc::clone(&secrets), Arc::clone(&running));
            let (held, started) = (Arc::clone(&held), started.clone());
            tokio::spawn(async move {
                let work = move || {
                    let now = running.fetch_add(1, Ordering::SeqCst) + 1;
                    started.send(now).unwrap();
                    held.lock().unwrap().recv().unwrap();
                    running.fetch_sub(1, Ordering::SeqCst);
                };
                secrets.run_unhashed(&address, work).await.map_err(|error| error.code())
            })
        };
        let same: Vec<_> = (0..400).map(|_| send("192.0.2.1".to_owned())).collect();
        let others: Vec<_> = (0..20).map(|it| send(format!("198.51.100.{it}"))).collect();
        let mut most = has_started.recv().await.unwrap();
        while same.iter().filter(|sent| sent.is_finished()).count() < 400 - OF_ONE_MAX {
            tokio::task::yield_now().await;
        }
        assert_eq!(
            secrets.run("192.0.2.2", || 7).await.ok(),
            Some(7),
            "nothing of it delays a secret"
        );
        for _ in 0..(OF_ONE_MAX + others.len()) {
            release.send(()).unwrap();
        }
        let mut refused = 0;
        for sent in same.into_iter().chain(others) {
            match sent.await.unwrap() {
                Ok(()) => {}
                Err(code) => {
                    assert_eq!(code, "busy");
                    refused += 1;
                }
            }
        }
        assert_eq!(refused, 400 - OF_ONE_MAX);
        while let Ok(now) = has_started.try_recv() {
            most = most.max(now);
        }
        assert_eq!(most, AT_ONCE);
        assert_eq!(secrets.hashed(), 1);
    }

    #[tokio::test]
    async fn one_address_has_a_bounded_queue_and_delays_no_other() {
        let secrets = Arc::new(Secrets::default());
        let (release, held) = std::sync::mpsc::channel::<()>();
        let first = Arc::clone(&secrets);
        let (started, mut has_started) = tokio::sync::mpsc::channel(1);
        let hog = tokio::spawn(async move {
            let work = move || {
                started.blocking_send(()).unwrap();
                held.recv().unwrap();
            };
            first.run("192.0.2.1", work).await.unwrap();
        });
        has_started.recv().await.unwrap();
        let places: Vec<_> =
            (1..OF_ONE_MAX).map(|_| secrets.queue_up("192.0.2.1").ok().unwrap()).collect();
        let refused = secrets.run("192.0.2.1", || ()).await.unwrap_err();
        assert_eq!((refused.status(), refused.code()), (StatusCode::TOO_MANY_REQUESTS, "busy"));
        assert_eq!(secrets.run("192.0.2.2", || 7).await.ok(), Some(7));
        drop(places);
        release.send(()).unwrap();
        hog.await.unwrap();
        assert_eq!(secrets.run("192.0.2.1", || 8).await.ok(), Some(8));
        assert!(secrets.lanes.lock().unwrap().is_empty());
    }
}
