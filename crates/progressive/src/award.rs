//! Awards: what was won, where the money comes from, and what became of it.

use money::{Cents, MeterUnits, Moment, Rate};
use serde::{Deserialize, Serialize};

use crate::ids::{AwardNumber, MeterId, PersonId, Seat, TableId, as_text};

/// Where the money of an award comes from [PRG-2].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "from")]
pub enum Source {
    /// A share of the meter.
    Meter {
        /// The share.
        #[serde(with = "as_text")]
        share: Rate,
    },
    /// The tray: "for 1", "to 1" and "$" rows.
    Tray,
}

/// The status of an award.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "is")]
pub enum Standing {
    /// Keyed; the value is frozen.
    Pending,
    /// Verified and paid.
    Paid {
        /// By which supervisor, or the dealer for what comes from the tray.
        by: PersonId,
        /// When.
        at: Moment,
        /// What was handed out.
        #[serde(with = "as_text")]
        paid: Cents,
        /// Why that differs from the award, if it does (W5).
        differs: Option<String>,
    },
    /// Turned off, voided or misdealt; the value has flowed back.
    Voided {
        /// By whom.
        by: PersonId,
        /// When.
        at: Moment,
        /// Why.
        reason: String,
    },
}

/// A win (W1).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Award {
    /// Its number, which is that of its slip.
    pub number: AwardNumber,
    /// The meter.
    pub meter: MeterId,
    /// The table.
    pub table: TableId,
    /// The table's round.
    pub round: u64,
    /// The seat.
    pub seat: Seat,
    /// The hand.
    pub hand: String,
    /// Where the money comes from.
    pub source: Source,
    /// How much it is.
    #[serde(with = "as_text")]
    pub amount: Cents,
    /// The amount it is a share of: the sign at the round's first key, less the awards before it.
    #[serde(with = "as_text")]
    pub before: MeterUnits,
    /// What the sign showed when all awards of the round were figured.
    #[serde(with = "as_text")]
    pub after: MeterUnits,
    /// Who keyed it.
    pub keyed_by: PersonId,
    /// When.
    pub keyed_at: Moment,
    /// Its status.
    pub standing: Standing,
}

impl Award {
    /// Does it wait to be verified?
    pub fn is_pending(&self) -> bool {
        self.standing == Standing::Pending
    }

    /// Is it the top award: all of the meter?
    pub fn is_top(&self) -> bool {
        matches!(self.source, Source::Meter { share } if share == Rate::ALL)
    }

    /// Does it come off the meter?
    pub fn is_from_meter(&self) -> bool {
        matches!(self.source, Source::Meter { .. })
    }
}
