//! What is posted is done once and whole, in groups, whatever happens to the others of its group.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use ledger::{Ledger, OpenMode, PostError, Store};

use crate::support::bank::{Ask, Bank, No, ask, cents, close, deposit, done, fail, note, refused};
use crate::support::on_every_store;
use crate::support::places::{Kind, Place};

/// Posts several requests so that they are one group: the ledger is kept waiting until all are there.
fn at_once(
    place: &Place,
    ledger: &Ledger<Bank<1>>,
    requests: &[Ask],
) -> Vec<Result<u64, PostError<No>>> {
    let mut holder = place.store();
    holder.begin().unwrap();
    // The ledger takes this one, and waits for the store.
    let first = ledger.post_later(ask(note("first"))).unwrap();
    let later: Vec<_> =
        requests.iter().map(|request| ledger.post_later(ask(request.clone())).unwrap()).collect();
    holder.roll_back();
    first.blocking_recv().unwrap().unwrap();
    let answers = later.into_iter().map(|answer| answer.blocking_recv().unwrap());
    answers.map(|answer| answer.map(|receipt| receipt.seq)).collect()
}

fn rows(store: &mut dyn Store) -> BTreeMap<String, String> {
    let rows = store.rows_of("account").unwrap();
    rows.into_iter().map(|row| (row.key.name, row.json)).collect()
}

on_every_store! {
    fn a_panic_refuses_that_request_and_takes_nothing_else_down(place: &Place) {
        let ledger = place.ledger();
        done(&ledger, deposit("ann", 100));
        let requests = [deposit("ann", 1), fail("ann"), deposit("bob", 7), fail("eve"), deposit("ann", 2)];
        let answers = at_once(place, &ledger, &requests);
        let failed = PostError::Failed { why: "the vault is on fire".to_owned() };
        assert_eq!(answers[1], Err(failed.clone()));
        assert_eq!(answers[3], Err(failed.clone()));
        // What went wrong inside is not for the caller to read.
        assert!(!failed.to_string().contains("vault"));
        let seqs: Vec<u64> = answers.into_iter().filter_map(Result::ok).collect();
        assert_eq!(seqs.len(), 3);
        assert!(seqs.windows(2).all(|pair| pair[1] == pair[0] + 1), "{seqs:?}");
        // The failed deposits are nowhere, and the ledger goes on.
        assert_eq!((cents(&ledger, "ann"), cents(&ledger, "bob"), cents(&ledger, "eve")), (103, 7, 0));
        done(&ledger, deposit("ann", 1));
        assert_eq!(cents(&place.ledger(), "ann"), 104);
        // They were one commit: its last entry alone has the digest of the state.
        let entries = place.store().entries(seqs[0] - 1, 3).unwrap();
        let has_state: Vec<bool> = entries.iter().map(|entry| entry.line.contains("\"state\":")).collect();
        assert_eq!(has_state, [false, false, true]);
        assert!(ledger::check::full::<Bank<1>>(&mut *place.store(), ledger::Depth::Replay, &mut |_, _| {})
            .unwrap()
            .is_fine());
    }

    fn a_refused_request_changes_nothing(place: &Place) {
        let ledger = place.ledger();
        done(&ledger, deposit("ann", 100));
        let before = (place.log(), rows(&mut *place.store()), ledger.snapshot().machine.clone());
        assert_eq!(refused(&ledger, deposit("ann", -5)), PostError::Refused(No::Nothing));
        assert_eq!(refused(&ledger, close("bob")), PostError::Refused(No::NoAccount("bob".to_owned())));
        let after = (place.log(), rows(&mut *place.store()), ledger.snapshot().machine.clone());
        assert_eq!(after, before);
        // Nor among others that are done.
        let answers = at_once(place, &ledger, &[deposit("ann", 1), deposit("ann", 0), deposit("bob", 2)]);
        assert_eq!(answers[1], Err(PostError::Refused(No::Nothing)));
        assert_eq!((cents(&ledger, "ann"), cents(&ledger, "bob")), (101, 2));
    }

    fn an_id_stands_for_one_request(place: &Place) {
        let ledger = place.ledger();
        let first = ask(deposit("ann", 100));
        let receipt = ledger.post(first.clone()).unwrap();
        // Sent again, here and by another process, at another time.
        for ledger in [&ledger, &place.ledger()] {
            let again = ledger::Post { at: ledger::Moment(5), ..first.clone() };
            let again = ledger.post(again).unwrap();
            assert!(again.is_repeated);
            assert_eq!((again.seq, again.effect), (receipt.seq, receipt.effect.clone()));
        }
        let other = ledger::Post { request: deposit("ann", 101), ..first.clone() };
        let error = ledger.post(other).unwrap_err();
        assert_eq!(error, PostError::IdReused(first.id));
        assert!(error.to_string().contains("already used for a different request"));
        assert_eq!(cents(&ledger, "ann"), 100);
        // A request that was refused, or failed, has not used its id.
        let early = ask(close("bob"));
        ledger.post(early.clone()).unwrap_err();
        let broken = ledger::Post { id: early.id, ..ask(fail("bob")) };
        ledger.post(broken).unwrap_err();
        done(&ledger, deposit("bob", 1));
        assert!(!ledger.post(early).unwrap().is_repeated);
    }

    fn what_an_entry_is_about_is_found_by_it(place: &Place) {
        let ledger = place.ledger();
        for _ in 0..5 {
            done(&ledger, deposit("ann", 1));
            done(&ledger, deposit("bob", 1));
            done(&ledger, note("x"));
        }
        let about = |name: &str, after, limit| {
            let key = crate::support::bank::key(name);
            let entries = place.store().entries_about(&key, after, limit).unwrap();
            entries.iter().map(|entry| entry.seq).collect::<Vec<_>>()
        };
        assert_eq!(about("ann", 0, 100), [1, 4, 7, 10, 13]);
        assert_eq!(about("bob", 5, 2), [8, 11]);
        assert_eq!(about("eve", 0, 100), [0; 0]);
        assert_eq!(place.store().kinds().unwrap(), ["account"]);
    }
}

/// The log is taken into the file beside the writer, before it is long enough for the writer to do it.
#[test]
fn what_is_posted_reaches_the_file_soon() {
    let place = Place::new(Kind::Sqlite);
    let ledger = place.ledger();
    let seq = done(&ledger, deposit("ann", 100)).seq;
    // The file alone, without the log beside it, and with the ledger still open.
    let alone = place.file().with_extension("alone");
    let is_there = || {
        std::fs::copy(place.file(), &alone).unwrap();
        let url = format!("sqlite:{}", alone.display());
        let opened = ledger::store::open(&url, OpenMode::ReadOnly).ok();
        opened.and_then(|mut store| store.head().ok()).is_some_and(|head| head.seq == seq)
    };
    let started = Instant::now();
    while !is_there() {
        assert!(started.elapsed() < Duration::from_secs(20), "it stays in the log");
        std::thread::sleep(Duration::from_millis(50));
    }
    done(&ledger, deposit("ann", 1));
}
