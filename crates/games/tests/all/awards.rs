//! Awards come from outside, like cards: the round stops at every winner of the progressive.

use std::sync::Arc;

use cards::parse_cards;
use games::{
    Action, AwardDue, Keep, Meter, Next, NextView, Op, Posting, Refusal, ReplayError, Round,
    SeatNumber, Sign, Table, Viewer, Worth, replay,
};
use money::{Cents, Rate};
use rulebook::{Irregularity, Rulebook};

use crate::support::{Playing, lines, log, settle};

fn seat(number: u8) -> SeatNumber {
    SeatNumber::new(number).unwrap()
}

fn open(game: &str, schedule: &str, options: &[(&str, &str)]) -> Arc<Table> {
    let options = options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
    let posting = Posting {
        game: game.to_owned(),
        schedules: [("progressive".to_owned(), schedule.to_owned())].into(),
        options: options.collect(),
        ..Posting::default()
    };
    Table::open(Rulebook::embedded(), posting).unwrap()
}

fn meter(display: &str) -> Meter {
    Meter::new(display.parse().unwrap(), "0".parse().unwrap())
}

/// A locked round: seats from 1 on with ante and progressive, dealt hand by hand, dealer last.
fn dealt(table: &Arc<Table>, hands: &[&str]) -> Playing {
    let mut round = Playing::new(table, Some(meter("50000")), Keep::Log);
    let hands: Vec<Vec<cards::Card>> =
        hands.iter().map(|hand| parse_cards(hand).unwrap()).collect();
    for number in (1..hands.len() as u8).map(seat) {
        round.bet(number, "ante", Cents::dollars(10)).unwrap();
        round.bet(number, "progressive", Cents::dollars(1)).unwrap();
    }
    round.lock().unwrap();
    while let Next::Card(want) = *round.next() {
        let place = match want.to {
            games::Recipient::Seat { seat, .. } => usize::from(seat.get()) - 1,
            _ => hands.len() - 1,
        };
        let felt = round.felt();
        let pile = felt.seats.get(place).map_or(&felt.dealer, |seat| &seat.hands[0].cards);
        let card = hands[place][pile.cards().len()];
        round.card(card).unwrap();
    }
    round
}

/// Everyone does this.
fn all(round: &mut Playing, action: &str) {
    while let Next::Decision(choice) = round.next() {
        let seat = choice.seat;
        round.act(seat, action.parse().unwrap()).unwrap();
    }
}

const ROYAL: &str = "As Ks Qs Js Ts";
const STRAIGHT_FLUSH: &str = "9h 8h 7h 6h 5h";
const NOTHING: &str = "Tc 8d 6h 4s 2h";
const DEALER: &str = "Kc Qd 9s 4c 3d";

/// PMG-01, last seat first: a straight flush for 10%, four of a kind for $300 from the tray, a royal
/// for 100%. With $50,000 and 3 x $0.25 on the meter, 10% is $5,000.07, and the royal takes the
/// $45,000.68 that are left.
#[test]
fn prg_9_the_settlement_stops_at_every_winner_of_meter_and_tray() {
    let table = open("caribbean-stud", "PMG-01", &[]);
    let hands = [ROYAL, "2s 2d 2c 2h 9c", STRAIGHT_FLUSH, DEALER];
    let mut round = dealt(&table, &hands);
    assert_eq!(round.awards_due().count(), 0, "nobody has won before the hands are settled");
    all(&mut round, "play");
    let due: Vec<AwardDue> = round.awards_due().collect();
    let words = |due: &AwardDue| table.progressive().unwrap().table.row(due.row).hand.words();
    let found: Vec<(u8, &str)> = due.iter().map(|due| (due.seat.get(), words(due))).collect();
    assert_eq!(found, [(3, "straight flush"), (2, "four of a kind"), (1, "royal flush")]);
    assert_eq!(*round.next(), Next::Award(due[0]));
    assert_eq!(due[0].worth, Worth::Share(Rate::percent(10).unwrap()));
    let tray = Cents::dollars(300);
    assert_eq!(due[1].worth, Worth::Fixed(tray));
    assert_eq!(due[2].worth, Worth::Share(Rate::ALL));
    // Antes and bets of all seats were settled before; the progressive comes last in Caribbean stud.
    assert_eq!(lines(&round).len(), 6);
    let dollars = |amount: &str| amount.parse::<Cents>().unwrap();
    for (op, refusal) in [
        (award(1, "5000.07"), Refusal::NotTheAwardOf { due: seat(3) }),
        (award(3, "-0.01"), Refusal::NegativeAward(dollars("-0.01"))),
        (Op::Lock, Refusal::BetsAreClosed),
        (Op::ClearBets { seat: seat(3) }, Refusal::BetsAreClosed),
        (Op::Card("2h".parse().unwrap()), Refusal::NoCardWanted),
        (Op::Unseen, Refusal::NoCardWanted),
        ("decide 3 play".parse().unwrap(), Refusal::NoDecisionWanted),
        ("report defective-deck dealer".parse().unwrap(), Refusal::AwardFirst),
        ("misdealt 3 2h".parse().unwrap(), Refusal::NoCardWanted),
    ] {
        let before = round.clone();
        assert_eq!(round.apply(op.clone()), Err(refusal), "{op}");
        assert_eq!((round.felt(), round.log()), (before.felt(), before.log()));
    }
    let events = round.apply(award(3, "5000.07")).unwrap();
    assert_eq!(events[0].op(), Some(award(3, "5000.07")));
    assert_eq!(events.len(), 2, "the award and its line");
    // An amount from the tray is what the row says, no more and no less.
    let other = tray + Cents::new(1);
    let refusal = Refusal::AwardMustBe { amount: other, must: tray };
    assert_eq!(round.apply(Op::Award { seat: seat(2), amount: other, paid: None }), Err(refusal));
    assert_eq!(round.awards_due().collect::<Vec<_>>(), due[1..]);
    round.apply(Op::Award { seat: seat(2), amount: tray, paid: None }).unwrap();
    round.apply(award(1, "45000.68")).unwrap();
    assert_eq!(*round.next(), Next::Done);
    assert_eq!(round.apply(award(1, "45000.68")), Err(Refusal::RoundIsOver));
    let text = log(&round);
    let paid =
        "award 3 5000.07\n> win 3 progressive staked 1.00 returned 5000.07 by straight flush";
    assert!(text.contains(paid), "{text}");
}

fn award(number: u8, amount: &str) -> Op {
    Op::Award { seat: seat(number), amount: amount.parse().unwrap(), paid: None }
}

/// The sign answers the same awards by itself: 10% of $50,000.75, down to the cent, then what is left.
#[test]
fn prg_5_a_sign_figures_all_awards_of_a_round_together() {
    let table = open("caribbean-stud", "PMG-01", &[]);
    let mut round = dealt(&table, &[ROYAL, "2s 2d 2c 2h 9c", STRAIGHT_FLUSH, DEALER]);
    all(&mut round, "play");
    round.pay_awards();
    assert!(log(&round).contains("award 3 5000.07\n"), "{}", log(&round));
    assert!(log(&round).contains("award 1 45000.68\n"), "{}", log(&round));
    let moved = round.meter().unwrap();
    assert_eq!(moved.contributed.to_string(), "0.7500");
    // 5,000.07 + 45,000.68 = 50,000.75; the seed is $10,000.
    assert_eq!(moved.awarded.to_string(), "50000.7500");
    assert_eq!(moved.after.to_string(), "10000.0000");
    let sign = round.0.sign.as_ref().unwrap();
    assert_eq!(sign.after(&round), meter("10000"));
}

/// Two royals share $50,000.50.
#[test]
fn prg_5_split_awards_need_all_that_are_due() {
    let table = open("caribbean-stud", "PMG-01", &[("house-procedure", "split")]);
    let mut round = dealt(&table, &[ROYAL, "Ah Kh Qh Jh Th", DEALER]);
    all(&mut round, "play");
    assert_eq!(round.awards_due().count(), 2);
    round.pay_awards();
    assert!(log(&round).contains("award 2 25000.25\n"), "{}", log(&round));
    assert!(log(&round).contains("award 1 25000.25\n"), "{}", log(&round));
    assert_eq!(round.meter().unwrap().after.to_string(), "10000.0000");
}

/// Where the rule settles the progressive in a seat's turn, the lines of the seats after it are out,
/// and those of the seats before it are not.
#[test]
fn gen_1_lines_before_an_award_are_out_and_those_after_it_wait() {
    let table = open("four-card-poker", "PMG-01", &[]);
    // A royal flush for seat 2, nothing for the others.
    let hands = ["2c 7d 9h Jc 4d", ROYAL, "3c 8d Th Jd 5h", "Kd 5c 4h 6d Qc 2h"];
    let mut round = dealt(&table, &hands);
    all(&mut round, "play 1x");
    let Next::Award(due) = *round.next() else { panic!("{:?}", round.next()) };
    assert_eq!((due.seat, due.worth), (seat(2), Worth::Share(Rate::ALL)));
    let seats: Vec<u8> = round.settlement().lines.iter().map(|line| line.seat.get()).collect();
    assert!(seats.iter().all(|seat| *seat >= 2) && seats.contains(&3), "{seats:?}");
    let view = round.view(Viewer::Public);
    assert_eq!(view.next, NextView::Award(due));
    assert!(view.seats[1].hands[0].cards.iter().all(|face| *face != cards::Face::Down));
    round.pay_awards();
    assert_eq!(*round.next(), Next::Done);
    assert!(lines(&round).iter().any(|line| line.starts_with("1 play")));
}

#[test]
fn gen_12_cs_7_a_void_round_and_a_dead_hand_ask_for_no_award() {
    let table = open("caribbean-stud", "PMG-01", &[]);
    let mut round = dealt(&table, &[ROYAL, NOTHING, DEALER]);
    round.report(Irregularity::DefectiveDeck, None).unwrap();
    assert_eq!(*round.next(), Next::Done);
    assert_eq!(round.progressive_bets(), Some(0));
    assert_eq!(round.meter().unwrap().after.to_string(), "50000.0000");

    let mut round = dealt(&table, &[ROYAL, NOTHING, DEALER]);
    round.report(Irregularity::WrongNumberOfCards, Some(seat(1))).unwrap();
    all(&mut round, "play");
    assert_eq!(*round.next(), Next::Done, "the royal is dead, and the other hand wins nothing");
    assert_eq!(round.progressive_bets(), Some(1));
    assert_eq!(round.meter().unwrap().after.to_string(), "50000.2500");
}

#[test]
fn a_round_without_a_progressive_bet_moves_no_meter() {
    let table = open("caribbean-stud", "PMG-01", &[]);
    let mut round = Round::new(&table, Keep::Nothing);
    round.bet(seat(1), "ante", Cents::dollars(10)).unwrap();
    round.lock().unwrap();
    assert_eq!(round.progressive_bets(), None);
    let sign = Sign::new(meter("50000"));
    assert_eq!(sign.moved(&round), None);
    assert_eq!(sign.after(&round), meter("50000"));
    assert_eq!(sign.shows(&round), meter("50000").display);
}

/// A log with the meter is replayed against the sign; one without it takes the awards as they are.
#[test]
fn a_replay_finds_an_award_that_the_meter_does_not_come_to() {
    let text = include_str!("../../../../docs/rounds/caribbean-stud-two-royals.round.toml");
    let round = settle(text);
    let book = Rulebook::embedded();
    let log = round.log_text();
    assert_eq!(replay(book, &log).unwrap().meter(), round.meter());
    let wrong = log.replace("award 5 12346.92", "award 5 12346.93");
    let wrong = wrong.replace("returned 12346.92", "returned 12346.93");
    let error = replay(book, &wrong).unwrap_err();
    assert!(matches!(error, ReplayError::Differs { .. }), "{error}");
    assert!(error.to_string().contains("award 5 12346.93"), "{error}");
    let without = wrong.replace("open meter 12345.6700 reserve 0.0000", "open");
    let again = replay(book, &without).unwrap();
    assert_eq!(again.meter(), None);
    assert_eq!(again.log_text(), without);
}

/// [PRG-13] A folded hand's progressive stays live in Mississippi, Ultimate, Four-Card and Three-card, and is lost in
/// Caribbean and the Hold'em Bonus. Let it ride has no fold.
#[test]
fn prg_13_the_round_says_whether_a_folded_hands_progressive_is_live() {
    let games = [
        ("mississippi-stud", "MS-STUD-01", &["ante"][..], true),
        ("ultimate-texas-holdem", "UTHP-01", &["ante", "blind"], true),
        ("four-card-poker", "FCCP-1", &["ante"], true),
        ("three-card-poker", "paytable-1", &["ante"], true),
        ("caribbean-stud", "CS-10", &["ante"], false),
        ("texas-holdem-bonus", "THBP-08", &["ante"], false),
    ];
    for (game, schedule, bets, stays_live) in games {
        let table = open(game, schedule, &[]);
        let mut round = Playing::new(&table, Some(meter("10000")), Keep::Log);
        for number in [1, 2, 3].map(seat) {
            for bet in bets {
                round.bet(number, bet, Cents::dollars(10)).unwrap();
            }
        }
        for number in [1, 2].map(seat) {
            round.bet(number, "progressive", Cents::dollars(1)).unwrap();
        }
        round.lock().unwrap();
        let mut deck = cards::CardSet::FULL.into_iter();
        // Seats 1 and 3 fold as soon as they can, seat 2 plays to the end.
        loop {
            match round.next().clone() {
                Next::Card(_) => round.card(deck.next().unwrap()).unwrap(),
                Next::Decision(choice) => {
                    let folds = choice.seat != seat(2);
                    let has = |wanted: Action| choice.actions.iter().find(|one| **one == wanted);
                    let fold = has(Action::Fold).filter(|_| folds);
                    let other = || choice.actions.iter().find(|one| **one != Action::Fold);
                    let action = fold.or(has(Action::Check)).or_else(other).unwrap();
                    round.act(choice.seat, *action).unwrap();
                }
                Next::Bets | Next::Award(_) | Next::Done => break,
            }
        }
        assert!(round.felt().seats[0].is_out, "{game}");
        assert_eq!(round.has_live_progressive(seat(1)), stays_live, "{game}: folded");
        assert!(round.has_live_progressive(seat(2)), "{game}: plays on");
        assert!(!round.has_live_progressive(seat(3)), "{game}: has no progressive bet");
        assert!(!round.has_live_progressive(seat(5)), "{game}: is not there");
    }
}
