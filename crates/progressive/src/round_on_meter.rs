//! What the keyed awards of a round are worth, and what the round does to its meter [PRG-5] [PRG-19].
//!
//! The first key of a round freezes what the sign shows. An award depends on nothing but that amount and the keys that
//! are lit in its round: [`awards`] is a pure function of both. The sign is what it would show without the round, less
//! the round's awards, plus its seeds: [`RoundOnMeter::figure`] undoes everything the round has done to its meter, and
//! takes the awards that are lit now off it, in the order in which they are paid. What the sign lacks, because another
//! table has won that money in the meantime, the house makes up.

use money::{Cents, MeterUnits, Rate, Rounding};
use serde::{Deserialize, Serialize};

use crate::ids::as_text;
use crate::meter::{Account, Meter, Reset, Totals, Transfer, is_zero as no_money};
use crate::posted::HouseProcedure;

/// What the sign showed and the reserve held at a round's first key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Frozen {
    /// What the sign showed.
    #[serde(with = "as_text")]
    pub display: MeterUnits,
    /// What the reserve held: a top award puts it on the sign, with the seed.
    #[serde(with = "as_text")]
    pub reserve: MeterUnits,
}

impl Frozen {
    pub(crate) fn of(meter: &Meter) -> Frozen {
        let Totals { display, reserve, .. } = meter.totals;
        Frozen { display: display.max(MeterUnits::ZERO), reserve }
    }

    /// What it would have been without a wager that was returned [CS-7].
    pub(crate) fn without(self, display: MeterUnits, reserve: MeterUnits) -> Frozen {
        // Where other tables had won even that, nothing is left to take off.
        let less = |held: MeterUnits, taken| (held - taken).max(MeterUnits::ZERO);
        Frozen { display: less(self.display, display), reserve: less(self.reserve, reserve) }
    }
}

/// A key that takes a share of the meter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The share.
    pub share: Rate,
    /// The amount, once it is decided: a verified award keeps it, and so does one that J-POT has recorded.
    pub decided: Option<Cents>,
}

impl Claim {
    /// Whether the award is all of the meter.
    pub fn is_top(&self) -> bool {
        self.share == Rate::ALL
    }
}

/// What an award is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figured {
    /// What the sign shows when its turn comes, from the first key on and without other tables.
    pub before: MeterUnits,
    /// How much it is.
    pub amount: Cents,
    /// What the sign shows then: where the award that is paid next begins.
    pub after: MeterUnits,
    /// What is put on the sign when it is paid: by every top award, or by the last of those that share the meter.
    reseeded: Option<Reseeded>,
}

/// What the sign restarts at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Reseeded {
    seed: MeterUnits,
    reserve: MeterUnits,
}

/// What the awards of a round are worth, as if the keys that are lit had all been pressed at its first key [PRG-19] (1).
/// The claims are in the order of the seats, the last first, and so are the awards.
pub fn awards(
    frozen: Frozen,
    seed: MeterUnits,
    claims: &[Claim],
    procedure: HouseProcedure,
) -> Vec<Figured> {
    let Frozen { display: mut sign, mut reserve } = frozen;
    let nothing = Figured { before: sign, amount: Cents::ZERO, after: sign, reseeded: None };
    let mut figured = vec![nothing; claims.len()];
    let mut tops_to_come = claims.iter().filter(|claim| claim.is_top()).count();
    let mut shares = None;
    for place in order_of_payment(claims, procedure) {
        let (claim, before) = (&claims[place], sign);
        let share = match procedure {
            HouseProcedure::Split if claim.is_top() => shares
                .get_or_insert_with(|| equal_shares(before, tops_to_come))
                .next()
                .expect("each top award has a share"),
            HouseProcedure::Split | HouseProcedure::Sequential => {
                before.share(claim.share, Rounding::Down)
            }
        };
        let amount = claim.decided.unwrap_or(share);
        sign = (before - amount.into()).max(MeterUnits::ZERO);
        tops_to_come -= usize::from(claim.is_top());
        let is_reset =
            claim.is_top() && (procedure == HouseProcedure::Sequential || tops_to_come == 0);
        let reseeded = is_reset.then(|| Reseeded { seed, reserve: std::mem::take(&mut reserve) });
        if let Some(Reseeded { seed, reserve }) = reseeded {
            // All of the meter was paid, but for a fraction of a cent.
            let fraction = before - MeterUnits::from(before.to_cents(Rounding::Down));
            sign = fraction + seed + reserve;
        }
        figured[place] = Figured { before, amount, after: sign, reseeded };
    }
    figured
}

/// Counterclockwise; but the top awards that share the meter are all paid when the first of them is reached [PRG-5].
fn order_of_payment(claims: &[Claim], procedure: HouseProcedure) -> Vec<usize> {
    let mut order: Vec<usize> = (0..claims.len()).collect();
    let first_top = claims.iter().position(Claim::is_top);
    if let (HouseProcedure::Split, Some(first)) = (procedure, first_top) {
        order[first..].sort_by_key(|place| !claims[*place].is_top());
    }
    order
}

/// Equal parts of a meter, all odd cents to the first [PRG-5].
fn equal_shares(meter: MeterUnits, parts: usize) -> impl Iterator<Item = Cents> {
    let (whole, parts) = (meter.to_cents(Rounding::Down).get(), parts as i64);
    (0..parts)
        .map(move |part| Cents::new(whole / parts + if part == 0 { whole % parts } else { 0 }))
}

/// What a round has frozen of its meter, and what its keys have done to it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct RoundOnMeter {
    /// What the meter held at the first key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    frozen: Option<Frozen>,
    /// The money that its keys have moved: awards, seeds, the reserve, top-ups.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    done: Vec<Transfer>,
    /// How often it has reseeded the meter.
    #[serde(default, skip_serializing_if = "is_never")]
    resets: u64,
    /// What wagers had put in before it did.
    #[serde(with = "as_text", default, skip_serializing_if = "no_money")]
    since: MeterUnits,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_never(count: &u64) -> bool {
    *count == 0
}

impl RoundOnMeter {
    /// Whether the round has neither frozen its meter nor changed it.
    pub fn is_none(&self) -> bool {
        *self == RoundOnMeter::default()
    }

    /// What the meter held at the first key, if one was pressed.
    pub fn frozen(&self) -> Option<Frozen> {
        self.frozen
    }

    /// The first key of a round, of any kind, freezes what the sign shows.
    pub fn freeze(&mut self, meter: &Meter) -> Frozen {
        *self.frozen.get_or_insert_with(|| Frozen::of(meter))
    }

    /// What a round has done by the rule of earlier releases: from now on it goes by this one.
    pub(crate) fn taken_over(
        frozen: Option<Frozen>,
        held: Cents,
        resets: &[Reset],
    ) -> RoundOnMeter {
        let sum = |of: fn(&Reset) -> MeterUnits| {
            resets.iter().map(of).fold(MeterUnits::ZERO, |sum, amount| sum + amount)
        };
        let transfer = |(from, to, amount)| Transfer { from, to, amount, not_paid_of: None };
        let done = [
            (Account::Display, Account::Pending, held.into()),
            (Account::Seeds, Account::Display, sum(|reset| reset.seed)),
            (Account::Reserve, Account::Display, sum(|reset| reset.reserve)),
        ];
        let done =
            done.into_iter().map(transfer).filter(|it| it.amount > MeterUnits::ZERO).collect();
        RoundOnMeter { frozen, done, resets: resets.len() as u64, since: sum(|reset| reset.since) }
    }

    /// What the awards of the round are worth; nothing moves. In the older procedure J-POT records them so, and the sign
    /// changes when the key returns to RUN [ED-3].
    pub fn record(
        &mut self,
        meter: &Meter,
        claims: &[Claim],
        procedure: HouseProcedure,
    ) -> Vec<Figured> {
        awards(self.freeze(meter), meter.terms.reset.into(), claims, procedure)
    }

    /// Takes the awards of the round off the sign as they are now: everything that the round has done is undone, then
    /// they come off in the order in which they are paid, and each top award puts a seed in. Where the sign does not
    /// hold what is due, the house makes up the difference [PRG-19] (3).
    pub fn figure(
        &mut self,
        meter: &mut Meter,
        claims: &[Claim],
        procedure: HouseProcedure,
    ) -> Vec<(Figured, Option<Reset>)> {
        let figured = self.record(meter, claims, procedure);
        self.undo(meter);
        self.take_off(meter, claims, procedure, figured)
    }

    /// The same after a wager was returned: the meter is as if it had not been made [CS-7]. All of a round's wagers go
    /// back with a misdeal, and no award is left [GEN-12].
    pub fn return_wager(
        &mut self,
        meter: &mut Meter,
        wager: Cents,
        claims: &[Claim],
        procedure: HouseProcedure,
    ) -> Vec<(Figured, Option<Reset>)> {
        self.undo(meter);
        let taken = meter.take_back(wager);
        let seed = meter.terms.reset.into();
        self.frozen = self.frozen.map(|frozen| frozen.without(taken.display, taken.reserve));
        let frozen = self.frozen.unwrap_or_else(|| Frozen::of(meter));
        let figured = awards(frozen, seed, claims, procedure);
        self.take_off(meter, claims, procedure, figured)
    }

    fn undo(&mut self, meter: &mut Meter) {
        for Transfer { from, to, amount, .. } in self.done.drain(..).rev() {
            // What went above the limit may have been released since.
            let there = if to == Account::Overflow { meter.totals.overflow } else { amount };
            meter.transfer(to, from, amount.min(there));
        }
    }

    /// Takes awards off a meter that the round has done nothing to, and says what each top award put in.
    fn take_off(
        &mut self,
        meter: &mut Meter,
        claims: &[Claim],
        procedure: HouseProcedure,
        figured: Vec<Figured>,
    ) -> Vec<(Figured, Option<Reset>)> {
        let start = meter.moves_made();
        meter.top_up_to(Cents::ZERO, Account::TopUps);
        let (mut resets, mut moved) = (0, MeterUnits::ZERO);
        for place in order_of_payment(claims, procedure) {
            let Figured { amount, reseeded, .. } = figured[place];
            meter.top_up_to(amount, Account::TopUps);
            meter.set_aside(amount);
            if let Some(Reseeded { reserve, .. }) = reseeded {
                resets += 1;
                moved += meter.reseed(reserve);
            }
        }
        meter.overflow();
        self.done = meter.net_since(start);
        self.count(meter, resets);
        // Shared top awards have one seed between them; of several, the first has the reserve with it.
        let seed = meter.terms.reset.into();
        let mut first = Some(Reset { seed, reserve: moved, since: self.since });
        let reset = |claim: &Claim| match procedure {
            _ if !claim.is_top() => None,
            HouseProcedure::Split => first,
            HouseProcedure::Sequential => {
                let later = Reset { seed, reserve: MeterUnits::ZERO, since: MeterUnits::ZERO };
                Some(first.take().unwrap_or(later))
            }
        };
        let resets: Vec<Option<Reset>> = claims.iter().map(reset).collect();
        figured.into_iter().zip(resets).collect()
    }

    /// Notes how often the round has reseeded the meter now.
    fn count(&mut self, meter: &mut Meter, resets: u64) {
        if self.resets == 0 && resets > 0 {
            self.since = std::mem::take(&mut meter.since_reset);
        }
        if self.resets > 0 && resets == 0 {
            meter.since_reset += std::mem::take(&mut self.since);
        }
        meter.resets = meter.resets + resets - self.resets;
        self.resets = resets;
    }
}
