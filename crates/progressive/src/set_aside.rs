//! What the keyed awards of one round take from a meter [PRG-5] [PRG-19].
//!
//! The first key of a round freezes what the sign shows. From then on the round's awards are figured
//! from that amount, last seat first, however its keys are pressed, turned off and pressed again:
//!
//! 1. What the round has set aside goes back to the display; with what the sign shows it is all that
//!    the round may take. Money that another table's award took is gone from there already.
//! 2. Last seat first, each award takes what it is worth, as far as that money goes. A top award puts
//!    one seed in, with the reserve, unless the round has put it in already.
//! 3. A seed too many, because a top award was turned off or voided, comes back out of the display as
//!    far as the display holds it. What it does not hold stays with the house's seeds and is counted.
//!
//! Step 1 takes (3) of the ruling at its word: what the sign shows includes seeds that this round's own top awards put
//! in. If another table has taken part of what a top award is worth, figuring again lets that award take the round's own
//! seed, too: in the ruling's fourth example, any further key at A raises seat 2 from $15,000 to $25,000.

use money::{Cents, MeterUnits, Rate, Rounding};
use serde::{Deserialize, Serialize};

use crate::ids::as_text;
use crate::meter::{Meter, Reset, TakenBack};
use crate::table::HouseProcedure;

/// What the sign showed and the reserve held at a round's first key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Frozen {
    #[serde(with = "as_text")]
    display: MeterUnits,
    #[serde(with = "as_text")]
    reserve: MeterUnits,
}

impl Frozen {
    fn of(meter: &Meter) -> Frozen {
        Frozen { display: meter.totals.display, reserve: meter.totals.reserve }
    }
}

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
    fn is_top(&self) -> bool {
        self.share == Rate::ALL
    }
}

/// What an award came to.
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
    /// Has the round done nothing to its meter yet?
    pub fn is_none(&self) -> bool {
        *self == SetAside::default()
    }

    /// Display and reserve at the first key, from which the round's awards are computed.
    pub fn frozen(&self) -> Option<(MeterUnits, MeterUnits)> {
        self.frozen.map(|Frozen { display, reserve }| (display, reserve))
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
        let Frozen { display, reserve } = *self.frozen.get_or_insert_with(|| Frozen::of(meter));
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
                self.resets.push(meter.reset());
            }
        }
        while self.resets.len() > seeds_for(tops, procedure) {
            let reset = self.resets.pop().expect("there is one more than needed");
            meter.take_reset_back(&reset);
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
        let Frozen { display, reserve } = *self.frozen.get_or_insert_with(|| Frozen::of(meter));
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
            meter.top_up_to(due);
            meter.set_aside(due);
            tops += usize::from(claim.is_top());
            if claim.is_top() && seeds_for(tops, procedure) > self.resets.len() {
                self.resets.push(meter.reset());
            }
        }
        meter.overflow();
    }

    /// What a returned wager had put on the sign is not won any more: the sign is taken as if the wager
    /// had not been made [CS-7].
    pub fn take_back(&mut self, taken: TakenBack) {
        if let Some(frozen) = &mut self.frozen {
            // Where other tables had won even that, nothing is left to take off.
            frozen.display = (frozen.display - taken.display).max(MeterUnits::ZERO);
            frozen.reserve = (frozen.reserve - taken.reserve).max(MeterUnits::ZERO);
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
