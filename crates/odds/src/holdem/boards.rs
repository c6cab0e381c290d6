//! The boards of three and four cards that a starting hand can meet, up to the suits that it leaves
//! alike, and what a last card makes of them.

use std::sync::LazyLock;

use super::rows::{Whole, small};
use super::start::{Kind, Start};
use super::texture::{FLUSH, Lookup, PLAIN, RANKS, ROWS, lookup};
use crate::choose::CHOOSE;

/// A flop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Flop {
    /// Its cards' dense indices, lowest first.
    pub(crate) cards: [u8; 3],
    /// How many flops it stands for.
    pub(crate) times: u8,
}

/// A board of four cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    /// Its cards, a bit each by dense index.
    pub(crate) cards: u64,
    /// How many boards it stands for.
    pub(crate) times: u8,
    /// The flops in it, one for each card that can have come last.
    pub(crate) flops: [u16; 4],
    /// The suits that have two cards or more: a last card of one makes or changes a flush suit.
    suited: [Suited; 2],
    /// What last cards of the other suits make of it, and how many there are of each rank, four
    /// bits a rank.
    row: u16,
    base: u32,
    others: u64,
    /// Those other suits, a bit each.
    other_suits: u8,
}

/// A suit that has two cards or more on a board of four.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Suited {
    row: u16,
    /// The ranks that the suit has left.
    left: u16,
    base: u32,
    suit: u8,
}

/// All boards of a kind of starting hand.
pub(crate) struct Boards {
    pub(crate) flops: Vec<Flop>,
    pub(crate) turns: Vec<Turn>,
    /// The number of the flop that stands for each.
    flop_of: Vec<u16>,
    /// The number of the board of four that stands for each.
    turn_of: Vec<u32>,
}

static BOARDS: [LazyLock<Boards>; 3] = [
    LazyLock::new(|| Boards::new(Kind::Pair)),
    LazyLock::new(|| Boards::new(Kind::Suited)),
    LazyLock::new(|| Boards::new(Kind::Offsuit)),
];

/// The place of a set of cards, by dense indices, lowest first, among the sets of as many.
#[inline]
fn place(cards: &[usize]) -> usize {
    cards.iter().enumerate().map(|(place, &card)| CHOOSE[card][place + 1] as usize).sum()
}

impl Boards {
    /// Those of a kind of starting hand.
    pub(crate) fn of(kind: Kind) -> &'static Boards {
        let place = Kind::ALL.iter().position(|&known| known == kind);
        &BOARDS[place.expect("one of three")]
    }

    fn new(kind: Kind) -> Boards {
        let renamings = kind.renamings();
        let mut flop_of = vec![u16::MAX; CHOOSE[52][3] as usize];
        let mut flops = Vec::new();
        each_set::<3>(|cards| {
            if let Some(times) = number_all(&mut flop_of, cards, &renamings, flops.len() as u16) {
                flops.push(Flop { cards: cards.map(|card| card as u8), times });
            }
        });
        let mut turn_of = vec![u32::MAX; CHOOSE[52][4] as usize];
        let mut turns = Vec::new();
        each_set::<4>(|cards| {
            if let Some(times) = number_all(&mut turn_of, cards, &renamings, turns.len() as u32) {
                turns.push(Turn::new(kind, cards, times, &flop_of));
            }
        });
        Boards { flops, turns, flop_of, turn_of }
    }

    /// The number of a flop, given by dense indices in any order.
    #[inline]
    pub(crate) fn flop(&self, mut cards: [usize; 3]) -> usize {
        cards.sort_unstable();
        usize::from(self.flop_of[place(&cards)])
    }

    /// The number of a board of four, given by dense indices in any order.
    #[inline]
    pub(crate) fn turn(&self, mut cards: [usize; 4]) -> usize {
        cards.sort_unstable();
        self.turn_of[place(&cards)] as usize
    }
}

fn each_set<const N: usize>(mut visit: impl FnMut([usize; N])) {
    let mut cards: [usize; N] = std::array::from_fn(|place| place);
    loop {
        visit(cards);
        let Some(moved) = (0..N).rev().find(|&at| cards[at] < 52 - N + at) else { return };
        cards[moved] += 1;
        for at in moved + 1..N {
            cards[at] = cards[at - 1] + 1;
        }
    }
}

/// Gives a set and all that it is renamed into a number, if it has none yet, and says how many.
fn number_all<const N: usize, T: Copy + Ord>(
    numbers: &mut [T],
    cards: [usize; N],
    renamings: &[[usize; 4]],
    number: T,
) -> Option<u8> {
    if numbers[place(&cards)] < number {
        return None;
    }
    let mut times = 0;
    for to in renamings {
        let mut renamed = cards.map(|card| card & !3 | to[card & 3]);
        renamed.sort_unstable();
        let known = &mut numbers[place(&renamed)];
        times += u8::from(*known != number);
        *known = number;
    }
    Some(times)
}

/// The number of a river's texture for a kind of starting hand: plain textures first, then those
/// with a flush suit, once for each relation.
fn flush_base(kind: Kind, suit: usize) -> usize {
    PLAIN + kind.relation(suit) * FLUSH
}

impl Turn {
    fn new(kind: Kind, cards: [usize; 4], times: u8, flop_of: &[u16]) -> Turn {
        let mut lanes = [0u16; 4];
        cards.iter().for_each(|card| lanes[card & 3] |= 1 << (card >> 2));
        let flops = std::array::from_fn(|last| {
            let mut flop = [0; 3];
            let rest = cards.iter().enumerate().filter(|&(at, _)| at != last);
            flop.iter_mut().zip(rest).for_each(|(place, (_, &card))| *place = card);
            flop_of[place(&flop)]
        });
        let others_of = |suit: usize| -> Vec<usize> {
            cards.iter().filter(|&card| card & 3 != suit).map(|card| card >> 2).collect()
        };
        let base = |suit: usize, found: Lookup| {
            found.base + if found.is_flush { flush_base(kind, suit) as u32 } else { 0 }
        };
        let mut suited = [Suited::default(); 2];
        let of_two: Vec<usize> = (0..4).filter(|&suit| lanes[suit].count_ones() >= 2).collect();
        for (place, &suit) in suited.iter_mut().zip(&of_two) {
            let found = lookup(lanes[suit], &others_of(suit), false);
            let left = !lanes[suit] & ((1 << RANKS) - 1);
            *place = Suited { row: found.row, left, base: base(suit, found), suit: suit as u8 };
        }
        let most = (0..4).max_by_key(|&suit| lanes[suit].count_ones()).expect("four suits");
        let found = lookup(lanes[most], &others_of(most), true);
        let other_suits: Vec<usize> = (0..4).filter(|suit| !of_two.contains(suit)).collect();
        let left = |rank: usize| other_suits.iter().filter(|&&s| lanes[s] >> rank & 1 == 0).count();
        Turn {
            cards: cards.iter().fold(0, |set, card| set | 1 << card),
            times,
            flops,
            suited,
            row: found.row,
            base: base(most, found),
            others: (0..RANKS).fold(0, |all, rank| all | (left(rank) as u64) << (4 * rank)),
            other_suits: other_suits.iter().fold(0, |all, suit| all | 1 << suit),
        }
    }
}

/// A starting hand, as the boards see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Holding {
    /// Its cards, a bit each by dense index.
    pub(crate) cards: u64,
    /// The ranks held of each suit.
    lanes: [u16; 4],
    /// What its cards take off the counts of four bits a rank, a card a word.
    takes: [(u8, u64); 2],
}

impl Holding {
    pub(crate) fn new(start: Start) -> Holding {
        let cards = start.cards().map(cards::Card::index);
        let mut lanes = [0; 4];
        cards.iter().for_each(|card| lanes[card & 3] |= 1 << (card >> 2));
        Holding {
            cards: cards.iter().fold(0, |set, card| set | 1 << card),
            lanes,
            takes: cards.map(|card| (1 << (card & 3), 1 << (4 * (card >> 2)))),
        }
    }

    /// Can the hand meet a flop: is none of its cards there?
    pub(crate) fn meets(&self, flop: &Flop) -> bool {
        flop.cards.iter().all(|card| self.cards >> card & 1 == 0)
    }
}

impl Turn {
    /// Its cards' dense indices, lowest first.
    pub(crate) fn indices(&self) -> [u8; 4] {
        let mut left = self.cards;
        std::array::from_fn(|_| {
            let lowest = left.trailing_zeros() as u8;
            left &= left - 1;
            lowest
        })
    }

    /// Visits the numbers of the rivers that the 46 last cards make, with how many cards make each;
    /// a number may come with none, and then it is any number.
    #[inline(always)]
    pub(crate) fn rivers(&self, holding: &Holding, mut visit: impl FnMut(usize, u32)) {
        let rows = &**ROWS;
        let mut others = self.others;
        for (suit, takes) in holding.takes {
            others -= if self.other_suits & suit != 0 { takes } else { 0 };
        }
        let row = &rows[usize::from(self.row)];
        for (rank, add) in row.iter().enumerate() {
            visit((self.base + add) as usize, (others >> (4 * rank)) as u32 & 15);
        }
        for suited in self.suited {
            let mut left = suited.left & !holding.lanes[usize::from(suited.suit)];
            let row = &rows[usize::from(suited.row)];
            while left != 0 {
                let rank = left.trailing_zeros() as usize;
                left &= left - 1;
                visit((suited.base + row[rank]) as usize, 1);
            }
        }
    }
}

/// The same rivers for sums that are better added than multiplied: those of the 13 ranks, as often as
/// there are [`Turn::other_suits`], less the missing ones, and those of the suits that have two cards
/// or more.
impl Turn {
    pub(crate) fn other_suits(&self) -> u32 {
        self.other_suits.count_ones()
    }

    /// The sums over the 46 rivers of the rows of a table, which has a row of nothing in the end.
    #[inline(always)]
    pub(crate) fn sums<W: Whole, const N: usize>(
        &self,
        holding: &Holding,
        table: &[[W; N]],
    ) -> [W; N] {
        let none = table.len() - 1;
        let row = |river: usize| &table[river];
        let (ranks, missing) = (self.of_ranks().map(row), self.missing(holding, none).map(row));
        let suits = small::<W>(self.other_suits());
        let mut sums: [W; N] = std::array::from_fn(|place| {
            let ranks = ranks.iter().fold(W::zero(), |sum, row| sum + row[place]);
            ranks * suits - missing.iter().fold(W::zero(), |sum, row| sum + row[place])
        });
        for which in 0..2 {
            let Some(suit) = self.of_suit(which, holding, none) else { break };
            let suit = suit.map(row);
            for (place, sum) in sums.iter_mut().enumerate() {
                *sum = suit.iter().fold(*sum, |sum, row| sum + row[place]);
            }
        }
        sums
    }

    #[inline(always)]
    pub(crate) fn of_ranks(&self) -> [usize; RANKS] {
        ROWS[usize::from(self.row)].map(|add| (self.base + add) as usize)
    }

    /// Those of the other suits' cards that lie there or are held, six at most, and then `none`.
    #[inline(always)]
    pub(crate) fn missing(&self, holding: &Holding, none: usize) -> [usize; 6] {
        const ONE_OF_EACH: u64 = 0x1_1111_1111_1111;
        let mut missing = u64::from(self.other_suits()) * ONE_OF_EACH - self.others;
        for (suit, takes) in holding.takes {
            missing += if self.other_suits & suit != 0 { takes } else { 0 };
        }
        let row = &ROWS[usize::from(self.row)];
        let mut found = [none; 6];
        for place in &mut found {
            if missing == 0 {
                break;
            }
            let rank = missing.trailing_zeros() / 4;
            missing -= 1 << (4 * rank);
            *place = (self.base + row[rank as usize]) as usize;
        }
        found
    }

    /// Those of the first or second suit that has two cards or more, if there is one, by rank, `none`
    /// for cards that lie there or are held.
    #[inline(always)]
    pub(crate) fn of_suit(
        &self,
        which: usize,
        holding: &Holding,
        none: usize,
    ) -> Option<[usize; RANKS]> {
        let suited = &self.suited[which];
        let left = suited.left & !holding.lanes[usize::from(suited.suit)];
        let row = &ROWS[usize::from(suited.row)];
        let river = |rank: usize| match left >> rank & 1 {
            1 => (suited.base + row[rank]) as usize,
            _ => none,
        };
        (suited.left != 0).then(|| std::array::from_fn(river))
    }
}

/// The number of a river for a kind of starting hand, the board given by dense indices.
#[inline]
pub(crate) fn river(kind: Kind, board: [usize; 5]) -> usize {
    use super::texture::{Texture, texture};
    let mut lanes = [0u16; 4];
    board.iter().for_each(|card| lanes[card & 3] |= 1 << (card >> 2));
    match texture(lanes) {
        Texture::Plain(place) => place,
        Texture::Flush(suit, place) => flush_base(kind, suit.index()) + place,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every board of four stands for all that it is renamed into, and its rivers are those of the
    /// finished boards, 46 of them.
    #[test]
    fn rivers_are_those_of_the_finished_boards() {
        for (kind, place) in [(Kind::Pair, 14), (Kind::Suited, 20), (Kind::Offsuit, 100)] {
            let start = Start::all().filter(|start| start.kind == kind).nth(place % 13);
            let start = start.unwrap();
            let (boards, holding) = (Boards::of(kind), Holding::new(start));
            assert_eq!(boards.turns.iter().map(|turn| u64::from(turn.times)).sum::<u64>(), 270_725);
            assert_eq!(boards.flops.iter().map(|flop| u64::from(flop.times)).sum::<u64>(), 22_100);
            for turn in boards.turns.iter().step_by(7) {
                if turn.cards & holding.cards != 0 {
                    continue;
                }
                let mut found = std::collections::BTreeMap::new();
                turn.rivers(&holding, |number, count| {
                    *found.entry(number).or_insert(0) += count;
                });
                found.retain(|_, count| *count > 0);
                let mut expected = std::collections::BTreeMap::new();
                let taken = turn.cards | holding.cards;
                for last in (0..52usize).filter(|last| taken >> last & 1 == 0) {
                    let board = turn.cards | 1 << last;
                    let board: Vec<usize> = (0..52).filter(|card| board >> card & 1 == 1).collect();
                    *expected.entry(river(kind, board.try_into().unwrap())).or_insert(0) += 1;
                }
                assert_eq!(found, expected);
                let mut added = std::collections::BTreeMap::new();
                for number in turn.of_ranks() {
                    *added.entry(number).or_insert(0) += turn.other_suits() as i32;
                }
                for number in turn.missing(&holding, usize::MAX) {
                    *added.entry(number).or_insert(0) -= 1;
                }
                let suits = (0..2).filter_map(|which| turn.of_suit(which, &holding, usize::MAX));
                for number in suits.flatten() {
                    *added.entry(number).or_insert(0) += 1;
                }
                added.remove(&usize::MAX);
                added.retain(|_, count| *count != 0);
                assert!(added.into_iter().eq(found.iter().map(|(&n, &count)| (n, count as i32))));
                assert_eq!(found.values().sum::<u32>(), 46);
            }
        }
    }
}
