//! Pays as whole numbers.

use std::ops::{AddAssign, SubAssign};

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{One as _, PrimInt};

use crate::exact::Exact;

/// Whole numbers in which sums are computed: as short as the pays allow.
pub(crate) trait Whole: PrimInt + AddAssign + SubAssign + Send + Sync + 'static {
    /// Numbers for longer sums.
    type Long: Whole + From<Self>;

    /// The number, as long as can be.
    fn long(self) -> i128 {
        self.to_i128().expect("nothing is longer")
    }
}

impl Whole for i32 {
    type Long = i64;
}

impl Whole for i64 {
    type Long = i128;
}

impl Whole for i128 {
    type Long = i128;
}

/// A small number as a whole one of any length.
#[inline(always)]
pub(crate) fn small<W: Whole>(number: impl num_traits::ToPrimitive) -> W {
    W::from(number).expect("it is small")
}

/// The least whole number by which all of these become whole.
pub(crate) fn scale<'e>(pays: impl IntoIterator<Item = &'e Exact>) -> BigInt {
    pays.into_iter().fold(BigInt::one(), |scale, pay| scale.lcm(pay.denom()))
}

/// A fraction as a whole number of parts.
pub(crate) fn scaled<W: Whole>(pay: &Exact, scale: &BigInt) -> W {
    let parts = (pay * Exact::from_integer(scale.clone())).to_integer();
    W::from(i128::try_from(parts).expect("pays are limited"))
        .expect("the length was chosen by the largest pay")
}
