//! The tables that `build.rs` makes: for each size the displacements of the rows and then the
//! values at their places, and the values of flushes by the ranks of the suit.

#![allow(clippy::unreadable_literal)]

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

/// The bytes of all tables of the crate.
#[doc(hidden)]
pub const BYTES: usize = size_of_val(&FIVE)
    + size_of_val(&SIX)
    + size_of_val(&SEVEN)
    + size_of_val(&FLUSHES)
    + crate::hand::KEYS_BYTES;
