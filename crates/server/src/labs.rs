//! What-ifs of the server: warm labs in this process, one worker that gives way to play, and answers that are kept.
//!
//! Whoever asks has one question at a time: a newer one from the same page takes the place of the one that waits. What
//! was computed is kept for the next who asks, so that a link that many open is computed once.

mod case;
mod queue;
mod work;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::HeaderMap;
use odds::{Lab, WhatIfError};
use rulebook::Rulebook;

use crate::auth::{Caller, counted_as};
use crate::error::ApiError;
use crate::visitors::VISITORS;

pub(crate) use case::{Case, written};
pub(crate) use queue::Asker;
pub(crate) use work::{
    Banded, Beside, BesideRow, Decisions, Found, FoundPairs, FoundPays, Paid, Solved, paid,
};

use queue::Queue;

/// The header by which a page says that its questions take each other's place.
const PAGE_HEADER: &str = "x-lab";
/// The longest name of a page.
const PAGE_MAX: usize = 32;
/// How many answers of each kind are kept.
const KEPT: usize = 128;
/// How many labs stay warm: each keeps 200 MB at most.
const WARM: usize = 3;
/// How long a lab stays warm after its last use.
const WARM_FOR: Duration = Duration::from_secs(120);

/// The labs of a server.
pub(crate) struct Labs {
    queue: Arc<Queue>,
    warm: Mutex<Vec<Warm>>,
    solved: Kept<Solved>,
    beside: Kept<Beside>,
    found: Kept<Found>,
    banded: Kept<Banded>,
    decisions: Kept<Decisions>,
}

/// A lab that was used lately.
struct Warm {
    key: String,
    lab: Arc<Lab>,
    used: Instant,
}

impl Default for Labs {
    fn default() -> Labs {
        Labs {
            queue: Arc::default(),
            warm: Mutex::default(),
            solved: Kept::default(),
            beside: Kept::default(),
            found: Kept::default(),
            banded: Kept::default(),
            decisions: Kept::default(),
        }
    }
}

impl Labs {
    /// Does something in its turn, on the thread that gives way to play. Refused where too much waits already; a
    /// newer question of the same page takes its place.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        asker: Asker,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        self.queue.run(asker, work).await
    }

    /// How many answers are kept, and how many questions wait.
    pub(crate) fn kept(&self) -> usize {
        let answers = self.solved.count() + self.beside.count() + self.found.count();
        answers + self.banded.count() + self.decisions.count() + self.queue.waiting()
    }

    fn warm(&self) -> std::sync::MutexGuard<'_, Vec<Warm>> {
        self.warm.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The lab of a case, warm for the next question. The one that was not used for longest goes for it.
    fn lab(&self, case: &Case) -> Result<Arc<Lab>, WhatIfError> {
        let key = case.lab_key();
        if let Some(known) = self.warm().iter_mut().find(|known| known.key == key) {
            known.used = Instant::now();
            return Ok(Arc::clone(&known.lab));
        }
        let lab = Arc::new(Lab::open(Rulebook::embedded(), &case.subject, case.wager())?);
        let mut warm = self.warm();
        if warm.len() == WARM {
            let oldest = warm.iter().enumerate().min_by_key(|(_, known)| known.used);
            if let Some((oldest, _)) = oldest {
                warm.swap_remove(oldest);
            }
        }
        warm.push(Warm { key, lab: Arc::clone(&lab), used: Instant::now() });
        Ok(lab)
    }

    /// Lets go of labs that nobody has used for a while.
    pub(crate) fn cool_down(&self) {
        self.warm().retain(|known| known.used.elapsed() < WARM_FOR);
    }
}

/// Who asks: a session, or an address for those who have none of their own.
pub(crate) fn asker(caller: &Caller, headers: &HeaderMap) -> Asker {
    let own = caller.signed_in.as_ref().filter(|signed_in| signed_in.session.number != VISITORS);
    let who = own.map_or_else(
        || format!("address {}", counted_as(caller.address)),
        |signed_in| format!("session {}", signed_in.session.number.0),
    );
    let page = headers.get(PAGE_HEADER).and_then(|value| value.to_str().ok());
    let page = page.filter(|page| (1..=PAGE_MAX).contains(&page.len())).map(str::to_owned);
    Asker { who, page }
}

/// Answers that were given before, by what was asked; those that nobody asked for lately are forgotten.
struct Kept<T>(Mutex<Vec<(String, Arc<T>)>>);

impl<T> Default for Kept<T> {
    fn default() -> Kept<T> {
        Kept(Mutex::default())
    }
}

impl<T> Kept<T> {
    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<(String, Arc<T>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, key: &str) -> Option<Arc<T>> {
        let mut all = self.lock();
        let place = all.iter().position(|(known, _)| known == key)?;
        let found = all.remove(place);
        let answer = Arc::clone(&found.1);
        all.push(found);
        Some(answer)
    }

    fn keep(&self, key: String, answer: T) -> Arc<T> {
        let answer = Arc::new(answer);
        let mut all = self.lock();
        all.retain(|(known, _)| *known != key);
        if all.len() == KEPT {
            all.remove(0);
        }
        all.push((key, Arc::clone(&answer)));
        answer
    }

    fn count(&self) -> usize {
        self.lock().len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_asks_for_is_forgotten() {
        let kept = Kept::default();
        for number in 0..1_000 {
            kept.keep(number.to_string(), number);
            assert_eq!(kept.get("0").as_deref(), Some(&0), "it is asked for all the time");
        }
        assert_eq!(kept.count(), KEPT);
        assert_eq!(kept.get("1"), None);
        assert_eq!(kept.get("999").as_deref(), Some(&999));
    }
}
