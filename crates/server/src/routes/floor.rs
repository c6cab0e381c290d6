//! The floor: awards and slips, calls, proposals, and the chain.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use house::held_back::{is_told, told};
use house::report::{self, Span};
use house::{AwardNumber, ProposalNumber, What};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{OVERSIGHT, STAFF, SUPERVISORS, ask, last_event_id};
use crate::auth::{Caller, SignedIn};
use crate::error::{ApiError, Refusals};
use crate::live::{News, SESSION_ENDED, events};
use crate::state::App;
use crate::wire::floor::{
    AwardOut, AwardsOut, EntriesOut, EntryOut, FloorOut, HoldOut, HoldsOut, ProposalIn,
    ProposalsOut, ReasonIn, SlipOut, state_of,
};
use crate::wire::pit::DoneOut;
use crate::wire::{Body, Path, Query, named};

/// How often the floor's stream tells of changes at most.
const FLOOR_EVERY: Duration = Duration::from_millis(200);
/// How many entries a search returns at most.
const ENTRIES_MAX: usize = 1_000;

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
        .routes(routes!(audit))
}

/// Calls, awards and proposals that wait.
#[utoipa::path(get, path = "/api/v1/floor", tag = "floor",
    responses((status = 200, body = FloorOut), Refusals))]
async fn floor(caller: Caller) -> Result<Json<FloorOut>, ApiError> {
    caller.must_be(STAFF)?;
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
    let SignedIn { token, .. } = caller.must_be(STAFF)?;
    let mark = token.mark();
    let render = move |app: &App, _: &News| {
        let snapshot = app.snapshot();
        if snapshot.machine.session(mark, house::desk::now()).is_none() {
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
    caller.must_be(STAFF)?;
    let house = &caller.snapshot.machine;
    let open = house.floor().filter(|table| table.is_open());
    Ok(Json(HoldsOut { tables: open.map(|table| HoldOut::of(&app, house, table)).collect() }))
}

/// Which awards.
#[derive(Deserialize, IntoParams)]
struct WhichAwards {
    /// `pending`, `paid`, `voided` or `backed-out`; all of them unless said.
    state: Option<String>,
}

/// Awards, in the order of their numbers.
#[utoipa::path(get, path = "/api/v1/awards", tag = "floor", params(WhichAwards),
    responses((status = 200, body = AwardsOut), Refusals))]
async fn awards(
    State(app): State<App>,
    caller: Caller,
    Query(which): Query<WhichAwards>,
) -> Result<Json<AwardsOut>, ApiError> {
    caller.must_be(STAFF)?;
    let awards = match which.state.as_deref() {
        Some("pending") => caller.snapshot.machine.awards().map(AwardOut::from).collect(),
        None | Some("paid" | "voided" | "backed-out") => {
            let all = app.read(|store, _| report::awards(store)).await??;
            let is_it = |state: &'static str| which.state.as_deref().is_none_or(|it| it == state);
            all.iter().filter(|award| is_it(state_of(award))).map(AwardOut::from).collect()
        }
        Some(other) => {
            let message = format!("state is pending, paid, voided or backed-out, not \"{other}\"");
            return Err(ApiError::malformed(message));
        }
    };
    Ok(Json(AwardsOut { awards }))
}

/// The slip of an award.
#[utoipa::path(get, path = "/api/v1/awards/{award}/slip", tag = "floor", params(("award" = u64, Path)),
    responses((status = 200, body = SlipOut), Refusals))]
async fn slip(
    State(app): State<App>,
    caller: Caller,
    Path(award): Path<String>,
) -> Result<Json<SlipOut>, ApiError> {
    caller.must_be(STAFF)?;
    let number = AwardNumber(named(&award)?);
    let found = app.read(move |store, _| report::award(store, number)).await??;
    let found = found.ok_or_else(|| ApiError::unknown(format!("there is no award {award}")))?;
    Ok(Json(SlipOut::from(&found)))
}

/// The proposals that wait for a second supervisor.
#[utoipa::path(get, path = "/api/v1/proposals", tag = "floor",
    responses((status = 200, body = ProposalsOut), Refusals))]
async fn proposals(caller: Caller) -> Result<Json<ProposalsOut>, ApiError> {
    caller.must_be(OVERSIGHT)?;
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
    let SignedIn { session, .. } = caller.must_be(SUPERVISORS)?;
    let what = What::Propose { proposed: body.proposed()? };
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
    // An auditor can help the last supervisor to a second.
    let SignedIn { session, .. } = caller.must_be(OVERSIGHT)?;
    let what = What::Approve { proposal: ProposalNumber(named(&proposal)?) };
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
    let SignedIn { session, .. } = caller.must_be(SUPERVISORS)?;
    let what = What::Reject { proposal: ProposalNumber(named(&proposal)?), reason };
    Ok(Json(ask(&app, session, &headers, what).await?.into()))
}

/// What is searched for in the chain.
#[derive(Clone, Default, Deserialize, IntoParams)]
pub(crate) struct Search {
    /// In the words of an entry.
    #[serde(default)]
    pub(crate) text: Option<String>,
    /// By whom.
    #[serde(default)]
    pub(crate) by: Option<String>,
    /// At which table.
    #[serde(default)]
    pub(crate) table: Option<String>,
    /// After this entry.
    #[serde(default)]
    pub(crate) after: Option<u64>,
    /// How many at most: the last ones; 100 unless said.
    #[serde(default)]
    pub(crate) limit: Option<usize>,
}

/// Searches the chain. Of rounds that are not over, only who did what is told.
#[utoipa::path(get, path = "/api/v1/audit", tag = "floor", params(Search),
    responses((status = 200, body = EntriesOut), Refusals))]
async fn audit(
    State(app): State<App>,
    caller: Caller,
    Query(search): Query<Search>,
) -> Result<Json<EntriesOut>, ApiError> {
    caller.must_be(OVERSIGHT)?;
    Ok(Json(EntriesOut { entries: found(&app, search).await? }))
}

/// The entries that a search finds, the oldest first.
pub(crate) async fn found(app: &App, search: Search) -> Result<Vec<EntryOut>, ApiError> {
    let entries = app.read(move |store, snapshot| {
        let (open, known) = (snapshot.machine.open_rounds(), snapshot.head.seq);
        let limit = search.limit.unwrap_or(100).clamp(1, ENTRIES_MAX);
        let text = search.text.unwrap_or_default().to_lowercase();
        let span = Span { after_seq: search.after.unwrap_or(0), ..Span::default() };
        let mut entries: VecDeque<EntryOut> = VecDeque::new();
        let is_it =
            |wanted: &Option<String>, found: &str| wanted.as_deref().is_none_or(|it| it == found);
        report::each_record(store, &span, None, &mut |_, _| {}, |record, line| {
            let table = record.effect.table.as_ref().map_or("", |table| table.as_str());
            if !is_it(&search.by, record.request.by.as_str()) || !is_it(&search.table, table) {
                return;
            }
            let says = told(&open, known, record);
            let is_written = is_told(&open, known, record) && line.to_lowercase().contains(&text);
            if !says.to_lowercase().contains(&text) && !is_written {
                return;
            }
            if entries.len() == limit {
                entries.pop_front();
            }
            entries.push_back(EntryOut::of(record, says));
        })?;
        Ok::<_, ledger::StoreError>(entries)
    });
    Ok(entries.await??.into())
}
