//! Figures as data: the JSON that other programs read.

use std::collections::BTreeMap;

use odds::{Analysis, Arithmetic, Exact, Postable, TargetEdge, decimal, percent};
use rulebook::Rulebook;
use serde::Serialize;
use serde_json::value::RawValue;

use super::{detail, table};
use crate::output::Output;
use crate::page::Page;

/// All figures that were asked for.
#[derive(Serialize)]
pub struct Results {
    pub(super) results: Vec<Figures>,
    /// The pay that was looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<Found>,
    #[serde(skip)]
    changes: Vec<String>,
    #[serde(skip)]
    titles: BTreeMap<String, (String, String)>,
}

#[derive(Serialize)]
struct Found {
    row: String,
    pays: String,
    target_edge: f64,
    house_edge: f64,
    /// The pay that meets the target, as a multiple of the stake.
    exact_pay: f64,
    /// Is the edge a straight line in the pay? If not, `exact_pay` is interpolated.
    is_straight: bool,
    /// The odds that can be posted on either side of the target.
    above: PostableOut,
    below: PostableOut,
}

#[derive(Serialize)]
struct PostableOut {
    pays: String,
    house_edge: f64,
}

impl PostableOut {
    fn new(postable: &Postable) -> PostableOut {
        let house_edge = decimal(&postable.analysis.house_edge());
        PostableOut { pays: postable.pays.to_string(), house_edge }
    }
}

/// The figures of one wager under one schedule.
#[derive(Serialize)]
pub(super) struct Figures {
    pub(super) game: String,
    pub(super) edition: String,
    pub(super) wager: String,
    pub(super) schedule: String,
    pub(super) options: BTreeMap<String, String>,
    house_edge: f64,
    house_edge_exact: Option<String>,
    element_of_risk: f64,
    average_wager: f64,
    standard_deviation: f64,
    hit_frequency: f64,
    method: &'static str,
    deals: Option<Box<RawValue>>,
    seconds: f64,
    outcomes: Vec<OutcomeOut>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    actions: Vec<ActionOut>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    meter: Option<MeterOut>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    #[serde(skip)]
    pub(super) analysis: Analysis,
}

#[derive(Serialize)]
struct OutcomeOut {
    row: String,
    combinations: Option<Box<RawValue>>,
    probability: f64,
    pays: String,
    r#return: f64,
}

#[derive(Serialize)]
struct ActionOut {
    at: &'static str,
    action: String,
    combinations: Option<Box<RawValue>>,
    probability: f64,
}

/// What a progressive has beside the others.
#[derive(Serialize)]
struct MeterOut {
    meter: f64,
    seats: u8,
    posted_wager: f64,
    seed: f64,
    fixed_part: f64,
    fixed_part_exact: String,
    envy_part: f64,
    meter_coefficient: f64,
    meter_coefficient_exact: String,
    break_even_meter: Option<f64>,
}

/// A whole number of any size as JSON.
fn number(number: &impl ToString) -> Option<Box<RawValue>> {
    RawValue::from_string(number.to_string()).ok()
}

impl Figures {
    fn new(analysis: Analysis) -> Figures {
        let distribution = &analysis.distribution;
        let is_exact = analysis.arithmetic == Arithmetic::Fractions;
        let edge = analysis.house_edge();
        let count = |count: &dyn ToString| is_exact.then(|| number(&count.to_string())).flatten();
        let outcome = |outcome: &odds::Outcome| {
            let probability = distribution.probability(outcome);
            OutcomeOut {
                row: outcome.row.clone(),
                combinations: count(&outcome.combinations),
                probability: decimal(&probability),
                pays: outcome.pays.clone(),
                r#return: decimal(&(probability * outcome.net())),
            }
        };
        let space = odds::whole(num_bigint_of(distribution.space()));
        let action = |share: &odds::ActionShare| ActionOut {
            at: share.at,
            action: share.action.to_string(),
            combinations: count(&share.combinations),
            probability: decimal(&(odds::whole(num_bigint_of(&share.combinations)) / &space)),
        };
        let meter = analysis.meter.as_ref().map(|meter| MeterOut {
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
        });
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
            method: if is_exact { "exact" } else { "in doubles" },
            deals: count(distribution.space()),
            seconds: analysis.took.as_secs_f64(),
            outcomes: distribution.outcomes().iter().map(outcome).collect(),
            actions: analysis.actions.iter().map(action).collect(),
            meter,
            notes: analysis.notes.clone(),
            analysis,
        }
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
        let results = analyses.into_iter().map(Figures::new).collect();
        Results { results, found: None, changes: Vec::new(), titles }
    }

    /// Says which rows the user changed.
    pub(super) fn changed(mut self, changes: &[String]) -> Results {
        self.changes = changes.to_vec();
        self
    }

    /// Says which pay was looked for and found.
    pub(super) fn found(mut self, row: String, found: &TargetEdge) -> Results {
        let PostableOut { pays, house_edge } = PostableOut::new(found.nearest());
        self.found = Some(Found {
            row,
            pays,
            target_edge: decimal(&found.target),
            house_edge,
            exact_pay: decimal(&found.exact),
            is_straight: found.is_straight,
            above: PostableOut::new(&found.above),
            below: PostableOut::new(&found.below),
        });
        self
    }
}

impl Found {
    /// In sentences: the nearest odds, and those on either side.
    fn words(&self) -> String {
        let Found { row, pays, target_edge, house_edge, exact_pay, is_straight, above, below } =
            self;
        let percent = |edge: f64| format!("{:.4}%", edge * 100.0);
        let mut words = format!(
            "{row} at {pays} comes nearest to {}: the house edge is {}.",
            percent(*target_edge),
            percent(*house_edge)
        );
        if above.pays != below.pays {
            let about = if *is_straight { "" } else { "about " };
            words.push_str(&format!(
                " The exact pay is {about}{exact_pay:.4}; {} gives {}, and {} gives {}.",
                above.pays,
                percent(above.house_edge),
                below.pays,
                percent(below.house_edge)
            ));
        }
        words
    }
}

impl Output for Results {
    fn page(&self, page: &mut Page) {
        if let Some(found) = &self.found {
            page.paragraph(&found.words());
            page.blank();
        } else if !self.changes.is_empty() {
            page.paragraph(&format!("What if: {}.", self.changes.join("; ")));
            page.blank();
        }
        match self.results.as_slice() {
            [] => page.paragraph("No matching wagers."),
            [one] => detail::page(page, self.title(one), one),
            all => {
                for of_game in all.chunk_by(|a, b| a.game == b.game) {
                    table::page(page, self.title(&of_game[0]), of_game);
                }
            }
        }
    }
}

impl Results {
    fn title(&self, figures: &Figures) -> (String, String) {
        let known = self.titles.get(&figures.game).cloned();
        let (title, section) = known.unwrap_or_else(|| (figures.game.clone(), String::new()));
        (title, format!("{section}, edition {}", figures.edition))
    }
}

/// The house edge of figures in percent, with a plus where the player has it.
pub(super) fn edge_words(analysis: &Analysis, places: usize) -> String {
    percent(&analysis.house_edge(), places)
}
