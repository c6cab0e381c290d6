//! What hands are called: by the part of the game that they are compared in at that moment.

use std::sync::Arc;

use cards::{Card, parse_cards};
use games::{Action, HandValue, Keep, Next, Posting, Round, SeatNumber, Table, Whose};
use money::Cents;
use rulebook::Rulebook;

const SEAT: SeatNumber = SeatNumber::FIRST;
const YOURS: Whose = Whose::Seat(SEAT, 0);

fn locked(game: &str, bets: &[(&str, i64)]) -> Round {
    let posting = Posting { game: game.to_owned(), ..Posting::default() };
    let table: Arc<Table> = Table::open(Rulebook::embedded(), posting).unwrap();
    let mut round = Round::new(&table, Keep::Nothing);
    for (bet, dollars) in bets {
        round.bet(SEAT, bet, Cents::dollars(*dollars)).unwrap();
    }
    round.lock().unwrap();
    round
}

/// Hands cards over, in dealing order.
#[track_caller]
fn deal(round: &mut Round, cards: &str) {
    for card in parse_cards(cards).unwrap() {
        assert!(matches!(round.next(), Next::Card(_)), "{:?}", round.next());
        round.card(card).unwrap();
    }
}

fn act(round: &mut Round, action: &str) {
    round.act(SEAT, action.parse::<Action>().unwrap()).unwrap();
}

fn cards(text: &str) -> Vec<Card> {
    if text.is_empty() { Vec::new() } else { parse_cards(text).unwrap() }
}

/// The hands that cards make, as `words` or `words (part)`.
#[track_caller]
fn check(round: &Round, whose: Whose, own: &str, board: &str, expected: &[&str]) {
    let hands = round.hands(whose, &cards(own), &cards(board));
    let words = hands.iter().map(|hand| match hand.part {
        Some(part) => format!("{} ({part})", hand.words),
        None => hand.words.clone(),
    });
    assert_eq!(words.collect::<Vec<_>>(), expected);
}

#[test]
fn each_game_compares_hands_in_its_own_way() {
    let round = locked("three-card-poker", &[("ante", 5)]);
    check(&round, YOURS, "Jd Td 9c", "", &["jack-high straight"]);
    check(&round, Whose::Dealer, "Qs 7h", "", &[]);
    let round = locked("four-card-poker", &[("ante", 5)]);
    check(&round, YOURS, "Kh 9h 4h 2h 2c", "", &["king-high flush"]);
    check(&round, Whose::Dealer, "As Ah 7c 7d 2s 2h", "", &["two pair, aces and sevens"]);
    let round = locked("caribbean-stud", &[("ante", 5)]);
    check(&round, YOURS, "Kh 9h 4h 2h 2c", "", &["pair of twos"]);
    let round = locked("ultimate-texas-holdem", &[("ante", 5), ("blind", 5)]);
    check(&round, YOURS, "Kh 9h", "", &[]);
    check(&round, YOURS, "Kh 9h", "4h 2h 2c", &["pair of twos"]);
    let round = locked("let-it-ride", &[("base", 5)]);
    check(&round, YOURS, "Kh 9h 4h", "2h", &[]);
    check(&round, YOURS, "Kh 9h 4h", "2h 2c", &["pair of twos"]);
    check(&round, Whose::Dealer, "", "4h 2h 2c Qs Jd", &[]);
}

/// Hold 'em is played first, and then blackjack on the same two cards (10).
#[test]
fn arsd_16_15_11_s10_the_212_compares_holdem_and_then_totals() {
    let mut round = locked("holdem-212", &[("holdem", 5), ("blackjack", 5)]);
    deal(&mut round, "Kh Jd 9s Tc");
    act(&mut round, "bet 2");
    deal(&mut round, "3c 7d 9h 2c");
    check(&round, YOURS, "Kh 9s", "7d 9h 2c", &["pair of nines"]);
    act(&mut round, "bet 2");
    deal(&mut round, "3d 8c");
    act(&mut round, "bet 2");
    deal(&mut round, "4d 4s");
    act(&mut round, "bet 2");
    deal(&mut round, "6h");
    let board = "7d 9h 2c 8c 4s";
    check(&round, YOURS, "Kh 9s", board, &["19"]);
    let dealt = round.cards_for_pot(SEAT).unwrap();
    let for_pot = round.table().hand_for_pot(&dealt, &cards(board)).unwrap();
    assert_eq!(for_pot.words, "pair of nines");
}

/// Three cards and one, each finished by both community cards (5) (6); what is laid down is its four cards (5).
#[test]
fn arsd_16_15_09_s5_the_hands_of_silverado_are_named_apart() {
    let mut round = locked("silverado-stud", &[("base", 5)]);
    deal(&mut round, "9s 9h 7s 2d 2s 7c");
    act(&mut round, "set 2d");
    check(&round, YOURS, "9s 9h 7s 2d", "2s", &[]);
    act(&mut round, "no-raise");
    let named = ["two pair, nines and sevens (five cards)", "pair of twos (three cards)"];
    check(&round, YOURS, "9s 9h 7s 2d", "2s 7c", &named);
    let mut round = locked("silverado-stud", &[("base", 5)]);
    deal(&mut round, "9s 9h 9d 9c 2s 3c");
    check(&round, YOURS, "9s 9h 9d 9c", "", &[]);
    act(&mut round, "lay-down");
    check(&round, YOURS, "9s 9h 9d 9c", "2s 3c", &["four of a kind, nines"]);
}

/// An ace and a ten are a blackjack as they are dealt, and 21 after a split (24).
#[test]
fn arsd_15_s24_an_ace_and_a_ten_after_a_split_are_21() {
    let mut round = locked("blackjack", &[("blackjack", 10)]);
    check(&round, YOURS, "As Kh", "", &["blackjack"]);
    deal(&mut round, "As 9h Ad 8c");
    act(&mut round, "split");
    check(&round, YOURS, "As Kh", "", &["21"]);
    check(&round, YOURS, "As 5h", "", &["soft 16"]);
    check(&round, Whose::Dealer, "As Kh", "", &["blackjack"]);
    let hands = round.hands(YOURS, &cards("9s Kh"), &[]);
    assert!(matches!(hands[0].value, HandValue::Total(total) if total.points() == 19));
}
