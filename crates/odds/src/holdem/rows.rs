//! Pays as whole numbers.

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{NumCast, One as _, cast};

use crate::exact::Exact;

/// The least whole number by which all of these become whole.
pub(crate) fn scale<'e>(pays: impl IntoIterator<Item = &'e Exact>) -> BigInt {
    pays.into_iter().fold(BigInt::one(), |scale, pay| scale.lcm(pay.denom()))
}

/// A fraction as a whole number of parts.
pub(crate) fn scaled<W: NumCast>(pay: &Exact, scale: &BigInt) -> W {
    let parts = (pay * Exact::from_integer(scale.clone())).to_integer();
    cast(i128::try_from(parts).expect("pays are limited")).expect("pays are limited")
}
