//! What to play, as a person can use it: found from the counts, with what it costs.

use std::collections::BTreeSet;

use cards::{Card, Rank};
use games::Action;
use hands::{Category, FourValue};
use num_bigint::BigInt;

use super::{Advice, Amounts, DEALER_HANDS, DEALS, FOLD, SUM_MOST, TRIPLE, action};
use crate::dealer_hands::{
    Against, BorderlineHands, Code, Counts, Player, Pooled, at_least, letters, share_of,
};
use crate::exact::percent;
use crate::scaled::{Scaled, Size, Whole};
use crate::strategy::{Body, Chart, Grid, Key};

/// The strategy of a solution as charts.
pub(super) fn charts(advice: &Advice) -> Vec<Chart> {
    let counts = DEALER_HANDS.count();
    let borderline = BorderlineHands::of(&counts, &advice.choices, TRIPLE);
    let rules = rules(&counts, &borderline);
    if borderline.0.is_empty() {
        return vec![rules];
    }
    let scaled = advice.pays.scaled();
    let grid = match scaled.size(SUM_MOST) {
        Size::Small => grid::<i64>(advice, &counts, &borderline, &scaled),
        Size::Large => grid::<i128>(advice, &counts, &borderline, &scaled),
        Size::Any => grid::<BigInt>(advice, &counts, &borderline, &scaled),
    };
    vec![rules, grid]
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
fn grid<T: Whole>(
    advice: &Advice,
    counts: &Counts,
    borderline: &BorderlineHands,
    scaled: &Scaled,
) -> Chart {
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
    let amounts: Amounts<T> = advice.pays.amounts(scaled);
    let rows = advice.pays.rows(counts);
    let group_of = |place: usize, player: &Player, up: Card| {
        let class = of_place[place - borderline.0.start];
        let has_none = player.cards.count_of(up.rank()) == 0;
        (class * 13 + up.rank().index()) * 2 + usize::from(has_none)
    };
    let gains = |player: &Player, against: &Against| {
        amounts.gains(usize::from(rows[usize::from(player.value)]), against)
    };
    let groups: Vec<Pooled<T, 4>> = borderline.pooled(counts, classes.len() * 26, group_of, gains);
    let cost = groups.iter().filter_map(|group| Some(group.cost(group.choice()?)));
    let cost = share_of(cost.fold(T::zero(), |sum, cost| sum + cost), &scaled.unit, DEALS);
    let cell = |pair: &[Pooled<T, 4>]| [pair[0].choice(), pair[1].choice()];
    let cells: Vec<Cell> = groups.chunks(2).map(cell).collect();
    let body = Body::Grid(merged(&classes, &cells));
    let note = format!(
        "The best single choice for all hands of a cell, which costs {} of the ante ({cost}): the \
         best play also looks at the other cards.",
        percent(&cost, 4)
    );
    Chart { title: "Your hand against the dealer's card".to_owned(), body, note }
}

/// The grid, rows that say the same made one.
fn merged(classes: &[String], cells: &[Cell]) -> Grid {
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
            legend.push(Key::new(word(cell), meaning(cell), only_action(cell)));
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
fn only_action(cell: Cell) -> Option<Action> {
    match cell {
        [Some(one), Some(other)] if one != other => None,
        [one, other] => one.or(other).map(action),
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
