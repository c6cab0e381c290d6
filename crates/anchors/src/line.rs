//! A head on paper: short enough to type or scan back.
//!
//! The number of the last entry, the first 128 bits of its hash and the first 64 bits of a signature: `1204 5f0c 12ab ...
//! 77d0 / 1a2b 3c4d 5e6f 7a8b`. A part of a signature proves nothing to others; the holder of the key signs again
//! and compares, because the same message always gets the same signature.

use std::fmt;
use std::str::FromStr;

use ledger::{Hash, Head};

use crate::key::HeadKey;

const DOMAIN: &[u8] = b"croupier-anchor-line-1\n";
const HASH_BYTES: usize = 16;
const CHECK_BYTES: usize = 8;

/// A head as it is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrintedLine {
    /// How many entries there were.
    pub seq: u64,
    hash: [u8; HASH_BYTES],
    check: [u8; CHECK_BYTES],
}

/// Text that is no printed head.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "\"{0}\" is not a printed head: type its number, the eight groups of the hash and the four groups after the stroke"
)]
pub struct PrintedLineError(pub String);

impl PrintedLine {
    /// The line for a head of this house.
    pub fn sign(key: &HeadKey, house: Hash, head: Head) -> PrintedLine {
        let message = [DOMAIN, &house.0, &head.seq.to_be_bytes(), &head.hash.0].concat();
        let signature = key.sign(&message);
        let (mut hash, mut check) = ([0; HASH_BYTES], [0; CHECK_BYTES]);
        hash.copy_from_slice(&head.hash.0[..HASH_BYTES]);
        check.copy_from_slice(&signature.0[..CHECK_BYTES]);
        PrintedLine { seq: head.seq, hash, check }
    }

    /// Whether the line names this entry.
    pub fn matches(&self, head: Head) -> bool {
        self.seq == head.seq && head.hash.0.starts_with(&self.hash)
    }

    /// Whether the line was signed with this key, for this entry of this house.
    pub fn is_signed(&self, key: &HeadKey, house: Hash, head: Head) -> bool {
        *self == PrintedLine::sign(key, house, head)
    }
}

impl fmt::Display for PrintedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.seq)?;
        for pair in self.hash.chunks(2) {
            write!(f, " {:02x}{:02x}", pair[0], pair[1])?;
        }
        f.write_str(" /")?;
        self.check.chunks(2).try_for_each(|pair| write!(f, " {:02x}{:02x}", pair[0], pair[1]))
    }
}

impl FromStr for PrintedLine {
    type Err = PrintedLineError;

    fn from_str(text: &str) -> Result<PrintedLine, PrintedLineError> {
        let read = || {
            let (seq, rest) = text.trim().split_once(char::is_whitespace)?;
            let is_digit = |letter: &char| !letter.is_whitespace() && !matches!(letter, '/' | '-');
            let digits: Vec<char> = rest.chars().filter(is_digit).collect();
            let digit = |digit: &char| digit.to_digit(16).and_then(|it| u8::try_from(it).ok());
            let bytes: Option<Vec<u8>> = digits
                .chunks(2)
                .map(|pair| Some(digit(pair.first()?)? << 4 | digit(pair.get(1)?)?))
                .collect();
            let bytes = bytes.filter(|bytes| bytes.len() == HASH_BYTES + CHECK_BYTES)?;
            let (hash, check) = bytes.split_at(HASH_BYTES);
            Some(PrintedLine {
                seq: seq.parse().ok()?,
                hash: hash.try_into().ok()?,
                check: check.try_into().ok()?,
            })
        };
        read().ok_or_else(|| PrintedLineError(text.to_owned()))
    }
}
