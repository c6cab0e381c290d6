//! Taking back what was entered last [GEN-14]: what it was, a button beside it, and a dialog that asks why.

use cards::Face;
use games::{Event, Facing, Op};
use house::sentences;
use house::table::play::Play;
use house::table::undo::LastEntry;
use maud::{Markup, html};

use super::Dealer;
use crate::pages::draw::{icon, key};
use crate::pages::words;

/// What was entered last, and the button that takes it back.
pub(super) fn last(dealer: &Dealer<'_>) -> Markup {
    let Some(play) = dealer.play() else { return html! {} };
    let Some(last) = play.last_entry() else {
        // The line keeps its room at a live table: the card grid below it stays under the finger.
        return html! { @if dealer.is_live() && dealer.is_locked() { p class="last" { span { "Nothing to take back yet" } } } };
    };
    let opens = match last.entered_by {
        None => "undo",
        Some(_) if !dealer.supervises() => "undo-call",
        Some(by) if by == dealer.person => "undo-other",
        Some(_) => "undo",
    };
    html! {
        p class="last" {
            span { "Last: " (words_of(play, &last)) }
            a class="btn" href={ "#" (opens) } data-opens=(opens) data-key="z" { (icon("i-undo")) " Take back " (key("Z")) }
        }
    }
}

/// What was entered, without a card that lies face down.
fn words_of(play: &Play, last: &LastEntry<'_>) -> String {
    let (Some(line), None) = (last.ops.last(), last.step) else {
        return last.step.map_or_else(String::new, |step| words::title(&step.id));
    };
    match play.round().log().ops().last() {
        Some(Op::Card(_)) => dealt(play).unwrap_or_else(|| "a card".to_owned()),
        _ => sentences::did(line),
    }
}

/// The card that was dealt last, as the log has it.
fn dealt(play: &Play) -> Option<String> {
    let events = play.round().log().events().iter();
    let (event, want, card) = events.rev().find_map(|event| match event {
        Event::Dealt { want, card } => Some((event, want, card)),
        _ => None,
    })?;
    let line = play.round().log_line(event);
    let line = line.split("  ").next()?;
    Some(match want.facing {
        Facing::Up => sentences::did(line),
        Facing::Down => sentences::did(&line.replace(&card.to_string(), &Face::Down.to_string())),
    })
}

/// Taking back asks why; what is not the dealer's alone calls a supervisor.
pub(super) fn dialogs(dealer: &Dealer<'_>) -> Markup {
    let what = if dealer.is_live() {
        "The round goes on as if the last step, card or decision had not been entered, and its money goes back. Keys that are on go off. Nothing is erased: the log keeps what it was, who took it back, and why."
    } else {
        "You confirm the last step again. Cards, decisions and money stay as they are. Nothing is erased: the log keeps the step, who took it back, and why."
    };
    html! {
        dialog id="undo" class="ask" aria-labelledby="undo-h" {
            h2 id="undo-h" { "Take back the last entry" }
            p { (what) " " (dealer.felt.cite("[GEN-14]")) }
            (dealer.felt.act_form("stacked", html! {
                input type="hidden" name="act" value="undo";
                label for="undo-reason" { "Why" }
                input id="undo-reason" name="reason" maxlength="200" autocomplete="off" required autofocus;
                (acts(Some("Take it back")))
            }))
        }
        dialog id="undo-call" class="ask" aria-labelledby="undo-call-h" {
            h2 id="undo-call-h" { "A supervisor takes this back" }
            p { "A dealer alone cannot take back a decision, a report, or a card that settled wagers. A supervisor does it on this page, under their own name. " (dealer.felt.cite("[GEN-14]")) }
            (dealer.felt.act_form("stacked", html! {
                input type="hidden" name="act" value="call_supervisor";
                input type="hidden" name="why" value="take back the last entry";
                (acts(Some("Call supervisor")))
            }))
        }
        dialog id="undo-other" class="ask" aria-labelledby="undo-other-h" {
            h2 id="undo-other-h" { "Another supervisor takes this back" }
            p { "You entered it yourself. " (dealer.felt.cite("[GEN-14]")) }
            (acts(None))
        }
    }
}

fn acts(does: Option<&str>) -> Markup {
    html! {
        div class="ask-acts" {
            @if let Some(does) = does { button class="btn first" { (does) } }
            a class="btn" href="#main" data-closes="" { "Cancel" }
        }
    }
}
