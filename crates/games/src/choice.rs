//! A decision that is wanted: whose, about which wager, what was decided before, and what each action stakes.

use std::ops::Deref;

use arrayvec::ArrayVec;
use money::Cents;

use crate::action::Action;
use crate::felt::{Line, SeatNumber};
use crate::settle::Pay;

/// The most actions that a decision offers, but for amounts below a double.
const ACTIONS_MAX: usize = 16;

/// The actions that are legal at a decision, each with the amount that it stakes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Actions {
    list: ArrayVec<Action, ACTIONS_MAX>,
    adds: ArrayVec<Cents, ACTIONS_MAX>,
    /// What is given back at once, if one of them is to surrender.
    surrendered: Option<Cents>,
}

impl Deref for Actions {
    type Target = [Action];

    fn deref(&self) -> &[Action] {
        &self.list
    }
}

impl AsRef<[Action]> for Actions {
    fn as_ref(&self) -> &[Action] {
        self
    }
}

impl Extend<Action> for Actions {
    /// Adds actions that stake nothing.
    fn extend<I: IntoIterator<Item = Action>>(&mut self, actions: I) {
        actions.into_iter().for_each(|action| self.push(action));
    }
}

impl Actions {
    /// Adds an action that stakes nothing.
    pub(crate) fn push(&mut self, action: Action) {
        self.push_staking(action, Cents::ZERO);
    }

    /// Adds an action that stakes an amount on the decision's line.
    pub(crate) fn push_staking(&mut self, action: Action, amount: Cents) {
        self.list.push(action);
        self.adds.push(amount);
    }

    /// Adds a surrender, which is paid by these odds and gives part of a stake back.
    pub(crate) fn push_surrender(&mut self, pay: Pay, stake: Cents) {
        self.push(Action::Surrender);
        self.surrendered = pay.odds.returned(stake).and_then(Result::ok);
    }

    /// What an action that is among them stakes.
    fn adds(&self, action: Action) -> Option<Cents> {
        let place = self.list.iter().position(|known| *known == action)?;
        self.adds.get(place).copied()
    }
}

/// Which decision of its game it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The game's only decision: to play or to fold.
    Play,
    /// Let it ride's first or second bet rides or is taken back.
    Bet(u8),
    /// Silverado's hands are set apart.
    Setting,
    /// Silverado's five-card hand may be raised.
    Raise,
    /// Mississippi's 3rd, 4th or 5th street is bet.
    Street(u8),
    /// Hold 'em, with two cards.
    BeforeFlop,
    /// Hold 'em, with the flop.
    AfterFlop,
    /// Hold 'em, with the turn.
    AfterTurn,
    /// Hold 'em, with the whole board.
    AfterRiver,
    /// A War win is taken or pressed.
    War,
    /// Insurance against a dealer's blackjack.
    Insurance,
    /// A hand of blackjack is played.
    Hand,
}

impl Stage {
    /// What players call it; nothing where the game has one decision only.
    pub const fn words(self) -> &'static str {
        match self {
            Stage::Play | Stage::Hand => "",
            Stage::Bet(1) => "Bet 1",
            Stage::Bet(_) => "Bet 2",
            Stage::Setting => "Setting",
            Stage::Raise => "Raise",
            Stage::Street(3) => "3rd street",
            Stage::Street(4) => "4th street",
            Stage::Street(_) => "5th street",
            Stage::BeforeFlop => "Before the flop",
            Stage::AfterFlop => "After the flop",
            Stage::AfterTurn => "After the turn",
            Stage::AfterRiver => "After the river",
            Stage::War => "War",
            Stage::Insurance => "Insurance",
        }
    }
}

/// What a decision is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct About {
    /// The wager whose odds say which action is best, by its id in the rulebook.
    pub wager: &'static str,
    /// Which decision it is.
    pub stage: Stage,
    /// The line on which the actions stake, or from which they take back; none if they do neither.
    pub line: Option<Line>,
}

/// How many earlier decisions a later one may depend on.
pub(crate) type Made = ArrayVec<Action, 4>;

/// The tip that goes with a later wager: as many times the tip that lies on another line as the wager is times the
/// player's own stake there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TipRule {
    /// The other line.
    pub(crate) on: Line,
    /// What is staked there.
    pub(crate) stake: Cents,
    /// What is tipped there.
    pub(crate) under: Cents,
}

impl TipRule {
    /// How many times its stake a wager is.
    pub(crate) fn times(self, wager: Cents) -> u8 {
        u8::try_from(wager.get() / self.stake.get().max(1)).unwrap_or(u8::MAX)
    }

    /// The tip that goes with a wager.
    pub(crate) fn tip(self, wager: Cents) -> Cents {
        self.under * i64::from(self.times(wager))
    }
}

/// An action that is offered, with what it stakes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The action.
    pub action: Action,
    /// What it adds to what is staked; zero if nothing.
    pub adds: Cents,
    /// What it gives back at once.
    pub returns: Option<Cents>,
    /// The line that it adds to.
    pub line: Option<Line>,
    /// The tip for the dealers that may go with it.
    pub tip: Option<Cents>,
}

/// A decision that is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Whose.
    pub seat: SeatNumber,
    /// For which of their hands, 1 to 4; only after a split.
    pub hand: Option<u8>,
    /// What it is about.
    pub about: About,
    /// What the seat has decided about this wager before, where a later decision depends on it: in a game for a pot
    /// the bets of the rounds of betting so far.
    pub(crate) made: Made,
    /// Every legal action, but for amounts.
    pub actions: Actions,
    /// The wager that may be doubled for less: any multiple of the chip below it.
    pub double_below: Option<Cents>,
    /// The tip that goes with a wager that is made now, where one may.
    pub(crate) tips: Option<TipRule>,
}

impl Choice {
    /// A decision of a seat's only hand that no earlier one bears on and no tip goes with.
    pub(crate) fn new(seat: SeatNumber, about: About, actions: Actions) -> Choice {
        let (made, tips) = (Made::new(), None);
        Choice { seat, hand: None, about, made, actions, double_below: None, tips }
    }

    /// The place of the hand among the seat's.
    pub(crate) fn place(&self) -> u8 {
        self.hand.map_or(0, |hand| hand - 1)
    }

    /// What the seat has decided about this wager before, where a later decision depends on it.
    pub fn made(&self) -> &[Action] {
        &self.made
    }

    /// Whether an action is legal.
    pub fn allows(&self, action: Action, chip: Cents) -> bool {
        match action {
            Action::DoubleFor(amount) => self.double_below.is_some_and(|wager| {
                amount > Cents::ZERO && amount < wager && amount.is_multiple_of(chip)
            }),
            action => self.actions.contains(&action),
        }
    }

    /// What an action that is offered adds, to which line, and the tip that may go with it; nothing for one that is not.
    pub fn offer(&self, action: Action) -> Option<Offer> {
        let adds = match action {
            Action::DoubleFor(amount) => self.double_below.map(|_| amount),
            action => self.actions.adds(action),
        }?;
        let line = self.about.line.filter(|_| adds > Cents::ZERO);
        let tip = self.tips.filter(|rule| line.is_some() && rule.under > Cents::ZERO);
        let returns = self.actions.surrendered.filter(|_| action == Action::Surrender);
        Some(Offer { action, adds, returns, line, tip: tip.map(|rule| rule.tip(adds)) })
    }

    /// Every action that is offered, with what it adds.
    pub fn offers(&self) -> impl Iterator<Item = Offer> + '_ {
        self.actions.iter().filter_map(|action| self.offer(*action))
    }
}
