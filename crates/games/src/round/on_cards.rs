//! A wager settled on given cards, whatever the posted limits: how odds learn what a round pays.

use std::sync::Arc;

use cards::Card;
use money::Cents;

use super::{Keep, Next, Recipient, Round};
use crate::action::Action;
use crate::felt::SeatNumber;
use crate::table::Table;

/// The cards and decisions of a round with one seat.
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs)]
pub struct OnCards<'c> {
    pub own: &'c [Card],
    pub dealer: &'c [Card],
    pub board: &'c [Card],
    pub actions: &'c [Action],
}

impl Round {
    /// A round of one seat with one bet of any amount, before the first card.
    ///
    /// # Panics
    ///
    /// Panics if the game has no such bet.
    pub fn staking(table: &Arc<Table>, bet: &str, stake: Cents) -> Round {
        let mut round = Round::new(table, Keep::Nothing);
        let lines = table.bet(bet).expect("the game has the bet").lines;
        let place = round.seat_place(SeatNumber::FIRST);
        for line in lines {
            round.felt.seats[place].stakes[line.index()] = stake;
        }
        round.advance();
        round
    }

    /// A round of one seat with one bet of any amount, played on these cards as far as the decisions go, which are not
    /// held to limits.
    ///
    /// # Panics
    ///
    /// Panics if the game has no such bet, or if the cards do not suffice.
    pub fn on_cards(table: &Arc<Table>, bet: &str, stake: Cents, deal: OnCards<'_>) -> Round {
        let mut round = Round::staking(table, bet, stake);
        let [mut own, mut dealer, mut board] = [deal.own, deal.dealer, deal.board].map(<[_]>::iter);
        let mut actions = deal.actions.iter();
        loop {
            match &round.next {
                Next::Card(want) => {
                    let card = match want.to {
                        Recipient::Seat { .. } => own.next(),
                        Recipient::Dealer => dealer.next(),
                        Recipient::Board => board.next(),
                        Recipient::Burn | Recipient::Discard => None,
                    };
                    let done = match card {
                        Some(card) => round.take_card(*card),
                        None => round.take_unseen(),
                    };
                    done.expect("there are enough cards, all different");
                }
                Next::Decision(_) => {
                    let Some(action) = actions.next() else { return round };
                    table.game.act(&mut round.state(), 0, *action);
                    round.advance();
                }
                Next::Bets | Next::Award(_) | Next::Done => return round,
            }
        }
    }
}
