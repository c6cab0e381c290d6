//! Strategies as people can use them: rules in order, or grids.

use games::Action;

use crate::solution::Simple;

/// A part of a strategy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chart {
    /// What it decides: `After the flop`.
    pub title: String,
    /// How.
    pub body: Body,
    /// How good it is: `Exactly optimal: checked against every hand.`
    pub note: String,
}

impl Chart {
    /// A simple strategy as a chart: the sentence that says it.
    pub(crate) fn simple(known: &[Simple], id: &str) -> Vec<Chart> {
        let asked = known.iter().find(|simple| simple.id == id);
        let chart = |simple: &Simple| Chart {
            title: simple.id.to_owned(),
            body: Body::Rules(vec![simple.says.to_owned()]),
            note: "A simple strategy, played to the letter.".to_owned(),
        };
        asked.map(chart).into_iter().collect()
    }
}

/// How a chart says what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Body {
    /// Rules in order: the first that fits decides.
    Rules(Vec<String>),
    /// A grid: what to do for each row and column.
    Grid(Grid),
}

/// A grid of short words, such as a 13 by 13 grid of starting hands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// What the rows are: `Your hand`.
    pub rows_are: String,
    /// What the columns are: `Dealer's card`.
    pub columns_are: String,
    /// The rows' names.
    pub rows: Vec<String>,
    /// The columns' names.
    pub columns: Vec<String>,
    /// What to do: for each row one short word a column, as in the legend; empty where nothing is
    /// decided.
    pub cells: Vec<Vec<String>>,
    /// What each word means, the largest wager first.
    pub legend: Vec<Key>,
}

/// What a word of a grid means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    /// The word: `P`.
    pub word: String,
    /// What it says: `split`.
    pub means: String,
    /// The choice it stands for, which decides its color; nothing if it stands for more than one.
    pub action: Option<Action>,
}

impl Key {
    pub(crate) fn new(
        word: impl Into<String>,
        means: impl Into<String>,
        action: Option<Action>,
    ) -> Key {
        Key { word: word.into(), means: means.into(), action }
    }
}
