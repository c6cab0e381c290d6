//! The dealer's hands that are worth more than their ranks, since enough cards are of one suit.

use rayon::prelude::*;

use super::by_ranks::Events;
use super::rank_multiset::{FIRST, RankMultiset};
use super::{Answer, DealerHands, of_one_suit};

/// What is asked about a suit: how many hands with a flush in it are below a value, or not above it,
/// by their ranks and not by their flush.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SuitAsk {
    /// The player's ranks in the suit.
    pub(super) lane: u16,
    /// The number of the multiset of the player's ranks in the other suits.
    pub(super) outside: u16,
    pub(super) value: u16,
}

/// How many hands with a flush in a suit are not where their ranks would have them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Moved {
    /// If the card that is up is of that suit.
    pub(super) with_up_card: u32,
    /// If it is of another suit.
    pub(super) beside_up_card: u32,
}

/// A step of going through the hands with a flush: they appear at the value of their ranks and
/// vanish at that of their flush.
struct Step {
    at: u16,
    sign: i32,
    lane: u16,
    /// The number of the multiset of the other ranks, and which they are.
    outside: u16,
    outside_ranks: u16,
}

/// All of them, the lowest first.
pub(super) struct Steps {
    steps: Vec<Step>,
    /// How many cards at most a hand with a flush has outside its suit.
    most_outside: usize,
}

impl Steps {
    pub(super) fn of(dealer_hands: &DealerHands, events: &Events) -> Steps {
        let mut steps = Vec::new();
        for suited in dealer_hands.flush..=dealer_hands.dealer_cards {
            let outsides = RankMultiset::all(dealer_hands.dealer_cards - suited, 3);
            for lane in (0..1u16 << 13).filter(|lane| lane.count_ones() as usize == suited) {
                let flush = (dealer_hands.value)(of_one_suit(lane));
                for multiset in &outsides {
                    let from = events.value(&multiset.with_each(lane));
                    let outside = multiset.number() as u16;
                    let outside_ranks = multiset.iter().fold(0, |ranks, rank| ranks | 1 << rank);
                    if from < flush {
                        for (at, sign) in [(from, 1), (flush, -1)] {
                            steps.push(Step { at, sign, lane, outside, outside_ranks });
                        }
                    }
                }
            }
        }
        steps.sort_unstable_by_key(|step| step.at);
        Steps { steps, most_outside: dealer_hands.dealer_cards - dealer_hands.flush }
    }
}

/// The sets of up to five ranks of a suit, numbered, and the subsets of each.
struct Lanes {
    /// By the set's bits.
    number: Vec<u16>,
    /// The numbers of the subsets of each set: those with an even number of ranks, then the others.
    subsets: Vec<u16>,
    /// By number: where the subsets begin, and how many there are.
    places: Vec<(u32, u32)>,
}

impl Lanes {
    fn new() -> Lanes {
        // The smaller sets first, which are asked for most.
        let mut sets: Vec<u16> = (0..1 << 13).filter(|lane: &u16| lane.count_ones() <= 5).collect();
        sets.sort_by_key(|lane| lane.count_ones());
        let mut number = vec![0; 1 << 13];
        for (place, &lane) in sets.iter().enumerate() {
            number[usize::from(lane)] = place as u16;
        }
        let (mut subsets, mut places) = (Vec::new(), Vec::new());
        for &lane in &sets {
            places.push((subsets.len() as u32, 1 << lane.count_ones()));
            for odd in [0, 1] {
                let some = subsets_of(lane).filter(|part| part.count_ones() % 2 == odd);
                subsets.extend(some.map(|part| number[usize::from(part)]));
            }
        }
        Lanes { number, subsets, places }
    }

    fn len(&self) -> usize {
        self.places.len()
    }

    /// Adds to the count of every subset of these ranks.
    fn add(&self, counts: &mut [i32], lane: u16, ways: i32) {
        for part in subsets_of(lane).filter(|part| part.count_ones() <= 5) {
            counts[usize::from(self.number[usize::from(part)])] += ways;
        }
    }

    /// The subsets of these ranks with an even number of ranks, and the others.
    fn subsets(&self, lane: u16) -> (&[u16], &[u16]) {
        let (start, count) = self.places[usize::from(self.number[usize::from(lane)])];
        let all = &self.subsets[start as usize..(start + count) as usize];
        // No ranks have one subset, which is even.
        all.split_at(all.len().div_ceil(2))
    }
}

/// Every subset of some ranks.
fn subsets_of(lane: u16) -> impl Iterator<Item = u16> {
    let mut next = Some(lane);
    std::iter::from_fn(move || {
        let part = next?;
        next = (part != 0).then(|| (part - 1) & lane);
        Some(part)
    })
}

/// The answers to asks, the lowest value first: by the rank of the card that is up, then by ask.
pub(super) fn answers(steps: &Steps, asks: &[SuitAsk]) -> Vec<Vec<Answer<Moved>>> {
    let lanes = Lanes::new();
    let given = given(steps.most_outside);
    let shares = shares(steps.most_outside);
    let with_up_card = |up: u8| {
        let counts = |outside: usize| vec![0; FIRST[outside] * lanes.len()];
        let mut sweep = Sweep {
            lanes: &lanes,
            given: &given,
            shares: &shares,
            up,
            with_up_card: counts(steps.most_outside + 1),
            beside_up_card: counts(steps.most_outside),
        };
        let mut answers: Vec<Answer<Moved>> = Vec::with_capacity(asks.len());
        let mut steps = steps.steps.iter().peekable();
        for batch in asks.chunk_by(|a, b| a.value == b.value) {
            let value = batch[0].value;
            while let Some(step) = steps.next_if(|step| step.at < value) {
                sweep.take(step);
            }
            let start = answers.len();
            answers.extend(batch.iter().map(|ask| {
                let below = sweep.answer(ask);
                Answer { below, up_to: below }
            }));
            let mut has_changed = false;
            while let Some(step) = steps.next_if(|step| step.at == value) {
                has_changed |= sweep.take(step);
            }
            if has_changed {
                for (answer, ask) in answers[start..].iter_mut().zip(batch) {
                    answer.up_to = sweep.answer(ask);
                }
            }
        }
        answers
    };
    (0..13u8).into_par_iter().map(with_up_card).collect()
}

/// A part of the ranks outside a flush, as cards that are given.
struct Given {
    number: usize,
    /// In how many ways the rest is filled up.
    ways: i32,
    /// In how many of them each rank that is left is there as a given card, which is up.
    with_rank: Vec<(u8, i32)>,
}

/// By the number of a multiset of ranks outside a flush: its parts.
fn given(most: usize) -> Vec<Vec<Given>> {
    let mut all: Vec<Vec<Given>> = (0..FIRST[most + 1]).map(|_| Vec::new()).collect();
    for multiset in (0..=most).flat_map(|len| RankMultiset::all(len, 3)) {
        multiset.parts(|part| {
            let ways = part.completions(3) as i32;
            // Of the cards of the rank that are not given yet, a share is that one.
            let share = |(rank, held, taken): (u8, usize, usize)| {
                (rank, ways * (held - taken) as i32 / (3 - taken) as i32)
            };
            let left = part.counts().filter(|(_, held, taken)| held > taken);
            let with_rank = left.map(share).collect();
            all[multiset.number()].push(Given { number: part.number, ways, with_rank });
        });
    }
    all
}

/// By the number of a multiset of a player's ranks outside a suit: the parts of it that are not too large
/// to be outside a flush, the smaller ones first, each with its share of an alternating sum.
fn shares(most: usize) -> Vec<Vec<(usize, i32)>> {
    let mut all = vec![Vec::new(); FIRST[6]];
    for multiset in (0..=5).flat_map(|len| RankMultiset::all(len, 4)) {
        let parts = &mut all[multiset.number()];
        multiset.parts(|part| {
            if part.len <= most {
                parts.push((part.number, part.alternating()));
            }
        });
        parts.sort_unstable();
    }
    all
}

/// The hands with a flush in one suit, gone through from the lowest, with a card of some rank up.
struct Sweep<'s> {
    lanes: &'s Lanes,
    given: &'s [Vec<Given>],
    shares: &'s [Vec<(usize, i32)>],
    up: u8,
    /// How many hands are there with each few given cards: a row for each multiset of ranks outside the
    /// suit, in it a count for each set of ranks of the suit.
    with_up_card: Vec<i32>,
    beside_up_card: Vec<i32>,
}

impl Sweep<'_> {
    /// Takes a step; false if it has nothing to do with the card that is up.
    fn take(&mut self, step: &Step) -> bool {
        let lanes = self.lanes;
        let row = |given: &Given| given.number * lanes.len()..(given.number + 1) * lanes.len();
        let up = 1 << self.up;
        let given = &self.given[usize::from(step.outside)];
        if step.lane & up != 0 {
            for given in given {
                let counts = &mut self.with_up_card[row(given)];
                lanes.add(counts, step.lane & !up, given.ways * step.sign);
            }
        }
        if step.outside_ranks & up != 0 {
            for given in given {
                let left = given.with_rank.iter().find(|(rank, _)| *rank == self.up);
                if let Some((_, ways)) = left {
                    lanes.add(&mut self.beside_up_card[row(given)], step.lane, ways * step.sign);
                }
            }
        }
        (step.lane | step.outside_ranks) & up != 0
    }

    /// How many of them are without the player's cards.
    fn answer(&self, ask: &SuitAsk) -> Moved {
        let has_up_card = ask.lane >> self.up & 1 == 1;
        Moved {
            with_up_card: if has_up_card { 0 } else { self.without(&self.with_up_card, ask) },
            beside_up_card: self.without(&self.beside_up_card, ask),
        }
    }

    fn without(&self, counts: &[i32], ask: &SuitAsk) -> u32 {
        let (even, odd) = self.lanes.subsets(ask.lane);
        let rows = counts.len() / self.lanes.len();
        let mut sum = 0;
        for (number, times) in &self.shares[usize::from(ask.outside)] {
            if *number >= rows {
                break;
            }
            let row = &counts[number * self.lanes.len()..][..self.lanes.len()];
            let of = |subsets: &[u16]| -> i32 {
                subsets.iter().map(|subset| row[usize::from(*subset)]).sum()
            };
            sum += times * (of(even) - of(odd));
        }
        sum as u32
    }
}
