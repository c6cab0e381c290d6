//! When something goes wrong: the dealer or supervisor reports it, and the section's own
//! consequence follows.

use rulebook::{Consequence, Irregularity, ToWhom};

use crate::blackjack::total;
use crate::felt::SeatNumber;
use crate::log::Event;
use crate::refusal::Refusal;
use crate::round::{Next, Recipient, Round, Want};
use crate::state::RoundState;
use crate::table::{CiteId, Table};

/// What a section orders for an irregularity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// What follows.
    pub consequence: Consequence,
    /// What orders it.
    pub cite: CiteId,
}

impl Table {
    /// What this table's section orders when something happens to a player's hand or, without a
    /// seat, to the dealer's.
    pub fn order_for(&self, what: Irregularity, seat: Option<SeatNumber>) -> Option<Order> {
        let to = if seat.is_some() { ToWhom::Player } else { ToWhom::Dealer };
        let fits = |(event, whom, _): &&(Irregularity, ToWhom, Order)| {
            *event == what && (*whom == to || *whom == ToWhom::Anyone)
        };
        self.irregularities.iter().find(fits).map(|(_, _, order)| *order)
    }
}

impl Round {
    /// Reports that something went wrong, for a seat or for the dealer; what the section orders is
    /// done and returned.
    ///
    /// A misdeal ends the round with every wager back. A dead hand is out of it. A card to be
    /// discarded or burned is wanted next, and then the round goes on as it was; after the dealer's
    /// last card that is how an extra one is burned. A hand that was passed over gets its card after
    /// all others. Out of cards, everything but the hands may be dealt again. An exposed card or one
    /// to be used changes nothing that the round must know: it is noted.
    pub fn report(
        &mut self,
        what: Irregularity,
        seat: Option<SeatNumber>,
    ) -> Result<Order, Refusal> {
        match self.next() {
            Next::Bets => return Err(Refusal::BetsAreOpen),
            Next::Done if what == Irregularity::ExtraCardOn17To21 && !self.is_void() => {}
            Next::Done => return Err(Refusal::RoundIsOver),
            Next::Card(_) if self.is_interrupted() => return Err(Refusal::ReportedCardFirst),
            Next::Card(_) | Next::Decision(_) => {}
        }
        if let Some(number) = seat {
            self.felt().place_of(number).ok_or(Refusal::NotInRound(number))?;
        }
        let table = std::sync::Arc::clone(self.table());
        let order = table
            .order_for(what, seat)
            .filter(|order| order.consequence != Consequence::Refused)
            .ok_or(Refusal::NoSuchIrregularity)?;
        if !self.is_borne_out(what, seat) {
            return Err(Refusal::NotBorneOut);
        }
        self.carry_out(what, seat, order)
    }

    /// Is what was reported so, as far as the table shows?
    fn is_borne_out(&self, what: Irregularity, seat: Option<SeatNumber>) -> bool {
        // A hand is passed over when the card that comes next should be its own.
        let is_passed_over = |cards: usize| match self.next() {
            Next::Card(Want { to: Recipient::Seat { seat: to, hand: 0 }, .. }) => {
                let to = self.felt().seats.iter().find(|seat| seat.number == *to);
                to.is_some_and(|to| {
                    Some(to.number) == seat && to.hands.len() == 1 && to.cards().len() == cards
                })
            }
            _ => false,
        };
        match what {
            Irregularity::NoCards => is_passed_over(0),
            Irregularity::OneCard => is_passed_over(1),
            Irregularity::ExtraCardOn17To21 => {
                let points = total(self.felt().dealer.cards()).points();
                *self.next() == Next::Done && (17..=21).contains(&points)
            }
            Irregularity::OutOfCards => matches!(self.next(), Next::Card(_)),
            _ => true,
        }
    }
}

impl RoundState<'_> {
    pub(crate) fn ordered(&mut self, what: Irregularity, seat: Option<SeatNumber>, order: Order) {
        self.note(|| Event::Reported { what, seat });
        let Order { consequence, cite } = order;
        self.note(|| Event::Ordered { consequence, cite });
    }

    /// Gives every wager of a seat back that is not settled yet.
    pub(crate) fn give_back(&mut self, place: usize, row: &'static str, cite: CiteId) {
        for (index, name) in self.settlement.names.iter().enumerate() {
            let line = crate::felt::Line(index as u8);
            let seat = &self.felt.seats[place];
            let mut lines = self.settlement.lines.iter();
            let is_settled = lines.any(|done| done.seat == seat.number && done.wager == *name);
            if seat.has(line) && !is_settled {
                self.settlement.dead(seat, line, row, cite);
            }
        }
    }
}
