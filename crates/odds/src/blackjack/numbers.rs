//! The numbers in which blackjack's chances are computed: doubles, or whole numbers modulo a prime, so that long
//! fractions fit into machine words. What comes of a hand is written once for both.

use num_bigint::BigInt;
use num_integer::Integer as _;

use super::hands::{Shoe, size_of};
use crate::exact::{Exact, decimal};

/// Numbers that chances can be computed in.
pub(crate) trait Numbers: Sync {
    /// A number; the default is zero.
    type Number: Copy + Default + PartialEq + Send + Sync + std::fmt::Debug;
    /// A sum of numbers, each taken some whole number of times.
    type Sum: Copy + Default;

    fn of(&self, number: &Exact) -> Self::Number;
    fn whole(&self, number: u16) -> Self::Number;
    fn add(&self, a: Self::Number, b: Self::Number) -> Self::Number;
    fn sub(&self, a: Self::Number, b: Self::Number) -> Self::Number;
    fn mul(&self, a: Self::Number, b: Self::Number) -> Self::Number;
    /// A number divided by what [`Numbers::divisor`] gives.
    fn over(&self, a: Self::Number, divisor: Self::Number) -> Self::Number;
    /// What is kept of a number that others are divided by.
    fn divisor(&self, number: Self::Number) -> Self::Number;
    /// `number * part / all`, where `all` is a number of cards.
    fn part(&self, number: Self::Number, part: u16, all: u16) -> Self::Number;
    /// Adds a number `times` times, which is a whole number below 2^52.
    fn add_times(&self, sum: &mut Self::Sum, number: Self::Number, times: f64);
    fn total(&self, sum: Self::Sum) -> Self::Number;

    fn one(&self) -> Self::Number {
        self.whole(1)
    }

    /// The chance that something does not happen.
    fn rest(&self, chance: Self::Number) -> Self::Number {
        self.sub(self.one(), chance)
    }

    fn increase(&self, sum: &mut Self::Number, by: Self::Number) {
        *sum = self.add(*sum, by);
    }
}

/// Double precision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Doubles;

impl Numbers for Doubles {
    type Number = f64;
    type Sum = f64;

    fn of(&self, number: &Exact) -> f64 {
        decimal(number)
    }

    #[inline]
    fn whole(&self, number: u16) -> f64 {
        f64::from(number)
    }

    #[inline]
    fn add(&self, a: f64, b: f64) -> f64 {
        a + b
    }

    #[inline]
    fn sub(&self, a: f64, b: f64) -> f64 {
        a - b
    }

    #[inline]
    fn mul(&self, a: f64, b: f64) -> f64 {
        a * b
    }

    #[inline]
    fn over(&self, a: f64, divisor: f64) -> f64 {
        a / divisor
    }

    #[inline]
    fn divisor(&self, number: f64) -> f64 {
        number
    }

    #[inline]
    fn part(&self, number: f64, part: u16, all: u16) -> f64 {
        number * f64::from(part) / f64::from(all)
    }

    #[inline]
    fn add_times(&self, sum: &mut f64, number: f64, times: f64) {
        *sum += times * number;
    }

    #[inline]
    fn total(&self, sum: f64) -> f64 {
        sum
    }
}

/// Whole numbers modulo a prime, with all that is divided by in a game from one shoe.
#[derive(Debug)]
pub(crate) struct Modular {
    pub(crate) field: Field,
    /// Every number of cards, and one over it.
    numbers: Vec<(Residue, Residue)>,
}

impl Modular {
    pub(crate) fn new(field: Field, shoe: &Shoe) -> Modular {
        let number = |number: u16| {
            let residue = field.of(u64::from(number));
            (residue, field.one_over(residue))
        };
        Modular { field, numbers: (0..=size_of(shoe)).map(number).collect() }
    }
}

impl Numbers for Modular {
    type Number = Residue;
    type Sum = u128;

    fn of(&self, number: &Exact) -> Residue {
        let [numerator, denominator] = [number.numer(), number.denom()].map(|n| self.field.big(n));
        self.field.mul(numerator, self.field.one_over(denominator))
    }

    #[inline]
    fn whole(&self, number: u16) -> Residue {
        self.numbers[usize::from(number)].0
    }

    #[inline]
    fn add(&self, a: Residue, b: Residue) -> Residue {
        self.field.add(a, b)
    }

    #[inline]
    fn sub(&self, a: Residue, b: Residue) -> Residue {
        self.field.sub(a, b)
    }

    #[inline]
    fn mul(&self, a: Residue, b: Residue) -> Residue {
        self.field.mul(a, b)
    }

    #[inline]
    fn over(&self, a: Residue, divisor: Residue) -> Residue {
        self.field.mul(a, divisor)
    }

    #[inline]
    fn divisor(&self, number: Residue) -> Residue {
        self.field.one_over(number)
    }

    #[inline]
    fn part(&self, number: Residue, part: u16, all: u16) -> Residue {
        let (part, over_all) =
            (self.numbers[usize::from(part)].0, self.numbers[usize::from(all)].1);
        self.field.mul(number, self.field.mul(part, over_all))
    }

    /// Sums of such products stay far below 2^128, and are reduced at the end.
    #[inline]
    fn add_times(&self, sum: &mut u128, number: Residue, times: f64) {
        *sum += u128::from(number) * u128::from(times as u64);
    }

    #[inline]
    fn total(&self, sum: u128) -> Residue {
        (sum % u128::from(self.field.prime)) as Residue
    }
}

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

    /// A whole number of any size in the field's form.
    pub(crate) fn big(&self, number: &BigInt) -> Residue {
        let least = number.mod_floor(&BigInt::from(self.prime));
        self.of(u64::try_from(&least).expect("it is below the prime"))
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
