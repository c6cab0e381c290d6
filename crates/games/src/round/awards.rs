//! Awards of a progressive: the round says which hand has won, and someone else says the amount. So the same settlement
//! serves a house's meter, a keypad and a recorded round.

use money::{Cents, Rate};

use super::{Next, Round};
use crate::agreed::{Agreed, Override, PaidOther};
use crate::felt::SeatNumber;
use crate::log::{Event, Log};
use crate::op::Op;
use crate::paytable::RowId;
use crate::refusal::Refusal;
use crate::script;

/// What a row of a progressive schedule is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// A share of the meter.
    Share(Rate),
    /// An amount from the tray, whatever the meter shows [PRG-2].
    Fixed(Cents),
}

/// An award that is due: every winner is verified, paid by the meter or by the tray [PRG-9].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AwardDue {
    /// Whose hand has won.
    pub seat: SeatNumber,
    /// The row of the posted schedule.
    pub row: RowId,
    /// What the row is worth.
    pub worth: Worth,
}

/// What an award of the round came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Answer {
    seat: SeatNumber,
    amount: Cents,
    paid: Option<Box<PaidOther>>,
}

impl Round {
    /// Says the amount of the award that is due.
    pub fn award(&mut self, seat: SeatNumber, amount: Cents) -> Result<(), Refusal> {
        self.apply(Op::Award { seat, amount, paid: None }).map(drop)
    }

    /// The awards of this round that are not paid yet, last seat first, the one that is due first;
    /// none until the first of them is due. Awards of one round depend on each other [PRG-5], so they
    /// are figured together.
    pub fn awards_due(&self) -> impl Iterator<Item = AwardDue> + '_ {
        let due = match &self.next {
            Next::Award(due) => self.felt.place_of(due.seat),
            Next::Bets | Next::Card(_) | Next::Decision(_) | Next::Done => None,
        };
        let places = due.map_or(0..0, |place| 0..place + 1);
        places.rev().filter_map(|place| self.table.award_due(&self.felt, place))
    }

    /// The hands that trigger envy for someone at the table, last seat first, with their rows: with
    /// an award of their own or without one [PRG-6]. None until the cards are all out.
    pub fn envy_triggers(&self) -> Vec<(SeatNumber, RowId)> {
        let is_known = match &self.next {
            Next::Award(_) => true,
            Next::Done => !self.felt.is_void,
            Next::Bets | Next::Card(_) | Next::Decision(_) => false,
        };
        let wins = if is_known { self.table.envy_wins(&self.felt) } else { Vec::new() };
        let mut triggers: Vec<(SeatNumber, RowId)> =
            wins.iter().map(|win| (win.from, win.row)).collect();
        triggers.sort_unstable_by_key(|(seat, _)| std::cmp::Reverse(*seat));
        triggers.dedup_by_key(|(seat, _)| *seat);
        triggers
    }

    /// The hands that win an award or win the others envy, by their cards alone, whatever supervisors have decided:
    /// what is keyed at the table [PRG-9]. Nothing until the cards are all out.
    pub fn hands_to_key(&self) -> Option<Vec<(SeatNumber, RowId)>> {
        let is_known = match &self.next {
            Next::Award(_) => true,
            Next::Done => !self.felt.is_void,
            Next::Bets | Next::Card(_) | Next::Decision(_) => false,
        };
        is_known.then(|| self.table.hands_to_key(&self.felt))
    }

    /// Whether a seat has a progressive wager that its hand can win. A fold loses it or leaves it live, as the section
    /// says [PRG-13]; a dead hand's and a void round's went back [CS-7] [GEN-12].
    pub fn has_live_progressive(&self, seat: SeatNumber) -> bool {
        let line = self.table.progressive_line.filter(|_| self.table.progressive.is_some());
        let place = self.felt.place_of(seat).filter(|_| !self.felt.is_void);
        line.zip(place).is_some_and(|(line, place)| {
            let seat = &self.felt.seats[place];
            seat.has(line) && self.table.is_progressive_live(seat)
        })
    }

    /// How many progressive bets have fed the meter: none until they are locked [PRG-1], and not those
    /// of dead hands and of a void round, which went back [CS-7] [GEN-12]. Nothing if no seat has one.
    pub fn progressive_bets(&self) -> Option<i64> {
        let line = self.table.progressive_line.filter(|_| self.table.progressive.is_some())?;
        let mut bets = self.felt.seats.iter().filter(|seat| seat.has(line)).peekable();
        bets.peek()?;
        let has_fed = self.next != Next::Bets && !self.felt.is_void;
        let stand = bets.filter(|seat| has_fed && !seat.is_dead);
        i64::try_from(stand.count()).ok()
    }

    pub(super) fn take_award(
        &mut self,
        seat: SeatNumber,
        amount: Cents,
        paid: Option<Box<PaidOther>>,
    ) -> Result<(), Refusal> {
        let due = match &self.next {
            Next::Award(due) => *due,
            Next::Bets => return Err(Refusal::BetsAreOpen),
            Next::Done => return Err(Refusal::RoundIsOver),
            Next::Card(_) | Next::Decision(_) => return Err(Refusal::NoAwardDue),
        };
        if due.seat != seat {
            return Err(Refusal::NotTheAwardOf { due: due.seat });
        }
        match due.worth {
            Worth::Fixed(must) if amount != must => {
                return Err(Refusal::AwardMustBe { amount, must });
            }
            Worth::Share(_) if amount < Cents::ZERO => {
                return Err(Refusal::NegativeAward(amount));
            }
            Worth::Fixed(_) | Worth::Share(_) => {}
        }
        match &paid {
            Some(other) if other.paid < Cents::ZERO => {
                return Err(Refusal::NegativeAward(other.paid));
            }
            Some(other) if other.paid == amount => return Err(Refusal::NothingDiffers(amount)),
            Some(_) | None => {}
        }
        self.felt.is_decided = true;
        self.log.note(|| Event::Awarded { seat, amount, paid: paid.clone() });
        script::pay_award(&mut self.state(), due, amount, paid.as_deref());
        self.answers.push(Answer { seat, amount, paid });
        self.log_lines();
        self.advance();
        Ok(())
    }

    /// A seat's key stands, whatever its cards say [PRG-22]: what is settled since the cards were all out is settled
    /// again by it. The awards that were paid stay.
    pub(super) fn take_override(
        &mut self,
        seat: SeatNumber,
        hand: Option<&str>,
        agreed: Agreed,
    ) -> Result<(), Refusal> {
        match &self.next {
            Next::Bets => return Err(Refusal::BetsAreOpen),
            Next::Done if self.felt.is_void || self.felt.undecided.is_some() => {
                return Err(Refusal::RoundIsOver);
            }
            Next::Card(_) | Next::Decision(_) => return Err(Refusal::NoAwardDue),
            Next::Award(_) | Next::Done => {}
        }
        let table = std::sync::Arc::clone(&self.table);
        let (Some(posted), Some(line)) = (&table.progressive, table.progressive_line) else {
            return Err(Refusal::NoAwardDue);
        };
        let place = self.felt.place_of(seat).ok_or(Refusal::NoKeyAt(seat))?;
        if !table.may_be_keyed(&self.felt.seats[place], line) {
            return Err(Refusal::NoKeyAt(seat));
        }
        if self.answers.iter().any(|answer| answer.seat == seat) {
            return Err(Refusal::AwardIsPaid(seat));
        }
        let keyed = match hand {
            Some(hand) => Some(posted.table.named(hand).ok_or_else(|| Refusal::NoSuchRow {
                hand: hand.to_owned(),
                known: posted.table.words(),
            })?),
            None => None,
        };
        let cards = table.row_by_cards(&self.felt, place);
        if keyed == cards {
            return Err(Refusal::NothingToOverride(seat));
        }
        let hand = hand.map(|hand| hand.to_owned().into());
        self.log.note(|| Event::Overridden { seat, hand, agreed: Box::new(agreed.clone()) });
        self.felt.is_decided = true;
        self.felt.overrides.retain(|known| known.seat != seat);
        self.felt.overrides.push(Override { seat, keyed, cards, agreed });
        self.settle_again(seat, line);
        Ok(())
    }

    /// Settles the round again from where its cards were all out; only the lines that changed are logged.
    fn settle_again(&mut self, seat: SeatNumber, line: crate::felt::Line) {
        let known = self.settlement.lines.clone();
        let log = std::mem::replace(&mut self.log, Log::new(super::Keep::Nothing));
        self.settlement.take_back_wager(seat, line);
        self.settlement.take_back_showdown();
        script::settle_all(&mut self.state());
        self.advance();
        while let Next::Award(due) = self.next {
            let Some(answer) = self.answers.iter().find(|answer| answer.seat == due.seat).cloned()
            else {
                break;
            };
            script::pay_award(&mut self.state(), due, answer.amount, answer.paid.as_deref());
            self.advance();
        }
        self.log = log;
        for line in self.settlement.lines.iter().filter(|line| !known.contains(line)) {
            self.log.note(|| Event::Settled(line.clone()));
        }
        self.settlement.logged = self.settlement.lines.len();
    }
}
