//! Every outcome of a report as comma-separated values.

use odds::{Analysis, Arithmetic, digits};

/// The names of the columns.
pub(super) const HEAD: [&str; 11] = [
    "game",
    "edition",
    "wager",
    "schedule",
    "options",
    "house_edge",
    "row",
    "pays",
    "combinations",
    "probability",
    "return",
];

/// A row for each outcome.
pub(super) fn rows(analyses: &[Analysis]) -> Vec<[String; 11]> {
    let mut rows = Vec::new();
    for analysis in analyses {
        let options: Vec<String> =
            analysis.options.iter().map(|(key, value)| format!("{key}={value}")).collect();
        for outcome in analysis.distribution.outcomes() {
            let probability = analysis.distribution.probability(outcome);
            let combinations = match analysis.arithmetic {
                Arithmetic::Fractions => outcome.combinations.to_string(),
                Arithmetic::Doubles => String::new(),
            };
            rows.push([
                analysis.game.clone(),
                analysis.edition.to_string(),
                analysis.wager.clone(),
                analysis.schedule.clone(),
                options.join(" "),
                digits(&analysis.house_edge(), 12),
                outcome.row.clone(),
                outcome.pays.clone(),
                combinations,
                digits(&probability, 15),
                digits(&(probability * outcome.net()), 15),
            ]);
        }
    }
    rows
}
