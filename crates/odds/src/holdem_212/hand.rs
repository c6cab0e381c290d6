//! One starting hand: from the river up to what is best, and down again to how it ends.

use hands::FiveValue;
use rayon::prelude::*;

use super::terms::{Ladder, Row, STREETS, Terms, best, choose, folds, outcomes};
use crate::game::Progress;
use crate::holdem::boards::{Boards, Holding, Turn, place_of_number};
use crate::holdem::grades::by_value;
use crate::holdem::held::Held;
use crate::holdem::outs::{Outs, Standing};
use crate::holdem::rows::{Whole, small};
use crate::holdem::showdown::{DEALERS, Showdown, Showdowns};
use crate::holdem::start::{Kind, Start};
use crate::solution::{Policy, unknown_strategy};

/// Boards told apart by flop, turn and river, with the dealer's hands.
pub(super) const DEALS: u64 = 19_600 * 47 * 46 * DEALERS as u64;

/// How someone plays.
#[derive(Clone)]
pub(super) enum Plan {
    Best,
    AlwaysMin,
    AlwaysMax,
    Paired,
}

impl Plan {
    pub(super) fn of(policy: Policy) -> Plan {
        match policy {
            Policy::Optimal => Plan::Best,
            Policy::Simple("always-min") => Plan::AlwaysMin,
            Policy::Simple("always-max") => Plan::AlwaysMax,
            Policy::Simple("paired") => Plan::Paired,
            Policy::Simple(other) => unknown_strategy(other),
        }
    }

    /// The bet of a plan that does not look for the best, by what is a pair or better to it.
    pub(super) fn bet(&self, terms: &Terms, is_paired: impl FnOnce() -> bool) -> Option<usize> {
        let most = terms.bets - 1;
        match self {
            Plan::Best => None,
            Plan::AlwaysMin => Some(0),
            Plan::AlwaysMax => Some(most),
            Plan::Paired => Some(if is_paired() { most } else { 0 }),
        }
    }
}

/// Is a pair or better held on a board of three or four?
pub(super) fn is_paired(start: Start, board: &[u8]) -> bool {
    let held = Held::of(start, board);
    matches!(held, Held::TwoPairOrBetter | Held::PocketPair(_) | Held::BoardPair(_))
}

/// How often a starting hand ends how.
#[derive(Clone)]
pub(super) struct Tally {
    /// By final pot and outcome.
    pub(super) ended: Vec<[u64; 4]>,
    /// By street and pot.
    pub(super) folded: Vec<Vec<u64>>,
    /// By street and bet.
    pub(super) bets: Vec<Vec<u64>>,
}

impl Tally {
    pub(super) fn new(terms: &Terms) -> Tally {
        Tally {
            ended: vec![[0; 4]; terms.pots(STREETS)],
            folded: (0..STREETS).map(|street| vec![0; terms.pots(street)]).collect(),
            bets: vec![vec![0; terms.bets]; STREETS],
        }
    }

    pub(super) fn add(&mut self, other: &Tally, times: u64) {
        let add = |(mine, other): (&mut u64, &u64)| *mine += other * times;
        let ended = other.ended.iter().flatten();
        self.ended.iter_mut().flatten().zip(ended).for_each(add);
        let folded = other.folded.iter().flatten();
        self.folded.iter_mut().flatten().zip(folded).for_each(add);
        self.bets.iter_mut().flatten().zip(other.bets.iter().flatten()).for_each(add);
    }

    /// Notes a decision on a street in so many deals, and says the pot that comes of it.
    fn decide(
        &mut self,
        street: usize,
        pot: usize,
        bet: Option<usize>,
        deals: u64,
    ) -> Option<usize> {
        match bet {
            Some(bet) => self.bets[street][bet] += deals,
            None => self.folded[street][pot] += deals,
        }
        bet.map(|bet| pot + bet)
    }
}

/// A starting hand, solved.
#[derive(Clone)]
pub(super) struct Solved {
    pub(super) start: Start,
    /// The sums over [`DEALS`] of each bet before the flop, if the rest is played optimally;
    /// none for a plan.
    pub(super) first_values: Vec<i128>,
    /// The bet before the flop; nothing for a fold.
    pub(super) first: Option<usize>,
    /// The bet on each flop with the pot that the first one makes.
    pub(super) flops: Vec<Option<u8>>,
    /// The place of the share on the ladder by the number of the river.
    pub(super) shares: Vec<u32>,
}

/// Room that is used again for each starting hand.
struct Room<W, const L: usize> {
    /// What each pot after the turn bet is worth, by the board of four.
    turns: Vec<Row<W, L>>,
}

/// Starting hands, solved, and the ladder: the shares, and what the pots before the river bet are
/// worth with each.
pub(super) struct All {
    pub(super) hands: Vec<(Solved, Tally)>,
    pub(super) shares: Vec<i64>,
    pub(super) rows: Vec<Vec<i128>>,
}

/// Solves starting hands in numbers as short as the terms allow.
pub(super) fn solve_all(
    showdowns: &Showdowns,
    terms: &Terms,
    plan: &Plan,
    starts: &[Start],
    progress: &dyn Progress,
) -> All {
    let all = Solver { showdowns, terms, plan, starts, progress };
    let is_short = terms.largest() < i128::from(i32::MAX);
    match terms.pots(STREETS - 1) {
        0..=28 if is_short => all.solve::<i32, 28, 20>(),
        0..=28 => all.solve::<i128, 28, 20>(),
        29..=160 => all.solve::<i128, 160, 160>(),
        _ => all.solve::<i128, 1024, 1024>(),
    }
}

struct Solver<'a> {
    showdowns: &'a Showdowns,
    terms: &'a Terms,
    plan: &'a Plan,
    starts: &'a [Start],
    progress: &'a dyn Progress,
}

impl Solver<'_> {
    /// Rows of `L` before the river bet and of `T` before the turn bet are long enough.
    fn solve<W: Whole, const L: usize, const T: usize>(&self) -> All {
        let met = || {
            let of = |&start: &Start| {
                let rivers = self.showdowns.of(start);
                let mut shares: Vec<i64> =
                    rivers.into_iter().map(|river| share(self.terms, river)).collect();
                shares.sort_unstable();
                shares.dedup();
                shares
            };
            let mut all: Vec<i64> = self.starts.par_iter().flat_map(of).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let ladder = Ladder::<W, L>::new(self.terms, met);
        let hidden = matches!(self.plan, Plan::Paired).then(Hidden::new);
        let solve = |room: &mut Room<W, L>, &start: &Start| {
            let sweep = Sweep::<W, L, T>::new(self, &ladder, hidden.as_ref(), start);
            let solved = sweep.solve(room);
            self.progress.advance(1);
            solved
        };
        let room = || Room { turns: Vec::new() };
        let hands = self.starts.par_iter().map_init(room, solve).collect();
        let long = |worth: &W| worth.long();
        let pots = self.terms.pots(STREETS - 1);
        let rows = ladder.rows[..ladder.shares.len()]
            .iter()
            .map(|row| row[..pots].iter().map(long).collect());
        All { hands, rows: rows.collect(), shares: ladder.shares }
    }
}

/// The share of a river; nothing where there is no such hand.
fn share(terms: &Terms, river: Showdown) -> i64 {
    if river.is_there() { terms.share(river) } else { 0 }
}

/// What is a pair or better at the river.
struct Hidden {
    outs: Outs,
    categories: Vec<u8>,
}

impl Hidden {
    fn new() -> Hidden {
        let categories = by_value(0, |value: FiveValue| value.category() as u8);
        Hidden { outs: Outs::new(), categories }
    }
}

/// Different pots, four at most, and how often each is met.
#[derive(Default)]
struct Pots([(usize, u32); 4]);

impl Pots {
    fn add(&mut self, pot: usize, times: u32) {
        let is_free = |place: &&mut (usize, u32)| place.0 == pot || place.1 == 0;
        let place = self.0.iter_mut().find(is_free).expect("there are four flops at most");
        *place = (pot, place.1 + times);
    }

    fn met(&self) -> impl Iterator<Item = (usize, u32)> {
        self.0.into_iter().take_while(|(_, times)| *times > 0)
    }
}

struct Sweep<'a, W, const L: usize, const T: usize> {
    terms: &'a Terms,
    plan: &'a Plan,
    ladder: &'a Ladder<W, L>,
    hidden: Option<&'a Hidden>,
    start: Start,
    holding: Holding,
    boards: &'static Boards,
    rivers: Vec<Showdown>,
    /// The place on the ladder by the number of the river, and of a row of nothing for none.
    places: Vec<u32>,
}

impl<'a, W: Whole, const L: usize, const T: usize> Sweep<'a, W, L, T> {
    fn new(
        all: &Solver<'a>,
        ladder: &'a Ladder<W, L>,
        hidden: Option<&'a Hidden>,
        start: Start,
    ) -> Sweep<'a, W, L, T> {
        let rivers = all.showdowns.of(start);
        let place = |&river: &Showdown| ladder.place(share(all.terms, river)) as u32;
        Sweep {
            terms: all.terms,
            plan: all.plan,
            ladder,
            hidden,
            start,
            holding: Holding::new(start),
            boards: Boards::of(start.kind),
            places: rivers.iter().map(place).chain([ladder.rows.len() as u32 - 1]).collect(),
            rivers,
        }
    }

    fn solve(&self, room: &mut Room<W, L>) -> (Solved, Tally) {
        let is_best = matches!(self.plan, Plan::Best);
        let flops = if is_best { self.up(room) } else { Vec::new() };
        let first_values = if is_best { self.first_values(&flops) } else { Vec::new() };
        let first = match is_best {
            true => {
                let fold = self.terms.fold(0, 0, (DEALS / u64::from(DEALERS)) as i64);
                choose(&first_values, 0, self.terms.bets, fold)
            }
            false => self.plan.bet(self.terms, || self.start.kind == Kind::Pair),
        };
        let on_flops: Vec<Option<u8>> = match first {
            None => Vec::new(),
            Some(pot) => (0..self.boards.flops.len())
                .map(|flop| self.on_flop(&flops, flop, pot).map(|bet| bet as u8))
                .collect(),
        };
        let tally = self.down(room, first, &on_flops);
        let (start, shares) = (self.start, self.places.clone());
        (Solved { start, first_values, first, flops: on_flops, shares }, tally)
    }

    /// What each pot after the flop bet is worth, each flop as often as it stands for others.
    fn up(&self, room: &mut Room<W, L>) -> Vec<Row<W, T>> {
        let mut flops = vec![[W::zero(); T]; self.boards.flops.len()];
        let fold = folds::<W, T>(self.terms, 2, 46);
        room.turns.clear();
        for turn in &self.boards.turns {
            if turn.cards & self.holding.cards != 0 {
                room.turns.push([W::zero(); L]);
                continue;
            }
            let sums = self.on_turn(turn);
            let worth = best::<W, L, T>(&sums, self.terms.bets, &fold);
            room.turns.push(sums);
            let times = small::<W>(turn.times);
            let worth = worth.map(|worth| worth * times);
            for flop in turn.flops {
                let sums = &mut flops[usize::from(flop)];
                sums.iter_mut().zip(&worth).for_each(|(sum, worth)| *sum += *worth);
            }
        }
        flops
    }

    /// The sums over the 46 rivers of a board of four.
    #[inline(always)]
    fn on_turn(&self, turn: &Turn) -> Row<W, L> {
        let none = self.rivers.len();
        let row = |river: usize| &self.ladder.rows[self.places[river] as usize];
        let (ranks, missing) =
            (turn.of_ranks().map(row), turn.missing(&self.holding, none).map(row));
        let suits = small::<W>(turn.other_suits());
        let mut sums: Row<W, L> = std::array::from_fn(|pot| {
            let ranks = ranks.iter().fold(W::zero(), |sum, row| sum + row[pot]);
            ranks * suits - missing.iter().fold(W::zero(), |sum, row| sum + row[pot])
        });
        for which in 0..2 {
            let Some(suit) = turn.of_suit(which, &self.holding, none) else { break };
            let suit = suit.map(row);
            for (pot, sum) in sums.iter_mut().enumerate() {
                *sum = suit.iter().fold(*sum, |sum, row| sum + row[pot]);
            }
        }
        sums
    }

    /// The sums of each bet before the flop.
    fn first_values(&self, flops: &[Row<W, T>]) -> Vec<i128> {
        let mut sums = vec![0; self.terms.bets];
        for (row, flop) in flops.iter().zip(&self.boards.flops) {
            if !self.holding.meets(flop) {
                continue;
            }
            let worth = best::<W, T, T>(row, self.terms.bets, &self.flop_folds(flop.times));
            for (sum, worth) in sums.iter_mut().zip(worth) {
                *sum += worth.long();
            }
        }
        sums
    }

    fn flop_folds(&self, times: u8) -> Row<W, T> {
        folds(self.terms, 1, 47 * 46 * i64::from(times))
    }

    /// The bet on a flop with a pot.
    fn on_flop(&self, flops: &[Row<W, T>], number: usize, pot: usize) -> Option<usize> {
        let flop = &self.boards.flops[number];
        if !self.holding.meets(flop) {
            return None;
        }
        if let Some(bet) = self.plan.bet(self.terms, || is_paired(self.start, &flop.cards)) {
            return Some(bet);
        }
        let fold = self.flop_folds(flop.times)[pot];
        choose(&flops[number], pot, self.terms.bets, fold)
    }

    /// Counts how it ends.
    fn down(&self, room: &Room<W, L>, first: Option<usize>, on_flops: &[Option<u8>]) -> Tally {
        let mut tally = Tally::new(self.terms);
        let Some(first_pot) = tally.decide(0, 0, first, DEALS) else { return tally };
        for (flop, bet) in self.boards.flops.iter().zip(on_flops) {
            if self.holding.meets(flop) {
                let deals = u64::from(flop.times) * 47 * 46 * u64::from(DEALERS);
                tally.decide(1, first_pot, bet.map(usize::from), deals);
            }
        }
        let fold = folds::<W, T>(self.terms, 2, 46);
        // How often each river is met, by pot.
        let mut met: Vec<Vec<u32>> = vec![Vec::new(); self.terms.pots(3)];
        for (number, turn) in self.boards.turns.iter().enumerate() {
            if turn.cards & self.holding.cards != 0 {
                continue;
            }
            // The pots before the turn bet and after it, and from how many flops.
            let mut before = Pots::default();
            for bet in turn.flops.into_iter().filter_map(|flop| on_flops[usize::from(flop)]) {
                before.add(first_pot + usize::from(bet), 1);
            }
            let deals = u64::from(turn.times) * 46 * u64::from(DEALERS);
            let mut after = Pots::default();
            for (pot, flops) in before.met() {
                let bet = self.bet_on_turn(room, number, pot, fold[pot]);
                if let Some(pot) = tally.decide(2, pot, bet, deals * u64::from(flops)) {
                    after.add(pot, flops);
                }
            }
            for (pot, flops) in after.met() {
                let met = &mut met[pot];
                if met.is_empty() {
                    met.resize(self.rivers.len(), 0);
                }
                let times = flops * u32::from(turn.times);
                turn.rivers(&self.holding, |river, count| met[river] += times * count);
            }
        }
        self.settle(&met, &mut tally);
        tally
    }

    /// The bet on a board of four with a pot.
    fn bet_on_turn(&self, room: &Room<W, L>, number: usize, pot: usize, fold: W) -> Option<usize> {
        if matches!(self.plan, Plan::Best) {
            return choose(&room.turns[number], pot, self.terms.bets, fold);
        }
        let turn = &self.boards.turns[number];
        self.plan.bet(self.terms, || is_paired(self.start, &turn.indices()))
    }

    /// Decides every river that is met, and counts what comes of it.
    fn settle(&self, met: &[Vec<u32>], tally: &mut Tally) {
        let nets = &self.terms.nets;
        for (pot, met) in met.iter().enumerate() {
            let fold = self.terms.fold(3, pot, 1);
            // The bet depends on the share alone.
            let mut known: Vec<Option<Option<usize>>> = vec![None; self.ladder.rows.len()];
            for (number, &times) in met.iter().enumerate().filter(|(_, times)| **times > 0) {
                let river = self.rivers[number];
                let bet = match (self.plan, self.hidden) {
                    (Plan::Best, _) => {
                        *known[self.places[number] as usize].get_or_insert_with(|| {
                            let share = i128::from(self.terms.share(river));
                            let last = nets.iter().map(|[without, each]| without + each * share);
                            choose(&last.collect::<Vec<_>>(), pot, self.terms.bets, fold)
                        })
                    }
                    (plan, hidden) => plan.bet(self.terms, || {
                        hidden.is_some_and(|hidden| {
                            let (outs, categories) = (&hidden.outs, &hidden.categories);
                            let place = place_of_number(self.start.kind, number);
                            let ranks = self.start.ranks();
                            let standing = outs.standing(ranks, place, river, categories);
                            standing == Standing::Hidden
                        })
                    }),
                };
                let deals = u64::from(times) * u64::from(DEALERS);
                let Some(last) = tally.decide(3, pot, bet, deals) else { continue };
                for (count, outcome) in tally.ended[last].iter_mut().zip(outcomes(river)) {
                    *count += u64::from(times) * u64::from(outcome);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::terms::tests::odd;
    use super::*;
    use crate::game::Silent;

    /// Terms that no text has: the outcomes, counted, come to the value of the best first bet, and
    /// short numbers say the same as long ones.
    #[test]
    fn odd_terms() {
        let showdowns = Showdowns::warm();
        let start = |name: &str| Start::all().find(|start| start.name() == name).unwrap();
        let starts = [start("AKs"), start("22"), start("72o")];
        let all = [
            odd(2..=10, (2, 1), 100),
            odd(2..=10, (5, 2), 100),
            odd(2..=10, (1, 1), 50),
            odd(2..=10, (3_000_001, 1), 100),
            odd(3..=3, (2, 1), 100),
            odd(1..=20, (2, 1), 100),
        ];
        for (place, terms) in all.iter().enumerate() {
            let asked = Solver {
                showdowns: &showdowns,
                terms,
                plan: &Plan::Best,
                starts: &starts,
                progress: &Silent,
            };
            let solved = solve_all(&showdowns, terms, &Plan::Best, &starts, &Silent);
            if place < 3 {
                let long = asked.solve::<i64, 28, 20>();
                for (short, long) in solved.hands.iter().zip(&long.hands) {
                    assert_eq!(short.0.first_values, long.0.first_values);
                    assert_eq!(short.1.ended, long.1.ended);
                }
            }
            let nets = &terms.nets;
            for (solved, tally) in &solved.hands {
                let mut sum = 0;
                let mut deals = 0;
                for (counts, [without, each]) in tally.ended.iter().zip(nets) {
                    let all: u64 = counts.iter().sum();
                    let share: i128 = counts
                        .iter()
                        .zip(terms.parts)
                        .map(|(c, p)| i128::from(*c) * i128::from(p))
                        .sum();
                    // A net result is against all the dealer's hands.
                    sum += without / i128::from(DEALERS) * i128::from(all) + each * share;
                    deals += all;
                }
                for (street, counts) in tally.folded.iter().enumerate() {
                    for (pot, &count) in counts.iter().enumerate() {
                        sum += terms.fold(street, pot, 1) / i128::from(DEALERS) * i128::from(count);
                        deals += count;
                    }
                }
                assert_eq!(deals, DEALS);
                let fold = terms.fold(0, 0, (DEALS / u64::from(DEALERS)) as i64);
                let best = solved.first_values.iter().copied().max().unwrap().max(fold);
                assert_eq!(sum, best, "terms {place}, {}", solved.start.name());
            }
        }
    }

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
