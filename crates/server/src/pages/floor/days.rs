//! Gaming days on paper: what every table took in and every meter owes between two closings, and the button that
//! closes the day.

use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use house::day::{Day, PlayMoney, closed_day};
use house::people::house_itself;
use house::{Command, House, Right, rfc3339};
use maud::{Markup, html};
use money::MeterUnits;

use super::reports::{amount, document, marked};
use super::{day_time, name_of, units};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Path, named};
use crate::pages::PageError;
use crate::pages::forms::Posted;
use crate::routes::ask;
use crate::state::App;

/// How many of the days before are listed.
const LISTED: u64 = 14;

/// The day that is open, and those before it.
pub(super) async fn section(app: &App, caller: &Caller) -> Result<Markup, PageError> {
    let house = &caller.snapshot.machine;
    let open = house.open_day();
    let closed = app.read(move |store, _| {
        let numbers = (open.saturating_sub(LISTED).max(1)..open).rev();
        let found = numbers.filter_map(|number| closed_day(store, number).transpose());
        found.collect::<Result<Vec<Day>, _>>()
    });
    let closed = closed.await?.map_err(ApiError::from)?;
    let can_close = caller.may(Right::Supervise);
    Ok(html! {
        h2 id="days" { "Gaming days" }
        form class="day-open" method="post" action={ "/reports/days/" (open) "/close" } {
            input type="hidden" name="csrf" value=(caller.csrf());
            p {
                a href={ "/reports/days/" (open) } { "Day " (open) }
                @match closed.first() {
                    Some(last) => { " has been open since " (day_time(&rfc3339(last.closed))) "." },
                    None => " is open.",
                }
                @if can_close { " " button class="btn" { "Close day " (open) } }
            }
        }
        @if !closed.is_empty() {
            div class="scroll" role="region" tabindex="0" aria-label="Closed gaming days" { table class="paper-table" {
                thead { tr {
                    th scope="col" { "Day" } th scope="col" { "Closed" } th scope="col" { "By" }
                    th scope="col" class="num" { "Drop" } th scope="col" class="num" { "Win" } th scope="col" { "Book" }
                } }
                tbody { @for day in &closed { (line(house, day)) } }
            } }
        }
    })
}

fn line(house: &House, day: &Day) -> Markup {
    let total = |of: fn(house::day::TablePosition) -> MeterUnits| {
        day.tables().fold(MeterUnits::ZERO, |sum, (_, did, _)| sum + of(did))
    };
    html! {
        tr {
            th scope="row" { a href={ "/reports/days/" (day.number) } { "Day " (day.number) } }
            td { (day_time(&rfc3339(day.closed))) }
            td { (name_of(house, &day.by)) }
            (amount("Drop", total(|did| did.drop)))
            (amount("Win", total(|did| did.win())))
            td { (balance_words(day)) }
        }
    }
}

fn balance_words(day: &Day) -> &'static str {
    if day.balances() { "balances" } else { "does not balance" }
}

/// One day.
pub(super) async fn page(
    State(app): State<App>,
    caller: Caller,
    Path(number): Path<String>,
) -> Result<Response, PageError> {
    caller.must_have(Right::SeeReports)?;
    let wanted: u64 = named(&number)?;
    let house = &caller.snapshot.machine;
    let is_open = wanted == house.open_day();
    let day = if is_open {
        Some(house.day_so_far(app.now(), &house_itself()))
    } else {
        app.read(move |store, _| closed_day(store, wanted)).await?.map_err(ApiError::from)?
    };
    let unknown = || ApiError::unknown(format!("there is no gaming day {wanted}"));
    let day = day.ok_or_else(unknown)?;
    let sub = html! {
        p {
            @if is_open { "open" }
            @else { "closed " (day_time(&rfc3339(day.closed))) " by " (name_of(house, &day.by)) }
        }
    };
    let title = format!("Gaming day {wanted}");
    let body = html! {
        (body(house, &day))
        @if let Some(head) = app.printed_head() { p class="signed-head" { "signed head " (head) } }
    };
    Ok(document(&caller, &title, sub, body).into_response())
}

fn body(house: &House, day: &Day) -> Markup {
    html! {
        h2 { "Tables" }
        (tables(house, day))
        h2 { "Meters" }
        (meters(house, day))
        h2 { "The book" }
        p {
            "Came in from outside " b { (units(day.came_in())) } "; the house’s own funds got "
            b { (units(day.to_house())) }
            @let play = day.play_money(house);
            @if play != PlayMoney::default() {
                " (of which play money " (units(play.came_in)) " and " (units(play.to_house)) ")"
            }
            "; difference " b { (units(day.difference())) } ": the day "
            (balance_words(day)) "."
        }
    }
}

fn tables(house: &House, day: &Day) -> Markup {
    html! {
        div class="scroll" role="region" tabindex="0" aria-label="Tables" { table class="paper-table" {
            thead { tr {
                th scope="col" { "Table" } th scope="col" class="num" { "Drop" } th scope="col" class="num" { "Win" }
                th scope="col" class="num" { "Rake" } th scope="col" class="num" { "Tokes" }
                th scope="col" class="num" { "Tray at the end" } th scope="col" class="num" { "Players’ chips" }
            } }
            tbody {
                @for (id, did, after) in day.tables() {
                    tr {
                        th scope="row" { (id) (marked(house.is_free(id))) }
                        (amount("Drop", did.drop)) (amount("Win", did.win()))
                        (amount("Rake", did.rake)) (amount("Tokes", did.tokes))
                        (amount("Tray at the end", after.tray)) (amount("Players’ chips", after.players))
                    }
                }
            }
        } }
        p class="muted" { "Win: the drop and the rake, less what left the tray, for meters too." }
    }
}

fn meters(house: &House, day: &Day) -> Markup {
    html! {
        div class="scroll" role="region" tabindex="0" aria-label="Meters" { table class="paper-table" {
            thead { tr {
                th scope="col" { "Meter" } th scope="col" class="num" { "Owed before" } th scope="col" class="num" { "Contributions" }
                th scope="col" class="num" { "Seeds" } th scope="col" class="num" { "Top-ups" } th scope="col" class="num" { "Adjustments" }
                th scope="col" class="num" { "Awards" } th scope="col" class="num" { "Owed after" } th scope="col" { "Finding" }
            } }
            tbody {
                @for (id, did) in day.meters() {
                    tr {
                        th scope="row" { (id) (marked(house.is_play_money(id))) }
                        (amount("Owed before", did.owed_before)) (amount("Contributions", did.contributions))
                        (amount("Seeds", did.seeds)) (amount("Top-ups", did.top_ups)) (amount("Adjustments", did.adjustments))
                        (amount("Awards", did.awards))
                        td class="num" data-label="Owed after" { b { (units(did.owed_after)) } }
                        td { @if did.balances() { "balances" } @else { "does not balance" } }
                    }
                }
            }
        } }
    }
}

/// Closes the day.
pub(super) async fn close(
    State(app): State<App>,
    Path(day): Path<String>,
    posted: Posted,
) -> Result<Response, PageError> {
    let session = &posted.caller.must_be_signed_in()?.session;
    let what = Command::CloseDay { day: named(&day)? };
    ask(&app, session, &posted.headers, what).await?;
    Ok(Redirect::to(&format!("/reports/days/{day}")).into_response())
}
