//! Sitting down: with one click, as a guest if need be.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use house::table::Table;
use house::{PersonId, Seat, TableId};
use serde_json::json;

use super::PageError;
use super::forms::Posted;
use crate::auth::{Caller, SignedIn, Token};
use crate::error::ApiError;
use crate::routes::sessions::{Origin, as_guest, session_cookie};
use crate::routes::tables::{act_at, must_have_dealer};
use crate::state::App;
use crate::wire::{Path, named};

/// Sits down at a seat, or at any: a visitor becomes a guest first.
pub(crate) async fn sit(
    State(app): State<App>,
    Path(table): Path<String>,
    posted: Posted,
) -> Result<Response, PageError> {
    let table: TableId = named(&table)?;
    let at = posted.caller.snapshot.machine.floor_table(&table)?;
    must_have_dealer(&app, at)?;
    let seat = match posted.field("seat") {
        "" => free_seat(at).ok_or_else(|| {
            ApiError::refused("no-free-seat", "every seat at this table is taken")
        })?,
        seat => named(seat)?,
    };
    let mut response = Redirect::to(&format!("/tables/{table}")).into_response();
    let caller = match posted.caller.signed_in {
        Some(_) => posted.caller.clone(),
        None => {
            let token = Token::fresh()?;
            let name = posted.field("guest").to_owned();
            let person = as_guest(&app, &token, Origin::of(&posted.caller), name).await?;
            response.headers_mut().insert(header::SET_COOKIE, session_cookie(&app, &token)?);
            caller_of(&app, &posted.caller, token, &person)?
        }
    };
    let act = json!({ "act": "sit", "seat": seat, "buy_in": posted.field("buy_in") });
    act_at(&app, &caller, table, &posted.headers, act.to_string().as_bytes()).await?;
    Ok(response)
}

/// The guest who has just come in.
fn caller_of(
    app: &App,
    caller: &Caller,
    token: Token,
    person: &PersonId,
) -> Result<Caller, ApiError> {
    let snapshot = app.snapshot();
    let session = snapshot.machine.session(token.mark(), house::desk::now()).cloned();
    let session = session.ok_or_else(ApiError::no_session)?;
    let role = snapshot.machine.person(person)?.role;
    let signed_in = Some(SignedIn { session, role, token });
    Ok(Caller { signed_in, snapshot, ..caller.clone() })
}

/// The free seat that is nearest to the middle: a felt looks best from there.
fn free_seat(table: &Table) -> Option<u8> {
    let middle = table.seats().div_ceil(2);
    let free = (1..=table.seats()).filter(|seat| !table.seated().contains_key(&Seat(*seat)));
    free.min_by_key(|seat| seat.abs_diff(middle))
}
