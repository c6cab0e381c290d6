//! Casino War, 20:18:16:15.17.

use crate::support::{check, problems};

/// One seat with $10, and $5 on a tie. The shoe: the player's card, the dealer's, and in a war the same again; the
/// burned cards are seen by nobody.
fn one(shoe: &str, actions: &str) -> String {
    let actions: Vec<String> =
        actions.split(", ").filter(|a| !a.is_empty()).map(|action| format!("'{action}'")).collect();
    format!(
        "game = 'casino-war'\nshoe = '{shoe}'\n[[seat]]\nnumber = 1\n\
         bets = {{ bet = '10', tie = '5' }}\nactions = [{}]\n",
        actions.join(", ")
    )
}

#[track_caller]
fn refused(text: &str, message: &str) {
    let found = problems(text);
    assert!(found.iter().any(|problem| problem.contains(message)), "{found:#?}");
}

#[test]
fn arsd_16_15_17_s4_a_the_higher_card_wins_even_money() {
    check(
        &one("Kc Qs", ""),
        "1 bet 10.00 20.00 win (4)(a) win
         1 tie 5.00 0.00 lose (4)(c) no tie",
    );
}

#[test]
fn arsd_16_15_17_s1_aces_are_high_and_suits_do_not_count() {
    check(
        &one("As Kd", ""),
        "1 bet 10.00 20.00 win (4)(a) win
         1 tie 5.00 0.00 lose (4)(c) no tie",
    );
    check(
        &one("2s Ad", ""),
        "1 bet 10.00 0.00 lose (4)(b) lower card
         1 tie 5.00 0.00 lose (4)(c) no tie",
    );
}

/// Half of $10 goes back; the tie wager is paid 10 to 1 whatever the player does [CW-4].
#[test]
fn arsd_16_15_17_s4_a_i_a_surrender_gives_half_back() {
    check(
        &one("8s 8d", "surrender"),
        "1 tie 5.00 55.00 win (4)(c) tie
         1 bet 10.00 5.00 lose (4)(a)(i) surrender",
    );
}

/// The three wagers: the player's $10 and $10, and the dealer's $10.
#[test]
fn arsd_16_15_17_s4_d_i_a_war_that_is_won_gives_the_three_wagers() {
    check(
        &one("8s 8d Ts 9d", "war"),
        "1 tie 5.00 55.00 win (4)(c) tie
         1 bet 10.00 10.00 push (4)(d)(i) war-bet
         1 war 10.00 20.00 win (4)(d)(i) war-won",
    );
}

/// The three wagers and one more: $40.
#[test]
fn arsd_16_15_17_s4_d_ii_a_second_tie_adds_a_wager() {
    check(
        &one("8s 8d 3c 3h", "war"),
        "1 tie 5.00 55.00 win (4)(c) tie
         1 bet 10.00 10.00 push (4)(d)(i) war-bet
         1 war 10.00 30.00 win (4)(d)(ii) war-tied",
    );
}

#[test]
fn cw_5_a_war_that_is_lost_takes_both_wagers() {
    check(
        &one("8s 8d 3c As", "war"),
        "1 tie 5.00 55.00 win (4)(c) tie
         1 bet 10.00 0.00 lose (4)(d)(iii) lower card
         1 war 10.00 0.00 lose (4)(d)(iii) lower card",
    );
}

/// Seats are settled from the dealer's left, each war in its turn with a dealer's card of its own.
#[test]
fn cw_3_each_seat_has_a_war_of_its_own() {
    check(
        "game = 'casino-war'
         shoe = '9s 4c 9h 9d  Kh 2c  5s 5d'
         [[seat]]\nnumber = 1\nbets = { bet = '10' }\nactions = ['war']
         [[seat]]\nnumber = 2\nbets = { bet = '20' }
         [[seat]]\nnumber = 5\nbets = { bet = '30' }\nactions = ['war']\n",
        "1 bet 10.00 10.00 push (4)(d)(i) war-bet
         1 war 10.00 20.00 win (4)(d)(i) war-won
         2 bet 20.00 0.00 lose (4)(b) lower card
         5 bet 30.00 30.00 push (4)(d)(i) war-bet
         5 war 30.00 90.00 win (4)(d)(ii) war-tied",
    );
}

#[test]
fn cw_4_a_tie_wager_goes_with_an_initial_bet_and_may_be_larger() {
    let with = |bets: &str| {
        format!("game = 'casino-war'\nshoe = 'Kc Qs'\n[[seat]]\nnumber = 1\nbets = {{ {bets} }}\n")
    };
    refused(&with("tie = '5'"), "bet");
    check(
        &with("bet = '5', tie = '20'"),
        "1 bet 5.00 10.00 win (4)(a) win
         1 tie 20.00 0.00 lose (4)(c) no tie",
    );
}

#[test]
fn arsd_16_15_17_s1_six_to_eight_decks() {
    let with = |decks: &str| {
        format!(
            "game = 'casino-war'\noptions = {{ decks = '{decks}' }}\nshoe = 'Kc Qs'\n\
             [[seat]]\nnumber = 1\nbets = {{ bet = '10' }}\n"
        )
    };
    for decks in ["6", "7", "8"] {
        check(&with(decks), "1 bet 10.00 20.00 win (4)(a) win");
    }
    refused(&with("5"), "decks");
}

#[test]
fn arsd_16_15_17_s4_only_a_tie_asks_for_a_decision() {
    refused(&one("Kc Qs", "war"), "war");
    refused(&one("8s 8d", ""), "an action is missing: one of war, surrender");
    refused(&one("8s 8d", "fold"), "\"fold\" is not legal here; write war or surrender");
}
