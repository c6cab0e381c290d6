//! A target for the house edge, and the pays that meet it.

use maud::{Markup, html};
use odds::{NewPay, digits};

use super::asked::Row;
use super::{Lab, minus, percent, took};
use crate::labs::FoundPays;

/// How many rows are offered at once; the others stand behind "more".
const OFFERED: usize = 3;

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
                (Some(_), Some(Ok(found))) => (table(&found.rows)),
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

/// Odds that can be put into their row.
fn post(name: &str, (pays, edge): &(NewPay, odds::Exact)) -> Markup {
    html! {
        button class="link" form="lab-pays" name={ "set:" (name) } value=(pays) data-set=(pays) data-row=(name) { (pays) }
        small { (percent(edge, 4)) }
    }
}
