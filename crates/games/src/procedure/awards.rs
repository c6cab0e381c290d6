//! The progressive awards and envy of a round, as its lines tell them. When awards are events of
//! their own, only this file reads them.

use money::{Cents, Odds};

use crate::felt::SeatNumber;
use crate::procedure::Scene;
use crate::settle::{Outcome, SettledLine};

/// An award that a hand wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Award {
    pub(super) seat: SeatNumber,
    /// The hand, as the schedule calls it.
    pub(super) row: &'static str,
    pub(super) amount: Cents,
    /// Does it come off the meter, not from the tray?
    pub(super) is_off_meter: bool,
    /// Does another award follow?
    pub(super) is_followed: bool,
    /// Does anyone win envy for it?
    pub(super) triggers_envy: bool,
}

/// Is this line a progressive award?
pub(super) fn is_award(line: &SettledLine) -> bool {
    line.wager == "progressive" && line.outcome == Outcome::Win
}

/// Is this line envy?
pub(super) fn is_envy(line: &SettledLine) -> bool {
    line.wager == "envy"
}

/// The awards that were just won, in the order of paying.
pub(super) fn of(scene: &Scene<'_, '_>) -> Vec<Award> {
    let won = scene.settled().filter(|line| is_award(line));
    let mut awards: Vec<Award> = won
        .map(|line| Award {
            seat: line.seat,
            row: line.row,
            amount: line.returned,
            is_off_meter: is_off_meter(scene, line.row),
            is_followed: true,
            triggers_envy: envy(scene).any(|envy| envy.row == line.row && envy.seat != line.seat),
        })
        .collect();
    if let Some(last) = awards.last_mut() {
        last.is_followed = false;
    }
    awards
}

fn envy<'s>(scene: &'s Scene<'_, '_>) -> impl Iterator<Item = &'s SettledLine> {
    scene.settled().filter(|line| is_envy(line))
}

/// The hands that trigger envy without an award of their own, because their players made no
/// progressive bet: as the schedule calls them.
pub(super) fn envy_hands_without_award(scene: &Scene<'_, '_>) -> Vec<&'static str> {
    let awards = of(scene);
    let mut rows: Vec<&'static str> = Vec::new();
    for line in envy(scene) {
        let same = |other: &&SettledLine| other.seat == line.seat && other.row == line.row;
        let explained = |award: &&Award| award.row == line.row && award.seat != line.seat;
        let (won, own) =
            (envy(scene).filter(same).count(), awards.iter().filter(explained).count());
        let known = rows.iter().filter(|row| **row == line.row).count();
        rows.extend(std::iter::repeat_n(line.row, won.saturating_sub(own + known)));
    }
    rows
}

fn is_off_meter(scene: &Scene<'_, '_>, row: &str) -> bool {
    let Some(posted) = scene.round.table().schedule("progressive") else { return false };
    let schedules = scene.section().schedules_of("progressive");
    let parts = schedules.filter(|schedule| schedule.id == posted).flat_map(|one| &one.parts);
    let mut rows = parts.flat_map(|part| &part.rows);
    rows.any(|known| known.hand.words() == row && matches!(known.pays, Odds::Share(_)))
}
