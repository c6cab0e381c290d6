//! Gaming days: closed by a supervisor, balanced with the book.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{Client, House, code};

const OK: StatusCode = StatusCode::OK;

async fn act(client: &Client<'_>, table: &str, act: Value) -> Value {
    let (status, said) = client.post(&format!("/api/v1/tables/{table}/acts"), act.clone()).await;
    assert_eq!(status, OK, "{act}: {said}");
    said
}

async fn day(client: &Client<'_>, number: u64) -> Value {
    let (status, said) = client.get(&format!("/api/v1/days/{number}")).await;
    assert_eq!(status, OK, "{said}");
    assert_eq!(
        (&said["difference"], &said["balances"]),
        (&json!("0.0000"), &json!(true)),
        "{said}"
    );
    said
}

async fn close(client: &Client<'_>, number: u64) -> (StatusCode, Value) {
    client.call(Method::POST, &format!("/api/v1/days/{number}/close"), None).await
}

fn row<'a>(said: &'a Value, list: &str, key: &str, name: &str) -> &'a Value {
    let rows = said[list].as_array().unwrap();
    rows.iter().find(|row| row[key] == name).unwrap_or_else(|| panic!("{name}: {said}"))
}

/// A Caribbean round at the live table: $5 ante and $1 progressive, folded. The drop is nothing, because players at a
/// live table have their chips in hand; the tray keeps $6 less the $0.25 that go to the meter.
async fn folded_round(dan: &Client<'_>) {
    let bets = json!({ "ante": "5", "progressive": "1" });
    act(dan, "live-1", json!({ "act": "bet", "seat": 1, "bets": bets })).await;
    let mut said = act(dan, "live-1", json!({ "act": "lock" })).await;
    let mut cards = "As 2c Kd 4h 9d 7c 8h Jd Tc 3s".split(' ');
    while said["view"]["round"]["phase"] != "over" {
        let next = match said["view"]["round"]["next"]["kind"].as_str().unwrap() {
            "card" => json!({ "act": "card", "card": cards.next().unwrap() }),
            "decision" => json!({ "act": "decide", "seat": 1, "action": "fold" }),
            "step" => json!({ "act": "step" }),
            _ => json!({ "act": "game_over" }),
        };
        said = act(dan, "live-1", next).await;
    }
}

#[tokio::test]
async fn a_day_is_closed_once_and_balances_with_the_book() {
    let house = House::new();
    let (sue, bob, dan) =
        (house.staff("sue").await, house.staff("bob").await, house.staff("dan").await);
    let ann = house.guest("Ann").await;
    dan.view("dealer-1").await;
    act(&ann, "dealer-1", json!({ "act": "sit", "seat": 1, "buy_in": "200" })).await;
    act(&dan, "dealer-1", json!({ "act": "confirm_chips", "seat": 1, "amount": "200" })).await;
    folded_round(&dan).await;

    let open = day(&sue, 1).await;
    assert_eq!((&open["day"], &open["state"]), (&json!(1), &json!("open")));
    assert_eq!((&open["opened_at"], &open["closed_at"]), (&Value::Null, &Value::Null));
    let live = row(&open, "tables", "table", "live-1");
    assert_eq!((&live["drop"], &live["win"]), (&json!("0.00"), &json!("5.7500")));
    // Who bought in has the chips, so the house is up nothing.
    let bought = row(&open, "tables", "table", "dealer-1");
    assert_eq!((&bought["drop"], &bought["win"]), (&json!("200.00"), &json!("0.0000")));
    assert_eq!(bought["players_after"], "200.00");
    let meter = row(&open, "meters", "meter", "live-1");
    assert_eq!((&meter["in"], &meter["seeds"]), (&json!("0.0000"), &json!("10000.0000")));
    assert_eq!((&meter["contributions"], &meter["out"]), (&json!("0.2500"), &json!("10000.2500")));

    let (status, said) = close(&sue, 1).await;
    assert_eq!(status, OK, "{said}");
    // Pressed twice, or by two people at once: the next day stays open.
    for client in [&sue, &bob] {
        let (status, said) = close(client, 1).await;
        assert_eq!((status, code(&said)), (StatusCode::CONFLICT, "day-not-open"));
    }
    let closed = day(&sue, 1).await;
    assert_eq!((&closed["state"], &closed["closed_by"]), (&json!("closed"), &json!("sue")));
    for list in ["tables", "meters"] {
        assert_eq!(closed[list], open[list], "nothing came after it");
    }

    // The next day begins where it ended: the chips that were there, and what the meter owes.
    folded_round(&dan).await;
    act(&ann, "dealer-1", json!({ "act": "leave", "seat": 1 })).await;
    let second = day(&sue, 2).await;
    assert_eq!(second["opened_at"], closed["closed_at"]);
    assert_eq!(row(&second, "tables", "table", "live-1")["win"], "5.7500");
    let left = row(&second, "tables", "table", "dealer-1");
    assert_eq!((&left["drop"], &left["win"]), (&json!("0.00"), &json!("0.0000")));
    assert_eq!((&left["players"], &left["players_after"]), (&json!("-200.00"), &json!("0.00")));
    let meter = row(&second, "meters", "meter", "live-1");
    assert_eq!((&meter["in"], &meter["seeds"]), (&json!("10000.2500"), &json!("0.0000")));
    assert_eq!((&meter["contributions"], &meter["out"]), (&json!("0.2500"), &json!("10000.5000")));

    assert_eq!(close(&bob, 2).await.0, OK);
    assert_eq!(day(&sue, 1).await, closed, "a later day changes nothing");
    let (_, list) = sue.get("/api/v1/days?limit=2").await;
    let days: Vec<&Value> =
        list["days"].as_array().unwrap().iter().map(|day| &day["day"]).collect();
    assert_eq!((days, &list["before"]), (vec![&json!(3), &json!(2)], &json!(2)));
    let (_, rest) = sue.get("/api/v1/days?before=2").await;
    assert_eq!((&rest["days"][0]["day"], &rest["before"]), (&json!(1), &Value::Null));
    for unknown in ["0", "4"] {
        assert_eq!(sue.get(&format!("/api/v1/days/{unknown}")).await.0, StatusCode::NOT_FOUND);
    }
}
