use std::collections::BTreeMap;

use rulebook::Rulebook;

use super::*;
use crate::exact::{Exact, fraction, of_cents, whole};
use crate::game::Silent;
use crate::life::{LifeAsk, LinkedPace, life};
use crate::subject::Subject;

fn of(game: &str, schedule: &str, reserve: Option<u8>) -> Life {
    let subject = Subject::open(Rulebook::embedded(), game, None, BTreeMap::new()).unwrap();
    let ask = LifeAsk {
        schedule: Some(schedule.to_owned()),
        contribution: None,
        reserve: reserve.and_then(money::Rate::percent),
        seed: None,
        pace: LinkedPace::default(),
        base: None,
    };
    life(&subject, &ask, &Silent).unwrap()
}

/// The stationary second moment of the meter by hand. In a bet the meter M becomes M + c, and with the chance p(s)
/// (1 - s) times that; with the chance p it restarts at S + R. So with K the sum of p(s) (1 - s)^2 and the chance of
/// nothing, E[M^2] = K E[M^2] + p E[(S + R)^2] before, and M + c after what is added.
fn mean_square(life: &Life) -> Exact {
    let per_bet = life.dollars(&life.contribution);
    let hidden = life.dollars(&life.reserve);
    let p = &life.top;
    let partial = life.awards.iter().filter(|award| !share_of(award.pays).is_one());
    let keeps: Exact = partial
        .map(|award| {
            let rest = whole(1) - share_of(award.pays);
            &award.chance * (&rest * &rest - whole(1))
        })
        .sum::<Exact>()
        + whole(1)
        - p;
    // The reserve holds v N with N geometric: E[N] = 1/p, E[N^2] = (2 - p)/p^2.
    let seed = of_cents(life.seed);
    let reserve = &hidden / p;
    let reserve_square = &hidden * &hidden * (whole(2) - p) / (p * p);
    let restart = &seed * &seed + whole(2) * &seed * reserve + reserve_square;
    let after_mean = life.mean_meter() - &per_bet;
    // x = K x + p E[(S + R)^2] + 2 c E[after] + c^2, with x the mean square at a bet.
    let known = p * restart + whole(2) * &per_bet * after_mean + &per_bet * &per_bet;
    known / (whole(1) - keeps)
}

/// The distribution that is solved on the grid has the mean and the mean square of the exact recursions.
#[test]
fn the_law_has_the_moments_of_the_recursion() {
    for (game, schedule, reserve) in [
        ("caribbean-stud", "CS-10", None),
        ("caribbean-stud", "CS-5000", None),
        ("caribbean-stud", "PMG-01", Some(5)),
        ("four-card-poker", "FCCP-3", None),
        ("three-card-poker", "paytable-1", None),
        ("ultimate-texas-holdem", "UTHP-01", None),
    ] {
        let life = of(game, schedule, reserve);
        let (mean, square) = life.law().unwrap().moments();
        let expected = decimal(&life.mean_meter());
        assert!((mean / expected - 1.0).abs() < 2e-4, "{schedule}: {mean} {expected}");
        let expected = decimal(&mean_square(&life));
        assert!((square / expected - 1.0).abs() < 5e-4, "{schedule}: {square} {expected}");
    }
}

/// Without partial awards the award is the seed and what a geometric number of bets adds: the quantile is that of
/// the exponential, S + c ln(1 / (1 - q)) / p.
#[test]
fn without_partial_awards_the_award_is_exponential() {
    let life = of("caribbean-stud", "CS-5000", None);
    let law = life.law().unwrap();
    for share in [0.05, 0.5, 0.95] {
        let expected = 10_000.0 + 0.25 * 649_740.0 * -(1.0f64 - share).ln();
        assert!((law.quantile(share) / expected - 1.0).abs() < 1e-3, "{share}");
        assert!((law.above(expected) - (1.0 - share)).abs() < 1e-4, "{share}");
    }
}

/// One bet by hand, and a million against a loop that adds one bet after another.
#[test]
fn what_is_owed_follows_from_one_bet() {
    let life = of("four-card-poker", "FCCP-3", None);
    let (p, taken) = (decimal(&life.top), decimal(&life.taken));
    let (mut display, mut reserve) = (10_000.0, 0.0);
    for _ in 0..100_000 {
        let (shown, hidden) = (display + 0.25, reserve + 0.05);
        display = (1.0 - taken) * shown + p * (10_000.0 + hidden);
        reserve = (1.0 - p) * hidden;
    }
    let found = life.liability(100_000);
    assert_eq!((&life.contribution, &life.reserve), (&fraction(1, 4), &fraction(1, 20)));
    assert_eq!(of_cents(life.seed), whole(10_000));
    assert!((found.display - display).abs() < 1e-4, "{found:?} {display}");
    assert!((found.reserve - reserve).abs() < 1e-4, "{found:?} {reserve}");
}
