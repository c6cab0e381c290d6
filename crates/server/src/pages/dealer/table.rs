//! The felt in short: the steps of the round, the cards in the middle, and the seats from the dealer's left.

use std::collections::BTreeMap;

use house::Seat;
use house::table::play::Progress;
use house::table::steps::StepDue;
use house::view::{Due, SeatView};
use maud::{Markup, html};
use money::Cents;

use super::{Dealer, next};
use crate::pages::draw::hand;
use crate::pages::felt::{bets_of, call};
use crate::pages::words;

/// How many steps are shown before the current one, and after it.
const DONE_SHOWN: usize = 3;
const DUE_SHOWN: usize = 3;

/// The steps of the round: done, current, to come.
pub(super) fn steps(dealer: &Dealer<'_>) -> Markup {
    let play = dealer.play().filter(|play| play.progress() != Progress::Over);
    let confirmed = play.map_or(&[] as &[StepDue], |play| play.confirmed());
    let done = &confirmed[confirmed.len().saturating_sub(DONE_SHOWN)..];
    let due: Vec<&StepDue> = play.into_iter().flat_map(|play| play.steps()).collect();
    let ends = due.iter().any(|step| is_end(dealer, step));
    html! {
        ol class="steps" id="steps" aria-label="Steps of the round" {
            li class=(if dealer.is_locked() { "done" } else if due.is_empty() { "cur" } else { "" }) {
                @if dealer.is_locked() { "Bets locked" } @else { "Bets open" }
            }
            @for step in done { li class="done" { (name(step)) small { (cite(step)) } } }
            @match due.split_first() {
                Some((first, rest)) => {
                    li class="cur" aria-current="step" { (name(first)) small { (cite(first)) " now" } }
                    @for step in rest.iter().take(DUE_SHOWN) { li { (name(step)) small { (cite(step)) } } }
                    @if rest.len() > DUE_SHOWN { li { "…" small { (rest.len() - DUE_SHOWN) " more" } } }
                }
                None => @if dealer.is_locked() { li class="cur" aria-current="step" { (waits(dealer)) small { "now" } } },
            }
            @if !ends { li { "Game over" } }
        }
    }
}

fn is_end(dealer: &Dealer<'_>, step: &StepDue) -> bool {
    dealer.step(&step.id).is_some_and(|step| step.chore == rulebook::Chore::GameOver)
}

/// A step in a few words: its id in the section, and its seat.
fn name(step: &StepDue) -> String {
    let name = match step.id.as_str() {
        "j-pot" => "J-POT".to_owned(),
        id => words::title(id),
    };
    step.seat.map_or_else(|| name.clone(), |seat| format!("{name}, seat {seat}"))
}

fn cite(step: &StepDue) -> &str {
    step.cite.first().map_or("", |cite| words::short_cite(cite))
}

/// What the round waits for where no step does.
fn waits(dealer: &Dealer<'_>) -> String {
    let next = &dealer.felt.view.round.next;
    match &next.due {
        Due::Card(_) => next::wanted(dealer, next),
        Due::Decision(it) => format!("Seat {} decides", it.seat),
        Due::Award(seat) => format!("Award, seat {seat}"),
        Due::Bets | Due::Step(_) | Due::Done => "Pay and take".to_owned(),
    }
}

/// The dealer's cards and the board.
pub(super) fn board(dealer: &Dealer<'_>) -> Markup {
    let view = &dealer.felt.view;
    let round = &view.round;
    let called = call::said(&dealer.felt.dealers());
    let turned = dealer.felt.turned_over();
    let slots = dealer.felt.drawn().board.get(round.board.len()..).unwrap_or_default();
    html! {
        section class="dboard" id="dboard" aria-label="Dealer’s and community cards" {
            @if !round.dealer.is_empty() {
                div class="pile" { small { "Dealer" } (hand("d", "Dealer’s cards", &round.dealer, |_| None)) }
            }
            @if let Some((cards, _)) = &turned {
                div class="pile" { small { "Hold ’em" } (hand("x", "Dealer’s hold ’em hand", cards, |_| None)) }
            }
            @if !round.board.is_empty() || !slots.is_empty() {
                div class="pile" {
                    small { "Board" }
                    div class="row" {
                        @if !round.board.is_empty() { (hand("b", "Community cards", &round.board, |_| None)) }
                        @for slot in slots { span class="slot" { (slot) } }
                    }
                }
            }
            @if round.dealer.is_empty() && round.board.is_empty() && slots.is_empty() {
                div class="pile" { small { "Dealer" } div class="row" { span class="slot" { "no cards" } } }
            }
            p class="txt" {
                @if let Some(called) = called { b { "Dealer: " (called) } br; }
                @if let Some((_, name)) = &turned { b { "Dealer’s hold ’em hand: " (name) } br; }
                @if !round.burns.is_empty() { (round.burns.len()) " burned" br; }
                span class="muted" { (dealer.felt.print()) }
            }
        }
    }
}

/// What lies on a seat's areas, from the dealer to the player, as the felt has them.
fn in_order<'b>(
    felt: &rulebook::Felt,
    bets: &'b BTreeMap<&'static str, Cents>,
) -> Vec<(&'b &'static str, &'b Cents)> {
    let areas = &felt.areas;
    let place = |line: &str| areas.iter().position(|area| area.line == line);
    let mut bets: Vec<_> = bets.iter().collect();
    bets.sort_by_key(|(line, _)| place(line).unwrap_or(areas.len()));
    bets
}

/// A seat: lamp, cards, bets.
pub(super) fn seat(dealer: &Dealer<'_>, number: u8) -> Markup {
    let seat = dealer.seat(number);
    let next = &dealer.felt.view.round.next;
    let acts = next.seat() == Some(Seat(number)) && dealer.is_locked();
    let is_open = seat.is_none_or(|seat| seat.player.is_none() && seat.bets.is_empty());
    let is_out = seat.is_some_and(|seat| seat.folded || seat.dead);
    let class = [("open", is_open), ("out", is_out), ("sel", acts)];
    let class: Vec<&str> = class.iter().filter(|(_, is)| *is).map(|(class, _)| *class).collect();
    // The sensor lights with the lock and goes dark with game over, a misdeal or a dead hand.
    let is_lit = dealer.keypad().is_some_and(|round| round.bet(Seat(number)).is_some());
    let has_sensor = dealer.felt.view.meter.is_some();
    let bets = seat.map(|seat| bets_of(dealer.felt.table.felt(), &seat.bets)).unwrap_or_default();
    let bets = serde_json::to_string(&written(&bets)).unwrap_or_default();
    html! {
        li id={ "dseat-" (number) } class={ "dseat " (class.join(" ")) } data-seat=(number) data-bets=(bets) {
            span class="top" {
                span { (number) }
                @if has_sensor { span class={ "lamp" @if is_lit { " on" } } role="img" aria-label=(if is_lit { "sensor lit" } else { "sensor dark" }) {} }
            }
            @if let Some(seat) = seat.filter(|_| !is_open) {
                // A place for the cards before there are any: the card grid below stays where it is.
                @if dealer.is_live() && dealer.is_locked() && seat.hands.iter().all(|held| held.cards.is_empty()) {
                    span class="hand wait" aria-hidden="true" {}
                }
                @for (which, held) in seat.hands.iter().enumerate().filter(|(_, held)| !held.cards.is_empty()) {
                    (hand(&format!("s{number}h{which}"), &format!("Seat {number}’s cards"), &held.cards, |_| None))
                    @let words = held_words(dealer, seat, which);
                    @if !words.is_empty() { small class="called" { (words) } }
                }
                @if let Some(name) = &seat.player { b { (name) } }
                @let state = state(dealer, seat);
                @if !state.is_empty() { span class="muted" { (state) } }
                @if !seat.bets.is_empty() {
                    span class="bets" {
                        @for (line, amount) in in_order(dealer.felt.drawn(), &seat.bets) { span { i { (short(line)) } (words::dollars(*amount)) } }
                        @for (line, amount) in &seat.tips { span { i { "tip, " (short(line)) } (words::dollars(*amount)) } }
                    }
                }
            } @else { span class="free" { "open" } }
            @if dealer.is_live() && dealer.felt.takes_bets() {
                a class="btn bet" href={ "#bets-" (number) } data-opens={ "bets-" (number) } data-seat=(number) {
                    @if is_open || dealer.felt.is_over() { "Bet" } @else { "Change" }
                    span class="vh" { " seat " (number) }
                }
            }
        }
    }
}

/// The bets for the page's script, in the form of an act.
fn written(bets: &BTreeMap<&'static str, Cents>) -> BTreeMap<&'static str, String> {
    bets.iter().map(|(bet, amount)| (*bet, amount.to_string())).collect()
}

/// What a hand that lies open is called; after a split, which one it is and what lies on it.
fn held_words(dealer: &Dealer<'_>, seat: &SeatView, which: usize) -> String {
    let held = &seat.hands[which];
    let called = call::said(&dealer.felt.held(seat, which));
    let is_split = seat.hands.len() > 1;
    let own = is_split.then(|| format!("hand {}, {}", which + 1, words::dollars(held.stake)));
    let words: Vec<String> = own.into_iter().chain(called).collect();
    words.join(": ")
}

/// A line's name where there is little room.
fn short(line: &str) -> String {
    words::title(if line == "progressive" { "prog." } else { line })
}

fn state(dealer: &Dealer<'_>, seat: &SeatView) -> String {
    let next = &dealer.felt.view.round.next;
    let net = crate::pages::felt::seats::net(&dealer.felt, seat.seat.0);
    if seat.dead {
        return "dead hand".to_owned();
    }
    if dealer.felt.view.round.is_void && !seat.bets.is_empty() {
        return "wagers back".to_owned();
    }
    if let Some(net) = net.filter(|_| !dealer.felt.view.round.lines.is_empty()) {
        let out = seat.folded.then(|| format!("{}, ", dealer.felt.out_words(seat)));
        // The sign stays with its amount.
        let net = words::signed_dollars(net).replace('\u{2212}', "\u{2212}\u{2060}");
        return format!("{}{net}", out.unwrap_or_default());
    }
    match &next.due {
        _ if seat.folded => dealer.felt.out_words(seat).to_owned(),
        Due::Decision(it) if it.seat == seat.seat => "decides".to_owned(),
        Due::Bets if seat.ready => "ready".to_owned(),
        _ if seat.bets.is_empty() && dealer.is_locked() => "sits out".to_owned(),
        _ => String::new(),
    }
}
