//! The keypad's commands at a table with seats: the supervisor's work there, the dealer's are refused.

use std::collections::BTreeMap;

use house::desk::{Desk, fresh_id};
use house::table::command::{Dollars, TableCommand};
use house::table::play::Progress;
use house::table::setup::{Kind, Setup};
use house::{Command, Ledger, Seat, TableId};
use ledger::{Address, OpenMode};
use money::Cents;

use crate::shop::Shop;

const SUE: &str = "secret-of-sue";

fn desk(shop: &Shop) -> Desk {
    let address: Address = shop.store().parse().unwrap();
    let ledger = Ledger::open(address.open(OpenMode::Existing).unwrap()).unwrap();
    Desk::new(ledger, "page".parse().unwrap())
}

fn at() -> TableId {
    "live-1".parse().unwrap()
}

fn play(desk: &Desk, command: TableCommand) {
    desk.play(&"sue".parse().unwrap(), fresh_id().unwrap(), &at(), command).unwrap();
}

/// A live table of Caribbean stud, keypad only: a dollar is on the progressive of two seats.
fn locked(shop: &Shop) {
    let desk = desk(shop);
    let mut setup = Setup::new("caribbean-stud", Kind::Live);
    setup.schedules.insert("progressive".to_owned(), "PMG-01".to_owned());
    setup.meter = Some("m".parse().unwrap());
    let open = Command::SetUpTable { table: at(), setup };
    desk.act(&"sue".parse().unwrap(), fresh_id().unwrap(), open).unwrap();
    for seat in [1, 4] {
        let bets = [("ante", 10), ("progressive", 1)];
        let bets = bets.map(|(bet, dollars)| (bet.to_owned(), Dollars(Cents::dollars(dollars))));
        play(
            &desk,
            TableCommand::Bet { seat: Seat(seat), bets: bets.into(), tips: BTreeMap::new() },
        );
    }
    play(&desk, TableCommand::LOCK);
}

fn key(shop: &Shop, hand: &str) {
    play(&desk(shop), TableCommand::Key { seat: Seat(4), hand: hand.to_owned() });
}

#[test]
fn prg_9_what_only_a_keypad_is_told_is_refused_at_a_table_with_seats() {
    let shop = Shop::new();
    locked(&shop);
    let commands: [&[&str]; 3] = [
        &["lock", "live-1", "1=1"],
        &["cards", "live-1", "4=flush"],
        &["return-bet", "live-1", "4", "a dead hand"],
    ];
    for command in commands {
        let args = [&["table"], command, &["--as", "sue"]].concat();
        let said = shop.refused(SUE, &args, 2);
        let expected =
            "table live-1 has seats: its bets lie on the felt, and its cards are entered there";
        assert!(said.contains(expected), "{said}");
    }
    let desk = desk(&shop);
    let snapshot = desk.ledger().snapshot();
    // Signing in is an entry of its own; the table is as it was.
    let house = &snapshot.machine;
    assert!(house.awards().next().is_none());
    assert_eq!(house.play(&at()).unwrap().progress(), Progress::Playing);
    assert_eq!(house.table(&at()).unwrap().keypad_round().unwrap().played.bets.len(), 2);
}

/// Keys are pressed, and the round ends, by the same commands as at a keypad alone.
#[test]
fn prg_9_the_keypad_of_a_table_with_seats_takes_the_same_commands() {
    let shop = Shop::new();
    locked(&shop);
    shop.done(SUE, &["table", "key", "live-1", "4", "flush", "--as", "sue"]);
    shop.done(SUE, &["table", "key", "live-1", "4", "flush", "--as", "sue"]);
    shop.done(SUE, &["table", "game-over", "live-1", "--as", "sue"]);
    let desk = desk(&shop);
    let snapshot = desk.ledger().snapshot();
    assert_eq!(snapshot.machine.play(&at()).unwrap().progress(), Progress::Over);
    assert!(snapshot.machine.table(&at()).unwrap().keypad_round().is_none());
}

#[test]
fn prg_9_a_supervisor_verifies_and_voids_at_a_table_with_seats() {
    let shop = Shop::new();
    locked(&shop);
    key(&shop, "straight flush");
    shop.done(SUE, &["table", "void", "1", "a flush only", "--as", "sue"]);
    key(&shop, "flush");
    shop.done("secret-of-sam", &["table", "verify", "2", "--as", "sam"]);
    let desk = desk(&shop);
    play(&desk, TableCommand::GameOver);
    let snapshot = desk.ledger().snapshot();
    let book = snapshot.machine.book();
    // $2 of progressive wagers, 25% of them to the meter; a flush pays 40 for 1 from the tray.
    assert_eq!(book.balance(&"tray live-1".parse().unwrap()).to_string(), "-38.5000");
    assert_eq!(book.balance(&"meter m".parse().unwrap()).to_string(), "10000.5000");
    assert_eq!(snapshot.machine.play(&at()).unwrap().progress(), Progress::Over);
    drop(desk);
    let page = shop.done("", &["table", "recall", "live-1", "1"]);
    assert!(page.contains("a flush only"), "{page}");
}
