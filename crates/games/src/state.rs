//! What a game works on while a round is played, and what it does there with the progressive.

use arrayvec::ArrayVec;
use money::Cents;

use crate::felt::{Felt, Line};
use crate::log::{Event, Log};
use crate::meter::RunningMeter;
use crate::paytable::{PayRow, RowId};
use crate::round::{Recipient, pile_of};
use crate::settle::{Outcome, SettledLine, Settlement, Taken};
use crate::table::Table;

/// What a game works on: the table, what lies on it, and the lines that come of it.
pub(crate) struct RoundState<'r> {
    pub(crate) table: &'r Table,
    pub(crate) felt: &'r mut Felt,
    pub(crate) settlement: &'r mut Settlement,
    pub(crate) meter: &'r mut Option<RunningMeter>,
    pub(crate) claims: &'r mut Claims,
    pub(crate) log: &'r mut Log,
}

/// The awards of a round once they are figured: whose, on which row, how much.
pub(crate) type Claims = ArrayVec<(usize, RowId, Cents), 7>;

impl RoundState<'_> {
    /// Turns the first cards of the board up.
    pub(crate) fn turn_up_board(&mut self, cards: usize) {
        let hidden = (0..cards).any(|place| !self.felt.board.is_up(place));
        self.felt.board.turn_up(cards);
        if hidden {
            self.log.note(|| Event::BoardTurned { cards: cards as u8 });
        }
    }

    /// Turns the first so many cards of a hand or of the burned cards up.
    pub(crate) fn turn_up(&mut self, whose: Recipient, cards: usize) {
        let Some(pile) = pile_of(self.felt, whose) else { return };
        let cards = cards.min(pile.cards().len());
        if (0..cards).any(|place| !pile.is_up(place)) {
            pile.turn_up(cards);
            self.log.note(|| Event::TurnedUp { whose, cards: cards as u8 });
        }
    }

    /// Turns all of the dealer's cards up.
    pub(crate) fn reveal_dealer(&mut self) {
        let cards = self.felt.dealer.cards().len();
        self.felt.dealer.turn_up(cards);
        self.log.note(|| Event::DealerRevealed);
    }

    /// Notes what happened that is neither a card nor a decision.
    pub(crate) fn note(&mut self, event: impl FnOnce() -> Event) {
        self.log.note(event);
    }

    fn progressive_line(&self) -> Option<Line> {
        self.table.progressive.as_ref()?;
        self.table.progressive_line
    }

    /// Takes a folded seat's progressive wager where the rule says it is lost [PRG-13].
    pub(crate) fn lose_progressive(&mut self, seat: usize, taken: Taken) {
        let Some(line) = self.progressive_line() else { return };
        let seat = &self.felt.seats[seat];
        if seat.has(line) {
            self.settlement.lose(seat, line, taken);
        }
    }

    /// Is a seat's progressive wager still to be settled?
    fn is_live(&self, seat: usize) -> bool {
        let seat = &self.felt.seats[seat];
        let folded = seat.is_out && !self.table.game.is_progressive_live_after_fold();
        !folded && !seat.is_dead
    }

    /// Figures all awards of the round, in the order of paying, before any is paid.
    pub(crate) fn figure_progressive(&mut self) {
        let Some(line) = self.progressive_line() else { return };
        let table = self.table;
        let (Some(posted), Some(meter)) = (&table.progressive, self.meter.as_mut()) else { return };
        if !self.felt.seats.iter().any(|seat| seat.has(line)) {
            return;
        }
        let mut meter = *meter;
        let mut places: ArrayVec<usize, 7> = ArrayVec::new();
        let mut rows: ArrayVec<RowId, 7> = ArrayVec::new();
        for place in (0..self.felt.seats.len()).rev() {
            if !self.felt.seats[place].has(line) || !self.is_live(place) {
                continue;
            }
            if let Some(row) = table.game.progressive(self, place) {
                places.push(place);
                rows.push(row);
            }
        }
        let awards = meter.awards(posted, &rows);
        self.claims.clear();
        for ((place, row), award) in places.into_iter().zip(rows).zip(awards) {
            self.claims.push((place, row, award));
        }
        *self.meter = Some(meter);
    }

    /// Settles a seat's progressive wager.
    pub(crate) fn settle_progressive(&mut self, place: usize) {
        let Some(line) = self.progressive_line() else { return };
        let Some(posted) = &self.table.progressive else { return };
        let seat = &self.felt.seats[place];
        if !seat.has(line) || !self.is_live(place) {
            return;
        }
        match self.claims.iter().find(|(claimant, _, _)| *claimant == place) {
            Some(&(_, row, award)) => {
                let words = posted.table.row(row).hand.words();
                self.settlement.amount(seat, line, award, words, posted.table.cite);
            }
            None => {
                let taken = Taken { row: "no award", cite: posted.table.cite };
                self.settlement.lose(seat, line, taken);
            }
        }
    }

    /// Settles the progressive wagers that the rule leaves to the end, and the envy.
    pub(crate) fn finish_progressive(&mut self) {
        if self.table.is_progressive_last {
            for place in (0..self.felt.seats.len()).rev() {
                self.settle_progressive(place);
            }
        }
        self.envy();
    }

    /// Pays envy: each winning seat, the last first, for each triggering hand, the last first.
    fn envy(&mut self) {
        let Some(line) = self.progressive_line() else { return };
        let Some(posted) = &self.table.progressive else { return };
        let places = || (0..self.felt.seats.len()).rev();
        let mut triggers: ArrayVec<(usize, &PayRow, Cents), 7> = ArrayVec::new();
        for place in places().filter(|place| self.triggers_envy(*place, line)) {
            let row = self.table.game.progressive(self, place).map(|row| posted.table.row(row));
            if let Some((row, envy)) = row.and_then(|row| Some((row, row.envy?))) {
                triggers.push((place, row, envy));
            }
        }
        for place in places() {
            // Who made the bet wins envy, folded or not; a dead hand's bet went back [CS-7].
            let winner = &self.felt.seats[place];
            if !winner.has(line) || winner.is_dead {
                continue;
            }
            for &(trigger, row, envy) in &triggers {
                if self.felt.seats[trigger].player == winner.player {
                    continue;
                }
                self.settlement.line(SettledLine {
                    seat: winner.number,
                    wager: "envy",
                    hand: None,
                    staked: Cents::ZERO,
                    returned: envy,
                    outcome: Outcome::Win,
                    row: row.hand.words(),
                    cite: self.table.cite.envy,
                });
            }
        }
    }

    /// May a seat's hand trigger envy [PRG-6]? It must have stayed in the round to the end, or lie
    /// at the sensor because its own progressive is live.
    fn triggers_envy(&self, place: usize, line: Line) -> bool {
        let seat = &self.felt.seats[place];
        let needs_bet = seat.is_out || self.table.game.envy_needs_own_bet();
        self.is_live(place) && (!needs_bet || seat.has(line))
    }
}
