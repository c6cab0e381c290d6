//! Totals of blackjack hands.

use std::fmt;

use cards::{Card, Rank};

/// The points of a blackjack hand, card by card.
///
/// Totals have no order: a blackjack beats any other 21 [BJ-1], and who busts first loses whatever
/// the other has, so the game compares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Total {
    /// With every ace as one.
    hard: u16,
    cards: u16,
    has_ace: bool,
}

/// The most a hand may count.
const LIMIT: u16 = 21;
/// The extra points of an ace that counts eleven.
const SOFT: u16 = 10;

impl Total {
    /// No card.
    pub const EMPTY: Total = Total { hard: 0, cards: 0, has_ace: false };

    /// What a card counts, an ace one.
    pub const fn points_of(rank: Rank) -> u16 {
        match rank {
            Rank::Ace => 1,
            Rank::Jack | Rank::Queen | Rank::King => 10,
            _ => rank as u16 + 2,
        }
    }

    /// The total with one more card. Cards beyond what any shoe holds do not count.
    #[inline]
    #[must_use]
    pub const fn with(self, card: Card) -> Total {
        Total {
            hard: self.hard.saturating_add(Total::points_of(card.rank())),
            cards: self.cards.saturating_add(1),
            has_ace: self.has_ace || matches!(card.rank(), Rank::Ace),
        }
    }

    /// The points, an ace as eleven if that does not bust the hand.
    #[inline]
    pub const fn points(self) -> u16 {
        if self.is_soft() { self.hard + SOFT } else { self.hard }
    }

    /// The number of cards.
    pub const fn len(self) -> usize {
        self.cards as usize
    }

    /// Whether the hand has no card.
    pub const fn is_empty(self) -> bool {
        self.cards == 0
    }

    /// Whether an ace counts eleven.
    #[inline]
    pub const fn is_soft(self) -> bool {
        self.has_ace && self.hard <= LIMIT - SOFT
    }

    /// Whether the hand is over 21.
    #[inline]
    pub const fn is_bust(self) -> bool {
        self.hard > LIMIT
    }

    /// Whether the hand is 21 with two cards. The game knows whether it came from a split.
    #[inline]
    pub const fn is_blackjack(self) -> bool {
        self.cards == 2 && self.points() == LIMIT
    }
}

impl FromIterator<Card> for Total {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Total {
        cards.into_iter().fold(Total::EMPTY, Total::with)
    }
}

impl<'a> FromIterator<&'a Card> for Total {
    fn from_iter<I: IntoIterator<Item = &'a Card>>(cards: I) -> Total {
        cards.into_iter().copied().collect()
    }
}

/// `blackjack`, `soft 17`, `hard 20`, `bust with 26`.
impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_blackjack() {
            f.write_str("blackjack")
        } else if self.is_bust() {
            write!(f, "bust with {}", self.points())
        } else if self.is_soft() {
            write!(f, "soft {}", self.points())
        } else {
            write!(f, "hard {}", self.points())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, words: &str) {
        let total: Total = cards::parse_cards(text).unwrap().iter().collect();
        assert_eq!(total.to_string(), words, "{text}");
    }

    #[test]
    fn totals_in_words() {
        check("As Kd", "blackjack");
        check("As 6d", "soft 17");
        check("As 6d Th", "hard 17");
        check("As Ad", "soft 12");
        check("As Ad 9c", "soft 21");
        check("Ks Qd", "hard 20");
        check("7s 7d 7h", "hard 21");
        check("Ks 6d Th", "bust with 26");
        check("As As As As As As", "soft 16");
        check("As Ad Ah Ks 9d", "bust with 22");
        check("", "hard 0");
    }

    #[test]
    fn a_total_is_soft_only_while_an_ace_counts_eleven() {
        for first in cards::DECK {
            for second in cards::DECK {
                let total = Total::EMPTY.with(first).with(second);
                let has_ace = first.rank() == Rank::Ace || second.rank() == Rank::Ace;
                assert_eq!(total.is_soft(), has_ace);
                assert!(!total.is_bust() && total.len() == 2);
            }
        }
    }
}
