//! A house on the network: HTTP, live events, sessions, clocks and bots.
//!
//! [`app`] is the whole interface as one router, so that tests need no socket. A handler reads what was sent, asks the
//! house, and answers; the house decides. What a client sees is made on the server, with that client's eyes.

pub mod auth;
pub mod automation;
pub mod bots;
mod docs;
mod error;
mod extract;
mod hold;
mod labs;
pub mod library;
pub mod limits;
pub mod live;
pub mod metrics;
#[allow(clippy::needless_pass_by_value, reason = "markup is made to be handed on")]
mod pages;
mod peers;
pub mod presence;
mod routes;
mod secrets;
mod serve;
mod state;
mod transport;
pub mod visitors;

pub use docs::openapi;
pub use error::ApiError;
pub use serve::{Certificate, ServeError, Tls, run};
pub use state::{App, NotReady, Options, Shared};

use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa_axum::router::OpenApiRouter;

/// The longest body.
const BODY_MAX: usize = 64 * 1024;
/// How long a request may take to arrive and be answered; streams are answered at once.
const REQUEST_MAX: Duration = Duration::from_secs(30);
/// How often measurements are summed up.
const SUM_UP_EVERY: Duration = Duration::from_secs(5);

/// Every call, with its description.
pub(crate) fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(routes::sessions::router())
        .merge(routes::tables::router())
        .merge(routes::meters::router())
        .merge(routes::floor::router())
        .merge(routes::audit::router())
        .merge(routes::days::router())
        .merge(routes::people::router())
        .merge(routes::library::router())
        .merge(routes::health::router())
}

/// The whole interface of a house.
pub fn app(state: App) -> Router {
    let (router, document) = calls().split_for_parts();
    let set =
        |name, value| SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value));
    // All of them as one layer: each layer of a router costs every request two boxes.
    let around = (
        set(
            header::CONTENT_SECURITY_POLICY,
            "default-src 'self'; script-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
        ),
        set(header::CACHE_CONTROL, "no-store"),
        set(header::X_FRAME_OPTIONS, "DENY"),
        set(header::REFERRER_POLICY, "same-origin"),
        set(header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        CatchPanicLayer::custom(|_| ApiError::internal("a handler panicked").into_response()),
        DefaultBodyLimit::max(BODY_MAX),
        middleware::from_fn_with_state(state.clone(), transport::tls_only),
        middleware::from_fn_with_state(state.clone(), measured),
    );
    router
        .merge(docs::router(document))
        .merge(pages::router())
        .fallback(unknown)
        .method_not_allowed_fallback(wrong_method)
        .layer(around)
        .with_state(state)
}

/// Follows the house, so that streams have something to send, and sums up what is measured. [`run`] does it too.
pub fn follow(state: &App) {
    tokio::spawn(live::run(state.clone()));
    tokio::spawn(sum_up(state.clone()));
}

/// Sums up what is measured, until the server stops.
async fn sum_up(app: App) {
    let (mut stopping, mut every) = (app.stopping(), tokio::time::interval(SUM_UP_EVERY));
    loop {
        tokio::select! {
            _ = every.tick() => {
                app.metrics.sum_up();
                app.labs.cool_down();
                automation::forget_gone(&app);
            }
            _ = stopping.wait_for(|stops| *stops) => return,
        }
    }
}

/// Counts a request, and ends one that takes too long.
async fn measured(
    State(app): State<App>,
    route: Option<MatchedPath>,
    request: Request,
    next: Next,
) -> Response {
    let started = Instant::now();
    let answered = tokio::time::timeout(REQUEST_MAX, next.run(request)).await;
    let response = answered.unwrap_or_else(|_| {
        ApiError::new(
            StatusCode::REQUEST_TIMEOUT,
            "too-slow",
            "the request took too long to arrive",
        )
        .into_response()
    });
    let response = in_form(response);
    let route = route.as_ref().map_or("unknown", MatchedPath::as_str);
    app.metrics.answered(route, response.status().as_u16(), started.elapsed());
    response
}

/// What is refused before it reaches us has the form of every other error.
fn in_form(response: Response) -> Response {
    let kind = response.headers().get(header::CONTENT_TYPE);
    let is_text = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/plain"));
    let status = response.status();
    if !(status.is_client_error() && is_text) {
        return response;
    }
    let message = match status {
        StatusCode::PAYLOAD_TOO_LARGE => "the body is too long",
        _ => "the request cannot be read",
    };
    ApiError::new(status, "malformed", message).into_response()
}

/// There is no such address: a page for browsers, an error for programs.
async fn unknown(uri: axum::http::Uri, headers: axum::http::HeaderMap) -> Response {
    let accepts = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let is_page = accepts.is_some_and(|accepts| accepts.contains("text/html"));
    if is_page && !uri.path().starts_with("/api/") {
        return pages::not_found();
    }
    ApiError::unknown("there is no such address: see /api").into_response()
}

async fn wrong_method() -> ApiError {
    ApiError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "wrong-method",
        "this address does not take that method",
    )
}
