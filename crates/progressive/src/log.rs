//! A log that was exported, verified without any store.
//!
//! Every line has its own hash, so pieces of the log can be verified in parallel: each starts from the
//! last hash of the piece before it, which that piece verifies.

use std::io::Read;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use crate::chain::{Broken, Head, Verifier, parse_line};
use crate::check::{Depth, Replay, threads};

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

/// Verifies an exported log to the byte and says where it ends. The first break is told. A head that
/// was recorded must be in it; with [`Depth::Replay`] every request is repeated, from nothing but
/// the log.
pub fn verify_log(log: impl Read, depth: Depth, noted: Option<Head>) -> Result<Head, LogError> {
    verify_in_pieces(log, PIECE, depth, noted)
}

fn verify_in_pieces(
    log: impl Read,
    piece_bytes: usize,
    depth: Depth,
    noted: Option<Head>,
) -> Result<Head, LogError> {
    // What is done anew is done in order, by one.
    let workers = if depth == Depth::Replay { 1 } else { threads() };
    let broken_at = AtomicUsize::new(usize::MAX);
    let (give, pieces) = sync_channel::<Piece>(2 * workers);
    let pieces = Mutex::new(pieces);
    let (end, broken) = std::thread::scope(|scope| {
        let work = || first_break(&pieces, depth, noted, &broken_at);
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

/// Reads the log in pieces of whole lines and says where it says that it ends.
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
        // A last line that is none is found by whoever has the piece.
        let Some(end) = end else { break };
        before = end;
        if is_end {
            break;
        }
    }
    Ok(before)
}

/// Reads on until there is a whole line; what comes behind the last one is the rest. Is it the end?
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

/// Where the chain ends with the last of these lines, if that says so.
fn last_head(lines: &[u8]) -> Option<Head> {
    let lines = lines.strip_suffix(b"\n").unwrap_or(lines);
    let start = lines.iter().rposition(|byte| *byte == b'\n').map_or(0, |place| place + 1);
    let line = std::str::from_utf8(&lines[start..]).ok()?;
    parse_line(line).map(|entry| entry.head())
}

/// Verifies piece after piece, and says which is broken and how. Pieces come in order, so behind a
/// break nothing needs to be looked at, and before it everything is.
fn first_break(
    pieces: &Mutex<Receiver<Piece>>,
    depth: Depth,
    noted: Option<Head>,
    broken_at: &AtomicUsize,
) -> Option<(usize, Broken)> {
    let mut replay = (depth == Depth::Replay).then(Replay::default);
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

fn verify_piece(
    piece: &Piece,
    mut replay: Option<&mut Replay>,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::Entry;
    use crate::ids::{Moment, RequestId};
    use crate::request::{EventKind, Request, What};

    /// A log with this many entries, and where it ends.
    fn log(entries: u128) -> (Vec<u8>, Head) {
        let (mut text, mut head) = (String::new(), Head::EMPTY);
        for number in 0..entries {
            let request = Request {
                id: RequestId(number),
                at: Moment(7),
                by: "ann".parse().unwrap(),
                device: "pit".parse().unwrap(),
                what: What::Event { kind: EventKind::Note, says: "x".repeat(number as usize) },
            };
            let entry = Entry::after(head, &request, Default::default());
            head = entry.head();
            text += &(entry.to_text() + "\n");
        }
        (text.into_bytes(), head)
    }

    fn verified(log: &[u8], piece_bytes: usize, noted: Option<Head>) -> Result<Head, String> {
        verify_in_pieces(log, piece_bytes, Depth::Chain, noted).map_err(|error| error.to_string())
    }

    #[test]
    fn pieces_of_any_size_find_the_same_first_break() {
        let (whole, head) = log(12);
        for place in (0..whole.len()).step_by(3) {
            let mut changed = whole.clone();
            // Two breaks: the first is told.
            changed[place] ^= 1;
            let second = place + (whole.len() - place) / 2;
            changed[second] ^= 2;
            let told = verified(&changed, usize::MAX, None);
            assert!(told.is_err());
            for size in [1, 100, 300, 1_000] {
                assert_eq!(verified(&changed, size, None), told, "byte {place}, pieces of {size}");
            }
        }
        for size in [1, 7, 300, 100_000] {
            assert_eq!(verified(&whole, size, Some(head)), Ok(head));
            assert_eq!(verified(&whole[..whole.len() - 1], size, None), Ok(head));
            assert_eq!(verified(b"", size, None), Ok(Head::EMPTY));
            assert!(verified(b"\n", size, None).is_err());
        }
    }

    #[test]
    fn a_head_that_was_noted_is_in_the_log() {
        let (whole, head) = log(12);
        let (_, noted) = log(5);
        let other = Head { hash: head.hash, ..noted };
        let later = Head { seq: 13, ..head };
        for size in [1, 300, 100_000] {
            assert_eq!(verified(&whole, size, Some(noted)), Ok(head));
            assert!(verified(&whole, size, Some(other)).unwrap_err().contains("recorded"));
            assert!(verified(&whole, size, Some(later)).unwrap_err().contains("end is missing"));
        }
    }
}
