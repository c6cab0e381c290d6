//! Two own cards and a board of five against the dealer's two: what the hold'em games share.
//!
//! What a hand is worth on a finished board depends on ranks alone, unless three cards of a suit lie
//! there; then also on which cards are of that suit. So 2,598,960 boards have 42,783 textures
//! ([`texture`]), a hand has 91 or 338 relations to one, and every showdown there can be is counted
//! once ([`showdown`]). No pay touches that, so it stays in memory while it is used
//! ([`counted`]). The games then take two ranks at a time: the sums over turn and river are factored by
//! ranks and suits ([`lattice`]), from the river up to the boards on which a player decides ([`boards`]),
//! and down again to count how it ends.

pub(crate) mod bits;
pub(crate) mod boards;
pub(crate) mod census;
pub(crate) mod chart;
pub(crate) mod counted;
pub(crate) mod dealer_card;
pub(crate) mod gain;
pub(crate) mod grades;
pub(crate) mod held;
pub(crate) mod known_board;
pub(crate) mod lattice;
pub(crate) mod outs;
pub(crate) mod showdown;
pub(crate) mod spot;
pub(crate) mod start;
pub(crate) mod texture;

use rulebook::{Judged, Schedule};

use crate::census::Space;

/// What a hold'em game's progressive is judged on: PMG on hole cards and flop [PRG-17], the games'
/// own schedules on all seven cards [PRG-14].
pub(crate) fn progressive_space(schedule: &Schedule) -> Space {
    let on_flop = schedule.parts.iter().all(|part| part.judged == Judged::OwnAndFlop);
    if on_flop { Space::Five } else { Space::Holdem }
}
