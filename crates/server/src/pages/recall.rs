//! A past round, step by step: what happened, the cards as the viewer saw them then, the settlement and the round file.

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use house::recall::{Recall, SeatThen, Step, Who};
use house::table::play::Progress;
use house::table::setup::Kind;
use house::view::LineView;
use house::{House, PersonId, Seat, TableId, rfc3339, sentences};
use maud::{Markup, html};

use super::draw::{cite, hand, icon, key};
use super::felt::call;
use super::felt::lines::{cells, columns};
use super::floor::{clock_time, first_upper, name_of};
use super::shell::Shell;
use super::{PageError, words};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Path, named};
use crate::routes::tables::recalled;
use crate::state::App;

/// The pages of this kind.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/rounds/{table}/{round}", get(page))
        .route("/rounds/{table}/{round}/round-file", get(round_file))
}

/// A round as a viewer recalls it.
struct Recalled<'h> {
    round: Recall,
    house: &'h House,
    /// How many rounds its table has opened.
    rounds: u64,
    /// The viewer's name at the table.
    person: Option<&'h PersonId>,
}

/// A round.
async fn page(
    State(app): State<App>,
    caller: Caller,
    Path((table, number)): Path<(String, String)>,
) -> Result<Response, PageError> {
    let (table, number): (TableId, u64) = (named(&table)?, named(&number)?);
    let round = recalled(&app, &caller, table.clone(), number).await?;
    let house = &caller.snapshot.machine;
    let rounds = house.table(&table).map_or(0, house::table::Table::rounds);
    let recalled = Recalled { round, house, rounds, person: caller.person() };
    Ok(recalled.page(&caller).into_response())
}

/// The round as `croupier settle` reads it.
async fn round_file(
    State(app): State<App>,
    caller: Caller,
    Path((table, number)): Path<(String, String)>,
) -> Result<Response, PageError> {
    let (table, number): (TableId, u64) = (named(&table)?, named(&number)?);
    let round = recalled(&app, &caller, table.clone(), number).await?;
    let none = || ApiError::unknown(no_file(&round));
    let text = round.round_file.clone().ok_or_else(none)?;
    let name = format!("attachment; filename=\"{table}-{number}.round.toml\"");
    let headers = [
        (header::CONTENT_TYPE, "application/toml; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, text).into_response())
}

/// Why there is no round file.
fn no_file(round: &Recall) -> String {
    match &round.no_round_file {
        Some(why) => format!("there is no round file: {why}"),
        None if round.phase != Progress::Over => {
            "the round file is written when the round is over".to_owned()
        }
        None => "not every card of this round was shown to you".to_owned(),
    }
}

/// What was done, as a sentence.
fn sentence(step: &Step) -> String {
    step.says.as_ref().map_or_else(|| sentences::did(&step.op), |says| first_upper(says))
}

impl Recalled<'_> {
    fn cite(&self, text: &str) -> Markup {
        cite(text, &self.round.edition)
    }

    fn player(&self, seat: Seat) -> Option<String> {
        let name = self.round.players.get(&seat)?;
        Some(self.house.shown_name(name))
    }

    /// Who took a step: a name, the house, or what they are here.
    fn who(&self, by: &Who) -> String {
        match by {
            Who::Person(id) => name_of(self.house, id),
            Who::Role(_) | Who::House => format!("the {}", by.word()),
        }
    }

    fn is_mine(&self, seat: Seat) -> bool {
        let name = self.round.players.get(&seat);
        name.zip(self.person).is_some_and(|(name, person)| name == person.as_str())
    }

    fn page(&self, caller: &Caller) -> Markup {
        let Recall { table, round, .. } = &self.round;
        let title = format!("{table}, round {}", words::count(*round));
        let section =
            self.house.floor_table(table).map(|table| table.felt().section().title.clone());
        let shell = Shell {
            sub: html! { p { (section.as_ref().unwrap_or(&self.round.game)) " · edition " (self.round.edition) " · " (self.round.kind.word()) } },
            nav: html! { @if section.is_ok() { a class="btn quiet wide-only" href={ "/tables/" (table) } { "The table" } } },
            script: Some("recall"),
            ..Shell::new(&title)
        };
        shell.page(Some(caller), &self.main())
    }

    fn main(&self) -> Markup {
        let steps = &self.round.steps;
        html! {
            main id="main" class="recall" data-table=(self.round.table) {
                section class="stage-then" aria-label="The table at this step" {
                    div id="then" class="then-now" {}
                    p id="step-text" class="step-text" aria-live="polite" {}
                    (self.scrubber(steps.len()))
                }
                section class="blk steps-blk" aria-labelledby="h-steps" {
                    header { h2 id="h-steps" { "Step by step" } span class="muted" { (steps.len()) " steps" } }
                    @if !self.round.has_cards() && !steps.is_empty() { p class="muted" { "Keypad only: the cards of this round were not entered." } }
                    ol class="recall-steps" id="steps" { @for (place, step) in steps.iter().enumerate() { (self.step(place, step)) } }
                }
                div class="after" {
                    (self.settlement())
                    (self.file())
                }
            }
        }
    }

    fn scrubber(&self, count: usize) -> Markup {
        let Recall { table, round, .. } = &self.round;
        let last = count.saturating_sub(1);
        html! {
            div class="scrubber" {
                button type="button" class="btn" data-step="-1" data-key="ArrowLeft" aria-label="One step back" { (key("←")) }
                input id="scrub" type="range" min="0" max=(last) value=(last) aria-label="Step of the round" disabled[count == 0];
                button type="button" class="btn" data-step="1" data-key="ArrowRight" aria-label="One step on" { (key("→")) }
                output id="step-of" for="scrub" { (count) " of " (count) }
            }
            nav class="rounds" aria-label="Rounds" {
                @if *round > 1 { a class="btn quiet" href={ "/rounds/" (table) "/" (round - 1) } data-key="[" { (key("[")) " Round " (words::count(round - 1)) } }
                @if *round < self.rounds { a class="btn quiet" href={ "/rounds/" (table) "/" (round + 1) } data-key="]" { "Round " (words::count(round + 1)) " " (key("]")) } }
                @if !matches!(self.round.kind, Kind::Live | Kind::Keypad) { a class="btn quiet" href={ "/verify?table=" (table) "&round=" (round) } { (icon("i-seal")) " Check the shuffle" } }
            }
        }
    }

    fn step(&self, place: usize, step: &Step) -> Markup {
        let id = format!("step-{place}");
        html! {
            li id=(id) class={ "step" @if step.undone { " undone" } } data-place=(place) {
                p class="did" {
                    a class="n" href={ "#" (id) } aria-label={ "Step " (place + 1) } { (place + 1) }
                    span class="what" { (sentence(step)) }
                    @if step.undone { " " span class="tag" { "taken back" } }
                    @if let Some(found) = &step.cite { " " (self.cite(found)) }
                }
                @if let Some(at) = step.at {
                    p class="followed when" { (clock_time(&rfc3339(at))) @if let Some(by) = &step.by { ", " (self.who(by)) } }
                }
                @for line in &step.takes_back { p class="followed" { span class="what" { "Undone: " (sentences::did(line)) } } }
                @for line in &step.text {
                    @let (text, found) = sentences::followed(line);
                    p class="followed" { span class="what" { (text) } @if let Some(found) = found { " " (self.cite(found)) } }
                }
                (self.then(place, step))
            }
        }
    }

    /// The table right after a step.
    fn then(&self, place: usize, step: &Step) -> Markup {
        let name = |what: &str| format!("s{place}-{what}");
        html! {
            div class="then" id=(name("then")) {
                div class="then-dealer" {
                    small { "Dealer" }
                    @if step.dealer.is_empty() { span class="none" { "–" } } @else { (hand(&name("d"), "Dealer’s cards", &step.dealer, |_| None)) }
                }
                @if !step.board.is_empty() { div class="then-board" { small { "Board" } (hand(&name("b"), "Community cards", &step.board, |_| None)) } }
                (self.burned(&name("x"), step))
                @if let Some(card) = step.exposed { p class="then-burns" { "Exposed: " (words::card_name(card)) } }
                ol class="then-seats" { @for seat in &step.seats { (self.seat_then(place, seat)) } }
            }
        }
    }

    /// The burned cards: how many, and those that were turned over as the dealer's hold 'em hand, with its name.
    fn burned(&self, id: &str, step: &Step) -> Markup {
        let table = self.house.floor_table(&self.round.table).ok();
        let holdem =
            table.and_then(|table| call::dealers_holdem(table.felt(), &step.burns, &step.board));
        html! {
            @if let Some((turned, called)) = holdem {
                div class="then-board" { small { "Dealer’s hold ’em hand: " (called) } (hand(id, "Dealer’s hold ’em hand", &turned, |_| None)) }
            }
            @if !step.burns.is_empty() { p class="then-burns" { (step.burns.len()) " burned" } }
        }
    }

    fn seat_then(&self, place: usize, seat: &SeatThen) -> Markup {
        let player = self.player(seat.seat);
        html! {
            li class={ @if self.is_mine(seat.seat) { "mine" } @if seat.folded || seat.dead { " out" } } {
                p { b { (seat.seat) } " " (player.unwrap_or_default()) @if seat.folded { " · folded" } @if seat.dead { " · dead hand" } }
                div class="then-hands" {
                    @for (number, held) in seat.hands.iter().enumerate() {
                        @if !held.cards.is_empty() { (hand(&format!("s{place}-{}-{number}", seat.seat), &format!("Seat {}’s cards", seat.seat), &held.cards, |_| None)) }
                    }
                }
                p class="stakes" { @for (line, amount) in &seat.bets { span class="stake" { (words::title(line)) " " (words::dollars(*amount)) } } }
            }
        }
    }

    fn settlement(&self) -> Markup {
        let round = &self.round;
        html! {
            section class="blk" aria-labelledby="h-settled" {
                header { h2 id="h-settled" { "Pay and take" } span class="muted" { (round.lines.len()) @if round.lines.len() == 1 { " line" } @else { " lines" } } }
                @if round.lines.is_empty() { p class="muted" { @if round.is_void { "The round is void: every wager went back." } @else if round.phase == Progress::Over { "Nothing was settled by the house." } @else { "The round is not over." } } }
                @else {
                    table class="take" {
                        (columns())
                        tbody { @for (place, line) in round.lines.iter().enumerate() { (self.line(place, line)) } }
                    }
                }
                @for undone in &round.backed_out {
                    p class="warn" {
                        "Award " (undone.award) " of seat " (undone.seat) ", " (words::dollars(undone.paid)) ", was backed out by "
                        (name_of(self.house, &undone.by)) " and " (name_of(self.house, &undone.approved_by)) " at " (clock_time(&rfc3339(undone.at))) ": " (undone.reason) " " (self.cite("[PRG-10]"))
                    }
                }
                @if let Some(rake) = round.rake { p class="muted small" { "Rake: " (words::dollars(rake)) } }
                p class="rule-note" id="rule" hidden {}
            }
        }
    }

    fn line(&self, place: usize, line: &LineView) -> Markup {
        html! {
            tr id={ "line-" (place) } class=(if self.is_mine(line.seat) { "mine" } else { "" }) { (cells(line, &self.round.edition)) }
        }
    }

    fn file(&self) -> Markup {
        let Recall { table, round, round_file, .. } = &self.round;
        html! {
            section class="blk" aria-labelledby="h-file" {
                header { h2 id="h-file" { "The round file" } @if round_file.is_some() { span class="muted" { "for croupier settle" } } }
                @match round_file {
                    None => p class="muted" { (first_upper(&no_file(&self.round))) "." },
                    Some(text) => {
                        pre id="round-file" class="round-file" tabindex="0" { (text) }
                        p class="acts2" {
                            button type="button" class="btn" data-copy="round-file" { "Copy" }
                            a class="btn quiet" href={ "/rounds/" (table) "/" (round) "/round-file" } { "Download" }
                        }
                    },
                }
            }
        }
    }
}
