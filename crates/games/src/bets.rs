//! What must hold of a seat's bets before a card is dealt.

use money::Cents;

use crate::felt::{Felt, Line, Seat};
use crate::refusal::Refusal;
use crate::table::Table;

impl Table {
    /// Everything that must hold of a seat's bets before a card is dealt.
    pub(crate) fn check_seat(&self, felt: &Felt, seat: &Seat) -> Result<(), Refusal> {
        let has = |wager: &rulebook::Wager| {
            let bet = wager.bets.first().and_then(|id| self.bet(id));
            bet.is_some_and(|bet| bet.amount(seat) > Cents::ZERO)
        };
        let is_offered =
            |wager: &rulebook::Wager| wager.bets.iter().any(|bet| self.offered(bet).is_some());
        let of = |need| {
            let wagers = self.section().wagers.iter();
            wagers.filter(move |wager| wager.need == need && is_offered(wager))
        };
        if let Some(wager) = of(rulebook::Need::Required).find(|wager| !has(wager)) {
            return Err(Refusal::Missing(wager.bets.join(" and ")));
        }
        let mut either = of(rulebook::Need::Either).peekable();
        if either.peek().is_some() && !of(rulebook::Need::Either).any(has) {
            let ids: Vec<&str> = either.map(|wager| wager.id.as_str()).collect();
            return Err(Refusal::MissingEither(ids.join(", ")));
        }
        self.game.check_bets(self, felt, seat)?;
        self.check_side_bets(seat)?;
        self.limits.check_bets(&self.all_bets, seat, self.game.compulsory(seat))?;
        self.check_progressive(seat)?;
        self.check_player(felt, seat)?;
        self.check_fractions(seat)?;
        self.check_tips(seat)
    }

    /// A progressive bet is exactly the posted wager [PRG-7].
    fn check_progressive(&self, seat: &Seat) -> Result<(), Refusal> {
        let line = self.progressive_line.filter(|line| seat.has(*line));
        let (Some(posted), Some(line)) = (&self.progressive, line) else { return Ok(()) };
        let amount = seat.stake(line);
        if amount == posted.wager {
            return Ok(());
        }
        let cite = self.citation(posted.wager_cite).clone();
        Err(Refusal::NotThePostedWager { amount, posted: posted.wager, cite })
    }

    /// A player plays as many hands as the section or the house allows, where it says so.
    fn check_player(&self, felt: &Felt, seat: &Seat) -> Result<(), Refusal> {
        let Some(most) = self.hands_max else { return Ok(()) };
        let player = seat.player;
        let hands = felt.seats.iter().filter(|other| other.player == player).count();
        if hands > most { Err(Refusal::TooManyHands { player, most }) } else { Ok(()) }
    }

    /// A stake on which a posted row would pay a fraction of a cent is refused [GEN-8].
    fn check_fractions(&self, seat: &Seat) -> Result<(), Refusal> {
        for (index, name) in self.lines.iter().enumerate() {
            for stake in [seat.stakes[index], seat.tips[index]] {
                if let Some(fraction) = self.fraction_on(Line(index as u8), stake) {
                    return Err(Refusal::PaysAFraction { bet: (*name).to_owned(), fraction });
                }
            }
        }
        Ok(())
    }

    fn check_tips(&self, seat: &Seat) -> Result<(), Refusal> {
        for (index, name) in self.lines.iter().enumerate() {
            let (tip, own) = (seat.tips[index], seat.stakes[index]);
            if tip > Cents::ZERO && own == Cents::ZERO {
                return Err(Refusal::TipWithoutWager((*name).to_owned()));
            }
            if tip > own {
                return Err(Refusal::TipTooLarge { line: (*name).to_owned(), tip, own });
            }
        }
        Ok(())
    }
}
