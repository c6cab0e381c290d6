//! Gaming days: what every table took in and every meter owes between two closings.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use house::What;
use house::day::closed_day;
use house::people::house_itself;
use ledger::StoreError;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{OVERSIGHT, SUPERVISORS, ask};
use crate::auth::{Caller, SignedIn};
use crate::error::{ApiError, Refusals};
use crate::state::App;
use crate::wire::days::{DayLine, DayOut, DaysOut};
use crate::wire::pit::DoneOut;
use crate::wire::{Path, Query, named};

/// How many days a list has at most.
const DAYS_MAX: u64 = 100;

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
    caller.must_be(OVERSIGHT)?;
    let open = caller.snapshot.machine.day_so_far(house::desk::now(), &house_itself());
    let last = which.before.map_or(open.number, |before| before.saturating_sub(1));
    let last = last.min(open.number);
    let first = last.saturating_sub(which.limit.unwrap_or(30).clamp(1, DAYS_MAX)) + 1;
    let read = app.read(move |store, _| {
        let mut days = Vec::new();
        for number in (first..=last).rev() {
            match number == open.number {
                true => days.push(DayLine::of(&open, true)),
                false => {
                    days.extend(closed_day(store, number)?.map(|day| DayLine::of(&day, false)));
                }
            }
        }
        Ok::<_, StoreError>(days)
    });
    Ok(Json(DaysOut { days: read.await??, before: (first > 1).then_some(first) }))
}

/// A gaming day; the one that is open as it is now.
#[utoipa::path(get, path = "/api/v1/days/{day}", tag = "floor", params(("day" = u64, Path)),
    responses((status = 200, body = DayOut), Refusals))]
async fn one(
    State(app): State<App>,
    caller: Caller,
    Path(day): Path<String>,
) -> Result<Json<DayOut>, ApiError> {
    caller.must_be(OVERSIGHT)?;
    let number: u64 = named(&day)?;
    let house = &caller.snapshot.machine;
    if number == house.open_day() {
        let open = house.day_so_far(house::desk::now(), &house_itself());
        return Ok(Json(DayOut::of(&open, true)));
    }
    let found = app.read(move |store, _| closed_day(store, number)).await??;
    let found = found.ok_or_else(|| ApiError::unknown(format!("there is no gaming day {day}")))?;
    Ok(Json(DayOut::of(&found, false)))
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
    let SignedIn { session, .. } = caller.must_be(SUPERVISORS)?;
    let what = What::CloseDay { day: named(&day)? };
    Ok(Json(ask(&app, session, &headers, what).await?.into()))
}
