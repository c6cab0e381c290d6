//! Secrets sealed under the keys of a house: what decides cards that are not dealt yet lies in the store only so.
//!
//! A key is a file of its own in the house's folder, named by its id. A new one is added beside the others, which stay:
//! what was sealed under them stays readable, no process ever overwrites a key that another has just written, and a
//! folder is copied to another machine file by file.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, PoisonError, RwLock};

use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::digest::{SHA256, digest};
use zeroize::{Zeroize as _, Zeroizing};

use crate::{KeyError, KeyFolder};

/// How many bytes a secret has, and a key.
pub const SECRET_BYTES: usize = 32;

const TAG_BYTES: usize = 16;

/// The name of a key: the start of a hash of it, so that another key never passes for it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyId([u8; 8]);

impl KeyId {
    fn of(key: &[u8; SECRET_BYTES]) -> KeyId {
        let mut named = Zeroizing::new(b"croupier-key".to_vec());
        named.extend_from_slice(key);
        let hash = digest(&SHA256, &named);
        let mut id = [0; 8];
        id.copy_from_slice(&hash.as_ref()[..8]);
        KeyId(id)
    }

    fn file(self) -> String {
        format!("{PREFIX}{self}{SUFFIX}")
    }
}

const PREFIX: &str = "shuffle-";
const SUFFIX: &str = ".key";

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&to_hex(&self.0))
    }
}

impl fmt::Debug for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyId({self})")
    }
}

impl FromStr for KeyId {
    type Err = NotHex;

    fn from_str(text: &str) -> Result<KeyId, NotHex> {
        from_hex(text)?.try_into().map(KeyId).map_err(|_| NotHex)
    }
}

/// Not the hexadecimal digits of a key's id or of something sealed. It never quotes the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not the hexadecimal digits that are expected here")]
pub struct NotHex;

/// A secret as it may be stored: nobody reads it without the key.
#[derive(Clone, PartialEq, Eq)]
pub struct Sealed {
    /// The key that it is sealed under.
    pub key: KeyId,
    /// The nonce, then the sealed secret.
    text: Vec<u8>,
}

impl Sealed {
    /// The nonce and the sealed secret, in hexadecimal.
    pub fn text(&self) -> String {
        to_hex(&self.text)
    }

    /// What was stored.
    pub fn read(key: KeyId, text: &str) -> Result<Sealed, NotHex> {
        let text = from_hex(text)?;
        let is_whole = text.len() == NONCE_LEN + SECRET_BYTES + TAG_BYTES;
        if is_whole { Ok(Sealed { key, text }) } else { Err(NotHex) }
    }
}

impl fmt::Debug for Sealed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sealed(under {})", self.key)
    }
}

/// Why nothing was sealed or opened.
#[derive(Debug, thiserror::Error)]
pub enum SealError {
    /// The key is not there.
    #[error("the key {key} is not in {place}")]
    NoKey {
        /// Which.
        key: KeyId,
        /// Where it was looked for.
        place: String,
    },
    /// A file holds another key than its name says.
    #[error("the file of the key {0} holds something else")]
    OtherKey(KeyId),
    /// What is sealed was altered, or belongs elsewhere.
    #[error("what is sealed under the key {0} was altered, or belongs elsewhere")]
    Altered(KeyId),
    /// The operating system gave no random bytes.
    #[error("the operating system gave no random bytes: {0}")]
    NoRandomness(getrandom::Error),
    /// A key file cannot be used.
    #[error(transparent)]
    Key(#[from] KeyError),
}

type Key = Zeroizing<[u8; SECRET_BYTES]>;

/// The keys that a house seals with. Clones share them. Without a folder they are gone with the process.
#[derive(Clone, Default)]
pub struct SealKeys(Arc<Shared>);

#[derive(Default)]
struct Shared {
    folder: Option<KeyFolder>,
    /// The keys that were used so far.
    known: RwLock<BTreeMap<KeyId, Key>>,
}

impl fmt::Debug for SealKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SealKeys({})", self.place())
    }
}

impl SealKeys {
    /// The keys in a folder. It need not exist before the first of them is made.
    pub fn at(folder: KeyFolder) -> SealKeys {
        SealKeys(Arc::new(Shared { folder: Some(folder), known: RwLock::default() }))
    }

    /// Where they are, in words.
    pub fn place(&self) -> String {
        match &self.0.folder {
            Some(folder) => format!("the key folder {}", folder.path().display()),
            None => "the memory of this process".to_owned(),
        }
    }

    /// Makes a new key, beside those that there are.
    pub fn make(&self) -> Result<KeyId, SealError> {
        let mut key: Key = Zeroizing::new([0; SECRET_BYTES]);
        getrandom::fill(&mut *key).map_err(SealError::NoRandomness)?;
        let id = KeyId::of(&key);
        if let Some(folder) = &self.0.folder {
            let digits = Zeroizing::new(to_hex(&*key));
            folder.write_new(&id.file(), digits.as_bytes())?;
        }
        self.keep(id, key);
        Ok(id)
    }

    /// The ids of the keys that are there.
    pub fn ids(&self) -> Result<Vec<KeyId>, SealError> {
        let Some(folder) = &self.0.folder else {
            let known = self.0.known.read().unwrap_or_else(PoisonError::into_inner);
            return Ok(known.keys().copied().collect());
        };
        let names = folder.names()?;
        let id = |name: &String| name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?.parse().ok();
        Ok(names.iter().filter_map(id).collect())
    }

    /// Is this key there?
    pub fn must_have(&self, id: KeyId) -> Result<(), SealError> {
        self.key(id).map(drop)
    }

    /// Seals a secret. It opens only for the same purpose: `of` says what it belongs to.
    pub fn seal(
        &self,
        key: KeyId,
        of: &[u8],
        secret: &[u8; SECRET_BYTES],
    ) -> Result<Sealed, SealError> {
        let mut nonce = [0; NONCE_LEN];
        getrandom::fill(&mut nonce).map_err(SealError::NoRandomness)?;
        let mut sealed = Zeroizing::new(*secret);
        let cipher = cipher(&*self.key(key)?);
        let nonce_used = Nonce::assume_unique_for_key(nonce);
        let tag = cipher
            .seal_in_place_separate_tag(nonce_used, Aad::from(of), &mut *sealed)
            .expect("32 bytes are not too long");
        let text = [&nonce[..], &*sealed, tag.as_ref()].concat();
        Ok(Sealed { key, text })
    }

    /// Opens what was sealed for this purpose.
    pub fn open(
        &self,
        sealed: &Sealed,
        of: &[u8],
    ) -> Result<Zeroizing<[u8; SECRET_BYTES]>, SealError> {
        let altered = |_| SealError::Altered(sealed.key);
        let cipher = cipher(&*self.key(sealed.key)?);
        let (nonce, rest) = sealed.text.split_at(NONCE_LEN);
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(altered)?;
        let mut rest = Zeroizing::new(rest.to_vec());
        let opened = cipher.open_in_place(nonce, Aad::from(of), &mut rest).map_err(altered)?;
        let mut secret = Zeroizing::new([0; SECRET_BYTES]);
        secret.copy_from_slice(opened);
        opened.zeroize();
        Ok(secret)
    }

    /// A key, from memory or from its file: another process may have made it.
    fn key(&self, id: KeyId) -> Result<Key, SealError> {
        let known = self.0.known.read().unwrap_or_else(PoisonError::into_inner).get(&id).cloned();
        if let Some(key) = known {
            return Ok(key);
        }
        let no_key = || SealError::NoKey { key: id, place: self.place() };
        let folder = self.0.folder.as_ref().ok_or_else(no_key)?;
        let digits = folder.read(&id.file())?.ok_or_else(no_key)?;
        let digits = std::str::from_utf8(&digits).map_err(|_| SealError::OtherKey(id))?;
        let bytes = Zeroizing::new(from_hex(digits.trim()).map_err(|_| SealError::OtherKey(id))?);
        let key: [u8; SECRET_BYTES] =
            bytes.as_slice().try_into().map_err(|_| SealError::OtherKey(id))?;
        let key = Zeroizing::new(key);
        if KeyId::of(&key) != id {
            return Err(SealError::OtherKey(id));
        }
        self.keep(id, key.clone());
        Ok(key)
    }

    fn keep(&self, id: KeyId, key: Key) {
        self.0.known.write().unwrap_or_else(PoisonError::into_inner).insert(id, key);
    }
}

fn cipher(key: &[u8; SECRET_BYTES]) -> LessSafeKey {
    let key = UnboundKey::new(&CHACHA20_POLY1305, key).expect("the key has 32 bytes");
    LessSafeKey::new(key)
}

fn to_hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

fn from_hex(text: &str) -> Result<Vec<u8>, NotHex> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|it| it as u8).ok_or(NotHex);
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if !rest.is_empty() {
        return Err(NotHex);
    }
    pairs.iter().map(|[high, low]| Ok(digit(*high)? << 4 | digit(*low)?)).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const SECRET: [u8; SECRET_BYTES] = [0x5a; SECRET_BYTES];

    #[test]
    fn shf_1_what_is_sealed_opens_only_with_its_key_and_for_its_purpose() {
        let keys = SealKeys::default();
        let (key, other) = (keys.make().unwrap(), keys.make().unwrap());
        let sealed = keys.seal(key, b"table 1", &SECRET).unwrap();
        assert_eq!(*keys.open(&sealed, b"table 1").unwrap(), SECRET);
        assert!(matches!(keys.open(&sealed, b"table 2"), Err(SealError::Altered(_))));
        let moved = Sealed::read(other, &sealed.text()).unwrap();
        assert!(matches!(keys.open(&moved, b"table 1"), Err(SealError::Altered(_))));
        let strange = SealKeys::default();
        assert!(matches!(strange.open(&sealed, b"table 1"), Err(SealError::NoKey { .. })));
        // Neither twice the same, nor with the secret in it.
        let again = keys.seal(key, b"table 1", &SECRET).unwrap();
        assert_ne!(again, sealed);
        assert!(!sealed.text().contains(&to_hex(&SECRET[..4])));
        for place in 0..sealed.text.len() {
            let mut altered = sealed.clone();
            altered.text[place] ^= 1;
            assert!(keys.open(&altered, b"table 1").is_err(), "byte {place}");
        }
    }

    #[test]
    fn a_key_that_another_process_made_is_found() {
        let parent = tempfile::tempdir().unwrap();
        let folder = || KeyFolder::new(parent.path().join("house.keys"));
        let (one, two) = (SealKeys::at(folder()), SealKeys::at(folder()));
        assert!(one.ids().unwrap().is_empty());
        let first = one.make().unwrap();
        let second = two.make().unwrap();
        let sealed = one.seal(second, b"", &SECRET).unwrap();
        assert_eq!(*two.open(&sealed, b"").unwrap(), SECRET);
        let mut both = vec![first, second];
        both.sort_unstable();
        let mut found = two.ids().unwrap();
        found.sort_unstable();
        assert_eq!(found, both);
        assert_eq!(
            format!("{one:?} {sealed:?}"),
            format!("SealKeys({}) Sealed(under {second})", one.place())
        );
    }

    #[test]
    fn a_file_with_another_key_is_refused() {
        let parent = tempfile::tempdir().unwrap();
        let folder = KeyFolder::new(parent.path());
        let id = SealKeys::at(folder.clone()).make().unwrap();
        folder.replace(&id.file(), "00".repeat(32).as_bytes()).unwrap();
        let keys = SealKeys::at(folder);
        assert!(matches!(keys.must_have(id), Err(SealError::OtherKey(_))));
    }

    #[test]
    fn ids_and_sealed_texts_are_read_back() {
        let keys = SealKeys::default();
        let key = keys.make().unwrap();
        assert_eq!(key.to_string().parse(), Ok(key));
        assert_eq!("12".parse::<KeyId>(), Err(NotHex));
        let sealed = keys.seal(key, b"", &SECRET).unwrap();
        assert_eq!(Sealed::read(key, &sealed.text()), Ok(sealed));
        assert_eq!(Sealed::read(key, "00"), Err(NotHex));
    }
}
