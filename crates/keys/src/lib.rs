//! The folder with a house's secret keys. It lies outside the store, so that a copy of the store, a backup or a
//! replica is not enough to read what the keys protect. Only the owner can read the folder and its files.

pub mod seal;

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use zeroize::Zeroizing;

/// The largest file that is read as a key.
const KEY_BYTES_MAX: u64 = 64 * 1024;

/// A folder with key files. It need not exist before the first key is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyFolder {
    path: PathBuf,
}

/// Why a key file was not read or written.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// Others than its owner can read it.
    #[error(
        "others can read the key file {path} (mode {mode:03o}): treat the key as known to them, replace it, and keep the file at mode 600"
    )]
    Open {
        /// The file.
        path: PathBuf,
        /// Its permission bits.
        mode: u32,
    },
    /// There is a key with this name already.
    #[error("there is a key file {0} already: nothing was written")]
    Exists(PathBuf),
    /// The file is larger than any key.
    #[error("{0} is too large for a key file")]
    TooLarge(PathBuf),
    /// The system refused.
    #[error("the key file {path} cannot be used")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
}

impl KeyFolder {
    /// The folder at this path.
    pub fn new(path: impl Into<PathBuf>) -> KeyFolder {
        KeyFolder { path: path.into() }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of one of its files.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// How long a file is and when it was written; nothing if it is not there.
    pub(crate) fn stamp(&self, name: &str) -> Result<Option<(u64, SystemTime)>, KeyError> {
        let path = self.file(name);
        let stamp = fs::metadata(&path).and_then(|file| Ok((file.len(), file.modified()?)));
        match stamp {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            stamp => stamp.map(Some).map_err(|source| KeyError::Io { path, source }),
        }
    }

    /// Waits until no other process holds this lock, and holds it until the file is dropped.
    pub(crate) fn lock(&self, name: &str) -> Result<File, KeyError> {
        let path = self.file(name);
        let failed = |source| KeyError::Io { path: path.clone(), source };
        DirBuilder::new().recursive(true).mode(0o700).create(&self.path).map_err(failed)?;
        let options =
            OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(&path);
        let file = options.map_err(failed)?;
        file.lock().map_err(failed)?;
        Ok(file)
    }

    /// Reads a key; `None` if there is none with this name.
    pub fn read(&self, name: &str) -> Result<Option<Zeroizing<Vec<u8>>>, KeyError> {
        let path = self.file(name);
        let failed = |source| KeyError::Io { path: path.clone(), source };
        let file = match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            opened => opened.map_err(failed)?,
        };
        let metadata = file.metadata().map_err(failed)?;
        let mode = metadata.mode() & 0o777;
        if mode & 0o077 != 0 {
            return Err(KeyError::Open { path, mode });
        }
        if metadata.len() > KEY_BYTES_MAX {
            return Err(KeyError::TooLarge(path));
        }
        let mut bytes = Zeroizing::new(Vec::with_capacity(metadata.len() as usize + 1));
        file.take(KEY_BYTES_MAX).read_to_end(&mut bytes).map_err(failed)?;
        Ok(Some(bytes))
    }

    /// Writes a key that is not there yet. When this returns, the key is on disk under its name.
    pub fn write_new(&self, name: &str, bytes: &[u8]) -> Result<(), KeyError> {
        let draft = self.draft(name, bytes)?;
        let path = self.file(name);
        // A link fails where the name is taken, and never shows half a file.
        let linked = fs::hard_link(&draft, &path);
        // The draft is only a second name of the same file.
        let _ = fs::remove_file(&draft);
        match linked {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(KeyError::Exists(path))
            }
            Err(source) => Err(KeyError::Io { path, source }),
            Ok(()) => self.sync(),
        }
    }

    /// Writes a key in the place of the one with this name, in one step.
    pub fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), KeyError> {
        let draft = self.draft(name, bytes)?;
        let path = self.file(name);
        fs::rename(&draft, &path).map_err(|source| KeyError::Io { path, source })?;
        self.sync()
    }

    /// Writes a file that nobody reads yet.
    fn draft(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, KeyError> {
        let path = self.file(&format!("{name}.{}.new", std::process::id()));
        let failed = |source| KeyError::Io { path: path.clone(), source };
        DirBuilder::new().recursive(true).mode(0o700).create(&self.path).map_err(failed)?;
        // Left behind by a process of the same number that was killed here.
        let _ = fs::remove_file(&path);
        let options = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path);
        let mut file = options.map_err(failed)?;
        file.write_all(bytes).and_then(|()| file.sync_all()).map_err(failed)?;
        Ok(path)
    }

    fn sync(&self) -> Result<(), KeyError> {
        let synced = File::open(&self.path).and_then(|folder| folder.sync_all());
        synced.map_err(|source| KeyError::Io { path: self.path.clone(), source })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn folder() -> (tempfile::TempDir, KeyFolder) {
        let parent = tempfile::tempdir().unwrap();
        let keys = KeyFolder::new(parent.path().join("house.keys"));
        (parent, keys)
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o777
    }

    #[test]
    fn a_key_is_for_its_owner_alone() {
        let (_parent, keys) = folder();
        assert!(keys.read("seal.key").unwrap().is_none());
        keys.write_new("seal.key", b"secret").unwrap();
        assert_eq!(keys.read("seal.key").unwrap().unwrap().as_slice(), b"secret");
        assert_eq!((mode(keys.path()), mode(&keys.file("seal.key"))), (0o700, 0o600));
        let files: Vec<_> = fs::read_dir(keys.path()).unwrap().collect();
        assert_eq!(files.len(), 1, "no draft is left");
    }

    #[test]
    fn a_key_is_never_overwritten_by_a_new_one() {
        let (_parent, keys) = folder();
        keys.write_new("seal.key", b"first").unwrap();
        assert!(matches!(keys.write_new("seal.key", b"second"), Err(KeyError::Exists(_))));
        assert_eq!(keys.read("seal.key").unwrap().unwrap().as_slice(), b"first");
        keys.replace("seal.key", b"second").unwrap();
        assert_eq!(keys.read("seal.key").unwrap().unwrap().as_slice(), b"second");
        assert_eq!(mode(&keys.file("seal.key")), 0o600);
    }

    #[test]
    fn a_key_that_others_can_read_is_refused() {
        let (_parent, keys) = folder();
        keys.write_new("seal.key", b"secret").unwrap();
        fs::set_permissions(keys.file("seal.key"), fs::Permissions::from_mode(0o640)).unwrap();
        let error = keys.read("seal.key").unwrap_err();
        assert!(matches!(error, KeyError::Open { mode: 0o640, .. }), "{error}");
    }
}
