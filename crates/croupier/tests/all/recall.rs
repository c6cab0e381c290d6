//! Rounds with cards from the command line: recall, and what the audit log holds back meanwhile.

use std::collections::BTreeMap;
use std::fs;

use house::desk::{Desk, fresh_id};
use house::table::command::{Dollars, TableCommand};
use house::table::setup::{Kind, Setup};
use house::{Command, Ledger, PersonId, Seat};
use ledger::{Address, OpenMode};
use money::Cents;
use serde_json::Value;

use crate::shop::Shop;

fn desk(shop: &Shop) -> Desk {
    let address: Address = shop.store().parse().unwrap();
    let ledger = Ledger::open(address.open(OpenMode::Existing).unwrap()).unwrap();
    Desk::new(ledger, "page".parse().unwrap())
}

fn person(id: &str) -> PersonId {
    id.parse().unwrap()
}

fn play(desk: &Desk, command: TableCommand) {
    desk.play(&person("ann"), fresh_id().unwrap(), &"uth".parse().unwrap(), command).unwrap();
}

/// A practice table with a player whose bets are locked: two cards for each are out.
fn in_play(desk: &Desk) {
    let guest = Command::Guest {
        person: person("ann"),
        name: "Ann".to_owned(),
        address: None,
        session: None,
    };
    desk.act(&person("ann"), fresh_id().unwrap(), guest).unwrap();
    let setup = Setup::new("ultimate-texas-holdem", Kind::Practice);
    let open = Command::SetUpTable { table: "uth".parse().unwrap(), setup };
    desk.act(&person("sue"), fresh_id().unwrap(), open).unwrap();
    play(desk, TableCommand::Sit { seat: Seat(1), buy_in: Cents::dollars(500) });
    let five = Dollars(Cents::dollars(5));
    let bets = BTreeMap::from([("ante".to_owned(), five), ("blind".to_owned(), five)]);
    play(desk, TableCommand::Bet { seat: Seat(1), bets, tips: BTreeMap::new() });
    play(desk, TableCommand::Ready { seat: Seat(1) });
}

fn decide(desk: &Desk, action: &str) {
    let action = action.to_owned();
    play(desk, TableCommand::Decide { seat: Seat(1), action, hand: None, tip: None });
}

/// Every word of a text that is a card.
fn cards(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| word.len() == 2);
    words.filter(|word| word.parse::<cards::Card>().is_ok()).collect()
}

#[test]
fn an_export_ends_before_the_cards_of_a_round_that_is_not_over() {
    let shop = Shop::new();
    let desk = desk(&shop);
    in_play(&desk);
    let out = shop.path("house.log");
    let export = ["audit", "export", "--out", out.as_str()];
    let exported = shop.json(&export);
    // sue, sam, the meter, the guest, the table and the buy-in; the bet brought the shuffle.
    let head = desk.ledger().snapshot().head.seq;
    assert_eq!(exported["entries"], head - 2);
    let says = format!(
        "entries from {} on are held back until the rounds at table uth are over",
        head - 1
    );
    assert_eq!(exported["held_back"], says.as_str());
    let log = fs::read_to_string(&out).unwrap();
    assert!(!log.contains("\"seed\":\"") && !log.contains("deal "), "{log}");
    shop.done("", &["audit", "verify", &out]);
    // Search neither prints nor matches what is held back.
    let found = shop.json(&["audit", "search", "uth round 1"]).to_string();
    assert!(found.contains("held back until the round is over"), "{found}");
    assert!(cards(&found).is_empty(), "{found}");
    assert!(shop.done("", &["audit", "search", "deal "]).contains("No matching entries"));
    // Recall shows what anyone sees, and no file.
    let shown = shop.done("", &["table", "recall", "uth", "1"]);
    assert!(shown.contains("deal 1 down ??") && cards(&shown).is_empty(), "{shown}");
    let refused = shop.refused("", &["table", "recall", "uth", "1", "--round-file"], 2);
    assert!(refused.contains("the round is not over"), "{refused}");

    decide(&desk, "bet 4x");
    let exported = shop.json(&export);
    assert_eq!(exported["entries"], desk.ledger().snapshot().head.seq);
    assert_eq!(exported["held_back"], Value::Null);
    // The cards that were dealt, and the commitment; what opens the others stays sealed [SHF-1].
    let log = fs::read_to_string(&out).unwrap();
    assert!(log.contains("\"commitment\":\"") && log.contains("\"sealed\":\""), "{log}");
    assert!(!log.contains("\"seed\":\""), "{log}");
    assert!(shop.done("", &["audit", "search", "deal "]).contains("uth round 1"));
}

#[test]
fn a_recalled_round_file_settles_to_the_recalled_lines() {
    let shop = Shop::new();
    let desk = desk(&shop);
    in_play(&desk);
    decide(&desk, "check");
    decide(&desk, "check");
    decide(&desk, "fold");
    let recalled = shop.json(&["table", "recall", "uth", "1"]);
    assert!(recalled["lines"].as_array().unwrap().len() >= 2);
    let file = shop.path("1.round.toml");
    fs::write(&file, shop.done("", &["table", "recall", "uth", "1", "--round-file"])).unwrap();
    assert_eq!(shop.json(&["settle", &file])["lines"], recalled["lines"]);
    let shown = shop.done("", &["table", "recall", "uth", "1"]);
    assert!(shown.contains("decide 1 fold") && shown.contains("ante"), "{shown}");
    assert!(shop.refused("", &["table", "recall", "uth", "2"], 2).contains("has no round 2"));
}
