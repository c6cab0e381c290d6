//! `croupier par`: the par sheet of every wager and schedule.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The par sheets that were asked for.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ParResults {
    /// One entry for each wager and schedule.
    pub results: Vec<ParSheet>,
    /// Several wagers bet together, where `bet` names them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub combined: Option<CombinedBets>,
}

/// The par sheet of one wager under one schedule. Shares are fractions of one, in units of the first wager.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ParSheet {
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
    /// What the house keeps of one first wager.
    pub house_edge: f64,
    /// What it pays back of one first wager.
    pub payback: f64,
    /// What it pays back of all money staked.
    pub payback_of_staked: f64,
    /// What it keeps of all money staked.
    pub element_of_risk: f64,
    /// All money staked in a round, in first wagers.
    pub average_wager: f64,
    /// The standard deviation of a round's result.
    pub standard_deviation: f64,
    /// The third standardized moment.
    pub skewness: f64,
    /// The fourth standardized moment: 3 for a normal distribution.
    pub kurtosis: f64,
    /// 1.645 standard deviations.
    pub volatility_index: f64,
    /// How often the player ends with more than was put in.
    pub hit: f64,
    /// How often anything is handed back, a stake included.
    pub any_return: f64,
    /// How often the player ends with what was put in.
    pub push: f64,
    /// `exact` or `in doubles`.
    #[schema(example = "exact")]
    pub method: String,
    /// The rows and pays of the schedule.
    pub rows: Vec<RowFigures>,
    /// What the house keeps after many rounds.
    pub bands: Vec<BandFigures>,
    /// After how many rounds the house is ahead with a chance of 95%.
    pub rounds_to_ahead: RoundsToAhead,
    /// How the result moves together with the other wagers of a seat.
    pub covariances: Vec<CovarianceFigures>,
    /// The greatest payouts of a round at the posted maximum.
    pub greatest: Vec<GreatestPayout>,
    /// What the house wins in an hour.
    pub win_an_hour: WinAnHour,
    /// What a reader must know about the figures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub notes: Vec<String>,
}

/// A row of a schedule, or a pay that no hand decides.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct RowFigures {
    /// The row.
    pub row: String,
    /// What it pays.
    #[schema(example = "40 to 1")]
    pub pays: String,
    /// In how many rounds it is paid once; nothing if it never is.
    pub one_in: Option<f64>,
    /// How the house edge changes when the row pays one more: 1 to 1, 1 for 1, a dollar, or the whole meter.
    pub gradient: f64,
}

/// The share of one first wager a round that the house keeps after a number of rounds, between two quantiles.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct BandFigures {
    /// How many rounds.
    pub rounds: u64,
    /// The chance that the share lies between.
    pub confidence: f64,
    /// The exact lower quantile; nothing where results lie too close together to be inverted.
    pub low: Option<f64>,
    /// The exact upper quantile.
    pub high: Option<f64>,
    /// The lower end by the normal approximation.
    pub low_normal: f64,
    /// The upper end.
    pub high_normal: f64,
}

/// After how many rounds the house is ahead with a chance of 95%; nothing where the player has the edge.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct RoundsToAhead {
    /// By the normal approximation.
    pub normal: Option<f64>,
    /// Exactly: from this many rounds on the chance is never lower.
    pub exact: Option<u64>,
}

/// How the results of two wagers of one seat move together, each in units of its own first wager.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct CovarianceFigures {
    /// The other wager.
    pub with: String,
    /// Its schedule.
    pub schedule: String,
    /// The covariance.
    pub covariance: f64,
    /// The correlation.
    pub correlation: f64,
    /// `counted` or `simulated`.
    #[schema(example = "counted")]
    pub method: String,
    /// The standard error of a covariance that was simulated.
    pub error: Option<f64>,
    /// In how many rounds it was simulated.
    pub rounds: Option<u64>,
}

/// The greatest payout of a round.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct GreatestPayout {
    /// How many seats make the bet.
    pub seats: u8,
    /// What each of them bets, in dollars.
    pub bet: f64,
    /// What the house pays beyond the stakes, in dollars, to all seats together.
    pub payout: f64,
    /// How likely it is.
    pub chance: Option<f64>,
    /// What the chance is of: `payout`, as great a payout; `deal`, these cards in these hands with suits renamed and
    /// players exchanged.
    pub chance_of: Option<String>,
    /// The cards of everyone.
    #[schema(example = "seat 1: As Ks Qs; dealer: 2c 3d 7h")]
    pub deal: String,
    /// No deal pays more; otherwise it is the greatest that was found.
    pub is_greatest: bool,
}

/// What the house wins in an hour at a pace.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct WinAnHour {
    /// Rounds an hour.
    pub rounds_an_hour: u32,
    /// How many seats bet.
    pub seats: u8,
    /// What each of them bets, in dollars.
    pub bet: f64,
    /// What the house wins, in dollars.
    pub win: f64,
}

/// Several wagers of one seat bet together.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct CombinedBets {
    /// The bets.
    pub bets: Vec<CombinedBet>,
    /// What a round costs on average, in dollars.
    pub loss: f64,
    /// The standard deviation of a round, in dollars.
    pub standard_deviation: f64,
    /// What the house wins in an hour, in dollars.
    pub win_an_hour: f64,
}

/// One bet of several.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct CombinedBet {
    /// The wager.
    pub wager: String,
    /// The schedule that pays it.
    pub schedule: String,
    /// The bet, in dollars.
    pub bet: f64,
}
