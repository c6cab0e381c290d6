//! A wager of streets beside side bets on the same five cards, or on the player's own.

use super::{Next, Streets, Worth};
use crate::census::{Sample, Space};
use crate::classes::{finishes, sets};
use crate::exact::{Exact, fraction, whole};
use crate::game::Question;
use crate::joint::SideNets;
use crate::kinds::{FIVE_KINDS, FiveKinds};

/// In how many ways some cards become which kind of hand.
type Ways = [u64; FIVE_KINDS];

/// The mean of the product with each side bet, played best; nothing for one that is judged on other cards.
pub(super) fn products(
    question: &Question<'_>,
    game: &Streets,
    sides: &[&SideNets],
) -> Vec<Option<Exact>> {
    let worth = Worth::of(question, &question.schedules[0], game);
    let by_kind = worth.by_kind();
    let start = sets(worth.size(0));
    let deals = start.times.iter().sum::<u64>() * worth.ways(0);
    let product = |side: &&SideNets| {
        let sum: i128 = match (side.space, side.own_cards()) {
            (Space::Five, _) => {
                let nets = nets_by_kind(side)?;
                by_kind.iter().zip(nets).map(|(sum, net)| sum * net).sum()
            }
            (_, Some(own)) if own == worth.size(0) => {
                let of_class = |class: usize| {
                    let best = worth.values(0, 0, class).into_iter().max().unwrap_or_default();
                    let beside = side.on_cards(start.cards[class].iter().collect());
                    best * i128::from(start.times[class]) * beside
                };
                (0..start.len()).map(of_class).sum()
            }
            _ => return None,
        };
        Some(fraction(sum, 1) / (whole(worth.scale.unit) * whole(side.unit()) * whole(deals)))
    };
    sides.iter().map(product).collect()
}

/// What a side bet nets on each kind of five cards; nothing if it tells hands of a kind apart.
fn nets_by_kind(side: &SideNets) -> Option<[i128; FIVE_KINDS]> {
    let mut nets = [None; FIVE_KINDS];
    for (sample, _) in Space::Five.census().counts {
        let Sample::Five(value, _) = sample else { return None };
        let net = side.on(sample);
        let known = nets[FiveKinds::get().of(value)].get_or_insert(net);
        if *known != net {
            return None;
        }
    }
    Some(nets.map(Option::unwrap_or_default))
}

impl Worth {
    /// What the best plan nets on each kind of hand in the end, also where it was folded before, summed over all deals.
    fn by_kind(&self) -> [i128; FIVE_KINDS] {
        let becomes = self.becomes();
        let mut sums = [0; FIVE_KINDS];
        for (street, forks) in self.reach(&self.best).iter().enumerate() {
            for (fork, reached) in forks.iter().enumerate() {
                for (class, &reached) in reached.iter().enumerate().filter(|(_, it)| **it > 0) {
                    let choice = usize::from(self.best[street][fork][class]);
                    let (end, is_fold) = match self.tree.forks[street][fork].next[choice] {
                        Next::Street(_) => continue,
                        Next::Fold(end) => (end, true),
                        Next::Showdown(end) => (end, false),
                    };
                    for (kind, ways) in becomes[street][class].iter().enumerate() {
                        let net = self.nets[end][if is_fold { 0 } else { kind }];
                        sums[kind] += net * i128::from(reached) * i128::from(*ways);
                    }
                }
            }
        }
        sums
    }

    /// By street and class: in how many ways the cards become which kind of five.
    fn becomes(&self) -> Vec<Vec<Ways>> {
        let last = |counts: &[u8; FIVE_KINDS]| counts.map(u64::from);
        let mut becomes: Vec<Vec<Ways>> = vec![finishes().iter().map(last).collect()];
        for street in (0..self.streets() - 1).rev() {
            let next = &becomes[0];
            let sum = |more: &Vec<u16>| {
                let mut ways = [0; FIVE_KINDS];
                for class in more {
                    let of_class = &next[usize::from(*class)];
                    ways.iter_mut().zip(of_class).for_each(|(sum, ways)| *sum += ways);
                }
                ways
            };
            let of_street = sets(self.size(street)).more.iter().map(sum).collect();
            becomes.insert(0, of_street);
        }
        becomes
    }
}
