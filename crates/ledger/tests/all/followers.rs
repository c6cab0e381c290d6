//! A ledger that follows its store has what other processes write.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use ledger::{Ledger, OpenMode, store};

use crate::support::bank::{Bank, deposit, done};
use crate::support::places::{Kind, Place};

const CHILD: &str = "CROUPIER_FOLLOWED_STORE";

/// The other process.
#[test]
fn child() {
    // Run by the tests below; nothing to do otherwise.
    let Ok(url) = std::env::var(CHILD) else { return };
    let store = store::open(&url, OpenMode::Existing).unwrap();
    done(&Ledger::<Bank<1>>::open(store).unwrap(), deposit("ann", 11));
}

fn deposit_elsewhere(place: &Place) {
    let status = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "followers::child", "--test-threads=1"])
        .env(CHILD, &place.url)
        .stdout(Stdio::null())
        .status()
        .unwrap();
    assert!(status.success());
}

fn follows(kind: Kind) {
    let place = Place::new(kind);
    let ledger = place.ledger();
    done(&ledger, deposit("ann", 100));
    // Who does not follow has it only when asked.
    deposit_elsewhere(&place);
    assert_eq!(ledger.snapshot().machine.cents("ann"), 100);
    assert_eq!(ledger.refresh().unwrap().machine.cents("ann"), 111);
    let follower = ledger.follow(store::watch(&place.url).unwrap()).unwrap();
    let mut watched = ledger.watch();
    watched.mark_unchanged();
    deposit_elsewhere(&place);
    let until = Instant::now() + Duration::from_secs(30);
    while !watched.has_changed().unwrap() {
        assert!(Instant::now() < until, "it is told of");
        std::thread::yield_now();
    }
    assert_eq!(ledger.snapshot().machine.cents("ann"), 122);
    assert_eq!(place.store().head().unwrap(), ledger.snapshot().head);
    drop(follower);
    // It takes requests all the same, after what the others did.
    assert_eq!(done(&ledger, deposit("ann", 1)).effect.balance_cents, 123);
}

#[test]
fn sqlite() {
    follows(Kind::Sqlite);
}

#[test]
fn postgres() {
    follows(Kind::Postgres);
}
