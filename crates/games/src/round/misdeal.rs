//! A wrong number of cards: it is dealt, the round may go on unnoticed, and it is found at the
//! latest when the hands are counted before the showdown.

use cards::Card;
use rulebook::{Consequence, DealTo, FaceDealt, Irregularity};

use super::{Next, Recipient, Round, pile_of};
use crate::felt::{Facing, SeatNumber};
use crate::irregular::{Report, void_row};
use crate::log::Event;
use crate::op::Op;
use crate::refusal::Refusal;
use crate::state::RoundState;
use crate::table::{CiteId, Table};

/// The most cards a hand can hold.
const CARDS_MAX: usize = 21;

impl Round {
    /// Deals a wrong number of cards to a seat's hand, or without a seat to the dealer's, instead of
    /// its part of the first deal.
    ///
    /// The round goes on as if nothing were wrong until someone reports it ([`Round::report`]) or
    /// the hands are counted; then the section's consequence follows.
    pub fn misdeal(&mut self, hand: Option<SeatNumber>, cards: &[Card]) -> Result<(), Refusal> {
        self.apply(Op::Misdealt { hand, cards: cards.to_vec() }).map(drop)
    }

    pub(super) fn deal_wrong_number(
        &mut self,
        hand: Option<SeatNumber>,
        cards: Vec<Card>,
    ) -> Result<(), Refusal> {
        let want = self.wanted()?;
        if self.is_interrupted() {
            return Err(Refusal::ReportedCardFirst);
        }
        let to = match hand {
            Some(seat) => {
                self.felt.place_of(seat).ok_or(Refusal::NotInRound(seat))?;
                Recipient::Seat { seat, hand: 0 }
            }
            None => Recipient::Dealer,
        };
        if !self.table.is_provided_for(Irregularity::WrongNumberOfCards, hand) {
            return Err(Refusal::NoSuchIrregularity);
        }
        let facings = facings(&self.table, hand);
        if cards.len() == facings.len() {
            return Err(Refusal::RightNumber(cards.len()));
        }
        if cards.len() > CARDS_MAX {
            return Err(Refusal::TooManyCards(cards.len()));
        }
        let has_cards = pile_of(&mut self.felt, to).is_some_and(|pile| !pile.cards().is_empty());
        if has_cards || self.felt.misdealt.contains(&hand) {
            return Err(Refusal::HandIsDealt);
        }
        let mut stock = self.stock.clone();
        if let Some(card) = cards.iter().find(|card| !stock.take(**card)) {
            return Err(self.not_in_stock(*card));
        }
        self.stock = stock;
        if let Some(pile) = pile_of(&mut self.felt, to) {
            for (place, card) in cards.iter().enumerate() {
                pile.put(*card, facings.get(place).copied().unwrap_or(Facing::Down));
            }
        }
        self.felt.misdealt.push(hand);
        self.log.note(|| Event::Misdealt { hand, cards });
        // The card that was wanted for this hand no longer is.
        if want.to == to {
            self.advance();
        }
        Ok(())
    }

    /// Ends a round that cannot be played on: every wager goes back [GEN-12].
    pub(super) fn declare_void(&mut self) -> Result<(), Refusal> {
        match self.next {
            Next::Bets => return Err(Refusal::BetsAreOpen),
            Next::Done => return Err(Refusal::RoundIsOver),
            Next::Card(_) | Next::Decision(_) | Next::Award(_) => {}
        }
        let cite = self.table.cite.void;
        self.log.note(|| Event::Voided { cite });
        self.interrupted = None;
        self.state().void("void", cite);
        self.next = Next::Done;
        self.log_lines();
        Ok(())
    }

    /// The hands, none for the dealer's, with a wrong number of cards that nobody has found yet.
    pub fn misdealt(&self) -> &[Option<SeatNumber>] {
        &self.felt.misdealt
    }
}

/// How the cards of a hand lie after the first deal, in dealing order.
fn facings(table: &Table, hand: Option<SeatNumber>) -> Vec<Facing> {
    let mut facings = Vec::new();
    for packet in table.packets("deal") {
        let is_own = match packet.to {
            DealTo::Seats => hand.is_some(),
            DealTo::Dealer => hand.is_none(),
            DealTo::SeatsAndDealer => true,
            DealTo::Board | DealTo::Burn | DealTo::Discard => false,
        };
        for card in (0..packet.cards * packet.times).filter(|_| is_own) {
            let is_up = match packet.face {
                FaceDealt::Up => true,
                FaceDealt::Down => false,
                FaceDealt::LastUp => card % packet.cards + 1 == packet.cards,
            };
            facings.push(if is_up { Facing::Up } else { Facing::Down });
        }
    }
    facings
}

impl RoundState<'_> {
    /// Counts the hands before they are compared: a wrong number of cards is found now, if nobody
    /// has reported it, and what the section orders is done.
    pub(crate) fn count_hands(&mut self) {
        let table = self.table;
        for hand in std::mem::take(&mut self.felt.misdealt) {
            let order = table.order_for(Irregularity::WrongNumberOfCards, hand);
            let Some(order) = order.filter(|_| !self.felt.is_void) else { continue };
            let what = Irregularity::WrongNumberOfCards;
            self.announce(Report::new(what, hand), order);
            match order.consequence {
                Consequence::Misdeal | Consequence::Void => self.void(void_row(what), order.cite),
                Consequence::DeadHand
                | Consequence::ProgressiveOnly
                | Consequence::TableMisdeal => {
                    table.game.ordered(self, hand, order);
                }
                Consequence::PlayOn
                | Consequence::Refused
                | Consequence::DiscardCard
                | Consequence::BurnCard
                | Consequence::UseCard
                | Consequence::SecondCardLast
                | Consequence::DealerLast
                | Consequence::OfferCard
                | Consequence::ShowHand
                | Consequence::BothHandsDead
                | Consequence::Reshuffle => {}
            }
            // Before the dealer shows.
            self.log_lines();
        }
    }

    /// Logs the lines that are not in the log yet.
    pub(super) fn log_lines(&mut self) {
        for line in &self.settlement.lines[self.settlement.logged..] {
            self.log.note(|| Event::Settled(line.clone()));
        }
        self.settlement.logged = self.settlement.lines.len();
    }

    /// Voids the round: every wager goes back, and nothing stays on a meter [GEN-12].
    pub(crate) fn void(&mut self, row: &'static str, cite: CiteId) {
        let table = self.table;
        table.game.voided(self);
        for place in (0..self.felt.seats.len()).rev() {
            self.give_back(place, row, cite);
        }
        self.felt.misdealt.clear();
        self.felt.undecided = None;
        self.felt.is_void = true;
    }
}
