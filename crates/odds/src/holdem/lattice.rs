//! The sums of a river's worth over turn and river, for every flop at once.
//!
//! A finished board is worth what its plain ranks are, M, and in the suit that has three cards or more
//! the difference D between the texture with the flush suit and the plain one. So a flop is worth a
//! function of its ranks and, for each of its suits, one of the ranks in the suit (a, b, c) and of the
//! others (x, y). With l the cards left of a rank, all or outside the suit, and R the ranks on the board:
//!
//! ```text
//! Q(R4) = sum over r of l(r) M(R4+r)        P(R3) = sum over r of l(r) Q(R3+r)
//! T(ab;xy) = sum over v of D(abv;xy)        Z(abc;x) = sum over v of D(abcv;x)       W(abcd) = sum over v of D(abcdv)
//! one(a;xy) = sum over b of T(ab;xy)        two(ab;x) = 2 sum over y of l(y) T(ab;xy) + sum over c of Z(abc;x)
//! three(abc) = 2 sum over xy of ways(xy) D(abc;xy) + 2 sum over x of l(x) Z(abc;x) + sum over d of W(abcd)
//! ```
//!
//! Turn and river are told apart. The way down, from how often each flop is met to how often each
//! river is, is the transpose of the same sums. D is 0 where the hand holds a card of the board.

use std::ops::AddAssign;
use std::sync::LazyLock;

use arrayvec::ArrayVec;
use num_traits::PrimInt;

use super::texture::{
    FLUSH, FLUSH_BEGINS, PAIRS, PLAIN, RANKS, ROWS, SETS, multiset_place, multisets, pair_place,
    set_place, sets,
};

/// Multisets of the ranks of a flop, and of a board of four.
pub(crate) const FLOP_RANKS: usize = 455;
pub(crate) const TURN_RANKS: usize = 1_820;
/// Sets of two ranks.
const TWOS: usize = 78;
/// Where the cells of flops with two and three cards of a suit begin.
const TWO_BEGINS: usize = RANKS * PAIRS;
const THREE_BEGINS: usize = TWO_BEGINS + TWOS * RANKS;
/// Flops, as one of their suits sees them.
pub(crate) const CELLS: usize = THREE_BEGINS + SETS[0];
/// Where the cells of boards of four with three and four cards of a suit begin.
const TURN_THREE_BEGINS: usize = TWOS * PAIRS;
const TURN_FOUR_BEGINS: usize = TURN_THREE_BEGINS + SETS[0] * RANKS;
/// Boards of four, as one of their suits sees them that has two cards or more.
pub(crate) const TURN_CELLS: usize = TURN_FOUR_BEGINS + SETS[1];

/// Whole numbers that are summed.
pub(crate) trait Part:
    PrimInt + AddAssign + From<i32> + Into<Self::Long> + Send + Sync
{
    /// Numbers for sums of flops, and of pays.
    type Long: PrimInt + From<i32> + Into<i128>;

    /// A number that is known to be short enough.
    fn of(number: i64) -> Self;
}

impl Part for i32 {
    type Long = i64;

    #[inline]
    fn of(number: i64) -> i32 {
        debug_assert!(i32::try_from(number).is_ok());
        number as i32
    }
}

impl Part for i64 {
    type Long = i128;

    #[inline]
    fn of(number: i64) -> i64 {
        number
    }
}

/// Which cell of a suit a flop is: the ranks of the suit and those of the other cards, lowest first.
pub(crate) fn flop_cell(suit: &[usize], others: &[usize]) -> Option<usize> {
    match suit.len() {
        0 => None,
        1 => Some(suit[0] * PAIRS + multiset_place(others)),
        2 => Some(TWO_BEGINS + set_place(suit) * RANKS + others[0]),
        _ => Some(THREE_BEGINS + set_place(suit)),
    }
}

/// Which cell of a suit a board of four is: nothing for a suit that has less than two cards.
pub(crate) fn turn_cell(suit: &[usize], others: &[usize]) -> Option<usize> {
    match suit.len() {
        0 | 1 => None,
        2 => Some(set_place(suit) * PAIRS + multiset_place(others)),
        3 => Some(TURN_THREE_BEGINS + set_place(suit) * RANKS + others[0]),
        _ => Some(TURN_FOUR_BEGINS + set_place(suit)),
    }
}

/// Which boards lie in which.
struct Lattice {
    /// The ranks of each set of two, and of each multiset of two.
    twos: Vec<[usize; 2]>,
    others: Vec<[usize; 2]>,
    /// The sets of two in each set of three, those of three in each of four, those of four in each of
    /// five.
    twos_of: Vec<[usize; 3]>,
    threes_of: Vec<[usize; 4]>,
    fours_of: Vec<[usize; 5]>,
    /// The multisets of three, and what a rank makes of each.
    flops: Vec<(Vec<usize>, [usize; RANKS])>,
    turns: Vec<Vec<usize>>,
    /// The plain texture of each texture with a flush suit.
    plain: Vec<u16>,
}

static LATTICE: LazyLock<Lattice> = LazyLock::new(Lattice::new);

impl Lattice {
    fn new() -> Lattice {
        fn without<const N: usize>(set: &[usize]) -> [usize; N] {
            std::array::from_fn(|left_out| {
                let mut smaller = set.to_vec();
                smaller.remove(left_out);
                set_place(&smaller)
            })
        }
        let two = |ranks: Vec<Vec<usize>>| ranks.iter().map(|two| [two[0], two[1]]).collect();
        let flops = multisets(3).into_iter().map(|flop| {
            let made = std::array::from_fn(|rank| {
                let mut four = flop.clone();
                four.push(rank);
                four.sort_unstable();
                multiset_place(&four)
            });
            (flop, made)
        });
        let mut plain = Vec::with_capacity(FLUSH);
        for suited in 3..=5 {
            for set in sets(suited) {
                for others in multisets(5 - suited) {
                    let mut all = [set.as_slice(), &others].concat();
                    all.sort_unstable();
                    plain.push(multiset_place(&all) as u16);
                }
            }
        }
        Lattice {
            twos: two(sets(2)),
            others: two(multisets(2)),
            twos_of: sets(3).iter().map(|set| without(set)).collect(),
            threes_of: sets(4).iter().map(|set| without(set)).collect(),
            fours_of: sets(5).iter().map(|set| without(set)).collect(),
            flops: flops.collect(),
            turns: multisets(4),
            plain,
        }
    }
}

/// The plain texture of each texture with a flush suit.
pub(crate) fn plain_of_flush() -> &'static [u16] {
    &LATTICE.plain
}

fn add<W: Part>(to: &mut [W], from: &[W]) {
    to.iter_mut().zip(from).for_each(|(to, &from)| *to += from);
}

fn number<W: Part>(count: usize) -> W {
    <W as From<i32>>::from(count as i32)
}

/// The sums T, Z and W over a river card of the flush suit.
struct Sums<W> {
    twos: Vec<W>,
    with_other: Vec<W>,
    all_suited: Vec<W>,
}

impl<W: Part> Sums<W> {
    fn new(rivers: &[W]) -> Sums<W> {
        let lattice = &*LATTICE;
        let (fours, fives) = (&rivers[FLUSH_BEGINS[1]..], &rivers[FLUSH_BEGINS[2]..]);
        let mut twos = vec![W::zero(); TWOS * PAIRS];
        let mut with_other = vec![W::zero(); SETS[0] * RANKS];
        let mut all_suited = vec![W::zero(); SETS[1]];
        for (set, worth) in lattice.twos_of.iter().zip(rivers.chunks_exact(PAIRS)) {
            set.iter().for_each(|&two| add(&mut twos[two * PAIRS..][..PAIRS], worth));
        }
        for (four, worth) in lattice.threes_of.iter().zip(fours.chunks_exact(RANKS)) {
            four.iter().for_each(|&three| add(&mut with_other[three * RANKS..][..RANKS], worth));
        }
        for (five, &worth) in lattice.fours_of.iter().zip(fives) {
            five.iter().for_each(|&four| all_suited[four] += worth);
        }
        Sums { twos, with_other, all_suited }
    }
}

/// The cards that a hand leaves of each rank, all of them or those outside a suit.
#[derive(Clone, Copy)]
pub(crate) struct LeftOf(pub(crate) [usize; RANKS]);

impl LeftOf {
    /// How many are left of a rank on a board of some ranks.
    fn beside(&self, board: &[usize], rank: usize) -> usize {
        self.0[rank].saturating_sub(board.iter().filter(|&&other| other == rank).count())
    }

    /// Twice the number of ways to deal each two other ranks.
    fn ways<W: Part>(&self) -> Vec<W> {
        let ways = |&[x, y]: &[usize; 2]| match x == y {
            true => self.0[x] * self.beside(&[x], x),
            false => 2 * self.0[x] * self.0[y],
        };
        LATTICE.others.iter().map(ways).map(number).collect()
    }

    /// What boards of four are worth by their ranks alone, of what the plain textures are worth.
    pub(crate) fn plain_turns<W: Part>(&self, rivers: &[W]) -> Vec<W> {
        let turn = |(turn, made): (&Vec<usize>, &[u32; RANKS])| {
            let of =
                |rank: usize| number::<W>(self.beside(turn, rank)) * rivers[made[rank] as usize];
            (0..RANKS).map(of).fold(W::zero(), |sum, worth| sum + worth)
        };
        LATTICE.turns.iter().zip(&ROWS[..TURN_RANKS]).map(turn).collect()
    }

    /// What flops are worth by their ranks alone, of what the plain textures are worth.
    pub(crate) fn plain_up<W: Part>(&self, rivers: &[W]) -> Vec<W> {
        let turns = self.plain_turns(rivers);
        let flop = |(flop, made): &(Vec<usize>, [usize; RANKS])| {
            let of = |rank: usize| number::<W>(self.beside(flop, rank)) * turns[made[rank]];
            (0..RANKS).map(of).fold(W::zero(), |sum, worth| sum + worth)
        };
        LATTICE.flops.iter().map(flop).collect()
    }

    /// How often the plain textures are met, of how often flops are, by their ranks.
    pub(crate) fn plain_down(&self, flops: &[i32]) -> Vec<i32> {
        let (mut turns, mut rivers) = (vec![0; TURN_RANKS], vec![0; PLAIN]);
        for ((flop, made), met) in LATTICE.flops.iter().zip(flops) {
            (0..RANKS).for_each(|rank| turns[made[rank]] += met * self.beside(flop, rank) as i32);
        }
        for ((turn, made), met) in LATTICE.turns.iter().zip(&ROWS[..TURN_RANKS]).zip(&turns) {
            for rank in 0..RANKS {
                rivers[made[rank] as usize] += met * self.beside(turn, rank) as i32;
            }
        }
        rivers
    }

    /// What a suit adds to its cells of boards of four, of what it adds to the textures with it as the
    /// flush suit.
    pub(crate) fn suit_turns<W: Part>(&self, rivers: &[W]) -> Vec<W> {
        let Sums { twos, mut with_other, mut all_suited } = Sums::new(rivers);
        for (worth, cells) in rivers.chunks_exact(PAIRS).zip(with_other.chunks_exact_mut(RANKS)) {
            for (&worth, &[x, y]) in worth.iter().zip(&LATTICE.others) {
                cells[x] += worth * number(self.beside(&[x], y));
                if x != y {
                    cells[y] += worth * number(self.0[x]);
                }
            }
        }
        let fours = rivers[FLUSH_BEGINS[1]..].chunks_exact(RANKS);
        for (worth, cell) in fours.zip(&mut all_suited) {
            let other = worth.iter().zip(self.0).map(|(&worth, left)| worth * number(left));
            *cell = other.fold(*cell, |sum, worth| sum + worth);
        }
        [twos, with_other, all_suited].concat()
    }

    /// What a suit adds to its cells of flops, of what it adds to the textures with it as the flush
    /// suit.
    pub(crate) fn suit_up<W: Part>(&self, rivers: &[W]) -> Vec<W> {
        let lattice = &*LATTICE;
        let Sums { twos, with_other, all_suited } = Sums::new(rivers);
        let mut cells = vec![W::zero(); CELLS];
        let ways = self.ways::<W>();
        let (lower, threes) = cells.split_at_mut(THREE_BEGINS);
        let (ones, two_cells) = lower.split_at_mut(TWO_BEGINS);
        for (place, set) in lattice.twos_of.iter().enumerate() {
            let worth = &rivers[place * PAIRS..][..PAIRS];
            let other = &with_other[place * RANKS..][..RANKS];
            for &two in set {
                add(&mut two_cells[two * RANKS..][..RANKS], other);
            }
            let of_both = worth.iter().zip(&ways);
            let of_both = of_both.fold(W::zero(), |sum, (&worth, &ways)| sum + worth * ways);
            let of_one = other
                .iter()
                .enumerate()
                .fold(W::zero(), |sum, (rank, &worth)| sum + worth * number(2 * self.0[rank]));
            threes[place] = of_both + of_one;
        }
        for (four, &worth) in lattice.threes_of.iter().zip(&all_suited) {
            four.iter().for_each(|&three| threes[three] += worth);
        }
        for (place, (ranks, worth)) in lattice.twos.iter().zip(twos.chunks_exact(PAIRS)).enumerate()
        {
            ranks.iter().for_each(|rank| add(&mut ones[rank * PAIRS..][..PAIRS], worth));
            let cells = &mut two_cells[place * RANKS..][..RANKS];
            for (x, cell) in cells.iter_mut().enumerate() {
                for y in 0..RANKS {
                    *cell += number::<W>(2 * self.beside(&[x], y)) * worth[pair_place(x, y)];
                }
            }
        }
        cells
    }

    /// How often the textures with a suit as the flush suit are met, of how often its cells are.
    pub(crate) fn suit_down(&self, cells: &[i32]) -> Vec<i32> {
        let lattice = &*LATTICE;
        let (lower, threes) = cells.split_at(THREE_BEGINS);
        let (ones, two_cells) = lower.split_at(TWO_BEGINS);
        let mut twos = vec![0; TWOS * PAIRS];
        for (place, (ranks, met)) in
            lattice.twos.iter().zip(twos.chunks_exact_mut(PAIRS)).enumerate()
        {
            ranks.iter().for_each(|rank| add(met, &ones[rank * PAIRS..][..PAIRS]));
            for (x, cell) in two_cells[place * RANKS..][..RANKS].iter().enumerate() {
                for y in 0..RANKS {
                    met[pair_place(x, y)] += 2 * self.beside(&[x], y) as i32 * cell;
                }
            }
        }
        let ways = self.ways::<i32>();
        let mut rivers = vec![0; FLUSH];
        let (of_three, more) = rivers.split_at_mut(FLUSH_BEGINS[1]);
        let (of_four, of_five) = more.split_at_mut(FLUSH_BEGINS[2] - FLUSH_BEGINS[1]);
        let mut with_other = vec![0; SETS[0] * RANKS];
        for (place, set) in lattice.twos_of.iter().enumerate() {
            let met = &mut of_three[place * PAIRS..][..PAIRS];
            let other = &mut with_other[place * RANKS..][..RANKS];
            for &two in set {
                add(met, &twos[two * PAIRS..][..PAIRS]);
                add(other, &two_cells[two * RANKS..][..RANKS]);
            }
            let three = threes[place];
            met.iter_mut().zip(&ways).for_each(|(met, ways)| *met += ways * three);
            for (rank, met) in other.iter_mut().enumerate() {
                *met += 2 * self.0[rank] as i32 * three;
            }
        }
        let mut all_suited = vec![0; SETS[1]];
        let fours = lattice.threes_of.iter().zip(of_four.chunks_exact_mut(RANKS));
        for ((four, met), all_suited) in fours.zip(&mut all_suited) {
            for &three in four {
                add(met, &with_other[three * RANKS..][..RANKS]);
                *all_suited += threes[three];
            }
        }
        for (five, met) in lattice.fours_of.iter().zip(of_five) {
            five.iter().for_each(|&four| *met += all_suited[four]);
        }
        rivers
    }
}

/// The ranks of a suit on a board and those of its other cards. Its cards are given by dense indices,
/// lowest first.
pub(crate) fn seen_by_suit(cards: &[usize], suit: usize) -> [ArrayVec<usize, 4>; 2] {
    [true, false].map(|is_of_suit| {
        let seen = cards.iter().filter(|&&card| (card & 3 == suit) == is_of_suit);
        seen.map(|card| card >> 2).collect()
    })
}
