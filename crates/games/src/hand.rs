//! What hands are called at the table, which cards make them and what they are worth, as they are compared at that
//! moment. Each game names its own.

use cards::{Card, CardSet, Rank};
use hands::{Category, FiveValue, FourValue, Joker, JokerValue, ThreeValue, Total};

use crate::felt::SeatNumber;
use crate::round::Round;
use crate::table::Table;

/// Whose hand it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// A seat's, by its place among the seat's hands: more than one only after a split.
    Seat(SeatNumber, u8),
    /// The dealer's.
    Dealer,
}

/// What a hand is worth under the ranking that it is compared by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandValue {
    /// As poker of three cards.
    Three(ThreeValue),
    /// As poker of four cards, the best of five or six.
    Four(FourValue),
    /// As poker of five cards, the best of up to seven.
    Five(FiveValue),
    /// As poker of five cards of a deck with a joker.
    Joker(JokerValue),
    /// As a total in blackjack.
    Total(Total),
}

impl HandValue {
    /// The kind of poker hand; none for a total, nor for five aces.
    pub fn category(self) -> Option<Category> {
        match self {
            HandValue::Three(value) => Some(value.category()),
            HandValue::Four(value) => Some(value.category()),
            HandValue::Five(value) => Some(value.category()),
            HandValue::Joker(value) => value.category(),
            HandValue::Total(_) => None,
        }
    }
}

/// A hand as it is compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hand {
    /// In which part of the game, where it has several.
    pub part: Option<&'static str>,
    /// What it is called: `two pair, kings and nines`, `soft 17`.
    pub words: String,
    /// The cards that make it.
    pub cards: CardSet,
    /// Whether they were chosen from more.
    pub is_chosen: bool,
    /// What it is worth.
    pub value: HandValue,
}

impl Hand {
    /// Three cards of one's own.
    pub(crate) fn three(own: &[Card]) -> Option<Hand> {
        let value = (own.len() == 3).then(|| ThreeValue::of_set(set(own)).ok())??;
        Some(Hand::of(value.to_string(), HandValue::Three(value), own))
    }

    /// The best four of five or six cards.
    pub(crate) fn best_four(own: &[Card]) -> Option<Hand> {
        let value = |set| FourValue::of_set(set).ok();
        let whole = (own.len() > 4).then(|| value(set(own)))??;
        let hand = Hand::of(whole.to_string(), HandValue::Four(whole), own);
        Some(hand.chosen(best(own, 4, |set| value(set) == Some(whole))))
    }

    /// Four cards of one's own.
    pub(crate) fn four(own: &[Card]) -> Option<Hand> {
        let value = (own.len() == 4).then(|| FourValue::of_set(set(own)).ok())??;
        Some(Hand::of(value.to_string(), HandValue::Four(value), own))
    }

    /// The best five of one's own cards and the community cards, once there are five.
    pub(crate) fn five(own: &[Card], board: &[Card]) -> Option<Hand> {
        let all = [own, board].concat();
        let value = |set| FiveValue::of_set(set).ok();
        let whole = value(set(&all))?;
        let hand = Hand::of(whole.to_string(), HandValue::Five(whole), &all);
        Some(hand.chosen(best(&all, 5, |set| value(set) == Some(whole))))
    }

    /// One's own cards with the community cards, five in all of a deck with a joker.
    pub(crate) fn five_with_joker(own: &[Card], board: &[Card], joker: Joker) -> Option<Hand> {
        let all = [own, board].concat();
        let value = JokerValue::of_set(set(&all), joker)?;
        Some(Hand::of(value.to_string(), HandValue::Joker(value), &all))
    }

    /// A total. An ace and a ten after a split are 21, and no blackjack.
    pub(crate) fn total(own: &[Card], is_split: bool) -> Option<Hand> {
        let total: Total = (own.len() >= 2).then(|| own.iter().collect())?;
        let words = if is_split && total.is_blackjack() { "21".to_owned() } else { said(total) };
        Some(Hand::of(words, HandValue::Total(total), own))
    }

    /// The same in a part of the game.
    pub(crate) fn in_part(self, part: &'static str) -> Hand {
        Hand { part: Some(part), ..self }
    }

    fn of(words: String, value: HandValue, cards: &[Card]) -> Hand {
        Hand { part: None, words, cards: set(cards), is_chosen: false, value }
    }

    fn chosen(self, cards: Option<CardSet>) -> Hand {
        match cards {
            Some(cards) => Hand { cards, is_chosen: true, ..self },
            None => self,
        }
    }

    /// Whether it is worth the same as another.
    pub fn ties(&self, other: &Hand) -> bool {
        match (self.value, other.value) {
            (HandValue::Total(own), HandValue::Total(others)) => {
                let kind = |total: Total| (total.points(), total.is_blackjack());
                !own.is_bust() && kind(own) == kind(others)
            }
            (own, others) => own == others,
        }
    }

    /// The rank that decides between two poker hands that are called the same: the highest that this one has and the
    /// other has not. A total has no kicker, and neither have the cards of a straight or a flush.
    pub fn kicker(&self, other: &Hand) -> Option<Rank> {
        match self.value.category()? {
            Category::Straight
            | Category::Flush
            | Category::StraightFlush
            | Category::RoyalFlush => {
                return None;
            }
            _ => {}
        }
        let ranks = |hand: &Hand| {
            let mut ranks: Vec<Rank> = hand.cards.iter().map(|card| card.rank()).collect();
            ranks.sort_unstable_by(|one, other| other.cmp(one));
            ranks
        };
        let mut others = ranks(other);
        ranks(self).into_iter().find(|rank| match others.iter().position(|other| other == rank) {
            Some(place) => {
                others.remove(place);
                false
            }
            None => true,
        })
    }
}

impl Round {
    /// The hands that these cards of someone's make with these of the community, as they are compared now: one for each
    /// part of the game that they are compared in, none while cards of them are to come. The cards are those that the
    /// asker sees.
    pub fn hands(&self, whose: Whose, own: &[Card], board: &[Card]) -> Vec<Hand> {
        if own.is_empty() {
            return Vec::new();
        }
        self.table().game.hands(self.felt(), whose, own, board)
    }

    /// The two cards that a seat plays or played for the pot with, in a game for one.
    pub fn cards_for_pot(&self, seat: SeatNumber) -> Option<[Card; 2]> {
        let place = self.felt().place_of(seat)?;
        self.table().game.cards_for_pot(&self.felt().seats[place])
    }
}

impl Table {
    /// The hand that cards make for the pot, in a game for one.
    pub fn hand_for_pot(&self, own: &[Card], board: &[Card]) -> Option<Hand> {
        let is_dealt = self.has_pot() && !own.is_empty();
        is_dealt.then(|| Hand::five(own, board)).flatten()
    }
}

fn set(cards: &[Card]) -> CardSet {
    cards.iter().copied().collect()
}

/// The first cards of the wanted number that make the hand: one's own come before the board's. None if there are no
/// more than that.
fn best(all: &[Card], size: usize, makes: impl Fn(CardSet) -> bool) -> Option<CardSet> {
    if all.len() <= size {
        return None;
    }
    let chosen = |mask: u32| -> CardSet {
        let places = all.iter().enumerate().filter(move |(place, _)| mask >> place & 1 == 1);
        places.map(|(_, card)| *card).collect()
    };
    let masks = (0..1u32 << all.len()).filter(|mask| mask.count_ones() as usize == size);
    masks.map(chosen).find(|set| makes(*set))
}

/// At the table only a soft total is called by its kind, and 21 is 21.
fn said(total: Total) -> String {
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
    fn check(hand: Option<Hand>, words: &str, made_of: &str) {
        let hand = hand.unwrap();
        assert_eq!((hand.words.as_str(), hand.cards), (words, set(&cards(made_of))));
    }

    #[test]
    fn hands_are_called_by_what_they_are_compared_with() {
        check(Hand::three(&cards("Kh 9h 2h")), "king-high flush", "Kh 9h 2h");
        check(Hand::best_four(&cards("Kh 9h 4h 2h 2c")), "king-high flush", "Kh 9h 4h 2h");
        check(Hand::five(&cards("Kh 9h"), &cards("4h 2h 2c")), "pair of twos", "Kh 9h 4h 2h 2c");
        assert_eq!(Hand::five(&cards("Kh 9h"), &[]), None);
        check(Hand::total(&cards("Kh 9h"), false), "19", "Kh 9h");
        check(Hand::total(&cards("As 6h"), false), "soft 17", "As 6h");
        assert_eq!(Hand::total(&cards("As"), false), None);
    }

    #[test]
    fn an_ace_and_a_ten_after_a_split_are_21() {
        check(Hand::total(&cards("As Kh"), false), "blackjack", "As Kh");
        check(Hand::total(&cards("As Kh"), true), "21", "As Kh");
        check(Hand::total(&cards("As 5h 5d"), true), "21", "As 5h 5d");
    }

    #[test]
    fn the_best_five_of_seven_and_four_of_six_are_used() {
        let board = cards("9h 9s 4h Kc 2h");
        let five = |own: &str, board: &[Card]| Hand::five(&cards(own), board);
        check(five("Ah Kh", &board), "ace-high flush", "Ah Kh 9h 4h 2h");
        check(five("Kd Qc", &board), "two pair, kings and nines", "Kd Kc 9h 9s Qc");
        // One's own card counts where one of the board would do.
        let board = cards("Ah Ad Kh Kd Qs");
        check(five("Qd 2c", &board), "two pair, aces and kings", "Ah Ad Kh Kd Qd");
        let four = |own: &str| Hand::best_four(&cards(own));
        check(four("As Ah 7c 7d 2s 2h"), "two pair, aces and sevens", "As Ah 7c 7d");
    }

    #[test]
    fn a_kicker_decides_between_hands_of_the_same_name() {
        let board = cards("4s 8c 8h 9c 9d");
        let hand = |own: &str| Hand::five(&cards(own), &board).unwrap();
        assert_eq!(hand("Ac 7c").kicker(&hand("2c Jh")), Some(Rank::Ace));
        assert_eq!(hand("2c Jh").kicker(&hand("Ac 7c")), Some(Rank::Jack));
        assert_eq!(hand("2c Jh").kicker(&hand("3c Jd")), None);
        assert!(hand("2c Jh").ties(&hand("3c Jd")) && !hand("2c Jh").ties(&hand("Ac 7c")));
    }

    #[test]
    fn totals_tie_by_their_points_and_a_blackjack_only_with_another() {
        let hand = |own: &str| Hand::total(&cards(own), false).unwrap();
        assert!(hand("Kc 9h").ties(&hand("As 8d")), "19 and soft 19");
        assert!(!hand("Kc Ah").ties(&hand("7s 7d 7h")), "a blackjack is more than 21");
        assert!(!hand("Kc 9h 5d").ties(&hand("Ts 9d 5h")), "what busts has lost");
        assert_eq!(hand("Kc Jh").kicker(&hand("Kd Qh")), None);
    }
}
