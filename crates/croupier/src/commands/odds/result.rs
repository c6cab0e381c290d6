//! Figures as data: the JSON that other programs read.

use std::collections::BTreeMap;

use odds::{
    Analysis, Arithmetic, Exact, NewPay, Postable, TargetEdge, TargetLine, decimal, percent,
};
use rulebook::Rulebook;
use serde::Serialize;
use wire::library::odds::{
    ActionFigures, Count, Figures, FoundPay, FoundPoint, MeterFigures, OddsResults, OutcomeFigures,
    PaySensitivity, PostablePay,
};

use super::{detail, sensitivity, table};
use crate::output::Output;
use crate::page::Page;

/// All figures that were asked for.
#[derive(Serialize)]
#[serde(transparent)]
pub struct Results {
    sent: OddsResults,
    /// What the page is made from.
    #[serde(skip)]
    analyses: Vec<Analysis>,
    #[serde(skip)]
    changes: Vec<String>,
    #[serde(skip)]
    titles: BTreeMap<String, (String, String)>,
}

fn postable(postable: &Postable) -> PostablePay {
    let house_edge = decimal(&postable.analysis.house_edge());
    PostablePay { pays: postable.pays.to_string(), house_edge }
}

/// What a progressive has beside the other wagers.
fn meter_figures(meter: &odds::MeterFigures) -> MeterFigures {
    MeterFigures {
        meter: meter.meter.get() as f64 / money::MeterUnits::PER_DOLLAR as f64,
        seats: meter.seats,
        posted_wager: meter.wager.get() as f64 / 100.0,
        seed: meter.seed.get() as f64 / 100.0,
        fixed_part: decimal(&meter.fixed),
        fixed_part_exact: meter.fixed.to_string(),
        envy_part: decimal(&meter.envy),
        meter_coefficient: decimal(&meter.coefficient),
        meter_coefficient_exact: meter.coefficient.to_string(),
        break_even_meter: meter.break_even().map(|meter| decimal(&meter)),
        long_run_return: decimal(&meter.long_run),
        long_run_edge: decimal(&(odds::whole(1) - &meter.long_run)),
    }
}

/// The figures of one wager under one schedule.
fn figures(analysis: &Analysis) -> Figures {
    let distribution = &analysis.distribution;
    let is_exact = analysis.arithmetic == Arithmetic::Fractions;
    let edge = analysis.house_edge();
    let count = |count: &dyn ToString| is_exact.then(|| Count::new(&count.to_string())).flatten();
    let outcome = |outcome: &odds::Outcome| {
        let probability = distribution.probability(outcome);
        OutcomeFigures {
            row: outcome.row.clone(),
            combinations: count(&outcome.combinations),
            probability: decimal(&probability),
            pays: outcome.pays.clone(),
            r#return: decimal(&(probability * outcome.net())),
        }
    };
    let space = odds::whole(num_bigint_of(distribution.space()));
    let action = |share: &odds::ActionShare| ActionFigures {
        at: share.at.to_owned(),
        action: share.action.to_string(),
        combinations: count(&share.combinations),
        probability: decimal(&(odds::whole(num_bigint_of(&share.combinations)) / &space)),
    };
    Figures {
        game: analysis.game.clone(),
        edition: analysis.edition.to_string(),
        wager: analysis.wager.clone(),
        schedule: analysis.schedule.clone(),
        options: analysis.options.clone(),
        house_edge: decimal(&edge),
        house_edge_exact: analysis.house_edge_exact().map(|edge| in_full(&edge)),
        element_of_risk: decimal(&analysis.element_of_risk()),
        average_wager: decimal(&distribution.average_wager()),
        standard_deviation: distribution.standard_deviation(),
        hit_frequency: decimal(&distribution.hit_frequency()),
        method: if is_exact { "exact" } else { "in doubles" }.to_owned(),
        deals: count(distribution.space()),
        seconds: analysis.took.as_secs_f64(),
        outcomes: distribution.outcomes().iter().map(outcome).collect(),
        actions: analysis.actions.iter().map(action).collect(),
        meter: analysis.meter.as_ref().map(meter_figures),
        sensitivity: Vec::new(),
        notes: analysis.notes.clone(),
    }
}

fn num_bigint_of(count: &(impl Clone + Into<num_bigint::BigInt>)) -> num_bigint::BigInt {
    count.clone().into()
}

/// A fraction as `n/d`, also when it is whole.
pub(super) fn in_full(value: &Exact) -> String {
    format!("{}/{}", value.numer(), value.denom())
}

impl Results {
    /// The figures of these analyses.
    pub fn new(book: &Rulebook, analyses: Vec<Analysis>) -> Results {
        let titles = book
            .games()
            .iter()
            .map(|game| (game.id.clone(), (game.title.clone(), game.section.clone())))
            .collect();
        let results = analyses.iter().map(figures).collect();
        let sent = OddsResults { results, found: None, found_line: Vec::new() };
        Results { sent, analyses, changes: Vec::new(), titles }
    }

    /// Says how the edge of the one analysis answers to its pays.
    pub(super) fn sensitive(mut self, pays: Vec<PaySensitivity>) -> Results {
        if let Some(only) = self.sent.results.first_mut() {
            only.sensitivity = pays;
        }
        self
    }

    /// Says which rows the user changed.
    pub(super) fn changed(mut self, changes: &[String]) -> Results {
        self.changes = changes.to_vec();
        self
    }

    /// Says which pay was looked for and found.
    pub(super) fn found(mut self, row: String, found: &TargetEdge) -> Results {
        self.sent.found = Some(found_pay(row, found));
        self
    }

    /// Says which pays of two rows were looked for and found.
    pub(super) fn found_line(mut self, rows: [&str; 2], line: &TargetLine) -> Results {
        let [first, second] = rows.map(str::to_owned);
        let point = |(pays, found): &(NewPay, TargetEdge)| FoundPoint {
            row: first.clone(),
            pays: pays.to_string(),
            second: found_pay(second.clone(), found),
        };
        self.sent.found_line = line.points.iter().map(point).collect();
        self
    }
}

fn found_pay(row: String, found: &TargetEdge) -> FoundPay {
    let PostablePay { pays, house_edge } = postable(found.nearest());
    FoundPay {
        row,
        pays,
        target_edge: decimal(&found.target),
        house_edge,
        exact_pay: decimal(&found.exact),
        is_straight: found.is_straight,
        above: postable(&found.above),
        below: postable(&found.below),
    }
}

/// A point of the line of two rows in a sentence.
fn point_words(point: &FoundPoint) -> String {
    let FoundPoint { row, pays, second } = point;
    format!(
        "{row} at {pays}: {} at {} ({:.4} exactly) leaves {:.4}%.",
        second.row,
        second.pays,
        second.exact_pay,
        second.house_edge * 100.0
    )
}

/// In sentences: the nearest odds, and those on either side.
fn found_words(found: &FoundPay) -> String {
    let FoundPay { row, pays, target_edge, house_edge, exact_pay, is_straight, above, below } =
        found;
    let percent = |edge: f64| format!("{:.4}%", edge * 100.0);
    let mut words = format!(
        "{row} at {pays} comes nearest to {}: the house edge is {}.",
        percent(*target_edge),
        percent(*house_edge)
    );
    if above.pays != below.pays {
        let adapts = if *is_straight { "" } else { ", where the player adapts" };
        words.push_str(&format!(
            " The exact pay is {exact_pay:.4}{adapts}; {} gives {}, and {} gives {}.",
            above.pays,
            percent(above.house_edge),
            below.pays,
            percent(below.house_edge)
        ));
    }
    words
}

impl Output for Results {
    fn page(&self, page: &mut Page) {
        if !self.sent.found_line.is_empty() {
            self.sent.found_line.iter().for_each(|point| page.paragraph(&point_words(point)));
            return;
        }
        if let Some(found) = &self.sent.found {
            page.paragraph(&found_words(found));
            page.blank();
        } else if !self.changes.is_empty() {
            page.paragraph(&format!("What if: {}.", self.changes.join("; ")));
            page.blank();
        }
        match self.analyses.as_slice() {
            [] => page.paragraph("No matching wagers."),
            [one] => {
                detail::page(page, self.title(one), one);
                if let [sent] = self.sent.results.as_slice() {
                    sensitivity::page(page, sent);
                }
            }
            all => {
                for of_game in all.chunk_by(|a, b| a.game == b.game) {
                    table::page(page, self.title(&of_game[0]), of_game);
                }
            }
        }
    }
}

impl Results {
    fn title(&self, analysis: &Analysis) -> (String, String) {
        let known = self.titles.get(&analysis.game).cloned();
        let (title, section) = known.unwrap_or_else(|| (analysis.game.clone(), String::new()));
        (title, format!("{section}, edition {}", analysis.edition))
    }
}

/// The house edge of figures in percent, with a plus where the player has it.
pub(super) fn edge_words(analysis: &Analysis, places: usize) -> String {
    percent(&analysis.house_edge(), places)
}
