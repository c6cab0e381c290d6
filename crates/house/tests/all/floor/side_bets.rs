//! Several side bets with sections of their own at one table of blackjack, at once.

use std::collections::BTreeMap;

use house::recall::Reader;
use house::table::command::{Dollars, TableCommand};
use house::table::play::Progress;
use house::table::setup::{Kind, Setup};
use house::table::tally::WagerTally;
use house::view::{LineView, Viewer};
use house::{Command, Refusal, Seat};
use money::Cents;

use super::bets::bet;
use super::pit::{Pit, person, table};
use super::recall::settle;

const AT: &str = "t";
const SIDE_BETS: [(&str, &str); 4] = [
    ("21-plus-3", "V-1"),
    ("dead-mans-hand", "standard"),
    ("lucky-ladies", "A"),
    ("lucky-lucky", "PT-1"),
];

/// A table that offers all four, with $5 to $100 on each bet.
fn setup(kind: Kind) -> Setup {
    let mut setup = Setup::new("blackjack", kind);
    for (bet, schedule) in SIDE_BETS {
        setup.schedules.insert(bet.to_owned(), schedule.to_owned());
    }
    setup.post_limits(Cents::dollars(5), Cents::dollars(100)).unwrap();
    setup
}

fn all(seat: u8) -> TableCommand {
    let side = SIDE_BETS.map(|(bet, _)| (bet, 5));
    bet(seat, &[&[("blackjack", 10)][..], &side[..]].concat())
}

/// Seats 1, 2 and 3 with all bets: queens of hearts, an ace and an eight, and nine and two of diamonds against the king of
/// diamonds, with the eight of spades in the hole. Everyone stands.
fn round(pit: &mut Pit) -> Vec<LineView> {
    for seat in [1, 2, 3] {
        pit.play("dan", AT, all(seat));
    }
    pit.play("dan", AT, TableCommand::LOCK);
    pit.confirm_steps(AT);
    for card in "Qh Ah 9d Kd Qh 8d 2d 8s".split(' ') {
        pit.play("dan", AT, TableCommand::Card { card: card.parse().unwrap() });
        pit.confirm_steps(AT);
    }
    for seat in [1, 2, 3] {
        let action = "stand".to_owned();
        pit.play(
            "dan",
            AT,
            TableCommand::Decide { seat: Seat(seat), action, hand: None, tip: None },
        );
        pit.confirm_steps(AT);
    }
    if pit.house.play(&table(AT)).unwrap().progress() != Progress::Over {
        pit.play("dan", AT, TableCommand::GameOver);
    }
    let play = pit.house.play(&table(AT)).unwrap();
    let dan = person("dan");
    let recalled = pit.house.recall_play(play, Reader::Viewer(Viewer::Person(&dan))).unwrap();
    assert_eq!(settle(&recalled), recalled.lines, "the round's file settles to the same lines");
    recalled.lines
}

/// By hand, $5 on each: queens of hearts pay 125 to 1 (630); ace and eight 4 to 1 (25), and with the king they are 19,
/// 2 to 1 (15); three diamonds pay 9 to 1 as a flush (50) and, as a suited 21, 15 to 1 (80). All else is lost. The
/// dealer has 18: 20 and 19 win, 11 loses.
#[test]
fn four_side_bets_of_three_seats_are_settled_before_the_hands_and_tallied_by_wager() {
    let mut pit = Pit::new(81);
    pit.set_up(AT, setup(Kind::Live));
    let lines = round(&mut pit);
    let order: Vec<(u8, bool)> =
        lines.iter().map(|line| (line.seat.0, line.wager == "blackjack")).collect();
    let (side, main) = ([3, 2, 1], [3, 2, 1]);
    let side = side.iter().flat_map(|seat| [(*seat, false); 4]);
    let wanted: Vec<(u8, bool)> = side.chain(main.iter().map(|seat| (*seat, true))).collect();
    assert_eq!(order, wanted, "all side bets, the last seat first, then the hands");
    let returned: BTreeMap<(u8, &str), Cents> = lines
        .iter()
        .filter(|line| line.returned != Cents::ZERO)
        .map(|line| ((line.seat.0, line.wager), line.returned))
        .collect();
    let wanted = BTreeMap::from([
        ((1, "lucky-ladies"), Cents::dollars(630)),
        ((2, "dead-mans-hand"), Cents::dollars(25)),
        ((2, "lucky-lucky"), Cents::dollars(15)),
        ((3, "21-plus-3"), Cents::dollars(50)),
        ((3, "lucky-lucky"), Cents::dollars(80)),
        ((1, "blackjack"), Cents::dollars(20)),
        ((2, "blackjack"), Cents::dollars(20)),
    ]);
    assert_eq!(returned, wanted);
    let tally = pit.house.tally(&table(AT)).unwrap();
    let three = |dollars: i64, win: i64| WagerTally {
        bets: 3,
        placed: Cents::dollars(3 * dollars),
        squares: 3 * u64::try_from(dollars * 100).unwrap().pow(2),
        staked: Cents::dollars(3 * dollars),
        win: Cents::dollars(win),
    };
    let wanted = [
        ("blackjack", three(10, -10)),
        ("lucky-ladies", three(5, 15 - 630)),
        ("dead-mans-hand", three(5, 15 - 25)),
        ("lucky-lucky", three(5, 15 - 15 - 80)),
        ("21-plus-3", three(5, 15 - 50)),
    ];
    assert_eq!(tally.wagers, wanted.map(|(id, it)| (id.to_owned(), it)).into());
}

fn refused(pit: &mut Pit, command: TableCommand) -> Refusal {
    let entries = pit.entries;
    let refusal = pit.command("ann", AT, command).unwrap_err();
    assert_eq!(pit.entries, entries, "what is refused is no entry");
    refusal
}

#[test]
fn gen_9_each_side_bet_keeps_to_its_posted_limits_and_goes_with_the_hand() {
    let mut pit = Pit::new(82);
    pit.set_up(AT, setup(Kind::Practice));
    pit.sit("ann", AT, 1, Cents::dollars(1_000));
    for (side, _) in SIDE_BETS {
        for (amount, says) in [(4, "$5"), (105, "$100")] {
            let why = refused(&mut pit, bet(1, &[("blackjack", 10), (side, amount)])).to_string();
            assert!(why.contains(says), "{side} at ${amount}: {why}");
        }
        let alone = refused(&mut pit, bet(1, &[(side, 5)])).to_string();
        assert!(alone.contains("blackjack"), "{side} alone: {alone}");
        pit.play("ann", AT, bet(1, &[("blackjack", 5), (side, 100)]));
    }
}

/// The sections say nothing of tips, so none rides on a side bet [GEN-11].
#[test]
fn gen_11_no_tip_rides_on_a_side_bet() {
    let mut pit = Pit::new(83);
    pit.set_up(AT, setup(Kind::Practice));
    pit.sit("ann", AT, 1, Cents::dollars(1_000));
    for (side, _) in SIDE_BETS {
        let TableCommand::Bet { seat, bets, .. } = all(1) else { unreachable!() };
        let tips = [(side.to_owned(), Dollars(Cents::dollars(1)))].into();
        let why = refused(&mut pit, TableCommand::Bet { seat, bets, tips }).to_string();
        assert!(why.contains("tip"), "{side}: {why}");
    }
}

/// Rounds as the cards come: each settles the same from its file, and the book agrees with the tally (the pit checks
/// that it balances after every entry).
#[test]
fn rounds_with_side_bets_settle_the_same_from_their_files() {
    let mut pit = Pit::new(84);
    pit.set_up(AT, setup(Kind::Practice));
    pit.sit("ann", AT, 1, Cents::dollars(20_000));
    let mut won = BTreeMap::new();
    for _ in 0..60 {
        assert!(pit.random_bets("ann", AT, 1, 1));
        pit.play("ann", AT, TableCommand::Ready { seat: Seat(1) });
        loop {
            let play = pit.house.play(&table(AT)).unwrap();
            let games::Next::Decision(choice) = play.round().next() else { break };
            let split = choice.actions.iter().find(|action| **action == games::Action::Split);
            let action = split.unwrap_or(&choice.actions[0]).to_string();
            let hand = choice.hand;
            pit.play("ann", AT, TableCommand::Decide { seat: Seat(1), action, hand, tip: None });
        }
        let play = pit.house.play(&table(AT)).unwrap();
        let ann = person("ann");
        let recalled = pit.house.recall_play(play, Reader::Viewer(Viewer::Person(&ann))).unwrap();
        assert_eq!(settle(&recalled), recalled.lines);
        for line in recalled.lines.iter().filter(|line| line.outcome == games::Outcome::Win) {
            *won.entry(line.wager).or_insert(0) += 1;
        }
    }
    for (side, _) in SIDE_BETS {
        assert!(won.contains_key(side), "{side} never won: {won:?}");
    }
    pit.play("ann", AT, TableCommand::Leave { seat: Seat(1) });
    pit.done("sue", Command::CloseTable { table: table(AT) });
}
