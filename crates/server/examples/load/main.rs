//! Load for a demo house: `load URL acts TABLES SECONDS`, `load URL bets TABLES SECONDS`, `load URL offered RATE SECONDS`,
//! `load URL signs COUNT SECONDS`.
//!
//! One acting and one watching client for each table. The actor plays whole rounds of every game (`bets`: only
//! places bets, as the peers' load does), and sends its next act when its own update has arrived; the watcher follows
//! over events.

mod http;
mod play;
mod signs;

use std::error::Error;
use std::time::Duration;

use http::Server;
use play::Plays;

type Failure = Box<dyn Error + Send + Sync>;

#[allow(clippy::print_stdout)]
#[tokio::main]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [url, what, count, seconds] = arguments.as_slice() else {
        return Err("usage: load URL acts|bets|offered|signs COUNT SECONDS".into());
    };
    let server = Server::new(url)?;
    let (count, lasts) = (count.parse()?, Duration::from_secs(seconds.parse()?));
    let report = match what.as_str() {
        "acts" => play::closed_loop(&server, Plays::Rounds, count, lasts).await?,
        "bets" => play::closed_loop(&server, Plays::Bets, count, lasts).await?,
        "offered" => play::offered(&server, count, lasts).await?,
        "signs" => signs::watch(&server, count, lasts).await?,
        other => return Err(format!("{other} is not acts, bets, offered or signs").into()),
    };
    println!("{report}");
    Ok(())
}

/// The slowest of so many hundredths, in milliseconds.
fn quantile(sorted: &[u64], share: f64) -> f64 {
    let place = ((sorted.len() as f64 * share) as usize).min(sorted.len().saturating_sub(1));
    sorted.get(place).copied().unwrap_or(0) as f64 / 1_000.0
}
