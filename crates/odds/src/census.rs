//! How many deals give which hand, for wagers that no decision touches. All schedules of such a
//! wager share one count.

use cards::{Card, DECK};
use games::{PayTable, RowId, RoyalFound};
use hands::{FiveValue, FourValue, Hand, JokerValue};
use rayon::prelude::*;

use crate::blackjack::Soft17;
use crate::dealt::{Dealt, Shown};

/// What a wager without decisions is judged on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Space {
    /// Two own cards.
    Two,
    /// Two own cards and the dealer's two.
    TwoAndTwo,
    /// Three own cards.
    Three,
    /// Four own cards.
    Four,
    /// The best four of five own cards.
    FourOfFive,
    /// Five cards.
    Five,
    /// The best five of six.
    FiveOfSix,
    /// The best five of seven.
    FiveOfSeven,
    /// The best five of two own cards and a board of five, and when a royal was complete.
    Holdem,
    /// The dealer's bust in a blackjack game.
    Bust(Dealer),
    /// The first cards of a blackjack round.
    Dealt(Dealt),
}

/// How a blackjack dealer draws.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Dealer {
    /// From how many decks.
    pub(crate) decks: u8,
    pub(crate) soft_17: Soft17,
}

/// What a deal shows, as far as any row asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sample {
    Two([Card; 2], Option<[Card; 2]>),
    Three([Card; 3]),
    Four(FourValue),
    Five(FiveValue, RoyalFound),
    Joker(JokerValue),
    /// The dealer busts with this many cards, or does not.
    Bust(Option<usize>),
    /// The first cards of a blackjack round.
    Dealt(Shown),
}

impl Sample {
    /// The row of a table that it is paid on.
    pub(crate) fn row(self, table: &PayTable) -> Option<RowId> {
        match self {
            Sample::Two(own, dealer) => table.two(own, dealer),
            Sample::Three(cards) => table.three(cards),
            Sample::Four(value) => table.four(value),
            Sample::Five(value, royal) => table.five_found(value, royal),
            Sample::Joker(value) => table.five_with_joker(value),
            Sample::Bust(cards) => cards.and_then(|cards| table.bust(cards)),
            Sample::Dealt(shown) => shown.row(table),
        }
    }
}

/// How many deals show what.
#[derive(Clone, Debug)]
pub(crate) struct Census {
    pub(crate) counts: Vec<(Sample, u128)>,
}

impl Space {
    /// Counts every deal.
    pub(crate) fn census(self) -> Census {
        let counts = match self {
            Space::Two => pairs().map(|own| (Sample::Two(own, None), 1)).collect(),
            Space::TwoAndTwo => two_and_two(),
            Space::Three => triples().map(|cards| (Sample::Three(cards), 1)).collect(),
            Space::Four => four(),
            Space::FourOfFive => four_of_five(),
            Space::Five => five(),
            Space::FiveOfSix => five_of_six(),
            Space::FiveOfSeven => crate::holdem::census::best_of_seven(),
            Space::Holdem => crate::holdem::census::deals(),
            Space::Bust(dealer) => return crate::buster_blackjack::census(dealer),
            Space::Dealt(dealt) => return dealt.census(),
        };
        Census { counts }
    }
}

/// All two-card hands.
pub(crate) fn pairs() -> impl Iterator<Item = [Card; 2]> {
    (0..52).flat_map(|a| (a + 1..52).map(move |b| [DECK[a], DECK[b]]))
}

/// All three-card hands.
pub(crate) fn triples() -> impl Iterator<Item = [Card; 3]> {
    let more = |a: usize, b: usize| (b + 1..52).map(move |c| [DECK[a], DECK[b], DECK[c]]);
    (0..52).flat_map(move |a| (a + 1..52).flat_map(move |b| more(a, b)))
}

fn two_and_two() -> Vec<(Sample, u128)> {
    let with_dealer = |own: [Card; 2]| {
        let free = move |dealer: &[Card; 2]| dealer.iter().all(|card| !own.contains(card));
        pairs().filter(free).map(move |dealer| (Sample::Two(own, Some(dealer)), 1))
    };
    pairs().flat_map(with_dealer).collect()
}

/// Values being counted by their numbers.
struct Counter<V> {
    counts: Vec<(Option<V>, u64)>,
}

impl<V: Copy> Counter<V> {
    fn new() -> Counter<V> {
        Counter { counts: vec![(None, 0); 1 << 16] }
    }

    #[inline(always)]
    fn count(&mut self, number: u16, value: V) {
        self.counts[usize::from(number)].0 = Some(value);
        self.counts[usize::from(number)].1 += 1;
    }

    fn and(mut self, other: &Counter<V>) -> Counter<V> {
        for (mine, other) in self.counts.iter_mut().zip(&other.counts) {
            mine.0 = mine.0.or(other.0);
            mine.1 += other.1;
        }
        self
    }

    fn samples(self, sample: impl Fn(V) -> Sample) -> Vec<(Sample, u128)> {
        let counted = self.counts.into_iter();
        counted.filter_map(|(value, count)| Some((sample(value?), u128::from(count)))).collect()
    }
}

fn four() -> Vec<(Sample, u128)> {
    let mut counter = Counter::new();
    for [a, b, c] in triples() {
        for &d in &DECK[c.index() + 1..] {
            let value = FourValue::of(&[a, b, c, d]);
            counter.count(value.get(), value);
        }
    }
    counter.samples(Sample::Four)
}

/// Counts in parallel, by the first two cards of the deck's order.
fn counted<V: Copy + Send + Sync>(
    count: impl Fn(usize, usize, &mut Counter<V>) + Sync,
) -> Counter<V> {
    let firsts: Vec<(usize, usize)> =
        (0..52).flat_map(|a| (a + 1..52).map(move |b| (a, b))).collect();
    let add = |mut counter: Counter<V>, &(a, b): &(usize, usize)| {
        count(a, b, &mut counter);
        counter
    };
    let counters = firsts.par_iter().fold(Counter::new, add);
    counters.reduce(Counter::new, |counter, other| counter.and(&other))
}

fn four_of_five() -> Vec<(Sample, u128)> {
    let count = |a: usize, b: usize, counter: &mut Counter<FourValue>| {
        for c in b + 1..52 {
            for d in c + 1..52 {
                for e in d + 1..52 {
                    let cards = [a, b, c, d, e].map(|place| DECK[place]);
                    let value = FourValue::best_of_5(&cards);
                    counter.count(value.get(), value);
                }
            }
        }
    };
    counted(count).samples(Sample::Four)
}

fn five() -> Vec<(Sample, u128)> {
    let count = |a: usize, b: usize, counter: &mut Counter<FiveValue>| {
        for c in b + 1..52 {
            for d in c + 1..52 {
                let hand = Hand::from([a, b, c, d].map(|place| DECK[place]));
                hand.value_with_deck_from(d + 1, |value| counter.count(value.get(), value));
            }
        }
    };
    counted(count).samples(|value| Sample::Five(value, RoyalFound::None))
}

fn five_of_six() -> Vec<(Sample, u128)> {
    let count = |a: usize, b: usize, counter: &mut Counter<FiveValue>| {
        for c in b + 1..52 {
            for d in c + 1..52 {
                let four = Hand::from([a, b, c, d].map(|place| DECK[place]));
                for (e, &card) in DECK.iter().enumerate().skip(d + 1) {
                    let hand = four.with(card);
                    hand.value_with_deck_from(e + 1, |value| counter.count(value.get(), value));
                }
            }
        }
    };
    counted(count).samples(|value| Sample::Five(value, RoyalFound::None))
}
