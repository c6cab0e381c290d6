//! A dealer and a supervisor take a table through a jackpot: lock, cards, key, verify, game over.

use std::collections::BTreeMap;

use games::Next;
use house::table::command::{Dollars, TableCommand};
use house::table::play::Progress;
use house::table::setup::Kind;
use house::view::Viewer;
use house::{AwardNumber, Refusal, Seat};
use money::Cents;

use super::pit::{Pit, person, table};

fn bets(of: &[(&str, i64)]) -> BTreeMap<String, Dollars> {
    of.iter().map(|(bet, dollars)| ((*bet).to_owned(), Dollars(Cents::dollars(*dollars)))).collect()
}

fn bet(seat: u8, of: &[(&str, i64)]) -> TableCommand {
    TableCommand::Bet { seat: Seat(seat), bets: bets(of), tips: BTreeMap::new() }
}

fn cards(pit: &mut Pit, at: &str, cards: &str) {
    pit.confirm_steps(at);
    for card in cards.split(' ') {
        pit.play("dan", at, TableCommand::Card { card: card.parse().unwrap() });
    }
}

fn decide(pit: &mut Pit, by: &str, at: &str, seat: u8, action: &str) {
    let action = action.to_owned();
    pit.play(by, at, TableCommand::Decide { seat: Seat(seat), action, hand: None, tip: None });
}

fn display(pit: &Pit) -> String {
    pit.house.meters().next().unwrap().totals.display.to_string()
}

fn balance(pit: &Pit, account: &str) -> String {
    pit.house.book().balance(&account.parse().unwrap()).to_string()
}

/// Caribbean, CS-10: the royal pays all of the meter. $10,000 and two contributions of $0.25 make
/// $10,000.50; the meter restarts at $10,000.
fn to_the_award(pit: &mut Pit) {
    pit.open("live-1", "caribbean-stud", Kind::Live);
    pit.play("dan", "live-1", bet(1, &[("ante", 10), ("progressive", 1)]));
    pit.play("dan", "live-1", bet(2, &[("ante", 10), ("progressive", 1)]));
    pit.play("dan", "live-1", TableCommand::LOCK);
    assert_eq!(display(pit), "10000.5000");
    // One card at a time around the table, five times; the dealer's last is up.
    cards(pit, "live-1", "As 2c 3d Ks 4c 8d Qs 6c 9d Js 8c Jd Ts Tc Qc");
    decide(pit, "dan", "live-1", 1, "play");
    decide(pit, "dan", "live-1", 2, "fold");
    pit.confirm_steps("live-1");
}

#[test]
fn prg_9_a_royal_at_a_live_table_is_keyed_verified_and_paid() {
    let mut pit = Pit::new(2);
    to_the_award(&mut pit);
    let play = pit.house.play(&table("live-1")).unwrap();
    assert!(matches!(play.round().next(), Next::Award(_)), "{:?}", play.round().next());

    // The house knows the cards: another hand is keyed, shown to disagree, and not verified.
    let key = |seat, hand: &str| TableCommand::Key { seat: Seat(seat), hand: hand.to_owned() };
    pit.play("dan", "live-1", key(1, "straight flush"));
    let verify =
        |award| TableCommand::Verify { award: AwardNumber(award), paid: None, reason: None };
    let refused = pit.command("sue", "live-1", verify(1)).unwrap_err();
    assert!(matches!(refused, Refusal::CardsDisagree(_)), "{refused}");
    pit.play("dan", "live-1", key(1, "royal flush"));
    assert_eq!(display(&pit), "10000.0000", "the meter restarts at once (W2)");
    let award = pit.house.awards().next().unwrap().clone();
    assert_eq!(award.amount.to_string(), "10000.50");

    // Nothing is paid before a supervisor has verified it, and no dealer can.
    assert!(pit.command("dan", "live-1", TableCommand::GameOver).is_err());
    assert!(pit.command("dan", "live-1", verify(award.number.0)).is_err());
    pit.play("dan", "live-1", TableCommand::CallSupervisor { why: String::new() });
    pit.play("sue", "live-1", verify(award.number.0));
    let play = pit.house.play(&table("live-1")).unwrap();
    assert_eq!(play.progress(), Progress::Settled);
    // Fold: ante and progressive of seat 2 are lost. The dealer has a queen high: no hand, the ante
    // is paid even money and the bet goes back; the royal pays $10,000.50.
    let view = pit.house.view(&table("live-1"), Viewer::Person(&person("dan"))).unwrap();
    let lines: Vec<String> = view
        .round
        .lines
        .iter()
        .map(|line| {
            format!(
                "{} {} {} {} {}",
                line.seat,
                line.wager,
                line.staked,
                line.returned,
                line.outcome.word()
            )
        })
        .collect();
    let expected = [
        "2 ante 10.00 0.00 lose",
        "2 progressive 1.00 0.00 lose",
        "1 ante 10.00 20.00 win",
        "1 bet 20.00 20.00 push",
        "1 progressive 1.00 10000.50 win",
    ];
    assert_eq!(lines, expected);
    pit.confirm_steps("live-1");
    pit.play("dan", "live-1", TableCommand::GameOver);
    // The tray took $2 of progressive wagers, gave $0.50 of them to the meter, took seat 2's ante,
    // and paid seat 1's ante: 2 - 0.50 + 10 - 10.
    assert_eq!(balance(&pit, "tray live-1"), "1.5000");
    assert_eq!(balance(&pit, "meter m-live-1"), "10000.0000");
    // Seeds: $10,000 at the start and $10,000 at the reset.
    assert_eq!(balance(&pit, "house"), "-20000.0000");
}

#[test]
fn gen_12_a_misdeal_returns_everything_and_the_meter_its_contributions() {
    let mut pit = Pit::new(3);
    pit.open("live-1", "caribbean-stud", Kind::Live);
    let before = pit.house.book().clone();
    pit.play("dan", "live-1", bet(1, &[("ante", 10), ("progressive", 1)]));
    pit.play("dan", "live-1", TableCommand::LOCK);
    cards(&mut pit, "live-1", "As 2c 3d");
    let misdeal = TableCommand::Irregular {
        event: "defective-deck".to_owned(),
        seat: None,
        other: None,
        card: None,
    };
    match pit.command("dan", "live-1", misdeal) {
        Ok(_) => {}
        Err(refusal) => panic!("{refusal}"),
    }
    assert_eq!(display(&pit), "10000.0000");
    pit.confirm_steps("live-1");
    pit.play("dan", "live-1", TableCommand::GameOver);
    assert_eq!(*pit.house.book(), before);
}

#[test]
fn a_table_whose_cards_are_not_entered_is_a_keypad() {
    let mut pit = Pit::new(4);
    pit.open("live-1", "caribbean-stud", Kind::Live);
    pit.play("dan", "live-1", bet(1, &[("ante", 10), ("progressive", 1)]));
    pit.play("dan", "live-1", TableCommand::LOCK);
    pit.play("dan", "live-1", TableCommand::Key { seat: Seat(1), hand: "royal flush".to_owned() });
    let award = pit.house.awards().next().unwrap().number;
    assert!(
        pit.command("dan", "live-1", TableCommand::GameOver).is_err(),
        "the award is not verified"
    );
    pit.play("sue", "live-1", TableCommand::Verify { award, paid: None, reason: None });
    pit.play("dan", "live-1", TableCommand::GameOver);
    // The ante was settled by hand; the progressive dollar is the tray's, less the contribution.
    assert_eq!(balance(&pit, "tray live-1"), "0.7500");
    assert_eq!(balance(&pit, "meter m-live-1"), "10000.0000");
}

/// Three-card poker: the top hand wins the other bettor $100 of envy.
#[test]
fn prg_6_envy_at_a_keypad_is_paid_from_the_tray() {
    let mut pit = Pit::new(4);
    pit.open("live-1", "three-card-poker", Kind::Live);
    for seat in [1, 2] {
        pit.play("dan", "live-1", bet(seat, &[("ante", 10), ("progressive", 1)]));
    }
    pit.play("dan", "live-1", TableCommand::LOCK);
    let top = pit.house.table(&table("live-1")).unwrap().keypad().unwrap().posted.rows[0].clone();
    pit.play("dan", "live-1", TableCommand::Key { seat: Seat(1), hand: top.hand });
    let award = pit.house.awards().next().unwrap().number;
    pit.play("sue", "live-1", TableCommand::Verify { award, paid: None, reason: None });
    pit.play("dan", "live-1", TableCommand::GameOver);
    // $2 of wagers less 25% for the meter; the award is the meter's, $100 of envy the tray's [PRG-7].
    assert_eq!(balance(&pit, "tray live-1"), "-98.5000");
    assert_eq!(balance(&pit, "meter m-live-1"), "1000.0000");
}
