//! Signing in and out.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use house::people::{Attempt, sign_in};
use house::{
    Command, DeviceId, NameError, NewSession, PersonId, PostError, Right, Role, SessionNumber,
    TokenMark, rfc3339,
};
use money::Moment;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::people::{SessionsOut, SignInBody, SignInGuest, SignInPerson, SignedInOut, WhoOut};
use wire::pit::DoneOut;

use super::ask;
use crate::auth::{COOKIE, Caller, DEVICE_COOKIE, SignedIn, Token, counted_as};
use crate::error::{ApiError, Refusals};
use crate::extract::{Body, Path, named};
use crate::state::App;
use crate::visitors::{VISITORS, Visitor};

const HOUR_MICROS: i64 = 3_600_000_000;
/// How long a browser keeps the token of its device: half a year.
const DEVICE_SECONDS: i64 = 180 * 24 * 3_600;
/// How many sessions a person has at once: with one more, the oldest ends.
const SESSIONS_MAX: usize = 50;

/// What entries name as the device where no client does: the server, and commands on the machine that has the store.
const HOUSE_DEVICES: [&str; 2] = ["server", "command-line"];

/// How long a session of someone who works here lasts: a shift.
const SHIFT_MICROS: i64 = 12 * HOUR_MICROS;
/// How long a player's session lasts: a day.
const DAY_MICROS: i64 = 24 * HOUR_MICROS;

pub(crate) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(sign_in_here, who, sign_out))
        .routes(routes!(list))
        .routes(routes!(end))
        .routes(routes!(end_all))
}

/// Signs a person or a guest in.
#[utoipa::path(post, path = "/api/v1/session", tag = "sessions", request_body = SignInBody,
    params(("X-Device-Token" = Option<String>, Header,
        description = "the `device_token` of an earlier sign-in on this device: strangers elsewhere do not lock it out")),
    responses((status = 200, body = SignedInOut), Refusals))]
async fn sign_in_here(
    State(app): State<App>,
    caller: CallerAnew,
    Body(body): Body<SignInBody>,
) -> Result<Response, ApiError> {
    let (signed_in, device) = match body {
        SignInBody::Person(SignInPerson { person, secret, device }) => {
            let from = Origin::new(caller, device.as_deref())?;
            let token = Token::fresh()?;
            let entered = by_secret(&app, &token, from, person, secret).await?;
            let snapshot = app.snapshot();
            let session = snapshot.machine.session(token.mark(), app.now()).cloned();
            let session = session.ok_or_else(ApiError::no_session)?;
            (SignedIn { session, token, visitor: None }, Some(entered.device))
        }
        SignInBody::Guest(SignInGuest { guest, device }) => {
            let from = Origin::new(caller, device.as_deref())?;
            (as_guest(&app, &from, &guest)?, None)
        }
    };
    let SignedIn { session, token, visitor } = signed_in;
    let until = session.started.until;
    let snapshot = app.snapshot();
    let snapshot = match &visitor {
        Some(visitor) => Arc::new(visitor.seen_in(&snapshot, &session)),
        None => snapshot,
    };
    let known = snapshot.machine.person(&session.person)?;
    let out = SignedInOut {
        person: session.person.to_string(),
        name: known.name.clone(),
        role: known.role.word().into(),
        token: token.text().to_owned(),
        csrf: token.csrf(),
        until: rfc3339(until),
        device_token: device.as_ref().map(|device| device.text().to_owned()),
    };
    let mut response = Json(out).into_response();
    response.headers_mut().insert(header::SET_COOKIE, session_cookie(&app, &token, until)?);
    if let Some(device) = device {
        response.headers_mut().append(header::SET_COOKIE, device_cookie(&device)?);
    }
    Ok(response)
}

/// The cookie of a device on which someone has signed in: strangers elsewhere do not lock it out.
pub(crate) fn device_cookie(device: &Token) -> Result<HeaderValue, ApiError> {
    cookie(DEVICE_COOKIE, device.text(), DEVICE_SECONDS)
}

/// The cookie of a session that has just begun.
pub(crate) fn session_cookie(
    app: &App,
    token: &Token,
    until: Moment,
) -> Result<HeaderValue, ApiError> {
    cookie(COOKIE, token.text(), (until.0 - app.now().0) / 1_000_000)
}

/// A cookie. Where the client has come by TLS, [`crate::transport::tls_only`] adds that it is for TLS alone.
fn cookie(name: &str, token: &str, seconds: i64) -> Result<HeaderValue, ApiError> {
    let seconds = seconds.max(0);
    let text = format!("{name}={token}; HttpOnly; SameSite=Strict; Path=/; Max-Age={seconds}");
    HeaderValue::from_str(&text).map_err(ApiError::internal)
}

/// Where a session is started.
pub(crate) struct Origin {
    address: IpAddr,
    device: Option<DeviceId>,
    known: Option<Token>,
}

impl Origin {
    /// Where a call comes from.
    pub(crate) fn of(caller: &Caller) -> Origin {
        Origin { address: caller.address, device: None, known: caller.device.clone() }
    }

    /// The same, for a device that is named. What the server does itself has its name, and nobody else's.
    pub(crate) fn new(caller: CallerAnew, device: Option<&str>) -> Result<Origin, ApiError> {
        let named = |name: &str| {
            name.parse().map_err(|error: NameError| ApiError::malformed(error.to_string()))
        };
        let device: Option<DeviceId> =
            device.filter(|name| !name.is_empty()).map(named).transpose()?;
        let is_own = |name: &&DeviceId| {
            HOUSE_DEVICES.iter().any(|own| name.as_str().eq_ignore_ascii_case(own))
        };
        if let Some(name) = device.as_ref().filter(is_own) {
            return Err(ApiError::malformed(format!(
                "a device cannot be named \"{name}\": that is the house itself"
            )));
        }
        Ok(Origin { address: caller.address, device, known: caller.device })
    }

    /// A session that starts here.
    fn session(&self, mark: TokenMark, until: Moment) -> NewSession {
        let (address, device) = (self.address.to_string(), self.device.clone());
        NewSession { mark, until, address, device, from: None, device_mark: None }
    }
}

/// Someone has signed in, on a device that is known from now on.
pub(crate) struct Entered {
    pub(crate) device: Token,
}

/// A secret that was given for a name.
struct GivenSecret {
    person: String,
    secret: String,
    from: Origin,
    mark: TokenMark,
    device: Token,
}

impl GivenSecret {
    fn new(
        app: &App,
        from: Origin,
        mark: TokenMark,
        given: (String, String),
    ) -> Result<GivenSecret, ApiError> {
        let (person, secret) = given;
        let snapshot = app.snapshot();
        let id: Option<PersonId> = person.parse().ok();
        let is_theirs = |token: &Token| {
            id.as_ref().is_some_and(|id| snapshot.machine.is_device_of(id, token.mark()))
        };
        // Nobody chooses the token of a device that is not known yet.
        let device = match from.known.clone().filter(is_theirs) {
            Some(known) => known,
            None => Token::fresh()?,
        };
        Ok(GivenSecret { person, secret, from, mark, device })
    }

    fn attempt<T>(&self, app: &App, with: impl FnOnce(Attempt<'_>) -> T) -> Result<T, ApiError> {
        let id = house::desk::fresh_id().map_err(ApiError::internal)?;
        let at = app.now();
        let until = Moment(at.0 + lasts_micros(app, &self.person));
        let device_mark = Some(self.device.mark());
        let session = NewSession { device_mark, ..self.from.session(self.mark, until) };
        Ok(with(Attempt {
            name: &self.person,
            secret: &self.secret,
            device: session.device.as_ref().unwrap_or(app.desk.device()),
            id,
            at,
            address: Some(&counted_as(self.from.address)),
            device_mark,
            session: Some(&session),
        }))
    }

    fn check(self, app: &App) -> Result<Entered, ApiError> {
        let person = self.attempt(app, |attempt| sign_in(app.ledger(), attempt))??.person;
        end_oldest(app, &person)?;
        Ok(Entered { device: self.device })
    }
}

/// Signs someone in by a secret. What is locked or blocked is refused before it waits for Argon2, and what cannot be a
/// name is not hashed.
pub(crate) async fn by_secret(
    app: &App,
    token: &Token,
    from: Origin,
    person: String,
    secret: String,
) -> Result<Entered, ApiError> {
    let lane = counted_as(from.address);
    let given = GivenSecret::new(app, from, token.mark(), (person, secret))?;
    let snapshot = app.snapshot();
    let is_possible = given.attempt(app, |attempt| {
        attempt.must_be_allowed(&snapshot.machine).map(|()| attempt.is_possible())
    })??;
    let here = app.clone();
    let check = move || given.check(&here);
    match is_possible {
        true => app.secrets.run(&lane, check).await?,
        false => app.secrets.run_unhashed(&lane, check).await?,
    }
}

/// Ends the oldest sessions of someone who has too many.
fn end_oldest(app: &App, person: &PersonId) -> Result<(), ApiError> {
    let (snapshot, now) = (app.snapshot(), app.now());
    let theirs = snapshot.machine.sessions_of(person).filter(|session| session.is_good_at(now));
    let theirs: Vec<SessionNumber> = theirs.map(|session| session.number).collect();
    let over = theirs.len().saturating_sub(SESSIONS_MAX);
    for number in &theirs[..over] {
        let id = house::desk::fresh_id().map_err(ApiError::internal)?;
        let what = Command::EndSessions { person: person.clone(), session: Some(*number) };
        match app.ledger().post(app.desk.request(person, id, what)) {
            // Someone else may have ended it meanwhile.
            Ok(_) | Err(PostError::Refused(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// How long the session of someone lasts. A name that nobody has is a player's.
fn lasts_micros(app: &App, person: &str) -> i64 {
    let id: Option<PersonId> = person.parse().ok();
    let snapshot = app.snapshot();
    let known = id.and_then(|id| snapshot.machine.person(&id).ok().map(|person| person.role));
    if known.is_some_and(Role::works_here) { SHIFT_MICROS } else { DAY_MICROS }
}

/// Lets a guest look around, under a fresh id and with the name they chose: what the house would refuse is refused now,
/// and nothing is written before they sit down.
pub(crate) fn as_guest(app: &App, from: &Origin, name: &str) -> Result<SignedIn, ApiError> {
    let snapshot = app.snapshot();
    if !snapshot.machine.floor().any(|table| table.has_seats() && table.setup().guests) {
        return Err(ApiError::forbidden("no-guests", "guests cannot play here: sign in"));
    }
    let person: PersonId = named(&format!("guest-{:012x}", rand::random::<u64>() >> 16))?;
    let now = app.now();
    let until = Moment(now.0 + DAY_MICROS);
    let start = from.session(TokenMark::of(""), until);
    let visitor = Visitor::new(person.clone(), name.trim().to_owned(), now, start);
    let token = visitor.token(snapshot.machine.keys())?;
    let id = house::desk::fresh_id().map_err(ApiError::internal)?;
    let request = app.desk.request(&person, id, visitor.comes_in(&token));
    Visitor::must_be_taken(&snapshot, &request)?;
    let session = visitor.session(&token);
    Ok(SignedIn { session, token, visitor: Some(visitor) })
}

/// A person who signs in may have an old session; only where they come from matters.
pub(crate) struct CallerAnew {
    address: IpAddr,
    device: Option<Token>,
}

impl axum::extract::FromRequestParts<App> for CallerAnew {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut axum::http::request::Parts,
        app: &App,
    ) -> Result<CallerAnew, ApiError> {
        crate::auth::must_be_same_site(parts)?;
        let address = crate::auth::address(parts, app.options.trusts_proxy);
        Ok(CallerAnew { address, device: Token::of_device(&parts.headers) })
    }
}

/// Who is signed in.
#[utoipa::path(get, path = "/api/v1/session", tag = "sessions",
    responses((status = 200, body = WhoOut), Refusals))]
async fn who(caller: Caller) -> Result<Json<WhoOut>, ApiError> {
    let SignedIn { session, token, .. } = caller.must_be_signed_in()?;
    let person = caller.snapshot.machine.person(&session.person)?;
    Ok(Json(WhoOut {
        person: session.person.to_string(),
        name: person.name.clone(),
        role: person.role.word().into(),
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
    // There is nothing of a visitor that could end.
    if session.number != VISITORS {
        let (person, number) = (session.person.clone(), Some(session.number));
        let what = Command::EndSessions { person, session: number };
        ask(&app, session, &HeaderMap::new(), what).await?;
    }
    let mut response = StatusCode::NO_CONTENT.into_response();
    response.headers_mut().insert(header::SET_COOKIE, no_cookie()?);
    Ok(response)
}

/// The cookie of nobody.
pub(crate) fn no_cookie() -> Result<HeaderValue, ApiError> {
    cookie(COOKIE, "", 0)
}

/// The sessions of the house, for supervisors and auditors; for others, their own.
#[utoipa::path(get, path = "/api/v1/sessions", tag = "sessions",
    responses((status = 200, body = SessionsOut), Refusals))]
async fn list(State(app): State<App>, caller: Caller) -> Result<Json<SessionsOut>, ApiError> {
    let SignedIn { session, .. } = caller.must_be_signed_in()?;
    let sees_all = caller.may(Right::SeePeople);
    let now = app.now();
    let sessions = caller
        .snapshot
        .machine
        .sessions()
        .filter(|known| known.is_good_at(now) && (sees_all || known.person == session.person));
    Ok(Json(SessionsOut { sessions: sessions.map(Into::into).collect() }))
}

/// What ends a session that the caller may end. Whose sessions there are is not for everyone to know: to others there
/// is none.
pub(crate) fn ends(caller: &Caller, number: SessionNumber) -> Result<Command, ApiError> {
    let (by, house) = (&caller.must_be_signed_in()?.session.person, &caller.snapshot.machine);
    let known = house.sessions().find(|session| session.number == number);
    let what = known.map(|known| {
        let person = known.person.clone();
        Command::EndSessions { person, session: Some(number) }
    });
    let what = what.filter(|what| house.may_ask(by, what).is_ok());
    what.ok_or_else(|| ApiError::unknown(format!("there is no session {number}")))
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
    let what = ends(&caller, number)?;
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
    let what = Command::EndSessions { person: named(&person)?, session: None };
    Ok(Json(ask(&app, &signed_in.session, &headers, what).await?.into()))
}
