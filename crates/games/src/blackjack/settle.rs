//! How blackjack is settled: insurance, then each hand of a seat.

use hands::Total;
use money::{Cents, Odds};

use super::{Rules, total};
use crate::felt::{HandState, SeatHand};
use crate::settle::{EXACT, Outcome, Pay, SettledLine, Taken};
use crate::state::RoundState;
use crate::table::CiteId;

/// How a hand ends: what comes back, and why.
struct Ending {
    returned: Cents,
    outcome: Outcome,
    row: &'static str,
    cite: CiteId,
}

impl Rules {
    /// Settles a seat: side bets that the deal left open, insurance, its hands, and the other side bets. A dead
    /// hand was settled when it died.
    pub(crate) fn settle(&self, state: &mut RoundState<'_>, place: usize) {
        state.settle_waiting_side_bets(place);
        self.settle_hands(state, place);
        state.settle_side_bets(place);
    }

    fn settle_hands(&self, state: &mut RoundState<'_>, place: usize) {
        let dealers = total(state.felt.dealer.cards());
        let seat = &state.felt.seats[place];
        if seat.is_dead {
            return;
        }
        if let (Some(line), Some(pay)) = (self.insurance_line, self.terms.insurance)
            && seat.has(line)
        {
            let outcome = if dealers.is_blackjack() { Ok(pay) } else { Err(self.no_insurance) };
            state.settlement.pay_or_lose(seat, line, outcome);
        }
        let is_split = seat.hands.len() > 1;
        for (hand, number) in seat.hands.iter().zip(1u8..) {
            let Ending { returned, outcome, row, cite } = self.ending(hand, number, dealers);
            state.settlement.line(SettledLine {
                seat: seat.number,
                wager: self.names[self.line.index()],
                hand: is_split.then_some(number),
                staked: hand.stake,
                returned,
                outcome,
                row,
                pay: None,
                cite,
                note: None,
            });
        }
    }

    /// How one hand ends against the dealer's total. What busts is lost before the dealer shows;
    /// a late surrender holds only against a dealer without a blackjack [BJ-9].
    fn ending(&self, hand: &SeatHand, number: u8, dealers: Total) -> Ending {
        let own = total(hand.cards.cards());
        match (hand.state, dealers) {
            (HandState::Blackjack, dealers) if dealers.is_blackjack() => {
                paid(hand, self.terms.push)
            }
            (HandState::Blackjack, _) => paid(hand, self.terms.blackjack),
            (HandState::Busted, _) => taken(self.busted),
            (_, dealers) if dealers.is_blackjack() => self.beaten_by_blackjack(hand, number),
            (HandState::Surrendered, _) => match self.terms.surrender {
                Some(pay) => Ending { outcome: Outcome::Lose, ..paid(hand, pay) },
                None => taken(self.lost),
            },
            (_, dealers) if dealers.is_bust() => paid(hand, self.terms.win),
            (_, dealers) => match own.points().cmp(&dealers.points()) {
                std::cmp::Ordering::Greater => paid(hand, self.terms.win),
                std::cmp::Ordering::Equal => paid(hand, self.terms.push),
                std::cmp::Ordering::Less => taken(self.lost),
            },
        }
    }

    /// Only the original wager, which is on the first hand, is lost to a dealer's blackjack; what
    /// doubles and splits added goes back [BJ-3].
    fn beaten_by_blackjack(&self, hand: &SeatHand, number: u8) -> Ending {
        let original = if number == 1 { hand.stake - hand.doubled } else { Cents::ZERO };
        let outcome = if original == Cents::ZERO { Outcome::Push } else { Outcome::Lose };
        let (row, cite) = match self.dealer_blackjack {
            Some(pay) => (pay.row, pay.cite),
            None => ("dealer blackjack", self.lost.cite),
        };
        Ending { returned: hand.stake - original, outcome, row, cite }
    }
}

fn paid(hand: &SeatHand, pay: Pay) -> Ending {
    let outcome = if pay.odds == Odds::Push { Outcome::Push } else { Outcome::Win };
    let returned = pay.odds.returned(hand.stake).expect("no hand needs a meter").expect(EXACT);
    Ending { returned, outcome, row: pay.row, cite: pay.cite }
}

fn taken(taken: Taken) -> Ending {
    let Taken { row, cite } = taken;
    Ending { returned: Cents::ZERO, outcome: Outcome::Lose, row, cite }
}
