//! People: who works here, and what they sign in with.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use house::people::{SecretError, is_secret_of, post_with_secret};
use house::report::made_by;
use house::{Command, Ledger, PersonId, PostError, Proposed, Right, Role, SecretMark};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::floor::ReasonIn;
use wire::people::{PeopleOut, PersonIn, SecretIn};
use wire::pit::DoneOut;

use super::ask;
use super::must_be_in_the_house;
use super::sessions::{Origin, by_secret};
use crate::auth::{Caller, SignedIn, Token, counted_as, request_id};
use crate::error::{ApiError, Refusals};
use crate::extract::{Body, Path, Query, named};
use crate::state::App;

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
    caller.must_have(Right::SeePeople)?;
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
    let SignedIn { session, .. } = caller.must_be_signed_in()?;
    app.limits.session(session.number)?;
    let person: PersonId = body
        .person
        .parse()
        .map_err(|error: house::NameError| ApiError::malformed(error.to_string()))?;
    let PersonIn { name, role, secret: new, .. } = body;
    let what = move |secret: SecretMark| {
        let (person, name) = (person.clone(), name.clone());
        Command::AddPerson { person, name, role, secret }
    };
    with_secret(app, caller, headers, role, new, what).await
}

/// Posts something with a new secret: hashing it takes a while, and is done only for those whom the house lets ask. The
/// salt makes every hash another, so what comes again
/// with the same key is compared here with what was done, and answered as it was then.
async fn with_secret(
    app: &App,
    caller: &Caller,
    headers: &HeaderMap,
    role: Role,
    secret: String,
    what: impl Fn(SecretMark) -> Command + Send + 'static,
) -> Result<DoneOut, ApiError> {
    let session = caller.must_be_signed_in()?.session.clone();
    may_ask(caller, &what)?;
    let id = request_id(headers, &session.person)?;
    let (here, lane) = (app.clone(), counted_as(caller.address));
    let posted = app.secrets.run(&lane, move || {
        let request = |mark| here.desk.in_session(&session, id, what(mark));
        let error = match post_with_secret(here.ledger(), role, &secret, request) {
            Ok(receipt) => return Ok(receipt.into()),
            Err(error) => error,
        };
        if let SecretError::NotKept(PostError::IdReused(_)) = error
            && let Some(made) = here.read_here(|store, _| made_by(store, id))??
            && is_same(here.ledger(), &made.request.command, &what, &secret)?
        {
            return Ok(DoneOut::from(&made));
        }
        Err(ApiError::from(error))
    });
    posted.await?
}

/// Whether the house would let the caller ask for this, whatever the secret.
fn may_ask(caller: &Caller, what: &impl Fn(SecretMark) -> Command) -> Result<(), ApiError> {
    let person = &caller.must_be_signed_in()?.session.person;
    Ok(caller.snapshot.machine.may_ask(person, &what(SecretMark::of("")))?)
}

/// Whether the same was asked for, with the same secret. One that was replaced since is not kept, and taken to be the
/// same: nothing is done either way.
fn is_same(
    ledger: &Ledger,
    made: &Command,
    what: &impl Fn(SecretMark) -> Command,
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

/// The secret that a request gives to someone. Earlier releases asked for a proposal where it takes two.
fn gives_secret(command: &Command) -> Option<(SecretMark, Given<'_>)> {
    match command {
        Command::AddPerson { person, name, role, secret } => {
            Some((*secret, Given { person, new: Some((name, *role)) }))
        }
        Command::Propose { proposed: Proposed::AddSupervisor { person, name, secret } } => {
            Some((*secret, Given { person, new: Some((name, Role::Supervisor)) }))
        }
        Command::ChangeSecret { person, secret, .. }
        | Command::Propose { proposed: Proposed::ResetSecret { person, secret } } => {
            Some((*secret, Given { person, new: None }))
        }
        _ => None,
    }
}

/// Changes one's own secret, which asks for the old one; or as a supervisor gives someone else a new one, which is
/// proposed once there have been two supervisors. The person's other sessions end.
#[utoipa::path(post, path = "/api/v1/people/{person}/secret", tag = "people", request_body = SecretIn,
    params(("person" = String, Path)),
    responses((status = 200, body = DoneOut), Refusals))]
async fn secret(
    State(app): State<App>,
    caller: Caller,
    Path(person): Path<String>,
    headers: HeaderMap,
    Body(body): Body<SecretIn>,
) -> Result<Json<DoneOut>, ApiError> {
    Ok(Json(change_secret(&app, &caller, &headers, named(&person)?, body).await?))
}

/// Changes a person's secret.
pub(crate) async fn change_secret(
    app: &App,
    caller: &Caller,
    headers: &HeaderMap,
    person: PersonId,
    SecretIn { secret: new, old }: SecretIn,
) -> Result<DoneOut, ApiError> {
    let SignedIn { session, .. } = caller.must_be_signed_in()?;
    must_be_in_the_house(session)?;
    app.limits.session(session.number)?;
    let house = &caller.snapshot.machine;
    let whose = person.clone();
    let what = move |secret| {
        let person = whose.clone();
        Command::ChangeSecret { person, secret, dual_control: true }
    };
    // Who may not change it learns neither whether there is such a person nor whether the old secret is right.
    may_ask(caller, &what)?;
    if person == session.person {
        must_know_old(app, caller, headers, old).await?;
    }
    let role = house.person(&person)?.role;
    with_secret(app, caller, headers, role, new, what).await
}

/// A session that somebody left open is not enough to change a secret: the person who changes it gives the present one,
/// and wrong ones count as at signing in. What comes again with the same key does nothing, and is not asked.
async fn must_know_old(
    app: &App,
    caller: &Caller,
    headers: &HeaderMap,
    old: Option<String>,
) -> Result<(), ApiError> {
    let person = caller.must_be_signed_in()?.session.person.clone();
    let id = request_id(headers, &person)?;
    if app.read(move |store, _| made_by(store, id)).await??.is_some() {
        return Ok(());
    }
    let old = old.filter(|old| !old.is_empty()).ok_or_else(|| {
        ApiError::refused("no-old-secret", "give the secret you have now, too, as \"old\"")
    })?;
    // This signs in once more; the change then ends every session but the one that made it.
    let entered =
        by_secret(app, &Token::fresh()?, Origin::of(caller), person.to_string(), old).await;
    entered.map(drop).map_err(|error| match error.status() {
        StatusCode::UNAUTHORIZED => {
            ApiError::refused("wrong-secret", "That is not the secret you have now.")
        }
        _ => error,
    })
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
    let SignedIn { session, .. } = caller.must_be_signed_in()?;
    let what = Command::Retire { person: named(&person)?, reason };
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
    let SignedIn { session, .. } = caller.must_be_signed_in()?;
    let what = Command::Unlock { person: named(&person)?, reason };
    Ok(Json(ask(&app, session, &headers, what).await?.into()))
}
