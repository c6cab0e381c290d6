//! Where the deal stands: which stage is over, which card of the board comes next.

use rulebook::{DealTo, DealWay};

use crate::felt::{Facing, Pile, Seat};
use crate::log::Event;
use crate::procedure::{Scene, dealt_by};
use crate::round::{Next, Recipient, Want};

/// How many cards of a pile lie face up.
pub(super) fn up_count(pile: &Pile) -> u8 {
    (0..pile.cards().len()).filter(|place| pile.is_up(*place)).count() as u8
}

impl Scene<'_, '_> {
    /// How many cards the deals of all stages give a seat and the dealer.
    fn deal_size(&self) -> (usize, usize) {
        let way = dealt_by(self.round.table());
        let (mut seat, mut dealer) = (0, 0);
        for deal in &self.section().deals {
            if deal.way != way && deal.way != DealWay::Both {
                continue;
            }
            let cards = usize::from(deal.cards) * usize::from(deal.times);
            match deal.to {
                DealTo::Seats => seat += cards,
                DealTo::Dealer => dealer += cards,
                DealTo::SeatsAndDealer => {
                    seat += cards;
                    dealer += cards;
                }
                DealTo::Board | DealTo::Burn | DealTo::Discard => {}
            }
        }
        (seat, dealer)
    }

    /// Whether the deal discards a card of the dealer's.
    pub(super) fn discards(&self) -> bool {
        let way = dealt_by(self.round.table());
        self.section().deals.iter().any(|deal| deal.to == DealTo::Discard && deal.way == way)
    }

    /// How many cards of the first deal a recipient has and should have; none if the card is not
    /// of the deal.
    fn count(&self, want: Want) -> Option<(usize, usize)> {
        let felt = self.round.felt();
        let (of_seat, of_dealer) = self.deal_size();
        match want.to {
            Recipient::Seat { seat, hand: 0 } => {
                let seat = self.seat(seat).filter(|seat| seat.hands.len() == 1)?;
                Some((seat.cards().len(), of_seat))
            }
            Recipient::Dealer => Some((felt.dealer.cards().len(), of_dealer)),
            Recipient::Board | Recipient::Discard if want.facing == Facing::Down => Some((0, 1)),
            Recipient::Seat { .. } | Recipient::Board | Recipient::Discard | Recipient::Burn => {
                None
            }
        }
    }

    pub(super) fn is_wanted_by_deal(&self, want: Want) -> bool {
        self.count(want).is_some_and(|(has, should)| has < should)
    }

    /// Whether a card that has been dealt was part of the deal.
    pub(super) fn is_of_deal(&self, want: Want) -> bool {
        self.count(want).is_some_and(|(has, should)| has <= should)
    }

    /// The stages after the deal, each with the number of board cards that lie face up after it.
    fn stages(&self) -> Vec<(&str, u8)> {
        let mut stages: Vec<(&str, u8)> = Vec::new();
        let mut shown = 0;
        for deal in self.section().deals.iter().filter(|deal| deal.way != DealWay::Machine) {
            if deal.to == DealTo::Board {
                shown += deal.cards * deal.times;
            }
            match stages.last_mut().filter(|(stage, _)| *stage == deal.stage) {
                Some((_, after)) => *after = shown,
                None => stages.push((&deal.stage, shown)),
            }
        }
        stages.split_off(1.min(stages.len()))
    }

    /// How many cards of the board lay face up before this operation.
    pub(super) fn shown_before(&self) -> u8 {
        let turned = self.events.iter().find_map(|event| match event {
            Event::BoardTurned { cards } => Some(*cards),
            _ => None,
        });
        let felt = self.round.felt();
        let stages = self.stages();
        let below = |most: u8| {
            let shown = stages.iter().map(|(_, shown)| *shown).filter(|shown| *shown <= most);
            shown.max().unwrap_or(0)
        };
        match (turned, stages.iter().any(|(_, shown)| *shown > 0)) {
            (Some(turned), true) => below(turned - 1),
            // An exposed card does not count.
            (None, true) => below(up_count(&felt.board)),
            // The dealer's own cards are the board, turned up one by one.
            (Some(turned), false) => turned - 1,
            (None, false) => up_count(&felt.board),
        }
    }

    /// The stage whose first card is due now.
    pub(super) fn stage_due(&self) -> Option<String> {
        let Next::Card(want) = self.round.next() else { return None };
        let felt = self.round.felt();
        // A report leaves the card due that was due before, unless it ended someone's turn.
        let is_back = match self.events.first()? {
            Event::Reported(_) => self.settled().next().is_none(),
            Event::Dealt {
                want: Want { to: Recipient::Discard, facing: Facing::Up, .. }, ..
            } => true,
            // The board of the stage follows, if it was not turned up just now.
            Event::Dealt {
                want: Want { to: Recipient::Burn, facing: Facing::Down, .. }, ..
            }
            | Event::Unseen => {
                !self.events.iter().any(|event| matches!(event, Event::BoardTurned { .. }))
            }
            _ => false,
        };
        if is_back {
            return None;
        }
        let shown = up_count(&felt.board);
        let stages = self.stages();
        let is_boundary = shown == 0 || stages.iter().any(|(_, after)| *after == shown);
        let open = stages.iter().find(|(_, after)| *after > shown);
        let stage = match (want.to, want.facing) {
            // The card burned before blackjack, when the pot is given out.
            (Recipient::Burn, Facing::Down) if self.round.rake().is_some() => stages.last(),
            (Recipient::Burn, Facing::Down) => open,
            (Recipient::Board, Facing::Up) if is_boundary => open,
            (Recipient::Seat { .. }, _) => {
                let is_first = |seat: &Seat| {
                    let is_whole = seat.hands.len() == 1;
                    seat.is_dead || is_whole && seat.cards().len() == self.first_deal()
                };
                let draws = stages.iter().find(|(stage, _)| self.deals_to_seats(stage));
                draws.filter(|_| felt.seats.iter().all(is_first))
            }
            _ => None,
        };
        stage.map(|(stage, _)| (*stage).to_owned())
    }

    /// Whether a later stage, which has not begun yet, deals to the seats again.
    pub(super) fn deals_again(&self) -> bool {
        let mut seats = self.round.felt().seats.iter();
        let stages = self.stages();
        stages.iter().any(|(stage, _)| self.deals_to_seats(stage))
            && seats.all(|seat| seat.cards().len() <= self.first_deal())
    }

    fn deals_to_seats(&self, stage: &str) -> bool {
        self.section().deals.iter().any(|deal| deal.stage == stage && deal.to == DealTo::Seats)
    }

    /// How many cards a seat has after the first stage, where a later one deals to seats again.
    fn first_deal(&self) -> usize {
        let deals = self.section().deals.iter();
        let first = deals.clone().next().map(|deal| deal.stage.as_str()).unwrap_or_default();
        let own = deals.filter(|deal| deal.stage == first && deal.to == DealTo::Seats);
        own.map(|deal| usize::from(deal.cards) * usize::from(deal.times)).sum()
    }
}
