//! What entries name by its hash and must not contain: it is kept beside the chain, and exported with
//! nothing.

use sha2::{Digest as _, Sha256};

use super::StoreError;
use crate::chain::Hash;

/// A text that is kept out of the chain.
#[derive(Clone, PartialEq, Eq)]
pub struct Kept(String);

impl Kept {
    /// Keeps a text.
    pub fn new(text: impl Into<String>) -> Kept {
        Kept(text.into())
    }

    /// The hash that an entry names it by.
    pub fn hash(&self) -> Hash {
        Hash(Sha256::digest(self.0.as_bytes()).into())
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether a text matches the hash under which a store keeps it.
    pub(super) fn is_intact(hash: Hash, text: &str) -> bool {
        Hash(Sha256::digest(text.as_bytes()).into()) == hash
    }

    /// What a store has under a hash.
    pub(super) fn found(hash: Hash, text: String) -> Result<Kept, StoreError> {
        let kept = Kept(text);
        if kept.hash() == hash {
            return Ok(kept);
        }
        let why = format!("what is kept under {hash} was changed outside this program");
        Err(StoreError::Damaged(why))
    }
}

/// It is kept out of logs as well.
impl std::fmt::Debug for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Kept({})", self.hash())
    }
}

/// A change to what is kept beside the chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VaultChange {
    /// Keeps a text under its hash.
    Keep(Kept),
    /// Forgets what is kept under a hash.
    Forget(Hash),
}
