//! The par sheet of each wager: what a floor plans with and a test lab files.

use maud::{Markup, html};
use serde::Deserialize as _;
use wire::library::par::{GreatestPayout, ParResults, ParSheet};

use super::answers::{Answer, ask};
use super::{GamePage, refused, waiting};
use crate::library::Question;
use crate::pages::words;
use crate::state::App;

/// The par sheets of a game: for each wager the schedule that the reader chose, or the first.
pub(super) fn part(page: &GamePage, app: &App) -> Markup {
    let mut sheets: Vec<(&str, Answer)> = Vec::new();
    for wager in &page.section.wagers {
        let answer = ask(app, question(page, &wager.id));
        let is_working = matches!(answer, Answer::Working(_));
        sheets.push((&wager.title, answer));
        // Each is asked for when the one before is known.
        if is_working {
            break;
        }
    }
    html! {
        section id="par" aria-labelledby="h-par" class="ends" {
            h2 id="h-par" { "Par sheet" }
            p class="muted" {
                "Each wager under " @if page.schedule.is_some() { "the schedule chosen, or " } "the first schedule of the rule. \
                 Shares are of the first wager. Printed from here, the page is the par sheet alone."
            }
            @for (place, (title, answer)) in sheets.iter().enumerate() {
                @match answer {
                    Answer::Working(since) => (waiting(*since, "Working out the par sheet.")),
                    Answer::Refused(why) => (refused(why)),
                    Answer::Known(value) => {
                        @for sheet in read(value) { (one(title, &sheet, place == 0)) }
                    }
                }
            }
        }
    }
}

fn question(page: &GamePage, wager: &str) -> Question {
    let mut options = page.options();
    let first = page.section.schedules_of(wager).next().map(|schedule| schedule.id.as_str());
    let mut add = |key: &str, value: &str| options.push((key.to_owned(), value.to_owned()));
    add("wager", wager);
    if let Some(id) = page.schedule_of(wager).or(first) {
        add("schedule", id);
    }
    Question::Par(options)
}

fn read(value: &serde_json::Value) -> Vec<ParSheet> {
    ParResults::deserialize(value).map(|read| read.results).unwrap_or_default()
}

fn minus(text: &str) -> String {
    text.replace('-', "\u{2212}")
}

fn percent(share: f64, places: usize) -> String {
    minus(&format!("{:.places$}%", share * 100.0))
}

fn dollars(amount: f64) -> String {
    words::dollars(money::Cents::new((amount * 100.0).round() as i64))
}

/// One in so many: `1.34`, `459.3`, `22,100`.
fn one_in(rounds: f64) -> String {
    match rounds {
        rounds if rounds < 100.0 => format!("{rounds:.2}"),
        rounds if rounds < 1000.0 => format!("{rounds:.1}"),
        rounds if rounds < 1e12 => words::count(rounds.round() as u64),
        rounds => format!("{rounds:.2e}"),
    }
}

fn one(title: &str, sheet: &ParSheet, is_open: bool) -> Markup {
    html! {
        details id={ "par-" (sheet.wager) "-" (sheet.schedule) } open[is_open] {
            summary {
                b { (title) } " " (sheet.schedule)
                span class="muted" { " · payback " (percent(sheet.payback, 3)) " · volatility index " (format!("{:.3}", sheet.volatility_index)) }
            }
            div class="par" {
                (figures(sheet))
                @if !sheet.rows.is_empty() { (rows(sheet)) }
                (bands(sheet))
                @if !sheet.covariances.is_empty() { (beside(sheet)) }
                @if !sheet.greatest.is_empty() { (greatest(&sheet.greatest)) }
                @for note in &sheet.notes { p class="muted" { (note) } }
            }
        }
    }
}

fn figures(sheet: &ParSheet) -> Markup {
    let decimal = |value: f64| minus(&format!("{value:.6}"));
    let hour = &sheet.win_an_hour;
    let ahead = &sheet.rounds_to_ahead;
    let all = [
        ("House edge", percent(sheet.house_edge, 6)),
        ("Payback of the first wager", percent(sheet.payback, 6)),
        ("Payback of all money staked", percent(sheet.payback_of_staked, 6)),
        ("Element of risk", percent(sheet.element_of_risk, 6)),
        ("Average wager", decimal(sheet.average_wager)),
        ("Standard deviation", decimal(sheet.standard_deviation)),
        ("Skewness", decimal(sheet.skewness)),
        ("Kurtosis (3 is normal)", decimal(sheet.kurtosis)),
        ("Volatility index (1.645 deviations)", decimal(sheet.volatility_index)),
        ("Ends ahead", percent(sheet.hit, 4)),
        ("Ends even", percent(sheet.push, 4)),
        ("Gets anything back", percent(sheet.any_return, 4)),
    ];
    html! {
        table class="out" {
            caption class="vh" { "Figures" }
            tbody {
                @for (name, value) in all { tr { th scope="row" { (name) } td { (value) } } }
                @if let Some(normal) = ahead.normal {
                    tr {
                        th scope="row" { "Rounds for a 95% chance that the house is ahead" }
                        td {
                            @if let Some(exact) = ahead.exact { (words::count(exact)) " (" }
                            (words::count(normal.ceil() as u64)) " by the normal curve"
                            @if ahead.exact.is_some() { ")" }
                        }
                    }
                }
                tr {
                    th scope="row" {
                        "Win an hour at " (hour.rounds_an_hour) " rounds, " (hour.seats) " seat"
                        @if hour.seats != 1 { "s" } ", " (dollars(hour.bet)) " a bet"
                    }
                    td { (minus(&dollars(hour.win))) }
                }
            }
        }
    }
}

fn rows(sheet: &ParSheet) -> Markup {
    html! {
        table class="out" {
            thead { tr {
                th scope="col" { "Row" } th scope="col" { "Pays" } th scope="col" { "1 in" } th scope="col" { "Edge for 1 more" }
            } }
            tbody {
                @for row in &sheet.rows {
                    tr {
                        th scope="row" { (row.row) }
                        td { (row.pays) }
                        td { @match row.one_in { Some(rounds) => (one_in(rounds)), None => "never" } }
                        td { (percent(row.gradient, 4)) }
                    }
                }
            }
        }
    }
}

fn bands(sheet: &ParSheet) -> Markup {
    let of_rounds: Vec<_> = sheet.bands.chunk_by(|a, b| a.rounds == b.rounds).collect();
    let between = |low: f64, high: f64| format!("{} to {}", percent(low, 2), percent(high, 2));
    html! {
        table class="out bands" {
            thead { tr {
                th scope="col" { "What the house keeps after" }
                @for band in of_rounds.first().copied().unwrap_or_default() {
                    th scope="col" { (format!("{:.0}%", band.confidence * 100.0)) " of the time" }
                }
            } }
            tbody {
                @for bands in &of_rounds {
                    tr {
                        th scope="row" { (words::count(bands[0].rounds)) " rounds" }
                        @for band in *bands {
                            td data-is={ (format!("{:.0}%", band.confidence * 100.0)) } {
                                @match band.low.zip(band.high) {
                                    Some((low, high)) => (between(low, high)),
                                    None => "not computed",
                                }
                                small class="muted" { (between(band.low_normal, band.high_normal)) }
                            }
                        }
                    }
                }
            }
        }
        p class="muted" { "Exact quantiles of the sum of that many rounds; below each, the normal curve." }
    }
}

fn beside(sheet: &ParSheet) -> Markup {
    html! {
        table class="out" {
            thead { tr {
                th scope="col" { "Beside" } th scope="col" { "Covariance" } th scope="col" { "Correlation" }
                th scope="col" class="hide" { "How" }
            } }
            tbody {
                @for one in &sheet.covariances {
                    tr {
                        th scope="row" { (one.with) " " (one.schedule) }
                        td { (minus(&format!("{:.6}", one.covariance))) }
                        td { (minus(&format!("{:.4}", one.correlation))) }
                        td class="hide" {
                            @match one.error {
                                Some(error) => { "simulated, ± " (format!("{error:.4}")) }
                                None => "every deal counted",
                            }
                        }
                    }
                }
            }
        }
    }
}

fn greatest(all: &[GreatestPayout]) -> Markup {
    html! {
        h3 { "Greatest payout of a round" }
        @for one in all {
            p {
                (one.seats) " seat" @if one.seats != 1 { "s" } " at " (dollars(one.bet)) ": " b { (dollars(one.payout)) }
                @if !one.is_greatest { " (the greatest found)" }
                @if let Some(chance) = one.chance {
                    @if one.chance_of.as_deref() == Some("deal") { ", a deal like it 1 in " } @else { ", 1 in " }
                    (one_in(chance.recip()))
                }
                "." br; span class="muted" { (one.deal) }
            }
        }
    }
}
