//! All games and wagers that a lab can be opened on, and what is to be known of their schedules.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use rulebook::{Game, Rulebook, Section};

use super::{Fields, Look, PageError, Shell, asked, findings, nav};
use crate::auth::Caller;
use crate::extract::Query;
use crate::pages::words;
use crate::state::App;

/// The list; with a game chosen, the way to its lab.
pub(super) async fn page(
    State(app): State<App>,
    caller: Caller,
    Query(fields): Fields,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    if let Some((_, game)) = fields.iter().find(|(name, _)| name == "game") {
        let address = chosen(asked::game(game)?, &fields);
        return Ok(Redirect::to(&address).into_response());
    }
    let found = findings::all(&app);
    if headers.contains_key("x-part") {
        return Ok(found.into_response());
    }
    let main = html! {
        main id="main" class="lab lab-index" {
            h1 class="big" { "Lab" }
            p class="lede" { "Change any pay or option of a wager and see the exact edge, risk and deviation at once, with every decision solved again. Everything stands in the address, so a schedule is shared as a link." }
            table class="games" {
                thead { tr { th scope="col" { "Game" } th scope="col" { "Section" } th scope="col" { "Wagers" } } }
                tbody { @for game in Rulebook::embedded().games() { (row(game)) } }
            }
            (found)
        }
    };
    let shell = Shell {
        look: Look::Document,
        nav: nav(None),
        sub: html! { p { "what-if, exact, at once" } },
        script: Some("lab"),
        ..Shell::new("Lab")
    };
    Ok(shell.page(Some(&caller), &main).into_response())
}

/// The address of what was chosen: as much of it as the game has.
fn chosen(game: &Game, fields: &[(String, String)]) -> String {
    let one = |name: &str| {
        let found = fields.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    };
    let newest = game.newest_with_side_bets();
    let edition = one("edition").and_then(|text| {
        game.editions
            .iter()
            .find(|edition| edition.id.to_string() == text)
            .map(|edition| edition.id)
    });
    let section = edition.and_then(|id| game.edition_with_side_bets(id).ok()).unwrap_or(newest);
    let asked = one("wager").filter(|wager| section.wager(wager).is_some());
    let first = section.wagers.first().map(|wager| wager.id.as_str());
    let wager = asked.or(first).unwrap_or_default();
    let mut query: Vec<(&str, String)> = Vec::new();
    if Some(section.edition.id) != game.editions.last().map(|edition| edition.id) {
        query.push(("edition", section.edition.id.to_string()));
    }
    // The first schedule is the one that an address means without a name.
    let mut others = section.schedules_of(wager).skip(1);
    let schedule = one("schedule").filter(|id| others.any(|known| known.id == **id));
    query.extend(schedule.map(|id| ("schedule", id.to_owned())));
    let query = serde_urlencoded::to_string(query).unwrap_or_default();
    let joint = if query.is_empty() { "" } else { "?" };
    format!("/lab/{}/{wager}{joint}{query}", game.id)
}

fn row(game: &Game) -> Markup {
    let section = game.newest_with_side_bets();
    html! {
        tr id={ "g-" (game.id) } {
            th scope="row" { a href={ "/lab/" (game.id) } { (words::printed(&game.title)) } }
            td data-is="Section" { (section.number) }
            td data-is="Wagers" {
                ul class="wagers" {
                    @for wager in &section.wagers {
                        li {
                            a href={ "/lab/" (game.id) "/" (wager.id) } { (wager.title) }
                            small { (schedules(&section, &wager.id)) }
                        }
                    }
                }
            }
        }
    }
}

fn schedules(section: &Section, wager: &str) -> String {
    match section.schedules_of(wager).count() {
        0 => String::new(),
        1 => " one schedule".to_owned(),
        many => format!(" {many} schedules"),
    }
}
