//! `cargo xtask browser`: the pages in a real browser. Chromium comes from the system's packages, what drives it from
//! npm into `target/browser`; the tests are scripts in `crates/server/tests/browser`.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::binaries::Counts;
use crate::{apt_install, cargo, limited, print, say, verdict};

const SCRIPTS: &str = "crates/server/tests/browser";
const MODULES: &str = "target/browser";
/// What Chromium is called by Debian, Ubuntu and Fedora.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
/// How long all the scripts may take: several times what they do.
const WITHIN: Duration = Duration::from_secs(15 * 60);
/// What the driver needs.
const NODE_MIN: u32 = 20;

/// Runs the tests whose file or name contains `name`, or all of them, on a debug build.
pub fn browser(name: Option<&str>) -> bool {
    let counts = Counts::default();
    let build = ["build", "--package", "croupier"];
    let passed =
        cargo().args(build).status().is_ok_and(|status| status.success()) && run(name, &counts);
    print(&counts.to_string());
    passed
}

/// Runs the tests on the program that is there, and counts them.
pub fn run(name: Option<&str>, counts: &Counts) -> bool {
    say("== browser: the pages in Chromium");
    let started = Instant::now();
    let passed = match (found_browser(), has_node() && modules() && has_poppler()) {
        (Some(browser), true) => scripts(&browser, name, counts),
        _ => false,
    };
    let seconds = started.elapsed().as_secs_f64();
    say(&format!("== browser: {} in {seconds:.0} s", verdict(passed)));
    passed
}

/// The browser, installed if it is missing.
fn found_browser() -> Option<String> {
    let find = || BROWSERS.iter().find_map(|name| on_path(name));
    if let Some(found) = find() {
        return Some(found);
    }
    say("== browser: not found, installing the package chromium");
    let found = apt_install(&["chromium"]).then(find).flatten();
    if found.is_none() {
        say("== browser: FAILED; install Chromium and try again");
    }
    found
}

/// Where a program is.
fn on_path(name: &str) -> Option<String> {
    let path = std::env::var_os("PATH")?;
    let found =
        std::env::split_paths(&path).map(|folder| folder.join(name)).find(|it| it.is_file());
    found.map(|found| found.display().to_string())
}

/// Whether there is a Node that the driver runs on. It is installed if there is none at all.
fn has_node() -> bool {
    if node_version().is_none() || on_path("npm").is_none() {
        say("== browser: no Node, installing the packages nodejs and npm");
        apt_install(&["nodejs", "npm"]);
    }
    let is_new = node_version().is_some_and(|version| version >= NODE_MIN);
    if !is_new {
        say(&format!(
            "== browser: FAILED; install Node {NODE_MIN} or later with npm and try again"
        ));
    }
    is_new
}

/// Whether there is what reads the pages of a PDF, and the fonts that reports are measured with. They are installed if they
/// are missing.
fn has_poppler() -> bool {
    let has_fonts = || {
        let listed = Command::new("fc-list").output().ok();
        listed.is_some_and(|out| String::from_utf8_lossy(&out.stdout).contains("Liberation Sans"))
    };
    if on_path("pdftotext").is_none() || !has_fonts() {
        say(
            "== browser: no pdftotext or Liberation fonts, installing poppler-utils and fonts-liberation",
        );
        apt_install(&["poppler-utils", "fonts-liberation", "fontconfig"]);
    }
    let has_all = on_path("pdftotext").is_some();
    if !has_all {
        say("== browser: FAILED; install poppler-utils and try again");
    }
    has_all
}

/// The first number of Node's version.
fn node_version() -> Option<u32> {
    let output = Command::new("node").arg("--version").output().ok()?;
    major(&String::from_utf8_lossy(&output.stdout))
}

fn major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

/// Installs what the scripts need, unless it is there already.
fn modules() -> bool {
    let ours = |name: &str| fs::read(Path::new(SCRIPTS).join(name)).ok();
    let installed = |name: &str| fs::read(Path::new(MODULES).join(name)).ok();
    let (lock, done) = ("package-lock.json", "node_modules/.package-lock.json");
    if ours(lock).is_some() && ours(lock) == installed(lock) && installed(done).is_some() {
        return true;
    }
    let copy =
        |name: &str| fs::copy(Path::new(SCRIPTS).join(name), Path::new(MODULES).join(name)).is_ok();
    let install = ["ci", "--prefix", MODULES, "--ignore-scripts", "--no-audit", "--no-fund"];
    fs::create_dir_all(MODULES).is_ok()
        && copy("package.json")
        && copy(lock)
        && Command::new("npm").args(install).status().is_ok_and(|status| status.success())
}

/// Runs the scripts; their last line says how many tests passed and failed.
fn scripts(browser: &str, name: Option<&str>, counts: &Counts) -> bool {
    let mut node = Command::new("node");
    node.arg(Path::new(SCRIPTS).join("run.mjs")).args(name).env("CROUPIER_BROWSER", browser);
    let ended = match limited::output(&mut node, WITHIN) {
        Ok(ended) => ended,
        Err(error) => {
            say(&format!("== browser: node does not run: {error}"));
            return false;
        }
    };
    say(ended.printed.trim_end());
    if ended.late {
        say("== browser: killed because it took too long");
    }
    counts.add(ended.printed.trim_end().lines().last().unwrap_or_default());
    ended.passed
}

#[cfg(test)]
mod tests {
    use super::major;

    #[test]
    fn the_version_of_node_is_read() {
        assert_eq!(major("v20.20.2\n"), Some(20));
        assert_eq!(major("v18.19.0"), Some(18));
        assert_eq!(major("command not found"), None);
    }
}
