//! The pays that the table posts, with the rows that just paid.

use games::{Outcome, RowId};
use maud::{Markup, html};
use rulebook::{Part, Schedule};

use super::Felt;
use crate::pages::words;

/// The posted pays.
pub(super) fn posted(felt: &Felt<'_>) -> Markup {
    let table = felt.table.felt();
    let schedules: Vec<Schedule> = table
        .section()
        .schedules
        .iter()
        .filter(|schedule| table.schedule(&schedule.chosen_as) == Some(schedule.id.as_str()))
        .filter(|schedule| felt.view.posted.bets.contains(&schedule.chosen_as.as_str()))
        .map(|schedule| table.as_posted(schedule).unwrap_or_else(|| schedule.clone()))
        .collect();
    let parts = schedules.iter().flat_map(|it| it.parts.iter().map(move |part| (it, part)));
    html! {
        section class="panel posted" id="posted" aria-labelledby="h-posted" {
            header { h2 id="h-posted" { "Posted pays" } span class="muted wide-only" { "P shows them all" } }
            // There is room for two beside the felt; the others come up with a key.
            @for (place, (schedule, part)) in parts.enumerate() {
                div class={ "placard" @if place > 1 { " more" } } { (placard(felt, schedule, part)) }
            }
        }
    }
}

fn placard(felt: &Felt<'_>, schedule: &Schedule, part: &Part) -> Markup {
    let lines: Vec<String> = part.lines.iter().map(|line| words::title(line)).collect();
    let name = if lines.len() > 1 { words::title(&schedule.wager) } else { lines.join(", ") };
    let id = if schedule.id == "standard" { "" } else { &schedule.id };
    let cite = part.cite.iter().find_map(|key| felt.table.felt().section().cite(key));
    let has_paid = |place: usize| {
        let is_it = |line: &house::view::LineView| {
            let pay = line.pay.map(RowId::place);
            line.outcome == Outcome::Win && pay == Some(place) && part.pays(line.wager)
        };
        felt.view.round.lines.iter().any(is_it)
    };
    html! {
        table class=(if schedule.progressive.is_some() { "pays prog" } else { "pays" }) {
            caption {
                span class="caps" { (name) " " (id) @if let Some(terms) = schedule.progressive { ", " (words::dollars(terms.nominal)) } }
                " " @if let Some(cite) = cite { (felt.cite(&cite.to_string())) }
            }
            tbody {
                @for (place, row) in part.rows.iter().enumerate() {
                    tr class=(if has_paid(place) { "paidrow" } else { "" }) {
                        th scope="row" { (words::title(&row.hand.to_string())) }
                        td { (row.pays) @if let Some(envy) = row.envy { " (" (words::dollars(envy)) ")" } }
                    }
                }
            }
        }
    }
}
