//! What a game says of itself; the machinery around it is shared.

use cards::Card;
use money::Cents;
use rulebook::Citation;

use crate::action::Action;
use crate::against_dealer::Comparison;
use crate::blackjack::BlackjackTerms;
use crate::felt::{Felt, Line, Seat, SeatNumber};
use crate::hand::{Hand, Whose};
use crate::irregular::Order;
use crate::paytable::RowId;
use crate::refusal::Refusal;
use crate::round::Next;
use crate::state::RoundState;
use crate::table::{CiteId, Table};

/// A bet placed at the start, and the lines it is staked on: Let it ride's base is on three.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bet {
    pub(crate) id: &'static str,
    pub(crate) lines: &'static [Line],
}

impl Bet {
    /// What a seat has on it.
    pub(crate) fn amount(&self, seat: &Seat) -> Cents {
        seat.stake(self.lines[0])
    }
}

/// A game's rules of play. It holds what it needs of the rulebook, figured out when the table was
/// opened; the state of a round is on the [`Felt`].
pub(crate) trait Game: Send + Sync {
    /// Its own lines, in the order of the rule. Side bets add theirs ([`Table::lines`]).
    fn lines(&self) -> &'static [&'static str];

    /// Its own bets placed at the start. Side bets add theirs ([`Table::all_bets`]).
    fn bets(&self) -> &'static [Bet];

    /// What a seat's bets must fulfil beyond limits and what the rulebook requires.
    fn check_bets(&self, _table: &Table, _felt: &Felt, _seat: &Seat) -> Result<(), Refusal> {
        Ok(())
    }

    /// The wager that a player who stays in must add, on which line and how much: a first bet that
    /// it could not follow is refused [GEN-9].
    fn compulsory(&self, _seat: &Seat) -> Option<(Line, Cents)> {
        None
    }

    /// Whether it is dealt from one list of cards in dealing order (the blackjack games).
    fn is_dealt_from_shoe(&self) -> bool {
        false
    }

    /// Whether the dealer's cards are the community cards (Let it ride, Silverado).
    fn is_dealer_the_board(&self) -> bool {
        false
    }

    /// How a hand is compared with the dealer's, where that decides.
    fn compares(&self) -> Option<Comparison> {
        None
    }

    /// The line whose stake lies on the hands, so that splits and doubles can add to it.
    fn hands_hold(&self) -> Option<Line> {
        None
    }

    /// The rules of the blackjack that is part of it.
    fn blackjack(&self) -> Option<&BlackjackTerms> {
        None
    }

    /// The line that is bet for a pot, with a button and chips of the players' own, in a game for one.
    fn pot(&self) -> Option<Line> {
        None
    }

    /// The hands that someone's cards make with the community cards, as they are compared at this moment: one for each
    /// part of the game, none while cards of them are to come.
    fn hands(&self, _felt: &Felt, _whose: Whose, own: &[Card], board: &[Card]) -> Vec<Hand> {
        Hand::five(own, board).into_iter().collect()
    }

    /// Whether hands are made with the community cards at this moment.
    fn plays_with_board(&self, _felt: &Felt) -> bool {
        true
    }

    /// The cards that a seat plays for the pot with, in a game for one.
    fn cards_for_pot(&self, _seat: &Seat) -> Option<[Card; 2]> {
        None
    }

    /// Does everything that needs nothing from outside, and says what comes next.
    fn advance(&self, state: &mut RoundState<'_>) -> Next;

    /// Takes a decision that is legal, as [`Game::advance`] said.
    fn act(&self, state: &mut RoundState<'_>, seat: usize, action: Action);

    /// The line whose tip a tip on a later wager follows, in the player's own multiple.
    fn tips_follow(&self) -> Option<Line> {
        None
    }

    /// Takes the card that was wanted. The default puts it where it goes.
    fn card(&self, _scene: &mut RoundState<'_>) {}

    /// Does what a dead hand or a round for the progressive only means here.
    fn ordered(&self, _scene: &mut RoundState<'_>, _seat: Option<SeatNumber>, _order: Order) {}

    /// Takes back what is not final yet, before a void round returns every wager [GEN-12]: what was
    /// collected from folded hands.
    fn voided(&self, state: &mut RoundState<'_>) {
        state.take_back_losses();
    }

    /// Whether the dealer's card that the deal wants can wait until all players have theirs [BJ-12].
    fn may_deal_dealer_last(&self, _felt: &Felt) -> bool {
        false
    }

    /// Whether players are playing for a pot that is not given out yet.
    fn is_pot_open(&self, _felt: &Felt) -> bool {
        false
    }

    /// Takes two hands out of the pot [H212-18].
    fn kill_hands(&self, _state: &mut RoundState<'_>, _seats: [usize; 2], _cite: CiteId) {}

    /// The cards that stay where they are when the deck has run out and the discards are
    /// reshuffled; by default all on the table.
    fn in_play(&self, felt: &Felt) -> Vec<Card> {
        felt.cards().collect()
    }

    /// The row of the progressive schedule that a seat's hand is on, whether or not the seat made that bet.
    fn progressive(&self, _table: &Table, _felt: &Felt, _seat: usize) -> Option<RowId> {
        None
    }

    /// Whether a folded hand's progressive wager stays live [PRG-13].
    fn is_progressive_live_after_fold(&self) -> bool {
        false
    }

    /// Whether a hand triggers envy only if its own player made the bet [PRG-6].
    fn envy_needs_own_bet(&self) -> bool {
        false
    }
}

/// Defines a game's lines: a constant for each, and the list of their ids.
macro_rules! lines {
    ($($name:ident = $id:literal),+ $(,)?) => {
        $crate::game::lines!(@consts 0u8, $($name,)+);
        pub(crate) const LINES: &[&str] = &[$($id),+];
    };
    (@consts $place:expr, $name:ident, $($rest:ident,)*) => {
        const $name: $crate::felt::Line = $crate::felt::Line($place);
        $crate::game::lines!(@consts $place + 1u8, $($rest,)*);
    };
    (@consts $place:expr,) => {};
}
pub(crate) use lines;

/// A refusal because a bet needs another beside it.
pub(crate) fn goes_only_with(bet: &str, with: &str, cite: Citation) -> Refusal {
    Refusal::GoesOnlyWith { bet: bet.to_owned(), with: with.to_owned(), cite }
}
