//! Bets while they are open: placed, taken back, locked.

use std::borrow::Cow;

use money::Cents;

use super::{Next, Round};
use crate::felt::{Seat, SeatNumber};
use crate::log::Event;
use crate::op::{Name, Op};
use crate::refusal::Refusal;

impl Round {
    /// Places a bet for a seat, instead of what it had there.
    pub fn bet(&mut self, seat: SeatNumber, bet: &str, amount: Cents) -> Result<(), Refusal> {
        let bet = self.bet_name(bet);
        self.apply(Op::Bet { seat, bet, amount }).map(drop)
    }

    /// Takes all bets of a seat back; it leaves the round.
    pub fn clear_bets(&mut self, seat: SeatNumber) -> Result<(), Refusal> {
        self.apply(Op::ClearBets { seat }).map(drop)
    }

    /// Says who plays a seat, where a player plays more than one.
    pub fn player(&mut self, seat: SeatNumber, player: u8) -> Result<(), Refusal> {
        self.apply(Op::Player { seat, player }).map(drop)
    }

    /// Says what a seat's player has left for the pot beyond the ante; they are all in when it is
    /// gone [H212-7].
    pub fn chips(&mut self, seat: SeatNumber, amount: Cents) -> Result<(), Refusal> {
        self.apply(Op::Chips { seat, amount }).map(drop)
    }

    /// Places the button before a seat; without it the first seat has it.
    pub fn button(&mut self, seat: SeatNumber) -> Result<(), Refusal> {
        self.apply(Op::Button { seat }).map(drop)
    }

    /// Closes the bets [GEN-10]: everything about them is checked.
    pub fn lock(&mut self) -> Result<(), Refusal> {
        self.apply(Op::Lock).map(drop)
    }

    /// Says why a seat's bets would be refused when they are locked, if they would.
    pub fn check(&self, seat: SeatNumber) -> Result<(), Refusal> {
        let place = self.felt.place_of(seat).ok_or(Refusal::NotInRound(seat))?;
        self.table.check_seat(&self.felt, &self.felt.seats[place])
    }

    /// The table's own name of a bet, which needs no copy.
    fn bet_name(&self, bet: &str) -> Name {
        match self.table.offered(bet) {
            Some(known) => Cow::Borrowed(known.id),
            None => Cow::Owned(bet.to_owned()),
        }
    }

    pub(super) fn place_bet(
        &mut self,
        seat: SeatNumber,
        bet: &str,
        amount: Cents,
    ) -> Result<(), Refusal> {
        self.must_be_open()?;
        let Some(known) = self.table.offered(bet) else {
            let known: Vec<&str> = self.table.bets().collect();
            return Err(Refusal::NoSuchBet { bet: bet.to_owned(), known: known.join(", ") });
        };
        if seat.get() > self.table.section().seats {
            return Err(Refusal::NoSuchSeat(seat));
        }
        if amount <= Cents::ZERO {
            return Err(Refusal::NotPositive(amount));
        }
        let chip = self.table.chip;
        if !amount.is_multiple_of(chip) {
            return Err(Refusal::NotAMultipleOfTheChip { bet: bet.to_owned(), amount, chip });
        }
        let place = self.seat_place(seat);
        for line in known.lines {
            self.felt.seats[place].stakes[line.index()] = amount;
        }
        self.log.note(|| Event::Bet { seat, bet: known.id, amount });
        Ok(())
    }

    pub(super) fn take_bets_back(&mut self, seat: SeatNumber) -> Result<(), Refusal> {
        self.must_be_open()?;
        let place = self.felt.place_of(seat).ok_or(Refusal::NotInRound(seat))?;
        self.felt.seats.remove(place);
        self.felt.button.take_if(|button| *button == seat);
        self.log.note(|| Event::BetsCleared { seat });
        Ok(())
    }

    pub(super) fn say_player(&mut self, seat: SeatNumber, player: u8) -> Result<(), Refusal> {
        self.must_be_open()?;
        let place = self.felt.place_of(seat).ok_or(Refusal::NotInRound(seat))?;
        self.felt.seats[place].player = player;
        self.log.note(|| Event::Player { seat, player });
        Ok(())
    }

    pub(super) fn say_chips(&mut self, seat: SeatNumber, amount: Cents) -> Result<(), Refusal> {
        self.must_be_open()?;
        let place = self.felt.place_of(seat).ok_or(Refusal::NotInRound(seat))?;
        let chip = Cents::dollars(1);
        if amount < Cents::ZERO {
            return Err(Refusal::NotPositive(amount));
        }
        if !amount.is_multiple_of(chip) {
            let bet = "chips".to_owned();
            return Err(Refusal::NotAMultipleOfTheChip { bet, amount, chip });
        }
        if !self.table.has_pot() {
            return Err(Refusal::NoPot);
        }
        self.felt.seats[place].betting.chips = Some(amount);
        self.log.note(|| Event::Chips { seat, amount });
        Ok(())
    }

    pub(super) fn place_button(&mut self, seat: SeatNumber) -> Result<(), Refusal> {
        self.must_be_open()?;
        self.felt.place_of(seat).ok_or(Refusal::NotInRound(seat))?;
        if !self.table.has_pot() {
            return Err(Refusal::NoPot);
        }
        self.felt.button = Some(seat);
        self.log.note(|| Event::Button { seat });
        Ok(())
    }

    pub(super) fn lock_bets(&mut self) -> Result<(), Refusal> {
        self.must_be_open()?;
        if self.felt.seats.is_empty() {
            return Err(Refusal::NobodyBets);
        }
        for seat in &self.felt.seats {
            self.table.check_seat(&self.felt, seat)?;
        }
        let cite = self.table.cite.lock;
        self.log.note(|| Event::Locked { cite });
        self.advance();
        Ok(())
    }

    pub(super) fn must_be_open(&self) -> Result<(), Refusal> {
        match self.next {
            Next::Bets => Ok(()),
            Next::Done => Err(Refusal::RoundIsOver),
            Next::Card(_) | Next::Decision(_) | Next::Award(_) => Err(Refusal::BetsAreClosed),
        }
    }

    /// The place of a seat, which sits down if it was not in the round yet.
    pub(super) fn seat_place(&mut self, number: SeatNumber) -> usize {
        self.felt.place_of(number).unwrap_or_else(|| {
            let before = self.felt.seats.iter().filter(|seat| seat.number < number).count();
            self.felt.seats.insert(before, Seat::new(number));
            before
        })
    }
}
