//! Signing in and out.

use std::net::IpAddr;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use house::people::{Attempt, sign_in};
use house::{
    DeviceId, NameError, NewSession, PersonId, PostError, Request, Role, Session, SessionNumber,
    TokenMark, What, rfc3339,
};
use money::Moment;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{OVERSIGHT, ask};
use crate::auth::{COOKIE, Caller, SignedIn, Token, counted_as};
use crate::error::{ApiError, Refusals};
use crate::state::App;
use crate::wire::people::{
    SessionsOut, SignInBody, SignInGuest, SignInPerson, SignedInOut, WhoOut,
};
use crate::wire::pit::DoneOut;
use crate::wire::{Body, Path, named};

const HOUR_MICROS: i64 = 3_600_000_000;
/// How many sessions a person has at once: with one more, the oldest ends.
const SESSIONS_MAX: usize = 50;

/// How long a session lasts: a shift for those who work here, a day for players.
fn lasts_micros(role: Role) -> i64 {
    match role {
        Role::Dealer | Role::Supervisor | Role::Auditor => 12 * HOUR_MICROS,
        Role::Player => 24 * HOUR_MICROS,
    }
}

pub(crate) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(sign_in_here, who, sign_out))
        .routes(routes!(list))
        .routes(routes!(end))
        .routes(routes!(end_all))
}

/// Signs a person or a guest in.
#[utoipa::path(post, path = "/api/v1/session", tag = "sessions", request_body = SignInBody,
    responses((status = 200, body = SignedInOut), Refusals))]
async fn sign_in_here(
    State(app): State<App>,
    caller: CallerAnew,
    Body(body): Body<SignInBody>,
) -> Result<Response, ApiError> {
    let (token, address) = (Token::fresh()?, caller.0);
    let person = match body {
        SignInBody::Person(SignInPerson { person, secret, device }) => {
            let from = Origin::new(address, device.as_deref())?;
            by_secret(&app, &token, from, person, secret).await?
        }
        SignInBody::Guest(SignInGuest { guest, device }) => {
            let from = Origin::new(address, device.as_deref())?;
            as_guest(&app, &token, from, guest).await?
        }
    };
    let snapshot = app.snapshot();
    let known = snapshot.machine.person(&person)?;
    let session = snapshot.machine.session(token.mark(), app.now());
    let until = session.ok_or_else(ApiError::no_session)?.started.until;
    let out = SignedInOut {
        person: person.to_string(),
        name: known.name.clone(),
        role: known.role.word(),
        token: token.text().to_owned(),
        csrf: token.csrf(),
        until: rfc3339(until),
    };
    let mut response = Json(out).into_response();
    response.headers_mut().insert(header::SET_COOKIE, session_cookie(&app, &token)?);
    Ok(response)
}

/// The cookie of a session that has just begun.
pub(crate) fn session_cookie(app: &App, token: &Token) -> Result<HeaderValue, ApiError> {
    let snapshot = app.snapshot();
    let now = app.now();
    let session = snapshot.machine.session(token.mark(), now).ok_or_else(ApiError::no_session)?;
    let seconds = (session.started.until.0 - now.0) / 1_000_000;
    cookie(token.text(), seconds, app.options.is_secure)
}

fn cookie(token: &str, seconds: i64, is_secure: bool) -> Result<HeaderValue, ApiError> {
    let secure = if is_secure { "; Secure" } else { "" };
    let text = format!(
        "{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/; Max-Age={}{secure}",
        seconds.max(0)
    );
    HeaderValue::from_str(&text).map_err(ApiError::internal)
}

/// Where a session is started.
pub(crate) struct Origin {
    address: IpAddr,
    device: Option<DeviceId>,
}

impl Origin {
    /// At this address, and at this device if it is named.
    pub(crate) fn new(address: IpAddr, device: Option<&str>) -> Result<Origin, ApiError> {
        let named = |name: &str| {
            name.parse().map_err(|error: NameError| ApiError::malformed(error.to_string()))
        };
        let device = device.filter(|name| !name.is_empty()).map(named).transpose()?;
        Ok(Origin { address, device })
    }

    /// A session that starts here.
    fn session(self, mark: TokenMark, until: Moment) -> NewSession {
        NewSession { mark, until, address: self.address.to_string(), device: self.device }
    }
}

pub(crate) async fn by_secret(
    app: &App,
    token: &Token,
    from: Origin,
    person: String,
    secret: String,
) -> Result<PersonId, ApiError> {
    let (here, mark) = (app.clone(), token.mark());
    let checked = app.secrets.run(move || {
        let app = here;
        let id = house::desk::fresh_id().map_err(ApiError::internal)?;
        let at = app.now();
        let role = role_of(&app, &person);
        let until = Moment(at.0 + lasts_micros(role));
        let address = from.address;
        let session = from.session(mark, until);
        let attempt = Attempt {
            name: &person,
            secret: &secret,
            device: session.device.as_ref().unwrap_or(app.desk.device()),
            id,
            at,
            address: Some(&counted_as(address)),
            session: Some(&session),
        };
        let person = sign_in(app.ledger(), attempt)?.person;
        end_oldest(&app, &person)?;
        Ok::<_, ApiError>(person)
    });
    checked.await?
}

/// Ends the oldest sessions of someone who has too many.
fn end_oldest(app: &App, person: &PersonId) -> Result<(), ApiError> {
    let (snapshot, now) = (app.snapshot(), app.now());
    let is_theirs = |session: &&Session| session.person == *person && session.is_good_at(now);
    let theirs: Vec<SessionNumber> =
        snapshot.machine.sessions().filter(is_theirs).map(|session| session.number).collect();
    let over = theirs.len().saturating_sub(SESSIONS_MAX);
    for number in &theirs[..over] {
        let id = house::desk::fresh_id().map_err(ApiError::internal)?;
        let what = What::EndSessions { person: person.clone(), session: Some(*number) };
        match app.ledger().post(app.desk.request(person, id, what)) {
            // Someone else may have ended it meanwhile.
            Ok(_) | Err(PostError::Refused(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

fn role_of(app: &App, person: &str) -> Role {
    let id: Option<PersonId> = person.parse().ok();
    let snapshot = app.snapshot();
    let known = id.and_then(|id| snapshot.machine.person(&id).ok().map(|person| person.role));
    known.unwrap_or(Role::Player)
}

/// Brings a guest in: under a fresh id, with the name they chose.
pub(crate) async fn as_guest(
    app: &App,
    token: &Token,
    from: Origin,
    name: String,
) -> Result<PersonId, ApiError> {
    let snapshot = app.snapshot();
    if !snapshot.machine.floor().any(|table| table.is_open() && table.setup().guests) {
        return Err(ApiError::forbidden("no-guests", "guests cannot play here: sign in"));
    }
    let person: PersonId = named(&format!("guest-{:012x}", rand::random::<u64>() >> 16))?;
    let post = |id, what| Ok::<_, ApiError>(app.desk.request(&person, id, what));
    let fresh = || house::desk::fresh_id().map_err(ApiError::internal);
    // Guests from this machine itself are not counted.
    let counted = (!from.address.to_canonical().is_loopback()).then(|| counted_as(from.address));
    let name = name.trim().to_owned();
    let what = What::Guest { person: person.clone(), name, address: counted };
    let guest: Request = post(fresh()?, what)?;
    let until = Moment(guest.at.0 + lasts_micros(Role::Player));
    let session = from.session(token.mark(), until);
    let start = post(fresh()?, What::StartSession { session })?;
    // Sent together, they are written with one commit.
    let (guest, started) =
        tokio::join!(app.ledger().post_async(guest), app.ledger().post_async(start));
    guest?;
    started?;
    Ok(person)
}

/// Whoever signs in may have an old session; only where they come from matters.
pub(crate) struct CallerAnew(pub(crate) std::net::IpAddr);

impl axum::extract::FromRequestParts<App> for CallerAnew {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut axum::http::request::Parts,
        app: &App,
    ) -> Result<CallerAnew, ApiError> {
        crate::auth::must_be_same_site(parts)?;
        Ok(CallerAnew(crate::auth::address(parts, app.options.trusts_proxy)))
    }
}

/// Who is signed in.
#[utoipa::path(get, path = "/api/v1/session", tag = "sessions",
    responses((status = 200, body = WhoOut), Refusals))]
async fn who(caller: Caller) -> Result<Json<WhoOut>, ApiError> {
    let SignedIn { session, role, token } = caller.must_be_signed_in()?;
    let person = caller.snapshot.machine.person(&session.person)?;
    Ok(Json(WhoOut {
        person: session.person.to_string(),
        name: person.name.clone(),
        role: role.word(),
        csrf: token.csrf(),
        until: rfc3339(session.started.until),
        bankroll: person.play_money().map(|left| left.to_string()),
    }))
}

/// Ends this session.
#[utoipa::path(delete, path = "/api/v1/session", tag = "sessions",
    responses((status = 204), Refusals))]
async fn sign_out(State(app): State<App>, caller: Caller) -> Result<Response, ApiError> {
    let SignedIn { session, .. } = caller.must_be_signed_in()?;
    let (person, number) = (session.person.clone(), Some(session.number));
    let what = What::EndSessions { person, session: number };
    ask(&app, session, &HeaderMap::new(), what).await?;
    let mut response = StatusCode::NO_CONTENT.into_response();
    response.headers_mut().insert(header::SET_COOKIE, no_cookie(&app)?);
    Ok(response)
}

/// The cookie of nobody.
pub(crate) fn no_cookie(app: &App) -> Result<HeaderValue, ApiError> {
    cookie("", 0, app.options.is_secure)
}

/// The sessions of the house, for supervisors and auditors; for others, their own.
#[utoipa::path(get, path = "/api/v1/sessions", tag = "sessions",
    responses((status = 200, body = SessionsOut), Refusals))]
async fn list(State(app): State<App>, caller: Caller) -> Result<Json<SessionsOut>, ApiError> {
    let SignedIn { session, role, .. } = caller.must_be_signed_in()?;
    let sees_all = OVERSIGHT.contains(role);
    let now = app.now();
    let sessions = caller
        .snapshot
        .machine
        .sessions()
        .filter(|known| known.is_good_at(now) && (sees_all || known.person == session.person));
    Ok(Json(SessionsOut { sessions: sessions.map(Into::into).collect() }))
}

/// Ends a session: one's own, or as a supervisor anyone's.
#[utoipa::path(delete, path = "/api/v1/sessions/{session}", tag = "sessions",
    params(("session" = u64, Path)),
    responses((status = 200, body = DoneOut), Refusals))]
async fn end(
    State(app): State<App>,
    caller: Caller,
    Path(number): Path<String>,
    headers: HeaderMap,
) -> Result<Json<DoneOut>, ApiError> {
    let signed_in = caller.must_be_signed_in()?;
    let number = SessionNumber(named(&number)?);
    let mut sessions = caller.snapshot.machine.sessions();
    let is_own = |person: &PersonId| *person == signed_in.session.person;
    let known = sessions.find(|session| session.number == number);
    // Whose sessions there are is not for everyone to know.
    let known = known.filter(|known| signed_in.role == Role::Supervisor || is_own(&known.person));
    let known = known.ok_or_else(|| ApiError::unknown(format!("there is no session {number}")))?;
    let what = What::EndSessions { person: known.person.clone(), session: Some(number) };
    Ok(Json(ask(&app, &signed_in.session, &headers, what).await?.into()))
}

/// Ends all sessions of a person: one's own, or as a supervisor anyone's.
#[utoipa::path(delete, path = "/api/v1/people/{person}/sessions", tag = "sessions",
    params(("person" = String, Path)),
    responses((status = 200, body = DoneOut), Refusals))]
async fn end_all(
    State(app): State<App>,
    caller: Caller,
    Path(person): Path<String>,
    headers: HeaderMap,
) -> Result<Json<DoneOut>, ApiError> {
    let signed_in = caller.must_be_signed_in()?;
    let what = What::EndSessions { person: named(&person)?, session: None };
    Ok(Json(ask(&app, &signed_in.session, &headers, what).await?.into()))
}
