//! A wager that is asked about again and again, with other pays and options each time. What no pay touches is counted
//! when the lab is opened and stays as long as the lab does.

use std::collections::BTreeMap;

use money::MeterUnits;
use rulebook::{Rulebook, Schedule};

use crate::analysis::{self, Analysis, Ask, AskError};
use crate::compare::Difference;
use crate::exact::Exact;
use crate::game::{Progress, game};
use crate::solution::Solution;
use crate::subject::Subject;
use crate::target::{Search, TargetEdge, TargetLine};
use crate::warm::Held;
use crate::whatif::{Change, Changed, NewPay, WhatIfError, analyse_changed, changed};

/// A wager of a subject, warm.
pub struct Lab {
    book: Rulebook,
    subject: Subject,
    wager: String,
    /// What its figures are computed from.
    _warm: Vec<Held>,
}

/// What a lab starts from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Base {
    /// The first schedule of the rule.
    #[default]
    First,
    /// The schedule with this name.
    Named(String),
    /// A schedule of the user's own.
    Own(Schedule),
}

/// A question to a lab: a schedule, and what is changed about it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WhatIf {
    /// The schedule.
    pub base: Base,
    /// What is paid otherwise.
    pub changes: Vec<Change>,
    /// Options beside those of the lab's subject, or in their place.
    pub options: BTreeMap<String, String>,
    /// A progressive's meter; by default its seed.
    pub meter: Option<MeterUnits>,
    /// How many other seats have a hand that can win envy [PRG-6].
    pub seats: u8,
}

impl WhatIf {
    /// A schedule with some pays changed.
    pub fn with(schedule: Schedule, changes: &[Change]) -> WhatIf {
        WhatIf { base: Base::Own(schedule), changes: changes.to_vec(), ..WhatIf::default() }
    }

    fn ask(&self) -> Ask {
        Ask { meter: self.meter, seats: self.seats, ..Ask::default() }
    }

    fn free(&self) -> Vec<&Change> {
        self.changes.iter().filter(|change| change.pays == NewPay::Free).collect()
    }
}

impl Lab {
    /// Opens a lab for a wager, and counts what its figures are computed from.
    pub fn open(book: &Rulebook, subject: &Subject, wager: &str) -> Result<Lab, AskError> {
        let id = subject.game();
        let game = game(id).ok_or_else(|| AskError::NoSuchGame { game: id.to_owned() })?;
        let known = analysis::wagers(subject);
        if !known.iter().any(|known| known == wager) {
            let (game, wager) = (id.to_owned(), wager.to_owned());
            return Err(AskError::NoSuchWager { game, wager, known: known.join(", ") });
        }
        let _warm = analysis::warm(game, subject, wager);
        let (book, subject) = (book.of_game(id), subject.clone());
        Ok(Lab { book, subject, wager: wager.to_owned(), _warm })
    }

    /// What is analyzed.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// The wager.
    pub fn wager(&self) -> &str {
        &self.wager
    }

    /// The subject under the options asked for, and the wager with its changes; free pays stay as they are.
    fn posed(&self, what: &WhatIf) -> Result<(Subject, Changed), WhatIfError> {
        let subject = match what.options.is_empty() {
            true => self.subject.clone(),
            false => {
                self.subject.with_options(&self.book, &what.options).map_err(WhatIfError::Open)?
            }
        };
        let schedule = match &what.base {
            Base::First => analysis::schedule(&subject, &self.wager, None)?,
            Base::Named(name) => analysis::schedule(&subject, &self.wager, Some(name))?,
            Base::Own(schedule) => schedule.clone(),
        };
        let changed = changed(&subject, &schedule, &what.changes)?;
        Ok((subject, changed))
    }

    /// Every figure, with decisions re-optimized. A wager with more than one reading has more than one analysis.
    pub fn analyse(
        &self,
        what: &WhatIf,
        progress: &dyn Progress,
    ) -> Result<Vec<Analysis>, WhatIfError> {
        let (subject, changed) = self.posed(what)?;
        analyse_changed(&self.book, &subject, &changed, &what.ask(), progress)
    }

    /// The strategy: what to choose, and what each choice is worth.
    pub fn solve(&self, what: &WhatIf, progress: &dyn Progress) -> Result<Solution, WhatIfError> {
        let (subject, changed) = self.posed(what)?;
        let subject = changed.subject(&self.book, &subject)?;
        let schedule =
            Some(changed.schedule.id.as_str()).filter(|_| !changed.schedule.parts.is_empty());
        Ok(analysis::solve(&subject, &self.wager, schedule, None, progress)?)
    }

    /// The decisions that change from one question to another, how often, and with which hands.
    pub fn compare(
        &self,
        before: &WhatIf,
        after: &WhatIf,
        progress: &dyn Progress,
    ) -> Result<Vec<Difference>, WhatIfError> {
        let (subject, changed) = self.posed(before)?;
        if !analysis::is_decided(&subject, &changed.schedule) {
            return Ok(Vec::new());
        }
        let [before, after] = [self.solve(before, progress)?, self.solve(after, progress)?];
        Ok(before.advisor.differences(&*after.advisor))
    }

    /// The pay of the one free row that brings the house edge to a target.
    pub fn target(
        &self,
        what: &WhatIf,
        edge: &Exact,
        progress: &dyn Progress,
    ) -> Result<TargetEdge, WhatIfError> {
        let free = what.free();
        let [free] = free.as_slice() else { return Err(WhatIfError::NotOneFree(free.len())) };
        self.search(what, progress, |search| search.target(free, edge))
    }

    /// The pays of two free rows that bring the house edge to a target together.
    pub fn target_line(
        &self,
        what: &WhatIf,
        edge: &Exact,
        progress: &dyn Progress,
    ) -> Result<TargetLine, WhatIfError> {
        let free = what.free();
        let [first, second] = free.as_slice() else {
            return Err(WhatIfError::NotOneOrTwoFree(free.len()));
        };
        self.search(what, progress, |search| search.line([first, second], edge))
    }

    fn search<T>(
        &self,
        what: &WhatIf,
        progress: &dyn Progress,
        find: impl FnOnce(&Search<'_>) -> Result<T, WhatIfError>,
    ) -> Result<T, WhatIfError> {
        let (subject, changed) = self.posed(what)?;
        let (book, ask) = (&self.book, &what.ask());
        find(&Search { book, subject: &subject, changed, ask, progress })
    }
}
