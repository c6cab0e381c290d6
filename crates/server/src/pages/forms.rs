//! What pages send without scripts: forms. A form has the same fields as the JSON of the call that it stands for, with
//! a dot where an object is in another: `bets.ante`.

use std::str::FromStr;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts as _, Request};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Map, Value};

use crate::auth::{CSRF_HEADER, Caller, IDEMPOTENCY_HEADER};
use crate::error::ApiError;
use crate::state::App;

/// Reads what was entered in a form or written in an address: the one place where pages read text.
pub(crate) fn read<T: FromStr>(text: &str) -> Result<T, T::Err> {
    text.parse()
}

/// Fields that are numbers in JSON.
const NUMBERS: [&str; 5] = ["seat", "other", "hand", "award", "expect"];

/// A form that came from a page of ours.
pub(crate) struct Posted {
    pub(crate) caller: Caller,
    pub(crate) headers: HeaderMap,
    fields: Vec<(String, String)>,
}

impl Posted {
    /// What was entered in a field.
    pub(crate) fn field(&self, name: &str) -> &str {
        let found = self.fields.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value.trim())
    }

    /// Every field with what was entered, in order.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The JSON of the call that the form stands for. Fields that were left empty are not in it.
    pub(crate) fn json(&self) -> Result<Value, ApiError> {
        let mut body = Map::new();
        for (name, value) in &self.fields {
            let value = value.trim();
            if value.is_empty() || name == "csrf" || name == "key" {
                continue;
            }
            // A hand is the number of one after a split, or the words of a hand button.
            let is_words = name == "hand" && value.parse::<u64>().is_err();
            let value = if NUMBERS.contains(&name.as_str()) && !is_words {
                let number: u64 = value
                    .parse()
                    .map_err(|_| ApiError::malformed(format!("{name}: a whole number")))?;
                number.into()
            } else {
                value.into()
            };
            match name.split_once('.') {
                None => drop(body.insert(name.clone(), value)),
                Some((outer, inner)) => {
                    let object = body.entry(outer).or_insert_with(|| Value::Object(Map::new()));
                    if let Value::Object(object) = object {
                        object.insert(inner.to_owned(), value);
                    }
                }
            }
        }
        Ok(Value::Object(body))
    }
}

impl FromRequest<App> for Posted {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Posted, ApiError> {
        let (mut parts, body) = request.into_parts();
        let bytes = Bytes::from_request(Request::from_parts(parts.clone(), body), app)
            .await
            .map_err(|_| ApiError::malformed("the form cannot be read"))?;
        let fields: Vec<(String, String)> = serde_urlencoded::from_bytes(&bytes)
            .map_err(|_| ApiError::malformed("the form cannot be read"))?;
        // A form cannot set headers: its fields stand for them.
        let stands_for = [("csrf", CSRF_HEADER), ("key", IDEMPOTENCY_HEADER)];
        for (field, header) in stands_for {
            let value = fields.iter().find(|(name, _)| name == field);
            if let Some(value) = value.and_then(|(_, value)| HeaderValue::from_str(value).ok()) {
                parts.headers.insert(HeaderName::from_static(header), value);
            }
        }
        crate::auth::must_be_same_site(&parts)?;
        let caller = Caller::from_request_parts(&mut parts, app).await?;
        Ok(Posted { caller, headers: parts.headers, fields })
    }
}
