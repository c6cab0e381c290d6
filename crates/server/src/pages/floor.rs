//! The floor: calls, wins to verify, proposals, tables, meters, and what happened last. Everyone who works here may
//! look; supervisors act.

mod ask;
mod beatable;
mod calls;
mod days;
mod meter;
mod open_table;
mod posts;
mod proposals;
pub(super) mod reports;
mod slip;
mod tables;
mod wins;

pub(super) use ask::{dialog, reason_field};
pub(super) use proposals::first_upper;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use house::table::Table;
use house::{House, PersonId, Right, Snapshot};
use maud::{Markup, html};
use money::{MeterUnits, Moment};
use rulebook::Rulebook;
use wire::floor::EntryOut;

use super::draw::key;
use super::parts::{Part, Parts, Sent};
use super::shell::Shell;
use super::{PageError, Since};
use crate::auth::{Caller, SignedIn};
use crate::error::ApiError;
use crate::live::{News, SESSION_ENDED, events};
use crate::routes::audit::{Search, found};
use crate::state::App;

/// How often the floor is sent at most.
const EVERY: Duration = Duration::from_millis(300);
/// How many of the last events are shown.
const EVENTS_MAX: usize = 8;
/// How far back they are looked for, and how many are looked at.
const EVENTS_BACK: u64 = 60;

/// The pages of this kind.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/floor", get(page))
        .route("/floor/live", get(live))
        .route("/floor/log", get(log_part))
        .route("/floor/open", get(open_table::page).post(open_table::open))
        .route("/floor/meter", get(meter::page).post(meter::create))
        .route("/floor/tables/{table}/close", post(posts::close))
        .route("/floor/meters/{meter}/fault", post(posts::fault))
        .route("/floor/meters/{meter}/clear-fault", post(posts::clear_fault))
        .route("/floor/proposals", post(posts::propose))
        .route("/floor/proposals/{proposal}/approve", post(posts::approve))
        .route("/floor/proposals/{proposal}/reject", post(posts::reject))
        .route("/awards/{award}/slip", get(slip::page))
        .route("/meters/{meter}/statement", get(reports::statement_page))
        .route("/reports", get(reports::page))
        .route("/reports/reconciliation", get(reports::reconciliation))
        .route("/reports/days/{day}", get(days::page))
        .route("/reports/days/{day}/close", post(days::close))
}

/// The floor as someone who works here sees it.
pub(super) struct Floor<'h> {
    app: &'h App,
    snapshot: &'h Snapshot,
    person: &'h PersonId,
    csrf: &'h str,
    now: Moment,
}

impl<'h> Floor<'h> {
    fn house(&self) -> &'h House {
        &self.snapshot.machine
    }

    /// Whether the viewer may act, and not only look.
    fn acts(&self) -> bool {
        self.may(Right::Supervise)
    }

    /// Whether the viewer has a right.
    fn may(&self, right: Right) -> bool {
        self.house().may(self.person, right)
    }

    /// The name that people know someone by.
    fn name(&self, person: &PersonId) -> String {
        name_of(self.house(), person)
    }

    /// A table with its game's name: `live-1, Caribbean stud`.
    fn table_words(&self, table: &Table) -> String {
        let game = &table.setup().game;
        let known = Rulebook::embedded().game(game);
        let title = known.map_or_else(|| game.clone(), |game| game.newest().title.clone());
        match table.id().as_str() == game.as_str() {
            true => title,
            false => format!("{}, {title}", table.id()),
        }
    }

    /// A form that makes a call of the API with scripts, and posts to a page of the same effect without.
    fn call_form(&self, page: &str, call: &str, done: &str, fields: Markup) -> Markup {
        html! {
            form class="stacked" method="post" action=(page) data-act="" data-call=(call) data-done=(done) {
                input type="hidden" name="csrf" value=(self.csrf);
                (fields)
            }
        }
    }

    /// A form that does something at a table.
    fn act_form(&self, table: &str, done: &str, fields: Markup) -> Markup {
        let page = format!("/tables/{table}/act");
        self.call_form(&page, &format!("/api/v1/tables/{table}/acts"), done, fields)
    }

    fn parts(&self) -> Parts {
        let acts = if self.acts() { &proposals::METER_SELECTS[..] } else { &[] };
        let selects =
            acts.iter().map(|(id, name)| Part::new(*id, proposals::meter_select(self, id, name)));
        let parts = [
            Part::new("calls", calls::calls(self)),
            Part::new("wins", wins::wins(self)),
            Part::new("proposals", proposals::proposals(self)),
            Part::new("tables", tables::tables(self)),
            Part::new("floor-meters", tables::meters(self)),
            Part::new("log-head", self.log_head()),
        ];
        Parts::new(parts.into_iter().chain(selects))
    }

    /// Where the chain ends: the script asks for the last events when it changes.
    fn log_head(&self) -> Markup {
        html! { span id="log-head" class="muted" data-head=(self.snapshot.head.seq) { "entry " (super::words::count(self.snapshot.head.seq)) } }
    }

    /// What waits, for telling what is new.
    fn waiting(&self) -> BTreeSet<String> {
        let called = self.house().tables().filter(|table| table.call().is_some());
        let calls = called.map(|table| format!("Call at {}.", self.table_words(table)));
        let awards = self.house().awards().map(|award| {
            let (amount, table) = (super::words::dollars(award.amount), &award.table);
            format!("Award {} to verify at {table}: {}, {amount}.", award.number, award.hand)
        });
        let proposals = self.house().proposals().map(|proposal| {
            format!("Proposal {} by {}.", proposal.number, self.name(&proposal.by))
        });
        calls.chain(awards).chain(proposals).collect()
    }

    fn main(&self, parts: &Parts, log: &[EntryOut]) -> Markup {
        html! {
            main id="main" class="floor" {
                div class="left" {
                    (parts.get("calls"))
                    (parts.get("wins"))
                    (parts.get("proposals"))
                    p class="blk rule-note" id="rule" hidden {}
                }
                div class="right" {
                    (parts.get("tables"))
                    (parts.get("floor-meters"))
                    section class="blk" id="events" aria-labelledby="h-events" {
                        header { h2 id="h-events" { "Last events" } (parts.get("log-head")) @if self.may(Right::SeeChain) { a class="muted" href="/audit" { "Search the chain" } } }
                        (log_list(self.house(), log))
                    }
                }
                @if self.acts() { (proposals::new_dialogs(self)) }
            }
        }
    }
}

/// The name that people know someone by.
pub(super) fn name_of(house: &House, person: &PersonId) -> String {
    house.person(person).map_or_else(|_| person.to_string(), |known| known.shown_name())
}

/// A meter's amount to its last decimal: `10,000.7500`.
pub(super) fn units(amount: MeterUnits) -> String {
    let text = amount.to_string();
    let (sign, size) =
        text.strip_prefix('-').map_or(("", text.as_str()), |size| ("\u{2212}", size));
    let (whole, decimals) = size.split_once('.').unwrap_or((size, "0000"));
    format!("{sign}{}.{decimals}", super::words::grouped(whole))
}

/// The clock time of a moment, which scripts show in the browser's own zone.
pub(super) fn clock_time(at: &str) -> Markup {
    let time = at.get(11..19).unwrap_or(at);
    html! { time datetime=(at) data-local="time" title={ (at) } { (time) } }
}

/// The day and the time of a moment, in UTC unless scripts show the browser's own zone.
pub(super) fn day_time(at: &str) -> Markup {
    let (day, time) = (at.get(..10).unwrap_or(at), at.get(11..19).unwrap_or_default());
    html! { time datetime=(at) data-local="day" { (day) " " (time) } }
}

fn log_list(house: &House, entries: &[EntryOut]) -> Markup {
    html! {
        ol class="log" id="log" {
            @for (entry, times) in runs(entries).into_iter().take(EVENTS_MAX) {
                li {
                    (clock_time(&entry.at)) b { (house.shown_name(&entry.by)) }
                    span { (super::words::typeset(&entry.says)) @if times > 1 { " " small class="muted" { (times) " entries" } } }
                }
            }
        }
    }
}

/// The last entry of each run of the same, the newest first, and how many it has.
fn runs(entries: &[EntryOut]) -> Vec<(&EntryOut, usize)> {
    let mut runs: Vec<(&EntryOut, usize)> = Vec::new();
    for entry in entries.iter().rev() {
        match runs.last_mut() {
            Some((last, times)) if last.says == entry.says && last.by == entry.by => *times += 1,
            _ => runs.push((entry, 1)),
        }
    }
    runs
}

async fn last_events(app: &App, head: u64) -> Result<Vec<EntryOut>, ApiError> {
    let after = Some(head.saturating_sub(EVENTS_BACK));
    Ok(found(app, Search { after, ..Search::default() }).await?.entries)
}

/// The floor.
async fn page(State(app): State<App>, caller: Caller) -> Result<Response, PageError> {
    let SignedIn { session, token, .. } = caller.must_have(Right::SeeFloor)?;
    let (snapshot, csrf) = (&caller.snapshot, token.csrf());
    let log = last_events(&app, snapshot.head.seq).await?;
    let now = app.now();
    let floor = Floor { app: &app, snapshot, person: &session.person, csrf: &csrf, now };
    let known = snapshot.machine.person(&session.person).map_err(ApiError::from)?;
    let parts = floor.parts();
    let shell = Shell {
        sub: html! { p { (floor.name(&session.person)) ", " (known.role.word()) @if !floor.acts() { " · to look at" } } },
        nav: nav(&floor),
        live: Some(format!("/floor/live?since={}", snapshot.head.seq)),
        script: Some("floor"),
        ..Shell::new("The floor")
    };
    Ok(shell.page(Some(&caller), &floor.main(&parts, &log)).into_response())
}

fn nav(floor: &Floor<'_>) -> Markup {
    let places = [
        ("calls", "1", "Calls"),
        ("wins", "2", "Wins"),
        ("proposals", "3", "Proposals"),
        ("tables", "4", "Tables"),
    ];
    html! {
        @for (id, digit, text) in places { a class="btn quiet fl" href={ "#" (id) } data-key=(digit) { (key(digit)) " " (text) } }
        @if floor.may(Right::SeeReports) { a class="btn quiet wide-only" href="/reports" { "Reports" } }
        button type="button" class="btn quiet wide-only" data-command="" data-key="/" { (key("/")) " Command" }
    }
}

/// The last events alone, for the page's script.
async fn log_part(State(app): State<App>, caller: Caller) -> Result<Response, PageError> {
    caller.must_have(Right::SeeFloor)?;
    let log = last_events(&app, app.snapshot().head.seq).await?;
    Ok(log_list(&caller.snapshot.machine, &log).into_response())
}

/// The floor as it changes.
async fn live(
    State(app): State<App>,
    caller: Caller,
    since: Since,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let SignedIn { session, token, .. } = caller.must_have(Right::SeeFloor)?.clone();
    let (mark, csrf, person) = (token.mark(), token.csrf(), session.person);
    let snapshot = app.snapshot();
    let shown = since.version(&headers) == Some(snapshot.head.seq);
    let mut sent = Sent::default();
    let mut before: Option<BTreeSet<String>> = None;
    let mut is_first = true;
    let render = move |app: &App, _: &News| {
        let (snapshot, now) = (app.snapshot(), app.now());
        if snapshot.machine.session(mark, now).is_none() {
            return Err(SESSION_ENDED);
        }
        let floor = Floor { app, snapshot: &snapshot, person: &person, csrf: &csrf, now };
        let (parts, waiting) = (floor.parts(), floor.waiting());
        if std::mem::take(&mut is_first) && shown {
            sent = Sent::showing(&parts);
            before = Some(waiting);
            return Ok(None);
        }
        let mut html = sent.changed(&parts).unwrap_or_default();
        let is_new = |line: &&String| before.as_ref().is_some_and(|before| !before.contains(*line));
        let said: Vec<String> = waiting.iter().filter(is_new).cloned().collect();
        if !said.is_empty() {
            html.push_str(&super::shell::said(&said).0);
        }
        before = Some(waiting);
        Ok((!html.is_empty()).then(|| Arc::from(html)))
    };
    Ok(events(&app, &app.live.house, None, &News::of_all, EVERY, render).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meters_are_shown_to_their_last_decimal() {
        let shown = |text: &str| text.parse().map(units).ok();
        assert_eq!(shown("10000.7500").as_deref(), Some("10,000.7500"));
        assert_eq!(shown("-1234567.0000").as_deref(), Some("\u{2212}1,234,567.0000"));
    }
}
