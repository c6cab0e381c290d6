//! The self-check finds what does not agree, and says where (F3); stores say what is wrong with them.

use house::{House, Ledger, PostError, Refusal};
use ledger::check::{self, Checked, Depth, Problem};
use ledger::store;
use ledger::{Broken, OpenError, OpenMode, StoreError};
use rusqlite::Connection;

use crate::support::cluster;
use crate::support::forge;
use crate::support::house::*;
use crate::support::places::{Kind, Place};

/// A house in a file with a pending and a decided award.
fn lived_in() -> Place {
    let place = Place::new(Kind::Sqlite);
    let ledger = place.ledger();
    found(&ledger, 2);
    done(&ledger, "dan", lock("t0", &[(1, 100)]));
    let keyed = done(&ledger, "dan", key("t0", 1, "straight flush"));
    done(&ledger, "ann", verify(keyed.effect.awards[0].number));
    done(&ledger, "dan", game_over("t0"));
    done(&ledger, "dan", lock("t1", &[(3, 100)]));
    done(&ledger, "dan", key("t1", 3, "royal flush"));
    place
}

fn both(place: &Place) -> [Checked; 2] {
    let mut store = place.store();
    let deep = deep(&mut *store);
    [quick(&mut *store), deep]
}

#[test]
fn a_house_that_agrees_has_no_problems() {
    let place = lived_in();
    let mut told = Vec::new();
    let mut store = place.store();
    let full =
        check::full::<House>(&mut *store, Depth::Chain, &mut |done, of| told.push((done, of)));
    let full = full.unwrap();
    assert!(full.is_fine());
    assert_eq!(told, [(full.head.seq, full.head.seq)]);
    assert!(both(&place).iter().all(Checked::is_fine));
    let empty = Place::new(Kind::Sqlite);
    assert!(both(&empty).iter().all(Checked::is_fine));
}

#[test]
fn a_meter_changed_behind_the_back_is_found() {
    let place = lived_in();
    place.behind_the_back(
        "UPDATE rows SET json = replace(json, '\"display\":\"', '\"display\":\"9') WHERE kind = 'meter'",
    );
    let [quick, deep] = both(&place);
    let key = meter_key("royal");
    assert_eq!(quick.problems[0], Problem::Row { key: key.clone() });
    let is_unbalanced = matches!(&quick.problems[1], Problem::Inconsistency { why, .. } if why.contains("does not balance"));
    assert!(is_unbalanced, "{quick:?}");
    assert!(quick.problems.iter().all(|problem| problem.key() == Some(&key)), "{quick:?}");
    assert_eq!(deep.problems, [Problem::NotAsReplayed(key)]);
}

#[test]
fn a_meter_put_back_to_an_older_state_is_found() {
    let place = lived_in();
    let old = place.store().row(&meter_key("royal")).unwrap().unwrap();
    let ledger = place.ledger();
    done(&ledger, "dan", lock("t0", &[(1, 100)]));
    drop(ledger);
    place.behind_the_back(&format!("UPDATE rows SET json = '{}' WHERE kind = 'meter'", old.json));
    let [quick, deep] = both(&place);
    assert_eq!(quick.problems, [Problem::Row { key: meter_key("royal") }]);
    assert_eq!(deep.problems, [Problem::NotAsReplayed(meter_key("royal"))]);
    // With the hash that it had then: no row can be told from the others, so nothing is trusted.
    place.behind_the_back(&format!("UPDATE rows SET hash = x'{}' WHERE kind = 'meter'", old.hash));
    let [quick, deep] = both(&place);
    assert_eq!(quick.problems, [Problem::Altered { seq: quick.head.seq }]);
    assert_eq!(deep.problems, [Problem::NotAsReplayed(meter_key("royal"))]);
}

#[test]
fn lost_and_unreadable_rows_are_found() {
    let place = lived_in();
    place.behind_the_back("DELETE FROM rows WHERE kind = 'award' AND is_live = 1");
    place.behind_the_back("UPDATE rows SET json = '{}' WHERE name = 't0'");
    let [quick, deep] = both(&place);
    let has = |is_it: fn(&Problem) -> bool| quick.problems.iter().any(is_it);
    assert!(has(|problem| matches!(problem, Problem::Altered { .. })), "{quick:?}");
    assert!(has(|problem| matches!(problem, Problem::Row { .. })), "{quick:?}");
    assert!(has(|problem| matches!(problem, Problem::Unreadable { .. })), "{quick:?}");
    assert!(has(|problem| matches!(problem, Problem::Inconsistency { .. })), "{quick:?}");
    // The table and its keypad, and both awards: one is pending, one is paid and could be backed out.
    assert_eq!(deep.problems.len(), 4, "{deep:?}");
}

#[test]
fn entries_changed_lost_or_cut_off_behind_the_back_are_found() {
    let cut = "DELETE FROM entries WHERE seq = (SELECT max(seq) FROM entries)";
    let cases = [
        ("UPDATE entries SET line = replace(line, 'pit-1', 'pit-2') WHERE seq = 9", true),
        ("UPDATE entries SET hash = zeroblob(32) WHERE seq = 9", true),
        ("DELETE FROM entries WHERE seq = 9", true),
        (cut, false),
    ];
    for (sql, is_chain) in cases {
        let place = lived_in();
        place.behind_the_back(sql);
        for checked in both(&place) {
            assert!(!checked.is_fine(), "{sql}");
            let found_chain = matches!(checked.problems[0], Problem::Chain(_));
            assert_eq!(found_chain, is_chain, "{sql}: {checked:?}");
            if is_chain {
                assert!(checked.problems[0].to_string().contains('9'), "{checked:?}");
            }
        }
    }
}

#[test]
fn an_entry_that_could_not_have_been_done_is_found_by_replay() {
    // The whole chain made anew, with an award that was never keyed: only a replay, or a hash that
    // someone noted, can tell.
    let place = lived_in();
    let mut store = place.store();
    let mut entries = store.entries(0, usize::MAX).unwrap();
    entries.remove(8);
    drop(store);
    let forged = Place::new(Kind::Memory);
    forge(&forged, &entries);
    let mut store = forged.store();
    assert!(check::full::<House>(&mut *store, Depth::Chain, &mut |_, _| {}).unwrap().is_fine());
    let deep = deep(&mut *store);
    let is_law = matches!(deep.problems[..], [Problem::Chain(Broken::Impossible { .. })]);
    assert!(is_law, "{deep:?}");
}

/// Writes entries as a chain of their own.
fn forge(place: &Place, entries: &[ledger::Entry]) {
    let mut store = place.store();
    let mut head = store.begin().unwrap();
    let mut batch = ledger::Batch::default();
    for entry in entries {
        let forged = forge::again(head, &entry.line);
        head = forged.head();
        batch.ids.push(forge::id_of(&forged));
        batch.entries.push(forged);
    }
    store.commit(&batch).unwrap();
}

#[test]
fn a_store_put_back_to_an_older_state_is_read_anew() {
    let place = lived_in();
    let backup = place.file().with_extension("old");
    let sql = format!("VACUUM INTO '{}'", backup.display());
    Connection::open(place.file()).unwrap().execute(&sql, []).unwrap();
    let noted_before = place.store().head().unwrap();
    let ledger = place.ledger();
    let lost = done(&ledger, "dan", lock("t0", &[1, 2, 3, 4, 5, 6, 7].map(|seat| (seat, 100))));
    let noted = place.store().head().unwrap();
    let shown = meter(&ledger, "royal");
    // Put back under a running ledger; then another process writes past the entry it saw last.
    let mut live = Connection::open(place.file()).unwrap();
    let old = Connection::open(&backup).unwrap();
    rusqlite::backup::Backup::new(&old, &mut live)
        .unwrap()
        .run_to_completion(1_000, std::time::Duration::ZERO, None)
        .unwrap();
    drop((live, old));
    let other = place.ledger();
    done(&other, "dan", lock("t0", &[(1, 100)]));
    done(&other, "dan", game_over("t0"));
    assert_ne!(meter(&ledger, "royal"), shown);
    assert_eq!(meter(&ledger, "royal"), meter(&other, "royal"));
    assert!(both(&place).iter().all(Checked::is_fine));
    // Whoever noted the head sees that entries were lost; who noted the older one finds it.
    let entries = place.store().entries(0, usize::MAX).unwrap();
    let at = |seq: u64| entries[seq as usize - 1].head();
    assert_ne!(at(noted.seq), noted);
    assert_eq!(at(noted_before.seq), noted_before);
    assert_eq!(lost.seq, noted.seq);
}

#[test]
fn later_versions_and_files_of_others_are_left_alone() {
    let place = lived_in();
    Connection::open(place.file()).unwrap().execute_batch("PRAGMA user_version = 9").unwrap();
    let too_new = store::open(&place.url, OpenMode::Existing).err().unwrap();
    let OpenError::Store { error, .. } = &too_new else { panic!("{too_new}") };
    assert_eq!(*error, StoreError::TooNew { found: 9, known: 4 });

    let other = Place::new(Kind::Sqlite);
    Connection::open(other.file()).unwrap().execute_batch("CREATE TABLE songs (x)").unwrap();
    let error = store::open(&other.url, OpenMode::Existing).err().unwrap().to_string();
    assert!(error.contains("belongs to another program"), "{error}");

    let text = Place::new(Kind::Sqlite);
    std::fs::write(text.file(), "these are words, and many of them, and no database at all")
        .unwrap();
    assert!(store::open(&text.url, OpenMode::Existing).is_err());

    let database = Place::new(Kind::Postgres);
    drop(database.store());
    let mut client = postgres::Client::connect(&database.url, postgres::NoTls).unwrap();
    client.batch_execute("INSERT INTO croupier.migrations (version) VALUES (9)").unwrap();
    let error = store::open(&database.url, OpenMode::Existing).err().unwrap().to_string();
    assert!(error.contains("version 9"), "{error}");
}

#[test]
fn errors_say_what_to_mend() {
    let folder =
        store::open("sqlite:/no/such/folder/house.db", OpenMode::Create).err().unwrap().to_string();
    assert!(folder.contains("folder"), "{folder}");
    let dir = cluster::shared().dir().display().to_string();
    let url = format!("postgres://postgres:secret@/nowhere?host={dir}");
    let database = store::open(&url, OpenMode::Existing).err().unwrap().to_string();
    assert!(database.contains("does the database exist"), "{database}");
    assert!(database.contains("nowhere\" does not exist"), "{database}");
    assert!(!database.contains("secret"), "{database}");
    let server = store::open("postgres://x@/house?host=/no/such/dir", OpenMode::Existing)
        .err()
        .unwrap()
        .to_string();
    assert!(server.contains("is the server running"), "{server}");
    assert!(
        store::open("mysql:house.db", OpenMode::Create)
            .err()
            .unwrap()
            .to_string()
            .contains("sqlite:PATH")
    );
}

#[test]
fn several_processes_make_one_store_at_once() {
    for kind in [Kind::Sqlite, Kind::Postgres] {
        let place = Place::new(kind);
        std::thread::scope(|scope| {
            for _ in 0..6 {
                scope.spawn(|| drop(place.store()));
            }
        });
        found(&place.ledger(), 1);
    }
}

#[test]
fn a_damaged_row_keeps_the_ledger_shut() {
    let place = lived_in();
    place.behind_the_back("UPDATE rows SET json = 'x' WHERE kind = 'meter'");
    let opened = Ledger::open(place.store());
    assert!(matches!(opened.err(), Some(StoreError::Damaged(_))));
}

#[test]
fn a_ledger_whose_store_was_emptied_knows_nobody() {
    let place = lived_in();
    let ledger = place.ledger();
    place.behind_the_back("DELETE FROM entries");
    place.behind_the_back("DELETE FROM rows");
    let answer = ledger.post(ask("ann", note("hello")));
    assert!(matches!(answer, Err(PostError::Refused(Refusal::NoSuchPerson(_)))), "{answer:?}");
}
