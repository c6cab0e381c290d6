//! What the keyed hands of a round are worth, and what becomes of each: verified, voided, paid [PRG-9].

use money::{Cents, MeterUnits, Odds};
use progressive::{
    Award, AwardNumber, Claim, Difference, Disagreement, Figured, Hit, HouseProcedure, Meter,
    OpenRound, PersonId, Posted, PostedRow, Procedure, Seat, Source, Standing, Table,
};

use super::control::must_have_reason;
use super::keypad::must_be_undecided;
use super::{Asked, Effect, House};
use crate::refusal::Refusal;
use crate::request::Proposed;

/// An award whose light went out.
#[derive(Clone, Copy)]
pub(super) struct Turned<'a> {
    pub(super) award: AwardNumber,
    pub(super) why: &'a str,
}

impl House {
    /// Figures the awards of a round again after its keys changed [PRG-19], or after a bet was returned.
    pub(super) fn figure_awards(
        &mut self,
        asked: Asked<'_>,
        mut table: Table,
        turned_off: Option<Turned<'_>>,
        returned: Cents,
    ) -> Result<Effect, Refusal> {
        let before = self.live_meter(&table.meter)?.clone();
        let mut meter = before.clone();
        let mut changed: Vec<Award> = Vec::new();
        let mut released = Cents::ZERO;
        if let Some(Turned { award, why }) = turned_off {
            let mut award = self.award(award)?.clone();
            if award.is_from_meter() {
                released = award.amount;
            }
            let (by, at, reason) = (asked.by.clone(), asked.at, why.to_owned());
            award.standing = Standing::Voided { by, at, reason };
            changed.push(award);
        }
        let round = table.round.as_mut().expect("the round is open");
        if returned > Cents::ZERO {
            round.set_aside.take_back(meter.take_back(returned));
        }
        // The first key freezes the sign: nothing is figured before it.
        let is_keyed = !(round.keyed.is_empty() && round.set_aside.is_none());
        match table.posted.procedure {
            Procedure::Keypad | Procedure::JPotAtOnce if is_keyed => {
                let lit = self.lit_awards(asked, &mut table, &meter)?;
                changed.extend(figure_round(&mut meter, &mut table, lit, released));
            }
            // J-POT alone figures: a bet that goes back changes nothing that was recorded.
            Procedure::JPot if is_keyed && returned == Cents::ZERO => {
                let lit = self.lit_awards(asked, &mut table, &meter)?;
                changed.extend(record_round(&meter, &mut table, lit));
            }
            Procedure::Keypad | Procedure::JPotAtOnce | Procedure::JPot => {}
        }
        let mut effect = Effect::default();
        let moved = House::moved(&before.totals, &mut meter);
        if !moved.transfers.is_empty() {
            effect.moves.push(moved);
        }
        effect.awards = changed.clone();
        for award in changed {
            self.put_award(award);
        }
        self.put_meter(meter);
        self.put_table(table);
        Ok(effect)
    }

    /// The awards of the seats that are lit, last seat first; those without one yet get a number, so
    /// that slips of one press are numbered in the order in which they are paid (W3).
    fn lit_awards(
        &mut self,
        asked: Asked<'_>,
        table: &mut Table,
        meter: &Meter,
    ) -> Result<Vec<Lit>, Refusal> {
        let posted = &table.posted;
        let round = table.round.as_mut().expect("the round is open");
        let mut lit = Vec::new();
        for (&seat, keyed) in round.keyed.iter_mut().rev() {
            let row = posted.row(&keyed.hand).expect("only hands of the schedule are keyed");
            if let Some(held) = keyed.verified {
                let has_bet = round.bets.contains_key(&seat);
                if let (Odds::Share(share), true) = (row.pays, has_bet) {
                    lit.push(Lit::Verified(Claim { share, held, is_final: true }));
                }
                continue;
            }
            if let Some(number) = keyed.award {
                lit.push(Lit::Pending(Box::new(self.award(number)?.clone())));
                continue;
            }
            let stake = round.bets.get(&seat).copied().map(Cents::new);
            let (source, amount) = worth(posted, row, stake)?;
            self.awards_made += 1;
            let number = AwardNumber(self.awards_made);
            keyed.award = Some(number);
            lit.push(Lit::Pending(Box::new(Award {
                number,
                meter: meter.id.clone(),
                table: table.id.clone(),
                round: round.number,
                edition: posted.edition.clone(),
                seat,
                hand: keyed.hand.clone(),
                source,
                amount: amount.unwrap_or(Cents::ZERO),
                before: meter.totals.display,
                after: meter.totals.display,
                reset: None,
                house_procedure: posted.house_procedure,
                keyed_by: asked.by.clone(),
                keyed_at: asked.at,
                standing: Standing::Pending,
                overridden: None,
            })));
        }
        Ok(lit)
    }

    /// The recorded awards of a table's round come off the sign: all of them with the key back at RUN [ED-3], or one
    /// seat's alone.
    pub(super) fn take_recorded(
        &mut self,
        asked: Asked<'_>,
        mut table: Table,
        only: Option<Seat>,
    ) -> Result<Effect, Refusal> {
        let before = self.live_meter(&table.meter)?.clone();
        let mut meter = before.clone();
        let mut lit = self.lit_awards(asked, &mut table, &meter)?;
        lit.retain(|lit| match lit {
            Lit::Verified(_) => true,
            Lit::Pending(award) => only.is_none_or(|seat| award.seat == seat),
        });
        let claims: Vec<Claim> = lit.iter().filter_map(Lit::claim).collect();
        let procedure = table.posted.house_procedure;
        let round = table.round.as_mut().expect("the round is open");
        round.set_aside.take_recorded(&mut meter, &claims, procedure);
        let shown = meter.totals.display;
        let mut tops = 0;
        for lit in lit {
            let reset = lit.is_top().then(|| round.set_aside.reset_of(tops, procedure)).flatten();
            tops += usize::from(lit.is_top());
            if let Lit::Pending(mut award) = lit {
                (award.after, award.reset) = (shown, reset);
                self.put_award(*award);
            }
        }
        let moved = House::moved(&before.totals, &mut meter);
        self.put_meter(meter);
        self.put_table(table);
        let moves = if moved.transfers.is_empty() { Vec::new() } else { vec![moved] };
        Ok(Effect { moves, ..Effect::default() })
    }

    /// Is an award that waits only recorded? It comes off its meter with the key back at RUN [ED-3].
    pub(super) fn is_recorded(&self, award: &Award) -> bool {
        let waits_for_run = |table: &Table| table.posted.procedure == Procedure::JPot;
        award.is_from_meter() && self.table(&award.table).is_ok_and(waits_for_run)
    }

    /// A supervisor who stands in for the dealer and keys a hand calls another one to verify it [PRG-9].
    pub(super) fn must_be_anothers(
        &self,
        by: &PersonId,
        number: AwardNumber,
    ) -> Result<(), Refusal> {
        match self.award(number)?.keyed_by == *by {
            true => Err(Refusal::OwnKey { person: by.clone(), award: number }),
            false => Ok(()),
        }
    }

    /// A supervisor verifies a winner. Another amount than the award is only proposed: the award waits
    /// for a second supervisor [PRG-20].
    pub(super) fn verify(
        &mut self,
        asked: Asked<'_>,
        number: AwardNumber,
        paid: Option<Cents>,
        differs: Option<&str>,
    ) -> Result<Effect, Refusal> {
        let award = self.award(number)?.clone();
        // What J-POT has recorded is paid with the key back at RUN [ED-3].
        if paid.is_none() && self.is_recorded(&award) {
            return Err(Refusal::KeyInJph);
        }
        let amount = award.amount;
        let paid = paid.unwrap_or(amount);
        if paid < Cents::ZERO {
            return Err(Refusal::NegativePaid { paid });
        }
        let differs = differs.filter(|reason| !reason.trim().is_empty());
        match differs {
            None if paid != amount => Err(Refusal::PaidDiffers { paid, amount }),
            Some(_) if paid == amount => Err(Refusal::NoDifference { paid }),
            None => {
                self.must_be_supported(&award)?;
                self.pay_award(asked, asked.by, award, None)
            }
            Some(reason) => {
                let reason = reason.to_owned();
                self.propose(asked, &Proposed::PayOther { award: number, amount, paid, reason })
            }
        }
    }

    /// A winner is verified only while keys and cards agree, or a supervisor has upheld the keys [PRG-9]:
    /// a hand keyed wrongly, or not at all, may change what the others are worth.
    pub(super) fn must_be_supported(&self, award: &Award) -> Result<(), Refusal> {
        let table = self.table(&award.table)?;
        let Some(round) = table.round.as_ref().filter(|round| round.number == award.round) else {
            return Ok(());
        };
        let mut found = round.disagreements();
        found.retain(|one| !is_keyed_later(table, round, award, one));
        if found.is_empty() { Ok(()) } else { Err(Refusal::CardsDisagree(found)) }
    }

    /// Pays an award, with the difference that two supervisors agreed on.
    pub(super) fn pay_award(
        &mut self,
        asked: Asked<'_>,
        by: &PersonId,
        mut award: Award,
        mut differs: Option<Difference>,
    ) -> Result<Effect, Refusal> {
        self.must_be_real(asked, &award)?;
        award.overridden = self.overridden(&award);
        let before = self.meter(&award.meter)?.clone();
        let mut meter = before.clone();
        let mut effect = Effect::default();
        let paid = award.amount + differs.as_ref().map_or(Cents::ZERO, |differs| differs.amount);
        if award.is_from_meter() {
            let mut rest = Cents::ZERO;
            if let Some(differs) = differs.as_mut().filter(|_| asked.rules.tell_what_was_paid()) {
                rest = (-differs.amount).max(Cents::ZERO);
                differs.rest = rest;
            }
            let hit = Hit {
                award: award.number,
                at: asked.at,
                table: award.table.clone(),
                seat: award.seat,
                hand: award.hand.clone(),
                amount: award.amount,
                paid: Some(paid).filter(|paid| *paid != award.amount),
                is_backed_out: false,
            };
            meter.pay(hit, award.is_top(), rest);
            effect.moves.push(House::moved(&before.totals, &mut meter));
            self.put_meter(meter);
        }
        award.standing = Standing::Paid { by: by.clone(), at: asked.at, paid, differs };
        let mut table = self.table(&award.table)?.clone();
        let round = table.round.as_mut().filter(|round| round.number == award.round);
        if let Some(keyed) = round.and_then(|round| round.keyed.get_mut(&award.seat)) {
            (keyed.verified, keyed.paid) = (Some(award.amount), Some(paid));
            self.put_table(table);
        }
        effect.awards.push(award.clone());
        self.put_award(award);
        Ok(effect)
    }

    /// A supervisor voids what was keyed: the light goes out and the value flows back.
    pub(super) fn void(
        &mut self,
        asked: Asked<'_>,
        number: AwardNumber,
        reason: &str,
    ) -> Result<Effect, Refusal> {
        must_have_reason(reason)?;
        let award = self.award(number)?.clone();
        let mut table = self.table(&award.table)?.clone();
        let round = table.round.as_mut().expect("a pending award belongs to an open round");
        let lit = round.keyed.remove(&award.seat);
        must_be_undecided(table.posted.procedure, lit.as_ref())?;
        let turned = Turned { award: number, why: reason };
        self.figure_awards(asked, table, Some(turned), Cents::ZERO)
    }
}

/// Where a hand's award comes from, and how much it is where the meter does not say: nothing for a seat
/// without the bet.
pub(super) fn worth(
    posted: &Posted,
    row: &PostedRow,
    stake: Option<Cents>,
) -> Result<(Source, Option<Cents>), Refusal> {
    let Some(stake) = stake else { return Ok((Source::Envy, Some(Cents::ZERO))) };
    if let Odds::Share(share) = row.pays {
        return Ok((Source::Meter { share }, None));
    }
    let amount = row.pays.returned_with_meter(stake, posted.wager, MeterUnits::ZERO);
    let refusal = |_| Refusal::FractionOfACent { stake, pays: row.pays.to_string() };
    Ok((Source::Tray, Some(amount.map_err(refusal)?)))
}

/// A seat that is lit.
enum Lit {
    /// Its award waits to be verified.
    Pending(Box<Award>),
    /// Its award came off the meter and is verified.
    Verified(Claim),
}

impl Lit {
    /// What it takes from the meter, if anything.
    fn claim(&self) -> Option<Claim> {
        match self {
            Lit::Verified(claim) => Some(*claim),
            Lit::Pending(award) => match award.source {
                Source::Meter { share } => {
                    Some(Claim { share, held: award.amount, is_final: false })
                }
                Source::Tray | Source::Envy => None,
            },
        }
    }

    fn is_top(&self) -> bool {
        self.claim().is_some_and(|claim| claim.share == money::Rate::ALL)
    }
}

/// Figures the awards of a round, and returns those that wait to be verified as they are then.
fn figure_round(
    meter: &mut Meter,
    table: &mut Table,
    lit: Vec<Lit>,
    released: Cents,
) -> Vec<Award> {
    let claims: Vec<Claim> = lit.iter().filter_map(Lit::claim).collect();
    let procedure = table.posted.house_procedure;
    let round = table.round.as_mut().expect("the round is open");
    let mut figured = round.set_aside.figure(meter, &claims, released, procedure).into_iter();
    let shown = meter.totals.display;
    let (mut pending, mut tops) = (Vec::new(), 0);
    for lit in lit {
        let figured = if lit.claim().is_some() { figured.next() } else { None };
        let reset = lit.is_top().then(|| round.set_aside.reset_of(tops, procedure)).flatten();
        tops += usize::from(lit.is_top());
        let Lit::Pending(mut award) = lit else { continue };
        if let Some(Figured { from, amount }) = figured {
            (award.before, award.amount) = (from, amount);
        }
        (award.after, award.reset) = (shown, reset);
        pending.push(*award);
    }
    pending
}

/// Records the awards of a round with what they are worth, and returns those that wait for the key; the meter stays as
/// it is.
fn record_round(meter: &Meter, table: &mut Table, lit: Vec<Lit>) -> Vec<Award> {
    let claims: Vec<Claim> = lit.iter().filter_map(Lit::claim).collect();
    let procedure = table.posted.house_procedure;
    let round = table.round.as_mut().expect("the round is open");
    let mut figured = round.set_aside.record(meter, &claims, procedure).into_iter();
    let mut pending = Vec::new();
    for lit in lit {
        let figured = if lit.claim().is_some() { figured.next() } else { None };
        let Lit::Pending(mut award) = lit else { continue };
        if let Some(Figured { from, amount }) = figured {
            (award.before, award.amount) = (from, amount);
        }
        award.after = meter.totals.display;
        pending.push(*award);
    }
    pending
}

/// Is this a hand that is keyed when its turn comes, and that changes nothing about this award? Awards are paid from
/// the last seat to the first, each from the meter as the one before left it [PRG-5], and a hand without a bet of
/// its own wins others envy, which the tray pays [PRG-6]. Game over waits for it.
fn is_keyed_later(table: &Table, round: &OpenRound, award: &Award, one: &Disagreement) -> bool {
    let is_sequential = table.posted.house_procedure == HouseProcedure::Sequential
        && table.posted.procedure == Procedure::Keypad;
    let comes_later = is_sequential && one.seat < award.seat;
    one.keyed.is_none() && (comes_later || !round.bets.contains_key(&one.seat))
}
