//! Whether a table's meter takes its progressive bets: it is in order, and for what is staked here [PRG-24].

use games::{Op, Worth};
use money::Cents;
use progressive::Stakes;

use super::Transaction;
use crate::refusal::Refusal;
use crate::table::keypad::Keys;
use crate::table::play::Progress;

impl Transaction<'_> {
    /// A progressive bet is taken only if the meter can take it at the lock.
    pub(super) fn must_take_progressive(&self) -> Result<(), Refusal> {
        let (true, Some(keypad)) = (self.context.rules.keep_play_money_apart(), &self.table.keypad)
        else {
            return Ok(());
        };
        let meter = self.house.live_meter(&keypad.meter)?;
        if let Some(fault) = &meter.fault {
            return Err(Refusal::Faulty(fault.clone()));
        }
        if self.is_play_on_real() {
            let (table, meter) = (self.id().clone(), meter.id.clone());
            return Err(Refusal::PlayMoney { table, meter });
        }
        Ok(())
    }

    pub(super) fn is_play_on_real(&self) -> bool {
        self.setup().stakes() == Stakes::Play && self.house.is_play_on_real(self.id())
    }

    /// A round that an older release locked with play money on a real meter: its contributions come off the meter, and
    /// what was keyed is void. Where an award is paid already, the rest is for a supervisor.
    pub(super) fn take_play_money_off(&mut self) -> Result<(), Refusal> {
        let is_decided = |keys: &Keys| keys.lit.values().any(|lit| self.is_verified(lit));
        let is_locked = self.play.as_ref().is_some_and(|it| it.progress() == Progress::Playing);
        if self.context.rules.keep_play_money_apart()
            && is_locked
            && self.keys().is_some_and(|keys| !is_decided(keys))
            && self.is_play_on_real()
        {
            self.void_keys("play money on a real meter [PRG-24]")?;
        }
        Ok(())
    }

    /// What a hand is paid whose progressive bet was taken off a real meter: a share of the meter is only its wager
    /// back, what the tray pays is paid.
    pub(super) fn pay_off_meter(&mut self, due: games::AwardDue) -> Result<bool, Refusal> {
        let wager = self.table.felt().progressive().map_or(Cents::ZERO, |posted| posted.wager);
        let amount = match due.worth {
            Worth::Share(_) => wager,
            Worth::Fixed(amount) => amount,
        };
        self.apply(Op::Award { seat: due.seat, amount, paid: None })?;
        Ok(true)
    }
}
