//! Errors as programs read them: a stable code, the message, and the rulings it follows from.

use house::people::{SecretError, SignInError};
use house::text::TextError;
use house::verify::VerifyError;
use house::{PersonId, PostError, Refusal, post_error_code};
use ledger::{OpenError, StoreError};
use serde::Serialize;

use crate::output::{Negative, causes};

/// What is printed for a command that failed.
#[derive(Serialize)]
pub struct Failure {
    error: Error,
}

#[derive(Serialize)]
struct Error {
    code: &'static str,
    message: String,
    cite: Vec<String>,
}

impl Failure {
    /// A command that was not understood.
    pub fn usage(message: String) -> Failure {
        Failure { error: Error { code: "usage", message, cite: Vec::new() } }
    }

    /// A command that came to nothing.
    pub fn new(error: &anyhow::Error) -> Failure {
        let known = error.chain().find_map(known);
        let (code, cite) = known.unwrap_or(("bad-input", Vec::new()));
        Failure { error: Error { code, message: causes(error), cite } }
    }
}

type Known = (&'static str, Vec<String>);

/// The code of an error that has one.
fn known(error: &(dyn std::error::Error + 'static)) -> Option<Known> {
    let bare = |code| Some((code, Vec::new()));
    let posted = |error: &PostError| match error {
        PostError::Refused(refusal) => Some((refusal.code(), refusal.cites())),
        error => bare(post_error_code(error)),
    };
    if let Some(refusal) = error.downcast_ref::<Refusal>() {
        return Some((refusal.code(), refusal.cites()));
    }
    if let Some(error) = error.downcast_ref::<PostError>() {
        return posted(error);
    }
    if let Some(error) = error.downcast_ref::<SignInError>() {
        return bare(error.code());
    }
    if let Some(error) = error.downcast_ref::<SecretError>() {
        return bare(error.code());
    }
    if let Some(VerifyError::NotRecorded(error)) = error.downcast_ref::<VerifyError>() {
        return posted(error);
    }
    if error.is::<TextError>() {
        return bare("bad-text");
    }
    if error.is::<Negative>() {
        return bare("negative");
    }
    if error.is::<NoHouse>() {
        return bare("no-house");
    }
    if error.is::<WrongSecret>() {
        return bare(SignInError::Wrong.code());
    }
    let is_store = error.is::<StoreError>() || error.is::<OpenError>();
    is_store.then_some(("store-unavailable", Vec::new()))
}

/// There is no house where one was looked for.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct NoHouse(pub String);

/// A secret that is not the person's.
#[derive(Debug, thiserror::Error)]
#[error("wrong secret for {0}")]
pub struct WrongSecret(pub PersonId);
