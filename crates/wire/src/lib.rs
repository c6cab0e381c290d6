//! What goes over the network: every request and every answer once, with its form in JSON and its description for
//! `/openapi.json`.
//!
//! An answer is made from what the house knows, by `From` or a constructor; a request turns into the house's own command.
//! The server writes and reads these types, and so does the command line where it talks to a server. Nothing here knows
//! HTTP, and nothing here decides anything.
#![allow(missing_docs, reason = "fields of wire types are their own names")]

pub mod acts;
pub mod days;
pub mod error;
pub mod floor;
pub mod library;
pub mod meters;
pub mod openings;
pub mod people;
pub mod pit;
pub mod recall;
pub mod table;

use std::collections::HashSet;
use std::str::FromStr;

use house::Refusal;
use serde::de::{DeserializeOwned, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// Why a request cannot become a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// It cannot be read.
    Malformed(String),
    /// Nothing has such a name.
    NoSuch(String),
    /// A proposal that would move no money.
    MovesNothing,
    /// A rule refuses it.
    Refused(Refusal),
}

impl Wrong {
    /// It cannot be read.
    pub fn malformed(error: impl std::fmt::Display) -> Wrong {
        Wrong::Malformed(error.to_string())
    }
}

impl From<Refusal> for Wrong {
    fn from(refusal: Refusal) -> Wrong {
        Wrong::Refused(refusal)
    }
}

/// Reads JSON, whatever the content type says.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Wrong> {
    serde_json::from_slice::<KeysOnce>(bytes).map_err(Wrong::malformed)?;
    serde_json::from_slice(bytes).map_err(Wrong::malformed)
}

/// Any JSON in which no key comes twice: of two values, readers would not agree which one counts.
struct KeysOnce;

impl<'de> Deserialize<'de> for KeysOnce {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<KeysOnce, D::Error> {
        from.deserialize_any(KeysOnce)
    }
}

impl<'de> Visitor<'de> for KeysOnce {
    type Value = KeysOnce;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<KeysOnce, A::Error> {
        let mut keys = HashSet::new();
        while let Some(key) = map.next_key::<String>()? {
            if keys.contains(&key) {
                return Err(A::Error::custom(format!("the key \"{key}\" comes twice")));
            }
            keys.insert(key);
            map.next_value::<KeysOnce>()?;
        }
        Ok(KeysOnce)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<KeysOnce, A::Error> {
        while items.next_element::<KeysOnce>()?.is_some() {}
        Ok(KeysOnce)
    }

    fn visit_str<E>(self, _: &str) -> Result<KeysOnce, E> {
        Ok(KeysOnce)
    }

    fn visit_u64<E>(self, _: u64) -> Result<KeysOnce, E> {
        Ok(KeysOnce)
    }

    fn visit_i64<E>(self, _: i64) -> Result<KeysOnce, E> {
        Ok(KeysOnce)
    }

    fn visit_f64<E>(self, _: f64) -> Result<KeysOnce, E> {
        Ok(KeysOnce)
    }

    fn visit_bool<E>(self, _: bool) -> Result<KeysOnce, E> {
        Ok(KeysOnce)
    }

    fn visit_unit<E>(self) -> Result<KeysOnce, E> {
        Ok(KeysOnce)
    }
}

/// A path or query parameter that is a name or a number, or 404: nothing has such a name.
pub fn named<T: FromStr>(text: &str) -> Result<T, Wrong> {
    text.parse().map_err(|_| Wrong::NoSuch(text.to_owned()))
}

/// Something written as text in JSON: an amount, a card, a rate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Text<T>(pub T);

impl<'de, T: FromStr<Err: std::fmt::Display>> Deserialize<'de> for Text<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Text<T>, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map(Text).map_err(serde::de::Error::custom)
    }
}
