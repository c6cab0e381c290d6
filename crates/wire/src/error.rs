//! Errors as clients get them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::table::Word;

/// An error as clients get it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ErrorBody {
    /// What happened.
    pub error: ErrorInfo,
}

/// What happened.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ErrorInfo {
    /// A word that never changes, for programs.
    #[schema(value_type = String, example = "bet-above-limit")]
    pub code: Word,
    /// A sentence, for people.
    pub message: String,
    /// The subdivisions and rulings that it follows from, if it does.
    #[serde(default)]
    #[schema(required = true, example = json!(["20:18:16:15.14(2)"]))]
    pub cite: Vec<String>,
}
