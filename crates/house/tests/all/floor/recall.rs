//! Any round by table and number, as each viewer saw it, and as a file that settles to the same lines.

use std::collections::BTreeMap;
use std::time::Instant;

use cards::Face;
use games::{Played, play_recorded};
use house::desk::Desk;
use house::held_back::held_back;
use house::recall::{Reader, Recall, RecallError, recall};
use house::table::command::{Dollars, TableCommand};
use house::table::setup::{Kind, Setup};
use house::view::{LineView, Viewer};
use house::{Command, Ledger, RecordId, Role, Seat, round_key};
use ledger::store::{Address, OpenMode, SqliteStore};
use ledger::{Batch, Limits, Row, Store, row_hash};
use money::Cents;
use rulebook::Rulebook;

use super::pit::{Pit, person, table};
use crate::support::house::{add, ask};

fn bets(of: &[(&str, i64)]) -> BTreeMap<String, Dollars> {
    of.iter().map(|(bet, dollars)| ((*bet).to_owned(), Dollars(Cents::dollars(*dollars)))).collect()
}

fn lines_of(played: &Played) -> Vec<LineView> {
    let round = &played.round;
    round.settlement().lines.iter().map(|line| LineView::of(round.table(), line)).collect()
}

/// The lines that a recalled round's file settles to.
pub fn settle(recall: &Recall) -> Vec<LineView> {
    let file = recall.round_file.as_deref().unwrap_or_else(|| panic!("{:?}", recall.no_round_file));
    match play_recorded(Rulebook::embedded(), "recalled", file) {
        Ok(played) => lines_of(&played),
        Err(problems) => panic!("{problems}\n{file}"),
    }
}

/// Cards as they lie: `As ??`.
fn faces(cards: &[Face]) -> String {
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn live(pit: &mut Pit, command: TableCommand) {
    pit.play("dan", "live-1", command);
}

fn bet(seat: u8, of: &[(&str, i64)]) -> TableCommand {
    TableCommand::Bet { seat: Seat(seat), bets: bets(of), tips: BTreeMap::new() }
}

fn decide(seat: u8, action: &str) -> TableCommand {
    TableCommand::Decide { seat: Seat(seat), action: action.to_owned(), hand: None, tip: None }
}

/// Deals two Caribbean hands, which play and win awards, to game over.
fn deal_and_verify(pit: &mut Pit, cards: &str) {
    for card in cards.split(' ') {
        live(pit, TableCommand::Card { card: card.parse().unwrap() });
    }
    live(pit, decide(1, "play"));
    live(pit, decide(2, "play"));
    pit.confirm_steps("live-1");
    for _ in 0..2 {
        // A step lights one key. The last seat's award is verified first: it is paid first.
        if pit.house.awards().next().is_none() {
            live(pit, TableCommand::Step);
        }
        let award = pit.house.awards().max_by_key(|award| award.seat).unwrap().number;
        pit.play("sue", "live-1", TableCommand::Verify { award, paid: None, reason: None });
        pit.confirm_steps("live-1");
    }
    pit.confirm_steps("live-1");
    live(pit, TableCommand::GameOver);
}

/// Two royals on a meter that starts at $20,000, restarts at $5,000, and takes half of each dollar and a tenth for the
/// reserve. Seat 2 has $20,000 and 2 x $0.50, seat 1 $5,000 and the reserve of 2 x $0.10.
#[test]
fn prg_8_the_file_of_a_round_has_the_terms_of_its_meter() {
    let mut pit = Pit::new(8);
    let mut setup = Setup::new("caribbean-stud", Kind::Live);
    setup.schedules.insert("progressive".to_owned(), "CS-10".to_owned());
    let meter = || "own".parse().unwrap();
    setup.meter = Some(meter());
    let (criteria, terms) = setup.meter_terms().unwrap().unwrap();
    let terms = house::Terms {
        base: Cents::dollars(20_000),
        reset: Cents::dollars(5_000),
        contribution: "50%".parse().unwrap(),
        reserve: "10%".parse().unwrap(),
        ..terms
    };
    pit.done("sue", Command::CreateMeter { meter: meter(), criteria, terms });
    pit.done("sue", Command::SetUpTable { table: table("live-1"), setup });
    for seat in [1, 2] {
        live(&mut pit, bet(seat, &[("ante", 10), ("progressive", 1)]));
    }
    live(&mut pit, TableCommand::LOCK);
    pit.confirm_steps("live-1");
    deal_and_verify(&mut pit, "As Ah 3d Ks Kh 8d Qs Qh 2d Js Jh Jd Ts Th Qc");
    let play = pit.house.play(&table("live-1")).unwrap();
    let dan = person("dan");
    let recalled = pit.house.recall_play(play, Reader::Viewer(Viewer::Person(&dan))).unwrap();
    let awards: Vec<_> = recalled.lines.iter().filter(|line| line.wager == "progressive").collect();
    let awards: Vec<_> = awards.iter().map(|line| (line.seat.0, line.returned)).collect();
    assert_eq!(awards, [(2, Cents::dollars(20_001)), (1, Cents::new(500_020))]);
    let file = recalled.round_file.as_deref().unwrap_or_default();
    for line in ["seed = \"5000.00\"", "contribution = \"50%\"", "reserve-rate = \"10%\""] {
        assert!(file.lines().any(|known| known == line), "{line}: {file}");
    }
    assert_eq!(settle(&recalled), recalled.lines);
}

/// Caribbean, CS-10: a straight flush pays 10% of the meter and a royal all of it. Both come up in one
/// round, after another table has fed the meter since the lock.
#[test]
fn a_round_with_awards_settles_from_its_file_to_the_same_award_lines() {
    let mut pit = Pit::new(8);
    pit.open("live-1", "caribbean-stud", Kind::Live);
    for seat in [1, 2] {
        live(&mut pit, bet(seat, &[("ante", 10), ("progressive", 1)]));
    }
    live(&mut pit, TableCommand::LOCK);
    pit.confirm_steps("live-1");
    // A linked table feeds the same meter between the lock and the key.
    let mut setup = Setup::new("caribbean-stud", Kind::Live);
    setup.schedules.insert("progressive".to_owned(), "CS-10".to_owned());
    setup.meter = Some("m-live-1".parse().unwrap());
    pit.done("sue", Command::SetUpTable { table: table("live-2"), setup });
    pit.play("dan", "live-2", bet(1, &[("ante", 10), ("progressive", 1)]));
    pit.play("dan", "live-2", TableCommand::LOCK);
    deal_and_verify(&mut pit, "As 9c 3d Ks 8c 8d Qs 7c 2d Js 6c Jd Ts 5c Qc");
    let play = pit.house.play(&table("live-1")).unwrap();
    let dan = person("dan");
    let recalled = pit.house.recall_play(play, Reader::Viewer(Viewer::Person(&dan))).unwrap();
    // Three contributions of $0.25 on $10,000.00: 10% of $10,000.75 for the last seat, the rest for the
    // first.
    let award = |seat: u8| {
        let of_seat = |line: &&LineView| line.wager == "progressive" && line.seat == Seat(seat);
        recalled.lines.iter().find(of_seat).unwrap().returned
    };
    assert_eq!((award(2), award(1)), (Cents::new(100_007), Cents::new(900_068)));
    assert_eq!(settle(&recalled), recalled.lines);
}

#[test]
fn every_viewer_recalls_the_cards_as_they_saw_them() {
    let mut pit = Pit::new(9);
    pit.open("live-1", "three-card-poker", Kind::Live);
    live(&mut pit, bet(1, &[("ante", 10)]));
    live(&mut pit, bet(2, &[("ante", 10)]));
    live(&mut pit, TableCommand::LOCK);
    for card in "As 2c Kd Ks 4c 8d Qs 6h 9d".split(' ') {
        live(&mut pit, TableCommand::Card { card: card.parse().unwrap() });
    }
    let recalled = |pit: &Pit, who: Option<&str>| {
        let id = who.map(person);
        let viewer = id.as_ref().map_or(Viewer::Public, Viewer::Person);
        let play = pit.house.play(&table("live-1")).unwrap();
        pit.house.recall_play(play, Reader::Viewer(viewer)).unwrap()
    };
    // In play: nobody sees what lies face down, and the operations do not tell either.
    for who in [Some("dan"), Some("sue"), None] {
        let recall = recalled(&pit, who);
        let told = format!("{recall:?}");
        for card in ["As", "2c", "Kd", "Ks"] {
            assert!(!told.contains(&format!("{card} ")) && !told.contains(&format!("({card})")));
        }
        assert_eq!(recall.round_file, None);
    }
    live(&mut pit, decide(1, "play"));
    live(&mut pit, decide(2, "fold"));
    pit.confirm_steps("live-1");
    live(&mut pit, TableCommand::GameOver);
    // Over: the folded hand is the staff's alone; the file that everyone gets does not have it, either.
    let (staff, public) = (recalled(&pit, Some("sue")), recalled(&pit, None));
    let last = |recall: &Recall| faces(&recall.steps.last().unwrap().seats[1].hands[0].cards);
    assert_eq!(last(&staff), "2c 4c 6h");
    assert_eq!(last(&public), "?? ?? ??");
    assert_eq!(settle(&staff), staff.lines);
    assert_eq!(settle(&public), staff.lines);
    let (whole, file) = (staff.round_file.unwrap(), public.round_file.unwrap());
    assert!(
        whole.contains("cards = \"2c 4c 6h\"") && file.contains("cards = \"?? ?? ??\""),
        "{file}"
    );
    for card in ["2c", "4c", "6h"] {
        assert!(!file.contains(card), "{file}");
    }
    assert_eq!(staff.lines, public.lines);
}

/// A house in a store of its own, with one practice table.
fn founded(path: &std::path::Path) -> Ledger {
    let address: Address = format!("sqlite:{}", path.display()).parse().unwrap();
    // Rows are written with every commit, however quickly they come.
    let limits = Limits { rows_every: std::time::Duration::ZERO, ..Limits::default() };
    let ledger = Ledger::open_with(address.open(OpenMode::Create).unwrap(), limits).unwrap();
    ledger.post(ask("sue", add("sue", Role::Supervisor))).unwrap();
    let guest = Command::Guest {
        person: person("ann"),
        name: "Ann".to_owned(),
        address: None,
        session: None,
    };
    ledger.post(ask("ann", guest)).unwrap();
    let setup = Setup::new("ultimate-texas-holdem", Kind::Practice);
    ledger.post(ask("sue", Command::SetUpTable { table: table("uth"), setup })).unwrap();
    at_table(&ledger, TableCommand::Sit { seat: Seat(1), buy_in: Cents::dollars(1_000) });
    ledger
}

fn at_table(ledger: &Ledger, command: TableCommand) {
    let desk = Desk::new(ledger.clone(), "pit-1".parse().unwrap());
    ledger.post(ask("ann", desk.command(&table("uth"), command, None))).unwrap();
}

fn begin_round(ledger: &Ledger) {
    at_table(ledger, bet(1, &[("ante", 5), ("blind", 5)]));
    at_table(ledger, TableCommand::Ready { seat: Seat(1) });
}

#[test]
fn any_of_many_past_rounds_is_recalled() {
    let count: u64 =
        std::env::var("CROUPIER_RECALLED").map_or(2_000, |count| count.parse().unwrap());
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("house.db");
    let ledger = founded(&path);
    for _ in 0..2 {
        begin_round(&ledger);
        at_table(&ledger, decide(1, "bet 4x"));
    }
    let snapshot = ledger.snapshot();
    drop(ledger);
    // The first round is over and in its row; more rows are made after it.
    let mut store = SqliteStore::open(&path, OpenMode::Existing).unwrap();
    let first = store.row(&round_key(&table("uth"), 1)).unwrap().expect("the round has a row");
    let row = |number: u64| {
        let key = RecordId::Round(table("uth"), number).key();
        let json = first.json.replacen("\"number\":1,", &format!("\"number\":{number},"), 1);
        let hash = row_hash(&key, &json);
        Row { key, json, hash, seq: first.seq, is_live: false }
    };
    store.begin().unwrap();
    let rows = (3..count + 3).map(row).collect();
    store.commit(&Batch { rows, ..Batch::default() }).unwrap();
    let ann = person("ann");
    let mut times = Vec::new();
    for number in (1..=count + 2).step_by((count / 50).max(1) as usize) {
        let reader = Reader::Viewer(Viewer::Person(&ann));
        // The best of five: other programs use the machine, too.
        let mut best = u128::MAX;
        for _ in 0..5 {
            let begun = Instant::now();
            let recalled = recall(&snapshot.machine, &mut store, &table("uth"), number, reader);
            best = best.min(begun.elapsed().as_micros());
            let recalled = recalled.unwrap();
            assert_eq!((recalled.round, recalled.lines.is_empty()), (number, false));
            assert!(recalled.steps.iter().all(|step| !step.op.is_empty()));
        }
        times.push(best);
    }
    times.sort_unstable();
    let (middle, slowest) = (times[times.len() / 2], times[times.len() - 1]);
    println!("recall among {count} rounds: median {middle}, slowest {slowest} microseconds");
    let reader = Reader::Ledger;
    let missing = recall(&snapshot.machine, &mut store, &table("uth"), count + 3, reader);
    assert!(matches!(missing, Err(RecallError::NoSuchRound { .. })));
}

#[test]
fn entries_of_a_round_that_is_not_over_are_held_back() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("house.db");
    let ledger = founded(&path);
    let mut store = SqliteStore::open(&path, OpenMode::Existing).unwrap();
    assert_eq!(held_back(&ledger.snapshot().machine, &mut store).unwrap(), None);
    let before = ledger.snapshot().head.seq;
    begin_round(&ledger);
    let held = held_back(&ledger.snapshot().machine, &mut store).unwrap().expect("cards are out");
    assert_eq!(held.from, before + 1, "the bet brought the seed");
    assert_eq!(
        held.words(),
        format!(
            "entries from {} on are held back until the rounds at table uth are over",
            before + 1
        )
    );
    at_table(&ledger, decide(1, "bet 4x"));
    assert_eq!(held_back(&ledger.snapshot().machine, &mut store).unwrap(), None);
}

/// A player who folds alone does not see the dealer's hand; burned cards nobody sees. The file settles all the same.
#[test]
fn the_players_own_round_file_settles_whatever_they_did_not_see() {
    for (game, wagers, choice) in [
        ("caribbean-stud", &[("ante", 5)][..], "fold"),
        ("ultimate-texas-holdem", &[("ante", 5), ("blind", 5)], "check"),
        ("texas-holdem-bonus", &[("ante", 5)], "fold"),
        ("texas-holdem-bonus", &[("ante", 5)], "bet 2x"),
        ("holdem-212", &[("holdem", 5), ("blackjack", 5)], "fold"),
        ("holdem-212", &[("holdem", 5), ("blackjack", 5)], "bet 2"),
    ] {
        let mut pit = Pit::new(31);
        pit.open("p-1", game, Kind::Practice);
        pit.sit("ann", "p-1", 1, Cents::dollars(500));
        pit.play("ann", "p-1", bet(1, wagers));
        pit.play("ann", "p-1", TableCommand::Ready { seat: Seat(1) });
        let ann = person("ann");
        for _ in 0..20 {
            let view = pit.house.view(&table("p-1"), Viewer::Person(&ann)).unwrap();
            let Some(decision) = view.round.next.decision() else { break };
            let actions: Vec<String> =
                decision.actions().map(|action| action.to_string()).collect();
            let Some(first) = actions.first() else { break };
            let action = actions.iter().find(|action| *action == choice).unwrap_or(first);
            pit.play("ann", "p-1", decide(1, action));
        }
        let play = pit.house.play(&table("p-1")).unwrap();
        let recalled = pit.house.recall_play(play, Reader::Viewer(Viewer::Person(&ann))).unwrap();
        assert_eq!(settle(&recalled), recalled.lines, "{game} {choice}");
    }
}
