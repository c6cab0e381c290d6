//! Amounts of money that know which pays they are made of, so that every sum of outcomes yields its own gradient.

use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Sub};
use std::sync::Arc;

use num_traits::Zero as _;

use crate::exact::{Exact, whole};

/// A pay that an amount can be made of.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum PayId {
    /// A row of the part of a schedule with this place, in words.
    Row(u8, &'static str),
    /// A pay of the section, by its key.
    Key(Arc<str>),
}

/// The money on a pay.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Stake {
    pub(crate) pay: PayId,
    /// How much the amount grows when the pay grows by one.
    pub(crate) weight: Exact,
    /// How many times the weight is handed back.
    pub(crate) times: Exact,
}

/// An amount in units of the first wager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Amount {
    pub(crate) value: Exact,
    /// The pays that it is made of, in order, each once.
    stakes: Vec<Stake>,
}

impl Amount {
    /// What a pay returns on a stake of one.
    pub(crate) fn paid(pay: PayId, times: Exact) -> Amount {
        Amount::on(pay, whole(1), times)
    }

    /// What a pay returns on some stake, of which it hands back so many times as much.
    pub(crate) fn on(pay: PayId, weight: Exact, times: Exact) -> Amount {
        Amount { value: &weight * &times, stakes: vec![Stake { pay, weight, times }] }
    }

    /// The money on each pay.
    pub(crate) fn stakes(&self) -> &[Stake] {
        &self.stakes
    }

    fn plus(&self, other: &Amount) -> Amount {
        let mut stakes = self.stakes.clone();
        for stake in &other.stakes {
            match stakes.binary_search_by(|known| known.pay.cmp(&stake.pay)) {
                Ok(place) => stakes[place].weight += &stake.weight,
                Err(place) => stakes.insert(place, stake.clone()),
            }
        }
        Amount { value: &self.value + &other.value, stakes }
    }

    fn scaled(&self, by: &Exact) -> Vec<Stake> {
        let scaled = |stake: &Stake| Stake { weight: &stake.weight * by, ..stake.clone() };
        self.stakes.iter().map(scaled).collect()
    }
}

impl From<Exact> for Amount {
    fn from(value: Exact) -> Amount {
        Amount { value, stakes: Vec::new() }
    }
}

impl Default for Amount {
    fn default() -> Amount {
        Amount::from(Exact::zero())
    }
}

impl PartialOrd for Amount {
    fn partial_cmp(&self, other: &Amount) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Amount {
    fn cmp(&self, other: &Amount) -> Ordering {
        (&self.value, &self.stakes).cmp(&(&other.value, &other.stakes))
    }
}

/// Writes an operation for owned and borrowed operands.
macro_rules! operation {
    ($operation:ident, $name:ident, $left:ty, $right:ty, $result:ty, $of:expr) => {
        impl $operation<&$right> for &$left {
            type Output = $result;
            fn $name(self, other: &$right) -> $result {
                let of: fn(&$left, &$right) -> $result = $of;
                of(self, other)
            }
        }
        impl $operation<$right> for &$left {
            type Output = $result;
            fn $name(self, other: $right) -> $result {
                self.$name(&other)
            }
        }
        impl $operation<&$right> for $left {
            type Output = $result;
            fn $name(self, other: &$right) -> $result {
                (&self).$name(other)
            }
        }
        impl $operation<$right> for $left {
            type Output = $result;
            fn $name(self, other: $right) -> $result {
                (&self).$name(&other)
            }
        }
    };
}

operation!(Add, add, Amount, Amount, Amount, Amount::plus);
operation!(Add, add, Amount, Exact, Amount, |one, other| Amount {
    value: &one.value + other,
    stakes: one.stakes.clone()
});
operation!(Mul, mul, Amount, Exact, Amount, |one, by| Amount {
    value: &one.value * by,
    stakes: one.scaled(by)
});
operation!(Div, div, Amount, Exact, Amount, |one, by| one * &by.recip());
// Each factor grows by the other.
operation!(Mul, mul, Amount, Amount, Amount, |one, other| {
    let grows =
        |of: &Amount, by: &Amount| Amount { value: Exact::zero(), stakes: of.scaled(&by.value) };
    Amount { value: &one.value * &other.value, ..grows(one, other) + grows(other, one) }
});
operation!(Sub, sub, Amount, Amount, Amount, |one, other| one + &(other * &whole(-1)));
// What is left when a stake is taken off: a result, not a payment.
operation!(Sub, sub, Amount, Exact, Exact, |one, other| &one.value - other);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::fraction;

    fn pay(key: &str, times: i64) -> Amount {
        Amount::paid(PayId::Key(key.into()), whole(times))
    }

    fn weights(amount: &Amount) -> Vec<Exact> {
        amount.stakes().iter().map(|stake| stake.weight.clone()).collect()
    }

    /// 2a + 3b at a = 5, b = 7 is 31, and grows by 2 and by 3; ab is 35, and grows by 7 and by 5.
    #[test]
    fn sums_and_products_know_their_derivatives() {
        let (a, b) = (pay("a", 5), pay("b", 7));
        let sum = &a * whole(2) + &b * whole(3);
        assert_eq!((sum.value.clone(), weights(&sum)), (whole(31), vec![whole(2), whole(3)]));
        let product = &a * &b;
        assert_eq!(
            (product.value.clone(), weights(&product)),
            (whole(35), vec![whole(7), whole(5)])
        );
        let twice = &sum + &a * fraction(1, 2);
        assert_eq!(weights(&twice), vec![fraction(5, 2), whole(3)]);
        assert_eq!(&a - whole(1), whole(4));
        assert_eq!(weights(&(&a - &b)), vec![whole(1), whole(-1)]);
    }
}
