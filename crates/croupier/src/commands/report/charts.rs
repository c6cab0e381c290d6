//! Pictures of a report, as SVG inside the page.

use maud::{Markup, PreEscaped, html};
use odds::{Analysis, Grid, MeterFigures, decimal};

use crate::palette::Color;

/// A bar for what each outcome adds to the player's return; losses point left.
pub(super) fn returns(analysis: &Analysis) -> Markup {
    let distribution = &analysis.distribution;
    let bars: Vec<(String, f64)> = distribution
        .outcomes()
        .iter()
        .map(|outcome| {
            let probability = distribution.probability(outcome);
            (outcome.row.clone(), decimal(&(probability * outcome.net())))
        })
        .collect();
    let largest = bars.iter().map(|(_, value)| value.abs()).fold(0.0, f64::max);
    let (line, width, middle) = (20.0, 860.0, 600.0);
    let scale = if largest > 0.0 { 180.0 / largest } else { 0.0 };
    let height = line * bars.len() as f64 + 4.0;
    let bar = |(place, (row, value)): (usize, &(String, f64))| {
        let y = place as f64 * line + 2.0;
        let length = (value.abs() * scale).max(0.5);
        let x = if *value < 0.0 { middle - length } else { middle };
        let (class, text_x) = match *value < 0.0 {
            true => ("down", middle + 6.0),
            false => ("up", middle + length + 6.0),
        };
        html! {
            text x="400" y=(y + 14.0) text-anchor="end" { (row) }
            rect class=(class) x=(format!("{x:.1}")) y=(y + 3.0) width=(format!("{length:.1}")) height="13" {}
            text x=(format!("{text_x:.1}")) y=(y + 14.0) class="figure" { (format!("{value:+.6}")) }
        }
    };
    svg(
        width,
        height,
        "What each outcome adds to the return",
        &html! {
            line x1=(middle) y1="0" x2=(middle) y2=(height) class="axis" {}
            @for item in bars.iter().enumerate() { (bar(item)) }
        },
    )
}

/// The return of a progressive against its meter.
pub(super) fn against_meter(meter: &MeterFigures) -> Markup {
    let Some(even) = meter.break_even() else { return html! {} };
    let even = decimal(&even);
    let end = (even * 1.5).max(decimal(&odds::whole(1)));
    let (fixed, slope) = (decimal(&meter.fixed), decimal(&meter.coefficient));
    let top = (fixed + slope * end).max(1.05);
    let (width, height, left, bottom) = (720.0, 260.0, 60.0, 230.0);
    let x = |dollars: f64| left + (width - left - 30.0) * dollars / end;
    let y = |share: f64| bottom - (bottom - 20.0) * share / top;
    let dollars = |amount: f64| format!("{:#}", money::Cents::dollars(amount.round() as i64));
    svg(
        width,
        height,
        "Return against the meter",
        &html! {
            line x1=(left) y1=(bottom) x2=(width - 20.0) y2=(bottom) class="axis" {}
            line x1=(left) y1="10" x2=(left) y2=(bottom) class="axis" {}
            @for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
                @if share <= top {
                    text x=(left - 8.0) y=(format!("{:.1}", y(share) + 4.0)) text-anchor="end" {
                        (format!("{:.0}%", share * 100.0))
                    }
                }
            }
            line x1=(left) y1=(format!("{:.1}", y(1.0))) x2=(width - 20.0) y2=(format!("{:.1}", y(1.0))) class="even" {}
            line x1=(format!("{:.1}", x(0.0))) y1=(format!("{:.1}", y(fixed)))
                x2=(format!("{:.1}", x(end))) y2=(format!("{:.1}", y(fixed + slope * end))) class="curve" {}
            circle cx=(format!("{:.1}", x(even))) cy=(format!("{:.1}", y(1.0))) r="4" class="dot" {}
            text x=(format!("{:.1}", x(even))) y=(format!("{:.1}", y(1.0) - 10.0)) text-anchor="middle" {
                "even at " (dollars(even))
            }
            @for part in 0..=3 {
                text x=(format!("{:.1}", x(end * f64::from(part) / 3.0))) y=(bottom + 18.0) text-anchor="middle" {
                    (dollars(end * f64::from(part) / 3.0))
                }
            }
        },
    )
}

fn svg(width: f64, height: f64, title: &str, content: &Markup) -> Markup {
    html! {
        svg viewBox=(format!("0 0 {width} {height}")) role="img" aria-label=(title) {
            title { (title) }
            (content)
        }
    }
}

/// A grid of a strategy, each word in the color of its action.
pub(super) fn grid(grid: &Grid) -> Markup {
    let class = |word: &str| {
        let key = grid.legend.iter().find(|known| known.word == word);
        key.map_or("", |key| Color::of(key.action).class())
    };
    html! {
        div.scroll {
            table.grid {
                caption { "Down: " (grid.rows_are) ". Across: " (grid.columns_are) "." }
                tr {
                    th {}
                    @for column in &grid.columns { th { (column) } }
                }
                @for (row, cells) in grid.rows.iter().zip(&grid.cells) {
                    tr {
                        th { (row) }
                        @for cell in cells { td class=(class(cell)) { (cell) } }
                    }
                }
            }
        }
        p.legend {
            @for key in &grid.legend {
                span class=(class(&key.word)) { (key.word) } " " (key.means) (PreEscaped(" &nbsp; "))
            }
        }
    }
}
