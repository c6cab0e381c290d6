//! Which pays a table could post. Every solver relies on these limits: they keep exact sums within
//! 128 bits.

use money::{Cents, Odds, Ratio};
use num_integer::Integer as _;
use rulebook::Schedule;

use crate::subject::Subject;

/// The largest pay of a row, "to 1" or "for 1", or in dollars for the nominal wager.
pub const PAY_MAX: u32 = 100_000_000;

/// The largest bet, in cents [GEN-9]. A bet must be paid in whole cents on every row [GEN-8], so no
/// bet could be made on pays whose common denominator is larger.
const BET_CENTS_MAX: u64 = 100_000;

/// Pays that no table could post.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum PayLimitError {
    #[error("{0} is more than a row can pay: the limit is 100,000,000 to 1, or $100,000,000")]
    TooLarge(Odds),
    #[error(
        "the pays have no common denominator up to 100,000: no bet up to $1,000 would be paid in \
         whole cents on every row [GEN-8] [GEN-9]"
    )]
    NoWholeCents,
}

/// Checks every pay that a schedule is solved with: its own rows, and the section's pays where no
/// hand decides. Returns the least number of cents that all of them pay in whole cents.
pub(crate) fn check(subject: &Subject, schedule: &Schedule) -> Result<u64, PayLimitError> {
    let rows = schedule.parts.iter().flat_map(|part| &part.rows).map(|row| row.pays);
    let pays = subject.section().pays.iter().map(|pay| pay.pays);
    let mut common = 1u64;
    for odds in rows.chain(pays) {
        let is_large = match odds {
            Odds::To(ratio) | Odds::For(ratio) => ratio > LARGEST,
            Odds::Dollars(amount) => amount > Cents::dollars(i64::from(PAY_MAX)),
            Odds::Share(_) | Odds::Push => false,
        };
        if is_large {
            return Err(PayLimitError::TooLarge(odds));
        }
        if let Odds::To(ratio) | Odds::For(ratio) = odds {
            // Both are below 2^32, so their common multiple is below 2^64.
            common = common.lcm(&u64::from(ratio.denominator()));
            if common > BET_CENTS_MAX {
                return Err(PayLimitError::NoWholeCents);
            }
        }
    }
    Ok(common)
}

const LARGEST: Ratio = Ratio::new(PAY_MAX, 1).expect("the denominator is not zero");

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use rulebook::Rulebook;

    fn checked(pays: &[&str]) -> Result<u64, PayLimitError> {
        let book = Rulebook::embedded();
        let subject = Subject::open(book, "three-card-poker", None, BTreeMap::new()).unwrap();
        let mut schedule = subject.schedules("pair-plus").remove(0);
        for (row, pays) in schedule.parts[0].rows.iter_mut().zip(pays) {
            row.pays = pays.parse().unwrap();
        }
        check(&subject, &schedule)
    }

    /// 99,991 is a prime, and 2 x 99,991 is more cents than $1,000 has.
    #[test]
    fn gen_8_some_bet_up_to_1000_is_paid_in_whole_cents() {
        assert_eq!(checked(&["1 to 99991"]), Ok(99_991));
        assert_eq!(checked(&["1 to 99991", "3 to 2"]), Err(PayLimitError::NoWholeCents));
        assert_eq!(checked(&["1 to 4294967291"]), Err(PayLimitError::NoWholeCents));
        // 2^3 x 5^4, the eighths and the 2,500ths.
        assert_eq!(checked(&["3 to 2", "7 to 5", "9 for 8", "1 to 2500"]), Ok(5_000));
    }

    #[test]
    fn a_row_pays_no_more_than_the_limit() {
        assert_eq!(checked(&["100,000,000 to 1"]), Ok(1));
        for pays in ["100,000,001 to 1", "4294967295 for 2"] {
            let odds = pays.parse().unwrap();
            assert_eq!(checked(&[pays]), Err(PayLimitError::TooLarge(odds)));
        }
    }
}
