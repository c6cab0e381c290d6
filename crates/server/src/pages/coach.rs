//! The coach at practice tables: what each choice of the player whose turn it is is worth, exactly.
//!
//! Values come from `odds` and only from what the player sees [ODD-2]. A thread solves the game of every practice table
//! ahead of play, so that an answer is there at once; until then the coach says that it is not ready.

use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use games::{Action, Next};
use house::table::setup::Kind;
use house::table::{Player, Table};
use house::view::TableView;
use house::{House, PersonId, TableId};
use maud::{Markup, html};
use odds::{Arithmetic, Exact, Worth, decimal, digits, whole};

use super::shell::Shell;
use super::{PageError, words};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Path, named};
use crate::state::App;

/// How often new tables are looked for.
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// When the games of tables that nobody attends are solved, too.
const OTHERS_AFTER: Duration = Duration::from_secs(30);
/// The lowest priority that a thread can have.
const LAST: i32 = 19;
/// The longest fraction that is written out.
const FRACTION_MAX: usize = 28;

/// The coach's answers.
pub(crate) fn router() -> Router<App> {
    Router::new().route("/tables/{table}/coach", get(answer))
}

/// Solves the games of practice tables ahead of play, until the server stops: at once where someone sits or watches,
/// and the others when the server has been up for a while.
pub(crate) fn prepare(app: &App) {
    give_way();
    let started = Instant::now();
    while !*app.stopping().borrow() {
        let snapshot = app.snapshot();
        let is_attended =
            |table: &Table| !table.seated().is_empty() || app.presence.is_watched(table.id());
        let is_due = |table: &Table| is_attended(table) || started.elapsed() > OTHERS_AFTER;
        let waits =
            |table: &&Table| is_coached(table) && is_due(table) && app.bots.known(table).is_none();
        let tables = snapshot.machine.floor().filter(waits);
        match tables.max_by_key(|table| (is_attended(table), table.seated().len())) {
            Some(table) => {
                let since = Instant::now();
                app.bots.prepare(table);
                let (table, took) = (table.id().to_string(), since.elapsed());
                tracing::debug!(%table, ?took, "the coach is ready");
            }
            None => std::thread::sleep(LOOK_EVERY),
        }
    }
}

/// Solving games takes what time play leaves.
fn give_way() {
    // On Linux this is the thread's own priority. Where it cannot be set, the games are solved all the same.
    let _ = rustix::process::setpriority_process(None, LAST);
}

/// Whether the table's game is solved for its players.
pub(crate) fn is_coached(table: &Table) -> bool {
    table.has_seats() && table.setup().kind == Kind::Practice
}

/// Where the coach stands on a felt. It is shown by the page's script, which asks it when its player's turn comes.
pub(crate) fn place(table: &Table) -> Markup {
    if !is_coached(table) {
        return html! {};
    }
    html! {
        section id="coach-panel" class="panel" aria-labelledby="h-coach" hidden {
            header {
                h2 id="h-coach" { "Coach" }
                label class="when" {
                    span class="vh" { "When the coach speaks" }
                    select id="coach-when" {
                        option value="before" { "before I decide" }
                        option value="after" { "after I decide" }
                        option value="never" { "never" }
                    }
                }
            }
            (quiet(WAITS))
            p id="coach-cost" class="cost" role="status" hidden {}
            details id="coach-score" hidden { summary { "Your score" } div {} }
        }
    }
}

/// What the coach says until there is something to decide.
const WAITS: &str = "On your turn: what each choice is worth, exactly.";

fn quiet(text: &str) -> Markup {
    html! { div id="coach" class="muted" { p { (text) } } }
}

/// What the coach says to the player whose turn it is.
enum Said {
    /// It is not the caller's turn.
    NotYourTurn,
    /// The game is still being solved.
    NotReady,
    /// No solution knows this decision.
    NotKnown,
    /// What each choice is worth.
    Worth(Box<Advice>),
}

struct Advice {
    view: TableView,
    title: String,
    worth: Worth,
    situation: String,
}

/// Looks at a decision with the player's own eyes.
fn say(app: &App, house: &House, id: &TableId, person: &PersonId) -> Result<Said, ApiError> {
    let table = house.floor_table(id)?;
    if !is_coached(table) {
        let message = "only practice tables have a coach";
        return Err(ApiError::refused("no-coach", message));
    }
    let Some(play) = house.play(id) else { return Ok(Said::NotYourTurn) };
    let Next::Decision(choice) = play.round().next() else { return Ok(Said::NotYourTurn) };
    let is_theirs = |player: &Player| matches!(player, Player::Person(sits) if sits == person);
    let seat = table.seated().iter().find(|(seat, _)| seat.0 == choice.seat.get());
    if !seat.is_some_and(|(_, player)| is_theirs(player)) {
        return Ok(Said::NotYourTurn);
    }
    let Some(known) = app.bots.known(table) else { return Ok(Said::NotReady) };
    let worth = known.and_then(|regular| regular.values(play.round(), choice));
    let Some(worth) = worth else { return Ok(Said::NotKnown) };
    let view = house.view(id, house::view::Viewer::Person(person))?;
    let title = table.felt().section().title.clone();
    let situation = play.round().situation(choice);
    Ok(Said::Worth(Box::new(Advice { view, title, worth, situation })))
}

/// What each choice is worth, for the player whose turn it is.
async fn answer(
    State(app): State<App>,
    caller: Caller,
    Path(table): Path<String>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let id: TableId = named(&table)?;
    let person = caller.must_be_signed_in()?.session.person.clone();
    let snapshot = std::sync::Arc::clone(&caller.snapshot);
    let since = Instant::now();
    let looking = move || say(&app, &snapshot.machine, &id, &person);
    let said = tokio::task::spawn_blocking(looking).await.map_err(ApiError::internal)??;
    let took = format!("coach;dur={:.2}", since.elapsed().as_secs_f64() * 1e3);
    let part = said.part();
    let timing = [("server-timing", took), ("cache-control", "no-store".to_owned())];
    if headers.contains_key("x-part") {
        return Ok((timing, part).into_response());
    }
    let main = html! {
        main id="main" class="message" {
            h2 { "Coach" }
            (part)
            p { a class="btn first" href={ "/tables/" (table) } { "Back to the table" } }
        }
    };
    Ok((timing, Shell::new("Coach").page(Some(&caller), &main)).into_response())
}

impl Said {
    fn part(&self) -> Markup {
        match self {
            Said::NotYourTurn => quiet(WAITS),
            Said::NotReady => html! {
                div id="coach" class="muted" data-again="" { p { "Solving this game. It takes a few seconds, once." } }
            },
            Said::NotKnown => {
                quiet("No exact value: this decision depends on what the other players do.")
            }
            Said::Worth(advice) => advice.part(),
        }
    }
}

impl Advice {
    fn part(&self) -> Markup {
        let Some(best) = self.worth.choices.first() else { return quiet("Nothing to decide.") };
        let cost = |value: &Exact| (&best.value - value) * whole(100);
        let most = self.worth.choices.iter().map(|valued| decimal(&cost(&valued.value)));
        let most = most.fold(0.0, f64::max);
        let situation = &self.situation;
        html! {
            div id="coach" data-game=(self.view.game) data-title=(self.title) data-situation=(situation)
                data-round=(self.view.round.number) data-unit=(self.worth.unit.words()) {
                p class="spot" { (situation) }
                ol class="choices" {
                    @for (place, valued) in self.worth.choices.iter().enumerate() {
                        @let costs = cost(&valued.value);
                        (row(valued.action, place == 0, &valued.value, &costs, most))
                    }
                }
                p class="muted how" { (self.how()) }
            }
        }
    }

    /// What the figures are.
    fn how(&self) -> Markup {
        let unit = self.worth.unit.words();
        let is_exact = self.worth.arithmetic == Arithmetic::Fractions;
        let best = self.worth.choices.first().filter(|_| is_exact);
        html! {
            "Bars show the cost against the best choice, in cents per $1 of " (unit) "."
            @if let Some(best) = best.and_then(|best| exactly(best.action, &best.value, unit)) { " " (best) }
            @if let Some(assumes) = self.worth.assumes { " " (assumes) }
        }
    }
}

/// What a choice is worth as a fraction, where that is short: `Best: fold, exactly −1 times the ante.`
fn exactly(action: Action, value: &Exact, unit: &str) -> Option<String> {
    let times = value.to_string().replace('-', "\u{2212}");
    let best = name(action).to_lowercase();
    (times.len() <= FRACTION_MAX).then(|| format!("Best: {best}, exactly {times} times {unit}."))
}

fn name(action: Action) -> String {
    match action {
        Action::Set(card) => format!("Set {}", words::card_name(card)),
        action => words::title(&action.to_string()),
    }
}

fn row(action: Action, is_best: bool, value: &Exact, cost: &Exact, most: f64) -> Markup {
    let length = if most > 0.0 { decimal(cost) / most * 100.0 } else { 0.0 };
    let cents = digits(&(value * whole(100)), 1).replace('-', "\u{2212}");
    let sign = if cents.starts_with('\u{2212}') || cents == "0.0" { "" } else { "+" };
    let costs = digits(cost, 1);
    html! {
        li class={ "choice" @if is_best { " best" } } data-action=(action) data-cost=(digits(cost, 6)) {
            span { (name(action)) }
            span class="track" { i style={ "--len:" (format!("{length:.1}")) "%" } {} }
            span class="num" {
                (sign) (cents) "¢"
                small { @if is_best { "best" } @else if costs == "0.0" { "even" } @else { "\u{2212}" (costs) "¢" } }
            }
        }
    }
}
