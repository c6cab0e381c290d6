//! What the hold'em games have in common: two hole cards and a board of five.

use cards::Card;
use hands::{Category, FiveValue};
use rulebook::Judged;

use crate::felt::Felt;
use crate::paytable::{RowId, RoyalFound, royal_found};
use crate::posted::PostedProgressive;

/// The finished board, which the deal has made sure is there.
pub(crate) fn board(felt: &Felt) -> [Card; 5] {
    felt.board.array().expect("nobody is settled before the river")
}

/// The best five of two hole cards and the board; a hand may play the board.
pub(crate) fn best_five(hole: [Card; 2], board: [Card; 5]) -> FiveValue {
    let ([a, b], [c, d, e, f, g]) = (hole, board);
    FiveValue::best_of_7(&[a, b, c, d, e, f, g])
}

/// The row of a progressive schedule that a hand is on: PMG looks at hole cards and flop [PRG-17],
/// the games' own schedules at all seven cards and at when a royal was complete [PRG-14].
pub(crate) fn progressive(
    posted: &PostedProgressive,
    hole: [Card; 2],
    board: [Card; 5],
) -> Option<RowId> {
    if posted.judged == Judged::OwnAndFlop {
        let ([a, b], [c, d, e, ..]) = (hole, board);
        return posted.table.five(FiveValue::of(&[a, b, c, d, e]));
    }
    let value = best_five(hole, board);
    let royal = match value.category() {
        Category::RoyalFlush => royal_found(hole, &board),
        _ => RoyalFound::None,
    };
    posted.table.five_found(value, royal)
}
