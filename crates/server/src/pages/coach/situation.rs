//! What kind of decision it is, in words that stay the same from round to round, so that a score can be kept by them.

use cards::{Card, Rank, Suit};
use games::{Action, Choice, Round, Stage, Whose};
use hands::{Category, Total};
use house::view::TableView;

use crate::pages::felt::call;

/// The situation of the player whose turn it is, from what they see.
pub(super) fn of(view: &TableView, category: Option<Category>, choice: &Choice) -> String {
    let (hand, stage) = (choice.hand, choice.about.stage);
    let round = &view.round;
    let seat = round.seats.iter().find(|seat| Some(seat.seat) == round.next.seat());
    let place = hand.map_or(0, |hand| usize::from(hand) - 1);
    let own = seat.and_then(|seat| seat.hands.get(place)).map(|hand| call::up(&hand.cards));
    let own = own.unwrap_or_default();
    let (board, dealer) = (call::up(&round.board), call::up(&round.dealer));
    match stage {
        Stage::Insurance => return stage.words().to_owned(),
        Stage::Hand => {
            let may_split = choice.actions.contains(&Action::Split);
            return blackjack(&own, dealer.first(), may_split);
        }
        Stage::War => {
            let ranks =
                [own.first(), dealer.first()].map(|card| card.map_or("?", |card| letter(*card)));
            return format!("{}, {} against {}", stage.words(), ranks[0], ranks[1]);
        }
        _ => {}
    }
    let held = held(category, &own, &board);
    let against = dealer.first().map(|card| format!(" against {}", letter(*card)));
    let against = against.unwrap_or_default();
    match stage.words() {
        "" => capital(&format!("{held}{against}")),
        stage => format!("{stage}, {held}{against}"),
    }
}

/// The kind of hand that a player holds at a decision, once it is complete, from the cards that they see.
pub(super) fn category(view: &TableView, round: &Round, choice: &Choice) -> Option<Category> {
    let place = choice.hand.map_or(0, |hand| hand - 1);
    let seat = view.round.seats.iter().find(|seat| seat.seat.0 == choice.seat.get())?;
    let own = call::seen(&seat.hands.get(usize::from(place))?.cards)?;
    let board = call::up(&view.round.board);
    round.hands(Whose::Seat(choice.seat, place), &own, &board).first()?.value.category()
}

fn blackjack(own: &[Card], up: Option<&Card>, may_split: bool) -> String {
    let up = up.map_or("?", |card| value(card.rank()));
    if may_split && let Some(card) = own.first() {
        return format!("Pair of {}s against {up}", value(card.rank()));
    }
    let total = own.iter().fold(Total::default(), |total, &card| total.with(card));
    capital(&format!("{total} against {up}"))
}

/// What a hand holds with the board: its kind once it is complete, and until then what there is of it.
fn held(category: Option<Category>, own: &[Card], board: &[Card]) -> String {
    let all: Vec<Card> = own.iter().chain(board).copied().collect();
    match category {
        Some(Category::HighCard) => {
            let high = all.iter().max_by_key(|card| card.rank());
            high.map_or_else(String::new, |card| format!("{} high", letter(*card)))
        }
        Some(kind @ (Category::TwoPair | Category::ThreeOfAKind | Category::FourOfAKind)) => {
            kind.to_string()
        }
        Some(kind) => format!("a {kind}"),
        None => so_far(&all),
    }
}

/// What cards hold of which more are to come: pairs and more, or the highest card.
fn so_far(cards: &[Card]) -> String {
    let mut counts = [0u8; 13];
    cards.iter().for_each(|card| counts[card.rank().index()] += 1);
    let with = |count: u8| counts.iter().filter(|known| **known == count).count();
    let suited = Suit::ALL.iter().any(|suit| {
        let of_suit = cards.iter().filter(|card| card.suit() == *suit).count();
        of_suit == cards.len() && of_suit > 1
    });
    if with(4) > 0 {
        return "four of a kind".to_owned();
    }
    match (with(3), with(2)) {
        (0, 0) => {}
        (0, 1) => return "a pair".to_owned(),
        (0, _) => return "two pair".to_owned(),
        (1, 0) => return "three of a kind".to_owned(),
        _ => return "a full house".to_owned(),
    }
    let high = cards.iter().max_by_key(|card| card.rank());
    let high = high.map_or("nothing", |card| letter(*card));
    if suited { format!("{high} high suited") } else { format!("{high} high") }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn letter(card: Card) -> &'static str {
    const NAMES: [&str; 13] =
        ["2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace"];
    NAMES[card.rank().index()]
}

fn value(rank: Rank) -> &'static str {
    const NAMES: [&str; 13] =
        ["2", "3", "4", "5", "6", "7", "8", "9", "10", "10", "10", "10", "ace"];
    NAMES[rank.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_are_told_apart_as_players_do() {
        let says = |category, cards: &str| held(category, &cards::parse_cards(cards).unwrap(), &[]);
        assert_eq!(says(None, "Qs 7h 4d"), "queen high");
        assert_eq!(says(None, "Qs 7s 4s"), "queen high suited");
        assert_eq!(says(Some(Category::TwoPair), "Qs Qh 4d 4s 2c"), "two pair");
        assert_eq!(says(Some(Category::FullHouse), "Qs Qh Qd 4s 4c"), "a full house");
        assert_eq!(says(Some(Category::Flush), "Ks Js 9s 4s 2s"), "a flush");
        assert_eq!(says(Some(Category::HighCard), "Jd Td 8c"), "jack high");
        let cards = cards::parse_cards("As 6d").unwrap();
        let up = "Kd".parse().unwrap();
        assert_eq!(blackjack(&cards, Some(&up), false), "Soft 17 against 10");
        let pair = cards::parse_cards("8s 8d").unwrap();
        assert_eq!(blackjack(&pair, Some(&up), true), "Pair of 8s against 10");
    }
}
