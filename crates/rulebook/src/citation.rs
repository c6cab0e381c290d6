//! What a dealer's act or one of our figures is based on.

use std::fmt;

/// A subdivision of a section in one edition, or a ruling.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Citation {
    /// `20:18:16:15.02(16)(a)(v)`.
    Subdivision {
        /// The section's number.
        section: String,
        /// The subdivision's number as the rulebook writes it: `16(a)(v)`, or `:06` for a section
        /// of a chapter.
        number: String,
    },
    /// `[TCP-2]`.
    Ruling(String),
}

/// The number of a subdivision that stands for a section of which only the title is known.
pub(crate) const WHOLE_SECTION: &str = "-";

impl fmt::Display for Citation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Citation::Ruling(id) => write!(f, "[{id}]"),
            Citation::Subdivision { section, number } if number == WHOLE_SECTION => {
                write!(f, "{section}")
            }
            Citation::Subdivision { section, number } if number.starts_with(':') => {
                write!(f, "{section}{number}")
            }
            Citation::Subdivision { section, number } => match number.split_once('(') {
                Some((top, rest)) => write!(f, "{section}({top})({rest}"),
                None => write!(f, "{section}({number})"),
            },
        }
    }
}

/// Whether this is the id of a ruling (`TCP-2`) rather than the key of a subdivision (`fold`).
pub(crate) fn is_ruling_id(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once('-').is_some_and(|(game, number)| {
        let mut letters = game.bytes();
        letters.next().is_some_and(|first| first.is_ascii_uppercase())
            && letters.all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
            && digits(number)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations_read_as_the_rule_is_cited() {
        let cite = |section: &str, number: &str| {
            Citation::Subdivision { section: section.into(), number: number.into() }.to_string()
        };
        assert_eq!(cite("20:18:16:15.02", "8"), "20:18:16:15.02(8)");
        assert_eq!(cite("20:18:16:15.02", "16(a)(v)"), "20:18:16:15.02(16)(a)(v)");
        assert_eq!(cite("20:18:15", ":06"), "20:18:15:06");
        assert_eq!(cite("20:18:15:30.11", "-"), "20:18:15:30.11");
        assert_eq!(Citation::Ruling("TCP-2".into()).to_string(), "[TCP-2]");
    }

    #[test]
    fn ruling_ids_are_told_from_keys() {
        assert!(is_ruling_id("TCP-2") && is_ruling_id("H212-10") && is_ruling_id("ED-1"));
        assert!(!is_ruling_id("fold") && !is_ruling_id("ante-bonus") && !is_ruling_id("TCP-"));
    }
}
