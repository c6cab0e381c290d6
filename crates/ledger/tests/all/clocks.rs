//! A clock that moved backward is noted in the entry, which has the time of the one before; the order never depends on
//! it.

use ledger::{Moment, Post, Record};

use crate::support::bank::{Bank, ask, cents, deposit};
use crate::support::on_every_store;

const SECOND: i64 = 1_000_000;

on_every_store! {
    fn a_clock_moved_backward_is_noted(place: &Place) {
        let mut ledger = place.ledger();
        let start = 1_800_000_000 * SECOND;
        // Seconds after the start, and by how many microseconds the clock was back.
        let cases = [
            (0, None),
            (10, None),
            (7, Some(3 * SECOND)),
            // As far as clocks of several machines differ.
            (9, None),
            // Measured from the latest of all, not from the last.
            (-3_600, Some(3_610 * SECOND)),
            (11, None),
        ];
        let mut latest = start;
        for (number, (after, back)) in cases.into_iter().enumerate() {
            let post = Post { at: Moment(start + after * SECOND), ..ask(deposit("ann", 1)) };
            let seq = ledger.post(post).unwrap().seq;
            assert_eq!(seq, number as u64 + 1);
            let entry = place.store().entries(seq - 1, 1).unwrap().remove(0);
            let record: Record<Bank<1>> = Record::read(entry.as_ref()).unwrap();
            assert_eq!(record.clock_back_micros, back, "{after}");
            // Time does not go backward in the chain.
            latest = latest.max(start + after * SECOND);
            assert_eq!(record.at, Moment(latest), "{after}");
            let noted = back.map(|back| format!("\"clock_back\":{back}"));
            assert!(noted.is_none_or(|noted| entry.line.contains(&noted)), "{}", entry.line);
        }
        // Also by a ledger that opens the store only now.
        ledger = place.ledger();
        let post = Post { at: Moment(start), ..ask(deposit("ann", 1)) };
        let seq = ledger.post(post).unwrap().seq;
        let entry = place.store().entries(seq - 1, 1).unwrap().remove(0);
        assert!(entry.line.contains("\"clock_back\":11000000"), "{}", entry.line);
        assert_eq!(cents(&ledger, "ann"), 7);
        // The clock behind the last entry was two days ahead; it was put right.
        let right = Moment(start - 2 * 86_400 * SECOND);
        let seq = ledger.post(Post { at: right, ..ask(deposit("ann", 1)) }).unwrap().seq;
        let entry = place.store().entries(seq - 1, 1).unwrap().remove(0);
        let record: Record<Bank<1>> = Record::read(entry.as_ref()).unwrap();
        assert_eq!(record.at, right);
        assert_eq!(record.clock_back_micros, Some((2 * 86_400 + 11) * SECOND));
        assert_eq!(ledger.snapshot().latest, Moment(start + 11 * SECOND));
    }
}
