//! The key that signs heads.

use std::fmt;
use std::str::FromStr;

use keys::{KeyError, KeyFolder};
use ledger::{Hash, HashError};
use ring::rand::SystemRandom;
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair as _, UnparsedPublicKey};

/// The file in the key folder.
const FILE: &str = "head.key";

/// An Ed25519 public key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PublicKey(pub Hash);

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for PublicKey {
    type Err = HashError;

    fn from_str(text: &str) -> Result<PublicKey, HashError> {
        text.parse().map(PublicKey)
    }
}

impl PublicKey {
    /// Its first digits: enough to tell keys apart.
    pub fn short(&self) -> String {
        self.to_string().chars().take(16).collect()
    }

    /// Whether the owner of this key signed the message.
    pub fn has_signed(&self, message: &[u8], signature: &Signature) -> bool {
        UnparsedPublicKey::new(&ED25519, self.0.0).verify(message, &signature.0).is_ok()
    }
}

/// An Ed25519 signature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature(pub [u8; 64]);

impl Signature {
    /// Its two halves, each written like a hash.
    fn halves(&self) -> (Hash, Hash) {
        let (mut first, mut second) = ([0; 32], [0; 32]);
        first.copy_from_slice(&self.0[..32]);
        second.copy_from_slice(&self.0[32..]);
        (Hash(first), Hash(second))
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, second) = self.halves();
        write!(f, "{first}{second}")
    }
}

impl FromStr for Signature {
    type Err = HashError;

    fn from_str(text: &str) -> Result<Signature, HashError> {
        let (first, second) =
            text.split_at_checked(64).ok_or_else(|| HashError(text.to_owned()))?;
        let (first, second): (Hash, Hash) = (first.parse()?, second.parse()?);
        let mut bytes = [0; 64];
        bytes[..32].copy_from_slice(&first.0);
        bytes[32..].copy_from_slice(&second.0);
        Ok(Signature(bytes))
    }
}

/// Why there is no key to sign with.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum HeadKeyError {
    #[error(transparent)]
    File(#[from] KeyError),
    #[error("{0} is not a key for signing heads: move it away, and a new one is made")]
    NotAKey(String),
    #[error("the operating system gives no randomness for a key")]
    NoRandomness,
}

/// The key that signs the heads of one house.
pub struct HeadKey {
    pair: Ed25519KeyPair,
}

impl HeadKey {
    /// The key of a folder; where it has none, a new one.
    pub fn read_or_create(folder: &KeyFolder) -> Result<HeadKey, HeadKeyError> {
        match HeadKey::read(folder)? {
            Some(key) => Ok(key),
            None => HeadKey::create(folder),
        }
    }

    /// Reads the key of a folder; `None` if it has none.
    pub fn read(folder: &KeyFolder) -> Result<Option<HeadKey>, HeadKeyError> {
        let Some(bytes) = folder.read(FILE)? else { return Ok(None) };
        let not_a_key = |_| HeadKeyError::NotAKey(folder.file(FILE).display().to_string());
        Ok(Some(HeadKey { pair: Ed25519KeyPair::from_pkcs8(&bytes).map_err(not_a_key)? }))
    }

    /// Makes a key in a folder that has none; of two that do so at once, both get the first one's.
    fn create(folder: &KeyFolder) -> Result<HeadKey, HeadKeyError> {
        let made = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new());
        let made = made.map_err(|_| HeadKeyError::NoRandomness)?;
        match folder.write_new(FILE, made.as_ref()) {
            Ok(()) | Err(KeyError::Exists(_)) => {}
            Err(error) => return Err(error.into()),
        }
        let gone = || HeadKeyError::NotAKey(folder.file(FILE).display().to_string());
        HeadKey::read(folder)?.ok_or_else(gone)
    }

    /// What others check its signatures with.
    pub fn public(&self) -> PublicKey {
        let mut bytes = [0; 32];
        bytes.copy_from_slice(self.pair.public_key().as_ref());
        PublicKey(Hash(bytes))
    }

    /// Signs a message. The same message always gets the same signature.
    pub fn sign(&self, message: &[u8]) -> Signature {
        let mut bytes = [0; 64];
        bytes.copy_from_slice(self.pair.sign(message).as_ref());
        Signature(bytes)
    }
}
