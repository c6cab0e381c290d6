//! `croupier strategy`: the best play, the value of each choice, and the cost of simple strategies.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Charts; with `hand`, the value of each choice; with `cost`, what a simple strategy costs, or with `cost=list` which
/// ones there are.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum StrategyAnswer {
    /// The best strategy.
    Charts(StrategyCharts),
    /// The value of each choice for one hand.
    Values(HandValues),
    /// What a simple strategy costs.
    Cost(StrategyCost),
    /// The simple strategies.
    Known(SimpleStrategies),
}

/// What a strategy is for.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct StrategyOf {
    /// The game.
    pub game: String,
    /// The edition of its section.
    pub edition: String,
    /// The wager that is decided about.
    pub wager: String,
    /// The schedule that pays it.
    pub schedule: String,
    /// The number of decks of a game that is dealt from several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decks: Option<u8>,
}

/// The best strategy as charts.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct StrategyCharts {
    /// What it is for.
    #[serde(flatten)]
    pub of: StrategyOf,
    /// The house edge when it is played, as a percentage.
    #[schema(example = "3.3730%")]
    pub house_edge: String,
    /// What the strategy takes for granted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assumes: Option<String>,
    /// A chart for each decision.
    pub charts: Vec<StrategyChart>,
    /// The simple strategies whose cost is known: an id and what it says.
    pub simple: Vec<(String, String)>,
}

/// A chart: ordered rules or a grid.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct StrategyChart {
    /// The decision.
    pub title: String,
    /// What the chart costs against the optimum.
    pub note: String,
    /// Rules, the first that fits is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Vec<String>>,
    /// A grid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grid: Option<StrategyGrid>,
}

/// A chart with rows and columns.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct StrategyGrid {
    /// The names of the rows.
    pub rows: Vec<String>,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// A word for each row and column; empty where nothing is decided.
    pub cells: Vec<Vec<String>>,
    /// What the rows are.
    pub rows_are: String,
    /// What the columns are.
    pub columns_are: String,
    /// The words of the cells with what they mean.
    pub legend: Vec<(String, String)>,
}

/// What each choice for a hand is worth.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct HandValues {
    /// What the strategy is for.
    #[serde(flatten)]
    pub of: StrategyOf,
    /// The hand.
    pub hand: Option<String>,
    /// The community cards that are up.
    pub board: Option<String>,
    /// The dealer's card that is up.
    pub upcard: Option<String>,
    /// What the values take for granted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assumes: Option<String>,
    /// The choices, best first.
    pub choices: Vec<ChoiceValue>,
}

/// The value of a choice.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ChoiceValue {
    /// The action.
    pub action: String,
    /// The expected result of the whole wager, in first wagers.
    pub value: f64,
    /// The same as `n/d`; nothing where it was computed in doubles.
    pub value_exact: Option<String>,
}

/// What a simple strategy costs.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct StrategyCost {
    /// What the strategy is for.
    #[serde(flatten)]
    pub of: StrategyOf,
    /// The simple strategy.
    pub strategy: String,
    /// What it says.
    pub says: String,
    /// The house edge when it is played.
    pub house_edge: f64,
    /// The same as `n/d`; nothing where it was computed in doubles.
    pub house_edge_exact: Option<String>,
    /// The house edge when the best strategy is played.
    pub optimal_house_edge: f64,
    /// The difference, in first wagers.
    pub cost: f64,
    /// What the house keeps of all money wagered.
    pub element_of_risk: f64,
}

/// What rules of one's own cost.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct RulesCost {
    /// What the rules are for.
    #[serde(flatten)]
    pub of: StrategyOf,
    /// The file that they stand in.
    pub rules: String,
    /// The house edge when they are followed.
    pub house_edge: f64,
    /// The same as `n/d`.
    pub house_edge_exact: String,
    /// The house edge when the best strategy is played.
    pub optimal_house_edge: f64,
    /// The difference, in first wagers.
    pub cost: f64,
    /// The same as `n/d`.
    pub cost_exact: String,
    /// The hands with which they lose most, the worst first.
    pub mistakes: Vec<RulesMistake>,
}

/// Hands of one kind that rules of one's own do not play best.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct RulesMistake {
    /// When: the decision, or the dealer's card of the example.
    pub at: String,
    /// The kind of hand.
    pub hand: String,
    /// One of them.
    pub example: String,
    /// What the rules choose.
    pub chosen: String,
    /// What is best.
    pub best: String,
    /// How often it happens.
    pub chance: f64,
    /// What it costs over all deals, in first wagers.
    pub costs: f64,
}

/// The simple strategies whose cost is known.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SimpleStrategies {
    /// An id and what it says.
    pub strategies: Vec<(String, String)>,
}
