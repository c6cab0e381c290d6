//! A chain beside what was signed of it.

use ledger::{Entry, Hash, Head, Store, StoreError};

use crate::anchor::Anchor;
use crate::key::PublicKey;

/// What an anchor says of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Verdict {
    /// The entry is there, with that hash.
    Matches,
    /// It was signed before a roll-back that was accepted.
    NoLongerBinds,
    /// The chain ends before the entry: the store was put back to an older state.
    Older,
    /// The entry has another hash: the chain was rewritten.
    Rewritten,
    /// The chain has another first entry: another house, or a chain rewritten from the start.
    OtherHouse,
}

impl Verdict {
    /// Whether the chain contradicts the anchor.
    pub fn is_against(self) -> bool {
        match self {
            Verdict::Matches | Verdict::NoLongerBinds => false,
            Verdict::Older | Verdict::Rewritten | Verdict::OtherHouse => true,
        }
    }
}

/// An anchor that was compared with a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The anchor.
    pub anchor: Anchor,
    /// Where it is kept.
    pub from: String,
    /// What it says.
    pub verdict: Verdict,
    /// Whether it is signed with the key of this house.
    pub is_ours: bool,
    /// Where the chain ends.
    pub ends: Head,
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (seq, ends) = (self.anchor.head.seq, self.ends.seq);
        write!(f, "{}: ", self.from)?;
        match self.verdict {
            Verdict::Matches => write!(f, "entry {seq} is as it was signed"),
            Verdict::NoLongerBinds => {
                write!(f, "entry {seq} was signed before a roll-back that was accepted")
            }
            Verdict::Older => write!(
                f,
                "entry {seq} was signed, but the chain ends at entry {ends}: it was put back to an older state"
            ),
            Verdict::Rewritten => {
                write!(f, "entry {seq} is not the one that was signed: the chain was rewritten")
            }
            Verdict::OtherHouse => write!(
                f,
                "entry {seq} was signed of a chain with another first entry: this is another house, or its chain was rewritten from the start"
            ),
        }?;
        if !self.is_ours {
            write!(f, " (signed with another key, {}...)", self.anchor.key.short())?;
        }
        Ok(())
    }
}

/// Which chain, and where it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chain {
    /// The hash of the first entry, if there is one.
    pub house: Option<Hash>,
    /// The end.
    pub ends: Head,
}

impl Chain {
    /// The chain of a store.
    pub fn of(store: &mut dyn Store) -> Result<Chain, StoreError> {
        let house = store.entries(0, 1)?.first().map(|entry| entry.hash);
        Ok(Chain { house, ends: store.head()? })
    }

    /// Compares anchors with the chain, whose hashes `hash_at` knows. Those signed before the last roll-back that was
    /// accepted with one of `keys` no longer bind. An anchor by another key binds all the same: where it contradicts
    /// the chain, somebody has to look.
    pub fn judge<E>(
        &self,
        keys: &[PublicKey],
        anchors: &[(String, Anchor)],
        mut hash_at: impl FnMut(u64) -> Result<Option<Hash>, E>,
    ) -> Result<Vec<Finding>, E> {
        let is_ours = |anchor: &Anchor| keys.contains(&anchor.key);
        let accepted = anchors.iter().map(|(_, anchor)| anchor);
        let accepted = accepted.filter(|anchor| anchor.accepts_rollback && is_ours(anchor));
        let released = accepted.map(|anchor| anchor.at).max();
        let mut findings = Vec::new();
        for (from, anchor) in anchors {
            let Head { seq, hash } = anchor.head;
            let verdict = if released.is_some_and(|released| anchor.at < released) {
                Verdict::NoLongerBinds
            } else if self.house != Some(anchor.house) {
                Verdict::OtherHouse
            } else if seq > self.ends.seq {
                Verdict::Older
            } else if hash_at(seq)? == Some(hash) {
                Verdict::Matches
            } else {
                Verdict::Rewritten
            };
            let (is_ours, ends) = (is_ours(anchor), self.ends);
            findings.push(Finding { anchor: *anchor, from: from.clone(), verdict, is_ours, ends });
        }
        Ok(findings)
    }
}

/// The hash of an entry in a store.
pub fn hash_at(store: &mut dyn Store, seq: u64) -> Result<Option<Hash>, StoreError> {
    let Some(before) = seq.checked_sub(1) else { return Ok(None) };
    let found = store.entries(before, 1)?;
    Ok(found.first().map(Entry::head).filter(|head| head.seq == seq).map(|head| head.hash))
}

/// The newest anchor that a chain contradicts, if it contradicts any.
pub fn newest_against(findings: &[Finding]) -> Option<&Finding> {
    let against = findings.iter().filter(|finding| finding.verdict.is_against());
    against.max_by_key(|finding| (finding.anchor.at, finding.anchor.head.seq))
}
