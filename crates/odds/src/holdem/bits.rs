//! Decisions of yes or no, a bit each.

/// Yes or no for each of many.
#[derive(Clone, Default)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    pub(crate) fn collect(all: impl Iterator<Item = bool>) -> Bits {
        let mut bits = Vec::new();
        for (place, is_set) in all.enumerate() {
            if place % 64 == 0 {
                bits.push(0);
            }
            bits[place / 64] |= u64::from(is_set) << (place % 64);
        }
        Bits(bits)
    }

    #[inline]
    pub(crate) fn has(&self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 == 1
    }
}
