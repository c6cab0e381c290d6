//! A player's own word in a shuffle, so that the house alone does not decide the order.

use std::fmt;
use std::str::FromStr;

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory as _};

/// How many characters a word has at most.
pub const WORD_CHARACTERS_MAX: usize = 64;

/// How many seats a table has at most.
pub const SEATS_MAX: u8 = 7;

/// A word that a player adds: 1 to 64 printable characters on one line, spaces only between others.
///
/// It is taken as it was typed: upper and lower case differ, and nothing is normalized.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Word(String);

impl Word {
    /// The word as it was typed.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a word is refused, in order of precedence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WordError {
    /// No characters.
    #[error("the word is empty: type 1 to 64 characters, or leave it out")]
    Empty,
    /// Too many characters.
    #[error("the word has {0} characters: use at most 64")]
    Long(usize),
    /// A character that cannot be seen.
    #[error("character {place} of the word (U+{:04X}) is not printable: leave it out", u32::from(*.letter))]
    NotPrintable {
        /// Its place, counted from 1.
        place: usize,
        /// The character.
        letter: char,
    },
    /// A space where it cannot be seen.
    #[error("the word starts or ends with a space: remove it")]
    OuterSpace,
}

impl FromStr for Word {
    type Err = WordError;

    fn from_str(text: &str) -> Result<Word, WordError> {
        let characters = text.chars().count();
        if characters == 0 {
            return Err(WordError::Empty);
        }
        if characters > WORD_CHARACTERS_MAX {
            return Err(WordError::Long(characters));
        }
        if let Some((letter, place)) =
            text.chars().zip(1..).find(|(letter, _)| !is_printable(*letter))
        {
            return Err(WordError::NotPrintable { place, letter });
        }
        if text.starts_with(' ') || text.ends_with(' ') {
            return Err(WordError::OuterSpace);
        }
        Ok(Word(text.to_owned()))
    }
}

/// Letters, marks, numbers, punctuation, symbols and the plain space; no other spaces, controls,
/// line breaks or invisible characters.
fn is_printable(letter: char) -> bool {
    match letter.general_category_group() {
        GeneralCategoryGroup::Letter
        | GeneralCategoryGroup::Mark
        | GeneralCategoryGroup::Number
        | GeneralCategoryGroup::Punctuation
        | GeneralCategoryGroup::Symbol => true,
        GeneralCategoryGroup::Separator => letter == ' ',
        GeneralCategoryGroup::Other => false,
    }
}

/// The words of a round by seat, at most one for each.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Words([Option<Word>; SEATS_MAX as usize]);

/// A seat that no table has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no seat {0}: seats are 1 to 7")]
pub struct NoSuchSeat(pub u8);

impl Words {
    /// No words.
    pub fn new() -> Words {
        Words::default()
    }

    /// Sets the word of a seat and returns the one it replaces.
    pub fn set(&mut self, seat: u8, word: Word) -> Result<Option<Word>, NoSuchSeat> {
        let place = usize::from(seat).checked_sub(1).and_then(|place| self.0.get_mut(place));
        Ok(place.ok_or(NoSuchSeat(seat))?.replace(word))
    }

    /// The words with their seats, lowest seat first.
    pub fn iter(&self) -> impl Iterator<Item = (u8, &Word)> {
        (1..).zip(&self.0).filter_map(|(seat, word)| Some((seat, word.as_ref()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_one_line_of_1_to_64_printable_characters() {
        for word in ["x", "lucky seven", "Glück 7♠", "é", "e\u{301}", "🂡", "日本"] {
            assert_eq!(word.parse::<Word>().unwrap().as_str(), word);
        }
        // Characters are counted, not bytes.
        assert!("é".repeat(64).parse::<Word>().is_ok());
        let refused = |text: &str| text.parse::<Word>().unwrap_err().to_string();
        assert_eq!(refused(""), "the word is empty: type 1 to 64 characters, or leave it out");
        assert_eq!(refused(&"é".repeat(65)), "the word has 65 characters: use at most 64");
        assert_eq!(refused(" x"), "the word starts or ends with a space: remove it");
        assert_eq!(refused("x "), "the word starts or ends with a space: remove it");
        // A tab, line breaks, a no-break space, a zero-width space, an override of the direction, a
        // private character, one that is not assigned.
        for letter in [
            '\t', '\n', '\r', '\u{85}', '\u{2028}', '\u{a0}', '\u{200b}', '\u{202e}', '\u{e000}',
            '\u{378}',
        ] {
            let expected = format!(
                "character 2 of the word (U+{:04X}) is not printable: leave it out",
                u32::from(letter)
            );
            assert_eq!(refused(&format!("a{letter}b")), expected);
        }
    }

    #[test]
    fn each_seat_has_at_most_one_word() {
        let word = |text: &str| text.parse::<Word>().unwrap();
        let mut words = Words::new();
        assert_eq!(words.set(7, word("b")), Ok(None));
        assert_eq!(words.set(1, word("a")), Ok(None));
        assert_eq!(words.set(7, word("c")), Ok(Some(word("b"))));
        assert_eq!(words.set(0, word("d")), Err(NoSuchSeat(0)));
        assert_eq!(words.set(8, word("d")), Err(NoSuchSeat(8)));
        let all: Vec<(u8, &str)> = words.iter().map(|(seat, word)| (seat, word.as_str())).collect();
        assert_eq!(all, [(1, "a"), (7, "c")]);
    }
}
