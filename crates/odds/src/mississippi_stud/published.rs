//! The published strategy for Mississippi Stud: points for high and middle cards.

use cards::{Card, Rank};

use crate::draws::{Made, Points, Shape};

/// What the published rules bet on two, three or four cards, in antes; none is a fold.
pub(super) fn bet(cards: &[Card], staked: usize) -> u8 {
    // Two points for jacks and better, one for sixes to tens.
    let points = Points::from(Rank::Jack, Rank::Six);
    match cards.len() {
        2 => on_two(cards, &points),
        3 => on_three(cards, &points),
        _ => on_four(cards, &points, staked),
    }
}

fn on_two(cards: &[Card], points: &Points) -> u8 {
    let is_six_five =
        [Rank::Six, Rank::Five].iter().all(|rank| cards.iter().any(|card| card.rank() == *rank));
    let is_suited = cards[0].suit() == cards[1].suit();
    if cards[0].rank() == cards[1].rank() {
        3
    } else {
        u8::from(points.sum(cards) >= 2 || is_six_five && is_suited)
    }
}

fn on_three(cards: &[Card], points: &Points) -> u8 {
    let shape = Shape::of(cards, points);
    let (gaps, high) = (Shape::gaps(cards), points.high(cards));
    let lowest = cards.iter().map(|card| card.rank()).min();
    let is_straight_flush_draw = shape.is_suited
        && match gaps {
            Some(0) => lowest >= Some(Rank::Five),
            Some(1) => high >= 1,
            Some(2) => high >= 2,
            _ => false,
        };
    if shape.made >= Made::MiddlePair || shape.is_royal || is_straight_flush_draw {
        return 3;
    }
    let is_straight_draw = match gaps {
        Some(0) => lowest >= Some(Rank::Four),
        Some(1) => points.middle(cards) >= 2,
        _ => false,
    };
    let is_bet = shape.is_suited || shape.made == Made::LowPair || points.sum(cards) >= 3;
    u8::from(is_bet || is_straight_draw)
}

fn on_four(cards: &[Card], points: &Points, staked: usize) -> u8 {
    let shape = Shape::of(cards, points);
    let highest = cards.iter().map(|card| card.rank()).max();
    let is_good_straight = shape.ways == 2 && highest >= Some(Rank::Eight);
    if shape.made >= Made::MiddlePair || shape.is_suited || is_good_straight {
        return 3;
    }
    // A player who has bet three antes has at least five staked.
    let has_raised = staked >= 5;
    let is_bet = shape.ways > 0
        || shape.made == Made::LowPair
        || points.sum(cards) >= 4
        || points.middle(cards) >= 3 && has_raised;
    u8::from(is_bet)
}
