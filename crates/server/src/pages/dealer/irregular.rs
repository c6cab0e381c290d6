//! Irregularities: each with its consequence, shown before it is confirmed.

use maud::{Markup, html};
use rulebook::{Condition, Consequence, Irregularity, IrregularityRule, Moment, ToWhom};

use super::Dealer;
use crate::pages::words;

/// What can go wrong at a table, with what its section orders for each of those concerned.
fn kinds<'d>(dealer: &'d Dealer<'_>) -> Vec<(Irregularity, Vec<&'d IrregularityRule>)> {
    let mut kinds: Vec<(Irregularity, Vec<&IrregularityRule>)> = Vec::new();
    for rule in &dealer.felt.table.felt().section().irregularities {
        match kinds.iter_mut().find(|(event, _)| *event == rule.event) {
            Some((_, rules)) => rules.push(rule),
            None => kinds.push((rule.event, vec![rule])),
        }
    }
    kinds
}

/// What follows, in a few words.
fn short(consequence: Consequence) -> &'static str {
    match consequence {
        Consequence::Misdeal => "misdeal, all wagers back",
        Consequence::Void => "void, all wagers back",
        Consequence::DeadHand => "the hand is dead",
        Consequence::ProgressiveOnly | Consequence::TableMisdeal => {
            "play on for the progressive only"
        }
        Consequence::PlayOn => "turned over, play on",
        Consequence::ShowHand => "shown to all, play on",
        Consequence::BothHandsDead => "both hands are dead",
        Consequence::Refused => "no remedy in the section",
        Consequence::DiscardCard => "discarded, the next one replaces it",
        Consequence::BurnCard => "burned",
        Consequence::UseCard => "used as the next card",
        Consequence::OfferCard => "dealt as the next card",
        Consequence::DealerLast => "your card comes last",
        Consequence::SecondCardLast => "the second card comes last",
        Consequence::Reshuffle => "reshuffled, play on",
    }
}

/// What follows from a rule, in a few words: a misdeal is not called one twice.
fn follows(rule: &IrregularityRule) -> &'static str {
    match (rule.event, rule.consequence) {
        (Irregularity::Misdeal, Consequence::Misdeal) => "all wagers back",
        (_, consequence) => short(consequence),
    }
}

/// What follows, in a sentence.
fn sentence(consequence: Consequence) -> &'static str {
    match consequence {
        Consequence::Misdeal => "The round is a misdeal: it ends here and every wager is returned.",
        Consequence::Void => "The round is void: it ends here and every wager is returned.",
        Consequence::DeadHand => "The hand is dead and out of the round; its wagers go back.",
        Consequence::ProgressiveOnly => {
            "Antes and bets go back; the hands are played for the progressive only."
        }
        Consequence::TableMisdeal => {
            "Antes and bets go back, folded hands included; the others are played for the \
             progressive only."
        }
        Consequence::PlayOn => "The card is turned face up where it lies, and play goes on.",
        Consequence::ShowHand => "The hand is shown to everyone at the table, and play goes on.",
        Consequence::BothHandsDead => "Both hands are dead.",
        Consequence::Refused => "The section orders nothing for it: call a supervisor.",
        Consequence::DiscardCard => {
            "Enter the card next: it is discarded, and the card after it takes its place."
        }
        Consequence::BurnCard => "Enter the card next: it is burned.",
        Consequence::UseCard => "The card is used as if nothing had happened.",
        Consequence::OfferCard => "The exposed card is the next one that is dealt.",
        Consequence::DealerLast => {
            "The card that you missed is dealt after all players have theirs."
        }
        Consequence::SecondCardLast => "The player gets the second card after all others.",
        Consequence::Reshuffle => {
            "All cards but those in the hands are shuffled, and play goes on."
        }
    }
}

fn id(event: Irregularity) -> String {
    format!("irr-{}", event.word())
}

/// Whether a report with this consequence names the card.
fn names_card(consequence: Consequence) -> bool {
    matches!(consequence, Consequence::PlayOn | Consequence::OfferCard)
}

/// The buttons.
pub(super) fn section(dealer: &Dealer<'_>) -> Markup {
    html! {
        section class="sect" aria-labelledby="h-irr" {
            header { h3 id="h-irr" { "Irregular" } span class="muted" { "asks before it acts" } }
            div class="irr" {
                @for (event, rules) in kinds(dealer) {
                    a class="btn" href={ "#" (id(event)) } data-opens=(id(event)) {
                        (words::title(event.word()))
                        small { @for (place, rule) in rules.iter().enumerate() { @if place > 0 { "; " } (whose(rule, rules.len())) (follows(rule)) } }
                    }
                }
            }
        }
    }
}

/// `dealer: `, where it depends on whose cards it is about.
fn whose(rule: &IrregularityRule, rules: usize) -> &'static str {
    match rule.to {
        _ if rules == 1 => "",
        ToWhom::Dealer => "yours: ",
        ToWhom::Player => "a player’s: ",
        ToWhom::Anyone => "",
    }
}

/// The dialogs: what follows, what orders it, and what the house must know.
pub(super) fn dialogs(dealer: &Dealer<'_>) -> Markup {
    html! { @for (event, rules) in kinds(dealer) { (dialog(dealer, event, &rules)) } }
}

fn dialog(dealer: &Dealer<'_>, event: Irregularity, rules: &[&IrregularityRule]) -> Markup {
    let id = id(event);
    let is_refused = rules.iter().all(|rule| rule.consequence == Consequence::Refused);
    let needs_card = rules.iter().any(|rule| names_card(rule.consequence));
    let is_the_houses = needs_card && !dealer.is_live();
    html! {
        dialog id=(id) class="ask" aria-labelledby={ (id) "-h" } {
            h2 id={ (id) "-h" } { (words::title(event.word())) }
            @for rule in rules { (consequence(dealer, rule, rules.len())) }
            @if is_the_houses { p { "The house deals the cards at this table: none can be exposed by hand, so there is nothing to report." } }
            @if is_refused || is_the_houses {
                div class="ask-acts" { button type="button" class="btn" data-closes="" { "Close" } }
            } @else {
                (dealer.felt.act_form("stacked", html! {
                    (fields(dealer, event, rules))
                    div class="ask-acts" {
                        button class="btn first" { "Report it" }
                        a class="btn" href="#main" data-closes="" { "Cancel" }
                    }
                }))
            }
        }
    }
}

fn consequence(dealer: &Dealer<'_>, rule: &IrregularityRule, rules: usize) -> Markup {
    let section = dealer.felt.table.felt().section();
    let cites = rule.cite.iter().filter_map(|key| section.cite(key));
    // What the dealer will be told to do, in the section's own words.
    let is_due = |condition: &Condition| match condition {
        Condition::Consequence(consequence) => *consequence == rule.consequence,
        _ => true,
    };
    let steps = section
        .steps
        .iter()
        .filter(|step| step.at == Moment::Irregular(rule.event) && step.when.iter().all(is_due));
    html! {
        div class="consequence" {
            p {
                @if rules > 1 { b { (words::title(whose(rule, rules).trim_end_matches(": "))) ": " } }
                (sentence(rule.consequence))
                @if rule.calls_supervisor { " A supervisor is called." }
                @for cite in cites { " " (dealer.felt.cite(&cite.to_string())) }
            }
            @for step in steps { p class="muted" { "You: " (step.prompt) } }
        }
    }
}

/// What a report must name.
fn fields(dealer: &Dealer<'_>, event: Irregularity, rules: &[&IrregularityRule]) -> Markup {
    if event == Irregularity::Misdeal {
        return html! {
            input type="hidden" name="act" value="misdeal";
            label for="misdeal-reason" { "Why" }
            input id="misdeal-reason" name="reason" maxlength="200" autocomplete="off" required autofocus;
        };
    }
    let is_dealers = |rule: &&IrregularityRule| matches!(rule.to, ToWhom::Dealer | ToWhom::Anyone);
    let is_players = |rule: &&IrregularityRule| matches!(rule.to, ToWhom::Player | ToWhom::Anyone);
    let may_be_dealers = rules.iter().any(is_dealers);
    let may_be_players = rules.iter().any(is_players);
    let has = |wanted: Consequence| rules.iter().any(|rule| rule.consequence == wanted);
    let needs_card = rules.iter().any(|rule| names_card(rule.consequence));
    let takes_card = dealer.is_live() && (needs_card || event == Irregularity::ExposedCard);
    let word = event.word();
    html! {
        input type="hidden" name="act" value="irregular";
        input type="hidden" name="event" value=(word);
        @if may_be_players {
            label for={ "seat-of-" (word) } { "Whose" }
            select id={ "seat-of-" (word) } name="seat" data-whose="" required autofocus {
                @for seat in 1..=dealer.felt.table.seats() { option value=(seat) { "Seat " (seat) } }
                @if may_be_dealers { option value="" { "The dealer’s, the board’s or the deck’s" } }
            }
        }
        @if has(Consequence::BothHandsDead) {
            label for={ "other-of-" (word) } { "Shown to" }
            select id={ "other-of-" (word) } name="other" {
                @for seat in 1..=dealer.felt.table.seats() { option value=(seat) { "Seat " (seat) } }
            }
        }
        @if takes_card {
            label for={ "card-of-" (word) } { "Which card, such as Ts" }
            input id={ "card-of-" (word) } name="card" maxlength="3" autocomplete="off" autocapitalize="none" spellcheck="false" data-card-text="" required[needs_card];
        }
    }
}
