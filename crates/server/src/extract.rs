//! What handlers take out of a request: bodies, queries, names in an address.

use std::str::FromStr;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::error::ApiError;

/// A JSON body. What cannot be read is refused in the form of every other error.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, ApiError> {
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| {
            ApiError::new(rejection.status(), "malformed", rejection.body_text())
        })?;
        Ok(Body(wire::read(&bytes)?))
    }
}

/// The query of an address. What cannot be read is refused in the form of every other error.
pub(crate) struct Query<T>(pub(crate) T);

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
pub(crate) struct Path<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, ApiError> {
        let read = axum::extract::Path::from_request_parts(parts, state).await;
        let axum::extract::Path(names) =
            read.map_err(|rejection| ApiError::malformed(rejection.body_text()))?;
        Ok(Path(names))
    }
}

/// A path or query parameter that is a name or a number, or 404: nothing has such a name.
pub(crate) fn named<T: FromStr>(text: &str) -> Result<T, ApiError> {
    Ok(wire::named(text)?)
}
