//! Hands and sets counted plainly, from the rule and nothing else, to hold the solvers against.

use cards::{Card, DECK};
use hands::naive;

/// What five cards are: the category as `hands::naive` counts it, and the rank of a pair.
pub fn five(cards: [Card; 5]) -> (u8, u8) {
    let mut counts = [0u8; 13];
    let mut ranks = 0u16;
    for card in cards {
        counts[card.rank().index()] += 1;
        ranks |= 1 << card.rank().index();
    }
    let is_flush = cards.iter().all(|card| card.suit() == cards[0].suit());
    let is_straight = ranks == 0b1_0000_0000_1111 || ranks >> ranks.trailing_zeros() == 0b1_1111;
    let pairs = counts.iter().filter(|count| **count == 2).count();
    let pair = counts.iter().position(|count| *count == 2).map_or(0, |rank| rank as u8 + 2);
    let most = counts.iter().max().copied().unwrap();
    match (is_straight, is_flush, most, pairs) {
        (true, true, _, _) if ranks == 0b1_1111 << 8 => (9, 0),
        (true, true, _, _) => (8, 0),
        (_, _, 4, _) => (7, 0),
        (_, _, 3, 1) => (6, 0),
        (_, true, _, _) => (5, 0),
        (true, _, _, _) => (4, 0),
        (_, _, 3, _) => (3, 0),
        (_, _, _, 2) => (2, 0),
        (_, _, _, 1) => (1, pair),
        _ => (0, 0),
    }
}

/// What three cards are: the category as `hands::naive` counts it, or 6 for A-K-Q of a suit.
pub fn three(cards: [Card; 3]) -> u8 {
    let key = naive::three(&cards);
    if key[..2] == [5, 14] { 6 } else { key[0] }
}

#[test]
fn five_cards_are_what_the_naive_evaluator_says() {
    let mut seen = 0;
    for (place, &a) in DECK.iter().enumerate() {
        for step in 1..10 {
            let at = |times: usize| DECK[(place + step * times) % 52];
            let hand = [a, at(1), at(2), at(3), at(4)];
            if hand.iter().enumerate().any(|(i, card)| hand[..i].contains(card)) {
                continue;
            }
            let key = naive::five(&hand);
            assert_eq!(five(hand), (key[0], if key[0] == 1 { key[1] } else { 0 }), "{hand:?}");
            seen += 1;
        }
    }
    assert!(seen > 400);
}

/// The place of cards, lowest first, among all sets of so many.
pub fn place(cards: &[usize]) -> usize {
    let choose = |of: usize, some: usize| -> usize {
        (0..some).fold(1, |ways, i| if of < some { 0 } else { ways * (of - i) / (i + 1) })
    };
    cards.iter().enumerate().map(|(i, card)| choose(*card, i + 1)).sum()
}

/// The place of cards and one more.
pub fn place_with(cards: &[usize], card: usize) -> usize {
    let mut all = cards.to_vec();
    all.push(card);
    all.sort_unstable();
    place(&all)
}

/// All sets of so many of the deck's 52 places, in the order of [`place`].
pub fn sets(size: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..size {
        let more = |set: &Vec<usize>| {
            let from = set.last().map_or(0, |last| last + 1);
            (from..52).map(|card| [set.as_slice(), &[card]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(more).collect();
    }
    all.sort_by_key(|set| place(set));
    all
}

/// For every set of four cards the sum of what 48 fifth cards pay.
pub fn sums_of_four(pay: impl Fn((u8, u8)) -> i64 + Sync) -> Vec<i64> {
    use rayon::prelude::*;
    let sum = |set: &Vec<usize>| {
        let [a, b, c, d] = [0, 1, 2, 3].map(|place| DECK[set[place]]);
        let fifth = (0..52).filter(|card| !set.contains(card));
        fifth.map(|card| pay(five([a, b, c, d, DECK[card]]))).sum()
    };
    sets(4).par_iter().map(sum).collect()
}

#[test]
fn sets_come_in_the_order_of_their_places() {
    let all = sets(3);
    assert_eq!(all.len(), 22_100);
    assert!(all.iter().enumerate().all(|(at, set)| place(set) == at));
    assert_eq!(place_with(&[3, 9], 5), place(&[3, 5, 9]));
}
