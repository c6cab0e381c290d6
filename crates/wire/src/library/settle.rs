//! `croupier settle`: a recorded round, settled line by line.

use crate::table::{LineOut, TipOut};
use serde::Serialize;
use utoipa::ToSchema;

/// A recorded round as it was settled.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Settlement {
    /// The lines, in the order in which the rule pays and takes.
    pub lines: Vec<LineOut>,
    /// What went wrong, in the order in which it was reported.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub events: Vec<SettledEvent>,
    /// The totals of each seat, tips not counted.
    pub seats: Vec<SeatTotal>,
    /// The meter, where there is a progressive bet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meter: Option<MeterChange>,
    /// The dealers' tips.
    pub tips: Vec<TipOut>,
    /// What the house took of the pots.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rake: Option<String>,
}

/// Something that went wrong, and what the rule orders for it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SettledEvent {
    /// What went wrong.
    #[schema(example = "exposed-card")]
    pub event: String,
    /// The seat it concerns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The other seat it concerns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with: Option<u8>,
    /// The card it concerns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// What the rule orders.
    #[schema(example = "misdeal")]
    pub consequence: String,
    /// The supervisor is called.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub supervisor: bool,
    /// The subdivision or ruling that orders it.
    pub cite: String,
}

/// What a seat staked and got back.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatTotal {
    /// The seat.
    pub seat: u8,
    /// All it staked, in dollars.
    #[schema(example = "10.00")]
    pub staked: String,
    /// All it got back, stakes included.
    pub returned: String,
    /// The difference.
    pub net: String,
}

/// What a round did to its meter, in dollars.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MeterChange {
    /// The display before the round.
    #[schema(example = "10000.0000")]
    pub before: String,
    /// What the round's bets added to the display.
    pub contributed: String,
    /// What was won of it.
    pub awarded: String,
    /// The display after the round.
    pub after: String,
}
