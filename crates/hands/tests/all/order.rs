//! The quick evaluators order hands as the naive ones do.

use hands::{FiveValue, FourValue, Hand, ThreeValue, TwoValue, naive};

use crate::relation::Relation;
use crate::{cards, each_hand, random_hands, set};

#[test]
fn every_two_card_hand() {
    let mut relation = Relation::new();
    each_hand(|hand| {
        assert_eq!(TwoValue::of_set(hand.iter().collect()), Ok(TwoValue::of(&hand)));
        relation.note(TwoValue::of(&hand).get(), naive::two(&hand));
    });
    // 2 ace-kings, 13 pairs, 12 straights twice, 65 other pairs of ranks twice.
    assert_eq!(relation.classes(), 2 + 13 + 24 + 130);
}

#[test]
fn every_three_card_hand() {
    let mut relation = Relation::new();
    each_hand(|hand| {
        assert_eq!(ThreeValue::of_set(hand.iter().collect()), Ok(ThreeValue::of(&hand)));
        relation.note(ThreeValue::of(&hand).get(), naive::three(&hand));
    });
    // 12 straights twice, 13 triples, 13 x 12 pairs, 286 - 12 sets of ranks twice.
    assert_eq!(relation.classes(), 24 + 13 + 156 + 2 * 274);
}

#[test]
fn every_four_card_hand() {
    let mut relation = Relation::new();
    each_hand(|hand| {
        assert_eq!(FourValue::of_set(hand.iter().collect()), Ok(FourValue::of(&hand)));
        relation.note(FourValue::of(&hand).get(), naive::four(&hand));
    });
    // 13 quads, 11 straights twice, 13 x 12 triples, 78 two pairs, 13 x 66 pairs, 715 - 11 sets of
    // ranks twice.
    assert_eq!(relation.classes(), 13 + 22 + 156 + 78 + 858 + 2 * 704);
}

#[test]
fn every_five_card_hand() {
    let mut relation = Relation::new();
    each_hand(|hand| {
        relation.note(FiveValue::of(&hand).get(), naive::five(&hand));
        assert_eq!(Hand::from(hand).value(), FiveValue::of(&hand));
    });
    assert_eq!(relation.classes(), 7_462);
    let classes = [1_277, 2_860, 858, 858, 10, 1_277, 156, 156, 9, 1];
    for (category, count) in (0..).zip(classes) {
        assert_eq!(relation.classes_of(category), count, "category {category}");
    }
}

#[test]
fn best_four_of_every_five_cards() {
    let mut relation = Relation::new();
    each_hand(|hand: [_; 5]| {
        let value = FourValue::best_of_5(&hand);
        let best = (0..5).map(|out| {
            let mut four = hand.iter().zip(0..).filter(|&(_, place)| place != out);
            naive::four(&[(); 4].map(|()| *four.next().unwrap().0))
        });
        relation.note(value.get(), best.max().unwrap());
    });
    relation.classes();
    // As with four cards; fewer only of pairs and high cards, which need a fifth card that is
    // lower than the others and makes no straight with them.
    for (category, count) in [(7, 13), (6, 11), (5, 156), (4, 704), (3, 11), (2, 78)] {
        assert_eq!(relation.classes_of(category), count, "category {category}");
    }
}

#[test]
fn best_four_of_six_cards_sampled() {
    let mut relation = Relation::new();
    for hand in random_hands::<6>(400_000) {
        let value = FourValue::best_of_6(&hand);
        assert_eq!(FourValue::of_set(hand.iter().collect()), Ok(value));
        relation.note(value.get(), naive::best_four(&hand));
    }
    relation.classes();
}

#[test]
fn best_five_of_six_cards_sampled() {
    let mut relation = Relation::new();
    for hand in random_hands::<6>(1_000_000) {
        let value = FiveValue::best_of_6(&hand);
        relation.note(value.get(), naive::best_five(&hand));
        assert_eq!(FiveValue::of_set(hand.iter().collect()), Ok(value));
        assert_eq!(Hand::from(hand).value(), value);
    }
    relation.classes();
}

#[test]
fn every_pattern_of_six_ranks_has_its_value() {
    // The best of six is the best of the six fives in it; all patterns, as a flush needs luck.
    let mut classes = vec![false; 1 << 16];
    each_hand(|hand: [_; 6]| {
        let value = Hand::from(hand).value();
        classes[usize::from(value.get())] = true;
        // One in 37 is enough here, and no multiple of the deck's order.
        if u64::from(value.get()) % 37 == 0 {
            let fives = (0..6).map(|out| {
                let mut five = hand.iter().zip(0..).filter(|&(_, place)| place != out);
                FiveValue::of(&[(); 5].map(|()| *five.next().unwrap().0))
            });
            assert_eq!(fives.max(), Some(value), "{hand:?}");
        }
    });
    assert_eq!(classes.iter().filter(|&&is_there| is_there).count(), 6_075);
}

#[track_caller]
fn three_beats(better: &str, worse: &str) {
    assert!(ThreeValue::of(&cards(better)) > ThreeValue::of(&cards(worse)), "{better} > {worse}");
}

#[track_caller]
fn four_beats(better: &str, worse: &str) {
    assert!(FourValue::of(&cards(better)) > FourValue::of(&cards(worse)), "{better} > {worse}");
}

#[track_caller]
fn five_beats(better: &str, worse: &str) {
    let value = |text| FiveValue::of_set(set(text)).unwrap();
    assert!(value(better) > value(worse), "{better} > {worse}");
}

#[test]
fn gen_4_aces_are_low_in_the_lowest_straight_and_nothing_wraps() {
    three_beats("2s 3d 4h", "As 2d 3h");
    three_beats("As 2d 3h", "As Ks Js");
    three_beats("Qs Kd Ah", "Js Qd Kh");
    three_beats("2s 2d 3h", "Ks Ad 2h");
    four_beats("2s 3d 4h 5s", "As 2d 3h 4s");
    four_beats("As 2d 3h 4s", "As Ad Ks Kd");
    four_beats("2s 2d 3h 4s", "Qs Kd Ah 2s");
    five_beats("2s 3d 4h 5s 6s", "As 2d 3h 4s 5s");
    five_beats("As 2d 3h 4s 5s", "As Ad Ah Ks Qs");
    five_beats("2s 2d 3h 4s 5s", "Qs Kd Ah 2s 3s");
    five_beats("2s 3s 4s 5s 6s", "As 2s 3s 4s 5s");
    five_beats("As 2s 3s 4s 5s", "Ad Ah Ac As Ks");
    // The wheel is played only if there is nothing higher.
    assert_eq!(
        FiveValue::of_set(set("As 2d 3h 4s 5s 6d 9h")).unwrap().ranks()[0],
        cards::Rank::Six
    );
}

#[test]
fn gen_4_suits_never_break_ties() {
    let value = |text| FiveValue::of_set(set(text)).unwrap();
    assert_eq!(value("As Ks Qs Js 9s"), value("Ac Kc Qc Jc 9c"));
    assert_eq!(value("As Kd Qs Js 9s"), value("Ac Kh Qc Jc 9c"));
    assert_eq!(ThreeValue::of(&cards("As Kd Js")), ThreeValue::of(&cards("Jc Ah Kh")));
}

#[test]
fn gen_5_three_cards_rank_straights_above_flushes() {
    three_beats("As 2s 3s", "Ad Ah Ac");
    three_beats("2d 2h 2c", "Qs Kd As");
    three_beats("As 2d 3s", "As Ks Js");
    three_beats("2s 3s 5s", "As Ad Ks");
    three_beats("2s 2d 3s", "As Kd Js");
}

#[test]
fn gen_6_four_cards_rank_quads_first_and_trips_above_flushes() {
    four_beats("2s 2d 2h 2c", "As Ks Qs Js");
    four_beats("As 2s 3s 4s", "As Ad Ah Ks");
    four_beats("2s 2d 2h 3s", "As Ks Qs Ts");
    four_beats("2s 3s 4s 6s", "As Kd Qs Js");
    four_beats("As 2d 3s 4s", "As Ad Ks Kd");
    four_beats("2s 2d 3s 3d", "As Ad Ks Qd");
    four_beats("2s 2d 3s 4d", "As Kd Qs Td");
}
