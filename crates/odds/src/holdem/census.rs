//! How many deals of two own cards, flop, turn and river give which best five, and when a royal
//! among them was complete.
//!
//! Seven cards are counted by their ranks: 49,205 multisets, each with the number of ways to give
//! it suits of which none comes five times; and the flushes by the ranks of their suit.

use cards::{Card, Rank, Suit};
use games::RoyalFound;
use hands::{Category, FiveValue, Hand};

use super::texture::{RANKS, each_multiset};
use crate::census::Sample;
use crate::choose::CHOOSE;

/// In how many ways seven cards are two own cards, a flop, a turn and a river: of them the royal is
/// on the board in 20, in hole cards and flop in 20, and complete at the turn in 100. At the turn:
/// the river is one of the other two cards, the turn one of the five, and the other card lies among
/// the first five, 2 * 5 * 10.
const WAYS: u128 = 420;
const ROYALS: [(RoyalFound, u128); 4] = [
    (RoyalFound::OnBoard, 20),
    (RoyalFound::InFive, 20),
    (RoyalFound::InSix, 100),
    (RoyalFound::InSeven, 280),
];

fn card(rank: usize, suit: Suit) -> Card {
    Card::new(Rank::from_index(rank).expect("one of thirteen"), suit)
}

/// Counts every set of seven cards.
pub(crate) fn best_of_seven() -> Vec<(Sample, u128)> {
    let all = sets().into_iter();
    all.map(|(value, sets)| (Sample::Five(value, RoyalFound::None), sets.into())).collect()
}

/// Counts every deal.
pub(crate) fn deals() -> Vec<(Sample, u128)> {
    let mut samples = Vec::new();
    for (value, sets) in sets() {
        if value.category() == Category::RoyalFlush {
            let found = |(found, ways)| (Sample::Five(value, found), u128::from(sets) * ways);
            samples.extend(ROYALS.map(found));
        } else {
            samples.push((Sample::Five(value, RoyalFound::None), u128::from(sets) * WAYS));
        }
    }
    samples
}

/// How many sets of seven cards have which value.
fn sets() -> Vec<(FiveValue, u64)> {
    let mut counts: Vec<(Option<FiveValue>, u64)> = vec![(None, 0); 1 << 16];
    let mut count = |value: FiveValue, sets: u64| {
        let place = &mut counts[usize::from(value.get())];
        *place = (Some(value), place.1 + sets);
    };
    each_multiset(&mut [0; 7], &mut |ranks| {
        if let Some(sets) = without_flush(ranks) {
            // Neighbors get different suits, so that no suit comes five times.
            let cards = std::array::from_fn(|place| card(ranks[place], Suit::ALL[place % 4]));
            count(FiveValue::best_of_7(&cards), sets);
        }
    });
    for ranks in (0..1u16 << RANKS).filter(|ranks| (5..=7).contains(&ranks.count_ones())) {
        let (value, suited) = flush(ranks);
        count(value, 4 * u64::from(CHOOSE[39][7 - suited]));
    }
    counts.into_iter().filter_map(|(value, sets)| Some((value?, sets))).collect()
}

/// The number of sets of seven cards with these ranks of which no five are of a suit; nothing if
/// there are more than four of a rank.
fn without_flush(ranks: &[usize]) -> Option<u64> {
    let mut all = 1;
    // By how many cards are of one suit: how many ways there are.
    let mut of_suit = [0u64; 8];
    of_suit[0] = 1;
    for equal in ranks.chunk_by(|a, b| a == b) {
        if equal.len() > 4 {
            return None;
        }
        all *= u64::from(CHOOSE[4][equal.len()]);
        let [without, with] = [CHOOSE[3][equal.len()], CHOOSE[3][equal.len() - 1]];
        for place in (0..8).rev() {
            let before = if place > 0 { of_suit[place - 1] } else { 0 };
            of_suit[place] = of_suit[place] * without as u64 + before * with as u64;
        }
    }
    Some(all - 4 * of_suit[5..].iter().sum::<u64>())
}

/// The value of a flush of these ranks, five of them or more, and how many they are. With five of a
/// suit seven cards have no full house and no four of a kind, so nothing else can be better.
fn flush(ranks: u16) -> (FiveValue, usize) {
    let cards: Vec<Card> = (0..RANKS)
        .filter(|rank| ranks >> rank & 1 == 1)
        .map(|rank| card(rank, Suit::Clubs))
        .collect();
    let value = match *cards.as_slice() {
        [a, b, c, d, e] => Hand::from([a, b, c, d, e]).value(),
        [a, b, c, d, e, f] => Hand::from([a, b, c, d, e, f]).value(),
        [a, b, c, d, e, f, g] => Hand::from([a, b, c, d, e, f, g]).value(),
        _ => unreachable!("five to seven of a suit"),
    };
    (value, cards.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::DECK;
    use games::royal_found;
    use std::collections::HashMap;

    /// The categories of all seven-card hands [KNOWN], lowest first.
    #[test]
    fn seven_cards_by_category() {
        let mut found = [0; 10];
        sets().iter().for_each(|(value, sets)| found[value.category() as usize] += sets);
        let known = [
            23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184,
            224_848, 37_260, 4_324,
        ];
        assert_eq!(found, known);
        let deals: u128 = deals().iter().map(|(_, deals)| deals).sum();
        assert_eq!(deals, 1_326 * 19_600 * 47 * 46);
    }

    /// All arrangements of one set with a royal, one by one.
    #[test]
    fn royals_by_when_they_are_complete() {
        let cards: Vec<Card> =
            "As Ks Qs Js Ts 2c 3d".split(' ').map(|c| c.parse().unwrap()).collect();
        let mut found: HashMap<RoyalFound, u128> = HashMap::new();
        let mut places: Vec<usize> = (0..7).collect();
        permute(&mut places, 0, &mut |order| {
            let card = |place: usize| cards[order[place]];
            let board: Vec<Card> = (2..7).map(card).collect();
            *found.entry(royal_found([card(0), card(1)], &board)).or_default() += 1;
        });
        // Two own cards and three of the flop have no order.
        for (when, ways) in ROYALS {
            assert_eq!(found[&when], ways * 2 * 6, "{when:?}");
        }
    }

    fn permute(places: &mut Vec<usize>, at: usize, visit: &mut impl FnMut(&[usize])) {
        if at == places.len() {
            return visit(places);
        }
        for other in at..places.len() {
            places.swap(at, other);
            permute(places, at + 1, visit);
            places.swap(at, other);
        }
    }

    /// The values of a sample of hands, evaluated one by one, all come with the right count.
    #[test]
    fn every_value_of_seven_cards_of_four_ranks_and_all_suits() {
        let deck: Vec<Card> =
            DECK.iter().copied().filter(|card| card.rank() >= Rank::Jack).collect();
        let mut one_by_one: HashMap<FiveValue, u64> = HashMap::new();
        let count = deck.len();
        for bits in (0..1u32 << count).filter(|bits| bits.count_ones() == 7) {
            let hand = (0..count).filter(|place| bits >> place & 1 == 1).map(|place| deck[place]);
            let hand: Vec<Card> = hand.collect();
            let value = FiveValue::best_of_7(&hand.try_into().unwrap());
            *one_by_one.entry(value).or_default() += 1;
        }
        let mut by_ranks: HashMap<FiveValue, u64> = HashMap::new();
        each_multiset(&mut [0; 7], &mut |ranks| {
            if ranks[0] >= Rank::Jack.index()
                && let Some(sets) = without_flush(ranks)
            {
                let cards = std::array::from_fn(|place| card(ranks[place], Suit::ALL[place % 4]));
                *by_ranks.entry(FiveValue::best_of_7(&cards)).or_default() += sets;
            }
        });
        assert_eq!(by_ranks, one_by_one);
    }
}
