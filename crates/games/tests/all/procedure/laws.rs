//! Laws of the steps, over random play of every game and edition.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use games::{Event, Next, Outcome, Posting, Procedure, Round, SeatNumber, Table, play_recorded};
use rulebook::{Condition, Game, Moment, Rulebook, Step};

use super::{Luck, due, ids, played, replayed};
use crate::random_play::{Dice, random_plain_table};

/// A random table, dealt by hand or by machine, more often with a progressive.
fn open(game: &Game, dice: &mut Dice) -> Arc<Table> {
    let table = random_plain_table(Rulebook::embedded(), game, dice);
    let mut posting = table.posting().clone();
    let names = table.section().schedule_names("progressive");
    if table.section().wager("progressive").is_some() && dice.one_in(2) {
        let (game, edition) = (game.id.clone(), posting.edition);
        posting = Posting { game, edition, ..Posting::default() };
        posting.schedules.insert("progressive".to_owned(), (*dice.pick(&names)).to_owned());
    }
    if dice.one_in(2) {
        posting.options.insert("dealing".to_owned(), "machine".to_owned());
    }
    Table::open(Rulebook::embedded(), posting).unwrap_or(table)
}

/// Plays many rounds of every game; hands over the round and the events of each operation.
fn rounds(seed: u64, count: usize, luck: Luck, mut visit: impl FnMut(&Round, &[Event])) {
    for (game, place) in Rulebook::embedded().games().iter().zip(0..) {
        let mut dice = Dice(seed + place);
        let mut table = open(game, &mut dice);
        for number in 0..count {
            // Opening a table takes longer than a round.
            if number % 5 == 0 {
                table = open(game, &mut dice);
            }
            let before = dice.0;
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                played(&table, &mut dice, luck, &mut visit);
            }));
            assert!(result.is_ok(), "{} round {number}, dice {before}", game.id);
        }
    }
}

/// A step of an edition: game, edition, ID.
type Key = (String, String, String);

fn key(table: &Table, step: &Step) -> Key {
    let section = table.section();
    (section.game.clone(), section.edition.id.to_string(), step.id.clone())
}

/// Plays the recorded rounds again under every edition that takes them: they have what is too rare
/// to wait for, such as a bonus for a blackjack against seven cards.
fn recorded_in_every_edition(mut visit: impl FnMut(&Round, &[Event])) {
    let book = Rulebook::embedded();
    let recorded = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rounds");
    for entry in fs::read_dir(recorded).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let plain: Vec<&str> = text.lines().filter(|line| !line.starts_with("edition")).collect();
        let name = path.file_name().unwrap().to_str().unwrap();
        let game = book.games().iter().filter(|game| name.starts_with(&game.id));
        for edition in game.flat_map(|game| &game.editions) {
            let text = format!("edition = \"{}\"\n{}", edition.id, plain.join("\n"));
            if let Ok(played) = play_recorded(book, name, &text) {
                replayed(&played.round, &mut visit);
            }
        }
    }
}

#[test]
fn every_step_of_every_edition_comes_up_in_some_round() {
    let mut reached: BTreeSet<Key> = BTreeSet::new();
    let mut note = |round: &Round, events: &[Event]| {
        reached.extend(due(round, events).iter().map(|due| key(round.table(), due.step)));
    };
    rounds(1, 1500, Luck::Regular, &mut note);
    rounds(101, 1500, Luck::Irregular, &mut note);
    recorded_in_every_edition(&mut note);
    let mut missed: Vec<String> = Vec::new();
    for game in Rulebook::embedded().games() {
        for edition in &game.editions {
            let section = game.edition(edition.id).unwrap();
            for step in section.steps.iter().filter(|step| !step.at.is_outside_round()) {
                let key = (game.id.clone(), edition.id.to_string(), step.id.clone());
                if !reached.contains(&key) {
                    missed.push(format!("{} {} {} at {}", key.0, key.1, key.2, step.at));
                }
            }
        }
    }
    assert!(missed.is_empty(), "never due:\n{}", missed.join("\n"));
}

#[test]
fn every_step_outside_a_round_comes_up_at_some_table() {
    let outside =
        [Moment::TableOpens, Moment::DealerRelieved, Moment::AwardBackedOut, Moment::TableCloses];
    let mut reached: BTreeSet<Key> = BTreeSet::new();
    for (game, place) in Rulebook::embedded().games().iter().zip(0..) {
        let mut dice = Dice(place);
        for _ in 0..100 {
            let table = open(game, &mut dice);
            for at in &outside {
                let due = Procedure::outside_round(&table, at);
                assert!(due.iter().all(|due| !due.cite.is_empty() && due.text == due.step.prompt));
                reached.extend(due.iter().map(|due| key(&table, due.step)));
            }
            assert!(Procedure::outside_round(&table, &Moment::BetsOpen).is_empty());
        }
    }
    for game in Rulebook::embedded().games() {
        for edition in &game.editions {
            let section = game.edition(edition.id).unwrap();
            for step in section.steps.iter().filter(|step| step.at.is_outside_round()) {
                let key = (game.id.clone(), edition.id.to_string(), step.id.clone());
                assert!(reached.contains(&key), "{key:?}");
            }
        }
    }
}

#[test]
fn prompts_are_whole_sentences_with_citations() {
    rounds(201, 300, Luck::Irregular, |round, events| {
        for due in due(round, events) {
            let said = due.say.clone().unwrap_or_else(|| "Nothing.".to_owned());
            for text in [&due.text, &said] {
                assert!(text.ends_with('.') && !text.contains(['{', '}']), "{text}");
                assert!(
                    !text.contains("  ") && !text.contains(": .") && !text.contains(" ."),
                    "{text}"
                );
                assert!(!text.contains("seat '") && !text.contains("seat  "), "{text}");
            }
            assert_eq!(due.cite.len(), due.step.cite.len(), "{}", due.step.id);
            if due.step.prompt.contains("{seat}") {
                let seat = due.seat.expect("the seat is known");
                assert!(due.text.contains(&seat.to_string()));
            }
        }
    });
}

/// Moments that come once in a round, for the whole table.
fn is_once(at: &Moment) -> bool {
    matches!(
        at,
        Moment::BetsOpen
            | Moment::BetsLocked
            | Moment::Before(_)
            | Moment::Dealt
            | Moment::BoardTurned(_)
            | Moment::TurnedUp(_)
            | Moment::Pot
            | Moment::Rake
            | Moment::DealerRevealed
            | Moment::RoundOver
    )
}

#[test]
fn steps_come_in_the_order_of_the_section() {
    let mut last: Option<usize> = None;
    rounds(301, 400, Luck::Regular, |round, events| {
        let steps = &round.table().section().steps;
        let place = |step: &Step| steps.iter().position(|own| own == step).unwrap();
        if matches!(events.first(), Some(Event::Opened)) {
            last = None;
        }
        let due = due(round, events);
        for pair in due.windows(2) {
            let is_same = pair[0].step.at == pair[1].step.at && pair[0].seat == pair[1].seat;
            // A seat may have two awards' worth of envy, and two hands may trigger it.
            let repeats = matches!(pair[0].step.at, Moment::Envy | Moment::EnvyHand | Moment::Rake);
            if is_same && !repeats {
                assert!(place(pair[0].step) < place(pair[1].step), "{:?}", ids(&due));
            }
        }
        for step in due.iter().map(|due| due.step).filter(|step| is_once(&step.at)) {
            let here = place(step);
            assert!(last.is_none_or(|last| last < here), "{} comes late", step.id);
            last = Some(here);
        }
    });
}

/// The closing sequence, said again from the rule alone: key the hand, call a supervisor, wait for
/// the verification, pay, go on counterclockwise; hands that trigger envy stay up; envy; end key.
#[test]
fn prg_9_the_closing_sequence_comes_award_by_award() {
    let closing = [
        "key-hand",
        "call-supervisor",
        "verify",
        "pay-from-meter",
        "pay-from-tray",
        "next-award",
        "envy-hand",
        "pay-envy",
        "end-key",
    ];
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut found: Vec<(String, Option<SeatNumber>)> = Vec::new();
    rounds(401, 1200, Luck::Regular, |round, events| {
        let section = round.table().section();
        if section.term("jackpot-procedure") != Some("keypad") {
            return;
        }
        if events.first() == Some(&Event::Opened) {
            found.clear();
        }
        let steps = due(round, events);
        let own = steps.iter().filter(|due| closing.contains(&due.step.id.as_str()));
        let id = |due: &games::DueStep<'_>| due.step.id.split("-from-").next().unwrap().to_owned();
        found.extend(own.map(|due| (id(due), due.seat)));
        // The amount of an award is said only once it is known.
        for step in steps.iter().filter(|due| due.step.at == Moment::AwardWon) {
            assert!(!step.text.contains('$'), "{}", step.text);
        }
        if *round.next() != Next::Done {
            return;
        }
        let lines = &round.settlement().lines;
        let is_award = |line: &&games::SettledLine| {
            line.wager == "progressive" && line.outcome == Outcome::Win
        };
        let awards: Vec<SeatNumber> = lines.iter().filter(is_award).map(|line| line.seat).collect();
        assert!(awards.is_sorted_by(|a, b| a > b), "counterclockwise");
        let envy: Vec<SeatNumber> =
            lines.iter().filter(|line| line.wager == "envy").map(|line| line.seat).collect();
        let (hands, found): (Vec<_>, Vec<_>) =
            found.drain(..).partition(|(id, _)| id == "envy-hand");
        let expected = closing_sequence(round, &awards, &envy);
        let found: Vec<(&str, Option<SeatNumber>)> =
            found.iter().map(|(id, seat)| (id.as_str(), *seat)).collect();
        assert_eq!(found, expected, "{}", section.game);
        // Each line of envy is for a hand that stays up, and each hand is for someone else.
        let hands: Vec<SeatNumber> = hands.iter().map(|(_, seat)| seat.unwrap()).collect();
        assert_eq!(envy.is_empty(), hands.is_empty());
        for line in lines.iter().filter(|line| line.wager == "envy") {
            assert!(hands.iter().any(|seat| *seat != line.seat), "{hands:?} {line:?}");
        }
        if awards.len() > 1 && !envy.is_empty() {
            seen.insert(section.game.clone());
        }
    });
    // Three-card poker has one meter row and two envy rows, the others have more of both.
    assert!(seen.len() >= 6, "several awards with envy in {seen:?}");
}

/// What the rule orders for these awards and this envy.
fn closing_sequence(
    round: &Round,
    awards: &[SeatNumber],
    envy: &[SeatNumber],
) -> Vec<(&'static str, Option<SeatNumber>)> {
    let mut expected: Vec<(&str, Option<SeatNumber>)> = Vec::new();
    for (place, seat) in awards.iter().enumerate() {
        let steps = ["key-hand", "call-supervisor", "verify", "pay"];
        expected.extend(steps.map(|id| (id, Some(*seat))));
        if place + 1 < awards.len() {
            expected.push(("next-award", Some(*seat)));
        }
    }
    expected.extend(envy.iter().map(|seat| ("pay-envy", Some(*seat))));
    let progressive = round.table().line("progressive");
    if progressive.is_some_and(|line| round.felt().seats.iter().any(|seat| seat.has(line))) {
        expected.push(("end-key", None));
    }
    expected
}

/// A hand without the progressive wins nothing itself, and others win envy for it: it stays on the
/// table, face up, until they are paid. Caribbean (19), (21)(g)(ii).
#[test]
fn prg_6_a_hand_that_triggers_envy_is_not_racked_when_it_is_settled() {
    let mut kept_up = 0;
    rounds(601, 600, Luck::Regular, |round, events| {
        let triggers: Vec<SeatNumber> =
            round.envy_triggers().into_iter().map(|(seat, _)| seat).collect();
        let Some(line) = round.table().line("progressive") else { return };
        for due in due(round, events).iter().filter(|due| due.step.at == Moment::SeatSettled) {
            let Some(seat) = due.seat.filter(|seat| triggers.contains(seat)) else { continue };
            let id = due.step.id.as_str();
            let is_rack = ["rack-hand", "lock-up"].contains(&id)
                && due.step.when.contains(&Condition::Award(false));
            assert!(!is_rack, "{} seat {seat}: {}", round.table().section().game, due.text);
            let own = round.felt().seats.iter().find(|own| own.number == seat);
            let is_bettor = own.is_some_and(|own| own.has(line));
            kept_up += usize::from(id == "leave-award" && !is_bettor);
        }
    });
    assert!(kept_up > 0, "some hand triggers envy without a bet of its own");
}

/// Folded cards swept with a live bonus: the hand goes to the rack only when nothing of it is left
/// to settle.
#[test]
fn prg_13_folded_cards_are_racked_only_when_no_wager_of_theirs_is_live() {
    let mut racked: Vec<SeatNumber> = Vec::new();
    let mut kept = 0;
    rounds(501, 400, Luck::Regular, |round, events| {
        if matches!(events.first(), Some(Event::Opened)) {
            racked.clear();
        }
        let mut taken_at_fold = 0;
        for due in due(round, events).iter().filter(|due| due.step.at == Moment::Folded) {
            let id = due.step.id.as_str();
            if id.starts_with("rack-fold") || id == "collect-fold" {
                racked.extend(due.seat);
                // What was collected with the fold is no longer live.
                taken_at_fold =
                    events.iter().take_while(|event| **event != Event::DealerRevealed).count();
            }
            kept += usize::from(id.starts_with("keep-fold") || id == "fold-at-sensor");
        }
        for event in events.iter().skip(taken_at_fold) {
            if let Event::Settled(line) = event {
                let is_racked = racked.contains(&line.seat) && line.wager != "envy";
                assert!(!is_racked, "{} {line:?}", round.table().section().game);
            }
        }
    });
    assert!(kept > 100, "{kept} hands were kept");
}
