//! The button of the 212 from round to round.

use games::Next;
use house::Seat;
use house::table::command::TableCommand;
use house::table::play::Progress;
use house::table::setup::Kind;
use money::Cents;

use super::pit::{Pit, table};

const AT: &str = "holdem-212";

/// Plays a round in which everyone takes the free choice; who had the button.
fn round(pit: &mut Pit, players: &[(&str, u8)]) -> u8 {
    for (name, seat) in players {
        assert!(pit.random_bets(name, AT, *seat, players.len()));
    }
    for (name, seat) in players {
        pit.play(name, AT, TableCommand::Ready { seat: Seat(*seat) });
    }
    let felt = pit.house.play(&table(AT)).unwrap().round().felt().clone();
    let button = felt.button.unwrap_or(felt.seats[0].number).get();
    while pit.house.play(&table(AT)).unwrap().progress() == Progress::Playing {
        let play = pit.house.play(&table(AT)).unwrap();
        assert!(matches!(play.round().next(), Next::Decision(_)));
        // The clock of a practice table.
        pit.now += 60_000_000;
        pit.play("house", AT, TableCommand::TimeUp);
    }
    button
}

#[test]
fn h212_5_the_button_moves_on_and_passes_over_who_has_just_sat_down() {
    let mut pit = Pit::new(5);
    pit.open(AT, AT, Kind::Practice);
    for (name, seat) in [("ann", 1), ("ben", 3)] {
        pit.sit(name, AT, seat, Cents::dollars(500));
    }
    let two = [("ann", 1), ("ben", 3)];
    assert_eq!(round(&mut pit, &two), 1, "at first it is before the lowest seat");
    assert_eq!(round(&mut pit, &two), 3);
    assert_eq!(round(&mut pit, &two), 1);
    pit.sit("cat", AT, 2, Cents::dollars(500));
    let three = [("ann", 1), ("cat", 2), ("ben", 3)];
    assert_eq!(round(&mut pit, &three), 3, "cat has just sat down");
    assert_eq!(round(&mut pit, &three), 1);
    assert_eq!(round(&mut pit, &three), 2, "now cat has it in turn");
}
