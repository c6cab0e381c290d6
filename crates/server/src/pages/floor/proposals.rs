//! What takes two supervisors: proposals that wait, and new ones.

use house::{Command, Proposal, Proposed, report};
use maud::{Markup, html};

use super::Floor;
use super::ask::{dialog, opens, reason_field};
use crate::pages::draw::{cite, icon};
use crate::pages::words;

/// The kinds of proposals that are made here: the dialog, and what its button says.
const NEW: [(&str, &str); 4] = [
    ("new-adjust", "Adjust a meter…"),
    ("new-transfer", "Transfer…"),
    ("new-release", "Release overflow…"),
    ("new-back-out", "Back out an award…"),
];

pub(super) fn proposals(floor: &Floor<'_>) -> Markup {
    let open: Vec<&Proposal> =
        floor.house().proposals().filter(|proposal| proposal.is_open).collect();
    html! {
        section class="blk" id="proposals" tabindex="-1" aria-labelledby="h-proposals" {
            header { h2 id="h-proposals" { "Proposals" } span class="muted" { "two supervisors, never one twice" } }
            @if open.is_empty() { p class="muted" { "Nothing waits for a second supervisor." } }
            @else { ol class="calls" { @for proposal in open { (one(floor, proposal)) } } }
            @if floor.acts() {
                div class="acts2 new" { @for (id, text) in NEW { (opens(id, "quiet", html! { (text) })) } }
            }
        }
    }
}

/// What follows from the rule for what is proposed.
fn rule(proposed: &Proposed) -> Option<&'static str> {
    match proposed {
        Proposed::Adjust { .. } | Proposed::BackOut { .. } => Some("[PRG-10]"),
        Proposed::PayOther { .. } => Some("[PRG-20]"),
        Proposed::Override { .. } => Some("[PRG-22]"),
        Proposed::Transfer { .. } | Proposed::Reschedule { .. } => Some("[PRG-11]"),
        Proposed::ReleaseOverflow { .. }
        | Proposed::AddSupervisor { .. }
        | Proposed::ResetSecret { .. }
        | Proposed::VerifyEvery { .. } => None,
    }
}

fn one(floor: &Floor<'_>, proposal: &Proposal) -> Markup {
    let says = words::typeset(&report::proposed_words(&proposal.proposed));
    let (what, why) = says.split_once(": ").unwrap_or((&says, ""));
    let is_own = proposal.by == *floor.person;
    let id = format!("proposal-{}", proposal.number);
    let approve = Command::Approve { proposal: proposal.number };
    let may_approve = !is_own && floor.house().may_ask(floor.person, &approve).is_ok();
    html! {
        li id={ "row-" (id) } {
            span class="tag" { (icon("i-two")) " " (floor.name(&proposal.by)) }
            span {
                b { (first_upper(what)) }
                small {
                    @if is_own { "yours; waits for another supervisor" @if !why.is_empty() { " · " } }
                    (why) " "
                    @if let Some(rule) = rule(&proposal.proposed) { (cite(rule, "")) }
                }
            }
            @if is_own && floor.acts() { (opens(&id, "quiet", html! { "Withdraw…" })) }
            @else if may_approve { (opens(&id, "", html! { "Review…" })) }
            @else { span {} }
            @if may_approve || (is_own && floor.acts()) { (review(floor, proposal, &id, &says, may_approve)) }
        }
    }
}

fn review(
    floor: &Floor<'_>,
    proposal: &Proposal,
    id: &str,
    says: &str,
    may_approve: bool,
) -> Markup {
    let number = proposal.number;
    let call = |verb: &str| {
        (format!("/floor/proposals/{number}/{verb}"), format!("/api/v1/proposals/{number}/{verb}"))
    };
    let ((approve, approve_call), (reject, reject_call)) = (call("approve"), call("reject"));
    dialog(
        id,
        &format!("Proposal {number} by {}", floor.name(&proposal.by)),
        html! {
            p class="says" { (first_upper(says)) }
            (overridden(floor, &proposal.proposed))
            @if may_approve {
                (floor.call_form(&approve, &approve_call, &format!("Proposal {number} is approved and done."), html! {
                    button class="btn first" { "Approve and do it" }
                }))
            }
            @if floor.acts() {
                (floor.call_form(&reject, &reject_call, &format!("Proposal {number} is off the table."), html! {
                    (reason_field(id, if may_approve { "Or reject it: why?" } else { "Why do you withdraw it?" }))
                    button class="btn" { @if may_approve { "Reject" } @else { "Withdraw" } }
                }))
            }
        },
    )
}

/// What an override lets stand: for every seat what is keyed, what the cards say, and what is paid.
fn overridden(floor: &Floor<'_>, proposed: &Proposed) -> Markup {
    let Proposed::Override { table, saw, .. } = proposed else { return html! {} };
    let round = floor.house().table(table).ok().and_then(|table| table.keypad_round());
    let pays = |seat| {
        let lit = round.as_ref().and_then(|round| round.keys.lit.get(&seat))?;
        let award = lit.award.and_then(|number| floor.house().award(number).ok())?;
        Some(words::dollars(award.amount))
    };
    html! {
        ul {
            @for one in saw {
                li {
                    (first_upper(&report::disagreement_words(one))) ": "
                    @match (&one.keyed, pays(one.seat)) {
                        (None, _) => "nothing is paid",
                        (Some(_), Some(amount)) => { (amount) " is paid" },
                        (Some(_), None) => "the key stands",
                    }
                }
            }
        }
    }
}

/// A text with a capital letter.
pub(in crate::pages) fn first_upper(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The dialogs of new proposals. They stand outside the live parts: what is being written stays.
pub(super) fn new_dialogs(floor: &Floor<'_>) -> Markup {
    let done = "Proposed: another supervisor must agree.";
    let form = |kind: &str, fields: Markup| {
        floor.call_form(
            "/floor/proposals",
            "/api/v1/proposals",
            done,
            html! {
                input type="hidden" name="kind" value=(kind);
                (fields)
                button class="btn first" { "Propose" }
            },
        )
    };
    html! {
        (dialog("new-adjust", "Adjust a meter", html! {
            p { "Corrects what the sign shows, up or down. " (cite("[PRG-10]", "")) }
            (form("adjust", html! {
                (meters(floor, "adjust-meter", "meter", "Meter"))
                label for="adjust-amount" { "Dollars to add, or to take off with a minus" }
                input id="adjust-amount" name="amount" inputmode="text" autocomplete="off" placeholder="-12.50" required;
                (reason_field("adjust", "Why?"))
            }))
        }))
        (dialog("new-transfer", "Transfer between meters", html! {
            p { "Moves money on a petition to the commission. Without an amount it moves everything the first meter owes, and that meter closes. " (cite("[PRG-11]", "")) }
            (form("transfer", html! {
                (meters(floor, "transfer-from", "from", "From"))
                (meters(floor, "transfer-to", "to", "To"))
                label for="transfer-amount" { "Dollars; leave empty for all of it" }
                input id="transfer-amount" name="amount" inputmode="decimal" autocomplete="off";
                label for="transfer-petition" { "The petition" }
                input id="transfer-petition" name="petition" maxlength="200" autocomplete="off" required;
            }))
        }))
        (dialog("new-release", "Release overflow", html! {
            p { "Puts money from above the limit back on the display." }
            (form("release_overflow", html! {
                (meters(floor, "release-meter", "meter", "Meter"))
                label for="release-amount" { "Dollars" }
                input id="release-amount" name="amount" inputmode="decimal" autocomplete="off" required;
                (reason_field("release", "Why?"))
            }))
        }))
        (dialog("new-back-out", "Back out a paid award", html! {
            p { "Undoes an award after game over: what came off the meter goes back to it. " (cite("[PRG-10]", "")) }
            (form("back_out", html! {
                label for="back-out-award" { "Award, by the number of its slip" }
                input id="back-out-award" name="award" inputmode="numeric" pattern="[0-9]+" autocomplete="off" required;
                (reason_field("back-out", "Why?"))
            }))
        }))
    }
}

fn meters(floor: &Floor<'_>, id: &str, name: &str, label: &str) -> Markup {
    html! {
        label for=(id) { (label) }
        (meter_select(floor, id, name))
    }
}

/// The fields in which a meter is chosen: parts of the page, because meters come and go while it is open.
pub(super) const METER_SELECTS: [(&str, &str); 4] = [
    ("adjust-meter", "meter"),
    ("transfer-from", "from"),
    ("transfer-to", "to"),
    ("release-meter", "meter"),
];

/// A meter to choose.
pub(super) fn meter_select(floor: &Floor<'_>, id: &str, name: &str) -> Markup {
    html! {
        select id=(id) name=(name) required {
            @for meter in floor.house().meters().filter(|meter| !meter.is_closed) {
                option id={ (id) "-" (meter.id) } value=(meter.id) { (meter.id) " · " (meter.criteria.schedule.rsplit('/').next().unwrap_or_default()) }
            }
        }
    }
}
