//! The pit in a process of its own, which is killed again and again.

use std::error::Error;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use ledger::RequestId;
use rand::{RngExt as _, rng};

use super::Plan;

/// Says to a process that it is the one to be killed, and where it notes what was acknowledged.
const CHILD: &str = "CROUPIER_PIT_JOURNAL";
/// Says which part of the week it plays, out of how many.
const PART: &str = "CROUPIER_PIT_PART";
/// The length of a line of the journal: a request's id.
const LINE: u64 = 33;

/// The journal, if this is the process to be killed.
pub fn journal_of_child() -> Option<PathBuf> {
    std::env::var_os(CHILD).map(PathBuf::from)
}

/// The part of the week that this process plays, out of how many: all of it unless it is told.
pub fn part() -> (u64, u64) {
    let text = std::env::var(PART).unwrap_or_default();
    let part = text.split_once('/').and_then(|(part, parts)| {
        Some((part.parse().ok()?, parts.parse().ok().filter(|parts| *parts > 0)?))
    });
    part.unwrap_or((0, 1))
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

/// Plays in other processes, kills them so many times, and lets the last ones finish. They are killed
/// only after something was done: how long that takes, and how much was done, differs.
pub fn play_and_kill(plan: &Plan, kills: u64, journal: &Path) -> Result<(), Box<dyn Error>> {
    for part in 0..=kills {
        let before = length(journal);
        let mut children = Vec::new();
        for _ in 0..plan.processes {
            let child = Command::new(std::env::current_exe()?)
                .args([&plan.url, &plan.tables.to_string(), &plan.seconds.to_string()])
                .env(CHILD, journal)
                .env(PART, format!("{part}/{}", kills + 1))
                .spawn()?;
            children.push(child);
        }
        if part == kills {
            for child in &mut children {
                if !child.wait()?.success() {
                    return Err("the pit failed".into());
                }
            }
            return Ok(());
        }
        while length(journal) == before {
            for child in &mut children {
                if let Some(status) = child.try_wait()? {
                    return Err(format!("the pit ended by itself: {status}").into());
                }
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let millis = rng().random_range(1..plan.seconds * 1_000);
        std::thread::sleep(Duration::from_millis(millis));
        for child in &mut children {
            child.kill()?;
            child.wait()?;
        }
        let acts = (length(journal) - before) / LINE;
        println!("Kill {} after {millis} ms and {acts} acknowledged acts", part + 1);
    }
    Ok(())
}

fn length(journal: &Path) -> u64 {
    std::fs::metadata(journal).map_or(0, |file| file.len())
}
