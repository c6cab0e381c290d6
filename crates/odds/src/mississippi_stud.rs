//! Mississippi Stud, 20:18:16:15.14: what to bet on each street.

mod chart;
mod published;

use crate::game::Unit;
use crate::solution::{Simple, unknown_strategy};
use crate::streets::Streets;

const SIMPLE: &[Simple] = &[
    Simple {
        id: "published",
        says: "The published rules: points for high and middle cards, three antes on made hands \
               and the best draws.",
    },
    Simple { id: "always-1x", says: "Bet one ante on every street, whatever the cards." },
    Simple { id: "always-3x", says: "Bet three antes on every street, whatever the cards." },
];

/// The game.
pub(crate) const GAME: Streets = Streets {
    unit: Unit::ANTE,
    simple: SIMPLE,
    bonus: None,
    // The largest of three bets comes first, and a fold last.
    choose: |id, cards, staked| {
        3 - usize::from(match id {
            "always-1x" => 1,
            "always-3x" => 3,
            "published" => published::bet(cards, staked),
            other => unknown_strategy(other),
        })
    },
    decisions: &["on two cards", "on three cards", "on four cards"],
    at_stake: |antes| format!("{antes} antes"),
    charts: chart::charts,
};
