//! `cargo xtask peers`: ours beside what someone would use instead, each measured in one run.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::{cargo, print, say};

/// How many tables, and for how many seconds.
const TABLES: &str = "200";
const SECONDS: &str = "8";

/// Runs a command and says so.
fn run(program: &str, arguments: &[&str]) -> bool {
    say(&format!("== {program} {}", arguments.join(" ")));
    Command::new(program).args(arguments).status().is_ok_and(|status| status.success())
}

fn cargo_runs(arguments: &[&str]) -> bool {
    say(&format!("== cargo {}", arguments.join(" ")));
    cargo().args(arguments).status().is_ok_and(|status| status.success())
}

/// Measures hands a second beside rs_poker and PokerKit, then the server beside Colyseus and boardgame.io.
pub fn peers() -> bool {
    hands() && servers()
}

/// Sets PokerKit up in a throw-away environment and measures all in one run.
fn hands() -> bool {
    let environment = "target/pokerkit";
    let python = format!("{environment}/bin/python");
    let arena =
        ["--manifest-path", "crates/bench/arena/Cargo.toml", "--target-dir", "target/arena"];
    let ours = [
        "run",
        "--profile",
        "dist",
        "--quiet",
        "--package",
        "bench",
        "--example",
        "heads_up",
        "--",
    ];
    let with = ["target/arena/release/arena", &python, "crates/bench/pokerkit_hands.py"];
    run("python3", &["-m", "venv", environment])
        && run(&python, &["-m", "pip", "install", "--quiet", "pokerkit==0.7.7"])
        && cargo_runs(&[&["build", "--release", "--quiet"], &arena[..]].concat())
        && cargo_runs(&[&ours[..], &with[..]].concat())
}

/// A server that is stopped when it is not needed any more.
struct Stopped(Child);

impl Drop for Stopped {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Acts a second of the house, durable on SQLite, beside two servers that keep everything in memory.
fn servers() -> bool {
    let folder = "target/peers";
    let packages = [
        "boardgame.io@0.50.2",
        "socket.io-client@4",
        "colyseus@0.17",
        "@colyseus/sdk",
        "@colyseus/ws-transport",
    ];
    let scripts =
        ["boardgame-server.cjs", "boardgame-load.cjs", "colyseus-server.mjs", "colyseus-load.mjs"];
    let is_copied = fs::create_dir_all(folder).is_ok()
        && scripts.iter().all(|script| {
            fs::copy(format!("crates/server/peers/{script}"), format!("{folder}/{script}")).is_ok()
        });
    let install = ["install", "--prefix", folder, "--legacy-peer-deps", "--no-audit", "--no-fund"];
    let load = ["build", "--profile", "dist", "--package", "server", "--example", "load"];
    if !is_copied
        || !run("npm", &[&install[..], &packages[..]].concat())
        || !cargo_runs(&["build", "--profile", "dist", "--package", "croupier"])
        || !cargo_runs(&load)
    {
        return false;
    }
    measured("Colyseus", folder, "colyseus")
        && measured("boardgame.io", folder, "boardgame")
        && ours()
}

/// One of the others: its server, and its load.
fn measured(name: &str, folder: &str, script: &str) -> bool {
    let extension = if script == "colyseus" { "mjs" } else { "cjs" };
    let node = |file: String| {
        let mut command = Command::new("node");
        command.arg(file).current_dir(folder);
        command
    };
    let server = node(format!("{script}-server.{extension}")).stdout(Stdio::null()).spawn();
    let Ok(_server) = server.map(Stopped) else { return false };
    std::thread::sleep(Duration::from_secs(3));
    let load = node(format!("{script}-load.{extension}")).args([TABLES, SECONDS]).output();
    let Ok(output) = load else { return false };
    print(&format!("{name}:\n{}", String::from_utf8_lossy(&output.stdout)));
    output.status.success()
}

/// Ours, on a fresh demo house.
fn ours() -> bool {
    let store = Path::new("target/peers/house.db");
    for suffix in ["", "-wal", "-shm", "-lease"] {
        // It may not be there.
        let _ = fs::remove_file(format!("{}{suffix}", store.display()));
    }
    let mut command = Command::new("target/dist/croupier");
    command.args(["serve", "--demo", "--json", "--listen", "127.0.0.1:0"]);
    command.arg("--store").arg(format!("sqlite:{}", store.display())).stdout(Stdio::piped());
    let Ok(mut server) = command.spawn().map(Stopped) else { return false };
    let Some(out) = server.0.stdout.take() else { return false };
    let mut line = String::new();
    if BufReader::new(out).read_line(&mut line).is_err() {
        return false;
    }
    let Some(url) = line.split('"').nth(3).map(str::to_owned) else { return false };
    let load = |what: &str, count: &str| {
        let load =
            Command::new("target/dist/examples/load").args([&url, what, count, SECONDS]).output();
        let Ok(output) = load else { return false };
        print(&format!("croupier: {}", String::from_utf8_lossy(&output.stdout).trim()));
        output.status.success()
    };
    load("acts", TABLES) && load("bets", TABLES) && load("offered", "1000") && load("signs", "5000")
}
