use num_bigint::BigUint;
use num_traits::{One as _, Zero as _};

use super::*;
use crate::distribution::{Distribution, Outcome};
use crate::exact::{fraction, near};

/// A wager that returns these halves of a unit in so many of the deals.
fn wager(halves: &[(i64, u32)]) -> Distribution {
    let outcome = |&(returned, deals): &(i64, u32)| Outcome {
        row: returned.to_string(),
        pays: String::new(),
        combinations: deals.into(),
        staked: whole(1),
        returned: fraction(returned, 2),
    };
    Distribution::new(halves.iter().map(outcome).collect(), Default::default())
}

/// The chances of every sum of so many rounds of what the house wins, by adding round to round in whole numbers: the
/// least sum in halves, and the number of deals of it and of those above.
fn convolved(halves: &[(i64, u32)], rounds: usize) -> (i64, Vec<BigUint>) {
    let results: Vec<(i64, u32)> = halves.iter().map(|(back, deals)| (2 - back, *deals)).collect();
    let least = results.iter().map(|(result, _)| *result).min().unwrap_or(0);
    let span = results.iter().map(|(result, _)| result - least).max().unwrap_or(0) as usize;
    let mut deals = vec![BigUint::one()];
    for _ in 0..rounds {
        let mut next = vec![BigUint::zero(); deals.len() + span];
        for (place, count) in deals.iter().enumerate() {
            for (result, more) in &results {
                next[place + (result - least) as usize] += count * *more;
            }
        }
        deals = next;
    }
    (least * rounds as i64, deals)
}

/// The sums of few rounds, at every place, with the bound that each carries.
#[test]
fn sums_are_those_of_adding_round_to_round() {
    let wagers: [&[(i64, u32)]; 4] = [
        &[(0, 50), (2, 8), (4, 40), (5, 2)],
        &[(0, 49), (4, 50)],
        &[(0, 9_000), (2, 700), (30, 299), (2_000, 1)],
        &[(1, 3), (7, 5)],
    ];
    for halves in wagers {
        let distribution = wager(halves);
        let lattice = Lattice::of(&distribution).unwrap();
        for rounds in [1usize, 2, 3, 10, 41] {
            let sum = Sum::of(&lattice, rounds as u64).unwrap();
            assert!(sum.error() < 1e-10, "{}", sum.error());
            let (least, deals) = convolved(halves, rounds);
            let space: BigUint = deals.iter().sum();
            let mut counted = BigUint::zero();
            let mut quantiles = vec![0.005, 0.05, 0.49, 0.9, 0.995];
            for (place, count) in deals.iter().enumerate() {
                counted += count;
                let chance = near(&counted, &space);
                let result = (least + place as i64) as f64 / 2.0;
                let at = ((result - sum.origin) / sum.step).floor() as i64;
                let found = sum.up_to(at);
                assert!(
                    (found - chance).abs() <= sum.error(),
                    "{rounds} rounds, {result}: {found} {chance}"
                );
                while quantiles.first().is_some_and(|quantile| chance > quantile + 1e-9) {
                    assert_eq!(sum.quantile(quantiles.remove(0)), result, "{rounds} rounds");
                }
                if result == 0.0 {
                    assert!((sum.chance_above_zero() - (1.0 - chance)).abs() <= sum.error());
                }
            }
        }
    }
}

/// Ten million rounds of a bet at even money that wins 244 of 495: the binomial distribution, by its ratio of neighbors
/// from the likeliest place on, scaled to a sum of one.
#[test]
fn ten_million_rounds_are_binomial() {
    let rounds = 10_000_000u64;
    let lattice = Lattice::of(&wager(&[(4, 244), (0, 251)])).unwrap();
    let sum = Sum::of(&lattice, rounds).unwrap();
    assert!(sum.error() < ERROR_MAX);
    let (lost, won) = (251.0 / 495.0, 244.0 / 495.0);
    let likeliest = (rounds as f64 * lost) as u64;
    let reach = 20_000;
    let mut chances = vec![1.0];
    for losses in likeliest..likeliest + reach {
        let ratio = (rounds - losses) as f64 / (losses + 1) as f64 * lost / won;
        chances.push(chances.last().unwrap() * ratio);
    }
    let mut below = vec![1.0];
    for losses in (likeliest - reach..likeliest).rev() {
        let ratio = (losses + 1) as f64 / (rounds - losses) as f64 * won / lost;
        below.push(below.last().unwrap() * ratio);
    }
    let all: Vec<f64> = below[1..].iter().rev().chain(&chances).copied().collect();
    let total: f64 = all.iter().sum();
    let mut counted = 0.0;
    for (place, chance) in all.iter().enumerate() {
        counted += chance / total;
        let losses = likeliest - reach + place as u64;
        let result = losses as f64 - (rounds - losses) as f64;
        let at = ((result - sum.origin) / sum.step).round() as i64;
        if place % 500 == 0 {
            assert!((sum.up_to(at) - counted).abs() < 1e-9, "{losses} losses");
        }
    }
}

/// A jackpot that comes once in 650,000 rounds, after a thousand rounds: not by the normal distribution at all, but by
/// Poisson's. All that is lost otherwise is one unit a round.
#[test]
fn rare_jackpots_are_as_poisson_says() {
    let lattice = Lattice::of(&wager(&[(0, 649_999), (20_000, 1)])).unwrap();
    let sum = Sum::of(&lattice, 1_000).unwrap();
    // No jackpot: (649,999 / 650,000) to the thousandth.
    let none = (1_000.0 * (-1.0f64 / 650_000.0).ln_1p()).exp();
    let at = |result: f64| ((result - sum.origin) / sum.step).floor() as i64;
    assert!((1.0 - sum.up_to(at(999.0)) - none).abs() < 1e-10);
    assert!((sum.chance_above_zero() - none).abs() < 1e-10);
    assert_eq!(sum.quantile(0.5), 1_000.0);
    assert_eq!(sum.quantile(1e-4), 1_000.0 - 10_000.0);
}
