//! Rules about finished hands, for the games against the dealer's hand: Three-card poker, Caribbean stud, Four-Card poker.

use std::collections::HashMap;

use cards::{Card, CardSet, Rank};
use games::Action;
use hands::{Category, FiveValue, FourValue, ThreeValue};
use num_traits::Zero as _;

use super::lines::{For, Rule, Verb, rules};
use super::text::{RulesProblem, Section, problem};
use super::{Mistake, Mistakes};
use crate::caribbean_stud::charts::SIGNS;
use crate::dealer_hands::at_least;
use crate::exact::{Exact, fraction, whole};
use crate::four_card_poker::charts::class;
use crate::solution::{Solution, SpotGains};

/// A game of this kind.
pub(super) struct Showdown {
    /// What its charts are called.
    pub(super) titles: &'static [&'static str],
    pub(super) verbs: &'static [Verb],
    pub(super) order: Order,
}

/// How its hands are ranked.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Order {
    Three,
    FourOfFive,
    Five,
}

/// Three-card poker.
pub(super) const THREE_CARD: Showdown = Showdown {
    titles: &["Play or fold"],
    verbs: &[("Play", Action::Play), ("Fold", Action::Fold)],
    order: Order::Three,
};

/// Caribbean stud.
pub(super) const CARIBBEAN: Showdown = Showdown {
    titles: &["Bet or fold"],
    verbs: &[("Bet", Action::Play), ("Fold", Action::Fold)],
    order: Order::Five,
};

/// Four-Card poker; the second title is that of the grid.
pub(super) const FOUR_CARD: Showdown = Showdown {
    titles: &["Whatever the dealer shows", "Your hand against the dealer's card"],
    verbs: &[
        ("Play 3x", Action::PlayTimes(3)),
        ("Play 2x", Action::PlayTimes(2)),
        ("Play 1x", Action::PlayTimes(1)),
        ("Play", Action::PlayTimes(1)),
        ("Fold", Action::Fold),
    ],
    order: Order::FourOfFive,
};

impl Order {
    /// A hand's value in words, as a chart has it after "at least".
    fn words(self, cards: CardSet) -> String {
        let why = "as many cards as a hand has";
        match self {
            Order::Three => at_least(ThreeValue::of_set(cards).expect(why)),
            Order::FourOfFive => at_least(FourValue::of_set(cards).expect(why)),
            Order::Five => at_least(FiveValue::of_set(cards).expect(why)),
        }
    }

    /// The lowest hand of a category that begins with these ranks.
    fn floor(self, category: Category, ranks: &[Rank]) -> Option<u16> {
        match self {
            Order::Three => ThreeValue::floor(category, ranks).map(ThreeValue::get),
            Order::FourOfFive => FourValue::floor(category, ranks).map(FourValue::get),
            Order::Five => FiveValue::floor(category, ranks).map(FiveValue::get),
        }
    }
}

/// Something about a spot.
#[derive(Clone, PartialEq, Debug)]
enum Condition {
    AtLeast(u16),
    Below(u16),
    /// Some of the signs, which must all be there.
    Signs(Vec<usize>),
}

/// The rules of a file, ready to be followed.
pub(super) struct Plan {
    rules: Vec<Rule<Condition>>,
    grid: Cells,
    order: Order,
    line: usize,
}

/// Every value of the game in words, and its classes from the lowest up.
struct Known {
    values: HashMap<String, u16>,
    classes: Vec<String>,
}

impl Known {
    fn of(solution: &Solution, order: Order) -> Known {
        let mut sets: HashMap<u16, CardSet> = HashMap::new();
        solution.advisor.spots(&mut |spot| {
            sets.entry(spot.value).or_insert(spot.own);
        });
        let values = sets.iter().map(|(value, cards)| (order.words(*cards), *value)).collect();
        let mut by_value: Vec<(u16, CardSet)> = sets.into_iter().collect();
        by_value.sort_unstable_by_key(|(value, _)| *value);
        let mut classes: Vec<String> = Vec::new();
        if order == Order::FourOfFive {
            for (_, cards) in by_value {
                let name = class_of(cards);
                if !classes.contains(&name) {
                    classes.push(name);
                }
            }
        }
        Known { values, classes }
    }

    fn value(&self, text: &str, order: Order) -> Result<u16, String> {
        let letters: Option<Vec<Rank>> = text
            .split('-')
            .map(|letter| Rank::ALL.into_iter().find(|rank| letter == rank.letter().to_string()))
            .collect();
        let by_letters = letters.and_then(|ranks| order.floor(Category::HighCard, &ranks));
        // The lowest pair of tens of four cards is not among those that five cards make.
        let of_pair = |plural: &str| {
            let rank = Rank::ALL.into_iter().find(|rank| rank.plural() == plural)?;
            order.floor(Category::Pair, &[rank])
        };
        let by_pair = || text.strip_prefix("a pair of ").and_then(of_pair);
        let any_pair = || (text == "any pair").then(|| order.floor(Category::Pair, &[])).flatten();
        let by_words = || self.values.get(text).copied();
        by_letters.or_else(by_pair).or_else(any_pair).or_else(by_words).ok_or_else(|| {
            format!(
                "\"{text}\" is no hand here; write one as the charts do: Q-6-4, any pair, a pair of tens, a pair of \
                 kings with ace and three kickers, any flush"
            )
        })
    }
}

fn class_of(cards: CardSet) -> String {
    FourValue::of_set(cards).map(class).unwrap_or_default()
}

impl Plan {
    /// Reads the sections of a file.
    pub(super) fn read(
        sections: &[Section],
        game: &Showdown,
        solution: &Solution,
    ) -> Result<Plan, Vec<RulesProblem>> {
        let known = Known::of(solution, game.order);
        let has_up_card = game.order != Order::Three;
        let (mut read, mut problems) = (Vec::new(), Vec::new());
        let mut grid = HashMap::new();
        let mut grid_line = None;
        for section in sections {
            let is_known = |title: &&&str| title.eq_ignore_ascii_case(&section.title);
            if !section.title.is_empty() && !game.titles.iter().any(|title| is_known(&title)) {
                let titles: Vec<String> =
                    game.titles.iter().map(|title| format!("[{title}]")).collect();
                let says = format!(
                    "\"{}\" is no part of this game's strategy; it has {}",
                    section.title,
                    titles.join(", ")
                );
                problems.push(problem(section.line, says));
                continue;
            }
            if let Some((line, _)) = section.grid.first() {
                if game.order != Order::FourOfFive {
                    problems.push(problem(*line, "there is no grid in this game; write rules"));
                    continue;
                }
                grid_line = Some(*line);
                match of_grid(section, game, &known) {
                    Ok(cells) => grid.extend(cells),
                    Err(more) => problems.extend(more),
                }
            }
            if section.rules.is_empty() && !section.grid.is_empty() {
                continue;
            }
            match rules(section, game.verbs, |text| condition(text, game, &known, has_up_card)) {
                Ok(rules) if read.is_empty() => read = rules,
                Ok(_) => problems.push(problem(
                    section.line,
                    "the game has one decision, and it has rules above",
                )),
                Err(more) => problems.extend(more),
            }
        }
        let line = sections.last().map_or(1, |section| section.line);
        let uses_grid = read.iter().any(|rule| rule.is_for == For::Grid);
        match (uses_grid, grid_line) {
            _ if !problems.is_empty() => {}
            (true, None) => problems.push(problem(line, "\"the rest by the grid\" needs a grid")),
            (false, Some(at)) => {
                problems.push(problem(
                    at,
                    "the grid is never used: end the rules with \"Play the rest by the grid.\"",
                ));
            }
            _ if read.is_empty() => problems.push(problem(line, "there are no rules")),
            _ => {}
        }
        let plan = Plan { rules: read, grid, order: game.order, line };
        if problems.is_empty() { Ok(plan) } else { Err(problems) }
    }

    fn choose(&self, spot: &SpotGains<'_>) -> Result<Action, RulesProblem> {
        let holds = |condition: &Condition| match condition {
            Condition::AtLeast(value) => spot.value >= *value,
            Condition::Below(value) => spot.value < *value,
            Condition::Signs(signs) => {
                let (Some(up), Some(own)) = (spot.up, ranks(spot.own)) else { return false };
                signs.iter().all(|sign| (SIGNS[*sign].is_so)(&own, up.rank()))
            }
        };
        for rule in &self.rules {
            match &rule.is_for {
                For::Any(conditions) if !conditions.iter().all(holds) => {}
                For::Grid => return self.by_grid(spot),
                _ => return Ok(rule.action),
            }
        }
        Err(problem(self.line, "the rules do not decide every hand"))
    }

    fn by_grid(&self, spot: &SpotGains<'_>) -> Result<Action, RulesProblem> {
        let up = spot.up.map_or(Rank::Two, Card::rank);
        let holds = spot.own.count_of(up) > 0;
        let class = class_of(spot.own);
        self.grid.get(&(class.clone(), up, holds)).copied().ok_or_else(|| {
            let beside = if holds { "a card of its rank" } else { "no card of its rank" };
            let says = format!(
                "the grid does not say what to do with {class} and {beside} against {}",
                up.letter()
            );
            problem(self.line, says)
        })
    }

    /// What the rules lose against the best play, over every hand and every card up.
    pub(super) fn cost(&self, solution: &Solution) -> Result<(Exact, Vec<Mistake>), RulesProblem> {
        let mut lost: HashMap<(u16, Action, Action), Lost> = HashMap::new();
        let mut failed = None;
        let (mut all, mut deals) = (0i128, 0u64);
        let unit = solution.advisor.spots(&mut |spot| {
            deals += u64::from(spot.times);
            let action = match self.choose(spot) {
                Ok(action) => action,
                Err(problem) => {
                    failed.get_or_insert(problem);
                    return;
                }
            };
            let gain = |wanted: Action| {
                let place = spot.actions.iter().position(|action| *action == wanted);
                place.map(|place| spot.gains[place])
            };
            let best = spot.gains.iter().copied().max().unwrap_or(0);
            // Of equal ones the larger wager [ODD-1].
            let place = spot.gains.iter().rposition(|gain| *gain == best).unwrap_or(0);
            let Some(chosen) = gain(action) else {
                failed.get_or_insert(problem(self.line, format!("{action} cannot be chosen")));
                return;
            };
            let loss = (best - chosen) * i128::from(spot.times);
            if loss > 0 {
                all += loss;
                let entry = lost.entry((spot.value, action, spot.actions[place])).or_insert((
                    spot.own,
                    0,
                    0,
                    (0, None),
                ));
                entry.1 += loss;
                entry.2 += u64::from(spot.times);
                if best - chosen > entry.3.0 {
                    (entry.0, entry.3) = (spot.own, (best - chosen, spot.up));
                }
            }
        });
        if let Some(problem) = failed {
            return Err(problem);
        }
        let unit = unit.ok_or_else(|| problem(self.line, "the game has no such decision"))?;
        let mut mistakes = Mistakes::default();
        for ((_, chosen, best), (own, loss, times, (_, up))) in lost {
            let cards: Vec<Card> = own.iter().collect();
            let against = up.map_or_else(String::new, |up| format!("against {up}"));
            let what = (against, self.order.words(own), chosen, best);
            mistakes.add(what, &cards, &unit * whole(loss), fraction(times, deals));
        }
        let cost = if all.is_zero() { Exact::zero() } else { unit * whole(all) };
        Ok((cost, mistakes.worst()))
    }
}

/// The ranks of five cards, the highest first.
fn ranks(own: CardSet) -> Option<[Rank; 5]> {
    let mut ranks: Vec<Rank> = own.iter().map(Card::rank).collect();
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    ranks.try_into().ok()
}

/// `Q-6-4 or better`, `less than A-K`, `if you hold a queen and ...`.
fn condition(
    text: &str,
    game: &Showdown,
    known: &Known,
    has_up_card: bool,
) -> Result<Vec<Condition>, String> {
    if let Some(hand) = text.strip_suffix(" or better") {
        return Ok(vec![Condition::AtLeast(known.value(hand, game.order)?)]);
    }
    if let Some(hand) = text.strip_prefix("less than ") {
        return Ok(vec![Condition::Below(known.value(hand, game.order)?)]);
    }
    let signs: Vec<&str> = SIGNS.iter().map(|sign| sign.words).collect();
    let Some(list) = text.strip_prefix("if ").filter(|_| has_up_card) else {
        let ifs = if has_up_card { ", or: if the dealer's card is of a rank you hold" } else { "" };
        return Err(format!(
            "\"{text}\" is not known; write a hand \"or better\", \"less than\" a hand, the rest{ifs}"
        ));
    };
    // A hand may stand among the signs: `if A-K or better and you hold a queen`.
    let mut all = Vec::new();
    let mut found = Vec::new();
    for sign in list.split(" and ") {
        if let Some(hand) = sign.strip_suffix(" or better") {
            all.push(Condition::AtLeast(known.value(hand, game.order)?));
        } else if let Some(hand) = sign.strip_prefix("less than ") {
            all.push(Condition::Below(known.value(hand, game.order)?));
        } else {
            let place = signs.iter().position(|known| *known == sign);
            found.push(
                place.ok_or_else(|| {
                    format!("\"{sign}\" is not known; known: {}", signs.join("; "))
                })?,
            );
        }
    }
    if !found.is_empty() {
        all.push(Condition::Signs(found));
    }
    Ok(all)
}

/// What is lost with hands of a value: an example, the sum, in how many cases, and the most in one of them with its card up.
type Lost = (CardSet, i128, u64, (i128, Option<Card>));

/// The choice by class of hand, rank of the card up, and whether the hand holds one of that rank.
type Cells = HashMap<(String, Rank, bool), Action>;

/// The grid of Four-Card poker: classes of hands against the dealer's card.
fn of_grid(section: &Section, game: &Showdown, known: &Known) -> Result<Cells, Vec<RulesProblem>> {
    let mut cells = Cells::new();
    let mut problems = Vec::new();
    let Some(((line, head), rows)) = section.grid.split_first() else { return Ok(cells) };
    let rank =
        |text: &String| Rank::ALL.into_iter().find(|rank| rank.letter().to_string() == *text);
    let columns: Option<Vec<Rank>> = head[1..].iter().map(rank).collect();
    let Some(columns) = columns else {
        return Err(vec![problem(
            *line,
            "the columns are ranks of the dealer's card: 2 3 4 5 6 7 8 9 T J Q K A",
        )]);
    };
    for (line, row) in rows {
        if row.len() != columns.len() + 1 {
            let says = format!("{} cells stand under {} columns", row.len() - 1, columns.len());
            problems.push(problem(*line, says));
            continue;
        }
        let Some(classes) = range(&row[0], &known.classes) else {
            let says = format!(
                "\"{}\" is no hand of the grid; write A-K-Q, pair of nines, or one to another",
                row[0]
            );
            problems.push(problem(*line, says));
            continue;
        };
        for (up, cell) in columns.iter().zip(&row[1..]).filter(|(_, cell)| !cell.is_empty()) {
            let (with, without) = cell.split_once('/').unwrap_or((cell, cell));
            for (word, holds) in [(with, true), (without, false)] {
                let action = match word {
                    "F" => Some(Action::Fold),
                    word => word.parse().ok().map(Action::PlayTimes),
                };
                let Some(action) =
                    action.filter(|action| game.verbs.iter().any(|verb| verb.1 == *action))
                else {
                    problems.push(problem(
                        *line,
                        format!("\"{word}\" is no choice here; known: F, 1, 2, 3, and 1/F"),
                    ));
                    continue;
                };
                for class in classes {
                    cells.insert((class.clone(), *up, holds), action);
                }
            }
        }
    }
    if problems.is_empty() { Ok(cells) } else { Err(problems) }
}

/// The classes of `pair of fours to sevens`, `A-K-5 to A-K-9` or one alone.
fn range<'k>(text: &str, known: &'k [String]) -> Option<&'k [String]> {
    let place = |name: &str| known.iter().position(|class| class == name);
    let Some((first, last)) = text.split_once(" to ") else {
        let one = place(text)?;
        return Some(&known[one..=one]);
    };
    let from = place(first)?;
    let to = place(last).or_else(|| place(&format!("pair of {last}")))?;
    known.get(from..=to)
}
