//! The round as a whole: calls, game over, relief; and its settlement so far.

use house::rfc3339;
use house::table::play::Progress;
use house::view::LineView;
use maud::{Markup, html};

use super::Dealer;
use crate::pages::draw::{icon, key};
use crate::pages::felt::lines::{cells, columns};
use crate::pages::floor::name_of;

/// What can be done with the round.
pub(super) fn round(dealer: &Dealer<'_>) -> Markup {
    let view = &dealer.felt.view;
    let waits = view.round.next.step.is_some();
    let may_end =
        (dealer.progress() == Some(Progress::Settled) && !waits) || dealer.is_keypad_only();
    let may_relieve = view.is_open && !dealer.is_locked();
    html! {
        section class="sect" id="round" aria-labelledby="h-round" {
            header { h3 id="h-round" { "Round" } }
            div class="round-acts" {
                (dealer.act("call_supervisor", html! {
                    button class={ "btn" @if view.call.is_some() { " called" } } data-key="s" {
                        (icon("i-call"))
                        @if view.call.is_some() { "Supervisor called" } @else { "Call supervisor" }
                        " " (key("S"))
                    }
                }))
                @if let Some(call) = &view.call {
                    p class="muted small" {
                        "By " (name_of(dealer.house, &call.by)) " at " @let at = rfc3339(call.at); time datetime=(at) { (at.get(11..19).unwrap_or_default()) " UTC" }
                        @if !call.why.is_empty() { ": " (call.why) }
                    }
                }
                (dealer.act("game_over", html! {
                    button class="btn" data-key="g" disabled[!may_end] { (icon("i-lock")) " Game over " (key("G")) }
                }))
                (dealer.act("relieve", html! {
                    button class="btn" disabled[!may_relieve] { (icon("i-two")) " Relieve the dealer" }
                }))
            }
        }
    }
}

/// What was paid and taken so far, in the rule's order.
pub(super) fn lines(dealer: &Dealer<'_>) -> Markup {
    let round = &dealer.felt.view.round;
    html! {
        section class="sect" id="lines" aria-labelledby="h-lines" hidden[round.lines.is_empty()] {
            header { h3 id="h-lines" { "Pay and take" } span class="muted" { (round.lines.len()) " lines, in the rule’s order" } }
            table class="take" {
                (columns())
                tbody { @for (place, line) in round.lines.iter().enumerate() { (row(dealer, place, line)) } }
            }
        }
    }
}

fn row(dealer: &Dealer<'_>, place: usize, line: &LineView) -> Markup {
    let is_progressive = matches!(line.wager, "progressive" | "envy");
    html! {
        tr id={ "line-" (place) } class=(if is_progressive { "prog" } else { "" }) { (cells(line, &dealer.felt.view.edition)) }
    }
}
