//! One sentence of the rule, by its citation: what every number on a page leads to.

use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use rulebook::{Citation, Game, Rulebook, Section};
use serde::Deserialize;

use super::PageError;
use super::forms::read;
use super::shell::{Look, Shell, reading};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::Query;

/// Which sentence.
#[derive(Deserialize)]
pub(crate) struct SentenceQuery {
    cite: String,
    edition: Option<String>,
}

/// A sentence: a subdivision in our words, or a ruling.
struct Sentence {
    text: String,
    game: Option<(String, String)>,
}

fn find(asked: &SentenceQuery) -> Option<Sentence> {
    let book = Rulebook::embedded();
    if let Some(id) = asked.cite.strip_prefix('[').and_then(|cite| cite.strip_suffix(']')) {
        let general = book.rulings().iter().find(|ruling| ruling.id == id);
        if let Some(ruling) = general {
            return Some(Sentence { text: ruling.says.clone(), game: None });
        }
        return book.games().iter().find_map(|game| {
            let section = game.newest_with_side_bets();
            let ruling = section.rulings.iter().find(|ruling| ruling.id == id)?;
            Some(Sentence { text: ruling.says.clone(), game: Some(named(game)) })
        });
    }
    if let Some(found) = of_side_bet(book, &asked.cite) {
        return Some(found);
    }
    let is_of = |game: &&Game| {
        let rest = asked.cite.strip_prefix(game.section.as_str());
        rest.is_some_and(|rest| rest.starts_with('(') || rest.starts_with(':'))
    };
    // Of two sections of which one begins with the other's number, the longer is meant.
    let game = book.games().iter().filter(is_of).max_by_key(|game| game.section.len())?;
    let edition = asked.edition.as_deref().and_then(|edition| read(edition).ok());
    let section = edition.and_then(|edition| game.edition(edition).ok());
    let section = section.unwrap_or_else(|| game.newest());
    let is_cited = |number: &str| citation(&section, number) == asked.cite;
    let found = section.subdivisions.iter().find(|it| is_cited(&it.number))?;
    Some(Sentence { text: found.demands.clone(), game: Some(named(game)) })
}

/// A sentence of a side bet with a section of its own.
fn of_side_bet(book: &Rulebook, cite: &str) -> Option<Sentence> {
    let in_game = |game: &Game| {
        let section = game.newest_with_side_bets();
        let added = section.subdivisions.iter().filter(|it| it.section.is_some());
        let is_cited = |key: &str| section.cite(key).is_some_and(|own| own.to_string() == cite);
        let found = added.into_iter().find(|it| is_cited(&it.key))?;
        Some(Sentence { text: found.demands.clone(), game: Some(named(game)) })
    };
    book.games().iter().find_map(in_game)
}

fn citation(section: &Section, number: &str) -> String {
    let (section, number) = (section.number.clone(), number.to_owned());
    Citation::Subdivision { section, number }.to_string()
}

fn named(game: &Game) -> (String, String) {
    (game.id.clone(), game.title.clone())
}

/// The sentence as a note beside a felt.
fn note(cite: &str, sentence: &Sentence) -> Markup {
    html! { p class="rule-note" id="rule" { b { (cite) } " " (sentence.text) } }
}

/// A sentence of the rule: a page of its own or, for a script of ours, only the note.
pub(crate) async fn page(
    caller: Caller,
    Query(asked): Query<SentenceQuery>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let unknown = || ApiError::unknown(format!("the rulebook has no {}", asked.cite));
    let sentence = find(&asked).ok_or_else(unknown)?;
    if headers.contains_key("x-part") {
        return Ok(note(&asked.cite, &sentence).into_response());
    }
    let main = html! {
        main id="main" class="doc-in" {
            h1 class="big" { (asked.cite) }
            p class="lede" { (sentence.text) }
            @if let Some((game, title)) = &sentence.game { p { a href={ "/games/" (game) } { (title) ": the whole rule card" } } }
        }
    };
    let shell = Shell { look: Look::Document, nav: reading(), ..Shell::new("The rule") };
    Ok(shell.page(Some(&caller), &main).into_response())
}
