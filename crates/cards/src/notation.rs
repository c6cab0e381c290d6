//! Cards as people write them: `As Th 2c`, `10h`, `A♠`, `Jk` for the joker, and `??` for a card face down.

use std::fmt;
use std::str::FromStr;

use crate::{Card, CardSet, Rank, Suit};

/// A card on the table as a viewer sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Face {
    /// Face up.
    Up(Card),
    /// Face down: written `??`.
    Down,
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Face::Up(card) => write!(f, "{card}"),
            Face::Down => f.write_str("??"),
        }
    }
}

/// What is wrong at a place in a list of cards, in order of precedence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// Not a rank.
    #[error("'{0}' is not a rank: use 2 to 9, T, J, Q, K or A")]
    Rank(char),
    /// A rank, and then the end or a blank.
    #[error("'{0}' has no suit: add c, d, h or s")]
    NoSuit(Rank),
    /// A rank, and then not a suit.
    #[error("'{0}' is not a suit: use c, d, h or s")]
    Suit(char),
    /// A card face down where the cards must be known.
    #[error("a face-down card (??) is not allowed here")]
    Down,
    /// The same card again.
    #[error("{0} appears twice")]
    Twice(Card),
    /// Not exactly one card where one is wanted.
    #[error("expected one card, found {0}")]
    NotOne(usize),
}

/// A list of cards that cannot be read, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("in \"{text}\", at character {position}: {fault}")]
pub struct NotationError {
    /// The whole text.
    pub text: String,
    /// The character at fault, counted from 1.
    pub position: usize,
    /// What is wrong with it.
    pub fault: Fault,
}

/// Reads cards, each of them known: `As Th 2c`. Blanks and commas between them are ignored.
///
/// Repeats are allowed, since a shoe holds several decks; see [`CardSet::from_str`] for one deck.
pub fn parse_cards(text: &str) -> Result<Vec<Card>, NotationError> {
    known(text).map(|cards| cards.into_iter().map(|(_, card)| card).collect())
}

/// Reads cards some of which may be face down: `As ?? 2c`.
pub fn parse_faces(text: &str) -> Result<Vec<Face>, NotationError> {
    scan(text).map(|faces| faces.into_iter().map(|(_, face)| face).collect())
}

fn error(text: &str, position: usize, fault: Fault) -> NotationError {
    NotationError { text: text.to_owned(), position, fault }
}

fn known(text: &str) -> Result<Vec<(usize, Card)>, NotationError> {
    scan(text)?
        .into_iter()
        .map(|(position, face)| match face {
            Face::Up(card) => Ok((position, card)),
            Face::Down => Err(error(text, position, Fault::Down)),
        })
        .collect()
}

fn scan(text: &str) -> Result<Vec<(usize, Face)>, NotationError> {
    let mut faces = Vec::new();
    let mut chars = text.chars().zip(1..).peekable();
    while let Some((letter, position)) = chars.next() {
        if letter.is_whitespace() || letter == ',' {
            continue;
        }
        if letter == '?' {
            // The second question mark belongs to the same card.
            chars.next_if(|&(next, _)| next == '?');
            faces.push((position, Face::Down));
            continue;
        }
        // `J` is also a jack; no suit begins with `k`.
        if matches!(letter, 'J' | 'j')
            && chars.next_if(|&(next, _)| matches!(next, 'k' | 'K')).is_some()
        {
            faces.push((position, Face::Up(Card::JOKER)));
            continue;
        }
        let rank = if letter == '1' && chars.next_if(|&(next, _)| next == '0').is_some() {
            Rank::Ten
        } else {
            rank(letter).ok_or_else(|| error(text, position, Fault::Rank(letter)))?
        };
        let suit = match chars.next() {
            None => return Err(error(text, position, Fault::NoSuit(rank))),
            Some((blank, _)) if blank.is_whitespace() || blank == ',' => {
                return Err(error(text, position, Fault::NoSuit(rank)));
            }
            Some((letter, place)) => {
                suit(letter).ok_or_else(|| error(text, place, Fault::Suit(letter)))?
            }
        };
        faces.push((position, Face::Up(Card::new(rank, suit))));
    }
    Ok(faces)
}

fn rank(letter: char) -> Option<Rank> {
    let letter = letter.to_ascii_uppercase();
    Rank::ALL.into_iter().find(|rank| rank.letter() == letter)
}

fn suit(letter: char) -> Option<Suit> {
    let lower = letter.to_ascii_lowercase();
    Suit::ALL.into_iter().find(|suit| suit.letter() == lower || suit.symbol() == letter)
}

impl FromStr for Card {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Card, NotationError> {
        match known(text)?.as_slice() {
            [(_, card)] => Ok(*card),
            cards => {
                let position = cards.get(1).map_or(1, |&(position, _)| position);
                Err(error(text, position, Fault::NotOne(cards.len())))
            }
        }
    }
}

/// Reads cards of one deck: none may appear twice.
impl FromStr for CardSet {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<CardSet, NotationError> {
        let mut set = CardSet::EMPTY;
        for (position, card) in known(text)? {
            if !set.insert(card) {
                return Err(error(text, position, Fault::Twice(card)));
            }
        }
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let got = match parse_faces(text) {
            Ok(faces) => faces.iter().map(Face::to_string).collect::<Vec<_>>().join(" "),
            Err(error) => format!("{}: {}", error.position, error.fault),
        };
        assert_eq!(got, expected);
    }

    #[test]
    fn cards_as_people_write_them() {
        check("As Th 2c", "As Th 2c");
        check("as,tH  2C", "As Th 2c");
        check("10h A♠ AsKs", "Th As As Ks");
        check("?? Ad ?", "?? Ad ??");
        check("Jk jkJcJK", "Jk Jk Jc Jk");
        check("", "");
    }

    #[test]
    fn faults_name_their_place() {
        check("As 1h", "4: '1' is not a rank: use 2 to 9, T, J, Q, K or A");
        check("As Tx", "5: 'x' is not a suit: use c, d, h or s");
        check("As T", "4: 'T' has no suit: add c, d, h or s");
        check("K Q", "1: 'K' has no suit: add c, d, h or s");
        check("♥A", "1: '♥' is not a rank: use 2 to 9, T, J, Q, K or A");
        let twice = "As Kd As".parse::<CardSet>().unwrap_err();
        assert_eq!(twice.to_string(), "in \"As Kd As\", at character 7: As appears twice");
        assert_eq!("As Kd".parse::<Card>().unwrap_err().fault, Fault::NotOne(2));
        assert_eq!("".parse::<Card>().unwrap_err().fault, Fault::NotOne(0));
        assert_eq!(parse_cards("As ??").unwrap_err().position, 4);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_at_one_of_its_characters(text in "\\PC*") {
            if let Err(error) = parse_faces(&text) {
                prop_assert!(error.position >= 1 && error.position <= text.chars().count());
            }
        }

        #[test]
        fn what_is_written_is_read_back(indices in prop::collection::vec(0usize..53, 0..60)) {
            let cards: Vec<Card> = indices.iter().map(|&i| Card::from_index(i).unwrap()).collect();
            let text = cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ");
            prop_assert_eq!(parse_cards(&text).unwrap(), cards);
        }
    }
}
