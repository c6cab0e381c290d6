//! Chips that seats have asked for: they are there once the dealer has confirmed them.

use house::Seat;
use house::table::BuyIn;
use maud::{Markup, html};

use super::Dealer;
use crate::pages::words;

/// Every seat that waits for chips.
pub(super) fn buy_ins(dealer: &Dealer<'_>) -> Markup {
    let waiting = dealer.felt.table.buy_ins();
    let how = if dealer.felt.view.play_money {
        "Play money: there is no cash to count."
    } else {
        "Count the cash, then confirm."
    };
    html! {
        section class="sect buy-ins" id="buy-ins" aria-labelledby="h-buy-ins" hidden[waiting.is_empty()] {
            header { h3 id="h-buy-ins" { "Chips asked for" } span class="muted" { (how) } }
            @for (seat, buy_in) in waiting { (one(dealer, *seat, buy_in)) }
        }
    }
}

fn one(dealer: &Dealer<'_>, seat: Seat, buy_in: &BuyIn) -> Markup {
    let amount = words::dollars(buy_in.amount);
    html! {
        div class="buy-in" id={ "buy-in-" (seat) } {
            span { "Seat " (seat) @if let Some(name) = name(dealer, seat) { ", " (name) } ": " b { (amount) } }
            (dealer.act("confirm_chips", html! {
                input type="hidden" name="seat" value=(seat);
                input type="hidden" name="amount" value=(buy_in.amount);
                button class="btn first" { "Confirm " (amount) span class="vh" { " for seat " (seat) } }
            }))
            (dealer.act("refuse_chips", html! {
                input type="hidden" name="seat" value=(seat);
                button class="btn quiet" { "Refuse" span class="vh" { " seat " (seat) } }
            }))
        }
    }
}

fn name<'d>(dealer: &'d Dealer<'_>, seat: Seat) -> Option<&'d str> {
    dealer.seat(seat.0).and_then(|seat| seat.player.as_deref())
}

/// What is read aloud when it changes.
pub(super) fn said(dealer: &Dealer<'_>) -> Vec<String> {
    let asked = dealer.felt.table.buy_ins().iter();
    asked
        .map(|(seat, buy_in)| {
            format!("Seat {seat} asks for {} in chips.", words::dollars(buy_in.amount))
        })
        .collect()
}
