//! Prints hands a second of ours, of rs_poker's arena and of PokerKit, in one run.
//!
//! `cargo xtask peers` sets PokerKit up in a throw-away environment and runs this.

use std::process::Command;

#[allow(clippy::print_stdout)]
fn main() {
    let ours = bench::heads_up::ours();
    println!("{:<46} {ours:>12.0} hands a second", "croupier, Hold 'em 212 with its blackjack");
    let mut arguments = std::env::args().skip(1);
    if let Some(arena) = arguments.next() {
        print("rs_poker 5.0.0, arena", ours, &mut Command::new(arena));
    }
    // The interpreter of an environment that has PokerKit, and the script beside this crate.
    if let (Some(python), Some(script)) = (arguments.next(), arguments.next()) {
        print("PokerKit 0.7.7", ours, Command::new(python).arg(script));
    }
}

/// Runs a program that prints its hands a second.
#[allow(clippy::print_stdout)]
fn print(name: &str, ours: f64, command: &mut Command) {
    let text = command.output().map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let rate = text.ok().and_then(|text| text.trim().parse::<f64>().ok());
    match rate {
        Some(rate) => println!("{name:<46} {rate:>12.0} {:>8.1} times", ours / rate),
        None => println!("{name} did not run"),
    }
}
