//! A digest of the whole live state, kept up to date row by row.
//!
//! It is the sum, modulo 2^256, of the hashes of all live rows. An entry that rows are written
//! with carries it, so a row that was changed, added or removed behind the ledger's back is found when the ledger is
//! next opened, however old the row is and however long the history.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

use crate::chain::{Hash, HashError};
use crate::machine::Key;

/// The hash of one row.
pub fn row_hash(key: &Key, json: &str) -> Hash {
    let mut hasher = Sha256::new();
    for part in [&key.kind, &key.name] {
        hasher.update((part.len() as u64).to_be_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.update(json.as_bytes());
    Hash(hasher.finalize().into())
}

/// The digest of all live rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StateDigest([u64; 4]);

impl StateDigest {
    /// Adds the hash of a row to the digest.
    pub fn add(&mut self, hash: Hash) {
        let mut carry = false;
        for (limb, more) in self.0.iter_mut().zip(limbs(hash)) {
            let (sum, over) = limb.overflowing_add(more);
            let (sum, over_again) = sum.overflowing_add(u64::from(carry));
            (*limb, carry) = (sum, over | over_again);
        }
    }

    /// Takes a row out.
    pub fn remove(&mut self, hash: Hash) {
        let mut borrow = false;
        for (limb, less) in self.0.iter_mut().zip(limbs(hash)) {
            let (rest, under) = limb.overflowing_sub(less);
            let (rest, under_again) = rest.overflowing_sub(u64::from(borrow));
            (*limb, borrow) = (rest, under | under_again);
        }
    }

    fn to_hash(self) -> Hash {
        let mut bytes = [0; 32];
        for (place, limb) in bytes.chunks_exact_mut(8).zip(self.0) {
            place.copy_from_slice(&limb.to_le_bytes());
        }
        Hash(bytes)
    }
}

/// The rows that are kept only to be looked up, such as past rounds: how many there are, and their digest. Together
/// with [`StateDigest`] of the live ones it covers every row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Archived {
    /// The number of rows.
    pub count: u64,
    /// The sum of their hashes.
    pub digest: StateDigest,
}

impl Archived {
    /// Counts a row and adds its hash.
    pub fn add(&mut self, hash: Hash) {
        self.count += 1;
        self.digest.add(hash);
    }

    /// Takes a row out.
    pub fn remove(&mut self, hash: Hash) {
        self.count = self.count.saturating_sub(1);
        self.digest.remove(hash);
    }
}

/// As entries have it: `COUNT:DIGEST`.
impl fmt::Display for Archived {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.count, self.digest)
    }
}

impl FromStr for Archived {
    type Err = HashError;

    fn from_str(text: &str) -> Result<Archived, HashError> {
        let error = || HashError(text.to_owned());
        let (count, digest) = text.split_once(':').ok_or_else(error)?;
        Ok(Archived { count: count.parse().map_err(|_| error())?, digest: digest.parse()? })
    }
}

/// The limbs of a hash, the lowest first.
fn limbs(hash: Hash) -> [u64; 4] {
    let mut limbs = [0; 4];
    for (limb, bytes) in limbs.iter_mut().zip(hash.0.chunks_exact(8)) {
        *limb = u64::from_le_bytes(bytes.try_into().expect("a chunk has eight bytes"));
    }
    limbs
}

impl fmt::Display for StateDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_hash().fmt(f)
    }
}

impl FromStr for StateDigest {
    type Err = HashError;

    fn from_str(text: &str) -> Result<StateDigest, HashError> {
        text.parse::<Hash>().map(|hash| StateDigest(limbs(hash)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_does_not_matter_and_what_was_added_can_be_removed() {
        let hash = |name: &str| row_hash(&Key::new("meter", name), "{}");
        let (a, b, c) = (hash("a"), hash("b"), Hash([0xff; 32]));
        let mut one = StateDigest::default();
        [a, b, c].into_iter().for_each(|hash| one.add(hash));
        let mut other = StateDigest::default();
        [c, a, b].into_iter().for_each(|hash| other.add(hash));
        assert_eq!(one, other);
        assert_eq!(one.to_string().parse(), Ok(one));
        [b, c, a].into_iter().for_each(|hash| one.remove(hash));
        assert_eq!(one, StateDigest::default());
        other.remove(b);
        assert_ne!(other, one);
    }

    #[test]
    fn a_row_is_told_from_one_with_its_letters_elsewhere() {
        assert_ne!(row_hash(&Key::new("ab", "c"), "{}"), row_hash(&Key::new("a", "bc"), "{}"));
        assert_ne!(row_hash(&Key::new("a", "b"), "{}"), row_hash(&Key::new("a", "b"), "{ }"));
    }
}
