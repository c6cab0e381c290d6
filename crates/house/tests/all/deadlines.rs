//! A server that hangs, or waits for a standby that is lost, is not waited for without end: whoever posts
//! is told in time, nothing is acknowledged that may not be kept, and nothing is done twice (F4).

use std::time::{Duration, Instant};

use house::store::{Changes, Deadlines};
use house::{Ledger, PostError, Receipt, Submission};
use ledger::{Batch, OpenMode, PostgresStore, Store, StoreError};

use crate::support::cluster::Cluster;
use crate::support::forge::id_of;
use crate::support::house::*;

/// So that a test need not wait for what a house waits.
const SHORT: Deadlines = Deadlines {
    connect: Duration::from_secs(2),
    posting: Duration::from_secs(2),
    reading: Duration::from_secs(4),
    cancel: Duration::from_millis(300),
};

/// When a test gives up what it waits for. A call without a deadline would never end.
const GIVE_UP: Duration = Duration::from_secs(100);

fn open(url: &str) -> PostgresStore {
    PostgresStore::open_with(url, OpenMode::Create, SHORT).unwrap()
}

fn ledger(url: &str) -> Ledger {
    Ledger::open(Box::new(open(url))).unwrap()
}

/// Posts what must be refused in time, and says why it was.
fn refused_in_time(ledger: &Ledger, request: &Submission) -> String {
    match ledger.post(request.clone()) {
        Err(PostError::Store(StoreError::Unavailable(why))) => why,
        other => panic!("{request:?}: {other:?}"),
    }
}

/// Posts until it is answered, as a table does.
fn insist(ledger: &Ledger, request: &Submission) -> Receipt {
    let until = Instant::now() + GIVE_UP;
    loop {
        match ledger.post(request.clone()) {
            Ok(receipt) => return receipt,
            Err(error) => assert!(Instant::now() < until, "{request:?}: {error}"),
        }
    }
}

/// How many entries a request has made.
fn made_by(store: &mut PostgresStore, request: &Submission) -> usize {
    let entries = store.entries(0, usize::MAX).unwrap();
    entries.iter().filter(|entry| id_of(entry) == request.id).count()
}

fn is_whole(store: &mut PostgresStore) {
    let deep = deep(store);
    assert_eq!(deep.problems, []);
}

#[test]
fn a_standby_that_is_lost_refuses_in_time_and_never_acknowledges() {
    let cluster = Cluster::start();
    let url = cluster.database();
    let (one, other) = (ledger(&url), ledger(&url));
    found(&one, 1);
    cluster.wait_for_standbys("nobody");
    // Until the server has taken note.
    while one.post(ask("ann", note("is it there?"))).is_ok() {}

    let request = ask("dan", lock("t0", &[(1, 100)]));
    let why = refused_in_time(&one, &request);
    assert!(why.contains("did not confirm within 2s"), "{why}");
    assert!(why.contains("standby"), "{why}");
    // The primary has it. It is found there, and still does not count.
    assert_eq!(made_by(&mut open(&url), &request), 1);
    for ledger in [&one, &other] {
        let why = refused_in_time(ledger, &request);
        assert!(why.contains("standby"), "{why}");
    }
    // Nobody is held up by a commit that was given up.
    refused_in_time(&other, &ask("ann", note("later")));

    cluster.wait_for_standbys("");
    let receipt = insist(&other, &request);
    assert!(receipt.is_repeated);
    let again = insist(&one, &request);
    assert_eq!((again.seq, again.effect), (receipt.seq, receipt.effect));
    let mut store = open(&url);
    assert_eq!(made_by(&mut store, &request), 1);
    is_whole(&mut store);
}

#[test]
fn a_server_that_hangs_before_a_commit_is_given_up() {
    let cluster = Cluster::start();
    let url = cluster.database();
    let posting = ledger(&url);
    found(&posting, 1);
    let (mut store, mut other) = (open(&url), open(&url));
    let head = store.begin().unwrap();
    cluster.freeze();
    let committed = store.commit(&Batch::default());
    let Err(StoreError::Unavailable(why)) = committed else { panic!("{committed:?}") };
    assert!(why.contains("did not answer within 2s"), "{why}");
    store.roll_back();
    // Nor can a connection be made, or anything be read.
    let reading = store.head();
    assert!(matches!(reading, Err(StoreError::Unavailable(_))), "{reading:?}");
    cluster.thaw();
    // The lock of the one that was given up is free.
    assert_eq!(other.begin().unwrap(), head);
    other.roll_back();
    assert_eq!(store.head().unwrap(), head);
    insist(&posting, &ask("dan", lock("t0", &[(1, 100)])));
}

#[test]
fn a_server_that_hangs_under_load_refuses_in_time_and_goes_on() {
    const TABLES: usize = 8;
    let cluster = Cluster::start();
    let url = cluster.database();
    let ledgers = [ledger(&url), ledger(&url)];
    found(&ledgers[0], TABLES);
    let mut requests = Vec::new();
    for round in 0..4 {
        let tables = 0..TABLES;
        let asked: Vec<Submission> = tables
            .map(|table| match (format!("t{table}"), round % 2) {
                (table, 0) => ask("dan", lock(&table, &[(1, 100), (2, 100), (3, 100), (4, 100)])),
                (table, _) => ask("dan", game_over(&table)),
            })
            .collect();
        std::thread::scope(|scope| {
            let posters: Vec<_> = asked
                .iter()
                .enumerate()
                .map(|(table, request)| {
                    let ledger = &ledgers[table % 2];
                    scope.spawn(move || ledger.post(request.clone()))
                })
                .collect();
            cluster.freeze();
            for poster in posters {
                let answer = poster.join().unwrap();
                let is_store = matches!(answer, Ok(_) | Err(PostError::Store(_)));
                assert!(is_store, "{answer:?}");
            }
            cluster.thaw();
        });
        for (table, request) in asked.iter().enumerate() {
            // By the other one: it is the store that knows what was done.
            insist(&ledgers[(table + 1) % 2], request);
        }
        requests.extend(asked);
    }
    let mut store = open(&url);
    for request in &requests {
        assert_eq!(made_by(&mut store, request), 1);
    }
    assert_eq!(store.head().unwrap().seq as usize, 5 + TABLES + requests.len());
    is_whole(&mut store);
}

#[test]
fn who_watches_a_server_that_hangs_is_told_and_misses_nothing() {
    let cluster = Cluster::start();
    let url = cluster.database();
    let posting = ledger(&url);
    found(&posting, 0);
    let mut changes = Changes::of_postgres(open(&url)).unwrap();
    cluster.freeze();
    let heard = changes.wait(Duration::from_millis(50));
    assert!(matches!(heard, Err(StoreError::Unavailable(_))), "{heard:?}");
    cluster.thaw();
    let seq = insist(&posting, &ask("ann", note("missed"))).seq;
    let until = Instant::now() + GIVE_UP;
    while changes.head().seq < seq {
        assert!(Instant::now() < until, "it is told");
        let _ = changes.wait(Duration::from_secs(1));
    }
}
