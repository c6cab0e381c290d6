//! The keypad: the hand buttons of the posted progressive, what is lit, and what blocks.

use games::Next;
use house::table::keypad::KeypadRound;
use house::table::play::Play;
use house::{Award, Disagreement, KeySwitch, Posted, Procedure, Seat, report};
use maud::{Markup, html};

use super::Dealer;
use crate::pages::words;

/// The keypad of a table with a progressive.
pub(in crate::pages::dealer) fn keypad(dealer: &Dealer<'_>) -> Markup {
    let keypad = dealer.felt.table.keypad().filter(|_| dealer.felt.view.meter.is_some());
    let Some(posted) = keypad.map(|keypad| &*keypad.posted) else {
        return html! { section id="keypad" class="sect" aria-label="Keypad" hidden {} };
    };
    let round = dealer.keypad();
    let round = round.as_ref();
    html! {
        section id="keypad" class="sect" aria-labelledby="h-keypad" {
            header { h3 id="h-keypad" { "Keypad" } span class="muted" { (hint(dealer)) } }
            (blocks(dealer))
            (dealer.felt.act_form("pad", html! {
                input type="hidden" name="act" value="key";
                (seats(dealer, posted, round))
                div class={ "keypad n" (posted.rows.len()) } {
                    @for row in &posted.rows {
                        button class="key" name="hand" value=(row.hand) aria-pressed="false" disabled[round.is_none()] {
                            (words::title(&row.hand))
                            small { (row.pays) @if let Some(envy) = row.envy { " · envy " (words::dollars(envy)) } }
                        }
                    }
                }
            }))
            @if let Some(round) = round { (lit(dealer, round)) }
            @if posted.procedure.has_key() { (j_pot(dealer, round)) }
        }
    }
}

fn hint(dealer: &Dealer<'_>) -> &'static str {
    match dealer.keypad() {
        None if dealer.felt.view.round.is_void => "The round is void",
        None if dealer.is_locked() => "No progressive bets in this round",
        None => "Opens when the bets are locked",
        Some(_) if dealer.is_keypad_only() => {
            "Without card entry: key the winning hands, then Game over. The house cannot check them."
        }
        Some(_) => "Choose the seat, press its hand; press again to turn it off",
    }
}

/// Which seat a key is for.
fn seats(dealer: &Dealer<'_>, posted: &Posted, round: Option<&KeypadRound<'_>>) -> Markup {
    let key = dealer.house.next_key(dealer.felt.table.id()).map(|(seat, _)| seat.0);
    let step = dealer.felt.view.round.next.step.as_ref();
    let due = key.or(step.and_then(|step| step.seat).map(|seat| seat.0));
    let first = round.and_then(|round| round.played.bets.keys().next()).map(|seat| seat.0);
    let chosen = due.or(first).unwrap_or(1);
    html! {
        fieldset class="pad-seats" data-due=[due] {
            legend class="vh" { "Seat" }
            @for number in 1..=dealer.felt.table.seats() {
                @let keyed = round.and_then(|round| round.keyed(Seat(number)));
                @let has_bet = round.is_some_and(|round| round.bet(Seat(number)).is_some());
                // A hand without the bet may still win the others envy [PRG-6].
                @let may = round.is_some() && (has_bet || (!posted.envy_needs_bet && dealer.seat(number).is_some_and(|seat| !seat.hands.is_empty())));
                input type="radio" class="vh" name="seat" id={ "pad-" (number) } value=(number) checked[number == chosen]
                    disabled[!may] data-keyed=[keyed];
                label for={ "pad-" (number) } class={ @if keyed.is_some() { "lit" } } {
                    "Seat " (number)
                    small { @if let Some(hand) = keyed { (words::title(hand)) } @else if has_bet { "bet" } @else { "no bet" } }
                }
            }
        }
    }
}

/// The winners that stay unpaid by an override [PRG-22].
fn unpaid(round: &KeypadRound<'_>) -> Markup {
    let seats = round.keys.overrides.iter().flat_map(|upheld| &upheld.saw);
    let mut seats: Vec<Seat> =
        seats.filter(|saw| saw.keyed.is_none()).map(|saw| saw.seat).collect();
    seats.dedup();
    html! {
        @for (upheld, saw) in seats.into_iter().filter_map(|seat| round.overridden(seat)) {
            @if let Some(agreed) = &upheld.agreed {
                p class="warn" {
                    "Seat " (saw.seat) " is not paid by override of " (agreed.by) " and " (agreed.approved_by)
                    ", the cards say " (saw.cards.as_deref().unwrap_or("no award")) ": " (upheld.reason)
                }
            }
        }
    }
}

/// What is lit: the hand, its amount, and who wins envy if it stays so.
fn lit(dealer: &Dealer<'_>, round: &KeypadRound<'_>) -> Markup {
    let procedure = round.posted.procedure;
    let envy = dealer.house.envy_due(dealer.felt.table.id());
    html! {
        (unpaid(round))
        @if !round.keys.lit.is_empty() {
            ul class="lit-list" aria-label="Keys that are on" {
                @for (seat, keyed) in &round.keys.lit {
                    @let hand = round.hand(keyed.row);
                    @let award = keyed.award.and_then(|award| dealer.house.award(award).or_else(|_| dealer.house.paid_award(award)).ok());
                    @let is_paid = award.is_some_and(Award::is_paid);
                    li id={ "lit-" (seat) } {
                        p {
                            b { "Seat " (seat) ": " (words::title(hand)) " on" }
                            ", " (standing(award, procedure))
                        }
                        @if let Some(words) = award.and_then(report::override_words) { p class="warn" { @if is_paid { "Paid " } @else { "To be paid " } (words) } }
                        @if let Some(words) = award.and_then(report::paid_words) { p class="warn" { (words) } }
                        @let won: Vec<String> = envy.iter().filter(|envy| envy.from == *seat)
                            .map(|envy| format!("seat {} {}", envy.seat, words::dollars(envy.amount))).collect();
                        @if !won.is_empty() { p class="gold" { "Envy: " (won.join(", ")) } }
                        // What J-POT has recorded is not turned off any more.
                        @if !is_paid && (award.is_none() || procedure == Procedure::Keypad) {
                            (dealer.act("key", html! {
                                input type="hidden" name="seat" value=(seat);
                                button class="btn" name="hand" value=(hand) { "Turn off" span class="vh" { " seat " (seat) } }
                            }))
                        }
                    }
                }
            }
        }
    }
}

fn standing(award: Option<&Award>, procedure: Procedure) -> Markup {
    let is_j_pot = procedure.has_key();
    html! {
        @match award.map(|award| (award, award.paid())) {
            Some((award, Some(paid))) => span class="win" { "award " (award.number) ", verified, paid " (words::dollars(paid)) },
            Some((award, None)) => {
                b class="gold num" { (words::dollars(award.amount)) }
                " from " (award.source.words()) ", award " (award.number) ", " (if is_j_pot { "recorded; paid when the key is at RUN" } else { "waits for a supervisor" })
            }
            None => "is to be recorded with J-POT",
        }
    }
}

/// Where keys and cards disagree. A winner that nobody keyed yet is not wrong while the round waits for its key.
pub(in crate::pages) fn wrong_keys(
    play: Option<&Play>,
    round: &KeypadRound<'_>,
) -> Vec<Disagreement> {
    let waits = play.is_some_and(|play| matches!(play.round().next(), Next::Award(_)));
    let mut found = round.disagreements();
    found.retain(|one| !waits || one.keyed.is_some());
    found
}

/// Keys and cards that disagree: nothing is verified, and the round does not end, before they agree.
fn blocks(dealer: &Dealer<'_>) -> Markup {
    let disagree = dealer.wrong_keys();
    html! {
        @if !disagree.is_empty() {
            div class="blocks" role="alert" {
                b { "Keys and cards disagree" }
                @for one in &disagree { p { (sentence(one)) } }
                p class="muted" { "The round cannot end until they agree, or two supervisors override the cards." }
            }
        }
    }
}

fn sentence(Disagreement { seat, keyed, cards }: &Disagreement) -> String {
    match (keyed, cards) {
        (Some(keyed), Some(cards)) => {
            format!("Seat {seat}: {keyed} is keyed, the cards show {cards}. Press {cards}.")
        }
        (Some(keyed), None) => {
            format!("Seat {seat}: {keyed} is keyed, the cards do not show it. Turn it off.")
        }
        (None, Some(cards)) => {
            format!("Seat {seat}: the cards show {cards}, and nothing is keyed. Press {cards}.")
        }
        (None, None) => format!("Seat {seat}"),
    }
}

/// The older procedure: a supervisor’s key, and J-POT.
fn j_pot(dealer: &Dealer<'_>, round: Option<&KeypadRound<'_>>) -> Markup {
    let is_jph = round.is_some_and(|round| round.keys.switch == KeySwitch::Jph);
    let (to, text) = if is_jph { ("run", "Key to RUN") } else { ("jph", "Key to JPH") };
    html! {
        div class="jpot" {
            p class="muted" { "The key is at " @if is_jph { "JPH." } @else { "RUN." } " A win is recorded with J-POT while it is at JPH." }
            @if dealer.supervises() && round.is_some() {
                (dealer.act("turn_key", html! { button class="btn" name="to" value=(to) { (text) } }))
                @if is_jph { (dealer.act("j_pot", html! { button class="btn" { "J-POT" } })) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_blocks_says_which_button_to_press() {
        let told = |keyed: Option<&str>, cards: Option<&str>| {
            let text = |text: Option<&str>| text.map(str::to_owned);
            sentence(&Disagreement { seat: Seat(3), keyed: text(keyed), cards: text(cards) })
        };
        assert_eq!(
            told(None, Some("flush")),
            "Seat 3: the cards show flush, and nothing is keyed. Press flush."
        );
        assert!(told(Some("straight"), None).ends_with("Turn it off."));
        assert!(told(Some("straight"), Some("flush")).ends_with("Press flush."));
    }
}
