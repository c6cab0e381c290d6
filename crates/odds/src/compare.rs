//! Where two strategies decide differently, how often, and with which hands.

use std::any::Any;
use std::collections::HashMap;

use cards::{Card, DECK, Rank};
use games::Action;
use hands::{Category, FiveValue};

use crate::exact::{Exact, fraction};
use crate::solution::{Advisor, Spot};

/// Decisions of one kind that two strategies make differently.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// When: `on the flop`.
    pub at: &'static str,
    /// What the player holds, as a chart would say it: `pair of tens`, `four to a flush`.
    pub kind: String,
    /// What the first strategy does.
    pub before: Action,
    /// What the second one does.
    pub after: Action,
    /// How likely such a decision is in a round that is played by the first strategy.
    pub chance: Exact,
    /// One of them.
    pub example: Spot,
}

/// What is told apart of differences.
type Key = (&'static str, Action, Action, String);

/// In how many deals, and one of them.
struct Found {
    deals: u128,
    choices: [Action; 2],
    example: Spot,
}

/// Differences being gathered.
pub(crate) struct Differences {
    /// How many deals there are.
    space: u128,
    found: HashMap<Key, Found>,
}

impl Differences {
    pub(crate) fn of(space: impl Into<u128>) -> Differences {
        Differences { space: space.into(), found: HashMap::new() }
    }

    /// Adds a decision that is met in some deals, if the choices differ.
    pub(crate) fn add(
        &mut self,
        at: &'static str,
        [before, after]: [Action; 2],
        deals: impl Into<u128>,
        example: impl FnOnce() -> Spot,
    ) {
        let deals = deals.into();
        if before == after || deals == 0 {
            return;
        }
        let example = example();
        let held: Vec<Card> = example.own.iter().chain(&example.board).copied().collect();
        // Which card is set is a matter of each hand.
        let kind = |action: Action| match action {
            Action::Set(_) => Action::Set(DECK[0]),
            other => other,
        };
        let key = (at, kind(before), kind(after), words(&held));
        let found = Found { deals: 0, choices: [before, after], example };
        self.found.entry(key).or_insert(found).deals += deals;
    }

    /// The differences, the most frequent first.
    pub(crate) fn finish(self) -> Vec<Difference> {
        let mut all: Vec<(Key, Found)> = self.found.into_iter().collect();
        all.sort_by(|a, b| (b.1.deals, &a.0.3, a.0.0).cmp(&(a.1.deals, &b.0.3, b.0.0)));
        let difference = |((at, _, _, kind), found): (Key, Found)| {
            let Found { deals, choices: [before, after], example } = found;
            Difference { at, kind, before, after, chance: fraction(deals, self.space), example }
        };
        all.into_iter().map(difference).collect()
    }
}

/// Another advisor, if it is of the same game and wager.
pub(crate) fn alike<'a, A: Advisor>(_: &A, other: &'a dyn Advisor) -> Option<&'a A> {
    let other: &dyn Any = other;
    other.downcast_ref()
}

const NUMBERS: [&str; 8] = ["no", "one", "two", "three", "four", "five", "six", "seven"];

/// What some cards are called: the hand that they make, or are part of.
fn words(held: &[Card]) -> String {
    let cards: Vec<Card> = held.iter().copied().filter(|card| !card.is_joker()).collect();
    let joker = if cards.len() < held.len() { " and the joker" } else { "" };
    made(&cards) + joker
}

fn made(cards: &[Card]) -> String {
    let mut ranks: Vec<Rank> = cards.iter().map(|card| card.rank()).collect();
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    let Some(&high) = ranks.first() else { return "nothing".to_owned() };
    if (5..=7).contains(&cards.len())
        && let Ok(value) = FiveValue::of_set(cards.iter().collect())
        && !matches!(value.category(), Category::HighCard | Category::Pair)
    {
        return value.category().words().to_owned();
    }
    let count = |rank: Rank| ranks.iter().filter(|other| **other == rank).count();
    let pairs: Vec<Rank> = Rank::ALL.into_iter().filter(|rank| count(*rank) == 2).collect();
    if let Some(rank) = ranks.iter().find(|rank| count(**rank) > 2) {
        let many = if count(*rank) == 3 { "three" } else { "four" };
        return format!("{many} {}", rank.plural());
    }
    match pairs.as_slice() {
        [] => {}
        [rank] => return format!("pair of {}", rank.plural()),
        _ => return "two pair".to_owned(),
    }
    let of_suit = |suit| cards.iter().filter(|card| card.suit() == suit).count();
    let suited = cards.iter().map(|card| of_suit(card.suit())).max().unwrap_or(0);
    let is_close = high.index() - ranks[ranks.len() - 1].index() < 5;
    let number = NUMBERS[cards.len().min(7)];
    match cards.len() {
        1 | 2 => {
            let all: String = ranks.iter().map(|rank| rank.letter()).collect();
            format!("{all}{}", if cards.len() == 2 && suited == 2 { " suited" } else { "" })
        }
        3 | 4 if suited == cards.len() && is_close => format!("{number} to a straight flush"),
        3 | 4 if suited == cards.len() => format!("{number} to a flush"),
        3 | 4 if is_close => format!("{number} to a straight"),
        5..=6 if suited == 4 => format!("four to a flush, {} high", high.word()),
        _ => format!("{} high", high.word()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_in_words() {
        for (cards, said) in [
            ("Tc Td 5h", "pair of tens"),
            ("9c Tc Jc", "three to a straight flush"),
            ("2c Tc Jc", "three to a flush"),
            ("8c 9d Th Js", "four to a straight"),
            ("2c 9d Th Ks", "king high"),
            ("Kc 2c", "K2 suited"),
            ("2c 2d 2h Ks", "three twos"),
            ("2c 2d Kh Ks", "two pair"),
            ("2c 2d Kh Ks 2h", "full house"),
            ("2c 7c Kc Qc 3h", "four to a flush, king high"),
            ("Ac Ad Kh Qs 2h 9d", "pair of aces"),
        ] {
            assert_eq!(words(&cards::parse_cards(cards).unwrap()), said, "{cards}");
        }
    }
}
