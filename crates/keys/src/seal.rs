//! Secrets sealed under the keys of a house: what decides cards that are not dealt yet lies in the store only so.
//!
//! The keys are the lines of one file in the house's folder. A new one is added at the end and seals from then on; the
//! others stay, so that what was sealed under them stays readable. Processes that add one take turns, and each looks
//! whether the file has changed before it seals.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};
use std::time::SystemTime;

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
}

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

    /// Reads a sealed text as it was stored.
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
        /// The key.
        key: KeyId,
        /// Where it was looked for.
        place: String,
    },
    /// There is no key at all.
    #[error("there is no key at {0}: put it back, or make one with croupier keys new")]
    None(String),
    /// The file holds something else.
    #[error(
        "{0} is damaged: it has no line with 64 hexadecimal digits, or another line; put a copy back"
    )]
    Damaged(PathBuf),
    /// The file is full.
    #[error("there are {most} keys in {place} already, and it takes no more")]
    TooMany {
        /// The place of the keys.
        place: String,
        /// How many it takes.
        most: usize,
    },
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

/// The file with the keys: one on each line, the oldest first. The last one seals.
pub const FILE: &str = "shuffle.key";
const LOCK: &str = "shuffle.lock";
const GENERATIONS_MAX: usize = 512;

/// The keys that a house seals with, a ring of generations: the newest seals, and all of them open. Clones share them.
/// Without a folder they are gone with the process.
#[derive(Clone, Default)]
pub struct SealKeys(Arc<Shared>);

#[derive(Default)]
struct Shared {
    folder: Option<KeyFolder>,
    ring: RwLock<Ring>,
}

/// The keys as they were last read.
#[derive(Clone, Default)]
struct Ring {
    keys: Vec<(KeyId, Key)>,
    /// The file that they were read from: how long it was and when it was written.
    stamp: Option<(u64, SystemTime)>,
}

impl Ring {
    fn find(&self, id: KeyId) -> Option<Key> {
        self.keys.iter().find(|(known, _)| *known == id).map(|(_, key)| key.clone())
    }

    fn parse(text: &[u8], path: &Path) -> Result<Ring, SealError> {
        let damaged = || SealError::Damaged(path.to_owned());
        let text = std::str::from_utf8(text).map_err(|_| damaged())?;
        let mut keys = Vec::new();
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let bytes = Zeroizing::new(from_hex(line).map_err(|_| damaged())?);
            let key: [u8; SECRET_BYTES] = bytes.as_slice().try_into().map_err(|_| damaged())?;
            keys.push((KeyId::of(&key), Zeroizing::new(key)));
        }
        if keys.is_empty() { Err(damaged()) } else { Ok(Ring { keys, stamp: None }) }
    }

    fn text(&self) -> Zeroizing<String> {
        let mut text = Zeroizing::new(HEADING.to_owned());
        for (_, key) in &self.keys {
            let digits = Zeroizing::new(to_hex(&**key));
            text.push_str(&digits);
            text.push('\n');
        }
        text
    }
}

const HEADING: &str = "# The keys that shuffles are sealed under: secret, the newest last. Keep a copy, but not beside a copy of the store.\n";

impl fmt::Debug for SealKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SealKeys({})", self.place())
    }
}

impl SealKeys {
    /// The keys in a folder. It need not exist before the first of them is made.
    pub fn at(folder: KeyFolder) -> SealKeys {
        SealKeys(Arc::new(Shared { folder: Some(folder), ring: RwLock::default() }))
    }

    /// Where they are, in words.
    pub fn place(&self) -> String {
        match &self.0.folder {
            Some(folder) => folder.file(FILE).display().to_string(),
            None => "the memory of this process".to_owned(),
        }
    }

    /// The ids of the keys that are there, the oldest first. There are none where there is no file; one that cannot
    /// be used is an error.
    pub fn ids(&self) -> Result<Vec<KeyId>, SealError> {
        let folder = self.0.folder.as_ref();
        if folder.map(|folder| folder.stamp(FILE)).transpose()?.is_some_and(|it| it.is_none()) {
            return Ok(Vec::new());
        }
        Ok(self.fresh()?.keys.iter().map(|(id, _)| *id).collect())
    }

    /// Whether there is a key to seal with. In memory, one is made when it is needed.
    pub fn can_seal(&self) -> bool {
        self.0.folder.is_none() || self.ids().is_ok_and(|ids| !ids.is_empty())
    }

    /// Makes the first key, unless there is one: then that stays. Returns the key that seals.
    pub fn found(&self) -> Result<KeyId, SealError> {
        match self.ids()?.last() {
            Some(id) => Ok(*id),
            None => self.add(|ids| ids.is_empty()),
        }
    }

    /// Adds a key: it seals from now on, and the others stay.
    pub fn rotate(&self) -> Result<KeyId, SealError> {
        self.add(|_| true)
    }

    /// Adds a key if none or others than these are there, as one process at a time.
    fn add(&self, is_wanted: impl FnOnce(&[KeyId]) -> bool) -> Result<KeyId, SealError> {
        let _lock = self.0.folder.as_ref().map(|folder| folder.lock(LOCK)).transpose()?;
        let ids = self.ids()?;
        if let Some(last) = ids.last().filter(|_| !is_wanted(&ids)) {
            return Ok(*last);
        }
        if ids.len() >= GENERATIONS_MAX {
            return Err(SealError::TooMany { place: self.place(), most: GENERATIONS_MAX });
        }
        let mut key: Key = Zeroizing::new([0; SECRET_BYTES]);
        getrandom::fill(&mut *key).map_err(SealError::NoRandomness)?;
        let id = KeyId::of(&key);
        let mut ring = self.ring().clone();
        ring.keys.push((id, key));
        if let Some(folder) = &self.0.folder {
            folder.replace(FILE, ring.text().as_bytes())?;
        }
        self.keep(ring);
        Ok(id)
    }

    /// Refuses unless this key is there.
    pub fn must_have(&self, id: KeyId) -> Result<(), SealError> {
        self.key(id).map(drop)
    }

    /// Seals a secret under the newest key. It opens only for the same purpose: `of` says what it belongs to. In memory
    /// the first key is made when it is needed.
    pub fn seal(&self, of: &[u8], secret: &[u8; SECRET_BYTES]) -> Result<Sealed, SealError> {
        let newest = self.ids()?.last().copied();
        let key = match (newest, &self.0.folder) {
            (Some(key), _) => key,
            (None, None) => self.found()?,
            (None, Some(_)) => return Err(SealError::None(self.place())),
        };
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
        if let Some(key) = self.ring().find(id) {
            return Ok(key);
        }
        let found = self.fresh()?.find(id);
        found.ok_or_else(|| SealError::NoKey { key: id, place: self.place() })
    }

    /// The keys as they are on disk now; the file is read only if it has changed. While it is away, what was read
    /// before still opens.
    fn fresh(&self) -> Result<RwLockReadGuard<'_, Ring>, SealError> {
        let Some(folder) = &self.0.folder else { return Ok(self.ring()) };
        let stamp = folder.stamp(FILE)?;
        if stamp.is_some() && self.ring().stamp == stamp {
            return Ok(self.ring());
        }
        let Some(text) = folder.read(FILE)? else { return Ok(self.ring()) };
        let mut ring = Ring::parse(&text, &folder.file(FILE))?;
        ring.stamp = stamp;
        self.keep(ring);
        Ok(self.ring())
    }

    fn ring(&self) -> RwLockReadGuard<'_, Ring> {
        self.0.ring.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, ring: Ring) {
        *self.0.ring.write().unwrap_or_else(PoisonError::into_inner) = ring;
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
        let sealed = keys.seal(b"table 1", &SECRET).unwrap();
        assert_eq!(*keys.open(&sealed, b"table 1").unwrap(), SECRET);
        assert!(matches!(keys.open(&sealed, b"table 2"), Err(SealError::Altered(_))));
        let other = keys.rotate().unwrap();
        let moved = Sealed::read(other, &sealed.text()).unwrap();
        assert!(matches!(keys.open(&moved, b"table 1"), Err(SealError::Altered(_))));
        let strange = SealKeys::default();
        assert!(matches!(strange.open(&sealed, b"table 1"), Err(SealError::NoKey { .. })));
        // Neither twice the same, nor with the secret in it.
        let again = keys.seal(b"table 1", &SECRET).unwrap();
        assert_ne!(again, sealed);
        assert!(!sealed.text().contains(&to_hex(&SECRET[..4])));
        for place in 0..sealed.text.len() {
            let mut altered = sealed.clone();
            altered.text[place] ^= 1;
            assert!(keys.open(&altered, b"table 1").is_err(), "byte {place}");
        }
    }

    #[test]
    fn a_key_that_another_process_made_seals_and_opens() {
        let parent = tempfile::tempdir().unwrap();
        let folder = || KeyFolder::new(parent.path().join("house.keys"));
        let (one, two) = (SealKeys::at(folder()), SealKeys::at(folder()));
        assert!(matches!(one.seal(b"", &SECRET), Err(SealError::None(_))));
        let first = one.found().unwrap();
        assert_eq!(two.found().unwrap(), first, "the first key is made once");
        let before = one.seal(b"", &SECRET).unwrap();
        let second = two.rotate().unwrap();
        let after = one.seal(b"", &SECRET).unwrap();
        assert_eq!((before.key, after.key), (first, second), "the newest seals, everywhere");
        for sealed in [&before, &after] {
            assert_eq!(*two.open(sealed, b"").unwrap(), SECRET);
        }
        assert_eq!(one.ids().unwrap(), [first, second]);
        let shown = format!("{one:?} {after:?}");
        assert_eq!(shown, format!("SealKeys({}) Sealed(under {second})", one.place()));
    }

    #[test]
    fn keys_that_are_added_at_the_same_time_all_stay() {
        let parent = tempfile::tempdir().unwrap();
        let rotate = || SealKeys::at(KeyFolder::new(parent.path())).rotate().unwrap();
        let mut made: Vec<KeyId> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(rotate)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let mut found = SealKeys::at(KeyFolder::new(parent.path())).ids().unwrap();
        made.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, made);
    }

    #[test]
    fn a_damaged_file_is_an_error_and_not_a_lost_key() {
        let parent = tempfile::tempdir().unwrap();
        let folder = KeyFolder::new(parent.path());
        for text in ["", "00", "not a key", &"0".repeat(63)] {
            folder.replace(FILE, text.as_bytes()).unwrap();
            let keys = SealKeys::at(folder.clone());
            assert!(matches!(keys.found(), Err(SealError::Damaged(_))), "{text}");
        }
    }
}
