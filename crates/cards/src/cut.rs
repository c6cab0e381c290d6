//! Where a stack of cards may be cut, and where the dealer's cut card lies in it.

use std::fmt;
use std::str::FromStr;

/// The fewest cards that a player may leave at either end of the stack when cutting it.
pub const CUT_MARGIN: u16 = 5;

/// Whether a stack of cards may be cut with this many of them on top of the cut.
pub const fn may_cut(cards: u16, above: u16) -> bool {
    above >= CUT_MARGIN && above + CUT_MARGIN <= cards
}

/// How much of a stack is dealt before the cut card, in percent: from the center, 50, to just before
/// the back, 99.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Penetration(u8);

impl Penetration {
    /// This many percent, if the cut card may lie there.
    pub const fn new(percent: u8) -> Option<Penetration> {
        if percent >= 50 && percent < 100 { Some(Penetration(percent)) } else { None }
    }

    /// The penetration in percent.
    pub const fn percent(self) -> u8 {
        self.0
    }

    /// The position of the cut card in a stack of this many cards.
    pub const fn cut_card(self, cards: u16) -> CutCard {
        // The center of an odd stack is behind its middle card.
        let center = cards.div_ceil(2);
        let above = (cards as u32 * self.0 as u32 / 100) as u16;
        CutCard { above: if above < center { center } else { above } }
    }
}

/// Why a text is not a penetration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PenetrationError;

impl fmt::Display for PenetrationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the cut card lies at 50% to 99% of the stack")
    }
}

impl std::error::Error for PenetrationError {}

impl FromStr for Penetration {
    type Err = PenetrationError;

    fn from_str(text: &str) -> Result<Penetration, PenetrationError> {
        let percent = text.strip_suffix('%').and_then(|percent| percent.parse().ok());
        percent.and_then(Penetration::new).ok_or(PenetrationError)
    }
}

impl fmt::Display for Penetration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}%", self.0)
    }
}

/// The cut card in a stack that is being dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CutCard {
    above: u16,
}

impl CutCard {
    /// How many cards lie in front of it, a burned one included.
    pub const fn above(self) -> u16 {
        self.above
    }

    /// Whether the cut card has appeared when this many cards are out: when all cards in front of it are.
    pub const fn has_appeared(self, out: u16) -> bool {
        out >= self.above
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_leaves_five_cards_at_either_end() {
        let allowed: Vec<u16> = (0..=60).filter(|above| may_cut(52, *above)).collect();
        assert_eq!(allowed, (5..=47).collect::<Vec<u16>>());
        // Ten cards can be cut in one place, nine in none.
        assert_eq!((0..=10).filter(|above| may_cut(10, *above)).count(), 1);
        assert_eq!((0..=9).filter(|above| may_cut(9, *above)).count(), 0);
    }

    #[test]
    fn the_cut_card_lies_between_the_center_and_the_back() {
        // 75% of six decks: 312 * 0.75 = 234; of one deck 39. 95% of 52 is 49.4: 49 in front.
        let above = |percent, cards| Penetration::new(percent).unwrap().cut_card(cards).above();
        assert_eq!(
            [above(75, 312), above(75, 52), above(95, 52), above(50, 416)],
            [234, 39, 49, 208]
        );
        for decks in 1..=8 {
            for percent in 50..100 {
                let (cards, above) = (52 * decks, above(percent, 52 * decks));
                assert!(2 * above >= cards && above < cards, "{percent}% of {cards}: {above}");
            }
        }
        // With a card missing from the stack the center is still in front of it.
        assert_eq!(above(50, 51), 26);
    }

    #[test]
    fn the_cut_card_appears_when_the_cards_in_front_of_it_are_out() {
        let cut_card = "75%".parse::<Penetration>().unwrap().cut_card(52);
        assert_eq!([38, 39, 40].map(|out| cut_card.has_appeared(out)), [false, true, true]);
    }

    #[test]
    fn a_penetration_is_50_to_99_percent() {
        for text in ["49%", "100%", "75", "%", "", "-60%", "60.5%", "300%"] {
            assert_eq!(text.parse::<Penetration>(), Err(PenetrationError), "{text}");
        }
        for text in ["50%", "75%", "99%"] {
            assert_eq!(text.parse::<Penetration>().unwrap().to_string(), text);
        }
    }
}
