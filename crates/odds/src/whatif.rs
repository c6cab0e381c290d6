//! What if a row paid something else? Schedules changed by the user, schedules of his own, and the
//! pay that comes nearest to an edge.

use std::str::FromStr;

use money::{Odds, OddsError, Ratio};
use rulebook::{HandType, Order, Part, Row, Rulebook, Schedule};

use crate::analysis::{Analysis, Ask, AskError, analyse, is_decided};
use crate::exact::Exact;
use crate::game::Progress;
use crate::subject::Subject;
use num_traits::{Signed as _, Zero as _};

/// A change of one row: `flush=5 to 1`, `three-card: flush=4 to 1`, `two pair=nothing`, or with a
/// free pay `flush=?`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The line whose table is changed, where a schedule has more than one.
    pub line: Option<String>,
    /// The hand, in the rulebook's words.
    pub hand: String,
    /// What it pays.
    pub pays: NewPay,
}

/// What a changed row pays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NewPay {
    /// These odds.
    Odds(Odds),
    /// Nothing: there is no such row.
    Nothing,
    /// To be found.
    Free,
}

/// A change that cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum WhatIfError {
    #[error(
        "\"{0}\" is no change of a row: write one like \"flush=5 to 1\", \"two pair=nothing\" or \"flush=?\""
    )]
    NoChange(String),
    #[error(transparent)]
    Odds(#[from] OddsError),
    #[error("{schedule} has no table for {line}; it pays {known}")]
    NoSuchLine { schedule: String, line: String, known: String },
    #[error("no row can be \"{hand}\" there; a row can be {known}")]
    NoSuchHand { hand: String, known: String },
    #[error("only a progressive can pay \"{0}\"")]
    NeedsAMeter(Odds),
    #[error("{0} has no pay table to change")]
    NoTable(String),
    #[error("one row must be free, as in --pay \"flush=?\": {0} are")]
    NotOneFree(usize),
    #[error("the free row pays a share of the meter: what it returns is set by the meter")]
    FreeShare,
    #[error("no pay up to {most} to 1 comes near: the edge would still be {edge}")]
    OutOfReach { most: u32, edge: String },
    #[error(transparent)]
    Ask(#[from] AskError),
}

impl FromStr for Change {
    type Err = WhatIfError;

    fn from_str(text: &str) -> Result<Change, WhatIfError> {
        let error = || WhatIfError::NoChange(text.to_owned());
        let (row, pays) = text.split_once('=').ok_or_else(error)?;
        let (line, hand) = match row.split_once(':') {
            Some((line, hand)) => (Some(line.trim().to_owned()), hand),
            None => (None, row),
        };
        let hand = hand.trim().to_lowercase();
        if hand.is_empty() {
            return Err(error());
        }
        let pays = match pays.trim() {
            "?" => NewPay::Free,
            "nothing" | "none" | "" => NewPay::Nothing,
            odds => NewPay::Odds(odds.parse()?),
        };
        Ok(Change { line, hand, pays })
    }
}

/// The hand of an order that these words name.
pub(crate) fn hand_of(order: Order, words: &str) -> Result<HandType, WhatIfError> {
    let known = HandType::of_order(order);
    known
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(words))
        .map(|(_, hand)| *hand)
        .ok_or_else(|| {
            let known: Vec<&str> = known.iter().map(|(words, _)| *words).collect();
            WhatIfError::NoSuchHand { hand: words.to_owned(), known: known.join(", ") }
        })
}

/// The part of a schedule that a change is about: the one named, else the first that has the row,
/// else the first that could have it.
fn part_of(schedule: &Schedule, change: &Change) -> Result<usize, WhatIfError> {
    if let Some(line) = &change.line {
        return schedule.parts.iter().position(|part| part.pays(line)).ok_or_else(|| {
            let known: Vec<&str> =
                schedule.parts.iter().flat_map(|part| &part.lines).map(String::as_str).collect();
            let (schedule, line) = (schedule.id.clone(), line.clone());
            WhatIfError::NoSuchLine { schedule, line, known: known.join(", ") }
        });
    }
    let first =
        schedule.parts.first().ok_or_else(|| WhatIfError::NoTable(schedule.wager.clone()))?;
    let has = |part: &Part| {
        part.rows.iter().any(|row| row.hand.words().eq_ignore_ascii_case(&change.hand))
    };
    let could = |part: &Part| hand_of(part.order, &change.hand).is_ok();
    let place = schedule.parts.iter().position(has);
    match place.or_else(|| schedule.parts.iter().position(could)) {
        Some(place) => Ok(place),
        None => hand_of(first.order, &change.hand).map(|_| 0),
    }
}

/// Puts a row where it belongs among the others, best first, or takes it out.
fn set_row(part: &mut Part, hand: HandType, pays: Option<Odds>) {
    let place = part.rows.iter().position(|row| row.hand == hand);
    match (place, pays) {
        (Some(place), Some(pays)) => {
            part.rows[place].pays = pays;
            part.rows[place].printed = None;
        }
        (Some(place), None) => drop(part.rows.remove(place)),
        (None, None) => {}
        (None, Some(pays)) => {
            let order: Vec<HandType> =
                HandType::of_order(part.order).into_iter().map(|(_, hand)| hand).collect();
            let rank = |hand: HandType| order.iter().position(|known| *known == hand);
            let below = part.rows.iter().position(|row| rank(row.hand) > rank(hand));
            let row = Row { hand, pays, printed: None, envy: None };
            part.rows.insert(below.unwrap_or(part.rows.len()), row);
        }
    }
}

/// A schedule with some rows changed; free rows stay as they are.
pub fn changed(schedule: &Schedule, changes: &[Change]) -> Result<Schedule, WhatIfError> {
    let mut schedule = schedule.clone();
    for change in changes {
        let place = part_of(&schedule, change)?;
        let is_progressive = schedule.progressive.is_some();
        let part = &mut schedule.parts[place];
        let hand = hand_of(part.order, &change.hand)?;
        match change.pays {
            NewPay::Odds(odds @ (Odds::Share(_) | Odds::Dollars(_))) if !is_progressive => {
                return Err(WhatIfError::NeedsAMeter(odds));
            }
            NewPay::Odds(odds) => set_row(part, hand, Some(odds)),
            NewPay::Nothing => set_row(part, hand, None),
            NewPay::Free => {}
        }
    }
    Ok(schedule)
}

/// Analyses a schedule that is not, or not so, in the rulebook.
pub fn analyse_changed(
    book: &Rulebook,
    subject: &Subject,
    schedule: &Schedule,
    ask: &Ask,
    progress: &dyn Progress,
) -> Result<Vec<Analysis>, WhatIfError> {
    let book = book.with_schedule(subject.game(), schedule);
    let subject = subject.reopened(&book);
    let ask = Ask {
        wager: Some(schedule.wager.clone()),
        schedule: Some(schedule.id.clone()),
        ..ask.clone()
    };
    Ok(analyse(&subject, &ask, progress)?)
}

/// The largest pay that is tried.
const MOST: u32 = 1_000_000;

/// The pay of the one free row whose edge comes nearest to a target, and the analysis with it.
///
/// The edge never grows with the pay: a straight line without decisions, and with them a player who
/// adapts can only gain.
pub fn nearest(
    book: &Rulebook,
    subject: &Subject,
    schedule: &Schedule,
    changes: &[Change],
    target: &Exact,
    ask: &Ask,
    progress: &dyn Progress,
) -> Result<(Odds, Analysis), WhatIfError> {
    let free: Vec<&Change> = changes.iter().filter(|c| c.pays == NewPay::Free).collect();
    let [free] = free.as_slice() else { return Err(WhatIfError::NotOneFree(free.len())) };
    let schedule = changed(schedule, changes)?;
    let kind = free_kind(&schedule, free)?;
    let with = |pay: u32| -> Result<(Odds, Analysis), WhatIfError> {
        let odds = kind(pay);
        let set = Change { pays: NewPay::Odds(odds), ..(*free).clone() };
        let schedule = changed(&schedule, &[set])?;
        let analysis = analyse_changed(book, subject, &schedule, ask, progress)?.swap_remove(0);
        Ok((odds, analysis))
    };
    let (low, high) = if is_decided(subject, &schedule) {
        bisected(target, &with)?
    } else {
        straight_line(target, &with)?
    };
    let [low, high] = [with(low)?, with(high)?];
    let distance = |found: &(Odds, Analysis)| (found.1.house_edge() - target).abs();
    Ok(if distance(&high) < distance(&low) { high } else { low })
}

/// How a pay of so many is written for the free row: as it is printed, "to 1" for a new one.
fn free_kind(schedule: &Schedule, free: &Change) -> Result<impl Fn(u32) -> Odds, WhatIfError> {
    let part = &schedule.parts[part_of(schedule, free)?];
    let hand = hand_of(part.order, &free.hand)?;
    let printed = part.rows.iter().find(|row| row.hand == hand).map(|row| row.pays);
    if matches!(printed, Some(Odds::Share(_))) {
        return Err(WhatIfError::FreeShare);
    }
    let is_for = matches!(printed, Some(Odds::For(_)))
        || printed.is_none() && schedule.progressive.is_some();
    let is_dollars = matches!(printed, Some(Odds::Dollars(_)));
    Ok(move |pay: u32| {
        let ratio = Ratio::new(pay, 1).expect("one is no zero");
        match () {
            () if is_dollars => Odds::Dollars(money::Cents::dollars(i64::from(pay))),
            () if is_for => Odds::For(ratio),
            () => Odds::To(ratio),
        }
    })
}

type With<'w> = dyn Fn(u32) -> Result<(Odds, Analysis), WhatIfError> + 'w;

/// The two whole pays around the one that meets the target, where the edge is a straight line.
fn straight_line(target: &Exact, with: &With<'_>) -> Result<(u32, u32), WhatIfError> {
    let [one, two] = [with(1)?.1.house_edge(), with(2)?.1.house_edge()];
    let slope = &one - &two;
    if slope == Exact::zero() {
        return Ok((1, 1));
    }
    let meets: Exact = (&one - target) / slope + crate::exact::whole(1);
    let low = meets.floor().to_integer().try_into().unwrap_or(if meets > one { MOST } else { 1 });
    let low = u32::clamp(low, 1, MOST - 1);
    Ok((low, low + 1))
}

/// The same where the player adapts to the pay: by halving.
fn bisected(target: &Exact, with: &With<'_>) -> Result<(u32, u32), WhatIfError> {
    let is_below = |pay: u32| Ok::<bool, WhatIfError>(with(pay)?.1.house_edge() <= *target);
    if is_below(1)? {
        return Ok((1, 1));
    }
    let (mut low, mut high) = (1, 2);
    while !is_below(high)? {
        if high >= MOST {
            let edge = crate::exact::percent(&with(high)?.1.house_edge(), 4);
            return Err(WhatIfError::OutOfReach { most: MOST, edge });
        }
        (low, high) = (high, (high * 4).min(MOST));
    }
    while high - low > 1 {
        let middle = low.midpoint(high);
        if is_below(middle)? { high = middle } else { low = middle }
    }
    Ok((low, high))
}
