//! What if a row paid something else? Schedules and pays changed by the user. The pay that meets an edge is found in
//! `target.rs`.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use games::OpenError;
use money::{Odds, OddsError, Ratio};
use rulebook::{HandType, Order, Part, Row, Rulebook, Schedule};

use crate::analysis::{Analysis, Ask, AskError, analyse};
use crate::game::{Progress, game};
use crate::subject::Subject;

/// A change of one pay: of a row `flush=5 to 1`, `three-card: flush=4 to 1`, `two pair=nothing`; of
/// an outcome that no hand decides `tie=1 to 1`; of a line that pays from some hand on `ante:
/// straight or better=1 to 1`; or with a free pay `flush=?`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The line whose table is changed, where a schedule has more than one.
    pub line: Option<String>,
    /// The hand, in the rulebook's words, or the key of a pay.
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

impl fmt::Display for NewPay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NewPay::Odds(odds) => odds.fmt(f),
            NewPay::Nothing => f.pad("nothing"),
            NewPay::Free => f.pad("?"),
        }
    }
}

/// A change that cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum WhatIfError {
    #[error(
        "cannot read \"{0}\": write a change like \"flush=5 to 1\", \"two pair=nothing\" or \"flush=?\""
    )]
    NoChange(String),
    #[error(transparent)]
    Odds(#[from] OddsError),
    #[error("{schedule} has no table for {line}; it pays {known}")]
    NoSuchLine { schedule: String, line: String, known: String },
    #[error("there is no row or pay \"{hand}\" here; {known}")]
    NoSuchHand { hand: String, known: String },
    #[error("only a progressive can pay \"{0}\"")]
    NeedsAMeter(Odds),
    #[error("\"{0}\" is changed twice")]
    Twice(String),
    #[error("{schedule} has no row \"{hand}\" to remove")]
    NoRowToRemove { schedule: String, hand: String },
    #[error("\"{hand}\" has no effect on {wager}{why}")]
    NoEffect { hand: String, wager: String, why: String },
    #[error("exactly one row must be free, as in --pay \"flush=?\"; {0} are")]
    NotOneFree(usize),
    #[error("one row or two must be free, as in --pay \"flush=?\"; {0} are")]
    NotOneOrTwoFree(usize),
    #[error("the free row pays a share of the meter, so its return depends on the meter")]
    FreeShare,
    #[error("no pay brings the edge down to {target}: with {pays} it is still {edge}")]
    TooLow { target: String, pays: String, edge: String },
    #[error("no pay brings the edge up to {target}: with {pays} it is {edge} already")]
    TooHigh { target: String, pays: String, edge: String },
    #[error("{}", list(.0))]
    Open(Vec<OpenError>),
    #[error(transparent)]
    Ask(#[from] AskError),
}

fn list(errors: &[OpenError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
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

/// A wager as the user changed it: its schedule, and what the section pays where no hand decides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Changed {
    /// The schedule.
    pub schedule: Schedule,
    /// Pays by key.
    pub(crate) pays: BTreeMap<String, Odds>,
    /// Terms by key: the lowest hand of a line that pays from some hand on.
    pub(crate) terms: BTreeMap<String, &'static str>,
}

impl From<Schedule> for Changed {
    fn from(schedule: Schedule) -> Changed {
        Changed { schedule, pays: BTreeMap::new(), terms: BTreeMap::new() }
    }
}

/// What a change is about.
pub(crate) enum Target {
    /// A row of the part with this place.
    Row(usize, HandType),
    /// A pay of the section.
    Pay(String),
    /// A line that pays from some hand on: the lowest hand that is paid.
    Floor(&'static Floor, &'static str),
}

/// A line that pays every hand from some hand on.
pub(crate) struct Floor {
    pub(crate) line: &'static str,
    /// The term that names the hand.
    pub(crate) term: &'static str,
    /// The pay.
    pub(crate) pay: &'static str,
}

/// The ante of Texas Hold'em Bonus [THB-2].
pub(crate) const FLOORS: &[Floor] =
    &[Floor { line: "ante", term: "ante-pays-from", pay: "win-ante" }];

/// The hands that a row of a table can name: those of its order or, for a table of patterns, of its own rows.
pub(crate) fn hands_of(part: &Part) -> Vec<(&'static str, HandType)> {
    let own = part.rows.iter().map(|row| (row.hand.words(), row.hand));
    if part.order == Order::Pattern { own.collect() } else { HandType::of_order(part.order) }
}

/// The hand that these words name in a table.
pub(crate) fn hand_of(part: &Part, words: &str) -> Result<HandType, WhatIfError> {
    let known = hands_of(part);
    known
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(words))
        .map(|(_, hand)| *hand)
        .ok_or_else(|| {
            let known: Vec<&str> = known.iter().map(|(words, _)| *words).collect();
            let known = format!("a row can be {}", known.join(", "));
            WhatIfError::NoSuchHand { hand: words.to_owned(), known }
        })
}

/// What a change is about: a line that pays from some hand on, a row, or a pay of the section.
pub(crate) fn target(
    subject: &Subject,
    schedule: &Schedule,
    change: &Change,
) -> Result<Target, WhatIfError> {
    if let Some(floor) = floor_of(subject, change) {
        let words = change.hand.strip_suffix("or better").map(str::trim_end);
        let known = categories();
        return known.iter().find(|known| Some(**known) == words).map_or_else(
            || {
                let known = format!(
                    "write \"{}: flush or better\", or another of {}",
                    floor.line,
                    known.join(", ")
                );
                Err(WhatIfError::NoSuchHand { hand: change.hand.clone(), known })
            },
            |words| Ok(Target::Floor(floor, words)),
        );
    }
    let key = subject.section().pays.iter().find(|pay| pay.key == change.hand);
    match row_of(schedule, change) {
        Ok((part, hand)) => Ok(Target::Row(part, hand)),
        Err(_) if change.line.is_none() && key.is_some() => Ok(Target::Pay(change.hand.clone())),
        Err(error) => Err(with_pays(subject, schedule, error)),
    }
}

/// The line that a change is about, if it pays from some hand on.
fn floor_of(subject: &Subject, change: &Change) -> Option<&'static Floor> {
    let line = change.line.as_ref()?;
    let floor = FLOORS.iter().find(|floor| floor.line == line)?;
    subject.section().term(floor.term).map(|_| floor)
}

/// The kinds of five-card hands, in the rulebook's words.
pub(crate) fn categories() -> Vec<&'static str> {
    let is_category = |hand: &HandType| matches!(hand, HandType::Category(..));
    let all = HandType::of_order(Order::FiveCard).into_iter();
    all.filter(|(_, hand)| is_category(hand)).map(|(words, _)| words).collect()
}

/// An error that names the pays of the wager too, where no row was found.
fn with_pays(subject: &Subject, schedule: &Schedule, error: WhatIfError) -> WhatIfError {
    let WhatIfError::NoSuchHand { hand, mut known } = error else { return error };
    let keys: Vec<&str> = pays_of(subject, &schedule.wager).map(|pay| pay.key.as_str()).collect();
    if !keys.is_empty() {
        let joint = if known.is_empty() { "" } else { "; " };
        known.push_str(&format!("{joint}a pay can be {}", keys.join(", ")));
    }
    for floor in FLOORS.iter().filter(|floor| subject.section().term(floor.term).is_some()) {
        known.push_str(&format!("; or write \"{}: straight or better=1 to 1\"", floor.line));
    }
    WhatIfError::NoSuchHand { hand, known }
}

/// The pays of the section that a wager can meet.
pub(crate) fn pays_of<'s>(
    subject: &'s Subject,
    wager: &str,
) -> impl Iterator<Item = &'s rulebook::Pay> + use<'s> {
    let rides_on = game(subject.game()).and_then(|game| game.rides_on(wager));
    let wagers = subject.section().wagers.iter();
    let met = wagers.filter(|known| known.id == wager || Some(known.id.as_str()) == rides_on);
    let lines: Vec<&str> = met.flat_map(|wager| &wager.lines).map(String::as_str).collect();
    let pays = subject.section().pays.iter();
    pays.filter(move |pay| pay.lines.iter().any(|line| lines.contains(&line.as_str())))
}

/// The row that a change is about: in the part named, else in the first that has it, else in the
/// first that could have it.
fn row_of(schedule: &Schedule, change: &Change) -> Result<(usize, HandType), WhatIfError> {
    let place = match &change.line {
        Some(line) => schedule.parts.iter().position(|part| part.pays(line)).ok_or_else(|| {
            let known: Vec<&str> =
                schedule.parts.iter().flat_map(|part| &part.lines).map(String::as_str).collect();
            let (schedule, line) = (schedule.id.clone(), line.clone());
            WhatIfError::NoSuchLine { schedule, line, known: known.join(", ") }
        })?,
        None => {
            let has = |part: &Part| {
                part.rows.iter().any(|row| row.hand.words().eq_ignore_ascii_case(&change.hand))
            };
            let could = |part: &Part| hand_of(part, &change.hand).is_ok();
            let place = schedule.parts.iter().position(has);
            place.or_else(|| schedule.parts.iter().position(could)).unwrap_or(0)
        }
    };
    let part = schedule.parts.get(place).ok_or_else(|| WhatIfError::NoSuchHand {
        hand: change.hand.clone(),
        known: String::new(),
    })?;
    Ok((place, hand_of(part, &change.hand)?))
}

/// Puts a row where it belongs among the others, best first, or takes it out. Says whether there was
/// one.
fn set_row(part: &mut Part, hand: HandType, pays: Option<Odds>) -> bool {
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
    place.is_some()
}

/// A wager with some pays changed; free ones stay as they are.
pub fn changed(
    subject: &Subject,
    schedule: &Schedule,
    changes: &[Change],
) -> Result<Changed, WhatIfError> {
    let mut changed = Changed::from(schedule.clone());
    for (place, change) in changes.iter().enumerate() {
        let same = |other: &&Change| (&other.line, &other.hand) == (&change.line, &change.hand);
        if changes[..place].iter().any(|other| same(&other)) {
            return Err(WhatIfError::Twice(change.hand.clone()));
        }
        changed.apply(subject, change)?;
    }
    Ok(changed)
}

impl Changed {
    pub(crate) fn apply(&mut self, subject: &Subject, change: &Change) -> Result<(), WhatIfError> {
        let is_progressive = self.schedule.progressive.is_some();
        let pays = match change.pays {
            NewPay::Odds(odds @ (Odds::Share(_) | Odds::Dollars(_))) if !is_progressive => {
                return Err(WhatIfError::NeedsAMeter(odds));
            }
            NewPay::Odds(odds) => Some(odds),
            NewPay::Nothing => None,
            NewPay::Free => {
                if let Target::Floor(floor, words) = target(subject, &self.schedule, change)? {
                    self.terms.insert(floor.term.to_owned(), words);
                }
                return Ok(());
            }
        };
        match target(subject, &self.schedule, change)? {
            Target::Row(place, hand) => {
                let was_there = set_row(&mut self.schedule.parts[place], hand, pays);
                if pays.is_none() && !was_there {
                    let (schedule, hand) = (self.schedule.id.clone(), change.hand.clone());
                    return Err(WhatIfError::NoRowToRemove { schedule, hand });
                }
            }
            Target::Pay(key) => self.set_pay(subject, key, pays)?,
            Target::Floor(floor, words) => {
                self.terms.insert(floor.term.to_owned(), words);
                self.set_pay(subject, floor.pay.to_owned(), pays)?;
            }
        }
        Ok(())
    }

    fn set_pay(
        &mut self,
        subject: &Subject,
        key: String,
        pays: Option<Odds>,
    ) -> Result<(), WhatIfError> {
        if !pays_of(subject, &self.schedule.wager).any(|pay| pay.key == key) {
            let wager = self.schedule.wager.clone();
            return Err(WhatIfError::NoEffect { hand: key, wager, why: String::new() });
        }
        let nothing = || Odds::For(Ratio::new(0, 1).expect("the denominator is not zero"));
        self.pays.insert(key, pays.unwrap_or_else(nothing));
        Ok(())
    }

    /// A subject under the rulebook with the changes.
    pub(crate) fn subject(
        &self,
        book: &Rulebook,
        subject: &Subject,
    ) -> Result<Subject, WhatIfError> {
        let book = self.book(book, subject.game());
        subject.reopened(&book).map_err(WhatIfError::Open)
    }

    /// The rulebook with the changes.
    fn book(&self, book: &Rulebook, game: &str) -> Rulebook {
        let mut book = book.of_game(game);
        if !self.schedule.parts.is_empty() {
            book = book.with_schedule(game, &self.schedule);
        }
        for (key, &pays) in &self.pays {
            book = book.with_pay(game, key, pays);
        }
        for (key, value) in &self.terms {
            book = book.with_term(game, key, value);
        }
        book
    }
}

/// Analyzes a wager whose pays differ from the rulebook's.
pub fn analyse_changed(
    book: &Rulebook,
    subject: &Subject,
    changed: &Changed,
    ask: &Ask,
    progress: &dyn Progress,
) -> Result<Vec<Analysis>, WhatIfError> {
    let subject = changed.subject(book, subject)?;
    let wager = changed.schedule.wager.clone();
    let ask = Ask {
        wager: Some(wager.clone()),
        schedule: Some(changed.schedule.id.clone()),
        ..ask.clone()
    };
    let analyses = analyse(&subject, &ask, progress)?;
    match changed.pays.keys().find(|key| !subject.has_asked_for(key)) {
        Some(key) => {
            let why = " under the options posted".to_owned();
            Err(WhatIfError::NoEffect { hand: key.clone(), wager, why })
        }
        None => Ok(analyses),
    }
}
