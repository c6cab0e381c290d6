//! Tables that are only a keypad, and what pages say of the keys: the same figures and words wherever they appear.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use house::table::command::{Dollars, TableCommand};
use house::{
    AwardNumber, Command, Criteria, Posted, PostedRow, Procedure, Request, Seat, Submission,
    TableId, Terms,
};
use money::Cents;
use serde_json::{Value, json};

use crate::support::{Client, House};

const AT: &str = "live-1";

/// What is asked for at the house itself, one after the other.
async fn at_desk(house: &House, asked: Vec<(&'static str, Command)>) {
    let (ledger, at) = (house.app.ledger().clone(), house.clock.now());
    let posted = move || {
        for (by, what) in asked {
            let request = Request::new(by.parse().unwrap(), "pit-1".parse().unwrap(), what);
            let id = house::desk::fresh_id().unwrap();
            let said = format!("{request:?}");
            let request = Submission { id, at, request };
            ledger.post(request).unwrap_or_else(|error| panic!("{said}: {error}"));
        }
    };
    tokio::task::spawn_blocking(posted).await.unwrap();
}

fn row(hand: &str, pays: &str, envy: Option<&str>) -> PostedRow {
    let (pays, envy) = (pays.parse().unwrap(), envy.map(|amount| amount.parse().unwrap()));
    PostedRow { hand: hand.to_owned(), pays, envy }
}

fn table() -> TableId {
    "k-1".parse().unwrap()
}

fn lock() -> Command {
    let bets = [1, 2].map(|seat| (Seat(seat), Dollars(Cents::dollars(1)))).into();
    Command::at(&table(), TableCommand::Lock { bets, players: BTreeMap::new() })
}

fn key(hand: &str) -> Command {
    Command::at(&table(), TableCommand::Key { seat: Seat(1), hand: hand.to_owned() })
}

fn verify(award: u64) -> Command {
    Command::of_award(TableCommand::Verify { award: AwardNumber(award), paid: None, reason: None })
}

/// A table that is only a keypad, on a meter of its own.
fn opened(procedure: Procedure) -> Vec<(&'static str, Command)> {
    let rows = vec![row("royal flush", "100%", Some("$1,000")), row("flush", "40 for 1", None)];
    let posted = Posted::new("caribbean-stud", "2026-05-05", "PMG-01", Cents::dollars(1), rows);
    let posted = Posted { procedure, ..posted };
    let (meter, criteria) = ("k".parse().unwrap(), Criteria::of(&posted));
    let terms = Terms::with_seed("8100.66".parse().unwrap());
    vec![
        ("sue", Command::CreateMeter { meter, criteria, terms }),
        ("sue", Command::open_keypad(table(), &"k".parse().unwrap(), posted)),
    ]
}

/// Three rounds of two $1 bets: a flush for $40, nothing, a royal of $8,100.66 + $1.50 with $1,000 of envy.
async fn three_rounds(house: &House) {
    let over = || Command::at(&table(), TableCommand::GameOver);
    let rounds = vec![
        ("dan", lock()),
        ("dan", key("royal flush")),
        ("dan", key("flush")),
        ("dan", key("flush")),
        ("dan", key("flush")),
        ("sue", verify(3)),
        ("dan", over()),
        ("dan", lock()),
        ("dan", over()),
        ("dan", lock()),
        ("dan", key("royal flush")),
        ("sue", verify(4)),
        ("dan", over()),
    ];
    at_desk(house, [opened(Procedure::Keypad), rounds].concat()).await;
}

async fn text(client: &Client<'_>, path: &str) -> String {
    let (status, said) = client.get(path).await;
    assert_eq!(status, StatusCode::OK, "{path}: {said}");
    said.as_str().map_or_else(|| said.to_string(), str::to_owned)
}

/// 6 - 1.50 - 40 + 8,102.16 - 8,102.16 - 1,000 = -1,035.50, in JSON and on the page.
#[tokio::test]
async fn prg_2_a_keypad_tables_day_is_the_same_everywhere() {
    let house = House::new();
    three_rounds(&house).await;
    let sue = house.staff("sue").await;
    let (_, day) = sue.get("/api/v1/days/1").await;
    let tables = day["tables"].as_array().unwrap();
    let found = tables.iter().find(|table| table["table"] == "k-1").unwrap();
    assert_eq!((&found["win"], &found["drop"]), (&json!("-1035.5000"), &json!("0.00")), "{day}");
    assert_eq!((&day["balances"], &day["difference"]), (&json!(true), &json!("0.0000")));
    let page = text(&sue, "/reports/days/1").await;
    assert!(page.contains("1,035.50"), "{page}");
}

/// A table that is only a keypad takes the same acts over HTTP as in its store: the win that the floor shows is verified
/// there, and what needs seats is refused as such.
#[tokio::test]
async fn prg_9_a_keypad_table_is_run_over_http() {
    let house = House::new();
    three_rounds(&house).await;
    let (sue, dan) = (house.staff("sue").await, house.staff("dan").await);
    let post = async |client: &Client<'_>, act: Value| {
        let (status, said) = client.post("/api/v1/tables/k-1/acts", act.clone()).await;
        assert_eq!(status, StatusCode::OK, "{act}: {said}");
        assert!(said.get("view").is_none(), "it has no felt to look at: {said}");
        said
    };
    post(&dan, json!({ "act": "lock", "bets": { "1": "1.00", "2": "1.00", "3": "1.00" } })).await;
    post(&dan, json!({ "act": "return_bet", "seat": 3, "reason": "four cards" })).await;
    post(&dan, json!({ "act": "key", "seat": 1, "hand": "flush" })).await;
    post(&dan, json!({ "act": "cards", "hands": { "1": "flush" } })).await;
    let floor = text(&sue, "/floor").await;
    assert!(floor.contains("k-1, Caribbean stud") && floor.contains("only a keypad"), "{floor}");
    assert!(floor.contains("k-1, round 4, seat 1"), "{floor}");
    assert!(!floor.contains("/tables/k-1\""), "there is no page to go to: {floor}");
    let early = dan.post("/api/v1/tables/k-1/acts", json!({ "act": "game_over" })).await;
    assert_eq!(
        (early.0, &early.1["error"]["code"]),
        (StatusCode::UNPROCESSABLE_ENTITY, &json!("awards-pending"))
    );
    let other = json!({ "act": "verify", "award": 5, "paid": "35.00", "reason": "a torn bill" });
    let proposal = post(&sue, other).await["proposal"].clone();
    let bob = house.staff("bob").await;
    let (status, said) =
        bob.post(&format!("/api/v1/proposals/{proposal}/approve"), json!({})).await;
    assert_eq!(status, StatusCode::OK, "{said}");
    post(&dan, json!({ "act": "game_over" })).await;
    // -1,035.50 after three rounds, and 2 - 0.50 - 35 in this one.
    let (_, day) = sue.get("/api/v1/days/1").await;
    let tables = day["tables"].as_array().unwrap();
    let found = tables.iter().find(|table| table["table"] == "k-1").unwrap();
    assert_eq!(found["win"], "-1069.0000", "{day}");
    let (status, said) = dan.post("/api/v1/tables/k-1/acts", json!({ "act": "step" })).await;
    assert_eq!(
        (status, &said["error"]["code"]),
        (StatusCode::UNPROCESSABLE_ENTITY, &json!("only-keypad"))
    );
    let slip = text(&sue, "/awards/5/slip").await;
    assert!(slip.contains("20:18:16:15.05") && slip.contains("$35 was paid, $5 less"), "{slip}");
}

/// An act that is taken there.
async fn at_k_1(client: &Client<'_>, act: Value) -> Value {
    let (status, said) = client.act("k-1", act.clone()).await;
    assert_eq!(status, StatusCode::OK, "{act}: {said}");
    said
}

/// An override is proposed on the floor like anywhere, and from then on the floor and the statement name both people and
/// the reason, on the page and in JSON. There is no page of the table to go to.
#[tokio::test]
async fn prg_22_an_override_at_a_keypad_table_is_on_the_floor_and_the_statement() {
    let house = House::new();
    let cards = Command::at(&table(), TableCommand::Cards { hands: BTreeMap::new() });
    let asked = vec![("dan", lock()), ("dan", key("royal flush")), ("dan", cards)];
    at_desk(&house, [opened(Procedure::Keypad), asked].concat()).await;
    let (sue, bob) = (house.staff("sue").await, house.staff("bob").await);
    let floor = text(&sue, "/floor").await;
    assert!(floor.contains("id=\"override-k-1\"") && floor.contains("disagree"), "{floor}");
    assert!(!floor.contains("/tables/k-1/dealer"), "{floor}");
    let override_it = json!({ "act": "override", "reason": "the camera showed it" });
    let proposal = at_k_1(&sue, override_it).await["proposal"].clone();
    let (status, said) =
        bob.post(&format!("/api/v1/proposals/{proposal}/approve"), json!({})).await;
    assert_eq!(status, StatusCode::OK, "{said}");
    let words = "by override of sue and bob, the cards say no award: the camera showed it";
    let floor = text(&sue, "/floor").await;
    assert!(floor.contains(words), "{floor}");
    at_k_1(&sue, json!({ "act": "verify", "award": 1 })).await;
    let statement = text(&sue, "/api/v1/meters/k/statement").await;
    assert!(statement.contains(words), "{statement}");
    let page = text(&sue, "/meters/k/statement").await;
    assert!(page.contains(words), "{page}");
}

/// It is opened by the same call as any other table, has a version that whoever acts may expect, and its calls are on the
/// floor until the round is over.
#[tokio::test]
async fn a_keypad_table_is_opened_numbered_and_calls_like_any_other() {
    let house = House::new();
    let (sue, dan) = (house.staff("sue").await, house.staff("dan").await);
    let mut table = json!({ "table": "k-1", "game": "caribbean-stud", "kind": "keypad" });
    let (status, said) = sue.post("/api/v1/tables", table.clone()).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "it posts a progressive: {said}");
    table["schedules"] = json!({ "progressive": "CS-10" });
    table["meter"] = AT.into();
    let (status, said) = dan.post("/api/v1/tables", table.clone()).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "{said}");
    let (status, said) = sue.post("/api/v1/tables", table).await;
    assert_eq!(status, StatusCode::OK, "{said}");
    let first = at_k_1(&dan, json!({ "act": "lock", "bets": { "1": "1.00" } })).await;
    let call =
        json!({ "act": "call_supervisor", "why": "a torn card", "expect": first["version"] });
    let called = at_k_1(&dan, call).await;
    assert!(called["version"].as_u64() > first["version"].as_u64(), "{first} {called}");
    let late = json!({ "act": "key", "seat": 1, "hand": "flush", "expect": first["version"] });
    assert_eq!(dan.act("k-1", late).await.0, StatusCode::CONFLICT);
    let (_, floor) = sue.get("/api/v1/floor").await;
    assert_eq!(
        (&floor["calls"][0]["table"], &floor["calls"][0]["why"]),
        (&json!("k-1"), &json!("a torn card"))
    );
    let page = text(&sue, "/floor").await;
    assert!(page.contains("a torn card") && !page.contains("/tables/k-1/dealer"), "{page}");
    at_k_1(&dan, json!({ "act": "game_over" })).await;
    assert_eq!(sue.get("/api/v1/floor").await.1["calls"], json!([]));
}

/// A win by the older procedure waits for the key and the J-POT button on the floor.
#[tokio::test]
async fn ed_3_a_keypad_tables_j_pot_is_on_the_floor() {
    let house = House::new();
    let asked = vec![("dan", lock()), ("dan", key("royal flush"))];
    at_desk(&house, [opened(Procedure::JPot), asked].concat()).await;
    let sue = house.staff("sue").await;
    let floor = text(&sue, "/floor").await;
    assert!(floor.contains("id=\"j-pot-k-1\"") && floor.contains("Key to JPH"), "{floor}");
    for act in [json!({ "act": "turn_key", "to": "jph" }), json!({ "act": "j_pot" })] {
        at_k_1(&sue, act).await;
    }
    assert!(text(&sue, "/floor").await.contains("Key to RUN: pay $8,101.16"));
}

/// Every entry of its rounds, with its time and person, keys on told from keys off.
#[tokio::test]
async fn a_keypad_round_is_recalled_step_by_step() {
    let house = House::new();
    three_rounds(&house).await;
    let (sue, ann) = (house.staff("sue").await, house.guest("Ann").await);
    let (status, recalled) = sue.get("/api/v1/tables/k-1/rounds/1").await;
    assert_eq!(status, StatusCode::OK, "{recalled}");
    let steps: Vec<(&str, &str)> = recalled["steps"]
        .as_array()
        .unwrap()
        .iter()
        .inspect(|step| assert!(step["at"].is_string(), "{step}"))
        .map(|step| (step["op"].as_str().unwrap(), step["by"].as_str().unwrap()))
        .collect();
    let expected = [
        ("lock", "dan"),
        ("key 1 on royal flush", "dan"),
        ("key 1 from royal flush to flush", "dan"),
        ("key 1 off flush", "dan"),
        ("key 1 on flush", "dan"),
        ("verify 3", "sue"),
        ("game-over", "dan"),
    ];
    assert_eq!(steps, expected);
    let page = text(&sue, "/rounds/k-1/1").await;
    for words in ["Seat 1: flush turned off", "moved from royal flush to flush", "Dan"] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let (status, _) = ann.get("/api/v1/tables/k-1/rounds/1").await;
    assert_eq!(status, StatusCode::FORBIDDEN, "nobody has played there by name");
    let (_, found) = sue.get("/api/v1/audit?text=turned%20off&table=k-1").await;
    let says: Vec<&Value> =
        found["entries"].as_array().unwrap().iter().map(|it| &it["says"]).collect();
    // Moving a key turns its first hand off, too.
    let moved = json!("k-1 round 1: seat 1: moved from royal flush to flush, $40");
    assert_eq!(says, [&moved, &json!("k-1 round 1: seat 1: flush turned off, $40")]);
}

async fn act(client: &Client<'_>, act: Value) -> Value {
    client.acts(AT, act).await
}

/// Caribbean, two royals; seat 2 folds if asked to. The deal is one card at a time, the dealer last.
async fn dealt(dan: &Client<'_>, second: &str) {
    for seat in [1, 2] {
        let bets = json!({ "ante": "5", "progressive": "1" });
        act(dan, json!({ "act": "bet", "seat": seat, "bets": bets })).await;
    }
    let mut view = act(dan, json!({ "act": "lock" })).await;
    let mut cards = "As Ah 3d Ks Kh 8d Qs Qh 2d Js Jh Jd Ts Th Qc".split(' ');
    loop {
        let next = &view["round"]["next"];
        view = match next["kind"].as_str().unwrap() {
            "card" => act(dan, json!({ "act": "card", "card": cards.next().unwrap() })).await,
            "decision" => {
                let action = if next["seat"] == 2 { second } else { "play" };
                let seat = next["seat"].clone();
                act(dan, json!({ "act": "decide", "seat": seat, "action": action })).await
            }
            "step" => act(dan, json!({ "act": "step" })).await,
            _ => return,
        };
    }
}

/// [PRG-13] Caribbean's progressive is lost with a fold, and the floor says what the round says.
#[tokio::test]
async fn prg_13_the_floor_asks_the_round_about_a_folded_hand() {
    let house = House::new();
    let (sue, dan) = (house.staff("sue").await, house.staff("dan").await);
    dealt(&dan, "fold").await;
    act(&dan, json!({ "act": "key", "seat": 2, "hand": "royal flush" })).await;
    let page = text(&sue, "/floor").await;
    assert!(page.contains("folded: lost") && !page.contains("still live"), "{page}");
}

/// Two winners: "Key it" lights the last seat alone; once it is verified the prompt asks for the other.
#[tokio::test]
async fn prg_9_key_it_lights_one_seat_and_the_prompt_goes_on() {
    let house = House::new();
    let (sue, dan) = (house.staff("sue").await, house.staff("dan").await);
    dealt(&dan, "play").await;
    let lit = async || {
        let page = text(&dan, "/tables/live-1/dealer").await;
        [1, 2].map(|seat| page.contains(&format!("id=\"lit-{seat}\"")))
    };
    for (seat, expected) in [(2, [false, true]), (1, [true, true])] {
        for _ in 0..4 {
            if lit().await == expected {
                break;
            }
            act(&dan, json!({ "act": "step" })).await;
        }
        assert_eq!(lit().await, expected, "seat {seat}");
        // The awards are numbered in the order of their keys.
        let number = 3 - seat;
        act(&sue, json!({ "act": "verify", "award": number })).await;
    }
}
