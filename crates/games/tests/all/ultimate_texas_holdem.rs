//! Ultimate Texas Hold'em, 20:18:16:15.15.

use games::{Facing, Keep, Next, Posting, Recipient, Refusal, Report, Round, SeatNumber, Table};
use money::Cents;
use rulebook::{Consequence, Irregularity, Rulebook};

use crate::support::{check, check_meter, lines, posted_wager, problems, settle};

/// One seat with ante and blind of $10.
fn one(cards: &str, dealer: &str, board: &str, actions: &str) -> String {
    format!(
        "game = 'ultimate-texas-holdem'\ndealer = '{dealer}'\nboard = '{board}'\n[[seat]]\n\
         number = 1\ncards = '{cards}'\nbets = {{ ante = '10', blind = '10' }}\n\
         actions = [{actions}]\n"
    )
}

/// The one thing that is wrong with a round.
#[track_caller]
fn refused(text: &str, message: &str) {
    let found = problems(text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].ends_with(message), "{}", found[0]);
}

/// A table with these options, and a round at it with bets locked.
fn locked(options: &[(&str, &str)], bets: &[(u8, &str)]) -> Round {
    let options = options.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
    let game = "ultimate-texas-holdem".to_owned();
    let posting = Posting { game, options, ..Posting::default() };
    let table = Table::open(Rulebook::embedded(), posting).expect("a fair posting");
    let mut round = Round::new(&table, Keep::Log);
    for (seat, bet) in bets {
        let seat = SeatNumber::new(*seat).expect("a seat from 1 to 7");
        round.bet(seat, bet, Cents::dollars(5)).expect("a fair bet");
    }
    round.lock().expect("fair bets");
    round
}

/// Plays a round with cards of a deck in order, everyone taking the last of the legal actions (a
/// check, then a fold); what was wanted, and how the board lay at each decision.
fn course(round: &mut Round) -> Vec<String> {
    let deck = cards::parse_cards("As Ah Ad Ks Kh Kd 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs 2h 3h 4h");
    let mut deck = deck.expect("cards in notation").into_iter();
    let mut course = Vec::new();
    loop {
        match round.next().clone() {
            Next::Card(want) => {
                let to = match want.to {
                    Recipient::Seat { seat, .. } => format!("seat {seat}"),
                    to => format!("{to:?}"),
                };
                let cite = round.table().citation(want.cite).to_string();
                let cite = cite.trim_start_matches("20:18:16:15.15");
                course.push(format!("{to} {:?} {cite}", want.facing));
                round.card(deck.next().expect("cards enough")).expect("a new card");
            }
            Next::Decision(choice) => {
                let board = &round.felt().board;
                let up = (0..board.cards().len()).filter(|&place| board.is_up(place)).count();
                let actions: Vec<String> = choice.actions.iter().map(|a| a.to_string()).collect();
                course.push(format!("seat {} {up} up: {}", choice.seat, actions.join(" / ")));
                let last = *choice.actions.last().expect("something is legal");
                round.act(choice.seat, last).expect("it is legal");
            }
            Next::Bets | Next::Award(_) => unreachable!("bets are locked, none on a meter"),
            Next::Done => return course,
        }
    }
}

#[test]
fn arsd_16_15_15_s2_ante_and_blind_equal_or_trips_or_all() {
    let text = one("As Ks", "Jh 7c", "2h 9s Jd 4c Th", "'bet 4x'");
    let bets = "ante = '10', blind = '10'";
    for (other, message) in [
        ("ante = '10'", "ante can only be bet with blind"),
        ("ante = '10', trips = '5'", "ante can only be bet with blind"),
        ("blind = '10'", "at least one of ante, trips must be bet"),
        ("blind = '10', trips = '5'", "blind can only be bet with ante"),
        ("ante = '10', blind = '5'", "blind must equal ante"),
        ("ante = '26', blind = '26'", "$26 on ante is over the maximum of $25"),
        ("ante = '10', blind = '10', trips = '101'", "$101 on trips is over the maximum of $100"),
        ("ante = '2.50', blind = '10'", "$2.50 on ante is not a multiple of the table's $1 chip"),
    ] {
        refused(&text.replace(bets, other), message);
    }
    // The most that may be bet: $25 each, $100 on trips, four antes of play. The dealer has jacks.
    check(
        &text.replace(bets, "ante = '25', blind = '25', trips = '100'"),
        "1 play 100.00 0.00 lose (15) beaten
         1 ante 25.00 0.00 lose (15) beaten
         1 blind 25.00 0.00 lose (16) beaten
         1 trips 100.00 0.00 lose (17) no trips",
    );
    let metered = "schedules = { progressive = 'UTHP-01' }\nmeter = '10000'\n".to_owned() + &text;
    refused(&metered.replace(bets, "progressive = '1'"), "at least one of ante, trips must be bet");
}

#[test]
fn uth_1_a_player_with_trips_alone_decides_nothing() {
    // Seat 2's trips loses in its turn, not among the folds: it never folded.
    let text = "game = 'ultimate-texas-holdem'
         dealer = 'Qd 7c'
         board = '2h 9s 9d 4c Th'
         [[seat]]
         number = 1
         cards = 'Ah 3d'
         bets = { ante = '10', blind = '10' }
         actions = ['check', 'check', 'fold']
         [[seat]]
         number = 2
         cards = 'Ks Js'
         bets = { trips = '5' }
         [[seat]]
         number = 3
         cards = '9c 5s'
         bets = { trips = '5' }";
    check(
        text,
        "1 ante 10.00 0.00 lose (12) fold
         1 blind 10.00 0.00 lose (12) fold
         3 trips 5.00 20.00 win (17) three of a kind
         2 trips 5.00 0.00 lose (17) no trips",
    );
    refused(
        &text.replace(
            "{ trips = '5' }\n         [[seat]]",
            "{ trips = '5' }\nactions = ['check']\n[[seat]]",
        ),
        "left over: \"check\" was never asked for",
    );
}

#[test]
fn arsd_16_15_15_s3_tips_ride_on_ante_blind_and_trips() {
    // A pair of kings beats a pair of nines: play and ante 1 to 1, the blind pushes, trips loses;
    // the tips go the same way, and none was added to the play wager.
    let text = one("As Ks", "9d 7c", "2h 9s Kd 4c Th", "'bet 4x'")
        .replace("blind = '10'", "blind = '10', trips = '5'");
    let tips = |round: &Round| -> Vec<String> {
        let tips = &round.settlement().tips;
        tips.iter()
            .map(|tip| {
                let (staked, returned, outcome) = (tip.staked, tip.returned, tip.outcome.word());
                format!("{} {} {staked} {returned} {outcome}", tip.seat, tip.wager)
            })
            .collect()
    };
    let tipped = format!("{text}tips = {{ ante = '5', blind = '10', trips = '1' }}\n");
    let round = settle(&tipped);
    assert_eq!(
        tips(&round),
        ["1 ante 5.00 10.00 win", "1 blind 10.00 10.00 push", "1 trips 1.00 0.00 lose"]
    );
    assert_eq!(lines(&round)[1], "1 ante 10.00 20.00 win (15) win", "tips are in no line");
    // Folded, they are lost with the wagers they ride on.
    let round = settle(&tipped.replace("'bet 4x'", "'check', 'check', 'fold'"));
    assert_eq!(
        tips(&round),
        ["1 ante 5.00 0.00 lose", "1 blind 10.00 0.00 lose", "1 trips 1.00 0.00 lose"]
    );
    for (tips, message) in [
        ("ante = '11'", "the tip of $11 on ante is more than the player's own $10"),
        ("ante = '0.50'", "$0.50 on ante is not a multiple of the table's $1 chip"),
    ] {
        refused(&format!("{text}tips = {{ {tips} }}\n"), message);
    }
    refused(
        &tipped.replace(", trips = '5'", ""),
        "a tip on trips needs the player's own wager there",
    );
}

#[test]
fn uth_9_a_tip_on_play_is_the_players_multiple_of_the_tip_ante() {
    // A pair of kings beats a pair of nines: 1 to 1 on play and ante. 4 x $5 is $20; after the flop
    // 2 x $5 is $10; after the river $5.
    for (actions, tip, returned) in [
        ("'bet 4x'", "20", "40.00"),
        ("'bet 3x'", "15", "30.00"),
        ("'check', 'bet 2x'", "10", "20.00"),
        ("'check', 'check', 'bet 1x'", "5", "10.00"),
    ] {
        let text = one("As Ks", "9d 7c", "2h 9s Kd 4c Th", actions);
        let round = settle(&format!("{text}tips = {{ ante = '5', play = '{tip}' }}\n"));
        let tips: Vec<String> = round
            .settlement()
            .tips
            .iter()
            .map(|tip| format!("{} {} {}", tip.wager, tip.staked, tip.returned))
            .collect();
        assert_eq!(tips, [format!("play {tip}.00 {returned}"), "ante 5.00 10.00".to_owned()]);
        assert_eq!(lines(&round).len(), 3, "tips are in no line");
        assert!(round.log_text().contains(&format!(" with tip {tip}.00\n")));
        let again = games::replay(Rulebook::embedded(), &round.log_text()).expect("it replays");
        assert_eq!(again.round.settlement(), round.settlement());
        let again = games::rebuild(&round).expect("it is rebuilt");
        assert_eq!(again.settlement(), round.settlement());
    }
}

#[test]
fn uth_9_a_tip_on_play_that_cannot_ride_is_refused() {
    let text = |actions: &str, tips: &str| {
        one("As Ks", "9d 7c", "2h 9s Kd 4c Th", actions) + &format!("tips = {{ {tips} }}\n")
    };
    refused(
        &text("'bet 4x'", "play = '20'"),
        "test:9: seat[1].tips.play: a tip on play needs a tip on ante: 20:18:16:15.15(3)",
    );
    refused(
        &text("'bet 4x'", "blind = '5', play = '20'"),
        "a tip on play needs a tip on ante: 20:18:16:15.15(3)",
    );
    refused(
        &text("'bet 4x'", "ante = '5', play = '10'"),
        "the tip on play must be $20 (4x the tip on ante), not $10: 20:18:16:15.15(3)",
    );
    refused(
        &text("'check', 'check', 'fold'", "ante = '5', play = '5'"),
        "seat[1].tips.play: no tip can ride on play: the player made no wager there",
    );
}

#[test]
fn arsd_16_15_15_s4_by_hand_one_card_at_a_time_and_two_burns() {
    // Seat 4 has trips alone and is never asked.
    let bets = [(2, "ante"), (2, "blind"), (4, "trips")];
    let mut round = locked(&[], &bets);
    let mut expected = Vec::new();
    for _ in 0..2 {
        expected.extend(["seat 2 Down (4)", "seat 4 Down (4)", "Dealer Down (4)"]);
    }
    expected.push("seat 2 0 up: bet 4x / bet 3x / check");
    expected.extend(["Burn Down (8)", "Board Up (8)", "Board Up (8)", "Board Up (8)"]);
    expected.push("seat 2 3 up: bet 2x / check");
    expected.extend(["Burn Down (10)", "Board Up (10)", "Board Up (10)"]);
    expected.push("seat 2 5 up: bet 1x / fold");
    assert_eq!(course(&mut round), expected);
}

#[test]
fn arsd_16_15_15_s4_a_machine_gives_the_board_first_face_down() {
    // Then two-card groups; the board is turned up in its time, after the burns [UTH-8].
    let bets = [(2, "ante"), (2, "blind"), (4, "trips")];
    let mut round = locked(&[("dealing", "machine")], &bets);
    let mut expected = vec!["Board Down (4)"; 5];
    for to in ["seat 2 Down (4)", "seat 4 Down (4)", "Dealer Down (4)"] {
        expected.extend([to, to]);
    }
    expected.push("seat 2 0 up: bet 4x / bet 3x / check");
    expected.push("Burn Down (8)");
    expected.push("seat 2 3 up: bet 2x / check");
    expected.push("Burn Down (10)");
    expected.push("seat 2 5 up: bet 1x / fold");
    assert_eq!(course(&mut round), expected);
    // A file is the same for both ways.
    let text = one("As Ks", "9d 7c", "2h 9s Kd 4c Th", "'check', 'bet 2x'");
    let machine = format!("options = {{ dealing = 'machine' }}\n{text}");
    assert_eq!(lines(&settle(&machine)), lines(&settle(&text)));
}

#[test]
fn arsd_16_15_15_s5_a_wrong_number_of_cards_is_a_misdeal() {
    let text = "game = 'ultimate-texas-holdem'
         schedules = { progressive = 'UTHP-01' }
         meter = '10000'
         dealer = 'Qd 7c'
         board = '2h 9s 9d 4c Th'
         [[seat]]
         number = 1
         cards = 'Ah 3d'
         bets = { ante = '10', blind = '10', progressive = '1' }
         tips = { ante = '5' }
         actions = ['check', 'check', 'fold']
         [[seat]]
         number = 2
         cards = 'Ks Js'
         bets = { trips = '5', progressive = '1' }";
    let dead = "2 trips 5.00 5.00 dead (5) misdeal
         2 progressive 1.00 1.00 dead (5) misdeal
         1 ante 10.00 10.00 dead (5) misdeal
         1 blind 10.00 10.00 dead (5) misdeal
         1 progressive 1.00 1.00 dead (5) misdeal";
    for (right, wrong) in [("Ah 3d", "Ah 3d 5c"), ("Ks Js", "Ks"), ("Qd 7c", "Qd 7c 5c")] {
        let text = text.replace(right, wrong);
        check(&text, dead);
        // Contributions are reversed [GEN-12].
        check_meter(&text, ["10000.0000", "0.0000", "0.0000", "10000.0000"]);
        let tip = settle(&text).settlement().tips[0];
        assert_eq!((tip.returned, tip.outcome.word()), (Cents::dollars(5), "dead"));
    }
    // The board is nobody's hand: there the file is wrong.
    refused(&text.replace("9d 4c Th", "9d 4c"), "board: a card is missing after 4");
    refused(&text.replace("9d 4c Th", "9d 4c Th 5c"), "board: left over, never dealt: 5c");
}

#[test]
fn arsd_16_15_15_s5_an_exposed_card_is_no_misdeal() {
    let mut round = locked(&[], &[(1, "trips")]);
    let ace: cards::Card = "As".parse().unwrap();
    let report = Report::new(Irregularity::ExposedCard, Some(SeatNumber::FIRST));
    assert_eq!(round.report_in_full(report), Err(Refusal::NameTheCard));
    let refused = round.report_in_full(report.of_card(ace));
    assert_eq!(refused, Err(Refusal::NotSupported("that card does not lie there")));
    round.card(ace).unwrap();
    let order = round.report_in_full(report.of_card(ace)).unwrap();
    assert_eq!(order.consequence, Consequence::PlayOn);
    assert_eq!(round.table().citation(order.cite).to_string(), "20:18:16:15.15(5)");
    let refused = round.report_in_full(report.of_card(ace));
    assert_eq!(refused, Err(Refusal::NotSupported("that card lies face up already")));
    assert!(matches!(round.next(), Next::Card(want) if want.facing == Facing::Down));
    assert!(!round.is_void());
    let order = round.report(Irregularity::WrongNumberOfCards, None).unwrap();
    assert_eq!(order.consequence, Consequence::Misdeal);
    assert!(round.is_void());
    assert_eq!(lines(&round), ["1 trips 5.00 5.00 dead (5) misdeal"]);
}

#[test]
fn arsd_16_15_15_s6_play_ante_blind_trips_and_the_progressive_at_the_end() {
    // Board K-K-9-4-2. Seat 3 has kings full of nines: blind 3 to 1, trips 8 to 1 by UTH-02, 10 for
    // 1 by UTHP-01. Seat 2 plays the kings and loses to the dealer's fours beside them, seat 1 beats
    // them with nines.
    check(
        "game = 'ultimate-texas-holdem'
         schedules = { blind = 'UTH-01', trips = 'UTH-02', progressive = 'UTHP-01' }
         meter = '10000'
         dealer = '4h Qd'
         board = 'Kc Kd 9s 4c 2h'
         [[seat]]
         number = 1
         cards = '9h Ad'
         bets = { ante = '10', blind = '10', trips = '5', progressive = '1' }
         actions = ['check', 'bet 2x']
         [[seat]]
         number = 3
         cards = 'Ks 9c'
         bets = { ante = '5', blind = '5', trips = '5', progressive = '1' }
         actions = ['bet 3x']
         [[seat]]
         number = 2
         cards = 'Jh Td'
         bets = { ante = '20', blind = '20', trips = '5', progressive = '1' }
         actions = ['check', 'check', 'bet 1x']",
        "3 play 15.00 30.00 win (15) win
         3 ante 5.00 10.00 win (15) win
         3 blind 5.00 20.00 win (16) full house
         3 trips 5.00 45.00 win (17) full house
         2 play 20.00 0.00 lose (15) beaten
         2 ante 20.00 0.00 lose (15) beaten
         2 blind 20.00 0.00 lose (16) beaten
         2 trips 5.00 0.00 lose (17) no trips
         1 play 20.00 40.00 win (15) win
         1 ante 10.00 20.00 win (15) win
         1 blind 10.00 10.00 push (16) blind-below-straight
         1 trips 5.00 0.00 lose (17) no trips
         3 progressive 1.00 10.00 win (18) full house
         2 progressive 1.00 0.00 lose (18) no award
         1 progressive 1.00 0.00 lose (18) no award",
    );
}

#[test]
fn uth_2_one_play_bet_the_larger_the_sooner() {
    // A pair of aces against a pair of nines.
    let text = |actions: &str| one("As 3d", "9d 7c", "Ah 9s Kd 4c Th", actions);
    for (actions, play, returned) in [
        ("'bet 4x'", "40.00", "80.00"),
        ("'bet 3x'", "30.00", "60.00"),
        ("'check', 'bet 2x'", "20.00", "40.00"),
        ("'check', 'check', 'bet 1x'", "10.00", "20.00"),
    ] {
        check(
            &text(actions),
            &format!(
                "1 play {play} {returned} win (15) win
                 1 ante 10.00 20.00 win (15) win
                 1 blind 10.00 10.00 push (16) blind-below-straight"
            ),
        );
    }
    for (actions, message) in [
        ("'bet 2x'", "\"bet 2x\" is not legal here; write bet 4x, bet 3x or check"),
        ("'fold'", "\"fold\" is not legal here; write bet 4x, bet 3x or check"),
        ("'play'", "\"play\" is not legal here; write bet 4x, bet 3x or check"),
        ("'check', 'bet 4x'", "\"bet 4x\" is not legal here; write bet 2x or check"),
        ("'check', 'fold'", "\"fold\" is not legal here; write bet 2x or check"),
        ("'check', 'check', 'check'", "\"check\" is not legal here; write bet 1x or fold"),
        ("'check', 'check', 'bet 2x'", "\"bet 2x\" is not legal here; write bet 1x or fold"),
        ("'check', 'check'", "an action is missing: one of bet 1x, fold"),
        // The play bet is made once.
        ("'bet 3x', 'check'", "left over: \"check\" was never asked for"),
        ("'check', 'bet 2x', 'bet 1x'", "left over: \"bet 1x\" was never asked for"),
    ] {
        refused(&text(actions), message);
    }
}

#[test]
fn gen_9_a_posted_limit_on_play_narrows_the_choice() {
    let text = one("As 3d", "9d 7c", "Ah 9s Kd 4c Th", "'bet 4x'").replace("'10'", "'20'");
    // Four antes are $80.
    refused(
        &format!("limits = {{ play = '5 to 60' }}\n{text}"),
        "\"bet 4x\" is not legal here; write bet 3x or check",
    );
    refused(
        &format!("limits = {{ play = '30 to 100' }}\n{text}"),
        "ante would require $20 on play later, which is not allowed: $20 on play is under the \
         minimum of $30",
    );
    for (limits, message) in [
        ("ante = '5 to 15'", "$20 on ante is over the maximum of $15"),
        ("blind = '25 to 25'", "$20 on blind is under the minimum of $25"),
        // The section's own $25 holds whatever is posted.
        ("ante = '30 to 100'", "$20 on ante is under the minimum of $30"),
    ] {
        refused(&format!("limits = {{ {limits} }}\n{text}"), message);
    }
    let text = text.replace("'20'", "'30'");
    refused(
        &format!("limits = {{ ante = '5 to 100', blind = '5 to 100' }}\n{text}"),
        "$30 on ante is over the maximum of $25",
    );
}

#[test]
fn arsd_16_15_15_s12_a_fold_loses_ante_blind_and_trips_below_three_of_a_kind() {
    // Seats fold in their order; seat 2's trips wins and is paid in its turn; seat 1's full house
    // was folded, and its progressive stays live [PRG-13].
    let text = "game = 'ultimate-texas-holdem'
         schedules = { trips = 'UTH-01', progressive = 'UTHP-02' }
         meter = '10000'
         dealer = 'Qd 7c'
         board = '9h 9s 4d 4c Th'
         [[seat]]
         number = 3
         cards = 'Ah 3d'
         bets = { ante = '10', blind = '10', trips = '5', progressive = '1' }
         actions = ['check', 'check', 'fold']
         [[seat]]
         number = 2
         cards = '4h 2s'
         bets = { ante = '5', blind = '5', trips = '10' }
         actions = ['check', 'check', 'fold']
         [[seat]]
         number = 1
         cards = '9d 5s'
         bets = { ante = '20', blind = '20', progressive = '1' }
         actions = ['check', 'check', 'fold']
         [[seat]]
         number = 4
         cards = 'As Ts'
         bets = { ante = '10', blind = '10' }
         actions = ['check', 'check', 'bet 1x']";
    check(
        text,
        "1 ante 20.00 0.00 lose (12) fold
         1 blind 20.00 0.00 lose (12) fold
         2 ante 5.00 0.00 lose (12) fold
         2 blind 5.00 0.00 lose (12) fold
         3 ante 10.00 0.00 lose (12) fold
         3 blind 10.00 0.00 lose (12) fold
         3 trips 5.00 0.00 lose (12) no trips
         4 play 10.00 20.00 win (15) win
         4 ante 10.00 20.00 win (15) win
         4 blind 10.00 10.00 push (16) blind-below-straight
         2 trips 10.00 100.00 win (17) full house
         3 progressive 1.00 0.00 lose (18) no award
         1 progressive 1.00 10.00 win (18) full house",
    );
}

#[test]
fn arsd_16_15_15_s13_the_dealer_shows_when_all_have_acted_also_if_all_folded() {
    let round = settle(&one("Ah 3d", "Qd 7c", "9h 9s 4d 4c Th", "'check', 'check', 'fold'"));
    assert!(round.felt().dealer.is_up(0) && round.felt().dealer.is_up(1));
    assert_eq!(
        lines(&round),
        ["1 ante 10.00 0.00 lose (12) fold", "1 blind 10.00 0.00 lose (12) fold"]
    );
}

#[test]
fn uth_3_an_unqualified_dealer_returns_the_ante_win_or_lose() {
    let board = "2h 5s 9d Jc Kh";
    // The dealer's ace high beats king high: play and blind are taken, the ante goes back.
    check(
        &one("Qs 8c", "Ac 7d", board, "'check', 'check', 'bet 1x'"),
        "1 play 10.00 0.00 lose (15) beaten
         1 ante 10.00 10.00 push (13)(a) unqualified-ante
         1 blind 10.00 0.00 lose (16) beaten",
    );
    // The player's A-K-Q beats A-K-J.
    check(
        &one("As Qs", "Ac 7d", board, "'bet 4x'"),
        "1 play 40.00 80.00 win (13)(a) unqualified-play
         1 ante 10.00 10.00 push (13)(a) unqualified-ante
         1 blind 10.00 10.00 push (16) blind-below-straight",
    );
    // A tie, A-K-J-9-7 for both.
    check(
        &one("As 7s", "Ac 7d", board, "'bet 4x'"),
        "1 play 40.00 40.00 push (14) tie
         1 ante 10.00 10.00 push (13)(a) unqualified-ante
         1 blind 10.00 10.00 push (14) tie",
    );
    // A straight still wins the blind from him: 9-T-J-Q-K.
    check(
        &one("Qs Tc", "Ac 7d", board, "'check', 'check', 'bet 1x'"),
        "1 play 10.00 20.00 win (13)(a) unqualified-play
         1 ante 10.00 10.00 push (13)(a) unqualified-ante
         1 blind 10.00 20.00 win (16) straight",
    );
}

#[test]
fn uth_3_a_pair_of_twos_qualifies_also_if_it_is_the_boards() {
    check(
        &one("As Qs", "8c 7d", "2h 2s 9d Jc Kh", "'bet 4x'"),
        "1 play 40.00 80.00 win (15) win
         1 ante 10.00 20.00 win (15) win
         1 blind 10.00 10.00 push (16) blind-below-straight",
    );
    check(
        &one("6s 4s", "8c 2d", "2h 5s 9d Jc Kh", "'bet 3x'"),
        "1 play 30.00 0.00 lose (15) beaten
         1 ante 10.00 0.00 lose (15) beaten
         1 blind 10.00 0.00 lose (16) beaten",
    );
}

#[test]
fn arsd_16_15_15_s14_a_tie_pushes_and_trips_is_paid() {
    // Both play the board's straight; trips by UTH-01 pays it 4 to 1.
    let text = one("2d 3c", "4h 5s", "As Ks Qd Jh Tc", "'check', 'check', 'bet 1x'");
    check(
        &text.replace("blind = '10'", "blind = '10', trips = '5'"),
        "1 play 10.00 10.00 push (14) tie
         1 ante 10.00 10.00 push (14) tie
         1 blind 10.00 10.00 push (14) tie
         1 trips 5.00 25.00 win (17) straight",
    );
}

#[test]
fn arsd_16_15_15_s16_the_blind_pays_a_winning_straight_or_better() {
    // 10 x 500 + 10, 10 x 50 + 10, 10 x 10 + 10, 10 x 3 + 10, 10 x 3/2 + 10, 10 x 1 + 10; the same
    // in all four schedules. A pair of queens qualifies the dealer.
    for schedule in ["UTH-01", "UTH-02", "UTH-03", "UTH-04"] {
        for (cards, board, returned) in [
            ("As Ks", "Qs Js Ts 2d 3c", "5010.00 win (16) royal flush"),
            ("9s 8s", "7s 6s 5s Qh Kc", "510.00 win (16) straight flush"),
            ("9s 9h", "9d 9c Qs 5h Kd", "110.00 win (16) four of a kind"),
            ("9s 9h", "9d Kc Ks 5h Qh", "40.00 win (16) full house"),
            ("As 3s", "9s 7s 5s Qh Kc", "25.00 win (16) flush"),
            ("9s 8h", "7d 6c 5s Qh Kc", "20.00 win (16) straight"),
            ("9s 9h", "9d 2c 4s Qh Kd", "10.00 push (16) blind-below-straight"),
        ] {
            let text = one(cards, "Qd 3h", board, "'bet 4x'");
            let head = format!("schedules = {{ blind = '{schedule}' }}\n");
            let expected = format!("1 blind 10.00 {returned}");
            assert_eq!(lines(&settle(&(head + &text)))[2], expected);
        }
    }
    // A flush that is beaten by a higher one loses.
    let text = one("As 3s", "Kd Ks", "9s 7s 5s Qs Kc", "'bet 4x'");
    assert_eq!(lines(&settle(&text))[2], "1 blind 10.00 25.00 win (16) flush");
    let text = one("Js 3s", "Kd Ks", "9s 7s 5s Qs Kc", "'bet 4x'");
    assert_eq!(lines(&settle(&text))[2], "1 blind 10.00 0.00 lose (16) beaten");
}

#[test]
fn gen_8_a_blind_at_3_to_2_is_paid_to_the_cent_or_refused() {
    let flush = |stake: &str, chip: &str| {
        let text = one("As 3s", "Qd 3h", "9s 7s 5s Qh Kc", "'bet 4x'");
        format!("options = {{ chip = '{chip}' }}\n{}", text.replace("'10'", &format!("'{stake}'")))
    };
    // 5 x 3/2 = 7.50; 0.50 x 3/2 = 0.75; 0.25 x 3/2 would be 37 and a half cents.
    assert_eq!(lines(&settle(&flush("5", "1")))[2], "1 blind 5.00 12.50 win (16) flush");
    assert_eq!(lines(&settle(&flush("0.50", "0.25")))[2], "1 blind 0.50 1.25 win (16) flush");
    for stake in ["0.25", "5.75"] {
        let message = format!("blind: ${stake} at 3 to 2 does not pay whole cents");
        refused(&flush(stake, "0.25"), &message);
    }
    // A tip on the blind is paid the same way.
    let tipped = flush("0.50", "0.25") + "tips = { blind = '0.25' }\n";
    refused(&tipped, "blind: $0.25 at 3 to 2 does not pay whole cents");
    let tip = settle(&(flush("5", "1") + "tips = { blind = '5' }\n")).settlement().tips[0];
    assert_eq!((tip.staked, tip.returned), (Cents::dollars(5), Cents::new(1250)));
}

#[test]
fn arsd_16_15_15_s17_trips_pays_by_its_schedule_whatever_the_dealer_has() {
    // To 1, in UTH-01 to UTH-04.
    for (cards, board, row, pays) in [
        ("As Ks", "Qs Js Ts 2d 3c", "royal flush", [50, 50, 50, 50]),
        ("9s 8s", "7s 6s 5s 2d Kc", "straight flush", [40, 40, 40, 40]),
        ("9s 9h", "9d 9c 2s 5h Kd", "four of a kind", [30, 30, 30, 20]),
        ("9s 9h", "9d 2c 2s 5h Kd", "full house", [9, 8, 8, 7]),
        ("As 3s", "9s 7s 5s 2d Kc", "flush", [7, 6, 7, 6]),
        ("9s 8h", "7d 6c 5s 2d Kc", "straight", [4, 5, 4, 5]),
        ("9s 9h", "9d 2c 4s 6h Kd", "three of a kind", [3, 3, 3, 3]),
    ] {
        for (place, pays) in pays.into_iter().enumerate() {
            let text = one(cards, "Ah Ad", board, "");
            let text = text.replace("ante = '10', blind = '10'", "trips = '2'");
            let head = format!("schedules = {{ trips = 'UTH-0{}' }}\n", place + 1);
            check(&(head + &text), &format!("1 trips 2.00 {}.00 win (17) {row}", 2 * pays + 2));
        }
    }
    let text = one("9s 9h", "Ah Ad", "Kd Ks 4s 6h 2d", "");
    check(
        &text.replace("ante = '10', blind = '10'", "trips = '2'"),
        "1 trips 2.00 0.00 lose (17) no trips",
    );
}

/// One seat with trips and a progressive bet, at a table that posts it: its progressive line, and
/// the meter after it.
fn award(schedule: &str, stake: &str, cards: &str, board: &str) -> (String, String) {
    let bets = format!("trips = '5', progressive = '{stake}'");
    let text = one(cards, "Qd 3h", board, "").replace("ante = '10', blind = '10'", &bets);
    let options = posted_wager(schedule, stake);
    let head = format!("schedules = {{ progressive = '{schedule}' }}\n{options}meter = '10000'\n");
    let round = settle(&(head + &text));
    let after = round.meter().expect("a progressive bet was made").after.to_string();
    (lines(&round).pop().expect("the round has lines"), after)
}

#[test]
fn prg_14_uthp_01_pays_a_royal_by_when_it_was_complete() {
    // The meter is 10,000.25; 5% of it is 500.0125, paid 500.01. A community royal is paid 3,000
    // times the $1 in total [PRG-15]. One that the turn completes lies in the first seven [UTH-7].
    for (cards, board, returned, row, after) in [
        ("As Ks", "Qs Js Ts 2d 4c", "10000.25", "royal flush in five cards", "10000.0000"),
        ("As Ks", "Qs Js 2d Ts 4c", "500.01", "royal flush in seven cards", "9500.2400"),
        ("As Ks", "Qs Js 2d 4c Ts", "500.01", "royal flush in seven cards", "9500.2400"),
        ("As 2d", "Ks Qs Js Ts 4c", "500.01", "royal flush in seven cards", "9500.2400"),
        ("2d 4c", "As Ks Qs Js Ts", "3000.00", "royal flush on the board", "10000.2500"),
        ("9s 8s", "7s 6s 2d 4c 5s", "250.00", "straight flush", "10000.2500"),
        ("9s 9h", "9d 9c 2d 4c 5s", "100.00", "four of a kind", "10000.2500"),
        ("9s 9h", "9d 2c 2d 4c 5s", "10.00", "full house", "10000.2500"),
    ] {
        let (line, meter) = award("UTHP-01", "1", cards, board);
        assert_eq!(line, format!("1 progressive 1.00 {returned} win (18) {row}"));
        assert_eq!(meter, after, "{row}");
    }
    let (line, _) = award("UTHP-01", "1", "As 2s", "9s 7s 5s Kc Kd");
    assert_eq!(line, "1 progressive 1.00 0.00 lose (18) no award", "a flush [PRG-16]");
}

#[test]
fn prg_14_uthp_02_pays_any_royal_that_is_not_the_boards() {
    for (cards, board, returned, row, after) in [
        ("As Ks", "Qs Js Ts 2d 4c", "10000.25", "royal flush", "10000.0000"),
        ("As Ks", "Qs Js 2d Ts 4c", "10000.25", "royal flush", "10000.0000"),
        ("As 2d", "Ks Qs Js 4c Ts", "10000.25", "royal flush", "10000.0000"),
        // 1,000 times the stake in total [PRG-15].
        ("2d 4c", "As Ks Qs Js Ts", "1000.00", "royal flush on the board", "10000.2500"),
        ("9s 8s", "7s 6s 2d 4c 5s", "250.00", "straight flush", "10000.2500"),
        ("9s 9h", "9d 9c 2d 4c 5s", "75.00", "four of a kind", "10000.2500"),
        ("9s 9h", "9d 2c 2d 4c 5s", "10.00", "full house", "10000.2500"),
    ] {
        let (line, meter) = award("UTHP-02", "1", cards, board);
        assert_eq!(line, format!("1 progressive 1.00 {returned} win (18) {row}"));
        assert_eq!(meter, after, "{row}");
    }
}

#[test]
fn prg_7_awards_and_the_seed_go_with_the_posted_wager() {
    // 3 x 250, 3 x 3,000; 25% of $3 is 0.75, and the seed is 3 x $10,000.
    let (line, _) = award("UTHP-01", "3", "9s 8s", "7s 6s 2d 4c 5s");
    assert_eq!(line, "1 progressive 3.00 750.00 win (18) straight flush");
    let (line, _) = award("UTHP-01", "3", "2d 4c", "As Ks Qs Js Ts");
    assert_eq!(line, "1 progressive 3.00 9000.00 win (18) royal flush on the board");
    let (line, meter) = award("UTHP-01", "3", "As Ks", "Qs Js Ts 2d 4c");
    assert_eq!(line, "1 progressive 3.00 10000.75 win (18) royal flush in five cards");
    assert_eq!(meter, "30000.0000");
    // PMG-02's nominal wager is $5: the seed is $50,000 there. 25% of $5 is 1.25.
    let (line, meter) = award("PMG-02", "5", "As Ks", "Qs Js Ts 2d 4c");
    assert_eq!(line, "1 progressive 5.00 10001.25 win (18) royal flush");
    assert_eq!(meter, "50000.0000");
}

#[test]
fn prg_18_the_progressive_bet_is_the_nominal_wager_or_a_multiple() {
    let text = one("As Ks", "Qd 3h", "Qs Js Ts 2d 4c", "'bet 4x'")
        .replace("blind = '10'", "blind = '10', progressive = '4'");
    let head = "schedules = { progressive = 'PMG-02' }\nmeter = '10000'\n";
    refused(
        &format!("{head}{text}"),
        "the posted progressive wager is $5, not $4 (see 20:18:16:15.15(2), [PRG-7])",
    );
}

#[test]
fn prg_17_pmg_is_judged_on_hole_cards_and_flop() {
    for (cards, board, line) in [
        ("9s 9h", "9d 9c 2d 4c 5s", "300.00 win (18) four of a kind"),
        ("9s 9h", "9d 2c 2d 4c 5s", "50.00 win (18) full house"),
        ("As 2s", "9s 7s 5s Kc Kd", "40.00 win (18) flush"),
        ("9s 8h", "7s 6s 5d Kc Kd", "30.00 win (18) straight"),
        // A set on the flop that fills up later is still a set.
        ("9s 9h", "9d 2c 4c 2d 9c", "9.00 win (18) three of a kind"),
        // Royals of the board, and at the turn; four of a kind at the river.
        ("2d 4c", "As Ks Qs Js Ts", "0.00 lose (18) no award"),
        ("As Ks", "Qs Js 2d Ts 4c", "0.00 lose (18) no award"),
        ("9s 9h", "Kd 2c 4c 9d 9c", "0.00 lose (18) no award"),
    ] {
        let (found, _) = award("PMG-01", "1", cards, board);
        assert_eq!(found, format!("1 progressive 1.00 {line}"), "{cards} {board}");
    }
}

#[test]
fn prg_3_a_reset_adds_the_reserve_and_keeps_the_fraction_of_a_cent() {
    // 20,000.0075 + 0.25 = 20,000.2575: 20,000.25 is paid, 0.0075 stays beside 10,000 + 99.0001.
    let text = one("As Ks", "Qd 3h", "Qs Js 2d Ts 4c", "")
        .replace("ante = '10', blind = '10'", "trips = '5', progressive = '1'");
    let head = "schedules = { progressive = 'UTHP-02' }
        meter = '20000.0075'
        reserve = '99.0001'\n";
    check_meter(&format!("{head}{text}"), ["20000.0075", "0.2500", "20000.2500", "10099.0076"]);
}

#[test]
fn prg_14_a_community_royal_is_everyones_and_comes_from_the_tray() {
    check(
        "game = 'ultimate-texas-holdem'
         schedules = { progressive = 'UTHP-01' }
         meter = '10000'
         dealer = 'Qd 7c'
         board = 'As Ks Qs Js Ts'
         [[seat]]
         number = 1
         cards = 'Ah 3d'
         bets = { ante = '10', blind = '10', progressive = '1' }
         actions = ['check', 'check', 'fold']
         [[seat]]
         number = 2
         cards = '9s 8s'
         bets = { trips = '5', progressive = '1' }",
        "1 ante 10.00 0.00 lose (12) fold
         1 blind 10.00 0.00 lose (12) fold
         2 trips 5.00 255.00 win (17) royal flush
         2 progressive 1.00 3000.00 win (18) royal flush on the board
         1 progressive 1.00 3000.00 win (18) royal flush on the board",
    );
}

/// Two straight flushes and a hand of nothing on one flop, with PMG-01.
const STRAIGHT_FLUSHES: &str = "
    game = 'ultimate-texas-holdem'
    schedules = { progressive = 'PMG-01' }
    meter = '10000'
    dealer = '4d 6h'
    board = '9s Ts Js 2d 3c'
    [[seat]]
    number = 1
    cards = 'Qs Ks'
    bets = { trips = '5', progressive = '1' }
    [[seat]]
    number = 2
    cards = '7s 8s'
    bets = { trips = '5', progressive = '1' }
    [[seat]]
    number = 3
    cards = '5d 7h'
    bets = { ante = '10', blind = '10', progressive = '1' }
    actions = ['check', 'check', 'fold']";

#[test]
fn prg_5_two_shares_of_one_meter_each_from_what_is_left() {
    // 10,000 + 0.25 x 3 = 10,000.75. Seat 2: 10% is 1,000.07. Seat 1: 10% of 9,000.68 is 900.06;
    // 8,100.62 is left. Seat 3 folded and has envy all the same, $300 for each hand.
    let expected = "3 ante 10.00 0.00 lose (12) fold
         3 blind 10.00 0.00 lose (12) fold
         2 trips 5.00 205.00 win (17) straight flush
         1 trips 5.00 205.00 win (17) straight flush
         3 progressive 1.00 0.00 lose (18) no award
         2 progressive 1.00 1000.07 win (18) straight flush
         1 progressive 1.00 900.06 win (18) straight flush
         3 envy 0.00 300.00 win (18)(b)(iii) straight flush
         3 envy 0.00 300.00 win (18)(b)(iii) straight flush
         2 envy 0.00 300.00 win (18)(b)(iii) straight flush
         1 envy 0.00 300.00 win (18)(b)(iii) straight flush";
    check(STRAIGHT_FLUSHES, expected);
    let meter = ["10000.0000", "0.7500", "1900.1300", "8100.6200"];
    check_meter(STRAIGHT_FLUSHES, meter);
    // Split shares only equal awards of 100%; no board of five has room for two royals.
    let split = format!("options = {{ house-procedure = 'split' }}\n{STRAIGHT_FLUSHES}");
    check(&split, expected);
    check_meter(&split, meter);
}

#[test]
fn prg_5_a_royal_and_a_straight_flush_on_one_meter() {
    // Seat 2's straight flush is paid first: 10% of 10,000.50 is 1,000.05; seat 1 takes the rest.
    let text = "game = 'ultimate-texas-holdem'
         schedules = { progressive = 'PMG-01' }
         meter = '10000'
         dealer = '4d 6h'
         board = 'Ts Js Qs 2d 3c'
         [[seat]]
         number = 1
         cards = 'As Ks'
         bets = { trips = '5', progressive = '1' }
         [[seat]]
         number = 2
         cards = '8s 9s'
         bets = { trips = '5', progressive = '1' }";
    check(
        text,
        "2 trips 5.00 205.00 win (17) straight flush
         1 trips 5.00 255.00 win (17) royal flush
         2 progressive 1.00 1000.05 win (18) straight flush
         1 progressive 1.00 9000.45 win (18) royal flush
         2 envy 0.00 1000.00 win (18)(b)(iii) royal flush
         1 envy 0.00 300.00 win (18)(b)(iii) straight flush",
    );
    check_meter(text, ["10000.0000", "0.5000", "10000.5000", "10000.0000"]);
}

#[test]
fn prg_6_a_hand_triggers_envy_in_play_or_folded_with_its_own_bet() {
    // Seat 2 holds the royal without a bet: it triggers envy in play, and none once it is folded.
    // The straight flush of the dealer's cards counts for nothing. Twice $5,000 at a posted $10.
    let text = "game = 'ultimate-texas-holdem'
         schedules = { progressive = 'PMG-02' }
         options = { progressive-wager = '10' }
         meter = '10000'
         dealer = '9s 8s'
         board = 'Ts Js Qs 2d 3c'
         [[seat]]
         number = 2
         cards = 'As Ks'
         bets = { ante = '10', blind = '10' }
         actions = ['check', 'check', 'fold']
         [[seat]]
         number = 4
         cards = '5d 7h'
         bets = { trips = '5', progressive = '10' }";
    check(
        text,
        "2 ante 10.00 0.00 lose (12) fold
         2 blind 10.00 0.00 lose (12) fold
         4 trips 5.00 0.00 lose (17) no trips
         4 progressive 10.00 0.00 lose (18) no award",
    );
    let envy = |text: &str| -> Vec<String> {
        lines(&settle(text)).into_iter().filter(|line| line.contains("envy")).collect()
    };
    let royal = ["4 envy 0.00 10000.00 win (18)(b)(iii) royal flush"];
    assert_eq!(envy(&text.replace("'check', 'check', 'fold'", "'bet 4x'")), royal);
    assert_eq!(envy(&text.replace("blind = '10'", "blind = '10', progressive = '10'")), royal);
}

#[test]
fn prg_15_the_printed_reading_is_an_override() {
    // "3,000 to 1" and "1,000 to 1" with the stake: only if the house says so.
    for (schedule, printed) in [("UTHP-01", "3001.00"), ("UTHP-02", "1001.00")] {
        let text = one("2d 4c", "Qd 3h", "As Ks Qs Js Ts", "")
            .replace("ante = '10', blind = '10'", "trips = '5', progressive = '1'");
        let head = format!(
            "schedules = {{ progressive = '{schedule}' }}\noptions = {{ printed = true }}\n\
             meter = '10000'\n"
        );
        assert_eq!(
            lines(&settle(&(head + &text))).pop().unwrap(),
            format!("1 progressive 1.00 {printed} win (18) royal flush on the board")
        );
    }
}

#[test]
fn prg_17_pmg_on_seven_cards_is_an_override() {
    let line = |options: &str, cards: &str, board: &str| {
        let text = one(cards, "Qd 3h", board, "")
            .replace("ante = '10', blind = '10'", "trips = '5', progressive = '1'");
        let head = format!("schedules = {{ progressive = 'PMG-01' }}\n{options}meter = '10000'\n");
        lines(&settle(&(head + &text))).pop().unwrap()
    };
    let seven = "options = { pmg-cards = 7 }\n";
    for (cards, board, on_five, on_seven) in [
        ("As Ks", "Qs Js 2d Ts 4c", "0.00 lose (18) no award", "10000.25 win (18) royal flush"),
        ("2d 4c", "As Ks Qs Js Ts", "0.00 lose (18) no award", "10000.25 win (18) royal flush"),
        ("9s 9h", "Kd 2c 4c 9d 9c", "0.00 lose (18) no award", "300.00 win (18) four of a kind"),
    ] {
        assert_eq!(line("", cards, board), format!("1 progressive 1.00 {on_five}"));
        assert_eq!(line(seven, cards, board), format!("1 progressive 1.00 {on_seven}"));
    }
    let own = one("As Ks", "Qd 3h", "Qs Js Ts 2d 4c", "'bet 4x'");
    let head = "schedules = { progressive = 'UTHP-01' }\n";
    refused(&format!("{head}{seven}{own}"), "option pmg-cards has no effect on UTHP-01 [PRG-17]");
}

#[test]
fn ed_3_the_older_text_settles_the_same_way() {
    let text = one("As 3s", "Qd 3h", "9s 7s 5s Qh Kc", "'bet 4x'");
    let older = settle(&format!("edition = '2012-04-23'\n{text}"));
    assert_eq!(lines(&older), lines(&settle(&text)));
    let section = older.table().section();
    assert_eq!(section.term("lock"), Some("coin-in"));
    assert_eq!(section.term("jackpot-procedure"), Some("j-pot"));
}

#[test]
fn arsd_16_15_15_s7_s8_s9_s10_s11_s15_the_play_bet_by_the_street_wins_or_loses_with_the_ante() {
    // Aces against kings, which qualify: 1 to 1 on ante and play; the blind pushes below a straight
    // (16). The sooner the play bet, the larger: 4 or 3 antes, 2, 1.
    let text = |cards: &str, dealer: &str, actions: &str| {
        format!(
            "game = 'ultimate-texas-holdem'
             dealer = '{dealer}'
             board = '2h 7s 9c Jd 3s'
             [[seat]]
             number = 1
             cards = '{cards}'
             bets = {{ ante = '10', blind = '10' }}
             actions = [{actions}]"
        )
    };
    for (actions, times) in [
        ("'bet 4x'", 4),
        ("'bet 3x'", 3),
        ("'check', 'bet 2x'", 2),
        ("'check', 'check', 'bet 1x'", 1),
    ] {
        check(
            &text("As Ad", "Kc Kd", actions),
            &format!(
                "1 play {times}0.00 {}0.00 win (15) win
                 1 ante 10.00 20.00 win (15) win
                 1 blind 10.00 10.00 push (16) blind-below-straight",
                2 * times
            ),
        );
        check(
            &text("Kc Kd", "As Ad", actions),
            &format!(
                "1 play {times}0.00 0.00 lose (15) beaten
                 1 ante 10.00 0.00 lose (15) beaten
                 1 blind 10.00 0.00 lose (16) beaten"
            ),
        );
    }
}
