//! The result of one test: a statistic and how unusual it is.

use super::distribution;

/// Each test fails with this chance on a perfect generator: 25 CFR 547.14(b)(2) asks for 99%.
pub const LEVEL: f64 = 0.01;

/// Fewer expected observations than this are too few for chi-square; such cells are joined.
const EXPECTED_MIN: f64 = 5.0;

/// What a test found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Score {
    /// Chi-square, or Kolmogorov's statistic if there are no degrees of freedom.
    pub statistic: f64,
    /// Degrees of freedom of chi-square.
    pub freedom: Option<u32>,
    /// The chance of a statistic as far out, on either side: too even is as suspect as too uneven.
    pub p: f64,
}

impl Score {
    /// Whether the result is within 99% of those that a perfect generator gives.
    pub fn passes(&self) -> bool {
        self.p >= LEVEL
    }

    /// A chi-square statistic.
    pub(super) fn chi_square(statistic: f64, freedom: u32) -> Score {
        let (below, above) = distribution::chi_square(statistic, freedom);
        Score { statistic, freedom: Some(freedom), p: two_sided(below, above) }
    }

    /// Observations counted in cells with these chances.
    pub(super) fn of_counts(counts: &[u64], chances: &[f64]) -> Score {
        let (statistic, freedom) = chi_square_of(counts, chances);
        Score::chi_square(statistic, freedom)
    }

    /// Observations counted in cells that are equally likely.
    pub(super) fn of_equal(counts: &[u64]) -> Score {
        Score::of_counts(counts, &vec![1.0 / counts.len() as f64; counts.len()])
    }

    /// Correlations that are standard normal each and independent.
    pub(super) fn of_normals(values: &[f64]) -> Score {
        let squares = values.iter().map(|value| value * value).sum();
        Score::chi_square(squares, values.len() as u32)
    }

    /// Kolmogorov and Smirnov's test of fractions in ascending order: the largest distance between
    /// how many there are below a fraction and how many there should be.
    pub(super) fn of_fractions(sorted: &[f64]) -> Score {
        let count = sorted.len() as f64;
        let distance = |(place, fraction): (usize, &f64)| {
            let place = place as f64;
            ((place + 1.0) / count - fraction).max(fraction - place / count)
        };
        let largest = sorted.iter().enumerate().map(distance).fold(0.0, f64::max);
        // Stephens's correction makes the limit for large n good for all n from 5.
        let statistic = largest * (count.sqrt() + 0.12 + 0.11 / count.sqrt());
        let (below, above) = distribution::kolmogorov(statistic);
        Score { statistic, freedom: None, p: two_sided(below, above) }
    }
}

fn two_sided(below: f64, above: f64) -> f64 {
    (2.0 * below.min(above)).clamp(0.0, 1.0)
}

/// How well counts go with chances, by chi-square.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GoodnessOfFit {
    /// The sum of the squared differences from what is expected, each over what is expected.
    pub statistic: f64,
    /// The degrees of freedom.
    pub freedom: u32,
    /// The chance of a fit as bad as this one.
    pub p: f64,
}

impl GoodnessOfFit {
    /// Observations counted in cells with these chances. Cells with less than five expected are joined with the next.
    pub fn of(counts: &[u64], chances: &[f64]) -> GoodnessOfFit {
        let (statistic, freedom) = chi_square_of(counts, chances);
        let (_, p) = distribution::chi_square(statistic, freedom);
        GoodnessOfFit { statistic, freedom, p }
    }
}

/// Chi-square of counts in cells with these chances, and its degrees of freedom.
fn chi_square_of(counts: &[u64], chances: &[f64]) -> (f64, u32) {
    assert_eq!(counts.len(), chances.len(), "every cell has its chance");
    let total = counts.iter().sum::<u64>() as f64;
    let mut cells: Vec<(f64, f64)> = Vec::new();
    let mut open = (0.0, 0.0);
    for (count, chance) in counts.iter().zip(chances) {
        open = (open.0 + *count as f64, open.1 + total * chance);
        if open.1 >= EXPECTED_MIN {
            cells.push(std::mem::take(&mut open));
        }
    }
    if let Some(last) = cells.last_mut() {
        *last = (last.0 + open.0, last.1 + open.1);
    }
    let part = |(found, expected): &(f64, f64)| (found - expected).powi(2) / expected;
    (cells.iter().map(part).sum(), cells.len().saturating_sub(1).max(1) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Knuth's two dice (The Art of Computer Programming, volume 2, 3.3.1): 144 throws with the sums
    /// 2 to 12 counted give V = 7 7/48 with ten degrees of freedom. The two outer cells expect
    /// only 4 and are joined with their neighbors here, to 6 and 15 where 12 are expected.
    #[test]
    fn knuths_dice() {
        let counts = [2, 4, 10, 12, 22, 29, 21, 15, 14, 9, 6];
        let expected = [4, 8, 12, 16, 20, 24, 20, 16, 12, 8, 4];
        let part = |found: f64, expected: f64| (found - expected).powi(2) / expected;
        let knuth: f64 =
            counts.iter().zip(expected).map(|(c, e)| part(*c as f64, f64::from(e))).sum();
        assert!((knuth - (7.0 + 7.0 / 48.0)).abs() < 1e-12, "{knuth}");
        let chances: Vec<f64> = expected.iter().map(|e| f64::from(*e) / 144.0).collect();
        let score = Score::of_counts(&counts, &chances);
        let ends = part(2.0, 4.0) + part(4.0, 8.0) + part(9.0, 8.0) + part(6.0, 4.0);
        let joined = knuth - ends + part(6.0, 12.0) + part(15.0, 12.0);
        assert!((score.statistic - joined).abs() < 1e-12, "{score:?}");
        assert_eq!(score.freedom, Some(8));
    }

    /// Both ends fail: counts that differ too much, and counts that are too equal.
    #[test]
    fn too_even_fails_like_too_uneven() {
        assert!(!Score::of_equal(&[1000; 256]).passes());
        let uneven: Vec<u64> = (0..256).map(|cell| 900 + cell).collect();
        assert!(!Score::of_equal(&uneven).passes());
        // Chi-square 255 at 255 degrees: 1000 per cell, off by about 32 each.
        let usual: Vec<u64> = (0..256).map(|cell| 1000 + 32 * (cell % 2) - 16).collect();
        let score = Score::of_equal(&usual);
        assert!((score.statistic - 256.0 * 16.0f64.powi(2) / 1000.0).abs() < 1e-9);
    }
}
