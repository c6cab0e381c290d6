//! The caller's id of a request.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The caller's own id of a request: sent twice, it is done once. It must be unique; a random UUID, or
/// a device's name with a counter hashed into it, will do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RequestId(pub u128);

/// Text that is not a request ID.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is not a request ID: it must be 32 hexadecimal digits")]
pub struct RequestIdError(pub String);

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for RequestId {
    type Err = RequestIdError;

    fn from_str(text: &str) -> Result<RequestId, RequestIdError> {
        let error = || RequestIdError(text.to_owned());
        if text.len() != 32 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(error());
        }
        u128::from_str_radix(text, 16).map(RequestId).map_err(|_| error())
    }
}

impl TryFrom<String> for RequestId {
    type Error = RequestIdError;
    fn try_from(text: String) -> Result<RequestId, RequestIdError> {
        text.parse()
    }
}

impl From<RequestId> for String {
    fn from(id: RequestId) -> String {
        id.to_string()
    }
}
