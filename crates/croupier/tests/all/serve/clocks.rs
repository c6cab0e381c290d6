//! What the house does by itself: clocks that run out, seats of players who are gone, bots.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::http::Client;
use super::players::{cents, seat};
use super::process::{Folder, Served, croupier};
use super::several::open;
use super::{GIVE_UP, within};

/// Is the time over that a clock showed?
fn is_past(until: &Value) -> bool {
    let until = until.as_str().expect("the clock runs");
    *house::rfc3339(house::desk::now()) >= *until
}

#[test]
fn clocks_run_out_and_a_silent_player_folds() {
    let folder = Folder::new();
    let server = Served::start(&folder.store());
    let mut sue = Client::staff(server.address, "sue");
    open(&mut sue, "quick", "three-card-poker", &json!({ "betting": 1, "decision": 1 }));
    let mut ann = Client::guest(server.address, "Ann");
    ann.act("quick", &json!({ "act": "sit", "seat": 1, "buy_in": "100.00" }));
    let view = ann.act("quick", &json!({ "act": "bet", "seat": 1, "bets": { "ante": "5.00" } }));
    let betting_until = view["round"]["next"]["until"].clone();
    // On a slow machine both clocks may have run out before it is looked at again: the events tell.
    let path = "/api/v1/tables/quick/events";
    let bet = view["version"].as_u64();
    let mut events = ann.stream(path, bet).unwrap();
    let mut view = events.view();
    if view["version"].as_u64() == bet {
        view = events.view();
    }
    assert_eq!(view["round"]["next"]["kind"], "decision", "the bets are locked: {view}");
    assert!(is_past(&betting_until), "not before time");
    let deciding_until = view["round"]["next"]["until"].clone();
    let view = events.view();
    assert_eq!(view["round"]["next"]["kind"], "done", "the hand is folded: {view}");
    assert!(is_past(&deciding_until), "not before time");
    let own = seat(&view, 1).unwrap();
    assert_eq!((&own["folded"], &own["chips"]), (&json!(true), &json!("95.00")));

    // A player who decides in time is not hurried, and a table without clocks waits.
    open(&mut sue, "patient", "three-card-poker", &json!({ "betting": 0, "decision": 0 }));
    let mut bea = Client::guest(server.address, "Bea");
    bea.act("patient", &json!({ "act": "sit", "seat": 1, "buy_in": "100.00" }));
    let view = bea.act("patient", &json!({ "act": "bet", "seat": 1, "bets": { "ante": "5.00" } }));
    assert!(view["round"]["next"]["until"].is_null());
    std::thread::sleep(Duration::from_millis(1500));
    assert_eq!(bea.view("patient")["version"], view["version"]);
}

#[test]
fn clocks_that_cannot_be_are_refused() {
    let folder = Folder::new();
    let server = Served::start(&folder.store());
    let mut sue = Client::staff(server.address, "sue");
    let mut opened = |kind: &str, clocks: Value| {
        let body = json!({ "table": "t", "game": "blackjack", "kind": kind, "clocks": clocks });
        let said = sue.post("/api/v1/tables", &body);
        (said.status, said.code())
    };
    assert_eq!(opened("practice", json!({ "betting": 3601 })), (422, "cannot-open".to_owned()));
    assert_eq!(opened("practice", json!({ "hold": 4 })), (422, "cannot-open".to_owned()));
    assert_eq!(opened("live", json!({ "decision": 1 })), (422, "cannot-open".to_owned()));
    assert_eq!(opened("practice", json!({ "betting": -1 })), (400, "malformed".to_owned()));
    assert_eq!(opened("practice", json!({ "lunch": 1 })), (400, "malformed".to_owned()));
    assert_eq!(opened("virtual", json!({ "hold": 3600 })), (200, String::new()));
}

#[test]
fn bots_play_while_a_person_is_there_and_not_otherwise() {
    let folder = Folder::new();
    let server = Served::start(&folder.store());
    let mut sue = Client::staff(server.address, "sue");
    let table = "three-card-poker";
    let bot = json!({ "act": "seat_bot", "seat": 2, "buy_in": "200.00", "plays": "simple" });
    let mut ann = Client::guest(server.address, "Ann");
    let refused = ann.post(&format!("/api/v1/tables/{table}/acts"), &bot);
    assert_eq!(refused.status, 403, "{}", refused.body);
    let seated = sue.act(table, &bot);
    // Nobody sits or watches: the bot waits.
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(sue.view(table)["version"], seated["version"], "nobody is there");

    // A person sits down and bets: the bot bets too, is ready, and decides.
    ann.act(table, &json!({ "act": "sit", "seat": 1, "buy_in": "100.00" }));
    ann.act(table, &json!({ "act": "bet", "seat": 1, "bets": { "ante": "5.00" } }));
    within(GIVE_UP, "the bot bets and is ready", || {
        seat(&ann.view(table), 2).is_some_and(|bot| bot["ready"] == true)
    });
    let mut view = ann.act(table, &json!({ "act": "ready", "seat": 1 }));
    assert_eq!(view["round"]["next"]["seat"], 1, "{view}");
    assert!(view["round"]["next"]["kind"] == "decision");
    view = ann.act(table, &json!({ "act": "decide", "seat": 1, "action": "fold" }));
    assert_ne!(view["round"]["next"]["seat"], 1);
    within(GIVE_UP, "the bot decides", || ann.view(table)["round"]["next"]["kind"] == "done");
    let view = ann.view(table);
    let lines = view["round"]["lines"].as_array().unwrap();
    let of = |seat: u8| lines.iter().filter(move |line| line["seat"] == seat);
    let won = |seat| of(seat).map(|l| cents(&l["returned"]) - cents(&l["staked"])).sum::<i64>();
    assert_eq!(won(1), -500);
    assert_eq!(cents(&seat(&view, 2).unwrap()["chips"]), 20_000 + won(2));

    // The person leaves: no more rounds.
    ann.act(table, &json!({ "act": "leave", "seat": 1 }));
    let over = ann.view(table);
    std::thread::sleep(Duration::from_millis(6500));
    assert_eq!(ann.view(table)["round"]["number"], over["round"]["number"], "nobody is there");
    // Someone watches: they go on.
    let mut stream = Client::new(server.address).watch(table);
    let number = over["round"]["number"].as_u64().unwrap();
    within(GIVE_UP, "the bot plays", || stream.view()["round"]["number"].as_u64() > Some(number));
}

#[test]
fn a_seat_whose_player_is_gone_is_given_up_and_paid_out() {
    const HOLD: Duration = Duration::from_secs(5);
    let folder = Folder::new();
    let server = Served::start(&folder.store());
    let mut sue = Client::staff(server.address, "sue");
    open(&mut sue, "held", "three-card-poker", &json!({ "hold": HOLD.as_secs() }));
    let (mut ann, mut bea) =
        (Client::guest(server.address, "Ann"), Client::guest(server.address, "Bea"));
    ann.act("held", &json!({ "act": "sit", "seat": 1, "buy_in": "400.00" }));
    let stream = ann.watch("held");
    let gone = Instant::now();
    bea.act("held", &json!({ "act": "sit", "seat": 2, "buy_in": "100.00" }));
    let seats = |client: &mut Client| {
        let view = client.view("held");
        let seats = view["round"]["seats"].as_array().unwrap();
        seats.iter().map(|seat| seat["seat"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    let mut watcher = Client::new(server.address);
    within(GIVE_UP, "Bea's seat is given up", || seats(&mut watcher) == [1]);
    assert!(gone.elapsed() >= HOLD, "{:?}", gone.elapsed());
    // Ann, who is connected, keeps the seat until the connection is lost.
    let gone = Instant::now();
    drop(stream);
    within(GIVE_UP, "Ann's seat is given up", || seats(&mut watcher).is_empty());
    assert!(gone.elapsed() >= HOLD, "{:?}", gone.elapsed());
    // The chips were paid out, by the house.
    let (store, export) = (folder.store(), folder.path("export"));
    let mut command = croupier(&["audit", "export", "--store", &store, "--out", &export]);
    assert!(command.output().unwrap().status.success());
    let export = std::fs::read_to_string(export).unwrap();
    for (seat, amount) in [(1, "400.0000"), (2, "100.0000")] {
        let deed = format!("\"deed\":{{\"act\":\"vacate\",\"seat\":{seat}}}");
        let lines: Vec<&str> = export.lines().filter(|line| line.contains(&deed)).collect();
        let [line] = lines[..] else { panic!("seat {seat} is given up once: {lines:?}") };
        let from = format!("chips held {seat}");
        let paid = json!([{ "from": from, "to": "outside", "amount": amount }]);
        assert!(line.contains(&format!("\"book\":{paid}")), "{line}");
        assert!(line.contains("\"by\":\"house\""), "{line}");
    }
}
