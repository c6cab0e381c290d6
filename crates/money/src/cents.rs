//! Whole cents [GEN-8].

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};
use std::str::FromStr;

/// An amount of money in whole cents. May be negative: a seat's net result is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cents(i64);

impl Cents {
    /// Zero.
    pub const ZERO: Cents = Cents(0);

    /// This many cents.
    pub const fn new(cents: i64) -> Cents {
        Cents(cents)
    }

    /// This many whole dollars.
    pub const fn dollars(dollars: i64) -> Cents {
        Cents(dollars * 100)
    }

    /// The number of cents.
    pub const fn get(self) -> i64 {
        self.0
    }

    /// Whether the amount is a whole multiple of `unit`, as a stake must be of the table's chip [GEN-8].
    pub const fn is_multiple_of(self, unit: Cents) -> bool {
        unit.0 != 0 && self.0 % unit.0 == 0
    }

    /// The sum, or `None` on overflow.
    pub const fn checked_add(self, other: Cents) -> Option<Cents> {
        match self.0.checked_add(other.0) {
            Some(cents) => Some(Cents(cents)),
            None => None,
        }
    }
}

/// An amount that cannot be read, in order of precedence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AmountError {
    /// Not a number of dollars.
    #[error("\"{0}\" is not a dollar amount: write it like 10, 2.50 or $1,000")]
    NotAnAmount(String),
    /// More decimals than the unit has.
    #[error("\"{text}\" has more than {decimals} decimal places")]
    TooFine {
        /// The text.
        text: String,
        /// How many decimals there may be.
        decimals: u32,
    },
    /// More than an amount can hold.
    #[error("\"{0}\" is too large")]
    TooLarge(String),
}

/// Reads dollars with at most `decimals` decimals into units of `10^-decimals` dollars.
pub(crate) fn parse_dollars(text: &str, decimals: u32) -> Result<i64, AmountError> {
    let not_an_amount = || AmountError::NotAnAmount(text.to_owned());
    let body = text.trim();
    let (negative, body) = match body.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, body),
    };
    let body = body.strip_prefix('$').unwrap_or(body);
    let (whole, fraction) = body.split_once('.').unwrap_or((body, "0"));
    let whole = without_grouping(whole).ok_or_else(not_an_amount)?;
    let is_number =
        |digits: &str| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    if !is_number(&whole) || !is_number(fraction) {
        return Err(not_an_amount());
    }
    let fraction = fraction.trim_end_matches('0');
    if fraction.len() > decimals as usize {
        return Err(AmountError::TooFine { text: text.to_owned(), decimals });
    }
    let digits = format!("{whole}{fraction:0<width$}", width = decimals as usize);
    let units: i64 = digits.parse().map_err(|_| AmountError::TooLarge(text.to_owned()))?;
    Ok(if negative { -units } else { units })
}

/// Takes the commas out of `1,000`, if they stand before groups of three digits.
fn without_grouping(whole: &str) -> Option<String> {
    let mut groups = whole.split(',');
    let first = groups.next()?;
    let mut digits = first.to_owned();
    for group in groups {
        if group.len() != 3 || first.is_empty() || first.len() > 3 {
            return None;
        }
        digits.push_str(group);
    }
    Some(digits)
}

/// Writes a number of units of `10^-decimals` dollars as dollars with all its decimals.
pub(crate) fn write_dollars(f: &mut fmt::Formatter<'_>, units: i64, decimals: u32) -> fmt::Result {
    let scale = 10u64.pow(decimals);
    let (whole, rest) = (units.unsigned_abs() / scale, units.unsigned_abs() % scale);
    let sign = if units < 0 { "-" } else { "" };
    f.pad(&format!("{sign}{whole}.{rest:0width$}", width = decimals as usize))
}

/// Reads dollars: `10`, `2.50`, `$1,000`.
impl FromStr for Cents {
    type Err = AmountError;

    fn from_str(text: &str) -> Result<Cents, AmountError> {
        parse_dollars(text, 2).map(Cents)
    }
}

/// Dollars with two decimals: `1000.00`. The alternate form is for people: `$1,000`, `$2.50`.
impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            return write_dollars(f, self.0, 2);
        }
        let cents = self.0.unsigned_abs();
        let mut text = (cents / 100).to_string();
        let mut place = text.len();
        while place > 3 {
            place -= 3;
            text.insert(place, ',');
        }
        if !cents.is_multiple_of(100) {
            text.push_str(&format!(".{:02}", cents % 100));
        }
        f.pad(&format!("{}${text}", if self.0 < 0 { "-" } else { "" }))
    }
}

impl fmt::Debug for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${self}")
    }
}

impl Add for Cents {
    type Output = Cents;
    fn add(self, other: Cents) -> Cents {
        Cents(self.0 + other.0)
    }
}

impl AddAssign for Cents {
    fn add_assign(&mut self, other: Cents) {
        self.0 += other.0;
    }
}

impl Sub for Cents {
    type Output = Cents;
    fn sub(self, other: Cents) -> Cents {
        Cents(self.0 - other.0)
    }
}

impl SubAssign for Cents {
    fn sub_assign(&mut self, other: Cents) {
        self.0 -= other.0;
    }
}

impl Neg for Cents {
    type Output = Cents;
    fn neg(self) -> Cents {
        Cents(-self.0)
    }
}

impl Mul<i64> for Cents {
    type Output = Cents;
    fn mul(self, times: i64) -> Cents {
        Cents(self.0 * times)
    }
}

impl Sum for Cents {
    fn sum<I: Iterator<Item = Cents>>(amounts: I) -> Cents {
        amounts.fold(Cents::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn dollars_are_read_exactly_or_refused() {
        let read = |text: &str| text.parse::<Cents>().map(Cents::get);
        assert_eq!(read("10"), Ok(1000));
        assert_eq!(read("2.5"), Ok(250));
        assert_eq!(read("$1,000"), Ok(100_000));
        assert_eq!(read("-0.25"), Ok(-25));
        assert_eq!(read("1.500"), Ok(150));
        for bad in ["", "$", "ten", "1,00", "1,0000", ",100", "1.", ".5", "1e3", "--1", "1 000"] {
            assert_eq!(read(bad), Err(AmountError::NotAnAmount(bad.to_owned())), "{bad}");
        }
        assert_eq!(
            read("0.001").unwrap_err().to_string(),
            "\"0.001\" has more than 2 decimal places"
        );
        assert!(matches!(read("99999999999999999999"), Err(AmountError::TooLarge(_))));
    }

    #[test]
    fn dollars_are_written_two_ways() {
        assert_eq!(Cents::new(-250).to_string(), "-2.50");
        assert_eq!(format!("{:#}", Cents::dollars(1_234_567)), "$1,234,567");
        assert_eq!(format!("{:#}", Cents::new(-250)), "-$2.50");
        assert_eq!(format!("{:>8}", Cents::new(5)), "    0.05");
    }

    proptest! {
        #[test]
        fn written_amounts_are_read_back(cents in -1_000_000_000_000i64..1_000_000_000_000) {
            let amount = Cents::new(cents);
            prop_assert_eq!(amount.to_string().parse::<Cents>(), Ok(amount));
            prop_assert_eq!(format!("{amount:#}").parse::<Cents>(), Ok(amount));
        }

        #[test]
        fn no_text_makes_the_reader_fall(text in "\\PC*") {
            let _ = text.parse::<Cents>();
        }
    }
}
