//! The tests: all binaries are built by one command and then run on two lanes, so that one that waits for a disk or a
//! server does not leave the cores idle. The lane that tests the pages in a browser helps when it is done.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::{cargo, limited, say, verdict};

/// How long one binary may take: several times what the longest does on two busy cores. A test that hangs must not
/// take the whole run's time with it.
const WITHIN: Duration = Duration::from_secs(15 * 60);

/// The packages whose tests take longest start first.
const LONGEST: [&str; 5] = ["odds", "croupier", "house", "games", "server"];

/// A test binary.
struct Binary {
    /// The folder of its package, where its tests run.
    folder: PathBuf,
    path: PathBuf,
}

impl Binary {
    fn package(&self) -> &str {
        name(&self.folder)
    }

    /// Binaries of integration tests take longest, and some packages' longer than others'.
    fn order(&self) -> (bool, usize) {
        let place = LONGEST.iter().position(|package| *package == self.package());
        let is_integration = name(&self.path).starts_with("all-");
        (!is_integration, place.unwrap_or(LONGEST.len()))
    }
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

/// The test binaries that wait to be run. Each runs its tests on as many threads as there are cores.
pub struct Waiting {
    binaries: Mutex<std::vec::IntoIter<Binary>>,
    failed: Mutex<Vec<Binary>>,
}

impl Waiting {
    /// Builds every test binary; nothing if that fails.
    pub fn build() -> Option<Waiting> {
        let mut binaries = build()?;
        binaries.sort_by_key(Binary::order);
        let binaries = Mutex::new(binaries.into_iter());
        Some(Waiting { binaries, failed: Mutex::default() })
    }

    /// Runs binaries, one after the other, until none is waiting.
    pub fn work(&self, counts: &Counts) {
        let next = || self.binaries.lock().expect("no test thread panics").next();
        while let Some(binary) = next() {
            if !run(&binary, counts) {
                self.failed.lock().expect("no test thread panics").push(binary);
            }
        }
    }

    /// Names the binaries that failed; whether there are none.
    pub fn passed(self) -> bool {
        let failed = self.failed.into_inner().expect("no test thread panics");
        for binary in &failed {
            say(&format!("== failed: {} ({})", binary.package(), binary.path.display()));
        }
        failed.is_empty()
    }
}

/// How many tests have passed and failed so far.
#[derive(Default)]
pub struct Counts {
    passed: AtomicU64,
    failed: AtomicU64,
}

impl Counts {
    /// Adds what a summary says: `test result: ok. 54 passed; 0 failed; ...`.
    pub fn add(&self, summary: &str) {
        let count = |word: &str| {
            let before = summary.split(word).next().unwrap_or_default();
            before.split_whitespace().last().and_then(|number| number.parse().ok()).unwrap_or(0)
        };
        self.passed.fetch_add(count(" passed"), Ordering::Relaxed);
        self.failed.fetch_add(count(" failed"), Ordering::Relaxed);
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [passed, failed] = [&self.passed, &self.failed].map(|n| n.load(Ordering::Relaxed));
        write!(f, "{passed} passed, {failed} failed")
    }
}

/// Builds and returns the binaries; nothing if that fails.
fn build() -> Option<Vec<Binary>> {
    let arguments = ["test", "--workspace", "--all-features", "--no-run"];
    say(&format!("== build: cargo {}", arguments.join(" ")));
    let started = Instant::now();
    let output = cargo()
        .args(arguments)
        .arg("--message-format=json-render-diagnostics")
        .stderr(Stdio::inherit())
        .output();
    let built = output.ok().filter(|output| output.status.success());
    let seconds = started.elapsed().as_secs_f64();
    say(&format!("== build: {} in {seconds:.0} s", verdict(built.is_some())));
    let messages = String::from_utf8(built?.stdout).ok()?;
    let binaries: Vec<Binary> = messages.lines().filter_map(binary).collect();
    // Nothing is skipped in silence.
    if binaries.len() < LONGEST.len() {
        say("== build: FAILED: cargo named no test binaries");
        return None;
    }
    Some(binaries)
}

/// The test binary that a message of cargo is about.
fn binary(message: &str) -> Option<Binary> {
    let text = |key: &str| {
        let start = message.find(&format!("\"{key}\":\""))? + key.len() + 4;
        message[start..].split('"').next().map(PathBuf::from)
    };
    // The profile says whether it was built as a test; the target, whether it could be.
    let profile = message.split("\"profile\":{").nth(1)?.split('}').next()?;
    if !profile.contains("\"test\":true") {
        return None;
    }
    let folder = text("manifest_path")?.parent()?.to_owned();
    Some(Binary { folder, path: text("executable")? })
}

/// Runs a binary; what it printed is shown if it failed, its summary otherwise.
fn run(binary: &Binary, counts: &Counts) -> bool {
    let started = Instant::now();
    let mut command = Command::new(&binary.path);
    command.current_dir(&binary.folder).env("CARGO_MANIFEST_DIR", &binary.folder);
    let ended = limited::output(&mut command, WITHIN);
    let seconds = started.elapsed().as_secs_f64();
    let what = format!("{} {}", binary.package(), name(&binary.path));
    let ended = match ended {
        Ok(ended) => ended,
        Err(error) => {
            say(&format!("{what}: FAILED: {error}"));
            return false;
        }
    };
    let mut lines = ended.printed.lines();
    let summary = lines.rfind(|line| line.starts_with("test result")).unwrap_or_default();
    counts.add(summary);
    if ended.passed {
        say(&format!("{what}: {summary} ({seconds:.0} s)"));
    } else {
        let how = if ended.late { "killed because it took too long" } else { "FAILED" };
        say(&format!("{what}: {how} after {seconds:.0} s\n{}", ended.printed));
    }
    ended.passed
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn test_binaries_are_found_in_what_cargo_says() {
        let message = |test: bool, executable: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","manifest_path":"/r/crates/games/Cargo.toml","target":{{"kind":["bin"],"test":true}},"profile":{{"opt_level":"1","test":{test}}},"executable":{executable},"fresh":true}}"#
            )
        };
        let found = binary(&message(true, r#""/r/target/all-12""#)).unwrap();
        assert_eq!(found.package(), "games");
        assert_eq!(found.path, Path::new("/r/target/all-12"));
        assert_eq!(found.order(), (false, 3));
        assert!(binary(&message(false, r#""/r/target/croupier""#)).is_none(), "the program itself");
        assert!(binary(&message(true, "null")).is_none());
        assert!(binary(r#"{"reason":"build-finished","success":true}"#).is_none());
    }
}
