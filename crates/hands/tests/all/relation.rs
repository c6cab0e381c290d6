//! Are our values and the naive keys the same order?

use hands::naive::Key;

/// Which naive key goes with which of our values.
pub(crate) struct Relation {
    keys: Vec<Option<Key>>,
}

impl Relation {
    pub(crate) fn new() -> Relation {
        Relation { keys: vec![None; 1 << 16] }
    }

    /// One hand: its value and its key.
    #[track_caller]
    pub(crate) fn note(&mut self, value: u16, key: Key) {
        let known = self.keys[usize::from(value)].get_or_insert(key);
        assert_eq!(*known, key, "one value {value:#x} for two keys");
    }

    /// All of another relation as well.
    #[track_caller]
    pub(crate) fn merge(&mut self, other: &Relation) {
        for (value, key) in other.keys.iter().enumerate() {
            if let Some(key) = key {
                self.note(value as u16, *key);
            }
        }
    }

    /// Greater values have greater keys, and so no key has two values; how many there are.
    #[track_caller]
    pub(crate) fn classes(&self) -> usize {
        let keys: Vec<&Key> = self.keys.iter().flatten().collect();
        for pair in keys.windows(2) {
            assert!(pair[0] < pair[1], "{:?} is below {:?}", pair[0], pair[1]);
        }
        keys.len()
    }

    /// How many classes have this category.
    pub(crate) fn classes_of(&self, category: u8) -> usize {
        self.keys.iter().flatten().filter(|key| key[0] == category).count()
    }
}
