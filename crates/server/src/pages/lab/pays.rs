//! Everything that is paid, each row with a stepper, its share of the return and what a unit more would do.

use maud::{Markup, html};
use money::Odds;
use odds::{Exact, NewPay, decimal, fraction, postable_near, unit_words};
use rulebook::{OptionValues, TableOption};

use super::asked::{Asked, Row};
use super::{Lab, minus, percent};
use crate::labs::{Paid, paid};
use crate::pages::draw::icon;
use crate::pages::floor::first_upper;
use crate::pages::words;

/// The widest bar.
const BAR: f64 = 100.0;

/// The form with every row.
pub(super) fn part(lab: &Lab) -> Markup {
    let asked = &lab.asked;
    let is_one_table = asked.case.schedule.parts.len() < 2;
    let all: Vec<(&Row, Option<Paid>)> = asked.rows.iter().map(|row| (row, of(lab, row))).collect();
    let share = |paid: &Option<Paid>| paid.as_ref().map_or(0.0, |paid| decimal(&paid.share));
    let (rows, outcomes): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|(row, _)| row.of.part.is_some());
    let most =
        |all: &[(&Row, Option<Paid>)]| all.iter().map(|(_, paid)| share(paid)).fold(0.0, f64::max);
    let (most_of_rows, most_of_outcomes) = (most(&rows), most(&outcomes));
    html! {
        form id="lab-pays" class="pays" method="get" action={ "/lab/" (asked.game.id) "/" (asked.case.wager()) } aria-labelledby="h-pays" {
            input type="hidden" name="edition" value=(asked.edition());
            input type="hidden" name="schedule" value=(asked.case.schedule.id);
            header {
                h2 id="h-pays" { "Pays" }
                span class="tag" id="lab-changed" { (asked.changed_rows()) " of " (asked.rows.len()) " changed" }
                a class="btn quiet noprint" id="lab-reset" href=(asked.address_with(&[])) { "Reset" }
            }
            // Enter in a field shows the figures, and presses no button of a row.
            button class="vh" tabindex="-1" { "Show the figures" }
            @if !rows.is_empty() {
                ol { @for (row, paid) in &rows { (line(lab, row, paid.as_ref(), most_of_rows, is_one_table)) } }
            }
            @if !outcomes.is_empty() {
                h3 { "What no hand decides" }
                ol { @for (row, paid) in &outcomes { (line(lab, row, paid.as_ref(), most_of_outcomes, is_one_table)) } }
            }
            (add(asked))
            (options(asked))
            (of_meter(lab))
            p class="note" {
                "Share: what the row pays of " (unit_words(&asked.case.subject, &asked.case.schedule))
                ". A unit: the change of the edge when the row pays 1 more. Up and down arrows, the buttons or dragging the bar lead to the next odds that a house can post."
            }
            noscript { button class="btn first" { "Show the figures" } }
        }
    }
}

fn of(lab: &Lab, row: &Row) -> Option<Paid> {
    let (now, _) = lab.known.figures()?;
    paid(now.own(), &row.of)
}

fn title(row: &Row, is_one_table: bool) -> String {
    let name = match &row.of.line {
        Some(line) if !is_one_table => format!("{}: {}", words::title(line), row.of.hand),
        _ if row.of.part.is_none() => words::title(&row.of.hand),
        _ => row.of.hand.clone(),
    };
    words::printed(&first_upper(&name))
}

fn line(lab: &Lab, row: &Row, paid: Option<&Paid>, most: f64, is_one_table: bool) -> Markup {
    let asked = &lab.asked;
    let (title, name) = (title(row, is_one_table), row.of.name());
    let is_progressive = asked.case.schedule.progressive.is_some();
    let (less, more) = postable_near(row.now, is_progressive);
    let listed =
        |pays: &[NewPay]| pays.iter().map(ToString::to_string).collect::<Vec<_>>().join("|");
    let share = paid.map_or(0.0, |paid| decimal(&paid.share));
    let width = if most > 0.0 { (share / most * BAR).clamp(0.0, BAR) } else { 0.0 };
    let id = id(&name);
    let first =
        |pays: &[NewPay]| pays.first().map_or_else(|| row.now.to_string(), ToString::to_string);
    html! {
        li class={ "pay" @if row.is_changed() { " changed" } } id=(id) {
            div class="nm" {
                b { (title) }
                @if let Some(condition) = &row.of.condition { small { (condition) } }
                small { (paid.map_or_else(String::new, |paid| one_in(&paid.chance))) }
            }
            // It is always there, so that nothing in the row is replaced while it is typed in.
            button class="was" name={ "set:" (name) } value=(row.printed) data-set=(row.printed) aria-label={ (title) ": back to the printed " (row.printed) } hidden[!row.is_changed()] {
                s { @if row.printed == NewPay::Nothing { "no row" } @else { (row.printed) } } (icon("i-undo"))
            }
            div class="step" role="group" aria-label={ (title) " pays" } {
                button name={ "set:" (name) } value=(first(&less)) data-step="-1" aria-label={ (title) " pays less" } disabled[less.is_empty()] { "\u{2212}" }
                input id={ (id) "-pays" } name={ "pay:" (name) } value=(row.now) aria-label={ (title) " pays" } size="8" autocomplete="off" spellcheck="false"
                    data-less=(listed(&less)) data-more=(listed(&more));
                button name={ "set:" (name) } value=(first(&more)) data-step="1" aria-label={ (title) " pays more" } disabled[more.is_empty()] { "+" }
            }
            div class="ln" {
                svg class="sbar" data-drag="" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" {
                    rect class="tr" width="100" height="4" {}
                    rect class="fl" width=(format!("{width:.1}")) height="4" {}
                }
                span class="sh" { @if let Some(paid) = paid { (percent(&paid.share, 2)) " of a bet" } }
                span class="sens" { @if let Some(paid) = paid { (sensitivity(row, paid)) } }
            }
        }
    }
}

/// An id for a row, from its name.
fn id(name: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    format!("row-{}", name.chars().map(plain).collect::<String>())
}

/// How rare a row is: `1 in 32,487`.
pub(super) fn one_in(chance: &Exact) -> String {
    let chance = decimal(chance);
    if chance <= 0.0 {
        return "never".to_owned();
    }
    let number = 1.0 / chance;
    match number {
        number if number < 100.0 => format!("1 in {number:.1}"),
        number => format!("1 in {}", words::grouped(&format!("{number:.0}"))),
    }
}

/// What one more unit on a row takes from the edge.
fn sensitivity(row: &Row, paid: &Paid) -> String {
    let (unit, weight) = match row.now {
        NewPay::Odds(Odds::Dollars(_)) => ("$10 more", &paid.weight * odds::whole(10)),
        NewPay::Odds(Odds::Share(_)) => ("1% more", &paid.weight * fraction(1, 100)),
        _ => ("a unit", paid.weight.clone()),
    };
    let percent = -decimal(&weight) * 100.0;
    let places = match percent.abs() {
        small if small < 0.01 => 4,
        small if small < 0.1 => 3,
        _ => 2,
    };
    format!("{}% {unit}", minus(&format!("{:.places$}", percent + 0.0)))
}

/// A row that the schedule does not have.
fn add(asked: &Asked) -> Markup {
    html! {
        @if !asked.addable.is_empty() {
            details class="add" {
                summary { "Add a row" }
                div class="field-row" {
                    label { span { "Hand" } select name="add" {
                        option value="" { "none" }
                        @for row in &asked.addable { option value=(row) { (row) } }
                    } }
                    label { span { "Pays" } input name="add-pays" value="" placeholder="1 to 1" size="8" autocomplete="off"; }
                }
            }
        }
    }
}

/// The options of the section that leave a choice.
fn options(asked: &Asked) -> Markup {
    let all = asked.options();
    let posted = asked.case.subject.posted();
    html! {
        @if !all.is_empty() {
            details class="opts" open[!posted.is_empty()] {
                summary { "Options" @if !posted.is_empty() { " · " (posted.len()) " chosen" } }
                @for option in all { (option_field(asked, option)) }
            }
        }
    }
}

fn option_field(asked: &Asked, option: &TableOption) -> Markup {
    let name = format!("option.{}", option.key);
    let value = asked.case.subject.option(&option.key);
    html! {
        label class="opt" {
            span { (words::title(&option.key)) }
            @match &option.values {
                OptionValues::OneOf(values) => {
                    select name=(name) {
                        @for known in values { option value=(known) selected[known == value] { (known) } }
                        @if !values.contains(&option.default) { option value=(option.default) selected[option.default == value] { (option.default) } }
                    }
                },
                OptionValues::Dollars | OptionValues::Odds => input name=(name) value=(value) autocomplete="off";,
            }
            small { (option.says) }
        }
    }
}

/// The meter and who else can win envy.
fn of_meter(lab: &Lab) -> Markup {
    let asked = &lab.asked;
    let Some(terms) = asked.case.schedule.progressive else { return html! {} };
    let meter = asked.case.ask.meter.unwrap_or_else(|| money::MeterUnits::from(terms.seed));
    let most = super::charts::meter_most(lab).max(decimal(&odds::of_meter(meter)));
    html! {
        div class="field-row meter-at" {
            label { span { "Meter" } input id="lab-meter" name="meter" value=(words::meter(meter)) inputmode="decimal" autocomplete="off" size="12"; }
            label class="wide" { span { "Slide" } input id="lab-slide" type="range" min="0" max=(format!("{most:.0}")) step=(format!("{:.0}", (most / 400.0).max(1.0))) value=(format!("{:.0}", decimal(&odds::of_meter(meter)))) data-for="lab-meter"; }
            @if asked.case.schedule.has_envy() {
                label { span { "Other seats" } select name="seats" {
                    @for seats in 0..=6u8 { option value=(seats) selected[seats == asked.case.ask.seats] { (seats) } }
                } }
            }
        }
    }
}
