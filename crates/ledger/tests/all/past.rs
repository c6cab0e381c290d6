//! What is kept only to be looked up, or beside the chain, is missed when a ledger is opened; the ledger goes on.

use std::time::Duration;

use ledger::{Depth, Kept, Ledger, Problem, check, row_hash};

use crate::support::bank::{Bank, close, deposit, done, key};
use crate::support::places::{Kind, Place};
use crate::support::{forge, on_every_store};

const KINDS: [Kind; 2] = [Kind::Sqlite, Kind::Postgres];

fn full(place: &Place, depth: Depth) -> Vec<Problem> {
    check::full::<Bank<1>>(&mut *place.store(), depth, &mut |_, _| {}).unwrap().problems
}

/// Three closed accounts, one that was opened again, and one that never closed.
fn with_a_past(place: &Place) -> Ledger<Bank<1>> {
    let ledger = place.ledger();
    for name in ["ann", "bob", "eve", "zoe"] {
        done(&ledger, deposit(name, 100));
        done(&ledger, close(name));
    }
    done(&ledger, deposit("zoe", 5));
    done(&ledger, deposit("liv", 5));
    ledger
}

on_every_store! {
    fn what_is_over_is_counted_and_comes_back(place: &Place) {
        drop(with_a_past(place));
        // Opened, closed and opened again by several programs, and written late when they are busy.
        for round in 0..3 {
            let ledger: Ledger<Bank<1>> = place.ledger_of(Duration::from_secs(3_600));
            assert_eq!(*ledger.snapshot().problems, [], "{round}");
            for _ in 0..20 {
                done(&ledger, deposit("ann", 1));
                done(&ledger, close("ann"));
            }
            done(&ledger, deposit("bob", 1));
            drop(ledger);
            let ledger = place.ledger();
            done(&ledger, close("bob"));
            assert_eq!(*ledger.refresh().unwrap().problems, []);
        }
        assert_eq!(place.store().archived_count().unwrap(), 3, "ann, bob and eve");
        assert_eq!(full(place, Depth::Chain), []);
        assert_eq!(full(place, Depth::Replay), []);
    }
}

#[test]
fn a_deleted_record_of_the_past_is_missed_at_the_next_start() {
    for kind in KINDS {
        let place = Place::new(kind);
        drop(with_a_past(&place));
        place.behind_the_back("DELETE FROM rows WHERE name = 'bob'");
        // Also after others went on, and wrote rows.
        for balance in [6, 7] {
            let ledger = place.ledger();
            let problems = ledger.snapshot().problems.clone();
            let is_missed =
                matches!(problems[..], [Problem::Archived { expected: 3, found: 2, .. }]);
            assert!(is_missed, "{kind:?}: {problems:?}");
            assert!(problems[0].to_string().contains("past records"), "{}", problems[0]);
            assert!(problems[0].is_about_the_past());
            assert_eq!(done(&ledger, deposit("liv", 1)).effect.balance_cents, balance);
        }
        assert!(matches!(full(&place, Depth::Chain)[..], [Problem::Archived { .. }]), "{kind:?}");
        assert_eq!(full(&place, Depth::Replay), [Problem::NotAsReplayed(key("bob"))]);
    }
}

#[test]
fn a_replaced_record_of_the_past_is_found_by_verifying() {
    for kind in KINDS {
        let place = Place::new(kind);
        drop(with_a_past(&place));
        let json = r#"{"cents":900,"is_open":false}"#;
        let hash = row_hash(&key("bob"), json);
        let hash = match kind {
            Kind::Postgres => format!("decode('{hash}', 'hex')"),
            Kind::Memory | Kind::Sqlite => format!("x'{hash}'"),
        };
        let before = "UPDATE rows SET json = replace(json, '100', '900') WHERE name = 'eve'";
        place.behind_the_back(before);
        assert_eq!(full(&place, Depth::Chain), [Problem::ArchivedRow { key: key("eve") }]);
        place.behind_the_back(&format!(
            "UPDATE rows SET json = '{json}', hash = {hash} WHERE name = 'bob'"
        ));
        let found = full(&place, Depth::Chain);
        let is_found =
            matches!(&found[..], [Problem::ArchivedRow { .. }, Problem::ArchivedAltered { .. }]);
        assert!(is_found, "{kind:?}: {found:?}");
    }
}

/// A store of an older release has no digest of its past: it is taken as it is found, and kept from then on.
#[test]
fn a_store_of_an_older_release_opens_and_is_counted_from_then_on() {
    let place = Place::new(Kind::Sqlite);
    drop(with_a_past(&place));
    let file = rusqlite::Connection::open(place.file()).unwrap();
    let mut entries = place.store().entries(0, usize::MAX).unwrap();
    let last = entries.pop().unwrap();
    let (line, _) = last.line.split_once(",\"filed\"").expect("this release writes it");
    let older = forge::follow(entries.last().unwrap().head(), format!("{line}}}"));
    file.execute(
        "UPDATE entries SET line = ?1, hash = ?2 WHERE seq = ?3",
        rusqlite::params![older.line, older.hash.0, older.seq],
    )
    .unwrap();
    file.execute("DELETE FROM rows WHERE name = 'bob'", []).unwrap();
    let ledger = place.ledger();
    assert_eq!(*ledger.snapshot().problems, [], "nobody counted");
    done(&ledger, deposit("liv", 1));
    drop(ledger);
    assert_eq!(*place.ledger().snapshot().problems, []);
    file.execute("DELETE FROM rows WHERE name = 'ann'", []).unwrap();
    let problems = place.ledger().snapshot().problems.clone();
    assert!(
        matches!(problems[..], [Problem::Archived { expected: 2, found: 1, .. }]),
        "{problems:?}"
    );
}

#[test]
fn what_matches_its_hash_is_told_from_what_does_not() {
    for kind in KINDS {
        let place = Place::new(kind);
        let ledger: Ledger<Bank<1>> = place.ledger();
        let texts = ["one", "two", "three"].map(Kept::new);
        let hashes = texts.map(|text| ledger.keep(text).unwrap());
        assert_eq!(place.store().kept_hashes().unwrap(), hashes.into_iter().collect());
        place.behind_the_back("UPDATE vault SET text = 'forged' WHERE text = 'two'");
        place.behind_the_back("DELETE FROM vault WHERE text = 'three'");
        assert_eq!(place.store().kept_hashes().unwrap(), [hashes[0]].into_iter().collect());
    }
}
