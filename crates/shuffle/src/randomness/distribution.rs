//! Probabilities of the test statistics.

/// Natural logarithm of the gamma function, for positive numbers: Lanczos's approximation with
/// g = 7 and nine terms, right to about 15 digits.
fn ln_gamma(x: f64) -> f64 {
    const TERMS: [f64; 8] = [
        676.5203681218851,
        -1259.1392167224028,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507343278686905,
        -0.13857109526572012,
        9.984_369_578_019_572e-6,
        1.5056327351493116e-7,
    ];
    let x = x - 1.0;
    let terms = TERMS.iter().zip(1..).map(|(term, place)| term / (x + f64::from(place)));
    let sum = 0.999_999_999_999_809_9 + terms.sum::<f64>();
    let t = x + 7.5;
    0.5 * (2.0 * std::f64::consts::PI).ln() + (x + 0.5) * t.ln() - t + sum.ln()
}

/// The lower and the upper regularized incomplete gamma function, P(a, x) and Q(a, x): whichever
/// is computed directly is exact where it is small.
fn gamma_pq(a: f64, x: f64) -> (f64, f64) {
    if x <= 0.0 {
        return (0.0, 1.0);
    }
    let scale = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 {
        // P by its series: x^n / (a (a+1) ... (a+n)).
        let (mut term, mut sum) = (1.0 / a, 1.0 / a);
        let mut n = a;
        while term > sum * 1e-17 {
            n += 1.0;
            term *= x / n;
            sum += term;
        }
        let lower = (scale * sum).min(1.0);
        (lower, 1.0 - lower)
    } else {
        let upper = (scale * gamma_fraction(a, x)).min(1.0);
        (1.0 - upper, upper)
    }
}

/// The continued fraction of Q(a, x), by Lentz's method.
fn gamma_fraction(a: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let mut b = x + 1.0 - a;
    let mut c = 1.0 / TINY;
    let mut d = 1.0 / b;
    let mut fraction = d;
    // It converges within a few times the square root of a; the limit is never reached.
    for i in 1..1_000_000 {
        let i = f64::from(i);
        let an = -i * (i - a);
        b += 2.0;
        d = an * d + b;
        d = 1.0 / if d.abs() < TINY { TINY } else { d };
        c = b + an / c;
        c = if c.abs() < TINY { TINY } else { c };
        fraction *= d * c;
        if (d * c - 1.0).abs() < 1e-15 {
            break;
        }
    }
    fraction
}

/// The chance that chi-square with these degrees of freedom is below the value, and that it is above.
pub(super) fn chi_square(value: f64, freedom: u32) -> (f64, f64) {
    gamma_pq(f64::from(freedom) / 2.0, value / 2.0)
}

/// The chance that Kolmogorov's statistic (the square root of n times the largest distance) is below
/// the value, and that it is above, for large n.
pub(super) fn kolmogorov(value: f64) -> (f64, f64) {
    if value <= 0.0 {
        return (0.0, 1.0);
    }
    if value < 1.0 {
        // The sum that converges fast for small values.
        let factor = std::f64::consts::PI.powi(2) / (8.0 * value * value);
        let term = |k: i32| (-factor * f64::from(2 * k - 1).powi(2)).exp();
        let sum: f64 = (1..=10).map(term).sum();
        let below = (2.0 * std::f64::consts::PI).sqrt() / value * sum;
        (below, 1.0 - below)
    } else {
        let term = |k: i32| {
            let sign = if k % 2 == 1 { 2.0 } else { -2.0 };
            sign * (-2.0 * f64::from(k * k) * value * value).exp()
        };
        let above: f64 = (1..=10).map(term).sum();
        (1.0 - above, above)
    }
}

/// The chance that at least `failed` of `tests` fail if each fails with chance `one`.
pub(super) fn at_least(failed: u32, tests: u32, one: f64) -> f64 {
    if failed == 0 {
        return 1.0;
    }
    let chance_of = |count: u32| {
        let ways = (0..count).map(|i| f64::from(tests - i) / f64::from(i + 1)).product::<f64>();
        ways * one.powf(f64::from(count)) * (1.0 - one).powf(f64::from(tests - count))
    };
    // From the smallest summand to the largest, so that nothing is lost.
    (failed..=tests).rev().map(chance_of).sum::<f64>().min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() <= within, "{found} is not {expected}");
    }

    /// Upper critical values from the NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4,
    /// given to three decimals.
    #[test]
    fn chi_square_has_the_published_critical_values() {
        for (freedom, chance, value) in [
            (1, 0.10, 2.706),
            (1, 0.05, 3.841),
            (1, 0.01, 6.635),
            (1, 0.001, 10.828),
            (2, 0.05, 5.991),
            (5, 0.01, 15.086),
            (10, 0.05, 18.307),
            (10, 0.01, 23.209),
            (30, 0.05, 43.773),
            (50, 0.01, 76.154),
            (100, 0.05, 124.342),
            (100, 0.01, 135.807),
            (100, 0.001, 149.449),
        ] {
            close(chi_square(value, freedom).1, chance, 0.0005 * chance.max(0.01));
        }
        // Lower ones of Knuth's table (The Art of Computer Programming, volume 2, 3.3.1), to four
        // digits: 1% and 5%.
        for (freedom, chance, value) in
            [(3, 0.01, 0.1148), (10, 0.01, 2.558), (10, 0.05, 3.940), (50, 0.01, 29.71)]
        {
            close(chi_square(value, freedom).0, chance, 0.001 * chance * 10.0);
        }
    }

    /// For even degrees of freedom the upper chance is a Poisson sum: e^-h (1 + h + ... + h^(k-1)/(k-1)!)
    /// with h half the value and k half the degrees. The terms are built from logarithms of integers.
    #[test]
    fn chi_square_is_the_poisson_sum_for_even_degrees() {
        for freedom in [2, 4, 10, 118, 254, 1324, 2600, 4094] {
            for factor in [0.8, 0.9, 0.97, 1.0, 1.03, 1.1, 1.25] {
                let half = f64::from(freedom) * factor / 2.0;
                let mut ln_term = -half;
                let mut sum = 0.0;
                for k in 0..freedom / 2 {
                    if k > 0 {
                        ln_term += half.ln() - f64::from(k).ln();
                    }
                    sum += ln_term.exp();
                }
                let (below, above) = chi_square(2.0 * half, freedom);
                close(above, sum, 1e-10);
                close(below + above, 1.0, 1e-12);
            }
        }
    }

    /// Critical values of the two-sided Kolmogorov-Smirnov test for large n, as printed in every
    /// table: 1.224, 1.358, 1.628, 1.949; and where the two sums meet they agree.
    #[test]
    fn kolmogorov_has_the_published_critical_values() {
        for (value, chance) in [(1.2238, 0.10), (1.3581, 0.05), (1.6276, 0.01), (1.9495, 0.001)] {
            close(kolmogorov(value).1, chance, 0.001 * chance);
        }
        close(kolmogorov(1.0).0, kolmogorov(1.0 - 1e-9).0, 1e-8);
        // The lower side, by the other sum with many terms.
        let slow = 1.0
            - 2.0
                * (1..=200)
                    .map(|k: i32| {
                        let sign = if k % 2 == 1 { 1.0 } else { -1.0 };
                        sign * (-2.0 * f64::from(k * k) * 0.4 * 0.4).exp()
                    })
                    .sum::<f64>();
        close(kolmogorov(0.4).0, slow, 1e-12);
    }

    /// By hand: 1 - 0.99^40 = 0.33103; two or more: that less 40 x 0.01 x 0.99^39 = 0.27029.
    #[test]
    fn failures_are_binomial() {
        close(at_least(0, 40, 0.01), 1.0, 0.0);
        close(at_least(1, 40, 0.01), 0.331028, 1e-6);
        close(at_least(2, 40, 0.01), 0.331028 - 0.270292, 1e-6);
        close(at_least(40, 40, 0.5), 0.5f64.powi(40), 1e-20);
    }
}
