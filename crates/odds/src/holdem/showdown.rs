//! Every showdown there can be: for each texture and each hand, how many of the dealer's 990 hands
//! are lower, equal, and below a pair.
//!
//! A card is of one of 26 types: its rank, and whether it is of the flush suit. All hands of two
//! types have the same value, so a texture has at most 338 to sort; a prefix sum counts the lower
//! ones, less those that hold one of the player's own cards.

use std::sync::Arc;

use cards::{Card, CardSet, DECK, Suit};
use hands::{Category, FiveValue, Hand};
use rayon::prelude::*;

use super::start::Ranks;
use super::texture::{FLUSH, Model, PLAIN, RANKS, flush_models, pair_place, plain_models};
use crate::warm::Warm;

/// The hands that the dealer can hold against two cards and a board.
pub(crate) const DEALERS: u32 = 990;

/// A pair or better.
pub(crate) const PAIR: FiveValue = FiveValue::floor(Category::Pair, &[]).expect("a pair is a hand");

/// A hand on a finished board against all that the dealer can hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Showdown {
    /// How many of the dealer's hands are lower.
    pub(crate) lower: u16,
    /// How many are equal.
    pub(crate) equal: u16,
    /// How many are below a pair.
    pub(crate) below_pair: u16,
    /// The number of the hand's own value; 0 if there is no such hand.
    pub(crate) value: u16,
}

impl Showdown {
    /// Is there such a hand?
    pub(crate) fn is_there(self) -> bool {
        self != Showdown::default()
    }
}

/// Types of cards: the ranks outside the flush suit, then those in it.
pub(crate) const TYPES: usize = 2 * RANKS;
/// Hands of two cards outside the flush suit, by their ranks; then one card of each; then two of the
/// flush suit.
const OUTSIDE: usize = 91;
const TWO_TYPES: usize = OUTSIDE + RANKS * RANKS + 78;
/// Textures that are counted together, so that writing is writing in runs.
const RUN: usize = 64;

/// The place of a hand of two types.
fn two_types(a: usize, b: usize) -> usize {
    let (low, high) = (a.min(b), a.max(b));
    match (low < RANKS, high < RANKS) {
        (true, true) => pair_place(low, high),
        (true, false) => OUTSIDE + (high - RANKS) * RANKS + low,
        _ => OUTSIDE + RANKS * RANKS + (high - RANKS) * (high - RANKS - 1) / 2 + low - RANKS,
    }
}

/// All showdowns: for each two ranks by plain texture; for each two types by texture with a flush suit.
pub(crate) struct Showdowns {
    plain: Vec<Showdown>,
    flush: Vec<Showdown>,
}

/// The place of a river: how the hand stands to the flush suit, if there is one, and the texture.
pub(crate) type Place = (Option<usize>, usize);

static ALL: Warm<(), Showdowns> = Warm::new();

impl Showdowns {
    /// Counted now or before.
    pub(crate) fn warm() -> Arc<Showdowns> {
        ALL.get((), Showdowns::count)
    }

    fn count() -> Showdowns {
        let mut by_texture = vec![Showdown::default(); PLAIN * OUTSIDE];
        let models = plain_models();
        by_texture.par_chunks_mut(OUTSIDE).zip(&models).for_each(|(places, model)| {
            let Some(model) = model else { return };
            Table::of(model).fill(|place, showdown| places[place] = showdown);
        });
        let of_ranks = |place| by_texture.iter().skip(place).step_by(OUTSIDE);
        let plain = (0..OUTSIDE).flat_map(of_ranks).copied().collect();
        let mut flush = vec![Showdown::default(); FLUSH * TWO_TYPES];
        let models = flush_models();
        // Each run of textures writes to its part of every two types' place.
        let mut runs: Vec<Vec<&mut [Showdown]>> = Vec::new();
        runs.resize_with(FLUSH.div_ceil(RUN), Vec::new);
        for of_types in flush.chunks_exact_mut(FLUSH) {
            runs.iter_mut().zip(of_types.chunks_mut(RUN)).for_each(|(run, part)| run.push(part));
        }
        runs.into_par_iter().zip(models.par_chunks(RUN)).for_each(|(mut run, models)| {
            for (texture, model) in models.iter().enumerate() {
                Table::of(model).fill(|place, showdown| run[place][texture] = showdown);
            }
        });
        Showdowns { plain, flush }
    }

    /// The showdown of two ranks at a place.
    pub(crate) fn at(&self, ranks: Ranks, (relation, texture): Place) -> Showdown {
        match relation {
            None => self.plain(ranks)[texture],
            Some(relation) => self.flush(ranks, relation)[texture],
        }
    }

    /// The showdowns of two ranks on the plain textures.
    pub(crate) fn plain(&self, ranks: Ranks) -> &[Showdown] {
        &self.plain[ranks.number() * PLAIN..][..PLAIN]
    }

    /// The showdowns of two ranks that stand to the flush suit in some way.
    pub(crate) fn flush(&self, ranks: Ranks, relation: usize) -> &[Showdown] {
        let [a, b] = ranks.types(relation);
        &self.flush[two_types(a, b) * FLUSH..][..FLUSH]
    }
}

/// The cards that a texture leaves, by type.
pub(crate) struct Left {
    /// The cards of each type: up to four of a rank where there is no flush suit, else three and
    /// one.
    pub(crate) cards: [Vec<Card>; TYPES],
}

impl Left {
    pub(crate) fn of(model: &Model) -> Left {
        let board: CardSet = model.board.iter().collect();
        let mut cards: [Vec<Card>; TYPES] = Default::default();
        for &card in DECK.iter().filter(|&&card| !board.has(card)) {
            let is_flush = model.flush.is_some() && card.suit() == Suit::Clubs;
            cards[usize::from(is_flush) * RANKS + card.rank().index()].push(card);
        }
        Left { cards }
    }
}

/// A hand of two types: its value, its place, its types.
#[derive(Clone, Copy)]
struct Two {
    value: u16,
    types: [u8; 2],
}

/// The hands of a texture, lowest first.
struct Table {
    hands: Vec<Two>,
    /// How many cards there are of each type.
    left: [u32; TYPES],
}

impl Table {
    fn of(model: &Model) -> Table {
        let left = Left::of(model);
        let board = Hand::from(model.board);
        let mut hands = Vec::with_capacity(TWO_TYPES);
        for a in 0..TYPES {
            let Some(&first) = left.cards[a].first() else { continue };
            let six = board.with(first);
            for b in a..TYPES {
                let second = if a == b { left.cards[b].get(1) } else { left.cards[b].first() };
                let Some(&second) = second else { continue };
                let value = six.with(second).value().get();
                hands.push(Two { value, types: [a as u8, b as u8] });
            }
        }
        hands.sort_unstable_by_key(|two| two.value);
        Table { hands, left: left.cards.map(|cards| cards.len() as u32) }
    }

    /// How many hands there are of two types, and how many of them hold one card of the first and
    /// of the second.
    fn weights(&self, two: Two) -> [u32; 3] {
        let [a, b] = two.types.map(|t| self.left[usize::from(t)]);
        if two.types[0] == two.types[1] { [a * (a - 1) / 2, a - 1, 0] } else { [a * b, b, a] }
    }

    fn fill(&self, mut put: impl FnMut(usize, Showdown)) {
        let below_pair = self.hands.partition_point(|two| two.value < PAIR.get());
        let mut below = Held::default();
        self.hands[..below_pair].iter().for_each(|&two| below.add(two, self.weights(two)));
        let mut lower = Held::default();
        for equals in self.hands.chunk_by(|a, b| a.value == b.value) {
            let mut equal = Held::default();
            equals.iter().for_each(|&two| equal.add(two, self.weights(two)));
            for &two in equals {
                let own = u32::from(two.value < PAIR.get());
                // The player's own hand is equal to itself, and was taken off with both cards.
                let showdown = Showdown {
                    lower: lower.without(two, 0) as u16,
                    equal: equal.without(two, 1) as u16,
                    below_pair: below.without(two, own) as u16,
                    value: two.value,
                };
                put(two_types(usize::from(two.types[0]), usize::from(two.types[1])), showdown);
            }
            lower.join(&equal);
        }
    }
}

/// How many hands there are, and how many of them hold a given card, by its type.
#[derive(Default)]
struct Held {
    hands: u32,
    with: [u32; TYPES],
}

impl Held {
    fn add(&mut self, two: Two, [hands, first, second]: [u32; 3]) {
        self.hands += hands;
        self.with[usize::from(two.types[0])] += first;
        self.with[usize::from(two.types[1])] += second;
    }

    fn join(&mut self, other: &Held) {
        self.hands += other.hands;
        self.with.iter_mut().zip(other.with).for_each(|(mine, other)| *mine += other);
    }

    /// Those that hold neither card of a hand. Those that hold both are taken off twice, and so are
    /// given back once.
    fn without(&self, two: Two, both: u32) -> u32 {
        let [a, b] = two.types.map(|t| self.with[usize::from(t)]);
        self.hands + both - a - b
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::holdem::spot::against;

    /// Showdowns of several textures by counting the dealer's hands one by one.
    #[test]
    fn showdowns_are_those_of_counting() {
        let showdowns = Showdowns::warm();
        let plain = plain_models();
        let plain =
            plain.iter().enumerate().filter_map(|(place, model)| Some((place, model.as_ref()?)));
        let flush = flush_models();
        let flush = flush.iter().enumerate().map(|(place, model)| (PLAIN + place, model));
        let (mut found, mut seen) = (0, 0);
        for (number, model) in plain.chain(flush).filter(|(number, _)| number % 211 == 0) {
            let board: CardSet = model.board.iter().collect();
            let left = Left::of(model);
            for a in 0..TYPES {
                for b in a..TYPES {
                    let skip = usize::from(a == b);
                    let (Some(&first), Some(&second)) =
                        (left.cards[a].first(), left.cards[b].get(skip))
                    else {
                        continue;
                    };
                    seen += 1;
                    let place = two_types(a, b);
                    let stored = match model.flush {
                        None => showdowns.plain[place * PLAIN + number],
                        Some(_) => showdowns.flush[place * FLUSH + number - PLAIN],
                    };
                    let counted = against([first, second], model.board);
                    assert_eq!(stored, counted, "{board} {first} {second}");
                    found += usize::from(stored.is_there());
                }
            }
        }
        assert!(found == seen && found > 30_000);
    }
}
