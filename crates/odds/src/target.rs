//! The pay of a free row that brings the house edge to a target: the exact pay, and the odds that a house can post on
//! either side of it.
//!
//! What a player gets back is convex in a pay and made of straight pieces: it rises by the weight of the pay, and where
//! the player adapts it rises faster. So each solve gives the line on which the edge falls, and Newton's method finds the
//! postable odds around the target in a few steps.

use std::collections::BTreeMap;

use money::{Cents, Odds, OddsKind, Ratio};
use num_traits::{Signed as _, ToPrimitive as _, Zero as _};
use rulebook::{Rulebook, Schedule};

use crate::analysis::{Analysis, Ask, AskError};
use crate::exact::{Exact, fraction, percent, whole};
use crate::game::Progress;
use crate::gradient::Paid;
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
    /// Is the edge a straight line between the two postable odds? If not, the player adapts there.
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

/// Pays of two free rows that meet a target together.
#[derive(Clone, PartialEq, Debug)]
pub struct TargetLine {
    /// How much less the second row pays for each unit more on the first, with the edge the same and no decision changed;
    /// nothing if the second row is never paid.
    pub exchange: Option<Exact>,
    /// What the first row can pay, and what the second one then pays.
    pub points: Vec<(NewPay, TargetEdge)>,
}

/// What is searched in: a wager whose other pays are settled.
pub(crate) struct Search<'s> {
    pub(crate) book: &'s Rulebook,
    pub(crate) subject: &'s Subject,
    pub(crate) changed: Changed,
    pub(crate) ask: &'s Ask,
    pub(crate) progress: &'s dyn Progress,
}

impl Search<'_> {
    /// The wager with another pay; a row that is new and pays nothing is no row.
    fn with(&self, free: &Change, pays: NewPay, is_new: bool) -> Result<Changed, WhatIfError> {
        let mut changed = self.changed.clone();
        if !(is_new && pays == NewPay::Nothing) {
            changed.apply(self.subject, &Change { pays, ..free.clone() })?;
        }
        Ok(changed)
    }

    fn analyze(&self, free: &Change, pays: NewPay, is_new: bool) -> Result<Analysis, WhatIfError> {
        let changed = self.with(free, pays, is_new)?;
        let analyses = analyse_changed(self.book, self.subject, &changed, self.ask, self.progress)?;
        Ok(analyses.into_iter().next().expect("a wager under one schedule is analyzed"))
    }

    /// The pay of a free row that meets a target.
    pub(crate) fn target(&self, free: &Change, edge: &Exact) -> Result<TargetEdge, WhatIfError> {
        let row = FreeRow::of(self, free)?;
        let mut climb = Climb { target: edge, row, search: self, known: BTreeMap::new() };
        let (low, high) = climb.around()?;
        let (exact, is_straight) = climb.exact(low, high)?;
        let postable = |rung: u32| {
            let pays = climb.row.ladder.pays(rung);
            let point = climb.known.get(&rung).expect("its edge was asked for");
            Postable { pays, analysis: point.analysis.clone() }
        };
        let (above, below) = (postable(low), postable(high));
        Ok(TargetEdge { target: edge.clone(), exact, is_straight, above, below })
    }

    /// Pays of two free rows that meet a target: the first goes through whole pays from nothing on as far as the other
    /// can follow.
    pub(crate) fn line(
        &self,
        [first, second]: [&Change; 2],
        edge: &Exact,
    ) -> Result<TargetLine, WhatIfError> {
        let row = FreeRow::of(self, first)?;
        let (mut points, mut exchange) = (Vec::new(), None);
        let mut refused = None;
        for amount in WHOLE_PAYS {
            let pays = row.ladder.pays(row.ladder.at(&whole(amount)));
            let changed = self.with(first, pays, row.is_new)?;
            let found = Search { changed, ..*self }.target(second, edge);
            match found {
                Ok(found) => {
                    let weight = |of: &Change| weight_of(&found.below.analysis, of);
                    if exchange.is_none() && pays != NewPay::Nothing && !weight(second).is_zero() {
                        exchange = Some(weight(first) / weight(second));
                    }
                    points.push((pays, found));
                }
                // The more the first row pays, the less is left for the other.
                Err(error @ WhatIfError::TooHigh { .. }) => {
                    refused = Some(error);
                    break;
                }
                Err(error @ WhatIfError::TooLow { .. }) => refused = Some(error),
                Err(error) => return Err(error),
            }
        }
        match refused {
            Some(error) if points.is_empty() => Err(error),
            _ => Ok(TargetLine { exchange, points }),
        }
    }

    fn point(&self, row: &FreeRow, free: &Change, at: &Exact) -> Result<Point, WhatIfError> {
        let pays = NewPay::Odds(row.ladder.odds(at));
        Ok(Point::of(self.analyze(free, pays, row.is_new)?, free))
    }
}

/// Are two edges one, but for the rounding of doubles?
fn is_equal(point: &Point, one: &Exact, other: &Exact) -> bool {
    match point.analysis.arithmetic {
        crate::Arithmetic::Fractions => one == other,
        crate::Arithmetic::Doubles => (one - other).abs() < fraction(1, 1_000_000_000_000i64),
    }
}

/// The whole pays that the first of two free rows is tried at.
const WHOLE_PAYS: [i64; 16] = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 30, 50];

/// Parts of a unit at which a pay is tried to find where the player adapts.
const FINE: i64 = 100;

/// The most that a pay is tried at: a million times the stake.
const MOST: i64 = 1_000_000;

/// The wager with some pay: its edge, and the weight of the pay.
struct Point {
    analysis: Analysis,
    edge: Exact,
    weight: Exact,
}

fn weight_of(analysis: &Analysis, free: &Change) -> Exact {
    let is_free = |paid: &&Paid| {
        let is_line = free.line.is_none() || paid.line.is_none() || paid.line == free.line;
        is_line && paid.hand.eq_ignore_ascii_case(&free.hand)
    };
    let found = analysis.gradient.iter().find(is_free);
    found.map_or_else(Exact::zero, |paid| paid.weight.clone())
}

impl Point {
    fn of(analysis: Analysis, free: &Change) -> Point {
        let (edge, weight) = (analysis.house_edge(), weight_of(&analysis, free));
        Point { analysis, edge, weight }
    }

    /// The edge on the line through this point.
    fn edge_at(&self, at: &Exact, pay: &Exact) -> Exact {
        &self.edge - &self.weight * (pay - at)
    }

    /// The pay at which that line meets a target; nothing if it never does.
    fn meets(&self, at: &Exact, target: &Exact) -> Option<Exact> {
        (!self.weight.is_zero()).then(|| at + (&self.edge - target) / &self.weight)
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
    Search { book, subject, changed, ask, progress }.target(free, target)
}

/// A row whose pay is to be found.
struct FreeRow {
    ladder: Ladder,
    /// What is posted, unless the row is new.
    posted: Option<(Exact, Odds)>,
    is_new: bool,
    /// The row as the gradient names it.
    free: Change,
}

impl FreeRow {
    /// The free row: paid as it is printed, "to 1" if it is new.
    fn of(search: &Search<'_>, free: &Change) -> Result<FreeRow, WhatIfError> {
        let Search { subject, changed, .. } = search;
        let pay_of = |key: &str| {
            let pay = subject.section().pays.iter().find(|pay| pay.key == key);
            pay.map(|pay| pay.pays)
        };
        let mut named = free.clone();
        let printed = match target(subject, &changed.schedule, free)? {
            Target::Row(place, hand) => {
                let part = &changed.schedule.parts[place];
                named.line = part.lines.first().cloned();
                part.rows.iter().find(|row| row.hand == hand).map(|row| row.pays)
            }
            Target::Pay(key) => pay_of(&key),
            Target::Floor(floor, _) => {
                (named.line, named.hand) = (None, floor.pay.to_owned());
                pay_of(floor.pay)
            }
        };
        let kind = match printed.map(Odds::kind) {
            Some(OddsKind::Share) => return Err(WhatIfError::FreeShare),
            Some(kind @ (OddsKind::For | OddsKind::Dollars)) => kind,
            None if changed.schedule.progressive.is_some() => OddsKind::For,
            Some(OddsKind::To | OddsKind::Push) | None => OddsKind::To,
        };
        let ratio = |ratio: Ratio| fraction(ratio.numerator(), ratio.denominator());
        let posted = printed.and_then(|odds| match odds {
            Odds::To(of) | Odds::For(of) => Some((ratio(of), odds)),
            Odds::Push => Some((whole(0), odds)),
            Odds::Dollars(amount) => Some((crate::exact::of_cents(amount), odds)),
            Odds::Share(_) => None,
        });
        Ok(FreeRow { ladder: Ladder { kind }, posted, is_new: printed.is_none(), free: named })
    }
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

    /// The odds that pay an amount, to the next lower part of a unit.
    fn odds(self, amount: &Exact) -> Odds {
        let ratio = |amount: &Exact| {
            let parts = (amount * whole(FINE)).floor().to_integer().to_u32();
            Ratio::new(parts.unwrap_or(0), FINE as u32).expect("it is not zero")
        };
        match self.kind {
            OddsKind::To if amount.is_negative() => Odds::For(ratio(&(amount + whole(1)))),
            OddsKind::To => Odds::To(ratio(amount)),
            _ => Odds::For(ratio(amount)),
        }
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
        let Some(tenths) = tenths.to_u32() else {
            return if amount.is_positive() { u32::MAX } else { NOTHING };
        };
        if self.kind == OddsKind::Dollars {
            return tenths / 10;
        }
        let within = TENTHS.iter().rposition(|known| *known <= tenths % 10).unwrap_or(0) as u32;
        let step = tenths / 10 * 6 + within;
        if self.kind == OddsKind::To { step + 1 } else { step }
    }

    /// The lowest rung that pays no less than an amount.
    fn up_to(self, amount: &Exact) -> u32 {
        let rung = self.at(amount);
        if rung == u32::MAX || self.amount(rung) >= *amount { rung } else { rung + 1 }
    }

    /// The highest rung that is tried: a million times the stake, or a million dollars.
    pub(crate) fn top(self) -> u32 {
        self.at(&whole(MOST))
    }
}

/// The search for the two rungs around a target.
struct Climb<'c> {
    row: FreeRow,
    target: &'c Exact,
    search: &'c Search<'c>,
    known: BTreeMap<u32, Point>,
}

impl Climb<'_> {
    fn point(&mut self, rung: u32) -> Result<&Point, WhatIfError> {
        if !self.known.contains_key(&rung) {
            let FreeRow { ladder, is_new, free, .. } = &self.row;
            let analysis = self.search.analyze(free, ladder.pays(rung), *is_new)?;
            self.known.insert(rung, Point::of(analysis, free));
        }
        Ok(&self.known[&rung])
    }

    fn edge(&mut self, rung: u32) -> Result<Exact, WhatIfError> {
        Ok(self.point(rung)?.edge.clone())
    }

    /// The highest rung whose edge is at least the target, and the lowest whose edge is at most that: one and the same
    /// where the edge is the target.
    fn around(&mut self) -> Result<(u32, u32), WhatIfError> {
        let (ladder, top) = (self.row.ladder, self.row.ladder.top());
        let posted = self.row.posted.as_ref().map(|(amount, _)| ladder.at(amount));
        let mut rung = posted.unwrap_or_else(|| ladder.at(&whole(1))).clamp(1, top);
        let (mut low, mut high) = (None, None);
        loop {
            let target = self.target.clone();
            let point = self.point(rung)?;
            if point.edge == target {
                return Ok((rung, rung));
            }
            let is_low = point.edge > target;
            let cut = point.meets(&ladder.amount(rung), &target);
            *(if is_low { &mut low } else { &mut high }) = Some(rung);
            // The line meets the target at a pay that is enough: the player does no worse by adapting.
            let next = cut.map_or(if is_low { top } else { 1 }, |cut| ladder.up_to(&cut));
            rung = match (low, high) {
                (Some(low), Some(high)) if high - low <= 1 => return Ok((low, high)),
                (Some(low), Some(high)) => next.clamp(low + 1, high - 1),
                (Some(low), None) if low == top => return Err(self.out_of_reach(top)?),
                (Some(low), None) => next.clamp(low + 1, top),
                (None, Some(high)) if high > 1 => next.clamp(1, high - 1),
                _ => return self.nothing(),
            };
        }
    }

    /// The lowest rung leaves the house less than the target. Without the row it has more, unless another row takes its
    /// hands.
    fn nothing(&mut self) -> Result<(u32, u32), WhatIfError> {
        let (nothing, least) = (self.edge(NOTHING)?, self.edge(NOTHING + 1)?);
        match nothing.cmp(self.target) {
            std::cmp::Ordering::Greater => Ok((NOTHING, NOTHING + 1)),
            std::cmp::Ordering::Equal => Ok((NOTHING, NOTHING)),
            std::cmp::Ordering::Less => {
                Err(self.out_of_reach(if nothing >= least { NOTHING } else { NOTHING + 1 })?)
            }
        }
    }

    /// The pay that meets the target between two rungs, and whether the edge is a straight line there.
    fn exact(&mut self, low: u32, high: u32) -> Result<(Exact, bool), WhatIfError> {
        let ladder = self.row.ladder;
        let (from, mut at) = (ladder.amount(low), ladder.amount(high));
        if low == high {
            return Ok((at, true));
        }
        let (target, low_edge) = (self.target.clone(), self.edge(low)?);
        let above = self.point(high)?;
        let Some(mut cut) = above.meets(&at, &target) else { return Ok((at, false)) };
        let is_straight = is_equal(above, &above.edge_at(&at, &from), &low_edge);
        // Dollars have no decisions, and nothing finer than a rung is posted below a push.
        if is_straight || ladder.kind == OddsKind::Dollars {
            return Ok((cut, is_straight));
        }
        loop {
            let part = fraction(1, FINE);
            let next = (&cut / &part).ceil() * part;
            if next >= at || next <= from {
                break;
            }
            let point = match self.search.point(&self.row, &self.row.free, &next) {
                // Beside pays of some denominators nothing finer can be posted.
                Err(WhatIfError::Ask(AskError::Pays(_))) => break,
                point => point?,
            };
            let Some(nearer) = point.meets(&next, &target) else { break };
            (at, cut) = (next, nearer);
        }
        Ok((cut, is_straight))
    }

    fn out_of_reach(&mut self, rung: u32) -> Result<WhatIfError, WhatIfError> {
        let edge = self.edge(rung)?;
        let is_too_low = edge > *self.target;
        let (target, edge) = (percent(self.target, 4), percent(&edge, 4));
        let pays = self.row.ladder.pays(rung).to_string();
        Ok(match is_too_low {
            true => WhatIfError::TooLow { target, pays, edge },
            false => WhatIfError::TooHigh { target, pays, edge },
        })
    }
}
