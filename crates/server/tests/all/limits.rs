//! What a seat, a session and an address may ask for.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use server::Options;

use crate::support::{Client, House, code, read};

const AT: &str = "three-card-poker";

fn bet(ante: &str) -> Value {
    json!({ "act": "bet", "seat": 1, "bets": { "ante": ante } })
}

/// How many of the acts are not too fast, until one is.
async fn until_too_fast(client: &Client<'_>, act: &Value) -> usize {
    for count in 0..5_000 {
        let (status, said) = client.act(AT, act.clone()).await;
        if status == StatusCode::TOO_MANY_REQUESTS {
            assert_eq!(code(&said), "too-fast", "{said}");
            return count;
        }
    }
    panic!("5,000 acts at once are not too fast");
}

#[tokio::test]
async fn a_seat_that_bets_again_and_again_is_told_to_wait() {
    let house = House::at_rest(Options::default());
    let (ann, ben) = (house.guest("Ann").await, house.guest("Ben").await);
    ann.acts(AT, json!({ "act": "sit", "seat": 1, "buy_in": "500" })).await;
    // Sitting down was the first of 1,000.
    let mut bets = 0;
    loop {
        let (status, said) = ann.act(AT, bet(["5", "10"][bets % 2])).await;
        if status != StatusCode::OK {
            assert_eq!((status, code(&said)), (StatusCode::TOO_MANY_REQUESTS, "too-fast"));
            break;
        }
        bets += 1;
    }
    assert_eq!(bets, 999);
    // Only the last bet is in the round.
    let table = AT.parse().unwrap();
    let ops = house.app.snapshot().machine.play(&table).unwrap().ops().len();
    assert_eq!(ops, 1);
    let path = format!("/api/v1/tables/{AT}/acts");
    let request = ann.request(Method::POST, &path).body(Body::from(bet("5").to_string())).unwrap();
    let response = house.send(request).await;
    assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(response.headers()["retry-after"], "1");
    // Nobody else waits, and pages and views are still there.
    ben.acts(AT, json!({ "act": "sit", "seat": 2, "buy_in": "500" })).await;
    ann.view(AT).await;
    // A second later there is room for 100 more.
    house.clock.advance(Duration::from_secs(1));
    assert_eq!(until_too_fast(&ann, &bet("5")).await, 100);
}

#[tokio::test]
async fn a_seat_is_limited_in_all_sessions_of_its_player_together() {
    let house = House::at_rest(Options::default());
    let dan = [house.staff("dan").await, house.staff("dan").await];
    let clear = json!({ "act": "clear", "seat": 1 });
    let [first, second] =
        [until_too_fast(&dan[0], &clear).await, until_too_fast(&dan[1], &clear).await];
    assert_eq!((first, second), (1_000, 0));
    // Another seat, and another person at this one, have their own.
    let (status, said) = dan[1].act(AT, json!({ "act": "clear", "seat": 2 })).await;
    assert_ne!(status, StatusCode::TOO_MANY_REQUESTS, "{said}");
    let ann = house.guest("Ann").await;
    ann.acts(AT, json!({ "act": "sit", "seat": 1, "buy_in": "500" })).await;
    ann.acts(AT, bet("5")).await;
}

/// What cannot be read costs nothing but the count.
async fn acts_from(client: &Client<'_>, address: Option<&str>, count: usize) -> StatusCode {
    let mut last = StatusCode::OK;
    for _ in 0..count {
        let mut request = client.request(Method::POST, &format!("/api/v1/tables/{AT}/acts"));
        if let Some(address) = address {
            request = request.header("x-forwarded-for", address);
        }
        (last, _) = read(client.house.send(request.body(Body::from("{}")).unwrap()).await).await;
    }
    last
}

#[tokio::test]
async fn an_address_is_limited_and_this_machine_is_not() {
    let house = House::at_rest(Options { trusts_proxy: true, ..Options::default() });
    let mut people = Vec::new();
    for name in ["sue", "bob", "dan", "aud"] {
        people.push(house.staff(name).await);
    }
    let here = Some("192.0.2.1");
    assert_eq!(acts_from(&people[0], here, 900).await, StatusCode::BAD_REQUEST);
    assert_eq!(acts_from(&people[1], here, 900).await, StatusCode::BAD_REQUEST);
    assert_eq!(acts_from(&people[2], here, 200).await, StatusCode::BAD_REQUEST);
    assert_eq!(acts_from(&people[2], here, 1).await, StatusCode::TOO_MANY_REQUESTS);
    // Elsewhere the same session goes on: it was not charged for what the address was refused.
    assert_eq!(acts_from(&people[2], Some("192.0.2.2"), 800).await, StatusCode::BAD_REQUEST);
    house.clock.advance(Duration::from_secs(1));
    assert_eq!(acts_from(&people[3], here, 200).await, StatusCode::BAD_REQUEST);
    assert_eq!(acts_from(&people[3], here, 1).await, StatusCode::TOO_MANY_REQUESTS);
    // From this machine only the session counts.
    let house = House::at_rest(Options::default());
    for (name, seat) in [("Ann", 1), ("Ben", 2), ("Cat", 3)] {
        let guest = house.guest(name).await;
        guest.acts(AT, json!({ "act": "sit", "seat": seat, "buy_in": "100" })).await;
        assert_eq!(acts_from(&guest, None, 1_000).await, StatusCode::BAD_REQUEST);
        assert_eq!(acts_from(&guest, None, 1).await, StatusCode::TOO_MANY_REQUESTS);
    }
}

#[tokio::test]
async fn other_requests_of_a_session_are_limited_too() {
    let house = House::at_rest(Options::default());
    let sue = house.staff("sue").await;
    for _ in 0..1_000 {
        let (status, _) = sue.post("/api/v1/tables/nowhere/close", json!({})).await;
        assert_eq!(status, StatusCode::NOT_FOUND);
    }
    let (status, said) = sue.post("/api/v1/tables/nowhere/close", json!({})).await;
    assert_eq!((status, code(&said)), (StatusCode::TOO_MANY_REQUESTS, "too-fast"));
}
