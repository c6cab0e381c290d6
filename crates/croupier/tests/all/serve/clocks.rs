//! The clocks of a process that is served: what they do is tested with the server, with a clock that a test advances.

use serde_json::{Value, json};

use super::http::Client;
use super::players::seat;
use super::process::{Folder, Served};
use super::several::open;
use super::{GIVE_UP, within};

#[test]
fn the_house_minds_clocks_bots_and_seats() {
    let folder = Folder::new();
    let server = Served::start(&folder.store());
    let mut sue = Client::staff(server.address, "sue");
    open(&mut sue, "quick", "three-card-poker", &json!({ "betting": 1, "decision": 1, "hold": 5 }));
    let bot = json!({ "act": "seat_bot", "seat": 2, "buy_in": "200.00", "plays": "simple" });
    sue.act("quick", &bot);
    let mut ann = Client::guest(server.address, "Ann");
    ann.act("quick", &json!({ "act": "sit", "seat": 1, "buy_in": "100.00" }));
    ann.act("quick", &json!({ "act": "bet", "seat": 1, "bets": { "ante": "5.00" } }));
    let mut watcher = Client::new(server.address);
    within(GIVE_UP, "the silent hand is folded, and the seat given up", || {
        let view = watcher.view("quick");
        let is_over = view["round"]["next"]["kind"] == "done";
        // The round still shows who folded; the chips went with the player.
        is_over && seat(&view, 1).is_some_and(|it| it["folded"] == true && it["chips"] == "0.00")
    });
    assert!(seat(&watcher.view("quick"), 2).is_some(), "the bot stays");
}

#[test]
fn clocks_that_cannot_be_are_refused() {
    let folder = Folder::new();
    let server = Served::start(&folder.store());
    let mut sue = Client::staff(server.address, "sue");
    let mut opened = |kind: &str, clocks: Value| {
        let body = json!({ "table": "t", "game": "blackjack", "kind": kind, "clocks": clocks });
        let said = sue.post("/api/v1/tables", &body);
        (said.status, said.code())
    };
    assert_eq!(opened("practice", json!({ "betting": 3601 })), (422, "cannot-open".to_owned()));
    assert_eq!(opened("practice", json!({ "hold": 4 })), (422, "cannot-open".to_owned()));
    assert_eq!(opened("live", json!({ "decision": 1 })), (422, "cannot-open".to_owned()));
    assert_eq!(opened("practice", json!({ "betting": -1 })), (400, "malformed".to_owned()));
    assert_eq!(opened("practice", json!({ "lunch": 1 })), (400, "malformed".to_owned()));
    assert_eq!(opened("virtual", json!({ "hold": 3600 })), (200, String::new()));
}
