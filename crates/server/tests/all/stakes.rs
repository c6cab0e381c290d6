//! Play money and money: meters of their own [PRG-24], chips that a dealer confirms, one bankroll for a guest, and a
//! meter that goes out of order after a bet.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::support::{Client, House, code};

const OK: StatusCode = StatusCode::OK;
const REFUSED: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;

fn sit(buy_in: &str) -> Value {
    json!({ "act": "sit", "seat": 1, "buy_in": buy_in })
}

fn bet(bets: &Value) -> Value {
    json!({ "act": "bet", "seat": 1, "bets": bets })
}

fn seat(view: &Value) -> &Value {
    let seats = view["round"]["seats"].as_array().unwrap();
    seats.iter().find(|seat| seat["seat"] == 1).unwrap()
}

async fn page(client: &Client<'_>, path: &str) -> String {
    let (status, html) = client.get(path).await;
    assert_eq!(status, OK, "{path}: {html}");
    html.as_str().unwrap().to_owned()
}

fn table(id: &str, kind: &str, meter: &str) -> Value {
    json!({ "table": id, "game": "caribbean-stud", "kind": kind, "meter": meter,
        "schedules": { "progressive": "CS-10" }, "min": "5", "max": "100" })
}

#[tokio::test]
async fn prg_24_the_demos_live_table_has_a_meter_of_its_own() {
    let house = House::new();
    let sue = house.staff("sue").await;
    let (_, pit) = house.nobody().get("/api/v1/pit").await;
    for table in pit["tables"].as_array().unwrap() {
        let is_live = table["table"] == "live-1";
        assert_eq!(table["play_money"], if is_live { Value::Null } else { json!(true) }, "{table}");
    }
    for meter in pit["meters"].as_array().unwrap() {
        let is_live = meter["meter"] == "live-1";
        assert_eq!(meter["play_money"], if is_live { Value::Null } else { json!(true) }, "{meter}");
    }
    // A guest's progressive bet feeds the practice tables' meter alone.
    let ann = house.guest("Ann").await;
    ann.acts("caribbean-stud", sit("100")).await;
    ann.acts("caribbean-stud", bet(&json!({ "ante": "5", "progressive": "1" }))).await;
    let view = ann.acts("caribbean-stud", json!({ "act": "ready", "seat": 1 })).await;
    assert_eq!((&view["play_money"], &view["meter"]["play_money"]), (&json!(true), &json!(true)));
    let display = async |meter: &str| {
        let (_, said) = sue.get(&format!("/api/v1/meters/{meter}")).await;
        said["display"].clone()
    };
    // 25 cents of each dollar go to the display.
    assert_eq!(display("caribbean-stud").await, "10000.2500");
    assert_eq!(display("live-1").await, "10000.0000");
    // Neither kind of table opens on the other's meter.
    for wrong in [table("p", "practice", "live-1"), table("l", "live", "caribbean-stud")] {
        let (status, said) = sue.post("/api/v1/tables", wrong).await;
        assert_eq!((status, code(&said)), (REFUSED, "other-stakes"), "{said}");
        assert_eq!(said["error"]["cite"], json!(["[PRG-24]"]));
    }
    let guests = |meter| {
        let mut table = table("g", "virtual", meter);
        table["guests"] = json!(true);
        table
    };
    assert_eq!(code(&sue.post("/api/v1/tables", guests("live-1")).await.1), "other-stakes");
    assert_eq!(sue.post("/api/v1/tables", guests("caribbean-stud")).await.0, OK);
}

#[tokio::test]
async fn prg_24_signs_and_reports_of_play_meters_say_so() {
    let house = House::new();
    let sue = house.staff("sue").await;
    for (play, real) in [
        ("/meters/caribbean-stud/sign", "/meters/live-1/sign"),
        ("/signs?meters=caribbean-stud", "/signs?meters=live-1"),
        ("/meters/caribbean-stud/statement", "/meters/live-1/statement"),
        ("/tables/caribbean-stud", "/tables/live-1"),
    ] {
        let is_said =
            async |path: &str| page(&sue, path).await.to_lowercase().contains("play money");
        assert!(is_said(play).await, "{play}");
        assert!(!is_said(real).await, "{real}");
    }
    for path in ["/reports", "/reports/reconciliation", "/reports/days/1", "/floor"] {
        let html = page(&sue, path).await;
        assert!(html.contains("play money"), "{path}");
    }
    // Play money is owed to nobody: the live table's seed of $10,000 is all.
    let reports = page(&sue, "/reports").await;
    let foot = reports.split_once("<tfoot>").unwrap().1.split_once("</tfoot>").unwrap().0;
    assert!(foot.contains("10,000.0000") && foot.contains("without play money"), "{foot}");
    let (_, statement) = sue.get("/api/v1/meters/caribbean-stud/statement").await;
    assert_eq!(statement["play_money"], true);
    let (_, day) = sue.get("/api/v1/days/1").await;
    let rows = day["meters"].as_array().unwrap();
    let marked = rows.iter().filter(|row| row["play_money"] == true).count();
    assert_eq!((marked, rows.len()), (7, 8));
}

#[tokio::test]
async fn a_buy_in_where_a_dealer_is_waits_for_the_dealer() {
    let house = House::new();
    let (ann, dan) = (house.guest("Ann").await, house.staff("dan").await);
    dan.view("dealer-1").await;
    let view = ann.acts("dealer-1", sit("400")).await;
    let asked = seat(&view);
    assert_eq!((&asked["chips"], &asked["buy_in"]), (&json!("0.00"), &json!("400.00")));
    let (status, said) = ann.act("dealer-1", bet(&json!({ "ante": "5" }))).await;
    assert_eq!((status, code(&said)), (REFUSED, "not-enough-chips"));
    let confirm = |amount: &str| json!({ "act": "confirm_chips", "seat": 1, "amount": amount });
    let (status, said) = ann.act("dealer-1", confirm("400")).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "{said}");
    // It is on both pages.
    let felt = page(&ann, "/tables/dealer-1").await;
    assert!(felt.contains("You asked the dealer for $400 in chips"), "{felt}");
    let dealers = page(&dan, "/tables/dealer-1/dealer").await;
    assert!(dealers.contains("Chips asked for") && dealers.contains("Confirm $400"), "{dealers}");
    let (status, said) = dan.act("dealer-1", confirm("40")).await;
    assert_eq!((status, code(&said)), (REFUSED, "other-buy-in"));
    let view = dan.acts("dealer-1", confirm("400")).await;
    assert_eq!((&seat(&view)["chips"], &seat(&view)["buy_in"]), (&json!("400.00"), &Value::Null));
    ann.acts("dealer-1", bet(&json!({ "ante": "5" }))).await;
    // More chips wait, too, and the dealer may refuse them.
    ann.acts("dealer-1", json!({ "act": "add_chips", "seat": 1, "amount": "100" })).await;
    assert!(page(&ann, "/tables/dealer-1").await.contains("has yet to confirm $100 more in chips"));
    let view = dan.acts("dealer-1", json!({ "act": "refuse_chips", "seat": 1 })).await;
    assert_eq!((&seat(&view)["chips"], &seat(&view)["buy_in"]), (&json!("395.00"), &Value::Null));
}

#[tokio::test]
async fn a_player_does_not_buy_200_000_dollars_alone() {
    let house = House::new();
    let (sue, dan) = (house.staff("sue").await, house.staff("dan").await);
    let pat =
        json!({ "person": "pat", "name": "Pat", "role": "player", "secret": "a long secret" });
    assert_eq!(sue.post("/api/v1/people", pat).await.0, OK);
    let pat = house.signed_in(json!({ "person": "pat", "secret": "a long secret" })).await;
    let opened = json!({ "table": "v-1", "game": "blackjack", "kind": "virtual", "guests": false });
    assert_eq!(sue.post("/api/v1/tables", opened).await.0, OK);
    dan.view("v-1").await;
    pat.acts("v-1", sit("100000")).await;
    let more = json!({ "act": "add_chips", "seat": 1, "amount": "100000" });
    let view = pat.acts("v-1", more).await;
    assert_eq!(seat(&view)["chips"], "0.00");
    let account = "drop v-1".parse().unwrap();
    let drop_box = || house.app.snapshot().machine.book().balance(&account).to_string();
    assert_eq!(drop_box(), "0.0000");
    dan.acts("v-1", json!({ "act": "refuse_chips", "seat": 1 })).await;
    assert!(
        house
            .app
            .snapshot()
            .machine
            .floor_table(&"v-1".parse().unwrap())
            .unwrap()
            .seated()
            .is_empty()
    );
    pat.acts("v-1", sit("200")).await;
    // A supervisor stands in for the dealer.
    sue.acts("v-1", json!({ "act": "confirm_chips", "seat": 1, "amount": "200" })).await;
    assert_eq!(drop_box(), "200.0000");
}

#[tokio::test]
async fn a_guest_has_one_bankroll_at_all_tables() {
    let house = House::new();
    let ann = house.guest("Ann").await;
    let left = async || ann.get("/api/v1/session").await.1["bankroll"].clone();
    assert_eq!(left().await, "1000.00");
    ann.acts("blackjack", sit("1000")).await;
    assert_eq!(left().await, "0.00");
    let (status, said) = ann.act("let-it-ride", sit("1000")).await;
    assert_eq!((status, code(&said)), (REFUSED, "no-play-money"));
    let felt = page(&ann, "/tables/let-it-ride").await;
    assert!(felt.contains("Your play money is at other tables"), "{felt}");
    // Leaving brings it back, and it is taken to the other table.
    ann.acts("blackjack", json!({ "act": "leave", "seat": 1 })).await;
    assert_eq!(left().await, "1000.00");
    ann.acts("let-it-ride", sit("300")).await;
    assert!(page(&ann, "/tables/blackjack").await.contains("Sit down with $700"));
    ann.acts("blackjack", sit("700")).await;
    // Others are not told, and pay for themselves.
    let dan = house.staff("dan").await;
    assert_eq!(dan.get("/api/v1/session").await.1["bankroll"], Value::Null);
}

#[tokio::test]
async fn a_meter_that_goes_out_of_order_gives_the_bet_back_and_the_round_is_dealt() {
    let house = House::new();
    let (ann, sue) = (house.guest("Ann").await, house.staff("sue").await);
    ann.acts("caribbean-stud", sit("100")).await;
    ann.acts("caribbean-stud", bet(&json!({ "ante": "5", "progressive": "1" }))).await;
    let fault = json!({ "reason": "the sign is dark" });
    assert_eq!(sue.post("/api/v1/meters/caribbean-stud/fault", fault).await.0, OK);
    let view = ann.acts("caribbean-stud", json!({ "act": "ready", "seat": 1 })).await;
    assert_eq!(view["round"]["phase"], "playing");
    let own = seat(&view);
    assert_eq!((&own["bets"], &own["chips"]), (&json!({ "ante": "5.00" }), &json!("95.00")));
    let returned = &own["returned"];
    assert_eq!((&returned["bet"], &returned["amount"]), (&json!("progressive"), &json!("1.00")));
    assert_eq!(returned["why"], "the meter is out of order: the sign is dark");
    let felt = page(&ann, "/tables/caribbean-stud").await;
    assert!(
        felt.contains("Your $1 progressive bet came back: the meter is out of order"),
        "{felt}"
    );
    // A new one is refused at once.
    while ann.view("caribbean-stud").await["round"]["next"]["kind"] == "decision" {
        ann.acts("caribbean-stud", json!({ "act": "decide", "seat": 1, "action": "fold" })).await;
    }
    let again = bet(&json!({ "ante": "5", "progressive": "1" }));
    let (status, said) = ann.act("caribbean-stud", again).await;
    assert_eq!((status, code(&said)), (REFUSED, "out-of-order"));
    let view = ann.acts("caribbean-stud", bet(&json!({ "ante": "5" }))).await;
    assert_eq!(seat(&view)["returned"], Value::Null);
}
