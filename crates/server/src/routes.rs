//! The calls, by what they are about. A handler reads what was sent, asks the house, and answers; it decides nothing.

pub mod audit;
pub mod days;
pub mod floor;
pub mod health;
pub mod library;
pub mod meters;
pub mod people;
pub mod sessions;
pub mod tables;

use axum::http::HeaderMap;
use house::report::made_by;
use house::{Command, PostError, Receipt, Session};
use wire::pit::DoneOut;

use crate::auth::request_id;
use crate::error::ApiError;
use crate::state::App;
use crate::visitors::VISITORS;

/// A guest who has not sat down is not in the house, and sits down first.
fn must_be_in_the_house(session: &Session) -> Result<(), ApiError> {
    if session.number == VISITORS {
        return Err(ApiError::forbidden("not-seated", "guests do this once they have sat down"));
    }
    Ok(())
}

/// Asks the house for something in the caller's session.
pub(crate) async fn ask(
    app: &App,
    session: &Session,
    headers: &HeaderMap,
    command: Command,
) -> Result<Receipt, ApiError> {
    must_be_in_the_house(session)?;
    app.limits.session(session.number)?;
    let id = request_id(headers, &session.person)?;
    Ok(app.ledger().post_async(app.desk.in_session(session, id, command)).await?)
}

/// Asks the house for something that was worked out from how the house is now. Sent again with the same key, it is
/// answered as it was the first time, if what was done then is the same.
pub(crate) async fn ask_once(
    app: &App,
    session: &Session,
    headers: &HeaderMap,
    command: Command,
    is_same: impl Fn(&Command) -> bool,
) -> Result<DoneOut, ApiError> {
    must_be_in_the_house(session)?;
    app.limits.session(session.number)?;
    let id = request_id(headers, &session.person)?;
    let error = match app.ledger().post_async(app.desk.in_session(session, id, command)).await {
        Ok(receipt) => return Ok(receipt.into()),
        Err(error) => error,
    };
    if let PostError::IdReused(_) = error
        && let Some(made) = app.read(move |store, _| made_by(store, id)).await??
        && is_same(&made.request.command)
    {
        return Ok(DoneOut::from(&made));
    }
    Err(error.into())
}

/// The version that a stream was last at.
pub(crate) fn last_event_id(headers: &HeaderMap) -> Option<u64> {
    headers.get("last-event-id")?.to_str().ok()?.trim().parse().ok()
}
