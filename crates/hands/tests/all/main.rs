//! Every hand there is against the rule: counts, order, words, qualifiers.

// The helpers here are tests too, though the lint cannot know it.
#![allow(clippy::unwrap_used)]

mod counts;
mod floors;
mod hand;
mod joker;
mod order;
mod relation;
mod sevens;
mod words;

use cards::{Card, CardSet, DECK};

/// The cards of the notation, as many as wanted.
fn cards<const N: usize>(text: &str) -> [Card; N] {
    cards::parse_cards(text).unwrap().try_into().unwrap()
}

fn set(text: &str) -> CardSet {
    text.parse().unwrap()
}

/// Every way to have `N` of the 52 cards, whose first is at this place of the deck.
fn each_hand_from<const N: usize>(first: usize, visit: &mut impl FnMut([Card; N])) {
    let mut places: [usize; N] = std::array::from_fn(|offset| first + offset);
    if places[N - 1] >= 52 {
        return;
    }
    loop {
        visit(places.map(|place| DECK[place]));
        // The last place that can go on, and those after it right behind; the first one stays.
        let Some(moving) = (1..N).rev().find(|&place| places[place] < 52 - N + place) else {
            return;
        };
        places[moving] += 1;
        for place in moving + 1..N {
            places[place] = places[place - 1] + 1;
        }
    }
}

/// Every way to have `N` of the 52 cards.
fn each_hand<const N: usize>(mut visit: impl FnMut([Card; N])) {
    for first in 0..52 {
        each_hand_from(first, &mut visit);
    }
}

/// Random hands of `N` different cards, always the same.
fn random_hands<const N: usize>(count: usize) -> impl Iterator<Item = [Card; N]> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    (0..count).map(move |_| {
        let mut deck = DECK;
        std::array::from_fn(|place| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            deck.swap(place, place + (state >> 32) as usize % (52 - place));
            deck[place]
        })
    })
}
