//! Bets before the lock: the last ones of a seat are all that the round holds, and a meter that goes out of order gives
//! its bets back.

use std::collections::BTreeMap;

use house::table::command::{Dollars, TableCommand};
use house::table::play::Progress;
use house::table::setup::Kind;
use house::view::{SeatView, Viewer};
use house::{Command, HouseRules, Seat};
use money::Cents;

use super::pit::{Pit, person, table};

const AT: &str = "three-card-poker";

pub fn bet(seat: u8, of: &[(&str, i64)]) -> TableCommand {
    let dollars = |amount: &i64| Dollars(Cents::dollars(*amount));
    let bets = of.iter().map(|(bet, amount)| ((*bet).to_owned(), dollars(amount))).collect();
    TableCommand::Bet { seat: Seat(seat), bets, tips: BTreeMap::new() }
}

fn open() -> Pit {
    let mut pit = Pit::new(5);
    pit.open(AT, "three-card-poker", Kind::Practice);
    pit.sit("ann", AT, 1, Cents::dollars(500));
    pit.sit("ben", AT, 2, Cents::dollars(500));
    pit
}

fn ops(pit: &Pit) -> Vec<String> {
    let play = pit.house.play(&table(AT)).unwrap();
    play.ops().iter().map(ToString::to_string).collect()
}

fn seat(pit: &Pit, number: u8) -> SeatView {
    let view = pit.house.view(&table(AT), Viewer::Person(&person("ann"))).unwrap();
    view.round.seats.into_iter().find(|seat| seat.seat == Seat(number)).unwrap()
}

#[test]
fn a_bet_takes_the_place_of_the_last_one_and_costs_no_more() {
    let mut pit = open();
    pit.play("ben", AT, bet(2, &[("ante", 5)]));
    let entries = pit.entries;
    let mut rows = Vec::new();
    for times in 1..=2_000 {
        // Every other time another amount, with and without a second wager.
        let ante = 5 + 5 * (times % 2);
        let of = [("ante", ante), ("pair-plus", 5)];
        pit.play("ann", AT, bet(1, &of[..1 + usize::from(times % 3 == 0)]));
        if times % 6 == 0 {
            rows.push((ops(&pit).len(), pit.round_row(AT).len()));
        }
    }
    assert_eq!(pit.entries, entries + 2_000, "each accepted bet is an entry");
    assert!(rows.windows(2).all(|pair| pair[0] == pair[1]), "the row does not grow: {rows:?}");
    // 2,000 is even and no multiple of 3: the last was an ante of $5 alone.
    assert_eq!(ops(&pit), ["bet 2 ante 5.00", "bet 1 ante 5.00"]);
    assert_eq!(seat(&pit, 1).chips, Cents::dollars(495));
    pit.play("ann", AT, TableCommand::Clear { seat: Seat(1) });
    assert_eq!(ops(&pit), ["bet 2 ante 5.00"]);
    assert_eq!(seat(&pit, 1).chips, Cents::dollars(500));
    // The round is played with what was bet last.
    pit.play("ann", AT, bet(1, &[("ante", 10)]));
    pit.play("ann", AT, TableCommand::Ready { seat: Seat(1) });
    pit.play("ben", AT, TableCommand::Ready { seat: Seat(2) });
    let play = pit.house.play(&table(AT)).unwrap();
    assert_eq!(play.progress(), Progress::Playing);
    assert_eq!(play.round().staked(games::SeatNumber::new(1).unwrap()), Cents::dollars(10));
}

#[test]
fn under_the_first_rules_a_round_keeps_every_bet() {
    let mut pit = open();
    pit.rules = HouseRules::FIRST;
    for _ in 0..3 {
        pit.play("ann", AT, bet(1, &[("ante", 5)]));
    }
    let every = ["bet 1 ante 5.00", "clear 1", "bet 1 ante 5.00", "clear 1", "bet 1 ante 5.00"];
    assert_eq!(ops(&pit), every);
    // A round that was begun so is played on.
    pit.rules = HouseRules::CURRENT;
    pit.play("ann", AT, bet(1, &[("ante", 10)]));
    assert_eq!(ops(&pit), ["bet 1 ante 10.00"]);
    assert_eq!(seat(&pit, 1).chips, Cents::dollars(490));
}

fn fault(pit: &mut Pit) {
    let meter = format!("m-{AT}").parse().unwrap();
    pit.done("sue", Command::Fault { meter, says: "the sign is dark".to_owned() });
}

fn time_up(pit: &mut Pit) {
    pit.now += 60_000_000;
    pit.play("house", AT, TableCommand::TimeUp);
}

#[test]
fn a_meter_that_goes_out_of_order_gives_the_bet_back_and_the_round_goes_on() {
    let mut pit = open();
    pit.play("ann", AT, bet(1, &[("ante", 5), ("progressive", 1)]));
    pit.play("ben", AT, bet(2, &[("ante", 5)]));
    fault(&mut pit);
    // With the meter out of order, a progressive bet is refused at once.
    let refused = pit.command("ben", AT, bet(2, &[("ante", 5), ("progressive", 1)])).unwrap_err();
    assert_eq!(refused.code(), "out-of-order");
    time_up(&mut pit);
    let play = pit.house.play(&table(AT)).unwrap();
    assert_eq!(play.progress(), Progress::Playing, "the betting clock locks");
    let ann = seat(&pit, 1);
    assert_eq!(ann.bets.keys().copied().collect::<Vec<_>>(), ["ante"]);
    assert_eq!(ann.chips, Cents::dollars(495), "the progressive dollar is back");
    let returned = ann.returned.expect("the seat is told");
    assert_eq!(returned.amount, Cents::dollars(1));
    assert!(returned.why.contains("the sign is dark"), "{}", returned.why);
    assert_eq!(seat(&pit, 2).returned, None);
    let meter = pit.house.meters().next().unwrap();
    assert_eq!(meter.totals.contributions, money::MeterUnits::ZERO);
    // The next bet of the seat takes the note away.
    while pit.house.play(&table(AT)).unwrap().progress() != Progress::Over {
        time_up(&mut pit);
    }
    pit.play("ann", AT, bet(1, &[("ante", 5)]));
    assert_eq!(seat(&pit, 1).returned, None);
}

#[test]
fn a_seat_that_bet_the_progressive_alone_is_out_of_the_round() {
    // Four-Card takes the progressive alone [FCP-2].
    let mut pit = Pit::new(6);
    pit.open(AT, "four-card-poker", Kind::Practice);
    pit.sit("ann", AT, 1, Cents::dollars(500));
    pit.play("ann", AT, bet(1, &[("progressive", 1)]));
    fault(&mut pit);
    pit.play("ann", AT, TableCommand::Ready { seat: Seat(1) });
    let play = pit.house.play(&table(AT)).unwrap();
    assert_eq!((play.progress(), play.ops().len()), (Progress::Betting, 0));
    let ann = seat(&pit, 1);
    assert_eq!(ann.chips, Cents::dollars(500));
    assert!(ann.returned.is_some(), "the seat is told");
    assert_eq!(pit.house.floor_table(&table(AT)).unwrap().until(), None, "no clock runs");
}

#[test]
fn at_a_live_table_the_dealer_gives_the_bet_back() {
    let mut pit = Pit::new(7);
    pit.open(AT, "caribbean-stud", Kind::Live);
    pit.play("dan", AT, bet(1, &[("ante", 10), ("progressive", 1)]));
    fault(&mut pit);
    assert_eq!(pit.command("dan", AT, TableCommand::LOCK).unwrap_err().code(), "out-of-order");
    pit.play("dan", AT, bet(1, &[("ante", 10)]));
    pit.play("dan", AT, TableCommand::LOCK);
}

/// A silent player stakes nothing more: in every recorded round of every game, what is chosen for one adds nothing.
#[test]
fn a_silent_player_stakes_nothing_more() {
    let book = rulebook::Rulebook::embedded();
    let rounds = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rounds");
    let mut asked = std::collections::BTreeSet::new();
    for entry in std::fs::read_dir(rounds).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let played = games::play_recorded(book, "round", &text).unwrap();
        let mut round = games::Round::new(played.round.table(), games::Keep::Log);
        for op in played.round.log().ops() {
            if let games::Next::Decision(choice) = round.next() {
                let silent = house::silent_choice(&choice.actions).unwrap();
                let adds = choice.offer(silent).unwrap().adds;
                assert_eq!(adds, Cents::ZERO, "{}: {silent}", path.display());
                asked.insert(played.round.table().posting().game.clone());
            }
            round.apply(op).unwrap();
        }
    }
    assert_eq!(asked.len(), book.games().len(), "every game asks: {asked:?}");
}
