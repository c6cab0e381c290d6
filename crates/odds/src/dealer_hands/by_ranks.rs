//! How many of the dealer's hands are below a value if suits mean nothing.

use super::rank_multiset::{FIRST, RankMultiset};
use super::{Answer, DealerHands, of_many_suits};

/// The dealer's hands by their ranks, the lowest first.
pub(super) struct Events {
    pub(super) hands: Vec<(u16, RankMultiset)>,
    /// The value of each multiset of ranks, by its number.
    value: Vec<u16>,
}

impl Events {
    pub(super) fn of(dealer_hands: &DealerHands) -> Events {
        let valued =
            |multiset: RankMultiset| ((dealer_hands.value)(of_many_suits(&multiset)), multiset);
        let mut hands: Vec<(u16, RankMultiset)> =
            RankMultiset::all(dealer_hands.dealer_cards, 4).into_iter().map(valued).collect();
        hands.sort_unstable_by_key(|hand| hand.0);
        let first = FIRST[dealer_hands.dealer_cards];
        let mut value = vec![0; FIRST[dealer_hands.dealer_cards + 1] - first];
        for (worth, multiset) in &hands {
            value[multiset.number() - first] = *worth;
        }
        Events { hands, value }
    }

    /// The value of a dealer's hand by its ranks alone.
    pub(super) fn value(&self, ranks: &RankMultiset) -> u16 {
        self.value[ranks.number() - FIRST[ranks.len()]]
    }
}

/// For a player's ranks and a value, the lowest value first: how many of the dealer's hands without
/// the player's cards are below it and not above it, by the rank of the card that is up.
pub(super) fn answers(
    dealer_hands: &DealerHands,
    events: &Events,
    asks: impl Iterator<Item = (RankMultiset, u16)>,
) -> Vec<Answer<[u32; 13]>> {
    // How many hands so far are with each few given cards and a given card up.
    let mut with = vec![[0; 13]; FIRST[dealer_hands.dealer_cards]];
    let mut hands = events.hands.iter().peekable();
    let mut asks = asks.peekable();
    let mut answers: Vec<Answer<[u32; 13]>> = Vec::with_capacity(asks.size_hint().0);
    let mut batch = Vec::new();
    while let Some((first, value)) = asks.next() {
        batch.clear();
        batch.push(first);
        while let Some((player, _)) = asks.next_if(|ask| ask.1 == value) {
            batch.push(player);
        }
        while let Some((_, ranks)) = hands.next_if(|hand| hand.0 < value) {
            add(&mut with, ranks);
        }
        let start = answers.len();
        answers.extend(batch.iter().map(|player| {
            let below = without(&with, player);
            Answer { below, up_to: below }
        }));
        if hands.peek().is_none_or(|hand| hand.0 != value) {
            continue;
        }
        while let Some((_, ranks)) = hands.next_if(|hand| hand.0 == value) {
            add(&mut with, ranks);
        }
        for (answer, player) in answers[start..].iter_mut().zip(&batch) {
            answer.up_to = without(&with, player);
        }
    }
    answers
}

/// Adds the hands of these ranks.
fn add(with: &mut [[u32; 13]], ranks: &RankMultiset) {
    ranks.parts(|part| {
        if part.len == ranks.len() {
            return;
        }
        let ways = part.completions(4);
        let counts = &mut with[part.number];
        for (rank, held, taken) in part.counts().filter(|(_, held, taken)| held > taken) {
            // Of the cards of the rank that are not given, a share is that one.
            counts[usize::from(rank)] += ways * (held - taken) as u32 / (4 - taken) as u32;
        }
    });
}

/// How many are without the player's cards.
fn without(with: &[[u32; 13]], player: &RankMultiset) -> [u32; 13] {
    let mut sums = [0i32; 13];
    player.parts(|part| {
        if let Some(counts) = with.get(part.number) {
            let times = part.alternating();
            for (sum, count) in sums.iter_mut().zip(counts) {
                *sum += times * *count as i32;
            }
        }
    });
    // Where the player has all four of a rank, none can be up, and the sum is nothing.
    sums.map(|sum| sum as u32)
}
