//! kill -9 under load: what was acknowledged is there, once; everything balances; play goes on.
//!
//! The test binary runs itself as the process that is killed. `CROUPIER_KILLS=200` makes it long.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command as Program, Stdio};

use house::{Command, Ledger, PostError, store};
use ledger::{OpenMode, RequestId};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use crate::auditor;
use crate::support::forge::id_of;
use crate::support::house::*;
use crate::support::places::{Kind, Place};

const CHILD: &str = "CROUPIER_KILLED_STORE";
const TABLES: usize = 6;

/// The process that is killed: plays at several tables and says what was acknowledged.
#[test]
fn child() {
    // Run by the tests below; nothing to do otherwise.
    let Ok(url) = std::env::var(CHILD) else { return };
    let ledger = Ledger::open(store::open(&url, OpenMode::Existing).unwrap()).unwrap();
    std::thread::scope(|scope| {
        for table in 0..TABLES {
            let ledger = &ledger;
            scope.spawn(move || play_for_ever(ledger, &format!("t{table}")));
        }
    });
}

fn play_for_ever(ledger: &Ledger, table: &str) {
    let post = |by: &str, what: Command| {
        let request = ask(by, what);
        let id = request.id;
        let answer = ledger.post(request);
        if let Ok(receipt) = &answer {
            let line = format!("ack {id} {}\n", receipt.seq);
            std::io::stdout().lock().write_all(line.as_bytes()).unwrap();
        }
        match answer {
            Err(PostError::Refused(_)) | Ok(_) => answer.ok(),
            // The long test cuts nothing else than this process.
            Err(error) => panic!("{error}"),
        }
    };
    // (F1) What a kill left open is decided and finished.
    let id: house::TableId = table.parse().unwrap();
    let snapshot = ledger.snapshot();
    for award in snapshot.machine.awards().filter(|award| award.table == id) {
        post("bob", verify(award.number));
    }
    post("dan", game_over(table));
    for round in 0u64.. {
        post("dan", lock(table, &[(1, 100), (2, 100), (3, 100), (4, 100)]));
        if round % 4 == 3 {
            let keyed = post("dan", key(table, 2, "straight flush")).unwrap();
            post("ann", verify(keyed.effect.awards[0].number));
        }
        post("dan", game_over(table));
    }
}

fn kill_again_and_again(kind: Kind) {
    let kills = std::env::var("CROUPIER_KILLS").ok().and_then(|count| count.parse().ok());
    let kills: usize = kills.unwrap_or(20);
    let seed: u64 = rand::random();
    let mut rng = StdRng::seed_from_u64(seed);
    let place = Place::new(kind);
    found(&place.ledger(), TABLES);
    let mut acknowledged: HashMap<RequestId, u64> = HashMap::new();
    for kill in 0..kills {
        let after = rng.random_range(1..250);
        let before = acknowledged.len();
        run_and_kill(&place, after, &mut acknowledged);
        assert!(acknowledged.len() >= before + after, "kill {kill}, seed {seed}");
        if kill % 5 == 4 || kill + 1 == kills {
            everything_is_there(&place, &acknowledged, seed);
        } else {
            let quick = quick(&mut *place.store());
            assert_eq!(quick.problems, [], "kill {kill}, seed {seed}");
        }
    }
}

/// Lets the process acknowledge so many, kills it, and reads what it had said until then.
fn run_and_kill(place: &Place, after: usize, acknowledged: &mut HashMap<RequestId, u64>) {
    let mut child = Program::new(std::env::current_exe().unwrap())
        .args(["--exact", "kills::child", "--nocapture", "--test-threads=1"])
        .env(CHILD, &place.url)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = 0;
    let output = BufReader::new(child.stdout.take().unwrap());
    for line in output.lines() {
        let line = line.unwrap();
        let mut words = line.split(' ').skip_while(|word| *word != "ack").skip(1);
        // What was cut off in the middle of a line was not heard by anyone.
        let (Some(id), Some(seq)) = (words.next(), words.next()) else { continue };
        let (Ok(id), Ok(seq)) = (id.parse(), seq.parse()) else { continue };
        said += 1;
        let twice = acknowledged.insert(id, seq);
        assert_eq!(twice, None, "no id is used twice");
        if said == after {
            child.kill().unwrap();
        }
    }
    child.wait().unwrap();
}

fn everything_is_there(place: &Place, acknowledged: &HashMap<RequestId, u64>, seed: u64) {
    let mut store = place.store();
    let entries = store.entries(0, usize::MAX).unwrap();
    let mut kept: HashMap<RequestId, u64> = HashMap::new();
    for entry in &entries {
        let twice = kept.insert(id_of(entry), entry.seq);
        assert_eq!(twice, None, "entry {}, seed {seed}", entry.seq);
    }
    for (id, seq) in acknowledged {
        assert_eq!(kept.get(id), Some(seq), "acknowledged {id}, seed {seed}");
    }
    auditor::audit(&entries);
    let deep = deep(&mut *store);
    assert_eq!(deep.problems, [], "seed {seed}");
    assert_eq!(quick(&mut *store).problems, [], "seed {seed}");
}

#[test]
fn sqlite() {
    kill_again_and_again(Kind::Sqlite);
}

#[test]
fn postgres() {
    kill_again_and_again(Kind::Postgres);
}
