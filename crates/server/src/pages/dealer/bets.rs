//! Bets at a live table: the dealer enters them for each seat.

use maud::{Markup, html};
use money::Cents;

use super::Dealer;
use crate::pages::draw::stack;
use crate::pages::words;

/// The chips that add to an amount, in dollars.
const CHIPS: [i64; 4] = [1, 5, 25, 100];

/// A dialog for each seat.
pub(super) fn dialogs(dealer: &Dealer<'_>) -> Markup {
    html! { @for seat in 1..=dealer.felt.table.seats() { (dialog(dealer, seat)) } }
}

fn dialog(dealer: &Dealer<'_>, seat: u8) -> Markup {
    let id = format!("bets-{seat}");
    html! {
        dialog id=(id) class="ask bets-ask" aria-labelledby={ (id) "-h" } {
            h2 id={ (id) "-h" } { "Seat " (seat) }
            (dealer.felt.act_form("stacked", html! {
                input type="hidden" name="act" value="bet";
                input type="hidden" name="seat" value=(seat);
                div class="bet-rows" { @for bet in &dealer.felt.view.posted.bets { (row(dealer, seat, bet)) } }
                div class="rack" role="group" aria-label="Add a chip" {
                    @for value in CHIPS {
                        button type="button" data-adds=(value) aria-label={ "Add $" (value) } { (stack(Cents::dollars(value))) }
                    }
                    button type="button" class="btn quiet" data-adds="0" { "Empty" }
                }
                div class="ask-acts" {
                    button class="btn first" { "Place the bets" }
                    a class="btn" href="#main" data-closes="" { "Cancel" }
                }
            }))
            (dealer.act("clear", html! {
                input type="hidden" name="seat" value=(seat);
                button class="btn quiet clear-bets" { "Take all bets of seat " (seat) " back" }
            }))
        }
    }
}

fn row(dealer: &Dealer<'_>, seat: u8, bet: &'static str) -> Markup {
    let felt = dealer.felt.table.felt();
    let id = format!("bet-{seat}-{bet}");
    let least = dealer.felt.view.posted.least.get(bet);
    let posted = felt.progressive().filter(|_| bet == "progressive");
    let (min, max) = felt.range(bet);
    html! {
        label for=(id) {
            (words::title(bet))
            small {
                @match posted {
                    Some(posted) => { (words::dollars(posted.wager)) " at the sensor" },
                    None => { (words::dollars(min.max(felt.chip()))) "–" (words::dollars(max)) },
                }
            }
        }
        @match posted {
            Some(posted) => input id=(id) type="checkbox" name={ "bets." (bet) } value=(posted.wager) data-bet=(bet);,
            None => input id=(id) name={ "bets." (bet) } inputmode="decimal" autocomplete="off" size="7" data-bet=(bet)
                data-least=[least] data-with=[same_area(dealer, bet)];,
        }
    }
}

/// The bets that are made together with this one: the blind is always the ante.
fn same_area(dealer: &Dealer<'_>, bet: &str) -> Option<String> {
    let mut areas = dealer.felt.drawn().areas.iter().map(|area| &area.takes);
    let takes = areas.find(|takes| takes.len() > 1 && takes.iter().any(|known| known == bet))?;
    let others: Vec<&str> =
        takes.iter().map(String::as_str).filter(|other| *other != bet).collect();
    Some(others.join(" "))
}
