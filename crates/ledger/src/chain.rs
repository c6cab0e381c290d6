//! The audit chain: every entry's hash covers the hash of the one before it, so a changed, missing,
//! added or moved entry is found and named.
//!
//! An entry is written once as a line of JSON; its hash is that of the line's bytes after the previous
//! entry's hash. Nothing is serialized again to be checked. A chain proves order and content to anyone
//! who noted a later hash. It cannot prove to anyone else that its end was not cut off or that all of
//! it was not made up, so the head goes on the weekly sign record.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

/// The hash of an entry and all before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// What the first entry follows.
    pub const FIRST: Hash = Hash([0; 32]);
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let mut text = [0; 64];
        for (pair, byte) in text.chunks_exact_mut(2).zip(self.0) {
            pair[0] = DIGITS[usize::from(byte >> 4)];
            pair[1] = DIGITS[usize::from(byte & 15)];
        }
        f.write_str(std::str::from_utf8(&text).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Text that is not a hash.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is not a hash: it must have 64 hexadecimal digits")]
pub struct HashError(pub String);

impl FromStr for Hash {
    type Err = HashError;

    fn from_str(text: &str) -> Result<Hash, HashError> {
        let error = || HashError(text.to_owned());
        // One way to write each hash: a changed letter is a changed log.
        let value = |digit: u8| match digit {
            b'0'..=b'9' => Ok(digit - b'0'),
            b'a'..=b'f' => Ok(digit - b'a' + 10),
            _ => Err(error()),
        };
        if text.len() != 64 {
            return Err(error());
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            *byte = value(pair[0])? << 4 | value(pair[1])?;
        }
        Ok(Hash(bytes))
    }
}

/// The end of a chain: how many entries there are, and the hash of the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    /// How many entries there are, which is the number of the last.
    pub seq: u64,
    /// The hash of the last.
    pub hash: Hash,
}

impl Default for Head {
    fn default() -> Head {
        Head::EMPTY
    }
}

impl Head {
    /// The end of a chain without entries.
    pub const EMPTY: Head = Head { seq: 0, hash: Hash::FIRST };
}

/// An entry as it is written down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its number: 1, 2, 3.
    pub seq: u64,
    /// The line of JSON.
    pub line: String,
    /// Its hash.
    pub hash: Hash,
}

/// A borrowed entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EntryRef<'a> {
    /// Its number.
    pub seq: u64,
    /// The line of JSON.
    pub line: &'a str,
    /// Its hash.
    pub hash: Hash,
}

impl EntryRef<'_> {
    /// The end of the chain with this entry.
    pub fn head(&self) -> Head {
        Head { seq: self.seq, hash: self.hash }
    }

    /// An owned copy.
    pub fn to_entry(&self) -> Entry {
        Entry { seq: self.seq, line: self.line.to_owned(), hash: self.hash }
    }
}

impl Entry {
    /// The entry, borrowed.
    pub fn as_ref(&self) -> EntryRef<'_> {
        EntryRef { seq: self.seq, line: &self.line, hash: self.hash }
    }

    /// The end of the chain with this entry.
    pub fn head(&self) -> Head {
        Head { seq: self.seq, hash: self.hash }
    }

    /// The entry as a line of an exported log: its hash, a space, its line.
    pub fn to_text(&self) -> String {
        format!("{} {}", self.hash, self.line)
    }
}

/// The hash of a line that follows an entry with this hash.
pub(crate) fn link(previous: Hash, line: &str) -> Hash {
    let mut hasher = Sha256::new();
    hasher.update(previous.0);
    hasher.update(line.as_bytes());
    Hash(hasher.finalize().into())
}

/// What is wrong with a chain, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum Broken {
    #[error("line {line}: not a log entry (a hash, a space and a JSON object)")]
    NoEntry { line: u64 },
    #[error("line {line}: expected entry {expected}, found entry {found}: {}", said(*.expected, *.found))]
    Order { line: u64, expected: u64, found: u64 },
    #[error("line {line}: hash mismatch at entry {seq}: it or an earlier entry was changed")]
    Hash { line: u64, seq: u64 },
    #[error("line {line}: replay of entry {seq} fails: {why}")]
    Impossible { line: u64, seq: u64, why: String },
    #[error("the log ends at entry {found}, but should end at {expected}: {}", ended(*.expected, *.found))]
    Short { expected: u64, found: u64 },
    #[error("the log ends with hash {found}, but the recorded hash is {expected}")]
    OtherEnd { expected: Hash, found: Hash },
}

fn ended(expected: u64, found: u64) -> &'static str {
    if found > expected { "entries were appended" } else { "the end is missing" }
}

fn said(expected: u64, found: u64) -> &'static str {
    if found > expected {
        "entries are missing or were moved"
    } else {
        "an entry was added or moved"
    }
}

/// Checks a chain entry by entry, in order.
#[derive(Clone, Copy, Debug)]
pub struct Verifier {
    head: Head,
    line: u64,
}

impl Default for Verifier {
    fn default() -> Verifier {
        Verifier::from(Head::EMPTY)
    }
}

impl From<Head> for Verifier {
    /// Continues after a head that was already verified.
    fn from(head: Head) -> Verifier {
        Verifier { head, line: head.seq }
    }
}

impl Verifier {
    /// Checks that an entry follows.
    pub fn entry(&mut self, seq: u64, text: &str, hash: Hash) -> Result<(), Broken> {
        self.line += 1;
        let (line, expected) = (self.line, self.head.seq + 1);
        if seq != expected {
            return Err(Broken::Order { line, expected, found: seq });
        }
        if link(self.head.hash, text) != hash {
            return Err(Broken::Hash { line, seq });
        }
        self.head = Head { seq, hash };
        Ok(())
    }

    /// Checks a line of an exported log.
    pub fn line(&mut self, text: &str) -> Result<(), Broken> {
        let entry = parse_line(text).ok_or(Broken::NoEntry { line: self.line + 1 })?;
        self.entry(entry.seq, entry.line, entry.hash)
    }

    /// Where the chain ends so far.
    pub fn head(&self) -> Head {
        self.head
    }

    /// Checks that the chain ends at the recorded entry.
    pub fn ends_at(&self, head: Head) -> Result<(), Broken> {
        if self.head.seq != head.seq {
            return Err(Broken::Short { expected: head.seq, found: self.head.seq });
        }
        if self.head.hash != head.hash {
            return Err(Broken::OtherEnd { expected: head.hash, found: self.head.hash });
        }
        Ok(())
    }
}

/// A line of an exported log: a hash, a space and the entry's line.
pub(crate) fn parse_line(text: &str) -> Option<EntryRef<'_>> {
    let (hash, line) = text.split_once(' ')?;
    Some(EntryRef { hash: hash.parse().ok()?, seq: seq_of(line)?, line })
}

/// The number with which every line begins: `{"seq":12,`.
fn seq_of(line: &str) -> Option<u64> {
    let digits = line.strip_prefix("{\"seq\":")?;
    let end = digits.bytes().position(|letter| !letter.is_ascii_digit())?;
    digits[..end].parse().ok()
}
