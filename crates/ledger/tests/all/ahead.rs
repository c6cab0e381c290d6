//! Under load, rows and the index wait while entries are written. Nothing that is asked, opened, checked or recovered
//! can tell.

use std::time::Duration;

use ledger::{Depth, Entry, Ledger, Problem, check};
use proptest::prelude::*;

use crate::support::bank::{Ask, Bank, ask, close, deposit, done, key, note};
use crate::support::places::{Kind, Place, on_every_store};

/// So long that rows are written with the first few entries alone.
const LONG: Duration = Duration::from_secs(3_600);
/// How many those are.
const AT_ONCE: u64 = 16;

type Busy = Ledger<Bank<1>>;

/// A ledger whose rows wait from now on.
fn busy(place: &Place) -> Busy {
    let busy: Busy = place.ledger_of(LONG);
    for _ in 0..AT_ONCE {
        done(&busy, note("a busy night"));
    }
    busy
}

fn has_state(entry: &Entry) -> bool {
    entry.line.contains("\"state\":")
}

fn full(place: &Place) -> Vec<Problem> {
    check::full::<Bank<1>>(&mut *place.store(), Depth::Replay, &mut |_, _| {}).unwrap().problems
}

fn about(place: &Place, name: &str) -> Vec<u64> {
    let found = ledger::about::<Bank<1>>(&mut *place.store(), &key(name), 0, usize::MAX).unwrap();
    found.iter().map(|entry| entry.seq).collect()
}

on_every_store! {
    fn a_ledger_opens_where_it_was_with_rows_that_are_behind(place: &Place) {
        let busy = busy(place);
        done(&busy, deposit("ann", 100));
        for _ in 0..5 {
            done(&busy, deposit("ann", 1));
            done(&busy, deposit("bob", 10));
        }
        done(&busy, deposit("eve", 7));
        done(&busy, close("eve"));
        let entries = place.store().entries(0, usize::MAX).unwrap();
        let written: Vec<u64> = entries.iter().filter(|entry| has_state(entry)).map(|it| it.seq).collect();
        assert_eq!(written, (1..=AT_ONCE).collect::<Vec<_>>());
        assert_eq!(place.store().rows_of("account").unwrap(), []);
        assert!(check::quick::<Bank<1>>(&mut *place.store()).unwrap().is_fine());
        assert_eq!(full(place), []);
        drop(busy);
        // Open again, as after a crash: the next commit writes what was behind.
        let again: Busy = place.ledger_of(Duration::ZERO);
        let now = again.snapshot();
        assert_eq!(now.problems.len(), 0);
        assert_eq!((now.machine.cents("ann"), now.machine.cents("bob")), (105, 50));
        done(&again, note("good morning"));
        let names: Vec<_> = place.store().rows_of("account").unwrap().into_iter().map(|row| (row.key.name, row.is_live)).collect();
        let expected = [("ann", true), ("bob", true), ("eve", false)];
        assert_eq!(names, expected.map(|(name, is_live)| (name.to_owned(), is_live)));
        assert_eq!(full(place), []);
    }

    fn what_entries_are_about_and_how_rows_stand_is_known_before_it_is_written(place: &Place) {
        let busy = busy(place);
        done(&busy, deposit("ann", 100));
        done(&busy, deposit("bob", 5));
        done(&busy, deposit("ann", 1));
        assert_eq!(about(place, "ann"), [AT_ONCE + 1, AT_ONCE + 3]);
        assert_eq!(about(place, "bob"), [AT_ONCE + 2]);
        let one = ledger::about::<Bank<1>>(&mut *place.store(), &key("ann"), AT_ONCE + 1, 1).unwrap();
        assert_eq!(one.iter().map(|entry| entry.seq).collect::<Vec<_>>(), [AT_ONCE + 3]);
        let rows = ledger::rows_now::<Bank<1>>(&mut *place.store(), "account").unwrap();
        let cents = |row: &ledger::Row| (row.key.name.clone(), row.json.clone(), row.is_intact());
        let expected = [("ann", 101), ("bob", 5)].map(|(name, cents)| {
            (name.to_owned(), format!("{{\"cents\":{cents},\"is_open\":true}}"), true)
        });
        assert_eq!(rows.iter().map(cents).collect::<Vec<_>>(), expected);
        let bob = ledger::row_now::<Bank<1>>(&mut *place.store(), &key("bob")).unwrap().unwrap();
        assert_eq!(bob, rows[1]);
        assert_eq!(ledger::row_now::<Bank<1>>(&mut *place.store(), &key("eve")).unwrap(), None);
    }

    fn not_more_than_so_many_entries_are_ahead(place: &Place) {
        let busy = busy(place);
        let answers: Vec<_> = (0..4_500).map(|_| busy.post_later(ask(deposit("ann", 1))).unwrap()).collect();
        answers.into_iter().for_each(|answer| drop(answer.blocking_recv().unwrap().unwrap()));
        let entries = place.store().entries(0, usize::MAX).unwrap();
        let later = |entry: &&Entry| entry.seq > AT_ONCE;
        assert!(entries.iter().filter(later).any(has_state), "rows were written again");
        let again: Busy = place.ledger_of(LONG);
        assert_eq!(again.snapshot().machine.cents("ann"), 4_500);
    }

    fn a_request_that_was_done_is_known_while_rows_are_behind(place: &Place) {
        let busy = busy(place);
        let request = ask(deposit("ann", 1));
        let first = busy.post(request.clone()).unwrap();
        drop(busy);
        let again: Busy = place.ledger_of(LONG);
        let second = again.post(request).unwrap();
        assert!(second.is_repeated);
        assert_eq!(second.seq, first.seq);
        assert_eq!(again.snapshot().machine.cents("ann"), 1);
    }
}

#[test]
fn an_altered_row_is_found_while_rows_are_behind_and_never_made_good() {
    for kind in [Kind::Sqlite, Kind::Postgres] {
        let place = Place::new(kind);
        done(&place.ledger(), deposit("ann", 100));
        let ahead = busy(&place);
        done(&ahead, deposit("ann", 1));
        drop(ahead);
        place.behind_the_back("UPDATE rows SET json = replace(json, '100', '900')");
        // Not even by a commit that writes the rows, and has the entry about it to write.
        for _ in 0..2 {
            let again: Busy = place.ledger_of(Duration::ZERO);
            assert!(again.snapshot().doubt(&key("ann")).is_some());
            done(&again, note("something is wrong"));
        }
    }
}

#[test]
fn an_altered_entry_that_rows_do_not_have_puts_everything_in_doubt() {
    for kind in [Kind::Sqlite, Kind::Postgres] {
        let place = Place::new(kind);
        let ahead = busy(&place);
        done(&ahead, deposit("ann", 100));
        done(&ahead, deposit("ann", 1));
        drop(ahead);
        let last = AT_ONCE + 2;
        place.behind_the_back(&format!(
            "UPDATE entries SET line = replace(line, '101', '901') WHERE seq = {last}"
        ));
        let again: Busy = place.ledger_of(LONG);
        assert!(again.snapshot().doubt(&key("bob")).is_some());
    }
}

/// One of several writers does something: which one, what, and whether it starts again first.
#[derive(Clone, Debug)]
struct Turn {
    writer: usize,
    request: Ask,
    restarts: bool,
}

fn turns() -> impl Strategy<Value = Vec<Turn>> {
    let name = prop::sample::select(vec!["ann", "bob", "eve"]);
    let request = prop_oneof![
        6 => (name, 1..500_i64).prop_map(|(name, cents)| deposit(name, cents)),
        1 => Just(note("a note")),
    ];
    let turn = (0..3_usize, request, prop::bool::weighted(0.1))
        .prop_map(|(writer, request, restarts)| Turn { writer, request, restarts });
    prop::collection::vec(turn, 1..60)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Three writers on one store, each with its own patience, any of them started again at any time: all of them
    /// see every deposit once, rows and entries agree, and a replay leads to the same.
    #[test]
    fn writers_with_rows_at_different_times_agree(turns in turns()) {
        let place = Place::new(Kind::Sqlite);
        let open = |writer: usize| -> Busy {
            match writer {
                0 => place.ledger_of(Duration::ZERO),
                1 => place.ledger_of(Duration::from_millis(2)),
                _ => busy(&place),
            }
        };
        let mut writers: Vec<Busy> = (0..3).map(open).collect();
        let mut expected = std::collections::BTreeMap::new();
        for Turn { writer, request, restarts } in turns {
            if restarts {
                writers[writer] = open(writer);
            }
            done(&writers[writer], request.clone());
            if let Ask::Deposit { account, cents } = request {
                *expected.entry(account).or_insert(0) += cents;
            }
        }
        for writer in &writers {
            let now = writer.refresh().unwrap();
            prop_assert!(now.problems.is_empty(), "{:?}", now.problems);
            for (name, cents) in &expected {
                prop_assert_eq!(now.machine.cents(name), *cents);
            }
        }
        prop_assert_eq!(full(&place), []);
        let fresh = open(2).snapshot();
        prop_assert!(fresh.problems.is_empty(), "{:?}", fresh.problems);
        for (name, cents) in &expected {
            prop_assert_eq!(fresh.machine.cents(name), *cents);
        }
    }
}
