//! How a hand becomes a place in a table. Shared with `build.rs`, which fills the tables, so it
//! knows nothing but numbers.
//!
//! Every rank has a key of 28 bits such that the sum of the keys of up to seven cards, at most
//! four of a rank, tells their ranks apart. The upper bits of a sum choose a row, whose
//! displacement is added to the lower bits: that is the place of the value.

/// Sums of these are distinct for all seven cards of any ranks, four of a rank at most; so they
/// are for five and for six cards, since two more cards of a rank that neither hand has would
/// make seven.
const RANKS: [u32; 13] =
    [0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262_349, 636_345, 1_479_181];

/// An odd factor keeps sums distinct and spreads them; this one, found by trying some hundreds,
/// lets the rows of all three sizes be displaced into tables that are three quarters full.
const SPREAD: u32 = 0x76eb_a80b;

/// The bits of a key.
pub(crate) const KEY_BITS: u32 = 28;

/// The key of a rank, 0 for a deuce to 12 for an ace.
pub(crate) const fn rank_key(rank: usize) -> u32 {
    RANKS[rank].wrapping_mul(SPREAD) & ((1 << KEY_BITS) - 1)
}

/// One table of best five-card values: how its rows and places are taken from a key.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    /// The upper bits of the key that choose a row.
    pub(crate) row_bits: u32,
    /// The table has two to the power of this many places.
    pub(crate) place_bits: u32,
}

impl Layout {
    pub(crate) const FIVE: Layout = Layout { row_bits: 10, place_bits: 13 };
    pub(crate) const SIX: Layout = Layout { row_bits: 11, place_bits: 15 };
    pub(crate) const SEVEN: Layout = Layout { row_bits: 12, place_bits: 16 };

    /// The number of rows.
    pub(crate) const fn rows(self) -> usize {
        1 << self.row_bits
    }

    /// The number of places in the table.
    pub(crate) const fn places(self) -> usize {
        1 << self.place_bits
    }
}
