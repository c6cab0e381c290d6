//! A whole house from one store to another.

use super::{Batch, Moved, Store, StoreError};
use crate::chain::{Broken, Head, Verifier};
use crate::house::Key;

/// How many entries or rows are written at a time.
const CHUNK: usize = 4_096;

/// Why a house was not copied or moved. Unless it says so, the store it should have gone to is as empty
/// as before.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum CopyError {
    #[error("the store to copy to holds {0} entries already: give an empty one")]
    NotEmpty(u64),
    #[error("the store to copy from cannot be read: {0}")]
    From(StoreError),
    #[error("the store to copy to cannot be written: {0}")]
    To(StoreError),
    #[error("the ledger to be copied is not whole: {0}")]
    Broken(#[from] Broken),
    #[error("the copy ends with entry {}, the house with entry {}", .copy.seq, .house.seq)]
    OtherEnd { house: Head, copy: Head },
    /// The copy is whole, but the house may still be where it was.
    #[error(
        "the house was copied, but the old store may not be sealed: {0}; let no table open before it is settled which of the two is the house"
    )]
    NotSealed(StoreError),
}

/// Copies a house into an empty store and says where its chain ends. No one else writes to either
/// meanwhile; the copy is there whole or not at all. The house stays where it is.
pub fn copy(from: &mut dyn Store, to: &mut dyn Store) -> Result<Head, CopyError> {
    let begun = from.begin().map_err(CopyError::From);
    let copied = begun.and_then(|end| copy_locked(from, end, to));
    from.roll_back();
    to.roll_back();
    copied
}

/// Moves a house into an empty store: copies it, and then seals the old store with the new address,
/// before anyone can write there again. Whoever had the old one open is told at the next writing.
pub fn relocate(
    from: &mut dyn Store,
    to: &mut dyn Store,
    address: &str,
) -> Result<Head, CopyError> {
    let moved = relocate_locked(from, to, address);
    from.roll_back();
    to.roll_back();
    moved
}

fn relocate_locked(
    from: &mut dyn Store,
    to: &mut dyn Store,
    address: &str,
) -> Result<Head, CopyError> {
    let end = from.begin().map_err(CopyError::From)?;
    if let Some(to) = from.moved_to().map_err(CopyError::From)? {
        return Err(CopyError::From(StoreError::Moved { to }));
    }
    copy_locked(from, end, to)?;
    from.seal(address).map_err(CopyError::NotSealed)?;
    Ok(end)
}

/// Copies up to this end, and leaves the old store locked.
fn copy_locked(from: &mut dyn Store, end: Head, to: &mut dyn Store) -> Result<Head, CopyError> {
    let there = to.begin().map_err(CopyError::To)?;
    if there != Head::EMPTY {
        return Err(CopyError::NotEmpty(there.seq));
    }
    let mut chain = Verifier::default();
    while chain.head().seq < end.seq {
        let entries = from.entries(chain.head().seq, CHUNK).map_err(CopyError::From)?;
        if entries.is_empty() {
            break;
        }
        let mut batch = Batch { ids: Vec::with_capacity(entries.len()), ..Batch::default() };
        for entry in &entries {
            chain.entry(entry.seq, &entry.line, entry.hash)?;
            let (id, effect) = entry.id_and_effect().map_err(|error| Broken::Law {
                line: entry.seq,
                seq: entry.seq,
                why: error.to_string(),
            })?;
            batch.ids.push(id);
            batch.moves.extend(Moved::by(entry.seq, &effect));
        }
        batch.entries = entries;
        to.write(&batch).map_err(CopyError::To)?;
    }
    chain.ends_at(end)?;
    for kind in Key::KINDS {
        let rows = from.rows_of(kind).map_err(CopyError::From)?;
        for rows in rows.chunks(CHUNK) {
            let batch = Batch { rows: rows.to_vec(), ..Batch::default() };
            to.write(&batch).map_err(CopyError::To)?;
        }
    }
    to.commit(&Batch::default()).map_err(CopyError::To)?;
    let copy = to.head().map_err(CopyError::To)?;
    if copy == end { Ok(end) } else { Err(CopyError::OtherEnd { house: end, copy }) }
}
