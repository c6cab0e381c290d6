//! What a small game says of itself so that its odds come from playing every round of it.

use cards::Card;

/// A game of few cards that all lie face up and of one decision at most.
#[derive(Clone, Copy, Debug)]
pub struct EveryRound {
    /// The class of a card. Cards of one class are alike, so that one of them is played for all.
    pub class: fn(Card) -> usize,
    /// The wager that is decided.
    pub wager: &'static str,
    /// When it is decided: `on a tie`.
    pub decided: &'static str,
    /// For each choice the strategy that always makes it, with the id `always-ACTION`.
    pub always: &'static [Simple],
}

/// A simple strategy that people use, to be measured against the best one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Simple {
    /// Its id: `always-raise`.
    pub id: &'static str,
    /// What it does, in a sentence.
    pub says: &'static str,
}
