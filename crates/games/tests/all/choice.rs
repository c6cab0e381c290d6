//! What a decision says of itself: its wager, its line, what each action stakes, the tip that goes with it.

use std::sync::Arc;

use games::{Action, Choice, Keep, Next, Posting, Round, SeatNumber, Stage, Table};
use money::Cents;
use rulebook::Rulebook;

/// A round with one seat's bets locked.
fn locked(posting: Posting, bets: &[(&str, i64)], tips: &[(&str, i64)]) -> Round {
    let table: Arc<Table> = Table::open(Rulebook::embedded(), posting).unwrap();
    let mut round = Round::new(&table, Keep::Nothing);
    for (bet, dollars) in bets {
        round.bet(SeatNumber::FIRST, bet, Cents::dollars(*dollars)).unwrap();
    }
    for (line, dollars) in tips {
        round.tip(SeatNumber::FIRST, line, Cents::dollars(*dollars)).unwrap();
    }
    round.lock().unwrap();
    round
}

fn posting(game: &str) -> Posting {
    Posting { game: game.to_owned(), ..Posting::default() }
}

/// Deals cards, in dealing order, as far as they are wanted.
#[track_caller]
fn deal(round: &mut Round, cards: &str) {
    for card in cards::parse_cards(cards).unwrap() {
        assert!(matches!(round.next(), Next::Card(_)), "{:?}", round.next());
        round.card(card).unwrap();
    }
}

#[track_caller]
fn act(round: &mut Round, action: &str) {
    let Next::Decision(choice) = round.next() else { panic!("{:?}", round.next()) };
    let seat = choice.seat;
    round.act(seat, action.parse().unwrap()).unwrap();
}

#[track_caller]
fn choice(round: &Round) -> &Choice {
    let Next::Decision(choice) = round.next() else { panic!("{:?}", round.next()) };
    choice
}

/// The decision's wager and line, and each action with the dollars that it adds and the tip that goes with it.
#[track_caller]
fn check(round: &Round, wager: &str, line: Option<&str>, expected: &[&str]) {
    let choice = choice(round);
    assert_eq!(choice.about.wager, wager);
    let known = line.map(|line| round.table().line(line).unwrap());
    assert_eq!(choice.about.line, known);
    let words = choice.offers().map(|offer| {
        assert_eq!(offer.line, known.filter(|_| offer.adds > Cents::ZERO));
        let adds =
            if offer.adds > Cents::ZERO { format!(" +{:#}", offer.adds) } else { String::new() };
        let tip = offer.tip.map(|tip| format!(" tip {tip:#}")).unwrap_or_default();
        format!("{}{adds}{tip}", offer.action)
    });
    assert_eq!(words.collect::<Vec<_>>(), expected);
}

/// "A play wager equal to the ante" (9), and for the dealer as for the player (3) [TCP-8].
#[test]
fn arsd_16_15_02_s9_play_equals_the_ante() {
    let mut round = locked(posting("three-card-poker"), &[("ante", 15)], &[]);
    deal(&mut round, "Qs 6h 4d 2c 7c 9c");
    check(&round, "ante", Some("play"), &["play +$15", "fold"]);
    assert_eq!(choice(&round).about.stage, Stage::Play);
    let mut round = locked(posting("three-card-poker"), &[("ante", 15)], &[("ante", 2)]);
    deal(&mut round, "Qs 6h 4d 2c 7c 9c");
    check(&round, "ante", Some("play"), &["play +$15 tip $2", "fold"]);
}

/// The bet is exactly twice the ante (11)(b); no tip rides on it.
#[test]
fn arsd_16_15_05_s11_the_bet_is_twice_the_ante() {
    let mut round = locked(posting("caribbean-stud"), &[("ante", 15)], &[("ante", 5)]);
    deal(&mut round, "As Kh 8d 6c 3s 9h Jh 4c 4d Kc");
    check(&round, "ante", Some("bet"), &["play +$30", "fold"]);
}

/// One to three times the ante (6) [FCP-2].
#[test]
fn arsd_16_15_10_s6_play_is_one_to_three_antes() {
    let mut round = locked(posting("four-card-poker"), &[("ante", 5)], &[]);
    deal(&mut round, "As Kh 8d 6c 3s 9h Jh 4c 4d Kc 2c");
    check(&round, "ante", Some("play"), &["play 1x +$5", "play 2x +$10", "play 3x +$15", "fold"]);
}

/// Bets 1 and 2 ride or are taken back, each at its own decision (5) (6) [LIR-2]; nothing is added.
#[test]
fn arsd_16_15_03_s5_s6_nothing_is_added_to_a_bet_that_rides() {
    let mut round = locked(posting("let-it-ride"), &[("base", 5)], &[]);
    deal(&mut round, "As Kh 8d 6c 3s");
    check(&round, "base", Some("bet-1"), &["ride", "pull"]);
    assert_eq!((choice(&round).about.stage.words(), choice(&round).made()), ("Bet 1", &[][..]));
    act(&mut round, "pull");
    check(&round, "base", Some("bet-2"), &["ride", "pull"]);
    assert_eq!(choice(&round).about.stage.words(), "Bet 2");
    assert_eq!(choice(&round).made(), [Action::Pull]);
}

/// The hands are set, and then the five-card bet may be raised by as much again (6) [SS-8].
#[test]
fn arsd_16_15_09_s6_a_raise_equals_the_five_card_bet() {
    let mut round = locked(posting("silverado-stud"), &[("base", 10)], &[]);
    deal(&mut round, "As Kh 8d 6c 3s 9h");
    check(&round, "base", None, &["set As", "set Kh", "set 8d", "set 6c"]);
    assert_eq!(choice(&round).about.stage, Stage::Setting);
    act(&mut round, "set Kh");
    check(&round, "base", Some("raise"), &["raise +$10", "no-raise"]);
    assert_eq!(choice(&round).made(), ["set Kh".parse::<Action>().unwrap()]);
}

/// One to three antes on each street, and the dealer's in the same multiple of the tip ante (3) (8) [MS-3].
#[test]
fn arsd_16_15_14_s8_each_street_is_one_to_three_antes() {
    let mut round = locked(posting("mississippi-stud"), &[("ante", 10)], &[("ante", 1)]);
    deal(&mut round, "As Kh");
    let offers = ["bet 1x +$10 tip $1", "bet 2x +$20 tip $2", "bet 3x +$30 tip $3", "fold"];
    check(&round, "ante", Some("third"), &offers);
    act(&mut round, "bet 3x");
    deal(&mut round, "8d");
    check(&round, "ante", Some("fourth"), &offers);
    act(&mut round, "bet 1x");
    deal(&mut round, "6c");
    check(&round, "ante", Some("fifth"), &offers);
    assert_eq!(choice(&round).about.stage.words(), "5th street");
    assert_eq!(choice(&round).made(), [Action::BetTimes(3), Action::BetTimes(1)]);
}

/// Twice the ante on the flop, and one ante on the turn and on the river [THB-1].
#[test]
fn arsd_16_15_12_s5_s7_s9_two_antes_on_the_flop_then_one() {
    let mut round = locked(posting("texas-holdem-bonus"), &[("ante", 10)], &[]);
    deal(&mut round, "As Kh 8d 6c");
    check(&round, "ante", Some("flop"), &["bet 2x +$20", "fold"]);
    act(&mut round, "bet 2x");
    deal(&mut round, "2c 9h Jh 4c");
    check(&round, "ante", Some("turn"), &["bet 1x +$10", "check"]);
    act(&mut round, "check");
    deal(&mut round, "2d Kc");
    check(&round, "ante", Some("river"), &["bet 1x +$10", "check"]);
    assert_eq!(choice(&round).about.stage, Stage::AfterTurn);
    assert_eq!(choice(&round).made(), [Action::BetTimes(2), Action::Check]);
}

/// Four or three antes at first, two after the flop, one at last (7) (9) (11); tips follow the ante's [UTH-9].
#[test]
fn arsd_16_15_15_s7_s9_s11_one_play_bet_the_larger_the_sooner() {
    let bets = [("ante", 5), ("blind", 5)];
    let mut round = locked(posting("ultimate-texas-holdem"), &bets, &[("ante", 2)]);
    deal(&mut round, "As Kh 8d 6c");
    check(&round, "ante", Some("play"), &["bet 4x +$20 tip $8", "bet 3x +$15 tip $6", "check"]);
    act(&mut round, "check");
    deal(&mut round, "2c 9h Jh 4c");
    check(&round, "ante", Some("play"), &["bet 2x +$10 tip $4", "check"]);
    act(&mut round, "check");
    deal(&mut round, "2d Kc Qc");
    check(&round, "ante", Some("play"), &["bet 1x +$5 tip $2", "fold"]);
    assert_eq!(choice(&round).about.stage, Stage::AfterRiver);
}

/// Insurance is half the wager (23); a double and a split match it (24) (30).
#[test]
fn arsd_15_s23_s24_s30_insurance_is_half_and_doubles_match() {
    let mut round = locked(posting("blackjack"), &[("blackjack", 15)], &[]);
    deal(&mut round, "8s Ah 8d 9c");
    check(&round, "blackjack", Some("insurance"), &["insure +$7.50", "decline"]);
    assert_eq!(choice(&round).about.stage, Stage::Insurance);
    act(&mut round, "decline");
    let offers = ["hit", "stand", "double +$15", "split +$15"];
    check(&round, "blackjack", Some("blackjack"), &offers);
    assert_eq!(choice(&round).about.stage, Stage::Hand);
}

/// A press adds the winnings; in the older edition, the wager too [WAR-3].
#[test]
fn war_3_what_a_press_adds_differs_by_edition() {
    let bets = [("blackjack", 10), ("war", 5)];
    let mut round = locked(posting("war-blackjack"), &bets, &[]);
    deal(&mut round, "Ks 5h");
    check(&round, "war", Some("blackjack"), &["take", "press +$5"]);
    let edition = Some("2014-07-29".parse().unwrap());
    let mut round = locked(Posting { edition, ..posting("war-blackjack") }, &bets, &[]);
    deal(&mut round, "Ks 5h");
    check(&round, "war", Some("blackjack"), &["take", "press +$10"]);
    assert_eq!(choice(&round).about.stage, Stage::War);
}

/// A call matches the bet, and a raise is counted to the whole (9) [H212-5].
#[test]
fn h212_5_a_call_and_a_raise_add_what_is_missing() {
    let table = Table::open(Rulebook::embedded(), posting("holdem-212")).unwrap();
    let mut round = Round::new(&table, Keep::Nothing);
    let seats = [1, 2].map(|seat| SeatNumber::new(seat).unwrap());
    for seat in seats {
        round.bet(seat, "holdem", Cents::dollars(1)).unwrap();
        round.bet(seat, "blackjack", Cents::dollars(5)).unwrap();
    }
    // The second player has $8 for the pot beside the ante [H212-7].
    round.chips(seats[1], Cents::dollars(8)).unwrap();
    round.lock().unwrap();
    deal(&mut round, "Kh Jd 9s Tc Qs Th");
    act(&mut round, "bet 5");
    let offers = ["call +$5", "raise 7 +$7", "raise 8 +$8", "fold"];
    check(&round, "holdem", Some("holdem"), &offers);
    act(&mut round, "raise 8");
    // The other has bet $5 of the $8, and nobody could call more.
    check(&round, "holdem", Some("holdem"), &["call +$3", "fold"]);
}

/// "1 for 2" gives back half of what is staked: $7.50 of $15 in blackjack (25), $5 of $10 in Casino War (4)(a)(i).
#[test]
fn arsd_15_s25_16_15_17_s4_a_i_a_surrender_says_what_it_gives_back() {
    let returned = |round: &Round| {
        let choice = choice(round);
        let others = choice.offers().filter(|offer| offer.action != Action::Surrender);
        assert!(others.into_iter().all(|offer| offer.returns.is_none()));
        choice.offer(Action::Surrender).and_then(|offer| offer.returns)
    };
    let mut late = posting("blackjack");
    late.options.insert("surrender".to_owned(), "late".to_owned());
    let mut round = locked(late, &[("blackjack", 15)], &[]);
    deal(&mut round, "Ts 9h 6d 9c");
    assert_eq!(returned(&round), Some(Cents::new(750)));
    let mut round = locked(posting("casino-war"), &[("bet", 10)], &[]);
    deal(&mut round, "8s 8d");
    assert_eq!(returned(&round), Some(Cents::dollars(5)));
}
