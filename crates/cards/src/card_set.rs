//! A set of cards as 64 bits.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Sub, SubAssign};

use crate::{Card, Rank, Suit};

/// A set of cards: sixteen bits per suit, clubs lowest, the rank's index within them. The joker has
/// the bit above the ace of clubs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CardSet(u64);

const FULL: u64 = 0x1fff_1fff_1fff_1fff;

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);
    /// All 52; the joker is none of them.
    pub const FULL: CardSet = CardSet(FULL);

    /// The set with these bits, if every bit is a card's.
    pub const fn from_bits(bits: u64) -> Option<CardSet> {
        if bits & !(FULL | 1 << Card::JOKER.bit()) == 0 { Some(CardSet(bits)) } else { None }
    }

    /// The bits: suit times sixteen plus rank.
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The number of cards.
    #[inline(always)]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this card is in the set.
    #[inline(always)]
    pub const fn has(self, card: Card) -> bool {
        self.0 >> card.bit() & 1 == 1
    }

    /// Whether every card of `other` is in the set.
    #[inline(always)]
    pub const fn has_all(self, other: CardSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// This set plus one card.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, card: Card) -> CardSet {
        CardSet(self.0 | 1 << card.bit())
    }

    /// This set without one card.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, card: Card) -> CardSet {
        CardSet(self.0 & !(1 << card.bit()))
    }

    /// Adds a card; false if it was already there.
    pub const fn insert(&mut self, card: Card) -> bool {
        let was = self.has(card);
        *self = self.with(card);
        !was
    }

    /// The ranks held in one suit, one bit each, deuce lowest. The joker's bit stands above the ace of clubs.
    #[inline(always)]
    pub const fn ranks_of(self, suit: Suit) -> u16 {
        (self.0 >> (suit as u32 * 16)) as u16
    }

    /// The ranks held in any suit, one bit each, deuce lowest. The joker's bit stands above the ace.
    #[inline(always)]
    pub const fn ranks(self) -> u16 {
        let half = self.0 | self.0 >> 32;
        (half | half >> 16) as u16
    }

    /// How many cards of this rank.
    pub const fn count_of(self, rank: Rank) -> usize {
        (self.0 >> rank as u32 & 0x0001_0001_0001_0001).count_ones() as usize
    }

    /// The cards, clubs first, lowest first in a suit.
    pub const fn iter(self) -> Cards {
        Cards(self.0)
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        cards.into_iter().fold(CardSet::EMPTY, CardSet::with)
    }
}

impl<'a> FromIterator<&'a Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = &'a Card>>(cards: I) -> CardSet {
        cards.into_iter().copied().collect()
    }
}

impl From<Card> for CardSet {
    fn from(card: Card) -> CardSet {
        CardSet::EMPTY.with(card)
    }
}

impl BitOr for CardSet {
    type Output = CardSet;
    #[inline(always)]
    fn bitor(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }
}

impl BitOrAssign for CardSet {
    #[inline(always)]
    fn bitor_assign(&mut self, other: CardSet) {
        self.0 |= other.0;
    }
}

impl BitAnd for CardSet {
    type Output = CardSet;
    #[inline(always)]
    fn bitand(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }
}

/// The cards of the first that are not in the second.
impl Sub for CardSet {
    type Output = CardSet;
    #[inline(always)]
    fn sub(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }
}

impl SubAssign for CardSet {
    #[inline(always)]
    fn sub_assign(&mut self, other: CardSet) {
        self.0 &= !other.0;
    }
}

/// The other cards of the 52, without the joker.
impl Not for CardSet {
    type Output = CardSet;
    #[inline(always)]
    fn not(self) -> CardSet {
        CardSet(!self.0 & FULL)
    }
}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Cards;
    fn into_iter(self) -> Cards {
        self.iter()
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, card) in self.iter().enumerate() {
            if place > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{card}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// The cards of a [`CardSet`], one by one.
#[derive(Clone, Debug)]
pub struct Cards(u64);

impl Iterator for Cards {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        // An empty set has 64 trailing zeros, which is not a card's bit.
        let card = Card::from_bit(self.0.trailing_zeros())?;
        self.0 &= self.0 - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Cards {}
impl FusedIterator for Cards {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_cards;
    use proptest::prelude::*;

    fn set(text: &str) -> CardSet {
        parse_cards(text).unwrap().iter().collect()
    }

    #[test]
    fn sets_combine() {
        let pair = set("As Ah");
        assert_eq!(pair | set("Kd"), set("Kd Ah As"));
        assert_eq!(set("As Kd") - pair, set("Kd"));
        assert_eq!((!pair).len(), 50);
        assert_eq!(pair.count_of(Rank::Ace), 2);
        assert_eq!(set("2c 3c 3h").ranks(), 0b11);
        assert_eq!(set("2c 3c 3h").ranks_of(Suit::Clubs), 0b11);
        assert_eq!(set("2c 3c 3h").ranks_of(Suit::Hearts), 0b10);
        assert_eq!(CardSet::FULL.to_string().parse::<String>().unwrap().len(), 52 * 3 - 1);
        assert!(!pair.has_all(set("As Ad")) && pair.has_all(set("As")));
    }

    proptest! {
        #[test]
        fn a_set_gives_back_what_was_put_in(mut indices in prop::collection::vec(0usize..53, 0..20)) {
            let cards: Vec<Card> = indices.iter().map(|&i| Card::from_index(i).unwrap()).collect();
            let set: CardSet = cards.iter().collect();
            indices.sort_unstable();
            indices.dedup();
            prop_assert_eq!(set.len(), indices.len());
            prop_assert_eq!(set.iter().len(), indices.len());
            let mut back: Vec<usize> = set.iter().map(Card::index).collect();
            back.sort_unstable();
            prop_assert_eq!(back, indices);
            prop_assert_eq!(CardSet::from_bits(set.bits()), Some(set));
        }
    }
}
