//! Decisions of yes or no, a bit each.

/// Yes or no for each of many.
#[derive(Clone, Default)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    /// A bit for each of some things.
    pub(crate) fn of<T>(all: &[T], is_set: impl Fn(&T) -> bool) -> Bits {
        let word = |part: &[T]| {
            let bits = part.iter().enumerate();
            bits.fold(0, |word, (place, thing)| word | u64::from(is_set(thing)) << place)
        };
        Bits(all.chunks(64).map(word).collect())
    }

    pub(crate) fn collect(all: impl Iterator<Item = bool>) -> Bits {
        let all: Vec<bool> = all.collect();
        Bits::of(&all, |&is_set| is_set)
    }

    #[inline]
    pub(crate) fn has(&self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 == 1
    }
}
