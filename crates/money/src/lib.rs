//! Money as integers: cents on the felt, finer units on a meter, and what a row of a schedule
//! pays, in the rule's own words.
//!
//! No float here ever holds money or odds. Rounding happens only where a [`Rounding`] is named.

mod cents;
mod meter;
mod moment;
mod odds;

pub use cents::{AmountError, Cents};
pub use meter::{MeterUnits, Rate, RateError, Rounding};
pub use moment::Moment;
pub use odds::{FractionOfACent, Odds, OddsError, OddsKind, Ratio};
