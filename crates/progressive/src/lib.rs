//! Progressive meters: contributions, awards, what a keyed award is worth, and what a table posts. Pure
//! domain: no I/O, no clock, no people's permissions.
//!
//! Money only moves as a [`Transfer`] from one account of a [`Meter`] to another, so nothing is created or
//! lost ([`Totals::balance`]). [`awards`] is the one calculation of what the keyed awards of a round are worth, whatever
//! other tables on the meter do, and [`RoundOnMeter`] takes them off the sign [PRG-19].

mod award;
pub mod former;
mod ids;
mod meter;
mod posted;
mod round_on_meter;

pub use award::{Award, BackedOut, Difference, Overridden, Source, Standing};
pub use ids::{
    AwardNumber, DeviceId, MeterId, NameError, PersonId, ProposalNumber, Seat, TableId, as_text,
};
pub use meter::{
    Account, Criteria, Hit, Meter, Reset, Stakes, TakenBack, Terms, Totals, Transfer, sparse,
};
pub use posted::{
    Disagreement, HouseProcedure, KeySwitch, OverrideAgreed, Posted, PostedRow, Procedure,
};
pub use round_on_meter::{Claim, Figured, Frozen, RoundOnMeter, awards};
