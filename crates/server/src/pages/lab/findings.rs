//! What a regulator should know about the schedules: what `croupier odds --findings` says.

use maud::{Markup, html};
use rulebook::Game;
use serde::Deserialize as _;
use wire::library::odds::{Finding, Findings};

use super::not_there;
use crate::library::Question;
use crate::pages::games::answers::{Answer, ask};
use crate::pages::words;
use crate::state::App;

/// What is found in a game, or of one wager of it.
pub(super) fn part(app: &App, game: &Game, wager: Option<&str>) -> Markup {
    let options = [("game", game.id.as_str()), ("findings", "true")];
    let answer = asked(app, &options);
    section(&answer, |finding| wager.is_none_or(|wager| finding.wager == wager), false)
}

/// What is found in all games.
pub(super) fn all(app: &App) -> Markup {
    section(&asked(app, &[("findings", "true")]), |_| true, true)
}

fn asked(app: &App, options: &[(&str, &str)]) -> Answer {
    let text = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    ask(app, Question::Odds(options.iter().map(text).collect()))
}

fn section(answer: &Answer, is_wanted: impl Fn(&Finding) -> bool, names_games: bool) -> Markup {
    html! {
        section id="lab-findings" class="found" aria-labelledby="h-found" {
            header { h2 id="h-found" { "Findings" } }
            @match answer {
                Answer::Working(_) => (not_there(None, "Looking at every schedule of every edition.")),
                Answer::Refused(why) => (not_there(Some(why), "")),
                Answer::Known(value) => {
                    @let read = Findings::deserialize(&**value).map(|read| read.findings).unwrap_or_default();
                    @let found: Vec<&Finding> = read.iter().filter(|finding| is_wanted(finding)).collect();
                    @if found.is_empty() { p class="note" { "Nothing to report: the house has the edge, every row can be paid, and no schedule is beaten by another in every row." } }
                    @else { ul { @for finding in found { (line(finding, names_games)) } } }
                },
            }
        }
    }
}

fn line(finding: &Finding, names_games: bool) -> Markup {
    let options: Vec<String> = finding
        .options
        .iter()
        .map(|(key, value)| format!("{} {value}", key.replace('-', " ")))
        .collect();
    let mut query = vec![("schedule", finding.schedule.as_str())];
    query.extend(finding.editions.first().map(|edition| ("edition", edition.as_str())));
    let query = serde_urlencoded::to_string(query).unwrap_or_default();
    html! {
        li class=(finding.kind) {
            a href={ "/lab/" (finding.game) "/" (finding.wager) "?" (query) } {
                @if names_games { (words::title(&finding.game)) " " }
                (words::title(&finding.wager)) " " (finding.schedule)
            }
            span { (super::sentence(&finding.says)) }
            small { (options.iter().chain(&finding.editions).cloned().collect::<Vec<_>>().join(", ")) }
        }
    }
}
