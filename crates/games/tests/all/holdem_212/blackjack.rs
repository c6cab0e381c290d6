//! Blackjack and 2 card plus (10), and what goes wrong (1) (10).

use super::*;

#[test]
fn arsd_16_15_11_s10_one_card_is_burned_before_the_blackjack() {
    let burns = |round: &Round| {
        let is_burn = |event: &&Event| match event {
            Event::Unseen => true,
            Event::Dealt { want, .. } => want.to == Recipient::Burn,
            _ => false,
        };
        round.log().events().iter().filter(is_burn).count()
    };
    // After a fold at once: that one. After the river: three and that one.
    assert_eq!(burns(&settle(&blackjack("Ks Qh", "Td 9c", "", "'stand'"))), 1);
    let text = alone("Ks Qh", "Td 9c", "Ah 7d 3c", "Kd 7c 2h 5s 9d", FOUR_BETS);
    assert_eq!(burns(&settle(&text)), 4);
}

#[test]
fn arsd_16_15_11_s10_blackjack_pays_three_to_two_and_pushes_against_another() {
    check_blackjack(
        &blackjack("As Kh", "Td 9c", "", ""),
        &["1 blackjack 10.00 25.00 win (10) blackjack"],
    );
    let three = blackjack("As Kh", "Td 9c", "", "").replace("blackjack = '10'", "blackjack = '3'");
    check_blackjack(&three, &["1 blackjack 3.00 7.50 win (10) blackjack"]);
    // The dealer peeks under a ten and under an ace.
    for dealer in ["Td Ac", "Ac Td"] {
        check_blackjack(
            &blackjack("As Kh", dealer, "", ""),
            &["1 blackjack 10.00 10.00 push (10) push"],
        );
        check_blackjack(
            &blackjack("Ks Kh", dealer, "", ""),
            &["1 blackjack 10.00 0.00 lose (10) dealer blackjack"],
        );
    }
}

#[test]
fn arsd_16_15_11_s10_double_on_hard_ten_or_eleven_only() {
    check_blackjack(
        &blackjack("6s 5h", "Td 9c", "9d", "'double'"),
        &["1 blackjack 20.00 40.00 win (10) win"],
    );
    check_blackjack(
        &blackjack("6s 4h", "Td 9c", "2d", "'double 4'"),
        &["1 blackjack 14.00 0.00 lose (10) lower total"],
    );
    for cards in ["5s 4h", "As 9h", "Ks 2h"] {
        check_problem(
            &blackjack(cards, "Td 9c", "9d", "'double'"),
            "test:8: seat[1].actions[2]: \"double\" is not legal here; write hit or stand",
        );
    }
    // Hard eleven of three cards is not doubled: it takes two cards.
    check_problem(
        &blackjack("5s 4h", "Td 9c", "2d 9d", "'hit', 'double'"),
        "test:8: seat[1].actions[3]: \"double\" is not legal here; write hit or stand",
    );
}

#[test]
fn arsd_16_15_11_s10_a_double_card_lies_face_down_until_it_is_paid_or_taken() {
    let mut round = round(&[1, 2]);
    deal(&mut round, "6s Ks Td 5h Qs 9c");
    act(&mut round, 1, &["fold"]);
    round.unseen().unwrap();
    let up = |round: &Round| {
        let pile = &round.felt().seats[0].hands[0].cards;
        (0..pile.cards().len()).map(|place| pile.is_up(place)).collect::<Vec<_>>()
    };
    assert_eq!(up(&round), [false, false]);
    act(&mut round, 1, &["double"]);
    assert_eq!(up(&round), [true, true]);
    deal(&mut round, "9d");
    assert_eq!(up(&round), [true, true, false]);
    act(&mut round, 2, &["stand"]);
    assert_eq!(up(&round), [true, true, true]);
}

#[test]
fn arsd_16_15_11_s10_splitting_is_for_matching_pairs_only() {
    check_problem(
        &blackjack("Ks Qh", "Td 9c", "9d", "'split'"),
        "test:8: seat[1].actions[2]: \"split\" is not legal here; write hit or stand",
    );
    // 8-8: ten and three, then ten: 18 loses to 19, 21 wins.
    check_blackjack(
        &blackjack("8s 8h", "Td 9c", "Ts 3c Th", "'split', 'stand', 'double'"),
        &[
            "1 blackjack/1 10.00 0.00 lose (10) lower total",
            "1 blackjack/2 20.00 40.00 win (10) win",
        ],
    );
}

#[test]
fn arsd_16_15_11_s10_split_aces_get_one_card_each_and_make_no_blackjack() {
    check_blackjack(
        &blackjack("As Ah", "Td 9c", "Kc 5d", "'split'"),
        &[
            "1 blackjack/1 10.00 20.00 win (10) win",
            "1 blackjack/2 10.00 0.00 lose (10) lower total",
        ],
    );
    // Another ace is not split again, unless the house says so.
    let again = blackjack("As Ah", "Td 9c", "Ac Kd", "'split'");
    let low = "0.00 lose (10) lower total";
    check_blackjack(
        &again,
        &[&format!("1 blackjack/1 10.00 {low}"), "1 blackjack/2 10.00 20.00 win (10) win"],
    );
    let option = blackjack("As Ah", "Td 9c", "Ac Kd 9s 9h", "'split', 'split'")
        .replace("dealer", "options = { resplit-aces = true }\ndealer");
    check_blackjack(
        &option,
        &[
            "1 blackjack/1 10.00 20.00 win (10) win",
            "1 blackjack/2 10.00 20.00 win (10) win",
            "1 blackjack/3 10.00 20.00 win (10) win",
        ],
    );
}

#[test]
fn bj_2_the_house_chooses_soft_17_splits_and_doubles() {
    let with = |option: &str, text: String| {
        text.replace("dealer", &format!("options = {{ {option} }}\ndealer"))
    };
    let soft = |shoe: &str| blackjack("Ks 8h", "Ad 6c", shoe, "'stand'");
    check_blackjack(&soft(""), &["1 blackjack 10.00 20.00 win (10) win"]);
    check_blackjack(
        &with("soft-17 = 'hit'", soft("2d")),
        &["1 blackjack 10.00 0.00 lose (10) lower total"],
    );
    check_problem(
        &with("splits = '0'", blackjack("8s 8h", "Td 9c", "Ts", "'split'")),
        "test:9: seat[1].actions[2]: \"split\" is not legal here; write hit or stand",
    );
    check_problem(
        &with(
            "double-after-split = false",
            blackjack("8s 8h", "Td 9c", "Ts 3c Th", "'split', 'stand', 'double'"),
        ),
        "test:9: seat[1].actions[4]: \"double\" is not legal here; write hit or stand",
    );
    check_problem(
        &with("double-for-less = false", blackjack("6s 4h", "Td 9c", "2d", "'double 4'")),
        "test:9: seat[1].actions[2]: \"double 4\" is not legal here; write hit, stand or double",
    );
}

#[test]
fn h212_11_neither_insurance_nor_surrender() {
    let text = blackjack("Ks 6h", "Ad 6c", "", "'surrender'");
    check_problem(
        &text,
        "test:8: seat[1].actions[2]: \"surrender\" is not legal here; write hit or stand",
    );
    check_problem(
        &text.replace("surrender", "decline"),
        "test:8: seat[1].actions[2]: \"decline\" is not legal here; write hit or stand",
    );
}

#[test]
fn bj_6_a_total_of_21_stands_by_itself_and_a_bust_loses_though_the_dealer_busts() {
    check_blackjack(
        &blackjack("Ks 6h", "Td 6c", "5d Th", "'hit'"),
        &["1 blackjack 10.00 20.00 win (10) win"],
    );
    // The dealer does not draw when nobody is left.
    check_blackjack(
        &blackjack("Ks 6h", "Td 6c", "Th", "'hit'"),
        &["1 blackjack 10.00 0.00 lose (10) bust"],
    );
}

#[test]
fn h212_9_two_card_plus_pays_by_its_schedule() {
    let plus = |cards: &str, actions: &str, expected: &str| {
        let text = blackjack(cards, "Td 9c", "", actions)
            .replace("blackjack = '10'", "blackjack = '10', two-card-plus = '10'");
        assert_eq!(lines(&settle(&text))[2], format!("1 two-card-plus 10.00 {expected}"));
    };
    // 10 x 15 + 10, 10 x 7 + 10, 10 x 4 + 10, 10 x 3 + 10, 10 x 1 + 10, 10 back, nothing.
    plus("As Ks", "", "160.00 win (8) ace-king suited");
    plus("As Kh", "", "80.00 win (8) ace-king");
    plus("8s 8h", "'stand'", "50.00 win (8) pair");
    plus("8s 9s", "'stand'", "40.00 win (8) straight flush");
    plus("As 2s", "'stand'", "40.00 win (8) straight flush");
    plus("8s 9h", "'stand'", "20.00 win (8) straight");
    plus("As 2h", "'stand'", "20.00 win (8) straight");
    plus("8s Qs", "'stand'", "10.00 push (8) flush");
    plus("8s Qh", "'stand'", "0.00 lose (10) no pay");
    plus("As 3h", "'stand'", "0.00 lose (10) no pay");
}

#[test]
fn h212_9_two_card_plus_is_judged_on_the_cards_dealt_after_a_hit_a_split_and_a_fold() {
    let with = |text: String| {
        let text = text.replace("blackjack = '10'", "blackjack = '10', two-card-plus = '5'");
        lines(&settle(&text)).pop().unwrap()
    };
    assert_eq!(
        with(blackjack("4s 5h", "Td 9c", "4d 4c", "'hit', 'hit', 'stand'")),
        "1 two-card-plus 5.00 10.00 win (8) straight"
    );
    assert_eq!(
        with(blackjack(
            "8s 8h",
            "Td 9c",
            "8d Tc Ts Th",
            "'split', 'split', 'stand', 'stand', 'stand'"
        )),
        "1 two-card-plus 5.00 25.00 win (8) pair"
    );
    // A bust does not touch it, nor does a dealer's blackjack.
    assert_eq!(
        with(blackjack("8s 8h", "Td 9c", "Tc", "'hit'")),
        "1 two-card-plus 5.00 25.00 win (8) pair"
    );
    assert_eq!(
        with(blackjack("8s 8h", "Td Ac", "", "")),
        "1 two-card-plus 5.00 25.00 win (8) pair"
    );
}

#[test]
fn arsd_16_15_11_s10_blackjack_and_two_card_plus_seat_by_seat_the_last_first() {
    let text = format!(
        "game = 'holdem-212'\ndealer = 'Td 7c'\n{}{}",
        seat(1, "Ks Qs", "'fold', 'stand'"),
        seat(2, "8d 8c", "'stand'"),
    )
    .replace("blackjack = '10'", "blackjack = '10', two-card-plus = '2'");
    check(
        &text,
        "1 holdem 1.00 0.00 lose (9) fold
         2 holdem 1.00 2.00 win (9) others folded
         2 blackjack 10.00 0.00 lose (10) lower total
         2 two-card-plus 2.00 10.00 win (8) pair
         1 blackjack 10.00 20.00 win (10) win
         1 two-card-plus 2.00 8.00 win (8) straight flush",
    );
}

#[test]
fn arsd_16_15_11_s1_an_exposed_card_is_a_misdeal_and_every_wager_goes_back() {
    let mut round = round(&[2, 5, 7]);
    deal(&mut round, "Kh Jd 9s Tc Qs Th 8c 7h");
    act(&mut round, 2, &["bet 4"]);
    act(&mut round, 5, &["fold"]);
    assert_eq!(lines(&round), ["5 holdem 1.00 0.00 lose (9) fold"]);
    round.report(Irregularity::ExposedCard, None).unwrap();
    // What seat 5 folded is still in the pot circle: it goes back too.
    assert_eq!(
        lines(&round),
        [
            "7 holdem 1.00 1.00 dead (1) misdeal",
            "7 blackjack 10.00 10.00 dead (1) misdeal",
            "5 holdem 1.00 1.00 dead (1) misdeal",
            "5 blackjack 10.00 10.00 dead (1) misdeal",
            "2 holdem 5.00 5.00 dead (1) misdeal",
            "2 blackjack 10.00 10.00 dead (1) misdeal",
        ]
    );
    assert!(round.is_void());
    assert_eq!(round.rake(), Some(Cents::ZERO));
    assert_eq!(*round.next(), Next::Done);
}

#[test]
fn h212_16_after_the_pot_is_given_out_an_exposed_card_voids_the_blackjack_only() {
    let mut round = round(&[2, 5]);
    deal(&mut round, "Kh Jd Tc Qs 6h 7h");
    act(&mut round, 2, &["bet 10"]);
    act(&mut round, 5, &["fold"]);
    round.unseen().unwrap();
    round.report(Irregularity::ExposedCard, Some(number(5))).unwrap();
    // 2 + 10 = 12 in the circle, rake 1.
    assert_eq!(
        lines(&round),
        [
            "5 holdem 1.00 0.00 lose (9) fold",
            "2 holdem 11.00 11.00 win (9) others folded",
            "5 blackjack 10.00 10.00 dead (1) misdeal",
            "2 blackjack 10.00 10.00 dead (1) misdeal",
        ]
    );
    assert_eq!(round.rake(), Some(Cents::dollars(1)));
}

#[test]
fn arsd_16_15_11_s10_out_of_cards_the_discards_are_reshuffled() {
    // The deuce of the board comes again after the reshuffle; before it cannot.
    let text = alone("Ks 4h", "Td 9c", "6c", "2c 3c 4d", "'bet 2', 'fold', 'hit', 'hit', 'stand'");
    let with = |keys: &str| text.replace("dealer", &format!("{keys}\ndealer"));
    check_blackjack(
        &with("shoe = '3d'\nreshuffled = '2c'"),
        &["1 blackjack 10.00 10.00 push (10) push"],
    );
    check_blackjack(
        &with("shoe = '3d'\nreshuffled = '6c'").replace(", 'stand'", ""),
        &["1 blackjack 10.00 0.00 lose (10) bust"],
    );
    check_problem(&with("shoe = '3d 2c'"), "test:2: shoe: 2c appears twice");
    // A hand that is still on the table does not come again.
    check_problem(&with("shoe = '3d'\nreshuffled = '3d'"), "test:1: 3d is already on the table");
    check_problem(
        &with("shoe = '3d'\nreshuffled = '2c 3c'"),
        "test:2: shoe: left over, never dealt: 3c",
    );
}

#[test]
fn h212_17_a_paid_blackjack_is_in_the_rack_and_is_reshuffled() {
    let mut round = round(&[1, 2]);
    deal(&mut round, "As 6s Td Ks 5h 9c");
    act(&mut round, 1, &["fold"]);
    round.unseen().unwrap();
    act(&mut round, 2, &["hit"]);
    let king: Card = "Ks".parse().unwrap();
    assert_eq!(round.card(king), Err(Refusal::DealtAlready(king)));
    round.report(Irregularity::OutOfCards, None).unwrap();
    round.card(king).unwrap();
    assert_eq!(
        lines(&round)[2..],
        ["2 blackjack 10.00 20.00 win (10) win", "1 blackjack 10.00 25.00 win (10) blackjack",]
    );
}
