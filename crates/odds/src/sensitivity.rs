//! How the edge answers to each pay: its share of the return, and the edge with a unit more and a unit less, the play
//! made best again.

use money::{Cents, Odds, Ratio};
use num_traits::Zero as _;
use rulebook::{Rulebook, Schedule};

use crate::analysis::{Analysis, Ask};
use crate::exact::{Exact, whole};
use crate::game::Progress;
use crate::gradient::Paid;
use crate::subject::Subject;
use crate::whatif::{NewPay, WhatIfError, analyse_changed, changed};

/// A pay moved by a unit.
#[derive(Clone, PartialEq, Debug)]
pub struct Moved {
    /// What it pays then.
    pub pays: NewPay,
    /// The house edge, played best.
    pub house_edge: Exact,
    /// Does a decision change? Then the edge is not on the line of the gradient.
    pub changes_play: bool,
}

/// How the edge answers to a pay.
#[derive(Clone, PartialEq, Debug)]
pub struct Sensitive {
    /// The pay, with its weight.
    pub paid: Paid,
    /// Its share of all that is returned.
    pub share: Exact,
    /// With a unit more, if the pay has one.
    pub up: Option<Moved>,
    /// With a unit less.
    pub down: Option<Moved>,
}

/// How the edge of an analysis answers to each of its pays.
pub fn sensitivity(
    book: &Rulebook,
    subject: &Subject,
    schedule: &Schedule,
    analysis: &Analysis,
    progress: &dyn Progress,
) -> Result<Vec<Sensitive>, WhatIfError> {
    let edge = analysis.house_edge();
    let returned = analysis.distribution.average_wager() - &edge;
    let ask = Ask {
        meter: analysis.meter.as_ref().map(|meter| meter.meter),
        seats: analysis.meter.as_ref().map_or(0, |meter| meter.seats),
        ..Ask::default()
    };
    let with = |paid: &Paid, pays: NewPay, by: i64| -> Result<Moved, WhatIfError> {
        let changed = changed(subject, schedule, &[paid.change(pays)])?;
        let moved =
            analyse_changed(book, subject, &changed, &ask, progress)?.swap_remove(0).house_edge();
        let on_the_line = &edge - &paid.weight * whole(by);
        Ok(Moved { pays, changes_play: on_the_line != moved, house_edge: moved })
    };
    let of = |paid: &Paid| -> Result<Sensitive, WhatIfError> {
        let share = if returned.is_zero() { whole(0) } else { &paid.returned / &returned };
        let up = more(paid.odds).map(|pays| with(paid, NewPay::Odds(pays), 1)).transpose()?;
        let down = less(paid).map(|pays| with(paid, pays, -1)).transpose()?;
        Ok(Sensitive { paid: paid.clone(), share, up, down })
    };
    analysis.gradient.iter().map(of).collect()
}

/// The odds of a ratio to one, which is a push where it is none.
fn to_one(numerator: u32, denominator: u32) -> Option<Odds> {
    match numerator {
        0 => Some(Odds::Push),
        _ => Ratio::new(numerator, denominator).map(Odds::To),
    }
}

/// A unit more. A share of a meter has none: it is a part of one.
fn more(odds: Odds) -> Option<Odds> {
    let up = |ratio: Ratio| ratio.numerator().checked_add(ratio.denominator());
    match odds {
        Odds::To(ratio) => to_one(up(ratio)?, ratio.denominator()),
        Odds::Push => to_one(1, 1),
        Odds::For(ratio) => Ratio::new(up(ratio)?, ratio.denominator()).map(Odds::For),
        Odds::Dollars(amount) => amount.checked_add(Cents::dollars(1)).map(Odds::Dollars),
        Odds::Share(_) => None,
    }
}

/// A unit less, if there is as much.
fn less(paid: &Paid) -> Option<NewPay> {
    // A bonus is paid on a stake that lies on another line, so a push of it would still pay.
    if paid.odds == Odds::To(Ratio::new(1, 1)?)
        && paid.returned == paid.weight
        && !paid.weight.is_zero()
    {
        return Some(NewPay::Nothing);
    }
    let down = |ratio: Ratio| ratio.numerator().checked_sub(ratio.denominator());
    let odds = match paid.odds {
        Odds::To(ratio) => to_one(down(ratio)?, ratio.denominator())?,
        // What pushed loses.
        Odds::Push => Odds::For(Ratio::new(0, 1)?),
        Odds::For(ratio) => Odds::For(Ratio::new(down(ratio)?, ratio.denominator())?),
        Odds::Dollars(amount) if amount >= Cents::dollars(1) => {
            Odds::Dollars(amount - Cents::dollars(1))
        }
        Odds::Dollars(_) | Odds::Share(_) => return None,
    };
    Some(NewPay::Odds(odds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_one_to_one_for_one_or_a_dollar() {
        for (odds, up, down) in [
            ("5 to 1", "6 to 1", "4 to 1"),
            ("3 to 2", "5 to 2", "1 to 2"),
            ("1 to 1", "2 to 1", "push"),
            ("push", "1 to 1", "0 for 1"),
            ("9 for 1", "10 for 1", "8 for 1"),
            ("$50", "$51", "$49"),
        ] {
            let paid = paid(odds, 2);
            assert_eq!(more(paid.odds).unwrap().to_string(), up);
            assert_eq!(less(&paid).unwrap().to_string(), down);
        }
        assert_eq!(more("100%".parse().unwrap()), None);
        assert_eq!(less(&paid("1 to 2", 2)), None);
        // One to one on a stake elsewhere returns what it pays.
        assert_eq!(less(&paid("1 to 1", 1)), Some(NewPay::Nothing));
    }

    fn paid(odds: &str, returned: i32) -> Paid {
        let (line, hand) = (None, String::new());
        let odds = odds.parse().unwrap();
        Paid { line, hand, odds, chance: whole(1), weight: whole(1), returned: whole(returned) }
    }
}
