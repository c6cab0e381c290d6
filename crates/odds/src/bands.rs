//! What the house keeps after many independent rounds: exact quantiles, beside the normal approximation.
//!
//! The result of a round lies on a lattice, and so does the sum of n rounds. Its distribution is got back from the n-th
//! power of the characteristic function of one round, on as many frequencies as the sum has places; the sum of a bound on
//! what lies outside these places, of what is left out and of all rounding is kept with it ([`Sum::error`]).

mod lattice;
mod sum;

use crate::distribution::Distribution;
use crate::exact::decimal;
use lattice::Lattice;
use sum::Sum;

/// The numbers of rounds of a par sheet.
pub const ROUNDS: [u64; 5] = [1_000, 10_000, 100_000, 1_000_000, 10_000_000];

/// The confidences of a par sheet with the normal deviate that each is within.
pub const CONFIDENCES: [(f64, f64); 3] =
    [(0.90, 1.644_853_626_951), (0.95, 1.959_963_984_540), (0.99, 2.575_829_303_549)];

/// The chance with which the house is to be ahead, and its deviate.
const AHEAD: (f64, f64) = (0.95, 1.644_853_626_951);

/// After how many rounds of a search no further one that fails is looked for.
const RIPPLE: u64 = 16;

/// An interval of what the house keeps of each first wager after a number of rounds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Band {
    /// How many rounds.
    pub rounds: u64,
    /// The chance that the house's share lies within.
    pub confidence: f64,
    /// The exact quantile at half of what lies outside, as a share of one first wager a round. Nothing where the
    /// lattice is too fine to be inverted.
    pub low: Option<f64>,
    /// The exact quantile at the other end.
    pub high: Option<f64>,
    /// Where the normal approximation has the lower end.
    pub low_normal: f64,
    /// Where it has the upper end.
    pub high_normal: f64,
}

/// After how many rounds the house is ahead with a chance of 95%.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Ahead {
    /// By the normal approximation; nothing if the player has the edge.
    pub normal: Option<f64>,
    /// Exactly: from this many rounds on the chance is never lower.
    pub exact: Option<u64>,
}

/// The bands of a wager, for every number of rounds and confidence of a par sheet.
pub fn bands(distribution: &Distribution) -> Vec<Band> {
    let edge = decimal(&distribution.house_edge());
    let deviation = distribution.standard_deviation();
    let lattice = Lattice::of(distribution);
    let of_rounds = |rounds: u64| {
        let sum = lattice.as_ref().and_then(|lattice| Sum::of(lattice, rounds));
        let share = |quantile: f64| Some(sum.as_ref()?.quantile(quantile) / rounds as f64);
        let band = move |(confidence, deviate): (f64, f64)| {
            let half = deviate * deviation / (rounds as f64).sqrt();
            let outside = (1.0 - confidence) / 2.0;
            Band {
                rounds,
                confidence,
                low: share(outside),
                high: share(1.0 - outside),
                low_normal: edge - half,
                high_normal: edge + half,
            }
        };
        CONFIDENCES.map(band)
    };
    ROUNDS.into_iter().flat_map(of_rounds).collect()
}

/// The chance that the house is ahead after a number of rounds; nothing where the lattice is too fine.
pub fn chance_ahead(distribution: &Distribution, rounds: u64) -> Option<f64> {
    Some(Sum::of(&Lattice::of(distribution)?, rounds)?.chance_above_zero())
}

/// After how many rounds the house is ahead with a chance of 95%.
pub fn ahead(distribution: &Distribution) -> Ahead {
    let edge = decimal(&distribution.house_edge());
    let variance = decimal(&distribution.variance());
    if edge <= 0.0 || variance <= 0.0 {
        return Ahead::default();
    }
    let normal = (AHEAD.1 * AHEAD.1) * variance / (edge * edge);
    Ahead { normal: Some(normal), exact: first_ahead(distribution, edge, variance) }
}

/// From how many rounds on the house is ahead with the chance asked for.
///
/// One-sided Chebyshev says when it must be: the chance of no win is at most v / (v + n h²). Below that steps
/// of a fifth find where it last fails, and halves the round; the chance goes up and down a little between neighbors, so
/// the rounds next to what is found are tried, too.
fn first_ahead(distribution: &Distribution, edge: f64, variance: f64) -> Option<u64> {
    let lattice = Lattice::of(distribution)?;
    let certain = (AHEAD.0 / (1.0 - AHEAD.0) * variance / (edge * edge)).ceil();
    if certain > 1e12 {
        return None;
    }
    let is_ahead = |rounds| Some(Sum::of(&lattice, rounds)?.chance_above_zero() >= AHEAD.0);
    let certain = certain as u64 + 1;
    let (mut fails, mut holds) = (0, certain);
    // A rare award may set the house back later: steps of a fifth upward, from the last that fails on.
    let mut step = 1;
    while step < certain {
        if !is_ahead(step)? {
            fails = step;
        }
        step += step / 5 + 1;
    }
    while holds - fails > 1 {
        let middle = fails + (holds - fails) / 2;
        match is_ahead(middle)? {
            true => holds = middle,
            false => fails = middle,
        }
    }
    let mut tried = holds;
    while tried < holds + RIPPLE {
        tried += 1;
        if !is_ahead(tried)? {
            holds = tried + 1;
        }
    }
    Some(holds)
}
