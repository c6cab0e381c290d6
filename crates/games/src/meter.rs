//! What a round does to a progressive meter: contributions, awards, envy. The meter itself is the
//! caller's; its value is supplied, and what came of it is handed back.

use arrayvec::ArrayVec;
use money::{Cents, MeterUnits, Odds, Rate, Rounding};
use rulebook::{Judged, Order, Progressive};

use crate::paytable::{PayTable, RowId};
use crate::table::CiteId;

/// A meter before a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meter {
    /// What the sign shows.
    pub display: MeterUnits,
    /// The hidden reserve.
    pub reserve: MeterUnits,
}

/// What a round did to its meter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeterMove {
    /// The display before the round.
    pub before: MeterUnits,
    /// What went to the display.
    pub contributed: MeterUnits,
    /// What was paid off the meter.
    pub awarded: MeterUnits,
    /// The display after the round.
    pub after: MeterUnits,
    /// The reserve after the round.
    pub reserve_after: MeterUnits,
}

/// How several meter awards of one round are paid [PRG-5].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HouseProcedure {
    /// Counter-clockwise, each from the meter as the one before left it.
    Sequential,
    /// Equal top awards share the meter.
    Split,
}

/// How much a progressive bet is [ED-3].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BetSize {
    /// So much and nothing else.
    Exactly(Cents),
    /// The schedule's nominal wager or a multiple of it [PRG-18].
    MultipleOf(Cents),
    /// Whatever the table posts.
    Posted,
}

/// The progressive of a table as posted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PostedProgressive {
    /// What its hands pay.
    pub table: PayTable,
    /// In which order its hands are ranked.
    pub order: Order,
    /// Which cards it looks at.
    pub judged: Judged,
    /// Its seed and rates.
    pub terms: Progressive,
    /// How several meter awards of a round are paid.
    pub procedure: HouseProcedure,
    /// How much a bet on it is.
    pub size: BetSize,
    /// What orders the size.
    pub(crate) size_cite: CiteId,
}

/// A winning progressive wager: whose, how much, on which row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Claim {
    pub(crate) stake: Cents,
    pub(crate) row: RowId,
}

/// A meter during a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RunningMeter {
    before: Meter,
    display: MeterUnits,
    reserve: MeterUnits,
    contributed: MeterUnits,
    awarded: MeterUnits,
}

impl RunningMeter {
    pub(crate) fn new(before: Meter) -> RunningMeter {
        RunningMeter {
            before,
            display: before.display,
            reserve: before.reserve,
            contributed: MeterUnits::ZERO,
            awarded: MeterUnits::ZERO,
        }
    }

    /// Posts a wager's contributions when bets are locked [PRG-1].
    pub(crate) fn contribute(&mut self, terms: &Progressive, wager: Cents) {
        let contribution = terms.contribution.of(wager);
        self.contributed += contribution;
        self.display += contribution;
        self.reserve += terms.reserve.of(wager);
    }

    /// Takes a wager's contributions back: a dead hand [CS-7].
    pub(crate) fn reverse(&mut self, terms: &Progressive, wager: Cents) {
        let contribution = terms.contribution.of(wager);
        self.contributed -= contribution;
        self.display -= contribution;
        self.reserve -= terms.reserve.of(wager);
    }

    /// Puts the meter back to where it was: a misdeal [GEN-12].
    pub(crate) fn void(&mut self) {
        *self = RunningMeter::new(self.before);
    }

    pub(crate) fn done(&self) -> MeterMove {
        MeterMove {
            before: self.before.display,
            contributed: self.contributed,
            awarded: self.awarded,
            after: self.display,
            reserve_after: self.reserve,
        }
    }

    /// What each claim is paid, in the order of paying.
    pub(crate) fn awards(
        &mut self,
        posted: &PostedProgressive,
        claims: &[Claim],
    ) -> ArrayVec<Cents, 7> {
        let odds = |claim: &Claim| posted.table.row(claim.row).odds;
        let is_top = |claim: &&Claim| odds(claim) == Odds::Share(Rate::ALL);
        let top: ArrayVec<&Claim, 7> = claims.iter().filter(is_top).collect();
        let mut pool: Option<Cents> = None;
        let mut awards = ArrayVec::new();
        for claim in claims {
            let award = match odds(claim) {
                Odds::Share(rate) if rate == Rate::ALL => match posted.procedure {
                    HouseProcedure::Sequential => self.take_all(posted, claim.stake),
                    HouseProcedure::Split => {
                        // All share what the first of them would have won; odd cents are his.
                        let whole = pool.is_none();
                        let pool = *pool.get_or_insert_with(|| self.take_all(posted, claim.stake));
                        let winners = top.len() as i64;
                        let odd = if whole { pool.get() % winners } else { 0 };
                        Cents::new(pool.get() / winners + odd)
                    }
                },
                Odds::Share(rate) => {
                    let award = self.display.share(rate, Rounding::Down);
                    self.display -= MeterUnits::from(award);
                    self.awarded += MeterUnits::from(award);
                    award
                }
                odds => odds
                    .returned_with_meter(claim.stake, posted.terms.nominal, self.display)
                    .expect("a stake that would be paid a fraction of a cent is refused"),
            };
            awards.push(award);
        }
        awards
    }

    /// Pays the whole display in whole cents and resets it to seed plus reserve [PRG-3]; the
    /// fraction of a cent stays.
    fn take_all(&mut self, posted: &PostedProgressive, stake: Cents) -> Cents {
        let award = self.display.to_cents(Rounding::Down);
        let fraction = self.display - MeterUnits::from(award);
        self.awarded += MeterUnits::from(award);
        self.display = scaled_seed(&posted.terms, stake) + self.reserve + fraction;
        self.reserve = MeterUnits::ZERO;
        award
    }
}

/// The seed in proportion to the winner's wager over the nominal one [PRG-7].
fn scaled_seed(terms: &Progressive, stake: Cents) -> MeterUnits {
    let seed = i128::from(MeterUnits::from(terms.seed).get());
    let scaled = seed * i128::from(stake.get()) / i128::from(terms.nominal.get().max(1));
    MeterUnits::new(i64::try_from(scaled).expect("a seed is far below what a meter can hold"))
}

/// An envy amount in proportion to the winner's own wager over the nominal one [PRG-7].
pub(crate) fn scaled_envy(terms: &Progressive, envy: Cents, stake: Cents) -> Cents {
    let scaled =
        i128::from(envy.get()) * i128::from(stake.get()) / i128::from(terms.nominal.get().max(1));
    Cents::new(i64::try_from(scaled).expect("envy is far below what money can hold"))
}
