//! What a player sees at a decision, and what kind of decision it is.

use cards::{Card, Rank, Suit};
use hands::{Category, Total};

use crate::action::Action;
use crate::choice::{Choice, Stage};
use crate::felt::Pile;
use crate::hand::Whose;
use crate::round::Round;

/// The cards that a player sees at a decision and decides by.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seen {
    /// The cards of the hand that is decided.
    pub own: Vec<Card>,
    /// The community cards that are up, while hands are made with them.
    pub board: Vec<Card>,
    /// The dealer's cards that are up.
    pub dealer: Vec<Card>,
}

impl Round {
    /// The cards that the player whose decision it is sees and decides by.
    pub fn seen(&self, choice: &Choice) -> Seen {
        let felt = self.felt();
        let up = |pile: &Pile| -> Vec<Card> {
            let cards = pile.cards().iter().enumerate();
            cards.filter(|(place, _)| pile.is_up(*place)).map(|(_, card)| *card).collect()
        };
        let seat = felt.place_of(choice.seat).map(|place| &felt.seats[place]);
        let hand = seat.and_then(|seat| seat.hands.get(usize::from(choice.place())));
        let own = hand.map_or_else(Vec::new, |hand| hand.cards.cards().to_vec());
        let has_board = self.table().game.plays_with_board(felt);
        let board = if has_board { up(&felt.board) } else { Vec::new() };
        Seen { own, board, dealer: up(&felt.dealer) }
    }

    /// What kind of decision it is, in words that stay the same from round to round, so that a score can be kept by
    /// them: `3rd street, a pair`, `Soft 17 against 10`.
    pub fn situation(&self, choice: &Choice) -> String {
        let Seen { own, board, dealer } = self.seen(choice);
        let against = |name: fn(Rank) -> &'static str| {
            dealer.first().map_or_else(String::new, |up| format!(" against {}", name(up.rank())))
        };
        let held = match choice.about.stage {
            Stage::Insurance => return Stage::Insurance.words().to_owned(),
            Stage::Hand => blackjack(&own, choice) + &against(points),
            Stage::War => named(&own) + &against(Rank::word),
            _ => {
                let whose = Whose::Seat(choice.seat, choice.place());
                let hands = self.hands(whose, &own, &board);
                let category = hands.first().and_then(|hand| hand.value.category());
                let all = [own, board].concat();
                category.map_or_else(|| so_far(&all), |kind| made(kind, &all))
                    + &against(Rank::word)
            }
        };
        match choice.about.stage.words() {
            "" => capital(&held),
            stage => format!("{stage}, {held}"),
        }
    }
}

/// A hand of blackjack: a pair that may be split, or its total.
fn blackjack(own: &[Card], choice: &Choice) -> String {
    match own.first() {
        Some(card) if choice.actions.contains(&Action::Split) => {
            format!("pair of {}s", points(card.rank()))
        }
        _ => own.iter().collect::<Total>().to_string(),
    }
}

/// A hand that is complete, by its kind.
fn made(kind: Category, all: &[Card]) -> String {
    match kind {
        Category::HighCard => format!("{} high", highest(all)),
        Category::TwoPair | Category::ThreeOfAKind | Category::FourOfAKind => kind.to_string(),
        kind => format!("a {kind}"),
    }
}

/// What cards hold of which more are to come: pairs and more, or the highest card.
fn so_far(cards: &[Card]) -> String {
    if cards.iter().any(|card| card.is_joker()) {
        let others: Vec<Card> = cards.iter().copied().filter(|card| !card.is_joker()).collect();
        return format!("the joker with {}", so_far(&others));
    }
    if cards.len() < 2 {
        return named(cards);
    }
    let mut counts = [0u8; 13];
    cards.iter().for_each(|card| counts[card.rank().index()] += 1);
    let with = |count: u8| counts.iter().filter(|known| **known == count).count();
    let is_suited = Suit::ALL.iter().any(|suit| cards.iter().all(|card| card.suit() == *suit));
    match (with(4), with(3), with(2)) {
        (0, 0, 0) if is_suited => format!("{} high suited", highest(cards)),
        (0, 0, 0) => format!("{} high", highest(cards)),
        (0, 0, 1) => "a pair".to_owned(),
        (0, 0, _) => Category::TwoPair.to_string(),
        (0, 1, 0) => Category::ThreeOfAKind.to_string(),
        (0, _, _) => "a full house".to_owned(),
        _ => Category::FourOfAKind.to_string(),
    }
}

/// The first card's rank.
fn named(cards: &[Card]) -> String {
    cards.first().map_or("?", |card| card.rank().word()).to_owned()
}

fn highest(cards: &[Card]) -> &'static str {
    cards.iter().map(|card| card.rank()).max().map_or("?", Rank::word)
}

/// A rank as it counts in blackjack.
fn points(rank: Rank) -> &'static str {
    const POINTS: [&str; 13] =
        ["2", "3", "4", "5", "6", "7", "8", "9", "10", "10", "10", "10", "ace"];
    POINTS[rank.index()]
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::{About, Actions};
    use crate::felt::SeatNumber;

    #[test]
    fn hands_are_told_apart_as_players_do() {
        let cards = |text: &str| cards::parse_cards(text).unwrap();
        assert_eq!(so_far(&cards("Qs 7h 4d")), "queen high");
        assert_eq!(so_far(&cards("Qs 7s 4s")), "queen high suited");
        assert_eq!(so_far(&cards("Qs Qh Qd 4s 4c")), "a full house");
        assert_eq!(so_far(&cards("Qs Qh 4d 4s")), "two pair");
        assert_eq!(so_far(&cards("Ts")), "ten");
        let made = |category, text: &str| made(category, &cards(text));
        assert_eq!(made(Category::TwoPair, "Qs Qh 4d 4s 2c"), "two pair");
        assert_eq!(made(Category::Flush, "Ks Js 9s 4s 2s"), "a flush");
        assert_eq!(made(Category::HighCard, "Jd Td 8c"), "jack high");
    }

    #[test]
    fn a_hand_of_blackjack_is_a_pair_only_where_it_may_be_split() {
        let about = About { wager: "blackjack", stage: Stage::Hand, line: None };
        let mut actions = Actions::default();
        actions.push(Action::Stand);
        let choice = Choice::new(SeatNumber::FIRST, about, actions.clone());
        actions.push(Action::Split);
        let splits = Choice::new(SeatNumber::FIRST, about, actions);
        let pair = cards::parse_cards("8s 8d").unwrap();
        assert_eq!(blackjack(&pair, &choice), "hard 16");
        assert_eq!(blackjack(&pair, &splits), "pair of 8s");
        assert_eq!(blackjack(&cards::parse_cards("As 6d").unwrap(), &choice), "soft 17");
    }
}
