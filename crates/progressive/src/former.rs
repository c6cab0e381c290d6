//! What keyed awards took from a meter by the rule of earlier releases: the house's own rules before their third
//! revision. Entries of that time replay by it, and nothing else goes by it.
//!
//! It limited what a round may take to what the round had set aside and what the sign shows, so that the order of keys
//! mattered, and a seed that the display did not hold stayed with the house and was counted [`Meter::seeds_left`].

use money::{Cents, MeterUnits, Rate, Rounding};
use serde::{Deserialize, Serialize};

use crate::award::Award;
use crate::meter::{Account, Meter, Reset, TakenBack};
use crate::posted::HouseProcedure;
use crate::round_on_meter::{Frozen, RoundOnMeter};

/// A keyed award on the meter, last seat first among those of its round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Its share of the meter.
    pub share: Rate,
    /// What was set aside for it before; nothing for a new one.
    pub held: Cents,
    /// Whether it is verified: then it keeps what it was paid.
    pub is_final: bool,
}

impl Claim {
    /// Whether the award is all of the meter.
    pub fn is_top(&self) -> bool {
        self.share == Rate::ALL
    }
}

/// The amount of an award.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figured {
    /// The amount it is a share of: the meter after the awards before it in the round.
    pub from: MeterUnits,
    /// How much it is.
    pub amount: Cents,
}

/// A round's hold on its meter.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct SetAside {
    /// What the sign showed at the first key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    frozen: Option<Frozen>,
    /// The seeds that this round's top awards have put in, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    resets: Vec<Reset>,
}

impl SetAside {
    /// Whether the round has done nothing to its meter yet.
    pub fn is_none(&self) -> bool {
        *self == SetAside::default()
    }

    /// Display and reserve at the first key, from which the round's awards are computed.
    pub fn frozen(&self) -> Option<Frozen> {
        self.frozen
    }

    /// From now on the round goes by today's rule; `held` is what its awards have taken off the display.
    pub fn take_over(self, held: Cents) -> RoundOnMeter {
        RoundOnMeter::taken_over(self.frozen, held, &self.resets)
    }

    /// Figures all awards of a round again after one of its keys changed, and moves the money. The
    /// claims are all that are lit now; `released` is what was set aside for those turned off.
    pub fn figure(
        &mut self,
        meter: &mut Meter,
        claims: &[Claim],
        released: Cents,
        procedure: HouseProcedure,
    ) -> Vec<Figured> {
        let Frozen { display, reserve } = *self.frozen.get_or_insert_with(|| as_shown(meter));
        let held: Cents = claims.iter().filter(|claim| !claim.is_final).map(|c| c.held).sum();
        meter.release(held + released);
        let worth = worth(display, reserve, meter.terms.reset.into(), claims, procedure);
        let (mut tops, mut shares) = (0, None);
        let mut figured = Vec::with_capacity(claims.len());
        for (claim, Figured { from, amount }) in claims.iter().zip(worth) {
            let available = meter.totals.display.to_cents(Rounding::Down).max(Cents::ZERO);
            let amount = if claim.is_final {
                claim.held
            } else if claim.is_top() && procedure == HouseProcedure::Split {
                let shares = shares.get_or_insert_with(|| {
                    let shares = shares_of(from, available, claims);
                    meter.set_aside(shares.iter().copied().sum());
                    shares.into_iter()
                });
                shares.next().unwrap_or(Cents::ZERO)
            } else {
                let amount = amount.min(available);
                meter.set_aside(amount);
                amount
            };
            figured.push(Figured { from, amount });
            tops += usize::from(claim.is_top());
            if claim.is_top() && seeds_for(tops, procedure) > self.resets.len() {
                self.resets.push(reset(meter));
            }
        }
        while self.resets.len() > seeds_for(tops, procedure) {
            let reset = self.resets.pop().expect("there is one more than needed");
            take_reset_back(meter, &reset);
        }
        meter.overflow();
        figured
    }

    /// Figures all awards of a round from what the sign showed at J-POT, and moves nothing: the sign changes when the key
    /// returns to RUN [ED-3].
    pub fn record(
        &mut self,
        meter: &Meter,
        claims: &[Claim],
        procedure: HouseProcedure,
    ) -> Vec<Figured> {
        let Frozen { display, reserve } = *self.frozen.get_or_insert_with(|| as_shown(meter));
        let mut figured = worth(display, reserve, meter.terms.reset.into(), claims, procedure);
        if procedure == HouseProcedure::Split {
            let is_open = |claim: &Claim| claim.is_top() && !claim.is_final;
            let open = claims.iter().zip(&mut figured).filter(|(claim, _)| is_open(claim));
            let mut shares = None;
            for (_, Figured { from, amount }) in open {
                let whole = from.to_cents(Rounding::Down);
                let shares =
                    shares.get_or_insert_with(|| shares_of(*from, whole, claims).into_iter());
                *amount = shares.next().unwrap_or(Cents::ZERO);
            }
        }
        figured
    }

    /// Takes the recorded awards of a round off the sign, last seat first, each top award putting a seed in. Where
    /// another table has won that money since J-POT, the house makes up the difference [PRG-19] (3).
    pub fn take_recorded(
        &mut self,
        meter: &mut Meter,
        claims: &[Claim],
        procedure: HouseProcedure,
    ) {
        let is_shared = |claim: &Claim| claim.is_top() && procedure == HouseProcedure::Split;
        let open = || claims.iter().filter(|claim| !claim.is_final);
        // All shared top awards come off when the first of them is reached.
        let mut shared: Cents = open().filter(|c| is_shared(c)).map(|c| c.held).sum();
        let mut tops = 0;
        for claim in claims {
            let due = match claim.is_final {
                true => Cents::ZERO,
                false if is_shared(claim) => std::mem::take(&mut shared),
                false => claim.held,
            };
            meter.top_up_to(due, Account::Seeds);
            meter.set_aside(due);
            tops += usize::from(claim.is_top());
            if claim.is_top() && seeds_for(tops, procedure) > self.resets.len() {
                self.resets.push(reset(meter));
            }
        }
        meter.overflow();
    }

    /// What a returned wager had put on the sign is not won any more: the sign is taken as if the wager
    /// had not been made [CS-7].
    pub fn take_back(&mut self, taken: TakenBack) {
        if let Some(frozen) = &mut self.frozen {
            *frozen = frozen.without(taken.display, taken.reserve);
        }
    }

    /// The seed that the top award in this place put in, counted from the last seat.
    pub fn reset_of(&self, place: usize, procedure: HouseProcedure) -> Option<Reset> {
        let place = match procedure {
            HouseProcedure::Sequential => place,
            HouseProcedure::Split => 0,
        };
        self.resets.get(place).copied()
    }

    /// Undoes everything the round did to its meter: a misdeal [GEN-12].
    pub fn undo(&mut self, meter: &mut Meter, held: Cents) {
        self.figure(meter, &[], held, HouseProcedure::Sequential);
    }
}

/// What a meter holds, even where its display is below zero.
fn as_shown(meter: &Meter) -> Frozen {
    Frozen { display: meter.totals.display, reserve: meter.totals.reserve }
}

/// How many seeds this many top awards put in.
fn seeds_for(tops: usize, procedure: HouseProcedure) -> usize {
    match procedure {
        HouseProcedure::Sequential => tops,
        HouseProcedure::Split => tops.min(1),
    }
}

/// What the top awards that are not verified yet get of a shared meter: equal parts of what is left,
/// all odd cents to the first [PRG-5].
fn shares_of(from: MeterUnits, available: Cents, claims: &[Claim]) -> Vec<Cents> {
    let tops = || claims.iter().filter(|claim| claim.is_top());
    let paid: Cents = tops().filter(|claim| claim.is_final).map(|claim| claim.held).sum();
    let open = tops().filter(|claim| !claim.is_final).count() as i64;
    let whole = (from.to_cents(Rounding::Down) - paid).max(Cents::ZERO).min(available).get();
    let share = |place| Cents::new(whole / open + if place == 0 { whole % open } else { 0 });
    (0..open).map(share).collect()
}

/// What each award is worth if nobody else has touched the meter since the first key, and the amount
/// it is a share of.
fn worth(
    mut display: MeterUnits,
    mut reserve: MeterUnits,
    seed: MeterUnits,
    claims: &[Claim],
    procedure: HouseProcedure,
) -> Vec<Figured> {
    let mut whole: Option<MeterUnits> = None;
    let mut figured = Vec::with_capacity(claims.len());
    for claim in claims {
        // All shared top awards are paid when the first of them is reached.
        let shared = whole.filter(|_| claim.is_top() && procedure == HouseProcedure::Split);
        let from = shared.unwrap_or(display);
        let amount = match claim.is_final {
            true => claim.held,
            false => from.share(claim.share, Rounding::Down),
        };
        figured.push(Figured { from, amount });
        if claim.is_top() && shared.is_none() {
            whole = Some(display);
            let fraction = display - MeterUnits::from(display.to_cents(Rounding::Down));
            display = fraction + seed + reserve;
            reserve = MeterUnits::ZERO;
        } else if !claim.is_top() {
            display -= MeterUnits::from(amount);
        }
    }
    figured
}

/// Restarts a meter at its seed plus all of its reserve.
fn reset(meter: &mut Meter) -> Reset {
    let seed = MeterUnits::from(meter.terms.reset);
    let reserve = meter.reseed(meter.totals.reserve);
    meter.resets += 1;
    Reset { seed, reserve, since: std::mem::take(&mut meter.since_reset) }
}

/// Takes back what a reset put in, the seed first, as far as the display holds it; the rest of the seed stays a house
/// seed and is counted.
fn take_reset_back(meter: &mut Meter, reset: &Reset) {
    let shown = |meter: &Meter| meter.totals.display.max(MeterUnits::ZERO);
    let seed = reset.seed.min(shown(meter));
    meter.transfer(Account::Display, Account::Seeds, seed);
    meter.seeds_left += reset.seed - seed;
    let reserve = reset.reserve.min(shown(meter));
    meter.transfer(Account::Display, Account::Reserve, reserve);
    meter.since_reset += reset.since;
    meter.resets -= 1;
}

/// Undoes an award that was paid, with the seed that it put in as far as the display holds it.
pub fn back_out(meter: &mut Meter, award: &Award, reset: Option<&Reset>) {
    meter.transfer(Account::Adjustments, Account::Display, award.amount.into());
    if let Some(reset) = reset {
        take_reset_back(meter, reset);
    }
    meter.overflow();
    meter.take_hit_back(award);
}
