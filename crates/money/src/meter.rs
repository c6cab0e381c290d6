//! What a progressive meter counts in: finer than a cent, so that every contribution is exact.

use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

use crate::Cents;
use crate::cents::{AmountError, parse_dollars, write_dollars};

const UNITS_PER_CENT: i64 = 10_000;

/// An amount on a meter or in a reserve, in millionths of a dollar.
///
/// [GEN-8] asks for ten-thousandths of a dollar or finer. A millionth is the unit in which any
/// whole number of cents at any [`Rate`] is a whole number of units: a contribution is never
/// rounded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct MeterUnits(i64);

/// Which way a fraction goes where an amount must be whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// Toward zero: the fraction stays where it was. Awards are paid this way [PRG-4].
    Down,
    /// Away from zero.
    Up,
}

impl MeterUnits {
    /// Zero.
    pub const ZERO: MeterUnits = MeterUnits(0);

    /// How many make a dollar.
    pub const PER_DOLLAR: i64 = 100 * UNITS_PER_CENT;

    /// This many millionths of a dollar.
    pub const fn new(units: i64) -> MeterUnits {
        MeterUnits(units)
    }

    /// The number of millionths of a dollar.
    pub const fn get(self) -> i64 {
        self.0
    }

    /// Whole cents of this amount, the fraction by the named rounding.
    pub const fn to_cents(self, rounding: Rounding) -> Cents {
        let (whole, rest) = (self.0 / UNITS_PER_CENT, self.0 % UNITS_PER_CENT);
        Cents::new(match rounding {
            Rounding::Up if rest != 0 => whole + self.0.signum(),
            Rounding::Up | Rounding::Down => whole,
        })
    }

    /// A share of this amount in whole cents: an award of a percentage [PRG-4].
    pub fn share(self, rate: Rate, rounding: Rounding) -> Cents {
        let parts = i128::from(self.0) * i128::from(rate.basis_points());
        let units_per_cent = i128::from(UNITS_PER_CENT * Rate::WHOLE);
        let (whole, rest) = (parts / units_per_cent, parts % units_per_cent);
        let cents = match rounding {
            Rounding::Up if rest != 0 => whole + parts.signum(),
            Rounding::Up | Rounding::Down => whole,
        };
        Cents::new(i64::try_from(cents).expect("a share is no more than the whole"))
    }
}

impl From<Cents> for MeterUnits {
    fn from(cents: Cents) -> MeterUnits {
        MeterUnits(cents.get() * UNITS_PER_CENT)
    }
}

/// Reads dollars with up to six decimals.
impl FromStr for MeterUnits {
    type Err = AmountError;

    fn from_str(text: &str) -> Result<MeterUnits, AmountError> {
        parse_dollars(text, 6).map(MeterUnits)
    }
}

/// Dollars with four decimals, or six where the amount has them.
impl fmt::Display for MeterUnits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 % 100 == 0 {
            write_dollars(f, self.0 / 100, 4)
        } else {
            write_dollars(f, self.0, 6)
        }
    }
}

impl fmt::Debug for MeterUnits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${self}")
    }
}

impl Add for MeterUnits {
    type Output = MeterUnits;
    fn add(self, other: MeterUnits) -> MeterUnits {
        MeterUnits(self.0 + other.0)
    }
}

impl AddAssign for MeterUnits {
    fn add_assign(&mut self, other: MeterUnits) {
        self.0 += other.0;
    }
}

impl Sub for MeterUnits {
    type Output = MeterUnits;
    fn sub(self, other: MeterUnits) -> MeterUnits {
        MeterUnits(self.0 - other.0)
    }
}

impl SubAssign for MeterUnits {
    fn sub_assign(&mut self, other: MeterUnits) {
        self.0 -= other.0;
    }
}

impl Neg for MeterUnits {
    type Output = MeterUnits;
    fn neg(self) -> MeterUnits {
        MeterUnits(-self.0)
    }
}

/// A share of a wager or of a meter, in basis points: 25% is 2,500.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rate(u16);

/// A rate that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is not a percentage from 0% to 100% with at most two decimal places")]
pub struct RateError(pub String);

impl Rate {
    /// The basis points of 100%.
    pub const WHOLE: i64 = 10_000;
    /// Zero.
    pub const ZERO: Rate = Rate(0);
    /// All of it.
    pub const ALL: Rate = Rate(10_000);

    /// A whole number of percent, up to 100.
    pub const fn percent(percent: u8) -> Option<Rate> {
        if percent <= 100 { Some(Rate(percent as u16 * 100)) } else { None }
    }

    /// The rate in hundredths of a percent.
    pub const fn basis_points(self) -> u16 {
        self.0
    }

    /// Whether the rate is zero.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// What this share of a wager is, exactly: a cent at one basis point is one unit.
    pub const fn of(self, wager: Cents) -> MeterUnits {
        MeterUnits(wager.get() * self.0 as i64)
    }
}

/// Reads `25%`, `0.5%`.
impl FromStr for Rate {
    type Err = RateError;

    fn from_str(text: &str) -> Result<Rate, RateError> {
        let error = || RateError(text.to_owned());
        let number = text.trim().strip_suffix('%').ok_or_else(error)?;
        let basis_points = parse_dollars(number.trim(), 2).map_err(|_| error())?;
        match u16::try_from(basis_points) {
            Ok(rate) if rate <= 10_000 && !number.contains('$') => Ok(Rate(rate)),
            _ => Err(error()),
        }
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / 100, self.0 % 100);
        let text = match (rest, rest % 10) {
            (0, _) => format!("{whole}%"),
            (_, 0) => format!("{whole}.{}%", rest / 10),
            _ => format!("{whole}.{rest:02}%"),
        };
        f.pad(&text)
    }
}

impl fmt::Debug for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn units(text: &str) -> MeterUnits {
        text.parse().unwrap()
    }

    fn rate(text: &str) -> Rate {
        text.parse().unwrap()
    }

    #[test]
    fn contributions_keep_fractions_of_a_cent() {
        // 25% of $0.25 is $0.0625; 0.01% of one cent is a millionth of a dollar.
        assert_eq!(rate("25%").of(Cents::new(25)), units("0.0625"));
        assert_eq!(rate("0.01%").of(Cents::new(1)), MeterUnits::new(1));
        assert_eq!(rate("25%").of(Cents::dollars(1)).to_string(), "0.2500");
        assert_eq!(MeterUnits::new(1).to_string(), "0.000001");
    }

    #[test]
    fn prg_4_percentages_pay_whole_cents_rounded_down() {
        // 10% of $10,000.2500 is $1,000.025.
        assert_eq!(units("10000.25").share(rate("10%"), Rounding::Down), Cents::new(100_002));
        assert_eq!(units("10000.25").share(rate("10%"), Rounding::Up), Cents::new(100_003));
        assert_eq!(units("10000.2575").share(Rate::ALL, Rounding::Down), Cents::new(1_000_025));
        assert_eq!(units("10000.2575").to_cents(Rounding::Down), Cents::new(1_000_025));
        assert_eq!(units("10000.2575").to_cents(Rounding::Up), Cents::new(1_000_026));
    }

    #[test]
    fn rates_are_read_or_refused() {
        assert_eq!(rate("100%"), Rate::ALL);
        assert_eq!(rate("0.05%").to_string(), "0.05%");
        assert_eq!(rate("2.5 %").to_string(), "2.5%");
        for bad in ["25", "%", "101%", "-1%", "1.005%", "$5%"] {
            assert_eq!(bad.parse::<Rate>(), Err(RateError(bad.to_owned())), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn written_meters_are_read_back(amount in -1_000_000_000_000i64..1_000_000_000_000) {
            let amount = MeterUnits::new(amount);
            prop_assert_eq!(amount.to_string().parse::<MeterUnits>(), Ok(amount));
        }

        #[test]
        fn a_share_and_its_rest_make_the_whole(amount in 0i64..1_000_000_000_000, points in 0u16..=10_000) {
            let (meter, rate) = (MeterUnits::new(amount), Rate(points));
            let paid = meter.share(rate, Rounding::Down);
            let exact = i128::from(amount) * i128::from(points);
            let left = exact - i128::from(MeterUnits::from(paid).get()) * 10_000;
            prop_assert!((0..10_000 * 10_000).contains(&left), "less than a cent stays on the meter");
        }
    }
}
