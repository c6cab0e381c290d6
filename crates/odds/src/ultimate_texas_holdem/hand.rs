//! Starting hands, two ranks at a time: from the river up to what is best, and down again to how it
//! ends.

use num_traits::cast;
use rayon::prelude::*;

use super::bets::{Bets, Plan};
use crate::holdem::bits::Bits;
use crate::holdem::boards::{Board, Boards, Met, RELATIONS, Worth};
use crate::holdem::counted::{Counted, FLOP_DEALS};
use crate::holdem::grades::{ByGrade, Sums, grade_of, sums};
use crate::holdem::lattice::Number;
use crate::holdem::showdown::{DEALERS, Place, Showdown};
use crate::holdem::start::{Ranks, Start};

/// The play bets: two before the flop, one after it, one after the river [UTH-2].
pub(super) const PLAYS: [i64; 4] = [4, 3, 2, 1];

/// How often it ends how: boards by play bet and grade, and folds.
#[derive(Clone, Default)]
pub(super) struct Tally {
    pub(super) plays: [ByGrade; PLAYS.len()],
    pub(super) folded: u64,
}

impl Tally {
    fn join(&mut self, other: &Tally) {
        for (mine, other) in self.plays.iter_mut().zip(&other.plays) {
            mine.join(other, 1);
        }
        self.folded += other.folded;
    }

    /// How often a play bet is made.
    pub(super) fn made(&self, place: usize) -> u64 {
        let boards: i64 = self.plays[place].iter().map(|(_, [boards, ..])| boards).sum();
        boards as u64 * u64::from(DEALERS)
    }
}

/// A starting hand, solved.
#[derive(Clone)]
pub(super) struct Hand {
    pub(super) start: Start,
    /// The sums over all deals of a bet of 4, of 3 and of a check before the flop, if the rest is
    /// played optimally; nothing for a plan.
    pub(super) first_values: [i128; 3],
    /// The play bet before the flop, if one is made.
    pub(super) first: Option<usize>,
    /// Is 2x bet, by the number of the flop?
    pub(super) flops: Bits,
}

/// Is 1x bet, by texture: on plain boards, then by the relation to a flush suit.
#[derive(Clone, Default)]
pub(super) struct Rivers([Bits; 1 + RELATIONS]);

impl Rivers {
    pub(super) fn is_bet(&self, (relation, texture): Place) -> bool {
        self.0[relation.map_or(0, |relation| 1 + relation)].has(texture)
    }

    fn of(&mut self, relation: Option<usize>) -> &mut Bits {
        &mut self.0[relation.map_or(0, |relation| 1 + relation)]
    }
}

/// Every starting hand, solved.
#[derive(Clone)]
pub(super) struct Solved {
    /// By number.
    pub(super) hands: Vec<Hand>,
    /// By the number of the ranks.
    pub(super) rivers: Vec<Rivers>,
}

/// Two ranks, solved.
struct Pair {
    hands: Vec<Hand>,
    rivers: Rivers,
    tally: Tally,
}

impl Solved {
    /// Solves every starting hand, and counts how it ends; `advance` hears of each.
    pub(super) fn new(
        counted: &Counted,
        bets: &Bets,
        plan: Option<&Plan>,
        advance: impl Fn(u64) + Sync,
    ) -> (Solved, Tally) {
        let all: Vec<Ranks> = Ranks::all().collect();
        let solve = |&ranks: &Ranks| {
            let pair = Solver { counted, bets, plan, ranks }.solve();
            advance(pair.hands.len() as u64);
            pair
        };
        let pairs: Vec<Pair> = all.par_iter().map(solve).collect();
        let mut tally = Tally::default();
        let (mut hands, mut rivers) = (Vec::with_capacity(Start::COUNT), Vec::new());
        for pair in pairs {
            tally.join(&pair.tally);
            hands.extend(pair.hands);
            rivers.push(pair.rivers);
        }
        hands.sort_unstable_by_key(|hand| hand.start.number());
        (Solved { hands, rivers }, tally)
    }

    /// The best first values of one starting hand.
    pub(super) fn first_values(counted: &Counted, bets: &Bets, start: Start) -> [i128; 3] {
        let pair = Solver { counted, bets, plan: None, ranks: start.ranks() }.solve();
        let hand = pair.hands.iter().find(|hand| hand.start == start);
        hand.expect("it has these ranks").first_values
    }
}

/// Solves the starting hands of two ranks.
#[derive(Clone, Copy)]
pub(super) struct Solver<'s> {
    pub(super) counted: &'s Counted,
    pub(super) bets: &'s Bets,
    pub(super) plan: Option<&'s Plan>,
    pub(super) ranks: Ranks,
}

impl Solver<'_> {
    fn solve(self) -> Pair {
        let mut rivers = Rivers::default();
        let hands: Vec<Hand> = match self.plan {
            Some(plan) => {
                rivers = self.planned_rivers(plan);
                self.ranks.starts().map(|start| planned(plan, start)).collect()
            }
            None if self.bets.is_short() => self.best(&self.saved::<i32>(&mut rivers)),
            None => self.best(&self.saved::<i64>(&mut rivers)),
        };
        let tally = self.down(&hands, &rivers);
        Pair { hands, rivers, tally }
    }

    /// What folds at the river save, by flop; and where 1x is bet.
    fn saved<W: Number>(&self, bets: &mut Rivers) -> Worth<W> {
        let (saved, grade) = (self.bets.saved(), grade_of());
        Worth::of_flops(&self.counted.showdowns, self.ranks, |relation, rivers| {
            let saved = |&river: &Showdown| saved_on(&saved[grade(river)], river);
            let saved: Vec<i64> = rivers.iter().map(saved).collect();
            *bets.of(relation) = Bits::of(&saved, |&saved| saved <= 0);
            saved.iter().map(|&saved| W::of(saved.max(0))).collect()
        })
    }

    /// Where a plan bets 1x.
    fn planned_rivers(&self, plan: &Plan) -> Rivers {
        let (saved, grade) = (self.bets.saved(), grade_of());
        let is_bet = |place: Place, river: Showdown| {
            let by_plan = plan.bets_on_river(self.ranks, place, river);
            by_plan.unwrap_or_else(|| saved_on(&saved[grade(river)], river) <= 0)
        };
        let mut bets = Rivers::default();
        let (showdowns, ranks) = (&self.counted.showdowns, self.ranks);
        let flush = ranks.relations().iter().map(|&relation| Some(relation));
        for relation in flush.chain([None]) {
            let rivers = match relation {
                None => showdowns.plain(ranks),
                Some(relation) => showdowns.flush(ranks, relation),
            };
            let is_bet = |(texture, &river): (usize, &Showdown)| {
                river.is_there() && is_bet((relation, texture), river)
            };
            *bets.of(relation) = Bits::collect(rivers.iter().enumerate().map(is_bet));
        }
        bets
    }

    /// The gain of 2x over a check on a flop: the net result of an ante of play less what folds at the
    /// river save, over all that follows.
    fn gain<W: Number>(&self, saved: &Worth<W>, start: Start) -> impl Fn(usize, &Board) -> W::Long {
        let long = |number: i128| -> W::Long { cast(number).expect("its length was asked for") };
        let [win, unqualified, tie, lose] = self.bets.play();
        let lose_all = long(lose * i128::from(FLOP_DEALS));
        let more = [win, unqualified, tie].map(|net| long(net - lose));
        let played = self.counted.flops(start);
        move |number, flop| {
            let counts = more.iter().zip(&played[number]);
            let play = counts.fold(lose_all, |sum, (&net, &count)| sum + net * long(count.into()));
            play - saved.of(flop).into()
        }
    }

    fn best<W: Number>(&self, saved: &Worth<W>) -> Vec<Hand> {
        let best = |start: Start| {
            let gain = self.gain(saved, start);
            let mut is_bet = vec![false; Boards::flops(start.kind).len()];
            let [mut fixed, mut play] = [0; 2];
            for (grade, sums) in self.counted.boards(start).iter() {
                let sums = self.bets.over(grade, sums);
                fixed += sums[0];
                play += sums[1];
            }
            // With 2x everywhere.
            let mut check = fixed + 2 * play;
            for (number, flop) in Boards::flops(start.kind).met(start) {
                let gain: i128 = gain(number, flop).into();
                is_bet[number] = gain >= 0;
                check -= gain.min(0) * i128::from(flop.times);
            }
            let first_values = [fixed + 4 * play, fixed + 3 * play, check];
            // Of equal ones the larger bet [ODD-1].
            let best = first_values.into_iter().max();
            let first = (0..2).find(|&bet| Some(first_values[bet]) == best);
            Hand { start, first_values, first, flops: Bits::collect(is_bet.into_iter()) }
        };
        self.ranks.starts().map(best).collect()
    }

    /// Visits what 2x gains over a check on each flop, and 1x over a fold on each river that is met
    /// without a bet.
    pub(super) fn gains(
        &self,
        hands: &[&Hand],
        mut on_flop: impl FnMut(Start, &[u8], i128),
        mut on_river: impl FnMut(Place, Showdown, i128),
    ) {
        if hands.is_empty() {
            return;
        }
        let saved = self.saved::<i64>(&mut Rivers::default());
        for hand in hands {
            let gain = self.gain(&saved, hand.start);
            for (number, flop) in Boards::flops(hand.start.kind).met(hand.start) {
                let times = i128::from(flop.times) * i128::from(hand.start.times());
                on_flop(hand.start, &flop.indices(), gain(number, flop) * times);
            }
        }
        let (saved, grade) = (self.bets.saved(), grade_of());
        self.each_unbet_river(hands, |place, river, times| {
            let saved = saved_on(&saved[grade(river)], river);
            on_river(place, river, -i128::from(saved) * i128::from(times));
        });
    }

    /// Visits the rivers that hands which check meet without a bet, with how often.
    pub(super) fn each_unbet_river(
        &self,
        hands: &[&Hand],
        visit: impl FnMut(Place, Showdown, i32),
    ) {
        let mut met = Met::none(3);
        for hand in hands {
            let times = hand.start.times() as i32;
            for (_, flop) in Boards::flops(hand.start.kind)
                .met(hand.start)
                .filter(|(number, _)| !hand.flops.has(*number))
            {
                met.add(flop, i32::from(flop.times) * times);
            }
        }
        met.each_river(&self.counted.showdowns, self.ranks, visit);
    }

    /// Counts how it ends.
    fn down(&self, hands: &[Hand], rivers: &Rivers) -> Tally {
        let mut tally = Tally::default();
        for hand in hands {
            let boards = self.counted.boards(hand.start);
            let place = hand.first.unwrap_or(2);
            tally.plays[place].join(boards, hand.start.times() as i64);
        }
        let checked: Vec<&Hand> = hands.iter().filter(|hand| hand.first.is_none()).collect();
        if checked.is_empty() {
            return tally;
        }
        let checked: Vec<&Hand> = hands.iter().filter(|hand| hand.first.is_none()).collect();
        if checked.is_empty() {
            return tally;
        }
        let grade = grade_of();
        let mut ended = [ByGrade::default(); 2];
        self.each_unbet_river(&checked, |place, river, times| {
            ended[usize::from(rivers.is_bet(place))].add(grade(river), river, times);
        });
        let [folded, bet] = ended;
        tally.plays[2].join(&folded, -1);
        tally.plays[2].join(&bet, -1);
        tally.plays[3].join(&bet, 1);
        let boards: i64 = folded.iter().map(|(_, [boards, ..])| boards).sum();
        tally.folded = boards as u64 * u64::from(DEALERS);
        tally
    }
}

/// A starting hand of someone who plays by a plan.
fn planned(plan: &Plan, start: Start) -> Hand {
    let mut flops = vec![false; Boards::flops(start.kind).len()];
    for (number, flop) in Boards::flops(start.kind).met(start) {
        flops[number] = plan.bets_on_flop(start, &flop.indices());
    }
    let flops = Bits::collect(flops.into_iter());
    Hand { start, first_values: [0; 3], first: plan.first(start), flops }
}

/// What a fold saves on a board against all the dealer's hands.
#[inline]
fn saved_on(saved: &Sums, river: Showdown) -> i64 {
    saved.iter().zip(sums(river)).map(|(saved, sum)| saved * sum).sum()
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

    /// Odd blinds: every one is computed in both lengths, and the count of outcomes gives the value of
    /// the best first choices again.
    #[test]
    fn blinds_that_no_text_has() {
        let counted = Counted::warm();
        let posted = bets(|_| {});
        let odd = [
            bets(|schedule| schedule.parts[0].rows.retain(|row| row.pays != to_one(3, 2))),
            bets(|schedule| schedule.parts[0].rows.clear()),
            bets(|schedule| row(schedule, Category::Straight).pays = to_one(7, 11)),
            bets(|schedule| row(schedule, Category::FullHouse).pays = to_one(500_000, 1)),
            bets(|schedule| row(schedule, Category::RoyalFlush).pays = to_one(100_000_000, 1)),
            bets(|schedule| row(schedule, Category::Flush).pays = to_one(100_000_000, 65_521)),
        ];
        for name in ["AKs", "22", "72o"] {
            let start = start(name);
            let at_posted = Solved::first_values(&counted, &posted, start);
            for (place, bets) in odd.iter().enumerate() {
                let solver = Solver { counted: &counted, bets, plan: None, ranks: start.ranks() };
                let pair = solver.solve();
                let mut rivers = Rivers::default();
                let long = solver.best(&solver.saved::<i64>(&mut rivers));
                for (hand, long) in pair.hands.iter().zip(&long) {
                    assert_eq!((hand.first_values, hand.first), (long.first_values, long.first));
                }
                assert_eq!(bets.is_short(), place < 5);
                let mut sum = -2 * bets.ante * i128::from(pair.tally.folded);
                for (times, boards) in PLAYS.into_iter().zip(&pair.tally.plays) {
                    for (grade, sums) in boards.iter() {
                        let [fixed, play] = bets.over(grade, sums);
                        sum += fixed + i128::from(times) * play;
                    }
                }
                let best = |hand: &Hand| {
                    let best = hand.first_values.into_iter().max().unwrap();
                    best * i128::from(hand.start.times())
                };
                assert_eq!(sum, pair.hands.iter().map(best).sum());
                let hand = pair.hands.iter().find(|hand| hand.start == start).unwrap();
                let best = hand.first_values.into_iter().max().unwrap();
                let is_more = best * posted.ante > at_posted.into_iter().max().unwrap() * bets.ante;
                // Only A-K suited can win with a royal; one on the board ties.
                let expected = place >= 3 && (place != 4 || name == "AKs");
                assert_eq!(is_more, expected, "{name}, blind {place}");
            }
        }
    }

    #[test]
    fn every_listed_strategy_is_played() {
        for simple in super::super::SIMPLE {
            let _ = Plan::of(crate::Policy::Simple(simple.id));
        }
    }

    #[test]
    #[should_panic(expected = "nothing plays it")]
    fn an_unknown_strategy_is_not_played_as_another() {
        let _ = Plan::of(crate::Policy::Simple("unknown"));
    }
}
