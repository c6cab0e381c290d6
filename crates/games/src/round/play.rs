//! Cards and decisions, as the round asks for them.

use cards::Card;
use money::Cents;

use super::{Next, Recipient, Round, Want, pile_of};
use crate::action::Action;
use crate::felt::{Facing, SeatNumber};
use crate::log::Event;
use crate::op::Op;
use crate::refusal::Refusal;

impl Round {
    /// Takes the card that is wanted.
    pub fn card(&mut self, card: Card) -> Result<(), Refusal> {
        self.apply(Op::Card(card)).map(drop)
    }

    /// Takes a card that nobody sees: one burned or discarded face down.
    pub fn unseen(&mut self) -> Result<(), Refusal> {
        self.apply(Op::Unseen).map(drop)
    }

    /// Takes a seat's decision.
    pub fn act(&mut self, seat: SeatNumber, action: Action) -> Result<(), Refusal> {
        self.apply(Op::Decide { seat, hand: None, action, tip: None }).map(drop)
    }

    /// Takes a seat's decision and, beside the wager it makes, a tip for the dealers [TCP-8]
    /// [UTH-9] [MS-3].
    pub fn act_with_tip(
        &mut self,
        seat: SeatNumber,
        action: Action,
        tip: Cents,
    ) -> Result<(), Refusal> {
        self.apply(Op::Decide { seat, hand: None, action, tip: Some(tip) }).map(drop)
    }

    /// The card that is wanted.
    pub(super) fn wanted(&self) -> Result<Want, Refusal> {
        match &self.next {
            Next::Card(want) => Ok(*want),
            Next::Bets => Err(Refusal::BetsAreOpen),
            Next::Done => Err(Refusal::RoundIsOver),
            Next::Decision(_) | Next::Award(_) => Err(Refusal::NoCardWanted),
        }
    }

    pub(super) fn take_card(&mut self, card: Card) -> Result<(), Refusal> {
        let want = self.wanted()?;
        if !self.stock.take(card) {
            return Err(self.not_in_stock(card));
        }
        let pile = pile_of(&mut self.felt, want.to);
        let is_put = pile.is_none_or(|pile| pile.put(card, want.facing));
        debug_assert!(is_put, "no hand has more than 21 cards");
        self.log.note(|| Event::Dealt { want, card });
        if let Some(next) = self.interrupted.take() {
            self.next = next;
            return Ok(());
        }
        let mut state = self.state();
        state.table.game.card(&mut state);
        self.advance();
        Ok(())
    }

    pub(super) fn take_unseen(&mut self) -> Result<(), Refusal> {
        let want = self.wanted()?;
        let is_aside = matches!(want.to, Recipient::Burn | Recipient::Discard);
        if !is_aside || want.facing != Facing::Down {
            return Err(Refusal::MustBeSeen);
        }
        self.log.note(|| Event::Unseen);
        match self.interrupted.take() {
            Some(next) => self.next = next,
            None => self.advance(),
        }
        Ok(())
    }

    /// Takes a card for a hand or the board that lies face down and is not known.
    pub(super) fn take_not_seen(&mut self) -> Result<(), Refusal> {
        let want = self.wanted()?;
        let is_aside = matches!(want.to, Recipient::Burn | Recipient::Discard);
        if is_aside || want.facing != Facing::Down || self.table.game.is_dealt_from_shoe() {
            return Err(Refusal::MustBeNamed);
        }
        let pile = pile_of(&mut self.felt, want.to);
        let is_put = pile.is_none_or(|pile| pile.put_unseen());
        debug_assert!(is_put, "no hand has more than 21 cards");
        self.felt.has_unseen = true;
        self.log.note(|| Event::NotSeen { want });
        self.advance();
        Ok(())
    }

    pub(super) fn decide(
        &mut self,
        seat: SeatNumber,
        hand: Option<u8>,
        action: Action,
        tip: Option<Cents>,
    ) -> Result<(), Refusal> {
        let choice = match &self.next {
            Next::Decision(choice) => choice,
            Next::Bets => return Err(Refusal::BetsAreOpen),
            Next::Done => return Err(Refusal::RoundIsOver),
            Next::Card(_) | Next::Award(_) => return Err(Refusal::NoDecisionWanted),
        };
        if choice.seat != seat {
            return Err(Refusal::NotTheTurnOf { turn: choice.seat });
        }
        if hand.is_some() && hand != choice.hand {
            return Err(Refusal::NotTheTurnOfHand { turn: choice.hand.unwrap_or(1) });
        }
        if !choice.allows(action, self.table.chip) {
            return Err(Refusal::NotLegal { action, legal: choice.actions.as_ref().into() });
        }
        let hand = choice.hand;
        let place = self.felt.place_of(seat).ok_or(Refusal::NotInRound(seat))?;
        if let Some(tip) = tip {
            let line = self.added_tip(choice, action, tip)?;
            self.felt.seats[place].tips[line.index()] = tip;
        }
        self.felt.is_decided = true;
        self.log.note(|| Event::Decided { seat, hand, action, tip });
        let mut state = self.state();
        state.table.game.act(&mut state, place, action);
        // A fold is collected at once.
        self.log_lines();
        self.advance();
        Ok(())
    }
}
