//! The best strategy for Mississippi Stud on paper: a grid for two cards, rules for three and four.

use cards::{Card, Rank, Suit};
use games::Action;

use crate::classes::{pairs, sets};
use crate::draws::Points;
use crate::exact::{fraction, percent};
use crate::rules::{Hands, Rules};
use crate::strategy::{Body, Chart, Grid, Key};
use crate::streets::{Advice, Worth};

const VERBS: [&str; 4] = ["Bet 3x", "Bet 2x", "Bet 1x", "Fold"];
const WORDS: [&str; 4] = ["3x", "2x", "1x", "F"];
const STREETS: [&str; 3] = ["3rd street", "4th street", "5th street"];

/// Rules for one street and what is staked when it is decided.
struct Street {
    street: usize,
    staked: Vec<usize>,
    rules: Rules,
}

/// The charts of a schedule's best plan.
pub(super) fn charts(advice: &Advice) -> Vec<Chart> {
    let worth = &advice.worth;
    let mut streets: Vec<Street> = Vec::new();
    for (street, staked, hands) in reached(worth) {
        let rules = hands.rules();
        match streets.last_mut() {
            Some(last) if last.street == street && last.rules == rules => last.staked.push(staked),
            _ => streets.push(Street { street, staked: vec![staked], rules }),
        }
    }
    let cost = cost(worth, &streets);
    let mut charts = vec![grid(worth)];
    for Street { street, staked, rules } in &streets {
        let staked: Vec<String> = staked.iter().map(ToString::to_string).collect();
        let title = format!("{}, {} antes staked", STREETS[*street], staked.join(" or "));
        let cost = || format!("Not quite optimal: all charts together cost {cost} of an ante.");
        charts.push(rules.chart(&title, &VERBS, cost));
    }
    charts
}

/// The hands of the fourth and fifth street, for every amount that the best plan can have staked.
fn reached(worth: &Worth) -> Vec<(usize, usize, Hands)> {
    let points = Points::of(worth.pays());
    let mut found = Vec::new();
    for (street, forks) in worth.reach(&worth.best).iter().enumerate().skip(1) {
        let cards = &sets(worth.size(street)).cards;
        for (fork, ways) in forks.iter().enumerate().filter(|(_, ways)| ways.iter().any(|n| *n > 0))
        {
            let mut hands = Hands::new(points, VERBS.len());
            for (class, &times) in ways.iter().enumerate().filter(|(_, times)| **times > 0) {
                hands.add(&cards[class], &worth.values(street, fork, class), times);
            }
            found.push((street, worth.forks(street)[fork].staked, hands));
        }
    }
    found.sort_by_key(|(street, staked, _)| (*street, *staked));
    found
}

/// What playing by the grid and the rules costs against the best plan.
fn cost(worth: &Worth, streets: &[Street]) -> String {
    let ruled = worth.plan(|street, fork, cards| {
        let fits = |known: &&Street| known.street == street && known.staked.contains(&fork.staked);
        streets.iter().find(fits).map_or(usize::MAX, |known| known.rules.choose(cards))
    });
    let mut plan = worth.best.clone();
    let all = plan.iter_mut().flatten().flatten().zip(ruled.iter().flatten().flatten());
    all.filter(|(_, ruled)| **ruled != u8::MAX).for_each(|(best, ruled)| *best = *ruled);
    let value = |plan| worth.count(plan).0.value();
    let cost = value(&worth.best) - value(&plan);
    let shown = percent(&cost, 4);
    if cost > fraction(0, 1) && shown == "0.0000%" { percent(&cost, 8) } else { shown }
}

/// The bets on two cards, suited ones above the diagonal.
fn grid(worth: &Worth) -> Chart {
    let ranks: Vec<Rank> = Rank::ALL.into_iter().rev().collect();
    let cell = |row: Rank, column: Rank| {
        let other = if column < row { Suit::Clubs } else { Suit::Diamonds };
        let class = pairs().class([Card::new(row, Suit::Clubs), Card::new(column, other)]);
        WORDS[usize::from(worth.best[0][0][class])].to_owned()
    };
    let row = |row: &Rank| ranks.iter().map(|column| cell(*row, *column)).collect();
    let names: Vec<String> = ranks.iter().map(|rank| rank.letter().to_string()).collect();
    let actions = [3, 2, 1].map(Action::BetTimes).into_iter().chain([Action::Fold]);
    let keys = WORDS.into_iter().zip(VERBS).zip(actions);
    let legend = keys.map(|((word, verb), action)| Key::new(word, verb, Some(action)));
    Chart {
        title: format!("{}, on two cards", STREETS[0]),
        body: Body::Grid(Grid {
            rows_are: "higher card if suited, lower card if offsuit".to_owned(),
            columns_are: "lower card if suited, higher card if offsuit".to_owned(),
            rows: names.clone(),
            columns: names,
            cells: ranks.iter().map(row).collect(),
            legend: legend.collect(),
        }),
        note: "Exactly optimal: all 169 hands.".to_owned(),
    }
}
