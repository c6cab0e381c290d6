//! What kind of decision it is, in words that stay the same from round to round, so that a score can be kept by them.

use cards::{Card, Rank, Suit};
use games::Ranking;
use hands::{Category, Total};
use house::view::TableView;

/// The situation of the player whose turn it is, from what they see.
pub(super) fn of(view: &TableView, ranking: Ranking, hand: Option<u8>) -> String {
    let round = &view.round;
    let is_up = |text: &&String| text.as_str() != "??";
    let read = |cards: &[String]| -> Vec<Card> {
        cards.iter().filter(is_up).filter_map(|text| text.parse().ok()).collect()
    };
    let seat = round.seats.iter().find(|seat| Some(seat.seat) == round.next.seat);
    let place = hand.map_or(0, |hand| usize::from(hand) - 1);
    let own = seat.and_then(|seat| seat.hands.get(place)).map(|hand| read(&hand.cards));
    let own = own.unwrap_or_default();
    let (board, dealer) = (read(&round.board), read(&round.dealer));
    let may = |action: &str| round.next.actions.iter().any(|known| known == action);
    if may("decline") {
        return "Insurance".to_owned();
    }
    if may("stand") {
        return blackjack(&own, dealer.first(), may("split"));
    }
    if may("take") {
        let ranks =
            [own.first(), dealer.first()].map(|card| card.map_or("?", |card| letter(*card)));
        return format!("War, {} against {}", ranks[0], ranks[1]);
    }
    let held = held(ranking, &own, &board);
    let against = dealer.first().map(|card| format!(" against {}", letter(*card)));
    let against = against.unwrap_or_default();
    match stage(&view.game, board.len()) {
        "" => capital(&format!("{held}{against}")),
        stage => format!("{stage}, {held}{against}"),
    }
}

fn blackjack(own: &[Card], up: Option<&Card>, may_split: bool) -> String {
    let up = up.map_or("?", |card| value(card.rank()));
    if may_split && let Some(card) = own.first() {
        return format!("Pair of {}s against {up}", value(card.rank()));
    }
    let total = own.iter().fold(Total::default(), |total, &card| total.with(card));
    capital(&format!("{total} against {up}"))
}

/// The decision by the cards that are up.
fn stage(game: &str, board: usize) -> &'static str {
    match (game, board) {
        ("let-it-ride", 0) => "Bet 1",
        ("let-it-ride", _) => "Bet 2",
        ("mississippi-stud", 0) => "3rd street",
        ("mississippi-stud", 1) => "4th street",
        ("mississippi-stud", _) => "5th street",
        ("silverado-stud", 0) => "Setting",
        ("silverado-stud", _) => "Raise",
        ("texas-holdem-bonus" | "ultimate-texas-holdem" | "holdem-212", board) => match board {
            0 => "Before the flop",
            3 => "After the flop",
            4 => "After the turn",
            _ => "After the river",
        },
        _ => "",
    }
}

/// What a hand holds with the board: its kind once it is complete, and until then what there is of it.
fn held(ranking: Ranking, own: &[Card], board: &[Card]) -> String {
    let all: Vec<Card> = own.iter().chain(board).copied().collect();
    match ranking.category(own, board) {
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
        let says = |cards: &str| held(Ranking::Five, &cards::parse_cards(cards).unwrap(), &[]);
        assert_eq!(says("Qs 7h 4d"), "queen high");
        assert_eq!(says("Qs 7s 4s"), "queen high suited");
        assert_eq!(says("Qs Qh 4d 4s 2c"), "two pair");
        assert_eq!(says("Qs Qh Qd 4s 4c"), "a full house");
        assert_eq!(says("Ks Js 9s 4s 2s"), "a flush");
        let cards = cards::parse_cards("Kh 9h").unwrap();
        let board = cards::parse_cards("4h 2h 3h Qs Jc").unwrap();
        assert_eq!(held(Ranking::Five, &cards, &board), "a flush");
        let three = |cards: &str| held(Ranking::Three, &cards::parse_cards(cards).unwrap(), &[]);
        assert_eq!(three("Ks 7s 4s"), "a flush");
        assert_eq!(three("Jd Td 9c"), "a straight");
        assert_eq!(three("Jd Td 8c"), "jack high");
        let cards = cards::parse_cards("As 6d").unwrap();
        let up = "Kd".parse().unwrap();
        assert_eq!(blackjack(&cards, Some(&up), false), "Soft 17 against 10");
        let pair = cards::parse_cards("8s 8d").unwrap();
        assert_eq!(blackjack(&pair, Some(&up), true), "Pair of 8s against 10");
    }
}
