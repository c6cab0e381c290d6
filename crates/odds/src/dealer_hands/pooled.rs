//! What the choices are worth with many hands and cards up taken together: what a rule for all of
//! them costs.

use std::ops::Range;

use cards::Card;
use num_bigint::BigInt;
use rayon::prelude::*;

use super::{Against, Choices, Code, Counts, Player};
use crate::exact::{Exact, whole};
use crate::scaled::Whole;

/// What each of the game's choices is worth with some hands and cards up, over all deals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pooled<T, const CHOICES: usize> {
    /// How much better than folding each choice is for all of them.
    pub(crate) gains: [T; CHOICES],
    /// How much better it is to choose the best for each.
    pub(crate) best: T,
    /// In how many deals each choice is the best.
    pub(crate) deals: [u64; CHOICES],
}

impl<T: Whole, const CHOICES: usize> Pooled<T, CHOICES> {
    fn nothing() -> Self {
        let gains = std::array::from_fn(|_| T::zero());
        Pooled { gains, best: T::zero(), deals: [0; CHOICES] }
    }

    fn add(&mut self, gains: &[T; CHOICES], times: u32, hands: u32) {
        let best = usize::from(best(gains));
        let times_ = T::from(times);
        self.best = self.best.clone() + gains[best].clone() * times_.clone();
        self.deals[best] += u64::from(times) * u64::from(hands);
        for (sum, gain) in self.gains.iter_mut().zip(gains) {
            *sum = sum.clone() + gain.clone() * times_.clone();
        }
    }

    /// These and others.
    pub(crate) fn and(&mut self, other: &Self) {
        self.best = self.best.clone() + other.best.clone();
        for (sum, gain) in self.gains.iter_mut().zip(&other.gains) {
            *sum = sum.clone() + gain.clone();
        }
        for (sum, deals) in self.deals.iter_mut().zip(other.deals) {
            *sum += deals;
        }
    }

    /// The choice that is best for all of them; nothing if there is none of them.
    pub(crate) fn choice(&self) -> Option<Code> {
        self.deals.iter().any(|deals| *deals > 0).then(|| best(&self.gains))
    }

    /// What a choice for all of them costs.
    pub(crate) fn cost(&self, code: Code) -> T {
        self.best.clone() - self.gains[usize::from(code)].clone()
    }
}

/// The best choice, of equal ones the larger wager [ODD-1].
pub(crate) fn best<T: Ord>(gains: &[T]) -> Code {
    let best = gains.iter().enumerate().max_by(|a, b| a.1.cmp(b.1));
    best.map_or(0, |(code, _)| code as Code)
}

/// The hands with which it depends on more than their value what to choose: from the lowest that is
/// not always folded to those that always make the largest wager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BorderlineHands(pub(crate) Range<usize>);

impl BorderlineHands {
    /// The borderline hands, by their places.
    pub(crate) fn of(counts: &Counts, choices: &Choices, largest: Code) -> BorderlineHands {
        let players = &counts.players;
        let is = |player: &Player, code: Code| choices.always(player.value) == Some(code);
        let from = players.iter().position(|player| !is(player, 0)).unwrap_or(players.len());
        let to = players.iter().rposition(|player| !is(player, largest)).map_or(0, |last| last + 1);
        BorderlineHands(from..to.max(from))
    }

    /// What the choices are worth with the borderline hands, group by group.
    pub(crate) fn pooled<T: Whole, const CHOICES: usize>(
        &self,
        counts: &Counts,
        groups: usize,
        group_of: impl Fn(usize, &Player, Card) -> usize + Sync,
        gains: impl Fn(&Player, &Against) -> [T; CHOICES] + Sync,
    ) -> Vec<Pooled<T, CHOICES>> {
        let nothing = || vec![Pooled::nothing(); groups];
        let parts: Vec<Range<usize>> = counts.parts();
        let is_in = |part: &&Range<usize>| {
            let places = counts.places(part);
            places.start < self.0.end && self.0.start < places.end
        };
        let sum = |mut sums: Vec<Pooled<T, CHOICES>>, part: &Range<usize>| {
            counts.visit(part.clone(), |place, player, up, against| {
                if self.0.contains(&place) {
                    let group = group_of(place, player, up);
                    sums[group].add(&gains(player, against), player.times, counts.hands);
                }
            });
            sums
        };
        let both = |mut sums: Vec<Pooled<T, CHOICES>>, others: Vec<Pooled<T, CHOICES>>| {
            sums.iter_mut().zip(&others).for_each(|(sum, other)| sum.and(other));
            sums
        };
        parts.par_iter().filter(is_in).fold(nothing, sum).reduce(nothing, both)
    }
}

/// A sum of gains as a part of the first wager.
pub(crate) fn share_of<T: Whole>(gain: T, unit: &BigInt, deals: u64) -> Exact {
    whole(gain.into()) / whole(unit.clone()) / whole(deals)
}
