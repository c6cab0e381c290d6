//! Sitting down: with one click, as a guest if need be.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use house::table::Table;
use house::{Seat, TableId};
use serde_json::json;

use super::PageError;
use super::forms::Posted;
use crate::error::ApiError;
use crate::extract::{Path, named};
use crate::routes::sessions::{Origin, as_guest, session_cookie};
use crate::routes::tables::{act_at, must_have_dealer};
use crate::state::App;

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
            let from = Origin::of(&posted.caller);
            let signed_in = as_guest(&app, &from, posted.field("guest"))?;
            let until = signed_in.session.started.until;
            let cookie = session_cookie(&app, &signed_in.token, until)?;
            response.headers_mut().insert(header::SET_COOKIE, cookie);
            posted.caller.as_visitor(signed_in)
        }
    };
    let act = json!({ "act": "sit", "seat": seat, "buy_in": posted.field("buy_in") });
    act_at(&app, &caller, table, &posted.headers, act.to_string().as_bytes()).await?;
    Ok(response)
}

/// The free seat that is nearest to the middle: a felt looks best from there.
fn free_seat(table: &Table) -> Option<u8> {
    let middle = table.seats().div_ceil(2);
    let free = (1..=table.seats()).filter(|seat| !table.seated().contains_key(&Seat(*seat)));
    free.min_by_key(|seat| seat.abs_diff(middle))
}
