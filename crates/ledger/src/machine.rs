//! What a ledger runs: a deterministic machine.

use std::fmt::Debug;

use money::Moment;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::chain::Hash;
use crate::ids::RequestId;

/// A thing of the machine's state, or something that entries are about, by kind and name: `meter
/// caribbean-1`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key {
    /// The kind of thing: `meter`.
    pub kind: String,
    /// Its name among those of its kind. Numbers are padded so that they sort.
    pub name: String,
}

impl Key {
    /// The thing of this kind with this name.
    pub fn new(kind: impl Into<String>, name: impl Into<String>) -> Key {
        Key { kind: kind.into(), name: name.into() }
    }
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.kind, self.name)
    }
}

/// A thing that changed, as stores keep it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The thing that changed.
    pub key: Key,
    /// Its new state as JSON.
    pub json: String,
    /// Whether it is still part of the state, or kept only to be looked up.
    pub is_live: bool,
}

/// Something in a machine's state that contradicts itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inconsistency {
    /// What cannot be trusted.
    pub key: Key,
    /// The reason.
    pub why: String,
}

/// A request on its way into the ledger.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Post<R> {
    /// The caller's id: the same id with the same content is done once.
    pub id: RequestId,
    /// When, by the caller's clock.
    pub at: Moment,
    /// The request.
    pub request: R,
}

/// A deterministic machine: its state is a function of the requests it was given, in order.
///
/// It has no clock and no randomness of its own; both come with the request. Cloning it must be cheap
/// (persistent maps, shared values): the ledger works on a clone and keeps it only if the request was
/// accepted, so a request that is refused, or that panics, changes nothing.
pub trait Machine: Clone + Default + Send + Sync + 'static {
    /// The version of the stored formats that this machine writes. Older ones must stay readable.
    const VERSION: u32;

    /// What can be asked, in the stored format. A field added later must have a default.
    type Request: Serialize + DeserializeOwned + Clone + PartialEq + Debug + Send + Sync + 'static;
    /// What a request did, in the stored format: written down with it.
    type Effect: Serialize + DeserializeOwned + Clone + PartialEq + Debug + Send + Sync + 'static;
    /// Why a request is refused.
    type Refusal: std::error::Error + Clone + PartialEq + Send + Sync + 'static;

    /// Does what is asked, or refuses.
    fn apply(&mut self, at: Moment, request: &Self::Request)
    -> Result<Self::Effect, Self::Refusal>;

    /// Repeats a recorded request. What the machine would need from outside its state, it may take from the recorded
    /// effect. The effect it returns is compared with the recorded one.
    fn redo(
        &mut self,
        at: Moment,
        request: &Self::Request,
        _effect: &Self::Effect,
    ) -> Result<Self::Effect, Self::Refusal> {
        self.apply(at, request)
    }

    /// Takes over what another machine has that is no part of its state, such as keys.
    fn equip(&mut self, _like: &Self) {}

    /// What changed since this was last called. Things that are not live any more are dropped.
    fn take_changes(&mut self) -> Vec<Change>;

    /// Takes in a thing as a store keeps it, instead of what it had under that key.
    fn load(&mut self, key: &Key, json: &str) -> Result<(), String>;

    /// The JSON that this machine would write for a thing that an older release may have written.
    fn normalize(key: &Key, json: &str) -> Result<String, String>;

    /// Forgets a thing that is not live any more.
    fn unload(&mut self, key: &Key);

    /// What an entry is about: it is found under each of these.
    fn subjects(request: &Self::Request, effect: &Self::Effect) -> Vec<Key>;

    /// The things that a request would read or change. It is refused while one of them is in doubt.
    /// A request that concerns nothing, such as a note, is always taken.
    fn depends_on(&self, request: &Self::Request) -> Vec<Key>;

    /// The hashes of what is kept beside the chain and cannot be done without.
    fn keeps(&self) -> Vec<Hash> {
        Vec::new()
    }

    /// What in the state contradicts itself.
    fn inconsistencies(&self) -> Vec<Inconsistency>;
}
