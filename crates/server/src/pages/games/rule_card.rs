//! The rule card: what the section says, in our words, with an anchor for every subdivision and ruling.

use maud::{Markup, html};
use rulebook::{Applies, Citation, Game, LimitMax, Need, Part, Rulebook, Schedule, Section, diff};

use crate::pages::words;

/// The anchor of a subdivision: `16(a)(v)` is `s-16-a-v`, `:06` is `s-06`.
pub(super) fn anchor(number: &str) -> String {
    let parts = number.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '.');
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    format!("s-{}", parts.join("-"))
}

/// The anchor of a subdivision of this section, or of a side bet's own.
fn anchor_in(section: &Section, of: &str, number: &str) -> String {
    if of == section.number { anchor(number) } else { anchor(&format!("{of}({number})")) }
}

/// Citations that lead to their place on this card.
fn cites(section: &Section, keys: &[String]) -> Markup {
    let all: Vec<Citation> = keys.iter().filter_map(|key| section.cite(key)).collect();
    html! {
        span class="cites" {
            @for cite in &all {
                " "
                @match cite {
                    Citation::Subdivision { section: of, number } => a class="cite" href={ "#" (anchor_in(section, of, number)) } { (words::short_cite(&cite.to_string())) },
                    Citation::Ruling(id) => a class="cite" href={ "#r-" (id) } { "[" (id) "]" },
                }
            }
        }
    }
}

fn names(ids: &[String]) -> String {
    let names: Vec<String> = ids.iter().map(|id| words::title(id)).collect();
    names.join(", ")
}

/// The card.
pub(super) fn card(game: &Game, section: &Section) -> Markup {
    let edition = game.editions.iter().find(|edition| edition.id == section.edition.id);
    html! {
        article id="card" class="rulecard" aria-labelledby="h-card" {
            header {
                h2 id="h-card" { "Rule card" }
                p class="muted" {
                    "ARSD " (section.number) ", edition " (section.edition.id)
                    @if let Some(sdr) = &section.edition.sdr { ", " (sdr) }
                    ". " (edition.map_or("", |edition| edition.text.as_str()))
                }
            }
            @for side in section.added_side_bets() {
                p class="muted" {
                    b { (side.title) } ", ARSD " (side.number) ", edition " (side.edition.id)
                    @if side.edition.is_partial { ", partial" }
                    ". " (side.edition.text)
                }
            }
            div class="cols" {
                section { h3 { "Order of play" } ol class="rules" {
                    @for play in &section.play { li { span { (play.says) (cites(section, &play.cite)) } } }
                } }
                section { h3 { "Wagers" } (wagers(section)) h3 { "Limits" } (limits(section)) }
            }
            (pays(section))
            (schedules(section))
            (options(section))
            section { h3 { "What the section demands" } dl class="text" {
                @for subdivision in &section.subdivisions {
                    @let of = subdivision.section.as_deref().unwrap_or(&section.number);
                    div id=(anchor_in(section, of, &subdivision.number)) { dt { (number(of, &subdivision.number)) } dd { (subdivision.demands) } }
                }
            } }
            section { h3 { "Rulings" } dl class="text" {
                @for ruling in &section.rulings { div id={ "r-" (ruling.id) } { dt { "[" (ruling.id) "]" } dd { (ruling.says) } } }
            } }
        }
    }
}

fn number(section: &str, number: &str) -> String {
    let (section, number) = (section.to_owned(), number.to_owned());
    let text = Citation::Subdivision { section, number }.to_string();
    words::short_cite(&text).to_owned()
}

fn wagers(section: &Section) -> Markup {
    let need = |need: Need| match need {
        Need::Required => "required",
        Need::Either => "one of these is required",
        Need::Optional => "optional",
    };
    html! {
        dl class="list" {
            @for wager in &section.wagers {
                div {
                    dt { (wager.title) " " small { (need(wager.need)) } }
                    dd { (wager.who) @if !wager.when.is_empty() { " " (wager.when) } (cites(section, &wager.cite)) }
                }
            }
        }
    }
}

fn limits(section: &Section) -> Markup {
    let max = Rulebook::embedded().bounds().bet_max;
    html! {
        dl class="list" {
            @for limit in &section.limits {
                div {
                    dt { (names(&limit.wagers)) @if limit.applies != Applies::Each && limit.wagers.len() > 1 { " " small { (limit.applies.word()) } } }
                    dd {
                        @if let Some(min) = limit.min { "from " (words::dollars(min)) " " }
                        @match limit.max { LimitMax::Posted => "up to the posted maximum", LimitMax::Amount(amount) => { "up to " (words::dollars(amount)) } }
                        (cites(section, &limit.cite))
                    }
                }
            }
            div { dt { "Every bet" } dd { "up to " (words::dollars(max)) } }
        }
    }
}

fn pays(section: &Section) -> Markup {
    html! {
        @if !section.pays.is_empty() {
            section { h3 { "What outcomes pay" } dl class="list two" {
                @for pay in &section.pays {
                    div { dt { (names(&pay.lines)) ": " (pay.condition) } dd { (pay.pays) (cites(section, &pay.cite)) } }
                }
                @for rake in &section.rakes {
                    div { dt { "Rake from a pot of " (words::dollars(rake.pot)) } dd { (words::dollars(rake.takes)) (cites(section, &rake.cite)) } }
                }
            } }
        }
    }
}

fn schedules(section: &Section) -> Markup {
    html! {
        @for wager in &section.wagers {
            @let all: Vec<&Schedule> = section.schedules_of(&wager.id).filter(|schedule| !schedule.parts.is_empty()).collect();
            @if !all.is_empty() {
                section { h3 { "Schedules: " (wager.title) } div class="schedules" {
                    @for schedule in all { (posted(section, schedule)) }
                } }
            }
        }
    }
}

fn posted(section: &Section, schedule: &Schedule) -> Markup {
    html! {
        div class="pays" id={ "p-" (schedule.wager) "-" (schedule.id) } {
            h4 { (schedule.id) @if let Some(name) = &schedule.printed_name { " " small { (name) } } }
            @for part in &schedule.parts {
                table {
                    caption { @if schedule.parts.len() > 1 { (names(&part.lines)) } (cites(section, &part.cite)) }
                    tbody { (rows(part)) }
                }
            }
            @if let Some(terms) = &schedule.progressive {
                p class="muted" { "Wager " (words::dollars(terms.nominal)) ", seed " (words::dollars(terms.seed)) }
            }
        }
    }
}

fn rows(part: &Part) -> Markup {
    html! {
        @for row in &part.rows {
            tr {
                th scope="row" { (row.hand.words()) }
                td {
                    (row.pays)
                    @if let Some(printed) = &row.printed {
                        " " a class="cite" href={ "#r-" (printed.ruling) } title={ "printed: " (printed.pays.map_or_else(|| "nothing".to_owned(), |pays| pays.to_string())) } { "[" (printed.ruling) "]" }
                    }
                    @if let Some(envy) = row.envy { small { " envy " (words::dollars(envy)) } }
                }
            }
        }
    }
}

fn options(section: &Section) -> Markup {
    let options = games::options_of(Rulebook::embedded().bounds(), section);
    html! {
        @if !options.is_empty() {
            section { h3 { "What the house chooses" } dl class="list two" {
                @for option in &options {
                    div {
                        dt { (words::title(&option.key)) }
                        dd { (option.says) " " small { (option.value_words().join(", ")) ". Usually " (option.default) "." } (cites(section, &option.cite)) }
                    }
                }
            } }
        }
    }
}

/// What each edition changed against the one before, the newest first.
pub(super) fn changes(game: &Game, section: &Section) -> Markup {
    let editions: Vec<Section> =
        game.editions.iter().filter_map(|edition| game.edition(edition.id).ok()).collect();
    html! {
        @if editions.len() > 1 {
            section id="changes" aria-labelledby="h-changes" {
                h2 id="h-changes" { "What changed" }
                @for pair in editions.windows(2).rev() {
                    @let (before, after) = (&pair[0], &pair[1]);
                    details open[after.edition.id == section.edition.id] {
                        summary {
                            b { (before.edition.id) " to " (after.edition.id) }
                            @if let Some(sdr) = &after.edition.sdr { span class="muted" { " · " (sdr) } }
                        }
                        (changed(before, after))
                    }
                }
            }
        }
    }
}

fn changed(before: &Section, after: &Section) -> Markup {
    let all = diff(before, after);
    html! {
        p class="muted" { (after.edition.text) }
        dl class="diff" {
            @for change in &all {
                div {
                    dt { (change.name) " " small { (change.area) } }
                    @if let Some(text) = &change.before { dd { del { (text) } } }
                    @if let Some(text) = &change.after { dd { ins { (text) } } }
                }
            }
        }
        @if all.is_empty() { p { "Nothing changed." } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The chip and the way of dealing are chosen at every table, and what is cited is on the card.
    #[test]
    fn the_rule_card_has_the_options_of_every_table() {
        for game in Rulebook::embedded().games() {
            let section = game.newest();
            let text = options(&section).into_string();
            for says in ["<dt>Chip</dt>", "<dt>Dealing</dt>", "#r-GEN-8"] {
                assert!(text.contains(says), "{}: {says}: {text}", game.id);
            }
            assert!(section.rulings.iter().any(|ruling| ruling.id == "GEN-8"), "{}", game.id);
        }
    }
}
