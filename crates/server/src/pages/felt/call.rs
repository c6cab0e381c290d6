//! What hands are called, from the cards that a viewer sees. What makes a hand is the game's answer.

use cards::{Card, Face};
use games::{Hand, SeatNumber, Whose};
use house::table::play::Play;

/// A card that lies face up.
pub(crate) fn card_of(face: &Face) -> Option<Card> {
    match face {
        Face::Up(card) => Some(*card),
        Face::Down => None,
    }
}

/// Cards that all lie face up.
pub(crate) fn seen(cards: &[Face]) -> Option<Vec<Card>> {
    cards.iter().map(card_of).collect()
}

/// The cards that lie face up.
pub(crate) fn up(cards: &[Face]) -> Vec<Card> {
    cards.iter().filter_map(card_of).collect()
}

/// The hands that a seat's cards make with these of the board, as they are compared now.
pub(crate) fn hands(
    play: Option<&Play>,
    (seat, which): (u8, usize),
    own: &[Face],
    board: &[Face],
) -> Vec<Hand> {
    let whose = SeatNumber::new(seat).zip(u8::try_from(which).ok());
    let known = play.zip(whose).zip(seen(own));
    known.map_or_else(Vec::new, |((play, (seat, which)), own)| {
        play.round().hands(Whose::Seat(seat, which), &own, &up(board))
    })
}

/// What someone's hands are called, each with its part of the game where there are several: `two pair, kings and nines
/// (five cards), ace high (three cards)`. Nothing while cards of them are face down or to come.
pub(crate) fn said(hands: &[Hand]) -> Option<String> {
    let said = |hand: &Hand| match hand.part {
        Some(part) => format!("{} ({part})", hand.words),
        None => hand.words.clone(),
    };
    let words: Vec<String> = hands.iter().map(said).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// The dealer's hold 'em hand and what it is called, in a game for a pot, once the rule has turned it over [H212-3]: later
/// burned cards stay down.
pub(crate) fn dealers_holdem(
    table: &games::Table,
    burns: &[Face],
    board: &[Face],
) -> Option<(Vec<Face>, String)> {
    let hand = table.hand_for_pot(&up(burns), &seen(board)?)?;
    Some((turned_over(burns), hand.words))
}

/// The burned cards that the rule has turned over.
pub(crate) fn turned_over(burns: &[Face]) -> Vec<Face> {
    burns.iter().filter(|face| **face != Face::Down).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Posting, Table};
    use rulebook::Rulebook;

    fn cards(text: &str) -> Vec<Face> {
        text.split(' ').map(|card| card.parse().map_or(Face::Down, Face::Up)).collect()
    }

    #[test]
    fn nothing_is_told_of_cards_that_are_face_down() {
        assert_eq!(seen(&cards("Ah ??")), None);
        assert_eq!(up(&cards("Ah ??")), cards::parse_cards("Ah").unwrap());
    }

    /// Only what the rule has turned over is the dealer's hold 'em hand: later burned cards stay down. The five cards of
    /// a full board are not the hand of a dealer who has none.
    #[test]
    fn the_dealers_holdem_hand_is_what_was_turned_over() {
        let open = |game: &str| {
            let posting = Posting { game: game.to_owned(), ..Posting::default() };
            Table::open(Rulebook::embedded(), posting).unwrap()
        };
        let (table, board) = (open("holdem-212"), cards("9h 9s 4h Kc 2h"));
        assert_eq!(dealers_holdem(&table, &cards("?? ?? ??"), &board), None);
        assert_eq!(dealers_holdem(&table, &[], &board), None);
        let (turned, called) = dealers_holdem(&table, &cards("Ac Kd ??"), &board).unwrap();
        assert_eq!((turned, called.as_str()), (cards("Ac Kd"), "two pair, kings and nines"));
        let other = open("ultimate-texas-holdem");
        assert_eq!(dealers_holdem(&other, &cards("Ac Kd ??"), &board), None);
    }
}
