//! What the page can be opened on, and what can be done with what it shows: share it, save it, print it, play it.

use house::table::Table;
use house::table::setup::Kind;
use house::{House, Right};
use maud::{Markup, html};
use odds::wagers;
use rulebook::Rulebook;

use super::Lab;
use super::asked::Asked;
use crate::pages::draw::{cite, icon};
use crate::pages::words;
use crate::state::App;

/// What is looked at: game, wager, edition, schedule.
pub(super) fn pick(asked: &Asked) -> Markup {
    let section = asked.section();
    let schedules = odds::schedules(&asked.case.subject, asked.case.wager());
    html! {
        form class="pick" id="lab-pick" method="get" action="/lab" {
            label { span { "Game" } select name="game" {
                @for game in Rulebook::embedded().games() { option value=(game.id) selected[game.id == asked.game.id] { (words::printed(&game.title)) } }
            } }
            label { span { "Wager" } select name="wager" {
                @for wager in wagers(&asked.case.subject) {
                    @let title = section.wager(&wager).map_or(wager.as_str(), |known| known.title.as_str());
                    option value=(wager) selected[wager == asked.case.wager()] { (title) }
                }
            } }
            @if asked.game.editions.len() > 1 {
                label { span { "Edition" } select name="edition" {
                    @for edition in asked.game.editions.iter().rev() { option value=(edition.id) selected[edition.id == asked.edition()] { (edition.id) } }
                } }
            }
            @if schedules.len() > 1 {
                label { span { "Printed" } select name="schedule" {
                    @for schedule in &schedules { option value=(schedule.id) selected[schedule.id == asked.case.schedule.id] { (schedule.id) } }
                } }
            }
            button class="btn" data-go="" { "Show" }
        }
    }
}

/// What can be done with the schedule.
pub(super) fn part(lab: &Lab, app: &App) -> Markup {
    let asked = &lab.asked;
    let snapshot = app.snapshot();
    html! {
        div id="lab-share" class="acts noprint" {
            (practice(lab, &snapshot.machine))
            a class="btn" id="lab-link" href=(asked.address()) data-copy="" { (icon("i-link")) "Share link" }
            a class="btn" href=(asked.file_address()) { (icon("i-save")) "Save TOML" }
            button type="button" class="btn needs-js" data-print="" { (icon("i-print")) "Print" }
        }
    }
}

/// The practice tables that post this schedule, and the way to open one. A table posts schedules of the rulebook only:
/// it keeps the rulebook's revision, so that its rounds can be played again.
fn practice(lab: &Lab, house: &House) -> Markup {
    let asked = &lab.asked;
    if asked.changed_rows() > 0 {
        return html! {
            details class="why-not" {
                summary class="btn first" { (icon("i-cardtable")) "Open a practice table" }
                p {
                    "A table posts schedules of the rulebook, and keeps the revision that it was opened under so that its rounds can be played again. This one is not in the rulebook yet: save it as TOML and write it there. "
                    "Practice is for play money, whatever the schedule. " (cite("[PRG-24]", ""))
                }
                @if asked.case.schedule.id != "standard" || !asked.case.schedule.parts.is_empty() {
                    p { a class="btn" href=(asked.address_with(&[])) { "Back to the printed schedule" } }
                }
            }
        };
    }
    let posts = |table: &&Table| {
        let posted = table.felt();
        let chosen = posted.schedule(&asked.case.schedule.chosen_as);
        let is_it = chosen == Some(asked.case.schedule.id.as_str());
        let same = posted.section().game == asked.game.id
            && posted.section().edition.id == asked.edition();
        let plays = table.setup().kind == Kind::Practice && table.has_seats();
        plays && same && (is_it || asked.case.schedule.parts.is_empty())
    };
    let found = house.floor().find(posts);
    let query = [
        ("game", asked.game.id.clone()),
        ("kind", Kind::Practice.word().to_owned()),
        ("edition", asked.edition().to_string()),
        (&*format!("schedules.{}", asked.case.schedule.chosen_as), asked.case.schedule.id.clone()),
    ];
    let open = serde_urlencoded::to_string(query).unwrap_or_default();
    html! {
        @if let Some(table) = found {
            a class="btn first" href={ "/tables/" (table.id()) } { (icon("i-cardtable")) "Play at practice table " (table.id()) }
        }
        @if lab.caller.may(Right::Supervise) {
            a class={ "btn" @if found.is_none() { " first" } } href={ "/floor/open?" (open) } { (icon("i-cardtable")) "Open a practice table" }
        } @else if found.is_none() {
            details class="why-not" {
                summary class="btn first" { (icon("i-cardtable")) "Practice" }
                p { "No practice table posts " (asked.case.schedule.id) " now. A supervisor opens one; " a href="/" { "the pit" } " shows those that are open." }
            }
        }
    }
}
