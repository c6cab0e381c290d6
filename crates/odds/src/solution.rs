//! A wager with decisions, solved: how it can end, how often each choice is made, and what to
//! choose.

use std::any::Any;
use std::fmt;

use cards::{Card, CardSet};
pub use games::Simple;
use games::{Action, Choice, Felt};
use num_bigint::BigUint;

use crate::compare::Difference;
use crate::distribution::Distribution;
use crate::exact::Exact;
use crate::strategy::Chart;

/// How a player decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// To lose least; of equal choices the larger wager [ODD-1].
    Optimal,
    /// By one of the game's simple strategies, named by its id.
    Simple(&'static str),
}

/// A strategy on a game's list that the game does not play: a mistake in this crate. What a user
/// asks for is compared with the list first.
pub(crate) fn unknown_strategy(id: &str) -> ! {
    unreachable!("\"{id}\" is listed as a simple strategy, but nothing plays it")
}

/// How often a choice is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActionShare {
    /// When: `on the flop`.
    pub at: &'static str,
    /// The choice.
    pub action: Action,
    /// In how many deals of the distribution's space.
    pub combinations: BigUint,
}

/// A wager with decisions under one schedule and one policy.
pub struct Solution {
    /// How it can end.
    pub distribution: Distribution,
    /// How often each choice is made, in the order of play.
    pub actions: Vec<ActionShare>,
    /// The arithmetic it was computed in.
    pub arithmetic: Arithmetic,
    /// What a reader must know: assumptions, and what is not exact.
    pub notes: Vec<String>,
    /// What to choose.
    pub advisor: Box<dyn Advisor>,
}

/// The arithmetic a wager was computed in. Every deal is counted either way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    /// In whole numbers and fractions.
    Fractions,
    /// In double precision; the combinations of the distribution are its probabilities in units of
    /// [`Arithmetic::UNIT`].
    Doubles,
}

impl Arithmetic {
    /// What a probability of one is in a distribution computed in doubles.
    pub const UNIT: u64 = 1 << 60;
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solution")
            .field("distribution", &self.distribution)
            .field("actions", &self.actions)
            .finish_non_exhaustive()
    }
}

/// Knows what to choose under the policy it was solved for.
pub trait Advisor: Any + Send + Sync {
    /// The choice in a round that is being played, quickly. Looks only at what the seat's player
    /// may see [ODD-2].
    fn choose(&self, felt: &Felt, seat: usize, choice: &Choice) -> Action;

    /// The exact value of every choice at a spot, the best one first: the expected result of the
    /// whole wager in units of the first one, if the rest is played optimally.
    fn values(&self, spot: &Spot) -> Result<Vec<Valued>, SpotError>;

    /// The value of every choice at a decision of a round that is being played, where that is not
    /// told by the cards alone.
    fn values_at(&self, spot: &Spot, _choice: &Choice) -> Result<Vec<Valued>, SpotError> {
        self.values(spot)
    }

    /// The decisions that another strategy for the same wager makes differently, the most frequent first; none for a
    /// strategy for something else.
    fn differences(&self, other: &dyn Advisor) -> Vec<Difference>;

    /// The strategy as a person can use it.
    fn charts(&self) -> Vec<Chart>;

    /// Shows every spot of a game with one decision, and returns what a gain of one in one of its deals is worth, in units
    /// of the first wager over all deals; nothing for other games.
    fn spots(&self, _visit: &mut dyn FnMut(&SpotGains<'_>)) -> Option<Exact> {
        None
    }

    /// What the values and charts take for granted, if anything.
    fn assumes(&self) -> Option<&'static str> {
        None
    }
}

/// A spot of a game with one decision, with how much better than the first choice each is over all hands of the dealer.
#[derive(Clone, Copy, Debug)]
pub struct SpotGains<'s> {
    /// The player's cards.
    pub own: CardSet,
    /// Their value in the game's order.
    pub value: u16,
    /// The dealer's card that is up, in a game that shows one.
    pub up: Option<Card>,
    /// For how many hands of the player it stands.
    pub times: u32,
    /// The choices, the smallest wager first.
    pub actions: &'s [Action],
    /// What each choice gains.
    pub gains: &'s [i128],
}

/// What a player knows when deciding.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spot {
    /// The player's own cards.
    pub own: Vec<Card>,
    /// The community cards that are up.
    pub board: Vec<Card>,
    /// The dealer's cards that are up.
    pub dealer: Vec<Card>,
    /// The player's decisions so far, where they matter.
    pub so_far: Vec<Action>,
}

/// A choice and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Valued {
    /// The choice.
    pub action: Action,
    /// The expected result of the whole wager, in units of the first one.
    pub value: Exact,
}

/// A spot at which nothing is decided.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum SpotError {
    #[error("{what}: {has} given, but the player decides with {wants}")]
    Cards { what: &'static str, has: usize, wants: &'static str },
    #[error("the {0} is given twice")]
    Twice(Card),
    #[error("there is no joker in this game")]
    Joker,
    #[error("there is no decision here: {0}")]
    NoDecision(String),
    #[error("\"{0}\" cannot come before this decision")]
    NotBefore(Action),
}

impl Spot {
    /// Every card of the spot, in a game without a joker, if none is there twice.
    pub(crate) fn cards(&self) -> Result<CardSet, SpotError> {
        self.no_joker()?;
        self.cards_with_joker()
    }

    /// Refuses the joker.
    pub(crate) fn no_joker(&self) -> Result<(), SpotError> {
        let mut all = self.own.iter().chain(&self.board).chain(&self.dealer);
        if all.any(|card| card.is_joker()) { Err(SpotError::Joker) } else { Ok(()) }
    }

    /// Every card of the spot, if none is there twice.
    pub(crate) fn cards_with_joker(&self) -> Result<CardSet, SpotError> {
        let mut set = CardSet::EMPTY;
        for &card in self.own.iter().chain(&self.board).chain(&self.dealer) {
            if !set.insert(card) {
                return Err(SpotError::Twice(card));
            }
        }
        Ok(set)
    }

    /// The player's own cards, if there are this many.
    pub(crate) fn own<const N: usize>(&self, wants: &'static str) -> Result<[Card; N], SpotError> {
        let has = self.own.len();
        self.own.as_slice().try_into().map_err(|_| SpotError::Cards { what: "hand", has, wants })
    }

    /// The player's own cards, if there are this many, up to five.
    pub(crate) fn own_cards(&self, count: usize) -> Result<CardSet, SpotError> {
        const WANTS: [&str; 6] =
            ["no cards", "one card", "two cards", "three cards", "four cards", "five cards"];
        let (what, has) = ("hand", self.own.len());
        let wrong = SpotError::Cards { what, has, wants: WANTS[count] };
        if has == count { Ok(self.own.iter().collect()) } else { Err(wrong) }
    }

    /// Refuses community cards, in a game or at a decision without them.
    pub(crate) fn no_board(&self) -> Result<(), SpotError> {
        let (what, has) = ("community cards", self.board.len());
        if has == 0 { Ok(()) } else { Err(SpotError::Cards { what, has, wants: "none" }) }
    }

    /// Refuses cards of the dealer's, where none is face up.
    pub(crate) fn no_dealer(&self) -> Result<(), SpotError> {
        let (what, has) = ("dealer's cards", self.dealer.len());
        if has == 0 { Ok(()) } else { Err(SpotError::Cards { what, has, wants: "none" }) }
    }

    /// Refuses earlier decisions, where this one is the first.
    pub(crate) fn is_first(&self) -> Result<(), SpotError> {
        self.so_far.first().map_or(Ok(()), |action| Err(SpotError::NotBefore(*action)))
    }

    /// The dealer's one card that is up, in a game without community cards.
    pub(crate) fn up_card(&self) -> Result<Card, SpotError> {
        self.no_board()?;
        match self.dealer.as_slice() {
            [card] => Ok(*card),
            cards => {
                let (what, has) = ("dealer's cards", cards.len());
                Err(SpotError::Cards { what, has, wants: "one of them up" })
            }
        }
    }
}

/// Puts the best choice first; of equal ones the first stays first.
pub(crate) fn ranked(mut values: Vec<Valued>) -> Vec<Valued> {
    values.sort_by(|a, b| b.value.cmp(&a.value));
    values
}
