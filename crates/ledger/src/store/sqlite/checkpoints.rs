//! Takes the write-ahead log into the file beside the writer. When the writer does it itself, as SQLite would, everyone
//! who waits for an answer waits for it too.
//!
//! The writer still does it when the log has grown long; by then little is left to do. It also starts the log over,
//! which only a writer can.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

/// The time between two checkpoints.
const EVERY: Duration = Duration::from_millis(250);

/// A thread that does so, as long as this is here.
pub(super) struct Checkpoints {
    has_written: Arc<AtomicBool>,
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Checkpoints {
    /// Starts for a file. Without a thread the writer does all of it.
    pub(super) fn start(path: PathBuf) -> Checkpoints {
        let has_written = Arc::new(AtomicBool::new(false));
        let (stop, stopped) = mpsc::channel();
        let written = Arc::clone(&has_written);
        let run = move || run(&path, &written, &stopped);
        let thread = thread::Builder::new().name("checkpoints".to_owned()).spawn(run).ok();
        Checkpoints { has_written, stop: Some(stop), thread }
    }

    /// The writer has committed.
    pub(super) fn written(&self) {
        self.has_written.store(true, Ordering::Relaxed);
    }
}

impl Drop for Checkpoints {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // Whatever became of it, the log is whole.
            let _ = thread.join();
        }
    }
}

fn run(path: &Path, has_written: &AtomicBool, stopped: &Receiver<()>) {
    let mut connection = None;
    while stopped.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
        if !has_written.swap(false, Ordering::Relaxed) {
            continue;
        }
        if connection.is_none() {
            connection = connect(path).ok();
        }
        let pass = |connection: &Connection| {
            // It never waits for a writer or a reader, and leaves what they hold.
            connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))
        };
        if connection.as_ref().is_some_and(|connection| pass(connection).is_err()) {
            // The disk may be full: the writer finds out.
            connection = None;
        }
    }
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::default() & !OpenFlags::SQLITE_OPEN_CREATE;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    Ok(connection)
}
