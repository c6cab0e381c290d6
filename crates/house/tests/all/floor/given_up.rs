//! A house of the release before opens with shuffles of version 1, whose seeds lie in the store in the clear: no card
//! that is not bound already is dealt from them [SHF-1].

use std::collections::BTreeMap;

use house::desk::{Desk, fresh_id};
use house::people::house_itself;
use house::table::command::{Dollars, TableCommand};
use house::table::play::Progress;
use house::table::setup::{Clocks, Kind, Setup};
use house::table::shuffling::{FreshSeed, Stage};
use house::view::{ShuffleView, Viewer};
use house::{Command, HouseRules, Receipt, Request, Seat, Submission};
use money::{Cents, Moment};
use shuffle::{Seed, Words};

use super::pit::{person, table};
use super::sealed::{Place, act, begin, chips, finish, found, proof};
use crate::support::house::ask;

/// What the release before posted: its rules, and a seed in the clear.
fn before(desk: &Desk, by: &str, command: TableCommand) {
    let rules: HouseRules = serde_json::from_str("2").unwrap();
    let seed = Some(FreshSeed::from(seed()));
    let what = Command::Table { table: Some(table("t")), command, seed, expect: None };
    let act = Request { rules, ..Request::new(person(by), "pit-1".parse().unwrap(), what) };
    let said = format!("{act:?}");
    let posted =
        desk.ledger().post(Submission { id: fresh_id().unwrap(), at: desk.now(), request: act });
    posted.unwrap_or_else(|error| panic!("{said}: {error}"));
}

fn seed() -> Seed {
    Seed::from_bytes([9; 32])
}

fn bet(seat: u8, bet: &str) -> TableCommand {
    let bets = BTreeMap::from([(bet.to_owned(), Dollars(Cents::dollars(5)))]);
    TableCommand::Bet { seat: Seat(seat), bets, tips: BTreeMap::new() }
}

fn ready(seat: u8) -> TableCommand {
    TableCommand::Ready { seat: Seat(seat) }
}

/// The cards of a round, as they were dealt.
fn dealt(desk: &Desk) -> Vec<String> {
    let snapshot = desk.ledger().snapshot();
    let ops = snapshot.machine.play(&table("t")).unwrap().ops().to_vec();
    ops.iter().filter_map(|op| op.strip_prefix("deal ").map(str::to_owned)).collect()
}

/// The order of the cards, as whoever reads the seed in the store works it out.
fn read_off(desk: &Desk, words: &Words) -> Vec<String> {
    let decks = desk.ledger().snapshot();
    let decks = decks.machine.floor_table(&table("t")).unwrap().felt().decks();
    let order = shuffle::deck(&seed(), words, 1, decks);
    order.iter().map(ToString::to_string).collect()
}

/// The shuffle as everyone sees it.
fn shown(desk: &Desk) -> ShuffleView {
    let view = desk.ledger().snapshot().machine.view(&table("t"), Viewer::Public).unwrap();
    view.round.shuffle.unwrap()
}

#[test]
fn shf_1_bets_on_a_shuffle_of_the_release_before_stand_and_another_is_committed_before_the_lock() {
    let place = Place::new();
    let desk = place.desk();
    found(&desk, "three-card-poker", Kind::Practice);
    before(&desk, "ann", bet(1, "ante"));
    before(&desk, "ann", TableCommand::SeedWord { seat: Seat(1), word: "lucky".to_owned() });
    before(&desk, "ben", bet(2, "ante"));
    before(&desk, "ann", ready(1));
    assert_eq!(shown(&desk).version, 1);
    drop(desk);
    // The house is upgraded. Ben's Ready would have locked the bets.
    let desk = place.desk();
    let had = chips(&desk);
    act(&desk, "ben", ready(2));
    let snapshot = desk.ledger().snapshot();
    let play = snapshot.machine.play(&table("t")).unwrap();
    assert_eq!((play.progress(), play.number()), (Progress::Betting, 1));
    assert!(play.ready().is_empty(), "the seats see the new commitment first");
    assert_eq!(play.round().felt().seats.len(), 2, "bets stand");
    assert_eq!(chips(&desk), had);
    let is = shown(&desk);
    assert!(is.version == 2 && is.words.is_empty(), "{is:?}");
    // What was given up is shown to everyone, and belongs to what the table had committed to.
    let former = is.given_up.unwrap();
    assert_eq!(former.seed, seed().reveal());
    assert_eq!(former.commitment, seed().commitment().to_string());
    assert_eq!(former.words[&Seat(1)], "lucky");
    let commitment = is.commitment;
    for (name, seat) in [("ann", 1), ("ben", 2)] {
        act(&desk, name, ready(seat));
    }
    assert_eq!(shown(&desk).commitment, commitment, "it is committed once");
    finish(&desk);
    let mut words = Words::new();
    words.set(1, "lucky".parse().unwrap()).unwrap();
    for words in [words, Words::new()] {
        assert!(!read_off(&desk, &words).starts_with(&dealt(&desk)), "the old order is not dealt");
    }
    proof(&desk, &mut *place.store(), 1, "ann").unwrap().check().unwrap();
    place.replays();
}

#[test]
fn shf_1_a_bet_or_a_word_commits_again_too_and_a_clock_starts_again() {
    let place = Place::new();
    for command in
        [bet(2, "ante"), TableCommand::SeedWord { seat: Seat(1), word: "new".to_owned() }]
    {
        let place = Place::new();
        let desk = place.desk();
        found(&desk, "three-card-poker", Kind::Practice);
        before(&desk, "ann", bet(1, "ante"));
        let by = if matches!(command, TableCommand::Bet { .. }) { "ben" } else { "ann" };
        act(&desk, by, command.clone());
        assert_eq!(shown(&desk).version, 2, "{command:?}");
        place.replays();
    }
    let desk = place.desk();
    found(&desk, "blackjack", Kind::Practice);
    let clocks = Clocks { betting: 20, ..Clocks::default() };
    let setup = Setup { clocks, ..Setup::new("three-card-poker", Kind::Practice) };
    desk.ledger().post(ask("sue", Command::CloseTable { table: table("t") })).unwrap();
    desk.ledger().post(ask("sue", Command::SetUpTable { table: table("t"), setup })).unwrap();
    act(&desk, "ann", TableCommand::Sit { seat: Seat(1), buy_in: Cents::dollars(500) });
    before(&desk, "ann", bet(1, "ante"));
    let until = || desk.ledger().snapshot().machine.floor_table(&table("t")).unwrap().until();
    // Time is up twice: first the table commits again, then the bets are locked.
    for (progress, version) in [(Progress::Betting, 2), (Progress::Playing, 2)] {
        let ended = until().unwrap();
        let at = Moment(ended.0 + 1);
        let receipt = time_up(&desk, at);
        let snapshot = receipt.snapshot;
        assert_eq!(snapshot.machine.play(&table("t")).unwrap().progress(), progress);
        assert_eq!(shown(&desk).version, version);
        if progress == Progress::Betting {
            assert_eq!(until(), Some(Moment(at.0 + 20_000_000)), "20 seconds to see it");
        }
    }
    place.replays();
}

fn time_up(desk: &Desk, at: Moment) -> Receipt {
    let what = desk.command(&table("t"), TableCommand::TimeUp, None);
    let request = desk.request(&house_itself(), fresh_id().unwrap(), what);
    desk.ledger().post(Submission { at, ..request }).unwrap()
}

#[test]
fn shf_1_a_shoe_of_the_release_before_is_given_up_between_rounds_and_its_rounds_stay_verifiable() {
    let place = Place::new();
    let desk = place.desk();
    found(&desk, "blackjack", Kind::Practice);
    // Two rounds of the release before, from one shoe.
    for _ in 0..2 {
        before(&desk, "ann", bet(1, "blackjack"));
        before(&desk, "ann", ready(1));
        while desk.ledger().snapshot().machine.play(&table("t")).unwrap().progress()
            != Progress::Over
        {
            before(&desk, "ann", stand(&desk));
        }
    }
    let snapshot = desk.ledger().snapshot();
    let shoe = snapshot.machine.floor_table(&table("t")).unwrap().shuffle().unwrap().clone();
    assert!(shoe.stage() == Stage::Dealing && shoe.decks().get() > 1 && shoe.round() == 1);
    let second = dealt(&desk);
    drop(desk);
    let desk = place.desk();
    act(&desk, "ann", bet(1, "blackjack"));
    let is = shown(&desk);
    assert_eq!((is.version, is.round), (2, 3), "{is:?}");
    let former = is.given_up.unwrap();
    assert_eq!((former.seed, former.round), (seed().reveal(), 1));
    // With the seed that is shown now, anyone finds the cards of its rounds.
    let order = read_off(&desk, &Words::new());
    let from = shoe.out() - second.len();
    assert_eq!(order[from..shoe.out()], second);
    act(&desk, "ann", ready(1));
    finish(&desk);
    let third = dealt(&desk);
    assert_ne!(order[shoe.out()..shoe.out() + third.len()], third);
    proof(&desk, &mut *place.store(), 3, "ann").unwrap().check().unwrap();
    place.replays();
}

/// What ends a hand of blackjack.
fn stand(desk: &Desk) -> TableCommand {
    let snapshot = desk.ledger().snapshot();
    let play = snapshot.machine.play(&table("t")).unwrap();
    let games::Next::Decision(choice) = play.round().next().clone() else { panic!("a decision") };
    let has = |action: &games::Action| choice.actions.contains(action);
    let action = [games::Action::Stand, games::Action::Decline].into_iter().find(has).unwrap();
    let (seat, hand, tip) = (Seat(choice.seat.get()), choice.hand, None);
    TableCommand::Decide { seat, action: action.to_string(), hand, tip }
}

#[test]
fn shf_1_a_round_that_is_played_is_finished_and_its_shoe_ends_with_it() {
    for game in ["blackjack", "three-card-poker"] {
        let place = Place::new();
        let desk = place.desk();
        found(&desk, game, Kind::Practice);
        let line = if game == "blackjack" { "blackjack" } else { "ante" };
        before(&desk, "ann", bet(1, line));
        before(&desk, "ann", ready(1));
        let is_over = || {
            let snapshot = desk.ledger().snapshot();
            snapshot.machine.play(&table("t")).unwrap().progress() == Progress::Over
        };
        assert!(!is_over(), "{game}: this seed gives Ann a decision");
        finish(&desk);
        // Its cards were bound to come from it.
        let (order, cards) = (read_off(&desk, &Words::new()), dealt(&desk));
        let out = desk.ledger().snapshot();
        let out = out.machine.floor_table(&table("t")).unwrap().shuffle().unwrap().out();
        assert_eq!(order[out - cards.len()..out], cards, "{game}");
        assert_eq!(shown(&desk).seed, Some(seed().reveal()), "{game}: it is spent");
        begin(&desk);
        assert_eq!(shown(&desk).version, 2, "{game}");
        place.replays();
    }
}
