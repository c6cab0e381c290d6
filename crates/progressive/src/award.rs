//! Awards: what was won, where the money comes from, and what became of it.

use money::{Cents, MeterUnits, Moment, Rate};
use serde::{Deserialize, Serialize};

use crate::ids::{AwardNumber, MeterId, PersonId, Seat, TableId, as_text};
use crate::meter::Reset;
use crate::posted::HouseProcedure;

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
    /// Nowhere: the hand has no bet of its own, and only wins the others envy [PRG-6].
    Envy,
}

impl Source {
    /// The words for it.
    pub const fn words(self) -> &'static str {
        match self {
            Source::Meter { .. } => "the meter",
            Source::Tray => "the tray",
            Source::Envy => "nothing: no bet, envy only",
        }
    }
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
        /// When it was paid.
        at: Moment,
        /// What was handed out.
        #[serde(with = "as_text")]
        paid: Cents,
        /// How that differs from the award, if it does (W5).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        differs: Option<Difference>,
    },
    /// Paid, and undone after game over by two supervisors [PRG-10].
    BackedOut {
        /// What was handed out.
        #[serde(with = "as_text")]
        paid: Cents,
        /// How that differed from the award, if it did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        differs: Option<Difference>,
        /// By whom, when and why it was undone.
        undone: BackedOut,
    },
    /// Turned off, voided or misdealt; the value has flowed back.
    Voided {
        /// The person who voided it.
        by: PersonId,
        /// When it was voided.
        at: Moment,
        /// The reason.
        reason: String,
    },
}

/// What was paid beyond the award, or less than it [PRG-20].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Difference {
    /// What was paid less the award: negative if less was paid.
    #[serde(with = "as_text")]
    pub amount: Cents,
    /// The reason.
    pub reason: String,
    /// The second supervisor.
    pub approved_by: PersonId,
    /// What went back to the meter's display [PRG-21]. Nothing in entries from before that: it stayed in the tray.
    #[serde(with = "as_text", default, skip_serializing_if = "is_nothing")]
    pub rest: Cents,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_nothing(amount: &Cents) -> bool {
    *amount == Cents::ZERO
}

/// How two supervisors let a key stand over the cards [PRG-22].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Overridden {
    /// The supervisor who proposed it.
    pub by: PersonId,
    /// The supervisor who approved it.
    pub approved_by: PersonId,
    /// When it was approved.
    pub at: Moment,
    /// The reason.
    pub reason: String,
    /// The hand that the cards show, if it wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<String>,
}

/// How an award was undone after it was paid [PRG-10].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct BackedOut {
    /// The supervisor who proposed it.
    pub by: PersonId,
    /// The one who approved it.
    pub approved_by: PersonId,
    /// When it was approved.
    pub at: Moment,
    /// The reason.
    pub reason: String,
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
    /// The edition that the table was open under.
    pub edition: String,
    /// The seat.
    pub seat: Seat,
    /// The hand.
    pub hand: String,
    /// Where the money comes from.
    pub source: Source,
    /// How much it is.
    #[serde(with = "as_text")]
    pub amount: Cents,
    /// What the sign showed when its turn came: at the round's first key, less the awards paid before it, with their
    /// seeds. For an award that does not come off the meter, what the sign showed when it was keyed.
    #[serde(with = "as_text")]
    pub before: MeterUnits,
    /// What the sign showed then: less the award, and with the seed and the reserve after a top award. The next award of
    /// the round begins here. Earlier releases kept what the sign showed when all awards of the round were figured.
    #[serde(with = "as_text")]
    pub after: MeterUnits,
    /// The seed it put in, for a top award: it comes back out if the award is backed out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reset: Option<Reset>,
    /// How several awards of its round were paid: shared top awards have one seed between them.
    #[serde(default)]
    pub house_procedure: HouseProcedure,
    /// The person who keyed it.
    pub keyed_by: PersonId,
    /// When it was keyed.
    pub keyed_at: Moment,
    /// Its status.
    pub standing: Standing,
    /// The override that it follows from, if the cards do not support it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overridden: Option<Overridden>,
}

impl Award {
    /// Whether the award waits to be verified.
    pub fn is_pending(&self) -> bool {
        self.standing == Standing::Pending
    }

    /// Whether the award was paid and still stands.
    pub fn is_paid(&self) -> bool {
        matches!(self.standing, Standing::Paid { .. })
    }

    /// What was handed out for it, if it was paid, even if it was backed out later.
    pub fn paid(&self) -> Option<Cents> {
        match &self.standing {
            Standing::Paid { paid, .. } | Standing::BackedOut { paid, .. } => Some(*paid),
            Standing::Pending | Standing::Voided { .. } => None,
        }
    }

    /// How what was paid differs from it, if it does [PRG-20].
    pub fn difference(&self) -> Option<&Difference> {
        match &self.standing {
            Standing::Paid { differs, .. } | Standing::BackedOut { differs, .. } => {
                differs.as_ref()
            }
            Standing::Pending | Standing::Voided { .. } => None,
        }
    }

    /// What went back to the meter because less was paid [PRG-21].
    pub fn rest(&self) -> Cents {
        self.difference().map_or(Cents::ZERO, |differs| differs.rest)
    }

    /// Whether it is the top award: all of the meter.
    pub fn is_top(&self) -> bool {
        matches!(self.source, Source::Meter { share } if share == Rate::ALL)
    }

    /// Whether the meter restarted when the award was paid [PRG-3]. Of several that share the meter, it restarts with
    /// the last one.
    pub fn reseeds(&self) -> bool {
        self.reset.is_some() && self.after != self.before - MeterUnits::from(self.amount)
    }

    /// Whether the award comes off the meter.
    pub fn is_from_meter(&self) -> bool {
        matches!(self.source, Source::Meter { .. })
    }
}
