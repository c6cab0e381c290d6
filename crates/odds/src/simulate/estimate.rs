//! What a simulation says about a wager.

use crate::exact::{Exact, decimal};

/// What the rounds say about a wager, and what the count of all deals says.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimate {
    /// The wager.
    pub wager: String,
    /// The schedule.
    pub schedule: String,
    /// How often it was bet.
    pub bets: u64,
    /// The mean result, in units of the first wager.
    pub mean: f64,
    /// The exact value of what the rounds play.
    pub exact: Exact,
    /// The exact standard deviation of one bet.
    pub exact_deviation: f64,
    /// How what the rounds play differs from what the odds of the wager are about.
    pub notes: Vec<String>,
}

impl Estimate {
    /// The standard error of the mean, from the exact deviation. The sample's own deviation does not
    /// include a jackpot that the rounds have not hit.
    pub fn standard_error(&self) -> f64 {
        self.exact_deviation / (self.bets.max(1) as f64).sqrt()
    }

    /// The interval around the mean that holds the exact value in 95 of 100 simulations.
    pub fn confidence_95(&self) -> [f64; 2] {
        let half = NORMAL_95 * self.standard_error();
        [self.mean - half, self.mean + half]
    }

    /// What the rounds give more than the count.
    pub fn difference(&self) -> f64 {
        self.mean - decimal(&self.exact)
    }

    /// The difference in standard errors.
    pub fn deviation(&self) -> f64 {
        let error = self.standard_error();
        if error > 0.0 { self.difference() / error } else { 0.0 }
    }
}

/// 95% of a normal distribution lie within so many standard deviations of its mean.
const NORMAL_95: f64 = 1.959_964;
