//! Rules about drawing hands, for the games in which cards come one after the other and nobody's hand is beaten: Let it
//! ride and Mississippi Stud.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use cards::{Card, Rank};
use games::{Action, RoyalFound};
use hands::{Category, FiveValue};
use num_traits::Zero as _;
use rulebook::Schedule;

use super::lines::{For, Rule, Verb, rules};
use super::text::{RulesProblem, Section, problem};
use super::{Mistake, Mistakes};
use crate::classes::{class_of, others, sets};
use crate::draws::{Points, Shape};
use crate::exact::{Exact, fraction, whole};
use crate::solution::{Solution, Spot};
use crate::subject::pay_table;

/// A decision of a game: what its chart is called, and what can be chosen.
pub(super) struct Street {
    pub(super) title: &'static str,
    pub(super) cards: usize,
    pub(super) verbs: &'static [Verb],
}

const RIDE: &[Verb] = &[("Let it ride", Action::Ride), ("Pull", Action::Pull)];

/// The decisions of Let it ride.
pub(super) const LET_IT_RIDE: &[Street] = &[
    Street { title: "Bet 1", cards: 3, verbs: RIDE },
    Street { title: "Bet 2", cards: 4, verbs: RIDE },
];

const BETS: &[Verb] = &[
    ("Bet 3x", Action::BetTimes(3)),
    ("Bet 2x", Action::BetTimes(2)),
    ("Bet 1x", Action::BetTimes(1)),
    ("Fold", Action::Fold),
];

/// The decisions of Mississippi Stud.
pub(super) const MISSISSIPPI: &[Street] = &[
    Street { title: "3rd street", cards: 2, verbs: BETS },
    Street { title: "4th street", cards: 3, verbs: BETS },
    Street { title: "5th street", cards: 4, verbs: BETS },
];

/// The least that a hand of a shape must have besides.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Least {
    Points(u8),
    High(usize),
}

/// A shape in words, and what it must have besides.
#[derive(Clone, PartialEq, Debug)]
struct Draw {
    shape: String,
    least: Option<Least>,
}

/// What a grid of two cards says, by higher and lower rank and whether they are suited.
type Pairs = HashMap<(Rank, Rank, bool), Action>;

/// What a section says, for which street and which stakes.
struct Part {
    line: usize,
    street: usize,
    /// The antes staked that it is for; any if there are none.
    staked: Vec<u8>,
    rules: Vec<Rule<Draw>>,
    grid: Pairs,
}

/// Rules for every street.
pub(super) struct Plan<'s> {
    streets: &'s [Street],
    parts: Vec<Part>,
    points: Points,
}

impl<'s> Plan<'s> {
    /// Reads the sections of a file.
    pub(super) fn read(
        sections: &[Section],
        streets: &'s [Street],
        schedule: &Schedule,
    ) -> Result<Plan<'s>, Vec<RulesProblem>> {
        let points = points(schedule);
        let (mut parts, mut problems) = (Vec::new(), Vec::new());
        for section in sections {
            match part(section, streets, points) {
                Ok(part) => parts.push(part),
                Err(more) => problems.extend(more),
            }
        }
        for (place, street) in streets.iter().enumerate() {
            if problems.is_empty() && parts.iter().all(|part: &Part| part.street != place) {
                let line = sections.last().map_or(1, |section| section.line);
                problems.push(problem(line, format!("nothing is said about [{}]", street.title)));
            }
        }
        let plan = Plan { streets, parts, points };
        if problems.is_empty() { Ok(plan) } else { Err(problems) }
    }

    fn choose(&self, street: usize, staked: u8, cards: &[Card]) -> Result<Action, RulesProblem> {
        let is_for = |part: &&Part| {
            part.street == street && (part.staked.is_empty() || part.staked.contains(&staked))
        };
        let Some(part) = self.parts.iter().find(is_for) else {
            let title = self.streets[street].title;
            let of_street = self.parts.iter().rfind(|part| part.street == street);
            return Err(problem(
                of_street.map_or(1, |part| part.line),
                format!(
                    "these rules come to {title} with {staked} antes staked, and nothing is said about that: add \
                         [{title}, {staked} antes staked]"
                ),
            ));
        };
        if let [a, b] = *cards
            && !part.grid.is_empty()
        {
            let (high, low) = (a.rank().max(b.rank()), a.rank().min(b.rank()));
            return Ok(part.grid[&(high, low, a.suit() == b.suit() && high != low)]);
        }
        let shape = Shape::of(cards, &self.points).words();
        let has = |draw: &Draw| {
            draw.shape == shape
                && match draw.least {
                    None => true,
                    Some(Least::Points(least)) => self.points.sum(cards) >= least,
                    Some(Least::High(least)) => self.points.high(cards) >= least,
                }
        };
        let fits = |rule: &&Rule<Draw>| match &rule.is_for {
            For::Rest | For::Grid => true,
            For::Any(draws) => draws.iter().any(has),
        };
        let rule = part.rules.iter().find(fits);
        Ok(rule.expect("the last rule is for the rest").action)
    }

    /// What the rules lose against the best play, followed from the first card to the last.
    pub(super) fn cost(&self, solution: &Solution) -> Result<(Exact, Vec<Mistake>), RulesProblem> {
        let mut mistakes = Mistakes::default();
        let first = sets(self.streets[0].cards);
        let mut reached: Reached = BTreeMap::new();
        for (cards, times) in first.cards.iter().zip(&first.times) {
            reached.insert((class_of(cards), Vec::new()), (cards.to_vec(), *times));
        }
        let mut deals: u64 = first.times.iter().sum();
        let mut cost = Exact::zero();
        for (place, street) in self.streets.iter().enumerate() {
            let mut next: Reached = BTreeMap::new();
            let mut lost = Exact::zero();
            for ((_, so_far), (cards, times)) in &reached {
                let (own, board) = cards.split_at(self.streets[0].cards);
                let so_far_actions =
                    so_far.iter().map(|choice| street.verbs[usize::from(*choice)].1);
                let spot = Spot {
                    own: own.to_vec(),
                    board: board.to_vec(),
                    so_far: so_far_actions.collect(),
                    ..Spot::default()
                };
                let values = solution.advisor.values(&spot).expect("the spot was come by");
                let action = self.choose(place, staked(&spot.so_far), cards)?;
                let valued = values.iter().find(|valued| valued.action == action);
                let valued = valued.expect("the choices are those of the street");
                let loss = (&values[0].value - &valued.value) * whole(*times);
                if !loss.is_zero() {
                    let shape = Shape::of(cards, &self.points).words();
                    let what = (street.title.to_owned(), shape, action, values[0].action);
                    mistakes.add(what, cards, &loss / whole(deals), fraction(*times, deals));
                    lost += loss;
                }
                if action == Action::Fold || place + 1 == self.streets.len() {
                    continue;
                }
                let choice = street.verbs.iter().position(|(_, known)| *known == action);
                let choice = choice.expect("the rules know only these") as u8;
                for card in others(cards) {
                    let more: Vec<Card> = cards.iter().copied().chain([card]).collect();
                    let made = so_far.iter().copied().chain([choice]).collect();
                    let entry = next.entry((class_of(&more), made)).or_insert_with(|| (more, 0));
                    entry.1 += times;
                }
            }
            cost += lost / whole(deals);
            deals *= 52 - street.cards as u64;
            reached = next;
        }
        Ok((cost, mistakes.worst()))
    }
}

/// By the class of the cards and the choices so far: the cards, those of the player first, and in how many deals.
type Reached = BTreeMap<(usize, Vec<u8>), (Vec<Card>, u64)>;

/// The ante and what was bet since.
fn staked(so_far: &[Action]) -> u8 {
    let bet = |action: &Action| if let Action::BetTimes(times) = action { *times } else { 0 };
    1 + so_far.iter().map(bet).sum::<u8>()
}

/// What a pair of each rank does under a schedule.
fn points(schedule: &Schedule) -> Points {
    let Some(line) = schedule.parts.first().and_then(|part| part.lines.first()) else {
        return Points::by_rank(|_| 0);
    };
    let table = pay_table(schedule, line);
    let returns = table.returns();
    Points::by_rank(|rank| {
        let pair = FiveValue::floor(Category::Pair, &[rank]).expect("a pair of any rank");
        let row = table.five_found(pair, RoyalFound::None);
        match row.map(|row| returns[row.place()].value.cmp(&whole(1))) {
            Some(std::cmp::Ordering::Greater) => 2,
            Some(std::cmp::Ordering::Equal) => 1,
            _ => 0,
        }
    })
}

fn part(section: &Section, streets: &[Street], points: Points) -> Result<Part, Vec<RulesProblem>> {
    let (name, more) = section.title.split_once(',').unwrap_or((section.title.as_str(), ""));
    let is_named = |street: &Street| street.title.eq_ignore_ascii_case(name.trim());
    let Some(place) = streets.iter().position(is_named) else {
        let known: Vec<String> =
            streets.iter().map(|street| format!("[{}]", street.title)).collect();
        let says = format!(
            "\"{}\" is no decision of this game; it has {}",
            section.title,
            known.join(", ")
        );
        return Err(vec![problem(section.line, says)]);
    };
    let street = &streets[place];
    let staked = stakes(more.trim(), street).map_err(|says| vec![problem(section.line, says)])?;
    let grid = grid(section, street)?;
    let rules = if grid.is_empty() {
        let words = shapes(street.cards, points);
        rules(section, street.verbs, |text| draws(text, &words))?
    } else if let Some((line, text)) = section.rules.first() {
        let says =
            format!("\"{text}\" stands beside a grid that decides every hand, so it is never used");
        return Err(vec![problem(*line, says)]);
    } else {
        Vec::new()
    };
    Ok(Part { line: section.line, street: place, staked, rules, grid })
}

/// `on three cards`, which says nothing, or `2 or 3 antes staked`.
fn stakes(text: &str, street: &Street) -> Result<Vec<u8>, String> {
    let on_cards = ["on two cards", "on three cards", "on four cards"];
    if text.is_empty() || on_cards[street.cards - 2].eq_ignore_ascii_case(text) {
        return Ok(Vec::new());
    }
    let known = || {
        format!(
            "\"{text}\" is not known after [{}; write nothing, \"{}\" or \"2 or 3 antes staked\"",
            street.title,
            on_cards[street.cards - 2]
        )
    };
    let numbers = text.strip_suffix(" antes staked").ok_or_else(known)?;
    numbers.split(" or ").map(|number| number.trim().parse().map_err(|_| known())).collect()
}

/// Every shape of so many cards in words.
fn shapes(cards: usize, points: Points) -> BTreeSet<String> {
    sets(cards).cards.iter().map(|cards| Shape::of(cards, &points).words()).collect()
}

/// `three of a kind; a pair that pays`, or `three to a flush, with 3 points or more`.
fn draws(text: &str, known: &BTreeSet<String>) -> Result<Vec<Draw>, String> {
    let draw = |part: &str| {
        let (shape, least) = match part.split_once(", with ") {
            None => (part.trim(), None),
            Some((shape, least)) => (shape.trim(), Some(self::least(least.trim())?)),
        };
        match known.get(shape) {
            Some(shape) => Ok(Draw { shape: shape.clone(), least }),
            None => {
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                Err(format!("\"{shape}\" is not known here; known: {}", known.join("; ")))
            }
        }
    };
    text.split(';').map(draw).collect()
}

/// `a high card or more`, `3 high cards or more`, `5 points or more`.
fn least(text: &str) -> Result<Least, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let found = match words.as_slice() {
        ["a", "high", "card", "or", "more"] => Some(Least::High(1)),
        [count, "high", "cards" | "card", "or", "more"] => count.parse().ok().map(Least::High),
        [count, "points" | "point", "or", "more"] => count.parse().ok().map(Least::Points),
        _ => None,
    };
    found.ok_or_else(|| {
        format!(
            "\"with {text}\" is not known; known: with a high card or more; with 2 high cards or more; with 3 points \
             or more"
        )
    })
}

/// A grid of two cards: suited above the diagonal.
fn grid(section: &Section, street: &Street) -> Result<Pairs, Vec<RulesProblem>> {
    let mut found = HashMap::new();
    let Some(((line, head), rows)) = section.grid.split_first() else { return Ok(found) };
    if street.cards != 2 {
        return Err(vec![problem(
            *line,
            "a grid of ranks decides two cards; write rules for more",
        )]);
    }
    let mut problems = Vec::new();
    let rank = |line: usize, text: &str| {
        let mut letters = text.chars();
        let rank = letters
            .next()
            .and_then(|letter| Rank::ALL.into_iter().find(|rank| rank.letter() == letter));
        rank.filter(|_| letters.next().is_none()).ok_or_else(|| {
            problem(line, format!("\"{text}\" is no rank; write A K Q J T 9 8 7 6 5 4 3 2"))
        })
    };
    let columns: Result<Vec<Rank>, RulesProblem> =
        head[1..].iter().map(|text| rank(*line, text)).collect();
    let columns = columns.map_err(|problem| vec![problem])?;
    for (line, cells) in rows {
        let row = match rank(*line, &cells[0]) {
            Ok(row) => row,
            Err(more) => {
                problems.push(more);
                continue;
            }
        };
        if cells.len() != columns.len() + 1 {
            let says = format!("{} cells stand under {} columns", cells.len() - 1, columns.len());
            problems.push(problem(*line, says));
            continue;
        }
        for (column, cell) in columns.iter().zip(&cells[1..]) {
            let spelled = |verb: &&Verb| short(verb.0).eq_ignore_ascii_case(cell);
            match street.verbs.iter().find(spelled) {
                Some((_, action)) => {
                    let is_suited = row > *column;
                    found.insert((row.max(*column), row.min(*column), is_suited), *action);
                }
                None => {
                    let known: Vec<&str> =
                        street.verbs.iter().map(|(verb, _)| short(verb)).collect();
                    let says = format!("\"{cell}\" is no choice here; known: {}", known.join(", "));
                    problems.push(problem(*line, says));
                }
            }
        }
    }
    // 13 pairs, and 78 pairs of ranks suited and not.
    if problems.is_empty() && found.len() != 169 {
        problems.push(problem(*line, format!("the grid decides {} of 169 hands", found.len())));
    }
    if problems.is_empty() { Ok(found) } else { Err(problems) }
}

/// A verb as a grid has it: `3x`, `F`.
fn short(verb: &'static str) -> &'static str {
    verb.strip_prefix("Bet ").unwrap_or(&verb[..1])
}
