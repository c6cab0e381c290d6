//! Signed heads of a chain, kept outside the store.
//!
//! A chain proves order and content to anyone who noted a later hash. An [`Anchor`] is such a note: which chain, how many
//! entries, the hash of the last, when, signed with a key that is not in the store ([`HeadKey`]). It goes to
//! [`Target`]s: a file on another disk, a command, a web address. A store that was put back to an older state, or whose
//! chain was rewritten and linked again, does not match what was signed before.

mod anchor;
mod compare;
mod key;
mod line;
mod pusher;
mod signer;
mod target;

pub use anchor::{Anchor, AnchorError, parse_all};
pub use compare::{Chain, Finding, Verdict, hash_at, newest_against};
pub use key::{HeadKey, HeadKeyError, PublicKey, Signature};
pub use line::{PrintedLine, PrintedLineError};
pub use pusher::{Pusher, Status, Tell};
pub use signer::{FolderError, Signer, in_folder};
pub use target::{Extent, NotATarget, ReadBack, Target, TargetError};
