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

use cards::Rank;
use hands::{Category, FiveValue};
use money::Cents;
use rulebook::Consequence;

use crate::action::Action;
use crate::against_dealer::{AgainstDealer, Comparison, Shape, Terms};
use crate::felt::{Felt, Line, Seat, SeatNumber};
use crate::game::{Bet, Game, lines};
use crate::irregular::Order;
use crate::paytable::RowId;
use crate::round::Next;
use crate::script;
use crate::state::RoundState;
use crate::table::{CiteId, Opening, Table};

lines! {
    ANTE = "ante",
    BET = "bet",
    PROGRESSIVE = "progressive",
}

const BETS: &[Bet] =
    &[Bet { id: "ante", lines: &[ANTE] }, Bet { id: "progressive", lines: &[PROGRESSIVE] }];

const SHAPE: Shape = Shape {
    ante: ANTE,
    stay: BET,
    // Exactly twice the ante (11)(b).
    plays: &[(Action::Play, 2)],
    compares: Comparison {
        cards: 5,
        value: |cards| FiveValue::of_set(cards).expect("five cards are dealt").get(),
        // Ace-king or better [CS-1]. Against "no hand" the antes win, whatever the players have (13).
        qualifies: FiveValue::floor(Category::HighCard, &[Rank::Ace, Rank::King])
            .expect("ace-king high is a hand")
            .get(),
    },
    bonus: None,
    row: |table, cards| table.five(FiveValue::of(cards.try_into().expect("five cards are dealt"))),
    order: &[ANTE, BET],
};

/// What the game needs of its section.
pub(crate) struct CaribbeanStud(Terms);

/// Reads the game's rules off its section.
pub(crate) fn open(opening: &mut Opening) -> CaribbeanStud {
    CaribbeanStud(Terms {
        win: opening.pay("win"),
        tie: opening.pay("tie"),
        unqualified: Some([opening.pay("unqualified-ante"), opening.pay("unqualified-bet")]),
        fold: opening.taken("fold", &["fold"]),
        fold_progressive: Some(opening.taken("fold", &["fold", "PRG-13"])),
        beaten: opening.taken("beaten", &["showdown", "order"]),
        table: opening.required_table("bet"),
    })
}

impl AgainstDealer for CaribbeanStud {
    fn shape(&self) -> &'static Shape {
        &SHAPE
    }

    fn terms(&self) -> &Terms {
        &self.0
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
        SHAPE.compulsory(seat)
    }

    fn compares(&self) -> Option<Comparison> {
        Some(SHAPE.compares)
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
