//! The dealer's steps: every table knows the next one, and every step is logged once.

use std::collections::{BTreeMap, BTreeSet};

use games::{Keep, Op, Procedure, Round};
use house::table::command::{Dollars, TableCommand};
use house::table::play::Progress;
use house::table::setup::{Kind, Setup};
use house::table::steps::{StepBy, StepDone};
use house::view::{Due, NextView, TableView, Viewer};
use house::{Command, Effect, Refusal, Seat};
use money::Cents;
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use rulebook::{Chore, Duty, Moment};

use super::pit::{GAMES, Pit, person, table};

const PLAYERS: [(&str, u8); 3] = [("ann", 1), ("ben", 3), ("cat", 4)];

fn all_duties() -> BTreeSet<Duty> {
    Duty::WORDS.iter().map(|(_, duty)| *duty).collect()
}

fn view(pit: &Pit, at: &str, by: &str) -> TableView {
    pit.house.view(&table(at), Viewer::Person(&person(by))).unwrap()
}

fn sit(pit: &mut Pit, at: &str) {
    for (name, seat) in PLAYERS {
        let buy_in = Cents::dollars(20_000);
        pit.sit(name, at, seat, buy_in);
    }
}

/// Places random bets at the seats; how many could.
fn place_bets(pit: &mut Pit, at: &str) -> Vec<(&'static str, u8)> {
    let mut bettors = PLAYERS.to_vec();
    bettors.retain(|_| pit.dice.random_bool(0.8));
    let count = bettors.len();
    bettors.retain(|(name, seat)| pit.random_bets(name, at, *seat, count));
    bettors
}

/// Somebody does what the table says comes next.
fn do_next(pit: &mut Pit, at: &str, next: &NextView) -> Effect {
    let decision = next.decision();
    let decision =
        decision.filter(|_| next.step.is_none() || pit.dice.random_bool(0.5)).map(|it| it.seat);
    if let Some(seat) = decision {
        let who = PLAYERS.iter().find(|(_, known)| *known == seat.0).unwrap().0;
        let own = view(pit, at, who).round.next;
        assert_eq!(own.step, None, "steps are for the staff");
        let actions: Vec<String> =
            own.decision().unwrap().actions().map(|action| action.to_string()).collect();
        let action = actions.choose(&mut pit.dice).unwrap().clone();
        return pit.play(who, at, TableCommand::Decide { seat, action, hand: None, tip: None });
    }
    let id = next.step.as_ref().map(|step| step.id.as_str());
    match (&next.due, id) {
        (Due::Award(_), Some("verify")) => {
            let award = pit.house.awards().find(|award| award.is_pending()).unwrap().number;
            pit.play("sue", at, TableCommand::Verify { award, paid: None, reason: None })
        }
        (Due::Bets, None) => pit.play("dan", at, TableCommand::LOCK),
        (Due::Step(_), None) if view(pit, at, "dan").round.phase == Progress::Settled => {
            pit.play("dan", at, TableCommand::GameOver)
        }
        (Due::Bets | Due::Step(_) | Due::Award(_) | Due::Decision(_), _) => {
            pit.play("dan", at, TableCommand::Step)
        }
        (due, step) => panic!("{at}: nobody knows what to do at {due:?} {step:?}"),
    }
}

/// What a round's operations make due, found by playing them again.
fn due_in(pit: &Pit, at: &str) -> Vec<(String, Option<u8>, String)> {
    let play = pit.house.play(&table(at)).unwrap();
    let mut round = Round::new(play.round().table(), Keep::Log);
    let mut found = Vec::new();
    let mut note = |round: &Round, from: usize| {
        for due in Procedure::after(round, &round.log().events()[from..]) {
            found.push((due.step.id.clone(), due.seat.map(|seat| seat.get()), due.text));
        }
    };
    note(&round, 0);
    for line in play.ops() {
        let from = round.log().events().len();
        round.apply(line.parse::<Op>().unwrap()).unwrap();
        note(&round, from);
    }
    found
}

fn logged(steps: &[StepDone]) -> Vec<(String, Option<u8>, String)> {
    let one = |step: &StepDone| (step.id.clone(), step.seat.map(|seat| seat.0), step.text.clone());
    steps.iter().map(one).collect()
}

/// The cards that a text names.
fn named(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    // "as" is a word, "As" a card.
    let is_card =
        |word: &&str| word.parse::<cards::Card>().is_ok_and(|card| card.to_string() == **word);
    words.filter(is_card).map(str::to_owned).collect()
}

/// Nothing that waits or was done names a card that lies face down.
fn must_name_no_hidden_card(pit: &Pit, at: &str, effect: &Effect) {
    let round = pit.house.view(&table(at), Viewer::Public).unwrap().round;
    assert!(round.next.step.is_none(), "steps are for the staff");
    let hands = round.seats.iter().flat_map(|seat| &seat.hands).flat_map(|hand| &hand.cards);
    let piles = hands.chain(&round.dealer).chain(&round.board).chain(&round.burns);
    let up: Vec<String> = piles.map(ToString::to_string).collect();
    let waiting = view(pit, at, "dan").round.next.step;
    let texts = waiting.iter().flat_map(|step| [Some(&step.text), step.say.as_ref()]).flatten();
    for text in texts.chain(effect.steps.iter().map(|step| &step.text)) {
        for card in named(text) {
            assert!(up.contains(&card), "{at}: \"{text}\" names {card}, which is not up");
        }
    }
}

/// Plays a round to its end at a table with a dealer; returns the steps that were logged.
fn dealt_round(pit: &mut Pit, at: &str) -> Option<Vec<StepDone>> {
    let mut steps: Vec<StepDone> = Vec::new();
    let bettors = place_bets(pit, at);
    if bettors.is_empty() {
        return None;
    }
    // The steps of open bets that are the house's were noted with the first bet.
    let before: Vec<StepDone> = std::mem::take(&mut pit.steps);
    steps.extend(before);
    for _ in 0..1_000 {
        let next = view(pit, at, "dan").round.next;
        if next.due == Due::Done {
            return Some(steps);
        }
        let effect = do_next(pit, at, &next);
        must_name_no_hidden_card(pit, at, &effect);
        pit.steps.clear();
        steps.extend(effect.steps);
    }
    panic!("{at} does not end");
}

fn chore(pit: &Pit, at: &str, id: &str) -> (Chore, Moment) {
    let felt = pit.house.floor_table(&table(at)).unwrap().felt().clone();
    let step = felt.section().steps.iter().find(|step| step.id == id).unwrap();
    (step.chore, step.at.clone())
}

#[test]
fn every_game_is_dealt_by_a_dealer_who_does_what_the_table_says() {
    let mut pit = Pit::new(11);
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for game in GAMES {
        let by_hand = all_duties();
        pit.set_up(game, Setup { by_hand, guests: true, ..Setup::new(game, Kind::Virtual) });
        sit(&mut pit, game);
        pit.steps.clear();
        for _ in 0..25 {
            let Some(steps) = dealt_round(&mut pit, game) else { continue };
            assert_eq!(logged(&steps), due_in(&pit, game), "{game}: each step once, in order");
            for step in &steps {
                let is_verified = chore(&pit, game, &step.id) == (Chore::Verify, Moment::AwardWon);
                let by = if is_verified { StepBy::Supervisor } else { StepBy::Dealer };
                assert_eq!(step.by, by, "{step:?}");
                seen.insert(step.id.clone());
            }
        }
    }
    for id in ["key-hand", "call-supervisor", "verify", "pay-from-tray", "end-key"] {
        assert!(seen.contains(id), "an award came up: {id} in {seen:?}");
    }
}

#[test]
fn what_the_table_leaves_to_the_house_is_noted_as_done_by_the_house() {
    let mut pit = Pit::new(12);
    for game in GAMES {
        // As virtual tables usually are, and with any other division of the duties.
        for number in 0..6 {
            let mut setup = Setup { guests: true, ..Setup::new(game, Kind::Virtual) };
            if number > 0 {
                setup.by_hand = all_duties();
                setup.by_hand.retain(|_| pit.dice.random_bool(0.5));
            }
            division_of_duties(&mut pit, &format!("{game}-{number}"), &setup);
        }
    }
}

/// Plays some rounds at a table, and checks who did which step.
fn division_of_duties(pit: &mut Pit, at: &str, setup: &Setup) {
    pit.set_up(at, setup.clone());
    sit(pit, at);
    pit.steps.clear();
    for _ in 0..5 {
        let Some(steps) = dealt_round(pit, at) else { continue };
        assert_eq!(logged(&steps), due_in(pit, at), "{at}: each step once, in order");
        for step in &steps {
            let (chore, moment) = chore(pit, at, &step.id);
            let by = match (setup.is_by_hand(chore.duty()), chore, moment) {
                (_, Chore::Verify, Moment::AwardWon) => StepBy::Supervisor,
                (true, _, _) => StepBy::Dealer,
                (false, _, _) => StepBy::House,
            };
            assert_eq!(step.by, by, "{at} {:?}: {step:?}", setup.by_hand);
        }
    }
}

#[test]
fn at_a_practice_table_no_step_waits_and_the_house_does_them_all() {
    let mut pit = Pit::new(13);
    for game in GAMES {
        pit.open(game, game, Kind::Practice);
        sit(&mut pit, game);
        for _ in 0..10 {
            pit.steps.clear();
            for (name, seat) in place_bets(&mut pit, game) {
                pit.play(name, game, TableCommand::Ready { seat: Seat(seat) });
            }
            loop {
                let next = view(&pit, game, "dan").round.next;
                assert_eq!(next.step, None, "{game}");
                let play = pit.house.play(&table(game));
                let Some(play) = play.filter(|play| play.progress() == Progress::Playing) else {
                    break;
                };
                let games::Next::Decision(choice) = play.round().next() else {
                    panic!("{game} stands still")
                };
                let (seat, actions) = (choice.seat.get(), choice.actions.clone());
                let action = actions.choose(&mut pit.dice).unwrap().to_string();
                let who = PLAYERS.iter().find(|(_, known)| *known == seat).unwrap().0;
                let seat = Seat(seat);
                pit.play(who, game, TableCommand::Decide { seat, action, hand: None, tip: None });
            }
            if pit.house.play(&table(game)).is_some_and(|play| play.progress() == Progress::Over) {
                assert_eq!(logged(&pit.steps), due_in(&pit, game), "{game}");
                assert!(pit.steps.iter().all(|step| step.by == StepBy::House));
            }
        }
    }
}

fn bet(seat: u8) -> TableCommand {
    let bets = [("ante", 10), ("progressive", 1)]
        .map(|(bet, dollars)| (bet.to_owned(), Dollars(Cents::dollars(dollars))));
    TableCommand::Bet { seat: Seat(seat), bets: BTreeMap::from(bets), tips: BTreeMap::new() }
}

#[test]
fn a_step_that_waits_blocks_the_next_card_and_can_be_taken_back() {
    let mut pit = Pit::new(14);
    pit.open("live-1", "caribbean-stud", Kind::Live);
    pit.play("dan", "live-1", bet(1));
    pit.play("dan", "live-1", TableCommand::LOCK);
    let waiting = |pit: &Pit| view(pit, "live-1", "dan").round.next.step.map(|step| step.id);
    let first = waiting(&pit).unwrap();
    let card = || TableCommand::Card { card: "As".parse().unwrap() };
    let refused = pit.command("dan", "live-1", card()).unwrap_err();
    assert!(matches!(refused, Refusal::StepWaits { .. }), "{refused}");
    // Players hear only that a step is due.
    let others = view(&pit, "live-1", "ann").round.next;
    assert_eq!((others.due, others.step), (Due::Step(None), None));

    let undo = |reason: &str| TableCommand::Undo { reason: reason.to_owned() };
    assert_eq!(pit.command("dan", "live-1", undo("too fast")), Err(Refusal::NothingToUndo));
    let done = pit.play("dan", "live-1", TableCommand::Step);
    assert_eq!(done.steps[0].id, first);
    assert_eq!(pit.command("dan", "live-1", undo("")), Err(Refusal::NoReason));
    assert!(pit.command("ann", "live-1", undo("mine")).is_err());
    let undone = pit.play("sue", "live-1", undo("the sensor was dark"));
    assert_eq!(undone.undone[0].id, first);
    assert!(undone.steps.is_empty(), "what was logged stays as it was");
    assert_eq!(waiting(&pit), Some(first));

    // The steps that come before the deal are done; the card that is entered is the deal itself.
    while matches!(view(&pit, "live-1", "dan").round.next.due, Due::Step(_)) {
        pit.play("dan", "live-1", TableCommand::Step);
    }
    assert_eq!(waiting(&pit).as_deref(), Some("deal"));
    let dealt = pit.play("dan", "live-1", card());
    assert_eq!(dealt.steps.iter().map(|step| step.id.as_str()).collect::<Vec<_>>(), ["deal"]);
}

/// A royal without the progressive bet wins its player no award; seat 2's bet wins envy for it, and
/// the end of the round is not blocked once the dealer has left the hand up.
#[test]
fn prg_6_a_hand_that_triggers_envy_without_a_bet_is_keyed() {
    let mut pit = Pit::new(15);
    let mut setup = Setup::new("caribbean-stud", Kind::Live);
    setup.schedules.insert("progressive".to_owned(), "PMG-01".to_owned());
    pit.set_up("live-1", setup);
    let plain = BTreeMap::from([("ante".to_owned(), Dollars(Cents::dollars(10)))]);
    pit.play(
        "dan",
        "live-1",
        TableCommand::Bet { seat: Seat(1), bets: plain, tips: BTreeMap::new() },
    );
    pit.play("dan", "live-1", bet(2));
    pit.play("dan", "live-1", TableCommand::LOCK);
    pit.confirm_steps("live-1");
    for card in "As 2c 3d Ks 4c 8d Qs 6c 9d Js 8c Jd Ts Tc Qc".split(' ') {
        pit.play("dan", "live-1", TableCommand::Card { card: card.parse().unwrap() });
    }
    for (seat, action) in [(1, "play"), (2, "fold")] {
        let action = action.to_owned();
        pit.play(
            "dan",
            "live-1",
            TableCommand::Decide { seat: Seat(seat), action, hand: None, tip: None },
        );
    }
    // Nothing is keyed, so the keypad does not let the round end.
    let refused = pit.command("dan", "live-1", TableCommand::GameOver).unwrap_err();
    assert!(matches!(refused, Refusal::StepWaits { .. }), "{refused}");
    pit.confirm_steps("live-1");
    let round = pit.house.table(&table("live-1")).unwrap().keypad_round().unwrap();
    assert_eq!(round.keyed(Seat(1)), Some("royal flush"));
    let lines = view(&pit, "live-1", "dan").round.lines;
    let envy: Vec<u8> =
        lines.iter().filter(|line| line.wager == "envy").map(|line| line.seat.0).collect();
    assert_eq!(envy, [2]);
    // A hand that only wins others envy waits for a supervisor, too [PRG-9].
    assert!(pit.command("dan", "live-1", TableCommand::GameOver).is_err());
    let award = pit.house.awards().next().unwrap().number;
    pit.play("sue", "live-1", TableCommand::Verify { award, paid: None, reason: None });
    if pit.house.play(&table("live-1")).unwrap().progress() != Progress::Over {
        pit.play("dan", "live-1", TableCommand::GameOver);
    }
}

#[test]
fn opening_and_closing_a_table_notes_the_steps_outside_a_round() {
    let mut pit = Pit::new(16);
    let opened = pit.set_up("c", Setup::new("caribbean-stud", Kind::Live));
    let ids: Vec<&str> = opened.steps.iter().map(|step| step.id.as_str()).collect();
    assert_eq!(ids, ["layout"]);
    let closed = pit.done("sue", Command::CloseTable { table: table("c") });
    // Discontinuing a progressive takes a petition: Caribbean (7).
    assert_eq!(closed.steps.len(), 1, "{:?}", closed.steps);
    assert!(closed.steps[0].cite[0].ends_with("(7)"), "{:?}", closed.steps);
}
