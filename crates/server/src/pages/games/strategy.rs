//! How each wager with decisions is played best: charts, rules, and what simple strategies cost.

use maud::{Markup, html};
use serde::Deserialize as _;
use wire::library::strategy::{StrategyChart, StrategyCharts, StrategyCost, StrategyGrid};

use super::answers::ask;
use super::{Answer, GamePage, refused, waiting};
use crate::library::Question;
use crate::state::App;

/// Words longer than this make a grid too wide for a phone.
const SHORT: usize = 3;

/// The strategies of a game.
pub(super) fn part(page: &GamePage, app: &App) -> Markup {
    html! {
        div id="strategy" {
            @for wager in &page.decided { (of_wager(page, app, wager)) }
        }
    }
}

fn of_wager(page: &GamePage, app: &App, wager: &str) -> Markup {
    let title = page.section.wager(wager).map_or(wager, |known| known.title.as_str());
    let answer = page.strategy(app, wager);
    html! {
        section aria-labelledby={ "h-play-" (wager) } {
            h2 id={ "h-play-" (wager) } { "How to play: " (title) }
            @match &answer {
                Answer::Working(since) => (waiting(*since, "Comparing every choice of every hand.")),
                Answer::Refused(why) => (refused(why)),
                Answer::Known(value) => @match StrategyCharts::deserialize(&**value) {
                    Ok(strategy) => (charts(page, app, wager, &strategy)),
                    Err(_) => (refused("the answer cannot be read")),
                },
            }
        }
    }
}

fn charts(page: &GamePage, app: &App, wager: &str, strategy: &StrategyCharts) -> Markup {
    html! {
        p class="muted" {
            "Played this way, the house edge is " (strategy.house_edge.replace('-', "\u{2212}")) "."
            @if let Some(assumes) = &strategy.assumes { " " (assumes) }
        }
        @for chart in &strategy.charts { (one(chart)) }
        @if !strategy.simple.is_empty() { (simple(page, app, wager, &strategy.simple)) }
    }
}

fn one(chart: &StrategyChart) -> Markup {
    html! {
        figure class="chart" {
            figcaption { h3 { (chart.title) } }
            @if let Some(rules) = &chart.rules { ol class="rules" { @for rule in rules { li { span { (rule) } } } } }
            @if let Some(grid) = &chart.grid { (table(grid)) }
            p class="muted" { (chart.note) }
        }
    }
}

fn table(grid: &StrategyGrid) -> Markup {
    let is_long = grid.cells.iter().flatten().any(|cell| cell.chars().count() > SHORT);
    let class = |word: &str| {
        let means = grid.legend.iter().find(|(known, _)| known == word);
        means.map_or_else(|| kind(word), |(_, means)| kind(means))
    };
    let name = |word: &str| {
        let means = grid.legend.iter().find(|(known, _)| known == word);
        means.map_or_else(|| word.to_owned(), |(_, means)| means.clone())
    };
    html! {
        table class=(if is_long { "strat" } else { "grid-chart" }) {
            caption class="vh" { "Down: " (grid.rows_are) ". Across: " (grid.columns_are) "." }
            thead { tr {
                th scope="col" class="rowh" { span class="axes" { (grid.rows_are) } }
                @for column in &grid.columns { th scope="col" { (column) } }
            } }
            tbody {
                @for (row, cells) in grid.rows.iter().zip(&grid.cells) {
                    tr {
                        th scope="row" class="rowh" { (row) }
                        @for (column, cell) in grid.columns.iter().zip(cells) {
                            td class=(class(cell)) data-up=(column) title={ (row) " against " (column) ": " (name(cell)) } { span { (cell) } }
                        }
                    }
                }
            }
        }
        ul class="legend" {
            li class="muted" { "Down: " (grid.rows_are) ". Across: " (grid.columns_are) "." }
            @for (word, means) in &grid.legend { li { b class=(kind(means)) { (word) } " " (means) } }
        }
    }
}

/// The color of what a word of a chart means; the word itself always stands with it.
fn kind(means: &str) -> &'static str {
    let first = means.split([' ', ';', ',']).next().unwrap_or_default();
    match first {
        "fold" | "surrender" => "fold",
        "check" | "stand" | "stay" | "take" | "pull" | "decline" => "stay",
        "hit" => "hit",
        "double" => "double",
        "split" | "press" => "split",
        "bet" if means.starts_with("bet all") => "bet",
        "bet" if means.starts_with("bet none") => "fold",
        "bet" | "play" | "raise" => match means.chars().find(char::is_ascii_digit) {
            Some('1') | None => "bet1",
            Some('2') => "bet2",
            Some('3') => "bet3",
            Some(_) => "bet",
        },
        "" => "na",
        _ => "some",
    }
}

/// What simple strategies cost, each asked for when the one before is known.
fn simple(page: &GamePage, app: &App, wager: &str, known: &[(String, String)]) -> Markup {
    let mut costs: Vec<(&str, &str, Answer)> = Vec::new();
    for (id, says) in known {
        let mut options = page.options();
        options.push(("wager".to_owned(), wager.to_owned()));
        if let Some(schedule) = page.schedule_of(wager) {
            options.push(("schedule".to_owned(), schedule.to_owned()));
        }
        options.push(("cost".to_owned(), id.clone()));
        let answer = ask(app, Question::Strategy(options));
        let is_working = matches!(answer, Answer::Working(_));
        costs.push((id, says, answer));
        if is_working {
            break;
        }
    }
    let read = |answer: &Answer| match answer {
        Answer::Known(value) => StrategyCost::deserialize(&**value).ok(),
        Answer::Working(_) | Answer::Refused(_) => None,
    };
    let most = costs.iter().filter_map(|(_, _, answer)| read(answer)).map(|cost| cost.cost);
    let most = most.fold(0.0, f64::max);
    html! {
        figure class="chart" {
            figcaption { h3 { "What simpler strategies cost" } }
            ul class="costs" {
                @for (id, says, answer) in &costs {
                    li {
                        span { b { (id) } " " (says) }
                        @match answer {
                            Answer::Working(_) => span class="muted" data-wait="" { "counting…" },
                            Answer::Refused(_) => span { "–" },
                            Answer::Known(_) => @if let Some(cost) = read(answer) {
                                span title={ "house edge " (format!("{:.4}%", cost.house_edge * 100.0)) } { (format!("{:.4}%", cost.cost * 100.0)) }
                                @let length = if most > 0.0 { cost.cost / most * 100.0 } else { 0.0 };
                                span class="track" { i style={ "width:" (format!("{length:.1}%")) } {} }
                            },
                        }
                    }
                }
            }
            p class="muted" { "Against the best play, in percent of the first wager." }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_choice_has_the_same_color_in_every_chart() {
        assert_eq!(kind("double; hit where that is not allowed"), "double");
        assert_eq!(kind("bet 4x"), "bet");
        assert_eq!(kind("bet 2x on the flop"), "bet2");
        assert_eq!(kind("bet none of them"), kind("fold"));
        assert_eq!(kind("Q-4-3"), "some");
    }
}
