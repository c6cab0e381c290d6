//! Chores of this repository. `cargo xtask test` is what the README and CI run.

mod binaries;
mod browser;
mod deb;
mod format;
mod limited;
mod peers;

use std::env;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use binaries::{Counts, Waiting};

const USAGE: &str = "\
cargo xtask test     format, lints, documentation and every test
cargo xtask fmt      formats every source, the games too
cargo xtask browser  only the tests in a browser; browser NAME those with NAME in their names,
                     browser pictures saves the pictures of the documentation
cargo xtask peers    hands a second beside rs_poker's arena and PokerKit; acts a second of the server beside
                     Colyseus and boardgame.io; each in one run
cargo xtask deb      a Debian package in target/; deb BINARY packs that binary instead of a new build";

fn main() -> ExitCode {
    let task = env::args().nth(1);
    let passed = match task.as_deref() {
        Some("test") => test(),
        Some("fmt") => format::format(format::Mode::Write),
        Some("browser") => browser::browser(env::args().nth(2).as_deref()),
        Some("peers") => peers::peers(),
        Some("deb") => deb::build(env::args().nth(2).as_deref()),
        _ => {
            say(USAGE);
            return ExitCode::from(2);
        }
    };
    if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// One step: what it is called, what cargo is told, and what is set for it.
struct Step {
    name: &'static str,
    cargo: &'static [&'static str],
    env: &'static [(&'static str, &'static str)],
}

const STEPS: &[Step] = &[
    Step {
        name: "lints",
        cargo: &[
            "clippy",
            "--workspace",
            "--all-targets",
            "--all-features",
            "--",
            "-D",
            "warnings",
        ],
        env: &[],
    },
    Step {
        name: "documentation",
        cargo: &["doc", "--workspace", "--no-deps", "--all-features"],
        env: &[("RUSTDOCFLAGS", "-D warnings")],
    },
];

/// Runs after the build of the tests, which has built all that it needs.
const EXAMPLES: Step = Step {
    name: "documentation's examples",
    cargo: &["test", "--workspace", "--all-features", "--doc", "--quiet"],
    env: &[],
};

/// Whether there is a PostgreSQL server for the tests' throw-away houses.
fn has_postgres() -> bool {
    let on_path = Command::new("initdb").arg("--version").output().is_ok();
    let debian = std::fs::read_dir("/usr/lib/postgresql").is_ok_and(|versions| {
        versions.flatten().any(|version| version.path().join("bin/initdb").exists())
    });
    on_path || debian
}

/// Installs PostgreSQL by the system's packages if it is missing.
fn postgres() -> bool {
    if has_postgres() {
        return true;
    }
    say("== postgres: not found, installing the package postgresql");
    let installed = apt_install(&["postgresql"]) && has_postgres();
    if !installed {
        say("== postgres: FAILED; install PostgreSQL 15 or later and try again");
    }
    installed
}

/// Installs packages of the system.
fn apt_install(packages: &[&str]) -> bool {
    let is_root =
        Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout.starts_with(b"0"));
    let apt = |arguments: &[&str]| {
        let mut command = Command::new(if is_root { "apt-get" } else { "sudo" });
        if !is_root {
            command.args(["-n", "apt-get"]);
        }
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        command.status().is_ok_and(|status| status.success())
    };
    let install = ["install", "-y", "-qq", "--no-install-recommends"];
    apt(&["update", "-qq"]) && apt(&[&install[..], packages].concat())
}

fn test() -> bool {
    let started = Instant::now();
    let counts = Counts::default();
    let passed = postgres()
        && format::format(format::Mode::Check)
        && STEPS.iter().all(run)
        && Waiting::build().is_some_and(|binaries| run(&EXAMPLES) && tests(binaries, &counts));
    print(&counts.to_string());
    say(&format!("== all: {} in {:.0} s", verdict(passed), started.elapsed().as_secs_f64()));
    passed
}

/// Runs the test binaries on one lane while the other tests the server's pages; that one helps when it is done. A browser
/// waits much of its time.
fn tests(binaries: Waiting, counts: &Counts) -> bool {
    let started = Instant::now();
    let pages = std::thread::scope(|scope| {
        scope.spawn(|| binaries.work(counts));
        let pages = conformance() && browser::run(None, counts);
        binaries.work(counts);
        pages
    });
    let passed = binaries.passed() && pages;
    say(&format!("== tests: {} in {:.0} s", verdict(passed), started.elapsed().as_secs_f64()));
    passed
}

/// How long the conformance run may take: several times what it does.
const CONFORMANCE_WITHIN: Duration = Duration::from_secs(600);

/// Compares the server with its own description. Schemathesis asks it, with a bounded number of cases.
fn conformance() -> bool {
    let environment = "target/schemathesis";
    let program = |name: &str| format!("{environment}/bin/{name}");
    let started = Instant::now();
    let runs = |program: &str, arguments: &[&str]| {
        limited::shown(Command::new(program).args(arguments), CONFORMANCE_WITHIN)
    };
    say("== conformance: the server against its own OpenAPI document");
    let passed = runs("python3", &["-m", "venv", environment])
        && runs(&program("python"), &["-m", "pip", "install", "--quiet", "schemathesis==4.32.5"])
        && runs(
            &program("python"),
            &[
                "crates/server/tests/conformance.py",
                &program("schemathesis"),
                "target/debug/croupier",
                "10",
            ],
        );
    let seconds = started.elapsed().as_secs_f64();
    say(&format!("== conformance: {} in {seconds:.0} s", verdict(passed)));
    passed
}

fn run(step: &Step) -> bool {
    say(&format!("== {}: cargo {}", step.name, step.cargo.join(" ")));
    let started = Instant::now();
    let status = cargo().args(step.cargo).envs(step.env.iter().copied()).status();
    let passed = status.is_ok_and(|status| status.success());
    let seconds = started.elapsed().as_secs_f64();
    say(&format!("== {}: {} in {seconds:.0} s", step.name, verdict(passed)));
    passed
}

fn cargo() -> Command {
    Command::new(env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()))
}

fn verdict(passed: bool) -> &'static str {
    if passed { "passed" } else { "FAILED" }
}

#[allow(clippy::print_stderr)]
fn say(line: &str) {
    eprintln!("{line}");
}

#[allow(clippy::print_stdout)]
fn print(line: &str) {
    println!("{line}");
}
