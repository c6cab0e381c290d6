//! What to play, as a person can use it: found from the counts, with what it costs.

use std::collections::BTreeSet;

use cards::{Card, Rank};
use games::Action;
use hands::{Category, FourValue};

use crate::against_dealer::{Advice, FOLD};
use crate::dealer_hands::{
    Against, BorderlineHands, Code, Counts, Player, Pooled, at_least, letters,
};
use crate::exact::percent;
use crate::strategy::{Body, Chart, Grid, Key};

/// The strategy of a solution as charts.
pub(super) fn charts(advice: &Advice) -> Vec<Chart> {
    let counts = advice.hands.counted();
    let borderline = BorderlineHands::of(&counts, &advice.choices, advice.largest());
    let rules = rules(&counts, &borderline);
    if borderline.0.is_empty() {
        return vec![rules];
    }
    vec![rules, grid(advice, &counts, &borderline)]
}

fn value(player: &Player) -> FourValue {
    FourValue::of_set(player.cards).expect("five cards")
}

/// What always holds.
fn rules(counts: &Counts, borderline: &BorderlineHands) -> Chart {
    let named = |place: usize| at_least(value(&counts.players[place]));
    let mut rules = Vec::new();
    if borderline.0.end < counts.players.len() {
        rules.push(format!("Play 3x with {} or better.", named(borderline.0.end)));
    }
    match (borderline.0.start, borderline.0.is_empty()) {
        (_, true) => rules.push("Fold the rest.".to_owned()),
        (0, false) => rules.push("Play the rest by the grid.".to_owned()),
        (start, false) => {
            rules.push(format!("Fold less than {}.", named(start)));
            rules.push("Play the rest by the grid.".to_owned());
        }
    }
    Chart {
        title: "Whatever the dealer shows".to_owned(),
        body: Body::Rules(rules),
        note: "Exactly optimal: checked against every hand and every card up.".to_owned(),
    }
}

/// Hands that a row of the grid is for.
fn class(value: FourValue) -> String {
    let ranks = value.ranks();
    match value.category() {
        Category::HighCard => letters(&ranks[..3]),
        Category::Pair => format!("pair of {}", ranks[0].plural()),
        Category::ThreeOfAKind => format!("three {}", ranks[0].plural()),
        Category::FourOfAKind => format!("four {}", ranks[0].plural()),
        category => format!("{}, {} high", category.words(), ranks[0].word()),
    }
}

/// What to choose if the hand has a card of the dealer's rank, and if not.
type Cell = [Option<Code>; 2];

/// What is best for the borderline hands, class by class and card by card.
fn grid(advice: &Advice, counts: &Counts, borderline: &BorderlineHands) -> Chart {
    let mut classes: Vec<String> = Vec::new();
    let of_place: Vec<usize> = counts.players[borderline.0.clone()]
        .iter()
        .map(|player| {
            let class = class(value(player));
            if classes.last() != Some(&class) {
                classes.push(class);
            }
            classes.len() - 1
        })
        .collect();
    let group_of = |place: usize, player: &Player, up: Card| {
        let class = of_place[place - borderline.0.start];
        let has_none = player.cards.count_of(up.rank()) == 0;
        (class * 13 + up.rank().index()) * 2 + usize::from(has_none)
    };
    let gains = |player: &Player, against: &Against| advice.gains(player, against);
    let groups: Vec<Pooled<4>> = borderline.pooled(counts, classes.len() * 26, group_of, gains);
    let cost = groups.iter().filter_map(|group| Some(group.cost(group.choice()?)));
    let cost = advice.share_of(cost.sum());
    let cell = |pair: &[Pooled<4>]| [pair[0].choice(), pair[1].choice()];
    let cells: Vec<Cell> = groups.chunks(2).map(cell).collect();
    let body = Body::Grid(merged(advice, &classes, &cells));
    let note = format!(
        "The best single choice for all hands of a cell, which costs {} of the ante ({cost}): the \
         best play also looks at the other cards.",
        percent(&cost, 4)
    );
    Chart { title: "Your hand against the dealer's card".to_owned(), body, note }
}

/// The grid, rows that say the same made one.
fn merged(advice: &Advice, classes: &[String], cells: &[Cell]) -> Grid {
    let mut rows: Vec<(&str, &str, Vec<String>)> = Vec::new();
    let mut used: BTreeSet<Cell> = BTreeSet::new();
    for (class, cells) in classes.iter().zip(cells.chunks(13)) {
        used.extend(cells);
        let words: Vec<String> = cells.iter().map(|cell| word(*cell)).collect();
        match rows.last_mut() {
            Some((_, last, same)) if *same == words => *last = class,
            _ => rows.push((class, class, words)),
        }
    }
    let name = |(first, last): (&str, &str)| match last.strip_prefix("pair of ") {
        _ if first == last => first.to_owned(),
        Some(last) if first.starts_with("pair of ") => format!("{first} to {last}"),
        _ => format!("{first} to {last}"),
    };
    let mut legend: Vec<Key> = Vec::new();
    // The largest wager first.
    for cell in used.into_iter().rev() {
        if legend.iter().all(|known| known.word != word(cell)) {
            legend.push(Key::new(word(cell), meaning(cell), only_action(advice, cell)));
        }
    }
    Grid {
        rows_are: "your hand".to_owned(),
        columns_are: "dealer's card".to_owned(),
        rows: rows.iter().map(|(first, last, _)| name((first, last))).collect(),
        columns: Rank::ALL.map(|rank| rank.letter().to_string()).to_vec(),
        cells: rows.into_iter().map(|(_, _, cells)| cells).collect(),
        legend,
    }
}

fn letter(code: Code) -> String {
    if code == FOLD { "F".to_owned() } else { code.to_string() }
}

fn word(cell: Cell) -> String {
    match cell {
        [Some(one), Some(other)] if one != other => format!("{}/{}", letter(one), letter(other)),
        [one, other] => one.or(other).map_or_else(String::new, letter),
    }
}

/// The choice of a cell; nothing if it is not the same with and without a card of the dealer's rank.
fn only_action(advice: &Advice, cell: Cell) -> Option<Action> {
    match cell {
        [Some(one), Some(other)] if one != other => None,
        [one, other] => one.or(other).map(|code| advice.action(code)),
    }
}

fn meaning(cell: Cell) -> String {
    let says = |code: Code| match code {
        FOLD => "fold".to_owned(),
        antes => format!("play {antes}x"),
    };
    match cell {
        [Some(one), Some(other)] if one != other => {
            format!("{} with a card of the dealer's rank, else {}", says(one), says(other))
        }
        [one, other] => one.or(other).map_or_else(String::new, says),
    }
}
