//! Where there is a dealer, chips are there once the dealer has confirmed them; a guest has one bankroll.

use house::table::command::TableCommand;
use house::table::setup::{Kind, Setup};
use house::view::Viewer;
use house::{Command, HouseRules, Refusal, Seat, TableId};
use money::Cents;

use super::bets::bet;
use super::pit::{Pit, person, table};

const AT: &str = "war-1";
const SEAT: Seat = Seat(1);

fn open(kind: Kind) -> Pit {
    let mut pit = Pit::new(3);
    pit.open(AT, "war-blackjack", kind);
    pit
}

fn sit(dollars: i64) -> TableCommand {
    TableCommand::Sit { seat: SEAT, buy_in: Cents::dollars(dollars) }
}

fn add(dollars: i64) -> TableCommand {
    TableCommand::AddChips { seat: SEAT, amount: Cents::dollars(dollars) }
}

fn confirm(dollars: i64) -> TableCommand {
    TableCommand::ConfirmChips { seat: SEAT, amount: Cents::dollars(dollars) }
}

fn chips(pit: &Pit) -> Cents {
    pit.house.book().chips(&table(AT), SEAT)
}

fn asks(pit: &Pit) -> Option<Cents> {
    let view = pit.house.view(&table(AT), Viewer::Person(&person("dan"))).unwrap();
    view.round.seats.into_iter().find(|seat| seat.seat == SEAT).and_then(|seat| seat.buy_in)
}

fn drop_box(pit: &Pit) -> String {
    pit.house.book().balance(&format!("drop {AT}").parse().unwrap()).to_string()
}

#[test]
fn a_buy_in_waits_for_the_dealer() {
    let mut pit = open(Kind::Virtual);
    let asked = pit.play("ann", AT, sit(100_000));
    assert!(asked.book.is_empty(), "no money has moved: {:?}", asked.book);
    assert_eq!((chips(&pit), asks(&pit)), (Cents::ZERO, Some(Cents::dollars(100_000))));
    let refused = pit.command("ann", AT, bet(1, &[("blackjack", 5)]));
    assert!(refused.is_err(), "nothing can be bet yet");
    // The player cannot confirm it, and the dealer confirms what was asked for.
    assert_eq!(pit.command("ann", AT, confirm(100_000)).unwrap_err().code(), "not-allowed");
    assert_eq!(pit.command("dan", AT, confirm(100)).unwrap_err().code(), "other-buy-in");
    // Another amount takes the place of the first.
    pit.play("ann", AT, add(200));
    assert_eq!(asks(&pit), Some(Cents::dollars(200)));
    pit.play("dan", AT, confirm(200));
    assert_eq!((chips(&pit), asks(&pit)), (Cents::dollars(200), None));
    assert_eq!(drop_box(&pit), "200.0000");
    assert_eq!(pit.command("dan", AT, confirm(200)).unwrap_err().code(), "no-buy-in");
    // More chips wait, too; refused, the player stays with what is there.
    pit.play("ann", AT, add(300));
    pit.play("sue", AT, TableCommand::RefuseChips { seat: SEAT });
    assert_eq!((chips(&pit), asks(&pit)), (Cents::dollars(200), None));
    let seated = |pit: &Pit| pit.house.floor_table(&table(AT)).unwrap().seated().len();
    assert_eq!(seated(&pit), 1);
    pit.play("ann", AT, add(300));
    pit.play("ann", AT, TableCommand::Leave { seat: SEAT });
    assert_eq!(asks(&pit), None, "who leaves asks for nothing");
    // Refused the first chips, a player does not sit there.
    pit.play("ann", AT, sit(50));
    pit.play("dan", AT, TableCommand::RefuseChips { seat: SEAT });
    assert_eq!(seated(&pit), 0);
}

#[test]
fn what_the_dealer_enters_is_confirmed() {
    let mut pit = open(Kind::Live);
    pit.play("ann", AT, sit(100));
    assert_eq!(chips(&pit), Cents::ZERO);
    pit.play("dan", AT, add(100));
    assert_eq!((chips(&pit), asks(&pit)), (Cents::dollars(100), None));
}

#[test]
fn at_a_practice_table_chips_are_there_at_once_and_an_older_entry_needs_no_confirmation() {
    let mut pit = open(Kind::Practice);
    pit.play("ann", AT, sit(100));
    assert_eq!(chips(&pit), Cents::dollars(100));
    let mut pit = open(Kind::Virtual);
    pit.rules = HouseRules::FIRST;
    pit.play("ann", AT, sit(100));
    assert_eq!(chips(&pit), Cents::dollars(100));
}

fn guest(pit: &mut Pit) {
    let what = Command::Guest {
        person: person("gus"),
        name: "Gus".to_owned(),
        address: None,
        session: None,
    };
    pit.done("gus", what);
}

fn play_money(pit: &Pit) -> Option<Cents> {
    pit.house.person(&person("gus")).unwrap().play_money()
}

#[test]
fn a_guest_has_one_bankroll_for_all_tables() {
    let mut pit = open(Kind::Practice);
    pit.open("war-2", "war-blackjack", Kind::Practice);
    guest(&mut pit);
    assert_eq!(play_money(&pit), Some(Cents::dollars(1_000)));
    let refused = pit.command("gus", AT, sit(1_001)).unwrap_err();
    let (amount, left) = (Cents::dollars(1_001), Cents::dollars(1_000));
    assert_eq!(refused, Refusal::Bankroll { amount, left });
    pit.play("gus", AT, sit(700));
    assert_eq!(pit.command("gus", "war-2", sit(301)).unwrap_err().code(), "no-play-money");
    pit.play("gus", "war-2", sit(300));
    assert_eq!(play_money(&pit), Some(Cents::ZERO));
    assert_eq!(pit.command("gus", AT, add(5)).unwrap_err().code(), "no-play-money");
    // What the guest leaves with goes back, and so does what lies at a table that is closed.
    pit.play("gus", AT, TableCommand::Leave { seat: SEAT });
    assert_eq!(play_money(&pit), Some(Cents::dollars(700)));
    pit.done("sue", Command::CloseTable { table: table("war-2") });
    assert_eq!(play_money(&pit), Some(Cents::dollars(1_000)));
    assert_eq!(pit.house.person(&person("ann")).unwrap().play_money(), None, "others pay");
}

#[test]
fn a_guest_wins_and_loses_with_the_bankroll() {
    let mut pit = open(Kind::Practice);
    guest(&mut pit);
    pit.play("gus", AT, sit(400));
    pit.play("gus", AT, bet(1, &[("blackjack", 5)]));
    pit.play("gus", AT, TableCommand::Ready { seat: SEAT });
    let is_over = |pit: &Pit| {
        pit.house.play(&table(AT)).unwrap().progress() == house::table::play::Progress::Over
    };
    while !is_over(&pit) {
        pit.now += 60_000_000;
        pit.play("house", AT, TableCommand::TimeUp);
    }
    let left = chips(&pit);
    pit.play("gus", AT, TableCommand::Leave { seat: SEAT });
    assert_eq!(play_money(&pit), Some(Cents::dollars(600) + left));
}

#[test]
fn a_guest_at_a_virtual_table_pays_when_the_dealer_confirms() {
    let mut pit = Pit::new(3);
    let setup = Setup { guests: true, ..Setup::new("war-blackjack", Kind::Virtual) };
    let id: TableId = table(AT);
    pit.done("sue", Command::SetUpTable { table: id, setup });
    pit.open("war-2", "war-blackjack", Kind::Practice);
    guest(&mut pit);
    pit.play("gus", AT, sit(1_000));
    assert_eq!(play_money(&pit), Some(Cents::dollars(1_000)));
    // Meanwhile it is spent elsewhere.
    pit.play("gus", "war-2", sit(500));
    assert_eq!(pit.command("dan", AT, confirm(1_000)).unwrap_err().code(), "no-play-money");
    pit.play("gus", AT, add(500));
    pit.play("dan", AT, confirm(500));
    assert_eq!((play_money(&pit), chips(&pit)), (Some(Cents::ZERO), Cents::dollars(500)));
}
