//! Verifies an exported log without any store.
//!
//! Every line has its own hash, so pieces of the log can be verified in parallel: each from the hash at
//! the end of the piece before it, which is verified with that piece.

use std::io::Read;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use crate::chain::{Broken, Head, Verifier, parse_line};
use crate::check::{Depth, Replay, threads};
use crate::machine::Machine;

/// How much is read at a time.
const PIECE: usize = 1 << 20;

/// Why a log is not what it should be.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum LogError {
    #[error(transparent)]
    Broken(#[from] Broken),
    #[error("the log cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
}

/// Verifies an exported log to the byte and returns where it ends. The first break is reported. A head
/// that was noted earlier must be in it; with [`Depth::Replay`] every request is replayed, from nothing
/// but the log.
pub fn verify_log<M: Machine>(
    log: impl Read,
    depth: Depth,
    noted: Option<Head>,
) -> Result<Head, LogError> {
    verify_in_pieces::<M>(log, PIECE, depth, noted)
}

fn verify_in_pieces<M: Machine>(
    log: impl Read,
    piece_bytes: usize,
    depth: Depth,
    noted: Option<Head>,
) -> Result<Head, LogError> {
    // A replay goes in order, on one thread.
    let workers = if depth == Depth::Replay { 1 } else { threads() };
    let broken_at = AtomicUsize::new(usize::MAX);
    let (give, pieces) = sync_channel::<Piece>(2 * workers);
    let pieces = Mutex::new(pieces);
    let (end, broken) = std::thread::scope(|scope| {
        let work = || first_break::<M>(&pieces, depth, noted, &broken_at);
        let working: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let end = read_pieces(log, piece_bytes, &give, &broken_at);
        drop(give);
        let broken = working.into_iter().filter_map(|worker| match worker.join() {
            Ok(broken) => broken,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        (end, broken.min_by_key(|(number, _)| *number))
    });
    if let Some((_, broken)) = broken {
        return Err(broken.into());
    }
    let end = end?;
    if let Some(noted) = noted.filter(|noted| noted.seq > end.seq) {
        Verifier::from(end).ends_at(noted)?;
    }
    Ok(end)
}

/// Whole lines of a log.
struct Piece {
    number: usize,
    /// Where the chain ends before it, as the log says.
    before: Head,
    lines: Vec<u8>,
}

/// Reads the log in pieces of whole lines and returns where the log says it ends.
fn read_pieces(
    mut log: impl Read,
    piece_bytes: usize,
    give: &SyncSender<Piece>,
    broken_at: &AtomicUsize,
) -> std::io::Result<Head> {
    let mut before = Head::EMPTY;
    let mut rest = Vec::new();
    for number in 0.. {
        let mut lines = std::mem::take(&mut rest);
        let is_end = fill(&mut log, piece_bytes, &mut lines, &mut rest)?;
        if lines.is_empty() || broken_at.load(Ordering::Relaxed) < number {
            break;
        }
        let end = last_head(&lines);
        if give.send(Piece { number, before, lines }).is_err() {
            break;
        }
        // A bad last line is found by the worker that has the piece.
        let Some(end) = end else { break };
        before = end;
        if is_end {
            break;
        }
    }
    Ok(before)
}

/// Reads until there is a whole line; what comes after the last one is the rest. Is it the end?
fn fill(
    log: &mut impl Read,
    piece_bytes: usize,
    lines: &mut Vec<u8>,
    rest: &mut Vec<u8>,
) -> std::io::Result<bool> {
    loop {
        let old = lines.len();
        if log.take(piece_bytes as u64).read_to_end(lines)? == 0 {
            return Ok(true);
        }
        if let Some(place) = lines[old..].iter().rposition(|byte| *byte == b'\n') {
            *rest = lines.split_off(old + place + 1);
            return Ok(false);
        }
    }
}

/// The lines of a piece. Each ends with a line feed, the last of a log perhaps not.
fn each_line(lines: &[u8]) -> impl Iterator<Item = Option<&str>> {
    let lines = lines.strip_suffix(b"\n").unwrap_or(lines);
    lines.split(|byte| *byte == b'\n').map(|line| std::str::from_utf8(line).ok())
}

/// Where the chain ends with the last of these lines, if it can be read.
fn last_head(lines: &[u8]) -> Option<Head> {
    let lines = lines.strip_suffix(b"\n").unwrap_or(lines);
    let start = lines.iter().rposition(|byte| *byte == b'\n').map_or(0, |place| place + 1);
    let line = std::str::from_utf8(&lines[start..]).ok()?;
    parse_line(line).map(|entry| entry.head())
}

/// Verifies piece after piece, and returns which is broken and how. Pieces come in order, so nothing
/// after a break needs checking, and everything before it is checked.
fn first_break<M: Machine>(
    pieces: &Mutex<Receiver<Piece>>,
    depth: Depth,
    noted: Option<Head>,
    broken_at: &AtomicUsize,
) -> Option<(usize, Broken)> {
    let mut replay = (depth == Depth::Replay).then(Replay::<M>::default);
    let mut first = None;
    loop {
        let next = pieces.lock().unwrap_or_else(std::sync::PoisonError::into_inner).recv();
        let Ok(piece) = next else { return first };
        if piece.number > broken_at.load(Ordering::Relaxed) {
            continue;
        }
        if let Err(broken) = verify_piece(&piece, replay.as_mut(), noted) {
            broken_at.fetch_min(piece.number, Ordering::Relaxed);
            first = Some((piece.number, broken));
        }
    }
}

fn verify_piece<M: Machine>(
    piece: &Piece,
    mut replay: Option<&mut Replay<M>>,
    noted: Option<Head>,
) -> Result<(), Broken> {
    let mut chain = Verifier::from(piece.before);
    for line in each_line(&piece.lines) {
        let no_entry = Broken::NoEntry { line: chain.head().seq + 1 };
        let entry = line.and_then(parse_line).ok_or(no_entry)?;
        chain.entry(entry.seq, entry.line, entry.hash)?;
        if let Some(noted) = noted.filter(|noted| noted.seq == entry.seq) {
            chain.ends_at(noted)?;
        }
        if let Some(replay) = &mut replay {
            replay.entry(entry)?;
        }
    }
    if let Some(replay) = replay {
        replay.note_changes();
    }
    Ok(())
}
