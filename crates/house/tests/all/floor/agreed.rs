//! What two supervisors agree on about an award, another amount or an override: every place says the same, and the
//! round file settles to the same lines.

use std::collections::BTreeMap;

use games::{Outcome, play_recorded};
use house::recall::{Reader, Recall};
use house::table::command::{Dollars, TableCommand};
use house::table::setup::Kind;
use house::view::{LineView, Viewer};
use house::{Award, AwardNumber, Command, Effect, ProposalNumber, Proposed, Seat, report};
use money::Cents;
use rulebook::Rulebook;

use super::pit::{Pit, person, table};

const AT: &str = "live-1";
/// One card at a time around the table, five times, the dealer last: seat 1 has a flush in hearts.
const FLUSH: &str = "Ah 2c 3d Kh 4c 8d 9h 6c 9d 5h 8c Jd 2h Ts Qc";
/// Seat 1 has the royal flush in spades.
const ROYAL: &str = "As 2c 3d Ks 4c 8d Qs 6c 9d Js 8c Jd Ts Tc Qc";

/// Caribbean, CS-10: royal 100%, straight flush 10%, full house $100, flush $50. Both seats bet the progressive, seat 1
/// plays, seat 2 folds and loses it [PRG-13].
fn dealt(cards: &str) -> Pit {
    let mut pit = Pit::new(20);
    pit.open(AT, "caribbean-stud", Kind::Live);
    for seat in [1, 2] {
        let bets = [("ante", 10), ("progressive", 1)];
        let bets = bets.map(|(bet, dollars)| (bet.to_owned(), Dollars(Cents::dollars(dollars))));
        let command =
            TableCommand::Bet { seat: Seat(seat), bets: bets.into(), tips: BTreeMap::new() };
        pit.play("dan", AT, command);
    }
    pit.play("dan", AT, TableCommand::LOCK);
    pit.confirm_steps(AT);
    for card in cards.split(' ') {
        pit.play("dan", AT, TableCommand::Card { card: card.parse().unwrap() });
    }
    for (seat, action) in [(1, "play"), (2, "fold")] {
        let action = action.to_owned();
        pit.play(
            "dan",
            AT,
            TableCommand::Decide { seat: Seat(seat), action, hand: None, tip: None },
        );
    }
    pit.confirm_steps(AT);
    pit
}

fn key(pit: &mut Pit, seat: u8, hand: &str) -> AwardNumber {
    pit.play("dan", AT, TableCommand::Key { seat: Seat(seat), hand: hand.to_owned() });
    pit.house.awards().next().unwrap().number
}

fn pay(pit: &mut Pit, award: AwardNumber, paid: &str, reason: &str) {
    let (paid, reason) = (Some(paid.parse().unwrap()), Some(reason.to_owned()));
    let proposed = pit.play("sue", AT, TableCommand::Verify { award, paid, reason });
    approve(pit, &proposed);
}

fn approve(pit: &mut Pit, proposed: &Effect) {
    let proposal = proposed.proposal.expect("it waits for another supervisor");
    pit.done("bob", Command::Approve { proposal });
}

fn verify(pit: &mut Pit, award: AwardNumber) {
    pit.play("sue", AT, TableCommand::Verify { award, paid: None, reason: None });
}

fn game_over(pit: &mut Pit) {
    pit.confirm_steps(AT);
    pit.play("dan", AT, TableCommand::GameOver);
}

fn balance(pit: &Pit, account: &str) -> String {
    pit.house.book().balance(&account.parse().unwrap()).to_string()
}

fn display(pit: &Pit) -> String {
    pit.house.meters().next().unwrap().totals.display.to_string()
}

/// The lines of the round, which the table, the recall and the settled round file show alike; with the round file.
fn lines(pit: &Pit) -> (Vec<LineView>, String) {
    let dan = person("dan");
    let viewer = Viewer::Person(&dan);
    let shown = pit.house.view(&table(AT), viewer).unwrap().round.lines;
    let play = pit.house.play(&table(AT)).unwrap();
    let recall = pit.house.recall_play(play, Reader::Viewer(viewer)).unwrap();
    assert_eq!(recall.lines, shown);
    assert_eq!(settled_again(&recall), shown);
    (shown, recall.round_file.unwrap())
}

/// The lines that a recalled round's file settles to.
pub fn settled_again(recall: &Recall) -> Vec<LineView> {
    let file = recall.round_file.as_ref().unwrap_or_else(|| panic!("{:?}", recall.no_round_file));
    let played = play_recorded(Rulebook::embedded(), "recalled", file)
        .unwrap_or_else(|problems| panic!("{problems}\n{file}"));
    let lines = played.round.settlement().lines.iter();
    lines.map(|line| LineView::of(played.round.table(), line)).collect()
}

/// The progressive line of seat 1.
fn progressive(lines: &[LineView]) -> &LineView {
    lines.iter().find(|line| (line.seat, line.wager) == (Seat(1), "progressive")).unwrap()
}

fn award(pit: &Pit, number: AwardNumber) -> &Award {
    pit.house.award(number).or_else(|_| pit.house.paid_award(number)).unwrap()
}

/// $45 is paid for an award of $50: the dealer is told so, and so is everyone.
#[test]
fn prg_20_one_amount_in_every_place() {
    let mut pit = dealt(FLUSH);
    let number = key(&mut pit, 1, "flush");
    assert_eq!(award(&pit, number).amount, Cents::dollars(50));
    let before = balance(&pit, "tray live-1");
    pay(&mut pit, number, "45", "a torn bill");
    assert_eq!(award(&pit, number).paid(), Some(Cents::dollars(45)));
    let told = pit.house.play(&table(AT)).unwrap().steps().map(|step| step.text.clone());
    let told: Vec<String> = told.collect();
    assert!(told.iter().all(|text| !text.contains("$50")), "{told:?}");
    game_over(&mut pit);
    let (lines, file) = lines(&pit);
    let line = progressive(&lines);
    assert_eq!(
        (line.returned, line.outcome, line.row),
        (Cents::dollars(45), Outcome::Win, "flush")
    );
    let other = line.paid_other.as_ref().unwrap();
    assert_eq!(
        (other.award, other.agreed.by(), other.agreed.approved_by(), other.agreed.reason()),
        (Cents::dollars(50), "sue", "bob", "a torn bill")
    );
    assert!(file.contains("[[paid]]"), "{file}");
    // From the key on the tray pays $45 and no ante of seat 2, which was taken before.
    assert_ne!(balance(&pit, "tray live-1"), before);
    let words = report::standing_words(award(&pit, number));
    assert!(words.contains("$45 was paid") && words.contains("bob"), "{words}");
    // Tray: $2 of progressives, $0.50 to the meter, $10 of seat 2; seat 1's ante is paid $10, the award $45.
    assert_eq!(balance(&pit, "tray live-1"), "-43.5000");
}

/// The royal is $10,000.50; $9,000.50 is paid, and $1,000 goes back to the sign, by name. Backed out, the meter has what
/// it had before the key: 11,000 + 9,000.50 - 10,000 of seed.
#[test]
fn prg_21_what_is_not_paid_of_a_meter_award_goes_back_to_its_meter() {
    let mut pit = dealt(ROYAL);
    let number = key(&mut pit, 1, "royal flush");
    let (paid, reason) = (Some("9000.50".parse().unwrap()), Some("taxes withheld".to_owned()));
    let proposed = pit.play("sue", AT, TableCommand::Verify { award: number, paid, reason });
    let proposal = proposed.proposal.unwrap();
    let done = pit.done("bob", Command::Approve { proposal });
    let transfers = done.moves.iter().flat_map(|moved| &moved.transfers);
    let named: Vec<String> = transfers.map(ToString::to_string).collect();
    assert_eq!(
        named,
        [
            "9000.5000 from pending to paid",
            &format!("1000.0000 from pending to display, not paid of award {number}"),
        ]
    );
    assert_eq!(display(&pit), "11000.0000");
    game_over(&mut pit);
    let (lines, file) = lines(&pit);
    assert_eq!(progressive(&lines).returned, Cents::new(900_050));
    let played = play_recorded(Rulebook::embedded(), "recalled", &file).unwrap();
    assert_eq!(played.meter().unwrap().after.to_string(), "11000.0000", "the file knows, too");
    assert_eq!(balance(&pit, "meter m-live-1"), "11000.0000");
    // Tray: $2, less $0.50 to the meter, $10 of seat 2, less $10 for seat 1's ante.
    assert_eq!(balance(&pit, "tray live-1"), "1.5000");
    let back_out = Proposed::BackOut { award: number, reason: "a marked card".to_owned() };
    let proposed = pit.done("sue", Command::Propose { proposed: back_out });
    approve(&mut pit, &proposed);
    assert_eq!(display(&pit), "10000.5000");
    assert_eq!(balance(&pit, "meter m-live-1"), "10000.5000");
}

/// More than a meter award is worth comes from the tray, and backing it out returns the award to the meter.
#[test]
fn prg_21_what_is_paid_above_a_meter_award_comes_from_the_tray() {
    let mut pit = dealt(ROYAL);
    let number = key(&mut pit, 1, "royal flush");
    pay(&mut pit, number, "10001", "rounded up");
    game_over(&mut pit);
    let (lines, _) = lines(&pit);
    assert_eq!(progressive(&lines).returned, Cents::dollars(10_001));
    assert_eq!(display(&pit), "10000.0000");
    assert_eq!(balance(&pit, "tray live-1"), "1.0000", "$0.50 beyond the award");
    let back_out = Proposed::BackOut { award: number, reason: "a marked card".to_owned() };
    let proposed = pit.done("sue", Command::Propose { proposed: back_out });
    approve(&mut pit, &proposed);
    assert_eq!(display(&pit), "10000.5000");
}

/// A full house is keyed for a flush and paid at $100, by two different supervisors.
#[test]
fn prg_22_an_override_of_a_hand_keyed_wrongly() {
    let mut pit = dealt(FLUSH);
    let number = key(&mut pit, 1, "full house");
    let reason = || "the camera showed it".to_owned();
    let refused =
        pit.command("sue", AT, TableCommand::Override { reason: " ".to_owned() }).unwrap_err();
    assert_eq!(refused.code(), "no-reason");
    let proposed = pit.play("sue", AT, TableCommand::Override { reason: reason() });
    let proposal: ProposalNumber = proposed.proposal.unwrap();
    let check = TableCommand::Verify { award: number, paid: None, reason: None };
    assert_eq!(pit.command("sue", AT, check).unwrap_err().code(), "cards-disagree");
    let alone = pit.ask("sue", Command::Approve { proposal }).unwrap_err();
    assert_eq!(alone.code(), "same-person");
    assert_eq!(pit.ask("dan", Command::Approve { proposal }).unwrap_err().code(), "not-allowed");
    pit.done("bob", Command::Approve { proposal });

    let over = award(&pit, number).overridden.clone().unwrap();
    assert_eq!((over.by, over.approved_by), (person("sue"), person("bob")));
    assert_eq!((over.reason, over.cards), (reason(), Some("flush".to_owned())));
    let view = pit.house.view(&table(AT), Viewer::Public).unwrap();
    let seat = view.round.seats.iter().find(|seat| seat.seat == Seat(1)).unwrap();
    let words = seat.overridden.as_ref().unwrap().words();
    assert!(words.starts_with("paid by override of sue and bob"), "{words}");

    verify(&mut pit, number);
    game_over(&mut pit);
    let (lines, file) = lines(&pit);
    let line = progressive(&lines);
    assert_eq!(
        (line.returned, line.outcome, line.row),
        (Cents::dollars(100), Outcome::Win, "full house")
    );
    let over = line.overridden.as_ref().unwrap();
    assert_eq!((over.keyed.as_deref(), over.cards.as_deref()), (Some("full house"), Some("flush")));
    assert_eq!((over.by.as_str(), over.approved_by.as_str()), ("sue", "bob"));
    assert_eq!(over.reason, reason());
    assert!(file.contains("[[override]]"), "{file}");
    // As with the flush, $100 instead of $45.
    assert_eq!(balance(&pit, "tray live-1"), "-98.5000");
    let words = report::standing_words(award(&pit, number));
    assert!(words.contains("by override of sue and bob"), "{words}");
}

/// A wrong key does not do the step "key flush", and once the override has made another award of it no step says that
/// anyone keyed or verified a flush; the recall tells the override before the steps of what it pays.
#[test]
fn prg_22_no_step_says_that_what_the_cards_show_was_keyed_or_verified() {
    let mut pit = dealt(FLUSH);
    let keyed =
        pit.play("dan", AT, TableCommand::Key { seat: Seat(1), hand: "full house".to_owned() });
    let number = pit.house.awards().next().unwrap().number;
    let due = |pit: &Pit| pit.house.play(&table(AT)).unwrap().step().unwrap().text.clone();
    assert!(due(&pit).starts_with("Key flush for seat 1"), "{}", due(&pit));
    let stuck = pit.command("dan", AT, TableCommand::Step).unwrap_err();
    assert_eq!(stuck.code(), "step-waits");
    let reason = "the camera showed it".to_owned();
    let proposed = pit.play("sue", AT, TableCommand::Override { reason });
    let proposal = proposed.proposal.unwrap();
    let approved = pit.done("bob", Command::Approve { proposal });
    let checked =
        pit.play("sue", AT, TableCommand::Verify { award: number, paid: None, reason: None });
    let steps: Vec<&str> = [&keyed, &proposed, &approved, &checked]
        .into_iter()
        .flat_map(|effect| &effect.steps)
        .map(|step| step.text.as_str())
        .collect();
    let expected = [
        "Key full house for seat 1; press a wrong key again to turn it off.",
        "Call a supervisor to seat 1.",
        "Wait for the supervisor to verify seat 1's full house.",
    ];
    assert_eq!(steps, expected);
    game_over(&mut pit);
    lines(&pit);

    // A winner that stays unpaid has no such step at all.
    let mut pit = dealt(FLUSH);
    let reason = "the bet was late".to_owned();
    let proposed = pit.play("sue", AT, TableCommand::Override { reason });
    let proposal = proposed.proposal.unwrap();
    let approved = pit.done("bob", Command::Approve { proposal });
    assert_eq!(approved.steps, []);
    game_over(&mut pit);
}

/// The flush is not keyed, and two supervisors close the round without paying it.
#[test]
fn prg_22_an_override_of_a_winner_unpaid() {
    let mut pit = dealt(FLUSH);
    let reason = "the bet was late".to_owned();
    let proposed = pit.play("sue", AT, TableCommand::Override { reason });
    assert!(progressive_is_due(&pit), "a proposal changes nothing");
    approve(&mut pit, &proposed);
    assert!(!progressive_is_due(&pit));
    game_over(&mut pit);
    let (lines, _) = lines(&pit);
    let line = progressive(&lines);
    assert_eq!((line.returned, line.outcome, line.row), (Cents::ZERO, Outcome::Lose, "flush"));
    let words = line.decided().unwrap();
    assert!(words.starts_with("not paid by override of sue and bob"), "{words}");
    assert_eq!(balance(&pit, "tray live-1"), "1.5000");
}

fn progressive_is_due(pit: &Pit) -> bool {
    matches!(pit.house.play(&table(AT)).unwrap().round().next(), games::Next::Award(_))
}

/// An override is for what was seen: when a key changes before the approval, it cannot be approved any more.
#[test]
fn prg_22_an_override_is_approved_as_it_was_seen() {
    let mut pit = dealt(FLUSH);
    key(&mut pit, 1, "full house");
    let proposed = pit.play("sue", AT, TableCommand::Override { reason: "read again".to_owned() });
    pit.play("dan", AT, TableCommand::Key { seat: Seat(1), hand: "four of a kind".to_owned() });
    assert_eq!(pit.house.proposals().filter(|it| it.is_open).count(), 0, "it waits for nobody");
    let proposal = proposed.proposal.unwrap();
    let refused = pit.ask("bob", Command::Approve { proposal }).unwrap_err();
    assert_eq!(refused.code(), "override-changed");
}
