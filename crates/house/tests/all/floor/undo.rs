//! [GEN-14] What was entered by mistake is taken back: the round, and the money, are as if it had never
//! been entered.

use std::collections::BTreeMap;

use games::{Next, Recipient};
use house::recall::{Reader, Recall};
use house::table::command::{Dollars, TableCommand};
use house::table::play::Progress;
use house::table::setup::{Kind, Setup};
use house::view::{Due, TableView, Viewer};
use house::{Command, Effect, Ledger, Refusal, Role, Seat};
use ledger::{MemoryStore, Store as _};
use money::Cents;
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;

use super::pit::{GAMES, Pit, person, table};
use crate::support::house::{add, ask, deep};

fn view(pit: &Pit, at: &str) -> TableView {
    pit.house.view(&table(at), Viewer::Person(&person("dan"))).unwrap()
}

fn undo(reason: &str) -> TableCommand {
    TableCommand::Undo { reason: reason.to_owned() }
}

fn decide(seat: u8, action: &str) -> TableCommand {
    TableCommand::Decide { seat: Seat(seat), action: action.to_owned(), hand: None, tip: None }
}

fn card(text: &str) -> TableCommand {
    TableCommand::Card { card: text.parse().unwrap() }
}

/// A card or a decision that the round would take now, at random.
fn entry(pit: &mut Pit, at: &str) -> Option<TableCommand> {
    let next = view(pit, at).round.next;
    match &next.due {
        Due::Card(to) => {
            let round = pit.house.play(&table(at)).unwrap().round().clone();
            if matches!(to, Recipient::Burn | Recipient::Discard) && pit.dice.random_bool(0.3) {
                return Some(TableCommand::Unseen);
            }
            let stock: Vec<cards::Card> =
                cards::CardSet::FULL.iter().filter(|card| round.has_in_stock(*card)).collect();
            Some(TableCommand::Card { card: *stock.choose(&mut pit.dice).unwrap() })
        }
        Due::Decision(due) if next.step.is_none() => {
            let play = pit.house.play(&table(at)).unwrap();
            let Next::Decision(choice) = play.round().next().clone() else { panic!("{at}") };
            let action = choice.actions.choose(&mut pit.dice).unwrap().to_string();
            Some(decide(due.seat.0, &action))
        }
        _ => None,
    }
}

/// Enters things by mistake, and takes them back: the dealer what the dealer may, a supervisor the rest.
fn mistakes(pit: &mut Pit, at: &str) -> usize {
    let count = pit.dice.random_range(1..=3);
    let mut entered = 0;
    for _ in 0..count {
        let next = view(pit, at).round.next;
        let command = match entry(pit, at) {
            Some(command) => command,
            None if matches!(next.due, Due::Step(_))
                && next.step.as_ref().is_some_and(|step| step.id != "end-key") =>
            {
                TableCommand::Step
            }
            None => break,
        };
        pit.play("dan", at, command);
        entered += 1;
    }
    for _ in 0..entered {
        let refused = pit.command("dan", at, undo("mistyped"));
        if let Err(refusal) = refused {
            assert_eq!(refusal, Refusal::UndoTakesSupervisor, "{at}");
            pit.play("sue", at, undo("mistyped"));
        }
    }
    entered
}

/// The next thing that happens at a table, as the page says it; none when the round is over.
fn goes_on(pit: &mut Pit, at: &str) -> Option<(&'static str, TableCommand)> {
    let view = view(pit, at);
    let next = &view.round.next;
    if next.due == Due::Done {
        return None;
    }
    if let Some(command) = entry(pit, at) {
        return Some(("dan", command));
    }
    let step = next.step.as_ref().map(|step| step.id.as_str());
    Some(match (&next.due, step) {
        (Due::Award(_), Some("verify")) => {
            let award = pit.house.awards().find(|award| award.table == table(at)).unwrap().number;
            ("sue", TableCommand::Verify { award, paid: None, reason: None })
        }
        (Due::Step(_), None) if view.round.phase == Progress::Settled => {
            ("dan", TableCommand::GameOver)
        }
        _ => ("dan", TableCommand::Step),
    })
}

/// Everything that people see of the table, without what counts the entries.
fn seen(pit: &Pit, at: &str) -> Vec<TableView> {
    let viewers = ["dan", "sue", "ann"].map(person);
    let seen = viewers.iter().map(|who| {
        let mut view = pit.house.view(&table(at), Viewer::Person(who)).unwrap();
        view.version = 0;
        view.table = table("any");
        if let Some(call) = &mut view.call {
            call.at = money::Moment(0);
        }
        if let Some(meter) = &mut view.meter {
            meter.id = "any".parse().unwrap();
        }
        // Awards are numbered through the whole house.
        for keyed in view.round.seats.iter_mut().filter_map(|seat| seat.keyed.as_mut()) {
            keyed.award = None;
        }
        view
    });
    seen.collect()
}

/// The accounts of a table, by name without it. In the middle of a round players have their chips in
/// hand, and what they have put down and got back again is neither here nor there.
fn accounts(pit: &Pit, at: &str, is_over: bool) -> BTreeMap<String, String> {
    let balances = pit.house.book().balances();
    let named = balances.map(|(account, balance)| (account.to_string(), balance.to_string()));
    let own = named.filter(|(name, _)| name.split(' ').nth(1) == Some(at));
    let own = own.filter(|(name, _)| is_over || !name.starts_with("chips"));
    own.map(|(name, balance)| (name.replacen(at, "", 1), balance)).collect()
}

/// The bets of a seat, from the operations that placed them last.
fn placed(pit: &Pit, at: &str, seat: u8) -> BTreeMap<String, Dollars> {
    let mut placed = BTreeMap::new();
    for line in pit.house.play(&table(at)).unwrap().ops() {
        match line.split(' ').collect::<Vec<_>>().as_slice() {
            ["clear", number] if *number == seat.to_string() => placed.clear(),
            ["bet", number, bet, amount] if *number == seat.to_string() => {
                placed.insert((*bet).to_owned(), Dollars(amount.parse().unwrap()));
            }
            _ => {}
        }
    }
    placed
}

fn place_bets(pit: &mut Pit, at: &str) -> Vec<TableCommand> {
    let seats: Vec<u8> = [1, 3, 4].into_iter().filter(|_| pit.dice.random_bool(0.8)).collect();
    let mut made = Vec::new();
    for seat in &seats {
        if pit.random_bets("dan", at, *seat, seats.len()) {
            made.push(TableCommand::Bet {
                seat: Seat(*seat),
                bets: placed(pit, at, *seat),
                tips: BTreeMap::new(),
            });
        }
    }
    made
}

/// Plays a round at one table, and the same with mistakes at another; how many mistakes.
fn played_twice(pit: &mut Pit, plain: &str, mistyped: &str) -> usize {
    let bets = place_bets(pit, plain);
    for bet in &bets {
        pit.play("dan", mistyped, bet.clone());
    }
    if bets.is_empty() || pit.command("dan", plain, TableCommand::LOCK).is_err() {
        // The bets do not go together, or a step comes first.
        for at in [plain, mistyped] {
            while view(pit, at).round.next.step.is_some_and(|step| step.id != "end-key") {
                pit.play("dan", at, TableCommand::Step);
            }
        }
        if bets.is_empty() || pit.command("dan", plain, TableCommand::LOCK).is_err() {
            return 0;
        }
    }
    pit.play("dan", mistyped, TableCommand::LOCK);
    let mut made = 0;
    for _ in 0..500 {
        assert_eq!(seen(pit, plain), seen(pit, mistyped), "{plain}");
        let is_over = view(pit, plain).round.phase == Progress::Over;
        assert_eq!(accounts(pit, plain, is_over), accounts(pit, mistyped, is_over), "{plain}");
        let ops = |at| pit.house.play(&table(at)).unwrap().ops().to_vec();
        assert_eq!(ops(plain), ops(mistyped));
        let Some((who, command)) = goes_on(pit, plain) else { return made };
        if pit.dice.random_bool(0.3) {
            made += mistakes(pit, mistyped);
        }
        let other = match &command {
            TableCommand::Verify { .. } => goes_on(pit, mistyped).unwrap().1,
            command => command.clone(),
        };
        pit.play(who, plain, command);
        pit.play(who, mistyped, other);
    }
    panic!("{plain} does not end");
}

#[test]
fn gen_14_a_round_with_mistakes_taken_back_is_the_round_without_them() {
    let mut pit = Pit::new(41);
    for game in GAMES {
        let (plain, mistyped) = (format!("{game}-a"), format!("{game}-b"));
        for at in [&plain, &mistyped] {
            pit.set_up(at, Setup::new(game, Kind::Live));
        }
        let made: usize = (0..12).map(|_| played_twice(&mut pit, &plain, &mistyped)).sum();
        assert!(made > 10, "{game}: {made} mistakes");
    }
}

/// Caribbean stud with two antes; seat 1 has the progressive bet, too.
fn caribbean() -> Pit {
    let mut pit = Pit::new(42);
    pit.open("live-1", "caribbean-stud", Kind::Live);
    for (seat, bets) in [(1, vec![("ante", 10), ("progressive", 1)]), (2, vec![("ante", 10)])] {
        let bets = bets
            .iter()
            .map(|(bet, dollars)| ((*bet).to_owned(), Dollars(Cents::dollars(*dollars))));
        let bet =
            TableCommand::Bet { seat: Seat(seat), bets: bets.collect(), tips: BTreeMap::new() };
        pit.play("dan", "live-1", bet);
    }
    pit.play("dan", "live-1", TableCommand::LOCK);
    pit.confirm_steps("live-1");
    pit
}

fn deal(pit: &mut Pit, cards: &str) {
    for text in cards.split(' ') {
        pit.play("dan", "live-1", card(text));
    }
}

fn tray(pit: &Pit) -> String {
    pit.house.book().balance(&"tray live-1".parse().unwrap()).to_string()
}

/// Seat 1 has a royal flush, seat 2 nothing, the dealer a king high.
const ROYAL: &str = "As 2c 3d Ks 4c 8d Qs 6c 9d Js 8c Jd Ts Tc Kc";

#[test]
fn gen_14_the_dealer_takes_back_cards_and_a_supervisor_what_was_decided() {
    let mut pit = caribbean();
    let refused =
        |pit: &mut Pit, who: &str| pit.command(who, "live-1", undo("mistyped")).unwrap_err();
    deal(&mut pit, "As 2c");
    assert_eq!(pit.command("dan", "live-1", undo("")), Err(Refusal::NoReason));
    assert!(pit.command("ann", "live-1", undo("mine")).is_err());
    let effect = pit.play("dan", "live-1", undo("it was the three"));
    assert_eq!(effect.taken_back.iter().map(|op| &**op).collect::<Vec<_>>(), ["deal 2c"]);
    deal(&mut pit, &ROYAL["As ".len()..]);
    let before = tray(&pit);
    pit.play("dan", "live-1", decide(1, "fold"));
    assert_ne!(tray(&pit), before, "the ante was taken");
    assert_eq!(refused(&mut pit, "dan"), Refusal::UndoTakesSupervisor);
    pit.play("sue", "live-1", undo("seat 1 plays"));
    assert_eq!(tray(&pit), before, "and is back");
    // Whoever entered it is not the one who takes it back.
    pit.play("sue", "live-1", decide(1, "fold"));
    assert_eq!(refused(&mut pit, "sue"), Refusal::OwnEntry(person("sue")));
    pit.play("bob", "live-1", undo("seat 1 plays"));
    assert_eq!(pit.command("bob", "live-1", undo("more")).map(|it| it.taken_back.len()), Ok(1));
}

#[test]
fn gen_14_nothing_is_taken_back_past_the_lock_or_after_game_over() {
    let mut pit = caribbean();
    deal(&mut pit, "As");
    pit.play("dan", "live-1", undo("mistyped"));
    // Only the steps that were confirmed after the lock are left; the lock itself stands.
    while pit.command("dan", "live-1", undo("more")).is_ok() {}
    assert_eq!(pit.command("sue", "live-1", undo("more")), Err(Refusal::NothingToUndo));
    assert_eq!(pit.house.play(&table("live-1")).unwrap().progress(), Progress::Playing);
    pit.confirm_steps("live-1");
    pit.play("dan", "live-1", TableCommand::Misdeal { reason: "a card fell".to_owned() });
    assert_eq!(pit.command("sue", "live-1", undo("no")), Err(Refusal::NothingToUndo), "void");
    while view(&pit, "live-1").round.phase != Progress::Over {
        let (who, command) = goes_on(&mut pit, "live-1").unwrap();
        pit.play(who, "live-1", command);
    }
    assert_eq!(pit.command("sue", "live-1", undo("no")), Err(Refusal::NothingToUndo), "over");
}

/// A key is turned off with what it was keyed on; an award that is verified holds the round.
#[test]
fn gen_14_keys_go_off_and_a_verified_award_stays() {
    let mut pit = caribbean();
    let shows = |pit: &Pit| pit.house.meters().next().unwrap().totals;
    let locked = shows(&pit);
    deal(&mut pit, ROYAL);
    pit.play("dan", "live-1", decide(1, "play"));
    pit.play("dan", "live-1", decide(2, "fold"));
    pit.confirm_steps("live-1");
    let key = TableCommand::Key { seat: Seat(1), hand: "royal flush".to_owned() };
    if pit.house.awards().next().is_none() {
        pit.play("dan", "live-1", key.clone());
    }
    assert_ne!(shows(&pit), locked);
    // Steps that were confirmed since come back first.
    while pit.house.play(&table("live-1")).unwrap().last_entry().unwrap().ops.is_empty() {
        pit.play("dan", "live-1", undo("not yet"));
    }
    pit.play("sue", "live-1", undo("seat 2 plays"));
    assert_eq!(pit.house.awards().count(), 0);
    assert_eq!((shows(&pit).display, shows(&pit).pending), (locked.display, locked.pending));
    assert!(matches!(
        pit.house.play(&table("live-1")).unwrap().round().next(),
        Next::Decision(choice) if choice.seat.get() == 2
    ));
    pit.play("dan", "live-1", decide(2, "play"));
    pit.confirm_steps("live-1");
    if pit.house.awards().next().is_none() {
        pit.play("dan", "live-1", key);
    }
    let award = pit.house.awards().next().unwrap().number;
    pit.play("sue", "live-1", TableCommand::Verify { award, paid: None, reason: None });
    while pit.house.play(&table("live-1")).unwrap().last_entry().unwrap().ops.is_empty() {
        pit.play("dan", "live-1", undo("not yet"));
    }
    assert_eq!(
        pit.command("sue", "live-1", undo("seat 2 folds")),
        Err(Refusal::UndoesAward(Seat(1)))
    );
}

/// Caribbean (10): a dead hand's wagers went back.
#[test]
fn gen_14_a_report_that_returned_wagers_stands() {
    let mut pit = caribbean();
    deal(&mut pit, ROYAL);
    let dead = TableCommand::Irregular {
        event: "wrong-number-of-cards".to_owned(),
        seat: Some(Seat(1)),
        other: None,
        card: None,
    };
    pit.play("dan", "live-1", dead);
    assert_eq!(pit.command("sue", "live-1", undo("it was good")), Err(Refusal::UndoesReturn));
}

fn recalled(pit: &Pit, who: Viewer<'_>) -> Recall {
    let play = pit.house.play(&table("live-1")).unwrap();
    pit.house.recall_play(play, Reader::Viewer(who)).unwrap()
}

#[test]
fn gen_14_recall_shows_what_was_taken_back_to_who_saw_it() {
    let mut pit = caribbean();
    deal(&mut pit, "As 7h");
    pit.play("dan", "live-1", undo("typed 7h for 2c"));
    deal(&mut pit, &ROYAL["As ".len()..]);
    for seat in [1, 2] {
        pit.play("dan", "live-1", decide(seat, "fold"));
    }
    let mut last = Effect::default();
    while view(&pit, "live-1").round.phase != Progress::Over {
        let (who, command) = goes_on(&mut pit, "live-1").unwrap();
        last = pit.play(who, "live-1", command);
    }
    assert!(last.taken_back.is_empty());
    let sue = person("sue");
    let staff = recalled(&pit, Viewer::Person(&sue));
    let back = staff.steps.iter().find(|step| !step.takes_back.is_empty()).unwrap();
    assert_eq!(back.op, "undo by dan: typed 7h for 2c");
    assert_eq!(back.takes_back, ["deal 2 down 7h"]);
    assert_eq!(back.cite.as_deref(), Some("[GEN-14]"));
    let undone: Vec<&str> =
        staff.steps.iter().filter(|step| step.undone).map(|step| step.op.as_str()).collect();
    assert_eq!(undone, ["deal 2 down ??"], "as it was seen then");
    // The seven of hearts was nobody's card, and nobody else is told of it.
    let public = recalled(&pit, Viewer::Public);
    assert!(!format!("{public:?}").contains("7h"));
    assert_eq!(public.steps.len(), staff.steps.len());
    assert!(!staff.round_file.as_deref().unwrap_or_default().contains("7h"));
}

/// The chain has both entries, and a replay of it leads to the same rows.
#[test]
fn gen_14_chain_and_replay_agree_with_what_was_taken_back() {
    let store = MemoryStore::new();
    let mut reader = store.reader().unwrap();
    let ledger = Ledger::open(Box::new(store)).unwrap();
    for (name, role) in
        [("sue", Role::Supervisor), ("bob", Role::Supervisor), ("dan", Role::Dealer)]
    {
        ledger.post(ask("sue", add(name, role))).unwrap();
    }
    let setup = Setup::new("war-blackjack", Kind::Live);
    ledger.post(ask("sue", Command::SetUpTable { table: table("live-1"), setup })).unwrap();
    let at_table = |by: &str, command: TableCommand| {
        let what =
            Command::Table { table: Some(table("live-1")), command, seed: None, expect: None };
        ledger.post(ask(by, what))
    };
    let bets = ["blackjack", "war"].map(|bet| (bet.to_owned(), Dollars(Cents::dollars(5))));
    let bet = TableCommand::Bet { seat: Seat(1), bets: bets.into(), tips: BTreeMap::new() };
    at_table("dan", bet).unwrap();
    at_table("dan", TableCommand::LOCK).unwrap();
    // Two cards are mistyped, one after the other, before the right one.
    for (text, is_right) in [("As", false), ("Kd", false), ("9c", true)] {
        while at_table("dan", card(text)).is_err() {
            at_table("dan", TableCommand::Step).unwrap();
        }
        if !is_right {
            at_table("dan", undo("mistyped")).unwrap();
        }
    }
    let checked = deep(&mut *reader);
    assert!(checked.problems.is_empty(), "{:?}", checked.problems);
    let play = ledger.snapshot().machine.play(&table("live-1")).unwrap().clone();
    assert_eq!(play.taken_back().len(), 2);
    assert!(play.ops().iter().all(|op| !op.contains("As") && !op.contains("Kd")));
}
