//! What a lab is asked about: a wager under a schedule, with what was changed.

use odds::{
    Analysis, Ask, Base, Change, Changed, Lab, Silent, Subject, WhatIf, WhatIfError, changed,
};
use rulebook::Schedule;

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

    /// The case as a question to its lab.
    pub(super) fn what(&self) -> WhatIf {
        let (base, changes) = (Base::Own(self.schedule.clone()), self.changes.clone());
        let Ask { meter, seats, .. } = self.ask;
        WhatIf { base, changes, meter, seats, ..WhatIf::default() }
    }

    /// What tells the lab that it is asked of from other labs.
    pub(super) fn lab_key(&self) -> String {
        let section = self.subject.section();
        let (game, edition) = (&section.game, section.edition.id);
        format!("{game} {edition} {:?} {}", self.subject.posted(), self.schedule.wager)
    }

    /// What tells it from every other case.
    pub(super) fn key(&self) -> String {
        let Ask { meter, seats, .. } = &self.ask;
        let mut key = format!("{} {} {meter:?} {seats}", self.lab_key(), self.schedule.id);
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
    pub(super) fn solve(&self, lab: &Lab) -> Result<Vec<Analysis>, WhatIfError> {
        lab.analyse(&self.what(), &Silent)
    }
}

/// A change as it is written in an address and on a command line: `flush=5 to 1`.
pub(crate) fn written(change: &Change) -> String {
    match &change.line {
        Some(line) => format!("{line}: {}={}", change.hand, change.pays),
        None => format!("{}={}", change.hand, change.pays),
    }
}
