//! The meter of a round that is played outside a house: recorded, practiced, simulated. The amounts of its awards come
//! from `progressive`, as they do for a house.

use money::{Cents, MeterUnits, Rate};
use progressive::{Account, Claim, Criteria, Meter as Accounts, RoundOnMeter, Terms, Transfer};

use crate::felt::SeatNumber;
use crate::posted::PostedProgressive;
use crate::round::{AwardDue, Round, Worth};
use crate::settle::SettledLine;

/// A meter before a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meter {
    /// What the sign shows.
    pub display: MeterUnits,
    /// The hidden reserve.
    pub reserve: MeterUnits,
    /// What it is run by, where that is not what the table's schedule says.
    pub own: OwnTerms,
}

/// The terms of a meter that differ from those of the posted schedule [PRG-8].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OwnTerms {
    /// What it restarts at after a 100% award.
    pub seed: Option<Cents>,
    /// The share of each wager that goes to the display.
    pub contribution: Option<Rate>,
    /// The share of each wager that goes to the reserve.
    pub reserve_rate: Option<Rate>,
}

impl OwnTerms {
    /// Terms, as far as they differ from those of a posted progressive.
    pub fn of(
        posted: &PostedProgressive,
        seed: Cents,
        contribution: Rate,
        reserve: Rate,
    ) -> OwnTerms {
        OwnTerms {
            seed: Some(seed).filter(|seed| *seed != posted.seed),
            contribution: Some(contribution).filter(|rate| *rate != posted.contribution),
            reserve_rate: Some(reserve).filter(|rate| *rate != posted.reserve),
        }
    }

    /// The keys of a round file and the words of a log, with their values.
    pub(crate) fn words(&self) -> impl Iterator<Item = (&'static str, String)> + use<> {
        let words = [
            ("seed", self.seed.map(|seed| seed.to_string())),
            ("contribution", self.contribution.map(|rate| rate.to_string())),
            ("reserve-rate", self.reserve_rate.map(|rate| rate.to_string())),
        ];
        words.into_iter().filter_map(|(word, value)| Some((word, value?)))
    }

    /// Why a meter of a posted progressive is not run by these terms.
    pub(crate) fn conflict(&self, posted: &PostedProgressive) -> Option<(&'static str, String)> {
        let terms = self.over(posted);
        if posted.is_seed_fixed && terms.reset != posted.seed {
            return Some((
                "seed",
                format!("the rule says {:#}, and no other [PRG-8]", posted.seed),
            ));
        }
        if terms.reset < Cents::ZERO {
            return Some(("seed", "a seed is not below zero".to_owned()));
        }
        let shares = terms.contribution.basis_points() + terms.reserve.basis_points();
        (i64::from(shares) > Rate::WHOLE).then(|| {
            ("contribution", "with reserve-rate it is more than the whole wager".to_owned())
        })
    }

    /// The terms of a meter for a posted progressive.
    fn over(&self, posted: &PostedProgressive) -> Terms {
        Terms {
            reset: self.seed.unwrap_or(posted.seed),
            contribution: self.contribution.unwrap_or(posted.contribution),
            reserve: self.reserve_rate.unwrap_or(posted.reserve),
            ..Terms::with_seed(Cents::ZERO)
        }
    }
}

impl Meter {
    /// A meter that is run as the table's schedule says.
    pub const fn new(display: MeterUnits, reserve: MeterUnits) -> Meter {
        let own = OwnTerms { seed: None, contribution: None, reserve_rate: None };
        Meter { display, reserve, own }
    }
}

/// What a round did to its meter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeterMove {
    /// The display before the round.
    pub before: MeterUnits,
    /// What went to the display.
    pub contributed: MeterUnits,
    /// What was paid off the meter.
    pub awarded: MeterUnits,
    /// The display after the round.
    pub after: MeterUnits,
    /// The reserve after the round.
    pub reserve_after: MeterUnits,
}

/// The sign over a table that belongs to no house. Wagers contribute when they are locked [PRG-1]; a
/// dead hand's contribution is taken back [CS-7], and everything if the round is void [GEN-12].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sign {
    before: Meter,
    /// The meter once the round's awards are taken off it, and their amounts.
    figured: Option<(Accounts, Vec<(SeatNumber, Cents)>)>,
}

impl Sign {
    /// A sign before a round.
    pub fn new(before: Meter) -> Sign {
        Sign { before, figured: None }
    }

    /// The meter before the round.
    pub fn before(&self) -> Meter {
        self.before
    }

    /// Says the amount of the award that is due. The round's awards are figured together when the first share of the
    /// meter is due, last seat first [PRG-5] [PRG-19].
    pub fn award(&mut self, round: &Round, due: &AwardDue) -> Cents {
        if let Worth::Fixed(amount) = due.worth {
            return amount;
        }
        if self.figured.is_none() {
            self.figured = figure(self.before, round);
        }
        let mut awards = self.figured.iter().flat_map(|(_, awards)| awards);
        let award = awards.find(|(seat, _)| *seat == due.seat);
        debug_assert!(award.is_some(), "a share that is due was figured");
        award.map_or(Cents::ZERO, |(_, amount)| *amount)
    }

    /// What the round did to the meter; nothing without a progressive bet.
    pub fn moved(&self, round: &Round) -> Option<MeterMove> {
        let posted = round.table().progressive()?;
        let bets = round.progressive_bets()?;
        let contributed = self.before.own.over(posted).contribution.of(posted.wager * bets);
        let meter = match &self.figured {
            Some((meter, _)) => meter,
            None => &locked(self.before, posted, bets),
        };
        // Of an award paid at less than its value, the rest goes back to the display [PRG-21].
        let lines = round.settlement().lines.iter();
        let back: Cents = lines.filter_map(|line| rest_of_award(posted, line)).sum();
        let back = MeterUnits::from(back);
        Some(MeterMove {
            before: self.before.display,
            contributed,
            awarded: meter.totals.pending - back,
            after: meter.totals.display + back,
            reserve_after: meter.totals.reserve,
        })
    }

    /// What the sign shows now.
    pub fn shows(&self, round: &Round) -> MeterUnits {
        self.moved(round).map_or(self.before.display, |moved| moved.after)
    }

    /// The meter before the next round.
    pub fn after(&self, round: &Round) -> Meter {
        match self.moved(round) {
            Some(moved) => {
                Meter { display: moved.after, reserve: moved.reserve_after, own: self.before.own }
            }
            None => self.before,
        }
    }
}

/// What was not paid of an award off the meter.
fn rest_of_award(posted: &PostedProgressive, line: &SettledLine) -> Option<Cents> {
    let (award, _) = line.note.as_ref()?.award.as_ref()?;
    posted.is_off_meter(line.pay?).then(|| (*award - line.returned).max(Cents::ZERO))
}

/// The meter with the contributions of `bets` bets.
fn locked(before: Meter, posted: &PostedProgressive, bets: i64) -> Accounts {
    let id = "sign".parse().expect("it is a name");
    let terms = before.own.over(posted);
    // What is won is the round's affair; the meter only counts.
    let criteria =
        Criteria { schedule: String::new(), wager: posted.wager, rows: Vec::new(), seed: None };
    let mut meter = Accounts::new(id, criteria, terms);
    for (to, amount) in [(Account::Display, before.display), (Account::Reserve, before.reserve)] {
        meter.totals.transfer(Transfer {
            from: Account::Adjustments,
            to,
            amount,
            not_paid_of: None,
        });
    }
    meter.contribute(posted.wager * bets);
    meter
}

/// Takes all awards that are due off the meter.
fn figure(before: Meter, round: &Round) -> Option<(Accounts, Vec<(SeatNumber, Cents)>)> {
    let posted = round.table().progressive()?;
    let mut meter = locked(before, posted, round.progressive_bets()?);
    let share = |due: AwardDue| match due.worth {
        Worth::Share(share) => Some((due.seat, share)),
        Worth::Fixed(_) => None,
    };
    let shares: Vec<(SeatNumber, Rate)> = round.awards_due().filter_map(share).collect();
    let claim = |(_, share): &(SeatNumber, Rate)| Claim { share: *share, decided: None };
    let claims: Vec<Claim> = shares.iter().map(claim).collect();
    let figured = RoundOnMeter::default().figure(&mut meter, &claims, posted.procedure);
    let awards = shares.iter().zip(figured).map(|((seat, _), (it, _))| (*seat, it.amount));
    let awards = awards.collect();
    Some((meter, awards))
}
