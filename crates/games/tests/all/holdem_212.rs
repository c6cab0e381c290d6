//! Hold 'em 212, 20:18:16:15.11.

mod blackjack;
mod laws;
mod players;

use std::sync::Arc;

use cards::{Card, DECK};
use games::{
    Action, Event, Facing, Keep, Next, Posting, Recipient, Refusal, Round, SeatNumber, Table,
};
use money::Cents;
use rulebook::{Irregularity, Rulebook};

use crate::support::{check, lines, problems, settle};

/// One player, $5 and $10, against burned cards; more keys and actions may follow.
fn alone(cards: &str, dealer: &str, burns: &str, board: &str, actions: &str) -> String {
    format!(
        "game = 'holdem-212'\ndealer = '{dealer}'\nburns = '{burns}'\nboard = '{board}'\n\
         [[seat]]\nnumber = 1\ncards = '{cards}'\nbets = {{ holdem = '5', blackjack = '10' }}\n\
         actions = [{actions}]\n"
    )
}

/// One player who folds at once and plays blackjack.
fn blackjack(cards: &str, dealer: &str, shoe: &str, actions: &str) -> String {
    format!(
        "game = 'holdem-212'\ndealer = '{dealer}'\nshoe = '{shoe}'\n[[seat]]\nnumber = 1\n\
         cards = '{cards}'\nbets = {{ holdem = '5', blackjack = '10' }}\n\
         actions = ['fold', {actions}]\n"
    )
}

/// A seat among several.
fn seat(number: u8, cards: &str, actions: &str) -> String {
    format!(
        "[[seat]]\nnumber = {number}\ncards = '{cards}'\n\
         bets = {{ holdem = '1', blackjack = '10' }}\nactions = [{actions}]\n"
    )
}

const FOUR_BETS: &str = "'bet 2', 'bet 4', 'bet 6', 'bet 10', 'stand'";
const CHECKS: &str = "'check', 'check', 'check'";

#[track_caller]
fn check_rake(text: &str, rake: &str) {
    assert_eq!(settle(text).rake().unwrap().to_string(), rake);
}

/// The hold 'em lines only.
#[track_caller]
fn check_holdem(text: &str, expected: &[&str]) {
    let found = lines(&settle(text));
    let found: Vec<&String> = found.iter().filter(|line| line.contains(" holdem ")).collect();
    assert_eq!(found, expected);
}

/// The blackjack lines only.
#[track_caller]
fn check_blackjack(text: &str, expected: &[&str]) {
    let found = lines(&settle(text));
    let found: Vec<&String> = found.iter().filter(|line| line.contains(" blackjack")).collect();
    assert_eq!(found, expected);
}

#[track_caller]
fn check_problem(text: &str, expected: &str) {
    assert_eq!(problems(text), [expected]);
}

#[test]
fn arsd_16_15_11_s6_the_ante_is_five_dollars_alone_and_one_with_others() {
    let text = alone("Ks Qh", "Td 9c", "", "", "'fold', 'stand'");
    check_problem(
        &text.replace("holdem = '5'", "holdem = '1'"),
        "test:5: seat[1]: holdem must be $5, not $1",
    );
    let two = format!(
        "game = 'holdem-212'\ndealer = 'Td 9c'\n{}{}",
        seat(1, "Ks Qh", "'fold', 'stand'"),
        seat(2, "Kd Qc", "'stand'"),
    );
    check_holdem(
        &two,
        &["1 holdem 1.00 0.00 lose (9) fold", "2 holdem 1.00 2.00 win (9) others folded"],
    );
    assert_eq!(
        problems(&two.replace("holdem = '1'", "holdem = '5'")),
        [
            "test:3: seat[1]: holdem must be $1, not $5",
            "test:8: seat[2]: holdem must be $1, not $5"
        ],
    );
}

#[test]
fn arsd_16_15_11_s6_limits_and_what_must_be_bet() {
    let text = blackjack("Ks Qh", "Td 9c", "", "'stand'");
    let with = |bets: &str| text.replace("holdem = '5', blackjack = '10'", bets);
    check_problem(&with("holdem = '5'"), "test:4: seat[1]: blackjack must be bet");
    check_problem(&with("blackjack = '5'"), "test:4: seat[1]: holdem must be bet");
    check_problem(
        &with("holdem = '5', blackjack = '2'"),
        "test:4: seat[1]: $2 on blackjack is under the minimum of $3",
    );
    check_problem(
        &with("holdem = '5', blackjack = '26'"),
        "test:4: seat[1]: $26 on blackjack is over the maximum of $25",
    );
    check_problem(
        &with("holdem = '5', blackjack = '3', two-card-plus = '11'"),
        "test:4: seat[1]: $11 on two-card-plus is over the maximum of $10",
    );
    check_problem(
        &with("holdem = '5', blackjack = '3', insurance = '1'"),
        "test:7: seat[1].bets.insurance: unknown bet \"insurance\"; this table has holdem, \
         blackjack, two-card-plus",
    );
    check_problem(
        &text.replace("actions", "tips = { blackjack = '5' }\nactions"),
        "test:8: seat[1].tips.blackjack: a tip cannot ride on blackjack: the section does not \
         provide for it",
    );
    assert_eq!(settle(&with("holdem = '5', blackjack = '3'")).settlement().lines.len(), 2);
    assert_eq!(settle(&with("holdem = '5', blackjack = '25'")).settlement().lines.len(), 2);
}

#[test]
fn arsd_16_15_11_s4_a_player_plays_one_hand_at_a_time() {
    let text = format!(
        "game = 'holdem-212'\ndealer = 'Td 9c'\n{}{}",
        seat(1, "Ks Qh", "'fold', 'stand'").replace("cards", "player = 1\ncards"),
        seat(2, "Kd Qc", "'stand'").replace("cards", "player = 1\ncards"),
    );
    assert_eq!(
        problems(&text),
        [
            "test:3: seat[1]: player 1 plays more hands than the 1 allowed",
            "test:9: seat[2]: player 1 plays more hands than the 1 allowed",
        ]
    );
}

#[test]
fn h212_12_a_wrong_number_of_cards_is_refused() {
    let text = blackjack("Ks Qh 2c", "Td 9c 8s", "", "'stand'");
    assert_eq!(
        problems(&text),
        [
            "test:2: dealer: 2 cards are dealt to the dealer, not 3",
            "test:6: seat[1].cards: 2 cards are dealt to a seat, not 3",
        ]
    );
}

fn open() -> Arc<Table> {
    let posting = Posting { game: "holdem-212".to_owned(), ..Posting::default() };
    Table::open(Rulebook::embedded(), posting).unwrap()
}

fn number(seat: u8) -> SeatNumber {
    SeatNumber::new(seat).unwrap()
}

fn sit_down(round: &mut Round, seats: &[u8]) {
    let ante = if seats.len() == 1 { 5 } else { 1 };
    for &seat in seats {
        round.bet(number(seat), "holdem", Cents::dollars(ante)).unwrap();
        round.bet(number(seat), "blackjack", Cents::dollars(10)).unwrap();
    }
}

fn round(seats: &[u8]) -> Round {
    let mut round = Round::new(&open(), Keep::Log);
    sit_down(&mut round, seats);
    round.lock().unwrap();
    round
}

/// Hands over cards, a burned one wherever it is wanted unseen.
fn deal(round: &mut Round, cards: &str) {
    for card in cards::parse_cards(cards).unwrap() {
        while let Next::Card(want) = round.next()
            && want.to == Recipient::Burn
            && want.facing == Facing::Down
        {
            round.unseen().unwrap();
        }
        round.card(card).unwrap();
    }
}

fn act(round: &mut Round, seat: u8, actions: &[&str]) {
    for action in actions {
        round.act(number(seat), action.parse().unwrap()).unwrap();
    }
}

fn legal(round: &Round) -> Vec<String> {
    match round.next() {
        Next::Decision(choice) => choice.actions.iter().map(Action::to_string).collect(),
        other => panic!("no decision is wanted but {other:?}"),
    }
}

#[test]
fn arsd_16_15_11_s6_one_card_at_a_time_face_down_the_dealer_last() {
    let mut round = round(&[2, 5]);
    let (two, five) = (
        Recipient::Seat { seat: number(2), hand: 0 },
        Recipient::Seat { seat: number(5), hand: 0 },
    );
    let order = [two, five, Recipient::Dealer, two, five, Recipient::Dealer];
    for (to, card) in order.into_iter().zip(DECK) {
        let Next::Card(want) = *round.next() else { panic!("a card is wanted") };
        assert_eq!((want.to, want.facing), (to, Facing::Down));
        assert_eq!(round.unseen(), Err(Refusal::MustBeSeen));
        round.card(card).unwrap();
    }
    assert!(matches!(round.next(), Next::Decision(choice) if choice.seat == number(2)));
}

#[test]
fn arsd_16_15_11_s7_rake_at_9_10_19_20_29_and_30_dollars() {
    let board = "board = '2c 7d 9h Jc 3s'";
    let two = |bets: &str, calls: &str| {
        format!(
            "game = 'holdem-212'\ndealer = 'Td 7c'\n{board}\n{}{}",
            seat(1, "Ks Qh", &format!("{bets}, 'stand'")),
            seat(2, "Kd Qc", &format!("{calls}, 'stand'")),
        )
    };
    let three = |bets: &str, calls: &str, third: &str| {
        format!("{}{}", two(bets, calls), seat(3, "Kh 8c", &format!("{third}, 'stand'")))
    };
    let call = "'call', 'check', 'check', 'check'";
    // 3 antes and 3 x 2: 9. Two antes and 2 x 4: 10. 3 antes, one folded, and 2 x 8: 19.
    check_rake(&three(&format!("'bet 2', {CHECKS}"), call, call), "0.00");
    check_rake(&two(&format!("'bet 4', {CHECKS}"), call), "1.00");
    check_rake(&three(&format!("'bet 8', {CHECKS}"), call, "'fold'"), "1.00");
    // 2 and 2 x 9: 20. 3, one folded, and 2 x 13: 29. 2 and 2 x 14: 30. All four at $10: 82.
    check_rake(&two(&format!("'bet 9', {CHECKS}"), call), "2.00");
    let bets = "'bet 10', 'bet 3', 'check', 'check'";
    let calls = "'call', 'call', 'check', 'check'";
    check_rake(&three(bets, calls, "'fold'"), "2.00");
    check_rake(&two("'bet 10', 'bet 4', 'check', 'check'", calls), "3.00");
    let all = "'bet 10', 'bet 10', 'bet 10', 'bet 10'";
    check_rake(&two(all, "'call', 'call', 'call', 'call'"), "3.00");
}

#[test]
fn arsd_16_15_11_s8_a_better_hand_is_paid_the_pot_less_the_rake() {
    // Kings against sevens. Pot 5 + 2 + 4 + 6 + 10 = 27, rake 2; 25 matched: 50.
    let text = alone("Ks Qh", "Td 9c", "Ah 7d 3c", "Kd 7c 2h 5s 9d", FOUR_BETS);
    check(
        &text,
        "1 holdem 27.00 50.00 win (8) holdem-win
         1 blackjack 10.00 20.00 win (10) win",
    );
    check_rake(&text, "2.00");
}

#[test]
fn arsd_16_15_11_s8_a_dealer_without_a_pair_gives_the_pot_back_less_the_rake() {
    // Ace high does not qualify, whether the player has kings or queen high.
    let board = "Kd 7c 2h 5s 9d";
    for cards in ["Ks Qh", "Qs Jh"] {
        check_holdem(
            &alone(cards, "Td 9c", "Ah 8d 3c", board, FOUR_BETS),
            &["1 holdem 27.00 25.00 push (8) holdem-unqualified"],
        );
    }
    check_rake(&alone("Ks Qh", "Td 9c", "Ah 8d 3c", board, FOUR_BETS), "2.00");
}

#[test]
fn h212_3_a_pair_on_the_board_qualifies_the_dealer_and_the_rake_is_taken_also_when_he_wins() {
    // Sevens with an ace against sevens with a king: 27 - 2 to the tray.
    let text = alone("Ks Qh", "Td 9c", "Ah 8d 3c", "7d 7c 2h 5s 9d", FOUR_BETS);
    check_holdem(&text, &["1 holdem 27.00 0.00 lose (8) beaten"]);
    check_rake(&text, "2.00");
}

#[test]
fn arsd_16_15_11_s8_the_last_burned_card_is_not_the_dealers() {
    // The third burned card, a king, would have paired the board: ace high it is.
    check_holdem(
        &alone("Qs Qh", "Td 9c", "Ah 8d Kc", "Kd 7c 2h 5s 9d", FOUR_BETS),
        &["1 holdem 27.00 25.00 push (8) holdem-unqualified"],
    );
    // The first two play: kings beat queens.
    check_holdem(
        &alone("Qs Qh", "Td 9c", "Ah Kc 8d", "Kd 7c 2h 5s 9d", FOUR_BETS),
        &["1 holdem 27.00 0.00 lose (8) beaten"],
    );
}

#[test]
fn arsd_16_15_11_s8_no_split_pot_a_tie_gives_it_back_less_the_rake() {
    // The straight on the board plays for both. 5 + 4 x 10 = 45, rake 3.
    let tens = "'bet 10', 'bet 10', 'bet 10', 'bet 10', 'stand'";
    let text = alone("9s 9h", "Td 9c", "2h 3d 4c", "Ah Kd Qs Jc Tc", tens);
    check_holdem(&text, &["1 holdem 45.00 42.00 push (8) holdem-tie"]);
    check_rake(&text, "3.00");
}

#[test]
fn arsd_16_15_11_s8_a_fold_sends_the_pot_to_the_tray_without_rake() {
    let fold = |burns: &str, board: &str, actions: &str, staked: &str| {
        let text = alone("Ks Qh", "Td 9c", burns, board, actions);
        check(
            &text,
            &format!(
                "1 holdem {staked} 0.00 lose (8) fold
                 1 blackjack 10.00 20.00 win (10) win"
            ),
        );
        check_rake(&text, "0.00");
    };
    fold("", "", "'fold', 'stand'", "5.00");
    fold("2c", "3c 4d 5h", "'bet 10', 'fold', 'stand'", "15.00");
    fold("2c 2d", "3c 4d 5h 6s", "'bet 10', 'bet 10', 'fold', 'stand'", "25.00");
    fold("2c 2d 2h", "3c 4d 5h 6s 8d", "'bet 10', 'bet 10', 'bet 2', 'fold', 'stand'", "27.00");
}

#[test]
fn h212_2_a_lone_player_bets_two_to_ten_whole_dollars_or_folds() {
    let with = |action: &str| alone("Ks Qh", "Td 9c", "", "", action);
    let write = "is not legal here; write bet 2, bet 3, bet 4, bet 5, bet 6, bet 7, bet 8, bet 9, \
                 bet 10 or fold";
    for action in ["check", "call", "bet 1", "bet 11", "bet 2.50", "raise 4"] {
        check_problem(
            &with(&format!("'{action}'")),
            &format!("test:9: seat[1].actions[1]: \"{action}\" {write}"),
        );
    }
    check_problem(
        &with(""),
        "test:5: seat[1]: an action is missing: one of bet 2, bet 3, bet 4, bet 5, bet 6, bet 7, \
         bet 8, bet 9, bet 10, fold",
    );
}

#[test]
fn h212_13_a_lone_player_who_cannot_bet_must_fold() {
    let text = alone("Ks Qh", "Td 9c", "2c", "3c 4d 5h", "'bet 4', 'fold', 'stand'");
    let short = text.replace("cards", "chips = '5'\ncards");
    check_holdem(&short, &["1 holdem 9.00 0.00 lose (8) fold"]);
    check_problem(
        &short.replace("'fold'", "'bet 2'"),
        "test:10: seat[1].actions[2]: \"bet 2\" is not legal here; write fold",
    );
    check_problem(
        &short.replace("'bet 4'", "'bet 6'"),
        "test:10: seat[1].actions[1]: \"bet 6\" is not legal here; write bet 2, bet 3, bet 4, \
         bet 5 or fold",
    );
}

#[test]
fn cards_of_the_file_are_complete_and_none_is_left_over() {
    let text = alone("Ks Qh", "Td 9c", "Ah 7d 3c", "Kd 7c 2h 5s 9d", FOUR_BETS);
    check_problem(
        &text.replace("burns = 'Ah 7d 3c'", "burns = 'Ah'"),
        "test:3: burns: a card is missing after 1",
    );
    check_problem(
        &text.replace("Kd 7c 2h 5s 9d", "Kd 7c 2h 5s"),
        "test:4: board: a card is missing after 4",
    );
    check_problem(
        &text.replace("'bet 2',", "'fold', 'stand'] #").replace("board", "#"),
        "test:3: burns: left over, never dealt: 7d 3c",
    );
    check_problem(&text.replace("'stand'", "'hit'"), "test:1: shoe: a card is missing after 0");
    check_problem(&text.replace("Ah 7d 3c", "Ah 7d Ks"), "test:7: seat[1].cards: Ks appears twice");
}

#[test]
fn arsd_16_15_11_s8_burned_cards_that_nobody_saw_are_turned_over_at_the_end() {
    let mut round = round(&[3]);
    deal(&mut round, "Ks Td Qh 9c");
    act(&mut round, 3, &["bet 2"]);
    deal(&mut round, "Kd 7c 2h");
    act(&mut round, 3, &["bet 4"]);
    deal(&mut round, "5s");
    act(&mut round, 3, &["bet 6"]);
    // The river's burned card is scanned: it is still not the dealer's.
    round.card("9h".parse().unwrap()).unwrap();
    deal(&mut round, "9d");
    act(&mut round, 3, &["bet 10"]);
    let Next::Card(want) = *round.next() else { panic!("a burned card is wanted") };
    assert_eq!((want.to, want.facing), (Recipient::Burn, Facing::Up));
    assert_eq!(round.unseen(), Err(Refusal::MustBeSeen));
    assert_eq!(
        round.card("9h".parse().unwrap()),
        Err(Refusal::DealtAlready("9h".parse().unwrap()))
    );
    deal(&mut round, "Ah 7d");
    round.unseen().unwrap();
    act(&mut round, 3, &["stand"]);
    assert_eq!(
        lines(&round),
        ["3 holdem 27.00 50.00 win (8) holdem-win", "3 blackjack 10.00 20.00 win (10) win"]
    );
}

#[test]
fn arsd_16_15_11_s8_cards_lie_face_down_until_they_are_shown() {
    let mut round = round(&[3]);
    deal(&mut round, "Ks Td Qh 9c");
    let is_up = |round: &Round| {
        let felt = round.felt();
        let piles = [&felt.seats[0].hands[0].cards, &felt.dealer, &felt.burns];
        piles.map(|pile| [pile.is_up(0), pile.is_up(1)])
    };
    let down = [false, false];
    assert_eq!(is_up(&round), [down, down, down]);
    for (action, cards) in [("bet 2", "Ah Kd 7c 2h"), ("bet 4", "7d 5s"), ("bet 6", "3c 9d")] {
        act(&mut round, 3, &[action]);
        for card in cards::parse_cards(cards).unwrap() {
            round.card(card).unwrap();
        }
        assert_eq!(is_up(&round), [down, down, down]);
    }
    act(&mut round, 3, &["bet 10"]);
    // The burn before the blackjack is wanted; player and burned hand have shown.
    assert_eq!(is_up(&round), [[true, true], down, [true, true]]);
    round.unseen().unwrap();
    assert_eq!(is_up(&round)[1], [true, false], "the dealer's top card is turned up (10)");
    act(&mut round, 3, &["stand"]);
    assert_eq!(is_up(&round)[1], [true, true]);
}
