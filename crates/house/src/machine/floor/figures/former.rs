//! A round's awards by the rule of earlier releases: entries of that time replay by it.

use money::Cents;
use progressive::former::{Claim, Figured};
use progressive::{Award, Meter, Procedure};

use super::{Lit, Transaction};
use crate::refusal::Refusal;

impl Transaction<'_> {
    pub(super) fn figure_formerly(
        &mut self,
        meter: &mut Meter,
        turned_off: &[Award],
        returned: Cents,
    ) -> Result<Vec<Award>, Refusal> {
        let keys = self.keys_mut();
        if returned > Cents::ZERO {
            keys.set_aside.take_back(meter.take_back(returned));
        }
        // The first key freezes the sign: nothing is figured before it.
        let is_keyed = !(keys.lit.is_empty() && keys.set_aside.is_none());
        let released = turned_off.iter().filter(|award| award.is_from_meter());
        let released = released.map(|award| award.amount).sum();
        // With J-POT, that button alone figures: a bet that goes back changes nothing that was recorded.
        let records = self.procedure() == Some(Procedure::JPot);
        if !is_keyed || (records && returned > Cents::ZERO) {
            return Ok(Vec::new());
        }
        let lit = self.lit_awards(meter)?;
        Ok(match records {
            true => self.record_formerly(meter, lit),
            false => self.set_aside(meter, lit, released),
        })
    }

    /// Figures the awards of a round, and returns those that wait to be verified as they are then.
    fn set_aside(&mut self, meter: &mut Meter, lit: Vec<Lit>, released: Cents) -> Vec<Award> {
        let claims: Vec<Claim> = lit.iter().filter_map(claim).collect();
        let procedure = self.posted().house_procedure;
        let set_aside = &mut self.keys_mut().set_aside;
        let mut figured = set_aside.figure(meter, &claims, released, procedure).into_iter();
        let shown = meter.totals.display;
        let (mut pending, mut tops) = (Vec::new(), 0);
        for lit in lit {
            let claim = claim(&lit);
            let is_top = claim.is_some_and(|claim| claim.is_top());
            let reset = is_top.then(|| set_aside.reset_of(tops, procedure)).flatten();
            tops += usize::from(is_top);
            let figured = claim.and_then(|_| figured.next());
            let Some(mut award) = lit.into_award() else { continue };
            if let Some(Figured { from, amount }) = figured {
                (award.before, award.amount) = (from, amount);
            }
            (award.after, award.reset) = (shown, reset);
            pending.push(award);
        }
        pending
    }

    /// Records the awards of a round with what they are worth, and returns those that wait for the key; the meter stays
    /// as it is.
    fn record_formerly(&mut self, meter: &Meter, lit: Vec<Lit>) -> Vec<Award> {
        let claims: Vec<Claim> = lit.iter().filter_map(claim).collect();
        let procedure = self.posted().house_procedure;
        let set_aside = &mut self.keys_mut().set_aside;
        let mut figured = set_aside.record(meter, &claims, procedure).into_iter();
        let with_worth = |lit: Lit| {
            let figured = lit.claim().and_then(|_| figured.next());
            let mut award = lit.into_award()?;
            if let Some(Figured { from, amount }) = figured {
                (award.before, award.amount) = (from, amount);
            }
            Some(Award { after: meter.totals.display, ..award })
        };
        lit.into_iter().filter_map(with_worth).collect()
    }

    /// Recorded awards come off the sign, as they were recorded.
    pub(super) fn take_off_formerly(&mut self, meter: &mut Meter, lit: Vec<Lit>) -> Vec<Award> {
        let claims: Vec<Claim> = lit.iter().filter_map(claim).collect();
        let procedure = self.posted().house_procedure;
        let set_aside = &mut self.keys_mut().set_aside;
        set_aside.take_recorded(meter, &claims, procedure);
        let mut tops = 0;
        let with_reset = |lit: Lit| {
            let is_top = claim(&lit).is_some_and(|claim| claim.is_top());
            let reset = is_top.then(|| set_aside.reset_of(tops, procedure)).flatten();
            tops += usize::from(is_top);
            Some(Award { after: meter.totals.display, reset, ..lit.into_award()? })
        };
        lit.into_iter().filter_map(with_reset).collect()
    }
}

/// What a seat that is lit takes from the meter, if anything.
fn claim(lit: &Lit) -> Option<Claim> {
    let (claim, held) = (lit.claim()?, lit.held()?);
    Some(Claim { share: claim.share, held, is_final: claim.decided.is_some() })
}
