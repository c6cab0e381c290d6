//! The par sheet: every figure of a wager that a floor or a test lab asks for, from one computation.

use money::Cents;
use num_traits::Zero as _;
use rayon::prelude::*;
use rulebook::Rulebook;

use crate::analysis::{Analysis, Ask, AskError, analyse, schedules};
use crate::bands::{Ahead, Band, ahead, bands};
use crate::exact::{Exact, decimal, of_cents, whole};
use crate::game::Progress;
use crate::gradient::Paid;
use crate::greatest::{Bettors, Greatest};
use crate::joint::{Covariance, covariances};
use crate::subject::Subject;

/// The normal deviate of the volatility index.
const VOLATILITY: f64 = 1.645;

/// A wager under a schedule with its par sheet.
#[derive(Clone, PartialEq, Debug)]
pub struct Par {
    /// The figures, and how the wager can end.
    pub analysis: Analysis,
    /// What the house keeps after many rounds.
    pub bands: Vec<Band>,
    /// When the house is ahead.
    pub ahead: Ahead,
    /// How it moves together with the other wagers of a seat.
    pub covariances: Vec<Covariance>,
    /// The greatest payouts of a round.
    pub greatest: Vec<Greatest>,
}

/// A row and how often it comes.
#[derive(Clone, PartialEq, Debug)]
pub struct ParRow {
    /// The row in the rulebook's words, or the key of a pay that no hand decides.
    pub row: String,
    /// What it pays.
    pub pays: String,
    /// How likely a round is in which it is paid.
    pub chance: Exact,
    /// How the house edge changes when the row pays one more.
    pub gradient: Exact,
}

/// Several wagers of a seat bet together.
#[derive(Clone, PartialEq, Debug)]
pub struct Combined {
    /// The wagers with their schedules and bets.
    pub bets: Vec<(String, String, Cents)>,
    /// What a round costs on average, in dollars.
    pub loss: Exact,
    /// The standard deviation of a round, in dollars.
    pub deviation: f64,
}

/// How many rounds are dealt, and to how many seats that bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// Rounds an hour.
    pub rounds_an_hour: u32,
    /// Seats that make the bet.
    pub seats: u8,
}

impl Par {
    /// What the house pays back of the first wager.
    pub fn payback(&self) -> Exact {
        whole(1) - self.analysis.house_edge()
    }

    /// What the house pays back of all money staked.
    pub fn payback_of_staked(&self) -> Exact {
        whole(1) - self.analysis.element_of_risk()
    }

    /// The volatility index: nine of ten results lie within so many units of the mean, were they normal.
    pub fn volatility_index(&self) -> f64 {
        VOLATILITY * self.analysis.distribution.standard_deviation()
    }

    /// Every row and pay of the schedule with its chance and gradient. Where two lines have a table, a row is named with
    /// its line, as a changed pay is.
    pub fn rows(&self) -> Vec<ParRow> {
        let all = &self.analysis.gradient;
        let first = all.iter().find_map(|paid| paid.line.as_ref());
        let has_lines = all.iter().any(|paid| paid.line.is_some() && paid.line.as_ref() != first);
        let row = |paid: &Paid| ParRow {
            row: match paid.line.as_ref().filter(|_| has_lines) {
                Some(line) => format!("{line}: {}", paid.hand),
                None => paid.hand.clone(),
            },
            pays: paid.odds.to_string(),
            chance: paid.chance.clone(),
            gradient: -&paid.weight,
        };
        all.iter().map(row).collect()
    }

    /// What the house wins in an hour, in dollars, if each seat bets this much.
    pub fn win_an_hour(&self, pace: Pace, bet: Cents) -> Exact {
        pace.rounds() * of_cents(bet) * self.analysis.house_edge()
    }
}

impl ParRow {
    /// In how many rounds it comes once; nothing if it never does.
    pub fn one_in(&self) -> Option<Exact> {
        (!self.chance.is_zero()).then(|| self.chance.recip())
    }
}

impl Pace {
    /// Bets an hour.
    fn rounds(self) -> Exact {
        whole(self.rounds_an_hour) * whole(self.seats)
    }
}

impl Combined {
    /// What the house wins in an hour, in dollars.
    pub fn win_an_hour(&self, pace: Pace) -> Exact {
        pace.rounds() * &self.loss
    }
}

/// The par sheets of the wagers and schedules asked about, in the order of the rule.
pub fn par(
    book: &Rulebook,
    subject: &Subject,
    ask: &Ask,
    progress: &dyn Progress,
) -> Result<Vec<Par>, AskError> {
    let analyses = analyse(subject, ask, progress)?;
    let together = covariances(book, subject, &analyses, progress)?;
    let mut bettors = Bettors::of(book, subject, progress);
    let mut greatest = Vec::new();
    for analysis in &analyses {
        let known = schedules(subject, &analysis.wager);
        let schedule = known.iter().find(|schedule| schedule.id == analysis.schedule);
        // A schedule that no table can post by itself has no round to show.
        let found = schedule.zip(bettors.as_mut());
        let found = found.map(|(schedule, bettors)| bettors.greatest(analysis, schedule));
        greatest.push(found.and_then(Result::ok).unwrap_or_default());
    }
    progress.begin("bands", analyses.len() as u64);
    let spread: Vec<(Vec<Band>, Ahead)> = analyses
        .par_iter()
        .map(|analysis| {
            let spread = (bands(&analysis.distribution), ahead(&analysis.distribution));
            progress.advance(1);
            spread
        })
        .collect();
    let all = analyses.into_iter().zip(spread).zip(together).zip(greatest);
    Ok(all
        .map(|(((analysis, (bands, ahead)), covariances), greatest)| Par {
            analysis,
            bands,
            ahead,
            covariances,
            greatest,
        })
        .collect())
}

/// What bets of one seat come to together; nothing unless every two of the wagers have a covariance.
pub fn combined(all: &[Par], bets: &[(String, Cents)]) -> Option<Combined> {
    let of = |wager: &str| all.iter().find(|par| par.analysis.wager == wager);
    let pars: Vec<(&Par, Cents)> =
        bets.iter().map(|(wager, bet)| Some((of(wager)?, *bet))).collect::<Option<_>>()?;
    let dollars = |bet: &Cents| of_cents(*bet);
    let (mut loss, mut variance) = (whole(0), 0.0);
    for (place, (par, bet)) in pars.iter().enumerate() {
        let stake = decimal(&dollars(bet));
        loss += par.analysis.house_edge() * dollars(bet);
        variance += stake * stake * decimal(&par.analysis.distribution.variance());
        for (other, more) in &pars[place + 1..] {
            let is_other = |one: &&Covariance| {
                one.with == other.analysis.wager && one.schedule == other.analysis.schedule
            };
            let covariance = par.covariances.iter().find(is_other)?.covariance;
            variance += 2.0 * stake * decimal(&dollars(more)) * covariance;
        }
    }
    let named = |(par, bet): &(&Par, Cents)| {
        (par.analysis.wager.clone(), par.analysis.schedule.clone(), *bet)
    };
    Some(Combined { bets: pars.iter().map(named).collect(), loss, deviation: variance.sqrt() })
}
