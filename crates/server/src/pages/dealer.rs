//! The dealer's page: the next step, card entry, keypad, irregularities.
//!
//! Dealers and supervisors run virtual and live tables from here. What comes next, what it is announced with and what
//! follows from a mistake is what the house and the rulebook say. Dialogs are written once with the page; everything
//! else is parts.

mod bets;
mod buy_ins;
mod cards;
mod irregular;
pub(super) mod keypad;
mod next;
mod round;
mod table;
mod undo;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use house::table::keypad::KeypadRound;
use house::table::play::{Play, Progress};
use house::table::setup::Kind;
use house::view::{SeatView, Viewer};
use house::{Disagreement, House, PersonId, Right, TableId};
use maud::{Markup, html};
use rulebook::Step;

use super::draw::key;
use super::felt::Felt;
use super::parts::{Part, Parts, Sent};
use super::shell::{Look, Shell};
use super::{PageError, Since, words};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Path, named};
use crate::live::{MeterSent, News, TableShown};
use crate::state::App;

/// The pages of this kind.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/tables/{table}/dealer", get(page))
        .route("/tables/{table}/dealer/live", get(live))
}

/// A table as its dealer sees it.
pub(crate) struct Dealer<'h> {
    felt: Felt<'h>,
    house: &'h House,
    person: &'h PersonId,
}

impl<'h> Dealer<'h> {
    /// The table for a dealer or a supervisor; nobody deals at a practice table.
    pub(crate) fn new(
        house: &'h House,
        id: &TableId,
        viewer: Viewer<'_>,
        csrf: &'h str,
    ) -> Result<Dealer<'h>, ApiError> {
        let Viewer::Person(person) = viewer else { return Err(ApiError::no_session()) };
        house.must_have(person, Right::Deal)?;
        let person = &house.person(person)?.id;
        let felt = Felt::new(house, id, viewer, csrf)?;
        if felt.table.setup().kind == Kind::Practice {
            let message = "a practice table has no dealer: the house deals, pays and verifies";
            return Err(ApiError::refused("practice-table", message));
        }
        Ok(Dealer { felt, house, person })
    }

    /// Whether the viewer stands in for the dealer as a supervisor.
    fn supervises(&self) -> bool {
        self.house.may(self.person, Right::Supervise)
    }

    fn is_live(&self) -> bool {
        self.felt.table.setup().kind == Kind::Live
    }

    fn play(&self) -> Option<&'h Play> {
        self.felt.play
    }

    /// How far the round is; none before the first.
    fn progress(&self) -> Option<Progress> {
        self.play().map(Play::progress)
    }

    /// Whether bets are locked and the round is not over.
    fn is_locked(&self) -> bool {
        matches!(self.progress(), Some(Progress::Playing | Progress::Settled))
    }

    /// Whether it is a live round without any card entered, which can be played by the keypad alone.
    fn is_keypad_only(&self) -> bool {
        self.is_live()
            && self.progress() == Some(Progress::Playing)
            && self.play().is_some_and(|play| play.round().no_card_dealt())
    }

    /// The keypad's round, if the round has progressive bets.
    fn keypad(&self) -> Option<KeypadRound<'h>> {
        self.felt.table.keypad_round()
    }

    /// Where keys and cards disagree, beyond keys that are still to be pressed.
    fn wrong_keys(&self) -> Vec<Disagreement> {
        let round = self.keypad();
        round.map(|round| keypad::wrong_keys(self.play(), &round)).unwrap_or_default()
    }

    /// A seat of the round.
    fn seat(&self, number: u8) -> Option<&SeatView> {
        self.felt.view.round.seats.iter().find(|seat| seat.seat.0 == number)
    }

    /// A step of the section by its id.
    fn step(&self, id: &str) -> Option<&'h Step> {
        self.felt.table.felt().section().steps.iter().find(|step| step.id == id)
    }

    /// A form of the page's table with one thing to do.
    fn act(&self, act: &str, fields: Markup) -> Markup {
        self.felt.act_form("one", html! { input type="hidden" name="act" value=(act); (fields) })
    }

    /// The parts of the page.
    fn parts(&self) -> Parts {
        let seats = (1..=self.felt.table.seats())
            .map(|seat| Part::new(format!("dseat-{seat}"), table::seat(self, seat)));
        let deck = if self.is_live() { cards::buttons(self) } else { Vec::new() };
        let rest = [
            Part::new("sub", self.sub()),
            Part::new("meter", self.felt.meter()),
            Part::new("next", next::next(self)),
            Part::new("buy-ins", buy_ins::buy_ins(self)),
            Part::new("steps", table::steps(self)),
            Part::new("dboard", table::board(self)),
            Part::new("keypad", keypad::keypad(self)),
            Part::new("round", round::round(self)),
            Part::new("lines", round::lines(self)),
        ];
        Parts::new(seats.chain(rest).chain(deck))
    }

    fn sub(&self) -> Markup {
        let kind = if self.is_live() { "Live, real cards" } else { "The house’s cards" };
        html! {
            p id="sub" {
                "round " (words::count(self.felt.view.round.number.max(1))) span class="wide-only" { " · " (kind) }
                @if !self.felt.view.is_open { " · closed" }
            }
        }
    }

    fn page(&self, caller: &Caller) -> Markup {
        let parts = self.parts();
        let id = &self.felt.view.table;
        let title = format!("{id} · {}", self.felt.title());
        let shell = Shell {
            title: &title,
            sub: parts.get("sub"),
            nav: html! {
                a class="btn quiet wide-only" href={ "/tables/" (id) } { "The felt" }
                button type="button" class="btn quiet wide-only" data-command="" { (key("/")) " Command" }
                (parts.get("meter"))
            },
            look: Look::Room,
            live: Some(format!("/tables/{id}/dealer/live?since={}", self.felt.view.version)),
            script: Some("dealer"),
        };
        shell.page(Some(caller), &self.main(&parts))
    }

    fn main(&self, parts: &Parts) -> Markup {
        html! {
            main id="main" class="dealer-page" data-table=(self.felt.view.table) data-live-table[self.is_live()] {
                (parts.get("next"))
                p class="rule-note" id="rule" hidden {}
                (parts.get("buy-ins"))
                (parts.get("steps"))
                (parts.get("dboard"))
                ol class="dseats" aria-label="Seats, from your left" { @for seat in parts.all("dseat-") { (seat) } }
                @if self.is_live() { (cards::section(self, parts)) }
                (parts.get("keypad"))
                div class="two" { (irregular::section(self)) (parts.get("round")) }
                (parts.get("lines"))
                (irregular::dialogs(self))
                (undo::dialogs(self))
                @if self.is_live() { (bets::dialogs(self)) }
            }
        }
    }
}

/// The dealer's page.
async fn page(caller: Caller, Path(table): Path<String>) -> Result<Response, PageError> {
    let table: TableId = named(&table)?;
    if caller.signed_in.is_none() {
        return Ok(Redirect::to(&format!("/sign-in?next=/tables/{table}/dealer")).into_response());
    }
    let snapshot = std::sync::Arc::clone(&caller.snapshot);
    let csrf = caller.csrf();
    let dealer = Dealer::new(&snapshot.machine, &table, caller.viewer(), &csrf)?;
    Ok(dealer.page(&caller).into_response())
}

/// The dealer's page as it changes.
async fn live(
    State(app): State<App>,
    caller: Caller,
    Path(table): Path<String>,
    since: Since,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let table: TableId = named(&table)?;
    let csrf = caller.csrf();
    let dealer = Dealer::new(&caller.snapshot.machine, &table, caller.viewer(), &csrf)?;
    let is_new = since.version(&headers) != Some(dealer.felt.view.version);
    let sent = if is_new { Sent::default() } else { Sent::showing(&dealer.parts()) };
    let before = next::headline(&dealer);
    let asked = buy_ins::said(&dealer);
    let shown = DealerShown { csrf: csrf.clone(), sent, before, asked };
    Ok(crate::live::table_events(&app, &caller, table, None, shown)?.into_response())
}

/// What a dealer's page in a browser shows.
struct DealerShown {
    csrf: String,
    sent: Sent,
    /// What was last asked for: the next thing is read aloud.
    before: String,
    /// The chips that were asked for.
    asked: Vec<String>,
}

impl TableShown for DealerShown {
    fn table(&mut self, house: &House, table: &TableId, viewer: Viewer<'_>) -> Option<String> {
        let dealer = Dealer::new(house, table, viewer, &self.csrf).ok()?;
        let mut html = self.sent.changed(&dealer.parts()).unwrap_or_default();
        let headline = next::headline(&dealer);
        if headline != self.before {
            html.push_str(&super::shell::said(std::slice::from_ref(&headline)).0);
            self.before = headline;
        }
        let asked = buy_ins::said(&dealer);
        let new: Vec<String> =
            asked.iter().filter(|said| !self.asked.contains(said)).cloned().collect();
        if !new.is_empty() {
            html.push_str(&super::shell::said(&new).0);
        }
        self.asked = asked;
        (!html.is_empty()).then_some(html)
    }

    fn meter(&mut self, _: &News, house: &House, table: &TableId) -> Option<MeterSent> {
        let felt = Felt::new(house, table, Viewer::Public, "").ok()?;
        let data = self.sent.changed(&Parts::new([Part::new("meter", felt.meter())]))?;
        Some(MeterSent { name: None, data })
    }
}
