//! The whole chain verified, and the result written into it.
//!
//! Opening a house checks everything that is current and the last entries of the chain. The rest is verified in
//! the background, or with `croupier audit verify --record`; a table does not open on a house that was not verified
//! lately.

use std::ops::ControlFlow;
use std::thread::JoinHandle;
use std::time::Duration;

use ledger::check::{self, Checked, Depth, Problem};
use ledger::{Head, RequestId, Store, StoreError};
use money::Moment;
use progressive::DeviceId;

use crate::machine::House;
use crate::people::house_itself;
use crate::request::{Command, Request, Submission};
use crate::text::LINE_MAX;
use crate::{Ledger, PostError, Receipt, Refusal};

/// How soon what could not be read or written down is tried again.
const AFTER_FAILURE: Duration = Duration::from_secs(60);

/// What came of a verification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Every entry up to here matches its hash.
    Fine(Head),
    /// The first inconsistency; the ledger refuses every request that it concerns.
    Broken(Problem),
    /// Every entry up to here matches its hash, but records that are only looked up are missing or changed. The
    /// house goes on, and says so.
    Incomplete(Head, Vec<Problem>),
}

impl Outcome {
    /// What a check came to.
    pub fn of(checked: Checked) -> Outcome {
        match checked.problems.iter().find(|problem| !problem.is_about_the_past()) {
            Some(problem) => Outcome::Broken(problem.clone()),
            None if checked.is_fine() => Outcome::Fine(checked.head),
            None => Outcome::Incomplete(checked.head, checked.problems),
        }
    }
}

/// Why a verification came to nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum VerifyError {
    #[error("the chain cannot be read: {0}")]
    Unreadable(#[from] StoreError),
    #[error("the result cannot be written down: {0}")]
    NotRecorded(#[from] PostError),
    #[error("the verification ended early")]
    Ended,
}

/// Where and when a result is written down.
#[derive(Clone, Copy)]
pub struct Stamp<'a> {
    /// Where it ran.
    pub device: &'a DeviceId,
    /// A fresh id for the entry.
    pub id: RequestId,
    /// When it ended.
    pub at: Moment,
}

/// Writes down what a verification found. If the chain is broken, no table opens until it was verified again,
/// and this ledger takes no requests.
pub fn record(ledger: &Ledger, outcome: &Outcome, stamp: Stamp<'_>) -> Result<(), VerifyError> {
    let what = match outcome {
        Outcome::Fine(Head { seq, hash }) => Command::ChainVerified { seq: *seq, hash: *hash },
        Outcome::Incomplete(Head { seq, hash }, problems) => {
            for problem in problems {
                ledger.doubt(problem.clone())?;
            }
            Command::ChainVerified { seq: *seq, hash: *hash }
        }
        Outcome::Broken(problem) => {
            ledger.doubt(problem.clone())?;
            Command::ChainBroken { says: problem.to_string().chars().take(LINE_MAX).collect() }
        }
    };
    match post(ledger, what, stamp) {
        // Another process has verified more meanwhile.
        Ok(_) | Err(PostError::Refused(Refusal::NothingChanges)) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

fn post(ledger: &Ledger, command: Command, stamp: Stamp<'_>) -> Result<Receipt, PostError> {
    let request = Request::new(house_itself(), stamp.device.clone(), command);
    ledger.post(Submission { id: stamp.id, at: stamp.at, request })
}

/// A verification that runs while the house plays.
pub struct Background {
    thread: JoinHandle<Result<Outcome, VerifyError>>,
}

impl Background {
    /// Waits for its end.
    pub fn wait(self) -> Result<Outcome, VerifyError> {
        self.thread.join().unwrap_or(Err(VerifyError::Ended))
    }

    /// Whether it has ended.
    pub fn is_finished(&self) -> bool {
        self.thread.is_finished()
    }
}

/// Verifies the whole chain on a thread of its own, through a connection of its own, and writes down the result;
/// `now` says when it ended.
pub fn in_background(
    ledger: &Ledger,
    mut reader: Box<dyn Store>,
    device: DeviceId,
    now: impl FnOnce() -> Moment + Send + 'static,
) -> std::io::Result<Background> {
    let ledger = ledger.clone();
    let verify = move || once(&ledger, &mut *reader, &device, now);
    let thread = std::thread::Builder::new().name("verify".to_owned()).spawn(verify)?;
    Ok(Background { thread })
}

/// Verifies the whole chain now and whenever `every` has passed, on a thread of its own. `said` is told each result,
/// and whether it goes on is its answer. A server that runs for weeks stays one on which tables open.
pub fn regularly(
    ledger: &Ledger,
    store: Box<dyn Store>,
    device: DeviceId,
    every: Duration,
    now: impl Fn() -> Moment + Send + 'static,
    mut said: impl FnMut(Result<Outcome, VerifyError>) -> ControlFlow<()> + Send + 'static,
) -> std::io::Result<JoinHandle<()>> {
    let ledger = ledger.clone();
    let verify = move || loop {
        // A connection for each: the one before may be lost.
        let reader = store.reader().map_err(VerifyError::from);
        let result = reader.and_then(|mut reader| once(&ledger, &mut *reader, &device, &now));
        let wait = if result.is_ok() { every } else { every.min(AFTER_FAILURE) };
        if said(result).is_break() {
            return;
        }
        std::thread::sleep(wait);
    };
    std::thread::Builder::new().name("verify".to_owned()).spawn(verify)
}

fn once(
    ledger: &Ledger,
    reader: &mut dyn Store,
    device: &DeviceId,
    now: impl FnOnce() -> Moment,
) -> Result<Outcome, VerifyError> {
    let checked = check::full::<House>(reader, Depth::Chain, &mut |_, _| {})?;
    let outcome = Outcome::of(checked);
    let stamp = Stamp { device, id: RequestId(rand::random()), at: now() };
    record(ledger, &outcome, stamp)?;
    Ok(outcome)
}
