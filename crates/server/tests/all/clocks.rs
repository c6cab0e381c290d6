//! What the house does by itself, with a clock that the test advances: clocks that run out, seats of players who are
//! gone, bots.

use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json};
use server::Options;

use crate::events::Stream;
use crate::support::{Automatic, Client, House};

const SECOND: Duration = Duration::from_secs(1);
const JUST_UNDER_A_SECOND: Duration = Duration::from_millis(999);
const THE_REST: Duration = Duration::from_millis(1);

async fn open(sue: &Client<'_>, table: &str, clocks: Value) {
    let body = json!({
        "table": table, "game": "three-card-poker", "kind": "practice", "min": "5.00", "max": "100.00",
        "clocks": clocks,
    });
    let (status, said) = sue.post("/api/v1/tables", body).await;
    assert_eq!(status, StatusCode::OK, "{said}");
}

async fn sits(client: &Client<'_>, table: &str, seat: u8, buy_in: &str) {
    client.acts(table, json!({ "act": "sit", "seat": seat, "buy_in": buy_in })).await;
}

async fn antes(client: &Client<'_>, table: &str, seat: u8) -> Value {
    client.acts(table, json!({ "act": "bet", "seat": seat, "bets": { "ante": "5.00" } })).await
}

fn seat(view: &Value, number: u8) -> Option<&Value> {
    view["round"]["seats"].as_array().unwrap().iter().find(|seat| seat["seat"] == number)
}

fn seats(view: &Value) -> Vec<u64> {
    let seats = view["round"]["seats"].as_array().unwrap();
    seats.iter().map(|seat| seat["seat"].as_u64().unwrap()).collect()
}

fn cents(value: &Value) -> i64 {
    value.as_str().unwrap().replace('.', "").parse().unwrap()
}

#[tokio::test]
async fn clocks_run_out_and_a_silent_player_folds() {
    let (house, mut automatic) = (House::at_rest(Options::default()), Automatic::default());
    let sue = house.staff("sue").await;
    open(&sue, "quick", json!({ "betting": 1, "decision": 1 })).await;
    let ann = house.guest("Ann").await;
    sits(&ann, "quick", 1, "100.00").await;
    let bet = antes(&ann, "quick", 1).await;
    house.passes(&mut automatic, JUST_UNDER_A_SECOND).await;
    assert_eq!(ann.view("quick").await["version"], bet["version"], "not before time");
    house.passes(&mut automatic, THE_REST).await;
    let locked = ann.view("quick").await;
    assert_eq!(locked["round"]["next"]["kind"], "decision", "the bets are locked: {locked}");
    house.passes(&mut automatic, JUST_UNDER_A_SECOND).await;
    assert_eq!(ann.view("quick").await["version"], locked["version"], "not before time");
    house.passes(&mut automatic, THE_REST).await;
    let over = ann.view("quick").await;
    assert_eq!(over["round"]["next"]["kind"], "done", "the hand is folded: {over}");
    let own = seat(&over, 1).unwrap();
    assert_eq!((&own["folded"], &own["chips"]), (&json!(true), &json!("95.00")));
    let versions = over["version"].as_u64().unwrap() - bet["version"].as_u64().unwrap();
    assert_eq!(versions, 2, "each clock ran out once");
}

#[tokio::test]
async fn a_table_without_clocks_waits() {
    let (house, mut automatic) = (House::at_rest(Options::default()), Automatic::default());
    let sue = house.staff("sue").await;
    open(&sue, "patient", json!({ "betting": 0, "decision": 0, "hold": 0 })).await;
    let bea = house.guest("Bea").await;
    sits(&bea, "patient", 1, "100.00").await;
    let bet = antes(&bea, "patient", 1).await;
    assert!(bet["round"]["next"]["until"].is_null());
    house.passes(&mut automatic, 600 * SECOND).await;
    assert_eq!(bea.view("patient").await["version"], bet["version"]);
}

#[tokio::test]
async fn bots_play_while_a_person_is_there_and_not_otherwise() {
    let (house, mut automatic) = (House::at_rest(Options::default()), Automatic::default());
    let (sue, table) = (house.staff("sue").await, "three-card-poker");
    let ann = house.guest("Ann").await;
    let bot = json!({ "act": "seat_bot", "seat": 2, "buy_in": "200.00", "plays": "simple" });
    assert_eq!(ann.act(table, bot.clone()).await.0, StatusCode::FORBIDDEN);
    let seated = sue.acts(table, bot).await;
    for _ in 0..20 {
        house.passes(&mut automatic, SECOND).await;
    }
    assert_eq!(sue.view(table).await["version"], seated["version"], "nobody is there");

    // A person sits down and bets: the bot bets too, is ready, and decides.
    sits(&ann, table, 1, "100.00").await;
    antes(&ann, table, 1).await;
    for _ in 0..4 {
        house.passes(&mut automatic, SECOND).await;
    }
    assert_eq!(seat(&ann.view(table).await, 2).unwrap()["ready"], true);
    let view = ann.acts(table, json!({ "act": "ready", "seat": 1 })).await;
    assert_eq!(
        (&view["round"]["next"]["seat"], &view["round"]["next"]["kind"]),
        (&json!(1), &json!("decision"))
    );
    ann.acts(table, json!({ "act": "decide", "seat": 1, "action": "fold" })).await;
    for _ in 0..2 {
        house.passes(&mut automatic, SECOND).await;
    }
    let view = ann.view(table).await;
    assert_eq!(view["round"]["next"]["kind"], "done", "the bot has decided");
    let lines = view["round"]["lines"].as_array().unwrap();
    let of = |seat: u8| lines.iter().filter(move |line| line["seat"] == seat);
    let won = |seat| of(seat).map(|l| cents(&l["returned"]) - cents(&l["staked"])).sum::<i64>();
    assert_eq!(won(1), -500);
    assert_eq!(cents(&seat(&view, 2).unwrap()["chips"]), 20_000 + won(2));

    // The person leaves: no more rounds, until someone watches.
    let over = ann.acts(table, json!({ "act": "leave", "seat": 1 })).await;
    let number = over["round"]["number"].as_u64().unwrap();
    for _ in 0..20 {
        house.passes(&mut automatic, SECOND).await;
    }
    assert_eq!(ann.view(table).await["round"]["number"], number, "nobody is there");
    let _watching = Stream::open(&ann, &format!("/api/v1/tables/{table}/events"), None).await;
    for _ in 0..20 {
        house.passes(&mut automatic, SECOND).await;
    }
    assert!(ann.view(table).await["round"]["number"].as_u64() > Some(number), "the bot plays");
}

#[tokio::test]
async fn a_seat_whose_player_is_gone_is_given_up_and_paid_out() {
    let (house, mut automatic) = (House::at_rest(Options::default()), Automatic::default());
    let sue = house.staff("sue").await;
    open(&sue, "held", json!({ "hold": 5 })).await;
    let (ann, bea) = (house.guest("Ann").await, house.guest("Bea").await);
    sits(&ann, "held", 1, "400.00").await;
    let stream = Stream::open(&ann, "/api/v1/tables/held/events", None).await;
    sits(&bea, "held", 2, "100.00").await;
    house.passes(&mut automatic, 5 * SECOND).await;
    assert_eq!(seats(&sue.view("held").await), [1, 2], "for five seconds it is held");
    house.passes(&mut automatic, THE_REST).await;
    assert_eq!(seats(&sue.view("held").await), [1], "Bea's is given up");
    // Ann, who is connected, keeps the seat until the connection is lost.
    house.passes(&mut automatic, 60 * SECOND).await;
    assert_eq!(seats(&sue.view("held").await), [1]);
    drop(stream);
    house.passes(&mut automatic, 5 * SECOND).await;
    assert_eq!(seats(&sue.view("held").await), [1]);
    house.passes(&mut automatic, THE_REST).await;
    assert!(seats(&sue.view("held").await).is_empty());
    // The house did it, and the chips were paid out: seat by seat, the whole buy-in.
    let read = house.app.read(|store, _| store.entries(0, usize::MAX).unwrap()).await.unwrap();
    let entries: Vec<&str> = read.iter().map(|entry| entry.line.as_str()).collect();
    for (seat, amount) in [(1, "400.0000"), (2, "100.0000")] {
        let command = format!("\"deed\":{{\"act\":\"vacate\",\"seat\":{seat}}}");
        let lines: Vec<&str> =
            entries.iter().copied().filter(|line| line.contains(&command)).collect();
        let [line] = lines[..] else { panic!("seat {seat} is given up once: {lines:?}") };
        let from = format!("chips held {seat}");
        let paid = json!([{ "from": from, "to": "outside", "amount": amount }]);
        assert!(line.contains(&format!("\"book\":{paid}")), "{line}");
        assert!(line.contains("\"by\":\"house\""), "{line}");
    }
}

/// A guest who is connected and never plays gives the seat up after a quarter of an hour, at a table that holds seats for
/// good too. Who plays keeps it, and so does a player of the house.
#[tokio::test]
async fn a_guest_who_does_not_play_gives_up_the_seat() {
    const MINUTE: Duration = Duration::from_secs(60);
    let (house, mut automatic) = (House::at_rest(Options::default()), Automatic::default());
    let sue = house.staff("sue").await;
    let player = json!({ "person": "pam", "name": "Pam", "role": "player", "secret": "4718" });
    assert_eq!(sue.post("/api/v1/people", player).await.0, StatusCode::OK);
    open(&sue, "kept", json!({ "hold": 0, "betting": 0, "decision": 0 })).await;
    let (ann, bea) = (house.guest("Ann").await, house.guest("Bea").await);
    let pam = house.signed_in(json!({ "person": "pam", "secret": "4718" })).await;
    let _here = Stream::open(&ann, "/api/v1/tables/kept/events", None).await;
    for (client, seat) in [(&ann, 1), (&bea, 2), (&pam, 3)] {
        sits(client, "kept", seat, "100.00").await;
    }
    house.passes(&mut automatic, Duration::ZERO).await;
    house.passes(&mut automatic, 10 * MINUTE).await;
    antes(&bea, "kept", 2).await;
    house.passes(&mut automatic, Duration::ZERO).await;
    house.passes(&mut automatic, 5 * MINUTE).await;
    assert_eq!(seats(&sue.view("kept").await), [1, 2, 3], "for fifteen minutes it is hers");
    house.passes(&mut automatic, SECOND).await;
    assert_eq!(seats(&sue.view("kept").await), [2, 3], "Ann's is given up");
    // Bea's bet is not dealt: after fifteen minutes in which nobody does anything it goes back, and she is out too.
    house.passes(&mut automatic, Duration::ZERO).await;
    house.passes(&mut automatic, 15 * MINUTE).await;
    assert_eq!(seats(&sue.view("kept").await), [2, 3]);
    house.passes(&mut automatic, SECOND).await;
    assert_eq!(seats(&sue.view("kept").await), [3]);
    house.passes(&mut automatic, 60 * MINUTE).await;
    assert_eq!(seats(&sue.view("kept").await), [3], "who pays keeps the seat");
}
