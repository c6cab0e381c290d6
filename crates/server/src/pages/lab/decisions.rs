//! The decisions that are made otherwise than under the printed schedule.

use cards::{Card, Face};
use maud::{Markup, html};
use odds::{ActionShare, Analysis, Difference, Exact, Spot, decimal, whole};

use super::{Lab, percent, signed, took};
use crate::pages::draw;
use crate::pages::floor::first_upper;

/// The decisions, before and now.
pub(super) fn part(lab: &Lab) -> Markup {
    let figures = lab.known.figures().filter(|(now, _)| !now.own().actions.is_empty());
    let Some((now, printed)) = figures else {
        return html! { section id="lab-decisions" class="dec" hidden {} };
    };
    let (own, before) = (now.own(), printed.own());
    let shares: Vec<(&ActionShare, Exact, Exact)> = own
        .actions
        .iter()
        .map(|action| (action, share(own, action), share_of(before, action)))
        .collect();
    let is_gone = |action: &&ActionShare| own.actions.iter().all(|other| !is_same(other, action));
    let gone = before.actions.iter().filter(is_gone);
    let gone: Vec<_> = gone.map(|action| (action, whole(0), share(before, action))).collect();
    let all: Vec<_> = shares.into_iter().chain(gone).collect();
    let changed = all.iter().filter(|(_, now, before)| now != before).count();
    html! {
        section id="lab-decisions" class="dec" aria-labelledby="h-dec" {
            header {
                h2 id="h-dec" { "Decisions" }
                span class="tag" { @match changed { 0 => "none made more or less often", many => { (many) " made more or less often" } } }
            }
            table class="out acts-table" {
                thead { tr { th scope="col" { "When" } th scope="col" { "Choice" } th scope="col" { "Printed" } th scope="col" { "Now" } th scope="col" { "Change" } } }
                tbody {
                    @for (action, now, before) in &all {
                        tr class=[(now != before).then_some("changed")] {
                            th scope="row" { (first_upper(action.at)) }
                            td { (action.action) }
                            td { (percent(before, 4)) }
                            td { b { (percent(now, 4)) } }
                            td { (signed(decimal(&(now - before)) * 100.0, 4)) }
                        }
                    }
                }
            }
            p class="note" { "Of all deals, under the best play for each schedule." }
            (changed_hands(lab))
        }
    }
}

/// How many kinds of decisions are shown.
const SHOWN: usize = 6;

/// The hands whose decisions change, each with an example.
pub(super) fn changed_hands(lab: &Lab) -> Markup {
    let known = lab.known.decisions.as_ref().and_then(|known| known.as_deref().ok());
    let Some(decisions) = known.filter(|known| !known.changed.is_empty()) else {
        return html! { div id="lab-changed-hands" hidden {} };
    };
    let all: Exact = decisions.changed.iter().map(|difference| &difference.chance).sum();
    html! {
        div id="lab-changed-hands" {
            header { h3 { "Decisions that changed" } span class="tag" { (percent(&all, 4)) " of rounds" } (took("compared in", decisions.took)) }
            ul { @for (place, difference) in decisions.changed.iter().take(SHOWN).enumerate() { (hand(place, difference)) } }
            @if decisions.changed.len() > SHOWN { p class="note" { (decisions.changed.len() - SHOWN) " more kinds of hands, less frequent." } }
        }
    }
}

fn hand(place: usize, difference: &Difference) -> Markup {
    let Spot { own, board, dealer, .. } = &difference.example;
    let cards = |name: &str, title: &str, cards: &[Card]| {
        let faces: Vec<Face> = cards.iter().copied().map(Face::Up).collect();
        html! { @if !faces.is_empty() { (draw::hand(&format!("changed-{place}-{name}"), title, &faces, |_| None)) } }
    };
    html! {
        li {
            div class="ch" {
                (cards("own", "The player’s cards", own))
                @if !board.is_empty() { span class="on" { "on" } (cards("board", "The board", board)) }
                @if !dealer.is_empty() { span class="on" { "against" } (cards("dealer", "The dealer’s cards", dealer)) }
            }
            div class="wd" { b { (difference.after) } " instead of " (difference.before) small { (difference.at) ": " (difference.kind) } }
            span class="num" { (super::pays::one_in(&difference.chance)) }
        }
    }
}

fn share(analysis: &Analysis, action: &ActionShare) -> Exact {
    odds::fraction(action.combinations.clone(), analysis.distribution.space().clone())
}

fn is_same(one: &ActionShare, other: &ActionShare) -> bool {
    (one.at, one.action) == (other.at, other.action)
}

/// How often another analysis makes the same choice.
fn share_of(analysis: &Analysis, action: &ActionShare) -> Exact {
    let same = analysis.actions.iter().find(|other| is_same(other, action));
    same.map_or_else(|| whole(0), |known| share(analysis, known))
}
