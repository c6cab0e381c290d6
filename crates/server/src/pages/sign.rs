//! Signs of meters, for wall screens: what can be won, what is posted, who won last.
//!
//! A sign shows an amount only while the house stands by it: a meter that is out of order has none, and a sign that has
//! lost the house says since when.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use cards::Face;
use house::sign::SignState;
use house::view::Viewer;
use house::{Award, Hit, Meter, MeterId, Snapshot, rfc3339};
use maud::{Markup, html};
use money::{Odds, Rate};
use rulebook::Rulebook;
use serde::Deserialize;

use super::draw::{hand, odometer};
use super::felt::call;
use super::parts::{Part, Parts, Sent};
use super::shell::{Look, Shell};
use super::{PageError, Since, words};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Path, Query, named};
use crate::live::{News, events};
use crate::state::App;

/// The pages of this kind.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/meters/{meter}/sign", get(page))
        .route("/meters/{meter}/sign/live", get(live))
        .route("/signs", get(group_page))
        .route("/signs/live", get(group_live))
}

/// How many of the last winners a sign shows.
const WINS_SHOWN: usize = 5;
/// How many pending winners a sign shows.
const PENDING_SHOWN: usize = 3;
/// How often a group of signs is sent at most.
const GROUP_EVERY: Duration = Duration::from_millis(200);

/// A meter as its sign shows it.
struct Sign<'s> {
    snapshot: &'s Snapshot,
    meter: &'s Meter,
    shown: house::sign::Sign,
}

impl<'s> Sign<'s> {
    fn new(snapshot: &'s Snapshot, id: &MeterId) -> Result<Sign<'s>, ApiError> {
        let meter = snapshot.machine.meter(id)?;
        Ok(Sign { snapshot, meter, shown: house::sign::Sign::of(snapshot, id)? })
    }

    /// What the meter is called: by its game, or by its own name where several games play for it.
    fn name(&self) -> String {
        let schedule = &self.meter.criteria.schedule;
        let game = schedule.split_once('/').and_then(|(game, _)| Rulebook::embedded().game(game));
        match game {
            Some(game) => game.newest().title.clone(),
            None => words::title(self.meter.id.as_str()),
        }
    }

    /// The schedule without its game.
    fn schedule(&self) -> &str {
        let schedule = &self.meter.criteria.schedule;
        schedule.split_once('/').map_or(schedule.as_str(), |(_, id)| id)
    }

    /// The wins that wait to be verified, the largest first.
    fn pending(&self) -> Vec<&'s Award> {
        let awards = self.snapshot.machine.awards();
        let mut pending: Vec<&Award> =
            awards.filter(|award| award.meter == self.meter.id && award.is_from_meter()).collect();
        pending.sort_by_key(|award| (std::cmp::Reverse(award.amount), award.number));
        pending
    }

    fn is_pending(&self) -> bool {
        self.shown.state == SignState::Pending
    }

    /// The cards that make a winner's hand, if everyone can see them: the player's own, and the board's that count.
    fn cards(&self, award: &Award) -> Vec<Face> {
        let view = self.snapshot.machine.view(&award.table, Viewer::Public);
        let Some(view) = view.ok().filter(|view| view.round.number == award.round) else {
            return Vec::new();
        };
        let round = &view.round;
        let own = round.seats.iter().find(|seat| seat.seat == award.seat);
        let own = own.and_then(|seat| seat.hands.first()).map_or(&[][..], |hand| &hand.cards);
        let play = self.snapshot.machine.play(&award.table);
        let hands = call::hands(play, (award.seat.0, 0), own, &round.board);
        let used = hands.first().filter(|hand| hand.is_chosen).map(|hand| hand.cards);
        let counts = |face: &&Face| {
            used.is_none_or(|used| call::card_of(face).is_some_and(|card| used.has(card)))
        };
        let cards: Vec<Face> = own.iter().chain(&round.board).filter(counts).copied().collect();
        if cards.contains(&Face::Down) { Vec::new() } else { cards }
    }

    /// Whether a win took all of the meter.
    fn is_top(&self, win: &Hit) -> bool {
        self.snapshot.machine.paid_award(win.award).is_ok_and(Award::is_top)
    }

    /// What it takes to win it all.
    fn top_line(&self) -> Option<String> {
        let rows = &self.meter.criteria.rows;
        let top = rows.iter().find(|row| row.pays == Odds::Share(Rate::ALL))?;
        Some(takes_it_all(&top.hand))
    }

    fn middle(&self) -> Markup {
        let is_out = self.shown.amounts.is_none();
        html! {
            div id="mid" class={ "mid " @if is_out { "out-of-order" } @else if self.is_pending() { "pend on" } @else { "run" } } {
                @match self.shown.display() {
                    _ if self.shown.state == SignState::Closed => p class="word-out" { "CLOSED" },
                    None => { p class="word-out" { "OUT OF ORDER" } p class="line" { "No amount is shown until it is put right." } },
                    Some(_) if self.is_pending() => { (self.won()) (self.play_money()) },
                    Some(display) => {
                        (fitted(&words::meter(display)))
                        @if let Some(line) = self.top_line() { p class="line" { (line) } }
                        (self.play_money())
                    }
                }
            }
        }
    }

    /// PENDING: who has won, with which hand, how much, and what the meter plays on from.
    fn won(&self) -> Markup {
        let pending = self.pending();
        let plays_on = self.shown.display().map(words::meter).unwrap_or_default();
        html! {
            span class="word" { "PENDING" }
            @for award in pending.iter().take(PENDING_SHOWN) {
                @let cards = self.cards(award);
                div class="winrow" {
                    @if !cards.is_empty() { (hand(&format!("won-{}", award.number), "The winning hand", &cards, |_| None)) }
                    (fitted(&words::meter(award.amount.into())))
                }
                p class="line" { (words::title(&award.hand)) " · table " (award.table) ", seat " (award.seat) }
            }
            p class="line plays-on" { "The meter plays on from " (plays_on) }
        }
    }

    fn posted(&self) -> Markup {
        let criteria = &self.meter.criteria;
        let has_envy = criteria.rows.iter().any(|row| row.envy.is_some());
        html! {
            table {
                thead { tr {
                    th scope="col" { (self.schedule()) ", " (words::dollars(criteria.wager)) " wager" }
                    th scope="col" { "pays" }
                    @if has_envy { th scope="col" { "envy" } }
                } }
                tbody {
                    @for row in &criteria.rows {
                        tr class=(if matches!(row.pays, Odds::Share(_)) { "top" } else { "" }) {
                            th scope="row" { (words::title(&row.hand)) }
                            td { (row.pays) }
                            @if has_envy { td { @if let Some(envy) = row.envy { (words::dollars(envy)) } } }
                        }
                    }
                }
            }
        }
    }

    fn winners(&self) -> Markup {
        html! {
            table id="winners" {
                thead { tr { th scope="col" { "Last winners" } th scope="col" { "where" } th scope="col" { "paid" } } }
                tbody {
                    @for win in self.shown.wins.iter().take(WINS_SHOWN) { (winner(win, self.is_top(win))) }
                    @if self.shown.wins.is_empty() { tr { td class="none" colspan="3" { @if self.shown.amounts.is_none() { "Not shown while it is out of order" } @else { "None yet" } } } }
                }
            }
        }
    }

    /// That the amount is not money, where it is not [PRG-24].
    fn play_money(&self) -> Markup {
        html! { @if self.shown.play_money { p class="line play-money" { "Play money: nothing here is paid in cash" } } }
    }

    fn parts(&self) -> Parts {
        Parts::new([Part::new("mid", self.middle()), Part::new("winners", self.winners())])
    }

    fn page(&self) -> Markup {
        let parts = self.parts();
        let name = format!("{} progressive", self.name());
        let main = html! {
            main id="main" class="sign" {
                (header(&name))
                (parts.get("mid"))
                div class="foot" { (self.posted()) (parts.get("winners")) }
            }
        };
        let (id, seq) = (&self.meter.id, self.snapshot.head.seq);
        shell(&name, format!("/meters/{id}/sign/live?since={seq}")).page(None, &main)
    }

    /// A sign in a group of them.
    fn small(&self) -> Markup {
        let pending = self.pending();
        html! {
            li id=(group_id(&self.meter.id)) class={ "gsign" @if self.is_pending() { " is-pending" } } {
                h2 { a class="plain" href={ "/meters/" (self.meter.id) "/sign" } { (self.name()) } }
                @match self.shown.display() {
                    _ if self.shown.state == SignState::Closed => p class="word-out" { "CLOSED" },
                    None => p class="word-out" { "OUT OF ORDER" },
                    Some(display) => (odometer(&words::meter(display))),
                }
                p class="gline" {
                    @match pending.first().filter(|_| self.is_pending()) {
                        Some(award) => {
                            b class="gpend" { "PENDING" } " "
                            (words::meter(award.amount.into())) " · " (words::title(&award.hand)) " · table " (award.table) ", seat " (award.seat)
                            @if pending.len() > 1 { " and " (pending.len() - 1) " more" }
                        }
                        None => @if let Some(line) = self.top_line().filter(|_| self.shown.amounts.is_some()) { (line) },
                    }
                    @if self.shown.play_money { " " span class="play-money" { "play money" } }
                }
            }
        }
    }
}

/// `Royal flush takes it all`, `Four aces take it all`.
fn takes_it_all(hand: &str) -> String {
    let is_plural =
        hand.split_once(' ').is_some_and(|(first, rest)| first == "four" && rest.ends_with('s'));
    format!("{} {} it all", words::title(hand), if is_plural { "take" } else { "takes" })
}

/// An odometer as large as its digits allow.
fn fitted(amount: &str) -> Markup {
    html! { div class="fit" style={ "--n:" (amount.len()) } { (odometer(amount)) } }
}

fn winner(win: &Hit, is_top: bool) -> Markup {
    html! {
        tr class=(if is_top { "top" } else { "" }) {
            th scope="row" { (words::title(&win.hand)) }
            td { (win.table) ", seat " (win.seat) ", " @let at = rfc3339(win.at); time datetime=(at) { (at.get(..10).unwrap_or_default()) } }
            td { (words::meter(win.paid.unwrap_or(win.amount).into())) }
        }
    }
}

fn header(name: &str) -> Markup {
    let now = rfc3339(house::desk::now());
    html! {
        header {
            h1 { (name) }
            small class="ok" { "Croupier · " span id="heard" { "as of " (now.get(11..19).unwrap_or_default()) " UTC" } }
            small class="lost" role="status" { "The house has not been heard since " span id="lost-since" {} ". The amount may be old." }
        }
    }
}

fn shell(title: &str, live: String) -> Shell<'_> {
    Shell { look: Look::Bare, live: Some(live), script: Some("sign"), ..Shell::new(title) }
}

/// A meter's sign.
async fn page(caller: Caller, Path(meter): Path<String>) -> Result<Response, PageError> {
    let meter: MeterId = named(&meter)?;
    Ok(Sign::new(&caller.snapshot, &meter)?.page().into_response())
}

/// A meter's sign as it changes.
async fn live(
    State(app): State<App>,
    Path(meter): Path<String>,
    since: Since,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let meter: MeterId = named(&meter)?;
    let snapshot = app.snapshot();
    let sign = Sign::new(&snapshot, &meter)?;
    let mut sent = Sent::default();
    if since.version(&headers) == Some(snapshot.head.seq) {
        sent = Sent::showing(&sign.parts());
    }
    let about: Arc<str> = Arc::from(meter.as_str());
    let first = Arc::clone(&about);
    let whole = move |now: &Snapshot| {
        vec![News { seq: now.head.seq, about: Some(Arc::clone(&first)), json: "".into() }]
    };
    let render = move |app: &App, news: &News| {
        if news.about.as_ref() != Some(&about) {
            return Ok(None);
        }
        let snapshot = app.snapshot();
        let sign = Sign::new(&snapshot, &meter).ok();
        Ok(sign.and_then(|sign| sent.changed(&sign.parts())).map(Arc::from))
    };
    Ok(events(&app, &app.live.meters, None, &whole, Duration::ZERO, render).into_response())
}

/// Which meters a group shows.
#[derive(Deserialize)]
struct Which {
    /// Their names with commas between them; all of them unless said.
    meters: Option<String>,
}

impl Which {
    fn ids(&self) -> Result<Option<Vec<MeterId>>, ApiError> {
        let Some(text) = self.meters.as_deref() else { return Ok(None) };
        text.split(',')
            .map(str::trim)
            .filter(|id| !id.is_empty())
            .map(named)
            .collect::<Result<_, _>>()
            .map(Some)
    }
}

fn group_id(meter: &MeterId) -> String {
    format!("sign-{meter}")
}

/// The signs of a group: those that are named, in their order, or all that are not closed.
fn group<'s>(snapshot: &'s Snapshot, ids: Option<&[MeterId]>) -> Result<Vec<Sign<'s>>, ApiError> {
    if let Some(ids) = ids {
        return ids.iter().map(|id| Sign::new(snapshot, id)).collect();
    }
    let open = snapshot.machine.meters().filter(|meter| !meter.is_closed);
    open.map(|meter| Sign::new(snapshot, &meter.id)).collect()
}

fn group_parts(signs: &[Sign<'_>]) -> Parts {
    Parts::new(signs.iter().map(|sign| Part::new(group_id(&sign.meter.id), sign.small())))
}

/// A group of signs on one screen.
async fn group_page(caller: Caller, Query(which): Query<Which>) -> Result<Response, PageError> {
    let ids = which.ids()?;
    let signs = group(&caller.snapshot, ids.as_deref())?;
    let parts = group_parts(&signs);
    let main = html! {
        main id="main" class="sign signs" {
            (header("Progressives"))
            ul class={ "gsigns n" (signs.len().min(9)) } { @for sign in parts.all("sign-") { (sign) } }
            @if signs.is_empty() { p class="line" { "There are no meters." } }
        }
    };
    let mut live = format!("/signs/live?since={}", caller.snapshot.head.seq);
    if let Some(ids) = &ids {
        let names: Vec<&str> = ids.iter().map(MeterId::as_str).collect();
        live.push_str(&format!("&meters={}", names.join(",")));
    }
    Ok(shell("Progressives", live).page(None, &main).into_response())
}

/// A group of signs as it changes.
async fn group_live(
    State(app): State<App>,
    Query(which): Query<Which>,
    since: Since,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let ids = which.ids()?;
    let snapshot = app.snapshot();
    let mut sent = Sent::default();
    if since.version(&headers) == Some(snapshot.head.seq) {
        sent = Sent::showing(&group_parts(&group(&snapshot, ids.as_deref())?));
    }
    let render = move |app: &App, _: &News| {
        let snapshot = app.snapshot();
        let signs = group(&snapshot, ids.as_deref()).unwrap_or_default();
        Ok(sent.changed(&group_parts(&signs)).map(Arc::from))
    };
    Ok(events(&app, &app.live.meters, None, &News::of_all, GROUP_EVERY, render).into_response())
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_takes_it_all_agrees_with_its_verb() {
        let says = super::takes_it_all;
        assert_eq!(says("royal flush"), "Royal flush takes it all");
        assert_eq!(says("four aces"), "Four aces take it all");
        assert_eq!(says("A-K-Q of spades"), "A-K-Q of spades takes it all");
    }
}
