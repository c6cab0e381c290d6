//! Qualifiers: the lowest value of a category with given ranks.

use std::collections::{BTreeMap, BTreeSet};

use cards::Rank;
use hands::{Category, FiveValue, FourValue, Ranks, ThreeValue, TwoCategory, TwoValue};

use crate::{cards, each_hand};

/// Every beginning of the deciding ranks of every value has that value or a lower one as its floor,
/// and no other ranks have one.
fn check<V: Ord + Copy + std::fmt::Debug, C: Copy + std::fmt::Debug>(
    values: &BTreeSet<V>,
    categories: &[C],
    category: impl Fn(V) -> C,
    ranks: impl Fn(V) -> Ranks,
    floor: impl Fn(C, &[Rank]) -> Option<V>,
) {
    // Categories have no order, so they go by their names here.
    let name = |category: C| format!("{category:?}");
    let mut lowest: BTreeMap<(String, Vec<Rank>), V> = BTreeMap::new();
    for &value in values {
        let all = ranks(value);
        for len in 0..=all.len() {
            lowest.entry((name(category(value)), all[..len].to_vec())).or_insert(value);
        }
    }
    for &category in categories {
        let mut leading = vec![vec![]];
        for first in Rank::ALL {
            leading.push(vec![first]);
            leading.extend(Rank::ALL.map(|second| vec![first, second]));
            for second in Rank::ALL {
                leading.extend(Rank::ALL.map(|third| vec![first, second, third]));
            }
        }
        leading.extend(lowest.keys().map(|(_, ranks)| ranks.clone()));
        leading.push(Rank::ALL.to_vec());
        for ranks in leading {
            let expected = lowest.get(&(name(category), ranks.clone())).copied();
            assert_eq!(floor(category, &ranks), expected, "{category:?} {ranks:?}");
        }
    }
}

#[test]
fn every_floor_of_five_cards() {
    let mut values = BTreeSet::new();
    each_hand(|hand| _ = values.insert(FiveValue::of(&hand)));
    check(&values, &Category::ALL, FiveValue::category, FiveValue::ranks, FiveValue::floor);
}

#[test]
fn every_floor_of_four_cards() {
    let mut values = BTreeSet::new();
    each_hand(|hand| _ = values.insert(FourValue::of(&hand)));
    check(&values, &Category::ALL, FourValue::category, FourValue::ranks, FourValue::floor);
}

#[test]
fn every_floor_of_three_cards() {
    let mut values = BTreeSet::new();
    each_hand(|hand| _ = values.insert(ThreeValue::of(&hand)));
    check(&values, &Category::ALL, ThreeValue::category, ThreeValue::ranks, ThreeValue::floor);
}

#[test]
fn every_floor_of_two_cards() {
    let mut values = BTreeSet::new();
    each_hand(|hand| _ = values.insert(TwoValue::of(&hand)));
    check(&values, &TwoCategory::ALL, TwoValue::category, TwoValue::ranks, TwoValue::floor);
}

#[test]
fn tcp_3_the_dealer_qualifies_with_queen_three_two() {
    const QUEEN: ThreeValue = ThreeValue::floor(Category::HighCard, &[Rank::Queen]).unwrap();
    assert_eq!(ThreeValue::of(&cards("Qs 3d 2h")), QUEEN);
    assert!(ThreeValue::of(&cards("Js Td 8h")) < QUEEN);
}

#[test]
fn cs_1_the_dealer_qualifies_with_ace_king() {
    const ACE_KING: FiveValue =
        FiveValue::floor(Category::HighCard, &[Rank::Ace, Rank::King]).unwrap();
    assert_eq!(FiveValue::of(&cards("As Kd 4h 3s 2s")), ACE_KING);
    assert!(FiveValue::of(&cards("As Qd Jh Ts 9s")) < ACE_KING);
    assert!(FiveValue::of(&cards("2s 2d 5h 4s 3s")) > ACE_KING);
}
