//! The results of a round as whole steps from a middle one.

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{One as _, Signed as _, ToPrimitive as _, Zero as _};

use crate::distribution::Distribution;
use crate::exact::{Exact, decimal, near, whole};

/// The house's results of one round: each is `middle + step × k`.
pub(super) struct Lattice {
    /// The result at k = 0, the nearest to the mean.
    pub(super) middle: Exact,
    /// How far results lie apart.
    pub(super) step: Exact,
    /// Each k with its chance, the likeliest first. None has k = 0: what is there has the rest of the chance.
    pub(super) jumps: Vec<(i64, f64)>,
    /// The pairs of results that say most about where the characteristic function is small: the difference of their
    /// k, and twice the product of their chances.
    pub(super) pairs: Vec<(i64, f64)>,
    /// The least k, and the greatest.
    pub(super) span: (i64, i64),
}

/// How many of the likeliest results are paired.
const PAIRED: usize = 5;

impl Lattice {
    /// The lattice of what the house wins; nothing if results differ by too many steps, or not at all.
    pub(super) fn of(distribution: &Distribution) -> Option<Lattice> {
        let space = distribution.space();
        let mut results: Vec<(Exact, f64)> = Vec::new();
        for outcome in distribution.outcomes().iter().filter(|it| !it.combinations.is_zero()) {
            let (net, chance) = (-outcome.net(), near(&outcome.combinations, space));
            match results.iter_mut().find(|(known, _)| *known == net) {
                Some((_, sum)) => *sum += chance,
                None => results.push((net, chance)),
            }
        }
        let unit = results.iter().fold(BigInt::one(), |unit, (net, _)| unit.lcm(net.denom()));
        let whole_of = |net: &Exact| (net * whole(unit.clone())).to_integer();
        let least = results.iter().map(|(net, _)| whole_of(net)).min()?;
        let apart = |net: &Exact| whole_of(net) - &least;
        let step = results.iter().fold(BigInt::zero(), |step, (net, _)| step.gcd(&apart(net)));
        if !step.is_positive() {
            return None;
        }
        let place = |net: &Exact| (apart(net) / &step).to_i64();
        let from_least = (distribution.house_edge() * whole(unit.clone()) - whole(least.clone()))
            / whole(step.clone());
        let shift = decimal(&from_least.round()).round() as i64;
        let mut jumps: Vec<(i64, f64)> = Vec::new();
        for (net, chance) in &results {
            jumps.push((place(net)? - shift, *chance));
        }
        jumps.sort_by(|a, b| b.1.total_cmp(&a.1));
        let span = (jumps.iter().map(|(k, _)| *k).min()?, jumps.iter().map(|(k, _)| *k).max()?);
        let likely = &jumps[..jumps.len().min(PAIRED)];
        let mut pairs: Vec<(i64, f64)> = Vec::new();
        for (place, (k, chance)) in likely.iter().enumerate() {
            pairs.extend(likely[..place].iter().map(|(other, p)| (k - other, 2.0 * p * chance)));
        }
        pairs.sort_by(|a, b| b.1.total_cmp(&a.1));
        jumps.retain(|(k, _)| *k != 0);
        let middle = whole(least + &step * BigInt::from(shift)) / whole(unit.clone());
        Some(Lattice { middle, step: whole(step) / whole(unit), jumps, pairs, span })
    }

    /// The logarithm of E[exp(s k)].
    fn log_moment(&self, s: f64) -> f64 {
        let more = self.jumps.iter().map(|(k, chance)| chance * (s * *k as f64).exp_m1());
        more.sum::<f64>().ln_1p()
    }

    /// The place that a sum of so many rounds passes, on the side of `sign`, with a chance below the one whose
    /// logarithm is `-log`: by Chernoff's bound, exp(n log E[exp(s k)] - s a), at the s that does best.
    pub(super) fn reach(&self, rounds: u64, sign: f64, log: f64) -> f64 {
        let rounds = rounds as f64;
        let at = |log_s: f64| {
            let s = log_s.exp();
            let place = (rounds * self.log_moment(sign * s) + log) / s;
            if place.is_finite() { place } else { f64::INFINITY }
        };
        // The bound holds at every s; one that is nearly the best makes it nearly the smallest.
        let farthest = self.span.0.unsigned_abs().max(self.span.1.unsigned_abs()) as f64;
        let (mut low, mut high) = (-40.0, (600.0 / farthest).ln());
        const GOLDEN: f64 = 0.618_033_988_749_895;
        for _ in 0..80 {
            let (a, b) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
            if at(a) < at(b) { high = b } else { low = a }
        }
        at(low).min(at(high))
    }
}
