//! The irregularities of 20:18:15:28, case by case, in blackjack, Buster and War.

use cards::Face;
use games::{HandState, Next, Recipient, Refusal, Report, Round, Viewer};
use rulebook::{Consequence, Irregularity};

use super::{act, card, deal, logs, open, refused, seat, start, with_event};
use crate::support::{check, lines, log, settle};

const TEN: &[(&str, i64)] = &[("blackjack", 10)];

/// Two seats, 18 and 16, against a dealer's 6 and ten; cards may follow.
fn two(shoe: &str, first: &str, second: &str) -> String {
    format!(
        "game = 'blackjack'\nshoe = 'Ts 9c 6d 8s 7c Td {shoe}'\n[[seat]]\nnumber = 1\n\
         bets = {{ blackjack = '10' }}\nactions = [{first}]\n[[seat]]\nnumber = 2\n\
         bets = {{ blackjack = '10' }}\nactions = [{second}]\n"
    )
}

const EXPOSED: &str = "event = 'exposed-draw'; card = '5h'; after = '6 cards'";

#[track_caller]
fn wanted(round: &Round) -> Recipient {
    match round.next() {
        Next::Card(want) => want.to,
        next => panic!("a card is wanted, not {next:?}"),
    }
}

#[track_caller]
fn offer(round: &mut Round, text: &str) {
    let report = Report::new(Irregularity::ExposedDraw, None).of_card(card(text));
    let order = round.report_in_full(report).unwrap();
    assert_eq!(order.consequence, Consequence::OfferCard);
}

#[track_caller]
fn not_offered(round: &mut Round, text: &str, why: &'static str) {
    let report = Report::new(Irregularity::ExposedDraw, None).of_card(card(text));
    assert_eq!(round.report_in_full(report), Err(Refusal::NotSupported(why)));
}

#[test]
fn arsd_15_28_s1_a_face_up_card_is_discarded_in_a_file() {
    let text = with_event(
        &two("Kc", "'stand'", "'stand'"),
        "event = 'face-up-card-in-shoe'; card = '5h'; after = '6 cards'",
    );
    // The dealer's 16 draws the king, not the five.
    check(
        &text,
        "2 blackjack 10.00 20.00 win :06 win
         1 blackjack 10.00 20.00 win :06 win",
    );
    logs(&settle(&text), "> ordered discard-card  20:18:15:28(1)");
}

#[test]
fn arsd_15_28_s2_a_card_drawn_in_error_is_noted_and_used() {
    let text = with_event(
        &two("5h", "'stand'", "'stand'"),
        "event = 'card-drawn-in-error'; after = '6 cards'",
    );
    check(
        &text,
        "2 blackjack 10.00 0.00 lose :06 lower total
         1 blackjack 10.00 0.00 lose :06 lower total",
    );
    logs(&settle(&text), "> ordered use-card  20:18:15:28(2)");
}

#[test]
fn arsd_15_28_s3_an_exposed_card_is_refused_by_one_player_and_used_by_the_next() {
    // Seat 1 stands on 18; seat 2 has 16 + 5 = 21. The dealer draws the king: 26.
    let text = with_event(&two("Kc", "'stand'", "'hit'"), EXPOSED);
    check(
        &text,
        "2 blackjack 10.00 20.00 win :06 win
         1 blackjack 10.00 20.00 win :06 win",
    );
    let round = settle(&text);
    logs(&round, "report exposed-draw dealer 5h");
    logs(&round, "> ordered offer-card  20:18:15:28(3)");
    logs(&round, "> refused 1 5h  20:18:15:28(3)");
    logs(&round, "> dealt 2 up 5h  20:18:15:28(3)");
    // The first player may take it, too: 18 + 5 = 23.
    let text = with_event(&two("Kc", "'hit'", "'stand'"), EXPOSED);
    check(
        &text,
        "2 blackjack 10.00 20.00 win :06 win
         1 blackjack 10.00 0.00 lose :06 bust",
    );
}

#[test]
fn arsd_15_28_s3_refused_by_all_it_is_the_dealers_next_card() {
    // 16 + 5 = 21.
    let text = with_event(&two("", "'stand'", "'stand'"), EXPOSED);
    check(
        &text,
        "2 blackjack 10.00 0.00 lose :06 lower total
         1 blackjack 10.00 0.00 lose :06 lower total",
    );
    logs(&settle(&text), "> dealt dealer up 5h  20:18:15:28(3)");
}

#[test]
fn arsd_15_28_s3_of_no_use_to_the_dealer_it_is_burned() {
    // The dealer has 17 and draws nothing.
    let text = with_event(&two("", "'stand'", "'stand'").replace("6d", "7d"), EXPOSED);
    check(
        &text,
        "2 blackjack 10.00 0.00 lose :06 lower total
         1 blackjack 10.00 20.00 win :06 win",
    );
    let round = settle(&text);
    logs(&round, "> burned 5h  20:18:15:28(3)");
    let burned: Vec<Face> = round.felt().burns.faces().collect();
    assert_eq!(burned, [Face::Up(card("5h"))]);
    assert_eq!(round.felt().exposed, None);
    // So it is against a blackjack that the peek finds.
    let mut round = start(&open("blackjack", &[], &[]), &[TEN]);
    deal(&mut round, "Ts Ad 9s Kd");
    offer(&mut round, "5h");
    act(&mut round, 1, "decline");
    assert_eq!(lines(&round), ["1 blackjack 10.00 0.00 lose :19 dealer-blackjack"]);
    logs(&round, "> burned 5h  20:18:15:28(3)");
}

#[test]
fn bj_11_every_viewer_sees_the_exposed_card_and_only_it_can_come_next() {
    let mut round = start(&open("blackjack", &[("decks", "1")], &[]), &[TEN, TEN]);
    deal(&mut round, "Ts 9c 6d 8s 7c Td");
    offer(&mut round, "5h");
    for viewer in [Viewer::Public, Viewer::Dealer, Viewer::Seat(seat(2))] {
        assert_eq!(round.view(viewer).exposed, Some(card("5h")));
    }
    not_offered(&mut round, "4h", "an exposed card is already waiting to be dealt");
    // Who refuses it gets no more cards.
    act(&mut round, 1, "stand");
    assert_eq!(round.felt().seats[0].hands[0].state, HandState::Stood);
    act(&mut round, 2, "double");
    assert_eq!(round.felt().exposed, None);
    assert_eq!(round.view(Viewer::Public).exposed, None);
    // A doubled 21, and the dealer needs a card of the shoe.
    assert_eq!(wanted(&round), Recipient::Dealer);
    assert_eq!(round.card(card("5h")), Err(Refusal::DealtAlready(card("5h"))));
    deal(&mut round, "2c");
    assert_eq!(
        lines(&round),
        ["2 blackjack 20.00 40.00 win :06 win", "1 blackjack 10.00 10.00 push :04 push",]
    );
}

#[test]
fn bj_11_a_split_takes_it_and_a_split_hand_without_a_second_card_gets_it() {
    let mut round = start(&open("blackjack", &[], &[]), &[TEN]);
    deal(&mut round, "8s 6d 8c Td");
    offer(&mut round, "3h");
    // 8 + 3 on the first hand.
    act(&mut round, 1, "split");
    let first = |round: &Round| round.felt().seats[0].hands[0].cards.cards().to_vec();
    assert_eq!(first(&round), [card("8s"), card("3h")]);
    offer(&mut round, "5h");
    // Standing on eleven is no refusal: the second hand has one card and gets it.
    act(&mut round, 1, "stand");
    let second = round.felt().seats[0].hands[1].cards.cards().to_vec();
    assert_eq!(second, [card("8c"), card("5h")]);
    assert!(!round.log_text().contains("refused"));
    act(&mut round, 1, "stand");
    deal(&mut round, "Kc");
    assert_eq!(
        lines(&round),
        ["1 blackjack/1 10.00 20.00 win :06 win", "1 blackjack/2 10.00 20.00 win :06 win",]
    );
    logs(&round, "> dealt 1/2 up 5h  20:18:15:28(3)");
}

#[test]
fn bj_11_before_all_players_have_two_cards_the_rule_is_silent() {
    let why = "it is no player's turn with two cards out to everyone";
    let mut round = start(&open("blackjack", &[("decks", "1")], &[]), &[TEN]);
    deal(&mut round, "Ts 6d 9s");
    not_offered(&mut round, "5h", why);
    deal(&mut round, "Td");
    not_offered(&mut round, "9s", "that card is on the table already");
    assert_eq!(round.report(Irregularity::ExposedDraw, None), Err(Refusal::NameTheCard));
    // In War a player decides on a press before the second cards.
    let bets: &[(&str, i64)] = &[("blackjack", 10), ("war", 5)];
    let mut round = start(&open("war-blackjack", &[], &[]), &[bets]);
    deal(&mut round, "Ts 6d");
    not_offered(&mut round, "5h", why);
    act(&mut round, 1, "take");
    deal(&mut round, "9s Td");
    offer(&mut round, "5h");
    act(&mut round, 1, "stand");
    // 16 + 5 = 21 beats 19.
    assert_eq!(lines(&round)[1], "1 blackjack 10.00 0.00 lose (6) lower total");
    logs(&round, "> dealt dealer up 5h  [BJ-4]");
}

#[test]
fn bj_4_in_buster_the_dealer_draws_the_refused_card_for_the_side_bet() {
    let bets: &[(&str, i64)] = &[("blackjack", 10), ("buster", 5)];
    let mut round = start(&open("buster-blackjack", &[], &[]), &[bets]);
    deal(&mut round, "Ts 6d 9s Td");
    offer(&mut round, "Kh");
    act(&mut round, 1, "stand");
    // 6 + 10 + 10 busts with three cards: 2 to 1 by the first S schedule.
    let found = lines(&round);
    assert_eq!(found[0], "1 blackjack 10.00 20.00 win (2) win");
    assert!(found[1].starts_with("1 buster 5.00 "), "{}", found[1]);
    assert!(found[1].ends_with("bust with 3 cards"), "{}", found[1]);
}

#[test]
fn arsd_15_28_s4_an_extra_card_of_the_dealer_is_burned_in_a_file() {
    let text = two("", "'stand'", "'stand'").replace("6d", "7d");
    for event in
        ["event = 'extra-card-on-17-to-21'; card = '5h'", "event = 'extra-card-on-17-to-21'"]
    {
        let text = with_event(&text, event);
        check(
            &text,
            "2 blackjack 10.00 0.00 lose :06 lower total
             1 blackjack 10.00 20.00 win :06 win",
        );
        logs(&settle(&text), "> ordered burn-card  20:18:15:28(4)");
    }
    refused(
        &with_event(
            &two("Kc", "'stand'", "'stand'"),
            "event = 'extra-card-on-17-to-21'; card = '5h'",
        ),
        "the dealer has not finished on 17 to 21",
    );
}

#[test]
fn arsd_15_28_s5_a_dealer_who_missed_the_first_card_gets_both_after_the_players() {
    let mut round = start(&open("blackjack", &[], &[]), &[TEN, TEN]);
    let missed = Irregularity::DealerMissedCard;
    assert!(round.report(missed, None).is_err(), "seat 1 comes first");
    deal(&mut round, "Ts 9c");
    assert_eq!(wanted(&round), Recipient::Dealer);
    let order = round.report(missed, None).unwrap();
    assert_eq!(order.consequence, Consequence::DealerLast);
    for number in [1, 2] {
        assert_eq!(wanted(&round), Recipient::Seat { seat: seat(number), hand: 0 });
        deal(&mut round, if number == 1 { "8s" } else { "7c" });
    }
    assert!(round.report(missed, None).is_err(), "it is known already");
    // Now the first is dealt up and the second down: an ace offers insurance.
    deal(&mut round, "Ad 5d");
    let dealer: Vec<Face> = round.felt().dealer.faces().collect();
    assert_eq!(dealer, [Face::Up(card("Ad")), Face::Down]);
    act(&mut round, 1, "decline");
    act(&mut round, 2, "decline");
    act(&mut round, 1, "stand");
    act(&mut round, 2, "stand");
    // A soft 16 draws: 18.
    deal(&mut round, "2h");
    assert_eq!(
        lines(&round),
        ["2 blackjack 10.00 0.00 lose :06 lower total", "1 blackjack 10.00 10.00 push :04 push",]
    );
    logs(&round, "> ordered dealer-last  20:18:15:28(5)");
}

#[test]
fn arsd_15_28_s5_a_missed_card_in_a_file_comes_after_a_hand_that_was_short_too() {
    let shoe = |shoe: &str| two("", "'stand'", "'stand'").replace("Ts 9c 6d 8s 7c Td ", shoe);
    // Seat 1's second card is missing, too: seat 2, then seat 1, then the dealer's two.
    let text = with_event(&shoe("Ts 9c 7c 8s 6d Td Kc"), "event = 'dealer-missed-card'");
    let text = with_event(&text, "event = 'one-card'; seat = 1");
    check(
        &text,
        "2 blackjack 10.00 20.00 win :06 win
         1 blackjack 10.00 20.00 win :06 win",
    );
    let text = log(&settle(&text));
    let dealt: Vec<&str> = text.lines().filter(|line| line.starts_with("deal ")).collect();
    let dealt: Vec<&str> = dealt.iter().map(|line| line.split("  ").next().unwrap()).collect();
    assert_eq!(
        dealt,
        [
            "deal 1 up Ts",
            "deal 2 up 9c",
            "deal 2 up 7c",
            "deal 1 up 8s",
            "deal dealer up 6d",
            "deal dealer down Td",
            "deal dealer up Kc",
        ]
    );
    // The second card alone, said by its moment.
    let event = "event = 'dealer-missed-card'; after = '5 cards'";
    check(
        &with_event(&shoe("Ts 9c 6d 8s 7c Td Kc"), event),
        "2 blackjack 10.00 20.00 win :06 win
         1 blackjack 10.00 20.00 win :06 win",
    );
    refused(
        &with_event(&shoe("Ts 9c 6d 8s 7c Td Kc"), &event.replace('5', "4")),
        "the next card is not a card of the deal that can wait",
    );
}

#[test]
fn bj_12_in_war_only_the_second_card_of_the_dealer_can_wait() {
    let bets: &[(&str, i64)] = &[("blackjack", 10), ("war", 5)];
    let mut round = start(&open("war-blackjack", &[], &[]), &[bets]);
    deal(&mut round, "Ts");
    assert!(round.report(Irregularity::DealerMissedCard, None).is_err());
    deal(&mut round, "6d");
    act(&mut round, 1, "take");
    round.report(Irregularity::OneCard, Some(seat(1))).unwrap();
    // The dealer's second card is next; it waits for the player's.
    round.report(Irregularity::DealerMissedCard, None).unwrap();
    assert_eq!(wanted(&round), Recipient::Seat { seat: seat(1), hand: 0 });
    deal(&mut round, "9s");
    assert_eq!(wanted(&round), Recipient::Dealer);
    deal(&mut round, "Td");
    act(&mut round, 1, "stand");
    deal(&mut round, "Kh");
    assert_eq!(lines(&round)[1], "1 blackjack 10.00 20.00 win (6) win");
    logs(&round, "> ordered dealer-last  [BJ-4]");
}

#[test]
fn arsd_15_28_s6_out_of_cards_the_discards_are_shuffled_in_every_blackjack_game() {
    for (game, bets) in [
        ("blackjack", "blackjack = '10'"),
        ("buster-blackjack", "blackjack = '10', buster = '5'"),
        ("war-blackjack", "blackjack = '10'"),
    ] {
        let text = format!(
            "game = '{game}'\noptions = {{ decks = '1' }}\nshoe = 'Ts 6d 9s Td'\n\
             reshuffled = '5h'\n[[seat]]\nnumber = 1\nbets = {{ {bets} }}\nactions = ['stand']\n"
        );
        let round = settle(&text);
        // 16 + 5 = 21 beats 19.
        assert!(lines(&round)[0].starts_with("1 blackjack 10.00 0.00 lose"), "{game}");
        let cite = if game == "blackjack" { "20:18:15:28(6)" } else { "[BJ-4]" };
        logs(&round, &format!("> ordered reshuffle  {cite}"));
    }
}

#[test]
fn bj_4_a_card_waiting_to_be_dealt_is_not_shuffled_in_with_the_discards() {
    let mut round = start(&open("blackjack", &[("decks", "1")], &[]), &[TEN]);
    deal(&mut round, "8s 6d 8c Td");
    act(&mut round, 1, "split");
    assert_eq!(wanted(&round), Recipient::Seat { seat: seat(1), hand: 0 });
    round.report(Irregularity::OutOfCards, None).unwrap();
    deal(&mut round, "2h");
    offer(&mut round, "5h");
    act(&mut round, 1, "stand");
    assert_eq!(round.felt().seats[0].hands[1].cards.cards()[1], card("5h"));
}

#[test]
fn arsd_15_28_s7_s8_hands_with_no_card_or_one_in_a_file() {
    let text = "game = 'blackjack'\nshoe = 'Ts 6d 8s Td Kc'\n[[seat]]\nnumber = 1\n\
                bets = { blackjack = '10' }\nactions = ['stand']\n[[seat]]\nnumber = 2\n\
                bets = { blackjack = '15' }\n";
    check(
        &with_event(text, "event = 'no-cards'; seat = 2"),
        "2 blackjack 15.00 15.00 dead :28(7) no cards
         1 blackjack 10.00 20.00 win :06 win",
    );
    let text = with_event(&two("Kc", "'stand'", "'stand'"), "event = 'one-card'; seat = 1");
    // Seat 2 gets the eight, the dealer the seven, and then seat 1 its ten: 20, 17, 13 and a king.
    check(
        &text,
        "2 blackjack 10.00 20.00 win :06 win
         1 blackjack 10.00 20.00 win :06 win",
    );
    logs(&settle(&text), "> ordered second-card-last  20:18:15:28(8)");
    assert_eq!(settle(&text).felt().seats[0].cards(), [card("Ts"), card("Td")]);
}
