//! Wagers that no decision touches: a count of deals and a schedule.

use std::collections::BTreeMap;

use games::PayTable;
use money::{Cents, MeterUnits, Odds, Rate};
use num_bigint::BigUint;
use num_traits::Zero as _;
use rulebook::{Progressive, Schedule};

use crate::amount::PayId;
use crate::census::Census;
use crate::distribution::{Distribution, Outcome, Payments};
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
    /// What the bet returns over the years, under the schedule's own terms: what comes off the meter is what went in, so
    /// it is the fixed part, the contribution, the reserve and the seeds.
    pub long_run: Exact,
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

/// The distribution of a bet on a table; `paid` says what odds are paid on, and how many times that comes back.
fn distribution(
    census: &Census,
    table: &PayTable,
    paid: impl Fn(Odds) -> (Exact, Exact),
) -> Distribution {
    let (rows, lost) = counted(census, table);
    let mut payments: BTreeMap<PayId, Payments> = BTreeMap::new();
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
            let (on, times) = paid(row.odds);
            let each = &on * times;
            let (weight, returned) = (on * whole(count), &each * whole(count));
            let words = row.hand.words();
            let deals = BigUint::from(count);
            payments.insert(PayId::Row(0, words), Payments { deals, weight, returned });
            outcome(words, row.odds.to_string(), count, each)
        })
        .collect();
    outcomes.push(outcome("loses", "-1".to_owned(), lost, whole(0)));
    Distribution::new(outcomes, payments)
}

/// A side bet whose rows need no meter.
pub(crate) fn plain(census: &Census, table: &PayTable) -> Distribution {
    let paid = |odds| (whole(1), total_return(odds).expect("only a progressive needs a meter"));
    distribution(census, table, paid)
}

/// A share of the meter as a fraction.
fn of_rate(rate: Rate) -> Exact {
    fraction(rate.basis_points(), Rate::WHOLE)
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
        Odds::Share(rate) => of_rate(rate) / &nominal,
        _ => whole(0),
    };
    let tray = |odds: Odds| match odds {
        Odds::Share(_) => whole(0),
        Odds::Dollars(amount) => of_cents(amount) / &nominal,
        odds => total_return(odds).expect("the other kinds need no meter"),
    };
    let on_meter = of_meter(meter);
    let bet = distribution(census, &table, |odds| match odds {
        Odds::Share(rate) => (&on_meter / &nominal, of_rate(rate)),
        Odds::Dollars(amount) => (whole(1) / &nominal, of_cents(amount)),
        odds => (whole(1), tray(odds)),
    });
    let mean = |figure: &dyn Fn(&games::PayRow) -> Exact| {
        let rows = table.rows().iter().zip(bet.outcomes());
        rows.map(|(row, outcome)| figure(row) * bet.probability(outcome)).sum::<Exact>()
    };
    // Every other hand is as likely to be on a row as the player's own.
    let envy = mean(&|row| row.envy.map_or_else(|| whole(0), of_cents)) * whole(seats) / &nominal;
    let fixed = mean(&|row| tray(row.odds)) + &envy;
    let top = mean(&|row| whole(i32::from(row.odds == Odds::Share(Rate::ALL))));
    let put_in = of_rate(terms.contribution)
        + of_rate(terms.reserve)
        + top * of_cents(terms.seed) / &nominal;
    let figures = MeterFigures {
        long_run: &fixed + put_in,
        wager: terms.nominal,
        seed: terms.seed,
        meter,
        seats,
        fixed,
        envy,
        coefficient: mean(&|row| rate(row.odds)),
    };
    (bet, figures)
}
