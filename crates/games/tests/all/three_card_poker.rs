//! Three-card poker, 20:18:16:15.02.

use games::{Action, Facing, Keep, Next, Posting, Recipient, Refusal, Round, SeatNumber, Table};
use money::Cents;
use rulebook::Rulebook;

use crate::support::{check, check_meter, problems, settle};

/// One seat with an ante, against a dealer.
fn one(cards: &str, dealer: &str, action: &str) -> String {
    format!(
        "game = 'three-card-poker'\ndealer = '{dealer}'\n[[seat]]\nnumber = 1\ncards = '{cards}'\n\
         bets = {{ ante = '10' }}\nactions = ['{action}']\n"
    )
}

#[test]
fn arsd_16_15_02_s7_dealer_qualifies_with_exactly_queen_high() {
    // Q-3-2 is the lowest hand that qualifies; J-T-8 the highest that does not.
    check(
        &one("Kd 4c 2s", "Qh 3d 2c", "play"),
        "1 play 10.00 20.00 win (12) win
         1 ante 10.00 20.00 win (12) win",
    );
    check(
        &one("Kd 4c 2s", "Jh Td 8c", "play"),
        "1 play 10.00 10.00 push (7) unqualified-play
         1 ante 10.00 20.00 win (7) unqualified-ante",
    );
}

#[test]
fn arsd_16_15_02_s7_an_unqualified_dealer_pays_the_ante_also_when_he_has_the_better_hand() {
    check(
        &one("9d 4c 2s", "Jh Td 8c", "play"),
        "1 play 10.00 10.00 push (7) unqualified-play
         1 ante 10.00 20.00 win (7) unqualified-ante",
    );
}

#[test]
fn arsd_16_15_02_s8_a_fold_forfeits_the_ante() {
    check(&one("9d 4c 2s", "Jh Td 8c", "fold"), "1 ante 10.00 0.00 lose (8) fold");
}

#[test]
fn arsd_16_15_02_s8_six_card_bonus_survives_a_fold() {
    // 9-9 and 9: the dealer's nine makes three of a kind for the six cards.
    check(
        "game = 'three-card-poker'
         dealer = '9s Td 8c'
         [[seat]]
         number = 2
         cards = '9d 9c 2s'
         bets = { ante = '10', six-card-bonus = '5' }
         actions = ['fold']",
        "2 ante 10.00 0.00 lose (8) fold
         2 six-card-bonus 5.00 30.00 win (15) three of a kind",
    );
}

#[test]
fn tcp_2_a_winning_pair_plus_is_paid_though_the_ante_is_folded() {
    check(
        "game = 'three-card-poker'
         dealer = '9s Td 8c'
         [[seat]]
         number = 1
         cards = '2d 2c 3s'
         bets = { ante = '10', pair-plus = '5' }
         actions = ['fold']",
        "1 ante 10.00 0.00 lose (8) fold
         1 pair-plus 5.00 10.00 win (14) pair",
    );
}

#[test]
fn arsd_16_15_02_s8_wagers_are_collected_in_the_order_of_folding() {
    // Seat 2 has pair plus alone without a pair: it is collected among the folds.
    check(
        "game = 'three-card-poker'
         dealer = 'Qs Td 8c'
         [[seat]]
         number = 3
         cards = '2d 4c 6s'
         bets = { ante = '10', pair-plus = '5' }
         actions = ['fold']
         [[seat]]
         number = 1
         cards = '7d 5c 3s'
         bets = { ante = '20' }
         actions = ['fold']
         [[seat]]
         number = 2
         cards = 'Kd Jc 9s'
         bets = { pair-plus = '15' }
         [[seat]]
         number = 4
         cards = 'Ad Jd 9h'
         bets = { ante = '10' }
         actions = ['play']",
        "1 ante 20.00 0.00 lose (8) fold
         2 pair-plus 15.00 0.00 lose (14) no pair
         3 ante 10.00 0.00 lose (8) fold
         3 pair-plus 5.00 0.00 lose (14) no pair
         4 play 10.00 20.00 win (12) win
         4 ante 10.00 20.00 win (12) win",
    );
}

#[test]
fn gen_4_a_2_3_is_the_lowest_straight() {
    check(
        &one("Ad 2c 3s", "2h 3d 4c", "play"),
        "1 play 10.00 0.00 lose (12) beaten
         1 ante-bonus 0.00 10.00 win (13) straight
         1 ante 10.00 0.00 lose (12) beaten",
    );
}

/// The tips of a round: wager, staked, returned, result.
fn tips(text: &str) -> Vec<String> {
    let tip = |tip: &games::TipLine| {
        format!("{} {} {} {}", tip.wager, tip.staked, tip.returned, tip.outcome.word())
    };
    settle(text).settlement().tips.iter().map(tip).collect()
}

#[test]
fn tcp_8_a_play_tip_equals_the_tip_ante_and_may_be_left_out() {
    let text = |cards: &str, action: &str, tips: &str| {
        one(cards, "Qh 3d 2c", action) + &format!("tips = {{ {tips} }}\n")
    };
    // King high beats the qualified dealer: 1 to 1 on both.
    assert_eq!(
        tips(&text("Kd 4c 2s", "play", "ante = '5', play = '5'")),
        ["play 5.00 10.00 win", "ante 5.00 10.00 win"]
    );
    assert_eq!(tips(&text("Kd 4c 2s", "play", "ante = '5'")), ["ante 5.00 10.00 win"]);
    // Ten high loses both; a fold loses the tip ante.
    assert_eq!(
        tips(&text("Td 4c 2s", "play", "play = '5', ante = '5'")),
        ["play 5.00 0.00 lose", "ante 5.00 0.00 lose"]
    );
    assert_eq!(tips(&text("Td 4c 2s", "fold", "ante = '5'")), ["ante 5.00 0.00 lose"]);
    let refused = |action: &str, tips: &str, message: &str| {
        let found = problems(&text("Kd 4c 2s", action, tips));
        assert_eq!(found, [format!("test:8: seat[1].tips.play: {message}")]);
    };
    refused("play", "play = '5'", "a tip on play needs a tip on ante: 20:18:16:15.02(3)");
    refused(
        "play",
        "ante = '5', play = '10'",
        "the tip on play must be $5 (1x the tip on ante), not $10: 20:18:16:15.02(3)",
    );
    refused(
        "fold",
        "ante = '5', play = '5'",
        "no tip can ride on play: the player made no wager there",
    );
}

#[test]
fn tcp_8_a_played_tip_ante_is_paid_the_ante_bonus() {
    let text = |cards: &str, dealer: &str, action: &str| {
        one(cards, dealer, action) + "tips = { ante = '5' }\n"
    };
    // A straight flush pays 5 to 1: $25 for the dealers beside the player's $50.
    let paid = text("9d Td Jd", "Qh 3d 2c", "play");
    assert_eq!(tips(&paid), ["ante-bonus 0.00 25.00 win", "ante 5.00 10.00 win"]);
    assert!(crate::support::lines(&settle(&paid))[1].starts_with("1 ante-bonus 0.00 50.00 win"));
    // Also on a loss (a straight, 1 to 1), never on a fold, and not on pair plus.
    assert_eq!(
        tips(&text("Ad 2c 3s", "2h 3d 4c", "play")),
        ["ante-bonus 0.00 5.00 win", "ante 5.00 0.00 lose"]
    );
    assert_eq!(tips(&text("9d Td Jd", "Qh 3d 2c", "fold")), ["ante 5.00 0.00 lose"]);
    let alone = one("9d Td Jd", "Qh 3d 2c", "play").replace("'10' }", "'10', pair-plus = '5' }")
        + "tips = { pair-plus = '5' }\n";
    assert_eq!(tips(&alone).len(), 1, "the bonus is the ante's");
}

#[test]
fn tcp_8_a_tip_is_added_together_with_the_decision_or_not_at_all() {
    let posting = Posting { game: "three-card-poker".to_owned(), ..Posting::default() };
    let table = Table::open(Rulebook::embedded(), posting).expect("the table opens");
    let mut round = Round::new(&table, Keep::Log);
    let (seat, five) = (SeatNumber::FIRST, Cents::dollars(5));
    round.bet(seat, "ante", Cents::dollars(10)).expect("bets are open");
    round.tip(seat, "ante", five).expect("bets are open");
    assert_eq!(round.tip(seat, "play", five), Err(Refusal::TipComesLater("play".to_owned())));
    round.lock().expect("the bets are legal");
    for card in cards::parse_cards("Kd Qh 4c 3d 2s 2c").expect("cards") {
        round.card(card).expect("it is wanted");
    }
    let before = (round.felt().clone(), round.next().clone());
    let fold = round.act_with_tip(seat, Action::Fold, five);
    assert_eq!(fold, Err(Refusal::NoTipWith(Action::Fold)));
    assert!(round.act_with_tip(seat, Action::Play, Cents::dollars(10)).is_err());
    assert_eq!((round.felt().clone(), round.next().clone()), before, "a refusal changes nothing");
    round.act_with_tip(seat, Action::Play, five).expect("it equals the tip ante");
    let tips: Vec<_> = round.settlement().tips.iter().map(|tip| tip.wager).collect();
    assert_eq!(tips, ["play", "ante"]);
    assert_eq!(round.act_with_tip(seat, Action::Play, five), Err(Refusal::RoundIsOver));
}

#[test]
fn arsd_16_15_02_s11_a_tie_pushes_and_the_bonus_is_paid() {
    check(
        &one("9d Tc Js", "9h Td Jc", "play"),
        "1 play 10.00 10.00 push (11) tie
         1 ante-bonus 0.00 10.00 win (13) straight
         1 ante 10.00 10.00 push (11) tie",
    );
}

#[test]
fn arsd_16_15_02_s13_ante_bonus_pays_five_four_and_one() {
    let bonus = |cards: &str, paid: &str, row: &str| {
        check(
            &one(cards, "Jh Td 8c", "play"),
            &format!(
                "1 play 10.00 10.00 push (7) unqualified-play
                 1 ante-bonus 0.00 {paid} win (13) {row}
                 1 ante 10.00 20.00 win (7) unqualified-ante"
            ),
        );
    };
    bonus("2d 3d 4d", "50.00", "straight flush");
    bonus("2d 2c 2s", "40.00", "three of a kind");
    bonus("2d 3c 4d", "10.00", "straight");
}

#[test]
fn arsd_16_15_02_s14_pair_plus_pays_by_its_schedule() {
    let paid = |cards: &str, returned: &str, row: &str| {
        check(
            &format!(
                "game = 'three-card-poker'\ndealer = 'Jh Td 8c'\n[[seat]]\nnumber = 1\n\
                 cards = '{cards}'\nbets = {{ pair-plus = '5' }}\n"
            ),
            &format!("1 pair-plus 5.00 {returned} win (14) {row}"),
        );
    };
    // 5 x 40 + 5, 5 x 30 + 5, 5 x 6 + 5, 5 x 4 + 5, 5 x 1 + 5.
    paid("2d 3d 4d", "205.00", "straight flush");
    paid("2d 2c 2s", "155.00", "three of a kind");
    paid("2d 3c 4d", "35.00", "straight");
    paid("2d 3d 9d", "25.00", "flush");
    paid("2d 2c 9d", "10.00", "pair");
}

/// Two seats with progressive bets; seat 1 has the mini royal of spades.
const JACKPOT: &str = "
    game = 'three-card-poker'
    schedules = { progressive = 'paytable-1' }
    meter = '2345.67'
    dealer = 'Jh Td 8c'
    [[seat]]
    number = 1
    cards = 'As Ks Qs'
    bets = { ante = '10', progressive = '1' }
    actions = ['fold']
    [[seat]]
    number = 2
    cards = '2d 4c 6s'
    bets = { ante = '10', progressive = '1' }
    actions = ['fold']
    [[seat]]
    number = 3
    cards = 'Ad Kd Qd'
    bets = { ante = '10' }
    actions = ['fold']";

#[test]
fn arsd_16_15_02_s16_progressive_and_envy_at_the_end_of_the_round() {
    // The meter that pays includes 25% of the $2 wagered [PRG-1]: 2345.67 + 0.50. Seat 3 has a
    // royal too, but made no bet: it triggers no envy [PRG-6].
    check(
        JACKPOT,
        "1 ante 10.00 0.00 lose (8) fold
         2 ante 10.00 0.00 lose (8) fold
         3 ante 10.00 0.00 lose (8) fold
         2 progressive 1.00 0.00 lose (16) no award
         1 progressive 1.00 2346.17 win (16) A-K-Q of spades
         2 envy 0.00 100.00 win (16)(b) A-K-Q of spades",
    );
    check_meter(JACKPOT, ["2345.6700", "0.5000", "2346.1700", "1000.0000"]);
}

#[test]
fn tcp_7_seed_and_envy_are_the_same_at_any_posted_wager() {
    // $10 posted: 25% of $20 goes to the meter, 2345.67 + 5.00; the seed is $1,000 and the envy
    // $100 and $25, as printed. "For 1" rows go with the wager.
    let text = JACKPOT
        .replace("meter", "options = { progressive-wager = '10' }\n    meter")
        .replace("progressive = '1'", "progressive = '10'");
    let found = |text: &str| -> Vec<String> {
        let lines = crate::support::lines(&settle(text));
        lines.into_iter().filter(|l| l.contains("progressive") || l.contains("envy")).collect()
    };
    assert_eq!(
        found(&text),
        [
            "2 progressive 10.00 0.00 lose (16) no award",
            "1 progressive 10.00 2350.67 win (16) A-K-Q of spades",
            "2 envy 0.00 100.00 win (16)(b) A-K-Q of spades",
        ]
    );
    check_meter(&text, ["2345.6700", "5.0000", "2350.6700", "1000.0000"]);
    assert_eq!(
        found(&text.replace("As Ks Qs", "Ah Kh Qh")),
        [
            "2 progressive 10.00 0.00 lose (16) no award",
            "1 progressive 10.00 5000.00 win (16) A-K-Q of another suit",
            "2 envy 0.00 25.00 win (16)(b) A-K-Q of another suit",
        ]
    );
}

#[test]
fn ed_3_the_progressive_was_a_dollar_in_2011() {
    let old = |text: &str| text.replacen("game", "edition = '2011-12-05'\n    game", 1);
    assert_eq!(settle(&old(JACKPOT)).settlement().lines.len(), 6);
    let two = JACKPOT
        .replace("meter", "options = { progressive-wager = '2' }\n    meter")
        .replace("progressive = '1'", "progressive = '2'");
    assert_eq!(settle(&two).settlement().lines.len(), 6);
    let found = problems(&old(&two));
    assert!(found[0].contains("progressive-wager cannot be \"2\"; it can be 1"), "{found:?}");
}

#[test]
fn arsd_16_15_02_s5_a_wrong_number_of_cards_is_a_misdeal() {
    let text = JACKPOT.replace("2d 4c 6s", "2d 4c");
    check(
        &text,
        "3 ante 10.00 10.00 dead (5) misdeal
         2 ante 10.00 10.00 dead (5) misdeal
         2 progressive 1.00 1.00 dead (5) misdeal
         1 ante 10.00 10.00 dead (5) misdeal
         1 progressive 1.00 1.00 dead (5) misdeal",
    );
    check_meter(&text, ["2345.6700", "0.0000", "0.0000", "2345.6700"]);
}

#[test]
fn ed_3_the_six_card_bonus_came_in_2015() {
    let text = "game = 'three-card-poker'
         edition = '2015-05-13'
         dealer = '9s Td 8c'
         [[seat]]
         number = 2
         cards = '9d 9c 2s'
         bets = { ante = '10', six-card-bonus = '5' }
         actions = ['fold']";
    let found = problems(text);
    assert_eq!(found.len(), 1);
    assert!(found[0].contains("unknown bet \"six-card-bonus\""), "{}", found[0]);
}

#[test]
fn everything_wrong_with_a_file_is_said_with_its_line() {
    let text = "game = 'three-card-poker'
dealer = '9s Td 9s'
[[seat]]
number = 1
cards = '9d 9c 2s'
bets = { ante = '10.50', pear-plus = '5' }
actions = ['play']
[[seat]]
number = 2
cards = '9h 4c 2x'
bets = { six-card-bonus = '2000' }
actions = ['jump']
";
    assert_eq!(
        problems(text),
        [
            "test:2: dealer: 9s appears twice",
            "test:6: seat[1].bets.ante: $10.50 on ante is not a multiple of the table's $1 chip",
            "test:6: seat[1].bets.pear-plus: unknown bet \"pear-plus\"; this table has ante, \
             pair-plus, six-card-bonus",
            "test:8: seat[2]: at least one of ante, pair-plus must be bet",
            "test:10: seat[2].cards: in \"9h 4c 2x\", at character 8: 'x' is not a suit: use c, d, h or s",
            "test:12: seat[2].actions[1]: \"jump\" is not an action: write one like fold, play, bet 4x, \
             raise 10, set 7h or hit",
        ]
    );
}

#[test]
fn arsd_16_15_02_s1_one_or_two_hands_a_player_by_house_option() {
    let text = JACKPOT.replace("number = 2", "number = 2\n    player = 1");
    let found = problems(&text);
    assert!(found[0].contains("player 1 plays more hands than the 1 allowed"), "{found:?}");
    // Allowed two, he wins no envy from his own other hand [PRG-6].
    let text = text.replace("    meter", "    options = { hands-per-player = 2 }\n    meter");
    let lines = crate::support::lines(&settle(&text));
    assert!(!lines.iter().any(|line| line.contains("envy")), "{lines:?}");
}

#[test]
fn arsd_16_15_02_s2_ante_or_pair_plus_must_be_bet() {
    let text = one("Kd 4c 2s", "Qh 3d 2c", "play").replace("ante = '10'", "six-card-bonus = '5'");
    let found = problems(&text);
    assert!(found[0].contains("at least one of ante, pair-plus must be bet"), "{found:?}");
}

#[test]
fn arsd_16_15_02_s3_tips_ride_on_ante_and_pair_plus_at_the_same_odds() {
    let text = "game = 'three-card-poker'
         dealer = 'Jh Td 8c'
         [[seat]]
         number = 1
         cards = '2d 2c 9s'
         bets = { ante = '10', pair-plus = '5' }
         tips = { ante = '5', pair-plus = '5' }
         actions = ['play']";
    let round = settle(text);
    let tip = |tip: &games::TipLine| format!("{} {} {}", tip.wager, tip.staked, tip.returned);
    let tips: Vec<String> = round.settlement().tips.iter().map(tip).collect();
    // The dealer does not qualify: the tip ante is paid 1 to 1, without a tip play wager [TCP-8].
    assert_eq!(tips, ["ante 5.00 10.00", "pair-plus 5.00 10.00"]);
    let more = problems(&text.replace("tips = { ante = '5'", "tips = { ante = '15'"));
    assert!(more[0].contains("the tip of $15 on ante is more than the player's own $10"));
    let none = problems(&text.replace("tips = { ante = '5'", "tips = { six-card-bonus = '5'"));
    assert!(none[0].contains("a tip cannot ride on six-card-bonus"), "{none:?}");
    let alone =
        text.replace("ante = '10', pair", "pair").replace("         actions = ['play']", "");
    assert!(problems(&alone)[0].contains("a tip on ante needs the player's own wager there"));
}

/// To whom the cards of a deal go, in order: seat numbers, and `d` for the dealer.
fn dealing(way: &str) -> String {
    let options = [("dealing".to_owned(), way.to_owned())].into();
    let game = "three-card-poker".to_owned();
    let posting = Posting { game, options, ..Posting::default() };
    let table = Table::open(Rulebook::embedded(), posting).unwrap();
    let mut round = Round::new(&table, Keep::Nothing);
    for seat in [5, 2].into_iter().filter_map(SeatNumber::new) {
        round.bet(seat, "ante", Cents::dollars(5)).unwrap();
    }
    round.lock().unwrap();
    let mut order = String::new();
    for card in cards::DECK {
        let Next::Card(want) = round.next().clone() else { break };
        assert_eq!(want.facing, Facing::Down);
        match want.to {
            Recipient::Seat { seat, .. } => order.push_str(&seat.to_string()),
            to => order.push_str(if to == Recipient::Dealer { "d" } else { "?" }),
        }
        round.card(card).unwrap();
    }
    order
}

#[test]
fn arsd_16_15_02_s4_one_at_a_time_or_in_groups_the_dealer_last() {
    assert_eq!(dealing("hand"), "25d25d25d");
    assert_eq!(dealing("machine"), "222555ddd");
}

#[test]
fn gen_10_bets_close_when_they_are_locked() {
    let posting = Posting { game: "three-card-poker".to_owned(), ..Posting::default() };
    let table = Table::open(Rulebook::embedded(), posting).unwrap();
    let mut round = Round::new(&table, Keep::Log);
    assert!(round.lock().is_err(), "nobody bets");
    round.bet(SeatNumber::FIRST, "ante", Cents::dollars(5)).unwrap();
    round.lock().unwrap();
    let refused = round.bet(SeatNumber::FIRST, "ante", Cents::dollars(50)).unwrap_err();
    assert_eq!(refused.to_string(), "bets are closed: the dealer has locked them");
}

#[test]
fn arsd_16_15_02_s6_wagers_are_settled_in_this_order() {
    // A pair of sixes with a king beats one with a jack; the sixes of both make four of a kind in
    // six cards: 50 to 1.
    check(
        "game = 'three-card-poker'
         schedules = { progressive = 'paytable-2' }
         meter = '1000'
         dealer = '6h 6d Jc'
         [[seat]]
         number = 1
         cards = '6s 6c Kd'
         bets = { ante = '10', pair-plus = '5', six-card-bonus = '2', progressive = '1' }
         actions = ['play']",
        "1 play 10.00 20.00 win (12) win
         1 ante 10.00 20.00 win (12) win
         1 pair-plus 5.00 10.00 win (14) pair
         1 six-card-bonus 2.00 102.00 win (15) four of a kind
         1 progressive 1.00 0.00 lose (16) no award",
    );
}

#[test]
fn arsd_16_15_02_s9_the_play_wager_equals_the_ante() {
    let round = settle(&one("Kd 4c 2s", "Qh 3d 2c", "play").replace("'10'", "'25'"));
    assert_eq!(round.settlement().lines[0].staked, Cents::dollars(25));
    // No single bet exceeds $1,000 [GEN-9].
    let over = problems(&one("Kd 4c 2s", "Qh 3d 2c", "play").replace("'10'", "'1001'"));
    assert!(over[0].contains("$1,001 on ante is over the maximum of $1,000"), "{over:?}");
}

#[test]
fn arsd_16_15_02_s12_a_beaten_player_loses_ante_and_play() {
    check(
        &one("Kd 4c 2s", "Kh 5d 2c", "play"),
        "1 play 10.00 0.00 lose (12) beaten
         1 ante 10.00 0.00 lose (12) beaten",
    );
}

#[test]
fn arsd_16_15_02_s15_six_card_bonus_by_each_schedule() {
    // Stake $1: returned is the printed figure plus one.
    let hands = [
        ("As Ks Qs", "Js Ts 2d", ["1001", "1001", "1001", "1001"], "royal flush"),
        ("9s Ks Qs", "Js Ts 2d", ["201", "201", "201", "201"], "straight flush"),
        ("9s 9c 2s", "9h 9d 7d", ["51", "51", "101", "101"], "four of a kind"),
        ("9s 9c 2s", "9h 7c 7d", ["26", "26", "21", "21"], "full house"),
        ("2s 4s 9s", "Ks Qs 7d", ["21", "16", "16", "16"], "flush"),
        ("2s 3c 4s", "5h 6d Kd", ["11", "11", "10", "11"], "straight"),
        ("9s 9c 2s", "9h 4c Kd", ["6", "6", "9", "8"], "three of a kind"),
    ];
    for (cards, dealer, returned, row) in hands {
        for (schedule, returned) in (1..).zip(returned) {
            let text = format!(
                "schedules = {{ six-card-bonus = 'TCP-6B{schedule}' }}\n{}",
                one(cards, dealer, "fold").replace("'10'", "'10', six-card-bonus = '1'")
            );
            check(
                &text,
                &format!(
                    "1 ante 10.00 0.00 lose (8) fold
                     1 six-card-bonus 1.00 {returned}.00 win (15) {row}"
                ),
            );
        }
    }
}
