//! Five, six or seven cards being gathered, ready to be valued or to take another card.
//!
//! A hand is three 32-bit words that are sums over its cards, so that adding a card, or joining
//! two hands, is two additions:
//!
//! ```text
//! key   bit 63 ......... 36 35 ........ 20 19 ...... 0     more  bit 31 ....... 0
//!       sum of rank keys    suits, 4 bits  cards 0-19            cards 20-51
//! ```
//!
//! A suit's four bits begin at three, so that the fifth card of the suit sets the highest of them
//! and one test tells whether there is a flush. Without a flush the sum of rank keys finds the
//! value in two steps (see `key.rs`); with one, the cards of that suit do. Cards are counted by
//! suit, thirteen each. Rank keys stand at the top, where what overflows falls off.
//!
//! Hands of twelve bytes instead of sixteen matter where millions are held: they are then read no
//! faster than memory gives them.

use std::fmt;

use cards::{Card, CardSet, Rank, Suit};

use crate::key::{KEY_BITS, Layout, rank_key};
use crate::tables::{FIVE, FLUSHES, SEVEN, SIX};
use crate::{FiveValue, WrongSize};

const KEY_SHIFT: u32 = 64 - KEY_BITS;
const SUITS_SHIFT: u32 = 20;
const NO_CARDS: u64 = 0x3333 << SUITS_SHIFT;
const FLUSH: u64 = 0x8888 << SUITS_SHIFT;
const LOW_CARDS: u64 = (1 << SUITS_SHIFT) - 1;

/// `N` cards of a deck, up to seven, to which more can be added and which are valued in a few
/// instructions from five cards on.
///
/// The cards must differ, as those of a deck do; with a card twice the value has no meaning.
///
/// ```
/// use hands::{Category, Hand};
///
/// let [board, hole] = ["As Ks Qs 2d 2h", "Js Ts"].map(|text| cards::parse_cards(text).unwrap());
/// let board = Hand::<5>::try_from(board.iter().collect::<cards::CardSet>()).unwrap();
/// assert_eq!(board.value().category(), Category::Pair);
/// assert_eq!(board.with(hole[0]).with(hole[1]).value().category(), Category::RoyalFlush);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
// The words are read by copy, never by reference, so that four-byte alignment is enough.
#[repr(C, packed(4))]
pub struct Hand<const N: usize> {
    key: u64,
    more: u32,
}

/// What a card adds to the key of a hand, by its bit in a set. As long as a byte can count, so
/// that a card, which is a byte, finds its place without a check.
static CARD_KEYS: [u64; 256] = {
    let mut keys = [0; 256];
    let mut index = 0;
    while index < 52 {
        let (rank, suit) = (index / 4, index % 4);
        keys[suit * 16 + rank] = (rank_key(rank) as u64) << KEY_SHIFT
            | 1 << (SUITS_SHIFT + 4 * suit as u32)
            | (1 << (13 * suit + rank)) & LOW_CARDS;
        index += 1;
    }
    keys
};

/// What a rank adds to the key of a hand.
static RANK_KEYS: [u64; 13] = {
    let mut keys = [0; 13];
    let mut rank = 0;
    while rank < 13 {
        keys[rank] = (rank_key(rank) as u64) << KEY_SHIFT;
        rank += 1;
    }
    keys
};

/// The bytes of the tables that are not made by `build.rs`.
pub(crate) const KEYS_BYTES: usize = size_of_val(&CARD_KEYS) + size_of_val(&RANK_KEYS);

#[inline(always)]
fn card_key(card: Card) -> u64 {
    CARD_KEYS[card.bit() as u8 as usize]
}

/// The bit of a card among those that do not fit the key.
#[inline(always)]
fn card_more(card: Card) -> u32 {
    let place = 13 * (card.bit() >> 4) + (card.bit() & 15);
    ((1u64 << place) >> SUITS_SHIFT) as u32
}

#[inline(always)]
fn row(key: u64, layout: Layout) -> usize {
    (key >> (64 - layout.row_bits)) as usize & (layout.rows() - 1)
}

#[inline(always)]
fn place(key: u64, displacement: u16, layout: Layout) -> usize {
    let place = ((key >> KEY_SHIFT) as u16).wrapping_add(displacement) as usize;
    layout.rows() + (place & (layout.places() - 1))
}

#[inline(always)]
fn five_unsuited(key: u64) -> FiveValue {
    let displacement = FIVE[row(key, Layout::FIVE)];
    FiveValue(FIVE[place(key, displacement, Layout::FIVE)])
}

#[inline(always)]
fn six_unsuited(key: u64) -> FiveValue {
    let displacement = SIX[row(key, Layout::SIX)];
    FiveValue(SIX[place(key, displacement, Layout::SIX)])
}

#[inline(always)]
fn seven_unsuited(key: u64) -> FiveValue {
    let displacement = SEVEN[row(key, Layout::SEVEN)];
    FiveValue(SEVEN[place(key, displacement, Layout::SEVEN)])
}

/// The value of a hand in which a suit has five cards. Kept out of line: three hands of a hundred
/// come here, and the others should not carry its instructions along.
#[cold]
#[inline(never)]
fn suited(key: u64, more: u32) -> FiveValue {
    let cards = key & LOW_CARDS | (more as u64) << SUITS_SHIFT;
    let suit = ((key & FLUSH) >> SUITS_SHIFT).trailing_zeros() / 4;
    FiveValue(FLUSHES[(cards >> (13 * suit)) as usize & (FLUSHES.len() - 1)])
}

#[cold]
#[inline(never)]
fn suited_cards(key: u64, cards: &[Card]) -> FiveValue {
    suited(key, cards.iter().fold(0, |more, &card| more | card_more(card)))
}

impl Hand<0> {
    /// No card.
    pub const EMPTY: Hand<0> = Hand { key: NO_CARDS, more: 0 };
}

impl<const N: usize> Hand<N> {
    /// The cards.
    pub fn cards(self) -> CardSet {
        let cards = self.card_bits();
        let lanes = Suit::ALL.into_iter().flat_map(|suit| {
            let lane = cards >> (13 * suit.index());
            Rank::ALL
                .into_iter()
                .filter(move |rank| lane >> rank.index() & 1 == 1)
                .map(move |rank| Card::new(rank, suit))
        });
        lanes.collect()
    }

    /// The cards, thirteen bits a suit.
    #[inline(always)]
    fn card_bits(self) -> u64 {
        self.key & LOW_CARDS | (self.more as u64) << SUITS_SHIFT
    }

    /// The hand of these and other cards, as many as the caller says.
    #[inline(always)]
    fn and<const M: usize, const SUM: usize>(self, other: Hand<M>) -> Hand<SUM> {
        Hand {
            key: self.key.wrapping_add(other.key).wrapping_sub(NO_CARDS),
            more: self.more | other.more,
        }
    }
}

impl<const N: usize> From<[Card; N]> for Hand<N> {
    #[inline]
    fn from(cards: [Card; N]) -> Hand<N> {
        const { assert!(N <= 7, "a hand has at most seven cards") };
        cards.into_iter().fold(Hand { key: NO_CARDS, more: 0 }, |hand, card| Hand {
            key: hand.key.wrapping_add(card_key(card)),
            more: hand.more | card_more(card),
        })
    }
}

impl<const N: usize> fmt::Debug for Hand<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hand({})", self.cards())
    }
}

impl From<Card> for Hand<1> {
    #[inline(always)]
    fn from(card: Card) -> Hand<1> {
        Hand::from([card])
    }
}

impl<const N: usize> TryFrom<CardSet> for Hand<N> {
    type Error = WrongSize;

    #[inline]
    fn try_from(set: CardSet) -> Result<Hand<N>, WrongSize> {
        const { assert!(N <= 7, "a hand has at most seven cards") };
        WrongSize::check(set, N, N)?;
        Ok(set.iter().fold(Hand { key: NO_CARDS, more: 0 }, |hand, card| Hand {
            key: hand.key.wrapping_add(card_key(card)),
            more: hand.more | card_more(card),
        }))
    }
}

/// A hand plus one card, and two hands joined, for every size that stays within seven: a hand
/// of the wrong size is thus a type error.
macro_rules! sizes {
    ($($few:literal + $more:literal = $sum:literal),* $(,)?) => {$(
        impl std::ops::Add<Hand<$more>> for Hand<$few> {
            type Output = Hand<$sum>;

            /// The hand of both hands' cards, of which none may be in both.
            #[inline(always)]
            fn add(self, other: Hand<$more>) -> Hand<$sum> {
                self.and(other)
            }
        }
    )*};
    (with $($few:literal => $sum:literal),* $(,)?) => {$(
        impl Hand<$few> {
            /// This hand plus one card, which it must not have.
            #[inline(always)]
            #[must_use]
            pub fn with(self, card: Card) -> Hand<$sum> {
                Hand {
                    key: self.key.wrapping_add(card_key(card)),
                    more: self.more | card_more(card),
                }
            }
        }
    )*};
}

sizes!(with 0 => 1, 1 => 2, 2 => 3, 3 => 4, 4 => 5, 5 => 6, 6 => 7);
sizes!(
    0 + 1 = 1,
    0 + 2 = 2,
    0 + 3 = 3,
    0 + 4 = 4,
    0 + 5 = 5,
    0 + 6 = 6,
    0 + 7 = 7,
    1 + 1 = 2,
    1 + 2 = 3,
    1 + 3 = 4,
    1 + 4 = 5,
    1 + 5 = 6,
    1 + 6 = 7,
    2 + 1 = 3,
    2 + 2 = 4,
    2 + 3 = 5,
    2 + 4 = 6,
    2 + 5 = 7,
    3 + 1 = 4,
    3 + 2 = 5,
    3 + 3 = 6,
    3 + 4 = 7,
    4 + 1 = 5,
    4 + 2 = 6,
    4 + 3 = 7,
    5 + 1 = 6,
    5 + 2 = 7,
    6 + 1 = 7,
);

/// Valuing, and valuing with each of several last cards, for the three sizes.
macro_rules! valued {
    ($size:literal, $unsuited:ident, $value_of:ident) => {
        impl Hand<$size> {
            /// The value of the best five cards.
            #[inline(always)]
            pub fn value(self) -> FiveValue {
                if self.key & FLUSH != 0 {
                    return suited(self.key, self.more);
                }
                $unsuited(self.key)
            }
        }

        impl Hand<0> {
            /// Straight from cards: only the keys are summed, the other words when needed.
            #[inline(always)]
            pub(crate) fn $value_of(cards: &[Card; $size]) -> FiveValue {
                let key =
                    cards.iter().fold(NO_CARDS, |key, &card| key.wrapping_add(card_key(card)));
                if key & FLUSH != 0 {
                    return suited_cards(key, cards);
                }
                $unsuited(key)
            }
        }
    };
    ($few:literal + 1, $unsuited:ident) => {
        impl Hand<$few> {
            /// The value with each card of [`cards::DECK`] from a place on as the last one, in the
            /// deck's order. None of them may be in the hand: this is the innermost loop over all
            /// hands in order.
            ///
            /// The same as adding each card and asking for the value, but asks once whether a last
            /// card can make a flush, and looks up once a rank.
            #[inline(always)]
            pub fn value_with_deck_from(self, place: usize, mut visit: impl FnMut(FiveValue)) {
                // Would one more card give any suit five?
                let near = self.key.wrapping_add(0x1111 << SUITS_SHIFT) & FLUSH;
                let (mut rank, mut suit) = (place / 4, place % 4);
                if near == 0 {
                    if suit > 0 && rank < 13 {
                        let value = $unsuited(self.key.wrapping_add(RANK_KEYS[rank]));
                        while suit < 4 {
                            visit(value);
                            suit += 1;
                        }
                        rank += 1;
                    }
                    while rank < 13 {
                        let value = $unsuited(self.key.wrapping_add(RANK_KEYS[rank]));
                        visit(value);
                        visit(value);
                        visit(value);
                        visit(value);
                        rank += 1;
                    }
                    return;
                }
                self.value_near_flush(near, place, visit);
            }

            /// The same for a hand of which a last card can make a flush. Out of line, to leave the
            /// registers to the others; without a branch on which card makes it, since that cannot
            /// be foreseen.
            #[cold]
            #[inline(never)]
            fn value_near_flush(self, near: u64, place: usize, mut visit: impl FnMut(FiveValue)) {
                // No more than one suit is that near with six cards or fewer.
                let near_suit = ((near >> SUITS_SHIFT).trailing_zeros() / 4) as usize;
                let ranks = (self.card_bits() >> (13 * near_suit)) as usize;
                let flush = |ranks: usize| FiveValue(FLUSHES[ranks & (FLUSHES.len() - 1)]);
                let has_flush = self.key & FLUSH != 0;
                let mut suit = place % 4;
                for rank in place / 4..13 {
                    let with_flush = flush(ranks | 1 << rank);
                    let other = if has_flush {
                        flush(ranks)
                    } else {
                        $unsuited(self.key.wrapping_add(RANK_KEYS[rank]))
                    };
                    while suit < 4 {
                        visit(if suit == near_suit { with_flush } else { other });
                        suit += 1;
                    }
                    suit = 0;
                }
            }
        }
    };
}

valued!(5, five_unsuited, value_of_5);
valued!(6, six_unsuited, value_of_6);
valued!(7, seven_unsuited, value_of_7);
valued!(4 + 1, five_unsuited);
valued!(5 + 1, six_unsuited);
valued!(6 + 1, seven_unsuited);
