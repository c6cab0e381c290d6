//! What goes wrong at a table, as round files record it and as it is reported: the consequences of
//! each section and of both chapters.

mod blackjack;

use std::sync::Arc;

use cards::{Card, Face, parse_cards};
use games::{
    Event, Keep, Meter, Next, Posting, Refusal, Report, Round, SeatNumber, Table, View, Viewer,
    rebuild, replay,
};
use money::Cents;
use rulebook::{Irregularity, Rulebook};

use crate::support::{Playing, check, check_meter, lines, log, problems, settle};

fn seat(number: u8) -> SeatNumber {
    SeatNumber::new(number).unwrap()
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// A file with something that went wrong besides.
fn with_event(text: &str, event: &str) -> String {
    format!("{text}\n[[event]]\n{}\n", event.replace("; ", "\n"))
}

/// The one thing that is wrong with a round.
#[track_caller]
fn refused(text: &str, message: &str) {
    let found = problems(text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].ends_with(message), "{}", found[0]);
}

/// Does the log have this line? It must replay and rebuild, too.
#[track_caller]
fn logs(round: &Round, line: &str) {
    let text = round.log_text();
    assert!(log(round).lines().any(|found| found == line), "no \"{line}\" in\n{text}");
    let again = replay(Rulebook::embedded(), &text).unwrap();
    assert_eq!(again.log_text(), text);
    assert_eq!(rebuild(round).unwrap().log_text(), text);
}

fn open(game: &str, options: &[(&str, &str)], schedules: &[(&str, &str)]) -> Arc<Table> {
    let pairs = |list: &[(&str, &str)]| {
        list.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
    };
    let (options, schedules) = (pairs(options), pairs(schedules));
    let posting = Posting { game: game.to_owned(), options, schedules, ..Posting::default() };
    Table::open(Rulebook::embedded(), posting).unwrap()
}

/// A locked round: seats from 1 on, each with these bets in dollars.
fn start(table: &Arc<Table>, seats: &[&[(&str, i64)]]) -> Playing {
    let meter = Meter::new("12345.67".parse().unwrap(), "0".parse().unwrap());
    let meter = table.progressive().map(|_| meter);
    let mut round = Playing::new(table, meter, Keep::Log);
    for (bets, number) in seats.iter().zip(1..) {
        for (bet, dollars) in *bets {
            round.bet(seat(number), bet, Cents::dollars(*dollars)).unwrap();
        }
    }
    round.lock().unwrap();
    round
}

#[track_caller]
fn deal(round: &mut Round, cards: &str) {
    for card in parse_cards(cards).unwrap() {
        round.card(card).unwrap();
    }
}

#[track_caller]
fn act(round: &mut Round, number: u8, action: &str) {
    round.act(seat(number), action.parse().unwrap()).unwrap();
}

/// What everyone who does not play sees of a seat's first hand and of the dealer's.
fn public(round: &Round, place: usize) -> (String, String) {
    let words = |faces: &[Face]| {
        let word = |face: &Face| match face {
            Face::Up(card) => card.to_string(),
            Face::Down => "??".to_owned(),
        };
        faces.iter().map(word).collect::<Vec<_>>().join(" ")
    };
    let view: View = round.view(Viewer::Public);
    (words(&view.seats[place].hands[0].cards), words(&view.dealer))
}

const TCP: &str = "game = 'three-card-poker'
dealer = 'Qh 8c 3d'
[[seat]]
number = 1
cards = 'As Ah 9s'
bets = { ante = '10', pair-plus = '5' }
actions = ['play']
[[seat]]
number = 2
cards = 'Kd 7c 2s'
bets = { ante = '10' }
actions = ['fold']";

#[test]
fn tcp_6_an_exposed_card_is_turned_over_and_play_goes_on() {
    let plain = lines(&settle(TCP));
    for (event, line) in [
        ("event = 'exposed-card'; seat = 2; card = '7c'", "report exposed-card 2 7c"),
        ("event = 'exposed-card'; dealer = true; card = '8c'", "report exposed-card dealer 8c"),
        (
            "event = 'exposed-card'; card = '8c'; after = '1 action'",
            "report exposed-card dealer 8c",
        ),
    ] {
        let round = settle(&with_event(TCP, event));
        assert_eq!(lines(&round), plain, "{event}");
        logs(&round, line);
        logs(&round, "> ordered play-on  20:18:16:15.02(5)");
    }
    // By default it is exposed as it is dealt: the fifth card, seat 2's second.
    let text = log(&settle(&with_event(TCP, "event = 'exposed-card'; seat = 2; card = '7c'")));
    let found: Vec<&str> =
        text.lines().skip_while(|line| !line.starts_with("deal 2 down 7c")).skip(1).collect();
    assert_eq!(found[0], "report exposed-card 2 7c");
    assert_eq!(found[2], "> 2 shows 7c");
    // Folded, the hand lies there as it was: one card that all have seen.
    let round = settle(&with_event(TCP, "event = 'exposed-card'; seat = 2; card = '7c'"));
    assert_eq!(public(&round, 1).0, "?? 7c ??");
}

#[test]
fn irr_6_an_exposed_card_is_face_up_for_every_viewer_from_then_on() {
    let ante: &[(&str, i64)] = &[("ante", 10)];
    let mut round = start(&open("three-card-poker", &[], &[]), &[ante, ante]);
    deal(&mut round, "As Kd Qh Ah");
    let report = Report::new(Irregularity::ExposedCard, Some(seat(1))).of_card(card("Ah"));
    round.report_in_full(report).unwrap();
    deal(&mut round, "7c 8c 9s 2s 3d");
    let dealers = Report::new(Irregularity::ExposedCard, None).of_card(card("Qh"));
    round.report_in_full(dealers).unwrap();
    for viewer in [
        Viewer::Public,
        Viewer::Dealer,
        Viewer::Supervisor,
        Viewer::Seat(seat(1)),
        Viewer::Seat(seat(2)),
    ] {
        let view = round.view(viewer);
        assert_eq!(view.seats[0].hands[0].cards[1], Face::Up(card("Ah")), "{viewer:?}");
        assert_eq!(view.dealer, [Face::Up(card("Qh")), Face::Down, Face::Down], "{viewer:?}");
    }
    assert_eq!(public(&round, 0).0, "?? Ah ??");
    assert_eq!(public(&round, 1).0, "?? ?? ??");
}

#[test]
fn uth_10_ms_3_an_exposed_board_card_or_hole_card_changes_no_payment() {
    let uth = "game = 'ultimate-texas-holdem'
        dealer = 'Kd 7c'
        board = '2h 9s Jd 4c Th'
        [[seat]]
        number = 1
        cards = 'As Ks'
        bets = { ante = '10', blind = '10', trips = '5' }
        actions = ['check', 'check', 'bet 1x']";
    let round = settle(&with_event(uth, "event = 'exposed-card'; seat = 1; card = 'Ks'"));
    assert_eq!(lines(&round), lines(&settle(uth)));
    logs(&round, "> 1 shows Ks");
    // The board is dealt face up: nothing of it can be exposed.
    refused(
        &with_event(uth, "event = 'exposed-card'; card = 'Jd'"),
        "the cards on the table do not match that report: that card lies face up already",
    );
    let ms = "game = 'mississippi-stud'
        board = 'Jd 4c 2s'
        [[seat]]
        number = 3
        cards = 'Js 9h'
        bets = { ante = '5' }
        actions = ['bet 3x', 'bet 1x', 'bet 2x']";
    let round = settle(&with_event(ms, "event = 'exposed-card'; seat = 3; card = 'Js'"));
    assert_eq!(lines(&round), lines(&settle(ms)));
    logs(&round, "> ordered play-on  20:18:16:15.14(5)");
}

#[test]
fn arsd_16_15_11_s1_an_exposed_card_in_a_file_is_a_misdeal_and_the_supervisor_is_called() {
    // Dealt one by one: seat 1, seat 2, and the dealer exposes the card of seat 2.
    let text = "game = 'holdem-212'
        [[seat]]
        number = 1
        cards = 'Kh'
        bets = { holdem = '1', blackjack = '10' }
        [[seat]]
        number = 2
        cards = 'Jd'
        bets = { holdem = '1', blackjack = '10', two-card-plus = '5' }
        [[event]]
        event = 'exposed-card'
        seat = 2
        card = 'Jd'";
    check(
        text,
        "2 holdem 1.00 1.00 dead (1) misdeal
         2 blackjack 10.00 10.00 dead (1) misdeal
         2 two-card-plus 5.00 5.00 dead (1) misdeal
         1 holdem 1.00 1.00 dead (1) misdeal
         1 blackjack 10.00 10.00 dead (1) misdeal",
    );
    let round = settle(text);
    assert_eq!(round.rake(), Some(Cents::ZERO));
    assert!(round.is_void());
    logs(&round, "> supervisor called  20:18:16:15.11(1)");
    // The cards that were dealt are shown, the exposed one to everyone.
    assert_eq!(public(&round, 1).0, "Jd");
    assert_eq!(public(&round, 0).0, "??");
    assert_eq!(round.view(Viewer::Supervisor).seats[0].hands[0].cards, [Face::Up(card("Kh"))]);
    // A card of the deck that went to nobody, exposed after the fold of seat 1.
    let text = "game = 'holdem-212'
        dealer = '9s 8s'
        [[seat]]
        number = 1
        cards = 'Kh 2c'
        bets = { holdem = '1', blackjack = '10' }
        actions = ['fold']
        [[seat]]
        number = 2
        cards = 'Jd 3c'
        bets = { holdem = '1', blackjack = '10' }
        [[seat]]
        number = 3
        cards = '6d 6c'
        bets = { holdem = '1', blackjack = '10' }
        [[event]]
        event = 'exposed-card'
        card = 'Td'
        after = '1 action'";
    let round = settle(text);
    assert!(lines(&round).iter().all(|line| line.contains(" dead (1) misdeal")));
    assert_eq!(lines(&round).len(), 6);
    // What is dealt to another hand was not exposed there.
    refused(
        &text.replace("card = 'Td'", "card = '6d'\nseat = 2"),
        "the cards on the table do not match that report: that card does not lie there",
    );
}

#[test]
fn gen_12_a_misdeal_returns_what_splits_and_doubles_have_added() {
    let bets: &[(&str, i64)] = &[("holdem", 5), ("blackjack", 10), ("two-card-plus", 2)];
    let mut round = start(&open("holdem-212", &[], &[]), &[bets]);
    deal(&mut round, "7s 6h 7c Td");
    act(&mut round, 1, "fold");
    round.unseen().unwrap();
    act(&mut round, 1, "split");
    deal(&mut round, "4h");
    // Seven and four: a double, so that 20 lies on the first hand and 10 on the second.
    act(&mut round, 1, "double");
    round.report(Irregularity::ExposedCard, None).unwrap();
    assert_eq!(
        lines(&round),
        [
            "1 holdem 5.00 0.00 lose (8) fold",
            "1 blackjack/1 20.00 20.00 dead (1) misdeal",
            "1 blackjack/2 10.00 10.00 dead (1) misdeal",
            "1 two-card-plus 2.00 2.00 dead (1) misdeal",
        ]
    );
}

/// The ten poker games of chapter 16, each with one seat, and the bets of the seat.
const CHAPTER_16: [(&str, &[(&str, i64)]); 10] = [
    ("let-it-ride", &[("base", 10)]),
    ("three-card-poker", &[("ante", 10), ("pair-plus", 5)]),
    ("caribbean-stud", &[("ante", 10)]),
    ("silverado-stud", &[("base", 10)]),
    ("four-card-poker", &[("ante", 10), ("aces-up", 5)]),
    ("texas-holdem-bonus", &[("ante", 10), ("bonus", 5)]),
    ("mississippi-stud", &[("ante", 10)]),
    ("ultimate-texas-holdem", &[("ante", 10), ("blind", 10)]),
    ("holdem-212", &[("holdem", 5), ("blackjack", 10)]),
    ("phil-em-up", &[("bet", 10)]),
];

#[test]
fn irr_1_a_faced_card_is_dead_and_the_next_one_takes_its_place() {
    for (game, bets) in CHAPTER_16 {
        let mut round = start(&open(game, &[], &[]), &[bets]);
        let wanted = round.next().clone();
        let order = round.report(Irregularity::FacedCard, None).unwrap();
        assert_eq!(round.table().citation(order.cite).to_string(), "[IRR-1]", "{game}");
        assert_eq!(round.unseen(), Err(Refusal::MustBeSeen));
        deal(&mut round, "As");
        // The ace is out of play; the round wants what it wanted before.
        assert_eq!(*round.next(), wanted, "{game}");
        assert_eq!(round.card(card("As")), Err(Refusal::DealtAlready(card("As"))));
        deal(&mut round, "Ks");
    }
    // In a file: the same round with the dead card beside it is settled the same.
    let event = "event = 'faced-card'; card = 'Tc'; after = '4 cards'";
    let round = settle(&with_event(TCP, event));
    assert_eq!(lines(&round), lines(&settle(TCP)));
    logs(&round, "> ordered discard-card  [IRR-1]");
    logs(&round, "deal discard up Tc  [IRR-1]");
    refused(
        &with_event(TCP, &event.replace("Tc", "7c")),
        "event[1].card: 7c is in a hand, on the board or in the shoe too",
    );
}

#[test]
fn irr_2_a_defective_deck_returns_every_chip() {
    for (game, bets) in CHAPTER_16 {
        let mut round = start(&open(game, &[], &[]), &[bets]);
        deal(&mut round, "As");
        round.report(Irregularity::DefectiveDeck, None).unwrap();
        let found = lines(&round);
        assert!(!found.is_empty() && round.is_void(), "{game}");
        for line in found {
            assert!(line.ends_with(" dead [IRR-2] defective deck"), "{game}: {line}");
        }
        let staked = round.staked(seat(1));
        let own = round.settlement().lines.iter().map(|line| line.returned).sum::<Cents>();
        assert_eq!(own, staked, "{game}");
        let again = round.report(Irregularity::DefectiveDeck, None);
        assert_eq!(again, Err(Refusal::RoundIsOver), "what is won stays won");
    }
}

#[test]
fn irr_5_a_void_round_returns_what_folds_have_lost_and_the_meter_is_as_before() {
    let bets: &[(&str, i64)] = &[("ante", 10), ("pair-plus", 5), ("progressive", 1)];
    let table = open("three-card-poker", &[], &[("progressive", "paytable-1")]);
    for what in [Irregularity::Misdeal, Irregularity::DefectiveDeck] {
        let mut round = start(&table, &[bets, bets]);
        deal(&mut round, "As Kd Qh Ah 7c 8c 9s 2s 3d");
        act(&mut round, 1, "play");
        act(&mut round, 2, "fold");
        // The fold of the last seat ends the decisions; before it the misdeal is noticed.
        assert!(round.report(what, None).is_err());
        let mut round = start(&table, &[bets, bets]);
        deal(&mut round, "As Kd Qh Ah 7c 8c 9s 2s 3d");
        act(&mut round, 1, "fold");
        assert_eq!(lines(&round).len(), 1, "the ante is collected, the pair plus wins");
        round.report(what, None).unwrap();
        let (cite, row) = match what {
            Irregularity::Misdeal => ("[IRR-4]", "misdeal"),
            _ => ("[IRR-2]", "defective deck"),
        };
        let expected: Vec<String> = [2, 1]
            .iter()
            .flat_map(|seat| {
                [("ante", "10.00"), ("pair-plus", "5.00"), ("progressive", "1.00")].map(
                    |(wager, amount)| format!("{seat} {wager} {amount} {amount} dead {cite} {row}"),
                )
            })
            .collect();
        assert_eq!(lines(&round), expected);
        let meter = round.meter().unwrap();
        assert_eq!((meter.before, meter.after), (meter.after, meter.before));
        assert_eq!(meter.contributed.to_string(), "0.0000");
        logs(&round, &format!("> ordered {}  {cite}", order_word(what)));
    }
}

fn order_word(what: Irregularity) -> &'static str {
    if what == Irregularity::Misdeal { "misdeal" } else { "void" }
}

#[test]
fn irr_5_a_lay_down_that_was_paid_stays_paid() {
    let base: &[(&str, i64)] = &[("base", 10), ("four-card-bonus", 5)];
    let mut round = start(&open("silverado-stud", &[], &[]), &[base, base]);
    deal(&mut round, "7s 9s  7h 8h  7d 5d  7c 3c  Ks Qs");
    act(&mut round, 1, "lay-down");
    let paid = lines(&round);
    assert_eq!(paid.len(), 3);
    round.report(Irregularity::DefectiveDeck, None).unwrap();
    let found = lines(&round);
    assert_eq!(found[..3], paid);
    assert!(found[3..].iter().all(|line| line.starts_with("2 ") && line.contains(" dead ")));
    assert_eq!(found.len(), 6);
}

#[test]
fn irr_4_a_misdeal_is_called_in_a_file() {
    let text = "game = 'let-it-ride'
        schedules = { progressive = 'LIRP-1' }
        meter = '10000'
        [[seat]]
        number = 1
        cards = 'As Kd'
        bets = { base = '10', progressive = '1' }
        [[seat]]
        number = 2
        cards = '7c'
        bets = { base = '5' }
        [[event]]
        event = 'misdeal'
        after = '4 cards'
        ";
    // One card each and the first community card, then seat 1's second.
    let text = text.replace("meter", "board = '2c'\nmeter");
    check(
        &text,
        "2 bet-1 5.00 5.00 dead [IRR-4] misdeal
         2 bet-2 5.00 5.00 dead [IRR-4] misdeal
         2 bet-3 5.00 5.00 dead [IRR-4] misdeal
         1 bet-1 10.00 10.00 dead [IRR-4] misdeal
         1 bet-2 10.00 10.00 dead [IRR-4] misdeal
         1 bet-3 10.00 10.00 dead [IRR-4] misdeal
         1 progressive 1.00 1.00 dead [IRR-4] misdeal",
    );
    check_meter(&text, ["10000.0000", "0.0000", "0.0000", "10000.0000"]);
    // The deal needs what was dealt by then.
    refused(&text.replace("'7c'", "''"), "cards: a card is missing after 0");
    // Chapter 15 lists its irregularities; a misdeal is not among them.
    let text = "game = 'blackjack'
        shoe = 'Ts Td 9s 8d'
        [[seat]]
        number = 1
        bets = { blackjack = '10' }
        actions = ['stand']";
    refused(
        &with_event(text, "event = 'misdeal'; after = '2 cards'"),
        "the rule does not provide for that irregularity here",
    );
}

#[test]
fn irr_3_a_shown_hand_is_shown_to_everyone_and_play_goes_on() {
    let base: &[(&str, i64)] = &[("base", 10)];
    let mut round = start(&open("let-it-ride", &[], &[]), &[base, base]);
    let shown = round.report(Irregularity::ExposedHand, Some(seat(1)));
    assert!(matches!(shown, Err(Refusal::NotSupported(_))), "there is no hand yet");
    deal(&mut round, "As Kd 2c  Ah 7c 3c  9s 2s");
    let before = round.next().clone();
    round.report(Irregularity::ExposedHand, Some(seat(2))).unwrap();
    assert_eq!(*round.next(), before);
    assert_eq!(public(&round, 1).0, "Kd 7c 2s");
    assert_eq!(public(&round, 0).0, "?? ?? ??");
    let refuses = Report::new(Irregularity::ExposedHandRefused, Some(seat(1))).with(seat(2));
    assert_eq!(round.report_in_full(refuses), Err(Refusal::NoSuchIrregularity));
    // Three-card and Ultimate turn the section off, (16) and (19).
    for game in ["three-card-poker", "ultimate-texas-holdem"] {
        let table = open(game, &[], &[]);
        assert_eq!(table.order_for(Irregularity::ExposedHand, Some(seat(1))), None, "{game}");
    }
}

const THREE: &str = "game = 'holdem-212'
dealer = '9s 8s'
board = 'Ac 4d 4h'
[[seat]]
number = 1
cards = 'Kh Qh'
bets = { holdem = '1', blackjack = '10' }
actions = ['bet 10', 'stand']
[[seat]]
number = 2
cards = 'Jd Td'
bets = { holdem = '1', blackjack = '10' }
actions = ['call', 'stand']
[[seat]]
number = 3
cards = '6d Tc'
bets = { holdem = '1', blackjack = '10' }
actions = ['call', 'stand']";

#[test]
fn h212_18_two_hands_are_dead_when_one_refuses_to_show_and_the_third_takes_the_pot() {
    // Antes 3 and 30 called: 33 in the circle, rake 3. The dealer's 17 loses to the 20s, beats 16.
    let text = with_event(
        THREE,
        "event = 'exposed-hand-refused'; seat = 1; with = 2; after = '3 actions'",
    )
    .replace("board = 'Ac 4d 4h'\n", "");
    check(
        &text,
        "1 holdem 11.00 0.00 lose [IRR-3] dead hand
         2 holdem 11.00 0.00 lose [IRR-3] dead hand
         3 holdem 11.00 30.00 win (9) others folded
         3 blackjack 10.00 0.00 lose (10) lower total
         2 blackjack 10.00 20.00 win (10) win
         1 blackjack 10.00 20.00 win (10) win",
    );
    assert_eq!(settle(&text).rake(), Some(Cents::dollars(3)));
    logs(&settle(&text), "report exposed-hand-refused 1 with 2");
    for (event, message) in [
        ("seat = 1; after = '3 actions'", "missing: write with = 3"),
        ("with = 1; after = '3 actions'", "missing: write seat = 2"),
        ("seat = 1; with = 1; after = '3 actions'", "the other player has no hand in play"),
        ("seat = 1; with = 4; after = '3 actions'", "seat 4 is not in this round"),
        ("seat = 1; with = 2; after = '1 card'", "the other player has no hand in play"),
        ("seat = 2; with = 1; after = '1 card'", "that hand is not in play face down"),
    ] {
        let event = format!("event = 'exposed-hand-refused'; {event}");
        let found = problems(&with_event(THREE, &event));
        assert!(found.iter().any(|problem| problem.ends_with(message)), "{event}: {found:?}");
    }
}

#[test]
fn h212_18_a_pot_that_nobody_is_left_to_win_goes_back() {
    let bets: &[(&str, i64)] = &[("holdem", 1), ("blackjack", 10)];
    let mut round = start(&open("holdem-212", &[], &[]), &[bets, bets, bets]);
    deal(&mut round, "Kh Jd 6d 9s  Qh Td Tc 8s");
    act(&mut round, 1, "bet 10");
    act(&mut round, 2, "call");
    act(&mut round, 3, "fold");
    let report = Report::new(Irregularity::ExposedHandRefused, Some(seat(2))).with(seat(1));
    round.report_in_full(report).unwrap();
    // The burned card before blackjack, then each plays on: seat 3 who folded, too.
    round.unseen().unwrap();
    for number in 1..=3 {
        act(&mut round, number, "stand");
    }
    assert_eq!(
        lines(&round)[..3],
        [
            "3 holdem 1.00 1.00 dead [IRR-3] dead hand",
            "2 holdem 11.00 11.00 dead [IRR-3] dead hand",
            "1 holdem 11.00 11.00 dead [IRR-3] dead hand",
        ]
    );
    assert_eq!(lines(&round).len(), 6);
    assert_eq!(round.rake(), Some(Cents::ZERO));
    logs(&round, "> ordered both-hands-dead  [IRR-3]");
    // Once the pot is given out, no hand plays for it.
    let again = round.report_in_full(report);
    assert_eq!(again, Err(Refusal::RoundIsOver));
}

#[test]
fn arsd_16_15_11_s9_a_hand_dies_in_the_middle_of_a_street() {
    let bets: &[(&str, i64)] = &[("holdem", 1), ("blackjack", 10)];
    let mut round = start(&open("holdem-212", &[], &[]), &[bets, bets, bets, bets]);
    deal(&mut round, "Kh Jd 6d 2c 9s  Qh Td Tc 2d 8s");
    for number in 1..=4 {
        act(&mut round, number, "check");
    }
    round.unseen().unwrap();
    deal(&mut round, "Ac");
    let report = Report::new(Irregularity::ExposedHandRefused, Some(seat(1))).with(seat(2));
    round.report_in_full(report).unwrap();
    // Two are left: the flop goes on and seat 3 is the first to act.
    deal(&mut round, "4d 4h");
    act(&mut round, 3, "bet 2");
    act(&mut round, 4, "fold");
    let found = lines(&round);
    assert_eq!(found[3], "3 holdem 3.00 6.00 win (9) others folded");
    assert!(round.log().events().iter().any(|event| matches!(event, Event::Reported(_))));
}

#[test]
fn what_a_file_says_of_an_event_is_checked() {
    for (event, message) in [
        ("event = 'exposed-crad'; card = '7c'", "event[1].event: unknown value \"exposed-crad\""),
        ("event = 'exposed-card'; seat = 2", "event[1].card: missing: write card = \"Kd\""),
        ("event = 'faced-card'; card = 'Tc'", "event[1].after: missing: write after = \"5 cards\""),
        ("event = 'misdeal'; after = 'soon'", "write \"5 cards\", \"2 actions\" or \"1 burn\""),
        ("event = 'misdeal'; after = '9 lives'", "write \"5 cards\", \"2 actions\" or \"1 burn\""),
        ("event = 'misdeal'; after = '3 cards'; card = '7c'", "event[1].card: misdeal has no card"),
        ("event = 'misdeal'; after = '3 cards'; seat = 1", "event[1].seat: misdeal has no seat"),
        ("event = 'exposed-card'; card = '7c'; seat = 9", "9 is out of range: expected 1 to 7"),
        ("event = 'exposed-card'; card = '7c'; seat = 3", "seat 3 is not in this round"),
        (
            "event = 'exposed-card'; card = '7c'; seat = 2; dealer = true",
            "exposed-card has no seat",
        ),
        ("event = 'exposed-card'; card = '8c'; dealer = false", "write dealer = true, or leave it"),
        ("event = 'exposed-card'; card = '7c'; seat = 1", "that card does not lie there"),
        ("event = 'exposed-card'; card = 'Tc'", "this never came up: the round was over after 9"),
        ("event = 'misdeal'; after = '10 cards'", "this never came up: the round was over after 9"),
        ("event = 'misdeal'; after = '1 burn'", "this never came up: the round was over after 9"),
        ("event = 'misdeal'; after = '3 actions'", "after 9 cards and 2 actions"),
        ("event = 'misdeal'; after = '2 actions'", "the round is over"),
        (
            "event = 'wrong-number-of-cards'; seat = 1",
            "give every hand the cards that it was dealt",
        ),
        ("event = 'out-of-cards'", "reshuffled = \"...\""),
        (
            "event = 'exposed-draw'; card = 'Tc'; after = '9 cards'",
            "does not provide for that irregularity here",
        ),
        ("event = 'misdeal'; when = '3 cards'; after = '3 cards'", "when"),
    ] {
        let found = problems(&with_event(TCP, event));
        assert!(found.iter().any(|problem| problem.contains(message)), "{event}: {found:?}");
    }
}

#[test]
fn several_events_come_up_in_the_order_of_their_moments() {
    let text = with_event(TCP, "event = 'faced-card'; card = 'Tc'; after = '6 cards'");
    let text = with_event(&text, "event = 'exposed-card'; seat = 1; card = 'Ah'");
    let text = with_event(&text, "event = 'faced-card'; card = 'Jc'; after = '6 cards'");
    let round = settle(&text);
    assert_eq!(lines(&round), lines(&settle(TCP)));
    let reports: Vec<String> = log(&round)
        .lines()
        .filter(|line| line.starts_with("report") || line.contains("discard up"))
        .map(str::to_owned)
        .collect();
    assert_eq!(
        reports,
        [
            "report exposed-card 1 Ah",
            "report faced-card dealer",
            "deal discard up Tc  [IRR-1]",
            "report faced-card dealer",
            "deal discard up Jc  [IRR-1]",
        ]
    );
    // The same card cannot be faced twice in one deck.
    refused(
        &text.replace("Jc", "Tc"),
        "event[3].card: Tc is in a hand, on the board or in the shoe too",
    );
}

/// Pair plus alone: nobody decides, so the last card of the deal ends the round. Until it is closed an exposed card is
/// turned over, and a misdeal gives every wager back.
#[test]
fn arsd_16_15_02_s5_what_goes_wrong_with_the_last_card_of_a_round_without_decisions() {
    let table = open("three-card-poker", &[], &[]);
    let dealt = || {
        let mut round = start(&table, &[&[("pair-plus", 5)]]);
        deal(&mut round, "As 9h Ac 8d 5c 2s");
        assert_eq!(lines(&round), ["1 pair-plus 5.00 10.00 win (14) pair"]);
        round
    };
    for (what, cite) in
        [(Irregularity::Misdeal, "[IRR-4]"), (Irregularity::WrongNumberOfCards, "(5)")]
    {
        let mut round = dealt();
        round.report(what, None).unwrap();
        assert_eq!(lines(&round), [format!("1 pair-plus 5.00 5.00 dead {cite} misdeal")]);
        assert!(round.is_void());
        let after = round.report(Irregularity::Misdeal, None);
        assert_eq!(after, Err(Refusal::RoundIsOver), "a void round is over");
    }
    let mut round = dealt();
    let own = Report::new(Irregularity::ExposedCard, Some(seat(1))).of_card(card("As"));
    round.report_in_full(own).unwrap();
    let dealers = Report::new(Irregularity::ExposedCard, None).of_card(card("2s"));
    round.report_in_full(dealers).unwrap();
    assert_eq!(lines(&round), ["1 pair-plus 5.00 10.00 win (14) pair"]);
    logs(&round, "report exposed-card dealer 2s");
    // A winner of the progressive waits for its award: nothing is paid yet. One that is paid ends it.
    let table = open("three-card-poker", &[], &[("progressive", "paytable-1")]);
    let wins = || {
        let mut round = start(&table, &[&[("pair-plus", 5), ("progressive", 1)]]);
        deal(&mut round, "As 9h Ks 8d Qs 2s");
        assert!(matches!(round.next(), Next::Award(_)));
        round
    };
    let mut round = wins();
    round.report(Irregularity::Misdeal, None).unwrap();
    let back = [
        "1 pair-plus 5.00 5.00 dead [IRR-4] misdeal",
        "1 progressive 1.00 1.00 dead [IRR-4] misdeal",
    ];
    assert_eq!(lines(&round), back);
    let mut round = wins();
    round.award(seat(1), Cents::dollars(1000)).unwrap();
    assert_eq!(round.report(Irregularity::Misdeal, None), Err(Refusal::RoundIsOver));
    // What needs another card comes too late, and so does everything once a player has decided.
    let mut round = dealt();
    assert_eq!(round.report(Irregularity::FacedCard, None), Err(Refusal::RoundIsOver));
    let mut round = start(&table, &[&[("ante", 5)]]);
    deal(&mut round, "As 9h Ac 8d 5c 2s");
    act(&mut round, 1, "play");
    assert_eq!(round.report(Irregularity::Misdeal, None), Err(Refusal::RoundIsOver));
}

#[test]
fn arsd_16_15_02_s5_a_file_reports_what_went_wrong_with_the_last_card() {
    let text = "
        game = 'three-card-poker'
        dealer = '9h 8d 2s'
        [[seat]]
        number = 1
        bets = { pair-plus = '5' }
        cards = 'As Ac 5c'
    ";
    let exposed = with_event(text, "event = 'exposed-card'; card = '2s'; after = '6 cards'");
    assert_eq!(lines(&settle(&exposed)), ["1 pair-plus 5.00 10.00 win (14) pair"]);
    let misdeal = with_event(text, "event = 'misdeal'; after = '6 cards'");
    assert_eq!(lines(&settle(&misdeal)), ["1 pair-plus 5.00 5.00 dead [IRR-4] misdeal"]);
}
