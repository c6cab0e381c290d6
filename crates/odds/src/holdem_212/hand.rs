//! Starting hands, two ranks at a time: from the river up to what is best, and down again to how it ends.

use hands::FiveValue;
use rayon::prelude::*;

use super::terms::{Ladder, Row, STREETS, Terms, best, choose, folds, grade, outcomes_of};
use crate::game::Progress;
use crate::holdem::boards::{Boards, Met, RELATIONS, Worth};
use crate::holdem::counted::DEALS;
use crate::holdem::grades::{by_value, sums};
use crate::holdem::held::Held;
use crate::holdem::lattice::{Number, Part as _};
use crate::holdem::outs::{Outs, Standing};
use crate::holdem::showdown::{DEALERS, Place, Showdown, Showdowns};
use crate::holdem::start::{Kind, Ranks, Start};
use crate::solution::{Policy, unknown_strategy};

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

/// How often hands end how.
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

    fn add(&mut self, other: &Tally) {
        let add = |(mine, other): (&mut u64, &u64)| *mine += other;
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
}

/// Starting hands, solved, how they end, and the ladder: the shares, and what the pots before the river bet are
/// worth with each.
pub(super) struct All {
    /// In the order of their numbers.
    pub(super) hands: Vec<Solved>,
    /// Of every hand that a starting hand stands for.
    pub(super) tally: Tally,
    pub(super) shares: Vec<i64>,
    pub(super) rows: Vec<Vec<i128>>,
}

/// Solves starting hands in numbers as short as the terms allow.
pub(super) fn solve_all(
    showdowns: &Showdowns,
    terms: &Terms,
    plan: &Plan,
    ranks: &[Ranks],
    progress: &dyn Progress,
) -> All {
    let all = Solver { showdowns, terms, plan, ranks, progress };
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
    ranks: &'a [Ranks],
    progress: &'a dyn Progress,
}

impl Solver<'_> {
    /// Rows of `L` before the river bet and of `T` before the turn bet are long enough.
    fn solve<W: Number, const L: usize, const T: usize>(&self) -> All {
        let ladder = Ladder::<W, L>::new(self.terms, || self.met());
        let hidden = matches!(self.plan, Plan::Paired).then(Hidden::new);
        let solve = |&ranks: &Ranks| {
            let solved = of_ranks::<W, L, T>(self, &ladder, hidden.as_ref(), ranks);
            self.progress.advance(solved.0.len() as u64);
            solved
        };
        let solved: Vec<(Vec<Solved>, Tally)> = self.ranks.par_iter().map(solve).collect();
        let (mut hands, mut tally) = (Vec::new(), Tally::new(self.terms));
        for (some, ended) in solved {
            hands.extend(some);
            tally.add(&ended);
        }
        hands.sort_unstable_by_key(|solved: &Solved| solved.start.number());
        let pots = self.terms.pots(STREETS - 1);
        let long = |row: &Row<W, L>| row[..pots].iter().map(|worth| worth.long()).collect();
        let rows = ladder.rows.iter().map(long).collect();
        All { hands, tally, rows, shares: ladder.shares }
    }

    /// Every share that there is.
    fn met(&self) -> Vec<i64> {
        let of = |&ranks: &Ranks| {
            let flush = ranks.relations().iter().map(|&at| self.showdowns.flush(ranks, at));
            let rivers = flush.chain([self.showdowns.plain(ranks)]).flatten();
            let there = rivers.filter(|river| river.is_there());
            let mut shares: Vec<i64> = there.map(|&river| self.terms.share(river)).collect();
            shares.sort_unstable();
            shares.dedup();
            shares
        };
        let mut all: Vec<i64> = self.ranks.par_iter().flat_map(of).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
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

/// Solves the starting hands of two ranks, eight numbers at a time where the processor can.
fn of_ranks<W: Number, const L: usize, const T: usize>(
    all: &Solver<'_>,
    ladder: &Ladder<W, L>,
    hidden: Option<&Hidden>,
    ranks: Ranks,
) -> (Vec<Solved>, Tally) {
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn wide<W: Number, const L: usize, const T: usize>(
        all: &Solver<'_>,
        ladder: &Ladder<W, L>,
        hidden: Option<&Hidden>,
        ranks: Ranks,
    ) -> (Vec<Solved>, Tally) {
        Sweep::<W, L, T>::new(all, ladder, hidden, ranks).solve()
    }
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor was asked whether it has what the function is compiled for.
        #[allow(unsafe_code)]
        return unsafe { wide::<W, L, T>(all, ladder, hidden, ranks) };
    }
    Sweep::<W, L, T>::new(all, ladder, hidden, ranks).solve()
}

struct Sweep<'a, W, const L: usize, const T: usize> {
    showdowns: &'a Showdowns,
    terms: &'a Terms,
    plan: &'a Plan,
    ladder: &'a Ladder<W, L>,
    hidden: Option<&'a Hidden>,
    ranks: Ranks,
    /// The places of the shares on the ladder, if the best is looked for: on plain boards by texture, then by the
    /// relation to a flush suit.
    shares: [Vec<u32>; 1 + RELATIONS],
    /// What the pots after the turn bet are worth on each board of four, if the best is looked for.
    turns: Option<Worth<Row<W, L>>>,
}

impl<'a, W: Number, const L: usize, const T: usize> Sweep<'a, W, L, T> {
    #[inline(always)]
    fn new(
        all: &Solver<'a>,
        ladder: &'a Ladder<W, L>,
        hidden: Option<&'a Hidden>,
        ranks: Ranks,
    ) -> Sweep<'a, W, L, T> {
        let Solver { showdowns, terms, plan, .. } = *all;
        let mut shares = <[Vec<u32>; 1 + RELATIONS]>::default();
        if !matches!(plan, Plan::Best) {
            return Sweep { showdowns, terms, plan, ladder, hidden, ranks, shares, turns: None };
        }
        let place = |river: &Showdown| match river.is_there() {
            true => ladder.place(terms.share(*river)) as u32,
            false => 0,
        };
        shares[0] = showdowns.plain(ranks).iter().map(place).collect();
        for &relation in ranks.relations() {
            let rivers = showdowns.flush(ranks, relation).iter();
            shares[1 + relation] = rivers.map(place).collect();
        }
        let worth = |relation: Option<usize>, texture: usize| {
            let of = &shares[relation.map_or(0, |relation| 1 + relation)];
            ladder.rows[of[texture] as usize]
        };
        let turns = Some(Worth::of_large_turns(showdowns, ranks, worth));
        Sweep { showdowns, terms, plan, ladder, hidden, ranks, shares, turns }
    }

    #[inline(always)]
    fn solve(&self) -> (Vec<Solved>, Tally) {
        let mut tally = Tally::new(self.terms);
        // How often each board of four is met, by the pot after the bet there.
        let mut met: Vec<Option<Met>> = (0..self.terms.pots(3)).map(|_| None).collect();
        let mut hands = Vec::new();
        for start in self.ranks.starts() {
            let solved = self.start(start);
            self.to_river(&solved, &mut tally, &mut met);
            hands.push(solved);
        }
        for (pot, met) in met.iter().enumerate() {
            if let Some(met) = met {
                self.settle(pot, met, &mut tally);
            }
        }
        (hands, tally)
    }

    #[inline(always)]
    fn start(&self, start: Start) -> Solved {
        let flops = self.turns.as_ref().map(|turns| self.up(start, turns)).unwrap_or_default();
        let (first_values, first) = match self.plan.bet(self.terms, || start.kind == Kind::Pair) {
            Some(first) => (Vec::new(), Some(first)),
            None => {
                let values = self.first_values(start, &flops);
                let fold = self.terms.fold(0, 0, (DEALS / u64::from(DEALERS)) as i64);
                let first = choose(&values, 0, self.terms.bets, fold);
                (values, first)
            }
        };
        let mut on_flops = Vec::new();
        if let Some(pot) = first {
            on_flops.resize(Boards::flops(start.kind).len(), None);
            let fold = self.flop_folds()[pot];
            for (number, flop) in Boards::flops(start.kind).met(start) {
                let fold = fold.times(usize::from(flop.times));
                let bet = match flops.get(number) {
                    None => self.plan.bet(self.terms, || is_paired(start, &flop.indices())),
                    Some(worth) => choose(worth, pot, self.terms.bets, fold),
                };
                on_flops[number] = bet.map(|bet| bet as u8);
            }
        }
        Solved { start, first_values, first, flops: on_flops }
    }

    /// What each pot after the flop bet is worth, each flop as often as it stands for others.
    #[inline(always)]
    fn up(&self, start: Start, worth: &Worth<Row<W, L>>) -> Vec<Row<W, T>> {
        let turns = Boards::turns(start.kind);
        let mut flops = vec![Row::<W, T>::ZERO; Boards::flops(start.kind).len()];
        let fold = folds::<W, T>(self.terms, 2, 46);
        for (number, turn) in turns.met(start) {
            let worth = best::<W, L, T>(&worth.of(turn), self.terms.bets, &fold);
            let worth = worth.times(usize::from(turn.times));
            for flop in turns.flops[number] {
                let sums = &mut flops[usize::from(flop)];
                *sums = sums.plus(worth);
            }
        }
        flops
    }

    /// The sums of each bet before the flop.
    #[inline(always)]
    fn first_values(&self, start: Start, flops: &[Row<W, T>]) -> Vec<i128> {
        let (mut sums, fold) = (vec![0; self.terms.bets], self.flop_folds());
        for (number, flop) in Boards::flops(start.kind).met(start) {
            let folds = fold.times(usize::from(flop.times));
            let worth = best::<W, T, T>(&flops[number], self.terms.bets, &folds);
            sums.iter_mut().zip(worth).for_each(|(sum, worth)| *sum += worth.long());
        }
        sums
    }

    fn flop_folds(&self) -> Row<W, T> {
        folds(self.terms, 1, 47 * 46)
    }

    /// Counts how a hand gets to the river: how often each board of four is met, by the pot after the bet there.
    #[inline(always)]
    fn to_river(&self, hand: &Solved, tally: &mut Tally, met: &mut [Option<Met>]) {
        let (start, all) = (hand.start, hand.start.times());
        let Some(first_pot) = tally.decide(0, 0, hand.first, DEALS * all) else { return };
        for (number, flop) in Boards::flops(start.kind).met(start) {
            let deals = u64::from(flop.times) * 47 * 46 * u64::from(DEALERS) * all;
            tally.decide(1, first_pot, hand.flops[number].map(usize::from), deals);
        }
        let fold = folds::<W, T>(self.terms, 2, 46);
        let turns = Boards::turns(start.kind);
        let mut bets = vec![W::ZERO; self.terms.bets];
        for (number, turn) in turns.met(start) {
            // The pots before the turn bet and after it, and from how many flops.
            let mut before = Pots::default();
            let flops = turns.flops[number].into_iter();
            for bet in flops.filter_map(|flop| hand.flops[usize::from(flop)]) {
                before.add(first_pot + usize::from(bet), 1);
            }
            let boards = u64::from(turn.times) * all;
            for (pot, flops) in before.met() {
                let bet = match &self.turns {
                    None => self.plan.bet(self.terms, || is_paired(start, &turn.indices())),
                    Some(worth) => {
                        worth.some_of(turn, pot, &mut bets);
                        choose(&bets, 0, self.terms.bets, fold[pot])
                    }
                };
                let boards = boards * u64::from(flops);
                let deals = boards * 46 * u64::from(DEALERS);
                if let Some(pot) = tally.decide(2, pot, bet, deals) {
                    met[pot].get_or_insert_with(|| Met::none(4)).add(turn, boards as i32);
                }
            }
        }
    }

    /// Decides every river that is met with a pot, and counts what comes of it.
    fn settle(&self, pot: usize, met: &Met, tally: &mut Tally) {
        // By the bet, folds last, and whether the hand is a pair or better: boards, and the dealer's hands in all.
        let mut ended = vec![[[0i64; 4]; 2]; self.terms.bets + 1];
        met.each_river(self.showdowns, self.ranks, |place, river, times| {
            let bet = match self.plan.bet(self.terms, || self.is_hidden(place, river)) {
                None => {
                    let shares = &self.shares[place.0.map_or(0, |relation| 1 + relation)];
                    self.ladder.choice(shares[place.1] as usize, pot)
                }
                bet => bet,
            };
            let ended = &mut ended[bet.unwrap_or(self.terms.bets)][grade(river)];
            for (sum, one) in ended.iter_mut().zip(sums(river)) {
                *sum += one * i64::from(times);
            }
        });
        for (bet, by_grade) in ended.into_iter().enumerate() {
            for (grade, sums) in by_grade.into_iter().enumerate() {
                let bet = (bet < self.terms.bets).then_some(bet);
                let deals = sums[0] as u64 * u64::from(DEALERS);
                let Some(last) = tally.decide(3, pot, bet, deals) else { continue };
                for (count, outcome) in tally.ended[last].iter_mut().zip(outcomes_of(grade, sums)) {
                    *count += outcome as u64;
                }
            }
        }
    }

    /// Is a pair or better held at the river?
    fn is_hidden(&self, place: Place, river: Showdown) -> bool {
        self.hidden.is_some_and(|Hidden { outs, categories }| {
            outs.standing(self.ranks, place, river, categories) == Standing::Hidden
        })
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
        let ranks = ["AKs", "22", "72o"].map(|name| start(name).ranks());
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
                ranks: &ranks,
                progress: &Silent,
            };
            let solved = solve_all(&showdowns, terms, &Plan::Best, &ranks, &Silent);
            if place < 3 {
                let long = asked.solve::<i64, 28, 20>();
                for (short, long) in solved.hands.iter().zip(&long.hands) {
                    assert_eq!(short.first_values, long.first_values);
                }
                assert_eq!(solved.tally.ended, long.tally.ended);
            }
            let nets = &terms.nets;
            let tally = &solved.tally;
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
            let times = |hand: &Solved| hand.start.times();
            assert_eq!(deals, DEALS * solved.hands.iter().map(times).sum::<u64>());
            let fold = terms.fold(0, 0, (DEALS / u64::from(DEALERS)) as i64);
            let best = |hand: &Solved| {
                let best = hand.first_values.iter().copied().max().unwrap().max(fold);
                best * i128::from(times(hand))
            };
            assert_eq!(sum, solved.hands.iter().map(best).sum(), "terms {place}");
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
