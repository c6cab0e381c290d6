//! Signing the heads of one house, and the anchors in its key folder.

use std::fs::File;
use std::sync::atomic::{AtomicI64, Ordering};

use keys::{KeyError, KeyFolder};
use ledger::{Hash, Head};
use money::Moment;

use crate::anchor::{Anchor, AnchorError};
use crate::key::{HeadKey, PublicKey};
use crate::line::PrintedLine;

/// The file in the key folder with the newest anchor.
const ANCHOR_FILE: &str = "anchor.json";
/// The one with the anchor of the last roll-back that was accepted.
const ROLLBACK_FILE: &str = "rollback.json";
/// Processes that share a folder write in turns.
const LOCK_FILE: &str = "anchor.lock";

/// The anchors that a key folder has, and what in it cannot be read.
pub fn in_folder(folder: &KeyFolder) -> (Vec<(String, Anchor)>, Vec<String>) {
    let (mut anchors, mut errors) = (Vec::new(), Vec::new());
    for name in [ANCHOR_FILE, ROLLBACK_FILE] {
        let path = folder.file(name).display().to_string();
        match read(folder, name) {
            Ok(found) => anchors.extend(found.map(|anchor| (path, anchor))),
            Err(error) => errors.push(format!("{path}: {error}")),
        }
    }
    (anchors, errors)
}

/// Why an anchor in a folder was not read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum FolderError {
    #[error(transparent)]
    File(#[from] KeyError),
    #[error(transparent)]
    Anchor(#[from] AnchorError),
    #[error("the folder is gone")]
    Gone,
    #[error("the folder cannot be locked: {0}")]
    Lock(#[from] std::io::Error),
}

fn read(folder: &KeyFolder, name: &str) -> Result<Option<Anchor>, FolderError> {
    let Some(bytes) = folder.read(name)? else { return Ok(None) };
    let text = String::from_utf8_lossy(&bytes);
    Ok(Some(Anchor::read(text.trim_end())?))
}

/// Signs the heads of one house.
pub struct Signer {
    key: HeadKey,
    house: Hash,
    folder: KeyFolder,
    now: fn() -> Moment,
    /// When the last anchor was signed: the next one is later, whatever the clock does.
    last: AtomicI64,
}

impl Signer {
    /// For the house whose first entry has this hash. New anchors are later than those that are known.
    pub fn new(
        key: HeadKey,
        house: Hash,
        folder: KeyFolder,
        known: &[(String, Anchor)],
        now: fn() -> Moment,
    ) -> Signer {
        let ours = known.iter().filter(|(_, anchor)| anchor.key == key.public());
        let last = ours.map(|(_, anchor)| anchor.at.0).max().unwrap_or_default();
        Signer { key, house, folder, now, last: AtomicI64::new(last) }
    }

    /// What others check its signatures with.
    pub fn public(&self) -> PublicKey {
        self.key.public()
    }

    /// Signs a head.
    pub fn sign(&self, head: Head) -> Anchor {
        Anchor::sign(&self.key, self.house, head, self.moment(), false)
    }

    /// A head as it is printed.
    pub fn printed(&self, head: Head) -> PrintedLine {
        PrintedLine::sign(&self.key, self.house, head)
    }

    /// Signs the head with which a roll-back was accepted, and puts it into the folder: what was signed before no
    /// longer binds.
    pub fn accept_rollback(&self, head: Head) -> Result<Anchor, FolderError> {
        let anchor = Anchor::sign(&self.key, self.house, head, self.moment(), true);
        let _turn = self.turn()?;
        for name in [ROLLBACK_FILE, ANCHOR_FILE] {
            self.write(name, &anchor)?;
        }
        Ok(anchor)
    }

    /// Keeps an anchor in the folder, unless another process was there with a later one.
    pub fn keep(&self, anchor: &Anchor) -> Result<(), FolderError> {
        let _turn = self.turn()?;
        // One that cannot be read is replaced.
        let there = read(&self.folder, ANCHOR_FILE).ok().flatten();
        let is_later =
            |there: &Anchor| there.house == anchor.house && there.head.seq >= anchor.head.seq;
        if there.as_ref().is_some_and(is_later) {
            return Ok(());
        }
        self.write(ANCHOR_FILE, anchor)
    }

    fn write(&self, name: &str, anchor: &Anchor) -> Result<(), FolderError> {
        Ok(self.folder.replace(name, (anchor.to_line() + "\n").as_bytes())?)
    }

    /// The lock is given back when the file is closed.
    fn turn(&self) -> Result<File, FolderError> {
        // A folder that is gone is not made again: the key was in it.
        if !self.folder.path().is_dir() {
            return Err(FolderError::Gone);
        }
        let path = self.folder.file(LOCK_FILE);
        if !path.exists() {
            match self.folder.write_new(LOCK_FILE, b"") {
                Ok(()) | Err(KeyError::Exists(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let file = File::open(path)?;
        file.lock()?;
        Ok(file)
    }

    fn moment(&self) -> Moment {
        let now = (self.now)().0;
        let next = |last: i64| Some(now.max(last.saturating_add(1)));
        let before = self.last.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
        Moment(now.max(before.unwrap_or_default().saturating_add(1)))
    }
}
