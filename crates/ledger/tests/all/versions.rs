//! What an older version wrote is read, checked and gone on with by a newer one.

use std::time::Duration;

use ledger::{Depth, Ledger, PostError, Record, RecordError, StoreError, check, verify_log};

use crate::support::bank::{Bank, ask, close, deposit, done};
use crate::support::on_every_store;
use crate::support::places::Place;

type Old = Bank<1>;
type New = Bank<2>;

fn is_fine(place: &Place) {
    let mut store = place.store();
    let deep = check::full::<New>(&mut *store, Depth::Replay, &mut |_, _| {}).unwrap();
    assert_eq!(deep.problems, []);
    assert_eq!(check::quick::<New>(&mut *store).unwrap().problems, []);
    let log = place.log().join("\n");
    verify_log::<New>(log.as_bytes(), Depth::Replay, Some(deep.head)).unwrap();
}

on_every_store! {
    fn entries_and_rows_of_an_older_version_are_good(place: &Place) {
        let old: Ledger<Old> = place.ledger_of(Duration::ZERO);
        let known = ask(deposit("ann", 100));
        old.post(known.clone()).unwrap();
        done(&old, deposit("bob", 250));
        done(&old, deposit("eve", 5));
        done(&old, close("eve"));
        drop(old);
        // The effect of an old entry says less, the row of an account too.
        assert!(!place.log()[0].contains("\"balance\":") && place.log()[0].contains("\"v\":1,"));
        is_fine(place);
        let new: Ledger<New> = place.ledger_of(Duration::ZERO);
        assert!(new.snapshot().problems.is_empty());
        assert!(new.post(known).unwrap().is_repeated);
        let did = done(&new, deposit("ann", 1)).effect;
        assert_eq!((did.balance_cents, did.balance.as_deref()), (101, Some("1.01")));
        // One row was written again, the other is as it was.
        let row = |name: &str| {
            let key = crate::support::bank::key(name);
            place.store().row(&key).unwrap().unwrap().json
        };
        assert!(row("ann").contains("dollars") && !row("bob").contains("dollars"));
        drop(new);
        is_fine(place);
    }

    fn an_older_program_does_not_guess_at_a_newer_format(place: &Place) {
        let new: Ledger<New> = place.ledger_of(Duration::ZERO);
        let known = ask(deposit("ann", 100));
        new.post(known.clone()).unwrap();
        let entry = place.store().entries(0, 1).unwrap().remove(0);
        let read: Result<Record<Old>, RecordError> = Record::read(entry.as_ref());
        assert_eq!(read.unwrap_err(), RecordError::TooNew { found: 2, known: 1 });
        let old: Ledger<Old> = place.ledger_of(Duration::ZERO);
        let answer = old.post(known).unwrap_err();
        let is_told = matches!(&answer, PostError::Store(StoreError::Damaged(why)) if why.contains("format version 2"));
        assert!(is_told, "{answer}");
    }

    fn an_effect_that_says_something_else_is_not_an_older_one(place: &Place) {
        let old: Ledger<Old> = place.ledger_of(Duration::ZERO);
        done(&old, deposit("ann", 100));
        drop(old);
        let entry = place.store().entries(0, 1).unwrap().remove(0);
        let line = entry.line.replace("\"balance_cents\":100", "\"balance_cents\":900");
        let forged = crate::support::forge::follow(ledger::Head::EMPTY, line).to_text();
        let broken = verify_log::<New>(forged.as_bytes(), Depth::Replay, None).unwrap_err();
        assert!(broken.to_string().contains("another effect"), "{broken}");
    }
}
