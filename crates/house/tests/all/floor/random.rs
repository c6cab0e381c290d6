//! Every game at practice tables, played at random.

use games::Next;
use house::Seat;
use house::table::command::TableCommand;
use house::table::play::Progress;
use house::table::setup::Kind;
use money::Cents;
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;

use super::pit::{GAMES, Pit, table};

const PLAYERS: [(&str, u8); 3] = [("ann", 1), ("ben", 3), ("cat", 4)];

fn buy_in() -> Cents {
    Cents::dollars(5_000)
}

/// Plays one round at a practice table to its end.
fn practice_round(pit: &mut Pit, at: &str) {
    let mut bettors = PLAYERS.to_vec();
    bettors.retain(|_| pit.dice.random_bool(0.8));
    let count = bettors.len();
    bettors.retain(|(name, seat)| pit.random_bets(name, at, *seat, count));
    for (name, seat) in &bettors {
        pit.play(name, at, TableCommand::Ready { seat: Seat(*seat) });
    }
    let mut acts = 0;
    loop {
        let Some(play) = pit.house.play(&table(at)) else { return };
        match play.progress() {
            Progress::Over => return,
            Progress::Betting => return,
            Progress::Settled => panic!("the house ends the round by itself"),
            Progress::Playing => {}
        }
        let Next::Decision(choice) = play.round().next() else {
            panic!("{at}: the house stands still at {:?}", play.round().next());
        };
        let seat = choice.seat.get();
        let action = choice.actions.choose(&mut pit.dice).unwrap().to_string();
        let who = PLAYERS.iter().find(|(_, known)| *known == seat).unwrap().0;
        let decide = TableCommand::Decide { seat: Seat(seat), action, hand: None, tip: None };
        pit.play(who, at, decide);
        acts += 1;
        assert!(acts < 200, "{at} does not end");
    }
}

#[test]
fn every_game_is_played_at_practice_tables() {
    let mut pit = Pit::new(1);
    for game in GAMES {
        pit.open(game, game, Kind::Practice);
        for (name, seat) in PLAYERS {
            pit.sit(name, game, seat, buy_in());
        }
        for _ in 0..40 {
            practice_round(&mut pit, game);
        }
        let rounds = pit.house.floor_table(&table(game)).unwrap().rounds();
        assert!(rounds >= 20, "{game}: {rounds} rounds");
    }
}
