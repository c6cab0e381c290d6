//! Let it ride, 20:18:16:15.03.

use std::sync::Arc;

use games::{Action, Keep, Next, Posting, Recipient, Refusal, Round, SeatNumber, Table};
use money::Cents;
use rulebook::{Irregularity, Rulebook};

use crate::support::{check, check_meter, posted_wager, problems, settle};

/// One seat with nothing but its three bets of $10.
fn one(cards: &str, board: &str, actions: [&str; 2]) -> String {
    seat(cards, board, "base = '10'", actions)
}

/// One seat.
fn seat(cards: &str, board: &str, bets: &str, [first, second]: [&str; 2]) -> String {
    format!(
        "game = 'let-it-ride'\nboard = '{board}'\n[[seat]]\nnumber = 1\ncards = '{cards}'\n\
         bets = {{ {bets} }}\nactions = ['{first}', '{second}']\n"
    )
}

/// The same with something said of the table.
fn posted(table: &str, text: &str) -> String {
    text.replacen('\n', &format!("\n{table}\n"), 1)
}

/// A hand of each row, best first: own cards, board, row.
const HANDS: [(&str, &str, &str); 9] = [
    ("As Ks Qs", "Js Ts", "royal flush"),
    ("9s 8s 7s", "6s 5s", "straight flush"),
    ("9s 9h 9d", "9c 2s", "four of a kind"),
    ("9s 9h 9d", "2c 2s", "full house"),
    ("As 9s 7s", "4s 2s", "flush"),
    ("9s 8h 7d", "6c 5s", "straight"),
    ("9s 9h 9d", "4c 2s", "three of a kind"),
    ("9s 9h 4d", "4c 2s", "two pair"),
    ("Ts Th 9d", "4c 2s", "pair of tens or better"),
];

#[test]
fn arsd_16_15_03_s1_a_player_plays_one_hand() {
    let text = "game = 'let-it-ride'
board = '9c 2d'
[[seat]]
number = 1
cards = 'Ts Th 4d'
bets = { base = '5' }
actions = ['ride', 'ride']
[[seat]]
number = 2
player = 1
cards = 'Js Jh 4c'
bets = { base = '5' }
actions = ['ride', 'ride']";
    let found = problems(text);
    assert_eq!(found.len(), 2, "both seats are at fault: {found:?}");
    assert!(found[1].starts_with("test:8: seat[2]: "), "{}", found[1]);
}

#[test]
fn arsd_16_15_03_s2_three_equal_bets_and_all_of_them_must_be_made() {
    check(
        &one("Ts Th 4d", "9c 2d", ["ride", "ride"]),
        "1 bet-1 10.00 20.00 win (9) pair of tens or better
         1 bet-2 10.00 20.00 win (9) pair of tens or better
         1 bet-3 10.00 20.00 win (9) pair of tens or better",
    );
    assert_eq!(
        problems(&seat("Ts Th 4d", "9c 2d", "three-card-bonus = '5'", ["ride", "ride"])),
        ["test:3: seat[1]: base must be bet"]
    );
    assert_eq!(
        problems(&seat("Ts Th 4d", "9c 2d", "bet-1 = '5', bet-3 = '5'", ["ride", "ride"])),
        [
            "test:6: seat[1].bets.bet-1: unknown bet \"bet-1\"; this table has base, bonus, \
             three-card-bonus",
            "test:6: seat[1].bets.bet-3: unknown bet \"bet-3\"; this table has base, bonus, \
             three-card-bonus",
        ]
    );
}

#[test]
fn arsd_16_15_03_s2_bonus_and_progressive_share_the_sensor() {
    let table = "schedules = { progressive = 'LIRP-1' }\nmeter = '10000'";
    let bets = "base = '5', bonus = '1', progressive = '1'";
    let text = posted(table, &seat("Ts Th 4d", "9c 2d", bets, ["ride", "ride"]));
    assert_eq!(problems(&text), ["test:5: seat[1]: bonus and progressive cannot both be bet"]);
}

#[test]
fn lir_11_nor_does_one_player_bet_the_bonus_and_another_the_progressive() {
    let text = "game = 'let-it-ride'
schedules = { progressive = 'LIRP-1' }
meter = '10000'
board = '9c 2d'
[[seat]]
number = 1
cards = 'Ts Th 4d'
bets = { base = '5', bonus = '1' }
actions = ['ride', 'ride']
[[seat]]
number = 2
cards = 'Js Jh 4c'
bets = { base = '5', progressive = '1' }
actions = ['ride', 'ride']";
    assert_eq!(
        problems(text),
        [
            "test:5: seat[1]: bonus and progressive cannot both be bet",
            "test:10: seat[2]: bonus and progressive cannot both be bet",
        ]
    );
    // The three card bonus may go with either [LIR-1].
    let with_three_card = text.replace("bonus = '1' }", "three-card-bonus = '1' }");
    assert_eq!(settle(&with_three_card).settlement().lines.len(), 8);
}

#[test]
fn arsd_16_15_03_s3_a_tip_rides_beside_the_third_bet_or_the_three_card_bonus() {
    // A pair of tens pays both at 1 to 1: $4 or $2 comes back doubled, to the toke box. The pulled
    // bets take nothing from it.
    let text = seat("Ts Th 4d", "9c 2d", "base = '5', three-card-bonus = '3'", ["pull", "pull"]);
    let tipped = |tip: &str| format!("{text}tips = {{ {tip} }}\n");
    check(
        &tipped("bet-3 = '4'"),
        "1 bet-1 5.00 5.00 push (5) pulled
         1 bet-2 5.00 5.00 push (6) pulled
         1 bet-3 5.00 10.00 win (9) pair of tens or better
         1 three-card-bonus 3.00 6.00 win (9) pair",
    );
    let tips = |text: &str| -> Vec<String> {
        let tip = |tip: &games::TipLine| {
            format!("{} {} {} {}", tip.wager, tip.staked, tip.returned, tip.outcome.word())
        };
        settle(text).settlement().tips.iter().map(tip).collect()
    };
    // Nine-high loses, the tip too.
    let lost = |text: &str| text.replace("Ts Th 4d", "9s 7h 4d").replace("9c 2d", "8c 2d");
    let third = tipped("bet-3 = '4'");
    assert_eq!(tips(&third), ["bet-3 4.00 8.00 win"]);
    assert_eq!(tips(&lost(&third)), ["bet-3 4.00 0.00 lose"]);
    let bonus = tipped("three-card-bonus = '2'");
    assert_eq!(tips(&bonus), ["three-card-bonus 2.00 4.00 win"]);
    assert_eq!(tips(&lost(&bonus)), ["three-card-bonus 2.00 0.00 lose"]);
}

#[test]
fn lir_6_a_tip_is_a_single_wager() {
    let bets = "base = '5', three-card-bonus = '3'";
    for edition in ["2012-06-18", "2015-05-13", "2017-04-17"] {
        let text = seat("Ts Th 4d", "9c 2d", bets, ["pull", "pull"]);
        let text = format!("edition = '{edition}'\n{text}");
        assert_eq!(
            problems(&(text + "tips = { bet-3 = '4', three-card-bonus = '2' }\n")),
            ["test:4: seat[1]: a tip rides on bet-3 or on three-card-bonus, not on both: \
              20:18:16:15.03(3)"]
        );
    }
}

#[test]
fn lir_6_tips_nowhere_else_and_at_most_the_own_wager() {
    let refused = |tips: &str| {
        let text = one("Ts Th 4d", "9c 2d", ["ride", "ride"]) + &format!("tips = {{ {tips} }}\n");
        let found = problems(&text);
        assert_eq!(found.len(), 1, "{found:?}");
        found[0].clone()
    };
    assert_eq!(
        refused("bet-1 = '5'"),
        "test:8: seat[1].tips.bet-1: a tip cannot ride on bet-1: the section does not provide for it"
    );
    assert_eq!(
        refused("bonus = '1'"),
        "test:8: seat[1].tips.bonus: a tip cannot ride on bonus: the section does not provide for it"
    );
    assert_eq!(
        refused("three-card-bonus = '1'"),
        "test:3: seat[1]: a tip on three-card-bonus needs the player's own wager there"
    );
    assert_eq!(
        refused("bet-3 = '11'"),
        "test:3: seat[1]: the tip of $11 on bet-3 is more than the player's own $10"
    );
}

/// A round of three seats with $5 each, locked.
fn dealt(options: &[(&str, &str)]) -> Round {
    let options = options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
    let posting = Posting {
        game: "let-it-ride".to_owned(),
        options: options.collect(),
        ..Posting::default()
    };
    let table: Arc<Table> = Table::open(Rulebook::embedded(), posting).expect("it is all known");
    let mut round = Round::new(&table, Keep::Log);
    for seat in [1, 2, 3] {
        round.bet(number(seat), "base", Cents::dollars(5)).expect("bets are open");
    }
    round.lock().expect("the bets are legal");
    round
}

fn number(seat: u8) -> SeatNumber {
    SeatNumber::new(seat).expect("1 to 7")
}

/// Deals from the top of an unshuffled deck until something else is wanted; whom to, a letter each.
fn deal(round: &mut Round) -> String {
    let mut deck = (0..).map_while(cards::Card::from_index);
    let mut to = String::new();
    while let Next::Card(want) = round.next().clone() {
        let card = deck.next().expect("52 are enough");
        to.push_str(&match want.to {
            Recipient::Seat { seat, .. } => seat.to_string(),
            Recipient::Board => "B".to_owned(),
            Recipient::Discard => "x".to_owned(),
            other => panic!("nothing goes to {other:?}"),
        });
        match want.to {
            Recipient::Discard => round.unseen().expect("it is discarded"),
            _ => round.card(card).expect("it is new"),
        }
    }
    to
}

#[test]
fn arsd_16_15_03_s4_by_hand_the_dealer_is_skipped_in_the_third_rotation() {
    assert_eq!(deal(&mut dealt(&[])), "123B123B123");
}

#[test]
fn arsd_16_15_03_s4_by_machine_groups_of_three_and_the_dealers_third_is_discarded_unseen() {
    let mut round = dealt(&[("dealing", "machine")]);
    assert_eq!(deal(&mut round), "111222333BBx");
    assert_eq!(round.felt().board.cards().len(), 2);
}

#[test]
fn arsd_16_15_03_s5_s6_players_act_in_turn_and_the_cards_come_up_one_at_a_time() {
    let mut round = dealt(&[]);
    deal(&mut round);
    let up = |round: &Round| [0, 1].map(|place| round.felt().board.is_up(place));
    for seen in [[false, false], [true, false]] {
        for seat in [1, 2, 3] {
            assert_eq!(up(&round), seen);
            let Next::Decision(choice) = round.next() else { panic!("{:?}", round.next()) };
            assert_eq!(choice.seat, number(seat));
            assert_eq!(choice.actions[..], [Action::Ride, Action::Pull]);
            round.act(number(seat), Action::Ride).unwrap();
        }
    }
    assert_eq!(up(&round), [true, true]);
    assert_eq!(*round.next(), Next::Done);
}

#[test]
fn gen_10_nothing_changes_after_the_lock_but_by_a_decision() {
    let mut round = dealt(&[]);
    assert_eq!(round.bet(number(1), "base", Cents::dollars(9)), Err(Refusal::BetsAreClosed));
    deal(&mut round);
    let out_of_turn = round.act(number(2), Action::Pull);
    assert_eq!(out_of_turn, Err(Refusal::NotTheTurnOf { turn: number(1) }));
    let refusal = round.act(number(1), Action::Fold).unwrap_err();
    assert_eq!(refusal.to_string(), "\"fold\" is not legal here; write ride or pull");
}

#[test]
fn arsd_16_15_03_s5_bet_one_may_be_taken_back() {
    // Nines: what rode is lost.
    check(
        &one("9s 9h 4d", "8c 2d", ["pull", "ride"]),
        "1 bet-1 10.00 10.00 push (5) pulled
         1 bet-2 10.00 0.00 lose (8) less than a pair of tens
         1 bet-3 10.00 0.00 lose (8) less than a pair of tens",
    );
}

#[test]
fn lir_2_bet_two_may_be_taken_back_whether_or_not_bet_one_was() {
    check(
        &one("9s 9h 4d", "9c 2d", ["ride", "pull"]),
        "1 bet-1 10.00 40.00 win (9) three of a kind
         1 bet-2 10.00 10.00 push (6) pulled
         1 bet-3 10.00 40.00 win (9) three of a kind",
    );
    check(
        &one("9s 9h 4d", "8c 2d", ["pull", "pull"]),
        "1 bet-1 10.00 10.00 push (5) pulled
         1 bet-2 10.00 10.00 push (6) pulled
         1 bet-3 10.00 0.00 lose (8) less than a pair of tens",
    );
}

#[test]
fn arsd_16_15_03_s7_a_pair_of_tens_wins_and_nines_lose() {
    let lines = |cards: &str, board: &str| {
        let round = settle(&one(cards, board, ["ride", "ride"]));
        round.settlement().lines.iter().all(|line| line.returned == Cents::dollars(20))
    };
    assert!(lines("Ts 5h 4d", "Tc 2d"));
    assert!(lines("As 5h 4d", "Ac 2d"));
    // The pair may lie on the board for everyone.
    assert!(lines("3s 5h 4d", "Tc Td"));
    assert!(!lines("9s 5h 4d", "9c 2d"));
    assert!(!lines("As Kh 4d", "9c 2d"));
}

#[test]
fn arsd_16_15_03_s7_the_three_card_bonus_is_on_the_own_three_cards() {
    // Three nines with the board are nothing in the hand; an own straight needs no board.
    check(
        &seat("9s 5h 4d", "9c 9d", "base = '5', three-card-bonus = '2'", ["ride", "ride"]),
        "1 bet-1 5.00 20.00 win (9) three of a kind
         1 bet-2 5.00 20.00 win (9) three of a kind
         1 bet-3 5.00 20.00 win (9) three of a kind
         1 three-card-bonus 2.00 0.00 lose (8) no three card bonus",
    );
    check(
        &seat("As 2h 3d", "9c 9d", "base = '5', three-card-bonus = '2'", ["pull", "pull"]),
        "1 bet-1 5.00 5.00 push (5) pulled
         1 bet-2 5.00 5.00 push (6) pulled
         1 bet-3 5.00 0.00 lose (8) less than a pair of tens
         1 three-card-bonus 2.00 14.00 win (9) straight",
    );
}

#[test]
fn arsd_16_15_03_s8_seat_by_seat_from_the_dealers_right() {
    // A pays three of a kind in the bonus 5 to 1, a pair in the three card bonus 1 to 1.
    check(
        "game = 'let-it-ride'
         board = '9c 2d'
         [[seat]]
         number = 2
         cards = 'Ks Qh 4d'
         bets = { base = '5', bonus = '1', three-card-bonus = '2' }
         actions = ['ride', 'pull']
         [[seat]]
         number = 6
         cards = '9s 9h 3d'
         bets = { base = '10', bonus = '2', three-card-bonus = '1' }
         actions = ['pull', 'ride']",
        "6 bet-1 10.00 10.00 push (5) pulled
         6 bet-2 10.00 40.00 win (9) three of a kind
         6 bet-3 10.00 40.00 win (9) three of a kind
         6 bonus 2.00 12.00 win (9) three of a kind
         6 three-card-bonus 1.00 2.00 win (9) pair
         2 bet-1 5.00 0.00 lose (8) less than a pair of tens
         2 bet-2 5.00 5.00 push (6) pulled
         2 bet-3 5.00 0.00 lose (8) less than a pair of tens
         2 bonus 1.00 0.00 lose (8) no bonus
         2 three-card-bonus 2.00 0.00 lose (8) no three card bonus",
    );
}

#[test]
fn arsd_16_15_03_s9_the_basic_schedules() {
    // $10 at each row's odds, and the $10.
    let schedules = [
        ("A", [5010, 1010, 260, 160, 110, 60, 40, 30, 20]),
        ("B", [2010, 1010, 410, 160, 100, 60, 40, 30, 20]),
    ];
    for (name, returned) in schedules {
        for ((cards, board, row), dollars) in HANDS.into_iter().zip(returned) {
            let text = one(cards, board, ["ride", "ride"]);
            let returned = Cents::dollars(dollars);
            check(
                &posted(&format!("schedules = {{ base = '{name}' }}"), &text),
                &format!(
                    "1 bet-1 10.00 {returned} win (9) {row}
                     1 bet-2 10.00 {returned} win (9) {row}
                     1 bet-3 10.00 {returned} win (9) {row}"
                ),
            );
        }
    }
}

/// What the bonus hands over for $1, and the row.
fn bonus(name: &str, kept: bool, (cards, board, _): (&str, &str, &str)) -> (Cents, &'static str) {
    let table = format!("schedules = {{ bonus = '{name}' }}\noptions = {{ stake-kept = {kept} }}");
    let text = posted(&table, &seat(cards, board, "base = '5', bonus = '1'", ["pull", "pull"]));
    let round = settle(&text);
    let line = &round.settlement().lines[3];
    assert_eq!((line.wager, line.staked), ("bonus", Cents::dollars(1)));
    (line.returned, line.row)
}

/// The odds of (9) for the bonus, down to a pair of tens; nothing where it loses.
const BONUS: [(&str, [i64; 9]); 4] = [
    ("A", [10_000, 2_000, 400, 200, 50, 25, 5, 0, 0]),
    ("B", [5_000, 2_000, 100, 75, 50, 25, 8, 4, 0]),
    ("C", [5_000, 1_000, 200, 150, 75, 25, 10, 0, 0]),
    ("D", [5_000, 1_000, 100, 75, 50, 25, 8, 5, 0]),
];

#[test]
fn arsd_16_15_03_s9_the_bonus_schedules() {
    for (name, odds) in BONUS {
        for (hand, odds) in HANDS.into_iter().zip(odds) {
            // "N to 1": the stake comes back too.
            let expected = match odds {
                0 => (Cents::ZERO, "no bonus"),
                odds => (Cents::dollars(odds + 1), hand.2),
            };
            assert_eq!(bonus(name, false, hand), expected, "{name} {}", hand.2);
        }
    }
}

#[test]
fn lir_8_the_house_may_keep_the_stake_of_a_bonus_that_wins() {
    for (name, odds) in BONUS {
        for (hand, odds) in HANDS.into_iter().zip(odds) {
            let row = if odds == 0 { "no bonus" } else { hand.2 };
            let expected = (Cents::dollars(odds), row);
            assert_eq!(bonus(name, true, hand), expected, "{name} {}", hand.2);
        }
    }
    // It is kept of the bonus alone.
    let bets = "base = '5', three-card-bonus = '2'";
    check(
        &posted(
            "options = { stake-kept = true }",
            &seat("Ts Th 4d", "9c 2d", bets, ["ride", "ride"]),
        ),
        "1 bet-1 5.00 10.00 win (9) pair of tens or better
         1 bet-2 5.00 10.00 win (9) pair of tens or better
         1 bet-3 5.00 10.00 win (9) pair of tens or better
         1 three-card-bonus 2.00 4.00 win (9) pair",
    );
}

/// What the three card bonus hands over for $2 on own cards.
fn three_card(name: &str, option: &str, cards: &str) -> (Cents, &'static str) {
    let schedules = format!("schedules = {{ three-card-bonus = '{name}' }}\n{option}");
    let bets = "base = '5', three-card-bonus = '2'";
    let round = settle(&posted(&schedules, &seat(cards, "7c 2d", bets, ["pull", "pull"])));
    let line = &round.settlement().lines[3];
    assert_eq!(line.wager, "three-card-bonus");
    (line.returned, line.row)
}

#[test]
fn arsd_16_15_03_s9_the_three_card_bonus_schedules() {
    let hands = ["As Ks Qs", "5s 4s 3s", "9s 9h 9d", "Qs Jh Td", "Ks 9s 4s", "9s 9h 4d"];
    // $2 at 50, 40, 30, 6 or 5, 4 or 3, and 1 [LIR-3] to 1, and the $2. Without a row of its own
    // the mini royal is a straight flush.
    let schedules = [
        ("A", [82, 82, 62, 14, 10, 4]),
        ("B", [82, 82, 62, 12, 10, 4]),
        ("C", [82, 82, 62, 14, 8, 4]),
        ("D", [102, 82, 62, 14, 10, 4]),
        ("E", [102, 82, 62, 12, 10, 4]),
        ("F", [102, 82, 62, 14, 8, 4]),
    ];
    for (name, dollars) in schedules {
        for (cards, dollars) in hands.into_iter().zip(dollars) {
            assert_eq!(three_card(name, "", cards).0, Cents::dollars(dollars), "{name} {cards}");
        }
    }
}

#[test]
fn lir_3_a_table_opens_on_the_printed_pair_row_only_by_an_override() {
    let pair = |name: &str| three_card(name, "options = { printed = true }", "9s 9h 4d");
    // Printed 1, 25, 25, 25, blank, blank.
    assert_eq!(pair("A"), (Cents::dollars(4), "pair"));
    assert_eq!(pair("B"), (Cents::dollars(52), "pair"));
    assert_eq!(pair("C"), (Cents::dollars(52), "pair"));
    assert_eq!(pair("D"), (Cents::dollars(52), "pair"));
    assert_eq!(pair("E"), (Cents::ZERO, "no three card bonus"));
    assert_eq!(pair("F"), (Cents::ZERO, "no three card bonus"));
    // Other rows are read as they are printed.
    let flush = three_card("B", "options = { printed = true }", "Ks 9s 4s");
    assert_eq!(flush, (Cents::dollars(10), "flush"));
}

/// A hand with a progressive bet, at a table that posts it, and bets 1 and 2 pulled.
fn progressive(schedule: &str, wager: &str, meter: &str, (cards, board): (&str, &str)) -> String {
    let options = posted_wager(schedule, wager);
    let table = format!("schedules = {{ progressive = '{schedule}' }}\n{options}meter = '{meter}'");
    let bets = format!("base = '5', progressive = '{wager}'");
    posted(&table, &seat(cards, board, &bets, ["pull", "pull"]))
}

#[test]
fn arsd_16_15_03_s10_progressive_pays_three_of_a_kind_or_better_and_keeps_the_stake() {
    // $10 on a meter that shows $20,000.00 + 25% of $10 = $20,002.50: 100%; 10% is $2,000.25; then
    // 300, 50, 40, 30 and 9 times $10 in all.
    let awards = ["20002.50", "2000.25", "3000.00", "500.00", "400.00", "300.00", "90.00"];
    for schedule in ["LIRP-1", "PMG-01", "PMG-02"] {
        for ((cards, board, row), award) in HANDS.into_iter().zip(awards) {
            let round = settle(&progressive(schedule, "10", "20000", (cards, board)));
            let line = &round.settlement().lines[3];
            assert_eq!((line.wager, line.returned.to_string()), ("progressive", award.to_owned()));
            assert_eq!(line.row, row);
        }
        for (cards, board, _) in &HANDS[7..] {
            check(
                &progressive(schedule, "10", "20000", (cards, board)).replace("'5'", "'1'"),
                &format!(
                    "1 bet-1 1.00 1.00 push (5) pulled
                     1 bet-2 1.00 1.00 push (6) pulled
                     1 bet-3 1.00 {} win (9) {}
                     1 progressive 10.00 0.00 lose (10) no award",
                    if *cards == "Ts Th 9d" { "2.00" } else { "3.00" },
                    if *cards == "Ts Th 9d" { "pair of tens or better" } else { "two pair" },
                ),
            );
        }
    }
}

#[test]
fn arsd_16_15_03_s10_percentages_come_off_the_meter_and_others_from_the_tray() {
    // Straight flush: 10% of 20,000.50 comes off it.
    check_meter(
        &progressive("LIRP-1", "2", "20000", ("9s 8s 7s", "6s 5s")),
        ["20000.0000", "0.5000", "2000.0500", "18000.4500"],
    );
    // Four of a kind: the tray pays.
    check_meter(
        &progressive("LIRP-1", "2", "20000", ("9s 9h 9d", "9c 2s")),
        ["20000.0000", "0.5000", "0.0000", "20000.5000"],
    );
    // 10% even below the seed, rounded down to a cent [PRG-3] [PRG-4]: of 999.9875 + 0.25 =
    // 1,000.2375, 100.02; 900.2175 stay.
    check_meter(
        &progressive("LIRP-1", "1", "999.9875", ("9s 8s 7s", "6s 5s")),
        ["999.9875", "0.2500", "100.0200", "900.2175"],
    );
}

#[test]
fn arsd_16_15_03_s10_a_royal_resets_the_meter_to_seed_plus_reserve() {
    let royal = ("As Ks Qs", "Js Ts");
    // 12,345.6789 + 0.25 = 12,345.9289 pays 12,345.92; 0.0089 stays beside seed and reserve.
    let text = progressive("LIRP-1", "1", "12345.6789", royal);
    check_meter(&text, ["12345.6789", "0.2500", "12345.9200", "10000.0089"]);
    let text = text.replacen("meter", "reserve = '321.50'\nmeter", 1);
    check_meter(&text, ["12345.6789", "0.2500", "12345.9200", "10321.5089"]);
    assert!(settle(&text).meter().unwrap().reserve_after.get() == 0);
}

#[test]
fn prg_7_the_seed_follows_the_posted_wager_over_the_nominal_one() {
    let royal = ("As Ks Qs", "Js Ts");
    let after = |schedule: &str, wager: &str| {
        let meter = settle(&progressive(schedule, wager, "15000", royal)).meter().unwrap();
        meter.after.to_string()
    };
    // Nominal $1: a posted $2 reseeds at twice $10,000. PMG-02 at $5 has $10,000 for each dollar [PRG-8].
    assert_eq!(after("LIRP-1", "1"), "10000.0000");
    assert_eq!(after("PMG-01", "2"), "20000.0000");
    assert_eq!(after("PMG-02", "5"), "50000.0000");
    assert_eq!(after("PMG-02", "10"), "100000.0000");
}

/// A royal in seat 1 and a straight flush in seat 5 on one board; nothing in seats 2 and 3, seat 3
/// without the bet.
const JACKPOTS: &str = "
    game = 'let-it-ride'
    schedules = { progressive = 'LIRP-1' }
    meter = '12345.67'
    reserve = '50.25'
    board = 'Js Ts'
    [[seat]]
    number = 1
    cards = 'As Ks Qs'
    bets = { base = '5', progressive = '1' }
    actions = ['ride', 'pull']
    [[seat]]
    number = 2
    cards = '2d 4c 6h'
    bets = { base = '5', progressive = '1' }
    actions = ['pull', 'pull']
    [[seat]]
    number = 3
    cards = '2c 4d 6c'
    bets = { base = '5' }
    actions = ['pull', 'pull']
    [[seat]]
    number = 5
    cards = '9s 8s 7s'
    bets = { base = '5', progressive = '1' }
    actions = ['ride', 'ride']";

/// What seats 3 and 2 settle to in that round, but for the progressive.
const NOTHING: [&str; 2] = [
    "3 bet-1 5.00 5.00 push (5) pulled
     3 bet-2 5.00 5.00 push (6) pulled
     3 bet-3 5.00 0.00 lose (8) less than a pair of tens",
    "2 bet-1 5.00 5.00 push (5) pulled
     2 bet-2 5.00 5.00 push (6) pulled
     2 bet-3 5.00 0.00 lose (8) less than a pair of tens
     2 progressive 1.00 0.00 lose (10) no award",
];

#[test]
fn arsd_16_15_03_s10_awards_go_counter_clockwise_and_envy_after_all_players() {
    // The meter shows 12,345.67 + 25% of $3 = 12,346.42. Seat 5 first: 10%, 1,234.64 whole cents.
    // Seat 1 takes the rest, 11,111.78. Envy [PRG-6]: seat 5 for the royal $1,000; seat 2 $300 for
    // the straight flush and $1,000 for the royal; seat 1 $300.
    let [third, second] = NOTHING;
    check(
        JACKPOTS,
        &format!(
            "5 bet-1 5.00 505.00 win (9) straight flush
             5 bet-2 5.00 505.00 win (9) straight flush
             5 bet-3 5.00 505.00 win (9) straight flush
             5 progressive 1.00 1234.64 win (10) straight flush
             {third}
             {second}
             1 bet-1 5.00 2505.00 win (9) royal flush
             1 bet-2 5.00 5.00 push (6) pulled
             1 bet-3 5.00 2505.00 win (9) royal flush
             1 progressive 1.00 11111.78 win (10) royal flush
             5 envy 0.00 1000.00 win (10)(b)(iii) royal flush
             2 envy 0.00 300.00 win (10)(b)(iii) straight flush
             2 envy 0.00 1000.00 win (10)(b)(iii) royal flush
             1 envy 0.00 300.00 win (10)(b)(iii) straight flush"
        ),
    );
    // 1,234.64 + 11,111.78; then seed plus reserve.
    check_meter(JACKPOTS, ["12345.6700", "0.7500", "12346.4200", "10050.2500"]);
}

#[test]
fn prg_5_each_award_is_paid_from_the_meter_as_the_one_before_left_it() {
    let award = |text: &str, seat: u8| {
        let round = settle(text);
        let lines = &round.settlement().lines;
        let line = lines.iter().find(|l| l.wager == "progressive" && l.seat == number(seat));
        line.unwrap().returned.to_string()
    };
    // The royal sits behind: it takes 12,346.42, and the straight flush 10% of 10,050.25.
    let swapped = JACKPOTS.replace("As Ks Qs", "..").replace("9s 8s 7s", "As Ks Qs");
    let swapped = swapped.replace("..", "9s 8s 7s");
    assert_eq!([award(&swapped, 5), award(&swapped, 1)], ["12346.42", "1005.02"]);
    check_meter(&swapped, ["12345.6700", "0.7500", "13351.4400", "9045.2300"]);
    // `split` shares equal top awards alone. All five cards of a royal play, so no two hands of a
    // round have one, and nothing changes.
    let split = JACKPOTS.replacen("meter", "options = { house-procedure = 'split' }\nmeter", 1);
    assert_eq!([award(&split, 5), award(&split, 1)], ["1234.64", "11111.78"]);
}

#[test]
fn prg_5_two_straight_flushes_take_a_tenth_each_of_what_is_there() {
    // Board 6s 5s: 9-8-7 below and 4-3-2 above it. 10% of 20,000.50 is 2,000.05, then 10% of
    // 18,000.45 is 1,800.04; 16,200.41 stay.
    let text = "game = 'let-it-ride'
         schedules = { progressive = 'PMG-01' }
         meter = '20000'
         board = '6s 5s'
         [[seat]]
         number = 1
         cards = '9s 8s 7s'
         bets = { base = '5', progressive = '1' }
         actions = ['pull', 'pull']
         [[seat]]
         number = 2
         cards = '4s 3s 2s'
         bets = { base = '5', progressive = '1' }
         actions = ['pull', 'pull']";
    check(
        text,
        "2 bet-1 5.00 5.00 push (5) pulled
         2 bet-2 5.00 5.00 push (6) pulled
         2 bet-3 5.00 505.00 win (9) straight flush
         2 progressive 1.00 2000.05 win (10) straight flush
         1 bet-1 5.00 5.00 push (5) pulled
         1 bet-2 5.00 5.00 push (6) pulled
         1 bet-3 5.00 505.00 win (9) straight flush
         1 progressive 1.00 1800.04 win (10) straight flush
         2 envy 0.00 300.00 win (10)(b)(iii) straight flush
         1 envy 0.00 300.00 win (10)(b)(iii) straight flush",
    );
    check_meter(text, ["20000.0000", "0.5000", "3800.0900", "16200.4100"]);
}

#[test]
fn prg_6_a_hand_triggers_envy_without_a_bet_of_its_own_and_gets_none() {
    // PMG-02 prints envy for $5: $5,000 for the royal of seat 1, who made no progressive bet, and
    // $1,500 for the straight flush of seat 5; the table posts $10.
    let text = JACKPOTS
        .replace("LIRP-1' }", "PMG-02' }\n    options = { progressive-wager = 10 }")
        .replacen("'5', progressive = '1'", "'5'", 1)
        .replace("progressive = '1'", "progressive = '10'");
    let envy: Vec<String> = crate::support::lines(&settle(&text))
        .into_iter()
        .filter(|line| line.contains("envy"))
        .collect();
    assert_eq!(
        envy,
        [
            "5 envy 0.00 10000.00 win (10)(b)(iii) royal flush",
            "2 envy 0.00 3000.00 win (10)(b)(iii) straight flush",
            "2 envy 0.00 10000.00 win (10)(b)(iii) royal flush",
        ]
    );
}

#[test]
fn arsd_16_15_03_s13_wagers_together_stay_within_the_limit_of_the_edition() {
    let bets = |base: u32| format!("base = '{base}', bonus = '1', three-card-bonus = '1'");
    let text = |edition: &str, base: u32| {
        let text = seat("Ts Th 4d", "9c 2d", &bets(base), ["ride", "ride"]);
        posted(&format!("edition = '{edition}'"), &text)
    };
    // 3 x 32 + 1 + 1 = 98; 3 x 33 + 1 + 1 = 101.
    for edition in ["2012-06-18", "2015-05-13"] {
        assert_eq!(settle(&text(edition, 32)).settlement().lines.len(), 5);
        assert_eq!(
            problems(&text(edition, 33)),
            ["test:4: seat[1]: a total of $101 on bet-1, bet-2, bet-3, bonus, three-card-bonus, \
                 progressive is over the limit of $100"]
        );
    }
    // 2017: what the table posts, and nothing if it posts none.
    assert_eq!(settle(&text("2017-04-17", 33)).settlement().lines.len(), 5);
    let posts = posted("limits = { total = '15 to 100' }", &text("2017-04-17", 33));
    assert_eq!(
        problems(&posts),
        ["test:5: seat[1]: a total of $101 on bet-1, bet-2, bet-3, bonus, three-card-bonus, \
             progressive is over the limit of $100"]
    );
}

#[test]
fn ed_3_the_bonus_and_the_progressive_were_a_dollar_in_2012() {
    let old = |text: &str| posted("edition = '2012-06-18'", text);
    let bonus = seat("Ts Th 4d", "9c 2d", "base = '5', bonus = '2'", ["ride", "ride"]);
    assert_eq!(problems(&old(&bonus)), ["test:4: seat[1]: $2 on bonus is over the maximum of $1"]);
    assert_eq!(settle(&bonus).settlement().lines.len(), 4);
    let hand = ("Ts Th 4d", "9c 2d");
    let two = progressive("LIRP-1", "2", "10000", hand);
    assert_eq!(
        problems(&old(&two)),
        [
            "test:4: options.progressive-wager: option progressive-wager cannot be \"2\"; it can be 1"
        ]
    );
    assert_eq!(
        problems(&old(&two.replace("progressive-wager = '2'", ""))),
        ["test:7: seat[1]: the posted progressive wager is $1, not $2 (see 20:18:16:15.03(2), \
          [PRG-7])"]
    );
    assert_eq!(settle(&two).settlement().lines.len(), 4);
    assert_eq!(settle(&old(&two.replace("'2'", "'1'"))).settlement().lines.len(), 4);
    // The multi-link schedules came with the redline.
    let found = problems(&old(&progressive("PMG-01", "1", "10000", hand)));
    assert!(found[0].contains("progressive has no schedule \"PMG-01\""), "{found:?}");
}

#[test]
fn gen_9_no_bet_is_over_a_thousand_dollars_or_outside_what_is_posted() {
    let refused = |table: &str, bets: &str| {
        let text = posted(table, &seat("Ts Th 4d", "9c 2d", bets, ["ride", "ride"]));
        let found = problems(&text);
        assert_eq!(found.len(), 1, "{found:?}");
        found[0].split_once("seat[1]").unwrap().1.to_owned()
    };
    let limits = "limits = { base = '5 to 50' }";
    assert_eq!(refused("", "base = '1001'"), ": $1,001 on base is over the maximum of $1,000");
    assert_eq!(refused(limits, "base = '4'"), ": $4 on base is under the minimum of $5");
    assert_eq!(refused(limits, "base = '51'"), ": $51 on base is over the maximum of $50");
    assert_eq!(
        refused("", "base = '5.25'"),
        ".bets.base: $5.25 on base is not a multiple of the table's $1 chip"
    );
    let chip = "options = { chip = '0.25' }";
    let text = posted(chip, &seat("Ts Th 4d", "9c 2d", "base = '5.25'", ["pull", "pull"]));
    assert_eq!(settle(&text).settlement().lines[2].returned, Cents::new(1050));
}

#[test]
fn lir_1_a_progressive_bet_needs_its_schedule_and_meter() {
    let bets = "base = '5', progressive = '1'";
    let text = seat("Ts Th 4d", "9c 2d", bets, ["ride", "ride"]);
    let found = problems(&text);
    assert!(found[0].contains("unknown bet \"progressive\""), "{found:?}");
    let found = problems(&posted("schedules = { progressive = 'LIRP-1' }", &text));
    assert!(found[0].contains("needs a posted schedule and a meter"), "{found:?}");
    assert!(settle(&one("Ts Th 4d", "9c 2d", ["ride", "ride"])).meter().is_none());
}

#[test]
fn lir_10_a_wrong_number_of_cards_is_refused() {
    let one = |cards: &str, board: &str| problems(&one(cards, board, ["ride", "ride"]));
    assert_eq!(
        one("Ts Th", "9c 2d"),
        ["test:5: seat[1].cards: 3 cards are dealt to a seat, not 2"]
    );
    assert_eq!(one("Ts Th 4d", "9c"), ["test:2: board: a card is missing after 1"]);
    assert_eq!(one("Ts Th 4d", "9c 2d 3h"), ["test:2: board: left over, never dealt: 3h"]);
    assert_eq!(one("Ts Th 4d", "Ts 2d"), ["test:5: seat[1].cards: Ts appears twice"]);
    // The section gives no other irregularity a consequence either.
    let mut round = dealt(&[]);
    assert_eq!(
        round.report(Irregularity::ExposedCard, Some(number(1))),
        Err(Refusal::NoSuchIrregularity)
    );
}

#[test]
fn missing_and_left_over_decisions_are_refused() {
    let text = one("Ts Th 4d", "9c 2d", ["ride", "ride"]);
    assert_eq!(
        problems(&text.replace("'ride', 'ride'", "'ride'")),
        ["test:3: seat[1]: an action is missing: one of ride, pull"]
    );
    assert_eq!(
        problems(&text.replace("'ride', 'ride'", "'ride', 'ride', 'pull'")),
        ["test:7: seat[1].actions[3]: left over: \"pull\" was never asked for"]
    );
    assert_eq!(
        problems(&text.replace("'ride', 'ride'", "'ride', 'fold'")),
        ["test:7: seat[1].actions[2]: \"fold\" is not legal here; write ride or pull"]
    );
}
