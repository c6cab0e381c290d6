//! Many signs on one meter.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::mpsc;

use rulebook::{Family, Rulebook};

use crate::http::Server;
use crate::{Failure, quantile};

/// The table of the demo house that is played: one with a meter, whose players hold five cards and may fold.
fn table() -> Result<&'static str, Failure> {
    let games = Rulebook::embedded().games().iter();
    let mut with_meter = games.filter(|game| {
        let section = game.newest();
        section.felt.is_of(Family::FiveCards)
            && section.schedules.iter().any(|known| known.progressive.is_some())
    });
    let game = with_meter.next().ok_or("no game has five cards and a meter")?;
    Ok(game.id.as_str())
}

/// How long the meter is fed with a single sign first: by then the games are solved for the coach, and neither that nor
/// play itself is counted as the signs'.
const ALONE: Duration = Duration::from_secs(30);

/// Many signs on one meter: how soon each hears of each change, and what one of them costs in memory.
pub async fn watch(server: &Server, count: usize, lasts: Duration) -> Result<String, Failure> {
    feed(server, 1, ALONE).await?;
    let before = server.resident_bytes().await?;
    let (report, after) = feed(server, count, lasts).await?;
    let each = after.saturating_sub(before) as f64 / count as f64 / 1024.0;
    let [before, after] = [before, after].map(|bytes| bytes / (1024 * 1024));
    Ok(format!("{report}; from {before} to {after} MB, {each:.1} KB each"))
}

/// One player feeds the meter; every sign must hear of every change. Also says how much memory the server holds while
/// all of them watch.
async fn feed(server: &Server, count: usize, lasts: Duration) -> Result<(String, u64), Failure> {
    let table = table()?;
    let (heard, mut hears) = mpsc::unbounded_channel::<(String, Instant)>();
    let is_over = Arc::new(AtomicBool::new(false));
    for _ in 0..count {
        let mut sign = server.connect().await?;
        sign.stream(&format!("/api/v1/meters/events?meter={table}")).await?;
        let (heard, is_over) = (heard.clone(), Arc::clone(&is_over));
        tokio::spawn(async move {
            while let Ok(data) = sign.event().await {
                let at = Instant::now();
                if is_over.load(Ordering::Relaxed) {
                    return;
                }
                let display =
                    serde_json::from_str::<Value>(&data).unwrap_or_default()["display"].clone();
                let _ = heard.send((display.as_str().unwrap_or_default().to_owned(), at));
            }
        });
    }
    // Everyone has heard where the meter stands.
    for _ in 0..count {
        hears.recv().await.ok_or("a sign was lost")?;
    }
    let path = format!("/api/v1/tables/{table}/acts");
    let sit = json!({ "act": "sit", "seat": 1, "buy_in": "1000.00" });
    let leave = json!({ "act": "leave", "seat": 1 });
    let mut ann = server.sign_in(json!({ "guest": "Ann" })).await?;
    ann.call("POST", &path, Some(&sit)).await?;
    let (started, mut micros, mut changes) = (Instant::now(), Vec::new(), 0);
    let (_, said) = ann.call("GET", &format!("/api/v1/tables/{table}"), None).await?;
    let mut bets = said["posted"]["least"].clone();
    bets["progressive"] = json!("1.00");
    let mut view = Value::Null;
    while started.elapsed() < lasts {
        // A guest has $1,000, and every round is folded: $6 are lost.
        if changes % 100 == 99 {
            ann.call("POST", &path, Some(&leave)).await?;
            ann = server.sign_in(json!({ "guest": "Ann" })).await?;
            ann.call("POST", &path, Some(&sit)).await?;
        }
        for act in
            [json!({ "act": "bet", "seat": 1, "bets": bets }), json!({ "act": "ready", "seat": 1 })]
        {
            let sent = Instant::now();
            let (status, said) = ann.call("POST", &path, Some(&act)).await?;
            if status != 200 {
                return Err(format!("{act}: {status} {said}").into());
            }
            view = said["view"].clone();
            if act["act"] == "ready" {
                // The lock feeds the meter: every sign shows the same new amount.
                changes += 1;
                for _ in 0..count {
                    let (_, at) = hears.recv().await.ok_or("a sign was lost")?;
                    micros.push(at.duration_since(sent).as_micros() as u64);
                }
            }
        }
        while view["round"]["next"]["kind"] == "decision" {
            let act = json!({ "act": "decide", "seat": 1, "action": "fold" });
            let (_, said) = ann.call("POST", &path, Some(&act)).await?;
            view = said["view"].clone();
        }
    }
    let resident = server.resident_bytes().await?;
    is_over.store(true, Ordering::Relaxed);
    // The seat is free for the next run.
    ann.call("POST", &path, Some(&leave)).await?;
    micros.sort_unstable();
    let [p50, p99] = [0.5, 0.99].map(|share| quantile(&micros, share));
    let most = quantile(&micros, 1.0);
    let report = format!(
        "{count} signs: {changes} changes, each heard by all; p50 {p50:.1} ms, p99 {p99:.1} ms, slowest {most:.1} ms"
    );
    Ok((report, resident))
}
