//! What the choices are worth with many hands and cards up taken together: what a rule for all of
//! them costs.

use std::ops::Range;

use cards::Card;
use rayon::prelude::*;

use super::{Against, Choices, Code, Counts, Player};

/// What each of the game's choices is worth with some hands and cards up, over all deals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pooled<const CHOICES: usize> {
    /// How much better than folding each choice is for all of them.
    pub(crate) gains: [i128; CHOICES],
    /// How much better it is to choose the best for each.
    pub(crate) best: i128,
    /// In how many deals each choice is the best.
    pub(crate) deals: [u64; CHOICES],
}

impl<const CHOICES: usize> Pooled<CHOICES> {
    fn nothing() -> Self {
        Pooled { gains: [0; CHOICES], best: 0, deals: [0; CHOICES] }
    }

    fn add(&mut self, gains: &[i128; CHOICES], times: u32, hands: u32) {
        let best = usize::from(best(gains));
        self.best += gains[best] * i128::from(times);
        self.deals[best] += u64::from(times) * u64::from(hands);
        for (sum, gain) in self.gains.iter_mut().zip(gains) {
            *sum += gain * i128::from(times);
        }
    }

    /// Adds others.
    fn and(&mut self, other: &Self) {
        self.best += other.best;
        self.gains.iter_mut().zip(other.gains).for_each(|(sum, gain)| *sum += gain);
        self.deals.iter_mut().zip(other.deals).for_each(|(sum, deals)| *sum += deals);
    }

    /// The choice that is best for all of them; nothing if there is none of them.
    pub(crate) fn choice(&self) -> Option<Code> {
        self.deals.iter().any(|deals| *deals > 0).then(|| best(&self.gains))
    }

    /// What a choice for all of them costs.
    pub(crate) fn cost(&self, code: Code) -> i128 {
        self.best - self.gains[usize::from(code)]
    }
}

/// The best choice, of equal ones the larger wager [ODD-1].
fn best(gains: &[i128]) -> Code {
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
    pub(crate) fn pooled<const CHOICES: usize>(
        &self,
        counts: &Counts,
        groups: usize,
        group_of: impl Fn(usize, &Player, Card) -> usize + Sync,
        gains: impl Fn(&Player, &Against) -> [i128; CHOICES] + Sync,
    ) -> Vec<Pooled<CHOICES>> {
        let nothing = || vec![Pooled::nothing(); groups];
        let parts: Vec<Range<usize>> = counts.parts();
        let is_in = |part: &&Range<usize>| {
            let places = counts.places(part);
            places.start < self.0.end && self.0.start < places.end
        };
        let sum = |mut sums: Vec<Pooled<CHOICES>>, part: &Range<usize>| {
            counts.visit(part.clone(), |place, player, up, against| {
                if self.0.contains(&place) {
                    let group = group_of(place, player, up);
                    sums[group].add(&gains(player, against), player.times, counts.hands);
                }
            });
            sums
        };
        let both = |mut sums: Vec<Pooled<CHOICES>>, others: Vec<Pooled<CHOICES>>| {
            sums.iter_mut().zip(&others).for_each(|(sum, other)| sum.and(other));
            sums
        };
        parts.par_iter().filter(is_in).fold(nothing, sum).reduce(nothing, both)
    }
}
