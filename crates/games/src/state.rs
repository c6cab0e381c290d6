//! What a game works on while a round is played, and what it does there with the progressive.

use std::sync::Arc;

use arrayvec::ArrayVec;
use money::{Cents, Odds};

use crate::agreed::{Agreed, LineNote, Override, OverrideNote, PaidOther};
use crate::envy::{EnvyWin, Holder, envy};
use crate::felt::{Felt, Line, Seat, SeatNumber};
use crate::log::{Event, Log};
use crate::paytable::RowId;
use crate::round::{AwardDue, Recipient, Worth, pile_of};
use crate::settle::{EXACT, Outcome, SettledLine, Settlement, Taken};
use crate::table::Table;

/// What a game works on: the table, what lies on it, and the lines that come of it.
pub(crate) struct RoundState<'r> {
    pub(crate) table: &'r Table,
    pub(crate) felt: &'r mut Felt,
    pub(crate) settlement: &'r mut Settlement,
    pub(crate) log: &'r mut Log,
}

impl RoundState<'_> {
    /// Turns the first cards of the board up.
    pub(crate) fn turn_up_board(&mut self, cards: usize) {
        let hidden = (0..cards).any(|place| !self.felt.board.is_up(place));
        self.felt.board.turn_up(cards);
        self.must_be_known();
        if hidden {
            self.log.note(|| Event::BoardTurned { cards: cards as u8 });
        }
    }

    /// Turns the first cards of a hand, or of the burned cards, up.
    pub(crate) fn turn_up(&mut self, whose: Recipient, cards: usize) {
        let Some(pile) = pile_of(self.felt, whose) else { return };
        let cards = cards.min(pile.cards().len());
        if (0..cards).any(|place| !pile.is_up(place)) {
            pile.turn_up(cards);
            self.must_be_known();
            self.log.note(|| Event::TurnedUp { whose, cards: cards as u8 });
        }
    }

    /// Turns all of the dealer's cards up.
    pub(crate) fn reveal_dealer(&mut self) {
        let cards = self.felt.dealer.cards().len();
        self.felt.dealer.turn_up(cards);
        self.must_be_known();
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

    /// Settles a seat's progressive wager, unless it wins: then the award is due.
    pub(crate) fn settle_progressive(&mut self, place: usize) -> Option<AwardDue> {
        let line = self.progressive_line()?;
        let posted = self.table.progressive.as_ref()?;
        let seat = &self.felt.seats[place];
        let over = self.felt.override_of(seat.number).filter(|_| !seat.is_dead);
        let is_live = over.is_some() || self.table.is_progressive_live(seat);
        if !seat.has(line) || !is_live {
            return None;
        }
        let due = self.table.award_due(self.felt, place);
        if due.is_none() {
            let cards = over.and_then(|over| over.cards);
            let row = cards.map_or("no award", |row| posted.table.row(row).hand.words());
            let taken = Taken { row, cite: posted.table.cite };
            self.settlement.lose(seat, line, taken);
            self.settlement.note(self.table.line_note(over, None));
        }
        due
    }

    /// Pays an award that was due.
    pub(crate) fn pay_award(&mut self, due: AwardDue, amount: Cents, other: Option<&PaidOther>) {
        let Some(line) = self.progressive_line() else { return };
        let Some(posted) = &self.table.progressive else { return };
        let Some(place) = self.felt.place_of(due.seat) else { return };
        let seat = &self.felt.seats[place];
        let paid = other.map_or(amount, |other| other.paid);
        self.settlement.amount(seat, line, paid, &posted.table, due.row);
        let award = other.map(|other| (amount, other.agreed.clone()));
        let over = self.felt.override_of(due.seat);
        self.settlement.note(self.table.line_note(over, award));
    }

    /// Pays envy: each winning seat, the last first, for each triggering hand, the last first.
    pub(crate) fn pay_envy(&mut self) {
        let Some(posted) = &self.table.progressive else { return };
        for win in self.table.envy_wins(self.felt) {
            self.settlement.line(SettledLine {
                seat: win.seat,
                wager: "envy",
                hand: None,
                staked: Cents::ZERO,
                returned: win.amount,
                outcome: Outcome::Win,
                row: posted.table.row(win.row).hand.words(),
                pay: Some(win.row),
                cite: self.table.cite.envy,
                note: self.table.line_note(self.felt.override_of(win.from), None),
            });
        }
    }
}

impl Felt {
    /// The override of a seat's key, if there is one.
    pub(crate) fn override_of(&self, seat: SeatNumber) -> Option<&Override> {
        self.overrides.iter().find(|over| over.seat == seat)
    }
}

impl Table {
    /// What a line says of the supervisors who decided about it.
    fn line_note(
        &self,
        over: Option<&Override>,
        award: Option<(Cents, Agreed)>,
    ) -> Option<Arc<LineNote>> {
        let words = |row: RowId| Some(self.progressive.as_ref()?.table.row(row).hand.words());
        let overridden = over.map(|over| OverrideNote {
            seat: over.seat,
            keyed: over.keyed.and_then(words),
            cards: over.cards.and_then(words),
            agreed: over.agreed.clone(),
        });
        let is_noted = award.is_some() || overridden.is_some();
        is_noted.then(|| Arc::new(LineNote { award, overridden }))
    }

    /// Whether a seat has a progressive wager that is still to be settled.
    pub(crate) fn is_progressive_live(&self, seat: &Seat) -> bool {
        let folded = seat.is_out && !self.game.is_progressive_live_after_fold();
        !folded && !seat.is_dead
    }

    /// Whether a seat's hand may trigger envy [PRG-6]. It must have stayed in the round to the end, or lie at the
    /// sensor because its own progressive is live.
    fn may_trigger_envy(&self, seat: &Seat, line: Line) -> bool {
        let needs_bet = seat.is_out || self.game.envy_needs_own_bet();
        let is_live = self.is_progressive_live(seat) && (!needs_bet || seat.has(line));
        is_live && !seat.is_unseen()
    }

    /// May a seat's hand button be lit: has it the bet, or may it win the others envy without one [PRG-6]?
    pub(crate) fn may_be_keyed(&self, seat: &Seat, line: Line) -> bool {
        !seat.is_dead && (seat.has(line) || !self.game.envy_needs_own_bet())
    }

    /// The row of the progressive that a seat's cards win, or win the others envy with.
    pub(crate) fn row_by_cards(&self, felt: &Felt, place: usize) -> Option<RowId> {
        let (seat, line) = (&felt.seats[place], self.progressive_line?);
        let wins = seat.has(line) && self.is_progressive_live(seat) && !seat.is_unseen();
        let counts = wins || self.may_trigger_envy(seat, line);
        counts.then(|| self.game.progressive(self, felt, place)).flatten()
    }

    /// The hands that win an award or win the others envy, by their cards alone.
    pub(crate) fn hands_to_key(&self, felt: &Felt) -> Vec<(SeatNumber, RowId)> {
        let (Some(posted), Some(line)) = (&self.progressive, self.progressive_line) else {
            return Vec::new();
        };
        let bettors = || felt.seats.iter().filter(|seat| seat.has(line) && !seat.is_dead);
        let to_key = |(place, seat): (usize, &Seat)| {
            let row = self.row_by_cards(felt, place)?;
            let wins = seat.has(line);
            let is_envied = || {
                posted.table.row(row).envy.is_some()
                    && bettors().any(|other| other.player != seat.player)
            };
            (wins || is_envied()).then_some((seat.number, row))
        };
        felt.seats.iter().enumerate().filter_map(to_key).collect()
    }

    /// The envy of a round when the cards are all out, in the order of paying.
    pub(crate) fn envy_wins(&self, felt: &Felt) -> Vec<EnvyWin<RowId>> {
        let (Some(posted), Some(line)) = (&self.progressive, self.progressive_line) else {
            return Vec::new();
        };
        // Who made the bet wins envy, folded or not; a dead hand's bet went back [CS-7].
        let has_bet = |seat: &&Seat| seat.has(line) && !seat.is_dead;
        let holder = |seat: &Seat| Holder { seat: seat.number, player: seat.player };
        let bets: ArrayVec<Holder, 7> = felt.seats.iter().filter(has_bet).map(holder).collect();
        if bets.is_empty() {
            return Vec::new();
        }
        let mut triggers: ArrayVec<(Holder, RowId), 7> = ArrayVec::new();
        for (place, seat) in felt.seats.iter().enumerate() {
            let row = match felt.override_of(seat.number) {
                Some(over) => over.keyed.filter(|_| self.may_be_keyed(seat, line)),
                None if self.may_trigger_envy(seat, line) => {
                    self.game.progressive(self, felt, place)
                }
                None => None,
            };
            triggers.extend(row.map(|row| (holder(seat), row)));
        }
        envy(&bets, &triggers, |row| posted.table.row(row).envy)
    }

    /// The award of a seat when the cards are all out; none without the bet or a winning hand.
    pub(crate) fn award_due(&self, felt: &Felt, place: usize) -> Option<AwardDue> {
        let (posted, line) = (self.progressive.as_ref()?, self.progressive_line?);
        let seat = &felt.seats[place];
        // A hand that nobody saw has won nothing [GEN-15].
        let over = felt.override_of(seat.number).filter(|_| !seat.is_dead);
        let is_seen = self.is_progressive_live(seat) && !seat.is_unseen();
        if !seat.has(line) || (over.is_none() && !is_seen) {
            return None;
        }
        let row = match over {
            Some(over) => over.keyed?,
            None => self.game.progressive(self, felt, place)?,
        };
        let worth = match posted.table.row(row).odds {
            Odds::Share(rate) => Worth::Share(rate),
            Odds::Dollars(amount) => Worth::Fixed(amount),
            odds @ (Odds::To(_) | Odds::For(_) | Odds::Push) => {
                let returned = odds.returned(posted.wager).expect("these kinds need no meter");
                Worth::Fixed(returned.expect(EXACT))
            }
        };
        Some(AwardDue { seat: seat.number, row, worth })
    }
}
