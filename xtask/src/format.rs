//! Formatting. `cargo fmt` finds files by the `mod` lines that it reads, and games are listed in a macro.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{cargo, say, verdict};

/// The folders whose modules a macro lists.
const LISTED: [&str; 2] = ["crates/games/src", "crates/odds/src"];

/// What is done about a file that is not formatted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// It is reported.
    Check,
    /// It is formatted.
    Write,
}

/// Formats every source, or checks that it is formatted.
pub(crate) fn format(mode: Mode) -> bool {
    say("== format: cargo fmt --all, and the games");
    let check = (mode == Mode::Check).then_some("--check");
    let listed = LISTED.iter().flat_map(|folder| sources(Path::new(folder)));
    let passed = succeeds(cargo().args(["fmt", "--all"]).args(check))
        && succeeds(Command::new("rustfmt").args(check).args(listed));
    say(&format!("== format: {}", verdict(passed)));
    passed
}

fn succeeds(command: &mut Command) -> bool {
    command.status().is_ok_and(|status| status.success())
}

/// Every Rust file of a folder and of those in it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let of = |path: PathBuf| match path.extension() {
        _ if path.is_dir() => sources(&path),
        Some(kind) if kind == "rs" => vec![path],
        _ => Vec::new(),
    };
    paths.flat_map(of).collect()
}
