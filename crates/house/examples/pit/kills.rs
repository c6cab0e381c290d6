//! The pit in a process of its own, which is killed again and again.

use std::error::Error;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use ledger::RequestId;
use rand::{RngExt as _, rng};

/// Says to a process that it is the one to be killed, and where it notes what was acknowledged.
const CHILD: &str = "CROUPIER_PIT_JOURNAL";

/// The journal, if this is the process to be killed.
pub fn journal_of_child() -> Option<PathBuf> {
    std::env::var_os(CHILD).map(PathBuf::from)
}

/// What was acknowledged: an id a line, written when the answer has come.
pub struct Journal {
    file: File,
}

impl Journal {
    pub fn open(path: &Path) -> io::Result<Journal> {
        OpenOptions::new().create(true).append(true).open(path).map(|file| Journal { file })
    }

    /// One write for each: a killed process leaves whole lines.
    pub fn note(&mut self, request: RequestId) -> io::Result<()> {
        self.file.write_all(format!("{request}\n").as_bytes())
    }
}

/// Plays in another process, kills it so many times, and lets the last one finish.
pub fn play_and_kill(
    url: &str,
    tables: usize,
    seconds: u64,
    kills: u64,
    journal: &Path,
) -> Result<(), Box<dyn Error>> {
    for kill in 0..=kills {
        let mut child = Command::new(std::env::current_exe()?)
            .args([url, &tables.to_string(), &seconds.to_string()])
            .env(CHILD, journal)
            .spawn()?;
        if kill == kills {
            let status = child.wait()?;
            return if status.success() { Ok(()) } else { Err("the pit failed".into()) };
        }
        let millis = rng().random_range(seconds * 300..seconds * 1_300);
        std::thread::sleep(Duration::from_millis(millis));
        println!("Kill {} after {millis} ms", kill + 1);
        child.kill()?;
        child.wait()?;
    }
    Ok(())
}
