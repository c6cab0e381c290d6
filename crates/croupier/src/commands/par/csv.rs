//! Par sheets as comma-separated values: a line for each figure.

use wire::library::par::ParSheet;

use crate::csv;
use crate::output::Printer;

/// The head: what a figure is of, its name, what sets it apart, and its value.
const HEAD: [&str; 7] = ["game", "edition", "wager", "schedule", "figure", "of", "value"];

/// Prints every figure of some sheets.
pub(super) fn print(sheets: &[ParSheet], printer: &Printer) -> anyhow::Result<()> {
    let rows: Vec<Vec<String>> = sheets.iter().flat_map(lines).collect();
    printer.text(&csv::to_text(&HEAD, &rows)?)
}

fn lines(sheet: &ParSheet) -> Vec<Vec<String>> {
    let mut lines = Vec::new();
    let mut add = |figure: &str, of: &str, value: String| {
        let of_sheet = [&sheet.game, &sheet.edition, &sheet.wager, &sheet.schedule];
        let mut line: Vec<String> = of_sheet.map(Clone::clone).into();
        line.extend([figure.to_owned(), of.to_owned(), value]);
        lines.push(line);
    };
    for (key, value) in &sheet.options {
        add("option", key, value.clone());
    }
    for (figure, value) in [
        ("house_edge", sheet.house_edge),
        ("payback", sheet.payback),
        ("payback_of_staked", sheet.payback_of_staked),
        ("element_of_risk", sheet.element_of_risk),
        ("average_wager", sheet.average_wager),
        ("standard_deviation", sheet.standard_deviation),
        ("skewness", sheet.skewness),
        ("kurtosis", sheet.kurtosis),
        ("volatility_index", sheet.volatility_index),
        ("hit", sheet.hit),
        ("any_return", sheet.any_return),
        ("push", sheet.push),
    ] {
        add(figure, "", value.to_string());
    }
    let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
    for row in &sheet.rows {
        add("one_in", &row.row, number(row.one_in));
        add("gradient", &row.row, row.gradient.to_string());
    }
    for band in &sheet.bands {
        let of = format!("{} rounds, {:.0}%", band.rounds, band.confidence * 100.0);
        add("band_low", &of, number(band.low));
        add("band_high", &of, number(band.high));
        add("band_low_normal", &of, band.low_normal.to_string());
        add("band_high_normal", &of, band.high_normal.to_string());
    }
    let ahead = &sheet.rounds_to_ahead;
    add("rounds_to_ahead", "normal", number(ahead.normal));
    add("rounds_to_ahead", "exact", ahead.exact.map(|it| it.to_string()).unwrap_or_default());
    for one in &sheet.covariances {
        let of = format!("{} {}, {}", one.with, one.schedule, one.method);
        add("covariance", &of, one.covariance.to_string());
        add("covariance_error", &of, number(one.error));
        add("correlation", &of, one.correlation.to_string());
    }
    for one in &sheet.greatest {
        let of = format!("{} seats at {}: {}", one.seats, one.bet, one.deal);
        add("greatest_payout", &of, one.payout.to_string());
        add("greatest_payout_chance", &of, number(one.chance));
    }
    let hour = &sheet.win_an_hour;
    let of =
        format!("{} rounds an hour, {} seats at {}", hour.rounds_an_hour, hour.seats, hour.bet);
    add("win_an_hour", &of, hour.win.to_string());
    lines
}
