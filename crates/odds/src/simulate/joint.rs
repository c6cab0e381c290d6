//! Wagers bet together in the same rounds: how their results move together.
//!
//! Beside a side bet on the player's and the community's cards each row gets rounds of its own, as how likely it is is
//! known exactly: a jackpot that no plain simulation would meet counts for what it is. Other pairs are simulated plainly.

mod rows;

use std::sync::Arc;

use cards::Card;
use games::{Keep, Posting, Round, Table};
use rayon::prelude::*;
use rulebook::Rulebook;

use super::{BATCH, Run, Session, SimulateError, generator, measured_wagers};
use crate::exact::decimal;
use crate::game::{Progress, game};
use crate::joint::SideNets;
use crate::subject::Subject;

/// How two wagers move together in simulated rounds, each in units of its own first bet.
#[derive(Clone)]
pub(crate) struct Together {
    wagers: (String, String),
    /// The covariance, about the exact means.
    pub(crate) covariance: f64,
    /// Its standard error.
    pub(crate) error: f64,
    /// In how many rounds.
    pub(crate) rounds: u64,
}

impl Together {
    /// Is it of these two wagers, in either order?
    pub(crate) fn is_of(&self, one: &str, other: &str) -> bool {
        let (a, b) = (self.wagers.0.as_str(), self.wagers.1.as_str());
        (a, b) == (one, other) || (a, b) == (other, one)
    }
}

/// A wager and what it nets by row, to be simulated row by row.
pub(crate) type Beside<'s> = (&'s str, &'s SideNets);

/// Sums over the rounds for a pair of wagers: of the product of the distances from the means, and of its square.
type Sums = Vec<(f64, f64)>;

/// Plays rounds at a table as it is posted, betting on every wager that can be bet together with the first.
pub(crate) fn together(
    book: &Rulebook,
    posting: &Posting,
    run: Run,
    sides: &[Beside<'_>],
    progress: &dyn Progress,
) -> Result<Vec<Together>, SimulateError> {
    let table = Table::open(book, posting.clone()).map_err(SimulateError::Open)?;
    let subject = Subject::of_table(book, &table).map_err(SimulateError::Open)?;
    let mut left = measured_wagers(&subject, &table);
    // How a player bends to measure a wager is not how the others are played.
    left.retain(|(wager, _)| game(subject.game()).is_none_or(|game| game.bend(wager).is_none()));
    let session = Session::open(&subject, &table, &mut left, progress)?;
    let by_row = session.by_row(run.seed, sides);
    let wager = |place: usize| session.measured[place].placed.wager.clone();
    let of_rows = |one: usize, other: usize| {
        by_row.iter().find(|known| known.is_of(&wager(one), &wager(other))).cloned()
    };
    // No round is played plainly if every pair has rounds of its own.
    let is_plain = session.pairs().iter().any(|pair| of_rows(pair.0, pair.1).is_none());
    let plain_rounds = if is_plain { run.rounds } else { 0 };
    progress.begin(&format!("rounds of {}", posting.game), plain_rounds);
    let batches: Vec<Sums> = (0..plain_rounds.div_ceil(BATCH))
        .into_par_iter()
        .map(|batch| {
            let rounds = BATCH.min(run.rounds - batch * BATCH);
            let sums = session.moved_together(run.seed, batch, rounds);
            progress.advance(rounds);
            sums
        })
        .collect();
    let rounds = run.rounds as f64;
    let pairs = session.pairs().into_iter().enumerate();
    Ok(pairs
        .map(|(place, (one, other))| {
            // In the order of the batches, so that rounding does not depend on the threads.
            let sum = |part: fn(&(f64, f64)) -> f64| -> f64 {
                batches.iter().map(|sums| part(&sums[place])).sum::<f64>() / rounds
            };
            let (covariance, square) = (sum(|it| it.0), sum(|it| it.1));
            let error = ((square - covariance * covariance) / rounds).sqrt();
            let wagers = (wager(one), wager(other));
            let plain = Together { wagers, covariance, error, rounds: run.rounds };
            of_rows(one, other).unwrap_or(plain)
        })
        .collect())
}

impl Session {
    /// The places of every two wagers.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let known = |place: &usize| self.measured[*place].known.is_some();
        let all = 0..self.measured.len();
        let of = |one: usize| (one + 1..self.measured.len()).map(move |other| (one, other));
        all.filter(known).flat_map(of).filter(|(_, other)| known(other)).collect()
    }

    /// Plays a batch of rounds.
    fn moved_together(&self, seed: u64, batch: u64, rounds: u64) -> Sums {
        let mut rng = generator(seed, batch);
        let mut deck: Vec<Card> = self.table.decks().in_order().collect();
        let mut round = Round::new(&Arc::clone(&self.table), Keep::Nothing);
        let bets = self.bets();
        let pairs = self.pairs();
        let of_known = |measured: &super::Measured| {
            let mean = measured.known.as_ref().map_or(0.0, |known| decimal(&known.exact));
            (mean, measured.placed.unit.get() as f64)
        };
        let known: Vec<(f64, f64)> = self.measured.iter().map(of_known).collect();
        let mut sums = vec![(0.0, 0.0); pairs.len()];
        for _ in 0..rounds {
            self.bet(&mut round, &bets);
            let pressed = self.play_out(&mut round, &mut deck, &mut rng);
            let nets = self.nets(&round, pressed);
            let from_mean = |place: usize| {
                let (mean, unit) = known[place];
                nets[place].map_or(0.0, |(net, _)| net as f64) / unit - mean
            };
            for (sum, &(one, other)) in sums.iter_mut().zip(&pairs) {
                let product = from_mean(one) * from_mean(other);
                sum.0 += product;
                sum.1 += product * product;
            }
        }
        sums
    }
}
