//! All games: section, editions, schedules and the main wager's house edge.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use rulebook::Rulebook;

use super::answers::{Answer, ask};
use super::{GamePage, PageError, RuleCardQuery, figures, nav};
use crate::auth::Caller;
use crate::library::Question;
use crate::pages::shell::{Look, Shell};
use crate::pages::words;
use crate::state::App;

fn edge(page: &GamePage, app: &App) -> Answer {
    let mut options = page.options();
    let wager = page.main();
    options.push(("wager".to_owned(), wager.to_owned()));
    if let Some(schedule) = page.section.schedules_of(wager).next() {
        options.push(("schedule".to_owned(), schedule.id.clone()));
    }
    ask(app, Question::Odds(options))
}

fn row(page: &GamePage, answer: &Answer) -> Markup {
    let section = &page.section;
    let schedules = section.schedules.iter().map(|schedule| schedule.id.as_str());
    let schedules: Vec<&str> = schedules.collect();
    let editions: Vec<String> =
        page.game.editions.iter().rev().map(|edition| edition.id.to_string()).collect();
    let wager = section.wagers.first();
    html! {
        tr id={ "g-" (section.game) } {
            th scope="row" {
                a href={ "/games/" (section.game) } { (words::printed(&section.title)) }
                small { (section.summary) }
            }
            td data-is="Section" { (section.number) }
            td data-is="Editions" { (editions.join(", ")) }
            td data-is="Schedules" title=(schedules.join(", ")) {
                @match schedules.len() { 0 => "–", 1 => (schedules[0]), many => { (many) " to choose from" } }
            }
            td data-is="House edge" class="edge" {
                (figures::edge_in_short(answer))
                small { (wager.map_or("", |wager| wager.title.as_str())) @if let Some(decks) = page.decks { ", " (decks) " decks" } }
            }
        }
    }
}

fn table(app: &App) -> Markup {
    let all = RuleCardQuery { edition: None, schedule: None, decks: None };
    let games = Rulebook::embedded().games();
    let pages = games.iter().filter_map(|game| GamePage::open(&game.id, &all).ok());
    html! {
        table id="games" class="games" {
            thead { tr {
                th scope="col" { "Game" } th scope="col" { "Section" } th scope="col" { "Editions" }
                th scope="col" { "Schedules" } th scope="col" { "House edge" }
            } }
            tbody { @for page in pages { (row(&page, &edge(&page, app))) } }
        }
    }
}

/// All games; for a script of ours only the table.
pub(super) async fn page(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let table = table(&app);
    if headers.contains_key("x-part") {
        return Ok(table.into_response());
    }
    let main = html! {
        main id="main" class="doc-in document" {
            h1 class="big" { "Games and odds" }
            p class="lede" { "Every game by its section, with the house edge of its first wager under the first schedule. Nothing is sampled: every deal of the poker games is counted, and blackjack, Buster and War are computed in doubles from every card that can come." }
            (table)
        }
    };
    let shell = Shell {
        look: Look::Document,
        nav: nav(true),
        script: Some("games"),
        ..Shell::new("Games")
    };
    Ok(shell.page(Some(&caller), &main).into_response())
}
