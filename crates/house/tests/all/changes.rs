//! Every process hears within a second of what any other wrote.

use std::time::{Duration, Instant};

use house::store;

use crate::support::cluster;
use crate::support::house::*;
use crate::support::places::{Kind, Place};

const SECOND: Duration = Duration::from_secs(1);

fn heard_within_a_second(kind: Kind) {
    let place = Place::new(kind);
    let ledger = place.ledger();
    found(&ledger, 1);
    let mut changes = store::watch(&place.url).unwrap();
    assert_eq!(changes.wait(Duration::from_millis(20)).unwrap(), None);
    for _ in 0..5 {
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| {
                let heard = changes.wait(10 * SECOND).unwrap();
                (heard, Instant::now())
            });
            let posted = done(&ledger, "ann", note("x"));
            let at = Instant::now();
            let (heard, heard_at) = waiting.join().unwrap();
            assert_eq!(heard.unwrap().seq, posted.seq);
            assert!(heard_at.saturating_duration_since(at) < SECOND);
        });
    }
    // What came before anyone waited is told too, once.
    done(&ledger, "ann", note("y"));
    let last = done(&ledger, "ann", note("z"));
    let mut told = changes.wait(SECOND).unwrap().unwrap();
    if told.seq < last.seq {
        told = changes.wait(SECOND).unwrap().unwrap();
    }
    assert_eq!(told.seq, last.seq);
    assert_eq!(changes.wait(Duration::from_millis(20)).unwrap(), None);
    assert_eq!(changes.head(), told);
}

#[test]
fn sqlite() {
    heard_within_a_second(Kind::Sqlite);
}

#[test]
fn postgres() {
    heard_within_a_second(Kind::Postgres);
}

#[test]
fn a_memory_store_has_no_others() {
    let mut changes = store::watch("memory:").unwrap();
    assert_eq!(changes.wait(Duration::from_millis(1)).unwrap(), None);
}

#[test]
fn what_was_missed_while_the_line_was_cut_is_told_afterwards() {
    let place = Place::new(Kind::Postgres);
    let ledger = place.ledger();
    found(&ledger, 0);
    let mut changes = store::watch(&place.url).unwrap();
    cluster::shared().cut(&place.url);
    let mut posted = None;
    while posted.is_none() {
        // The ledger's own line was cut as well: the first call may find that out.
        posted = ledger.post(ask("ann", note("missed"))).ok();
    }
    let seq = posted.unwrap().seq;
    let until = Instant::now() + 10 * SECOND;
    while changes.head().seq < seq {
        assert!(Instant::now() < until, "it is told");
        // An error tells that the line is cut; the next call mends it.
        let _ = changes.wait(SECOND);
    }
}
