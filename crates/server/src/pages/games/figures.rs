//! The odds of every wager and schedule: figures, and every way it can end with a bar.

use maud::{Markup, html};
use serde::Deserialize as _;
use serde_json::Value;
use wire::library::odds::{Count, Figures, OddsResults, OutcomeFigures};

use super::{Answer, GamePage, refused, waiting};
use crate::pages::words;

fn read(value: &Value) -> Vec<Figures> {
    OddsResults::deserialize(value).map(|read| read.results).unwrap_or_default()
}

/// A share as a percentage.
fn percent(share: f64) -> String {
    minus(&format!("{:.4}%", share * 100.0))
}

fn minus(text: &str) -> String {
    text.replace('-', "\u{2212}")
}

/// A whole number of any size with commas.
fn grouped(number: &Count) -> String {
    number.as_u64().map_or_else(|| number.to_string(), words::count)
}

/// A fraction, if it is short enough to be read.
fn fraction(exact: Option<&str>) -> Option<&str> {
    const LONGEST: usize = 44;
    exact.filter(|text| text.len() <= LONGEST)
}

/// The main wager's edge, for a list of games.
pub(super) fn edge_in_short(answer: &Answer) -> Markup {
    match answer {
        Answer::Working(_) => {
            html! { span data-wait="" class="muted" { "counting…" noscript { " " a href="" { "Load again" } } } }
        }
        Answer::Refused(why) => html! { span title=(why) { "–" } },
        Answer::Known(value) => {
            let all = read(value);
            html! {
                @if let Some(figures) = all.first() {
                    b { (percent(figures.house_edge)) }
                    @if let Some(exact) = fraction(figures.house_edge_exact.as_deref()) { span class="exact" { (minus(exact)) } }
                }
            }
        }
    }
}

/// The odds of a game.
pub(super) fn part(page: &GamePage, answer: &Answer) -> Markup {
    let all = match answer {
        Answer::Known(value) => read(value),
        Answer::Working(_) | Answer::Refused(_) => Vec::new(),
    };
    let is_chosen = |figures: &&Figures| {
        figures.wager != page.main()
            || page.schedule_of(page.main()).is_none_or(|id| id == figures.schedule)
    };
    let shown: Vec<&Figures> = all.iter().filter(is_chosen).collect();
    html! {
        div id="odds" {
            @match answer {
                Answer::Working(since) => (waiting(*since, "Counting every deal of every wager and schedule.")),
                Answer::Refused(why) => (refused(why)),
                Answer::Known(_) => {
                    @if let Some(first) = shown.first() { (facts(first)) }
                    section aria-labelledby="h-odds" {
                        h2 id="h-odds" { "Every wager and schedule" }
                        (summary(page, &shown))
                    }
                    section aria-labelledby="h-ends" class="ends" {
                        h2 id="h-ends" { "How each can end" }
                        @for (place, figures) in shown.iter().enumerate() { (ends(page, figures, place == 0)) }
                    }
                }
            }
        }
    }
}

fn facts(figures: &Figures) -> Markup {
    let exact = fraction(figures.house_edge_exact.as_deref());
    html! {
        div class="facts3" {
            div {
                span { "House edge" } b { (percent(figures.house_edge)) }
                small { @match exact { Some(exact) => { (minus(exact)) " of the " (figures.wager) }, None => "exact but for rounding" } }
            }
            div { span { "Element of risk" } b { (percent(figures.element_of_risk)) } }
            div { span { "Average wager" } b { (format!("{:.4}", figures.average_wager)) } small { "first wagers" } }
            div { span { "Standard deviation" } b { (format!("{:.4}", figures.standard_deviation)) } }
            @match &figures.deals {
                Some(deals) => div { span { "Deals counted" } b { (grouped(deals)) } small { "every one" } },
                None => div { span { "Wins" } b { (percent(figures.hit_frequency)) } small { "of all rounds" } },
            }
        }
    }
}

fn wager_title<'p>(page: &'p GamePage, id: &'p str) -> &'p str {
    page.section.wager(id).map_or(id, |wager| wager.title.as_str())
}

fn anchor(figures: &Figures) -> String {
    format!("w-{}-{}", figures.wager, figures.schedule)
}

fn summary(page: &GamePage, all: &[&Figures]) -> Markup {
    let most = all.iter().map(|figures| figures.house_edge).fold(0.0, f64::max);
    html! {
        table class="out edges" {
            thead { tr {
                th scope="col" { "Wager" } th scope="col" { "Schedule" } th scope="col" { "House edge" }
                th scope="col" class="barc" { span class="vh" { "Bar" } }
                th scope="col" class="hide" { "Exactly" } th scope="col" { "Hits" } th scope="col" class="hide" { "Deviation" }
            } }
            tbody {
                @for figures in all {
                    tr {
                        th scope="row" { a href={ "#" (anchor(figures)) } { (wager_title(page, &figures.wager)) } }
                        td { (figures.schedule) }
                        td { b { (percent(figures.house_edge)) } }
                        td class="barc" { (bar(figures.house_edge, most)) }
                        td class="hide exact" { (fraction(figures.house_edge_exact.as_deref()).map(minus).unwrap_or_default()) }
                        td { (percent(figures.hit_frequency)) }
                        td class="hide" { (format!("{:.4}", figures.standard_deviation)) }
                    }
                }
            }
        }
    }
}

/// A bar from the left; an edge for the player is none for the house.
fn bar(value: f64, most: f64) -> Markup {
    let length = if most > 0.0 { (value.max(0.0) / most * 100.0).min(100.0) } else { 0.0 };
    html! { span class="hb" { i style={ "width:" (format!("{length:.1}%")) } {} } }
}

fn ends(page: &GamePage, figures: &Figures, is_open: bool) -> Markup {
    let meter = |dollars: f64| format!("${}", words::count(dollars.round().max(0.0) as u64));
    html! {
        details id=(anchor(figures)) open[is_open] {
            summary {
                b { (wager_title(page, &figures.wager)) } " " (figures.schedule)
                span class="muted" { " · house edge " (percent(figures.house_edge)) " · hits " (percent(figures.hit_frequency)) }
            }
            @if let Some(at) = &figures.meter {
                p class="muted" {
                    "With the meter at " (meter(at.meter)) ", its seed."
                    @if let Some(even) = at.break_even_meter { " Even for the player from " (meter(even)) "." }
                }
            }
            (outcomes(&figures.outcomes))
            @for note in &figures.notes { p class="muted" { (note) } }
        }
    }
}

fn outcomes(all: &[OutcomeFigures]) -> Markup {
    let most = all.iter().map(|outcome| outcome.r#return).fold(0.0, f64::max);
    let least = all.iter().map(|outcome| outcome.r#return).fold(0.0, f64::min);
    // One scale for both sides: 46% of the width for what is won, 54% for what is lost.
    let scale = f64::min(46.0 / most.max(1e-9), 54.0 / (-least).max(1e-9));
    let has_counts = all.iter().any(|outcome| outcome.combinations.is_some());
    html! {
        table class="out" {
            thead { tr {
                th scope="col" { "Outcome" } th scope="col" { "Net" }
                @if has_counts { th scope="col" class="hide" { "Deals" } }
                th scope="col" { "Probability" } th scope="col" { "Adds" }
                th scope="col" class="barc" { span class="vh" { "Bar" } }
            } }
            tbody {
                @for outcome in all {
                    tr {
                        th scope="row" { (outcome.row) }
                        td { (minus(&outcome.pays)) }
                        @if has_counts { td class="hide" { (outcome.combinations.as_ref().map(grouped).unwrap_or_default()) } }
                        td { (format!("{:.8}", outcome.probability)) }
                        td { (minus(&format!("{:.6}", outcome.r#return))) }
                        td class="barc" { (two_sided(outcome.r#return * scale)) }
                    }
                }
            }
        }
    }
}

fn two_sided(length: f64) -> Markup {
    let width = format!("width:{:.1}%", length.abs());
    html! {
        span class="pm" {
            u {}
            @if length < 0.0 { i class="n" style={ "right:46%;" (width) } {} } @else { i style={ "left:54%;" (width) } {} }
        }
    }
}
