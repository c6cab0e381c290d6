//! Caribbean stud, 20:18:16:15.05; its progressive is in `progressive.rs`.

mod progressive;

use std::sync::Arc;

use cards::parse_cards;
use games::{Facing, Keep, Meter, Next, Order, Posting, Recipient, Refusal, Round, Table};
use money::{Cents, MeterUnits};
use rulebook::{Consequence, Irregularity, Rulebook};

use crate::support::{Playing, check, check_meter, log, posted_wager, problems, settle};

/// Queen high: no hand.
const NO_HAND: &str = "Jc 9h 7s 2c Qd";
/// A-K-4-3-2, the lowest hand that qualifies.
const ACE_KING: &str = "Ac Kd 4h 3s 2c";

/// One seat with an ante, against a dealer.
fn one(cards: &str, dealer: &str, action: &str) -> String {
    format!(
        "game = 'caribbean-stud'\ndealer = '{dealer}'\n[[seat]]\nnumber = 1\ncards = '{cards}'\n\
         bets = {{ ante = '10' }}\nactions = ['{action}']\n"
    )
}

/// One seat with a progressive bet against no hand, at a table that posts this schedule and wager.
fn progressive(schedule: &str, meter: &str, wager: &str, cards: &str) -> String {
    let posted = posted_wager(schedule, wager);
    format!(
        "game = 'caribbean-stud'\nschedules = {{ progressive = '{schedule}' }}\n{posted}meter = '{meter}'\ndealer = '{NO_HAND}'\n[[seat]]\nnumber = 1\ncards = '{cards}'\n\
         bets = {{ ante = '10', progressive = '{wager}' }}\nactions = ['play']\n"
    )
}

/// Checks what the progressive returns; ante and bet are those of a dealer without a hand.
#[track_caller]
fn check_progressive(text: &str, line: &str) {
    check(
        text,
        &format!(
            "1 ante 10.00 20.00 win (13) unqualified-ante
             1 bet 20.00 20.00 push (13) unqualified-bet
             {line}"
        ),
    );
}

/// The one problem of a round.
#[track_caller]
fn problem(text: &str) -> String {
    let mut found = problems(text);
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

/// The tips, a line each: seat, wager, staked, returned, result.
fn tips(text: &str) -> Vec<String> {
    let round = settle(text);
    let tip = |tip: &games::TipLine| {
        let (seat, wager, result) = (tip.seat, tip.wager, tip.outcome.word());
        format!("{seat} {wager} {} {} {result}", tip.staked, tip.returned)
    };
    round.settlement().tips.iter().map(tip).collect()
}

#[test]
fn arsd_16_15_05_s1_each_player_plays_only_one_hand() {
    let text = "game = 'caribbean-stud'
dealer = 'Jc 9h 7s 2c Qd'
[[seat]]
number = 1
cards = '9d 8d 7d 6d 5d'
bets = { ante = '10' }
actions = ['play']
[[seat]]
number = 2
player = 1
cards = '9c 8c 7c 6c 5c'
bets = { ante = '10' }
actions = ['play']";
    let found = problems(text);
    assert_eq!(found.len(), 2, "both seats are at fault: {found:?}");
    assert_eq!(found[1], "test:8: seat[2]: player 1 plays more hands than the 1 allowed");
    let two = format!("options = {{ hands-per-player = '2' }}\n{text}");
    assert!(problem(&two).contains("option hands-per-player cannot be \"2\"; it can be 1"));
}

#[test]
fn arsd_16_15_05_s2_each_player_makes_an_ante_wager() {
    let text = progressive("CS-10", "10000", "1", "9d 8d 7d 6d 5d");
    let text = text.replace("ante = '10', ", "");
    assert_eq!(problem(&text), "test:5: seat[1]: ante must be bet");
}

#[test]
fn arsd_16_15_05_s5_bets_are_closed_when_they_are_locked() {
    let (mut round, [one, two]) = live("hand");
    assert_eq!(round.bet(one, "ante", Cents::dollars(5)), Err(Refusal::BetsAreClosed));
    assert_eq!(round.tip(two, "ante", Cents::dollars(5)), Err(Refusal::BetsAreClosed));
}

#[test]
fn arsd_16_15_05_s8_a_tip_rides_on_the_ante_at_its_odds() {
    let tipped = |text: String| {
        text.replace("bets = { ante = '10' }", "bets = { ante = '10' }\ntips = { ante = '5' }")
    };
    let paid = |cards: &str, dealer: &str, action: &str| tips(&tipped(one(cards, dealer, action)));
    assert_eq!(paid("9c 9d 5h 6s 7d", ACE_KING, "play"), ["1 ante 5.00 10.00 win"]);
    assert_eq!(paid("9c 9d 5h 6s 7d", NO_HAND, "play"), ["1 ante 5.00 10.00 win"]);
    assert_eq!(paid("Ad Ks 4c 3h 2d", ACE_KING, "play"), ["1 ante 5.00 5.00 push"]);
    assert_eq!(paid("Qc 9d 5h 6s 7d", ACE_KING, "play"), ["1 ante 5.00 0.00 lose"]);
    assert_eq!(paid("Qc 9d 5h 6s 7d", ACE_KING, "fold"), ["1 ante 5.00 0.00 lose"]);
    assert_eq!(paid("Qc 9d 5h 6s", ACE_KING, "fold"), ["1 ante 5.00 5.00 dead"]);
}

#[test]
fn arsd_16_15_05_s8_no_tip_on_the_bet_nor_more_than_the_ante() {
    let tipped = |tip: &str| {
        let text = one("9c 9d 5h 6s 7d", ACE_KING, "play");
        problem(&text.replace("actions", &format!("tips = {{ {tip} }}\nactions")))
    };
    let refused = "a tip cannot ride on bet: the section does not provide for it";
    assert_eq!(tipped("bet = '5'"), format!("test:7: seat[1].tips.bet: {refused}"));
    assert!(tipped("progressive = '1'").contains("a tip cannot ride on progressive"));
    assert_eq!(
        tipped("ante = '11'"),
        "test:3: seat[1]: the tip of $11 on ante is more than the player's own $10"
    );
}

/// Two seats with ante and progressive, bets locked.
fn live(dealing: &str) -> (Playing, [games::SeatNumber; 2]) {
    let mut posting = Posting { game: "caribbean-stud".to_owned(), ..Posting::default() };
    posting.options.insert("dealing".to_owned(), dealing.to_owned());
    posting.schedules.insert("progressive".to_owned(), "PMG-01".to_owned());
    let table: Arc<Table> = Table::open(Rulebook::embedded(), posting).expect("the table opens");
    let meter = Meter::new(Cents::dollars(10_000).into(), MeterUnits::ZERO);
    let mut round = Playing::new(&table, Some(meter), Keep::Log);
    let seats = [1, 2].map(|number| games::SeatNumber::new(number).expect("a seat"));
    for seat in seats {
        round.bet(seat, "ante", Cents::dollars(10)).expect("the bet is legal");
        round.bet(seat, "progressive", Cents::dollars(1)).expect("the bet is legal");
    }
    round.lock().expect("the bets are legal");
    (round, seats)
}

/// Deals these cards; for whom each was and how it lay.
fn deal(round: &mut Round, cards: &str) -> String {
    let mut to = String::new();
    for card in parse_cards(cards).expect("cards") {
        let Next::Card(want) = round.next().clone() else { panic!("no card is wanted") };
        match want.to {
            Recipient::Seat { seat, .. } => to += &seat.to_string(),
            Recipient::Dealer => to.push('D'),
            other => panic!("no card goes to {other:?}"),
        }
        if want.facing == Facing::Up {
            to.push('^');
        }
        round.card(card).expect("the card is wanted");
    }
    to
}

/// Fifteen cards for two seats and the dealer; by hand, seat 1 has a straight flush in spades.
const BY_HAND: &str = "9s 2d Jc 8s 4d 9h 7s 6h 7c 6s 8h 2c 5s Td Qd";

#[test]
fn arsd_16_15_05_s9_one_card_at_a_time_the_dealer_last_and_his_fifth_up() {
    let (mut round, _) = live("hand");
    assert_eq!(deal(&mut round, BY_HAND), "12D12D12D12D12D^");
}

#[test]
fn arsd_16_15_05_s9_or_five_at_a_time_by_machine() {
    let (mut round, _) = live("machine");
    assert_eq!(deal(&mut round, BY_HAND), "1111122222DDDDD^");
    assert!(matches!(round.next(), Next::Decision(_)));
}

/// Seat 1 was dealt four cards; seat 2 plays on.
const DEAD: &str = "game = 'caribbean-stud'
    schedules = { progressive = 'PMG-01' }
    meter = '10000'
    dealer = 'Ac Kd 4h 3s 2c'
    [[seat]]
    number = 1
    cards = 'As Ks Qs Js'
    bets = { ante = '10', progressive = '1' }
    actions = ['play']
    [[seat]]
    number = 2
    cards = '9d 8d 7d 6d 5d'
    bets = { ante = '10', progressive = '1' }
    actions = ['play']";

#[test]
fn arsd_16_15_05_s10_a_wrong_number_of_cards_kills_that_hand_only() {
    // The dead hand's wager goes back and its contribution too [CS-7]: the meter that pays seat 2
    // is 10000 + 0.25, of which 10% is 1000.025, in whole cents 1000.02. No envy for seat 1.
    check(
        DEAD,
        "1 ante 10.00 10.00 dead (10) dead hand
         1 bet 20.00 20.00 dead (10) dead hand
         1 progressive 1.00 1.00 dead (10) dead hand
         2 ante 10.00 20.00 win (16) win
         2 bet 20.00 1020.00 win (17) straight flush
         2 progressive 1.00 1000.02 win (21)(f) straight flush",
    );
    check_meter(DEAD, ["10000.0000", "0.2500", "1000.0200", "9000.2300"]);
}

#[test]
fn arsd_16_15_05_s10_six_cards_are_a_wrong_number_too() {
    let text = one("9d 8d 7d 6d 5d 4d", ACE_KING, "play");
    check(
        &text,
        "1 ante 10.00 10.00 dead (10) dead hand
         1 bet 20.00 20.00 dead (10) dead hand",
    );
    // It is found before the decision, so no bet has been made.
    let found = text.replace("actions = ['play']\n", "");
    check(&found, "1 ante 10.00 10.00 dead (10) dead hand");
}

#[test]
fn arsd_16_15_05_s10_a_dead_hand_keeps_its_ante_though_it_was_folded() {
    // "The player receiving the misdealt cards retains the player's ante": the hand was dead before
    // it was folded. The progressive comes back with it [CS-7]. Seat 2's fold is lost as usual.
    let text = DEAD.replace("actions = ['play']", "actions = ['fold']");
    check(
        &text,
        "2 ante 10.00 0.00 lose (11)(a) fold
         2 progressive 1.00 0.00 lose (11)(a) fold
         1 ante 10.00 10.00 dead (10) dead hand
         1 progressive 1.00 1.00 dead (10) dead hand",
    );
    check_meter(&text, ["10000.0000", "0.2500", "0.0000", "10000.2500"]);
}

#[test]
fn arsd_16_15_05_s10_the_cards_of_a_misdealt_hand_lie_on_the_table() {
    let round = settle(DEAD);
    let cards: Vec<String> =
        round.felt().seats[0].cards().iter().map(cards::Card::to_string).collect();
    assert_eq!(cards, ["As", "Ks", "Qs", "Js"]);
    assert!(log(&round).contains("\nmisdealt 1 As Ks Qs Js\n"));
    let again = games::replay(Rulebook::embedded(), &round.log_text()).expect("it replays");
    assert_eq!(again.round.settlement(), round.settlement());
}

#[test]
fn arsd_16_15_05_s10_a_hand_can_be_misdealt_once_and_only_before_its_cards() {
    let (mut round, [one, two]) = live("hand");
    let cards = |text: &str| parse_cards(text).expect("cards");
    assert_eq!(round.misdeal(Some(one), &cards("As Ks Qs Js Ts")), Err(Refusal::RightNumber(5)));
    assert_eq!(
        round.misdeal(Some(one), &cards("As As")),
        Err(Refusal::DealtAlready("As".parse().expect("a card")))
    );
    assert_eq!(round.misdealt(), []);
    round.misdeal(Some(one), &cards("As Ks")).expect("two are too few");
    assert_eq!(round.misdeal(Some(one), &[]), Err(Refusal::HandIsDealt));
    // The first card that is wanted now is seat 2's.
    round.card("2d".parse().expect("a card")).expect("it is wanted");
    assert_eq!(round.felt().seats[1].cards().len(), 1);
    assert_eq!(round.misdeal(Some(two), &[]), Err(Refusal::HandIsDealt));
    assert_eq!(round.misdealt(), [Some(one)]);
}

#[test]
fn arsd_16_15_05_s10_a_wrong_number_to_the_dealer_leaves_the_progressive() {
    // Found when the dealer shows: seat 2's fold is lost (11)(a), antes and bets of the hands at the
    // table go back, last seat first. Meter: 10000 + 2 x 0.25; seat 3 takes 10% = 1000.05 and leaves
    // 9000.45. Envy for that straight flush as usual.
    let text = "game = 'caribbean-stud'
        schedules = { progressive = 'PMG-01' }
        meter = '10000'
        dealer = 'Ac Kd 4h 3s'
        [[seat]]
        number = 1
        cards = '9c 9s 9h 4c 4d'
        bets = { ante = '10', progressive = '1' }
        tips = { ante = '2' }
        actions = ['play']
        [[seat]]
        number = 2
        cards = 'As Qd Ts 8h 7h'
        bets = { ante = '15' }
        actions = ['fold']
        [[seat]]
        number = 3
        cards = '9d 8d 7d 6d 5d'
        bets = { ante = '20', progressive = '1' }
        actions = ['play']
        [[seat]]
        number = 4
        cards = '2c 2d 2h 8c 8s'
        bets = { ante = '5' }
        actions = ['play']";
    check(
        text,
        "4 ante 5.00 5.00 dead (10) progressive only
         4 bet 10.00 10.00 dead (10) progressive only
         3 ante 20.00 20.00 dead (10) progressive only
         3 bet 40.00 40.00 dead (10) progressive only
         2 ante 15.00 15.00 dead (10) misdeal
         1 ante 10.00 10.00 dead (10) progressive only
         1 bet 20.00 20.00 dead (10) progressive only
         3 progressive 1.00 1000.05 win (21)(f) straight flush
         1 progressive 1.00 50.00 win (21)(f) full house
         1 envy 0.00 300.00 win (21)(g)(iii) straight flush",
    );
    check_meter(text, ["10000.0000", "0.5000", "1000.0500", "9000.4500"]);
    assert_eq!(tips(text), ["1 ante 2.00 2.00 dead"]);
}

#[test]
fn cs_4_wrong_numbers_to_a_player_and_to_the_dealer() {
    let text = DEAD.replace("Ac Kd 4h 3s 2c", "Ac Kd 4h 3s 2c Tc");
    check(
        &text,
        "1 ante 10.00 10.00 dead (10) dead hand
         1 bet 20.00 20.00 dead (10) dead hand
         1 progressive 1.00 1.00 dead (10) dead hand
         2 ante 10.00 10.00 dead (10) progressive only
         2 bet 20.00 20.00 dead (10) progressive only
         2 progressive 1.00 1000.02 win (21)(f) straight flush",
    );
}

#[test]
fn arsd_16_15_05_s10_reported_during_play_the_bet_comes_back_as_well() {
    let (mut round, [one, two]) = live("hand");
    deal(&mut round, BY_HAND);
    round.act(one, "play".parse().unwrap()).unwrap();
    let order: Order = round.report(Irregularity::WrongNumberOfCards, Some(one)).unwrap();
    assert_eq!(order.consequence, Consequence::DeadHand);
    let again = round.report(Irregularity::WrongNumberOfCards, Some(one));
    assert!(again.is_ok(), "a second report finds nothing left to give back");
    round.act(two, "fold".parse().unwrap()).unwrap();
    assert_eq!(
        crate::support::lines(&round),
        [
            "1 ante 10.00 10.00 dead (10) dead hand",
            "1 bet 20.00 20.00 dead (10) dead hand",
            "1 progressive 1.00 1.00 dead (10) dead hand",
            "2 ante 10.00 0.00 lose (11)(a) fold",
            "2 progressive 1.00 0.00 lose (11)(a) fold",
        ]
    );
    // Seat 1's straight flush is neither paid nor envied; only seat 2 contributed.
    assert_eq!(round.meter().unwrap().after.to_string(), "10000.2500");
    let late = round.report(Irregularity::WrongNumberOfCards, None);
    assert_eq!(late, Err(Refusal::RoundIsOver));
}

#[test]
fn arsd_16_15_05_s10_the_dealers_wrong_number_found_after_the_first_decisions() {
    // The ante of a fold goes back, in the seat's turn; its progressive is lost [CS-4]. The rest of
    // the decisions are not asked for.
    let (mut round, [one, two]) = live("hand");
    deal(&mut round, "2d 9s Jc 4d 8s 9h 6h 7s 7c 8h 6s 2c Td 5s Qd");
    round.act(one, "fold".parse().unwrap()).unwrap();
    round.report(Irregularity::WrongNumberOfCards, None).unwrap();
    round.pay_awards();
    assert_eq!(*round.next(), Next::Done);
    assert_eq!(round.act(two, "play".parse().unwrap()), Err(Refusal::RoundIsOver));
    // 10% of 10000.50.
    assert_eq!(
        crate::support::lines(&round),
        [
            "1 progressive 1.00 0.00 lose (11)(a) fold",
            "2 ante 10.00 10.00 dead (10) progressive only",
            "1 ante 10.00 10.00 dead (10) misdeal",
            "2 progressive 1.00 1000.05 win (21)(f) straight flush",
            // Seat 1 made the bet, though it folded [PRG-6].
            "1 envy 0.00 300.00 win (21)(g)(iii) straight flush",
        ]
    );
}

#[test]
fn arsd_16_15_05_s10_no_other_irregularity_has_a_consequence() {
    let (mut round, [one, _]) = live("hand");
    let refused = round.report(Irregularity::ExposedCard, Some(one));
    assert_eq!(refused, Err(Refusal::NoSuchIrregularity));
}

#[test]
fn arsd_16_15_05_s11_play_or_fold_and_nothing_else() {
    let refused = |action: &str| problem(&one("9c 9d 5h 6s 7d", ACE_KING, action));
    assert_eq!(
        refused("play 2x"),
        "test:7: seat[1].actions[1]: \"play 2x\" is not legal here; write play or fold"
    );
    let missing = one("9c 9d 5h 6s 7d", ACE_KING, "play").replace("actions = ['play']\n", "");
    assert_eq!(problem(&missing), "test:3: seat[1]: an action is missing: one of play, fold");
    assert_eq!(
        refused("play', 'fold"),
        "test:7: seat[1].actions[2]: left over: \"fold\" was never asked for"
    );
}

#[test]
fn arsd_16_15_05_s11a_folds_are_collected_first_in_the_order_of_folding() {
    check(
        "game = 'caribbean-stud'
         schedules = { progressive = 'CS-10' }
         meter = '10000'
         dealer = 'Ac Kd 4h 3s 2c'
         [[seat]]
         number = 5
         cards = 'Qc 9d 5h 6s 7d'
         bets = { ante = '20', progressive = '1' }
         actions = ['fold']
         [[seat]]
         number = 2
         cards = 'Jc 9h 5d 6c 8d'
         bets = { ante = '10' }
         actions = ['fold']
         [[seat]]
         number = 3
         cards = 'Th Td 5s 6d 8c'
         bets = { ante = '10' }
         actions = ['play']",
        "2 ante 10.00 0.00 lose (11)(a) fold
         5 ante 20.00 0.00 lose (11)(a) fold
         5 progressive 1.00 0.00 lose (11)(a) fold
         3 ante 10.00 20.00 win (16) win
         3 bet 20.00 40.00 win (17) pair or less",
    );
}

#[test]
fn arsd_16_15_05_s12_the_dealer_qualifies_with_exactly_ace_king() {
    // A-K-4-3-2 qualifies; A-Q-J-T-9 is the highest that does not; a pair of twos does.
    let player = "9c 9d 5h 6s 7d";
    let played = "1 ante 10.00 20.00 win (16) win
                  1 bet 20.00 40.00 win (17) pair or less";
    check(&one(player, ACE_KING, "play"), played);
    check(&one(player, "2c 2d 3h 4s 5c", "play"), played);
    check(
        &one(player, "Ac Qd Jh Ts 9h", "play"),
        "1 ante 10.00 20.00 win (13) unqualified-ante
         1 bet 20.00 20.00 push (13) unqualified-bet",
    );
}

#[test]
fn arsd_16_15_05_s13_an_unqualified_dealer_pays_the_ante_also_to_a_lower_hand() {
    check(
        &one("Jd 9d 5h 6s 7d", NO_HAND, "play"),
        "1 ante 10.00 20.00 win (13) unqualified-ante
         1 bet 20.00 20.00 push (13) unqualified-bet",
    );
}

#[test]
fn arsd_16_15_05_s14_the_higher_hand_wins() {
    check(
        &one("Ad Qh Js Tc 8d", ACE_KING, "play"),
        "1 ante 10.00 0.00 lose (14) beaten
         1 bet 20.00 0.00 lose (14) beaten",
    );
}

#[test]
fn gen_4_the_wheel_is_the_lowest_straight() {
    check(
        &one("Ad 2c 3s 4h 5d", "2d 3h 4c 5s 6d", "play"),
        "1 ante 10.00 0.00 lose (14) beaten
         1 bet 20.00 0.00 lose (14) beaten",
    );
}

#[test]
fn arsd_16_15_05_s15_a_tie_pushes_both() {
    check(
        &one("Ad Ks 4c 3h 2d", ACE_KING, "play"),
        "1 ante 10.00 10.00 push (15) tie
         1 bet 20.00 20.00 push (15) tie",
    );
}

#[test]
fn arsd_16_15_05_s17_the_bet_is_paid_by_its_schedule() {
    // A bet of 20 at N to 1 returns 20 N + 20; the ante is paid 1 to 1 whatever the hand (16).
    for (cards, returned, row) in [
        ("As Ks Qs Js Ts", "2020.00", "royal flush"),
        ("9s 8s 7s 6s 5s", "1020.00", "straight flush"),
        ("9c 9d 9h 9s 5d", "420.00", "four of a kind"),
        ("9c 9d 9h 5s 5d", "160.00", "full house"),
        ("Ks Js 9s 7s 4s", "120.00", "flush"),
        ("5d 6c 7h 8s 9d", "100.00", "straight"),
        ("9c 9d 9h 5s 7d", "80.00", "three of a kind"),
        ("9c 9d 5h 5s 7d", "60.00", "two pair"),
        ("9c 9d 5h 6s 7d", "40.00", "pair or less"),
        ("Ad Kh Qs 5c 6d", "40.00", "pair or less"),
    ] {
        check(
            &one(cards, ACE_KING, "play"),
            &format!(
                "1 ante 10.00 20.00 win (16) win
                 1 bet 20.00 {returned} win (17) {row}"
            ),
        );
    }
}

#[test]
fn arsd_16_15_05_s18_from_the_dealers_right_counter_clockwise() {
    // Progressives after all seats: 1 and 3 have a flush or better ($50, $100).
    check(
        "game = 'caribbean-stud'
         schedules = { progressive = 'CS-10' }
         meter = '10000'
         dealer = 'Ac Kd 4h 3s 2c'
         [[seat]]
         number = 1
         cards = 'Qs Js 9s 7s 4s'
         bets = { ante = '10', progressive = '1' }
         actions = ['play']
         [[seat]]
         number = 2
         cards = 'Ad Ks 4c 3h 2d'
         bets = { ante = '5' }
         actions = ['play']
         [[seat]]
         number = 3
         cards = '9c 9d 9h 5s 5d'
         bets = { ante = '20', progressive = '1' }
         actions = ['play']
         [[seat]]
         number = 7
         cards = 'Qc Jd 8h 7c 4d'
         bets = { ante = '10' }
         actions = ['play']",
        "7 ante 10.00 0.00 lose (14) beaten
         7 bet 20.00 0.00 lose (14) beaten
         3 ante 20.00 40.00 win (16) win
         3 bet 40.00 320.00 win (17) full house
         2 ante 5.00 5.00 push (15) tie
         2 bet 10.00 10.00 push (15) tie
         1 ante 10.00 20.00 win (16) win
         1 bet 20.00 120.00 win (17) flush
         3 progressive 1.00 100.00 win (21) full house
         1 progressive 1.00 50.00 win (21) flush",
    );
}

/// Two royals and between them a straight flush, on one meter, against no hand.
fn two_royals(meter: &str, options: &str) -> String {
    format!(
        "game = 'caribbean-stud'
         schedules = {{ progressive = 'CS-10' }}
         options = {{ {options} }}
         meter = '{meter}'
         dealer = 'Jc 9h 7s 2c Qd'
         [[seat]]
         number = 1
         cards = 'Ah Kh Qh Jh Th'
         bets = {{ ante = '10', progressive = '1' }}
         actions = ['play']
         [[seat]]
         number = 2
         cards = '9d 8d 7d 6d 5d'
         bets = {{ ante = '10', progressive = '1' }}
         actions = ['play']
         [[seat]]
         number = 3
         cards = 'As Ks Qs Js Ts'
         bets = {{ ante = '10', progressive = '1' }}
         actions = ['play']"
    )
}

/// The base lines of [`two_royals`], all against no hand.
const NO_HAND_LINES: &str = "
    3 ante 10.00 20.00 win (13) unqualified-ante
    3 bet 20.00 20.00 push (13) unqualified-bet
    2 ante 10.00 20.00 win (13) unqualified-ante
    2 bet 20.00 20.00 push (13) unqualified-bet
    1 ante 10.00 20.00 win (13) unqualified-ante
    1 bet 20.00 20.00 push (13) unqualified-bet";

/// A royal without a progressive bet, a straight flush with one, two more bettors.
const ENVY: &str = "game = 'caribbean-stud'
    schedules = { progressive = 'PMG-01' }
    meter = '30000'
    dealer = 'Jc 9h 7s 2c Qd'
    [[seat]]
    number = 1
    cards = '4c 4d 5h 6s 8c'
    bets = { ante = '10', progressive = '1' }
    actions = ['play']
    [[seat]]
    number = 2
    cards = '3c 3d 5c 6h 8h'
    bets = { ante = '10', progressive = '1' }
    actions = ['play']
    [[seat]]
    number = 3
    cards = '9d 8d 7d 6d 5d'
    bets = { ante = '10', progressive = '1' }
    actions = ['play']
    [[seat]]
    number = 4
    cards = 'As Ks Qs Js Ts'
    bets = { ante = '10' }
    actions = ['play']";

/// The lines of a settlement that begin with the progressive.
fn from_progressive(text: &str) -> Vec<String> {
    let lines = crate::support::lines(&settle(text));
    lines.into_iter().skip_while(|line| !line.contains("progressive")).collect()
}

#[test]
fn cs_6_ante_bet_and_progressive_stay_within_a_hundred_dollars() {
    // 33 + 66 + 1 = 100.
    let text = |ante: &str, wager: &str, more: &str| {
        let text = progressive("CS-10", "20000", wager, "9d 8d 7d 6d 5d");
        format!("{more}{}", text.replace("ante = '10'", &format!("ante = '{ante}'")))
    };
    check(
        &text("33", "1", ""),
        "1 ante 33.00 66.00 win (13) unqualified-ante
         1 bet 66.00 66.00 push (13) unqualified-bet
         1 progressive 1.00 2000.02 win (21) straight flush",
    );
    for edition in ["", "edition = '2011-01-10'\n"] {
        let found = problem(&text("34", "1", edition));
        let why = "seat[1]: ante would require $68 on bet later, which is not allowed: a total of $103 \
                   on ante, bet, progressive is over the limit of $100";
        assert!(found.ends_with(why), "{found}");
    }
    assert!(problem(&text("33", "2", "")).contains("a total of $101 on"));
    assert!(problem(&text("101", "1", "")).contains("a total of $102 on ante, bet, progressive"));
    // A lower posted limit holds too.
    let posted = "limits = { total = '0 to 50', ante = '5 to 25' }\n";
    assert!(problem(&text("17", "1", posted)).contains("is over the limit of $50"));
    assert!(problem(&text("26", "1", posted)).contains("$26 on ante is over the maximum of $25"));
    assert!(problem(&text("4", "1", posted)).contains("$4 on ante is under the minimum of $5"));
}

#[test]
fn gen_8_stakes_are_multiples_of_the_chip() {
    let text = one("9c 9d 5h 6s 7d", ACE_KING, "play").replace("'10'", "'10.50'");
    assert_eq!(
        problem(&text),
        "test:6: seat[1].bets.ante: $10.50 on ante is not a multiple of the table's $1 chip"
    );
    check(
        &format!("options = {{ chip = '0.50' }}\n{text}"),
        "1 ante 10.50 21.00 win (16) win
         1 bet 21.00 42.00 win (17) pair or less",
    );
}
