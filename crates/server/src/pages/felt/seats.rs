//! Seats on the arc: their areas with chips, their cards, who sits there; and the table under them.

use std::collections::HashMap;

use cards::Face;
use games::{Action, Choice, Event, Hand, HandState, HandValue, Outcome, Recipient, Round};
use house::table::play::Progress;
use house::table::setup::Kind;
use house::view::{LineView, SeatView};
use maud::{Markup, html};
use money::Cents;
use rulebook::{Area, Shape, TipSpot};

use super::{Felt, layout};
use crate::pages::draw::{hand_using, listed, stack};
use crate::pages::words;

/// In which order the cards were dealt, by where they lie.
#[derive(Default)]
pub(crate) struct Dealt(HashMap<(Recipient, usize), usize>);

impl Dealt {
    pub(crate) fn of(round: &Round) -> Dealt {
        let mut places = HashMap::new();
        let mut counts: HashMap<Recipient, usize> = HashMap::new();
        for event in round.log().events() {
            if let Event::Dealt { want, .. } | Event::ExposedDealt { want, .. } = event {
                let count = counts.entry(want.to).or_default();
                places.insert((want.to, *count), places.len());
                *count += 1;
            }
        }
        Dealt(places)
    }

    fn at(&self, to: Recipient, place: usize) -> Option<usize> {
        self.0.get(&(to, place)).copied()
    }

    pub(crate) fn dealer(&self, place: usize) -> Option<usize> {
        self.at(Recipient::Dealer, place)
    }

    pub(crate) fn burned(&self, place: usize) -> Option<usize> {
        self.at(Recipient::Burn, place)
    }

    pub(crate) fn board(&self, place: usize) -> Option<usize> {
        self.at(Recipient::Board, place)
    }

    pub(crate) fn seat(&self, seat: u8, hand: usize, place: usize) -> Option<usize> {
        let is_it = |to: &Recipient| match to {
            Recipient::Seat { seat: number, hand: which } => {
                number.get() == seat && usize::from(*which) == hand
            }
            _ => false,
        };
        let found = self.0.iter().find(|((to, at), _)| *at == place && is_it(to));
        found.map(|(_, order)| *order)
    }
}

/// Whether something of this seat is awaited: a decision, a card, an award.
fn acts(felt: &Felt<'_>, number: u8) -> bool {
    felt.view.round.next.seat().is_some_and(|seat| seat.0 == number)
}

/// A seat.
pub(super) fn seat(felt: &Felt<'_>, number: u8) -> Markup {
    let round = &felt.view.round;
    let seat = round.seats.iter().find(|seat| seat.seat.0 == number);
    let player = seat.and_then(|seat| seat.player.as_deref());
    let (is_mine, acts) = (felt.mine.contains(&number), acts(felt, number));
    let is_me = felt.my_seat() == Some(number);
    let has_turn = acts && round.next.decision().is_some();
    let may_bet = is_me && felt.takes_bets();
    let is_played = seat.is_some_and(is_in_play);
    let name = match (is_mine, player) {
        (true, _) => "You",
        (false, Some(player)) => player,
        (false, None) if is_played => "Player",
        (false, None) => "open",
    };
    let class = [
        ("me", is_me),
        ("turn", has_turn || (may_bet && !felt.is_over())),
        ("empty", player.is_none() && !is_played),
        ("folded", seat.is_some_and(|seat| seat.folded)),
    ];
    let class: Vec<&str> = class.iter().filter(|(_, is)| *is).map(|(class, _)| *class).collect();
    let (above, below) = layout::reach(felt.drawn());
    html! {
        li id={ "seat-" (number) } class={ "seat " (class.join(" ")) } aria-label={ "Seat " (number) ", " (name) }
            data-seat=(number) data-mine[is_mine] data-uses=[seat.and_then(|seat| felt.used_by(seat)).map(listed)] style={ "--th:" (layout::angle(number, felt.table.seats())) } {
            div class="areas" style={ "--above:" (above) ";--below:" (below) } {
                @for it in &felt.drawn().areas { (area(felt, number, seat, it, may_bet)) }
                @for spot in &felt.drawn().tips { (tip_spot(felt, number, seat, spot, may_bet)) }
            }
            (cards(felt, number, seat, is_mine))
            (plate(felt, number, seat, name))
            @if let Some(net) = net(felt, number) { @let text = short_signed(net);
                // An amount is never cut off.
                @let size = if text.chars().count() > 6 { " long" } else { "" };
                span class={ "phone paid net " (sign_class(net)) (size) } { (text) }
            }
            p id={ "refused-" (number) } class="refuse" role="alert" hidden {}
        }
    }
}

/// Whether an area is part of what the table posts.
fn is_posted(felt: &Felt<'_>, area: &Area) -> bool {
    let posted = &felt.view.posted.bets;
    area.takes.is_empty() || takes_any(area, posted)
}

fn takes_any(area: &Area, posted: &[&str]) -> bool {
    area.takes.iter().any(|bet| posted.contains(&bet.as_str()))
}

fn area(
    felt: &Felt<'_>,
    number: u8,
    seat: Option<&SeatView>,
    area: &Area,
    may_bet: bool,
) -> Markup {
    let is_over = felt.is_over();
    let staked = seat.and_then(|seat| seat.bets.get(area.line.as_str()).copied());
    let staked: Option<Cents> = staked.filter(|it| *it > Cents::ZERO);
    let lines: Vec<(usize, &LineView)> = results(felt, number, area);
    if !is_posted(felt, area) || (area.is_occasional && staked.is_none() && lines.is_empty()) {
        return html! {};
    }
    let is_out = area.is_sensor() && felt.is_meter_out;
    let (is_button, print) = (may_bet && !area.takes.is_empty() && !is_out, area_name(area));
    let empty = if is_out { "out of order" } else { "empty" };
    let amount = staked.map_or_else(|| empty.to_owned(), words::dollars);
    let result = result_words(&lines);
    // A tip on a later wager has no spot of its own: it lies on the wager.
    let tip = tipped(seat, &area.line).filter(|_| area.takes.is_empty());
    let tip_words =
        tip.map(|tip| format!(", with a tip of {}", words::dollars(tip))).unwrap_or_default();
    let name = format!("{print}, {amount}{tip_words}{result}");
    let is_lit = seat.is_some()
        && !is_over
        && area.is_sensor()
        && staked.is_some()
        && felt.view.round.phase != Progress::Betting;
    let acts = acts(felt, number)
        && felt.decided_line() == Some(area.line.as_str())
        && is_for_later(felt, area);
    let class = [
        ("sensor", area.is_sensor()),
        ("on", is_lit),
        ("later", (area.takes.is_empty() || is_out) && may_bet),
        ("lit", acts),
    ];
    let class: Vec<&str> = class.iter().filter(|(_, is)| *is).map(|(class, _)| *class).collect();
    let class = format!("area {}", class.join(" "));
    let style = format!("--x:{};--y:{};--w:{};--h:{}", area.x, area.y, area.w, area.h);
    let id = format!("s{number}-{}", area.line);
    // A settled stake is shown with its result; a new bet starts from none.
    let now = if is_over { None } else { staked };
    html! {
        @if is_button {
            button type="button" id=(id) class=(class) style=(style) data-bets=(area.takes.join(" "))
                data-name=(print) data-amount=(now.unwrap_or(Cents::ZERO)) data-min=[least(felt, area)] {
                span class="vh" { (name) }
                (drawn(area, &print, staked, &lines))
            }
        } @else {
            div id=(id) class=(class) role="img" aria-label=(name) style=(style) {
                (drawn(area, &print, staked, &lines))
                @if let Some(tip) = tip { span class="up with-tip" aria-hidden="true" { (stack(tip)) } }
            }
        }
    }
}

/// Whether the decision that is wanted puts chips there, or may take them back.
fn is_for_later(felt: &Felt<'_>, area: &Area) -> bool {
    let takes_back = |choice: &Choice| choice.actions.contains(&Action::Pull);
    area.takes.is_empty() || felt.choice().is_some_and(takes_back)
}

/// What a seat has tipped on a line.
fn tipped(seat: Option<&SeatView>, line: &str) -> Option<Cents> {
    let amount = *seat?.tips.get(line)?;
    (amount > Cents::ZERO).then_some(amount)
}

/// A spot for a tip: a button while bets are open, and afterwards there only if a tip lies on it.
fn tip_spot(
    felt: &Felt<'_>,
    number: u8,
    seat: Option<&SeatView>,
    spot: &TipSpot,
    may_bet: bool,
) -> Markup {
    let posted = &felt.view.posted.bets;
    let area = felt.drawn().area(&spot.line);
    let is_posted = area.is_some_and(|area| takes_any(area, posted));
    let laid = tipped(seat, &spot.line);
    // After a round, the spots come back with the first bet of the next.
    let is_offered = may_bet && (!felt.is_over() || felt.view.round.lines.is_empty());
    if !is_posted || (!is_offered && laid.is_none()) {
        return html! {};
    }
    let on = words::title(&spot.line);
    let amount = laid.map_or_else(|| "empty".to_owned(), words::dollars);
    let name = format!("Tip for the dealer on {}, {amount}", on.to_lowercase());
    let size = layout::TIP_SIZE;
    let style = format!("--x:{};--y:{};--w:{size};--h:{size}", spot.x, spot.y);
    let (id, class) = (format!("s{number}-tip-{}", spot.line), "area tip");
    let now = laid.filter(|_| !felt.is_over()).unwrap_or(Cents::ZERO);
    let drawn = html! {
        svg class="shape" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" { path d=(layout::path(Shape::Circle)) {} }
        span class="print" aria-hidden="true" { "Tip" }
        @if let Some(laid) = laid {
            span class="up" aria-hidden="true" { (stack(laid)) }
            span class="up whole" aria-hidden="true" { span class="paid amt" { (words::dollars(laid)) } }
        }
    };
    html! {
        @if is_offered {
            button type="button" id=(id) class=(class) style=(style) data-tip=(spot.line) data-name={ "Tip on " (on) } data-amount=(now) {
                span class="vh" { (name) }
                (drawn)
            }
        } @else {
            div id=(id) class=(class) role="img" aria-label=(name) style=(style) { (drawn) }
        }
    }
}

/// What is seen of an area: its shape, its print, the chips on it, and what became of them.
fn drawn(area: &Area, print: &str, staked: Option<Cents>, lines: &[(usize, &LineView)]) -> Markup {
    html! {
        svg class="shape" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" { path d=(layout::path(area.shape)) {} }
        @if area.is_sensor() { span class="lamp" aria-hidden="true" {} } @else { span class="print" aria-hidden="true" { (area.print) } }
        @if let Some(staked) = staked {
            // Chips that lose are taken when their line comes; what wins is paid beside them.
            span class={ "up" @if is_lost(lines) { " taken" } } data-line=[is_lost(lines).then(|| last_place(lines))] aria-hidden="true" {
                (stack(staked))
                @if let Some(paid) = paid_chips(lines) { span class="payoff" data-line=(lines[0].0) { (stack(paid)) } }
            }
            @if lines.is_empty() { span class="up whole" aria-hidden="true" { span class="paid amt" { span class="lb" { (print) " " } (words::dollars(staked)) } } }
        }
        @if !lines.is_empty() { (pill(print, lines)) }
    }
}

/// The least that may lie on an area; the progressive has one amount.
fn least(felt: &Felt<'_>, area: &Area) -> Option<Cents> {
    let felt = felt.table.felt();
    let bets = area.takes.iter().filter(|_| !area.is_sensor());
    bets.map(|bet| felt.range(bet).0).max()
}

fn area_name(area: &Area) -> String {
    if area.is_sensor() { "Progressive".to_owned() } else { words::title(&area.line) }
}

/// The lines that show at an area, with their places in the settlement.
fn results<'f>(felt: &'f Felt<'_>, seat: u8, area: &Area) -> Vec<(usize, &'f LineView)> {
    let has_left = felt.left.contains(&seat);
    let is_here = |line: &LineView| {
        line.seat.0 == seat
            && !has_left
            && (line.wager == area.line || area.shows.iter().any(|shown| shown == line.wager))
    };
    felt.view.round.lines.iter().enumerate().filter(|(_, line)| is_here(line)).collect()
}

fn net_of<'l>(lines: impl Iterator<Item = &'l LineView>) -> Cents {
    lines.map(LineView::net).sum()
}

/// What was paid beside the stake.
fn paid_chips(lines: &[(usize, &LineView)]) -> Option<Cents> {
    let net = net_of(lines.iter().map(|(_, line)| *line));
    (net > Cents::ZERO).then_some(net)
}

/// Whether the house takes what lies there.
fn is_lost(lines: &[(usize, &LineView)]) -> bool {
    !lines.is_empty() && lines.iter().all(|(_, line)| line.returned == Cents::ZERO)
}

/// The place of the last line of an area in the settlement.
fn last_place(lines: &[(usize, &LineView)]) -> usize {
    lines.last().map_or(0, |(place, _)| *place)
}

fn result_words(lines: &[(usize, &LineView)]) -> String {
    let Some((_, last)) = lines.last() else { return String::new() };
    let net = net_of(lines.iter().map(|(_, line)| *line));
    let why = last.why().map(|why| format!(", {why}")).unwrap_or_default();
    match net.get() {
        0 => format!(", {}{why}", lines::even_words(last)),
        cents if cents < 0 => format!(", lost {}{why}", words::dollars(Cents::new(-cents))),
        _ => format!(", won {}{why}", words::dollars(net)),
    }
}

use super::lines;

/// The result at an area.
fn pill(print: &str, lines: &[(usize, &LineView)]) -> Markup {
    let net = net_of(lines.iter().map(|(_, line)| *line));
    let last = last_place(lines);
    let text = match (net, lines[0].1.outcome) {
        (Cents::ZERO, Outcome::Dead) => "back".to_owned(),
        (Cents::ZERO, outcome) => outcome.word().to_owned(),
        (net, _) => short_signed(net),
    };
    html! {
        span class="up whole" aria-hidden="true" { span class={ "paid " (sign_class(net)) } data-line=(last) { span class="lb" { (print) " " } (text) } }
    }
}

fn sign_class(net: Cents) -> &'static str {
    match net.get() {
        0 => "push",
        cents if cents < 0 => "lose",
        _ => "",
    }
}

/// `+30`, `−12.50`, `even`.
fn short_signed(net: Cents) -> String {
    let text = words::dollars(Cents::new(net.get().abs())).replace('$', "");
    match net.get() {
        0 => "even".to_owned(),
        cents if cents < 0 => format!("\u{2212}{text}"),
        _ => format!("+{text}"),
    }
}

/// What a seat won or lost in the round so far, once anything of it is settled.
pub(crate) fn net(felt: &Felt<'_>, seat: u8) -> Option<Cents> {
    let is_own = |line: &&LineView| line.seat.0 == seat && !felt.left.contains(&seat);
    let mut lines = felt.view.round.lines.iter().filter(is_own).peekable();
    lines.peek()?;
    Some(net_of(lines))
}

fn cards(felt: &Felt<'_>, number: u8, seat: Option<&SeatView>, is_mine: bool) -> Markup {
    let Some(seat) = seat else { return html! { div class="hand phone" {} } };
    let has_cards = seat.hands.iter().any(|hand| !hand.cards.is_empty());
    if !has_cards && !seat.folded && !is_mine {
        return staked_chips(seat);
    }
    let hands: Vec<_> = seat.hands.iter().filter(|hand| !hand.cards.is_empty()).collect();
    let name = if is_mine { "Your cards".to_owned() } else { format!("Seat {number}’s cards") };
    let is_hidden = hands.iter().all(|hand| hand.cards.iter().all(|face| *face == Face::Down));
    if seat.folded && is_hidden && !is_mine {
        return html! { div class="hand mucked" { span { "folded" } } };
    }
    if hands.is_empty() {
        return html! {};
    }
    let decided_hand = felt.view.round.next.decision().and_then(|decision| decision.hand);
    html! {
        div class={ "hands" @if hands.len() > 1 { " split" } } id={ "s" (number) "-hands" } {
            @for (which, held) in hands.iter().enumerate() {
                @let acts = acts(felt, number) && decided_hand.is_some_and(|hand| usize::from(hand) == which + 1);
                div class={ "held" @if acts { " acts" } } {
                    (hand_using(&format!("s{number}h{which}"), &name, &held.cards, |place| felt.dealt.seat(number, which, place), felt.used_by(seat)))
                    @if let Some(text) = held_words(felt, seat, which, is_mine) { span class="total" { (text) } }
                }
            }
        }
        @if let Some(set) = seat.set { span class="set-card vh" { "Set apart: " (words::card(set)) } }
    }
}

/// What another seat has bet before the cards come, for a phone, which does not show its areas.
fn staked_chips(seat: &SeatView) -> Markup {
    let bets = seat.bets.values().chain(seat.tips.values());
    let total: Cents = bets.copied().sum();
    html! {
        div class="hand phone chipsonly" aria-hidden="true" {
            @if total > Cents::ZERO { (stack(total)) span class="paid amt" { (words::dollars(total)) } }
        }
    }
}

/// What stands under a hand: its total in the blackjack games, and how it stands.
fn held_words(felt: &Felt<'_>, seat: &SeatView, which: usize, is_mine: bool) -> Option<String> {
    if seat.dead {
        return Some("dead hand".to_owned());
    }
    if seat.folded && is_mine {
        return Some(felt.out_words(seat).to_owned());
    }
    let hands = felt.held(seat, which);
    let is_total = |hand: &&Hand| matches!(hand.value, HandValue::Total(_));
    let total = hands.first().filter(is_total)?.words.clone();
    Some(match seat.hands.get(which).and_then(|held| held.state) {
        Some(HandState::Surrendered) => format!("{total}, surrendered"),
        Some(HandState::Doubled) => format!("{total}, doubled"),
        Some(HandState::Playing | HandState::Stood | HandState::Busted | HandState::Blackjack)
        | None => total,
    })
}

/// Whether someone plays there. At a live table the house does not know who.
fn is_in_play(seat: &SeatView) -> bool {
    !seat.bets.is_empty() || seat.hands.iter().any(|hand| !hand.cards.is_empty())
}

fn plate(felt: &Felt<'_>, number: u8, seat: Option<&SeatView>, name: &str) -> Markup {
    let is_open = seat.is_none_or(|seat| seat.player.is_none() && !is_in_play(seat));
    html! {
        @if is_open && felt.may_sit() {
            button class="plate" form="sit" name="seat" value=(number) {
                span class="no" { (number) } b { "Sit" span class="vh" { " at seat " (number) } }
            }
        } @else {
            div class="plate" {
                span class="no" { (number) }
                b { @if is_open { "Open" } @else { (name) } }
                @if let Some(seat) = seat { @if !is_open && felt.view.kind != Kind::Live { span class="st" {
                    (words::dollars(seat.chips))
                    @if let Some(asked) = seat.buy_in { ", asks for " (words::dollars(asked)) }
                } } }
            }
        }
    }
}

/// The insurance line: two arcs across the middle.
const INSURANCE_LINE: &str = "M366 269Q500 331 634 269L641 292Q500 358 359 292Z";
/// The middle of the pot circle, below the community cards.
const POT_Y: i32 = 297;

/// What is printed on a felt.
pub(super) struct Printed {
    pub(super) title: String,
    pub(super) line: String,
    /// Whether there are places for community cards.
    pub(super) has_board: bool,
    /// What the insurance line says.
    pub(super) insurance: Option<String>,
    /// Whether there is a pot circle.
    pub(super) has_pot: bool,
}

/// The table itself: rail, felt, tray, and what is printed on it.
pub(super) fn table_print(printed: &Printed) -> Markup {
    let columns = [
        ("412", "var(--c1)"),
        ("428", "var(--c1)"),
        ("444", "var(--c5)"),
        ("460", "var(--c5)"),
        ("476", "var(--c5)"),
        ("492", "var(--c25)"),
        ("508", "var(--c25)"),
        ("524", "var(--c25)"),
        ("540", "#2b3036"),
        ("556", "#2b3036"),
        ("572", "var(--c500)"),
    ];
    // Without community cards there is room for larger print, higher up.
    let (drop, class) = match (printed.has_board, printed.has_pot) {
        (true, true) => (40, "t-print"),
        (true, false) => (0, "t-print"),
        (false, _) => (-52, "t-print lg"),
    };
    let arc = |rx: i32, ry: i32, y: i32| {
        format!("M{} {y}A{rx} {ry} 0 0 0 {} {y}", 500 - rx + 44, 500 + rx - 44)
    };
    html! {
        svg class="layout" viewBox="0 0 1000 690" aria-hidden="true" {
            defs {
                radialGradient id="feltg" cx=".5" cy=".12" r=".85" {
                    stop offset="0" stop-color="var(--felt-lit)" {} stop offset=".55" stop-color="var(--felt)" {} stop offset="1" stop-color="var(--felt-deep)" {}
                }
                path id="arc1" d=(arc(330, 284, 172 + drop)) {}
                path id="arc2" d=(arc(346, 302, 181 + drop)) {}
                path id="arc3" d="M372 287A340 285 0 0 0 628 287" {}
            }
            path class="t-rail" d="M8 34Q8 12 30 12H970Q992 12 992 34A492 648 0 0 1 8 34Z" {}
            path class="t-felt" d="M42 28Q42 20 50 20H950Q958 20 958 28A458 606 0 0 1 42 28Z" {}
            path class="t-line" d="M52 34A448 592 0 0 0 948 34" {}
            rect class="t-tray" x="404" y="20" width="192" height="36" rx="5" {}
            @for (x, color) in columns {
                path d={ "M" (x) " 28h13" @for _ in 0..8 { "m-13 2.6h13" } } stroke=(color) stroke-width="1.9" {}
            }
            rect class="t-hair" x="286" y="24" width="42" height="58" rx="4" {}
            rect class="t-hair" x="672" y="24" width="42" height="58" rx="4" {}
            path d="M292 70h30M292 66.5h30M292 63h30M292 59.5h30" stroke="var(--back)" stroke-width="2.4" {}
            path d="M292 68.2h30M292 64.7h30M292 61.2h30" stroke="var(--paper)" stroke-opacity=".7" stroke-width=".9" {}
            text class=(class) { textPath href="#arc1" startOffset="50%" { (printed.title.to_uppercase()) } }
            text class="t-print sm" { textPath href="#arc2" startOffset="50%" { (printed.line.to_uppercase()) } }
            @if let Some(insurance) = &printed.insurance {
                path class="t-line" d=(INSURANCE_LINE) {}
                text class="t-print sm" { textPath href="#arc3" startOffset="50%" { (insurance.to_uppercase()) } }
            }
            @if printed.has_pot {
                circle class="t-line" cx="500" cy=(POT_Y) r="37" {}
                text class="t-print sm" x="500" y=(POT_Y + 3) { "POT" }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(wager: &'static str, row: &'static str, outcome: Outcome, back: i64) -> LineView {
        lines::test_line(wager, row, outcome, (Cents::dollars(10), Cents::dollars(back)))
    }

    /// What a screen reader says of an area: nothing twice, and a blackjack is a natural.
    #[test]
    fn the_result_at_an_area_is_said_once() {
        let said = |line: LineView| result_words(&[(0, &line)]);
        assert_eq!(said(line("ante", "win", Outcome::Win, 20)), ", won $10");
        assert_eq!(said(line("ante", "push", Outcome::Push, 10)), ", push");
        assert_eq!(said(line("ante", "lose", Outcome::Lose, 0)), ", lost $10");
        assert_eq!(said(line("blackjack", "blackjack", Outcome::Win, 25)), ", won $15, natural");
        let six_to_five = line("blackjack", "blackjack-6-to-5", Outcome::Win, 22);
        assert_eq!(said(six_to_five), ", won $12, natural");
        assert_eq!(said(line("trips", "flush", Outcome::Win, 80)), ", won $70, flush");
    }
}
