//! Amounts as whole numbers of a common part, so that millions of them are added up exactly and
//! quickly.

use std::iter::Sum;
use std::ops::{Add, Mul, Neg, Sub};

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{One as _, Zero};

use crate::exact::Exact;

/// A whole number of some size.
pub(crate) trait Whole:
    Clone
    + Ord
    + Zero
    + From<u32>
    + TryFrom<BigInt>
    + Into<BigInt>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + for<'n> Sum<&'n Self>
    + Send
    + Sync
{
}

impl Whole for i64 {}
impl Whole for i128 {}
impl Whole for BigInt {}

/// How many bits the sums of amounts need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Size {
    Small,
    Large,
    Any,
}

/// Amounts of which each is a whole number of parts.
#[derive(Clone, Debug)]
pub(crate) struct Scaled {
    /// How many parts are one unit.
    pub(crate) unit: BigInt,
    parts: Vec<BigInt>,
}

impl Scaled {
    /// Amounts, in units, as numbers of their largest common part.
    pub(crate) fn new(amounts: &[Exact]) -> Scaled {
        let unit = amounts.iter().fold(BigInt::one(), |unit, amount| unit.lcm(amount.denom()));
        let parts = amounts.iter().map(|amount| amount.numer() * (&unit / amount.denom()));
        Scaled { parts: parts.collect(), unit }
    }

    /// The numbers in which the amounts and the unit, so many times together, can be added.
    pub(crate) fn size(&self, times: u64) -> Size {
        let largest = self.parts.iter().map(BigInt::magnitude).chain([self.unit.magnitude()]).max();
        match largest.map_or(0, |largest| (largest * times).bits()) {
            0..63 => Size::Small,
            63..127 => Size::Large,
            _ => Size::Any,
        }
    }

    /// The unit and the amounts as such numbers, which `size` has said they fit.
    pub(crate) fn numbers<T: Whole>(&self) -> (T, Vec<T>) {
        let number =
            |part: &BigInt| T::try_from(part.clone()).ok().expect("the size was asked for");
        (number(&self.unit), self.parts.iter().map(number).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::fraction;

    #[test]
    fn amounts_become_whole_numbers() {
        let scaled = Scaled::new(&[fraction(3, 2), fraction(-1, 3), fraction(2, 1)]);
        assert_eq!(scaled.numbers::<i64>(), (6, vec![9, -2, 12]));
        let sizes = [1, 1 << 60, u64::MAX].map(|times| scaled.size(times));
        assert_eq!(sizes, [Size::Small, Size::Large, Size::Large]);
        let odd = Scaled::new(&[fraction(1, u64::MAX), fraction(1, u64::MAX - 2)]);
        assert_eq!(odd.size(1), Size::Any);
    }
}
