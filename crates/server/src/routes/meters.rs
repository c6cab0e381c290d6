//! Meters: what their signs show, live, and how they are made.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use house::report::{read_record, statement_lines};
use house::{Command, MeterId, RecordId, Right, Snapshot};
use ledger::StoreError;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::floor::{ReasonIn, StatementOut};
use wire::meters::{MeterIn, MeterOut, MetersOut, TermsIn};
use wire::pit::DoneOut;

use super::audit::{Back, ENTRIES_MAX};
use super::{ask, ask_once, last_event_id};
use crate::auth::{Caller, SignedIn};
use crate::error::{ApiError, Refusals};
use crate::extract::{Body, Path, Query, named};
use crate::live::{News, events, meter_news};
use crate::state::App;

pub(crate) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(stream))
        .routes(routes!(one))
        .routes(routes!(of_meter))
        .routes(routes!(configure))
        .routes(routes!(fault))
        .routes(routes!(clear_fault))
        .routes(routes!(close))
}

/// Every meter.
#[utoipa::path(get, path = "/api/v1/meters", tag = "meters", responses((status = 200, body = MetersOut), Refusals))]
async fn list(caller: Caller) -> Json<MetersOut> {
    Json(MetersOut { meters: MeterOut::all(&caller.snapshot) })
}

/// A meter.
#[utoipa::path(get, path = "/api/v1/meters/{meter}", tag = "meters", params(("meter" = String, Path)),
    responses((status = 200, body = MeterOut), Refusals))]
async fn one(caller: Caller, Path(meter): Path<String>) -> Result<Json<MeterOut>, ApiError> {
    let meter: MeterId = named(&meter)?;
    Ok(Json(MeterOut::of(&caller.snapshot, &meter)?))
}

/// Which meters a stream is about.
#[derive(Deserialize, IntoParams)]
struct Which {
    /// Only this meter; all of them unless said.
    meter: Option<String>,
}

/// Meters as they change: each event is one meter.
#[utoipa::path(get, path = "/api/v1/meters/events", tag = "meters",
    params(Which, ("Last-Event-ID" = Option<u64>, Header, description = "where the stream was before")),
    responses((status = 200, content_type = "text/event-stream", body = MeterOut), Refusals))]
async fn stream(
    State(app): State<App>,
    caller: Caller,
    Query(which): Query<Which>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let only: Option<MeterId> = which.meter.as_deref().map(named).transpose()?;
    let snapshot = &caller.snapshot;
    if let Some(meter) = &only {
        snapshot.machine.meter(meter)?;
    }
    let about: Option<Arc<str>> = only.as_ref().map(|meter| Arc::from(meter.as_str()));
    let is_wanted = {
        let about = about.clone();
        move |news: &News| about.is_none() || news.about == about
    };
    let whole = |snapshot: &Snapshot| {
        let meters = snapshot.machine.meters().map(|meter| meter_news(snapshot, &meter.id));
        meters.filter(|news| is_wanted(news)).collect()
    };
    let is_wanted = is_wanted.clone();
    let render = move |_: &App, news: &News| Ok(is_wanted(news).then(|| Arc::clone(&news.json)));
    let last = last_event_id(&headers);
    Ok(events(&app, &app.live.meters, last, &whole, Duration::ZERO, render).into_response())
}

/// Makes a meter.
#[utoipa::path(post, path = "/api/v1/meters", tag = "meters", request_body = MeterIn,
    responses((status = 200, body = DoneOut), Refusals))]
async fn create(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Body(body): Body<MeterIn>,
) -> Result<Json<DoneOut>, ApiError> {
    let SignedIn { session, .. } = caller.must_be_signed_in()?;
    let what = body.create()?;
    Ok(Json(ask(&app, session, &headers, what).await?.into()))
}

/// Changes the terms of a meter, while no table is open on it. What is not given stays as it is.
#[utoipa::path(post, path = "/api/v1/meters/{meter}/configure", tag = "meters", request_body = TermsIn,
    params(("meter" = String, Path)),
    responses((status = 200, body = DoneOut), Refusals))]
async fn configure(
    State(app): State<App>,
    caller: Caller,
    Path(meter): Path<String>,
    headers: HeaderMap,
    Body(body): Body<TermsIn>,
) -> Result<Json<DoneOut>, ApiError> {
    let SignedIn { session, .. } = caller.must_be_signed_in()?;
    let meter: MeterId = named(&meter)?;
    let terms = caller.snapshot.machine.meter(&meter)?.terms.clone();
    let what = Command::Configure { meter: meter.clone(), terms: body.changed(terms)? };
    // Sent again later, it may find other terms: those that it gave are what counts.
    let is_same = move |made: &Command| match made {
        Command::Configure { meter: its, terms } => {
            *its == meter && body.changed(terms.clone()).is_ok_and(|changed| changed == *terms)
        }
        _ => false,
    };
    Ok(Json(ask_once(&app, session, &headers, what, is_same).await?))
}

/// Which lines of a statement.
#[derive(Deserialize, IntoParams)]
struct WhichLines {
    /// After this entry.
    after: Option<u64>,
    /// Before this entry.
    before: Option<u64>,
    /// How many entries at most: the last ones; 100 unless said.
    limit: Option<usize>,
}

/// A meter's statement: what moved its money, the oldest first. If not everything was looked at, `before` says where
/// to go on.
#[utoipa::path(get, path = "/api/v1/meters/{meter}/statement", tag = "meters",
    params(("meter" = String, Path), WhichLines),
    responses((status = 200, body = StatementOut), Refusals))]
async fn of_meter(
    State(app): State<App>,
    caller: Caller,
    Path(meter): Path<String>,
    Query(which): Query<WhichLines>,
) -> Result<Json<StatementOut>, ApiError> {
    caller.must_have(Right::SeeReports)?;
    let meter: MeterId = named(&meter)?;
    caller.snapshot.machine.meter(&meter)?;
    let id = meter.clone();
    let read = app.read(move |store, _| {
        let key = RecordId::Meter(id.clone()).key();
        let limit = which.limit.unwrap_or(100).clamp(1, ENTRIES_MAX);
        let mut back = Back::new(store, Some(key), which.after, which.before)?;
        let (mut lines, mut count) = (Vec::new(), 0);
        while let Some(window) = back.window(store)? {
            for entry in window.iter().rev() {
                let record = read_record(entry.as_ref())?;
                let of_entry = statement_lines(store, &record, &id)?;
                lines.extend(of_entry.into_iter().rev().map(Into::into));
                count += 1;
                if count == limit {
                    back.stop_at(entry.seq);
                    break;
                }
            }
        }
        lines.reverse();
        Ok::<_, StoreError>((lines, back.before()))
    });
    let (lines, before) = read.await??;
    let play_money = caller.snapshot.machine.is_play_money(&meter);
    Ok(Json(StatementOut { meter: meter.to_string(), play_money, lines, before }))
}

/// Puts a meter out of order: it takes no bets.
#[utoipa::path(post, path = "/api/v1/meters/{meter}/fault", tag = "meters", request_body = ReasonIn,
    params(("meter" = String, Path)),
    responses((status = 200, body = DoneOut), Refusals))]
async fn fault(
    State(app): State<App>,
    caller: Caller,
    Path(meter): Path<String>,
    headers: HeaderMap,
    Body(ReasonIn { reason }): Body<ReasonIn>,
) -> Result<Json<DoneOut>, ApiError> {
    let SignedIn { session, .. } = caller.must_be_signed_in()?;
    let what = Command::Fault { meter: named(&meter)?, says: reason };
    Ok(Json(ask(&app, session, &headers, what).await?.into()))
}

/// Puts a meter back in order.
#[utoipa::path(post, path = "/api/v1/meters/{meter}/clear-fault", tag = "meters", request_body = ReasonIn,
    params(("meter" = String, Path)),
    responses((status = 200, body = DoneOut), Refusals))]
async fn clear_fault(
    State(app): State<App>,
    caller: Caller,
    Path(meter): Path<String>,
    headers: HeaderMap,
    Body(ReasonIn { reason }): Body<ReasonIn>,
) -> Result<Json<DoneOut>, ApiError> {
    let SignedIn { session, .. } = caller.must_be_signed_in()?;
    let what = Command::ClearFault { meter: named(&meter)?, reason };
    Ok(Json(ask(&app, session, &headers, what).await?.into()))
}

/// Closes a meter that owes nothing.
#[utoipa::path(post, path = "/api/v1/meters/{meter}/close", tag = "meters", params(("meter" = String, Path)),
    responses((status = 200, body = DoneOut), Refusals))]
async fn close(
    State(app): State<App>,
    caller: Caller,
    Path(meter): Path<String>,
    headers: HeaderMap,
) -> Result<Json<DoneOut>, ApiError> {
    let SignedIn { session, .. } = caller.must_be_signed_in()?;
    let what = Command::CloseMeter { meter: named(&meter)? };
    Ok(Json(ask(&app, session, &headers, what).await?.into()))
}
