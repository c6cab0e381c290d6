//! The schedule as a fragment of a rulebook's file.

use std::fmt::Write as _;

use maud::{Markup, html};
use money::Odds;
use odds::NewPay;
use rulebook::{Amounts, HandType, Part, Row, Schedule};

use super::asked::Asked;
use crate::pages::draw::icon;

/// What the schedule is called in the file.
pub(super) fn name(asked: &Asked) -> String {
    format!("{}-draft", asked.case.schedule.id)
}

/// The rulebook's file that the schedule belongs in: the game's, or that of a side bet with a section of its own.
fn file(asked: &Asked) -> String {
    let wager = asked.case.wager();
    let has_it = |side: &&rulebook::Section| side.wagers.iter().any(|known| known.id == wager);
    let side = asked.section().added_side_bets().find(has_it);
    format!("rulebook/{}.toml", side.map_or(&asked.game.id, |side| &side.game))
}

/// The fragment on the page.
pub(super) fn part(asked: &Asked) -> Markup {
    html! {
        details id="lab-toml" class="toml" {
            summary { "This schedule as TOML" }
            pre tabindex="0" { code { (text(asked)) } }
            p class="note" {
                "Write it at the end of " code { (file(asked)) } " in a copy of the rulebook; "
                code { "croupier rulebook check" } " reads it. "
                a class="btn noprint" href=(asked.file_address()) { (icon("i-save")) "Save TOML" }
            }
        }
    }
}

/// The fragment: a table for each part of the schedule, and the outcomes that no hand decides.
pub(super) fn text(asked: &Asked) -> String {
    let section = asked.section();
    let mut text = format!(
        "# {}, {}, edition {}: {} with {} of {} pays changed.\n# {}\n",
        section.title,
        section.number,
        asked.edition(),
        asked.case.schedule.id,
        asked.changed_rows(),
        asked.rows.len(),
        asked.address()
    );
    let changed = asked.case.changed().ok().map(|changed| changed.schedule);
    let schedule = changed.unwrap_or_else(|| asked.case.schedule.clone());
    for (place, part) in schedule.parts.iter().enumerate() {
        table(&mut text, asked, &schedule, part, place == 0);
    }
    pays(&mut text, asked);
    text
}

fn table(text: &mut String, asked: &Asked, schedule: &Schedule, part: &Part, is_first: bool) {
    let mut line = |key: &str, value: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{key} = {value}");
    };
    line("\n[[table]]\nwager", quoted(&schedule.wager));
    line("lines", list(part.lines.iter()));
    line("names", list([name(asked)].iter()));
    if schedule.chosen_as != schedule.wager {
        line("chosen-as", quoted(&schedule.chosen_as));
    }
    line("order", quoted(part.order.word()));
    line("judged", quoted(part.judged.word()));
    if let Some((least, most)) = schedule.decks {
        let decks = if least == most { least.to_string() } else { format!("{least} to {most}") };
        line("decks", quoted(&decks));
    }
    for (key, edition) in span(asked) {
        line(key, quoted(&edition));
    }
    if !part.cite.is_empty() {
        // A section names the subdivisions of a side bet with their section; the side bet's own file does not.
        let own = |key: &String| key.rsplit('/').next().unwrap_or_default().to_owned();
        line("cite", list(part.cite.iter().map(own).collect::<Vec<_>>().iter()));
    }
    if let Some(terms) = schedule.progressive.filter(|_| is_first) {
        line("nominal", list([format!("{:#}", terms.nominal)].iter()));
        line("seed", list([format!("{:#}", terms.seed)].iter()));
        line("contribution", list([terms.contribution.to_string()].iter()));
        line("reserve", list([terms.reserve.to_string()].iter()));
        if terms.amounts != Amounts::Scaled {
            line("amounts", quoted(terms.amounts.word()));
        }
    }
    let rows: String = part.rows.iter().map(row).collect();
    line("rows", format!("[\n{rows}]"));
}

/// The editions in which it holds: the one it was made from, so that every citation is there.
fn span(asked: &Asked) -> Vec<(&'static str, String)> {
    // A side bet with a section of its own has editions of its own.
    if asked.section().is_added(asked.case.wager()) {
        return Vec::new();
    }
    let editions = &asked.game.editions;
    let place = editions.iter().position(|edition| edition.id == asked.edition());
    let place = place.unwrap_or_default();
    let from = (place > 0).then(|| ("from", asked.edition().to_string()));
    let until = editions.get(place + 1).map(|next| ("until", next.id.to_string()));
    from.into_iter().chain(until).collect()
}

/// Which hand a row is for: by its words, or by the pattern that its cards must have.
fn hand(hand: HandType) -> String {
    let HandType::Is(row) = hand else { return format!("hand = {}", quoted(hand.words())) };
    let pattern = row.pattern.to_string();
    let words =
        if row.words == pattern { String::new() } else { format!(", row = {}", quoted(row.words)) };
    format!("is = {}{words}", quoted(&pattern))
}

fn row(row: &Row) -> String {
    let mut text = format!("  {{ {}, pays = [{}]", hand(row.hand), quoted(&row.pays.to_string()));
    if let Some(envy) = row.envy {
        let _ = write!(text, ", envy = [{}]", quoted(&format!("{envy:#}")));
    }
    text.push_str(" },\n");
    text
}

/// The outcomes that no hand decides and that were changed: each in the place of the one with its key.
fn pays(text: &mut String, asked: &Asked) {
    let changed = asked.rows.iter().filter(|row| row.of.part.is_none() && row.is_changed());
    for row in changed {
        let Some(pay) = asked.section().pays.iter().find(|pay| pay.key == row.of.hand) else {
            continue;
        };
        let pays = match row.now {
            NewPay::Odds(odds) => odds.to_string(),
            NewPay::Nothing | NewPay::Free => Odds::For(NO_RATIO).to_string(),
        };
        let _ = write!(
            text,
            "\n# In the place of the [[pay]] with this key, which paid {}.\n[[pay]]\nkey = {}\nlines = {}\nif = {}\npays = {}\ncite = {}\n",
            pay.pays,
            quoted(&pay.key),
            list(pay.lines.iter()),
            quoted(&pay.condition),
            quoted(&pays),
            list(pay.cite.iter())
        );
    }
}

/// Nothing for one: the stake is lost.
const NO_RATIO: money::Ratio = money::Ratio::new(0, 1).expect("the denominator is not zero");

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn list<'t>(texts: impl Iterator<Item = &'t String>) -> String {
    let texts: Vec<String> = texts.map(|text| quoted(text)).collect();
    format!("[{}]", texts.join(", "))
}
