//! The rule as data: sections with their editions, wagers, limits, pay schedules and rulings.
//!
//! [`Rulebook::embedded`] is the one built into the binary, [`Rulebook::load`] an operator's own.
//! Either is checked as a whole before any of it is used: what a [`Section`] holds is
//! consistent. Nothing here plays, deals or pays; no pay is written in code.

mod check;
mod citation;
mod diff;
mod edition;
mod entries;
mod felt;
mod hand;
mod load;
mod numbers;
mod pattern;
mod procedure;
mod reader;
mod revision;
mod schedule;
mod section;
mod side;
mod source;
mod step;
mod table;
mod words;

pub use citation::Citation;
pub use diff::{Change, diff};
pub use edition::{Edition, EditionError, EditionId, Status};
pub use entries::{
    Applies, Consequence, Deal, DealTo, DealWay, FaceDealt, Irregularity, IrregularityRule, Limit,
    LimitMax, Need, OptionValues, Pay, Paying, Play, Rake, Ruling, Subdivision, TableOption, Term,
    ToWhom, Wager,
};
pub use felt::{Area, FELT_HEADING, Family, Felt, OptionWords, Shape, TipSpot, law};
pub use hand::{HandType, Kickers, Order, RoyalIn, SuitOf, Suited};
pub use pattern::{Condition as CardCondition, NamedPattern, Pattern, PatternError, intern};
pub use revision::RevisedFile;
pub use schedule::{Amounts, Judged, Part, Printed, Progressive, Row, Schedule};
pub use section::{Bounds, Game, Rulebook, Section, UnknownEdition};
pub use side::{AtMost, Folded, Lost, LostWhen, Needs, Settles, Side};
pub use source::LoadError;
pub use step::{
    Chore, Condition, Decision, Duty, Moment, Placeholder, Players, Step, TurnedUp, filled,
};
