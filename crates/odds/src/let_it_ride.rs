//! Let it ride, 20:18:16:15.03: when to let a bet ride.

use cards::{Card, Rank};

use crate::classes::sets;
use crate::draws::{Made, Points, Shape};
use crate::exact::percent;
use crate::game::Unit;
use crate::rules::{Hands, Rules};
use crate::solution::{Simple, unknown_strategy};
use crate::strategy::Chart;
use crate::streets::{Advice, Streets, Worth};

const SIMPLE: &[Simple] = &[
    Simple {
        id: "basic",
        says: "The published rules: let paying hands, good straight flush draws, and of four cards \
               flush and outside straight draws ride.",
    },
    Simple { id: "paying-hands", says: "Let only hands ride that pay already." },
    Simple { id: "always-ride", says: "Never take a bet back." },
    Simple { id: "never-ride", says: "Take both bets back, whatever the cards." },
];

/// The game.
pub(crate) const GAME: Streets = Streets {
    unit: Unit::bet("one bet"),
    simple: SIMPLE,
    // Whether it keeps its stake is open [LIR-8].
    bonus: Some("bonus"),
    choose: |id, cards, _| usize::from(!rides(id, cards)),
    decisions: &["on three cards", "on four cards"],
    at_stake: |bets| ["no bet", "one bet", "two bets", "three bets"][bets].to_owned(),
    charts,
};

/// Whether a bet rides by a simple strategy.
fn rides(id: &str, cards: &[Card]) -> bool {
    match id {
        "always-ride" => true,
        "never-ride" => false,
        "paying-hands" => pays_already(cards),
        "basic" if cards.len() == 3 => published_first(cards),
        "basic" => published_second(cards),
        other => unknown_strategy(other),
    }
}

/// The ranks that count as high in the published rules.
fn published_points() -> Points {
    Points::from(Rank::Ten, Rank::Ten)
}

/// Whether these cards hold a pair of tens or better.
fn pays_already(cards: &[Card]) -> bool {
    Shape::of(cards, &published_points()).made >= Made::HighPair
}

/// The published rules for bet 1.
fn published_first(cards: &[Card]) -> bool {
    let points = published_points();
    let shape = Shape::of(cards, &points);
    let lowest = cards.iter().map(|card| card.rank()).min();
    let high = points.high(cards);
    pays_already(cards)
        || shape.is_royal
        || shape.is_suited
            && match Shape::gaps(cards) {
                // In a row, but not A-2-3 or 2-3-4.
                Some(0) => lowest >= Some(Rank::Three),
                Some(1) => high >= 1,
                Some(2) => high >= 2,
                _ => false,
            }
}

/// The published rules for bet 2.
fn published_second(cards: &[Card]) -> bool {
    let points = published_points();
    let shape = Shape::of(cards, &points);
    let is_inside_high = shape.ways == 1 && points.high(cards) == 4;
    pays_already(cards) || shape.is_suited || shape.ways == 2 || is_inside_high
}

/// The rules for each bet, with what they cost together.
fn charts(advice: &Advice) -> Vec<Chart> {
    let worth = &advice.worth;
    let rules: Vec<Rules> = (0..worth.streets()).map(|street| rules(worth, street)).collect();
    let plan = worth.plan(|street, _, cards| rules[street].choose(cards));
    let cost = worth.count(&worth.best).0.value() - worth.count(&plan).0.value();
    let cost = || format!("Both charts together cost {} of a bet.", percent(&cost, 6));
    let chart = |(title, rules): (&str, &Rules)| rules.chart(title, &["Let it ride", "Pull"], cost);
    ["Bet 1, on three cards", "Bet 2, on four cards"].into_iter().zip(&rules).map(chart).collect()
}

/// The rules for a bet: what was decided about the other one changes nothing.
fn rules(worth: &Worth, street: usize) -> Rules {
    let mut hands = Hands::new(Points::of(worth.pays()), 2);
    let sets = sets(worth.size(street));
    for (class, (cards, times)) in sets.cards.iter().zip(&sets.times).enumerate() {
        hands.add(cards, &worth.values(street, 0, class), *times);
    }
    hands.rules()
}
