//! A house moves from store to store whole, or not at all.

use house::House;
use house::store::{self, CopyError};
use ledger::Broken;

use crate::support::house::*;
use crate::support::places::{Kind, Place};

fn lived_in(kind: Kind) -> Place {
    let place = Place::new(kind);
    let ledger = place.ledger();
    found(&ledger, 2);
    for _ in 0..30 {
        done(&ledger, "dan", lock("t0", &[(1, 100), (2, 100)]));
        let keyed = done(&ledger, "dan", key("t0", 2, "straight flush"));
        done(&ledger, "ann", verify(keyed.effect.awards[0].number));
        done(&ledger, "dan", game_over("t0"));
    }
    done(&ledger, "dan", lock("t1", &[(3, 100)]));
    done(&ledger, "dan", key("t1", 3, "royal flush"));
    place
}

#[test]
fn a_house_moves_from_any_store_to_any_other() {
    let kinds = [Kind::Sqlite, Kind::Postgres, Kind::Memory, Kind::Sqlite];
    let mut from = lived_in(kinds[0]);
    for kind in &kinds[1..] {
        let to = Place::new(*kind);
        let head =
            store::copy::<House>(&mut *from.store(), &mut *to.store(), &mut |_, _| {}).unwrap();
        assert_eq!(head, from.store().head().unwrap());
        assert_eq!(to.log(), from.log());
        assert_eq!(rows(&mut *to.store()), rows(&mut *from.store()));
        let deep = deep(&mut *to.store());
        assert_eq!(deep.problems, []);
        // Play goes on where it stood, and ids are known.
        let ledger = to.ledger();
        let old = asked(&to.store().entries(10, 1).unwrap()[0]);
        assert!(ledger.post(old).unwrap().is_repeated);
        let pending = house(&ledger).awards().next().unwrap().number;
        done(&ledger, "bob", void(pending));
        done(&ledger, "dan", key("t1", 3, "royal flush"));
        drop(ledger);
        from = to;
    }
}

#[test]
fn a_store_that_is_not_empty_is_left_alone() {
    let (from, to) = (lived_in(Kind::Memory), lived_in(Kind::Sqlite));
    let (before, head) = (to.log(), to.store().head().unwrap());
    let copied = store::copy::<House>(&mut *from.store(), &mut *to.store(), &mut |_, _| {});
    assert_eq!(copied, Err(CopyError::NotEmpty(head.seq)));
    assert_eq!(to.log(), before);
    // Neither is locked afterwards.
    for place in [from, to] {
        done(&place.ledger(), "ann", note("on"));
    }
}

#[test]
fn a_broken_chain_is_not_copied() {
    let from = lived_in(Kind::Sqlite);
    let file = rusqlite::Connection::open(from.file()).unwrap();
    let change = "UPDATE entries SET line = replace(line, '100', '900') WHERE seq = 20";
    file.execute(change, []).unwrap();
    for kind in [Kind::Memory, Kind::Sqlite, Kind::Postgres] {
        let to = Place::new(kind);
        let copied = store::copy::<House>(&mut *from.store(), &mut *to.store(), &mut |_, _| {});
        let broken = Broken::Hash { line: 20, seq: 20 };
        assert_eq!(copied, Err(CopyError::Broken(broken)));
        assert_eq!(to.store().head().unwrap(), ledger::Head::EMPTY);
        assert!(rows(&mut *to.store()).is_empty());
    }
}

#[test]
fn a_house_in_use_is_copied_between_two_groups() {
    let (from, to) = (lived_in(Kind::Sqlite), Place::new(Kind::Postgres));
    let ledger = from.ledger();
    let copied = std::thread::scope(|scope| {
        let player = scope.spawn(|| {
            for _ in 0..100 {
                done(&ledger, "dan", lock("t0", &[(1, 100)]));
                done(&ledger, "dan", game_over("t0"));
            }
        });
        let copied =
            store::copy::<House>(&mut *from.store(), &mut *to.store(), &mut |_, _| {}).unwrap();
        player.join().unwrap();
        copied
    });
    let deep = deep(&mut *to.store());
    assert_eq!((deep.head, deep.problems), (copied, vec![]));
    assert_eq!(to.log(), from.log()[..copied.seq as usize]);
}
