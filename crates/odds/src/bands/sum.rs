//! The distribution of the sum of many rounds.

use std::f64::consts::PI;

use num_traits::ToPrimitive as _;

use super::lattice::Lattice;
use crate::exact::{decimal, whole};

/// The largest error of a probability that is accepted.
const ERROR_MAX: f64 = 1e-9;

/// The logarithm of the chance of a sum beyond the places on one side: 1e-11.
const BEYOND: f64 = 25.33;

/// Frequencies at which the power of the characteristic function is below exp(-50) are left out: all together they
/// are below 1e-19.
const NEGLIGIBLE: f64 = 50.0;

/// More places than this are not inverted.
const PLACES_MAX: i64 = 1 << 26;

/// Terms are added up in groups of this many, so that rounding does not grow with their number.
const GROUP: usize = 512;

/// The distribution of a sum, as the frequencies that it is made of.
pub(super) struct Sum {
    /// The least place and how many places there are.
    low: i64,
    places: i64,
    /// What the sum is at place 0, and how far places are apart.
    origin: f64,
    step: f64,
    /// The greatest place at which the house is not ahead.
    not_ahead: i64,
    terms: Vec<Term>,
    /// The part of a probability that does not depend on the place.
    constant: f64,
    /// A bound on the error of every probability.
    error: f64,
}

/// One frequency: 2 pi j / places.
struct Term {
    j: i64,
    /// Its part of a probability is `size × (cos(phase) - cos(phase - angle × places counted))`.
    size: f64,
    phase: f64,
}

/// The characteristic function of a round at a frequency: the logarithm of its size and its angle, how far the round's
/// jumps turn on average (which its rounding errors are proportional to).
struct Turned {
    log_size: f64,
    angle: f64,
    turn: f64,
}

/// The rest of a product modulo the number of places, between minus and plus a half of it.
fn rest(j: i64, k: i64, places: i64) -> i64 {
    let rest = (i128::from(j) * i128::from(k)).rem_euclid(i128::from(places)) as i64;
    if rest > places / 2 { rest - places } else { rest }
}

impl Lattice {
    /// Whether the n-th power of the characteristic function is negligible at a frequency, by
    /// |phi|² = 1 - 2 sum p q (1 - cos((k - l) angle)) over all pairs, of which a few are looked at.
    fn is_negligible(&self, j: i64, places: i64, rounds: f64) -> bool {
        let needed = 2.0 * NEGLIGIBLE / rounds;
        let mut less = 0.0;
        self.pairs.iter().any(|(apart, weight)| {
            let half = PI * rest(j, *apart, places) as f64 / places as f64;
            let sine = half.sin();
            less += weight * 2.0 * sine * sine;
            less >= needed
        })
    }

    /// The characteristic function at a frequency, from its difference to one, so that it is right near one.
    fn turned(&self, j: i64, places: i64) -> Turned {
        let (mut real, mut imaginary, mut turn) = (0.0, 0.0, 0.0);
        for (k, chance) in &self.jumps {
            let half = PI * rest(j, *k, places) as f64 / places as f64;
            let (sine, cosine) = half.sin_cos();
            real -= 2.0 * chance * sine * sine;
            imaginary += 2.0 * chance * sine * cosine;
            turn += 2.0 * chance * sine.abs();
        }
        let less = 2.0 * real + real * real + imaginary * imaginary;
        let log_size = 0.5 * less.max(-1.0).ln_1p();
        Turned { log_size, angle: imaginary.atan2(1.0 + real), turn }
    }
}

impl Sum {
    /// The sum of so many rounds; nothing if it has too many places or the error would be too large.
    pub(super) fn of(lattice: &Lattice, rounds: u64) -> Option<Sum> {
        let n = i64::try_from(rounds).ok()?;
        let most = lattice.reach(rounds, 1.0, BEYOND).ceil() as i64;
        let least = -(lattice.reach(rounds, -1.0, BEYOND).ceil() as i64);
        let high = most.min(n.checked_mul(lattice.span.1)?);
        let low = least.max(n.checked_mul(lattice.span.0)?);
        let places = high.checked_sub(low)?.checked_add(1)?;
        if !(1..=PLACES_MAX).contains(&places) {
            return None;
        }
        let origin = &lattice.middle * whole(rounds);
        let not_ahead = (-&origin / &lattice.step).floor().to_integer().to_i64()?;
        let mut sum = Sum {
            low,
            places,
            origin: decimal(&origin),
            step: decimal(&lattice.step),
            not_ahead,
            terms: Vec::new(),
            constant: 0.0,
            error: 2.0 * (-BEYOND).exp(),
        };
        sum.gather(lattice, rounds as f64);
        (sum.error <= ERROR_MAX).then_some(sum)
    }

    /// Gathers the frequencies that matter, and what they may be wrong by.
    fn gather(&mut self, lattice: &Lattice, rounds: f64) {
        let places = self.places;
        let mut sizes = 0.0;
        for j in 1..=places / 2 {
            if lattice.is_negligible(j, places, rounds) {
                continue;
            }
            let Turned { log_size, angle, turn } = lattice.turned(j, places);
            let power = rounds * log_size;
            if power < -NEGLIGIBLE {
                continue;
            }
            let half = PI * j as f64 / places as f64;
            // A frequency and its mirror image, which are one in the middle of an even number of places.
            let weight = if 2 * j == places { 1.0 } else { 2.0 };
            let size = weight * power.exp() / (places as f64 * 2.0 * half.sin());
            let turns = rounds * angle;
            let from_low = 2.0 * PI * rest(j, self.low, places) as f64 / places as f64;
            let phase = turns - from_low + half - PI / 2.0;
            let wrong = 16.0 * rounds * turn + 4.0 * turns.abs() + power.abs() + 32.0;
            self.error += 2.0 * size * wrong * f64::EPSILON;
            sizes += size;
            self.terms.push(Term { j, size, phase });
        }
        let added = GROUP as f64 + (self.terms.len() / GROUP) as f64;
        self.error += 2.0 * sizes * added * f64::EPSILON;
        self.constant = self.added(|term| term.size * term.phase.cos());
    }

    fn added(&self, part: impl Fn(&Term) -> f64) -> f64 {
        let groups = self.terms.chunks(GROUP);
        groups.map(|group| group.iter().map(&part).sum::<f64>()).sum()
    }

    /// The chance of a sum up to this place.
    fn up_to(&self, place: i64) -> f64 {
        if place < self.low {
            return 0.0;
        }
        let counted = place - self.low + 1;
        if counted >= self.places {
            return 1.0;
        }
        let places = self.places as f64;
        let turned = self.added(|term| {
            let angle = 2.0 * PI * rest(term.j, counted, self.places) as f64 / places;
            term.size * (term.phase - angle).cos()
        });
        (counted as f64 / places + self.constant - turned).clamp(0.0, 1.0)
    }

    /// The least sum that is not passed with this chance.
    pub(super) fn quantile(&self, chance: f64) -> f64 {
        let (mut below, mut at) = (self.low - 1, self.low + self.places - 1);
        while at - below > 1 {
            let middle = below + (at - below) / 2;
            match self.up_to(middle) >= chance {
                true => at = middle,
                false => below = middle,
            }
        }
        self.origin + self.step * at as f64
    }

    /// The chance that the sum is above zero.
    pub(super) fn chance_above_zero(&self) -> f64 {
        1.0 - self.up_to(self.not_ahead)
    }

    /// A bound on the error of every probability.
    #[cfg(test)]
    fn error(&self) -> f64 {
        self.error
    }
}

#[cfg(test)]
mod tests;
