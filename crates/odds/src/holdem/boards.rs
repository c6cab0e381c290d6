//! The flops and the boards of four that a starting hand can meet, up to the suits that it leaves
//! alike; what they are worth, and how often they are met.

use std::sync::LazyLock;

use arrayvec::ArrayVec;

use super::lattice::{Part, some_of};
use super::showdown::{Place, Showdown, Showdowns};
use super::start::{Kind, Ranks, Start};
use super::texture::{PLAIN_OF_FLUSH, Texture, multiset_place, suit_begins, suit_place, texture};
use crate::choose::CHOOSE;

/// How a suit can stand to a hand: without it, with its higher card, with its lower one, with both.
pub(crate) const RELATIONS: usize = 4;

/// A flop or a board of four.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    /// Its cards, a bit each by dense index.
    cards: u64,
    /// The number of its ranks.
    ranks: u16,
    /// Where its suits see it that can have five cards in the end; else a place of nothing.
    suits: [u16; 3],
    /// How many boards it stands for.
    pub(crate) times: u8,
}

/// How many places a suit has on boards of `cards` cards, with one of nothing.
fn room(cards: usize) -> usize {
    suit_begins(cards)[3] + 1
}

impl Board {
    fn new<const N: usize>(kind: Kind, cards: [usize; N], times: u8) -> Board {
        let seen = (0..4).filter_map(|suit| {
            let [of_suit, others] = [true, false].map(|is_of_suit| {
                let seen = cards.iter().filter(|&&card| (card & 3 == suit) == is_of_suit);
                seen.map(|card| card >> 2).collect::<ArrayVec<usize, 5>>()
            });
            let is_seen = !of_suit.is_empty() && others.len() <= 2;
            is_seen.then(|| kind.holds(suit) * room(N) + suit_place(&of_suit, &others))
        });
        let mut suits = [room(N) as u16 - 1; 3];
        suits.iter_mut().zip(seen).for_each(|(place, seen)| *place = seen as u16);
        let ranks = multiset_place(&cards.map(|card| card >> 2)) as u16;
        Board { cards: cards.iter().fold(0, |set, card| set | 1 << card), ranks, suits, times }
    }

    /// Its cards' dense indices, lowest first.
    pub(crate) fn indices(&self) -> ArrayVec<u8, 4> {
        (0..52).filter(|card| self.cards >> card & 1 == 1).collect()
    }
}

/// All flops, or all boards of four, of a kind of starting hand.
pub(crate) struct Boards {
    all: Vec<Board>,
    /// The number of the board that stands for each.
    number_of: Vec<u32>,
    /// The numbers of the flops in each board of four, one for each card that can have come last.
    pub(crate) flops: Vec<[u16; 4]>,
}

static FLOPS: [LazyLock<Boards>; 3] = [
    LazyLock::new(|| Boards::new::<3>(Kind::Pair)),
    LazyLock::new(|| Boards::new::<3>(Kind::Suited)),
    LazyLock::new(|| Boards::new::<3>(Kind::Offsuit)),
];

static TURNS: [LazyLock<Boards>; 3] = [
    LazyLock::new(|| Boards::new::<4>(Kind::Pair)),
    LazyLock::new(|| Boards::new::<4>(Kind::Suited)),
    LazyLock::new(|| Boards::new::<4>(Kind::Offsuit)),
];

impl Boards {
    /// The flops of a kind of starting hand.
    pub(crate) fn flops(kind: Kind) -> &'static Boards {
        &FLOPS[kind as usize]
    }

    /// The boards of four of a kind of starting hand.
    pub(crate) fn turns(kind: Kind) -> &'static Boards {
        &TURNS[kind as usize]
    }

    fn new<const N: usize>(kind: Kind) -> Boards {
        let renamings = kind.renamings();
        let mut number_of = vec![u32::MAX; CHOOSE[52][N] as usize];
        let (mut all, mut flops) = (Vec::new(), Vec::new());
        each_set::<N>(|cards| {
            let number = all.len() as u32;
            if number_of[place(&cards)] < number {
                return;
            }
            let mut times = 0;
            for to in &renamings {
                let mut renamed = cards.map(|card| card & !3 | to[card & 3]);
                renamed.sort_unstable();
                let known = &mut number_of[place(&renamed)];
                times += u8::from(*known != number);
                *known = number;
            }
            all.push(Board::new(kind, cards, times));
            if N == 4 {
                let flop = |last: usize| {
                    let flop = (0..N).filter(|&at| at != last).map(|at| cards[at]);
                    let flop: ArrayVec<usize, N> = flop.collect();
                    Boards::flops(kind).number(&flop) as u16
                };
                flops.push(std::array::from_fn(flop));
            }
        });
        Boards { all, number_of, flops }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// The number of a board, given by dense indices in any order.
    #[inline]
    pub(crate) fn number(&self, cards: &[usize]) -> usize {
        let mut cards: ArrayVec<usize, 4> = cards.iter().copied().collect();
        cards.sort_unstable();
        self.number_of[place(&cards)] as usize
    }

    /// Those that a starting hand meets, with their numbers.
    pub(crate) fn met(&self, start: Start) -> impl Iterator<Item = (usize, &Board)> {
        let held = start.cards().iter().fold(0u64, |set, card| set | 1 << card.index());
        self.all.iter().enumerate().filter(move |(_, board)| board.cards & held == 0)
    }
}

/// The place of a set of cards, by dense indices, lowest first, among the sets of as many.
#[inline]
fn place(cards: &[usize]) -> usize {
    cards.iter().enumerate().map(|(place, &card)| CHOOSE[card][place + 1] as usize).sum()
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

/// The place of a finished board, given by dense indices, for a kind of starting hand.
#[inline]
pub(crate) fn river(kind: Kind, board: [usize; 5]) -> Place {
    let mut lanes = [0; 4];
    board.iter().for_each(|card| lanes[card & 3] |= 1 << (card >> 2));
    match texture(lanes) {
        Texture::Plain(texture) => (None, texture),
        Texture::Flush(suit, texture) => (Some(kind.holds(suit.index())), texture),
    }
}

/// What boards of four, or flops, are worth to two ranks: sums over the cards to come.
pub(crate) struct Worth<W> {
    ranks: Vec<W>,
    suits: Vec<W>,
}

impl<W: Part> Worth<W> {
    /// The worth of boards of four, of what the rivers are worth by how a suit stands to the hand, if
    /// there is a flush suit. A cell that no hand has is worth zero.
    pub(crate) fn of_turns(
        showdowns: &Showdowns,
        hand: Ranks,
        mut worth: impl FnMut(Option<usize>, &[Showdown]) -> Vec<W>,
    ) -> Worth<W> {
        let plain = worth(None, showdowns.plain(hand));
        Worth::new(hand, 4, hand.left().ranks_up(4, &plain), |relation| {
            let rivers = showdowns.flush(hand, relation);
            let mut more = worth(Some(relation), rivers);
            for ((worth, river), &of_ranks) in more.iter_mut().zip(rivers).zip(&*PLAIN_OF_FLUSH) {
                let difference = worth.minus(plain[usize::from(of_ranks)]);
                *worth = if river.is_there() { difference } else { W::ZERO };
            }
            hand.left_outside(relation).suit_up(4, some_of(&more))
        })
    }

    /// The same, where the worth of a river is found quickly and is large.
    #[inline(always)]
    pub(crate) fn of_large_turns(
        showdowns: &Showdowns,
        hand: Ranks,
        worth: impl Fn(Option<usize>, usize) -> W,
    ) -> Worth<W> {
        let rivers = showdowns.plain(hand).iter().enumerate();
        let plain = rivers.map(|(texture, river)| match river.is_there() {
            true => worth(None, texture),
            false => W::ZERO,
        });
        let plain: Vec<W> = plain.collect();
        let of_ranks: &[u16] = &PLAIN_OF_FLUSH;
        Worth::new(hand, 4, hand.left().ranks_up(4, &plain), |relation| {
            let rivers = showdowns.flush(hand, relation);
            hand.left_outside(relation).suit_up(4, |from, to: &mut [W]| {
                for (texture, to) in (from..).zip(to) {
                    *to = match rivers[texture].is_there() {
                        true => worth(Some(relation), texture)
                            .minus(plain[usize::from(of_ranks[texture])]),
                        false => W::ZERO,
                    };
                }
            })
        })
    }

    /// The worth of flops, of what the rivers are worth.
    pub(crate) fn of_flops(
        showdowns: &Showdowns,
        hand: Ranks,
        worth: impl FnMut(Option<usize>, &[Showdown]) -> Vec<W>,
    ) -> Worth<W> {
        let turns = Worth::of_turns(showdowns, hand, worth);
        Worth::new(hand, 3, hand.left().ranks_up(3, &turns.ranks), |relation| {
            let turns = &turns.suits[relation * room(4)..][..room(4)];
            hand.left_outside(relation).suit_up(3, some_of(turns))
        })
    }

    #[inline(always)]
    fn new(
        hand: Ranks,
        cards: usize,
        ranks: Vec<W>,
        mut suit: impl FnMut(usize) -> Vec<W>,
    ) -> Worth<W> {
        let room = room(cards);
        let mut suits = vec![W::ZERO; RELATIONS * room];
        for &relation in hand.relations() {
            suits[relation * room..][..room - 1].copy_from_slice(&suit(relation));
        }
        Worth { ranks, suits }
    }

    /// The sum of a board over all that follows.
    #[inline(always)]
    pub(crate) fn of(&self, board: &Board) -> W {
        let ranks = self.ranks[usize::from(board.ranks)];
        board.suits.iter().fold(ranks, |sum, &place| sum.plus(self.suits[usize::from(place)]))
    }
}

impl<W: Part, const L: usize> Worth<[W; L]> {
    /// Some of the sums of a board over all that follows, from a place on.
    #[inline(always)]
    pub(crate) fn some_of(&self, board: &Board, from: usize, some: &mut [W]) {
        let len = some.len();
        some.copy_from_slice(&self.ranks[usize::from(board.ranks)][from..from + len]);
        for &place in &board.suits {
            let more = &self.suits[usize::from(place)][from..from + len];
            some.iter_mut().zip(more).for_each(|(sum, &more)| *sum = sum.plus(more));
        }
    }
}

/// How often flops, or boards of four, are met by two ranks, and then rivers.
pub(crate) struct Met {
    cards: usize,
    ranks: Vec<i32>,
    suits: Vec<i32>,
}

impl Met {
    /// No boards of `cards` cards yet.
    pub(crate) fn none(cards: usize) -> Met {
        let ranks = vec![0; CHOOSE[12 + cards][cards] as usize];
        Met { cards, ranks, suits: vec![0; RELATIONS * room(cards)] }
    }

    #[inline]
    pub(crate) fn add(&mut self, board: &Board, times: i32) {
        self.ranks[usize::from(board.ranks)] += times;
        board.suits.iter().for_each(|&place| self.suits[usize::from(place)] += times);
    }

    /// Visits the rivers that follow, with how often each does.
    pub(crate) fn each_river(
        &self,
        showdowns: &Showdowns,
        hand: Ranks,
        mut visit: impl FnMut(Place, Showdown, i32),
    ) {
        let mut plain = self.ranks.clone();
        for cards in self.cards..5 {
            plain = hand.left().ranks_down(cards, &plain);
        }
        let room = room(self.cards);
        for &relation in hand.relations() {
            let mut flush = self.suits[relation * room..][..room].to_vec();
            for cards in self.cards..5 {
                flush = hand.left_outside(relation).suit_down(cards, &flush);
            }
            let rivers = showdowns.flush(hand, relation).iter().zip(flush).zip(&*PLAIN_OF_FLUSH);
            for (texture, ((&river, times), &of_ranks)) in rivers.enumerate() {
                if times != 0 && river.is_there() {
                    plain[usize::from(of_ranks)] -= times;
                    visit((Some(relation), texture), river, times);
                }
            }
        }
        for (texture, (&river, times)) in showdowns.plain(hand).iter().zip(plain).enumerate() {
            if times != 0 && river.is_there() {
                visit((None, texture), river, times);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// What a river is worth in these tests: a number of its place, if the hand meets it.
    fn worth((relation, texture): Place, river: Showdown) -> i64 {
        let seed = texture * 7_919 + relation.map_or(3, |relation| 11 + relation) * 104_729;
        if river.is_there() { (seed % 1_009) as i64 - 500 } else { 0 }
    }

    /// The sums of several flops, and how often rivers follow them, by going through turn and river.
    #[test]
    fn sums_are_those_of_going_through_turn_and_river() {
        let showdowns = Showdowns::warm();
        for (kind, at) in [(Kind::Pair, 4), (Kind::Suited, 17), (Kind::Offsuit, 50)] {
            let start = Start::all().filter(|start| start.kind == kind).nth(at).unwrap();
            let ranks = start.ranks();
            let of = |relation, rivers: &[Showdown]| {
                let all = rivers.iter().enumerate();
                all.map(|(texture, &river)| worth((relation, texture), river)).collect()
            };
            let sums: Worth<i64> = Worth::of_flops(&showdowns, ranks, of);
            let held = start.cards().map(|card| card.index());
            for (_, board) in Boards::flops(kind).met(start).step_by(97) {
                let flop: Vec<usize> = board.indices().into_iter().map(usize::from).collect();
                let is_left = |card: &usize| !held.contains(card) && !flop.contains(card);
                let left: Vec<usize> = (0..52).filter(is_left).collect();
                let mut met = Met::none(3);
                met.add(board, 1);
                let mut followed = BTreeMap::new();
                met.each_river(&showdowns, ranks, |place, showdown, times| {
                    followed.insert(place, (showdown, times));
                });
                let mut sum = 0;
                let mut counted = BTreeMap::new();
                for &turn in &left {
                    for &last in left.iter().filter(|&&last| last != turn) {
                        let place = river(kind, [flop[0], flop[1], flop[2], turn, last]);
                        let (showdown, _) = followed[&place];
                        sum += worth(place, showdown);
                        counted.entry(place).or_insert((showdown, 0)).1 += 1;
                    }
                }
                assert_eq!(sums.of(board), sum, "{board:?}");
                assert_eq!(followed.len(), counted.len());
                assert!(counted.iter().all(|(place, times)| followed[place].1 == times.1));
            }
        }
    }

    /// Every board stands for all that it is renamed into.
    #[test]
    fn every_board_is_stood_for() {
        for kind in Kind::ALL {
            let times =
                |boards: &Boards| boards.all.iter().map(|b| u64::from(b.times)).sum::<u64>();
            assert_eq!(times(Boards::flops(kind)), 22_100);
            assert_eq!(times(Boards::turns(kind)), 270_725);
        }
    }
}
