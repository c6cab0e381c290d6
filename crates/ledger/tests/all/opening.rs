//! A store is created only to found a ledger, for its owner's eyes; what is only read is left as it is.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use ledger::{Depth, Ledger, OpenError, OpenMode, PostError, Store, StoreError, check, store};

use crate::support::bank::{Bank, deposit, done, refused};
use crate::support::places::{Kind, Place};

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn no_house(url: &str, mode: OpenMode) -> String {
    let error = store::open(url, mode).err().unwrap();
    assert!(matches!(&error, OpenError::Store { error: StoreError::Empty(_), .. }), "{error}");
    error.to_string()
}

#[test]
fn files_are_for_their_owner_only() {
    let place = Place::new(Kind::Sqlite);
    let ledger = place.ledger();
    done(&ledger, deposit("ann", 1));
    for name in ["db", "db-wal", "db-shm"] {
        assert_eq!(mode(&place.file().with_extension(name)), 0o600, "{name}");
    }
    drop(ledger);
    // A file that is there keeps what its owner gave it.
    std::fs::set_permissions(place.file(), std::fs::Permissions::from_mode(0o640)).unwrap();
    done(&place.ledger(), deposit("ann", 1));
    assert_eq!(mode(&place.file()), 0o640);
}

#[test]
fn nothing_is_created_but_to_found_a_ledger() {
    for mode in [OpenMode::Existing, OpenMode::ReadOnly] {
        let place = Place::new(Kind::Sqlite);
        let why = no_house(&place.url, mode);
        assert!(why.contains("house.db") && why.contains("there is no file"), "{why}");
        assert!(!place.file().exists());
        std::fs::write(place.file(), "").unwrap();
        let why = no_house(&place.url, mode);
        assert!(why.contains("is empty"), "{why}");
        assert_eq!(std::fs::metadata(place.file()).unwrap().len(), 0);

        let other = Place::new(Kind::Sqlite);
        let file = rusqlite::Connection::open(other.file()).unwrap();
        file.execute_batch("CREATE TABLE songs (x)").unwrap();
        let why = no_house(&other.url, mode);
        assert!(why.contains("belongs to another program"), "{why}");
        let words = Place::new(Kind::Sqlite);
        std::fs::write(words.file(), "these are words, many of them, and no database at all")
            .unwrap();
        no_house(&words.url, mode);

        let database = Place::new(Kind::Postgres);
        let why = no_house(&database.url, mode);
        assert!(why.contains("no croupier tables"), "{why}");
        let mut client = postgres::Client::connect(&database.url, postgres::NoTls).unwrap();
        let schemas = "SELECT count(*) FROM pg_namespace WHERE nspname = 'croupier'";
        assert_eq!(client.query_one(schemas, &[]).unwrap().get::<_, i64>(0), 0);
    }
}

fn is_checked(store: &mut dyn Store, entries: u64) {
    let quick = check::quick::<Bank<1>>(store).unwrap();
    assert_eq!((quick.problems, quick.head.seq), (vec![], entries));
    for depth in [Depth::Chain, Depth::Replay] {
        let full = check::full::<Bank<1>>(store, depth, &mut |_, _| {}).unwrap();
        assert_eq!((full.problems, full.entries), (vec![], entries));
    }
}

#[test]
fn what_is_only_read_is_checked_and_followed_and_never_written() {
    for kind in [Kind::Sqlite, Kind::Postgres] {
        let place = Place::new(kind);
        let writer = place.ledger();
        done(&writer, deposit("ann", 100));
        let mut store = store::open(&place.url, OpenMode::ReadOnly).unwrap();
        assert_eq!(store.begin(), Err(StoreError::ReadOnly));
        is_checked(&mut *store, 1);
        let reader: Ledger<Bank<1>> = Ledger::open(store).unwrap();
        assert_eq!(reader.snapshot().machine.cents("ann"), 100);
        done(&writer, deposit("ann", 1));
        assert_eq!(reader.refresh().unwrap().machine.cents("ann"), 101);
        let answer = refused(&reader, deposit("ann", 1));
        assert_eq!(answer, PostError::Store(StoreError::ReadOnly), "{kind:?}");
        assert_eq!(place.store().head().unwrap().seq, 2);
    }
}

/// A folder in which no user can write, not even root.
struct Locked(tempfile::TempDir);

impl Locked {
    fn with_copy_of(file: &Path) -> Locked {
        let dir = tempfile::tempdir().unwrap();
        let locked = Locked(dir);
        // To a superuser only a disk mounted read-only is closed.
        locked.mount("size=4m");
        std::fs::copy(file, locked.file()).unwrap();
        std::fs::set_permissions(locked.file(), std::fs::Permissions::from_mode(0o444)).unwrap();
        std::fs::set_permissions(locked.0.path(), std::fs::Permissions::from_mode(0o555)).unwrap();
        locked.mount("remount,ro");
        let tried = std::fs::write(locked.0.path().join("x"), "x");
        assert!(tried.is_err(), "this user can write anywhere and may not mount a disk");
        locked
    }

    fn mount(&self, options: &str) {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(self.0.path());
        // A user who may not mount is held by the folder's permissions.
        let _ = mount.output();
    }

    fn file(&self) -> std::path::PathBuf {
        self.0.path().join("house #1?.db")
    }
}

impl Drop for Locked {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0.path()).output();
        let _ = std::fs::set_permissions(self.0.path(), std::fs::Permissions::from_mode(0o700));
    }
}

#[test]
fn a_file_in_a_folder_that_cannot_be_written_is_read() {
    let place = Place::new(Kind::Sqlite);
    let ledger = place.ledger();
    done(&ledger, deposit("ann", 100));
    done(&ledger, deposit("bob", 100));
    // The last to close it takes the log into the file.
    drop(ledger);
    assert!(!place.file().with_extension("db-wal").exists());
    let locked = Locked::with_copy_of(&place.file());
    let url = format!("sqlite:{}", locked.file().display());
    let mut store = store::open(&url, OpenMode::ReadOnly).unwrap();
    is_checked(&mut *store, 2);
    is_checked(&mut *store.reader().unwrap(), 2);
    let ledger: Ledger<Bank<1>> = Ledger::open(store).unwrap();
    assert_eq!(ledger.snapshot().machine.cents("bob"), 100);
    assert!(matches!(refused(&ledger, deposit("ann", 1)), PostError::Store(StoreError::ReadOnly)));
    assert!(store::open(&url, OpenMode::Existing).is_err());
}
