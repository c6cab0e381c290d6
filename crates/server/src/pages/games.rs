//! Rule cards, odds and strategies as documents.
//!
//! The rule card comes from the rulebook and is there at once. Odds and strategies are what the commands print with
//! `--json`; they may take seconds, so the page shows them when they are ready: a script asks for the parts again, and
//! without scripts the page loads again.

pub(crate) mod answers;
mod figures;
mod index;
mod life;
mod par;
mod rule_card;
mod strategy;

pub(crate) use answers::Answers;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use maud::{Markup, html};
use odds::Subject;
use rulebook::{Game, Rulebook, Section};
use serde::Deserialize;

use super::PageError;
use super::draw::icon;
use super::forms::read;
use super::shell::{Look, Shell};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Path, Query};
use crate::library::Question;
use crate::state::App;
use answers::{Answer, ask};

/// The pages of this kind.
pub(crate) fn router() -> Router<App> {
    Router::new().route("/games", get(index::page)).route("/games/{game}", get(page))
}

/// What a reader narrows the page to.
#[derive(Deserialize)]
struct RuleCardQuery {
    edition: Option<String>,
    schedule: Option<String>,
    decks: Option<String>,
}

/// A game in one edition, with what its figures are narrowed to.
struct GamePage {
    game: &'static Game,
    section: Section,
    /// One schedule of the main wager, if the reader chose one.
    schedule: Option<String>,
    /// From how many decks, where the house may choose.
    decks: Option<u8>,
    /// The wagers with decisions.
    decided: Vec<String>,
}

impl GamePage {
    /// The page, if there is such a game and the rulebook knows what is asked for.
    fn open(game: &str, asked: &RuleCardQuery) -> Result<GamePage, ApiError> {
        let book = Rulebook::embedded();
        let unknown = |what: String| ApiError::unknown(what);
        let game = book.games().iter().find(|known| known.id == game);
        let game = game.ok_or_else(|| unknown("there is no such game: see /games".to_owned()))?;
        let section = match given(asked.edition.as_deref()) {
            None => game.newest_with_side_bets(),
            Some(text) => {
                let id = read(text).ok();
                let edition = id.and_then(|id| game.edition_with_side_bets(id).ok());
                let no = || unknown(format!("{} has no edition {text}", game.title));
                edition.ok_or_else(no)?
            }
        };
        let schedule = given(asked.schedule.as_deref()).map(str::to_owned);
        if let Some(id) = &schedule
            && section.schedules.iter().all(|schedule| schedule.id != *id)
        {
            return Err(unknown(format!("{} has no schedule {id} in this edition", game.title)));
        }
        let allowed: Vec<u8> = section.decks.iter().map(|decks| decks.get()).collect();
        let usual = allowed.first().copied().filter(|_| allowed.len() > 1);
        let decks = match given(asked.decks.as_deref()) {
            None => usual,
            Some(text) => {
                let decks = read(text).ok().filter(|decks| allowed.contains(decks));
                let no = || unknown(format!("{} is not dealt from {text} decks", game.title));
                Some(decks.ok_or_else(no)?).filter(|_| usual.is_some())
            }
        };
        let edition = Some(section.edition.id);
        let subject = Subject::open(book, &game.id, edition, std::collections::BTreeMap::new());
        let decided = subject.map(|subject| odds::decided_wagers(&subject)).unwrap_or_default();
        Ok(GamePage { game, section, schedule, decks, decided })
    }

    /// The first wager of the game: the one that it is about.
    fn main(&self) -> &str {
        self.section.wagers.first().map_or("", |wager| wager.id.as_str())
    }

    /// The options of a question about this page's figures.
    fn options(&self) -> Vec<(String, String)> {
        let edition = self.section.edition.id.to_string();
        let mut options = vec![("game", self.game.id.clone()), ("edition", edition)];
        options.extend(self.decks.map(|decks| ("decks", decks.to_string())));
        options.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    /// The schedule that the reader chose, if this wager has it.
    fn schedule_of(&self, wager: &str) -> Option<&str> {
        let id = self.schedule.as_deref()?;
        self.section.schedules_of(wager).any(|schedule| schedule.id == id).then_some(id)
    }

    /// What is asked about the odds: every wager and schedule.
    fn odds(&self, app: &App) -> Answer {
        ask(app, Question::Odds(self.options()))
    }

    /// What is asked about the strategy of a wager.
    fn strategy(&self, app: &App, wager: &str) -> Answer {
        let mut options = self.options();
        options.push(("wager".to_owned(), wager.to_owned()));
        if let Some(schedule) = self.schedule_of(wager) {
            options.push(("schedule".to_owned(), schedule.to_owned()));
        }
        ask(app, Question::Strategy(options))
    }

    /// The parts that take a while.
    fn slow(&self, app: &App) -> Markup {
        html! {
            (figures::part(self, &self.odds(app))) (par::part(self, app)) (life::part(self, app)) (strategy::part(self, app))
        }
    }

    fn page(&self, app: &App) -> Markup {
        let section = &self.section;
        let others = self.game.editions.iter().filter(|edition| edition.id != section.edition.id);
        let others: Vec<String> = others.map(|edition| edition.id.to_string()).collect();
        html! {
            main id="main" class="doc-in document game" {
                p class="caps" {
                    (section.number) " · edition " (section.edition.id)
                    @if !others.is_empty() { " · also " (others.join(", ")) }
                }
                h1 class="big" { (super::words::printed(&section.title)) }
                p class="lede" { (section.summary) }
                (self.filters())
                (self.slow(app))
                (rule_card::card(self.game, section))
                (rule_card::changes(self.game, section))
            }
        }
    }

    fn filters(&self) -> Markup {
        let editions = self.game.editions.iter().rev();
        let schedules: Vec<&str> =
            self.section.schedules_of(self.main()).map(|it| it.id.as_str()).collect();
        html! {
            form class="filters" method="get" action={ "/games/" (self.game.id) } {
                @if self.game.editions.len() > 1 {
                    label { "Edition " select name="edition" {
                        @for edition in editions {
                            option value=(edition.id) selected[edition.id == self.section.edition.id] { (edition.id) }
                        }
                    } }
                }
                @if schedules.len() > 1 {
                    label { "Schedule " select name="schedule" {
                        option value="" { "all" }
                        @for id in schedules { option value=(id) selected[self.schedule.as_deref() == Some(id)] { (id) } }
                    } }
                }
                @if let Some(chosen) = self.decks {
                    label { "Decks " select name="decks" {
                        @for decks in &self.section.decks {
                            option value=(decks.get()) selected[decks.get() == chosen] { (decks.get()) }
                        }
                    } }
                }
                @if self.game.editions.len() > 1 || self.decks.is_some() || self.section.schedules_of(self.main()).count() > 1 {
                    button class="btn" { "Show" }
                }
                nav aria-label="On this page" class="jump" {
                    a href="#odds" { "Odds" } " " a href="#par" { "Par sheet" }
                    @if self.section.schedules.iter().any(|schedule| schedule.progressive.is_some()) { " " a href="#progressive" { "Progressive" } }
                    " " a href="#strategy" { "Strategy" } " " a href="#card" { "Rule card" }
                    @if self.game.editions.len() > 1 { " " a href="#changes" { "What changed" } }
                    " " a href={ "/lab/" (self.game.id) } { "Lab" }
                }
            }
        }
    }
}

/// A field that was filled in.
fn given(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

/// What stands in the place of an answer that is not there yet.
pub(super) fn waiting(since: std::time::Instant, what: &str) -> Markup {
    let seconds = since.elapsed().as_secs();
    html! {
        p class="working" role="status" data-wait="" {
            (what) @if seconds > 1 { " " (seconds) " s so far." }
            noscript { " " a href="" { "Load the page again" } " in a moment." }
        }
    }
}

/// What stands in the place of an answer that was refused.
pub(super) fn refused(why: &str) -> Markup {
    html! { p class="working" { "No figures: " (why) "." } }
}

fn nav(is_index: bool) -> Markup {
    html! {
        @if !is_index { a class="btn quiet wide-only" href="/games" { "All games" } }
        a class="btn quiet wide-only" href="/lab" { "Lab" }
        a class="btn quiet wide-only" href="/verify" { "Check a shuffle" }
        button type="button" class="btn quiet" data-print="" aria-label="Print" hidden { (icon("i-print")) }
    }
}

/// A game's document; for a script of ours only the parts that take a while.
async fn page(
    State(app): State<App>,
    caller: Caller,
    Path(game): Path<String>,
    Query(asked): Query<RuleCardQuery>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let page = GamePage::open(&game, &asked)?;
    if headers.contains_key("x-part") {
        return Ok(page.slow(&app).into_response());
    }
    let shell = Shell {
        look: Look::Document,
        nav: nav(false),
        sub: html! { p { "odds, strategy, rule card" } },
        script: Some("games"),
        ..Shell::new("Games")
    };
    Ok(shell.page(Some(&caller), &page.page(&app)).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(edition: &str, schedule: &str, decks: &str) -> RuleCardQuery {
        let text = |text: &str| Some(text.to_owned());
        RuleCardQuery { edition: text(edition), schedule: text(schedule), decks: text(decks) }
    }

    /// Only what the rulebook knows is ever asked, so that nobody can fill the memory with questions.
    #[test]
    fn what_the_rulebook_does_not_know_is_refused() {
        assert!(GamePage::open("three-card-poker", &asked("", "", "")).is_ok());
        assert!(GamePage::open("three-card-poker", &asked("2011-12-05", "", "")).is_ok());
        assert!(GamePage::open("three-card-poker", &asked("1999-01-01", "", "")).is_err());
        assert!(GamePage::open("three-card-poker", &asked("", "nothing", "")).is_err());
        assert!(GamePage::open("blackjack", &asked("", "", "9")).is_err());
        assert!(GamePage::open("no-game", &asked("", "", "")).is_err());
        assert_eq!(GamePage::open("blackjack", &asked("", "", "")).unwrap().decks, Some(6));
    }

    #[test]
    fn every_subdivision_can_be_linked_to() {
        for game in Rulebook::embedded().games() {
            let section = game.newest();
            let card = rule_card::card(game, &section).0;
            for subdivision in &section.subdivisions {
                let anchor = rule_card::anchor(&subdivision.number);
                assert!(card.contains(&format!("id=\"{anchor}\"")), "{} {anchor}", game.id);
            }
        }
    }
}
