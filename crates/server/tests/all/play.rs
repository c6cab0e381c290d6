//! Playing: every game to its last line, by what the server says is legal and nothing else.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::support::{Client, House};

pub const GAMES: [&str; 14] = [
    "let-it-ride",
    "three-card-poker",
    "caribbean-stud",
    "silverado-stud",
    "four-card-poker",
    "texas-holdem-bonus",
    "mississippi-stud",
    "ultimate-texas-holdem",
    "holdem-212",
    "blackjack",
    "buster-blackjack",
    "war-blackjack",
    "casino-war",
    "phil-em-up",
];

/// Sits down, bets the least, and plays on with the first legal action until the round is done.
pub async fn one_round(client: &Client<'_>, table: &str) -> Value {
    let view = client.view(table).await;
    let sits = |view: &Value| {
        let seats = view["round"]["seats"].as_array().cloned().unwrap_or_default();
        seats.iter().any(|seat| seat["seat"] == 1 && !seat["player"].is_null())
    };
    if !sits(&view) {
        client.acts(table, json!({ "act": "sit", "seat": 1, "buy_in": "200.00" })).await;
    }
    let bets = view["posted"]["least"].clone();
    client.acts(table, json!({ "act": "bet", "seat": 1, "bets": bets })).await;
    let mut view = client.acts(table, json!({ "act": "ready", "seat": 1 })).await;
    for _ in 0..60 {
        let next = &view["round"]["next"];
        match next["kind"].as_str().unwrap() {
            "done" => return view,
            "decision" => {
                let action = next["actions"][0].clone();
                let act = json!({ "act": "decide", "seat": next["seat"], "action": action, "hand": next["hand"] });
                view = client.acts(table, act).await;
            }
            other => panic!("{table}: a practice table asks for {other}: {view}"),
        }
    }
    panic!("{table}: the round does not end: {view}");
}

#[tokio::test]
async fn a_guest_plays_every_game_to_its_last_line() {
    let house = House::new();
    let ann = house.guest("Ann").await;
    for game in GAMES {
        let view = one_round(&ann, game).await;
        let lines = view["round"]["lines"].as_array().unwrap();
        assert!(!lines.is_empty(), "{game}: {view}");
        for line in lines {
            assert!(line["cite"].as_str().is_some_and(|cite| !cite.is_empty()), "{game}: {line}");
        }
        let number = view["round"]["number"].as_u64().unwrap();
        let (status, recall) = ann.get(&format!("/api/v1/tables/{game}/rounds/{number}")).await;
        assert_eq!(status, StatusCode::OK, "{game}: {recall}");
        assert_eq!(&recall["lines"], &view["round"]["lines"], "{game}");
        // Someone who did not play it cannot recall it.
        let ben = house.guest("Ben").await;
        let (status, _) = ben.get(&format!("/api/v1/tables/{game}/rounds/{number}")).await;
        assert_eq!(status, StatusCode::FORBIDDEN);
        // Again, for the next round in the same seat.
        one_round(&ann, game).await;
        ann.acts(game, json!({ "act": "leave", "seat": 1 })).await;
    }
    let total = house.app.snapshot().machine.book().total();
    assert_eq!(total, money::MeterUnits::ZERO, "the book balances");
}

/// The demo house's table with side bets: all of them at once, the last line, and what is refused.
#[tokio::test]
async fn a_guest_plays_every_added_side_bet() {
    const SIDE_BETS: [&str; 4] = ["21-plus-3", "dead-mans-hand", "lucky-ladies", "lucky-lucky"];
    let (house, table) = (House::new(), "blackjack-side-bets");
    let ann = house.guest("Ann").await;
    let view = ann.acts(table, json!({ "act": "sit", "seat": 1, "buy_in": "200.00" })).await;
    for bet in SIDE_BETS {
        assert!(view["posted"]["schedules"][bet].is_string(), "{bet} is posted: {view}");
    }
    let mut bets = view["posted"]["least"].clone();
    for bet in SIDE_BETS {
        bets[bet] = json!("105.00");
        let (status, why) = ann.act(table, json!({ "act": "bet", "seat": 1, "bets": bets })).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{bet}: {why}");
        assert!(why.to_string().contains("$100"), "{bet}: {why}");
        bets[bet] = json!("5.00");
    }
    let tip = json!({ "act": "bet", "seat": 1, "bets": bets, "tips": { "lucky-ladies": "1.00" } });
    let (status, why) = ann.act(table, tip).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{why}");
    ann.acts(table, json!({ "act": "bet", "seat": 1, "bets": bets })).await;
    let mut view = ann.acts(table, json!({ "act": "ready", "seat": 1 })).await;
    while view["round"]["next"]["kind"] == "decision" {
        let next = &view["round"]["next"];
        let action = next["actions"].as_array().unwrap().last().unwrap();
        let act = json!({ "act": "decide", "seat": 1, "action": action, "hand": next["hand"] });
        view = ann.acts(table, act).await;
    }
    let lines = view["round"]["lines"].as_array().unwrap();
    for bet in SIDE_BETS {
        let of_bet: Vec<&Value> = lines.iter().filter(|line| line["wager"] == bet).collect();
        assert_eq!(of_bet.len(), 1, "{bet}: {lines:?}");
        assert!(of_bet[0]["cite"].as_str().is_some_and(|cite| cite.contains(":30.")), "{bet}");
    }
    let number = &view["round"]["number"];
    let (_, recall) = ann.get(&format!("/api/v1/tables/{table}/rounds/{number}")).await;
    assert_eq!(recall["lines"], view["round"]["lines"]);
}

#[tokio::test]
async fn a_supervisor_opens_a_meter_and_a_table_and_closes_it() {
    let house = House::new();
    let sue = house.staff("sue").await;
    let meter =
        json!({ "meter": "pmg", "schedule": "caribbean-stud/PMG-01", "limit": "500000.00" });
    let (status, said) = sue.post("/api/v1/meters", meter).await;
    assert_eq!(status, StatusCode::OK, "{said}");
    let table = json!({
        "table": "cs-2", "game": "caribbean-stud", "kind": "virtual", "meter": "pmg",
        "schedules": { "progressive": "PMG-01" }, "min": "10.00", "max": "50.00", "seats": 4,
    });
    let (status, said) = sue.post("/api/v1/tables", table.clone()).await;
    assert_eq!(status, StatusCode::OK, "{said}");
    let (_, pit) = house.nobody().get("/api/v1/pit").await;
    let tables = pit["tables"].as_array().unwrap();
    let found = tables.iter().find(|table| table["table"] == "cs-2").unwrap();
    let expected = json!({
        "table": "cs-2", "game": "caribbean-stud", "kind": "virtual", "edition": found["edition"],
        "seats": 4, "seated": 0, "min": "10.00", "max": "50.00", "meter": "pmg", "state": "betting",
        "version": 0, "guests": false,
    });
    assert_eq!(*found, expected);
    let (status, _) = sue.post("/api/v1/tables", table).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let (status, said) = sue.post("/api/v1/tables/cs-2/close", json!({})).await;
    assert_eq!(status, StatusCode::OK, "{said}");
    let (status, meter) = house.nobody().get("/api/v1/meters/pmg").await;
    assert_eq!(status, StatusCode::OK);
    for key in ["meter", "display", "reserve", "overflow", "pending", "state"] {
        assert!(!meter[key].is_null(), "{key}: {meter}");
    }
}

/// Two players for a pot: no burned card is turned over, so the dealer has no hold 'em hand, and the board alone is not
/// called one, not even when all five of its cards are there [H212-3].
#[tokio::test]
async fn h212_3_recall_names_no_hand_of_a_dealer_who_has_none() {
    let house = House::new();
    let (ann, ben) = (house.guest("Ann").await, house.guest("Ben").await);
    let table = "holdem-212";
    let mut view = Value::Null;
    for (client, seat) in [(&ann, 1), (&ben, 2)] {
        client.acts(table, json!({ "act": "sit", "seat": seat, "buy_in": "200.00" })).await;
    }
    for (client, seat) in [(&ann, 1), (&ben, 2)] {
        let bets = json!({ "blackjack": "5.00", "holdem": "1.00" });
        client.acts(table, json!({ "act": "bet", "seat": seat, "bets": bets })).await;
    }
    for (client, seat) in [(&ann, 1), (&ben, 2)] {
        view = client.acts(table, json!({ "act": "ready", "seat": seat })).await;
    }
    for _ in 0..60 {
        let next = view["round"]["next"].clone();
        if next["kind"] == "done" {
            break;
        }
        let (seat, hand) = (&next["seat"], &next["hand"]);
        let client = if *seat == 1 { &ann } else { &ben };
        // Only the deciding seat is told what it may do.
        let (_, own) = client.get(&format!("/api/v1/tables/{table}")).await;
        let actions = own["round"]["next"]["actions"].as_array().unwrap();
        let wanted = ["check", "call", "stand"];
        let action = actions.iter().find(|one| wanted.contains(&one.as_str().unwrap()));
        let action = action.unwrap_or(&actions[0]);
        let act = json!({ "act": "decide", "seat": seat, "action": action, "hand": hand });
        view = client.acts(table, act).await;
    }
    let round = &view["round"];
    assert_eq!(round["next"]["kind"], "done");
    assert_eq!(round["board"].as_array().unwrap().len(), 5, "{round}");
    let (status, page) = ann.get(&format!("/rounds/{table}/{}", round["number"])).await;
    assert_eq!(status, StatusCode::OK);
    let page = page.as_str().unwrap();
    assert!(page.contains("Community cards") && page.contains(" burned"));
    assert!(!page.contains("Dealer’s hold ’em hand"), "nobody has it");
}
