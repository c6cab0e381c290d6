//! Tips: wagers for the dealers, at the start or together with a decision [GEN-11].

use std::borrow::Cow;

use money::Cents;
use rulebook::Citation;

use super::Round;
use crate::action::Action;
use crate::felt::{Line, SeatNumber};
use crate::game::TippedWager;
use crate::log::Event;
use crate::op::Op;
use crate::refusal::Refusal;

impl Round {
    /// Places a tip for the dealers beside a seat's wager.
    pub fn tip(&mut self, seat: SeatNumber, line: &str, amount: Cents) -> Result<(), Refusal> {
        let line = match self.table.line(line) {
            Some(id) => Cow::Borrowed(self.table.game.lines()[id.index()]),
            None => Cow::Owned(line.to_owned()),
        };
        self.apply(Op::Tip { seat, line, amount }).map(drop)
    }

    pub(super) fn place_tip(
        &mut self,
        seat: SeatNumber,
        line: &str,
        amount: Cents,
    ) -> Result<(), Refusal> {
        self.must_be_open()?;
        let Some(id) = self.table.line(line).filter(|_| self.table.takes_tip(line)) else {
            return Err(Refusal::NoTipHere(line.to_owned()));
        };
        if self.table.is_made_later(id) {
            return Err(Refusal::TipComesLater(line.to_owned()));
        }
        let place = self.felt.place_of(seat).ok_or(Refusal::NotInRound(seat))?;
        if amount <= Cents::ZERO {
            return Err(Refusal::NotPositive(amount));
        }
        let (chip, bet) = (self.table.chip, line.to_owned());
        if !amount.is_multiple_of(chip) {
            return Err(Refusal::NotAMultipleOfTheChip { bet, amount, chip });
        }
        self.felt.seats[place].tips[id.index()] = amount;
        let line = self.table.game.lines()[id.index()];
        self.log.note(|| Event::Tip { seat, line, amount });
        Ok(())
    }

    /// The line on which a tip may be added to this decision, now that it is wanted.
    pub fn tip_line(&self, action: Action) -> Option<&'static str> {
        let wager = self.table.game.tipped_wager(&self.felt, action)?;
        let line = self.table.game.lines()[wager.line.index()];
        self.table.takes_tip(line).then_some(line)
    }

    /// The line of a tip that is added to a decision, if it is as large as it must be.
    pub(super) fn added_tip(
        &self,
        place: usize,
        action: Action,
        tip: Cents,
    ) -> Result<Line, Refusal> {
        let wager = self.table.game.tipped_wager(&self.felt, action);
        let wager = wager.filter(|_| self.tip_line(action).is_some());
        let TippedWager { line, on, times } = wager.ok_or(Refusal::NoTipWith(action))?;
        let name = |line: Line| self.table.game.lines()[line.index()].to_owned();
        let under = self.felt.seats[place].tips[on.index()];
        let cite = self.table.section().cite("tips");
        let cite = cite.unwrap_or_else(|| Citation::Ruling("GEN-11".to_owned()));
        if under == Cents::ZERO {
            return Err(Refusal::TipNeedsTip { line: name(line), on: name(on), cite });
        }
        let must = under * i64::from(times);
        if tip != must {
            let (line, on) = (name(line), name(on));
            return Err(Refusal::TipMustBe { line, on, times, tip, must, cite });
        }
        Ok(line)
    }
}
