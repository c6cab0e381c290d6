//! A long chain is verified in ranges at once, and the first break is named as if it were read in order.

use house::House;
use house::check::{self, Checked, Depth, Problem};
use ledger::{Batch, Broken, Head, Verifier};

use crate::support::forge;
use crate::support::house::*;
use crate::support::places::{Kind, Place};

/// A few ranges and a piece of one.
const ENTRIES: u64 = 40_000;
/// Where the first range ends, as `check` cuts them.
const END: u64 = 16_384;

fn long_chain() -> Batch {
    let mut head = Head::EMPTY;
    let mut batch = Batch::default();
    for _ in 0..ENTRIES {
        let line =
            format!("{{\"seq\":{},\"id\":\"{:032x}\",\"says\":\"x\"}}", head.seq + 1, head.seq);
        let entry = forge::follow(head, line);
        head = entry.head();
        batch.ids.push(forge::id_of(&entry));
        batch.entries.push(entry);
    }
    batch
}

fn keep(kind: Kind, batch: &Batch) -> Place {
    let place = Place::new(kind);
    let mut store = place.store();
    store.begin().unwrap();
    store.commit(batch).unwrap();
    place
}

fn check_chain(place: &Place) -> Checked {
    check::full::<House>(&mut *place.store(), Depth::Chain, &mut |_, _| {}).unwrap()
}

/// What someone finds who reads in order.
fn in_order(place: &Place, head: Head) -> (u64, Result<(), Broken>) {
    let mut chain = Verifier::default();
    let entries = place.store().entries(0, usize::MAX).unwrap();
    let mut entries = entries.iter().filter(|entry| entry.seq <= head.seq);
    let walked = entries.try_for_each(|entry| chain.entry(entry.seq, &entry.line, entry.hash));
    let walked = walked.and_then(|()| chain.ends_at(head));
    (chain.head().seq, walked)
}

#[test]
fn breaks_at_the_ends_of_ranges_are_named_as_in_order() {
    let batch = long_chain();
    let line =
        |seq: u64| format!("UPDATE entries SET line = replace(line, 'x', 'y') WHERE seq = {seq};");
    let hash = |seq: u64| {
        let other = format!("(SELECT hash FROM entries WHERE seq = {})", seq - 5);
        format!("UPDATE entries SET hash = {other} WHERE seq = {seq};")
    };
    let lost =
        |from: u64, to: u64| format!("DELETE FROM entries WHERE seq BETWEEN {from} AND {to};");
    let cases = [
        lost(END - 3, 2 * END + 3),
        line(39_000) + &hash(END),
        lost(END, END),
        line(END),
        line(END + 1),
        hash(END + 1),
        lost(END + 1, END + 1),
        lost(END, END + 1),
        lost(1, 1),
        lost(2 * END + 7, 2 * END + 7) + &line(2 * END + 5),
    ];
    for (kind, cases) in [(Kind::Sqlite, &cases[..]), (Kind::Postgres, &cases[..4])] {
        for sql in cases {
            let place = keep(kind, &batch);
            place.behind_the_back(sql);
            let checked = check_chain(&place);
            let (entries, walked) = in_order(&place, checked.head);
            assert_eq!(checked.problems, [Problem::Chain(walked.unwrap_err())], "{kind:?}: {sql}");
            assert_eq!(checked.entries, entries, "{kind:?}: {sql}");
        }
    }
    // The head of a database is kept beside its entries, so that a lost end is seen.
    let place = keep(Kind::Postgres, &batch);
    place.behind_the_back(&lost(END + 1, ENTRIES));
    let short = Broken::Short { expected: ENTRIES, found: END };
    assert_eq!(check_chain(&place).problems, [Problem::Chain(short)]);
}

#[test]
fn a_long_chain_is_whole_and_told_as_it_goes_on() {
    let batch = long_chain();
    for kind in [Kind::Memory, Kind::Sqlite, Kind::Postgres] {
        let place = keep(kind, &batch);
        let mut told = Vec::new();
        let mut store = place.store();
        let full =
            check::full::<House>(&mut *store, Depth::Chain, &mut |done, of| told.push((done, of)));
        let full = full.unwrap();
        assert_eq!((full.problems, full.entries), (vec![], ENTRIES), "{kind:?}");
        assert!(told.is_sorted() && told.len() == 3, "{told:?}");
        assert_eq!(told.last(), Some(&(ENTRIES, ENTRIES)));
    }
}

#[test]
fn others_may_write_while_it_is_verified() {
    for kind in [Kind::Sqlite, Kind::Postgres] {
        let place = Place::new(kind);
        let ledger = place.ledger();
        found(&ledger, 1);
        std::thread::scope(|scope| {
            let player = scope.spawn(|| {
                for _ in 0..200 {
                    done(&ledger, "dan", lock("t0", &[(1, 100)]));
                    done(&ledger, "dan", game_over("t0"));
                }
            });
            while !player.is_finished() {
                let checked = check_chain(&place);
                assert_eq!((checked.problems, checked.entries), (vec![], checked.head.seq));
            }
        });
    }
}
