//! Every schedule of the wager in every edition, side by side with this one.

use maud::{Markup, html};
use odds::{Analysis, percent as in_percent};

use super::charts::beside_failed;
use super::{Lab, minus, not_there, percent};
use crate::labs::BesideRow;

/// The table.
pub(super) fn part(lab: &Lab) -> Markup {
    let beside = lab.known.beside.as_ref().and_then(|beside| beside.as_deref().ok());
    html! {
        section id="lab-schedules" class="side" aria-labelledby="h-side" {
            header { h2 id="h-side" { "Schedules and editions side by side" } }
            @match beside {
                None => (not_there(beside_failed(lab), "Counting every schedule of the wager.")),
                Some(beside) => {
                    table class="out sides" {
                        thead { tr {
                            th scope="col" { "Schedule" } th scope="col" { "House edge" } th scope="col" { "Risk" }
                            th scope="col" { "Deviation" } th scope="col" { "Hit" }
                        } }
                        tbody {
                            @if let Some((now, _)) = lab.known.figures().filter(|_| lab.asked.changed_rows() > 0) {
                                tr class="changed" { th scope="row" { b { "This schedule" } } (cells(now.own())) }
                            }
                            @for row in &beside.rows { tr { th scope="row" { (names(lab, row)) } (cells(&row.analysis)) } }
                        }
                    }
                },
            }
        }
    }
}

fn names(lab: &Lab, row: &BesideRow) -> Markup {
    html! {
        @for (id, editions) in &row.schedules {
            @let edition = editions.first().map_or("", String::as_str);
            " " span class="one" {
                a href=(lab.asked.address_of(id, edition)) { (id) } " "
                small { (editions.join(", ")) }
            }
        }
        @if !row.reading.is_empty() { small { (row.reading.join(", ")) } }
    }
}

fn cells(analysis: &Analysis) -> Markup {
    html! {
        td { b { (percent(&analysis.house_edge(), 4)) } }
        td { (percent(&analysis.element_of_risk(), 4)) }
        td { (format!("{:.4}", analysis.distribution.standard_deviation())) }
        td { (minus(&in_percent(&analysis.distribution.hit_frequency(), 2))) }
    }
}
