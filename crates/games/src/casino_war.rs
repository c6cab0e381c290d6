//! Casino War, ARSD 20:18:16:15.17: one card against the dealer's, and war on a tie.
//!
//! 1. Each player bets, and on a tie if they like (2).
//! 2. One card face up to each seat and to the dealer (3).
//! 3. From seat 1 on, a higher card is paid and a lower one taken; on a tie the tie wager is paid, and the player
//!    surrenders half the bet or goes to war (4).
//! 4. A war is played at once: as much again from the player, three cards burned, one up to the player, three burned,
//!    one up to the dealer (4)(d) [CW-3].

use std::cmp::Ordering;

use cards::Card;

use crate::action::Action;
use crate::choice::{About, Actions, Choice, Stage};
use crate::every_round::{EveryRound, Simple};
use crate::felt::{self, Felt, Seat};
use crate::game::{Bet, Game, goes_only_with, lines};
use crate::hand::{Hand, Whose};
use crate::refusal::Refusal;
use crate::round::Next;
use crate::script;
use crate::settle::{Pay, Taken};
use crate::state::RoundState;
use crate::table::{Opening, Table};

lines! {
    BET = "bet",
    TIE = "tie",
    WAR = "war",
}

const BETS: &[Bet] = &[Bet { id: "bet", lines: &[BET] }, Bet { id: "tie", lines: &[TIE] }];

/// How its odds are found: only ranks count (1).
pub(crate) const EVERY_ROUND: EveryRound = EveryRound {
    class: |card| card.rank().index(),
    wager: "bet",
    decided: "on a tie",
    always: &[
        Simple { id: "always-war", says: "Go to war on every tie." },
        Simple { id: "always-surrender", says: "Surrender on every tie." },
    ],
};

/// Where the game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// The first cards, and how many are out.
    Deal { dealt: u8 },
    /// The card of the seat at this place is compared with the dealer's.
    Compare { place: usize },
    /// The cards tie: the seat at this place surrenders or goes to war.
    Choose { place: usize },
    /// The cards of a war, and how many are out.
    War { place: usize, dealt: u8 },
    /// All is settled.
    Over,
}

/// What the game needs of its section.
pub(crate) struct CasinoWar {
    win: Pay,
    lower: Taken,
    surrender: Pay,
    tie: Pay,
    no_tie: Taken,
    war_bet: Pay,
    war_won: Pay,
    war_tied: Pay,
    war_lost: Taken,
    /// What says that a tie wager goes with an initial bet.
    tie_needs_bet: rulebook::Citation,
}

/// Reads the game's rules off its section.
pub(crate) fn open(opening: &mut Opening) -> CasinoWar {
    let tie_needs_bet = opening.section.cite("CW-4");
    if tie_needs_bet.is_none() {
        opening.lacks("ruling \"CW-4\"".to_owned());
    }
    CasinoWar {
        win: opening.pay("win"),
        lower: opening.taken("lower card", &["lower"]),
        surrender: opening.pay("surrender"),
        tie: opening.pay("tie"),
        no_tie: opening.taken("no tie", &["tie"]),
        war_bet: opening.pay("war-bet"),
        war_won: opening.pay("war-won"),
        war_tied: opening.pay("war-tied"),
        war_lost: opening.taken("lower card", &["war-lost", "CW-5"]),
        tie_needs_bet: tie_needs_bet.unwrap_or(rulebook::Citation::Ruling("CW-4".to_owned())),
    }
}

impl Game for CasinoWar {
    fn lines(&self) -> &'static [&'static str] {
        LINES
    }

    fn bets(&self) -> &'static [Bet] {
        BETS
    }

    fn check_bets(&self, _: &Table, _: &Felt, seat: &Seat) -> Result<(), Refusal> {
        if seat.has(TIE) && !seat.has(BET) {
            return Err(goes_only_with("tie", "bet", self.tie_needs_bet.clone()));
        }
        Ok(())
    }

    fn is_dealt_from_shoe(&self) -> bool {
        true
    }

    /// Single cards are compared: no hand has a name.
    fn hands(&self, _: &Felt, _: Whose, _: &[Card], _: &[Card]) -> Vec<Hand> {
        Vec::new()
    }

    fn advance(&self, state: &mut RoundState<'_>) -> Next {
        loop {
            let mut phase = phase(state.felt);
            let next = match &mut phase {
                Phase::Deal { dealt } => script::deal_stage(state, "deal", dealt),
                Phase::Compare { place } => {
                    self.compare(state, *place);
                    None
                }
                Phase::Choose { place } => self.choice(&state.felt.seats[*place]),
                Phase::War { place, dealt } => {
                    script::deal_to(state, "war", *place..*place + 1, dealt)
                }
                Phase::Over => return Next::Done,
            };
            if let Phase::War { place, .. } = phase
                && next.is_none()
            {
                self.settle_war(state, place);
            }
            let stands_at = if next.is_some() { phase } else { then(state.felt, phase) };
            state.felt.phase = felt::Phase::CasinoWar(stands_at);
            if let Some(next) = next {
                return next;
            }
        }
    }

    fn act(&self, state: &mut RoundState<'_>, seat: usize, action: Action) {
        let phase = if action == Action::War {
            let player = &mut state.felt.seats[seat];
            player.stakes[WAR.index()] = player.stake(BET);
            Phase::War { place: seat, dealt: 0 }
        } else {
            let player = &state.felt.seats[seat];
            state.settlement.surrender(player, BET, self.surrender);
            next_seat(state.felt, seat + 1)
        };
        state.felt.phase = felt::Phase::CasinoWar(phase);
    }
}

impl CasinoWar {
    /// Pays or takes a seat's wagers by the first two cards (4); on a tie only the tie wager.
    fn compare(&self, state: &mut RoundState<'_>, place: usize) {
        let seat = &state.felt.seats[place];
        let order = seat.dealt::<1>()[0].rank().cmp(&state.felt.dealers::<1>()[0].rank());
        let lines = &mut *state.settlement;
        match order {
            Ordering::Greater => lines.pay(seat, BET, self.win),
            Ordering::Less => lines.lose(seat, BET, self.lower),
            Ordering::Equal => {}
        }
        if seat.has(TIE) {
            let is_tie = order == Ordering::Equal;
            lines.pay_or_lose(seat, TIE, if is_tie { Ok(self.tie) } else { Err(self.no_tie) });
        }
    }

    /// Surrender, or war for as much again [CW-1].
    fn choice(&self, seat: &Seat) -> Option<Next> {
        let mut actions = Actions::default();
        actions.push_staking(Action::War, seat.stake(BET));
        actions.push_surrender(self.surrender, seat.stake(BET));
        let about = About { wager: "bet", stage: Stage::Play, line: Some(WAR) };
        Some(Next::Decision(Choice::new(seat.number, about, actions)))
    }

    /// Settles a war by the last two cards (4)(d).
    fn settle_war(&self, state: &mut RoundState<'_>, place: usize) {
        let seat = &state.felt.seats[place];
        let last = |cards: &[Card]| cards.last().map(|card| card.rank());
        let (bet, war) = match last(seat.cards()).cmp(&last(state.felt.dealer.cards())) {
            Ordering::Greater => (Ok(self.war_bet), Ok(self.war_won)),
            Ordering::Equal => (Ok(self.war_bet), Ok(self.war_tied)),
            Ordering::Less => (Err(self.war_lost), Err(self.war_lost)),
        };
        state.settlement.pay_or_lose(seat, BET, bet);
        state.settlement.pay_or_lose(seat, WAR, war);
    }
}

/// Where the game stands.
fn phase(felt: &Felt) -> Phase {
    match felt.phase {
        felt::Phase::CasinoWar(phase) => phase,
        _ => Phase::Deal { dealt: 0 },
    }
}

/// What comes after a phase that needs nothing more.
fn then(felt: &Felt, phase: Phase) -> Phase {
    match phase {
        Phase::Deal { .. } => next_seat(felt, 0),
        Phase::Compare { place } => {
            let seat = &felt.seats[place];
            let is_tie = seat.dealt::<1>()[0].rank() == felt.dealers::<1>()[0].rank();
            if is_tie { Phase::Choose { place } } else { next_seat(felt, place + 1) }
        }
        Phase::Choose { place } | Phase::War { place, .. } => next_seat(felt, place + 1),
        Phase::Over => Phase::Over,
    }
}

/// The turn of the first seat from this place on whose hand is not dead.
fn next_seat(felt: &Felt, from: usize) -> Phase {
    let place = (from..felt.seats.len()).find(|place| !felt.seats[*place].is_dead);
    place.map_or(Phase::Over, |place| Phase::Compare { place })
}
