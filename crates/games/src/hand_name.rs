//! What hands are called at the table, by what the cards are compared with at that moment.

use cards::{Card, CardSet};
use hands::{Category, FiveValue, FourValue, ThreeValue, Total};

use crate::round::Round;

/// By what the hands of a round are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ranking {
    /// As poker hands of three cards.
    Three,
    /// As poker hands of four cards, the best of five or six.
    Four,
    /// As poker hands of five cards, the best of up to seven.
    Five,
    /// By their total, as in blackjack.
    Total,
    /// As two hands that the player sets apart (Silverado): the cards together have no name.
    SetApart,
}

impl Round {
    /// By what the hands are compared now. Hold 'em 212 changes it when its blackjack begins.
    pub fn ranking(&self) -> Ranking {
        self.table().game.ranking(self.felt())
    }
}

impl Ranking {
    /// What a hand is called with the community cards: `two pair, kings and nines`, `soft 17`. Nothing while cards of it
    /// are to come.
    pub fn name(self, own: &[Card], board: &[Card]) -> Option<String> {
        let all = || together(own, board);
        match self {
            Ranking::Three => (own.len() == 3).then(|| ThreeValue::of_set(all()).ok())?.map(said),
            Ranking::Four => (own.len() >= 5).then(|| FourValue::of_set(all()).ok())?.map(said),
            Ranking::Five => FiveValue::of_set(all()).ok().map(said),
            Ranking::Total => (own.len() >= 2).then(|| total_name(own.iter().collect())),
            Ranking::SetApart => None,
        }
    }

    /// What one of several hands after a split is called: an ace and a ten are 21 there, and no blackjack.
    pub fn name_after_split(self, own: &[Card], board: &[Card]) -> Option<String> {
        let name = self.name(own, board)?;
        let is_two_card_21 = self == Ranking::Total && own.iter().collect::<Total>().is_blackjack();
        Some(if is_two_card_21 { "21".to_owned() } else { name })
    }

    /// The kind of poker hand that the cards make with the community cards, once they are all there.
    pub fn category(self, own: &[Card], board: &[Card]) -> Option<Category> {
        let all = || together(own, board);
        match self {
            Ranking::Three => {
                (own.len() == 3).then(|| ThreeValue::of_set(all()).ok())?.map(ThreeValue::category)
            }
            Ranking::Four => {
                (own.len() >= 5).then(|| FourValue::of_set(all()).ok())?.map(FourValue::category)
            }
            Ranking::Five => FiveValue::of_set(all()).ok().map(FiveValue::category),
            Ranking::Total | Ranking::SetApart => None,
        }
    }
}

fn together(own: &[Card], board: &[Card]) -> CardSet {
    own.iter().chain(board).copied().collect()
}

fn said(value: impl std::fmt::Display) -> String {
    value.to_string()
}

/// At the table only a soft total is called by its kind, and 21 is 21.
fn total_name(total: Total) -> String {
    match total.to_string() {
        name if name == "soft 21" => "21".to_owned(),
        name => name.trim_start_matches("hard ").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Vec<Card> {
        cards::parse_cards(text).unwrap()
    }

    #[track_caller]
    fn check(ranking: Ranking, own: &str, board: &str, name: Option<&str>) {
        assert_eq!(ranking.name(&cards(own), &cards(board)).as_deref(), name, "{own} / {board}");
    }

    #[test]
    fn hands_are_called_by_what_they_are_compared_with() {
        check(Ranking::Three, "Kh 9h 2h", "", Some("king-high flush"));
        check(Ranking::Four, "Kh 9h 4h 2h 2c", "", Some("king-high flush"));
        check(Ranking::Five, "Kh 9h", "4h 2h 2c", Some("pair of twos"));
        check(Ranking::Five, "Kh 9h", "", None);
        check(Ranking::Total, "Kh 9h", "", Some("19"));
        check(Ranking::Total, "As 6h", "", Some("soft 17"));
        check(Ranking::Total, "As Kh", "", Some("blackjack"));
        check(Ranking::Total, "As", "", None);
        check(Ranking::SetApart, "As Kh Qd Jc", "Ts 9s", None);
    }

    #[test]
    fn an_ace_and_a_ten_after_a_split_are_21() {
        let name = |own: &str| Ranking::Total.name_after_split(&cards(own), &[]);
        assert_eq!(name("As Kh").as_deref(), Some("21"));
        assert_eq!(name("As 5h 5d").as_deref(), Some("21"));
        assert_eq!(name("As 6h").as_deref(), Some("soft 17"));
    }

    #[test]
    fn a_category_is_known_when_the_hand_is_complete() {
        let category = |ranking: Ranking, own: &str| ranking.category(&cards(own), &[]);
        assert_eq!(category(Ranking::Three, "Jd Td 9c"), Some(Category::Straight));
        assert_eq!(category(Ranking::Five, "Jd Td 9c"), None);
        assert_eq!(category(Ranking::Total, "Jd Td 9c"), None);
    }
}
