//! A meter's statement has every entry that moved it and reads no others, also of a house that was begun
//! before entries were listed by meter.

use progressive::check::{self, Depth, Problem};
use progressive::report::{self, Span, StatementLine};
use progressive::{Entry, MeterId, Moment, Record, Row, Store, What, store};

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
            done(&ledger, "dan", lock(table, &[(1, 100), (2, 200)]));
            if round % 7 == 3 {
                let keyed = done(&ledger, "dan", key(table, 2, "straight flush"));
                done(&ledger, "ann", verify(keyed.effect.awards[0].number));
            }
            done(&ledger, "dan", game_over(table));
        }
    }
    let transfer = progressive::Proposed::Transfer {
        from: "royal".parse().unwrap(),
        to: "other".parse().unwrap(),
        amount: Some("5".parse().unwrap()),
        petition: "P-1".to_owned(),
    };
    let proposed = done(&ledger, "ann", What::Propose { proposed: transfer });
    let proposal = proposed.effect.proposal.unwrap();
    let both = done(&ledger, "bob", What::Approve { proposal });
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
    let at = store.entries(50, 1).unwrap()[0].record().unwrap().request.at;
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

fn deep(place: &Place) -> Vec<Problem> {
    check::full(&mut *place.store(), Depth::Replay, &mut |_, _| {}).unwrap().problems
}

on_every_store! {
    fn every_entry_that_moved_a_meter_is_on_its_statement(place: &Place) {
        live_in(place);
        is_as_by_hand(place);
        assert_eq!(deep(place), []);
        let moved = Place::new(Kind::Sqlite);
        store::relocate(&mut *place.store(), &mut *moved.store(), &moved.url, &mut |_, _| {}).unwrap();
        is_as_by_hand(&moved);
        assert_eq!(deep(&moved), []);
    }
}

#[test]
fn a_wrong_and_a_missing_line_are_found() {
    let (royal, other) = ("royal".parse().unwrap(), "other".parse().unwrap());
    for kind in [Kind::Sqlite, Kind::Postgres] {
        let place = Place::new(kind);
        live_in(&place);
        let first = place.store().moves(None, 1).unwrap().remove(0);
        assert_eq!(first.meter, other);
        let delete = format!("DELETE FROM moves WHERE meter = 'other' AND seq = {}", first.seq);
        place.behind_the_back(&delete);
        // An entry that is no meter's, and one that is not there.
        place.behind_the_back(
            "INSERT INTO moves (meter, seq) VALUES ('royal', 1), ('royal', 100000)",
        );
        place.behind_the_back("INSERT INTO moves (meter, seq) VALUES ('unknown', 2)");
        let problem = |meter: &MeterId, seq: u64, is_missing: bool| Problem::Statement {
            meter: meter.clone(),
            seq,
            is_missing,
        };
        let found = [
            problem(&other, first.seq, true),
            problem(&royal, 1, false),
            problem(&"unknown".parse().unwrap(), 2, false),
        ];
        assert_eq!(deep(&place), found, "{kind:?}");
        place.behind_the_back("DELETE FROM moves WHERE meter = 'unknown' OR seq = 1");
        place.behind_the_back(&format!("INSERT INTO moves VALUES ('other', {})", first.seq));
        assert_eq!(deep(&place), [problem(&royal, 100_000, false)], "{kind:?}");
    }
}

/// A house in a store as version 1 of the tables left it.
fn begun_with_version_1(kind: Kind, entries: &[Entry], rows: &[Row]) -> Place {
    let place = Place::new(kind);
    match kind {
        Kind::Sqlite => {
            let file = rusqlite::Connection::open(place.file()).unwrap();
            file.execute_batch(include_str!("../../src/store/sqlite/1.sql")).unwrap();
            let (version, owner) = ("PRAGMA user_version = 1", 0x4352_5052);
            file.execute_batch(&format!("{version}; PRAGMA application_id = {owner}")).unwrap();
            for entry in entries {
                let id = entry.request_id().unwrap().0.to_be_bytes();
                let values = rusqlite::params![entry.seq, id, entry.line, entry.hash.0];
                file.execute("INSERT INTO entries VALUES (?1, ?2, ?3, ?4)", values).unwrap();
            }
            for row in rows {
                let (kind, name) = (row.key.kind(), row.key.name());
                let values = rusqlite::params![kind, name, row.json, row.seq, row.is_live];
                file.execute("INSERT INTO rows VALUES (?1, ?2, ?3, ?4, ?5)", values).unwrap();
            }
        }
        _ => {
            let mut client = postgres::Client::connect(&place.url, postgres::NoTls).unwrap();
            let begin = "CREATE SCHEMA croupier; CREATE TABLE croupier.migrations
                (version bigint PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());
                INSERT INTO croupier.migrations (version) VALUES (1)";
            client.batch_execute(begin).unwrap();
            client.batch_execute(include_str!("../../src/store/postgres/1.sql")).unwrap();
            let entry_sql = "INSERT INTO croupier.entries VALUES ($1, $2, $3, $4)";
            for entry in entries {
                let id = entry.request_id().unwrap().0.to_be_bytes();
                let (seq, hash) = (entry.seq as i64, entry.hash.0);
                let values: [&(dyn postgres::types::ToSql + Sync); 4] =
                    [&seq, &&id[..], &entry.line, &&hash[..]];
                client.execute(entry_sql, &values).unwrap();
            }
            for row in rows {
                let (kind, name, seq) = (row.key.kind(), row.key.name(), row.seq as i64);
                let sql = "INSERT INTO croupier.rows VALUES ($1, $2, $3, $4, $5)";
                client.execute(sql, &[&kind, &name, &row.json, &seq, &row.is_live]).unwrap();
            }
            let (seq, hash) = entries.last().map(|e| (e.seq as i64, e.hash.0)).unwrap();
            let head = "UPDATE croupier.head SET seq = $1, hash = $2";
            client.execute(head, &[&seq, &&hash[..]]).unwrap();
        }
    }
    place
}

#[test]
fn a_house_begun_with_version_1_has_the_same_statements() {
    let house = Place::new(Kind::Memory);
    live_in(&house);
    let mut store = house.store();
    let entries = store.entries(0, usize::MAX).unwrap();
    let kinds = progressive::Key::KINDS.iter();
    let rows: Vec<Row> = kinds.flat_map(|kind| store.rows_of(kind).unwrap()).collect();
    for kind in [Kind::Sqlite, Kind::Postgres] {
        let place = begun_with_version_1(kind, &entries, &rows);
        assert_eq!(deep(&place), [], "{kind:?}");
        is_as_by_hand(&place);
        assert_eq!(
            place.store().moves(None, usize::MAX).unwrap(),
            store.moves(None, usize::MAX).unwrap()
        );
        // And play goes on.
        done(&place.ledger(), "dan", game_over("t0"));
        done(&place.ledger(), "dan", lock("t0", &[(1, 100)]));
        assert_eq!(deep(&place), [], "{kind:?}");
        is_as_by_hand(&place);
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
                        done(&ledger, "dan", lock(table, &[(1, 100), (2, 300)]));
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
