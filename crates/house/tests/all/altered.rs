//! What was changed in the store by hand is found at the next opening, before any request: permissions
//! and posted schedules as well as money.

use house::{House, PostError, RecordId};
use ledger::{Broken, Depth, Problem, check, row_hash};

use crate::support::house::*;
use crate::support::places::{Kind, Place};

const KINDS: [Kind; 2] = [Kind::Sqlite, Kind::Postgres];

/// A house with a table whose straight flush pays 5% of the meter, and a day of play since.
fn lived_in(kind: Kind) -> Place {
    let place = Place::new(kind);
    let ledger = place.ledger();
    found(&ledger, 1);
    let mut posted = posted();
    posted.rows[1].pays = "5%".parse().unwrap();
    let (table, meter) = ("t5".parse().unwrap(), || "five".parse().unwrap());
    let criteria = house::Criteria::of(&posted);
    done(&ledger, "ann", house::Command::CreateMeter { meter: meter(), criteria, terms: terms() });
    done(&ledger, "ann", house::Command::open_keypad(table, &meter(), posted));
    let later: Vec<_> =
        (0..1_100).map(|_| ledger.post_later(ask("dan", note("a long day"))).unwrap()).collect();
    later.into_iter().for_each(|answer| drop(answer.blocking_recv().unwrap().unwrap()));
    place
}

/// Changes some text of a thing's row; with the hash that belongs to it, if the one who does it knows how.
fn alter(place: &Place, thing: &RecordId, from: &str, to: &str, knows_how: KnowsHow) {
    let key = thing.key();
    let json = place.store().row(&key).unwrap().unwrap().json;
    let changed = json.replace(from, to);
    assert_ne!(changed, json);
    let hash = match (knows_how, place.kind) {
        (KnowsHow::No, _) => "hash".to_owned(),
        (KnowsHow::Yes, Kind::Postgres) => format!("decode('{}', 'hex')", row_hash(&key, &changed)),
        (KnowsHow::Yes, _) => format!("x'{}'", row_hash(&key, &changed)),
    };
    place.behind_the_back(&format!(
        "UPDATE rows SET json = '{changed}', hash = {hash} WHERE kind = '{}' AND name = '{}'",
        key.kind, key.name
    ));
}

/// Whether the one who changes a row changes its hash as well.
#[derive(Clone, Copy, PartialEq)]
enum KnowsHow {
    No,
    Yes,
}

#[test]
fn a_dealer_promoted_to_supervisor_is_found_before_any_request() {
    for kind in KINDS {
        let dan = RecordId::Person("dan".parse().unwrap());
        let place = lived_in(kind);
        alter(&place, &dan, "\"dealer\"", "\"supervisor\"", KnowsHow::No);
        let ledger = place.ledger();
        assert_eq!(*ledger.snapshot().problems, [Problem::Row { key: dan.key() }]);
        for what in [create("mine"), lock("t0", &[(1, 100)]), add("eve", house::Role::Supervisor)] {
            assert_eq!(doubted(&ledger, "dan", what).key(), Some(&dan.key()));
        }
        // Nor may anything be decided that counts on him: the last supervisor could leave.
        let retire =
            house::Command::Retire { person: "bob".parse().unwrap(), reason: "x".to_owned() };
        assert_eq!(doubted(&ledger, "ann", retire).key(), Some(&dan.key()));
        done(&ledger, "ann", create("third"));

        let place = lived_in(kind);
        alter(&place, &dan, "\"dealer\"", "\"supervisor\"", KnowsHow::Yes);
        let ledger = place.ledger();
        for by in ["dan", "ann"] {
            let problem = doubted(&ledger, by, create("mine"));
            assert!(matches!(problem, Problem::Altered { .. }), "{problem}");
        }
        // What is written about it does not make it good.
        done(&ledger, "ann", note("dan was promoted by hand"));
        let problem = doubted(&place.ledger(), "dan", create("mine"));
        assert!(matches!(problem, Problem::Altered { .. }), "{problem}");
    }
}

#[test]
fn a_row_of_a_posted_schedule_changed_from_5_to_90_percent_is_found_before_any_request() {
    for kind in KINDS {
        let table = RecordId::Keypad("t5".parse().unwrap());
        let place = lived_in(kind);
        alter(&place, &table, "\"5%\"", "\"90%\"", KnowsHow::No);
        let ledger = place.ledger();
        assert_eq!(*ledger.snapshot().problems, [Problem::Row { key: table.key() }]);
        let problem = doubted(&ledger, "dan", lock("t5", &[(1, 100)]));
        assert_eq!(problem.key(), Some(&table.key()));
        done(&ledger, "dan", lock("t0", &[(1, 100)]));

        let place = lived_in(kind);
        alter(&place, &table, "\"5%\"", "\"90%\"", KnowsHow::Yes);
        let ledger = place.ledger();
        for table in ["t5", "t0"] {
            let problem = doubted(&ledger, "dan", lock(table, &[(1, 100)]));
            assert!(matches!(problem, Problem::Altered { .. }), "{problem}");
        }
    }
}

#[test]
fn the_numbers_that_a_house_has_given_out_are_watched_too() {
    let place = lived_in(Kind::Sqlite);
    let ledger = place.ledger();
    done(&ledger, "dan", lock("t0", &[(1, 100)]));
    done(&ledger, "dan", key("t0", 1, "straight flush"));
    drop(ledger);
    alter(&place, &RecordId::House, "\"awards-made\":1", "\"awards-made\":0", KnowsHow::No);
    let problem = doubted(&place.ledger(), "dan", lock("t5", &[(1, 100)]));
    assert_eq!(problem, Problem::Row { key: RecordId::House.key() });
}

#[test]
fn an_old_entry_changed_by_hand_is_found_by_the_full_check() {
    for kind in KINDS {
        let place = lived_in(kind);
        place.behind_the_back("UPDATE entries SET line = replace(line, '5%', '90%') WHERE seq = 7");
        let full = check::full::<House>(&mut *place.store(), Depth::Chain, &mut |_, _| {}).unwrap();
        assert_eq!(full.problems, [Problem::Chain(Broken::Hash { line: 7, seq: 7 })]);
    }
}

#[test]
fn a_clock_moved_backward_is_on_the_statement() {
    let place = Place::new(Kind::Memory);
    let ledger = place.ledger();
    found(&ledger, 1);
    let locked = ask("dan", lock("t0", &[(1, 100)]));
    ledger.post(locked.clone()).unwrap();
    let mut late = ask("dan", misdeal("t0"));
    late.at = money::Moment(locked.at.0 - 90_000_000);
    ledger.post(late).unwrap();
    let span = house::report::Span::default();
    let meter = "royal".parse().unwrap();
    let lines = house::report::statement(&mut *place.store(), &meter, &span).unwrap();
    let backs: Vec<Option<i64>> = lines.iter().map(|line| line.clock_back_micros).collect();
    // Created, locked, misdealt.
    assert_eq!(backs, [None, None, Some(90_000_000)]);
    // Order and money do not depend on it.
    assert_eq!(lines.last().unwrap().after.to_string(), "1000.0000");
}

#[test]
fn a_house_in_doubt_says_so_in_plain_words() {
    let place = lived_in(Kind::Sqlite);
    let dan = RecordId::Person("dan".parse().unwrap());
    alter(&place, &dan, "\"dealer\"", "\"supervisor\"", KnowsHow::No);
    let error = place.ledger().post(ask("dan", create("mine"))).unwrap_err();
    assert!(matches!(error, PostError::InDoubt(_)));
    let said = error.to_string();
    assert_eq!(said, "out of order: the record of person dan was changed outside this program");
}
