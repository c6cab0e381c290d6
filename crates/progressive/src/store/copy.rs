//! A whole house from one store to another.

use super::{Batch, Store, StoreError};
use crate::chain::{Broken, Head, Verifier};
use crate::house::Key;

/// How many entries are read and written at a time.
const CHUNK: usize = 4_096;

/// Why a house was not copied. The store it should have gone to is as empty as before.
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
}

/// Copies a house into an empty store and says where its chain ends. No one else writes to either
/// meanwhile; the copy is there whole or not at all. Whoever ran the house on the old store must
/// open the new one before it takes another bet.
pub fn copy(from: &mut dyn Store, to: &mut dyn Store) -> Result<Head, CopyError> {
    let copied = copy_locked(from, to);
    from.roll_back();
    if copied.is_err() {
        to.roll_back();
    }
    let house = copied?;
    let copy = to.head().map_err(CopyError::To)?;
    if copy == house { Ok(house) } else { Err(CopyError::OtherEnd { house, copy }) }
}

fn copy_locked(from: &mut dyn Store, to: &mut dyn Store) -> Result<Head, CopyError> {
    let end = from.begin().map_err(CopyError::From)?;
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
            let id = entry.request_id().map_err(|error| Broken::Law {
                line: entry.seq,
                seq: entry.seq,
                why: error.to_string(),
            })?;
            batch.ids.push(id);
        }
        batch.entries = entries;
        to.write(&batch).map_err(CopyError::To)?;
    }
    chain.ends_at(end)?;
    let mut last = Batch::default();
    for kind in Key::KINDS {
        last.rows.extend(from.rows_of(kind).map_err(CopyError::From)?);
    }
    to.commit(&last).map_err(CopyError::To)?;
    Ok(end)
}
