//! The tables with their pace, drop and hold beside theory, and the meters.

use house::sign::{Sign, SignState};
use house::table::Table;
use house::table::play::{Play, Progress};
use house::table::setup::Kind;
use house::{Meter, Right};
use maud::{Markup, html};
use money::{Cents, MeterUnits};

use super::Floor;
use super::ask::{dialog, reason_field};
use crate::hold::{Compared, Comparison, Hold};
use crate::pages::words;

/// What the chart of a row shows: hold between a loss of 10% and a win of 15%.
const CHART: (f64, f64) = (-0.10, 0.15);
/// The marks on its scale.
const MARKS: [f64; 6] = [-0.10, -0.05, 0.0, 0.05, 0.10, 0.15];

pub(super) fn tables(floor: &Floor<'_>) -> Markup {
    let open: Vec<&Table> = floor.house().tables().filter(|table| table.is_open()).collect();
    html! {
        section class="blk" id="tables" tabindex="-1" aria-labelledby="h-tables" {
            header {
                h2 id="h-tables" { "Tables" }
                span class="muted" { (open.len()) " open" }
                @if floor.acts() { a class="btn" href="/floor/open" { "Open a table" } }
            }
            div class="scroll" role="region" tabindex="0" aria-labelledby="h-tables" { table class="tt held" {
                thead {
                    tr {
                        th scope="col" { "Table" }
                        th scope="col" { "Now" }
                        th scope="col" class="num hide fine" { "Rounds" }
                        th scope="col" class="num hide" { abbr title="rounds per hour" { "/h" } }
                        th scope="col" class="num hide fine" { "Drop" }
                        th scope="col" class="num" { "Win" }
                        th scope="col" class="num hide" { "Hold" }
                        th scope="col" class="num" { "Kept" }
                        th scope="col" class="num hide" { "Theory" }
                        th scope="col" class="chart" { (scale()) }
                        th scope="col" { span class="vh" { "Go there" } }
                    }
                }
                tbody { @for table in &open { (row(floor, table)) } }
            } }
            p class="muted small" { "Since the table opened, play money included. Drop: cash bought in. Win: drop and rake, less what left the tray and the meters’ share. Hold: win as a percentage of drop. Kept: what the house kept of each dollar bet before the cards, without progressives and pots. Theory: the exact edge of those bets, in a band that 95 of 100 tables stay in. A diamond lies outside the band: take a look, though one table in twenty is there by chance." }
            @if floor.acts() { @for table in &open { (close_dialog(floor, table)) } }
        }
    }
}

fn activity(floor: &Floor<'_>, table: &Table) -> &'static str {
    if table.kind() == Kind::Keypad {
        return if table.keypad_round().is_some() { "playing" } else { "no round" };
    }
    match floor.house().play(table.id()).map(Play::progress) {
        None if table.seated().is_empty() => "empty",
        None | Some(Progress::Betting) => "bets open",
        Some(Progress::Playing) => "playing",
        Some(Progress::Settled) => "paid",
        Some(Progress::Over) if table.seated().is_empty() => "empty",
        Some(Progress::Over) => "round over",
    }
}

fn row(floor: &Floor<'_>, table: &Table) -> Markup {
    let id = table.id();
    let hold = Hold::of(floor.app, floor.house(), table);
    let kind = table.kind();
    // One that is only a keypad has no felt to go to.
    let is_keypad = kind == Kind::Keypad;
    let (last, rounds) = (table.rounds(), if is_keypad { table.rounds() } else { hold.rounds });
    let is_dealt = matches!(kind, Kind::Virtual | Kind::Live);
    let pace = hold.rounds_per_hour.map_or_else(|| "–".to_owned(), words::count);
    html! {
        tr id={ "row-" (id) } {
            td {
                @if is_keypad { b { (floor.table_words(table)) } small class="muted" { "only a keypad, by commands" } }
                @else { a href={ "/tables/" (id) } { b { (floor.table_words(table)) } } small class="muted" { (kind.word()) ", " (table.seated().len()) " of " (table.seats()) " seated" } }
            }
            td { @if table.call().is_some() { b class="lose" { "calls" } } @else { (activity(floor, table)) } }
            td class="num hide fine" { @if last > 0 { a href={ "/rounds/" (id) "/" (last) } title="The last round" { (words::count(rounds)) } } @else { "0" } }
            td class="num hide" { (pace) }
            td class="num hide fine" { (words::dollars(hold.drop)) }
            td class="num won" { @if hold.win < Cents::ZERO { span class="lose" { (signed(hold.win)) } } @else { (signed(hold.win)) } }
            td class="num hide" { (hold.hold().unwrap_or_else(|| "–".to_owned())) }
            (compared(&hold.comparison))
            td class="go" {
                @if is_keypad && last > 0 { a class="hide" href={ "/rounds/" (id) "/" (last) } { "round" } " " }
                @if is_dealt { a class="hide" href={ "/tables/" (id) "/dealer" } { "dealer" } " " }
                @if floor.acts() { a href={ "#close-" (id) } role="button" data-opens={ "close-" (id) } { "close" } }
            }
        }
    }
}

/// What was kept of every dollar bet, what theory says, and both in a picture.
fn compared(comparison: &Comparison) -> Markup {
    match comparison {
        Comparison::Nothing => nothing("–", ""),
        Comparison::Counting => nothing("…", "counting the theory"),
        Comparison::Unknown(why) => nothing("–", why),
        Comparison::Theory(it) => html! {
            td class="num kept" { @if it.is_inside() { (percent(it.held)) } @else { span class="lose" { (percent(it.held)) } } }
            td class="num hide" { (percent(it.theory)) }
            td class="chart" { (chart(it)) }
        },
    }
}

fn nothing(mark: &str, why: &str) -> Markup {
    html! {
        td class="num kept none" { (mark) }
        td class="num hide" { (mark) }
        td class="chart" {
            @if why.is_empty() { span class="vh" { "no bets yet" } }
            @else { small class="muted" { (why) } }
        }
    }
}

/// A share in percent: `−3.20%`.
fn percent(share: f64) -> String {
    format!("{:.2}%", share * 100.0).replace('-', "\u{2212}")
}

/// Where a share lies on the scale, in percent of its length.
fn place(share: f64) -> f64 {
    let (low, high) = CHART;
    ((share - low) / (high - low)).clamp(0.0, 1.0) * 100.0
}

fn scale() -> Markup {
    html! {
        span class="scale" aria-hidden="true" {
            @for mark in MARKS { span style={ "left:" (format!("{:.0}%", place(mark))) } { (format!("{:.0}", mark * 100.0).replace('-', "\u{2212}")) @if mark != 0.0 { "%" } } }
        }
        span class="vh" { "Kept beside theory" }
    }
}

fn chart(it: &Compared) -> Markup {
    let (low, high) = (it.theory - it.band, it.theory + it.band);
    let says = if it.is_inside() { "inside the band" } else { "outside the band" };
    let label = format!(
        "kept {}, theory {}, 95% between {} and {}: {says}",
        percent(it.held),
        percent(it.theory),
        percent(low),
        percent(high)
    );
    let left = |share: f64| format!("left:{:.1}%", place(share));
    let band = format!("{};right:{:.1}%", left(low), 100.0 - place(high));
    html! {
        div class="bandrow" role="img" aria-label=(label) title=(label) {
            span class="zero" style=(left(0.0)) {}
            span class="bd" style=(band) {}
            span class="th" style=(left(it.theory)) {}
            span class={ "dot" @if !it.is_inside() { " off" } } style=(left(it.held)) {}
        }
    }
}

/// What a table won: without a sign unless it lost.
fn signed(amount: Cents) -> String {
    words::signed_dollars(amount).trim_start_matches('+').to_owned()
}

fn close_dialog(floor: &Floor<'_>, table: &Table) -> Markup {
    let id = table.id();
    dialog(
        &format!("close-{id}"),
        &format!("Close {id}"),
        html! {
            p { "Those who still sit there leave with what is left. A round that is being played must end first." }
            (floor.call_form(&format!("/floor/tables/{id}/close"), &format!("/api/v1/tables/{id}/close"), &format!("Table {id} is closed."), html! {
                button class="btn first" { "Close " (id) }
            }))
        },
    )
}

pub(super) fn meters(floor: &Floor<'_>) -> Markup {
    let meters: Vec<&Meter> = floor.house().meters().filter(|meter| !meter.is_closed).collect();
    html! {
        section class="blk" id="floor-meters" aria-labelledby="h-meters" {
            header {
                h2 id="h-meters" { "Meters" }
                span class="muted" { (meters.len()) }
                @if floor.acts() { a class="btn" href="/floor/meter" { "New meter" } }
            }
            @if meters.is_empty() { p class="muted" { "No meters yet." } }
            div class="mrow" { @for meter in &meters { (one_meter(floor, meter)) } }
            @if floor.acts() { @for meter in &meters { (fault_dialog(floor, meter)) } }
        }
    }
}

/// A schedule with its game's name: `caribbean-stud/CS-10` is `Caribbean stud, CS-10`.
fn game_words(schedule: &str) -> String {
    let Some((id, name)) = schedule.split_once('/') else { return schedule.to_owned() };
    let game = rulebook::Rulebook::embedded().game(id);
    game.map_or_else(|| schedule.to_owned(), |game| format!("{}, {name}", game.newest().title))
}

fn one_meter(floor: &Floor<'_>, meter: &Meter) -> Markup {
    let id = &meter.id;
    let sign = Sign::of(floor.snapshot, id);
    let is_out = sign.is_ok_and(|sign| sign.state == SignState::OutOfOrder);
    let zero = MeterUnits::ZERO;
    html! {
        div id={ "meter-" (id) } {
            b class="num" { @if is_out { "Out of order" } @else { (words::meter(meter.totals.display)) } }
            small {
                span class="of" { (game_words(&meter.criteria.schedule)) } (super::reports::marked(floor.house().is_play_money(id))) br;
                "seed " (words::dollars(meter.terms.reset)) br;
                @if floor.acts() { (super::beatable::thresholds(floor, meter)) }
                @if let Some(why) = &meter.fault { span class="lose" { (why) } br; }
                @if meter.totals.pending > zero { (words::meter(meter.totals.pending)) " pending" br; }
                @if meter.totals.overflow > zero { (words::meter(meter.totals.overflow)) " overflow" br; }
                a href={ "/meters/" (id) "/sign" } { "sign" } " "
                @if floor.may(Right::SeeReports) { a href={ "/meters/" (id) "/statement" } { "statement" } " " }
                @if floor.acts() {
                    a href={ "#fault-" (id) } role="button" data-opens={ "fault-" (id) } { @if meter.fault.is_some() { "put in order" } @else { "out of order" } }
                }
            }
        }
    }
}

fn fault_dialog(floor: &Floor<'_>, meter: &Meter) -> Markup {
    let id = &meter.id;
    let is_out = meter.fault.is_some();
    let verb = if is_out { "clear-fault" } else { "fault" };
    let title =
        if is_out { format!("Put {id} back in order") } else { format!("Put {id} out of order") };
    let done = if is_out {
        format!("Meter {id} is in order.")
    } else {
        format!("Meter {id} is out of order.")
    };
    let name = format!("fault-{id}");
    dialog(
        &name,
        &title,
        html! {
            p { @if is_out { "The meter takes bets again." } @else { "The meter takes no bets, and its sign shows no amount." } }
            (opens_form(floor, id.as_str(), verb, &done, html! {
                (reason_field(&name, "Why?"))
                button class="btn first" { (title) }
            }))
        },
    )
}

fn opens_form(floor: &Floor<'_>, meter: &str, verb: &str, done: &str, fields: Markup) -> Markup {
    let page = format!("/floor/meters/{meter}/{verb}");
    floor.call_form(&page, &format!("/api/v1/meters/{meter}/{verb}"), done, fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chart_goes_from_a_loss_of_a_tenth_to_a_win_of_fifteen_percent() {
        let whole = |mark| place(mark).round() as i64;
        assert_eq!(MARKS.map(whole), [0, 20, 40, 60, 80, 100]);
        assert_eq!((place(-3.0), place(3.0)), (0.0, 100.0), "what is beyond lies at its end");
        assert_eq!(percent(-0.032), "\u{2212}3.20%");
    }
}
