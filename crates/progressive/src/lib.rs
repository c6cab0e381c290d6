//! Progressive meters: contributions, awards, what a keyed award is worth, and what a table posts. Pure
//! domain: no I/O, no clock, no people's permissions.
//!
//! Money only moves as a [`Transfer`] from one account of a [`Meter`] to another, so nothing is created or
//! lost ([`Totals::balance`]). [`SetAside`] is the one calculation of what the keyed awards of a round are
//! worth, whatever other tables on the meter do [PRG-19].

mod award;
mod ids;
mod meter;
mod set_aside;
mod table;

pub use award::{Award, BackedOut, Difference, Overridden, Source, Standing};
pub use ids::{
    AwardNumber, DeviceId, MeterId, NameError, PersonId, ProposalNumber, Seat, TableId, as_text,
};
pub use meter::{
    Account, Criteria, Hit, Meter, Reset, Stakes, TakenBack, Terms, Totals, Transfer, sparse,
};
pub use set_aside::{Claim, Figured, SetAside};
pub use table::{
    Disagreement, HouseProcedure, KeySwitch, Keyed, OpenRound, OverrideAgreed, Overruled, Posted,
    PostedRow, Procedure, Table,
};
