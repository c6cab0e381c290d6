//! The order of the cards. This function is frozen: docs/shuffle.md describes it, and
//! `vectors.json` has its results for programs in other languages.

use std::num::NonZeroU32;

use cards::{Card, DeckCount, Shoe};

use crate::stream::Stream;
use crate::{Seed, Words};

/// How many values a number of the stream has.
const NUMBERS: u64 = 1 << 32;

/// The cards of one to eight decks in the order in which they are dealt, first card first.
///
/// `round` is the number of the round; in a shoe game, of the shoe's first round.
pub fn deck(seed: &Seed, words: &Words, round: u64, decks: DeckCount) -> Vec<Card> {
    let cards: Vec<Card> = Shoe::new(decks).cards().collect();
    order(seed, words, round, 0, cards)
}

/// The given cards in a new order: a later shuffle of the same round or shoe, as after a misdeal or
/// when the discards are shuffled because the cards have run out.
///
/// Shuffles are numbered from 1 within the round or shoe; [`deck`] is number 0. The order in which
/// the cards are given does not matter: it is put into the standard order first.
pub fn reshuffle(
    seed: &Seed,
    words: &Words,
    round: u64,
    shuffle: NonZeroU32,
    cards: &[Card],
) -> Vec<Card> {
    let mut cards = cards.to_vec();
    cards.sort_unstable_by_key(|card| card.index());
    order(seed, words, round, shuffle.get(), cards)
}

fn order(seed: &Seed, words: &Words, round: u64, shuffle: u32, standard: Vec<Card>) -> Vec<Card> {
    shuffled(&mut Stream::new(seed, words, round, shuffle, &standard), standard)
}

/// The items in the order that a stream gives.
pub(crate) fn shuffled<T>(stream: &mut Stream, mut items: Vec<T>) -> Vec<T> {
    fisher_yates(&mut items, |bound| below(bound, NUMBERS, || u64::from(stream.number())));
    items
}

/// Swaps the last place with one of the places up to it, then the last but one, down to the second.
/// `below` draws a number below a bound.
fn fisher_yates<T>(items: &mut [T], mut below: impl FnMut(u64) -> u64) {
    for place in (1..items.len()).rev() {
        let other = below(place as u64 + 1);
        items.swap(place, other as usize);
    }
}

/// A number below `bound`, each equally likely: numbers below `numbers` are drawn until one is below
/// the largest multiple of the bound; its remainder is the answer.
fn below(bound: u64, numbers: u64, mut draw: impl FnMut() -> u64) -> u64 {
    let multiple = numbers - numbers % bound;
    loop {
        let number = draw();
        if number < multiple {
            return number % bound;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// With every byte drawn once, every answer comes equally often, and fewer bytes than the bound
    /// are rejected.
    #[test]
    fn numbers_of_one_byte_are_below_every_bound_without_bias() {
        for bound in 1..=256 {
            let mut answers = vec![0; bound as usize];
            let mut rejected = 0;
            for byte in 0..256 {
                // A rejected byte is followed by one that says so.
                let mut draws = [byte, 0].into_iter();
                let answer = below(bound, 256, || draws.next().expect("0 is below every bound"));
                match draws.next() {
                    Some(_) => answers[answer as usize] += 1,
                    None => rejected += 1,
                }
            }
            assert!(answers.iter().all(|count| *count == answers[0]), "{bound}: {answers:?}");
            assert_eq!(answers[0] * bound + rejected, 256);
            assert!(rejected < bound, "{bound}: {rejected} rejected");
        }
    }

    /// The same for the numbers of the stream, by counting instead of drawing: for every bound that
    /// a shoe needs, what is accepted is a whole number of rounds of all answers.
    #[test]
    fn numbers_of_the_stream_are_below_every_bound_without_bias() {
        for bound in 2..=416 {
            let is_accepted = |number: u64| {
                let mut draws = [number, 0].into_iter();
                below(bound, NUMBERS, || draws.next().expect("0 is below every bound"));
                draws.next().is_some()
            };
            // All numbers up to some limit are accepted, and none after it: find the limit.
            let (mut accepted, mut rejected) = (0, NUMBERS);
            while rejected - accepted > 1 {
                let middle = accepted.midpoint(rejected);
                *if is_accepted(middle) { &mut accepted } else { &mut rejected } = middle;
            }
            assert_eq!((accepted + 1) % bound, 0, "{bound}");
            assert!(NUMBERS - rejected < bound, "{bound}");
        }
    }

    /// Every sequence of 3-bit numbers long enough to shuffle four cards with up to one rejection:
    /// among those that finish, every one of the 24 orders comes equally often. Dropping the
    /// rejection makes this fail: 8 is no multiple of 3.
    #[test]
    fn every_order_of_four_cards_is_equally_likely() {
        let mut orders: BTreeMap<(usize, [u8; 4]), u32> = BTreeMap::new();
        for sequence in 0..8u64.pow(4) {
            let mut drawn = 0;
            let mut cards = [1, 2, 3, 4];
            fisher_yates(&mut cards, |bound| {
                below(bound, 8, || {
                    drawn += 1;
                    // Sequences that need a fifth number are left out below.
                    if drawn > 4 { 0 } else { sequence >> (3 * (drawn - 1)) & 7 }
                })
            });
            if drawn <= 4 {
                *orders.entry((drawn as usize, cards)).or_default() += 1;
            }
        }
        for drawn in [3, 4] {
            let counts: Vec<u32> =
                orders.iter().filter(|((used, _), _)| *used == drawn).map(|(_, n)| *n).collect();
            assert_eq!(counts.len(), 24, "{drawn} numbers: every order comes");
            assert!(counts.iter().all(|count| *count == counts[0]), "{drawn}: {counts:?}");
        }
    }
}
