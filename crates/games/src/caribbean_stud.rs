//! Caribbean stud, ARSD 20:18:16:15.05: five cards against the dealer's five, one of them up.
//!
//! 1. Each player bets the ante and, if he likes, the progressive (2) (3).
//! 2. Five cards to each player and to the dealer, whose fifth is up (9).
//! 3. Each player bets exactly twice the ante, or folds (11).
//! 4. The dealer shows; he qualifies with ace-king or better (12).
//! 5. Last seat first: ante, bet (13) to (18).
//! 6. Progressive and envy at the end (20) (21).
//!
//! A wrong number of cards kills a player's hand alone; to the dealer, it leaves the hands the
//! progressive only (10).

use std::cmp::Ordering;

use cards::Rank;
use hands::{Category, FiveValue};
use money::Cents;
use rulebook::Consequence;

use crate::action::Action;
use crate::choice::{About, Actions, Stage};
use crate::felt::{Felt, Line, Seat, SeatNumber};
use crate::game::{Bet, Game, lines};
use crate::irregular::Order;
use crate::paytable::{PayTable, RowId};
use crate::round::Next;
use crate::script::{self, Scripted, Step, Turn};
use crate::settle::{Pay, Taken};
use crate::state::RoundState;
use crate::table::{CiteId, Opening, Table};

lines! {
    ANTE = "ante",
    BET = "bet",
    PROGRESSIVE = "progressive",
}

const BETS: &[Bet] =
    &[Bet { id: "ante", lines: &[ANTE] }, Bet { id: "progressive", lines: &[PROGRESSIVE] }];

const SCRIPT: &[Step] = &[Step::Deal("deal"), Step::Decide(0), Step::Reveal];

/// Ace-king or better [CS-1].
const QUALIFIES: FiveValue = FiveValue::floor(Category::HighCard, &[Rank::Ace, Rank::King])
    .expect("ace-king high is a hand");

/// What the game needs of its section.
pub(crate) struct CaribbeanStud {
    win: Pay,
    tie: Pay,
    unqualified_ante: Pay,
    unqualified_bet: Pay,
    fold: Taken,
    fold_progressive: Taken,
    beaten: Taken,
    bet: PayTable,
}

/// Reads the game's rules off its section.
pub(crate) fn open(opening: &mut Opening) -> CaribbeanStud {
    CaribbeanStud {
        win: opening.pay("win"),
        tie: opening.pay("tie"),
        unqualified_ante: opening.pay("unqualified-ante"),
        unqualified_bet: opening.pay("unqualified-bet"),
        fold: opening.taken("fold", &["fold"]),
        fold_progressive: opening.taken("fold", &["fold", "PRG-13"]),
        beaten: opening.taken("beaten", &["showdown", "order"]),
        bet: opening.required_table("bet"),
    }
}

impl Game for CaribbeanStud {
    fn lines(&self) -> &'static [&'static str] {
        LINES
    }

    fn bets(&self) -> &'static [Bet] {
        BETS
    }

    fn compulsory(&self, seat: &Seat) -> Option<(Line, Cents)> {
        Some((BET, bet_of(seat)))
    }

    fn advance(&self, state: &mut RoundState<'_>) -> Next {
        script::advance(self, state)
    }

    fn act(&self, state: &mut RoundState<'_>, seat: usize, action: Action) {
        script::act(self, state, seat, action);
    }

    fn ordered(&self, state: &mut RoundState<'_>, seat: Option<SeatNumber>, order: Order) {
        match seat.and_then(|number| state.felt.place_of(number)) {
            Some(place) => kill(state, place, order.cite),
            None => void_dealer(state, order),
        }
    }

    fn progressive(&self, table: &Table, felt: &Felt, seat: usize) -> Option<RowId> {
        let posted = table.progressive.as_ref()?;
        posted.table.five(FiveValue::of(&felt.seats[seat].dealt()))
    }
}

impl Scripted for CaribbeanStud {
    fn script(&self) -> &'static [Step] {
        SCRIPT
    }

    fn turn(&self, state: &RoundState<'_>, _: usize, _: u8) -> Turn {
        // Without a dealer's hand there is nothing to bet on: only the progressive is played (10).
        if state.felt.is_dealer_void { Turn::Pass } else { Turn::Decide }
    }

    fn about(&self, _: u8) -> About {
        About { wager: "ante", stage: Stage::Play, line: Some(BET) }
    }

    fn choices(&self, state: &RoundState<'_>, seat: usize, _: u8, actions: &mut Actions) {
        actions.push_staking(Action::Play, bet_of(&state.felt.seats[seat]));
        actions.push(Action::Fold);
    }

    fn decide(&self, state: &mut RoundState<'_>, seat: usize, _: u8, action: Action) {
        let player = &mut state.felt.seats[seat];
        if action == Action::Play {
            player.stakes[BET.index()] = bet_of(player);
            return;
        }
        player.is_out = true;
        let player = &state.felt.seats[seat];
        state.settlement.lose(player, ANTE, self.fold);
        state.lose_progressive(seat, self.fold_progressive);
    }

    fn settle(&self, state: &mut RoundState<'_>, seat: usize) {
        let player = &state.felt.seats[seat];
        if state.felt.is_dealer_void || player.is_dead || !player.has(BET) {
            return;
        }
        let own = FiveValue::of(&player.dealt());
        let dealer = FiveValue::of(&state.felt.dealers());
        let lines = &mut *state.settlement;
        match own.cmp(&dealer) {
            // "No hand": the antes win, whatever the players have (13).
            _ if dealer < QUALIFIES => {
                lines.pay(player, ANTE, self.unqualified_ante);
                lines.pay(player, BET, self.unqualified_bet);
            }
            Ordering::Greater => {
                lines.pay(player, ANTE, self.win);
                lines.table(player, BET, &self.bet, self.bet.five(own), self.beaten);
            }
            Ordering::Equal => {
                lines.pay(player, ANTE, self.tie);
                lines.pay(player, BET, self.tie);
            }
            Ordering::Less => {
                lines.lose(player, ANTE, self.beaten);
                lines.lose(player, BET, self.beaten);
            }
        }
    }

    fn goes_on(&self, felt: &Felt) -> bool {
        // The dealer shows if he has a hand and anyone is left to compare it with.
        !felt.is_dealer_void && felt.seats.iter().any(|seat| !seat.is_out && !seat.is_dead)
    }
}

/// The bet that keeps a player in: exactly twice his ante (11)(b).
fn bet_of(seat: &Seat) -> Cents {
    seat.stake(ANTE) * 2
}

/// A wrong number of cards to a player: the hand was dead from the deal. The player keeps the ante
/// and any bet (10) [CS-4], also after a fold, when the dealer counts the cards (11)(a); the
/// progressive goes back too, and its contribution is taken back [CS-7].
fn kill(state: &mut RoundState<'_>, place: usize, cite: CiteId) {
    let player = &mut state.felt.seats[place];
    if std::mem::replace(&mut player.is_dead, true) {
        return;
    }
    // Nothing but a fold has been collected so far.
    state.settlement.take_back_seat(player.number);
    state.give_back(place, "dead hand", cite);
}

/// A wrong number of cards to the dealer, a misdeal to the table: antes and bets go back, and the
/// hands at the table are played for the progressive only (10) [CS-4]. The ante of a folded hand
/// goes back too; former revisions of the rulebook say `progressive-only`, which kept it.
fn void_dealer(state: &mut RoundState<'_>, order: Order) {
    if std::mem::replace(&mut state.felt.is_dealer_void, true) {
        return;
    }
    let returns_folded = order.consequence == Consequence::TableMisdeal;
    for player in state.felt.seats.iter().rev().filter(|player| !player.is_dead) {
        if player.is_out && returns_folded {
            state.settlement.take_back_wager(player.number, ANTE);
            state.settlement.dead(player, ANTE, "misdeal", order.cite);
            continue;
        }
        let lines = [ANTE, BET].into_iter().filter(|line| !player.is_out && player.has(*line));
        for line in lines {
            state.settlement.dead(player, line, "progressive only", order.cite);
        }
    }
}
