//! Pictures of a report, as SVG inside the page. One unit of a picture is a tenth of a millimeter in print.

use maud::{Markup, html};
use odds::{Analysis, MeterFigures, decimal};

use super::measure::width;
use super::sheet::Figure;

/// How wide a picture is.
const WIDE: f64 = 1830.0;
/// The height of a bar's line.
const LINE: f64 = 44.0;
/// More bars than these are summed up in the last one.
const BARS_MAX: usize = 22;

/// A bar for what each outcome adds to the player's return; losses point left.
pub(super) fn returns(analysis: &Analysis) -> Figure {
    let distribution = &analysis.distribution;
    let mut bars: Vec<(String, f64)> = distribution
        .outcomes()
        .iter()
        .map(|outcome| {
            let probability = distribution.probability(outcome);
            (outcome.row.clone(), decimal(&(probability * outcome.net())))
        })
        .collect();
    let all = bars.len();
    if all > BARS_MAX {
        bars.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        let rest: f64 = bars[BARS_MAX - 1..].iter().map(|(_, value)| value).sum();
        bars.truncate(BARS_MAX - 1);
        bars.push((format!("{} other outcomes", all + 1 - BARS_MAX), rest));
    }
    let largest = bars.iter().map(|(_, value)| value.abs()).fold(0.0, f64::max);
    // Words on the left as wide as the longest, up to half of the picture; figures need 170 on either side.
    let longest = bars.iter().map(|(row, _)| width(row, 8.0) * 10.0).fold(0.0, f64::max);
    let left = longest.min(WIDE / 2.0) + 20.0;
    let most = |is_gain: bool| {
        let of_side = bars.iter().filter(|(_, value)| (*value >= 0.0) == is_gain);
        of_side.map(|(_, value)| value.abs()).fold(0.0, f64::max)
    };
    let room = WIDE - left - 360.0;
    let scale = if largest > 0.0 { room / (most(true) + most(false)) } else { 0.0 };
    let middle = left + 180.0 + most(false) * scale;
    let height = LINE * bars.len() as f64 + 6.0;
    let bar = |(place, (row, value)): (usize, &(String, f64))| {
        let y = place as f64 * LINE + 4.0;
        let length = (value.abs() * scale).max(1.5);
        let (class, x, at, anchor) = match *value < 0.0 {
            true => ("down", middle - length, middle - length - 10.0, "end"),
            false => ("up", middle, middle + length + 10.0, "start"),
        };
        html! {
            text x="0" y=(format!("{:.1}", y + 29.0)) { (shortened(row, left - 20.0)) }
            rect class=(class) x=(format!("{x:.1}")) y=(format!("{:.1}", y + 5.0)) width=(format!("{length:.1}")) height="28" {}
            text x=(format!("{at:.1}")) y=(format!("{:.1}", y + 29.0)) class="figure" text-anchor=(anchor) { (format!("{value:+.6}")) }
        }
    };
    let picture = svg(
        height,
        "What each outcome adds to the return",
        &html! {
            line x1=(format!("{middle:.1}")) y1="0" x2=(format!("{middle:.1}")) y2=(height) class="axis" {}
            @for item in bars.iter().enumerate() { (bar(item)) }
        },
    );
    let caption = match all > BARS_MAX {
        true => format!(
            "What each outcome adds to the player\u{2019}s return; the {} largest and the rest",
            BARS_MAX - 1
        ),
        false => "What each outcome adds to the player\u{2019}s return".to_owned(),
    };
    Figure { picture, height: height / 10.0, caption }
}

/// A text cut off where there is no more room.
fn shortened(text: &str, room: f64) -> String {
    if width(text, 8.0) * 10.0 <= room {
        return text.to_owned();
    }
    let mut short = String::new();
    for character in text.chars() {
        if width(&format!("{short}{character}\u{2026}"), 8.0) * 10.0 > room {
            break;
        }
        short.push(character);
    }
    short + "\u{2026}"
}

/// The return of a progressive against its meter; nothing if no row pays a share of the meter.
pub(super) fn against_meter(meter: &MeterFigures) -> Option<Figure> {
    let even = decimal(&meter.break_even()?);
    let end = (even * 1.5).max(1.0);
    let (fixed, slope) = (decimal(&meter.fixed), decimal(&meter.coefficient));
    let top = (fixed + slope * end).max(1.05);
    let (height, left, bottom) = (620.0, 110.0, 550.0);
    let x = |dollars: f64| left + (WIDE - left - 120.0) * dollars / end;
    let y = |share: f64| bottom - (bottom - 40.0) * share / top;
    let at = |value: f64| format!("{value:.1}");
    let about = |amount: f64| format!("{:#}", money::Cents::dollars(amount.round() as i64));
    let now = decimal(&odds::fraction(meter.meter.get(), money::MeterUnits::PER_DOLLAR));
    let picture = svg(
        height,
        "Return against the meter",
        &html! {
            @for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
                @if share <= top {
                    line x1=(left) y1=(at(y(share))) x2=(WIDE - 60.0) y2=(at(y(share))) class="grid" {}
                    text x=(left - 14.0) y=(at(y(share) + 10.0)) text-anchor="end" { (format!("{:.0}%", share * 100.0)) }
                }
            }
            line x1=(left) y1=(bottom) x2=(WIDE - 60.0) y2=(bottom) class="axis" {}
            line x1=(left) y1=(at(y(1.0))) x2=(WIDE - 60.0) y2=(at(y(1.0))) class="even" {}
            line x1=(at(x(0.0))) y1=(at(y(fixed))) x2=(at(x(end))) y2=(at(y(fixed + slope * end))) class="curve" {}
            circle cx=(at(x(now.min(end)))) cy=(at(y(fixed + slope * now.min(end)))) r="9" class="now" {}
            circle cx=(at(x(even))) cy=(at(y(1.0))) r="9" class="dot" {}
            text x=(at(x(even) - 16.0)) y=(at(y(1.0) - 18.0)) text-anchor="end" { "even at " (about(even)) }
            @for part in 0..=3 {
                text x=(at(x(end * f64::from(part) / 3.0))) y=(bottom + 40.0) text-anchor="middle" {
                    (about(end * f64::from(part) / 3.0))
                }
            }
        },
    );
    let caption = format!(
        "Return against the meter; the open circle is the meter of the figures, {}",
        dollars(meter.meter)
    );
    Some(Figure { picture, height: height / 10.0, caption })
}

/// What a meter shows, to the cent: `$10,000.00`.
pub(super) fn dollars(meter: money::MeterUnits) -> String {
    let amount = odds::fraction(meter.get(), money::MeterUnits::PER_DOLLAR);
    let text = odds::digits(&amount, 2);
    let (dollars, cents) = text.split_once('.').unwrap_or((text.as_str(), "00"));
    format!("${}.{cents}", crate::page::grouped(&dollars))
}

fn svg(height: f64, title: &str, content: &Markup) -> Markup {
    html! {
        svg viewBox=(format!("0 0 {WIDE} {height}")) role="img" aria-label=(title) { (content) }
    }
}
