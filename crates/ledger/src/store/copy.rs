//! A whole ledger from one store to another.

use super::{Batch, Store, StoreError, VaultChange};
use crate::chain::{Broken, Head, Verifier};
use crate::machine::Machine;
use crate::record::Record;
use crate::tail::subjects_of;

/// How many entries or rows are written at a time.
const CHUNK: usize = 4_096;
/// How often what was added meanwhile is copied before the ledger is locked for the rest.
const PASSES: usize = 8;

/// Why a house was not copied or moved. Unless it says otherwise, the destination is as empty as
/// before.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum CopyError {
    #[error("the destination store already has {0} entries: give an empty one")]
    NotEmpty(u64),
    #[error("cannot read the source store: {0}")]
    From(StoreError),
    #[error("cannot write to the destination store: {0}")]
    To(StoreError),
    #[error("the source ledger failed its check: {0}")]
    Broken(#[from] Broken),
    #[error("the copy ends at entry {}, but the house ends at entry {}", .copy.seq, .house.seq)]
    OtherEnd { house: Head, copy: Head },
    /// The copy is whole, but the house may still be where it was.
    #[error(
        "the house was copied, but the old store may not be sealed: {0}; open no table until you have settled which of the two is the house"
    )]
    NotSealed(StoreError),
}

/// Copies a house into an empty store and returns where its chain ends; `progress` hears how many
/// entries of how many are copied. Play continues while most of it is copied; for the rest nobody
/// writes to either. The copy is complete or it is not there at all. The house stays where it is.
pub fn copy<M: Machine>(
    from: &mut dyn Store,
    to: &mut dyn Store,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Head, CopyError> {
    carry::<M>(from, to, None, progress)
}

/// Moves a house into an empty store: copies it, and then seals the old store with the new address
/// before anyone can write there again. Processes that had the old one open are told at their next
/// write.
pub fn relocate<M: Machine>(
    from: &mut dyn Store,
    to: &mut dyn Store,
    address: &str,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Head, CopyError> {
    carry::<M>(from, to, Some(address), progress)
}

fn carry<M: Machine>(
    from: &mut dyn Store,
    to: &mut dyn Store,
    sealed_with: Option<&str>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Head, CopyError> {
    let carried = copy_and_lock::<M>(from, to, sealed_with, progress).and_then(|end| {
        if let Some(address) = sealed_with {
            from.seal(address).map_err(CopyError::NotSealed)?;
        }
        Ok(end)
    });
    from.roll_back();
    to.roll_back();
    carried
}

/// Copies everything, and leaves the old store locked at the end of what was copied.
fn copy_and_lock<M: Machine>(
    from: &mut dyn Store,
    to: &mut dyn Store,
    sealed_with: Option<&str>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Head, CopyError> {
    must_be_here(from, sealed_with)?;
    let there = to.begin().map_err(CopyError::To)?;
    if there != Head::EMPTY {
        return Err(CopyError::NotEmpty(there.seq));
    }
    // Entries never change, so they can be copied while others are added after them.
    let mut chain = Verifier::default();
    for _ in 0..PASSES {
        let head = from.head().map_err(CopyError::From)?;
        if head.seq <= chain.head().seq + CHUNK as u64 {
            break;
        }
        copy_entries::<M>(from, to, &mut chain, head, progress)?;
    }
    let end = from.begin().map_err(CopyError::From)?;
    // Someone else may have moved it meanwhile.
    must_be_here(from, sealed_with)?;
    copy_entries::<M>(from, to, &mut chain, end, progress)?;
    for kind in from.kinds().map_err(CopyError::From)? {
        let rows = from.rows_of(&kind).map_err(CopyError::From)?;
        for rows in rows.chunks(CHUNK) {
            let batch = Batch { rows: rows.to_vec(), ..Batch::default() };
            to.write(&batch).map_err(CopyError::To)?;
        }
    }
    for kept in from.vault().map_err(CopyError::From)?.chunks(CHUNK) {
        let vault = kept.iter().cloned().map(VaultChange::Keep).collect();
        to.write(&Batch { vault, ..Batch::default() }).map_err(CopyError::To)?;
    }
    to.commit(&Batch::default()).map_err(CopyError::To)?;
    let copy = to.head().map_err(CopyError::To)?;
    if copy == end { Ok(end) } else { Err(CopyError::OtherEnd { house: end, copy }) }
}

/// A house is moved away once. What was moved can still be copied.
fn must_be_here(from: &mut dyn Store, sealed_with: Option<&str>) -> Result<(), CopyError> {
    match (sealed_with, from.moved_to().map_err(CopyError::From)?) {
        (Some(_), Some(to)) => Err(CopyError::From(StoreError::Moved { to })),
        _ => Ok(()),
    }
}

/// Copies the entries after those already copied, up to this end.
fn copy_entries<M: Machine>(
    from: &mut dyn Store,
    to: &mut dyn Store,
    chain: &mut Verifier,
    end: Head,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), CopyError> {
    while chain.head().seq < end.seq {
        let mut entries = from.entries(chain.head().seq, CHUNK).map_err(CopyError::From)?;
        entries.retain(|entry| entry.seq <= end.seq);
        if entries.is_empty() {
            break;
        }
        let mut batch = Batch { ids: Vec::with_capacity(entries.len()), ..Batch::default() };
        for entry in &entries {
            chain.entry(entry.seq, &entry.line, entry.hash)?;
            let record: Record<M> = Record::read(entry.as_ref()).map_err(|error| {
                Broken::Impossible { line: entry.seq, seq: entry.seq, why: error.to_string() }
            })?;
            batch.ids.push(record.id);
            let Record { request, effect, .. } = &record;
            batch.subjects.extend(subjects_of::<M>(entry.seq, request, effect));
        }
        batch.entries = entries;
        to.write(&batch).map_err(CopyError::To)?;
        progress(chain.head().seq, end.seq);
    }
    Ok(chain.ends_at(end)?)
}
