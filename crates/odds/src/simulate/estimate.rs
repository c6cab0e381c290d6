//! What a simulation says about a wager.

use shuffle::randomness::GoodnessOfFit;

use crate::exact::{Exact, decimal};
use crate::solution::Arithmetic;

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
    /// The arithmetic that it was computed in.
    pub arithmetic: Arithmetic,
    /// The exact standard deviation of one bet.
    pub exact_deviation: f64,
    /// How the outcomes were spread over the ways a bet can end, by chi-square.
    pub fit: GoodnessOfFit,
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

    /// What contradicts the exact figures, if anything: a mean four standard errors off (6 of 100,000 simulations), or
    /// outcomes of which fewer than 1 in 10,000 simulations give such a spread.
    pub fn contradicts(&self) -> Option<String> {
        let deviation = self.deviation();
        if deviation.abs() >= DEVIATION_MAX {
            return Some(format!(
                "its mean is {deviation:+.2} standard errors from the exact value"
            ));
        }
        let GoodnessOfFit { statistic, freedom, p } = self.fit;
        (p <= P_LEAST).then(|| {
            format!(
                "its outcomes are not spread as they should be: chi-square {statistic:.1} with \
                 {freedom} degrees of freedom, p {p:.1e}"
            )
        })
    }
}

/// A mean that is as many standard errors off contradicts the exact value.
const DEVIATION_MAX: f64 = 4.0;

/// Up to this p, chi-square contradicts the exact chances.
const P_LEAST: f64 = 1e-4;

/// How many standard deviations around the mean hold 95% of a normal distribution.
const NORMAL_95: f64 = 1.959_964;
