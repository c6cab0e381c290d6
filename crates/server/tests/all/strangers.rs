//! What strangers can cost: locks and who sees them, names at once, and how much guests can write.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use serde_json::{Value, json};
use server::Options;
use tokio::task::JoinSet;
use tower::ServiceExt as _;

use crate::support::{Client, House, Said, code, read};

const AT: &str = "three-card-poker";

fn behind_a_proxy() -> House {
    House::at_rest(Options { trusts_proxy: true, ..Options::default() })
}

fn sign_in(from: &str, device: Option<&str>, person: &str, secret: &str) -> Request<Body> {
    let mut request = Request::post("/api/v1/session").header("x-forwarded-for", from);
    if let Some(device) = device {
        request = request.header("x-device-token", device);
    }
    request.body(Body::from(json!({ "person": person, "secret": secret }).to_string())).unwrap()
}

/// A keypad keeps no cookies: it gets the token of its device in the answer, and sends it in a header.
#[tokio::test]
async fn a_device_without_cookies_is_known_by_its_token() {
    let house = behind_a_proxy();
    let (_, said) = read(house.send(sign_in("192.0.2.1", None, "sue", "sue-demo")).await).await;
    let device = said["device_token"].as_str().unwrap().to_owned();
    for number in 0..30 {
        let from = format!("198.51.100.{}", number / 4);
        let guess = house.send(sign_in(&from, None, "sue", "guess-work")).await;
        assert_eq!(guess.status(), StatusCode::UNAUTHORIZED, "{number}");
    }
    let right = async |device| {
        read(house.send(sign_in("192.0.2.1", device, "sue", "sue-demo")).await).await
    };
    let made_up = "0123456789abcdef".repeat(4);
    assert_eq!(right(None).await.0, StatusCode::LOCKED);
    assert_eq!(right(Some(&made_up)).await.0, StatusCode::LOCKED);
    let (status, said) = right(Some(&device)).await;
    assert_eq!((status, said["device_token"].as_str()), (StatusCode::OK, Some(&*device)), "{said}");
    // Guests have none.
    let (_, said) = house.nobody().post("/api/v1/session", json!({ "guest": "Ann" })).await;
    assert_eq!(said.get("device_token"), None);
}

/// Who is locked where is seen, and there is a button against it.
#[tokio::test]
async fn a_name_that_is_locked_at_one_address_is_shown_and_unlocked() {
    let house = House::with(Options { trusts_proxy: true, ..Options::default() });
    let sue = house.staff("sue").await;
    let dan = async || {
        let (_, said) = sue.get("/api/v1/people").await;
        let people = said["people"].as_array().unwrap().clone();
        people.into_iter().find(|person| person["person"] == "dan").unwrap()
    };
    let page = async || sue.get("/people").await.1.as_str().unwrap().to_owned();
    assert!(dan().await["locked_until"].is_null());
    assert!(!page().await.contains("unlock-dan"));
    for _ in 0..5 {
        house.send(sign_in("198.51.100.1", None, "dan", "guess-work")).await;
    }
    let locked = dan().await;
    assert!(locked["locked_until"].is_string(), "{locked}");
    let [lock] = &locked["locks"].as_array().unwrap()[..] else { panic!("{locked}") };
    assert_eq!((&lock["place"], &lock["address"]), (&json!("address"), &json!("198.51.100.1")));
    let shown = page().await;
    assert!(shown.contains("locked at 198.51.100.1 until"), "{shown}");
    assert!(shown.contains("unlock-dan"), "{shown}");
    // Too many with other names block the address, and the page says which.
    for number in 0..25 {
        let name = format!("p{number}");
        house.send(sign_in("198.51.100.1", None, &name, "guess-work")).await;
    }
    assert!(page().await.contains("address 198.51.100.1 blocked until"));
    let unlock = json!({ "reason": "a new keyboard" });
    let (status, said) = sue.post("/api/v1/people/dan/unlock", unlock).await;
    assert_eq!(status, StatusCode::OK, "{said}");
    assert!(dan().await["locked_until"].is_null());
    // His own five were taken off the address.
    let right = house.send(sign_in("198.51.100.1", None, "dan", "dan-demo")).await;
    assert_eq!(right.status(), StatusCode::OK);
}

/// Impossible names wait in the queue of their address, and are refused there when too many come at once.
#[tokio::test]
async fn impossible_names_at_once_wait_in_the_queue_of_their_address() {
    let house = behind_a_proxy();
    let mut sent = JoinSet::new();
    for _ in 0..400 {
        let router = house.router.clone();
        let request = sign_in("192.0.2.7", None, "no name!", "guess-work");
        sent.spawn(async move { read(router.oneshot(request).await.unwrap()).await });
    }
    let sue = house.send(sign_in("192.0.2.8", None, "sue", "sue-demo")).await;
    assert_eq!(sue.status(), StatusCode::OK);
    let answers = sent.join_all().await;
    let busy =
        |(status, said): &&Said| *status == StatusCode::TOO_MANY_REQUESTS && code(said) == "busy";
    // Eight wait, and some more come in when those are done.
    let busy = answers.iter().filter(busy).count();
    assert!(busy > 300, "only {busy} of 400 are refused by the queue");
}

#[tokio::test]
async fn new_secrets_are_limited_by_session() {
    let house = House::at_rest(Options::default());
    let sue = house.staff("sue").await;
    let add = async || {
        let eve = json!({ "person": "no name!", "name": "Eve", "role": "dealer", "secret": "x" });
        sue.post("/api/v1/people", eve).await
    };
    for _ in 0..1_000 {
        assert_eq!(add().await.0, StatusCode::BAD_REQUEST);
    }
    let (status, said) = add().await;
    assert_eq!((status, code(&said)), (StatusCode::TOO_MANY_REQUESTS, "too-fast"));
}

/// An act from a network address.
async fn act_from(client: &Client<'_>, from: &str, act: &Value) -> Said {
    let path = format!("/api/v1/tables/{AT}/acts");
    let request = client.request(Method::POST, &path).header("x-forwarded-for", from);
    read(client.house.send(request.body(Body::from(act.to_string())).unwrap()).await).await
}

/// Bets again and again until that is too fast; how often it was taken.
async fn bets_until_too_fast(client: &Client<'_>, from: &str, seat: u8) -> usize {
    for count in 0..5_000 {
        let ante = ["5", "10"][count % 2];
        let bet = json!({ "act": "bet", "seat": seat, "bets": { "ante": ante } });
        let (status, said) = act_from(client, from, &bet).await;
        if status != StatusCode::OK {
            assert_eq!(
                (status, code(&said)),
                (StatusCode::TOO_MANY_REQUESTS, "too-fast"),
                "{said}"
            );
            return count;
        }
    }
    panic!("5,000 bets at once are not too fast");
}

/// A guest from elsewhere writes 100 entries, and then waits or finishes a round.
#[tokio::test]
async fn a_guest_who_finishes_no_round_writes_little() {
    let house = behind_a_proxy();
    let from = "192.0.2.7";
    let sit = |seat: u8| json!({ "act": "sit", "seat": seat, "buy_in": "500" });
    let (ann, ben) = (house.guest("Ann").await, house.guest("Ben").await);
    let before = house.app.snapshot().head.seq;
    assert_eq!(act_from(&ann, from, &sit(1)).await.0, StatusCode::OK);
    assert_eq!(bets_until_too_fast(&ann, from, 1).await, 99);
    // Her coming in is an entry, too.
    assert_eq!(house.app.snapshot().head.seq, before + 101);
    // Ten a minute are saved up.
    house.clock.advance(Duration::from_secs(60));
    assert_eq!(bets_until_too_fast(&ann, from, 1).await, 10);
    // Nothing comes back for a bet that was taken away before the round was played.
    house.clock.advance(Duration::from_secs(12));
    let clear = json!({ "act": "clear", "seat": 1 });
    let leave = json!({ "act": "leave", "seat": 1 });
    assert_eq!(act_from(&ann, from, &clear).await.0, StatusCode::OK);
    assert_eq!(act_from(&ann, from, &leave).await.0, StatusCode::OK);
    // Ben plays, and has all of it again after his round.
    assert_eq!(act_from(&ben, from, &sit(1)).await.0, StatusCode::OK);
    for count in 0..50 {
        let ante = ["5", "10"][count % 2];
        let bet = json!({ "act": "bet", "seat": 1, "bets": { "ante": ante } });
        assert_eq!(act_from(&ben, from, &bet).await.0, StatusCode::OK);
    }
    let (_, said) = act_from(&ben, from, &json!({ "act": "ready", "seat": 1 })).await;
    assert_eq!(said["view"]["round"]["next"]["kind"], "decision", "{said}");
    let play = json!({ "act": "decide", "seat": 1, "action": "play" });
    let (_, said) = act_from(&ben, from, &play).await;
    assert_eq!(said["view"]["round"]["next"]["kind"], "done", "{said}");
    assert_eq!(bets_until_too_fast(&ben, from, 1).await, 100);
    // It was not Ann's round.
    assert_eq!(act_from(&ann, from, &clear).await.0, StatusCode::TOO_MANY_REQUESTS);
}

/// In the long run a guest from elsewhere gets 5 acts a second, where people get 100.
#[tokio::test]
async fn guests_are_slower_than_people() {
    let house = behind_a_proxy();
    let (ann, dan) = (house.guest("Ann").await, house.staff("dan").await);
    let acts = async |client: &Client<'_>, from: &str| {
        for count in 0..5_000 {
            // What cannot be read costs nothing but the count.
            let (status, _) = act_from(client, from, &json!({})).await;
            if status == StatusCode::TOO_MANY_REQUESTS {
                return count;
            }
        }
        panic!("5,000 acts at once are not too fast");
    };
    assert_eq!(acts(&ann, "192.0.2.7").await, 100, "without a round");
    assert_eq!(acts(&dan, "192.0.2.8").await, 1_000);
    house.clock.advance(Duration::from_secs(1));
    assert_eq!(acts(&dan, "192.0.2.8").await, 100);
}

/// What the house does by itself is done at "server", and what is done on its machine at "command-line": no client is
/// called so.
#[tokio::test]
async fn no_device_is_called_as_the_house_itself() {
    let house = House::new();
    for body in [
        json!({ "person": "sue", "secret": "sue-demo", "device": "server" }),
        json!({ "guest": "Ann", "device": "Server" }),
        json!({ "person": "sue", "secret": "sue-demo", "device": "command-line" }),
        json!({ "guest": "Ann", "device": "Command-Line" }),
    ] {
        let (status, said) = house.nobody().post("/api/v1/session", body).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{said}");
    }
}

/// A guest is nobody who works here, and does not look like it.
#[tokio::test]
async fn a_guest_does_not_pass_for_someone_else() {
    let house = House::new();
    for name in [
        "Sue",
        "SUE",
        "S u e",
        "sue.",
        "d\u{0430}n",
        "Dealer",
        "Supervisor",
        "Pit Boss",
        "Dealer Dan",
        "The Dealer",
    ] {
        let (status, said) = house.nobody().post("/api/v1/session", json!({ "guest": name })).await;
        assert_eq!(
            (status, code(&said)),
            (StatusCode::UNPROCESSABLE_ENTITY, "name-taken"),
            "{name}: {said}"
        );
    }
    house.guest("Suede").await;
}

/// A seat that was left at one process of a house is free at the other, for a guest's first act too.
#[tokio::test]
async fn a_guests_first_act_is_not_refused_by_what_has_changed_elsewhere() {
    let [one, two] = House::two();
    let ann = one.guest("Ann").await;
    let sit = |seat: u8| json!({ "act": "sit", "seat": seat, "buy_in": "100.00" });
    ann.acts(AT, sit(1)).await;
    let bea = two.guest("Bea").await;
    assert_eq!(code(&bea.act(AT, sit(1)).await.1), "seat-taken", "that is so at both");
    ann.acts(AT, json!({ "act": "leave", "seat": 1 })).await;
    bea.acts(AT, sit(1)).await;
    assert_eq!(code(&ann.act(AT, sit(1)).await.1), "seat-taken");
}
