//! Two processes on one database are one house.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::http::Client;
use super::process::Served;
use super::{GIVE_UP, cluster, within};

/// Opens a practice table with these clocks.
pub fn open(sue: &mut Client, table: &str, game: &str, clocks: &Value) {
    let body = json!({
        "table": table, "game": game, "kind": "practice", "min": "5.00", "max": "100.00", "clocks": clocks,
    });
    let said = sue.post("/api/v1/tables", &body);
    assert_eq!(said.status, 200, "{}", said.body);
}

fn sit(client: &mut Client, table: &str, seat: u8) {
    client.act(table, &json!({ "act": "sit", "seat": seat, "buy_in": "100.00" }));
}

fn bet(client: &mut Client, table: &str) -> Value {
    let least = client.view(table)["posted"]["least"].clone();
    client.act(table, &json!({ "act": "bet", "seat": 1, "bets": least }))
}

#[test]
fn two_processes_are_one_house() {
    let store = cluster::shared().database();
    let (one, other) = (Served::start(&store), Served::start(&store));
    let people = |server: &Served| server.first_line.split_once("\"people\"").unwrap().1.to_owned();
    assert_eq!(people(&one), people(&other), "both are the demo house");
    let mut ann = Client::guest(one.address, "Ann");
    let mut there = ann.at(other.address);
    within(GIVE_UP, "the session is known there", || there.get("/api/v1/session").status == 200);
    let who = there.get("/api/v1/session");
    assert_eq!((who.status, &who.json()["name"]), (200, &json!("Ann")), "{}", who.body);

    // What is done here is seen there: on a machine with nothing else to do, within a second.
    let mut slowest = Duration::ZERO;
    let mut stream = there.watch("blackjack");
    assert_eq!(stream.view()["version"], 0);
    for version in (1..=9).step_by(2) {
        let (client, act) = match version {
            1 => (&mut ann, json!({ "act": "sit", "seat": 1, "buy_in": "100.00" })),
            _ => (&mut ann, json!({ "act": "add_chips", "seat": 1, "amount": "1.00" })),
        };
        client.act("blackjack", &act);
        let done = Instant::now();
        assert_eq!(stream.view()["version"], version);
        slowest = slowest.max(done.elapsed());
        there.act("blackjack", &json!({ "act": "add_chips", "seat": 1, "amount": "1.00" }));
        assert_eq!(stream.view()["version"], version + 1);
    }
    super::say(&format!("what one process did was seen at the other within {slowest:?}"));
    // A key is good everywhere: sent to both, it is done once.
    let buy = json!({ "act": "add_chips", "seat": 1, "amount": "5.00" });
    let first = ann.try_act("blackjack", "same", &buy).unwrap().json();
    let second = there.try_act("blackjack", "same", &buy).unwrap().json();
    assert_eq!(first["entry"], second["entry"]);
    // 100 to begin with, nine times 1, once 5.
    assert_eq!(second["view"]["round"]["seats"][0]["chips"], "114.00");
    // Signed out here is signed out there.
    assert_eq!(there.send("DELETE", "/api/v1/session", &[], "").unwrap().status, 204);
    within(GIVE_UP, "the session is over", || ann.get("/api/v1/session").status == 401);

    lockouts_are_shared(&one, &other);
}

/// Five wrong secrets lock a name, wherever they were tried.
fn lockouts_are_shared(one: &Served, other: &Served) {
    let wrong = json!({ "person": "bob", "secret": "not-bob" });
    let right = json!({ "person": "bob", "secret": "bob-demo" });
    for attempt in 0..5 {
        let address = if attempt % 2 == 0 { one.address } else { other.address };
        let said = Client::new(address).post("/api/v1/session", &wrong);
        assert_eq!(said.status, 401, "{}", said.body);
    }
    for address in [one.address, other.address] {
        let said = Client::new(address).post("/api/v1/session", &right);
        assert_eq!((said.status, said.code().as_str()), (423, "locked"), "{}", said.body);
        assert!(said.header("retry-after").is_some());
    }
}

#[test]
fn one_process_minds_the_clocks_and_another_takes_over() {
    const HOLD: u64 = 8;
    let store = cluster::shared().database();
    let mut leads = Served::start(&store);
    let mut sue = Client::staff(leads.address, "sue");
    open(&mut sue, "quick", "three-card-poker", &json!({ "betting": 1, "decision": 1, "hold": 0 }));
    open(
        &mut sue,
        "held",
        "three-card-poker",
        &json!({ "betting": 1, "decision": 1, "hold": HOLD }),
    );
    let mut ann = Client::guest(leads.address, "Ann");
    sit(&mut ann, "quick", 1);
    // Nobody is ready: the betting clock locks, the decision clock folds. A bet, two clocks: three versions.
    let before = bet(&mut ann, "quick")["version"].as_u64().unwrap();
    within(GIVE_UP, "the clocks run out", || is_done(&mut ann, "quick"));
    let other = Served::start(&store);

    // A player who is connected only to the other process keeps the seat; one who is nowhere loses it.
    let mut bea = Client::guest(other.address, "Bea");
    let mut cid = Client::guest(other.address, "Cid");
    sit(&mut bea, "held", 1);
    let _connected = bea.watch("held");
    sit(&mut cid, "held", 2);

    let mut ann = ann.at(other.address);
    let version = bet(&mut ann, "quick")["version"].as_u64().unwrap();
    assert_eq!(version, before + 3, "each clock ran out once");
    within(GIVE_UP, "the clocks run out", || is_done(&mut ann, "quick"));
    assert_eq!(ann.view("quick")["version"], version + 2, "each clock ran out once");

    let mut watcher = Client::new(other.address);
    within(GIVE_UP, "the seat is given up", || {
        watcher.view("held")["round"]["seats"].as_array().unwrap().len() == 1
    });
    assert_eq!(watcher.view("held")["round"]["seats"][0]["player"], "Bea (guest)");

    bet(&mut ann, "quick");
    leads.kill();
    let took = within(GIVE_UP, "the other takes over", || is_done(&mut ann, "quick"));
    assert_eq!(ann.view("quick")["version"], version + 5, "each clock ran out once");
    assert_eq!(watcher.view("held")["round"]["seats"][0]["player"], "Bea (guest)");
    super::say(&format!(
        "the other process took over and ran out two clocks of 1 s within {took:?}"
    ));
}

fn is_done(client: &mut Client, table: &str) -> bool {
    client.view(table)["round"]["next"]["kind"] == "done"
}
