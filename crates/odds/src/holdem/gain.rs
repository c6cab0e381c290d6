//! Rules that a person can use, found from exact values: of each thing that players look for, whether
//! a bet or the other choice is better on average where it is seen.

use std::collections::BTreeMap;

use cards::Rank;

use super::chart;
use super::held::Held;

/// What a bet gains over the other choice where something is seen: where it gains, and where it
/// loses.
#[derive(Clone, Copy, Default)]
pub(crate) struct Gain {
    gains: i128,
    loses: i128,
}

impl Gain {
    /// Is a bet better on average? Of equal choices it is the larger wager [ODD-1].
    pub(crate) fn is_bet(self) -> bool {
        self.gains >= self.loses
    }

    /// What it costs to do the better thing everywhere.
    fn cost(self) -> i128 {
        self.gains.min(self.loses)
    }
}

/// Gains by what is seen.
#[derive(Clone)]
pub(crate) struct Gains<S>(BTreeMap<S, Gain>);

impl<S> Default for Gains<S> {
    fn default() -> Gains<S> {
        Gains(BTreeMap::new())
    }
}

impl<S: Ord + Copy> Gains<S> {
    pub(crate) fn add(&mut self, seen: S, difference: i128) {
        let gain = self.0.entry(seen).or_default();
        if difference >= 0 {
            gain.gains += difference;
        } else {
            gain.loses -= difference;
        }
    }

    pub(crate) fn join(&mut self, other: &Gains<S>) {
        for (&seen, gain) in &other.0 {
            let mine = self.0.entry(seen).or_default();
            mine.gains += gain.gains;
            mine.loses += gain.loses;
        }
    }

    /// Is a bet better where this is seen?
    pub(crate) fn is_bet(&self, seen: S) -> bool {
        self.0.get(&seen).is_some_and(|gain| gain.is_bet())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (S, Gain)> + '_ {
        self.0.iter().map(|(&seen, &gain)| (seen, gain))
    }

    /// The sum that the rule costs.
    pub(crate) fn cost(&self) -> i128 {
        self.0.values().map(|gain| gain.cost()).sum()
    }
}

/// The rule by what is held; `bet` and `rest` say what to do.
pub(crate) fn held_rules(gains: &Gains<Held>, bet: &str, rest: &str) -> Vec<String> {
    let mut says = Vec::new();
    if gains.is_bet(Held::TwoPairOrBetter) {
        says.push(format!("{bet} with two pair or better, not all of it on the board."));
    }
    type Of = fn(Held) -> Option<Rank>;
    let kinds: [(&str, Of); 4] = [
        ("a pair in your hand", |held| match held {
            Held::PocketPair(rank) => Some(rank),
            _ => None,
        }),
        ("a card that pairs the board", |held| match held {
            Held::BoardPair(rank) => Some(rank),
            _ => None,
        }),
        ("four to a flush, by your highest card of the suit", |held| match held {
            Held::FlushDraw(rank) => Some(rank),
            _ => None,
        }),
        ("none of these, by your higher card", |held| match held {
            Held::Nothing(rank) => Some(rank),
            _ => None,
        }),
    ];
    for (what, of) in kinds {
        let met: Vec<(Rank, Gain)> =
            gains.iter().filter_map(|(held, gain)| Some((of(held)?, gain))).collect();
        let chosen = met.iter().filter(|(_, gain)| gain.is_bet());
        let chosen: Vec<Rank> = chosen.map(|(rank, _)| *rank).collect();
        let met: Vec<Rank> = met.iter().map(|(rank, _)| *rank).collect();
        if let Some(ranks) = chart::ranks(&chosen, &met) {
            says.push(format!("{bet} with {what}: {ranks}."));
        }
    }
    says.push(rest.to_owned());
    says
}
