//! What was staked and won at a table since it opened.

use std::collections::BTreeMap;

use house::book::Account;
use house::table::command::{Dollars, TableCommand};
use house::table::play::Progress;
use house::table::setup::{Kind, Setup};
use house::table::tally::{Tally, WagerTally};
use house::view::Viewer;
use house::{Command, Seat};
use money::{Cents, MeterUnits};
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;

use super::pit::{GAMES, Pit, person, table};

fn tally(pit: &Pit, at: &str) -> Tally {
    pit.house.tally(&table(at)).cloned().unwrap_or_default()
}

/// Plays a round of Caribbean stud at a live table: seat 1 antes $10 with the progressive, seat 2 antes
/// $20; seat 1 folds, seat 2 plays two pair against a dealer without a hand, and wins its ante.
fn caribbean_round(pit: &mut Pit) {
    let bets = [(1, vec![("ante", 10), ("progressive", 1)]), (2, vec![("ante", 20)])];
    for (seat, of) in bets {
        let bets =
            of.iter().map(|(bet, dollars)| ((*bet).to_owned(), Dollars(Cents::dollars(*dollars))));
        let bet =
            TableCommand::Bet { seat: Seat(seat), bets: bets.collect(), tips: BTreeMap::new() };
        pit.play("dan", "live-1", bet);
    }
    pit.play("dan", "live-1", TableCommand::LOCK);
    pit.confirm_steps("live-1");
    for card in "2c 9h 3d 5c 9d 4d 7h 8h 6d 8c 8d Jd Tc Kc Qc".split(' ') {
        pit.play("dan", "live-1", TableCommand::Card { card: card.parse().unwrap() });
    }
    for (seat, action) in [(1, "fold"), (2, "play")] {
        let action = action.to_owned();
        pit.play(
            "dan",
            "live-1",
            TableCommand::Decide { seat: Seat(seat), action, hand: None, tip: None },
        );
    }
    pit.confirm_steps("live-1");
    if pit.house.play(&table("live-1")).unwrap().progress() != Progress::Over {
        pit.play("dan", "live-1", TableCommand::GameOver);
    }
}

/// By hand: antes of $10 and $20, a bet of $40 behind the second. The first ante is lost, the second wins
/// $20, the bet is returned: the house is $10 down on the ante and $1 up on the progressive.
#[test]
fn a_tally_is_what_was_placed_staked_and_kept() {
    let mut pit = Pit::new(51);
    pit.open("live-1", "caribbean-stud", Kind::Live);
    assert!(tally(&pit, "live-1").is_empty());
    caribbean_round(&mut pit);
    let one = tally(&pit, "live-1");
    let ante = WagerTally {
        bets: 2,
        placed: Cents::dollars(30),
        squares: 1_000 * 1_000 + 2_000 * 2_000,
        staked: Cents::dollars(70),
        win: Cents::dollars(-10),
    };
    let progressive = WagerTally {
        bets: 1,
        placed: Cents::dollars(1),
        squares: 100 * 100,
        staked: Cents::dollars(1),
        win: Cents::dollars(1),
    };
    let wagers = [("ante", ante), ("progressive", progressive)];
    assert_eq!(one.wagers, wagers.map(|(id, it)| (id.to_owned(), it)).into());
    assert_eq!((one.rounds, one.rounds_per_hour()), (1, None));
    // An hour later, to the microsecond.
    pit.now += 3_600_000_000 - (pit.now - one.first.unwrap().0);
    let before = pit.now;
    caribbean_round(&mut pit);
    let two = tally(&pit, "live-1");
    assert_eq!((two.rounds, two.wagers["ante"].win), (2, Cents::dollars(-20)));
    assert!(two.last.unwrap().0 > before);
    assert_eq!(two.rounds_per_hour(), Some(1));
    // A table that opens again starts over.
    pit.done("sue", Command::CloseTable { table: table("live-1") });
    assert_eq!(tally(&pit, "live-1"), two, "a closed table keeps what it held");
    let mut setup = Setup::new("caribbean-stud", Kind::Live);
    setup.schedules.insert("progressive".to_owned(), "CS-10".to_owned());
    setup.meter = Some("m-live-1".parse().unwrap());
    pit.done("sue", Command::SetUpTable { table: table("live-1"), setup });
    assert!(tally(&pit, "live-1").is_empty());
}

#[test]
fn a_void_round_counts_for_nothing() {
    let mut pit = Pit::new(52);
    pit.open("live-1", "caribbean-stud", Kind::Live);
    let bets = BTreeMap::from([("ante".to_owned(), Dollars(Cents::dollars(10)))]);
    pit.play("dan", "live-1", TableCommand::Bet { seat: Seat(1), bets, tips: BTreeMap::new() });
    pit.play("dan", "live-1", TableCommand::LOCK);
    pit.play("dan", "live-1", TableCommand::Misdeal { reason: "a card fell".to_owned() });
    pit.confirm_steps("live-1");
    let view = pit.house.view(&table("live-1"), Viewer::Person(&person("dan"))).unwrap();
    if view.round.phase != Progress::Over {
        pit.play("dan", "live-1", TableCommand::GameOver);
    }
    assert!(tally(&pit, "live-1").is_empty());
}

/// The book says where the money went: what all wagers won is what is in the tray, the drop and the rake
/// box, and what the meter owes beyond its seed.
#[test]
fn in_every_game_the_tally_is_what_the_book_says() {
    for (number, game) in (0..).zip(GAMES) {
        let mut pit = Pit::new(60 + number);
        pit.open(game, game, Kind::Practice);
        let seats = [("ann", 1_u8), ("ben", 3)];
        for (name, seat) in seats {
            let buy_in = Cents::dollars(20_000);
            pit.sit(name, game, seat, buy_in);
        }
        for _ in 0..30 {
            let mut bettors = seats.to_vec();
            bettors.retain(|_| pit.dice.random_bool(0.8));
            let count = bettors.len();
            bettors.retain(|(name, seat)| pit.random_bets(name, game, *seat, count));
            for (name, seat) in &bettors {
                pit.play(name, game, TableCommand::Ready { seat: Seat(*seat) });
            }
            play_on(&mut pit, game, &seats);
        }
        let told = tally(&pit, game);
        let won: Cents = told.wagers.values().map(|wager| wager.win).sum();
        let balance = |account: Account| pit.house.book().balance(&account);
        let meters = pit.house.meters().map(|meter| balance(Account::Meter(meter.id.clone())));
        let meters = meters.fold(MeterUnits::ZERO, |sum, owed| sum + owed);
        // Chips that were sold left the tray for the cash in the drop.
        let sold = balance(Account::Drop(table(game)));
        let tray = balance(Account::Tray(table(game))) + balance(Account::Rake(table(game)));
        let kept = sold + tray + meters + balance(Account::House);
        // What a player won in a pot another player lost: the rake alone is the house's.
        assert_eq!(MeterUnits::from(won), kept, "{game}");
        assert!(told.rounds > 10, "{game}: {}", told.rounds);
    }
}

fn play_on(pit: &mut Pit, game: &str, seats: &[(&str, u8)]) {
    loop {
        let Some(play) = pit.house.play(&table(game)) else { return };
        let games::Next::Decision(choice) = play.round().next() else { return };
        let seat = choice.seat.get();
        let action = choice.actions.choose(&mut pit.dice).unwrap().to_string();
        let who = seats.iter().find(|(_, known)| *known == seat).unwrap().0;
        pit.play(
            who,
            game,
            TableCommand::Decide { seat: Seat(seat), action, hand: None, tip: None },
        );
    }
}
