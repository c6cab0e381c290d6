//! A database that stops, lines that are cut, disks that are full: nothing acknowledged is lost,
//! nothing is done twice, and work goes on when it is over (F4).

use std::collections::HashSet;
use std::path::Path;
use std::process::Command as Program;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use house::{Command, Ledger, PostError, Submission};
use ledger::{Batch, OpenMode, PostgresStore, RequestId, SqliteStore, Store, StoreError};

use crate::auditor;
use crate::support::cluster::{self, Cluster};
use crate::support::forge::id_of;
use crate::support::house::*;
use crate::support::places::{Kind, Place};

const TABLES: usize = 8;

/// Posts until it is answered, as a table does that heard nothing.
fn insist(ledger: &Ledger, request: &Submission, errors: &AtomicUsize) {
    loop {
        match ledger.post(request.clone()) {
            Ok(_) => return,
            Err(PostError::Store(StoreError::Unavailable(_) | StoreError::Conflict)) => {
                errors.fetch_add(1, Ordering::Relaxed);
                std::thread::yield_now();
            }
            Err(error) => panic!("{request:?}: {error}"),
        }
    }
}

/// Plays at every table while `disturb` does its worst; then everything posted is there once.
fn play_while(url: &str, disturb: impl FnOnce(&dyn Fn(usize))) {
    let ledger =
        Ledger::open(Box::new(PostgresStore::open(url, OpenMode::Create).unwrap())).unwrap();
    found(&ledger, TABLES);
    let (posted, errors) = (Mutex::new(HashSet::<RequestId>::new()), AtomicUsize::new(0));
    let (count, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        for table in 0..TABLES {
            let (ledger, posted, errors) = (&ledger, &posted, &errors);
            let (count, is_over) = (&count, &is_over);
            scope.spawn(move || {
                let table = format!("t{table}");
                while !is_over.load(Ordering::Relaxed) {
                    for what in [lock(&table, &[(1, 100), (4, 100)]), game_over(&table)] {
                        let request = ask("dan", what);
                        insist(ledger, &request, errors);
                        posted.lock().unwrap().insert(request.id);
                        count.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
        // Lets so many more be done.
        let play_on = |more: usize| {
            let until = count.load(Ordering::Relaxed) + more;
            while count.load(Ordering::Relaxed) < until {
                std::thread::yield_now();
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
        };
        disturb(&play_on);
        is_over.store(true, Ordering::Relaxed);
    });
    assert!(errors.load(Ordering::Relaxed) > 0, "something was disturbed");
    let mut store = PostgresStore::open(url, OpenMode::Create).unwrap();
    let entries = store.entries(0, usize::MAX).unwrap();
    let kept: HashSet<RequestId> = entries.iter().map(id_of).collect();
    assert_eq!(kept.len(), entries.len());
    let posted = posted.into_inner().unwrap();
    assert!(posted.is_subset(&kept));
    // People, the meter and the tables; beside them nothing that nobody posted.
    assert_eq!(kept.len(), posted.len() + 5 + TABLES);
    auditor::audit(&entries);
    let deep = deep(&mut store);
    assert_eq!(deep.problems, []);
}

#[test]
fn connections_cut_again_and_again_under_load() {
    let url = cluster::shared().database();
    play_while(&url, |play_on| {
        for _ in 0..25 {
            play_on(40);
            cluster::shared().cut(&url);
        }
        play_on(40);
    });
}

#[test]
fn the_server_stopped_and_started_under_load() {
    let cluster = Cluster::start();
    let url = cluster.database();
    play_while(&url, |play_on| {
        for _ in 0..3 {
            play_on(100);
            cluster.down();
            cluster.up();
        }
        play_on(100);
    });
}

#[test]
fn a_line_cut_in_mid_transaction_leaves_nothing_behind() {
    let place = Place::new(Kind::Postgres);
    found(&place.ledger(), 0);
    let mut store = place.store();
    let head = store.begin().unwrap();
    let mut entry = store.entries(0, 1).unwrap().remove(0);
    entry.seq = head.seq + 1;
    let batch = Batch { entries: vec![entry], ids: vec![RequestId(5)], ..Default::default() };
    store.write(&batch).unwrap();
    cluster::shared().cut(&place.url);
    // It must not go on with half of it on a new line.
    let committed = store.commit(&Batch::default());
    assert!(matches!(committed, Err(StoreError::Unavailable(_))), "{committed:?}");
    assert!(matches!(store.head(), Err(StoreError::Unavailable(_))));
    store.roll_back();
    assert_eq!(store.head().unwrap(), head);
    assert_eq!(store.begin().unwrap(), head);
    store.roll_back();
}

/// The server stops waiting for a synchronous standby when someone cancels the commit, and says so by a
/// mere warning: the commit is on one disk, so it is not acknowledged. Made again it was done already.
#[test]
fn a_commit_that_no_standby_has_is_not_acknowledged() {
    let cluster = Cluster::start();
    let url = cluster.database();
    let ledger =
        Ledger::open(Box::new(PostgresStore::open(&url, OpenMode::Create).unwrap())).unwrap();
    found(&ledger, 0);
    cluster.wait_for_standbys("nobody");
    // Until every session has read it.
    let is_set = || {
        let setting = "SHOW synchronous_standby_names";
        cluster.admin(|client| client.query_one(setting, &[]).unwrap().get::<_, String>(0))
            == "nobody"
    };
    while !is_set() {
        std::thread::yield_now();
    }
    let request = ask("ann", note("on one disk"));
    let answer = std::thread::scope(|scope| {
        let poster = scope.spawn(|| ledger.post(request.clone()));
        while !poster.is_finished() {
            let cancel = "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity \
                          WHERE wait_event = 'SyncRep'";
            cluster.admin(|client| client.query_one(cancel, &[]).unwrap());
        }
        poster.join().unwrap()
    });
    assert!(matches!(answer, Err(PostError::Store(StoreError::Unavailable(_)))), "{answer:?}");
    cluster.wait_for_standbys("");
    let again = ledger.post(request).unwrap();
    assert!(again.is_repeated, "it was written, and is now acknowledged");
}

/// What is repeated may have been written by someone who did not live to see it flushed. So it is not
/// answered before a commit behind it was: something is written each time, though no entry is.
#[test]
fn a_repeated_request_is_answered_behind_a_commit_of_its_own() {
    for kind in [Kind::Memory, Kind::Sqlite, Kind::Postgres] {
        let place = Place::new(kind);
        let ledger = place.ledger();
        found(&ledger, 0);
        let request = ask("ann", note("once"));
        let receipt = ledger.post(request.clone()).unwrap();
        let written = || match kind {
            Kind::Memory => String::new(),
            Kind::Sqlite => {
                let log = place.file().with_extension("db-wal");
                std::fs::metadata(log).unwrap().len().to_string()
            }
            Kind::Postgres => {
                let mut client = postgres::Client::connect(&place.url, postgres::NoTls).unwrap();
                let by = "SELECT xmin::text FROM croupier.head";
                client.query_one(by, &[]).unwrap().get(0)
            }
        };
        let before = written();
        let again = ledger.post(request).unwrap();
        assert!(again.is_repeated && again.seq == receipt.seq);
        assert_eq!(written() == before, kind == Kind::Memory, "{kind:?}");
        let head = place.store().head().unwrap();
        assert_eq!(head.seq, receipt.seq);
        assert_eq!(done(&ledger, "ann", note("next")).seq, receipt.seq + 1);
        let deep = deep(&mut *place.store());
        assert_eq!(deep.problems, []);
    }
}

#[test]
fn a_writer_that_holds_the_lock_makes_others_wait_and_then_say_so() {
    for kind in [Kind::Sqlite, Kind::Postgres] {
        let place = Place::new(kind);
        found(&place.ledger(), 0);
        let (mut holder, mut other) = (place.store(), place.store());
        holder.begin().unwrap();
        assert_eq!(other.begin(), Err(StoreError::Conflict), "{kind:?}");
        // Reading goes on meanwhile.
        assert!(other.head().unwrap().seq > 0);
        holder.roll_back();
        other.begin().unwrap();
        other.roll_back();
    }
}

/// Something long to write down.
fn sign_record(says: &str) -> house::Command {
    house::Command::Event { kind: house::EventKind::SignRecord, says: says.to_owned() }
}

/// Posts until the disk is full, and counts what was acknowledged.
fn post_until_full(ledger: &Ledger) -> (u64, StoreError) {
    let words = "x".repeat(4_000);
    for _ in 0..100_000 {
        match ledger.post(ask("ann", sign_record(&words))) {
            Ok(_) => {}
            Err(PostError::Store(error)) => {
                let seq = ledger.refresh().unwrap().head.seq;
                return (seq, error);
            }
            Err(error) => panic!("{error}"),
        }
    }
    panic!("the disk is never full");
}

#[test]
fn a_full_quota_refuses_and_loses_nothing() {
    let place = Place::new(Kind::Sqlite);
    let mut store = SqliteStore::open(&place.file(), OpenMode::Create).unwrap();
    store.limit_pages(64).unwrap();
    let ledger = Ledger::open(Box::new(store)).unwrap();
    found(&ledger, 1);
    let (seq, error) = post_until_full(&ledger);
    assert!(matches!(&error, StoreError::Unavailable(why) if why.contains("full")), "{error}");
    // Still full, still refused, still readable.
    let again = ledger.post(ask("ann", sign_record(&"y".repeat(9_000))));
    assert!(matches!(again, Err(PostError::Store(StoreError::Unavailable(_)))));
    assert_eq!(meter(&ledger, "royal").hits, 0);
    drop(ledger);
    let ledger = place.ledger();
    assert_eq!(done(&ledger, "dan", lock("t0", &[(1, 100)])).seq, seq + 1);
    let deep = deep(&mut *place.store());
    assert_eq!((deep.problems, deep.entries), (vec![], seq + 1));
}

/// A folder on a disk of its own.
struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    fn mount() -> Option<SmallDisk> {
        let dir = tempfile::tempdir().unwrap();
        let mounted = Program::new("mount")
            .args(["-t", "tmpfs", "-o", "size=1m", "tmpfs"])
            .arg(dir.path())
            .output();
        mounted.is_ok_and(|done| done.status.success()).then_some(SmallDisk(dir))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Program::new("umount").arg(self.path()).status();
    }
}

#[test]
fn a_full_disk_refuses_and_work_goes_on_when_there_is_room() {
    let Some(disk) = SmallDisk::mount() else {
        eprintln!("this user may not mount a small disk: only the quota was tested");
        return;
    };
    let ballast = disk.path().join("ballast");
    std::fs::write(&ballast, vec![7; 300_000]).unwrap();
    let file = disk.path().join("house.db");
    let ledger =
        Ledger::open(Box::new(SqliteStore::open(&file, OpenMode::Create).unwrap())).unwrap();
    found(&ledger, 1);
    let (seq, error) = post_until_full(&ledger);
    assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
    let refused = ledger.post(ask("dan", lock("t0", &[(1, 100)])));
    assert!(
        matches!(refused, Err(PostError::Store(StoreError::Unavailable(_)))) || refused.is_ok()
    );
    std::fs::remove_file(&ballast).unwrap();
    let close: Command = note("room again");
    let next = done(&ledger, "ann", close).seq;
    assert_eq!(next, seq + 1 + u64::from(refused.is_ok()));
    drop(ledger);
    let mut store = SqliteStore::open(&file, OpenMode::Create).unwrap();
    let deep = deep(&mut store);
    assert_eq!((deep.problems, deep.entries), (vec![], next));
    drop(store);
}
