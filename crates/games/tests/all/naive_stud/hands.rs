//! Hands ranked by plain counting: sort the ranks, count them, look at the suits.

use cards::{Card, Suit};

/// Names of hands, lowest first, by how many cards they have.
const THREE: &[&str] = &["high card", "pair", "flush", "straight", "three of a kind", SF];
const FOUR: &[&str] = &[
    "high card",
    "pair",
    "two pair",
    "straight",
    "flush",
    "three of a kind",
    SF,
    "four of a kind",
];
const FIVE: &[&str] = &[
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    SF,
];
const SF: &str = "straight flush";

/// A hand: compared by the place of its name in its order, then rank by rank.
#[derive(Clone, Copy, Debug)]
pub struct Hand {
    place: usize,
    /// Ranks, ace 14: those that are there most often first, then the highest.
    pub ranks: [u8; 5],
    /// What it is called.
    pub name: &'static str,
    /// The suit of all cards, where they are of one.
    pub suit: Option<Suit>,
}

impl Hand {
    /// What is compared: suits never break ties [GEN-4].
    pub fn value(&self) -> (usize, [u8; 5]) {
        (self.place, self.ranks)
    }

    /// Is it an ace-high straight flush: a royal, or a mini royal of three cards?
    pub fn is_royal(&self) -> bool {
        self.name == SF && self.ranks[0] == 14
    }

    /// Is it at least this?
    pub fn is_at_least(&self, name: &str) -> bool {
        FIVE.iter().position(|known| *known == name).is_some_and(|place| self.place >= place)
    }

    /// Is it a pair of these ranks?
    pub fn is_pair_of(&self, ranks: std::ops::RangeInclusive<u8>) -> bool {
        self.name == "pair" && ranks.contains(&self.ranks[0])
    }
}

/// A card's rank as a number, ace 14.
pub fn rank(card: Card) -> u8 {
    card.rank().index() as u8 + 2
}

/// The hand that exactly these cards make.
pub fn exactly(cards: &[Card], size: usize) -> Hand {
    let mut sorted = [0u8; 7];
    for (place, card) in cards.iter().enumerate() {
        sorted[place] = rank(*card);
    }
    let sorted = &mut sorted[..cards.len()];
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    let count = |rank: u8, sorted: &[u8]| sorted.iter().filter(|r| **r == rank).count();
    let copy: [u8; 7] = std::array::from_fn(|i| sorted.get(i).copied().unwrap_or(0));
    let copy = &copy[..cards.len()];
    sorted.sort_by_key(|rank| std::cmp::Reverse(count(*rank, copy)));
    let first = count(sorted[0], copy);
    let second = sorted.get(first).map_or(0, |rank| count(*rank, copy));
    let is_flush = cards.len() == size && cards.iter().all(|c| c.suit() == cards[0].suit());
    let span = copy[0] - copy[copy.len() - 1];
    let is_wheel = copy[0] == 14 && copy[1] as usize == size && copy[copy.len() - 1] == 2;
    let is_run = cards.len() == size && first == 1 && (span as usize == size - 1 || is_wheel);
    if is_run && is_wheel {
        sorted.rotate_left(1);
        sorted[size - 1] = 1;
    }
    let name = match (first, second) {
        (4, _) => "four of a kind",
        (3, 2) => "full house",
        (3, _) => "three of a kind",
        (2, 2) => "two pair",
        (2, _) => "pair",
        _ if is_run && is_flush => SF,
        _ if is_run => "straight",
        _ if is_flush => "flush",
        _ => "high card",
    };
    let order = match size {
        3 => THREE,
        4 => FOUR,
        _ => FIVE,
    };
    let place = order.iter().position(|known| *known == name).expect("a hand of this size");
    let ranks = std::array::from_fn(|i| sorted.get(i).copied().unwrap_or(0));
    Hand { place, ranks, name, suit: is_flush.then(|| cards[0].suit()) }
}

/// The best hand of so many cards among these: every choice is tried.
pub fn best(cards: &[Card], size: usize) -> Hand {
    if cards.len() <= size {
        return exactly(cards, size);
    }
    let choices = (0u32..1 << cards.len()).filter(|set| set.count_ones() as usize == size);
    let hand = |set: u32| {
        let mut chosen = [cards[0]; 5];
        let mut found = 0;
        for (place, card) in cards.iter().enumerate() {
            if set >> place & 1 == 1 {
                chosen[found] = *card;
                found += 1;
            }
        }
        exactly(&chosen[..size], size)
    };
    choices.map(hand).max_by_key(Hand::value).expect("there is a choice")
}

/// Counts that are known: every three-card and four-card hand, and every five-card hand.
#[test]
fn the_naive_ranker_counts_hands_as_everyone_does() {
    let count = |size: usize, expected: &[(&str, usize)]| {
        let mut found = std::collections::BTreeMap::new();
        let mut places: Vec<usize> = (0..size).collect();
        'all: loop {
            let cards: Vec<Card> = places.iter().map(|place| cards::DECK[*place]).collect();
            *found.entry(exactly(&cards, size).name).or_insert(0) += 1;
            let mut last = size;
            loop {
                if last == 0 {
                    break 'all;
                }
                last -= 1;
                if places[last] < 52 - size + last {
                    break;
                }
            }
            places[last] += 1;
            for place in last + 1..size {
                places[place] = places[place - 1] + 1;
            }
        }
        assert_eq!(found, expected.iter().copied().collect());
    };
    let three = [
        (SF, 48),
        ("three of a kind", 52),
        ("straight", 720),
        ("flush", 1_096),
        ("pair", 3_744),
        ("high card", 16_440),
    ];
    count(3, &three);
    let four = [
        ("four of a kind", 13),
        (SF, 44),
        ("three of a kind", 2_496),
        ("flush", 2_816),
        ("straight", 2_772),
        ("two pair", 2_808),
        ("pair", 82_368),
        ("high card", 177_408),
    ];
    count(4, &four);
    let five = [
        (SF, 40),
        ("four of a kind", 624),
        ("full house", 3_744),
        ("flush", 5_108),
        ("straight", 10_200),
        ("three of a kind", 54_912),
        ("two pair", 123_552),
        ("pair", 1_098_240),
        ("high card", 1_302_540),
    ];
    count(5, &five);
}
