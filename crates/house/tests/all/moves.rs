//! A house that was moved is one house: the old store takes nothing any more, and says where to go.

use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use house::store::{self, CopyError};
use house::{House, Ledger, PostError, Submission};
use ledger::{Head, OpenMode, StoreError};

use crate::support::forge::id_of;
use crate::support::house::*;
use crate::support::places::{Kind, Place};

const KINDS: [Kind; 3] = [Kind::Memory, Kind::Sqlite, Kind::Postgres];

fn lived_in(kind: Kind, rounds: usize) -> Place {
    let place = Place::new(kind);
    let ledger = place.ledger();
    found(&ledger, 2);
    for _ in 0..rounds {
        done(&ledger, "dan", lock("t0", &[(1, 100), (2, 100)]));
        done(&ledger, "dan", game_over("t0"));
    }
    place
}

fn is_whole(place: &Place) {
    let deep = deep(&mut *place.store());
    assert_eq!(deep.problems, []);
    assert!(quick(&mut *place.store()).is_fine());
}

fn relocate(from: &Place, to: &Place) -> Result<Head, CopyError> {
    store::relocate::<House>(&mut *from.store(), &mut *to.store(), &to.url, &mut |_, _| {})
}

fn moved(to: &Place) -> StoreError {
    StoreError::Moved { to: to.url.clone() }
}

/// Writes an entry as a program does that knows nothing of seals.
fn write_by_hand(place: &Place) -> Option<String> {
    let sql = "INSERT INTO entries (seq, id, line, hash) SELECT seq + 100000, ";
    Some(match place.kind {
        // No other program sees it.
        Kind::Memory => return None,
        Kind::Sqlite => {
            let sql = format!("{sql} randomblob(16), line, hash FROM entries");
            let file = rusqlite::Connection::open(place.file()).unwrap();
            file.execute(&sql, []).unwrap_err().to_string()
        }
        Kind::Postgres => {
            let sql = format!("SET search_path = croupier; {sql} uuid_send(gen_random_uuid()), ");
            let mut client = postgres::Client::connect(&place.url, postgres::NoTls).unwrap();
            let told = client.batch_execute(&(sql + "line, hash FROM entries")).unwrap_err();
            told.as_db_error().unwrap().message().to_owned()
        }
    })
}

#[test]
fn the_old_store_is_sealed_and_can_be_read() {
    for (old, new) in KINDS.iter().flat_map(|old| KINDS.map(|new| (*old, new))) {
        let (from, to) = (lived_in(old, 3), Place::new(new));
        let (open, also_open) = (from.ledger(), from.ledger());
        let known = ask("ann", note("before"));
        let receipt = open.post(known.clone()).unwrap();
        let log = from.log();
        let head = relocate(&from, &to).unwrap();
        assert_eq!((head.seq, to.log()), (receipt.seq, log.clone()));

        // Those who had it open, and those who open it now.
        let request = ask("dan", lock("t0", &[(1, 100)]));
        for ledger in [&open, &also_open, &from.ledger()] {
            let answer = ledger.post(request.clone());
            assert_eq!(answer.unwrap_err(), PostError::Store(moved(&to)), "{old:?} to {new:?}");
        }
        if let Some(told) = write_by_hand(&from) {
            assert_eq!(told, moved(&to).to_string());
        }
        assert_eq!(from.store().moved_to().unwrap(), Some(to.url.clone()));
        assert_eq!(to.store().moved_to().unwrap(), None);

        // What is there is there.
        assert_eq!(from.log(), log);
        assert_eq!(meter(&open, "royal"), meter(&to.ledger(), "royal"));
        is_whole(&from);
        assert!(open.post(known.clone()).unwrap().is_repeated);

        // The new one is the house.
        let ledger = to.ledger();
        assert!(ledger.post(known).unwrap().is_repeated);
        assert!(!ledger.post(request).unwrap().is_repeated);
        is_whole(&to);

        // It is moved once; but it may be copied, and the copy is open.
        let third = Place::new(Kind::Sqlite);
        assert_eq!(relocate(&from, &third), Err(CopyError::From(moved(&to))));
        assert_eq!(third.store().head().unwrap(), Head::EMPTY);
        store::copy::<House>(&mut *from.store(), &mut *third.store(), &mut |_, _| {}).unwrap();
        done(&third.ledger(), "dan", lock("t0", &[(1, 100)]));
    }
}

#[test]
fn a_copy_leaves_the_old_store_open() {
    for kind in KINDS {
        let (from, to) = (lived_in(kind, 3), Place::new(Kind::Sqlite));
        store::copy::<House>(&mut *from.store(), &mut *to.store(), &mut |_, _| {}).unwrap();
        done(&from.ledger(), "dan", lock("t0", &[(1, 100)]));
        assert_eq!(from.store().moved_to().unwrap(), None);
    }
}

#[test]
fn a_store_that_cannot_be_copied_is_not_sealed() {
    for kind in KINDS {
        let (from, to) = (lived_in(kind, 3), lived_in(Kind::Sqlite, 1));
        assert!(matches!(relocate(&from, &to), Err(CopyError::NotEmpty(_))));
        done(&from.ledger(), "dan", lock("t0", &[(1, 100)]));
    }
}

#[test]
fn any_address_can_be_noted() {
    for kind in KINDS {
        let from = lived_in(kind, 1);
        let address = r#"sqlite:/o'neil's "pit" \n/{words} %s/house.db"#;
        let mut store = from.store();
        store.begin().unwrap();
        store.seal(address).unwrap();
        assert_eq!(store.moved_to().unwrap().as_deref(), Some(address));
        let answer = from.ledger().post(ask("ann", note("x")));
        let moved = StoreError::Moved { to: address.to_owned() };
        assert_eq!(answer.unwrap_err(), PostError::Store(moved), "{kind:?}");
    }
}

/// A table that goes where it is told to go, with the request it had; says what was acknowledged.
fn follow(
    mut ledger: Ledger,
    table: &str,
    to: &Place,
    far: &AtomicUsize,
) -> Vec<(Submission, u64)> {
    let mut acknowledged = Vec::new();
    let mut rounds_there = 0;
    while rounds_there < 10 {
        for what in [lock(table, &[(1, 100), (3, 100)]), game_over(table)] {
            let request = ask("dan", what);
            let receipt = loop {
                match ledger.post(request.clone()) {
                    Ok(receipt) => break receipt,
                    Err(PostError::Store(StoreError::Moved { to: address })) => {
                        assert_eq!(address, to.url);
                        assert_eq!(rounds_there, 0, "a house is moved once");
                        ledger = to.ledger();
                        rounds_there = 1;
                    }
                    // The one that moves holds the house.
                    Err(PostError::Store(StoreError::Conflict)) => {}
                    Err(error) => panic!("{request:?}: {error}"),
                }
            };
            acknowledged.push((request, receipt.seq));
            far.fetch_add(1, Ordering::Relaxed);
        }
        rounds_there += usize::from(rounds_there > 0);
    }
    acknowledged
}

#[test]
fn tables_that_play_meanwhile_lose_nothing() {
    const TABLES: usize = 4;
    let ways = [
        (Kind::Sqlite, Kind::Postgres),
        (Kind::Postgres, Kind::Sqlite),
        (Kind::Postgres, Kind::Postgres),
        (Kind::Sqlite, Kind::Sqlite),
    ];
    for (old, new) in ways {
        let (from, to) = (Place::new(old), Place::new(new));
        found(&from.ledger(), TABLES);
        let (heard, far) = (Mutex::new(Vec::new()), AtomicUsize::new(0));
        let head = std::thread::scope(|scope| {
            for table in 0..TABLES {
                let (from, to, heard, far) = (&from, &to, &heard, &far);
                // Each as a process of its own would: with its own ledger.
                scope.spawn(move || {
                    let acknowledged = follow(from.ledger(), &format!("t{table}"), to, far);
                    heard.lock().unwrap().extend(acknowledged);
                });
            }
            while far.load(Ordering::Relaxed) < 100 {
                std::thread::yield_now();
            }
            loop {
                match relocate(&from, &to) {
                    Err(CopyError::From(StoreError::Conflict)) => {}
                    moved => break moved.unwrap(),
                }
            }
        });
        assert_eq!(from.store().head().unwrap(), head, "nothing was written behind the seal");
        let entries = to.store().entries(0, usize::MAX).unwrap();
        let heard = heard.into_inner().unwrap();
        for (request, seq) in &heard {
            let entry = &entries[*seq as usize - 1];
            assert_eq!(id_of(entry), request.id, "{old:?} to {new:?}");
        }
        assert_eq!(entries.len(), heard.len() + 5 + TABLES);
        is_whole(&to);
    }
}

const CHILD: &str = "CROUPIER_MOVED_STORES";

/// The process that is killed while it moves a house.
#[test]
fn child() {
    // Run by the test below; nothing to do otherwise.
    let Ok(both) = std::env::var(CHILD) else { return };
    let (from, to) = both.split_once(' ').unwrap();
    let (mut old, mut new) = (
        store::open(from, OpenMode::Existing).unwrap(),
        store::open(to, OpenMode::Create).unwrap(),
    );
    store::relocate::<House>(&mut *old, &mut *new, to, &mut |_, _| {}).unwrap();
}

/// Moves a house in another process, which is killed as soon as the copy is there, or a moment later.
fn move_and_kill(from: &Place, to: &Place, later: Duration) -> bool {
    let mut watched = to.store();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "moves::child", "--test-threads=1"])
        .env(CHILD, format!("{} {}", from.url, to.url))
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while watched.head().is_ok_and(|head| head == Head::EMPTY) {}
    let seen = Instant::now();
    while seen.elapsed() < later {}
    child.kill().unwrap();
    child.wait().unwrap().success()
}

#[test]
fn a_move_that_is_killed_leaves_one_house() {
    for kind in [Kind::Sqlite, Kind::Postgres] {
        for trial in 0..6 {
            let (from, to) = (lived_in(kind, 5), Place::new(Kind::Sqlite));
            let is_told = move_and_kill(&from, &to, Duration::from_micros(400) * trial);
            assert_eq!(to.log(), from.log());
            let request = ask("dan", lock("t0", &[(1, 100)]));
            match from.ledger().post(request.clone()) {
                Ok(_) => {
                    assert!(!is_told, "it did not say that it was done");
                    // The house is where it was. The copy is thrown away, and it is moved again.
                    let again = Place::new(Kind::Sqlite);
                    relocate(&from, &again).unwrap();
                    assert!(again.ledger().post(request).unwrap().is_repeated);
                }
                Err(error) => {
                    assert_eq!(error, PostError::Store(moved(&to)));
                    assert!(!to.ledger().post(request).unwrap().is_repeated);
                }
            }
        }
    }
}
