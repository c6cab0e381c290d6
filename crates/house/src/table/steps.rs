//! The dealer's steps at a table: those still to be done, and those that were.

use games::DueStep;
use progressive::Seat;
use serde::{Deserialize, Serialize};

/// A step that is due, as stores keep it: its words are those of the moment when it came up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct StepDue {
    /// The step's id in its section.
    pub id: String,
    /// The seat it is about, where it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// What to do.
    pub text: String,
    /// What to announce.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub say: Option<String>,
    /// What orders it.
    pub cite: Vec<String>,
}

impl From<DueStep<'_>> for StepDue {
    fn from(due: DueStep<'_>) -> StepDue {
        StepDue {
            id: due.step.id.clone(),
            seat: due.seat.map(|seat| Seat(seat.get())),
            text: due.text,
            say: due.say,
            cite: due.cite.iter().map(ToString::to_string).collect(),
        }
    }
}

/// Who did a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepBy {
    /// The dealer, or a supervisor who stands in.
    Dealer,
    /// The supervisor who verified an award.
    Supervisor,
    /// The house, where the table leaves it to the house.
    House,
}

/// A step that was done, as the entry notes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct StepDone {
    /// The step's id in its section.
    pub id: String,
    /// The seat it is about, where it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Who did it.
    pub by: StepBy,
    /// What was done.
    pub text: String,
    /// What orders it.
    pub cite: Vec<String>,
}

impl StepDue {
    /// The step, done.
    pub fn done(self, by: StepBy) -> StepDone {
        let StepDue { id, seat, text, say: _, cite } = self;
        StepDone { id, seat, by, text, cite }
    }
}
