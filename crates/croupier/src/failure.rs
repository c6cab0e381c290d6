//! Errors as programs read them: a stable code, the message, and the rulings it follows from.

use std::borrow::Cow;

use house::people::{SecretError, SignInError};
use house::text::TextError;
use house::verify::VerifyError;
use house::{PersonId, PostError, Refusal, post_error_code};
use ledger::{OpenError, StoreError};
use serde::Serialize;

use crate::output::{Negative, causes};
use crate::remote::Refused;

/// What is printed for a command that failed.
#[derive(Serialize)]
pub struct Failure {
    error: Error,
}

#[derive(Serialize)]
struct Error {
    code: Cow<'static, str>,
    message: String,
    cite: Vec<String>,
}

impl Failure {
    /// A command that was not understood.
    pub fn usage(message: String) -> Failure {
        Failure { error: Error { code: "usage".into(), message, cite: Vec::new() } }
    }

    /// A command that failed.
    pub fn new(error: &anyhow::Error) -> Failure {
        let known = error.chain().find_map(known);
        let (code, cite) = known.unwrap_or(("bad-input".into(), Vec::new()));
        Failure { error: Error { code, message: causes(error), cite } }
    }
}

type Known = (Cow<'static, str>, Vec<String>);

/// The code of an error that has one.
fn known(error: &(dyn std::error::Error + 'static)) -> Option<Known> {
    let bare = |code: &'static str| Some((code.into(), Vec::new()));
    let posted = |error: &PostError| match error {
        PostError::Refused(refusal) => Some((refusal.code().into(), refusal.cites())),
        error => bare(post_error_code(error)),
    };
    if let Some(refusal) = error.downcast_ref::<Refusal>() {
        return Some((refusal.code().into(), refusal.cites()));
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
    if let Some(Refused { code, cite, .. }) = error.downcast_ref::<Refused>() {
        return Some((code.clone().into(), cite.clone()));
    }
    if let Some(error) = error.downcast_ref::<NotSignedIn>() {
        return bare(if matches!(error, NotSignedIn::NoName) { "usage" } else { "no-session" });
    }
    if error.is::<NoCall>() {
        return bare("no-call");
    }
    if error.is::<Unreachable>() {
        return bare("server-unavailable");
    }
    let is_store = error.is::<StoreError>() || error.is::<OpenError>();
    is_store.then_some(("store-unavailable".into(), Vec::new()))
}

/// There is no house where one was looked for.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct NoHouse(pub String);

/// A secret that is not the person's.
#[derive(Debug, thiserror::Error)]
#[error("wrong secret for {0}")]
pub struct WrongSecret(pub PersonId);

/// Something that servers do not do for others.
#[derive(Debug, thiserror::Error)]
#[error("{0}: use --store")]
pub struct NoCall(String);

impl NoCall {
    pub fn new(why: impl Into<String>) -> NoCall {
        NoCall(why.into())
    }
}

/// Nobody is signed in, or not the one who was named.
#[derive(Debug, thiserror::Error)]
pub enum NotSignedIn {
    #[error("--as PERSON is required with --store")]
    NoName,
    #[error("nobody has signed in to {0}: croupier sign-in PERSON --server {0}")]
    Nobody(String),
    #[error(
        "the session of {person} at {server} has ended; sign in again: croupier sign-in {person} --server {server}"
    )]
    Ended { server: String, person: String },
    #[error(
        "{is} has signed in to {server}, not {person}: croupier sign-in {person} --server {server}"
    )]
    Another { server: String, person: String, is: String },
}

/// A server that did not answer.
#[derive(Debug, thiserror::Error)]
#[error("no answer from {server}: does it run, and is the address right?")]
pub struct Unreachable {
    pub server: String,
    pub source: Box<dyn std::error::Error + Send + Sync>,
}
