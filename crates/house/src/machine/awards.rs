//! What the keyed hands of a round are worth, and what becomes of each: verified, voided, paid [PRG-9].

mod former;

use money::{Cents, MeterUnits, Odds};
use progressive::{
    Award, AwardNumber, Claim, Difference, Disagreement, Figured, Hit, HouseProcedure, Keyed,
    Meter, OpenRound, PersonId, Posted, PostedRow, Procedure, Reset, RoundOnMeter, Seat, Source,
    Standing, Table, TableId,
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
    /// Figures the awards of a round after its keys changed [PRG-19], or after a bet was returned.
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
        if let Some(Turned { award, why }) = turned_off {
            let mut award = self.award(award)?.clone();
            let (by, at, reason) = (asked.by.clone(), asked.at, why.to_owned());
            award.standing = Standing::Voided { by, at, reason };
            changed.push(award);
        }
        let figured = match self.figures_from_first_key(asked, &mut table) {
            true if returned > Cents::ZERO => {
                let lit = self.taken_off(&table);
                figure(&mut meter, &mut table, lit, |on_meter, meter, claims, procedure| {
                    on_meter.return_wager(meter, returned, claims, procedure)
                })
            }
            true => {
                let lit = self.lit_awards(asked, &mut table, &meter)?;
                figure_keys(&mut meter, &mut table, lit, changed.first())
            }
            false => self.figure_formerly(asked, &mut table, &mut meter, &changed, returned)?,
        };
        changed.extend(figured);
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

    /// Do a round's awards depend only on what the sign showed at its first key [PRG-19]? A round
    /// that began by the rule of an earlier release goes by it until something is asked under today's.
    pub(super) fn figures_from_first_key(&self, asked: Asked<'_>, table: &mut Table) -> bool {
        let round = table.round.as_mut().expect("the round is open");
        if !asked.rules.figures_from_first_key() && round.on_meter.is_none() {
            return false;
        }
        let former = std::mem::take(&mut round.set_aside);
        if !former.is_none() {
            round.on_meter = former.take_over(self.held(&table.id));
        }
        true
    }

    /// What the awards of a table's open round have taken off its meter.
    fn held(&self, table: &TableId) -> Cents {
        let taken_off = self.tables.get(table).map(|table| self.taken_off(table));
        taken_off.into_iter().flatten().filter_map(|lit| lit.held()).sum()
    }

    /// The awards of a table's open round that have come off the sign, with those that do not: what J-POT has recorded is
    /// on it until the key returns to RUN.
    fn taken_off(&self, table: &Table) -> Vec<Lit> {
        let Some(round) = &table.round else { return Vec::new() };
        let one = |(seat, keyed): (&Seat, &Keyed)| match keyed.verified {
            Some(amount) => {
                let row = table.posted.row(&keyed.hand)?;
                verified(row, round.bets.contains_key(seat), amount).map(Lit::Verified)
            }
            None => {
                let award = self.award(keyed.award?).ok()?;
                (!self.is_recorded(award)).then(|| Lit::Pending(Box::new(award.clone())))
            }
        };
        round.keyed.iter().rev().filter_map(one).collect()
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
            if let Some(amount) = keyed.verified {
                let has_bet = round.bets.contains_key(&seat);
                lit.extend(verified(row, has_bet, amount).map(Lit::Verified));
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
            lit.push(Lit::New(Box::new(Award {
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
        let is_from_first_key = self.figures_from_first_key(asked, &mut table);
        let mut lit = self.lit_awards(asked, &mut table, &meter)?;
        lit.retain(|lit| {
            lit.award().is_none_or(|award| only.is_none_or(|seat| award.seat == seat))
        });
        let taken = match is_from_first_key {
            true => take_recorded(&mut meter, &mut table, lit),
            false => former::take_recorded(&mut meter, &mut table, lit),
        };
        for award in taken {
            self.put_award(award);
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

/// What a verified award takes from the meter, if anything.
fn verified(row: &PostedRow, has_bet: bool, amount: Cents) -> Option<Claim> {
    match row.pays {
        Odds::Share(share) if has_bet => Some(Claim { share, decided: Some(amount) }),
        _ => None,
    }
}

/// A seat that is lit.
enum Lit {
    /// Its award was made by this request.
    New(Box<Award>),
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
            Lit::New(award) | Lit::Pending(award) => match award.source {
                Source::Meter { share } => Some(Claim { share, decided: None }),
                Source::Tray | Source::Envy => None,
            },
        }
    }

    /// What its award takes from the meter, as it is now.
    fn held(&self) -> Option<Cents> {
        let claim = self.claim()?;
        claim.decided.or(self.award().map(|award| award.amount))
    }

    /// Its award, unless it is verified.
    fn award(&self) -> Option<&Award> {
        match self {
            Lit::New(award) | Lit::Pending(award) => Some(award),
            Lit::Verified(_) => None,
        }
    }

    fn into_award(self) -> Option<Award> {
        match self {
            Lit::New(award) | Lit::Pending(award) => Some(*award),
            Lit::Verified(_) => None,
        }
    }
}

/// Figures the awards of a round after its keys changed, and returns those that wait and are new or may have changed. In
/// the older procedure the sign stays as it is until the key returns to RUN [ED-3].
fn figure_keys(
    meter: &mut Meter,
    table: &mut Table,
    lit: Vec<Lit>,
    turned_off: Option<&Award>,
) -> Vec<Award> {
    let is_new = |lit: &Lit| matches!(lit, Lit::New(_));
    let is_share = |lit: &Lit| is_new(lit) && lit.claim().is_some();
    if !turned_off.is_some_and(Award::is_from_meter) && !lit.iter().any(is_share) {
        // A key for a tray hand changes no award and not the sign.
        return lit.into_iter().filter(is_new).filter_map(Lit::into_award).collect();
    }
    let records = table.posted.procedure == Procedure::JPot;
    figure(meter, table, lit, |on_meter, meter, claims, procedure| match records {
        true => {
            let recorded = on_meter.record(meter, claims, procedure);
            recorded.into_iter().map(|figured| (figured, None)).collect()
        }
        false => on_meter.figure(meter, claims, procedure),
    })
}

/// Takes recorded awards off the sign, as they were recorded, and returns them with what they put in.
fn take_recorded(meter: &mut Meter, table: &mut Table, lit: Vec<Lit>) -> Vec<Award> {
    let procedure = table.posted.house_procedure;
    let on_meter = &mut table.round.as_mut().expect("the round is open").on_meter;
    let decided = |lit: &Lit| Some(Claim { decided: lit.held(), ..lit.claim()? });
    let claims: Vec<Claim> = lit.iter().filter_map(decided).collect();
    let mut taken = on_meter.figure(meter, &claims, procedure).into_iter();
    let with_reset = |lit: Lit| {
        let taken = lit.claim().and_then(|_| taken.next());
        Some(Award { reset: taken.and_then(|(_, reset)| reset), ..lit.into_award()? })
    };
    lit.into_iter().filter_map(with_reset).collect()
}

/// Figures the awards that wait, and gives them what they are worth then.
fn figure(
    meter: &mut Meter,
    table: &mut Table,
    lit: Vec<Lit>,
    calculation: impl FnOnce(
        &mut RoundOnMeter,
        &mut Meter,
        &[Claim],
        HouseProcedure,
    ) -> Vec<(Figured, Option<Reset>)>,
) -> Vec<Award> {
    let procedure = table.posted.house_procedure;
    let on_meter = &mut table.round.as_mut().expect("the round is open").on_meter;
    let claims: Vec<Claim> = lit.iter().filter_map(Lit::claim).collect();
    let mut figured = calculation(on_meter, meter, &claims, procedure).into_iter();
    let with_worth = |lit: Lit| {
        let figured = lit.claim().and_then(|_| figured.next());
        let mut award = lit.into_award()?;
        if let Some((Figured { before, amount, after, .. }, reset)) = figured {
            (award.before, award.amount, award.after, award.reset) = (before, amount, after, reset);
        }
        Some(award)
    };
    lit.into_iter().filter_map(with_worth).collect()
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
