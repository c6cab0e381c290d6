//! Search of the chain, and how far it was verified.

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use house::{House, Right, Snapshot, rfc3339};
use maud::{Markup, html};
use serde::Deserialize;
use wire::floor::{EntriesOut, EntryOut};

use super::floor::day_time;
use super::shell::Shell;
use super::{PageError, words};
use crate::auth::Caller;
use crate::extract::{Query, named};
use crate::routes::audit::{Search, found};
use crate::state::App;

/// How many entries are shown unless more are asked for.
const SHOWN: usize = 100;
/// How many at most.
const SHOWN_MAX: usize = 1_000;

/// The pages of this kind.
pub(crate) fn router() -> Router<App> {
    Router::new().route("/audit", get(page))
}

/// What the form asks for; fields that were left empty ask for nothing.
#[derive(Clone, Deserialize, Default)]
struct AuditQuery {
    #[serde(default)]
    text: String,
    #[serde(default)]
    by: String,
    #[serde(default)]
    table: String,
    #[serde(default)]
    after: String,
    #[serde(default)]
    before: String,
    #[serde(default)]
    limit: String,
}

impl AuditQuery {
    fn search(&self) -> Result<Search, crate::error::ApiError> {
        let said = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let number =
            |text: &str| said(text).map(|text| named::<u64>(&text.replace(',', ""))).transpose();
        let limit = number(&self.limit)?.and_then(|limit| usize::try_from(limit).ok());
        Ok(Search {
            text: said(&self.text),
            by: said(&self.by).map(|by| by.to_lowercase()),
            table: said(&self.table),
            after: number(&self.after)?,
            before: number(&self.before)?,
            limit: Some(limit.unwrap_or(SHOWN).min(SHOWN_MAX)),
            ..Search::default()
        })
    }

    /// The same search, further back.
    fn before(&self, entry: u64) -> AuditQuery {
        AuditQuery { before: entry.to_string(), ..self.clone() }
    }

    /// The same search as an address of this page or of the API.
    fn address(&self, path: &str, limit: usize) -> String {
        let limit = limit.to_string();
        let fields = [
            ("text", self.text.trim()),
            ("by", self.by.trim()),
            ("table", self.table.trim()),
            ("after", self.after.trim()),
            ("before", self.before.trim()),
            ("limit", &limit),
        ];
        let said: Vec<_> = fields.iter().filter(|(_, value)| !value.is_empty()).collect();
        format!("{path}?{}", serde_urlencoded::to_string(said).unwrap_or_default())
    }
}

/// The search.
async fn page(
    State(app): State<App>,
    caller: Caller,
    Query(asked): Query<AuditQuery>,
) -> Result<Response, PageError> {
    caller.must_have(Right::SeeChain)?;
    let search = asked.search()?;
    let limit = search.limit.unwrap_or(SHOWN);
    let found = found(&app, search).await?;
    let house = &caller.snapshot.machine;
    let main = html! {
        main id="main" class="broad" {
            (state(&caller.snapshot))
            (form(house, &asked))
            (results(house, &asked, &found, limit))
        }
    };
    let shell = Shell {
        sub: html! { p { "entry " (words::count(caller.snapshot.head.seq)) " is the last" } },
        nav: html! { a class="btn quiet wide-only" href="/floor" { "The floor" } a class="btn quiet wide-only" href="/reports" { "Reports" } },
        script: Some("floor"),
        ..Shell::new("Search the chain")
    };
    Ok(shell.page(Some(&caller), &main).into_response())
}

/// How far the chain was verified, and what is wrong with it.
fn state(snapshot: &Snapshot) -> Markup {
    let house = &snapshot.machine;
    html! {
        section class="blk chain" aria-label="The state of the chain" {
            @match house.verified() {
                Some(verified) => p { b { "Verified" } " up to entry " (words::count(verified.seq)) ", " (day_time(&rfc3339(verified.at))) ". A verification is good for " (house.verify_days()) " days; tables open only on a verified house." },
                None => p class="lose" { b { "Not verified." } " No table opens until the whole chain is verified: run croupier verify." },
            }
            @for problem in snapshot.problems.iter() { p class="lose" { (problem) } }
            p class="hash" { "Chain " code { (snapshot.head.hash) } }
        }
    }
}

fn form(house: &House, asked: &AuditQuery) -> Markup {
    html! {
        form class="blk search" method="get" action="/audit" role="search" {
            div { label for="text" { "Words" } input id="text" name="text" type="search" value=(asked.text) autocomplete="off"; }
            div {
                label for="by" { "By" }
                input id="by" name="by" value=(asked.by) list="people" autocapitalize="none" autocomplete="off";
                datalist id="people" { @for person in house.people().filter(|person| !person.is_guest) { option value=(person.id) { (person.name) } } }
            }
            div {
                label for="table" { "Table" }
                input id="table" name="table" value=(asked.table) list="audit-tables" autocapitalize="none" autocomplete="off";
                datalist id="audit-tables" { @for table in house.tables() { option value=(table.id()) {} } }
            }
            div { label for="after" { "After entry" } input id="after" name="after" value=(asked.after) inputmode="numeric" autocomplete="off"; }
            button class="btn first" { "Search" }
        }
    }
}

fn results(house: &House, asked: &AuditQuery, found: &EntriesOut, limit: usize) -> Markup {
    let entries = &found.entries;
    html! {
        section class="blk" aria-labelledby="h-found" {
            header {
                h2 id="h-found" { (words::count(entries.len() as u64)) @if entries.len() == 1 { " entry" } @else { " entries" } }
                span class="muted" { "newest first" @if found.before.is_some() { "; there may be more" } }
                a class="btn quiet" href=(asked.address("/api/v1/audit", SHOWN_MAX)) { "As JSON" }
            }
            @if entries.is_empty() { p class="muted" { @match found.before { None => "No entries match.", Some(before) => { "No entries from " (words::count(before)) " on match." } } } }
            @else {
                div class="scroll" role="region" tabindex="0" aria-label="Entries" { table class="tt found" {
                    thead { tr { th scope="col" class="num" { "Entry" } th scope="col" { "When" } th scope="col" { "Who" } th scope="col" class="hide" { "Where" } th scope="col" { "What" } } }
                    tbody { @for entry in entries.iter().rev() { (row(house, entry)) } }
                } }
            }
            @if entries.len() == limit && limit < SHOWN_MAX { p { a class="btn" href=(asked.address("/audit", SHOWN_MAX)) { "Show up to " (words::count(SHOWN_MAX as u64)) } } }
            @if let Some(before) = found.before { p { a class="btn" href=(asked.before(before).address("/audit", limit)) { "Search before entry " (words::count(before)) } } }
        }
    }
}

fn row(house: &House, entry: &EntryOut) -> Markup {
    let who = house.shown_name(&entry.by);
    html! {
        tr {
            td class="num" { (words::count(entry.entry)) }
            td { (day_time(&entry.at)) }
            td { (who) }
            td class="hide" {
                @match (&entry.table, entry.round) {
                    (Some(table), Some(round)) if round > 0 => a href={ "/rounds/" (table) "/" (round) } { (table) ", round " (words::count(round)) },
                    (Some(table), _) => (table),
                    (None, _) => span class="muted" { (entry.device) @if let Some(session) = entry.session { ", session " (session) } },
                }
            }
            td class="says" { (words::typeset(what(entry))) }
        }
    }
}

/// What an entry says, without its table and round: they have a column of their own.
fn what(entry: &EntryOut) -> &str {
    let prefix = match (&entry.table, entry.round) {
        (Some(table), Some(round)) => format!("{table} round {round}: "),
        _ => return &entry.says,
    };
    entry.says.strip_prefix(&prefix).unwrap_or(&entry.says)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_fields_ask_for_nothing() {
        let asked =
            AuditQuery { by: " Sue ".into(), after: "1,200".into(), ..AuditQuery::default() };
        let search = asked.search().expect("it can be read");
        assert_eq!(search.by.as_deref(), Some("sue"));
        assert_eq!((search.text, search.table, search.after), (None, None, Some(1_200)));
        assert_eq!(asked.address("/audit", 5), "/audit?by=Sue&after=1%2C200&limit=5");
    }
}
