//! Basic strategy as grids, what it costs, and the hands that are better played by their cards.

use games::Action;

use super::basic::{Basic, Play, Total, often};
use super::hands::{ACE, HandId, LIMIT, TEN, VALUES};
use super::model::{Model, Strategy, UpRank};
use super::outcomes::Move;
use crate::strategy::{Body, Chart, Grid, Key};

/// The cards up in the order of the charts: 2 to 10, ace.
const UPS: [usize; VALUES] = [1, 2, 3, 4, 5, 6, 7, 8, TEN, ACE];

/// How many exceptions with three cards or more are named.
const NAMED: usize = 25;

pub(crate) fn name(value: usize) -> String {
    if value == ACE { "A".to_owned() } else { (value + 1).to_string() }
}

/// The value of a strategy, the player's.
pub(crate) fn value(model: &Model, strategy: &Strategy) -> f64 {
    model.cells(strategy).iter().map(|(_, chance, cell)| chance * cell.value).sum()
}

pub(crate) fn charts(model: &Model) -> Vec<Chart> {
    let basic = Basic::find(model);
    let strategy = basic.strategy(model);
    let cost = value(model, &model.best) - value(model, &strategy);
    let note = format!(
        "The best by totals alone. It costs {:.6}% of the first wager against the best play of \
         each combination of cards.",
        100.0 * cost.max(0.0)
    );
    let hard: Vec<u8> = (5..LIMIT).collect();
    let soft: Vec<u8> = (13..LIMIT).collect();
    let cell = |total: Total, up: usize| letter(basic.play(up, total)).to_owned();
    let pair = |value: usize, up: usize| {
        let total = if value == ACE { Total::Soft(12) } else { Total::Hard(2 * (value as u8 + 1)) };
        let played = if basic.splits(up, value) { "P" } else { letter(basic.play(up, total)) };
        played.to_owned()
    };
    let of_totals = |rows: &[u8], total: fn(u8) -> Total| {
        let row = |&points: &u8| UPS.iter().map(|&up| cell(total(points), up)).collect();
        rows.iter().map(row).collect::<Vec<Vec<String>>>()
    };
    let mut grids = vec![
        ("Hard totals", hard.iter().map(u8::to_string).collect(), of_totals(&hard, Total::Hard)),
        ("Soft totals", soft.iter().map(u8::to_string).collect(), of_totals(&soft, Total::Soft)),
    ];
    if model.rules.hands_max > 1 {
        let pairs: Vec<usize> = (1..VALUES).chain([ACE]).collect();
        let names = pairs.iter().map(|&value| format!("{0}, {0}", name(value))).collect();
        let cells = pairs.iter().map(|&value| UPS.iter().map(|&up| pair(value, up)).collect());
        grids.push(("Pairs", names, cells.collect()));
    }
    let chart = |(title, rows, cells): (&str, Vec<String>, Vec<Vec<String>>)| Chart {
        title: title.to_owned(),
        body: Body::Grid(Grid {
            rows_are: "your hand".to_owned(),
            columns_are: "dealer's card".to_owned(),
            rows,
            columns: UPS.iter().map(|&up| name(up)).collect(),
            legend: legend(&cells),
            cells,
        }),
        note: note.clone(),
    };
    let mut charts: Vec<Chart> = grids.into_iter().map(chart).collect();
    charts.extend(exceptions(model, &basic, &strategy));
    charts
}

/// A play in a cell: what two cards do, and what is done where that is not allowed.
fn letter(play: Play) -> &'static str {
    match (play.two, play.more) {
        (Move::Double, Move::Stand) => "Ds",
        (Move::Double, _) => "D",
        (Move::Surrender, Move::Stand) => "Rs",
        (Move::Surrender, _) => "R",
        (Move::Hit, _) => "H",
        (Move::Stand, _) => "S",
    }
}

const LEGEND: &[(&str, &str, Action)] = &[
    ("P", "split", Action::Split),
    ("D", "double; hit where that is not allowed", Action::Double),
    ("Ds", "double; stand where that is not allowed", Action::Double),
    ("H", "hit", Action::Hit),
    ("S", "stand", Action::Stand),
    ("R", "surrender; hit with more than two cards", Action::Surrender),
    ("Rs", "surrender; stand with more than two cards", Action::Surrender),
];

fn legend(cells: &[Vec<String>]) -> Vec<Key> {
    let is_used = |letter: &str| cells.iter().flatten().any(|cell| cell == letter);
    let used = LEGEND.iter().filter(|(letter, _, _)| is_used(letter));
    used.map(|&(letter, says, action)| Key::new(letter, says, Some(action))).collect()
}

/// A hand that is better played otherwise than its total.
struct Exception {
    says: String,
    /// What it gains in all, by how often it comes.
    gain: f64,
    is_first: bool,
}

fn exceptions(model: &Model, basic: &Basic, strategy: &Strategy) -> Option<Chart> {
    let mut all = Vec::new();
    for up in UPS {
        let often = often(model, &model.best.plays[up], up);
        for id in model.hands.decided() {
            let chance = often[usize::from(id)];
            all.extend(
                (chance > 0.0).then(|| exception(model, strategy, up, id, chance)).flatten(),
            );
        }
        all.extend((0..VALUES).filter_map(|value| of_pair(model, basic, up, value)));
    }
    if all.is_empty() {
        return None;
    }
    all.sort_by(|a, b| b.is_first.cmp(&a.is_first).then(b.gain.total_cmp(&a.gain)));
    let firsts = all.iter().filter(|one| one.is_first).count();
    let named = all.len().min(firsts + NAMED);
    let note = format!(
        "{} combinations of cards are better played differently than their total suggests: {firsts} \
         of two cards, all listed here, and {} of more cards, of which the most important are listed.",
        all.len(),
        all.len() - firsts
    );
    let rules = all.into_iter().take(named).map(|one| one.says).collect();
    Some(Chart { title: "Exceptions by cards".to_owned(), body: Body::Rules(rules), note })
}

fn exception(
    model: &Model,
    strategy: &Strategy,
    up: usize,
    id: HandId,
    chance: f64,
) -> Option<Exception> {
    let shape = model.hands.shape(id);
    let place = usize::from(id);
    let is_first = shape.size == 2;
    let pick = |plays: &super::model::Plays| {
        if is_first { plays.two[place] } else { plays.more[place] }
    };
    let (best, usual) = (pick(&model.best.plays[up]), pick(&strategy.plays[up]));
    let values = &model.columns[up].values[place];
    if best == usual || shape.points == LIMIT {
        return None;
    }
    let gain = values.of(best)? - values.of(usual).unwrap_or(values.stand);
    let cards: Vec<String> = (0..VALUES)
        .rev()
        .flat_map(|value| std::iter::repeat_n(name(value), usize::from(shape.counts[value])))
        .collect();
    let says =
        format!("{} against {}: {}, not {}.", cards.join(", "), name(up), verb(best), verb(usual));
    Some(Exception { says, gain: chance * gain, is_first })
}

fn of_pair(model: &Model, basic: &Basic, up: usize, value: usize) -> Option<Exception> {
    let splits = model.best.plays[up].splits[value][UpRank::Other as usize];
    if splits == basic.splits(up, value) {
        return None;
    }
    let what = if splits { "split" } else { "do not split" };
    let says = format!("{0}, {0} against {1}: {what}.", name(value), name(up));
    Some(Exception { says, gain: f64::INFINITY, is_first: true })
}

fn verb(play: Move) -> &'static str {
    match play {
        Move::Stand => "stand",
        Move::Hit => "hit",
        Move::Double => "double",
        Move::Surrender => "surrender",
    }
}

/// Which first two cards are insured.
pub(crate) fn insurance(model: &Model) -> Vec<Chart> {
    let pairs = || (0..VALUES).flat_map(|first| (first..VALUES).map(move |second| [first, second]));
    let is_worth_it = |cards: &[usize; 2]| model.insures(&model.best, *cards);
    let insured: Vec<String> =
        pairs().filter(is_worth_it).map(|[a, b]| format!("{}, {}", name(a), name(b))).collect();
    let rules = match insured.len() {
        0 => vec!["Decline every hand.".to_owned()],
        all if all == pairs().count() => vec!["Insure every hand.".to_owned()],
        _ => vec![format!("Insure {}.", insured.join("; ")), "Decline the rest.".to_owned()],
    };
    vec![Chart {
        title: "Insure or decline".to_owned(),
        body: Body::Rules(rules),
        note: "Exactly optimal: every two cards were compared with declining.".to_owned(),
    }]
}
