//! Showdowns where one of the dealer's two cards is known: 44 cards are left for the other.
//!
//! For each texture and known card the dealer's hands are valued once, by the type of the other card. Every hand of a
//! player is then compared with them, and the sums over the cards to come are those of [`super::lattice`], with the known
//! card among those that are not left.

use cards::{Card, Suit};
use hands::Hand;
use rayon::prelude::*;

use super::lattice::{LeftOf, Part, some_of};
use super::showdown::{Left, PAIR, Showdown, Showdowns, TYPES};
use super::start::{Kind, Ranks, Start};
use super::texture::{
    Model, PLAIN_OF_FLUSH, RANKS, flush_models, multiset_place, plain_models, suit_begins,
    suit_place,
};

/// How many cards can be the dealer's other one.
pub(crate) const OTHERS: u32 = 44;

/// The dealer's hands on a texture: their values by the type of the other card, and how many such cards there are.
#[derive(Clone, Copy)]
struct Hands {
    values: [u16; TYPES],
    left: [i16; TYPES],
}

impl Hands {
    /// The hands with a known card of a type, if there is one.
    fn of(model: &Model, known: usize) -> Option<Hands> {
        let left = Left::of(model);
        let card = *left.cards[known].first()?;
        let six = Hand::from(model.board).with(card);
        let mut hands = Hands { values: [0; TYPES], left: [0; TYPES] };
        for (other, cards) in left.cards.iter().enumerate() {
            let used = usize::from(other == known);
            if let Some(card) = cards.get(used) {
                hands.values[other] = six.with(*card).value().get();
            }
            hands.left[other] = cards.len() as i16 - used as i16;
        }
        Some(hands)
    }

    /// A player's hand of two types against them; nothing if there is no such hand.
    #[inline]
    fn against(&self, [a, b]: [usize; 2], value: u16) -> Option<Showdown> {
        let mut left = self.left;
        left[a] -= 1;
        left[b] -= 1;
        if left[a] < 0 || left[b] < 0 {
            return None;
        }
        let [mut lower, mut equal, mut below_pair] = [0i16; 3];
        for (other, left) in self.values.iter().zip(left) {
            lower += if *other < value { left } else { 0 };
            equal += if *other == value { left } else { 0 };
            below_pair += if *other < PAIR.get() { left } else { 0 };
        }
        let [lower, equal, below_pair] = [lower, equal, below_pair].map(|count| count as u16);
        Some(Showdown { lower, equal, below_pair, value })
    }
}

/// A known card's rank, with the dealer's hands on every texture.
pub(crate) struct DealerCard {
    rank: usize,
    plain: Vec<Option<Hands>>,
    /// With the card outside the flush suit, and of it.
    flush: [Vec<Option<Hands>>; 2],
}

/// What boards of some size are worth to two ranks against a known card: sums over the cards to come.
pub(crate) struct Sums<W> {
    ranks: Vec<W>,
    /// By how a suit stands to the hand, and whether the known card is of it.
    suits: Vec<W>,
    room: usize,
}

impl DealerCard {
    pub(crate) fn of(rank: usize) -> DealerCard {
        let plain = plain_models();
        let plain = plain.iter().map(|model| Hands::of(model.as_ref()?, rank)).collect();
        let models = flush_models();
        let flush = [rank, rank + RANKS]
            .map(|known| models.iter().map(|model| Hands::of(model, known)).collect());
        DealerCard { rank, plain, flush }
    }

    /// What boards of four and flops are worth to two ranks.
    pub(crate) fn sums<W: Part>(
        &self,
        showdowns: &Showdowns,
        hand: Ranks,
        worth: impl Fn(Showdown) -> W,
    ) -> [Sums<W>; 2] {
        let against = |hands: &Option<Hands>, types: [usize; 2], river: &Showdown| {
            let hands = hands.as_ref().filter(|_| river.is_there())?;
            hands.against(types, river.value).map(&worth)
        };
        let plain_types = hand.types(0);
        let rivers = showdowns.plain(hand).iter().zip(&self.plain);
        let plain: Vec<W> = rivers
            .map(|(river, hands)| against(hands, plain_types, river).unwrap_or(W::ZERO))
            .collect();
        let mut left = hand.left();
        left.0[self.rank] -= 1;
        let of_turns = left.ranks_up(4, &plain);
        let of_flops = left.ranks_up(3, &of_turns);
        let mut turns = Sums::new(4, of_turns);
        let mut flops = Sums::new(3, of_flops);
        for &relation in hand.relations() {
            for is_of_suit in [false, true] {
                let types = hand.types(relation);
                if is_of_suit && types.contains(&(self.rank + RANKS)) {
                    continue;
                }
                let rivers = showdowns
                    .flush(hand, relation)
                    .iter()
                    .zip(&self.flush[usize::from(is_of_suit)]);
                let differences: Vec<W> = rivers
                    .zip(&*PLAIN_OF_FLUSH)
                    .map(|((river, hands), of_ranks)| {
                        let worth = against(hands, types, river);
                        worth.map_or(W::ZERO, |worth| worth.minus(plain[usize::from(*of_ranks)]))
                    })
                    .collect();
                let mut outside: LeftOf = hand.left_outside(relation);
                outside.0[self.rank] -= usize::from(!is_of_suit);
                let of_turns = outside.suit_up(4, some_of(&differences));
                let of_flops = outside.suit_up(3, some_of(&of_turns));
                turns.put(relation, is_of_suit, &of_turns);
                flops.put(relation, is_of_suit, &of_flops);
            }
        }
        [turns, flops]
    }
}

impl<W: Part> Sums<W> {
    fn new(cards: usize, ranks: Vec<W>) -> Sums<W> {
        let room = suit_begins(cards)[3];
        Sums { ranks, suits: vec![W::ZERO; 8 * room], room }
    }

    fn put(&mut self, relation: usize, is_of_suit: bool, sums: &[W]) {
        let place = (2 * relation + usize::from(is_of_suit)) * self.room;
        self.suits[place..place + sums.len()].copy_from_slice(sums);
    }

    /// The sum of a board for a kind of hand, against a known card of a suit.
    #[inline]
    pub(crate) fn of(&self, board: &Seen, kind: Kind, known: usize) -> W {
        let mut sum = self.ranks[usize::from(board.ranks)];
        for (suit, place) in board.suits.iter().take(usize::from(board.len)) {
            let suit = usize::from(*suit);
            let relation = 2 * kind.holds(suit) + usize::from(suit == known);
            sum = sum.plus(self.suits[relation * self.room + usize::from(*place)]);
        }
        sum
    }
}

/// A board as its ranks and its suits see it.
#[derive(Clone, Copy)]
pub(crate) struct Seen {
    /// Its cards, a bit each by dense index.
    pub(crate) cards: u64,
    ranks: u16,
    /// The suits that can have five cards in the end, with the board's place.
    suits: [(u8, u16); 3],
    len: u8,
}

impl Seen {
    /// All boards of so many cards, three or four.
    pub(crate) fn all(size: usize) -> Vec<Seen> {
        fn extend(cards: &mut Vec<usize>, size: usize, all: &mut Vec<Seen>) {
            if cards.len() == size {
                return all.push(Seen::of(cards));
            }
            for card in cards.last().map_or(0, |last| last + 1)..52 {
                cards.push(card);
                extend(cards, size, all);
                cards.pop();
            }
        }
        let mut all = Vec::new();
        extend(&mut Vec::new(), size, &mut all);
        all
    }

    fn of(cards: &[usize]) -> Seen {
        let ranks: Vec<usize> = cards.iter().map(|card| card >> 2).collect();
        let bits = cards.iter().fold(0, |bits, card| bits | 1 << card);
        let mut seen =
            Seen { cards: bits, ranks: multiset_place(&ranks) as u16, suits: [(0, 0); 3], len: 0 };
        for suit in Suit::ALL.map(Suit::index) {
            let [of_suit, others] = [true, false].map(|is_of_suit| {
                let seen = cards.iter().filter(|card| (*card & 3 == suit) == is_of_suit);
                seen.map(|card| card >> 2).collect::<Vec<usize>>()
            });
            if !of_suit.is_empty() && others.len() <= 2 {
                seen.suits[usize::from(seen.len)] =
                    (suit as u8, suit_place(&of_suit, &others) as u16);
                seen.len += 1;
            }
        }
        seen
    }
}

/// A card that a starting hand does not hold, for how many cards it stands beside it, and its suit.
pub(crate) struct Known {
    pub(crate) card: u64,
    pub(crate) suit: usize,
    pub(crate) times: u64,
}

/// The cards of a rank beside a starting hand, up to the suits that it leaves alike.
pub(crate) fn known_cards(start: Start, rank: usize) -> Vec<Known> {
    let held = start.cards().map(Card::index);
    let first = |suit: usize| start.kind.renamings().iter().map(|to| to[suit]).min();
    let free = (0..4).filter(|suit| !held.contains(&(rank * 4 + suit)));
    let mut known: Vec<Known> = Vec::new();
    for suit in free {
        match known.iter_mut().find(|other| first(other.suit) == first(suit)) {
            Some(other) => other.times += 1,
            None => known.push(Known { card: 1 << (rank * 4 + suit), suit, times: 1 }),
        }
    }
    known
}

/// The sum over every starting hand and every known card of what `value` says of them, with the sums of boards of four and
/// of flops. A worth is what a showdown with [`OTHERS`] hands of the dealer is.
pub(crate) fn over_all<W: Part>(
    worth: impl Fn(Showdown) -> W + Sync,
    value: impl Fn(Start, &Known, &[Sums<W>; 2]) -> i128 + Sync,
    advance: impl Fn() + Sync,
) -> i128 {
    let showdowns = Showdowns::warm();
    let of_rank = |rank: usize| {
        let card = DealerCard::of(rank);
        let of_hand = |hand: Ranks| {
            let sums = card.sums(&showdowns, hand, &worth);
            let mut sum = 0;
            for start in hand.starts() {
                for known in known_cards(start, rank) {
                    sum += i128::from(start.times() * known.times) * value(start, &known, &sums);
                }
            }
            advance();
            sum
        };
        let hands: Vec<Ranks> = Ranks::all().collect();
        hands.into_par_iter().map(of_hand).sum::<i128>()
    };
    (0..RANKS).map(of_rank).sum()
}

/// How many deals there are of a starting hand, a known card, a flop, turn and river in order, and the dealer's other card.
pub(crate) fn deals() -> i128 {
    let flops = i128::from(crate::choose::CHOOSE[49][3]);
    1_326 * 50 * flops * 46 * 45 * i128::from(OTHERS)
}

/// How many times a showdown wins, ties and loses, each against a dealer who qualifies with a pair and one who does not.
#[inline]
pub(crate) fn outcomes(river: Showdown) -> [i64; 6] {
    let [all, lower, equal, below] =
        [OTHERS as u16, river.lower, river.equal, river.below_pair].map(i64::from);
    if river.value < PAIR.get() {
        [0, lower, 0, equal, all - below, below - lower - equal]
    } else {
        [lower - below, below, equal, 0, all - lower - equal, 0]
    }
}
