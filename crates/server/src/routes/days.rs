//! Gaming days: what every table took in and every meter owes between two closings.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use house::{Command, Right};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::days::{DayOut, DaysOut};
use wire::pit::DoneOut;

use super::ask;
use crate::auth::{Caller, SignedIn};
use crate::error::{ApiError, Refusals};
use crate::extract::{Path, Query, named};
use crate::state::App;

pub(crate) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(one)).routes(routes!(close))
}

/// Which days.
#[derive(Deserialize, IntoParams)]
struct WhichDays {
    /// Before this day.
    before: Option<u64>,
    /// How many at most; 30 unless said.
    limit: Option<u64>,
}

/// Gaming days, the newest first; the first of them is open. If there are more, `before` says where to go on.
#[utoipa::path(get, path = "/api/v1/days", tag = "floor", params(WhichDays),
    responses((status = 200, body = DaysOut), Refusals))]
async fn list(
    State(app): State<App>,
    caller: Caller,
    Query(which): Query<WhichDays>,
) -> Result<Json<DaysOut>, ApiError> {
    caller.must_have(Right::SeeReports)?;
    let (WhichDays { before, limit }, snapshot) = (which, Arc::clone(&caller.snapshot));
    let now = app.now();
    let read = app
        .read(move |store, _| DaysOut::read(&snapshot.machine, store, before, limit, now))
        .await??;
    Ok(Json(read))
}

/// A gaming day; the one that is open as it is now.
#[utoipa::path(get, path = "/api/v1/days/{day}", tag = "floor", params(("day" = u64, Path)),
    responses((status = 200, body = DayOut), Refusals))]
async fn one(
    State(app): State<App>,
    caller: Caller,
    Path(day): Path<String>,
) -> Result<Json<DayOut>, ApiError> {
    caller.must_have(Right::SeeReports)?;
    let number: u64 = named(&day)?;
    let (snapshot, now) = (Arc::clone(&caller.snapshot), app.now());
    let found =
        app.read(move |store, _| DayOut::read(&snapshot.machine, store, number, now)).await??;
    let unknown = || ApiError::unknown(format!("there is no gaming day {number}"));
    let found = found.ok_or_else(unknown)?;
    Ok(Json(DayOut { head: app.printed_head(), ..found }))
}

/// Closes the gaming day that is open; it is named, so that sent twice it is closed once.
#[utoipa::path(post, path = "/api/v1/days/{day}/close", tag = "floor", params(("day" = u64, Path)),
    responses((status = 200, body = DoneOut), Refusals))]
async fn close(
    State(app): State<App>,
    caller: Caller,
    Path(day): Path<String>,
    headers: HeaderMap,
) -> Result<Json<DoneOut>, ApiError> {
    let SignedIn { session, .. } = caller.must_be_signed_in()?;
    let what = Command::CloseDay { day: named(&day)? };
    Ok(Json(ask(&app, session, &headers, what).await?.into()))
}
