//! The audit chain: every entry carries the hash of the one before it, so that a changed, missing,
//! added or moved entry is found and named.
//!
//! An entry is written once as a line of JSON, and its hash is that of the line's own bytes behind the
//! hash of the entry before; nothing is ever written anew, so there is no question of how. A chain
//! proves order and content to whoever has noted a later hash; it cannot prove to anyone else that its
//! end was not cut off or that all of it was not made up, so the head is written on the weekly sign
//! record.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::house::Effect;
use crate::ids::RequestId;
use crate::request::Request;

/// The hash of an entry and all before it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// What the first entry stands behind.
    pub const FIRST: Hash = Hash([0; 32]);
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Words that are no hash.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is no hash: it has 64 hexadecimal digits")]
pub struct HashError(pub String);

impl FromStr for Hash {
    type Err = HashError;

    fn from_str(text: &str) -> Result<Hash, HashError> {
        let error = || HashError(text.to_owned());
        // One way to write each hash: a changed letter is a changed log.
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if text.len() != 64 || !text.bytes().all(is_digit) {
            return Err(error());
        }
        let mut bytes = [0; 32];
        for (place, byte) in bytes.iter_mut().enumerate() {
            let digits = &text[2 * place..2 * place + 2];
            *byte = u8::from_str_radix(digits, 16).map_err(|_| error())?;
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

/// What the line of an entry says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Record {
    /// Its number.
    pub seq: u64,
    /// What was asked.
    pub request: Request,
    /// What it did.
    pub effect: Effect,
}

impl Entry {
    /// The entry that follows a chain's end.
    pub fn after(head: Head, request: &Request, effect: Effect) -> Entry {
        let seq = head.seq + 1;
        let record = Record { seq, request: request.clone(), effect };
        let line = serde_json::to_string(&record).expect("a record can be written as JSON");
        Entry { seq, hash: link(head.hash, &line), line }
    }

    /// What its line says.
    pub fn record(&self) -> Result<Record, serde_json::Error> {
        serde_json::from_str(&self.line)
    }

    /// The id of its request: read without the rest of the line.
    pub fn request_id(&self) -> Result<RequestId, serde_json::Error> {
        #[derive(Deserialize)]
        struct Asked {
            id: RequestId,
        }
        #[derive(Deserialize)]
        struct Line {
            request: Asked,
        }
        serde_json::from_str::<Line>(&self.line).map(|line| line.request.id)
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

/// The hash of a line behind the hash of the entry before it.
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
    #[error("line {line}: no entry of a log, which is a hash, a space and a JSON object")]
    NoEntry { line: u64 },
    #[error("line {line}: entry {found} stands where entry {expected} should: {}", said(*.expected, *.found))]
    Order { line: u64, expected: u64, found: u64 },
    #[error(
        "line {line}: entry {seq} does not bear out its hash: it, or what stands before it, was changed"
    )]
    Hash { line: u64, seq: u64 },
    #[error("line {line}: entry {seq} says what could not have been done: {why}")]
    Law { line: u64, seq: u64, why: String },
    #[error("the log ends with entry {found}, but {expected} were written: {}", ended(*.expected, *.found))]
    Short { expected: u64, found: u64 },
    #[error("the log ends with hash {found}, but {expected} was noted")]
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
    /// Goes on behind a head that was verified before.
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
        let no_entry = Broken::NoEntry { line: self.line + 1 };
        let Some((hash, line)) = text.split_once(' ') else { return Err(no_entry) };
        let Ok(hash) = hash.parse() else { return Err(no_entry) };
        let Some(seq) = seq_of(line) else { return Err(no_entry) };
        self.entry(seq, line, hash)
    }

    /// Where the chain ends so far.
    pub fn head(&self) -> Head {
        self.head
    }

    /// Checks that the chain ends where it was noted to end.
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

/// Why a log was not read to its end.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum LogError {
    #[error(transparent)]
    Broken(#[from] Broken),
    #[error("the log cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
}

/// Checks an exported log, line by line and to the byte, and says where it ends. Whoever has noted
/// a head compares it: see [`Verifier::ends_at`].
pub fn verify_log(mut log: impl std::io::BufRead) -> Result<Verifier, LogError> {
    let mut chain = Verifier::default();
    let mut line = Vec::new();
    while log.read_until(b'\n', &mut line)? > 0 {
        if line.last() == Some(&b'\n') {
            line.pop();
        }
        let text = std::str::from_utf8(&line);
        chain.line(text.map_err(|_| Broken::NoEntry { line: chain.line + 1 })?)?;
        line.clear();
    }
    Ok(chain)
}

/// The number with which every line begins: `{"seq":12,`.
fn seq_of(line: &str) -> Option<u64> {
    let digits = line.strip_prefix("{\"seq\":")?;
    let end = digits.find(|letter: char| !letter.is_ascii_digit())?;
    digits[..end].parse().ok()
}
