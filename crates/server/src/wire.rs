//! What goes over the network: bodies and answers, apart from what the house keeps.

pub mod acts;
pub mod days;
pub mod floor;
pub mod meters;
pub(crate) mod openings;
pub mod people;
pub mod pit;

use std::collections::HashSet;
use std::str::FromStr;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use serde::de::{DeserializeOwned, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::error::ApiError;

/// A JSON body. What cannot be read is refused in the form of every other error.
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, ApiError> {
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| {
            ApiError::new(rejection.status(), "malformed", rejection.body_text())
        })?;
        read(&bytes).map(Body)
    }
}

/// The query of an address. What cannot be read is refused in the form of every other error.
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, ApiError> {
        let read = axum::extract::Query::from_request_parts(parts, state).await;
        let axum::extract::Query(query) =
            read.map_err(|rejection| ApiError::malformed(rejection.body_text()))?;
        Ok(Query(query))
    }
}

/// The names in an address. What cannot be read is refused in the form of every other error.
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, ApiError> {
        let read = axum::extract::Path::from_request_parts(parts, state).await;
        let axum::extract::Path(names) =
            read.map_err(|rejection| ApiError::malformed(rejection.body_text()))?;
        Ok(Path(names))
    }
}

/// Reads JSON, whatever the content type says.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    let malformed = |error: serde_json::Error| ApiError::malformed(error.to_string());
    serde_json::from_slice::<KeysOnce>(bytes).map_err(malformed)?;
    serde_json::from_slice(bytes).map_err(malformed)
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
pub fn named<T: FromStr>(text: &str) -> Result<T, ApiError> {
    text.parse().map_err(|_| ApiError::unknown(format!("there is no \"{text}\"")))
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
