//! A target for the house edge, and the pays that meet it.

use maud::{Markup, html};
use odds::{Exact, NewPay, decimal, digits, pay_amount};

use super::asked::Row;
use super::plot::{Axis, Plot, n};
use super::{Lab, minus, percent, signed, took};
use crate::labs::{FoundPairs, FoundPays};

/// How many rows are offered at once; the others stand behind "more".
const OFFERED: usize = 8;

/// The form and what was found. Its fields belong to the form of the pays.
pub(super) fn part(lab: &Lab) -> Markup {
    let asked = &lab.asked;
    let target = asked.target.as_ref();
    let text = target.map_or("", |target| target.text.as_str());
    let is_free = |row: &Row| target.is_some_and(|target| target.free.contains(&row.of.name()));
    let (offered, more) = asked.rows.split_at(asked.rows.len().min(OFFERED));
    let found = lab.known.found.as_ref();
    html! {
        section id="lab-target" class="tgt" aria-labelledby="h-tgt" {
            header {
                h2 id="h-tgt" { "Target edge" }
                @if let Some(Ok(found)) = found { (took("solved in", found.took)) }
            }
            div class="tf" {
                label class="big2" { span { "Edge" } input id="lab-edge-wanted" name="target" form="lab-pays" value=(text) placeholder="2%" size="6" inputmode="decimal" autocomplete="off"; }
                fieldset {
                    legend { "by changing one of" }
                    div class="chips" {
                        @for row in offered { (chip(row, is_free(row))) }
                        @if !more.is_empty() {
                            details open[more.iter().any(is_free)] {
                                summary class="btn" { "more" }
                                div class="chips" { @for row in more { (chip(row, is_free(row))) } }
                            }
                        }
                    }
                }
                button class="btn noprint" form="lab-pays" { "Solve" }
            }
            @match (target, found) {
                (None, _) => p class="note" { "The exact pay of a row that brings the house edge to a target, and the nearest odds on either side that a house can post." },
                (Some(target), _) if target.free.is_empty() => p class="note" { "Choose the rows that may change." },
                (Some(_), None) => (super::not_there(lab.failed(), "Solving.")),
                (Some(_), Some(Err(why))) => p class="form-error" { (super::sentence(why)) },
                (Some(target), Some(Ok(found))) => {
                    (table(&found.rows))
                    @if let Some(pairs) = &found.pairs { (pairs_part(lab, pairs, &target.edge)) }
                },
            }
        }
    }
}

fn chip(row: &Row, is_free: bool) -> Markup {
    let name = row.of.name();
    html! { label class="btn check" { input type="checkbox" name="free" form="lab-pays" value=(name) checked[is_free]; (name) } }
}

fn table(rows: &[(String, Result<FoundPays, String>)]) -> Markup {
    html! {
        table class="out nbs" {
            thead { tr { th scope="col" { "Row" } th scope="col" { "Above" } th scope="col" { "Exact" } th scope="col" { "Below" } } }
            tbody {
                @for (name, found) in rows {
                    tr {
                        th scope="row" { (name) }
                        @match found {
                            Ok(found) => { (around(name, found)) },
                            Err(why) => td colspan="3" class="why" { (super::sentence(why)) },
                        }
                    }
                }
            }
        }
        p class="note" { "Above and below: the postable odds that leave the house more than the target, and less. Postable are n to 1, n to 2, n to 5, push and nothing. Press odds to post them." }
    }
}

fn around(name: &str, found: &FoundPays) -> Markup {
    let [above, below] = &found.around;
    let about = if found.is_straight { "" } else { "about " };
    html! {
        td { (post(name, above)) }
        td { b { (about) (minus(&digits(&found.exact, 4))) } }
        td { (post(name, below)) }
    }
}

/// Two rows together: the line of pays that meet the target, and the postable odds nearest to it.
fn pairs_part(lab: &Lab, pairs: &FoundPairs, target: &Exact) -> Markup {
    let [one, other] = &pairs.names;
    html! {
        h3 { "Both rows, nearest to post" }
        div class="tcols" {
            table class="out" {
                thead { tr { th scope="col" { (one) } th scope="col" { (other) } th scope="col" { "Edge" } th scope="col" { "Off" } } }
                tbody {
                    @for pair in &pairs.points {
                        tr {
                            th scope="row" { (pair.pays[0]) }
                            td { (pair.pays[1]) }
                            td { (percent(&pair.edge, 4)) }
                            td { (signed(decimal(&(&pair.edge - target)) * 100.0, 4)) }
                        }
                    }
                }
            }
            (line_chart(lab, pairs))
        }
    }
}

/// The line on which both pays meet the target.
fn line_chart(lab: &Lab, pairs: &FoundPairs) -> Markup {
    let at = |pays: &NewPay| match pays {
        NewPay::Odds(odds) => Some(decimal(&pay_amount(*odds))),
        NewPay::Nothing | NewPay::Free => None,
    };
    let line: Vec<(f64, f64)> = pairs
        .line
        .iter()
        .map(|(odds, exact)| (decimal(&pay_amount(*odds)), decimal(exact)))
        .collect();
    let point = |pays: [&NewPay; 2]| Some((at(pays[0])?, at(pays[1])?));
    let points: Vec<(f64, f64)> =
        pairs.points.iter().filter_map(|pair| point([&pair.pays[0], &pair.pays[1]])).collect();
    let row = |name: &String| lab.asked.rows.iter().find(|row| row.of.name() == *name);
    let [one, other] = [row(&pairs.names[0]), row(&pairs.names[1])];
    let both = one.zip(other);
    let printed = both.and_then(|(one, other)| point([&one.printed, &other.printed]));
    let now = both.and_then(|(one, other)| point([&one.now, &other.now]));
    let all: Vec<(f64, f64)> =
        line.iter().chain(&points).chain(&printed).chain(&now).copied().collect();
    let plot = Plot {
        x: Axis::around(all.iter().map(|(x, _)| *x), 0.06, (48.0, 338.0)),
        y: Axis::around(all.iter().map(|(_, y)| *y), 0.06, (184.0, 14.0)),
    };
    let place = |(x, y): (f64, f64)| (plot.x.place(x), plot.y.place(y));
    let written = |places: usize, mark: f64| minus(&format!("{mark:.places$}"));
    let (x_places, y_places) = (plot.x.places(4), plot.y.places(5));
    let path: Vec<String> =
        line.iter().map(|at| place(*at)).map(|(x, y)| format!("{},{}", n(x), n(y))).collect();
    html! {
        figure {
            svg class="chart" viewBox="0 0 346 218" role="img" aria-label={ "Pays of " (pairs.names[0]) " and " (pairs.names[1]) " that meet the target" } {
                @for mark in plot.y.marks(5) { (plot.across(mark, &written(y_places, mark), "gr")) }
                @for mark in plot.x.marks(4) { (plot.under(mark, &written(x_places, mark))) }
                path class="tl" d={ "M" (path.join(" L")) } {}
                @for (number, (x, y)) in points.iter().map(|at| place(*at)).enumerate() {
                    circle class=(if number == 0 { "mkd" } else { "nb" }) cx=(n(x)) cy=(n(y)) r=(if number == 0 { "5" } else { "3.6" }) {}
                }
                @if let Some((x, y)) = printed.map(place) {
                    circle class="pr" cx=(n(x)) cy=(n(y)) r="4.4" {}
                    text x=(n((x + 8.0).min(298.0))) y=(n(y + 12.0)) { "printed" }
                }
                @if let Some((x, y)) = now.filter(|now| Some(*now) != printed).map(place) {
                    path class="mes" d={ "M" (n(x)) " " (n(y - 6.0)) "l6 6-6 6-6-6z" } {}
                    text x=(n((x + 9.0).min(310.0))) y=(n(y - 5.0)) { "now" }
                }
                text x="338" y="213" class="ax" text-anchor="end" { (pairs.names[0]) }
                text x="338" y="11" class="ax" text-anchor="end" { (pairs.names[1]) ", up" }
            }
            figcaption { "Every pair on the line meets the target; the filled point is the nearest that can be posted." }
        }
    }
}

/// Odds that can be put into their row.
fn post(name: &str, (pays, edge): &(NewPay, odds::Exact)) -> Markup {
    html! {
        button class="link" form="lab-pays" name={ "set:" (name) } value=(pays) data-set=(pays) data-row=(name) { (pays) }
        small { (percent(edge, 4)) }
    }
}
