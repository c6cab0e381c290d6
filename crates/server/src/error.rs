//! The one error of the server: a code, a message, what it follows from, and the status, which is decided
//! here and nowhere else.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use house::openings::OpeningsError;
use house::people::{SecretError, SignInError};
use house::recall::RecallError;
use house::{MOVES_NOTHING, PostError, Refusal, post_error_code};
use ledger::StoreError;
use money::Moment;
use wire::Wrong;
use wire::error::{ErrorBody, ErrorInfo};

/// Why something was not done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: String,
    cite: Vec<String>,
    retry_seconds: Option<u64>,
}

/// Every way in which a call can be refused.
#[derive(utoipa::IntoResponses)]
#[allow(dead_code, reason = "they are described, not made")]
pub enum Refusals {
    /// What was sent cannot be read.
    #[response(status = 400)]
    Malformed(ErrorBody),
    /// Nobody is signed in, or the name or secret is wrong.
    #[response(status = 401)]
    NoSession(ErrorBody),
    /// Not your seat, not your role, or from another site.
    #[response(status = 403)]
    Forbidden(ErrorBody),
    /// There is no such thing.
    #[response(status = 404)]
    Unknown(ErrorBody),
    /// The request took too long to arrive.
    #[response(status = 408)]
    TooSlow(ErrorBody),
    /// The table has moved on, or the idempotency key was used for something else.
    #[response(status = 409)]
    Conflict(ErrorBody),
    /// The body is too long.
    #[response(status = 413)]
    TooLong(ErrorBody),
    /// Refused by a rule or a limit.
    #[response(status = 422)]
    Refused(ErrorBody),
    /// Too many wrong secrets: the name is locked for a while.
    #[response(status = 423)]
    Locked(ErrorBody),
    /// Too fast, or too many wrong secrets from this address.
    #[response(status = 429)]
    TooFast(ErrorBody),
    /// The store cannot be reached, or failed its self-check: send the same again in a moment.
    #[response(status = 503)]
    Unavailable(ErrorBody),
}

impl ApiError {
    /// An error with this status.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError { status, code, message: message.into(), cite: Vec::new(), retry_seconds: None }
    }

    /// What was sent cannot be read.
    pub fn malformed(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, "malformed", message)
    }

    /// Nobody is signed in.
    pub fn no_session() -> ApiError {
        ApiError::new(StatusCode::UNAUTHORIZED, "no-session", "sign in first")
    }

    /// Someone else may do this.
    pub fn forbidden(code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, code, message)
    }

    /// There is no such thing.
    pub fn unknown(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not-found", message)
    }

    /// A rule of ours refuses it.
    pub fn refused(code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// Something failed on our side; clients learn nothing more.
    pub fn internal(why: impl std::fmt::Display) -> ApiError {
        tracing::error!(%why, "internal error");
        let message = "something went wrong here; nothing was changed by this request";
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal-error", message)
    }

    /// Too much at once; the number of seconds to wait.
    pub fn too_fast(code: &'static str, message: impl Into<String>, seconds: u64) -> ApiError {
        let error = ApiError::new(StatusCode::TOO_MANY_REQUESTS, code, message);
        ApiError { retry_seconds: Some(seconds), ..error }
    }

    /// The same, with the number of seconds to wait before it is sent again.
    pub fn again_in(self, seconds: u64) -> ApiError {
        ApiError { retry_seconds: Some(seconds), ..self }
    }

    /// The store cannot be reached.
    fn unavailable(code: &'static str, why: impl std::fmt::Display) -> ApiError {
        tracing::warn!(%why, "the store is unavailable");
        let message = "the house cannot write anything down right now: send the same request, with the \
                       same Idempotency-Key, again in a moment";
        let error = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, code, message);
        ApiError { retry_seconds: Some(2), ..error }
    }

    /// The status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The word for programs.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// The sentence for people.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What it follows from.
    pub fn cite(&self) -> &[String] {
        &self.cite
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let ApiError { status, code, message, cite, retry_seconds } = self;
        let body = ErrorBody { error: ErrorInfo { code: code.into(), message, cite } };
        let mut response = (status, Json(body)).into_response();
        if let Some(seconds) = retry_seconds {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if status == StatusCode::UNAUTHORIZED {
            let scheme = HeaderValue::from_static("Bearer");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, scheme);
        }
        response
    }
}

/// The status of a refusal: unknown, not yours, out of date, locked; everything else is refused by a rule or a
/// limit.
fn status_of(refusal: &Refusal) -> StatusCode {
    match refusal {
        Refusal::NoSuchPerson(_)
        | Refusal::NoSuchMeter(_)
        | Refusal::NoSuchTable(_)
        | Refusal::NoSuchAward(_)
        | Refusal::NoSuchProposal(_) => StatusCode::NOT_FOUND,
        Refusal::SessionEnded => StatusCode::UNAUTHORIZED,
        Refusal::Retired(_)
        | Refusal::NotAllowed { .. }
        | Refusal::NotToBeSeen { .. }
        | Refusal::OnlyTheHouse
        | Refusal::NotTheHouses
        | Refusal::SupervisorsSecret(_)
        | Refusal::OwnLock(_)
        | Refusal::SamePerson(_)
        | Refusal::OwnKey { .. }
        | Refusal::UndoTakesSupervisor
        | Refusal::OwnEntry(_)
        | Refusal::NoGuests(_)
        | Refusal::NotYourSeat { .. } => StatusCode::FORBIDDEN,
        Refusal::Stale { .. } | Refusal::DayNotOpen { .. } => StatusCode::CONFLICT,
        Refusal::Locked { .. } => StatusCode::LOCKED,
        Refusal::NoKey { .. } => StatusCode::SERVICE_UNAVAILABLE,
        Refusal::Blocked { .. } | Refusal::TooManyGuests { .. } => StatusCode::TOO_MANY_REQUESTS,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

/// Until when something is refused that is only too early.
fn lasts_until(refusal: &Refusal) -> Option<Moment> {
    match refusal {
        Refusal::Locked { until, .. }
        | Refusal::Blocked { until }
        | Refusal::TooManyGuests { until } => Some(*until),
        _ => None,
    }
}

impl From<Wrong> for ApiError {
    fn from(wrong: Wrong) -> ApiError {
        match wrong {
            Wrong::Malformed(why) => ApiError::malformed(why),
            Wrong::NoSuch(name) => ApiError::unknown(format!("there is no \"{name}\"")),
            Wrong::MovesNothing => ApiError::refused("moves-nothing", MOVES_NOTHING),
            Wrong::Refused(refusal) => refusal.into(),
        }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        let error = ApiError::new(status_of(&refusal), refusal.code(), refusal.to_string());
        let retry_seconds = lasts_until(&refusal).and_then(|until| {
            let left_micros = until.0.saturating_sub(house::desk::now().0).max(0);
            u64::try_from(left_micros / 1_000_000 + 1).ok()
        });
        ApiError { cite: refusal.cites(), retry_seconds, ..error }
    }
}

impl From<PostError> for ApiError {
    fn from(error: PostError) -> ApiError {
        let code = post_error_code(&error);
        match error {
            PostError::Refused(refusal) => refusal.into(),
            PostError::IdReused(_) => ApiError::new(
                StatusCode::CONFLICT,
                code,
                "this Idempotency-Key was already used for a different request",
            ),
            PostError::InDoubt(problem) => {
                tracing::error!(%problem, "out of order");
                let message = "out of order: what this concerns failed the house's self-check";
                ApiError::new(StatusCode::SERVICE_UNAVAILABLE, code, message)
            }
            PostError::Failed { why } => ApiError::internal(why),
            PostError::Store(error) => ApiError::unavailable(code, error),
            PostError::Closed => ApiError::unavailable(code, "the ledger is closed"),
            PostError::Busy => {
                ApiError::too_fast(code, "too many requests are waiting; try again", 1)
            }
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        ApiError::unavailable("store-unavailable", error)
    }
}

impl From<RecallError> for ApiError {
    fn from(error: RecallError) -> ApiError {
        match error {
            RecallError::Refused(refusal) => refusal.into(),
            RecallError::NoSuchRound { .. } => ApiError::unknown(error.to_string()),
            RecallError::Store(error) => error.into(),
        }
    }
}

impl From<OpeningsError> for ApiError {
    fn from(error: OpeningsError) -> ApiError {
        let code = match error {
            OpeningsError::Recall(error) => return error.into(),
            OpeningsError::NotOver { .. } => "round-not-over",
            OpeningsError::None { .. } => "no-openings",
        };
        let error = ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, code, error.to_string());
        ApiError { cite: vec!["[SHF-2]".to_owned()], ..error }
    }
}

impl From<SignInError> for ApiError {
    fn from(error: SignInError) -> ApiError {
        let (code, message) = (error.code(), error.to_string());
        let seconds = |micros: i64| u64::try_from(micros / 1_000_000 + 1).ok();
        match error {
            SignInError::Wrong => ApiError::new(StatusCode::UNAUTHORIZED, code, message),
            SignInError::Locked { left_micros, .. } => {
                let error = ApiError::new(StatusCode::LOCKED, code, message);
                ApiError { retry_seconds: seconds(left_micros), ..error }
            }
            SignInError::Blocked { left_micros } => {
                let error = ApiError::new(StatusCode::TOO_MANY_REQUESTS, code, message);
                ApiError { retry_seconds: seconds(left_micros), ..error }
            }
            SignInError::Retired(_) => ApiError::forbidden(code, message),
            SignInError::SecretAltered(_) => ApiError::internal(message),
            SignInError::NotRecorded(error) => error.into(),
        }
    }
}

impl From<SecretError> for ApiError {
    fn from(error: SecretError) -> ApiError {
        match error {
            SecretError::TooShort | SecretError::BadPin | SecretError::EasyPin => {
                ApiError::refused(error.code(), error.to_string())
            }
            SecretError::NotHashed => ApiError::internal(error),
            SecretError::NotKept(error) => error.into(),
        }
    }
}
