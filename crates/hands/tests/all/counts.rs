//! How many hands there are of each category.

use std::collections::HashMap;
use std::hash::Hash;

use hands::{Category, FiveValue, FourValue, ThreeValue, TwoCategory, TwoValue};

use crate::each_hand;

#[track_caller]
fn check<const N: usize, C: Eq + Hash + Copy + std::fmt::Debug>(
    category: impl Fn([cards::Card; N]) -> C,
    expected: &[(C, u64)],
) {
    let mut counts: HashMap<C, u64> = HashMap::new();
    each_hand(|hand| *counts.entry(category(hand)).or_default() += 1);
    for (category, count) in expected {
        assert_eq!(counts.remove(category), Some(*count), "{category:?}");
    }
    assert!(counts.is_empty(), "{counts:?}");
}

#[test]
fn three_cards() {
    check(
        |hand| ThreeValue::of(&hand).category(),
        &[
            (Category::StraightFlush, 48),
            (Category::ThreeOfAKind, 52),
            (Category::Straight, 720),
            (Category::Flush, 1_096),
            (Category::Pair, 3_744),
            (Category::HighCard, 16_440),
        ],
    );
}

#[test]
fn five_cards() {
    check(
        |hand| FiveValue::of(&hand).category(),
        &[
            (Category::RoyalFlush, 4),
            (Category::StraightFlush, 36),
            (Category::FourOfAKind, 624),
            (Category::FullHouse, 3_744),
            (Category::Flush, 5_108),
            (Category::Straight, 10_200),
            (Category::ThreeOfAKind, 54_912),
            (Category::TwoPair, 123_552),
            (Category::Pair, 1_098_240),
            (Category::HighCard, 1_302_540),
        ],
    );
}

#[test]
fn best_four_of_five_cards() {
    check(
        |hand| FourValue::best_of_5(&hand).category(),
        &[
            (Category::FourOfAKind, 624),
            (Category::StraightFlush, 2_072),
            (Category::ThreeOfAKind, 58_656),
            (Category::Flush, 114_616),
            (Category::Straight, 101_808),
            (Category::TwoPair, 123_552),
            (Category::Pair, 1_047_552),
            (Category::HighCard, 1_150_080),
        ],
    );
}

#[test]
fn four_cards() {
    check(
        |hand| FourValue::of(&hand).category(),
        &[
            (Category::FourOfAKind, 13),
            // Eleven straights, from A-2-3-4 to J-Q-K-A.
            (Category::StraightFlush, 11 * 4),
            (Category::ThreeOfAKind, 13 * 4 * 48),
            // Four of thirteen ranks are 715.
            (Category::Flush, (715 - 11) * 4),
            (Category::Straight, 11 * (256 - 4)),
            (Category::TwoPair, 78 * 36),
            (Category::Pair, 13 * 6 * 66 * 16),
            (Category::HighCard, (715 - 11) * (256 - 4)),
        ],
    );
}

#[test]
fn two_cards() {
    check(
        |hand| TwoValue::of(&hand).category(),
        &[
            (TwoCategory::AceKingSuited, 4),
            (TwoCategory::AceKing, 12),
            (TwoCategory::Pair, 13 * 6),
            // Twelve straights, from A-2 to Q-K.
            (TwoCategory::StraightFlush, 12 * 4),
            (TwoCategory::Straight, 12 * 12),
            // 78 pairs of ranks less the twelve and A-K.
            (TwoCategory::Flush, 65 * 4),
            (TwoCategory::HighCard, 65 * 12),
        ],
    );
}

#[test]
fn royals_of_three_and_four_cards_are_four_each() {
    let (mut three, mut four) = (0, 0);
    each_hand(|hand| three += u32::from(ThreeValue::of(&hand).is_royal()));
    each_hand(|hand| four += u32::from(FourValue::of(&hand).is_royal()));
    assert_eq!((three, four), (4, 4));
}
