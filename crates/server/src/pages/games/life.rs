//! The life of a game's progressives: what they return over the years, how long awards take, and the return against the
//! meter as a chart.

use maud::{Markup, html};
use serde::Deserialize as _;
use wire::library::progressive::{AwardLife, BreakEven, Liability, ProgressiveLife, span};

use super::answers::ask;
use super::{Answer, GamePage, refused, waiting};
use crate::library::Question;
use crate::pages::words;
use crate::state::App;

/// The chart's width and height, and what its axes take of them.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 78.0;
const BELOW: f64 = 34.0;
const ABOVE: f64 = 26.0;

/// The progressives of a game; nothing for a game without one.
pub(super) fn part(page: &GamePage, app: &App) -> Markup {
    let all = page.section.schedules.iter().filter(|schedule| schedule.progressive.is_some());
    let ids: Vec<&str> = all.map(|schedule| schedule.id.as_str()).collect();
    html! {
        @if !ids.is_empty() {
            section id="progressive" aria-labelledby="h-life" class="ends life" {
                h2 id="h-life" { "The life of the progressive" }
                p class="muted" { "What the bet returns over the years, how long each award takes, and from which meter on it is even." }
                @for (place, id) in ids.iter().enumerate() { (one(page, app, id, place == 0)) }
            }
        }
    }
}

/// What is asked about a schedule: the page's edition, the rule's own terms.
fn question(page: &GamePage, schedule: &str) -> Question {
    let edition = page.section.edition.id.to_string();
    let options =
        [("game", page.game.id.clone()), ("edition", edition), ("schedule", schedule.to_owned())];
    Question::Progressive(options.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

fn one(page: &GamePage, app: &App, id: &str, is_open: bool) -> Markup {
    let answer = ask(app, question(page, id));
    html! {
        details id={ "life-" (id) } open[is_open] {
            @match &answer {
                Answer::Working(since) => { summary { b { (id) } } (waiting(*since, "Working out the life of the progressive.")) },
                Answer::Refused(why) => { summary { b { (id) } } (refused(why)) },
                Answer::Known(value) => @match ProgressiveLife::deserialize(&**value) {
                    Ok(life) => (of_schedule(&life)),
                    Err(_) => { summary { b { (id) } } (refused("the answer cannot be read")) },
                },
            }
        }
    }
}

fn percent(share: f64) -> String {
    format!("{:.4}%", share * 100.0).replace('-', "\u{2212}")
}

/// Dollars without cents.
fn about(amount: f64) -> String {
    format!("${}", words::count(amount.round().max(0.0) as u64))
}

fn number(value: f64) -> String {
    words::count(value.round().max(0.0) as u64)
}

fn of_schedule(life: &ProgressiveLife) -> Markup {
    let even = life.break_even.first().map_or(0.0, |even| even.meter);
    html! {
        summary {
            b { (life.schedule) }
            span class="muted" { " · returns " (percent(life.long_run_return)) " over the years · even from " (about(even)) }
        }
        div class="facts3" {
            div { span { "Long-run edge" } b { (percent(life.long_run_edge)) } small { "tray, contribution, reserve and seeds" } }
            div { span { "Mean top award" } b { (about(life.mean_top_award)) } small { "one in " (number(life.bets_to_top)) " bets" } }
            div { span { "Seeds" } b { (percent(life.seed_cost)) } small { "of each bet, for a seed of " (about(life.seed)) } }
            div {
                span { "Even contribution" }
                b { @if life.zero_edge_contribution < 0.0 { "none" } @else { (percent(life.zero_edge_contribution)) } }
                small { "posted: " (percent(life.contribution)) @if life.reserve > 0.0 { " and " (percent(life.reserve)) " to the reserve" } }
            }
        }
        (chart(life))
        (awards(life))
        (evens(life))
        (owed(&life.liability))
        @for note in &life.notes { p class="muted" { (note) } }
    }
}

fn awards(life: &ProgressiveLife) -> Markup {
    let by = |award: &AwardLife, share: f64| {
        let known = award.quantiles.iter().find(|quantile| (quantile.share - share).abs() < 1e-9);
        known.map_or_else(String::new, |quantile| span(quantile.days))
    };
    html! {
        h3 { "How long each award takes" }
        table class="out" {
            thead { tr {
                th scope="col" { "Award" } th scope="col" { "Pays" } th scope="col" { "One in" } th scope="col" { "Mean" }
                th scope="col" { "Mean time" } th scope="col" class="hide" { "Half by" } th scope="col" class="hide" { "95% by" }
            } }
            tbody {
                @for award in &life.awards {
                    tr {
                        th scope="row" { (award.row) }
                        td { (award.pays) } td { (number(award.bets)) } td { (about(award.mean)) } td { (span(award.days)) }
                        td class="hide" { (by(award, 0.5)) } td class="hide" { (by(award, 0.95)) }
                    }
                }
            }
        }
        p class="muted" {
            "At " (number(life.bets_a_day as f64)) " bets a day: "
            @for (place, table) in life.tables.iter().enumerate() {
                @if place > 0 { ", " }
                (table.seats) @if table.seats == 1 { " bettor" } @else { " bettors" } " at " (table.rounds_an_hour) " rounds an hour"
            }
            ", " (life.hours_a_day) " hours a day."
            @if let [low, .., high] = life.top_award.as_slice() {
                " Nine top awards of ten are between " (about(low.award)) " and " (about(high.award)) "."
            }
            @if let Some(above) = life.bets_above_break_even { " " (percent(above)) " of all bets are even or better for the player." }
        }
    }
}

fn evens(life: &ProgressiveLife) -> Markup {
    let has_envy = life.envy_part > 0.0;
    let shown: Vec<&BreakEven> =
        life.break_even.iter().take(if has_envy { usize::MAX } else { 1 }).collect();
    html! {
        h3 { "The meter from which it is even" }
        table class="out" {
            thead { tr { th scope="col" { "Others with the bet" } th scope="col" { "Alone" } th scope="col" { "With the game" } } }
            tbody {
                @for even in shown {
                    tr { th scope="row" { @if has_envy { (even.others) } @else { "any number" } } td { (about(even.meter)) } td { (about(even.with_base)) } }
                }
            }
        }
        p class="muted" {
            "With the game: " (about(life.base.bet)) " on " (life.base.wager) ", " (life.base.schedule) ", at a house edge of " (percent(life.base.house_edge)) "."
        }
    }
}

fn owed(all: &[Liability]) -> Markup {
    html! {
        h3 { "What the house owes on average" }
        table class="out" {
            thead { tr {
                th scope="col" { "After" } th scope="col" { "Meter" } th scope="col" class="hide" { "Reserve" }
                th scope="col" { "Seeds put in" } th scope="col" { "Top won" }
            } }
            tbody {
                @for owed in all {
                    tr {
                        th scope="row" { (words::count(owed.days)) @if owed.days == 1 { " day" } @else { " days" } }
                        td { (about(owed.display)) } td class="hide" { (about(owed.reserve)) } td { (about(owed.seeds)) }
                        td { (format!("{:.2}%", owed.top_won * 100.0)) }
                    }
                }
            }
        }
    }
}

/// A round number not below a length divided into a few parts.
fn step(length: f64, parts: f64) -> f64 {
    let rough = (length / parts).max(f64::MIN_POSITIVE);
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 2.5, 5.0, 10.0]
        .map(|digit| digit * power)
        .into_iter()
        .find(|step| *step >= rough)
        .unwrap_or(rough)
}

/// Where a meter and a return lie on the chart.
struct Scale {
    meter: f64,
    returned: (f64, f64),
}

impl Scale {
    fn of(life: &ProgressiveLife) -> Scale {
        let most =
            life.break_even.iter().map(|even| even.meter.max(even.with_base)).fold(0.0, f64::max);
        let meter = 1.15 * most.max(life.mean_top_award).max(life.seed);
        let others = life.break_even.last().map_or(0.0, |even| f64::from(even.others));
        let top = life.fixed_part + life.envy_part * others + life.meter_coefficient * meter;
        Scale { meter, returned: (life.fixed_part.min(0.9), top.max(1.05)) }
    }

    fn x(&self, meter: f64) -> f64 {
        LEFT + (WIDTH - LEFT - 12.0) * meter / self.meter
    }

    fn y(&self, returned: f64) -> f64 {
        let (low, high) = self.returned;
        ABOVE + (HEIGHT - ABOVE - BELOW) * (high - returned) / (high - low)
    }
}

/// The return against the meter: a line alone, and with envy one with the most others.
fn chart(life: &ProgressiveLife) -> Markup {
    let scale = Scale::of(life);
    let others: Vec<u8> = match life.break_even.last() {
        Some(most) if life.envy_part > 0.0 => vec![0, most.others],
        _ => vec![0],
    };
    let at = |meter: f64, others: u8| {
        life.fixed_part + life.envy_part * f64::from(others) + life.meter_coefficient * meter
    };
    let line = |others: u8| {
        format!(
            "M{:.1} {:.1}L{:.1} {:.1}",
            scale.x(0.0),
            scale.y(at(0.0, others)),
            scale.x(scale.meter),
            scale.y(at(scale.meter, others))
        )
    };
    let even = life.break_even.first().map_or(0.0, |even| even.meter);
    let said = format!(
        "Return against the meter: {} at the seed of {}, {} at {}.",
        percent(at(life.seed, 0)),
        about(life.seed),
        percent(1.0),
        about(even)
    );
    let (low, high) = scale.returned;
    let across = step(scale.meter, 4.0);
    let up = step(high - low, 4.0);
    let marks = [(life.seed, "seed"), (life.mean_top_award, "mean"), (even, "even")];
    html! {
        figure class="chart return" {
            figcaption { h3 { "Return against the meter" } }
            svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label=(said) {
                @for place in (low / up).ceil() as i32..=(high / up).floor() as i32 {
                    @let returned = f64::from(place) * up;
                    path class="rule" d={ "M" (LEFT) " " (format!("{:.1}", scale.y(returned))) "H" (WIDTH - 12.0) } {}
                    text x=(LEFT - 8.0) y=(format!("{:.1}", scale.y(returned) + 5.0)) text-anchor="end" { (format!("{:.0}%", returned * 100.0)) }
                }
                @for place in 0..=(scale.meter / across).floor() as i32 {
                    @let meter = f64::from(place) * across;
                    text x=(format!("{:.1}", scale.x(meter))) y=(HEIGHT - 10.0) text-anchor="middle" { (thousands(meter)) }
                }
                path class="even" d={ "M" (LEFT) " " (format!("{:.1}", scale.y(1.0))) "H" (WIDTH - 12.0) } {}
                @for (place, (meter, word)) in marks.iter().enumerate() {
                    path class="mark" d={ "M" (format!("{:.1}", scale.x(*meter))) " " (ABOVE) "V" (HEIGHT - BELOW) } {}
                    text x=(format!("{:.1}", scale.x(*meter))) y=(ABOVE - 8.0) text-anchor=(if place == 0 { "start" } else { "middle" }) { (word) }
                }
                @for others in &others { path class=(if *others == 0 { "line" } else { "line more" }) d=(line(*others)) {} }
            }
            ul class="legend" {
                li { b class="bet" { "—" } " the bet alone" }
                @if let Some(most) = others.get(1) { li { b class="bet2" { "—" } " with " (most) " others, whose hands win envy" } }
                li class="muted" { "Seed " (about(life.seed)) ", mean " (about(life.mean_top_award)) ", even " (about(even)) "." }
            }
        }
    }
}

/// Dollars in thousands: `$150k`.
fn thousands(amount: f64) -> String {
    if amount >= 1_000.0 {
        format!("${}k", words::count((amount / 1_000.0).round() as u64))
    } else {
        format!("${amount:.0}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        for (length, expected) in
            [(400_000.0, 100_000.0), (0.5, 0.2), (90.0, 25.0), (1_000.0, 250.0)]
        {
            assert!((step(length, 4.0) / expected - 1.0).abs() < 1e-9, "{length}");
        }
    }
}
