//! What a pit calls an irregularity, and what its section makes of it.

use std::collections::BTreeMap;

use house::table::command::{Dollars, TableCommand};
use house::table::play::Progress;
use house::table::setup::Kind;
use house::view::Viewer;
use house::{Refusal, Seat};
use money::Cents;

use super::pit::{Pit, person, table};

fn bet(seat: u8) -> TableCommand {
    let bets = [("ante".to_owned(), Dollars(Cents::dollars(5)))].into();
    TableCommand::Bet { seat: Seat(seat), bets, tips: BTreeMap::new() }
}

fn report(event: &str, seat: Option<u8>) -> TableCommand {
    let (event, seat) = (event.to_owned(), seat.map(Seat));
    TableCommand::Irregular { event, seat, other: None, card: None }
}

fn locked(game: &str) -> Pit {
    let mut pit = Pit::new(5);
    pit.open("live-1", game, Kind::Live);
    for seat in [1, 2] {
        pit.play("dan", "live-1", bet(seat));
    }
    pit.play("dan", "live-1", TableCommand::LOCK);
    pit.confirm_steps("live-1");
    pit
}

/// The lines so far: seat, wager, result and what went back.
fn lines(pit: &Pit) -> Vec<String> {
    let view = pit.house.view(&table("live-1"), Viewer::Person(&person("dan"))).unwrap();
    let line = |line: &house::view::LineView| {
        format!("{} {} {} {}", line.seat, line.wager, line.outcome.word(), line.returned)
    };
    view.round.lines.iter().map(line).collect()
}

/// 20:18:16:15.05 (10), [CS-4]: the hand is dead and its wagers go back; the others play on.
#[test]
fn cs_4_a_dead_or_fouled_hand_goes_back_alone() {
    for event in ["dead-hand", "fouled-hand", "wrong-number-of-cards"] {
        let mut pit = locked("caribbean-stud");
        pit.play("dan", "live-1", report(event, Some(1)));
        assert_eq!(lines(&pit), ["1 ante dead 5.00"], "{event}");
        assert_eq!(pit.house.play(&table("live-1")).unwrap().progress(), Progress::Playing);
    }
}

/// 20:18:16:15.02 (5), [TCP-6]: a wrong number of cards to anyone is a misdeal. A dead hand is nothing this section
/// has, and without a seat it is nobody's.
#[test]
fn tcp_6_a_fouled_hand_is_a_misdeal_and_no_hand_is_dead_alone() {
    let mut pit = locked("three-card-poker");
    for command in [report("dead-hand", Some(1)), report("fouled-hand", None)] {
        let refused = pit.command("dan", "live-1", command).unwrap_err();
        assert_eq!(refused.code(), "no-such-irregularity");
    }
    let refused = pit.command("dan", "live-1", report("spilled-drink", Some(1))).unwrap_err();
    assert!(
        matches!(refused, Refusal::NoSuchEvent { .. })
            && refused.to_string().contains("fouled-hand")
    );
    pit.play("dan", "live-1", report("fouled-hand", Some(1)));
    assert_eq!(lines(&pit), ["2 ante dead 5.00", "1 ante dead 5.00"]);
}

/// 20:18:16:15.02 (5): with pair plus alone nobody decides, and the last card settles the round. The misdeal is called
/// before game over: the wagers go back, and what was paid is taken back.
#[test]
fn arsd_16_15_02_s5_a_misdeal_with_the_last_card_of_a_round_without_decisions() {
    let mut pit = Pit::new(5);
    pit.open("live-1", "three-card-poker", Kind::Live);
    let bets = [("pair-plus".to_owned(), Dollars(Cents::dollars(5)))].into();
    pit.play("dan", "live-1", TableCommand::Bet { seat: Seat(1), bets, tips: BTreeMap::new() });
    pit.play("dan", "live-1", TableCommand::LOCK);
    pit.confirm_steps("live-1");
    for card in ["As", "9h", "Ac", "8d", "5c", "2s"] {
        pit.play("dan", "live-1", TableCommand::Card { card: card.parse().unwrap() });
    }
    assert_eq!(lines(&pit), ["1 pair-plus win 10.00"]);
    assert_eq!(pit.house.play(&table("live-1")).unwrap().progress(), Progress::Settled);
    let reason = "seat 1 had four cards".to_owned();
    pit.play("dan", "live-1", TableCommand::Misdeal { reason: reason.clone() });
    assert_eq!(lines(&pit), ["1 pair-plus dead 5.00"]);
    pit.confirm_steps("live-1");
    if pit.house.play(&table("live-1")).unwrap().progress() != Progress::Over {
        pit.play("dan", "live-1", TableCommand::GameOver);
    }
    let late = pit.command("dan", "live-1", TableCommand::Misdeal { reason }).unwrap_err();
    assert_eq!(late.code(), "round-is-over");
}

/// 20:18:16:15.02 (5), [GEN-12]: the same at a virtual table with a progressive, where a dealer ends the game by hand and
/// an award waits for a supervisor: chips, book and meter are what they were before the bets, and no award is left.
#[test]
fn arsd_16_15_02_s5_a_misdeal_before_game_over_undoes_a_pending_award() {
    let mut pit = Pit::new(6);
    let at = "virtual-1";
    pit.open(at, "three-card-poker", Kind::Virtual);
    pit.sit("ann", at, 1, Cents::dollars(100));
    let display = |pit: &Pit| pit.house.meters().next().unwrap().totals.display.to_string();
    let (book, shown) = (pit.house.book().clone(), display(&pit));
    let bets = [("pair-plus", 5), ("progressive", 1)]
        .map(|(bet, dollars)| (bet.to_owned(), Dollars(Cents::dollars(dollars))));
    let bet = TableCommand::Bet { seat: Seat(1), bets: bets.into(), tips: BTreeMap::new() };
    pit.play("ann", at, bet);
    pit.play("dan", at, TableCommand::LOCK);
    assert_ne!(display(&pit), shown, "the meter has its contribution");
    pit.play("dan", at, TableCommand::Key { seat: Seat(1), hand: "straight flush".to_owned() });
    pit.confirm_steps(at);
    let play = pit.house.play(&table(at)).unwrap();
    assert_ne!(play.progress(), Progress::Over, "a dealer ends the game");
    assert_eq!(pit.house.awards().count(), 1, "the award is not verified");
    pit.play("dan", at, TableCommand::Misdeal { reason: "a card was exposed".to_owned() });
    assert_eq!(pit.house.awards().count(), 0, "nobody wins in a misdeal");
    pit.confirm_steps(at);
    if pit.house.play(&table(at)).unwrap().progress() != Progress::Over {
        pit.play("dan", at, TableCommand::GameOver);
    }
    assert_eq!(pit.house.book().chips(&table(at), Seat(1)), Cents::dollars(100));
    assert_eq!(*pit.house.book(), book);
    assert_eq!(display(&pit), shown);
}
