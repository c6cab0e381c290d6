//! Whole numbers modulo a prime, so that long fractions can be figured in machine words.

/// The distances below 2^62 of its largest primes.
const BELOW: [u64; 10] = [57, 87, 117, 143, 153, 167, 171, 195, 203, 273];

/// Numbers modulo a prime below 2^62, kept as multiples of 2^64 (Montgomery's form).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    prime: u64,
    /// Minus one over the prime, modulo 2^64.
    inverse: u64,
    /// 2^128 modulo the prime.
    square: u64,
}

/// A number of a [`Field`].
pub(crate) type Residue = u64;

impl Field {
    /// How many fields there are.
    pub(crate) const COUNT: usize = BELOW.len();

    pub(crate) fn new(place: usize) -> Field {
        let prime = (1 << 62) - BELOW[place];
        // Newton's iteration doubles the correct bits of the inverse each time.
        let mut inverse = prime;
        for _ in 0..6 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(prime.wrapping_mul(inverse)));
        }
        let root = (1u128 << 64) % u128::from(prime);
        let square = (root * root % u128::from(prime)) as u64;
        Field { prime, inverse: inverse.wrapping_neg(), square }
    }

    pub(crate) fn prime(&self) -> u64 {
        self.prime
    }

    /// A whole number in the field's form.
    pub(crate) fn of(&self, number: u64) -> Residue {
        self.mul(number % self.prime, self.square)
    }

    /// The least whole number that a residue stands for.
    pub(crate) fn least(&self, residue: Residue) -> u64 {
        self.mul(residue, 1)
    }

    #[inline]
    pub(crate) fn mul(&self, a: Residue, b: Residue) -> Residue {
        let product = u128::from(a) * u128::from(b);
        let times = (product as u64).wrapping_mul(self.inverse);
        let reduced = ((product + u128::from(times) * u128::from(self.prime)) >> 64) as u64;
        if reduced >= self.prime { reduced - self.prime } else { reduced }
    }

    #[inline]
    pub(crate) fn add(&self, a: Residue, b: Residue) -> Residue {
        let sum = a + b;
        if sum >= self.prime { sum - self.prime } else { sum }
    }

    #[inline]
    pub(crate) fn sub(&self, a: Residue, b: Residue) -> Residue {
        if a >= b { a - b } else { a + self.prime - b }
    }

    pub(crate) fn one_over(&self, a: Residue) -> Residue {
        let (mut power, mut base, mut exponent) = (self.of(1), a, self.prime - 2);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = self.mul(power, base);
            }
            base = self.mul(base, base);
            exponent >>= 1;
        }
        power
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_divide() {
        for place in 0..Field::COUNT {
            let field = Field::new(place);
            for number in [1, 2, 3, 415, 1 << 40, field.prime() - 1] {
                let residue = field.of(number);
                assert_eq!(field.least(residue), number);
                assert_eq!(field.least(field.mul(residue, field.one_over(residue))), 1);
                assert_eq!(field.add(residue, field.sub(0, residue)), 0);
            }
        }
    }
}
