//! What a row of a schedule pays, in the rule's own words [GEN-2].

use std::fmt;
use std::str::FromStr;

use crate::{Cents, MeterUnits, Rate, Rounding};

/// A ratio of whole numbers, in lowest terms: the `3 to 2` of `3 to 2`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ratio {
    numerator: u32,
    denominator: u32,
}

impl Ratio {
    /// The ratio, in lowest terms; `None` if the denominator is zero.
    pub const fn new(numerator: u32, denominator: u32) -> Option<Ratio> {
        if denominator == 0 {
            return None;
        }
        let (mut a, mut b) = (numerator, denominator);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Some(Ratio { numerator: numerator / a, denominator: denominator / a })
    }

    /// The numerator.
    pub const fn numerator(self) -> u32 {
        self.numerator
    }

    /// The denominator, never zero.
    pub const fn denominator(self) -> u32 {
        self.denominator
    }

    /// An amount times this ratio, if it is whole cents.
    pub fn times(self, amount: Cents) -> Result<Cents, FractionOfACent> {
        let product = i128::from(amount.get()) * i128::from(self.numerator);
        let denominator = i128::from(self.denominator);
        match i64::try_from(product / denominator) {
            Ok(cents) if product % denominator == 0 => Ok(Cents::new(cents)),
            _ => Err(FractionOfACent { amount, ratio: self }),
        }
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Ratio) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Ratio) -> std::cmp::Ordering {
        let left = u64::from(self.numerator) * u64::from(other.denominator);
        let right = u64::from(other.numerator) * u64::from(self.denominator);
        left.cmp(&right)
    }
}

/// A payment that would not be whole cents; a stake on which a posted row would pay one is
/// refused [GEN-8].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{amount:#} at {} to {} does not pay whole cents", ratio.numerator, ratio.denominator)]
pub struct FractionOfACent {
    /// The stake.
    pub amount: Cents,
    /// What it was to be multiplied by.
    pub ratio: Ratio,
}

/// What a row pays. The kinds differ in what happens to the stake and where the money comes from,
/// so they are never mixed up [GEN-2].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Odds {
    /// `N to 1`, `3 to 2`: a multiple of the stake, and the stake back.
    To(Ratio),
    /// `N for 1`: a multiple of the stake in all; the stake was collected.
    For(Ratio),
    /// `100%`: a share of the progressive meter.
    Share(Rate),
    /// `$250`: this amount for the schedule's nominal wager.
    Dollars(Cents),
    /// The stake back.
    Push,
}

/// The kind of an [`Odds`] without its figures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum OddsKind {
    To,
    For,
    Share,
    Dollars,
    Push,
}

impl OddsKind {
    /// The kind as a word for data: `to`, `for`, `share`, `dollars`, `push`.
    pub const fn word(self) -> &'static str {
        match self {
            OddsKind::To => "to",
            OddsKind::For => "for",
            OddsKind::Share => "share",
            OddsKind::Dollars => "dollars",
            OddsKind::Push => "push",
        }
    }
}

impl Odds {
    /// `1 to 1`.
    pub const EVEN_MONEY: Odds = Odds::To(Ratio { numerator: 1, denominator: 1 });

    /// Which kind it is.
    pub const fn kind(self) -> OddsKind {
        match self {
            Odds::To(_) => OddsKind::To,
            Odds::For(_) => OddsKind::For,
            Odds::Share(_) => OddsKind::Share,
            Odds::Dollars(_) => OddsKind::Dollars,
            Odds::Push => OddsKind::Push,
        }
    }

    /// What the player is handed for a stake, including the stake where it is returned; `None` for
    /// a row that needs a meter or a nominal wager.
    pub fn returned(self, stake: Cents) -> Option<Result<Cents, FractionOfACent>> {
        match self {
            Odds::To(ratio) => Some(ratio.times(stake).map(|winnings| winnings + stake)),
            Odds::For(ratio) => Some(ratio.times(stake)),
            Odds::Push => Some(Ok(stake)),
            Odds::Share(_) | Odds::Dollars(_) => None,
        }
    }

    /// What a row of a progressive schedule hands the player: shares come off the meter, dollars
    /// scale with the wager over the schedule's nominal one [PRG-4] [PRG-7].
    pub fn returned_with_meter(
        self,
        stake: Cents,
        nominal: Cents,
        meter: MeterUnits,
    ) -> Result<Cents, FractionOfACent> {
        match self {
            Odds::Share(rate) => Ok(meter.share(rate, Rounding::Down)),
            Odds::Dollars(amount) => scale(amount, stake, nominal),
            Odds::To(_) | Odds::For(_) | Odds::Push => {
                self.returned(stake).expect("these kinds need no meter")
            }
        }
    }

    /// How many times the stake a row returns in all, where that is fixed. Rows of a schedule are
    /// compared by it.
    pub fn total_return(self) -> Option<Ratio> {
        match self {
            Odds::To(ratio) => {
                Ratio::new(ratio.numerator.checked_add(ratio.denominator)?, ratio.denominator)
            }
            Odds::For(ratio) => Some(ratio),
            Odds::Push => Ratio::new(1, 1),
            Odds::Share(_) | Odds::Dollars(_) => None,
        }
    }
}

/// An amount in proportion to a wager over the nominal one.
fn scale(amount: Cents, stake: Cents, nominal: Cents) -> Result<Cents, FractionOfACent> {
    let part = |cents: Cents| u32::try_from(cents.get()).ok();
    let ratio = part(stake)
        .zip(part(nominal))
        .and_then(|(stake, nominal)| Ratio::new(stake, nominal))
        .expect("wagers are positive and under $1,000 [GEN-9]");
    ratio.times(amount)
}

/// Text that is not a valid pay.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "\"{0}\" is not a valid pay: write it like \"5 to 1\", \"3 to 2\", \"50:1\", \"9 for 1\", \"100%\", \"$250\" or \"push\""
)]
pub struct OddsError(pub String);

/// Reads the rule's own words: `5 to 1`, `3 to 2`, `1,000 to 1`, `50:1`, `9 for 1`, `100%`, `$250`,
/// `push`.
impl FromStr for Odds {
    type Err = OddsError;

    fn from_str(text: &str) -> Result<Odds, OddsError> {
        let error = || OddsError(text.to_owned());
        let words = text.trim();
        if words.eq_ignore_ascii_case("push") {
            return Ok(Odds::Push);
        }
        if words.ends_with('%') {
            let rate: Rate = words.parse().map_err(|_| error())?;
            return if rate.is_zero() { Err(error()) } else { Ok(Odds::Share(rate)) };
        }
        if words.starts_with('$') {
            let amount: Cents = words.parse().map_err(|_| error())?;
            return if amount > Cents::ZERO { Ok(Odds::Dollars(amount)) } else { Err(error()) };
        }
        let ratio = |left: &str, right: &str| -> Option<Ratio> {
            let whole = |text: &str| -> Option<u32> {
                let text = text.trim();
                let cents: Cents = text.parse().ok()?;
                let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b',');
                u32::try_from(cents.get() / 100).ok().filter(|&number| plain && number > 0)
            };
            Ratio::new(whole(left)?, whole(right)?)
        };
        if let Some((left, right)) = words.split_once(" to ").or_else(|| words.split_once(':')) {
            return ratio(left, right).map(Odds::To).ok_or_else(error);
        }
        if let Some((left, right)) = words.split_once(" for ") {
            return ratio(left, right).map(Odds::For).ok_or_else(error);
        }
        Err(error())
    }
}

/// The rule's own words: `5 to 1`, `9 for 1`, `100%`, `$250`, `push`.
impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Odds::To(Ratio { numerator, denominator }) => {
                format!("{} to {denominator}", grouped(*numerator))
            }
            Odds::For(Ratio { numerator, denominator }) => {
                format!("{} for {denominator}", grouped(*numerator))
            }
            Odds::Share(rate) => rate.to_string(),
            Odds::Dollars(amount) => format!("{amount:#}"),
            Odds::Push => "push".to_owned(),
        };
        f.pad(&text)
    }
}

fn grouped(number: u32) -> String {
    format!("{:#}", Cents::dollars(i64::from(number))).split_off(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn odds(text: &str) -> Odds {
        text.parse().unwrap()
    }

    #[test]
    fn gen_2_to_for_share_and_dollars_are_different_kinds() {
        let five = Cents::dollars(5);
        let returned = |text: &str| odds(text).returned(five).unwrap().unwrap();
        assert_eq!(returned("4 to 1"), Cents::dollars(25), "winnings and stake");
        assert_eq!(returned("4 for 1"), Cents::dollars(20), "the stake was collected");
        assert_eq!(returned("push"), five);
        assert_eq!(odds("100%").returned(five), None);
        assert_eq!(odds("$250").returned(five), None);
    }

    #[test]
    fn gen_8_a_fraction_of_a_cent_is_refused() {
        assert_eq!(odds("3 to 2").returned(Cents::new(50)).unwrap(), Ok(Cents::new(125)));
        let refused = odds("3 to 2").returned(Cents::new(25)).unwrap().unwrap_err();
        assert_eq!(refused.to_string(), "$0.25 at 3 to 2 does not pay whole cents");
    }

    #[test]
    fn prg_7_dollars_scale_with_the_wager_over_the_nominal_one() {
        let paid = |text: &str, stake| {
            let nominal = Cents::dollars(1);
            odds(text).returned_with_meter(stake, nominal, "10000.2575".parse().unwrap())
        };
        assert_eq!(paid("$250", Cents::dollars(5)), Ok(Cents::dollars(1250)));
        assert_eq!(paid("$250", Cents::new(50)), Ok(Cents::dollars(125)));
        assert_eq!(paid("10%", Cents::dollars(5)), Ok(Cents::new(100_002)), "whole cents, down");
        assert_eq!(paid("9 for 1", Cents::dollars(5)), Ok(Cents::dollars(45)));
    }

    #[test]
    fn the_rules_own_words_are_read_and_written() {
        for (words, written) in [
            ("1,000 to 1", "1,000 to 1"),
            ("10000 to 1", "10,000 to 1"),
            ("3 to 2", "3 to 2"),
            ("50:1", "50 to 1"),
            ("300 for 1", "300 for 1"),
            ("100%", "100%"),
            ("$3000", "$3,000"),
            ("Push", "push"),
            ("PUSH", "push"),
        ] {
            assert_eq!(odds(words).to_string(), written);
            assert_eq!(odds(written), odds(words));
        }
        for bad in [
            "",
            "5",
            "5 to",
            "0 to 1",
            "1 to 0",
            "five to 1",
            "0%",
            "101%",
            "$0",
            "$-5",
            "5 too 1",
            "1.5 to 1",
            "5 to 1 to 1",
            "-5 to 1",
        ] {
            assert_eq!(bad.parse::<Odds>(), Err(OddsError(bad.to_owned())), "{bad}");
        }
        assert_ne!(odds("9 to 1"), odds("9 for 1"));
        assert_eq!(odds("9 to 1").total_return(), odds("10 for 1").total_return());
    }

    proptest! {
        #[test]
        fn no_words_make_the_reader_fall(text in "\\PC*") {
            let _ = text.parse::<Odds>();
        }

        #[test]
        fn ratios_compare_as_fractions(a in 1u32..5000, b in 1u32..5000, c in 1u32..5000, d in 1u32..5000) {
            let (left, right) = (Ratio::new(a, b).unwrap(), Ratio::new(c, d).unwrap());
            prop_assert_eq!(left.cmp(&right), (a * d).cmp(&(c * b)));
            prop_assert_eq!(left == right, a * d == c * b);
        }
    }
}
