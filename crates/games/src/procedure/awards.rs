//! The progressive awards and envy of a round. The round says which hands have won; what they come
//! to is known when it has been answered.

use crate::felt::SeatNumber;
use crate::paytable::RowId;
use crate::procedure::Scene;
use crate::procedure::moments::Occurrence;
use crate::round::{AwardDue, Next};
use crate::settle::{Outcome, SettledLine};
use rulebook::Moment;

/// An award that a hand wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Award {
    /// Whether it comes off the meter, not from the tray.
    pub(super) is_off_meter: bool,
    /// Whether another award follows.
    pub(super) is_followed: bool,
}

/// Whether this line is a progressive award.
pub(super) fn is_award(line: &SettledLine) -> bool {
    line.wager == "progressive" && line.outcome == Outcome::Win
}

/// Whether this line is envy.
pub(super) fn is_envy(line: &SettledLine) -> bool {
    line.wager == "envy"
}

impl Scene<'_, '_> {
    /// The seats that have won awards in this round, paid or due.
    fn award_seats(&self) -> impl Iterator<Item = SeatNumber> {
        let paid = self.round.settlement().lines.iter().filter(|line| is_award(line));
        paid.map(|line| line.seat).chain(self.round.awards_due().map(|due| due.seat))
    }

    /// Whether the round has several awards.
    pub(super) fn has_several_awards(&self) -> bool {
        self.award_seats().nth(1).is_some()
    }

    /// Is a seat's hand needed for the progressive: does it win an award or trigger envy?
    pub(super) fn is_for_progressive(&self, seat: Option<SeatNumber>) -> bool {
        self.award_seats().any(|won| Some(won) == seat) || self.trigger(seat).is_some()
    }

    /// The row by which a seat's hand triggers envy.
    fn trigger(&self, seat: Option<SeatNumber>) -> Option<RowId> {
        let mut triggers = self.round.envy_triggers().into_iter();
        triggers.find(|(own, _)| Some(*own) == seat).map(|(_, row)| row)
    }

    fn row_words(&self, row: RowId) -> Option<&'static str> {
        Some(self.round.table().progressive()?.table.row(row).hand.words())
    }

    /// A hand has won, and the round waits for the amount of the award.
    pub(super) fn award_won(&self) -> Option<Occurrence> {
        let Next::Award(AwardDue { seat, row, .. }) = *self.round.next() else { return None };
        let award = Award { is_off_meter: self.is_off_meter(row), is_followed: false };
        let at = Occurrence::of_seat(Moment::AwardWon, seat);
        Some(Occurrence { row: Some(self.row_words(row)?), award: Some(award), ..at })
    }

    /// An award was verified: this line pays it. A hand that triggers envy stays face up.
    pub(super) fn award_verified(&self, line: &SettledLine) -> Vec<Occurrence> {
        let is_off_meter = line.pay.is_some_and(|row| self.is_off_meter(row));
        let is_followed = matches!(self.round.next(), Next::Award(_));
        let at = Occurrence::of_seat(Moment::AwardVerified, line.seat);
        let verified = Occurrence {
            row: Some(line.row),
            amount: Some(line.returned),
            award: Some(Award { is_off_meter, is_followed }),
            ..at
        };
        let mut found = vec![verified];
        if self.trigger(Some(line.seat)).is_some() {
            let at = Occurrence::of_seat(Moment::EnvyHand, line.seat);
            found.push(Occurrence { row: Some(line.row), ..at });
        }
        found
    }

    /// The hands that trigger envy without an award of their own, because their players made no
    /// progressive bet.
    pub(super) fn envy_hands_without_award(&self) -> Vec<Occurrence> {
        let without = |seat: SeatNumber| self.award_seats().all(|won| won != seat);
        let triggers = self.round.envy_triggers().into_iter();
        triggers
            .filter(|(seat, _)| without(*seat))
            .map(|(seat, row)| {
                let at = Occurrence::of_seat(Moment::EnvyHand, seat);
                Occurrence { row: self.row_words(row), ..at }
            })
            .collect()
    }

    fn is_off_meter(&self, row: RowId) -> bool {
        self.round.table().progressive().is_some_and(|posted| posted.is_off_meter(row))
    }
}
