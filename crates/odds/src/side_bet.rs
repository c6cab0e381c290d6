//! Wagers that no decision touches: a count of deals and a schedule.

use games::PayTable;
use money::{Cents, MeterUnits, Odds};
use num_bigint::BigUint;
use num_traits::Zero as _;
use rulebook::{Progressive, Schedule};

use crate::census::Census;
use crate::distribution::{Distribution, Outcome};
use crate::exact::{Exact, fraction, of_cents, of_meter, total_return, whole};

/// What a progressive returns, in units of its wager: a fixed part from the tray, and a share of the
/// meter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MeterFigures {
    /// The posted wager, which the figures are in units of [PRG-7].
    pub wager: Cents,
    /// What the meter starts at.
    pub seed: Cents,
    /// The meter at which the figures stand.
    pub meter: MeterUnits,
    /// How many other seats with the bet can hold a hand that wins envy.
    pub seats: u8,
    /// The expected return that does not come off the meter, envy included.
    pub fixed: Exact,
    /// Of it, what comes from envy.
    pub envy: Exact,
    /// The expected return for every dollar on the meter.
    pub coefficient: Exact,
}

impl MeterFigures {
    /// The expected return at a meter.
    pub fn returned_at(&self, meter: MeterUnits) -> Exact {
        &self.fixed + &self.coefficient * of_meter(meter)
    }

    /// The meter, in dollars, at which the bet returns what it costs; nothing if no row pays a
    /// share of the meter.
    pub fn break_even(&self) -> Option<Exact> {
        (!self.coefficient.is_zero()).then(|| (whole(1) - &self.fixed) / &self.coefficient)
    }
}

/// The rows of a table with the number of deals that each is paid on, and of those that lose.
fn counted(census: &Census, table: &PayTable) -> (Vec<u128>, u128) {
    let mut rows = vec![0; table.rows().len()];
    let mut lost = 0;
    for &(sample, count) in &census.counts {
        match sample.row(table) {
            Some(row) => rows[row.place()] += count,
            None => lost += count,
        }
    }
    (rows, lost)
}

/// The distribution of a bet on a table; `returned` says how many times the stake a row returns.
fn distribution(
    census: &Census,
    table: &PayTable,
    returned: impl Fn(Odds) -> Exact,
) -> Distribution {
    let (rows, lost) = counted(census, table);
    let outcome = |row: &str, pays: String, count: u128, returned: Exact| Outcome {
        row: row.to_owned(),
        pays,
        combinations: BigUint::from(count),
        staked: whole(1),
        returned,
    };
    let mut outcomes: Vec<Outcome> = table
        .rows()
        .iter()
        .zip(rows)
        .map(|(row, count)| {
            outcome(row.hand.words(), row.odds.to_string(), count, returned(row.odds))
        })
        .collect();
    outcomes.push(outcome("loses", "-1".to_owned(), lost, whole(0)));
    Distribution::new(outcomes)
}

/// A side bet whose rows need no meter.
pub(crate) fn plain(census: &Census, table: &PayTable) -> Distribution {
    let returned = |odds| total_return(odds).expect("only a progressive needs a meter");
    distribution(census, table, returned)
}

/// A progressive at a meter, with `seats` other seats that may hold a hand that wins envy.
///
/// Shares of the meter are computed to the last fraction, though whole cents are paid [PRG-4].
pub(crate) fn progressive(
    census: &Census,
    schedule: &Schedule,
    terms: Progressive,
    meter: Option<MeterUnits>,
    seats: u8,
) -> (Distribution, MeterFigures) {
    let table = PayTable::unposted(&schedule.parts[0]);
    let nominal = of_cents(terms.nominal);
    let meter = meter.unwrap_or_else(|| MeterUnits::from(terms.seed));
    let rate = |odds: Odds| match odds {
        Odds::Share(rate) => fraction(rate.basis_points(), money::Rate::WHOLE) / &nominal,
        _ => whole(0),
    };
    let tray = |odds: Odds| match odds {
        Odds::Share(_) => whole(0),
        Odds::Dollars(amount) => of_cents(amount) / &nominal,
        odds => total_return(odds).expect("the other kinds need no meter"),
    };
    let on_meter = of_meter(meter);
    let bet = distribution(census, &table, |odds| tray(odds) + rate(odds) * &on_meter);
    let mean = |figure: &dyn Fn(&games::PayRow) -> Exact| {
        let rows = table.rows().iter().zip(bet.outcomes());
        rows.map(|(row, outcome)| figure(row) * bet.probability(outcome)).sum::<Exact>()
    };
    // Every other hand is as likely to be on a row as the player's own.
    let envy = mean(&|row| row.envy.map_or_else(|| whole(0), of_cents)) * whole(seats) / &nominal;
    let figures = MeterFigures {
        wager: terms.nominal,
        seed: terms.seed,
        meter,
        seats,
        fixed: mean(&|row| tray(row.odds)) + &envy,
        envy,
        coefficient: mean(&|row| rate(row.odds)),
    };
    (bet, figures)
}
