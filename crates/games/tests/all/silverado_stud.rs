//! Silverado Stud, 20:18:16:15.09.

use cards::{Card, parse_cards};
use games::{Action, Facing, Keep, Next, Posting, Recipient, Refusal, Round, SeatNumber, Table};
use money::Cents;
use rulebook::{Irregularity, Rulebook};

use crate::support::{check, problems, settle};

/// One seat with $10 on each hand; `more` goes before the seat.
fn one_with(more: &str, cards: &str, board: &str, actions: &[&str]) -> String {
    format!(
        "game = 'silverado-stud'\n{more}\nboard = '{board}'\n[[seat]]\nnumber = 1\n\
         cards = '{cards}'\nbets = {{ base = '10' }}\nactions = {actions:?}\n"
    )
}

/// One seat with $10 on each hand, on a schedule.
fn one(schedule: &str, cards: &str, board: &str, actions: &[&str]) -> String {
    one_with(&format!("schedules = {{ base = '{schedule}' }}"), cards, board, actions)
}

/// A schedule as the section prints it: what the five-card hand pays from the royal flush to two
/// pair, what dealt four of a kind and two pair pay, and what the three-card hand pays from the
/// royal flush to any pair. A three-card royal without a row of its own is a straight flush.
struct Printed {
    name: &'static str,
    five: [u32; 8],
    dealt: (u32, Option<u32>),
    three: [u32; 6],
}

const fn printed(
    name: &'static str,
    five: [u32; 8],
    dealt: (u32, Option<u32>),
    three: [u32; 6],
) -> Printed {
    Printed { name, five, dealt, three }
}

/// All fourteen, copied from subdivision (9).
const PRINTED: [Printed; 14] = [
    printed("A-A", [200, 100, 15, 9, 7, 5, 3, 2], (50, None), [15, 15, 8, 4, 3, 1]),
    printed("A-B", [200, 100, 20, 9, 7, 5, 3, 2], (50, None), [15, 15, 10, 4, 3, 1]),
    printed("A-C", [500, 100, 20, 9, 7, 5, 3, 2], (50, None), [15, 15, 8, 4, 3, 1]),
    printed("A2-A", [200, 100, 15, 9, 7, 5, 3, 2], (50, Some(1)), [15, 15, 8, 4, 3, 1]),
    printed("A2-B", [200, 100, 20, 9, 7, 5, 3, 2], (50, Some(1)), [15, 15, 10, 4, 3, 1]),
    printed("A2-C", [500, 100, 20, 9, 7, 5, 3, 2], (50, Some(1)), [15, 15, 8, 4, 3, 1]),
    printed("A2-J", [500, 100, 20, 10, 7, 5, 3, 2], (50, Some(2)), [30, 15, 10, 4, 3, 1]),
    printed("A2-A2", [200, 100, 15, 9, 7, 5, 3, 2], (50, Some(1)), [30, 15, 8, 4, 3, 1]),
    printed("B-Q", [500, 100, 15, 9, 7, 5, 3, 2], (40, Some(3)), [30, 15, 8, 5, 3, 1]),
    printed("B-R", [500, 100, 15, 9, 7, 6, 3, 2], (40, Some(2)), [30, 15, 8, 5, 3, 1]),
    printed("B-S5", [500, 100, 20, 9, 7, 5, 3, 2], (50, Some(3)), [30, 15, 8, 5, 3, 1]),
    printed("B-S2", [200, 100, 20, 9, 7, 5, 3, 2], (50, Some(3)), [30, 15, 8, 5, 3, 1]),
    printed("B-U", [200, 100, 20, 9, 7, 5, 3, 2], (50, Some(3)), [30, 15, 10, 4, 3, 1]),
    printed("B-V", [200, 100, 20, 9, 7, 6, 3, 2], (50, Some(3)), [30, 15, 10, 4, 3, 1]),
];

#[test]
fn arsd_16_15_09_s9_the_five_card_hand_and_the_raise_pay_by_all_fourteen_schedules() {
    // The deuce of diamonds goes to the three-card hand and makes nothing there.
    let hands = [
        ("As Ks Qs 2d", "Js Ts", "royal flush"),
        ("9s 8s 7s 2d", "6s 5s", "straight flush"),
        ("9s 9h 9d 2d", "9c 5s", "four of a kind"),
        ("9s 9h 5d 2d", "9c 5s", "full house"),
        ("Ks 9s 4s 2d", "7s 5s", "flush"),
        ("9s 8h 7s 2d", "6s 5s", "straight"),
        ("9s 9h 4s 2d", "9c 5s", "three of a kind"),
        ("9s 5h 4s 2d", "9c 5s", "two pair"),
    ];
    for schedule in &PRINTED {
        for ((cards, board, row), pays) in hands.into_iter().zip(schedule.five) {
            // $10 at N to 1, and the stake.
            let paid = 10 * pays + 10;
            check(
                &one(schedule.name, cards, board, &["set 2d", "raise"]),
                &format!(
                    "1 five-card 10.00 {paid}.00 win (9) {row}
                     1 raise 10.00 {paid}.00 win (9) {row}
                     1 three-card 10.00 0.00 lose (8) no pair"
                ),
            );
        }
    }
}

#[test]
fn arsd_16_15_09_s9_the_three_card_hand_pays_by_all_fourteen_schedules() {
    // The five-card hand is at best a pair of nines.
    let hands = [
        ("As 2d 4h 7c", "set As", "Ks Qs", "royal flush"),
        ("9s 2d 4h Kc", "set 9s", "8s 7s", "straight flush"),
        ("9s 2d 4h Kc", "set 9s", "9h 9c", "three of a kind"),
        ("9s 2d 4h Kc", "set 9s", "8h 7c", "straight"),
        ("9s 6d Th Kc", "set 9s", "4s 2s", "flush"),
        ("9s 2d 7h Kc", "set 9s", "9h 4s", "pair"),
    ];
    for schedule in &PRINTED {
        for ((cards, set, board, row), pays) in hands.into_iter().zip(schedule.three) {
            let paid = 10 * pays + 10;
            // Only some schedules have a row for A-K-Q of one suit.
            let has_royal = schedule.three[0] == 30;
            let row = if row == "royal flush" && !has_royal { "straight flush" } else { row };
            check(
                &one(schedule.name, cards, board, &[set, "no-raise"]),
                &format!(
                    "1 five-card 10.00 0.00 lose (8) no winning pair
                     1 three-card 10.00 {paid}.00 win (9) {row}"
                ),
            );
        }
    }
}

#[test]
fn arsd_16_15_09_s5_four_of_a_kind_is_laid_down_on_every_schedule() {
    for schedule in &PRINTED {
        let paid = 10 * schedule.dealt.0 + 10;
        check(
            &one(schedule.name, "7s 7h 7d 7c", "Ks Qs", &["lay-down"]),
            &format!(
                "1 five-card 10.00 {paid}.00 win (5) four of a kind dealt
                 1 three-card 10.00 10.00 push (5) lay-down"
            ),
        );
    }
}

#[test]
fn arsd_16_15_09_s5_two_pair_is_laid_down_on_groups_a2_and_b_only() {
    for schedule in &PRINTED {
        let text = one(schedule.name, "9s 9h 4s 4d", "Ks Qs", &["lay-down"]);
        match schedule.dealt.1 {
            Some(pays) => {
                let paid = 10 * pays + 10;
                check(
                    &text,
                    &format!(
                        "1 five-card 10.00 {paid}.00 win (5) two pair dealt
                         1 three-card 10.00 10.00 push (5) lay-down"
                    ),
                );
            }
            None => assert_eq!(
                problems(&text),
                ["test:8: seat[1].actions[1]: \"lay-down\" is not legal here; write set 9s, \
                  set 9h, set 4s or set 4d"],
                "{}",
                schedule.name
            ),
        }
    }
}

#[test]
fn arsd_16_15_09_s5_nothing_less_is_laid_down() {
    for cards in ["9s 9h 9d 4d", "9s 9h 5d 4d", "9s 8s 7s 6s", "Ks 9s 4s 2s"] {
        let found = problems(&one("B-Q", cards, "Kd Qd", &["lay-down"]));
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("\"lay-down\" is not legal here"), "{}", found[0]);
    }
}

#[test]
fn arsd_16_15_09_s5_a_hand_is_laid_down_at_that_time_only() {
    assert_eq!(
        problems(&one("B-Q", "7s 7h 7d 7c", "Ks Qs", &["set 7s", "lay-down"])),
        ["test:8: seat[1].actions[2]: \"lay-down\" is not legal here; write raise or no-raise"]
    );
    // And nothing comes after it.
    assert_eq!(
        problems(&one("B-Q", "7s 7h 7d 7c", "Ks Qs", &["lay-down", "no-raise"])),
        ["test:8: seat[1].actions[2]: left over: \"no-raise\" was never asked for"]
    );
}

#[test]
fn arsd_16_15_09_s5_who_does_not_lay_down_splits_the_hand_like_any_other() {
    // Dealt four of a kind, set as three and one: three sevens play, the fourth is beside K-Q.
    check(
        &one("A-A", "7s 7h 7d 7c", "Ks Qs", &["set 7c", "no-raise"]),
        "1 five-card 10.00 40.00 win (9) three of a kind
         1 three-card 10.00 0.00 lose (8) no pair",
    );
    // Dealt two pair, broken up; with the kings it is two pair again, at 2 to 1, and not the dealt
    // row at 3 to 1. The four has the kings too.
    check(
        &one("B-Q", "9s 9h 4s 4d", "Kd Kh", &["set 4d", "no-raise"]),
        "1 five-card 10.00 30.00 win (9) two pair
         1 three-card 10.00 20.00 win (9) pair",
    );
}

/// Four seats; 1 and 3 lay down.
const LAID_DOWN: &str = "
    game = 'silverado-stud'
    schedules = { base = 'B-U' }
    board = 'Kd 8h'
    [[seat]]
    number = 4
    cards = 'Ks 6h 3d 2c'
    bets = { base = '5', four-card-bonus = '1' }
    actions = ['set 2c', 'raise']
    [[seat]]
    number = 3
    cards = '7s 7h 7d 7c'
    bets = { base = '10', four-card-bonus = '2' }
    tips = { five-card = '1', three-card = '2' }
    actions = ['lay-down']
    [[seat]]
    number = 2
    cards = '8s 5h 4d 2d'
    bets = { base = '10', four-card-bonus = '5' }
    tips = { three-card = '3' }
    actions = ['set 8s', 'no-raise']
    [[seat]]
    number = 1
    cards = 'Js Jh Td Tc'
    bets = { base = '20', four-card-bonus = '5' }
    actions = ['lay-down']";

#[test]
fn ss_2_a_lay_down_settles_all_of_the_seat_before_the_other_seats() {
    // Seats 1 and 3 as they lay down: two pair dealt 3 to 1 on 20, the bonus 3 to 1 on 5; four of
    // a kind dealt 50 to 1 on 10, the bonus 200 to 1 on 2. Then seat 4, K-K with 8-6-3 and K-high
    // for the bonus; seat 2, 8 high with K-5-4-2, 8-8-K, and 8 high for the bonus: a push.
    check(
        LAID_DOWN,
        "1 five-card 20.00 80.00 win (5) two pair dealt
         1 three-card 20.00 20.00 push (5) lay-down
         1 four-card-bonus 5.00 20.00 win (9) two pair
         3 five-card 10.00 510.00 win (5) four of a kind dealt
         3 three-card 10.00 10.00 push (5) lay-down
         3 four-card-bonus 2.00 402.00 win (9) four of a kind
         4 five-card 5.00 10.00 win (9) pair of queens or better
         4 raise 5.00 10.00 win (9) pair of queens or better
         4 three-card 5.00 0.00 lose (8) no pair
         4 four-card-bonus 1.00 0.00 lose (9) no bonus
         2 five-card 10.00 0.00 lose (8) no winning pair
         2 three-card 10.00 20.00 win (9) pair
         2 four-card-bonus 5.00 5.00 push (9) less than ten-high",
    );
}

#[test]
fn arsd_16_15_09_s3_tips_ride_on_the_two_hands_at_their_odds() {
    let round = settle(LAID_DOWN);
    let tip = |tip: &games::TipLine| {
        let result = tip.outcome.word();
        format!("{} {} {} {} {result}", tip.seat, tip.wager, tip.staked, tip.returned)
    };
    let found: Vec<String> = round.settlement().tips.iter().map(tip).collect();
    // 50 to 1 on 1; the three-card push; a pair at 1 to 1 on 3. The toke box gets them, and no
    // seat's line has them.
    assert_eq!(
        found,
        ["3 five-card 1.00 51.00 win", "3 three-card 2.00 2.00 push", "2 three-card 3.00 6.00 win",]
    );
}

#[test]
fn arsd_16_15_09_s3_no_tip_elsewhere_and_none_above_the_own_wager() {
    let tipped = |tips: &str| {
        let text = one("A-A", "Ks 6h 3d 2c", "Kd 8h", &["set 2c", "no-raise"]);
        problems(&text.replace("actions", &format!("tips = {{ {tips} }}\nactions")))
    };
    assert_eq!(
        tipped("raise = '5'"),
        ["test:8: seat[1].tips.raise: a tip cannot ride on raise: the section does not provide \
          for it"]
    );
    assert_eq!(
        tipped("four-card-bonus = '5'"),
        [
            "test:8: seat[1].tips.four-card-bonus: a tip cannot ride on four-card-bonus: the section \
          does not provide for it"
        ]
    );
    assert_eq!(
        tipped("five-card = '11'"),
        ["test:4: seat[1]: the tip of $11 on five-card is more than the player's own $10"]
    );
}

#[test]
fn ss_2_when_all_lay_down_the_community_cards_stay_down() {
    let round = settle(&one("A-A", "7s 7h 7d 7c", "Ks Qs", &["lay-down"]));
    assert!(round.felt().board.faces().all(|face| face == cards::Face::Down));
}

#[test]
fn arsd_16_15_09_s2_the_two_bets_are_equal_and_compulsory() {
    // One bet is made for both hands: $25 lies on each.
    let text = one("A-A", "Ks 6h 3d 2c", "Kd 8h", &["set 2c", "no-raise"]);
    check(
        &text.replace("base = '10'", "base = '25'"),
        "1 five-card 25.00 50.00 win (9) pair of jacks or better
         1 three-card 25.00 0.00 lose (8) no pair",
    );
    assert_eq!(
        problems(&text.replace("bets = { base", "bets = { four-card-bonus")),
        ["test:4: seat[1]: base must be bet"]
    );
    assert_eq!(
        problems(&text.replace("bets = { base", "bets = { ante")),
        ["test:7: seat[1].bets.ante: unknown bet \"ante\"; this table has base, \
          four-card-bonus"]
    );
}

#[test]
fn arsd_16_15_09_s4_four_cards_each_in_rotation_then_two_to_the_dealer() {
    let mut round = locked(&[], &[1, 3, 6]);
    let cards = parse_cards("As Kd 3c Ah Qd 5c Ad Jd 7c Ac 9d 9c 2s 2h").unwrap();
    let mut wanted = Vec::new();
    for card in cards {
        let Next::Card(want) = round.next().clone() else { panic!("{:?}", round.next()) };
        assert_eq!(want.facing, Facing::Down);
        wanted.push(match want.to {
            Recipient::Seat { seat, hand: 0 } => seat.to_string(),
            Recipient::Board => "board".to_owned(),
            to => panic!("{to:?}"),
        });
        round.card(card).unwrap();
    }
    let rotation = "1 3 6 1 3 6 1 3 6 1 3 6 board board";
    assert_eq!(wanted.join(" "), rotation);
    assert!(matches!(round.next(), Next::Decision(choice) if choice.seat.get() == 1));
}

/// A table with $10 on each hand in these seats, bets locked.
fn locked(options: &[(&str, &str)], seats: &[u8]) -> Round {
    let mut posting = Posting { game: "silverado-stud".to_owned(), ..Posting::default() };
    for (key, value) in options {
        posting.options.insert((*key).to_owned(), (*value).to_owned());
    }
    let table = Table::open(Rulebook::embedded(), posting).unwrap();
    let mut round = Round::new(&table, Keep::Log);
    for &seat in seats {
        round.bet(SeatNumber::new(seat).unwrap(), "base", Cents::dollars(10)).unwrap();
    }
    round.lock().unwrap();
    round
}

/// The same with one seat, dealt and before its first decision.
fn dealt(cards: &str, board: &str) -> Round {
    let mut round = locked(&[], &[1]);
    for card in parse_cards(cards).unwrap().into_iter().chain(parse_cards(board).unwrap()) {
        round.card(card).unwrap();
    }
    round
}

#[test]
fn arsd_16_15_09_s6_one_community_card_before_the_raise_and_one_after() {
    let seat = SeatNumber::FIRST;
    let ups =
        |round: &Round| -> Vec<bool> { (0..2).map(|at| round.felt().board.is_up(at)).collect() };
    let mut round = dealt("9s 8h 7s 2d", "6s 5s");
    assert_eq!(ups(&round), [false, false]);
    round.act(seat, Action::Set("2d".parse::<Card>().unwrap())).unwrap();
    assert_eq!(ups(&round), [true, false]);
    let Next::Decision(choice) = round.next() else { panic!("{:?}", round.next()) };
    assert_eq!(choice.actions[..], [Action::Raise, Action::NoRaise]);
    round.act(seat, Action::NoRaise).unwrap();
    assert_eq!(ups(&round), [true, true]);
    assert_eq!(*round.next(), Next::Done);
}

#[test]
fn arsd_16_15_09_s6_raises_are_decided_from_seat_one_on_and_only_by_who_is_in() {
    let mut round = locked(&[], &[1, 2, 3]);
    let cards = "7s 9s Ks 7h 8h Qh 7d 5d 4d 7c 3c 2c As Ah";
    for card in parse_cards(cards).unwrap() {
        round.card(card).unwrap();
    }
    let seat = |number| SeatNumber::new(number).unwrap();
    let set = |card: &str| Action::Set(card.parse().unwrap());
    assert_eq!(
        round.act(seat(2), set("9s")),
        Err(Refusal::NotTheTurnOf { turn: seat(1) }),
        "the first seat is first"
    );
    round.act(seat(1), Action::LayDown).unwrap();
    round.act(seat(2), set("9s")).unwrap();
    round.act(seat(3), set("2c")).unwrap();
    // Seat 1 has laid down and is not asked again.
    round.act(seat(2), Action::NoRaise).unwrap();
    round.act(seat(3), Action::Raise).unwrap();
    assert_eq!(*round.next(), Next::Done);
}

#[test]
fn ss_3_the_raise_equals_the_five_card_bet_unless_the_house_allows_more() {
    assert_eq!(
        problems(&one("A-A", "Js Jh 4s 2d", "9c 5s", &["set 2d", "raise 2x"])),
        ["test:8: seat[1].actions[2]: \"raise 2x\" is not legal here; write raise or no-raise"]
    );
    let raised = |actions: &[&str]| {
        one_with("options = { raise-most = 3 }", "9s 9h 4s 2d", "9c 5s", actions)
    };
    // Three of a kind, 3 to 1: 30 x 3 + 30.
    check(
        &raised(&["set 2d", "raise 3x"]),
        "1 five-card 10.00 40.00 win (9) three of a kind
         1 raise 30.00 120.00 win (9) three of a kind
         1 three-card 10.00 0.00 lose (8) no pair",
    );
    check(
        &raised(&["set 2d", "raise"]),
        "1 five-card 10.00 40.00 win (9) three of a kind
         1 raise 10.00 40.00 win (9) three of a kind
         1 three-card 10.00 0.00 lose (8) no pair",
    );
    assert_eq!(
        problems(&raised(&["set 2d", "raise 4x"])),
        ["test:8: seat[1].actions[2]: \"raise 4x\" is not legal here; write raise, raise 2x, \
          raise 3x or no-raise"]
    );
    let found = problems(&one_with("options = { raise-most = 6 }", "9s 9h 4s 2d", "9c 5s", &[]));
    assert_eq!(
        found[0],
        "test:2: options.raise-most: option raise-most cannot be \"6\"; it can be 1, 2, 3, 4, 5"
    );
}

#[test]
fn ss_8_a_larger_raise_stays_within_the_limits() {
    // $400 five times would be $2,000; no single bet is over $1,000 [GEN-9].
    let text =
        one_with("options = { raise-most = 5 }", "9s 9h 4s 2d", "9c 5s", &["set 2d", "raise 3x"]);
    assert_eq!(
        problems(&text.replace("base = '10'", "base = '400'")),
        ["test:8: seat[1].actions[2]: \"raise 3x\" is not legal here; write raise, raise 2x or \
          no-raise"]
    );
    let posted = "options = { raise-most = 5 }\nlimits = { raise = '1 to 20' }";
    assert_eq!(
        problems(&one_with(posted, "9s 9h 4s 2d", "9c 5s", &["set 2d", "raise 3x"])),
        ["test:9: seat[1].actions[2]: \"raise 3x\" is not legal here; write raise, raise 2x or \
          no-raise"]
    );
}

#[test]
fn gen_9_bets_keep_to_the_posted_limits() {
    let text = |more: &str, bets: &str| {
        let text = one_with(more, "9s 9h 4s 2d", "9c 5s", &["set 2d", "no-raise"]);
        problems(&text.replace("base = '10'", bets))
    };
    assert_eq!(
        text("", "base = '1001'"),
        ["test:4: seat[1]: $1,001 on base is over the maximum of $1,000"]
    );
    let posted = "limits = { base = '5 to 100', four-card-bonus = '1 to 25' }";
    assert_eq!(
        text(posted, "base = '4'"),
        ["test:4: seat[1]: $4 on base is under the minimum of $5"]
    );
    assert_eq!(
        text(posted, "base = '10', four-card-bonus = '26'"),
        ["test:4: seat[1]: $26 on four-card-bonus is over the maximum of $25"]
    );
    assert_eq!(
        text("", "base = '10.50'"),
        ["test:7: seat[1].bets.base: $10.50 on base is not a multiple of the table's $1 chip"]
    );
}

#[test]
fn arsd_16_15_09_s7_version_a_wins_with_jacks_or_better() {
    let five = |schedule: &str, pair: char, line: &str| {
        // The pair is in the hand, and nothing else is.
        let cards = format!("{pair}s {pair}h 4s 2d");
        check(
            &one(schedule, &cards, "9c 5s", &["set 2d", "raise"]),
            &format!(
                "1 five-card 10.00 {line}
                 1 raise 10.00 {line}
                 1 three-card 10.00 0.00 lose (8) no pair"
            ),
        );
    };
    for schedule in PRINTED.iter().filter(|schedule| schedule.name.starts_with('A')) {
        five(schedule.name, 'A', "20.00 win (9) pair of jacks or better");
        five(schedule.name, 'J', "20.00 win (9) pair of jacks or better");
        five(schedule.name, 'T', "0.00 lose (8) no winning pair");
    }
    // [SS-5] Group B: queens or better pay, tens and jacks push.
    for schedule in PRINTED.iter().filter(|schedule| schedule.name.starts_with('B')) {
        five(schedule.name, 'A', "20.00 win (9) pair of queens or better");
        five(schedule.name, 'Q', "20.00 win (9) pair of queens or better");
        five(schedule.name, 'J', "10.00 push (9) pair of tens or jacks");
        five(schedule.name, 'T', "10.00 push (9) pair of tens or jacks");
        five(schedule.name, '8', "0.00 lose (8) no winning pair");
    }
}

#[test]
fn arsd_16_15_09_s7_any_pair_wins_the_three_card_hand() {
    // Also one that lies in the community cards, for both hands of every player; deuces are no
    // winning pair for five cards.
    check(
        &one("A-A", "Ks 9h 7d 5c", "2c 2s", &["set 5c", "no-raise"]),
        "1 five-card 10.00 0.00 lose (8) no winning pair
         1 three-card 10.00 20.00 win (9) pair",
    );
}

#[test]
fn ss_4_three_own_cards_or_one_with_both_community_cards() {
    // The fourth spade is beside the three-card hand: no flush for the five cards, and none for
    // the three. A-2-3 is a straight [GEN-4].
    check(
        &one("A-A", "Ks 9s 4s As", "2s 3h", &["set As", "no-raise"]),
        "1 five-card 10.00 0.00 lose (8) no winning pair
         1 three-card 10.00 50.00 win (9) straight",
    );
    // K-A-2 is none.
    check(
        &one("A-A", "Ks 9s 4s As", "2s Kh", &["set As", "no-raise"]),
        "1 five-card 10.00 20.00 win (9) pair of jacks or better
         1 three-card 10.00 0.00 lose (8) no pair",
    );
}

#[test]
fn arsd_16_15_09_s9_seats_are_settled_from_the_last_to_the_first() {
    check(
        "game = 'silverado-stud'
         board = 'Kd 8h'
         [[seat]]
         number = 2
         cards = '8s 5h 4d 2d'
         bets = { base = '10' }
         actions = ['set 8s', 'no-raise']
         [[seat]]
         number = 7
         cards = 'Js Jh Td 6c'
         bets = { base = '10', four-card-bonus = '5' }
         actions = ['set 6c', 'raise']
         [[seat]]
         number = 5
         cards = 'Ks 6h 3d 2c'
         bets = { base = '10' }
         actions = ['set 2c', 'raise']",
        "7 five-card 10.00 20.00 win (9) pair of jacks or better
         7 raise 10.00 20.00 win (9) pair of jacks or better
         7 three-card 10.00 0.00 lose (8) no pair
         7 four-card-bonus 5.00 10.00 win (9) pair
         5 five-card 10.00 20.00 win (9) pair of jacks or better
         5 raise 10.00 20.00 win (9) pair of jacks or better
         5 three-card 10.00 0.00 lose (8) no pair
         2 five-card 10.00 0.00 lose (8) no winning pair
         2 three-card 10.00 20.00 win (9) pair",
    );
}

/// The four-card bonus of $5 on these cards, the lowest set apart, on a board that helps nobody.
fn bonus(cards: &str, line: &str) {
    let set = format!("set {}", cards.rsplit(' ').next().unwrap());
    let text = one("A-A", cards, "Kd 8h", &[&set, "no-raise"]);
    let round = settle(&text.replace("base = '10'", "base = '10', four-card-bonus = '5'"));
    let found = crate::support::lines(&round);
    assert_eq!(found.last().unwrap(), &format!("1 four-card-bonus 5.00 {line}"), "{cards}");
}

#[test]
fn arsd_16_15_09_s9_the_four_card_bonus_pays_by_its_schedule() {
    // 5 x 200 + 5, 5 x 50 + 5, 5 x 10 + 5, 5 x 6 + 5, 5 x 4 + 5, 5 x 3 + 5, 5 x 1 + 5.
    bonus("7s 7h 7d 7c", "1005.00 win (9) four of a kind");
    bonus("7s 6s 5s 4s", "255.00 win (9) straight flush");
    bonus("As Ks Qs Js", "255.00 win (9) straight flush");
    bonus("7s 7h 7d 4c", "55.00 win (9) three of a kind");
    bonus("9s 7s 5s 2s", "35.00 win (9) flush");
    bonus("9s 8d 7s 6s", "25.00 win (9) straight");
    bonus("As 2d 3s 4s", "25.00 win (9) straight");
    bonus("7s 7h 4d 4c", "20.00 win (9) two pair");
    bonus("2s 2h 4d 5c", "10.00 win (9) pair");
}

#[test]
fn ss_6_nine_high_pushes_and_ten_high_loses() {
    bonus("9s 7h 4d 2c", "5.00 push (9) less than ten-high");
    bonus("7s 5h 4d 2c", "5.00 push (9) less than ten-high");
    bonus("Ts 7h 4d 2c", "0.00 lose (9) no bonus");
    bonus("As 7h 4d 2c", "0.00 lose (9) no bonus");
}

#[test]
fn ed_3_the_four_card_bonus_came_in_2015() {
    let text = one_with("edition = '2007-01-29'", "Ks 6h 3d 2c", "Kd 8h", &["set 2c", "raise"]);
    check(
        &text,
        "1 five-card 10.00 20.00 win (9) pair of jacks or better
         1 raise 10.00 20.00 win (9) pair of jacks or better
         1 three-card 10.00 0.00 lose (8) no pair",
    );
    assert_eq!(
        problems(&text.replace("base = '10'", "base = '10', four-card-bonus = '5'")),
        ["test:7: seat[1].bets.four-card-bonus: unknown bet \"four-card-bonus\"; this table \
          has base"]
    );
}

#[test]
fn ss_7_a_wrong_number_of_cards_is_refused() {
    let text =
        |cards: &str, board: &str| problems(&one("A-A", cards, board, &["set 2c", "no-raise"]));
    assert_eq!(
        text("Ks 6h 2c", "Kd 8h"),
        ["test:6: seat[1].cards: 4 cards are dealt to a seat, not 3"]
    );
    assert_eq!(
        text("Ks 6h 3d 2c 4c", "Kd 8h"),
        ["test:6: seat[1].cards: 4 cards are dealt to a seat, not 5"]
    );
    assert_eq!(text("Ks 6h 3d 2c", "Kd"), ["test:3: board: a card is missing after 1"]);
    assert_eq!(text("Ks 6h 3d 2c", "Kd 8h 4h"), ["test:3: board: left over, never dealt: 4h"]);
    // At a live table nothing follows from it either, and nothing changes.
    let mut round = dealt("Ks 6h 3d 2c", "Kd 8h");
    let before = format!("{round:?}");
    for what in [Irregularity::WrongNumberOfCards, Irregularity::ExposedCard] {
        for seat in [Some(SeatNumber::FIRST), None] {
            assert_eq!(round.report(what, seat), Err(Refusal::NoSuchIrregularity));
        }
    }
    assert_eq!(format!("{round:?}"), before);
}

#[test]
fn arsd_16_15_09_s5_only_an_own_card_is_set_and_each_decision_is_made() {
    let decided = |actions: &[&str]| problems(&one("A-A", "Ks 6h 3d 2c", "Kd 8h", actions));
    assert_eq!(
        decided(&["set Kd", "raise"]),
        ["test:8: seat[1].actions[1]: \"set Kd\" is not legal here; write set Ks, set 6h, set 3d \
          or set 2c"]
    );
    assert_eq!(
        decided(&["raise"]),
        ["test:8: seat[1].actions[1]: \"raise\" is not legal here; write set Ks, set 6h, set 3d \
          or set 2c"]
    );
    assert_eq!(
        decided(&["set Ks"]),
        ["test:4: seat[1]: an action is missing: one of raise, no-raise"]
    );
    assert_eq!(
        decided(&[]),
        ["test:4: seat[1]: an action is missing: one of set Ks, set 6h, set 3d, set 2c"]
    );
}

#[test]
fn a_refused_decision_changes_nothing() {
    let mut round = dealt("Ks 6h 3d 2c", "Kd 8h");
    let before = format!("{round:?}");
    assert_eq!(round.card("As".parse().unwrap()), Err(Refusal::NoCardWanted));
    assert!(round.act(SeatNumber::FIRST, Action::LayDown).is_err());
    assert!(round.act(SeatNumber::FIRST, Action::Fold).is_err());
    assert_eq!(format!("{round:?}"), before);
}
