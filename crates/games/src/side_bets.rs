//! Side bets that are a function of known cards. What such a bet is judged on, when it is settled, what it needs and
//! what it pays is rulebook data (`[wager.side]` and its `[[table]]`); here it is done, the same way in every game.
//!
//! 1. [`SideBet::read`] makes the bets of a table when it is opened.
//! 2. [`judge`] says which row the cards are on, or that this is not known yet; [`pattern`] does so for patterns.
//! 3. [`RoundState::settle_dealt_side_bets`] settles what is decided by the deal, before any player acts.
//! 4. [`RoundState::collect_side_bets`] collects what has lost from a hand that folds.
//! 5. [`RoundState::settle_side_bets`] settles the rest in the seat's turn.

mod judge;
mod pattern;

use rulebook::{Citation, Folded, LostWhen, Order, Settles, Side, Wager};

pub use judge::Basis;
pub use pattern::{Known, SplitHands, Verdict};

use crate::felt::{Felt, LINES_MAX, Line, Seat};
use crate::game::{Bet, goes_only_with};
use crate::paytable::PayTable;
use crate::refusal::Refusal;
use crate::settle::Taken;
use crate::state::RoundState;
use crate::table::{Opening, Table};

/// A side bet of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SideBet {
    pub(crate) id: &'static str,
    /// The line that settles it.
    pub(crate) name: &'static str,
    pub(crate) line: Line,
    basis: Basis,
    table: PayTable,
    settles: Settles,
    folded: Folded,
    is_collected_alone: bool,
    needs: Option<(Line, &'static str, Citation)>,
    at_most: Option<(Line, String, Citation)>,
    lost: Taken,
    lost_folded: Taken,
    lost_to_blackjack: Taken,
}

/// Every line by itself, for bets that are staked on one.
const LINES: [Line; LINES_MAX] = {
    let mut lines = [Line(0); LINES_MAX];
    let mut place = 0;
    while place < LINES_MAX {
        lines[place] = Line(place as u8);
        place += 1;
    }
    lines
};

/// On which occasion lost side bets are collected before the seat's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Occasion {
    /// The hand folds.
    Fold,
    /// The seat has nothing to decide.
    Pass,
}

impl SideBet {
    /// Reads a wager's side bet off the section. `line_of` knows the lines of the other bets.
    pub(crate) fn read(
        opening: &mut Opening,
        wager: &Wager,
        line: Line,
        own_cards: usize,
        line_of: impl Fn(&str) -> Option<Line>,
    ) -> Option<SideBet> {
        let (side, name) = (wager.side.as_ref()?, wager.lines.first()?);
        let part = opening.section.schedules.iter().find_map(|schedule| schedule.part(name));
        let Some(part) = part else {
            opening.lacks(format!("[[table]] for {name}"));
            return None;
        };
        let (order, judged) = (part.order, part.judged);
        if opening.decks().get() > 1 && !matches!(order, Order::Pattern | Order::DealerBust) {
            opening.conflict(format!(
                "{}: {} hands are ranked for one deck; with more, write rows as patterns",
                wager.id,
                order.word()
            ));
        }
        let Some(basis) = Basis::of(order, judged, own_cards) else {
            let (order, judged) = (order.word(), judged.word());
            opening.conflict(format!(
                "{}: {order} hands cannot be judged on {judged} in this game",
                wager.id
            ));
            return None;
        };
        let table = opening.table(name)?;
        let stake = |bet: &str, key: &str, opening: &mut Opening| {
            let line = line_of(bet);
            if line.is_none() {
                let id = &wager.id;
                opening.conflict(format!(
                    "{id}: {key} names \"{bet}\", which is not a bet of this game"
                ));
            }
            line
        };
        let needs = side.needs.as_ref().and_then(|needs| {
            let cite = opening.section.cite(needs.cite.first()?)?;
            Some((stake(&needs.bet, "needs", opening)?, rulebook::intern(&needs.bet), cite))
        });
        let at_most = side.at_most.as_ref().and_then(|most| {
            let is_on = most.option.as_ref().is_none_or(|option| opening.is(option));
            let cite = opening.section.cite(most.cite.first()?)?;
            let line = stake(&most.bet, "at-most", opening)?;
            is_on.then(|| (line, format!("the {} bet", most.bet), cite))
        });
        let lost = reason(opening, side, None)?;
        Some(SideBet {
            id: rulebook::intern(&wager.id),
            name: rulebook::intern(name),
            line,
            basis,
            table,
            settles: side.settles,
            folded: side.folded,
            is_collected_alone: side.is_collected_alone,
            needs,
            at_most,
            lost,
            lost_folded: reason(opening, side, Some(LostWhen::Folded)).unwrap_or(lost),
            lost_to_blackjack: reason(opening, side, Some(LostWhen::DealerBlackjack))
                .unwrap_or(lost),
        })
    }

    /// The bet that is placed at the start.
    pub(crate) fn bet(&self) -> Bet {
        Bet { id: self.id, lines: std::slice::from_ref(&LINES[self.line.index()]) }
    }

    /// Whether it is settled as soon as the deal decides it.
    pub(crate) fn is_settled_at_the_deal(&self) -> bool {
        self.settles == Settles::Deal
    }

    /// The row that a seat's cards are on, as far as they tell.
    fn verdict(&self, felt: &Felt, place: usize, has_peeked: bool) -> Verdict {
        // A hand that nobody saw has won nothing [GEN-15].
        if self.basis.looks_at_own() && felt.seats[place].is_unseen() {
            return Verdict::Lost;
        }
        self.basis.verdict(&self.table, felt, place, has_peeked)
    }

    fn check(&self, seat: &Seat) -> Result<(), Refusal> {
        if !seat.has(self.line) {
            return Ok(());
        }
        if let Some((_, bet, cite)) = self.needs.as_ref().filter(|(line, ..)| !seat.has(*line)) {
            return Err(goes_only_with(self.id, bet, cite.clone()));
        }
        match &self.at_most {
            Some((line, most_is, cite)) if seat.stake(self.line) > seat.stake(*line) => {
                Err(Refusal::MoreThan {
                    bet: self.id.to_owned(),
                    most_is: most_is.clone(),
                    cite: cite.clone(),
                })
            }
            _ => Ok(()),
        }
    }
}

/// Why a side bet is lost, where it says so for this condition.
fn reason(opening: &mut Opening, side: &Side, when: Option<LostWhen>) -> Option<Taken> {
    let lost = side.lost_when(when)?;
    Some(Taken { row: lost.row, cite: opening.cite_owned(&lost.cite) })
}

impl Table {
    /// What every side bet of a seat demands beside other bets.
    pub(crate) fn check_side_bets(&self, seat: &Seat) -> Result<(), Refusal> {
        self.side_bets.iter().try_for_each(|side| side.check(seat))
    }

    /// Whether a line is settled as soon as the deal decides it.
    pub(crate) fn is_settled_at_the_deal(&self, line: &str) -> bool {
        self.side_bets.iter().any(|side| side.name == line && side.is_settled_at_the_deal())
    }

    /// Whether a side bet still needs cards that lie elsewhere than in its own hand.
    pub(crate) fn side_bets_go_on(&self, felt: &Felt) -> bool {
        let beyond = self.side_bets.iter().filter(|side| side.basis.looks_beyond_own());
        beyond.into_iter().any(|side| felt.seats.iter().any(|seat| seat.has(side.line)))
    }

    /// Whether a side bet hangs on the dealer's last card.
    pub(crate) fn side_bets_need_dealer(&self, felt: &Felt) -> bool {
        let on_bust = self.side_bets.iter().filter(|side| side.basis == Basis::DealerBust);
        let is_live =
            |side: &SideBet| felt.seats.iter().any(|seat| seat.has(side.line) && !seat.is_dead);
        on_bust.into_iter().any(is_live)
    }

    /// Whether a side bet that stays live on a folded hand would win with the cards as they lie.
    pub(crate) fn side_bet_wins(&self, felt: &Felt, place: usize, line: Line) -> bool {
        let side = self.side_bets.iter().find(|side| side.line == line);
        side.is_some_and(|side| {
            let verdict = side.basis.verdict(&side.table, felt, place, false);
            matches!(verdict, Verdict::Row(_))
        })
    }
}

impl RoundState<'_> {
    /// Settles the side bets that the deal decides, last seat first; what is open still waits for the seat's turn.
    pub(crate) fn settle_dealt_side_bets(&mut self, has_peeked: bool) {
        if !self.table.side_bets.iter().any(SideBet::is_settled_at_the_deal) {
            return;
        }
        for place in (0..self.felt.seats.len()).rev() {
            self.settle_dealt_at(place, has_peeked);
        }
    }

    /// Settles those of a seat's side bets that are settled at the deal and are decided by now.
    fn settle_dealt_at(&mut self, place: usize, has_peeked: bool) {
        let table = self.table;
        for side in table.side_bets.iter().filter(|side| side.is_settled_at_the_deal()) {
            if self.is_due(side, place) {
                match side.verdict(self.felt, place, has_peeked) {
                    Verdict::Open => {}
                    verdict => self.settle_side_bet(side, place, verdict),
                }
            }
        }
    }

    /// Settles what the deal did not decide, at the beginning of a seat's turn.
    pub(crate) fn settle_waiting_side_bets(&mut self, place: usize) {
        self.settle_dealt_at(place, true);
    }

    /// Settles a seat's side bets in its turn.
    pub(crate) fn settle_side_bets(&mut self, place: usize) {
        let table = self.table;
        for side in table.side_bets.iter().filter(|side| !side.is_settled_at_the_deal()) {
            if self.is_due(side, place) {
                let verdict = side.verdict(self.felt, place, true);
                self.settle_side_bet(side, place, verdict);
            }
        }
    }

    /// Collects a seat's side bets that have lost, because it is out of the rest of the round.
    pub(crate) fn collect_side_bets(&mut self, place: usize, occasion: Occasion) {
        let table = self.table;
        let is_collected = |side: &&SideBet| match occasion {
            Occasion::Fold => side.folded == Folded::Collected,
            Occasion::Pass => side.is_collected_alone,
        };
        for side in table.side_bets.iter().filter(is_collected) {
            let verdict = || side.verdict(self.felt, place, false);
            if self.is_due(side, place) && verdict() == Verdict::Lost {
                let taken = if occasion == Occasion::Fold { side.lost_folded } else { side.lost };
                let seat = &self.felt.seats[place];
                self.settlement.lose(seat, side.line, taken);
            }
        }
    }

    /// Whether a seat has a side bet that is not settled yet.
    fn is_due(&self, side: &SideBet, place: usize) -> bool {
        let seat = &self.felt.seats[place];
        let is_bet = seat.has(side.line) && !seat.is_dead;
        let mut lines = self.settlement.lines.iter();
        is_bet && !lines.any(|line| line.seat == seat.number && line.wager == side.name)
    }

    fn settle_side_bet(&mut self, side: &SideBet, place: usize, verdict: Verdict) {
        let seat = &self.felt.seats[place];
        let row = match verdict {
            Verdict::Row(row) => Some(row),
            Verdict::Lost | Verdict::Open => None,
        };
        debug_assert!(verdict != Verdict::Open, "all cards are out");
        let has_blackjack = side.lost_to_blackjack != side.lost
            && judge::dealer_blackjack(self.felt, true) == Some(true);
        let taken = if has_blackjack { side.lost_to_blackjack } else { side.lost };
        self.settlement.table(seat, side.line, &side.table, row, taken);
    }
}
