//! Rationals of whole numbers, and how they are written.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{Signed as _, ToPrimitive as _, Zero as _};

use money::{Cents, MeterUnits, Odds, Ratio};

/// A fraction of whole numbers of any size, in lowest terms.
pub type Exact = BigRational;

/// The fraction of two whole numbers.
pub fn fraction(numerator: impl Into<BigInt>, denominator: impl Into<BigInt>) -> Exact {
    Exact::new(numerator.into(), denominator.into())
}

/// A whole number.
pub fn whole(number: impl Into<BigInt>) -> Exact {
    Exact::from_integer(number.into())
}

/// The fraction `part / space`.
pub(crate) fn share(part: &BigUint, space: &BigUint) -> Exact {
    Exact::new(part.clone().into(), space.clone().into())
}

/// A fraction as the nearest decimal, for printing and charts.
pub fn decimal(value: &Exact) -> f64 {
    // Numerator and denominator may each be too large for a float while their quotient is not.
    let places = 60u32;
    let scaled = (value.numer() << places) / value.denom();
    scaled.to_f64().unwrap_or(f64::NAN) / 2f64.powi(places as i32)
}

/// The quotient of two whole numbers, right to the last digits of a double however small it is.
pub(crate) fn near(part: &BigUint, space: &BigUint) -> f64 {
    const DIGITS: u64 = 64;
    let places = (space.bits() + DIGITS).saturating_sub(part.bits());
    let scaled = (part << places) / space;
    scaled.to_f64().unwrap_or(f64::NAN) * 2f64.powi(-(places as i32))
}

/// A fraction written with `places` digits behind the point, the last one rounded half away from zero.
pub fn digits(value: &Exact, places: usize) -> String {
    let scale = BigInt::from(10u8).pow(places as u32);
    let doubled: BigInt = value.numer().abs() * &scale * 2 + value.denom();
    let rounded = doubled.div_floor(&(value.denom() * BigInt::from(2)));
    let (units, rest) = rounded.div_rem(&scale);
    let sign = if value.is_negative() && !rounded.is_zero() { "-" } else { "" };
    if places == 0 {
        return format!("{sign}{units}");
    }
    format!("{sign}{units}.{:0>places$}", rest.to_string())
}

/// A fraction as a percentage with `places` digits behind the point: `3.3730%`.
pub fn percent(value: &Exact, places: usize) -> String {
    digits(&(value * whole(100)), places) + "%"
}

/// The ratio of some odds as a fraction.
pub fn of_ratio(ratio: Ratio) -> Exact {
    fraction(ratio.numerator(), ratio.denominator())
}

/// Dollars, as a fraction.
pub fn of_cents(amount: Cents) -> Exact {
    fraction(amount.get(), 100)
}

/// The dollars of a meter, as a fraction.
pub fn of_meter(amount: MeterUnits) -> Exact {
    fraction(amount.get(), MeterUnits::PER_DOLLAR)
}

/// How many times the stake odds return in all, the stake included where it is returned; nothing
/// for odds that need a meter or a nominal wager.
pub fn total_return(odds: Odds) -> Option<Exact> {
    match odds {
        Odds::To(ratio) => Some(of_ratio(ratio) + whole(1)),
        Odds::For(ratio) => Some(of_ratio(ratio)),
        Odds::Push => Some(whole(1)),
        Odds::Share(_) | Odds::Dollars(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stake is added without limit: one more than the largest ratio that can be written.
    #[test]
    fn gen_2_the_largest_odds_return_their_stake() {
        let odds: Odds = "4294967295 to 1".parse().unwrap();
        assert_eq!(total_return(odds), Some(whole(4_294_967_296u64)));
        let odds: Odds = "4294967290 to 4294967291".parse().unwrap();
        assert_eq!(total_return(odds), Some(fraction(8_589_934_581u64, 4_294_967_291u64)));
    }
}
