//! Tables: the pit, what a viewer sees, live events, acts, recall, opening and closing.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use house::openings::openings;
use house::recall::{Reader, Recall, recall};
use house::table::Table;
use house::table::command::TableCommand;
use house::table::play::Progress;
use house::table::setup::Kind;
use house::view::{TableView, Viewer};
use house::{Command, House, RecordId, Right, Snapshot, TableId};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::Wrong;
use wire::acts::{Act, ActBody, ActOut, ActRead};
use wire::openings::ProofOut;
use wire::pit::{DoneOut, PitOut, TableIn};

use super::{ask, last_event_id};
use crate::auth::{Caller, SignedIn, request_id};
use crate::bots::Strategy;
use crate::error::{ApiError, Refusals};
use crate::extract::{Body, Path, named};
use crate::limits::Guest;
use crate::live::{AsView, News, events, table_events};
use crate::state::App;

/// How often the pit's stream tells of changes at most.
const PIT_EVERY: Duration = Duration::from_millis(500);

pub(crate) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(pit))
        .routes(routes!(pit_events))
        .routes(routes!(open))
        .routes(routes!(view))
        .routes(routes!(stream))
        .routes(routes!(act))
        .routes(routes!(round))
        .routes(routes!(round_openings))
        .routes(routes!(close))
}

/// A table as a viewer may see it. A meter in doubt shows no amount.
fn view_of(
    snapshot: &Snapshot,
    table: &TableId,
    viewer: Viewer<'_>,
) -> Result<TableView, ApiError> {
    let mut view = snapshot.machine.view(table, viewer)?;
    if let (Some(shown), Ok(table)) = (&mut view.meter, snapshot.machine.floor_table(table)) {
        let meter = table.setup().meter.clone().map(|id| RecordId::Meter(id).key());
        if meter.is_some_and(|key| snapshot.doubt(&key).is_some()) {
            shown.display = None;
        }
    }
    Ok(view)
}

/// The tables that are open, and the meters.
#[utoipa::path(get, path = "/api/v1/pit", tag = "tables", responses((status = 200, body = PitOut), Refusals))]
async fn pit(caller: Caller) -> Json<PitOut> {
    Json(PitOut::of(&caller.snapshot))
}

/// The pit as it changes, at most twice a second: each event is the whole pit.
#[utoipa::path(get, path = "/api/v1/pit/events", tag = "tables",
    params(("Last-Event-ID" = Option<u64>, Header, description = "where the stream was before")),
    responses((status = 200, content_type = "text/event-stream", body = PitOut), Refusals))]
async fn pit_events(State(app): State<App>, _: Caller, headers: HeaderMap) -> Response {
    let render = |app: &App, _: &News| {
        let json = serde_json::to_string(&PitOut::of(&app.snapshot())).unwrap_or_default();
        Ok(Some(Arc::from(json)))
    };
    let last = last_event_id(&headers);
    events(&app, &app.live.pit, last, &News::of_all, PIT_EVERY, render).into_response()
}

/// A table as the caller may see it.
#[utoipa::path(get, path = "/api/v1/tables/{table}", tag = "tables", params(("table" = String, Path)),
    responses((status = 200, body = wire::table::TableView), Refusals))]
async fn view(
    State(app): State<App>,
    caller: Caller,
    Path(table): Path<String>,
) -> Result<Json<wire::table::TableView>, ApiError> {
    let table: TableId = named(&table)?;
    // A supervisor who looks does not stand in for the dealer yet.
    if caller.may(Right::Deal) && !caller.may(Right::Supervise) {
        app.presence.deals(&table);
    }
    Ok(Json((&view_of(&caller.snapshot, &table, caller.viewer())?).into()))
}

/// A table as it changes: `id` is the version, `data` the view. Events named `meter` tell of the linked meter,
/// one named `end` says why the stream ends.
#[utoipa::path(get, path = "/api/v1/tables/{table}/events", tag = "tables",
    params(("table" = String, Path),
        ("Last-Event-ID" = Option<u64>, Header, description = "the version that the client has")),
    responses((status = 200, content_type = "text/event-stream", body = wire::table::TableView), Refusals))]
async fn stream(
    State(app): State<App>,
    caller: Caller,
    Path(table): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let table: TableId = named(&table)?;
    Ok(table_events(&app, &caller, table, last_event_id(&headers), AsView)?.into_response())
}

/// One act at a table. The answer comes when it is durable.
#[utoipa::path(post, path = "/api/v1/tables/{table}/acts", tag = "tables", request_body = ActBody,
    params(("table" = String, Path),
        ("Idempotency-Key" = Option<String>, Header, description = "sent again with the same key, it is done once")),
    responses((status = 200, body = ActOut), Refusals))]
async fn act(
    State(app): State<App>,
    caller: Caller,
    Path(table): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<ActOut>, ApiError> {
    let table: TableId = named(&table)?;
    Ok(Json(act_at(&app, &caller, table, &headers, &body).await?))
}

/// Does an act, as JSON says it.
pub(crate) async fn act_at(
    app: &App,
    caller: &Caller,
    table: TableId,
    headers: &HeaderMap,
    body: &[u8],
) -> Result<ActOut, ApiError> {
    let signed_in = caller.must_be_signed_in()?;
    let SignedIn { session, .. } = signed_in;
    let house = &caller.snapshot.machine;
    let guest = Guest::of(house, &session.person, caller.address);
    if let Some(guest) = &guest {
        app.limits.give_back(guest, |table, round| is_over(house, table, round));
    }
    app.limits.act(session.number, caller.address, guest.as_ref())?;
    let ActRead { act, word, expect } = ActRead::read(body)?;
    if let Act::SeatBot { plays, .. } = &act {
        Strategy::named(plays).map_err(Wrong::malformed)?;
    }
    let command = TableCommand::from(act);
    let on = caller.snapshot.machine.table(&table)?;
    if let Some(seat) = command.seat() {
        app.limits.seat(&table, seat, &session.person)?;
    }
    if caller.may(Right::Deal) {
        app.presence.deals(&table);
    } else if matches!(command, TableCommand::Sit { .. }) {
        must_have_dealer(app, on)?;
    }
    let id = request_id(headers, &session.person)?;
    let bets = bets_after(&command);
    let what = app.desk.command(&table, command, expect);
    let request = app.desk.in_session(session, id, what.clone());
    let session = &signed_in.session_for(app, &caller.snapshot, &request).await?;
    let posted = app.ledger().post_async(app.desk.in_session(session, id, what)).await;
    app.metrics.acted(word, if posted.is_ok() { "done" } else { "refused" });
    let receipt = posted?;
    match (guest, bets, receipt.effect.round) {
        (Some(guest), Some(true), Some(round)) => app.limits.has_bet(&guest, &table, round),
        (Some(guest), Some(false), _) => app.limits.has_no_bet(&guest, &table),
        (None, ..) | (_, None, _) | (_, Some(true), None) => {}
    }
    let house = &receipt.snapshot.machine;
    let version = house.table(&table)?.version();
    let has_felt = house.floor_table(&table).is_ok();
    let view =
        has_felt.then(|| view_of(&receipt.snapshot, &table, Viewer::Person(&session.person)));
    let proposal = receipt.effect.proposal.map(|number| number.0);
    let view = view.transpose()?.as_ref().map(Into::into);
    Ok(ActOut { version, entry: receipt.seq, proposal, view })
}

/// Whether the seat has bets after a command that changes them.
fn bets_after(command: &TableCommand) -> Option<bool> {
    if matches!(command, TableCommand::Bet { .. }) {
        return Some(true);
    }
    matches!(command, TableCommand::Clear { .. } | TableCommand::Leave { .. }).then_some(false)
}

/// Whether a round at a table is over.
fn is_over(house: &House, table: &TableId, round: u64) -> bool {
    house.play(table).is_some_and(|play| {
        play.number() > round || (play.number() == round && play.progress() == Progress::Over)
    })
}

/// Players sit down at a dealer's table while a dealer is there, in this process or another one of the house.
pub(crate) fn must_have_dealer(app: &App, table: &Table) -> Result<(), ApiError> {
    let id = table.id();
    let is_dealt = table.setup().kind == Kind::Practice
        || app.presence.has_dealer(id)
        || app.peers.has_dealer(id);
    if is_dealt {
        return Ok(());
    }
    let message = format!(
        "no dealer is at table {id}: sit down when one has come, or play at a practice table"
    );
    Err(ApiError::refused("no-dealer", message))
}

/// A round, step by step, as the caller may see it: players see their own.
#[utoipa::path(get, path = "/api/v1/tables/{table}/rounds/{round}", tag = "tables",
    params(("table" = String, Path), ("round" = u64, Path)),
    responses((status = 200, body = wire::recall::Recall), Refusals))]
async fn round(
    State(app): State<App>,
    caller: Caller,
    Path((table, number)): Path<(String, String)>,
) -> Result<Json<wire::recall::Recall>, ApiError> {
    Ok(Json((&recalled(&app, &caller, named(&table)?, named(&number)?).await?).into()))
}

/// A round as the caller may recall it.
pub(crate) async fn recalled(
    app: &App,
    caller: &Caller,
    table: TableId,
    number: u64,
) -> Result<Recall, ApiError> {
    let person = caller.must_be_signed_in()?.session.person.clone();
    let read = app.read(move |store, snapshot| {
        let reader = Reader::Viewer(Viewer::Person(&person));
        let found = recall(&snapshot.machine, store, &table, number, reader)?;
        if !snapshot.machine.may_recall(&person, &found) {
            let message = "players can recall the rounds that they played";
            return Err(ApiError::forbidden("not-your-round", message));
        }
        Ok(found)
    });
    read.await?
}

/// The proof of a round's cards: the openings of those that the caller saw. An auditor gets the whole deck when the
/// gaming day is closed.
#[utoipa::path(get, path = "/api/v1/tables/{table}/rounds/{round}/openings", tag = "tables",
    params(("table" = String, Path), ("round" = u64, Path)),
    responses((status = 200, body = ProofOut), Refusals))]
async fn round_openings(
    State(app): State<App>,
    caller: Caller,
    Path((table, number)): Path<(String, String)>,
) -> Result<Json<ProofOut>, ApiError> {
    caller.must_be_signed_in()?;
    Ok(Json(ProofOut(opened(&app, &caller, named(&table)?, named(&number)?).await?)))
}

/// The openings of a round for the caller, who may be nobody.
pub(crate) async fn opened(
    app: &App,
    caller: &Caller,
    table: TableId,
    number: u64,
) -> Result<shuffle::Proof, ApiError> {
    let person = caller.must_be_signed_in().ok().map(|caller| caller.session.person.clone());
    let read = app.read(move |store, snapshot| {
        let viewer = person.as_ref().map_or(Viewer::Public, Viewer::Person);
        Ok(openings(&snapshot.machine, store, &table, number, Reader::Viewer(viewer))?)
    });
    read.await?
}

/// Opens a table.
#[utoipa::path(post, path = "/api/v1/tables", tag = "tables", request_body = TableIn,
    responses((status = 200, body = DoneOut), Refusals))]
async fn open(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Body(body): Body<TableIn>,
) -> Result<Json<DoneOut>, ApiError> {
    Ok(Json(open_as(&app, &caller, &headers, body).await?))
}

/// Opens a table, as a body says it.
pub(crate) async fn open_as(
    app: &App,
    caller: &Caller,
    headers: &HeaderMap,
    body: TableIn,
) -> Result<DoneOut, ApiError> {
    let SignedIn { session, .. } = caller.must_be_signed_in()?;
    let table: TableId = body
        .table
        .parse()
        .map_err(|error: house::NameError| ApiError::malformed(error.to_string()))?;
    let what = Command::SetUpTable { table, setup: body.setup()? };
    Ok(ask(app, session, headers, what).await?.into())
}

/// Closes a table: those who still sit there leave with what is left.
#[utoipa::path(post, path = "/api/v1/tables/{table}/close", tag = "tables", params(("table" = String, Path)),
    responses((status = 200, body = DoneOut), Refusals))]
async fn close(
    State(app): State<App>,
    caller: Caller,
    Path(table): Path<String>,
    headers: HeaderMap,
) -> Result<Json<DoneOut>, ApiError> {
    let SignedIn { session, .. } = caller.must_be_signed_in()?;
    let what = Command::CloseTable { table: named(&table)? };
    Ok(Json(ask(&app, session, &headers, what).await?.into()))
}
