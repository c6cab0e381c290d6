//! Live events: what is sent, to whom, and how a stream goes on after a break.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, StatusCode};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::support::{Client, House};

/// One event of a stream.
#[derive(Debug, Default, PartialEq)]
pub struct Event {
    pub id: Option<u64>,
    pub name: String,
    pub data: Value,
}

pub struct Stream {
    body: Body,
    rest: String,
}

impl Stream {
    pub async fn open(client: &Client<'_>, path: &str, last: Option<u64>) -> Stream {
        let mut request = client.request(Method::GET, path);
        if let Some(last) = last {
            request = request.header("last-event-id", last);
        }
        let response = client.house.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Stream { body: response.into_body(), rest: String::new() }
    }

    /// The next event that is one; nothing after the end, or if none comes.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some((block, rest)) = self.rest.split_once("\n\n") {
                let (block, rest) = (block.to_owned(), rest.to_owned());
                self.rest = rest;
                let mut event = Event::default();
                for line in block.lines() {
                    match line.split_once(": ") {
                        Some(("id", id)) => event.id = id.parse().ok(),
                        Some(("event", name)) => event.name = name.to_owned(),
                        Some(("data", data)) => event.data = serde_json::from_str(data).unwrap(),
                        _ => {}
                    }
                }
                if !event.data.is_null() {
                    return Some(event);
                }
                continue;
            }
            let frame = timeout(Duration::from_secs(5), self.body.frame()).await.ok()??;
            let bytes = frame.ok()?.into_data().ok()?;
            self.rest.push_str(std::str::from_utf8(&bytes).unwrap());
        }
    }

    /// Is nothing waiting? What the house has published is ready at once, so no time has to pass.
    async fn is_quiet(&mut self) -> bool {
        let mut frame = pin!(self.body.frame());
        let is_waiting = poll_fn(|context| Poll::Ready(frame.as_mut().poll(context).is_pending()));
        self.rest.is_empty() && is_waiting.await
    }
}

fn house() -> House {
    let house = House::new();
    server::follow(&house.app);
    house
}

const TABLE: &str = "/api/v1/tables/blackjack/events";

#[tokio::test]
async fn a_stream_starts_with_the_whole_and_goes_on_with_every_version() {
    let house = house();
    let (ann, wat) = (house.guest("Ann").await, house.nobody());
    let mut stream = Stream::open(&wat, TABLE, None).await;
    let first = stream.next().await.unwrap();
    assert_eq!((first.id, &first.data["version"]), (Some(0), &json!(0)));
    let sit = json!({ "act": "sit", "seat": 1, "buy_in": "100.00" });
    let view = ann.acts("blackjack", sit).await;
    let event = stream.next().await.unwrap();
    assert_eq!(event.id, view["version"].as_u64());
    assert_eq!(event.data["round"]["seats"], view["round"]["seats"]);
    assert!(stream.is_quiet().await);
}

#[tokio::test]
async fn who_comes_back_misses_nothing_and_gets_nothing_twice() {
    let house = house();
    let (ann, wat) = (house.guest("Ann").await, house.nobody());
    ann.acts("blackjack", json!({ "act": "sit", "seat": 1, "buy_in": "100.00" })).await;
    let bet = |amount: &str| json!({ "act": "bet", "seat": 1, "bets": { "blackjack": amount } });
    for amount in ["5.00", "10.00", "15.00"] {
        ann.acts("blackjack", bet(amount)).await;
    }
    reaches(&house, 4).await;
    let mut stream = Stream::open(&wat, TABLE, Some(2)).await;
    let versions = [stream.next().await.unwrap().id, stream.next().await.unwrap().id];
    assert_eq!(versions, [Some(3), Some(4)]);
    assert!(stream.is_quiet().await);
    // At the newest version there is nothing to send; at one that nobody knows, the whole view.
    assert!(Stream::open(&wat, TABLE, Some(4)).await.is_quiet().await);
    let mut stream = Stream::open(&wat, TABLE, Some(999)).await;
    assert_eq!(stream.next().await.unwrap().id, Some(4));
}

/// Waits until the ring of the table has a version.
async fn reaches(house: &House, version: u64) {
    let ring = house.app.live.table(&"blackjack".parse().unwrap());
    let comes = async {
        while !ring.subscribe(Some(version)).is_complete {
            tokio::task::yield_now().await;
        }
    };
    timeout(Duration::from_secs(20), comes).await.expect("the version comes");
}

/// However much happens at a table, a few versions of it are kept; who missed more gets the whole view.
#[tokio::test]
async fn only_a_few_versions_of_a_table_are_kept() {
    let house = house();
    let (ann, wat) = (house.guest("Ann").await, house.nobody());
    let tables = house.app.live.versions_kept();
    ann.acts("blackjack", json!({ "act": "sit", "seat": 1, "buy_in": "100.00" })).await;
    for bet in 0..20 {
        let amount = format!("{}.00", 5 + bet);
        let bet = json!({ "act": "bet", "seat": 1, "bets": { "blackjack": amount } });
        ann.acts("blackjack", bet).await;
    }
    reaches(&house, 21).await;
    let kept = house.app.live.versions_kept() - tables;
    assert!((1..=8).contains(&kept), "{kept} more than one for each table");
    let mut stream = Stream::open(&wat, TABLE, Some(2)).await;
    assert_eq!(stream.next().await.unwrap().id, Some(21), "version 3 is no longer there");
    assert!(stream.is_quiet().await);
    let text = house.send(wat.request(Method::GET, "/metrics").body(Body::empty()).unwrap()).await;
    let text = text.into_body().collect().await.unwrap().to_bytes();
    let text = String::from_utf8(text.to_vec()).unwrap();
    // Counters are shared by all houses of a process: only that the line is there can be said.
    for what in [
        "versions",
        "sessions",
        "rounds",
        "awards_paid",
        "tries",
        "accounts",
        "people_here",
        "limits",
    ] {
        assert!(text.contains(&format!("croupier_kept{{what=\"{what}\"}}")), "{what}: {text}");
    }
}

/// Each sees their own cards and nobody else's, in the same event.
#[tokio::test]
async fn an_event_shows_each_watcher_their_own_cards() {
    let house = house();
    let (ann, ben) = (house.guest("Ann").await, house.guest("Ben").await);
    let table = "three-card-poker";
    let path = format!("/api/v1/tables/{table}/events");
    for (client, seat) in [(&ann, 1), (&ben, 2)] {
        client.acts(table, json!({ "act": "sit", "seat": seat, "buy_in": "100.00" })).await;
        let bet = json!({ "act": "bet", "seat": seat, "bets": { "ante": "5.00" } });
        client.acts(table, bet).await;
    }
    ann.acts(table, json!({ "act": "ready", "seat": 1 })).await;
    let dealt = ben.acts(table, json!({ "act": "ready", "seat": 2 })).await;
    let version = dealt["version"].as_u64();
    let unseen = |seat: &Value| seat["hands"][0]["cards"] == json!(["??", "??", "??"]);
    for (client, sees) in
        [(Some(&ann), [true, false]), (Some(&ben), [false, true]), (None, [false, false])]
    {
        let nobody = house.nobody();
        let mut stream = Stream::open(client.unwrap_or(&nobody), &path, None).await;
        let event = stream.next().await.unwrap();
        assert_eq!(event.id, version);
        let seats = event.data["round"]["seats"].as_array().unwrap();
        for (seat, sees) in seats.iter().zip(sees) {
            assert_eq!(unseen(seat), !sees, "{seat}");
        }
        assert_eq!(event.data["round"]["dealer"], json!(["??", "??", "??"]));
    }
}

#[tokio::test]
async fn a_stream_ends_with_its_session() {
    let house = house();
    let (ann, sue) = (house.guest("Ann").await, house.staff("sue").await);
    ann.acts("three-card-poker", json!({ "act": "sit", "seat": 1, "buy_in": "100.00" })).await;
    let mut stream = Stream::open(&ann, TABLE, None).await;
    stream.next().await.unwrap();
    let path = format!("/api/v1/people/{}/sessions", ann.person);
    let (status, said) = sue.call(Method::DELETE, &path, None).await;
    assert_eq!(status, StatusCode::OK, "{said}");
    let ben = house.guest("Ben").await;
    ben.acts("blackjack", json!({ "act": "sit", "seat": 1, "buy_in": "100.00" })).await;
    let event = stream.next().await.unwrap();
    assert_eq!((event.name.as_str(), &event.data["code"]), ("end", &json!("session-ended")));
    assert_eq!(stream.next().await, None);
}

/// 25 cents of the dollar bet [PRG-8]: the sign hears of it.
#[tokio::test]
async fn a_sign_hears_of_every_change_of_its_meter() {
    let house = house();
    let (ann, wall) = (house.guest("Ann").await, house.nobody());
    let path = "/api/v1/meters/events?meter=caribbean-stud";
    let mut sign = Stream::open(&wall, path, None).await;
    let first = sign.next().await.unwrap();
    let display = |event: &Value| -> f64 { event["display"].as_str().unwrap().parse().unwrap() };
    let table = "caribbean-stud";
    ann.acts(table, json!({ "act": "sit", "seat": 1, "buy_in": "100.00" })).await;
    let bets = json!({ "ante": "5.00", "progressive": "1.00" });
    ann.acts(table, json!({ "act": "bet", "seat": 1, "bets": bets })).await;
    ann.acts(table, json!({ "act": "ready", "seat": 1 })).await;
    let next = sign.next().await.unwrap();
    assert!((display(&next.data) - display(&first.data) - 0.25).abs() < 1e-9, "{next:?}");
    let (status, _) = wall.get("/api/v1/meters/events?meter=nowhere").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_pit_and_the_floor_are_live_too() {
    let house = house();
    let (ann, dan) = (house.guest("Ann").await, house.staff("dan").await);
    let mut pit = Stream::open(&house.nobody(), "/api/v1/pit/events", None).await;
    let mut floor = Stream::open(&dan, "/api/v1/floor/events", None).await;
    assert_eq!(pit.next().await.unwrap().data["tables"].as_array().unwrap().len(), 17);
    assert_eq!(floor.next().await.unwrap().data["calls"], json!([]));
    ann.acts("blackjack", json!({ "act": "sit", "seat": 1, "buy_in": "100.00" })).await;
    let changed = pit.next().await.unwrap();
    let tables = changed.data["tables"].as_array().unwrap();
    let blackjack = tables.iter().find(|table| table["table"] == "blackjack").unwrap();
    assert_eq!(blackjack["seated"], 1);
    dan.acts("dealer-1", json!({ "act": "call_supervisor", "why": "a question" })).await;
    let called = floor.next().await.unwrap();
    assert_eq!(called.data["calls"][0]["why"], "a question");
}

/// One entry can change two meters: a stream of all of them that breaks off in between goes on with both.
#[tokio::test]
async fn a_stream_of_all_meters_has_no_gap_within_one_entry() {
    let house = house();
    let (sue, bob) = (house.staff("sue").await, house.staff("bob").await);
    let path = "/api/v1/meters/events";
    let mut all = Stream::open(&house.nobody(), path, None).await;
    let mut first = Vec::new();
    for _ in 0..8 {
        first.push(all.next().await.unwrap());
    }
    // Only the last of the eight has an id: who is cut off before gets all of them again.
    assert!(first[..7].iter().all(|event| event.id.is_none()), "{first:?}");
    let transfer = json!({
        "kind": "transfer", "from": "let-it-ride", "to": "four-card-poker", "amount": "100.0000",
        "petition": "26-11",
    });
    let (status, said) = sue.post("/api/v1/proposals", transfer).await;
    assert_eq!(status, StatusCode::OK, "{said}");
    let approve = format!("/api/v1/proposals/{}/approve", said["proposal"]);
    assert_eq!(bob.post(&approve, json!({})).await.0, StatusCode::OK);
    let one = all.next().await.unwrap();
    all.next().await.expect("both meters changed");
    drop(all);
    let mut again = Stream::open(&house.nobody(), path, one.id.or(first[7].id)).await;
    let mut showing = Vec::new();
    for _ in 0..2 {
        let event = again.next().await.unwrap();
        showing.push((event.data["meter"].clone(), event.data["display"].clone()));
    }
    showing.sort_by_key(|(meter, _)| meter.to_string());
    let expected = [("four-card-poker", "10100.0000"), ("let-it-ride", "9900.0000")];
    assert_eq!(showing, expected.map(|(meter, display)| (json!(meter), json!(display))));
    assert!(again.is_quiet().await);
}
