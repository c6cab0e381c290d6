//! Buster Blackjack, 20:18:15:30.07.

use crate::support::{check, problems};

/// One seat with $10 on blackjack and $5 on buster. The shoe: his card, the dealer's up card, his
/// second, the hole card, draws.
fn with(table: &str, shoe: &str, actions: &str) -> String {
    let actions: Vec<String> =
        actions.split(", ").filter(|a| !a.is_empty()).map(|action| format!("'{action}'")).collect();
    format!(
        "game = 'buster-blackjack'\n{table}\nshoe = '{shoe}'\n[[seat]]\nnumber = 1\n\
         bets = {{ blackjack = '10', buster = '5' }}\nactions = [{}]\n",
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

/// A shoe in which the player has a blackjack and the dealer busts with so many cards; he never
/// has 17 on the way, and no ace.
fn bust_with(cards: usize) -> &'static str {
    match cards {
        3 => "As 6d Ks Td Kh",
        4 => "As 6d Ks 2d 8h Kh",
        5 => "As 2d Ks 3d 4h 7h Kh",
        6 => "As 2d Ks 2h 3d 4h 5h Kh",
        7 => "As 2d Ks 2h 2c 3d 3h 4h Kh",
        8 => "As 2d Ks 2h 2c 2s 2d 3d 3h Kh",
        _ => "As 2d Ks 2h 2c 2s 2d 2h 2c 2s Kh",
    }
}

#[test]
fn arsd_15_30_07_s3_live_after_a_blackjack_that_is_paid() {
    check(
        &one(bust_with(3), ""),
        "1 blackjack 10.00 25.00 win (2) blackjack
         1 buster 5.00 15.00 win (8) bust with 3 cards",
    );
}

#[test]
fn arsd_15_30_07_s3_live_after_a_bust() {
    check(
        &one("Ts 6d 6s Td Kh Kd", "hit"),
        "1 blackjack 10.00 0.00 lose (2) bust
         1 buster 5.00 15.00 win (8) bust with 3 cards",
    );
}

#[test]
fn arsd_15_30_07_s4_collected_when_the_dealer_does_not_bust() {
    check(
        &one("Ts 6d 9s Td 5h", "stand"),
        "1 blackjack 10.00 0.00 lose (2) lower total
         1 buster 5.00 0.00 lose (4) no bust",
    );
}

#[test]
fn arsd_15_30_07_s5_the_dealer_completes_his_hand_only_for_a_wager() {
    // The blackjack alone needs no card; the side bet does.
    let plain = |shoe: &str| one(shoe, "").replace(", buster = '5'", "");
    check(&plain("As 6d Ks Td"), "1 blackjack 10.00 25.00 win (2) blackjack");
    refused(&plain("As 6d Ks Td Kh"), "left over, never dealt: Kh");
    refused(&one("As 6d Ks Td", ""), "shoe: a card is missing after 4");
    // Another seat's side bet is enough.
    check(
        "game = 'buster-blackjack'
         shoe = 'Ts As 6d 6s Ks Td Qh Kh'
         [[seat]]
         number = 1
         bets = { blackjack = '20', buster = '20' }
         actions = ['hit']
         [[seat]]
         number = 6
         bets = { blackjack = '10' }",
        // 20 x 2 + 20.
        "6 blackjack 10.00 25.00 win (2) blackjack
         1 blackjack 20.00 0.00 lose (2) bust
         1 buster 20.00 60.00 win (8) bust with 3 cards",
    );
}

#[test]
fn bus_2_the_side_bet_loses_to_a_dealer_blackjack() {
    check(
        &one("Ts Kd 9s Ad", ""),
        "1 blackjack 10.00 0.00 lose (2) dealer-blackjack
         1 buster 5.00 0.00 lose (4) dealer-blackjack",
    );
    check(
        &one("As Ad Ks Kd", "insure"),
        "1 insurance 5.00 15.00 win (2) insurance
         1 blackjack 10.00 10.00 push (2) push
         1 buster 5.00 0.00 lose (4) dealer-blackjack",
    );
    // Also where he did not peek; the double goes back [BJ-3].
    check(
        &with("options = { peek = false }", "6s Td 5s Ad Th", "double"),
        "1 blackjack 20.00 10.00 lose (2) dealer-blackjack
         1 buster 5.00 0.00 lose (4) dealer-blackjack",
    );
}

#[test]
fn bus_8_live_after_a_surrender() {
    check(
        &with("options = { surrender = 'late' }", "Ts 6d 6s Td Kh", "surrender"),
        "1 blackjack 10.00 5.00 lose (2) surrender
         1 buster 5.00 15.00 win (8) bust with 3 cards",
    );
}

#[test]
fn arsd_15_30_07_s4_one_side_bet_after_all_hands_of_a_split() {
    check(
        &one("8s 6d 8d Td 3h Th 9c Kh", "split, double, stand"),
        "1 blackjack/1 20.00 40.00 win (2) win
         1 blackjack/2 10.00 20.00 win (2) win
         1 buster 5.00 15.00 win (8) bust with 3 cards",
    );
}

#[test]
fn arsd_15_30_07_s8_every_schedule_pays_as_printed() {
    // Three, four, five, six, seven, eight or more cards, to 1; nought is a push [BUS-3].
    let printed: [(&str, [i64; 6]); 18] = [
        ("H1", [2, 2, 4, 15, 50, 250]),
        ("H2", [2, 2, 3, 12, 50, 250]),
        ("H3", [1, 2, 8, 20, 50, 250]),
        ("H4", [2, 2, 4, 20, 40, 100]),
        ("H5", [2, 2, 3, 15, 50, 100]),
        ("H6", [1, 2, 8, 20, 50, 100]),
        ("H7", [0, 4, 8, 20, 50, 150]),
        ("H8", [0, 4, 8, 15, 50, 250]),
        ("H9", [0, 4, 8, 15, 50, 500]),
        ("S1", [2, 2, 5, 15, 50, 250]),
        ("S2", [2, 2, 4, 12, 50, 250]),
        ("S3", [1, 2, 9, 20, 50, 250]),
        ("S4", [2, 2, 5, 20, 50, 100]),
        ("S5", [2, 2, 4, 15, 50, 100]),
        ("S6", [1, 2, 9, 20, 50, 100]),
        ("S7", [0, 4, 9, 25, 50, 150]),
        ("S8", [0, 4, 9, 20, 50, 250]),
        ("S9", [0, 4, 9, 20, 50, 500]),
    ];
    for (schedule, pays) in printed {
        for (cards, to_one) in
            [3, 4, 5, 6, 7, 8, 9].into_iter().zip(pays.into_iter().chain([pays[5]]))
        {
            let returned = 5 * (to_one + 1);
            let result = if to_one == 0 { "push" } else { "win" };
            let row =
                if cards < 8 { format!("{cards} cards") } else { "8 cards or more".to_owned() };
            check(
                &with(&format!("schedules = {{ buster = '{schedule}' }}"), bust_with(cards), ""),
                &format!(
                    "1 blackjack 10.00 25.00 win (2) blackjack
                     1 buster 5.00 {returned}.00 {result} (8) bust with {row}"
                ),
            );
        }
    }
}

#[test]
fn bus_1_the_schedule_says_what_the_dealer_does_on_soft_17() {
    // 18 against 6-A: he stands with S, and hits to 6-A-4 with H.
    let stands = "1 blackjack 10.00 20.00 win (2) win
                  1 buster 5.00 0.00 lose (4) no bust";
    let hits = "1 blackjack 10.00 0.00 lose (2) lower total
                1 buster 5.00 0.00 lose (4) no bust";
    check(&with("schedules = { buster = 'S3' }", "Ts 6d 8s Ad", "stand"), stands);
    check(&with("schedules = { buster = 'H3' }", "Ts 6d 8s Ad 4h", "stand"), hits);
    check(&with("", "Ts 6d 8s Ad 4h", "stand"), hits);
    check(&with("options = { soft-17 = 'stand' }", "Ts 6d 8s Ad", "stand"), stands);
    check(
        &with(
            "schedules = { buster = 'S9' }\noptions = { soft-17 = 'stand' }",
            "Ts 6d 8s Ad",
            "stand",
        ),
        stands,
    );
}

#[test]
fn bus_7_the_option_picks_the_first_schedule_that_goes_with_it() {
    // Five cards pay 4 to 1 on H1 and 5 to 1 on S1.
    let paid = |table: &str, returned: &str| {
        check(
            &with(table, bust_with(5), ""),
            &format!(
                "1 blackjack 10.00 25.00 win (2) blackjack
                 1 buster 5.00 {returned} win (8) bust with 5 cards"
            ),
        );
    };
    paid("", "25.00");
    paid("options = { soft-17 = 'hit' }", "25.00");
    paid("options = { soft-17 = 'stand' }", "30.00");
}

#[test]
fn bus_7_a_schedule_and_an_option_that_contradict_each_other_are_refused() {
    let contradict = |schedule: &str, does: &str| {
        refused(
            &with(
                &format!(
                    "schedules = {{ buster = '{schedule}' }}\noptions = {{ soft-17 = '{does}' }}"
                ),
                bust_with(3),
                "",
            ),
            &format!(
                "schedule {schedule} does not go with a dealer whose soft-17 is {does} [BUS-1]"
            ),
        );
    };
    contradict("H7", "stand");
    contradict("S1", "hit");
    refused(
        &with("schedules = { buster = 'X1' }", bust_with(3), ""),
        "buster has no schedule \"X1\"; it has H1, H2,",
    );
}

#[test]
fn bus_1_the_side_bet_is_at_most_the_blackjack_bet() {
    let large = |table: &str| with(table, bust_with(3), "").replace("'5'", "'11'");
    refused(&large(""), "buster may not be more than the blackjack bet");
    // 11 x 2 + 11.
    check(
        &large("options = { buster-at-most-blackjack = false }"),
        "1 blackjack 10.00 25.00 win (2) blackjack
         1 buster 11.00 33.00 win (8) bust with 3 cards",
    );
    // With the bonus the text itself says so (9)(a).
    refused(
        &large("options = { buster-at-most-blackjack = false, buster-bonus = 'on' }"),
        "buster may not be more than the blackjack bet",
    );
}

#[test]
fn arsd_15_30_07_s1_the_blackjack_bet_is_required() {
    refused(&one(bust_with(3), "").replace("blackjack = '10', ", ""), "blackjack must be bet");
}

#[test]
fn arsd_15_30_07_s1_up_to_the_posted_limit() {
    refused(
        &with("limits = { blackjack = '10 to 100', buster = '1 to 4' }", bust_with(3), ""),
        "$5 on buster is over the maximum of $4",
    );
    refused(
        &one(bust_with(3), "").replace("'10'", "'1001'"),
        "$1,001 on blackjack is over the maximum of $1,000",
    );
}

#[test]
fn arsd_15_30_07_s1_one_to_eight_decks() {
    for decks in 1..=8 {
        check(
            &with(&format!("options = {{ decks = {decks} }}"), bust_with(3), ""),
            "1 blackjack 10.00 25.00 win (2) blackjack
             1 buster 5.00 15.00 win (8) bust with 3 cards",
        );
    }
}

const BONUS: &str = "options = { buster-bonus = 'on' }";

#[test]
fn arsd_15_30_07_s9b_the_bonus_goes_to_a_blackjack_besides_the_side_bet() {
    // 5 x 50 + 5 and $1,000; 5 x 250 + 5 and $8,000.
    check(
        &with(BONUS, bust_with(7), ""),
        "1 blackjack 10.00 25.00 win (2) blackjack
         1 buster 5.00 255.00 win (8) bust with 7 cards
         1 buster-bonus 0.00 1000.00 win (9)(b) bust with 7 cards",
    );
    check(
        &with(BONUS, bust_with(9), ""),
        "1 blackjack 10.00 25.00 win (2) blackjack
         1 buster 5.00 1255.00 win (8) bust with 8 cards or more
         1 buster-bonus 0.00 8000.00 win (9)(b) bust with 8 cards or more",
    );
    // Six cards are too few.
    check(
        &with(BONUS, bust_with(6), ""),
        "1 blackjack 10.00 25.00 win (2) blackjack
         1 buster 5.00 80.00 win (8) bust with 6 cards",
    );
}

#[test]
fn arsd_15_30_07_s9b_the_bonus_needs_a_blackjack() {
    check(
        &with(BONUS, "Ts 2d Ks 2h 2c 3d 3h 4h Kh", "stand"),
        "1 blackjack 10.00 20.00 win (2) win
         1 buster 5.00 255.00 win (8) bust with 7 cards",
    );
    // Ace-ten after a split is none.
    check(
        &with(BONUS, "As 2d Ad 2h Kh Kc 2c 3d 3h 4h Kh", "split"),
        "1 blackjack/1 10.00 20.00 win (2) win
         1 blackjack/2 10.00 20.00 win (2) win
         1 buster 5.00 255.00 win (8) bust with 7 cards",
    );
}

#[test]
fn arsd_15_30_07_s9a_the_bonus_needs_the_least_side_bet() {
    let four = |table: &str| with(table, bust_with(7), "").replace("'5'", "'4'");
    // 4 x 50 + 4.
    check(
        &four(BONUS),
        "1 blackjack 10.00 25.00 win (2) blackjack
         1 buster 4.00 204.00 win (8) bust with 7 cards",
    );
    check(
        &four("options = { buster-bonus = 'on', buster-bonus-minimum = '$2' }"),
        "1 blackjack 10.00 25.00 win (2) blackjack
         1 buster 4.00 204.00 win (8) bust with 7 cards
         1 buster-bonus 0.00 1000.00 win (9)(b) bust with 7 cards",
    );
}

#[test]
fn bus_4_the_operator_posts_the_amounts_and_the_least_bet() {
    let posted = "options = { buster-bonus = 'on', buster-bonus-7-cards = '777.50', \
                  buster-bonus-8-cards = '$12,345', buster-bonus-minimum = '3' }";
    let three = |cards: usize| with(posted, bust_with(cards), "").replace("'5'", "'3'");
    // 3 x 50 + 3; 3 x 250 + 3.
    check(
        &three(7),
        "1 blackjack 10.00 25.00 win (2) blackjack
         1 buster 3.00 153.00 win (8) bust with 7 cards
         1 buster-bonus 0.00 777.50 win (9)(b) bust with 7 cards",
    );
    check(
        &three(9),
        "1 blackjack 10.00 25.00 win (2) blackjack
         1 buster 3.00 753.00 win (8) bust with 8 cards or more
         1 buster-bonus 0.00 12345.00 win (9)(b) bust with 8 cards or more",
    );
    for (amount, message) in [
        (
            "'0'",
            "option buster-bonus-7-cards cannot be \"0\"; it can be $1,000, an amount in dollars",
        ),
        ("'-5'", "option buster-bonus-7-cards cannot be \"-5\""),
        ("'lots'", "option buster-bonus-7-cards cannot be \"lots\""),
    ] {
        let options =
            format!("options = {{ buster-bonus = 'on', buster-bonus-7-cards = {amount} }}");
        refused(&with(&options, bust_with(7), ""), message);
    }
    refused(
        &with("options = { buster-bonus-7-cards = '500' }", bust_with(7), ""),
        "buster-bonus-7-cards is posted, but buster-bonus is off [BUS-4]",
    );
}

#[test]
fn bj_1_the_2006_text_has_no_six_to_five() {
    let options = "options = { decks = 1, blackjack-pays = '6 to 5' }";
    refused(
        &format!("edition = '2006-10-18'\n{}", with(options, bust_with(7), "")),
        "option blackjack-pays cannot be \"6 to 5\"; it can be 3 to 2 or better [BJ-1]",
    );
}

#[test]
fn bus_4_the_bonus_is_off_by_default() {
    check(
        &one(bust_with(7), ""),
        "1 blackjack 10.00 25.00 win (2) blackjack
         1 buster 5.00 255.00 win (8) bust with 7 cards",
    );
}

#[test]
fn bus_5_the_bonus_does_not_grow_with_the_side_bet() {
    check(
        &with(BONUS, bust_with(7), "").replace("'5'", "'10'"),
        // 10 x 50 + 10.
        "1 blackjack 10.00 25.00 win (2) blackjack
         1 buster 10.00 510.00 win (8) bust with 7 cards
         1 buster-bonus 0.00 1000.00 win (9)(b) bust with 7 cards",
    );
}

#[test]
fn bus_6_the_older_text_has_no_bonus() {
    refused(
        &with(&format!("edition = '2006-10-18'\n{BONUS}"), bust_with(7), ""),
        "unknown option \"buster-bonus\"",
    );
    check(
        &with("edition = '2006-10-18'\nschedules = { buster = 'H7' }", bust_with(3), ""),
        "1 blackjack 10.00 25.00 win (2) blackjack
         1 buster 5.00 5.00 push (8) bust with 3 cards",
    );
}

#[test]
fn arsd_15_30_07_s6_lammers_change_no_payment() {
    for lammers in ["none", "before-the-deal", "after-blackjack-or-bust"] {
        check(
            &with(&format!("options = {{ lammers = '{lammers}' }}"), bust_with(3), ""),
            "1 blackjack 10.00 25.00 win (2) blackjack
             1 buster 5.00 15.00 win (8) bust with 3 cards",
        );
    }
}

#[test]
fn gen_1_each_seat_has_its_side_bet_settled_in_its_turn() {
    check(
        "game = 'buster-blackjack'
         schedules = { buster = 'S7' }
         options = { surrender = 'late' }
         shoe = 'Ts 9s As Ad 6s 9d Ks 5d Kh Qh'
         [[seat]]
         number = 1
         bets = { blackjack = '10', buster = '10' }
         actions = ['decline', 'surrender']
         [[seat]]
         number = 4
         bets = { blackjack = '20' }
         actions = ['insure', 'stand']
         [[seat]]
         number = 7
         bets = { blackjack = '30', buster = '25' }
         actions = ['decline']",
        // The dealer busts with A-5-K-Q: 4 to 1 on S7.
        "7 blackjack 30.00 75.00 win (2) blackjack
         7 buster 25.00 125.00 win (8) bust with 4 cards
         4 insurance 10.00 0.00 lose (2) no blackjack
         4 blackjack 20.00 40.00 win (2) win
         1 blackjack 10.00 5.00 lose (2) surrender
         1 buster 10.00 50.00 win (8) bust with 4 cards",
    );
}
