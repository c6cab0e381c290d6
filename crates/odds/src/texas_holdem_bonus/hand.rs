//! One starting hand: from the river up to what is best, and down again to how it ends.

use crate::holdem::bits::Bits;
use crate::holdem::boards::{Boards, Holding};
use crate::holdem::gain::Gains;
use crate::holdem::held::Held;
use crate::holdem::rows::{Length, Whole, small};
use crate::holdem::showdown::{DEALERS, Showdown, Showdowns};
use crate::holdem::start::{Kind, Start};
use crate::solution::{Policy, unknown_strategy};
use cards::Rank;
use num_traits::Zero as _;

/// A hand wins also on the ante, wins without, ties or loses.
pub(super) const OUTCOMES: usize = 4;

/// Boards told apart by flop, turn and river, with the dealer's hands.
pub(super) const DEALS: u64 = 19_600 * 47 * 46 * DEALERS as u64;

/// Net results in whole parts of an ante.
pub(super) struct Bets {
    /// Of the ante and of each ante of the other bets, by outcome.
    pub(super) nets: [[i128; 2]; OUTCOMES],
    /// Does a value win also on the ante?
    pub(super) pays_ante: Vec<bool>,
    /// An ante.
    pub(super) ante: i128,
}

impl Bets {
    /// How often each outcome is met for a hand on a river.
    fn outcomes(&self, showdown: Showdown) -> [u32; OUTCOMES] {
        let [won, tied] = [showdown.lower, showdown.equal].map(u32::from);
        let is_paid = self.pays_ante[usize::from(showdown.value)];
        let [on_ante, without] = if is_paid { [won, 0] } else { [0, won] };
        [on_ante, without, tied, showdown.higher()]
    }

    /// What the ante, and each ante of the other bets, comes to against all the dealer's hands.
    pub(super) fn against(&self, showdown: Showdown) -> [i128; 2] {
        let mut sums = [0; 2];
        for (count, nets) in self.outcomes(showdown).into_iter().zip(self.nets) {
            sums[0] += nets[0] * i128::from(count);
            sums[1] += nets[1] * i128::from(count);
        }
        sums
    }

    /// How long sums of results must be.
    fn length(&self) -> Length {
        let most = self.nets.iter().flatten().map(|net| net.abs()).max().unwrap_or(0);
        // The ante with two antes on the flop.
        Length::of(most.saturating_mul(3 * i128::from(DEALERS)))
    }
}

/// How someone plays who does not play optimally.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Plan {
    Best,
    PairOrBetter,
    NeverFold,
    CheckDown,
    AlwaysBet,
}

impl Plan {
    pub(super) fn of(policy: Policy) -> Plan {
        match policy {
            Policy::Optimal => Plan::Best,
            Policy::Simple("never-fold") => Plan::NeverFold,
            Policy::Simple("check-down") => Plan::CheckDown,
            Policy::Simple("always-bet") => Plan::AlwaysBet,
            Policy::Simple("pair-or-better") => Plan::PairOrBetter,
            Policy::Simple(other) => unknown_strategy(other),
        }
    }

    /// Is the flop bet made, if it is better than a fold or not?
    fn plays(self, start: Start, is_better: bool) -> bool {
        match self {
            Plan::Best => is_better,
            Plan::PairOrBetter => {
                let is_low = start.low == Rank::Two && start.high <= Rank::Seven;
                !is_low || start.kind != Kind::Offsuit
            }
            Plan::NeverFold | Plan::CheckDown | Plan::AlwaysBet => true,
        }
    }

    /// Is a bet made on a board of three or four, if it is no worse than a check or if it is?
    fn bets(self, start: Start, board: impl FnOnce() -> Held, is_better: bool) -> bool {
        match self {
            Plan::Best | Plan::NeverFold => is_better,
            Plan::CheckDown => false,
            Plan::AlwaysBet => true,
            Plan::PairOrBetter => {
                start.kind == Kind::Pair
                    || matches!(board(), Held::TwoPairOrBetter | Held::BoardPair(_))
            }
        }
    }
}

/// How often a starting hand ends how.
#[derive(Clone, Default)]
pub(super) struct Tally {
    /// By the bets made after the flop (1 for the turn, 2 for the river, or both) and outcome.
    pub(super) counts: [[u64; OUTCOMES]; 4],
    pub(super) folded: u64,
}

impl Tally {
    pub(super) fn add(&mut self, other: &Tally, times: u64) {
        for (mine, other) in self.counts.iter_mut().flatten().zip(other.counts.iter().flatten()) {
            *mine += other * times;
        }
        self.folded += other.folded * times;
    }
}

/// A starting hand, solved.
#[derive(Clone)]
pub(super) struct Solved {
    pub(super) start: Start,
    /// The sum over [`DEALS`] if the flop bet is made.
    pub(super) value: i128,
    /// Is it made?
    pub(super) plays: bool,
    /// Is the turn bet made, by the number of the flop?
    pub(super) flops: Bits,
    /// Is the river bet made, by the number of the board of four?
    pub(super) turns: Bits,
}

impl Solved {
    pub(super) fn new(
        showdowns: &Showdowns,
        bets: &Bets,
        plan: Plan,
        start: Start,
    ) -> (Solved, Tally) {
        match bets.length() {
            Length::Short => Sweep::<i32>::new(showdowns, bets, plan, start).solve(),
            Length::Long => Sweep::<i128>::new(showdowns, bets, plan, start).solve(),
        }
    }
}

pub(super) struct Sweep<'s, W> {
    bets: &'s Bets,
    plan: Plan,
    start: Start,
    holding: Holding,
    boards: &'static Boards,
    rivers: Vec<Showdown>,
    /// What ante and flop bet come to at each river, and each ante of turn and river bet, by its
    /// number; then nothing.
    worth: Vec<[W; 2]>,
}

/// The sums of a starting hand from the river up.
pub(super) struct Sums<W: Whole> {
    /// Of an ante of the turn bet, each flop as often as it stands for others.
    flops: Vec<W::Long>,
    /// Of an ante of the river bet on each board of four.
    turns: Vec<W>,
    /// Of ante and flop bet over all boards.
    first: i128,
}

impl<'s, W: Whole> Sweep<'s, W> {
    pub(super) fn new(
        showdowns: &Showdowns,
        bets: &'s Bets,
        plan: Plan,
        start: Start,
    ) -> Sweep<'s, W> {
        let rivers = showdowns.of(start);
        let worth = |&showdown: &Showdown| {
            let [ante, street] = match showdown.is_there() {
                true => bets.against(showdown),
                false => [0, 0],
            };
            [small(ante + 2 * street), small(street)]
        };
        let worth = rivers.iter().map(worth).chain([[W::zero(); 2]]).collect();
        let (holding, boards) = (Holding::new(start), Boards::of(start.kind));
        Sweep { bets, plan, start, holding, boards, rivers, worth }
    }

    fn solve(self) -> (Solved, Tally) {
        let Sums { flops, turns, first } = self.up();
        let (start, plan) = (self.start, self.plan);
        let on_flop = Bits::collect(flops.iter().zip(&self.boards.flops).map(|(&sum, flop)| {
            let is_met = self.holding.meets(flop);
            is_met && plan.bets(start, || Held::of(start, &flop.cards), sum >= W::Long::zero())
        }));
        let on_turn = Bits::collect(turns.iter().zip(&self.boards.turns).map(|(&sum, turn)| {
            let is_met = turn.cards & self.holding.cards == 0;
            is_met && plan.bets(start, || Held::of(start, &turn.indices()), sum >= W::zero())
        }));
        let mut value = first;
        for (_, &sum) in flops.iter().enumerate().filter(|(number, _)| on_flop.has(*number)) {
            value += sum.long();
        }
        for (number, &sum) in turns.iter().enumerate().filter(|(number, _)| on_turn.has(*number)) {
            let times = 4 * i128::from(self.boards.turns[number].times);
            value += sum.long() * times;
        }
        let fold = -self.bets.ante * i128::from(DEALS);
        let plays = plan.plays(start, value >= fold);
        let tally = if plays {
            self.down(&on_flop, &on_turn)
        } else {
            Tally { folded: DEALS, ..Tally::default() }
        };
        (Solved { start, value, plays, flops: on_flop, turns: on_turn }, tally)
    }

    fn up(&self) -> Sums<W> {
        let mut flops = vec![W::Long::zero(); self.boards.flops.len()];
        let mut turns = vec![W::zero(); self.boards.turns.len()];
        let mut all = 0i128;
        for (turn, on_turn) in self.boards.turns.iter().zip(&mut turns) {
            if turn.cards & self.holding.cards != 0 {
                continue;
            }
            let [first, street] = turn.sums(&self.holding, &self.worth);
            *on_turn = street;
            let times = small::<W::Long>(turn.times);
            let [first, street] = [first, street].map(|sum| W::Long::from(sum) * times);
            for flop in turn.flops {
                flops[usize::from(flop)] += street;
            }
            all += 4 * first.long();
        }
        Sums { flops, turns, first: all }
    }

    /// Counts how it ends.
    fn down(&self, on_flop: &Bits, on_turn: &Bits) -> Tally {
        // How often each river is met, by the bets made after the flop.
        let mut met = vec![[0u32; 4]; self.rivers.len()];
        for (number, turn) in self.boards.turns.iter().enumerate() {
            if turn.cards & self.holding.cards != 0 {
                continue;
            }
            let with = turn.flops.iter().filter(|&&flop| on_flop.has(usize::from(flop))).count();
            let times = [4 - with, with].map(|flops| flops as u32 * u32::from(turn.times));
            let river_bet = 2 * usize::from(on_turn.has(number));
            turn.rivers(&self.holding, |river, count| {
                let met = &mut met[river];
                met[river_bet] += times[0] * count;
                met[river_bet + 1] += times[1] * count;
            });
        }
        let mut tally = Tally::default();
        for (met, &showdown) in met.iter().zip(&self.rivers).filter(|(met, _)| **met != [0; 4]) {
            let outcomes = self.bets.outcomes(showdown).map(u64::from);
            for (counts, &times) in tally.counts.iter_mut().zip(met) {
                for (count, outcome) in counts.iter_mut().zip(outcomes) {
                    *count += outcome * u64::from(times);
                }
            }
        }
        tally
    }

    /// What the turn bet and the river bet gain, by what players see.
    pub(super) fn gains(&self) -> [Gains<Held>; 2] {
        let Sums { flops, turns, .. } = self.up();
        let [mut on_flop, mut on_turn] = [Gains::default(), Gains::default()];
        for (flop, sum) in self.boards.flops.iter().zip(flops) {
            if self.holding.meets(flop) {
                let held = Held::of(self.start, &flop.cards);
                on_flop.add(held, sum.long());
            }
        }
        for (turn, sum) in self.boards.turns.iter().zip(turns) {
            if turn.cards & self.holding.cards == 0 {
                let held = Held::of(self.start, &turn.indices());
                let times = 4 * i128::from(turn.times);
                on_turn.add(held, sum.long() * times);
            }
        }
        [on_flop, on_turn]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_strategy_is_played() {
        for simple in super::super::SIMPLE {
            let _ = Plan::of(Policy::Simple(simple.id));
        }
    }

    #[test]
    #[should_panic(expected = "nothing plays it")]
    fn an_unknown_strategy_is_not_played_as_another() {
        let _ = Plan::of(Policy::Simple("unknown"));
    }
}
