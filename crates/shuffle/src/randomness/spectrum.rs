//! The spectral test: no frequency stands out.

use std::f64::consts::PI;

use super::numbers::fraction;
use super::score::Score;

/// Bartlett's test of the cumulative periodogram: the power up to each frequency grows evenly. The
/// sums of power up to each frequency, divided by the whole, lie like random fractions in order.
///
/// Knuth's spectral test looks at the lattice of a linear congruential generator; other generators
/// have none, and their spectrum is tested itself.
pub(super) fn spectral(numbers: &[u32]) -> Score {
    let length = 1 << numbers.len().ilog2();
    let mut values: Vec<(f64, f64)> =
        numbers[..length].iter().map(|number| (fraction(*number) - 0.5, 0.0)).collect();
    transform(&mut values);
    let mut sum = 0.0;
    let mut sums: Vec<f64> = Vec::with_capacity(length / 2);
    for (real, imaginary) in &values[1..length / 2] {
        sum += real * real + imaginary * imaginary;
        sums.push(sum);
    }
    sums.pop();
    // Numbers that are all the same have no power at all, which is no spread either.
    let whole = if sum > 0.0 { sum } else { 1.0 };
    Score::of_fractions(&sums.iter().map(|sum| sum / whole).collect::<Vec<_>>())
}

/// The discrete Fourier transform of a power of two of complex values, in place.
fn transform(values: &mut [(f64, f64)]) {
    let length = values.len();
    let bits = length.ilog2();
    for place in 0..length {
        let mirrored = place.reverse_bits() >> (usize::BITS - bits);
        if place < mirrored {
            values.swap(place, mirrored);
        }
    }
    let mut half = 1;
    while half < length {
        let turns: Vec<(f64, f64)> = (0..half)
            .map(|k| (-PI * k as f64 / half as f64).sin_cos())
            .map(|(sin, cos)| (cos, sin))
            .collect();
        for block in values.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for ((a, b), turn) in low.iter_mut().zip(high).zip(&turns) {
                let turned = (b.0 * turn.0 - b.1 * turn.1, b.0 * turn.1 + b.1 * turn.0);
                *b = (a.0 - turned.0, a.1 - turned.1);
                *a = (a.0 + turned.0, a.1 + turned.1);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the definition: the sum of x_j e^(-2 pi i j k / n).
    #[test]
    fn the_transform_is_the_sum_that_defines_it() {
        let values: Vec<(f64, f64)> =
            (0..16).map(|j| (f64::from(j * j % 7), f64::from(j % 3))).collect();
        let mut fast = values.clone();
        transform(&mut fast);
        for (k, found) in fast.iter().enumerate() {
            let mut sum = (0.0, 0.0);
            for (j, (real, imaginary)) in values.iter().enumerate() {
                let (sin, cos) = (-2.0 * PI * (j * k) as f64 / 16.0).sin_cos();
                sum.0 += real * cos - imaginary * sin;
                sum.1 += real * sin + imaginary * cos;
            }
            let off = (found.0 - sum.0).abs() + (found.1 - sum.1).abs();
            assert!(off < 1e-12, "{k}: {off}");
        }
    }
}
