//! Readers have what is durable, at once, whatever the writer is doing.

use crate::support::bank::{ask, cents, deposit, done, note};
use crate::support::on_every_store;

on_every_store! {
    fn a_snapshot_never_waits_and_is_always_durable(place: &Place) {
        let ledger = place.ledger();
        done(&ledger, deposit("ann", 100));
        let (held, mut watched) = (ledger.snapshot(), ledger.watch());
        watched.mark_unchanged();
        // Another writer has the store: the ledger waits, its readers do not.
        let mut holder = place.store();
        holder.begin().unwrap();
        let waiting = ledger.post_later(ask(deposit("ann", 11))).unwrap();
        for _ in 0..1_000 {
            let snapshot = ledger.snapshot();
            assert_eq!((snapshot.machine.cents("ann"), snapshot.head), (100, held.head));
        }
        assert!(!watched.has_changed().unwrap());
        // History is read meanwhile, too.
        assert_eq!(place.store().entries(0, 9).unwrap().len(), 1);
        holder.roll_back();
        let receipt = waiting.blocking_recv().unwrap().unwrap();
        // What the answer and the snapshot say is in the store.
        assert!(watched.has_changed().unwrap());
        let snapshot = ledger.snapshot();
        assert_eq!(snapshot.machine.cents("ann"), 111);
        assert_eq!((receipt.snapshot.head, snapshot.head.seq), (snapshot.head, receipt.seq));
        assert_eq!(place.store().head().unwrap(), snapshot.head);
        // A snapshot that is held stays as it was.
        assert_eq!(held.machine.cents("ann"), 100);
    }

    fn a_ledger_that_is_closed_has_finished_what_waits(place: &Place) {
        let ledger = place.ledger();
        let later: Vec<_> =
            (0..50).map(|_| ledger.post_later(ask(deposit("ann", 1))).unwrap()).collect();
        drop(ledger);
        for answer in later {
            answer.blocking_recv().unwrap().unwrap();
        }
        assert_eq!(cents(&place.ledger(), "ann"), 50);
    }

    fn a_reader_of_the_store_is_not_a_writer(place: &Place) {
        let ledger = place.ledger();
        done(&ledger, note("x"));
        let mut reader = place.store().reader().unwrap();
        done(&ledger, deposit("ann", 5));
        assert_eq!(reader.head().unwrap(), ledger.snapshot().head);
    }
}
