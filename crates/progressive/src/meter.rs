//! A meter: its terms, its running totals, and every way in which its money moves.
//!
//! The law of conservation (P3): at every moment
//! `seeds + contributions + adjustments = display + reserve + overflow + paid + pending`,
//! to the last unit. Every movement here keeps it; [`Meter::balances`] says so.

use std::collections::{BTreeSet, VecDeque};

use money::{Cents, MeterUnits, Rate, Rounding};
use serde::{Deserialize, Serialize};

use crate::ids::{AwardNumber, MeterId, Moment, Seat, TableId, as_text};

/// What a meter is run by (P1).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Terms {
    /// What it starts at.
    #[serde(with = "as_text")]
    pub base: Cents,
    /// What it restarts at after a 100% award, for the nominal wager [PRG-7].
    #[serde(with = "as_text")]
    pub reset: Cents,
    /// The wager that `reset` is for.
    #[serde(with = "as_text")]
    pub nominal: Cents,
    /// The share of each wager that goes to the display.
    #[serde(with = "as_text")]
    pub contribution: Rate,
    /// The share of each wager that goes to the hidden reserve.
    #[serde(with = "as_text")]
    pub reserve: Rate,
    /// The most that the display may show; what comes above it goes to the overflow (P4).
    #[serde(with = "as_text::option", default)]
    pub limit: Option<Cents>,
    /// The most that one round may bet: more is refused as unreasonable (P1).
    #[serde(with = "as_text")]
    pub reasonable: Cents,
}

impl Terms {
    /// Terms of a meter with this seed: 25% of each dollar to the display, nothing to the reserve
    /// [PRG-8].
    pub fn with_seed(seed: Cents) -> Terms {
        Terms {
            base: seed,
            reset: seed,
            nominal: Cents::dollars(1),
            contribution: Rate::percent(25).expect("a quarter is a rate"),
            reserve: Rate::ZERO,
            limit: None,
            reasonable: Cents::dollars(7_000),
        }
    }
}

/// Where the money of a meter is, and where it came from (P2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Totals {
    /// Put in by the house: the base and every reset.
    #[serde(with = "as_text")]
    pub seeds: MeterUnits,
    /// Put in by wagers.
    #[serde(with = "as_text")]
    pub contributions: MeterUnits,
    /// Put in or taken out by corrections and transfers.
    #[serde(with = "as_text")]
    pub adjustments: MeterUnits,
    /// What the sign shows.
    #[serde(with = "as_text")]
    pub display: MeterUnits,
    /// What is hidden for the next reset.
    #[serde(with = "as_text")]
    pub reserve: MeterUnits,
    /// What came above the limit.
    #[serde(with = "as_text")]
    pub overflow: MeterUnits,
    /// What was awarded and paid.
    #[serde(with = "as_text")]
    pub paid: MeterUnits,
    /// What was keyed and waits to be verified.
    #[serde(with = "as_text")]
    pub pending: MeterUnits,
}

impl Totals {
    const NONE: Totals = Totals {
        seeds: MeterUnits::ZERO,
        contributions: MeterUnits::ZERO,
        adjustments: MeterUnits::ZERO,
        display: MeterUnits::ZERO,
        reserve: MeterUnits::ZERO,
        overflow: MeterUnits::ZERO,
        paid: MeterUnits::ZERO,
        pending: MeterUnits::ZERO,
    };

    /// Does what came in equal what is there and what went out (P3)?
    pub fn balance(&self) -> bool {
        let sources = self.seeds + self.contributions + self.adjustments;
        let uses = self.display + self.reserve + self.overflow + self.paid + self.pending;
        sources == uses
    }
}

/// A hit as the history keeps it (P2).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct Hit {
    pub award: AwardNumber,
    pub at: Moment,
    pub table: TableId,
    pub seat: Seat,
    pub hand: String,
    #[serde(with = "as_text")]
    pub amount: Cents,
}

/// How many hits a meter remembers by itself; the ledger remembers all.
const HITS_KEPT: usize = 25;

/// A meter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Meter {
    /// Its name.
    pub id: MeterId,
    /// What it is run by.
    pub terms: Terms,
    /// Where its money is.
    pub totals: Totals,
    /// How often its top award was won, and verified.
    pub top_hits: u64,
    /// How many awards came off it, and were verified.
    pub hits: u64,
    /// How often it was reseeded.
    pub resets: u64,
    /// What wagers have put in since it was last reseeded.
    #[serde(with = "as_text")]
    pub since_reset: MeterUnits,
    /// The last hits, the newest first.
    pub last_hits: VecDeque<Hit>,
    /// The tables open on it.
    pub tables: BTreeSet<TableId>,
    /// Why it takes no bets, if it does not (F3).
    pub fault: Option<String>,
    /// Is it closed for good?
    pub is_closed: bool,
}

/// What a reset added, to be taken back if the award is voided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Reset {
    /// The seed put in.
    #[serde(with = "as_text")]
    pub seed: MeterUnits,
    /// The reserve that went to the display.
    #[serde(with = "as_text")]
    pub reserve: MeterUnits,
    /// What wagers had put in before it.
    #[serde(with = "as_text")]
    pub since: MeterUnits,
    /// The meter's count of resets after it.
    pub number: u64,
}

impl Meter {
    /// A new meter, at its base.
    pub(crate) fn new(id: MeterId, terms: Terms) -> Meter {
        let base = MeterUnits::from(terms.base);
        let totals = Totals { seeds: base, display: base, ..Totals::NONE };
        let mut meter = Meter {
            id,
            terms,
            totals,
            top_hits: 0,
            hits: 0,
            resets: 0,
            since_reset: MeterUnits::ZERO,
            last_hits: VecDeque::new(),
            tables: BTreeSet::new(),
            fault: None,
            is_closed: false,
        };
        meter.overflow();
        meter
    }

    /// Does the law of conservation hold, and is nothing negative that cannot be?
    pub fn balances(&self) -> bool {
        let totals = &self.totals;
        let never_negative = [totals.reserve, totals.overflow, totals.paid, totals.pending];
        totals.balance() && never_negative.iter().all(|amount| *amount >= MeterUnits::ZERO)
    }

    /// Adds the shares of a wager, to the last fraction of a cent.
    pub(crate) fn contribute(&mut self, wager: Cents) {
        let display = self.terms.contribution.of(wager);
        let reserve = self.terms.reserve.of(wager);
        self.totals.contributions += display + reserve;
        self.since_reset += display + reserve;
        self.totals.display += display;
        self.totals.reserve += reserve;
        self.overflow();
    }

    /// Takes the shares of a wager back, from the overflow first if they went there [GEN-12].
    pub(crate) fn take_back(&mut self, wager: Cents) {
        let display = self.terms.contribution.of(wager);
        let reserve = self.terms.reserve.of(wager);
        self.totals.contributions -= display + reserve;
        self.since_reset -= display + reserve;
        let from_overflow = self.totals.overflow.min(display);
        self.totals.overflow -= from_overflow;
        self.totals.display -= display - from_overflow;
        // A reserve that a reset has moved to the display meanwhile is taken from there.
        let from_reserve = self.totals.reserve.min(reserve);
        self.totals.reserve -= from_reserve;
        self.totals.display -= reserve - from_reserve;
    }

    /// What above the limit is on the display goes to the overflow (P4).
    fn overflow(&mut self) {
        let Some(limit) = self.terms.limit.map(MeterUnits::from) else { return };
        if self.totals.display > limit {
            self.totals.overflow += self.totals.display - limit;
            self.totals.display = limit;
        }
    }

    /// Freezes a share of the display, whole cents of it [PRG-4].
    pub(crate) fn freeze(&mut self, share: Rate) -> Cents {
        let amount = self.totals.display.share(share, Rounding::Down);
        self.freeze_amount(amount);
        amount
    }

    pub(crate) fn freeze_amount(&mut self, amount: Cents) {
        self.totals.display -= MeterUnits::from(amount);
        self.totals.pending += MeterUnits::from(amount);
    }

    /// Restarts the meter at seed and reserve, beside the fraction of a cent that stayed [PRG-3].
    pub(crate) fn reset(&mut self, seed: Cents) -> Reset {
        let (seed, reserve) = (MeterUnits::from(seed), self.totals.reserve);
        self.totals.seeds += seed;
        self.totals.reserve = MeterUnits::ZERO;
        self.totals.display += seed + reserve;
        self.resets += 1;
        let since = std::mem::replace(&mut self.since_reset, MeterUnits::ZERO);
        self.overflow();
        Reset { seed, reserve, since, number: self.resets }
    }

    /// Lets a frozen amount flow back. The reset that went with it is taken back if the meter was
    /// not reset again since and still has what was put in; else it stays.
    pub(crate) fn unfreeze(&mut self, amount: Cents, reset: Option<Reset>) {
        self.totals.pending -= MeterUnits::from(amount);
        self.totals.display += MeterUnits::from(amount);
        if let Some(reset) = reset
            && reset.number == self.resets
            && self.totals.display >= reset.seed + reset.reserve
        {
            self.totals.display -= reset.seed + reset.reserve;
            self.totals.seeds -= reset.seed;
            self.totals.reserve += reset.reserve;
            self.since_reset += reset.since;
            self.resets -= 1;
        }
        self.overflow();
    }

    /// A verified award is paid.
    pub(crate) fn pay(&mut self, hit: Hit, is_top: bool) {
        let amount = MeterUnits::from(hit.amount);
        self.totals.pending -= amount;
        self.totals.paid += amount;
        self.hits += 1;
        self.top_hits += u64::from(is_top);
        self.last_hits.push_front(hit);
        self.last_hits.truncate(HITS_KEPT);
    }

    /// Adds to or takes from the display by a correction or a transfer.
    pub(crate) fn adjust(&mut self, amount: MeterUnits) {
        self.totals.adjustments += amount;
        self.totals.display += amount;
        self.overflow();
    }

    /// Moves money from the overflow to the display, as far as the limit lets it.
    pub(crate) fn release_overflow(&mut self, amount: MeterUnits) {
        self.totals.overflow -= amount;
        self.totals.display += amount;
        self.overflow();
    }

    /// Is there money on it that players put in since its top award was last won [PRG-11]?
    pub fn owes_players(&self) -> bool {
        let totals = &self.totals;
        let owed = [totals.pending, totals.overflow, totals.reserve, self.since_reset];
        owed.iter().any(|amount| *amount > MeterUnits::ZERO)
    }

    /// Takes everything off it, pending awards apart.
    pub(crate) fn empty(&mut self) -> MeterUnits {
        let totals = &mut self.totals;
        let owed = totals.display + totals.reserve + totals.overflow;
        totals.adjustments -= owed;
        (totals.display, totals.reserve, totals.overflow) =
            (MeterUnits::ZERO, MeterUnits::ZERO, MeterUnits::ZERO);
        self.since_reset = MeterUnits::ZERO;
        owed
    }

    /// Everything that is owed to players: what would be transferred with the meter [PRG-11].
    pub fn liability(&self) -> MeterUnits {
        let totals = &self.totals;
        totals.display + totals.reserve + totals.overflow + totals.pending
    }
}
