//! The hands on which evaluators are measured.

use cards::{Card, DECK};

use crate::{Column, Evaluator};

/// How many random hands: 32 megabytes of the largest hand objects here.
pub(crate) const RANDOM_HANDS: usize = 1 << 21;

/// The same hands for every evaluator, in its own kind of cards.
pub struct Workload<E: Evaluator> {
    deck: [E::Added; 52],
    random: Vec<[E::Card; 7]>,
    ready: Vec<E::Ready>,
}

impl<E: Evaluator> Workload<E> {
    /// The hands, the random ones of them always the same.
    pub fn new() -> Workload<E> {
        let random: Vec<[E::Card; 7]> =
            random_sevens(RANDOM_HANDS).map(|hand| hand.map(E::card)).collect();
        let ready = random.iter().map(E::ready).collect();
        Workload { deck: DECK.map(E::added), random, ready }
    }

    /// How many hands a column has.
    pub fn hands(&self, column: Column) -> u64 {
        match column {
            Column::AllSevens => E::sevens(),
            Column::RandomSevens | Column::ReadySevens => self.random.len() as u64,
            Column::AllFives => 2_598_960,
        }
    }

    /// Values all hands of a column and returns the sum of the values.
    // Not inlined, so that an evaluator's loop is compiled alone and the same in every caller.
    #[inline(never)]
    pub fn run(&self, column: Column) -> u64 {
        match column {
            Column::AllSevens => E::all_sevens(&self.deck),
            Column::RandomSevens => random_sum::<E>(&self.random),
            Column::ReadySevens => ready_sum::<E>(&self.ready),
            Column::AllFives => E::all_fives(&self.deck),
        }
    }
}

impl<E: Evaluator> Default for Workload<E> {
    fn default() -> Workload<E> {
        Workload::new()
    }
}

#[inline(never)]
fn random_sum<E: Evaluator>(hands: &[[E::Card; 7]]) -> u64 {
    hands.iter().map(|hand| u64::from(E::seven(hand))).sum()
}

#[inline(never)]
fn ready_sum<E: Evaluator>(hands: &[E::Ready]) -> u64 {
    hands.iter().map(|&hand| u64::from(E::ready_value(hand))).sum()
}

/// Random hands of seven different cards, the same in every run.
pub(crate) fn random_sevens(count: usize) -> impl Iterator<Item = [Card; 7]> {
    // Marsaglia's xorshift: enough to have no order, and no dependency.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as usize
    };
    (0..count).map(move |_| {
        let mut deck = DECK;
        for place in 0..7 {
            deck.swap(place, place + next() % (52 - place));
        }
        let [a, b, c, d, e, f, g, ..] = deck;
        [a, b, c, d, e, f, g]
    })
}
