//! What is changed in a store outside this program is found when it is next opened, before any request.

use std::time::Duration;

use ledger::{Broken, Depth, Key, Ledger, PostError, Problem, check, row_hash};

use crate::support::bank::{Bank, ask, deposit, done, key, note, refused};
use crate::support::places::{Kind, Place};

const KINDS: [Kind; 2] = [Kind::Sqlite, Kind::Postgres];

/// Accounts of ann, bob and eve, with entries long after those that made them.
fn lived_in(kind: Kind) -> Place {
    let place = Place::new(kind);
    let ledger = place.ledger();
    for name in ["ann", "bob", "eve"] {
        done(&ledger, deposit(name, 100));
    }
    let later: Vec<_> =
        (0..1_100).map(|_| ledger.post_later(ask(note("a long day"))).unwrap()).collect();
    later.into_iter().for_each(|answer| drop(answer.blocking_recv().unwrap().unwrap()));
    place
}

/// A hash as either database reads it.
fn literal(kind: Kind, key: &Key, json: &str) -> String {
    let hash = row_hash(key, json);
    match kind {
        Kind::Postgres => format!("decode('{hash}', 'hex')"),
        Kind::Memory | Kind::Sqlite => format!("x'{hash}'"),
    }
}

fn full(place: &Place, depth: Depth) -> Vec<Problem> {
    check::full::<Bank<1>>(&mut *place.store(), depth, &mut |_, _| {}).unwrap().problems
}

#[test]
fn a_row_that_does_not_match_its_hash_is_in_doubt_alone() {
    for kind in KINDS {
        let place = lived_in(kind);
        place.behind_the_back(
            "UPDATE rows SET json = replace(json, '100', '900') WHERE name = 'ann'",
        );
        // Also after another restart, and after others went on.
        for balance in [101, 102] {
            let ledger = place.ledger();
            let problem = Problem::Row { key: key("ann") };
            assert_eq!(*ledger.snapshot().problems, std::slice::from_ref(&problem), "{kind:?}");
            assert_eq!(ledger.snapshot().doubt(&key("ann")), Some(&problem));
            assert_eq!(ledger.snapshot().doubt(&key("bob")), None);
            let answer = refused(&ledger, deposit("ann", 1));
            assert_eq!(answer, PostError::InDoubt(problem));
            assert!(answer.to_string().contains("out of order"), "{answer}");
            assert_eq!(done(&ledger, deposit("bob", 1)).effect.balance_cents, balance);
            done(&ledger, note("ann is out of order"));
        }
        assert_eq!(full(&place, Depth::Replay), [Problem::NotAsReplayed(key("ann"))]);
    }
}

#[test]
fn rows_that_are_not_those_of_the_last_entry_put_everything_in_doubt() {
    for kind in KINDS {
        let (ann, rich) = (key("ann"), "{\"cents\":900,\"is_open\":true}");
        let hash = literal(kind, &ann, rich);
        let (live, dead) = if kind == Kind::Postgres { ("true", "false") } else { ("1", "0") };
        let added = format!(
            "INSERT INTO rows (kind, name, json, hash, seq, is_live)
             VALUES ('account', 'mallory', '{rich}', {}, 1, {live})",
            literal(kind, &key("mallory"), rich)
        );
        let cases = [
            format!("UPDATE rows SET json = '{rich}', hash = {hash} WHERE name = 'ann'"),
            "DELETE FROM rows WHERE name = 'eve'".to_owned(),
            format!("UPDATE rows SET is_live = {dead} WHERE name = 'eve'"),
            added,
        ];
        for sql in cases {
            let place = lived_in(kind);
            place.behind_the_back(&sql);
            // A note of it is taken, and does not make it good.
            for _ in 0..2 {
                let ledger = place.ledger();
                let problems = ledger.snapshot().problems.clone();
                assert!(
                    matches!(problems[..], [Problem::Altered { .. }, ..]),
                    "{sql}: {problems:?}"
                );
                for name in ["ann", "bob", "mallory", "nobody"] {
                    let answer = refused(&ledger, deposit(name, 1));
                    let is_doubt = matches!(answer, PostError::InDoubt(Problem::Altered { .. }));
                    assert!(is_doubt, "{sql}: {answer}");
                }
                done(&ledger, note("something is wrong"));
            }
            // A replay says which.
            let deep = full(&place, Depth::Replay);
            assert!(matches!(deep[..], [Problem::NotAsReplayed(_)]), "{sql}: {deep:?}");
        }
    }
}

#[test]
fn a_ledger_that_is_open_never_reads_it_and_the_next_that_opens_finds_it() {
    for kind in KINDS {
        let place = lived_in(kind);
        let (one, other) = (place.ledger(), place.ledger());
        let (ann, rich) = (key("ann"), "{\"cents\":900,\"is_open\":true}");
        let hash = literal(kind, &ann, rich);
        // Also with the number of an entry that is yet to come.
        let seq = one.snapshot().head.seq + 1;
        place.behind_the_back(&format!(
            "UPDATE rows SET json = '{rich}', hash = {hash}, seq = {seq} WHERE name = 'ann'"
        ));
        done(&other, deposit("bob", 1));
        // What others do is taken from the entries, never from the rows.
        let snapshot = one.refresh().unwrap();
        assert_eq!((snapshot.machine.cents("ann"), snapshot.machine.cents("bob")), (100, 101));
        let late = place.ledger();
        assert!(late.snapshot().doubt(&ann).is_some(), "{kind:?}");
        assert!(matches!(refused(&late, deposit("ann", 1)), PostError::InDoubt(_)));
    }
}

#[test]
fn an_old_entry_that_was_changed_is_found_by_the_full_check() {
    for kind in KINDS {
        let place = lived_in(kind);
        place
            .behind_the_back("UPDATE entries SET line = replace(line, '100', '900') WHERE seq = 2");
        let broken = Problem::Chain(Broken::Hash { line: 2, seq: 2 });
        assert_eq!(full(&place, Depth::Chain), std::slice::from_ref(&broken));
        assert_eq!(full(&place, Depth::Replay), [broken]);
        // It is beyond what is looked at before play; the state that it led to is not.
        let ledger: Ledger<Bank<1>> = place.ledger_of(Duration::ZERO);
        assert!(ledger.snapshot().problems.is_empty());
        assert_eq!(done(&ledger, deposit("bob", 1)).effect.balance_cents, 101);
    }
}
