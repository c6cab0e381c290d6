//! A par sheet for people.

use wire::library::par::{CombinedBets, CovarianceFigures, GreatestPayout, ParSheet};

use crate::page::{Align, Page, grouped};

/// The width of a label.
const LABEL: usize = 20;

fn percent(share: f64, places: usize) -> String {
    format!("{:.places$}%", share * 100.0)
}

/// Dollars with cents where there are any: `$505,000`, `$12.50`.
fn dollars(amount: f64) -> String {
    format!("{:#}", money::Cents::new((amount * 100.0).round() as i64))
}

/// Writes the page of one sheet.
pub(super) fn page(page: &mut Page, sheet: &ParSheet) {
    page.blank();
    figures(page, sheet);
    rows(page, sheet);
    bands(page, sheet);
    beside(page, &sheet.covariances);
    greatest(page, &sheet.greatest);
    for note in &sheet.notes {
        page.blank();
        page.paragraph(note);
    }
}

fn figures(page: &mut Page, sheet: &ParSheet) {
    let mut item = |label: &str, words: &str| page.item(label, LABEL, words, "");
    for (key, value) in &sheet.options {
        item(key, value);
    }
    item("house edge", &percent(sheet.house_edge, 6));
    item("payback", &format!("{} of the first wager", percent(sheet.payback, 6)));
    item("", &format!("{} of all money staked", percent(sheet.payback_of_staked, 6)));
    item("element of risk", &percent(sheet.element_of_risk, 6));
    item("average wager", &format!("{:.6}", sheet.average_wager));
    item("standard deviation", &format!("{:.6}", sheet.standard_deviation));
    item("skewness, kurtosis", &format!("{:.4}, {:.4}", sheet.skewness, sheet.kurtosis));
    item("volatility index", &format!("{:.6} (1.645 deviations)", sheet.volatility_index));
    item("hit", &format!("{} end ahead", percent(sheet.hit, 4)));
    item("push", &format!("{} end even", percent(sheet.push, 4)));
    item("any return", &format!("{} get something back", percent(sheet.any_return, 4)));
    let hour = &sheet.win_an_hour;
    let seats = if hour.seats == 1 { "seat" } else { "seats" };
    item(
        "win an hour",
        &format!(
            "{} at {} rounds an hour, {} {seats}, {} a bet",
            dollars(hour.win),
            hour.rounds_an_hour,
            hour.seats,
            dollars(hour.bet)
        ),
    );
    if let Some(normal) = sheet.rounds_to_ahead.normal {
        let exact = sheet.rounds_to_ahead.exact;
        let exact = exact.map_or_else(|| "not computed".to_owned(), |rounds| grouped(&rounds));
        let normal = grouped(&(normal.ceil() as u64));
        item("house ahead, 95%", &format!("from {exact} rounds on; {normal} by the normal curve"));
    }
}

fn rows(page: &mut Page, sheet: &ParSheet) {
    if sheet.rows.is_empty() {
        return;
    }
    page.heading("rows");
    let head = ["", "pays", "1 in", "edge for 1 more"].map(str::to_owned);
    let cells = |row: &wire::library::par::RowFigures| {
        let one_in = row.one_in.map_or_else(|| "never".to_owned(), one_in_words);
        vec![row.row.clone(), row.pays.clone(), one_in, percent(row.gradient, 5)]
    };
    page.table(&head, &sheet.rows.iter().map(cells).collect::<Vec<_>>());
}

/// `1.34`, `459.3`, `22,100`.
fn one_in_words(rounds: f64) -> String {
    match rounds {
        rounds if rounds < 100.0 => format!("{rounds:.2}"),
        rounds if rounds < 1000.0 => format!("{rounds:.1}"),
        rounds => grouped(&(rounds.round() as u64)),
    }
}

fn bands(page: &mut Page, sheet: &ParSheet) {
    for (title, is_exact) in
        [("what the house keeps, exactly", true), ("by the normal curve", false)]
    {
        page.heading(title);
        let mut head = vec!["rounds".to_owned()];
        let mut lines: Vec<Vec<String>> = Vec::new();
        for of_rounds in sheet.bands.chunk_by(|a, b| a.rounds == b.rounds) {
            let mut line = vec![grouped(&of_rounds[0].rounds)];
            for band in of_rounds {
                if lines.is_empty() {
                    head.push(format!("{:.0}% of the time", band.confidence * 100.0));
                }
                let ends = match is_exact {
                    true => band.low.zip(band.high),
                    false => Some((band.low_normal, band.high_normal)),
                };
                line.push(ends.map_or_else(
                    || "not computed".to_owned(),
                    |(low, high)| format!("{} to {}", percent(low, 2), percent(high, 2)),
                ));
            }
            lines.push(line);
        }
        page.aligned(&head, &lines, |_| Align::Right);
    }
}

fn beside(page: &mut Page, all: &[CovarianceFigures]) {
    if all.is_empty() {
        return;
    }
    page.heading("beside the other wagers of a seat");
    let head = ["", "covariance", "correlation", ""].map(str::to_owned);
    let cells = |one: &CovarianceFigures| {
        let how = match one.error {
            Some(error) => format!("simulated, \u{b1} {error:.4}"),
            None => "every deal counted".to_owned(),
        };
        let name = format!("{} {}", one.with, one.schedule);
        vec![name, format!("{:.6}", one.covariance), format!("{:.4}", one.correlation), how]
    };
    page.table(&head, &all.iter().map(cells).collect::<Vec<_>>());
}

fn greatest(page: &mut Page, all: &[GreatestPayout]) {
    if all.is_empty() {
        return;
    }
    page.heading("greatest payout of a round");
    for one in all {
        let seats =
            if one.seats == 1 { "1 seat".to_owned() } else { format!("{} seats", one.seats) };
        let found = if one.is_greatest { "" } else { " (the greatest found)" };
        let chance = match (one.chance, one.chance_of.as_deref()) {
            (Some(chance), Some("deal")) => format!(", a deal like it 1 in {}", odds_words(chance)),
            (Some(chance), _) => format!(", 1 in {}", odds_words(chance)),
            _ => String::new(),
        };
        let words = format!("{}{found} on {} each{chance}", dollars(one.payout), dollars(one.bet));
        page.item(&seats, 8, &words, "");
        page.item("", 8, &one.deal, "");
    }
}

/// One over a chance: `649,740`, or `2.1e15` where nobody would read the digits.
fn odds_words(chance: f64) -> String {
    let one_in = chance.recip();
    if one_in < 1e12 { one_in_words(one_in) } else { format!("{one_in:.3e}") }
}

/// Writes what several bets come to together.
pub(super) fn combined(page: &mut Page, combined: &CombinedBets) {
    page.heading("bet together");
    for bet in &combined.bets {
        page.item(&bet.wager, LABEL, &format!("{} on {}", dollars(bet.bet), bet.schedule), "");
    }
    page.item("cost of a round", LABEL, &format!("${:.4}", combined.loss), "");
    let deviation = format!("${:.4}", combined.standard_deviation);
    page.item("standard deviation", LABEL, &deviation, "");
    page.item("win an hour", LABEL, &dollars(combined.win_an_hour), "");
}
