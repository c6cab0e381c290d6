//! What two supervisors decided about a round: other amounts and overrides, in files and as operations.

use games::{Next, Op, Refusal};
use money::Cents;

use crate::support::{Playing, check, check_meter, problems, settle};

/// Caribbean stud, CS-10, the dealer without a hand: seat 2 has a flush ($50), seat 1 nothing. $100,000 and 25% of $2.
const FILE: &str = r#"
game = "caribbean-stud"
schedules = { progressive = "CS-10" }
meter = "100000"
dealer = "Jc 9d 7s 2c Qd"

[[seat]]
number = 1
cards = "Ac Kc 8d 6s 3d"
bets = { ante = "10", progressive = "1" }
actions = ["fold"]

[[seat]]
number = 2
cards = "Ah Kh 9h 5h 2h"
bets = { ante = "10", progressive = "1" }
actions = ["play"]
"#;

const AGREED: &str = "by = \"sue\"\napproved-by = \"bob\"\nreason = \"seen on camera\"\n";

fn with(more: &str) -> String {
    format!("{FILE}\n{more}\n{AGREED}")
}

fn progressive(round: &Playing, seat: u8) -> games::SettledLine {
    let lines = round.settlement().lines.iter();
    let mut own = lines.filter(|line| line.seat.get() == seat && line.wager == "progressive");
    let line = own.next().unwrap().clone();
    assert_eq!(own.next(), None, "a wager is settled once");
    line
}

#[test]
fn prg_20_a_file_with_another_amount_pays_it_and_says_why() {
    let round = settle(&with("[[paid]]\nseat = 2\namount = \"45\""));
    let line = progressive(&round, 2);
    assert_eq!((line.returned, line.row), (Cents::dollars(45), "flush"));
    let note = line.note.unwrap();
    let (award, agreed) = note.award.as_ref().unwrap();
    assert_eq!(*award, Cents::dollars(50));
    assert_eq!((agreed.by(), agreed.approved_by()), ("sue", "bob"));
    assert_eq!(note.to_string(), "for an award of 50.00, agreed by sue and bob: seen on camera");
}

/// The award off the meter is $100,000.50; of it $99,000.50 is paid, and $1,000 goes back to the display.
#[test]
fn prg_21_a_file_with_less_than_a_meter_award_leaves_the_rest_on_the_meter() {
    let royal = FILE.replace("Ah Kh 9h 5h 2h", "Ah Kh Qh Jh Th");
    let paid = format!("{royal}\n[[paid]]\nseat = 2\namount = \"99000.50\"\n{AGREED}");
    check_meter(&royal, ["100000.0000", "0.5000", "100000.5000", "10000.0000"]);
    check_meter(&paid, ["100000.0000", "0.5000", "99000.5000", "11000.0000"]);
}

/// A full house ($100) was keyed for the flush, and a flush ($50) for the folded hand, whose wager was taken [PRG-13].
#[test]
fn prg_22_a_file_with_an_override_pays_what_was_keyed() {
    let keyed = with("[[override]]\nseat = 2\nhand = \"full house\"");
    let line = progressive(&settle(&keyed), 2);
    assert_eq!((line.returned, line.row), (Cents::dollars(100), "full house"));
    let note = line.note.unwrap();
    let over = note.overridden.as_ref().unwrap();
    assert_eq!((over.keyed, over.cards), (Some("full house"), Some("flush")));

    let both = format!("{keyed}\n[[override]]\nseat = 1\nhand = \"flush\"\n{AGREED}");
    let round = settle(&both);
    assert_eq!(progressive(&round, 1).returned, Cents::dollars(50));
    assert_eq!(progressive(&round, 2).returned, Cents::dollars(100));
    // Both at once: the full house by override, paid at $90.
    let less = format!("{keyed}\n[[paid]]\nseat = 2\namount = \"90\"\n{AGREED}");
    let line = progressive(&settle(&less), 2);
    assert_eq!(line.returned, Cents::dollars(90));
    assert!(line.note.is_some_and(|note| note.award.is_some() && note.overridden.is_some()));
}

#[test]
fn prg_22_a_file_with_a_winner_unpaid_takes_its_wager() {
    let unpaid = with("[[override]]\nseat = 2");
    check(
        &unpaid,
        "1 ante 10.00 0.00 lose (11)(a) fold
         1 progressive 1.00 0.00 lose (11)(a) fold
         2 ante 10.00 20.00 win (13) unqualified-ante
         2 bet 20.00 20.00 push (13) unqualified-bet
         2 progressive 1.00 0.00 lose (21) flush",
    );
    let note = progressive(&settle(&unpaid), 2).note.unwrap();
    assert!(note.to_string().starts_with("not paid by override of sue and bob"), "{note}");
}

/// The file that a round writes settles to the same lines, and its log replays.
#[test]
fn the_file_and_the_log_of_a_round_say_what_was_decided() {
    let decided = "[[override]]\nseat = 2\nhand = \"full house\"";
    let file = format!("{}\n[[paid]]\nseat = 2\namount = \"90\"\n{AGREED}", with(decided));
    let round = settle(&file);
    let meter = round.0.sign.as_ref().map(games::Sign::before);
    let again = settle(&round.round_file(meter));
    assert_eq!(again.settlement().lines, round.settlement().lines);
    let log = round.log_text();
    let replayed = games::replay(rulebook::Rulebook::embedded(), &log).unwrap();
    assert_eq!(replayed.round.settlement().lines, round.settlement().lines, "{log}");
}

#[test]
fn what_supervisors_cannot_have_decided_is_refused_at_its_place() {
    let refused = |more: &str, says: &str| {
        let found = problems(more);
        assert!(found.iter().any(|problem| problem.contains(says)), "{says}: {found:?}");
    };
    refused(&with("[[paid]]\nseat = 2\namount = \"50\""), "nothing differs");
    refused(&with("[[paid]]\nseat = 1\namount = \"5\""), "seat 1 has no award");
    refused(&with("[[override]]\nseat = 2\nhand = \"flush\""), "there is nothing to override");
    refused(&with("[[override]]\nseat = 1"), "there is nothing to override");
    refused(&with("[[override]]\nseat = 2\nhand = \"pair\""), "the schedule has no \"pair\"");
    let alone = with("[[override]]\nseat = 2").replace("bob", "sue");
    refused(&alone, "two different supervisors");
    let unexplained = with("[[override]]\nseat = 2").replace("seen on camera", " ");
    refused(&unexplained, "a reason");
}

/// Said after the round was settled, an override settles it again; a paid award stays.
#[test]
fn prg_22_an_override_comes_when_the_cards_are_out() {
    let round = settle(FILE);
    let mut late = round.clone();
    let op = |text: &str| text.parse::<Op>().unwrap();
    let unpaid = "override 2 not keyed by sue approved-by bob because the bet was late";
    assert_eq!(late.apply(op(unpaid)).map(drop), Err(Refusal::AwardIsPaid(seat(2))));
    let keyed = "override 1 keyed flush by sue approved-by bob because seen on camera";
    late.apply(op(keyed)).unwrap();
    assert!(matches!(late.next(), Next::Award(due) if due.seat == seat(1)));
    late.apply(op("award 1 50.00")).unwrap();
    assert_eq!(*late.next(), Next::Done);
    let filed = settle(&with("[[override]]\nseat = 1\nhand = \"flush\""));
    // The reasons differ by nothing: the lines are those of the file.
    assert_eq!(late.settlement().lines, filed.settlement().lines);
}

fn seat(number: u8) -> games::SeatNumber {
    games::SeatNumber::new(number).unwrap()
}
