//! The charts of a lab: the return by row, the edge against the deviation, the band after many rounds, the return
//! against the meter.

use maud::{Markup, html};
use odds::{Analysis, Exact, decimal, unit_words, whole};

use super::figures::Z_90;
use super::plot::{Axis, Labels, Plot, WIDTH, n};
use super::{Lab, minus, not_there, percent, took};
use crate::labs::{BesideRow, paid};
use crate::pages::words;

/// How many rows have a shade of their own.
const SHADES: usize = 7;
/// The quantiles of the normal distribution for 95% and 99% on both sides.
const Z_95: f64 = 1.959_963_985;
const Z_99: f64 = 2.575_829_304;
/// How many points a curve has.
const POINTS: u32 = 40;
/// The other seats that the chart of a meter shows.
const OTHERS: [u8; 3] = [0, 3, 6];

fn shade(place: usize) -> String {
    format!("r{}", place.min(SHADES - 1) + 1)
}

/// What each row returns, printed and now, as two bars.
pub(super) fn returns(lab: &Lab) -> Markup {
    let Some((now, printed)) = lab.known.figures() else {
        return html! { figure id="lab-returns" hidden {} };
    };
    let rows: Vec<_> = lab.asked.rows.iter().filter(|row| row.of.part.is_some()).collect();
    let share = |analysis: &Analysis, row: &super::asked::Row| {
        paid(analysis, &row.of).map_or(0.0, |paid| decimal(&paid.share)).max(0.0)
    };
    let bar =
        |analysis: &Analysis| rows.iter().map(|row| share(analysis, row)).collect::<Vec<f64>>();
    let bars = [bar(printed.own()), bar(now.own())];
    let most = bars.iter().map(|bar| bar.iter().sum::<f64>()).fold(0.0, f64::max);
    if rows.is_empty() || most <= 0.0 {
        return html! { figure id="lab-returns" hidden {} };
    }
    let scale = (WIDTH - 4.0) / most;
    let names = [format!("printed {}", lab.asked.case.schedule.id), "this schedule".to_owned()];
    html! {
        figure id="lab-returns" {
            h2 { "Return by row" }
            svg class="chart" viewBox="0 0 346 110" role="img" aria-label={ "What the rows return: printed " (total(&bars[0])) ", now " (total(&bars[1])) " of a bet" } {
                @for (place, (bar, name)) in bars.iter().zip(&names).enumerate() {
                    @let y = 16.0 + place as f64 * 50.0;
                    text x="0" y=(n(y - 5.0)) { (name) }
                    text x=(n(WIDTH - 4.0)) y=(n(y - 5.0)) text-anchor="end" { (total(bar)) }
                    @for (row, (from, share)) in stacked(bar).enumerate() {
                        @let width = share * scale;
                        @if width > 0.05 {
                            rect class={ "fl " (shade(row)) @if place == 1 && rows[row].is_changed() { " chg" } } x=(n(from * scale)) y=(n(y)) width=(n(width)) height="28" {
                                title { (rows[row].of.name()) ": " (format!("{:.2}%", share * 100.0)) }
                            }
                            @if width > 24.0 {
                                text class={ "on" @if row > 3 { " dk" } } x=(n(from * scale + width / 2.0)) y=(n(y + 18.0)) text-anchor="middle" { (format!("{:.1}", share * 100.0)) }
                            }
                        }
                    }
                }
            }
            ul class="keys" { @for (place, row) in rows.iter().enumerate() { li class=(shade(place)) { i {} (row.of.name()) } } }
            figcaption { "What each row pays of " (unit_words(&lab.asked.case.subject, &lab.asked.case.schedule)) ", in percent, without the stake." }
        }
    }
}

fn total(bar: &[f64]) -> String {
    format!("{:.2}%", bar.iter().sum::<f64>() * 100.0)
}

fn stacked(bar: &[f64]) -> impl Iterator<Item = (f64, f64)> + '_ {
    bar.iter().scan(0.0, |from, share| {
        let at = *from;
        *from += share;
        Some((at, *share))
    })
}

/// A point of the chart of edges.
struct Dot {
    edge: f64,
    deviation: f64,
    says: String,
    is_own: bool,
    is_printed: bool,
}

fn edge_and_deviation(analysis: &Analysis) -> (f64, f64) {
    (decimal(&analysis.house_edge()) * 100.0, analysis.distribution.standard_deviation())
}

/// The schedules of a row, in few words.
pub(super) fn schedules_in_short(row: &BesideRow) -> String {
    let ids: Vec<&str> = row.schedules.iter().map(|(id, _)| id.as_str()).collect();
    let named = match ids.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [one, two] => format!("{one}, {two}"),
        [one, .., last] => format!("{one} to {last}"),
    };
    if row.reading.is_empty() { named } else { format!("{named}, {}", row.reading.join(", ")) }
}

fn dots(lab: &Lab) -> Vec<Dot> {
    let beside = lab.known.beside.as_ref().and_then(|beside| beside.as_deref().ok());
    let mut all = Vec::new();
    if let Some((now, _)) = lab.known.figures() {
        let (edge, deviation) = edge_and_deviation(now.own());
        let is_changed = lab.asked.changed_rows() > 0;
        let says = if is_changed { "this schedule" } else { "" }.to_owned();
        all.push(Dot { edge, deviation, says, is_own: true, is_printed: false });
    }
    let Some(beside) = beside else { return all };
    all.extend(beside.rows.iter().map(|row| {
        let (edge, deviation) = edge_and_deviation(&row.analysis);
        Dot { edge, deviation, says: schedules_in_short(row), is_own: false, is_printed: true }
    }));
    all.extend(beside.one_up.iter().map(|up| Dot {
        edge: decimal(&up.edge) * 100.0,
        deviation: up.deviation,
        says: up.says.clone(),
        is_own: false,
        is_printed: false,
    }));
    all
}

/// The edge against the deviation: every schedule of the wager, this one, and each row one unit up.
pub(super) fn scatter(lab: &Lab) -> Markup {
    let is_there = lab.known.beside.as_ref().is_some_and(Result::is_ok);
    let all = dots(lab);
    html! {
        figure id="lab-scatter" {
            h2 { "Edge against volatility" }
            @if is_there && !all.is_empty() { (scatter_of(&all)) } @else {
                (not_there(beside_failed(lab), "Counting the schedules beside it."))
            }
            @if is_there {
                figcaption { "Filled: the schedules of the rulebook, in every edition. The diamond is this schedule. Open circles: one row of the printed schedule paid one unit more." }
            }
        }
    }
}

pub(super) fn beside_failed(lab: &Lab) -> Option<&str> {
    lab.known.beside.as_ref().and_then(|beside| beside.as_ref().err()).map(String::as_str)
}

fn scatter_of(all: &[Dot]) -> Markup {
    let y = Axis::around(all.iter().map(|dot| dot.edge), 0.14, (214.0, 14.0));
    let x = Axis::around(all.iter().map(|dot| dot.deviation), 0.14, (44.0, 342.0));
    let plot = Plot { x, y };
    let (edge_places, deviation_places) = (y.places(6), x.places(4));
    let at = |dot: &Dot| (plot.x.place(dot.deviation), plot.y.place(dot.edge));
    let mut labels = Labels::default();
    for dot in all {
        let (x, y) = at(dot);
        labels.keep_free([x - 4.0, y - 4.0, x + 4.0, y + 4.0]);
    }
    labels.keep_free([WIDTH - 80.0, 0.0, WIDTH, 14.0]);
    labels.keep_free([0.0, 212.0, WIDTH, 250.0]);
    // What matters most is labeled first.
    let mut order: Vec<&Dot> = all.iter().collect();
    order.sort_by_key(|dot| (!dot.is_own, !dot.is_printed));
    let labeled: Vec<_> = order
        .iter()
        .filter(|dot| !dot.says.is_empty())
        .filter_map(|dot| Some((dot, labels.beside(at(dot), &dot.says)?)))
        .collect();
    html! {
        svg class="chart" viewBox="0 0 346 250" role="img" aria-label={ "House edge against standard deviation of " (all.len()) " schedules" } {
            @for mark in plot.y.marks(6) {
                (plot.across(mark, &minus(&format!("{mark:.edge_places$}%")), if mark == 0.0 { "zero" } else { "gr" }))
            }
            @for mark in plot.x.marks(4) { (plot.under(mark, &format!("{mark:.deviation_places$}"))) }
            text x="342" y="244" class="ax" text-anchor="end" { "standard deviation" }
            text x="342" y="10" class="ax" text-anchor="end" { "house edge, up" }
            @for dot in order.iter().rev() { (mark_of(dot, at(dot))) }
            @for (dot, (x, y, anchor)) in &labeled {
                text x=(n(*x)) y=(n(*y)) class={ @if dot.is_own { "st" } @else if !dot.is_printed { "ax" } } text-anchor=(anchor) { (dot.says) }
            }
        }
    }
}

fn mark_of(dot: &Dot, (x, y): (f64, f64)) -> Markup {
    let says = format!("{} {:.4}%, {:.4}", dot.says, dot.edge, dot.deviation);
    html! {
        @if dot.is_own {
            path class="mes" d={ "M" (n(x)) " " (n(y - 6.5)) "l6.5 6.5-6.5 6.5-6.5-6.5z" } { title { "this schedule " (says) } }
        } @else {
            circle class=(if dot.is_printed { "pr" } else { "nb" }) cx=(n(x)) cy=(n(y)) r=(if dot.is_printed { "4.4" } else { "3.2" }) { title { (says) } }
        }
    }
}

/// The band of the house's result after many rounds.
pub(super) fn bands(lab: &Lab) -> Markup {
    let Some((now, _)) = lab.known.figures() else {
        return html! { figure id="lab-bands" hidden {} };
    };
    let own = now.own();
    let (edge, deviation) = (decimal(&own.house_edge()), own.distribution.standard_deviation());
    // After so many rounds the better side is ahead with a chance of 95%.
    let ahead = (edge != 0.0).then(|| (Z_90 * deviation / edge).powi(2));
    let rounds = ahead.unwrap_or(1e6).clamp(500.0, 5e11) * 1.8;
    let result = |rounds: f64, z: f64| edge * rounds + z * deviation * rounds.sqrt();
    let ends = [
        result(rounds, -Z_99),
        result(rounds, Z_99),
        0.0,
        -Z_99 * Z_99 * deviation * deviation / (4.0 * edge.abs().max(1e-12)),
    ];
    let reach = ends[..3].iter().map(|end| end.abs()).fold(0.0, f64::max);
    let figures = ends.iter().copied().filter(|end| end.abs() <= 1.5 * reach).collect::<Vec<f64>>();
    let plot = Plot {
        x: Axis { from: 0.0, to: rounds, at: (52.0, 338.0) },
        y: Axis::around(figures.into_iter(), 0.05, (216.0, 24.0)),
    };
    let side = if edge < 0.0 { "the player is ahead" } else { "ahead" };
    html! {
        figure id="lab-bands" {
            h2 { "After n rounds" }
            svg class="chart" viewBox="0 0 346 250" role="img" aria-label={ "Band of the house’s result after up to " (short(rounds)) " rounds" } {
                @for mark in plot.y.marks(6) { (plot.across(mark, &minus(&short(mark)), if mark == 0.0 { "zero" } else { "gr" })) }
                @for (z, class) in [(Z_99, "b99"), (Z_95, "b95"), (Z_90, "b90")] { path class=(class) d=(band(&plot, rounds, z, &result)) {} }
                path class="mean" d={ "M" (n(plot.x.place(0.0))) "," (n(plot.y.place(0.0))) " L" (n(plot.x.place(rounds))) "," (n(plot.y.place(result(rounds, 0.0)))) } {}
                @if let Some(ahead) = ahead {
                    @let (x, y) = (plot.x.place(ahead), plot.y.place(0.0));
                    line x1=(n(x)) y1=(n(y)) x2=(n(x)) y2="214" class="mk" {}
                    circle class="mkd" cx=(n(x)) cy=(n(y)) r="3.6" {}
                    text x=(n(x - 6.0)) y="211" class="st" text-anchor="end" { (side) ", 95%: " (words::grouped(&format!("{ahead:.0}"))) }
                }
                @for mark in plot.x.marks(4) { (plot.under(mark, &short(mark))) }
                text x="338" y="244" class="ax" text-anchor="end" { "rounds" }
                text x="52" y="14" class="ax" { "won by the house, in units of " (unit_words(&lab.asked.case.subject, &lab.asked.case.schedule)) }
            }
            ul class="keys" { li class="k90" { i {} "90%" } li class="k95" { i {} "95%" } li class="k99" { i {} "99%" } }
            figcaption { "One bet a round, by the normal distribution. Below the zero line the house is behind." }
        }
    }
}

/// The exact quantiles of what the house keeps, beside the normal ones.
pub(super) fn exact_bands(lab: &Lab) -> Markup {
    let known = lab.known.banded.as_ref().and_then(|banded| banded.as_deref().ok());
    let of_95 = |band: &&odds::Band| (band.confidence - 0.95).abs() < 1e-9;
    html! {
        figure id="lab-exact-bands" {
            header { h2 { "After n rounds, exactly" } @if let Some(banded) = known { (took("inverted in", banded.took)) } }
            @match known {
                None => (not_there(lab.failed(), "Inverting the sum of many rounds.")),
                Some(banded) => {
                    table class="out" {
                        thead { tr { th scope="col" { "Rounds" } th scope="col" { "95% from" } th scope="col" { "to" } th scope="col" { "Normal from" } th scope="col" { "to" } } }
                        tbody {
                            @for band in banded.bands.iter().filter(of_95) {
                                tr {
                                    th scope="row" { (short(band.rounds as f64)) }
                                    td { b { (share(band.low)) } } td { b { (share(band.high)) } }
                                    td { (share(Some(band.low_normal))) } td { (share(Some(band.high_normal))) }
                                }
                            }
                        }
                    }
                    figcaption { "What the house keeps of each first wager, in the middle 95 of 100 such runs." }
                },
            }
        }
    }
}

fn share(quantile: Option<f64>) -> String {
    quantile.map_or_else(|| "–".to_owned(), |share| minus(&format!("{:.2}%", share * 100.0)))
}

/// The outline of a band: along the top, and back along the bottom.
fn band(plot: &Plot, rounds: f64, z: f64, result: &dyn Fn(f64, f64) -> f64) -> String {
    // Points lie closer where the band is steep.
    let at = |step: u32| rounds * (f64::from(step) / f64::from(POINTS)).powi(2);
    let point = |rounds: f64, z: f64| {
        format!("{},{}", n(plot.x.place(rounds)), n(plot.y.place(result(rounds, z))))
    };
    let top = (0..=POINTS).map(|step| point(at(step), z));
    let bottom = (0..=POINTS).rev().map(|step| point(at(step), -z));
    format!("M{}z", top.chain(bottom).collect::<Vec<String>>().join(" "))
}

/// A large number in few letters: `400k`, `−5,000`, `1.2M`.
fn short(number: f64) -> String {
    let size = number.abs();
    let of = |divisor: f64, letter: &str| {
        let text = format!("{:.1}", number / divisor);
        format!("{}{letter}", text.trim_end_matches(".0"))
    };
    match size {
        size if size >= 1e12 => format!("{number:.0e}"),
        size if size >= 1e9 => of(1e9, "G"),
        size if size >= 1e6 => of(1e6, "M"),
        size if size >= 2e4 => of(1e3, "k"),
        size if size >= 1e3 => {
            let sign = if number < 0.0 { "-" } else { "" };
            format!("{sign}{}", words::grouped(&format!("{size:.0}")))
        }
        size if size == size.round() => format!("{number:.0}"),
        _ => format!("{number:.1}"),
    }
}

/// What a progressive returns: the part that does not come off the meter, for each other seat more, and for each
/// dollar on the meter.
struct Returns {
    fixed: Exact,
    envy: Exact,
    coefficient: Exact,
}

impl Returns {
    /// Of a wager's figures, with what each seat with a hand adds.
    fn of(analysis: &Analysis) -> Option<Returns> {
        let meter = analysis.meter.as_ref()?;
        let seats = whole(meter.seats.max(1));
        let fixed = &meter.fixed - &meter.envy;
        Some(Returns { fixed, envy: &meter.envy / seats, coefficient: meter.coefficient.clone() })
    }

    fn at(&self, meter: f64, others: u8) -> f64 {
        let fixed = &self.fixed + &self.envy * whole(others);
        decimal(&fixed) + decimal(&self.coefficient) * meter
    }

    /// The meter at which the bet returns what it costs, in dollars.
    fn even(&self, others: u8) -> Option<f64> {
        let fixed = &self.fixed + &self.envy * whole(others);
        let is_paid = self.coefficient != whole(0);
        is_paid.then(|| decimal(&((whole(1) - fixed) / &self.coefficient)))
    }
}

/// How far the chart of a meter reaches, in dollars.
pub(super) fn meter_most(lab: &Lab) -> f64 {
    let own = lab.known.figures().map(|(now, _)| now.own());
    let meter = own.and_then(|own| own.meter.as_ref());
    let even = own.and_then(Returns::of).and_then(|returns| returns.even(0)).unwrap_or(0.0);
    let at = meter.map_or(0.0, |meter| decimal(&odds::of_meter(meter.meter)));
    let seed = meter.map_or(0.0, |meter| meter.seed.get() as f64 / 100.0);
    (even * 1.25).max(at * 1.15).max(seed * 2.0).max(1_000.0)
}

/// What a progressive returns at every meter, and where it breaks even.
pub(super) fn meter(lab: &Lab) -> Markup {
    let own = lab.known.figures().map(|(now, _)| now.own());
    let Some((own, returns)) = own.and_then(|own| Some((own, Returns::of(own)?))) else {
        return html! { figure id="lab-meter-chart" hidden {} };
    };
    let Some(figures) = &own.meter else { return html! { figure id="lab-meter-chart" hidden {} } };
    let has_envy = figures.seats > 0;
    let others: &[u8] = if has_envy { &OTHERS } else { &OTHERS[..1] };
    let most = meter_most(lab);
    let ends =
        others.iter().flat_map(|others| [returns.at(0.0, *others), returns.at(most, *others)]);
    let ends: Vec<f64> = ends.map(|end| end * 100.0).chain([100.0]).collect();
    let plot = Plot {
        x: Axis { from: 0.0, to: most, at: (44.0, 338.0) },
        y: Axis::around(ends.into_iter(), 0.06, (214.0, 18.0)),
    };
    let at = decimal(&odds::of_meter(figures.meter));
    let place = |meter: f64, others: u8| {
        (plot.x.place(meter), plot.y.place(returns.at(meter, others) * 100.0))
    };
    let (now_x, now_y) = place(at, figures.seats);
    let is_right = now_x > 200.0;
    html! {
        figure id="lab-meter-chart" class="prog" {
            h2 { "Return against the meter" }
            svg class="chart" viewBox="0 0 346 250" role="img" aria-label={ "Return of " (lab.asked.case.schedule.id) " against its meter" } {
                @for mark in plot.y.marks(7) { (plot.across(mark, &format!("{mark:.0}%"), "gr")) }
                (plot.across(100.0, "", "zero"))
                text x="48" y=(n(plot.y.place(100.0) - 5.0)) { "even" }
                @for others in others {
                    @let ((x1, y1), (x2, y2)) = (place(0.0, *others), place(most, *others));
                    path class={ "mt m" (others) } d={ "M" (n(x1)) "," (n(y1)) " L" (n(x2)) "," (n(y2)) } {}
                    @if let Some(even) = returns.even(*others).filter(|even| (0.0..=most).contains(even)) {
                        circle class="mtd" cx=(n(plot.x.place(even))) cy=(n(plot.y.place(100.0))) r="3.4" {}
                    }
                }
                line x1=(n(now_x)) y1="214" x2=(n(now_x)) y2=(n(now_y)) class="mk" {}
                circle class="now" cx=(n(now_x)) cy=(n(now_y)) r="4" {}
                text x=(n(if is_right { now_x - 8.0 } else { now_x + 8.0 })) y=(n((now_y + 16.0).min(210.0))) text-anchor=(if is_right { "end" } else { "start" }) {
                    "at " (whole_dollars(at)) ": " (format!("{:.2}%", returns.at(at, figures.seats) * 100.0))
                }
                @for mark in plot.x.marks(4) { (plot.under(mark, &format!("${}", short(mark)))) }
                text x="338" y="244" class="ax" text-anchor="end" { "meter" }
            }
            (evens(&returns, figures.seats))
            figcaption {
                (lab.asked.case.schedule.id) ", " (format!("{:#}", figures.wager)) ": " (percent(&returns.fixed, 2)) " fixed, "
                (percent(&(&returns.coefficient * whole(10_000)), 2)) " for each $10,000."
                @if has_envy { " Lines: 0, 3 and 6 other seats, " (percent(&returns.envy, 2)) " envy a seat." }
                @else if lab.asked.case.schedule.has_envy() { " Choose other seats to count envy." }
            }
        }
    }
}

fn whole_dollars(amount: f64) -> String {
    format!("${}", words::grouped(&format!("{amount:.0}")))
}

/// The meter at which the bet breaks even, for each number of other seats.
fn evens(returns: &Returns, seats: u8) -> Markup {
    let most = if seats > 0 { 6 } else { 0 };
    let Some(alone) = returns.even(0) else {
        return html! { p class="note" { "No row pays a share of the meter." } };
    };
    html! {
        @if most == 0 { p class="even" { "Even at " b { (whole_dollars(alone)) } } } @else {
            table class="out even" {
                thead { tr { th scope="col" { "Other seats" } @for others in 0..=most { th scope="col" { (others) } } } }
                tbody { tr {
                    th scope="row" { "Even at, $k" }
                    @for others in 0..=most { td { (returns.even(others).map_or_else(String::new, |even| minus(&format!("{:.1}", even / 1e3)))) } }
                } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_short() {
        for (number, text) in [
            (0.0, "0"),
            (2.5, "2.5"),
            (5_000.0, "5,000"),
            (-5_000.0, "-5,000"),
            (400_000.0, "400k"),
            (1_200_000.0, "1.2M"),
            (-20_000.0, "-20k"),
        ] {
            assert_eq!(short(number), text);
        }
    }

    /// CS-10 at no meter returns its fixed part, and is even where fixed part and meter make one.
    #[test]
    fn a_meter_is_even_where_it_returns_what_the_bet_costs() {
        let returns = Returns {
            fixed: odds::fraction(1, 2),
            envy: odds::fraction(1, 100),
            coefficient: odds::fraction(1, 100_000),
        };
        assert_eq!(returns.even(0), Some(50_000.0));
        assert_eq!(returns.even(5), Some(45_000.0));
        assert!((returns.at(45_000.0, 5) - 1.0).abs() < 1e-12);
    }
}
