//! Finds rules that a person can follow: for each shape of a hand the points from which on a choice
//! is made, so chosen that they lose least. What they lose is known exactly.

use std::collections::BTreeMap;

use cards::Card;

use crate::draws::{Made, Points, Shape};
use crate::strategy::{Body, Chart};

/// Some hands of one shape with equally many points.
type Case = (Shape, u8);

/// What a choice loses over some hands, and in how many of them it is not the one that is made
/// [ODD-1].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Loss {
    value: i128,
    hands: u64,
}

impl Loss {
    fn and(self, other: Loss) -> Loss {
        Loss { value: self.value + other.value, hands: self.hands + other.hands }
    }
}

/// What every choice loses against the best, summed over all hands that look alike.
#[derive(Clone, Debug)]
pub(crate) struct Hands {
    points: Points,
    /// How many choices there are, the largest wager first.
    choices: usize,
    cases: BTreeMap<Case, Vec<Loss>>,
}

/// Hands of a shape with the least points or more get a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rule {
    shape: Shape,
    /// The fewest points.
    least: u8,
    /// Whether that leaves out any hand of the shape.
    is_bounded: bool,
    choice: usize,
}

/// Rules in order: the first that fits decides, and else the last choice is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rules {
    points: Points,
    choices: usize,
    rules: Vec<Rule>,
    /// What following them loses in all, in the numbers of the hands they were found for.
    pub(crate) loses: i128,
}

impl Hands {
    /// No hands yet.
    pub(crate) fn new(points: Points, choices: usize) -> Hands {
        Hands { points, choices, cases: BTreeMap::new() }
    }

    /// Adds a hand with the value of each choice, as often as it is met.
    pub(crate) fn add(&mut self, cards: &[Card], values: &[i128], times: u64) {
        let best = values.iter().copied().max().unwrap_or(0);
        let losses: Vec<i128> =
            values.iter().map(|value| (best - value) * i128::from(times)).collect();
        self.add_losses(cards, &losses, times);
    }

    /// Adds hands that look alike with what each choice loses over all of them.
    pub(crate) fn add_losses(&mut self, cards: &[Card], values: &[i128], times: u64) {
        let case = (Shape::of(cards, &self.points), self.points.sum(cards));
        // Of equal choices the larger wager is made, and that is the first.
        let made = values.iter().position(|value| *value == 0);
        let losses = self.cases.entry(case).or_insert_with(|| vec![Loss::default(); self.choices]);
        for (choice, (loss, &value)) in losses.iter_mut().zip(values).enumerate() {
            let hands = if made == Some(choice) { 0 } else { times };
            *loss = loss.and(Loss { value, hands });
        }
    }

    /// The rules that lose least.
    pub(crate) fn rules(&self) -> Rules {
        let mut shapes: BTreeMap<Shape, Vec<(u8, &[Loss])>> = BTreeMap::new();
        for ((shape, points), losses) in &self.cases {
            shapes.entry(*shape).or_default().push((*points, losses));
        }
        let mut rules = Vec::new();
        let mut loses = Loss::default();
        for (shape, steps) in shapes.iter().rev() {
            let (chosen, loss) = rising(steps, self.choices);
            loses = loses.and(loss);
            for choice in 0..self.choices - 1 {
                let Some(first) = chosen.iter().position(|chosen| *chosen == choice) else {
                    continue;
                };
                let (least, is_bounded) = (steps[first].0, first > 0);
                rules.push(Rule { shape: *shape, least, is_bounded, choice });
            }
        }
        Rules { points: self.points, choices: self.choices, rules, loses: loses.value }
    }
}

/// The choice for each step of points, never a smaller wager for more points, that loses least in
/// all; of those the one with the fewest changes.
fn rising(steps: &[(u8, &[Loss])], choices: usize) -> (Vec<usize>, Loss) {
    // By the choice of the last step so far: loss, changes, the choices.
    let mut best: Vec<(Loss, usize, Vec<usize>)> =
        (0..choices).map(|choice| (steps[0].1[choice], 0, vec![choice])).collect();
    for (_, losses) in &steps[1..] {
        let next = |choice: usize| {
            let from = best.iter().enumerate().filter(|(before, _)| *before >= choice);
            let (before, (loss, changes, chosen)) =
                from.min_by_key(|(before, (loss, changes, _))| {
                    (*loss, *changes + usize::from(*before != choice))
                })?;
            let mut chosen = chosen.clone();
            chosen.push(choice);
            Some((loss.and(losses[choice]), changes + usize::from(before != choice), chosen))
        };
        best = (0..choices).filter_map(next).collect();
    }
    let least = best.into_iter().min_by_key(|(loss, changes, _)| (*loss, *changes));
    let (loss, _, chosen) = least.expect("there is a choice");
    (chosen, loss)
}

impl Rules {
    /// The choice for some cards.
    pub(crate) fn choose(&self, cards: &[Card]) -> usize {
        let shape = Shape::of(cards, &self.points);
        let points = self.points.sum(cards);
        let fits = |rule: &&Rule| rule.shape == shape && points >= rule.least;
        self.rules.iter().find(fits).map_or(self.choices - 1, |rule| rule.choice)
    }

    /// The rules in words, the largest wager first; `verbs` are the choices in words.
    fn words(&self, verbs: &[&str]) -> Vec<String> {
        let mut lines = Vec::new();
        for (choice, verb) in verbs.iter().enumerate().take(self.choices - 1) {
            let of_choice = self.rules.iter().filter(|rule| rule.choice == choice);
            let is_made = |rule: &&Rule| rule.shape.made != Made::Nothing && !rule.is_bounded;
            let (made, drawing): (Vec<&Rule>, Vec<&Rule>) = of_choice.partition(is_made);
            let made: Vec<String> = made.iter().map(|rule| rule.shape.words()).collect();
            if !made.is_empty() {
                lines.push(format!("{verb}: {}.", made.join("; ")));
            }
            for rule in drawing {
                lines.push(format!("{verb}: {}{}.", rule.shape.words(), self.bound(rule)));
            }
        }
        let rest = if lines.is_empty() { "every one" } else { "the rest" };
        lines.push(format!("{} {rest}.", verbs[self.choices - 1]));
        lines
    }

    /// The rules as a chart; `cost` says how good they are where they are not the best.
    pub(crate) fn chart(&self, title: &str, verbs: &[&str], cost: impl Fn() -> String) -> Chart {
        let quality = match self.loses {
            0 => "Exactly optimal: checked against every hand.".to_owned(),
            _ => cost(),
        };
        let note = format!("{} {quality}", self.points.words());
        Chart { title: title.to_owned(), body: Body::Rules(self.words(verbs)), note }
    }

    fn bound(&self, rule: &Rule) -> String {
        let high = rule.least / 2;
        match (rule.is_bounded, self.points.has_middle(), high) {
            (false, _, _) => String::new(),
            (_, true, _) => format!(", with {} points or more", rule.least),
            (_, _, 1) => ", with a high card or more".to_owned(),
            (_, _, _) => format!(", with {high} high cards or more"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps<const N: usize>(losses: &[[i128; N]]) -> Vec<Vec<Loss>> {
        let loss = |value: &i128| Loss { value: *value, hands: u64::from(*value > 0) };
        losses.iter().map(|step| step.iter().map(loss).collect()).collect()
    }

    #[test]
    fn the_choices_rise_with_the_points_and_lose_least() {
        let losses = steps(&[[9, 5, 0], [5, 0, 1], [0, 0, 7], [0, 3, 9]]);
        let by_points: Vec<(u8, &[Loss])> = (0..).zip(losses.iter().map(Vec::as_slice)).collect();
        assert_eq!(rising(&by_points, 3), (vec![2, 1, 0, 0], Loss::default()));
        let odd = steps(&[[0, 4], [1, 0], [0, 4]]);
        let by_points: Vec<(u8, &[Loss])> = (0..).zip(odd.iter().map(Vec::as_slice)).collect();
        assert_eq!(rising(&by_points, 2), (vec![0, 0, 0], Loss { value: 1, hands: 1 }));
    }
}
