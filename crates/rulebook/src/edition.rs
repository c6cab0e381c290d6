//! Editions of a section [ED-1].

use std::fmt;
use std::str::FromStr;

use jiff::civil::Date;

use crate::words::words;

/// Which edition: the date it took effect, or `proposed` where that is not known [ED-2].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EditionId {
    /// In effect from this day.
    Date(Date),
    /// A proposed text; later than every dated one.
    Proposed,
}

/// Text that is not an edition.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is not an edition: write a date like 2015-07-01, or proposed")]
pub struct EditionError(pub String);

impl FromStr for EditionId {
    type Err = EditionError;

    fn from_str(text: &str) -> Result<EditionId, EditionError> {
        if text == "proposed" {
            return Ok(EditionId::Proposed);
        }
        // Exactly a calendar date: jiff would also take a full timestamp.
        let date = if text.len() == 10 { text.parse().ok() } else { None };
        date.map(EditionId::Date).ok_or_else(|| EditionError(text.to_owned()))
    }
}

impl fmt::Display for EditionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditionId::Date(date) => f.pad(&date.to_string()),
            EditionId::Proposed => f.pad("proposed"),
        }
    }
}

words! {
    /// Whether a text is law.
    pub enum Status {
        /// Adopted.
        Adopted = "adopted",
        /// Proposed; its adoption is not known.
        Proposed = "proposed",
    }
}

/// One edition of a section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edition {
    /// Its date, or `proposed`.
    pub id: EditionId,
    /// Its citation in the register: `41 SDR 218`.
    pub sdr: Option<String>,
    /// Whether it is law.
    pub status: Status,
    /// Whether only a part of its text is known.
    pub is_partial: bool,
    /// Where the text comes from and what is new in it.
    pub text: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn editions_are_dates_in_order_and_proposed_is_last() {
        let id = |text: &str| text.parse::<EditionId>();
        assert!(id("2011-12-05").unwrap() < id("2015-05-13").unwrap());
        assert!(id("2015-05-13").unwrap() < id("proposed").unwrap());
        assert_eq!(id("2015-05-13").unwrap().to_string(), "2015-05-13");
        for bad in ["2015-13-01", "2015-5-1", "2015-05-13T00:00:00", "next", ""] {
            assert_eq!(id(bad), Err(EditionError(bad.to_owned())));
        }
    }
}
