//! Acts: done once, in the order of the ledger, refused with a reason.

use axum::body::Body;
use axum::http::{Method, StatusCode};
use serde_json::json;

use crate::support::{Client, House, Said, code, read};

async fn keyed(client: &Client<'_>, table: &str, key: &str, act: serde_json::Value) -> Said {
    let request = client
        .request(Method::POST, &format!("/api/v1/tables/{table}/acts"))
        .header("idempotency-key", key)
        .body(Body::from(act.to_string()))
        .unwrap();
    read(client.house.send(request).await).await
}

#[tokio::test]
async fn the_same_key_is_the_same_act_and_another_content_is_a_conflict() {
    let house = House::new();
    let ann = house.guest("Ann").await;
    let sit = json!({ "act": "sit", "seat": 1, "buy_in": "100.00" });
    let (status, first) = keyed(&ann, "blackjack", "k1", sit.clone()).await;
    assert_eq!(status, StatusCode::OK, "{first}");
    let (status, again) = keyed(&ann, "blackjack", "k1", sit.clone()).await;
    assert_eq!((status, &again["entry"]), (StatusCode::OK, &first["entry"]));
    assert_eq!(again["view"]["round"]["seats"][0]["chips"], "100.00");
    let other = json!({ "act": "sit", "seat": 2, "buy_in": "100.00" });
    let (status, said) = keyed(&ann, "blackjack", "k1", other.clone()).await;
    assert_eq!((status, code(&said)), (StatusCode::CONFLICT, "request-id-reused"));
    // A key belongs to its person: someone else's act under it is another act.
    let ben = house.guest("Ben").await;
    let (status, said) = keyed(&ben, "blackjack", "k1", other).await;
    assert_eq!(status, StatusCode::OK, "{said}");
}

#[tokio::test]
async fn a_second_click_on_an_old_view_does_nothing() {
    let house = House::new();
    let ann = house.guest("Ann").await;
    let view = ann.acts("blackjack", json!({ "act": "sit", "seat": 1, "buy_in": "100.00" })).await;
    let expect = view["version"].as_u64().unwrap();
    let bet = json!({ "act": "bet", "seat": 1, "bets": { "blackjack": "5.00" }, "expect": expect });
    ann.acts("blackjack", bet.clone()).await;
    let (status, said) = ann.act("blackjack", bet).await;
    assert_eq!((status, code(&said)), (StatusCode::CONFLICT, "stale-version"));
}

#[tokio::test]
async fn what_cannot_be_read_is_said_and_changes_nothing() {
    let house = House::new();
    let ann = house.guest("Ann").await;
    let before = ann.view("blackjack").await["version"].clone();
    for act in [
        json!({ "act": "fly" }),
        json!({ "act": "sit" }),
        json!({ "act": "sit", "seat": 1, "buy_in": 100 }),
        json!({ "act": "sit", "seat": 1, "buy_in": "1e5" }),
        json!({ "act": "sit", "seat": 300, "buy_in": "100.00" }),
        json!({ "act": "sit", "seat": 1, "buy_in": "100.00", "more": true }),
        json!({ "act": "sit", "seat": 1, "buy_in": "100.00", "expect": "soon" }),
        json!({ "act": "card", "card": "1x" }),
        json!(["sit"]),
    ] {
        let (status, said) = ann.act("blackjack", act.clone()).await;
        assert_eq!((status, code(&said)), (StatusCode::BAD_REQUEST, "malformed"), "{act}: {said}");
    }
    assert_eq!(ann.view("blackjack").await["version"], before);
}

/// $5 to $100: a bet over the table's most is refused with the ruling, and under the section's rule with its
/// subdivision [GEN-9].
#[tokio::test]
async fn a_refusal_cites_its_rule() {
    let house = House::new();
    let ann = house.guest("Ann").await;
    let table = "three-card-poker";
    ann.acts(table, json!({ "act": "sit", "seat": 1, "buy_in": "500.00" })).await;
    let bet = json!({ "act": "bet", "seat": 1, "bets": { "ante": "105.00" } });
    let (status, said) = ann.act(table, bet).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{said}");
    assert_eq!(said["error"]["cite"], json!(["[GEN-9]"]), "{said}");
    let (status, said) =
        ann.act(table, json!({ "act": "decide", "seat": 1, "action": "play" })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{said}");
    // Guests have $1,000 of play money.
    let (status, said) =
        ann.act("mississippi-stud", json!({ "act": "sit", "seat": 2, "buy_in": "1001.00" })).await;
    assert_eq!((status, code(&said)), (StatusCode::UNPROCESSABLE_ENTITY, "bad-buy-in"), "{said}");
}

#[tokio::test]
async fn another_players_seat_is_not_yours() {
    let house = House::new();
    let (ann, ben) = (house.guest("Ann").await, house.guest("Ben").await);
    ann.acts("blackjack", json!({ "act": "sit", "seat": 1, "buy_in": "100.00" })).await;
    for act in [
        json!({ "act": "leave", "seat": 1 }),
        json!({ "act": "bet", "seat": 1, "bets": { "blackjack": "5.00" } }),
        json!({ "act": "add_chips", "seat": 1, "amount": "5.00" }),
        json!({ "act": "seed_word", "seat": 1, "word": "mine" }),
        json!({ "act": "ready", "seat": 1 }),
        json!({ "act": "clear", "seat": 1 }),
        json!({ "act": "decide", "seat": 1, "action": "hit" }),
    ] {
        let (status, said) = ben.act("blackjack", act.clone()).await;
        assert_eq!((status, code(&said)), (StatusCode::FORBIDDEN, "not-your-seat"), "{act}");
        // Every error has all its keys, whether a rule stands behind it or not.
        assert_eq!(said["error"]["cite"], json!([]), "{said}");
    }
    for act in [json!({ "act": "lock" }), json!({ "act": "step" }), json!({ "act": "game_over" })] {
        let (status, said) = ben.act("dealer-1", act).await;
        assert_eq!((status, code(&said)), (StatusCode::FORBIDDEN, "not-allowed"));
    }
}

/// A dealer's table seats players while a dealer is there; the refusal says so, and leaves no entry and no guest.
#[tokio::test]
async fn nobody_sits_down_at_a_table_without_its_dealer() {
    let house = House::new();
    let (ann, dan) = (house.guest("Ann").await, house.staff("dan").await);
    let sit = json!({ "act": "sit", "seat": 1, "buy_in": "100.00" });
    let before = ann.view("dealer-1").await;
    let (status, said) = ann.act("dealer-1", sit.clone()).await;
    assert_eq!((status, code(&said)), (StatusCode::UNPROCESSABLE_ENTITY, "no-dealer"));
    let message = said["error"]["message"].as_str().unwrap();
    assert!(message.starts_with("no dealer is at table dealer-1"), "{message}");
    assert_eq!(ann.view("dealer-1").await["version"], before["version"]);

    // The form of the page makes no guest who then cannot sit down.
    let people = || house.app.snapshot().machine.people().count();
    let known = people();
    let form = house.nobody().request(Method::POST, "/tables/dealer-1/sit");
    let form = form.header("content-type", "application/x-www-form-urlencoded");
    let body = Body::from("guest=Cat&buy_in=100.00");
    let response = house.send(form.body(body).unwrap()).await;
    assert_eq!(response.status(), StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(people(), known);

    // A dealer at another table is not here; one who looks at this table is.
    dan.view("live-1").await;
    assert_eq!(ann.act("dealer-1", sit.clone()).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    dan.view("dealer-1").await;
    ann.acts("dealer-1", sit).await;
    // Nobody deals at a practice table.
    ann.acts("blackjack", json!({ "act": "sit", "seat": 1, "buy_in": "100.00" })).await;
}
