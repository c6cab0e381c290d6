//! The numbers that five-card values are made of. Shared with `build.rs`, so it knows nothing but
//! numbers: ranks are 0 for a deuce to 12 for an ace, categories 0 for a high card to 9 for a
//! royal flush, which is their order.
//!
//! The category takes the upper four bits. Below it stand the ranks that decide, first the one
//! that decides first: four bits each where that fits, and otherwise the place of the set of ranks
//! among all sets of that size, whose order is the order of their highest differing rank.

/// The bits below the category.
pub(crate) const CATEGORY_SHIFT: u32 = 12;

pub(crate) const HIGH_CARD: u16 = 0;
pub(crate) const PAIR: u16 = 1;
pub(crate) const TWO_PAIR: u16 = 2;
pub(crate) const THREE_OF_A_KIND: u16 = 3;
pub(crate) const STRAIGHT: u16 = 4;
pub(crate) const FLUSH: u16 = 5;
pub(crate) const FULL_HOUSE: u16 = 6;
pub(crate) const FOUR_OF_A_KIND: u16 = 7;
pub(crate) const STRAIGHT_FLUSH: u16 = 8;
pub(crate) const ROYAL_FLUSH: u16 = 9;

/// Sets of three of thirteen ranks.
const KICKERS: u16 = 286;

/// The value of a five-card hand from its category and deciding ranks, highest first. Ranks that
/// the category does not have are not looked at.
pub(crate) const fn encode(category: u16, ranks: [u8; 5]) -> u16 {
    let [a, b, c, ..] = ranks;
    let (a, b, c) = (a as u16, b as u16, c as u16);
    let rest = match category {
        HIGH_CARD | FLUSH => place_of_set(ranks, 0),
        PAIR => a * KICKERS + place_of_set([ranks[1], ranks[2], ranks[3], 0, 0], 2),
        TWO_PAIR | THREE_OF_A_KIND => a << 8 | b << 4 | c,
        FULL_HOUSE | FOUR_OF_A_KIND => a << 4 | b,
        STRAIGHT | STRAIGHT_FLUSH | ROYAL_FLUSH => a,
        _ => panic!("there are ten categories"),
    };
    category << CATEGORY_SHIFT | rest
}

/// The deciding ranks of a value and how many they are.
pub(crate) const fn decode(value: u16) -> ([u8; 5], usize) {
    let rest = value & ((1 << CATEGORY_SHIFT) - 1);
    match value >> CATEGORY_SHIFT {
        HIGH_CARD | FLUSH => (set_of_place(rest, 5), 5),
        PAIR => {
            let [a, b, c, ..] = set_of_place(rest % KICKERS, 3);
            ([(rest / KICKERS) as u8, a, b, c, 0], 4)
        }
        TWO_PAIR | THREE_OF_A_KIND => {
            ([(rest >> 8) as u8, (rest >> 4 & 15) as u8, (rest & 15) as u8, 0, 0], 3)
        }
        FULL_HOUSE | FOUR_OF_A_KIND => ([(rest >> 4) as u8, (rest & 15) as u8, 0, 0, 0], 2),
        _ => ([rest as u8, 0, 0, 0, 0], 1),
    }
}

/// The place of a set of ranks, highest first, among the sets of as many; the last `unused` of
/// the five are no members.
const fn place_of_set(ranks: [u8; 5], unused: usize) -> u16 {
    let (mut place, mut index) = (0, 0);
    while index < 5 - unused {
        place += choose(ranks[index] as u16, (5 - unused - index) as u16);
        index += 1;
    }
    place
}

const fn set_of_place(mut place: u16, size: usize) -> [u8; 5] {
    let mut ranks = [0; 5];
    let (mut index, mut rank) = (0, 13);
    while index < size {
        rank -= 1;
        // Members descend, so the next is the highest rank whose sets still start at or below.
        while choose(rank, (size - index) as u16) > place {
            rank -= 1;
        }
        place -= choose(rank, (size - index) as u16);
        ranks[index] = rank as u8;
        index += 1;
    }
    ranks
}

/// How many sets of `k` there are of `n`, for small ones.
const fn choose(n: u16, k: u16) -> u16 {
    let (mut product, mut step) = (1u32, 0);
    while step < k {
        if step >= n {
            return 0;
        }
        product = product * (n - step) as u32 / (step + 1) as u32;
        step += 1;
    }
    product as u16
}
