//! Two winners at a table with cards: each is keyed, logged, verified and paid by itself; and what recall tells of it.

use std::collections::BTreeMap;

use house::recall::{Reader, Step, Who};
use house::table::command::{Dollars, TableCommand};
use house::table::setup::{Kind, Setup};
use house::view::Viewer;
use house::{Award, HouseRules, Refusal, Role, Seat, report};
use money::{Cents, Moment};

use super::pit::{Pit, person, table};

const AT: &str = "live-1";

fn bet(seat: u8) -> TableCommand {
    let bets = [("ante", 10), ("progressive", 1)]
        .map(|(bet, dollars)| (bet.to_owned(), Dollars(Cents::dollars(dollars))));
    TableCommand::Bet { seat: Seat(seat), bets: BTreeMap::from(bets), tips: BTreeMap::new() }
}

/// Caribbean, CS-10 at $10,000: seats 1 and 2 have royals, by hand in the rule's order of dealing, and both play.
fn two_royals(pit: &mut Pit, options: &[(&str, &str)]) {
    let mut setup = Setup::new("caribbean-stud", Kind::Live);
    for (option, value) in options {
        setup.options.insert((*option).to_owned(), (*value).to_owned());
    }
    pit.set_up(AT, setup);
    pit.play("dan", AT, bet(1));
    pit.play("dan", AT, bet(2));
    pit.play("dan", AT, TableCommand::LOCK);
    pit.confirm_steps(AT);
    for card in "As Ah 3d Ks Kh 8d Qs Qh 2d Js Jh Jd Ts Th Qc".split(' ') {
        pit.play("dan", AT, TableCommand::Card { card: card.parse().unwrap() });
    }
    for seat in [1, 2] {
        let action = "play".to_owned();
        pit.play(
            "dan",
            AT,
            TableCommand::Decide { seat: Seat(seat), action, hand: None, tip: None },
        );
    }
}

/// The dealer's steps until something lights a key: which seats are lit then.
fn key_it(pit: &mut Pit) -> Vec<u8> {
    let before = lit(pit);
    for _ in 0..40 {
        pit.play("dan", AT, TableCommand::Step);
        if lit(pit) != before {
            break;
        }
    }
    lit(pit)
}

fn lit(pit: &Pit) -> Vec<u8> {
    let round = pit.house.table(&table(AT)).unwrap().keypad_round();
    let lit = round.iter().flat_map(|round| round.keys.lit.keys());
    lit.map(|seat| seat.0).collect()
}

fn verify(pit: &mut Pit, seat: u8) -> Award {
    let award = pit.house.awards().find(|award| award.seat.0 == seat).unwrap().number;
    let effect = pit.play("sue", AT, TableCommand::Verify { award, paid: None, reason: None });
    effect.awards.into_iter().find(|known| known.number == award).unwrap()
}

/// By hand: $10,000 and 2 x $0.25. Seat 2, paid first, has all $10,000.50; the meter restarts at $10,000, which seat 1 has.
#[test]
fn prg_9_two_winners_are_two_keys_and_two_slips_that_connect() {
    let mut pit = Pit::new(61);
    two_royals(&mut pit, &[]);
    assert_eq!(pit.house.next_key(&table(AT)), Some((Seat(2), "royal flush".to_owned())));
    assert_eq!(key_it(&mut pit), [2], "one step, one key");
    assert_eq!(pit.house.next_key(&table(AT)), None, "a supervisor verifies it first");
    let first = verify(&mut pit, 2);
    assert_eq!(lit(&pit), [2], "verifying lights nothing");
    assert_eq!(key_it(&mut pit), [1, 2]);
    let second = verify(&mut pit, 1);
    assert_eq!(
        (first.amount, second.amount),
        ("10000.50".parse().unwrap(), Cents::dollars(10_000))
    );
    assert!(first.number < second.number && first.keyed_at < second.keyed_at);
    assert_eq!(second.before, first.after, "the second slip begins where the first ended");
}

/// Shared top awards: no one is verified before both are lit, and the next step lights the other. $10,000.50 is
/// $5,000.25 each.
#[test]
fn prg_5_under_the_split_procedure_the_other_top_award_is_keyed_next() {
    let mut pit = Pit::new(62);
    two_royals(&mut pit, &[("house-procedure", "split")]);
    assert_eq!(key_it(&mut pit), [2]);
    let award = pit.house.awards().next().unwrap().number;
    let early = pit.command("sue", AT, TableCommand::Verify { award, paid: None, reason: None });
    assert!(matches!(early, Err(Refusal::CardsDisagree(_))), "{early:?}");
    assert_eq!(pit.house.next_key(&table(AT)), Some((Seat(1), "royal flush".to_owned())));
    assert_eq!(key_it(&mut pit), [1, 2]);
    assert_eq!(pit.house.next_key(&table(AT)), None);
    let half: Cents = "5000.25".parse().unwrap();
    assert_eq!((verify(&mut pit, 2).amount, verify(&mut pit, 1).amount), (half, half));
}

/// A step of an earlier release lit the keys of the whole round, and replays so.
#[test]
fn a_step_of_an_earlier_release_keys_all_winners() {
    let mut pit = Pit::new(63);
    two_royals(&mut pit, &[]);
    pit.rules = HouseRules::FIRST;
    assert_eq!(key_it(&mut pit), [1, 2]);
}

/// A pressed button lights its own seat's key and no other.
#[test]
fn prg_9_the_seat_that_is_pressed_is_lit_alone() {
    let mut pit = Pit::new(64);
    two_royals(&mut pit, &[]);
    pit.play("dan", AT, TableCommand::Key { seat: Seat(1), hand: "royal flush".to_owned() });
    assert_eq!(lit(&pit), [1]);
    assert_eq!(key_it(&mut pit), [1, 2]);
}

/// The round from the bets to game over: who did what, in order, with keys on and off, calls and verifications.
#[test]
fn recall_has_every_step_with_its_person() {
    let mut pit = Pit::new(65);
    two_royals(&mut pit, &[]);
    let key = |hand: &str| TableCommand::Key { seat: Seat(2), hand: hand.to_owned() };
    pit.play("dan", AT, key("four of a kind"));
    pit.play("dan", AT, key("straight flush"));
    pit.play("dan", AT, key("straight flush"));
    key_it(&mut pit);
    pit.play("dan", AT, TableCommand::CallSupervisor { why: "two royals".to_owned() });
    verify(&mut pit, 2);
    key_it(&mut pit);
    verify(&mut pit, 1);
    pit.confirm_steps(AT);
    pit.play("dan", AT, TableCommand::GameOver);
    let aud = person("sue");
    let recalled = pit.recalled(AT, Reader::Viewer(Viewer::Person(&aud)));
    let done: Vec<(&str, &str)> = recalled
        .steps
        .iter()
        .filter(|step| !step.op.starts_with("step ") && !step.op.starts_with("deal "))
        .map(|step| (step.op.as_str(), step.by.as_ref().unwrap().word()))
        .collect();
    let expected = [
        ("bet 1 ante 10.00", "dan"),
        ("bet 1 progressive 1.00", "dan"),
        ("bet 2 ante 10.00", "dan"),
        ("bet 2 progressive 1.00", "dan"),
        ("lock", "dan"),
        ("decide 1 play", "dan"),
        ("decide 2 play", "dan"),
        ("key 2 on four of a kind", "dan"),
        ("key 2 from four of a kind to straight flush", "dan"),
        ("key 2 off straight flush", "dan"),
        ("key 2 on royal flush", "dan"),
        ("call", "dan"),
        ("verify 3", "sue"),
        ("award 2 10000.50", "sue"),
        ("key 1 on royal flush", "dan"),
        ("verify 4", "sue"),
        ("award 1 10000.00", "sue"),
        ("game-over", "dan"),
    ];
    assert_eq!(done, expected);
    let entries = &pit.records[&(table(AT), 1)];
    let times: Vec<Moment> = entries.iter().map(|record| record.at).collect();
    let place = |step: &Step| times.iter().position(|time| Some(*time) == step.at).unwrap();
    let places: Vec<usize> = recalled.steps.iter().map(place).collect();
    assert!(places.is_sorted() && places[0] == 0, "{places:?}");
    assert_eq!(places.last(), Some(&(times.len() - 1)));
    let steps: Vec<&str> =
        recalled.steps.iter().filter_map(|step| step.op.strip_prefix("step ")).collect();
    for step in ["deal", "key-hand 2", "key-hand 1", "verify 2", "verify 1", "end-key"] {
        assert!(steps.contains(&step), "{step}: {steps:?}");
    }
    // What follows a step lies on the same table.
    let verified = recalled.steps.iter().find(|step| step.op == "verify 4").unwrap();
    let cards: Vec<String> =
        verified.seats[1].hands[0].cards.iter().map(ToString::to_string).collect();
    assert_eq!(cards.join(" "), "Ah Kh Qh Jh Th");
    let says = verified.says.as_deref().unwrap();
    assert!(says.starts_with("award 4 verified"), "{says}");
    // The words of the audit search.
    let words: Vec<String> = pit.records[&(table(AT), 1)]
        .iter()
        .map(|record| report::words(&record.request.command, record))
        .filter(|words| {
            words.contains("keyed") || words.contains("turned off") || words.contains("moved")
        })
        .collect();
    let first: Vec<&str> = words.iter().map(String::as_str).take(3).collect();
    let expected = [
        "live-1 round 1: seat 2: moved from four of a kind to straight flush, $1,000.05",
        "live-1 round 1: seat 2: straight flush turned off, $1,000.05",
        "live-1 round 1: step: seat 2: royal flush keyed, $10,000.50",
    ];
    assert_eq!(first[1..], expected[..2]);
    assert!(words.contains(&expected[2].to_owned()), "{words:?}");
    // Whoever only looks hears of cards and wagers, from people without a name.
    let public = pit.recalled(AT, Reader::Viewer(Viewer::Public));
    assert!(public.steps.iter().all(|step| step.says.is_none()));
    let is_nameless =
        |step: &Step| matches!(step.by, Some(Who::Role(Role::Dealer | Role::Supervisor)));
    assert!(public.steps.iter().all(is_nameless));
}

/// What was taken back, by whom and why, is a step; so is a step that is to be done again.
#[test]
fn gen_14_recall_has_corrections_with_their_person() {
    let mut pit = Pit::new(66);
    pit.open(AT, "caribbean-stud", Kind::Live);
    pit.play("dan", AT, bet(1));
    pit.play("dan", AT, TableCommand::LOCK);
    pit.play("dan", AT, TableCommand::Step);
    pit.play("dan", AT, TableCommand::Undo { reason: "too fast".to_owned() });
    pit.confirm_steps(AT);
    pit.play("dan", AT, TableCommand::Card { card: "As".parse().unwrap() });
    pit.play("sue", AT, TableCommand::Undo { reason: "misread".to_owned() });
    pit.play("dan", AT, TableCommand::Card { card: "Ah".parse().unwrap() });
    let dan = person("dan");
    let recalled = pit.recalled(AT, Reader::Viewer(Viewer::Person(&dan)));
    let find = |op: &str| recalled.steps.iter().find(|step| step.op.starts_with(op)).unwrap();
    let again = find("undo-step");
    assert_eq!(again.by.as_ref().map(Who::word), Some("dan"));
    assert_eq!(again.says.as_deref(), Some("the last entry taken back: too fast"));
    let undo = find("undo by sue: misread");
    assert_eq!((undo.by.as_ref().map(Who::word), undo.takes_back.len()), (Some("sue"), 1));
    let dealt: Vec<bool> = recalled
        .steps
        .iter()
        .filter(|step| step.op.starts_with("deal 1 "))
        .map(|step| step.undone)
        .collect();
    assert_eq!(dealt, [true, false]);
}
