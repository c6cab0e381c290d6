//! Wins to verify: the cards, what was keyed, what it is worth, and whether the cards agree [PRG-9].

use house::table::Table;
use house::table::keypad::KeypadRound;
use house::view::{SeatView, TableView, Viewer};
use house::{Award, KeySwitch, Proposal, Proposed, Source, report, rfc3339};
use maud::{Markup, html};
use money::Cents;

use super::ask::{dialog, opens, reason_field};
use super::{Floor, clock_time};
use crate::pages::dealer::keypad::wrong_keys;
use crate::pages::draw::{cite, hand, icon, key};
use crate::pages::felt::call;
use crate::pages::words;

pub(super) fn wins(floor: &Floor<'_>) -> Markup {
    let awards: Vec<&Award> = floor.house().awards().collect();
    let disagree: Vec<&Table> =
        floor.house().tables().filter(|table| !round_disagrees(table).is_empty()).collect();
    let unkeyed: Vec<&Table> = floor.house().tables().filter(|table| is_unkeyed(table)).collect();
    let unrecorded: Vec<&Table> =
        floor.house().tables().filter(|table| needs_key(floor, table)).collect();
    let count = awards.len() + unrecorded.len();
    let is_empty = count == 0 && disagree.is_empty() && unkeyed.is_empty();
    // The key verifies the first that can be.
    let can_be = |award: &&Award| !is_blocked(floor, award) && key_before(floor, award).is_none();
    let first = awards.iter().position(can_be);
    html! {
        section class="blk" id="wins" tabindex="-1" aria-labelledby="h-wins" {
            header { h2 id="h-wins" { "To verify" } span class="muted" { (count) @if count == 1 { " win" } @else { " wins" } } }
            @if is_empty { p class="muted" { "No wins to verify." } }
            @for (place, award) in awards.iter().enumerate() { (one(floor, award, Some(place) == first)) }
            @for table in disagree { (disagreement(floor, table)) }
            @for table in unkeyed { (to_key(floor, table)) }
            @for table in unrecorded { (j_pot(floor, table)) }
        }
    }
}

/// The round with progressive bets at a table.
fn round_at<'h>(floor: &Floor<'h>, table: &house::TableId) -> Option<KeypadRound<'h>> {
    floor.house().table(table).ok()?.keypad_round()
}

/// Whether there is a page of the table. A keypad alone has none.
pub(super) fn has_felt(floor: &Floor<'_>, table: &house::TableId) -> bool {
    floor.house().floor_table(table).is_ok()
}

/// The way to the dealer's page, where the table has one.
fn to_table(floor: &Floor<'_>, table: &house::TableId, class: &str) -> Markup {
    html! { @if has_felt(floor, table) { a class=(class) href={ "/tables/" (table) "/dealer" } { "Go to the table" } } }
}

fn round_disagrees(table: &Table) -> Vec<house::Disagreement> {
    let round = table.keypad_round();
    round.map(|round| wrong_keys(table.play(), &round)).unwrap_or_default()
}

/// Whether a winner waits to be keyed, and nothing else.
fn is_unkeyed(table: &Table) -> bool {
    let waits = table.keypad_round().is_some_and(|round| !round.mismatches().is_empty());
    waits && round_disagrees(table).is_empty()
}

/// A winner that the dealer is about to key.
fn to_key(floor: &Floor<'_>, table: &Table) -> Markup {
    let found = table.keypad_round().map(|round| round.disagreements()).unwrap_or_default();
    html! {
        div class="verify to-key" id={ "to-key-" (table.id()) } {
            @for one in &found {
                p { b { (table.id()) ", seat " (one.seat) ": " (one.cards.as_deref().map(words::title).unwrap_or_default()) } }
            }
            p class="muted" { @if found.len() == 1 { "The dealer keys it next. " } @else { "The dealer keys them one by one. " } (to_table(floor, table.id(), "")) }
        }
    }
}

/// What the house knows of the keyed hand.
enum Cards {
    Agree,
    Disagree(Option<String>),
    /// Two supervisors let the key stand [PRG-22].
    Overridden(String),
    NotKnown,
}

/// Whether the cards disagree with what was keyed. Such an award is not verified before the keys are overridden.
pub(super) fn is_blocked(floor: &Floor<'_>, award: &Award) -> bool {
    matches!(cards_say(floor, award), Cards::Disagree(_))
}

/// The seat that the dealer keys before this award can be verified: where awards depend on each other, all are lit
/// first [PRG-5].
pub(super) fn key_before(floor: &Floor<'_>, award: &Award) -> Option<house::Seat> {
    floor.house().next_key(&award.table).map(|(seat, _)| seat)
}

fn cards_say(floor: &Floor<'_>, award: &Award) -> Cards {
    let Some(round) = round_at(floor, &award.table) else { return Cards::NotKnown };
    if let Some(words) = report::override_words(award) {
        return Cards::Overridden(words);
    }
    if round.played.cards.is_none() {
        return Cards::NotKnown;
    }
    let differs = round.disagreements().into_iter().find(|found| found.seat == award.seat);
    differs.map_or(Cards::Agree, |found| Cards::Disagree(found.cards))
}

fn one(floor: &Floor<'_>, award: &Award, is_first: bool) -> Markup {
    let view = floor.house().view(&award.table, Viewer::Person(floor.person)).ok();
    let round = view.as_ref().map(|view| &view.round);
    let seat = round.and_then(|round| round.seats.iter().find(|seat| seat.seat == award.seat));
    let board = round.map_or(&[][..], |round| &round.board);
    let own = seat.and_then(|seat| seat.hands.first()).map_or(&[][..], |hand| &hand.cards);
    let play = floor.house().play(&award.table);
    let called = call::said(&call::hands(play, (award.seat.0, 0), own, board));
    let id = format!("award-{}", award.number);
    html! {
        div class={ "verify" @if is_blocked(floor, award) { " disagrees" } } id=(id) {
            div class="rowx" {
                @if own.is_empty() { p class="no-cards" { (icon("i-card")) " Keypad only: look at the hand on the table." } }
                @else {
                    (hand(&format!("{id}-hand"), &format!("Seat {}’s cards", award.seat), own, |_| None))
                    @if !board.is_empty() { (hand(&format!("{id}-board"), "Community cards", board, |_| None)) }
                }
                div class="won" {
                    div class="sum" { (words::dollars(award.amount)) }
                    div { (words::title(&award.hand)) ", " (source_words(award)) }
                    @if let Some(called) = called { div class="muted" { "The cards: " (called) } }
                }
            }
            (facts(floor, award, seat))
            @if floor.acts() { (buttons(floor, award, is_first)) }
        }
    }
}

fn source_words(award: &Award) -> String {
    match award.source {
        Source::Meter { share } => format!("{share} of the meter"),
        Source::Tray => "from the tray".to_owned(),
        Source::Envy => "envy for the others only".to_owned(),
    }
}

fn facts(floor: &Floor<'_>, award: &Award, seat: Option<&SeatView>) -> Markup {
    let wager = round_at(floor, &award.table).and_then(|round| round.bet(award.seat));
    let player = seat.and_then(|seat| seat.player.as_deref());
    let envy = floor.house().envy_due(&award.table);
    let envy: Vec<_> = envy.iter().filter(|won| won.from == award.seat).collect();
    let at = rfc3339(award.keyed_at);
    html! {
        dl class="facts" {
            dt { "Table" }
            dd {
                @if has_felt(floor, &award.table) { a href={ "/tables/" (award.table) } { (award.table) } } @else { (award.table) }
                ", round " (words::count(award.round)) ", seat " (award.seat)
            }
            @if let Some(player) = player { dt { "Player" } dd { (player) } }
            dt { "Bet" }
            dd {
                @match wager { Some(wager) => { (words::dollars(wager)) " progressive" }, None => "none: envy for the others only" }
                @if let Some(bet) = bet_after_fold(floor, award, seat) { ", " (bet) " " (cite("[PRG-13]", "")) }
            }
            dt { "Keyed" }
            dd { "by " (floor.name(&award.keyed_by)) " at " (clock_time(&at)) }
            dt { "Meter" }
            dd { (meter_words(award)) }
            dt { "Envy" }
            dd {
                @if envy.is_empty() { "none" }
                @else {
                    @for (place, won) in envy.iter().enumerate() { @if place > 0 { ", " } "seat " (won.seat) " " (words::dollars(won.amount)) }
                    " from the tray " (cite("[PRG-6]", ""))
                }
            }
            dt { "Cards" }
            dd { (agreement(floor, award)) }
            @if let Some((proposal, paid, reason)) = pay_other(floor, award) {
                dt { "Proposed" }
                dd { (floor.name(&proposal.by)) ": pay " (words::dollars(paid)) ", " (reason) "; waits for another supervisor " (cite("[PRG-20]", "")) }
            }
            @if let Some((proposal, reason)) = override_asked(floor, award) {
                dt { "Proposed" }
                dd { (floor.name(&proposal.by)) ": override the cards, " (reason) "; waits for another supervisor " (cite("[PRG-22]", "")) }
            }
            dt { "Slip" }
            dd { a href={ "/awards/" (award.number) "/slip" } { (format!("{:06}", award.number.0)) } }
        }
    }
}

/// What became of the progressive bet of a hand that folded, as the round says [PRG-13].
fn bet_after_fold(
    floor: &Floor<'_>,
    award: &Award,
    seat: Option<&SeatView>,
) -> Option<&'static str> {
    let has_bet = round_at(floor, &award.table)?.bet(award.seat).is_some();
    seat.filter(|seat| seat.folded && has_bet)?;
    let round = floor.house().play(&award.table)?.round();
    let number = games::SeatNumber::new(award.seat.0)?;
    Some(if round.has_live_progressive(number) { "folded: still live" } else { "folded: lost" })
}

/// What the award does to its meter.
fn meter_words(award: &Award) -> Markup {
    let (before, after) = (words::exact_meter(award.before), words::exact_meter(award.after));
    html! {
        (award.meter) " "
        @match award.source {
            Source::Meter { .. } if award.reseeds() => { (before) ", reseeds at " (after) " " (cite("[PRG-3]", "")) },
            Source::Meter { .. } => { (before) ", then " (after) " " (cite("[PRG-3]", "")) },
            Source::Tray | Source::Envy => { (after) ", unchanged" },
        }
    }
}

fn agreement(floor: &Floor<'_>, award: &Award) -> Markup {
    html! {
        @match cards_say(floor, award) {
            Cards::Agree => { "agree with what was keyed " (icon("i-check")) },
            Cards::Disagree(Some(says)) => span class="lose" { (icon("i-warn")) " disagree: they make " (says) },
            Cards::Disagree(None) => span class="lose" { (icon("i-warn")) " disagree: they make no winning hand" },
            Cards::Overridden(words) => { (icon("i-two")) " overridden, to be paid " (words) " " (cite("[PRG-22]", "")) },
            Cards::NotKnown => "the house does not know them: compare them yourself",
        }
    }
}

fn pay_other<'h>(floor: &Floor<'h>, award: &Award) -> Option<(&'h Proposal, Cents, &'h str)> {
    floor.house().proposals().find_map(|proposal| match &proposal.proposed {
        Proposed::PayOther { award: number, paid, reason, .. } if *number == award.number => {
            Some((proposal, *paid, reason.as_str()))
        }
        _ => None,
    })
}

/// The override of the cards that waits for a second supervisor, at an award that the cards do not support.
fn override_asked<'h>(floor: &Floor<'h>, award: &Award) -> Option<(&'h Proposal, &'h str)> {
    let mut open = floor.house().proposals().filter(|proposal| proposal.is_open);
    open.find_map(|proposal| match &proposal.proposed {
        Proposed::Override { table, saw, reason, .. } if *table == award.table => {
            saw.iter().any(|one| one.seat == award.seat).then_some((proposal, reason.as_str()))
        }
        _ => None,
    })
}

fn buttons(floor: &Floor<'_>, award: &Award, is_first: bool) -> Markup {
    let (number, amount) = (award.number, words::dollars(award.amount));
    let is_blocked = is_blocked(floor, award);
    // What J-POT has recorded is paid by turning the key, and only a manual adjustment backs it out.
    let is_recorded = is_by_key(floor, &award.table);
    let verify = format!("verify-{number}");
    let (other, void) = (format!("other-{number}"), format!("void-{number}"));
    html! {
        div class="acts2" {
            @if is_blocked {
                (opens(&format!("override-{}", award.table), "", html! { "Override…" }))
                (to_table(floor, &award.table, "btn quiet"))
            } @else if is_recorded {
                (key_form(floor, &award.table, "run", "The key is back at RUN.", &format!("Key to RUN: pay {amount}"), is_first))
                (opens(&other, "", html! { "Other amount…" }))
            } @else if let Some(seat) = key_before(floor, award) {
                p class="muted" { "The dealer keys seat " (seat) " first. " (cite("[PRG-5]", "")) }
            } @else {
                a class="btn first" role="button" href={ "#" (verify) } data-opens=(verify) data-key=[is_first.then_some("v")] {
                    @if is_first { (key("V")) " " } "Verify " (amount)
                }
                (opens(&other, "", html! { "Other amount…" }))
            }
            @if !is_recorded { (opens(&void, "quiet", html! { "Void…" })) }
        }
        @if !is_recorded { (verify_dialog(floor, award, &verify)) (void_dialog(floor, award, &void)) }
        (other_dialog(floor, award, &other))
    }
}

fn void_dialog(floor: &Floor<'_>, award: &Award, id: &str) -> Markup {
    let number = award.number;
    dialog(
        id,
        &format!("Void award {number}"),
        html! {
            p { "Nothing is paid, and the value flows back to the meter. " (cite("[PRG-9]", "")) }
            (floor.act_form(award.table.as_str(), &format!("Award {number} is void."), html! {
                input type="hidden" name="act" value="void";
                input type="hidden" name="award" value=(number);
                (reason_field(id, "Why is it void?"))
                button class="btn first" { "Void award " (number) }
            }))
        },
    )
}

fn verify_dialog(floor: &Floor<'_>, award: &Award, id: &str) -> Markup {
    let (number, amount) = (award.number, words::dollars(award.amount));
    dialog(
        id,
        &format!("Verify award {number}"),
        html! {
            p class="big-sum" { (amount) }
            p { (words::title(&award.hand)) " at " (award.table) ", round " (words::count(award.round)) ", seat " (award.seat) ". You have seen the cards and the bet. " (cite("[PRG-9]", "")) }
            (floor.act_form(award.table.as_str(), &format!("Award {number} is verified: {amount}."), html! {
                input type="hidden" name="act" value="verify";
                input type="hidden" name="award" value=(number);
                button class="btn first" data-key="v" autofocus { (key("V")) " Verify and pay " (amount) }
            }))
        },
    )
}

fn other_dialog(floor: &Floor<'_>, award: &Award, id: &str) -> Markup {
    let (number, amount) = (award.number, words::dollars(award.amount));
    dialog(
        id,
        &format!("Pay another amount for award {number}"),
        html! {
            p { "The award is " (amount) ". Another amount waits for a second supervisor. " (cite("[PRG-20]", "")) }
            (floor.act_form(award.table.as_str(), "Proposed: another supervisor must agree.", html! {
                input type="hidden" name="act" value="verify";
                input type="hidden" name="award" value=(number);
                label for={ (id) "-paid" } { "Pay, in dollars" }
                input id={ (id) "-paid" } name="paid" inputmode="decimal" autocomplete="off" placeholder="9999.00" required;
                (reason_field(id, "Why does it differ?"))
                button class="btn first" { "Propose" }
            }))
        },
    )
}

/// A table at which keys and cards disagree: nothing ends there before a key is corrected or overridden.
fn disagreement(floor: &Floor<'_>, table: &Table) -> Markup {
    let id = format!("override-{}", table.id());
    let found = round_disagrees(table);
    let mut awards = floor.house().awards().filter(|award| award.table == *table.id());
    // The win itself says so and has the button.
    if awards.any(|award| is_blocked(floor, award)) && found.len() == 1 {
        return html! { @if floor.acts() { (override_dialog(floor, table, &id)) } };
    }
    html! {
        div class="verify disagrees" id={ "disagrees-" (table.id()) } {
            p { b { (icon("i-warn")) " " (table.id()) ": keys and cards disagree " } (cite("[PRG-9]", "")) }
            ul {
                @for one in &found {
                    li { "Seat " (one.seat) ": keyed " (one.keyed.as_deref().unwrap_or("nothing")) ", the cards make " (one.cards.as_deref().unwrap_or("no winning hand")) }
                }
            }
            @if floor.acts() {
                div class="acts2" { (opens(&id, "", html! { "Override…" })) (to_table(floor, table.id(), "btn quiet")) }
                (override_dialog(floor, table, &id))
            }
        }
    }
}

fn override_dialog(floor: &Floor<'_>, table: &Table, id: &str) -> Markup {
    dialog(
        id,
        &format!("Override the cards at {}", table.id()),
        html! {
            p { "The keys stand as pressed, whatever the cards say: a hand keyed is paid, a winner not keyed is not. It takes a second supervisor, and both names and the reason stay with the award. " (cite("[PRG-22]", "")) }
            (floor.act_form(table.id().as_str(), "Proposed: another supervisor must agree.", html! {
                input type="hidden" name="act" value="override";
                (reason_field(id, "Why do the keys stand?"))
                button class="btn first" { "Propose the override" }
            }))
        },
    )
}

/// Whether a table's progressive is by the older procedure: the key to JPH, J-POT, and back to RUN [ED-3].
fn is_by_key(floor: &Floor<'_>, table: &house::TableId) -> bool {
    let keypad = floor.house().table(table).ok().and_then(|table| table.keypad());
    keypad.is_some_and(|keypad| keypad.posted.procedure.has_key())
}

/// Whether something waits for the older procedure's key: a win that J-POT has not recorded, or the way back to RUN.
fn needs_key(floor: &Floor<'_>, table: &Table) -> bool {
    let has_recorded = floor.house().awards().any(|award| award.table == *table.id());
    let waits = |round: KeypadRound<'_>| {
        round.keys.unrecorded().next().is_some()
            || (round.keys.switch == KeySwitch::Jph && !has_recorded)
    };
    is_by_key(floor, table.id()) && table.keypad_round().is_some_and(waits)
}

/// What a supervisor does with the key, or with J-POT.
fn key_form(
    floor: &Floor<'_>,
    table: &house::TableId,
    to: &str,
    done: &str,
    text: &str,
    is_first: bool,
) -> Markup {
    let class = if is_first { "btn first" } else { "btn" };
    floor.act_form(
        table.as_str(),
        done,
        html! {
            @if to == "j_pot" { input type="hidden" name="act" value="j_pot"; }
            @else { input type="hidden" name="act" value="turn_key"; input type="hidden" name="to" value=(to); }
            button class=(class) data-key=[is_first.then_some("v")] { @if is_first { (key("V")) " " } (text) }
        },
    )
}

/// Wins that J-POT is to record: which hands, and the key.
fn j_pot(floor: &Floor<'_>, table: &Table) -> Markup {
    let (id, round) = (table.id(), table.keypad_round());
    let round = round.as_ref();
    let is_turned = round.is_some_and(|round| round.keys.switch == KeySwitch::Jph);
    let hand = |row| round.map_or("", |round| round.hand(row));
    let wins: Vec<_> = round.into_iter().flat_map(|round| round.keys.unrecorded()).collect();
    let view = floor.house().view(id, Viewer::Person(floor.person)).ok();
    // The key of the page is for a win that can be paid.
    let is_first = floor.house().awards().next().is_none();
    html! {
        div class="verify" id={ "j-pot-" (id) } {
            @for (seat, keyed) in &wins {
                (won_cards(&format!("j-pot-{id}-{seat}"), view.as_ref(), seat.0))
                p { b { (id) ", seat " (seat) ": " (words::title(hand(keyed.row))) } }
            }
            p class="muted" {
                @if wins.is_empty() { (id) ": the key is at JPH, and nothing is to be recorded. " }
                @else if is_turned { "The key is at JPH: J-POT records the win. " }
                @else { "Look at the cards, turn the key to JPH and press J-POT. " }
                (cite("[ED-3]", ""))
            }
            @if floor.acts() {
                div class="acts2" {
                    @if !is_turned { (key_form(floor, id, "jph", "The key is at JPH.", "Key to JPH", is_first)) }
                    @else {
                        @if !wins.is_empty() { (key_form(floor, id, "j_pot", "The win is recorded.", "J-POT", is_first)) }
                        (key_form(floor, id, "run", "The key is back at RUN.", "Key to RUN", false))
                    }
                }
            }
        }
    }
}

/// The cards of a seat and of the board, where the house knows them.
fn won_cards(id: &str, view: Option<&TableView>, seat: u8) -> Markup {
    let round = view.map(|view| &view.round);
    let own = round.and_then(|round| round.seats.iter().find(|own| own.seat.0 == seat));
    let own = own.and_then(|own| own.hands.first()).map_or(&[][..], |hand| &hand.cards);
    let board = round.map_or(&[][..], |round| &round.board);
    html! {
        @if own.is_empty() { p class="no-cards" { (icon("i-card")) " Keypad only: look at the hand on the table." } }
        @else {
            div class="rowx" {
                (hand(&format!("{id}-hand"), &format!("Seat {seat}’s cards"), own, |_| None))
                @if !board.is_empty() { (hand(&format!("{id}-board"), "Community cards", board, |_| None)) }
            }
        }
    }
}
