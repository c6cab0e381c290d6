//! Two or more players (9): betting, ties, all in.

use super::*;

/// Seats 2, 5 and 7; a pair of jacks in seat 5.
fn three(button: &str, two: &str, five: &str, seven: &str) -> String {
    format!(
        "game = 'holdem-212'\n{button}\ndealer = 'Tc 7h'\nboard = '2c 7d 9h Jc 3s'\n{}{}{}",
        seat(2, "Kh Qs", two),
        seat(5, "Jd Th", five),
        seat(7, "9s 8c", seven),
    )
}

#[test]
fn arsd_16_15_11_s9_the_best_hand_takes_the_pot_less_the_rake() {
    // The button is in seat 5: 5 bets 2, 7 raises to 6, 2 and 5 call. 3 + 18 = 21, rake 2.
    let text = three(
        "button = 5",
        &format!("'call', {CHECKS}, 'stand'"),
        &format!("'bet 2', 'call', {CHECKS}, 'stand'"),
        &format!("'raise 6', {CHECKS}, 'stand'"),
    );
    check(
        &text,
        "7 holdem 7.00 0.00 lose (9) beaten
         5 holdem 7.00 19.00 win (9) best hand
         2 holdem 7.00 0.00 lose (9) beaten
         7 blackjack 10.00 10.00 push (10) push
         5 blackjack 10.00 20.00 win (10) win
         2 blackjack 10.00 20.00 win (10) win",
    );
    check_rake(&text, "2.00");
    // They show from the button on.
    let shows = |event: &Event| match event {
        Event::TurnedUp { whose: Recipient::Seat { seat, .. }, .. } => Some(seat.get()),
        _ => None,
    };
    let shown: Vec<u8> = settle(&text).log().events().iter().filter_map(shows).collect();
    assert_eq!(shown, [5, 7, 2]);
}

#[test]
fn h212_5_the_button_acts_first_in_every_round_and_is_by_default_in_the_lowest_seat() {
    for (button, first) in [("", 2), ("button = 2", 2), ("button = 5", 5), ("button = 7", 7)] {
        let seats = [2, 5, 7].map(|seat| {
            let opens = if seat == first { "'bet 2'" } else { "'call'" };
            format!("{opens}, {opens}, {opens}, {opens}, 'stand'")
        });
        check_rake(&three(button, &seats[0], &seats[1], &seats[2]), "2.00");
    }
    let text = three("button = 3", "", "", "");
    check_problem(&text, "test:2: button: seat 3 is not in this round");
}

#[test]
fn h212_5_after_the_button_folds_the_next_player_acts_first() {
    let mut round = Round::new(&open(), Keep::Log);
    sit_down(&mut round, &[2, 5, 7]);
    round.button(number(5)).unwrap();
    round.lock().unwrap();
    deal(&mut round, "Kh Jd 9s Tc Qs Th 8c 7h");
    act(&mut round, 5, &["check"]);
    act(&mut round, 7, &["bet 2"]);
    assert_eq!(round.act(number(5), Action::Call), Err(Refusal::NotTheTurnOf { turn: number(2) }));
    act(&mut round, 2, &["call"]);
    act(&mut round, 5, &["fold"]);
    deal(&mut round, "2c 7d 9h");
    assert!(matches!(round.next(), Next::Decision(choice) if choice.seat == number(7)));
}

#[test]
fn arsd_16_15_11_s9_folds_are_collected_in_their_order_and_the_last_one_in_takes_the_pot() {
    // The button bets 10 and all fold: 3 + 10 = 13 in the circle, rake 1.
    let text = three("button = 5", "'fold', 'stand'", "'bet 10', 'stand'", "'fold', 'stand'")
        .replace("board = '2c 7d 9h Jc 3s'", "");
    check(
        &text,
        "7 holdem 1.00 0.00 lose (9) fold
         2 holdem 1.00 0.00 lose (9) fold
         5 holdem 11.00 12.00 win (9) others folded
         7 blackjack 10.00 10.00 push (10) push
         5 blackjack 10.00 20.00 win (10) win
         2 blackjack 10.00 20.00 win (10) win",
    );
    check_rake(&text, "1.00");
}

#[test]
fn h212_5_a_raise_is_at_least_two_dollars_and_the_bet_never_passes_ten() {
    let mut round = round(&[2, 5, 7]);
    deal(&mut round, "Kh Jd 9s Tc Qs Th 8c 7h");
    let opening =
        ["check", "bet 2", "bet 3", "bet 4", "bet 5", "bet 6", "bet 7", "bet 8", "bet 9", "bet 10"];
    assert_eq!(legal(&round)[..10], opening);
    act(&mut round, 2, &["bet 5"]);
    assert_eq!(legal(&round), ["call", "raise 7", "raise 8", "raise 9", "raise 10", "fold"]);
    act(&mut round, 5, &["raise 8"]);
    assert_eq!(legal(&round), ["call", "raise 10", "fold"]);
    act(&mut round, 7, &["raise 10"]);
    // The maximum cannot be raised any further (9).
    assert_eq!(legal(&round), ["call", "fold"]);
    act(&mut round, 2, &["call"]);
    act(&mut round, 5, &["call"]);
    deal(&mut round, "2c 7d 9h");
    // Nine can, to the maximum, though the raise is one dollar only.
    act(&mut round, 2, &["bet 9"]);
    assert_eq!(legal(&round), ["call", "raise 10", "fold"]);
    act(&mut round, 5, &["raise 10"]);
    assert_eq!(legal(&round), ["call", "fold"]);
}

#[test]
fn h212_5_a_player_short_of_the_maximum_raises_by_two_dollars_or_not_at_all() {
    // Seat 5 has $9 for this street: over a bet of 8 that is a raise of one dollar, and not to the
    // maximum. Seat 7 has $10.
    let mut round = Round::new(&open(), Keep::Log);
    sit_down(&mut round, &[2, 5, 7]);
    round.chips(number(5), Cents::dollars(9)).unwrap();
    round.chips(number(7), Cents::dollars(10)).unwrap();
    round.lock().unwrap();
    deal(&mut round, "Kh Jd 9s Tc Qs Th 8c 7h");
    act(&mut round, 2, &["bet 8"]);
    assert_eq!(legal(&round), ["call", "fold"]);
    act(&mut round, 5, &["call"]);
    assert_eq!(legal(&round), ["call", "raise 10", "fold"]);
}

#[test]
fn arsd_16_15_11_s9_a_round_of_checks_ends_and_one_who_checked_may_answer_a_bet() {
    let mut round = round(&[2, 5]);
    deal(&mut round, "Kh Jd Tc Qs Th 7h");
    act(&mut round, 2, &["check"]);
    act(&mut round, 5, &["check"]);
    deal(&mut round, "2c 7d 9h");
    act(&mut round, 2, &["check"]);
    act(&mut round, 5, &["bet 4"]);
    act(&mut round, 2, &["raise 6"]);
    act(&mut round, 5, &["raise 8"]);
    act(&mut round, 2, &["call"]);
    deal(&mut round, "Jc");
    assert_eq!(round.felt().board.cards().len(), 4);
}

#[test]
fn h212_6_tied_hands_split_and_the_odd_dollar_goes_to_the_highest_card() {
    // The board plays. 2 + 2 x 4 = 10, rake 1: 9 is 4 each, and one more to the higher card.
    let tie = |one: &str, three: &str, lines: [&str; 2]| {
        let text = format!(
            "game = 'holdem-212'\ndealer = 'Td 7c'\nboard = 'Ah Kd Qs Jc Tc'\n{}{}",
            seat(1, one, &format!("'bet 4', {CHECKS}, 'stand'")),
            seat(3, three, "'call', 'check', 'check', 'check', 'stand'"),
        );
        check_holdem(&text, &lines);
    };
    let (high, low) = ("5.00 5.00 win (9) tie", "5.00 4.00 win (9) tie");
    let lines = |three: &str, one: &str| [format!("3 holdem {three}"), format!("1 holdem {one}")];
    let first = lines(low, high);
    let third = lines(high, low);
    let [first, third] = [&first, &third].map(|[a, b]| [a.as_str(), b.as_str()]);
    tie("9s 9h", "9c 9d", first);
    tie("9d 9c", "9s 8h", third);
    tie("9d 8c", "9h 8s", third);
    tie("8s 9c", "9d 8c", third);
    tie("Ac 7h", "Ks 9s", first);
}

#[test]
fn h212_15_a_player_may_fold_though_no_bet_was_made() {
    // 3 antes; after two folds seat 7 takes them without acting.
    let text = three("", "'fold', 'stand'", "'fold', 'stand'", "'stand'")
        .replace("board = '2c 7d 9h Jc 3s'", "");
    check_holdem(
        &text,
        &[
            "2 holdem 1.00 0.00 lose (9) fold",
            "5 holdem 1.00 0.00 lose (9) fold",
            "7 holdem 1.00 3.00 win (9) others folded",
        ],
    );
}

#[test]
fn h212_7_a_short_call_is_all_in_and_side_pots_follow() {
    // Seat 5 has $4: main pot 3 x 5 = 15, side pot 2 x 6 = 12; 27, rake 2 from the main pot. Seat
    // 5's jacks win it; of the others nines beat king high. Seat 5 is not asked again.
    let text = three(
        "button = 5",
        &format!("'call', {CHECKS}, 'stand'"),
        "'check', 'call', 'stand'",
        &format!("'bet 10', {CHECKS}, 'stand'"),
    )
    .replace("number = 5", "number = 5\nchips = '4'");
    check_holdem(
        &text,
        &[
            "7 holdem 11.00 12.00 win (9) best hand",
            "5 holdem 5.00 13.00 win (9) best hand",
            "2 holdem 11.00 0.00 lose (9) beaten",
        ],
    );
    check_rake(&text, "2.00");
}

#[test]
fn h212_7_a_player_all_in_for_his_ante_plays_for_the_main_pot_only() {
    // Main pot 3, side pot 2 x 20 = 40 and rake 3 from it.
    let text = three(
        "",
        "'bet 10', 'bet 10', 'check', 'check', 'stand'",
        "'stand'",
        "'call', 'call', 'check', 'check', 'stand'",
    )
    .replace("number = 5", "number = 5\nchips = '0'");
    check_holdem(
        &text,
        &[
            "7 holdem 21.00 37.00 win (9) best hand",
            "5 holdem 1.00 3.00 win (9) best hand",
            "2 holdem 21.00 0.00 lose (9) beaten",
        ],
    );
}

#[test]
fn h212_14_what_nobody_had_chips_to_call_goes_back_unraked() {
    // Seat 1 has $3 for a call of 10: 2 x 4 = 8 are played for without rake, 7 go back; and nobody
    // is asked again.
    let two = |one: &str, two: &str| {
        format!(
            "game = 'holdem-212'\nbutton = 2\ndealer = 'Td 7c'\nboard = '2c 7d 9h Jc 3s'\n{}{}",
            seat(1, one, "'call', 'stand'").replace("number", "chips = '3'\nnumber"),
            seat(2, two, "'bet 10', 'stand'"),
        )
    };
    let text = two("Jh Ts", "Ks Qh");
    check_holdem(
        &text,
        &["2 holdem 11.00 7.00 lose (9) beaten", "1 holdem 4.00 8.00 win (9) best hand"],
    );
    check_rake(&text, "0.00");
    check_holdem(
        &two("Ks Qh", "Jh Ts"),
        &["2 holdem 11.00 15.00 win (9) best hand", "1 holdem 4.00 0.00 lose (9) beaten"],
    );
}

#[test]
fn h212_13_a_bet_or_raise_is_made_within_the_chips() {
    let mut round = Round::new(&open(), Keep::Log);
    sit_down(&mut round, &[1, 2]);
    round.chips(number(1), Cents::dollars(3)).unwrap();
    round.chips(number(2), Cents::dollars(5)).unwrap();
    round.lock().unwrap();
    deal(&mut round, "Kh Jd Tc Qs Th 7h");
    assert_eq!(legal(&round), ["check", "bet 2", "bet 3", "fold"]);
    act(&mut round, 1, &["bet 2"]);
    assert_eq!(legal(&round), ["call", "raise 4", "raise 5", "fold"]);
    act(&mut round, 2, &["raise 5"]);
    // A dollar short of nothing: the call is for what he has; a raise could be called by nobody.
    assert_eq!(legal(&round), ["call", "fold"]);
    act(&mut round, 1, &["call"]);
    assert_eq!(round.felt().seats[0].chips(), Some(Cents::ZERO));
    deal(&mut round, "2c 7d 9h Jc 3s");
    assert!(matches!(round.next(), Next::Card(want) if want.to == Recipient::Burn));
}

#[test]
fn chips_are_whole_dollars_and_only_where_a_pot_is_played_for() {
    let text = three("", "", "", "");
    check_problem(
        &text.replace("number = 5", "number = 5\nchips = '2.50'"),
        "test:12: seat[2].chips: $2.50 on chips is not a multiple of the table's $1 chip",
    );
    check_problem(
        &text.replace("number = 5", "number = 5\nchips = '-2'"),
        "test:12: seat[2].chips: the amount must be greater than zero, not -$2",
    );
    let other = "game = 'three-card-poker'\nbutton = 1\ndealer = 'Jh Td 8c'\n[[seat]]\nnumber = 1\n\
                 chips = '5'\ncards = '2c 3c 5d'\nbets = { ante = '10' }\nactions = ['fold']\n";
    let found = problems(other);
    assert_eq!(found.len(), 2);
    assert!(found[0].starts_with("test:2: button: unknown key"), "{}", found[0]);
    assert!(found[1].starts_with("test:6: seat[1].chips: unknown key"), "{}", found[1]);
    let posting = Posting { game: "three-card-poker".to_owned(), ..Posting::default() };
    let table = Table::open(Rulebook::embedded(), posting).unwrap();
    let mut round = Round::new(&table, Keep::Nothing);
    round.bet(number(1), "ante", Cents::dollars(10)).unwrap();
    assert_eq!(round.button(number(1)), Err(Refusal::NoPot));
    assert_eq!(round.chips(number(1), Cents::dollars(1)), Err(Refusal::NoPot));
    assert_eq!(round.button(number(2)), Err(Refusal::NotInRound(number(2))));
}
