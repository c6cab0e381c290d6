//! The chain verified in ranges, several at once.
//!
//! Every entry's hash is stored, so a range can be verified from the hash of the entry before it, and that
//! hash is verified with the range before. Ranges are taken in order: once one is broken, all before it
//! are done or in progress, so the first break is found however many threads work.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};

use super::{Walked, threads};
use crate::chain::{Broken, Head, Verifier};
use crate::store::{Store, StoreError};

/// How many entries a range has.
const RANGE: u64 = 16_384;

/// A range and its result.
type Done = (u64, Result<Walked, StoreError>);

/// Verifies the chain up to this head, with a reader for each core.
pub(super) fn verify(
    store: &mut dyn Store,
    head: Head,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Walked, StoreError> {
    let ranges = head.seq.div_ceil(RANGE).max(1);
    let mut others: Vec<Box<dyn Store>> = Vec::new();
    while others.len() + 1 < threads() && (others.len() as u64) + 1 < ranges {
        // A server without room for another reader is read with fewer.
        let Ok(other) = store.reader() else { break };
        others.push(other);
    }
    let queue = Queue { next: AtomicU64::new(0), end: AtomicU64::new(ranges) };
    let mut first: Option<Done> = None;
    std::thread::scope(|scope| {
        let (tell, told) = channel();
        for other in &mut others {
            let (queue, tell) = (&queue, tell.clone());
            scope.spawn(move || queue.work(&mut **other, head, &tell));
        }
        scope.spawn(|| queue.work(store, head, &{ tell }));
        let mut verified = 0;
        for (range, done) in told {
            if let Ok(Walked { entries, broken: None }) = done {
                verified += entries - range * RANGE;
                progress(verified, head.seq);
            } else if first.as_ref().is_none_or(|(earlier, _)| range < *earlier) {
                first = Some((range, done));
            }
        }
    });
    match first {
        Some((_, done)) => done,
        None => Ok(Walked { entries: head.seq, broken: None }),
    }
}

/// The ranges that no thread has taken yet.
struct Queue {
    next: AtomicU64,
    /// After the last, or a range that is broken.
    end: AtomicU64,
}

impl Queue {
    fn work(&self, store: &mut dyn Store, head: Head, tell: &Sender<Done>) {
        loop {
            let range = self.next.fetch_add(1, Ordering::Relaxed);
            if range >= self.end.load(Ordering::Relaxed) {
                return;
            }
            let done = verify_range(store, range, head);
            if !matches!(done, Ok(Walked { broken: None, .. })) {
                self.end.fetch_min(range, Ordering::Relaxed);
            }
            // The receiver listens until all of them are done.
            let _ = tell.send((range, done));
        }
    }
}

fn verify_range(store: &mut dyn Store, range: u64, head: Head) -> Result<Walked, StoreError> {
    let before = range * RANGE;
    let last = head.seq.min(before + RANGE);
    let mut chain = (before == 0).then(Verifier::default);
    let mut walked = Ok(());
    store.visit(before.saturating_sub(1), last, &mut |entry| {
        match &mut chain {
            // The last of the range before. If it is another entry, that range is found broken.
            None => chain = Some(Verifier::from(entry.head())),
            Some(chain) => walked = chain.entry(entry.seq, entry.line, entry.hash),
        }
        if walked.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    let mut chain = chain.unwrap_or_default();
    if walked.is_ok() {
        walked = ends_well(store, &mut chain, last, head)?;
    }
    Ok(Walked::ended(&chain, walked))
}

/// Checks that a range ends with its last entry. What is there instead is named.
fn ends_well(
    store: &mut dyn Store,
    chain: &mut Verifier,
    last: u64,
    head: Head,
) -> Result<Result<(), Broken>, StoreError> {
    if chain.head().seq < last {
        let mut walked = Ok(());
        store.visit(chain.head().seq, head.seq, &mut |entry| {
            walked = chain.entry(entry.seq, entry.line, entry.hash);
            ControlFlow::Break(())
        })?;
        if walked.is_err() {
            return Ok(walked);
        }
    }
    let is_end = last == head.seq || chain.head().seq < last;
    Ok(if is_end { chain.ends_at(head) } else { Ok(()) })
}
