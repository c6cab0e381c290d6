//! Amounts as whole numbers of a common part, so that millions of them are added up exactly and quickly.

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{One as _, ToPrimitive as _};

use crate::exact::{Exact, whole};

/// The whole numbers that amounts are added up in. What can be posted is limited so that all sums fit them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Scale {
    /// How many parts make a unit; every amount is a whole number of parts.
    pub(crate) unit: i128,
}

impl Scale {
    /// A scale in which all these amounts are whole.
    pub(crate) fn for_all<'e>(amounts: impl IntoIterator<Item = &'e Exact>) -> Scale {
        let unit = amounts.into_iter().fold(BigInt::one(), |unit, one| unit.lcm(one.denom()));
        Scale { unit: unit.to_i128().expect("pays have a small common denominator [GEN-8]") }
    }

    /// An amount in this scale.
    pub(crate) fn of(&self, amount: &Exact) -> i128 {
        let parts = (amount * whole(self.unit)).to_integer();
        parts.to_i128().expect("pays are limited")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::fraction;

    #[test]
    fn scales_make_amounts_whole() {
        let scale = Scale::for_all(&[fraction(3, 2), fraction(1, 7)]);
        assert_eq!((scale.unit, scale.of(&fraction(3, 2))), (14, 21));
        assert_eq!(scale.of(&fraction(-2, 7)), -4);
    }
}
