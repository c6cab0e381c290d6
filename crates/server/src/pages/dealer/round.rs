//! The round as a whole: calls, game over, relief; and its settlement so far.

use house::table::play::Progress;
use house::view::LineOut;
use maud::{Markup, html};
use money::Cents;

use super::Dealer;
use crate::pages::draw::{icon, key};
use crate::pages::words;

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
                        "By " (call.by) " at " time datetime=(call.at) { (call.at.get(11..19).unwrap_or_default()) " UTC" }
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
                thead { tr { th scope="col" { "Seat" } th scope="col" { "Wager" } th scope="col" class="num" { "Staked" } th scope="col" class="num" { "Result" } th scope="col" class="num" { "Rule" } } }
                tbody { @for (place, line) in round.lines.iter().enumerate() { (row(dealer, place, line)) } }
            }
        }
    }
}

fn row(dealer: &Dealer<'_>, place: usize, line: &LineOut) -> Markup {
    let amount = |text: &str| text.parse().unwrap_or(Cents::ZERO);
    let net = amount(&line.returned) - amount(&line.staked);
    html! {
        tr id={ "line-" (place) } class=(if matches!(line.wager, "progressive" | "envy") { "prog" } else { "" }) {
            td class="seatno" { span { (line.seat) } }
            td { span class="w" { (words::title(line.wager)) } " " span class="why" { (crate::pages::felt::lines::row_words(line)) } }
            td class="num" { (line.staked) }
            td class="num res" {
                @if net == Cents::ZERO { (line.result) }
                @else { span class=(if net < Cents::ZERO { "lose" } else { "win" }) { (words::signed(net)) } }
            }
            td class="num" { (dealer.felt.cite(&line.cite)) }
        }
    }
}
