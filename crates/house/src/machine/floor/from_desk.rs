//! What is asked for away from the table: the keypad's own requests, and what supervisors decide at a
//! desk. At a table with seats there is one round, on the felt: what a supervisor says about its awards
//! is done there, and the round goes on; what the dealer would press at a keypad is refused, because the
//! table's own acts do it together with the cards and the chips.

use progressive::{AwardNumber, TableId};
use rulebook::Moment;

use super::steps_outside;

use crate::machine::{Asked, Effect, House};
use crate::refusal::Refusal;
use crate::request::What;
use crate::table::deed::Deed;

impl House {
    /// Is a table with seats open under this name? One without is only a keypad.
    pub(in crate::machine) fn has_seats(&self, id: &TableId) -> bool {
        self.floor.get(id).is_some_and(|table| table.is_open())
    }

    /// How many rounds were opened under this name at a table with seats.
    pub(in crate::machine) fn rounds_on_felt(&self, id: &TableId) -> u64 {
        self.floor.get(id).map_or(0, |table| table.rounds())
    }

    /// What a request means at a table with seats: an act there. None if the request is not about one.
    pub(in crate::machine) fn as_deed(
        &self,
        what: &What,
    ) -> Result<Option<(TableId, Deed)>, Refusal> {
        let refused = |table: &TableId, act| match self.has_seats(table) {
            true => Err(Refusal::HasSeats { table: table.clone(), act }),
            false => Ok(None),
        };
        let at = |table: &TableId, deed| Ok(self.has_seats(table).then(|| (table.clone(), deed)));
        match what {
            What::Lock { table, .. } => refused(table, "lock"),
            What::ReturnBet { table, .. } => refused(table, "irregular"),
            What::Key { table, .. } => refused(table, "key"),
            What::Cards { table, .. } => refused(table, "card"),
            What::GameOver { table } => refused(table, "game_over"),
            What::Misdeal { table, .. } => refused(table, "misdeal"),
            What::Override { table, reason } => {
                at(table, Deed::Override { reason: reason.clone() })
            }
            What::TurnKey { table, to } => at(table, Deed::TurnKey { to: *to }),
            What::JPot { table } => at(table, Deed::JPot),
            What::Verify { award, paid, differs } => {
                let (award, paid, reason) = (*award, *paid, differs.clone());
                at(self.table_of(award)?, Deed::Verify { award, paid, reason })
            }
            What::Void { award, reason } => {
                let (award, reason) = (*award, reason.clone());
                at(self.table_of(award)?, Deed::Void { award, reason })
            }
            // What is not about a round's keys.
            What::AddPerson { .. }
            | What::ChangeSecret { .. }
            | What::SignIn
            | What::SignInRefused { .. }
            | What::StartSession { .. }
            | What::EndSessions { .. }
            | What::FoundDemo { .. }
            | What::Unlock { .. }
            | What::Retire { .. }
            | What::Guest { .. }
            | What::ChainVerified { .. }
            | What::CloseDay { .. }
            | What::ChainBroken { .. }
            | What::Event { .. }
            | What::CreateMeter { .. }
            | What::Configure { .. }
            | What::CloseMeter { .. }
            | What::Fault { .. }
            | What::ClearFault { .. }
            | What::OpenTable { .. }
            | What::SetUpTable { .. }
            | What::CloseTable { .. }
            | What::Play { .. }
            // An award that two supervisors pay otherwise goes on from there: see `go_on`.
            | What::Propose { .. }
            | What::Approve { .. }
            | What::Reject { .. } => Ok(None),
        }
    }

    fn table_of(&self, award: AwardNumber) -> Result<&TableId, Refusal> {
        self.award(award).map(|award| &award.table)
    }

    /// The same effect with the steps that were done for it outside a round, at a table with seats.
    pub(in crate::machine) fn with_steps(&self, mut effect: Effect, at: &Moment) -> Effect {
        let table = effect.table.as_ref().filter(|id| self.has_seats(id));
        let table = table.and_then(|id| self.floor.get(id));
        effect.steps.extend(table.into_iter().flat_map(|table| steps_outside(table, at)));
        effect
    }

    /// Two supervisors have let the keys stand [PRG-22]: the round at the table goes on by them.
    pub(in crate::machine) fn go_on_overridden(
        &mut self,
        asked: Asked<'_>,
        effect: Effect,
    ) -> Result<Effect, Refusal> {
        let Some(id) = effect.table.clone().filter(|id| self.has_seats(id)) else {
            return Ok(effect);
        };
        let mut turn = self.turn(asked, &id, None)?;
        turn.take_in(effect);
        turn.table.form.call = None;
        turn.run()?;
        Ok(turn.close())
    }

    /// An award was paid by two supervisors' agreement [PRG-20]: the round that waits for it goes on.
    pub(in crate::machine) fn go_on(
        &mut self,
        asked: Asked<'_>,
        effect: Effect,
    ) -> Result<Effect, Refusal> {
        let Some(id) = effect.table.clone().filter(|id| self.has_seats(id)) else {
            return Ok(effect);
        };
        let mut turn = self.turn(asked, &id, None)?;
        for award in &effect.awards {
            turn.must_be_unpaid(award.seat)?;
        }
        turn.take_in(effect);
        turn.table.form.call = None;
        turn.run()?;
        Ok(turn.close())
    }
}
