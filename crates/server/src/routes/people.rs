//! People: who works here, and what they sign in with.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use house::people::{SecretError, is_secret_of, post_with_secret};
use house::report::made_by;
use house::{Ledger, PersonId, PostError, Proposed, Role, SecretMark, Session, What};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{OVERSIGHT, SUPERVISORS, ask};
use crate::auth::{Caller, SignedIn, request_id};
use crate::error::{ApiError, Refusals};
use crate::state::App;
use crate::wire::floor::ReasonIn;
use crate::wire::people::{PeopleOut, PersonIn, SecretIn};
use crate::wire::pit::DoneOut;
use crate::wire::{Body, Path, Query, named};

pub(crate) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, add))
        .routes(routes!(secret))
        .routes(routes!(retire))
        .routes(routes!(unlock))
}

/// Who is listed.
#[derive(Deserialize, IntoParams)]
struct Which {
    /// Guests too?
    #[serde(default)]
    guests: Option<bool>,
}

/// The people of the house.
#[utoipa::path(get, path = "/api/v1/people", tag = "people", params(Which),
    responses((status = 200, body = PeopleOut), Refusals))]
async fn list(caller: Caller, Query(which): Query<Which>) -> Result<Json<PeopleOut>, ApiError> {
    caller.must_be(OVERSIGHT)?;
    Ok(Json(PeopleOut::of(&caller.snapshot.machine, which.guests.unwrap_or(false))))
}

/// Adds a person; once there have been two supervisors, another supervisor is proposed instead.
#[utoipa::path(post, path = "/api/v1/people", tag = "people", request_body = PersonIn,
    responses((status = 200, body = DoneOut), Refusals))]
async fn add(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Body(body): Body<PersonIn>,
) -> Result<Json<DoneOut>, ApiError> {
    Ok(Json(add_as(&app, &caller, &headers, body).await?))
}

/// Adds a person, as a body says it.
pub(crate) async fn add_as(
    app: &App,
    caller: &Caller,
    headers: &HeaderMap,
    body: PersonIn,
) -> Result<DoneOut, ApiError> {
    let SignedIn { session, .. } = caller.must_be(SUPERVISORS)?;
    let person: PersonId = body
        .person
        .parse()
        .map_err(|error: house::NameError| ApiError::malformed(error.to_string()))?;
    let takes_two = body.role == Role::Supervisor && caller.snapshot.machine.had_two_supervisors();
    let PersonIn { name, role, secret: new, .. } = body;
    let what = move |secret: SecretMark| {
        let (person, name) = (person.clone(), name.clone());
        match takes_two {
            true => What::Propose { proposed: Proposed::AddSupervisor { person, name, secret } },
            false => What::AddPerson { person, name, role, secret },
        }
    };
    with_secret(app, session, headers, role, new, what).await
}

/// Posts something with a new secret: hashing it takes a while. The salt makes every hash another, so what comes again
/// with the same key is compared here with what was done, and answered as it was then.
async fn with_secret(
    app: &App,
    session: &Session,
    headers: &HeaderMap,
    role: Role,
    secret: String,
    what: impl Fn(SecretMark) -> What + Send + 'static,
) -> Result<DoneOut, ApiError> {
    let id = request_id(headers, &session.person)?;
    let (here, session) = (app.clone(), session.clone());
    let posted = app.secrets.run(move || {
        let request = |mark| here.desk.in_session(&session, id, what(mark));
        let error = match post_with_secret(here.ledger(), role, &secret, request) {
            Ok(receipt) => return Ok(receipt.into()),
            Err(error) => error,
        };
        if let SecretError::NotKept(PostError::IdReused(_)) = error
            && let Some(made) = here.read_here(|store, _| made_by(store, id))??
            && is_same(here.ledger(), &made.request.what, &what, &secret)?
        {
            return Ok(DoneOut::from(&made));
        }
        Err(ApiError::from(error))
    });
    posted.await?
}

/// Was the same asked for, with the same secret? One that was replaced since is not kept, and taken to be the same:
/// nothing is done either way.
fn is_same(
    ledger: &Ledger,
    made: &What,
    what: &impl Fn(SecretMark) -> What,
    secret: &str,
) -> Result<bool, PostError> {
    let Some((mark, who)) = gives_secret(made) else { return Ok(false) };
    let asked = what(mark);
    let is_same_person = gives_secret(&asked).is_some_and(|(_, asked)| asked == who);
    Ok(is_same_person && is_secret_of(ledger, mark, secret)?.unwrap_or(true))
}

/// Who gets a new secret; someone new comes with a name and a role.
#[derive(PartialEq, Eq)]
struct Given<'a> {
    person: &'a PersonId,
    new: Option<(&'a str, Role)>,
}

/// The secret that a request gives to someone. Whether a new supervisor is added or proposed depends on who is there,
/// not on what was asked.
fn gives_secret(what: &What) -> Option<(SecretMark, Given<'_>)> {
    match what {
        What::AddPerson { person, name, role, secret } => {
            Some((*secret, Given { person, new: Some((name, *role)) }))
        }
        What::Propose { proposed: Proposed::AddSupervisor { person, name, secret } } => {
            Some((*secret, Given { person, new: Some((name, Role::Supervisor)) }))
        }
        What::ChangeSecret { person, secret } => Some((*secret, Given { person, new: None })),
        _ => None,
    }
}

/// Changes a secret: one's own, or as a supervisor a dealer's, an auditor's or a player's. Their other sessions
/// end.
#[utoipa::path(post, path = "/api/v1/people/{person}/secret", tag = "people", request_body = SecretIn,
    params(("person" = String, Path)),
    responses((status = 200, body = DoneOut), Refusals))]
async fn secret(
    State(app): State<App>,
    caller: Caller,
    Path(person): Path<String>,
    headers: HeaderMap,
    Body(SecretIn { secret: new }): Body<SecretIn>,
) -> Result<Json<DoneOut>, ApiError> {
    Ok(Json(change_secret(&app, &caller, &headers, named(&person)?, new).await?))
}

/// Changes a person's secret.
pub(crate) async fn change_secret(
    app: &App,
    caller: &Caller,
    headers: &HeaderMap,
    person: PersonId,
    new: String,
) -> Result<DoneOut, ApiError> {
    let SignedIn { session, .. } = caller.must_be_signed_in()?;
    if person != session.person {
        caller.must_be(SUPERVISORS)?;
    }
    let role = caller.snapshot.machine.person(&person)?.role;
    let what = move |secret| What::ChangeSecret { person: person.clone(), secret };
    with_secret(app, session, headers, role, new, what).await
}

/// Retires a person: their sessions end, and they cannot sign in any more.
#[utoipa::path(post, path = "/api/v1/people/{person}/retire", tag = "people", request_body = ReasonIn,
    params(("person" = String, Path)),
    responses((status = 200, body = DoneOut), Refusals))]
async fn retire(
    State(app): State<App>,
    caller: Caller,
    Path(person): Path<String>,
    headers: HeaderMap,
    Body(ReasonIn { reason }): Body<ReasonIn>,
) -> Result<Json<DoneOut>, ApiError> {
    let SignedIn { session, .. } = caller.must_be(SUPERVISORS)?;
    let what = What::Retire { person: named(&person)?, reason };
    Ok(Json(ask(&app, session, &headers, what).await?.into()))
}

/// Forgets the wrong secrets that were given for a person.
#[utoipa::path(post, path = "/api/v1/people/{person}/unlock", tag = "people", request_body = ReasonIn,
    params(("person" = String, Path)),
    responses((status = 200, body = DoneOut), Refusals))]
async fn unlock(
    State(app): State<App>,
    caller: Caller,
    Path(person): Path<String>,
    headers: HeaderMap,
    Body(ReasonIn { reason }): Body<ReasonIn>,
) -> Result<Json<DoneOut>, ApiError> {
    let SignedIn { session, .. } = caller.must_be(SUPERVISORS)?;
    let what = What::Unlock { person: named(&person)?, reason };
    Ok(Json(ask(&app, session, &headers, what).await?.into()))
}
