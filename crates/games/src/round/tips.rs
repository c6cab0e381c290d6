//! Tips: wagers for the dealers, at the start or together with a decision [GEN-11].

use std::borrow::Cow;

use money::Cents;
use rulebook::Citation;

use super::{Next, Round};
use crate::action::Action;
use crate::choice::{Choice, Offer, TipRule};
use crate::felt::{Line, Seat, SeatNumber};
use crate::log::Event;
use crate::op::Op;
use crate::refusal::Refusal;
use crate::table::Table;

impl Round {
    /// Places a tip for the dealers beside a seat's wager.
    pub fn tip(&mut self, seat: SeatNumber, line: &str, amount: Cents) -> Result<(), Refusal> {
        let line = match self.table.line(line) {
            Some(id) => Cow::Borrowed(self.table.lines[id.index()]),
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
        let line = self.table.lines[id.index()];
        self.log.note(|| Event::Tip { seat, line, amount });
        Ok(())
    }

    /// The line on which a tip may be added to this decision, now that it is wanted.
    pub fn tip_line(&self, action: Action) -> Option<&'static str> {
        let Next::Decision(choice) = &self.next else { return None };
        choice.tips?;
        let line = choice.offer(action)?.line?;
        Some(self.table.lines[line.index()])
    }

    /// The line of a tip that is added to a decision, if it is as large as it must be.
    pub(super) fn added_tip(
        &self,
        choice: &Choice,
        action: Action,
        tip: Cents,
    ) -> Result<Line, Refusal> {
        let offer = choice.offer(action).filter(|offer| offer.line.is_some());
        let (Some(rule), Some(Offer { adds, line: Some(line), .. })) = (choice.tips, offer) else {
            return Err(Refusal::NoTipWith(action));
        };
        let name = |line: Line| self.table.lines[line.index()].to_owned();
        let cite = self.table.section().cite("tips");
        let cite = cite.unwrap_or_else(|| Citation::Ruling("GEN-11".to_owned()));
        let (on, times, must) = (rule.on, rule.times(adds), rule.tip(adds));
        if rule.under == Cents::ZERO {
            return Err(Refusal::TipNeedsTip { line: name(line), on: name(on), cite });
        }
        if tip != must {
            let (line, on) = (name(line), name(on));
            return Err(Refusal::TipMustBe { line, on, times, tip, must, cite });
        }
        Ok(line)
    }
}

impl Table {
    /// What a tip on a later wager of a seat must be, where the section lets one ride on its line [TCP-8] [UTH-9]
    /// [MS-3].
    pub(crate) fn tip_rule(&self, seat: &Seat, line: Option<Line>) -> Option<TipRule> {
        let on = self.game.tips_follow()?;
        let is_taken = self.takes_tip(self.game.lines()[line?.index()]);
        let (stake, under) = (seat.stake(on), seat.tips[on.index()]);
        is_taken.then_some(TipRule { on, stake, under })
    }
}
