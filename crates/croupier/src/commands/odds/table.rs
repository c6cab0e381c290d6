//! Many figures for people: the schedules of each wager side by side.

use odds::{Analysis, decimal, digits, percent};

use super::detail::seats_words;
use super::result::edge_words;
use crate::page::Page;

/// Everything of one game.
pub(super) fn page(page: &mut Page, (title, section): (String, String), all: &[Analysis]) {
    page.title(&title, &section);
    for of_wager in all.chunk_by(|a, b| a.wager == b.wager) {
        let analyses: Vec<&Analysis> = of_wager.iter().collect();
        page.blank();
        page.subheading(&of_wager[0].wager);
        if is_grid(&analyses) {
            by_decks(page, &analyses);
        } else if analyses[0].meter.is_some() {
            meters(page, &analyses);
        } else {
            schedules(page, &analyses);
        }
        notes(page, &analyses);
    }
    page.blank();
}

/// What a reader must know about a wager without decisions, and which seats are counted for envy.
fn notes(page: &mut Page, all: &[&Analysis]) {
    let plain = all.iter().filter(|analysis| analysis.actions.is_empty());
    let mut notes: Vec<String> = plain.flat_map(|analysis| analysis.notes.clone()).collect();
    let counted = all.iter().find_map(|analysis| {
        let seats = analysis.meter.as_ref()?.seats;
        (seats > 0).then(|| format!("Envy counts {}.", seats_words(analysis, seats)))
    });
    notes.extend(counted);
    notes.dedup();
    for note in notes {
        page.paragraph(&note);
    }
}

/// What a line is called: the schedule, and what sets it apart.
fn name(analysis: &Analysis, all: &[&Analysis]) -> String {
    let differs = |key: &String, value: &String| {
        all.iter().any(|other| other.options.get(key) != Some(value))
    };
    let options = analysis.options.iter().filter(|(key, value)| differs(key, value));
    let mut words: Vec<String> = options
        .map(|(key, value)| match (key.as_str(), value.as_str()) {
            ("decks", "1") => "1 deck".to_owned(),
            ("decks", decks) => format!("{decks} decks"),
            ("stake-kept", "true") => "stake kept".to_owned(),
            ("press", "never") => "never pressed".to_owned(),
            _ => format!("{key}={value}"),
        })
        .collect();
    let has_schedules = all.iter().any(|other| other.schedule != "standard");
    if has_schedules || words.is_empty() {
        words.insert(0, analysis.schedule.clone());
    }
    words.join(", ")
}

fn schedules(page: &mut Page, all: &[&Analysis]) {
    let head = ["", "house edge", "risk", "avg wager", "std dev", "hits"].map(str::to_owned);
    let row = |analysis: &&Analysis| {
        let distribution = &analysis.distribution;
        vec![
            name(analysis, all),
            edge_words(analysis, 4),
            percent(&analysis.element_of_risk(), 4),
            digits(&distribution.average_wager(), 4),
            format!("{:.4}", distribution.standard_deviation()),
            percent(&distribution.hit_frequency(), 2),
        ]
    };
    page.table(&head, &all.iter().map(row).collect::<Vec<_>>());
}

/// Progressives: their edge stands at a meter.
fn meters(page: &mut Page, all: &[&Analysis]) {
    let head = ["", "house edge", "at meter", "fixed part", "per $10,000", "even at", "hits"]
        .map(str::to_owned);
    let row = |analysis: &&Analysis| {
        let meter = analysis.meter.as_ref().expect("the wager is a progressive");
        let even = even_words(meter);
        vec![
            name(analysis, all),
            edge_words(analysis, 4),
            format!("{:#}", meter.meter.to_cents(money::Rounding::Down)),
            percent(&meter.fixed, 2),
            percent(&(&meter.coefficient * odds::whole(10_000)), 2),
            even,
            percent(&analysis.distribution.hit_frequency(), 2),
        ]
    };
    page.table(&head, &all.iter().map(row).collect::<Vec<_>>());
}

/// The meter at which a progressive breaks even.
pub(super) fn even_words(meter: &odds::MeterFigures) -> String {
    match meter.break_even() {
        None => "never".to_owned(),
        Some(at) if at < odds::whole(0) => "any meter".to_owned(),
        Some(at) => dollars(&at),
    }
}

/// Dollars and cents of a fraction, grouped: `$218,047.37`.
fn dollars(value: &odds::Exact) -> String {
    let cents = (decimal(value) * 100.0).round();
    format!("{:#}", money::Cents::new(cents as i64))
}

/// Whether there are several schedules and several numbers of decks.
fn is_grid(all: &[&Analysis]) -> bool {
    let first = all[0].options.get("decks");
    let decks = all.iter().any(|analysis| analysis.options.get("decks") != first);
    let schedules = all.iter().any(|analysis| analysis.schedule != all[0].schedule);
    decks && schedules
}

/// House edges by schedule and number of decks.
fn by_decks(page: &mut Page, all: &[&Analysis]) {
    let decks = |analysis: &&Analysis| {
        analysis.options.get("decks").and_then(|text| text.parse::<u8>().ok()).unwrap_or(0)
    };
    let mut columns: Vec<u8> = all.iter().map(decks).collect();
    columns.sort_unstable();
    columns.dedup();
    let mut ids: Vec<&str> = Vec::new();
    for analysis in all {
        if !ids.contains(&analysis.schedule.as_str()) {
            ids.push(&analysis.schedule);
        }
    }
    let mut head = vec!["decks".to_owned()];
    head.extend(columns.iter().map(ToString::to_string));
    let rows: Vec<Vec<String>> = ids
        .iter()
        .map(|id| {
            let cell = |&column: &u8| {
                let found = all.iter().find(|a| a.schedule == *id && decks(a) == column);
                found.map_or_else(String::new, |analysis| edge_words(analysis, 3))
            };
            std::iter::once((*id).to_owned()).chain(columns.iter().map(cell)).collect()
        })
        .collect();
    page.table(&head, &rows);
}
