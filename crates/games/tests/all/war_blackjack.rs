//! War blackjack, 20:18:15:30.12.

use crate::support::{check, problems};

/// One seat with $10 on blackjack and $5 on War. The shoe: his first card, the dealer's up card,
/// his second, the hole card, draws.
fn with(table: &str, shoe: &str, actions: &str) -> String {
    let actions: Vec<String> =
        actions.split(", ").filter(|a| !a.is_empty()).map(|action| format!("'{action}'")).collect();
    format!(
        "game = 'war-blackjack'\n{table}\nshoe = '{shoe}'\n[[seat]]\nnumber = 1\n\
         bets = {{ blackjack = '10', war = '5' }}\nactions = [{}]\n",
        actions.join(", ")
    )
}

fn one(shoe: &str, actions: &str) -> String {
    with("", shoe, actions)
}

#[track_caller]
fn refused(text: &str, message: &str) {
    let found = problems(text);
    assert!(found.iter().any(|problem| problem.contains(message)), "{found:#?}");
}

const OLD: &str = "edition = '2014-07-29'";

#[test]
fn arsd_15_30_12_s3_the_higher_first_card_wins_even_money() {
    check(
        &one("Ts 6d 9s Td 5h", "take, stand"),
        "1 war 5.00 10.00 win (3) war-win
         1 blackjack 10.00 0.00 lose (6) lower total",
    );
    // A king is higher than a queen, though both count ten; suits do not count.
    check(
        &one("Kc Qs 9s 7d", "take, stand"),
        "1 war 5.00 10.00 win (3) war-win
         1 blackjack 10.00 20.00 win (6) win",
    );
    check(
        &one("Qs Kd 9s 7d", "stand"),
        "1 war 5.00 0.00 lose (3) lower card
         1 blackjack 10.00 20.00 win (6) win",
    );
}

#[test]
fn arsd_15_30_12_s3_aces_are_low() {
    // His ace loses to a deuce, and makes a blackjack all the same.
    check(
        &one("As 2d Ks Td", ""),
        "1 war 5.00 0.00 lose (3) lower card
         1 blackjack 10.00 25.00 win (6) blackjack",
    );
    // The dealer's ace is beaten by a deuce; then it is insured against.
    check(
        &one("2s Ad Ks 8d", "take, decline, stand"),
        "1 war 5.00 10.00 win (3) war-win
         1 blackjack 10.00 0.00 lose (6) lower total",
    );
}

#[test]
fn arsd_15_30_12_s5_a_tie_loses() {
    check(
        &one("6s 6d Ks Td Kh", "stand"),
        "1 war 5.00 0.00 lose (5) tie
         1 blackjack 10.00 20.00 win (6) win",
    );
    check(
        &one("As Ad Ks 8d", "decline"),
        "1 war 5.00 0.00 lose (5) tie
         1 blackjack 10.00 25.00 win (6) blackjack",
    );
}

#[test]
fn arsd_15_30_12_s4_a_press_adds_the_winnings() {
    // 10 + 5 on blackjack, 15 x 2 back.
    check(
        &one("Ts 6d 9s Td Kh", "press, stand"),
        "1 war 5.00 10.00 win (3) war-win
         1 blackjack 15.00 30.00 win (6) win",
    );
    check(
        &one("Ts 6d 9s Td Kh", "take, stand"),
        "1 war 5.00 10.00 win (3) war-win
         1 blackjack 10.00 20.00 win (6) win",
    );
    refused(&one("Ts 6d 9s Td Kh", "stand"), "\"stand\" is not legal here; write take or press");
    refused(&one("6s Td 9s Td", "press, stand"), "\"press\" is not legal here");
}

#[test]
fn war_3_the_text_of_2014_adds_winnings_and_wager() {
    // 10 + 5 + 5 on blackjack.
    check(
        &with(OLD, "Ts 6d 9s Td Kh", "press, stand"),
        "1 war 5.00 10.00 win (3) war-win
         1 blackjack 20.00 40.00 win (6) win",
    );
    check(
        &with(OLD, "Ts 6d 9s Td Kh", "take, stand"),
        "1 war 5.00 10.00 win (3) war-win
         1 blackjack 10.00 20.00 win (6) win",
    );
}

#[test]
fn war_2_all_war_wagers_are_settled_before_the_second_cards() {
    // Last seat first; then the winners, seat 1 first, take or press.
    check(
        "game = 'war-blackjack'
         shoe = 'Ts 9c 6s 2h 6d 9s 9d Kd 2c Td Kh 5s'
         [[seat]]
         number = 1
         bets = { blackjack = '10', war = '5' }
         actions = ['press', 'stand']
         [[seat]]
         number = 3
         bets = { blackjack = '20' }
         actions = ['stand']
         [[seat]]
         number = 4
         bets = { blackjack = '30', war = '15' }
         actions = ['stand']
         [[seat]]
         number = 6
         bets = { blackjack = '40', war = '25' }
         actions = ['hit', 'stand']",
        // 10-9, 9-9, 6-K, 2-2-K against 6-T-5.
        "6 war 25.00 0.00 lose (3) lower card
         4 war 15.00 0.00 lose (5) tie
         1 war 5.00 10.00 win (3) war-win
         6 blackjack 40.00 0.00 lose (6) lower total
         4 blackjack 30.00 0.00 lose (6) lower total
         3 blackjack 20.00 0.00 lose (6) lower total
         1 blackjack 15.00 0.00 lose (6) lower total",
    );
}

#[test]
fn war_4_the_pressed_wager_is_doubled_split_and_insured() {
    check(
        &one("6s 5d 5s Td Th Kh", "press, double"),
        "1 war 5.00 10.00 win (3) war-win
         1 blackjack 30.00 60.00 win (6) win",
    );
    check(
        &one("8s 6d 8d Td Th 9c Kh", "press, split, stand, stand"),
        "1 war 5.00 10.00 win (3) war-win
         1 blackjack/1 15.00 30.00 win (6) win
         1 blackjack/2 15.00 30.00 win (6) win",
    );
    // Half of 15 at 2 to 1.
    check(
        &one("Ts Ad 9s Kd", "press, insure"),
        "1 war 5.00 10.00 win (3) war-win
         1 insurance 7.50 22.50 win (6) insurance
         1 blackjack 15.00 0.00 lose (6) dealer-blackjack",
    );
    // 15 x 3/2 + 15.
    check(
        &one("Ks 6d As Td", "press"),
        "1 war 5.00 10.00 win (3) war-win
         1 blackjack 15.00 37.50 win (6) blackjack",
    );
    // Without a peek the double goes back, the press does not [BJ-3].
    check(
        &with("options = { peek = false }", "Qs Td As Ad", "press"),
        "1 war 5.00 10.00 win (3) war-win
         1 blackjack 15.00 15.00 push (6) push",
    );
    check(
        &with("options = { peek = false }", "Js Td 2s Ad 9h", "press, double"),
        "1 war 5.00 10.00 win (3) war-win
         1 blackjack 30.00 15.00 lose (6) dealer-blackjack",
    );
    check(
        &with("options = { surrender = 'late' }", "Js 9d 6s Td", "press, surrender"),
        "1 war 5.00 10.00 win (3) war-win
         1 blackjack 15.00 7.50 lose (6) surrender",
    );
}

#[test]
fn war_3_a_press_passes_the_posted_maximum_but_not_a_thousand_dollars() {
    let bets = |text: String, blackjack: u32, war: u32| {
        text.replace("'10', war = '5'", &format!("'{blackjack}', war = '{war}'"))
    };
    let posted = "limits = { blackjack = '5 to 100', war = '5 to 100' }";
    check(
        &bets(with(posted, "6s 5d 5s Td Th Kh", "press, double"), 100, 100),
        "1 war 100.00 200.00 win (3) war-win
         1 blackjack 400.00 800.00 win (6) win",
    );
    let shoe = "Ts 6d 9s Td Kh";
    check(
        &bets(one(shoe, "press, stand"), 600, 400),
        "1 war 400.00 800.00 win (3) war-win
         1 blackjack 1000.00 2000.00 win (6) win",
    );
    refused(&bets(one(shoe, "press, stand"), 600, 401), "\"press\" is not legal here; write take");
    check(
        &bets(one(shoe, "take, stand"), 600, 401),
        "1 war 401.00 802.00 win (3) war-win
         1 blackjack 600.00 1200.00 win (6) win",
    );
    // The text of 2014 adds twice as much.
    refused(
        &bets(with(OLD, shoe, "press, stand"), 600, 201),
        "\"press\" is not legal here; write take",
    );
    check(
        &bets(with(OLD, shoe, "press, stand"), 600, 200),
        "1 war 200.00 400.00 win (3) war-win
         1 blackjack 1000.00 2000.00 win (6) win",
    );
}

#[test]
fn gen_8_no_press_to_a_wager_that_would_be_paid_half_a_cent() {
    let quarter = |actions: &str| {
        with("options = { chip = '0.25' }", "Ts 6d 9s Td Kh", actions).replace("'5'", "'5.25'")
    };
    refused(&quarter("press, stand"), "\"press\" is not legal here; write take");
    check(
        &quarter("take, stand"),
        "1 war 5.25 10.50 win (3) war-win
         1 blackjack 10.00 20.00 win (6) win",
    );
}

#[test]
fn arsd_15_30_12_s2_war_goes_with_the_primary_wager() {
    refused(
        &one("Ts 6d 9s Td Kh", "take, stand").replace("blackjack = '10', ", ""),
        "blackjack must be bet",
    );
    // It is voluntary.
    check(
        &one("Ts 6d 9s Td Kh", "stand").replace(", war = '5'", ""),
        "1 blackjack 10.00 20.00 win (6) win",
    );
}

#[test]
fn arsd_15_30_12_s6_regular_blackjack_after_the_war() {
    // War is won before a dealer's blackjack shows.
    check(
        &one("Ks Jd 9s Ad", "take"),
        "1 war 5.00 10.00 win (3) war-win
         1 blackjack 10.00 0.00 lose (6) dealer-blackjack",
    );
    check(
        &with("options = { soft-17 = 'hit' }", "Ts 6d 8s Ad 4h", "take, stand"),
        "1 war 5.00 10.00 win (3) war-win
         1 blackjack 10.00 0.00 lose (6) lower total",
    );
    check(
        &with("options = { decks = 1, blackjack-pays = '6 to 5' }", "Ks 6d As Td", "press"),
        // 15 x 6/5 + 15.
        "1 war 5.00 10.00 win (3) war-win
         1 blackjack 15.00 33.00 win (6) blackjack-6-to-5",
    );
}
