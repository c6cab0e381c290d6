//! Beside the felt: what may be bet while bets are open, what has happened during the round, and the settlement line by
//! line in the rule's order.

use games::{Action, Event, Outcome, TipLine};
use house::Seat;
use house::table::play::Progress;
use house::table::setup::Clocks;
use house::view::{Due, LineView, SeatView};
use maud::{Markup, html};
use money::Cents;
use rulebook::Consequence;

use super::Felt;
use crate::pages::draw::cite;
use crate::pages::words;

/// The wager that is settled with the meter.
const PROGRESSIVE: &str = "progressive";

/// The panel beside the felt.
pub(super) fn lines(felt: &Felt<'_>) -> Markup {
    let round = &felt.view.round;
    html! {
        section class="panel lines" id="lines" aria-labelledby="h-lines" {
            @if !round.lines.is_empty() { (settlement(felt)) }
            @else if round.phase == Progress::Playing { (so_far(felt)) }
            @else { (limits(felt)) }
            p class="rule-note" id="rule" hidden {}
        }
    }
}

/// What became of a wager that neither won nor lost: `push`, or `returned` where it did not count at all.
pub(crate) fn even_words(line: &LineView) -> &'static str {
    if line.outcome == Outcome::Dead { "returned" } else { line.outcome.word() }
}

fn settlement(felt: &Felt<'_>) -> Markup {
    let round = &felt.view.round;
    let count = round.lines.len();
    html! {
        header {
            h2 id="h-lines" { "Pay and take" }
            span class="muted" id="line-count" data-count=(count) { (count) @if count == 1 { " line" } @else { " lines" } }
        }
        table class={ "take" @if is_large(&round.lines) { " tall" } } {
            (columns())
            tbody {
                @for place in 0..count { (line(felt, place)) }
                @for seat in to_come(felt) { (award_to_come(felt, seat)) }
            }
        }
        @if let Some(rake) = round.rake { p class="muted small" { "Rake: " (words::dollars(rake)) } }
        @if !round.tips.is_empty() {
            p class="muted small" { "Tips for the dealers:" @for tip in &round.tips { " " (tip_words(tip)) } }
        }
        @if round.is_void { p class="void-note" { "The round is void: every wager is returned." } }
        @if felt.is_over() && felt.is_signed_in && (!felt.is_player || !felt.mine.is_empty()) {
            p class="small" { a href={ "/rounds/" (felt.view.table) "/" (round.number) } { "Recall this round" } }
        }
    }
}

/// The seats whose progressive waits while an award is verified, in the order of the lines.
fn to_come<'f>(felt: &'f Felt<'_>) -> impl Iterator<Item = &'f SeatView> {
    let round = &felt.view.round;
    let is_settled =
        |seat: Seat| round.lines.iter().any(|line| line.seat == seat && line.wager == PROGRESSIVE);
    let waits =
        move |seat: &&SeatView| seat.bets.contains_key(PROGRESSIVE) && !is_settled(seat.seat);
    round.seats.iter().rev().filter(waits).filter(|_| matches!(round.next.due, Due::Award(_)))
}

fn award_to_come(felt: &Felt<'_>, seat: &SeatView) -> Markup {
    let (table, chosen) = (felt.table.felt(), felt.view.posted.schedules.get(PROGRESSIVE));
    let schedules = &table.section().schedules;
    let posted = schedules.iter().find(|it| it.chosen_as == PROGRESSIVE && Some(&it.id) == chosen);
    let parts = posted.into_iter().flat_map(|schedule| &schedule.parts);
    let cite = parts.flat_map(|part| &part.cite).find_map(|key| table.section().cite(key));
    let is_next = felt.view.round.next.seat() == Some(seat.seat);
    let class = if felt.has_played(seat.seat.0) { "prog mine wait" } else { "prog wait" };
    html! {
        tr id={ "soon-" (seat.seat) } class=(class) {
            td class="seatno" { span { (seat.seat) } }
            td { span class="w" { "Progressive" } @if is_next { " " span class="why" { "supervisor verifies" } } }
            td class="num" { @if let Some(bet) = seat.bets.get(PROGRESSIVE) { (bet) } }
            td class="num" {}
            td class="num res" { "to come" }
            td class="num" { @if let Some(cite) = cite { (felt.cite(&cite.to_string())) } }
        }
    }
}

fn line(felt: &Felt<'_>, place: usize) -> Markup {
    let lines = &felt.view.round.lines;
    let line = &lines[place];
    let starts = place > 0 && lines[place - 1].seat != line.seat;
    let class = [
        ("mine", felt.has_played(line.seat.0)),
        ("grp", starts),
        ("prog", matches!(line.wager, "progressive" | "envy")),
    ];
    let class: Vec<&str> = class.iter().filter(|(_, is)| *is).map(|(class, _)| *class).collect();
    html! {
        tr id={ "line-" (place) } class=(class.join(" ")) data-seat=(line.seat) data-say=(sentence(felt, line)) {
            (cells(line, &felt.view.edition))
        }
    }
}

/// The longest amount that fits its column: `10000.00`. A jackpot's takes more.
const AMOUNT_MAX: usize = 8;

/// Whether a line has an amount that is too long for its column.
fn is_large(lines: &[LineView]) -> bool {
    lines.iter().any(|line| line.staked.max(line.returned).to_string().len() > AMOUNT_MAX)
}

/// What became of a tip.
fn tip_words(tip: &TipLine) -> String {
    let wager = words::title(tip.wager).to_lowercase();
    let (returned, staked) = (words::dollars(tip.returned), words::dollars(tip.staked));
    let seat = tip.seat;
    match tip.outcome {
        Outcome::Lose => format!("seat {seat}’s {staked} on {wager} loses."),
        Outcome::Win => format!("seat {seat}’s {wager} wins, {returned} to the toke box."),
        outcome @ (Outcome::Push | Outcome::Dead) => {
            format!("seat {seat}’s {wager} {}, {returned} to the toke box.", outcome.word())
        }
    }
}

/// The columns of a settlement.
pub(crate) fn columns() -> Markup {
    html! {
        thead {
            tr {
                th scope="col" { span class="vh" { "Seat" } }
                th scope="col" { "Wager" }
                th scope="col" class="num" { "Staked" }
                th scope="col" class="num" { "Back" }
                th scope="col" class="num" { "Result" }
                th scope="col" class="num" { "Rule" }
            }
        }
    }
}

/// A line of a settlement, column by column, cited as an edition has it.
pub(crate) fn cells(line: &LineView, edition: &str) -> Markup {
    let net = line.net();
    html! {
        td class="seatno" { span { (line.seat) } }
        td { span class="w" { (words::title(line.wager)) @if let Some(hand) = line.hand { " hand " (hand) } } " " span class="why" { (line.reason()) } @if let Some(decided) = line.decided() { " " span class="why decided" { (decided) } } }
        td class="num" { (line.staked) }
        td class="num" { (line.returned) }
        td class="num res" {
            @if net == Cents::ZERO { (even_words(line)) }
            @else if net < Cents::ZERO { span class="lose" { (words::signed(net)) } }
            @else { span class="win" { (words::signed(net)) } }
        }
        td class="num" { (cite(&line.cite.to_string(), edition)) }
    }
}

/// A wager in a sentence: `third street`, `bet on hand 2`. A blackjack is a hand before it is a wager.
pub(super) fn wager_said(line: &LineView) -> String {
    let wager = match line.wager {
        natural if house::sentences::is_natural(natural) => "bet".to_owned(),
        wager => words::title(wager).to_lowercase(),
    };
    let hand = line.hand.map(|hand| format!(" on hand {hand}")).unwrap_or_default();
    format!("{wager}{hand}")
}

/// A line of the settlement in words.
pub(super) fn sentence(felt: &Felt<'_>, line: &LineView) -> String {
    let net = line.net();
    let whose = if felt.has_played(line.seat.0) {
        "Your".to_owned()
    } else {
        format!("Seat {}’s", line.seat)
    };
    let wager = wager_said(line);
    let why = line.why().map(|why| format!(": {why}")).unwrap_or_default();
    let why = line.decided().map_or_else(|| why.clone(), |decided| format!("{why}; {decided}"));
    match net.get() {
        0 if line.outcome == Outcome::Dead => format!("{whose} {wager} is returned{why}."),
        0 => format!("{whose} {wager} pushes{why}."),
        cents if cents < 0 => {
            format!("{whose} {wager} loses {}{why}.", words::dollars(Cents::new(-cents)))
        }
        _ => format!("{whose} {wager} wins {}{why}.", words::dollars(net)),
    }
}

/// What has happened in the round, as everyone at the table could see it.
fn so_far(felt: &Felt<'_>) -> Markup {
    let round = &felt.view.round;
    let next = &round.next;
    let decision = next.decision();
    let waiting = match &next.due {
        Due::Decision(it) if felt.mine.contains(&it.seat.0) => "your turn".to_owned(),
        Due::Decision(it) => format!("seat {} to act", it.seat),
        Due::Award(seat) => format!("seat {seat}: an award to verify"),
        Due::Bets | Due::Card(_) | Due::Step(_) | Due::Done => "in progress".to_owned(),
    };
    html! {
        header { h2 id="h-lines" { "This round" } span class="muted" { (waiting) } }
        table class="take" {
            tbody {
                @for (place, (seat, text, cite)) in happened(felt).into_iter().enumerate() {
                    tr id={ "did-" (place) } class=(if seat.is_some_and(|seat| felt.mine.contains(&seat)) { "mine" } else { "" }) {
                        td class="seatno" { @if let Some(seat) = seat { span { (seat) } } }
                        td { (text) }
                        td class="num" { @if let Some(cite) = cite { (felt.cite(&cite)) } }
                    }
                }
                @if let Some(it) = decision {
                    @let is_mine = felt.mine.contains(&it.seat.0);
                    tr class=(if is_mine { "mine now" } else { "now" }) aria-current="step" {
                        td class="seatno" { span { (it.seat) } }
                        td { @if is_mine { "You: " (words::choices(it.actions())) } @else { "to act" } }
                        td {}
                    }
                }
            }
        }
    }
}

/// What was done so far: a seat, what it did, and the rule. A card that only its player knows is not named.
fn happened(felt: &Felt<'_>) -> Vec<(Option<u8>, String, Option<String>)> {
    let Some(play) = felt.play else { return Vec::new() };
    let table = felt.table.felt();
    let mut done = Vec::new();
    for event in play.round().log().events() {
        match event {
            Event::Locked { cite } => {
                done.push((
                    None,
                    "Bets are locked".to_owned(),
                    Some(table.citation(*cite).to_string()),
                ));
            }
            Event::Decided { seat, hand, action, .. } => {
                let hand = hand.map(|hand| format!("hand {hand}: ")).unwrap_or_default();
                let text = match action {
                    // Which card it is, is known to its player alone.
                    Action::Set(_) => "sets the hands".to_owned(),
                    action => action.to_string(),
                };
                done.push((Some(seat.get()), format!("{hand}{text}"), None));
            }
            Event::Ordered { consequence, cite } => {
                let text = consequence_words(*consequence).to_owned();
                done.push((None, text, Some(table.citation(*cite).to_string())));
            }
            Event::SupervisorCalled { cite } => {
                done.push((
                    None,
                    "A supervisor is called".to_owned(),
                    Some(table.citation(*cite).to_string()),
                ));
            }
            _ => {}
        }
    }
    done
}

/// What a rule ordered after an irregularity, as everyone at the table hears it.
fn consequence_words(consequence: Consequence) -> &'static str {
    match consequence {
        Consequence::Misdeal => "Misdeal: every wager is returned",
        Consequence::Void => "The round is void: every wager is returned",
        Consequence::DeadHand => "A hand is dead",
        Consequence::ProgressiveOnly => "The hands are played for the progressive only",
        Consequence::TableMisdeal => {
            "Misdeal: antes and bets are returned, and hands that did not fold play for the progressive only"
        }
        Consequence::PlayOn => "A card is turned face up, and play goes on",
        Consequence::ShowHand => "A hand is shown to all, and play goes on",
        Consequence::BothHandsDead => "Both hands are dead",
        Consequence::Refused => "The section has no remedy: a supervisor decides",
        Consequence::DiscardCard => "A card is discarded, and the next one replaces it",
        Consequence::BurnCard => "A card is burned",
        Consequence::UseCard => "The card is used as the next one",
        Consequence::OfferCard => "The exposed card is the next one dealt",
        Consequence::DealerLast => "The dealer’s card comes last",
        Consequence::SecondCardLast => "A player’s second card comes last",
        Consequence::Reshuffle => "The other cards are shuffled, and play goes on",
    }
}

/// The subdivision about the wager that comes first.
fn first_rule(section: &rulebook::Section) -> Option<&rulebook::Subdivision> {
    let key = section.wagers.first()?.cite.first()?;
    // A heading says nothing.
    section.subdivisions.iter().find(|known| known.key == *key && known.demands.contains(' '))
}

/// How long players have, and how long a seat is held: `30 s to bet, 1 min to decide. A lost connection holds the seat
/// 2 min.`
fn clock_words(clocks: Clocks) -> Option<String> {
    let time = |seconds: u32| match seconds {
        0 => None,
        seconds if seconds % 60 == 0 => Some(format!("{} min", seconds / 60)),
        seconds => Some(format!("{seconds} s")),
    };
    let turns = [(clocks.betting, "to bet"), (clocks.decision, "to decide")];
    let turns =
        turns.iter().filter_map(|(seconds, what)| Some(format!("{} {what}", time(*seconds)?)));
    let turns = turns.collect::<Vec<_>>().join(", ");
    let held =
        time(clocks.seat_held).map(|time| format!("A lost connection holds the seat {time}."));
    let turns = Some(turns).filter(|turns| !turns.is_empty()).map(|turns| format!("{turns}."));
    let all = turns.into_iter().chain(held).collect::<Vec<_>>().join(" ");
    Some(all).filter(|all| !all.is_empty())
}

/// What may be bet, and what must be.
fn limits(felt: &Felt<'_>) -> Markup {
    let table = felt.table.felt();
    let section = table.section();
    let bets = table.bets().map(|bet| {
        let (min, max) = table.range(bet);
        let wager = section.wagers.iter().find(|wager| wager.bets.iter().any(|known| known == bet));
        let need = wager.map_or("", |wager| match wager.need {
            rulebook::Need::Required => "required",
            rulebook::Need::Either => "one of these is required",
            rulebook::Need::Optional => "optional",
        });
        let cite = wager.and_then(|wager| section.cite(wager.cite.first()?));
        (bet, min.max(table.chip()), max, need, cite.map(|cite| cite.to_string()))
    });
    html! {
        header { h2 id="h-lines" { "What you can bet" } span class="muted" { "in multiples of " (words::dollars(table.chip())) } }
        table class="take" {
            tbody {
                @for (bet, min, max, need, cite) in bets {
                    tr class=(if bet == "progressive" { "prog" } else { "" }) {
                        td { span class="w" { (words::title(bet)) } " " span class="why" { (need) } }
                        td class="num" {
                            @match table.progressive().filter(|_| bet == "progressive") {
                                Some(posted) => (words::dollars(posted.wager)),
                                None => { (words::dollars(min)) "–" (words::dollars(max)) },
                            }
                        }
                        td class="num" { @if let Some(cite) = &cite { (felt.cite(cite)) } }
                    }
                }
                @if let Some((most, cite)) = table.most_together() {
                    tr {
                        td { span class="w" { "All together" } }
                        td class="num" { "up to " (words::dollars(most)) }
                        td class="num" { (felt.cite(&cite.to_string())) }
                    }
                }
            }
        }
        @if let Some(text) = clock_words(felt.view.posted.clocks) { p class="muted small" { (text) } }
        @if let Some(rule) = first_rule(section) { p class="rule-note" { b { (section.cite(&rule.key).map(|cite| cite.to_string()).unwrap_or_default()) } " " (rule.demands) } }
    }
}

/// A line of the test's own.
#[cfg(test)]
pub(super) fn test_line(
    wager: &'static str,
    row: &'static str,
    outcome: Outcome,
    (staked, returned): (Cents, Cents),
) -> LineView {
    LineView {
        seat: Seat(1),
        wager,
        hand: None,
        staked,
        returned,
        outcome,
        row,
        pay: None,
        cite: rulebook::Citation::Ruling("GEN-1".to_owned()),
        paid_other: None,
        overridden: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sentences for everyone at the table, none of them the name of a variant.
    #[test]
    fn what_a_rule_ordered_is_told_in_words() {
        for (_, consequence) in Consequence::WORDS {
            let words = consequence_words(*consequence);
            assert!(words.split(' ').count() >= 4, "{consequence:?}: {words}");
        }
        let discarded = consequence_words(Consequence::DiscardCard);
        assert_eq!(discarded, "A card is discarded, and the next one replaces it");
        // Only what ends the whole round gives every wager back; a progressive is judged on its own cards [CS-4].
        for (_, consequence) in Consequence::WORDS {
            let says_all = consequence_words(*consequence).contains("every wager");
            let gives_all = matches!(consequence, Consequence::Misdeal | Consequence::Void);
            assert_eq!(says_all, gives_all, "{consequence:?}");
        }
    }
}
