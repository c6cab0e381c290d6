//! When something happened.

use serde::{Deserialize, Serialize};

/// A moment, in microseconds since 1970 by the clock of the process that made the request. Order comes from the
/// ledger's sequence, never from clocks.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Moment(pub i64);
