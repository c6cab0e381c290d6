//! The best strategy for Mississippi Stud on paper: a grid for two cards, rules for three and four.

use cards::{Card, Rank, Suit};
use games::Action;

use super::{BETS, LEAST, Plan, Worth};
use crate::classes::{pairs, quads, triples};
use crate::draws::Points;
use crate::exact::{fraction, percent};
use crate::rules::{Hands, Rules};
use crate::strategy::{Body, Chart, Grid, Key};

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
pub(super) fn charts(worth: &Worth, best: &Plan) -> Vec<Chart> {
    let mut streets: Vec<Street> = Vec::new();
    for (street, staked, hands) in reached(worth, best) {
        let rules = hands.rules();
        match streets.last_mut() {
            Some(last) if last.street == street && last.rules == rules => last.staked.push(staked),
            _ => streets.push(Street { street, staked: vec![staked], rules }),
        }
    }
    let cost = cost(worth, best, &streets);
    let mut charts = vec![grid(best)];
    for Street { street, staked, rules } in &streets {
        let staked: Vec<String> = staked.iter().map(ToString::to_string).collect();
        let title = format!("{}, {} antes staked", STREETS[*street], staked.join(" or "));
        let quality = if rules.loses == 0 {
            "Exactly optimal: checked against every hand.".to_owned()
        } else {
            format!("Not quite optimal: all charts together cost {cost} of an ante.")
        };
        let note = format!("{} {quality}", rules.points().words());
        charts.push(Chart { title, body: Body::Rules(rules.words(&VERBS)), note });
    }
    charts
}

/// The hands of the fourth and fifth street, for every amount that the best plan can have staked.
fn reached(worth: &Worth, best: &Plan) -> Vec<(usize, usize, Hands)> {
    let points = Points::of(&worth.pays.net);
    let reach = best.reach();
    let mut found = Vec::new();
    for staked in LEAST[1]..=4 {
        let mut hands = Hands::new(points, BETS.len());
        let mut ways = 0;
        for (class, stakes) in reach.fourth.iter().enumerate() {
            let times = stakes[staked - LEAST[1]] * triples().times(class);
            if times > 0 {
                let cards = triples().cards(class);
                hands.add(&cards, &worth.on_fourth(cards, staked), times);
                ways += times;
            }
        }
        if ways > 0 {
            found.push((1, staked, hands));
        }
    }
    for staked in LEAST[2]..=7 {
        let mut hands = Hands::new(points, BETS.len());
        let mut ways = 0;
        for (class, stakes) in reach.fifth.iter().enumerate() {
            let times = stakes[staked - LEAST[2]] * quads().times(class);
            if times > 0 {
                let cards = quads().cards(class);
                hands.add(&cards, &worth.on_fifth(cards, staked), times);
                ways += times;
            }
        }
        if ways > 0 {
            found.push((2, staked, hands));
        }
    }
    found
}

/// What playing by the grid and the rules costs against the best plan.
fn cost(worth: &Worth, best: &Plan, streets: &[Street]) -> String {
    let ruled = |street: usize, staked: usize, cards: &[Card]| {
        let fits = |known: &&Street| known.street == street && known.staked.contains(&staked);
        Some(BETS[streets.iter().find(fits)?.rules.choose(cards)])
    };
    let mut plan = best.clone();
    for (class, bets) in plan.fourth.iter_mut().enumerate() {
        for (bet, staked) in bets.iter_mut().zip(LEAST[1]..) {
            *bet = ruled(1, staked, &triples().cards(class)).unwrap_or(*bet);
        }
    }
    for (class, bets) in plan.fifth.iter_mut().enumerate() {
        for (bet, staked) in bets.iter_mut().zip(LEAST[2]..) {
            *bet = ruled(2, staked, &quads().cards(class)).unwrap_or(*bet);
        }
    }
    let value = |plan: &Plan| plan.count().distribution(&worth.pays).value();
    let cost = value(best) - value(&plan);
    let shown = percent(&cost, 4);
    if cost > fraction(0, 1) && shown == "0.0000%" { percent(&cost, 8) } else { shown }
}

/// The bets on two cards, suited ones above the diagonal.
fn grid(best: &Plan) -> Chart {
    let ranks: Vec<Rank> = Rank::ALL.into_iter().rev().collect();
    let cell = |row: Rank, column: Rank| {
        let other = if column < row { Suit::Clubs } else { Suit::Diamonds };
        let class = pairs().class([Card::new(row, Suit::Clubs), Card::new(column, other)]);
        WORDS[usize::from(BETS[0] - best.third[class])].to_owned()
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
