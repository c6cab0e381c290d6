//! An exported log in which anything at all was changed is found out, and the place named.

use house::House;
use ledger::check::Depth;
use ledger::{Broken, Head, LogError, Verifier, verify_log};

use crate::support::forge;
use crate::support::house::*;
use crate::support::places::{Kind, Place};

fn small_log() -> (Vec<String>, Head) {
    let place = Place::new(Kind::Memory);
    let ledger = place.ledger();
    found(&ledger, 1);
    done(&ledger, "dan", lock("t0", &[(1, 100)]));
    done(&ledger, "dan", game_over("t0"));
    (place.log(), place.store().head().unwrap())
}

fn verify(bytes: &[u8], noted: Head) -> Result<(), Broken> {
    match verify_log::<House>(bytes, Depth::Chain, None) {
        Ok(end) => Verifier::from(end).ends_at(noted),
        Err(LogError::Broken(broken)) => Err(broken),
        Err(LogError::Unreadable(error)) => panic!("{error}"),
    }
}

fn text(lines: &[String]) -> Vec<u8> {
    lines.iter().flat_map(|line| format!("{line}\n").into_bytes()).collect()
}

fn place_of(broken: &Broken) -> Option<u64> {
    match broken {
        Broken::NoEntry { line }
        | Broken::Order { line, .. }
        | Broken::Hash { line, .. }
        | Broken::Impossible { line, .. } => Some(*line),
        Broken::Short { .. } | Broken::OtherEnd { .. } => None,
    }
}

#[test]
fn a_whole_log_is_fine() {
    let (log, head) = small_log();
    assert_eq!(verify(&text(&log), head), Ok(()));
}

#[test]
fn every_changed_byte_is_found_and_its_line_named() {
    let (log, head) = small_log();
    let whole = text(&log);
    let mut line = 1;
    for place in 0..whole.len() {
        // One bit, the case of a letter, the highest bit, and signs that mean something in numbers and lines.
        let old = whole[place];
        for new in [old ^ 1, old ^ 0x20, old ^ 0x80, b'+', b'0', b' ', b'\n', b'\r', 0] {
            if new == old {
                continue;
            }
            let mut changed = whole.clone();
            changed[place] = new;
            let broken = verify(&changed, head).expect_err("it was changed");
            assert_eq!(place_of(&broken), Some(line), "byte {place} to {new}: {broken}");
        }
        line += u64::from(old == b'\n');
    }
}

#[test]
fn every_removed_or_added_byte_is_found() {
    let (log, head) = small_log();
    let whole = text(&log);
    // The last line's end may be missing: nothing is lost with it.
    for place in 0..whole.len() - 1 {
        let mut changed = whole.clone();
        changed.remove(place);
        assert!(verify(&changed, head).is_err(), "without byte {place}");
    }
    for place in 0..=whole.len() {
        for byte in *b" 0\n\r" {
            let mut changed = whole.clone();
            changed.insert(place, byte);
            let found = verify(&changed, head);
            assert!(found.is_err() || changed == whole, "{byte} at {place}");
        }
    }
}

#[test]
fn lines_removed_doubled_swapped_appended_and_cut_are_found() {
    let (log, head) = small_log();
    for place in 0..log.len() {
        let mut removed = log.clone();
        removed.remove(place);
        let broken = verify(&text(&removed), head).unwrap_err();
        if place + 1 < log.len() {
            let (line, expected) = (place as u64 + 1, place as u64 + 1);
            assert_eq!(broken, Broken::Order { line, expected, found: expected + 1 });
        } else {
            assert_eq!(broken, Broken::Short { expected: head.seq, found: head.seq - 1 });
        }
        let mut doubled = log.clone();
        doubled.insert(place, log[place].clone());
        let broken = verify(&text(&doubled), head).unwrap_err();
        assert_eq!(place_of(&broken), Some(place as u64 + 2));
        for other in place + 1..log.len() {
            let mut swapped = log.clone();
            swapped.swap(place, other);
            let broken = verify(&text(&swapped), head).unwrap_err();
            assert_eq!(place_of(&broken), Some(place as u64 + 1));
        }
        let cut = verify(&text(&log[..place]), head).unwrap_err();
        assert_eq!(cut, Broken::Short { expected: head.seq, found: place as u64 });
    }
    // An entry that follows well, but was never written.
    let place = Place::new(Kind::Memory);
    let ledger = place.ledger();
    found(&ledger, 1);
    let last = Head { seq: head.seq, hash: log.last().unwrap()[..64].parse().unwrap() };
    let mut appended = log.clone();
    appended.push(forge::again(last, &log.last().unwrap()[65..]).to_text());
    let broken = verify(&text(&appended), head).unwrap_err();
    assert_eq!(broken, Broken::Short { expected: head.seq, found: head.seq + 1 });
}

#[test]
fn bytes_cut_off_anywhere_are_found() {
    let (log, head) = small_log();
    let whole = text(&log);
    for end in 0..whole.len() - 1 {
        assert!(verify(&whole[..end], head).is_err(), "cut at {end}");
    }
}

#[test]
fn a_log_made_up_anew_ends_with_another_hash() {
    let (log, head) = small_log();
    let mut chain = Head::EMPTY;
    let mut made_up = Vec::new();
    for line in &log {
        let entry = forge::follow(chain, line[65..].replace("pit-1", "elsewhere"));
        chain = entry.head();
        made_up.push(entry.to_text());
    }
    let broken = verify(&text(&made_up), head).unwrap_err();
    assert!(matches!(broken, Broken::OtherEnd { .. }));
}

#[test]
fn a_log_is_done_anew_from_nothing_but_itself() {
    let (log, head) = small_log();
    assert_eq!(verify_log::<House>(&text(&log)[..], Depth::Replay, Some(head)).unwrap(), head);
    // The chain made anew without the first supervisor: each entry bears out its hash, and yet the rest
    // could not have been done.
    let mut chain = Head::EMPTY;
    let mut forged = Vec::new();
    for line in &log[1..] {
        let entry = forge::again(chain, &line[65..]);
        chain = entry.head();
        forged.push(entry.to_text());
    }
    let forged = text(&forged);
    assert_eq!(verify_log::<House>(&forged[..], Depth::Chain, None).unwrap(), chain);
    let broken = verify_log::<House>(&forged[..], Depth::Replay, None).unwrap_err();
    assert!(matches!(broken, LogError::Broken(Broken::Impossible { seq: 2, .. })), "{broken}");
}
