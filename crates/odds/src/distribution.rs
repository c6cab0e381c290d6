//! How a wager can end, and with how many deals each: everything else is computed from that.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::{Signed as _, Zero as _};

use crate::amount::{Amount, PayId};
use crate::exact::{Exact, decimal, share, whole};

/// One way a wager can end. Amounts are in units of the first wager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// What decided: `straight flush`, `loses`, `play: the dealer does not qualify`.
    pub row: String,
    /// What it pays, in the rule's words where there is a row: `40 to 1`; else the net result.
    pub pays: String,
    /// How many deals end so.
    pub combinations: BigUint,
    /// What was put at risk in all.
    pub staked: Exact,
    /// What was handed back in all, stakes included.
    pub returned: Exact,
}

impl Outcome {
    /// What the player is up or down.
    pub fn net(&self) -> Exact {
        &self.returned - &self.staked
    }
}

/// All ways in which a wager can end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Distribution {
    outcomes: Vec<Outcome>,
    space: BigUint,
    paid: BTreeMap<PayId, Payments>,
}

/// What a pay does over all deals, each counted once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Payments {
    /// How many deals it is paid on.
    pub(crate) deals: BigUint,
    /// The money on it: how much all results grow when it grows by one.
    pub(crate) weight: Exact,
    /// The money that is handed back by it.
    pub(crate) returned: Exact,
}

impl Distribution {
    /// The distribution of these outcomes, in this order. Every deal is in one of them.
    pub(crate) fn new(outcomes: Vec<Outcome>, paid: BTreeMap<PayId, Payments>) -> Distribution {
        let space = outcomes.iter().map(|outcome| &outcome.combinations).sum();
        Distribution { outcomes, space, paid }
    }

    /// What a pay does over all deals.
    pub(crate) fn paid(&self, pay: &PayId) -> Option<&Payments> {
        self.paid.get(pay)
    }

    /// The outcomes.
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// How many deals there are.
    pub fn space(&self) -> &BigUint {
        &self.space
    }

    /// How likely an outcome is.
    pub fn probability(&self, outcome: &Outcome) -> Exact {
        share(&outcome.combinations, &self.space)
    }

    fn mean(&self, figure: impl Fn(&Outcome) -> Exact) -> Exact {
        let sum = |sum: Exact, outcome: &Outcome| {
            sum + figure(outcome) * whole(num_bigint::BigInt::from(outcome.combinations.clone()))
        };
        let total = self.outcomes.iter().fold(Exact::zero(), sum);
        total / whole(num_bigint::BigInt::from(self.space.clone()))
    }

    /// The expected result; negative where the house has the edge.
    pub fn value(&self) -> Exact {
        self.mean(Outcome::net)
    }

    /// The expected loss per unit of the first wager [ODD-1].
    pub fn house_edge(&self) -> Exact {
        -self.value()
    }

    /// What is put at risk on average.
    pub fn average_wager(&self) -> Exact {
        self.mean(|outcome| outcome.staked.clone())
    }

    /// The expected loss per unit of all money put at risk [ODD-1].
    pub fn element_of_risk(&self) -> Exact {
        let wager = self.average_wager();
        if wager.is_zero() { Exact::zero() } else { self.house_edge() / wager }
    }

    /// The variance of the result.
    pub fn variance(&self) -> Exact {
        let value = self.value();
        self.mean(|outcome| outcome.net() * outcome.net()) - &value * &value
    }

    /// The standard deviation of the result.
    pub fn standard_deviation(&self) -> f64 {
        decimal(&self.variance()).sqrt()
    }

    /// The mean of a power of the result's distance from its mean.
    fn central_moment(&self, power: i32) -> Exact {
        let value = self.value();
        self.mean(|outcome| (outcome.net() - &value).pow(power))
    }

    /// The skewness of the result: the third standardized moment.
    pub fn skewness(&self) -> f64 {
        let variance = self.variance();
        if variance.is_zero() {
            return 0.0;
        }
        decimal(&self.central_moment(3)) / decimal(&variance).powf(1.5)
    }

    /// The kurtosis of the result: the fourth standardized moment, 3 for a normal distribution.
    pub fn kurtosis(&self) -> f64 {
        let variance = self.variance();
        if variance.is_zero() {
            return 0.0;
        }
        decimal(&(self.central_moment(4) / (&variance * &variance)))
    }

    /// How likely the outcomes of a kind are together.
    fn frequency(&self, is_of_kind: impl Fn(&Outcome) -> bool) -> Exact {
        let found = self.outcomes.iter().filter(|outcome| is_of_kind(outcome));
        let found: BigUint = found.map(|outcome| &outcome.combinations).sum();
        share(&found, &self.space)
    }

    /// How often the player ends with more than they put in.
    pub fn hit_frequency(&self) -> Exact {
        self.frequency(|outcome| outcome.net().is_positive())
    }

    /// How often anything is handed back, a stake included.
    pub fn any_return(&self) -> Exact {
        self.frequency(|outcome| outcome.returned.is_positive())
    }

    /// How often the player ends with what they put in.
    pub fn push_frequency(&self) -> Exact {
        self.frequency(|outcome| outcome.net().is_zero())
    }
}

/// Outcomes of decided wagers being gathered: equal rows with equal amounts become one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gathering {
    rows: BTreeMap<(Exact, String, Exact), BigUint>,
    paid: BTreeMap<PayId, Payments>,
}

impl Gathering {
    /// Adds deals that end so; none is as good as not adding.
    pub(crate) fn add(
        &mut self,
        row: impl Into<String>,
        staked: impl Into<Amount>,
        returned: impl Into<Amount>,
        combinations: impl Into<BigUint>,
    ) {
        let (combinations, staked, returned) =
            (combinations.into(), staked.into(), returned.into());
        if !combinations.is_zero() {
            self.pay(&staked, &returned, &combinations);
            // Sorted by what the player is down, so that the best outcome comes first.
            let down = &staked.value - returned.value;
            *self.rows.entry((down, row.into(), staked.value)).or_default() += combinations;
        }
    }

    /// Adds what the pays do in some deals.
    fn pay(&mut self, staked: &Amount, returned: &Amount, deals: &BigUint) {
        let each = whole(num_bigint::BigInt::from(deals.clone()));
        for stake in returned.stakes() {
            let paid = self.paid.entry(stake.pay.clone()).or_default();
            let weight = &stake.weight * &each;
            paid.deals += deals;
            paid.returned += &weight * &stake.times;
            paid.weight += weight;
        }
        // Where winnings ride on, a pay decides what is staked, too.
        for stake in staked.stakes() {
            let paid = self.paid.entry(stake.pay.clone()).or_default();
            paid.weight -= &stake.weight * &each;
        }
    }

    /// The distribution, the best outcome first.
    pub(crate) fn finish(self) -> Distribution {
        let outcome = |((down, row, staked), combinations): ((Exact, String, Exact), BigUint)| {
            let returned = &staked - &down;
            Outcome { row, pays: net_words(&-down), combinations, staked, returned }
        };
        Distribution::new(self.rows.into_iter().map(outcome).collect(), self.paid)
    }
}

/// A net result in words: `+6`, `-1`, `+3/2`, `0`.
pub(crate) fn net_words(net: &Exact) -> String {
    if net.is_positive() { format!("+{net}") } else { net.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::fraction;

    fn outcome(returned: i64, combinations: u32) -> Outcome {
        Outcome {
            row: returned.to_string(),
            pays: String::new(),
            combinations: combinations.into(),
            staked: whole(1),
            returned: whole(returned),
        }
    }

    /// A coin that pays 3 to 2 has mean 1/4 and variance (5/4)² = 25/16.
    #[test]
    fn figures_of_a_coin() {
        let mut gathering = Gathering::default();
        gathering.add("heads", whole(1), fraction(5, 2), 1u8);
        gathering.add("tails", whole(1), whole(0), 1u8);
        let coin = gathering.finish();
        assert_eq!(coin.value(), fraction(1, 4));
        assert_eq!(coin.house_edge(), fraction(-1, 4));
        assert_eq!(coin.variance(), fraction(25, 16));
        assert_eq!(coin.hit_frequency(), fraction(1, 2));
        // Two equal sides lie one deviation from the mean: no skewness, and the least kurtosis there is.
        assert_eq!((coin.skewness(), coin.kurtosis()), (0.0, 1.0));
        assert_eq!((coin.any_return(), coin.push_frequency()), (fraction(1, 2), whole(0)));
        assert_eq!(coin.outcomes()[0].pays, "+3/2");
    }

    #[test]
    fn equal_rows_are_gathered_and_the_best_comes_first() {
        let mut gathering = Gathering::default();
        for (row, returned, count) in [("a", 0, 3u8), ("b", 4, 1), ("a", 0, 2), ("c", 1, 0)] {
            gathering.add(row, whole(2), whole(returned), count);
        }
        let rows: Vec<String> =
            gathering.finish().outcomes().iter().map(|o| format!("{} {}", o.row, o.pays)).collect();
        assert_eq!(rows, ["b +2", "a -2"]);
    }

    #[test]
    fn a_push_is_no_hit() {
        let all =
            Distribution::new(vec![outcome(2, 1), outcome(1, 2), outcome(0, 5)], BTreeMap::new());
        assert_eq!(all.hit_frequency(), fraction(1, 8));
        assert_eq!(*all.space(), 8u8.into());
    }
}
