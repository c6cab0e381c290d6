//! What the keyed hands of a round are worth, and what becomes of each: verified, voided, paid [PRG-9].

mod former;

use games::RowId;
use money::{Cents, MeterUnits, Odds};
use progressive::{
    Award, AwardNumber, Claim, Difference, Figured, Hit, HouseProcedure, Meter, PersonId, Posted,
    Procedure, Reset, RoundOnMeter, Seat, Source, Standing,
};

use super::Transaction;
use crate::machine::control::must_have_reason;
use crate::machine::{House, Move, RecordId};
use crate::refusal::Refusal;
use crate::request::Proposed;
use crate::table::keypad::{KeypadRound, Mismatch, row};

/// An award whose light went out.
#[derive(Clone, Copy)]
pub(super) struct Turned<'a> {
    pub(super) award: AwardNumber,
    pub(super) why: &'a str,
}

impl Transaction<'_> {
    /// Puts a meter in place, with what moved; nothing is told of one that nothing moved on, unless `always`.
    pub(super) fn put_meter(&mut self, before: &Meter, mut meter: Meter, always: bool) {
        let moved = House::moved(&before.totals, &mut meter);
        self.house.put_meter(meter);
        if always || !moved.transfers.is_empty() {
            self.note_move(moved);
        }
    }

    /// The book's side of what a meter did.
    fn note_move(&mut self, moved: Move) {
        let id = self.id().clone();
        self.post(House::meter_postings(Some(&id), &moved));
        self.effect.moves.push(moved);
    }

    /// Keeps awards as they are now.
    pub(super) fn put_awards(&mut self, awards: &[Award]) {
        for award in awards {
            self.effect.awards.retain(|known| known.number != award.number);
            self.effect.awards.push(award.clone());
            self.house.put_award(award.clone());
        }
    }

    /// Figures the awards of a round after its keys changed [PRG-19], or after a bet was returned. Returns those that
    /// changed.
    pub(super) fn figure_awards(
        &mut self,
        is_from_first_key: bool,
        turned_off: Option<Turned<'_>>,
        returned: Cents,
    ) -> Result<Vec<Award>, Refusal> {
        let before = self.fed_meter()?.clone();
        let mut meter = before.clone();
        let mut changed: Vec<Award> = Vec::new();
        if let Some(Turned { award, why }) = turned_off {
            let mut award = self.house.award(award)?.clone();
            let (by, at, reason) = (self.context.by.clone(), self.context.at, why.to_owned());
            award.standing = Standing::Voided { by, at, reason };
            changed.push(award);
        }
        let figured = match is_from_first_key {
            true if returned > Cents::ZERO => {
                let lit = self.taken_off();
                self.figure(&mut meter, lit, |on_meter, meter, claims, procedure| {
                    on_meter.return_wager(meter, returned, claims, procedure)
                })
            }
            true => {
                let lit = self.lit_awards(&meter)?;
                self.figure_keys(&mut meter, lit, changed.first())
            }
            false => self.figure_formerly(&mut meter, &changed, returned)?,
        };
        changed.extend(figured);
        self.put_meter(&before, meter, false);
        self.put_awards(&changed);
        Ok(changed)
    }

    /// The meter of the keypad.
    fn fed_meter(&self) -> Result<&Meter, Refusal> {
        let keypad = self.table.keypad.as_ref().expect("the round is open");
        self.house.live_meter(&keypad.meter)
    }

    /// Whether a round's awards depend only on what the sign showed at its first key [PRG-19]. A round that began by
    /// the rule of an earlier release goes by it until something is asked under today's. To be asked before the keys
    /// change: it takes over what they have taken off the meter.
    pub(super) fn figures_from_first_key(&mut self) -> bool {
        let Some(keys) = self.keys() else { return true };
        if !self.context.rules.figures_from_first_key() && keys.on_meter.is_none() {
            return false;
        }
        if !keys.set_aside.is_none() {
            let held = self.taken_off().into_iter().filter_map(|lit| lit.held()).sum();
            let keys = self.keys_mut();
            keys.on_meter = std::mem::take(&mut keys.set_aside).take_over(held);
        }
        true
    }

    /// The awards of the open round that have come off the sign, with those that do not: what J-POT has recorded is
    /// on it until the key returns to RUN.
    fn taken_off(&self) -> Vec<Lit> {
        let Some(round) = self.keypad_round() else { return Vec::new() };
        let lit = round.keys.lit.iter().rev();
        lit.filter_map(|(seat, keyed)| match self.house.verified_award(keyed) {
            Some(award) => {
                let has_bet = round.bet(*seat).is_some();
                verified(round.posted, keyed.row, has_bet, award.amount).map(Lit::Verified)
            }
            None => {
                let award = self.house.award(keyed.award?).ok()?;
                (!self.house.is_recorded(award)).then(|| Lit::Pending(Box::new(award.clone())))
            }
        })
        .collect()
    }

    /// The awards of the seats that are lit, last seat first; those without one yet get a number, so
    /// that slips of one press are numbered in the order in which they are paid (W3).
    fn lit_awards(&mut self, meter: &Meter) -> Result<Vec<Lit>, Refusal> {
        let round = self.open_round()?.played.into_owned();
        let (posted, table) = (self.posted(), self.id().clone());
        let mut keys = self.keys_mut().lit.clone();
        let mut lit = Vec::new();
        for (&seat, keyed) in keys.iter_mut().rev() {
            if let Some(award) = self.house.verified_award(keyed) {
                let has_bet = round.bets.contains_key(&seat);
                lit.extend(verified(&posted, keyed.row, has_bet, award.amount).map(Lit::Verified));
                continue;
            }
            if let Some(number) = keyed.award {
                lit.push(Lit::Pending(Box::new(self.house.award(number)?.clone())));
                continue;
            }
            let stake = round.bets.get(&seat).copied().map(Cents::new);
            let (source, amount) = worth(&posted, keyed.row, stake)?;
            self.house.awards_made += 1;
            let number = AwardNumber(self.house.awards_made);
            keyed.award = Some(number);
            lit.push(Lit::New(Box::new(Award {
                number,
                meter: meter.id.clone(),
                table: table.clone(),
                round: round.number,
                edition: posted.edition.clone(),
                seat,
                hand: row(&posted, keyed.row).hand.clone(),
                source,
                amount: amount.unwrap_or(Cents::ZERO),
                before: meter.totals.display,
                after: meter.totals.display,
                reset: None,
                house_procedure: posted.house_procedure,
                keyed_by: self.context.by.clone(),
                keyed_at: self.context.at,
                standing: Standing::Pending,
                overridden: None,
            })));
        }
        self.keys_mut().lit = keys;
        Ok(lit)
    }

    /// The recorded awards of the round come off the sign: all of them with the key back at RUN [ED-3], or one
    /// seat's alone.
    pub(super) fn take_recorded(&mut self, only: Option<Seat>) -> Result<(), Refusal> {
        let before = self.fed_meter()?.clone();
        let mut meter = before.clone();
        let is_from_first_key = self.figures_from_first_key();
        let mut lit = self.lit_awards(&meter)?;
        lit.retain(|lit| {
            lit.award().is_none_or(|award| only.is_none_or(|seat| award.seat == seat))
        });
        let taken = match is_from_first_key {
            true => self.take_off(&mut meter, lit),
            false => self.take_off_formerly(&mut meter, lit),
        };
        for award in taken {
            self.house.put_award(award);
        }
        self.put_meter(&before, meter, false);
        Ok(())
    }

    /// A supervisor verifies a winner. Another amount than the award is only proposed: the award waits
    /// for a second supervisor [PRG-20].
    pub(super) fn verify(
        &mut self,
        number: AwardNumber,
        paid: Option<Cents>,
        differs: Option<&str>,
    ) -> Result<(), Refusal> {
        let award = self.house.award(number)?.clone();
        self.must_be_here(&award)?;
        if paid.is_some() || differs.is_some() {
            self.must_be_unpaid(award.seat)?;
        }
        // What J-POT has recorded is paid with the key back at RUN [ED-3].
        if paid.is_none() && self.house.is_recorded(&award) {
            return Err(Refusal::KeyInJph);
        }
        let amount = award.amount;
        let paid = paid.unwrap_or(amount);
        if paid < Cents::ZERO {
            return Err(Refusal::NegativePaid { paid });
        }
        let differs = differs.filter(|reason| !reason.trim().is_empty());
        match differs {
            None if paid != amount => return Err(Refusal::PaidDiffers { paid, amount }),
            Some(_) if paid == amount => return Err(Refusal::NoDifference { paid }),
            None => {
                self.must_be_supported(&award)?;
                self.pay_award(self.context.by, award, None)?;
            }
            Some(reason) => {
                let reason = reason.to_owned();
                let proposed = Proposed::PayOther { award: number, amount, paid, reason };
                self.effect.proposal = self.house.propose(self.context, &proposed)?.proposal;
            }
        }
        self.table.form.call = None;
        Ok(())
    }

    /// The award is one of this table's.
    fn must_be_here(&self, award: &Award) -> Result<(), Refusal> {
        if award.table == *self.id() { Ok(()) } else { Err(Refusal::NoSuchAward(award.number)) }
    }

    /// A winner is verified only while keys and cards agree, or a supervisor has upheld the keys [PRG-9]:
    /// a hand keyed wrongly, or not at all, may change what the others are worth.
    pub(super) fn must_be_supported(&self, award: &Award) -> Result<(), Refusal> {
        let round = self.keypad_round().filter(|round| round.played.number == award.round);
        let Some(round) = round else { return Ok(()) };
        let found = blocking(&round, award);
        if found.is_empty() { Ok(()) } else { Err(Refusal::CardsDisagree(round.in_words(&found))) }
    }

    /// Pays an award, with the difference that two supervisors agreed on.
    pub(super) fn pay_award(
        &mut self,
        by: &PersonId,
        mut award: Award,
        mut differs: Option<Difference>,
    ) -> Result<(), Refusal> {
        self.house.must_be_real(self.context, &award)?;
        award.overridden = self.overridden(&award);
        let paid = award.amount + differs.as_ref().map_or(Cents::ZERO, |differs| differs.amount);
        if award.is_from_meter() {
            let before = self.house.meter(&award.meter)?.clone();
            let mut meter = before.clone();
            let mut rest = Cents::ZERO;
            let tells = self.context.rules.tell_what_was_paid();
            if let Some(differs) = differs.as_mut().filter(|_| tells) {
                rest = (-differs.amount).max(Cents::ZERO);
                differs.rest = rest;
            }
            let hit = Hit {
                award: award.number,
                at: self.context.at,
                table: award.table.clone(),
                seat: award.seat,
                hand: award.hand.clone(),
                amount: award.amount,
                paid: Some(paid).filter(|paid| *paid != award.amount),
                is_backed_out: false,
            };
            meter.pay(hit, award.is_top(), rest);
            self.put_meter(&before, meter, true);
        }
        award.standing = Standing::Paid { by: by.clone(), at: self.context.at, paid, differs };
        if self.keypad_round().is_some_and(|round| round.played.number == award.round) {
            // Its row says what was paid for its keys.
            self.house.touch(RecordId::Keypad(award.table.clone()));
        }
        self.put_awards(&[award]);
        Ok(())
    }

    /// An award is paid with another amount: one supervisor verified it so, another agrees [PRG-20].
    pub(in crate::machine) fn pay_other(
        &mut self,
        verifier: &PersonId,
        number: AwardNumber,
        (amount, paid): (Cents, Cents),
        reason: &str,
    ) -> Result<(), Refusal> {
        must_have_reason(reason)?;
        let award = self.house.award(number)?.clone();
        self.must_be_supported(&award)?;
        if paid < Cents::ZERO {
            return Err(Refusal::NegativePaid { paid });
        }
        if award.amount != amount {
            return Err(Refusal::AwardChanged { was: amount, is: award.amount });
        }
        if paid == amount {
            return Err(Refusal::NoDifference { paid });
        }
        if self.house.is_recorded(&award) {
            self.take_recorded(Some(award.seat))?;
        }
        let differs = Difference {
            amount: paid - amount,
            reason: reason.to_owned(),
            approved_by: self.context.by.clone(),
            rest: Cents::ZERO,
        };
        let award = self.house.award(number)?.clone();
        self.pay_award(verifier, award, Some(differs))
    }

    /// A supervisor voids what was keyed: the light goes out and the value flows back.
    pub(super) fn void(&mut self, number: AwardNumber, reason: &str) -> Result<(), Refusal> {
        must_have_reason(reason)?;
        let award = self.house.award(number)?.clone();
        self.must_be_here(&award)?;
        self.must_be_unpaid(award.seat)?;
        let is_from_first_key = self.figures_from_first_key();
        let lit = self.keys_mut().lit.remove(&award.seat);
        self.must_be_undecided(lit.as_ref())?;
        let turned = Turned { award: number, why: reason };
        self.figure_awards(is_from_first_key, Some(turned), Cents::ZERO).map(drop)
    }
}

impl House {
    /// Whether a pending award is only recorded: it comes off its meter when the key returns to RUN [ED-3].
    pub(in crate::machine) fn is_recorded(&self, award: &Award) -> bool {
        let keypad = self.tables.get(&award.table).and_then(|table| table.keypad.as_ref());
        award.is_from_meter()
            && keypad.is_some_and(|keypad| keypad.posted.procedure == Procedure::JPot)
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
}

/// Where keys and cards disagree so that an award of the round cannot be verified.
pub(super) fn blocking(round: &KeypadRound<'_>, award: &Award) -> Vec<Mismatch> {
    let mut found = round.mismatches();
    found.retain(|one| !is_keyed_later(round, award, one));
    found
}

/// Where a hand's award comes from, and how much it is where the meter does not say: nothing for a seat
/// without the bet.
pub(super) fn worth(
    posted: &Posted,
    id: RowId,
    stake: Option<Cents>,
) -> Result<(Source, Option<Cents>), Refusal> {
    let Some(stake) = stake else { return Ok((Source::Envy, Some(Cents::ZERO))) };
    let pays = row(posted, id).pays;
    if let Odds::Share(share) = pays {
        return Ok((Source::Meter { share }, None));
    }
    let amount = pays.returned_with_meter(stake, posted.wager, MeterUnits::ZERO);
    let refusal = |_| Refusal::FractionOfACent { stake, pays: pays.to_string() };
    Ok((Source::Tray, Some(amount.map_err(refusal)?)))
}

/// What a verified award takes from the meter, if anything.
fn verified(posted: &Posted, id: RowId, has_bet: bool, amount: Cents) -> Option<Claim> {
    match row(posted, id).pays {
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

impl Transaction<'_> {
    /// Figures the awards of a round after its keys changed, and returns those that wait and are new or may have
    /// changed. In the older procedure the sign stays as it is until the key returns to RUN [ED-3].
    fn figure_keys(
        &mut self,
        meter: &mut Meter,
        lit: Vec<Lit>,
        turned_off: Option<&Award>,
    ) -> Vec<Award> {
        let is_new = |lit: &Lit| matches!(lit, Lit::New(_));
        let is_share = |lit: &Lit| is_new(lit) && lit.claim().is_some();
        if !turned_off.is_some_and(Award::is_from_meter) && !lit.iter().any(is_share) {
            // A key for a tray hand changes no award and not the sign.
            return lit.into_iter().filter(is_new).filter_map(Lit::into_award).collect();
        }
        let records = self.procedure() == Some(Procedure::JPot);
        self.figure(meter, lit, |on_meter, meter, claims, procedure| match records {
            true => {
                let recorded = on_meter.record(meter, claims, procedure);
                recorded.into_iter().map(|figured| (figured, None)).collect()
            }
            false => on_meter.figure(meter, claims, procedure),
        })
    }

    /// Takes recorded awards off the sign, as they were recorded, and returns them with what they put in.
    fn take_off(&mut self, meter: &mut Meter, lit: Vec<Lit>) -> Vec<Award> {
        let procedure = self.posted().house_procedure;
        let decided = |lit: &Lit| Some(Claim { decided: lit.held(), ..lit.claim()? });
        let claims: Vec<Claim> = lit.iter().filter_map(decided).collect();
        let mut taken = self.keys_mut().on_meter.figure(meter, &claims, procedure).into_iter();
        let with_reset = |lit: Lit| {
            let taken = lit.claim().and_then(|_| taken.next());
            Some(Award { reset: taken.and_then(|(_, reset)| reset), ..lit.into_award()? })
        };
        lit.into_iter().filter_map(with_reset).collect()
    }

    /// Figures the awards that wait, and gives them what they are worth then.
    fn figure(
        &mut self,
        meter: &mut Meter,
        lit: Vec<Lit>,
        calculation: impl FnOnce(
            &mut RoundOnMeter,
            &mut Meter,
            &[Claim],
            HouseProcedure,
        ) -> Vec<(Figured, Option<Reset>)>,
    ) -> Vec<Award> {
        let procedure = self.posted().house_procedure;
        let claims: Vec<Claim> = lit.iter().filter_map(Lit::claim).collect();
        let on_meter = &mut self.keys_mut().on_meter;
        let mut figured = calculation(on_meter, meter, &claims, procedure).into_iter();
        let with_worth = |lit: Lit| {
            let figured = lit.claim().and_then(|_| figured.next());
            let mut award = lit.into_award()?;
            if let Some((Figured { before, amount, after, .. }, reset)) = figured {
                (award.before, award.amount) = (before, amount);
                (award.after, award.reset) = (after, reset);
            }
            Some(award)
        };
        lit.into_iter().filter_map(with_worth).collect()
    }
}

/// Whether this hand is keyed later and changes nothing about this award. Awards are paid from
/// the last seat to the first, each from the meter as the one before left it [PRG-5], and a hand without a bet of
/// its own wins others envy, which the tray pays [PRG-6]. Game over waits for it.
fn is_keyed_later(round: &KeypadRound<'_>, award: &Award, one: &Mismatch) -> bool {
    let is_sequential = round.posted.house_procedure == HouseProcedure::Sequential
        && round.posted.procedure == Procedure::Keypad;
    let comes_later = is_sequential && one.seat < award.seat;
    one.keyed.is_none() && (comes_later || round.bet(one.seat).is_none())
}
