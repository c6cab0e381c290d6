//! Taking back what was entered by mistake at a table with real cards [GEN-14]: the round is played again
//! without it, the money goes back to where the round says it is, and the record keeps what it was.

use games::{Next, Op};
use progressive::{Procedure, Seat};

use super::Transaction;
use super::rounds::dead_seats;
use crate::machine::control::must_have_reason;
use crate::refusal::Refusal;
use crate::request::Role;
use crate::table::play::Progress;
use crate::table::setup::Kind;
use crate::table::undo::{LastEntry, Mark};

impl Transaction<'_> {
    /// Whether this is a round with real cards after the lock.
    fn is_entered(&self) -> bool {
        let progress = self.play.as_ref().map(|play| play.progress());
        self.setup().kind == Kind::Live
            && matches!(progress, Some(Progress::Playing | Progress::Settled))
    }

    /// Where the round stands before something is entered.
    pub(super) fn mark(&self) -> Option<Mark> {
        let play = self.play.as_ref().filter(|_| self.is_entered())?;
        Some(play.mark(self.context.by))
    }

    /// Keeps the mark if something was entered.
    pub(super) fn keep_mark(&mut self, mark: Option<Mark>) {
        if let Some((play, mark)) = self.play.as_mut().zip(mark) {
            play.keep_mark(mark);
        }
    }

    /// Takes back the last entry: a step is to be done again, a card or a decision entered again.
    pub(super) fn undo(&mut self, reason: &str) -> Result<(), Refusal> {
        must_have_reason(reason)?;
        let is_entered = self.is_entered();
        let play = self.play.as_ref().ok_or(Refusal::NothingToUndo)?;
        let last = play.last_entry().ok_or(Refusal::NothingToUndo)?;
        self.must_be_ours(&last)?;
        if last.ops.is_empty() {
            let play = self.play.as_mut().expect("it has a step");
            self.effect.undone.extend(play.take_step_back());
        } else {
            self.effect.taken_back = last.ops.to_vec();
            self.take_entry_back(reason)?;
        }
        if is_entered && let Some(play) = &mut self.play {
            play.form.marks.pop();
        }
        Ok(())
    }

    /// Checks that the person who asks may take it back.
    fn must_be_ours(&self, last: &LastEntry<'_>) -> Result<(), Refusal> {
        let Some(entered_by) = last.entered_by else { return Ok(()) };
        let by = self.context.by;
        match self.house.person(by)?.role {
            Role::Supervisor if by == entered_by => Err(Refusal::OwnEntry(by.clone())),
            Role::Supervisor => Ok(()),
            Role::Dealer | Role::Player | Role::Auditor => Err(Refusal::UndoTakesSupervisor),
        }
    }

    fn take_entry_back(&mut self, reason: &str) -> Result<(), Refusal> {
        self.must_be_unawarded()?;
        self.turn_keys_off()?;
        let by = self.context.by;
        let play = self.play.as_mut().expect("it has an entry");
        let (before, dead) = (play.position(), dead_seats(play));
        let mark = play.form.marks.last().cloned().expect("it has an entry");
        play.take_entry_back(&mark, by, reason);
        if dead_seats(play) != dead {
            return Err(Refusal::UndoesReturn);
        }
        let is_done = *play.round.next() == Next::Done;
        self.set_progress(if is_done { Progress::Settled } else { Progress::Playing });
        self.settle_up(&before)?;
        // What came back is in the players' own hands, as it was before.
        self.cash_out_unseated();
        Ok(())
    }

    /// No award of the round is verified, recorded or paid.
    fn must_be_unawarded(&self) -> Result<(), Refusal> {
        let play = self.play.as_ref().expect("it has an entry");
        let paid = play.ops().iter().find_map(|line| match line.parse() {
            Ok(Op::Award { seat, .. } | Op::Override { seat, .. }) => Some(Seat(seat.get())),
            _ => None,
        });
        let is_recorded = self.procedure().is_some_and(Procedure::has_key);
        let mut keyed = self.keys().into_iter().flat_map(|keys| &keys.lit);
        let decided =
            keyed.find(|(_, lit)| self.is_verified(lit) || (is_recorded && lit.award.is_some()));
        match paid.or(decided.map(|(seat, _)| *seat)) {
            Some(seat) => Err(Refusal::UndoesAward(seat)),
            None => Ok(()),
        }
    }
}
