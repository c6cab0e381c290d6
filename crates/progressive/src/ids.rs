//! Names of things: each its own type, so that a table is never mistaken for a meter.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};

/// An invalid name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is not a valid name: use 1 to 40 letters, digits, dots and hyphens")]
pub struct NameError(pub String);

macro_rules! names {
    ($written:ident: $($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        ///
        /// A copy shares the text: names are the keys of what is copied with every request.
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
        #[serde(try_from = "String")]
        pub struct $name(Arc<str>);

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }

        impl $name {
            /// The name as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = NameError;

            fn from_str(text: &str) -> Result<$name, NameError> {
                let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
                let is_fine = (1..=40).contains(&text.len()) && text.bytes().all(is_name);
                if is_fine { Ok($name($written(text).into())) } else { Err(NameError(text.to_owned())) }
            }
        }

        impl TryFrom<String> for $name {
            type Error = NameError;
            fn try_from(text: String) -> Result<$name, NameError> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(name: $name) -> String {
                name.as_str().to_owned()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }
    )+};
}

fn as_given(text: &str) -> String {
    text.to_owned()
}

fn in_lower_case(text: &str) -> String {
    text.to_ascii_lowercase()
}

names! {
    in_lower_case:
    /// A person who signs in. Names that differ only in case are one name.
    PersonId,
}

names! {
    as_given:
    /// A meter: `caribbean-1`.
    MeterId,
    /// A table: `pit-2.ultimate-3`.
    TableId,
    /// Where something was done: a keypad, a console, the command line.
    DeviceId,
}

/// A seat at a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

/// A number, or its digits: as a key in JSON it is text, and serde hands it on as such where a
/// tagged enum is read.
impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        struct Digits;
        impl serde::de::Visitor<'_> for Digits {
            type Value = Seat;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the number of a seat")
            }

            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Seat, E> {
                u8::try_from(number).map(Seat).map_err(E::custom)
            }

            fn visit_str<E: serde::de::Error>(self, digits: &str) -> Result<Seat, E> {
                digits.parse().map(Seat).map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Digits)
    }
}

/// The number of an award, which is that of its slip: 1, 2, 3 in the order of the ledger (W3) (W5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AwardNumber(pub u64);

/// The number of a proposal waiting for a second supervisor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProposalNumber(pub u64);

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Display for AwardNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Display for ProposalNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Serializes amounts and rates as the text that people read: `12.3456`, `25%`.
#[allow(missing_docs)]
pub mod as_text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize as _, Deserializer, Serializer, de};

    pub fn serialize<T: Display, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: FromStr,
        T::Err: Display,
        D: Deserializer<'de>,
    {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }

    pub mod option {
        use super::*;

        pub fn serialize<T: Display, S: Serializer>(
            value: &Option<T>,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            match value {
                Some(value) => serializer.collect_str(value),
                None => serializer.serialize_none(),
            }
        }

        pub fn deserialize<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
        where
            T: FromStr,
            T::Err: Display,
            D: Deserializer<'de>,
        {
            let text = Option::<String>::deserialize(deserializer)?;
            text.map(|text| text.parse().map_err(de::Error::custom)).transpose()
        }
    }
}
