//! Blackjack, 20:18:15.

use std::sync::Arc;

use cards::parse_cards;
use games::{Keep, Next, Posting, Recipient, Refusal, Round, SeatNumber, Table};
use money::Cents;
use rulebook::{Consequence, Irregularity, Rulebook};

use crate::support::{check, lines, problems};

/// One seat with $10 at a table with options. The shoe: his card, the dealer's up card, his second,
/// the hole card, draws.
fn with(options: &str, shoe: &str, actions: &str) -> String {
    bet(10, options, shoe, actions)
}

fn bet(dollars: u32, options: &str, shoe: &str, actions: &str) -> String {
    let actions: Vec<String> =
        actions.split(", ").filter(|a| !a.is_empty()).map(|action| format!("'{action}'")).collect();
    format!(
        "game = 'blackjack'\noptions = {{ {options} }}\nshoe = '{shoe}'\n[[seat]]\nnumber = 1\n\
         bets = {{ blackjack = '{dollars}' }}\nactions = [{}]\n",
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

#[test]
fn arsd_15_06_the_higher_total_wins_even_money() {
    // 19 against 6-T-T, bust; against 18; against 20.
    check(&one("Ts 6d 9s Td Th", "stand"), "1 blackjack 10.00 20.00 win :06 win");
    check(&one("Ts Td 9s 8d", "stand"), "1 blackjack 10.00 20.00 win :06 win");
    check(&one("Ts Td 9s Jd", "stand"), "1 blackjack 10.00 0.00 lose :06 lower total");
}

#[test]
fn arsd_15_04_equal_totals_push() {
    check(&one("Ts Td 9s 9d", "stand"), "1 blackjack 10.00 10.00 push :04 push");
    check(&one("As Kd Ks Ad", ""), "1 blackjack 10.00 10.00 push :04 push");
}

#[test]
fn arsd_15_26_a_bust_loses_and_the_dealer_draws_no_card() {
    check(&one("Ts 6d 6s Td Kh", "hit"), "1 blackjack 10.00 0.00 lose :06 bust");
    refused(&one("Ts 6d 6s Td Kh 9c", "hit"), "shoe: left over, never dealt: 9c");
}

#[test]
fn bj_1_a_blackjack_pays_three_to_two_and_the_dealer_draws_no_card() {
    check(&one("As 6d Ks Td", ""), "1 blackjack 10.00 25.00 win :06 blackjack");
}

#[test]
fn bj_1_six_to_five_is_for_one_deck() {
    // 10 x 6/5 = 12.
    check(
        &with("decks = 1, blackjack-pays = '6 to 5'", "As 6d Ks Td", ""),
        "1 blackjack 10.00 22.00 win :06 blackjack-6-to-5",
    );
    refused(
        &with("blackjack-pays = '6 to 5'", "As 6d Ks Td", ""),
        "option blackjack-pays cannot be \"6 to 5\"; it can be 3 to 2 or better [BJ-1]",
    );
}

#[test]
fn bj_1_a_house_may_pay_more_but_never_less() {
    // 10 x 2 = 20; 10 x 8/5 = 16; 10 x 7/5 = 14.
    let pays = |options: &str| with(options, "As 6d Ks Td", "");
    check(&pays("blackjack-pays = '2 to 1'"), "1 blackjack 10.00 30.00 win :06 blackjack");
    check(&pays("blackjack-pays = '8 to 5'"), "1 blackjack 10.00 26.00 win :06 blackjack");
    check(&pays("blackjack-pays = '6 to 4'"), "1 blackjack 10.00 25.00 win :06 blackjack");
    check(
        &pays("decks = 1, blackjack-pays = '7 to 5'"),
        "1 blackjack 10.00 24.00 win :06 blackjack",
    );
    refused(
        &pays("decks = 2, blackjack-pays = '7 to 5'"),
        "option blackjack-pays cannot be \"7 to 5\"; it can be 3 to 2 or better [BJ-1]",
    );
    refused(
        &pays("decks = 1, blackjack-pays = '1 to 1'"),
        "option blackjack-pays cannot be \"1 to 1\"; it can be 6 to 5 or better with one deck [BJ-1]",
    );
    for no_odds in ["2 for 1", "2", "push", "50%", "-3 to 2", "3 to 0"] {
        refused(
            &pays(&format!("blackjack-pays = '{no_odds}'")),
            &format!("option blackjack-pays cannot be \"{no_odds}\"; it can be 3 to 2, other odds"),
        );
    }
    // What is posted is what must be whole cents [GEN-8]: $5.25 at 2 to 1 is, at 3 to 2 it is not.
    let quarter = |pays: &str| {
        let options = format!("chip = '0.25', blackjack-pays = '{pays}'");
        with(&options, "As 6d Ks Td", "").replace("'10'", "'5.25'")
    };
    check(&quarter("2 to 1"), "1 blackjack 5.25 15.75 win :06 blackjack");
    refused(&quarter("3 to 2"), "$5.25 at 3 to 2 does not pay whole cents");
}

#[test]
fn bj_1_a_blackjack_beats_any_other_21() {
    // The dealer makes 21 with three cards because of seat 2.
    check(
        "game = 'blackjack'
         shoe = 'As Ts 6d Ks 9s 5d Th'
         [[seat]]
         number = 1
         bets = { blackjack = '10' }
         [[seat]]
         number = 2
         bets = { blackjack = '20' }
         actions = ['stand']",
        "2 blackjack 20.00 0.00 lose :06 lower total
         1 blackjack 10.00 25.00 win :06 blackjack",
    );
    // 7-7-7 against a blackjack that no peek found.
    check(
        &with("peek = false", "7s Td 7d Ad 7h", "hit"),
        "1 blackjack 10.00 0.00 lose :19 dealer-blackjack",
    );
}

#[test]
fn arsd_15_02_one_to_eight_decks() {
    refused(&with("decks = 1", "Ts 6d 9s Ts Th", "stand"), "shoe: Ts appears twice");
    refused(
        &with("decks = 2", "Ts Ts 9s Ts", "stand"),
        "shoe: Ts appears more times than the decks hold it",
    );
    check(&with("decks = 8", "Ts Ts Ts Ts", "stand"), "1 blackjack 10.00 10.00 push :04 push");
    refused(&with("decks = 9", "Ts Td 9s 8d", "stand"), "option decks cannot be \"9\"");
}

#[test]
fn arsd_15_19_a_blackjack_found_by_the_peek_leaves_nothing_to_decide() {
    check(&one("Ts Kd 9s Ad", ""), "1 blackjack 10.00 0.00 lose :19 dealer-blackjack");
    refused(&one("Ts Kd 9s Ad", "stand"), "left over: \"stand\" was never asked for");
    // A hole ace under a small card is no blackjack to look for.
    check(&one("Ts 9d 9s Ad", "stand"), "1 blackjack 10.00 0.00 lose :06 lower total");
}

#[test]
fn arsd_15_23_insurance_is_half_and_pays_two_to_one() {
    // 5 x 2 + 5 = 15.
    check(
        &one("Ts Ad 9s Kd", "insure"),
        "1 insurance 5.00 15.00 win :23 insurance
         1 blackjack 10.00 0.00 lose :19 dealer-blackjack",
    );
    check(
        &one("Ts Ad 9s 8d", "insure, stand"),
        "1 insurance 5.00 0.00 lose :23 no blackjack
         1 blackjack 10.00 10.00 push :04 push",
    );
    check(&one("Ts Ad 9s Kd", "decline"), "1 blackjack 10.00 0.00 lose :19 dealer-blackjack");
    refused(&one("Ts Ad 9s Kd", ""), "an action is missing: one of insure, decline");
    refused(&one("Ts Ad 9s Kd", "stand"), "\"stand\" is not legal here; write insure or decline");
}

#[test]
fn arsd_15_23_a_blackjack_is_insured_too() {
    // Even money: 15 back on the insurance, 10 on the push.
    check(
        &one("As Ad Ks Kd", "insure"),
        "1 insurance 5.00 15.00 win :23 insurance
         1 blackjack 10.00 10.00 push :04 push",
    );
    check(&one("As Ad Ks 9d", "decline"), "1 blackjack 10.00 25.00 win :06 blackjack");
}

#[test]
fn arsd_15_23_every_seat_is_asked_before_the_peek() {
    check(
        "game = 'blackjack'
         shoe = 'Ts 8s Ad 9s 8h Kd'
         [[seat]]
         number = 5
         bets = { blackjack = '20' }
         actions = ['decline']
         [[seat]]
         number = 2
         bets = { blackjack = '30' }
         actions = ['insure']",
        "5 blackjack 20.00 0.00 lose :19 dealer-blackjack
         2 insurance 15.00 45.00 win :23 insurance
         2 blackjack 30.00 0.00 lose :19 dealer-blackjack",
    );
}

#[test]
fn arsd_15_23_a_table_may_offer_no_insurance() {
    check(
        &with("insurance = false", "Ts Ad 9s 8d", "stand"),
        "1 blackjack 10.00 10.00 push :04 push",
    );
}

#[test]
fn bj_8_insurance_is_exactly_half_of_an_odd_wager() {
    // 2.50 x 2 + 2.50.
    check(
        &bet(5, "", "Ts Ad 9s Kd", "insure"),
        "1 insurance 2.50 7.50 win :23 insurance
         1 blackjack 5.00 0.00 lose :19 dealer-blackjack",
    );
    // $5.25 at 6 to 5 is whole cents, its half is not: there is nothing to insure with.
    let odd =
        with("decks = 1, blackjack-pays = '6 to 5', chip = '0.25'", "Ts Ad 9s 8d", "insure, stand")
            .replace("'10'", "'5.25'");
    refused(&odd, "\"insure\" is not legal here; write decline");
    check(&odd.replace("insure", "decline"), "1 blackjack 5.25 5.25 push :04 push");
}

#[test]
fn gen_8_a_wager_that_would_be_paid_half_a_cent_is_refused() {
    let quarter = |options: &str| with(options, "As 6d Ks Td", "").replace("'10'", "'5.25'");
    refused(&quarter(""), "$5.25 on blackjack is not a multiple of the table's $1 chip");
    refused(&quarter("chip = '0.25'"), "blackjack: $5.25 at 3 to 2 does not pay whole cents");
    // 5.25 x 6/5 = 6.30; but half of it, on a surrender, would be 2.625.
    let six_to_five = "chip = '0.25', decks = 1, blackjack-pays = '6 to 5'";
    check(&quarter(six_to_five), "1 blackjack 5.25 11.55 win :06 blackjack-6-to-5");
    refused(
        &quarter(&format!("{six_to_five}, surrender = 'late'")),
        "blackjack: $5.25 at 1 to 2 does not pay whole cents",
    );
    // 5.50 x 3/2 = 8.25.
    check(
        &with("chip = '0.25'", "As 6d Ks Td", "").replace("'10'", "'5.50'"),
        "1 blackjack 5.50 13.75 win :06 blackjack",
    );
}

#[test]
fn arsd_15_30_a_late_surrender_gives_half_back() {
    let late = |shoe: &str, actions: &str| with("surrender = 'late'", shoe, actions);
    check(&late("Ts Td 6s 7d", "surrender"), "1 blackjack 10.00 5.00 lose :30 surrender");
    // The dealer has 16, and draws for nobody.
    check(&late("Ts Td 6s 6d", "surrender"), "1 blackjack 10.00 5.00 lose :30 surrender");
    refused(&late("Ts Td 2s 7d 3h", "hit, surrender"), "\"surrender\" is not legal here");
    refused(
        &one("Ts Td 6s 7d", "surrender"),
        "\"surrender\" is not legal here; write hit, stand or double",
    );
}

#[test]
fn bj_2_late_surrender_also_after_a_split() {
    // Eights against a ten: the first hand gets an eight and is split again, its first two cards 8-7
    // are surrendered; 8-9 stands against 17; 8-2 draws a king and wins.
    let late = |options: &str, actions: &str| {
        with(&format!("surrender = 'late'{options}"), "8s Td 8d 7d 8h 7c 9c 2c Kc", actions)
    };
    let played = "split, split, surrender, stand, hit, stand";
    check(
        &late("", played),
        "1 blackjack/1 10.00 5.00 lose :30 surrender
         1 blackjack/2 10.00 10.00 push :04 push
         1 blackjack/3 10.00 20.00 win :06 win",
    );
    refused(
        &late(", surrender-after-split = false", played),
        "\"surrender\" is not legal here; write hit, stand or double",
    );
    // Only on the first two cards, and not on a split ace with its one card.
    refused(
        &with("surrender = 'late'", "8s Td 8d 7d 2h 2c 3h", "split, hit, surrender"),
        "\"surrender\" is not legal here",
    );
    refused(
        &with("surrender = 'late', resplit-aces = true", "As Td Ad 7d Ah 3h", "split, surrender"),
        "\"surrender\" is not legal here; write stand or split",
    );
    // The option says nothing where surrender is not offered.
    refused(
        &with("surrender-after-split = true", "Ts Td 6s 7d", "stand"),
        "surrender-after-split needs surrender = \"late\" [BJ-2]",
    );
}

#[test]
fn bj_9_without_a_peek_a_surrender_after_a_split_loses_the_original_wager_only() {
    // The first hand holds the original wager [BJ-3]; the second's goes back.
    check(
        &with(
            "surrender = 'late', peek = false",
            "8s Td 8d Ad 7h 6c",
            "split, surrender, surrender",
        ),
        "1 blackjack/1 10.00 0.00 lose :19 dealer-blackjack
         1 blackjack/2 10.00 10.00 push :19 dealer-blackjack",
    );
}

#[test]
fn bj_2_surrender_comes_after_the_peek() {
    check(
        &with("surrender = 'late'", "Ts Td 6s Ad", ""),
        "1 blackjack 10.00 0.00 lose :19 dealer-blackjack",
    );
    refused(
        &with("surrender = 'late'", "Ts Ad 6s 9d", "surrender"),
        "\"surrender\" is not legal here; write insure or decline",
    );
}

#[test]
fn bj_9_without_a_peek_a_surrender_loses_all_to_a_blackjack() {
    let late = |shoe: &str| with("surrender = 'late', peek = false", shoe, "surrender");
    check(&late("Ts Td 6s Ad"), "1 blackjack 10.00 0.00 lose :19 dealer-blackjack");
    check(&late("Ts Td 6s 9d"), "1 blackjack 10.00 5.00 lose :30 surrender");
}

#[test]
fn arsd_15_24_a_double_gets_one_card() {
    // 6-5 and a ten: 21 against 6-T-K. 20 x 2.
    check(&one("6s 6d 5s Td Th Kh", "double"), "1 blackjack 20.00 40.00 win :06 win");
    // 6-5-2 stands on 13 and loses to 6-T-A.
    check(&one("6s 6d 5s Td 2h Ah", "double"), "1 blackjack 20.00 0.00 lose :06 lower total");
    check(&one("Ts 6d 2s Td Kh", "double"), "1 blackjack 20.00 0.00 lose :06 bust");
    refused(&one("2s 6d 3s Td 4h Kh", "hit, double"), "\"double\" is not legal here");
}

#[test]
fn arsd_15_24_a_double_for_less() {
    // 10 + 4 at even money.
    check(&one("6s 6d 5s Td Th Kh", "double 4"), "1 blackjack 14.00 28.00 win :06 win");
    for more in ["double 10", "double 11", "double 0.50"] {
        refused(&one("6s 6d 5s Td Th Kh", more), &format!("\"{more}\" is not legal here"));
    }
    refused(
        &with("double-for-less = false", "6s 6d 5s Td Th Kh", "double 4"),
        "\"double 4\" is not legal here",
    );
}

#[test]
fn arsd_15_24_a_table_may_restrict_doubles() {
    let nine = "5s 6d 4s Td Th Kh";
    let win = "1 blackjack 20.00 40.00 win :06 win";
    check(&with("double = '9-to-11'", nine, "double"), win);
    refused(&with("double = '10-or-11'", nine, "double"), "\"double\" is not legal here");
    check(&with("double = '10-or-11'", "6s 6d 5s Td Th Kh", "double"), win);
    // Ace-nine is a soft twenty, not ten.
    refused(&with("double = '10-or-11'", "As 6d 9s Td Th", "double"), "\"double\" is not legal");
    check(&with("double = 'any'", "As 6d 9s Td Kh Kc", "double"), win);
}

#[test]
fn bj_2_a_table_may_allow_no_doubles() {
    let none = |shoe: &str, actions: &str| with("double = 'none'", shoe, actions);
    for double in ["double", "double 5"] {
        refused(
            &none("6s 6d 5s Td Th Kh", double),
            &format!("\"{double}\" is not legal here; write hit or stand"),
        );
    }
    refused(&none("8s Td 8d 7d 3h", "split, double"), "\"double\" is not legal here");
    check(&none("6s 6d 5s Td Th Kh", "hit"), "1 blackjack 10.00 20.00 win :06 win");
}

#[test]
fn gen_9_no_single_bet_over_a_thousand_dollars() {
    // The double is a later bet of its own.
    check(&bet(1000, "", "6s 6d 5s Td Th Kh", "double"), "1 blackjack 2000.00 4000.00 win :06 win");
    refused(
        &bet(1001, "", "6s 6d 5s Td Th Kh", "double"),
        "$1,001 on blackjack is over the maximum of $1,000",
    );
    let posted = "limits = { blackjack = '5 to 500' }\n";
    check(
        &(posted.to_owned() + &bet(500, "", "6s 6d 5s Td Th Kh", "double 2")),
        "1 blackjack 502.00 1004.00 win :06 win",
    );
    refused(
        &(posted.to_owned() + &bet(501, "", "As 6d Ks Td", "")),
        "$501 on blackjack is over the maximum of $500",
    );
    refused(
        &(posted.to_owned() + &bet(4, "", "As 6d Ks Td", "")),
        "$4 on blackjack is under the minimum of $5",
    );
}

#[test]
fn arsd_15_25_a_split_hand_gets_its_second_card_in_its_turn() {
    // 8-3 doubled with a ten: 21; 8-9: 17; the dealer busts with 6-T-K.
    check(
        &one("8s 6d 8d Td 3h Th 9c Kh", "split, double, stand"),
        "1 blackjack/1 20.00 40.00 win :06 win
         1 blackjack/2 10.00 20.00 win :06 win",
    );
    refused(
        &with("double-after-split = false", "8s 6d 8d Td 3h Th 9c Kh", "split, double, stand"),
        "\"double\" is not legal here; write hit or stand",
    );
}

#[test]
fn arsd_15_25_four_hands_and_no_more() {
    // Hand 1 is split three times; hand 3 becomes a pair of eights again. The dealer has 6-T-5.
    let shoe = "8s 6d 8d Td 8h 8c Th Tc 8s Ts 5h";
    check(
        &one(shoe, "split, split, split, stand, stand, stand, stand"),
        "1 blackjack/1 10.00 0.00 lose :06 lower total
         1 blackjack/2 10.00 0.00 lose :06 lower total
         1 blackjack/3 10.00 0.00 lose :06 lower total
         1 blackjack/4 10.00 0.00 lose :06 lower total",
    );
    refused(
        &one(shoe, "split, split, split, stand, stand, split"),
        "\"split\" is not legal here; write hit, stand or double",
    );
    refused(&with("splits = 1", shoe, "split, split"), "\"split\" is not legal here");
    refused(&with("splits = 0", shoe, "split"), "\"split\" is not legal here");
}

#[test]
fn arsd_15_25_equal_value_or_equal_rank() {
    let shoe = "Ks 6d Qd Td 9h 8h Kh";
    let won = "1 blackjack/1 10.00 20.00 win :06 win
               1 blackjack/2 10.00 20.00 win :06 win";
    check(&one(shoe, "split, stand, stand"), won);
    refused(&with("split = 'equal-rank'", shoe, "split"), "\"split\" is not legal here");
    check(&with("split = 'equal-rank'", "Ks 6d Kd Td 9h 8h Kh", "split, stand, stand"), won);
}

#[test]
fn bj_2_split_aces_get_one_card_each() {
    // A-5 and A-A stand as they are; the dealer busts with 6-T-K.
    check(
        &one("As 6d Ad Td 5h Ah Kc", "split"),
        "1 blackjack/1 10.00 20.00 win :06 win
         1 blackjack/2 10.00 20.00 win :06 win",
    );
    refused(&one("As 6d Ad Td 5h Ah Kc", "split, stand"), "left over: \"stand\"");
    check(
        &with("split-aces = 'draw'", "As 6d Ad Td 5h 4c Ah Kc", "split, hit, stand, stand"),
        "1 blackjack/1 10.00 20.00 win :06 win
         1 blackjack/2 10.00 20.00 win :06 win",
    );
}

#[test]
fn bj_2_aces_are_split_again_only_where_the_table_says_so() {
    let shoe = "As 6d Ad Td Ah 2h 3h 4h Kc";
    refused(&one(shoe, "split, split"), "left over: \"split\" was never asked for");
    check(
        &with("resplit-aces = true", shoe, "split, split"),
        "1 blackjack/1 10.00 20.00 win :06 win
         1 blackjack/2 10.00 20.00 win :06 win
         1 blackjack/3 10.00 20.00 win :06 win",
    );
    // He may leave them, and can do nothing else.
    refused(
        &with("resplit-aces = true", shoe, "split, hit"),
        "\"hit\" is not legal here; write stand or split",
    );
    // With no split left there is nothing to decide.
    check(
        &with("resplit-aces = true, splits = 1", "As 6d Ad Td Ah 2h Kc", "split"),
        "1 blackjack/1 10.00 20.00 win :06 win
         1 blackjack/2 10.00 20.00 win :06 win",
    );
}

#[test]
fn arsd_15_25_ace_ten_after_a_split_is_no_blackjack() {
    // The dealer makes 21 with 6-T-5.
    check(
        &one("As 6d Ad Td Kh 2h 5c", "split"),
        "1 blackjack/1 10.00 10.00 push :04 push
         1 blackjack/2 10.00 0.00 lose :06 lower total",
    );
    // Even money against 20, for a ten with an ace too.
    check(
        &one("Ks Td Qd Jd Ah 9h", "split, stand"),
        "1 blackjack/1 10.00 20.00 win :06 win
         1 blackjack/2 10.00 0.00 lose :06 lower total",
    );
}

#[test]
fn bj_3_doubles_and_splits_go_back_against_a_blackjack() {
    let no_peek = |shoe: &str, actions: &str| with("peek = false", shoe, actions);
    check(
        &no_peek("6s Td 5s Ad Th", "double"),
        "1 blackjack 20.00 10.00 lose :19 dealer-blackjack",
    );
    check(
        &no_peek("8s Td 8d Ad 3h Th Tc", "split, double, stand"),
        "1 blackjack/1 20.00 10.00 lose :19 dealer-blackjack
         1 blackjack/2 10.00 10.00 push :19 dealer-blackjack",
    );
    check(
        &no_peek("8s Td 8d Ad Tc 3h Th", "split, stand, double 5"),
        "1 blackjack/1 10.00 0.00 lose :19 dealer-blackjack
         1 blackjack/2 15.00 15.00 push :19 dealer-blackjack",
    );
    // Insurance is settled with the rest.
    check(
        &no_peek("6s Ad 5s Td Th", "insure, double"),
        "1 insurance 5.00 15.00 win :23 insurance
         1 blackjack 20.00 10.00 lose :19 dealer-blackjack",
    );
    check(&no_peek("As Td Ks Ad", ""), "1 blackjack 10.00 10.00 push :04 push");
}

#[test]
fn bj_9_what_busts_is_lost_also_without_a_peek() {
    check(
        &with("peek = false", "Ts Td 2s Ad Kh", "double"),
        "1 blackjack 20.00 0.00 lose :06 bust",
    );
    check(
        &with("peek = false", "8s Td 8d Ad 6h Kh Tc", "split, hit, stand"),
        "1 blackjack/1 10.00 0.00 lose :06 bust
         1 blackjack/2 10.00 10.00 push :19 dealer-blackjack",
    );
}

#[test]
fn arsd_15_26_the_dealer_on_a_soft_17() {
    check(&one("Ts 6d 8s Ad", "stand"), "1 blackjack 10.00 20.00 win :06 win");
    check(
        &with("soft-17 = 'hit'", "Ts 6d 8s Ad 4h", "stand"),
        "1 blackjack 10.00 0.00 lose :06 lower total",
    );
    // A hard 17 stands anyway.
    check(
        &with("soft-17 = 'hit'", "Ts 6d 8s Td Ah", "stand"),
        "1 blackjack 10.00 20.00 win :06 win",
    );
}

#[test]
fn bj_6_a_total_of_21_stands_by_itself() {
    check(&one("Ts 6d 5s Td 6h 5c", "hit"), "1 blackjack 10.00 10.00 push :04 push");
    refused(&one("Ts 6d 5s Td 6h 5c", "hit, stand"), "left over: \"stand\"");
}

#[test]
fn gen_1_lines_go_seat_by_seat_the_last_first_for_naturals_and_busts_too() {
    check(
        "game = 'blackjack'
         shoe = 'As 8s Ts Ts 6d Kd 8d 6s 9s Td 3h 2h Kh 5c'
         [[seat]]
         number = 7
         bets = { blackjack = '40' }
         actions = ['stand']
         [[seat]]
         number = 1
         bets = { blackjack = '10' }
         [[seat]]
         number = 3
         bets = { blackjack = '20' }
         actions = ['split', 'stand', 'stand']
         [[seat]]
         number = 4
         bets = { blackjack = '30' }
         actions = ['hit']",
        "7 blackjack 40.00 0.00 lose :06 lower total
         4 blackjack 30.00 0.00 lose :06 bust
         3 blackjack/1 20.00 0.00 lose :06 lower total
         3 blackjack/2 20.00 0.00 lose :06 lower total
         1 blackjack 10.00 25.00 win :06 blackjack",
    );
}

#[test]
fn bj_7_no_tip_rides_at_a_blackjack_table() {
    refused(
        &one("Ts Td 9s 8d", "stand").replace("actions", "tips = { blackjack = '5' }\nactions"),
        "a tip cannot ride on blackjack: the section does not provide for it",
    );
}

#[test]
fn arsd_15_16_all_cards_come_from_the_shoe() {
    let message = "all cards of this game come from the shoe, in dealing order";
    refused(&one("Ts Td 9s 8d", "stand").replace("actions", "cards = '2c 3c'\nactions"), message);
    refused(&("dealer = 'As Ad'\n".to_owned() + &one("Ts Td 9s 8d", "stand")), message);
    refused(&one("Ts Td 9s", "stand"), "shoe: a card is missing after 3");
}

#[test]
fn gen_9_a_seat_without_a_bet_or_with_an_unknown_one_is_refused() {
    refused(
        &one("Ts Td 9s 8d", "stand").replace("blackjack = '10'", "buster = '10'"),
        "unknown bet \"buster\"; this table has blackjack",
    );
}

/// A round at a table with defaults, locked.
fn start(game: &str, seats: &[&[(&str, i64)]]) -> Round {
    start_with(game, &[], seats)
}

fn start_with(game: &str, options: &[(&str, &str)], seats: &[&[(&str, i64)]]) -> Round {
    let options = options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
    let posting =
        Posting { game: game.to_owned(), options: options.collect(), ..Posting::default() };
    let table: Arc<Table> = Table::open(Rulebook::embedded(), posting).expect("a table");
    let mut round = Round::new(&table, Keep::Log);
    for (bets, number) in seats.iter().zip(1..) {
        for (bet, dollars) in *bets {
            round.bet(seat(number), bet, Cents::dollars(*dollars)).expect("a bet");
        }
    }
    round.lock().expect("bets that are taken");
    round
}

fn seat(number: u8) -> SeatNumber {
    SeatNumber::new(number).expect("a seat")
}

#[track_caller]
fn deal(round: &mut Round, cards: &str) {
    for card in parse_cards(cards).expect("cards") {
        round.card(card).expect("a card that is wanted");
    }
}

#[track_caller]
fn act(round: &mut Round, number: u8, action: &str) {
    round.act(seat(number), action.parse().expect("an action")).expect("a legal action");
}

#[track_caller]
fn wanted(round: &Round) -> Recipient {
    match round.next() {
        Next::Card(want) => want.to,
        next => panic!("a card is wanted, not {next:?}"),
    }
}

#[track_caller]
fn not_supported<T: std::fmt::Debug>(result: &Result<T, Refusal>) {
    assert!(matches!(result, Err(Refusal::NotSupported(_))), "{result:?}");
}

const TEN: &[(&str, i64)] = &[("blackjack", 10)];

#[test]
fn arsd_15_28_a_face_up_card_in_the_shoe_is_discarded() {
    let mut round = start_with("blackjack", &[("decks", "1")], &[TEN]);
    deal(&mut round, "Ts 6d");
    let order = round.report(Irregularity::FaceUpCardInShoe, None).expect("it is provided for");
    assert_eq!(order.consequence, Consequence::DiscardCard);
    assert_eq!(wanted(&round), Recipient::Discard);
    assert_eq!(
        round.report(Irregularity::FaceUpCardInShoe, None),
        Err(Refusal::ReportedCardFirst),
        "one at a time"
    );
    // It was seen, so it is named; then the round wants what it wanted before.
    assert_eq!(round.unseen(), Err(Refusal::MustBeSeen));
    deal(&mut round, "Kc");
    assert_eq!(wanted(&round), Recipient::Seat { seat: seat(1), hand: 0 });
    assert_eq!(
        round.card("Kc".parse().expect("a card")),
        Err(Refusal::DealtAlready("Kc".parse().expect("a card")))
    );
    deal(&mut round, "9s Td");
    // It may also be noticed while a player decides.
    round.report(Irregularity::FaceUpCardInShoe, None).expect("it is provided for");
    deal(&mut round, "Kh");
    act(&mut round, 1, "stand");
    deal(&mut round, "Ks");
    assert_eq!(lines(&round), ["1 blackjack 10.00 20.00 win :06 win"]);
    let again = games::replay(Rulebook::embedded(), &round.log_text()).expect("it replays");
    assert_eq!(lines(&again.round), lines(&round));
}

#[test]
fn arsd_15_28_a_card_drawn_in_error_is_used() {
    let mut round = start("blackjack", &[TEN]);
    deal(&mut round, "Ts 6d 9s Td");
    let before = round.next().clone();
    let order =
        round.report(Irregularity::CardDrawnInError, Some(seat(1))).expect("it is provided for");
    assert_eq!((order.consequence, round.next()), (Consequence::UseCard, &before));
    // He stands; the card that was drawn for him is the dealer's next.
    act(&mut round, 1, "stand");
    deal(&mut round, "Ks");
    assert_eq!(lines(&round), ["1 blackjack 10.00 20.00 win :06 win"]);
}

#[test]
fn arsd_15_28_a_hand_with_no_cards_is_dead() {
    let mut round = start("blackjack", &[TEN, TEN, TEN]);
    // Nobody was passed over yet but seat 1.
    not_supported(&round.report(Irregularity::NoCards, Some(seat(2))));
    deal(&mut round, "Ts");
    let order = round.report(Irregularity::NoCards, Some(seat(2))).expect("it is provided for");
    assert_eq!(order.consequence, Consequence::DeadHand);
    assert_eq!(wanted(&round), Recipient::Seat { seat: seat(3), hand: 0 });
    deal(&mut round, "9c Ad 9s");
    assert_eq!(wanted(&round), Recipient::Seat { seat: seat(3), hand: 0 }, "seat 2 is out");
    deal(&mut round, "9d 8d");
    // The dead hand is asked for nothing, not even insurance.
    act(&mut round, 1, "decline");
    act(&mut round, 3, "decline");
    act(&mut round, 1, "stand");
    act(&mut round, 3, "stand");
    assert_eq!(
        lines(&round),
        [
            "2 blackjack 10.00 10.00 dead :28(7) no cards",
            "3 blackjack 10.00 0.00 lose :06 lower total",
            "1 blackjack 10.00 10.00 push :04 push",
        ]
    );
}

#[test]
fn bj_4_a_dead_hand_that_was_not_its_turn_takes_no_card_from_another() {
    let mut round = start("blackjack", &[TEN]);
    let order = round.report(Irregularity::NoCards, Some(seat(1))).expect("it is provided for");
    assert_eq!(order.consequence, Consequence::DeadHand);
    // The dealer's cards are still dealt; he draws for nobody.
    deal(&mut round, "6d Td");
    assert_eq!(lines(&round), ["1 blackjack 10.00 10.00 dead :28(7) no cards"]);
}

#[test]
fn bj_10_a_hand_with_one_card_gets_its_second_after_all_others() {
    let mut round = start("blackjack", &[TEN, TEN]);
    not_supported(&round.report(Irregularity::OneCard, Some(seat(1))));
    deal(&mut round, "Ts 8c 6d");
    let order = round.report(Irregularity::OneCard, Some(seat(1))).expect("it is provided for");
    assert_eq!(order.consequence, Consequence::SecondCardLast);
    assert_eq!(wanted(&round), Recipient::Seat { seat: seat(2), hand: 0 });
    deal(&mut round, "8h");
    assert_eq!(wanted(&round), Recipient::Dealer);
    deal(&mut round, "Td");
    assert_eq!(wanted(&round), Recipient::Seat { seat: seat(1), hand: 0 });
    deal(&mut round, "As");
    // It is a blackjack. The second card of a split hand is not one that was forgotten.
    act(&mut round, 2, "split");
    not_supported(&round.report(Irregularity::OneCard, Some(seat(2))));
    deal(&mut round, "Th");
    act(&mut round, 2, "stand");
    deal(&mut round, "Tc");
    act(&mut round, 2, "stand");
    deal(&mut round, "5s");
    assert_eq!(
        lines(&round),
        [
            "2 blackjack/1 10.00 0.00 lose :06 lower total",
            "2 blackjack/2 10.00 0.00 lose :06 lower total",
            "1 blackjack 10.00 25.00 win :06 blackjack",
        ]
    );
}

#[test]
fn arsd_15_28_an_extra_card_of_the_dealer_is_burned() {
    let mut round = start("blackjack", &[TEN]);
    deal(&mut round, "Ts 8d 9s Td");
    not_supported(&round.report(Irregularity::ExtraCardOn17To21, None));
    act(&mut round, 1, "stand");
    assert_eq!(round.next(), &Next::Done);
    let settled = lines(&round);
    let order = round.report(Irregularity::ExtraCardOn17To21, None).expect("it is provided for");
    assert_eq!(order.consequence, Consequence::BurnCard);
    assert_eq!(wanted(&round), Recipient::Burn);
    deal(&mut round, "3c");
    assert_eq!((round.next(), lines(&round)), (&Next::Done, settled));
    assert_eq!(round.felt().burns.cards().len(), 1);
    assert_eq!(round.report(Irregularity::FaceUpCardInShoe, None), Err(Refusal::RoundIsOver));
    // A dealer who never had to draw has no 17.
    let mut round = start("blackjack", &[TEN]);
    deal(&mut round, "As 6d Ks Td");
    not_supported(&round.report(Irregularity::ExtraCardOn17To21, None));
}

#[test]
fn arsd_15_28_out_of_cards_the_discards_are_dealt_again() {
    let mut round = start_with("blackjack", &[("decks", "1")], &[TEN]);
    assert_eq!(round.report(Irregularity::NoCards, None), Err(Refusal::NoSuchIrregularity));
    deal(&mut round, "Ts");
    round.report(Irregularity::FaceUpCardInShoe, None).expect("it is provided for");
    deal(&mut round, "5h 6d 9s Td");
    not_supported(&round.report(Irregularity::OutOfCards, None));
    act(&mut round, 1, "stand");
    let order = round.report(Irregularity::OutOfCards, None).expect("it is provided for");
    assert_eq!(order.consequence, Consequence::Reshuffle);
    // What lies before players and dealer is not shuffled in; the discarded five is.
    assert!(round.card("9s".parse().expect("a card")).is_err());
    assert!(round.card("6d".parse().expect("a card")).is_err());
    deal(&mut round, "5h");
    assert_eq!(lines(&round), ["1 blackjack 10.00 0.00 lose :06 lower total"]);
}

#[test]
fn bj_4_a_dead_hand_gives_the_side_bets_back() {
    let bets: &[(&str, i64)] = &[("blackjack", 10), ("buster", 5)];
    let mut round = start("buster-blackjack", &[bets, bets]);
    round.report(Irregularity::NoCards, Some(seat(1))).expect("it is provided for");
    // Seat 2 has a blackjack; its side bet makes the dealer draw.
    deal(&mut round, "As 6d Ks Td Kh");
    assert_eq!(
        lines(&round),
        [
            "1 blackjack 10.00 10.00 dead [BJ-4] no cards",
            "1 buster 5.00 5.00 dead [BJ-4] no cards",
            "2 blackjack 10.00 25.00 win (2) blackjack",
            "2 buster 5.00 15.00 win (8) bust with 3 cards",
        ]
    );
    let bets: &[(&str, i64)] = &[("blackjack", 10), ("war", 5)];
    let mut round = start("war-blackjack", &[bets, bets]);
    deal(&mut round, "Ts");
    round.report(Irregularity::NoCards, Some(seat(2))).expect("it is provided for");
    deal(&mut round, "6d");
    act(&mut round, 1, "take");
    let order = round.report(Irregularity::OneCard, Some(seat(1))).expect("it is provided for");
    assert_eq!(order.consequence, Consequence::SecondCardLast);
    deal(&mut round, "Td 9s");
    act(&mut round, 1, "stand");
    deal(&mut round, "Kh");
    assert_eq!(
        lines(&round),
        [
            "2 war 5.00 5.00 dead [BJ-4] no cards",
            "2 blackjack 10.00 10.00 dead [BJ-4] no cards",
            "1 war 5.00 10.00 win (3) war-win",
            "1 blackjack 10.00 20.00 win (6) win",
        ]
    );
}

/// The deal: a card to each player from seat 1 on and to the dealer last, twice; the dealer's first is up, the second down.
#[test]
fn arsd_15_16_one_card_to_each_player_and_the_dealer_twice() {
    let mut round = start("blackjack", &[&[("blackjack", 10)], &[("blackjack", 10)]]);
    let mut dealt = String::new();
    for card in parse_cards("Ts 8d 6c 9s 9d Td").expect("cards") {
        let Next::Card(want) = round.next().clone() else { panic!("a card is due") };
        match want.to {
            Recipient::Seat { seat, .. } => dealt += &seat.to_string(),
            Recipient::Dealer if want.facing == games::Facing::Up => dealt.push('U'),
            Recipient::Dealer => dealt.push('D'),
            other => panic!("no card goes to {other:?}"),
        }
        round.card(card).expect("the card is wanted");
    }
    assert_eq!(dealt, "12U12D");
    assert!(matches!(round.next(), Next::Decision(_)));
}
