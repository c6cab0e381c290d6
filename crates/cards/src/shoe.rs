//! Decks and shoes: which cards there are to deal. Nothing here shuffles.

use crate::{Card, CardSet};

/// The 52 cards of a deck in a fixed order: deuce of clubs first, ace of spades last.
pub const DECK: [Card; 52] = {
    let mut deck = [match Card::from_index(0) {
        Some(card) => card,
        None => panic!("a deck has a first card"),
    }; 52];
    let mut index = 0;
    while index < 52 {
        deck[index] = match Card::from_index(index) {
            Some(card) => card,
            None => panic!("a deck has 52 cards"),
        };
        index += 1;
    }
    deck
};

/// How many decks a game is dealt from, one to eight [BJ-1], and whether a joker is among the cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DeckCount {
    decks: u8,
    has_joker: bool,
}

/// Not one to eight decks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a game is dealt from 1 to 8 decks, not {0}")]
pub struct DeckCountError(pub u64);

impl DeckCount {
    /// A single deck.
    pub const ONE: DeckCount = DeckCount { decks: 1, has_joker: false };
    /// Six decks, the usual shoe.
    pub const SIX: DeckCount = DeckCount { decks: 6, has_joker: false };

    /// One to eight decks, without a joker.
    pub const fn new(decks: u64) -> Result<DeckCount, DeckCountError> {
        if decks >= 1 && decks <= 8 {
            Ok(DeckCount { decks: decks as u8, has_joker: false })
        } else {
            Err(DeckCountError(decks))
        }
    }

    /// The same decks with a joker among the cards, or without one.
    #[must_use]
    pub const fn with_joker(self, has_joker: bool) -> DeckCount {
        DeckCount { decks: self.decks, has_joker }
    }

    /// The number of decks.
    pub const fn get(self) -> u8 {
        self.decks
    }

    /// Is a joker among the cards?
    pub const fn has_joker(self) -> bool {
        self.has_joker
    }

    /// The number of cards.
    pub const fn cards(self) -> u16 {
        52 * self.decks as u16 + self.has_joker as u16
    }

    /// Every card, one deck after another, each in the order of [`DECK`]; the joker last.
    pub fn in_order(self) -> impl Iterator<Item = Card> {
        let joker = self.has_joker.then_some(Card::JOKER);
        (0..self.decks).flat_map(|_| DECK).chain(joker)
    }

    /// How many of this card there are.
    pub const fn copies(self, card: Card) -> u8 {
        if card.is_joker() { self.has_joker as u8 } else { self.decks }
    }
}

/// A card that is not left in the shoe.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no {card} left in the shoe: {held} of {held} already dealt")]
pub struct NotInShoe {
    /// The card asked for.
    pub card: Card,
    /// How many of it the shoe holds when full.
    pub held: u8,
}

/// The cards that are left of one to eight decks: which and how many, not in what order.
///
/// The caller who shuffles, keys or scans says which card comes next; the shoe answers whether
/// there is still one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shoe {
    decks: DeckCount,
    left: [u8; 53],
    len: u16,
}

impl Shoe {
    /// A full shoe.
    pub fn new(decks: DeckCount) -> Shoe {
        let mut left = [decks.get(); 53];
        left[Card::JOKER.index()] = decks.copies(Card::JOKER);
        Shoe { decks, left, len: decks.cards() }
    }

    /// How many decks it was made of.
    pub fn decks(&self) -> DeckCount {
        self.decks
    }

    /// How many cards are left.
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Whether the shoe is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many of this card are left.
    pub fn count(&self, card: Card) -> u8 {
        self.left[card.index()]
    }

    /// Takes this card out; refused, and nothing changed, if none is left.
    pub fn take(&mut self, card: Card) -> Result<(), NotInShoe> {
        let left = &mut self.left[card.index()];
        if *left == 0 {
            return Err(NotInShoe { card, held: self.decks.copies(card) });
        }
        *left -= 1;
        self.len -= 1;
        Ok(())
    }

    /// Puts a card back, as a reshuffle of the discards does; refused if it was not out.
    pub fn put_back(&mut self, card: Card) -> Result<(), NotOut> {
        let left = &mut self.left[card.index()];
        if *left == self.decks.copies(card) {
            return Err(NotOut(card));
        }
        *left += 1;
        self.len += 1;
        Ok(())
    }

    /// The cards that are left, each as many times as it is left, in the order of [`DECK`]; the joker last.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        DECK.into_iter()
            .chain([Card::JOKER])
            .flat_map(|card| std::iter::repeat_n(card, usize::from(self.left[card.index()])))
    }

    /// The cards of which at least one is left.
    pub fn kinds(&self) -> CardSet {
        DECK.into_iter().chain([Card::JOKER]).filter(|&card| self.count(card) > 0).collect()
    }
}

/// A card put back that was never out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0} was not dealt, so it cannot go back in the shoe")]
pub struct NotOut(pub Card);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shoe_holds_each_card_once_a_deck() {
        let ace: Card = "As".parse().unwrap();
        let mut shoe = Shoe::new(DeckCount::new(2).unwrap());
        assert_eq!(shoe.len(), 104);
        shoe.take(ace).unwrap();
        shoe.take(ace).unwrap();
        let before = shoe.clone();
        let refused = shoe.take(ace).unwrap_err();
        assert_eq!(refused.to_string(), "no As left in the shoe: 2 of 2 already dealt");
        assert_eq!(shoe, before, "a refusal changes nothing");
        assert_eq!(shoe.len(), 102);
        assert_eq!(shoe.cards().count(), 102);
        assert_eq!(shoe.kinds(), !CardSet::from(ace));
        shoe.put_back(ace).unwrap();
        shoe.put_back(ace).unwrap();
        assert_eq!(shoe.put_back(ace), Err(NotOut(ace)));
        assert_eq!(shoe, Shoe::new(shoe.decks()));
    }

    #[test]
    fn a_deck_with_a_joker_has_53_cards() {
        let decks = DeckCount::ONE.with_joker(true);
        let mut shoe = Shoe::new(decks);
        assert_eq!((decks.cards(), shoe.len(), decks.get()), (53, 53, 1));
        assert_eq!(shoe.cards().last(), Some(Card::JOKER));
        shoe.take(Card::JOKER).unwrap();
        assert_eq!(shoe.take(Card::JOKER), Err(NotInShoe { card: Card::JOKER, held: 1 }));
        assert_eq!(shoe.kinds(), CardSet::FULL);
        let refused = Shoe::new(DeckCount::SIX).take(Card::JOKER).unwrap_err();
        assert_eq!(refused.to_string(), "no Jk left in the shoe: 0 of 0 already dealt");
    }

    #[test]
    fn one_to_eight_decks() {
        assert_eq!(DeckCount::new(0), Err(DeckCountError(0)));
        assert_eq!(DeckCount::new(9), Err(DeckCountError(9)));
        assert_eq!(DeckCount::new(8).unwrap().get(), 8);
        assert_eq!(DECK.iter().collect::<CardSet>(), CardSet::FULL);
    }
}
