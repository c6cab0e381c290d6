//! What no pay touches: every showdown, and what follows each flop.

use std::sync::Arc;

use rayon::prelude::*;

use super::boards::{Boards, Met, Worth};
use super::grades::{ByGrade, grade_of, outcomes, sums};
use super::showdown::{DEALERS, Showdown, Showdowns};
use super::start::{Ranks, Start};
use crate::warm::Warm;

/// Boards told apart by flop, turn and river, with the dealer's hands.
pub(crate) const DEALS: u64 = 19_600 * 47 * 46 * DEALERS as u64;

/// Turns and rivers of a flop with the dealer's hands.
pub(crate) const FLOP_DEALS: u32 = 47 * 46 * DEALERS;

/// How often play wins against a dealer who qualifies and one who does not, and ties, over all that
/// follows a flop.
pub(crate) type Played = [u32; 3];

/// What no pay touches.
pub(crate) struct Counted {
    pub(crate) showdowns: Arc<Showdowns>,
    /// By the numbers of the starting hand and the flop.
    flops: Vec<Vec<Played>>,
    /// By the number of the starting hand: all boards.
    boards: Vec<ByGrade>,
}

static COUNTED: Warm<(), Counted> = Warm::new();

impl Counted {
    /// Counted now or before.
    pub(crate) fn warm() -> Arc<Counted> {
        COUNTED.get((), Counted::count)
    }

    /// How play ends on each flop of a starting hand, by number.
    pub(crate) fn flops(&self, start: Start) -> &[Played] {
        &self.flops[start.number()]
    }

    /// All boards of a starting hand, turn and river told apart.
    pub(crate) fn boards(&self, start: Start) -> &ByGrade {
        &self.boards[start.number()]
    }

    fn count() -> Counted {
        let showdowns = Showdowns::warm();
        let ranks: Vec<Ranks> = Ranks::all().collect();
        let count = |&ranks: &Ranks| -> Vec<(Start, Vec<Played>, ByGrade)> {
            let played = played(&showdowns, ranks);
            let boards = ranks.starts().map(|start| {
                let mut met = Met::none(3);
                let flops = Boards::flops(start.kind).met(start);
                flops.for_each(|(_, flop)| met.add(flop, flop.times.into()));
                let mut boards = ByGrade::default();
                let grade = grade_of();
                met.each_river(&showdowns, ranks, |_, river, times| {
                    boards.add(grade(river), river, times);
                });
                boards
            });
            let of_start = played.into_iter().zip(boards);
            of_start.map(|((start, played), boards)| (start, played, boards)).collect()
        };
        let mut all: Vec<_> = ranks.par_iter().flat_map_iter(count).collect();
        all.sort_unstable_by_key(|(start, ..)| start.number());
        let (flops, boards) = all.into_iter().map(|(_, played, boards)| (played, boards)).unzip();
        Counted { showdowns, flops, boards }
    }
}

/// How play ends on each flop.
fn played(showdowns: &Showdowns, ranks: Ranks) -> Vec<(Start, Vec<Played>)> {
    // Wins against a dealer who does not qualify are counted in the upper half of the same numbers.
    let grade = grade_of();
    let wins = |&river: &Showdown| {
        let [qualified, unqualified, ..] = outcomes(grade(river), sums(river));
        if river.is_there() { qualified + (unqualified << 32) } else { 0 }
    };
    let tie = |river: &Showdown| i32::from(river.equal);
    let wins = Worth::of_flops(showdowns, ranks, |_, rivers| rivers.iter().map(wins).collect());
    let ties = Worth::of_flops(showdowns, ranks, |_, rivers| rivers.iter().map(tie).collect());
    let of_start = |start: Start| {
        let flops = Boards::flops(start.kind);
        let mut played = vec![[0; 3]; flops.len()];
        for (number, flop) in flops.met(start) {
            let wins = wins.of(flop);
            played[number] = [wins as u32, (wins >> 32) as u32, ties.of(flop) as u32];
        }
        (start, played)
    };
    ranks.starts().map(of_start).collect()
}
