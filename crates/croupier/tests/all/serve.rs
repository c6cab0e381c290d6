//! `croupier serve` as real processes: starting and stopping, kills, a store that goes away, several processes on one
//! house, clocks and bots, and clients that mean no good.

mod abuse;
mod anchors;
mod clocks;
#[allow(dead_code, reason = "the tests of the ledger use all of it")]
#[path = "../../../ledger/tests/all/support/cluster.rs"]
mod cluster;
mod http;
mod kills;
mod lab;
mod players;
mod process;
mod sealed;
mod several;
mod starting;
mod store;

use std::time::{Duration, Instant};

/// How long a client tries before the test fails: nothing here waits forever.
const GIVE_UP: Duration = Duration::from_secs(60);

/// Waits until something is so, and fails if it takes longer.
#[track_caller]
fn within(limit: Duration, what: &str, mut is_so: impl FnMut() -> bool) -> Duration {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < limit, "not within {limit:?}: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
    started.elapsed()
}

/// Figures, shown with `--nocapture`.
#[allow(clippy::print_stderr)]
fn say(figures: &str) {
    eprintln!("{figures}");
}
