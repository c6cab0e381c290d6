//! The meter from which a progressive is worth playing, for those who supervise it.

use house::Meter;
use house::table::Table;
use house::table::setup::Kind;
use maud::{Markup, html};
use money::{Cents, MeterUnits};
use rulebook::Rulebook;
use serde::Deserialize as _;
use wire::library::progressive::ProgressiveLife;

use super::Floor;
use crate::library::Question;
use crate::pages::games::answers::{Answer, ask};
use crate::pages::words;

/// The thresholds of a meter at each open table that feeds it: of the bet alone, and with the table's own game, in a full
/// round, where envy makes them lowest.
pub(super) fn thresholds(floor: &Floor<'_>, meter: &Meter) -> Markup {
    let tables = floor.house().tables().filter(|table| table.is_open());
    let feeding = tables.filter(|table| table.setup().meter.as_ref() == Some(&meter.id));
    // Tables that post alike have one answer.
    let mut asked: Vec<(Question, String)> = Vec::new();
    for table in feeding {
        let question = question(table, meter);
        if let Some(question) = question
            && !asked.iter().any(|(known, _)| *known == question)
        {
            asked.push((question, floor.table_words(table)));
        }
    }
    let is_one = asked.len() == 1;
    html! { @for (question, words) in asked { (one(floor, meter, question, (!is_one).then_some(words))) } }
}

/// What is asked about a table on a meter: what its keypad posts, with the meter's own terms and a full round.
fn question(table: &Table, meter: &Meter) -> Option<Question> {
    let posted = &table.keypad()?.posted;
    let game = Rulebook::embedded().game(&posted.game)?;
    let edition = game.editions.iter().find(|edition| edition.id.to_string() == posted.edition)?;
    let section = game.edition_with_side_bets(edition.id).ok()?;
    let mut options = vec![
        ("game", posted.game.clone()),
        ("edition", posted.edition.clone()),
        ("schedule", posted.schedule.clone()),
        ("contribution", meter.terms.contribution.to_string()),
        ("reserve", meter.terms.reserve.to_string()),
        ("seed", meter.terms.reset.to_string()),
        ("others", table.seats().saturating_sub(1).min(9).to_string()),
    ];
    // The wager is posted by an option only where the edition lets it be chosen.
    if section.options.iter().any(|option| option.key == "progressive-wager") {
        options.push(("wager", posted.wager.to_string()));
    }
    // A table that is only a keypad has no bets of the game: the least that can be posted stands for them.
    if table.kind() != Kind::Keypad
        && let Some(first) = section.wagers.first().and_then(|wager| wager.bets.first())
    {
        options.push(("first-bet", table.felt().range(first).0.to_string()));
    }
    Some(Question::Progressive(
        options.into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
    ))
}

fn one(floor: &Floor<'_>, meter: &Meter, question: Question, of: Option<String>) -> Markup {
    let life = match ask(floor.app, question) {
        Answer::Known(value) => ProgressiveLife::deserialize(&*value).ok(),
        Answer::Working(_) => return html! { span class="muted" { "beatable from …" } br; },
        Answer::Refused(_) => None,
    };
    let even = life.as_ref().and_then(|life| life.tables.first());
    html! {
        @if let Some(even) = even {
            @let is_beatable = reached(meter.totals.display, even.with_base);
            span class=[is_beatable.then_some("lose")] {
                @if let Some(of) = of { (of) ": " }
                @if is_beatable { "beatable now: from " } @else { "beatable from " }
                (dollars(even.with_base)) " with the game, " (dollars(even.break_even)) " alone"
            }
            br;
        }
    }
}

/// Whether a meter shows at least this many dollars.
fn reached(shown: MeterUnits, dollars: f64) -> bool {
    shown.get() as f64 / MeterUnits::PER_DOLLAR as f64 >= dollars
}

fn dollars(amount: f64) -> String {
    words::dollars(Cents::dollars(amount.ceil().max(0.0) as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_threshold_is_reached_to_the_cent() {
        let shown = |text: &str| text.parse().unwrap();
        assert!(reached(shown("218047.38"), 218_047.37));
        assert!(!reached(shown("218047.36"), 218_047.37));
        assert_eq!(dollars(218_047.37), "$218,048");
    }
}
