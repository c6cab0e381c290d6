//! What the floor's forms do without scripts: the same as the calls of the API, and back to the page.

use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use house::{Command, ProposalNumber};
use wire::floor::ProposalIn;

use crate::error::ApiError;
use crate::extract::{Path, named};
use crate::pages::PageError;
use crate::pages::forms::Posted;
use crate::routes::ask;
use crate::state::App;

async fn done(app: &App, posted: &Posted, command: Command) -> Result<Response, PageError> {
    let session = &posted.caller.must_be_signed_in()?.session;
    ask(app, session, &posted.headers, command).await?;
    Ok(Redirect::to(&posted.back("/floor")).into_response())
}

/// Closes a table.
pub(super) async fn close(
    State(app): State<App>,
    Path(table): Path<String>,
    posted: Posted,
) -> Result<Response, PageError> {
    done(&app, &posted, Command::CloseTable { table: named(&table)? }).await
}

/// Puts a meter out of order.
pub(super) async fn fault(
    State(app): State<App>,
    Path(meter): Path<String>,
    posted: Posted,
) -> Result<Response, PageError> {
    let says = posted.field("reason").to_owned();
    done(&app, &posted, Command::Fault { meter: named(&meter)?, says }).await
}

/// Puts a meter back in order.
pub(super) async fn clear_fault(
    State(app): State<App>,
    Path(meter): Path<String>,
    posted: Posted,
) -> Result<Response, PageError> {
    let reason = posted.field("reason").to_owned();
    done(&app, &posted, Command::ClearFault { meter: named(&meter)?, reason }).await
}

/// Proposes something that takes two supervisors.
pub(super) async fn propose(State(app): State<App>, posted: Posted) -> Result<Response, PageError> {
    let body: ProposalIn = serde_json::from_value(posted.json()?)
        .map_err(|error| ApiError::malformed(error.to_string()))?;
    done(&app, &posted, Command::Propose { proposed: body.proposed()? }).await
}

/// Approves a proposal.
pub(super) async fn approve(
    State(app): State<App>,
    Path(proposal): Path<String>,
    posted: Posted,
) -> Result<Response, PageError> {
    let proposal = ProposalNumber(named(&proposal)?);
    done(&app, &posted, Command::Approve { proposal }).await
}

/// Rejects a proposal.
pub(super) async fn reject(
    State(app): State<App>,
    Path(proposal): Path<String>,
    posted: Posted,
) -> Result<Response, PageError> {
    let reason = posted.field("reason").to_owned();
    let proposal = ProposalNumber(named(&proposal)?);
    done(&app, &posted, Command::Reject { proposal, reason }).await
}
