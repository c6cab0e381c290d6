//! `croupier progressive`: the life of a progressive.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a progressive returns over the years, how long its awards take, and what the house owes. Shares are fractions of
/// the posted wager, amounts are in dollars.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ProgressiveLife {
    /// The game.
    pub game: String,
    /// The edition of its section.
    pub edition: String,
    /// The wager.
    pub wager: String,
    /// The schedule.
    #[schema(example = "CS-10")]
    pub schedule: String,
    /// The posted wager.
    pub posted_wager: f64,
    /// What the meter starts and restarts at.
    pub seed: f64,
    /// The share of each bet that goes to the display.
    pub contribution: f64,
    /// The share of each bet that goes to the hidden reserve.
    pub reserve: f64,
    /// How many others bet in the same round, on average over all bets.
    pub others: f64,
    /// What the bet returns over the years: the tray, the contribution, the reserve and the seeds.
    pub long_run_return: f64,
    /// The same as a fraction.
    pub long_run_return_exact: String,
    /// What the house keeps of the bet over the years.
    pub long_run_edge: f64,
    /// The mean of the top award when it is won, and of the meter when a bet is made.
    pub mean_top_award: f64,
    /// The mean number of bets between two top awards.
    pub bets_to_top: f64,
    /// What a bet costs the house in seeds.
    pub seed_cost: f64,
    /// The contribution with which the bet is even over the years; below zero where it never is for the house.
    pub zero_edge_contribution: f64,
    /// What the tray returns, without envy.
    pub fixed_part: f64,
    /// What envy adds for every other player with the bet.
    pub envy_part: f64,
    /// The return that each dollar on the meter adds.
    pub meter_coefficient: f64,
    /// Every award.
    pub awards: Vec<AwardLife>,
    /// What the top award is when it is won.
    pub top_award: Vec<AmountQuantile>,
    /// The share of bets that are made while the bet alone is even or better for the player.
    pub bets_above_break_even: Option<f64>,
    /// The meter at which the bet is even, by the number of other players with the bet.
    pub break_even: Vec<BreakEven>,
    /// The game that is played with it.
    pub base: BaseGame,
    /// Who bets.
    pub tables: Vec<TableOfMeter>,
    /// How many hours a day the tables are open.
    pub hours_a_day: u8,
    /// How many bets a day they make together.
    pub bets_a_day: u64,
    /// What the house owes on average, as time goes on from a meter at its seed.
    pub liability: Vec<Liability>,
    /// What a reader must know.
    pub notes: Vec<String>,
}

/// An award of a progressive.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct AwardLife {
    /// The row.
    pub row: String,
    /// What it pays.
    #[schema(example = "10%")]
    pub pays: String,
    /// The chance that a bet wins it.
    pub chance: f64,
    /// What it pays on average when it is won.
    pub mean: f64,
    /// The mean number of bets that it takes.
    pub bets: f64,
    /// The mean number of rounds.
    pub rounds: f64,
    /// The mean number of days.
    pub days: f64,
    /// How long it takes until it is won with some probability.
    pub quantiles: Vec<TimeQuantile>,
}

/// How long it takes until something has happened with some probability.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct TimeQuantile {
    /// The probability.
    pub share: f64,
    /// Bets.
    pub bets: f64,
    /// Days.
    pub days: f64,
}

/// An amount that is not passed with some probability.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct AmountQuantile {
    /// The probability.
    pub share: f64,
    /// The amount.
    pub award: f64,
}

/// The meter at which a bet is even.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct BreakEven {
    /// The other players with the bet, whose hands can win envy.
    pub others: u8,
    /// The meter at which the bet alone is even.
    pub meter: f64,
    /// The meter at which it is even together with the game beside it.
    pub with_base: f64,
}

/// The game that is played with a progressive.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct BaseGame {
    /// Its first wager.
    pub wager: String,
    /// The schedule of that wager.
    pub schedule: String,
    /// The bet, of which the edge is a share.
    pub bet: f64,
    /// The edge of the house.
    pub house_edge: f64,
}

/// A table that feeds a meter.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct TableOfMeter {
    /// The players with the bet in each round.
    pub seats: u8,
    /// The rounds that it deals an hour.
    pub rounds_an_hour: u16,
    /// The bets that it makes a day.
    pub bets_a_day: u64,
    /// The meter at which the bet is even there.
    pub break_even: f64,
    /// The same together with the game beside it.
    pub with_base: f64,
}

/// What the house owes at some moment, on average.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Liability {
    /// Days from the start.
    pub days: u64,
    /// Bets from the start.
    pub bets: u64,
    /// What the sign shows.
    pub display: f64,
    /// What the reserve holds.
    pub reserve: f64,
    /// What the house has put in as seeds.
    pub seeds: f64,
    /// The chance that the top award has been won.
    pub top_won: f64,
}

/// Days in the unit in which they are short: `12.0 hours`, `9.9 days`, `4.2 years`.
pub fn span(days: f64) -> String {
    match days {
        days if days < 1.0 => format!("{:.1} hours", days * 24.0),
        days if days < 100.0 => format!("{days:.1} days"),
        days => format!("{:.1} years", days / 365.25),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_in_the_unit_in_which_they_are_short() {
        assert_eq!(span(0.5), "12.0 hours");
        assert_eq!(span(30.0), "30.0 days");
        assert_eq!(span(730.5), "2.0 years");
    }
}
