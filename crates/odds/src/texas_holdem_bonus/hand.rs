//! Starting hands, two ranks at a time: from the river up to what is best, and down again to how it
//! ends.

use rayon::prelude::*;

use crate::holdem::bits::Bits;
use crate::holdem::boards::{Board, Boards, Worth};
use crate::holdem::counted::{Counted, DEALS, FLOP_DEALS, Played};
use crate::holdem::gain::Gains;
use crate::holdem::grades::{self, GRADES, Sums, grade_of};
use crate::holdem::held::Held;
use crate::holdem::showdown::{DEALERS, Showdown};
use crate::holdem::start::{Kind, Ranks, Start};
use crate::solution::{Policy, unknown_strategy};
use cards::Rank;

/// A hand wins also on the ante, wins without, ties or loses.
pub(super) const OUTCOMES: usize = 4;

/// Net results in whole parts of an ante.
pub(super) struct Bets {
    /// Of the ante and of each ante of the other bets, by outcome.
    pub(super) nets: [[i128; 2]; OUTCOMES],
    /// Does a grade win also on the ante?
    pub(super) pays_ante: [bool; GRADES],
    /// An ante.
    pub(super) ante: i128,
}

impl Bets {
    /// How often each outcome is met over some boards.
    fn outcomes(&self, grade: usize, sums: Sums) -> [i64; OUTCOMES] {
        let [won, unqualified, tied, also_tied, lost, also_lost] = grades::outcomes(grade, sums);
        let won = won + unqualified;
        let [on_ante, without] = if self.pays_ante[grade] { [won, 0] } else { [0, won] };
        [on_ante, without, tied + also_tied, lost + also_lost]
    }

    /// The net result of the ante, and of each ante of the other bets, over some boards.
    pub(super) fn over(&self, grade: usize, sums: Sums) -> [i128; 2] {
        let mut total = [0; 2];
        for (count, nets) in self.outcomes(grade, sums).into_iter().zip(self.nets) {
            total[0] += nets[0] * i128::from(count);
            total[1] += nets[1] * i128::from(count);
        }
        total
    }

    /// The net result of an ante of a bet if it wins, ties and loses.
    fn street(&self) -> [i128; 3] {
        [1, 2, 3].map(|outcome: usize| self.nets[outcome][1])
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

/// How often it ends how.
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

/// How often a hand wins also on the ante, wins, and ties over the rivers of a board of four: in 16 bits
/// each, which hold 46 times 990.
struct Followed(Worth<i64>);

const EACH: u32 = 16;
const TURN_DEALS: i64 = 46 * DEALERS as i64;
const _: () = assert!(TURN_DEALS < 1 << EACH);

/// Solves the starting hands of two ranks.
#[derive(Clone, Copy)]
pub(super) struct Solver<'s> {
    pub(super) counted: &'s Counted,
    pub(super) bets: &'s Bets,
    pub(super) plan: Plan,
}

impl Solver<'_> {
    /// Solves every starting hand; `advance` hears of each.
    pub(super) fn all(self, advance: impl Fn(u64) + Sync) -> (Vec<Solved>, Tally) {
        let ranks: Vec<Ranks> = Ranks::all().collect();
        let solve = |&ranks: &Ranks| {
            let solved: Vec<(Solved, Tally)> = self.solve(ranks).collect();
            advance(solved.len() as u64);
            solved
        };
        let solved: Vec<(Solved, Tally)> = ranks.par_iter().flat_map_iter(solve).collect();
        let mut all = Tally::default();
        solved.iter().for_each(|(solved, tally)| all.add(tally, solved.start.times()));
        let mut hands: Vec<Solved> = solved.into_iter().map(|(solved, _)| solved).collect();
        hands.sort_unstable_by_key(|solved| solved.start.number());
        (hands, all)
    }

    /// The value of a starting hand if the flop bet is made.
    pub(super) fn value(self, start: Start) -> i128 {
        let mut solved = self.solve(start.ranks());
        let solved = solved.find(|(solved, _)| solved.start == start);
        solved.map_or(0, |(solved, _)| solved.value)
    }

    fn followed(&self, ranks: Ranks) -> Followed {
        let grade = grade_of();
        let packed = |&river: &Showdown| {
            let grade = grade(river);
            if grade >= GRADES {
                return 0;
            }
            let [on_ante, without, tied, _] = self.bets.outcomes(grade, grades::sums(river));
            on_ante | (on_ante + without) << EACH | tied << (2 * EACH)
        };
        let showdowns = &self.counted.showdowns;
        let packed = |_, rivers: &[Showdown]| rivers.iter().map(packed).collect();
        Followed(Worth::of_turns(showdowns, ranks, packed))
    }

    fn solve(self, ranks: Ranks) -> impl Iterator<Item = (Solved, Tally)> {
        let followed = self.followed(ranks);
        ranks.starts().map(move |start| self.start(start, &followed))
    }

    /// The net result of an ante of the turn bet on a flop.
    fn on_flop(&self, &[won, unqualified, tied]: &Played) -> i128 {
        let [win, tie, lose] = self.bets.street();
        let [won, tied] = [i128::from(won) + i128::from(unqualified), i128::from(tied)];
        won * win + tied * tie + (i128::from(FLOP_DEALS) - won - tied) * lose
    }

    /// The net result of an ante of the river bet on a board of four: pays are limited to 10^8 antes of 10^5
    /// parts, so that 64 bits hold it.
    fn on_turn(&self) -> impl Fn([i64; OUTCOMES]) -> i64 {
        let street = self.bets.street().map(|net| i64::try_from(net).expect("pays are limited"));
        let [win, tie, lose] = street;
        move |[on_ante, without, tied, lost]| (on_ante + without) * win + tied * tie + lost * lose
    }

    fn start(&self, start: Start, followed: &Followed) -> (Solved, Tally) {
        let (bets, plan) = (self.bets, self.plan);
        let mut value: i128 = 0;
        for (grade, sums) in self.counted.boards(start).iter() {
            let [ante, street] = bets.over(grade, sums);
            value += ante + 2 * street;
        }
        let mut on_flop = vec![false; Boards::flops(start.kind).len()];
        for (number, flop) in Boards::flops(start.kind).met(start) {
            let sum = self.on_flop(&self.counted.flops(start)[number]);
            if plan.bets(start, || Held::of(start, &flop.indices()), sum >= 0) {
                on_flop[number] = true;
                value += sum * i128::from(flop.times);
            }
        }
        let worth = self.on_turn();
        let turns = Boards::turns(start.kind);
        let mut on_turn = vec![false; turns.len()];
        let mut tally = Tally::default();
        for (number, turn) in turns.met(start) {
            let outcomes = followed.of(turn);
            let sum = worth(outcomes);
            let is_bet = plan.bets(start, || Held::of(start, &turn.indices()), sum >= 0);
            on_turn[number] = is_bet;
            if is_bet {
                value += i128::from(sum) * i128::from(4 * u32::from(turn.times));
            }
            let with =
                turns.flops[number].iter().filter(|&&flop| on_flop[usize::from(flop)]).count()
                    as u64;
            let times = [4 - with, with].map(|flops| flops * u64::from(turn.times));
            for (streets, times) in times.into_iter().enumerate() {
                let counts = &mut tally.counts[streets + 2 * usize::from(is_bet)];
                for (count, outcome) in counts.iter_mut().zip(outcomes) {
                    *count += outcome as u64 * times;
                }
            }
        }
        let fold = -bets.ante * i128::from(DEALS);
        let plays = plan.plays(start, value >= fold);
        if !plays {
            tally = Tally { folded: DEALS, ..Tally::default() };
        }
        let [flops, turns] = [on_flop, on_turn].map(|bets| Bits::of(&bets, |&is_bet| is_bet));
        (Solved { start, value, plays, flops, turns }, tally)
    }

    /// What the turn bet and the river bet gain, by what players see, over the hands of two ranks that
    /// play.
    pub(super) fn gains(&self, ranks: Ranks, plays: impl Fn(Start) -> bool) -> [Gains<Held>; 2] {
        let [mut on_flop, mut on_turn] = [Gains::default(), Gains::default()];
        let (followed, worth) = (self.followed(ranks), self.on_turn());
        for start in ranks.starts().filter(|&start| plays(start)) {
            let times = i128::from(start.times());
            for (number, flop) in Boards::flops(start.kind).met(start) {
                let sum = self.on_flop(&self.counted.flops(start)[number]);
                on_flop.add(Held::of(start, &flop.indices()), sum * i128::from(flop.times) * times);
            }
            for (_, turn) in Boards::turns(start.kind).met(start) {
                let sum = i128::from(worth(followed.of(turn)));
                let boards = 4 * i128::from(turn.times);
                on_turn.add(Held::of(start, &turn.indices()), sum * boards * times);
            }
        }
        [on_flop, on_turn]
    }
}

impl Followed {
    /// How often each outcome follows a board of four.
    #[inline]
    fn of(&self, turn: &Board) -> [i64; OUTCOMES] {
        let packed = self.0.of(turn);
        let count = |place: u32| packed >> (place * EACH) & ((1 << EACH) - 1);
        let [on_ante, won, tied] = [0, 1, 2].map(count);
        [on_ante, won - on_ante, tied, TURN_DEALS - won - tied]
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
