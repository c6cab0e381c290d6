//! Sums over the cards to come, for every board at once.
//!
//! A finished board is worth what its plain ranks are worth, and in the suit that has three cards or
//! more the difference that this suit makes. So a board of three or four is worth a function of its
//! ranks R, and for each of its suits one of the ranks S in the suit and of the others O, two at most:
//! fewer cards of a suit make no flush any more. Of the next card, with l the cards that the hand and
//! the board leave of a rank, all or outside the suit:
//!
//! ```text
//! f(R)    = sum over r of l(r) f(R+r)
//! g(S; O) = sum over v of g(S+v; O) + sum over y of l(y) g(S; O+y)
//! ```
//!
//! Turn and river are told apart. A difference is 0 where the hand holds a card of S. The way down,
//! from how often boards are met to how often the next ones are, is the transpose of the same sums.

use std::sync::LazyLock;

use arrayvec::ArrayVec;
use num_traits::PrimInt;

use super::texture::{
    OTHERS, RANKS, multiset_place, multisets, pair_place, set_place, sets, suit_begins,
};

/// What is summed.
pub(crate) trait Part: Copy + Send + Sync {
    const ZERO: Self;

    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times(self, count: usize) -> Self;
}

/// A whole number that is summed.
pub(crate) trait Number: Part + PrimInt + Into<Self::Long> {
    /// Numbers for sums of flops, and of pays.
    type Long: PrimInt + Into<i128>;

    /// A number that is known to be short enough.
    fn of(number: i64) -> Self;

    /// The number, as long as can be.
    fn long(self) -> i128 {
        self.to_i128().expect("nothing is longer")
    }
}

macro_rules! number {
    ($number:ty, $long:ty) => {
        impl Part for $number {
            const ZERO: $number = 0;

            #[inline(always)]
            fn plus(self, other: $number) -> $number {
                self + other
            }

            #[inline(always)]
            fn minus(self, other: $number) -> $number {
                self - other
            }

            #[inline(always)]
            fn times(self, count: usize) -> $number {
                self * count as $number
            }
        }

        impl Number for $number {
            type Long = $long;

            #[inline(always)]
            fn of(number: i64) -> $number {
                debug_assert_eq!(i128::from(number as $number), i128::from(number));
                number as $number
            }
        }
    };
}

number!(i32, i64);
number!(i64, i128);
number!(i128, i128);

/// Several numbers, each summed for itself.
impl<W: Part, const L: usize> Part for [W; L] {
    const ZERO: [W; L] = [W::ZERO; L];

    #[inline(always)]
    fn plus(mut self, other: [W; L]) -> [W; L] {
        for place in 0..L {
            self[place] = self[place].plus(other[place]);
        }
        self
    }

    #[inline(always)]
    fn minus(mut self, other: [W; L]) -> [W; L] {
        for place in 0..L {
            self[place] = self[place].minus(other[place]);
        }
        self
    }

    #[inline(always)]
    fn times(mut self, count: usize) -> [W; L] {
        for number in &mut self {
            *number = number.times(count);
        }
        self
    }
}

#[inline(always)]
fn add<W: Part>(to: &mut [W], from: &[W]) {
    to.iter_mut().zip(from).for_each(|(to, &from)| *to = to.plus(from));
}

/// For each set of some size, in the order of their places, the places of the sets that lack one of
/// its members.
static SMALLER: LazyLock<[Vec<ArrayVec<usize, 5>>; 6]> = LazyLock::new(|| {
    let without = |set: &Vec<usize>| {
        let without = |left_out: usize| {
            let mut smaller = set.clone();
            smaller.remove(left_out);
            set_place(&smaller)
        };
        (0..set.len()).map(without).collect()
    };
    std::array::from_fn(|size| sets(size).iter().map(without).collect())
});

/// The members of a multiset, and the places that they have with another.
type Larger = (Vec<usize>, [usize; RANKS]);

/// All multisets of three and of four.
static LARGER: LazyLock<[Vec<Larger>; 2]> = LazyLock::new(|| {
    let with = |board: Vec<usize>| {
        let made = std::array::from_fn(|rank| {
            let mut larger = board.clone();
            larger.push(rank);
            larger.sort_unstable();
            multiset_place(&larger)
        });
        (board, made)
    };
    [3, 4].map(|cards| multisets(cards).into_iter().map(with).collect())
});

/// The cards that a hand leaves of each rank, all of them or those outside a suit.
#[derive(Clone, Copy)]
pub(crate) struct LeftOf(pub(crate) [usize; RANKS]);

impl LeftOf {
    /// How many are left of a rank on a board of some ranks.
    fn beside(&self, board: &[usize], rank: usize) -> usize {
        self.0[rank].saturating_sub(board.iter().filter(|&&other| other == rank).count())
    }

    /// The worth of boards of `cards` cards by their ranks, given that of boards with one card more.
    #[inline(always)]
    pub(crate) fn ranks_up<W: Part>(&self, cards: usize, next: &[W]) -> Vec<W> {
        let of = |(board, made): &Larger| {
            made.iter().enumerate().fold(W::ZERO, |sum, (rank, &larger)| {
                sum.plus(next[larger].times(self.beside(board, rank)))
            })
        };
        LARGER[cards - 3].iter().map(of).collect()
    }

    /// How often boards with one card more are met by their ranks, given how often those of `cards` cards are.
    pub(crate) fn ranks_down(&self, cards: usize, met: &[i32]) -> Vec<i32> {
        let last = LARGER[cards - 3].last().expect("there are boards");
        let mut next = vec![0; last.1[RANKS - 1] + 1];
        for ((board, made), met) in LARGER[cards - 3].iter().zip(met) {
            for (rank, &larger) in made.iter().enumerate() {
                next[larger] += met * self.beside(board, rank) as i32;
            }
        }
        next
    }

    /// What another card outside the suit makes of the other ranks, two or one with it: for each of those
    /// without it, the places with it and how many such cards there are.
    fn other_cards(&self) -> [Vec<[(usize, usize); RANKS]>; 2] {
        let beside = |x| std::array::from_fn(|y| (pair_place(x, y), self.beside(&[x], y)));
        [(0..RANKS).map(beside).collect(), vec![std::array::from_fn(|y| (y, self.0[y]))]]
    }

    /// What a suit adds to boards of `cards` cards, given what it adds to boards with one card more: `next` writes
    /// some of that, from a place on, so that all of it is never in memory at once.
    #[inline(always)]
    pub(crate) fn suit_up<W: Part>(&self, cards: usize, next: impl Fn(usize, &mut [W])) -> Vec<W> {
        let (here, there) = (suit_begins(cards), suit_begins(cards + 1));
        let mut sums = vec![W::ZERO; here[3]];
        let mut worth = [W::ZERO; OTHERS[0]];
        let other_cards = self.other_cards();
        for (part, width) in OTHERS.into_iter().enumerate() {
            let worth = &mut worth[..width];
            for (set, smaller) in SMALLER[cards - 1 + part].iter().enumerate() {
                next(there[part] + set * width, worth);
                for smaller in smaller {
                    add(&mut sums[here[part] + smaller * width..][..width], worth);
                }
                let Some(others) = other_cards.get(part) else { continue };
                let width = OTHERS[part + 1];
                let sums = &mut sums[here[part + 1] + set * width..][..width];
                for (sum, cards) in sums.iter_mut().zip(others) {
                    for &(with, count) in cards {
                        *sum = sum.plus(worth[with].times(count));
                    }
                }
            }
        }
        sums
    }

    /// How often boards with one card more are met as a suit sees them, given how often those of `cards`
    /// cards are.
    pub(crate) fn suit_down(&self, cards: usize, met: &[i32]) -> Vec<i32> {
        let (here, there) = (suit_begins(cards), suit_begins(cards + 1));
        let mut next = vec![0; there[3]];
        for (part, width) in OTHERS.into_iter().enumerate() {
            let met = &met[here[part]..here[part + 1]];
            let next = next[there[part]..there[part + 1]].chunks_exact_mut(width);
            for (smaller, next) in SMALLER[cards - 1 + part].iter().zip(next) {
                smaller.iter().for_each(|set| add(next, &met[set * width..][..width]));
            }
        }
        for (part, others) in self.other_cards().iter().enumerate() {
            let met = met[here[part + 1]..here[part + 2]].chunks_exact(OTHERS[part + 1]);
            let next = next[there[part]..there[part + 1]].chunks_exact_mut(OTHERS[part]);
            for (met, next) in met.zip(next) {
                for (met, cards) in met.iter().zip(others) {
                    cards.iter().for_each(|&(with, count)| next[with] += met * count as i32);
                }
            }
        }
        next
    }
}

/// What is in memory already, in the parts that [`LeftOf::suit_up`] asks for.
pub(crate) fn some_of<W: Part>(all: &[W]) -> impl Fn(usize, &mut [W]) {
    move |from, to| to.copy_from_slice(&all[from..][..to.len()])
}
