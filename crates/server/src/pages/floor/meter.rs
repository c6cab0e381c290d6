//! Making a meter: for one schedule and one posted wager.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use house::Right;
use house::table::setup::{Kind, Setup};
use maud::{Markup, html};
use money::Cents;
use rulebook::Rulebook;
use wire::meters::MeterIn;

use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::Query;
use crate::pages::draw::cite;
use crate::pages::forms::Posted;
use crate::pages::shell::Shell;
use crate::pages::{PageError, words};
use crate::routes::ask;
use crate::state::App;

/// What the rule says of a schedule's meter.
struct Usual {
    seed: Cents,
    is_fixed: bool,
    contribution: String,
    reserve: String,
    reasonable: String,
}

fn usual(schedule: &str, wager: &str) -> Option<Usual> {
    let (game, name) = schedule.split_once('/')?;
    let mut setup = Setup::new(game, Kind::Live);
    setup.schedules.insert("progressive".to_owned(), name.to_owned());
    if !wager.is_empty() {
        setup.options.insert("progressive-wager".to_owned(), wager.to_owned());
    }
    let (criteria, terms) = setup.meter_terms().ok()??;
    Some(Usual {
        seed: terms.base,
        is_fixed: criteria.seed.is_some(),
        contribution: terms.contribution.to_string(),
        reserve: terms.reserve.to_string(),
        reasonable: terms.reasonable.to_string(),
    })
}

/// Every progressive schedule of the newest editions: `caribbean-stud/CS-10`.
fn schedules() -> Vec<(String, String)> {
    let games = Rulebook::embedded().games().iter();
    let of_game = |game: &rulebook::Game| -> Vec<(String, String)> {
        let section = game.newest();
        let names = section.schedules.iter().filter(|known| known.chosen_as == "progressive");
        names
            .map(|known| {
                (format!("{}/{}", game.id, known.id), format!("{} · {}", game.title, known.id))
            })
            .collect()
    };
    games.flat_map(of_game).collect()
}

/// The form.
pub(super) async fn page(
    caller: Caller,
    Query(fields): Query<Vec<(String, String)>>,
) -> Result<Response, PageError> {
    caller.must_have(Right::Supervise)?;
    let field = |name: &str| {
        let found = fields.iter().find(|(known, _)| known == name);
        found.map_or(String::new(), |(_, value)| value.trim().to_owned())
    };
    Ok(render(&caller, &field, None).into_response())
}

/// Makes the meter, or says beside the form why not.
pub(super) async fn create(State(app): State<App>, posted: Posted) -> Result<Response, PageError> {
    let session = &posted.caller.must_be_signed_in()?.session;
    let body = serde_json::from_value::<MeterIn>(posted.json()?)
        .map_err(|error| ApiError::malformed(error.to_string()));
    let made = match body.and_then(|body| Ok(body.create()?)) {
        Ok(what) => ask(&app, session, &posted.headers, what).await,
        Err(error) => Err(error),
    };
    match made {
        Ok(_) => Ok(Redirect::to("/floor#floor-meters").into_response()),
        Err(error) if error.status() == StatusCode::FORBIDDEN => Err(error.into()),
        Err(error) => {
            let field = |name: &str| posted.field(name).to_owned();
            Ok((error.status(), render(&posted.caller, &field, Some(&error))).into_response())
        }
    }
}

fn render(caller: &Caller, field: &dyn Fn(&str) -> String, error: Option<&ApiError>) -> Markup {
    let (schedule, wager) = (field("schedule"), field("wager"));
    let usual = usual(&schedule, &wager);
    let main = html! {
        main id="main" class="setup" {
            form class="blk stacked" method="get" action="/floor/meter" data-choose="" {
                h2 { "Schedule and wager" }
                label for="schedule" { "Progressive schedule" }
                select id="schedule" name="schedule" required {
                    option value="" { "Choose a schedule" }
                    @for (id, text) in schedules() { option value=(id) selected[id == schedule] { (text) } }
                }
                label for="wager" { "Posted wager in dollars" }
                input id="wager" name="wager" value=(wager) placeholder="the schedule’s nominal wager" inputmode="decimal" autocomplete="off";
                p class="says" { "A meter is for one schedule and one posted wager. " (cite("[PRG-12]", "")) " " (cite("[PRG-7]", "")) }
                button class="btn" { "Show the terms" }
            }
            @if !schedule.is_empty() { (terms(caller, field, usual.as_ref(), error)) }
        }
    };
    let shell = Shell {
        sub: html! { p { "for one schedule and one wager" } },
        nav: html! { a class="btn quiet" href="/floor" { "The floor" } },
        script: Some("floor"),
        ..Shell::new("New meter")
    };
    shell.page(Some(caller), &main)
}

fn terms(
    caller: &Caller,
    field: &dyn Fn(&str) -> String,
    usual: Option<&Usual>,
    error: Option<&ApiError>,
) -> Markup {
    let input = |name: &str, label: &str, placeholder: &str| {
        html! {
            label for=(name) { (label) }
            input id=(name) name=(name) value=(field(name)) placeholder=(placeholder) autocomplete="off";
        }
    };
    html! {
        form class="blk stacked" method="post" action="/floor/meter" {
            h2 { "Terms" }
            @if let Some(error) = error { p class="form-error" role="alert" { (super::proposals::first_upper(error.message())) @for found in error.cite() { " " (cite(found, "")) } } }
            input type="hidden" name="csrf" value=(caller.csrf());
            input type="hidden" name="schedule" value=(field("schedule"));
            input type="hidden" name="wager" value=(field("wager"));
            @match usual {
                None => p class="form-error" role="alert" { "No meter can run on this schedule and wager." },
                Some(usual) => {
                    label for="meter" { "Meter name: letters, digits, hyphens" }
                    input id="meter" name="meter" value=(field("meter")) pattern="[a-z0-9\\-]+" autocapitalize="none" autocomplete="off" required;
                    @if usual.is_fixed { p class="says" { "Seed: " (words::dollars(usual.seed)) ", as the rule states it. " (cite("[PRG-8]", "")) } }
                    @else { (input("seed", "Seed, dollars: where it starts and reseeds", &usual.seed.to_string())) }
                    (input("contribution", "Share of each wager to the display", &usual.contribution))
                    (input("reserve", "Share of each wager to the hidden reserve", &usual.reserve))
                    (input("limit", "Display limit, dollars", "no limit"))
                    (input("reasonable", "Largest total of one round, dollars", &usual.reasonable))
                    button class="btn first" { "Open the meter" }
                },
            }
        }
    }
}
