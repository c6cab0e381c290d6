//! Every outcome of a report as comma-separated values.

use odds::{Analysis, Arithmetic, digits};

use crate::csv::line;

/// A line for each outcome, under a head.
pub(super) fn table(analyses: &[Analysis]) -> String {
    let mut text = String::from(
        "game,edition,wager,schedule,options,house_edge,row,pays,combinations,probability,return\n",
    );
    for analysis in analyses {
        let options: Vec<String> =
            analysis.options.iter().map(|(key, value)| format!("{key}={value}")).collect();
        for outcome in analysis.distribution.outcomes() {
            let probability = analysis.distribution.probability(outcome);
            let combinations = match analysis.arithmetic {
                Arithmetic::Fractions => outcome.combinations.to_string(),
                Arithmetic::Doubles => String::new(),
            };
            let fields = [
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
            ];
            text.push_str(&line(&fields));
        }
    }
    text
}
