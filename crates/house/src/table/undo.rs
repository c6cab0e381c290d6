//! What can be taken back in a round at a table with real cards, and what was [GEN-14].

use std::sync::Arc;

use games::Op;
use progressive::PersonId;
use serde::{Deserialize, Serialize};

use super::play::{Play, Progress};
use super::setup::Kind;
use super::steps::StepDue;

/// A moment of a round that it can be taken back to: right before something was entered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Mark {
    /// How many operations the round had.
    pub(crate) ops: usize,
    /// How many lines were settled.
    pub(crate) lines: usize,
    /// How many of the dealer's steps were still to be done.
    pub(crate) waiting: usize,
    /// How many of them the dealer had confirmed.
    pub(crate) confirmed: usize,
    /// Who entered what followed.
    pub(crate) by: PersonId,
}

/// Operations that were taken back: they are no part of the round any more, and stay in its history.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct TakenBack {
    /// How many operations stayed.
    pub at: usize,
    /// Those that did not, in the words of the round's log.
    #[serde(with = "crate::shared::texts")]
    pub ops: Vec<Arc<str>>,
    /// Who took them back.
    pub by: PersonId,
    /// Why.
    pub reason: String,
}

/// What would be taken back next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastEntry<'p> {
    /// The operations: none if it was a step that the dealer confirmed.
    pub ops: &'p [Arc<str>],
    /// The step, if it was one.
    pub step: Option<&'p StepDue>,
    /// Who entered it, where it takes somebody else to take it back: a supervisor.
    pub entered_by: Option<&'p PersonId>,
}

impl Play {
    /// What would be taken back next, if anything can be: at a table with real cards the last entry
    /// since the lock, elsewhere the last step that the dealer confirmed.
    pub fn last_entry(&self) -> Option<LastEntry<'_>> {
        match self.progress() {
            Progress::Over => None,
            Progress::Playing | Progress::Settled if self.form.setup.kind == Kind::Live => {
                let mark = self.form.marks.last()?;
                let ops = &self.form.ops[mark.ops..];
                let step = self.form.confirmed.get(mark.confirmed);
                let entered_by = self.takes_supervisor(mark).then_some(&mark.by);
                Some(LastEntry { ops, step, entered_by })
            }
            Progress::Betting | Progress::Playing | Progress::Settled => {
                let step = Some(self.form.confirmed.last()?);
                Some(LastEntry { ops: &[], step, entered_by: None })
            }
        }
    }

    /// The dealer alone takes back a step, or cards that have settled nothing [GEN-14].
    fn takes_supervisor(&self, mark: &Mark) -> bool {
        let is_card = |line: &Arc<str>| matches!(line.parse(), Ok(Op::Card(_) | Op::Unseen));
        self.round.settlement().lines.len() > mark.lines
            || !self.form.ops[mark.ops..].iter().all(is_card)
    }

    /// What was taken back, the first first.
    pub fn taken_back(&self) -> &[TakenBack] {
        &self.form.taken_back
    }

    /// Where the round stands, to come back to.
    pub(crate) fn mark(&self, by: &PersonId) -> Mark {
        Mark {
            ops: self.form.ops.len(),
            lines: self.round.settlement().lines.len(),
            waiting: self.form.steps.len(),
            confirmed: self.form.confirmed.len(),
            by: by.clone(),
        }
    }

    /// Keeps a mark if something was entered since. What made the round void stays.
    pub(crate) fn keep_mark(&mut self, mark: Mark) {
        if self.round.is_void() {
            self.form.marks.clear();
        } else if self.form.ops.len() > mark.ops || self.form.confirmed.len() > mark.confirmed {
            self.form.marks.push(mark);
        }
    }

    /// Takes the last step back: it is to be done again, before anything that waits.
    pub(crate) fn take_step_back(&mut self) -> Option<StepDue> {
        let step = self.form.confirmed.pop()?;
        self.form.steps.push_front(step.clone());
        Some(step)
    }

    /// Takes the last entry back: the round is played again without its operations, and the steps that
    /// waited before it wait again.
    pub(crate) fn take_entry_back(&mut self, mark: &Mark, by: &PersonId, reason: &str) {
        let ops = self.form.ops.split_off(mark.ops);
        let (round, mut due) = self.played_again();
        self.round = round;
        self.form.steps = due.split_off(due.len().saturating_sub(mark.waiting));
        self.form.confirmed.truncate(mark.confirmed);
        let (at, by, reason) = (mark.ops, by.clone(), reason.to_owned());
        self.form.taken_back.push(TakenBack { at, ops, by, reason });
    }

    /// What happened in the round in the order in which it happened, with what was taken back later.
    pub(crate) fn history(&self) -> Vec<Past> {
        let mut ops = self.form.ops.clone();
        let mut past = Vec::new();
        for back in self.form.taken_back.iter().rev() {
            past.extend(ops.drain(back.at..).rev().map(Past::Did));
            past.push(Past::TookBack(back.clone()));
            ops.extend(back.ops.iter().cloned());
        }
        past.extend(ops.into_iter().rev().map(Past::Did));
        past.reverse();
        past
    }
}

/// One moment of a round's history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Past {
    /// An operation was done.
    Did(Arc<str>),
    /// The last ones were taken back.
    TookBack(TakenBack),
}
