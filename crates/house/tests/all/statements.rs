//! A meter's statement has every entry that moved it and reads no others; so has a round.

use house::House;
use house::check::Problem;
use house::report::{self, Span, StatementLine};
use house::{Command, MeterId, Record, store};
use ledger::Store;
use money::Moment;

use crate::support::house::*;
use crate::support::on_every_store;
use crate::support::places::{Kind, Place};

/// A house with two meters, an award and a transfer from one to the other, which moves both.
fn live_in(place: &Place) {
    let ledger = place.ledger();
    found(&ledger, 2);
    done(&ledger, "ann", create("other"));
    done(&ledger, "ann", open("t9", "other"));
    for round in 0..20 {
        for table in ["t0", "t1", "t9"] {
            done(&ledger, "dan", lock(table, &[(1, 100), (2, 100)]));
            if round % 7 == 3 {
                let keyed = done(&ledger, "dan", key(table, 2, "straight flush"));
                done(&ledger, "ann", verify(keyed.effect.awards[0].number));
            }
            done(&ledger, "dan", game_over(table));
        }
    }
    let transfer = house::Proposed::Transfer {
        from: "royal".parse().unwrap(),
        to: "other".parse().unwrap(),
        amount: Some("5".parse().unwrap()),
        petition: "P-1".to_owned(),
    };
    let proposed = done(&ledger, "ann", Command::Propose { proposed: transfer });
    let proposal = proposed.effect.proposal.unwrap();
    let both = done(&ledger, "bob", Command::Approve { proposal });
    assert_eq!(both.effect.moves.len(), 2);
    done(&ledger, "dan", lock("t0", &[(1, 100)]));
}

fn meters() -> [MeterId; 2] {
    ["royal", "other"].map(|id| id.parse().unwrap())
}

fn statement(store: &mut dyn Store, meter: &MeterId, span: &Span) -> Vec<StatementLine> {
    report::statement(store, meter, span).unwrap()
}

/// The entries of a statement as someone finds them who reads every entry.
fn by_hand(store: &mut dyn Store, meter: &MeterId, span: &Span) -> Vec<u64> {
    let mut found = Vec::new();
    let visit = |record: &Record, _: &str| {
        let moves = record.effect.moves.iter().filter(|moved| moved.meter == *meter);
        found.extend(moves.map(|_| record.seq));
    };
    report::each_record(store, span, None, &mut |_, _| {}, visit).unwrap();
    found
}

fn is_as_by_hand(place: &Place) {
    let mut store = place.store();
    let at = asked(&store.entries(50, 1).unwrap()[0]).at;
    let later = Moment(at.0 + 30_000);
    let spans = [
        Span::default(),
        Span { after_seq: 40, ..Span::default() },
        Span { from: Some(at), until: Some(later), ..Span::default() },
    ];
    for meter in meters() {
        for span in &spans {
            let lines = statement(&mut *store, &meter, span);
            assert!(!lines.is_empty());
            let seqs: Vec<u64> = lines.iter().map(|line| line.seq).collect();
            assert_eq!(seqs, by_hand(&mut *store, &meter, span), "{meter}, {span:?}");
        }
        let lines = statement(&mut *store, &meter, &spans[0]);
        assert!(lines.windows(2).all(|pair| pair[0].after == pair[1].before), "{meter}");
    }
    assert!(statement(&mut *store, &"nothing".parse().unwrap(), &spans[0]).is_empty());
}

fn problems(place: &Place) -> Vec<Problem> {
    deep(&mut *place.store()).problems
}

on_every_store! {
    fn every_entry_that_moved_a_meter_is_on_its_statement(place: &Place) {
        live_in(place);
        is_as_by_hand(place);
        assert_eq!(problems(place), []);
        let moved = Place::new(Kind::Sqlite);
        store::relocate::<House>(&mut *place.store(), &mut *moved.store(), &moved.url, &mut |_, _| {}).unwrap();
        is_as_by_hand(&moved);
        assert_eq!(problems(&moved), []);
    }
}

#[test]
fn a_wrong_and_a_missing_line_are_found() {
    for kind in [Kind::Sqlite, Kind::Postgres] {
        let place = Place::new(kind);
        live_in(&place);
        let first = place.store().subjects(None, 1).unwrap().remove(0);
        assert_eq!(first.key, meter_key("other"));
        let is_it = "kind = 'meter' AND name = 'other'";
        let delete = format!("DELETE FROM subjects WHERE {is_it} AND seq = {}", first.seq);
        place.behind_the_back(&delete);
        // An entry that is not about the meter, and one that is not there.
        let insert = "INSERT INTO subjects (kind, name, seq) VALUES";
        place.behind_the_back(&format!(
            "{insert} ('meter', 'royal', 1), ('meter', 'royal', 100000), ('meter', 'unknown', 2)"
        ));
        let problem = |meter: &str, seq: u64, is_missing: bool| Problem::Index {
            key: meter_key(meter),
            seq,
            is_missing,
        };
        let found = [
            problem("other", first.seq, true),
            problem("royal", 1, false),
            problem("unknown", 2, false),
        ];
        assert_eq!(problems(&place), found, "{kind:?}");
        place.behind_the_back("DELETE FROM subjects WHERE name = 'unknown' OR seq = 1");
        place.behind_the_back(&format!("{insert} ('meter', 'other', {})", first.seq));
        assert_eq!(problems(&place), [problem("royal", 100_000, false)], "{kind:?}");
    }
}

on_every_store! {
    /// (L2) From the lock to its end, and nothing of other rounds: found by the index.
    fn a_round_has_every_act_of_it_and_no_others(place: &Place) {
        live_in(place);
        let mut store = place.store();
        let acts = |number: u64, store: &mut dyn Store| {
            let records = report::round(store, &"t1".parse().unwrap(), number).unwrap();
            let act = |record: &Record| {
                let line = serde_json::to_value(&record.request).unwrap();
                line["what"]["deed"]["act"].as_str().unwrap().to_owned()
            };
            records.iter().map(act).collect::<Vec<_>>()
        };
        // Each seventh round has a winner: 4, 11, 18.
        assert_eq!(acts(3, &mut *store), ["lock", "game_over"]);
        assert_eq!(acts(4, &mut *store), ["lock", "key", "verify", "game_over"]);
        assert!(acts(21, &mut *store).is_empty());
    }
}

on_every_store! {
    fn a3_meters_reconcile_while_tables_play_on(place: &Place) {
        let ledger = place.ledger();
        found(&ledger, 2);
        std::thread::scope(|scope| {
            let play = |table: &'static str| {
                let ledger = ledger.clone();
                move || {
                    for _ in 0..150 {
                        done(&ledger, "dan", lock(table, &[(1, 100), (2, 100)]));
                        done(&ledger, "dan", game_over(table));
                    }
                }
            };
            let playing = [scope.spawn(play("t0")), scope.spawn(play("t1"))];
            let mut store = place.store();
            let mut is_last = false;
            while !is_last {
                is_last = playing.iter().all(std::thread::ScopedJoinHandle::is_finished);
                let all = report::reconcile(&mut *store, &Default::default(), &mut |_, _| {});
                for meter in all.unwrap() {
                    assert_eq!(meter.display, meter.entries);
                    assert!(meter.balances && !meter.is_marked);
                }
            }
        });
    }
}

/// The house tops up, by name, in its entry and on the statement: as in the third example of [PRG-19], with $10,001 on the
/// sign. t0 keys $10,001 and $10,000, t1 a straight flush ($1,000), and t0 turns the first off: undone, the sign holds
/// $9,001 of the $10,001 that the other key is worth now.
#[test]
fn prg_19_a_top_up_has_its_line_on_the_statement() {
    let place = Place::new(Kind::Memory);
    let ledger = place.ledger();
    found(&ledger, 2);
    for table in ["t0", "t1"] {
        done(&ledger, "dan", lock(table, &[(1, 100), (2, 100)]));
    }
    done(&ledger, "dan", key("t0", 2, "royal flush"));
    done(&ledger, "dan", key("t0", 1, "royal flush"));
    done(&ledger, "dan", key("t1", 1, "straight flush"));
    let keyed = done(&ledger, "dan", key("t0", 2, "royal flush"));
    let lines = statement(&mut *place.store(), &meters()[0], &Span::default());
    let line = lines.iter().find(|line| line.seq == keyed.seq).unwrap();
    let top_up = line.top_up.as_ref().unwrap();
    assert_eq!((top_up.table.as_str(), top_up.round), ("t0", 1));
    assert_eq!(top_up.amount, line.totals.top_ups);
    let words = top_up.words();
    assert!(words.starts_with("top-up by the house for t0 round 1: $"), "{words}");
    assert_eq!(lines.iter().filter(|line| line.top_up.is_some()).count(), 1);
    // With its last key off, the round needs it no more.
    let off = done(&ledger, "dan", key("t0", 1, "royal flush"));
    let lines = statement(&mut *place.store(), &meters()[0], &Span::default());
    let line = lines.iter().find(|line| line.seq == off.seq).unwrap();
    let words = line.top_up.as_ref().unwrap().words();
    assert!(words.starts_with("top-up for t0 round 1 back to the house: $"), "{words}");
}
