//! The sessions of this user, by server, and the tokens of this device: two files that nobody else can read.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::Write as _;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wire::people::SignedInOut;

use super::Server;

const SESSIONS: &str = "sessions.json";
const DEVICES: &str = "devices.json";

/// A session as it is kept.
#[derive(Clone, Serialize, Deserialize)]
pub struct Kept {
    pub person: String,
    pub name: String,
    pub role: String,
    pub until: String,
    token: String,
}

impl Kept {
    /// The session of someone who has just signed in.
    pub(super) fn of(signed_in: &SignedInOut) -> Kept {
        let SignedInOut { person, name, role, until, token, .. } = signed_in.clone();
        Kept { person, name, role: role.into_owned(), until, token }
    }

    /// What proves the session to the server.
    pub(super) fn bearer(&self) -> String {
        format!("Bearer {}", self.token)
    }
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kept").field("person", &self.person).finish_non_exhaustive()
    }
}

/// All sessions of this user.
#[derive(Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tokens(BTreeMap<String, Kept>);

/// What makes this device known at a server, by person: it stays after signing out.
#[derive(Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Devices(BTreeMap<String, BTreeMap<String, String>>);

impl Devices {
    /// The token for a person at a server.
    pub(super) fn get(server: &Server, person: &str) -> anyhow::Result<Option<String>> {
        let Devices(known) = load(DEVICES)?;
        Ok(known.get(&server.to_string()).and_then(|people| people.get(person)).cloned())
    }

    /// Keeps the token for a person at a server.
    pub(super) fn keep(server: &Server, person: &str, token: String) -> anyhow::Result<()> {
        change(DEVICES, |Devices(known)| {
            known.entry(server.to_string()).or_default().insert(person.to_owned(), token);
        })
    }
}

impl Tokens {
    /// Reads the file; where there is none, nobody has signed in.
    pub fn load() -> anyhow::Result<Tokens> {
        load(SESSIONS)
    }

    /// The session at a server.
    pub fn get(&self, server: &Server) -> Option<&Kept> {
        self.0.get(&server.to_string())
    }

    /// Keeps a session.
    pub fn keep(server: &Server, session: Kept) -> anyhow::Result<()> {
        change(SESSIONS, |Tokens(sessions)| {
            sessions.insert(server.to_string(), session);
        })
    }

    /// Forgets the session at a server.
    pub fn forget(server: &Server) -> anyhow::Result<()> {
        change(SESSIONS, |Tokens(sessions)| {
            sessions.remove(&server.to_string());
        })
    }
}

/// Reads one of the files; where there is none, nothing is kept.
fn load<T: DeserializeOwned + Default>(name: &str) -> anyhow::Result<T> {
    let path = folder()?.join(name);
    let Ok(about) = fs::metadata(&path) else { return Ok(T::default()) };
    if about.permissions().mode() & 0o077 != 0 {
        let path = path.display();
        bail!("{path} can be read by others: sign out everywhere, then remove it or chmod 600 it");
    }
    let text = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    // What is in it is not repeated: it holds tokens.
    serde_json::from_slice(&text)
        .map_err(|_| anyhow::anyhow!("{} is damaged: remove it and sign in again", path.display()))
}

/// Changes one of the files, one process at a time; it is replaced as a whole.
fn change<T: DeserializeOwned + Default + Serialize>(
    name: &str,
    change: impl FnOnce(&mut T),
) -> anyhow::Result<()> {
    let folder = folder()?;
    let cannot = || format!("cannot write to {}", folder.display());
    DirBuilder::new().recursive(true).mode(0o700).create(&folder).with_context(cannot)?;
    fs::set_permissions(&folder, Permissions::from_mode(0o700)).with_context(cannot)?;
    let lock = private(&folder.join("sessions.lock")).with_context(cannot)?;
    lock.lock().with_context(cannot)?;
    let mut tokens: T = load(name)?;
    change(&mut tokens);
    let fresh = folder.join("sessions.new");
    // One that a crash left behind is written again.
    let mut file = private(&fresh).with_context(cannot)?;
    file.set_len(0).with_context(cannot)?;
    file.write_all(&serde_json::to_vec_pretty(&tokens)?).with_context(cannot)?;
    file.sync_all().with_context(cannot)?;
    fs::rename(&fresh, folder.join(name)).with_context(cannot)
}

fn private(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(path)
}

/// `$XDG_STATE_HOME/croupier`, or `~/.local/state/croupier`.
fn folder() -> anyhow::Result<PathBuf> {
    let absolute =
        |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = absolute("XDG_STATE_HOME").or_else(|| Some(absolute("HOME")?.join(".local/state")));
    Ok(state.context("set HOME or XDG_STATE_HOME: sessions are kept there")?.join("croupier"))
}
