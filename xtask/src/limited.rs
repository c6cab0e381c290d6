//! Commands that must end: each has a time limit, after which it and everything it started is killed. What it printed
//! goes to a file, not a pipe, so that a process it left behind cannot keep anyone waiting.

use std::fs::{self, File};
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How often a running command is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// What a command came to.
pub struct Ended {
    /// It ended in time and said that all is well.
    pub passed: bool,
    /// It was killed because its time was up.
    pub late: bool,
    /// What it printed, both streams in the order they were written.
    pub printed: String,
}

/// Runs a command without an input, and gives back what it printed.
pub fn output(command: &mut Command, limit: Duration) -> io::Result<Ended> {
    let path = scratch();
    let file = File::create(&path)?;
    command.stdout(file.try_clone()?).stderr(file);
    let ended = wait(command, limit);
    let printed = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
    fs::remove_file(&path)?;
    let (passed, late) = ended?;
    Ok(Ended { passed, late, printed })
}

/// Runs a command without an input; what it prints is shown as it comes.
pub fn shown(command: &mut Command, limit: Duration) -> bool {
    let ended = wait(command, limit);
    if matches!(ended, Ok((_, true))) {
        crate::say(&format!("== {command:?}: killed after {} s", limit.as_secs()));
    }
    matches!(ended, Ok((true, _)))
}

/// Waits for the command: whether it passed, and whether it was late.
fn wait(command: &mut Command, limit: Duration) -> io::Result<(bool, bool)> {
    let started = Instant::now();
    // A group of its own, so that its children can be killed with it.
    let mut child = command.stdin(Stdio::null()).process_group(0).spawn()?;
    let status = loop {
        match child.try_wait()? {
            Some(status) => break Some(status),
            None if started.elapsed() > limit => break None,
            None => sleep(LOOK_EVERY),
        }
    };
    // Whatever it left behind goes too.
    let group = format!("-{}", child.id());
    let kill = ["-KILL", "--", &group];
    let _ = Command::new("kill").args(kill).stderr(Stdio::null()).status();
    let _ = child.wait();
    Ok((status.is_some_and(|status| status.success()), status.is_none()))
}

/// A file that no other command writes to.
fn scratch() -> PathBuf {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let (process, number) = (std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    std::env::temp_dir().join(format!("croupier-xtask-{process}-{number}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn what_a_command_prints_and_how_it_ends_is_told() {
        let ended = output(&mut shell("echo one; echo two >&2"), Duration::from_secs(20)).unwrap();
        assert_eq!((ended.passed, ended.late, ended.printed.as_str()), (true, false, "one\ntwo\n"));
        assert!(!output(&mut shell("exit 3"), Duration::from_secs(20)).unwrap().passed);
    }

    #[test]
    fn a_command_that_hangs_is_killed_with_its_children_and_says_how_far_it_got() {
        let started = Instant::now();
        let hangs = "echo begun; sleep 600 & sleep 600";
        let ended = output(&mut shell(hangs), Duration::from_millis(300)).unwrap();
        assert_eq!((ended.passed, ended.late, ended.printed.as_str()), (false, true, "begun\n"));
        // A child that stays behind keeps nobody waiting.
        let leaves = output(&mut shell("sleep 600 & echo done"), Duration::from_secs(20)).unwrap();
        assert_eq!((leaves.passed, leaves.printed.as_str()), (true, "done\n"));
        assert!(started.elapsed() < Duration::from_secs(15), "{:?}", started.elapsed());
    }
}
