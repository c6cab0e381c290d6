//! Reports on paper: what the meters owe, the gaming days, every award with its slip, a meter's statement, the reconciliation.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use house::report::{self, Liability, Reconciled, Span, StatementLine};
use house::{Award, House, MeterId, Right, rfc3339};
use maud::{Markup, html};
use money::MeterUnits;

use super::{day_time, name_of, units};
use crate::auth::Caller;
use crate::extract::{Path, Query, named};
use crate::pages::draw::{cite, icon, key};
use crate::pages::forms::read;
use crate::pages::shell::{Look, Shell};
use crate::pages::{PageError, words};
use crate::state::App;

/// A page on paper.
pub(super) fn document(caller: &Caller, title: &str, sub: Markup, body: Markup) -> Markup {
    let shell = Shell {
        sub,
        nav: html! {
            a class="btn quiet wide-only" href="/reports" { "Reports" }
            button type="button" class="btn" data-print="" data-key="p" { (icon("i-print")) " Print " (key("P")) }
        },
        look: Look::Document,
        script: Some("floor"),
        ..Shell::new(title)
    };
    shell.page(Some(caller), &html! { main id="main" class="doc-in report" { (body) } })
}

/// What there is on paper.
pub(super) async fn page(State(app): State<App>, caller: Caller) -> Result<Response, PageError> {
    caller.must_have(Right::SeeReports)?;
    let house = &caller.snapshot.machine;
    let awards = app.read(|store, _| report::awards(store)).await??;
    let days = super::days::section(&app, &caller).await?;
    let body = html! {
        h2 { "What the meters owe" }
        (liability(&report::liability(house)))
        p { a class="btn" href="/reports/reconciliation" { "Reconcile the meters" } " " a class="btn quiet" href="/audit" { "Search the chain" } }
        (days)
        h2 { "Awards and their slips" }
        (slips(house, &awards))
    };
    let sub = html! { p { "as of entry " (words::count(caller.snapshot.head.seq)) } };
    Ok(document(&caller, "Reports", sub, body).into_response())
}

/// An amount in a table. On a phone, where rows are stacked, it says itself what it is.
pub(super) fn amount(label: &str, amount: MeterUnits) -> Markup {
    html! { td class="num" data-label=(label) { (units(amount)) } }
}

/// What stands beside the name of what is for play money [PRG-24].
pub(super) fn marked(is_play_money: bool) -> Markup {
    html! { @if is_play_money { " " span class="play-money" { "play money" } } }
}

fn liability(meters: &[Liability]) -> Markup {
    let owed = report::owed(meters);
    let has_play_money = meters.iter().any(|meter| meter.play_money);
    html! {
        div class="scroll" role="region" tabindex="0" aria-label="What the meters owe" { table class="paper-table" {
            thead { tr {
                th scope="col" { "Meter" } th scope="col" class="num" { "Display" } th scope="col" class="num" { "Reserve" }
                th scope="col" class="num" { "Overflow" } th scope="col" class="num" { "Pending" } th scope="col" class="num" { "Owed" }
                th scope="col" { span class="vh" { "Statement" } }
            } }
            tbody {
                @for meter in meters {
                    tr {
                        th scope="row" { (meter.meter) @if meter.is_closed { " (closed)" } (marked(meter.play_money)) }
                        (amount("Display", meter.totals.display)) (amount("Reserve", meter.totals.reserve))
                        (amount("Overflow", meter.totals.overflow)) (amount("Pending", meter.totals.pending))
                        td class="num" data-label="Owed" { b { (units(meter.owed)) } }
                        td { a href={ "/meters/" (meter.meter) "/statement" } { "statement" } }
                    }
                }
            }
            tfoot { tr { th scope="row" colspan="5" { @if has_play_money { "Total, without play money " (cite("[PRG-24]", "")) } @else { "Total" } } td class="num" { b { (units(owed)) } } td {} } }
        } }
    }
}

fn slips(house: &House, awards: &[Award]) -> Markup {
    html! {
        @if awards.is_empty() { p class="muted" { "No awards yet." } }
        @else {
            div class="scroll" role="region" tabindex="0" aria-label="Awards" { table class="paper-table" {
                thead { tr {
                    th scope="col" { "Slip" } th scope="col" { "Keyed" } th scope="col" { "Table, round, seat" } th scope="col" { "Hand" }
                    th scope="col" class="num" { "Award" } th scope="col" class="num" { "Paid" } th scope="col" { "Standing" }
                } }
                tbody {
                    @for award in awards.iter().rev() {
                        tr {
                            td { a href={ "/awards/" (award.number) "/slip" } { (format!("{:06}", award.number.0)) } }
                            td { (day_time(&rfc3339(award.keyed_at))) " " (name_of(house, &award.keyed_by)) }
                            td { (award.table) ", " a href={ "/rounds/" (award.table) "/" (award.round) } { (words::count(award.round)) } ", " (award.seat) }
                            td { (award.hand) }
                            td class="num" data-label="Award" { (words::dollars(award.amount)) }
                            td class="num" data-label="Paid" { @match award.paid() { Some(paid) => (words::dollars(paid)), None => "–" } }
                            td { (report::standing_words(award)) }
                        }
                    }
                }
            } }
        }
    }
}

/// A meter's statement: everything that moved its money.
pub(super) async fn statement_page(
    State(app): State<App>,
    caller: Caller,
    Path(meter): Path<String>,
) -> Result<Response, PageError> {
    caller.must_have(Right::SeeReports)?;
    let meter: MeterId = named(&meter)?;
    let house = &caller.snapshot.machine;
    let known = house.meter(&meter)?;
    let id = meter.clone();
    let lines = app.read(move |store, _| report::statement(store, &id, &Span::default())).await??;
    let title = format!("Statement of {meter}");
    let sub = html! { p { (known.criteria.schedule) " · " (words::meter(known.totals.display)) (marked(house.is_play_money(&meter))) } };
    Ok(document(&caller, &title, sub, statement(house, &lines)).into_response())
}

fn statement(house: &House, lines: &[StatementLine]) -> Markup {
    html! {
        h2 { (lines.len()) @if lines.len() == 1 { " entry" } @else { " entries" } " that moved its money" }
        div class="scroll" role="region" tabindex="0" aria-label="Statement" { table class="paper-table" {
            thead { tr {
                th scope="col" class="num" { "Entry" } th scope="col" { "When" } th scope="col" { "Who" } th scope="col" { "What" }
                th scope="col" class="num" { "Before" } th scope="col" class="num" { "Change" } th scope="col" class="num" { "After" }
            } }
            tbody {
                @for line in lines {
                    tr {
                        td class="num" data-label="Entry" { (words::count(line.seq)) }
                        td { (day_time(&rfc3339(line.at))) }
                        td { (name_of(house, &line.by)) }
                        td { (line.what) @if let Some(top_up) = &line.top_up { br; (top_up.words()) } @if let Some(micros) = line.clock_back_micros { " (the clock was " (micros / 1_000_000) " s behind)" } }
                        (amount("Before", line.before)) (amount("Change", line.change)) (amount("After", line.after))
                    }
                }
            }
        } }
    }
}

/// Every meter against the sum of its entries, and against what was read off its sign.
pub(super) async fn reconciliation(
    State(app): State<App>,
    caller: Caller,
    Query(entered): Query<Vec<(String, String)>>,
) -> Result<Response, PageError> {
    caller.must_have(Right::SeeReports)?;
    let mut signs: BTreeMap<MeterId, MeterUnits> = BTreeMap::new();
    for (meter, text) in entered.iter().filter(|(_, text)| !text.trim().is_empty()) {
        let amount = text.trim().trim_start_matches('$').replace(',', "");
        let bad = || {
            crate::error::ApiError::malformed(format!(
                "{meter}: \"{text}\" is not an amount in dollars"
            ))
        };
        signs.insert(named(meter)?, read(&amount).map_err(|_| bad())?);
    }
    let found =
        app.read(move |store, _| report::reconcile(store, &signs, &mut |_, _| {})).await??;
    let sub = html! { p { "as of entry " (words::count(caller.snapshot.head.seq)) } };
    Ok(document(&caller, "Reconciliation", sub, reconciled(&caller.snapshot.machine, &found))
        .into_response())
}

fn reconciled(house: &House, meters: &[Reconciled]) -> Markup {
    let is_clean =
        meters.iter().all(|meter| meter.difference == MeterUnits::ZERO && meter.balances);
    html! {
        h2 { @if is_clean { "No difference" } @else { "There are differences" } }
        form method="get" action="/reports/reconciliation" {
            div class="scroll" role="region" tabindex="0" aria-label="Reconciliation" { table class="paper-table" {
                thead { tr {
                    th scope="col" { "Meter" } th scope="col" class="num" { "Display" } th scope="col" class="num" { "Sum of its entries" }
                    th scope="col" class="num" { "Read off the sign" } th scope="col" class="num" { "Difference" } th scope="col" { "Finding" }
                } }
                tbody {
                    @for meter in meters {
                        tr class=(if meter.is_marked { "marked" } else { "" }) {
                            th scope="row" { (meter.meter) (marked(house.is_play_money(&meter.meter))) }
                            (amount("Display", meter.display)) (amount("Sum of its entries", meter.entries))
                            td class="num" data-label="Read off the sign" {
                                input name=(meter.meter) aria-label={ "Read off the sign of " (meter.meter) } inputmode="decimal" autocomplete="off" value=[meter.sign.map(|sign| sign.to_string())];
                            }
                            (amount("Difference", meter.difference))
                            td { @if !meter.balances { "does not balance" } @else if meter.is_marked { "over $50: look into it" } @else if meter.difference == MeterUnits::ZERO { "agrees" } @else { "differs" } }
                        }
                    }
                }
            } }
            p class="noprint" { button class="btn first" { "Compare with the signs" } }
        }
    }
}
