//! People, sessions, meters, tables that open and close, a table that is only a keypad, days, and what is refused.

use axum::http::Method;
use house::Command;
use house::table::setup::Kind;
use house::{Criteria, Posted, PostedRow, Terms};
use money::Cents;
use rulebook::Rulebook;
use serde_json::json;

use super::{Callers, Recording, founding};

/// Everything that is about no game in particular, and what was answered.
pub async fn runs() -> Recording {
    let game = Rulebook::embedded().game("caribbean-stud").unwrap();
    let kinds = [Kind::Practice, Kind::Virtual, Kind::Live];
    let house = founding::house(kinds.map(|kind| founding::table(game, kind)).into()).await;
    let mut callers = Callers::new(&house).await;
    people(&mut callers).await;
    meters(&mut callers).await;
    tables(&mut callers).await;
    keypad(&mut callers).await;
    days(&mut callers).await;
    refused(&mut callers).await;
    callers.recording
}

async fn people(callers: &mut Callers<'_>) {
    callers.get("ann", "/api/v1/session").await;
    callers.sign_in("gil", json!({ "guest": "Gil" })).await;
    callers.get("gil", "/api/v1/session").await;
    let wrong = json!({ "person": "ben", "secret": "wrong" });
    callers.post("nobody", "/api/v1/session", wrong).await;
    let pat = json!({ "person": "pat", "name": "Pat", "role": "player", "secret": "pat-secret" });
    callers.post("sue", "/api/v1/people", pat.clone()).await;
    callers.post("sue", "/api/v1/people", pat).await;
    let zoe =
        json!({ "person": "zoe", "name": "Zoe", "role": "supervisor", "secret": "zoe-secret" });
    callers.post("sue", "/api/v1/people", zoe).await;
    callers.get("bob", "/api/v1/proposals").await;
    callers.post("bob", "/api/v1/proposals/1/reject", json!({ "reason": "not yet" })).await;
    callers.post("sue", "/api/v1/people/pat/secret", json!({ "secret": "pat-other" })).await;
    callers.post("sue", "/api/v1/people/pat/retire", json!({ "reason": "has left" })).await;
    callers.get("sue", "/api/v1/people").await;
    callers.get("aud", "/api/v1/people?guests=true").await;
    callers.get("sue", "/api/v1/sessions").await;
    callers.call("sue", Method::DELETE, "/api/v1/people/ben/sessions", None).await;
    callers.get("ben", "/api/v1/session").await;
}

async fn meters(callers: &mut Callers<'_>) {
    let meter =
        json!({ "meter": "pmg", "schedule": "caribbean-stud/PMG-01", "limit": "500000.00" });
    callers.post("sue", "/api/v1/meters", meter.clone()).await;
    callers.post("sue", "/api/v1/meters", meter).await;
    callers.get("nobody", "/api/v1/meters/pmg").await;
    let fault = json!({ "reason": "the sign is dark" });
    callers.post("sue", "/api/v1/meters/pmg/fault", fault.clone()).await;
    callers.get("nobody", "/api/v1/meters/pmg").await;
    callers.post("sue", "/api/v1/meters/pmg/clear-fault", fault).await;
    let configure = json!({ "seed": "6000.00", "contribution": "20%" });
    callers.post("sue", "/api/v1/meters/pmg/configure", configure).await;
    callers.get("sue", "/api/v1/meters/pmg/statement").await;
    callers.post("sue", "/api/v1/meters/pmg/close", json!({})).await;
    callers.get("nobody", "/api/v1/meters").await;
}

async fn tables(callers: &mut Callers<'_>) {
    let table = json!({
        "table": "cs-2", "game": "caribbean-stud", "kind": "virtual", "min": "10.00", "max": "50.00",
        "seats": 4, "clocks": { "betting": 20, "decision": 15, "hold": 60 },
    });
    callers.post("sue", "/api/v1/tables", table.clone()).await;
    callers.post("sue", "/api/v1/tables", table).await;
    callers.get("nobody", "/api/v1/tables/cs-2").await;
    let bot = json!({ "act": "seat_bot", "seat": 2, "buy_in": "200.00", "plays": "optimal" });
    callers.act("sue", "cs-2", bot).await;
    callers.act("dan", "cs-2", json!({ "act": "call_supervisor", "why": "a question" })).await;
    callers.get("dan", "/api/v1/tables/cs-2").await;
    callers.get("nobody", "/api/v1/tables/cs-2").await;
    callers.get("sue", "/api/v1/floor").await;
    callers.post("sue", "/api/v1/tables/cs-2/close", json!({})).await;
    callers.get("nobody", "/api/v1/tables/cs-2").await;
    callers.get("nobody", "/api/v1/pit").await;
}

/// A table that is only a keypad: keys, an override, another amount.
async fn keypad(callers: &mut Callers<'_>) {
    let row = |hand: &str, pays: &str| PostedRow {
        hand: hand.to_owned(),
        pays: pays.parse().unwrap(),
        envy: None,
    };
    let rows = vec![row("royal flush", "100%"), row("flush", "40 for 1")];
    let posted = Posted::new("caribbean-stud", "2026-05-05", "PMG-01", Cents::dollars(1), rows);
    let criteria = Criteria::of(&posted);
    let terms = Terms::with_seed("8100.66".parse().unwrap());
    let (table, meter) = ("k-1".parse().unwrap(), || "k".parse().unwrap());
    let asked = [
        Command::CreateMeter { meter: meter(), criteria, terms },
        Command::open_keypad(table, &meter(), posted),
    ];
    let app = callers.house.app.clone();
    let open = move || {
        for what in asked {
            let id = house::desk::fresh_id().unwrap();
            let by = "sue".parse().unwrap();
            app.ledger().post(app.desk.request(&by, id, what)).unwrap();
        }
    };
    tokio::task::spawn_blocking(open).await.unwrap();
    for (who, act) in [
        ("dan", json!({ "act": "lock", "bets": { "1": "1.00", "2": "1.00", "3": "1.00" } })),
        ("dan", json!({ "act": "return_bet", "seat": 3, "reason": "four cards" })),
        ("dan", json!({ "act": "key", "seat": 1, "hand": "flush" })),
        ("dan", json!({ "act": "cards", "hands": { "1": "flush" } })),
        ("dan", json!({ "act": "game_over" })),
        ("dan", json!({ "act": "step" })),
        ("sue", json!({ "act": "verify", "award": 1, "paid": "35.00", "reason": "a torn bill" })),
    ] {
        callers.act(who, "k-1", act).await;
    }
    callers.get("sue", "/api/v1/floor").await;
    callers.get("bob", "/api/v1/proposals").await;
    callers.post("bob", "/api/v1/proposals/3/approve", json!({})).await;
    callers.act("dan", "k-1", json!({ "act": "game_over" })).await;
    callers.act("dan", "k-1", json!({ "act": "lock", "bets": { "1": "1.00" } })).await;
    callers.act("dan", "k-1", json!({ "act": "key", "seat": 1, "hand": "royal flush" })).await;
    callers.act("sue", "k-1", json!({ "act": "void", "award": 2, "reason": "a wrong key" })).await;
    callers.get("sue", "/api/v1/awards").await;
    callers.get("sue", "/api/v1/awards/1/slip").await;
    callers.get("sue", "/api/v1/tables/k-1/rounds/1").await;
    callers.get("sue", "/api/v1/tables/k-1").await;
    callers.get("nobody", "/api/v1/meters/k").await;
    callers.get("sue", "/api/v1/meters/k/statement").await;
    callers.get("aud", "/api/v1/audit?table=k-1").await;
}

async fn days(callers: &mut Callers<'_>) {
    callers.get("sue", "/api/v1/days").await;
    callers.get("sue", "/api/v1/days/1").await;
    callers.post("sue", "/api/v1/days/1/close", json!({})).await;
    callers.get("aud", "/api/v1/days/1").await;
    callers.get("aud", "/api/v1/days").await;
}

async fn refused(callers: &mut Callers<'_>) {
    for (who, path) in [
        ("nobody", "/api/v1/tables/none"),
        ("nobody", "/api/v1/tables/live-1/rounds/1"),
        ("ann", "/api/v1/tables/live-1/rounds/1"),
        ("sue", "/api/v1/tables/live-1/rounds/x"),
        ("nobody", "/api/v1/nowhere"),
        ("nobody", "/api/v1/floor"),
        ("ann", "/api/v1/floor"),
        ("dan", "/api/v1/awards?state=lost"),
        ("sue", "/api/v1/awards/99/slip"),
        ("sue", "/api/v1/days/99"),
        ("nobody", "/api/v1/meters/none"),
        ("aud", "/api/v1/audit?round=1"),
    ] {
        callers.get(who, path).await;
    }
    for body in [
        "",
        "{",
        "[]",
        r#"{"act":"jump"}"#,
        r#"{"act":"sit","seat":0,"buy_in":"5.00"}"#,
        r#"{"act":"sit","seat":1,"buy_in":"five"}"#,
        r#"{"act":"sit","seat":1,"buy_in":"5.00","expect":-1}"#,
        r#"{"act":"sit","seat":1,"buy_in":"5.00","expect":900}"#,
        r#"{"act":"bet","seat":1,"bets":{"ante":"5.00"}}"#,
        r#"{"act":"decide","seat":1,"action":"dance"}"#,
        r#"{"act":"card","card":"1x"}"#,
        r#"{"act":"lock"}"#,
    ] {
        for who in ["nobody", "ann", "dan"] {
            let path = "/api/v1/tables/live-1/acts";
            callers.call(who, Method::POST, path, Some(body)).await;
        }
    }
    for (path, body) in [
        ("/api/v1/tables", r#"{"table":"x","game":"chess","kind":"live"}"#),
        ("/api/v1/tables", r#"{"table":"x","game":"blackjack","kind":"dead"}"#),
        ("/api/v1/tables", r#"{"table":"x y","game":"blackjack","kind":"live"}"#),
        ("/api/v1/meters", r#"{"meter":"x"}"#),
        ("/api/v1/session", r#"{"who":"x"}"#),
        ("/api/v1/proposals", r#"{"propose":"x"}"#),
    ] {
        callers.call("sue", Method::POST, path, Some(body)).await;
    }
}
