//! Lucky Ladies, 20:18:15:30.04, at a table of blackjack.

use games::{Posting, Table};
use rulebook::Rulebook;

use crate::side_bets::under;
use crate::support::{check, log, problems, settle};

/// One seat with $10 on blackjack and $5 on Lucky Ladies.
fn ladies(shoe: &str, actions: &str) -> String {
    under("", "lucky-ladies", "A", shoe, actions)
}

#[track_caller]
fn refused(text: &str, message: &str) {
    let found = problems(text);
    assert!(found.iter().any(|problem| problem.contains(message)), "{found:#?}");
}

/// Every row of paytable A, and the row above it that it must not be paid on.
#[test]
fn arsd_15_30_04_s4_only_the_highest_row_is_paid() {
    for (own, row, returned) in [
        // 5 x 125 + 5, 5 x 19 + 5, 5 x 9 + 5, 5 x 4 + 5.
        ("Qh Qh", "queens of hearts", "630.00"),
        ("Ks Ks", "matched 20", "100.00"),
        ("Qc Qc", "matched 20", "100.00"),
        ("Ks Js", "suited 20", "50.00"),
        ("As 9s", "suited 20", "50.00"),
        ("Qh Qs", "any 20", "25.00"),
        ("Ad 9s", "any 20", "25.00"),
    ] {
        let (first, second) = own.split_once(' ').unwrap();
        let text = ladies(&format!("{first} 7d {second} Td"), "stand");
        check(
            &text,
            &format!(
                "1 lucky-ladies 5.00 {returned} win :30.04(4) {row}
                 1 blackjack 10.00 20.00 win :06 win"
            ),
        );
    }
    check(
        &ladies("Th 7d 9s Td", "stand"),
        "1 lucky-ladies 5.00 0.00 lose :30.04(3) not twenty
         1 blackjack 10.00 20.00 win :06 win",
    );
}

/// 5 x 1,000 + 5. The dealer looks under the ace after insurance, and the round ends.
#[test]
fn arsd_15_30_04_s4a_queens_of_hearts_and_a_dealer_blackjack_under_a_peek() {
    check(
        &ladies("Qh As Qh Kd", "decline"),
        "1 lucky-ladies 5.00 5005.00 win :30.04(4) ladies, dealer blackjack
         1 blackjack 10.00 0.00 lose :19 dealer-blackjack",
    );
    check(
        &ladies("Qh Ks Qh Ad", ""),
        "1 lucky-ladies 5.00 5005.00 win :30.04(4) ladies, dealer blackjack
         1 blackjack 10.00 0.00 lose :19 dealer-blackjack",
    );
    // The blackjack decides nothing for other hands.
    check(
        &ladies("Kh As Qh Kd", "insure"),
        "1 lucky-ladies 5.00 50.00 win :30.04(4) suited 20
         1 insurance 5.00 15.00 win :23 insurance
         1 blackjack 10.00 0.00 lose :19 dealer-blackjack",
    );
}

/// With one deck any two queens do, and a pair of tens, jacks or kings is "paired".
#[test]
fn arsd_15_30_04_s4_a_single_deck_is_paid_by_paytable_c() {
    let single = |shoe: &str, actions: &str| {
        under("options = { decks = 1 }", "lucky-ladies", "C", shoe, actions)
    };
    for (own, row, returned) in [
        // 5 x 25 + 5, 5 x 9 + 5, 5 x 6 + 5, 5 x 3 + 5.
        ("Qh Qs", "queens", "130.00"),
        ("Tc Td", "paired 20", "50.00"),
        ("Jc Jd", "paired 20", "50.00"),
        ("Kc Jc", "suited 20", "35.00"),
        ("Kc Jd", "any 20", "20.00"),
    ] {
        let (first, second) = own.split_once(' ').unwrap();
        check(
            &single(&format!("{first} 7d {second} Th"), "stand"),
            &format!(
                "1 lucky-ladies 5.00 {returned} win :30.04(4) {row}
                 1 blackjack 10.00 20.00 win :06 win"
            ),
        );
    }
    // 5 x 250 + 5.
    check(
        &single("Qh As Qs Kd", "decline"),
        "1 lucky-ladies 5.00 1255.00 win :30.04(4) queens, dealer blackjack
         1 blackjack 10.00 0.00 lose :19 dealer-blackjack",
    );
}

/// The bet is on the first two cards: splits, doubles, busts and surrenders come after it.
#[test]
fn arsd_15_30_04_s5_taken_or_paid_before_any_further_card() {
    // A double on A-9: the drawn king changes nothing.
    check(
        &ladies("As 7d 9s Td Kh", "double"),
        "1 lucky-ladies 5.00 50.00 win :30.04(4) suited 20
         1 blackjack 20.00 40.00 win :06 win",
    );
    check(
        &ladies("Ks 7d Ks Td 5h 6h", "split, stand, stand"),
        "1 lucky-ladies 5.00 100.00 win :30.04(4) matched 20
         1 blackjack/1 10.00 0.00 lose :06 lower total
         1 blackjack/2 10.00 0.00 lose :06 lower total",
    );
    check(
        &ladies("Ts 7d 6s Td Kh", "hit"),
        "1 lucky-ladies 5.00 0.00 lose :30.04(3) not twenty
         1 blackjack 10.00 0.00 lose :06 bust",
    );
    let surrender =
        under("options = { surrender = 'late' }", "lucky-ladies", "B", "Ks Kd Js 7d", "surrender");
    // B pays a suited 20 with 10 to 1.
    check(
        &surrender,
        "1 lucky-ladies 5.00 55.00 win :30.04(4) suited 20
         1 blackjack 10.00 5.00 lose :30 surrender",
    );
    // Its line comes before the player's first decision.
    let round = settle(&ladies("As 7d 9s Td Kh", "double"));
    let log = log(&round);
    let at = |words: &str| log.find(words).unwrap_or_else(|| panic!("{words} in\n{log}"));
    assert!(at("lucky-ladies staked") < at("decide 1 double"), "{log}");
}

/// Only what a dealer's blackjack could still pay more waits for the dealer's second card.
#[test]
fn ll_3_without_a_peek_queens_of_hearts_wait_for_the_seats_turn() {
    let blind = |shoe: &str, actions: &str| {
        under("options = { peek = false }", "lucky-ladies", "A", shoe, actions)
    };
    check(
        &blind("Qh Ks Qh Ad", "stand"),
        "1 lucky-ladies 5.00 5005.00 win :30.04(4) ladies, dealer blackjack
         1 blackjack 10.00 0.00 lose :19 dealer-blackjack",
    );
    // 5 x 125 + 5, though the pair is split before the dealer shows.
    check(
        &blind("Qh Ks Qh 7d 5c 6c", "split, stand, stand"),
        "1 lucky-ladies 5.00 630.00 win :30.04(4) queens of hearts
         1 blackjack/1 10.00 0.00 lose :06 lower total
         1 blackjack/2 10.00 0.00 lose :06 lower total",
    );
    let is_early = |text: &str| {
        let log = log(&settle(text));
        log.find("lucky-ladies staked").unwrap() < log.find("decide 1 stand").unwrap()
    };
    assert!(!is_early(&blind("Qh Ks Qh Ad", "stand")));
    // Under a seven no blackjack can be, and no other hand asks for one.
    assert!(is_early(&blind("Qh 7s Qh Td", "stand")));
    assert!(is_early(&blind("Kh Ks Qh Ad", "stand")));
}

/// The last seat first; a seat's bets in the order of the table's wagers; then blackjack seat by seat.
#[test]
fn gen_1_side_bets_of_several_seats_and_two_on_one_seat() {
    check(
        "game = 'blackjack'
         schedules = { lucky-ladies = 'A', 21-plus-3 = 'V-2', lucky-lucky = 'PT-1' }
         shoe = 'Ks 6h 7d  Js 8h Td'
         [[seat]]
         number = 2
         bets = { blackjack = '10', lucky-ladies = '5', 21-plus-3 = '2' }
         actions = ['stand']
         [[seat]]
         number = 5
         bets = { blackjack = '10', 21-plus-3 = '2', lucky-lucky = '1' }
         actions = ['stand']",
        // 6-8 with the seven: a straight, 2 x 10 + 2, and 6-7-8, 1 x 30 + 1.
        "5 21-plus-3 2.00 22.00 win :30.03 straight
         5 lucky-lucky 1.00 31.00 win :30.13 6-7-8
         2 21-plus-3 2.00 0.00 lose :30.03 no hand
         2 lucky-ladies 5.00 50.00 win :30.04(4) suited 20
         5 blackjack 10.00 0.00 lose :06 lower total
         2 blackjack 10.00 20.00 win :06 win",
    );
}

/// A hand with no cards is dead, and all its wagers go back.
#[test]
fn ll_5_a_dead_hand_gets_its_side_bet_back() {
    check(
        "game = 'blackjack'
         schedules = { lucky-ladies = 'A' }
         shoe = 'Ks 7d Js Td'
         [[seat]]
         number = 1
         bets = { blackjack = '10', lucky-ladies = '5' }
         actions = ['stand']
         [[seat]]
         number = 2
         bets = { blackjack = '10', lucky-ladies = '5' }
         [[event]]
         event = 'no-cards'
         seat = 2",
        "2 lucky-ladies 5.00 5.00 dead :28(7) no cards
         2 blackjack 10.00 10.00 dead :28(7) no cards
         1 lucky-ladies 5.00 50.00 win :30.04(4) suited 20
         1 blackjack 10.00 20.00 win :06 win",
    );
}

/// At a table of Buster or War the side bet is the same.
#[test]
fn side_bets_go_with_every_blackjack_table() {
    check(
        "game = 'buster-blackjack'
         schedules = { lucky-ladies = 'A' }
         shoe = 'Ks 6d Js Td Kh'
         [[seat]]
         number = 1
         bets = { blackjack = '10', buster = '5', lucky-ladies = '5' }
         actions = ['stand']",
        "1 lucky-ladies 5.00 50.00 win 20:18:15:30.04(4) suited 20
         1 blackjack 10.00 20.00 win (2) win
         1 buster 5.00 15.00 win (8) bust with 3 cards",
    );
    check(
        "game = 'war-blackjack'
         schedules = { lucky-ladies = 'A' }
         shoe = 'Ks 6d Js Td Kh'
         [[seat]]
         number = 1
         bets = { blackjack = '10', war = '5', lucky-ladies = '5' }
         actions = ['take', 'stand']",
        "1 war 5.00 10.00 win (3) war-win
         1 lucky-ladies 5.00 50.00 win 20:18:15:30.04(4) suited 20
         1 blackjack 10.00 20.00 win (6) win",
    );
}

#[test]
fn a_side_bet_is_offered_only_where_it_is_posted() {
    let text = ladies("Ks 7d Js Td", "stand").replace("lucky-ladies = 'A'", "");
    refused(&text, "lucky-ladies");
    // A plain table is the table that it was: its rules have the same digest with and without the files.
    let posting = Posting { game: "blackjack".to_owned(), ..Posting::default() };
    let table = Table::open(Rulebook::embedded(), posting).unwrap();
    assert_eq!(table.bets().collect::<Vec<_>>(), ["blackjack"]);
    assert!(table.section().wager("lucky-ladies").is_none());
}

#[test]
fn ll_4_a_schedule_for_other_decks_is_refused() {
    let text = under("options = { decks = 1 }", "lucky-ladies", "A", "Ks 7d Js Td", "stand");
    refused(&text, "lucky-ladies A is for 2 to 8 decks, and the table is dealt from 1");
    let text = under("", "lucky-ladies", "C", "Ks 7d Js Td", "stand");
    refused(&text, "lucky-ladies C is for 1 deck, and the table is dealt from 6");
}

/// What pays and takes Lucky Ladies is a step of its own, before the hands are picked up.
#[test]
fn arsd_15_30_04_s5_the_dealer_is_prompted_for_it() {
    let posting = Posting {
        game: "blackjack".to_owned(),
        schedules: [("lucky-ladies".to_owned(), "A".to_owned())].into(),
        ..Posting::default()
    };
    let table = Table::open(Rulebook::embedded(), posting).unwrap();
    let step = table.section().steps.iter().find(|step| step.id == "lucky-ladies-take-or-pay");
    let cite = table.section().cite(&step.unwrap().cite[1]).unwrap().to_string();
    assert_eq!(cite, "20:18:15:30.04(5)");
}
