//! The log of a round: every operation, and what followed from it.

use cards::Card;
use money::Cents;
use rulebook::Consequence;

use crate::action::Action;
use crate::agreed::{Agreed, PaidOther};
use crate::felt::SeatNumber;
use crate::irregular::Report;
use crate::op::{Name, Op};
use crate::round::{Keep, Recipient, Want};
use crate::settle::SettledLine;
use crate::table::CiteId;

/// Something that happened at the table. What was done is replayed; what followed must come out
/// the same.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Event {
    /// Bets were opened.
    Opened,
    /// Done: a bet was placed.
    Bet { seat: SeatNumber, bet: &'static str, amount: Cents },
    /// Done: a seat's bets were taken back, and it left the round.
    BetsCleared { seat: SeatNumber },
    /// Done: a tip was placed.
    Tip { seat: SeatNumber, line: &'static str, amount: Cents },
    /// Done: a seat is played by this player.
    Player { seat: SeatNumber, player: u8 },
    /// Done: a player said how much they have left for the pot.
    Chips { seat: SeatNumber, amount: Cents },
    /// Done: the button was placed.
    Button { seat: SeatNumber },
    /// Done: bets were locked.
    Locked { cite: CiteId },
    /// Done: a card was dealt, burned or discarded.
    Dealt { want: Want, card: Card },
    /// Done: a seat's hand, or the dealer's, was dealt a wrong number of cards: these.
    Misdealt { hand: Option<SeatNumber>, cards: Vec<Card> },
    /// Done: a card was burned or discarded that nobody saw.
    Unseen,
    /// Done: a card was dealt face down that the record does not name.
    NotSeen { want: Want },
    /// Done: a player decided, and perhaps added a tip to the wager that this made.
    Decided { seat: SeatNumber, hand: Option<u8>, action: Action, tip: Option<Cents> },
    /// Done: something went wrong and was reported.
    Reported(Report),
    /// Done: someone said the amount of the award that was due.
    Awarded { seat: SeatNumber, amount: Cents, paid: Option<Box<PaidOther>> },
    /// Done: two supervisors let a seat's key stand, whatever its cards say [PRG-22].
    Overridden { seat: SeatNumber, hand: Option<Name>, agreed: Box<Agreed> },
    /// Done: the round was declared void.
    Voided { cite: CiteId },
    /// Followed: this many cards of the board lie face up.
    BoardTurned { cards: u8 },
    /// Followed: this many cards of a hand, or of the burned cards, lie face up.
    TurnedUp { whose: Recipient, cards: u8 },
    /// Followed: the dealer's cards lie face up.
    DealerRevealed,
    /// Followed: what the rule orders when something goes wrong.
    Ordered { consequence: Consequence, cite: CiteId },
    /// Followed: the supervisor is called to the table.
    SupervisorCalled { cite: CiteId },
    /// Followed: an exposed card lies face up.
    CardTurned { whose: Recipient, card: Card },
    /// Followed: a card that was drawn in error and exposed was dealt where one was wanted.
    ExposedDealt { want: Want, card: Card },
    /// Followed: a player refused it.
    ExposedRefused { seat: SeatNumber, card: Card, cite: CiteId },
    /// Followed: nobody could use it, and it was burned.
    ExposedBurned { card: Card, cite: CiteId },
    /// Followed: a wager was paid, taken or given back.
    Settled(SettledLine),
}

impl Event {
    /// The operation that was done, if this is one and not something that followed.
    pub fn op(&self) -> Option<Op> {
        Some(match self {
            Event::Bet { seat, bet, amount } => {
                Op::Bet { seat: *seat, bet: (*bet).into(), amount: *amount }
            }
            Event::BetsCleared { seat } => Op::ClearBets { seat: *seat },
            Event::Tip { seat, line, amount } => {
                Op::Tip { seat: *seat, line: (*line).into(), amount: *amount }
            }
            Event::Player { seat, player } => Op::Player { seat: *seat, player: *player },
            Event::Chips { seat, amount } => Op::Chips { seat: *seat, amount: *amount },
            Event::Button { seat } => Op::Button { seat: *seat },
            Event::Locked { cite: _ } => Op::Lock,
            Event::Dealt { want: _, card } => Op::Card(*card),
            Event::Misdealt { hand, cards } => Op::Misdealt { hand: *hand, cards: cards.clone() },
            Event::Unseen => Op::Unseen,
            Event::NotSeen { want: _ } => Op::NotSeen,
            Event::Decided { seat, hand, action, tip } => {
                Op::Decide { seat: *seat, hand: *hand, action: *action, tip: *tip }
            }
            Event::Reported(report) => Op::Report(*report),
            Event::Awarded { seat, amount, paid } => {
                Op::Award { seat: *seat, amount: *amount, paid: paid.clone() }
            }
            Event::Overridden { seat, hand, agreed } => {
                Op::Override { seat: *seat, hand: hand.clone(), agreed: agreed.clone() }
            }
            Event::Voided { cite: _ } => Op::Void,
            Event::Opened
            | Event::BoardTurned { .. }
            | Event::TurnedUp { .. }
            | Event::DealerRevealed
            | Event::Ordered { .. }
            | Event::SupervisorCalled { .. }
            | Event::CardTurned { .. }
            | Event::ExposedDealt { .. }
            | Event::ExposedRefused { .. }
            | Event::ExposedBurned { .. }
            | Event::Settled(_) => return None,
        })
    }
}

/// The events of a round, if it keeps them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Log {
    keep: Keep,
    events: Vec<Event>,
}

impl Log {
    pub(crate) fn new(keep: Keep) -> Log {
        Log { keep, events: Vec::new() }
    }

    #[inline]
    pub(crate) fn note(&mut self, event: impl FnOnce() -> Event) {
        if self.keep == Keep::Log {
            self.events.push(event());
        }
    }

    pub(crate) fn clear(&mut self) {
        self.events.clear();
    }

    /// The events in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The operations in order: all that is needed to play the round again.
    pub fn ops(&self) -> impl Iterator<Item = Op> + '_ {
        self.events.iter().filter_map(Event::op)
    }
}
