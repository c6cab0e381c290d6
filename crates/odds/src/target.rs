//! The pay of one free row that brings the house edge to a target: the exact pay, and the odds that a house can post on
//! either side of it.
//!
//! The edge never grows with the pay: it falls in a straight line without decisions, and a player who adapts to the pay
//! can only gain. So the postable odds are a ladder, and the two rungs around the target are found by interpolation.

use std::collections::BTreeMap;

use money::{Cents, Odds, OddsKind, Ratio};
use num_traits::{Signed as _, ToPrimitive as _, Zero as _};
use rulebook::{Rulebook, Schedule};

use crate::analysis::{Analysis, Ask, is_decided};
use crate::exact::{Exact, fraction, percent, whole};
use crate::game::Progress;
use crate::subject::Subject;
use crate::whatif::{
    Change, Changed, NewPay, Target, WhatIfError, analyse_changed, changed, target,
};

/// Odds that a house can post, and the figures under them.
#[derive(Clone, PartialEq, Debug)]
pub struct Postable {
    /// What the free row pays.
    pub pays: NewPay,
    /// The wager with that pay.
    pub analysis: Analysis,
}

/// What meets a target edge.
#[derive(Clone, PartialEq, Debug)]
pub struct TargetEdge {
    /// The target.
    pub target: Exact,
    /// The pay that meets the target, as a multiple of the stake (in dollars for a row in dollars).
    pub exact: Exact,
    /// Is the edge a straight line in this pay? If not, the player adapts to it, and `exact` is interpolated between the
    /// two postable odds.
    pub is_straight: bool,
    /// The highest postable odds that leave the house the target or more.
    pub above: Postable,
    /// The lowest postable odds that leave the house the target or less.
    pub below: Postable,
}

impl TargetEdge {
    /// The postable odds whose edge is nearest to the target; of two that are as near, those better for the house.
    pub fn nearest(&self) -> &Postable {
        let distance = |it: &Postable| (it.analysis.house_edge() - &self.target).abs();
        if distance(&self.below) < distance(&self.above) { &self.below } else { &self.above }
    }
}

/// Finds the pay of the one free row among the changes that brings the house edge to a target.
pub fn target_edge(
    book: &Rulebook,
    subject: &Subject,
    schedule: &Schedule,
    changes: &[Change],
    target: &Exact,
    ask: &Ask,
    progress: &dyn Progress,
) -> Result<TargetEdge, WhatIfError> {
    let free: Vec<&Change> = changes.iter().filter(|c| c.pays == NewPay::Free).collect();
    let [free] = free.as_slice() else { return Err(WhatIfError::NotOneFree(free.len())) };
    let changed = changed(subject, schedule, changes)?;
    let (ladder, is_new) = Ladder::of(subject, &changed, free)?;
    let analyze = |rung: u32| -> Result<Analysis, WhatIfError> {
        let mut changed = changed.clone();
        let pays = ladder.pays(rung);
        // A new row that pays nothing is no row.
        if !(is_new && pays == NewPay::Nothing) {
            changed.apply(subject, &Change { pays, ..(*free).clone() })?;
        }
        Ok(analyse_changed(book, subject, &changed, ask, progress)?.swap_remove(0))
    };
    let mut climb = Climb { ladder, target, analyze: &analyze, known: BTreeMap::new() };
    let (low, high) = climb.around()?;
    let (low_edge, high_edge) = (climb.edge(low)?, climb.edge(high)?);
    let exact = climb.meets(low, &low_edge, high, &high_edge);
    let postable = |rung: u32| {
        let analysis = climb.known.get(&rung).expect("its edge was asked for").clone();
        Postable { pays: ladder.pays(rung), analysis }
    };
    let (above, below) = (postable(low), postable(high));
    let is_straight = !is_decided(subject, schedule);
    Ok(TargetEdge { target: target.clone(), exact, is_straight, above, below })
}

/// The odds that a house can post on a row, from nothing up: n to 1, n to 2 and n to 5, or whole dollars.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ladder {
    pub(crate) kind: OddsKind,
}

/// The tenths between two whole pays that n to 2 and n to 5 reach.
const TENTHS: [u32; 6] = [0, 2, 4, 5, 6, 8];

/// The rung of nothing.
const NOTHING: u32 = 0;

impl Ladder {
    /// The ladder of the free row: as it is printed, "to 1" for a new one. Says whether the row is new.
    fn of(
        subject: &Subject,
        changed: &Changed,
        free: &Change,
    ) -> Result<(Ladder, bool), WhatIfError> {
        let pay_of = |key: &str| {
            let pay = subject.section().pays.iter().find(|pay| pay.key == key);
            pay.map(|pay| pay.pays)
        };
        let printed = match target(subject, &changed.schedule, free)? {
            Target::Row(place, hand) => {
                let rows = &changed.schedule.parts[place].rows;
                rows.iter().find(|row| row.hand == hand).map(|row| row.pays)
            }
            Target::Pay(key) => pay_of(&key),
            Target::Floor(floor, _) => pay_of(floor.pay),
        };
        let kind = match printed.map(Odds::kind) {
            Some(OddsKind::Share) => return Err(WhatIfError::FreeShare),
            Some(kind @ (OddsKind::For | OddsKind::Dollars)) => kind,
            None if changed.schedule.progressive.is_some() => OddsKind::For,
            Some(OddsKind::To | OddsKind::Push) | None => OddsKind::To,
        };
        Ok((Ladder { kind }, printed.is_none()))
    }

    /// The tenths of a stake that a rung above nothing pays, in the words of its kind.
    fn tenths(self, rung: u32) -> u32 {
        // "To 1" begins with a push, which "for 1" calls 1 for 1.
        let step = if self.kind == OddsKind::To { rung - 1 } else { rung };
        step / 6 * 10 + TENTHS[step as usize % 6]
    }

    /// What a rung pays.
    pub(crate) fn pays(self, rung: u32) -> NewPay {
        if rung == NOTHING {
            return NewPay::Nothing;
        }
        let ratio = || Ratio::new(self.tenths(rung), 10).expect("ten is not zero");
        NewPay::Odds(match self.kind {
            OddsKind::Dollars => Odds::Dollars(Cents::dollars(i64::from(rung))),
            OddsKind::For => Odds::For(ratio()),
            _ if self.tenths(rung) == 0 => Odds::Push,
            _ => Odds::To(ratio()),
        })
    }

    /// What a rung pays as a number: multiples of the stake, or dollars. Nothing is one stake less than a push.
    fn amount(self, rung: u32) -> Exact {
        match (self.kind, rung) {
            (OddsKind::To, NOTHING) => whole(-1),
            (_, NOTHING) => whole(0),
            (OddsKind::Dollars, rung) => whole(rung),
            (_, rung) => fraction(self.tenths(rung), 10),
        }
    }

    /// The highest rung that pays no more than an amount.
    pub(crate) fn at(self, amount: &Exact) -> u32 {
        let tenths = (amount * whole(10)).floor().to_integer();
        let Some(tenths) = tenths.to_u32() else { return NOTHING };
        if self.kind == OddsKind::Dollars {
            return tenths / 10;
        }
        let within = TENTHS.iter().rposition(|known| *known <= tenths % 10).unwrap_or(0) as u32;
        let step = tenths / 10 * 6 + within;
        if self.kind == OddsKind::To { step + 1 } else { step }
    }

    /// The highest rung that is tried: a million times the stake, or a million dollars.
    pub(crate) fn top(self) -> u32 {
        self.at(&whole(1_000_000))
    }
}

/// The search for the two rungs around a target.
struct Climb<'c> {
    ladder: Ladder,
    target: &'c Exact,
    analyze: &'c dyn Fn(u32) -> Result<Analysis, WhatIfError>,
    known: BTreeMap<u32, Analysis>,
}

impl Climb<'_> {
    fn edge(&mut self, rung: u32) -> Result<Exact, WhatIfError> {
        if !self.known.contains_key(&rung) {
            let analysis = (self.analyze)(rung)?;
            self.known.insert(rung, analysis);
        }
        Ok(self.known[&rung].house_edge())
    }

    /// The pay at which the line through two rungs meets the target.
    fn meets(&self, low: u32, low_edge: &Exact, high: u32, high_edge: &Exact) -> Exact {
        let (from, to) = (self.ladder.amount(low), self.ladder.amount(high));
        let falls = low_edge - high_edge;
        if falls.is_zero() { to } else { &from + (low_edge - self.target) / falls * (to - &from) }
    }

    /// The highest rung whose edge is at least the target, and the lowest whose edge is at most that: one and the same
    /// where the edge is the target.
    fn around(&mut self) -> Result<(u32, u32), WhatIfError> {
        let (mut low, mut high) = self.bracket()?;
        let mut halves = false;
        while high - low > 1 {
            let width = high - low;
            let (low_edge, high_edge) = (self.edge(low)?, self.edge(high)?);
            let guess = match halves {
                true => low.midpoint(high),
                false => self.ladder.at(&self.meets(low, &low_edge, high, &high_edge)),
            };
            let guess = guess.clamp(low + 1, high - 1);
            if self.edge(guess)? > *self.target {
                low = guess;
            } else {
                high = guess;
            }
            // A line that bends leads to small steps: the next one halves what is left.
            halves = !halves && high - low > width / 2;
        }
        if self.edge(low)? == *self.target {
            high = low;
        } else if self.edge(high)? == *self.target {
            low = high;
        }
        Ok((low, high))
    }

    /// Two rungs with the target between them.
    fn bracket(&mut self) -> Result<(u32, u32), WhatIfError> {
        let (nothing, least) = (self.edge(NOTHING)?, self.edge(NOTHING + 1)?);
        // Where another row takes the hands of a row that is gone, nothing on it is not the least.
        let mut low = if nothing >= least { NOTHING } else { NOTHING + 1 };
        if self.edge(low)? < *self.target {
            return Err(self.out_of_reach(low)?);
        }
        let top = self.ladder.top();
        let mut high = self.ladder.at(&whole(1)).max(low + 1);
        while self.edge(high)? > *self.target {
            if high >= top {
                return Err(self.out_of_reach(top)?);
            }
            (low, high) = (high, high.saturating_mul(4).min(top));
        }
        Ok((low, high))
    }

    fn out_of_reach(&mut self, rung: u32) -> Result<WhatIfError, WhatIfError> {
        let edge = self.edge(rung)?;
        let is_too_low = edge > *self.target;
        let (target, edge) = (percent(self.target, 4), percent(&edge, 4));
        let pays = self.ladder.pays(rung).to_string();
        Ok(match is_too_low {
            true => WhatIfError::TooLow { target, pays, edge },
            false => WhatIfError::TooHigh { target, pays, edge },
        })
    }
}
