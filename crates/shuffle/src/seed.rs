//! The secret that a shuffle comes from, and the commitment that is shown before it.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};
use zeroize::{Zeroize as _, ZeroizeOnDrop};

/// What stands before the seed in the commitment, and names this version of the shuffle.
pub(crate) const VERSION: &[u8] = b"croupier-shuffle-1";

/// The 32 secret bytes of a shuffle. They are revealed only by [`reveal`](Seed::reveal) and wiped
/// from memory when dropped.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// A new seed from the operating system's cryptographic generator.
    pub fn from_system() -> Result<Seed, NoRandomness> {
        let mut seed = Seed([0; 32]);
        getrandom::fill(&mut seed.0).map_err(NoRandomness)?;
        Ok(seed)
    }

    /// The seed with these bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// The bytes, for storing the seed.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The seed as 64 hexadecimal digits, for showing it after the round.
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }

    /// What is shown before the bets are locked: SHA-256 of `croupier-shuffle-1` and the seed.
    pub fn commitment(&self) -> Commitment {
        Commitment(Sha256::new().chain_update(VERSION).chain_update(self.0).finalize().into())
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(secret)")
    }
}

impl FromStr for Seed {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Seed, HexError> {
        from_hex(text).map(Seed)
    }
}

impl Drop for Seed {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl ZeroizeOnDrop for Seed {}

/// The hash that binds the house to a seed before anyone knows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Commitment([u8; 32]);

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl FromStr for Commitment {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Commitment, HexError> {
        from_hex(text).map(Commitment)
    }
}

/// The operating system gave no random bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the operating system gave no random bytes: {0}")]
pub struct NoRandomness(pub(crate) getrandom::Error);

/// Not 32 bytes in hexadecimal. It never quotes the text, which may be most of a secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HexError {
    /// A character that is no hexadecimal digit.
    #[error("character {0} is not a hexadecimal digit: use 0 to 9 and a to f")]
    Digit(usize),
    /// Too few digits or too many.
    #[error("expected 64 hexadecimal digits, found {0}")]
    Length(usize),
}

pub(crate) fn hex(bytes: &[u8; 32]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = String::with_capacity(64);
    for byte in bytes {
        text.push(char::from(DIGITS[usize::from(byte >> 4)]));
        text.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
    text
}

pub(crate) fn from_hex(text: &str) -> Result<[u8; 32], HexError> {
    let digit = |(letter, place): (char, usize)| letter.to_digit(16).ok_or(HexError::Digit(place));
    let mut bytes = [0; 32];
    let mut found = 0;
    for value in text.chars().zip(1..).map(digit) {
        let value = value?;
        if let Some(byte) = bytes.get_mut(found / 2) {
            *byte = *byte << 4 | value as u8;
        }
        found += 1;
    }
    if found == 64 { Ok(bytes) } else { Err(HexError::Length(found)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_shown_only_when_it_is_revealed() {
        let seed = Seed::from_bytes([0xab; 32]);
        assert_eq!(format!("{seed:?}"), "Seed(secret)");
        assert_eq!(seed.reveal(), "ab".repeat(32));
        assert_eq!(seed.reveal().parse(), Ok(seed));
    }

    /// `(printf croupier-shuffle-1; head -c 32 /dev/zero) | sha256sum`
    #[test]
    fn the_commitment_is_the_hash_of_the_label_and_the_seed() {
        let commitment = Seed::from_bytes([0; 32]).commitment();
        let expected = "512d29fbb4dc08645d7dabe1b91783c053a13a598bf44ae632a51f628b4ee797";
        assert_eq!(commitment.to_string(), expected);
        assert_eq!(expected.to_uppercase().parse(), Ok(commitment), "either case is read");
    }

    #[test]
    fn seeds_of_the_system_differ() {
        assert_ne!(Seed::from_system().unwrap(), Seed::from_system().unwrap());
    }

    #[test]
    fn what_is_not_a_seed_is_refused_without_quoting_it() {
        let refused = |text: &str| text.parse::<Seed>().unwrap_err().to_string();
        assert_eq!(refused(&"a".repeat(63)), "expected 64 hexadecimal digits, found 63");
        assert_eq!(refused(&"a".repeat(66)), "expected 64 hexadecimal digits, found 66");
        assert_eq!(refused(""), "expected 64 hexadecimal digits, found 0");
        assert_eq!(refused("0g"), "character 2 is not a hexadecimal digit: use 0 to 9 and a to f");
    }
}
