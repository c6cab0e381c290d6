//! The server is killed under load again and again. Nothing that was acknowledged is lost, nothing is done twice, and
//! everyone goes on.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::http::Client;
use super::players::{Player, Where};
use super::process::{Folder, Served, croupier};
use super::{GIVE_UP, within};

const KILLS: usize = 4;
const TABLES: [&str; 6] = [
    "blackjack",
    "three-card-poker",
    "caribbean-stud",
    "ultimate-texas-holdem",
    "mississippi-stud",
    "let-it-ride",
];

/// Follows a table through every kill, with the last event it has seen; until the server stops; gives back the last
/// version, and how often it came back.
fn follow(place: &Where, client: Client, table: &str) -> Follower {
    let (place, path) = (place.clone(), format!("/api/v1/tables/{table}/events"));
    let seen = Arc::new(AtomicU64::new(0));
    let here = Arc::clone(&seen);
    let thread = std::thread::spawn(move || {
        let (mut last, mut resumed) = (None, 0);
        loop {
            let mut connected = None;
            within(GIVE_UP, "the stream is open again", || {
                connected = client.at(place.is()).stream(&path, last).ok();
                connected.is_some()
            });
            let mut events = connected.expect("it was just opened");
            resumed += usize::from(last.is_some());
            while let Ok(Some(event)) = events.next() {
                if event.name == "end" {
                    assert_eq!(event.data["code"], "stopping");
                    return (last.unwrap(), resumed);
                }
                let Some(id) = event.id else { continue };
                assert!(last.is_none_or(|last| id > last), "{path}: {id} after {last:?}");
                assert_eq!(event.data["version"], id);
                last = Some(id);
                here.store(id, Ordering::Relaxed);
            }
        }
    });
    Follower { seen, thread }
}

/// Someone who follows a table.
struct Follower {
    /// The last version that came.
    seen: Arc<AtomicU64>,
    thread: JoinHandle<(u64, usize)>,
}

/// Plays until it is told to stop, and the last round to its end.
fn play(place: &Where, mut player: Player) -> JoinHandle<Player> {
    let place = place.clone();
    std::thread::spawn(move || {
        while !place.stops() {
            player.go_on(&place);
        }
        player.finish(&place);
        player
    })
}

#[test]
fn kill_9_loses_nothing_that_was_acknowledged_and_does_nothing_twice() {
    let kills = std::env::var("CROUPIER_SERVE_KILLS").ok().and_then(|kills| kills.parse().ok());
    let kills: usize = kills.unwrap_or(KILLS);
    let folder = Folder::new();
    let mut server = Served::start(&folder.store());
    let place = Where::new(server.address);
    let players: Vec<Player> = TABLES.iter().map(|table| Player::sit(&place, table)).collect();
    let counts: Vec<_> = players.iter().map(|player| player.acts.clone()).collect();
    let streams: Vec<_> =
        players.iter().map(|player| follow(&place, player.as_client(), &player.table)).collect();
    let threads: Vec<_> = players.into_iter().map(|player| play(&place, player)).collect();
    let mut slowest = Duration::ZERO;
    for kill in 0..kills {
        // Somewhere else in the players' work each time.
        let done = || counts.iter().map(|acts| acts.load(Ordering::Relaxed)).sum::<usize>();
        let until = done() + 10 + (kill * 37) % 90;
        within(GIVE_UP, "the players play", || done() >= until);
        server.kill();
        let before: Vec<usize> = counts.iter().map(|acts| acts.load(Ordering::Relaxed)).collect();
        let started = Instant::now();
        server = Served::start(&folder.store());
        place.moved(server.address);
        within(GIVE_UP, "every player goes on", || {
            counts.iter().zip(&before).all(|(acts, before)| acts.load(Ordering::Relaxed) > *before)
        });
        slowest = slowest.max(started.elapsed());
    }
    place.stop();
    let players: Vec<Player> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    let sum = |count: fn(&Player) -> usize| players.iter().map(count).sum::<usize>();
    let (unanswered, already_done) = (sum(|it| it.unanswered), sum(|it| it.already_done));
    let acts: usize = players.into_iter().map(|player| player.check(&place)).sum();
    // The streams see it all, and end with the server.
    within(GIVE_UP, "the streams have everything", || {
        streams.iter().map(|it| it.seen.load(Ordering::Relaxed)).sum::<u64>() == acts as u64
    });
    assert!(server.terminate().success());
    let streams: Vec<_> = streams.into_iter().map(|it| it.thread.join().unwrap()).collect();
    let resumed: usize = streams.iter().map(|(_, resumed)| resumed).sum();
    assert!(resumed >= kills * TABLES.len(), "every stream was resumed after every kill");
    let versions: u64 = streams.iter().map(|(last, _)| last).sum();
    assert_eq!(versions, acts as u64, "one version for each act, and the streams saw the last");
    let store = folder.store();
    let verified = croupier(&["audit", "verify", "--replay", "--store", &store]).output().unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
    super::say(&format!(
        "{kills} kills, {acts} acts acknowledged, {unanswered} unanswered of which {already_done} had been done, \
         {resumed} streams resumed, everyone on again within {slowest:?}"
    ));
}
