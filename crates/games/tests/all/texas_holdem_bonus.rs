//! Texas Hold'em Bonus, 20:18:16:15.12. Subdivisions are numbered as in the redline, the default.

use games::{Keep, Next, Posting, Recipient, Round, SeatNumber, Table};
use money::Cents;
use rulebook::Rulebook;

use crate::support::{check, check_meter, lines, posted_wager, problems, settle};

/// One seat with an ante of $10 that bets on every street.
fn one(cards: &str, dealer: &str, board: &str) -> String {
    format!(
        "game = 'texas-holdem-bonus'\ndealer = '{dealer}'\nboard = '{board}'\n[[seat]]\n\
         number = 1\ncards = '{cards}'\nbets = {{ ante = '10' }}\n\
         actions = ['bet 2x', 'bet 1x', 'bet 1x']\n"
    )
}

/// What is wrong with a round in which one thing is replaced.
#[track_caller]
fn refused(text: &str, message: &str) {
    let found = problems(text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].ends_with(message), "{}", found[0]);
}

#[test]
fn arsd_16_15_12_s1_the_ante_is_required() {
    let text = one("As Kd", "Qs Jd", "2h 7s 9c Kc 4d");
    refused(&text.replace("ante = '10'", "bonus = '10'"), "ante must be bet");
}

#[test]
fn arsd_16_15_12_s4_s6_s7_s10_two_cards_one_at_a_time_and_a_burn_before_each_street() {
    let posting = Posting { game: "texas-holdem-bonus".to_owned(), ..Posting::default() };
    let table = Table::open(Rulebook::embedded(), posting).unwrap();
    let mut round = Round::new(&table, Keep::Log);
    for seat in [2, 5] {
        round.bet(SeatNumber::new(seat).unwrap(), "ante", Cents::dollars(10)).unwrap();
    }
    round.lock().unwrap();
    let deck: Vec<cards::Card> =
        cards::parse_cards("As Ah Ad Ks Kh Kd 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs").unwrap();
    let mut deck = deck.into_iter();
    let mut course = Vec::new();
    loop {
        match round.next().clone() {
            Next::Card(want) => {
                let to = match want.to {
                    Recipient::Seat { seat, .. } => format!("seat {seat}"),
                    to => format!("{to:?}"),
                };
                course.push(format!("{to} {:?} {}", want.facing, table.citation(want.cite)));
                round.card(deck.next().unwrap()).unwrap();
            }
            Next::Decision(choice) => {
                let actions: Vec<String> = choice.actions.iter().map(|a| a.to_string()).collect();
                course.push(format!("seat {}: {}", choice.seat, actions.join(" / ")));
                round.act(choice.seat, choice.actions[0]).unwrap();
            }
            Next::Bets | Next::Award(_) => unreachable!("bets are locked, none on a meter"),
            Next::Done => break,
        }
    }
    let section = "20:18:16:15.12";
    let mut expected: Vec<String> = Vec::new();
    for _ in 0..2 {
        expected.extend(["seat 2", "seat 5", "Dealer"].map(|to| format!("{to} Down {section}(4)")));
    }
    expected.extend(["seat 2: bet 2x / fold", "seat 5: bet 2x / fold"].map(str::to_owned));
    expected.push(format!("Burn Down {section}(6)"));
    expected.extend((0..3).map(|_| format!("Board Up {section}(6)")));
    expected.extend(["seat 2: bet 1x / check", "seat 5: bet 1x / check"].map(str::to_owned));
    expected.push(format!("Burn Down {section}(7)"));
    expected.push(format!("Board Up {section}(7)"));
    expected.extend(["seat 2: bet 1x / check", "seat 5: bet 1x / check"].map(str::to_owned));
    expected.push(format!("Burn Down {section}(10)"));
    expected.push(format!("Board Up {section}(10)"));
    assert_eq!(course, expected);
    // The dealer's cards are turned up at the end (11).
    assert!(round.felt().dealer.is_up(0) && round.felt().dealer.is_up(1));
}

#[test]
fn arsd_16_15_12_s5_a_fold_forfeits_ante_bonus_and_progressive_in_the_order_of_folding() {
    // Seat 3 holds aces and the royal of the flop would be its own: all of it is lost, and it
    // triggers no envy [THB-3] [PRG-13]. Seat 2 wins with a pair of jacks; 10-10 and less pay 3.
    let text = "game = 'texas-holdem-bonus'
         schedules = { progressive = 'PMG-01' }
         meter = '10000'
         dealer = '9d 4c'
         board = 'Qs Js Ts 2h 3c'
         [[seat]]
         number = 3
         cards = 'As Ks'
         bets = { ante = '10', bonus = '5', progressive = '1' }
         actions = ['fold']
         [[seat]]
         number = 2
         cards = 'Jh 5d'
         bets = { ante = '10', bonus = '5', progressive = '1' }
         actions = ['bet 2x', 'check', 'check']
         [[seat]]
         number = 1
         cards = '7c 6c'
         bets = { ante = '20', progressive = '1' }
         actions = ['fold']";
    check(
        text,
        "1 ante 20.00 0.00 lose (5)(a) fold
         1 progressive 1.00 0.00 lose (5)(a) fold
         3 bonus 5.00 0.00 lose (5)(a) fold
         3 ante 10.00 0.00 lose (5)(a) fold
         3 progressive 1.00 0.00 lose (5)(a) fold
         2 bonus 5.00 0.00 lose (12) no bonus
         2 flop 20.00 40.00 win (15) win
         2 ante 10.00 10.00 push (16) win-ante-below-flush
         2 progressive 1.00 0.00 lose (18) no award",
    );
    // The folded wagers stay on the meter: 25% of $3.
    check_meter(text, ["10000.0000", "0.7500", "0.0000", "10000.7500"]);
}

#[test]
fn arsd_16_15_12_s5_no_board_is_dealt_when_everyone_folds() {
    let text = "game = 'texas-holdem-bonus'
         dealer = '9d 4c'
         [[seat]]
         number = 4
         cards = '7c 2c'
         bets = { ante = '10' }
         actions = ['fold']";
    check(text, "4 ante 10.00 0.00 lose (5)(a) fold");
    assert!(!settle(text).felt().dealer.is_up(0), "the dealer does not show");
    refused(
        &text.replace("dealer =", "board = 'Qs Js Ts'\ndealer ="),
        "board: left over, never dealt: Qs Js Ts",
    );
}

#[test]
fn thb_1_flop_is_two_antes_turn_and_river_one_each_or_a_check() {
    let text = one("As Kd", "Qs Jd", "2h 7s 9c Kc 4d");
    check(
        &text.replace("'bet 1x', 'bet 1x'", "'check', 'bet 1x'"),
        "1 flop 20.00 40.00 win (15) win
         1 river 10.00 20.00 win (15) win
         1 ante 10.00 10.00 push (16) win-ante-below-flush",
    );
    check(
        &text.replace("'bet 1x', 'bet 1x'", "'bet 1x', 'check'"),
        "1 flop 20.00 40.00 win (15) win
         1 turn 10.00 20.00 win (15) win
         1 ante 10.00 10.00 push (16) win-ante-below-flush",
    );
    let actions = "'bet 2x', 'bet 1x', 'bet 1x'";
    for (other, message) in [
        ("'bet 1x'", "\"bet 1x\" is not legal here; write bet 2x or fold"),
        ("'check'", "\"check\" is not legal here; write bet 2x or fold"),
        ("'bet 2x', 'bet 2x'", "\"bet 2x\" is not legal here; write bet 1x or check"),
        // In for the finish (5)(b).
        ("'bet 2x', 'fold'", "\"fold\" is not legal here; write bet 1x or check"),
        ("'bet 2x', 'check', 'fold'", "\"fold\" is not legal here; write bet 1x or check"),
        ("'bet 2x', 'check'", "an action is missing: one of bet 1x, check"),
        ("", "an action is missing: one of bet 2x, fold"),
        ("'bet 2x', 'check', 'check', 'check'", "left over: \"check\" was never asked for"),
    ] {
        refused(&text.replace(actions, other), message);
    }
}

#[test]
fn arsd_16_15_12_s11_no_hand_is_needed_to_qualify_and_the_board_may_be_played() {
    // King high of the dealer beats queen high: K-T-9-8-6 against Q-J-T-8-6.
    check(
        &one("Qs Jd", "Kh 9d", "2c 4d 6s 8h Tc"),
        "1 flop 20.00 0.00 lose (14) beaten
         1 turn 10.00 0.00 lose (14) beaten
         1 river 10.00 0.00 lose (14) beaten
         1 ante 10.00 0.00 lose (14) beaten",
    );
    // Ace high beats king high.
    check(
        &one("As Jd", "Kh 9d", "2c 4d 6s 8h Tc"),
        "1 flop 20.00 40.00 win (15) win
         1 turn 10.00 20.00 win (15) win
         1 river 10.00 20.00 win (15) win
         1 ante 10.00 10.00 push (16) win-ante-below-flush",
    );
}

#[test]
fn arsd_16_15_12_s13_a_tie_pushes_everything_also_with_a_flush() {
    let push = "1 flop 20.00 20.00 push (13) tie
         1 turn 10.00 10.00 push (13) tie
         1 river 10.00 10.00 push (13) tie
         1 ante 10.00 10.00 push (13) tie";
    // Both play the board: a straight; a flush that neither improves.
    check(&one("2d 3c", "4h 5s", "As Ks Qd Jh Tc"), push);
    check(&one("2d 3c", "4h 5d", "As Ks Qs 9s 7s"), push);
}

#[test]
fn arsd_16_15_12_s16_the_ante_is_paid_from_a_flush_on_and_pushes_below() {
    let ante = |cards: &str, board: &str, line: &str| {
        check(
            &one(cards, "Qd Jc", board),
            &format!(
                "1 flop 20.00 40.00 win (15) win
                 1 turn 10.00 20.00 win (15) win
                 1 river 10.00 20.00 win (15) win
                 1 ante 10.00 {line}"
            ),
        );
    };
    let (push, win) = ("10.00 push (16) win-ante-below-flush", "20.00 win (16) win-ante");
    ante("9s 9h", "2c 4d 6s 8h Kc", push); // a pair
    ante("9s 8s", "9c 8d 6s 2h Kc", push); // two pair
    ante("9s 9h", "9c 4d 6s 2h Kc", push); // three of a kind
    ante("8s 6d", "2h 7s 9c Th 3d", push); // a straight, the best hand that pushes
    ante("Ah 3h", "2h 7h 9h Kc 4d", win); // a flush, the lowest that is paid
    ante("9d 9s", "9h 2h 2c Kc 4d", win); // a full house
    ante("9d 9s", "9h 9c 2c Kc 4d", win); // four of a kind
    ante("5h 6h", "7h 8h 9h Kc 2d", win); // a straight flush
    ante("Ah Kh", "Qh Jh Th 2c 2d", win); // a royal flush
}

#[test]
fn thb_3_the_bonus_pays_by_the_posted_table() {
    let bonus = |cards: &str, dealer: &str| {
        let text = one(cards, dealer, "2c 4d 6s 8h Ts");
        lines(&settle(&text.replace("ante = '10'", "ante = '10', bonus = '5'")))[0].clone()
    };
    // 5 x 1,000 + 5, 5 x 30 + 5, 5 x 25 + 5, 5 x 20 + 5, 5 x 15 + 5, 5 x 10 + 5, 5 x 5 + 5, 5 x 3 + 5.
    for (cards, dealer, returned, row) in [
        ("Ac Ad", "Ah As", "5005.00", "pair of aces, the dealer too"),
        ("Ac Ad", "Ah Kd", "155.00", "pair of aces"),
        ("Ac Kc", "9d 7d", "130.00", "ace-king suited"),
        ("Qh Ah", "9d 7d", "105.00", "ace-queen or ace-jack suited"),
        ("Ac Jc", "9d 7d", "105.00", "ace-queen or ace-jack suited"),
        ("Kc Ad", "9d 7d", "80.00", "ace-king"),
        ("Kc Kd", "Ah As", "55.00", "pair of jacks to kings"),
        ("Qc Qd", "9d 7d", "55.00", "pair of jacks to kings"),
        ("Jc Jd", "9d 7d", "55.00", "pair of jacks to kings"),
        ("Ac Qd", "9d 7d", "30.00", "ace-queen or ace-jack"),
        ("Ac Jd", "9d 7d", "30.00", "ace-queen or ace-jack"),
        ("Tc Td", "9d 7d", "20.00", "pair of twos to tens"),
        ("2h 2d", "9d 7d", "20.00", "pair of twos to tens"),
    ] {
        let expected = format!("1 bonus 5.00 {returned} win (12) {row}");
        assert_eq!(bonus(cards, dealer), expected, "{cards}");
    }
    // Aces of the dealer alone, and hands just below the table.
    for (cards, dealer) in [("Kc Qc", "Ah As"), ("Ac Tc", "9d 7d"), ("Kh Qh", "9d 7d")] {
        assert_eq!(bonus(cards, dealer), "1 bonus 5.00 0.00 lose (12) no bonus", "{cards}");
    }
}

#[test]
fn arsd_16_15_12_s17_one_player_at_a_time_bonus_base_wagers_progressive() {
    // Seat 4 has a pair of kings, seat 1 the flush of the board's hearts with the ace; the dealer's
    // king of hearts makes the lower flush. THBP-08 pays from a full house on [PRG-16].
    check(
        "game = 'texas-holdem-bonus'
         schedules = { bonus = 'house', progressive = 'THBP-08' }
         meter = '10000'
         dealer = 'Kh 4c'
         board = '2h 7h 9h Jh 3d'
         [[seat]]
         number = 4
         cards = 'Ks Kd'
         bets = { ante = '10', bonus = '5', progressive = '1' }
         actions = ['bet 2x', 'check', 'bet 1x']
         [[seat]]
         number = 1
         cards = 'Ah 4d'
         bets = { ante = '10', bonus = '5', progressive = '1' }
         actions = ['bet 2x', 'bet 1x', 'check']",
        "4 bonus 5.00 55.00 win (12) pair of jacks to kings
         4 flop 20.00 0.00 lose (14) beaten
         4 river 10.00 0.00 lose (14) beaten
         4 ante 10.00 0.00 lose (14) beaten
         4 progressive 1.00 0.00 lose (18) no award
         1 bonus 5.00 0.00 lose (12) no bonus
         1 flop 20.00 40.00 win (15) win
         1 turn 10.00 20.00 win (15) win
         1 ante 10.00 20.00 win (16) win-ante
         1 progressive 1.00 0.00 lose (18) no award",
    );
}

/// One seat's progressive at a table that posts it: its line, and the meter after it.
fn award(schedule: &str, stake: &str, cards: &str, board: &str) -> (String, String) {
    let bets = format!("ante = '10', progressive = '{stake}'");
    let text = one(cards, "Qd 3h", board).replace("ante = '10'", &bets);
    let options = posted_wager(schedule, stake);
    let head = format!("schedules = {{ progressive = '{schedule}' }}\n{options}meter = '10000'\n");
    let round = settle(&(head + &text));
    let after = round.meter().expect("a progressive bet was made").after.to_string();
    (lines(&round).pop().expect("the round has lines"), after)
}

#[test]
fn prg_14_thbp_08_asks_when_the_royal_was_complete() {
    // The meter is 10,000 + 0.25. 25% of it is 2,500.0625, 5% is 500.0125: whole cents [PRG-4].
    for (cards, board, returned, row, after) in [
        ("As Ks", "Qs Js Ts 2d 4c", "10000.25", "royal flush in five cards", "10000.0000"),
        ("As Ks", "Qs Js 2d Ts 4c", "2500.06", "royal flush in six cards", "7500.1900"),
        ("As 2d", "Ks Qs Js Ts 4c", "2500.06", "royal flush in six cards", "7500.1900"),
        ("As Ks", "Qs Js 2d 4c Ts", "500.01", "royal flush in seven cards", "9500.2400"),
        ("As 2d", "Ks Qs Js 4c Ts", "500.01", "royal flush in seven cards", "9500.2400"),
        ("2d 4c", "As Ks Qs Js Ts", "3000.00", "royal flush on the board", "10000.2500"),
        ("9s 8s", "7s 6s 2d 4c 5s", "250.00", "straight flush", "10000.2500"),
        ("9s 9h", "9d 9c 2d 4c 5s", "100.00", "four of a kind", "10000.2500"),
        ("9s 9h", "9d 2c 2d 4c 5s", "10.00", "full house", "10000.2500"),
    ] {
        let (line, meter) = award("THBP-08", "1", cards, board);
        assert_eq!(line, format!("1 progressive 1.00 {returned} win (18) {row}"));
        assert_eq!(meter, after, "{row}");
    }
    let (line, meter) = award("THBP-08", "1", "As 2s", "9s 7s 5s Kc Kd");
    assert_eq!(line, "1 progressive 1.00 0.00 lose (18) no award", "a flush [PRG-16]");
    assert_eq!(meter, "10000.2500");
}

#[test]
fn prg_7_dollar_rows_and_the_seed_go_with_the_posted_wager() {
    // Twice the nominal $1: 2 x $250, and 2 x the seed of $10,000 after a royal. 25% of $2 is 0.50.
    let (line, meter) = award("THBP-08", "2", "9s 8s", "7s 6s 2d 4c 5s");
    assert_eq!(line, "1 progressive 2.00 500.00 win (18) straight flush");
    assert_eq!(meter, "10000.5000");
    let (line, meter) = award("THBP-08", "2", "As Ks", "Qs Js Ts 2d 4c");
    assert_eq!(line, "1 progressive 2.00 10000.50 win (18) royal flush in five cards");
    assert_eq!(meter, "20000.0000");
    // PMG-02's nominal wager is $5: its seed is $50,000 at $5, $100,000 at $10; 25% of $10 is 2.50.
    let (line, meter) = award("PMG-02", "10", "As Ks", "Qs Js Ts 2d 4c");
    assert_eq!(line, "1 progressive 10.00 10002.50 win (18) royal flush");
    assert_eq!(meter, "100000.0000");
    let (line, _) = award("PMG-02", "5", "9s 9h", "9d 2c 4c Kd 7h");
    assert_eq!(line, "1 progressive 5.00 45.00 win (18) three of a kind");
}

#[test]
fn prg_17_pmg_is_judged_on_hole_cards_and_flop() {
    // 300, 50, 40, 30 and 9 for 1; 10% of 10,000.25 is 1,000.025.
    for (cards, board, returned, row) in [
        ("As Ks", "Qs Js Ts 2d 4c", "10000.25", "royal flush"),
        ("9s 8s", "7s 6s 5s 2d 4c", "1000.02", "straight flush"),
        ("9s 9h", "9d 9c 2d 4c 5s", "300.00", "four of a kind"),
        ("9s 9h", "9d 2c 2d 4c 5s", "50.00", "full house"),
        ("As 2s", "9s 7s 5s Kc Kd", "40.00", "flush"),
        ("9s 8h", "7s 6s 5d Kc Kd", "30.00", "straight"),
        ("9s 9h", "9d 2c 4c Kd 7h", "9.00", "three of a kind"),
    ] {
        let (line, _) = award("PMG-01", "1", cards, board);
        assert_eq!(line, format!("1 progressive 1.00 {returned} win (18) {row}"));
    }
    // Turn and river count for nothing: a royal of the board, a royal at the turn, quads at the river.
    for (cards, board) in
        [("2d 4c", "As Ks Qs Js Ts"), ("As Ks", "Qs Js 2d Ts 4c"), ("9s 9h", "Kd 2c 4c 9d 9c")]
    {
        let (line, _) = award("PMG-01", "1", cards, board);
        assert_eq!(line, "1 progressive 1.00 0.00 lose (18) no award", "{board}");
    }
    // A set on the flop that fills up later is still a set.
    let (line, _) = award("PMG-01", "1", "9s 9h", "9d 2c 4c 2d 9c");
    assert_eq!(line, "1 progressive 1.00 9.00 win (18) three of a kind");
}

#[test]
fn prg_17_pmg_on_seven_cards_is_an_override() {
    // A set on the flop that the river makes four of a kind; a straight of board and one hole card;
    // a royal on the board, which every hand contains.
    let line = |options: &str, cards: &str, board: &str| {
        let text = one(cards, "Qd 3h", board);
        let text = text.replace("ante = '10'", "ante = '10', progressive = '1'");
        let head = format!("schedules = {{ progressive = 'PMG-01' }}\n{options}meter = '10000'\n");
        lines(&settle(&(head + &text))).pop().expect("the round has lines")
    };
    let seven = "options = { pmg-cards = '7' }\n";
    for (cards, board, on_five, on_seven) in [
        (
            "9s 9h",
            "9d 2c 4c 6d 9c",
            "9.00 win (18) three of a kind",
            "300.00 win (18) four of a kind",
        ),
        ("9s 2h", "8d 7c 4c 6d 5h", "0.00 lose (18) no award", "30.00 win (18) straight"),
        ("2d 4c", "As Ks Qs Js Ts", "0.00 lose (18) no award", "10000.25 win (18) royal flush"),
    ] {
        assert_eq!(line("", cards, board), format!("1 progressive 1.00 {on_five}"));
        assert_eq!(line(seven, cards, board), format!("1 progressive 1.00 {on_seven}"));
    }
    let own =
        jackpot("THBP-08", 1, 2, 3, "1").replace("meter", "options = { pmg-cards = '7' }\nmeter");
    refused(&own, "option pmg-cards has no effect on THBP-08 [PRG-17]");
}

#[test]
fn prg_3_a_reset_adds_the_reserve_and_keeps_the_fraction_of_a_cent() {
    // 12,345.6789 + 0.25 = 12,345.9289: 12,345.92 is paid, 0.0089 stays beside 10,000 + 250.50.
    let text = one("As Ks", "Qd 3h", "Qs Js Ts 2d 4c")
        .replace("ante = '10'", "ante = '10', progressive = '1'");
    let head = "schedules = { progressive = 'THBP-08' }
        meter = '12345.6789'
        reserve = '250.50'\n";
    let text = format!("{head}{text}");
    check_meter(&text, ["12345.6789", "0.2500", "12345.9200", "10250.5089"]);
    assert_eq!(settle(&text).meter().unwrap().reserve_after.to_string(), "0.0000");
}

/// A royal, a straight flush and a hand of nothing on one flop, in these seats.
fn jackpot(schedule: &str, royal: u8, straight_flush: u8, nothing: u8, stake: &str) -> String {
    let seat = |number: u8, cards: &str| {
        format!(
            "[[seat]]\nnumber = {number}\ncards = '{cards}'\n\
             bets = {{ ante = '10', progressive = '{stake}' }}\n\
             actions = ['bet 2x', 'check', 'check']\n"
        )
    };
    let options = posted_wager(schedule, stake);
    format!(
        "game = 'texas-holdem-bonus'\nschedules = {{ progressive = '{schedule}' }}\n{options}\
         meter = '10000'\ndealer = '4d 6h'\nboard = 'Ts Js Qs 2d 3c'\n{}{}{}",
        seat(royal, "As Ks"),
        seat(straight_flush, "8s 9s"),
        seat(nothing, "5d 7h"),
    )
}

/// The lines of the progressive and of envy.
fn progressive_lines(text: &str) -> Vec<String> {
    let all = lines(&settle(text));
    all.into_iter().filter(|l| l.contains(" progressive ") || l.contains(" envy ")).collect()
}

#[test]
fn prg_5_meter_awards_go_counter_clockwise_each_from_what_is_left() {
    // 10,000 + 3 x 0.25. Seat 2's 10% is 1,000.075, so 1,000.07; seat 1 takes the 9,000.68 left.
    let text = jackpot("PMG-01", 1, 2, 3, "1");
    assert_eq!(
        progressive_lines(&text),
        [
            "3 progressive 1.00 0.00 lose (18) no award",
            "2 progressive 1.00 1000.07 win (18) straight flush",
            "1 progressive 1.00 9000.68 win (18) royal flush",
            "3 envy 0.00 300.00 win (18)(b)(iii) straight flush",
            "3 envy 0.00 1000.00 win (18)(b)(iii) royal flush",
            "2 envy 0.00 1000.00 win (18)(b)(iii) royal flush",
            "1 envy 0.00 300.00 win (18)(b)(iii) straight flush",
        ]
    );
    check_meter(&text, ["10000.0000", "0.7500", "10000.7500", "10000.0000"]);
    // The other way round: seat 2 takes 10,000.75, seat 1 has 10% of the seed.
    let text = jackpot("PMG-01", 2, 1, 3, "1");
    let expected = [
        "2 progressive 1.00 10000.75 win (18) royal flush",
        "1 progressive 1.00 1000.00 win (18) straight flush",
    ];
    assert_eq!(progressive_lines(&text)[1..3], expected);
    check_meter(&text, ["10000.0000", "0.7500", "11000.7500", "9000.0000"]);
    // Split shares only equal top awards; two royals cannot lie on one board of five.
    let split = text.replace("meter", "options = { house-procedure = 'split' }\nmeter");
    assert_eq!(progressive_lines(&split)[1..3], expected);
}

#[test]
fn arsd_16_15_12_s18_b_envy_is_won_from_each_other_hand_and_never_from_ones_own() {
    // PMG-02 at $10, twice its nominal $5: envy is 2 x $1,500 and 2 x $5,000.
    let text = jackpot("PMG-02", 1, 2, 3, "10");
    let envy: Vec<String> = progressive_lines(&text).split_off(3);
    assert_eq!(
        envy,
        [
            "3 envy 0.00 3000.00 win (18)(b)(iii) straight flush",
            "3 envy 0.00 10000.00 win (18)(b)(iii) royal flush",
            "2 envy 0.00 10000.00 win (18)(b)(iii) royal flush",
            "1 envy 0.00 3000.00 win (18)(b)(iii) straight flush",
        ]
    );
    // The hand alone triggers [PRG-6]: without its own bet the royal wins no award and no envy.
    let text = jackpot("PMG-01", 1, 2, 3, "1").replacen(", progressive = '1'", "", 1);
    assert_eq!(
        progressive_lines(&text),
        [
            "3 progressive 1.00 0.00 lose (18) no award",
            "2 progressive 1.00 1000.05 win (18) straight flush",
            "3 envy 0.00 300.00 win (18)(b)(iii) straight flush",
            "3 envy 0.00 1000.00 win (18)(b)(iii) royal flush",
            "2 envy 0.00 1000.00 win (18)(b)(iii) royal flush",
        ]
    );
    // Seats 1 and 3 are one player: no envy between them.
    let text = jackpot("PMG-01", 1, 2, 3, "1").replace("number = 3\n", "number = 3\nplayer = 1\n");
    let envy: Vec<String> = progressive_lines(&text).split_off(3);
    assert_eq!(
        envy,
        [
            "3 envy 0.00 300.00 win (18)(b)(iii) straight flush",
            "2 envy 0.00 1000.00 win (18)(b)(iii) royal flush",
            "1 envy 0.00 300.00 win (18)(b)(iii) straight flush",
        ]
    );
    // Seat 3 folds and loses its bet [PRG-13], but it made it, and has envy of both [PRG-6].
    let text = jackpot("PMG-01", 1, 2, 3, "1");
    let fold = text.rfind("'bet 2x', 'check', 'check'").unwrap();
    let text = format!("{}'fold']\n", &text[..fold]);
    let envy: Vec<String> = progressive_lines(&text).split_off(3);
    assert_eq!(
        envy,
        [
            "3 envy 0.00 300.00 win (18)(b)(iii) straight flush",
            "3 envy 0.00 1000.00 win (18)(b)(iii) royal flush",
            "2 envy 0.00 1000.00 win (18)(b)(iii) royal flush",
            "1 envy 0.00 300.00 win (18)(b)(iii) straight flush",
        ]
    );
    // THBP-08 posts no envy.
    assert_eq!(progressive_lines(&jackpot("THBP-08", 1, 2, 3, "1")).len(), 3);
}

#[test]
fn prg_18_the_progressive_bet_is_the_nominal_wager_or_a_multiple() {
    refused(
        &jackpot("PMG-02", 1, 2, 3, "5").replacen("'5'", "'3'", 1),
        "the posted progressive wager is $5, not $3 (see 20:18:16:15.12(2), [PRG-7])",
    );
    let chip = jackpot("THBP-08", 1, 2, 3, "1")
        .replace("meter", "options = { chip = '0.50' }\nmeter")
        .replacen("progressive = '1'", "progressive = '1.50'", 1);
    refused(
        &chip,
        "the posted progressive wager is $1, not $1.50 (see 20:18:16:15.12(2), [PRG-7])",
    );
    refused(
        &jackpot("PMG-02", 1, 2, 3, "7"),
        "it can be a whole multiple of PMG-02's $5, at most $1,000 [PRG-7]",
    );
}

#[test]
fn gen_9_an_ante_must_leave_room_for_its_flop_bet() {
    // Twice $501 is over $1,000; $500 is not.
    let text = one("As Kd", "Qs Jd", "2h 7s 9c Kc 4d");
    refused(
        &text.replace("ante = '10'", "ante = '501'"),
        "ante would require $1,002 on flop later, which is not allowed: $1,002 on flop is over the \
         maximum of $1,000",
    );
    check(
        &text.replace("ante = '10'", "ante = '500'"),
        "1 flop 1000.00 2000.00 win (15) win
         1 turn 500.00 1000.00 win (15) win
         1 river 500.00 1000.00 win (15) win
         1 ante 500.00 500.00 push (16) win-ante-below-flush",
    );
    refused(
        &text.replace("ante = '10'", "ante = '10', bonus = '1001'"),
        "$1,001 on bonus is over the maximum of $1,000",
    );
    let posted = format!("limits = {{ ante = '5 to 50', bonus = '2 to 25' }}\n{text}");
    for (bets, message) in [
        ("ante = '4'", "$4 on ante is under the minimum of $5"),
        ("ante = '51'", "$51 on ante is over the maximum of $50"),
        ("ante = '10', bonus = '1'", "$1 on bonus is under the minimum of $2"),
        ("ante = '10', bonus = '26'", "$26 on bonus is over the maximum of $25"),
    ] {
        refused(&posted.replace("ante = '10'", bets), message);
    }
    // A posted limit on a street takes the bet out of the legal actions.
    let text = format!("limits = {{ turn = '20 to 50' }}\n{text}");
    refused(&text, "\"bet 1x\" is not legal here; write check");
}

#[test]
fn gen_11_the_section_has_no_tips() {
    let text = one("As Kd", "Qs Jd", "2h 7s 9c Kc 4d") + "tips = { ante = '5' }\n";
    refused(&text, "a tip cannot ride on ante: the section does not provide for it");
}

#[test]
fn thb_5_a_wrong_number_of_cards_is_bad_input() {
    let text = one("As Kd", "Qs Jd", "2h 7s 9c Kc 4d");
    refused(&text.replace("As Kd", "As Kd 3d"), "2 cards are dealt to a seat, not 3");
    refused(&text.replace("Qs Jd", "Qs"), "2 cards are dealt to the dealer, not 1");
    refused(&text.replace("Kc 4d", "Kc"), "board: a card is missing after 4");
    refused(&text.replace("Kc 4d", "Kc 4d 5d"), "board: left over, never dealt: 5d");
    refused(&text.replace("Kc 4d", "Kc Kd"), "Kd appears twice");
}

#[test]
fn ed_3_the_older_text_has_no_subdivision_on_locking_and_counts_one_less() {
    let text =
        one("As Kd", "Qs Jd", "2h 7s 9c Kc 4d").replace("ante = '10'", "ante = '10', bonus = '5'");
    check(
        &format!("edition = '2011-01-10'\n{text}"),
        "1 bonus 5.00 80.00 win (11) ace-king
         1 flop 20.00 40.00 win (14) win
         1 turn 10.00 20.00 win (14) win
         1 river 10.00 20.00 win (14) win
         1 ante 10.00 10.00 push (15) win-ante-below-flush",
    );
    let fold = "'bet 2x', 'bet 1x', 'bet 1x'";
    let text = text.replace(fold, "'fold'").replace("board = '2h 7s 9c Kc 4d'\n", "");
    check(
        &format!("edition = '2011-01-10'\n{text}"),
        "1 bonus 5.00 0.00 lose (4)(a) fold
         1 ante 10.00 0.00 lose (4)(a) fold",
    );
}

#[test]
fn a_table_is_opened_only_on_what_the_section_has() {
    let text = one("As Kd", "Qs Jd", "2h 7s 9c Kc 4d");
    for (head, message) in [
        (
            "schedules = { progressive = 'UTHP-01' }",
            "progressive has no schedule \"UTHP-01\"; it has THBP-08, PMG-01, PMG-02",
        ),
        (
            "schedules = { trips = 'UTH-01' }",
            "\"trips\" does not select a schedule; use bonus, progressive",
        ),
        (
            "options = { dealing = 'machine' }",
            "option dealing cannot be \"machine\"; it can be hand",
        ),
    ] {
        let found = problems(&format!("{head}\n{text}"));
        assert!(found[0].ends_with(message), "{}", found[0]);
    }
    let with_bet = text.replace("ante = '10'", "ante = '10', progressive = '1'");
    refused(&with_bet, "unknown bet \"progressive\"; this table has ante, bonus");
    let unmetered = format!("schedules = {{ progressive = 'THBP-08' }}\n{with_bet}");
    refused(&unmetered, "a progressive bet needs a posted schedule and a meter");
}

#[test]
fn gen_10_bets_are_closed_once_locked_and_a_refusal_changes_nothing() {
    let posting = Posting { game: "texas-holdem-bonus".to_owned(), ..Posting::default() };
    let table = Table::open(Rulebook::embedded(), posting).unwrap();
    let mut round = Round::new(&table, Keep::Log);
    let seat = SeatNumber::FIRST;
    round.bet(seat, "ante", Cents::dollars(10)).unwrap();
    round.lock().unwrap();
    for card in cards::parse_cards("As Ah Ks Kh").unwrap() {
        round.card(card).unwrap();
    }
    let (felt, events) = (round.felt().clone(), round.log().events().len());
    assert!(round.act(seat, "check".parse().unwrap()).is_err());
    assert!(round.bet(seat, "bonus", Cents::dollars(5)).is_err(), "bets are locked [GEN-10]");
    assert!(round.card("2c".parse().unwrap()).is_err());
    assert_eq!((round.felt(), round.log().events().len()), (&felt, events));
}

#[test]
fn arsd_16_15_12_s8_s9_s14_s15_a_winner_is_paid_even_money_and_a_beaten_player_loses_all() {
    // Aces against king high; the river is bet for one ante, the turn checked. Below a flush the
    // ante pushes (16).
    let text = |cards: &str, dealer: &str| {
        format!(
            "game = 'texas-holdem-bonus'
             dealer = '{dealer}'
             board = '2h 7s 9c Jd 3s'
             [[seat]]
             number = 1
             cards = '{cards}'
             bets = {{ ante = '10' }}
             actions = ['bet 2x', 'check', 'bet 1x']"
        )
    };
    check(
        &text("As Ad", "Kc Qd"),
        "1 flop 20.00 40.00 win (15) win
         1 river 10.00 20.00 win (15) win
         1 ante 10.00 10.00 push (16) win-ante-below-flush",
    );
    check(
        &text("Kc Qd", "As Ad"),
        "1 flop 20.00 0.00 lose (14) beaten
         1 river 10.00 0.00 lose (14) beaten
         1 ante 10.00 0.00 lose (14) beaten",
    );
}
