//! Calls for a supervisor, the longest first.

use house::rfc3339;
use house::table::{Call, Table};
use maud::{Markup, html};

use super::Floor;
use super::ask::opens;
use super::wins::{has_felt, is_blocked, key_before};
use crate::pages::draw::key;

/// A call is late after this many seconds.
const LATE_SECONDS: i64 = 120;

pub(super) fn calls(floor: &Floor<'_>) -> Markup {
    let mut called: Vec<(&Table, &Call)> =
        floor.house().tables().filter_map(|table| Some((table, table.call()?))).collect();
    called.sort_by_key(|(_, call)| call.at);
    html! {
        section class="blk" id="calls" tabindex="-1" aria-labelledby="h-calls" {
            header { h2 id="h-calls" { "Calls" } span class="muted" { @if called.is_empty() { "nobody waits" } @else { "longest first" } } }
            @if called.is_empty() { p class="muted" { "No table calls for a supervisor." } }
            @else {
                ol class="calls" { @for (place, (table, call)) in called.iter().enumerate() { (one(floor, place, table, call)) } }
            }
        }
    }
}

fn one(floor: &Floor<'_>, place: usize, table: &Table, call: &Call) -> Markup {
    let waited = (floor.now.0 - call.at.0).max(0) / 1_000_000;
    let award = floor.house().awards().find(|award| award.table == *table.id());
    let why = match (&award, call.why.trim()) {
        (Some(award), "") => format!("Progressive winner, seat {}: {}", award.seat, award.hand),
        (None, "") => "The dealer asks for a supervisor".to_owned(),
        (_, why) => why.trim_end_matches('.').to_owned(),
    };
    html! {
        li id={ "call-" (table.id()) } class=(if waited >= LATE_SECONDS { "late" } else { "" }) {
            time class="wait" datetime=(rfc3339(call.at)) data-since=(call.at.0 / 1000) data-late=(LATE_SECONDS) { (minutes(waited)) }
            span { b { (floor.table_words(table)) } small { (why) " · " (floor.name(&call.by)) } }
            @if let Some(award) = award.filter(|award| floor.acts() && !is_blocked(floor, award) && key_before(floor, award).is_none()) {
                (opens(&format!("verify-{}", award.number), "first", html! { "Verify" }))
            } @else if has_felt(floor, table.id()) {
                a class="btn" href={ "/tables/" (table.id()) "/dealer" } data-key=[(place == 0).then_some("a")] {
                    @if place == 0 { (key("A")) " " }
                    @if floor.acts() { "Take" } @else { "Look" }
                }
            }
        }
    }
}

/// Minutes and seconds: `4:12`.
pub(super) fn minutes(seconds: i64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    #[test]
    fn waiting_is_told_in_minutes() {
        assert_eq!(super::minutes(9), "0:09");
        assert_eq!(super::minutes(252), "4:12");
        assert_eq!(super::minutes(3_600), "60:00");
    }
}
