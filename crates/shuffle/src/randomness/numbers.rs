//! Tests of 32-bit numbers, most of them as in Knuth, The Art of Computer Programming, volume 2,
//! 3.3.2. Digits are remainders, as in the shuffle.

use super::score::Score;

/// Chi-square of all bytes: each of 256 values equally often.
pub(super) fn bytes(numbers: &[u32]) -> Score {
    let mut counts = [0; 256];
    for byte in numbers.iter().flat_map(|number| number.to_be_bytes()) {
        counts[usize::from(byte)] += 1;
    }
    Score::of_equal(&counts)
}

/// Each of the 32 bits is set in half of the numbers.
pub(super) fn bits(numbers: &[u32]) -> Score {
    let count = numbers.len() as f64;
    let normal = |bit: u32| {
        let set: u64 = numbers.iter().map(|number| u64::from(number >> bit & 1)).sum();
        (2.0 * set as f64 - count) / count.sqrt()
    };
    Score::of_normals(&(0..32).map(normal).collect::<Vec<_>>())
}

/// Equidistribution: the numbers as fractions of 2^32 are spread evenly.
pub(super) fn equidistribution(numbers: &[u32]) -> Score {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    let fractions: Vec<f64> = sorted.into_iter().map(fraction).collect();
    Score::of_fractions(&fractions)
}

/// The serial test: pairs of digits to base 64, each of 4,096 equally often.
pub(super) fn pairs(numbers: &[u32]) -> Score {
    let mut counts = vec![0; 4096];
    for pair in numbers.chunks_exact(2) {
        counts[(pair[0] % 64 * 64 + pair[1] % 64) as usize] += 1;
    }
    Score::of_equal(&counts)
}

/// The gap test: how many digits to base 8 lie between two zeros.
pub(super) fn gaps(numbers: &[u32]) -> Score {
    const LONGEST: usize = 64;
    // A fixed number of gaps, small enough that a fair generator always has them; one that runs out of
    // gaps is still in a gap that is too long.
    let wanted = numbers.len() * 3 / 4 / 8;
    let mut counts = [0; LONGEST + 1];
    let mut found = 0;
    let mut length = 0;
    for number in numbers {
        if number % 8 != 0 {
            length += 1;
        } else if found < wanted {
            counts[length.min(LONGEST)] += 1;
            found += 1;
            length = 0;
        }
    }
    counts[LONGEST] += (wanted - found) as u64;
    let chance = |length: usize| {
        let until = (7.0f64 / 8.0).powi(length as i32);
        if length == LONGEST { until } else { until / 8.0 }
    };
    Score::of_counts(&counts, &std::array::from_fn::<_, { LONGEST + 1 }, _>(chance))
}

/// The poker test: how many different digits to base 16 five numbers have.
pub(super) fn poker(numbers: &[u32]) -> Score {
    let mut counts = [0; 5];
    for hand in numbers.chunks_exact(5) {
        let kinds = hand.iter().fold(0u32, |kinds, number| kinds | 1 << (number % 16)).count_ones();
        counts[kinds as usize - 1] += 1;
    }
    // Hands of five with one to five kinds: 16 (16-1) ... / 16^5 times the ways to put five places
    // into that many groups, Stirling's 1, 15, 25, 10, 1.
    let groups = [1.0, 15.0, 25.0, 10.0, 1.0];
    let chance = |kinds: usize| {
        let digits = (0..=kinds).map(|taken| (16 - taken) as f64).product::<f64>();
        groups[kinds] * digits / 16f64.powi(5)
    };
    Score::of_counts(&counts, &std::array::from_fn::<_, 5, _>(chance))
}

/// The coupon collector's test: how many digits to base 8 it takes to see all eight.
pub(super) fn coupons(numbers: &[u32]) -> Score {
    const KINDS: usize = 8;
    const LONGEST: usize = 80;
    // A set takes 21.7 digits on average; a fixed number of sets as in the gap test.
    let wanted = numbers.len() * 3 / 4 / 22;
    let mut counts = [0; LONGEST + 1];
    let mut found = 0;
    let (mut seen, mut length) = (0u8, 0usize);
    for number in numbers {
        seen |= 1 << (number % 8);
        length += 1;
        if seen == u8::MAX && found < wanted {
            counts[length.min(LONGEST)] += 1;
            found += 1;
            (seen, length) = (0, 0);
        }
    }
    counts[LONGEST] += (wanted - found) as u64;
    // The chances of how many kinds have been seen, digit by digit.
    let mut seen = [0.0; KINDS + 1];
    seen[0] = 1.0;
    let mut chances = [0.0; LONGEST + 1];
    for chance in &mut chances[1..LONGEST] {
        let complete = seen[KINDS - 1] / KINDS as f64;
        for kinds in (1..KINDS).rev() {
            let same = seen[kinds] * kinds as f64;
            let new = seen[kinds - 1] * (KINDS + 1 - kinds) as f64;
            seen[kinds] = (same + new) / KINDS as f64;
        }
        seen[0] = 0.0;
        *chance = complete;
    }
    chances[LONGEST] = seen.iter().sum();
    Score::of_counts(&counts, &chances)
}

/// The permutation test: each of the 120 orders of five numbers equally often.
pub(super) fn permutations(numbers: &[u32]) -> Score {
    let mut counts = [0; 120];
    for five in numbers.chunks_exact(5) {
        counts[order(five)] += 1;
    }
    Score::of_equal(&counts)
}

/// The number of an order, from 0: how many later items are smaller, place by place.
pub(super) fn order<T: Ord>(items: &[T]) -> usize {
    let mut order = 0;
    for (place, item) in items.iter().enumerate() {
        let smaller = items[place + 1..].iter().filter(|later| *later < item).count();
        order = order * (items.len() - place) + smaller;
    }
    order
}

/// The runs test: how long numbers go up.
pub(super) fn runs_up(numbers: &[u32]) -> Score {
    runs(numbers.iter().copied())
}

/// The runs test: how long numbers go down.
pub(super) fn runs_down(numbers: &[u32]) -> Score {
    runs(numbers.iter().map(|number| !number))
}

/// The number that ends a run is left out, so that the lengths of runs are independent: a run has
/// length r with chance 1/r! - 1/(r+1)!.
fn runs(numbers: impl Iterator<Item = u32>) -> Score {
    const LONGEST: usize = 10;
    let mut counts = [0; LONGEST];
    let mut run: Option<(usize, u32)> = None;
    for number in numbers {
        run = match run {
            None => Some((1, number)),
            Some((length, last)) if number > last => Some((length + 1, number)),
            Some((length, _)) => {
                counts[length.min(LONGEST) - 1] += 1;
                None
            }
        };
    }
    let at_least = |length: usize| 1.0 / (1..=length).map(|n| n as f64).product::<f64>();
    let chance = |place: usize| match place + 1 {
        LONGEST => at_least(LONGEST),
        length => at_least(length) - at_least(length + 1),
    };
    Score::of_counts(&counts, &std::array::from_fn::<_, LONGEST, _>(chance))
}

/// Serial correlation: numbers do not depend on those 1 to 16 before them.
pub(super) fn serial_correlation(numbers: &[u32]) -> Score {
    let centered: Vec<f64> = numbers.iter().map(|number| fraction(*number) - 0.5).collect();
    correlation(&centered, 1.0 / 12.0)
}

/// Values with mean zero and this variance, at lags 1 to 16. The products at one lag have mean zero
/// and are uncorrelated with those at another.
pub(super) fn correlation(values: &[f64], variance: f64) -> Score {
    let normal = |lag: usize| {
        let products = values.iter().zip(&values[lag..]).map(|(one, other)| one * other);
        products.sum::<f64>() / variance / ((values.len() - lag) as f64).sqrt()
    };
    Score::of_normals(&(1..=16).map(normal).collect::<Vec<_>>())
}

/// A test on a subsequence: the bytes of every `STEP`th number.
pub(super) fn every<const STEP: usize>(numbers: &[u32]) -> Score {
    bytes(&numbers.iter().copied().step_by(STEP).collect::<Vec<_>>())
}

/// A test on a subsequence: serial correlation of every `STEP`th number.
pub(super) fn correlation_of_every<const STEP: usize>(numbers: &[u32]) -> Score {
    serial_correlation(&numbers.iter().copied().step_by(STEP).collect::<Vec<_>>())
}

/// The middle of the number's interval, as a fraction of 2^32.
pub(super) fn fraction(number: u32) -> f64 {
    (f64::from(number) + 0.5) / 4_294_967_296.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_has_its_own_number() {
        assert_eq!(order(&[1, 2, 3, 4, 5]), 0);
        assert_eq!(order(&[5, 4, 3, 2, 1]), 119);
        assert_eq!(order(&[1, 3, 2]), 1);
        assert_eq!(order(&[2, 1, 3]), 2);
        let mut seen = std::collections::BTreeSet::new();
        for code in 0..4usize.pow(4) {
            let four = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6];
            if (0..4).all(|value| four.contains(&value)) {
                seen.insert(order(&four));
            }
        }
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), (0..24).collect::<Vec<_>>());
    }
}
