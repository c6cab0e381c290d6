//! One starting hand: from the river up to what is best, and down again to how it ends.

use cards::Rank;

use crate::holdem::bits::Bits;
use crate::holdem::boards::{Boards, Holding};
use crate::holdem::gain::Gains;
use crate::holdem::held::Held;
use crate::holdem::outs::{Outs, Standing};
use crate::holdem::rows::{Length, Whole, by_value, small};
use crate::holdem::showdown::{DEALERS, Showdown, Showdowns};
use crate::holdem::start::{Kind, Start};
use crate::solution::{Policy, unknown_strategy};
use num_traits::Zero as _;

/// The play bets: two before the flop, one after it, one after the river [UTH-2].
pub(super) const PLAYS: [i64; 4] = [4, 3, 2, 1];

/// A hand wins, ties or loses, each against a dealer who qualifies and one who does not.
pub(super) const OUTCOMES: usize = 6;

/// Boards told apart by flop, turn and river, with the dealer's hands.
pub(super) const DEALS: u64 = 19_600 * 47 * 46 * DEALERS as u64;

/// Net results in whole parts of an ante.
pub(super) struct Bets {
    /// Of ante and blind together and of each ante of play, by outcome and row of the blind.
    pub(super) nets: Vec<[i128; 2]>,
    pub(super) blind_rows: usize,
    /// The row of the blind of each value.
    pub(super) rows: Vec<u8>,
    /// An ante.
    pub(super) ante: i128,
}

/// How often each outcome is met for a hand on a river.
fn outcomes(showdown: Showdown) -> [u32; OUTCOMES] {
    let split = showdown.split();
    let [[a, b], [c, d], [e, f]] = [split.won, split.tied, split.lost];
    [a, b, c, d, e, f]
}

impl Bets {
    fn row(&self, showdown: Showdown) -> usize {
        usize::from(self.rows[usize::from(showdown.value)])
    }

    /// What ante and blind, and each ante of play, come to against all the dealer's hands.
    pub(super) fn against(&self, showdown: Showdown) -> [i128; 2] {
        let row = self.row(showdown);
        let mut sums = [0; 2];
        for (outcome, count) in outcomes(showdown).into_iter().enumerate() {
            let nets = self.nets[outcome * self.blind_rows + row];
            sums[0] += nets[0] * i128::from(count);
            sums[1] += nets[1] * i128::from(count);
        }
        sums
    }

    /// What a fold comes to.
    pub(super) fn fold(&self) -> i128 {
        -2 * self.ante * i128::from(DEALERS)
    }

    /// How long sums of results must be.
    fn length(&self) -> Length {
        let most = self.nets.iter().flatten().map(|net| net.abs()).max().unwrap_or(0);
        // Ante and blind with two antes of play.
        Length::of(most.max(2 * self.ante).saturating_mul(3 * i128::from(DEALERS)))
    }
}

/// How someone plays who does not play optimally.
pub(super) enum Plan {
    Basic { outs: Box<Outs>, categories: Vec<u8> },
    AlwaysFour,
    NeverBeforeTheRiver,
}

impl Plan {
    pub(super) fn of(policy: Policy) -> Option<Plan> {
        match policy {
            Policy::Optimal => None,
            Policy::Simple("always-4x") => Some(Plan::AlwaysFour),
            Policy::Simple("never-before-the-river") => Some(Plan::NeverBeforeTheRiver),
            Policy::Simple("basic") => {
                Some(Plan::Basic { outs: Box::new(Outs::new()), categories: categories() })
            }
            Policy::Simple(other) => unknown_strategy(other),
        }
    }

    /// Which play bet is made before the flop, if one is.
    fn first(&self, start: Start) -> Option<usize> {
        let is_bet = match self {
            Plan::AlwaysFour => true,
            Plan::NeverBeforeTheRiver => false,
            Plan::Basic { .. } => is_basic_four(start),
        };
        is_bet.then_some(0)
    }

    fn bets_on_flop(&self, start: Start, flop: &[u8; 3]) -> bool {
        matches!(self, Plan::Basic { .. })
            && match Held::of(start, flop) {
                Held::TwoPairOrBetter | Held::BoardPair(_) => true,
                Held::PocketPair(rank) => rank > Rank::Two,
                Held::FlushDraw(rank) => rank >= Rank::Ten,
                Held::Nothing(_) => false,
            }
    }

    fn bets_on_river(&self, start: Start, river: usize, showdown: Showdown) -> Option<bool> {
        let Plan::Basic { outs, categories } = self else { return None };
        Some(match outs.standing(start, river, showdown, categories) {
            Standing::Hidden => true,
            Standing::Outs(outs) => outs < 21,
        })
    }
}

/// The category of each value.
pub(super) fn categories() -> Vec<u8> {
    by_value(0, |value| value.category() as u8)
}

/// The published first bets [KNOWN].
fn is_basic_four(start: Start) -> bool {
    let (low, is_suited) = (start.low, start.kind == Kind::Suited);
    match start.high {
        Rank::Ace => true,
        high if start.kind == Kind::Pair => high >= Rank::Three,
        Rank::King => is_suited || low >= Rank::Five,
        Rank::Queen => low >= if is_suited { Rank::Six } else { Rank::Eight },
        Rank::Jack => low >= if is_suited { Rank::Eight } else { Rank::Ten },
        _ => false,
    }
}

/// How often a starting hand ends how.
pub(super) struct Tally {
    /// By play bet, outcome and row of the blind.
    counts: Vec<u64>,
    blind_rows: usize,
    pub(super) folded: u64,
}

impl Tally {
    pub(super) fn new(bets: &Bets) -> Tally {
        let blind_rows = bets.blind_rows;
        Tally { counts: vec![0; PLAYS.len() * OUTCOMES * blind_rows], blind_rows, folded: 0 }
    }

    fn play(&mut self, place: usize, row: usize, outcomes: [u32; OUTCOMES], times: u64) {
        for (outcome, count) in outcomes.into_iter().enumerate() {
            let place = (place * OUTCOMES + outcome) * self.blind_rows + row;
            self.counts[place] += u64::from(count) * times;
        }
    }

    pub(super) fn add(&mut self, other: &Tally, times: u64) {
        let counts = self.counts.iter_mut().zip(&other.counts);
        counts.for_each(|(mine, other)| *mine += other * times);
        self.folded += other.folded * times;
    }

    pub(super) fn count(&self, place: usize, outcome: usize, row: usize) -> u64 {
        self.counts[(place * OUTCOMES + outcome) * self.blind_rows + row]
    }

    /// How often a play bet is made.
    pub(super) fn made(&self, place: usize) -> u64 {
        let each = OUTCOMES * self.blind_rows;
        self.counts[place * each..(place + 1) * each].iter().sum()
    }
}

/// A starting hand, solved.
#[derive(Clone)]
pub(super) struct Solved {
    pub(super) start: Start,
    /// The sums over [`DEALS`] of a bet of 4, of 3 and of a check before the flop.
    pub(super) first_values: [i128; 3],
    /// The play bet before the flop, if one is made.
    pub(super) first: Option<usize>,
    /// Is 2x bet, by the number of the flop?
    pub(super) flops: Bits,
    /// Is 1x bet, by the number of the river?
    pub(super) rivers: Bits,
}

impl Solved {
    pub(super) fn new(
        showdowns: &Showdowns,
        bets: &Bets,
        plan: Option<&Plan>,
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
    plan: Option<&'s Plan>,
    start: Start,
    holding: Holding,
    boards: &'static Boards,
    rivers: Vec<Showdown>,
    bets_on_river: Bits,
    /// What a river is worth with 2x, when it is reached without a bet, and for each ante of play, by
    /// its number; then nothing. A fourth number makes them as long as a register.
    worth: Vec<[W; 4]>,
}

impl<'s, W: Whole> Sweep<'s, W> {
    pub(super) fn new(
        showdowns: &Showdowns,
        bets: &'s Bets,
        plan: Option<&'s Plan>,
        start: Start,
    ) -> Sweep<'s, W> {
        let rivers = showdowns.of(start);
        let fold = bets.fold();
        let mut on_river = Vec::with_capacity(rivers.len());
        let mut worth = Vec::with_capacity(rivers.len());
        for (number, &showdown) in rivers.iter().enumerate() {
            let [fixed, play] = match showdown.is_there() {
                true => bets.against(showdown),
                false => [0, 0],
            };
            let one = fixed + play;
            let ruled = plan.and_then(|plan| {
                plan.bets_on_river(start, number, showdown).filter(|_| showdown.is_there())
            });
            let is_bet = ruled.unwrap_or(one >= fold);
            on_river.push(is_bet);
            let last = if is_bet { one } else { fold };
            worth.push([small(fixed + 2 * play), small(last), small(play), W::zero()]);
        }
        worth.push([W::zero(); 4]);
        Sweep {
            bets,
            plan,
            start,
            holding: Holding::new(start),
            boards: Boards::of(start.kind),
            rivers,
            bets_on_river: Bits::collect(on_river.into_iter()),
            worth,
        }
    }

    fn solve(self) -> (Solved, Tally) {
        let (flops, [two, play]) = self.up();
        let start = self.start;
        let is_bet = |(number, &[two, last]): (usize, &[W::Long; 2])| match self.plan {
            None => two >= last,
            Some(plan) => {
                let flop = &self.boards.flops[number];
                self.holding.meets(flop) && plan.bets_on_flop(start, &flop.cards)
            }
        };
        let on_flop = Bits::collect(flops.iter().enumerate().map(is_bet));
        let check = flops.iter().enumerate().map(|(number, &[two, last])| {
            let best = if on_flop.has(number) { two } else { last };
            best.long()
        });
        let first_values = [two + 2 * play, two + play, check.sum()];
        let first = match self.plan {
            Some(plan) => plan.first(start),
            // Of equal ones the larger bet [ODD-1].
            None => {
                let best = first_values.into_iter().max();
                (0..2).find(|&bet| Some(first_values[bet]) == best)
            }
        };
        let tally = self.down(first, &on_flop);
        let (flops, rivers) = (on_flop, self.bets_on_river);
        (Solved { start, first_values, first, flops, rivers }, tally)
    }

    /// The sums of every flop with 2x and without a bet, each flop as often as it stands for others;
    /// and over all boards with 2x and of each ante of play.
    fn up(&self) -> (Vec<[W::Long; 2]>, [i128; 2]) {
        let mut flops = vec![[W::Long::zero(); 2]; self.boards.flops.len()];
        let mut all = [0i128; 2];
        for turn in &self.boards.turns {
            if turn.cards & self.holding.cards != 0 {
                continue;
            }
            let times = small::<W::Long>(turn.times);
            let sums = turn.sums(&self.holding, &self.worth);
            let [two, last, play, _] = sums.map(|sum| W::Long::from(sum) * times);
            for flop in turn.flops {
                let sums = &mut flops[usize::from(flop)];
                sums[0] += two;
                sums[1] += last;
            }
            all[0] += 4 * two.long();
            all[1] += 4 * play.long();
        }
        (flops, all)
    }

    /// What bets gain over a check on the flop and a fold at the river, by what players see there.
    pub(super) fn gains(
        &self,
        on_flop: &Bits,
        outs: &Outs,
        categories: &[u8],
    ) -> (Gains<Held>, Gains<Standing>) {
        let (mut flop, mut river) = (Gains::default(), Gains::default());
        for ([two, last], met) in self.up().0.into_iter().zip(&self.boards.flops) {
            let difference = (two - last).long();
            if self.holding.meets(met) {
                let held = Held::of(self.start, &met.cards);
                flop.add(held, difference);
            }
        }
        let met = self.met(None, on_flop);
        for (number, [_, without]) in met.into_iter().enumerate().filter(|(_, met)| met[1] > 0) {
            let showdown = self.rivers[number];
            let [fixed, play] = self.bets.against(showdown);
            let difference = (fixed + play - self.bets.fold()) * i128::from(without);
            let standing = outs.standing(self.start, number, showdown, categories);
            river.add(standing, difference);
        }
        (flop, river)
    }

    /// How often each river is met with a bet from before, and without.
    fn met(&self, first: Option<usize>, on_flop: &Bits) -> Vec<[u32; 2]> {
        let mut met = vec![[0u32; 2]; self.rivers.len()];
        for turn in &self.boards.turns {
            if turn.cards & self.holding.cards != 0 {
                continue;
            }
            let with = match first {
                Some(_) => 4,
                None => turn.flops.iter().filter(|&&flop| on_flop.has(usize::from(flop))).count(),
            };
            let times = [with, 4 - with].map(|flops| flops as u32 * u32::from(turn.times));
            turn.rivers(&self.holding, |river, count| {
                let met = &mut met[river];
                met[0] += times[0] * count;
                met[1] += times[1] * count;
            });
        }
        met
    }

    /// Counts how it ends.
    fn down(&self, first: Option<usize>, on_flop: &Bits) -> Tally {
        let met = self.met(first, on_flop);
        let mut tally = Tally::new(self.bets);
        for (number, met) in met.iter().enumerate().filter(|(_, met)| **met != [0; 2]) {
            let showdown = self.rivers[number];
            let (row, outcomes) = (self.bets.row(showdown), outcomes(showdown));
            let [with, without] = met.map(u64::from);
            tally.play(first.unwrap_or(2), row, outcomes, with);
            if self.bets_on_river.has(number) {
                tally.play(3, row, outcomes, without);
            } else {
                tally.folded += without * u64::from(DEALERS);
            }
        }
        tally
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::Pays;
    use super::*;
    use crate::subject::Subject;
    use hands::Category;
    use money::{Odds, Ratio};
    use rulebook::{HandType, Rulebook, Schedule};

    fn start(name: &str) -> Start {
        Start::all().find(|start| start.name() == name).unwrap()
    }

    fn bets(change: impl Fn(&mut Schedule)) -> Bets {
        let game = "ultimate-texas-holdem";
        let subject = Subject::open(Rulebook::embedded(), game, None, BTreeMap::new()).unwrap();
        let mut schedule = subject.schedules("ante").swap_remove(0);
        change(&mut schedule);
        Pays::of(&subject, &schedule).bets()
    }

    fn row(schedule: &mut Schedule, category: Category) -> &mut rulebook::Row {
        let is = |hand: HandType| matches!(hand, HandType::Category(_, found) if found == category);
        schedule.parts[0].rows.iter_mut().find(|row| is(row.hand)).unwrap()
    }

    fn to_one(numerator: u32, denominator: u32) -> Odds {
        Odds::To(Ratio::new(numerator, denominator).unwrap())
    }

    /// Odd blinds: every one is computed in both lengths where the shorter one is long enough, and
    /// the count of outcomes gives the value of the best first choice again.
    #[test]
    fn blinds_that_no_text_has() {
        let showdowns = Showdowns::count();
        let posted = bets(|_| {});
        let odd = [
            bets(|schedule| schedule.parts[0].rows.retain(|row| row.pays != to_one(3, 2))),
            bets(|schedule| schedule.parts[0].rows.clear()),
            bets(|schedule| row(schedule, Category::Straight).pays = to_one(7, 11)),
            bets(|schedule| row(schedule, Category::FullHouse).pays = to_one(500_000, 1)),
            bets(|schedule| row(schedule, Category::RoyalFlush).pays = to_one(4_000_000_000, 1)),
            bets(|schedule| row(schedule, Category::Flush).pays = to_one(4_000_000_000, 65_521)),
        ];
        for name in ["AKs", "22", "72o"] {
            let start = start(name);
            let (at_posted, _) = Solved::new(&showdowns, &posted, None, start);
            for (place, bets) in odd.iter().enumerate() {
                let (solved, tally) = Sweep::<i128>::new(&showdowns, bets, None, start).solve();
                if bets.length() == Length::Short {
                    let short = Sweep::<i32>::new(&showdowns, bets, None, start).solve();
                    assert_eq!(short.0.first_values, solved.first_values);
                    assert_eq!(short.1.counts, tally.counts);
                }
                assert_eq!(bets.length() == Length::Short, place < 2);
                let mut sum = -2 * bets.ante * i128::from(tally.folded);
                for (bet, times) in PLAYS.into_iter().enumerate() {
                    for outcome in 0..OUTCOMES {
                        for row in 0..bets.blind_rows {
                            let [fixed, play] = bets.nets[outcome * bets.blind_rows + row];
                            let net = fixed + play * i128::from(times);
                            sum += net * i128::from(tally.count(bet, outcome, row));
                        }
                    }
                }
                let best = solved.first_values.into_iter().max().unwrap();
                assert_eq!(sum, best);
                let (odd, posted) = (best * posted.ante, at_posted.first_values.into_iter().max());
                let is_more = odd > posted.unwrap() * bets.ante;
                // Only A-K suited can win with a royal; one on the board ties.
                let expected = place >= 3 && (place != 4 || name == "AKs");
                assert_eq!(is_more, expected, "{name}, blind {place}");
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
