//! What a request did: the part of an entry that the house wrote.

use std::sync::Arc;

use money::{Cents, MeterUnits};
use progressive::{
    Award, MeterId, ProposalNumber, Seat, TableId, Totals, Transfer, as_text, sparse,
};
use serde::{Deserialize, Serialize};

use crate::book::Posting;
use crate::table::steps::{StepDone, StepDue};

/// What a request did to a meter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Move {
    /// The meter.
    pub meter: MeterId,
    /// What its sign showed before.
    #[serde(with = "as_text")]
    pub before: MeterUnits,
    /// The money that moved, from which account to which.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transfers: Vec<Transfer>,
    /// Where its money is now.
    #[serde(with = "sparse")]
    pub after: Totals,
}

/// Envy won at the end of a round [PRG-6], paid from the tray.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct Envy {
    pub seat: Seat,
    pub from: Seat,
    pub hand: String,
    #[serde(with = "as_text")]
    pub amount: Cents,
}

/// What pressing a hand button did (W4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Light {
    On,
    Off,
    /// From another hand of the same seat.
    Moved,
}

/// The keypad's response to a hand button [PRG-9].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct KeyPress {
    /// The seat.
    pub seat: Seat,
    /// The hand button.
    pub hand: String,
    /// What became of its light.
    pub light: Light,
    /// The hand that was lit before, if it moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// What the seat wins, as far as it is known: in the older procedure J-POT figures a share of the
    /// meter.
    #[serde(with = "as_text::option", default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<Cents>,
    /// Who wins envy if the keys stay as they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub envy: Vec<Envy>,
}

/// Everything a request did: it is written down with it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Effect {
    /// What it did to meters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Move>,
    /// The awards as they stand after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub awards: Vec<Award>,
    /// Envy.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub envy: Vec<Envy>,
    /// The table it was at, and the number of the round there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
    /// The number of the round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u64>,
    /// The edition that the table is open under.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// The keypad's response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<KeyPress>,
    /// The proposal that was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<ProposalNumber>,
    /// What was done in the round, in the words of its log.
    #[serde(default, with = "crate::shared::texts", skip_serializing_if = "Vec::is_empty")]
    pub ops: Vec<Arc<str>>,
    /// The dealer's steps that were done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepDone>,
    /// The steps that were taken back and are to be done again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undone: Vec<StepDue>,
    /// What was taken back in the round, in the words of its log [GEN-14].
    #[serde(default, with = "crate::shared::texts", skip_serializing_if = "Vec::is_empty")]
    pub taken_back: Vec<Arc<str>>,
    /// The money that moved in the book.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub book: Vec<Posting>,
}
