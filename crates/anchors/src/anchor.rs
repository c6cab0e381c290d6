//! An anchor, and how it is written.

use ledger::{Hash, Head};
use money::Moment;
use serde::{Deserialize, Serialize};

use crate::key::{HeadKey, PublicKey, Signature};

/// What a signature of an anchor is for: never mistaken for one of anything else.
const DOMAIN: &[u8] = b"croupier-anchor-1\n";
const VERSION: u32 = 1;

/// A signed head. Its signature is good: one that is not cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Anchor {
    /// Which chain: the hash of its first entry.
    pub house: Hash,
    /// How many entries it had, and the hash of the last.
    pub head: Head,
    /// When it was signed.
    pub at: Moment,
    /// Anchors signed before this one no longer bind: a roll-back was accepted with this entry.
    pub accepts_rollback: bool,
    /// The key that signed it.
    pub key: PublicKey,
    /// The signature over all of it.
    pub signature: Signature,
}

/// Text that is no anchor.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum AnchorError {
    #[error("not an anchor: {0}")]
    NotAnAnchor(String),
    #[error("an anchor of version {0}; this program reads version 1: upgrade it")]
    TooNew(u32),
    #[error("the signature of the anchor at entry {0} is not good: it was changed or made up")]
    BadSignature(u64),
}

/// An anchor as one line of JSON.
#[derive(Serialize, Deserialize)]
struct Form {
    v: u32,
    house: String,
    seq: u64,
    hash: String,
    at: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    accepts_rollback: bool,
    key: String,
    signature: String,
}

/// What an anchor says, and what is signed.
#[derive(Clone, Copy)]
struct Claim {
    house: Hash,
    head: Head,
    at: Moment,
    accepts_rollback: bool,
}

impl Claim {
    fn message(&self, key: PublicKey) -> Vec<u8> {
        let (seq, at) = (self.head.seq.to_be_bytes(), self.at.0.to_be_bytes());
        let kind = [u8::from(self.accepts_rollback)];
        [DOMAIN, &self.house.0, &seq, &self.head.hash.0, &at, &kind, &key.0.0].concat()
    }

    fn signed(self, key: PublicKey, signature: Signature) -> Anchor {
        let Claim { house, head, at, accepts_rollback } = self;
        Anchor { house, head, at, accepts_rollback, key, signature }
    }
}

impl Anchor {
    /// Signs a head.
    pub fn sign(
        key: &HeadKey,
        house: Hash,
        head: Head,
        at: Moment,
        accepts_rollback: bool,
    ) -> Anchor {
        let claim = Claim { house, head, at, accepts_rollback };
        let signature = key.sign(&claim.message(key.public()));
        claim.signed(key.public(), signature)
    }

    /// Reads an anchor and checks its signature. Whether its key is to be trusted is the reader's question.
    pub fn read(line: &str) -> Result<Anchor, AnchorError> {
        let bad = |error: &dyn std::fmt::Display| AnchorError::NotAnAnchor(error.to_string());
        let form: Form = serde_json::from_str(line).map_err(|error| bad(&error))?;
        if form.v != VERSION {
            return Err(AnchorError::TooNew(form.v));
        }
        let at: jiff::Timestamp = form.at.parse().map_err(|error: jiff::Error| bad(&error))?;
        let hash = |text: &str| text.parse::<Hash>().map_err(|error| bad(&error));
        let claim = Claim {
            house: hash(&form.house)?,
            head: Head { seq: form.seq, hash: hash(&form.hash)? },
            at: Moment(at.as_microsecond()),
            accepts_rollback: form.accepts_rollback,
        };
        let key = PublicKey(hash(&form.key)?);
        let signature: Signature =
            form.signature.parse().map_err(|error: ledger::HashError| bad(&error))?;
        if !key.has_signed(&claim.message(key), &signature) {
            return Err(AnchorError::BadSignature(form.seq));
        }
        Ok(claim.signed(key, signature))
    }

    /// The anchor as one line of JSON, without the line's end.
    pub fn to_line(&self) -> String {
        let at = jiff::Timestamp::from_microsecond(self.at.0);
        let form = Form {
            v: VERSION,
            house: self.house.to_string(),
            seq: self.head.seq,
            hash: self.head.hash.to_string(),
            at: at.map_or_else(|_| String::new(), |at| at.to_string()),
            accepts_rollback: self.accepts_rollback,
            key: self.key.to_string(),
            signature: self.signature.to_string(),
        };
        serde_json::to_string(&form).expect("an anchor is plain data")
    }
}

/// The anchors in a text, one in each line, in order; what cannot be read is named with its line.
pub fn parse_all(text: &str) -> (Vec<Anchor>, Vec<(usize, AnchorError)>) {
    let (mut anchors, mut errors) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        match Anchor::read(line) {
            Ok(anchor) => anchors.push(anchor),
            Err(error) => errors.push((number, error)),
        }
    }
    (anchors, errors)
}
