//! Prints hands a second of ours, of rs_poker's arena and of PokerKit, in one run.
//!
//! `cargo xtask peers` sets PokerKit up in a throw-away environment and runs this.

use std::process::Command;

#[allow(clippy::print_stdout)]
fn main() {
    let ours = bench::heads_up::ours();
    println!("{:<46} {ours:>12.0} hands a second", "croupier, Hold 'em 212 with its blackjack");
    #[cfg(feature = "arena")]
    {
        let arena = bench::heads_up::rs_poker_arena();
        println!("{:<46} {arena:>12.0} {:>8.1} times", "rs_poker 5.0.0, arena", ours / arena);
    }
    // The interpreter of an environment that has PokerKit, and the script beside this crate.
    let mut arguments = std::env::args().skip(1);
    if let (Some(python), Some(script)) = (arguments.next(), arguments.next()) {
        let output = Command::new(python).arg(script).output();
        let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
        let rate = text.ok().and_then(|text| text.trim().parse::<f64>().ok());
        match rate {
            Some(rate) => {
                println!("{:<46} {rate:>12.0} {:>8.1} times", "PokerKit 0.7.7", ours / rate);
            }
            None => println!("PokerKit did not run"),
        }
    }
}
