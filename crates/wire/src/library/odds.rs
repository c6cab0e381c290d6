//! `croupier odds`: figures of wagers under pay schedules, and findings.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Figures; with the option `findings`, findings.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum OddsAnswer {
    /// Figures.
    Figures(OddsResults),
    /// Findings.
    Findings(Findings),
}

/// The figures that were asked for.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct OddsResults {
    /// One entry for each wager, schedule and number of decks.
    pub results: Vec<Figures>,
    /// The pay that `target_edge` asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<FoundPay>,
    /// The pays of two open rows that meet `target_edge` together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub found_line: Vec<FoundPoint>,
}

/// What the second of two open rows pays when the first pays this.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct FoundPoint {
    /// The first row.
    pub row: String,
    /// What it pays.
    #[schema(example = "4 to 1")]
    pub pays: String,
    /// What the second row then pays.
    pub second: FoundPay,
}

/// The pay at which the house edge is the target.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct FoundPay {
    /// The row that was left open.
    pub row: String,
    /// The odds that come nearest.
    #[schema(example = "4 to 1")]
    pub pays: String,
    /// The edge that was asked for, as a fraction of one.
    pub target_edge: f64,
    /// The house edge at `pays`.
    pub house_edge: f64,
    /// The pay that meets the target, as a multiple of the stake.
    pub exact_pay: f64,
    /// The edge is a straight line between the two odds. If not, the player adapts there.
    pub is_straight: bool,
    /// The nearest odds above the target that can be posted.
    pub above: PostablePay,
    /// The nearest odds below the target that can be posted.
    pub below: PostablePay,
}

/// Odds that a house can post.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct PostablePay {
    /// The odds.
    #[schema(example = "4 to 1")]
    pub pays: String,
    /// The house edge with them.
    pub house_edge: f64,
}

/// The figures of one wager under one schedule.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Figures {
    /// The game.
    pub game: String,
    /// The edition of its section.
    pub edition: String,
    /// The wager.
    pub wager: String,
    /// The schedule that pays it.
    pub schedule: String,
    /// The options that differ from the default, and the number of decks of a blackjack game.
    pub options: BTreeMap<String, String>,
    /// What the house keeps of one first wager, as a fraction of one.
    pub house_edge: f64,
    /// The same as `n/d`; nothing where it was computed in doubles.
    pub house_edge_exact: Option<String>,
    /// What the house keeps of all money wagered.
    pub element_of_risk: f64,
    /// All money wagered in a round, in first wagers.
    pub average_wager: f64,
    /// The standard deviation of a round's result, in first wagers.
    pub standard_deviation: f64,
    /// How often the player ends with more than was put in.
    pub hit_frequency: f64,
    /// `exact` or `in doubles`.
    #[schema(example = "exact")]
    pub method: String,
    /// The number of deals counted, where the method is exact.
    pub deals: Option<Count>,
    /// How long the analysis took.
    pub seconds: f64,
    /// Every way it can end.
    pub outcomes: Vec<OutcomeFigures>,
    /// How often the best strategy takes each action.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub actions: Vec<ActionFigures>,
    /// The figures that only a progressive has.
    // The schema of an option would ask for them or for null; they are there or not.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = MeterFigures)]
    pub meter: Option<MeterFigures>,
    /// How the edge answers to each pay, if that was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub sensitivity: Vec<PaySensitivity>,
    /// What a reader must know about the figures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub notes: Vec<String>,
}

/// How the edge answers to a pay.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct PaySensitivity {
    /// The line whose table it is in; none for a pay that no hand decides.
    pub line: Option<String>,
    /// The row, or the pay's key.
    pub row: String,
    /// What it pays.
    #[schema(example = "5 to 1")]
    pub pays: String,
    /// A unit of it: `1 to 1`, `1 for 1`, `$1` or `100%`.
    #[schema(example = "1 to 1")]
    pub unit: String,
    /// What a unit more adds to the house edge, while no decision changes.
    pub gradient: f64,
    /// Its share of all that the wager returns.
    pub share_of_return: f64,
    /// With a unit more.
    pub up: Option<MovedPay>,
    /// With a unit less.
    pub down: Option<MovedPay>,
}

/// A pay moved by a unit.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct MovedPay {
    /// What it pays then.
    pub pays: String,
    /// The house edge, played best.
    pub house_edge: f64,
    /// A decision changes with it.
    pub changes_play: bool,
}

/// A way in which a wager can end.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct OutcomeFigures {
    /// The schedule's row, or what happened.
    pub row: String,
    /// The number of deals that end so.
    pub combinations: Option<Count>,
    /// Their share of all deals.
    pub probability: f64,
    /// What the row pays.
    pub pays: String,
    /// What the outcome adds to the player's expected result.
    pub r#return: f64,
}

/// How often an action is taken.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ActionFigures {
    /// The decision.
    pub at: String,
    /// The action.
    pub action: String,
    /// The number of deals in which it is taken.
    pub combinations: Option<Count>,
    /// Their share of all deals.
    pub probability: f64,
}

/// What a progressive has beside the other wagers. Amounts are in dollars, parts in wagers.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct MeterFigures {
    /// The meter at which the edge is given.
    #[schema(required = false)]
    pub meter: f64,
    /// The other bettors whose envy is counted.
    #[schema(required = false)]
    pub seats: u8,
    /// The posted wager.
    #[schema(required = false)]
    pub posted_wager: f64,
    /// The seed.
    #[schema(required = false)]
    pub seed: f64,
    /// The return that does not depend on the meter.
    #[schema(required = false)]
    pub fixed_part: f64,
    /// The same as a fraction.
    #[schema(required = false)]
    pub fixed_part_exact: String,
    /// What envy adds to it.
    #[schema(required = false)]
    pub envy_part: f64,
    /// The return that each dollar on the meter adds.
    #[schema(required = false)]
    pub meter_coefficient: f64,
    /// The same as a fraction.
    #[schema(required = false)]
    pub meter_coefficient_exact: String,
    /// The meter at which the edge is zero, if there is one.
    #[schema(required = false)]
    pub break_even_meter: Option<f64>,
    /// What the bet returns over the years, under the schedule's own terms.
    #[schema(required = false)]
    pub long_run_return: f64,
    /// What the house keeps of it over the years.
    #[schema(required = false)]
    pub long_run_edge: f64,
}

/// A whole number of any size.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Count(Box<RawValue>);

impl Count {
    /// The number with these digits; nothing if they are not a number.
    pub fn new(digits: &impl ToString) -> Option<Count> {
        RawValue::from_string(digits.to_string()).ok().map(Count)
    }

    /// The number, if it fits.
    pub fn as_u64(&self) -> Option<u64> {
        self.0.get().parse().ok()
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.get())
    }
}

impl PartialSchema for Count {
    fn schema() -> RefOr<Schema> {
        let object = ObjectBuilder::new().schema_type(Type::Integer);
        object.description(Some("A whole number of any size.")).into()
    }
}

impl ToSchema for Count {}

/// What a regulator should know about schedules.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Findings {
    /// The findings: the largest edges of the player first.
    pub findings: Vec<Finding>,
}

/// A finding about a schedule.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Finding {
    /// The game.
    pub game: String,
    /// The editions of which it is true.
    pub editions: Vec<String>,
    /// The wager.
    pub wager: String,
    /// The schedule.
    pub schedule: String,
    /// The options under which it was found.
    pub options: BTreeMap<String, String>,
    /// The kind of finding.
    pub kind: String,
    /// The finding in a sentence.
    pub says: String,
}
