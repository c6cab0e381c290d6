//! The floor: awards and slips, calls, proposals.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use house::report;
use house::{Award, AwardNumber, Command, ProposalNumber, Right};
use ledger::StoreError;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::floor::{
    AwardOut, AwardsOut, FloorOut, HoldsOut, ProposalIn, ProposalsOut, ReasonIn, SlipOut, state_of,
};
use wire::pit::DoneOut;

use super::{ask, last_event_id};
use crate::auth::{Caller, SignedIn};
use crate::error::{ApiError, Refusals};
use crate::extract::{Body, Path, Query, named};
use crate::hold::Hold;
use crate::live::{News, SESSION_ENDED, events};
use crate::state::App;

/// How often the floor's stream tells of changes at most.
const FLOOR_EVERY: Duration = Duration::from_millis(200);

pub(crate) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(floor))
        .routes(routes!(floor_events))
        .routes(routes!(floor_tables))
        .routes(routes!(awards))
        .routes(routes!(slip))
        .routes(routes!(proposals, propose))
        .routes(routes!(approve))
        .routes(routes!(reject))
}

/// Calls, awards and proposals that wait.
#[utoipa::path(get, path = "/api/v1/floor", tag = "floor",
    responses((status = 200, body = FloorOut), Refusals))]
async fn floor(caller: Caller) -> Result<Json<FloorOut>, ApiError> {
    caller.must_have(Right::SeeFloor)?;
    Ok(Json(FloorOut::of(&caller.snapshot.machine)))
}

/// What the floor waits for, as it changes: each event is all of it.
#[utoipa::path(get, path = "/api/v1/floor/events", tag = "floor",
    params(("Last-Event-ID" = Option<u64>, Header, description = "where the stream was before")),
    responses((status = 200, content_type = "text/event-stream", body = FloorOut), Refusals))]
async fn floor_events(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let SignedIn { token, .. } = caller.must_have(Right::SeeFloor)?;
    let mark = token.mark();
    let render = move |app: &App, _: &News| {
        let snapshot = app.snapshot();
        if snapshot.machine.session(mark, app.now()).is_none() {
            return Err(SESSION_ENDED);
        }
        let json = serde_json::to_string(&FloorOut::of(&snapshot.machine)).unwrap_or_default();
        Ok(Some(Arc::from(json)))
    };
    let last = last_event_id(&headers);
    Ok(events(&app, &app.live.floor, last, &News::of_all, FLOOR_EVERY, render).into_response())
}

/// What the open tables took in and kept since they opened, beside what theory says.
#[utoipa::path(get, path = "/api/v1/floor/tables", tag = "floor",
    responses((status = 200, body = HoldsOut), Refusals))]
async fn floor_tables(State(app): State<App>, caller: Caller) -> Result<Json<HoldsOut>, ApiError> {
    caller.must_have(Right::SeeFloor)?;
    let house = &caller.snapshot.machine;
    let open = house.tables().filter(|table| table.is_open());
    Ok(Json(HoldsOut {
        tables: open.map(|table| Hold::of(&app, house, table).written(house, table)).collect(),
    }))
}

/// Which awards.
#[derive(Deserialize, IntoParams)]
struct WhichAwards {
    /// `pending`, `paid`, `voided` or `backed-out`; all of them unless said.
    state: Option<String>,
    /// Only those with higher numbers.
    after: Option<u64>,
    /// How many are looked at, at most: 1,000 unless said, and no more.
    limit: Option<u64>,
}

/// How many awards are looked at for an answer.
const AWARDS_MAX: u64 = 1_000;

/// Awards, in the order of their numbers. If there are more, `after` says where to go on; those that are pending are
/// never more than one answer.
#[utoipa::path(get, path = "/api/v1/awards", tag = "floor", params(WhichAwards),
    responses((status = 200, body = AwardsOut), Refusals))]
async fn awards(
    State(app): State<App>,
    caller: Caller,
    Query(which): Query<WhichAwards>,
) -> Result<Json<AwardsOut>, ApiError> {
    caller.must_have(Right::SeeFloor)?;
    let WhichAwards { state, after, limit } = which;
    let house = &caller.snapshot.machine;
    match state.as_deref() {
        Some("pending") => {
            let awards = house.awards().map(AwardOut::from).collect();
            return Ok(Json(AwardsOut { awards, after: None }));
        }
        None | Some("paid" | "voided" | "backed-out") => {}
        Some(other) => {
            let message = format!("state is pending, paid, voided or backed-out, not \"{other}\"");
            return Err(ApiError::malformed(message));
        }
    }
    let (first, last) = (after.unwrap_or(0).saturating_add(1), house.awards_made());
    let limit = limit.unwrap_or(AWARDS_MAX).clamp(1, AWARDS_MAX);
    let end = last.min(first.saturating_add(limit - 1));
    let read = app.read(move |store, _| {
        let mut found = Vec::new();
        for number in first..=end {
            found.extend(report::award(store, AwardNumber(number))?);
        }
        Ok::<_, StoreError>(found)
    });
    let is_it = |award: &&Award| state.as_deref().is_none_or(|it| it == state_of(award));
    let awards = read.await??.iter().filter(is_it).map(AwardOut::from).collect();
    Ok(Json(AwardsOut { awards, after: (end < last).then_some(end) }))
}

/// The slip of an award.
#[utoipa::path(get, path = "/api/v1/awards/{award}/slip", tag = "floor", params(("award" = u64, Path)),
    responses((status = 200, body = SlipOut), Refusals))]
async fn slip(
    State(app): State<App>,
    caller: Caller,
    Path(award): Path<String>,
) -> Result<Json<SlipOut>, ApiError> {
    caller.must_have(Right::SeeFloor)?;
    let number = AwardNumber(named(&award)?);
    let found = app.read(move |store, _| report::award(store, number)).await??;
    let found = found.ok_or_else(|| ApiError::unknown(format!("there is no award {award}")))?;
    let slip = SlipOut::of(&caller.snapshot.machine, &found);
    Ok(Json(SlipOut { head: app.printed_head(), ..slip }))
}

/// The proposals that wait for a second supervisor.
#[utoipa::path(get, path = "/api/v1/proposals", tag = "floor",
    responses((status = 200, body = ProposalsOut), Refusals))]
async fn proposals(caller: Caller) -> Result<Json<ProposalsOut>, ApiError> {
    caller.must_have(Right::SeeProposals)?;
    let proposals = caller.snapshot.machine.proposals().map(Into::into).collect();
    Ok(Json(ProposalsOut { proposals }))
}

/// Proposes something that takes two supervisors.
#[utoipa::path(post, path = "/api/v1/proposals", tag = "floor", request_body = ProposalIn,
    responses((status = 200, body = DoneOut), Refusals))]
async fn propose(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Body(body): Body<ProposalIn>,
) -> Result<Json<DoneOut>, ApiError> {
    let SignedIn { session, .. } = caller.must_be_signed_in()?;
    let what = Command::Propose { proposed: body.proposed()? };
    Ok(Json(ask(&app, session, &headers, what).await?.into()))
}

/// Approves a proposal of someone else's.
#[utoipa::path(post, path = "/api/v1/proposals/{proposal}/approve", tag = "floor", params(("proposal" = u64, Path)),
    responses((status = 200, body = DoneOut), Refusals))]
async fn approve(
    State(app): State<App>,
    caller: Caller,
    Path(proposal): Path<String>,
    headers: HeaderMap,
) -> Result<Json<DoneOut>, ApiError> {
    let SignedIn { session, .. } = caller.must_be_signed_in()?;
    let what = Command::Approve { proposal: ProposalNumber(named(&proposal)?) };
    Ok(Json(ask(&app, session, &headers, what).await?.into()))
}

/// Rejects a proposal, with a reason.
#[utoipa::path(post, path = "/api/v1/proposals/{proposal}/reject", tag = "floor", request_body = ReasonIn,
    params(("proposal" = u64, Path)),
    responses((status = 200, body = DoneOut), Refusals))]
async fn reject(
    State(app): State<App>,
    caller: Caller,
    Path(proposal): Path<String>,
    headers: HeaderMap,
    Body(ReasonIn { reason }): Body<ReasonIn>,
) -> Result<Json<DoneOut>, ApiError> {
    let SignedIn { session, .. } = caller.must_be_signed_in()?;
    let what = Command::Reject { proposal: ProposalNumber(named(&proposal)?), reason };
    Ok(Json(ask(&app, session, &headers, what).await?.into()))
}
