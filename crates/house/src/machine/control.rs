//! What supervisors do: meters, tables, and everything under dual control.

use std::sync::Arc;

use money::{Cents, MeterUnits};
use progressive::{
    AwardNumber, BackedOut, Criteria, HouseProcedure, Meter, MeterId, OverrideAgreed, PersonId,
    Posted, ProposalNumber, Stakes, Standing, TableId, Terms, Totals, former,
};

use super::floor::{Transaction, steps_outside};
use super::{Context, Effect, House, Move, Proposal, RecordId};
use crate::refusal::Refusal;
use crate::request::Proposed;
use crate::table::{Open, Table};

impl House {
    pub(super) fn clear_fault(&mut self, id: &MeterId, reason: &str) -> Result<Effect, Refusal> {
        must_have_reason(reason)?;
        self.set_fault(id, None)
    }

    pub(super) fn reject(
        &mut self,
        number: ProposalNumber,
        reason: &str,
    ) -> Result<Effect, Refusal> {
        must_have_reason(reason)?;
        let mut proposal = self.proposal(number)?.clone();
        proposal.is_open = false;
        let award = proposal.proposed.facts().award.and_then(|award| self.known_award(award));
        let (table, round) = if let Proposed::Override { table, round, .. } = &proposal.proposed {
            (Some(table.clone()), Some(*round))
        } else {
            award.map(|award| (award.table.clone(), award.round)).unzip()
        };
        self.put_proposal(proposal);
        Ok(Effect { table, round, ..Effect::default() })
    }

    pub(super) fn create_meter(
        &mut self,
        id: &MeterId,
        criteria: &Criteria,
        terms: &Terms,
    ) -> Result<Effect, Refusal> {
        if self.meters.contains_key(id) {
            return Err(Refusal::MeterExists(id.clone()));
        }
        check_terms(terms)?;
        check_criteria(criteria)?;
        must_have_seed(criteria, &[terms.base, terms.reset])?;
        if let Some(limit) = terms.limit.filter(|limit| *limit < terms.base) {
            return Err(Refusal::LimitBelowDisplay { limit, shows: terms.base.into() });
        }
        let mut meter = Meter::new(id.clone(), criteria.clone(), terms.clone());
        let moved = House::moved(&Totals::NONE, &mut meter);
        self.put_meter(meter);
        Ok(Effect { moves: vec![moved], ..Effect::default() })
    }

    /// A meter that is not closed.
    pub(super) fn live_meter(&self, id: &MeterId) -> Result<&Meter, Refusal> {
        let meter = self.meter(id)?;
        if meter.is_closed { Err(Refusal::MeterClosed(id.clone())) } else { Ok(meter) }
    }

    pub(super) fn configure(&mut self, id: &MeterId, terms: &Terms) -> Result<Effect, Refusal> {
        let mut meter = self.live_meter(id)?.clone();
        check_terms(terms)?;
        must_have_seed(&meter.criteria, &[terms.reset])?;
        if let Some(limit) = terms.limit
            && MeterUnits::from(limit) < meter.totals.display
        {
            return Err(Refusal::LimitBelowDisplay { limit, shows: meter.totals.display });
        }
        must_have_no_tables(&meter)?;
        if meter.terms == *terms {
            return Err(Refusal::NothingChanges);
        }
        meter.terms = terms.clone();
        self.put_meter(meter);
        Ok(Effect::default())
    }

    /// Closes a meter on which no player's money is left [PRG-11].
    pub(super) fn close_meter(&mut self, id: &MeterId) -> Result<Effect, Refusal> {
        let before = self.live_meter(id)?.clone();
        must_have_no_tables(&before)?;
        if before.owes_players() {
            return Err(Refusal::StillOwed(before.liability()));
        }
        let mut meter = before.clone();
        // What is left is the house's own seed: it goes back.
        meter.adjust(-before.totals.display);
        meter.is_closed = true;
        let moved = House::moved(&before.totals, &mut meter);
        self.put_meter(meter);
        Ok(Effect { moves: vec![moved], ..Effect::default() })
    }

    pub(super) fn set_fault(
        &mut self,
        id: &MeterId,
        fault: Option<String>,
    ) -> Result<Effect, Refusal> {
        let mut meter = self.live_meter(id)?.clone();
        if meter.fault == fault {
            return Err(Refusal::NothingChanges);
        }
        meter.fault = fault;
        self.put_meter(meter);
        Ok(Effect::default())
    }

    /// Opens the keypad of a table.
    pub(super) fn open_keypad(
        &mut self,
        context: Context<'_>,
        id: &TableId,
        meter: &MeterId,
        posted: &Posted,
        stakes: Stakes,
    ) -> Result<(), Refusal> {
        let fed = self.live_meter(meter)?.clone();
        self.must_not_be_open(id)?;
        let posts = Criteria::of(posted);
        check_criteria(&posts)?;
        must_be_for(&fed, posts)?;
        if let Some(fault) = &fed.fault {
            return Err(Refusal::Faulty(fault.clone()));
        }
        let mut fed = self.staked_on(context, fed, stakes)?;
        fed.tables.insert(id.clone());
        let known = self.tables.get(id).map(|table| Table::clone(table));
        let mut table = known.unwrap_or_else(|| Table::unknown(id.clone(), &posted.game));
        table.open_keypad(meter, posted);
        self.put_meter(fed);
        self.touch(RecordId::Keypad(id.clone()));
        self.put_table(table);
        Ok(())
    }

    /// Closes the keypad of a table.
    pub(super) fn close_keypad(&mut self, table: &mut Table) -> Result<(), Refusal> {
        let id = table.id().clone();
        let Some(keypad) = table.keypad.as_ref().filter(|_| table.has_open_keypad()) else {
            return Err(Refusal::TableClosed(id));
        };
        if keypad.keys.is_some() {
            return Err(Refusal::RoundOpen(id));
        }
        let mut meter = self.meter(&keypad.meter)?.clone();
        table.form.open = Open::No;
        meter.tables.remove(&id);
        self.put_meter(meter);
        self.touch(RecordId::Keypad(id));
        Ok(())
    }

    fn proposal(&self, number: ProposalNumber) -> Result<&Proposal, Refusal> {
        let open = self.proposals.get(&number).filter(|proposal| proposal.is_open);
        open.map(Arc::as_ref).ok_or(Refusal::NoSuchProposal(number))
    }

    pub(super) fn propose(
        &mut self,
        context: Context<'_>,
        proposed: &Proposed,
    ) -> Result<Effect, Refusal> {
        // What could not be done now is not even proposed; it is looked at again when approved.
        let done = self.clone().carry_out(context, context.by, proposed, Stage::Proposed)?;
        self.proposals_made += 1;
        let number = ProposalNumber(self.proposals_made);
        let by = context.by.clone();
        self.put_proposal(Proposal { number, proposed: proposed.clone(), by, is_open: true });
        let (table, round) = (done.table, done.round);
        Ok(Effect { proposal: Some(number), table, round, ..Effect::default() })
    }

    pub(super) fn approve(
        &mut self,
        context: Context<'_>,
        number: ProposalNumber,
    ) -> Result<Effect, Refusal> {
        let mut proposal = self.proposal(number)?.clone();
        if proposal.by == *context.by {
            return Err(Refusal::SamePerson(proposal.by));
        }
        let effect = self.carry_out(context, &proposal.by, &proposal.proposed, Stage::Approved)?;
        let effect = match &proposal.proposed {
            Proposed::BackOut { .. } => self.with_steps(effect, &rulebook::Moment::AwardBackedOut),
            _ => effect,
        };
        proposal.is_open = false;
        self.put_proposal(proposal);
        Ok(effect)
    }

    /// Does what one supervisor proposed and another asks for.
    fn carry_out(
        &mut self,
        context: Context<'_>,
        proposer: &PersonId,
        proposed: &Proposed,
        stage: Stage,
    ) -> Result<Effect, Refusal> {
        must_be_countable(proposed)?;
        let moves = match proposed {
            Proposed::Adjust { meter, amount, reason } => {
                must_have_reason(reason)?;
                let before = self.live_meter(meter)?.clone();
                must_cover(before.totals.display, -*amount)?;
                let mut after = before.clone();
                after.adjust(*amount);
                self.put_all([(before, after)])?
            }
            Proposed::ReleaseOverflow { meter, amount, reason } => {
                must_have_reason(reason)?;
                let before = self.live_meter(meter)?.clone();
                must_cover(before.totals.overflow, *amount)?;
                let mut after = before.clone();
                after.release_overflow(*amount);
                self.put_all([(before, after)])?
            }
            Proposed::Transfer { from, to, amount, petition } => {
                self.transfer(context, from, to, *amount, petition)?
            }
            Proposed::Reschedule { meter, criteria, petition } => {
                self.reschedule(meter, criteria, petition)?
            }
            Proposed::BackOut { award, reason } => {
                return self.back_out(context, proposer, *award, reason);
            }
            Proposed::PayOther { award, amount, paid, reason } => {
                let table = self.award(*award)?.table.clone();
                return self.agreed_at(context, &table, stage, |transaction| {
                    transaction.pay_other(proposer, *award, (*amount, *paid), reason)
                });
            }
            Proposed::Override { table, round, saw, reason } => {
                let (by, approved_by) = (proposer.clone(), context.by.clone());
                let agreed = OverrideAgreed { by, approved_by, at: context.at };
                return self.agreed_at(context, table, stage, |transaction| {
                    transaction.override_keys(*round, saw, reason, agreed)
                });
            }
            Proposed::AddSupervisor { person, name, secret } => {
                return self.add_supervisor(person, name, *secret);
            }
            Proposed::ResetSecret { person, secret } => {
                return self.reset_secret(proposer, person, *secret);
            }
            Proposed::VerifyEvery { days, .. } => return self.verify_every(*days),
        };
        Ok(Effect { moves, ..Effect::default() })
    }

    /// What two supervisors agreed on about a table's round: it is done there, and the round that waits for it goes on.
    fn agreed_at(
        &mut self,
        context: Context<'_>,
        table: &TableId,
        stage: Stage,
        agreed: impl FnOnce(&mut Transaction<'_>) -> Result<(), Refusal>,
    ) -> Result<Effect, Refusal> {
        let mut transaction = self.transaction(context, table, None)?;
        agreed(&mut transaction)?;
        if stage == Stage::Approved {
            transaction.go_on()?;
        }
        Ok(transaction.close())
    }

    /// The same effect with the steps that were done for it outside a round, at a table with seats.
    fn with_steps(&self, mut effect: Effect, at: &rulebook::Moment) -> Effect {
        let table = effect.table.as_ref().and_then(|id| self.tables.get(id));
        let table = table.filter(|table| table.has_seats());
        effect.steps.extend(table.into_iter().flat_map(|table| steps_outside(table, at)));
        effect
    }

    /// Another schedule for a meter [PRG-11]: no table plays on it meanwhile.
    fn reschedule(
        &mut self,
        id: &MeterId,
        criteria: &Criteria,
        petition: &str,
    ) -> Result<Vec<Move>, Refusal> {
        must_have_reason(petition)?;
        let mut meter = self.live_meter(id)?.clone();
        check_criteria(criteria)?;
        must_have_no_tables(&meter)?;
        if meter.criteria == *criteria {
            return Err(Refusal::NothingChanges);
        }
        meter.criteria = criteria.clone();
        meter.terms.reset = criteria.seed.unwrap_or(meter.terms.reset);
        self.put_meter(meter);
        Ok(Vec::new())
    }

    /// A paid award is undone [PRG-10]. What came off the meter goes back to it; for what the tray paid
    /// the record is all there is.
    fn back_out(
        &mut self,
        context: Context<'_>,
        proposer: &PersonId,
        number: AwardNumber,
        reason: &str,
    ) -> Result<Effect, Refusal> {
        must_have_reason(reason)?;
        let mut award = self.paid_award(number)?.clone();
        let round = self.table(&award.table)?.keypad_round();
        if round.is_some_and(|round| round.played.number == award.round) {
            return Err(Refusal::RoundOpen(award.table.clone()));
        }
        let mut moves = Vec::new();
        if award.is_from_meter() {
            let before = self.live_meter(&award.meter)?.clone();
            let mut meter = before.clone();
            // Shared top awards put one seed in: it stays as long as one of them stands.
            let is_other = |other: &&Arc<progressive::Award>| {
                other.number != number
                    && other.is_top()
                    && (&other.table, other.round) == (&award.table, award.round)
            };
            let keeps_seed = award.house_procedure == HouseProcedure::Split
                && self.paid.values().any(|other| is_other(&other));
            let reset = award.reset.as_ref().filter(|_| !keeps_seed);
            match context.rules.figures_from_first_key() {
                true => meter.back_out(&award, reset),
                false => former::back_out(&mut meter, &award, reset),
            }
            moves.push(House::moved(&before.totals, &mut meter));
            self.put_meter(meter);
        }
        let Standing::Paid { paid, differs, .. } = award.standing else {
            return Err(Refusal::NotPaid(number));
        };
        award.standing = Standing::BackedOut {
            paid,
            differs,
            undone: BackedOut {
                by: proposer.clone(),
                approved_by: context.by.clone(),
                at: context.at,
                reason: reason.to_owned(),
            },
        };
        let (table, round) = (Some(award.table.clone()), Some(award.round));
        self.put_award(award.clone());
        Ok(Effect { moves, awards: vec![award], table, round, ..Effect::default() })
    }

    fn transfer(
        &mut self,
        context: Context<'_>,
        from: &MeterId,
        to: &MeterId,
        amount: Option<MeterUnits>,
        petition: &str,
    ) -> Result<Vec<Move>, Refusal> {
        must_have_reason(petition)?;
        let (source, target) = (self.live_meter(from)?.clone(), self.live_meter(to)?.clone());
        if from == to {
            return Err(Refusal::SameMeter);
        }
        let (mut giver, mut taker) = (source.clone(), target.clone());
        self.must_have_same_stakes(context, from, &mut taker)?;
        match amount {
            Some(amount) => {
                must_cover(source.totals.display, amount)?;
                giver.adjust(-amount);
                taker.adjust(amount);
            }
            None => {
                must_have_no_tables(&source)?;
                if source.totals.pending > MeterUnits::ZERO {
                    let pending = self.awards.values().filter(|award| award.meter == *from);
                    return Err(Refusal::AwardsPending(
                        pending.map(|award| award.number).collect(),
                    ));
                }
                let owed = giver.empty();
                if owed == MeterUnits::ZERO {
                    return Err(Refusal::NothingChanges);
                }
                taker.adjust(owed);
                giver.is_closed = true;
            }
        }
        self.put_all([(source, giver), (target, taker)])
    }

    /// Puts changed meters in place and says what moved.
    fn put_all<const N: usize>(
        &mut self,
        mut changes: [(Meter, Meter); N],
    ) -> Result<Vec<Move>, Refusal> {
        let moved = |(before, after): &mut (Meter, Meter)| House::moved(&before.totals, after);
        let moves: Vec<Move> = changes.iter_mut().map(moved).collect();
        // A sign at its limit accepts no more of the overflow.
        if moves.iter().all(|moved| moved.transfers.is_empty()) {
            return Err(Refusal::NothingChanges);
        }
        for (_, after) in changes {
            self.put_meter(after);
        }
        Ok(moves)
    }
}

/// Whether a proposal is only made, or approved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Proposed,
    Approved,
}

pub(super) fn must_have_reason(reason: &str) -> Result<(), Refusal> {
    if reason.trim().is_empty() { Err(Refusal::NoReason) } else { Ok(()) }
}

/// The most that a term or a proposal may say. Far above any meter, and far below what a 64-bit
/// count of millionths of a dollar holds: an absurd amount is refused, never overflowed.
const AMOUNT_MAX: Cents = Cents::dollars(1_000_000_000);
/// A cent more: what an absurd amount is cut to before it is counted in smaller units.
const MORE_THAN_MAX: Cents = Cents::new(AMOUNT_MAX.get() + 1);

fn must_be_countable(proposed: &Proposed) -> Result<(), Refusal> {
    let amount = match proposed {
        Proposed::Adjust { amount, .. } | Proposed::ReleaseOverflow { amount, .. } => Some(*amount),
        Proposed::Transfer { amount, .. } => *amount,
        Proposed::PayOther { paid, .. } => {
            Some(MeterUnits::from((*paid).clamp(-MORE_THAN_MAX, MORE_THAN_MAX)))
        }
        Proposed::Reschedule { .. }
        | Proposed::BackOut { .. }
        | Proposed::Override { .. }
        | Proposed::AddSupervisor { .. }
        | Proposed::ResetSecret { .. }
        | Proposed::VerifyEvery { .. } => None,
    };
    let most = MeterUnits::from(AMOUNT_MAX);
    match amount.filter(|amount| *amount > most || *amount < -most) {
        Some(amount) => Err(Refusal::TooMuch { amount, most }),
        None => Ok(()),
    }
}

fn must_have_no_tables(meter: &Meter) -> Result<(), Refusal> {
    if meter.tables.is_empty() {
        return Ok(());
    }
    let tables = meter.tables.iter().cloned().collect();
    Err(Refusal::TablesOpen { meter: meter.id.clone(), tables })
}

/// An amount to be taken must be something, and there; one to be added only something.
fn must_cover(has: MeterUnits, taken: MeterUnits) -> Result<(), Refusal> {
    if taken == MeterUnits::ZERO {
        return Err(Refusal::NothingChanges);
    }
    if taken > has { Err(Refusal::WouldBeNegative { shows: has, amount: taken }) } else { Ok(()) }
}

/// A meter is for a schedule with rows and a wager [PRG-12].
fn check_criteria(criteria: &Criteria) -> Result<(), Refusal> {
    let wrong = match () {
        () if criteria.schedule.trim().is_empty() => "a meter is for one schedule [PRG-12]",
        () if criteria.rows.is_empty() => "a schedule needs rows",
        () if criteria.wager <= Cents::ZERO => "the posted wager must be greater than zero",
        () if criteria.wager > AMOUNT_MAX => "an amount is over a billion dollars",
        () => return Ok(()),
    };
    Err(Refusal::BadTerms(wrong))
}

/// Where the rule states the seed, it is that [PRG-8].
fn must_have_seed(criteria: &Criteria, seeds: &[Cents]) -> Result<(), Refusal> {
    match criteria.seed {
        Some(seed) if seeds.iter().any(|given| *given != seed) => {
            Err(Refusal::SeedFixed { schedule: criteria.schedule.clone(), seed })
        }
        Some(_) | None => Ok(()),
    }
}

/// Only tables that post a meter's schedule and wager, and win with the same hands, open on it [PRG-12].
fn must_be_for(meter: &Meter, posts: Criteria) -> Result<(), Refusal> {
    let is = &meter.criteria;
    let is_same = (&is.schedule, is.wager) == (&posts.schedule, posts.wager);
    if is_same && is.has_same_rows(&posts) {
        return Ok(());
    }
    let (meter, is) = (meter.id.clone(), Box::new(is.clone()));
    Err(Refusal::OtherSchedule { meter, is, posts: Box::new(posts) })
}

fn check_terms(terms: &Terms) -> Result<(), Refusal> {
    let whole = terms.contribution.basis_points() + terms.reserve.basis_points();
    let amounts = [terms.base, terms.reset, terms.reasonable];
    let is_absurd = |amount: &Cents| *amount > AMOUNT_MAX;
    let wrong = match () {
        () if terms.base < Cents::ZERO => "the base is negative",
        () if terms.reset < Cents::ZERO => "the reset is negative",
        () if terms.reasonable <= Cents::ZERO => "the reasonable total must be greater than zero",
        () if amounts.iter().chain(&terms.limit).any(is_absurd) => {
            "an amount is over a billion dollars"
        }
        () if i64::from(whole) > money::Rate::WHOLE => {
            "contribution and reserve add up to more than 100%"
        }
        () => return Ok(()),
    };
    Err(Refusal::BadTerms(wrong))
}
