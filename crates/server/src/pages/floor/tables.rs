//! The tables with their drop and hold, and the meters.

use house::book::Account;
use house::table::Table;
use house::table::play::{Play, Progress};
use house::table::setup::Kind;
use house::{Meter, TableId};
use maud::{Markup, html};
use money::{Cents, MeterUnits, Rounding};

use super::Floor;
use super::ask::{dialog, reason_field};
use crate::pages::words;
use crate::wire::meters::MeterOut;

/// What a table took in and kept, from the book.
struct Money {
    /// The cash of buy-ins.
    drop: Cents,
    /// What the house is up: the drop and the rake, less what left the tray.
    win: Cents,
}

impl Money {
    fn of(floor: &Floor<'_>, table: &TableId) -> Money {
        let balance = |account: &Account| floor.house().book().balance(account);
        let drop = balance(&Account::Drop(table.clone()));
        let tray = balance(&Account::Tray(table.clone()));
        let rake = balance(&Account::Rake(table.clone()));
        let cents = |amount: MeterUnits| amount.to_cents(Rounding::Down);
        Money { drop: cents(drop), win: cents(drop + tray + rake) }
    }

    /// The win as a share of the drop, in tenths of a percent; nothing without a drop.
    fn hold(&self) -> Option<String> {
        if self.drop <= Cents::ZERO {
            return None;
        }
        let tenths = self.win.get() * 1_000 / self.drop.get();
        let sign = if tenths < 0 { "\u{2212}" } else { "" };
        Some(format!("{sign}{}.{}%", tenths.abs() / 10, tenths.abs() % 10))
    }
}

pub(super) fn tables(floor: &Floor<'_>) -> Markup {
    let open: Vec<&Table> = floor.house().floor().filter(|table| table.is_open()).collect();
    html! {
        section class="blk" id="tables" tabindex="-1" aria-labelledby="h-tables" {
            header {
                h2 id="h-tables" { "Tables" }
                span class="muted" { (open.len()) " open" }
                @if floor.acts() { a class="btn" href="/floor/open" { "Open a table" } }
            }
            table class="tt" {
                thead {
                    tr {
                        th scope="col" { "Table" }
                        th scope="col" class="hide" { "Kind" }
                        th scope="col" { "Now" }
                        th scope="col" class="num hide" { "Seated" }
                        th scope="col" class="num" { "Rounds" }
                        th scope="col" class="num hide" { "Drop" }
                        th scope="col" class="num" { "Win" }
                        th scope="col" class="num hide" { "Hold" }
                        th scope="col" { span class="vh" { "Go there" } }
                    }
                }
                tbody { @for table in &open { (row(floor, table)) } }
            }
            p class="muted small" { "Drop is the cash of buy-ins; win is drop and rake less what left the tray, the meters’ share taken off; hold is win in percent of drop, play money included." }
            @if floor.acts() { @for table in &open { (close_dialog(floor, table)) } }
        }
    }
}

fn activity(floor: &Floor<'_>, table: &Table) -> &'static str {
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
    let money = Money::of(floor, id);
    let kind = table.setup().kind;
    let rounds = table.rounds();
    let is_live = kind != Kind::Practice;
    html! {
        tr id={ "row-" (id) } {
            td { a href={ "/tables/" (id) } { b { (floor.table_words(table)) } } }
            td class="hide" { (kind.word()) }
            td { @if table.call().is_some() { b class="lose" { "calls" } } @else { (activity(floor, table)) } }
            td class="num hide" { (table.seated().len()) " of " (table.seats()) }
            td class="num" { @if rounds > 0 { a href={ "/rounds/" (id) "/" (rounds) } { (words::count(rounds)) } } @else { "0" } }
            td class="num hide" { (words::dollars(money.drop)) }
            td class="num" { @if money.win < Cents::ZERO { span class="lose" { (signed(money.win)) } } @else { (signed(money.win)) } }
            td class="num hide" { (money.hold().unwrap_or_else(|| "–".to_owned())) }
            td class="go" {
                @if is_live { a class="hide" href={ "/tables/" (id) "/dealer" } { "dealer" } " " }
                @if floor.acts() { a href={ "#close-" (id) } role="button" data-opens={ "close-" (id) } { "close" } }
            }
        }
    }
}

fn signed(amount: Cents) -> String {
    match amount.get() {
        cents if cents < 0 => format!("\u{2212}{}", words::dollars(Cents::new(-cents))),
        _ => words::dollars(amount),
    }
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
                @if floor.acts() { a class="btn" href="/floor/meter" { "Make a meter" } }
            }
            @if meters.is_empty() { p class="muted" { "There is no meter." } }
            div class="mrow" { @for meter in &meters { (one_meter(floor, meter)) } }
            @if floor.acts() { @for meter in &meters { (fault_dialog(floor, meter)) } }
        }
    }
}

fn one_meter(floor: &Floor<'_>, meter: &Meter) -> Markup {
    let id = &meter.id;
    let state = MeterOut::of(floor.snapshot, id).map_or("out-of-order", |out| out.state);
    let is_out = state == "out-of-order";
    let zero = MeterUnits::ZERO;
    html! {
        div id={ "meter-" (id) } {
            b class="num" { @if is_out { "Out of order" } @else { (words::meter(meter.totals.display)) } }
            small {
                (meter.criteria.schedule) " · seed " (words::dollars(meter.terms.reset)) br;
                @if let Some(why) = &meter.fault { span class="lose" { (why) } br; }
                @if meter.totals.pending > zero { (words::meter(meter.totals.pending)) " pending" br; }
                @if meter.totals.overflow > zero { (words::meter(meter.totals.overflow)) " overflow" br; }
                a href={ "/meters/" (id) "/sign" } { "sign" } " "
                @if floor.role != house::Role::Dealer { a href={ "/meters/" (id) "/statement" } { "statement" } " " }
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
    fn hold_is_win_in_percent_of_drop() {
        let hold = |drop: i64, win: i64| {
            Money { drop: Cents::dollars(drop), win: Cents::dollars(win) }.hold()
        };
        assert_eq!(hold(1_000, 215).as_deref(), Some("21.5%"));
        assert_eq!(hold(1_000, -32).as_deref(), Some("\u{2212}3.2%"));
        assert_eq!(hold(0, 5), None);
    }
}
