//! One card: a rank and a suit, or the joker.

use std::fmt;

/// A rank, deuce lowest and ace highest. Where an ace is low, the game says so.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Rank {
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
}

impl Rank {
    /// All thirteen, lowest first.
    pub const ALL: [Rank; 13] = {
        use Rank::*;
        [Two, Three, Four, Five, Six, Seven, Eight, Nine, Ten, Jack, Queen, King, Ace]
    };

    /// The rank with this index, 0 for a deuce to 12 for an ace.
    pub const fn from_index(index: usize) -> Option<Rank> {
        if index < 13 { Some(Rank::ALL[index]) } else { None }
    }

    /// 0 for a deuce to 12 for an ace.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of the notation: `2` to `9`, `T J Q K A`.
    pub const fn letter(self) -> char {
        b"23456789TJQKA"[self as usize] as char
    }

    /// The rank in words: `ten`, `queen`.
    pub const fn word(self) -> &'static str {
        [
            "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack",
            "queen", "king", "ace",
        ][self as usize]
    }

    /// The rank in words, several of them: `tens`, `sixes`.
    pub const fn plural(self) -> &'static str {
        [
            "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens",
            "jacks", "queens", "kings", "aces",
        ][self as usize]
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A suit. The order clubs, diamonds, hearts, spades is used only where a rule awards an odd chip
/// by suit [H212-6]; suits never break ties between hands [GEN-4].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

impl Suit {
    /// All four, clubs first.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// 0 for clubs to 3 for spades.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of the notation: `c d h s`.
    pub const fn letter(self) -> char {
        b"cdhs"[self as usize] as char
    }

    /// The suit's sign: `♣ ♦ ♥ ♠`.
    pub const fn symbol(self) -> char {
        ['♣', '♦', '♥', '♠'][self as usize]
    }

    /// The suit in words: `spades`.
    pub const fn word(self) -> &'static str {
        ["clubs", "diamonds", "hearts", "spades"][self as usize]
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A card of the 52, or the joker that some games add to them.
///
/// Inside it is its bit in a [`CardSet`](crate::CardSet): the suit times sixteen plus the rank, so
/// that adding a card to a set is one shift. Cards are therefore ordered by suit first. The joker
/// has the bit after the ace of clubs, and so the dense index after the ace of spades.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// What [`Card::rank`] gives for the low four bits of a card; the joker's is the place after the ace's.
const RANKS: [Rank; 16] = {
    let mut ranks = [Rank::Ace; 16];
    let mut index = 0;
    while index < 13 {
        ranks[index] = Rank::ALL[index];
        index += 1;
    }
    ranks
};

impl Card {
    /// The joker: the 53rd card, dealt only where a game's rules say that its deck has one.
    pub const JOKER: Card = Card(13);

    /// The card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(((suit as u8) << 4) | rank as u8)
    }

    /// The card with this dense index: rank times four plus suit, 0 for the deuce of clubs to 51
    /// for the ace of spades, and 52 for the joker.
    pub const fn from_index(index: usize) -> Option<Card> {
        if index <= 52 { Some(Card((((index & 3) << 4) | (index >> 2)) as u8)) } else { None }
    }

    /// The card whose bit in a [`CardSet`](crate::CardSet) this is.
    pub const fn from_bit(bit: u32) -> Option<Card> {
        if bit < 64 && bit & 15 < 13 || bit == 13 { Some(Card(bit as u8)) } else { None }
    }

    /// The dense index: rank times four plus suit, 0 to 51; 52 for the joker.
    pub const fn index(self) -> usize {
        ((self.0 & 15) as usize) << 2 | (self.0 >> 4) as usize
    }

    /// The card's bit in a [`CardSet`](crate::CardSet): suit times sixteen plus rank, under 64.
    #[inline(always)]
    pub const fn bit(self) -> u32 {
        self.0 as u32
    }

    /// Is it the joker?
    #[inline(always)]
    pub const fn is_joker(self) -> bool {
        self.0 == Card::JOKER.0
    }

    /// The rank. The joker is an ace where a rule says nothing else of it.
    #[inline(always)]
    pub const fn rank(self) -> Rank {
        RANKS[(self.0 & 15) as usize]
    }

    /// The suit. The joker has none: what asks for its suit must ask first whether it is the joker.
    #[inline(always)]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 >> 4) as usize]
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_joker() {
            true => f.write_str("Jk"),
            false => write!(f, "{}{}", self.rank(), self.suit()),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_has_one_index_and_one_bit() {
        let mut bits = 0u64;
        for index in 0..52 {
            let card = Card::from_index(index).unwrap();
            assert_eq!(card.index(), index);
            assert_eq!(Card::from_bit(card.bit()), Some(card));
            assert_eq!(Card::new(card.rank(), card.suit()), card);
            assert_eq!(bits & (1 << card.bit()), 0);
            bits |= 1 << card.bit();
        }
        assert_eq!(bits.count_ones(), 52);
        assert_eq!((0..80).filter_map(Card::from_bit).count(), 53);
    }

    #[test]
    fn the_joker_is_the_53rd_card() {
        assert_eq!((Card::JOKER.index(), Card::from_index(52)), (52, Some(Card::JOKER)));
        assert_eq!(Card::from_bit(Card::JOKER.bit()), Some(Card::JOKER));
        assert_eq!(Card::from_index(53), None);
        assert!((0..52).all(|index| !Card::from_index(index).unwrap().is_joker()));
        assert_eq!(Card::JOKER.to_string(), "Jk");
        assert_eq!(Card::JOKER.rank(), Rank::Ace);
    }
}
