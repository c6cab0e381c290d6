//! Runs the program.

use std::process::{Command, Output};

use serde_json::Value;

/// Runs `croupier` with these arguments, as if no terminal were there.
pub fn croupier(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_croupier")).args(args).output().expect("croupier runs")
}

/// What it prints when all is well.
#[track_caller]
pub fn stdout(args: &[&str]) -> String {
    let output = croupier(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "croupier {args:?}: {stderr}");
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

/// The same as JSON.
#[track_caller]
pub fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(args)).expect("output is JSON")
}

/// What it says on stderr when it refuses, with exit code 2 and nothing on stdout.
#[track_caller]
pub fn refusal(args: &[&str]) -> String {
    let output = croupier(args);
    assert_eq!(output.status.code(), Some(2), "croupier {args:?} is refused");
    assert!(output.stdout.is_empty(), "a refusal prints no data");
    String::from_utf8(output.stderr).expect("output is UTF-8")
}
