//! Four-Card poker, 20:18:16:15.10.

use std::sync::Arc;

use cards::parse_cards;
use games::{Facing, Keep, Next, Posting, Recipient, Refusal, Round, SeatNumber, Table};
use money::Cents;
use rulebook::{Consequence, Irregularity, Rulebook};

use crate::support::{check, check_meter, lines, posted_wager, problems, settle};

/// A dealer whose best four are Q-J-8-7, no pair.
const QUEEN_HIGH: &str = "2c 3h 7d 8h Jc Qh";

/// One seat with an ante, against a dealer.
fn one(cards: &str, dealer: &str, action: &str) -> String {
    format!(
        "game = 'four-card-poker'\ndealer = '{dealer}'\n[[seat]]\nnumber = 1\ncards = '{cards}'\n\
         bets = {{ ante = '10' }}\nactions = ['{action}']\n"
    )
}

/// One seat with aces up alone, at a table with this schedule.
fn aces_up(schedule: &str, cards: &str) -> String {
    format!(
        "game = 'four-card-poker'\nschedules = {{ aces-up = '{schedule}' }}\n\
         dealer = '{QUEEN_HIGH}'\n[[seat]]\nnumber = 1\ncards = '{cards}'\n\
         bets = {{ aces-up = '5' }}\n"
    )
}

/// One seat that folds with a progressive bet, at a table that posts this schedule and wager.
fn progressive(schedule: &str, meter: &str, wager: &str, cards: &str) -> String {
    let posted = posted_wager(schedule, wager);
    format!(
        "game = 'four-card-poker'\nschedules = {{ progressive = '{schedule}' }}\n{posted}meter = '{meter}'\n\
         dealer = '{QUEEN_HIGH}'\n[[seat]]\nnumber = 1\ncards = '{cards}'\n\
         bets = {{ ante = '10', progressive = '{wager}' }}\nactions = ['fold']\n"
    )
}

/// Checks what the progressive of a folded hand returns: it stays live [PRG-13].
#[track_caller]
fn check_progressive(text: &str, line: &str) {
    check(text, &format!("1 ante 10.00 0.00 lose (7) fold\n{line}"));
}

/// The one problem of a round.
#[track_caller]
fn problem(text: &str) -> String {
    let mut found = problems(text);
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

/// Whether a play of one ante wins or loses.
#[track_caller]
fn check_showdown(cards: &str, dealer: &str, result: &str) {
    let found = lines(&settle(&one(cards, dealer, "play 1x")));
    let returned = if result == "win" { "20.00" } else { "0.00" };
    let expected = format!("1 play 10.00 {returned} {result} (10)");
    assert!(found[0].starts_with(&expected), "{cards} against {dealer}: {found:?}");
}

#[test]
fn arsd_16_15_10_s1_hands_rank_by_the_four_card_order() {
    // Each against the next lower one, and the other way round: four of a kind, straight flush,
    // three of a kind, flush, straight, two pair, pair, high card.
    for (cards, dealer, result) in [
        ("2c 2d 2h 2s 9d", "Jc Qc Kc Ac 7d 9h", "win"),
        ("Jc Qc Kc Ac 7d", "2c 2d 2h 2s 9d Th", "lose"),
        ("3s 4s 5s 6s Kd", "Kc Ks Kh 4c 8d Jh", "win"),
        ("Kc Ks Kh 4c 8d", "3s 4s 5s 6s Qd 9h", "lose"),
        ("3c 3d 3s 7s 9s", "2h 5h 9h Ah 7c Td", "win"),
        ("2h 5h 9h Ah 7c", "3c 3d 3s 7s 9d Qc", "lose"),
        ("2d 4d 6d 8d Kc", "Tc Jh Qs Kh 3c 5s", "win"),
        ("Tc Jh Qs Kh 3c", "2d 4d 6d 8d Kc 9s", "lose"),
        ("As 2h 3d 4c 9s", "Ac Ad Kc Ks 7h 9c", "win"),
        ("Ac Ad Kc Ks 7h", "As 2h 3d 4c 9s Jh", "lose"),
        ("3c 3s 2c 2h 7d", "Ah As Qc 9d 5s 4d", "win"),
        ("Ah As Qc 9d 5s", "3c 3s 2c 2h 7d 9h", "lose"),
        ("4c 4h 7c 8s Td", "Ac Kc Jd 9s 5h 6d", "win"),
        ("Ac Kc Jd 9s 5h", "4c 4h 7c 8s Td 2d", "lose"),
    ] {
        check_showdown(cards, dealer, result);
    }
}

#[test]
fn fcp_2_the_progressive_alone_is_a_bet_and_asks_for_no_decision() {
    // Three nines, 9 for 1 on FCCP-1; nothing else was bet and nothing is decided.
    let text = progressive("FCCP-1", "5000", "1", "9c 9d 9h 2s 4d").replace("ante = '10', ", "");
    let alone = text.replace("actions = ['fold']\n", "");
    let found = lines(&settle(&alone));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("1 progressive 1.00 "), "{found:?}");
    assert_eq!(
        problem(&text),
        "test:9: seat[1].actions[1]: left over: \"fold\" was never asked for"
    );
    // With aces up too: the pair of aces or better is paid, and so is the progressive.
    let both = alone.replace("progressive = '1'", "aces-up = '5', progressive = '1'");
    let found = lines(&settle(&both));
    assert!(found[0].starts_with("1 aces-up 5.00 ") && found[1].starts_with("1 progressive 1.00 "));
    // At least one bet is required; a progressive that is not posted is not offered.
    let mut round = Round::new(settle(&alone).table(), games::Keep::Log);
    assert_eq!(round.lock(), Err(Refusal::NobodyBets));
    let section = Rulebook::embedded().game("four-card-poker").expect("a game").newest();
    let either = section.wagers.iter().all(|wager| wager.need == rulebook::Need::Either);
    assert!(either, "the ante, aces up, the progressive or any combination (3)");
}

#[test]
fn arsd_16_15_10_s3b_aces_up_alone_has_nothing_to_decide() {
    check(&aces_up("FCP-01", "Ac Ad 4h 7s 9d"), "1 aces-up 5.00 10.00 win (15) pair of aces");
    let text = format!("{}actions = ['play 1x']\n", aces_up("FCP-01", "Ac Ad 4h 7s 9d"));
    assert_eq!(
        problem(&text),
        "test:8: seat[1].actions[1]: left over: \"play 1x\" was never asked for"
    );
}

#[test]
fn arsd_16_15_10_s3c_ante_and_aces_up_together_in_different_amounts() {
    // (12): the ante loses to the dealer's two pair, the pair of aces wins aces up all the same.
    let text = "game = 'four-card-poker'
        dealer = '2c 2h 7d 7h Jc Qh'
        [[seat]]
        number = 1
        cards = 'Ac Ad 4h 5s 9d'
        bets = { ante = '10', aces-up = '25' }
        actions = ['play 2x']";
    check(
        text,
        "1 play 20.00 0.00 lose (10) beaten
         1 ante 10.00 0.00 lose (10) beaten
         1 aces-up 25.00 50.00 win (15) pair of aces",
    );
}

/// One player at two positions, with the royal of spades in one; another player between.
const POSITIONS: &str = "game = 'four-card-poker'
    schedules = { progressive = 'PMG-01' }
    options = { hands-per-player = '2' }
    meter = '20000'
    dealer = '2c 3h 7d 8h Jc Qh'
    [[seat]]
    number = 1
    cards = 'As Ks Qs Js Ts'
    bets = { aces-up = '5', progressive = '1' }
    [[seat]]
    number = 2
    cards = '9c 9d 4c 5h Kd'
    bets = { aces-up = '5', progressive = '1' }
    [[seat]]
    number = 3
    player = 1
    cards = 'Tc Td 4d 5c Kc'
    bets = { aces-up = '5', progressive = '1' }";

#[test]
fn arsd_16_15_10_s3e_a_player_at_two_positions_has_no_envy_of_his_own_hand() {
    // The meter: 20000 + 3 x 0.25. A-K-Q-J of spades is a straight flush in four cards: 40 to 1.
    check(
        POSITIONS,
        "3 aces-up 5.00 0.00 lose (11) no pair of aces
         3 progressive 1.00 0.00 lose (16) no award
         2 aces-up 5.00 0.00 lose (11) no pair of aces
         2 progressive 1.00 0.00 lose (16) no award
         1 aces-up 5.00 205.00 win (15) straight flush
         1 progressive 1.00 20000.75 win (16) royal flush
         2 envy 0.00 1000.00 win (16)(b)(iii) royal flush",
    );
}

#[test]
fn arsd_16_15_10_s3e_more_than_one_position_is_at_the_houses_discretion() {
    let text = POSITIONS.replace("    options = { hands-per-player = '2' }\n", "");
    let found = problems(&text);
    assert_eq!(found.len(), 2, "both seats are at fault: {found:?}");
    assert_eq!(found[1], "test:13: seat[3]: player 1 plays more hands than the 1 allowed");
    let three = POSITIONS.replace("number = 2", "number = 2\nplayer = 1");
    assert!(problems(&three)[0].contains("player 1 plays more hands than the 2 allowed"));
}

#[test]
fn prg_18_the_progressive_is_the_nominal_wager_or_a_multiple() {
    let text = progressive("PMG-02", "20000", "1", "9c 9d 9h 2s 4d");
    assert!(problem(&text).contains("it can be a whole multiple of PMG-02's $5"));
    let text = text.replace("progressive-wager = '1'", "");
    assert_eq!(
        problem(&text),
        "test:6: seat[1]: the posted progressive wager is $5, not $1 (see 20:18:16:15.10(4), [PRG-7])"
    );
    let text = progressive("PMG-02", "20000", "10", "9c 9d 9h 2s 4d");
    check_progressive(&text, "1 progressive 10.00 90.00 win (16) three of a kind");
    let text = progressive("FCCP-1", "20000", "0.50", "9c 9d 9h 2s 4d");
    assert!(problem(&text).contains("it can be a whole multiple of FCCP-1's $1"));
}

/// Two seats with antes, bets locked.
fn live() -> (Round, [SeatNumber; 2]) {
    let posting = Posting { game: "four-card-poker".to_owned(), ..Posting::default() };
    let table: Arc<Table> = Table::open(Rulebook::embedded(), posting).expect("the table opens");
    let mut round = Round::new(&table, Keep::Log);
    let seats = [1, 2].map(|number| SeatNumber::new(number).expect("a seat"));
    for seat in seats {
        round.bet(seat, "ante", Cents::dollars(10)).expect("the bet is legal");
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

/// Sixteen cards for two seats and the dealer.
const DEAL: &str = "9c 9d 9h 2s 4d Ac Ad 4h 7s 9s 2c 3h 7d 8h Jc Qh";

#[test]
fn arsd_16_15_10_s4_the_deal_closes_the_bets() {
    let (mut round, [one, _]) = live();
    assert_eq!(round.bet(one, "aces-up", Cents::dollars(5)), Err(Refusal::BetsAreClosed));
}

#[test]
fn arsd_16_15_10_s5_five_cards_to_each_then_six_to_the_dealer_the_last_up() {
    let (mut round, _) = live();
    assert_eq!(deal(&mut round, DEAL), "1111122222DDDDDD^");
}

#[test]
fn arsd_16_15_10_s6_play_is_one_two_or_three_antes() {
    for (action, play, returned) in [
        ("play 1x", "10.00", "20.00"),
        ("play 2x", "20.00", "40.00"),
        ("play 3x", "30.00", "60.00"),
    ] {
        check(
            &one("Kc Jd 9h 7s 2d", QUEEN_HIGH, action),
            &format!(
                "1 play {play} {returned} win (10) win
                 1 ante 10.00 20.00 win (10) win"
            ),
        );
    }
    let refused = |action: &str| problem(&one("Kc Jd 9h 7s 2d", QUEEN_HIGH, action));
    let legal = "is not legal here; write play 1x, play 2x, play 3x or fold";
    assert_eq!(refused("play 4x"), format!("test:7: seat[1].actions[1]: \"play 4x\" {legal}"));
    assert_eq!(refused("play"), format!("test:7: seat[1].actions[1]: \"play\" {legal}"));
    let missing = one("Kc Jd 9h 7s 2d", QUEEN_HIGH, "fold").replace("actions = ['fold']\n", "");
    assert_eq!(
        problem(&missing),
        "test:3: seat[1]: an action is missing: one of play 1x, play 2x, play 3x, fold"
    );
}

#[test]
fn gen_9_a_play_wager_stays_within_the_limits() {
    // Three times $400 passes the $1,000 that no bet may pass; twice does not.
    let text = |ante: &str, action: &str| {
        one("Kc Jd 9h 7s 2d", QUEEN_HIGH, action).replace("'10'", &format!("'{ante}'"))
    };
    assert!(problem(&text("400", "play 3x")).contains("write play 1x, play 2x or fold"));
    check(
        &text("400", "play 2x"),
        "1 play 800.00 1600.00 win (10) win
         1 ante 400.00 800.00 win (10) win",
    );
    assert!(
        problem(&text("1001", "fold")).contains("$1,001 on ante is over the maximum of $1,000")
    );
}

#[test]
fn gen_9_posted_limits_hold_for_each_wager() {
    let text = |ante: &str, aces: &str, limits: &str| {
        let text = one("Kc Jd 9h 7s 2d", QUEEN_HIGH, "fold");
        let bets = format!("ante = '{ante}', aces-up = '{aces}'");
        format!("limits = {{ {limits} }}\n{}", text.replace("ante = '10'", &bets))
    };
    let limits = "ante = '5 to 100', aces-up = '5 to 25'";
    assert!(
        problem(&text("101", "5", limits)).contains("$101 on ante is over the maximum of $100")
    );
    assert!(problem(&text("4", "5", limits)).contains("$4 on ante is under the minimum of $5"));
    assert!(
        problem(&text("5", "26", limits)).contains("$26 on aces-up is over the maximum of $25")
    );
    let play = "play = '5 to 50'";
    assert!(problem(&text("60", "5", play)).contains(
        "ante would require $60 on play later, which is not allowed: $60 on play is over the \
         maximum of $50"
    ));
}

#[test]
fn arsd_16_15_10_s6_a_fold_forfeits_the_ante_but_a_pair_of_aces_wins_aces_up() {
    let text = "game = 'four-card-poker'
        dealer = '2c 3h 7d 8h Jc Qh'
        [[seat]]
        number = 1
        cards = 'Ac Ad 4h 5s 9d'
        bets = { ante = '10', aces-up = '5' }
        actions = ['fold']
        [[seat]]
        number = 2
        cards = 'Kc Kd 4c 5d 9h'
        bets = { ante = '10', aces-up = '5' }
        actions = ['fold']
        [[seat]]
        number = 3
        cards = 'Ks Jd 9c 6s 2d'
        bets = { ante = '10', aces-up = '5' }
        actions = ['play 1x']";
    // (7): what is forfeited is collected first, in the order of folding; the pair of kings loses
    // at once, the pair of aces is paid when its turn comes.
    check(
        text,
        "1 ante 10.00 0.00 lose (7) fold
         2 ante 10.00 0.00 lose (7) fold
         2 aces-up 5.00 0.00 lose (11) no pair of aces
         3 play 10.00 20.00 win (10) win
         3 ante 10.00 20.00 win (10) win
         3 aces-up 5.00 0.00 lose (11) no pair of aces
         1 aces-up 5.00 10.00 win (15) pair of aces",
    );
}

#[test]
fn fcp_3_a_folded_hand_earns_no_automatic_bonus() {
    check(&one("9c 9d 9h 9s 2d", QUEEN_HIGH, "fold"), "1 ante 10.00 0.00 lose (7) fold");
}

#[test]
fn arsd_16_15_10_s8_the_dealers_best_four_of_six_play() {
    // 5-6-7-8 lies among the dealer's six cards and beats two pair.
    check_showdown("Ac Ad Kc Kd 2s", "5c Ah 6d 7h Qs 8c", "lose");
    check_showdown("Ac Ad Kc Kd 2s", "5c Ah 6d 7h Qs 9c", "win");
}

#[test]
fn arsd_16_15_10_s9_play_ante_aces_up_progressive_seat_by_seat() {
    // FCCP-1, meter 5000 + 25% of $3. Seat 3: 300 for 1, and 25 to 1 on the ante of $10; seat 2
    // folded four aces, 100%. Envy: four aces $100, four of a kind $10.
    let text = "game = 'four-card-poker'
        schedules = { progressive = 'FCCP-1' }
        meter = '5000'
        dealer = '2c 3h 7d 8h Jc Qh'
        [[seat]]
        number = 1
        cards = '5d 6c Ts Js Kh'
        bets = { ante = '10', progressive = '1' }
        actions = ['fold']
        [[seat]]
        number = 2
        cards = 'Ac Ad Ah As 4d'
        bets = { ante = '10', progressive = '1' }
        actions = ['fold']
        [[seat]]
        number = 3
        cards = '9c 9d 9h 9s 2d'
        bets = { ante = '10', aces-up = '5', progressive = '1' }
        actions = ['play 3x']";
    check(
        text,
        "1 ante 10.00 0.00 lose (7) fold
         2 ante 10.00 0.00 lose (7) fold
         3 play 30.00 60.00 win (10) win
         3 ante 10.00 20.00 win (10) win
         3 automatic-bonus 0.00 250.00 win (15) four of a kind
         3 aces-up 5.00 255.00 win (15) four of a kind
         3 progressive 1.00 300.00 win (16) four of a kind
         2 progressive 1.00 5000.75 win (16) four aces
         1 progressive 1.00 0.00 lose (16) no award
         3 envy 0.00 100.00 win (16)(b)(iii) four aces
         2 envy 0.00 10.00 win (16)(b)(iii) four of a kind
         1 envy 0.00 10.00 win (16)(b)(iii) four of a kind
         1 envy 0.00 100.00 win (16)(b)(iii) four aces",
    );
    check_meter(text, ["5000.0000", "0.7500", "5000.7500", "10000.0000"]);
}

#[test]
fn arsd_16_15_10_s10_the_dealer_always_qualifies_and_the_player_wins_ties() {
    // A-K-9-7 against A-K-9-7: the cards beside the four never count.
    check(
        &one("Ac Kd 9h 7s 2d", "As Kh 9c 7d 3c 4s", "play 3x"),
        "1 play 30.00 60.00 win (10) tie
         1 ante 10.00 20.00 win (10) tie",
    );
    // The lowest hand that six cards can make, 8-7-6-4, is beaten like any other; it does not push.
    check_showdown("2d 3c 6h 7h 9s", "2c 3d 4s 6c 7d 8s", "win");
    check_showdown("2d 3c 4h 6h 8h", "2c 3d 5s 6c 7d 9s", "lose");
}

#[test]
fn fcp_3_the_automatic_bonus_is_paid_also_on_a_loss() {
    check(
        &one("9c 9d 9h 2s 4d", "5c 5d 5h 5s Kd 2c", "play 1x"),
        "1 play 10.00 0.00 lose (10) beaten
         1 ante 10.00 0.00 lose (10) beaten
         1 automatic-bonus 0.00 20.00 win (15) three of a kind",
    );
}

#[test]
fn gen_4_a_2_3_4_is_the_lowest_straight() {
    check_showdown("Ad 2c 3s 4h 9d", "2d 3h 4c 5s 9c Kd", "lose");
    check_showdown("2d 3h 4c 5s 9c", "Ad 2c 3s 4h 9d Jd", "win");
}

#[test]
fn arsd_16_15_10_s11_less_than_a_pair_of_aces_loses_aces_up() {
    check(&aces_up("FCP-01", "Kc Kd Ah 7s 9d"), "1 aces-up 5.00 0.00 lose (11) no pair of aces");
}

#[test]
fn arsd_16_15_10_s15_the_seven_pairs_of_schedules() {
    // As printed, to 1: aces up from four of a kind down to a pair of aces.
    let schedules = [
        ("FCP-01", [50, 40, 9, 6, 4, 2, 1]),
        ("FCP-02", [50, 40, 7, 6, 5, 2, 1]),
        ("FCP-03", [50, 30, 9, 6, 4, 2, 1]),
        ("FCP-04", [50, 30, 7, 6, 5, 2, 1]),
        ("FCP-05", [50, 40, 8, 5, 4, 3, 1]),
        ("FCP-06", [50, 40, 8, 6, 4, 2, 1]),
        ("FCP-07", [50, 40, 7, 5, 4, 3, 1]),
    ];
    let hands = [
        ("9c 9d 9h 9s 2d", "four of a kind"),
        ("5s 6s 7s 8s Kd", "straight flush"),
        ("9c 9d 9h 2s 4d", "three of a kind"),
        ("2s 5s 9s Js Kd", "flush"),
        ("5s 6d 7h 8c Kd", "straight"),
        ("9c 9d 4h 4s Kd", "two pair"),
        ("Ac Ad 4h 7s 9d", "pair of aces"),
    ];
    for (schedule, pays) in schedules {
        for ((cards, row), to_one) in hands.into_iter().zip(pays) {
            let returned = 5 * to_one + 5;
            check(
                &aces_up(schedule, cards),
                &format!("1 aces-up 5.00 {returned}.00 win (15) {row}"),
            );
        }
        // The automatic bonus beside it is 25, 20 and 2 to 1 on the ante in all seven.
        for ((cards, row), to_one) in hands.into_iter().zip([25, 20, 2]) {
            let text = one(cards, QUEEN_HIGH, "play 1x");
            let paid = 10 * to_one;
            check(
                &format!("schedules = {{ aces-up = '{schedule}' }}\n{text}"),
                &format!(
                    "1 play 10.00 20.00 win (10) win
                     1 ante 10.00 20.00 win (10) win
                     1 automatic-bonus 0.00 {paid}.00 win (15) {row}"
                ),
            );
        }
    }
}

#[test]
fn arsd_16_15_10_s16_the_four_card_progressive_schedules() {
    // The best four of five cards [FCP-5]: a four-card straight flush counts, a full house is
    // three of a kind, a flush of five cards is nothing.
    for (schedule, three) in [("FCCP-1", 9), ("FCCP-2", 15), ("FCCP-3", 15)] {
        for (cards, returned, row) in [
            ("9c 9d 9h 9s 2d", 300, "four of a kind"),
            ("5s 6s 7s 8s Kd", 100, "straight flush"),
            ("As Ks Qs Js Ts", 100, "straight flush"),
            ("9c 9d 9h 4s 4d", three, "three of a kind"),
            ("Ac Ad Ah 4s 7h", three, "three of a kind"),
        ] {
            let text = progressive(schedule, "5000", "1", cards);
            let line = format!("1 progressive 1.00 {returned}.00 win (16) {row}");
            check_progressive(&text, &line);
            check_meter(&text, ["5000.0000", "0.2500", "0.0000", "5000.2500"]);
        }
        let text = progressive(schedule, "5000", "1", "2s 5s 7s 9s Ks");
        check_progressive(&text, "1 progressive 1.00 0.00 lose (16) no award");
    }
}

#[test]
fn arsd_16_15_10_s13_pmg_is_judged_on_all_five_cards() {
    // N for 1. Four aces are any four of a kind; a straight flush of four cards is nothing.
    for (cards, times, row) in [
        ("Ac Ad Ah As 4d", 300, "four of a kind"),
        ("9c 9d 9h 4s 4d", 50, "full house"),
        ("2s 5s 7s 9s Ks", 40, "flush"),
        ("4d 5s 6s 7s 8s", 30, "straight"),
        ("9c 9d 9h 4s 5d", 9, "three of a kind"),
    ] {
        for (schedule, wager) in [("PMG-01", 1), ("PMG-01", 3), ("PMG-02", 5)] {
            let text = progressive(schedule, "20000", &wager.to_string(), cards);
            let returned = times * wager;
            let line = format!("1 progressive {wager}.00 {returned}.00 win (16) {row}");
            check_progressive(&text, &line);
        }
    }
    let text = progressive("PMG-01", "20000", "1", "5s 6s 7s 8s Kd");
    check_progressive(&text, "1 progressive 1.00 0.00 lose (16) no award");
    // 10% of 20000 + 1.25 is 2000.125, paid 2000.12; 18001.13 is left.
    let text = progressive("PMG-02", "20000", "5", "5s 6s 7s 8s 9s");
    check_progressive(&text, "1 progressive 5.00 2000.12 win (16) straight flush");
    check_meter(&text, ["20000.0000", "1.2500", "2000.1200", "18001.1300"]);
}

#[test]
fn prg_8_pmg_02_at_its_five_dollars_reseeds_at_five_times_ten_thousand() {
    let text = progressive("PMG-02", "20000", "5", "As Ks Qs Js Ts");
    check_progressive(&text, "1 progressive 5.00 20001.25 win (16) royal flush");
    check_meter(&text, ["20000.0000", "1.2500", "20001.2500", "50000.0000"]);
    let text = progressive("PMG-02", "20000", "15", "As Ks Qs Js Ts");
    check_meter(&text, ["20000.0000", "3.7500", "20003.7500", "150000.0000"]);
}

/// FCCP-1: four of a kind 300, straight flush 100, three of a kind 9, all for 1. On the best four of five a straight flush
/// of four cards wins; on all five it takes five, a full house has three of a kind, and a flush has no row.
#[test]
fn fcp_5_fccp_is_judged_on_the_best_four_or_on_all_five() {
    for (cards, four, five) in [
        ("9c 9d 9h 9s 4d", "300.00 win (16) four of a kind", "300.00 win (16) four of a kind"),
        ("9c 8c 7c 6c 4d", "100.00 win (16) straight flush", "0.00 lose (16) no award"),
        ("9c 8c 7c 6c 5c", "100.00 win (16) straight flush", "100.00 win (16) straight flush"),
        ("9c 9d 9h 4s 4d", "9.00 win (16) three of a kind", "9.00 win (16) three of a kind"),
        ("9c 7c 5c 4c Kc", "0.00 lose (16) no award", "0.00 lose (16) no award"),
    ] {
        let text = progressive("FCCP-1", "10000", "1", cards);
        check_progressive(&text, &format!("1 progressive 1.00 {four}"));
        let text = format!("options = {{ fccp-cards = 'five' }}\n{text}");
        check_progressive(&text, &format!("1 progressive 1.00 {five}"));
    }
    let text = progressive("PMG-01", "10000", "1", "9c 9d 9h 9s 4d");
    let text = format!("options = {{ fccp-cards = 'five' }}\n{text}");
    let why = crate::support::problems(&text).join("\n");
    assert!(why.contains("option fccp-cards has no effect on PMG-01"), "{why}");
}

#[test]
fn arsd_16_15_10_s16a_fccp_3_resets_to_seed_and_reserve() {
    // 25% of $2 goes to the display, 5% to the reserve. 1234.5678 + 0.50 = 1235.0678: whole cents
    // are paid, 0.0078 stays. The seed for a posted $2 is 20000; the reserve is 100.1234 + 0.10.
    // 20000 + 100.2234 + 0.0078 = 20100.2312.
    let text = progressive("FCCP-3", "1234.5678", "2", "Ac Ad Ah As 4d");
    let text = format!("reserve = '100.1234'\n{text}");
    check_progressive(&text, "1 progressive 2.00 1235.06 win (16) four aces");
    check_meter(&text, ["1234.5678", "0.5000", "1235.0600", "20100.2312"]);
    assert_eq!(settle(&text).meter().unwrap().reserve_after.to_string(), "0.0000");
    // Without a jackpot the reserve grows beside the display; FCCP-2 keeps none.
    let text = progressive("FCCP-3", "1234.5678", "2", "9c 9d 4h 5s Kd");
    check_meter(&text, ["1234.5678", "0.5000", "0.0000", "1235.0678"]);
    assert_eq!(settle(&text).meter().unwrap().reserve_after.to_string(), "0.1000");
    let text = text.replace("FCCP-3", "FCCP-2");
    assert_eq!(settle(&text).meter().unwrap().reserve_after.to_string(), "0.0000");
}

/// Two royals on one meter; all fold.
fn two_royals(schedule: &str, wager: &str, options: &str) -> String {
    format!(
        "game = 'four-card-poker'
         schedules = {{ progressive = '{schedule}' }}
         options = {{ {options}progressive-wager = '{wager}' }}
         meter = '12345.67'
         dealer = '2c 3h 7d 8h Jc Qc'
         [[seat]]
         number = 1
         cards = 'Ah Kh Qh Jh Th'
         bets = {{ ante = '10', progressive = '{wager}' }}
         actions = ['fold']
         [[seat]]
         number = 2
         cards = '9c 9d 4h 5s Kd'
         bets = {{ ante = '10', progressive = '{wager}' }}
         actions = ['fold']
         [[seat]]
         number = 4
         cards = 'As Ks Qs Js Ts'
         bets = {{ ante = '10', progressive = '{wager}' }}
         actions = ['fold']"
    )
}

#[test]
fn arsd_16_15_10_s16a_two_royals_are_paid_one_after_the_other() {
    // 12345.67 + 0.75 to seat 4; the seed of 10000 to seat 1. Each has envy of the other's hand,
    // seat 2 of both.
    let text = two_royals("PMG-01", "1", "");
    check(
        &text,
        "1 ante 10.00 0.00 lose (7) fold
         2 ante 10.00 0.00 lose (7) fold
         4 ante 10.00 0.00 lose (7) fold
         4 progressive 1.00 12346.42 win (16) royal flush
         2 progressive 1.00 0.00 lose (16) no award
         1 progressive 1.00 10000.00 win (16) royal flush
         4 envy 0.00 1000.00 win (16)(b)(iii) royal flush
         2 envy 0.00 1000.00 win (16)(b)(iii) royal flush
         2 envy 0.00 1000.00 win (16)(b)(iii) royal flush
         1 envy 0.00 1000.00 win (16)(b)(iii) royal flush",
    );
    check_meter(&text, ["12345.6700", "0.7500", "22346.4200", "10000.0000"]);
}

#[test]
fn arsd_16_15_10_s16a_or_two_royals_share_by_house_procedure() {
    // PMG-02 at $5: 12345.67 + 3.75 = 12349.42, 6174.71 each; at $10: 12353.17, 6176.58 each and
    // the odd cent to seat 4. It reseeds once, at 50000 and at 100000.
    let shares = |text: &str| -> Vec<String> {
        let lines = lines(&settle(text));
        lines.into_iter().filter(|line| line.contains("progressive")).collect()
    };
    let text = two_royals("PMG-02", "5", "house-procedure = 'split', ");
    assert_eq!(
        shares(&text),
        [
            "4 progressive 5.00 6174.71 win (16) royal flush",
            "2 progressive 5.00 0.00 lose (16) no award",
            "1 progressive 5.00 6174.71 win (16) royal flush",
        ]
    );
    check_meter(&text, ["12345.6700", "3.7500", "12349.4200", "50000.0000"]);
    let text = two_royals("PMG-02", "10", "house-procedure = 'split', ");
    assert_eq!(
        shares(&text),
        [
            "4 progressive 10.00 6176.59 win (16) royal flush",
            "2 progressive 10.00 0.00 lose (16) no award",
            "1 progressive 10.00 6176.58 win (16) royal flush",
        ]
    );
    check_meter(&text, ["12345.6700", "7.5000", "12353.1700", "100000.0000"]);
}

/// Seat 3 plays four aces without a progressive bet, seat 2 folds a four-card straight flush with
/// one.
fn envy(schedule: &str) -> Vec<String> {
    let text = format!(
        "game = 'four-card-poker'
         schedules = {{ progressive = '{schedule}' }}
         meter = '5000'
         dealer = '2c 3h 7d 8h Jc Qc'
         [[seat]]
         number = 1
         cards = '9c 9d 4h 5d Kd'
         bets = {{ ante = '10', progressive = '1' }}
         actions = ['fold']
         [[seat]]
         number = 2
         cards = '5s 6s 7s 8s Kc'
         bets = {{ ante = '10', progressive = '1' }}
         actions = ['fold']
         [[seat]]
         number = 3
         cards = 'Ac Ad Ah As 4d'
         bets = {{ ante = '10' }}
         actions = ['play 1x']"
    );
    let lines = lines(&settle(&text));
    lines.into_iter().filter(|line| line.contains("envy")).collect()
}

#[test]
fn arsd_16_15_10_s16b_envy_is_for_the_hand_alone_on_the_rows_that_have_it() {
    // [PRG-6]: seat 3 triggers without a bet. Only FCCP-1 has envy for a straight flush.
    assert_eq!(
        envy("FCCP-1"),
        [
            "2 envy 0.00 100.00 win (16)(b)(iii) four aces",
            "1 envy 0.00 100.00 win (16)(b)(iii) four aces",
            "1 envy 0.00 5.00 win (16)(b)(iii) straight flush",
        ]
    );
    for schedule in ["FCCP-2", "FCCP-3"] {
        assert_eq!(
            envy(schedule),
            [
                "2 envy 0.00 100.00 win (16)(b)(iii) four aces",
                "1 envy 0.00 100.00 win (16)(b)(iii) four aces",
            ]
        );
    }
    // On all five cards neither hand triggers: four of a kind and king high.
    assert_eq!(envy("PMG-01"), [""; 0]);
}

#[test]
fn prg_6_a_folded_hand_triggers_envy_only_with_its_own_bet() {
    // Seat 2 folds four aces. Without a bet they lie face down in the rack; with one they lie at
    // the sensor, and seat 1 has the envy of FCCP-1, $100.
    let text = |bets: &str| {
        format!(
            "game = 'four-card-poker'
             schedules = {{ progressive = 'FCCP-1' }}
             meter = '5000'
             dealer = '2c 3h 7d 8h Jc Qc'
             [[seat]]
             number = 1
             cards = 'Tc Td 4h 5d Kd'
             bets = {{ ante = '10', progressive = '1' }}
             actions = ['fold']
             [[seat]]
             number = 2
             cards = 'Ac Ad Ah As 4d'
             bets = {{ {bets} }}
             actions = ['fold']"
        )
    };
    let envy = |bets: &str| -> Vec<String> {
        let lines = lines(&settle(&text(bets)));
        lines.into_iter().filter(|line| line.contains("envy")).collect()
    };
    assert_eq!(envy("ante = '10'"), [""; 0]);
    assert_eq!(
        envy("ante = '10', progressive = '1'"),
        ["1 envy 0.00 100.00 win (16)(b)(iii) four aces"]
    );
}

#[test]
fn arsd_16_15_10_s16b_four_of_a_kind_has_its_own_envy() {
    // Seat 3 with four nines: $10 in FCCP-1, $25 in the others, for seat 1's $1.
    for (schedule, amount) in [("FCCP-1", "10.00"), ("FCCP-2", "25.00"), ("FCCP-3", "25.00")] {
        let text = format!(
            "game = 'four-card-poker'
             schedules = {{ progressive = '{schedule}' }}
             meter = '5000'
             dealer = '2c 3h 7d 8h Jc Qc'
             [[seat]]
             number = 1
             cards = 'Tc Td 4h 5d Kd'
             bets = {{ aces-up = '5', progressive = '1' }}
             [[seat]]
             number = 3
             cards = '9c 9d 9h 9s 4d'
             bets = {{ aces-up = '5' }}"
        );
        check(
            &text,
            &format!(
                "3 aces-up 5.00 255.00 win (15) four of a kind
                 1 aces-up 5.00 0.00 lose (11) no pair of aces
                 1 progressive 1.00 0.00 lose (16) no award
                 1 envy 0.00 {amount} win (16)(b)(iii) four of a kind"
            ),
        );
    }
}

#[test]
fn arsd_16_15_10_s14_a_wrong_number_of_cards_voids_all_hands() {
    let text = two_royals("PMG-01", "1", "");
    let void = "4 ante 10.00 10.00 dead (14) misdeal
                4 progressive 1.00 1.00 dead (14) misdeal
                2 ante 10.00 10.00 dead (14) misdeal
                2 progressive 1.00 1.00 dead (14) misdeal
                1 ante 10.00 10.00 dead (14) misdeal
                1 progressive 1.00 1.00 dead (14) misdeal";
    for wrong in [
        text.replace("9c 9d 4h 5s Kd", "9c 9d 4h 5s"),
        text.replace("9c 9d 4h 5s Kd", "9c 9d 4h 5s Kd 6d"),
        text.replace("2c 3h 7d 8h Jc Qc", "2c 3h 7d 8h Jc"),
    ] {
        check(&wrong, void);
        check_meter(&wrong, ["12345.6700", "0.0000", "0.0000", "12345.6700"]);
        assert!(settle(&wrong).is_void());
    }
}

#[test]
fn arsd_16_15_10_s14_found_during_play_the_play_wager_goes_back_too() {
    let (mut round, [one, _]) = live();
    deal(&mut round, DEAL);
    round.act(one, "play 3x".parse().unwrap()).unwrap();
    let order = round.report(Irregularity::WrongNumberOfCards, None).unwrap();
    assert_eq!(order.consequence, Consequence::Void);
    assert_eq!(
        lines(&round),
        [
            "2 ante 10.00 10.00 dead (14) misdeal",
            "1 play 30.00 30.00 dead (14) misdeal",
            "1 ante 10.00 10.00 dead (14) misdeal",
        ]
    );
    assert_eq!(round.act(one, "fold".parse().unwrap()), Err(Refusal::RoundIsOver));
}

#[test]
fn arsd_16_15_10_s14_no_other_irregularity_has_a_consequence() {
    let (mut round, [one, _]) = live();
    let refused = round.report(Irregularity::ExposedCard, Some(one));
    assert_eq!(refused, Err(Refusal::NoSuchIrregularity));
}

#[test]
fn gen_11_the_section_knows_no_tips() {
    let text = one("Kc Jd 9h 7s 2d", QUEEN_HIGH, "fold")
        .replace("actions", "tips = { ante = '5' }\nactions");
    assert_eq!(
        problem(&text),
        "test:7: seat[1].tips.ante: a tip cannot ride on ante: the section does not provide for it"
    );
}

#[test]
fn ed_3_the_2011_text_settles_alike() {
    for edition in ["2011-12-05", "proposed"] {
        let text = progressive("FCCP-1", "5000", "1", "Ac Ad Ah As 4d");
        let text = format!("edition = '{edition}'\n{text}");
        check_progressive(&text, "1 progressive 1.00 5000.25 win (16) four aces");
        check_meter(&text, ["5000.0000", "0.2500", "5000.2500", "10000.0000"]);
    }
}
