//! What goes wrong with a server, in a house's words.

use std::time::Duration;

use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

use super::line::Failure;
use crate::store::StoreError;

/// What an error says, with the server's own words.
pub(super) fn describe(error: &Error) -> String {
    use std::error::Error as _;
    match (error.as_db_error(), error.source()) {
        (Some(told), _) => told.message().to_owned(),
        (None, Some(source)) => format!("{error}: {source}"),
        (None, None) => error.to_string(),
    }
}

/// What a failure means to a house.
pub(super) fn failed(failure: Failure) -> StoreError {
    match failure {
        Failure::Told(error) => told(&error),
        Failure::Late(at_most) => {
            StoreError::Unavailable(format!("the server did not answer within {at_most:?}"))
        }
        Failure::NotAsked(error) => error,
    }
}

/// What an error of PostgreSQL means to a house.
fn told(error: &Error) -> StoreError {
    let text = describe(error);
    if let Some(moved) = StoreError::from_seal(&text) {
        return moved;
    }
    let Some(code) = error.code() else { return StoreError::Unavailable(text) };
    let conflicts = [
        &SqlState::T_R_SERIALIZATION_FAILURE,
        &SqlState::T_R_DEADLOCK_DETECTED,
        &SqlState::LOCK_NOT_AVAILABLE,
    ];
    if conflicts.contains(&code) {
        return StoreError::Conflict;
    }
    if *code == SqlState::READ_ONLY_SQL_TRANSACTION {
        return StoreError::Unavailable(format!("{text}: this is a standby, not the primary"));
    }
    // Constraints, lost tables, and what the server calls corrupted.
    match &code.code()[..2] {
        "22" | "23" | "42" | "XX" if *code != SqlState::INSUFFICIENT_PRIVILEGE => {
            StoreError::Damaged(text)
        }
        _ => StoreError::Unavailable(text),
    }
}

/// What is known of a commit that was not confirmed in time.
pub(super) fn not_confirmed(at_most: Duration, is_warned: bool) -> StoreError {
    StoreError::Unavailable(if is_warned {
        format!(
            "the server did not confirm within {at_most:?}: it waited for its synchronous standby, \
             which may be lost; only the primary has the entry, so it does not count yet"
        )
    } else {
        format!(
            "the server did not confirm within {at_most:?}: it hangs, or its synchronous standby \
             may be lost; it is not known whether the entry was kept"
        )
    })
}
