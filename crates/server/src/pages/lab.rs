//! The lab: any schedule with any pay changed, and every exact figure at once.
//!
//! Everything that was chosen stands in the address. The page is a form that works without scripts; with them, what is
//! typed is sent at once and the parts that changed come back: first the figures, then what takes longer.

mod asked;
mod charts;
mod decisions;
mod figures;
mod findings;
mod index;
mod pays;
mod plot;
mod schedules;
mod share;
mod target;
mod toml;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use maud::{Markup, html};
use odds::WhatIfError;

use super::PageError;
use super::draw::icon;
use super::games::{refused, waiting};
use super::shell::{Look, Shell};
use super::words;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Path, Query};
use crate::labs::{Banded, Beside, Decisions, Found, Solved, asker};
use crate::state::App;
use asked::{Asked, Problem};

/// The header of an answer to a script with the address that the page has now.
const ADDRESS: HeaderName = HeaderName::from_static("x-address");
/// The header of a refusal with the field that it is about.
const FIELD: HeaderName = HeaderName::from_static("x-field");
/// How long a page is held back for its figures. What is not there then comes later.
const HELD_BACK: Duration = Duration::from_secs(4);

type Fields = Query<Vec<(String, String)>>;

/// The pages of this kind.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/lab", get(index::page))
        .route("/lab/{game}", get(first))
        .route("/lab/{game}/{wager}", get(page))
        .route("/lab/{game}/{wager}/schedule.toml", get(file))
}

/// What is known of what was asked.
struct Known {
    printed: Option<Result<Arc<Solved>, String>>,
    now: Option<Result<Arc<Solved>, String>>,
    beside: Option<Result<Arc<Beside>, String>>,
    found: Option<Result<Arc<Found>, String>>,
    banded: Option<Result<Arc<Banded>, String>>,
    decisions: Option<Result<Arc<Decisions>, String>>,
}

/// Which parts are asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parts {
    /// The figures and what is drawn from them.
    Figures,
    /// What takes longer: the schedules beside it and the target.
    More,
    /// Everything that may not have been there when the page was sent.
    Late,
    /// The whole page.
    All,
}

impl Parts {
    fn has_more(self) -> bool {
        self != Parts::Figures
    }
}

/// A lab's page: what was asked, and what is known of it.
struct Lab {
    asked: Asked,
    known: Known,
    caller: Caller,
}

/// The lab of a game: on its first wager.
async fn first(Path(game): Path<String>) -> Result<Redirect, PageError> {
    let game = asked::game(&game)?;
    let wager = game.newest_with_side_bets().wagers.first().map(|wager| wager.id.clone());
    Ok(Redirect::to(&format!("/lab/{}/{}", game.id, wager.unwrap_or_default())))
}

/// A lab; for a script of ours only the parts that it asks for.
async fn page(
    State(app): State<App>,
    caller: Caller,
    Path((game, wager)): Path<(String, String)>,
    Query(fields): Fields,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let is_form = fields.iter().any(|(name, _)| name.contains(':') || name == "add");
    let asked = Asked::read(&game, &wager, fields)?;
    let part = headers.get("x-part").and_then(|part| part.to_str().ok());
    let parts = match part {
        None => Parts::All,
        Some("more") => Parts::More,
        Some("late") => Parts::Late,
        Some(_) => Parts::Figures,
    };
    if parts != Parts::All && !asked.problems.is_empty() {
        return Ok(problem_part(&asked.problems));
    }
    if parts == Parts::All && is_form && asked.problems.is_empty() {
        // A form sends more words than needed: the address in the bar is the one to share.
        return Ok(Redirect::to(&asked.address()).into_response());
    }
    let asked = Arc::new(asked);
    let known = work(&app, &caller, &headers, &asked, parts).await?;
    let asked = Arc::into_inner(asked).ok_or_else(|| ApiError::internal("a lab is still read"))?;
    let lab = Lab { asked, known, caller };
    Ok(match parts {
        Parts::All => lab.page(&app),
        Parts::Figures | Parts::More | Parts::Late => lab.parts(&app, parts),
    })
}

/// The schedule as a file.
async fn file(
    Path((game, wager)): Path<(String, String)>,
    Query(fields): Fields,
) -> Result<Response, PageError> {
    let asked = Asked::read(&game, &wager, fields)?;
    if let Some(problem) = asked.problems.first() {
        return Err(ApiError::malformed(problem.says.clone()).into());
    }
    let name = format!("attachment; filename=\"{}.toml\"", toml::name(&asked));
    let name = HeaderValue::from_str(&name).map_err(ApiError::internal)?;
    let kind = HeaderValue::from_static("application/toml");
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], toml::text(&asked))
        .into_response())
}

/// Works out what is asked for, in its turn; what was worked out before is there at once.
async fn work(
    app: &App,
    caller: &Caller,
    headers: &HeaderMap,
    asked: &Asked,
    parts: Parts,
) -> Result<Known, ApiError> {
    let known = look_up(app, asked, parts);
    if known.is_whole(asked, parts) {
        return Ok(known);
    }
    let asker = asker(caller, headers);
    app.limits.lab(&asker.who)?;
    let (case, target) = (asked.case.clone(), asked.target.clone());
    let working = {
        let app = app.clone();
        move || {
            let labs = &app.labs;
            let says = |error: WhatIfError| error.to_string();
            let printed = labs.solve(&case.printed()).map_err(says);
            let now = labs.solve(&case).map_err(says);
            let is_sound = now.is_ok();
            let more = parts.has_more().then(|| labs.beside(&case).map_err(says));
            let found = target.filter(|_| parts.has_more() && is_sound);
            let found =
                found.map(|target| labs.find(&case, &target.edge, &target.free).map_err(says));
            let banded = parts.has_more() && is_sound;
            let banded = banded.then(|| labs.banded(&case).map_err(says));
            let decisions = parts.has_more() && is_sound;
            let decisions = decisions.then(|| labs.decisions(&case).map_err(says));
            Known { printed: Some(printed), now: Some(now), beside: more, found, banded, decisions }
        }
    };
    let working = app.labs.run(asker, working);
    if parts != Parts::All {
        return working.await;
    }
    match tokio::time::timeout(HELD_BACK, working).await {
        Ok(done) => done,
        Err(_) => Ok(look_up(app, asked, parts)),
    }
}

/// What is known already.
fn look_up(app: &App, asked: &Asked, parts: Parts) -> Known {
    let labs = &app.labs;
    let (case, target) = (&asked.case, asked.target.as_ref());
    let target = target.filter(|_| parts.has_more());
    let beside = parts.has_more().then(|| labs.known_beside(case)).flatten();
    let found = target.and_then(|target| labs.known_found(case, &target.edge, &target.free));
    Known {
        printed: labs.known(&case.printed()).map(Ok),
        now: labs.known(case).map(Ok),
        beside: beside.map(Ok),
        found: found.map(Ok),
        decisions: parts.has_more().then(|| labs.known_decisions(case)).flatten().map(Ok),
        banded: parts.has_more().then(|| labs.known_banded(case)).flatten().map(Ok),
    }
}

impl Known {
    /// Is everything there that is asked for?
    fn is_whole(&self, asked: &Asked, parts: Parts) -> bool {
        let has_figures = self.printed.is_some() && self.now.is_some();
        let has_found = asked.target.is_none() || self.found.is_some();
        let has_both = self.banded.is_some() && self.decisions.is_some();
        let has_more = self.beside.is_some() && has_both && has_found;
        has_figures && (has_more || !parts.has_more())
    }

    /// The figures now and as printed, if both are there.
    fn figures(&self) -> Option<(&Solved, &Solved)> {
        Some((self.now.as_ref()?.as_deref().ok()?, self.printed.as_ref()?.as_deref().ok()?))
    }
}

/// Why what was typed cannot be used, for a script.
fn problem_part(problems: &[Problem]) -> Response {
    let field = problems.first().map_or("", |problem| problem.field.as_str());
    // A field is named in an address, which may say anything.
    let field = HeaderValue::from_str(field).unwrap_or(HeaderValue::from_static(""));
    (StatusCode::UNPROCESSABLE_ENTITY, [(FIELD, field)], problems_part(problems, None))
        .into_response()
}

/// What cannot be used, in sentences.
fn problems_part(problems: &[Problem], other: Option<&str>) -> Markup {
    html! {
        div id="lab-problem" role="alert" {
            @for problem in problems { p class="form-error" { (sentence(&problem.says)) } }
            @if let Some(says) = other { p class="form-error" { (sentence(says)) } }
        }
    }
}

fn sentence(says: &str) -> String {
    let says = super::floor::first_upper(says);
    format!("{}.", says.trim_end_matches('.'))
}

impl Lab {
    /// Why there are no figures, where that is so.
    fn failed(&self) -> Option<&str> {
        let all = [&self.known.now, &self.known.printed];
        all.into_iter().flatten().find_map(|known| known.as_ref().err()).map(String::as_str)
    }

    /// The parts that a script asks for, with the address of what they show.
    fn parts(&self, app: &App, parts: Parts) -> Response {
        if let Some(says) = self.failed() {
            let body = problems_part(&[], Some(says));
            return (StatusCode::UNPROCESSABLE_ENTITY, body).into_response();
        }
        let body = match parts {
            Parts::More => self.more(),
            Parts::Figures => self.figures(app),
            Parts::Late | Parts::All => html! {
                (self.figures(app)) (self.more()) (findings::part(app, self.asked.game, Some(self.asked.case.wager())))
            },
        };
        let mut response = body.into_response();
        if let Ok(address) = HeaderValue::from_str(&self.asked.address()) {
            response.headers_mut().insert(ADDRESS, address);
        }
        response
    }

    /// The figures and what is drawn from them.
    fn figures(&self, app: &App) -> Markup {
        html! {
            (problems_part(&[], None))
            (figures::part(self))
            (pays::part(self))
            (share::part(self, app))
            (decisions::part(self))
            (charts::returns(self))
            (charts::bands(self))
            (charts::meter(self))
            (toml::part(&self.asked))
        }
    }

    /// What takes longer.
    fn more(&self) -> Markup {
        html! { (decisions::changed_hands(self)) (charts::scatter(self)) (charts::exact_bands(self)) (schedules::part(self)) (target::part(self)) }
    }

    fn page(&self, app: &App) -> Response {
        let status = match self.asked.problems.is_empty() && self.failed().is_none() {
            true => StatusCode::OK,
            false => StatusCode::UNPROCESSABLE_ENTITY,
        };
        let asked = &self.asked;
        let section = asked.section();
        let main = html! {
            main id="main" class="lab" {
                div class="top" {
                    div class="ttl" {
                        p class="caps" { (section.number) " · edition " (asked.edition()) }
                        h1 class="big" { (words::printed(&asked.game.title)) }
                        (share::pick(asked))
                    }
                    (share::part(self, app))
                }
                (problems_part(&asked.problems, self.failed()))
                (figures::part(self))
                div class="grid" {
                    (pays::part(self))
                    (decisions::part(self))
                    div class="charts" {
                        (charts::returns(self)) (charts::scatter(self)) (charts::bands(self)) (charts::exact_bands(self)) (charts::meter(self))
                    }
                    (target::part(self))
                    (schedules::part(self))
                    (toml::part(asked))
                    (findings::part(app, asked.game, Some(asked.case.wager())))
                }
            }
        };
        let shell = Shell {
            look: Look::Document,
            nav: nav(Some(&asked.game.id)),
            sub: html! { p { "what-if, exact, at once" } },
            script: Some("lab"),
            ..Shell::new("Lab")
        };
        (status, shell.page(Some(&self.caller), &main)).into_response()
    }
}

fn nav(game: Option<&str>) -> Markup {
    html! {
        @if game.is_some() { a class="btn quiet wide-only" href="/lab" { "All wagers" } }
        @if let Some(game) = game {
            a class="btn quiet wide-only" href={ "/games/" (game) } { "Rule card and odds" }
        } @else {
            a class="btn quiet wide-only" href="/games" { "Games and odds" }
        }
    }
}

/// What stands in the place of figures that are not there yet, or that cannot be.
fn not_there(known: Option<&str>, what: &str) -> Markup {
    match known {
        Some(why) => refused(why),
        None => waiting(std::time::Instant::now(), what),
    }
}

/// The time that an answer took.
fn took(says: &str, took: Duration) -> Markup {
    let millis = took.as_secs_f64() * 1e3;
    let shown = match millis {
        millis if millis < 0.95 => "under 1 ms".to_owned(),
        millis if millis < 1_000.0 => format!("{millis:.0} ms"),
        millis => format!("{:.1} s", millis / 1e3),
    };
    html! { span class="ms" data-ms=(format!("{millis:.2}")) { (icon("i-clock")) (says) " " (shown) } }
}

/// A share in percent, with the sign that is printed for less than nothing.
fn percent(value: &odds::Exact, places: usize) -> String {
    minus(&odds::percent(value, places))
}

fn minus(text: &str) -> String {
    text.replace('-', "\u{2212}")
}

/// A figure with its sign: `+0.0025`, `−0.4571`, `0`.
fn signed(value: f64, places: usize) -> String {
    let text = format!("{value:+.places$}");
    let is_nothing = text.bytes().all(|byte| matches!(byte, b'+' | b'-' | b'0' | b'.'));
    if is_nothing { "\u{b1}0".to_owned() } else { minus(&text) }
}
