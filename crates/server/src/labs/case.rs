//! What a lab is asked about: a wager under a schedule, with what was changed.

use odds::{Analysis, Ask, Change, Changed, Silent, Subject, WhatIfError, analyse, analyse_changed, changed};
use rulebook::{Rulebook, Schedule};

/// A wager under a schedule, with what was changed.
#[derive(Clone)]
pub(crate) struct Case {
    /// The game under an edition, with options.
    pub(crate) subject: Subject,
    /// The schedule that was changed.
    pub(crate) schedule: Schedule,
    /// What was changed.
    pub(crate) changes: Vec<Change>,
    /// The meter and the other seats.
    pub(crate) ask: Ask,
}

impl Case {
    /// The wager.
    pub(crate) fn wager(&self) -> &str {
        &self.schedule.wager
    }

    /// The same wager as the rulebook has it.
    pub(crate) fn printed(&self) -> Case {
        Case { changes: Vec::new(), ..self.clone() }
    }

    /// The schedule with its changes; or why they cannot be made.
    pub(crate) fn changed(&self) -> Result<Changed, WhatIfError> {
        changed(&self.subject, &self.schedule, &self.changes)
    }

    /// What tells it from every other case.
    pub(super) fn key(&self) -> String {
        let section = self.subject.section();
        let mut key = format!(
            "{} {} {:?} {} {} {:?} {}",
            section.game,
            section.edition.id,
            self.subject.posted(),
            self.schedule.wager,
            self.schedule.id,
            self.ask.meter,
            self.ask.seats
        );
        // The order in which pays were changed makes no difference.
        let mut changes: Vec<String> = self.changes.iter().map(written).collect();
        changes.sort();
        for change in changes {
            key.push('\n');
            key.push_str(&change);
        }
        key
    }

    /// Every figure, decisions re-optimized: the first analysis is the case's own, others are other readings of it.
    pub(super) fn solve(&self) -> Result<Vec<Analysis>, WhatIfError> {
        let ask = Ask {
            wager: Some(self.schedule.wager.clone()),
            schedule: Some(self.schedule.id.clone()),
            ..self.ask.clone()
        };
        if self.changes.is_empty() {
            return Ok(analyse(&self.subject, &ask, &Silent)?);
        }
        let book = Rulebook::embedded();
        analyse_changed(book, &self.subject, &self.changed()?, &ask, &Silent)
    }
}

/// A change as it is written in an address and on a command line: `flush=5 to 1`.
pub(crate) fn written(change: &Change) -> String {
    match &change.line {
        Some(line) => format!("{line}: {}={}", change.hand, change.pays),
        None => format!("{}={}", change.hand, change.pays),
    }
}
