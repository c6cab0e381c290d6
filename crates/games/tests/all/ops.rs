//! Operations: one entrance to a round, and a round as a list of lines.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use cards::Card;
use games::{
    Event, Keep, Next, Op, Posting, Refusal, ReplayError, Report, Round, SeatNumber, Table,
};
use games::{rebuild, replay};
use money::{Cents, Odds};
use proptest::prelude::*;
use rulebook::{Irregularity, Rulebook};

use crate::random_play::{Deck, Dice, meter, random_bets, random_table, step};
use crate::support::{Playing, lines};

fn seat(number: u8) -> SeatNumber {
    SeatNumber::new(number).unwrap()
}

fn open(game: &str) -> Arc<Table> {
    let posting = Posting { game: game.to_owned(), ..Posting::default() };
    Table::open(Rulebook::embedded(), posting).unwrap()
}

fn bet(number: u8, bet: &'static str, dollars: i64) -> Op {
    Op::Bet { seat: seat(number), bet: bet.into(), amount: Cents::dollars(dollars) }
}

/// Bets that a table takes, with some taken back and made again, tips, players, chips and a button
/// among them; then the lock.
fn open_bets(table: &Arc<Table>, dice: &mut Dice) -> Playing {
    let taken = random_bets(table, dice, Keep::Log);
    let bets: Vec<Op> = taken.log().ops().filter(|op| *op != Op::Lock).collect();
    let mut round = Playing::new(table, Some(meter()), Keep::Log);
    for op in &bets {
        round.apply(op.clone()).unwrap();
        let Op::Bet { seat: number, bet, amount } = op else { continue };
        let any = seat(1 + dice.below(7) as u8);
        let others = [
            Op::ClearBets { seat: any },
            Op::Tip { seat: *number, line: bet.clone(), amount: *amount },
            Op::Player { seat: any, player: 1 + dice.below(7) as u8 },
            Op::Chips { seat: *number, amount: Cents::dollars(dice.below(40) as i64) },
            Op::Button { seat: any },
        ];
        if dice.one_in(4) {
            // Some are refused; what they leave unchanged, the conformance kit says.
            let _ = round.apply(dice.pick(&others).clone());
        }
    }
    if round.lock().is_err() {
        // What was taken back is bet again; tips and players that do not fit go with their seats.
        for number in (1..=7).map(seat) {
            let _ = round.clear_bets(number);
        }
        for op in bets {
            round.apply(op).unwrap();
        }
        round.lock().unwrap();
    }
    round
}

/// A random round of a random table, perhaps with something wrong, perhaps not finished.
fn random_round(seed: u64) -> Playing {
    let dice = &mut Dice(seed);
    let book = Rulebook::embedded();
    let table = random_table(book, dice.pick(book.games()), dice);
    let mut deck = Deck::new(table.decks());
    let mut round = open_bets(&table, dice);
    let seats: Vec<SeatNumber> = round.felt().seats.iter().map(|seat| seat.number).collect();
    if dice.one_in(3) {
        let hand = Some(*dice.pick(&seats)).filter(|_| !dice.one_in(3));
        let (mut rest, count) = (deck.clone(), dice.below(8));
        let cards: Vec<Card> = (0..count).map(|_| rest.draw(dice)).collect();
        if round.misdeal(hand, &cards).is_ok() {
            deck = rest;
        }
    }
    let steps = dice.below(120);
    for _ in 0..steps {
        if dice.one_in(12) {
            let (_, what) = *dice.pick(Irregularity::WORDS);
            let _ = round.report(what, Some(*dice.pick(&seats)).filter(|_| dice.one_in(2)));
        }
        if !step(&mut round, &mut deck, dice) {
            break;
        }
    }
    round
}

fn is_same(round: &Round, other: &Round) -> bool {
    round.felt() == other.felt()
        && round.next() == other.next()
        && round.settlement() == other.settlement()
        && round.log() == other.log()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// A house stores a round as these lines: nothing of an operation may get lost in them.
    #[test]
    fn every_operation_survives_its_line(seed in any::<u64>()) {
        let round = random_round(seed);
        let stored: Vec<String> = round.log().ops().map(|op| op.to_string()).collect();
        let mut again = Round::new(round.table(), Keep::Log);
        for (line, op) in stored.iter().zip(round.log().ops()) {
            let read: Op = line.parse().unwrap();
            prop_assert_eq!(&read, &op, "{}", line);
            let events = again.apply(read).unwrap();
            // The operation itself comes first, and everything after it followed.
            prop_assert_eq!(events[0].op(), Some(op));
            prop_assert!(events[1..].iter().all(|event| event.op().is_none()));
        }
        prop_assert!(is_same(&again, &round), "{}", round.log_text());
        prop_assert!(is_same(&rebuild(&round).unwrap(), &round));
        let replayed = replay(Rulebook::embedded(), &round.log_text()).unwrap();
        prop_assert!(is_same(&replayed.round, &round), "{}", round.log_text());
        prop_assert_eq!(replayed.meter(), round.meter());
    }

    /// A round without a log takes and refuses the same.
    #[test]
    fn a_round_without_a_log_comes_to_the_same(seed in any::<u64>()) {
        let round = random_round(seed);
        let mut silent = Round::new(round.table(), Keep::Nothing);
        for op in round.log().ops() {
            prop_assert_eq!(silent.apply(op).unwrap(), &[]);
        }
        prop_assert_eq!(silent.felt(), round.felt());
        prop_assert_eq!(silent.settlement(), round.settlement());
    }
}

#[test]
fn gen_10_bets_are_taken_back_until_they_are_locked() {
    let mut round = Round::new(&open("three-card-poker"), Keep::Log);
    for op in [bet(1, "ante", 10), bet(2, "ante", 5), bet(2, "pair-plus", 5)] {
        round.apply(op).unwrap();
    }
    let clear = |number| Op::ClearBets { seat: seat(number) };
    assert_eq!(round.apply(clear(3)), Err(Refusal::NotInRound(seat(3))));
    let events = round.apply(clear(2)).unwrap();
    assert_eq!(events, [Event::BetsCleared { seat: seat(2) }]);
    assert_eq!(round.staked(seat(2)), Cents::ZERO);
    assert_eq!(round.apply(clear(2)), Err(Refusal::NotInRound(seat(2))));
    round.apply(clear(1)).unwrap();
    assert_eq!(round.apply(Op::Lock), Err(Refusal::NobodyBets));
    // A seat that comes back starts over: none of its earlier bets are left.
    round.apply(bet(2, "ante", 20)).unwrap();
    round.apply(Op::Lock).unwrap();
    assert_eq!(round.staked(seat(2)), Cents::dollars(20));
    assert_eq!(round.apply(clear(2)), Err(Refusal::BetsAreClosed));
}

#[test]
fn h212_5_the_button_goes_with_a_seat_that_leaves() {
    let mut round = Round::new(&open("holdem-212"), Keep::Log);
    for number in 1..=3 {
        round.apply(bet(number, "holdem", 1)).unwrap();
        round.apply(bet(number, "blackjack", 5)).unwrap();
    }
    round.apply(Op::Button { seat: seat(2) }).unwrap();
    round.apply(Op::ClearBets { seat: seat(2) }).unwrap();
    assert_eq!(round.felt().button, None);
    round.apply(Op::Lock).unwrap();
    for card in ["2c", "3c", "4c", "5c", "6c", "7c"] {
        round.apply(Op::Card(card.parse().unwrap())).unwrap();
    }
    let Next::Decision(choice) = round.next() else { panic!("{:?}", round.next()) };
    assert_eq!(choice.seat, seat(1), "without a button the first seat acts first");
}

#[test]
fn a_decision_for_a_hand_whose_turn_it_is_not_is_refused() {
    let mut round = Round::new(&open("blackjack"), Keep::Log);
    round.apply(bet(1, "blackjack", 10)).unwrap();
    round.apply(Op::Lock).unwrap();
    for card in ["8s", "6d", "8h", "Td"] {
        round.apply(Op::Card(card.parse().unwrap())).unwrap();
    }
    let decide = |hand, action: &str| Op::Decide {
        seat: seat(1),
        hand,
        action: action.parse().unwrap(),
        tip: None,
    };
    // Before a split there is no second hand.
    let refusal = Err(Refusal::NotTheTurnOfHand { turn: 1 });
    assert_eq!(round.apply(decide(Some(2), "hit")), refusal);
    round.apply(decide(None, "split")).unwrap();
    round.apply(Op::Card("Kc".parse().unwrap())).unwrap();
    assert_eq!(round.apply(decide(Some(2), "stand")), refusal);
    // The log says which hand it was, named or not.
    let events = round.apply(decide(None, "stand")).unwrap();
    assert_eq!(events[0].op(), Some(decide(Some(1), "stand")));
    round.apply(Op::Card("Kd".parse().unwrap())).unwrap();
    assert_eq!(round.apply(decide(Some(1), "stand")), Err(Refusal::NotTheTurnOfHand { turn: 2 }));
    round.apply(decide(Some(2), "stand")).unwrap();
}

/// Logs that the first version wrote: they replay to the rounds that are recorded now.
#[test]
fn logs_of_version_1_are_still_read() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut read = 0;
    for entry in fs::read_dir(here.join("tests/version_1")).unwrap() {
        let path = entry.unwrap().path();
        let old = fs::read_to_string(&path).unwrap();
        assert!(old.starts_with("croupier round 1\n"));
        let round = replay(Rulebook::embedded(), &old).unwrap();
        let now = here.join("../../docs/rounds").join(path.file_name().unwrap());
        assert_eq!(round.log_text(), fs::read_to_string(now).unwrap());
        read += 1;
        // A line of it that says something else is still found.
        let wrong = old.replacen("> win", "> push", 1);
        let error = replay(Rulebook::embedded(), &wrong).unwrap_err();
        assert!(matches!(error, ReplayError::Differs { .. }), "{error}");
    }
    assert_eq!(read, 5);
}

/// In version 1 the meter said what awards come to.
#[test]
fn a_log_of_version_1_with_an_award_needs_its_meter() {
    let old = include_str!("../version_1/three-card-poker-jackpot.log");
    let open = old.lines().find(|line| line.starts_with("open meter")).unwrap();
    let error = replay(Rulebook::embedded(), &old.replace(open, "open")).unwrap_err();
    assert!(matches!(error, ReplayError::NoMeter { .. }), "{error}");
    let other = old.replace(open, "open meter 99999.0000 reserve 0.0000");
    let error = replay(Rulebook::embedded(), &other).unwrap_err();
    assert!(matches!(error, ReplayError::Differs { .. }), "{error}");
}

fn finished(table: &Arc<Table>) -> Playing {
    let dice = &mut Dice(5);
    let mut round = random_bets(table, dice, Keep::Log);
    let mut deck = Deck::new(table.decks());
    while step(&mut round, &mut deck, dice) {}
    round
}

#[test]
fn a_replay_under_another_rulebook_says_so() {
    let book = Rulebook::embedded();
    let log = finished(&open("three-card-poker")).log_text();
    assert!(replay(book, &log).is_ok());
    // The tie of the ante pays, instead of being given back.
    let other = book.with_pay("three-card-poker", "tie", "1 to 1".parse::<Odds>().unwrap());
    let error = replay(&other, &log).unwrap_err();
    assert!(matches!(error, ReplayError::OtherRulebook { line: 4, .. }), "{error}");
    assert!(error.to_string().starts_with("line 4: the round was played under another rulebook"));
    // What this table does not use may change.
    let section = book.game("three-card-poker").unwrap().newest();
    let mut unused = section.schedules.iter().find(|s| s.wager == "progressive").unwrap().clone();
    unused.parts[0].rows[0].pays = Odds::Dollars(Cents::dollars(7));
    assert!(replay(&book.with_schedule("three-card-poker", &unused), &log).is_ok());
    let other_game = book.with_pay("caribbean-stud", "tie", "1 to 1".parse::<Odds>().unwrap());
    assert!(replay(&other_game, &log).is_ok());
    // Without its digest it is no log of this version.
    let without: String = log
        .lines()
        .filter(|line| !line.starts_with("rulebook "))
        .map(|l| format!("{l}\n"))
        .collect();
    assert_eq!(replay(book, &without).unwrap_err(), ReplayError::NoDigest { line: 4 });
}

#[test]
fn the_operations_of_a_log_are_numbered_without_a_gap() {
    let log = finished(&open("let-it-ride")).log_text();
    let wrong = log.replacen("\n3 ", "\n4 ", 1);
    let error = replay(Rulebook::embedded(), &wrong).unwrap_err();
    assert!(matches!(error, ReplayError::Differs { .. }), "{error}");
    let wrong = log.replacen("\n3 ", "\n", 1);
    let error = replay(Rulebook::embedded(), &wrong).unwrap_err();
    assert!(matches!(error, ReplayError::NoEntry { .. }), "{error}");
}

/// Every table of every game has a digest of its own posting's rules, and opening it again gives the
/// same.
#[test]
fn a_digest_is_that_of_the_rules_in_use() {
    let book = Rulebook::embedded();
    let dice = &mut Dice(11);
    for game in book.games() {
        for _ in 0..20 {
            let table = random_table(book, game, dice);
            let again = Table::open(book, table.posting().clone()).unwrap();
            assert_eq!(table.digest(), again.digest());
            assert_eq!(table.digest().len(), 64);
            let Some(pay) = table.section().pays.first() else { continue };
            let other = book.with_pay(&game.id, &pay.key, "9 to 1".parse().unwrap());
            let other = Table::open(&other, table.posting().clone()).unwrap();
            assert_ne!(table.digest(), other.digest(), "{} {}", game.id, pay.key);
        }
    }
}

/// A report with everything is read back with everything, whether or not a section has use for it.
#[test]
fn reports_keep_all_that_they_name() {
    for (_, what) in Irregularity::WORDS {
        let report = Report::new(*what, Some(seat(2)));
        let reports = [
            Report::new(*what, None),
            report,
            report.with(seat(5)),
            report.of_card("7h".parse().unwrap()),
            report.of_card("7h".parse().unwrap()).with(seat(5)),
        ];
        for report in reports {
            let op = Op::Report(report);
            assert_eq!(op.to_string().parse::<Op>(), Ok(op));
        }
    }
}

/// Tips are operations too, and their refusals change nothing.
#[test]
fn tips_are_read_back_with_their_decision() {
    let round = finished(&open("three-card-poker"));
    let mut tipped = Round::new(round.table(), Keep::Log);
    for op in [
        bet(1, "ante", 10),
        Op::Tip { seat: seat(1), line: "ante".into(), amount: Cents::dollars(5) },
        Op::Lock,
    ] {
        tipped.apply(op).unwrap();
    }
    for card in ["Ah", "2c", "Kh", "3d", "Qh", "7s"] {
        tipped.apply(Op::Card(card.parse().unwrap())).unwrap();
    }
    let op: Op = "decide 1 play with tip 5.00".parse().unwrap();
    let events = tipped.apply(op.clone()).unwrap();
    assert_eq!(events[0].op(), Some(op));
    let again = rebuild(&tipped).unwrap();
    assert_eq!(lines(&again), lines(&tipped));
    assert_eq!(again.settlement().tips, tipped.settlement().tips);
}
