//! The whole chain is verified beside the play, and a house that nobody verifies opens no table.

use std::ops::ControlFlow;
use std::time::Duration;

use house::verify::{self, Outcome, Stamp};
use house::{Command, Ledger, PostError, Proposed, Receipt, Refusal, Submission};
use ledger::{Head, OpenMode, store};
use money::Moment;

use crate::support::house::*;
use crate::support::on_every_store;
use crate::support::places::{Kind, Place};

const DAY: i64 = 24 * 60 * 60 * 1_000_000;

/// Posts at a moment.
fn post_at(ledger: &Ledger, at: i64, by: &str, what: Command) -> Result<Receipt, Refusal> {
    match ledger.post(Submission { at: Moment(at), ..ask(by, what) }) {
        Ok(receipt) => Ok(receipt),
        Err(PostError::Refused(refusal)) => Err(refusal),
        Err(error) => panic!("{error}"),
    }
}

/// When the house was founded.
fn founded_at(ledger: &Ledger) -> i64 {
    house(ledger).verified().unwrap().at.0
}

fn in_background(place: &Place, ledger: &Ledger, at: i64) -> Outcome {
    let device = "pit-1".parse().unwrap();
    let reader = match place.kind {
        Kind::Memory => place.store(),
        _ => store::open(&place.url, OpenMode::ReadOnly).unwrap(),
    };
    let running = verify::in_background(ledger, reader, device, move || Moment(at)).unwrap();
    running.wait().unwrap()
}

/// A server that runs for weeks verifies again and again, not only when it starts.
#[test]
fn the_chain_is_verified_regularly() {
    let place = Place::new(Kind::Sqlite);
    let ledger = place.ledger();
    found(&ledger, 0);
    let store = store::open(&place.url, OpenMode::ReadOnly).unwrap();
    let (tell, told) = std::sync::mpsc::channel();
    let said = move |result: Result<Outcome, verify::VerifyError>| {
        tell.send(result).map_or(ControlFlow::Break(()), ControlFlow::Continue)
    };
    let (device, every) = ("pit-1".parse().unwrap(), Duration::from_millis(1));
    let day = Moment(founded_at(&ledger) + DAY);
    verify::regularly(&ledger, store, device, every, move || day, said).unwrap();
    let seqs: Vec<u64> = told
        .iter()
        .take(3)
        .map(|result| match result.unwrap() {
            Outcome::Fine(head) => head.seq,
            other => panic!("{other:?}"),
        })
        .collect();
    // Each sees the entry that the one before wrote.
    assert!(seqs.windows(2).all(|two| two[0] < two[1]), "{seqs:?}");
    assert!(house(&ledger).verified().is_some_and(|verified| verified.at == day));
}

on_every_store! {
    fn f3_a_table_opens_only_on_a_house_that_was_verified_in_the_last_seven_days(place: &Place) {
        let ledger = place.ledger();
        found(&ledger, 0);
        let start = founded_at(&ledger);
        // A new house is verified by definition, for exactly seven days.
        let week = start + 7 * DAY;
        post_at(&ledger, week, "ann", open("t1", "royal")).unwrap();
        let late = post_at(&ledger, week + 1, "ann", open("t2", "royal")).unwrap_err();
        assert_eq!(late, Refusal::NotVerified { days: 7 });
        assert!(late.to_string().contains("croupier audit verify --record"), "{late}");
        // What is open plays on.
        post_at(&ledger, week + 1, "dan", lock("t1", &[(1, 100)])).unwrap();
        let head = ledger.refresh().unwrap().head;
        assert_eq!(in_background(place, &ledger, week + 2), Outcome::Fine(head));
        drop(ledger);
        let ledger = place.ledger();
        let verified = house(&ledger).verified().unwrap();
        assert_eq!((verified.seq, verified.at), (head.seq, Moment(week + 2)));
        post_at(&ledger, week + 3, "ann", open("t2", "royal")).unwrap();
        // One that saw less and comes later changes nothing, and nobody else can say it.
        let device = "pit-2".parse().unwrap();
        let stamp = Stamp { device: &device, id: fresh_id(), at: Moment(week + 9) };
        verify::record(&ledger, &Outcome::Fine(Head { seq: 1, ..head }), stamp).unwrap();
        assert_eq!(house(&ledger).verified(), Some(verified));
        let claim = Command::ChainVerified { seq: 99, hash: head.hash };
        assert_eq!(refused(&ledger, "ann", claim), Refusal::OnlyTheHouse);
        // A clock that was a month ahead does not make it good for a month.
        let stamp = Stamp { device: &device, id: fresh_id(), at: Moment(week + 30 * DAY) };
        let now = ledger.refresh().unwrap().head;
        verify::record(&ledger, &Outcome::Fine(now), stamp).unwrap();
        let early = post_at(&ledger, week + 10, "ann", open("t3", "royal")).unwrap_err();
        assert_eq!(early.code(), "not-verified");
        drop(ledger);
        assert_eq!(deep(&mut *place.store()).problems, []);
    }
}

on_every_store! {
    fn two_supervisors_set_how_long_a_verification_is_good(place: &Place) {
        let ledger = place.ledger();
        found(&ledger, 0);
        let start = founded_at(&ledger);
        let every = |days| {
            let proposed = Proposed::VerifyEvery { days, reason: "the auditor asks".to_owned() };
            Command::Propose { proposed }
        };
        for days in [0, 91] {
            assert_eq!(refused(&ledger, "ann", every(days)).code(), "bad-terms");
        }
        assert_eq!(refused(&ledger, "ann", every(7)), Refusal::NothingChanges);
        let proposal = done(&ledger, "ann", every(1)).effect.proposal.unwrap();
        post_at(&ledger, start + 2 * DAY, "ann", open("t1", "royal")).unwrap();
        assert_eq!(refused(&ledger, "ann", Command::Approve { proposal }).code(), "same-person");
        done(&ledger, "bob", Command::Approve { proposal });
        drop(ledger);
        let ledger = place.ledger();
        post_at(&ledger, start + DAY, "ann", open("t2", "royal")).unwrap();
        let late = post_at(&ledger, start + DAY + 1, "ann", open("t3", "royal")).unwrap_err();
        assert_eq!(late, Refusal::NotVerified { days: 1 });
        drop(ledger);
        assert_eq!(deep(&mut *place.store()).problems, []);
    }
}

/// An entry older than what opening looks at is found in the background; then nothing more is taken.
fn an_old_entry_that_was_changed(kind: Kind) {
    let place = Place::new(kind);
    let ledger = place.ledger();
    found(&ledger, 1);
    let start = founded_at(&ledger);
    for number in 0..1_010 {
        ledger.post_later(ask("dan", note(&format!("note {number}")))).unwrap();
    }
    done(&ledger, "dan", note("the last"));
    drop(ledger);
    place.behind_the_back("UPDATE entries SET line = replace(line, 'BOB', 'MAL') WHERE seq = 2");
    let ledger = place.ledger();
    assert!(ledger.snapshot().problems.is_empty(), "it is too old to be noticed at once");
    done(&ledger, "dan", lock("t0", &[(1, 100)]));
    let Outcome::Broken(problem) = in_background(&place, &ledger, start + DAY) else {
        panic!("the change was not found");
    };
    assert!(problem.to_string().contains("entry 2"), "{problem}");
    assert_eq!(doubted(&ledger, "dan", game_over("t0")), problem);
    drop(ledger);
    // It is written down, and no table opens after a restart either.
    let ledger = place.ledger();
    assert_eq!(house(&ledger).verified(), None);
    assert!(place.log().last().unwrap().contains("chain-broken"));
    assert_eq!(refused(&ledger, "ann", open("t7", "royal")).code(), "not-verified");
}

#[test]
fn an_old_entry_that_was_changed_is_found_in_the_background_on_sqlite() {
    an_old_entry_that_was_changed(Kind::Sqlite);
}

#[test]
fn an_old_entry_that_was_changed_is_found_in_the_background_on_postgres() {
    an_old_entry_that_was_changed(Kind::Postgres);
}
