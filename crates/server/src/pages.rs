//! The pages: how people sit down, play, deal, supervise and look things up.
//!
//! Each page is a typed value that is rendered here and sent whole; its stream then sends the parts that change. Pages
//! know no rules: what can be pressed is what the house says is legal. Forms work without scripts.

mod account;
mod assets;
mod audit;
pub(crate) mod coach;
mod dealer;
mod draw;
mod felt;
mod floor;
mod forms;
pub(crate) mod games;
mod lab;
mod parts;
mod people;
mod pit;
mod recall;
mod rule;
mod shell;
mod sign;
mod sign_in;
mod sit;
mod verify;
mod words;

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts as RequestParts;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Router, middleware};
use house::TableId;
use maud::html;
use serde::Deserialize;

use crate::error::ApiError;
use crate::extract::{Path, Query, named};
use crate::routes::last_event_id;
use crate::routes::tables::act_at;
use crate::state::App;

use forms::Posted;
use shell::Shell;

/// Every page.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/", get(pit::page))
        .route("/live", get(pit::live))
        .route("/sign-in", get(sign_in::page).post(sign_in::sign_in))
        .route("/sign-out", post(sign_in::sign_out))
        .route("/rule", get(rule::page))
        .route("/tables/{table}", get(felt::page))
        .route("/tables/{table}/live", get(felt::live))
        .route("/tables/{table}/act", post(act))
        .route("/tables/{table}/sit", post(sit::sit))
        .merge(dealer::router())
        .merge(sign::router())
        .merge(floor::router())
        .merge(recall::router())
        .merge(account::router())
        .merge(people::router())
        .merge(audit::router())
        .merge(games::router())
        .merge(lab::router())
        .merge(coach::router())
        .merge(verify::router())
        .layer(middleware::map_response(as_page))
        .route("/assets/{digest}/{*name}", get(assets::send))
        .layer(tower_http::compression::CompressionLayer::new())
}

/// A page's policy: scripts are ours alone, and only a style on an element may be written in the page.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; \
    img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

async fn as_page(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, header::HeaderValue::from_static(POLICY));
    response
}

/// Why a page is not shown, as a page.
pub(crate) struct PageError(ApiError);

impl<E: Into<ApiError>> From<E> for PageError {
    fn from(error: E) -> PageError {
        PageError(error.into())
    }
}

impl IntoResponse for PageError {
    fn into_response(self) -> Response {
        let PageError(error) = self;
        let status = error.status();
        let title = match status.as_u16() {
            401 => "Sign in first",
            403 => "Not allowed",
            404 => "Not found",
            422 => "Refused",
            429 | 423 => "Wait a moment",
            503 => "The house is closed for a moment",
            _ => "That did not work",
        };
        let message = floor::first_upper(error.message());
        let sentence = match message.trim_end_matches('.') {
            // The heading has said it.
            same if same == title => "This page is for people who have signed in.".to_owned(),
            other => format!("{other}."),
        };
        let page = Shell::new(title).page(
            None,
            &html! {
                main id="main" class="message" {
                    h2 { (title) }
                    p { (sentence) }
                    @for cite in error.cite() { p { (draw::cite(cite, "")) } }
                    p {
                        @if status.as_u16() == 401 { a class="btn first" href="/sign-in" { "Sign in" } " " }
                        a class="btn" href="/" { "Back to the pit" }
                    }
                }
            },
        );
        (status, page).into_response()
    }
}

/// The page for an address that is none.
pub(crate) fn not_found() -> Response {
    PageError(ApiError::unknown("There is no page at this address.")).into_response()
}

/// The version that a page shows when its stream begins. A stream that comes back says it by `Last-Event-ID`.
#[derive(Deserialize)]
struct SinceQuery {
    since: Option<u64>,
}

/// What a page already shows.
pub(crate) struct Since(Option<u64>);

impl Since {
    /// The version that the page shows.
    fn version(&self, headers: &HeaderMap) -> Option<u64> {
        last_event_id(headers).or(self.0)
    }
}

impl FromRequestParts<App> for Since {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut RequestParts, app: &App) -> Result<Since, ApiError> {
        let Query(query) = Query::<SinceQuery>::from_request_parts(parts, app).await?;
        Ok(Since(query.since))
    }
}

/// An act by a form: done, the browser goes back to where it was.
async fn act(
    State(app): State<App>,
    Path(table): Path<String>,
    posted: Posted,
) -> Result<Response, PageError> {
    let table: TableId = named(&table)?;
    let body = serde_json::to_vec(&posted.json()?).map_err(ApiError::internal)?;
    let back = posted.back(&format!("/tables/{table}"));
    act_at(&app, &posted.caller, table, &posted.headers, &body).await?;
    Ok(Redirect::to(&back).into_response())
}

impl Posted {
    /// The page that a form came from, if it was one of ours; otherwise this one.
    fn back(&self, otherwise: &str) -> String {
        let referer = self.headers.get(header::REFERER).and_then(|value| value.to_str().ok());
        let host = self.headers.get(header::HOST).and_then(|value| value.to_str().ok());
        let path = referer.zip(host).and_then(|(referer, host)| {
            let (_, rest) = referer.split_once("://")?;
            rest.strip_prefix(host).filter(|path| is_local(path))
        });
        path.unwrap_or(otherwise).to_owned()
    }
}

/// Whether it is a path on this host.
fn is_local(path: &str) -> bool {
    // Browsers drop tabs and line ends from an address, and read a backslash as a slash.
    let is_plain = |byte: u8| byte.is_ascii_graphic() && byte != b'\\';
    path.starts_with('/') && !path.starts_with("//") && path.bytes().all(is_plain)
}
