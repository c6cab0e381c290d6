//! Whole rounds at many tables.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use crate::http::{Connection, Server};
use crate::{Failure, quantile};

/// What a player needs of an answer; the rest is skipped.
#[derive(Deserialize)]
struct Answer {
    view: View,
}

#[derive(Deserialize)]
struct View {
    posted: Posted,
    round: Round,
}

#[derive(Deserialize)]
struct Posted {
    least: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Round {
    next: Next,
    seats: Vec<Seat>,
}

#[derive(Deserialize)]
struct Next {
    kind: String,
    hand: Option<u8>,
    actions: Vec<String>,
}

#[derive(Deserialize)]
struct Seat {
    seat: u8,
    chips: String,
    bets: BTreeMap<String, IgnoredAny>,
}

/// What the players do.
#[derive(Clone, Copy)]
pub enum Plays {
    /// Whole rounds: bets, the deal, decisions to the last line.
    Rounds,
    /// The smallest act: a bet is placed, again and again. It is what the peers' tables are sent.
    Bets,
}

/// With less than this, a player gives the seat to another guest: one has no more play money than that.
const SHORT: f64 = 200.0;

/// A player at a table.
struct Actor {
    server: Server,
    name: String,
    connection: Connection,
    path: String,
    view: View,
}

impl Actor {
    /// A guest comes in and sits down.
    async fn sit(server: &Server, name: String, table: &str) -> Result<Actor, Failure> {
        let mut connection = server.sign_in(json!({ "guest": name })).await?;
        let path = format!("/api/v1/tables/{table}/acts");
        let sit = json!({ "act": "sit", "seat": 1, "buy_in": "1000.00" });
        let (status, said) = connection.exchange("POST", &path, &sit.to_string()).await?;
        let view = view(status, &said).map_err(|why| format!("{table}: {why}"))?;
        Ok(Actor { server: *server, name, connection, path, view })
    }

    async fn act(&mut self, act: &Value) -> Result<(), Failure> {
        loop {
            let body = act.to_string();
            let (status, said) = self.connection.exchange("POST", &self.path, &body).await?;
            if status == 429 {
                // A seat may send 100 acts a second.
                tokio::time::sleep(Duration::from_secs(1)).await;
                continue;
            }
            self.view =
                view(status, &said).map_err(|why| format!("{}: {act}: {why}", self.path))?;
            return Ok(());
        }
    }

    /// What a player does next.
    async fn play(&mut self, plays: Plays) -> Result<(), Failure> {
        let act = match plays {
            Plays::Rounds => self.next_of_round(),
            Plays::Bets => json!({ "act": "bet", "seat": 1, "bets": self.view.posted.least }),
        };
        self.act(&act).await?;
        if act["act"] != "leave" {
            return Ok(());
        }
        self.connection = self.server.sign_in(json!({ "guest": self.name })).await?;
        self.act(&json!({ "act": "sit", "seat": 1, "buy_in": "1000.00" })).await
    }

    /// What a player who bets the least and takes the first choice does next.
    fn next_of_round(&self) -> Value {
        let View { posted, round } = &self.view;
        let own = round.seats.iter().find(|seat| seat.seat == 1);
        let chips = own.and_then(|seat| seat.chips.parse::<f64>().ok()).unwrap_or(0.0);
        match &*round.next.kind {
            "decision" => json!({
                "act": "decide", "seat": 1, "action": round.next.actions[0], "hand": round.next.hand,
            }),
            "bets" if own.is_some_and(|seat| !seat.bets.is_empty()) => {
                json!({ "act": "ready", "seat": 1 })
            }
            _ if chips < SHORT => json!({ "act": "leave", "seat": 1 }),
            _ => json!({ "act": "bet", "seat": 1, "bets": posted.least }),
        }
    }
}

/// The view in an answer, or what it says instead.
fn view(status: u16, said: &[u8]) -> Result<View, Failure> {
    if status != 200 {
        return Err(format!("{status} {}", String::from_utf8_lossy(said)).into());
    }
    let Answer { view } = serde_json::from_slice(said)?;
    Ok(view)
}

/// Opens so many tables, and seats an actor and a watcher at each.
async fn tables(server: &Server, count: usize) -> Result<Vec<Actor>, Failure> {
    let secret = json!({ "person": "sue", "secret": "sue-demo" });
    let mut sue = server.sign_in(secret).await?;
    let mut actors = Vec::new();
    for number in 0..count {
        // Tables of its own: those of the run before have their players.
        let table = format!("load-{}-{number}", std::process::id());
        let games = rulebook::Rulebook::embedded().games();
        let game = &games[number % games.len()].id;
        let body = json!({ "table": table, "game": game, "kind": "practice", "min": "5.00", "max": "100.00" });
        let (status, said) = sue.call("POST", "/api/v1/tables", Some(&body)).await?;
        if status != 200 {
            return Err(format!("{table}: {status} {said}").into());
        }
        actors.push(Actor::sit(server, format!("Actor {number}"), &table).await?);
        let mut watcher = server.sign_in(json!({ "guest": format!("Watcher {number}") })).await?;
        watcher.stream(&format!("/api/v1/tables/{table}/events")).await?;
        tokio::spawn(async move { while watcher.event().await.is_ok() {} });
    }
    Ok(actors)
}

/// Every actor sends its next act when its own update has arrived.
pub async fn closed_loop(
    server: &Server,
    plays: Plays,
    count: usize,
    lasts: Duration,
) -> Result<String, Failure> {
    let actors = tables(server, count).await?;
    let started = Instant::now();
    let play = |mut actor: Actor| async move {
        let mut micros = Vec::new();
        while started.elapsed() < lasts {
            let sent = Instant::now();
            actor.play(plays).await?;
            micros.push(sent.elapsed().as_micros() as u64);
        }
        Ok::<_, Failure>(micros)
    };
    let tasks: Vec<_> = actors.into_iter().map(|actor| tokio::spawn(play(actor))).collect();
    let mut micros = Vec::new();
    for task in tasks {
        micros.extend(task.await??);
    }
    let what = match plays {
        Plays::Rounds => "whole rounds",
        Plays::Bets => "bets",
    };
    Ok(report(&format!("{count} tables, {what}"), micros, started.elapsed()))
}

/// So many acts a second are offered, whether they are answered in time or not.
pub async fn offered(server: &Server, rate: usize, lasts: Duration) -> Result<String, Failure> {
    const TABLES: usize = 200;
    let actors = tables(server, TABLES).await?;
    let every = Duration::from_secs_f64(TABLES as f64 / rate as f64);
    let (started, late) = (Instant::now(), Arc::new(AtomicU64::new(0)));
    let play = |number: usize, mut actor: Actor| {
        let late = Arc::clone(&late);
        async move {
            let mut micros = Vec::new();
            let mut due = started + every.mul_f64(number as f64 / TABLES as f64);
            while started.elapsed() < lasts {
                let now = Instant::now();
                if now < due {
                    tokio::time::sleep(due - now).await;
                } else if now > due + every {
                    late.fetch_add(1, Ordering::Relaxed);
                }
                // From when it was due: who waits for the answer before counts the wait.
                actor.play(Plays::Rounds).await?;
                micros.push(due.elapsed().as_micros() as u64);
                due += every;
            }
            Ok::<_, Failure>(micros)
        }
    };
    let tasks = actors.into_iter().enumerate().map(|(n, actor)| tokio::spawn(play(n, actor)));
    let mut micros = Vec::new();
    for task in tasks.collect::<Vec<_>>() {
        micros.extend(task.await??);
    }
    let late = late.load(Ordering::Relaxed);
    Ok(report(&format!("{rate} acts a second offered, {late} late"), micros, started.elapsed()))
}

fn report(what: &str, mut micros: Vec<u64>, took: Duration) -> String {
    micros.sort_unstable();
    let (acts, rate) = (micros.len(), micros.len() as f64 / took.as_secs_f64());
    let [p50, p99, p999] = [0.5, 0.99, 0.999].map(|share| quantile(&micros, share));
    format!(
        "{what}: {acts} acts, {rate:.0} a second, p50 {p50:.2} ms, p99 {p99:.2} ms, p99.9 {p999:.2} ms"
    )
}
