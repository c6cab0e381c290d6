//! The ways in which a whole wager ends: doubles, splits, surrender and blackjacks together.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::dealer::FINALS;
use super::outcomes::{BLACKJACK, HandResult, OutcomeChances, Stake};
use super::rules::{Pays, Rules};
use super::splits::{Ending, Split};
use crate::amount::Amount;
use crate::distribution::{Distribution, Gathering};
use crate::exact::{Exact, fraction, whole};
use crate::solution::Arithmetic;

/// What decided a wager.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Row {
    Blackjack,
    BothBlackjack,
    DealerBlackjack,
    Surrender,
    Won,
    Pushed,
    Lost,
    Busted,
    Split,
}

/// One way in which a wager ends; amounts in original wagers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Way {
    row: Row,
    staked: u8,
    won: u8,
    pushed: u8,
    /// What is given back for nothing against the dealer's blackjack.
    back: u8,
    /// What was surrendered after a split.
    surrendered: u8,
    is_insured: bool,
}

impl Way {
    const fn single(row: Row) -> Way {
        Way { row, staked: 1, won: 0, pushed: 0, back: 0, surrendered: 0, is_insured: false }
    }

    fn words(self) -> String {
        let plain = match self.row {
            Row::Blackjack => "blackjack",
            Row::BothBlackjack => "both have a blackjack",
            Row::DealerBlackjack => "dealer's blackjack",
            Row::Surrender => "surrenders",
            Row::Won => "wins",
            Row::Pushed => "pushes",
            Row::Lost => "loses",
            Row::Busted => "busts",
            Row::Split => "splits",
        };
        let words = match (self.row, self.staked) {
            (Row::Split, staked) | (Row::DealerBlackjack, staked @ 2..) => {
                format!("{plain}, {staked} wagers in all")
            }
            (_, 2) => format!("doubles and {plain}"),
            _ => plain.to_owned(),
        };
        if self.is_insured { format!("{words}, insured") } else { words }
    }

    fn staked(self) -> Exact {
        let insured = if self.is_insured { fraction(1, 2) } else { whole(0) };
        whole(self.staked) + insured
    }

    fn returned(self, pays: &Pays) -> Amount {
        let surrender = || pays.surrender.clone().unwrap_or_default();
        let hands = match self.row {
            Row::Blackjack => pays.blackjack.clone(),
            Row::Surrender => surrender(),
            _ => {
                let of_stakes = &pays.win * whole(self.won) + &pays.push * whole(self.pushed);
                of_stakes + whole(self.back) + surrender() * whole(self.surrendered)
            }
        };
        let is_insurance_won = matches!(self.row, Row::BothBlackjack | Row::DealerBlackjack);
        match &pays.insurance {
            Some(pay) if self.is_insured && is_insurance_won => hands + pay / whole(2),
            _ => hands,
        }
    }
}

/// How likely each way is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ways(BTreeMap<Way, f64>);

impl Ways {
    pub(crate) fn add(&mut self, way: Way, chance: f64) {
        if chance > 0.0 {
            *self.0.entry(way).or_default() += chance;
        }
    }

    pub(crate) fn add_all(&mut self, other: &Ways, share: f64) {
        for (&way, chance) in &other.0 {
            self.add(way, chance * share);
        }
    }

    /// The same with half a wager of insurance besides.
    pub(crate) fn insured(self) -> Ways {
        let insured = |(way, chance)| (Way { is_insured: true, ..way }, chance);
        Ways(self.0.into_iter().map(insured).collect())
    }

    /// A player's blackjack.
    pub(crate) fn of_blackjack(dealers: f64) -> Ways {
        let mut ways = Ways::default();
        ways.add(Way::single(Row::Blackjack), 1.0 - dealers);
        ways.add(Way { pushed: 1, ..Way::single(Row::BothBlackjack) }, dealers);
        ways
    }

    /// A hand that is not split.
    pub(crate) fn of_hand(rules: &Rules, chances: &OutcomeChances, dealers: f64) -> Ways {
        let mut ways = Ways::default();
        for stake in Stake::BOTH {
            let staked = stake.units();
            let way = |row| Way { staked, ..Way::single(row) };
            for dealer in 0..FINALS {
                for result in HandResult::ALL {
                    let way = match result {
                        HandResult::Lost => way(Row::Lost),
                        HandResult::Pushed => Way { pushed: staked, ..way(Row::Pushed) },
                        HandResult::Won => Way { won: staked, ..way(Row::Won) },
                    };
                    ways.add(way, chances.stood(stake, result, dealer));
                }
            }
            ways.add(way(Row::Busted), chances.busted(stake, 0));
            if !rules.peeks {
                ways.add(way(Row::Busted), chances.busted(stake, 1));
                let stood = chances.stood(stake, HandResult::Lost, BLACKJACK);
                ways.add(Way { back: staked - 1, ..way(Row::DealerBlackjack) }, stood);
            }
        }
        // A surrender does not hold against the dealer's blackjack.
        ways.add(Way::single(Row::Surrender), chances.surrendered(0));
        let to_blackjack = if rules.peeks { dealers } else { chances.surrendered(1) };
        ways.add(Way::single(Row::DealerBlackjack), to_blackjack);
        ways
    }

    /// A pair that is split. Hands are taken as independent of each other once it is known how many there are and how
    /// the dealer ends; the result of each is exact, and so is the mean.
    pub(crate) fn of_split(rules: &Rules, split: &Split, dealers: f64) -> Ways {
        let mut sums = [0.0; SUMS];
        let mut to_blackjack = [0.0; SUMS];
        for ending in &split.endings {
            for dealer in 0..FINALS {
                joint_results(ending, dealer, &mut sums);
            }
            if !rules.peeks {
                joint_results(ending, BLACKJACK, &mut to_blackjack);
            }
        }
        let mut ways = Ways::default();
        for (place, &chance) in sums.iter().enumerate() {
            let [staked, won, pushed, surrendered] = of_place(place);
            ways.add(Way { staked, won, pushed, surrendered, ..Way::single(Row::Split) }, chance);
        }
        for (place, &chance) in to_blackjack.iter().enumerate() {
            let [staked, _, back, _] = of_place(place);
            ways.add(Way { staked, back, ..Way::single(Row::DealerBlackjack) }, chance);
        }
        if rules.peeks {
            ways.add(Way::single(Row::DealerBlackjack), dealers);
        }
        ways
    }

    /// The expected result.
    #[cfg(test)]
    pub(crate) fn value(&self, pays: &Pays) -> f64 {
        let net = |way: Way| crate::exact::decimal(&(way.returned(pays) - way.staked()));
        self.0.iter().map(|(&way, chance)| net(way) * chance).sum()
    }

    /// The ways as outcomes in fractions of [`Arithmetic::UNIT`]: row, stake, return, combinations.
    pub(crate) fn outcomes(&self, pays: &Pays) -> Vec<(String, Exact, Amount, f64)> {
        let of =
            |(&way, &chance): (&Way, &f64)| (way.words(), way.staked(), way.returned(pays), chance);
        self.0.iter().map(of).collect()
    }
}

/// A distribution of chances that add up to one, in units of [`Arithmetic::UNIT`]. What rounding
/// leaves goes to the likeliest outcome.
pub(crate) fn distribution<A: Into<Amount>>(
    outcomes: Vec<(String, A, Amount, f64)>,
) -> Distribution {
    let mut units: Vec<u64> = outcomes.iter().map(|outcome| in_units(outcome.3)).collect();
    let sum: u64 = units.iter().sum();
    if let Some(largest) = units.iter_mut().max() {
        *largest = (*largest + Arithmetic::UNIT).saturating_sub(sum);
    }
    let mut gathering = Gathering::default();
    for ((row, staked, returned, _), units) in outcomes.into_iter().zip(units) {
        gathering.add(row, staked, returned, BigUint::from(units));
    }
    gathering.finish()
}

/// A chance in units of [`Arithmetic::UNIT`].
pub(crate) fn in_units(chance: f64) -> u64 {
    (chance * Arithmetic::UNIT as f64).round() as u64
}

/// Sums of up to four hands, each with up to two wagers: staked, won, pushed; and hands surrendered.
const SUMS: usize = 9 * 9 * 9 * 5;

/// The place of a hand that was surrendered.
const SURRENDERED: usize = place_of(1, 0, 0) + 9 * 9 * 9;

const fn place_of(staked: u8, won: u8, pushed: u8) -> usize {
    staked as usize * 81 + won as usize * 9 + pushed as usize
}

fn of_place(place: usize) -> [u8; 4] {
    let of = |over: usize| (place / over % 9) as u8;
    [of(81), of(9), of(1), (place / 729) as u8]
}

/// Adds the joint results of the hands of a split for one final hand of the dealer.
fn joint_results(ending: &Ending, dealer: usize, sums: &mut [f64; SUMS]) {
    let likely = ending.dealer[dealer];
    if likely <= 0.0 {
        return;
    }
    let mut all = vec![0.0; SUMS];
    all[0] = ending.chance * likely;
    for number in 0..ending.apart + ending.any {
        let chances =
            if number < ending.apart { &ending.chances_apart } else { &ending.chances_any };
        let one = if dealer == BLACKJACK {
            against_blackjack(chances, likely, u8::from(number == 0))
        } else {
            against(chances, dealer, likely)
        };
        let mut more = vec![0.0; SUMS];
        for (place, &chance) in all.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            for &(step, share) in &one {
                more[place + step] += chance * share;
            }
        }
        all = more;
    }
    for (sum, chance) in sums.iter_mut().zip(all) {
        *sum += chance;
    }
}

/// The results of one hand for one final hand of the dealer.
fn against(chances: &OutcomeChances, dealer: usize, likely: f64) -> Vec<(usize, f64)> {
    let mut one = Vec::with_capacity(8);
    let mut busted = likely;
    for stake in Stake::BOTH {
        let staked = stake.units();
        for result in HandResult::ALL {
            let chance = chances.stood(stake, result, dealer);
            busted -= chance;
            let step = match result {
                HandResult::Lost => place_of(staked, 0, 0),
                HandResult::Pushed => place_of(staked, 0, staked),
                HandResult::Won => place_of(staked, staked, 0),
            };
            one.push((step, chance / likely));
        }
    }
    let busts: f64 = Stake::BOTH.iter().map(|&stake| chances.busted(stake, 0)).sum();
    let over = busts + chances.surrendered(0);
    if over > 0.0 {
        let share = |chance: f64| busted.max(0.0) / likely * chance / over;
        for stake in Stake::BOTH {
            one.push((place_of(stake.units(), 0, 0), share(chances.busted(stake, 0))));
        }
        one.push((SURRENDERED, share(chances.surrendered(0))));
    }
    one.retain(|&(_, chance)| chance > 0.0);
    one
}

/// The results of one hand against a blackjack that the dealer did not peek for: what busts is lost, and the original
/// wager, if it is on this hand [BJ-3] [BJ-9].
fn against_blackjack(chances: &OutcomeChances, likely: f64, original: u8) -> Vec<(usize, f64)> {
    let mut one = Vec::with_capacity(4);
    for stake in Stake::BOTH {
        let staked = stake.units();
        let stood = chances.stood(stake, HandResult::Lost, BLACKJACK);
        one.push((place_of(staked, 0, staked - original), stood / likely));
        one.push((place_of(staked, 0, 0), chances.busted(stake, 1) / likely));
    }
    // A surrender does not hold against it.
    one.push((place_of(1, 0, 1 - original), chances.surrendered(1) / likely));
    one.retain(|&(_, chance)| chance > 0.0);
    one
}
